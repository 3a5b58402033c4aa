"""Reading incoming letters in order of arrival, so that each finds its game as it stood then."""

import logging
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from math import inf
from time import monotonic
from types import TracebackType
from typing import Self

from pbem import crash_points
from pbem.desk.desk import Desk
from pbem.desk.incoming.intake import TRIES, IntakeResult, quarantine, take
from pbem.desk.incoming.reader import CannotRead, NoReader, ReaderProcess
from pbem.desk.play.advance import advance, advance_in
from pbem.desk.play.deadlines import pass_game
from pbem.mail.address import find_address
from pbem.mail.mime import LIMITS
from pbem.store.database import Books
from pbem.store.database_errors import is_the_machines

Takes = Callable[[Desk, int], IntakeResult]


def take_and_play(desk: Desk, number: int) -> IntakeResult:
    """Deal with one letter and play its game on in one transaction; the game where it must still be advanced."""
    return take(desk, number, _play)


def _play(desk: Desk, books: Books, name: str) -> bool:
    return advance_in(desk, books, name).waits_for_program


def read_letters(
    desk: Desk,
    looked: datetime | None,
    numbers: Sequence[int] | None = None,
    *,
    by: Takes = take_and_play,
    seconds: float = inf,
) -> Sequence[int]:
    """Read every letter that is stored and unread (of `numbers`, where they are given), and play its game on.

    `by` is who deals with a letter; where that is done apart, the game is played on afterwards.  After so many `seconds` the
    others are left for later, so that somebody else has their turn; gives the numbers of those that were read.

    A letter that arrived after its game's deadline is read once that deadline has been enforced; where that cannot be yet
    (`looked` says when the mailbox was last known to be empty) it stays unread for now.
    """
    if numbers is None:
        with desk.store.read() as books:
            numbers = books.letters_in.new()
    began, done = monotonic(), []
    for number in numbers:
        read_letter(desk, number, looked, by=by)
        done.append(number)
        if monotonic() - began >= seconds:
            break
    return done


class Turns:
    """The sequence in which letters that wait are read: by turns, one of each game, so that nobody waits behind all that one
    player has written.  Letters of one game are read as they arrived."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._games: dict[int, str] = {}
        self._turns: Counter[str] = Counter()
        """The number of letters of each game that were read since there was a backlog."""

    @property
    def games(self) -> Mapping[int, str]:
        """The game that the head of each letter of the last backlog names, by its number; "" for one that names none."""
        return self._games

    def of(self, numbers: Sequence[int]) -> Sequence[int]:
        """The same letters, by turns."""
        before = self._games
        self._turns.update(game for number, game in before.items() if number not in numbers)
        if len(numbers) < 2:
            self._games, self._turns = {}, Counter()
            return numbers
        self._games = {number: before[number] if number in before else self._game(number) for number in numbers}
        turn = self._turns.copy()
        places = {}
        for place, number in enumerate(numbers):
            places[number] = turn[self._games[number]], place
            turn[self._games[number]] += 1
        return sorted(numbers, key=places.__getitem__)

    def _game(self, number: int) -> str:
        """The game that a letter's head names; "" where it cannot be read."""
        with self._desk.store.read() as books:
            raw = books.letters_in.get(number).raw[: LIMITS.headers]
        head = _HEAD_ENDS.split(raw, maxsplit=1)[0] + b"\r\n\r\n"
        try:
            return find_address(self._desk.reader.letter(head), self._desk.house.host).game
        except CannotRead:
            return ""
        # Whoever takes the letter up meets the fault again, and holds it.
        except Exception as fault:
            if is_the_machines(fault) or isinstance(fault, NoReader):
                raise
            return ""


_HEAD_ENDS = re.compile(rb"\r?\n\r?\n")


def read_letter(desk: Desk, number: int, looked: datetime | None = None, *, by: Takes = take_and_play) -> None:
    """Read one letter that is stored, and play its game on."""
    taken = by(desk, number)
    if taken.state == "new":
        if not pass_game(desk, taken.game, looked):
            return
        advance(desk, taken.game)
        taken = by(desk, number)
    if taken.game and taken.state != "new":
        advance(desk, taken.game)


# Suspect letters are processed in a separate process: if that dies, and not the desk's, the letter is proven.
#
# The desk cannot know what ended it: a power cut, an update, somebody's `kill -9`, or the letter that it was reading.
# So that the desk ended while a letter was next is not held against the letter; it is dealt with apart, at the next
# start, from then on.

SECONDS = 120.0
"""Seconds that one letter may take."""
MEMORY = 640 << 20
"""The bytes of memory that it may take: here a letter is answered too, and pictures are drawn."""

log = logging.getLogger(__name__)


class SeparateJob:
    """`with SeparateJob(desk) as job: job.take(number)`; the process is begun with the first letter."""

    def __init__(self, desk: Desk, seconds: float = SECONDS) -> None:
        self._desk = desk
        self._process = ReaderProcess(desk.title, seconds, MEMORY)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.close()

    def take(self, desk: Desk, number: int) -> IntakeResult:
        """As `intake.take`; a letter with which the process dies three times, or is not done in time, is held unread."""
        handed = self._desk.handed_on()
        why = ""
        for _ in range(TRIES):
            try:
                return self._process.run(_take, handed, number)
            except CannotRead as fault:
                why = str(fault)
                log.warning("letter %s, dealt with alone: %s", number, why)
        quarantine(
            desk, number, "", f"dealt with alone, in a process of its own, {TRIES} times it did not end well: {why}", ""
        )
        return IntakeResult("held")


def _take(desk: Desk, number: int) -> IntakeResult:
    """In the other process, over a connection of its own."""
    crash_points.arm("")  # they are for the desk, not for this
    try:
        return take(desk, number)
    finally:
        desk.store.close()
