"""What an attempt to rally needs: by the same table as the roll (13.C)."""

from collections.abc import Sequence

from pbem.core.modifier import Modifier
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.state.field import Battlefield

MOST = 12
"""No total of the Rally Table is higher."""
DIE = 6


def least_total(field: Battlefield) -> int:
    """The lowest total of the Rally Table that rallies."""
    return next((total for total in range(1, MOST + 1) if charts.rally_result(field, total) == "yes"), MOST + 1)


def in_words(field: Battlefield, name: str, attempts: Sequence[tuple[str, tuple[Modifier, ...]]]) -> str:
    """``Big Elk rallies on 3+ (Gall +2)``; ``Big Elk: from pinned on 3+, from routed on 4+``, an attempt each."""
    if not attempts:
        return f"{name} rallies from its pin without a roll"
    chances = [(condition, _on(field, found)) for condition, found in attempts]
    if len(chances) == 1:
        return f"{name} rallies {chances[0][1]}"
    return f"{name}: {', '.join(f'from {condition} {on}' for condition, on in chances)}"


def _on(field: Battlefield, found: tuple[Modifier, ...]) -> str:
    """``on 3+ (Gall +2)``, ``on any roll``, ``on no roll``: what a six-sided die must show."""
    counting = [one for one in found if one.value]
    least = least_total(field) - sum(one.value for one in counting)
    because = f" ({', '.join(f'{one.detail or one.name} {one.value:+d}' for one in counting)})" if counting else ""
    if least <= 1:
        return f"on any roll{because}"
    return f"on {least}{'+' * (least < DIE)}{because}" if least <= DIE else f"on no roll{because}"
