"""Points for counters that leave the map by choice, and by which edge people may leave it (LB-7.I, LB-21.1.B)."""

from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.movement import activities
from pbem.systems.indian_wars.rules.village.people import OPEN_EDGES
from pbem.systems.indian_wars.state.counter import VILLAGERS, Counter
from pbem.systems.indian_wars.state.field import Battlefield

US, INDIAN = "us", "indian"
FREE_FROM = 23
"""The game turn from which US units leave without giving points."""


@rule("US exit points", "exit points by day", "US free exit")
def score(field: Battlefield, unit: Counter) -> tuple[str, int]:
    """The side that scores for a counter that leaves by choice, and the points (21.1.B; rulings A-100, A-159).

    For US factors the Indian side does until turn 22; for people the US does before the last day, then the Indian side.
    """
    if unit.kind == VILLAGERS:
        last_day = max((turn for turn, _ in field.sheet.scenario.days), default=1)
        return (US if field.turn < last_day else INDIAN), charts.victory_points(field, "village_exit")
    points = activities.exit_points(field, unit)
    if unit.side == US and field.turn >= FREE_FROM:
        points = 0
    return field.enemy_of(unit.side), points


@rule("villager exits", "villagers leaving")
def bars(field: Battlefield, unit: Counter, edge: str) -> Problem | None:
    """Villagers leave by the north or the south edge alone (7.I.3)."""
    edges = [edge] if edge else list(field.sheet.map.map_edges(unit.at))
    if unit.kind != VILLAGERS or any(one in OPEN_EDGES for one in edges):
        return None
    clause = field.rule("villager exits")
    text = (
        f"{unit.name} cannot leave by the {edges[0]} edge: villagers leave by the north or the south edge ({clause})."
    )
    return Illegal("E138", text, clause, words=edges[0], rests_on=(unit.name,))
