"""Layer 3 of the map: letters for the stacks, and the tables of units."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, repeat

from pbem.core.memo import Memo
from pbem.reports.manner import language, translate, translated
from pbem.reports.report import WIDTH, EnemyStack, OwnStack, OwnUnit, Panel
from pbem.reports.wrap import glued, wrap

CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SMALL = "abcdefghjkmnpqrstuvwxyz"
MANY = "&"
OWN_HEAD = "  at      unit               SP mode MP condition"
NAME_AT, NAME_WIDE = 10, 18
"""Where the column of names begins, and how wide it is at least."""
MOST_SAID = 1 << 9
MOST_WIDTHS = 8
"""Stacks of which the lines are kept, those of some ten games, for so many widths of the column of names."""


def in_turn(*, capitals: bool) -> tuple[str, ...]:
    """The letters of a side's stacks in their sequence: ``A-Z`` without I and O, or ``a-z`` without i, l and o.

    Then four figures, which the other side does not use; then double letters; and ``&`` for all that are left over.
    """
    return _IN_TURN[capitals]


def _in_turn(*, capitals: bool) -> tuple[str, ...]:
    row = CAPITALS if capitals else SMALL
    return (*row, *("2345" if capitals else "6789"), *(2 * one for one in row), MANY)


_IN_TURN = {capitals: _in_turn(capitals=capitals) for capitals in (False, True)}


def letters(hexes: Iterable[str], *, capitals: bool) -> dict[str, str]:
    """A letter for each hex of a side, in hex order (`in_turn`)."""
    return dict(zip(sorted(set(hexes)), chain(in_turn(capitals=capitals), repeat(MANY)), strict=False))


def own_table(stacks: Sequence[OwnStack]) -> list[str]:
    """YOUR UNITS, with its heads of columns; that of the names is as wide as the longest."""
    wide = max([NAME_WIDE, *[_longest_name(stack.units) for stack in stacks]])
    head, behind = translate(OWN_HEAD), NAME_AT + NAME_WIDE
    lines = [f"{head[:behind]}{' ' * (wide - NAME_WIDE)}{head[behind:]}"]
    is_english, known = language() is None, _known_rows(wide)
    for stack in stacks:
        where = f"{stack.letter:>3} {stack.at}{'!' if stack.in_zoc else ' '} "
        is_known = is_english and len(where) == NAME_AT
        for row in known.of(stack.units) if is_known else _rows(stack.units, wide, WIDTH - len(where)):
            lines.append(where + row)
            where = " " * len(where)
    return lines


def _rows(units: Sequence[OwnUnit], wide: int, room: int) -> tuple[str, ...]:
    """The lines of a stack's units behind its letter and hex: names so wide, in so many characters."""
    rows: list[str] = []
    for unit in units:
        row = f"{unit.name:<{wide}} {unit.strength:>2}  {unit.mode:<1}   {unit.mp:>3}"
        if unit.condition:
            rows += wrap(translated(unit.condition), room, first=f"{row} ", rest=" " * (len(row) + 1))
        else:
            rows.append(row.rstrip())
    return tuple(rows)


def _longest_name(units: Sequence[OwnUnit]) -> int:
    return max([len(unit.name) for unit in units])


@lru_cache(maxsize=MOST_WIDTHS)
def _known_rows(wide: int) -> Memo[tuple[OwnUnit, ...], tuple[str, ...]]:
    """The rows of stacks in English, with names so wide, for as long as nobody in them changes."""
    return Memo(lambda units: _rows(units, wide, WIDTH - NAME_AT), MOST_SAID)


def enemy_table(stacks: Sequence[EnemyStack]) -> list[str]:
    """ENEMY UNITS YOU CAN SEE."""
    lines: list[str] = []
    is_english = language() is None
    for stack in stacks:
        head = f"{stack.letter:>3} {stack.at}{'!' if stack.in_zoc else ' '} {stack.strength:>2}  "
        names = ", ".join(stack.units if is_english else map(translated, stack.units))
        if len(head) + len(names) <= WIDTH:
            lines.append(f"{head}{names}".rstrip())
        else:
            lines += wrap(
                ", ".join(glued(translated(one)) for one in stack.units), WIDTH, first=head, rest=" " * len(head)
            )
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
