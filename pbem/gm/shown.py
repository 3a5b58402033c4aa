"""Show an incident to the GM before it is confirmed."""

from pbem.desk.gm.incidents.incident import line_of
from pbem.desk.gm.incidents.perform import Shown
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap


def effect_lines(shown: Shown, *, typed: bool = False) -> list[str]:
    """The effect, who is told, and how to take it back; `typed` formats that as a terminal command."""
    effect = shown.effect
    lines = _row("does", effect.lines)
    if effect.pages:
        lines += ["", *(f"    {one}" for one in effect.pages), ""]
    lines += _row("told", (effect.notified,))
    if effect.signed:
        lines += _row("signs", ("the GM's key; it becomes part of the chain, and every header counts it",))
    if effect.inverse is not None:
        back = line_of(effect.inverse)
        lines += [f"  undone by  {'pbem gm ' if typed else ''}{back}"]
    elif effect.final:
        lines += _row("final", (effect.final,))
    head = f"{shown.line}   (as of {shown.mark})"
    return [*wrap(head, WIDTH, first="", rest="  "), *lines]


def _row(label: str, lines: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for one in lines:
        first = f"  {label:<9}  " if not found else " " * 13
        found += wrap(one, WIDTH, first=first, rest=" " * 13)
    return found
