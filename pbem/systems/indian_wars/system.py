"""The series as a rule system: `core.system.RuleSystem` for a title of it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.core.canonical import Json
from pbem.core.event import ActBegan, ActEnded, Decided, Event, OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Card, Outcome, Phase, Plan, Silent
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.files import data as files
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import CARD
from pbem.systems.indian_wars.rules.fire import fire
from pbem.systems.indian_wars.rules.melee import melee
from pbem.systems.indian_wars.rules.morale import rally, replacements
from pbem.systems.indian_wars.rules.movement import activities, modes, movement
from pbem.systems.indian_wars.rules.movement.movement_phase import movement_phase
from pbem.systems.indian_wars.rules.retreat import rout
from pbem.systems.indian_wars.rules.special import breastworks, charge, eagles_nest, hit_and_run, staff_horses, village
from pbem.systems.indian_wars.rules.supply import ammunition, pack_train, resupply
from pbem.systems.indian_wars.rules.turn import acts, entry, sequence, setup, silence
from pbem.systems.indian_wars.rules.victory import ending, victory
from pbem.systems.indian_wars.sides import INDIAN, US
from pbem.systems.indian_wars.state.by_hand import BOARD, OTHERS
from pbem.systems.indian_wars.state.combat_changes import apply_combat
from pbem.systems.indian_wars.state.counter import PACK_TRAIN, Counter
from pbem.systems.indian_wars.state.field import Field
from pbem.systems.indian_wars.state.moving_events import apply_moving
from pbem.systems.indian_wars.state.special_events import apply_special
from pbem.systems.indian_wars.state.supply_events import apply_supply
from pbem.systems.indian_wars.title import Scenario, Sheet

OPENING_MARKS = ("ammo_points",)

PLANS: Mapping[type[Order], acts.PlanOrder] = {
    o.SetUp: setup.plan_set_up,
    o.Rally: rally.plan_rally,
    o.NoRally: rally.plan_rally,
    o.Attach: rally.plan_attach,
    o.Resupply: resupply.plan,
    o.Move: movement.plan_move,
    o.ChangeMode: modes.plan_change,
    o.Charge: charge.plan_charge,
    o.Crawl: activities.plan_crawl,
    o.Recover: activities.plan_recover,
    o.Exit: activities.plan_exit,
    o.AbandonHorses: activities.plan_abandon,
    o.Stay: activities.plan_stay,
    o.Enter: entry.plan_enter,
    o.Transfer: pack_train.plan_transfer,
    o.BuildBreastworks: breastworks.plan_build,
    o.LoadBreastworks: breastworks.plan_load,
    o.LookForVillage: village.plan_search,
    o.HitAndRun: hit_and_run.plan_strike,
    **fire.PLANS,
    **rout.PLANS,
    **melee.PLANS,
}

RESOLVES: Mapping[type[Order], acts.ResolvePlan] = {
    o.SetUp: setup.resolve_set_up,
    o.Rally: rally.resolve_rally,
    o.NoRally: rally.resolve_rally,
    o.Attach: rally.resolve_attach,
    o.Resupply: resupply.resolve,
    o.Move: movement.resolve_move,
    o.ChangeMode: modes.resolve_change,
    o.Charge: charge.resolve_charge,
    o.Crawl: activities.resolve_crawl,
    o.Recover: activities.resolve_recover,
    o.Exit: activities.resolve_exit,
    o.AbandonHorses: activities.resolve_abandon,
    o.Stay: activities.resolve_stay,
    o.Pass: activities.resolve_stay,
    o.Enter: entry.resolve_enter,
    o.Transfer: pack_train.resolve_transfer,
    o.BuildBreastworks: breastworks.resolve_build,
    o.LoadBreastworks: breastworks.resolve_load,
    o.LookForVillage: village.resolve_search,
    o.HitAndRun: hit_and_run.resolve_strike,
    **fire.RESOLVES,
    **rout.RESOLVES,
    **melee.RESOLVES,
}


class IndianWars:
    """The rules of a title of the series.  It keeps nothing: every function is pure over the field."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def open(self, scenario: str, options: Options) -> Field:
        """The field as a scenario opens.  Raises KeyError for an unknown scenario."""
        return opened(files.load(self.card.id, scenario), options)

    def next_phase(self, state: Field) -> Phase[Field] | None:
        """The phase to be played now, None when the game is over."""
        place = sequence.next_place(state)
        if place is None:
            return None
        of_card = next(one for one in self.card.phases if one.letter == place.letter)
        phase = sequence.phase_id(self.card, place)
        play = self._play_of(phase, place)
        return Phase(phase, place.letter, of_card.name, place.side, place.turn, of_card.clause, play)

    def _play_of(self, phase: str, place: sequence.Place) -> Callable[[Umpire[Field]], Play[None]]:
        def play(umpire: Umpire[Field]) -> Play[None]:
            umpire.emit(PhaseBegan(phase))
            eagles_nest.look(umpire)
            yield from replacements.offer(umpire, US, quiet=True)
            yield from self._inside(umpire, place)
            yield from replacements.offer(umpire, US, quiet=True)
            staff_horses.settle(umpire)
            umpire.emit(PhaseEnded(phase))

        return play

    def _inside(self, umpire: Umpire[Field], place: sequence.Place) -> Play[None]:
        side, letter = place.side, place.letter
        match letter:
            case "S":
                yield from setup.set_up_phase(umpire, side, letter)
            case "A":
                if side == INDIAN:
                    pack_train.take_abandoned(umpire)
                yield from rally.rally_phase(umpire, side, letter)
            case "C":
                yield from movement_phase(umpire, side, letter, self.plan, self.resolve)
            case "D":
                yield from fire.fire_phase(umpire, umpire.state.enemy_of(side), letter)
            case "F":
                yield from melee.melee_phase(umpire)
                yield from breastworks.settle(umpire, side)
                if side == umpire.state.sheet.scenario.player_sequence[-1] and sequence.is_over(umpire.state):
                    ending.settle(umpire)
            case _:
                yield from fire.fire_phase(umpire, side, letter)

    def apply(self, state: Field, event: Event) -> None:
        """Let an event change the field.  Raises TypeError for an event that no part of the rules knows."""
        match event:
            case ActBegan() | ActEnded() | Decided() | OrderMoot():
                return
        if not (
            sequence.apply_sequence(state, event, self.card)
            or apply_moving(state, event)
            or apply_combat(state, event)
            or apply_supply(state, event)
            or apply_special(state, event)
        ):
            raise TypeError(f"no rule applies the event {type(event).__name__}")

    def thaw(self, state: Field) -> Field:
        """A copy whose mappings may change."""
        return state.thaw()

    def to_json(self, state: Field) -> Json:
        """The checkpoint."""
        return state.to_json()

    def from_json(self, data: Mapping[str, Any]) -> Field:
        """Read a checkpoint back.  Raises KeyError, ValueError where it does not fit."""
        return Field.from_json(data, files.load(self.card.id, data["scenario"]))

    def public(self, state: Field) -> Json:
        """What both sides may know: all of it."""
        return state.to_json()

    def set_by_hand(self, state: Field, target: str, value: str) -> Field:
        """The state after ``C/3 Cav at`` is set by the GM.  Raises ValueError with what there is."""
        made: Field = BOARD.set(state, target, value)
        return made

    def value_by_hand(self, state: Field, target: str) -> str:
        """The present value, as `set_by_hand` takes it.  Raises ValueError."""
        return BOARD.value(state, target)

    def misfits(self, state: Field) -> tuple[str, ...]:
        """What can be in no game."""
        return BOARD.misfits(state)

    def changes_by_hand(self, before: Field, after: Field) -> tuple[str, ...]:
        """What differs, as players say it."""
        names = {side.id: side.name for side in self.card.sides}
        return BOARD.changes(before, after, lambda side: names.get(side, side), OTHERS)

    def hidden(self, state: Field) -> tuple[tuple[str, Json], ...]:
        """Nothing on this field is hidden."""
        return ()

    def view(self, state: Field, side: str) -> Field:
        """The field as a side may know it: all of it."""
        return state

    def outcome(self, state: Field) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return victory.outcome(state) if sequence.next_place(state) is None else None

    def plan(self, view: Field, side: str, phase: str, order: Order) -> Plan | Problem:
        """What an order would do in the phase with this letter, or why not."""
        problem = acts.wrong_phase(phase, order)
        if problem:
            return problem
        if isinstance(order, o.Pass):
            return Plan(order)
        plan = PLANS.get(type(order))
        if plan is None:
            return Illegal(
                "E159", f"'{acts.verb(order)}' is not played at this desk yet.", acts.CLAUSES.get(type(order), "")
            )
        return plan(view, side, phase, order)

    def resolve(self, umpire: Umpire[Field], plan: Plan) -> Play[None]:
        """Carry out a plan on the truth."""
        yield from RESOLVES[type(plan.order)](umpire, plan)

    def silent(self, view: Field, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """The combat units that may act in the phase and have no order."""
        return silence.silent(view, side, phase, orders, self.plan)

    def owed(self, view: Field, side: str, phase: str, orders: Sequence[Order]) -> tuple[str, ...]:
        """What must be decided in the phase and is not, with what will happen."""
        return silence.owed(view, side, phase, orders)


def opened(sheet: Sheet, options: Options) -> Field:
    """A field as its scenario opens: set up as far as hexes are fixed, or in the position that the scenario gives."""
    field = Field(sheet, options, points={"us": 0, "indian": 0}, lost={"us": 0, "indian": 0})
    stock = sheet.scenario.data.get("scenario", {})
    for mark in OPENING_MARKS:
        if mark in stock:
            field.marks[mark] = str(stock[mark])
    if sheet.scenario.opening:
        _take_position(field, sheet.scenario)
    else:
        setup.place_fixed(field, sheet.scenario)
        field.phasing = sheet.scenario.setup_sequence[0]
        for name in sheet.scenario.entry.units if sheet.scenario.entry else ():
            field.put(Counter(sheet.roster[name]))
    for unit in field.units.values():
        if unit.kind == PACK_TRAIN:
            field.marks.update(ammunition.opening_stocks(field, unit))
    return field


def _take_position(field: Field, scenario: Scenario) -> None:
    opening = scenario.opening
    if opening is None:
        return
    field.turn, field.phasing = opening.turn, opening.phasing
    field.points.update(opening.points)
    field.lost.update(opening.lost)
    field.marks.update(opening.marks)
    for name, values in opening.units:
        field.put(Counter(field.sheet.roster[name], **dict(values)))
    for at in tuple(field.stacks):
        field.settle_leaders(at)


ROSEBUD = IndianWars(CARD)
