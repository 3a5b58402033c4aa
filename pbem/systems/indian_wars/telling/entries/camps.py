"""The log of the village: the search for it, its alert, its camps and its people (16.E, LB-18)."""

from pbem.core.event import Handlers
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
    VillageAmbush,
    VillageFate,
    VillagePartyLeft,
    VillageSought,
    VillageStays,
)
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
from pbem.systems.indian_wars.telling.log import SIDE_NAMES, Log, counted, joined, scored

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
    text = f"nobody is left to pack {joined(event.camps)}"
    log.step(None, text, "", log.rule("villagers gone"), brief="")  # THE VILLAGE says it too


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


FATES = {
    "trail": "the trail of the village is found",
    "nothing": "nothing is found",
    "ambush": "they ride into an ambush",
}


@TELL.on(VillageSought)
def _sought(log: Log, event: VillageSought) -> None:
    log.head(
        f"{event.leader} looks for the village with {joined(event.units)}: {log.roll(event.roll)}",
        log.rule("village"),
    )
    found = "a village may be near" if event.may_exit else "no village, and a possible ambush ahead"
    log.step(None, f"the scouts report {found}{scored(event.to, event.points)}", "", log.rule("village"))
    log.brief.append(f"{event.leader} looked for the village: {found}.")


@TELL.on(VillagePartyLeft)
def _party_left(log: Log, event: VillagePartyLeft) -> None:
    names = joined((*event.units, *event.leaders))
    log.step(None, f"{names} ride on, off the map for the rest of the game", "", log.rule("village"))
    log.brief.append(f"{counted(len(event.units), 'company', 'companies')} rode on to look for the village.")


@TELL.on(VillageFate)
def _fate(log: Log, event: VillageFate) -> None:
    rolled = log.roll(event.roll)
    log.head(f"Those who looked for the village: {rolled}{scored(event.to, event.points)}", log.rule("village"))
    log.step(None, FATES[event.result])
    log.brief.append(f"Of those who looked for the village: {FATES[event.result]}.")


@TELL.on(VillageAmbush)
def _ambush(log: Log, event: VillageAmbush) -> None:
    lost = [f"{unit} {number}" for unit, number in zip(event.units, event.lost, strict=False)]
    log.step(
        "losses",
        f"{log.roll(event.roll)}: {joined(lost)}{scored(event.to, event.points)}",
        "",
        log.rule("village"),
    )


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
