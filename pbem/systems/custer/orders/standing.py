"""Standing orders: policies for losses, retreats, occupation and drawn markers, and what they mean at an ask."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Malformed, Order
from pbem.mechanisms.orders import together
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import NOTHING_DRAFTED, Action, Drafted, Guard, OneTurnOnly, StandingOrder
from pbem.orders.syntax import Group, Name, PolicyLine, Words
from pbem.systems.custer.orders.naming import NAMING, WAYS
from pbem.systems.custer.state.battle import Battle

ASKED: Mapping[str, tuple[str, ...]] = {
    "losses": ("losses",),
    "route": ("retreat hex",),
    "advance": ("advance",),
    "marker": ("marker",),
}
"""The asks that a policy answers."""

WISHES = ("strongest", "weakest", "leader", "full strength", "nobody", "use", "wait", "north", "south", "east", "west")
MEANT_BY: Mapping[str, tuple[str, ...]] = {
    "losses": ("strongest", "weakest", "leader", "full strength"),
    "route": ("north", "south", "east", "west"),
    "advance": ("strongest", "weakest", "leader", "full strength", "nobody"),
    "marker": ("use", "wait"),
}
"""The words that mean something in a policy; units and hexes besides, but for a marker."""
SAME_WISH = {"none": "nobody", "no": "nobody", "never": "nobody", "decline": "wait", "leaders": "leader"}
YES = {"advance": "strongest", "marker": "use"}
"""The meaning of ``yes``: the strongest advance, as many as there is room for."""
SAME_POLICY = {"retreat": "route", "retreats": "route", "loss": "losses", "occupation": "advance", "markers": "marker"}
IDLE = re.compile(r"\s*(?:(?:and\s+)?then|and|first|finally)\s+", re.I)
"""Words between wishes: ``Co. F, then Scouts``."""
EXAMPLE = "policy losses: weakest"
FORM = "policy NAME WHO: WISH, WISH"


def policy(line: PolicyLine, reading: Reading) -> StandingOrder | Placed:
    """A ``policy`` line as a standing order, numbered 0."""
    name = line.policy.text.lower().split()[-1]
    name = SAME_POLICY.get(name, name)
    units: tuple[str, ...] = ()
    at = ""
    if line.at is not None:
        found = WAYS.one_hex(line.at, reading.view)
        if isinstance(found, Placed):
            return found
        at = found
    elif line.who is not None and not all(isinstance(one, Group) and one.at is None for one in line.who.members):
        scope = NAMING.who(line.who, reading)
        if isinstance(scope, Placed):
            return scope
        units = scope
    wishes: list[str] = []
    for match in re.finditer(r"[^,;]+", line.wishes.text):
        wish = _wish(name, match[0], line.wishes.start + match.start(), reading)
        if isinstance(wish, Placed):
            return wish
        wishes.append(wish)
    text = f"policy {at or together(units) or 'all'} {name}: {', '.join(wishes)}"
    return StandingOrder(0, text, name, units, at, tuple(wishes))


def _wish(policy: str, wording: str, start: int, reading: Reading) -> str | Placed:
    idle = IDLE.match(wording)
    inner = wording[idle.end() :].strip() if idle else wording.strip()
    start += wording.index(inner)
    word = " ".join(inner.lower().split())
    word = YES.get(policy, word) if word == "yes" else SAME_WISH.get(word, word)
    means = MEANT_BY[policy]
    if word in means:
        return word
    if word in (*WISHES, "yes") or (policy == "marker" and inner):
        text = f"'{inner}' means nothing in   policy {policy}.  Its wishes: {', '.join(means)}."
        return Placed(Malformed("E181", text), start, start + max(len(inner), 1))
    is_hex = re.fullmatch(r"\d{4}", word) is not None
    if is_hex and policy != "route":
        text = f"'{inner}' means nothing in   policy {policy}.  Its wishes: units, {', '.join(means)}."
        return Placed(Malformed("E181", text), start, start + len(inner))
    if is_hex:
        return WAYS.one_hex(Words("hex", word, start, start + 4), reading.view)
    found = NAMING.any_unit(Name(inner, start, start + len(inner)), reading)
    if len(found) == 1 and policy != "route":
        return found[0]
    names = "hexes" if policy == "route" else "units"
    text = f"There is no wish called '{inner}' in   policy {policy}.  Its wishes: {names}, {', '.join(means)}."
    return Placed(Malformed("E181", text), start, start + max(len(inner), 1))


class StandingMeaning(OneTurnOnly):
    """The meaning of standing orders at an ask (`pbem.orders.standing.Judge`)."""

    def turn(self, view: Any) -> int:
        """The game turn."""
        battle: Battle = view
        return battle.turn

    def covers(self, order: StandingOrder, ask: Ask) -> bool:
        """True if the policy is about asks of this kind."""
        return ask.kind in ASKED.get(order.policy, ())

    def subject_rank(self, order: StandingOrder, ask: Ask, view: Any) -> int | None:
        """0 unit, 1 stack, 3 side; None if the order's scope leaves the subject out."""
        battle: Battle = view
        if order.units:
            at = ask.subject[:4]
            there = any(name in battle and battle[name].at == at for name in order.units)
            is_among = any(ask.allows(name) for name in order.units)
            return 0 if there or is_among or ask.subject in order.units else None
        if order.at:
            return 1 if order.at == ask.subject[:4] else None
        return 3

    def holds(self, guard: Guard, ask: Ask, view: Any) -> bool:
        """There are no guards in this game: what depends on the drawn marker is an order for that marker."""
        return False

    def gone(self, order: StandingOrder, side: str, view: Any) -> str:
        """Why a policy can never serve again: all units that it names have left the game."""
        battle: Battle = view
        if order.units and all(name not in battle for name in order.units):
            return f"{' and '.join(order.units)} {'is' if len(order.units) == 1 else 'are'} gone"
        return ""

    def drafted(self, ask: Ask, standing: Sequence[StandingOrder], view: Any, given: Sequence[Order]) -> Drafted:
        """No orders: those for a marker are filed for it, and nothing stands in for them."""
        return NOTHING_DRAFTED

    def act(self, action: Action, ask: Ask, view: Any) -> tuple[str, ...]:
        """No action without a guard."""
        return ()

    def wish(self, wish: str, ask: Ask, view: Any) -> str | None:
        """The choice that a wish means here, None if it means none."""
        battle: Battle = view
        keys = [choice.key for choice in ask.choices]
        units = [battle[key] for key in keys if key in battle]
        match wish:
            case "strongest":
                return max(units, key=lambda unit: unit.factor).name if units else None
            case "weakest":
                return min(units, key=lambda unit: (unit.is_leader, unit.factor)).name if units else None
            case "leader":
                return next((unit.name for unit in units if unit.is_leader), None)
            case "full strength":
                return next((unit.name for unit in units if not unit.is_leader and not unit.reduced), None)
            case "north" | "south" | "east" | "west":
                steps = battle.sheet.map.steps_to_edge
                return min((key for key in keys if key.isdigit()), key=lambda at: (steps(at, wish), at), default=None)
            case _:
                return wish if wish in keys else None


LESS_OFTEN = {
    "losses": "policy all losses: full strength, strongest",
    "advance": "policy all advance: nobody",
    "marker": "policy all marker: use",
}
"""Policies that answer as silence does, by kind of question; no policy knows which hex is farthest from the enemy."""
