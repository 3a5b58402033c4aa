"""The door for games: what `pbem.api` has, and that the five titles of this project go through it too."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from pbem.api import API, Game
from pbem.systems import registry

ROOT = Path(__file__).resolve().parent.parent
SUBJECTS = ("rules", "words", "telling", "board", "files", "practice", "cases", "conformance")

BESIDE = {
    "pbem.mechanisms": "practice orders",  # modules, whose names the door has
    "pbem": "resources",  # `pbem.api.board` has its functions
    "pbem.board.crossing": "*",
    "pbem.board.hexmap": "CLIFF DRY_CREEK FORD LIGHT_WOODS MARSH ROCKS ROSEBUD_CREEK",  # words of one map each
    "pbem.board.mapfile": "SheetsDoNotFit joined",
    "pbem.core.cache": "Memo trial_cached",
    "pbem.core.umpire": "DieFell",
    "pbem.mechanisms.practice": "FIRST_FIGHT Tries parts",
    "pbem.mechanisms.case_maps": "Note",  # as that of the casebook, which mechanisms may not import
    "pbem.mechanisms.chances": "Outcomes Spread summed",
    "pbem.mechanisms.log": "SOURCES reason",
    "pbem.mechanisms.naming": "still_to_come",
    "pbem.mechanisms.offers": "Chain Entrance HOW NEXT_TO Offer Patterns Thinned",
    "pbem.mechanisms.orders": "PlanOrder ResolvePlan",
    "pbem.mechanisms.paths": "BETWEEN_TWO both_ways numbers walk",
    "pbem.mechanisms.likeness": "ALL BEFORE_NAMES TOKEN",
    "pbem.language.members": "letters with_steps",
    "pbem.orders.standing": "OneTurnOnly",
    "pbem.orders.syntax": "Happening Members",
    "pbem.reports.letter_style": "LetterStyle current_style",
    "pbem.reports.log": "missed",
    "pbem.reports.maps.hex_position": "StackDrawings signs_alone",
    "pbem.reports.picture.ground": "RIDGE ROCKS ROCKS_RIM WOODS WOODS_RIM",
    "pbem.reports.picture.pieces": "clash shot",
    "pbem.reports.picture.shapes": "Point",
    "pbem.reports.report": "REMARK_AT WIDTH",
    "pbem.reports.wrap": "glued",
}
"""What one of our titles uses beside the door, which no other game should lean on.  This list may only become shorter."""


def exported() -> dict[str, set[str]]:
    """The modules from which the door takes its names, with the names."""
    found: dict[str, set[str]] = {}
    for file in sorted((ROOT / "pbem" / "api").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found.setdefault(node.module, set()).update(one.name for one in node.names)
    return found


def used() -> Iterator[tuple[str, str, str]]:
    """What the titles import from outside their own packages: module, name, file."""
    for file in sorted((ROOT / "pbem" / "systems").rglob("*.py")):
        parts = file.relative_to(ROOT).parts
        if len(parts) < 4:
            continue
        own = f"pbem.systems.{parts[2]}"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            if isinstance(node, ast.ImportFrom) and module.startswith("pbem") and not module.startswith(own):
                yield from ((module, one.name, str(file.relative_to(ROOT))) for one in node.names)


@pytest.mark.slow
def test_our_own_titles_go_through_the_same_door() -> None:
    door = exported()
    beside = {module: set(names.split()) for module, names in BESIDE.items()}
    known = {module: door.get(module, set()) | beside.get(module, set()) for module in {*door, *beside}}
    stray = [one for one in used() if not {one[1], "*"} & known.get(one[0], set())]
    assert stray == []


@pytest.mark.slow
def test_what_is_said_to_be_beside_the_door_is_used_there() -> None:
    uses = {(module, name) for module, name, _ in used()}
    idle = [
        (module, name)
        for module, names in BESIDE.items()
        if names != "*"
        for name in names.split()
        if (module, name) not in uses
    ]
    assert idle == []


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_name_of_the_door_is_there_and_says_what_it_is(subject: str) -> None:
    module = importlib.import_module(f"pbem.api.{subject}")
    assert sorted(module.__all__) == sorted(set(module.__all__))
    assert inspect.getdoc(module)
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), f"{subject}.{name} has no docstring"


def test_a_name_means_one_thing_at_the_door() -> None:
    """But for a few, which say which they are by their subject: a judge of standing orders, and one of practice players."""
    homes: dict[str, set[int]] = {}
    for subject in SUBJECTS:
        module = importlib.import_module(f"pbem.api.{subject}")
        for name in module.__all__:
            homes.setdefault(name, set()).add(id(getattr(module, name)))
    assert sorted(name for name, values in homes.items() if len(values) > 1) == ["Judge", "Line", "Pick"]


def test_all_titles_are_written_for_this_door() -> None:
    assert {registry.game(title).api for title in registry.titles()} == {API}
    assert isinstance(registry.game("rosebud"), Game)


def test_it_is_typed() -> None:
    assert (Path(str(pbem.__file__)).parent / "py.typed").exists()
