"""The log of melee: odds, modifiers, the roll, what both sides lost, and what came after (10)."""

from collections.abc import Sequence
from fractions import Fraction

from pbem.core.event import Handlers
from pbem.mechanisms.log import Marks
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.melee import early_retreat
from pbem.systems.indian_wars.state.combat_events import (
    ChargeEnded,
    Fighter,
    MeleeAvoided,
    MeleeDeclared,
    MeleeEnded,
    MeleeResolved,
    PursuitTried,
    RetreatBeforeMeleeTried,
    UnitGotUp,
    UnitsAdvanced,
    UnitsPursued,
)
from pbem.systems.indian_wars.state.counter import VILLAGERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.entries.fire import factor_words, modifiers
from pbem.systems.indian_wars.telling.log import SIDE_NAMES, Log, Melee, by, counted, joined, number, short_state

TRIED = {"yes": "Yes, gets away", "no": "No, stays", "no*": "No*, stays"}


TELL: Handlers[Log] = Handlers("tells")
MARKS: Handlers[Marks] = Handlers("marks")


@TELL.on(MeleeAvoided)
def _avoided(log: Log, event: MeleeAvoided) -> None:
    log.step("after", f"nobody is left to fight in {event.target}", "", log.rule("pursuit"))


@TELL.on(UnitGotUp)
def _got_up(log: Log, event: UnitGotUp) -> None:
    log.step("after", f"{event.unit} is no longer prone", "", log.rule("prone"))


@TELL.on(ChargeEnded)
def _charge_ended(log: Log, event: ChargeEnded) -> None:
    log.step("after", f"the charge of {joined(event.units)} is over", "", log.rule("charge"))


@TELL.on(PursuitTried)
def _pursuit_tried(log: Log, event: PursuitTried) -> None:
    decided = log.take("pursuit")
    who = f"{by(decided)}: " if decided else ""
    rolled = f": {log.sum_of(event.roll)}" if event.roll else ", after a charge without a roll"
    text = f"{who}{joined(event.units)} try to follow from {event.at}{rolled}"
    log.step("pursuit", text, "-> yes" if event.succeeded else "-> no", log.rule("pursuit"))


@TELL.on(UnitsPursued)
def _pursued(log: Log, event: UnitsPursued) -> None:
    log.step(
        "pursuit",
        f"{_verb(event.units, 'pursues', 'pursue')} {event.start} -> {event.to}",
        "",
        log.rule("pursuit"),
    )


@TELL.on(UnitsAdvanced)
def _advanced(log: Log, event: UnitsAdvanced) -> None:
    decided = log.take("advance")
    who = f" ({by(decided)})" if decided and decided.source != "forced" else ""
    verb = _verb(event.units, "advances", "advance")
    log.step("advance", f"{verb} {event.start} -> {event.to}{who}", "", log.rule("advance"))


@MARKS.on(UnitsPursued, UnitsAdvanced)
def _mark_step(marks: Marks, event: UnitsPursued | UnitsAdvanced) -> None:
    marks.step("move", event.units, event.start, event.to)


@MARKS.on(MeleeDeclared)
def _mark_melee(marks: Marks, event: MeleeDeclared) -> None:
    for start in () if event.renewed else event.attack_from:
        marks.fight("melee", event.attackers[0], start, event.target)


def _verb(units: Sequence[str], one: str, many: str) -> str:
    return f"{joined(units)} {one if len(units) == 1 else many}"


@TELL.on(MeleeDeclared)
def _declared(log: Log, event: MeleeDeclared) -> None:
    renewed = "Renewed melee" if event.renewed else "Melee"
    field = log.field
    log.head(
        f"{renewed} at {event.target}: {', '.join(event.attackers)} from {joined(event.attack_from)}",
        log.rule("attack"),
    )
    log.count("melee")
    defenders = [field[name] for name in event.defenders]
    units = [unit for unit in defenders if not unit.is_leader]
    leaders = (
        [unit.name for unit in field.at(event.target) if unit.is_leader and unit.side == defenders[0].side]
        if defenders
        else []
    )
    log.step("against", f"{_defence(field, event.target, units)}; {_leaders(event.leaders, leaders)}")
    side = field[event.attackers[0]].side if event.attackers else ""
    log.melee = Melee(event.target, event.attackers, side, bool(event.leaders or leaders))


def _defence(field: Battlefield, at: str, units: Sequence[Counter]) -> str:
    """The units that are attacked, and in what order; where nobody fights, who else is there."""
    if not units:
        others = [one.name for one in field.at(at) if one.kind == VILLAGERS]
        return f"{joined(others)}, who do not fight" if others else "nobody who fights"
    states = sorted({state for unit in units for state in unit.conditions})
    named = ", ".join(f"{unit.name} {short_state(unit)}" for unit in units)
    return f"{named}, {joined(states) if states else 'good order'}"


def _leaders(attackers: Sequence[str], defenders: Sequence[str]) -> str:
    if not attackers and not defenders:
        return "no leader on either side"
    with_attacker = f"{joined(attackers)} with the attackers" if attackers else "no leader with the attackers"
    return f"{with_attacker}, {f'{joined(defenders)} with the defenders' if defenders else 'none with the defenders'}"


@TELL.on(RetreatBeforeMeleeTried)
def _tried(log: Log, event: RetreatBeforeMeleeTried) -> None:
    decided = next(
        (found for found in (log.take("retreat before melee", name) for name in (*event.units, event.at)) if found),
        None,
    )
    source = f"{by(decided)}: " if decided else "compelled: "
    verb = "tries" if len(event.units) == 1 else "try"
    text = f"{source}{joined(event.units)} {verb} to retreat: {log.sum_of(event.roll)} (needs {event.needs} or more)"
    units = tuple(log.field[name] for name in event.units)
    if event.result == "yes" and not early_retreat.ends(log.field, units):
        log.step("reaction", text, "-> Yes, but it has no way out", log.rule("early retreat"))
        log.step(
            "reaction",
            f"{joined(event.units)}: each hex around is closed or in an enemy ZOC; it stays",
            "",
            log.rule("routed defenders"),
        )
        return
    log.step("reaction", text, f"-> {TRIED[event.result]}", log.rule("early retreat"))


@TELL.on(MeleeResolved)
def _resolved(log: Log, event: MeleeResolved) -> None:
    log.step("attack", _fighters(event.attackers), f"= {number(event.attack)}")
    log.step("defence", _fighters(event.defenders), f"= {number(event.defence)}")
    log.step("odds", _odds(log, event), f"-> column {event.column}", log.rule("attack"))
    log.step("roll", log.roll_short(event.roll), f"= {event.roll.natural}")
    modifiers(log, event.roll.modifiers, share=False)
    natural, total = event.roll.natural, event.roll.total
    drm = total - natural
    row = f", row {event.row}" if event.row != total else ""
    text = f"{natural} {'-' if drm < 0 else '+'} {abs(drm)} = {total}{row} in column {event.column}"
    log.step("result", text, f"-> {event.attacker_result} / {event.defender_result}", log.rule("melee casualties"))
    if log.melee:
        log.melee.is_fought = True


def _fighters(fighters: Sequence[Fighter]) -> str:
    return " + ".join(_fighter(one) for one in fighters) or "nobody"


def _fighter(one: Fighter) -> str:
    factors = [factor_words(factor) for factor in one.factors if factor.value != 1]
    bonus = [f"charge +{one.bonus}"] if one.bonus else []
    how = f" ({', '.join([str(one.base), *factors, *bonus])})" if factors or bonus else ""
    return f"{one.unit} {number(one.strength)}{how}"


def _odds(log: Log, event: MeleeResolved) -> str:
    text = f"{event.line} line: {number(event.attack)} : {number(event.defence)}"
    if not event.defence:
        return text
    odds = Fraction(event.attack, event.defence)
    columns = charts.odds_columns(log.field, event.line.lower())
    here = next(one for one in columns if one.label == event.column)
    exact = "" if here.ratio == odds else ", at most" if here == columns[-1] else ", down to"
    return f"{text} = {number(odds)}{exact}"


@TELL.on(MeleeEnded)
def _ended(log: Log, event: MeleeEnded) -> None:
    melee = log.melee
    if melee is None:
        log.step("after", f"{event.target} is {'held' if event.held else 'free'}", "", log.rule("advance"))
        log.brief.append(f"Melee at {event.target}: {_outcome(event)}.")  # it began before a question was put
        return
    for remark in melee.apart:
        log.step("losses", remark, "", log.rule("holders"))
    scored = [f"{SIDE_NAMES[side]} {points:+d}" for side in SIDE_NAMES if (points := melee.points.get(side, 0))]
    if melee.is_fought:
        log.step("points", ", ".join(scored) or "none", "", log.rule("victory"))
    if not melee.has_leaders:
        log.step("leaders", "none in the fight: no check", "", log.rule("leaders hit in melee"))
    after = f"{event.target} is held: no advance, no pursuit" if event.held else f"{event.target} is free of the enemy"
    log.step("after", after, "", log.rule("advance"))
    if not any(step.label == "horses" for step in log.entries[-1].steps):
        log.step("horses", "holders not in the melee: none lost", "", log.rule("horses"))
    lost = [f"{role}s lost {counted(number_lost, 'point')}" for role, number_lost in sorted(melee.lost.items())]
    log.brief.append(f"Melee at {event.target}: {', '.join(lost) or 'no losses'}; {_outcome(event)}.")


def _outcome(event: MeleeEnded) -> str:
    return "the defender holds" if event.held else "the defender has left the hex"
