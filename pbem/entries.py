"""Entry points of installed packages, found without `importlib.metadata`.

The library takes twice as long to import as Python takes to start.
"""

import os
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FILE = "entry_points.txt"


class Entry(NamedTuple):
    """An entry point as `importlib.metadata.EntryPoint` has it: its name, ``module:attribute [extras]``, its package."""

    name: str
    value: str
    dist: "Package"

    def load(self) -> Any:
        """What it names.  Raises ImportError, AttributeError."""
        module, _, attribute = self.value.partition("[")[0].partition(":")  # "[extras]" may follow
        found = import_module(module.strip())
        return attrgetter(attribute.strip())(found) if attribute else found


class Package(NamedTuple):
    """An installed package."""

    name: str


def entry_points(group: str) -> "Iterable[Entry | EntryPoint]":
    """The entry points of a group.

    Where something on the path is no folder of packages as pip unpacks them (a zip, an egg), the library looks itself.
    """
    try:
        return list(_unpacked(group))
    except _Unusual:
        from importlib import metadata

        return metadata.entry_points(group=group)


class _Unusual(Exception):
    """Something on the path that only the library knows how to read."""


def _unpacked(group: str) -> Iterator[Entry]:
    seen: set[str] = set()
    for folder in sys.path:
        if os.path.isfile(folder):
            raise _Unusual
        try:
            packages = os.listdir(folder or ".")
        except OSError:
            continue
        for one in packages:
            if one.endswith((".egg", ".egg-link")):
                raise _Unusual
            if not one.endswith((".dist-info", ".egg-info")):
                continue
            name = one.rpartition(".")[0].partition("-")[0]
            key = name.lower().replace("-", "_").replace(".", "_")
            if key not in seen:  # of two versions the first on the path is the one that is imported
                seen.add(key)
                yield from _named(os.path.join(folder, one, FILE), group, Package(name))


def _named(file: str, group: str, package: Package) -> Iterator[Entry]:
    try:
        with open(file, encoding="utf-8") as text:
            lines = text.read().splitlines()
    except OSError:
        return  # most packages have none
    section = ""
    for line in map(str.strip, lines):
        if line.startswith("["):
            section = line[1:-1].strip()
        elif section == group and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield Entry(name.strip(), value.strip(), package)
