"""Ammunition that mules carry with a column's companies: who has just run low may take a point of its trains (LB-21.5.A.4)."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire, ask
from pbem.systems.indian_wars.rules.supply import columns, resupply
from pbem.systems.indian_wars.rules.supply.ammunition import ROSTER
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.supply_events import MulesUnloaded

MOST = 2
"""How often in the game (ruling A-160)."""
TAKE, KEEP = "take", "keep"


@rule("ammunition on mules")
def offer(umpire: Umpire[Battlefield], name: str) -> Play[None]:
    """A unit is low on ammunition by a shot just now: its owner may spend a point instead, wherever the trains are."""
    field = umpire.state
    train = train_for(field, field[name])
    if not train:
        return
    left = MOST - len(field.notes.country.mules)
    clause = field.rule("ammunition on mules")
    question = Ask(
        field[name].side,
        "mule ammunition",
        name,
        f"{name} is low on ammunition.  Does it take a point of {train} from its mules ({left} of {MOST} times left)?",
        clause,
        (Choice(TAKE, "a point of the train, and not low"), Choice(KEEP, "stay low on ammunition")),
        TAKE,
        KEEP,
        (("at", field[name].at),),
    )
    answer = yield from ask(question)
    if answer.choice == TAKE:
        umpire.emit(MulesUnloaded(name, train, resupply.points_left(umpire.state, train) - 1))


@rule("ammunition on mules")
def train_for(field: Battlefield, unit: Counter) -> str:
    """The train that gives the point, "" for none: of the unit's own column, neither lost nor empty (ruling A-160)."""
    trains = field.sheet.scenario.data.get("scenario", {}).get("mule_ammunition", ())
    if unit.kind not in (CAVALRY, INFANTRY) or ROSTER in field.options or len(field.notes.country.mules) >= MOST:
        return ""
    able = [one for one in trains if one in field and resupply.points_left(field, one) and _together(field, unit, one)]
    return able[0] if able else ""


def _together(field: Battlefield, unit: Counter, train: str) -> bool:
    """Whether both enter by the same edge."""
    return not columns.ways_on(field, unit.name).isdisjoint(columns.ways_on(field, train))
