"""The Battle of Rosebud Creek: its card, and the numbers of its rules."""

from pbem.core.options import Option
from pbem.core.system import Card, PhaseCard
from pbem.systems.indian_wars.sides import SIDES

CARD = Card(
    id="rosebud",
    title="The Battle of Rosebud Creek",
    system="indian_wars",
    clauses="RC",
    sides=SIDES,
    phases=(
        PhaseCard("S", "Set-up", "18", "phasing"),
        PhaseCard("A", "Rally", "4.A", "phasing"),
        PhaseCard("B", "Offensive Fire", "4.B", "phasing"),
        PhaseCard("C", "Movement", "4.C", "phasing"),
        PhaseCard("D", "Defensive Fire", "4.D", "other"),
        PhaseCard("E", "Advance Fire", "4.E", "phasing"),
        PhaseCard("F", "Melee", "4.F", "phasing"),
    ),
    options=(
        Option(
            "first shot",
            "A US unit's first fire in the game never depletes its ammunition.",
            "14.D",
            not_with=("ammunition roster",),
        ),
        Option("ammunition roster", "Ammunition is crossed off unit by unit on a roster.", "14.D"),
        Option("pony pickup", "An Indian unit may take ammunition from a melee in which the US lost a point.", "14.C"),
        Option("hit and run", "Indian units may strike, be fired on and ride away.", "16.G"),
        Option(
            "casualty limit", "From the 14th Indian strength point lost each counts 2 VPs; at 18 no more melee.", "16.F"
        ),
        Option(
            "nearest leader",
            "Of several leaders in reach the nearest helps a Morale Check, not the best rated (ruling A-076).",
            "3.G",
        ),
        Option(
            "free rout",
            "A routed US unit may run to any place of the kind it chooses, not to the nearest alone (ruling A-071).",
            "10.J",
        ),
        Option(
            "staff horses",
            "The Column HQ's holder is a counter on the map, which can lose its horses (ruling A-032).",
            "8.D.2",
        ),
        Option(
            "higher between",
            "Ground between blocks sight where it is higher than one end, not than both alone (ruling A-039).",
            "9.C",
        ),
        Option(
            "retreats by count",
            "A retreat of several hexes ends so many hexes on, not with so many between (ruling A-065).",
            "10.I",
        ),
        Option("no scatter", "Indian units do not scatter (ruling A-108).", "7.K"),
        Option("scatter unfired", "Nobody fires at units that scatter (ruling A-026).", "7.K"),
        Option(
            "late rally",
            "Who routs by choice in his Rally Phase does not try to rally in it (ruling A-069).",
            "10.J.1",
        ),
    ),
    main_scenario="historical",
)


def at(clause: str) -> str:
    """The clause's id in the index, from the number that the book prints: ``RC-9.F`` for ``9.F``."""
    return f"{CARD.clauses}-{clause}"
