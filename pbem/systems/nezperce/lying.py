"""The places of both kinds of maps as they lie from one another, in words: even columns lie half a hex lower."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pbem.board import hexes
from pbem.board.hexmap import HexMap
from pbem.mechanisms.words import counted, joined


def point(start: str, end: str) -> str:
    """``south-east``; "" for the same hex."""
    (a, b), (c, d) = hexes.column_and_row(start), hexes.column_and_row(end)
    right, down = c - a, 2 * (d - b) + (c % 2 == 0) - (a % 2 == 0)
    vertical = "" if 2 * abs(down) < abs(right) or not down else "south" if down > 0 else "north"
    horizontal = "" if abs(down) > 4 * abs(right) or not right else "east" if right > 0 else "west"
    return "-".join(part for part in (vertical, horizontal) if part)


def away(start: str, end: str, far: int) -> str:
    """``2 hexes south-east``."""
    return f"{counted(far, 'hex', 'hexes')} {point(start, end)}".rstrip()


@dataclass(frozen=True)
class Lying:
    """The places of a map for those who hear a letter (`reports.possible_orders.PlaceWords`); `ground` says a hex in words."""

    land: HexMap
    ground: Callable[[str], str]

    def around(self, start: str) -> Sequence[str]:
        """See `reports.possible_orders.PlaceWords`."""
        return self.land.neighbours(start) if start in self.land else ()

    def way_to(self, start: str, at: str) -> str:
        """See `reports.possible_orders.PlaceWords`."""
        return f"{point(start, at)} to {at} ({self.ground(at)})" if at in self.around(start) else at

    def in_sentences(self, at: str, radius: int, who: Mapping[str, Sequence[str]]) -> list[str]:
        """A hex with its ground, those next to it, and those round it in which anybody stands; `who` names these by hex."""
        near = sorted((self.land.distance(at, one), one) for one in self.land if self.land.distance(at, one) <= radius)
        return [
            " ".join([f"{self.lies(at, one) if far else f'{at}, here'}: {self.ground(one)}.", *self._there(who, one)])
            for far, one in near
            if far <= 1 or one in who
        ]

    def _there(self, who: Mapping[str, Sequence[str]], at: str) -> Sequence[str]:
        return [f"{joined(who[at])}."] if at in who else []

    def lies(self, start: str, at: str) -> str:
        """See `reports.possible_orders.PlaceWords`."""
        if start not in self.land or at not in self.land:
            return at
        return f"{at}, {away(start, at, self.land.distance(start, at))}"
