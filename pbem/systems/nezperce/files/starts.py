"""Reads the file of a scenario that begins later in the campaign."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.board.hexmap import HexMap
from pbem.core.tomlfile import TomlFile
from pbem.systems.nezperce.files.units import by_id

KEYS = (
    "schema",
    "system",
    "id",
    "title",
    "provenance",
    "note",
    "turn",
    "letter",
    "last_turn",
    "searched_on",
    "outside_on",
    "met_on",
    "place",
    "killed",
    "supplied",
    "gone",
)
LETTERS = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Start:
    """Where a scenario begins: its turn and the letter of its first phase, and the campaign's last turn for it (0: its own).

    `places` are the units in play by name; `killed` how many tactical units each has lost; `supplied` those that are in
    supply when it begins; `gone` those of later turns of the track that never come.  The other three are what the campaign
    keeps under these names (`state.position.Campaign`).
    """

    title: str
    turn: int
    letter: str
    last_turn: int
    searched_on: int
    outside_on: int
    met_on: int
    places: Mapping[str, str]
    killed: Mapping[str, int]
    supplied: tuple[str, ...]
    gone: tuple[str, ...]


def read_start(file: TomlFile, board: HexMap) -> Start:
    """The scenario of a file; its faults are noted in it."""
    file.unknown("", file.data, KEYS)
    letter = file.get("letter", str)
    if len(letter) != 1 or letter not in LETTERS:
        file.fault("letter", f"the letter of a phase, one of {', '.join(LETTERS)}", letter)
    places: dict[str, str] = {}
    for path, table in file.tables("place"):
        at = file.value(f"{path}.hex", table.get("hex"), str)
        if at not in board:
            file.fault(f"{path}.hex", "a hex of the strategic map", at)
        for name in _names(file, f"{path}.units", file.value(f"{path}.units", table.get("units"), list)):
            if name in places:
                file.fault(f"{path}.units", "each unit once", name)
            places[name] = at
    killed = _killed(file)
    supplied, gone = (
        tuple(_names(file, key, file.get(key, list) if key in file.data else [])) for key in ("supplied", "gone")
    )
    numbers = {key: file.get(key, int) for key in ("turn", "searched_on", "outside_on", "met_on")}
    last = file.get("last_turn", int) if "last_turn" in file.data else 0
    return Start(
        title=file.get("title", str),
        letter=letter,
        last_turn=last,
        places=places,
        killed=killed,
        supplied=supplied,
        gone=gone,
        **numbers,
    )


def _names(file: TomlFile, path: str, ids: Any) -> list[str]:
    """The names of units by their ids; an id that nobody has is a fault."""
    found = []
    for one in ids:
        if one in by_id():
            found.append(by_id()[one].name)
        else:
            file.fault(path, "ids of strategic units", one)
    return found


def _killed(file: TomlFile) -> dict[str, int]:
    found: dict[str, int] = {}
    for key, count in (file.get("killed", dict) if "killed" in file.data else {}).items():
        for name in _names(file, f"killed.{key}", [key]):
            most = len(by_id()[key].pieces)
            if type(count) is not int or not 0 <= count <= most:
                file.fault(f"killed.{key}", f"a number from 0 to {most}", count)
            found[name] = count
    return found
