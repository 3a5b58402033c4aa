"""The hills that score once for the US (17)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import HillTaken

SCORING = (CAVALRY, INFANTRY)


@rule("hills")
def enter(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Score a hill as the first cavalry or infantry company enters it by movement, advance or pursuit (17; ruling A-130)."""
    field = umpire.state
    place = field.sheet.map.place_of(at)
    if place is None or "victory" not in place.tags or place.name in field.scored:
        return
    for name in names:
        if field[name].kind in SCORING:
            umpire.emit(HillTaken(place.name, name, field[name].side, points_of(field, place.name)))
            return


def points_of(field: Battlefield, place: str) -> int:
    """The VPs of a hill, by the victory chart.  Raises ChartGap."""
    return charts.victory_points(field, place.lower().replace("'", "").replace(" ", "_"))
