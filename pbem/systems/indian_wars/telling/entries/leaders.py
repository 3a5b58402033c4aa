"""The log of leaders: checks, wounds, death, command and replacements (9.E, 12)."""

from pbem.core.handlers import Handlers
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
from pbem.systems.indian_wars.telling.entries.fire import after_result
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import SIDE_NAMES, joined, scored

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
    log.brief.append(f"{event.leader} survived his wound.")


@after_result(TELL, LeaderKilled)
def _killed(log: Log, event: LeaderKilled) -> None:
    rolled = f": {log.roll(event.roll)}" if event.roll else ""
    points = scored(event.to, event.points)
    log.step("leader", f"{event.leader} ({event.at}): {event.why}{rolled}{points}", "", log.rule("leader casualties"))
    log.brief.append(f"{event.leader}: {event.why}.")
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
    fate = "lives" if event.lives else "dies of his wounds"
    text = f"{event.leader} {fate}: {log.roll(event.roll)}{scored(event.to, event.points)}"
    log.step("leader", text, "", log.rule("wounds"))
    log.brief.append(f"{event.leader} {fate}.")
