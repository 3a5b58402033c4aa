"""How much the tests hold fast outside the games' rules: ``python -m tests.desk_mutants [--count N]``.

A seeded sample of mutants of `pbem.desk`, `orders`, `mail` and `seal`, made and put in as in `tests.mutants`.  The tests
are run once, over SQLite, to learn which of them execute which line and how much processor time each takes.  Then every
mutant lives in a forked child that runs the tests of its line until one fails: those of files that are about its module
first, and of these and of the others the shortest first.  A test that runs with many arguments comes once before all others
had their turn.

``--learned FILE`` keeps what was learned: the next run runs only those tests whose file has changed since, and a sample can
be judged in slices (``--slice 1/4``).  A line of the program that has changed since counts as executed by the tests of the
line that it replaces; after larger changes begin a new file.

A mutant whose tests take longer than `PATIENCE` in all counts as a survivor where none has failed by then.  Left out are the
words of messages, and what is outside functions, as the defaults in their heads are.  Survivors that play as the code does
are named, with the reason, in `desk-mutants-equivalent.toml`.
"""

import argparse
import ast
import gc
import hashlib
import json
import os
import random
import re
import resource
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from coverage import Coverage
from rich.console import Console
from rich.progress import track

from tests.mutants import (
    KILLED,
    OPERATORS,
    ROOT,
    SURVIVED,
    Mutant,
    bodies_differ,
    functions_of,
    idle_lines,
    lines_of,
    living,
    settle,
    shown,
)

PACKAGES = ("desk", "orders", "mail", "seal")
NOT_JUDGED = ("pbem_verify",)
"""Its tests run it as players do, in a process of its own."""
TESTS = (
    "tests/desk", "tests/orders", "tests/mail", "tests/seal", "tests/gm", "tests/commands", "tests/store",
    "tests/plant/test_logins.py", "tests/plant/test_faults.py", "tests/reports/test_order_page.py",
    "tests/reports/test_kept_page.py",
    "tests/reports/test_walks_on_the_page.py", "tests/reports/test_letters.py", "tests/systems/test_crowns.py",
    "tests/systems/test_mailboxes.py", "tests/systems/nezperce/test_what_if.py",
)  # fmt: skip
COUNT, SEED = 400, "1"
LEAST = 0.85
OF_ALL = ("tests/desk/test_every_letter.py", "tests/desk/gm/incidents/test_every_effect.py")
"""Tests that are about every module of `campaign`: what any of them does shows in a letter, or in what a GM reads."""
OUT_OF_PATIENCE = 2
"""What a child says whose tests were not all run; 0 and 1 are `SURVIVED` and `KILLED`."""
PATIENCE = 30
"""Seconds of processor time for the tests of one mutant."""
EQUIVALENT = Path(__file__).parent / "desk-mutants-equivalent.toml"


def main() -> int:
    """Run the tests with the mutants between; exit status 1 where too many survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--count", type=int, default=COUNT, metavar="N", help=f"mutants in all ({COUNT}); 0 only learns"
    )
    parser.add_argument("--seed", default=SEED, metavar="S", help=f"of the sample ({SEED})")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATH",
        help="mutants of this file or package alone (again: of more)",
    )
    parser.add_argument("--slice", default="1/1", metavar="K/N", help="judge the Kth of N parts of the sample")
    parser.add_argument(
        "--patience", type=int, default=PATIENCE, metavar="S", help=f"processor time for a mutant ({PATIENCE} s)"
    )
    parser.add_argument("--learned", type=Path, metavar="FILE", help="keep in this file which test executes which line")
    parser.add_argument(
        "tests", nargs="*", default=TESTS, metavar="TESTS", help="files or folders of tests (all that count)"
    )
    args = parser.parse_args()
    part, _, parts = args.slice.partition("/")
    sample = args.count, args.seed, tuple(args.only) or ("",), (int(part), int(parts))
    judge = Judge(*sample, Learned.read(args.learned), args.patience)
    marks = ["-m", "not slow and not integration", "-k", "not postgresql", "--hypothesis-profile=quick"]
    pytest.main(["-q", "-n", "0", *marks, "-p", "no:cacheprovider", *args.tests], plugins=[judge])
    return judge.report()


class Learned:
    """Which test executes which lines of the program, and how long it takes; in a file, if one is named."""

    def __init__(self, file: Path | None, of: dict[str, Any]) -> None:
        self._file = file
        self.program: dict[str, list[str]] = of.get("program", {})
        """The digests of the lines of each file of the program as they were."""
        self.digests: dict[str, str] = of.get("digests", {})
        """The digest of each file of tests as it was."""
        self.seconds: dict[str, float] = of.get("seconds", {})
        self.lines: dict[str, dict[str, list[int]]] = of.get("lines", {})
        """Of each test, by file of the program."""

    @classmethod
    def read(cls, file: Path | None) -> "Learned":
        """What is in the file, for the lines of the program as they are now."""
        learned = cls(file, json.loads(file.read_text(encoding="utf-8")) if file and file.exists() else {})
        for package in PACKAGES:
            for source in (ROOT / "pbem" / package).rglob("*.py"):
                learned._move(_short(source), [_digest_of(line) for line in source.read_bytes().splitlines()])
        return learned

    def _move(self, file: str, now: list[str]) -> None:
        """Put what was learned of a file to its lines as they are now."""
        before = self.program.get(file, now)
        self.program[file] = now
        if before != now:
            came_from = _came_from(before, now)
            for files in self.lines.values():
                if executed := set(files.get(file, ())):
                    files[file] = [n for n, old in enumerate(came_from, 1) if old in executed]

    def unknown(self, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """The tests that have to be run: those of files that are new or have changed, and the quickest of every other.

        That one is run to have loaded, before anything forks, what the tests of its file need.
        """
        wanted, quickest = [], dict[Path, pytest.Item]()
        for item in items:
            if self.digests.get(_short(item.path)) != _digest([item.path]) or item.nodeid not in self.seconds:
                wanted.append(item)
                continue
            best = quickest.setdefault(item.path, item)
            if self.seconds[item.nodeid] < self.seconds[best.nodeid]:
                quickest[item.path] = item
        return [*wanted, *quickest.values()]

    def tests_of(self, file: str, lines: Iterable[int]) -> set[str]:
        """The tests that execute any of these lines."""
        wanted = set(lines)
        return {test for test, files in self.lines.items() if wanted & set(files.get(file, ()))}

    def note(self, item: pytest.Item, seconds: float, coverage: Coverage) -> None:
        """Keep what one test did."""
        data = coverage.get_data()
        self.seconds[item.nodeid] = seconds
        self.lines[item.nodeid] = {_short(Path(file)): sorted(data.lines(file) or ()) for file in data.measured_files()}

    def write(self, items: Iterable[pytest.Item]) -> None:
        """Save it for the next run."""
        self.digests |= {_short(path): _digest([path]) for path in {item.path for item in items}}
        if self._file:
            whole = {
                "program": self.program,
                "digests": self.digests,
                "seconds": self.seconds,
                "lines": self.lines,
            }
            self._file.write_text(json.dumps(whole), encoding="utf-8")


class Judge:
    """A plugin of pytest that runs every test once, and then again those that concern each mutant."""

    def __init__(
        self, count: int, seed: str, only: tuple[str, ...], part: tuple[int, int], learned: Learned, patience: int
    ) -> None:
        self.count, self.seed, self.only, self.part, self.learned = count, seed, only, part, learned
        self.patience = patience
        self.survivors: list[Mutant] = []
        self.untested: set[Mutant] = set()
        self.impatient: set[Mutant] = set()
        self.same: Counter[str] = Counter()
        self.judged: Counter[str] = Counter()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of pytest's own loop."""
        self._learn(session)
        if not self.count:
            return True
        caches()
        settle()
        items = {item.nodeid: item for item in session.items}
        known = list(mutants(self.only))
        sample = random.Random(self.seed).sample(known, min(self.count, len(known)))
        k, parts = self.part
        sample = sample[k - 1 :: parts]
        named = {(one["file"], one["line"], one["becomes"]) for one in equivalents()}
        for one in track(sample, f"{len(sample)} of {len(known)} mutants", console=Console(stderr=True)):
            package = one.where.split("/")[1]
            if not self._is_killed(one, items):
                if lines_of(one)[1:] in named:
                    self.same[package] += 1
                    continue
                self.survivors.append(one)
                print(f"survives{self._how(one)}:", *shown(one), sep="\n", file=sys.stderr, flush=True)
            self.judged[package] += 1
        return True

    def _learn(self, session: pytest.Session) -> None:
        """Run each test that is not known and note which lines it executes."""
        wanted = self.learned.unknown(session.items)
        program = [str(ROOT / "pbem" / package / "*") for package in PACKAGES]
        for n, item in enumerate(track(wanted, "tests", console=Console(stderr=True))):
            coverage = Coverage(data_file=None, config_file=False, include=program)
            coverage.set_option("run:disable_warnings", ["no-data-collected", "trace-changed"])
            began = time.process_time()
            coverage.start()
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=_after(wanted, n))
            finally:
                coverage.stop()
            self.learned.note(item, time.process_time() - began, coverage)
        self.learned.write(session.items)

    def _is_killed(self, mutant: Mutant, items: dict[str, pytest.Item]) -> bool:
        lines = _lines_around(ROOT / mutant.where, mutant)
        tests = [one for one in self.learned.tests_of(mutant.where, lines) if one in items]
        tests = self._in_turn(tests, items, mutant.where)
        if not tests:
            self.untested.add(mutant)
            return False
        child = os.fork()
        if child == 0:
            status = KILLED
            with suppress(BaseException):
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(20 * self.patience)  # a mutant that waits for ever is a killed one,
                resource.setrlimit(resource.RLIMIT_CPU, (3 * self.patience,) * 2)  # and so is an endless loop
                null = open(os.devnull, "w")  # noqa: SIM115 - the process ends with it
                with redirect_stdout(null), redirect_stderr(null):
                    status = _tried(mutant, [items[test] for test in tests], self.patience)
            os._exit(status)
        _, ended = os.waitpid(child, 0)
        if ended == OUT_OF_PATIENCE << 8:
            self.impatient.add(mutant)
            return False
        return ended != 0

    def _in_turn(self, tests: list[str], items: dict[str, pytest.Item], where: str) -> list[str]:
        """The order in which they are run: about the module, then once each function of tests, then the shortest."""
        seconds = self.learned.seconds
        before: Counter[str] = Counter()
        turns: dict[str, int] = {}
        for test in sorted(tests, key=lambda test: (seconds[test], test)):
            function = test.partition("[")[0]
            turns[test] = before[function]
            before[function] += 1
        return sorted(
            tests, key=lambda test: (not _is_about(items[test].path, where), turns[test], seconds[test], test)
        )

    def _how(self, mutant: Mutant) -> str:
        if mutant in self.untested:
            return ", no test executes it"
        return ", patience at an end" if mutant in self.impatient else ""

    def report(self) -> int:
        """Print the survivors and the shares; the exit status."""
        for one in sorted(self.survivors, key=lambda mutant: (mutant.where, mutant.what, mutant.occurrence)):
            print("\n".join(shown(one)))
        gone = Counter(one.where.split("/")[1] for one in self.survivors)
        for package, judged in sorted(self.judged.items()):
            killed = judged - gone[package]
            print(f"{package}: {killed} of {judged} mutants killed: {killed / judged:.1%}")
        judged, killed = self.judged.total(), self.judged.total() - gone.total()
        print(f"all: {killed} of {judged}: {killed / judged:.1%}" if judged else "no mutants")
        print(f"(seed {self.seed}; {self.same.total()} play as the code does: {EQUIVALENT.name})")
        return 0 if judged and killed >= LEAST * judged else 1


def _tried(mutant: Mutant, tests: list[pytest.Item], patience: int) -> int:
    """Put the mutant in and run these tests until one fails; what became of it."""
    file = ROOT / mutant.where
    source = file.read_text(encoding="utf-8")
    mutated = mutate_code(source, get_operator(mutant.what)(), mutant.occurrence)
    assert mutated is not None
    before, after = functions_of(source, file), functions_of(mutated, file)
    changed = [name for name in before if name in after and bodies_differ(before[name], after[name])]
    for one in living().get(str(file), ()):
        if one.__code__.co_qualname in changed:
            one.__code__ = after[one.__code__.co_qualname]
    for one in caches().get(mutant.where.removesuffix(".py").replace("/", "."), ()):
        one.cache_clear()
    began = time.process_time()
    for n, item in enumerate(tests):
        if time.process_time() > began + patience:
            return OUT_OF_PATIENCE
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=_after(tests, n))):
            return KILLED
    return SURVIVED


@cache
def _is_about(tests: Path, where: str) -> bool:
    """Whether a file of tests imports this module, is named like it, or is about all of `campaign`."""
    module = where.removesuffix(".py")
    if _short(tests) in OF_ALL and module.startswith("pbem/desk/"):
        return True
    name = re.escape(module.replace("/", "."))
    return module.rpartition("/")[2] in tests.stem or bool(re.search(rf"\b{name}\b", tests.read_text(encoding="utf-8")))


@cache
def caches() -> dict[str, list[Any]]:
    """The functions in memory that remember what they have worked out, by module; found before anything forks."""
    gc.unfreeze()
    found: dict[str, list[Any]] = {}
    for one in gc.get_objects():
        if type(one).__name__ == "_lru_cache_wrapper":
            found.setdefault(str(getattr(one, "__module__", "")), []).append(one)
    return found


def equivalents() -> list[dict[str, str]]:
    """The mutants that are known to do as the code does: file, line, what it becomes, and why that is the same."""
    table = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return list(table.get("mutant", []))


def mutants(only: tuple[str, ...] = ("",)) -> Iterator[Mutant]:
    """Every mutant inside a function of the packages, those of annotations, texts and comments left out."""
    for package in PACKAGES:
        for file in sorted((ROOT / "pbem" / package).rglob("*.py")):
            if file.stem not in NOT_JUDGED and _short(file).startswith(only):
                yield from _mutants_of(file)


def _mutants_of(file: Path) -> Iterator[Mutant]:
    source = file.read_text(encoding="utf-8")
    tree, idle = get_ast(source), idle_lines(source)
    inside = {line for code in functions_of(source, file).values() for line in _lines(code)} - _heads(source)
    nodes = list(ast_nodes(tree))
    for name in OPERATORS:
        operator = get_operator(name)()
        positions = [at for node in nodes for at in operator.mutation_positions(node)]
        for n, ((line, _), _) in enumerate(positions):
            if line in inside and line not in idle:
                yield Mutant(str(file.relative_to(ROOT)), name, n)


def _heads(source: str) -> set[int]:
    """The lines of the heads of functions: defaults and decorators are worked out once, outside, and no test runs them."""
    heads = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    firsts = ((min(each.lineno for each in (*one.decorator_list, one)), one.body[0].lineno) for one in heads)
    return {line for first, body in firsts for line in range(first, body)}


def _lines(code: CodeType) -> Iterator[int]:
    if code.co_flags & 0x2:  # CO_NEWLOCALS: a function, not the body of a class
        yield from (line for _, _, line in code.co_lines() if line is not None)
        for one in code.co_consts:
            if isinstance(one, CodeType):
                yield from _lines(one)


def _lines_around(file: Path, mutant: Mutant) -> range:
    """The lines of the statement that the mutant changes, without the block below it."""
    at = lines_of(mutant)[0]
    for first, last in _statements(file):
        if first <= at <= last:
            return range(first, last + 1)
    return range(at, at + 1)


@cache
def _statements(file: Path) -> list[tuple[int, int]]:
    """First and last line of every statement, of one with a block that of its head; the innermost first."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", ()) or getattr(node, "cases", ())
            below = getattr(body[0], "lineno", None) or body[0].pattern.lineno if body else 0
            last = node.end_lineno or node.lineno
            found.append((node.lineno, max(node.lineno, below - 1) if body else last))
    return sorted(found, key=lambda ends: ends[1] - ends[0])


def _after(items: list[pytest.Item], n: int) -> pytest.Item | None:
    return items[n + 1] if n + 1 < len(items) else None


def _came_from(before: list[str], now: list[str]) -> list[int]:
    """Of each line as it is now, the number of the line before the change that it was, replaces, or stands below."""
    found: list[int] = []
    for how, first, end, start, stop in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        for n in range(stop - start):
            found.append(first if how == "insert" else min(first + n, end - 1) + 1)
    return found


def _digest_of(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()[:8]


def _digest(files: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for file in files:
        whole.update(file.read_bytes())
    return whole.hexdigest()


def _short(path: Path) -> str:
    return str(path.relative_to(ROOT))


if __name__ == "__main__":
    sys.exit(main())
