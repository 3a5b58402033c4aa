"""Dispatches between the commanders of a side: riders carry their words, as far a game turn as the terms say.

Until one arrives nothing that anybody else is mailed differs by a byte: it makes no record of its own, but is sealed with the
next phase, which seals something whether anybody wrote or not (docs/trust.md).  No die is rolled for a rider.
"""

from collections.abc import Sequence
from typing import Any

from pbem.core.canonical import Json
from pbem.core.system import KnowsHeadquarters, Phase
from pbem.desk.desk import Desk, read_json
from pbem.desk.orders.sharing import Writer, short, units_of
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.deadlines import terms_of
from pbem.desk.play.play import Played
from pbem.desk.play.terms import RIDERS
from pbem.desk.record import chain
from pbem.mechanisms.words import counted
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import DispatchRow, GameRow, PlayerRow

MOST_WORDS = 2000
"""Characters that a rider carries."""


def ride(game: GameRow) -> bool:
    """True if words to comrades are carried by riders in this game."""
    return bool(terms_of(game).couriers)


# Written.


def send(
    desk: Desk, books: Books, game: GameRow, writer: Writer, at: tuple[Phase[Any], Any], to: Sequence[int], text: str
) -> tuple[list[int], list[str]]:
    """Send a rider to each of these seats of the writer's side; `at` is the phase and the position.

    Those who are with the writer need none: their seats are returned, and lines that say what became of the others.
    """
    phase, state = at
    side, names = writer.chief.side, people(books, game, writer.chief)
    if len(text) > MOST_WORDS:
        says = translate(
            "A rider carries {most} characters at most, and your message has {found}.  It was sent to nobody.",
            most=f"{MOST_WORDS:,}",
            found=f"{len(text):,}",
        )
        return [], [says]
    here = place_of(desk, books, game, side, writer.number, state)
    beside: list[int] = []
    notes: list[str] = []
    for seat in to:
        there = place_of(desk, books, game, side, seat, state)
        if here and here == there:
            beside.append(seat)
            continue
        if _sent_in(books, game, writer, phase.turn) >= terms_of(game).couriers.get("riders", RIDERS):
            says = "Your riders of this game turn are all away: nothing was sent to {name}.  Send it again next turn."
            notes.append(translate(says, name=short(names[seat])))
            continue
        written = books.dispatches.of(game)
        row = DispatchRow(
            game_id=key_of(game.id),
            number=written[-1].number + 1 if written else 1,
            side=side,
            sender=writer.number,
            receiver=seat,
            words=text,
            at=desk.clock.now(),
            phase=phase.id,
            turn=phase.turn,
            place=here,
            seq=chain.newest_seq(books, game),
        )
        books.dispatches.add(row)
        books.write()
        notes.append(_left(desk, game, short(names[seat]), state, (here, there), side))
    return beside, notes


def people(books: Books, game: GameRow, chief: PlayerRow) -> dict[int, str]:
    """The people on a side by their seats, the chief's being 0."""
    return {0: chief.name} | {one.number: one.name for one in books.seats.sharing(game, chief.side)}


def _sent_in(books: Books, game: GameRow, writer: Writer, turn: int) -> int:
    mine = (writer.chief.side, writer.number, turn)
    return sum((one.side, one.sender, one.turn) == mine for one in books.dispatches.of(game))


def _left(desk: Desk, game: GameRow, name: str, state: Any, way: tuple[str, str], side: str) -> str:
    """The answer to a message that rides: how long it may take, as far as the writer knows."""
    couriers, (here, there) = terms_of(game).couriers, way
    left = translate("A rider has left for {name}.", name=name)
    unsaid = translate("You will not hear whether it arrives.")
    if "turns" in couriers:
        told = translate("It takes {turns}.", turns=counted(couriers["turns"], "game turn"))
        return f"{left}  {told}  {unsaid}"
    if not here or not there:
        return f"{left}  {translate('It arrives when both of you are on the map.')}  {unsaid}"
    hexes = _hexes(desk, game, state, side, here, there)
    turns = max(1, -(-hexes // couriers["speed"]))
    about = "By the map about {turns} ({hexes}, {speed} a turn)."
    told = translate(about, turns=counted(turns, "turn"), hexes=counted(hexes, "hex", "hexes"), speed=couriers["speed"])
    return f"{left}  {told}  {unsaid}"


# On the way.


def place_of(desk: Desk, books: Books, game: GameRow, side: str, number: int, state: Any) -> str:
    """The hex of the person in a seat: of their senior leader, else of their first unit; "" where none is on the map, or the
    game's map knows no hexes.  Whoever commands nothing by name is with the senior leader whom no other commands."""
    title = desk.title(game.title)
    if not isinstance(title.system, KnowsHeadquarters):
        return ""
    view = title.system.view(state, side)
    commands = {
        one.number: units_of(title, view, side, read_json(one.formations)) for one in books.seats.sharing(game, side)
    }
    units = commands.pop(number, None)
    others = frozenset(name for found in commands.values() for name in found or ())
    if units is not None:
        return title.system.headquarters(view, side, units, ())
    return title.system.headquarters(view, side, None, others) or title.system.headquarters(view, side, None, ())


def _hexes(desk: Desk, game: GameRow, state: Any, side: str, here: str, there: str) -> int:
    system = desk.title(game.title).system
    assert isinstance(system, KnowsHeadquarters), "it has told places"
    return system.hexes_between(system.view(state, side), here, there)


def carry(desk: Desk, books: Books, game: GameRow, played: Played, seq: int) -> list[Json] | None:
    """Bring riders on at the end of a game turn, and seal what was written since the record before; the part of record `seq`
    that tells of it, sealed like all that not everybody knows.  None in a game without riders."""
    if not ride(game):
        return None
    rows = books.dispatches.of(game)
    for row in rows:
        if row.sealed is None:
            row.sealed = seq
    if played.stop.finished:
        following = desk.title(game.title).system.next_phase(played.state)
        turn = following.turn if following is not None else played.phase.turn + 1
        for row in rows if turn > played.phase.turn else ():
            if row.arrived is None and _is_there(desk, books, game, row, played.state, turn):
                row.arrived = seq
    return sealed_in(rows, seq)


def _is_there(desk: Desk, books: Books, game: GameRow, row: DispatchRow, state: Any, turn: int) -> bool:
    """True if a rider has arrived: they go straight to where the receiver is at each turn's end."""
    couriers = terms_of(game).couriers
    ridden = turn - row.turn
    if ridden < 1:
        return False
    if "turns" in couriers:
        return ridden >= couriers["turns"]
    there = place_of(desk, books, game, row.side, row.receiver, state)
    here = row.place or place_of(desk, books, game, row.side, row.sender, state)
    if not here or not there:
        return False
    return ridden * couriers["speed"] >= _hexes(desk, game, state, row.side, here, there)


def sealed_in(rows: Sequence[DispatchRow], seq: int) -> list[Json]:
    """The part of a record about dispatches: those written since the one before, and those that arrived."""
    written = (_content(one) for one in rows if one.sealed == seq)
    return [*written, *({"dispatch": one.number, "arrived": True} for one in rows if one.arrived == seq)]


def _content(row: DispatchRow) -> dict[str, Json]:
    return {
        "dispatch": row.number,
        "side": row.side,
        "from": row.sender,
        "to": row.receiver,
        "phase": row.phase,
        "place": row.place,
        "words": row.words,
    }


# Arrived.


def news(desk: Desk, books: Books, game: GameRow, side: str, number: int) -> list[str]:
    """The dispatches that have come to the person in a seat and that no report of theirs has brought, for its top."""
    if not ride(game):
        return []
    names = people(books, game, books.players.get(game, side))
    short_name = desk.title(game.title).teller.short_name
    found: list[str] = []
    for row in _come(books, game, side, number, names):
        where = translate("at {place}", place=row.place) if row.place else ""
        by = names.get(row.sender) or translate("somebody who has left")
        written = " ".join(filter(None, (translate("written in {phase}", phase=short_name(row.phase)), where)))
        found.append(translate("DISPATCH from {name}, {written}:", name=short(by), written=written))
        found += [f'  "{line.strip()}"' for line in row.words.splitlines() if line.strip()]
    return found


def mark_read(books: Books, game: GameRow, side: str, number: int, seq: int) -> None:
    """Note that a report, of record `seq`, has brought somebody the dispatches that had come."""
    if ride(game):
        for row in _come(books, game, side, number, people(books, game, books.players.get(game, side))):
            row.told = seq


def _come(books: Books, game: GameRow, side: str, number: int, names: dict[int, str]) -> list[DispatchRow]:
    """Dispatches that have arrived at a seat and are not read; those to a seat that nobody has any more are the chief's."""
    return [
        one
        for one in books.dispatches.of(game)
        if one.side == side
        and one.arrived is not None
        and one.told is None
        and (one.receiver == number or (number == 0 and one.receiver not in names))
    ]


# Taken back, and opened.


def tell_undone(desk: Desk, books: Books, game: GameRow, rows: Sequence[DispatchRow], phase: str) -> None:
    """Tell the writers of dispatches that an undo has taken back."""
    for row in rows:
        player = books.players.get(game, row.side)
        name = short(people(books, game, player).get(row.receiver, player.name))
        text = translate("Your dispatch to {name} was never written: play went back behind it.", name=name)
        text += f"  {translate('Send it again if it still fits.')}"
        quoted = [f"  {ascii_text(one)}" for one in row.words.splitlines()]
        body = "\n".join([*wrap(text, WIDTH), "", *quoted, ""])
        subject = f"[{game.name}] {translate('Your dispatch to {name} was undone', name=name)}"
        label = f"u{chain.newest_seq(books, game)}.{row.number}"
        post.to_player(
            desk, books, game, player, Draft("press", label, subject, body, phase, f"0.{label}"), seat=row.sender
        )


def opened(books: Books, game: GameRow) -> list[Json]:
    """All dispatches of a game with what became of each, as its last record opens them."""
    return [
        {**_content(row), "fate": "arrived" if row.arrived is not None else "on the way"}
        for row in books.dispatches.of(game)
    ]
