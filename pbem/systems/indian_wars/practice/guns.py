"""Practice players' orders to guns (LB-11): they unlimber toward an enemy who comes near, fire, and limber up to go on."""

from collections.abc import Iterator, Sequence

from pbem.board.reach import Reach, within
from pbem.core.order import Order
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders import littlebighorn_records as g
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules.guns import gunnery, limits
from pbem.systems.indian_wars.rules.movement.mobility import left_among
from pbem.systems.indian_wars.rules.movement.steps import OpenSteps
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield

ESCORTS = (CAVALRY, INFANTRY)
BEYOND = 1
"""The distance beyond its range, in hexes, of an enemy for whom a gun is made ready."""
ESCORTED = 1
"""The distance of a company, in hexes, that guards it."""
GONE = 6
"""From how far off no enemy keeps it unlimbered."""


def shots(view: Battlefield, side: str, letter: str) -> Iterator[Order]:
    """Each gun at the nearest hex that it can hit, those in its field of fire first."""
    occasion = view.title.phase(letter).occasion
    for gun in view.of(side):
        if gun.is_gun:
            for at in gunnery.targets(view, gun, occasion):
                yield o.Fire(gun.name, "full", at)


def dry_reach(view: Battlefield, stack: Sequence[Counter]) -> Reach:
    """The reach of a gun without a step through the river, where it may stick and be wrecked (11.B.3)."""
    steps = OpenSteps(view, stack)
    most = min(left_among(unit, stack) for unit in stack)

    def dry(here: str) -> Sequence[tuple[str, int]]:
        return tuple(one for one in steps(here) if limits.RIVER not in view.crossed(here, one[0]))

    return within(stack[0].at, most, dry, view.sheet.map.neighbours)


def handle(trial: Trial[Battlefield], gun: Counter) -> bool:
    """Unlimber, turn or limber a gun as the enemy is near or not; whether it then stays where it is.

    It comes into action beside a company alone, and goes after its companies when they have left it.
    """
    view = trial.view
    distance = view.sheet.map.distance
    foes = [one.at for one in view.of(view.enemy_of(gun.side)) if not one.is_leader and one.strength]
    nearest = min(foes, key=lambda at: (distance(at, gun.at), at), default="")
    gap = distance(nearest, gun.at) if nearest else GONE + 1
    escort = min((distance(one.at, gun.at) for one in view.of(gun.side) if one.kind in ESCORTS), default=GONE)
    if gun.is_unlimbered:
        if (gap > GONE or escort > ESCORTED) and trial.take(g.Limber(gun.name)):
            return False
        if nearest and not gunnery.is_covered(view, gun.at, gun.facing, nearest):
            trial.take(g.TurnGun(gun.name, nearest))
        return True
    return (
        escort <= ESCORTED and gap <= gunnery.reach_of(view, gun) + BEYOND and trial.take(g.Unlimber(gun.name, nearest))
    )
