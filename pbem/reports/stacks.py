"""Layer 3 of the map: letters for the stacks, and the tables of units."""

from collections.abc import Iterable, Sequence
from itertools import chain, repeat

from pbem.reports.letter_style import language, translate, translated
from pbem.reports.report import WIDTH, EnemyStack, OwnStack, Panel
from pbem.reports.wrap import glued, wrap

CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SMALL = "abcdefghjkmnpqrstuvwxyz"
MANY = "&"


def in_turn(*, capitals: bool) -> tuple[str, ...]:
    """The letters of a side's stacks in their sequence: ``A-Z`` without I and O, or ``a-z`` without i, l and o.

    Then four figures, which the other side does not use; then double letters; and ``&`` for all that are left over.
    """
    return _IN_TURN[capitals]


def _in_turn(*, capitals: bool) -> tuple[str, ...]:
    row = CAPITALS if capitals else SMALL
    return (*row, *("2345" if capitals else "6789"), *(2 * one for one in row), MANY)


_IN_TURN = {capitals: _in_turn(capitals=capitals) for capitals in (False, True)}


OWN_HEAD = "  at      unit               SP mode MP condition"
NAME_AT, NAME_WIDE = 10, 18
"""The column of names, and its least width."""


def letters(hexes: Iterable[str], *, capitals: bool) -> dict[str, str]:
    """A letter for each hex of a side, in hex order (`in_turn`)."""
    return dict(zip(sorted(set(hexes)), chain(in_turn(capitals=capitals), repeat(MANY)), strict=False))


def own_table(stacks: Sequence[OwnStack]) -> list[str]:
    """YOUR UNITS, with its heads of columns; that of the names is as wide as the longest."""
    wide = max([NAME_WIDE, *[len(unit.name) for stack in stacks for unit in stack.units]])
    head, behind = translate(OWN_HEAD), NAME_AT + NAME_WIDE
    lines = [f"{head[:behind]}{' ' * (wide - NAME_WIDE)}{head[behind:]}"]
    is_english = language() is None
    for stack in stacks:
        lines += (is_english and stack.lines.get(wide)) or _own_lines(stack, wide, is_english=is_english)
    return lines


def _own_lines(stack: OwnStack, wide: int, *, is_english: bool) -> tuple[str, ...]:
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
    found = tuple(lines)
    if is_english:
        stack.lines[wide] = found
    return found


def enemy_table(stacks: Sequence[EnemyStack]) -> list[str]:
    """ENEMY UNITS YOU CAN SEE."""
    is_english = language() is None
    return [
        line for stack in stacks for line in (is_english and stack.lines) or _enemy_lines(stack, is_english=is_english)
    ]


def _enemy_lines(stack: EnemyStack, *, is_english: bool) -> list[str]:
    head = f"{stack.letter:>3} {stack.at}{'!' if stack.in_zoc else ' '} {stack.strength:>2}  "
    units = stack.units if is_english else tuple(map(translated, stack.units))
    line = head + ", ".join(units)
    if len(line) <= WIDTH:
        lines = [line.rstrip()]
    else:
        lines = wrap(", ".join(map(glued, units)), WIDTH, first=head, rest=" " * len(head))
    if is_english:
        stack.lines[:] = lines
    return lines


def own_panel(stacks: Sequence[OwnStack]) -> Panel:
    """YOUR UNITS as a panel."""
    lines = tuple(own_table(stacks)) if stacks else ()
    return Panel("your units", "YOUR UNITS", "! = in an enemy ZOC", lines, stacks=tuple(stacks))


def enemy_panel(stacks: Sequence[EnemyStack]) -> Panel:
    """ENEMY UNITS YOU CAN SEE as a panel."""
    return Panel(
        "enemy units", "ENEMY UNITS YOU CAN SEE", "! = in your ZOC", tuple(enemy_table(stacks)), stacks=tuple(stacks)
    )
