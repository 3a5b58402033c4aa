"""The names of counters in orders, and hexes and paths on the boards."""

import re
from collections.abc import Iterable
from operator import attrgetter
from typing import Any

from pbem.counters.roster import Known, Wording
from pbem.mechanisms.naming import Naming
from pbem.mechanisms.paths import Wayfinding
from pbem.orders.dialect import Reading
from pbem.orders.syntax import Group, Name
from pbem.systems.custer.card import CARD
from pbem.systems.custer.rules.call import callable_units, marker_of_phase
from pbem.systems.custer.rules.zones import is_in_enemy_zone
from pbem.systems.custer.state.battle import Battle

WORDING = Wording(
    {"cavalry": "cav", "infantry": "inf", "villages": "village", "train": "train"},
    frozenset(
        (
            "co",
            "cos",
            "company",
            "companies",
            "troop",
            "troops",
            "of",
            "the",
            "general",
            "gen",
            "colonel",
            "col",
            "major",
            "maj",
            "captain",
            "capt",
        )
    ),
)


_LETTERS = re.compile(r"(?:(?:cos?|companies|company)\.?\s+)?([a-z](?:/[a-z])+)", re.I)
"""Companies by their letters in one word."""


class CounterNaming(Naming):
    """Names as they stand on the counters; what is printed is a `Face`."""

    face = staticmethod(attrgetter("face"))

    def known(self, face: Any) -> Known:
        """A counter with all its spellings."""
        return Known(face.name, face.side, face.aliases)

    def spread(self, members: tuple[Name | Group, ...]) -> tuple[Name | Group, ...]:
        """``Cos C/E`` as both companies."""
        out: list[Name | Group] = []
        for one in members:
            letters = _LETTERS.fullmatch(one.text) if isinstance(one, Name) else None
            out += [Name(two, one.start, one.end) for two in letters[1].split("/")] if letters is not None else [one]
        return tuple(out)

    def may_act(self, names: list[str], reading: Reading) -> list[str]:
        """Those whom the marker activates, or would activate as things stand."""
        battle: Battle = reading.view
        marker = marker_of_phase(battle, reading.side, reading.phase)
        if marker is None:
            return names
        may: Iterable[str] = (
            (*battle.may, *battle.called) if marker == battle.marker else callable_units(battle, marker)
        )
        return [name for name in names if name in may]


NAMING = CounterNaming(WORDING, CARD.sides)
WAYS = Wayfinding(lambda board: "To leave the board say   exit   in an exit hex (9.2).", is_in_enemy_zone)
