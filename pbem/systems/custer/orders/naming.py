"""The names of counters in orders, and hexes and paths on the boards."""

from operator import attrgetter
from typing import Any

from pbem.counters.roster import Known, Wording
from pbem.mechanisms.naming import Naming
from pbem.mechanisms.paths import Wayfinding
from pbem.systems.custer.card import CARD
from pbem.systems.custer.rules.zones import is_in_enemy_zone

WORDING = Wording(
    {"cavalry": "cav", "infantry": "inf", "villages": "village", "train": "train"},
    frozenset(
        ("co", "company", "troop", "of", "the", "general", "gen", "colonel", "col", "major", "maj", "captain", "capt")
    ),
)


class CounterNaming(Naming):
    """Names as they stand on the counters; what is printed is a `Face`."""

    face = staticmethod(attrgetter("face"))

    def known(self, face: Any) -> Known:
        """A counter with all its spellings."""
        return Known(face.name, face.side, face.aliases)


NAMING = CounterNaming(WORDING, CARD.sides)
WAYS = Wayfinding(lambda board: "To leave the board say   exit   in an exit hex (9.2).", is_in_enemy_zone)
