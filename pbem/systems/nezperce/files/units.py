"""The strategic units of ``units-strategic.toml`` and the types of tactical units of ``units-tactical.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import AfterValidator, Field

from pbem import resources
from pbem.core.tomlfile import TomlFile
from pbem.tomlmodel import Listed, TomlTable, at_least, expected, read_tables

FOLDER = "scenarios/nezperce"
VILLAGE, SITTING_BULL = "Indian Village", "Sitting Bull"


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


def _type(kind: str) -> str:
    if kind not in types():
        raise expected(f"counts of {', '.join(types())}")
    return kind


class UnitTable(TomlTable):
    """A strategic unit of either side."""

    id: str
    name: str
    aliases: Listed[str] = ()
    normal: int
    fast: int
    hex: str
    arrival_turn: int = 0
    tactical: dict[Annotated[str, AfterValidator(_type)], Annotated[int, at_least(1)]]
    note: str = ""


class ArmyTable(UnitTable):
    """The Army's."""

    rank: str
    arm: str
    search: int


class IndianTable(UnitTable):
    """The Nez Perce's."""

    arm: str = Field(alias="kind")
    evasion: int


def read_cards(file: TomlFile) -> dict[str, UnitCard]:
    """The strategic units of a file; its faults are noted in it."""
    found: dict[str, UnitCard] = {}
    rows = [*read_tables(file, "army", ArmyTable), *read_tables(file, "indian", IndianTable)]
    for path, row in rows:
        if row.name in found:
            file.fault(f"{path}.name", "each unit once", row.name)
        printed = {"rank": "", "search": 0, "evasion": 0, **row.model_dump(exclude={"tactical", "note"})}
        found[row.name] = UnitCard(**printed, side=path.partition("[")[0], pieces=_pieces(row.name, row.tactical))
    return found


def _pieces(name: str, owned: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
    """The tactical units of a strategic one: ``Perry Cavalry 2``, ``Howard Howitzer``, ``Ollokot 3``, ``Lodge 7``."""
    found: list[tuple[str, str]] = []
    for kind, count in owned.items():
        word = types()[kind]
        first = {"warrior": name, "lodge": word}.get(kind, name if name.endswith(word) else f"{name} {word}")
        found += [(f"{first} {n}" if count > 1 else first, kind) for n in range(1, count + 1)]
    return tuple(found)
