"""The strategic units of ``units-strategic.toml`` and the types of tactical units of ``units-tactical.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pbem import resources
from pbem.core.tomlfile import TomlFile

FOLDER = "scenarios/nezperce"
VILLAGE, SITTING_BULL = "Indian Village", "Sitting Bull"
ARMY_KEYS = (
    "id",
    "name",
    "aliases",
    "rank",
    "arm",
    "search",
    "normal",
    "fast",
    "hex",
    "arrival_turn",
    "tactical",
    "note",
)
INDIAN_KEYS = ("id", "name", "aliases", "kind", "evasion", "normal", "fast", "hex", "arrival_turn", "tactical", "note")


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The printed card of a strategic unit. `search` is an Army unit's, `evasion` an Indian one's; `arm` an Army unit's arm or
    an Indian unit's kind.  `pieces` are its tactical units, as name and type.
    """

    id: str
    name: str
    side: str
    arm: str
    rank: str
    search: int
    evasion: int
    normal: int
    fast: int
    hex: str
    arrival_turn: int
    pieces: tuple[tuple[str, str], ...]
    aliases: tuple[str, ...] = ()


@cache
def cards() -> dict[str, UnitCard]:
    """The strategic units by name, the Army's first, in the sequence of the file.  Raises Faults."""
    file = resources.toml(f"{FOLDER}/units-strategic.toml")
    found = read_cards(file)
    file.ended()
    return found


def card(name: str) -> UnitCard:
    """A strategic unit's card.  Raises KeyError."""
    return cards()[name]


@cache
def by_id() -> dict[str, UnitCard]:
    """The strategic units by the ids that files and battles use."""
    return {one.id: one for one in cards().values()}


@cache
def types() -> dict[str, str]:
    """The types of tactical units and what they are called."""
    return {key: str(one["name"]) for key, one in resources.toml(f"{FOLDER}/units-tactical.toml").data["type"].items()}


def read_cards(file: TomlFile) -> dict[str, UnitCard]:
    """The strategic units of a file; its faults are noted in it."""
    found: dict[str, UnitCard] = {}
    for side in ("army", "indian"):
        for path, table in file.tables(side):
            file.unknown(path, table, ARMY_KEYS if side == "army" else INDIAN_KEYS)
            one = _card(file, path, table, side)
            if one.name in found:
                file.fault(f"{path}.name", "each unit once", one.name)
            found[one.name] = one
    return found


def _card(file: TomlFile, path: str, table: Mapping[str, Any], side: str) -> UnitCard:
    def text(key: str) -> str:
        return file.value(f"{path}.{key}", table.get(key), str)

    def number(key: str, default: int | None = None) -> int:
        return file.value(f"{path}.{key}", table.get(key), int, default)

    name = text("name")
    army = side == "army"
    owned = file.value(f"{path}.tactical", table.get("tactical"), dict)
    for kind, count in owned.items():
        if kind not in types() or type(count) is not int or count < 1:
            file.fault(f"{path}.tactical", f"counts of {', '.join(types())}", f"{kind} = {count!r}")
    return UnitCard(
        text("id"),
        name,
        side,
        text("arm" if army else "kind"),
        text("rank") if army else "",
        number("search") if army else 0,
        0 if army else number("evasion"),
        number("normal"),
        number("fast"),
        text("hex"),
        number("arrival_turn", 0),
        _pieces(name, owned),
        tuple(file.value(f"{path}.aliases", table.get("aliases"), list, [])),
    )


def _pieces(name: str, owned: dict[str, int]) -> tuple[tuple[str, str], ...]:
    """The tactical units of a strategic one: ``Perry Cavalry 2``, ``Howard Howitzer``, ``Ollokot 3``, ``Lodge 7``."""
    found: list[tuple[str, str]] = []
    for kind, count in owned.items():
        if kind not in types() or type(count) is not int:
            continue
        word = types()[kind]
        first = {"warrior": name, "lodge": word}.get(kind, name if name.endswith(word) else f"{name} {word}")
        found += [(f"{first} {n}" if count > 1 else first, kind) for n in range(1, count + 1)]
    return tuple(found)
