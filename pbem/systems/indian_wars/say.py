"""Words for problems, plans and logs: lists of counters, terrain, costs.  Pure ASCII."""

from collections.abc import Iterable, Sequence

from pbem.core.system import Side
from pbem.systems.indian_wars.state.counter import Counter

# The two sides of every title of the series.

US, INDIAN = "us", "indian"
SIDES = (Side(US, "US", "US"), Side(INDIAN, "IN", "Indian"))
SIDE_NAMES = {one.id: one.name for one in SIDES}


TERRAIN = {
    "light_woods": "light woods",
    "dry_creek": "dry creek",
    "rosebud_creek": "Rosebud Creek",
    "leave_enemy_zoc": "leaving a ZOC",
}


def several(words: Sequence[str], last: str = "and") -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "nobody"


def names_of(units: Iterable[Counter]) -> str:
    """``Rain in the Face and Lone Bull``."""
    return several([unit.name for unit in units])


def halves(number: int) -> str:
    """``9 1/2``, ``3``, ``1/2``: half boxes as boxes."""
    whole, half = divmod(number, 2)
    return f"{whole or ''} 1/2".strip() if half else str(whole)


def folded(names: Sequence[str]) -> str:
    """Names with a common last word said once: ``A/2, B/2, D/2 Cav``; others follow: ``A/2, B/2 Cav, Old Crow``.

    Companies' holders come kind by kind: ``A/2, C/3 holders, C/9, D/4 mules``.
    """
    kinds = {name.rpartition(" ")[2] if "/" in name else name: 0 for name in names}
    rank = {kind: n for n, kind in enumerate(kinds)}
    names = sorted(names, key=lambda name: rank[name.rpartition(" ")[2] if "/" in name else name])
    out: list[str] = []
    for n, name in enumerate(names):
        first, _, last = name.rpartition(" ")
        following = names[n + 1].rpartition(" ")[2] if n + 1 < len(names) else ""
        out.append(first if "/" in first and last == following else name)
    return ", ".join(out)


def costs(parts: Iterable[tuple[str, int]]) -> str:
    """``clear 2, uphill 1``."""
    return ", ".join(f"{TERRAIN.get(name, name)} {cost}" for name, cost in parts)


def path_text(path: Iterable[str]) -> str:
    """``3413-3414``."""
    return "-".join(path)


def together(units: Iterable[str]) -> str:
    """``A/2 Cav + B/2 Cav``."""
    return " + ".join(units)


def zone(name: str) -> str:
    """``north edge``, ``zone US reinforcements``: how an entry zone is called in a sentence."""
    return f"{name[0].lower()}{name[1:]}" if name.endswith((" edge", " entry")) else f"zone {name}"


def zone_with_hexes(name: str, hexes: Sequence[str]) -> str:
    """``zone Keogh (8907-8908)``."""
    return f"{zone(name)} ({hexes[0]}-{hexes[-1]})" if len(hexes) > 1 else f"{zone(name)} ({hexes[0]})"
