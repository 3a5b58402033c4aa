"""What practice players do with guns (LB-11): they unlimber toward an enemy who comes near, fire, and limber up to go on."""

from collections.abc import Iterator

from pbem.core.order import Order
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders import gun_records as g
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

BEYOND = 1
"""How far beyond its range, in hexes, an enemy is for whom a gun is made ready."""
GONE = 6
"""From how far off no enemy keeps it unlimbered."""


def shots(view: Battlefield, side: str, letter: str) -> Iterator[Order]:
    """Each gun at the nearest hex that it can hit, those in its field of fire first."""
    occasion = view.title.phase(letter).occasion
    for gun in view.of(side):
        if gun.is_gun:
            for at in gunnery.targets(view, gun, occasion):
                yield o.Fire(gun.name, "full", at)


def handle(trial: Trial[Battlefield], gun: Counter) -> bool:
    """Unlimber, turn or limber a gun as the enemy is near or not; whether it then stays where it is."""
    view = trial.view
    distance = view.sheet.map.distance
    foes = [one.at for one in view.of(view.enemy_of(gun.side)) if not one.is_leader and one.strength]
    nearest = min(foes, key=lambda at: (distance(at, gun.at), at), default="")
    gap = distance(nearest, gun.at) if nearest else GONE + 1
    if gun.is_unlimbered:
        if gap > GONE and trial.take(g.Limber(gun.name)):
            return False
        if nearest and not gunnery.is_covered(view, gun.at, gun.facing, nearest):
            trial.take(g.TurnGun(gun.name, nearest))
        return True
    return gap <= gunnery.reach_of(view, gun) + BEYOND and trial.take(g.Unlimber(gun.name, nearest))
