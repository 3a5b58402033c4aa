"""Whether cases need the clauses that they name: ``python -m tests.clauses [ID ...]``.

`clauses.toml` takes one thing that a clause demands out of the rules or the data, clause by clause: the function (or data
file) where it stands, what is there, and what is put in its place.  The cases that name the clause must then fail.  A clause
whose cases pass all the same is nominal: its name stands at cases that would not miss it.

The sample is 100 played clauses of both games drawn with a fixed seed, and the clauses that were found nominal before.  The
rules are imported from a copy, each time again in a child, so that nothing of the checkout is touched.
"""

import os
import random
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_suffix(".toml")
PARTS = ("pbem", "scenarios", "grammar", "templates", "tests/cases")
SAMPLED = ("rosebud", "custer")
WHOLE = ("miniatures",)
"""Games of which a sample is tried, and games of which every played clause is."""
GAMES = (*SAMPLED, *WHOLE)
COUNT, SEED = 100, "issue 15"
FOUND_BEFORE = (
    *("RC-16.E.3", "RC-18.1.G", "RC-4.1", "RC-13.B.1-6", "RC-12.A.5", "RC-12.F.3"),
    *("CL-3.1", "CL-3.5", "CL-3.6", "CL-5.1", "CL-13.1"),
)
"""Clauses whose cases were once nominal."""
NEEDED, NOMINAL, BROKEN = 0, 1, 2
MISTAKES = (NameError, SyntaxError, ImportError, TypeError)
"""What a removal raises that was written wrong, rather than missed by the rules."""


@dataclass(frozen=True)
class Place:
    """One place where a clause stands: `was`, first after the beginning of `at`.

    `at` is a function (``indian_wars/rules/morale/leaders.senior``) or a file.
    """

    at: str
    was: str
    becomes: str

    def file(self) -> str:
        """The file that is changed, from the root."""
        if self.at.endswith(".toml"):
            return self.at
        module = self.at.partition(".")[0]
        folder = "pbem/" if module.startswith("board/") else "pbem/systems/"
        return f"{folder}{module}.py"

    def changed(self, text: str) -> str:
        """The text of the file without it.  Raises ValueError where it is not found."""
        name = "" if self.at.endswith(".toml") else self.at.partition(".")[2]
        start = max(text.find(f"def {name}("), text.find(f"class {name}(")) if name else 0
        found = text.find(self.was, start) if start >= 0 else -1
        if found < 0:
            raise ValueError(f"{self.was!r} does not stand in {self.at}: the rules have changed, so must {TABLE.name}")
        return text[:found] + self.becomes + text[found + len(self.was) :]


@dataclass(frozen=True)
class Removal:
    """What a clause demands, taken out of each place that holds it."""

    clause: str
    places: tuple[Place, ...]

    def texts(self, root: Path) -> dict[Path, str]:
        """The changed text of each file.  Raises ValueError where a place is not found."""
        found: dict[Path, str] = {}
        for place in self.places:
            file = root / place.file()
            found[file] = place.changed(found.get(file) or file.read_text(encoding="utf-8"))
        return found


def removals() -> tuple[Removal, ...]:
    """What `clauses.toml` says."""
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(
        Removal(
            one["clause"],
            tuple(Place(part["at"], part["was"], part["becomes"]) for part in one.get("places", [one])),
        )
        for one in table["without"]
    )


def sample() -> tuple[str, ...]:
    """The clauses that are tried: a hundred by lot, and those found nominal before."""
    from pbem.casebook.case import casework
    from pbem.casebook.coverage import PLAYED, read_index

    works = [casework(game) for game in SAMPLED]
    played = [one.id for work in works for one in read_index(work.package, work.clause_index) if one.state == PLAYED]
    drawn = random.Random(SEED).sample(sorted(played), COUNT)
    return tuple(sorted({*drawn, *FOUND_BEFORE}))


def main(wanted: Sequence[str]) -> int:
    """Try each; exit status 1 where a clause is nominal, or its removal cannot be made."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for part in PARTS:
            shutil.copytree(ROOT / part, root / part)
        _import_the_rest()
        found = {one: _try(one, root) for one in removals() if not wanted or one.clause in wanted}
    for one, how in found.items():
        if how == NOMINAL:
            where = "; ".join(f"{place.at}: {place.was!r} -> {place.becomes!r}" for place in one.places)
            print(f"{one.clause}: its cases pass without it ({where})")
        if how == BROKEN:
            print(f"{one.clause}: no case of the clause could be tried")
    needed = sum(how == NEEDED for how in found.values())
    print(
        f"{needed} of {len(found)} removals fail a case of their clause ({len({one.clause for one in found})} clauses)"
    )
    return 0 if needed == len(found) else 1


def _import_the_rest() -> None:
    """Import once, before the children, what the rules use of other projects; each child imports the rules again."""
    from pbem.casebook.case import casework

    for game in GAMES:
        casework(game).dialect.phase_letter("fire")
    for name in [one for one in sys.modules if one == "pbem" or one.startswith("pbem.")]:
        del sys.modules[name]


def _try(one: Removal, root: Path) -> int:
    try:
        texts = one.texts(root)
    except ValueError as fault:
        print(f"{one.clause}: {fault}")
        return BROKEN
    before = {file: file.read_text(encoding="utf-8") for file in texts}
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
    child = os.fork()
    if child == 0:
        status = BROKEN
        with suppress(BaseException):
            status = _run(one.clause, root)
        os._exit(status)
    _, ended = os.waitpid(child, 0)
    for file, text in before.items():
        file.write_text(text, encoding="utf-8")
    return os.waitstatus_to_exitcode(ended)


def _run(clause: str, root: Path) -> int:
    """Run the cases of a clause by the rules of a folder: needed where one of them fails or breaks."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(root))
    from pbem.casebook.case import casework

    files = [file for file in sorted((root / "tests" / "cases").rglob("*.toml")) if f'"{clause}"' in file.read_text()]
    if not files:
        return BROKEN
    # Rules that cannot be imported or data that cannot be read are no answer; anything after that is.
    for game in {file.parent.name for file in files}:
        casework(game)
    try:
        return NEEDED if any(_problems(clause, files)) else NOMINAL
    except MISTAKES as fault:
        print(f"{clause}: {type(fault).__name__}: {fault}", flush=True)
        return BROKEN
    except Exception:
        return NEEDED


def _problems(clause: str, files: Sequence[Path]) -> Iterator[str]:
    from pbem.casebook.case import casework, run
    from pbem.casebook.case_files import read_cases
    from pbem.casebook.judge import problems

    for case in read_cases(files, casework):
        if clause in case.clauses:
            work = casework(case.game)
            yield from problems(case, run(case, work), work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
