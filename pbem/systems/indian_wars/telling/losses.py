"""The log of what fire and melee do: losses, leaders, morale, horses, retreats and routs (9.D, 9.E, 10.I, 10.J, 12.E, 16.B)."""

from dataclasses import replace

from pbem.core.event import Event
from pbem.systems.indian_wars.state.combat_events import (
    CasualtiesTaken,
    CommandPassed,
    DeathClockSet,
    LeaderChecked,
    LeaderDrawn,
    LeaderKilled,
    LeaderRejoined,
    LeaderSurvived,
    LeaderWounded,
    LostHorsesRolled,
    MoraleChecked,
    MountsLost,
    RoutEnded,
    UnitDisrupted,
    UnitEliminated,
    UnitPinned,
    UnitRouted,
    UnitsLeftMap,
    UnitsRetreated,
    WoundRolled,
)
from pbem.systems.indian_wars.telling.fire import names_of, result_now, scored
from pbem.systems.indian_wars.telling.log import Log, Way, by
from pbem.systems.indian_wars.telling.words import SIDE_NAMES

LOSS_OF_LEADER = {"none": "unhurt", "wounded": "WOUNDED", "killed": "KILLED"}
MORALE = {
    "ok": "holds",
    "disrupt": "Disrupted",
    "pin": "Pinned",
    "r1/disrupt": "back 1 hex, Disrupted",
    "r2/disrupt": "back 2 hexes, Disrupted",
    "rout": "Routed",
}
FOLLOWS = {"disrupted": ("disrupt", "r1/disrupt", "r2/disrupt"), "pinned": ("pin",), "routed": ("rout",)}
CODES = {"us": "US", "indian": "IN"}
RULES = {"retreat": "retreat", "rout": "being routed", "before melee": "early retreat"}
ASKED = ("retreat hex", "rout hex", "before melee hex")


def tell_losses(log: Log, event: Event) -> bool:
    """Tell an event of losses, leaders, morale or the way back; False where it is none."""
    if not isinstance(event, OWN):
        return False
    result_now(log)
    return _tell_units(log, event) or _tell_leaders(log, event)


def _tell_units(log: Log, event: Event) -> bool:
    match event:
        case CasualtiesTaken():
            _casualties(log, event)
        case UnitEliminated(unit, at, why, to, points):
            log.step(
                "loss", f"{unit} ({at}) is out of the game: {why}{scored(to, points)}", "", log.field.rule("losses")
            )
            if log.shot and log.shot.target == unit:
                log.shot.is_gone = True
            _points(log, to, points)
        case MountsLost(of, why):
            log.step("horses", f"{of} lose their mounts: {why}", "", log.field.rule("horses"))
        case LostHorsesRolled(of, roll, captured, to, points):
            came = "captured" if captured else "not captured"
            log.step("horses", f"{of}: {log.sum_of(roll)}{scored(to, points)}", f"-> {came}", log.field.rule("horses"))
        case MoraleChecked(unit, roll, result):
            whose = "" if log.shot and log.shot.target == unit else f"{unit}: "
            log.step("morale", f"{whose}{log.sum_of(roll)}", f"-> {MORALE[result]}", log.field.rule("morale check"))
            if log.shot and log.shot.target == unit:
                log.shot.morale = result
            log.checked = (unit, result)
        case UnitDisrupted(unit, why):
            _condition(log, unit, "disrupted", why)
        case UnitPinned(unit, leaders):
            _condition(log, unit, "pinned", "")
            if leaders:
                log.step("condition", f"{names_of(leaders)} with it", "", log.field.rule("attachment"))
        case UnitRouted(unit, at, why, by_choice):
            if by_choice:
                log.head(f"{unit} ({at}) routs by choice", log.field.rule("kinds of rout"))
            else:
                _condition(log, unit, "routed", why)
        case UnitsRetreated():
            _way(log, event)
        case UnitsLeftMap(units, at, how):
            log.step(
                "retreat", f"{names_of(units)}: off the map at {at} in {how}, and gone", "", log.field.rule("retreat")
            )
        case RoutEnded():
            _rout_ended(log, event)
        case _:
            return False
    return True


def _casualties(log: Log, event: CasualtiesTaken) -> None:
    if log.melee is None:
        text = f"{event.unit} {event.before} -> {event.after}{scored(event.to, event.points)}"
        log.step("loss", text, "", log.field.rule("pinned by fire"))
        if log.shot and log.shot.target == event.unit:
            log.shot.lost += event.lost
        return
    melee = log.melee
    decided = log.take("losses")
    role = "attacker" if log.field[event.unit].side == melee.side else "defender"
    source = "" if decided is None or decided.source == "forced" else f" ({CODES[decided.side]} {decided.source})"
    log.step(
        "losses",
        f"{role} {event.lost}: {event.unit} {event.before} -> {event.after}{source}",
        "",
        log.field.rule("melee casualties"),
    )
    melee.last_loss, melee.last_source = event.unit, source
    melee.points[event.to] = melee.points.get(event.to, 0) + event.points
    melee.lost[role] = melee.lost.get(role, 0) + event.lost
    _holders_apart(log, event.unit)


def _holders_apart(log: Log, name: str) -> None:
    """Holders take a loss only where they stand with their unit (8.D.2): said where they stand apart."""
    unit = log.field[name]
    holders = unit.printed.holders
    if (
        not unit.is_mounted
        and holders in log.field
        and log.field[holders].at
        and log.field[holders].at != unit.at
        and log.melee
    ):
        at = log.field[holders].at
        log.melee.apart.append(f"holders in {at}, not stacked: none replaces the loss")


def _condition(log: Log, unit: str, condition: str, why: str) -> None:
    """A condition that the last check already told is not told again."""
    if log.melee and condition == "disrupted" and log.melee.last_loss == unit:
        text = log.entries[-1].steps[-1].text
        source = log.melee.last_source
        log.restep(f"{text.removesuffix(source)}, disrupted{source}")
        log.melee.last_loss = ""
    elif log.checked is not None and log.checked[0] == unit and log.checked[1] in FOLLOWS[condition]:
        log.checked = None
    else:
        log.step("condition", f"{unit} is {condition}{f': {why}' if why else ''}")


def _way(log: Log, event: UnitsRetreated) -> None:
    """Hexes of one retreat grow one path, as long as nothing comes between them."""
    before = log.way
    decided = next((found for kind in ASKED if (found := log.take(kind))), None)
    source = f" ({by(decided)})" if decided and decided.source != "forced" else ""
    if before and before.units == event.units and before.how == event.how and before.path[-1] == event.start:
        way = replace(before, path=(*before.path, event.to), source=source or before.source)
        (log.extend if way.is_head else log.restep)(way.text)
    else:
        is_head = event.how == "rout" and not log.is_open
        way = Way(event.units, event.how, (event.start, event.to), is_head, source)
        if is_head:
            log.head(way.text, log.field.rule("rout movement"))
        else:
            log.step("retreat", way.text, "", log.field.rule(RULES[event.how]))
    log.way = way


def _rout_ended(log: Log, event: RoutEnded) -> None:
    way = log.way
    if way and event.unit in way.units:
        text = f"{way.text}; stops: {event.why}"
        (log.extend if way.is_head else log.restep)(text)
    else:
        log.step("retreat", f"{event.unit} stops in {event.at}: {event.why}", "", log.field.rule("rout movement"))


def _tell_leaders(log: Log, event: Event) -> bool:
    match event:
        case LeaderDrawn(at, leaders, leader, roll):
            log.step(
                "leader",
                f"one of {names_of(leaders)} in {at}: {log.roll(roll)}",
                f"-> {leader}",
                log.field.rule("leader casualties"),
            )
        case LeaderChecked(leader, at, roll, result):
            rule = log.field.rule("leaders hit in melee") if log.melee else log.field.rule("leader losses")
            log.step("leader", f"{leader} in {at}: {log.sum_of(roll)}", f"-> {LOSS_OF_LEADER[result]}", rule)
        case WoundRolled(leader, roll, severity):
            log.step(
                "leader", f"how badly {leader} is wounded: {log.roll(roll)}", f"-> {severity}", log.field.rule("wounds")
            )
        case LeaderWounded(leader, severity, to, points):
            log.step("leader", f"{leader} has a {severity} wound{scored(to, points)}", "", log.field.rule("wounds"))
            log.brief.append(f"{leader} was wounded ({severity}).")
            _points(log, to, points)
        case DeathClockSet(leader, roll, turn):
            log.step(
                "leader",
                f"{leader} lives until the Rally Phase of turn {turn}: {log.roll(roll)}",
                "",
                log.field.rule("wounds"),
            )
        case LeaderSurvived(leader, roll):
            log.step("leader", f"{leader} lives, severely wounded: {log.roll(roll)}", "", log.field.rule("wounds"))
            log.brief.append(f"{leader} survived his wound.")
        case LeaderKilled(leader, at, why, to, points, roll):
            rolled = f": {log.roll(roll)}" if roll else ""
            log.step(
                "leader", f"{leader} ({at}): {why}{rolled}{scored(to, points)}", "", log.field.rule("leader casualties")
            )
            log.brief.append(f"{leader}: {why}.")
            _points(log, to, points)
        case LeaderRejoined(leader, of, to):
            log.step("leader", f"{leader} goes from {of} to {to}", "", log.field.rule("attachment"))
        case CommandPassed(side, of, to):
            log.step(
                "leader",
                f"with {of} gone {to} commands the {SIDE_NAMES[side]} side",
                "",
                log.field.rule("replacement leaders"),
            )
        case _:
            return False
    return True


def _points(log: Log, to: str, points: int) -> None:
    if log.melee and points:
        log.melee.points[to] = log.melee.points.get(to, 0) + points


OWN = (
    CasualtiesTaken,
    CommandPassed,
    DeathClockSet,
    LeaderChecked,
    LeaderDrawn,
    LeaderKilled,
    LeaderRejoined,
    LeaderSurvived,
    LeaderWounded,
    LostHorsesRolled,
    MoraleChecked,
    MountsLost,
    RoutEnded,
    UnitDisrupted,
    UnitEliminated,
    UnitPinned,
    UnitRouted,
    UnitsLeftMap,
    UnitsRetreated,
    WoundRolled,
)
