"""What a desk keeps in memory does not grow with the letters that it has had: it is counted, in objects."""

import ast
import gc
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.board.roster import Wording
from pbem.desk.play import cache
from pbem.desk.play.cache import MOST_LADDERS, MOST_PLAYED, MOST_WAITING
from pbem.mechanisms import naming
from pbem.mechanisms.naming import MOST_ROSTERS, Naming
from tests.desk.skirmish import CARD
from tests.desk.table import Table

ROOT = Path(__file__).resolve().parents[2]

UNBOUNDED = ("cache", "functools.cache", "lru_cache(maxsize=None)")
OF_FILES = "one for each file of a game, or each of its sides, scenarios and languages"
OF_SHEETS = "one for each hex or hexside of a sheet"
OF_CLASSES = "one for each class of records"
FINITE = {
    "board/hexes.py": ("column_and_row beside neighbours cube", OF_SHEETS),
    "desk/outgoing/attachments.py": ("kept_page", OF_FILES),
    "desk/record/readjudication.py": ("NOTHING", "nothing is ever put in"),
    "desk/record/rules_program.py": ("_brought_by _hash_of", OF_FILES),
    "core/clause.py": ("_code read_rules", "one for each clause that code names, one for each file of rules"),
    "core/cache.py": (
        "_begun _memories",
        "MOST answers for each function that is cached, and only during a trial",
    ),
    "core/record.py": ("_known_names _known_readers _known_types", OF_CLASSES),
    "glossary.py": ("terms words", "one for the glossary"),
    "mechanisms/naming.py": ("_rosters", "MOST_ROSTERS, which has a test below"),
    "mechanisms/repairs.py": ("_language", OF_FILES),
    "language/clauses.py": ("_parser", OF_FILES),
    "language/lexicon.py": ("lexicon", OF_FILES),
    "language/wording/idioms.py": ("_idioms", OF_FILES),
    "language/wording/sayings.py": ("sayings", OF_FILES),
    "orders/commands.py": ("_form", "one for each form of a command"),
    "orders/language.py": ("language", OF_FILES),
    "reports/order_page.py": ("words_of", OF_FILES),
    "reports/catalogue.py": ("codes shipped", OF_FILES),
    "reports/maps/hex_position.py": ("hex_id place beside", OF_SHEETS),
    "reports/letter_style.py": ("of", OF_FILES),
    "reports/pages.py": ("_environment _translated", OF_FILES),
    "reports/picture/png.py": ("_font", "one for each size of type"),
    "reports/text.py": ("NOTHING_LEFT", "nothing is ever put in"),
    "resources.py": ("folder_of root", OF_FILES),
    "seal/pbem_verify.py": ("good_signature", "one for each signature of a mailbox; the program ends with it"),
    "seal/ladder.py": ("NOTHING", "nothing is ever put in"),
    "store/addresses.py": ("_once", "one for each kind of database"),
    "store/letters_in.py": ("_moving _taking_in", "one for each kind of database"),
    "store/session.py": ("_insertion", "one for each table"),
    "systems/custer/data.py": ("load board_of counters_of kinds charts", OF_FILES),
    "systems/custer/orders/dialect.py": ("letters", OF_FILES),
    "systems/custer/telling/map.py": ("_drawn", OF_FILES),
    "systems/game.py": ("_named _telling", "one for each game that is installed"),
    "systems/indian_wars/files/data.py": ("load map_sheet counter_roster charts", OF_FILES),
    "systems/indian_wars/telling/map.py": ("_drawn", OF_FILES),
    "systems/miniatures/scenario_file.py": ("scenario", OF_FILES),
    "systems/miniatures/tables.py": ("tables", OF_FILES),
    "systems/nezperce/battle/events.py": ("_CHANGES", OF_CLASSES),
    "systems/nezperce/battle/tally.py": ("_kinds", OF_FILES),
    "systems/nezperce/battle/ground.py": (
        "_file sheet _chart by_stream near_stream streams_near stream_sides edge within_two",
        OF_SHEETS,
    ),
    "systems/nezperce/battle/plan/reading.py": ("_parser", "one, the grammar of this game"),
    "systems/nezperce/battle/setup.py": ("bank", OF_SHEETS),
    "systems/nezperce/battles.py": ("_used", "one, the battles of this game"),
    "systems/nezperce/data.py": (
        "scenario start track setup strategic_map _terrain tables zone idaho cards by_id types",
        OF_FILES,
    ),
    "systems/nezperce/orders/offers.py": ("of_a_battle of_the_campaign", OF_SHEETS),
    "systems/nezperce/telling/picture.py": ("paper", OF_SHEETS),
    "systems/table/game.py": ("table", "one for each sheet that the server has, by name"),
    "systems/registry.py": ("_entries game", "one for each game that is installed"),
}
"""What modules keep without a number that bounds it, and why it comes to an end all the same.  A cache of the standard library
with a bound needs no word here; one that grows with play has one."""


def kept_by(module: ast.Module) -> Iterator[str]:
    """The functions and methods of a module that remember all they were asked, and its dictionaries and lists that begin
    empty, by name.  What a function defines inside goes when it returns."""
    of_classes = [one for kind in module.body if isinstance(kind, ast.ClassDef) for one in kind.body]
    for one in (*module.body, *of_classes):
        match one:
            case ast.FunctionDef(name=name, decorator_list=marks):
                if any(ast.unparse(mark) in UNBOUNDED for mark in marks):
                    yield name
    for one in module.body:
        match one:
            case (
                ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict(keys=[]) | ast.List(elts=[]))
                | ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=[]) | ast.List(elts=[]))
            ):
                yield name


MAY_KEEP = re.compile(r"cache|^\w[^\n]*=\s*\(?\s*(?:\{\s*\}|\[\s*\])", re.MULTILINE)
"""A word or a value that stands in every module which keeps something: the others need not be parsed."""


def test_what_is_kept_without_a_bound_comes_to_an_end() -> None:
    found = {}
    for file in sorted((ROOT / "pbem").rglob("*.py")):
        code = file.read_text(encoding="utf-8")
        names = sorted(kept_by(ast.parse(code))) if MAY_KEEP.search(code) else []
        if names:
            found[str(file.relative_to(ROOT / "pbem"))] = names
    wanted = {file: sorted(names.split()) for file, (names, _) in FINITE.items()}
    assert found == wanted, (
        "a cache that grows with play needs a bound (lru_cache(maxsize=...)); one that does not, a reason"
    )


def test_rosters_that_are_no_longer_asked_for_go() -> None:
    names = Naming(Wording(), CARD.sides)
    for n in range(3 * MOST_ROSTERS):
        face = SimpleNamespace(name=f"Unit {n}", side="us", aliases=())
        view = SimpleNamespace(units={face.name: SimpleNamespace(printed=face)})
        assert names.roster(view) is names.roster(view)
        assert len(naming._rosters) <= MOST_ROSTERS


def play(table: Table, name: str) -> int:
    """A game to its end; how many letters that took."""
    letters = 0
    table.open(name)
    while table.state(name) == "open":
        side = table.asked(name)
        question = table.last(name, side).kind == "question"
        fires = "Red One fire at Blue One\nRed Two fier at Blue Two\nready" if not letters else "pass"
        table.say(name, side, "1" if question else fires)
        table.clock.forward(hours=2)
        letters += 1
    return letters


def bounded() -> list[_lru_cache_wrapper]:
    """The caches with a bound; ``gc.get_objects`` passes over whatever is there by now afterwards."""
    gc.unfreeze()  # they were made before the tests began
    gc.collect()
    caches = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    gc.freeze()
    return [one for one in caches if str(one.__module__).startswith("pbem.") and one.cache_parameters()["maxsize"]]


def living(table: Table, caches: Sequence[_lru_cache_wrapper]) -> Counter[str]:
    """The objects of our classes that are there, but for those in what has a bound, which is emptied."""
    for one in caches:
        assert one.cache_info().currsize <= one.cache_parameters()["maxsize"]
        one.cache_clear()
    kept = table.desk.play_cache
    assert len(kept._ladders) <= MOST_LADDERS
    assert len(kept._waiting) <= MOST_WAITING
    assert len(kept._events) <= MOST_PLAYED
    assert len(cache._records_of) <= cache.MOST_TEXTS
    for one in (kept._ladders, kept._waiting, kept._events, cache._records_of):
        one.clear()
    naming._rosters.clear()
    for _ in range(2):  # what a closed generator held goes with the second look
        gc.collect()
    kinds = (type(one) for one in gc.get_objects())
    return Counter(
        f"{kind.__module__}.{kind.__qualname__}"
        for kind in kinds
        if str(kind.__module__).startswith(("pbem.", "tests."))
    )


@pytest.mark.slow
def test_forty_letters_more_leave_nothing_behind(table: Table) -> None:
    games = iter(range(1000))

    def forty() -> None:
        letters = 0
        while letters < 40:
            letters += play(table, f"meadow-{next(games)}")

    forty()  # what these leave is kept for good: caches that fill once
    caches = bounded()
    forty()
    before = living(table, caches)
    forty()
    assert living(table, caches) - before == Counter()
    kept = table.last("meadow-0", "red")  # what is kept is seen
    assert (living(table, caches) - before)["pbem.store.tables.LetterOutRow"] == 1, kept
