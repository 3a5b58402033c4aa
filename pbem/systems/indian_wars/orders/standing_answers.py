"""The meaning of the series' standing orders when an ask is put: whom they cover, whether they hold, which choice they are."""

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from pbem.board import hexes
from pbem.board.hexmap import HexMap
from pbem.core.ask import Ask
from pbem.core.order import Order, Problem
from pbem.orders.standing import NOTHING_DRAFTED, Action, Drafted, Guard, StandingOrder
from pbem.systems.indian_wars.orders import march_orders, standing_words
from pbem.systems.indian_wars.orders.naming import SIDE_NAMES
from pbem.systems.indian_wars.orders.records import Fire, Move, NoRally, Rally, Rout, write
from pbem.systems.indian_wars.rules.fire import fire, shot
from pbem.systems.indian_wars.rules.morale import rally
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.rules.turn import silence
from pbem.systems.indian_wars.state.counter import HQ, Counter
from pbem.systems.indian_wars.state.field import Battlefield

NOBODY = ("none", "no")
EVERYBODY = ("any", "yes")


def drafted(
    field: Battlefield, side: str, letter: str, standing: Sequence[StandingOrder], given: Sequence[Order]
) -> Drafted:
    """The orders that standing orders give in the phase with this letter to units that no order `given` names."""
    if letter in field.title.verbs[Move].letters:
        return march_orders.drafted(field, side, letter, standing, given)
    found = _by_policy(field, side, letter, standing, given)
    if found.orders or found.is_complete or given or not _waits_for_the_march(field, side, letter):
        return found
    moves = march_orders.drafted(field, side, next(iter(field.title.verbs[Move].letters)), standing, ())
    return Drafted((), moves.numbers, True) if moves.is_complete else found


def _waits_for_the_march(field: Battlefield, side: str, letter: str) -> bool:
    """True if it is the phase that begins a player turn, and nobody in it needs a decision."""
    return (
        letter == field.title.turn_letters[0]
        and field.phasing == side
        and not rally.in_need(field, side)
        and not any(resupply.suppliers(field, unit) is not None for unit in field.of(side))
    )


def _by_policy(
    field: Battlefield, side: str, letter: str, standing: Sequence[StandingOrder], given: Sequence[Order]
) -> Drafted:
    phase = field.title.phase(letter)
    if not phase.policy:  # offensive fire, for one, costs movement: it is ordered, or there is none
        return NOTHING_DRAFTED
    policies = _of_policy(standing, phase.policy)
    if phase.occasion:
        return _shots(field, side, letter, policies, silence.named_in(given))
    return _attempts(field, side, policies, given)


def _of_policy(standing: Sequence[StandingOrder], policy: str) -> tuple[StandingOrder, ...]:
    return tuple(one for one in standing if one.policy == policy)


def rank(field: Battlefield, order: StandingOrder, unit: Counter) -> int | None:
    """The closeness with which a policy's scope names a unit: 0 unit, 1 stack, 2 company's regiment or tribe, 3 side; None: not
    at all."""
    if order.units:
        return 0 if unit.name in order.units else None
    if order.at:
        return 1 if unit.at == order.at else None
    if order.group:
        return 2 if standing_words.group_of(field, unit) == order.group else None
    return 3


def _covering(field: Battlefield, policies: Sequence[StandingOrder], unit: Counter) -> list[StandingOrder]:
    """The policies that cover a unit, the most specific first, among equals in the owner's sequence."""
    found = [(ranked, n) for n, one in enumerate(policies) if (ranked := rank(field, one, unit)) is not None]
    return [policies[n] for _, n in sorted(found)]


# Fire


def _shots(field: Battlefield, side: str, letter: str, policies: Sequence[StandingOrder], named: set[str]) -> Drafted:
    orders: list[Order] = []
    numbers: dict[int, None] = {}
    is_complete = True
    for unit in field.of(side):
        targets = shot.targets(field, unit.name, field.title.phase(letter).occasion) if unit.name not in named else ()
        if not targets:
            continue
        covering = _covering(field, policies, unit)
        is_complete = is_complete and bool(covering)
        for one in covering:
            found = _shot(field, side, letter, unit, one, targets)
            if found is not None:
                numbers[one.number] = None
                orders += [found] if isinstance(found, Fire) else []
                break
    return Drafted(tuple(orders), tuple(numbers), is_complete and bool(numbers))


def _shot(
    field: Battlefield, side: str, letter: str, unit: Counter, policy: StandingOrder, targets: Sequence[str]
) -> Fire | str | None:
    """The shot that a policy has a unit fire; ``hold`` where it is to fire at nobody, None if the policy has no wish."""
    for wish in policy.wishes:
        if wish in NOBODY:
            return "hold"
        for name in _wished(field, unit, wish, targets):
            near = field.sheet.map.distance(unit.at, field[name].at) == 1
            order = Fire(unit.name, shot.usual_strength(field, unit, letter) if near else "long", name)
            plan = fire.plan_fire(field, side, letter, order)
            if not isinstance(plan, Problem) and plan.aimed is not None and not plan.aimed.is_too_weak:
                return order
    return None


def _wished(field: Battlefield, unit: Counter, wish: str, targets: Sequence[str]) -> list[str]:
    """The targets that a wish means, those next to the unit first."""

    def far(name: str) -> int:
        return field.sheet.map.distance(unit.at, field[name].at)

    enemies = [field[name] for name in targets]
    match wish:
        case "any":
            found = enemies
        case "mounted targets":
            found = [one for one in enemies if one.is_mounted]
        case "holders":
            found = [one for one in enemies if one.is_holder]
        case "leaders":
            found = [one for one in enemies if one.is_leader]
        case "strongest":
            found = sorted(enemies, key=lambda one: -one.strength)
        case "weakest":
            found = sorted(enemies, key=lambda one: one.strength)
        case _ if wish.startswith("spare "):
            found = [one for one in enemies if one.name != wish.removeprefix("spare ")]
        case _:
            found = [one for one in enemies if wish in (one.name, one.at)]
    return [one.name for one in sorted(found, key=lambda one: far(one.name))]


# Rally


def _attempts(field: Battlefield, side: str, policies: Sequence[StandingOrder], given: Sequence[Order]) -> Drafted:
    """The units that should try, those named first, and who is not; only where the letter says nothing of rally itself."""
    if not policies or any(isinstance(one, Rally | NoRally) for one in given):
        return NOTHING_DRAFTED
    needy = rally.in_need(field, side)
    numbers: dict[int, None] = {}
    stay, first = [], []
    is_complete = True
    for unit in needy:
        covering = _covering(field, policies, unit)
        one = next((policy for policy in covering if _says(policy, unit)), None)
        if one is None:
            is_complete = False
            continue
        numbers[one.number] = None
        if unit.name in one.wishes:
            first.append((one.wishes.index(unit.name), unit.name))
        elif set(one.wishes).intersection(NOBODY):
            stay.append(unit.name)
    orders: list[Order] = [Rally((name,)) for _, name in sorted(first)]
    if stay:
        orders.append(NoRally(tuple(stay)))
    has_more = any(resupply.suppliers(field, unit) is not None for unit in field.of(side)) or any(
        unit.is_leader and rally.has_choice(field, unit) for unit in field.of(side)
    )
    return Drafted(tuple(orders), tuple(numbers), is_complete and bool(numbers) and not has_more)


def _says(policy: StandingOrder, unit: Counter) -> bool:
    return unit.name in policy.wishes or bool(set(policy.wishes).intersection((*NOBODY, *EVERYBODY)))


# Their end


def gone(order: StandingOrder, side: str, field: Battlefield) -> str:
    """Why an order can never serve again: all of those whom it is about, or whom it waits for, are gone; "" if it may."""
    if march_orders.is_march(order) and (why := march_orders.halted(field, side, order)):
        return why
    about = order.units if order.policy else order.action.units if order.action is not None else ()
    wanted = [name for wish in order.wishes if (name := wish.removeprefix("spare ")) in field.sheet.roster]
    waits = [one.units for one in order.guards] + [one.near for one in order.guards]
    for names in (about, wanted if len(wanted) == len(order.wishes) else (), *waits):
        known = [name for name in names if name in field.sheet.roster]
        if known and len(known) == len(names) and not any(name in field for name in known):
            return f"{' and '.join(known)} {'is' if len(known) == 1 else 'are'} gone"
    if order.group and not any(standing_words.group_of(field, unit) == order.group for unit in field.of(side)):
        return f"no unit of {order.group} is left"
    return ""


ASKED = {
    "opfire": ("opportunity fire", "retreat fire", "return fire"),
    "deffire": (),
    "advfire": (),
    "losses": ("losses", "replacement"),
    "retreat": ("retreat before melee",),
    "pursue": ("pursuit", "renewed melee"),
    "advance": ("advance",),
    "rally": (),
    "scatter": ("scatter",),
    "route": ("retreat hex", "rout hex", "make way"),
    "disruption": ("disruption",),
    "leaders": ("leader attachment",),
    "morale": ("morale leader",),
    "onward": ("going on",),
    "shelter": ("breastworks",),
    "pickup": ("ammunition pickup",),
    "village": ("village", "captives"),
}
"""The asks that a policy answers; those of fire and rally orders are answered where their phase asks for orders."""

HAPPENS = {
    "meleed": ("retreat before melee",),
    "moves_within": ("scatter", "opportunity fire", "retreat fire"),
    "leaves_zoc": ("opportunity fire", "retreat fire"),
    "enters_zoc": ("opportunity fire", "retreat fire"),
    "fired_on": ("voluntary rout", "scatter"),
    "loses": ("voluntary rout",),
    "disrupted": ("voluntary rout",),
    "routed": ("rout hex",),
    "ends_move": ("scatter",),
}
"""At which asks an event is looked for."""


FARTHEST = 10_000
"""Farther than any hex of a map."""


class StandingMeaning:
    """The meaning of the series' standing orders at an ask (`pbem.orders.standing.Judge`)."""

    def turn(self, view: Any) -> int:
        """The game turn."""
        field: Battlefield = view
        return field.turn

    def covers(self, order: StandingOrder, ask: Ask) -> bool:
        """True if the order is about asks of this kind."""
        if order.policy:
            return ask.kind in ASKED[order.policy]
        if march_orders.is_march(order):
            return False
        return ask.kind in HAPPENS.get(order.guards[0].event, ())

    def subject_rank(self, order: StandingOrder, ask: Ask, view: Any) -> int | None:
        """0 unit, 1 stack, 2 tribe or regiment, 3 side; None if the order's scope leaves the subject out."""
        field: Battlefield = view
        if not order.policy:
            acting = order.action.units if order.action is not None else ()
            return 0 if self._is_about(acting, ask, field) else None
        if order.units:
            return 0 if self._is_about(order.units, ask, field) else None
        if order.at:
            return 1 if order.at == self._hex(ask, field) else None
        if order.group:
            return 2 if self._is_of_group(order.group, ask, field) else None
        return 3

    def _is_of_group(self, group: str, ask: Ask, field: Battlefield) -> bool:
        """True if the subject, or every unit of the side in the hex that is asked about, belongs to a tribe or regiment."""
        here = (
            [field[ask.subject]]
            if ask.subject in field
            else [one for one in field.at(self._hex(ask, field)) if one.side == ask.side and not one.is_leader]
        )
        return bool(here) and all(standing_words.group_of(field, one) == group for one in here)

    def gone(self, order: StandingOrder, side: str, view: Any) -> str:
        """Why the order can never serve again, "" if it may."""
        return gone(order, side, view)

    def drafted(self, ask: Ask, standing: Sequence[StandingOrder], view: Any, given: Sequence[Order]) -> Drafted:
        """The orders that standing orders give where a phase asks for orders."""
        return drafted(view, ask.side, ask.subject, standing, given)

    def relieved(self, order: StandingOrder) -> tuple[str, ...]:
        """The units of a march, of a place to hold, or of ``halt``."""
        is_of_turns = march_orders.is_march(order) or not self.is_kept(order)
        return march_orders.units_of(order) if is_of_turns else ()

    def is_kept(self, order: StandingOrder) -> bool:
        """``halt`` ends marches, and is none."""
        return order.action is None or order.action.verb != march_orders.HALT

    def left_of(self, order: StandingOrder, units: Collection[str]) -> StandingOrder | None:
        """The rest of a march once these units have been ordered otherwise."""
        return march_orders.left_of(order, units)

    def beside(self, order: StandingOrder, given: Sequence[Order]) -> str:
        """The effect on a march whose units have another order in the phase."""
        return march_orders.beside(order, given)

    def progress(self, order: StandingOrder, side: str, view: Any, *, whole: bool = False) -> str:
        """The progress of a march."""
        return march_orders.progress(order, side, view, whole=whole)

    def _is_about(self, units: tuple[str, ...], ask: Ask, field: Battlefield) -> bool:
        if ask.subject in units:
            return True
        at = self._hex(ask, field)
        is_stack = ask.subject[:4].isdigit()
        together = dict(ask.facts).get("units", "")
        if is_stack and together:
            # What some of a stack are told is not said of all who would act as one.
            return all(name in units for name in together.split(", "))
        return is_stack and any(name in field and field[name].at == at for name in units)

    def _hex(self, ask: Ask, field: Battlefield) -> str:
        if ask.subject[:4].isdigit():
            return ask.subject[:4]
        return field[ask.subject].at if ask.subject in field else ""

    def holds(self, guard: Guard, ask: Ask, view: Any) -> bool:
        """True if a guard holds, on the owner's view and the ask's facts."""
        return self._holds(guard, ask, view) != guard.negated

    def _holds(self, guard: Guard, ask: Ask, field: Battlefield) -> bool:
        facts = dict(ask.facts)
        match guard.event:
            case "odds":
                return _odds_hold(guard.odds, facts.get("odds", ""), facts)
            case "turns":
                return guard.turns[0] <= field.turn <= guard.turns[1]
            case "unit_in":
                return any(name in field and field[name].at == guard.at for name in guard.units)
            case "disrupted":
                return ask.subject in field and ask.subject in guard.units and field[ask.subject].disrupted
            case "loses":
                lost = facts.get("lost", "0")
                by_fire = "fire" in facts.get("what", "")
                about_it = not guard.units or self._is_about(guard.units, ask, field)
                return about_it and int(lost) >= guard.number and (by_fire or not guard.by_fire)
            case "fired_on" if ask.kind == "voluntary rout":
                return self._is_about(guard.units, ask, field) and "fire" in facts.get("what", "")
            case "leaves_zoc" | "enters_zoc" | "moves_within":
                movers = [one.strip() for one in facts.get("movers", facts.get("mover", "")).split(",")]
                enemy = SIDE_NAMES[field.enemy_of(ask.side)]
                is_seen = any(unit == enemy or unit in movers or ask.allows(unit) for unit in guard.units)
                return is_seen and self._near_enough(guard, ask, field)
            case _:
                return not guard.units or self._is_about(guard.units, ask, field) or SIDE_NAMES[ask.side] in guard.units

    def _near_enough(self, guard: Guard, ask: Ask, field: Battlefield) -> bool:
        """True if the mover is as near as the guard says; an ask that names no hex of the mover is put for one near enough."""
        near, at = dict(ask.facts).get("near", ""), self._hex(ask, field)
        if guard.event != "moves_within" or not (hexes.is_id(near) and hexes.is_id(at)):
            return True
        return field.sheet.map.distance(near, at) <= guard.number

    def wish(self, wish: str, ask: Ask, view: Any) -> str | None:
        """The choice that a policy's wish means here."""
        field: Battlefield = view
        if wish in ("none", "no", "stand") and ask.declined is not None:
            return ask.declined
        keys = [choice.key for choice in ask.choices]
        active = [key for key in keys if key != ask.declined]
        units = [key for key in keys if key in field]
        match wish:
            case "none" | "no" | "stand":
                return next((k for k in keys if k in ("no", "stand", "hold")), None)
            case "any" | "yes" | "retreat":
                return ask.default if ask.default in active else next(iter(active), None)
            case "mounted targets":
                return next((key for key in units if field[key].is_mounted), ask.declined)
            case "holders":
                return next((key for key in units if field[key].is_holder), None)
            case "leaders":
                return next((key for key in units if field[key].is_leader), None)
            case "strongest" | "weakest" if ask.kind == "replacement" and ask.quiet:
                return None  # who is to take losses, not that any be made good
            case "strongest":
                return max(units, key=lambda key: field[key].strength, default=None)
            case "weakest":
                return min(units, key=lambda key: field[key].strength, default=None)
            case _:
                return self._named_wish(wish, ask, field, keys, units)

    def _named_wish(self, wish: str, ask: Ask, field: Battlefield, keys: list[str], units: list[str]) -> str | None:
        if wish in keys:
            return wish
        if wish == "HQ" and ask.kind == "morale leader":
            return next((key for key in keys if field[key].kind == HQ), None)
        if wish.startswith("spare "):
            spared = wish.removeprefix("spare ")
            return next((key for key in units if key != spared), None)
        if wish.startswith("odds "):
            # "retreat at these odds": the wish holds where the odds do.
            holds = _odds_hold(wish.removeprefix("odds "), dict(ask.facts).get("odds", ""), dict(ask.facts))
            return next((key for key in keys if key != ask.declined), None) if holds else None
        if re.fullmatch(r"\d{4}", wish):
            return next((key for key in keys if key.split()[-1] == wish), None)
        return _toward(field.sheet.map, _goal(wish, ask, field), keys)

    def act(self, action: Action, ask: Ask, view: Any) -> tuple[str, ...]:
        """The choices that an action means at this ask, best first."""
        field: Battlefield = view
        if not self._is_about(action.units, ask, field):
            return ()
        keys = [choice.key for choice in ask.choices]
        active = [key for key in keys if key != ask.declined]
        match action.verb:
            case "stand" | "hold_fire":
                return tuple(key for key in keys if key == ask.declined or key in ("stand", "hold"))
            case "fire half" | "fire long":
                named = [key for key in active if key in field]
                return tuple(named)
            case "order":
                return self._as_ordered(action.order, ask, field, active)
            case _:
                if not action.hexes:
                    return tuple(active)
                exact = [key for one in action.hexes for key in active if key.split()[-1] == one]
                if action.verb == "retreat" or exact:
                    return tuple(exact)
                toward = _toward(field.sheet.map, action.hexes[0], active)
                return (toward,) if toward is not None else ()

    def _as_ordered(self, order: Order | None, ask: Ask, field: Battlefield, active: list[str]) -> tuple[str, ...]:
        """The choices that an order would have: a rout's nearest to its goal, else those that its line ends in."""
        if isinstance(order, Rout) and ask.kind == "voluntary rout":
            goal = order.to if hexes.is_id(order.to) else _goal(order.to, ask, field)
            exact = f"rout to {order.to}"
            return (exact,) if exact in active else tuple(_by_place(goal, active, ask, field))
        if isinstance(order, Rout):
            goal = order.to if hexes.is_id(order.to) else _goal(order.to, ask, field)
            toward = _toward(field.sheet.map, goal, active)
            return (toward,) if toward is not None else tuple(key for key in active if not hexes.is_id(key.split()[-1]))
        text = write(order) if order is not None else ""
        return tuple(key for key in active if key and text.endswith(key))


def _odds_hold(wanted: str, odds: str, facts: dict[str, str]) -> bool:
    """``3:2 or worse`` for the defender: attackers to defenders 3:2 or more.  Facts give the attacker's odds."""
    match, given = re.match(r"(\d+):(\d+) or (\w+)", wanted), re.match(r"(\d+(?:/\d+)?):(\d+(?:/\d+)?)", odds)
    if not match or not given or int(match[2]) == 0 or Fraction(given[2]) == 0:
        return False
    have, want = Fraction(given[1]) / Fraction(given[2]), Fraction(int(match[1]), int(match[2]))
    attacking = facts.get("role") == "attacker"
    worse = have <= want if attacking else have >= want
    better = have >= want if attacking else have <= want
    return worse if match[3] == "worse" else better


def _goal(wish: str, ask: Ask, field: Battlefield) -> str:
    """The hex that a wish such as ``HQ`` or ``north edge`` leads to, "" for none."""
    at = field[ask.subject].at if ask.subject in field else ask.subject[:4]
    if wish == "HQ":
        return next((unit.at for unit in field.of(ask.side) if unit.kind == "hq"), "")
    if wish.endswith(" edge") and hexes.is_id(at):
        return field.sheet.map.opposite_on_edge(at, wish.split()[0])
    return field[wish].at if wish in field else ""


def _by_place(goal: str, keys: list[str], ask: Ask, field: Battlefield) -> list[str]:
    """Choices such as ``rout to L/3 Cav``, those whose place is nearest to `goal` first, those without one place last."""

    def far(key: str) -> int:
        at = _goal(key.removeprefix("rout to "), ask, field)
        return field.sheet.map.distance(at, goal) if at and goal else FARTHEST

    return sorted(keys, key=far)


def _toward(sheet: HexMap, goal: str, keys: list[str]) -> str | None:
    """Of the choices that end in a hex, the nearest to `goal`."""
    ends = [
        (sheet.distance(key.split()[-1], goal), n, key)
        for n, key in enumerate(keys)
        if goal and hexes.is_id(key.split()[-1])
    ]
    return min(ends)[2] if ends else None
