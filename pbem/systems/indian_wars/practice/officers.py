"""The cost to a captain of the chance that fire or melee may hit a leader: each loss in his hex is a Leader Loss Check
(12.E)."""

from fractions import Fraction

from pbem.systems.indian_wars.practice import fire
from pbem.systems.indian_wars.rules.fire.shot import Shot
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.state.field import Battlefield

LEADER, COMMANDER = Fraction(2, 5), Fraction(2, 3)
"""The average gain of the enemy from a check of a leader, in victory points: 5 for 1 in 36, and for 5 in 36 a wound, which one
time in three is mortal or severe; 10 for a commander."""


def at_risk(view: Battlefield, at: str, side: str) -> Fraction:
    """The average gain of the enemy from one check of the leaders of a side in a hex, in victory points; 0 if there is none."""
    here = leaders.exposed(view, at, side)
    if not here:
        return Fraction(0)
    return sum((COMMANDER if one in view.title.commanders else LEADER for one in here), Fraction(0)) / len(here)


def shot(view: Battlefield, one: Shot) -> Fraction:
    """The worth of a shot, the leaders in its target's hex included."""
    found = fire.worth(view, one)
    risk = at_risk(view, one.target_at, view.enemy_of(view[one.firer].side))
    return found + fire.POINT * risk * fire.chance(view, one) if risk and found else found
