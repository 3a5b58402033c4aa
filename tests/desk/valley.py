"""A made-up game that hides facts: the skirmish in a valley with a ford that may be false and a party that is a dummy.

Blue knows the ford (place 5) and Red does not; Red knows which of his units is the dummy and Blue does not.  A unit that
marches over the ford meets it, and all see it; a Blue unit that comes to place 3 scouts it, which Blue alone sees.  A dummy is
found when a shot hits it, or when its own shot would.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.canonical import Json
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.reports.report import Facts, LogEntry, LogSection
from tests.desk.skirmish import CARD, UNITS, March, Meadow, Skirmish, SkirmishMarched, SkirmishShot
from tests.desk.words import SkirmishTeller, SkirmishWords

FORD = 5
SCOUTED_FROM = 3


@dataclass
class Dale(Meadow):
    """The meadow with what is hidden: None where a view does not hold it; `met` are the facts that all know by now."""

    ford: bool | None = None
    dummy: str | None = None
    met: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValleyFordMet(Event):
    unit: str
    real: bool


@dataclass(frozen=True, slots=True)
class ValleyScouted(Event):
    unit: str
    real: bool

    def known_to(self) -> tuple[str, ...]:
        return ("blue",)


@dataclass(frozen=True, slots=True)
class ValleyDummyFound(Event):
    unit: str


MEETINGS = (ValleyFordMet, ValleyDummyFound)


class Valley(Skirmish):
    """The rules; `real` and `dummy` are the truth of this valley."""

    card = replace(CARD, id="valley", title="Valley")

    def __init__(self, real: bool = True, dummy: str = "Red One") -> None:
        self.real, self.dummy = real, dummy

    def open(self, scenario: str, options: Options) -> Dale:
        strength = dict.fromkeys(UNITS, 3)
        return Dale(strength, dict.fromkeys(UNITS, 0), options=options.names, ford=self.real, dummy=self.dummy)

    def resolve(self, umpire: Umpire[Any], plan: Plan) -> Play[None]:
        order = plan.order
        if isinstance(order, March):
            for name in order.units:
                self._march(umpire, name, order.by)
            return
        before = len(umpire.events)
        yield from super().resolve(umpire, plan)
        for event in umpire.events[before:]:
            if isinstance(event, SkirmishShot) and event.hit and umpire.state.dummy in (event.unit, event.target):
                umpire.emit(ValleyDummyFound(umpire.state.dummy))

    def _march(self, umpire: Umpire[Any], name: str, by: int) -> None:
        state = umpire.state
        here, there = state.place[name], state.place[name] + by
        if here < FORD <= there:
            umpire.emit(ValleyFordMet(name, state.ford))
            there = there if state.ford else FORD - 1
        umpire.emit(SkirmishMarched(name, there))
        if UNITS[name] == "blue" and here < SCOUTED_FROM <= there:
            umpire.emit(ValleyScouted(name, state.ford))

    def apply(self, state: Any, event: Event) -> None:
        match event:
            case ValleyFordMet():
                state.met = (*state.met, "ford") if "ford" not in state.met else state.met
            case ValleyDummyFound(unit):
                state.met = (*state.met, "dummy")
                state.strength.pop(unit, None)
            case ValleyScouted():
                pass
            case _:
                super().apply(state, event)

    def to_json(self, state: Any) -> Json:
        whole = dict(self.public(state))  # type: ignore[arg-type]
        return {**whole, "ford": state.ford, "dummy": state.dummy}

    def from_json(self, data: Mapping[str, Any]) -> Dale:
        meadow = super().from_json(data)
        fields = {name: getattr(meadow, name) for name in ("strength", "place", "next", "began", "options")}
        return Dale(**fields, ford=data["ford"], dummy=data["dummy"], met=tuple(data["met"]))

    def public(self, state: Any) -> Json:
        whole: Any = super().to_json(state)
        found = {name: getattr(state, name) for name in state.met}
        return {**whole, "met": list(state.met), "found": found}

    def hidden(self, state: Any) -> tuple[tuple[str, Json], ...]:
        return (("ford/5", state.ford), ("party/dummy", state.dummy))

    def view(self, state: Any, side: str) -> Dale:
        seen = self.thaw(state)
        assert isinstance(seen, Dale)
        if side != "blue" and "ford" not in seen.met:
            seen.ford = None
        if side != "red" and "dummy" not in seen.met:
            seen.dummy = None
        return seen


class ValleyTeller(SkirmishTeller):
    """Tells all that the view and the events hold, so that whatever reaches it reaches the letter."""

    def facts(self, state: Any, ended: Sequence[str]) -> Facts:
        told = super().facts(state, ended)
        return replace(told, points=f"{told.points}; ford {state.ford}, dummy {state.dummy}")

    def log(self, before: Meadow, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        told = super().log(before, events, first_roll, first_act)
        own = [one for one in events if type(one).__name__.startswith("Valley")]
        more = tuple(LogEntry(f"V{n}", f"{one}".replace("'", "")[:60]) for n, one in enumerate(own, first_act))
        return replace(told, entries=(*told.entries, *more))


@dataclass(frozen=True)
class ValleyTitle:
    system: Any
    dialect: Any = field(default_factory=SkirmishWords)
    teller: Any = field(default_factory=ValleyTeller)
    practice: Any = None

    @property
    def card(self) -> Any:
        return self.system.card

    def short_name(self, phase: str) -> str:
        return str(self.teller.short_name(phase))
