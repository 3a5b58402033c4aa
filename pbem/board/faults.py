"""Faults of a file that a person wrote: which file, which line, which key, what was expected, what was found."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.  `line` is 0 where none can be named; `key` is a path such as ``map.id`` or ``unit[3].side``."""

    file: str
    line: int
    key: str
    expected: str
    found: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.key}: expected {self.expected}, found {self.found}"


class Faults(Exception):
    """A file, or a set of files, is wrong: all faults at once."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))
