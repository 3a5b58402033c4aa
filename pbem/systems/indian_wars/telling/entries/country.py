"""The log of the country: night, grass fires, Reno's panic, fords, herds and hunting parties (LB-13.F, LB-17, LB-19, LB-21)."""

from collections.abc import Iterator

from pbem.core.event import Handlers
from pbem.systems.indian_wars.state.counter import PARTY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.herd_events import (
    HerdCaptureRolled,
    HerdLost,
    HerdScattered,
    HerdsDriven,
    HerdSettled,
    HerdsGathered,
    HerdsSetAside,
    HerdTakenOff,
    HuntPlanned,
    PartiesNamed,
    PartiesSent,
    PartyShown,
)
from pbem.systems.indian_wars.state.morale_events import PanicBroke, PanicPassed, PanicRolled
from pbem.systems.indian_wars.state.night_events import (
    GrassFireBurnedOut,
    GrassFireLeft,
    GrassFireSet,
    LodgingTaken,
    NightFell,
    NightPassed,
    RaiderPlaced,
    RaidersCounted,
    StrengthRestored,
    WaterDrawn,
)
from pbem.systems.indian_wars.state.notes import EntryWritten, FordsChosen, FordShown
from pbem.systems.indian_wars.telling.log import Gathering, Log, counted, joined, scored

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(NightFell)
def _fell(log: Log, event: NightFell) -> None:
    log.head("Night falls: the Indians leave the map until the US has moved", log.rule("Indians aside"))
    units, herds = len(event.units), len(event.herds) + len(event.led)
    log.step(None, f"put aside with their losses: {units} units and leaders, {herds} herds")
    log.brief.append("Night fell.")
    log.night_falls = True


@TELL.on(WaterDrawn)
def _drawn(log: Log, event: WaterDrawn) -> None:
    if event.units:
        text = f"at the water: {joined(event.units)}{scored(event.to, event.points)}"
        log.head(text, log.rule("night water"))
        log.brief.append(f"Cavalry units at the water: {event.points}.")
    else:
        log.head("no cavalry unit is at the water", log.rule("night water"))


@TELL.on(StrengthRestored)
def _restored(log: Log, event: StrengthRestored) -> None:
    text = f"{event.unit} gets a strength point back for {event.points} VPs"
    log.head(text, log.rule("night replacements"))


@TELL.on(RaidersCounted)
def _counted(log: Log, event: RaidersCounted) -> None:
    text = f"Up to {event.most} Indian units may lie near the cavalry: {log.roll(event.roll)}"
    log.head(text, log.rule("night raiders"))


@TELL.on(RaiderPlaced)
def _raider(log: Log, event: RaiderPlaced) -> None:
    text = f"near the cavalry: {event.unit} in {event.at}, {event.mode}"
    log.head(text, log.rule("night raiders"))


@TELL.on(LodgingTaken)
def _lodged(log: Log, event: LodgingTaken) -> None:
    rule = "night herds" if log.field[event.unit].is_unmanned else "night rest"
    log.gather(Gathering((event.unit,), f"in {event.at}", f"in {event.at}"), log.rule(rule))


@TELL.on(NightPassed)
def _passed(log: Log, event: NightPassed) -> None:
    if event.camps:
        again = joined([f"{camp} ({at})" for camp, at in zip(event.camps, event.hexes, strict=True)])
        log.head(f"set up again: {again}", log.rule("night rest"))


@TELL.on(GrassFireSet)
def _set(log: Log, event: GrassFireSet) -> None:
    text = f"{event.by} sets fire to the grass in {event.at}: {event.cost} MP, {log.roll(event.roll)}"
    log.head(text, log.rule("grass fire"))
    log.step(None, f"{event.fire} burns to the end of turn {event.until}")
    log.brief.append(f"{event.by} set fire to the grass in {event.at}.")


@TELL.on(GrassFireLeft)
def _left(log: Log, event: GrassFireLeft) -> None:
    text = f"out of the fire: {joined(event.units)} {event.start}-{event.to}"
    log.step(None, text, "", log.rule("grass fire"))


@TELL.on(GrassFireBurnedOut)
def _out(log: Log, event: GrassFireBurnedOut) -> None:
    log.head(f"{event.fire} ({event.at}) has burned out", log.rule("grass fire"))


RESULTS = {
    "none": "nothing comes of it",
    "disrupt": "the cavalry nearby is disrupted",
    "r1/disrupt": "the cavalry nearby retreats a hex and is disrupted",
    "r2/disrupt": "the cavalry nearby retreats two hexes and is disrupted",
    "rout": "the cavalry nearby routs",
}


@TELL.on(PanicBroke)
def _broke(log: Log, event: PanicBroke) -> None:
    text = f"PANIC: {event.indians} Indian units near {event.leader} in {event.at}, cavalry in the radius {len(event.units)}"
    log.step(None, text, "", log.rule("panic trigger"))
    log.brief.append(f"{event.leader} panics. We roll for the result in the next US Rally Phase.")


@TELL.on(PanicRolled)
def _rolled(log: Log, event: PanicRolled) -> None:
    log.head(f"{event.leader} panics: {log.sum_of(event.roll)}", log.rule("panic roll"))
    if event.alone:
        log.step(None, f"{event.leader} is alone in the hex: every result is a rout", "", log.rule("Reno alone"))
    log.step(None, RESULTS[event.result], "", log.rule("panic effects"))
    log.step(None, f"{event.leader} is rated {event.rating:+d} from now on", "", log.rule("new rating of Reno"))
    log.brief.append(f"Reno's panic: {RESULTS[event.result]}.")


@TELL.on(PanicPassed)
def _panic_passed(log: Log, event: PanicPassed) -> None:
    log.head(f"{event.leader} is gone: nothing comes of the panic", log.rule("panic roll"))


# The telling of fords and written entries: the log, and the lines of the village's panel (LB-21.1.I, LB-21.1.K).


@TELL.on(FordsChosen)
def _chosen(log: Log, event: FordsChosen) -> None:
    real = [place for place, is_real in zip(event.places, event.real, strict=True) if is_real]
    log.head(f"Secret: of the fords {joined(event.places)} only {joined(real)} can be used", log.rule("hidden fords"))


@TELL.on(EntryWritten)
def _written(log: Log, event: EntryWritten) -> None:
    verb = "enters" if len(event.units) == 1 else "enter"
    log.head(f"Secret: {joined(event.units)} later {verb} at {event.at}", log.rule("written entry"))


@TELL.on(FordShown)
def _shown(log: Log, event: FordShown) -> None:
    found = "there is a ford" if event.real else "there is no ford, only the river"
    log.step(None, f"{event.unit} comes to the crossing at {event.place}: {found}", "", log.rule("hidden fords"))
    log.brief.append(f"At {event.place} {found}.")


def fords(field: Battlefield) -> list[str]:
    """The known facts of the possible fords, each."""
    found = []
    for group in field.sheet.scenario.fords:
        for place in group.places:
            if place in field.notes.fords:
                found.append(f"{place} {'real' if field.notes.fords[place] else 'none'}")
            elif place in field.secrets.fords:
                found.append(f"{place} {'real' if field.secrets.fords[place] else 'none'} (only you know)")
            else:
                found.append(f"{place} unknown")
    return found


def entries(field: Battlefield) -> Iterator[str]:
    """The hexes where units will enter, for the side that has written it down."""
    by_hex: dict[str, list[str]] = {}
    for name, at in field.secrets.entries.items():
        by_hex.setdefault(at, []).append(name)
    return (f"{joined(names)} at {at}" for at, names in by_hex.items())


# The log of the pony herds and of hunting parties, with the line of the village's panel (LB-19, LB-21.5.B.1).


@TELL.on(HerdsGathered)
def _gathered(log: Log, event: HerdsGathered) -> None:
    where = joined([f"{herd} ({log.field[herd].at})" for herd in event.herds])
    if event.roll is not None:
        log.head(f"Herds are gathered: {log.roll(event.roll)}", log.rule("gathering by roll"))
        log.step(None, where)
        log.brief.append(f"{counted(len(event.herds), 'pony herd was', 'pony herds were')} gathered.")
    else:
        log.step(None, f"{event.by} gathers {where}", "", log.rule("gathering by entry"))


@TELL.on(HerdCaptureRolled)
def _captured(log: Log, event: HerdCaptureRolled) -> None:
    text = f"Capture of {event.herd} in {event.at} by {event.scout}: {log.roll(event.roll)}"
    log.step(None, text, "-> captured" if event.captured else "-> not captured", log.rule("capturing ponies"))
    if event.captured:
        log.brief.append(f"{event.scout} captured a pony herd.")


@TELL.on(HerdLost)
def _lost(log: Log, event: HerdLost) -> None:
    if event.by and event.by != event.herd:
        text = f"{event.by} loses {event.herd} ({event.why})"
    else:
        text = f"{event.herd} ({event.at}) run: {event.why}"
    log.step(None, text, "", log.rule("when herds scatter"))


@TELL.on(HerdsDriven)
def _driven(log: Log, event: HerdsDriven) -> None:
    text = f"{event.unit} drives off {joined(event.herds)} in {event.at}: all MP"
    log.head(text, log.rule("when herds scatter"))


@TELL.on(HerdScattered)
def _scattered(log: Log, event: HerdScattered) -> None:
    rolls = f"{log.roll(event.way)} ({event.direction}), {log.roll(event.hexes)}"
    text = f"{event.herd} runs from {event.start} to {event.to}" if event.to else f"{event.herd} runs off the map"
    log.step(None, f"{text}: {rolls}", "", log.rule("scatter roll"))


@TELL.on(HerdSettled)
def _settled(log: Log, event: HerdSettled) -> None:
    end = "-> holders have it again" if event.gathered else "-> it runs loose"
    log.step(None, f"{event.herd} in {event.at}: {log.roll(event.roll)}", end, log.rule("after the scatter"))


@TELL.on(HerdTakenOff)
def _taken_off(log: Log, event: HerdTakenOff) -> None:
    text = f"{event.herd} is taken off the map for good{scored(event.to, event.points)}"
    log.step(None, text, "", log.rule("capturing ponies"))


@TELL.on(HuntPlanned)
def _planned(log: Log, event: HuntPlanned) -> None:
    log.head(f"Secret: {event.name} at {event.at}", log.rule("hunting parties"))


@TELL.on(PartiesSent)
def _sent(log: Log, event: PartiesSent) -> None:
    clause = log.rule("hunting parties")
    who = f"{joined(event.units)} {'hunts' if len(event.units) == 1 else 'hunt'}" if event.units else "Nobody hunts"
    log.head(who, clause)
    for marker, at in zip(event.markers, event.hexes, strict=True):
        log.step(None, f"{marker} in {at}: a hunting party, or a dummy", "", clause)
    if event.markers:
        log.brief.append(f"{joined(event.markers)} are hunting parties and dummies.")


@TELL.on(PartiesNamed)
def _named(log: Log, event: PartiesNamed) -> None:
    clause = log.rule("hunting parties")
    for marker, unit in zip(event.markers, event.units, strict=True):
        log.head(f"Secret: {marker} is {unit or 'a dummy'}", clause)


@TELL.on(PartyShown)
def _party_shown(log: Log, event: PartyShown) -> None:
    what = f"it is {event.unit}" if event.unit else "it is a dummy, and is taken off"
    log.step(None, f"{event.marker} in {event.at} is turned over: {what}", "", log.rule("hunting parties"))
    log.brief.append(f"{event.marker} in {event.at} was {event.unit or 'a dummy'}.")


@TELL.on(HerdsSetAside)
def _aside(log: Log, event: HerdsSetAside) -> None:
    log.head(f"{joined(event.herds)} set aside for mounted units", log.rule("ponies off"))


def parties(field: Battlefield) -> list[str]:
    """The markers on the map, each with what it is as far as that is known here."""
    found = []
    for unit in field.units.values():
        if unit.kind == PARTY and unit.at:
            known = field.secrets.parties.get(unit.name)
            what = "" if known is None else f" ({known or 'a dummy'}; only you know)"
            found.append(f"{unit.name} {unit.at}{what}")
    return found
