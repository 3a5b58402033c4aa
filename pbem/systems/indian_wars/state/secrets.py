"""Secrets that one side wrote down before play (LB-21.1.I, LB-21.1.K), and what reveals them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pbem.core.canonical import Json
from pbem.core.event import Event, Handlers

if TYPE_CHECKING:
    from pbem.systems.indian_wars.state.field import Battlefield

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
