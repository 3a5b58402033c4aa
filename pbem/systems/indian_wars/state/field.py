"""The battlefield: the state of a game of the series."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import compress
from operator import attrgetter, ne
from types import MappingProxyType
from typing import Any

from pbem.board.hexmap import FORD
from pbem.core.cache import Memo
from pbem.core.canonical import Json
from pbem.core.clause import rule
from pbem.core.options import Options
from pbem.core.record import from_json, to_json
from pbem.systems.indian_wars.state import counter
from pbem.systems.indian_wars.state.counter import HOLDERS, HQ, LEADER, PRONE, Counter, Printed
from pbem.systems.indian_wars.state.notes import Notes, Secrets, from_texts
from pbem.systems.indian_wars.title import Title, TitleData

OFFICERS = (LEADER, HQ)
LEFT_MAP = "left the map"


@rule("losing captives")
def keeps_captives(why: str) -> bool:
    """True if a guard that is gone took its captives along: it left the map, and was not lost (LB-18.D.2-5)."""
    return why.startswith(LEFT_MAP)


@rule("attachment compulsory")
def units_beside(here: tuple[Counter, ...], leader: Counter) -> list[Counter]:
    """The units of a hex that a leader may be with: those of the same side, holders last (12.A)."""
    return sorted(
        (one for one in here if one.is_unit and one.side == leader.side), key=lambda one: one.printed.kind in HOLDERS
    )


@dataclass
class Battlefield:
    """The state of the battle. `sheet` (map, charts, roster, scenario) never changes and is shared between copies.

    `units` holds all counters that are on the map or still to come, by name, in the sequence of the order of battle;
    `gone` says of each that left the game why.  `turn` 0 is the set-up.  `phase` is the letter of the phase that was
    begun last (``S`` while setting up), `phase_over` whether it has ended; `phasing` the phasing side's id.  `works` are
    the breastworks markers by hex, each by the pack train that it came from (16.C).  `notes` are called ``marks`` in the JSON.
    `secrets` is what one side alone knows; a view of the other side is without it.
    """

    sheet: TitleData
    options: Options
    turn: int = 0
    phasing: str = ""
    phase: str = ""
    phase_over: bool = True
    units: dict[str, Counter] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    scored: dict[str, int] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    works: dict[str, tuple[str, ...]] = field(default_factory=dict)
    secrets: Secrets = field(default_factory=Secrets)
    _officers: tuple[str, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def __contains__(self, name: object) -> bool:
        return name in self.units

    def __getitem__(self, name: str) -> Counter:
        return self.units[name]

    def at(self, hex_id: str) -> tuple[Counter, ...]:
        """The counters in a hex, in the sequence in which they came there."""
        names = self.stacks.get(hex_id)
        return tuple([self.units[name] for name in names]) if names else ()

    def of(self, side: str) -> Iterator[Counter]:
        """The counters of a side on the map, in the sequence of the order of battle."""
        return iter([unit for unit in self.units.values() if unit.printed.side == side and unit.at])

    def officers(self, side: str) -> list[Counter]:
        """A side's leaders and HQs on the map, in the sequence of the order of battle.

        Every shot and check asks for them, so who they are among all units is looked up once, until a counter comes or goes.
        """
        if self._officers is None:
            self._officers = tuple(name for name, unit in self.units.items() if unit.printed.kind in OFFICERS)
        found = [self.units[name] for name in self._officers]
        return [unit for unit in found if unit.printed.side == side and unit.at]

    @property
    def marks(self) -> Mapping[str, str]:
        """The notes as texts by name, as the checkpoint has them; to be read only."""
        return MappingProxyType(self.notes.texts())

    def enemy_of(self, side: str) -> str:
        """The other side's id."""
        return "indian" if side == "us" else "us"

    @property
    def title(self) -> Title:
        """The title of the series that is played."""
        return self.sheet.title

    def rule(self, meaning: str) -> str:
        """The clause of the title's book for a rule: ``16.A`` for ``charge``."""
        return self.sheet.title.at(meaning)

    def crossed(self, a: str, b: str) -> tuple[str, ...]:
        """The kinds of hexside between two hexes, as far as is known here: the river where there is no ford after all."""
        if (a, b) in self.sheet.ford_places and self.is_false_ford(a, b):
            return tuple(kind for kind in self.sheet.map.edges(a, b) if kind != FORD)
        return self.sheet.map.crossed(a, b)

    def is_false_ford(self, a: str, b: str) -> bool:
        """True if a hexside that looks like a ford is known to be none."""
        place = self.sheet.ford_places.get((a, b))
        if place is None:
            return False
        known = self.notes.fords.get(place, self.secrets.fords.get(place))
        return place in self.sheet.scenario.no_fords if known is None else not known

    def seen_by(self, side: str) -> "Battlefield":
        """The field as a side may know it; "" is nobody."""
        return replace(self, secrets=self.secrets.seen_by(side)) if self.sheet.scenario.hides else self

    # Only `apply` calls what follows.

    def score(self, side: str, points: int) -> None:
        """Give a side points; nothing where there are none to give."""
        if points:
            self.points[side] += points

    def put(self, unit: Counter) -> None:
        """Set a counter down as it now is."""
        name = unit.name
        before = self.units.get(name)
        if before is not None and before.at and before.at != unit.at:
            self._lift(before)
        if before is not None and unit.sheltered and (unit.at != before.at or unit.mode != PRONE):
            unit = unit.but(
                sheltered=False
            )  # a marker of breastworks shelters who lies under it, and nobody else (16.C)
        if before is None or before.printed is not unit.printed:
            self._officers = None
        self.units[name] = unit
        here = self.stacks.get(unit.at, ())
        if unit.at and name not in here:
            self.stacks[unit.at] = (*here, name)
        self.gone.pop(name, None)

    def take_off(self, name: str, why: str = "") -> None:
        """Remove a counter from the map; `why` is kept in `gone`, unless it may come back (holders whose unit mounted)."""
        unit = self.units.pop(name)
        self._officers = None
        if unit.guards:
            self._let_go(unit, why)
        if unit.at:
            self._lift(unit)
        if why:
            self.gone[name] = why

    def _let_go(self, unit: Counter, why: str) -> None:
        """Take a counter's charges off the map with it, or leave them alone where they were (LB-18.D.2, LB-19.C)."""
        village = self.notes.village
        if keeps_captives(why):
            village = village.but(taken=(*village.taken, unit.guards))
        else:
            village = village.but(strays={**village.strays, unit.guards: unit.at})
        self.notes = self.notes.but(village=village)

    def settle_leaders(self, hex_id: str) -> None:
        """Attach every leader of a hex who is with no unit there to one of its units; a leader alone is with nobody (12.A).

        His owner may choose another in the Rally Phase; until then it is the first that is no holder, for holders never
        attack and a leader with them would be of no use in melee.
        """
        here = self.at(hex_id)
        leaders = [unit for unit in here if unit.printed.kind == LEADER]
        if not leaders:
            return
        for leader in leaders:
            names = [unit.name for unit in units_beside(here, leader)]
            if leader.attached_to not in names:
                self.put(leader.but(attached_to=names[0] if names else ""))

    def _lift(self, unit: Counter) -> None:
        left = tuple(name for name in self.stacks[unit.at] if name != unit.name)
        if left:
            self.stacks[unit.at] = left
        else:
            del self.stacks[unit.at]

    def thaw(self) -> "Battlefield":
        """A copy whose mappings may change; the counters are frozen and shared."""
        return replace(
            self,
            units=dict(self.units),
            gone=dict(self.gone),
            points=dict(self.points),
            lost=dict(self.lost),
            scored=dict(self.scored),
            stacks=dict(self.stacks),
            works=dict(self.works),
        )

    def to_json(self) -> dict[str, Json]:
        """The checkpoint.  The sheet is named, not written; a counter is written as what differs from a fresh one."""
        return {
            "scenario": self.sheet.scenario.id,
            "options": list(self.options.names),
            "turn": self.turn,
            "phasing": self.phasing,
            "phase": self.phase,
            "phase_over": self.phase_over,
            "units": [one.copy() for one in _WRITTEN.of(self.sheet).of_all(list(self.units.values()))],
            "gone": [[name, why] for name, why in self.gone.items()],
            "points": self.points,
            "lost": self.lost,
            "scored": self.scored,
            "marks": self.notes.texts(),
            "stacks": [[at, list(names)] for at, names in self.stacks.items()],
            "works": [[at, list(trains)] for at, trains in self.works.items()],
            **({"secrets": self.secrets.to_json()} if self.sheet.scenario.hides else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any], sheet: TitleData) -> "Battlefield":
        """Read a checkpoint back on its sheet.  Raises ValueError if it does not fit."""
        units = [counter_from_json(one, sheet) for one in data["units"]]
        return cls(
            sheet,
            Options(tuple(data["options"])),
            data["turn"],
            data["phasing"],
            data["phase"],
            data["phase_over"],
            {unit.name: unit for unit in units},
            dict(data["gone"]),
            dict(data["points"]),
            dict(data["lost"]),
            dict(data["scored"]),
            from_texts(data["marks"]),
            {at: tuple(names) for at, names in data["stacks"]},
            {at: tuple(trains) for at, trains in data["works"]},
            Secrets.from_json(data.get("secrets", {})),
        )


_FRESH = Counter(Printed("", "", "", ""))
_CHANGING = tuple(name for name in Counter.__slots__ if name != "printed")
_changing = attrgetter(*_CHANGING)
_UNCHANGED = _changing(_FRESH)


def counter_json(unit: Counter, sheet: TitleData) -> dict[str, Json]:
    """A counter as its name and whatever differs from a fresh one; one that is not on the roster carries what is printed."""
    out: dict[str, Json] = {"unit": unit.name}
    printed = sheet.roster.get(unit.name)
    if printed is not unit.printed and printed != unit.printed:
        out["printed"] = to_json(unit.printed)
    values = _changing(unit)
    # A checkpoint has a hundred counters with thirty fields each, nearly all of them fresh: they are passed over in C.
    for name, value in compress(zip(_CHANGING, values, strict=True), map(ne, values, _UNCHANGED)):
        out[name] = [str(one) for one in unit.shot_in] if name == "shot_in" else to_json(value)
    return out


MOST_WRITTEN = 8192
"""Counters whose JSON is kept: a few of a hundred change between two hashes of a state."""
_WRITTEN: Memo[TitleData, Memo[Counter, dict[str, Json]]] = Memo(
    lambda sheet: Memo(lambda unit: counter_json(unit, sheet), MOST_WRITTEN), 16
)


def counter_from_json(data: Mapping[str, Any], sheet: TitleData) -> Counter:
    """Read back what `counter_json` wrote.  Raises ValueError for a counter that the roster does not know."""
    if "printed" in data:
        printed = from_json(data["printed"], Printed)
    elif data["unit"] in sheet.roster:
        printed = sheet.roster[data["unit"]]
    else:
        raise ValueError(f"the roster of {sheet.title.id} has no counter {data['unit']!r}")
    changes = {name: value for name, value in data.items() if name not in ("unit", "printed")}
    if "shot_in" in changes:
        changes["shot_in"] = tuple(counter.read(text) for text in changes["shot_in"])
    return Counter(printed, **changes)
