"""Reads an order of the strategic level."""

import re
from types import SimpleNamespace

from pbem.core.order import Ambiguous, Illegal, Malformed, Order, Problem
from pbem.language.members import with_steps
from pbem.language.spelling import listed
from pbem.mechanisms.likeness import without_interjection
from pbem.mechanisms.paths import BETWEEN_TWO, both_ways, walk
from pbem.orders.dialect import Placed
from pbem.orders.refusal_text import with_lead
from pbem.orders.syntax import Words
from pbem.systems.nezperce import data
from pbem.systems.nezperce.orders import names
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.rules import marching
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign

# Marches by directions: ``Joseph two hexes north-east``, ``Ollokot move N``.

_STEP = r"(?:[ns][ew]|[nsew])(?!\w)"
_LINE = re.compile(
    rf"(?P<who>.+?)\s*:?\s+(?:(?:(?P<fast>fast)|moves?|march(?:es)?|goe?s?|rides?|heads?)\s+(?P<free>(?:\d{{0,2}}{_STEP}[\s,-]*)+)"
    rf"|(?P<bare>(?:\d{{1,2}}{_STEP}[\s,-]*)+))",
    re.I,
)


def read_steps(text: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem | None:
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


_VERB = r"(?:move|march|go|ride|head|make|proceed|advance|retreat|withdraw|retire|travel|return|run|hurry|force-march)(?:e?s)?"
_MOVE = re.compile(
    rf"(?P<who>.+?)\s*:?\s+(?P<verb>(?:{_VERB}|(?:should|will|to)\s+{_VERB}|(?:at\s+)?(?:the\s+)?(?:fast|normal)"
    r"|(?:back\s+)?(?:to|towards?)|via)\b.*)",
    re.I,
)
_VERB_AHEAD = re.compile(
    rf"(?P<verb>{_VERB})\s+(?P<who>.+?)\s+(?P<rest>(?:fast\s+)?(?:from\s+\d{{4}}\s+)?(?:to|towards?)\b.*)", re.I
)
_HOW = re.compile(
    rf"^(?:should|will|to)\s+(?={_VERB}\b)|^{_VERB}\b|^(?:at\s+)?(?:the\s+)?(?:fast|normal)\b(?:\s+(?:rate|speed))?"
    r"|^(?:back|on|over|up|down|for)\b|^(?:in)?to\b|^towards?\b|^as\s+far\s+as\s+possible\b",
    re.I,
)
_STAY = re.compile(
    r"(?P<who>.+?)\s*:?\s+(?:stay|hold|halt|wait|remain|rest|stand)s?(?:\s+(?:put|here|there|still|fast|in\s+place"
    r"|where\s+(?:it|he|she|they)\s+(?:is|are|stands?)|(?:at|in)\s+(?:\d{4}|(?:(?:fort|ft\.?|camp|mount|mt\.?)\s+)?[a-z]+)))?",
    re.I,
)
_THE_ENEMY = re.compile(
    r"^(?:all\s+)?(?:the\s+)?(?:soldiers?|army|enem(?:y|ies)|troops?|them)\b\s*(?:there|(?:in|at)\b)?", re.I
)
_BARE = re.compile(r"(?P<who>\D*[^\d\s:])\s*:?\s+(?P<path>\d{4}(?:\s*(?:-+>?|>|,|\s)\s*\d{4})*)")
_RATE_BEHIND = re.compile(
    r",?\s+(?:at\s+(?:the\s+|its\s+|their\s+)?)?(?:fast|normal|full)(?:\s+(?:rate|speed|pace))?$", re.I
)
_THEN = re.compile(r"(?<=\d)\s*,?\s*(?:and\s+)?then\b(?:\s+to\b)?\s*(?=\d)", re.I)
_BY_WAY_OF = re.compile(r"(\d{4})\s+(?:via|by\s+way\s+of|through|by)\s+(\d{4}(?:[\s,>-]+\d{4})*)", re.I)
_WAY_AND_GOAL = re.compile(r"(?:via|by\s+way\s+of|through|by)\s+(\d{4}(?:[\s,>-]+\d{4})*)\s+to\s+(\d{4})", re.I)
_ARROW = re.compile(r"(?<!\d)\s*(?:[-=]*>|\u2192)\s*")
_JOINS = re.compile(r"(?P<who>.+?)\s*:?\s+joins?\s+(?:up\s+)?(?:with\s+)?(?P<whom>\D+)", re.I)
_DECLARE = re.compile(
    r"(?P<who>.+?)\s*:?\s+(?:attack|fight|declare|join)s?(?:\s+(?:the fight|combat))?(?:(?:\s+(?:in|at))?\s+(?P<at>.+))?",
    re.I,
)
_WHOM_AT = re.compile(r"(?P<whom>.*[^\W\d].*?)\s+(?:in|at|near)\s+(?P<at>\d{4})", re.I)
_SUPPLY = re.compile(r"(?P<who>.+?)\s*:?\s+draws?\s+supply(?:\s+(?:in|at|from))?(?:\s+(?P<at>.+))?", re.I)
_SUPPLIED = re.compile(r"supply\s+(?P<who>.+?)(?:\s+(?:in|at|from)\s+(?P<at>.+))?", re.I)
_SEARCH = re.compile(r"search(?:\s+(?:in|at))?\s+(?P<at>.+)", re.I)
_NUMBERS = re.compile(r"\d{4}(?:\s*(?:->|-|>|,|\s)\s*\d{4})+")
_FROM = re.compile(r"(?:from\s+)?(\d{4})\s+to\s+(?=\d{4})", re.I)
WHEN = re.compile(
    r"\s*(?:when(?!\s+(?:do|does|did|is|are|was|were|will|can|could|should|has|have)\b)|whenever|if|once|as\s+soon\s+as)\b",
    re.I,
)
NO_WHEN = (
    "This game has no orders that wait for something: each is for the next phase of its kind.  What battles ask is answered "
    "by a policy or a battle plan (help policies, help battle)."
)
EXAMPLES = {
    ARMY: ("Howard + Perry move 0709 to 0708", "Perry fast to Missoula", "search 0910"),
    INDIAN: ("Joseph + Ollokot move 0811 to 0911", "Indian Village toward 1208", "Ollokot attack 0910"),
}


def read(text: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    """The orders of a line without its phase."""
    if WHEN.match(text):
        return Malformed("E180", NO_WHEN, words=text.split(None, 1)[0])
    text = _ARROW.sub(" to ", without_interjection(text))
    if (stepped := read_steps(text, view, side)) is not None:
        return stepped
    if (found := _SEARCH.fullmatch(text)) is not None:
        at = _fight_in(found["at"], view, side)
        return at if isinstance(at, Problem) else (Search(at),)
    for pattern in (_SUPPLY, _SUPPLIED):
        if (found := pattern.fullmatch(text)) is not None:
            return _supply(found["who"], found["at"] or "", view, side)
    if (found := _JOINS.fullmatch(text)) is not None and isinstance(names.unit(found["whom"], view, side), str):
        return _march(found["who"], f"to {found['whom']}", view, side)
    if (found := _VERB_AHEAD.fullmatch(text)) is not None:
        return _march(found["who"], f"{found['verb']} {found['rest']}", view, side)
    if (found := _MOVE.fullmatch(text)) is not None:
        return _march(found["who"], found["verb"], view, side)
    if (found := _STAY.fullmatch(text)) is not None:
        return _stay(found["who"], view, side)
    if (found := _DECLARE.fullmatch(text)) is not None:
        return _declare(found["who"], found["at"] or "", view, side)
    if (found := _BARE.fullmatch(text)) is not None:
        return _march(found["who"], f"move {found['path']}", view, side)
    return Malformed("E110", f"I cannot read this.  Orders look like: {'; '.join(EXAMPLES[side])}.", words=text)


def _supply(who: str, at: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    found = names.units(who, view, side)
    if isinstance(found, Problem):
        return found
    where = names.place(at) if at else view.units[found[0]].at
    return where if isinstance(where, Problem) else (Supply(found, where),)


def _declare(who: str, at: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    at = _THE_ENEMY.sub("", at).strip()
    if not at and not isinstance(here := names.units(who, view, side), Problem):
        at = view.units[here[0]].at
    where = _fight_in(at, view, side)
    if isinstance(where, Problem):
        return where
    if re.fullmatch(r"(?:all|everybody|everyone|all units)", who, re.I):
        who = f"all in {where}"
    found = names.units(who, view, side)
    return found if isinstance(found, Problem) else (Declare(found, where),)


def _fight_in(text: str, view: Campaign, side: str) -> str | Problem:
    """The hex of a fight or a search: its number, a place, or whom it is about (``Whipple``, ``Perry + Howard at 0309``)."""
    given = _WHOM_AT.fullmatch(text)
    at = names.place(given["at"] if given else text)
    found = names.units(given["whom"] if given else text, view, ARMY if side == INDIAN else INDIAN)
    if isinstance(at, str) and given is None:
        theirs = "" if isinstance(found, Problem) else view.units[found[0]].at
        # Both a place and an enemy are called White Bird.
        return theirs if at not in view.shared() and theirs in view.shared() else at
    if isinstance(found, Problem):
        return found if found.code in ("E102", "E103") else _nobody_there(text, at, view, side)
    if given is not None and isinstance(at, Problem):
        return at
    where = at if isinstance(at, str) else view.units[found[0]].at
    if stray := next((name for name in found if view.units[name].at != where), ""):
        return Illegal("E140", f"{stray} is in {view.units[stray].at}, not in {where}.", "B5.1", words=stray)
    return where


def _nobody_there(text: str, at: str | Problem, view: Campaign, side: str) -> Problem:
    """Neither a hex nor a place nor an enemy; what is nearly the name of a place is told as such."""
    if isinstance(at, Problem) and (at.code != "E104" or "Did you mean" in at.text or re.search(r"\d", text)):
        return at
    enemies = [one.name for one in view.of(ARMY if side == INDIAN else INDIAN)]
    known = ", ".join(name for name in enemies if view.units[name].at in view.shared())
    why = f"No hex, place or enemy unit is called '{text}'."
    if likely := names.nearly(text, enemies):
        return Malformed("E104", with_lead(why, f"Did you mean   {likely} ?"), words=text)
    return Malformed("E104", f"{why}  Enemies who share a hex with you: {known or 'none'}.", words=text)


def _stay(who: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    """Units stay where they are: a march of no step, which takes the place of one on file."""
    found = names.units(who, view, side)
    if isinstance(found, Problem):
        return found
    places = dict.fromkeys(view.units[name].at for name in found)
    return tuple(March(tuple(name for name in found if view.units[name].at == at), (at,)) for at in places)


def _march(who: str, rest: str, view: Campaign, side: str) -> tuple[Order, ...] | Problem:
    found = names.units(who, view, side)
    if isinstance(found, Problem):
        return found
    mode, is_toward = NORMAL, False
    while (word := _HOW.match(rest)) is not None:
        mode = FAST if "fast" in word[0].lower() else mode
        is_toward = is_toward or "toward" in word[0].lower() or "far as" in word[0].lower()
        rest = rest[word.end() :].strip()
    if (rate := _RATE_BEHIND.search(rest)) is not None:
        mode = FAST if "fast" in rate[0].lower() or "full" in rate[0].lower() else mode
        rest = rest[: rate.start()]
    rest = _BY_WAY_OF.sub(r"\2-\1", _WAY_AND_GOAL.sub(r"\1-\2", _THEN.sub("-", rest)))
    orders: list[Order] = []
    if "+" in who and (apart := _apart(found, view)) is not None:
        return apart
    for at in dict.fromkeys(view.units[name].at for name in found):
        group = tuple(name for name in found if view.units[name].at == at)
        some = _one_march(group, rest, mode, is_toward, view, side)
        if isinstance(some, Problem):
            return some
        orders += some
    return tuple(orders)


def _apart(found: tuple[str, ...], view: Campaign) -> Problem | None:
    """Why units cannot go together (``Howard + Perry``): they are in several hexes."""
    places = [(name, view.units[name].at) for name in found]
    if len({at for _, at in places}) == 1:
        return None
    apart = ", ".join(f"{name} in {at}" for name, at in places)
    return Illegal("E120", f"They are not in one hex: {apart}.  Give each its own line.", "B4.2", words=found[-1])


def _one_march(
    found: tuple[str, ...], rest: str, mode: str, is_toward: bool, view: Campaign, side: str
) -> tuple[Order, ...] | Problem:
    """The march of units of one hex."""
    start = view.units[found[0]].at
    if (given := _FROM.match(rest)) is not None:
        at, rest = names.place(given[1]), rest[given.end() :].strip()
        if isinstance(at, Problem):
            return at
        start = at
        further = tuple(re.findall(r"\d{4}", rest)) if ";" not in rest else ()  # behind it somebody else moves
        if len(further) > 1 or (further and further[0] in data.strategic_map().neighbours(start)):
            return (March(found, (start, *further), mode),)
    if _NUMBERS.fullmatch(rest):
        path = tuple(re.findall(r"\d{4}", rest))
        return (March(found, path if path[0] == start else (start, *path), mode),)
    goal = _goal(rest, view, side)
    if isinstance(goal, Problem):
        return goal
    if goal in data.strategic_map().neighbours(start):
        return (March(found, (start, goal), mode),)
    return _by_the_cheapest(found, goal, mode, is_toward, view)


def _goal(text: str, view: Campaign, side: str) -> str | Problem:
    """The hex that is gone to: its number, a place of the map, or where a unit of either side is."""
    at = names.place(text)
    if isinstance(at, Problem):
        whom = [names.unit(text, view, one) for one in (side, ARMY if side == INDIAN else INDIAN)]
        for one in whom:
            if isinstance(one, str):
                return view.units[one].at
        at = next((one for one in whom if isinstance(one, Problem) and one.code == "E103"), at)
    return at


def _by_the_cheapest(
    units: tuple[str, ...], goal: str, mode: str, is_toward: bool, view: Campaign
) -> tuple[Order, ...] | Problem:
    own = [view.units[name] for name in units]
    start = own[0].at
    if goal == start:
        return Illegal("E120", f"{units[0]} is in {goal} already.", "B4.2", words=goal)
    path = marching.route(view, own, goal)
    if not path:
        why, clause = marching.no_way(view, own, goal)
        reason = f": {why} ({clause})" if why else ""
        return Illegal("E131", f"There is no way from {start} to {goal} this turn{reason}.", clause, words=goal)
    if is_toward:
        path = marching.as_far_as(view, own, path, mode)
        if len(path) < 2:
            return Illegal(
                "E130", f"{units[0]} does not have enough points for a step toward {goal}.", "B4.1", words=goal
            )
    return (March(units, path, mode),)


def write(order: Order) -> str:
    """The one text form of an order of the strategic level."""
    match order:
        case March(units, path, _) if len(path) == 1:
            return f"{' + '.join(units)} stay"
        case March(units, path, mode):
            return f"{' + '.join(units)} {'fast' if mode == FAST else 'move'} {path[0]} to {'-'.join(path[1:])}"
        case Declare(units, at):
            return f"{' + '.join(units)} attack {at}"
        case Supply(units, at):
            return f"{' + '.join(units)} draw supply {at}"
        case Search(at):
            return f"search {at}"
    raise TypeError(order)
