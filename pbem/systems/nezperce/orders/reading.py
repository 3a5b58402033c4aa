"""Reads an order of the strategic level."""

import re

from pbem.core.order import Order
from pbem.core.problem import Illegal, Malformed, Problem
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.orders import names
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.rules import routes
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign

_MOVE = re.compile(
    r"(?P<who>.+?)\s*:?\s+(?P<verb>(?:(?:move|march|go|ride)s?|fast|normal|to|toward|towards)\b.*)", re.I
)
_HOW = re.compile(r"^(?:move|march|go|ride)s?\b|^(?:at\s+)?(?:fast|normal)\b|^(?:to|towards?)\b", re.I)
_DECLARE = re.compile(
    r"(?P<who>.+?)\s*:?\s+(?:attack|fight|declare|join)s?(?:\s+(?:the fight|combat))?(?:\s+(?:in|at))?\s+(?P<at>.+)",
    re.I,
)
_SUPPLY = re.compile(r"(?P<who>.+?)\s*:?\s+draws?\s+supply(?:\s+(?:in|at|from))?(?:\s+(?P<at>.+))?", re.I)
_SUPPLIED = re.compile(r"supply\s+(?P<who>.+?)(?:\s+(?:in|at|from)\s+(?P<at>.+))?", re.I)
_SEARCH = re.compile(r"search(?:\s+(?:in|at))?\s+(?P<at>.+)", re.I)
_NUMBERS = re.compile(r"\d{4}(?:\s*(?:->|-|>|,|\s)\s*\d{4})+")
_FROM = re.compile(r"(?:from\s+)?(\d{4})\s+to\s+(?=\d{4})", re.I)
EXAMPLES = (
    "Howard + Perry move 0709 to 0708",
    "Perry fast to Missoula",
    "Ollokot attack 0910",
    "search 0910",
)


def read(text: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    """The orders of a line without its phase."""
    if (found := _SEARCH.fullmatch(text)) is not None:
        at = names.place(found["at"])
        return at if isinstance(at, Problem) else (Search(at),)
    for pattern in (_SUPPLY, _SUPPLIED):
        if (found := pattern.fullmatch(text)) is not None:
            return _supply(found["who"], found["at"] or "", view, side)
    if (found := _MOVE.fullmatch(text)) is not None:
        return _march(found["who"], found["verb"], view, side)
    if (found := _DECLARE.fullmatch(text)) is not None:
        return _declare(found["who"], found["at"], view, side)
    return Malformed("E110", f"I cannot read this.  Orders look like: {'; '.join(EXAMPLES)}.", words=text)


def _supply(who: str, at: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    found = names.units(who, view, side)
    if isinstance(found, Problem):
        return found
    where = names.place(at) if at else view.units[found[0]].at
    return where if isinstance(where, Problem) else (Supply(found, where),)


def _declare(who: str, at: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    where = names.place(at)
    if isinstance(where, Problem):
        return where
    if re.fullmatch(r"(?:all|everybody|all units)", who, re.I):
        who = f"all in {where}"
    found = names.units(who, view, side)
    return found if isinstance(found, Problem) else (Declare(found, where),)


def _march(who: str, rest: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    found = names.units(who, view, side)
    if isinstance(found, Problem):
        return found
    mode, is_toward = NORMAL, False
    while (word := _HOW.match(rest)) is not None:
        mode = FAST if "fast" in word[0].lower() else mode
        is_toward = is_toward or "toward" in word[0].lower()
        rest = rest[word.end() :].strip()
    start = view.units[found[0]].at
    if (given := _FROM.match(rest)) is not None:
        start, rest = given[1], rest[given.end() :].strip()
        steps = tuple(re.findall(r"\d{4}", rest))
        if len(steps) > 1 or (steps and steps[0] in data.strategic_map().neighbours(start)):
            return (March(found, (start, *steps), mode),)
    if _NUMBERS.fullmatch(rest):
        path = tuple(re.findall(r"\d{4}", rest))
        return (March(found, path if path[0] == start else (start, *path), mode),)
    goal = names.place(rest)
    if isinstance(goal, Problem):
        return goal
    if goal in data.strategic_map().neighbours(start):
        return (March(found, (start, goal), mode),)
    return _by_the_cheapest(found, goal, mode, is_toward, view)


def _by_the_cheapest(
    units: tuple[str, ...], goal: str, mode: str, is_toward: bool, view: Campaign
) -> tuple[Order, ...] | Problem:
    own = [view.units[name] for name in units]
    start = own[0].at
    if any(one.at != start for one in own):
        apart = ", ".join(f"{one.name} in {one.at}" for one in own)
        return Illegal("E120", f"They are not in one hex: {apart}.  Give each its own line.", "B4.2", words=units[-1])
    if goal == start:
        return Illegal("E120", f"{units[0]} is in {goal} already.", "B4.2", words=goal)
    path = routes.route(view, own, goal)
    if not path:
        return Illegal("E131", f"There is no way from {start} to {goal} this turn.", "B4.4", words=goal)
    if is_toward:
        path = routes.as_far_as(view, own, path, mode)
        if len(path) < 2:
            return Illegal(
                "E130", f"{units[0]} does not have enough points for a step toward {goal}.", "B4.1", words=goal
            )
    return (March(units, path, mode),)


def write(order: Order) -> str:
    """The one text form of an order of the strategic level."""
    match order:
        case March(units, path, mode):
            return f"{' + '.join(units)} {'fast' if mode == FAST else 'move'} {path[0]} to {'-'.join(path[1:])}"
        case Declare(units, at):
            return f"{' + '.join(units)} attack {at}"
        case Supply(units, at):
            return f"{' + '.join(units)} draw supply {at}"
        case Search(at):
            return f"search {at}"
    raise TypeError(order)
