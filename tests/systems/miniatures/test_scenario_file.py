"""Scenario files: those of the game, and what is told of faulty ones, by line."""

import json
from pathlib import Path

import pytest

from pbem import resources
from pbem.commands.offline.scenario import check_file
from pbem.core.canonical import canon
from pbem.core.system import UnknownScenario
from pbem.core.tomlfile import TomlFile
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.rules.ground import terrain_at
from pbem.systems.miniatures.scenario_file import LINTER
from pbem.systems.miniatures.state.tabletop import from_json, opening

FORD = "scenarios/miniatures/battles/creek-ford.toml"


@pytest.mark.parametrize(("name", "american", "indian"), [("fallen-timbers", 134, 78), ("creek-ford", 60, 47)])
def test_the_games_own_scenarios(name: str, american: int, indian: int) -> None:
    table = opening(scenario_file.scenario(name))
    figures = {side: sum(unit.figures for unit in table.of(side)) for side in table.scenario.sides}
    assert figures == {"american": american, "indian": indian}
    back = from_json(table.scenario, json.loads(canon(table.to_json())))
    assert back == table
    assert list(back.units) == list(table.units)  # a checkpoint's names come in the sequence of the alphabet


def test_the_learning_scenario_has_six_units_a_side() -> None:
    table = opening(scenario_file.scenario("creek-ford"))
    assert [len(table.of(side)) for side in ("american", "indian")] == [6, 6]


def test_an_unknown_scenario_names_those_that_there_are() -> None:
    with pytest.raises(UnknownScenario, match="fallen-timbers, creek-ford"):
        scenario_file.scenario("gettysburg")


def test_later_ground_lies_on_top() -> None:
    scenario = scenario_file.scenario("fallen-timbers")
    assert terrain_at(scenario, (45 * 16, 11 * 16)) == "road"
    assert terrain_at(scenario, (57 * 16, 20 * 16)) == "fallen_timber"
    assert terrain_at(scenario, (0, 59 * 16)) == "open"


@pytest.mark.parametrize("place", ["[14]", "[14.123, 12]", "[90, 12]"])
def test_a_place_that_cannot_be_read_is_one_fault(place: str) -> None:
    file = TomlFile("mine.toml", resources.text(FORD).replace("[14, 12]", place, 1))
    LINTER.scenario(file, lambda name: None)
    assert [fault.key for fault in file.faults] == ["unit[0].front_centre"]


def test_a_game_that_there_is_not_is_named_with_those_that_there_are(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(resources.text(FORD).replace('system = "miniatures"', 'system = "chess"'), encoding="utf-8")
    kind, faults = check_file(file)
    assert (kind, [fault.key for fault in faults]) == ("scenario", ["system"])
    assert "miniatures" in faults[0].expected
    assert "chess" in faults[0].found


@pytest.mark.parametrize(
    ("wrong", "right", "expected"),
    [
        ("schema = 1", "schema = 7", "schema: expected 1, the format that docs/table-format.md describes, found 7"),
        ('title = "The creek ford, a first game"', 'title = ""', "scenario.title: expected a text that is not empty"),
        ('id = "wood"', 'id = "creek"', "terrain[1].id: expected an id of its own (a piece before it has this one)"),
        ('name = "Second Company"', 'name = ""', "unit[1].name: expected a text that is not empty"),
        ("turns = 8", "turns = 0", "scenario.turns: expected a number from 1 to 99, found 0"),
        ("figures = 12", "figures = 12.5", "unit[0].figures: expected a whole number, found 12.5"),
        (
            'letter = "B"',
            'letter = "A"',
            "unit[1].letter: expected a letter of its own (First Company has it), found 'A'",
        ),
        ("[14, 24]", "[14, 14]", "unit[1].front_centre: expected clear of First Company, found they overlap"),
        ("[14, 12]", "[0.1, 12]", "unit[0].front_centre: expected all of the unit on the table, found corners"),
        ("facing = 90", "facing = 400", "unit[0].facing: expected degrees from 0 to 359, or a compass word"),
        ('formation = "mass"', 'formation = "line"', "unit[10].formation: expected one of skirmish, mass, disorder"),
        ('class = "militia"', 'class = "marines"', "unit[2].class: expected one of indians, canadian_militia"),
        ("[[33, 2], [43, 3]", "[[43, 3], [33, 2]", "terrain[1].polygon: expected"),
        ("guns = 1", "guns = 0", "unit[5].guns: expected 1 or more for artillery, none for others, found 0"),
        ('with = "Wolf"', 'with = "Gun"', "leader[1].with: expected one of Bear, Wolf"),
        ("width = 1\n", "", "terrain[0].width is missing: expected inches with at most two decimals"),
        ("from = 1", "from = -10", "level[1].from: expected less than in the level before"),
        (
            "breaks_at = 22",
            "breaks_at = 220",
            "side.american.breaks_at: expected 1 to 60, the side's figures, found 220",
        ),
        ("officer = true", "offiser = true", "unit[0].offiser: expected one of name"),
        ('first = "american"', 'first = "french"', "scenario.first: expected one of american, indian, found 'french'"),
        ('edge = "east"', 'edge = "up"', "side.indian.edge: expected one of north, east, south, west, found 'up'"),
        ('type = "stream"', 'type = "lava"', "terrain[0].type: expected one of open, road, open_woods"),
        ("[[26, 0], [25, 18], [27, 36]]", "[[26, 0]]", "terrain[0].line: expected 2 places or more, found '1'"),
        ('weapon = "musket"', 'weapon = "bow"', "unit[0].weapon: expected one of musket, rifle, trade_musket"),
        ('side = "american"\nclass', 'side = "french"\nclass', "unit[0].side: expected one of american, indian"),
        ("figures = 12", "figures = 0", "unit[0].figures: expected a number from 1 to 60, found 0"),
        (
            'name = "Second Company"',
            'name = "First Company"',
            "unit[1].name: expected a name of its own (First Company has it), found First Company",
        ),
        ("[14, 12]", "[90, 12]", "unit[0].front_centre: expected a place on the table, 52.00 by 36.00"),
        ("officer = true", 'officer = "yes"', "unit[0].officer: expected true or false, found 'yes'"),
        ('kind = "units beyond"', 'kind = "units near"', "victory[1].kind: expected one of killed, officers killed"),
        ('terrain = "fallen_timber"', 'terrain = "timber"', "victory[3].terrain: expected one of open, road"),
        ('winner = "indian"', 'winner = "british"', "level[2].winner: expected one of american, indian"),
        ("[14, 12]", "14", "unit[0].front_centre: expected a place, such as [34.5, 20], found 14"),
        ('letter = "B"', 'letter = "BB"', "unit[1].letter: expected one letter, found 'BB'"),
        ('formation = "mass"', 'formation = "zzz"', "unit[10].formation: expected one of skirmish, mass, disorder"),
        ("width = 1\n", "polygon = [[1, 1]]\nwidth = 1\n", "terrain[0]: expected either polygon = [...] or line"),
        ("width = 1\n", "width = 1.234\n", "terrain[0].width: expected inches with at most two decimals, such as 34.5"),
        ("points = 1", "points = 1.5", "victory[0].points: expected a whole number, found 1.5"),
        ('line = "x"', 'line = "z"', "victory[1].line: expected one of x, y, found 'z'"),
        ('terrain = "fallen_timber"\n', "", "victory[3].terrain is missing: expected text"),
        ('name = "Wolf"', 'name = "First Company"', "expected a name of its own (First Company has it)"),
        ("turns = 8", "turns = ", "the file: expected TOML: text in quotation marks, a number"),
    ],
)
def test_faults_are_told_by_line(wrong: str, right: str, expected: str) -> None:
    text = resources.text(FORD)
    at = text.find(wrong)
    file = TomlFile("mine.toml", text.replace(wrong, right, 1))
    LINTER.scenario(file, lambda name: None)
    assert any(expected in str(fault) for fault in file.faults)
    line = text[:at].count("\n") + 1
    if wrong in text:
        assert any(abs(fault.line - line) <= 15 and fault.line for fault in file.faults), file.faults


def test_a_wrong_width_of_the_table_is_the_only_fault() -> None:
    file = TomlFile("mine.toml", resources.text(FORD).replace("width = 52", "width = -3"))
    LINTER.scenario(file, lambda name: None)
    assert [fault.line for fault in file.faults] == [20]


def test_all_faults_come_at_once_and_none_that_only_follows() -> None:
    text = (
        resources.text(FORD).replace("figures = 12", 'figures = "12"', 1).replace("breaks_at = 22", "breaks_at = true")
    )
    file = TomlFile("mine.toml", text.replace('winner = "indian"', "winner = 7"))
    LINTER.scenario(file, lambda name: None)
    assert [fault.key for fault in file.faults] == ["unit[0].figures", "level[2].winner", "side.american.breaks_at"]
