"""Deadlines: how long a phase waits, which deadlines have passed, who missed them, and when the desk has to look again.

A letter is in time or late by the moment at which the mail server received it: not by when we read it, nor by its own Date
header.
"""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType

from pbem.core.ask import ORDERS
from pbem.crash_points import crash_point
from pbem.desk.desk import Desk
from pbem.desk.games import substitutes
from pbem.desk.orders.sharing import has_lines, is_away, is_silent
from pbem.desk.outgoing.welcome import tell_side
from pbem.desk.play.play import PlayResult, asked_sides, owes_orders
from pbem.desk.play.practice import StandIn, is_whole_side, stand_in, take_over, take_over_one
from pbem.desk.play.terms import HOURS, NOBODY, Terms, hours_of, put_due, stretched, terms_of, whole_quarter
from pbem.desk.play.terms import in_battle as is_in_battle
from pbem.desk.record.chain import newest_seq
from pbem.mechanisms.words import counted
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, SeatRow

__all__ = ["HOURS", "LAG", "stretched", "whole_quarter"]

_log = logging.getLogger(__name__)
NOT_KNOWN: Mapping[int, str] = MappingProxyType({})
LAG = timedelta(minutes=1)
"""The time for which the mailbox is still read after a deadline before the deadline is enforced: servers show a letter some
moments after the time that they give it."""


def due_at(
    desk: Desk, books: Books, game: GameRow, played: PlayResult, absences: Sequence[tuple[datetime, datetime]] = ()
) -> datetime:
    """The deadline for the stop that a phase has reached.

    `absences` are those of the players who are asked; the clock stands still during them. In games with a clock budget, the
    smallest budget among these players is added to the hours.
    """
    terms, asked = terms_of(game), asked_sides(played.open)
    now = desk.clock.now()
    due = now + timedelta(hours=_hours(terms, played))
    if terms.bank:
        due += timedelta(seconds=min((one.bank or 0 for one in books.players.of(game) if one.side in asked), default=0))
    return terms.falls(max((stretched(now, due, away, back) for away, back in absences), default=due))


def _hours(terms: Terms, played: PlayResult) -> int:
    is_question = not any(owes_orders(played.open, side) for side in asked_sides(played.open))
    phase = played.phase
    return terms.hours_for(phase.letter, phase.name, is_question=is_question, in_battle=is_in_battle(phase.id))


def charge(desk: Desk, books: Books, game: GameRow, row: PhaseRow) -> None:
    """Charge the clock budgets of the players who were asked with the time they used beyond the hours of this stop.

    A player who was ready early is charged only up to that moment.
    """
    terms = terms_of(game)
    if not terms.bank:
        return
    asked = row.waiting_for.split(",")
    free = timedelta(hours=hours_of(game, row))
    for player in books.players.of(game):
        if player.side not in asked:
            continue
        filed = books.submissions.latest(game, player.side, row.phase)
        done = filed.at if filed is not None and filed.ready in ("ready", "pass") else desk.clock.now()
        used = max(done - row.stopped, timedelta()) - _away_in(player.away_from, player.away_to, row.stopped, done)
        if used > free:
            player.bank = max((player.bank or 0) - int((used - free).total_seconds()), 0)


def _away_in(away: datetime | None, back: datetime | None, start: datetime, end: datetime) -> timedelta:
    if away is None or back is None:
        return timedelta()
    return max(min(back, end) - max(away, start), timedelta())


def ends(game: GameRow, due: datetime) -> datetime:
    """The last moment at which a letter counts: the deadline plus the grace period."""
    return due + timedelta(hours=terms_of(game).grace)


def waits(game: GameRow, row: PhaseRow) -> bool:
    """True if the campaign's terms let the game wait beyond a deadline, for the player or for the GM."""
    return terms_of(game).on_silence(is_question=row.is_question) in ("wait", "gm")


def pass_overdue(desk: Desk, looked: datetime | None, games: Mapping[int, str] = NOT_KNOWN) -> Sequence[str]:
    """Mark every deadline that has passed; the names of the games that must now be advanced.

    `looked` is when the mailbox was last found empty (None: never). A deadline is enforced only after the mailbox was read to
    its end later than that deadline, no letter from before it is unread, and our own letters go out. `games` names the game of
    each waiting letter, so that a letter for one game does not delay the deadline of another.
    """
    now = desk.clock.now()
    with desk.store.read() as books:
        if not books.phases.overdue(now):
            return []
    names = []
    with desk.store.begin() as books:
        for row in books.phases.overdue(now):
            game = books.games.by_id(row.game_id)
            if _passes(desk, books, game, row, looked, games):
                names.append(game.name)
    return names


def _has_unread(books: Books, game: GameRow, end: datetime, games: Mapping[int, str]) -> bool:
    """True if a letter waits that arrived before a deadline, and is of its game for all that is known."""
    if not books.letters_in.has_unread(end):
        return False
    return any(games.get(one, "") in ("", game.name) for one in books.letters_in.unread_by(end))


def pass_game(desk: Desk, name: str, looked: datetime | None) -> bool:
    """Mark the deadline of one game as passed, if it has come and may be enforced (see `pass_overdue`)."""
    with desk.store.begin() as books:
        game = books.games.get(name)
        row = books.phases.open(game)
        if row is None or row.due is None or row.passed or row.due > desk.clock.now():
            return False
        return _passes(desk, books, game, row, looked)


def _passes(
    desk: Desk,
    books: Books,
    game: GameRow,
    row: PhaseRow,
    looked: datetime | None,
    games: Mapping[int, str] = NOT_KNOWN,
) -> bool:
    if game.state != "open" or row.due is None:
        return False
    end = ends(game, row.due)
    if looked is None or looked < end + LAG or end > desk.clock.now() or _has_unread(books, game, end, games):
        return False
    if waits_for_unreachable(books, game, row) or books.watch.unsent() is not None:
        return False
    if waits(game, row):
        if row.lapsed is None:
            row.lapsed, row.remind = end, desk.clock.now()
            books.phases.add(row)
        return False
    silent = [one for one in books.players.of(game) if one.side in row.waiting_for.split(",")]
    silent = [one for one in silent if not _is_ready(books, game, row, one.side)]
    for player in silent:
        if not substitutes.was_asked(books, game, row, player):
            _note_late(books, game, row, player, end)
    if any(substitutes.hold_up(desk, books, game, row, player) for player in silent):
        return False
    row.passed, row.closed, game.unplayed = True, end, True
    books.phases.add(row)
    for player in silent:
        for seat in books.seats.sharing(game, player.side):
            _stand_in_for_one(desk, books, game, player, seat)
        _stand_in_for(desk, books, game, player)
    crash_point("C18")
    return True


def _note_late(books: Books, game: GameRow, row: PhaseRow, player: PlayerRow, end: datetime) -> None:
    """Count a missed deadline against a side and those on it who were late: nobody who was ready, no commander on leave."""
    sharing = books.seats.sharing(game, player.side)
    filed = books.submissions.latest(game, player.side, row.phase)
    player.late += not (sharing and filed is not None and filed.ready)
    player.missed += is_silent(books, game, row, player)
    for one in sharing if not row.is_question else ():
        is_late = not is_away(one, end) and not one.ready.startswith(f"{row.phase} ")
        one.late += is_late
        one.missed += is_late and not has_lines(books, game, row, one.side, one.number)


def _stand_in_for(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> None:
    """Let the program play for somebody who has missed as many deadlines in a row as the campaign's terms allow.

    It never plays for everybody: then nobody would be left to write to, and it would play the game to its end in one go.
    On a shared side it plays what the chief commands, and the commanders go on.
    """
    by = _stands_in(desk, books, game, player, player)
    if by is None:
        return
    deadlines = counted(player.missed, "deadline")
    if books.seats.sharing(game, player.side):
        take_over_one(
            desk, books, game, player, None, by, f"the chief of {player.code} has missed {deadlines} in a row"
        )
        return
    take_over(desk, books, game, player, by, f"{player.name} has missed {deadlines} in a row")
    player.missed = 0


def _stand_in_for_one(desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow) -> None:
    """As `_stand_in_for`, for a commander on a shared side: the program gives orders to their units alone."""
    by = _stands_in(desk, books, game, player, seat)
    if by is not None:
        reason = f"a commander of {player.code} has missed {counted(seat.missed, 'deadline')} in a row"
        take_over_one(desk, books, game, player, seat, by, reason)
        tell_side(desk, books, game, player, newest_seq(books, game))


def _stands_in(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, person: PlayerRow | SeatRow
) -> StandIn | None:
    """The practice opponent that plays for somebody on a player's side from now on, None if none does."""
    absent = terms_of(game).when_absent()
    if absent is None or person.plays or is_whole_side(player) or person.missed < absent[1] or absent[0] == NOBODY:
        return None
    people: list[PlayerRow | SeatRow] = [one for one in books.players.of(game) if one.address]
    people += [one for other in books.players.of(game) for one in books.seats.sharing(game, other.side)]
    if all(one.plays for one in people if one is not person):
        return None
    by = stand_in(desk, game.title, absent[0])
    if by is None:
        _log.warning("%s: no practice opponent %s plays for %s", game.name, absent[0], player.code)
    return by


def waits_for_unreachable(books: Books, game: GameRow, row: PhaseRow) -> bool:
    """True if the game waits for a player whose mail bounces: their clock stops until we can reach them."""
    stopped = books.addresses.stopped()
    if not stopped:
        return False
    awaited = row.waiting_for.split(",")
    people = [one for one in books.players.of(game) if one.side in awaited and not one.plays]
    return any(one.address.lower() in stopped for one in people)


def reached_again(desk: Desk, books: Books, address: str, since: datetime) -> None:
    """Give a player back the time in which nothing could be sent to them, in every game that waits for them."""
    now = desk.clock.now()
    for player in books.players.at_address(address):
        game = books.games.by_id(player.game_id)
        row = books.phases.open(game)
        if row is None or row.due is None or row.passed or player.side not in row.waiting_for.split(","):
            continue
        give_back(desk, books, game, row, max(since, row.stopped), now)
        books.phases.add(row)


def _is_ready(books: Books, game: GameRow, row: PhaseRow, side: str) -> bool:
    filed = books.submissions.latest(game, side, row.phase)
    return filed is not None and filed.state == "filed" and filed.ready in ("ready", "pass")


def is_late(game: GameRow, row: PhaseRow | None, arrived: datetime) -> bool:
    """True if a letter arrived after a deadline that has not been enforced yet: it is read after that."""
    if row is None or row.due is None or row.passed or game.state != "open" or waits(game, row):
        return False
    return arrived > ends(game, row.due)


def next_look(desk: Desk, *, sends: bool = True) -> datetime | None:
    """The time of the next deadline, reminder, end of a pause or retry of a letter; None if there is none.

    Letters that come due count only if the desk `sends`: while the mail server is left alone they are no reason to wake up.
    """
    with desk.store.read() as books:
        now = desk.clock.now()
        due = books.phases.next_due()
        stopped = books.addresses.stopped()
        if stopped and due is not None:
            # A deadline that waits for somebody out of reach does not come.
            games = {row.game_id: books.games.by_id(row.game_id) for row in books.phases.waiting()}
            rows = [row for row in books.phases.waiting() if not waits_for_unreachable(books, games[row.game_id], row)]
            due = min((row.due for row in rows if row.due is not None), default=None)
        moments = (
            books.letters_out.next_due(stopped) if sends else None,
            _next_reminder(books, now),
            # One that has come and is not enforced yet (grace, a letter that is unread) is looked at again in a while.
            max(due + LAG, now + LAG / 2) if due is not None else None,
            books.games.next_resumption(),
            _next_lock(books, now),
        )
        return min((one for one in moments if one is not None), default=None)


def _next_reminder(books: Books, now: datetime) -> datetime | None:
    """The time of the next reminder; while no letter goes out none is."""
    due = books.phases.next_reminder()
    return now + LAG / 2 if due is not None and due <= now and books.watch.unsent() is not None else due


def _next_lock(books: Books, now: datetime) -> datetime | None:
    """The time to look at waiting dice; those whose time has come, and that still wait, in a while."""
    due = books.locks.next_due()
    return due if due is None or due > now else now + LAG / 2


def give_back(desk: Desk, books: Books, game: GameRow, row: PhaseRow, start: datetime, end: datetime) -> None:
    """Give the players of a stop back the time in which no clock ran: a pause, or a desk or player out of reach.

    An absence within that time has already stopped the clock and counts once. The start of the stop moves by the same time, or
    it would be charged to clock budgets. The deadline falls where the campaign's terms let it fall.
    """
    if end <= start:
        return
    sides = row.waiting_for.split(",")
    away = [
        (one.away_from, one.away_to)
        for one in books.players.of(game)
        if one.side in sides and one.away_from is not None and one.away_to is not None
    ]
    row.stopped += (end - start) - max((_away_in(*one, start, end) for one in away), default=timedelta())
    if row.due is None:
        return
    if row.due <= start:
        due = row.due + (end - start)
    else:
        # What was left to play when the clocks stopped, without absences: it runs from the end on, and stands still in them.
        left = row.due - start - max((_away_in(*one, start, row.due) for one in away), default=timedelta())
        due = max((stretched(end, end + left, *one) for one in away), default=end + left)
    put_due(desk, game, row, terms_of(game).falls(due))


def is_question(played: PlayResult) -> bool:
    """True if a stop asks for answers alone, and for nobody's orders."""
    return not any(one.kind == ORDERS for one in played.open)
