"""Three Crowns, a made-up game with all that the first two games have not: three sides, orders of all at once, points instead
of hexes, and battles inside a turn with phases of their own.

Phase A MARCH: all sides write at once; a unit marches up to 3 miles.  Enemies within a mile of each other are then in a battle,
whose phase F FIGHT all sides in it write for at once: a unit fires (1d6, a hit on 4 or more, on 6 if its target takes cover,
which its side is asked) or falls back, by which it leaves the battle.  A battle has at most two battle turns.  Two game turns.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.ask import Ask, Choice
from pbem.core.canonical import Json
from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.sequence import EVERYBODY, BattleTurn, InTurn, PhaseId
from pbem.core.system import ALL, Card, Outcome, Phase, PhaseCard, Plan, Side
from pbem.core.umpire import Play, Roll, Umpire, ask_all
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.picture.shapes import Caption, Disc, MapSheet, Scene, Text
from pbem.reports.report import Die, Facts, LogEntry, LogSection
from pbem.systems.game import Game
from pbem.systems.starter import StarterDialect, StarterRules, StarterTeller

SIDES = (Side("american", "AM", "American"), Side("british", "BR", "British"), Side("french", "FR", "French"))
PHASES = (PhaseCard("A", "March", "1", ALL), PhaseCard("F", "Fight", "2", ALL))
CARD = Card("crowns", "Three Crowns", "crowns", "TC", SIDES, PHASES, (), "river")
OWNER = {"Rangers": "american", "Rifles": "american", "Guards": "british", "Foot": "british", "Marines": "french"}
AT = {"Rangers": (0, 0), "Rifles": (10, 0), "Guards": (40, 0), "Foot": (50, 0), "Marines": (25, 40)}
LAST_TURN, LONGEST, NEAR, MARCH = 2, 2, 10, 30
"""Game turns, turns of a battle; tenths of a mile within which enemies fight, and that a unit marches."""


@dataclass
class River:
    """The state: where units stand (x, y in tenths of a mile), their strength, the turn, and the battle that is on."""

    at: dict[str, tuple[int, int]] = field(default_factory=lambda: dict(AT))
    strength: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OWNER, 2))
    turn: int = 1
    battle: int = 0
    battle_turn: int = 0
    fighting: tuple[str, ...] = ()

    def of(self, side: str) -> list[str]:
        return [name for name in self.at if OWNER[name] == side]


@dataclass(frozen=True, slots=True)
class CrownsMarch(Order):
    unit: str
    to: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CrownsFight(Order):
    """Fire at a target; without one the unit falls back."""

    unit: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class CrownsMarched(Event):
    unit: str
    to: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CrownsShot(Event):
    unit: str
    target: str
    roll: Roll
    hit: bool


@dataclass(frozen=True, slots=True)
class CrownsBattle(Event):
    number: int
    turn: int
    units: tuple[str, ...]


def enemies_near(state: River) -> tuple[str, ...]:
    """The units with an enemy within a mile."""
    near = NEAR * NEAR
    pairs = [(a, b) for a in state.at for b in state.at if OWNER[a] != OWNER[b]]
    gaps = {(a, b): (state.at[a][0] - state.at[b][0]) ** 2 + (state.at[a][1] - state.at[b][1]) ** 2 for a, b in pairs}
    return tuple(sorted({a for (a, b), gap in gaps.items() if gap <= near}))


class Crowns(StarterRules[River]):
    """The rules."""

    card = CARD
    sequence = InTurn(CARD, battle="F")

    def open(self, scenario: str, options: Options) -> River:
        return River()

    def next_phase(self, state: River) -> Phase[River] | None:
        if self.outcome(state) is not None:
            return None
        inside = BattleTurn(state.battle, state.battle_turn) if state.fighting else None
        card = PHASES[1] if inside else PHASES[0]
        phase = str(PhaseId(state.turn, EVERYBODY, card.letter, inside))
        return Phase(phase, card.letter, card.name, "", state.turn, card.clause, self.fight if inside else self.march)

    def march(self, umpire: Umpire[River]) -> Play[None]:
        umpire.emit(PhaseBegan(umpire.phase))
        yield from self.orders_of(umpire, [one.id for one in SIDES if umpire.state.of(one.id)], "A")
        if units := enemies_near(umpire.state):
            umpire.emit(CrownsBattle(umpire.state.battle + 1, 1, units))
        umpire.emit(PhaseEnded(umpire.phase))

    def fight(self, umpire: Umpire[River]) -> Play[None]:
        umpire.emit(PhaseBegan(umpire.phase))
        state = umpire.state
        yield from self.orders_of(umpire, sorted({OWNER[name] for name in state.fighting}), "F")
        left = tuple(name for name in state.fighting if name in state.at)
        goes_on = state.battle_turn < LONGEST and len({OWNER[name] for name in left}) > 1
        umpire.emit(CrownsBattle(state.battle, state.battle_turn + 1, left if goes_on else ()))
        umpire.emit(PhaseEnded(umpire.phase))

    def plan(self, view: River, side: str, phase: str, order: Order) -> Plan | Problem:
        unit, target = str(getattr(order, "unit", "")), str(getattr(order, "target", ""))
        if OWNER.get(unit) != side or unit not in view.at:
            return Illegal("E103", f"{unit} is no unit of yours.", words=unit)
        if (phase == "A") != isinstance(order, CrownsMarch):
            return Illegal("E150", f"That is not an order for phase {phase}.", words=unit)
        if isinstance(order, CrownsMarch):
            (x, y), (to_x, to_y) = view.at[unit], order.to
            if (x - to_x) ** 2 + (y - to_y) ** 2 > MARCH * MARCH:
                return Illegal("E130", f"{unit} marches 3 miles at most.", "1.1", words=written(order.to))
        elif unit not in view.fighting:
            return Illegal("E151", f"{unit} is in no battle.", "2", words=unit)
        elif target not in ("", *(name for name in view.fighting if OWNER[name] != side)):
            return Illegal("E140", f"{target} is no enemy in this battle.", "2.1", words=target)
        return Plan(order)

    def resolve(self, umpire: Umpire[River], plan: Plan) -> Play[None]:
        match plan.order:
            case CrownsMarch(unit, to):
                umpire.emit(CrownsMarched(unit, to))
            case CrownsFight(unit, ""):
                left = tuple(name for name in umpire.state.fighting if name != unit)
                umpire.emit(CrownsBattle(umpire.state.battle, umpire.state.battle_turn, left))
            case CrownsFight(unit, target):
                choices = (Choice("stand", "stand"), Choice("cover", "take cover: only a 6 hits"))
                prompt = f"{target} is fired at by {unit}: what does it do?"
                one = Ask(OWNER[target], "cover", target, prompt, "2.2", choices, "stand", "stand")
                (answer,) = yield from ask_all([one])
                roll = umpire.roll("1d6", f"fire {unit} at {target}", "2.1")
                umpire.emit(CrownsShot(unit, target, roll, roll.natural >= (6 if answer.choice == "cover" else 4)))

    def apply(self, state: River, event: Event) -> None:
        match event:
            case CrownsMarched(unit, to):
                state.at[unit] = to
            case CrownsShot(_, target, _, True) if state.strength[target] == 1:
                del state.at[target], state.strength[target]
            case CrownsShot(_, target, _, True):
                state.strength[target] -= 1
            case CrownsBattle(number, turn, units):
                state.battle, state.battle_turn, state.fighting = number, turn, units
            case PhaseEnded() if not state.fighting:
                state.turn, state.battle, state.battle_turn = state.turn + 1, 0, 0

    def thaw(self, state: River) -> River:
        return replace(state, at=dict(state.at), strength=dict(state.strength))

    def to_json(self, state: River) -> Json:
        at: Json = {name: list(at) for name, at in state.at.items()}
        rest = {"turn": state.turn, "battle": state.battle, "battle_turn": state.battle_turn}
        return {**rest, "fighting": list(state.fighting), "at": at, "strength": dict(state.strength)}

    def from_json(self, data: Mapping[str, Any]) -> River:
        at = {name: (one[0], one[1]) for name, one in data["at"].items()}
        return River(**{**data, "fighting": tuple(data["fighting"]), "at": at})

    def outcome(self, state: River) -> Outcome | None:
        points = tuple((one.id, sum(state.strength[name] for name in state.of(one.id))) for one in SIDES)
        if state.turn <= LAST_TURN and sum(count > 0 for _, count in points) > 1:
            return None
        best = max(count for _, count in points)
        winners = [side for side, count in points if count == best]
        return Outcome(winners[0] if len(winners) == 1 else "", "victory", points, "the strongest at the end")


def written(at: tuple[int, int]) -> str:
    """``2.5,4.0``."""
    return ",".join(f"{one // 10}.{one % 10}" for one in at)


class CrownsWords(StarterDialect):
    """``Rangers to 2.5,4.0``, ``Rangers fire at Guards``, ``Rangers fall back``, ``policy cover: cover``."""

    card, verbs, policies, place = CARD, ("to", "fire", "fall back"), ("cover",), r"\d\.\d,\d\.\d"

    def write(self, order: Order) -> str:
        match order:
            case CrownsMarch(unit, to):
                return f"{unit} to {written(to)}"
            case CrownsFight(unit, target):
                return f"{unit} fire at {target}" if target else f"{unit} fall back"
        raise TypeError(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        unit, *rest = text.split()
        match [unit.title(), *(one.lower() for one in rest)]:
            case [name, *_] if name not in OWNER:
                return Malformed("E101", f"No unit is called {unit}.", words=unit)
            case [name, "to", at] if at.replace(",", ".").replace(".", "").isdigit() and at.count(",") == 1:
                x, y = (round(float(one) * 10) for one in at.split(","))
                return (CrownsMarch(name, (x, y)),)
            case [name, "fire", "at", target] if target.title() in OWNER:
                return (CrownsFight(name, target.title()),)
            case [name, "fall", "back"]:
                return (CrownsFight(name),)
        return Malformed("E110", "Orders: UNIT to 2.5,4.0; UNIT fire at UNIT; UNIT fall back.", words=text)

    def turn(self, view: River) -> int:
        return view.turn


@dataclass(frozen=True)
class Chart(MapPanel):
    """The map: a line a unit, and discs on paper."""

    state: River

    def overview(self) -> list[str]:
        return [f"  {written(at):>8}  {name:<8} {self.state.strength[name]}" for name, at in self.state.at.items()]

    def has(self, at: str) -> bool:
        return re.fullmatch(WORDS.place, at) is not None

    def a_place(self, side: str = "") -> str:
        return next((written(self.state.at[name]) for name in self.state.at if OWNER[name] == side), "2.5,4.0")

    def picture(self, caption: Caption, *, whole: bool = False) -> Scene:
        spots = {name: (40 + 6 * x, 40 + 6 * y) for name, (x, y) in self.state.at.items()}
        discs = [Disc(at, 6, "#1f4e9c") for at in spots.values()]
        names = [Text((x, y + 14), name, 11, "#222222") for name, (x, y) in spots.items()]
        return Scene(
            MapSheet(720, 360, "#fffdf6", ()), (*discs, *names), f"{caption.shows}: {', '.join(self.overview())}"
        )


class CrownsTeller(StarterTeller):
    """How it is told."""

    card = CARD

    def facts(self, state: River, ended: Sequence[str]) -> Facts:
        points = ", ".join(f"{one.name} {sum(state.strength[name] for name in state.of(one.id))}" for one in SIDES)
        return Facts(
            "THREE CROWNS", f"Turn {min(state.turn, LAST_TURN)} of {LAST_TURN}", "", ", ".join(ended), points, ""
        )

    def map(self, state: River, side: str, events: Iterable[Event]) -> Chart:
        return Chart(state)

    def log(self, before: River, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        told: list[str] = []
        for one in events:
            match one:
                case CrownsMarched(unit, to):
                    told.append(f"{unit} marches to {written(to)}")
                case CrownsShot(unit, target, roll, hit):
                    told.append(f"{unit} fires at {target}: {roll.natural}, {'a hit' if hit else 'a miss'}")
                case CrownsBattle(_, _, units) if units:
                    told.append(f"In battle: {', '.join(units)}")
        rolls = [one.roll for one in events if isinstance(one, CrownsShot)]
        dice = tuple(Die(n, one.dice, one.faces, one.label) for n, one in enumerate(rolls, first_roll))
        entries = tuple(LogEntry(f"N{n}", text) for n, text in enumerate(told, first_act))
        return LogSection("WHAT HAPPENED", "", entries, dice)

    def examples(self, state: River, side: str, phase: Phase[River]) -> tuple[str, ...]:
        does = "fall back" if phase.letter == "F" else "to 2.5,4.0"
        return tuple(f"{name} {does}" for name in state.of(side) if phase.letter == "A" or name in state.fighting)


RULES, WORDS, TELLER = Crowns(), CrownsWords(), CrownsTeller()
short_name = TELLER.short_name
_HERE = "tests.systems.crowns"
GAME = Game(
    "crowns",
    "crowns",
    f"{_HERE}:RULES",
    f"{_HERE}:WORDS",
    f"{_HERE}:TELLER",
    "",
    "",
    "",
    f"{_HERE}:short_name",
    package=_HERE,
)
