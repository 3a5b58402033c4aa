"""The needs of a shot or a melee: the rolls on which it does something, as previews, receipts and order sheets say it."""

from dataclasses import dataclass
from fractions import Fraction

from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.fire.shot import Shot
from pbem.systems.indian_wars.state.field import Battlefield

POINTS = {"1": "1 loss", "2": "2 losses"}
"""Result codes of the fire table in words; the others are said as they are."""
LEAST, MOST = 2, 12
"""The lowest and the highest roll of two dice."""


@dataclass(frozen=True, slots=True)
class Need:
    """A result, and the least natural roll of two dice that gives it."""

    result: str
    least: int


def is_known(field: Battlefield, aimed: Shot) -> bool:
    """True if the chart has the column of a shot; where it lacks it, play stops there and no odds can be told."""
    return aimed.letter in field.sheet.charts["fire"]["fire_results"]


def needs(field: Battlefield, aimed: Shot) -> tuple[Need, ...]:
    """The results that a shot can have, mildest first, each with the natural roll that it needs.

    A loss at long range is a Morale Check at -1 (9.B.3); what no roll reaches is left out.
    """
    if aimed.is_too_weak or not is_known(field, aimed):
        return ()
    drm = sum(one.value for one in aimed.modifiers)
    column = field.sheet.charts["fire"]["fire_results"][aimed.letter]
    found: dict[str, int] = {}
    for code, least in sorted(column.items(), key=lambda pair: int(pair[1])):
        result = "MC-1" if aimed.long_range and code.isdigit() else code
        natural = max(int(least) - drm, LEAST)
        if natural <= MOST and natural < found.get(result, MOST + 1):
            found[result] = natural
    reached = list(found.items())
    # A result whose roll the next one has too never comes.
    return tuple(
        Need(code, least)
        for n, (code, least) in enumerate(reached)
        if n + 1 == len(reached) or reached[n + 1][1] != least
    )


def in_words(found: tuple[Need, ...]) -> str:
    """``MC on 8+, MC-1 on 10+, 1 loss on 11+``; ``no roll has an effect`` where none is left."""
    if not found:
        return "no roll has an effect"
    parts = [f"{POINTS.get(one.result, one.result)} on {one.least}{'+' * (one.least < MOST)}" for one in found]
    return ", ".join(parts)


def in_short(found: tuple[Need, ...]) -> str:
    """``8/11``: the roll for a Morale Check and that for a loss, ``-`` where there is none."""
    check = next((one.least for one in found if not one.result.isdigit()), None)
    loss = next((one.least for one in found if one.result.isdigit()), None)
    return f"{check or loss or '-'}/{loss or '-'}"


def melee_in_words(field: Battlefield, column: charts.Odds, drm: int) -> str:
    """``1d6 +1: 1-2 c1 r1/-, 3 c1/c1, 4-6 -/c1 r1``: what each roll of a melee gives, attacker before defender."""
    found: list[tuple[int, int, str]] = []
    for die in range(1, 7):
        _, attacker, defender = charts.melee_result(field, die + drm, column)
        result = f"{attacker}/{defender}"
        if found and found[-1][2] == result:
            found[-1] = (found[-1][0], die, result)
        else:
            found.append((die, die, result))
    spans = [f"{first}{f'-{last}' if last != first else ''} {result}" for first, last, result in found]
    return f"1d6{f' {drm:+d}' if drm else ''}: {', '.join(spans)}"


def chance(parts: int, whole: int) -> str:
    """``64 %``: rounded to a whole per cent, exactly."""
    return f"{int(Fraction(100 * parts, whole) + Fraction(1, 2))} %"
