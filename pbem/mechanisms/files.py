"""The files of a game: the tables in them, and the ones that a scenario names: the program's own, or one beside it."""

from collections.abc import Callable
from typing import Any

from pydantic import AfterValidator, ValidationInfo

from pbem import resources
from pbem.board.hexmap import HexMap
from pbem.core.tomlfile import TomlFile
from pbem.tomlmodel import TomlTable, expected, given


class Row(TomlTable):
    """A table that may say what it was taken from."""

    provenance: str = ""

    def facts(self) -> dict[str, Any]:
        """Everything else in it, by field."""
        return self.model_dump(exclude={"provenance", "note"})


def on_map(sheet: str) -> AfterValidator:
    """Accepts hexes of the map that the context knows under this name."""

    def check(at: str, info: ValidationInfo) -> str:
        found: HexMap = given(info, sheet)
        if at not in found:
            raise expected(f"a hex of the {sheet} {found.id}, such as {next(iter(found), 'none')}")
        return at

    return AfterValidator(check)


Beside = Callable[[str], TomlFile | None]
"""Finds a file of a scenario's maker by its name; None if there is none."""


def named(file: TomlFile, key: str, folder: str, beside: Beside | None) -> str | TomlFile | None:
    """The resource of a folder (``scenarios/custer/maps``), or the file beside the scenario, that a key of it names.

    None if there is neither: the fault is noted in `file`.
    """
    known = {name.rpartition("/")[2].removesuffix(".toml"): name for name in resources.names(folder, ".toml")}
    found = file.get(key, str)
    own = beside(found) if beside and found.endswith(".toml") else None
    fitting = own or known.get(found) or known.get(found.removesuffix(".toml"))
    if fitting is None and all(one.key != key for one in file.faults):
        file.fault(key, f"one of {', '.join(known)}, or a .toml file beside this one", repr(found))
    return fitting
