"""`pbem scenario transcribe CHART`: an owner of the box puts the printed numbers into a chart of ours, cell by cell.

Each table is checked as it is typed: the kind of each cell, the order along rows and down columns (where ours has one), and
the sum of each row of numbers, which the owner adds up in the box.  What was done is kept when one stops, and not asked again.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import tomlkit

from pbem import resources

HOUSE, PRINTED = "reconstructed", "printed"
ABOUT = (
    *("provenance", "constraints", "note", "id", "kind", "game", "schema", "system", "applies", "basis", "dice", "per"),
    *("result_codes", "column_labels", "title"),
)
"""Keys that say something about a table, and are no cells of it."""
CODE = re.compile(r"-|[A-Z]{1,3}|(?=.*[\d/-])[A-Za-z0-9 /:+<>*-]{1,20}")
"""A text that is a cell: a result such as ``MC-1`` or ``c3 Rt/-``, odds, a letter; no word of a sentence."""
ODDS = re.compile(r"(\d{1,3}):(\d{1,3})")
STOP = "stop"
Ask = Callable[[str], str]


class Stopped(Exception):
    """The owner stops here: the tables that are done are kept."""


@dataclass(frozen=True)
class CellRow:
    """A row of cells: its table, where it stands in words, and the keys by which each cell is put in."""

    table: MutableMapping[str, Any]
    words: str
    cells: tuple[tuple[str, MutableMapping[str, Any] | list[Any], str | int], ...]

    def values(self) -> list[Any]:
        """The cells as they stand."""
        return [place[key] for _, place, key in self.cells]  # type: ignore[index]


# ------------------------------------------------------------------------------------------------------------ the charts


def charts() -> dict[str, str]:
    """The charts that have something to transcribe, by what they are called: ``indian_wars/fire``, and their resource."""
    found = {}
    for system in resources.folders(resources.SCENARIOS):
        for folder in (f"{resources.SCENARIOS}/{system}/charts", f"{resources.SCENARIOS}/{system}"):
            for name in resources.names(folder, ".toml"):
                data = resources.toml(name).data
                if is_reconstructed(data) and not {"map", "provenance"} & data.keys():  # no map, no scenario
                    found[f"{system}/{Path(name).stem}"] = name
    return found


def is_reconstructed(part: object) -> bool:
    """True if any table of a chart is ours."""
    if isinstance(part, Mapping):
        return str(part.get("provenance", "")).startswith(HOUSE) or any(map(is_reconstructed, part.values()))
    return isinstance(part, list) and any(map(is_reconstructed, part))


def tables(part: Any, words: str = "") -> Iterator[tuple[str, MutableMapping[str, Any]]]:
    """The tables of a chart that are ours, each with what it is called."""
    if isinstance(part, list):
        for n, one in enumerate(part, 1):
            yield from tables(
                one, f"{words} {one['id']}" if isinstance(one, Mapping) and "id" in one else f"{words} {n}"
            )
    elif isinstance(part, MutableMapping):
        if str(part.get("provenance", "")).startswith(HOUSE):
            yield words.strip(), part
        for key, one in part.items():
            yield from tables(one, f"{words} {key}")


def rows(table: MutableMapping[str, Any], words: str) -> Iterator[CellRow]:
    """The rows of a table: lists of cells, and its single cells together; of tables in it that have no provenance too."""
    single: list[tuple[str, Any, str | int]] = []
    for key, one in table.items():
        if key in ABOUT:
            continue
        if isinstance(one, MutableMapping):
            if "provenance" not in one:
                yield from rows(one, f"{words} {key}")
        elif isinstance(one, list):
            if one and all(_is_cell(cell) for cell in one):
                yield CellRow(table, f"{words} {key}", tuple((str(n), one, n - 1) for n in range(1, len(one) + 1)))
            for n, inner in enumerate(one, 1):
                if isinstance(inner, MutableMapping) and "provenance" not in inner:
                    yield from rows(inner, f"{words} {key} {n}")
        elif _is_cell(one):
            single.append((key, table, key))
    if single:
        yield CellRow(table, words, tuple(single))


def _is_cell(one: object) -> bool:
    if isinstance(one, bool):
        return False
    return isinstance(one, int | float) or (isinstance(one, str) and CODE.fullmatch(one) is not None)


# ----------------------------------------------------------------------------------------------------------- the asking


def transcribe(chart: Any, ask: Ask, tell: Callable[[str], None]) -> int:
    """Ask for each cell of each table that is ours; the number of tables that are printed now.  Raises Stopped."""
    done = 0
    for words, table in list(tables(chart)):
        mine = list(rows(table, words))
        cells = sum(len(one.cells) for one in mine)
        tell(f"\n{words}: {cells} cell{'s' * (cells != 1)}.  {table.get('note', '')}".rstrip())
        known = _kinds(value for one in mine for value in one.values())
        typed = [(_typed_row(one, known, ask, tell), one) for one in mine]
        _columns(typed, ask, tell)
        for values, row in typed:
            for (_, place, key), value in zip(row.cells, values, strict=True):
                place[key] = value  # type: ignore[index]
        table["provenance"] = PRINTED
        done += 1
    return done


def _typed_row(row: CellRow, known: frozenset[str], ask: Ask, tell: Callable[[str], None]) -> list[Any]:
    """The cells of a row as they are printed; again until they are right."""
    before = row.values()
    while True:
        values = [
            _typed(f"  {row.words}, {name}", one, known, ask, tell)
            for (name, _, _), one in zip(row.cells, before, strict=True)
        ]
        if _in_order(f"the row {row.words}", before, values, ask, tell) and _adds_up(row, values, ask, tell):
            return values


def _typed(words: str, before: Any, known: frozenset[str], ask: Ask, tell: Callable[[str], None]) -> Any:
    while True:
        text = " ".join(ask(f"{words} [{before}]: ").split())
        if text.lower() == STOP:
            raise Stopped
        if not text:
            return before
        if isinstance(before, str):
            if _kinds([text]) <= known:
                return text
            tell(f"    expected parts such as {', '.join(sorted(known))} (9 for any number); found {text!r}")
        elif re.fullmatch(r"[+-]?\d{1,6}", text) and isinstance(before, int):
            return int(text)
        elif re.fullmatch(r"[+-]?\d{1,6}(?:\.\d{1,3})?", text) and isinstance(before, float):
            return float(text)
        else:
            tell(
                f"    expected a {'whole ' * isinstance(before, int)}number, or nothing where it is {before}; found {text!r}"
            )


def _kinds(values: Iterator[Any] | Sequence[Any]) -> frozenset[str]:
    """The kinds of parts that cells have: ``c9``, ``Rt``, ``-``; of single letters that they are letters."""
    parts = (part for one in values if isinstance(one, str) for part in re.split(r"[\s/]+", one) if part)
    return frozenset("A letter" if re.fullmatch("[A-Z]", part) else re.sub(r"\d+", "9", part) for part in parts)


def _rank(value: Any) -> Fraction | None:
    """The place of a cell in an order: a number, odds, a letter; None for one that has none."""
    if isinstance(value, int | float):
        return Fraction(str(value))
    odds = ODDS.fullmatch(value)
    if odds is not None and int(odds[2]):
        return Fraction(int(odds[1]), int(odds[2]))
    return Fraction(ord(value)) if re.fullmatch("[A-Z]", value) else None


def _direction(values: Sequence[Any]) -> int:
    """1 where cells never fall and somewhere rise, -1 the other way, 0 for no order."""
    ranks = [rank for one in values if (rank := _rank(one)) is not None]
    if len(ranks) < max(len(values), 3):
        return 0
    steps = [after - before for before, after in pairwise(ranks)]
    rises, falls = any(one > 0 for one in steps), any(one < 0 for one in steps)
    return 0 if rises == falls else 1 if rises else -1


def _in_order(words: str, before: Sequence[Any], values: Sequence[Any], ask: Ask, tell: Callable[[str], None]) -> bool:
    """True if cells keep the order that ours had, or the owner says that it is printed so."""
    way = _direction(before)
    if not way or (_direction(values) in (way, 0) and not _breaks(values, way)):
        return True
    tell(f"    {words} does not {'rise' if way > 0 else 'fall'} as ours does ({_listed(before)}): {_listed(values)}")
    return ask("    Is it printed so?  yes, or no to type it again: ").strip().lower() in ("y", "yes")


def _breaks(values: Sequence[Any], way: int) -> bool:
    ranks = [_rank(one) for one in values]
    return any(b is None or a is None or (b - a) * way < 0 for a, b in pairwise(ranks))


def _adds_up(row: CellRow, values: Sequence[Any], ask: Ask, tell: Callable[[str], None]) -> bool:
    """True if the sum that the owner has worked out in the box is that of what they typed; Enter leaves the check out."""
    if len(values) < 3 or not all(isinstance(one, int) for one in values):
        return True
    text = ask(f"    The sum of the row {row.words}, as printed (or nothing): ").strip()
    if text.lower() == STOP:
        raise Stopped
    if not text or text.lstrip("+") == str(sum(values)):
        return True
    tell(f"    expected {sum(values)}, the sum of {_listed(values)}; found {text}: type the row again")
    return False


def _columns(typed: Sequence[tuple[list[Any], CellRow]], ask: Ask, tell: Callable[[str], None]) -> None:
    """Tell of columns that do not keep the order that ours had; the owner may stop and begin the table again."""
    wide = {len(values) for values, _ in typed}
    if len(typed) < 3 or len(wide) != 1:
        return
    for n in range(wide.pop()):
        before, after = [row.values()[n] for _, row in typed], [values[n] for values, _ in typed]
        if not _in_order(f"column {n + 1}", before, after, ask, tell):
            raise Stopped


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(str, values))


# --------------------------------------------------------------------------------------------------------------- the file


def run(chart: str, into: Path) -> int:
    """Ask, and keep the chart in a folder that is laid out as ``scenarios/`` is: 0; 1 if there is no such chart."""
    known = charts()
    name = known.get(chart) or next((one for key, one in known.items() if key.rpartition("/")[2] == chart), "")
    file = into / (name.partition("/")[2] if name else f"{chart}.toml")
    if not name:
        listed = ", ".join(known) or "none that are still ours"
        print(f"pbem scenario transcribe: expected one of {listed}; found {chart}", file=sys.stderr)
        return 1
    text = file.read_text(encoding="utf-8") if file.is_file() else resources.text(name)
    found = tomlkit.parse(text)
    print(f"{chart}: type what is printed in your box.  Enter where it is as in [ ]; '{STOP}' to go on another day.")
    try:
        done, stopped = transcribe(found, _ask, print), False
    except (Stopped, EOFError):
        done, stopped = 0, True
    if tomlkit.dumps(found) != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(tomlkit.dumps(found), encoding="utf-8")
    left = sum(1 for _ in tables(found))
    what = "All of it is printed now." if not left else f"{left} tables are still ours."
    print(f"\n{file}: {f'{done} tables done.  ' * (not stopped)}{what}")
    return 0


def _ask(words: str) -> str:
    return input(words)
