"""TOML files that a person wrote: read with the line of each key, and with all faults at once."""

import itertools
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

# Charts: numbers come from the data files, and a chart that lacks a cell says so.


class ChartGap(Exception):
    """A chart has no cell for what was looked up.  Holds the game; the GM is told chart, cell and clause."""

    def __init__(self, chart: str, cell: str, clause: str) -> None:
        super().__init__(f"chart {chart} has no cell for {cell} (rule {clause})")
        self.chart = chart
        self.cell = cell
        self.clause = clause


T = TypeVar("T")

MISSING = "nothing there"
"""The finding where a key is missing or empty."""
WORDS = {str: "text", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}
"""The kinds of values, as faults name them."""

_ROW = re.compile(r"(.*)\[(\d+)\]")
_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"\s*([A-Za-z0-9_'\"./ -]+?)\s*=")
_SYNTAX = re.compile(r"(.*) \(at line (\d+), column (\d+)\)")
_WRONG_TOML: Mapping[str, tuple[str, str]] = {
    "Cannot overwrite a value": ("each key once in a table", "one that is there already"),
    "Illegal character '\\n'": ("a quotation mark at the end of the text", "the end of the line"),
    "Invalid value": ("text in quotation marks, a number, true, false or a list", "something else"),
    "Invalid statement": ("a line such as   key = value", "something else"),
    "Expected '=' after a key in a key/value pair": ("a line such as   key = value", "no ="),
}
"""Explanations of usual slips in TOML: what was expected, what found."""


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
        if self.found == MISSING:
            return f"{place}: {self.key} is missing: expected {self.expected}"
        return f"{place}: {self.key}: expected {self.expected}, found {self.found}"


def unreadable(name: str, expected: str, fault: OSError | UnicodeDecodeError) -> Fault:
    """The fault of a file that cannot be read at all: in the system's words, without its number."""
    if isinstance(fault, UnicodeDecodeError):
        line = fault.object[: fault.start].count(b"\n") + 1
        return Fault(name, line, "the file", "text in UTF-8", f"the byte {fault.object[fault.start]:#04x}")
    return Fault(name, 0, "the file", expected, fault.strerror or str(fault))


class Faults(Exception):
    """A file, or a set of files, is wrong: all faults at once."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class TomlFile:
    """One file: its `data`, the line of each key, and the faults found in it so far.

    Text that is no TOML at all gives one fault with its line, and no data.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.faults: list[Fault] = []
        self.data: dict[str, Any] = {}
        self._lines: dict[str, int] | None = None
        self._read()

    def _read(self) -> None:
        try:
            self.data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as fault:
            match = _SYNTAX.fullmatch(str(fault))
            says, line, column = (match[1], int(match[2]), f" (column {match[3]})") if match else (str(fault), 0, "")
            expected, found = _toml_fault(says)
            self.faults.append(Fault(self.name, line, "the file", expected, f"{found}{column}"))

    def line_of(self, key: str) -> int:
        """The line on which a key stands, or its row of a list (``unit[2]``), or its table; 0 where it cannot be told."""
        if self._lines is None:
            self._lines = line_index(self.text)
        while key:
            if key in self._lines:
                return self._lines[key]
            if (row := _ROW.fullmatch(key)) and row[1] in self._lines:
                return self._line_of_row(self._lines[row[1]], int(row[2]))
            key = key.rpartition(".")[0]
        return 0

    def _line_of_row(self, line: int, number: int) -> int:
        """The line of a row, by its number from 0, of a list that begins on a line and has a row a line; else that line."""
        lines = self.text.splitlines()
        if not lines[line - 1].split("#")[0].rstrip().endswith("["):
            return line
        below = itertools.takewhile(lambda one: not one[1].lstrip().startswith("]"), enumerate(lines[line:], line + 1))
        rows = [n for n, text in below if text.strip() and not text.lstrip().startswith("#")]
        return rows[number] if number < len(rows) else line

    def first_line_of_text(self, key: str) -> int:
        """The line on which the text at a key begins: the one after the key's own where three quotes end that."""
        line = self.line_of(key)
        return line + (bool(line) and self.text.splitlines()[line - 1].rstrip().endswith(('"""', "'''")))

    def fault(self, key: str, expected: str, found: object, line: int = 0) -> None:
        """Note a fault at a key (or at `line`, where that is known better)."""
        shown = found if isinstance(found, str) and " " in found else repr(found)
        self.faults.append(Fault(self.name, line or self.line_of(key), key, expected, shown))

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        """The value at a path such as ``map.id``.

        A missing value without a default, and a value of another kind, are faults; an empty one of that kind is given,
        so that reading goes on to the next fault.
        """
        found: Any = self.data
        for part in key.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        return self.value(key, found, kind, default)

    def value(self, key: str, found: object, kind: type[T], default: T | None = None) -> T:
        """`found`, which stands at `key`, if it is of the kind; as `get`."""
        if found is None:
            if default is not None:
                return default
            self.fault(key, WORDS[kind], MISSING)
        elif isinstance(found, kind) and not (kind is int and isinstance(found, bool)):
            return found
        else:
            self.fault(key, WORDS[kind], found)
        return kind()

    def tables(self, key: str) -> list[tuple[str, dict[str, Any]]]:
        """The tables of an array, each with its path: ``[[unit]]`` as ``unit[0]``, ``unit[1]`` …"""
        found = self.value(key, self.data.get(key), list, [])
        return [(f"{key}[{n}]", self.value(f"{key}[{n}]", one, dict)) for n, one in enumerate(found)]

    def unknown(self, path: str, table: Mapping[str, Any], known: Iterable[str]) -> None:
        """Note every key of a table that nobody reads."""
        names = tuple(known)
        for key in table:
            if key not in names:
                self.fault(f"{path}.{key}" if path else key, f"one of {', '.join(names)}", f"the key {key!r}")

    def ended(self) -> None:
        """Raise Faults if there were any."""
        if self.faults:
            raise Faults(self.faults)


def _toml_fault(says: str) -> tuple[str, str]:
    """The expected and the found, from a message of the TOML reader."""
    if twice := re.fullmatch(r"Cannot declare \((.*?),?\) twice", says):
        table = twice[1].replace("'", "").replace(", ", ".")
        return "TOML: each table once", f"[{table}] a second time"
    if says in _WRONG_TOML:
        expected, found = _WRONG_TOML[says]
        return f"TOML: {expected}", found
    return "TOML", says[:1].lower() + says[1:]


def line_index(text: str) -> dict[str, int]:
    """The line (from 1) of each table header and of each key that begins a line, by path."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    quotes = ""
    for number, line in enumerate(text.splitlines(), 1):
        if quotes:
            quotes = "" if line.count(quotes) % 2 else quotes
            continue
        if header := _HEADER.match(line):
            table = ""
            parts = [part.strip().strip("\"'") for part in header[2].split(".")]
            for part in parts[:-1]:
                table = f"{table}.{part}" if table else part
                table = f"{table}[{counts[table]}]" if table in counts else table  # a table in the last of an array
            table = f"{table}.{parts[-1]}" if table else parts[-1]
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = f"{table}[{counts[table]}]"
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            name = key[1].strip("\"'")
            found.setdefault(f"{table}.{name}" if table else name, number)
        for mark in ('"""', "'''"):
            if line.split("#")[0].count(mark) % 2:
                quotes = mark
    return found
