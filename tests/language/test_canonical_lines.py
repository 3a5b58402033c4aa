"""Canonical lines of self-play positions: read back however they are written, and never taken for somebody unknown."""

import os
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from pbem.core.order import Order
from pbem.orders.dialect import ReadsProse
from pbem.orders.rehearsal import ACCEPTED, LineVerdict, rehearse
from tests.offered import PLAYED, Position, many

QUOTED = re.compile(r'("[^"]*")|[^"]+')
"""What is in quotes is a name of the player's own, which keeps its case."""
Way = Callable[[int, str], str]
WAYS: dict[str, Way] = {
    "as written": lambda n, line: line,
    "in capitals": lambda n, line: QUOTED.sub(lambda found: found[0] if found[1] else found[0].upper(), line),
    "in small letters": lambda n, line: QUOTED.sub(lambda found: found[0] if found[1] else found[0].lower(), line),
    "with blanks": lambda n, line: f"  {line.replace(' ', '  ')} ",
    "with a full stop": lambda n, line: f"{line}.",
    "numbered": lambda n, line: f"{n}) {line}",
    "numbered with a point": lambda n, line: f"{n}. {line}",
    "in a list": lambda n, line: f"- {line}",
    "in a list with stars": lambda n, line: f"  * {line};",
}
STRANGER = "Zebulon Marlow"
FAST, SLOW = 4, int(os.environ.get("PBEM_POSITIONS", "40"))
"""Positions of a game; `make soak` looks at 500."""
LONG = dict.fromkeys(("rosebud", "miniatures"), pytest.mark.slow)
"""Games whose few positions have many lines: seconds each."""
SIZES = (pytest.param(FAST, id="few"), pytest.param(SLOW, id="many", marks=pytest.mark.series))


@cache
def positions(title: str, most: int) -> tuple[Position, ...]:
    """Positions in which the practice players order something; of a few, some of every part of a game."""
    apart = 1 if most > FAST else 7
    found = (one for one in many(title, most * 4, apart=apart) if one.wrote)
    return tuple(one for _, one in zip(range(most), found, strict=False))


def judged(one: Position, lines: list[str]) -> list[LineVerdict]:
    text = "\n".join(lines)
    game = one.game
    found = rehearse(game.system, game.dialect, one.state, one.side, one.letter, text, is_begun=one.is_begun).lines
    return [line for line in found if line.command is None]


def in_lines(found: list[LineVerdict]) -> list[tuple[Order, ...]]:
    return [line.orders for line in found]


@pytest.mark.slow
@pytest.mark.parametrize("most", SIZES)
@pytest.mark.parametrize("title", PLAYED)
def test_every_canonical_line_reads_back_however_it_is_written(title: str, most: int) -> None:
    wrong: list[str] = []
    for one in positions(title, most):
        lines = [one.game.dialect.write(order) for order in one.wrote]
        plain = judged(one, lines)
        good = [line for line, verdict in zip(lines, plain, strict=True) if verdict.verdict == ACCEPTED]
        meant = in_lines([verdict for verdict in plain if verdict.verdict == ACCEPTED])
        for how, way in WAYS.items():
            found = judged(one, [way(n, line) for n, line in enumerate(good, 1)])
            if in_lines(found) != meant:
                bad = [
                    f"{v.text!r}: {v.refusal_text or v.canonical}"
                    for v, m in zip(found, meant, strict=False)
                    if v.orders != m
                ]
                wrong.append(f"{how} ({one.side} {one.letter}): {bad[:2] or [v.text for v in found]}")
    assert not wrong, f"{len(wrong)}:\n" + "\n".join(wrong[:12])


def strangers(one: Position) -> Iterator[str]:
    """The canonical lines of a position, each with one of its units' names replaced by two words that nobody knows."""
    view = one.game.system.view(one.state, one.side)
    dialect = one.game.dialect
    assert isinstance(dialect, ReadsProse)
    things = [
        thing
        for is_inside in (False, True)
        for thing in dialect.prose(view, one.side, one.letter, in_block=is_inside)[0].things
    ]
    names = sorted({thing.name for thing in things if thing.is_own}, key=len, reverse=True)
    for order in one.wrote:
        line = one.game.dialect.write(order)
        name = next((name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line)), "")
        if name:
            yield line.replace(name, STRANGER, 1)


@pytest.mark.parametrize("most", SIZES)
@pytest.mark.parametrize("title", [pytest.param(one, marks=LONG.get(one, ())) for one in PLAYED])
def test_a_line_with_a_name_that_nobody_knows_is_never_accepted(title: str, most: int) -> None:
    wrong: list[str] = []
    tried = 0
    for one in positions(title, most):
        for line in strangers(one):
            tried += 1
            wrong += [f"{line}: {v.canonical}" for v in judged(one, [line]) if v.verdict == ACCEPTED]
    assert tried
    assert not wrong, f"{len(wrong)} of {tried}:\n" + "\n".join(wrong[:12])
