"""The log of fire: each shot so that it can be followed with the book open (9)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Factor, Modifier
from pbem.mechanisms.log import Marks
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.state import combat_events
from pbem.systems.indian_wars.state.combat_events import (
    AmmunitionChecked,
    BoxesCrossed,
    CrossfireDeclared,
    FireResolved,
    FireTooWeak,
    FirstShotFired,
    FirstShotKept,
    UnitFired,
)
from pbem.systems.indian_wars.state.counter import HIT_AND_RUN, RETURN, is_several
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.log import (
    Log,
    Shot,
    by,
    counted,
    fires,
    joined,
    number,
    signed,
    standing_at,
)

RULES = {
    "offensive": "fire",
    "defensive": "fire",
    "advance": "advance fire phase",
    "opportunity": "opportunity fire",
    "retreat": "fire at retreating units",
    HIT_AND_RUN: "hit and run",
    RETURN: "hit and run",
}
"""The meanings of the rules by which units fire."""
WHY = {"opportunity": ", leaving its ZOC", "retreat": ", which retreats past it", RETURN: ", which hits and runs"}
HALVES = Fraction(1, 2)

ALWAYS = ("low ammo", "disrupted", "pinned", "prone", "breastworks", "long range")
"""Conditions that may bear on any shot; whatever of it had no part is named in the line "not counted"."""

RESULTS = {"-": "no effect"}
MORALE_BRIEF = {
    "ok": "held",
    "disrupt": "disrupted",
    "pin": "pinned",
    "r1/disrupt": "driven back and disrupted",
    "r2/disrupt": "driven back and disrupted",
    "rout": "routed",
}


E = TypeVar("E", bound=Event)
TELL: Handlers[Log] = Handlers("tells")
MARKS: Handlers[Marks] = Handlers("marks")
TELL.nothing_for(FirstShotFired)


@TELL.on(CrossfireDeclared)
def _crossfire(log: Log, event: CrossfireDeclared) -> None:
    if event.units:
        text = f"crossfire into the coulee of {event.at}: {joined(event.units)}"
        log.head(text, log.rule("coulee crossfire"))


@TELL.on(FireTooWeak)
def _too_weak(log: Log, event: FireTooWeak) -> None:
    _strength(log, event.base, event.strength, event.factors)
    log.step("result", "less than 1 on the Indian line: no effect, and no roll", "", log.rule("fire below one"))
    if log.shot:
        log.shot.is_void = True


@TELL.on(FirstShotKept)
def _first_shot_kept(log: Log, event: FirstShotKept) -> None:
    log.step(
        "ammo",
        f"natural 5 in the first fire of {event.unit}: nothing is lost",
        "",
        log.rule("ammunition options"),
    )
    _said_ammo(log)


@TELL.on(BoxesCrossed)
def _boxes_crossed(log: Log, event: BoxesCrossed) -> None:
    crossed, left = number(Fraction(event.halves, 2)), number(Fraction(event.left, 2))
    log.step("ammo", f"{event.unit} crosses off {crossed}; {left} left", "", log.rule("ammunition options"))
    _said_ammo(log)


@MARKS.on(UnitFired)
def _mark_shot(marks: Marks, event: UnitFired) -> None:
    marks.fight("fire", event.firer, event.firer_at, event.target_at)


@TELL.on(UnitFired)
def _fired(log: Log, event: UnitFired) -> None:
    firer = log.field[event.firer]
    # Of several who declared their fire together the first may have left the others nobody to hit (ruling A-050).
    target = _target(log.field, event)
    strength = f" at {event.how} strength" if event.occasion in ("offensive", "defensive") else ""
    decided = log.take(f"{event.occasion} fire", event.firer)
    why = WHY.get(event.occasion, "")
    log.head(f"{standing_at(firer)} {fires(firer)}{strength} at {target}{why}", log.rule(RULES[event.occasion]))
    if decided:
        log.step(None, f"{by(decided)}: fire at {decided.choice}")
    log.count("fire")
    log.shot = Shot(event.firer, event.target, log.field.enemy_of(firer.side), occasion=event.occasion)
    log.at_close(lambda: _ended(log, event))


def _target(field: Battlefield, event: UnitFired) -> str:
    """The target where it is fired at; an earlier shot may have driven it out of that hex, or off the map."""
    if event.target not in field:
        return f"{event.target} (gone)"
    target = field[event.target]
    if target.at == event.target_at:
        return standing_at(target)
    return f"{target.name} ({event.target_at}, by now driven back to {target.at})"


@TELL.on(FireResolved)
def _resolved(log: Log, event: FireResolved) -> None:
    fired = event.shot
    _strength(log, fired.base, fired.strength, fired.factors)
    shift = f", {counted(fired.shifted, 'column')} to the left" if fired.shifted else ""
    brief = f"{fired.line} line, column {fired.column}{shift}, letter {fired.letter}"
    log.step("column", _column(log, fired), f"-> letter {fired.letter}", log.rule("fire"), brief=brief)
    rolled = log.roll(event.roll)
    log.step("roll", rolled, f"= {event.roll.natural}", brief=rolled)
    modifiers(log, event.roll.modifiers)
    shot = log.shot
    if shot is None:
        raise ValueError("a shot was resolved that nobody fired")
    shot.natural = event.roll.natural

    def result() -> None:
        log.step(
            "result",
            _result_text(event),
            f"-> {RESULTS.get(event.result, event.result)}",
            log.rule("fire results"),
            brief=_result_brief(event),
        )

    shot.result = result
    if shot.natural != charts.natural(log.field, "ammo"):
        result_now(log)


def result_now(log: Log) -> None:
    """Tell the result of the shot, if it is still waiting."""
    if log.shot and log.shot.result:
        tell, log.shot.result = log.shot.result, None
        tell()


def after_result(table: Handlers[Log], kind: type[E]) -> Callable[[Callable[[Log, E], None]], Callable[[Log, E], None]]:
    """Register how an event is told that may come of a shot: the shot's result is told before it."""

    def register(tell: Callable[[Log, E], None]) -> Callable[[Log, E], None]:
        @table.on(kind)
        def after(log: Log, event: E) -> None:
            result_now(log)
            tell(log, event)

        return tell

    return register


def _strength(log: Log, base: int, strength: Fraction, factors: Sequence[Factor]) -> None:
    parts = [factor_words(one) for one in factors if one.value != 1]
    text = f"{base}, {', '.join(parts)}" if parts else f"{base}, nothing halves it"
    rules = dict.fromkeys(one.clause for one in factors if one.value != 1 and one.clause)
    brief = f"strength {number(strength)}: {', '.join(parts)}" if parts else f"strength {number(strength)}"
    log.step("strength", text, f"= {number(strength)}", ", ".join(rules), brief=brief)


def factor_words(factor: Factor) -> str:
    """``half by order``; ``half for low ammo``."""
    how = "half" if factor.value == HALVES else "double" if factor.value == 2 else f"times {number(factor.value)}"
    return factor.name if factor.name.startswith(how) else f"{how} for {factor.name}"


def _column(log: Log, fired: combat_events.Shot) -> str:
    here = charts.fire_column(log.field, fired.line.lower(), fired.column)
    reach = f"{number(here.least)} or more" if here.label != charts.BELOW_ONE else "less than 1"
    shift = f", {counted(fired.shifted, 'column')} to the left ({log.rule('long range fire')})" if fired.shifted else ""
    return f"{fired.line} line, {fired.row} row, column {fired.column} ({reach}){shift}"


def _result_text(event: FireResolved) -> str:
    natural, total = event.roll.natural, event.roll.total
    drm = total - natural
    text = f"{natural} {'-' if drm < 0 else '+'} {abs(drm)} = {total} in column {event.shot.letter}"
    reached = f" ({event.found} from {event.least} on)" if event.least else ""
    return text + reached + ("; a casualty at long range is a check" if event.result != event.found else "")


def _result_brief(event: FireResolved) -> str:
    """``10 in column B (MC from 8 on)``."""
    reached = f" ({event.found} from {event.least} on)" if event.least else ""
    return f"{event.roll.total} in column {event.shot.letter}{reached}"


def modifiers(log: Log, found: Sequence[Modifier], *, share: bool = True) -> None:
    """A line for each modifier that counts, then those that were looked at and are 0; the short log leaves these out.

    With `share` the latter share a line for each clause.
    """
    for one in found:
        if one.value:
            words = modifier_words(one)
            brief = f"{signed(one.value)} {words}" if share else None
            log.step("modifiers", f"{signed(one.value)}  {words}", "", one.clause, brief=brief)
    zeros: list[tuple[str, list[str]]] = []
    for one in found:
        if one.value:
            continue
        if share and zeros and zeros[-1][0] == one.clause:
            zeros[-1][1].append(modifier_words(one))
        else:
            zeros.append((one.clause, [modifier_words(one)]))
    for clause, names in zeros:
        log.step("modifiers", f" 0  {', '.join(names)}", "", clause, brief="" if share else None)
    if not found:
        log.step("modifiers", "none", brief="" if share else None)


def modifier_words(one: Modifier) -> str:
    """``density: 12 points in 3412 (11-15)``, ``target mounted``."""
    if not one.detail:
        return one.name
    return f"{one.name.removeprefix('hex ')}: {one.detail}" if one.name == "hex density" else one.detail


@TELL.on(AmmunitionChecked)
def _ammunition(log: Log, event: AmmunitionChecked) -> None:
    in_passing = log.shot is not None and log.shot.occasion in (HIT_AND_RUN, RETURN)
    low = [die for die in range(1, 7) if charts.is_depleted(log.field, die, in_passing=in_passing)]
    reach = f"{low[0]}-{low[-1]}" if low else "never"
    whose = "" if log.shot and log.shot.firer == event.unit else f"{event.unit}: "
    natural = charts.natural(log.field, "ammo")
    text = f"{whose}natural {natural}: {log.roll(event.roll)} ({reach})"
    log.step("ammo", text, "-> LOW AMMO" if event.is_low else "-> enough left", log.rule("depletion"))
    if log.shot:
        log.shot.is_low = event.is_low
    _said_ammo(log)


def _said_ammo(log: Log) -> None:
    if log.shot:
        log.shot.ammo_told = True
    result_now(log)


def _ended(log: Log, event: UnitFired) -> None:
    """The last lines of a shot: what had no part in it, and what the firer may not do now."""
    result_now(log)
    shot = log.shot
    if shot is None:
        return
    if not shot.ammo_told and not shot.is_void and shot.natural:
        never = shot.natural == charts.natural(log.field, "ammo")
        log.step(
            "ammo",
            f"natural {shot.natural}: {'never runs low' if never else 'no check'}",
            "",
            log.rule("depletion"),
            brief="",
        )
    entry = log.entries[-1]
    text = " ".join(step.text for step in entry.steps if step.label in ("strength", "modifiers", "column", ""))
    missing = [name for name in ALWAYS if name not in text]
    if missing and not shot.is_void:
        log.step(None, f"not counted: {', '.join(missing)}", brief="")
    if event.occasion == "offensive" and event.how == "full":
        log.step(
            None,
            f"{shot.firer} has fired in full: no movement or change of mode in phase C",
            "",
            log.rule("offensive fire phase"),
            brief="",
        )
    effect = _effect(log.field, shot)
    text = _brief(shot, effect)
    if text:
        log.brief.append(text)
    if not (shot.lost or shot.is_gone or effect):
        log.misses += 1


def _effect(field: Battlefield, shot: Shot) -> str:
    """The result of a Morale Check on the target, which stands as it is now: routed units ignore a disruption, and mounted ones
    are not pinned."""
    if shot.morale in ("", "ok") or shot.is_gone or shot.target not in field:
        return ""
    target = field[shot.target]
    if shot.morale == "disrupt" and target.routed:
        return ""
    if shot.morale == "pin" and not target.pinned:
        return "driven back" if target.is_mounted else "thrown off its horses"
    return MORALE_BRIEF.get(shot.morale, "")


def _is(name: str) -> str:
    """``Crow King is``, ``Crow King ponies are``."""
    return f"{name} {'are' if is_several((name,)) else 'is'}"


def _brief(shot: Shot, effect: str) -> str:
    """A sentence on a shot that did something; "" for one that did not."""
    its = "their" if is_several((shot.target,)) else "its"
    is_one = not is_several((shot.firer,))
    low = f"{shot.firer} is low on ammunition" if is_one else f"{shot.firer} are low on ammunition"
    also = f", and {low}" if shot.is_low else ""
    if shot.is_gone:
        return (
            f"{shot.firer} fired at {shot.target} and destroyed {'them' if is_several((shot.target,)) else 'it'}{also}."
        )
    if shot.lost:
        after = f"; {_is(shot.target)} {effect}" if effect else f"; {its} morale held" if shot.morale == "ok" else ""
        return f"{shot.firer} hit {shot.target}: {counted(shot.lost, 'strength point')}{after}{also}."
    if effect in ("disrupted", "pinned", "routed"):
        also = f", and {'is' if is_one else 'are'} low on ammunition" if shot.is_low else ""
        return f"{shot.firer} {effect} {shot.target}{also}."
    if effect:
        return f"{shot.firer} fired at {shot.target}: {effect}{also}."
    return f"{low}." if shot.is_low else ""
