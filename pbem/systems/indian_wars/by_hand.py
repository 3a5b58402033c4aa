"""The field set by hand, as a GM's ruling does it."""

from typing import Any

from pbem.mechanisms.by_hand import Board, Fields
from pbem.systems.indian_wars.combat_events import KILLED, LIGHT, MODERATE, MORTAL, SEVERE
from pbem.systems.indian_wars.counter import MODES, Counter
from pbem.systems.indian_wars.field import Field

OTHERS = ("turn", "phasing", "phase", "phase_over", "gone", "marks", "works")
WORDS = {"mode": MODES, "fired": ("", "half", "full"), "wound": ("", LIGHT, MODERATE, SEVERE, MORTAL, KILLED)}
PLACES = ("at", "advance_fired_at", "rout_from")


def _fields(field: Field) -> Fields:
    return Fields(Counter, field.sheet.map.terrains, WORDS, PLACES)


def _put(field: Field, unit: Counter) -> None:
    """Set a counter down; its leaders and those of the hex that it comes to are attached anew."""
    left = field[unit.name].at
    field.put(unit)
    for at in dict.fromkeys((left, unit.at)):
        if at:
            field.settle_leaders(at)


def _fresh(unit: Counter) -> Any:
    return Counter(unit.printed)


BOARD = Board(_fields, Field.thaw, _fresh, _put, ("points", "lost", "scored"))
