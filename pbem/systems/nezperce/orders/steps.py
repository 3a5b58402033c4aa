"""Marches by directions: ``Joseph two hexes north-east``, ``Ollokot move N``."""

import re
from types import SimpleNamespace

from pbem.core.order import Order
from pbem.core.problem import Ambiguous, Malformed, Problem
from pbem.language.directions import with_steps
from pbem.language.hints import listed
from pbem.mechanisms.paths import BETWEEN_TWO, both_ways, walk
from pbem.orders.dialect import Placed
from pbem.orders.syntax import Words
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.orders import names
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign

_STEP = r"(?:[ns][ew]|[nsew])(?!\w)"
_LINE = re.compile(
    rf"(?P<who>.+?)\s*:?\s+(?:(?:(?P<fast>fast)|moves?|march(?:es)?|goe?s?|rides?|heads?)\s+(?P<free>(?:\d{{0,2}}{_STEP}[\s,-]*)+)"
    rf"|(?P<bare>(?:\d{{1,2}}{_STEP}[\s,-]*)+))",
    re.I,
)


def read(text: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem | None:
    """The marches of a line that gives directions; None for any other line.  Problems: E121, E122 and those of names."""
    line = _LINE.fullmatch(with_steps(text).strip())
    if line is None:
        return None
    found = names.units(line["who"], view, side)
    if isinstance(found, Problem):
        return found
    orders: list[Order] = []
    for at in dict.fromkeys(view.units[name].at for name in found):
        group = tuple(name for name in found if view.units[name].at == at)
        path = _path(line["free"] or line["bare"], at, group)
        if isinstance(path, Problem):
            return path
        orders.append(March(group, path, FAST if line["fast"] else NORMAL))
    return tuple(orders)


def _path(steps: str, at: str, group: tuple[str, ...]) -> tuple[str, ...] | Problem:
    land = SimpleNamespace(sheet=SimpleNamespace(map=data.strategic_map()))
    between = next(
        (one for one in BETWEEN_TWO.finditer(steps) if one[2].upper() not in land.sheet.map.compass.directions), None
    )
    texts = [steps]
    if between is not None:
        ways = both_ways(between[2].upper(), int(between[1] or 1), land)
        texts = [f"{steps[: between.start()]} {way} {steps[between.end() :]}" for way in ways]
    walked = [walk(Words("steps", one, 0, len(one)), at, land) for one in texts]
    paths = [one for one in walked if not isinstance(one, Placed)]
    if not paths:
        gone = next(one.problem for one in walked if isinstance(one, Placed))
        return Malformed(gone.code, gone.text.split("\n")[0], words=steps.strip())
    if len({path[-1] for path in paths}) == 1:
        return paths[0]
    ends = listed(path[-1] for path in paths)
    lines = tuple(f"{' + '.join(group)} move {at} to {'-'.join(path[1:])}" for path in paths)
    text = f"That way lie two hexes, {ends}: which do you mean?"
    return Ambiguous("E122", text, suggest=lines, words=steps.strip())
