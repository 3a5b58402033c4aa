"""Growth with games at rest: an idle round of the daemon, and the SQL statements of letters, with few and with many games.

``BENCH_GAMES=N`` takes another number of games than 100,000.
"""

import asyncio
import os
from collections.abc import Iterator
from datetime import timedelta

from bench.desk import Club
from bench.frame import Figure, Job, folder, rates
from bench.players import PLAYERS
from pbem.daemon import Daemon
from pbem.desk.play.deadlines import next_look
from pbem.mail.ports import MemorySource

FEW, MANY = 10, int(os.environ.get("BENCH_GAMES", "100000"))
LETTERS = (1, 10, 20)
"""Letters that one round finds in the mailbox.  Each asks for help, so that the work for each is the same."""


def figures() -> Iterator[Figure]:
    """Statements and processor time of an idle round, and statements for each letter of a round."""
    few, many = _filled(FEW), _filled(MANY)
    yield from _idle_round(few, many)
    yield from _round_with_letters(few, many)


def _filled(games: int) -> Club:
    club = Club(folder())
    club.fill(games, due_apart=timedelta(seconds=30))
    return club


def _idle_round(few: Club, many: Club) -> Iterator[Figure]:
    rounds = [_idle(few), _idle(many)]
    counted = []
    for club, job in zip((few, many), rounds, strict=True):
        job()
        with club.statements() as count:
            job()
            counted.append(count())
    what = f"statements of an idle round, {MANY:,} games"
    yield Figure(what, "statements", counted[1], counted[0], f"{FEW} games", least=1, most=1)
    beside, ours = rates(*rounds)
    yield Figure(f"an idle round, {MANY:,} games", "ms", 1000 / ours, 1000 / beside, f"{FEW} games", most=1.1)


def _idle(club: Club) -> Job:
    """One round in which there is nothing to do, and the reckoning of the next wait."""
    daemon = Daemon(club.desk, MemorySource(), club.sink)

    def job() -> int:
        asyncio.run(daemon.turn())
        next_look(club.desk)
        return 1

    return job


def _round_with_letters(few: Club, many: Club) -> Iterator[Figure]:
    counts = []
    for club in (few, many):
        _statements(club, LETTERS[-1], 0)  # later letters are compared with these, which say the same
        counts.append([_statements(club, k, 100 * k) for k in LETTERS])
    each = [(found[-1] - found[0]) / (LETTERS[-1] - LETTERS[0]) for found in counts]
    note = f"statements for {', '.join(map(str, LETTERS))} letters: {counts[1]}"
    what = f"statements a letter, {MANY:,} games"
    yield Figure(what, "statements", each[1], each[0], f"{FEW} games", most=1, note=note)
    # One letter in a few takes a PRAGMA more or less, so ten are compared with ten.
    first, last = ((counts[1][n + 1] - counts[1][n]) / (LETTERS[n + 1] - LETTERS[n]) for n in range(2))
    yield Figure("statements of letters 11 to 20", "statements", last, first, "of letters 2 to 10", most=1.01)


def _asks_for_help(club: Club, n: int) -> bytes:
    with club.desk.store.read() as books:
        answered = books.letters_out.to_side(club.name, "us")[0].raw
    return club.reply(answered, PLAYERS["us"], "help\n").replace(b"Message-ID: <", b"Message-ID: <%d-" % n)


def _statements(club: Club, letters: int, first: int) -> int:
    sent = [_asks_for_help(club, first + n) for n in range(letters)]
    with club.statements() as count:
        club.deliver(sent)
        return count()
