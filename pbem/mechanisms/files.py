"""The files that a scenario names: the program's own, or one that lies beside it."""

from collections.abc import Callable

from pbem import resources
from pbem.core.tomlfile import TomlFile

Beside = Callable[[str], TomlFile | None]
"""Finds a file of a scenario's maker by its name; None if there is none."""


def named(file: TomlFile, key: str, folder: str, beside: Beside | None) -> str | TomlFile | None:
    """The resource of a folder (``scenarios/custer/maps``), or the file beside the scenario, that a key of it names.

    None if there is neither: the fault is noted in `file`.
    """
    known = {name.rpartition("/")[2].removesuffix(".toml"): name for name in resources.names(folder, ".toml")}
    found = file.get(key, str)
    own = beside(found) if beside and found.endswith(".toml") else None
    if own is None and found and found not in known and found.removesuffix(".toml") not in known:
        file.fault(key, f"one of {', '.join(known)}, or a .toml file beside this one", repr(found))
    return own or known.get(found) or known.get(found.removesuffix(".toml"))
