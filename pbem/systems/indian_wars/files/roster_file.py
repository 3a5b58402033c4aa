"""Reads a counters file: every counter of a title by its name, in the sequence of the order of battle."""

from typing import Any

from pbem.core.tomlfile import TomlFile
from pbem.systems.indian_wars.state.counter import (
    CAMP,
    CANNON,
    CAVALRY,
    GATLING,
    GRASS_FIRE,
    GUN_CREW,
    HOLDER_OF,
    HQ,
    INFANTRY,
    LEADER,
    MINERS,
    PACK_PERSONNEL,
    PACK_TRAIN,
    PARTY,
    PONY_HERD,
    SCOUT,
    VILLAGERS,
    WARRIOR,
    Printed,
)

KINDS = (
    CAVALRY,
    INFANTRY,
    MINERS,
    SCOUT,
    HQ,
    WARRIOR,
    PACK_TRAIN,
    PACK_PERSONNEL,
    GATLING,
    CANNON,
    GUN_CREW,
    CAMP,
    VILLAGERS,
    PONY_HERD,
    GRASS_FIRE,
    PARTY,
)
SIDES = ("us", "indian")
MOUNTS = (*HOLDER_OF, "own")
TAG = 4
NUMBERS = ("cf_mounted", "cf_dismounted", "ma_mounted", "ma_dismounted", "rating", "radius", "rank", "ammo_points")
_WORDS = ("id", "name", "tag", "aliases", "side", "note", "provenance")
UNIT_KEYS = (*_WORDS, "kind", "tribe", "mounts", "holders", "may_charge", "henry", *NUMBERS)
LEADER_KEYS = (*_WORDS, "rank", "rating", "radius", "ma", "wounded", "replacement")
HOLDER_KEYS = ("mounts", "kind", "side", "tag", "cf", "ma", "provenance")


def read_roster(file: TomlFile) -> dict[str, Printed]:
    """The counters of a file by name; what is wrong is noted in `file`."""
    file.unknown("", file.data, ("schema", "system", "game", "basis", "unit", "leader", "holders"))
    reader = _Roster(file)
    for path, table in file.tables("unit"):
        reader.add(path, reader.unit(path, table))
    holders = {one["mounts"]: one for path, one in file.tables("holders") if reader.holder_is_right(path, one)}
    for path, table in file.tables("unit"):
        if name := table.get("holders"):
            reader.add(f"{path}.holders", reader.holder(path, table, str(name), holders))
    for path, table in file.tables("leader"):
        reader.add(path, reader.leader(path, table))
    reader.check_aliases()
    return reader.found


class _Roster:
    def __init__(self, file: TomlFile) -> None:
        self.file = file
        self.found: dict[str, Printed] = {}
        self.paths: dict[str, str] = {}

    def add(self, path: str, printed: Printed) -> None:
        if not printed.name:
            return
        if not printed.name.isascii():
            self.file.fault(f"{path}.name", "ASCII letters", printed.name)
        if printed.name in self.found:
            self.file.fault(
                f"{path}.name", f"a name of its own (it stands at {self.paths[printed.name]} too)", printed.name
            )
            return
        if not 1 <= len(printed.tag) <= TAG:
            self.file.fault(f"{path}.tag", f"1 to {TAG} characters", printed.tag)
        self.found[printed.name] = printed
        self.paths[printed.name] = path

    def unit(self, path: str, table: dict[str, Any]) -> Printed:
        self.file.unknown(path, table, UNIT_KEYS)
        mounts = self._text(path, table, "mounts", "")
        if mounts and mounts not in MOUNTS:
            self.file.fault(f"{path}.mounts", f"one of {', '.join(MOUNTS)}, or nothing", mounts)
        if mounts in HOLDER_OF and "holders" not in table:
            self.file.fault(f"{path}.holders", "the name of the counter that stays with its mounts", "nothing there")
        numbers: dict[str, Any] = {name: self._number(path, table, name) for name in NUMBERS}
        return Printed(
            self._text(path, table, "id"),
            self._text(path, table, "name"),
            self._one_of(path, table, "side", SIDES),
            self._one_of(path, table, "kind", KINDS),
            self._text(path, table, "tag"),
            self._aliases(path, table),
            self._text(path, table, "tribe", ""),
            mounts=mounts,
            holders=self._text(path, table, "holders", ""),
            may_charge=self.file.value(f"{path}.may_charge", table.get("may_charge"), bool, False),
            henry=self.file.value(f"{path}.henry", table.get("henry"), bool, False),
            **numbers,
        )

    def holder_is_right(self, path: str, table: dict[str, Any]) -> bool:
        before = len(self.file.faults)
        self.file.unknown(path, table, HOLDER_KEYS)
        self._one_of(path, table, "mounts", tuple(HOLDER_OF))
        self._one_of(path, table, "kind", tuple(HOLDER_OF.values()))
        for key in ("cf", "ma"):
            self._number(path, table, key)
        return len(self.file.faults) == before

    def holder(self, path: str, unit: dict[str, Any], name: str, holders: dict[str, dict[str, Any]]) -> Printed:
        made = holders.get(unit.get("mounts", ""))
        if made is None:
            self.file.fault(
                f"{path}.holders", f"a [[holders]] table for mounts {unit.get('mounts')!r}", "no such table"
            )
            return Printed("", "", "", "")
        mounts = str(made["mounts"])
        whose = str(unit.get("name", ""))
        aliases = (f"{whose} holders", f"{whose} {mounts}s", f"{mounts}s of {whose}") if mounts != "hq" else ()
        return Printed(
            f"{unit.get('id', '')}-holders",
            name,
            str(unit.get("side", "")),
            str(made["kind"]),
            str(made.get("tag", "")),
            tuple(one for one in aliases if one != name),
            str(unit.get("tribe", "")),
            cf_dismounted=int(made["cf"]),
            ma_dismounted=int(made["ma"]),
        )

    def leader(self, path: str, table: dict[str, Any]) -> Printed:
        self.file.unknown(path, table, LEADER_KEYS)
        wounded = self.file.value(f"{path}.wounded", table.get("wounded"), dict)
        allowance = self._number(path, table, "ma")
        return Printed(
            self._text(path, table, "id"),
            self._text(path, table, "name"),
            self._one_of(path, table, "side", SIDES),
            LEADER,
            self._text(path, table, "tag"),
            self._aliases(path, table),
            ma_mounted=allowance,
            ma_dismounted=allowance,
            rating=self._number(path, table, "rating"),
            radius=self._number(path, table, "radius"),
            rank=self._number(path, table, "rank"),
            wounded_rating=self._number(f"{path}.wounded", wounded, "rating"),
            wounded_radius=self._number(f"{path}.wounded", wounded, "radius"),
            is_replacement=self.file.value(f"{path}.replacement", table.get("replacement"), bool, False),
        )

    def check_aliases(self) -> None:
        whose: dict[str, str] = {}
        for name, printed in self.found.items():
            for alias in printed.aliases:
                other = whose.setdefault(alias, name)
                if (alias in self.found and alias != name) or other != name:
                    expected = f"an alias of its own ({other if other != name else alias} is called so too)"
                    self.file.fault(f"{self.paths[name]}.aliases", expected, alias)

    def _text(self, path: str, table: dict[str, Any], key: str, default: str | None = None) -> str:
        return self.file.value(f"{path}.{key}", table.get(key), str, default)

    def _one_of(self, path: str, table: dict[str, Any], key: str, known: tuple[str, ...]) -> str:
        found = self._text(path, table, key)
        if found and found not in known:
            self.file.fault(f"{path}.{key}", f"one of {', '.join(known)}", found)
        return found

    def _aliases(self, path: str, table: dict[str, Any]) -> tuple[str, ...]:
        return tuple(str(one) for one in self.file.value(f"{path}.aliases", table.get("aliases"), list, []))

    def _number(self, path: str, table: dict[str, Any], key: str) -> int:
        found = self.file.value(f"{path}.{key}", table.get(key), int, 0)
        if found < 0:
            self.file.fault(f"{path}.{key}", "a number of 0 or more", found)
        return found
