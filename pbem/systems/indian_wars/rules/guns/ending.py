"""Guns that stand abandoned as the game ends (11.D.4)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import GunLeftAtEnd


@rule("abandoned guns at the end")
def settle(umpire: Umpire[Battlefield]) -> None:
    """Each gun without a crew, and without cavalry or infantry in its hex, scores for the other side (11.D.4)."""
    field = umpire.state
    for gun in tuple(one for one in field.units.values() if one.is_gun and one.at and one.abandoned):
        if any(one.side == gun.side and one.kind in (CAVALRY, INFANTRY) for one in field.at(gun.at)):
            continue
        points = charts.victory_points(field, "gun_abandoned_at_end")
        umpire.emit(GunLeftAtEnd(gun.name, gun.at, field.enemy_of(gun.side), points))
