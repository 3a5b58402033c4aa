"""The log of the search for the village (16.E)."""

from pbem.core.handlers import Handlers
from pbem.systems.indian_wars.state.village_events import VillageAmbush, VillageFate, VillagePartyLeft, VillageSought
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import counted, joined, scored

FATES = {
    "trail": "the trail of the village is found",
    "nothing": "nothing is found",
    "ambush": "they ride into an ambush",
}

TELL: Handlers[Log] = Handlers("tells")


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
