"""How the captain of the Indian side marches: each camp by itself, where the Army is least likely to find it.

Points hang on the braves who are left.  The village hinders their flight, and the Army loses by killing lodges; so the bands
leave it, and what they have in common is the way to Canada.
"""

from collections.abc import Callable, Sequence

from pbem.mechanisms.trial import Trial
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.practice.goals import far, indian_goals
from pbem.systems.nezperce.practice.risk import Columns, together
from pbem.systems.nezperce.practice.ways import over_rivers, reached
from pbem.systems.nezperce.rules import reach
from pbem.systems.nezperce.state.contact import INDIAN
from pbem.systems.nezperce.state.position import FAST, WAITING, Campaign, Unit

LATER = 4
"""What may happen after the next move counts for so many times less."""
TOWN = 900
"""How much a town is to be shunned, and a hex in which soldiers wait, for entering it wakes them."""
HASTE = 15
"""What a fast move costs: no other can be made in the next three turns."""
WAY = 20
"""So many movement points of the way to Canada share what a unit gains there."""


def scattered(trial: Trial[Campaign], pull: int) -> None:
    """Each unit goes where it adds least to what the side stands to lose; `pull` is what a point on the way counts for."""
    columns = Columns(trial.view)
    camps: dict[str, list[Unit]] = {}
    for unit in _by_worth(trial.view):
        badness = _badness(columns, camps, unit, pull)
        ways = reached(trial.view, unit)
        best = min(sorted(ways), key=lambda at: badness(at) + (HASTE if ways[at][0] == FAST else 0))
        mode, path = ways[best]
        path = over_rivers(trial.view, unit, path, mode, badness)
        if len(path) > 1:
            trial.take(March((unit.name,), path, mode))
        camps.setdefault(trial.view.units[unit.name].at, []).append(unit)


def _badness(columns: Columns, camps: dict[str, list[Unit]], unit: Unit, pull: int) -> Callable[[str], int]:
    """How bad a hex is for a unit beside those that have found their camps already."""
    distance, weight = far(indian_goals(columns.view), True), pull + gain(columns.view, unit) // WAY

    dangers = {at: _danger(columns, at, units) for at, units in camps.items()}

    def badness(at: str) -> int:
        joined = {**dangers, at: _danger(columns, at, [*camps.get(at, []), unit])}
        return together(joined.values()) + weight * distance.get(at, 999)

    return badness


def _danger(columns: Columns, at: str, units: Sequence[Unit]) -> int:
    """How bad it is for some Indian units to be in a hex when the Army moves."""
    shunned = TOWN if units and _is_shunned(columns.view, at) else 0
    return columns.risk(at, units) + columns.risk(at, units, 2) // LATER + shunned


def _is_shunned(view: Campaign, at: str) -> bool:
    return bool(data.town(at)) or any(one.at == at and one.status == WAITING for one in view.units.values())


def _by_worth(view: Campaign) -> list[Unit]:
    """The Indian units, those first that bring most points: a hiding-place matters most for them."""
    units = [one for one in view.of(INDIAN) if one.name != SITTING_BULL]
    return sorted(units, key=lambda one: -points(one, "us"))


def points(unit: Unit, where: str) -> int:
    """What is left of an Indian unit brings in a country (``us``, ``canada``), in tenths of a victory point."""
    kind = "lodge" if unit.card.arm == "village" else "brave"
    each: int = data.tables()["victory"]["points"][f"indian_{kind}_surviving_in_{where}"]
    return 10 * each * len(unit.left)


def gain(view: Campaign, unit: Unit) -> int:
    """What a unit brings more in Canada, once it is open."""
    return points(unit, "canada") - points(unit, "us") if reach.canada_is_open(view) else 0
