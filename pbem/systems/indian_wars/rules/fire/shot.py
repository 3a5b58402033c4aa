"""One shot, before it is fired: who may fire at whom (9.A-9.C), and with what effect."""

from fractions import Fraction
from math import floor, prod

from pbem.board import sight
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.fire.fire_modifiers import factors_of, modifiers_of, shifts_at_long_range
from pbem.systems.indian_wars.rules.situations import Aim
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.combat_events import Shot as Shot
from pbem.systems.indian_wars.state.counter import (
    BURNING_CAMP,
    CAMP,
    DEFENSIVE,
    GRASS_FIRE,
    MANHANDLING,
    PRONE,
    Counter,
    Engagement,
)
from pbem.systems.indian_wars.state.field import Battlefield

LINES = {"us": "US", "indian": "Indian"}
LODGES = (CAMP, BURNING_CAMP, GRASS_FIRE)
"""Obstacles to a line of sight: camps, standing or burning, and grass fires (LB-9.C, LB-17.D.2, LB-18.C.3)."""
HIGHER_BETWEEN = "higher between"
"""The option by which ground blocks sight that is higher than one end alone (ruling A-039)."""
ROW = 66
"""Characters of a line of an answer: a name and its hex stand on one."""


@rule("adjacent fire", "one firer one target", "combat factor in fire", "fire combat procedure")
def plan_shot(
    field: Battlefield, firer: str, target: str, occasion: str, how: str = "full", target_at: str = ""
) -> Shot | Problem:
    """The shot of one unit at one enemy, or why there can be none.

    `occasion` is ``offensive``, ``defensive``, ``advance``, ``opportunity`` or ``retreat``.  `target_at` is where the
    target is fired at, if not where it stands.
    """
    unit, enemy = field[firer], field[target]
    at = target_at or enemy.at
    problem = unable(field, unit, occasion, how) or _no_target(field, unit, enemy, at)
    if problem:
        return problem
    how = "half" if ammunition.must_halve(field, unit, occasion) else how
    return _aimed(Aim(field, unit, enemy, at, occasion, how, field.sheet.map.distance(unit.at, at)))


@rule("advance fire at half", "gunnery")
def usual_strength(field: Battlefield, unit: Counter, letter: str) -> str:
    """The strength of a unit's fire if nothing is said: at half in the Advance Fire Phase, but guns at full in any
    (LB-11.C.2)."""
    return "full" if unit.is_gun else field.title.phase(letter).strength


# Who may fire


@rule(
    "offensive fire",
    "defensive fire",
    "advance fire eligibility",
    "advance fire at half",
    "no fire or attack",
    "HQ holder",
    "non-combat units",
)
def unable(field: Battlefield, unit: Counter, occasion: str, how: str) -> Problem | None:
    """Why a unit may not fire at anybody now (4.B, 4.D, 4.E, 10.J.3)."""
    name = unit.name
    problem = kinds.forbids(field, unit, kinds.FIRE)
    if problem:
        return problem
    if unit.is_gun:
        text = f"{name} is a gun, and fires at a hex by its own chart ({field.rule('guns separate')})."
        return Illegal("E144", text, field.rule("guns separate"), rests_on=(name,))
    if unit.routed:
        return Illegal(
            "E144",
            f"{name} is routed: routed units do not fire ({field.rule('limits of routed units')}).",
            field.rule("limits of routed units"),
            rests_on=(name,),
        )
    if not unit.strength:
        return Illegal(
            "E144",
            f"{name} has no strength to fire with ({field.rule('combat factor in fire')}).",
            field.rule("combat factor in fire"),
            rests_on=(name,),
        )
    if ammunition.is_empty(field, unit):
        return Illegal(
            "E144",
            f"{name} has no ammunition left ({field.rule('ammunition options')}).",
            field.rule("ammunition options"),
            rests_on=(name,),
        )
    if how == "half" and occasion == "defensive" and not ammunition.is_on_roster(field, unit):
        text = (
            f"Half fire is for phase B, where it saves half the MP; in phase D {name} fires in full "
            f"({field.rule('offensive fire phase')}, {field.rule('defensive fire phase')})."
        )
        return Illegal("E145", text, field.rule("offensive fire phase"))
    if any(one.occasion == MANHANDLING for one in unit.shot_in):
        text = f"{name} manhandled a gun in this player turn, and does nothing else ({field.rule('manhandling unit')})."
        return Illegal("E144", text, field.rule("manhandling unit"), rests_on=(name,))
    return has_fired(field, unit, occasion)


@rule("fired marker", "advance fire at half", "one firer one target", "strike after return fire")
def has_fired(field: Battlefield, unit: Counter, occasion: str) -> Problem | None:
    """Why a unit has no shot left in this phase (4.B, 4.D, 4.E)."""
    if occasion == "offensive" and unit.fired:
        return Illegal(
            "E143",
            f"{unit.name} has already fired this phase ({field.rule('fire')}).",
            field.rule("fire"),
            rests_on=(unit.name,),
        )
    if occasion == "defensive" and Engagement("D", DEFENSIVE) in unit.shot_in:
        return Illegal(
            "E143",
            f"{unit.name} has already fired this phase ({field.rule('fire')}).",
            field.rule("fire"),
            rests_on=(unit.name,),
        )
    if occasion != "advance":
        return None
    if unit.has_struck:
        text = f"{unit.name} hit and ran in phase C: it can't fire in phase E ({field.rule('hit and run')})."
        return Illegal("E143", text, field.rule("hit and run"), rests_on=(unit.name,))
    if unit.fired:
        text = f"{unit.name} fired in phase B: advance fire is for units that did not ({field.rule('advance fire phase')})."
        return Illegal("E143", text, field.rule("advance fire phase"), rests_on=(unit.name,))
    if unit.advance_fired_at:
        return Illegal(
            "E143",
            f"{unit.name} has already fired this phase ({field.rule('fire')}).",
            field.rule("fire"),
            rests_on=(unit.name,),
        )
    return None


# At whom


@rule("leaders as targets", "camp counters")
def _no_target(field: Battlefield, unit: Counter, enemy: Counter, at: str) -> Problem | None:
    if enemy.side == unit.side:
        return Illegal(
            "E142", f"{enemy.name} is on your own side ({field.rule('fire')}).", field.rule("fire"), words=enemy.name
        )
    for protects in field.title.rules.protections:
        problem = protects(field, unit, enemy)
        if problem:
            return problem
    if enemy.is_leader and any(
        one.side == enemy.side and not one.is_leader and not one.is_bystander for one in field.at(at)
    ):
        with_ = enemy.attached_to or next(
            one.name for one in field.at(at) if not one.is_leader and not one.is_bystander
        )
        line = f"{unit.name} fire at {with_}"
        text = f"{enemy.name} is attached to {with_}; a leader with a unit can't be targeted ({field.rule('fire')})."
        question = f"{text}   Did you mean   {line} ?"
        return Illegal("E142", question, field.rule("fire"), (line,), enemy.name, rests_on=(enemy.name, with_))
    if enemy.is_unmanned and not enemy.abandoned:
        clause = field.rule("camp counters")
        return Illegal("E142", f"Nobody fires at {enemy.name}: fire is at people ({clause}).", clause, words=enemy.name)
    if enemy.abandoned:
        text = f"{enemy.name} is abandoned: there is nobody to fire at ({field.rule('pack train personnel')})."
        return Illegal("E142", text, field.rule("pack train personnel"), words=enemy.name, rests_on=(enemy.name,))
    match field.sheet.map.distance(unit.at, at):
        case 1:
            return None
        case 2:
            return _no_long_range(field, unit, enemy, at)
        case far:
            text = (
                f"{enemy.name} ({at}) is {far} hexes from {unit.name} ({unit.at}); the range is two "
                f"({field.rule('fire')}, {field.rule('long range fire')})."
            )
            return Illegal("E141", text, field.rule("fire"), words=enemy.name, rests_on=(unit.name, enemy.name))


@rule("long range", "who fires at long range", "LOS needed", "LOS for long range")
def _no_long_range(field: Battlefield, unit: Counter, enemy: Counter, at: str) -> Problem | None:
    """Why there is no long range fire at a unit two hexes away (9.B.3, 9.C)."""
    rests_on = (unit.name, enemy.name)
    if unit.minds_mounts:
        text = (
            f"{enemy.name} ({at}) is two hexes from {unit.at}: holders fire at adjacent hexes only "
            f"({field.rule('long range fire')})."
        )
        return Illegal("E140", text, field.rule("long range fire"), words=enemy.name, rests_on=rests_on)
    if unit.is_mounted:
        text = (
            f"{enemy.name} ({at}) is two hexes from {unit.at} and {unit.name} is mounted;"
            f" only dismounted or prone units fire at long range ({field.rule('long range fire')})."
        )
        return Illegal("E140", text, field.rule("long range fire"), words=enemy.name, rests_on=rests_on)
    if enemy.mode == PRONE and field.sheet.map.is_coulee(at):
        text = f"{enemy.name} lies prone in the coulee of {at}: nobody fires at it from afar ({field.rule('long range fire')})."
        return Illegal("E140", text, field.rule("long range fire"), words=enemy.name, rests_on=rests_on)
    between = sight.blockers(
        field.sheet.map, unit.at, at, lambda one: blocks(field, one), either=HIGHER_BETWEEN in field.options
    )
    if not between:
        return None
    why = say.several([_obstacle(field, unit.at, one, at) for one in between])
    text = f"No line of sight from {unit.at} to {at}: {why} ({field.rule('line of sight')})."
    there = tuple(one.name for hex_id in between for one in field.at(hex_id))
    return Illegal("E141", text, field.rule("line of sight"), words=at, rests_on=(*rests_on, *there))


@rule("units block", "grass fire effects")
def blocks(field: Battlefield, at: str) -> bool:
    """True if a unit in a hex stands in the line: more than one factor, not prone (9.C; ruling A-041)."""
    return at in field.stacks and any(_stands_tall(one) for one in field.at(at))


def _stands_tall(unit: Counter) -> bool:
    return unit.kind in LODGES or (unit.strength > 1 and unit.mode != PRONE and not unit.is_leader)


def _obstacle(field: Battlefield, start: str, between: str, end: str) -> str:
    either = HIGHER_BETWEEN in field.options
    match sight.why_blocked(field.sheet.map, start, between, end, lambda one: blocks(field, one), either=either):
        case "woods":
            return f"{between} between them is wooded"
        case "height":
            return f"{between} between them is higher than {'one of them' if either else 'both'}"
        case _:
            lodges = next((one.name for one in field.at(between) if one.kind in LODGES), "")
            if lodges:
                return f"{between} between them holds {lodges}"
            names = say.several([one.name for one in field.at(between) if _stands_tall(one)])
            return f"{between} between them holds {names}, more than 1 strength point and not prone"


# With what effect


@rule(
    "fire strength and column",
    "Henry-armed units",
    "modifiers cumulative",
    "US below one",
    "Indian below one",
    "fractions",
)
def _aimed(aim: Aim) -> Shot:
    """Strength, column and letter: fractions are kept, long range alone rounds down, at the end (ruling A-037)."""
    field, unit = aim.field, aim.firer
    factors = factors_of(aim)
    strength = Fraction(unit.strength) * prod((factor.value for factor in factors), start=Fraction(1))
    if aim.is_long and not shifts_at_long_range(unit):
        strength = Fraction(floor(strength))
    line = "us" if unit.side == "us" or unit.printed.henry else "indian"
    label, shifted = "", 0
    if unit.side == "us" or strength >= 1:
        label, shifted = _column(aim, line, strength)
    letter = charts.fire_letter(field, unit.mode, label) if label else ""
    return Shot(
        unit.name,
        aim.target.name,
        unit.at,
        aim.target_at,
        aim.occasion,
        aim.how,
        aim.is_long,
        unit.strength,
        strength,
        factors,
        LINES[line],
        unit.mode,
        label,
        shifted,
        letter,
        modifiers_of(aim),
    )


@rule("infantry shift", "US below one")
def _column(aim: Aim, line: str, strength: Fraction) -> tuple[str, int]:
    """The right-most column that the strength reaches; infantry at long range one left of it (rulings A-037, A-044)."""
    columns = charts.fire_columns(aim.field, line)
    reached = max((n for n, column in enumerate(columns) if strength >= column.least))
    shifted = 1 if aim.is_long and shifts_at_long_range(aim.firer) and reached > 0 else 0
    return columns[reached - shifted].label, shifted


def targets(field: Battlefield, firer: str, occasion: str, how: str = "full") -> tuple[str, ...]:
    """The enemies at which a unit may fire now, nearest first, in the sequence of the hexes around it."""
    unit = field[firer]
    if unable(field, unit, occasion, how):
        return ()
    near = field.sheet.map.neighbours(unit.at)
    around = dict.fromkeys((*near, *(far for one in near for far in field.sheet.map.neighbours(one))))
    return tuple(
        enemy.name
        for at in around
        if at in field.stacks and at != unit.at
        for enemy in field.at(at)
        if enemy.side != unit.side and not _no_target(field, unit, enemy, at)
    )


def missing_target(field: Battlefield, unit: Counter, occasion: str, how: str) -> Problem:
    """No target was named: whom the unit can reach, those next to it before those at long range (E111)."""
    found = targets(field, unit.name, occasion, how)
    next_to = tuple(name for name in found if field[name].at in field.sheet.map.neighbours(unit.at))
    found = (next_to or found) if how != "long" else found
    if not found:
        text = f"Fire at whom?  {unit.name} ({unit.at}) can reach nobody."
        return Malformed("E111", text, field.rule("fire"), rests_on=(unit.name,))
    line = f"{unit.name} fire {how} at {found[0]}"
    rows = [f"Fire at whom?  {unit.name} ({unit.at}) can reach:"]
    for n, name in enumerate(found, start=1):
        wording = f"{name} {field[name].at}{'.' if n == len(found) else ','}"
        if len(rows[-1]) + 1 + len(wording) > ROW:
            rows.append(wording)
        else:
            rows[-1] += f" {wording}"
    return Malformed("E111", "\n".join(rows) + f"   Write   {line}", field.rule("fire"), (line,))
