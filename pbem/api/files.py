"""Files: the tables of a game's TOML files as models, with all their faults at once, each with its line and key."""

from pbem.core.tomlfile import MISSING, WORDS
from pbem.mechanisms.files import Row, on_map
from pbem.tomlmodel import (
    Listed,
    TomlTable,
    among,
    at_least,
    between,
    expected,
    given,
    list_of_texts,
    matching,
    note,
    one_of,
    read_table,
    read_tables,
    such_that,
)

__all__ = [
    "MISSING",
    "WORDS",
    "Listed",
    "Row",
    "TomlTable",
    "among",
    "at_least",
    "between",
    "expected",
    "given",
    "list_of_texts",
    "matching",
    "note",
    "on_map",
    "one_of",
    "read_table",
    "read_tables",
    "such_that",
]
