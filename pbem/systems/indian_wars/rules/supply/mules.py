"""Ammunition on mules: companies that ran low may take a point of their column's packs at once (LB-21.5.A.4)."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rules.morale.leaders import ask_one
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY
from pbem.systems.indian_wars.state.field import Field
from pbem.systems.indian_wars.state.notes import points_name
from pbem.systems.indian_wars.state.supply_events import MulesUnloaded

TIMES = 2
"""Units that may do so in a game."""
TAKE, LEAVE = "take", "leave"


@rule("ammunition on mules")
def trains(field: Field, name: str) -> tuple[str, ...]:
    """The trains of whose points a unit may take one now: none for others than the companies that came with them (A-160).

    A train may be anywhere, or still to come; one that was lost gives nothing.
    """
    zone = field.sheet.scenario.mules
    if not zone or field.notes.mules >= TIMES or name not in field or field[name].kind not in (CAVALRY, INFANTRY):
        return ()
    column = [one for entry in field.sheet.scenario.entries if entry.edges[0].zone == zone for one in entry.units]
    packs = (one for one in field.sheet.scenario.mule_trains if one in field and field.notes.points.get(one, 0))
    return tuple(packs) if name in column else ()


def offer(umpire: Umpire[Field], name: str) -> Play[None]:
    """A unit has just become low on ammunition: its side may end that at once."""
    found = trains(umpire.state, name)
    if not found:
        return
    field = umpire.state
    question = Ask(
        field[name].side,
        "mule ammunition",
        name,
        f"{name} has run low on ammunition.  Take a point from the mules of {found[0]}?  "
        f"So far {field.notes.mules} of {TIMES} units have.",
        field.rule("ammunition on mules"),
        (Choice(TAKE, "it is not low on ammunition any more"), Choice(LEAVE, "it stays low")),
        TAKE,
        LEAVE,
    )
    if (yield from ask_one(question)) == TAKE:
        left = field.notes.points[found[0]] - 1
        umpire.emit(MulesUnloaded(name, points_name(found[0]), left))
