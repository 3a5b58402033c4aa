"""Advance a game: play on, and store the results in one transaction."""

import logging
import traceback
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.record import to_json
from pbem.core.system import Phase
from pbem.crash_points import crash_point
from pbem.desk import faults
from pbem.desk.desk import Desk, hides_facts, public
from pbem.desk.games import ending, succession
from pbem.desk.gm import dispatches, tray
from pbem.desk.incoming import returned
from pbem.desk.incoming.absence import absences
from pbem.desk.orders import standing
from pbem.desk.orders.filing import file_deferred
from pbem.desk.orders.orders_on_file import as_recorded
from pbem.desk.outgoing import letters
from pbem.desk.outgoing.unreported import from_store
from pbem.desk.play import locking, practice
from pbem.desk.play.cache import record_in, text_of
from pbem.desk.play.deadlines import charge, due_at, is_question
from pbem.desk.play.play import PlayResult, Run, asked_sides, play_on
from pbem.desk.play.terms import put_due
from pbem.desk.record import chain
from pbem.desk.record.chain import StateDiffers, stored_hash
from pbem.desk.record.upgrade import mismatch
from pbem.seal.carried_out import WITHHELD
from pbem.seal.lock import SEALED
from pbem.seal.state import leaf, leaf_salt
from pbem.store.database import Books
from pbem.store.database_errors import is_everybodys
from pbem.store.games import key_of
from pbem.store.tables import CheckpointRow, GameRow, PhaseRow, QuestionRow, SegmentRow

log = logging.getLogger(__name__)


MOST_GOES = 2000
"""The number of times that a side that the program plays is served in one go; two of them play a whole game in it."""


@dataclass(frozen=True)
class Advanced:
    """The result of advancing a game: how many phases ended, and whether the game is over or held now.

    `waits_for_program` is set while a side that the program plays has to move.
    """

    phases: int = 0
    over: bool = False
    held: bool = False
    waits_for_program: bool = False


def advance(desk: Desk, name: str) -> Advanced:
    """Play the game of this name as far as its answers go, those of sides that the program plays included."""
    return serve_program(desk, name, _advance(desk, name))


def serve_program(desk: Desk, name: str, done: Advanced) -> Advanced:
    """Let sides that the program plays answer what a game stopped at, and play it on, until a player is waited for."""
    phases = done.phases
    for _ in range(MOST_GOES):
        if not done.waits_for_program or not practice.serve(desk, name):
            break
        done = _advance(desk, name)
        phases += done.phases
    return replace(done, phases=phases)


def _advance(desk: Desk, name: str) -> Advanced:
    """Play on to the next answer that is missing.

    A fault of ours holds the game: what was played before it stands and is told.
    """
    try:
        with desk.store.begin() as books:
            done = advance_in(desk, books, name)
        crash_point("C10")
        return done
    # Telling is a game's own code too.  Nothing of this go stands; the game is held as it was before, and no other.
    except Exception as fault:
        hold_for(desk, name, "filing", fault, "".join(traceback.format_exception(fault)))
        return Advanced(held=True)


def advance_in(desk: Desk, books: Books, name: str) -> Advanced:
    """Play on to the next answer that is missing, in the transaction of `books`.

    The answers, segments, events, checkpoints, records and letters of one go are committed together or not at all.
    """
    game = books.games.get(name)
    if game.state != "open":
        return Advanced(over=game.state == "over", held=game.state == "held")
    waiting = books.locks.pending(game)
    if waiting is not None and waiting.state == "waiting":
        game.unplayed = False
        return Advanced()
    other = mismatch(desk, books, game)
    if other:
        hold(desk, books, game, other)
        return Advanced(held=True)
    run = play_on(desk, books, game)
    crash_point("C8")
    done = file_run(desk, books, game, run)
    game.unplayed = False
    books.write()
    crash_point("C9")
    return done


def hold(desk: Desk, books: Books, game: GameRow, why: str, trace: str = "") -> None:
    """Stop a game and tell the GM."""
    books.games.hold(game, why, desk.clock.now())
    faults.of_game(desk, books, game, why, trace)
    returned.tell_gm_of_fault(desk, books, game, why)


def hold_for(desk: Desk, name: str, doing: str, fault: Exception, trace: str = "") -> None:
    """Hold a game for an exception that its own code raised, and no other game.

    Raises the exception again if it concerns the whole desk, such as a database error.
    """
    if is_everybodys(fault):
        raise fault
    log.error("game %s", name, exc_info=fault)
    with desk.store.begin() as books:
        hold(desk, books, books.games.get(name), f"{doing}: {type(fault).__name__}: {fault}", trace)


def file_run(desk: Desk, books: Books, game: GameRow, run: Run) -> Advanced:
    """Store the results of a run, and write the letters that report them."""
    is_new = any(played.new is not None or played.row is None for played in run.phases)
    untold = _unreported(desk, books, game)
    for played in run.phases:
        _file_phase(desk, books, game, played)
    other = run.phases[-1] if run.phases and _puts_other_questions(books, run.phases[-1]) else None
    if other is not None:
        _file_again(desk, books, game, other)
    standing.retire(desk, books, game, run)
    if run.lock is not None:
        # What has ended is told when play stops: else a go would be told in as many letters as it has dice.
        for played in run.phases:
            row = books.phases.named(game, played.phase.id)
            if row is not None:
                row.told = False
                books.phases.add(row)
        locking.lock(desk, books, game, run.lock, run.lock.row or _begin(desk, books, game, run.lock.phase))
        return Advanced(sum(played.stop.finished for played in run.phases))
    if run.for_umpire:
        # The turn is told when the umpire has answered: with what they say to each.
        for row in books.phases.of(game):
            row.told = row.told and row.phase not in {one.phase.id for one in run.phases}
            books.phases.add(row)
        tray.lay(desk, books, game, run.phases[-1].phase.turn)
        return Advanced(len(run.phases))
    if run.fault is not None:
        hold(desk, books, game, f"{run.fault.phase}: {run.fault.kind}: {run.fault.text}", run.fault.trace)
    if run.over:
        _close(desk, books, game)
    else:
        succession.follow(desk, books, game, run)
    if is_new or run.over or run.fault is not None:
        letters.mail_reports(desk, books, game, replace(run, phases=(*untold, *run.phases)))
    if other is not None:
        letters.ask_again(desk, books, game, other, replaces_earlier=True)
    ended = sum(played.stop.finished for played in run.phases)
    over, held = run.over, run.fault is not None
    return Advanced(ended, over, held, waits_for_program=not (over or held) and practice.is_waited_for(books, game))


def _unreported(desk: Desk, books: Books, game: GameRow) -> tuple[PlayResult, ...]:
    """The phases that ended before a lock, and are to be told with what comes now."""
    if game.dice == SEALED and not dispatches.has_umpire(game):
        return ()
    found = []
    for row in books.phases.unreported(game):
        found.append(from_store(desk, books, game, row))
        row.told = True
        books.phases.add(row)
    return tuple(found)


def _file_phase(desk: Desk, books: Books, game: GameRow, played: PlayResult) -> None:
    row = played.row or _begin(desk, books, game, played.phase)
    state_hash = ""
    file_deferred(desk, books, game, played.deferred)
    if played.new is not None:
        row = books.phases.add(row)
        if played.row is not None:
            charge(desk, books, game, row)
        state_hash = _file_segment(desk, books, game, played, row)
        books.questions.lapse(row, desk.clock.now())
    if played.stop.finished:
        row.state, row.due, row.waiting_for, row.told = "done", None, "", True
        _file_checkpoint(desk, books, game, played, state_hash)
        books.phases.add(row)
        if not desk.problems_on_record:  # else what is on record is said in other words than what was played
            desk.play_cache.keep_events(row, played.stop.segments[-1].digest, played.events)
    elif played.new is not None or played.row is None:
        _file_stop(desk, books, game, played, row)


def _file_stop(desk: Desk, books: Books, game: GameRow, played: PlayResult, row: PhaseRow) -> None:
    asked = asked_sides(played.open)
    row.passed = row.reminded = False
    row.lapsed, row.is_question = None, is_question(played)
    put_due(desk, game, row, due_at(desk, books, game, played, absences(books, game, asked)))
    row.waiting_for = ",".join(asked)
    row.stopped = desk.clock.now()
    row = books.phases.add(row)
    _file_questions(books, played, row)


def _puts_other_questions(books: Books, played: PlayResult) -> bool:
    """True if a phase that stands where it stood puts other questions than its players have before them.

    So it is where another program was taken over: the digits of the letters that are out would mean something else.
    """
    if played.row is None or played.new is not None or played.stop.finished:
        return False
    stored = [record_in(one.ask, Ask) for one in books.questions.of(played.row, played.segments_stored - 1)]
    known = {_meaning(one) for one in stored}
    return any(one.kind != ORDERS and _meaning(one) not in known for one in played.open)


def _meaning(one: Ask) -> tuple[str, ...]:
    """The meaning of a digit: the question, and its choices in their sequence."""
    return (one.key, *(choice.key for choice in one.choices))


def _file_again(desk: Desk, books: Books, game: GameRow, played: PlayResult) -> None:
    """Put the questions of a stop once more, in the place of those that were put there before."""
    row = played.row
    if row is None:
        return
    books.questions.withdraw(row, played.segments_stored - 1)
    _file_stop(desk, books, game, played, row)


def _begin(desk: Desk, books: Books, game: GameRow, phase: Phase[Any]) -> PhaseRow:
    """A phase that begins; whoever has filled it in stores it."""
    last = books.phases.last(game)
    return PhaseRow(
        game_id=key_of(game.id),
        n=1 if last is None else last.n + 1,
        phase=phase.id,
        letter=phase.letter,
        name=phase.name,
        side=phase.side,
        turn=phase.turn,
        checkpoint_n=books.checkpoints.last(game).n,
        begun=desk.clock.now(),
        stopped=desk.clock.now(),
    )


def _file_segment(desk: Desk, books: Books, game: GameRow, played: PlayResult, row: PhaseRow) -> str:
    """File what is new of a phase; the state hash that its record carries."""
    new = played.new
    if new is None:
        return ""
    if not row.locked:
        row.locked = played.lock.text
    recorded = (
        desk.problems_on_record.get((game.branch, chain.next_seq(books, game)), ()) if desk.problems_on_record else ()
    )
    events = as_recorded(new.events, recorded)
    body: dict[str, Any] = {
        "phase": played.phase.id,
        "rolls": [_roll(one.label, one.faces, one.dice) for one in new.rolls],
        "events": [to_json(event) for event in public(events)],
        "state": chain.hash_of(desk, books, game, played.state, chain.next_seq(books, game)),
    }
    orders = _orders_in(desk, books, game, played)
    if orders:
        body["orders"] = orders
    answers = [to_json(kept) for kept in new.segment.answers]
    if hides_facts(books, game):
        # Which questions were put, and what only one side saw, may reveal what is hidden: fixed now, and not shown to anybody.
        value: dict[str, Any] = {"answers": answers, "events": [to_json(event) for event in events]}
        post = dispatches.carry(desk, books, game, played, chain.next_seq(books, game))
        value |= {"dispatches": post} if post is not None else {}
        salt = leaf_salt(books.secrets.get(game.name, "salt key"), "segment", chain.next_seq(books, game), game.branch)
        body["sealed"] = leaf(salt, "segment", value).hex()
    else:
        body["answers"] = answers
    if new.adj is not None:
        body |= {"adj": new.adj, "seed": new.seed, "contrib": dict(new.contributions)}
        if new.lock is not None:
            body |= locking.locked_body(books, game, new.lock)
        game.steps = new.adj
        for player in books.players.of(game):
            player.contribution = new.contributions[player.code]
    record = chain.append(desk, books, game, "phase.resolved", body)
    books.phases.add_segment(
        SegmentRow(
            phase_id=key_of(row.id),
            n=new.n,
            body=text_of(new.segment),
            adj=new.adj,
            contributions=chain.canonical_text(dict(new.contributions)),
            record_seq=record.seq,
        )
    )
    books.events.add(row, new.first_event, [chain.event_text(event) for event in events])
    state_hash: str = body["state"]
    return state_hash


def _roll(label: str, faces: tuple[int, ...], dice: str) -> list[Any]:
    sides = int(dice.split("d")[1])
    return [label, list(faces)] if sides == 6 else [label, list(faces), sides]


def _orders_in(desk: Desk, books: Books, game: GameRow, played: PlayResult) -> dict[str, list[str]]:
    """The orders that were carried out in the new segment, by side code: public, but where secrets are written down."""
    if played.new is None:
        return {}
    title = desk.title(game.title)
    write = title.dialect.write
    # The same for every player who was asked, whatever they have written down.
    is_secret = played.phase.letter in getattr(title.system, "secret_letters", "") and hides_facts(books, game)
    codes = {player.side: player.code for player in books.players.of(game)}
    found: dict[str, list[str]] = {}
    for kept in played.new.segment.answers:
        side, kind = kept.key.split(" ", 2)[:2]
        if kind == ORDERS and (is_secret or any(one.is_secret for one in kept.answer.orders)):
            found[codes[side]] = [WITHHELD]
        elif kind == ORDERS and kept.answer.orders and found.get(codes[side]) != [WITHHELD]:
            found.setdefault(codes[side], []).extend(write(one) for one in kept.answer.orders)
    return found


def _file_checkpoint(desk: Desk, books: Books, game: GameRow, played: PlayResult, recorded: str) -> None:
    """File the state after a phase, which must read back as it was; `recorded` is its hash in the newest record, or ""."""
    system = desk.title(game.title).system
    text = chain.canonical_text(system.to_json(played.state))
    seq = chain.newest_seq(books, game)
    wanted = recorded or chain.hash_of(desk, books, game, played.state, seq)
    found = stored_hash(desk, books, game, text, seq)
    if found != wanted:
        raise StateDiffers(f"{played.phase.id}: the state hash is {wanted[:12]}, read back it is {found[:12]}")
    books.checkpoints.add(
        CheckpointRow(game_id=key_of(game.id), n=books.checkpoints.last(game).n + 1, state=text, state_hash=wanted)
    )


def _file_questions(books: Books, played: PlayResult, row: PhaseRow) -> None:
    numbers: dict[str, int] = {}
    segment = played.segments_stored - 1 if played.new is None else played.new.n
    for place, one in enumerate(played.open):
        if one.kind == ORDERS:
            continue
        numbers[one.side] = numbers.get(one.side, 0) + 1
        books.questions.add(
            QuestionRow(
                phase_id=key_of(row.id),
                segment=segment,
                place=place,
                side=one.side,
                number=numbers[one.side],
                ask_key=one.key,
                ask=text_of(one),
            )
        )


def _close(desk: Desk, books: Books, game: GameRow) -> None:
    system = desk.title(game.title).system
    state = desk.position(books, game)
    outcome = system.outcome(state)
    result = f"{outcome.winner or 'draw'}: {outcome.level}" if outcome is not None else "over"
    ending.close(desk, books, game, result)
