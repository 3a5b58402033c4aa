"""Strength lost, counters gone, holders who step into the ranks, and the victory points for it (11, 17)."""

from collections.abc import Iterator

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import crews
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.counter import CAVALRY, HQ, INFANTRY, MINERS, PACK_TRAIN, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import (
    ELIMINATED,
    CasualtiesTaken,
    LossReplaced,
    UnitDisrupted,
    UnitEliminated,
)

CASUALTY_LIMIT = "casualty limit"


@rule(
    "VP running total",
    "casualty point",
    "holder casualty",
    "unit strength",
    "VP scoring",
    "VP sources",
    "combat strength",
)
def take(umpire: Umpire[Battlefield], name: str, points: int, why: str) -> int:
    """A unit loses strength points and is eliminated with the last (11); returns how many it lost.

    Holders are eliminated with their mounts by any casualty (9.D).
    """
    unit = umpire.state[name]
    lost = min(points, unit.strength)
    if lost:
        _score_loss(umpire, unit, lost, why)
        if unit.kind == PACK_TRAIN:
            ammunition.lose_with_people(umpire, name, lost)
    if unit.strength <= points:
        _remove(umpire, name, f"{ELIMINATED} ({why})")
    return lost


@rule("cannot retreat", "mandatory distance")
def eliminate(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """A whole unit is lost, and its strength points score (10.I)."""
    unit = umpire.state[name]
    if unit.strength:
        _score_loss(umpire, unit, unit.strength, why)
    _remove(umpire, name, f"{ELIMINATED} ({why})")


def _score_loss(umpire: Umpire[Battlefield], unit: Counter, lost: int, why: str) -> None:
    field = umpire.state
    award = sum(points_for(field, unit.side, n) for n in range(lost))
    before = unit.strength
    umpire.emit(CasualtiesTaken(unit.name, lost, before, before - lost, field.enemy_of(unit.side), award, why))


@rule("casualty limit VPs")
def points_for(field: Battlefield, side: str, more: int) -> int:
    """The VPs for the strength point that a side loses after `more` others of this moment (17; option: 16.F, A-110)."""
    limit = field.sheet.charts["special"]["indian_casualty_limit"]
    if side == "indian" and CASUALTY_LIMIT in field.options:
        number = field.lost[side] + more + 1
        return int(limit["vp_each"]["from_14th" if number >= limit["vp_per_loss_below"] else "before"])
    return charts.victory_points(field, f"{side}_strength_point")


def write_off(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """A counter is lost that nobody fought: its own points score (15.D), the strength of people with it does not."""
    unit = umpire.state[name]
    if unit.strength:
        umpire.emit(CasualtiesTaken(name, unit.strength, unit.strength, 0, umpire.state.enemy_of(unit.side), 0, why))
    _remove(umpire, name, why)


@rule("HQ gone", "pack train VPs", "VP sources")
def _remove(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    field = umpire.state
    unit = field[name]
    if unit.is_gun:
        # Nothing breaks the gun itself, so whoever asks afterwards finds a counter without people.
        crews.lose_crew(umpire, name, why.removeprefix(f"{ELIMINATED} (").removesuffix(")"))
        return
    points = 0
    if unit.kind == HQ:
        points = charts.victory_points(field, "hq_eliminated")
    elif unit.kind == PACK_TRAIN:
        points = charts.victory_points(field, "pack_train_eliminated")
        points += ammunition.scoring_supplies(field, unit) * charts.victory_points(field, "pack_train_ammo")
    umpire.emit(UnitEliminated(name, unit.at, why, field.enemy_of(unit.side), points))


@rule("disruption ignored")
def disrupt(umpire: Umpire[Battlefield], name: str, why: str) -> None:
    """Disrupt a unit; routed ones ignore it, and nothing is worse than once (10.J.3; ruling A-070)."""
    if name not in umpire.state or umpire.state[name].abandoned:
        return
    if not umpire.state[name].routed and not umpire.state[name].disrupted:
        umpire.emit(UnitDisrupted(name, why))


# Holders without horses who step into the ranks of a unit that has lost (8.D.2).

NO = "no"
RANKS = (CAVALRY, INFANTRY, MINERS)
"""Kinds whose men hold the horses, and who take them back."""


@rule("holders without horses replace losses")
def offer(umpire: Umpire[Battlefield], side: str, *, quiet: bool = False) -> Play[None]:
    """The owner may give up idle holders, each for a point lost by a unit of its hex (8.D.2; ruling A-136).

    They may do it as any phase begins or ends, and are asked once a turn, as their Rally Phase begins; at the other times
    (`quiet`) a standing order does it, and without one nothing is done.  What was scored for the point lost stays scored.
    """
    if not umpire.state.title.rules.holders_replace_losses:
        return
    for name in tuple(unit.name for unit in umpire.state.of(side) if unit.kind in RANKS and unit.casualties):
        while idle := tuple(_idle(umpire.state, umpire.state[name])):
            answer = yield from ask(_question(umpire.state, umpire.state[name], idle, quiet))
            if answer.choice == NO:
                break
            with umpire.act(side, f"{answer.choice} join {name}"):
                umpire.emit(LossReplaced(name, answer.choice))


def _idle(field: Battlefield, unit: Counter) -> Iterator[Counter]:
    """The holders without animals who could join a unit, none where it has lost nothing."""
    if unit.casualties:
        yield from (one for one in field.at(unit.at) if one.side == unit.side and one.is_holder and not one.has_mounts)


def _question(field: Battlefield, unit: Counter, idle: tuple[Counter, ...], quiet: bool) -> Ask:
    return Ask(
        unit.side,
        "replacement",
        unit.name,
        f"{unit.name} ({unit.at}) has lost {unit.casualties}.  Do holders without horses make up for one?",
        field.rule("holders"),
        (*(Choice(one.name, f"{one.name} join it") for one in idle), Choice(NO, "no")),
        NO if quiet else idle[0].name,
        NO,
        (("at", unit.at),),
        quiet=quiet,
    )
