"""Whether each case of a title fails when its clauses are disabled: ``python -m tests.disabled littlebighorn [WORD ...]``.

The code says of each procedure which rules it carries out (`@rule`).  Every procedure of a clause is switched off in turn, in a
child: what decides says yes or no, what finds finds nothing, what counts counts 0, what plans refuses, what acts does nothing,
and what answers with anything else breaks off.  The cases that name the clause must then fail.  Those that say what a rule does
not do may not: for them single conditions of these procedures are taken out, one by one.  What only a data file says is taken
out of it, as `disabled.toml` has it.  `clauses.toml` does the same by hand for one case of a clause; this looks at every case.
Words after the title pick the cases whose ids hold one.
"""

import ast
import inspect
import os
import pickle
import signal
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType
from typing import Any

from pbem import resources
from pbem.casebook.case import Case, casework, run
from pbem.casebook.case_files import read_cases
from pbem.casebook.coverage import import_rules
from pbem.casebook.judge import problems
from pbem.core.clause import code_for
from pbem.core.order import Illegal

ROOT = Path(__file__).resolve().parent.parent
TABLE = Path(__file__).with_suffix(".toml")


SECONDS = 15
"""A child that takes longer goes round and round without its rule; it says nothing about its cases."""


class BrokenOff(Exception):
    """A disabled procedure was asked for what it alone can make."""


def main(words: Sequence[str]) -> int:
    """Say which cases pass whatever is taken from them; exit status 1 if there are any."""
    game, picked = words[0], tuple(words[1:])
    work = casework(game)
    import_rules(work.package)
    cases = [
        case
        for case in read_cases([ROOT / "tests" / "cases" / game], casework)
        if case.game == game and (not picked or any(word in case.id for word in picked))
    ]
    by_place: dict[str, list[Case]] = {}
    for case in cases:
        for place in places_of(case.clauses, work.clause_ids):
            by_place.setdefault(place, []).append(case)
    failed: set[str] = set()
    for place, named in sorted(by_place.items()):
        for stand_in in range(len(stand_ins(procedure(place)))):
            open_cases = [case for case in named if case.id not in failed]
            failed |= _failing(place, stand_in, open_cases) if open_cases else set()
    for place, named in sorted(by_place.items()):
        if any(case.id not in failed for case in named):
            for name, number in conditions(place):
                open_cases = [case for case in named if case.id not in failed]
                failed |= _failing(name, number, open_cases, finely=True) if open_cases else set()
    for one in tomllib.loads(TABLE.read_text(encoding="utf-8"))["without"]:
        failed |= _failing("", 0, [case for case in cases if case.id in one["cases"]], without=one)
    kept = [case for case in cases if case.id not in failed]
    for case in kept:
        print(f"{case.id}: passes whatever is taken from the procedures of {', '.join(case.clauses)}")
    print(f"{len(cases) - len(kept)} of {len(cases)} cases fail when a clause of theirs is disabled")
    return 1 if kept or not cases else 0


def places_of(clauses: Iterable[str], meanings: dict[str, str]) -> tuple[str, ...]:
    """The procedures that carry out some clauses, each once."""
    return tuple(dict.fromkeys(place for clause in clauses for place in code_for(clause, meanings)))


def procedure(place: str) -> Any:
    """A procedure by its module and name, ``pbem.systems.indian_wars.rules.melee.melee.plan``."""
    parts = place.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            found = getattr(found, name)
        return found
    raise ModuleNotFoundError(place)


def stand_ins(what: Any) -> tuple[Callable[..., Any], ...]:
    """What may stand in place of a procedure when it is disabled."""
    if isinstance(what, property):
        what = what.fget
    what = inspect.unwrap(what)
    if not inspect.isfunction(what):
        return ()
    if inspect.isgeneratorfunction(what):
        return (_acts_not,)
    returns = str(what.__annotations__.get("return", ""))
    if isinstance(what.__annotations__.get("return"), type):
        returns = what.__annotations__["return"].__name__
    if "bool" in (returns, returns.removesuffix(" | None")):
        return _says_yes, _says_no
    if returns == "None" or returns.endswith("| None"):
        return (_finds_none,)
    if returns == "str":
        return (_says_nothing,)
    if returns in ("int", "Fraction"):
        return _counts_none, _counts_many
    if returns.startswith(("tuple", "list", "Sequence", "Iterator", "Iterable", "Collection")):
        return (_finds_nothing,)
    if "Problem" in returns:
        return (_refuses,)
    return (_breaks_off,)


def _acts_not(*_: Any, **__: Any) -> Any:
    yield from ()


def _says_yes(*_: Any, **__: Any) -> bool:
    return True


def _says_no(*_: Any, **__: Any) -> bool:
    return False


def _finds_none(*_: Any, **__: Any) -> None:
    return None


def _says_nothing(*_: Any, **__: Any) -> str:
    return ""


def _counts_none(*_: Any, **__: Any) -> int:
    return 0


def _counts_many(*_: Any, **__: Any) -> int:
    return 99


def _finds_nothing(*_: Any, **__: Any) -> tuple[Any, ...]:
    return ()


def _refuses(*_: Any, **__: Any) -> Any:
    from pbem.core.order import Illegal

    return Illegal("E199", "This rule is switched off.", "")


def _breaks_off(*_: Any, **__: Any) -> Any:
    from tests.disabled import BrokenOff

    raise BrokenOff


# Conditions one by one


def conditions(place: str) -> tuple[tuple[str, int], ...]:
    """The procedure and its own helpers, those of the same module that it calls, with the number of each of their changes."""
    what = procedure(place)
    what = inspect.unwrap(what.fget if isinstance(what, property) else what)
    if not inspect.isfunction(what):
        return ()
    module = import_module(what.__module__)
    called = [name for name in what.__code__.co_names if inspect.isfunction(vars(module).get(name))]
    own = [name for name in called if vars(module)[name].__module__ == what.__module__]
    names = [what.__qualname__, *own]
    return tuple(
        (f"{what.__module__}.{name}", n) for name in names for n in range(len(_changes(what.__module__, name)))
    )


@cache
def _changes(module: str, name: str) -> tuple[Any, ...]:
    """The code of a function with one condition always true, always false, or one operand left out, each."""
    file = str(import_module(module).__file__)
    text = Path(file).read_text(encoding="utf-8")
    found: list[Any] = []
    number = 0
    while True:
        changer = _Changer(name, number)
        tree = ast.fix_missing_locations(changer.visit(ast.parse(text)))
        if changer.seen <= number:
            return tuple(found)
        found.append(next(_codes_of(compile(tree, file, "exec", dont_inherit=True), name)))
        number += 1


def _codes_of(code: CodeType, name: str) -> Iterator[CodeType]:
    """The code of a function, or of a class's method, in that of a module."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_qualname == name:
                yield one
            yield from _codes_of(one, name)


class _Changer(ast.NodeTransformer):
    """Makes the change with a number in the function with a name."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.number = number
        self.seen = 0
        self.inside = False
        self.around: tuple[str, ...] = ()

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Remember whose methods come."""
        self.around = (*self.around, node.name)
        self.generic_visit(node)
        self.around = self.around[:-1]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Look into the function alone."""
        if ".".join((*self.around, node.name)) == self.name:
            self.inside = True
            self.generic_visit(node)
            self.inside = False
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """Always, or never."""
        node.test = self._always_or_never(node.test)
        return self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Always, or never."""
        node.test = self._always_or_never(node.test)
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        """All, or none."""
        node.ifs = [self._always_or_never(one) for one in node.ifs]
        return self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Without each of its parts."""
        for part in tuple(node.values):
            if self._is_this() and len(node.values) > 1:
                node.values = [one for one in node.values if one is not part]
        self.generic_visit(node)
        return node.values[0] if len(node.values) == 1 else node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """The other answer, where it is yes or no."""
        if isinstance(node.value, ast.Compare | ast.BoolOp):
            node.value = self._always_or_never(node.value)
        return self.generic_visit(node)

    def _always_or_never(self, test: ast.expr) -> ast.expr:
        if self._is_this():
            return ast.Constant(True)
        return ast.Constant(False) if self._is_this() else test

    def _is_this(self) -> bool:
        self.seen += self.inside
        return self.inside and self.seen == self.number + 1


# In a child


def _failing(
    place: str, number: int, cases: Sequence[Case], *, finely: bool = False, without: dict[str, Any] | None = None
) -> set[str]:
    """The ids of those cases that fail, in a child in which a procedure has been replaced."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(SECONDS)
        what = procedure(place) if place else None
        what = inspect.unwrap(what.fget if isinstance(what, property) else what)
        if without:
            _forget()
            _read_without(without)
        elif finely:
            _forget()
            what.__code__ = _changes(what.__module__, what.__qualname__)[number]
        else:
            _replace(what, stand_ins(what)[number])
        with os.fdopen(writer, "wb") as out:
            pickle.dump({case.id for case in cases if _fails(case)}, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as found:
        told = found.read()
    os.waitpid(child, 0)
    failing: set[str] = pickle.loads(told) if told else set()
    return failing


def _replace(what: Any, by: Callable[..., Any]) -> None:
    """Let a function do what another does, wherever it has been imported."""
    _forget()
    what.__code__ = by.__code__  # type: ignore[attr-defined]
    what.__defaults__ = what.__kwdefaults__ = None
    what.__globals__.setdefault("BrokenOff", BrokenOff)
    what.__globals__.setdefault("Illegal", Illegal)


def _read_without(one: dict[str, Any]) -> None:
    """Let a data file be read as it would be without what a clause says."""
    honest = resources.text
    if one["was"] not in honest(one["at"]):
        raise ValueError(f"{one['was']!r} does not stand in {one['at']}: so must {TABLE.name}")
    resources.text = lambda name: (
        honest(name).replace(one["was"], one["becomes"], 1) if name == one["at"] else honest(name)
    )


def _forget() -> None:
    """Read the files again: earlier contents were read with the procedure in force."""
    for module in [one for name, one in sys.modules.items() if name.startswith("pbem.systems")]:
        for found in list(vars(module).values()):
            clear = getattr(found, "cache_clear", None)
            if callable(clear):
                clear()


def _fails(case: Case) -> bool:
    work = casework(case.game)
    try:
        return bool(problems(case, run(case, work), work))
    except Exception:
        return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
