"""Hexes and paths as written, on the maps of the series."""

from pbem.mechanisms.paths import Wayfinding
from pbem.systems.indian_wars.rules.movement.stacking import is_in_enemy_zoc
from pbem.systems.indian_wars.state.field import Battlefield


def _leaving(field: Battlefield) -> str:
    return f"To leave the map say   exit   at an edge hex ({field.rule('leaving the map')} costs VPs)."


WAYS = Wayfinding(_leaving, is_in_enemy_zoc)
one_hex, all_hexes, path_of = WAYS.one_hex, WAYS.all_hexes, WAYS.path_of
