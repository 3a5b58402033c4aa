"""The game's card, and the numbers of its rules."""

from pbem.core.sequence import parse
from pbem.core.system import Card, PhaseCard, Side

US, INDIAN = "us", "indian"

CUP = "M"
"""The letter of the phase in which a marker is drawn: it takes nobody's orders."""

CUP_CODE = "CUP"
"""Stands where a side's code stands in the id of such a phase: ``T02.CUP.C`` is the third draw of turn 2."""

LETTERS = "ABCDEF"
"""The letters of a side's markers, each that of the phase in which it is used: ``T02.US.C``."""

ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")

CARD = Card(
    id="custer",
    title="Custer's Last Stand",
    system="custer",
    clauses="CL",
    sides=(Side(US, "US", "US"), Side(INDIAN, "IN", "Indian")),
    phases=(
        PhaseCard(CUP, "Draw", "3.1", ""),
        *(
            PhaseCard(letter, f"{ordinal} marker", "3.7", "phasing")
            for letter, ordinal in zip(LETTERS, ORDINALS, strict=True)
        ),
    ),
    options=(),
    main_scenario="little-big-horn",
    in_sequence=False,
)
"""Each marker is used once a turn at most, and chance decides when, so each has a phase letter of its own and its orders
may be filed before it is drawn: ``in Reno: ...``."""

SIDE_NAMES = {one.id: one.name for one in CARD.sides}


def parts(phase: str) -> tuple[int, str, str]:
    """Game turn, side's id ("" for a draw) and letter of a full phase id."""
    found = parse(phase)
    return found.turn, "" if found.side == CUP_CODE else CARD.side(found.side).id, found.letter


def short_name(phase: str) -> str:
    """``T3 US marker A`` for ``T03.US.A``, ``T3 draw 2`` for ``T03.CUP.B``."""
    turn, side, letter = parts(phase)
    return f"T{turn} {CARD.side(side).name} marker {letter}" if side else f"T{turn} draw {ord(letter) - ord('A') + 1}"
