"""The series as a rule system: `core.system.RuleSystem` for a title of it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pbem.board import sight
from pbem.board.hexes import within
from pbem.core.canonical import Json
from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.sequence import InTurn
from pbem.core.system import Outcome, Phase, Plan, RoleLoss, Silent
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Play, Umpire
from pbem.mechanisms.by_hand import Board, Fields
from pbem.systems.indian_wars.files import data as files
from pbem.systems.indian_wars.files.data import carried
from pbem.systems.indian_wars.phases import BEFORE_TURNS, HUNT, NIGHT, SET_UP
from pbem.systems.indian_wars.rules import victory
from pbem.systems.indian_wars.rules.morale import leaders, losses
from pbem.systems.indian_wars.rules.movement import mobility
from pbem.systems.indian_wars.rules.movement.stacking import exerting
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.turn import acts, sequence, setup, silence
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.say import US
from pbem.systems.indian_wars.state import counter
from pbem.systems.indian_wars.state.counter import DISMOUNTED, GUNS, MODES, MOUNTED, PACK_TRAIN, Counter
from pbem.systems.indian_wars.state.events import APPLY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import (
    KILLED,
    LIGHT,
    MODERATE,
    MORTAL,
    SEVERE,
    CommandPassed,
    RoleLost,
)
from pbem.systems.indian_wars.state.notes import SADDLE_BAGS
from pbem.systems.indian_wars.title import Scenario, Title, TitleData

_LEAVING_MEN = ("horse", "mule")
"""Mounts whose riders are fewer on foot: they wait in the saddle, so that nobody joins them as they enter."""
OPENING_STOCK = "ammo_points"
"""The key of a scenario's file that gives the army's ammunition points."""


class IndianWars:
    """The rules of a title of the series.  It keeps nothing else: every function is pure over the field."""

    secret_letters = SET_UP + HUNT
    """The phases in which something may be written down secretly, so that a record of a game that hides facts has no orders."""

    def __init__(self, title: Title) -> None:
        self.title = title
        self.card = title.card
        self.sequence = InTurn(title.card, before=BEFORE_TURNS, apart=NIGHT)
        self._apply = APPLY.including(*title.events, sequence.phase_handlers(title.card, mobility.start_late))

    def open(self, scenario: str, options: Options) -> Battlefield:
        """The field as a scenario opens.  Raises KeyError for an unknown scenario."""
        return opened(files.load(self.title, scenario), options)

    def next_phase(self, state: Battlefield) -> Phase[Battlefield] | None:
        """The phase to be played now, None when the game is over."""
        place = sequence.next_place(state)
        if place is None:
            return None
        phase, kind = sequence.phase_id(self.card, place), self.title.phase(place.letter)
        play = self._play_of(phase, place)
        return Phase(phase, place.letter, kind.name, place.side, place.turn, self.title.at(kind.clause), play)

    def _play_of(self, phase: str, place: sequence.SequencePlace) -> Callable[[Umpire[Battlefield]], Play[None]]:
        rules = self.title.rules

        def play(umpire: Umpire[Battlefield]) -> Play[None]:
            umpire.emit(PhaseBegan(phase))
            for look in rules.phase_begins:
                look(umpire)
            yield from losses.offer(umpire, US, quiet=True)
            yield from self._inside(umpire, place)
            yield from losses.offer(umpire, US, quiet=True)
            for settle in rules.phase_ends:
                settle(umpire)
            umpire.emit(PhaseEnded(phase))

        return play

    def _inside(self, umpire: Umpire[Battlefield], place: sequence.SequencePlace) -> Play[None]:
        rules, side = self.title.rules, place.side
        for begin in rules.turn_begins if place.letter == self.title.turn_letters[0] else ():
            begin(umpire, side)
        takes_orders_of_other = self.title.phase(place.letter).orders == "other"
        acting = self.card.others(side)[0].id if takes_orders_of_other else side
        yield from self.title.play[place.letter](umpire, acting, place.letter)
        if place.letter == self.title.turn_letters[-1]:
            for end in rules.turn_ends:
                yield from end(umpire, side)
            if side == umpire.state.sheet.scenario.player_sequence[-1] and sequence.is_over(umpire.state):
                for settle in rules.game_ends:
                    settle(umpire)

    def apply(self, state: Battlefield, event: Event) -> None:
        """Let an event change the field.  Raises TypeError for an event that has no handler."""
        self._apply(state, event)

    def thaw(self, state: Battlefield) -> Battlefield:
        """A copy whose mappings may change."""
        return state.thaw()

    def to_json(self, state: Battlefield) -> Json:
        """The checkpoint."""
        return state.to_json()

    def from_json(self, data: Mapping[str, Any]) -> Battlefield:
        """Read a checkpoint back.  Raises KeyError, ValueError if it does not fit."""
        return Battlefield.from_json(data, files.load(self.title, data["scenario"]))

    def public(self, state: Battlefield) -> Json:
        """The facts that both sides may know: all but what one has written down in secret."""
        return state.seen_by("").to_json()

    def set_by_hand(self, state: Battlefield, target: str, value: str) -> Battlefield:
        """The state after ``C/3 Cav at`` is set by the GM.  Raises ValueError with what there is."""
        made: Battlefield = BOARD.set(state, target, value)
        return made

    def value_by_hand(self, state: Battlefield, target: str) -> str:
        """The present value, as `set_by_hand` takes it.  Raises ValueError."""
        return BOARD.value(state, target)

    def misfits(self, state: Battlefield) -> tuple[str, ...]:
        """Impossible things in a state."""
        return (*BOARD.misfits(state), *state.notes.faults())

    def changes_by_hand(self, before: Battlefield, after: Battlefield) -> tuple[str, ...]:
        """The differences, as players say it."""
        names = {side.id: side.name for side in self.card.sides}
        return BOARD.changes(before, after, lambda side: names.get(side, side), OTHERS)

    def hidden(self, state: Battlefield) -> tuple[tuple[str, Json], ...]:
        """The secrets that one side has written down and the other does not know."""
        hunt = sequence.hunts(state)
        return state.secrets.leaves(hunt=hunt) if state.sheet.scenario.hides or hunt else ()

    def view(self, state: Battlefield, side: str) -> Battlefield:
        """The field as a side may know it: without what the other has written down in secret."""
        return state.seen_by(side)

    def headquarters(self, view: Battlefield, side: str, units: Collection[str] | None, others: Collection[str]) -> str:
        """See `core.system.KnowsHeadquarters`: leaders come before an HQ and units, by their printed ranks."""

        def commands(unit: Counter) -> bool:
            return unit.name not in others if units is None else unit.name in units

        officers = [one for one in view.officers(side) if commands(one)]
        officers.sort(key=lambda one: (not one.is_leader, one.printed.rank))
        found = officers or [one for one in view.of(side) if commands(one) and not circles.is_scenery(view, one)]
        return found[0].at if found else ""

    def hexes_between(self, view: Battlefield, here: str, there: str) -> int:
        """See `core.system.KnowsHeadquarters`."""
        return view.sheet.map.distance(here, there)

    def way_of_rider(
        self, view: Battlefield, side: str, here: str, there: str, *, by_paths: bool
    ) -> tuple[tuple[tuple[str, ...], int], ...]:
        """See `core.system.KnowsRiders`."""
        return way_by_paths(view, here, there) if by_paths else straight_way(view, here, there)

    def rider_taken_by(self, state: Battlefield, side: str, hexes: Collection[str]) -> str:
        """See `core.system.KnowsRiders`."""
        return taken_by(state, side, hexes)

    @property
    def follows(self) -> str:
        """See `core.system.FollowsABattle`."""
        return self.title.follows

    @property
    def scenarios_after(self) -> tuple[str, ...]:
        """See `core.system.FollowsABattle`."""
        return self.title.scenarios_after

    def carried_over(
        self, scenario: str, name: str, link: Mapping[str, Any], choices: Mapping[str, Sequence[str]]
    ) -> tuple[str, tuple[tuple[str, str], ...]]:
        """See `core.system.FollowsABattle`."""
        return carried(self.title.files, scenario, name, link, choices)

    def outcome(self, state: Battlefield) -> Outcome | None:
        """The result of the game, or None while it goes on."""
        return victory.outcome(state) if sequence.next_place(state) is None else None

    def roles(self, state: Battlefield, side: str) -> tuple[str, ...]:
        """The leaders of a side whom people may play, the highest ranked first; () without the option."""
        return leaders.roles(state, side)

    def roles_lost(self, events: Sequence[Event]) -> tuple[RoleLoss, ...]:
        """The leaders who were lost, and to whom command passed."""
        heirs = {one.of: one.to for one in events if isinstance(one, CommandPassed)}
        return tuple(
            RoleLoss(one.side, one.of, one.left, heirs.get(one.of, "")) for one in events if isinstance(one, RoleLost)
        )

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:
        """The effect of an order in the phase with this letter, or why not."""
        return acts.plan(view, side, phase, order)

    def resolve(self, umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
        """Carry out a plan on the truth."""
        yield from acts.resolve(umpire, plan)

    def silent(self, view: Battlefield, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """The combat units that may act in the phase and have no order."""
        return silence.silent(view, side, phase, orders)

    def owed(self, view: Battlefield, side: str, phase: str, orders: Sequence[Order]) -> tuple[str, ...]:
        """The decisions that are missing in the phase, with what will happen."""
        return silence.owed(view, side, phase, orders)


def opened(sheet: TitleData, options: Options) -> Battlefield:
    """A field as its scenario opens: set up as far as hexes are fixed, or in the position that the scenario gives."""
    field = Battlefield(sheet, options, points={"us": 0, "indian": 0}, lost={"us": 0, "indian": 0})
    stock = sheet.scenario.data.get("scenario", {})
    if OPENING_STOCK in stock:
        field.notes = field.notes.with_points(SADDLE_BAGS, int(stock[OPENING_STOCK]))
    if sheet.scenario.opening:
        _take_position(field, sheet.scenario)
    else:
        setup.place_fixed(field, sheet.scenario)
        field.phasing = sheet.scenario.setup_sequence[0]
        for entry in sheet.scenario.entries:
            for name in entry.units:
                printed = sheet.roster[name]
                rides = printed.mounts in _LEAVING_MEN or printed.kind in GUNS
                field.put(Counter(printed, mode=MOUNTED if rides else DISMOUNTED))
    for name in sheet.scenario.left_out(options):
        field.take_off(name)
    for name, points in sheet.scenario.data.get("losses", {}).items():
        if name in field:
            field.put(field[name].but(casualties=points))
    for unit in field.units.values():
        if unit.kind == PACK_TRAIN:
            field.notes = ammunition.with_opening_stock(field, unit)
    return field


def _take_position(field: Battlefield, scenario: Scenario) -> None:
    opening = scenario.opening
    if opening is None:
        return
    field.turn, field.phasing = opening.turn, opening.phasing
    field.points.update(opening.points)
    field.lost.update(opening.lost)
    for name, text in opening.marks:
        field.notes = field.notes.with_text(name, text)
    for name, values in opening.units:
        field.put(Counter(field.sheet.roster[name], **dict(values)))
    for at in tuple(field.stacks):
        field.settle_leaders(at)


# The field set by hand, as a GM's ruling does it.

OTHERS = ("turn", "phasing", "phase", "phase_over", "gone", "marks", "works")
WORDS = {"mode": MODES, "fired": ("", "half", "full"), "wound": ("", LIGHT, MODERATE, SEVERE, MORTAL, KILLED)}
PLACES = ("at", "advance_fired_at", "rout_from")


def _fields(field: Battlefield) -> Fields:
    return Fields(Counter, field.sheet.map.terrains, WORDS, PLACES, {"shot_in": counter.parse})


def _put(field: Battlefield, unit: Counter) -> None:
    """Set a counter down.  An attached leader goes with the unit, as in any move (12.A).

    Leaders of the hexes that it leaves and comes to, who are with no unit there, are attached again.
    """
    left = field[unit.name].at
    led_by = leaders.attached_to(field, unit.name) if left and unit.at and left != unit.at else ()
    field.put(unit)
    for name in led_by:
        field.put(field[name].but(at=unit.at))
    for at in dict.fromkeys((left, unit.at)):
        if at:
            field.settle_leaders(at)


def _fresh(unit: Counter) -> Any:
    return Counter(unit.printed)


BOARD = Board(_fields, Battlefield.thaw, _fresh, _put, ("points", "lost", "scored"))


# Riders with dispatches: the way that they take over the map, and who catches them. They are no counters of the
# book's.

Way = tuple[tuple[tuple[str, ...], int], ...]
"""A way step by step: the hex, or the two beside the line, and what it costs so far."""
ENDLESS = 1 << 20


def straight_way(field: Battlefield, here: str, there: str) -> Way:
    """The straight line to a hex, in hexes."""
    if here == there:
        return ()
    between = sight.line(here, there, field.sheet.map.stagger)
    return tuple((step, n) for n, step in enumerate((*between, (there,)), 1))


def way_by_paths(field: Battlefield, here: str, there: str) -> Way:
    """The cheapest way for somebody mounted, in movement points by the ground alone; straight where no such way leads there."""

    def steps(at: str) -> Sequence[tuple[str, int]]:
        try:
            return field.sheet.ground.ways(at, True)
        except ChartGap:
            return ()

    reached = within(here, ENDLESS, steps, field.sheet.map.neighbours)
    if there not in reached:
        return straight_way(field, here, there)
    return tuple(((at,), reached.cost[at]) for at in reached.path(there)[1:])


def taken_by(field: Battlefield, side: str, hexes: Collection[str]) -> str:
    """The side that holds all of these hexes by a unit or by its ZOC, none of them with a unit of the rider's own; else ""."""
    found = ""
    for at in hexes:
        if any(one.side == side for one in field.at(at)):
            return ""
        enemy = next((one.side for one in exerting(field, at, side)), "")
        if not enemy:
            return ""
        found = enemy
    return found
