"""The field set by hand, as a GM's ruling does it."""

from typing import Any

from pbem.mechanisms.by_hand import Board, Fields
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.state import engagement
from pbem.systems.indian_wars.state.counter import MODES, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import KILLED, LIGHT, MODERATE, MORTAL, SEVERE

OTHERS = ("turn", "phasing", "phase", "phase_over", "gone", "marks", "works")
WORDS = {"mode": MODES, "fired": ("", "half", "full"), "wound": ("", LIGHT, MODERATE, SEVERE, MORTAL, KILLED)}
PLACES = ("at", "advance_fired_at", "rout_from")


def _fields(field: Battlefield) -> Fields:
    return Fields(Counter, field.sheet.map.terrains, WORDS, PLACES, {"shot_in": engagement.parse})


def _put(field: Battlefield, unit: Counter) -> None:
    """Set a counter down.  An attached leader goes with the unit, as in any move (12.A).

    Leaders of the hexes that it leaves and comes to, who are with no unit there, are attached again.
    """
    left = field[unit.name].at
    led_by = leaders.attached_to(field, unit.name) if left and unit.at and left != unit.at else ()
    field.put(unit)
    for name in led_by:
        field.put(field[name].but(at=unit.at))
    for at in dict.fromkeys((left, unit.at)):
        if at:
            field.settle_leaders(at)


def _fresh(unit: Counter) -> Any:
    return Counter(unit.printed)


BOARD = Board(_fields, Battlefield.thaw, _fresh, _put, ("points", "lost", "scored"))
