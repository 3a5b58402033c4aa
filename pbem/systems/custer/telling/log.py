"""The log of a phase: draws, marches, combats, as they can be followed with the book open."""

from collections.abc import Callable
from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.order import Order
from pbem.mechanisms.log import PhaseLog
from pbem.mechanisms.marks import Marks
from pbem.systems.custer.card import CUP, SIDE_NAMES, parts
from pbem.systems.custer.orders.records import write
from pbem.systems.custer.state.battle import Battle

MANY = ("Scouts",)
"""Ends of counters' names that are plurals: the Ree Scouts march."""


@dataclass(frozen=True, slots=True)
class Going:
    """A march while it is told: who, the path so far, the MPs spent."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int

    @property
    def text(self) -> str:
        """``Co. C + Custer march 2018-1918-1817: 3 MP``."""
        return f"{' + '.join(self.units)} {verb(self.units, 'marches', 'march')} {'-'.join(self.path)}: {self.cost} MP"

    @property
    def folded(self) -> str:
        """``Co. C + Custer 2018-1817``: where it began and ended."""
        return f"{' + '.join(self.units)} {self.path[0]}-{self.path[-1]}"


@dataclass(frozen=True, slots=True)
class Seen:
    """A battle before the event that is being marked, and the marks so far."""

    battle: Battle
    marks: Marks


class BattleLog(PhaseLog):
    """The log of a phase of this game; `place` is the phase that is told, by its full id."""

    field: Battle
    side_names = SIDE_NAMES

    def __init__(
        self, before: Battle, apply: Callable[[Battle, Event], None], place: str, first_roll: int, first_act: int
    ) -> None:
        super().__init__(before, apply, first_roll, first_act)
        self.place = place
        self.letter = self.letter_of(place)
        self.growing: Going | None = None

    def letter_of(self, phase: str) -> str:
        """``A`` for a marker's phase, ``M`` for a draw."""
        _, side, letter = parts(phase) if phase else (0, "", "")
        return letter if side else CUP

    def written(self, order: Order) -> str:
        """An order's one text form."""
        return write(order)

    def title(self) -> str:
        """``CUSTER MARKER (rule 3.7)``, ``DRAW (rule 3.1)``."""
        _, side, letter = parts(self.place)
        marker = self.field.sheet.scenario.marker(side, letter) if side else None
        if marker is None:
            return "DRAW (rule 3.1)"
        return f"{SIDE_NAMES[side]}: {marker.name.upper()} MARKER (rule 3.7)"

    def nothing(self) -> tuple[str, str]:
        """The line of a phase in which nothing happened."""
        return ("nobody acts", "3.7") if parts(self.place)[1] else ("no marker can be used", "3.9")

    def moved_on(self) -> None:
        """A path grows no more."""
        self.growing = None

    def closed(self) -> None:
        """Nothing else hangs on an entry."""

    def march(self, going: Going) -> None:
        """A step of a march: the open entry's path grows if it is the same counters' next step."""
        before = self.growing
        if before and before.units == going.units and before.path[-1] == going.path[0]:
            going = Going(going.units, (*before.path, *going.path[1:]), before.cost + going.cost)
            self.extend(going.text)
        else:
            self.head(going.text, "5.1")
            self.count("move")
        self.entries[-1].folded = going.folded
        self.growing = going


def verb(names: tuple[str, ...], one: str, many: str) -> str:
    """The verb of one counter, or of several."""
    return many if len(names) > 1 or names[0].endswith(MANY) else one
