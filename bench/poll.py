"""G2: the SQL statements of a poll that brings k letters: a + b k, and the same a and b with 10 games and with 10,000.

Each of the letters asks for help, so that the work for each is the same.
"""

import os
from collections.abc import Iterator

from bench.desk import PLAYERS, Club
from bench.frame import Figure, folder

FEW, MANY = 10, int(os.environ.get("BENCH_GAMES", "10000"))
LETTERS = (1, 2, 5, 10)


def figures() -> Iterator[Figure]:
    """b with few and with many games, and that it does not grow with k."""
    counts = []
    for games in (FEW, MANY):
        club = Club(folder())
        club.fill(games)
        club.deliver([_asks_for_help(club, 99)])
        counts.append([_statements(club, k) for k in LETTERS])
    few, many = counts
    slopes = [(b - a) / (q - p) for (p, a), (q, b) in zip(_pairs(many), _pairs(many)[1:], strict=False)]
    note = f"statements for {', '.join(map(str, LETTERS))} letters: {many}"
    yield Figure(
        f"statements a letter, {MANY:,} games",
        "statements",
        _slope(many),
        _slope(few),
        f"{FEW} games",
        most=1,
        note=note,
    )
    yield Figure("statements of the tenth letter", "statements", slopes[-1], slopes[0], "of the second", most=1.01)


def _pairs(counts: list[int]) -> list[tuple[int, int]]:
    return list(zip(LETTERS, counts, strict=True))


def _slope(counts: list[int]) -> float:
    return (counts[-1] - counts[0]) / (LETTERS[-1] - LETTERS[0])


def _asks_for_help(club: Club, n: int) -> bytes:
    with club.desk.store.read() as books:
        answered = books.letters_out.to_side(club.name, "us")[0].raw
    return club.reply(answered, PLAYERS["us"], "help\n").replace(b"Message-ID: <", b"Message-ID: <%d-" % n)


def _statements(club: Club, letters: int) -> int:
    sent = [_asks_for_help(club, 100 * letters + n) for n in range(letters)]
    with club.statements() as count:
        club.deliver(sent)
        return count()
