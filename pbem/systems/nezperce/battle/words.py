"""The order language of battles: set-up, and single actions."""

import re
from collections.abc import Sequence
from typing import Any

from pbem.core.order import Ambiguous, Malformed, Order, Problem
from pbem.systems.nezperce.battle.ground import is_horse, kind, values
from pbem.systems.nezperce.battle.places import HOMES
from pbem.systems.nezperce.battle.plan import ways
from pbem.systems.nezperce.battle.state import (
    DISMOUNTED,
    ENCAMPED,
    LIMBERED,
    MOST,
    MOUNTED,
    PLACE_PHASE,
    SIDE_PHASE,
    TRAIL,
    UNLIMBERED,
    Battle,
    Change,
    Charge,
    EntrySide,
    Fire,
    Go,
    Lead,
    OfferEnd,
    SetUp,
    Shell,
    Surrender,
    other,
)
from pbem.systems.nezperce.orders.names import folded

_PATH = r"\d{4}(?:\s*(?:->|-|>|,|\s)\s*\d{4})*"
_VERB = r"\s*:?\s+"
_MODES = {"mount": MOUNTED, "dismount": DISMOUNTED, "limber": LIMBERED, "unlimber": UNLIMBERED}
_KINDS = {
    "lodges": ("lodge",),
    "camps": ("camp",),
    "braves": ("warrior",),
    "cavalry": ("cavalry",),
    "infantry": ("infantry",),
    "scouts": ("scouts",),
    "guns": ("howitzer", "hotchkiss", "gatling"),
}
"""Words for all units of a type that are still to be set up."""
_EACH = re.compile(r"^\s*each\s+of\s+", re.I)
_VERB_OF = {mode: verb for verb, mode in _MODES.items()}
_OFFER = re.compile(r"offers?(?: to)? end(?: the battle)?|offer(?: an)? end", re.I)
_CHANGE = re.compile(rf"(?P<who>.+?){_VERB}(?P<verb>mount|dismount|limber|unlimber)s?", re.I)
_SURRENDER = re.compile(rf"(?P<who>.+?){_VERB}surrenders?", re.I)
_SHELL = re.compile(rf"(?P<who>.+?){_VERB}shells?(?:\s+at)?\s+(?P<at>\d{{4}})", re.I)
_FIRE = re.compile(
    rf"(?P<who>.+?){_VERB}(?:fire|shoot)s?(?:\s+(?:at|on))?\s+(?P<target>.+?)"
    rf"(?:[,;]?\s+then\s+moves?(?:\s+to)?\s+(?P<path>{_PATH}))?",
    re.I,
)
_CHARGE = re.compile(
    rf"(?P<a>.+?)\s*(?:\+|&|\band\b)\s*(?P<b>.+?){_VERB}charges?\s+(?P<first>{_PATH})\s*/\s*(?P<second>{_PATH})", re.I
)
_LEAVE = re.compile(rf"(?P<who>.+?){_VERB}leaves?(?:\s+(?:by|from|at))?(?:\s+(?P<path>{_PATH}))?", re.I)
_GO = re.compile(
    rf"(?P<who>.+?){_VERB}(?:move|go|enter|charge|melee|fight|attack)s?(?:\s+(?:to|in|at))?\s+(?P<path>{_PATH})", re.I
)
_AT_WHOM = re.compile(
    rf"(?P<who>.+?){_VERB}(?:charge|melee|fight|attack)s?(?:\s+(?:with|at))?\s+(?P<target>.*[^\W\d].*)", re.I
)
_SET_UP = re.compile(
    rf"(?P<who>.+?){_VERB}sets?[ -]?up(?:\s+(?:at|in|on))?(?:\s+(?P<at>{_PATH}))?"
    r"(?:[\s,]+(?P<mode>mounted|dismounted|limbered|unlimbered))?",
    re.I,
)
_LEAD = re.compile(rf"(?P<who>.+?){_VERB}leads?", re.I)
SIDE = re.compile(
    r"(?:(?:i|we|they|all|everybody)\s+)?(?:(?:will|shall|'ll)\s+)?(?:(?:entry|enter|come|arrive|attack|approach|use)(?:e?s)?(?:\s+in)?"
    r"(?:\s+side)?\s*:?\s+)?(?:(?:by|from|on|over|is)\s+)?(?:the\s+)?(?P<edge>north|east|south|west)(?:ern)?(?:\s+(?:side|edge))?",
    re.I,
)
"""``entry side east``, ``come in from the east``, ``by the eastern edge``."""
_JOINT = re.compile(r"\s*(?:\+|,|;|&|\band\b)\s*", re.I)


def examples(battle: Battle, side: str) -> str:
    """Examples of orders, with units of the side that writes them."""
    own = [one for one in battle.units if one.side == side and not one.gone]
    theirs = [one for one in battle.units if one.side != side and not one.gone]
    one, enemy = own[0].name if own else "Ollokot 3", theirs[0].name if theirs else "Perry Cavalry 1"
    if battle.steps:
        force = next((force.name for force in battle.contact.forces(side)), "Ollokot")
        return f"{one} set up 1412; {force} set up 1412 1413 1414; {force} lead; entry side east"
    rider = next((who.name for who in own if is_horse(who.kind)), "")
    mount = f"; {rider} mount" if rider else ""
    return f"{one} move 1412-1413; {one} fire {enemy}{mount}; {one} leave 0203-0102"


class Words:
    """`battles.BattleWords`."""

    def write(self, order: Order) -> str:
        """See `battles.BattleWords`."""
        return write(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `battles.BattleWords`."""
        line_text = text.strip()
        if view.battle.steps:
            return _read_set_up(line_text, view.battle, side)
        orders: list[Order] = []
        for one in _apart(line_text):
            found = _read(one, view.battle, side)
            if isinstance(found, Problem):
                return found
            orders.append(found)
        return tuple(orders)

    def letters_of(self, text: str, present: str) -> tuple[str, ...]:
        """The phases of a battle for which a line may be: in a set-up the side is named first, then all are placed."""
        if present == SIDE_PHASE and SIDE.fullmatch(text.strip()) is None:
            return (PLACE_PHASE,)
        return (present,)


def write(order: Order) -> str:
    """The one text form of an order of a battle."""
    match order:
        case Go(unit, path, True):
            return f"{unit} leave {'-'.join(path)}"
        case Go(unit, path):
            return f"{unit} move {'-'.join(path)}"
        case Charge(units, paths):
            return f"{' + '.join(units)} charge {' / '.join('-'.join(one) for one in paths)}"
        case Fire(unit, target, path):
            then = f" then move {'-'.join(path)}" if path else ""
            return f"{unit} fire {target}{then}"
        case Shell(unit, at):
            return f"{unit} shell {at}"
        case Change(unit, mode):
            return f"{unit} {_VERB_OF[mode]}"
        case Surrender(unit):
            return f"{unit} surrender"
        case OfferEnd():
            return "offer to end the battle"
        case SetUp(unit, at, mode):
            return " ".join(one for one in (unit, "set up", at, mode) if one)
        case Lead(forces):
            return f"{' + '.join(forces)} lead"
        case EntrySide(edge):
            return f"entry side {edge}"
    raise TypeError(order)


def _read_set_up(text: str, battle: Battle, side: str) -> tuple[Order, ...] | Problem:
    if (found := SIDE.fullmatch(text)) is not None:
        return (EntrySide(found["edge"].lower()),)
    if (found := _LEAD.fullmatch(text)) is not None:
        return _lead(found["who"], battle, side)
    if (found := _SET_UP.fullmatch(text)) is not None and (found["at"] or found["mode"]):
        return _placed(
            found["who"], re.findall(r"\d{4}", found["at"] or ""), (found["mode"] or "").lower(), battle, side
        )
    return Malformed(
        "E110", f"I cannot read this.  Orders of a set-up look like: {examples(battle, side)}.", words=text
    )


def _lead(who: str, battle: Battle, side: str) -> tuple[Order, ...] | Problem:
    known = {folded(one.name): one.name for one in battle.contact.forces(side)}
    found: list[str] = []
    for word in _JOINT.split(who.strip()):
        near = [name for key, name in known.items() if folded(word) == key]
        near = near or [name for key, name in known.items() if word and _begins(folded(word).split(), key.split())]
        if len(near) != 1:
            names = ", ".join(known.values())
            return Malformed("E101", f"'{word}' is not one of your strategic units here: {names}.", words=word)
        found += near
    return (Lead(tuple(dict.fromkeys(found))),)


def _placed(who: str, hexes: list[str], mode: str, battle: Battle, side: str) -> tuple[Order, ...] | Problem:
    """Units and the hexes that they fill in their sequence: one for all, or as many units in each as it takes."""
    units: list[str] = []
    for word in _owned(_JOINT.split(who.strip())):
        one = _group(word, battle, side) or unit(word, battle, (side,))
        if isinstance(one, Problem):
            return one
        units += [one] if isinstance(one, str) else _with_mode(one, battle, mode)
    if not units:
        return Malformed("E110", f"None of them can be {mode}.", words=mode)
    if len(hexes) > len(units):
        text = f"There are {len(hexes)} hexes for {len(units)} units: {', '.join(units)}."
        return Malformed("E110", text, words=hexes[-1])
    if hexes and (why := _why_no_room(units, hexes, battle, side)):
        return Malformed("E140", why, words=hexes[-1])
    return tuple(
        SetUp(name, hexes[n * len(hexes) // len(units)] if hexes else "", mode) for n, name in enumerate(units)
    )


def _why_no_room(units: list[str], hexes: list[str], battle: Battle, side: str) -> str:
    """Why so many units do not go into so few hexes, "" if they do, or if they may overstack: the surprised may."""
    is_homes = all(one.kind in HOMES for one in battle.units if one.name in units)
    most = 1 if is_homes else MOST[side]
    may_overstack = battle.state in (ENCAMPED, TRAIL) and side == battle.contact.contacted and not is_homes
    if len(units) <= most * len(hexes) or may_overstack:
        return ""
    room = "one" if most == 1 else str(most)
    return f"{len(units)} units do not fit into {' '.join(hexes)}: {room} at most to a hex."


def _with_mode(names: list[str], battle: Battle, mode: str) -> list[str]:
    """The units of a group that have this mode: guns do not mount, and neither do units on foot."""
    units = [one for one in battle.units if one.name in names]
    return [one.name for one in units if mode in kind(one.kind)] if mode else names


def _group(word: str, battle: Battle, side: str) -> list[str]:
    """The units still to be placed of a strategic unit that a word names, of a type (``lodges``), or all."""
    group_name = folded(word).removeprefix("all ").removeprefix("the ")
    waiting = battle.waiting(side)
    if group_name in ("all", "everybody"):
        return [one.name for one in waiting]
    if group_name in _KINDS:
        return [one.name for one in waiting if one.kind in _KINDS[group_name]]
    forces = battle.contact.forces(side)
    body, _, last = group_name.rpartition(" ")
    if body and last in _KINDS:  # Tyler Cavalry: those of Tyler's that are cavalry
        group_name, kinds = body.removesuffix("'s"), _KINDS[last]
    else:
        kinds = ()
    exact = [one.id for one in forces if folded(one.name) == group_name]
    near = exact or [one.id for one in forces if _begins(group_name.split(), folded(one.name).split())]
    of_kind = [one for one in waiting if not kinds or one.kind in kinds]
    return [one.name for one in of_kind if one.force in near] if len(near) == 1 else []


def _owned(words: Sequence[str]) -> list[str]:
    """``Tyler Cavalry 1, 2 and 3``: numbers alone are of the unit named before them."""
    owner, found = "", list[str]()
    for word in words:
        found.append(f"{owner} {word}" if word.isdigit() and owner else word)
        owner = re.sub(r"\s*\d+$", "", found[-1])
    return found


def _apart(text: str) -> list[str]:
    """A line for several units as a line for each: ``Ollokot 1, 2 and 3 fire Camp 1``.  Two that charge go together."""
    for pattern in (_SURRENDER, _SHELL, _FIRE, _CHANGE):
        if (found := pattern.fullmatch(text)) is not None:
            who, verb = found["who"], text[found.end("who") :]
            words = [one for one in _JOINT.split(_EACH.sub("", who).strip(" :")) if one]
            break
    else:
        return [text]
    names = _owned(words)
    return [f"{name} {verb.lstrip(' :')}" for name in names] if len(names) > 1 else [text]


def _read(text: str, battle: Battle, side: str) -> Order | Problem:
    if _OFFER.fullmatch(text):
        return OfferEnd()
    if (found := _CHARGE.fullmatch(text)) is not None:
        return _charge(found, battle, side)
    if (found := _CHANGE.fullmatch(text)) is not None:
        one = unit(found["who"], battle, (side,))
        return one if isinstance(one, Problem) else Change(one, _MODES[found["verb"].lower()])
    if (found := _SURRENDER.fullmatch(text)) is not None:
        one = unit(found["who"], battle, (side,))
        return one if isinstance(one, Problem) else Surrender(one)
    if (found := _SHELL.fullmatch(text)) is not None:
        one = unit(found["who"], battle, (side,))
        return one if isinstance(one, Problem) else Shell(one, found["at"])
    if (found := _FIRE.fullmatch(text)) is not None:
        return _fire(found, battle, side)
    for pattern, leaves in ((_LEAVE, True), (_GO, False)):
        if (found := pattern.fullmatch(text)) is not None:
            one = unit(found["who"], battle, (side,))
            return one if isinstance(one, Problem) else Go(one, _path(found["path"], one, battle), leaves)
    if (found := _AT_WHOM.fullmatch(text)) is not None:
        return _fight(found, battle, side)
    return Malformed(
        "E110", f"I cannot read this.  Orders of a battle look like: {examples(battle, side)}.", words=text
    )


def _path(text: str | None, name: str, battle: Battle) -> tuple[str, ...]:
    """The hexes of a path; where its first is not the unit's own it is put before them.

    To a single hex a unit goes by the cheapest way, if it gets there in one action.
    """
    found = tuple(re.findall(r"\d{4}", text or ""))
    one = battle.unit(name)
    if one is None or not one.at:
        return found
    if len(found) == 1 and found[0] != one.at:
        reached = ways.reach(battle, one, values(one).move)
        return reached[found[0]][1] if found[0] in reached else (one.at, *found)
    return found if found[:1] == (one.at,) else (one.at, *found)


def _charge(found: re.Match[str], battle: Battle, side: str) -> Order | Problem:
    names, paths = [], []
    for who, path in ((found["a"], found["first"]), (found["b"], found["second"])):
        one = unit(who, battle, (side,))
        if isinstance(one, Problem):
            return one
        names.append(one)
        paths.append(_path(path, one, battle))
    return Charge(tuple(names), tuple(paths))


def _fire(found: re.Match[str], battle: Battle, side: str) -> Order | Problem:
    one = unit(found["who"], battle, (side,))
    if isinstance(one, Problem):
        return one
    target = unit(found["target"], battle, (other(side),))
    if isinstance(target, Problem):
        return target
    return Fire(one, target, _path(found["path"], one, battle) if found["path"] else ())


def _fight(found: re.Match[str], battle: Battle, side: str) -> Order | Problem:
    """A melee with an enemy by name, of one unit or of two together: by the cheapest way into its hex."""
    own: list[str] = []
    for word in _JOINT.split(found["who"]):
        one = unit(word, battle, (side,))
        if isinstance(one, Problem):
            return one
        own.append(one)
    target = unit(found["target"], battle, (other(side),))
    if isinstance(target, Problem):
        return target
    there = battle.unit(target)
    if there is None or not there.at:
        return Malformed("E101", f"{target} is not on the map.", words=found["target"])
    paths = tuple(_path(there.at, name, battle) for name in own)
    return Go(own[0], paths[0]) if len(own) == 1 else Charge(tuple(own), paths)


def unit(word: str, battle: Battle, sides: tuple[str, ...]) -> str | Problem:
    """The one unit of a battle that a word names: its name, or the beginnings of its words."""
    wanted = folded(word)
    there = [one.name for one in battle.units if one.side in sides and not one.gone]
    exact = [name for name in there if folded(name) == wanted]
    near = exact or [name for name in there if wanted and _begins(wanted.split(), folded(name).split())]
    if len(near) == 1:
        return near[0]
    if near:
        return Ambiguous("E102", f"'{word}' may be {', '.join(near)}.", suggest=tuple(near), words=word)
    return Malformed("E101", f"No unit in this battle is called '{word}'.  There are: {', '.join(there)}.", words=word)


def _begins(given: list[str], name: list[str]) -> bool:
    """True if the given words are beginnings of words of a name, in its sequence; numbers are whole."""
    rest = iter(name)
    return all(any(_fits(part, one) for one in rest) for part in given)


def _fits(part: str, word: str) -> bool:
    return word == part if part.isdigit() else word.startswith(part)
