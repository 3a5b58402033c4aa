"""The published record of a campaign: every phase that was played, as one side saw it or as it was."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.canonical import canon
from pbem.core.event import Event
from pbem.core.record import from_json
from pbem.desk.desk import Desk, read_json
from pbem.desk.visibility import known
from pbem.reports.chronicle import Chapter, Chronicle
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, RecordRow

FORMAT = "pbem-events-1"


class CannotExport(Exception):
    """The export can't be shown or does not exist; the text says why and what may be had."""


@dataclass(frozen=True)
class RecordView:
    """The view to show: a side's view by its id, or, with "", everything, which is for after the end."""

    side: str = ""


def view_of(desk: Desk, game: GameRow, side: str) -> RecordView:
    """The view that was asked for.  Raises CannotExport for a side that does not exist, and for everything of an open game."""
    card = desk.title(game.title).system.card
    sides = ", ".join(one.id for one in card.sides)
    if not side:
        if game.state != "over":
            ways = " or ".join(f"--side {one.id}" for one in card.sides)
            raise CannotExport(
                f"{game.name}: the game goes on, so one side's view of it can be had ({ways}); all of it after its end"
            )
        return RecordView()
    try:
        return RecordView(card.side(side).id)
    except KeyError:
        raise CannotExport(f"--side: expected one of {sides}; found {side!r}") from None


def chronicle(desk: Desk, books: Books, game: GameRow, view: RecordView) -> Chronicle:
    """The phases of a game that are over, told one by one; `view` sees them.  The phase that is being played is left out:
    it is told when it ends."""
    title = desk.title(game.title)
    card = title.system.card
    opening = _state(desk, books, game, 0, view)
    teller_side = view.side or card.sides[0].id
    about = title.teller.about(opening, teller_side)
    chapters = tuple(_chapters(desk, books, game, view, teller_side))
    players = tuple(f"{card.side(one.side).name}: {one.name}" for one in books.players.of(game))
    return Chronicle(
        game=game.name,
        title=card.title,
        scenario=about.scenario,
        whose=card.side(view.side).name if view.side else f"{'both' if len(card.sides) == 2 else 'all'} sides",
        players=players,
        chapters=chapters,
        result=_result(desk, books, game, view) if game.state == "over" else "",
        server_key=desk.signer(books, game).public.hex(),
    )


def _result(desk: Desk, books: Books, game: GameRow, view: RecordView) -> str:
    """The result of a game, in a sentence to nobody in particular: on the board, or as its players or the GM ended it."""
    title, last = desk.title(game.title), _state(desk, books, game, -1, view)
    outcome = title.system.outcome(last)
    if outcome is not None:
        return title.teller.final(last, outcome, "")[0]
    end = books.records.last_of_types(game, ("game.end",))
    who, _, how = (read_json(end.body)["body"]["result"] if end is not None else "over").partition(": ")
    if who == "draw":
        return "The game is a draw."
    return f"{who} wins: {how}." if how else f"The game is over: {who}."


def scenario_title(desk: Desk, books: Books, game: GameRow) -> str:
    """The scenario's public title, which reveals nothing of a position."""
    title = desk.title(game.title)
    side = title.system.card.sides[0].id
    return title.teller.about(_state(desk, books, game, 0, RecordView(side)), side).scenario


def _chapters(desk: Desk, books: Books, game: GameRow, view: RecordView, side: str) -> Iterator[Chapter]:
    teller = desk.title(game.title).teller
    records = {row.seq: row for row in books.records.all(game)}
    names = {player.code: player.name for player in books.players.of(game)}
    before = _state(desk, books, game, 0, view)
    facts = teller.facts(before, [])
    yield Chapter(
        phase="",
        title="The opening",
        clock=facts.clock,
        points=_points(facts.points, facts.lost),
        map=teller.map(before, side, ()),
        state=books.checkpoints.get(game, 0).state_hash,
        records=(0,),
        head=records[0].head if 0 in records else "",
    )
    for row in _done(books, game):
        events = _seen(events_of(books, row), view)
        after = _state(desk, books, game, row.checkpoint_n + 1, view)
        seqs = tuple(segment.record_seq for segment in books.phases.segments(row))
        facts = teller.facts(after, [row.phase])
        yield Chapter(
            phase=row.phase,
            title=teller.phase_title(row.phase),
            clock=", ".join(part for part in (facts.clock, facts.player_turn) if part),
            points=_points(facts.points, facts.lost),
            map=teller.map(after, side, events).marked(teller.marks(before, events)),
            in_short=teller.in_short(before, events, side),
            log=teller.log(before, events, 1),
            orders=_orders([records[seq] for seq in seqs if seq in records], names),
            state=books.checkpoints.get(game, row.checkpoint_n + 1).state_hash,
            records=seqs,
            head=records[seqs[-1]].head if seqs and seqs[-1] in records else "",
        )
        before = after


def _points(points: str, lost: str) -> str:
    return "; ".join(
        part for part in (f"Victory points: {points}" if points else "", f"lost: {lost}" if lost else "") if part
    )


def _orders(records: Sequence[RecordRow], names: dict[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The orders that were carried out: public since then (`advance` puts them into the record)."""
    found: dict[str, list[str]] = {}
    for record in records:
        for code, lines in read_json(record.body)["body"].get("orders", {}).items():
            found.setdefault(f"{code} {names.get(code, '')}".strip(), []).extend(lines)
    return tuple((side, tuple(lines)) for side, lines in found.items())


def _done(books: Books, game: GameRow) -> list[PhaseRow]:
    """The phases that were played to their end: one that was broken off (a player resigned) left no checkpoint."""
    last = books.checkpoints.last(game).n
    return [row for row in books.phases.of(game) if row.state == "done" and row.checkpoint_n < last]


def _state(desk: Desk, books: Books, game: GameRow, n: int, view: RecordView) -> Any:
    """The state at checkpoint `n` (-1: the last), as it is seen."""
    system = desk.title(game.title).system
    row = books.checkpoints.last(game) if n < 0 else books.checkpoints.get(game, n)
    state = system.from_json(read_json(row.state))
    return system.view(state, view.side) if view.side else state


def _seen(events: tuple[Event, ...], view: RecordView) -> tuple[Event, ...]:
    """The events that the view may know of."""
    return known(events, view.side) if view.side else events


def events_of(books: Books, row: PhaseRow) -> tuple[Event, ...]:
    """The events of a phase."""
    return tuple(from_json(read_json(body), Event) for body in books.events.of(row))


def lines(desk: Desk, books: Books, game: GameRow, view: RecordView) -> Iterator[bytes]:
    """The event stream as canonical JSON, a line each: first the game, then phase by phase its events (docs/events.md)."""
    card = desk.title(game.title).system.card
    yield canon(
        {
            "format": FORMAT,
            "game": game.name,
            "title": game.title,
            "scenario": game.scenario,
            "options": read_json(game.options),
            "branch": game.branch,
            "view": view.side or "all",
            "sides": {one.id: {"code": one.code, "name": one.name} for one in card.sides},
            "players": {one.side: one.name for one in books.players.of(game)},
            "opened": time_text(game.opened),
            "over": game.state == "over",
            "state": books.checkpoints.get(game, 0).state_hash,
        }
    )
    for row in _done(books, game):
        for n, body in enumerate(books.events.of(row)):
            if _seen((from_json(read_json(body), Event),), view):
                yield canon({"phase": row.phase, "n": n, "event": read_json(body)})
        yield canon(
            {
                "phase": row.phase,
                "records": [segment.record_seq for segment in books.phases.segments(row)],
                "state": books.checkpoints.get(game, row.checkpoint_n + 1).state_hash,
            }
        )
