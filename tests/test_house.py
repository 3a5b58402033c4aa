"""The house: what holds for every file of the project."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PURE = ("core", "board", "counters", "mechanisms", "systems")
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
