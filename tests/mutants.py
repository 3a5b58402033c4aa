"""How much the adjudication cases alone hold fast: ``make mutants``, or ``python -m tests.mutants GAME``.

A seeded sample of mutants of a game's rules and of its charts' cells (geometry has tests of its own).  cosmic-ray
makes the mutants of code.  It runs a command line for each, which costs four seconds of start and cases; here each mutant
lives in a forked child of a process that has everything loaded, where its functions take the mutated code, and only those
cases are run that came through the mutated function.  So a mutant costs a tenth of a second, and a thousand can be had.

What cases cannot judge is left out: how things are told (`telling*`, `say`, words of refusals), suggestions, practice play.
Survivors that play as the code does are named in `mutants-equivalent.toml`, each with its reason; they are no survivors.
"""

import argparse
import ast
import gc
import inspect
import os
import random
import signal
import sys
import textwrap
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from rich.console import Console
from rich.progress import track

from pbem.casebook.case import Case, casework, own_cases, run
from pbem.casebook.case_files import read_cases
from pbem.casebook.judge import problems
from tests.chart_cells import CHARTS, cells, read_by_cases

ROOT = Path(__file__).resolve().parent.parent
SERIES = "pbem/systems/indian_wars"
TARGETS = {
    "rosebud": ("pbem/mechanisms", SERIES),
    "littlebighorn": (
        *(f"{SERIES}/rules/{folder}" for folder in ("guns", "village", "country")),
        *(f"{SERIES}/rules/{one}.py" for one in ("fire/coulees", "morale/panic", "supply/mules")),
        *(f"{SERIES}/rules/turn/{one}.py" for one in ("fords", "written", "arrival", "late_start")),
        *(
            f"{SERIES}/state/{one}.py"
            for one in (
                *("camp_events", "people_events", "herd_events", "gun_events", "grass_events", "night_events"),
                *("panic_events", "hunting_events", "village", "country", "secrets"),
            )
        ),
    ),
    "miniatures": tuple(f"pbem/systems/miniatures/{folder}" for folder in ("rules", "state", "files")),
    "nezperce": tuple(f"pbem/systems/nezperce/{folder}" for folder in ("rules", "state", "battle")),
}
"""The rules of each game whose mutants are judged: folders and files; of the second of a series what the first has not."""
TESTS = {
    "littlebighorn": tuple(
        f"tests/systems/indian_wars/{one}.py"
        for one in ("test_guns", "test_village_rules", "test_village_of_the_little_bighorn", "test_secret_fords")
    ),
    "miniatures": ("tests/systems/miniatures",),
    "nezperce": tuple(f"tests/systems/nezperce/test_{one}.py" for one in ("tables", "mechanisms", "battle", "set_up")),
}
"""Tests of geometry, walking and reading that judge with ``--tests`` what the cases let pass: folders and files."""
NOT_FOR_MUTANTS = "not browser and not hash_seed and not by_mail and not page"
NOT_JUDGED = (
    "telling", "practice", "ledger", "lint", "casework", "say", "repairs", "what_if", "trial", "words", "log", "marks",
    "case_maps", "files", "dialect", "naming", "writing", "groups", "standing", "silence", "duties", "asked",
    "forecast", "roster_file", "scenario_file", "data", "paths", "meaning", "rosebud", "title", "orders", "refusals",
)  # fmt: skip
"""Beginnings of modules' names: tellings, suggestions, files and the order language, which have tests of their own."""
NOT_JUDGED_OF = {
    "nezperce": (
        "plan",
        "players",
        "walking",
        "tales",
        "panels",
        "picture",
        "sketch",
        "hits",
        "tally",
        "routes",
        "chances",
        "clicking",
        "offers",
    )
}
"""The same of single games, folders too: battle plans and routes have tests of their own, the rest tells."""
OPERATORS = tuple(
    f"core/{name}"
    for name in (
        "ReplaceBinaryOperator_Add_Sub", "ReplaceBinaryOperator_Sub_Add", "ReplaceBinaryOperator_Mul_Add",
        "ReplaceBinaryOperator_FloorDiv_Mul", "ReplaceComparisonOperator_Eq_NotEq", "ReplaceComparisonOperator_NotEq_Eq",
        "ReplaceComparisonOperator_Lt_LtE", "ReplaceComparisonOperator_Lt_Gt", "ReplaceComparisonOperator_LtE_Lt",
        "ReplaceComparisonOperator_Gt_GtE", "ReplaceComparisonOperator_Gt_Lt", "ReplaceComparisonOperator_GtE_Gt",
        "ReplaceComparisonOperator_Is_IsNot", "ReplaceComparisonOperator_IsNot_Is", "ReplaceUnaryOperator_Delete_Not",
        "AddNot", "NumberReplacer", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr",
        "ReplaceOrWithAnd", "ZeroIterationForLoop", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak",
    )
)  # fmt: skip
COUNT, SEED = 1000, "1"
LEAST = 0.9
CPU_SECONDS = 30
KILLED, SURVIVED = 1, 0
FUNCTION = inspect.CO_NEWLOCALS
"""What sets a function's code apart from the body of a class, which runs once, as its module is imported."""
EQUIVALENT = Path(__file__).parent / "mutants-equivalent.toml"
PROBLEMS = ("Illegal", "Malformed", "Moot", "Warning_")
ONLY_TOLD = frozenset(
    {
        *("mp_note", "_way_round", "_too_far", "_steps_text", "overstacked", "warnings", "spent_of", "missing_target"),
        *("_obstacle", "_notes", "_called", "_way_text", "_hexes_away", "run_text", "supplies_text", "verb"),
        *("short_name", "nearest_mounts", "_foes", "notes", "COUNTS", "hexes_covered", "is_scenery"),
    }
)
"""Functions, and names, whose value stands in refusals, notes of receipts and questions and nowhere else."""
FROM_A_FILE = ("Printed", "Alarm")
"""Records of which a file says every value: their defaults are never in play."""
OF_ALL = ("side", "at", "is_mounted")
"""What all units of one act have in common, so that it does not matter of which of them it is read."""
ChangedLine = tuple[str, str, str]
"""A mutant by its file, the line as it stands and the line as it becomes."""


@dataclass(frozen=True)
class Mutant:
    """A mutant of code: file, operator and which of its occurrences; or of a chart: the way to a cell and what stands there."""

    where: str
    what: str
    occurrence: int = 0
    way: tuple[str | int, ...] = ()
    value: object = None
    game: str = "rosebud"


def main() -> int:
    """Make, judge and tell; exit status 1 where too many survive."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=TARGETS, default="rosebud", help="whose rules (rosebud)")
    parser.add_argument("--count", type=int, default=COUNT, metavar="N", help=f"mutants in all ({COUNT})")
    parser.add_argument("--seed", default=SEED, metavar="S", help=f"of the sample ({SEED})")
    parser.add_argument("--slice", default="1/1", metavar="K/N", help="judge the Kth of N parts of the sample")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATH",
        help="mutants of this file or folder alone (again: of more)",
    )
    parser.add_argument(
        "--own", action="store_true", help="judge by the title's own cases, without those of sister titles"
    )
    parser.add_argument("--tests", action="store_true", help="let the game's tests judge what its cases let pass")
    args = parser.parse_args()
    tests = TESTS.get(args.game, ()) if args.tests else ()
    folder = own_cases() / args.game if args.own else own_cases()
    cases = [case for case in read_cases([folder], casework) if case.game == args.game]
    touched = came_through(cases, args.game)
    if tests and _tests_fail(tests):  # what they load and remember is there for every child
        raise SystemExit("the tests fail without any mutant: expected them to pass")
    settle()
    known = [*code_mutants(args.game), *chart_mutants(args.game)]
    if args.only:
        known = [one for one in known if one.where.removeprefix(f"{SERIES}/").startswith(tuple(args.only))]
    part, _, parts = args.slice.partition("/")
    sample = random.Random(args.seed).sample(known, min(args.count, len(known)))[int(part) - 1 :: int(parts)]
    named = {one[:3] for one in equivalents()}
    survivors: list[Mutant] = []
    same: Counter[ChangedLine] = Counter()
    console = Console(stderr=True)
    for one in track(sample, f"{len(sample)} of {len(known)} mutants", console=console, transient=True):
        if is_killed(one, cases, touched, tests):
            continue
        told = lines_of(one)[1:]
        if told in named:
            same[told] += 1
        else:
            survivors.append(one)
            print("survives:", *shown(one), sep="\n", file=sys.stderr, flush=True)
    judged = len(sample) - same.total()
    killed = judged - len(survivors)
    for one in sorted(survivors, key=lambda mutant: (mutant.where, mutant.what, mutant.occurrence)):
        print("\n".join(shown(one)))
    print(
        f"{killed} of {judged} mutants killed by the cases {'and tests' if tests else 'alone'}: {killed / judged:.1%}"
    )
    print(f"(seed {args.seed}, {len(sample)} of {len(known)}; {same.total()} play as the code does: {EQUIVALENT.name})")
    return 0 if killed >= LEAST * judged else 1


def equivalents() -> tuple[tuple[str, str, str, str], ...]:
    """The mutants that are known to play as the code does: file, line, what it becomes, and why that is the same."""
    table = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return tuple((one["file"], one["line"], one["becomes"], one["why"]) for one in table["mutant"])


# The mutants


def files(game: str) -> Iterator[Path]:
    """The files that are mutated."""
    own = NOT_JUDGED_OF.get(game, ())
    for folder in TARGETS[game]:
        for file in sorted((ROOT / folder).rglob("*.py")) if not folder.endswith(".py") else [ROOT / folder]:
            is_apart = file.stem.startswith(own) or file.parent.name in own
            if not file.stem.startswith(NOT_JUDGED) and file.stem != "__init__" and not is_apart:
                yield file


def code_mutants(game: str) -> Iterator[Mutant]:
    """Every mutant of the code that cosmic-ray's operators make, those of annotations, texts and comments left out."""
    for file in files(game):
        source = file.read_text(encoding="utf-8")
        tree = get_ast(source)
        idle, common = idle_lines(source), _same_of_all(source)
        for name in OPERATORS:
            operator = get_operator(name)()
            positions = [at for node in ast_nodes(tree) for at in operator.mutation_positions(node)]
            for n, ((line, column), _) in enumerate(positions):
                if line not in idle and (line, column) not in common:
                    yield Mutant(str(file.relative_to(ROOT)), name, n, game=game)


def idle_lines(source: str) -> set[int]:
    """Lines that a case cannot see: words of refusals and of questions, faults of ours and `raise`, decorators, ``strict``."""
    idle: set[int] = set()
    tree = ast.parse(source)
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.JoinedStr | ast.Raise)
        is_strict = isinstance(node, ast.keyword) and node.arg == "strict"
        if (is_text or is_strict) and isinstance(node, ast.expr | ast.stmt | ast.keyword):
            idle.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.ClassDef):
            idle.update(one.lineno for one in node.decorator_list)
            if node.name in FROM_A_FILE:
                idle.update(one.lineno for one in node.body if isinstance(one, ast.AnnAssign))
        if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise):
            idle.update(range(node.lineno, node.body[0].lineno))
        if isinstance(node, ast.Assign) and _targets(node) & ONLY_TOLD:
            idle.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.FunctionDef):
            told: list[ast.stmt | ast.expr] = list(_words(node))
            told += [node] if node.name in ONLY_TOLD else []
            for one in told:
                idle.update(range(one.lineno, (one.end_lineno or one.lineno) + 1))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ONLY_TOLD:
            idle.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return idle


def _same_of_all(source: str) -> set[tuple[int, int]]:
    """Where the index stands of a unit of whom only is read what all units of the act have in common: line and column."""
    found: set[tuple[int, int]] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in OF_ALL and isinstance(node.value, ast.Subscript):
            found.update(
                (one.lineno, one.col_offset) for one in ast.walk(node.value.slice) if isinstance(one, ast.Constant)
            )
    return found


def _words(function: ast.FunctionDef) -> Iterator[ast.Assign | ast.AugAssign]:
    """Assignments of a function whose value is only ever told: it stands in texts and refusals and nowhere else."""
    told: set[ast.AST] = set()
    for node in ast.walk(function):
        is_problem = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PROBLEMS
        if is_problem or isinstance(node, ast.JoinedStr):
            told.update(ast.walk(node))
    assigned = [node for node in ast.walk(function) if isinstance(node, ast.Assign | ast.AugAssign)]
    while True:
        # What is only told, and what is only put into such a value, until nothing more is found.
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        used = {one.id for one in names if one not in told}
        more = [one for one in assigned if one not in told and not _targets(one) & used and _targets(one)]
        if not more:
            return
        for one in more:
            told.update(ast.walk(one))
        yield from more


def _targets(node: ast.Assign | ast.AugAssign) -> set[str]:
    """The plain names that an assignment sets, none where it sets anything else."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return {one.id for one in targets if isinstance(one, ast.Name)} if len(targets) == 1 else set()


def chart_mutants(game: str) -> Iterator[Mutant]:
    """Every cell that a case reads, changed to another (tests/test_chart_cells.py says which are not read, and why)."""
    if game not in CHARTS:
        return
    seen = read_by_cases(game)
    for chart, tables in CHARTS[game].tables().items():
        for way, value in cells(tables, title=game):
            if (chart, *way) in seen and not _ends_its_table(tables, way):
                yield Mutant(chart, "cell", way=way, value=_other(value, game), game=game)


def _ends_its_table(tables: Any, way: tuple[str | int, ...]) -> bool:
    """Whether a cell is the end of the last row: whatever is thrown lies below it."""
    if way[-1] != "max":
        return False
    for key in way[:-2]:
        tables = tables[key]
    return bool(way[-2] == len(tables) - 1)


_OTHERS = dict(
    zip(
        ["Ambushing", "Alerted", "Surprised", "P2R", "B", "C", "-", "P1", "P2", "M", "K"],
        ["Alerted", "Surprised", "Ambushing", "B", "P2R", "-", "C", "P2", "M", "K", "M"],
        strict=True,
    )
)
"""Another result of the same table of the Nez Perce: with a star behind it, it would be read as itself."""


def _other(value: object, game: str) -> object:
    if isinstance(value, str) and game == "nezperce":
        return _OTHERS.get(value, "/".join(reversed(value.split("/"))) if "/" in value else f"{value}*")
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case _:
            return {"yes": "no", "no": "yes", "ok": "rout", "-": "c1"}.get(str(value), f"{value}*")


# Which case comes through what


def came_through(cases: list[Case], game: str) -> dict[tuple[str, str], list[int]]:
    """For each function of the rules, by file and name, the cases that come through it."""
    found: dict[tuple[str, str], list[int]] = {}
    for n, case in enumerate(cases):
        seen: set[CodeType] = set()

        def look(frame: Any, event: str, arg: object, seen: set[CodeType] = seen) -> None:
            if event == "call":
                seen.add(frame.f_code)

        work = casework(case.game)
        sys.setprofile(look)
        try:
            problems(case, run(case, work), work)
        finally:
            sys.setprofile(None)
        for code in seen:
            if any(folder in code.co_filename for folder in TARGETS[game]):
                found.setdefault((code.co_filename, owner(code.co_qualname)), []).append(n)
    return found


def owner(qualname: str) -> str:
    """The function that is known by a name: comprehensions and inner functions belong to the one around them."""
    return qualname.partition(".<locals>")[0]


# Life and death


def settle() -> None:
    """Find what will be changed, and let the collector leave it alone: a child copies a page of memory that it touches."""
    living()
    gc.collect()
    gc.freeze()


def is_killed(
    mutant: Mutant, cases: list[Case], touched: Mapping[tuple[str, str], list[int]], tests: tuple[str, ...]
) -> bool:
    """Whether a case, or one of these tests, fails or breaks with the mutant in a forked child."""
    child = os.fork()
    if child == 0:
        status = KILLED
        # The child ends here whatever happens; whatever it raises is a killed mutant.
        with suppress(BaseException):
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            _at_most(CPU_SECONDS)
            status = KILLED if _dies(mutant, cases, touched) or (tests and _tests_fail(tests)) else SURVIVED
        os._exit(status)
    _, ended = os.waitpid(child, 0)
    return ended != 0


@cache
def living() -> dict[str, list[FunctionType]]:
    """The functions in memory, by the file that they come from; found once, in the process that forks.

    What was frozen before, as pytest's collection is (`tests.conftest`), the collector does not list.
    """
    gc.unfreeze()
    found: dict[str, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            found.setdefault(one.__code__.co_filename, []).append(one)
    return found


def _at_most(seconds: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _dies(mutant: Mutant, cases: list[Case], touched: Mapping[tuple[str, str], list[int]]) -> bool:
    if mutant.way:
        _put_cell(mutant)
        return _some_fails(cases)
    file = ROOT / mutant.where
    source = file.read_text(encoding="utf-8")
    mutated = mutate_code(source, get_operator(mutant.what)(), mutant.occurrence)
    if mutated is None:
        return True
    before, after = functions_of(source, file), functions_of(mutated, file)
    changed = [name for name in {**before, **after} if bodies_differ(before.get(name), after.get(name))]
    if not changed or not all(name in after and after[name].co_flags & FUNCTION for name in changed):
        return _dies_in_a_new_process(mutant, mutated)
    for one in living().get(str(file), ()):
        name = one.__code__.co_qualname
        if name in changed:
            one.__code__ = after[name]
    for found in list(vars(sys.modules[mutant.where.removesuffix(".py").replace("/", ".")]).values()):
        if callable(getattr(found, "cache_clear", None)):
            found.cache_clear()  # what the code found before it was changed
    numbers = sorted({n for name in changed for n in touched.get((str(file), name), ())})
    return _some_fails([cases[n] for n in numbers])


def _some_fails(cases: list[Case]) -> bool:
    for case in cases:
        work = casework(case.game)
        if problems(case, run(case, work), work):
            return True
    return False


def _tests_fail(tests: tuple[str, ...]) -> bool:
    """Whether any of these tests fails here, where the mutant lives."""
    files = [str(ROOT / one) for one in tests]
    with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        return pytest.main(["-q", "-x", "-n0", "-p", "no:cacheprovider", "-k", NOT_FOR_MUTANTS, *files]) != 0


def functions_of(source: str, file: Path) -> dict[str, CodeType]:
    """The code of every class, function and method of a module, by its qualified name; inner ones are part of theirs."""
    found: dict[str, CodeType] = {}

    def collect(code: CodeType) -> None:
        for const in code.co_consts:
            if isinstance(const, CodeType):
                if "<locals>" not in const.co_qualname and not const.co_qualname.endswith(">"):
                    found[const.co_qualname] = const
                collect(const)

    collect(compile(source, str(file), "exec"))
    return found


def bodies_differ(one: CodeType | None, other: CodeType | None) -> bool:
    """Whether two versions of a function do something else."""
    return one is None or other is None or _body(one) != _body(other)


def _body(code: CodeType) -> tuple[object, ...]:
    is_class = not code.co_flags & FUNCTION
    consts = tuple(
        (None if is_class else _body(one)) if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts
    )
    return code.co_code, consts, code.co_names


def _dies_in_a_new_process(mutant: Mutant, mutated: str) -> bool:
    """A mutant outside functions (a constant, a default): the rules are imported again with it."""
    name = mutant.where.removesuffix(".py").replace("/", ".")
    for known in [one for one in sys.modules if one.startswith(("pbem.systems", "pbem.mechanisms", "pbem.casebook"))]:
        del sys.modules[known]
    sys.meta_path.insert(0, _Mutated(name, mutated))
    from pbem.casebook.case import casework as work_of
    from pbem.casebook.case import run as ran
    from pbem.casebook.case_files import read_cases as read
    from pbem.casebook.judge import problems as judged

    for case in read([own_cases()], work_of):
        if case.game == mutant.game and judged(case, ran(case, work_of(mutant.game)), work_of(mutant.game)):
            return True
    return False


class _Mutated:
    """An importer of one module, of which it has another text."""

    def __init__(self, name: str, source: str) -> None:
        self._name, self._source = name, source

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, self) if name == self._name else None

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        exec(compile(self._source, self._name, "exec"), module.__dict__)


def _put_cell(mutant: Mutant) -> None:
    """Change a cell of the charts in memory, and forget what was made of them."""
    table: Any = CHARTS[mutant.game].tables()[mutant.where]
    for key in mutant.way[:-1]:
        table = table[key]
    table[mutant.way[-1]] = mutant.value
    CHARTS[mutant.game].forget()


def lines_of(mutant: Mutant) -> tuple[int, str, str, str]:
    """Where a mutant of code is: number of the line, file, the line as it stands and as it becomes."""
    if mutant.way:
        return 0, mutant.where, ".".join(map(str, mutant.way)), repr(mutant.value)
    source = (ROOT / mutant.where).read_text(encoding="utf-8")
    mutated = mutate_code(source, get_operator(mutant.what)(), mutant.occurrence) or source
    for n, (old, new) in enumerate(zip(source.splitlines(), mutated.splitlines(), strict=False), 1):
        if old != new:
            return n, mutant.where, old.strip(), new.strip()
    return 0, mutant.where, "", ""


def shown(mutant: Mutant) -> list[str]:
    """A survivor: where it is, and the line as it was and as it became."""
    n, where, old, new = lines_of(mutant)
    if mutant.way:
        return [f"{where}.toml  {old} = {new}"]
    out = [f"{where}:{n}  {mutant.what.removeprefix('core/')}"]
    out += textwrap.wrap(f"- {old}", 118, initial_indent="    ", subsequent_indent="      ")
    out += textwrap.wrap(f"+ {new}", 118, initial_indent="    ", subsequent_indent="      ")
    return out


if __name__ == "__main__":
    sys.exit(main())
