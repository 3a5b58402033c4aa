"""Notes and secrets: what players keep on paper beside the map: ammunition, entries, fires, raiders, water."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pbem.core.canonical import Json
from pbem.core.event import Event, Handlers
from pbem.systems.indian_wars.state import village
from pbem.systems.indian_wars.state.village import Village

if TYPE_CHECKING:
    from pbem.systems.indian_wars.state.field import Battlefield


# Notes of the country and the night: grass fires, raiders, water, Major Reno's nerve (LB-13.F, LB-17).

LIST = "; "
TWICE, CALMED = "twice", "over"


@dataclass(frozen=True, slots=True)
class Panic:
    """Reno Panic: the cavalry in Reno's Command Radius when it broke out, whether Indians were at least twice as many."""

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


def _whole_number(text: str) -> int:
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
    FIRE: ("a game turn", lambda c, name, text: c.but(fires={**c.fires, name: _whole_number(text)})),
    NIGHT: (FALLEN, _dark),
    RAIDERS: ("a whole number", lambda c, _, text: c.but(raiders=_whole_number(text))),
    WATER: ("a whole number", lambda c, _, text: c.but(water=_whole_number(text))),
    RESTORED: ("counters, joined by semicolons", lambda c, _, text: c.but(restored=tuple(text.split(LIST)))),
    MULES: ("counters, joined by semicolons", lambda c, _, text: c.but(mules=tuple(text.split(LIST)))),
    CROSSFIRE: ("counters, joined by semicolons", _crossfire),
    PANIC: ("over, or twice (or nothing) and the units in the Command Radius, joined by semicolons", _panic),
}
"""The contents under each name or beginning of one, and how it is read."""


SADDLE_BAGS = ""
"""The stock of ammunition points that no pack train carries."""


class CannotNote(ValueError):
    """A text that says no note: under which name, what was expected and what was found."""

    def __init__(self, name: str, expected: str, found: object) -> None:
        super().__init__(f"{name}: expected {expected}; found {found!r}")
        self.expected, self.found = expected, found


@dataclass(frozen=True)
class Notes:
    """Notes. A note is never changed: `but` gives other notes.

    `points` are ammunition points by pack train (`SADDLE_BAGS` for the army's own), `boxes` half boxes of ammunition still
    open by counter (14.D, 14.F, 15); `first_shots` the units that have fired (14.D); `replaced` the replacement called for
    each leader, `dying` the leaders brought off the map mortally wounded (12.E); `entered` who has entered by each zone
    (18.1); `builders` how many may build breastworks in this player turn (16.C); `is_nest_released` whether the units near
    the Eagle's Nest are free (16.D); `is_village_sought`, and `village_party` the strength of each unit that rode off (16.E);
    `village` what is noted of the village itself (LB-18), `country` of fires, nights and Reno's nerve (LB-13.F, LB-17);
    `arrivals` the game turns rolled for forces, by the zone where each enters; `fords` the possible fords of which both
    sides know whether they are real; `hunters` the units that went hunting, each with the marker that it turned out to be.

    `other` are texts that say none of this, as a GM may once have set them: they are kept, and nothing comes of them.
    """

    points: Mapping[str, int] = field(default_factory=dict)
    boxes: Mapping[str, int] = field(default_factory=dict)
    first_shots: tuple[str, ...] = ()
    replaced: Mapping[str, str] = field(default_factory=dict)
    dying: tuple[str, ...] = ()
    entered: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    builders: int | None = None
    is_nest_released: bool = False
    is_village_sought: bool = False
    village_party: tuple[tuple[str, int], ...] = ()
    village: Village = field(default_factory=Village)
    country: Country = field(default_factory=Country)
    arrivals: Mapping[str, int] = field(default_factory=dict)
    fords: Mapping[str, bool] = field(default_factory=dict)
    hunters: Mapping[str, str] = field(default_factory=dict)
    other: Mapping[str, str] = field(default_factory=dict)

    def but(self, **changes: Any) -> "Notes":
        """The same notes with some changed."""
        return replace(self, **changes)

    def with_points(self, train: str, points: int) -> "Notes":
        """With so many ammunition points in a stock."""
        return self.but(points={**self.points, train: points})

    def with_boxes(self, counter: str, halves: int) -> "Notes":
        """With so many half boxes open."""
        return self.but(boxes={**self.boxes, counter: halves})

    def faults(self) -> Iterator[str]:
        """The faults in `other`, a sentence each."""
        for name, text in self.other.items():
            try:
                self.with_text(name, text)
            except CannotNote as fault:
                yield str(fault)

    def with_entry(self, zone: str, counter: str) -> "Notes":
        """With another counter that has entered by a zone."""
        return self.but(entered={**self.entered, zone: (*self.entered.get(zone, ()), counter)})

    def texts(self) -> dict[str, str]:
        """The notes as texts by name: how checkpoints and case files write them."""
        out = {points_name(train): str(points) for train, points in self.points.items()}
        out |= {boxes_name(counter): str(halves) for counter, halves in self.boxes.items()}
        out |= {f"{_FIRST_SHOT}{name}": _FIRED for name in self.first_shots}
        out |= {f"{_REPLACED}{leader}": by for leader, by in self.replaced.items()}
        out |= {f"{_DYING}{leader}": _OFF for leader in self.dying}
        out |= {f"{_ENTERED}{zone}": _LIST.join(names) for zone, names in self.entered.items()}
        if self.builders is not None:
            out[_BUILDERS] = str(self.builders)
        if self.is_nest_released:
            out[_NEST] = _RELEASED
        if self.is_village_sought:
            out[_VILLAGE] = _SOUGHT
        if self.village_party:
            out[_PARTY] = _LIST.join(f"{name}={strength}" for name, strength in self.village_party)
        out |= {f"{_ARRIVES}{zone}": str(turn) for zone, turn in self.arrivals.items()}
        out |= {f"{_FORD}{place}": REAL if real else NONE for place, real in self.fords.items()}
        out |= {f"{_HUNTER}{unit}": marker or _UNSEEN for unit, marker in self.hunters.items()}
        return {**out, **self.village.texts(), **self.country.texts(), **self.other}

    def with_text(self, name: str, text: str) -> "Notes":
        """With what `text` says under a name, as `texts` has it.  Raises CannotNote."""
        for prefix, (what, read) in _BY_PREFIX.items():
            if name.startswith(prefix) if prefix.endswith(" ") else name == prefix:
                try:
                    return read(self, name.removeprefix(prefix), text)
                except (ValueError, TypeError, AttributeError):
                    raise CannotNote(name, what, text) from None
        known = ", ".join(f"{prefix}..." if prefix.endswith(" ") else prefix for prefix in _BY_PREFIX)
        raise CannotNote("marks", f"one of {known}", name)


def from_texts(texts: Mapping[str, str]) -> Notes:
    """Read back what `Notes.texts` wrote."""
    notes = Notes()
    for name, text in texts.items():
        try:
            notes = notes.with_text(name, text)
        except CannotNote:
            notes = notes.but(other={**notes.other, name: text})
    return notes


def points_name(train: str) -> str:
    """The name under which a stock of ammunition points is written, in events too."""
    return f"{_POINTS}{train}" if train else _SADDLE_BAGS


def boxes_name(counter: str) -> str:
    """The name under which half boxes are written, in events too."""
    return f"{_BOXES}{counter}"


_POINTS, _BOXES, _SADDLE_BAGS = "ammo ", "boxes ", "ammo_points"
_FIRST_SHOT, _FIRED = "first shot ", "fired"
_REPLACED = "replaced "
_DYING, _OFF = "dying ", "off the map"
_ENTERED = "entered by "
_BUILDERS = "builders"
_NEST, _RELEASED = "eagles_nest", "released"
_PARTY, _VILLAGE, _SOUGHT = "village party", "village", "sought"
_ARRIVES = "arrival "
_FORD, REAL, NONE = "ford ", "real", "none"
_HUNTER, _UNSEEN = "hunter ", "unseen"
_LIST = "; "


def _number(text: str) -> int:
    number = int(text)
    _only(str(number), text)
    return number


def _is_real(text: str) -> bool:
    if text not in (REAL, NONE):
        raise ValueError(text)
    return text == REAL


def _party(text: str) -> tuple[tuple[str, int], ...]:
    members = (one.rpartition("=") for one in text.split(_LIST))
    return tuple((name, _number(strength)) for name, _, strength in members)


def _only(expected: str, text: str) -> bool:
    if text != expected:
        raise ValueError(text)
    return True


def _first_shot(notes: Notes, name: str, text: str) -> Notes:
    _only(_FIRED, text)
    return notes.but(first_shots=(*notes.first_shots, name))


def _dying(notes: Notes, leader: str, text: str) -> Notes:
    _only(_OFF, text)
    return notes.but(dying=(*notes.dying, leader))


def _replaced(notes: Notes, leader: str, text: str) -> Notes:
    return notes.but(replaced={**notes.replaced, leader: str(text)})


def _entered(notes: Notes, zone: str, text: str) -> Notes:
    return notes.but(entered={**notes.entered, zone: tuple(one for one in text.split(_LIST) if one)})


def _of_village(read: Callable[[Village, str, str], Village]) -> Callable[[Notes, str, str], Notes]:
    return lambda notes, name, text: notes.but(village=read(notes.village, name, text))


def _of_country(read: Callable[[Country, str, str], Country]) -> Callable[[Notes, str, str], Notes]:
    return lambda notes, name, text: notes.but(country=read(notes.country, name, text))


_NUMBER = "a whole number"
_BY_PREFIX: Mapping[str, tuple[str, Callable[[Notes, str, str], Notes]]] = {
    _SADDLE_BAGS: (_NUMBER, lambda notes, _, text: notes.with_points(SADDLE_BAGS, _number(text))),
    _POINTS: (_NUMBER, lambda notes, train, text: notes.with_points(train, _number(text))),
    _BOXES: (_NUMBER, lambda notes, counter, text: notes.with_boxes(counter, _number(text))),
    _FIRST_SHOT: (_FIRED, _first_shot),
    _REPLACED: ("a replacement leader", _replaced),
    _DYING: (_OFF, _dying),
    _ENTERED: ("counters, joined by semicolons", _entered),
    _ARRIVES: (_NUMBER, lambda notes, zone, text: notes.but(arrivals={**notes.arrivals, zone: _number(text)})),
    _FORD: ("real or none", lambda notes, place, text: notes.but(fords={**notes.fords, place: _is_real(text)})),
    _HUNTER: (
        "a marker, or unseen",
        lambda notes, unit, text: notes.but(hunters={**notes.hunters, unit: "" if text == _UNSEEN else text}),
    ),
    _BUILDERS: (_NUMBER, lambda notes, _, text: notes.but(builders=_number(text))),
    _NEST: (_RELEASED, lambda notes, _, text: notes.but(is_nest_released=_only(_RELEASED, text))),
    _PARTY: (
        "units with their strengths, such as A/3 Cav=4; B/3 Cav=4",
        lambda notes, _, text: notes.but(village_party=_party(text)),
    ),
    **{name: (what, _of_village(read)) for name, (what, read) in village.READ.items()},
    **{name: (what, _of_country(read)) for name, (what, read) in READ.items()},
    _VILLAGE: (_SOUGHT, lambda notes, _, text: notes.but(is_village_sought=_only(_SOUGHT, text))),
}
"""The contents under each name or beginning of one, and how it is read."""


# Secrets that one side wrote down before play (LB-21.1.I, LB-21.1.K), and what reveals them.

US, INDIAN = "us", "indian"


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secrets: by `fords` whether there is a ford at a place, by `entries` where a unit will enter.

    `hunt` are hunting parties and dummies as they are placed; `parties` says of each marker which unit it is, "" for a dummy.
    """

    fords: Mapping[str, bool] = field(default_factory=dict)
    entries: Mapping[str, str] = field(default_factory=dict)
    hunt: Mapping[str, str] = field(default_factory=dict)
    parties: Mapping[str, str] = field(default_factory=dict)

    def seen_by(self, side: str) -> "Secrets":
        """The part that a side may know; "" is nobody, who knows nothing."""
        if side == INDIAN:
            return Secrets(self.fords, {}, self.hunt, self.parties)
        return Secrets({}, self.entries if side == US else {})

    def leaves(self, *, hunt: bool = False) -> tuple[tuple[str, Json], ...]:
        """The hidden facts, those of a `hunt` where one is played.  Their paths are the same, whatever has been written."""
        found: tuple[tuple[str, Json], ...] = (
            ("fords", dict(sorted(self.fords.items()))),
            ("entries", dict(sorted(self.entries.items()))),
        )
        placed = {"placed": dict(sorted(self.hunt.items())), "markers": dict(sorted(self.parties.items()))}
        return (*found, ("parties", placed)) if hunt else found

    def to_json(self) -> dict[str, Json]:
        """As checkpoints have it."""
        out: dict[str, Json] = {"fords": dict(self.fords), "entries": dict(self.entries)}
        out |= {"hunt": dict(self.hunt)} if self.hunt else {}
        return out | ({"parties": dict(self.parties)} if self.parties else {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Secrets":
        """Read back what `to_json` wrote."""
        return cls(*(dict(data.get(name, {})) for name in ("fords", "entries", "hunt", "parties")))


@dataclass(frozen=True, slots=True)
class FordsChosen(Event):
    """The Indian side chose which of some possible fords are real; nobody else knows."""

    places: tuple[str, ...]
    real: tuple[bool, ...]

    def known_to(self) -> tuple[str, ...]:
        """Only the side that chose."""
        return (INDIAN,)


@dataclass(frozen=True, slots=True)
class EntryWritten(Event):
    """The US side wrote down where units will enter; nobody else knows until they come."""

    units: tuple[str, ...]
    at: str

    def known_to(self) -> tuple[str, ...]:
        """Only the side that wrote it."""
        return (US,)


@dataclass(frozen=True, slots=True)
class FordShown(Event):
    """A unit tried to cross at a possible ford, and now both sides know whether there is one."""

    place: str
    unit: str
    real: bool


APPLY: "Handlers[Battlefield]" = Handlers("applies")


@APPLY.on(FordsChosen)
def _chosen(field: "Battlefield", event: FordsChosen) -> None:
    found = {**field.secrets.fords, **dict(zip(event.places, event.real, strict=True))}
    field.secrets = replace(field.secrets, fords=found)


@APPLY.on(EntryWritten)
def _written(field: "Battlefield", event: EntryWritten) -> None:
    field.secrets = replace(field.secrets, entries={**field.secrets.entries, **dict.fromkeys(event.units, event.at)})


@APPLY.on(FordShown)
def _shown(field: "Battlefield", event: FordShown) -> None:
    field.notes = field.notes.but(fords={**field.notes.fords, event.place: event.real})
    if event.place in field.secrets.fords:
        left = {place: real for place, real in field.secrets.fords.items() if place != event.place}
        field.secrets = replace(field.secrets, fords=left)


def forget_entry(field: "Battlefield", unit: str) -> None:
    """Remove the entry of a unit that has entered: it is no secret any more."""
    if unit in field.secrets.entries:
        left = {name: at for name, at in field.secrets.entries.items() if name != unit}
        field.secrets = replace(field.secrets, entries=left)
