"""A made-up phase for the tests of the core: men fire in turn, the other side may duck, a hit may lose a hat or a man."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.core.ask import ORDERS, Ask, Choice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.umpire import Modifier, Play, Roll, Umpire, ask, ask_all


@dataclass
class Squad:
    """How many men each side has, and how many hats lie about."""

    men: dict[str, int] = field(default_factory=lambda: {"us": 5, "indian": 5})
    hats: int = 0

    def thaw(self) -> "Squad":
        return Squad(dict(self.men), self.hats)


@dataclass(frozen=True, slots=True)
class Volley(Order):
    """``volley 2``: that many men fire."""

    men: int


@dataclass(frozen=True, slots=True)
class VolleyFired(Event):
    roll: Roll
    hits: int


@dataclass(frozen=True, slots=True)
class ManLost(Event):
    side: str


@dataclass(frozen=True, slots=True)
class HatLost(Event):
    pass


def apply(squad: Squad, event: Event) -> None:
    """Let an event change the squad."""
    match event:
        case ManLost(side):
            squad.men[side] -= 1
        case HatLost():
            squad.hats += 1


def write(order: Order) -> str:
    """The order's text."""
    return f"volley {order.men}" if isinstance(order, Volley) else repr(order)


YES_NO = (Choice("yes", "Yes."), Choice("no", "No."))


def skirmish(umpire: Umpire[Squad]) -> Play[None]:
    """Orders of the one side, then for each volley: ducking of two men at once, dice, hats or men as the owner says."""
    answer = yield from ask(Ask("us", ORDERS, "B"))
    for order in answer.orders:
        if not isinstance(order, Volley) or umpire.state.men["indian"] == 0:
            continue
        with umpire.act("us", order):
            ducks = yield from ask_all(
                [Ask("indian", "duck", f"man {n}", choices=YES_NO, default="no") for n in (1, 2)]
            )
            mods = tuple(Modifier(-1, "ducked") for duck in ducks if duck.choice == "yes")
            roll = umpire.roll(f"{order.men}d6", "volley", "1.A", mods)
            hits = max(0, roll.total // 6)
            umpire.emit(VolleyFired(roll, hits))
            for _ in range(min(hits, umpire.state.men["indian"])):
                loss = yield from ask(Ask("indian", "loss", str(umpire.state.hats), choices=YES_NO, default="yes"))
                umpire.emit(ManLost("indian") if loss.choice == "yes" else HatLost())
                if umpire.roll("1d6", "flee", "1.B").total == 1:
                    return


def umpire_for(squad: Squad, options: Mapping[str, bool] | None = None) -> Umpire[Squad]:
    """An umpire of one skirmish on a thawed squad; its dice come with the playing."""
    names = tuple(sorted(name for name, on in (options or {}).items() if on))
    return Umpire(squad.thaw(), apply, phase="T01.US.B", options=Options(names), write=write)
