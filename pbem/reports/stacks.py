"""Layer 3 of the map: letters for the stacks, and the tables of units."""

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

from pbem.core.memo import Memo
from pbem.reports.manner import language, translate, translated
from pbem.reports.report import WIDTH, EnemyStack, OwnStack, Panel
from pbem.reports.stack_letters import MANY, in_turn
from pbem.reports.wrap import glued, wrap

OWN_HEAD = "  at      unit               SP mode MP condition"
NAME_AT, NAME_WIDE = 10, 18
"""Where the column of names begins, and how wide it is at least."""
MOST_SAID = 1 << 9
"""Stacks of which the lines are kept: those of some ten games."""


def letters(hexes: Iterable[str], *, capitals: bool) -> dict[str, str]:
    """A letter for each hex of a side, in hex order (`in_turn`)."""
    return dict(zip(sorted(set(hexes)), chain(in_turn(capitals=capitals), repeat(MANY)), strict=False))


def own_table(stacks: Sequence[OwnStack]) -> list[str]:
    """YOUR UNITS, with its heads of columns; that of the names is as wide as the longest."""
    known = _known_own.of_all(stacks)
    wide = max([NAME_WIDE, *[one.longest for one in known]])
    head, behind = translate(OWN_HEAD), NAME_AT + NAME_WIDE
    lines = [f"{head[:behind]}{' ' * (wide - NAME_WIDE)}{head[behind:]}"]
    is_english = language() is None
    for one in known:
        lines += one.lines(wide) if is_english else _own_lines(one.stack, wide)
    return lines


def _own_lines(stack: OwnStack, wide: int) -> tuple[str, ...]:
    """The lines of a stack, with names so wide."""
    lines: list[str] = []
    where = f"{stack.letter:>3} {stack.at}{'!' if stack.in_zoc else ' '} "
    for unit in stack.units:
        line = f"{where}{unit.name:<{wide}} {unit.strength:>2}  {unit.mode:<1}   {unit.mp:>3}"
        if unit.condition:
            lines += wrap(translated(unit.condition), WIDTH, first=f"{line} ", rest=" " * (len(line) + 1))
        else:
            lines.append(line.rstrip())
        where = " " * len(where)
    return tuple(lines)


class _Own:
    """A stack of YOUR UNITS, the length of its longest name, and its lines in English: a game gives the very same stack for as
    long as nothing changes."""

    __slots__ = ("_lines", "_wide", "longest", "stack")

    def __init__(self, stack: OwnStack) -> None:
        self.stack = stack
        self.longest = max([len(one.name) for one in stack.units], default=0)
        self._wide, self._lines = 0, tuple[str, ...]()

    def lines(self, wide: int) -> tuple[str, ...]:
        """Its lines, with a column of names so wide."""
        if self._wide != wide:
            self._wide, self._lines = wide, _own_lines(self.stack, wide)
        return self._lines


_known_own: Memo[OwnStack, _Own] = Memo(_Own, MOST_SAID)


def enemy_table(stacks: Sequence[EnemyStack]) -> list[str]:
    """ENEMY UNITS YOU CAN SEE."""
    found = _known_enemies.of_all(stacks) if language() is None else map(_enemy_lines, stacks)
    return [line for lines in found for line in lines]


def _enemy_lines(stack: EnemyStack) -> tuple[str, ...]:
    head = f"{stack.letter:>3} {stack.at}{'!' if stack.in_zoc else ' '} {stack.strength:>2}  "
    units = stack.units if language() is None else tuple(map(translated, stack.units))
    line = head + ", ".join(units)
    if len(line) <= WIDTH:
        return (line.rstrip(),)
    return tuple(wrap(", ".join(map(glued, units)), WIDTH, first=head, rest=" " * len(head)))


_known_enemies: Memo[EnemyStack, tuple[str, ...]] = Memo(_enemy_lines, MOST_SAID)


def own_panel(stacks: Sequence[OwnStack]) -> Panel:
    """YOUR UNITS as a panel."""
    lines = tuple(own_table(stacks)) if stacks else ()
    return Panel("your units", "YOUR UNITS", "! = in an enemy ZOC", lines, stacks=tuple(stacks))


def enemy_panel(stacks: Sequence[EnemyStack]) -> Panel:
    """ENEMY UNITS YOU CAN SEE as a panel."""
    return Panel(
        "enemy units", "ENEMY UNITS YOU CAN SEE", "! = in your ZOC", tuple(enemy_table(stacks)), stacks=tuple(stacks)
    )
