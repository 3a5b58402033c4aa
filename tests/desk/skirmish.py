"""A made-up game, small enough to be seen whole: two sides of two units each, two phases, one roll, one reaction.

Phase A FIRE: the phasing side's units fire; each target may duck (a reaction) before 1d6 is rolled: 4 or more hits, 6 if it
ducks.  Phase B MARCH: the phasing side's units march.  Two game turns, red first.  A unit is lost at strength 0.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.ask import ORDERS, Ask, Choice
from pbem.core.canonical import Json
from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.options import Option, Options
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Card, Outcome, Phase, PhaseCard, Plan, Side, Silent
from pbem.core.tomlfile import ChartGap
from pbem.core.umpire import Play, Roll, Umpire, ask

CARD = Card(
    "skirmish",
    "Skirmish",
    "skirmish",
    "SK",
    (Side("red", "RED", "Red"), Side("blue", "BLU", "Blue")),
    (PhaseCard("A", "Fire", "1", "phasing"), PhaseCard("B", "March", "2", "phasing")),
    (Option("fog", "there is fog", "9"),),
    "meadow",
)
UNITS = {"Red One": "red", "Red Two": "red", "Blue One": "blue", "Blue Two": "blue"}
TURNS = 2


@dataclass
class Meadow:
    """The state: strength and place of each unit, what phase comes next, and the options."""

    strength: dict[str, int] = field(default_factory=dict)
    place: dict[str, int] = field(default_factory=dict)
    next: int = 0
    began: bool = False
    options: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        return self.next // 4 + 1

    @property
    def side(self) -> str:
        return ("red", "blue")[self.next // 2 % 2]

    @property
    def letter(self) -> str:
        return "AB"[self.next % 2]


@dataclass(frozen=True, slots=True)
class Shoot(Order):
    unit: str
    target: str


@dataclass(frozen=True, slots=True)
class March(Order):
    units: tuple[str, ...]
    by: int


@dataclass(frozen=True, slots=True)
class SkirmishShot(Event):
    unit: str
    target: str
    roll: Roll
    hit: bool


@dataclass(frozen=True, slots=True)
class SkirmishMarched(Event):
    unit: str
    to: int


class Skirmish:
    """The rules."""

    card = CARD

    def open(self, scenario: str, options: Options) -> Meadow:
        if scenario not in ("meadow", "bog"):
            raise KeyError(scenario)
        strength = dict.fromkeys(UNITS, 3)
        return Meadow(strength, dict.fromkeys(UNITS, 13 if scenario == "bog" else 0), options=options.names)

    def next_phase(self, state: Meadow) -> Phase[Meadow] | None:
        if state.turn > TURNS or self.outcome(state) is not None:
            return None
        code = CARD.side(state.side).code
        play = self.fire if state.letter == "A" else self.march
        name = "Fire" if state.letter == "A" else "March"
        return Phase(f"T{state.turn:02}.{code}.{state.letter}", state.letter, name, state.side, state.turn, "1", play)

    def fire(self, umpire: Umpire[Meadow]) -> Play[None]:
        yield from self._phase(umpire)

    def march(self, umpire: Umpire[Meadow]) -> Play[None]:
        yield from self._phase(umpire)

    def _phase(self, umpire: Umpire[Meadow]) -> Play[None]:
        umpire.emit(PhaseBegan(umpire.phase))
        side, letter = umpire.state.side, umpire.state.letter
        if any(UNITS[name] == side for name in umpire.state.strength):
            answer = yield from ask(Ask(side, ORDERS, letter, "Orders?"))
            for order in answer.orders:
                with umpire.act(side, order):
                    plan = self.plan(umpire.view(side), side, letter, order)
                    if isinstance(plan, Plan):
                        yield from self.resolve(umpire, plan)
        umpire.emit(PhaseEnded(umpire.phase))

    def plan(self, view: Meadow, side: str, phase: str, order: Order) -> Plan | Problem:
        name = order.unit if isinstance(order, Shoot) else order.units[0] if isinstance(order, March) else ""
        if UNITS.get(name) != side:
            return Illegal("E103", f"{name} is not yours.", words=name)
        wanted = "A" if isinstance(order, Shoot) else "B"
        if phase != wanted:
            return Illegal("E150", f"That is an order for phase {wanted}.", words=name)
        if isinstance(order, Shoot) and UNITS.get(order.target) in (None, side):
            return Illegal("E140", f"{order.target} is no enemy.", words=order.target)
        if isinstance(order, March) and order.by > 5:
            return Illegal("E130", "Nobody marches more than 5.", words=str(order.by))
        return Plan(order, notes=(f"{order.by} of 5 MP",) if isinstance(order, March) else ())

    def resolve(self, umpire: Umpire[Meadow], plan: Plan) -> Play[None]:
        order = plan.order
        if isinstance(order, March):
            for name in order.units:
                umpire.emit(SkirmishMarched(name, umpire.state.place[name] + order.by))
        if isinstance(order, Shoot) and order.target in umpire.state.strength:
            choices = (Choice("stand", "stand"), Choice("duck", "duck: only a 6 hits"))
            side = UNITS[order.target]
            facts = (("firer", order.unit),)
            prompt = f"{order.target} is fired at by {order.unit}: what does it do?"
            answer = yield from ask(Ask(side, "cover", order.target, prompt, "1.2", choices, "stand", "stand", facts))
            roll = umpire.roll("1d6", f"fire {order.unit} at {order.target}", "1.1")
            if umpire.state.place[order.unit] == 13:
                raise ChartGap("ranges", "13", "1.3")
            umpire.emit(
                SkirmishShot(order.unit, order.target, roll, roll.natural >= (6 if answer.choice == "duck" else 4))
            )

    def silent(self, view: Meadow, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        named = {order.unit for order in orders if isinstance(order, Shoot)}
        named.update(name for order in orders if isinstance(order, March) for name in order.units)
        idle = tuple(name for name in view.strength if UNITS[name] == side and name not in named)
        return Silent(idle, "they stay" if phase == "B" else "they hold their fire") if idle else Silent()

    def owed(self, view: Meadow, side: str, phase: str, orders: Sequence[Order]) -> tuple[str, ...]:
        """Whoever is down to its last point and is given no order runs."""
        idle = self.silent(view, side, phase, orders).units
        return tuple(f"{name} is down to its last point: it runs" for name in idle if view.strength[name] == 1)

    def apply(self, state: Meadow, event: Event) -> None:
        match event:
            case PhaseBegan():
                state.began = True
            case PhaseEnded():
                state.began = False
                state.next += 1
            case SkirmishMarched(unit, to):
                state.place[unit] = to
            case SkirmishShot(_, target, _, True):
                state.strength[target] -= 1
                if state.strength[target] == 0:
                    del state.strength[target]

    def thaw(self, state: Meadow) -> Meadow:
        return replace(state, strength=dict(state.strength), place=dict(state.place))

    def to_json(self, state: Meadow) -> Json:
        return {
            "strength": dict(state.strength),
            "place": dict(state.place),
            "next": state.next,
            "began": state.began,
            "options": list(state.options),
        }

    def from_json(self, data: Mapping[str, Any]) -> Meadow:
        return Meadow(dict(data["strength"]), dict(data["place"]), data["next"], data["began"], tuple(data["options"]))

    def public(self, state: Meadow) -> Json:
        return self.to_json(state)

    def hidden(self, state: Meadow) -> tuple[tuple[str, Json], ...]:
        return ()

    def view(self, state: Meadow, side: str) -> Meadow:
        return state

    def outcome(self, state: Meadow) -> Outcome | None:
        left = {UNITS[name] for name in state.strength}
        points = tuple(
            (side.id, sum(n for name, n in state.strength.items() if UNITS[name] == side.id)) for side in CARD.sides
        )
        if len(left) == 1:
            return Outcome(left.pop(), "rout", points, "the other side is gone")
        if state.turn > TURNS:
            return Outcome("", "draw", points, "time is up")
        return None
