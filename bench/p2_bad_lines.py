"""P2: a bad line, with its message and suggestions, beside a good one; and lines that are made to be long."""

from collections.abc import Iterator

from bench import turn
from bench.frame import Figure, Job, rates
from pbem.orders.rehearsal import rehearse

GOOD = ("A/3 recover", "B/3 mount", "D/3 mount", "G/3 recover; mount", "C/9 Inf move 3213-3212", "A/2 dismount")
BAD = (
    "A/3 recovr",
    "B/33 mount",
    "D/3 muont",
    "G/3 recover; montu",
    "C/9 Inf move 3213-9912",
    "A/2 move Fort Fetterman",
)
HOSTILE = ("and A/3 ", "(", "A/3; ", "3413-", "x", "when ")
LENGTHS = (240, 480, 960, 1920)


def figures() -> Iterator[Figure]:
    """Good against bad, short against long."""
    good, bad = rates(_rehearses(GOOD), _rehearses(BAD))
    yield Figure("a bad line", "ms", 1000 / bad, 1000 / good, "a good one", most=3)
    for piece in HOSTILE:
        found = rates(*(_rehearses((piece * (length // len(piece)),)) for length in LENGTHS))
        each = [1e6 / a_second / length for a_second, length in zip(found, LENGTHS, strict=True)]
        what = f"{piece!r} over and over, {LENGTHS[-1]} characters"
        yield Figure(what, "us a character", each[-1], each[0], f"{LENGTHS[0]} characters", most=2)


def _rehearses(lines: tuple[str, ...]) -> Job:
    game, state = turn.game(), turn.opened()

    def job() -> int:
        rehearse(game.system, game.dialect, state, "us", "C", "\n".join(lines))
        return len(lines)

    return job
