"""Undo: play goes back to a record and on from there on a new branch; the old one stays, signed and mailed (docs/trust.md)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.games import succession
from pbem.desk.gm import dispatches, gm_actions, tray
from pbem.desk.gm.gm_actions import CannotRule, GmAction, Ruled
from pbem.desk.incoming.absence import absences
from pbem.desk.orders import filing
from pbem.desk.orders.sharing import CHIEF_READY
from pbem.desk.outgoing import letters
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import due_at
from pbem.desk.play.dice_mode import begin_ladder, living
from pbem.desk.play.play import asked_sides, present
from pbem.desk.play.terms import put_due
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended
from pbem.desk.record.rules_program import engine_in_force, engine_in_words
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.seal.draws import new_player, players_in
from pbem.seal.ladder import ZEROS
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, RecordRow, StandingRow, SubmissionRow

ENGINE_STAYS = "the rules program stays as it was before the undo"


@dataclass(frozen=True)
class UndoEffect:
    """The effect of an undo: back to which record, on which new branch, and what no longer stands.

    `closed` is the branch that ends, `parent` the one that the record is of: another where an undo goes behind one before;
    `phase` is the phase of the last adjudication that stands ("" at the opening), `undone` the phases of those that do not,
    each once, `letters` the number of letters with orders that no longer count; `engine` is the rules program that stays, where
    it was another at that record.  `rulings` are those of the GM that no longer count, `kept` those that still do: each in a
    sentence's beginning, with its record.
    """

    game: str
    to: int
    closed: str
    parent: str
    branch: str
    phase: str
    undone: tuple[str, ...]
    letters: int
    engine: str = ""
    rulings: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def would_undo(desk: Desk, name: str, to: int) -> UndoEffect:
    """The effect of an undo to record `to`. Raises CannotRule, UnknownGame."""
    with desk.store.read() as books:
        return undoing_of(books, living(books, name), to)


def undo(desk: Desk, name: str, to: int, reason: str, agreed: tuple[str, ...] = ()) -> UndoEffect:
    """Take a game back to what it was after record `to`, on a new branch with a ladder of its own, and play on from there.

    What came later stays in the chain as the old branch, which is closed and mailed to both players whole; a game that was
    held goes on.  Orders that were on file at that record are on file again.  Raises CannotRule, UnknownGame.
    """
    with desk.store.begin() as books:
        undoing = undo_in(desk, books, living(books, name), to, reason, agreed)
    advance(desk, name)
    return undoing


def undo_in(
    desk: Desk, books: Books, game: GameRow, to: int, reason: str, agreed: tuple[str, ...] = (), *, asked_by: str = ""
) -> UndoEffect:
    """`undo` within a transaction that is open; the game is still to be played on.  Raises CannotRule.

    `asked_by` names the players who agreed on it by letter: their letters say so, and name no ruling of the GM's.
    """
    text = gm_actions.reason_of(reason)
    by = gm_actions.agreed_by(books, game, agreed)
    undoing = undoing_of(books, game, to)
    fork = books.records.at(game, to)
    closed = {"branch": game.branch, "reason": text, "from": to, "agreed": list(by)}
    last = gm_actions.append(desk, books, game, "branch.closed", closed)
    engine = engine_in_force(books, game)
    seal = chain.seal_of(desk, books, game)
    old = {one.side: (chain.attachment(books, game, one, seal),) for one in books.players.of(game)}
    fallen = succession.fallen_since(books, game, to)
    opened = open_branch(desk, books, game, undoing, fork, text, by)
    kept = _keep_engine(desk, books, game, engine)
    teller = desk.title(game.title).teller
    where = f"the end of {teller.short_name(undoing.phase)}" if undoing.phase else "the opening"
    change = f"play goes back to record {to}, {where}, and continues as branch {undoing.branch}"
    more = [
        f"The branch {undoing.closed} ends with record {last.seq}; it stays as it is, and its last records",
        "are attached.  The new branch has its own dice.",
        *kept,
        *(line for one in undoing.rulings for line in wrap(f"No longer in force: the ruling of {one}.", WIDTH)),
        "",
        *seal.lines,
    ]
    _unready(books, game, undoing)
    about = f"play goes back to record {to}" + (", as agreed" if asked_by else "")
    action = GmAction(about, change, text, agreed=by, asked_by=asked_by)
    game.undone += 1
    gm_actions.announce(desk, books, game, action, opened, more=more, attachments=old)
    succession.give_back(desk, books, game, fallen)
    return undoing


def _keep_engine(desk: Desk, books: Books, game: GameRow, engine: tuple[str, str]) -> tuple[str, ...]:
    """Play goes on with the rules program that it was played with before the undo: an upgrade is not taken back with the moves.

    What to tell of it, nothing where the program is the same at the fork.
    """
    if engine_in_force(books, game) == engine:
        return ()
    body = {
        "engine": engine[0],
        "rules": engine[1],
        "reason": ENGINE_STAYS,
        "agreed": [],
        "boundary": f"branch {game.branch}",
    }
    gm_actions.append(desk, books, game, "engine.change", body)
    return tuple(wrap(f"The game is still played with pbem {engine_in_words(engine)}: {ENGINE_STAYS}.", WIDTH))


def undoing_of(books: Books, game: GameRow, to: int) -> UndoEffect:
    """The effect of an undo of this game to record `to`. Raises CannotRule."""
    records = books.records.all(game)
    newest = records[-1].seq
    if not newest:
        raise CannotRule(f"{game.name}: expected a record to go back to; nothing was played since the game began")
    if not 0 <= to < newest:
        raise CannotRule(f"{game.name}: expected a record from 0 to {newest - 1} to go back to; found {to}")
    keys = [row.seq for row in records if row.type in ("key.rotate", "key.revoke") and row.seq > to]
    if keys:
        raise CannotRule(
            f"{game.name}: expected a record from {keys[-1]} on, where the server's key was changed; found {to}"
        )
    resolved = [(row.seq, read_json(row.body)["body"]["phase"]) for row in records if row.type == "phase.resolved"]
    return UndoEffect(
        game=game.name,
        to=to,
        closed=game.branch,
        parent=next(row.branch for row in records if row.seq == to),
        branch=f"main.{len(books.records.branches(game)) + 1}",
        phase=next((phase for seq, phase in reversed(resolved) if seq <= to), ""),
        undone=tuple(dict.fromkeys(phase for seq, phase in resolved if seq > to)),
        letters=sum(row.type == "orders.accepted" and row.seq > to for row in records),
        engine=_engine_since(records, to),
        rulings=_rulings_since(records, to, GOES_BACK),
        kept=_rulings_since(records, to, KEPT),
    )


GOES_BACK = {
    "state": "the position changed by hand",
    "orders": "orders of {player} changed",
    "deadline": "a deadline moved",
    "act": "play went on without waiting",
    "redo": "orders filed again",
    "letter": "a held letter let in",
    "leader": "another leader of {player}",
}
"""Rulings that hang on the position or the phase that an undo takes back, by what they are."""
KEPT = {
    "pace": "another pace",
    "dice": "other dice",
    "substitute": "another player of a side",
    "returned": "a player is back",
    "address": "another address",
    "key": "an order key changed",
    "seat": "another seat",
}
"""Rulings about people or terms, which stay."""


def _rulings_since(records: Sequence[RecordRow], to: int, words: Mapping[str, str]) -> tuple[str, ...]:
    """The GM's rulings after record `to`, of the kinds that `words` names."""
    found = []
    for row in records:
        if row.type == "gm.ruling" and row.seq > to:
            body = read_json(row.body)["body"]
            kind = body["what"] if body.get("change") != succession.LEADER else succession.LEADER
            if kind in words:
                clause = f", rule {body['rule']}" if body.get("rule", "-") != "-" else ""
                what = words[kind].format(player=body.get("player", "a player"))
                found.append(f"record {row.seq}, {what}{clause} ({body['reason']})")
    return tuple(found)


def _engine_since(records: Sequence[RecordRow], to: int) -> str:
    """The version of the rules program that came after record `to`, "" if none did."""
    changes = [row for row in records if row.type == "engine.change" and row.seq > to]
    return str(read_json(changes[-1].body)["body"]["engine"]) if changes else ""


def open_branch(
    desk: Desk, books: Books, game: GameRow, undoing: UndoEffect, fork: RecordRow, reason: str, by: tuple[str, ...]
) -> Appended:
    """The rows go back to what they were after record `undoing.to`, the branch begins, and whoever was asked at that moment is
    asked again."""
    records = [read_json(row.body) for row in books.records.all(game) if row.seq <= undoing.to]
    rulings = sum(record["type"] == "gm.ruling" and "after" in record["body"] for record in records)
    aside = books.undone.put_aside(game, undoing.to, fork.at, rulings, undoing.closed)
    state = _state_now(desk, books, game, is_within=aside.reopened is not None)
    game.branch, game.state, game.hold, game.held_since = undoing.branch, "open", "", None
    dice = [one["body"] for one in records if "adj" in one["body"]]
    game.steps = dice[-1]["adj"] if dice else 0
    last: Mapping[str, str] = next((one["contrib"] for one in reversed(dice) if "contrib" in one), {})
    last_ended = max((row.n for row in books.phases.of(game) if row.state == "done"), default=0)
    for player in books.players.of(game):
        player.contribution = last.get(player.code, ZEROS)
        player.last_record_sent = min(player.last_record_sent, undoing.to)
        player.last_phase_reported = min(player.last_phase_reported, last_ended)
    anchor = begin_ladder(books, game, undoing.to + 1)
    masks = masks_kept(books, game)
    body = {
        "from": undoing.to,
        "parent": undoing.parent,
        "branch": undoing.branch,
        "reason": reason,
        "agreed": list(by),
        "ladder": {"anchor": anchor, "length": game.ladder_length},
        "after_adj": game.steps,
        "phase": undoing.phase or "opening",
        "state": chain.hash_of(desk, books, game, state, undoing.to + 1),
        **({"masks": masks} if masks else {}),
    }
    before = Appended(fork.seq, fork.head)
    made = chain.append_after(desk, books, game, before, "branch.open", body, signer=desk.gm_signer(books, game))
    tray.undo_delays(books, game, aside.dispatches)
    dispatches.tell_undone(desk, books, game, aside.dispatches, undoing.phase or "opening")
    if aside.reopened is not None:
        _ask_again(desk, books, game, aside.reopened)
    return made


def masks_kept(books: Books, game: GameRow) -> dict[str, list[Any]]:
    """The keys of players who came since the game began: an undo takes no player back."""
    bodies = [read_json(row.body) for row in books.records.written(game)]
    salt_key = books.secrets.get(game.name, "salt key")
    found: dict[str, list[Any]] = {}
    for code, number in players_in(bodies).items():
        found |= new_player(salt_key, code, number)
    return found


def _state_now(desk: Desk, books: Books, game: GameRow, *, is_within: bool) -> Any:
    """The state at the fork: within a phase that of the stop, else that of the last checkpoint."""
    played = present(desk, books, game) if is_within else None
    if played is not None:
        return played.state
    return desk.title(game.title).system.from_json(read_json(books.checkpoints.last(game).state))


def _unready(books: Books, game: GameRow, undoing: UndoEffect) -> None:
    """Orders that are on file again wait for their owner's word: they may want to change them, and nothing runs by itself.

    What was undone keeps them as they were, ready or not, for a `redo` of the phases that were undone.
    """
    done = {row.phase for row in books.phases.of(game) if row.state == "done"}
    aside = books.undone.of(game, undoing.closed)
    for player in books.players.of(game):
        for phase in books.submissions.phases_filed(game, player.side):
            latest = books.submissions.latest(game, player.side, phase)
            if phase in done or latest is None:
                continue
            is_ready = latest.ready in ("ready", "pass", CHIEF_READY)
            is_new = aside is not None and books.submissions.latest(aside, player.side, phase) is None
            if aside is not None and is_new and (is_ready or phase in undoing.undone):
                books.undone.keep(aside, latest)
            if is_ready:
                books.submissions.set_ready(latest, "wait" if game.when_in == "at once" else "")
        for seat in books.seats.sharing(game, player.side):
            seat.ready = ""


def _ask_again(desk: Desk, books: Books, game: GameRow, row: PhaseRow) -> None:
    played = present(desk, books, game)
    if played is None:
        return
    asked = asked_sides(played.open)
    put_due(desk, game, row, due_at(desk, books, game, played, absences(books, game, asked)))
    row.waiting_for = ",".join(asked)
    row.stopped = desk.clock.now()
    row.lapsed = None
    books.phases.add(row)
    letters.ask_again(desk, books, game, played)


# Redo: what was ordered and answered on a branch that was undone is on file again, and is carried out with new dice.
#
# The dice of the old branch have been seen, so nobody may choose between them and others (docs/trust.md): what the
# players wrote comes back, what it led to does not.


@dataclass(frozen=True)
class Version:
    """Orders of a side for a phase as they stood on the old branch: their lines, and its answers to questions."""

    player: PlayerRow
    phase: str
    row: SubmissionRow
    lines: tuple[str, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True)
class Redoing:
    """The content of a redo: the branch that it is of, the orders in the sequence in which they were filed, what its owners
    have written again since (which stands), and the standing orders that were given or ended there."""

    branch: str
    versions: tuple[Version, ...]
    newer: tuple[tuple[str, str], ...]
    standing: tuple[StandingRow, ...]


def redoing_of(books: Books, game: GameRow, branch: str = "") -> Redoing:
    """The things of a branch that can be brought back; "" for the last of which anything can be.  Raises CannotRule."""
    undone = books.undone.branches(game)
    if not undone:
        raise CannotRule(f"{game.name}: expected a game of which something was undone; nothing was")
    if branch and books.undone.of(game, branch) is None:
        now = f"; {branch} is the branch that is played now" if branch == game.branch else ""
        raise CannotRule(
            f"{game.name}: expected a branch that was undone, {' or '.join(undone)}; found {branch!r}{now}"
        )
    found = [_of_branch(books, game, one) for one in ([branch] if branch else reversed(undone))]
    for one in found:
        if one.versions or one.standing:
            return one
    newer = list(dict.fromkeys(each for one in found for each in one.newer))
    written = " and ".join(f"{code} {phase}" for code, phase in newer)
    since = f"; its players have written again since ({written})" if newer else ""
    others = [one for one in undone if branch and one != branch and _has_any(_of_branch(books, game, one))]
    more = f".  Branch {others[-1]} has orders:   redo {game.name} {others[-1]}" if others else ""
    named = f"branch {branch}" if branch else f"branch {' or '.join(undone)}"
    raise CannotRule(f"{game.name}: expected orders of {named} that are still to be played; found none{since}{more}")


def _has_any(redoing: Redoing) -> bool:
    return bool(redoing.versions or redoing.standing)


def _of_branch(books: Books, game: GameRow, wanted: str) -> Redoing:
    """The things of an undone branch that can be brought back; perhaps nothing."""
    aside = books.undone.of(game, wanted)
    if aside is None:
        return Redoing(wanted, (), (), ())
    began = next(row.seq for row in books.records.all(game) if row.branch == game.branch)
    done = {row.phase for row in books.phases.of(game) if row.state == "done"}
    versions: list[Version] = []
    newer: list[tuple[str, str]] = []
    for player in books.players.of(game):
        for phase in books.submissions.phases_filed(aside, player.side):
            row = books.submissions.latest(aside, player.side, phase)
            if row is None or row.state != "filed" or phase in done:
                continue
            now = books.submissions.latest(game, player.side, phase)
            if now is not None and now.record_seq > began:
                newer.append((player.code, phase))
                continue
            lines = books.submissions.lines(row)
            found_lines = tuple(
                text for one in lines if one.verdict == "accepted" for text in one.canonical.splitlines()
            )
            answers = filing.answers_given(books, aside, player.side, phase)
            versions.append(Version(player, phase, row, found_lines, answers))
    versions.sort(key=lambda one: (one.row.record_seq, one.player.side))
    standing = tuple(row for one in books.players.of(game) for row in _standing(books, game, aside, one.side))
    return Redoing(wanted, tuple(versions), tuple(newer), standing)


def redo_in(desk: Desk, books: Books, game: GameRow, branch: str, reason: str) -> tuple[Redoing, int]:
    """File them again, and tell all players; what was brought back, and the record of it.  Raises CannotRule.

    The same question, word for word, gets the answer that it got there, for as long as the branch lasts (`before_undo`).
    """
    redoing = redoing_of(books, game, branch)
    aside = books.undone.of(game, redoing.branch)
    if aside is None:
        raise CannotRule(f"{game.name}: branch {redoing.branch} is gone")
    codes = sorted({f"{one.player.code} {one.phase}" for one in redoing.versions})
    short_name = desk.title(game.title).teller.short_name
    whose = sorted({f"{one.player.code} for {short_name(one.phase)}" for one in redoing.versions})
    ruled = Ruled(
        "redo",
        reason,
        f"orders and answers of branch {redoing.branch} that were undone are on file again: {', '.join(whose) or 'none'}",
        f"orders of branch {redoing.branch} are on file again",
        {"from": redoing.branch, "for": codes},
    )
    record = gm_actions.rule(desk, books, game, ruled)
    for one in redoing.standing:
        _put_back(desk, books, game, one)
    for version in redoing.versions:
        filing.file(
            desk, books, game, version.player, version.phase, filing.entries(books, version.row),
            answers=version.answers, ready=version.row.ready, nonce=version.row.nonce, letter_id=version.row.letter_id,
        )  # fmt: skip
    books.undone.serve(aside, game.branch)
    return redoing, record


def _standing(books: Books, game: GameRow, aside: GameRow, side: str) -> Sequence[StandingRow]:
    """The standing orders put aside that the game has otherwise now: given there and out of force here, or ended there."""
    in_force = books.standing.in_force(game, side)
    numbers, texts = {one.number for one in in_force}, {one.text for one in in_force}
    return [
        one
        for one in books.standing.all(aside, side)
        if (one.number in numbers if one.ended is not None else one.text not in texts)
    ]


def _put_back(desk: Desk, books: Books, game: GameRow, kept: StandingRow) -> None:
    row = next(one for one in books.standing.all(game, kept.side) if one.number == kept.number)
    if kept.ended is not None:
        books.standing.end(row, desk.clock.now(), kept.why)
    else:
        books.standing.revive(row)
