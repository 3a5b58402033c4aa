"""The columns of the US side in a battle for a village (LB-21): who rides with whom, and whether a column goes on, joins
another, or holds a hill until the others come.

A column is whoever is within a few hexes of the next.  It goes for the nearest prize that it is strong enough for: people
to capture, else a camp to burn.  Where too many warriors are about it, it closes up with a stronger column, or takes the
best high ground at hand and fights there on foot.  Who is out of touch rides to those who are in trouble.
"""

from collections import Counter as Count
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pbem.board.hexmap import LIGHT_WOODS, ROCKS
from pbem.systems.indian_wars.practice import danger
from pbem.systems.indian_wars.rules import victory
from pbem.systems.indian_wars.rules.country import night
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.village import alert, circles
from pbem.systems.indian_wars.rules.village import camps as exits
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, SCOUT, Counter
from pbem.systems.indian_wars.state.field import Battlefield

COMPANIES = (CAVALRY, INFANTRY)
LINK = 4
"""The distance, in hexes, within which two companies are of one column."""
ABOUT = 7
"""The distance of warriors who count as being about a column."""
TO_ARMS = 5
"""The distance of warriors at which men who hold a place get off their horses."""
OUTNUMBERED = Fraction(3, 2)
"""The factor of a column's strength at which it goes no farther."""
IN_TOUCH = 2
"""The distance of the enemy to men on foot who will not get to their horses and away."""
BEATEN = 2
"""A loss of one strength point for so many that still stand is a defeat."""
GUARDED = 3
"""The distance to a prize of warriors who defend it."""
STAND = 16
"""From which strength on a column that has none to join stands against more warriors: fewer men would be ridden over."""
ONE_RIDE = 5
"""The distance to the edge of the map, in hexes, for a column that gets away from whoever is about it."""
HILL = 5
"""The distance at which a column looks for high ground, in hexes."""
TOGETHER = 2
"""The distance of two columns that need not close up any more."""
RELIEF = 16
"""The distance of another column, in hexes, that can still be joined."""
GO, EVADE, HOLD, LEAVE = "go", "evade", "hold", "leave"
RIDDEN_DOWN = 8
"""From how far off, in hexes, warriors on ponies catch up with a column."""
EVENING = -3
"""From how many turns before a night the columns look for a place to spend it."""
QUIET = 8
"""The quiet distance from warriors, and from the camps, where all of them are after a night, in hexes."""
AT_HAND = 8
"""The distance of a prize, in hexes, that is taken before the evening's camp is looked for."""
LEVEL, SHELTER, WATER = 3, 3, 2
"""The worth of a level, of woods or rocks, and of water in reach to who holds a hill; a hex of way is worth 2."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A company's business: where its column goes, how it means to fight, and who is of the column."""

    goal: str
    stance: str
    column: frozenset[str]

    @property
    def holds(self) -> bool:
        """True if the column stands and fights on foot."""
        return self.stance == HOLD

    @property
    def evades(self) -> bool:
        """True if it stays in the saddle, out of the way of more warriors than it can deal with."""
        return self.stance in (EVADE, LEAVE)

    @property
    def leaves(self) -> bool:
        """True if it has given up and makes for the edge of the map."""
        return self.stance == LEAVE


@dataclass(frozen=True, slots=True)
class _Column:
    units: tuple[Counter, ...]
    centre: str
    strength: int
    about: int
    riders: int
    afoot: int

    @property
    def is_outnumbered(self) -> bool:
        return self.about >= OUTNUMBERED * self.strength

    @property
    def is_caught(self) -> bool:
        """True if it would not get away: from warriors on ponies, or because its men are on foot and in touch."""
        return self.riders >= self.strength or 2 * self.afoot > self.strength


def stronghold(view: Battlefield) -> str:
    """The hex where most men stand on foot near warriors, "" where none do: the train and the headquarters come there."""
    gaps = danger.gaps(view, alert.US)
    afoot = Count[str]()
    for one in view.of(alert.US):
        if one.kind in COMPANIES and not one.is_mounted and not one.routed and gaps.get(one.at, ABOUT) < ABOUT:
            afoot[one.at] += one.strength
    return max(sorted(afoot), key=lambda at: afoot[at], default="")


def plans(view: Battlefield, side: str) -> Mapping[str, Bound]:
    """The business of each US company in this Movement Phase; empty where no village stands, or for the other side.

    A gun goes with the nearest column; scouts look for ponies, and stay out of everybody's way.
    """
    if side != alert.US or not view.sheet.scenario.circles:
        return {}
    columns = sorted(_columns(view), key=lambda one: (-one.strength, one.centre))
    found: dict[str, Bound] = {}
    for column in columns:
        goal, stance = _aim(view, column, columns)
        names = frozenset(unit.name for unit in column.units)
        found |= {unit.name: Bound(goal, stance, names) for unit in column.units}
    distance = view.sheet.map.distance
    herds = circles.herds(view)
    for scout in view.of(side):
        if scout.kind == SCOUT and herds and not scout.guards:
            goal = min((herd.at for herd in herds), key=lambda at: (distance(at, scout.at), at))
            found[scout.name] = Bound(goal, EVADE, frozenset())
    for gun in view.of(side):
        if gun.is_gun and columns and not gun.abandoned:
            nearest = min(columns, key=lambda one: (distance(gun.at, one.centre), one.centre))
            theirs = found[nearest.units[0].name]
            found[gun.name] = theirs if theirs.leaves else replace(theirs, goal=nearest.centre)
    return found


def _columns(view: Battlefield) -> Iterator[_Column]:
    distance = view.sheet.map.distance
    left = [one for one in view.of(alert.US) if one.kind in COMPANIES and not one.routed and one.strength]
    foes, gaps = danger.foes(view, alert.US), danger.gaps(view, alert.US)
    while left:
        units = [left.pop(0)]
        for one in units:
            near = [other for other in left if distance(one.at, other.at) <= LINK]
            units += near
            left = [other for other in left if other not in near]

        def near_foes(most: int, units: Sequence[Counter] = units) -> Iterator[Counter]:
            return (foe for foe in foes if any(distance(foe.at, one.at) <= most for one in units))

        centre = min((one.at for one in units), key=lambda at: (sum(distance(at, one.at) for one in units), at))
        yield _Column(
            tuple(units),
            centre,
            sum(one.strength for one in units),
            sum(foe.strength for foe in near_foes(ABOUT)),
            sum(foe.strength for foe in near_foes(RIDDEN_DOWN) if foe.is_mounted),
            sum(one.strength for one in units if not one.is_mounted and gaps.get(one.at, ABOUT) <= IN_TOUCH),
        )


def _aim(view: Battlefield, column: _Column, columns: Sequence[_Column]) -> tuple[str, str]:
    """The goal of a column, and how it means to fight."""
    prize = _prize(view, column)
    is_near = bool(prize) and view.sheet.map.distance(prize, column.centre) <= AT_HAND
    if _is_evening(view) and not column.is_outnumbered and not is_near and (bivouac := _bivouac(view, column)):
        return bivouac, EVADE
    if is_beaten(view) or _is_won(view):
        out = _way_out(view, column)
        if not column.is_outnumbered or view.sheet.map.distance(out, column.centre) <= ONE_RIDE:
            return out, LEAVE
    if not column.is_outnumbered:
        in_trouble = [one for one in columns if one is not column and one.is_outnumbered and one.is_caught]
        if prize and (column.about or not in_trouble):
            return prize, GO
        return _nearest(view, column, in_trouble) or prize or _hill(view, column), GO
    join = _nearest(view, column, columns[: columns.index(column)])
    if column.is_caught or (not join and column.strength >= STAND):
        return _hill(view, column), HOLD
    return join or prize or column.centre, EVADE


def is_beaten(view: Battlefield) -> bool:
    """True if so many are lost that the rest had better go, once that costs no points (7.I.2)."""
    stand = sum(one.strength for one in view.of(alert.US) if not one.is_leader)
    return view.turn >= exits.FREE_FROM and BEATEN * view.lost.get(alert.US, 0) >= stand


def _is_won(view: Battlefield) -> bool:
    """True if there is a victory to take home, once leaving costs nothing (7.I.2)."""
    ahead = charts.victory_level(
        view, Fraction(max(view.points.get(alert.US, 0), 1), max(view.points.get(alert.INDIAN, 0), 1))
    )
    return view.turn >= exits.FREE_FROM and ahead != victory.DRAW


def _is_evening(view: Battlefield) -> bool:
    """True if a night is near: then a regiment keeps to itself, beside water."""
    return any(EVENING <= view.turn - turn < 0 for turn, _ in view.sheet.scenario.days)


def _bivouac(view: Battlefield, column: _Column) -> str:
    """A hex beside water, far from warriors and near the edge of the map, "" where there is none."""
    sheet, gaps = view.sheet.map, danger.gaps(view, alert.US)
    camps = [one.at for one in circles.camps(view)]
    wet = [
        at
        for at in sheet
        if gaps.get(at, QUIET) >= QUIET
        and all(sheet.distance(at, camp) >= QUIET for camp in camps)
        and any(night.has_water(view, near) for near in (at, *sheet.neighbours(at)))
    ]
    edge = [at for at in sheet if sheet.map_edges(at)]

    def way(at: str) -> tuple[int, str]:
        return sheet.distance(at, column.centre) + min(sheet.distance(at, one) for one in edge), at

    return min(wet, key=way, default="")


def _way_out(view: Battlefield, column: _Column) -> str:
    """The nearest hex of the map edge that no warriors bar."""
    sheet = view.sheet.map
    guarded = danger.threats(view, alert.US, GUARDED)
    edge = [at for at in sheet if sheet.map_edges(at)]
    return min(edge, key=lambda at: (guarded.get(at, 0) > column.strength, sheet.distance(at, column.centre), at))


def _nearest(view: Battlefield, column: _Column, others: Sequence[_Column]) -> str:
    """The centre of the nearest of other columns that can be joined, "" where none can or need be."""
    distance = view.sheet.map.distance
    near = [one.centre for one in others if TOGETHER < distance(one.centre, column.centre) <= RELIEF]
    return min(near, key=lambda at: (distance(at, column.centre), at), default="")


def _prize(view: Battlefield, column: _Column) -> str:
    """The nearest people or camp with no warriors in the hex, and not more about than the column can deal with."""
    distance = view.sheet.map.distance
    guarded = danger.threats(view, alert.US, GUARDED)
    held = {one.at for one in danger.foes(view, alert.US)}
    is_quiet = alert.is_quiet(view)
    places = {
        one.at
        for one in (*circles.camps(view), *circles.villagers(view))
        if is_quiet or (one.at not in held and guarded.get(one.at, 0) < OUTNUMBERED * column.strength)
    }
    return min(places, key=lambda at: (distance(at, column.centre), at), default="")


def _hill(view: Battlefield, column: _Column) -> str:
    """The best ground near a column's centre: high, with cover, near water, away from the enemy."""
    sheet = view.sheet.map
    gaps = danger.gaps(view, alert.US)
    held = {one.at for one in danger.foes(view, alert.US)}

    def worth(at: str) -> tuple[int, str]:
        has_water = any(night.has_water(view, near) for near in (at, *sheet.neighbours(at)))
        found = LEVEL * sheet.level(at) + SHELTER * (sheet.terrain(at) in (LIGHT_WOODS, ROCKS)) + WATER * has_water
        return found - (gaps.get(at, LINK) <= 1) - 2 * sheet.distance(at, column.centre), at

    places = [at for at in sheet if at not in held and sheet.distance(at, column.centre) <= HILL]
    return max(places, key=worth)
