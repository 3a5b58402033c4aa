"""A position of the Little Bighorn with guns and a village, and lifelike values of the events that only it has."""

from pbem.core.options import Options
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

MODULES = ("gun_events", "camp_events", "herd_events", "people_events", "night_events")
EVENTS = (
    *("CrossfireDeclared", "ArrivalRolled", "StartedLate", "MulesUnloaded"),
    *("PanicRolled", "PanicPassed", "PanicBroke"),
    *("FordsChosen", "EntryWritten", "FordShown"),
)
"""Its events in modules that serve both titles."""
PLACES = {
    "Gatling 1": "7012",
    "Crew 1": "7012",
    "C/7 Cav": "7013",
    "A/7 Cav": "7013",
    "Crow King": "7017",
    "Sans Arc camp 1": "7018",
    "Sans Arc villagers 1": "7018",
    "Herd 1": "7019",
    "Maj Reno": "7013",
    "Grass fire 1": "7020",
}
NAMES = {
    "gun": "Gatling 1", "crew": "Crew 1", "firer": "Gatling 1", "firer_at": "7012", "at": "7012", "target_at": "7017",
    "start": "7012", "to": "7013", "back": "7013", "facing": "7017", "only": "", "kind": "gatling", "line": "full",
    "camp": "Sans Arc camp 1", "villagers": "Sans Arc villagers 1", "circle": "Sans Arc", "sight": "Crow King",
    "unit": "C/7 Cav", "by": "A/7 Cav", "guard": "C/7 Cav", "scout": "C/7 Cav", "herd": "Herd 1", "leader": "Crow King",
    "train": "Mule Pack Train", "fire": "Grass fire 1",
    "why": "for a reason", "how": "full", "occasion": "offensive", "direction": "north",
}  # fmt: skip
SEVERAL = {
    "camps": ("Sans Arc camp 1",),
    "herds": ("Herd 1",),
    "villagers": ("Sans Arc villagers 1",),
    "path": ("7019",),
}
BY_EVENT: dict[tuple[str, str], object] = {
    ("MiredRolled", "result"): "no",
    ("ManhandleRolled", "result"): "yes",
    ("RecoveryRolled", "result"): "no*",
    ("VillageAlerted", "cause"): "near",
    ("UnitWarned", "by"): "Crow King",
    ("GunAnsweredMelee", "load"): "canister",
    ("GunWrecked", "to"): "indian",
    ("GunLeftAtEnd", "to"): "indian",
    ("CampBurned", "to"): "us",
    ("HerdTakenOff", "to"): "us",
    ("CaptivesHarmed", "to"): "us",
    ("CaptivesScored", "to"): "us",
    ("PressJudged", "to"): "us",
    ("GunFireResolved", "result"): "1",
    ("FordsChosen", "places"): ("5413", "5316"),
    ("FordsChosen", "real"): (True, False),
    ("FordShown", "place"): "5413",
    ("StartedLate", "spent"): (4, 4),
    ("ArrivalRolled", "zone"): "South entry",
    ("WaterDrawn", "to"): "us",
    ("StrengthRestored", "side"): "us",
    ("RaiderPlaced", "mode"): "mounted",
    ("NightPassed", "camps"): ("Sans Arc camp 1",),
    ("NightPassed", "hexes"): ("7018",),
    ("PanicBroke", "leader"): "Maj Reno",
    ("PanicRolled", "leader"): "Maj Reno",
    ("PanicPassed", "leader"): "Maj Reno",
    ("PanicRolled", "result"): "disrupt",
}


def opened() -> Battlefield:
    """The first scenario with a gun, a company and a camp near one another."""
    field = LITTLEBIGHORN.system.open("scenario-1", Options()).thaw()
    field.turn, field.phasing, field.phase = 3, "us", "B"
    for name, at in PLACES.items():
        field.put(Counter(field.sheet.roster[name], at=at))
    return field
