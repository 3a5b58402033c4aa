"""The log of the villagers (LB-18.D)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.people_events import (
    CaptivesFiredOn,
    CaptivesFreed,
    CaptivesHarmed,
    CaptivesScored,
    CaptureRolled,
    PressJudged,
    TrainPlundered,
    VillagersFled,
    VillagersHit,
    WayMade,
)
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import SIDE_NAMES, counted, joined, scored

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(VillagersHit)
def _hit(log: Log, event: VillagersHit) -> None:
    lost = counted(event.casualties, "casualty", "casualties")
    log.step(None, f"{event.villagers} ({event.at}): {lost} on the track", "", log.rule("villagers as targets"))
    _in_short(log, event)


def _in_short(log: Log, event: VillagersHit) -> None:
    """One sentence for all that the same villagers suffered in a phase."""
    opens = event.villagers + " suffered "
    before = [one for one in log.brief if one.startswith(opens)]
    total = event.casualties + sum(int(one.removeprefix(opens).split()[0]) for one in before)
    log.brief[:] = [one for one in log.brief if one not in before]
    lost = counted(total, "casualty", "casualties")
    log.brief.append(f"{event.villagers} suffered {lost}.")


@TELL.on(VillagersFled)
def _fled(log: Log, event: VillagersFled) -> None:
    rule = log.rule("villagers in melee")
    if event.off:
        log.step(None, f"{event.villagers} flee off the map ({event.why})", "", rule)
    elif event.path:
        path = "-".join((log.field[event.villagers].at, *event.path))
        log.step(None, f"{event.villagers} flee {path} ({event.why})", "", rule)
    elif event.routed:
        log.step(None, f"{event.villagers} find no way to flee ({event.why})", "", rule)
    else:
        log.step(None, f"{event.villagers} are calm again: {event.why}", "", log.rule("villager rout ends"))


@TELL.on(CaptureRolled)
def _captured(log: Log, event: CaptureRolled) -> None:
    text = f"{event.unit} tries to capture {event.villagers} in {event.at}: {log.roll(event.roll)}"
    log.head(text, log.rule("capturing villagers"), "-> captured" if event.captured else "-> not captured")
    if event.captured:
        log.brief.append(f"{event.unit} captured {event.villagers}.")


@TELL.on(CaptivesFreed)
def _freed(log: Log, event: CaptivesFreed) -> None:
    log.step(None, f"{event.villagers} are free again: {event.why}", "", log.rule("losing captives"))
    log.brief.append(f"{event.villagers} got free.")


@TELL.on(CaptivesFiredOn)
def _fired_on(log: Log, event: CaptivesFiredOn) -> None:
    lost = counted(event.casualties, "casualty", "casualties")
    log.head(f"{event.unit} fires on its captives: {lost} on the track", log.rule("captives protect"))
    log.step(None, "from now on captives protect nobody")
    log.brief.append(f"{event.unit} fired on its captives.")


@TELL.on(CaptivesHarmed)
def _harmed(log: Log, event: CaptivesHarmed) -> None:
    text = f"{event.guard} harms {event.villagers}: {log.roll(event.roll)}{scored(event.to, event.points)}"
    log.step(None, text, "", log.rule("attack next to captives"))


@TELL.on(WayMade)
def _made_way(log: Log, event: WayMade) -> None:
    text = f"{joined(event.units)} make way for {event.guard} and its captives: {event.start}-{event.to}"
    log.step(None, text, "", log.rule("passage with captives"))


@TELL.on(TrainPlundered)
def _plundered(log: Log, event: TrainPlundered) -> None:
    log.step(None, f"{event.by} plunder {event.train} in {event.at}", "", log.rule("plundering"))
    if event.leaders:
        log.step(None, f"{joined(event.leaders)} get away to {event.to}")


@TELL.on(CaptivesScored)
def _scored(log: Log, event: CaptivesScored) -> None:
    text = f"Captives held as the game ends: {joined(event.villagers)}{scored(event.to, event.points)}"
    log.head(text, log.rule("capturing villagers"))


@TELL.on(PressJudged)
def _press(log: Log, event: PressJudged) -> None:
    lost = counted(event.casualties, "villager casualty", "villager casualties")
    text = f"The newspapers on {lost}: {log.roll(event.roll)}, {SIDE_NAMES[event.to]} VP {event.points:+d}"
    log.head(text, log.rule("press roll"))
    log.brief.append(f"The newspapers: {SIDE_NAMES[event.to]} VP {event.points:+d}.")
