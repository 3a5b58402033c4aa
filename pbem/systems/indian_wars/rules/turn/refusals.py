"""Ties of a unit to its place, whatever it would do (4.B, 9.D, 10.J)."""

from collections.abc import Sequence

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Malformed, Problem
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield


@rule("pinned train", "after full fire", "pin: no move", "pin or rout stops", "normal movement")
def held(field: Battlefield, unit: Counter, *, act: str = "move") -> Problem | None:
    """Why a unit may spend no MPs at all in this phase, or None."""
    if unit.abandoned and unit.is_gun:
        clause = field.rule("abandoned guns")
        text = f"{unit.name} is abandoned: without a crew it stays as it is ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if unit.abandoned:
        text = (
            f"{unit.name} is abandoned: it stays where it is until its personnel are back "
            f"({field.rule('pack train personnel')})."
        )
        return Illegal("E138", text, field.rule("pack train personnel"), rests_on=(unit.name,))
    for keep in field.title.rules.keeps:
        problem = keep(field, unit)
        if problem:
            return problem
    if unit.fired == "full":
        text = (
            f"{unit.name} fired at full strength in phase B: it may not move or change mode this turn "
            f"({field.rule('offensive fire phase')}, {field.rule('movement limits')})."
        )
        advice = "\nNext turn   fire half   keeps half of its MP."
        already = f"  It is already {act}." if act == unit.mode else ""
        return Illegal("E131", text + already + advice, field.rule("offensive fire phase"), rests_on=(unit.name,))
    if unit.pinned:
        text = (
            f"{unit.name} is pinned: it can't move or change mode ({field.rule('fire results')}, "
            f"{field.rule('changing mode')})."
        )
        more = "\nIt tries to rally in your next phase A; nothing to order now."
        return Illegal("E132", text + more, field.rule("fire results"), rests_on=(unit.name,))
    if unit.routed:
        return routed(field, unit)
    if unit.stopped or unit.resupplying:
        text = (
            f"{unit.name} has given up the rest of its MP this phase ({field.rule('movement limits')}, "
            f"{field.rule('minimum move')})."
        )
        return Illegal("E138", text, field.rule("movement limits"), rests_on=(unit.name,))
    return None


@rule("rout pointer", "US destinations")
def routed(field: Battlefield, unit: Counter) -> Problem:
    """A routed unit moves by rout movement only: where to."""
    text = f"{unit.name} is routed: it can move only by rout movement ({field.rule('rout movement')})."
    goals = duties.rally_places(field, unit)
    if not goals:
        return Illegal("E133", text, field.rule("rout movement"), rests_on=(unit.name,))
    lines = tuple(f"{unit.name} rout to {name}" for name, _ in goals)
    shown = [f"{line}   ({at})" for line, (_, at) in zip(lines, goals, strict=True)]
    text += f"\nChoose its rally place:   {shown[0]}"
    if shown[1:]:
        text += "\n   " + "     ".join(shown[1:])
    return Illegal("E133", text, field.rule("rout movement"), lines, rests_on=(unit.name,))


def not_here(field: Battlefield, side: str, names: Sequence[str]) -> Problem | None:
    """Check that every name is a counter of the side on the map."""
    for name in names:
        if name not in field or not field[name].at:
            why = field.gone.get(name)
            return Malformed("E104", f"{name} is not on the map{f': {why}' if why else ''}.", words=name)
        if field[name].side != side:
            return Illegal("E103", f"{name} is not yours to command.", words=name)
    return None
