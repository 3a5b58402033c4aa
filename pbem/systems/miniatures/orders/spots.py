"""Places to click on a table that has no spaces: a point every three inches."""

from collections.abc import Iterator

from pbem.systems.miniatures.state.tabletop import Scenario
from pbem.systems.miniatures.table.angles import Point
from pbem.systems.miniatures.table.lengths import INCH, near

STEP = 3 * INCH


def grid(scenario: Scenario) -> Iterator[Point]:
    """All of them, from the south-west corner."""
    for y in range(0, scenario.depth + 1, STEP):
        for x in range(0, scenario.width + 1, STEP):
            yield x, y


def named(at: Point) -> str:
    """The order page's name of one: ``15,24``."""
    return f"{at[0] // INCH},{at[1] // INCH}"


def nearest(scenario: Scenario, at: Point) -> str:
    """The one nearest to a place."""
    most = (scenario.width // STEP * STEP, scenario.depth // STEP * STEP)
    x, y = (min(near(one, STEP) * STEP, limit) for one, limit in zip(at, most, strict=True))
    return named((x, y))


def around(scenario: Scenario, at: Point, length: int) -> Iterator[Point]:
    """Those within so many sixteenths of a place, but the place itself."""
    for x, y in grid(scenario):
        if 0 < (x - at[0]) ** 2 + (y - at[1]) ** 2 <= length * length:
            yield x, y
