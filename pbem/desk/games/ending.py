"""The end of a game: its last record opens everything that was hidden.  Pairs of games have a total of both."""

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.gm import dispatches
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import phrases_for
from pbem.desk.play.play import present
from pbem.desk.record import chain
from pbem.reports import subjects
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.seal import bundle
from pbem.seal.bundle import Opening
from pbem.seal.chain import Link
from pbem.seal.ladder import contribution
from pbem.seal.state import leaf_salt, open_leaf, state_hash
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import DispatchRow, GameRow, PhaseRow, PlayerRow

# Openings at a game's end: orders with the standing orders of the time, answers and events, hidden facts.


def everything(desk: Desk, books: Books, game: GameRow) -> list[Opening]:
    """The openings of every commitment in a game's chain, including branches that were undone."""
    records = [read_json(row.body) for row in books.records.written(game)]
    return [
        *_orders(books, game, records),
        *segments(books, game, records),
        *_hidden(desk, books, game, records),
    ]


def _orders(books: Books, game: GameRow, records: list[Link]) -> Iterator[Opening]:
    filed = {row.digest: row for row in books.submissions.of_games(books.undone.with_undone(game))}
    for record in records:
        row = filed.get(record["body"]["digest"]) if record["type"] == "orders.accepted" else None
        if row is None:
            continue
        content, salt, body = read_json(row.said), bytes.fromhex(row.salt), record["body"]
        # What came back out of letters that did not open it is not known to us either.
        if contribution(salt, game.name, body["player"], body["phase"], content, row.nonce) == body["digest"]:
            yield bundle.orders_opening(record, content, row.nonce, salt)


def segments(books: Books, game: GameRow, records: Sequence[Link]) -> Iterator[Opening]:
    """Openings of phases in a game that hides facts: every answer and every event, as one value a record."""
    sealed = [record for record in records if "sealed" in record["body"]]
    if not sealed:
        return
    played: dict[str, dict[int, Any]] = {}
    for row in books.undone.with_undone(game):
        post = books.dispatches.of(row) if dispatches.ride(game) else None
        for phase in books.phases.of(row):
            found = played.setdefault(phase.phase, {})
            found |= dict(_stretches(books, phase, post, found))
    salt_key = books.secrets.get(game.name, "salt key")
    trays = [books.dispatches.of(row) for row in books.undone.with_undone(game)] if dispatches.ride(game) else []
    for record in sealed:
        seq, branch = record["seq"], record["branch"]
        answered = [{"dispatches": dispatches.sealed_in(rows, seq)} for rows in trays]
        for value in played.get(record["body"].get("phase", ""), {}).get(seq, answered):
            made = segment_opening(record, value, leaf_salt(salt_key, "segment", seq, branch))
            if bundle.segment_leaf(made) == record["body"]["sealed"]:
                yield made


def _stretches(
    books: Books, phase: PhaseRow, post: Sequence[DispatchRow] | None, found: dict[int, Any]
) -> Iterator[tuple[int, list[Any]]]:
    """By the record's number what each stretch of a phase came to; numbers come again on another branch."""
    events = [read_json(body) for body in books.events.of(phase)]
    first = 0
    segments = books.phases.segments(phase)
    if segments and segments[0].n:
        first = read_json(segments[0].body)["events"] - len(events)
    for row in segments:
        content = read_json(row.body)
        value = {"answers": content["answers"], "events": events[first : content["events"]]}
        if post is not None:
            value["dispatches"] = dispatches.sealed_in(post, row.record_seq)
        yield row.record_seq, [*found.get(row.record_seq, []), value]
        first = content["events"]


def segment_opening(record: Link, value: Any, salt: bytes) -> Opening:
    """The opening of the commitment to the answers and events of a phase."""
    return {
        "open": "segment",
        "game": record["game"],
        "branch": record["branch"],
        "seq": record["seq"],
        "value": value,
        "salt": salt.hex(),
    }


def _hidden(desk: Desk, books: Books, game: GameRow, records: list[Link]) -> Iterator[Opening]:
    """The hidden facts of the last state: with the salt key, and play, all earlier ones follow from them."""
    system = desk.title(game.title).system
    salt_key = books.secrets.get(game.name, "salt key")
    last = next(
        (one for one in reversed(records) if one["branch"] == game.branch and {"state", "after"} & one["body"].keys()),
        None,
    )
    row = books.phases.open(game)
    now = present(desk, books, game) if row is not None and books.phases.segments(row) else None
    state = now.state if now is not None else desk.position(books, game)
    public, hidden = system.public(state), system.hidden(state)
    if last is None or not hidden:
        return
    stored = last["body"].get("state", last["body"].get("after"))
    if state_hash(public, hidden, salt_key, last["seq"], last["branch"]) != stored:
        return
    for path, _ in hidden:
        yield open_leaf(last, public, hidden, salt_key, path)


LOOKS = ("preview", "look")
"""GM actions that showed them sealed orders; they are published when the game ends (docs/trust.md)."""

KEEP = (
    "The last record reveals everything that was sealed.  Keep this letter and its attachment: with them pbem verify "
    "can check the whole game from your mailbox."
)


def close(desk: Desk, books: Books, game: GameRow, result: str) -> None:
    """Write the last record (docs/trust.md, 2) and take no more orders."""
    body: dict[str, Any] = {
        "result": result,
        "salt_key": books.secrets.get(game.name, "salt key").hex(),
        "hidden_top": books.secrets.get(game.name, "hidden ladder top").hex(),
        "openings": everything(desk, books, game),
    }
    if dispatches.ride(game):
        body["dispatches"] = dispatches.opened(books, game)
    looks = [
        {"at": time_text(one.at), "by": one.by, "line": one.line, "reason": one.reason}
        for one in books.gm_actions.all(game.name)
        if one.name in LOOKS
    ]
    chain.append(desk, books, game, "game.end", {**body, "looked": looks} if looks else body)
    game.state, game.hold, game.held_since = "over", "", None
    game.paused_since = game.paused_until = None
    tell_sum(desk, books, game, result)


def resign(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> None:
    """End a two-player game by resignation, and tell both players under the seal of the last record."""
    (other,) = desk.title(game.title).system.card.others(player.side)
    winner = other.name
    what = f"{player.name} ({player.code}) has resigned."
    _end(
        desk,
        books,
        game,
        f"{winner}: {player.code} resigns",
        f"{player.code} resigns, {winner} wins",
        what,
        f"{winner} wins.",
    )


def agree_to_draw(desk: Desk, books: Books, game: GameRow) -> None:
    """End the game as a draw that all players want, and tell them under the seal of the last record."""
    about = f"a draw, agreed by {phrases_for(books, game).both}"
    _end(desk, books, game, "draw: agreed", about, "The players agreed on a draw.", "nobody wins.")


def end_by_hand(
    desk: Desk, books: Books, game: GameRow, result: str, about: str, reason: str, what: str, so: str
) -> int:
    """End a game by the GM's ruling, signed with their key, and write the last record; the number of the ruling."""
    body = {"what": "close", "reason": reason, "agreed": [], "result": result}
    record = chain.append(desk, books, game, "gm.ruling", body, signer=desk.gm_signer(books, game))
    game.rulings += 1
    _end(desk, books, game, result, about, what, so)
    return record.seq


def _end(desk: Desk, books: Books, game: GameRow, result: str, about: str, what: str, so: str) -> None:
    row = books.phases.open(game)
    if row is not None:
        row.state, row.due, row.waiting_for = "done", None, ""
        books.phases.add(row)
    close(desk, books, game, result)
    seal = chain.seal_of(desk, books, game)
    text = f"{what}  The game is over: {so}  {KEEP}"
    for one in books.players.of(game):
        draft = Draft(
            kind="report",
            label=f"{seal.seq}-end",
            subject=subjects.over(game.name, about),
            text="\n".join([*wrap(text, WIDTH), "", *seal.lines, ""]),
            phase="end",
            report=str(seal.seq),
            seq=seal.seq,
            attachments=(chain.attachment(books, game, one, seal),),
        )
        post.to_side(desk, books, game, one, draft)
        one.last_record_sent = seal.seq
    note = "\n".join(wrap(what, WIDTH)) + "\n"
    post.to_gm(desk, books, game, Draft("over", str(seal.seq), f"[{game.name}] {about}", note))


# Pairs of games: the same two people play each side once; shown together, with the total of both at the end.


def other_of(books: Books, game: GameRow) -> GameRow | None:
    """The other game of a pair, None where there is none on this desk."""
    return books.games.find(game.pair) if game.pair else None


def of_status(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> str:
    """A line on the other game of a pair, for a player's ``status``; "" for a game of no pair."""
    other = other_of(books, game)
    if other is None:
        return ""
    mine = next((one for one in books.players.of(other) if one.folded == player.folded), None)
    code = mine.code if mine is not None else "-"
    if other.state == "over":
        state = translate("over")
    else:
        row = books.phases.open(other)
        phase = desk.title(other.title).teller.short_name(row.phase) if row is not None else "-"
        waits = row is not None and mine is not None and mine.side in row.waiting_for.split(",")
        state = f"{phase}; {translate('it waits for you')}" if waits else phase
    text = translate(
        "The other game of the pair, {game}, where you play {code}: {state}.", game=other.name, code=code, state=state
    )
    return "\n".join(wrap(text, WIDTH)) + "\n"


def tell_sum(desk: Desk, books: Books, game: GameRow, result: str) -> None:
    """Mail the total of a pair after its second game; `result` is that of the game that has just ended."""
    other = other_of(books, game)
    if other is None or other.state != "over":
        return
    results = {game.name: result, other.name: _result(books, other)}
    points: dict[str, int] = {}
    names = {person.folded: person.name for person in books.players.of(game)}
    lines = []
    for one in sorted((game, other), key=lambda one: one.name):
        scored = points_of(desk, books, one)
        people = books.players.of(one)
        for person in people:
            points[person.folded] = points.get(person.folded, 0) + scored.get(person.side, 0)
        shares = ", ".join(f"{person.name} ({person.code}) {scored.get(person.side, 0)}" for person in people)
        lines += wrap(f"{one.name}: {results[one.name]}{f'.  {shares}' if scored else ''}", WIDTH, rest="    ")
    total = ", ".join(f"{names.get(who, who)} {count}" for who, count in points.items())
    lines += ["", *wrap(translate("Both games together: {points}.", points=total), WIDTH)]
    for person in books.players.of(game):
        with writing_to(desk, person):
            head = translate(
                "The pair is over: {first} and {second}",
                first=min(game.name, other.name),
                second=max(game.name, other.name),
            )
            post.to_player(
                desk,
                books,
                game,
                person,
                Draft("pair", "0", f"[{game.name}] {head}", "\n".join(lines) + "\n", "end", "0.z"),
            )
    post.to_gm(desk, books, game, Draft("pair", "0", f"[{game.name}] the pair is over", "\n".join(lines) + "\n"))


def points_of(desk: Desk, books: Books, game: GameRow) -> dict[str, int]:
    """The victory points by side, as the last position has them; none where it was resigned or drawn, or a game counts none."""
    outcome = desk.title(game.title).system.outcome(desk.position(books, game))
    return dict(outcome.points) if outcome is not None else {}


def _result(books: Books, game: GameRow) -> str:
    last = next((row for row in reversed(books.records.all(game)) if row.type == "game.end"), None)
    return str(read_json(last.body)["body"]["result"]) if last is not None else "over"
