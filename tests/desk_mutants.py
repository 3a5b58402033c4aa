"""How much the tests hold fast outside the games' rules: ``python -m tests.desk_mutants [--count N]``.

A seeded sample of mutants of `pbem.campaign`, `orders`, `mail` and `seal`, made and put in as in `tests.mutants`.  The tests
are run once, to learn which of them come through which function and how long each takes.  Then every mutant lives in a
forked child that runs those tests, the shortest first, until one fails.

A mutant whose tests take longer than `PATIENCE` in all counts as a survivor where none has failed by then.  Left out are the
words of messages, and what is outside functions.  Survivors that play as the code does are named, with the reason, in
`desk-mutants-equivalent.toml`.
"""

import argparse
import os
import random
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
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
    owner,
    settle,
    shown,
)

PACKAGES = ("campaign", "orders", "mail", "seal")
NOT_JUDGED = ("pbem_verify",)
"""Its tests run it as players do, in a process of its own."""
TESTS = ("tests/campaign", "tests/orders", "tests/mail", "tests/seal", "tests/gm", "tests/commands", "tests/store")
COUNT, SEED = 400, "1"
LEAST = 0.85
PATIENCE = 120
"""Seconds of one mutant's tests."""
EQUIVALENT = Path(__file__).parent / "desk-mutants-equivalent.toml"


def main() -> int:
    """Run the tests with the mutants between; exit status 1 where too many survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help=f"mutants in all ({COUNT})")
    parser.add_argument("--seed", default=SEED, metavar="S", help=f"of the sample ({SEED})")
    parser.add_argument("--only", default="", metavar="PATH", help="mutants of this file or package alone")
    args = parser.parse_args()
    judge = Judge(args.count, args.seed, args.only)
    pytest.main(["-q", "-m", "not slow and not integration", "-p", "no:cacheprovider", *TESTS], plugins=[judge])
    return judge.report()


class Judge:
    """A plugin of pytest that runs every test once, and then again those that concern each mutant."""

    def __init__(self, count: int, seed: str, only: str) -> None:
        self.count, self.seed, self.only = count, seed, only
        self.through: dict[tuple[str, str], set[int]] = {}
        self.seconds: list[float] = []
        self.survivors: list[Mutant] = []
        self.same: Counter[str] = Counter()
        self.judged: Counter[str] = Counter()
        self.sample: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of pytest's own loop."""
        self._learn(session)
        settle()
        known = [one for one in mutants() if one.where.startswith(self.only)]
        self.sample = random.Random(self.seed).sample(known, min(self.count, len(known)))
        named = {(one["file"], one["line"], one["becomes"]) for one in equivalents()}
        for one in track(self.sample, f"{len(self.sample)} of {len(known)} mutants", console=Console(stderr=True)):
            package = one.where.split("/")[1]
            if not self._is_killed(one, session):
                if lines_of(one)[1:] in named:
                    self.same[package] += 1
                    continue
                self.survivors.append(one)
            self.judged[package] += 1
        return True

    def _learn(self, session: pytest.Session) -> None:
        """Run each test and note through which functions it comes."""
        for n, item in enumerate(track(session.items, "tests", console=Console(stderr=True))):
            seen: set[CodeType] = set()

            def look(frame: Any, event: str, arg: object, seen: set[CodeType] = seen) -> None:
                if event == "call":
                    seen.add(frame.f_code)

            began = time.perf_counter()
            sys.setprofile(look)
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=_after(session, n))
            finally:
                sys.setprofile(None)
            self.seconds.append(time.perf_counter() - began)
            for code in seen:
                if code.co_filename.startswith(str(ROOT / "pbem")):
                    self.through.setdefault((code.co_filename, owner(code.co_qualname)), set()).add(n)

    def _is_killed(self, mutant: Mutant, session: pytest.Session) -> bool:
        child = os.fork()
        if child == 0:
            status = KILLED
            with suppress(BaseException):
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(3 * PATIENCE)  # an endless loop is a killed mutant
                null = open(os.devnull, "w")  # noqa: SIM115 - the process ends with it
                with redirect_stdout(null), redirect_stderr(null):
                    status = KILLED if self._dies(mutant, session) else SURVIVED
            os._exit(status)
        _, ended = os.waitpid(child, 0)
        return ended != 0

    def _dies(self, mutant: Mutant, session: pytest.Session) -> bool:
        file = ROOT / mutant.where
        source = file.read_text(encoding="utf-8")
        mutated = mutate_code(source, get_operator(mutant.what)(), mutant.occurrence)
        assert mutated is not None
        before, after = functions_of(source, file), functions_of(mutated, file)
        changed = [name for name in before if name in after and bodies_differ(before[name], after[name])]
        for one in living().get(str(file), ()):
            if one.__code__.co_qualname in changed:
                one.__code__ = after[one.__code__.co_qualname]
        numbers = {n for name in changed for n in self.through.get((str(file), name), ())}
        until = time.perf_counter() + PATIENCE
        for n in sorted(numbers, key=lambda n: self.seconds[n]):
            if time.perf_counter() > until:
                return False
            if any(report.failed for report in runtestprotocol(session.items[n], log=False, nextitem=None)):
                return True
        return False

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


def equivalents() -> list[dict[str, str]]:
    """The mutants that are known to do as the code does: file, line, what it becomes, and why that is the same."""
    table = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return list(table.get("mutant", []))


def _after(session: pytest.Session, n: int) -> pytest.Item | None:
    return session.items[n + 1] if n + 1 < len(session.items) else None


def mutants() -> Iterator[Mutant]:
    """Every mutant inside a function of the packages, those of annotations, texts and comments left out."""
    for package in PACKAGES:
        for file in sorted((ROOT / "pbem" / package).rglob("*.py")):
            if file.stem not in NOT_JUDGED:
                yield from _mutants_of(file)


def _mutants_of(file: Path) -> Iterator[Mutant]:
    source = file.read_text(encoding="utf-8")
    tree, idle = get_ast(source), idle_lines(source)
    inside = {line for code in functions_of(source, file).values() for line in _lines(code)}
    for name in OPERATORS:
        operator = get_operator(name)()
        positions = [at for node in ast_nodes(tree) for at in operator.mutation_positions(node)]
        for n, ((line, _), _) in enumerate(positions):
            if line in inside and line not in idle:
                yield Mutant(str(file.relative_to(ROOT)), name, n)


def _lines(code: CodeType) -> Iterator[int]:
    if code.co_flags & 0x2:  # CO_NEWLOCALS: a function, not the body of a class
        yield from (line for _, _, line in code.co_lines() if line is not None)
        for one in code.co_consts:
            if isinstance(one, CodeType):
                yield from _lines(one)


if __name__ == "__main__":
    sys.exit(main())
