"""The log of the special rules: breastworks, replacements, the village, hit and run (12.E, 16)."""

from pbem.core.event import Event
from pbem.systems.indian_wars.state.special_events import (
    BreastworksBegun,
    BreastworksGivenUp,
    BreastworksLoaded,
    BreastworksRaised,
    BuildersCounted,
    EvacueeRolled,
    HitAndRunEnded,
    HitAndRunHalted,
    LeaderBroughtOff,
    ReplacementCalled,
    ReplacementPlaced,
    ShelterTaken,
    VillageAmbush,
    VillageFate,
    VillagePartyLeft,
    VillageSought,
)
from pbem.systems.indian_wars.telling.fire import scored
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import counted, joined

FATES = {
    "trail": "the trail of the village is found",
    "nothing": "nothing is found",
    "ambush": "they ride into an ambush",
}


def tell_special(log: Log, event: Event) -> bool:
    """Tell an event of the special rules; False where it is none."""
    return _tell_breastworks(log, event) or _tell_leaders(log, event) or _tell_rest(log, event)


def _tell_breastworks(log: Log, event: Event) -> bool:
    match event:
        case BreastworksBegun(unit, train):
            log.head(
                f"{unit} ({log.field[unit].at}) builds breastworks from the boxes of {train}",
                log.field.rule("breastworks"),
            )
            log.step(None, "both do nothing else in this player turn")
        case BuildersCounted(roll, most):
            log.step(
                "builders",
                f"{log.roll(roll)}: {counted(most, 'unit')} may build in this player turn",
                "",
                log.field.rule("breastworks"),
            )
        case BreastworksRaised(unit, at, _):
            log.head(f"{unit} lies under breastworks in {at}", log.field.rule("breastworks"))
            log.brief.append(f"{unit} has breastworks in {at}.")
        case BreastworksGivenUp(unit, why):
            log.head(f"{unit} gives its breastworks up: {why}", log.field.rule("breastworks"))
        case ShelterTaken(unit, at):
            log.head(f"{unit} goes under breastworks that lie in {at}", log.field.rule("breastworks"))
        case BreastworksLoaded(unit, at, train):
            log.head(f"{unit} loads breastworks of {at} back onto {train}", log.field.rule("breastworks"))
        case _:
            return False
    return True


def _tell_leaders(log: Log, event: Event) -> bool:
    match event:
        case ReplacementCalled(leader, of):
            log.step("leader", f"{leader} stands ready in the place of {of}", "", log.field.rule("replacement leaders"))
            log.brief.append(f"{leader} may come in for {of}.")
        case ReplacementPlaced(leader, at, to):
            log.head(
                f"{leader} comes in at {at}" + (f", with {to}" if to else ""), log.field.rule("replacement leaders")
            )
        case LeaderBroughtOff(leader):
            log.step("leader", f"{leader} is brought off the map, mortally wounded", "", log.field.rule("wounds"))
        case EvacueeRolled(leader, roll, lives, to, points):
            fate = "lives" if lives else "dies of his wounds"
            log.step("leader", f"{leader} {fate}: {log.roll(roll)}{scored(to, points)}", "", log.field.rule("wounds"))
            log.brief.append(f"{leader} {fate}.")
        case _:
            return False
    return True


def _tell_rest(log: Log, event: Event) -> bool:
    match event:
        case VillageSought(leader, units, roll, to, points, may_exit):
            log.head(
                f"{leader} looks for the village with {joined(units)}: {log.roll(roll)}", log.field.rule("village")
            )
            found = "a village may be near" if may_exit else "no village, and a possible ambush ahead"
            log.step(None, f"the scouts report {found}{scored(to, points)}", "", log.field.rule("village"))
            log.brief.append(f"{leader} looked for the village: {found}.")
        case VillagePartyLeft(units, _, leaders):
            log.step(
                None,
                f"{joined((*units, *leaders))} ride on, off the map for the rest of the game",
                "",
                log.field.rule("village"),
            )
            log.brief.append(f"{counted(len(units), 'company', 'companies')} rode on to look for the village.")
        case VillageFate(roll, result, to, points):
            log.head(
                f"Those who looked for the village: {log.roll(roll)}{scored(to, points)}", log.field.rule("village")
            )
            log.step(None, FATES[result])
            log.brief.append(f"Of those who looked for the village: {FATES[result]}.")
        case VillageAmbush(roll, units, lost, to, points):
            said = [f"{unit} {number}" for unit, number in zip(units, lost, strict=False)]
            log.step("losses", f"{log.roll(roll)}: {joined(said)}{scored(to, points)}", "", log.field.rule("village"))
        case HitAndRunHalted(unit, target, at, left):
            log.head(
                f"{unit} halts in {at} to fire at {target} and ride away: {left} MP left", log.field.rule("hit and run")
            )
            log.brief.append(f"{unit} hit and ran at {target}.")
        case HitAndRunEnded(unit, why):
            log.step(None, f"{unit} does not fire: {why}", "", log.field.rule("hit and run"))
        case _:
            return False
    return True
