"""Offers besides marches, fire and melee: charges, guns, the village, grass fires, the night, what is written down in
secret.
"""

import itertools
from collections.abc import Iterator

from pbem.mechanisms.offers import ACT, FIGHT, FIRE, PLACE, YOUR_SIDE, Candidate
from pbem.systems.indian_wars.orders import littlebighorn_records as c
from pbem.systems.indian_wars.orders import littlebighorn_records as g
from pbem.systems.indian_wars.orders import littlebighorn_records as s
from pbem.systems.indian_wars.orders import littlebighorn_records as v
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.turn import fords, written
from pbem.systems.indian_wars.state.counter import PACK_TRAIN, PONY_HERD, Counter
from pbem.systems.indian_wars.state.field import Battlefield

DOUBLE = 2
"""The most fords of a group that the page offers at once."""


def candidates(view: Battlefield, unit: Counter, letter: str) -> Iterator[Candidate]:
    """The orders of the phase with this letter that the title has; the plan refuses what is not possible."""
    known = {verb.order for verb in view.title.orders if not verb.phases or letter in verb.phases}
    for one in (*_deeds(view, unit), *_strikes(view, unit), *_guns(view, unit, letter), *_written(view, unit)):
        if type(one.order) in known:
            yield one


def of_the_side(view: Battlefield, side: str, letter: str) -> Iterator[Candidate]:
    """Orders that name no unit."""
    known = {verb.order for verb in view.title.orders if not verb.phases or letter in verb.phases}
    for one in _nobodys(view, side):
        if type(one.order) in known:
            yield one


def _nobodys(view: Battlefield, side: str) -> Iterator[Candidate]:
    yield Candidate(o.LookForVillage(), ACT, YOUR_SIDE, words="look for village")
    for circle in view.sheet.scenario.circles:
        yield Candidate(v.BreakDown(circle.name), ACT, YOUR_SIDE, words=f"break down {circle.name}", goes_on=True)
    herds = dict.fromkeys(unit.at for unit in view.units.values() if unit.kind == PONY_HERD and unit.at)
    for at in herds:
        yield Candidate(v.GatherHerds((at,)), ACT, YOUR_SIDE, at, words="gather herds")
    groups = [one.places for one in fords.open_groups(view, side)]
    for places in itertools.product(*groups) if 0 < len(groups) <= DOUBLE else ():
        yield Candidate(s.RealFords(tuple(places)), ACT, YOUR_SIDE, words=f"real fords {' '.join(places)}")


def _deeds(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    name, near = unit.name, view.sheet.map.open_neighbours(unit.at) if unit.at else ()
    if not unit.at:
        return
    yield Candidate(v.Capture(name), ACT, name, words="capture villagers")
    yield Candidate(v.Release(name), ACT, name, words="release villagers")
    yield Candidate(v.Burn(name), ACT, name, words="burn camp")
    yield Candidate(v.ScatterHerds(name), ACT, name, words="scatter herd")
    yield Candidate(c.RestoreStrength(name), ACT, name, words="restore strength")
    yield Candidate(c.SetFire(name), ACT, name, words="set fire")
    yield Candidate(o.AbandonHorses(name), ACT, name, words="abandon horses")
    yield from (Candidate(o.Crawl(name, at), ACT, name, at, words="crawl") for at in near)
    if unit.kind == PACK_TRAIN or "Personnel" in name:
        for friend in view.at(unit.at):
            if friend.side == unit.side and friend.name != name:
                order = o.Transfer(name, 1, friend.name)
                yield Candidate(order, ACT, name, words=f"transfer 1 to {friend.name}")


def _strikes(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    """Charges at enemies within three hexes, and hit and run at those next to it from where it stands."""
    if not unit.at or unit.is_leader:
        return
    distance = view.sheet.map.distance
    near = [one for one in view.units.values() if one.at and one.side != unit.side and distance(unit.at, one.at) <= 3]
    for at in dict.fromkeys(one.at for one in near):
        yield Candidate(o.Charge((unit.name,), at), FIGHT, unit.name, at, "charge", joins=True)
    for one in near:
        if distance(unit.at, one.at) == 1:
            order = o.HitAndRun(unit.name, one.name, unit.at)
            yield Candidate(order, FIGHT, unit.name, one.at, f"hit and run at {one.name}")


def _guns(view: Battlefield, unit: Counter, letter: str) -> Iterator[Candidate]:
    name = unit.name
    if unit.is_gun and unit.at:
        yield Candidate(g.Limber(name), ACT, name, words="limber", goes_on=True)
        yield Candidate(g.FreeGun(name), ACT, name, words="free")
        yield Candidate(g.AbandonGun(name), ACT, name, words="abandon gun")
        for at in view.sheet.map.open_neighbours(unit.at):
            yield Candidate(g.Unlimber(name, at), ACT, name, words=f"unlimber facing {at}")
            yield Candidate(g.TurnGun(name, at), ACT, name, words=f"turn to {at}")
            yield Candidate(g.Manhandle(name, at), ACT, name, at, words="manhandle")
        if letter in "BDE":
            occasion = view.title.phase(letter).occasion
            for at in gunnery.targets(view, unit, occasion):
                yield Candidate(o.Fire(name, "full", at), FIRE, name, at, "fire")
    elif unit.at:
        for gun in (one for one in view.at(unit.at) if one.is_gun):
            yield Candidate(g.ManGun(name, gun.name), ACT, name, words=f"man {gun.name}")


def _written(view: Battlefield, unit: Counter) -> Iterator[Candidate]:
    """The hexes in which those may come in whose entry is written down before the game."""
    for force in written.forces(view, unit.side):
        if unit.name in force.units:
            for at in written.hexes_of(force):
                yield Candidate(o.Enter((unit.name,), at), PLACE, unit.name, at, "enter here")
