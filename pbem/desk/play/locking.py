"""Orders are locked, and the dice wait for a witness or a beacon (docs/trust.md, 7)."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from pbem.desk.desk import Desk, read_json
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.orders.filing import file_deferred
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.beacon_source import Rounds, Unreachable
from pbem.desk.play.deadlines import LAG, charge
from pbem.desk.play.play import ToLock
from pbem.desk.record import chain
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.seal import bundle
from pbem.seal import lock as beacon
from pbem.seal.lock import BEACON, SILENCE, WITNESS, WitnessWord, stands
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import GameRow, LockRow, PhaseRow


def lock(desk: Desk, books: Books, game: GameRow, wanted: ToLock, row: PhaseRow) -> None:
    """Lock the orders of an adjudication: the record that says so, and the letter that asks for what its dice still want.

    From now on nothing may change that affects the dice: no letter with orders is accepted, and no deadline passes.
    """
    file_deferred(desk, books, game, wanted.deferred)
    if wanted.row is not None:
        charge(desk, books, game, row)
    row.locked = row.locked or wanted.counts
    row.due, row.waiting_for = None, ""
    row.stopped = desk.clock.now()
    row = books.phases.add(row)
    source = read_json(game.source)
    step = books.locks.steps(game, source["key"]) + 1 if game.dice == WITNESS else 0
    body: dict[str, Any] = {
        "phase": wanted.phase.id,
        "adj": wanted.adj,
        "digests": dict(wanted.contributions),
        **({"step": step} if step else {}),
    }
    record = chain.append(desk, books, game, "orders.locked", body)
    last = books.records.at(game, record.seq)
    if game.dice == BEACON:
        step = beacon.first_round(source, time_text(last.at))
        due = beacon.round_time(source, step)
    else:
        due = last.at + timedelta(hours=SILENCE)
    begun = wanted.row is None or books.locks.began(game, wanted.phase.id)
    made = LockRow(
        game_id=row.game_id,
        branch=game.branch,
        seq=record.seq,
        head=record.head,
        at=last.at,
        phase=wanted.phase.id,
        adj=wanted.adj,
        digests=chain.canonical_text(dict(wanted.contributions)),
        mode=game.dice,
        source=source["key"],
        step=step,
        begun=begun,
        due=due,
    )
    books.locks.add(made)
    if game.dice == WITNESS:
        _ask(desk, books, game, made)
    else:
        _mail_lock(desk, books, game, made)


def locked_body(books: Books, game: GameRow, locked: LockRow) -> dict[str, Any]:
    """The lock's part of the record of the dice; the lock is used up."""
    if locked.state == "silent":
        game.silent += 1
    locked.state, locked.due = "used", None
    books.locks.add(locked)
    return {"lock": locked.seq, locked.mode: read_json(locked.word)}


def must_not_wait(books: Books, game: GameRow, what: str) -> None:
    """Raises CannotRule if dice wait: what they hang on is locked, and stays as it is until they have fallen."""
    waiting = books.locks.pending(game)
    if waiting is not None:
        raise CannotRule(
            f"{game.name}: expected no dice that wait, for {what}; those of {waiting.phase} are locked (record "
            f"{waiting.seq}): wait for them, void them (pbem gm void) or undo"
        )


def _ask(desk: Desk, books: Books, game: GameRow, row: LockRow) -> None:
    """The letter to the witness: the lock under our seal, and every record since the last lock that they answered."""
    source = read_json(game.source)
    seal = chain.seal_of(desk, books, game)
    known = books.locks.answered(game, row.source)
    records = chain.lines_since(books, game, known.seq if known is not None else -1)
    text = (
        f"{game.name}: the orders of {row.phase} are locked in record {row.seq}, and its dice wait for your step {row.step}.  "
        f"Your program answers this by itself (pbem witness).  After {SILENCE} hours, {times.stamp(row.due or row.at)}, the "
        "game goes on without you, and says so for ever."
    )
    draft = Draft(
        kind="lock",
        label=str(row.seq),
        subject=f"[{game.name}] Witness: step {row.step} for record {row.seq}",
        text="\n".join([*wrap(text, WIDTH), "", *seal.lines, ""]),
        seq=row.seq,
        attachments=((bundle.file_name(game.name, row.seq, game.branch), bundle.write(records, seal.seal, [])),),
    )
    post.to_witness(desk, books, game, source["address"], draft)


def _mail_lock(desk: Desk, books: Books, game: GameRow, row: LockRow) -> None:
    """Both players have the signed lock before the round that it waits for: their own mail server says when."""
    seal = chain.seal_of(desk, books, game)
    text = (
        f"The orders of {row.phase} are locked in record {row.seq}, under the seal below.  The dice come from round {row.step} "
        f"of the beacon, which nobody knows before {times.stamp(row.due or row.at)}.  Nothing is wanted of you; keep this "
        "letter, since its date proves that the orders came first."
    )
    for player in books.players.of(game):
        draft = Draft(
            kind="lock",
            label=str(row.seq),
            subject=f"[{game.name}] The orders of {row.phase} are locked",
            text="\n".join([*wrap(text, WIDTH), "", *seal.lines, ""]),
            phase=row.phase,
            report=f"{row.seq}.k",
            seq=row.seq,
            attachments=(chain.attachment(books, game, player, seal),),
        )
        post.to_side(desk, books, game, player, draft)
        player.last_record_sent = row.seq


# ------------------------------------------------------------------------------------------------------------ what comes


def word_came(books: Books, game: GameRow, word: WitnessWord) -> str:
    """A witness's word: filed for the lock that it is for; "" or why it counts for nothing."""
    row = books.locks.by_head(game, word.lock)
    if row is None:
        return "no lock of this game has the head that it names"
    source = read_json(game.source)
    if row.source != source.get("key") or not word.is_of(source):
        return "it is not signed by the witness of this game"
    if row.state != "waiting" or row.branch != game.branch:
        return f"record {row.seq} waits for no word any more"
    known = books.locks.word_before(game, row)
    number, value = (known.step, read_json(known.word)["value"]) if known is not None else (0, source["anchor"])
    if word.step != row.step or not stands(word.value, word.step, value, number):
        return f"step {word.step} is not the one asked for, or does not stand on step {number} of the ladder"
    _know(books, game, row, {"step": word.step, "value": word.value, "sig": word.sig})
    return ""


def round_came(books: Books, game: GameRow, row: LockRow, signature: str) -> None:
    """A round of the beacon that was checked."""
    drawn = {"round": row.step, "signature": signature, "value": beacon.value_of(signature)}
    _know(books, game, row, drawn)


def _know(books: Books, game: GameRow, row: LockRow, word: Mapping[str, Any]) -> None:
    row.state, row.due, row.word = "known", None, chain.canonical_text(dict(word))
    books.locks.add(row)
    game.unplayed = True


def go_on_without(books: Books, game: GameRow, row: LockRow) -> None:
    """The witness's time is over: the dice are made without them, and the record says so."""
    row.state, row.due, row.word = "silent", None, chain.canonical_text({"step": row.step, "silent": True})
    books.locks.add(row)
    game.unplayed = True


def pass_silent(desk: Desk, looked: datetime | None) -> Sequence[str]:
    """Games whose witness was silent for their time: they are to be advanced now.

    `looked` is when the mailbox was last found to hold nothing more: a word that came in time is read first.
    """
    now = desk.clock.now()
    with desk.store.read() as books:
        if not any(row.mode == WITNESS for row in books.locks.due(now)):
            return []
    names = []
    with desk.store.begin() as books:
        if books.watch.unsent() is not None:
            return []  # nobody can have been asked since then
        for row in books.locks.due(now):
            end = row.due
            if (
                row.mode != WITNESS
                or end is None
                or looked is None
                or looked < end + LAG
                or books.letters_in.has_unread(end)
            ):
                continue
            game = books.games.by_id(row.game_id)
            go_on_without(books, game, row)
            name = read_json(game.source)["name"]
            text = (
                f"The witness {name} has not answered within {SILENCE} hours; the dice of {row.phase} are made without a "
                "word of theirs.  Every later report says so.  If the silence lasts, the players may agree on another mode:   "
                f"pbem dice {game.name} sealed"
            )
            label, head = f"{game.branch}-{row.seq}", f"[{game.name}] The witness is silent"
            draft = Draft("silent", label, head, "\n".join(wrap(text, WIDTH)) + "\n")
            post.to_gm(desk, books, game, draft)
            names.append(game.name)
    return names


# Rounds of a beacon: fetched when they are due, checked, and filed with the lock that waits for them.

log = logging.getLogger(__name__)

LONGEST_WAIT: Final = 600.0
"""Seconds between two tries at most."""
TOLD_AFTER: Final = 3
"""Tries in vain after which the GM is told."""


@dataclass(frozen=True)
class Due:
    """A lock that waits for a round which is now due: the row's number, beacon, round, and the result of asking for it."""

    lock: int
    source: Mapping[str, Any]
    number: int
    signature: str = ""
    fault: str = ""


def due(desk: Desk) -> list[Due]:
    """The rounds to ask for now."""
    with desk.store.read() as books:
        rows = [row for row in books.locks.due(desk.clock.now()) if row.mode == BEACON]
        sources = [read_json(books.games.by_id(row.game_id).source) for row in rows]
        return [Due(row.id or 0, source, row.step) for row, source in zip(rows, sources, strict=True)]


def ask(rounds: Rounds, one: Due) -> Due:
    """Ask for a round and check it; it touches the network and nothing else."""
    try:
        signature = rounds.signature(one.source["chain"], one.number)
        if not beacon.is_genuine(one.source, one.number, signature):
            return Due(one.lock, one.source, one.number, fault="what was handed out is not signed by the beacon")
    except (Unreachable, beacon.NoVerifier) as fault:
        return Due(one.lock, one.source, one.number, fault=str(fault))
    return Due(one.lock, one.source, one.number, signature)


def file(desk: Desk, asked: Sequence[Due]) -> list[str]:
    """Store the rounds that arrived; the games to advance. Rounds that did not arrive are asked for again, at growing
    intervals.
    """
    if not asked:
        return []
    names = []
    with desk.store.begin() as books:
        for one in asked:
            row = books.locks.get(one.lock)
            if row.state != "waiting":
                continue
            game = books.games.by_id(row.game_id)
            if one.signature:
                round_came(books, game, row, one.signature)
                names.append(game.name)
                continue
            row.tries += 1
            wait = min(2.0 * 2 ** min(row.tries, 20), LONGEST_WAIT)
            row.due = desk.clock.now() + timedelta(seconds=wait * (1 + desk.chance() / 4))
            books.locks.add(row)
            log.warning("game %s: beacon, round %s: %s; tried again in %.0f s", game.name, row.step, one.fault, wait)
            if row.tries == TOLD_AFTER:
                wording = (
                    f"The dice of {row.phase} wait for round {row.step} of the beacon, and it cannot be had: {one.fault}.  It "
                    f"is tried again and again, at least every {LONGEST_WAIT / 60:.0f} minutes; the game waits."
                )
                text = "\n".join(wrap(ascii_text(wording), WIDTH)) + "\n"
                draft = Draft("beacon", f"{game.branch}-{row.seq}", f"[{game.name}] The beacon cannot be reached", text)
                post.to_gm(desk, books, game, draft)
    return names


def fetch_due(desk: Desk) -> list[str]:
    """Ask for all that is due, one after another, and file it; the games that are to be played on."""
    return file(desk, [ask(desk.rounds, one) for one in due(desk)])
