"""Fire of a sensible beginner, guns too: a shot is taken where it can hurt, if it is worth its rounds."""

from collections import Counter as Count
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from pbem.board.hexes import Reach, within
from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.mechanisms.practice import Trial
from pbem.systems.indian_wars.orders import littlebighorn_records as g
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.practice import danger as practice_melee
from pbem.systems.indian_wars.practice.danger import is_spent
from pbem.systems.indian_wars.rules.fire import charts, shot
from pbem.systems.indian_wars.rules.fire.reaction_fire import HOLD, OPPORTUNITY, RETREAT
from pbem.systems.indian_wars.rules.guns import gunnery, modes
from pbem.systems.indian_wars.rules.movement.mobility import left, left_among
from pbem.systems.indian_wars.rules.movement.steps import OpenSteps
from pbem.systems.indian_wars.rules.supply import ammunition, resupply
from pbem.systems.indian_wars.state.counter import CAVALRY, HOLDERS, INFANTRY, PONY_HOLDER, VILLAGERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import SADDLE_BAGS

POINT = 4
"""The worth of a strength point or a victory point; a Morale Check is worth one."""
RESULTS = {"-": 0, "MC": 1, "MC-1": 2, "1": POINT, "2": 7}
"""The worth of a result of fire."""
HURTS = ("1", "2")
ROUNDS = {"us": 3, "indian": 1}
"""The cost of a unit's rounds, by side: a US unit that is low when the game ends costs a VP as well (14.B)."""
LEAST = Fraction(1, 10)
"""The least that a shot must be worth beyond its rounds."""
WAYS = Count(sum(faces) for faces in product(range(1, 7), repeat=2))
"""In how many ways two dice give each total."""
KEPT = 256
Value = Callable[[Battlefield, shot.Shot], Fraction]
"""The worth of a shot in a position."""
REACTIONS = {f"{OPPORTUNITY} fire": OPPORTUNITY, f"{RETREAT} fire": RETREAT}


def shots(view: Battlefield, side: str, letter: str, value: Value | None = None) -> Iterator[Order]:
    """The best shot of each unit that is worth its rounds, as a beginner sees it or by another `value` of a shot.

    Who means to get away, or waits for ammunition, does not fire before the Movement Phase.
    """
    occasion = view.title.phase(letter).occasion
    supplying = {one.resupplying for one in view.of(side)}
    for unit in view.of(side):
        if unit.is_leader or unit.kind in HOLDERS:
            continue
        if letter == "B" and (is_spent(unit) or unit.resupplying or unit.name in supplying):
            continue
        found = best(view, unit, occasion, value or worth)
        if found is not None:
            how = "long" if found.long_range else "half" if letter == "E" else "full"
            yield o.Fire(unit.name, how, found.target)


def reaction(view: Battlefield, ask: Ask, value: Value | None = None) -> str | None:
    """The answer to a question of opportunity or retreat fire; None for any other question."""
    occasion = REACTIONS.get(ask.kind)
    if occasion is None or ask.subject not in view:
        return None
    at = dict(ask.facts).get("from") or dict(ask.facts)["into"]
    found: dict[str, Fraction] = {}
    for target in (one.key for one in ask.choices if one.key in view and view[one.key].kind != VILLAGERS):
        aimed = shot.plan_shot(view, ask.subject, target, occasion, target_at=at)
        if isinstance(aimed, shot.Shot) and not aimed.is_too_weak:
            found[target] = (value or worth)(view, aimed)
    best = max(found, key=lambda name: found[name], default=HOLD)
    return best if found.get(best, Fraction(0)) >= LEAST else HOLD


def best(view: Battlefield, unit: Counter, occasion: str, worth: Value) -> shot.Shot | None:
    """The best shot of a unit, None where it has none that is worth its rounds."""
    best: tuple[Fraction, shot.Shot] | None = None
    for name in shot.targets(view, unit.name, occasion):
        if _is_spared(view[name]):
            continue
        found = shot.plan_shot(view, unit.name, name, occasion)
        if isinstance(found, shot.Shot) and not found.is_too_weak:
            value = worth(view, found)
            if best is None or value > best[0]:
                best = (value, found)
    return best[1] if best is not None and best[0] >= LEAST else None


def _is_spared(target: Counter) -> bool:
    """True if a shot gains nothing: at leaders, and at people, who may cost as much as they bring (18.D.1)."""
    return target.is_leader or target.kind == VILLAGERS


def worth(view: Battlefield, one: shot.Shot) -> Fraction:
    """The average gain of a shot over all rolls of two dice, less what its rounds are worth; 0 if it cannot hurt.

    Long fire takes no strength (9.B.3).  It serves only before an attack, to shake those who are to be attacked.
    """
    drm = sum(modifier.value for modifier in one.modifiers)
    average = _average(charts.results_of(view, one.letter), drm, one.long_range)
    if not average or (one.long_range and not _prepares(view, one)):
        return Fraction(0)
    return average - _rounds(view, one)


@lru_cache(maxsize=KEPT)
def _average(column: tuple[tuple[str, int], ...], drm: int, is_long: bool) -> Fraction:
    """The average gain of a roll in a column of results; 0 if none can hurt."""
    found = {total: charts.reached(column, total + drm)[0] for total in WAYS}
    if not any(result in HURTS for result in found.values()):
        return Fraction(0)
    values = {n: RESULTS["MC-1" if is_long and result in HURTS else result] for n, result in found.items()}
    return Fraction(sum(WAYS[total] * value for total, value in values.items()), WAYS.total())


def chance(view: Battlefield, one: shot.Shot) -> Fraction:
    """The chance that a shot takes strength."""
    if one.long_range:
        return Fraction(0)
    return _chance(charts.results_of(view, one.letter), sum(modifier.value for modifier in one.modifiers))


@lru_cache(maxsize=KEPT)
def _chance(column: tuple[tuple[str, int], ...], drm: int) -> Fraction:
    hurts = sum(ways for total, ways in WAYS.items() if charts.reached(column, total + drm)[0] in HURTS)
    return Fraction(hurts, WAYS.total())


def _prepares(view: Battlefield, one: shot.Shot) -> bool:
    """True if friends stand ready to attack the target in this player turn."""
    is_first = one.occasion in ("offensive", "advance")
    return is_first and bool(practice_melee.attackers_of(view, view[one.firer].side, one.target_at, (one.firer,)))


def _rounds(view: Battlefield, one: shot.Shot) -> Fraction:
    """The cost of its rounds: the chance to run low, times what that costs; nothing where it is low already (14.A, 14.D)."""
    unit = view[one.firer]
    if ammunition.is_low_at_end(view, unit):
        return Fraction(0)
    if ammunition.is_on_roster(view, unit):
        last = charts.exact(view.sheet.charts["ammo"]["box_cost"]["low_for_vp_at_or_below"])
        return Fraction(POINT * (Fraction(ammunition.half_boxes_left(view, unit), 2) - 1 <= last))
    checked = WAYS[charts.natural(view, "ammo")]
    depleted = sum(charts.is_depleted(view, die, in_passing=False) for die in range(1, 7))
    return Fraction(checked, WAYS.total()) * Fraction(depleted, 6) * POINT * ROUNDS[unit.side]


# Ammunition


def care(view: Battlefield, side: str) -> Iterator[Order]:
    """Orders to units that are low to draw ammunition before it is needed again: from holders or a train, else from its saddle
    bags."""
    for unit in view.of(side):
        sources = resupply.suppliers(view, unit)
        if sources and not unit.is_leader and ammunition.is_low_at_end(view, unit):
            yield o.Resupply(unit.name, max(sources, key=bool))


def wants_out(view: Battlefield, unit: Counter) -> bool:
    """True if a unit goes out of the fight: shot to pieces, or low while there is ammunition to be had (14.C)."""
    is_low = unit.low_ammo and unit.side == "us" and unit.kind != PONY_HOLDER
    return is_spent(unit) or (is_low and resupply.points_left(view, SADDLE_BAGS) > 0 and left(unit) > 0)


# Practice players' orders to guns (LB-11): they unlimber toward an enemy who comes near, fire, and limber up to go
# on.

ESCORTS = (CAVALRY, INFANTRY)
BEYOND = 1
"""The distance beyond its range, in hexes, of an enemy for whom a gun is made ready."""
ESCORTED = 1
"""The distance of a company, in hexes, that guards it."""
GONE = 6
"""From how far off no enemy keeps it unlimbered."""


def gun_shots(view: Battlefield, side: str, letter: str) -> Iterator[Order]:
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
        return tuple(one for one in steps(here) if modes.RIVER not in view.crossed(here, one[0]))

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
