"""The house: what holds for every file of the project."""

import ast
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PURE = ("core", "board", "mechanisms", "systems")
TEXT_FOR_PLAYERS = ("scenarios", "grammar", "templates", "tests/cases")


def files(*folders: str, ending: str = "") -> list[Path]:
    found = [path for folder in folders for path in (ROOT / folder).rglob(f"*{ending}") if path.is_file()]
    return sorted(path for path in found if "__pycache__" not in path.parts and ".venv" not in path.parts)


def relative(paths: list[Path]) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in paths]


def test_texts_for_players_are_ascii() -> None:
    """Templates in another language have its letters; they are transliterated as they go out (tests/reports/golden)."""
    english = [
        path
        for path in files(*TEXT_FOR_PLAYERS)
        if path.parent.parent.name != "templates" and not path.name.endswith(".words.toml")  # words that players write
    ]
    assert relative([path for path in english if not path.read_bytes().isascii()]) == []


def test_rules_hold_no_float() -> None:
    """A float in a rule would be an inexact strength, and no record could hold it."""
    folders = [f"pbem/{room}" for room in PURE]
    floating = re.compile(r"(?<![\w.\"'§])\d+\.\d+(?![\w.\"'])|\bfloat\(")
    found = []
    for path in files(*folders, ending=".py"):
        code = re.sub(r'"""(?s:.*?)"""|"[^"\n]*"|#.*', "", path.read_text())
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in floating.finditer(code)]
    assert found == []


ONE_FILE_BY_DESIGN = "pbem_verify.py"
"""The checker that a distrustful player reads and runs alone; a test of its own holds its length."""


def test_no_file_is_long_enough_to_be_two_things() -> None:
    checked = [path for path in files("pbem", "tests", ending=".py") if path.name != ONE_FILE_BY_DESIGN]
    long = [path for path in checked if len(path.read_text().splitlines()) > 720]
    assert relative(long) == []


def test_no_file_names_a_path_of_one_machine_or_a_registry() -> None:
    wrong = re.compile(r"/(?:work|home|root|tmp)/[a-z.]|https?://[^ ]*(?:pypi|simple)")
    paths = files("pbem", "tests", "docs", "bench", "packaging", "scenarios", "grammar", "templates")
    paths += [path for path in ROOT.glob("*") if path.is_file() and path.suffix in (".md", ".toml", ".lock")]
    found = [
        path for path in paths if path != Path(__file__).resolve() and wrong.search(path.read_text(errors="replace"))
    ]
    assert relative(found) == []


@pytest.mark.parametrize("seeds", [("0", "1"), ("2", "4242")])
def test_a_phase_has_one_digest_under_every_hash_seed(seeds: tuple[str, str]) -> None:
    """Two processes, two PYTHONHASHSEEDs, one digest: nothing leans on the sequence of a set."""
    program = (
        "import hashlib\n"
        "from pbem.core.ask import Answer\n"
        "from pbem.core.dice import KeyedDice\n"
        "from pbem.core.play import perform\n"
        "from tests.core.skirmish import Squad, Volley, skirmish, umpire_for\n"
        "umpire = umpire_for(Squad(), {'slow': True, 'quick': True, 'loud': True})\n"
        "answers = lambda asks: tuple(Answer('yes', tuple(Volley(n) for n in (1, 2, 3, 4))) for _ in asks)\n"
        "stop = perform(skirmish(umpire), umpire, (), lambda n: KeyedDice(hashlib.sha256(b'k').digest()), answers)\n"
        "print(stop.segments[0].digest, stop.segments[0].events, umpire.options.names)\n"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in seeds
    ]
    assert told[0] == told[1] != ""


# The shape of the house

LARGEST_CIRCLE = 5
"""Files that import one another, inside functions and for types only too."""
LARGEST_FOLDER = 30


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.AST, known: Collection[str]) -> set[str]:
    """Which of the known modules are imported anywhere in the tree."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            found.update((inside & set(known)) or {node.module})
    return found & set(known)


IMPORT = re.compile(r"^[ \t]*((?:from \S+ import (?:\([^)]*\)|.*))|import .*)", re.MULTILINE)


def statements(code: str) -> ast.Module:
    """The import statements of a module, those inside functions too; to parse all the rest takes many times as long."""
    return ast.parse("\n".join(IMPORT.findall(code)))


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Sets of modules each of which imports, directly or through others, every one of the set."""
    reach: dict[str, set[str]] = {}
    for start in graph:
        seen, todo = set[str](), list(graph[start])
        while todo:
            if (module := todo.pop()) not in seen:
                seen.add(module)
                todo += graph[module]
        reach[start] = seen
    rings = {tuple(sorted({start} | {one for one in reach[start] if start in reach[one]})) for start in graph}
    return [list(ring) for ring in sorted(rings) if len(ring) > 1]


def test_circles_are_found_through_imports_of_every_kind() -> None:
    one = statements("def late():\n    from pbem import (\n        two,\n    )\n")
    two = statements("if TYPE_CHECKING:\n    from pbem.three import Thing\n")
    graph = {"pbem.one": imports(one, known := {"pbem.one", "pbem.two", "pbem.three"}), "pbem.two": imports(two, known)}
    assert circles({**graph, "pbem.three": {"pbem.one"}, "pbem.four": {"pbem.one"}}) == [
        ["pbem.one", "pbem.three", "pbem.two"]
    ]


def test_no_circle_of_files_is_larger_than_five() -> None:
    paths = {module_of(path): path for path in files("pbem", ending=".py")}
    graph = {module: imports(statements(path.read_text()), paths) for module, path in paths.items()}
    assert [ring for ring in circles(graph) if len(ring) > LARGEST_CIRCLE] == []


def test_no_folder_holds_more_files_than_a_reader_looks_over() -> None:
    sizes = Counter(str(path.parent.relative_to(ROOT)) for path in files("pbem", ending=".py"))
    assert {name for name, size in sizes.items() if size > LARGEST_FOLDER} == set()


LIBRARY_INSIDES = {
    "pbem/mail/imap_connection.py": {"_response_done", "_continuation"},
}
"""The private names of libraries that are used, by file; what is wrong with the library stands in the file."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def library_insides(path: Path) -> set[str]:
    """The private names of libraries that a file imports, overrides or calls on itself (Ruff's SLF finds all others)."""
    code, found = path.read_text(), set[str]()
    named: dict[str, str] = {}
    for node in statements(code).body:
        if isinstance(node, ast.Import):
            named.update({alias.asname or alias.name: alias.name for alias in node.names})
            found.update(part for alias in node.names for part in alias.name.split(".") if is_private(part))
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0 and ours(node.module) is False:
            named.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
            parts = [*node.module.split("."), *(alias.name for alias in node.names)]
            found.update(part for part in parts if is_private(part))
    of_libraries = re.compile(rf"\bclass \w+\([^)]*\b(?:{'|'.join(named) or '!'})\b")
    classes = ast.walk(ast.parse(code)) if of_libraries.search(code) else ()
    for owner in (node for node in classes if isinstance(node, ast.ClassDef)):
        inside = {name for base in owner.bases for name in private_names(ast.unparse(base).partition("[")[0], named)}
        if not inside:
            continue
        used = {node.attr for node in ast.walk(owner) if isinstance(node, ast.Attribute)}
        used |= {node.name for node in owner.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        found |= used & inside
    return found


def ours(module: str) -> bool:
    return module.partition(".")[0] in ("pbem", "tests", "bench", "__future__")


def private_names(base: str, named: Mapping[str, str]) -> set[str]:
    """The private attributes of a class of a library, by the name under which a file has imported it."""
    first, _, rest = base.partition(".")
    place = ".".join(filter(None, (named.get(first, ""), rest)))
    if not place or ours(place):
        return set()
    return insides_of(place)


@cache
def insides_of(place: str) -> set[str]:
    try:
        found = pkgutil.resolve_name(place)
    except (ImportError, AttributeError, ValueError):
        return set()
    sources = [source_of(one) for one in getattr(found, "__mro__", ())]
    return {name for name in [*dir(found), *SET_ON_SELF.findall("\n".join(sources))] if is_private(name)}


SET_ON_SELF = re.compile(r"self\.(_\w+)")


def source_of(found: type) -> str:
    """The source of a class; "" for one that is built in or made while running."""
    try:
        return inspect.getsource(found)
    except (OSError, TypeError):
        return ""


@pytest.mark.parametrize(
    ("code", "inside"),
    [
        ("import _sre\n", {"_sre"}),
        ("from lark.parsers import _x\n", {"_x"}),
        ("import argparse\nclass A(argparse.ArgumentParser):\n    def f(self): return self._actions\n", {"_actions"}),
        (
            "from argparse import HelpFormatter\nclass A(HelpFormatter):\n    def _split_lines(self): ...\n",
            {"_split_lines"},
        ),
        ("class A:\n    def f(self): return self._own\n", set()),
    ],
)
def test_insides_of_libraries_are_found(code: str, inside: set[str], tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(code)
    assert {name for name in library_insides(tmp_path / "code.py") if is_private(name)} == inside


def test_no_private_name_of_a_library_is_used() -> None:
    found = {str(path.relative_to(ROOT)): library_insides(path) for path in files("pbem", "bench", ending=".py")}
    assert {path: names for path, names in found.items() if names} == LIBRARY_INSIDES
