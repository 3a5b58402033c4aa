"""Check scenarios, counters and maps of your own, and sheets of a table. Every fault in every file is listed at once: file,
line, key, what was expected, what was found.

A scenario names its map and counters: one of the program's (``rosebud``), or a file next to it (``my-map.toml``).

Exit statuses: 0 nothing is wrong; 1 something is wrong, or a file cannot be read; 2 the command line is wrong.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from pbem.board.mapfile import FORMAT, read_map
from pbem.command_line import about
from pbem.commands.offline.table_check import sheet_in
from pbem.core.tomlfile import Fault, Faults, TomlFile, unreadable
from pbem.systems import registry

MAP, COUNTERS, SCENARIO, CHART, FACTS, SHEET = "map", "counters", "scenario", "chart", "facts", "sheet"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``scenario check PATH ... [--json]``, ``scenario transcribe CHART [--into DIR]``."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="check|transcribe")
    check = actions.add_parser("check", **about("look for faults in files and folders"))
    check.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="TOML files, or folders of them")
    check.add_argument("--json", action="store_true", help="one JSON object per file: file, kind, faults")
    copy = actions.add_parser("transcribe", **about("put the numbers of your own box into a chart, cell by cell"))
    copy.add_argument("chart", metavar="CHART", help="such as indian_wars/fire")
    into = "the folder of your own scenarios (scenarios beside the desk's configuration)"
    copy.add_argument("--into", type=Path, metavar="DIR", default=Path("scenarios"), help=into)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    if args.action == "transcribe":
        from pbem.commands.offline import transcribe

        return transcribe.run(args.chart, args.into)
    wrong = False
    for path in files(args.paths):
        kind, faults = check_file(path)
        wrong = wrong or bool(faults)
        if args.json:
            rows = [
                {"line": f.line, "key": f.key, "expected": f.expected, "found": f.found, "file": f.file} for f in faults
            ]
            print(json.dumps({"file": str(path), "kind": kind, "faults": rows}))
        elif faults:
            print("\n".join(str(fault) for fault in faults))
        else:
            print(f"{path}: {kind}, nothing wrong")
    return 1 if wrong else 0


def files(paths: list[Path]) -> Iterator[Path]:
    """The files named, and the TOML files in the folders named, by name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def check_file(path: Path) -> tuple[str, tuple[Fault, ...]]:
    """The sort of a file ("" if that cannot be told), and its faults."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        return "", (unreadable(str(path), "a file that can be read", fault),)
    file = TomlFile(str(path), text)
    kind = kind_of(file)
    if kind == SCENARIO and "system" in file.data and file.data["system"] not in registry.systems_with_files():
        file.fault("system", f"one of {', '.join(registry.systems_with_files())}", str(file.data["system"]))
    elif not file.faults:
        _check(file, kind, path)
    return kind, tuple(file.faults)


def kind_of(file: TomlFile) -> str:
    """``map``, ``scenario``, ``counters``, ``chart``, ``facts``, ``sheet``, or "" if it is none of them."""
    if "grid" in file.data or file.data.get("format") == FORMAT:
        return MAP
    if "scenario" in file.data:
        return SCENARIO
    if "unit" in file.data or "leader" in file.data:
        return COUNTERS
    if {"title", "sides"} <= file.data.keys():
        return SHEET
    if "fact" in file.data:
        return FACTS
    charts = registry.linter_of(file).charts
    return CHART if Path(file.name).stem in charts and "schema" in file.data else ""


def _check(file: TomlFile, kind: str, path: Path) -> None:
    try:
        match kind:
            case "map":
                read_map(file.text, file.name)
            case "counters":
                registry.linter_of(file).counters(file)
            case "scenario":
                registry.linter_of(file).scenario(file, _Beside(path.parent))
            case "sheet":
                sheet_in(path)
            case "":
                expected = "a map ([grid]), counters ([[unit]]), a scenario ([scenario]) or a sheet (title, sides)"
                file.fault("the file", expected, ", ".join(file.data) or "nothing")
    except Faults as faults:
        file.faults.extend(faults.faults)


class _Beside:
    """Files beside a scenario."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, name: str) -> TomlFile | None:
        """The file of this name, None if there is none."""
        path = self.folder / name
        return TomlFile(str(path), path.read_text(encoding="utf-8")) if path.is_file() else None
