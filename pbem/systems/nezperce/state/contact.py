"""A contact: what the strategic turn hands to a battle when it opens one.  `state.outcome` is what comes back."""

from dataclasses import dataclass

from pbem.core.record import Record

SEARCH, DECLARATION, TOWN = "search", "declaration", "town"
"""The causes of a contact: an Army search, an Indian declaration, Indian units that entered a town or fort."""

ARMY, INDIAN = "army", "indian"
"""The sides' ids."""


@dataclass(frozen=True, slots=True)
class Piece(Record):
    """A tactical unit: its name (``Howard Scouts``, ``Ollokot 3``, ``Lodge 7``) and its kind, a type of the file of
    tactical units.

    `band` is the id of the strategic unit that owns it; its braves may differ from their kind (``band`` tables there).
    """

    name: str
    kind: str
    band: str


@dataclass(frozen=True, slots=True)
class Force(Record):
    """A strategic unit in a contact, with those of its tactical units that are neither killed nor surrendered.

    `id` and `name` are those of ``units-strategic.toml``; city defence is a force with the id ``city-defence`` and the
    town's name.  `arm` is the Army unit's arm or the Indian unit's kind, `lost` how many of its tactical units are gone.
    """

    id: str
    name: str
    arm: str
    pieces: tuple[Piece, ...]
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Contact(Record):
    """A contact in a strategic hex.  `number` is the battle's number in the game turn.

    `attacker` is the side that searched or declared; in a town the Army's, since the Indian side counts as contacted.
    `map` is the tactical map (``open-plains``), `town` the town's name or "".  `lodges_lost` counts the lodges that the
    village has lost; `options` are those of the game.
    """

    number: int
    turn: int
    hex: str
    map: str
    cause: str
    attacker: str
    army: tuple[Force, ...]
    indian: tuple[Force, ...]
    lodges_lost: int
    town: str = ""
    options: tuple[str, ...] = ()

    @property
    def contacted(self) -> str:
        """The side that was searched for, or declared upon."""
        return INDIAN if self.attacker == ARMY else ARMY

    def forces(self, side: str) -> tuple[Force, ...]:
        """The strategic units of a side that take part."""
        return self.army if side == ARMY else self.indian


# Effects of a battle on the campaign.


@dataclass(frozen=True, slots=True)
class ForceOutcome(Record):
    """The outcome for a strategic unit: the names of its tactical units killed, surrendered, broken, and gone off the map.

    The killed and surrendered are out for the game.  `fought` tells that one of its tactical units was on the map, which
    is enough to tire the whole unit; a unit that stayed beside the map is not tired.
    """

    id: str
    killed: tuple[str, ...] = ()
    surrendered: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    fought: bool = True


@dataclass(frozen=True, slots=True)
class Outcome(Record):
    """The end of a battle. `forces` has every strategic unit of the contact, city defence too.

    Lodges are pieces of the village: its force says which were killed or surrendered.  `left` is the side that has no
    unit left on the map, "" if the battle ended by its limit; `turns` how many battle turns it lasted; `why` a sentence.
    """

    number: int
    hex: str
    forces: tuple[ForceOutcome, ...]
    left: str = ""
    camps_lost: int = 0
    turns: int = 0
    why: str = ""

    def of(self, unit: str) -> ForceOutcome | None:
        """The outcome for a strategic unit, None if it was not in the battle."""
        return next((one for one in self.forces if one.id == unit), None)
