"""The phases of the series by their ids: what they are called, and a subject line's words for one.  It imports no rules."""

from pbem.core.phase_id import parse

SIDE_CODES = {"US": "us", "IN": "indian"}
PHASES = {
    "S": ("SET-UP", "18", "Set-up"),
    "A": ("RALLY", "13", "Rally"),
    "B": ("OFFENSIVE FIRE", "9", "Off. Fire"),
    "C": ("MOVEMENT", "7", "Movement"),
    "D": ("DEFENSIVE FIRE", "9", "Def. Fire"),
    "E": ("ADVANCE FIRE", "9", "Adv. Fire"),
    "F": ("MELEE", "10", "Melee"),
}
"""Name, rule and name in a subject line of each phase, by letter."""


def parts(phase: str) -> tuple[int, str, str]:
    """Game turn, phasing side's id and letter of a full phase id such as ``T03.US.B``."""
    found = parse(phase)
    return found.turn, SIDE_CODES[found.side], found.letter


def short_name(phase: str) -> str:
    """``T3 US Off. Fire`` for ``T03.US.B``."""
    turn, _, letter = parts(phase)
    code = parse(phase).side
    return f"T{turn} {code} {PHASES[letter][2]}" if letter != "S" else f"{code} set-up"
