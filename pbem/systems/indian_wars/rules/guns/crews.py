"""Crews (11.D, 11.E): they leave their guns, and die at them."""

from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.state.counter import CAVALRY, GUN_CREW, GUNS, INFANTRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import CrewLost, GunAbandoned, GunLeftAtEnd
from pbem.systems.indian_wars.state.morale_events import ELIMINATED


@rule("guns and crews")
def crew_of(field: Battlefield, gun: Counter) -> str:
    """The counter that serves a gun: its own, by its place among the guns, until another took it over (11.1)."""
    if gun.crew:
        return gun.crew
    roster = field.sheet.roster.values()
    guns = [one.name for one in roster if one.kind in GUNS]
    crews = [one.name for one in roster if one.kind == GUN_CREW]
    return crews[guns.index(gun.name)]


# Left


@rule("melee retreat of guns", "crews in melee")
def leave(umpire: Umpire[Battlefield], name: str, why: str = "driven back") -> str:
    """Drive a counter away: of an unlimbered gun its crew, which abandons it (11.C.4; ruling A-167)."""
    return abandon(umpire, name, why) if _stays_behind(umpire.state, name) else name


def _stays_behind(field: Battlefield, name: str) -> bool:
    return name in field and field[name].is_unlimbered and not field[name].abandoned


@rule("abandoned guns", "crew alone", "crew strength")
def abandon(umpire: Umpire[Battlefield], name: str, why: str) -> str:
    """The crew comes away from its gun, on foot and in the state in which it was (11.D.1); returns its name."""
    gun = umpire.state[name]
    crew = crew_of(umpire.state, gun)
    umpire.emit(GunAbandoned(name, crew, gun.at, why))
    return crew


@rule("guns never captured", "abandoned guns")
def lose_crew(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """The last of a crew are gone; the gun stays where it is, and nobody can break or take it (11.D.2; ruling A-113)."""
    gun = umpire.state[name]
    umpire.emit(CrewLost(name, crew_of(umpire.state, gun), gun.at, f"{ELIMINATED} ({why})"))


def no_gun(field: Battlefield, name: str) -> Problem | None:
    """Why a counter is not a gun with a crew."""
    unit = field[name]
    if not unit.is_gun:
        return Illegal("E138", f"{name} is not a gun ({field.rule('guns and crews')}).", field.rule("guns and crews"))
    if unit.abandoned:
        return without_crew(field, unit)
    return None


def without_crew(field: Battlefield, gun: Counter) -> Problem:
    """A gun that nobody serves does nothing; who stands there and could."""
    clause = field.rule("abandoned guns")
    text = f"{gun.name} is abandoned: without a crew it does nothing ({clause})."
    here = tuple(f"{one.name} man {gun.name}" for one in field.at(gun.at) if one.kind == GUN_CREW)
    return Illegal("E138", text, clause, here, rests_on=(gun.name,))


# Guns that stand abandoned as the game ends (11.D.4).


@rule("abandoned guns at the end")
def settle(umpire: Umpire[Battlefield]) -> None:
    """Each gun without a crew, and without cavalry or infantry in its hex, scores for the other side (11.D.4)."""
    field = umpire.state
    for gun in tuple(one for one in field.units.values() if one.is_gun and one.at and one.abandoned):
        if any(one.side == gun.side and one.kind in (CAVALRY, INFANTRY) for one in field.at(gun.at)):
            continue
        points = charts.victory_points(field, "gun_abandoned_at_end")
        umpire.emit(GunLeftAtEnd(gun.name, gun.at, field.enemy_of(gun.side), points))
