"""Victory: points at the end of a game, hills held, and who has won."""

from fractions import Fraction

from pbem.core.clause import rule
from pbem.core.system import Outcome
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import MORTAL
from pbem.systems.indian_wars.state.moving_events import HillTaken

DRAW = "draw"


@rule("VP running total", "VP scoring", "low ammo VP")
def final_points(field: Battlefield) -> dict[str, int]:
    """The VPs of both sides with what is only counted at the end: US units low on ammunition (14.B)."""
    points = {side: field.points[side] for side in field.sheet.scenario.player_sequence}
    low = sum(
        ammunition.is_low_at_end(field, unit) for unit in field.of("us") if not unit.is_leader and not unit.is_holder
    )
    points["us"] += low * charts.victory_points(field, "low_ammo")
    return points


@rule("victory ratio", "VP ratio", "victory with the Gatlings")
def outcome(field: Battlefield) -> Outcome:
    """The result by the ratio of VPs, and at which level; a side with less than 1 counts as 1 (17; ruling A-128)."""
    points = final_points(field)
    first, second = sorted(points, key=lambda side: -points[side])
    ratio = Fraction(max(points[first], 1), max(points[second], 1))
    level = charts.victory_level(field, ratio)
    winner = "" if level == DRAW else first
    why = f"{points[first]} to {points[second]} VPs is {_decimals(ratio)} to 1"
    return Outcome(winner, level, tuple(sorted(points.items())), why)


def _decimals(ratio: Fraction) -> str:
    """A ratio as people write it, cut after two decimals: ``1.44`` for 13 to 9."""
    whole, hundredths = divmod(ratio.numerator * 100 // ratio.denominator, 100)
    return f"{whole}.{hundredths:02}".rstrip("0").rstrip(".")


@rule("clock past the end", "end of game turn")
def settle(umpire: Umpire[Battlefield]) -> None:
    """The last things: who of the dying lives."""
    for side in umpire.state.sheet.scenario.player_sequence:
        for leader in tuple(umpire.state.of(side)):
            if leader.wound == MORTAL:
                with umpire.act(
                    side,
                    f"{leader.name} lies mortally wounded as the game ends ({umpire.state.rule('leader casualties')})",
                ):
                    leaders.roll_for_life(umpire, leader.name)
        leaders.tend_the_evacuated(umpire, side)


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
