"""The game's rules as the rest of the program sees them."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.canonical import Json
from pbem.core.clause import rule
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Illegal, Order, Problem
from pbem.core.sequence import PhaseId
from pbem.core.system import NOBODY, Outcome, Phase, Plan, Silent
from pbem.core.umpire import Play, Umpire
from pbem.systems.miniatures import scenario_file, tables
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.geometry import inches
from pbem.systems.miniatures.orders.records import (
    EDGE_OF,
    POINT,
    TABLE_EDGE,
    TERRAIN,
    UNIT,
    Act,
    Join,
    Operation,
    Place,
)
from pbem.systems.miniatures.rules import turn
from pbem.systems.miniatures.rules.forecast import forecast
from pbem.systems.miniatures.rules.ground import nearest_enemy
from pbem.systems.miniatures.rules.moving import gap_of
from pbem.systems.miniatures.rules.operations import CLOSEST, VERBS, carry_out, changed, chosen_of, in_words, refusal
from pbem.systems.miniatures.state.events import APPLY
from pbem.systems.miniatures.state.tabletop import FORMATIONS, LIMBERED, Tabletop, Unit, from_json, opening
from pbem.systems.starter import StarterRules

MOST_POINTS = 5


class Miniatures(StarterRules[Tabletop]):
    """The rules."""

    card = CARD

    def open(self, scenario: str, options: Options) -> Tabletop:
        """See `core.system.RuleSystem`."""
        return opening(scenario_file.scenario(scenario))

    def next_phase(self, state: Tabletop) -> Phase[Tabletop] | None:
        """See `core.system.RuleSystem`: the phase of the side whose turn it is."""
        if state.over:
            return None
        card = CARD.phases[0]
        phase = str(PhaseId(state.turn, CARD.side(state.acting).code, card.letter))
        return Phase(phase, card.letter, card.name, state.acting, state.turn, card.clause, turn.play)

    def apply(self, state: Tabletop, event: Event) -> None:
        """See `core.system.RuleSystem`."""
        APPLY(state, event)

    def thaw(self, state: Tabletop) -> Tabletop:
        """See `core.system.RuleSystem`."""
        return state.copy()

    def to_json(self, state: Tabletop) -> Json:
        """See `core.system.RuleSystem`."""
        return state.to_json()

    def from_json(self, data_: Mapping[str, Any]) -> Tabletop:
        """See `core.system.RuleSystem`."""
        return from_json(scenario_file.scenario(data_["scenario"]), data_)

    def misfits(self, state: Tabletop) -> tuple[str, ...]:
        """See `core.system.KnowsMisfits`: units off the table, or with more figures than they began with."""
        width, depth = state.scenario.width, state.scenario.depth
        found = []
        for unit in state.units.values():
            if not (0 <= unit.x <= width and 0 <= unit.y <= depth):
                found.append(
                    f"{unit.name}: expected a place on the table, up to {width}, {depth}; found {unit.x}, {unit.y}"
                )
            if not 1 <= unit.figures <= unit.face.start:
                found.append(f"{unit.name}: expected 1 to {unit.face.start} figures; found {unit.figures}")
            if unit.formation not in FORMATIONS:
                found.append(f"{unit.name}: expected a formation of {', '.join(FORMATIONS)}; found {unit.formation!r}")
        return tuple(found)

    def outcome(self, state: Tabletop) -> Outcome | None:
        """See `core.system.RuleSystem`."""
        return turn.outcome(state)

    @rule("MR-2.5")
    def plan(self, view: Tabletop, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `core.system.RuleSystem`: an order is a wish, so only what can never be done is refused."""
        if isinstance(order, Join):
            return self._plan_join(view, side, order)
        if not isinstance(order, Act):
            return Illegal("E150", "That is not an order in this game.")
        unit = view.units.get(order.unit)
        if unit is None or unit.side != side:
            return Illegal("E103", f"{order.unit} is not one of your units on the table.", words=order.unit)
        for operation in order.operations:
            if (wrong := self._wrong(view, unit, operation)) is not None:
                return wrong
        first = next((one for one in order.operations if one.verb != "stay"), None)
        why = refusal(view, unit, first) if first is not None and chosen_of(view, unit, first) is first else ""
        # What is not needed is left out, unless nothing else is ordered.
        is_idle = (
            first is not None and first.verb == "rally" and not unit.is_disordered and order.operations[-1] != first
        )
        if first is not None and why and first.verb != "load" and not is_idle:
            text = f"{unit.name} cannot {first.verb}: {in_words(why)}."
            if why.startswith(CLOSEST):
                # The list of units measures from edge to edge, and may have another one first.
                text += "  For fire it is measured from the middle of its front."
            return Illegal("E140", text, "MR-2.2", self._instead(view, unit, first, why), first.verb)
        return Plan(order, self._notes(view, unit, order))

    @rule("MR-4.5")
    def _plan_join(self, view: Tabletop, side: str, order: Join) -> Plan | Problem:
        leader, unit = view.leaders.get(order.leader), view.units.get(order.unit)
        if leader is None or leader.side != side or not leader.alive:
            return Illegal("E103", f"{order.leader} is not one of your leaders.", words=order.leader)
        if order.unit and (unit is None or unit.side != side):
            return Illegal("E103", f"{order.unit} is not one of your units on the table.", words=order.unit)
        if unit is not None and (far := gap_of((leader.x, leader.y), unit.at)) > turn.LEADER_GOES:
            lacking = inches(far - turn.LEADER_GOES)
            text = f"{order.unit} is {inches(far)} inches away from {order.leader}, who goes 12.00: {lacking} too far."
            return Illegal("E130", text, "MR-4.5", words=order.unit, rests_on=(order.leader, order.unit))
        return Plan(order, ("0 points",))

    def _instead(self, view: Tabletop, unit: Unit, operation: Operation, why: str) -> tuple[str, ...]:
        """A line to copy in place of an operation that cannot be carried out."""
        if unit.is_disordered:
            return (f"{unit.name}: rally",)
        if operation.verb == "fire" and not unit.loaded:
            return (f"{unit.name}: load; fire",)
        if operation.verb == "fire" and unit.formation == LIMBERED:
            return (f"{unit.name}: unlimber; fire",)
        enemy = nearest_enemy(view, unit)
        if operation.verb == "fire" and enemy is not None:
            turned = changed(view, unit, Operation("face", toward=enemy.name))
            if not refusal(view, turned, operation):
                return (f"{unit.name}: face {enemy.name}; fire",)
            if unit.has_guns:
                return (f"{unit.name}: limber; toward {enemy.name}",)
            return (f"{unit.name}: toward {enemy.name}; fire",)
        return (f"{unit.name}: limber; {operation.verb}",) if "unlimbered" in why else ()

    def _wrong(self, view: Tabletop, unit: Unit, operation: Operation) -> Problem | None:
        """The fault that makes an operation impossible for good, whatever happens before it comes up."""
        if operation.verb not in (*VERBS, "stay"):
            return Illegal("E150", f"{operation.verb} is not an operation.", "MR-2.2", words=operation.verb)
        for name in (operation.target, operation.only, operation.toward):
            if name and name not in view.units:
                return Illegal("E104", f"{name} is not on the table.", words=name)
        for name in (operation.target, operation.only):
            if name and view.units[name].side == unit.side:
                return Illegal("E140", f"{name} is on your own side.", "MR-5.1", words=name)
        if operation.verb == "form" and operation.formation not in tables.formations_of(unit.face):
            known = [one.replace("_", " ") for one in tables.formations_of(unit.face)]
            lines = tuple(f"{unit.name}: form {one}" for one in known)
            text = f"{unit.name} cannot form {operation.formation.replace('_', ' ')}.  It may form {', '.join(known)}."
            return Illegal("E140", text, "MR-3.1", lines, operation.formation)
        for place in (
            [part.place for part in operation.parts] + [part.of for part in operation.parts] + [*operation.via]
        ):
            if place is not None and (problem := self._no_place(view, place)) is not None:
                return problem
        return next((one for one in (self._wrong(view, unit, other) for other in operation.otherwise) if one), None)

    def _no_place(self, view: Tabletop, place: Place) -> Problem | None:
        scenario = view.scenario
        known = {
            POINT: 0 <= place.x <= scenario.width and 0 <= place.y <= scenario.depth,
            UNIT: place.name in view.units,
            TERRAIN: any(one.id == place.name for one in scenario.terrain),
            EDGE_OF: any(one.id == place.name for one in scenario.terrain),
            TABLE_EDGE: place.name in ("north", "east", "south", "west"),
        }
        if known[place.kind]:
            return None
        where = place.name or f"({inches(place.x)}, {inches(place.y)})"
        text = f"{where} is not on the table, which is {inches(scenario.width)} by {inches(scenario.depth)} inches."
        return Illegal("E104", text, words=where)

    def _notes(self, view: Tabletop, unit: Unit, order: Act) -> tuple[str, ...]:
        count = sum(one.verb != "stay" for one in order.operations)
        points = f"{count} {'point' if count == 1 else 'points'}" + (" and the one it owes" if unit.owed else "")
        return (points, *forecast(view, unit.name, order.operations[:MOST_POINTS]))

    def resolve(self, umpire: Umpire[Tabletop], plan: Plan) -> Play[None]:
        """See `core.system.RuleSystem`.  A phase carries orders out itself, since the roll for operations comes before them."""
        yield from ()
        order = plan.order
        if isinstance(order, Join):
            turn.join(umpire, order)
        elif isinstance(order, Act):
            for operation in order.operations[:MOST_POINTS]:
                carry_out(umpire, order.unit, operation)

    def silent(self, view: Tabletop, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """See `core.system.RuleSystem`."""
        named = {one.unit for one in orders if isinstance(one, Act)}
        idle = tuple(unit.name for unit in view.of(side) if unit.name not in named)
        return Silent(idle, "they stay") if idle else NOBODY


RULES = Miniatures()
