"""Orders of the special rules: charges, breastworks, horses, pack trains, the village, hit and run."""

from collections.abc import Iterator

from pbem.core.order import Malformed
from pbem.mechanisms.paths import hex_of, numbers
from pbem.mechanisms.repairs import Parts
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import who
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, each, foe_hex, near_ends, target_in
from pbem.systems.indian_wars.rules.movement import activities
from pbem.systems.indian_wars.rules.movement.mobility import all_hexes, one_hex, path_of
from pbem.systems.indian_wars.rules.special import breastworks, charge, hit_and_run, village
from pbem.systems.indian_wars.rules.supply import pack_train
from pbem.systems.indian_wars.say import INDIAN, US
from pbem.systems.indian_wars.title import Verb


def _charge(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    others = [part for part in clause.parts if isinstance(part, Words) and part.kind in ("hex", "path")]
    target = foe_hex(clause.targets[0], reading) if clause.targets else one_hex(others.pop(0), reading.view)
    if isinstance(target, Placed):
        return target
    if not others:
        return (o.Charge(units, target),)
    via = all_hexes(others[0], reading.view)
    if isinstance(via, Placed):
        return via
    start = hex_of(reading, units[0])
    if via[0] == start:
        via = via[1:]
    if via and via[-1] == target:
        via = via[:-1]
    return (o.Charge(units, target, via),)


def _hit_and_run(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    if not clause.targets:
        text = f"Hit whom?  Write   {units[0]} hit and run at UNIT"
        return Placed(Malformed("E111", text), clause.end, clause.end + 1)
    target = target_in(clause.targets[0], reading)
    if isinstance(target, Placed):
        return target
    place_at = hex_of(reading, units[0])
    from_hex, after = clause.word("from_hex"), clause.word("path", "hex", "steps")
    if from_hex is not None:
        found = one_hex(numbers(from_hex)[0], reading.view)
        if isinstance(found, Placed):
            return found
        place_at = found
    path: tuple[str, ...] = ()
    if after is not None:
        there = Reading(reading.view, reading.side, placed_at=dict.fromkeys(units, place_at))
        way = path_of(after, units, there)
        if isinstance(way, Placed):
            return way
        path = way[1:]
    return tuple(o.HitAndRun(unit, target, place_at, path) for unit in units)


def _transfer(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    number, members = clause.word("number"), clause.members
    assert number is not None, "the grammar gives a transfer its number"
    assert members is not None, "the grammar gives a transfer its goal"
    to = who(members, reading)
    return to if isinstance(to, Placed) else tuple(o.Transfer(unit, int(number.text), to[0]) for unit in units)


def _look(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    return (o.LookForVillage(units[0] if units else ""),)


def _charges(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    return near_ends("charge", unit, parts, reading)


CHARGE = Verb(
    o.Charge,
    ("charge",),
    _charge,
    charge.plan_charge,
    charge.resolve_charge,
    phases="C",
    words=("charge",),
    listed="charge",
    missing={"charge": ("Charge whom?", "charge HEX")},
    repairs={"charge": "charge"},
    repaired=_charges,
    side=US,
)
BUILD = Verb(
    o.BuildBreastworks,
    ("build",),
    each(o.BuildBreastworks),
    breastworks.plan_build,
    breastworks.resolve_build,
    phases="C",
    words=("build",),
    listed="build",
    side=US,
)
LOAD = Verb(
    o.LoadBreastworks,
    ("load",),
    each(o.LoadBreastworks),
    breastworks.plan_load,
    breastworks.resolve_load,
    phases="C",
    words=("load",),
    listed="load",
    side=US,
)
ABANDON = Verb(
    o.AbandonHorses,
    ("abandon",),
    each(o.AbandonHorses),
    activities.plan_abandon,
    activities.resolve_abandon,
    phases="C",
    words=("abandon",),
)
HIT_AND_RUN = Verb(
    o.HitAndRun,
    ("hit_and_run",),
    _hit_and_run,
    hit_and_run.plan_strike,
    hit_and_run.resolve_strike,
    phases="C",
    listed="hit and run",
    side=INDIAN,
)
TRANSFER = Verb(
    o.Transfer,
    ("transfer",),
    _transfer,
    pack_train.plan_transfer,
    pack_train.resolve_transfer,
    phases="C",
    words=("transfer",),
    missing={"transfer": ("Transfer how many, and to whom?", "transfer 2 to UNIT")},
    side=US,
)
LOOK = Verb(
    o.LookForVillage,
    ("look",),
    _look,
    village.plan_search,
    village.resolve_search,
    phases="C",
    needs_unit=False,
    side=US,
)
