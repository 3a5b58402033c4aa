"""What the fire of a side brings as both stand, on average of all rolls: one exchange without its luck.

As a captain thinks about one unit after the other, most of a position stays as it was.  What a unit can do with its fire
hangs on who is in reach, so it is kept for the same counters around it.
"""

from collections.abc import Collection
from dataclasses import fields
from fractions import Fraction
from operator import attrgetter

from pbem.systems.indian_wars.practice import fire, ground, officers
from pbem.systems.indian_wars.state.counter import HOLDERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield

DEFENSIVE = "D"
MOST = 20_000
"""How much is kept."""
PASSING = ("printed", "spent", "stopped", "moved", "recovered", "advance_fired_at")
"""What of a counter has no bearing on defensive fire."""
SHATTERED = Fraction(1, 2)
"""What share of its fire is left to a hex that is attacked before it fires again."""
_as_it_is = attrgetter("name", *(one.name for one in fields(Counter) if one.name not in PASSING))


class Exchange:
    """The fire that was worked out before, as long as nothing has changed that bears on all of it."""

    def __init__(self) -> None:
        self._about: tuple[object, ...] = ()
        self._found: dict[tuple[object, ...], Fraction] = {}
        self._around: dict[str, tuple[str, ...]] = {}

    def worth(self, view: Battlefield, side: str, attacked: Collection[str] = ()) -> Fraction:
        """What the defensive fire of a side is worth, in quarters of a strength point; less so from hexes to be attacked."""
        notes = view.notes
        about = (view.sheet, getattr(view, "options", None), notes.boxes, notes.first_shots, notes.country)
        if about != self._about or len(self._found) > MOST:
            self._about = about
            self._found.clear()
            self._around.clear()
        occasion = view.title.phase(DEFENSIVE).occasion
        return sum(
            (
                self._of(view, unit, occasion) * (SHATTERED if unit.at in attacked else 1)
                for unit in view.of(side)
                if unit.at and not unit.is_leader and unit.kind not in HOLDERS
            ),
            Fraction(0),
        )

    def _of(self, view: Battlefield, unit: Counter, occasion: str) -> Fraction:
        near = tuple(one for at in self._ring(view, unit.at) if at in view.stacks for one in view.at(at))
        if all(one.side == unit.side for one in near):
            return Fraction(0)
        key = (unit.name, *map(_as_it_is, near))
        known = self._found.get(key)
        if known is None:
            value = officers.shot if ground.is_open(view) else fire.worth
            best = fire.best(view, unit, occasion, value)
            known = self._found[key] = value(view, best) if best is not None else Fraction(0)
        return known

    def _ring(self, view: Battlefield, at: str) -> tuple[str, ...]:
        """The hexes in reach of fire: two hexes."""
        found = self._around.get(at)
        if found is None:
            near = view.sheet.map.neighbours
            ring = (at, *near(at), *(far for one in near(at) for far in near(one)))
            found = self._around[at] = tuple(dict.fromkeys(ring))
        return found
