"""Victory (17): who has won, by the points that fell and those that the end brought (`ending`)."""

from fractions import Fraction

from pbem.core.clause import rule
from pbem.core.system import Outcome
from pbem.systems.indian_wars import charts
from pbem.systems.indian_wars.field import Field

DRAW = "draw"


@rule("RC-17.1", "RC-17.2")
def outcome(field: Field) -> Outcome:
    """Who has won by the ratio of VPs, and at which level; a side with less than 1 counts as 1 (17; ruling A-128)."""
    points = {side: field.points.get(side, 0) for side in field.sheet.scenario.player_sequence}
    first, second = sorted(points, key=lambda side: -points[side])
    ratio = Fraction(max(points[first], 1), max(points[second], 1))
    level = charts.victory_level(field, ratio)
    winner = "" if level == DRAW else first
    why = f"{points[first]} to {points[second]} VPs is {ratio} to 1"
    return Outcome(winner, level, tuple(sorted(points.items())), why)
