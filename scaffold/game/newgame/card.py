"""The card: sides and phases.  It imports no rules, so that a subject line can be written without them."""

from pbem.api.rules import PHASING, Card, PhaseCard, Side

SIDES = (Side("red", "RE", "Red"), Side("blue", "BL", "Blue"))
MOVE, FIRE = PhaseCard("A", "Movement", "1", PHASING), PhaseCard("B", "Fire", "2", PHASING)
CARD = Card("newgame", "New Game", "newgame", "NG", SIDES, (MOVE, FIRE), (), "meeting")
TURNS = 4
