"""Practice at the level ``random``: legal orders without any sense, of every verb, to find dead ends."""

from collections.abc import Iterator

from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import Pick, Trial
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.records import write
from pbem.systems.indian_wars.practice import village as practice_night
from pbem.systems.indian_wars.practice import village as practice_secret
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.special import hit_and_run
from pbem.systems.indian_wars.rules.supply import pack_train, resupply
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.rules.turn.entry import edges_for
from pbem.systems.indian_wars.state.counter import HQ, MODES, MOUNTED, PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield

HOWS = ("full", "half", "long")
EDGES = ("", "north", "east", "south", "west")


def orders_for(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, pick: Pick
) -> tuple[Order, ...]:
    """Orders of a side for the phase with this letter, each legal on the position that those before leave."""
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    for order in _wishes(view, side, letter, pick):
        trial.take(order)
    return tuple(trial.orders)


def _wishes(view: Battlefield, side: str, letter: str, pick: Pick) -> Iterator[Order]:
    match letter:
        case "S":
            return _set_ups(view, side, pick)
        case "A":
            return _care(view, side, pick)
        case "B" | "D" | "E":
            return _shots(view, side, pick)
        case "C":
            return _moves(view, side, pick)
        case "F":
            return _melees(view, side, pick)
        case "H":
            return practice_secret.hunters(view, pick)
        case "N":
            return (one for one in practice_night.wishes(view, side) if _one_in(2, pick, f"night {write(one)}"))
        case _:
            return iter(())


def _one_in(n: int, pick: Pick, purpose: str) -> bool:
    return pick(purpose, n) == 0


def _set_ups(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    for unit in setup.waiting(view, side):
        places = setup.legal_hexes(view, unit)
        if places:
            mode = MODES[pick(f"mode {unit.name}", len(MODES))]
            at = places[pick(f"place {unit.name}", len(places))]
            yield o.SetUp((unit.name,), at, mode)
            yield o.SetUp((unit.name,), at)
    yield from practice_secret.writings(view, side, pick)


def _care(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    own = [unit.name for unit in view.of(side)]
    for name in (*leaders.waiting(view, side), *(unit.name for unit in view.of(side) if unit.is_leader)):
        if own and not _one_in(3, pick, f"attach {name}"):
            yield o.Attach(name, own[pick(f"attach {name} to", len(own))])
    for unit in view.of(side):
        sources = resupply.suppliers(view, unit)
        if sources and _one_in(2, pick, f"resupply {unit.name}"):
            boxes = pick(f"boxes {unit.name}", 4)
            yield o.Resupply(unit.name, sources[pick(f"supplier {unit.name}", len(sources))], boxes)
        if unit.routed and _one_in(6, pick, f"rally {unit.name}"):
            yield o.NoRally((unit.name,))
        if _one_in(20, pick, f"flee {unit.name}"):
            yield from _routs(view, unit, pick)


def _routs(view: Battlefield, unit: Counter, pick: Pick) -> Iterator[Order]:
    goals = ["woods", "rocks", *(f"{edge} edge" for edge in EDGES[1:])]
    goals += [one.name for one in view.of(unit.side) if one.kind in (HQ, PACK_TRAIN) or one.is_leader]
    goals += hexes_near(view, unit, 4)
    mode = ("", *MODES)[pick(f"rout mode {unit.name}", 4)]
    goal = goals[pick(f"rout {unit.name}", len(goals))]
    holders = view.units.get(unit.printed.holders)
    if mode == MOUNTED and holders is not None and holders.at not in ("", unit.at):
        yield o.Rout(unit.name, goal, mode, holders.at)
    else:
        yield o.Rout(unit.name, goal, mode)


def hexes_near(view: Battlefield, unit: Counter, most: int) -> list[str]:
    """The hexes of the map up to so many hexes away, in hex order."""
    return [at for at in view.sheet.map if 0 < view.sheet.map.distance(at, unit.at) <= most]


def _shots(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    for unit in view.of(side):
        targets = _enemies(view, unit, 2)
        if targets and not _one_in(5, pick, f"fire {unit.name}"):
            target = targets[pick(f"target {unit.name}", len(targets))]
            first = HOWS[pick(f"how {unit.name}", len(HOWS))]
            for how in (first, *HOWS):
                yield o.Fire(unit.name, how, target.name)


def _moves(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    if _one_in(6, pick, "village"):
        yield o.LookForVillage()
    for unit in tuple(view.units.values()):
        if unit.side != side:
            continue
        if not unit.at:
            if edges_for(view, (unit.name,)) and not _one_in(8, pick, f"enter {unit.name}"):
                edge = [at for at in view.sheet.map if view.sheet.map.map_edges(at)]
                for n in range(6):
                    yield o.Enter((unit.name,), edge[pick(f"enter {unit.name} {n}", len(edge))], MODES[n % 2])
            continue
        if unit.routed:
            yield from _routs(view, unit, pick)
        yield from _acts(view, unit, pick)


def _acts(view: Battlefield, unit: Counter, pick: Pick) -> Iterator[Order]:
    """A few things that a counter might do in a Movement Phase, in any sequence; what is not legal falls away."""
    name = unit.name
    for n in range(2):
        match pick(f"act {n} {name}", 14):
            case 0 | 1 | 2 | 3 | 4:
                yield from _march(view, unit, pick, n)
            case 5 | 6 | 7:
                yield o.ChangeMode(name, MODES[pick(f"mode {n} {name}", len(MODES))])
            case 8:
                yield o.Recover(name)
            case 9:
                near = hexes_near(view, unit, 1)
                if unit.mode == PRONE and near:
                    yield o.Crawl(name, near[pick(f"crawl {n} {name}", len(near))])
            case 10:
                enemies = _enemies(view, unit, 6)
                if enemies:
                    target = enemies[pick(f"charge {n} {name}", len(enemies))]
                    yield o.Charge((name,), target.at)
            case 11:
                yield o.BuildBreastworks(name)
                yield o.LoadBreastworks(name)
            case 12:
                enemies = _enemies(view, unit, 2)
                if enemies and hit_and_run.OPTION in view.options:
                    yield o.HitAndRun(name, enemies[pick(f"strike {n} {name}", len(enemies))].name, unit.at)
                others = [one for one in view.of(unit.side) if one.casualties]
                if others and pack_train.train_of(view, name) is None:
                    yield o.Transfer(
                        name, 1 + pick(f"number {n} {name}", 2), others[pick(f"to {name}", len(others))].name
                    )
            case _:
                if _one_in(4, pick, f"abandon {n} {name}"):
                    yield o.AbandonHorses(name)
                if _one_in(3, pick, f"leave {n} {name}"):
                    yield o.Exit((name,), EDGES[pick(f"edge {n} {name}", len(EDGES))])


def _march(view: Battlefield, unit: Counter, pick: Pick, n: int) -> Iterator[Order]:
    together = (unit.name, *(one.name for one in view.at(unit.at) if one.name != unit.name and one.side == unit.side))
    units = together if _one_in(4, pick, f"together {n} {unit.name}") else together[:1]
    found = reach(view, tuple(view[one] for one in units))
    ends = sorted(at for at in found.cost if at != unit.at)
    if ends:
        yield o.Move(units, found.path(ends[pick(f"march {n} {unit.name}", len(ends))]))


def _melees(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    for unit in view.of(side):
        near = _enemies(view, unit, 1)
        if not near or _one_in(3, pick, f"melee {unit.name}"):
            continue
        target = near[pick(f"melee at {unit.name}", len(near))].at
        friends = [
            one.name for one in view.of(side) if view.sheet.map.distance(one.at, target) == 1 and one.name != unit.name
        ]
        with_him = tuple(one for one in friends if _one_in(2, pick, f"{one} with {unit.name}"))
        for units in ((unit.name, *with_him), (unit.name,)):
            yield o.Melee(units, target)
        match pick(f"after {unit.name}", 5):
            case 0:
                yield o.Pursue((unit.name,))
            case 1:
                yield o.NoPursuit((unit.name,))
            case 2:
                yield o.Advance((unit.name,), target)
            case 3:
                yield o.NoAdvance((unit.name,))
            case _:
                pass


def _enemies(view: Battlefield, unit: Counter, most: int) -> list[Counter]:
    return [one for one in view.of(view.enemy_of(unit.side)) if view.sheet.map.distance(one.at, unit.at) <= most]
