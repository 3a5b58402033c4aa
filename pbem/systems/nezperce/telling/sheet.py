"""The order sheet of a movement phase: hex by hex who may march, with what each may spend."""

from collections.abc import Iterator

from pbem.reports.report import SheetLine
from pbem.systems.nezperce.rules import reach
from pbem.systems.nezperce.state.position import Campaign, Unit

WIDE = 36
"""An order of more characters than this leaves no room for its remark."""


def sheet_of_marches(state: Campaign, side: str, *, is_supply_known: bool = True) -> Iterator[SheetLine]:
    """The lines: units of one hex in one line, then those that may not move.  Before supply is judged nobody is fast."""
    able = [one for one in state.of(side) if not reach.why_still(state, one)[0]]
    for at in sorted({one.at for one in able}):
        here = [one for one in able if one.at == at]
        everybody = len(here) == len(state.at(at, side))
        names = " + ".join(one.name for one in here)
        if len(here) > 1 and everybody and len(names) > WIDE:
            yield SheetLine(f"all in {at} move to ...", _remark(state, here, is_supply_known))
        if len(here) == 1 or len(names) <= WIDE:
            yield SheetLine(f"{names} move {at} to ...", _remark(state, here, is_supply_known))
        else:
            yield from (
                SheetLine(f"{one.name} move {at} to ...", _remark(state, [one], is_supply_known)) for one in here
            )
    for one in state.of(side):
        if one not in able:
            yield SheetLine(f"// {one.name} stays in {one.at}", reach.why_still(state, one)[0], is_note=True)


def _remark(state: Campaign, units: list[Unit], is_supply_known: bool) -> str:
    """``8 MP, fast 12``: what the slowest of some units may spend."""
    normal = min(reach.allowance(state, one, "normal") for one in units)
    fast = [one for one in units if is_supply_known and not reach.why_not_fast(state, one)[0]]
    if len(fast) < len(units):
        return f"{normal} MP" if not fast or len(units) > 1 else f"{normal} MP, fast {fast[0].card.fast}"
    return f"{normal} MP, fast {min(one.card.fast for one in fast)}"
