"""Reactions of units to the other side: said beforehand in a standing order, never ordered for a phase."""

from pbem.systems.indian_wars.title import Reaction

STAND = Reaction("stand", ("stand",), "stand")
RETREAT = Reaction("retreat", ("retreat",), "retreat before melee")
RETREAT_TOWARD = Reaction("retreat_toward", (), "retreat")
SCATTER = Reaction("scatter", ("scatter",), "scatter", "US moves within 2 of {unit}", is_indian=True)
HOLD_FIRE = Reaction("hold_fire", (), "hold fire", "enemy leaves zoc of {unit}")
