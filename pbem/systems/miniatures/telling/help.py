"""The game's additions to help pages: how a unit is ordered, and what its tables say in few words."""

from collections.abc import Mapping

PAGES: Mapping[str, tuple[str, ...]] = {
    "orders": (
        "HELP ORDERS",
        "",
        "  | First Company: ahead 6; fire if within 8",
        "  | Riflemen: toward wood within 2; fire; load; load",
        "  | Gun: along track 7; unlimber",
        "  | Light Horse: charge Wolf via (30, 14)",
        "  | Colonel: join Second Company",
        "",
        "  A line is for one unit: its name, a colon, operations in your order.  Each",
        "  costs a point; the die that gives the points is rolled after your letter.",
        "  What the points do not cover is not carried out.",
        "",
        "  Units     as you would say them; if a name fits two, we ask which you mean.",
        "  Places    inches east and north of the south-west corner: (34.5, 20); a",
        "            unit, a piece of ground, or  4 inches north of  one.",
        "  Set up    help ground table: every piece of ground with its corners;",
        "            help formations table: bases, and each unit's front and depth.",
        "  Facing    degrees clockwise from north, or a compass word: WSW.",
        "  Dice      if 3: First Company: ahead 6  holds for that many points.",
        "  Notes     // or # to the end of the line is for yourself.",
    ),
    "move": (
        "HELP MOVE",
        "",
        "  | First Company: ahead 6",
        "  | First Company: wheel left 30, ahead 2",
        "  | Riflemen: to (26, 20)",
        "  | Second Company: beside First Company by 1",
        "  | Light Horse: ahead 14 x2 not into wood",
        "",
        "  Back and sideways cost double.  A wheel pays what its outer corner walks;",
        "  skirmishers and crowds in disorder turn for nothing.  A move halts an inch",
        "  from an enemy, and in front of a friend unless one of the two skirmishes.",
        "  Without an officer or a leader a unit does not move.",
    ),
    "fire": (
        "HELP FIRE",
        "",
        "  | Riflemen: fire if within 8; load; load",
        "",
        "  At the closest enemy seen in the arc.  Each figure rolls a ten-sided die",
        "  against the number for its weapon, range and the target's cover.  To load",
        "  costs a point, rifles and guns two.  A unit that is charged in front may",
        "  fire; the point is taken from its next phase.",
    ),
    "charge": (
        "HELP CHARGE",
        "",
        "  | Light Horse: charge Wolf",
        "  | Light Horse when contact: halt if outnumbered",
        "",
        "  The charger checks morale and goes half as far again.  Two inches from its",
        "  target it halts; the target checks and may fire; then the charger closes,",
        "  and figures fight in pairs.  Whoever charged is in disorder afterwards.",
    ),
    "rally": (
        "HELP RALLY",
        "",
        "  | First Company: rally facing east",
        "",
        "  A unit in disorder may rally, load or move away.  It rallies if it passes",
        "  its check, into skirmish order; not within six inches of an enemy that has",
        "  just charged.  One that stays in disorder drifts from the enemy.",
    ),
    "standing": (
        "  | First Company when charged: hold",
        "  | Light Horse when contact: halt if outnumbered",
        "  | policy reaction fire: fire",
    ),
    "defaults": (
        "operations         units without a line do nothing",
        "reaction fire      a loaded unit that passes its check fires",
        "contact            a charger presses home",
        "melee              the centre doubles up first",
    ),
    "help": (
        "move           inches, wheels, halts",
        "fire           arcs, dice, loading",
        "charge         from the check to the melee",
        "rally          units in disorder",
    ),
}

ALSO: Mapping[str, str] = {
    "moves": "move", "movement": "move", "wheel": "move", "ahead": "move", "inches": "move",
    "shoot": "fire", "load": "fire", "arc": "fire", "range": "fire",
    "charges": "charge", "contact": "charge", "melee": "charge", "morale": "rally", "disorder": "rally",
}  # fmt: skip
"""Other words for the pages."""


def page(word: str) -> tuple[str, ...]:
    """The lines that the game has for a word; none for one that it does not know."""
    asked = " ".join(word.lower().split())
    return PAGES.get(ALSO.get(asked, asked), ())
