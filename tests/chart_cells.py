"""Which cells of the charts the adjudication cases read: the charts are watched while the cases run."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from pbem.casebook.case import casework, run
from pbem.casebook.judge import problems
from pbem.systems.indian_wars.files import data
from pbem.systems.miniatures import scenario_file as data_of_tables
from pbem.systems.miniatures import tables
from pbem.systems.nezperce import data as nezperce_data
from tests.every_case import cases_of

Way = tuple[str | int, ...]


class WatchedTable(dict[str, Any]):
    """A table of a chart that notes which of its cells are read."""

    def __init__(self, table: dict[str, Any], way: Way, seen: set[Way]) -> None:
        super().__init__((key, watched(value, (*way, key), seen)) for key, value in table.items())
        self.way, self.seen = way, seen

    def __getitem__(self, key: str) -> Any:
        self.seen.add((*self.way, key))
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.seen.add((*self.way, key))
        return super().get(key, default)

    def items(self) -> Any:
        self.seen.update((*self.way, key) for key in self)
        return super().items()

    def values(self) -> Any:
        self.seen.update((*self.way, key) for key in self)
        return super().values()


class WatchedList(list[Any]):
    """A row of a chart that notes which of its cells are read."""

    def __init__(self, row: list[Any], way: Way, seen: set[Way]) -> None:
        super().__init__(watched(value, (*way, n), seen) for n, value in enumerate(row))
        self.way, self.seen = way, seen

    def __getitem__(self, n: Any) -> Any:
        if isinstance(n, int):
            self.seen.add((*self.way, n % len(self)))
        return super().__getitem__(n)

    def __iter__(self) -> Iterator[Any]:
        self.seen.update((*self.way, n) for n in range(len(self)))
        return super().__iter__()

    def __contains__(self, value: object) -> bool:
        self.seen.update((*self.way, n) for n in range(len(self)))
        return super().__contains__(value)


def watched(value: Any, way: Way, seen: set[Way]) -> Any:
    """The same value, watched as far down as it has parts."""
    if isinstance(value, dict):
        return WatchedTable(value, way, seen)
    return WatchedList(value, way, seen) if isinstance(value, list) else value


TOLD = ("provenance", "constraints", "note", "id", "applies", "per", "each", "to", "game", "schema", "system", "title")
"""Keys of a chart that say what a cell is, and are none."""


SISTERS = {"rosebud": "littlebighorn", "littlebighorn": "rosebud"}


def cells(
    table: Any, way: tuple[str | int, ...] = (), title: str = "rosebud"
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The cells of a chart that a title uses, those for its sister left out: the way to each, and what stands there."""
    sister = SISTERS.get(title, "")
    match table:
        case Mapping():
            if table.get("game", title) == title and not (sister and way and sister in str(way[-1])):
                for key, value in table.items():
                    if key not in TOLD:
                        yield from cells(value, (*way, key), title)
        case list():
            for n, value in enumerate(table):
                yield from cells(value, (*way, n), title)
        case bool() | int() | str():
            yield way, table
        case _:
            pass


@dataclass(frozen=True)
class Charts:
    """The charts of a game in memory, by name; `forget` lets go of what was made of them."""

    tables: Callable[[], dict[str, Any]]
    forget: Callable[[], None]


def _of_the_series() -> dict[str, Any]:
    found: Any = data.charts(())
    return cast(dict[str, Any], found)


def _with_guns() -> dict[str, Any]:
    found: Any = data.charts(("artillery",))
    return cast(dict[str, Any], found)


CHARTS = {
    "rosebud": Charts(_of_the_series, data.load.cache_clear),
    "littlebighorn": Charts(_with_guns, data.load.cache_clear),
    "miniatures": Charts(tables.tables, data_of_tables.scenario.cache_clear),
    "nezperce": Charts(nezperce_data.tables, list),
}


def read_by_cases(title: str) -> set[Way]:
    """The ways to all cells that the project's cases of a title read: chart, then keys and places in rows."""
    seen: set[Way] = set()
    charts = CHARTS[title].tables()
    kept = dict(charts)
    try:
        for name, table in kept.items():
            charts[name] = watched(table, (name,), seen)
        CHARTS[title].forget()
        work = casework(title)
        for case in cases_of(title):
            problems(case, run(case, work), work)
    finally:
        charts.update(kept)
        CHARTS[title].forget()
    return seen
