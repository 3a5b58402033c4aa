"""The rules: what comes next, what an order would do, what is done.  A phase reads like the rulebook."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from newgame import ground
from newgame.card import CARD, FIRE, MOVE, SIDES, TURNS
from newgame.state import Fire, Fired, Moved, State, TookCover, Unit
from newgame.state import Move as MoveOrder
from pbem.api.board import within
from pbem.api.rules import (
    Ask,
    Choice,
    Event,
    Illegal,
    Json,
    Options,
    Order,
    Outcome,
    Phase,
    PhaseBegan,
    PhaseEnded,
    PhaseId,
    Plan,
    Play,
    Problem,
    Silent,
    StarterRules,
    Umpire,
    UnknownScenario,
    ask,
    rule,
)

ALLOWANCE, RANGE = 2, 2
"""Movement points of a unit, and places from it to what it fires at."""
OPENINGS = {"meeting": ground.OPENING}


@dataclass(frozen=True, slots=True)
class Going(Plan):
    """A move that can be made: its way."""

    path: tuple[str, ...] = ()


class Rules(StarterRules[State]):
    """New Game."""

    card = CARD

    def open(self, scenario: str, options: Options) -> State:
        """The state as a scenario opens."""
        if scenario not in OPENINGS:
            raise UnknownScenario(CARD.title, scenario, tuple(OPENINGS))
        units = [Unit(name, side, at) for side, stand in OPENINGS[scenario].items() for name, at in stand.items()]
        return State({one.name: one for one in units})

    def next_phase(self, state: State) -> Phase[State] | None:
        """The phase that is played now."""
        if self.outcome(state) is not None:
            return None
        card = MOVE if state.letter == MOVE.letter else FIRE
        code = CARD.side(state.side).code
        name = str(PhaseId(state.turn, code, card.letter))
        return Phase(name, card.letter, card.name, state.side, state.turn, card.clause, self.play)

    def play(self, umpire: Umpire[State]) -> Play[None]:
        """A phase: the side whose turn it is writes its orders, if it has any to give, and they are carried out in turn."""
        umpire.emit(PhaseBegan(umpire.phase))
        state = umpire.state
        if state.letter == MOVE.letter or any(in_range(state, one) for one in state.of(state.side)):
            yield from self.orders_of(umpire, [state.side], state.letter)
        umpire.emit(PhaseEnded(umpire.phase))

    # Orders.

    def plan(self, view: State, side: str, phase: str, order: Order) -> Plan | Problem:
        """What an order would do now, or why it cannot be done.  It changes nothing."""
        unit = view.units.get(getattr(order, "unit", ""))
        if unit is None or unit.side != side:
            return Illegal(
                "E103", f"{getattr(order, 'unit', 'That')} is no unit of yours.", words=getattr(order, "unit", "")
            )
        match order:
            case MoveOrder(_, to) if phase == MOVE.letter:
                return _move(view, unit, to, order)
            case Fire(_, target) if phase == FIRE.letter:
                return _fire(view, unit, target, order)
        return Illegal("E150", f"That is not an order for phase {phase}.", words=unit.name)

    def resolve(self, umpire: Umpire[State], plan: Plan) -> Play[None]:
        """Carry out a plan."""
        match plan.order:
            case MoveOrder(unit, _) if isinstance(plan, Going):
                umpire.emit(Moved(unit, plan.path))
            case Fire(unit, target):
                yield from _shoot(umpire, unit, target)

    def silent(self, view: State, side: str, phase: str, orders: Any) -> Silent:
        """Who may act and has no order: the receipt names them."""
        named = {getattr(one, "unit", "") for one in orders}
        idle = [one.name for one in view.of(side) if one.name not in named and not one.in_cover]
        return Silent(tuple(idle), "they stay where they are") if phase == MOVE.letter else Silent()

    # State.

    def apply(self, state: State, event: Event) -> None:
        """What an event does to the state.  Nothing else changes it."""
        match event:
            case Moved(unit, path):
                state.units[unit] = replace(state.units[unit], at=path[-1])
            case TookCover(unit):
                state.units[unit] = replace(state.units[unit], in_cover=True)
            case Fired(_, target, _, True) if state.units[target].strength == 1:
                del state.units[target]
            case Fired(_, target, _, True):
                state.units[target] = replace(state.units[target], strength=state.units[target].strength - 1)
            case PhaseEnded() if state.letter == MOVE.letter:
                state.letter = FIRE.letter
            case PhaseEnded():
                _pass_on(state)

    def thaw(self, state: State) -> State:
        """A copy that may change."""
        return state.copy()

    def to_json(self, state: State) -> Json:
        """As checkpoints have it."""
        return state.to_json()

    def from_json(self, data: Mapping[str, Any]) -> State:
        """Read back what `to_json` wrote."""
        return State.from_json(data)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, None while it goes on."""
        points = tuple((one.id, held(state, one.id)) for one in SIDES)
        is_alone = sum(1 for one in SIDES if state.of(one.id)) < 2
        if state.turn <= TURNS and not is_alone:
            return None
        best = max(count for _, count in points)
        winners = [side for side, count in points if count == best]
        winner = winners[0] if len(winners) == 1 else ""
        return Outcome(winner, "victory" if winner else "draw", points, f"who holds {ground.GOAL}, and strength left")


@rule("NG-1.1", "NG-1.2")
def _move(view: State, unit: Unit, to: str, order: Order) -> Plan | Problem:
    """Up to 2 movement points; never through the enemy, and not out of cover."""
    if not ground.has(to):
        return Illegal("E120", f"There is no place {to} on the map.", "1.1", words=to)
    if unit.in_cover:
        return Illegal("E131", f"{unit.name} keeps its head down.", "2.2", words=unit.name)
    reach = within(unit.at, ALLOWANCE, lambda at: _steps(view, unit.side, at), ground.neighbours)
    if to not in reach or to == unit.at:
        return Illegal("E130", f"{unit.name} cannot get to {to} in this turn.", "1.1", words=to)
    path = reach.path(to)
    return Going(order, (f"{reach.cost[to]} of {ALLOWANCE} MP",), path=path)


def _steps(view: State, side: str, at: str) -> list[tuple[str, int]]:
    free = [near for near in ground.neighbours(at) if all(one.side == side for one in view.at(near))]
    return [(near, ground.cost(near)) for near in free]


def in_range(view: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit may fire at."""
    others = [one for side in CARD.others(unit.side) for one in view.of(side.id)]
    return [] if unit.in_cover else [one for one in others if ground.distance(unit.at, one.at) <= RANGE]


@rule("NG-2.1")
def _fire(view: State, unit: Unit, target: str, order: Order) -> Plan | Problem:
    """At an enemy within 2 places, and not from cover."""
    enemy = view.units.get(target)
    if enemy is None or enemy.side == unit.side:
        return Illegal("E140", f"{target} is no enemy on the map.", "2.1", words=target)
    if unit.in_cover:
        return Illegal("E131", f"{unit.name} keeps its head down.", "2.2", words=unit.name)
    if ground.distance(unit.at, enemy.at) > RANGE:
        return Illegal("E141", f"{target} is too far off: {RANGE} places at most.", "2.1", words=target)
    return Plan(order)


@rule("NG-2.1", "NG-2.2")
def _shoot(umpire: Umpire[State], unit: str, target: str) -> Play[None]:
    """1d6: 4 or more hits, 6 alone if the target takes cover, which its side is asked."""
    enemy = umpire.state.units[target]
    if not enemy.in_cover:
        choices = (
            Choice("stand", "stand: 4 or more hits"),
            Choice("cover", "take cover: only a 6 hits, and it lies low"),
        )
        prompt = f"{target} is fired at by {unit}.  What does it do?"
        answer = yield from ask(Ask(enemy.side, "cover", target, prompt, "2.2", choices, "stand", "stand"))
        if answer.choice == "cover":
            umpire.emit(TookCover(target))
    needed = 6 if umpire.state.units[target].in_cover else 4
    roll = umpire.roll("1d6", f"fire {unit} at {target}", "2.1")
    umpire.emit(Fired(unit, target, roll, roll.natural >= needed))


def _pass_on(state: State) -> None:
    """The units of the side whose turn ends come out of cover, and the turn goes to the next side."""
    for one in state.of(state.side):
        state.units[one.name] = replace(one, in_cover=False)
    sides = [one.id for one in SIDES]
    following = sides.index(state.side) + 1
    state.side, state.letter = sides[following % len(sides)], MOVE.letter
    state.turn += following == len(sides)


def held(state: State, side: str) -> int:
    """Points of a side: 3 for the goal, 1 for each strength left."""
    holds = any(one.side == side for one in state.at(ground.GOAL))
    return 3 * holds + sum(one.strength for one in state.of(side))


RULES = Rules()
