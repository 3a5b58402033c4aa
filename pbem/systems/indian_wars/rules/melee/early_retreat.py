"""Retreat before melee (10.H.1): who tries to get away, the roll, and the leaving."""

from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.canonical import fraction_text
from pbem.core.clause import rule
from pbem.core.umpire import Modifier, Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import crews, modes
from pbem.systems.indian_wars.rules.melee.melee_modifiers import fight_at
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.morale.losses import disrupt
from pbem.systems.indian_wars.rules.movement import mobility, stacking, steps
from pbem.systems.indian_wars.rules.retreat import retreat
from pbem.systems.indian_wars.rules.retreat.retreat import draws_fire
from pbem.systems.indian_wars.rules.situations import Fight
from pbem.systems.indian_wars.state.combat_events import RetreatBeforeMeleeTried
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import UnitsRetreated

STAND, APART = "stand", "apart"
Paths = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Attempt:
    """Units that try together, with one die, to get to a hex; "" if a routed unit has nowhere to go."""

    units: tuple[str, ...]
    end: str


@rule(
    "retreat step",
    "announce target",
    "who may retreat",
    "one roll or many",
    "leaders need not leave",
    "pin: no early retreat",
    "routed must try to leave",
)
def offer(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...]) -> Play[tuple[str, ...]]:
    """Let the defenders of a hex try to get away; returns the units that did (10.H.1).

    Units that are not pinned may try, each with a die of its own or all with one; routed ones must, apart (ruling A-127).
    """
    attempts = yield from _attempts(umpire, target, attackers)
    leaving: list[tuple[str, str]] = []
    for attempt in attempts:
        if _roll(umpire, attempt, target) and attempt.end:
            leaving += [(name, attempt.end) for name in attempt.units]
    if not leaving:
        return ()
    return (yield from _leave(umpire, target, leaving, attackers))


# Who tries


def _attempts(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...]) -> Play[list[Attempt]]:
    field = umpire.state
    fight = fight_at(field, target, attackers)
    free = [unit for unit in fight.defenders if not unit.pinned]
    ways = {unit.name: ends(field, (unit,)) for unit in free}
    willing = [unit for unit in free if not unit.routed and ways[unit.name]]
    asks = [_of_unit(fight, unit, ways[unit.name]) for unit in free if ways[unit.name] and _has_choice(unit, ways)]
    together = ends(field, tuple(willing)) if len(willing) > 1 else {}
    if together:
        asks.insert(0, _of_stack(fight, willing, together))
    chosen: dict[str, str] = {}
    if asks:
        answers = yield tuple(asks)
        chosen = {question.subject: answer.choice for question, answer in zip(asks, answers, strict=True)}
    attempts = []
    stack = chosen.get(target, APART)
    if stack != APART:
        attempts.append(Attempt(tuple(unit.name for unit in willing), _hex(stack)))
    for unit in free:
        if unit.routed:
            forced = next(iter(ways[unit.name]), "")
            attempts.append(Attempt((unit.name,), _hex(chosen.get(unit.name, forced))))
        elif stack == APART and chosen.get(unit.name, STAND) != STAND:
            attempts.append(Attempt((unit.name,), _hex(chosen[unit.name])))
    return attempts


def _has_choice(unit: Counter, ways: dict[str, Paths]) -> bool:
    return not unit.routed or len(ways[unit.name]) > 1


def _hex(choice: str) -> str:
    return choice.removeprefix("retreat ")


@rule("early retreat: yes", "path of the early retreat", "blocked routed unit")
def ends(field: Battlefield, units: tuple[Counter, ...]) -> Paths:
    """The hexes to which units of one hex may get away together, with the way there; the safest first (ruling A-147).

    Any hex that ordinary movement may enter; a routed unit enters no enemy ZOC.
    """
    sheet, side, start = field.sheet.map, units[0].side, units[0].at
    names = tuple(unit.name for unit in units)
    shy = any(unit.routed for unit in units)
    most = min(charts.hexes_before_melee(field, mobility.rides(unit)) for unit in units)
    riding = tuple(unit for unit in units if not unit.is_unlimbered)
    found: Paths = {start: ()}
    edge = [start]
    for _ in range(most):
        onward: list[str] = []
        for here in edge:
            for there in sheet.open_neighbours(here):
                if modes.bars_retreat(field, riding, here, there):
                    continue
                if there in found or (there in field.stacks and steps.enemies_closing(field, there, units)):
                    continue
                if shy and draws_fire(field, there, side, names):
                    continue
                found[there] = (*found[here], there)
                onward.append(there)
        edge = onward
    open_to_them = [one for one in found if one != start and not stacking.is_over(field, one, side, units)]
    open_to_them.sort(key=lambda one: (_in_zoc(field, one, side), retreat.toward_safety(field, side, one), one))
    return {one: found[one] for one in open_to_them}


def _in_zoc(field: Battlefield, at: str, side: str) -> bool:
    return stacking.is_in_enemy_zoc(field, at, side)


def _of_unit(fight: Fight, unit: Counter, ways: Paths) -> Ask:
    choices = _choices(fight, unit.side, ways)
    if unit.routed:
        return Ask(
            unit.side,
            "retreat before melee",
            unit.name,
            f"{unit.name} ({unit.at}) is routed and must try to get away from {_foes(fight)}: where to?",
            fight.field.rule("routed defenders"),
            choices,
            choices[0].key,
            None,
            _facts(fight),
        )
    return Ask(
        unit.side,
        "retreat before melee",
        unit.name,
        f"{unit.name} ({unit.at}) is attacked by {_foes(fight)}: {_odds(fight)}.  What does it do?",
        fight.field.rule("retreat before melee"),
        (Choice(STAND, "stand"), *choices),
        STAND,
        STAND,
        _facts(fight),
    )


def _of_stack(fight: Fight, units: list[Counter], ways: Paths) -> Ask:
    return Ask(
        units[0].side,
        "retreat before melee",
        fight.target,
        f"{say.names_of(units)} ({fight.target}) are attacked by {_foes(fight)}: {_odds(fight)}.  Do they try to get away "
        "together?",
        fight.field.rule("retreat before melee"),
        (Choice(APART, "each for itself, as answered below"), *_choices(fight, units[0].side, ways)),
        APART,
        APART,
        (*_facts(fight), ("units", ", ".join(unit.name for unit in units))),
    )


def _choices(fight: Fight, side: str, ways: Paths) -> tuple[Choice, ...]:
    needs = charts.needed_to_retreat(fight.field)
    out = []
    for end in ways:
        danger = "; in an enemy ZOC" if _in_zoc(fight.field, end, side) else ""
        out.append(Choice(f"retreat {end}", f"try to retreat to {end} (needs {needs} or more on 1d6{danger})"))
    return tuple(out)


def _foes(fight: Fight) -> str:
    return say.several([f"{one.name} {one.strength}" for one in fight.attackers])


def _odds(fight: Fight) -> str:
    """``11 to 4, column 2:1``: the attack as it stands, before anybody gets away."""
    column = charts.odds_column(fight.field, fight.side, fight.attack, fight.defence)
    odds = f"{fraction_text(fight.attack)} to {fraction_text(fight.defence)}"
    return f"{odds}, column {column.label}" if column is not None else odds


def _facts(fight: Fight) -> tuple[tuple[str, str], ...]:
    return (
        ("odds", f"{fraction_text(fight.attack)}:{fraction_text(fight.defence)}"),
        ("role", "defender"),
        ("attackers", ", ".join(one.name for one in fight.attackers)),
        ("from", ", ".join(fight.attack_from)),
        ("at", fight.target),
    )


# The roll


@rule("one roll or many", "early retreat: no", "early retreat: no*")
def _roll(umpire: Umpire[Battlefield], attempt: Attempt, target: str) -> bool:
    """One die for the attempt (10.H.1); on ``no*`` those who failed are disrupted."""
    field = umpire.state
    units = tuple(field[name] for name in attempt.units)
    who = units[0].name if len(units) == 1 else target
    dice = charts.dice_of(field, "melee", "retreat_before_melee")
    roll = umpire.roll(dice, f"retreat before melee {who}", umpire.state.rule("early retreat"), modifiers(field, units))
    result = charts.retreat_before_melee(field, roll.total)
    umpire.emit(RetreatBeforeMeleeTried(attempt.units, target, roll, charts.needed_to_retreat(field), result))
    if result == "no*":
        for name in attempt.units:
            disrupt(umpire, name, "could not get away")
    return result == "yes"


@rule("leader rating", "leader in an early retreat", "routed meaning")
def modifiers(field: Battlefield, units: tuple[Counter, ...]) -> tuple[Modifier, ...]:
    """The modifiers of one attempt: a leader of the hex, horses, disruption, rout."""
    leader = max(leaders.stacked(field, units[0].at, units[0].side), key=leaders.rating, default=None)
    found = [Modifier(leaders.rating(leader), "leader", leader.name, field.rule("leader ratings"))] if leader else []
    states = (
        ("mounted", all(unit.is_mounted for unit in units)),
        ("disrupted", any(unit.disrupted for unit in units)),
        ("routed", any(unit.routed for unit in units)),
    )
    drm = charts.retreat_before_melee_drm
    return (
        *found,
        *(Modifier(drm(field, name), name, name, field.rule("early retreat")) for name, holds in states if holds),
    )


# The leaving


@rule(
    "mounted US pinned while leaving",
    "early retreat: yes",
    "path of the early retreat",
    "no other opportunity fire",
    "no opportunity fire by the engaged",
)
def _leave(
    umpire: Umpire[Battlefield], target: str, leaving: list[tuple[str, str]], attackers: tuple[str, ...]
) -> Play[tuple[str, ...]]:
    """Opportunity fire by those who fight no melee in this phase, then the hexes chosen (10.H.1; rulings A-033, A-053).

    A unit that had to dismount under the fire goes on, on foot, with its holders.
    """
    leaving = [(crews.leave(umpire, name, "left before the melee"), end) for name, end in leaving]
    names = tuple(name for name, _ in leaving)
    yield from leaders.choose_sides(umpire, names, "retreats before melee")
    present = {one.name for one in umpire.state.at(target)}
    rode = {name for name in names if umpire.state[name].is_mounted}
    paths = {name: ends(umpire.state, (umpire.state[name],)).get(end, ()) for name, end in leaving}
    fought = tuple(one.name for one in umpire.state.units.values() if one.attacked)
    yield from umpire.state.title.rules.opportunity_fire(umpire, names, target, engaged=(*attackers, *fought))
    left_with = [one.name for one in umpire.state.at(target) if one.is_holder and one.name not in present]
    gone: list[str] = []
    for name in names:
        field = umpire.state
        if name not in field or field[name].at != target or field[name].pinned:
            continue
        along = (left_with.pop(0),) if left_with and name in rode and not field[name].is_mounted else ()
        group = (name, *along)
        path = _as_far_as_open(paths[name], ends(field, tuple(field[one] for one in group)))
        for there in path:
            start = umpire.state[name].at
            retreat.sweep(umpire, there, group)
            with_it = tuple(one for each in group for one in leaders.attached_to(umpire.state, each))
            umpire.emit(UnitsRetreated((*group, *with_it), start, there, "before melee"))
        if path:
            gone += group
    return tuple(gone)


def _as_far_as_open(path: tuple[str, ...], ways: Paths) -> tuple[str, ...]:
    """The way that was meant, or the part of it that is still open; failing that the safest step."""
    for length in range(len(path), 0, -1):
        if ways.get(path[length - 1]) == path[:length]:
            return path[:length]
    return next((way for way in ways.values() if len(way) == 1), ())
