"""Notes of the village: its alert, camps in breakdown, what is carried off, what befell its people (LB-18, LB-19)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

LIST = "; "
IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle of camps as its scenario lists it: its centre, who belongs to it, how many units share a hex with a camp."""

    name: str
    centre: str
    camps: Mapping[str, int]
    most_in_a_camp: int
    leaders: tuple[str, ...]
    warriors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alarm:
    """The alarm of a village: US counters of `kinds` within `within` hexes, a `messenger` in a camp hex.

    `warns` says that an Indian unit to which they come so near gives the alert in a camp hex, too; from the game turn
    `stirs_from` on a die is rolled for each stack of `stirs` that moves two hexes (0: never).
    """

    kinds: tuple[str, ...]
    within: int
    messenger: str = ""
    warns: bool = False
    stirs_from: int = 0
    stirs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alert:
    """The alert: who gave it (``us`` or ``indian``), which circles it found, and the turn of the first Movement Phase after
    it."""

    by: str
    circles: tuple[str, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The turns that a camp still needs to be packed, and whether a villager has been at it since the last Rally Phase."""

    turns: int
    is_on: bool = True


@dataclass(frozen=True)
class Village:
    """Notes of the village; never changed, `but` gives others.

    `warned` are the Indian units that have seen the enemy come, `woken` those of the outpost that have seen US units who
    alert nobody, `strides` the hexes that US counters have moved in this
    phase where a die is rolled for them; `timers` the camps in breakdown; `carried` the packed camps, each with its
    villagers; `strays` villagers and herds whose guard is gone, by hex, and `taken` those that the guard took off the map.
    `loose` are the herds that run wild; `casualties` is the Villager Casualty Track; `is_fair_game` says that captives no
    longer protect their guards.
    """

    alert: Alert | None = None
    warned: tuple[str, ...] = ()
    woken: tuple[str, ...] = ()
    strides: Mapping[str, int] = field(default_factory=dict)
    timers: Mapping[str, Breakdown] = field(default_factory=dict)
    carried: Mapping[str, str] = field(default_factory=dict)
    strays: Mapping[str, str] = field(default_factory=dict)
    taken: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    empty_camps: tuple[str, ...] = ()
    casualties: int = 0
    is_fair_game: bool = False

    def but(self, **changes: Any) -> "Village":
        """The same notes with some changed."""
        return replace(self, **changes)

    def texts(self) -> dict[str, str]:
        """The notes as texts by name, as checkpoints and cases have them; nothing where there is nothing."""
        out: dict[str, str] = {}
        if self.alert is not None:
            out[ALERT] = LIST.join((self.alert.by, str(self.alert.turn), *self.alert.circles))
        if self.warned:
            out[WARNED] = LIST.join(self.warned)
        if self.woken:
            out[WOKEN] = LIST.join(self.woken)
        out |= {f"{STRIDES}{name}": str(hexes) for name, hexes in self.strides.items()}
        out |= {f"{TIMER}{camp}": f"{one.turns}{'' if one.is_on else ' ' + IDLE}" for camp, one in self.timers.items()}
        out |= {f"{CARRIED}{what}": by for what, by in self.carried.items()}
        out |= {f"{STRAY}{what}": at for what, at in self.strays.items()}
        if self.taken:
            out[TAKEN] = LIST.join(self.taken)
        if self.loose:
            out[LOOSE] = LIST.join(self.loose)
        if self.empty_camps:
            out[EMPTY] = LIST.join(self.empty_camps)
        if self.casualties:
            out[CASUALTIES] = str(self.casualties)
        if self.is_fair_game:
            out[FAIR] = YES
        return out


ALERT, WARNED, STRIDES, TIMER, CARRIED = "village alert", "village warned", "strides ", "breakdown ", "carried "
STRAY, TAKEN, LOOSE, WOKEN = "stray ", "taken off the map", "loose herds", "outpost woken"
EMPTY, CASUALTIES, FAIR, YES = "camps without ammunition", "villager casualties", "captives fair game", "yes"


def _number(text: str) -> int:
    if str(int(text)) != text:
        raise ValueError(text)
    return int(text)


def _alert(village: Village, _: str, text: str) -> Village:
    by, turn, *circles = text.split(LIST)
    return village.but(alert=Alert(by, tuple(circles), _number(turn)))


def _timer(village: Village, camp: str, text: str) -> Village:
    turns, _, idle = text.partition(" ")
    if idle not in ("", IDLE):
        raise ValueError(text)
    return village.but(timers={**village.timers, camp: Breakdown(_number(turns), not idle)})


def _fair(village: Village, _: str, text: str) -> Village:
    if text != YES:
        raise ValueError(text)
    return village.but(is_fair_game=True)


def _listed(name: str) -> Callable[[Village, str, str], Village]:
    return lambda village, _, text: village.but(**{name: tuple(text.split(LIST))})


READ: Mapping[str, tuple[str, Callable[[Village, str, str], Village]]] = {
    ALERT: ("who alerted it, the turn of the next Indian move and the circles, such as us; 3; Oglala", _alert),
    WARNED: ("counters, joined by semicolons", _listed("warned")),
    WOKEN: ("counters, joined by semicolons", _listed("woken")),
    STRIDES: ("a whole number", lambda v, who, text: v.but(strides={**v.strides, who: _number(text)})),
    TIMER: ("turns, and idle while nobody works on it", _timer),
    CARRIED: ("the counter that has it", lambda v, what, text: v.but(carried={**v.carried, what: str(text)})),
    STRAY: ("a hex", lambda v, what, text: v.but(strays={**v.strays, what: str(text)})),
    LOOSE: ("counters, joined by semicolons", _listed("loose")),
    TAKEN: ("counters, joined by semicolons", _listed("taken")),
    EMPTY: ("camps, joined by semicolons", _listed("empty_camps")),
    CASUALTIES: ("a whole number", lambda v, _, text: v.but(casualties=_number(text))),
    FAIR: (YES, _fair),
}
"""The contents under each name or beginning of one, and how it is read."""
