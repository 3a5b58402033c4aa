"""The log of rallies and of what fire and melee do: losses, morale, horses, retreats and routs (8.D.2, 9.D, 10.I, 13)."""

from dataclasses import replace

from pbem.core.event import Handlers
from pbem.core.umpire import Roll
from pbem.mechanisms.log import Marks
from pbem.systems.indian_wars.rules.morale import rally
from pbem.systems.indian_wars.state.leader_events import (
    CommandPassed,
    DeathClockSet,
    EvacueeRolled,
    LeaderBroughtOff,
    LeaderChecked,
    LeaderDrawn,
    LeaderKilled,
    LeaderRejoined,
    LeaderSurvived,
    LeaderWounded,
    ReplacementCalled,
    ReplacementPlaced,
    RoleLost,
    WoundRolled,
)
from pbem.systems.indian_wars.state.morale_events import (
    CasualtiesTaken,
    LeaderAttached,
    LossReplaced,
    LostHorsesRolled,
    MoraleChecked,
    MountsLost,
    RallyFailed,
    RoutEnded,
    UnitDisrupted,
    UnitEliminated,
    UnitPinned,
    UnitRallied,
    UnitRouted,
    UnitsLeftMap,
    UnitsRetreated,
)
from pbem.systems.indian_wars.telling.entries.fire import after_result
from pbem.systems.indian_wars.telling.log import SIDE_NAMES, Flight, Log, by, joined, scored

# The log of leaders: checks, wounds, death, command and replacements (9.E, 12).

CHECKED = {"none": "unhurt", "wounded": "WOUNDED", "killed": "KILLED"}

TELL: Handlers[Log] = Handlers("tells")


@after_result(TELL, LeaderDrawn)
def _drawn(log: Log, event: LeaderDrawn) -> None:
    text = f"one of {joined(event.leaders)} in {event.at}: {log.roll(event.roll)}"
    log.step("leader", text, f"-> {event.leader}", log.rule("leader casualties"))


@after_result(TELL, LeaderChecked)
def _checked(log: Log, event: LeaderChecked) -> None:
    rule = log.rule("leaders hit in melee") if log.melee else log.rule("leader losses")
    text = f"{event.leader} in {event.at}: {log.sum_of(event.roll)}"
    log.step("leader", text, f"-> {CHECKED[event.result]}", rule)


@after_result(TELL, WoundRolled)
def _wound_rolled(log: Log, event: WoundRolled) -> None:
    text = f"how badly {event.leader} is wounded: {log.roll(event.roll)}"
    log.step("leader", text, f"-> {event.severity}", log.rule("wounds"))


@after_result(TELL, LeaderWounded)
def _wounded(log: Log, event: LeaderWounded) -> None:
    text = f"{event.leader} has a {event.severity} wound{scored(event.to, event.points)}"
    log.step("leader", text, "", log.rule("wounds"))
    log.brief.append(f"{event.leader} was wounded ({event.severity}).")
    log.count_points(event.to, event.points)


@after_result(TELL, DeathClockSet)
def _dying(log: Log, event: DeathClockSet) -> None:
    until = f"the Rally Phase of turn {event.turn}"
    log.step("leader", f"{event.leader} lives until {until}: {log.roll(event.roll)}", "", log.rule("wounds"))


@after_result(TELL, LeaderSurvived)
def _survived(log: Log, event: LeaderSurvived) -> None:
    log.step("leader", f"{event.leader} lives, severely wounded: {log.roll(event.roll)}", "", log.rule("wounds"))
    log.brief.append(f"{event.leader} survived the wound.")


def _why(event: LeaderKilled) -> str:
    """The end of a leader in words; records keep older ones for some of it."""
    return {"killed with his unit": "killed with the unit", "died of his wounds": "died of wounds"}.get(
        event.why, event.why
    )


@after_result(TELL, LeaderKilled)
def _killed(log: Log, event: LeaderKilled) -> None:
    rolled = f": {log.roll(event.roll)}" if event.roll else ""
    points = scored(event.to, event.points)
    log.step("leader", f"{event.leader} ({event.at}): {_why(event)}{rolled}{points}", "", log.rule("leader casualties"))
    log.brief.append(f"{event.leader}: {_why(event)}.")
    log.count_points(event.to, event.points)


@after_result(TELL, LeaderRejoined)
def _rejoined(log: Log, event: LeaderRejoined) -> None:
    log.step("leader", f"{event.leader} goes from {event.of} to {event.to}", "", log.rule("attachment"))


@after_result(TELL, CommandPassed)
def _command_passed(log: Log, event: CommandPassed) -> None:
    text = f"with {event.of} gone {event.to} commands the {SIDE_NAMES[event.side]} side"
    log.step("leader", text, "", log.rule("replacement leaders"))


@after_result(TELL, RoleLost)
def _role_lost(log: Log, event: RoleLost) -> None:
    left = ", ".join(event.left) or "none is left"
    log.step("leader", f"whoever played {event.of} takes another leader: {left}", "", log.rule("several players"))


@TELL.on(ReplacementCalled)
def _called(log: Log, event: ReplacementCalled) -> None:
    log.step("leader", f"{event.leader} stands ready in the place of {event.of}", "", log.rule("replacement leaders"))
    log.brief.append(f"{event.leader} may come in for {event.of}.")


@TELL.on(ReplacementPlaced)
def _placed(log: Log, event: ReplacementPlaced) -> None:
    log.head(
        f"{event.leader} comes in at {event.at}" + (f", with {event.to}" if event.to else ""),
        log.rule("replacement leaders"),
    )


@TELL.on(LeaderBroughtOff)
def _brought_off(log: Log, event: LeaderBroughtOff) -> None:
    log.step("leader", f"{event.leader} is brought off the map, mortally wounded", "", log.rule("wounds"))


@TELL.on(EvacueeRolled)
def _evacuee(log: Log, event: EvacueeRolled) -> None:
    fate = "lives" if event.lives else "dies of wounds"
    text = f"{event.leader} {fate}: {log.roll(event.roll)}{scored(event.to, event.points)}"
    log.step("leader", text, "", log.rule("wounds"))
    log.brief.append(f"{event.leader} {fate}.")


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


PLUNDERED = "plundered"
MARKS: Handlers[Marks] = Handlers("marks")


@after_result(TELL, UnitEliminated)
def _eliminated(log: Log, event: UnitEliminated) -> None:
    points = scored(event.to, event.points)
    log.step("loss", f"{event.unit} ({event.at}) is out of the game: {event.why}{points}", "", log.rule("losses"))
    if log.shot and log.shot.target == event.unit:
        log.shot.is_gone = True
    log.count_points(event.to, event.points)


@after_result(TELL, MountsLost)
def _mounts_lost(log: Log, event: MountsLost) -> None:
    log.step("horses", f"{event.of} lose their mounts: {event.why}", "", log.rule("horses"))


@after_result(TELL, LostHorsesRolled)
def _horses(log: Log, event: LostHorsesRolled) -> None:
    came = "captured" if event.captured else "not captured"
    text = f"{event.of}: {log.sum_of(event.roll)}{scored(event.to, event.points)}"
    log.step("horses", text, f"-> {came}", log.rule("horses"))


@after_result(TELL, MoraleChecked)
def _morale(log: Log, event: MoraleChecked) -> None:
    is_target = log.shot is not None and log.shot.target == event.unit
    whose = "" if is_target else f"{event.unit}: "
    log.step("morale", f"{whose}{log.sum_of(event.roll)}", f"-> {MORALE[event.result]}", log.rule("morale check"))
    if log.shot and is_target:
        log.shot.morale = event.result
    log.checked = (event.unit, event.result)


@after_result(TELL, UnitDisrupted)
def _disrupted(log: Log, event: UnitDisrupted) -> None:
    _condition(log, event.unit, "disrupted", event.why)


@after_result(TELL, UnitPinned)
def _pinned(log: Log, event: UnitPinned) -> None:
    _condition(log, event.unit, "pinned", "")
    if event.leaders:
        log.step("condition", f"{joined(event.leaders)} with it", "", log.rule("attachment"))


@after_result(TELL, UnitRouted)
def _routed(log: Log, event: UnitRouted) -> None:
    if event.by_choice:
        log.head(f"{event.unit} ({event.at}) routs by choice", log.rule("kinds of rout"))
    else:
        _condition(log, event.unit, "routed", event.why)


@after_result(TELL, UnitsLeftMap)
def _left_map(log: Log, event: UnitsLeftMap) -> None:
    text = f"{joined(event.units)}: off the map at {event.at} in {event.how}, and gone"
    log.step("retreat", text, "", log.rule("retreat"))


@MARKS.on(UnitsRetreated)
def _mark_retreat(marks: Marks, event: UnitsRetreated) -> None:
    marks.step("retreat", event.units, event.start, event.to)


@after_result(TELL, CasualtiesTaken)
def _casualties(log: Log, event: CasualtiesTaken) -> None:
    if log.melee is None:
        text = f"{event.unit} {event.before} -> {event.after}{scored(event.to, event.points)}"
        log.step("loss", text, "", log.rule("plundering" if event.why.startswith(PLUNDERED) else "pinned by fire"))
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
        log.rule("melee casualties"),
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


@after_result(TELL, UnitsRetreated)
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
        way = Flight(event.units, event.how, (event.start, event.to), is_head, source)
        if is_head:
            log.head(way.text, log.rule("rout movement"))
        else:
            log.step("retreat", way.text, "", log.rule(RULES[event.how]))
    log.way = way


@after_result(TELL, RoutEnded)
def _rout_ended(log: Log, event: RoutEnded) -> None:
    way = log.way
    if way and event.unit in way.units:
        text = f"{way.text}; stops: {event.why}"
        (log.extend if way.is_head else log.restep)(text)
    else:
        log.step("retreat", f"{event.unit} stops in {event.at}: {event.why}", "", log.rule("rout movement"))


@TELL.on(UnitRallied)
def _rallied(log: Log, event: UnitRallied) -> None:
    text = _rolled(log, event.roll) if event.roll else " by itself"
    log.head(
        f"{event.unit} rallies from {event.condition}{text}",
        log.rule("rally attempt"),
        "-> yes" if event.roll else "",
    )
    log.count("rally")
    log.brief.append(f"{event.unit} rallied from {event.condition}.")


@TELL.on(RallyFailed)
def _failed(log: Log, event: RallyFailed) -> None:
    log.head(
        f"{event.unit} tries to rally from {event.condition}{_rolled(log, event.roll)}",
        log.rule("rally attempt"),
        "-> no",
    )
    log.count("rally")
    log.brief.append(f"{event.unit} is still {event.condition}.")


def _rolled(log: Log, roll: Roll) -> str:
    """`` on 4+: r1 1d6 = 3, Capt Henry +2 = 5``."""
    return f" on {rally.least_total(log.field)}+: {log.sum_of(roll)}"


@TELL.on(LossReplaced)
def _replaced(log: Log, event: LossReplaced) -> None:
    log.head(f"{event.holders}, who have nothing to hold, make up for a loss of {event.unit}", log.rule("holders"))
    log.brief.append(f"{event.holders} joined {event.unit}.")


@TELL.on(LeaderAttached)
def _attached(log: Log, event: LeaderAttached) -> None:
    log.head(f"{event.leader} is now with {event.to or 'no unit'}", log.rule("attachment"))
