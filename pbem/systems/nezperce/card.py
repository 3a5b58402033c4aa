"""The game's card.  It imports no rules."""

from pbem.core.options import Option
from pbem.core.sequence import parse
from pbem.core.system import ALL, NOBODYS, PHASING, Card, PhaseCard, Side

# The phases of a battle, for the game's card.  The letters R, A to F and S belong to the strategic turn.

LOOKS = ("P", "Q")
"""Stops between half-turns: before the First player's, before the Second player's."""

PHASES = (
    PhaseCard("G", "State of contact", "C2.2", NOBODYS),
    PhaseCard("I", "Set-up: entry side", "C2.4", PHASING),
    PhaseCard("J", "Set-up", "C2.3", PHASING),
    PhaseCard("P", "Battle plans", "C3.1", ALL),
    PhaseCard("H", "Battle turn", "C3.1", PHASING),
    PhaseCard("Q", "Battle plans", "C3.1", ALL),
)


ARMY, INDIAN = "army", "indian"

STRATEGIC = (
    PhaseCard("R", "Reinforcement", "B2.2", NOBODYS),
    PhaseCard("A", "Indian supply", "B3.0", NOBODYS),
    PhaseCard("B", "Indian movement", "B4.1", PHASING),
    PhaseCard("C", "Indian combat declaration", "B5.1", PHASING),
    PhaseCard("D", "Army supply", "B3.0", PHASING),
    PhaseCard("E", "Army movement", "B4.1", PHASING),
    PhaseCard("F", "Army search", "B5.1", PHASING),
)
"""The phases of a strategic turn.  R is the seventh of the book's list, and comes first in its turn (B-001)."""

BETWEEN = PhaseCard("S", "Next contact", "B2.2", NOBODYS)
"""Between two battles of one phase: the next combat declared, or the searches that are left."""

SITTING_BULL = Option(
    "sitting-bull", "A 30th turn, on which Sitting Bull is placed in 2601; the Army gets 10 points", "NP-B8.0a"
)

DOUBTFUL = (
    Option(
        "mountain-men-steady",
        "Morale: Washington Volunteers break on 6 alone, camps from 3 on (ruling B-061; else from 5, from 4)",
        "NP-D4.0a",
    ),
    Option(
        "ambush-in-column-a",
        "State of contact: column A reads Ambushing on 3, column B Alerted on 1 (ruling B-061)",
        "NP-D4.0b",
        not_with=("ambush-in-column-c",),
    ),
    Option(
        "ambush-in-column-c",
        "State of contact: column C reads Ambushing on 3, column B Alerted on 1 (ruling B-061)",
        "NP-D4.0b",
        not_with=("ambush-in-column-a",),
    ),
    Option(
        "fire-pins",
        "Fire: on a die of 0 or less the third P1 of a row is a P2 (ruling B-061)",
        "NP-D4.0e",
    ),
    Option(
        "fire-morale",
        "Fire: a die of -2 at Army head 12 is an M, not a P2 (ruling B-061)",
        "NP-D4.0e",
    ),
    Option(
        "fire-kills",
        "Fire: on a die of 0 or less the last cells of rows -1 and 0 are K, not M (ruling B-061)",
        "NP-D4.0e",
    ),
)
"""Cells of tables that cannot be placed with certainty, read otherwise; as they are read by default: `tables.toml`."""

CARD = Card(
    id="nezperce",
    title="I Will Fight No More Forever",
    system="nezperce",
    clauses="NP",
    sides=(Side(INDIAN, "IN", "Indian"), Side(ARMY, "AR", "Army")),
    phases=(*STRATEGIC, BETWEEN, *PHASES),
    options=(SITTING_BULL, *DOUBTFUL),
    main_scenario="campaign-1877",
)

LETTERS_IN_BATTLE = "".join(one.letter for one in (BETWEEN, *PHASES))
SECRET = "".join((*LOOKS, "H"))


def short_name(phase: str) -> str:
    """``T3 Indian movement``, ``T3 battle 2.7 Indian Battle turn``, ``T3 battle 2 Army Set-up`` before its first turn."""
    found = parse(phase)
    codes = {side.code: side.name for side in CARD.sides}
    card = next((one for one in CARD.phases if one.letter == found.letter), None)
    name = card.name if card is not None else found.letter
    if found.battle is None:
        return f"T{found.turn} {name}"
    whose = f"{codes[found.side]} " if found.side in codes and found.letter != BETWEEN.letter else ""
    if not found.battle.turn:
        return f"T{found.turn} battle {found.battle.battle} {whose}{name}"
    return f"T{found.turn} battle {found.battle.battle}.{found.battle.turn} {whose}{name}"
