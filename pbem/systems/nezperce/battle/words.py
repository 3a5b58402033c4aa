"""The order language of battles: single actions."""

import re
from typing import Any

from pbem.core.order import Order
from pbem.core.problem import Ambiguous, Malformed, Problem
from pbem.systems.nezperce.battle.orders import Change, Charge, Fire, Go, OfferEnd, Shell, Surrender
from pbem.systems.nezperce.battle.state import DISMOUNTED, LIMBERED, MOUNTED, UNLIMBERED, Battle
from pbem.systems.nezperce.orders.names import folded

_PATH = r"\d{4}(?:\s*(?:->|-|>|,|\s)\s*\d{4})*"
_VERB = r"\s*:?\s+"
_MODES = {"mount": MOUNTED, "dismount": DISMOUNTED, "limber": LIMBERED, "unlimber": UNLIMBERED}
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
EXAMPLES = (
    "Ollokot 3 move 1412-1413",
    "Ollokot 3 fire Perry Cavalry 1",
    "Ollokot 3 mount",
    "Ollokot 3 leave 0203-0102",
)


class Words:
    """`battles.BattleWords`."""

    def write(self, order: Order) -> str:
        """See `battles.BattleWords`."""
        return write(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `battles.BattleWords`."""
        found = _read(text.strip(), view.battle, side)
        return found if isinstance(found, Problem) else (found,)


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
    raise TypeError(order)


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
    return Malformed("E110", f"I cannot read this.  Orders of a battle look like: {'; '.join(EXAMPLES)}.", words=text)


def _path(text: str | None, name: str, battle: Battle) -> tuple[str, ...]:
    """The hexes of a path; where its first is not the unit's own it is put before them."""
    found = tuple(re.findall(r"\d{4}", text or ""))
    one = battle.unit(name)
    if one is not None and one.at and found[:1] != (one.at,):
        return (one.at, *found)
    return found


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
    target = unit(found["target"], battle, tuple({"army", "indian"} - {side}))
    if isinstance(target, Problem):
        return target
    return Fire(one, target, _path(found["path"], one, battle) if found["path"] else ())


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
    """Whether the given words are beginnings of words of a name, in its sequence; numbers are whole."""
    rest = iter(name)
    return all(any(_fits(part, one) for one in rest) for part in given)


def _fits(part: str, word: str) -> bool:
    return word == part if part.isdigit() else word.startswith(part)
