"""Effects of a battle on the campaign."""

from dataclasses import dataclass

from pbem.core.record import Record


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
