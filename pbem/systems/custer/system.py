"""Custer's Last Stand as a rule system: `core.system.RuleSystem`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.ask import Ask, Choice
from pbem.core.canonical import Json
from pbem.core.clause import rule
from pbem.core.event import CHANGE_NOTHING, Event, Handlers, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Illegal, Order, Problem
from pbem.core.sequence import PhaseId
from pbem.core.system import NOBODY, Outcome, Phase, Plan, RuleSystem, Silent
from pbem.core.umpire import Play, Umpire, ask
from pbem.mechanisms import orders as o
from pbem.mechanisms.by_hand import Board, Fields
from pbem.mechanisms.orders import Advance, NoAdvance, PlanOrder, ResolvePlan, ask_orders, carry_out
from pbem.systems.custer import data
from pbem.systems.custer.card import CARD, CUP, CUP_CODE, parts
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules import combat, movement, occupation
from pbem.systems.custer.rules.call import entry_of, letter_of_use, usable, why_unusable
from pbem.systems.custer.rules.movement import enter_the_rest
from pbem.systems.custer.rules.occupation import outcome
from pbem.systems.custer.state import events
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.counter import MODES, Unit
from pbem.systems.custer.state.events import AdvanceIntended, MarkerDrawn, MarkerSetAside, MarkerUsed, TurnBegan
from pbem.systems.custer.title import Marker, TitleData

# The cup: markers drawn, and the groups that they activate.

USE, DECLINE = "use", "wait"


@dataclass(frozen=True, slots=True)
class SequencePlace:
    """A place in the sequence of play: a draw (`side` "" and the draw's letter), or the phase of a side's marker."""

    turn: int
    side: str
    letter: str

    @property
    def id(self) -> str:
        """``T02.CUP.C`` or ``T02.US.A``."""
        return str(PhaseId(self.turn, CARD.side(self.side).code if self.side else CUP_CODE, self.letter))

    @property
    def phase_letter(self) -> str:
        """The letter on the card."""
        return self.letter if self.side else CUP


@rule("CL-3.1", "CL-3.5", "CL-3.9", "CL-14.2")
def next_place(battle: Battle) -> SequencePlace | None:
    """The phase to be played now, None when the game is over: a draw and its marker's phase by turns.

    A turn is over when no marker is left in the cup that could be used: both sides have used theirs, or cannot (B-103).
    """
    if not battle.phase_over:
        return SequencePlace(*parts(battle.phase))
    if battle.drawn:
        marker = battle.sheet.scenario.by_id(battle.drawn)
        others = Battle(battle.sheet, used=battle.used[:-1])
        return SequencePlace(battle.turn, marker.side, letter_of_use(others, marker))
    if battle.turn == 0:
        return SequencePlace(1, "", "A")
    if usable(battle):
        return SequencePlace(battle.turn, "", chr(ord("A") + len(battle.used)))
    return SequencePlace(battle.turn + 1, "", "A") if battle.turn < battle.sheet.scenario.turns else None


@rule("CL-3.1", "CL-3.2", "CL-3.3", "CL-3.4", "CL-3.5", "CL-3.6", "CL-2.4")
def draw_phase(umpire: Umpire[Battle], place: SequencePlace) -> Play[None]:
    """Draw markers until one is used; those that cannot be, or are declined, are set aside until the next turn."""
    battle = umpire.state
    if place.turn != battle.turn:
        markers = battle.sheet.scenario.markers
        umpire.emit(TurnBegan(place.turn, tuple(one.id for one in markers if one.from_turn <= place.turn)))
    while usable(umpire.state):
        chosen, roll = umpire.draw(umpire.state.cup, "draw", "CL-3.1")
        marker = umpire.state.sheet.scenario.by_id(chosen)
        umpire.emit(MarkerDrawn(marker.id, marker.side, roll))
        why = why_unusable(umpire.state, marker)
        if not why and (yield from _declined(umpire, marker)):
            why = "declined"
        if not why:
            letter = letter_of_use(umpire.state, marker)
            number, limit = umpire.state.uses(marker.side) + 1, umpire.state.limit(marker.side)
            umpire.emit(MarkerUsed(marker.id, marker.side, letter, number, limit))
            return
        umpire.emit(MarkerSetAside(marker.id, why))


@rule("CL-3.8")
def _declined(umpire: Umpire[Battle], marker: Marker) -> Play[bool]:
    """Ask, and return True if its side waits for another marker of the same leader that is still in the cup (ruling B-102)."""
    scenario = umpire.state.sheet.scenario
    others = [one for one in umpire.state.cup if scenario.by_id(one).name == marker.name]
    if not others or not marker.leader:
        return False
    prompt = f"Your {marker.name} marker is drawn; another is in the cup.  Use this one, or wait for the other?"
    choices = (Choice(USE, "use it now"), Choice(DECLINE, "set it aside and wait for the other"))
    facts = (("marker", marker.name), ("turn", str(umpire.state.turn)))
    one = Ask(marker.side, "marker", marker.name, prompt, "3.8", choices, USE, DECLINE, facts)
    return (yield from ask(one)).choice == DECLINE


AFTER = Advance | NoAdvance


@rule("CL-3.1", "CL-3.7", "CL-5.6", "CL-10.7", "CL-5.4", "CL-1.5")
def activation_phase(
    umpire: Umpire[Battle], side: str, letter: str, plan: PlanOrder, resolve: ResolvePlan
) -> Play[None]:
    """The owner's orders: what comes before the fighting from top to bottom, then the attacks in the owner's sequence."""
    marker = umpire.state.marker
    orders: tuple[Order, ...] = ()
    if marker is not None and umpire.state.may:
        orders = yield from ask_orders(side, letter, f"{marker.name} marker: movement, then attacks", "3.7")
    moves = tuple(order for order in orders if not isinstance(order, Attack | AFTER))
    yield from carry_out(umpire, side, letter, moves, plan, resolve)
    enter_the_rest(umpire, side)
    for to, units in _intents(orders).items():
        umpire.emit(AdvanceIntended(units, to))
    attacks = tuple(order for order in orders if isinstance(order, Attack))
    yield from carry_out(umpire, side, letter, attacks, plan, resolve)


@rule("CL-13.6")
def _intents(orders: tuple[Order, ...]) -> dict[str, Names]:
    """The units that should occupy each hex that is attacked; nobody where its attackers are told not to."""
    found: dict[str, Names] = {}
    for order in orders:
        if isinstance(order, Advance):
            found[order.to] = (*found.get(order.to, ()), *order.units)
    for attack in (order for order in orders if isinstance(order, Attack)):
        stays = any(isinstance(order, NoAdvance) and set(order.units) & set(attack.units) for order in orders)
        if stays and attack.target not in found:
            found[attack.target] = ()
    return found


OTHERS = ("turn", "phase", "phase_over", "gone", "cup", "aside", "used", "drawn", "in_play", "may", "called")


def _fields(battle: Battle) -> Fields:
    return Fields(Unit, battle.sheet.map.terrains, {"mode": MODES}, ("at",))


def _fresh(unit: Unit) -> Unit:
    return Unit(unit.face)


BOARD = Board(_fields, Battle.thaw, _fresh, Battle.put, ("points", "scored"))


APPLY: Handlers[Battle] = Handlers[Battle]("applies").including(events.APPLY)
APPLY.nothing_for(*CHANGE_NOTHING)


PLANS: Mapping[type[Order], PlanOrder] = {
    o.Move: movement.plan_move,
    o.ChangeMode: movement.plan_change,
    o.Enter: movement.plan_enter,
    o.Exit: movement.plan_exit,
    o.Stay: movement.plan_stay,
    o.Pass: movement.plan_pass,
    Attack: combat.plan_attack,
    o.Advance: occupation.plan_advance,
    o.NoAdvance: occupation.plan_no_advance,
}

RESOLVES: Mapping[type[Order], ResolvePlan] = {
    o.Move: movement.resolve_move,
    o.ChangeMode: movement.resolve_change,
    o.Enter: movement.resolve_enter,
    o.Exit: movement.resolve_exit,
    o.Stay: movement.resolve_nothing,
    o.Pass: movement.resolve_nothing,
    Attack: combat.resolve_attack,
    o.Advance: occupation.resolve_intent,
    o.NoAdvance: occupation.resolve_intent,
}


class LastStand:
    """The rules.  They keep nothing: every function is pure over the battle."""

    card = CARD

    def open(self, scenario: str, options: Options) -> Battle:
        """The battle as it opens.  Raises KeyError for an unknown one."""
        return opened(data.load(scenario), options)

    def next_phase(self, state: Battle) -> Phase[Battle] | None:
        """The phase to be played now, None when the game is over."""
        place = next_place(state)
        if place is None:
            return None
        card = next(one for one in CARD.phases if one.letter == place.phase_letter)
        marker = state.sheet.scenario.marker(place.side, place.letter) if place.side else None
        name = f"{marker.name} marker" if marker else card.name
        # A draw is nobody's; it is filed under the side that the card names first.
        side = place.side or CARD.sides[0].id
        return Phase(place.id, place.phase_letter, name, side, place.turn, card.clause, self._play_of(place))

    def _play_of(self, place: SequencePlace) -> Callable[[Umpire[Battle]], Play[None]]:
        def play(umpire: Umpire[Battle]) -> Play[None]:
            umpire.emit(PhaseBegan(place.id))
            if place.side:
                yield from activation_phase(umpire, place.side, place.letter, self.plan, self.resolve)
            else:
                yield from draw_phase(umpire, place)
            umpire.emit(PhaseEnded(place.id))

        return play

    def apply(self, state: Battle, event: Event) -> None:
        """Let an event change the battle.  Raises TypeError for an event that has no handler."""
        APPLY(state, event)

    def thaw(self, state: Battle) -> Battle:
        """A copy whose mappings may change."""
        return state.thaw()

    def to_json(self, state: Battle) -> Json:
        """The checkpoint."""
        return state.to_json()

    def from_json(self, data_: Mapping[str, Any]) -> Battle:
        """Read a checkpoint back.  Raises KeyError, ValueError if it does not fit."""
        return Battle.from_json(data_, data.load(data_["scenario"]))

    def public(self, state: Battle) -> Json:
        """The facts that both sides may know: all of it; only the sequence in which the cup will give its markers is open."""
        return state.to_json()

    def set_by_hand(self, state: Battle, target: str, value: str) -> Battle:
        """The state after ``C/3 Cav at`` is set by the GM.  Raises ValueError with what there is."""
        made: Battle = BOARD.set(state, target, value)
        return made

    def value_by_hand(self, state: Battle, target: str) -> str:
        """The present value, as `set_by_hand` takes it.  Raises ValueError."""
        return BOARD.value(state, target)

    def misfits(self, state: Battle) -> tuple[str, ...]:
        """Impossible things in a state."""
        return BOARD.misfits(state)

    def changes_by_hand(self, before: Battle, after: Battle) -> tuple[str, ...]:
        """The differences, as players say it."""
        names = {side.id: side.name for side in self.card.sides}
        return BOARD.changes(before, after, lambda side: names.get(side, side), OTHERS)

    @rule("CL-3.2", "CL-3.6")
    def hidden(self, state: Battle) -> tuple[tuple[str, Json], ...]:
        """Nothing: what is in the cup both know, and a die settles which marker comes, when it comes."""
        return ()

    def view(self, state: Battle, side: str) -> Battle:
        """The battle as a side may know it: all of it."""
        return state

    def outcome(self, state: Battle) -> Outcome | None:
        """The result of the game, or None while it goes on."""
        return outcome(state) if next_place(state) is None else None

    def plan(self, view: Battle, side: str, phase: str, order: Order) -> Plan | Problem:
        """The effect of an order under the marker with this letter, or why not."""
        plan = PLANS.get(type(order))
        if plan is None:
            return Illegal("E159", f"'{type(order).__name__.lower()}' is not an order in this game.")
        return plan(view, side, phase, order)

    def resolve(self, umpire: Umpire[Battle], plan: Plan) -> Play[None]:
        """Carry out a plan."""
        yield from RESOLVES[type(plan.order)](umpire, plan)

    def silent(self, view: Battle, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """The units of a tribe or group that no order names; an Army leader chooses whom to take, so nobody is missed."""
        marker = view.marker
        if marker is None or marker.side != side or not marker.group:
            return NOBODY
        named = {name for order in orders for name in getattr(order, "units", (getattr(order, "unit", ""),))}
        idle = tuple(name for name in view.may if name not in named and view[name].at and not view[name].is_leader)
        return Silent(idle, "they stay") if idle else NOBODY

    def owed(self, view: Battle, side: str, phase: str, orders: Sequence[Order]) -> tuple[str, ...]:
        """The units that are to enter and are not ordered in: they are placed by themselves."""
        marker = view.marker
        if marker is None or marker.side != side:
            return ()
        named = {name for order in orders if isinstance(order, o.Enter) for name in order.units}
        waiting: dict[str, list[str]] = {}
        for name in view.may:
            entry = entry_of(view, name)
            if entry is not None and not view[name].at and name not in named and entry.marker == marker.name:
                waiting.setdefault(entry.hex, []).append(name)
        return tuple(
            f"no entry orders yet for {', '.join(names)}: they will enter at {at} or next to it (9.1)"
            for at, names in waiting.items()
        )


@rule("CL-1.1", "CL-1.2", "CL-14.1", "CL-14.4")
def opened(sheet: TitleData, options: Options) -> Battle:
    """A battle as it opens: those of the set-up on the board, mounted and at full strength, the others still to come."""
    battle = Battle(sheet, options)
    places = {name: at for at, names in sheet.scenario.setup for name in names}
    for name, face in sheet.roster.items():
        battle.put(Unit(face, places.get(name, "")))
    return battle


LAST_STAND = LastStand()
_RULES: RuleSystem[Battle] = LAST_STAND
