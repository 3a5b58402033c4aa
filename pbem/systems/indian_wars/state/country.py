"""Notes of the country and the night: grass fires, raiders, water, Major Reno's nerve (LB-13.F, LB-17)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

LIST = "; "
TWICE, CALMED = "twice", "over"


@dataclass(frozen=True, slots=True)
class Panic:
    """Reno Panic: the cavalry in his Command Radius when it broke out, whether Indians were at least twice as many."""

    units: tuple[str, ...] = ()
    twice: bool = False
    is_over: bool = False


@dataclass(frozen=True)
class Country:
    """Notes of the country; never changed, `but` gives others.

    `fires` are the grass fires on the map by the counter's name, each with the last game turn in which it burns.  `is_dark`
    says that night has fallen, with the Indians off the map until they are placed again.  `raiders` are the Indian units that
    may still be placed near the cavalry in this night, `water` the VPs that the US has won by water in it and may still
    convert, `restored` the units that got strength back for them.  `panic` is Reno's.  `crossfire`
    are the units that fire from opposite sides into a coulee, by its hex, until the phase is over; `mules` the units that
    took ammunition from the mules with them.
    """

    fires: Mapping[str, int] = field(default_factory=dict)
    is_dark: bool = False
    raiders: int = 0
    water: int = 0
    restored: tuple[str, ...] = ()
    panic: Panic | None = None
    crossfire: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mules: tuple[str, ...] = ()

    def but(self, **changes: Any) -> "Country":
        """The same notes with some changed."""
        return replace(self, **changes)

    def texts(self) -> dict[str, str]:
        """The notes as texts by name, as checkpoints and cases have them; nothing where there is nothing."""
        out = {f"{FIRE}{name}": str(turn) for name, turn in self.fires.items()}
        if self.is_dark:
            out[NIGHT] = FALLEN
        if self.raiders:
            out[RAIDERS] = str(self.raiders)
        if self.water:
            out[WATER] = str(self.water)
        if self.restored:
            out[RESTORED] = LIST.join(self.restored)
        if self.panic is not None:
            marks = (CALMED,) if self.panic.is_over else (TWICE if self.panic.twice else "", *self.panic.units)
            out[PANIC] = LIST.join(marks)
        if self.mules:
            out[MULES] = LIST.join(self.mules)
        out |= {f"{CROSSFIRE}{at}": LIST.join(units) for at, units in self.crossfire.items()}
        return out


NIGHT, FALLEN = "night", "fallen"
CROSSFIRE = "crossfire "
MULES = "mule ammunition"
FIRE, RAIDERS, WATER, RESTORED, PANIC = (
    "burns until ",
    "night raiders",
    "night water",
    "night replacements",
    "Reno panic",
)


def _number(text: str) -> int:
    if str(int(text)) != text:
        raise ValueError(text)
    return int(text)


def _dark(country: Country, _: str, text: str) -> Country:
    if text != FALLEN:
        raise ValueError(text)
    return country.but(is_dark=True)


def _panic(country: Country, _: str, text: str) -> Country:
    if text == CALMED:
        return country.but(panic=Panic(is_over=True))
    twice, *units = text.split(LIST)
    if twice not in ("", TWICE):
        raise ValueError(text)
    return country.but(panic=Panic(tuple(units), bool(twice)))


def _crossfire(country: Country, at: str, text: str) -> Country:
    return country.but(crossfire={**country.crossfire, at: tuple(text.split(LIST))})


READ: Mapping[str, tuple[str, Callable[[Country, str, str], Country]]] = {
    FIRE: ("a game turn", lambda c, name, text: c.but(fires={**c.fires, name: _number(text)})),
    NIGHT: (FALLEN, _dark),
    RAIDERS: ("a whole number", lambda c, _, text: c.but(raiders=_number(text))),
    WATER: ("a whole number", lambda c, _, text: c.but(water=_number(text))),
    RESTORED: ("counters, joined by semicolons", lambda c, _, text: c.but(restored=tuple(text.split(LIST)))),
    MULES: ("counters, joined by semicolons", lambda c, _, text: c.but(mules=tuple(text.split(LIST)))),
    CROSSFIRE: ("counters, joined by semicolons", _crossfire),
    PANIC: ("over, or twice (or nothing) and the units in his Command Radius, joined by semicolons", _panic),
}
"""The contents under each name or beginning of one, and how it is read."""
