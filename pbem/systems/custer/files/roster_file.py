"""Reads the counters of a battle, and the chart that says what their kinds are; what is wrong is noted in the file."""

from collections.abc import Mapping
from typing import Any

from pbem.core.tomlfile import TomlFile
from pbem.systems.custer.card import INDIAN, US
from pbem.systems.custer.state.counter import KINDS, Face, Kind

SIDES = (US, INDIAN)
TAG = 4
KIND_KEYS = ("name", "hits", "leader", "mounts", "on_foot", "attacks", "provenance")
UNIT_KEYS = (
    *("name", "side", "kind", "tag", "group", "aliases", "cf", "cf_reduced", "bonus", "mp"),
    *("provenance", "note"),
)


def read_kinds(file: TomlFile) -> dict[str, Kind]:
    """The kinds of counter, by id."""
    file.unknown("", file.data, ("schema", "system", "provenance", "status", "kind"))
    found: dict[str, Kind] = {}
    for name, table in file.get("kind", dict).items():
        path = f"kind.{name}"
        if name not in KINDS:
            file.fault(path, f"one of {', '.join(KINDS)}", name)
        table = file.value(path, table, dict)
        file.unknown(path, table, KIND_KEYS)

        def flag(key: str, default: bool, path: str = path, table: Mapping[str, Any] = table) -> bool:
            return file.value(f"{path}.{key}", table.get(key), bool, default)

        found[name] = Kind(
            name,
            file.value(f"{path}.name", table.get("name"), str),
            file.value(f"{path}.hits", table.get("hits"), int),
            flag("leader", False),
            flag("mounts", False),
            flag("on_foot", False),
            flag("attacks", True),
        )
    for name in KINDS:
        if name not in found:
            file.fault("kind", f"a table [kind.{name}]", "none")
    return found


def read_roster(file: TomlFile, kinds: Mapping[str, Kind]) -> dict[str, Face]:
    """The counters by name, in the sequence of the order of battle."""
    file.unknown("", file.data, ("schema", "system", "unit"))
    found: dict[str, Face] = {}
    for path, table in file.tables("unit"):
        face = _face(file, path, table, kinds)
        if face.name in found:
            file.fault(f"{path}.name", "a name of its own", f"{face.name} a second time")
        if face.name:
            found[face.name] = face
    if not found:
        file.fault("unit", "at least one [[unit]] table", "none of them")
    return found


def _face(file: TomlFile, path: str, table: dict[str, Any], kinds: Mapping[str, Kind]) -> Face:
    file.unknown(path, table, UNIT_KEYS)

    def text(key: str, default: str | None = None) -> str:
        return file.value(f"{path}.{key}", table.get(key), str, default)

    def number(key: str, default: int | None = None) -> int:
        value = file.value(f"{path}.{key}", table.get(key), int, default)
        if value < 0:
            file.fault(f"{path}.{key}", "a number of 0 or more", value)
        return value

    name, side, kind, tag = text("name"), text("side"), text("kind"), text("tag")
    if not name.isascii():
        file.fault(f"{path}.name", "ASCII letters", name)
    if side and side not in SIDES:
        file.fault(f"{path}.side", f"one of {', '.join(SIDES)}", side)
    if kind and kind not in kinds:
        file.fault(f"{path}.kind", f"one of {', '.join(kinds)}", kind)
    if tag and len(tag) > TAG:
        file.fault(f"{path}.tag", f"1 to {TAG} characters", tag)
    known = kinds.get(kind) or Kind(kind, kind, 1)
    factor, reduced = number("cf", 0), number("cf_reduced", 0)
    if known.leader == bool(factor):
        file.fault(
            f"{path}.cf", "a combat factor for a unit, and a bonus for a leader", table.get("cf", "nothing there")
        )
    if reduced > factor or (known.hits > 1) != bool(reduced):
        file.fault(f"{path}.cf_reduced", "the smaller factor of the reduced side, of a unit that has one", reduced)
    aliases = file.value(f"{path}.aliases", table.get("aliases"), list, [])
    group, bonus = text("group", ""), number("bonus", 0)
    return Face(name, side, known, tag, group, factor, reduced, bonus, number("mp"), tuple(map(str, aliases)))
