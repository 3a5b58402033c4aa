"""The log of the village's alert and of its camps (LB-18.A to LB-18.C)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.camp_events import (
    BreakdownRested,
    BreakdownResumed,
    BreakdownRolled,
    BreakdownWentOn,
    CampBurned,
    CampBurnedOut,
    CampLeft,
    CampPacked,
    CircleMoved,
    OutpostRides,
    PackingBegan,
    PeopleDisplaced,
    PeopleHurt,
    StrideCounted,
    StridesForgotten,
    SuppliedByCamp,
    UnitWarned,
    VillageAlerted,
    VillageStays,
)
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import counted, joined, scored

TELL: Handlers[Log] = Handlers("tells")

TELL.nothing_for(StridesForgotten, BreakdownResumed, OutpostRides, PackingBegan)


@TELL.on(VillageAlerted)
def _alerted(log: Log, event: VillageAlerted) -> None:
    why = {
        "near": f"{event.unit} in {event.at} is near {event.sight}",
        "heard": f"{event.unit} was heard in {event.at}",
        "messenger": f"{event.unit} brings the news to {event.sight} in {event.at}",
        "warned": f"{event.unit} brings the news to {event.sight} in {event.at}",
    }[event.cause]
    log.step(None, f"THE VILLAGE IS ALERTED: {why}", "", log.rule("village alert"))
    first = joined(event.circles)
    if event.by == "us":
        log.step(None, f"in the Indian Movement Phase of turn {event.turn} only the {first} circle moves")
    else:
        log.step(
            None, f"in the Indian Movement Phase of turn {event.turn} the {first} circle moves freely, others at half"
        )
    log.brief.append(f"The village was alerted: {why}.")


@TELL.on(UnitWarned)
def _warned(log: Log, event: UnitWarned) -> None:
    alarm = log.field.sheet.scenario.alarm
    if alarm is not None and log.field.sheet.roster[event.by].kind not in alarm.kinds:
        rule = log.rule("outpost")
        log.step(None, f"{event.unit} ({event.at}) sees {event.by} come, and may move", "", rule)
        return
    rule = log.rule("alert by a warned unit")
    log.step(None, f"{event.unit} ({event.at}) sees {event.by} come, and may move and warn a camp", "", rule)


@TELL.on(StrideCounted)
def _stride(log: Log, event: StrideCounted) -> None:
    if event.roll is not None:
        heard = "heard" if event.roll.total >= 6 else "not heard"
        rule = log.rule("alert by movement")
        log.step(None, f"{joined(event.units)} in {event.at}: {log.roll(event.roll)}", f"-> {heard}", rule)


@TELL.on(VillageStays)
def _stays(log: Log, event: VillageStays) -> None:
    if event.free and event.half:
        text = f"the {joined(event.free)} circle moves freely, the others at half their MP"
        log.step(None, text, "", log.rule("alerted by Indians"))
    elif event.free:
        log.step(None, f"only the {joined(event.free)} circle moves", "", log.rule("alerted by the US"))


@TELL.on(CircleMoved)
def _circle(log: Log, event: CircleMoved) -> None:
    log.step(None, f"the {event.circle} circle is the one that moves in this turn", "", log.rule("alerted by the US"))


@TELL.on(BreakdownRolled)
def _rolled(log: Log, event: BreakdownRolled) -> None:
    helps = f" + {event.roll.total - event.roll.natural} ({event.leader})" if event.leader else ""
    log.head(
        f"The {event.circle} circle breaks camp: {log.roll(event.roll)}{helps}",
        log.rule("one breakdown roll"),
    )
    log.step(None, f"packed in {counted(event.turns, 'turn', 'turns')} if its people stay: {joined(event.camps)}")
    log.brief.append(f"The {event.circle} circle breaks camp: {counted(event.turns, 'turn', 'turns')}.")


@TELL.on(BreakdownWentOn)
def _went_on(log: Log, event: BreakdownWentOn) -> None:
    by_time: dict[int, list[str]] = {}
    for camp, turns in zip(event.camps, event.turns, strict=True):
        by_time.setdefault(turns, []).append(camp)
    for turns in sorted(by_time):
        left = counted(turns, "turn", "turns")
        log.step(None, f"{left} to pack: {joined(by_time[turns])}", "", log.rule("breakdown time"))


@TELL.on(BreakdownRested)
def _rested(log: Log, event: BreakdownRested) -> None:
    log.step(None, f"nobody is left to pack {joined(event.camps)}", "", log.rule("villagers gone"))


@TELL.on(CampPacked)
def _packed(log: Log, event: CampPacked) -> None:
    log.step(None, f"{event.camp} ({event.at}) is packed and goes with {event.villagers}", "", log.rule("packed camps"))
    log.brief.append(f"{event.camp} is packed.")


@TELL.on(CampBurned)
def _burned(log: Log, event: CampBurned) -> None:
    text = f"{event.by} burns {event.camp} in {event.at}: {event.cost} MP{scored(event.to, event.points)}"
    log.step(None, text, "", log.rule("camp burning"))
    log.brief.append(f"{event.by} burned {event.camp}.")


@TELL.on(CampBurnedOut)
def _burned_out(log: Log, event: CampBurnedOut) -> None:
    log.step(None, f"{event.camp} ({event.at}) has burned down", "", log.rule("burning camp"))


@TELL.on(CampLeft)
def _left(log: Log, event: CampLeft) -> None:
    text = f"{joined(event.units)} must leave the burning camp: {event.start}-{event.to}"
    log.step(None, text, "", log.rule("burning camp"))


@TELL.on(PeopleDisplaced)
def _displaced(log: Log, event: PeopleDisplaced) -> None:
    text = f"driven out: {joined(event.units)}, {event.start}-{event.to}"
    log.step(None, text, "", log.rule("people displaced"))


@TELL.on(PeopleHurt)
def _hurt(log: Log, event: PeopleHurt) -> None:
    text = f"no hex is free for {joined(event.units)}: {log.roll(event.roll)}"
    log.step(None, text, f"-> {event.casualties} villager casualties", log.rule("people displaced"))


@TELL.on(SuppliedByCamp)
def _supplied(log: Log, event: SuppliedByCamp) -> None:
    text = f"{event.unit} gets ammunition at {event.camp}, which has no more"
    log.step(None, text, "", log.rule("camps supply"))
