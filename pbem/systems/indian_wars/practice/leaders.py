"""Leaders of a sensible beginner: each rides with men who fight, and looks for others when his own are out of it."""

from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.practice.danger import BEHIND, is_spent
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.mobility import LAMING_WOUNDS, left
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.state.counter import CAVALRY, HQ, INFANTRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield

COMPANIES = (CAVALRY, INFANTRY)
TOUCH = 2
"""The distance of the enemy, in hexes, to those who need a leader most."""
FRONT = 12
"""The worth to a leader of a hex in touch with the enemy, beside a strength point there."""
IN_RANGE = 2
"""The distance of the enemy to those with whom an officer who spares himself rides last."""
UNDER_FIRE = 12
"""The cost of a hex with the enemy so near: a few companies together outweigh it, one alone does not."""
TAKEN = 20
"""The cost of a hex with another leader."""


def follow(trial: Trial[Battlefield], name: str) -> None:
    """Move a leader who did not ride with a unit in this phase: to men who need him, or toward the nearest."""
    view = trial.view
    leader = view[name]
    if (
        leader.spent
        or leader.pinned
        or leader.wound in LAMING_WOUNDS
        or not left(leader)
        or _is_well_placed(view, leader)
    ):
        return
    led = {at: value for at, value in _posts(view, leader).items() if at != leader.at}
    found = reach(view, (leader,))
    near = [at for at in led if at in found.cost]
    if near:
        trial.take(o.Move((name,), found.path(max(near, key=lambda at: (led[at], -found.cost[at], at)))))
        return
    if led and not leader.attached_to:
        distance = view.sheet.map.distance
        best = min(found.cost, key=lambda at: (min(distance(at, goal) for goal in led), found.cost[at], at))
        if best != leader.at:
            trial.take(o.Move((name,), found.path(best)))


def fronts(view: Battlefield, leader: Counter) -> list[str]:
    """The hexes of men whom a leader could join, the best first."""
    posts = _posts(view, leader)
    return sorted(posts, key=lambda at: (-posts[at], at))


def _is_well_placed(view: Battlefield, leader: Counter) -> bool:
    """True if the unit that he is with can fight; Crook stays with his headquarters (12.F)."""
    unit = view.units.get(leader.attached_to)
    if unit is None:
        return False
    return leader.name in view.title.leaders_of_hq.get(unit.name, ()) if unit.kind == HQ else _fights(unit)


def _posts(view: Battlefield, leader: Counter) -> dict[str, int]:
    """The worth to him of each hex of fighting men: their strength, touch with the enemy, and no other leader there.

    Where a village is fought for, US officers keep out of range and apart from each other: each is worth more points than a
    company, and they die with their men.
    """
    distance = view.sheet.map.distance
    foes = {one.at for one in view.of(view.enemy_of(leader.side)) if not one.is_leader and one.strength}
    men = [one for one in view.of(leader.side) if _fights(one)]
    spares_himself = leader.side == "us" and bool(view.sheet.scenario.circles)
    if spares_himself:
        men = [one for one in men if one.kind in COMPANIES] or men
    found: dict[str, int] = {}
    for at in sorted({one.at for one in men}):
        in_touch = any(distance(at, foe) <= (IN_RANGE if spares_himself else TOUCH) for foe in foes)
        others = [one for one in view.at(at) if one.is_leader and one.name != leader.name and leaders.leads(view, one)]
        front = -UNDER_FIRE * in_touch if spares_himself else FRONT * in_touch
        taken = len(others) if spares_himself else bool(others)
        found[at] = sum(one.strength for one in men if one.at == at) + front - TAKEN * taken
    return found


def _fights(unit: Counter) -> bool:
    if not unit.is_combat_unit or unit.kind in BEHIND or unit.routed:
        return False
    return bool(unit.at) and unit.strength > 0 and not is_spent(unit)
