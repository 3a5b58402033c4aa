"""The battle set by hand, as a GM's ruling does it."""

from pbem.mechanisms.by_hand import Board, Fields
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import MODES, Unit

OTHERS = ("turn", "phase", "phase_over", "gone", "cup", "aside", "used", "drawn", "in_play", "may", "called")


def _fields(battle: Battle) -> Fields:
    return Fields(Unit, battle.sheet.map.terrains, {"mode": MODES}, ("at",))


def _fresh(unit: Unit) -> Unit:
    return Unit(unit.face)


BOARD = Board(_fields, Battle.thaw, _fresh, Battle.put, ("points", "scored"))
