"""Reads a counters file: every counter of a title by its name, in the sequence of the order of battle."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, ValidationInfo, model_validator

from pbem.core.tomlfile import TomlFile
from pbem.mechanisms.files import Row
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
from pbem.tomlmodel import Listed, at_least, expected, given, note, one_of, read_tables, such_that

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


def _own_name(name: str, info: ValidationInfo) -> str:
    """A name that no counter before this one has; `names` of the context holds theirs, with the paths of their tables."""
    if not name.isascii():
        raise expected("ASCII letters")
    names: dict[str, str] = given(info, "names")
    if name in names:
        raise expected(f"a name of its own (it stands at {names[name]} too)")
    names[name] = given(info, "path")
    return name


Name = Annotated[str, AfterValidator(_own_name)]
Tag = Annotated[str, such_that(lambda tag: 1 <= len(tag) <= TAG, f"1 to {TAG} characters")]
Side = Annotated[str, one_of(SIDES)]
Number = Annotated[int, at_least(0, "a number of 0 or more")]


class CounterTable(Row):
    """A counter."""

    id: str
    name: Name
    tag: Tag
    aliases: Listed[str] = ()
    side: Side
    note: str = ""


class UnitTable(CounterTable):
    """A unit; `holders` of the context are the kinds of mounts with which somebody can stay."""

    kind: Annotated[str, one_of(KINDS)]
    tribe: str = ""
    mounts: Annotated[str, such_that(("", *MOUNTS).__contains__, f"one of {', '.join(MOUNTS)}, or nothing")] = ""
    holders: Name = ""
    may_charge: bool = False
    henry: bool = False
    cf_mounted: Number = 0
    cf_dismounted: Number = 0
    ma_mounted: Number = 0
    ma_dismounted: Number = 0
    rating: Number = 0
    radius: Number = 0
    rank: Number = 0
    ammo_points: Number = 0

    @model_validator(mode="after")
    def _has_holders(self, info: ValidationInfo) -> "UnitTable":
        if self.mounts in HOLDER_OF and not self.holders:
            note(info, "holders", "the name of the counter that stays with its mounts", "nothing there")
        if self.holders and self.mounts not in given(info, "holders"):
            note(info, "holders", f"a [[holders]] table for mounts {self.mounts!r}", "no such table")
        return self


class WoundedTable(Row):
    """The numbers of a leader who is wounded."""

    rating: Number = 0
    radius: Number = 0


class LeaderTable(CounterTable):
    """A leader."""

    rank: Number = 0
    rating: Number = 0
    radius: Number = 0
    ma: Number = 0
    wounded: WoundedTable
    replacement: bool = False


class HoldersTable(Row):
    """The counters that stay with mounts of a kind."""

    mounts: Annotated[str, one_of(HOLDER_OF)]
    kind: Annotated[str, one_of(HOLDER_OF.values())]
    side: Side = ""
    tag: Tag
    cf: Number
    ma: Number


def read_roster(file: TomlFile) -> dict[str, Printed]:
    """The counters of a file by name; what is wrong is noted in `file`."""
    file.unknown("", file.data, ("schema", "system", "game", "basis", "unit", "leader", "holders"))
    names: dict[str, str] = {}
    holders = {row.mounts: row for _, row in read_tables(file, "holders", HoldersTable)}
    known = HOLDER_OF if file.faults else holders  # a wrong table of holders is told once, not with each unit too
    units = [row for _, row in read_tables(file, "unit", UnitTable, names=names, holders=known)]
    leaders = [row for _, row in read_tables(file, "leader", LeaderTable, names=names)]
    counters = [
        *(Printed(**row.facts()) for row in units),
        *(_holder(row, holders[row.mounts]) for row in units if row.holders and row.mounts in holders),
        *(_leader(row) for row in leaders),
    ]
    found = {one.name: one for one in counters}
    _check_aliases(file, found, names)
    return found


def _holder(unit: UnitTable, holders: HoldersTable) -> Printed:
    mounts, whose = holders.mounts, unit.name
    aliases = (f"{whose} holders", f"{whose} {mounts}s", f"{mounts}s of {whose}") if mounts != "hq" else ()
    return Printed(
        f"{unit.id}-holders",
        unit.holders,
        unit.side,
        holders.kind,
        holders.tag,
        tuple(one for one in aliases if one != unit.holders),
        unit.tribe,
        cf_dismounted=holders.cf,
        ma_dismounted=holders.ma,
    )


def _leader(row: LeaderTable) -> Printed:
    return Printed(
        row.id,
        row.name,
        row.side,
        LEADER,
        row.tag,
        row.aliases,
        ma_mounted=row.ma,
        ma_dismounted=row.ma,
        rating=row.rating,
        radius=row.radius,
        rank=row.rank,
        wounded_rating=row.wounded.rating,
        wounded_radius=row.wounded.radius,
        is_replacement=row.replacement,
    )


def _check_aliases(file: TomlFile, found: Mapping[str, Printed], paths: Mapping[str, str]) -> None:
    whose: dict[str, str] = {}
    for name, printed in found.items():
        for alias in printed.aliases:
            other = whose.setdefault(alias, name)
            if (alias in found and alias != name) or other != name:
                words = f"an alias of its own ({other if other != name else alias} is called so too)"
                file.fault(f"{paths[name]}.aliases", words, alias)
