"""Case files are read with all their faults at once."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pbem.casebook.case import Case, Until
from pbem.casebook.case_files import read_cases
from pbem.core.system import Card, PhaseCard, Side
from pbem.core.tomlfile import Faults

CARD = Card(
    id="skirmish",
    title="Skirmish",
    system="skirmish",
    clauses="SK",
    sides=(Side("us", "US", "US"), Side("indian", "IN", "Indian")),
    phases=(PhaseCard("B", "Fire", "1", "phasing"), PhaseCard("F", "Melee", "2", "phasing")),
    options=(),
    main_scenario="field",
)


class Skirmish:
    """As much of a game as the reader looks at."""

    card = CARD
    package, clause_index = "", ""

    @property
    def system(self) -> "Skirmish":
        return self

    @property
    def dialect(self) -> "Skirmish":
        return self

    def phase_letter(self, said: str) -> str:
        return {"fire": "B", "melee": "F"}.get(said, "")

    def reset_keys(self, phase: str) -> tuple[str, ...]:
        return ("spent",) if phase == "F" else ()

    def clock(self, scenario: str) -> dict[str, int]:
        return {"08:00": 1, "08:20": 2} if scenario == "field" else {}

    def position(self, case: dict[str, Any], note: Any) -> None:
        for number, unit in enumerate(case.get("unit", ())):
            if unit["unit"] != "Smith":
                note(f"unit[{number}].unit", "a counter such as Smith", unit["unit"])


def casework(title: str) -> Any:
    if title != "skirmish":
        raise KeyError("one of skirmish")
    return Skirmish()


def read(folder: Path, text: str) -> tuple[Case, ...]:
    (folder / "a.toml").write_text(text)
    return read_cases([folder], casework)


GOOD = """
[[case]]
id = "skirmish/fire/smith"
clauses = ["SK-1"]
game = "skirmish"
turn = 2
side = "us"
phase = "fire"
until = "F"
unit = [{ unit = "Smith" }]
orders.us = "Smith fire"
dice = { queue = [3, 4], "morale Smith" = [2, 5] }
expect.events = [{ type = "Fired", strength = 2.5 }]
expect.vp = { us = 1 }
"""


def test_a_case_is_read(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD)
    assert (case.id, case.line, case.clauses, case.turn) == ("skirmish/fire/smith", 2, ("SK-1",), 2)
    assert (case.phase, case.until) == ("B", Until("F", "us"))
    assert case.position["scenario"] == "field"
    assert case.orders == {"us": "Smith fire"}
    assert case.dice == (3, 4)
    assert case.dice_named == {"morale Smith": (2, 5)}
    assert case.expect.vp == {"us": 1}


def test_numbers_with_a_point_are_exact(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD)
    assert case.expect.events[0]["strength"] == Fraction(5, 2)


def test_all_faults_are_told_at_once_with_file_case_key_expected_and_found(tmp_path: Path) -> None:
    wrong = """
[[case]]
id = "skirmish/wrong"
colour = "red"
game = "skirmish"
side = "french"
phase = "tea"
turn = -1
unit = [{ unit = "Jones" }]
dice = { queue = ["three"] }
expect.evnts = []
expect.rejected = [{ side = "us", line = 1, say = "no" }]
"""
    with pytest.raises(Faults) as found:
        read(tmp_path, wrong)
    told = str(found.value)
    for says in (
        "a.toml:4: skirmish/wrong: colour: expected one of id, clauses",
        "skirmish/wrong: clauses: expected the ids of the clauses that it proves",
        "a.toml:6: skirmish/wrong: side: expected one of us, indian, found 'french'",
        "a.toml:7: skirmish/wrong: phase: expected a phase: B Fire, F Melee, found 'tea'",
        "a.toml:8: skirmish/wrong: turn: expected the number of a game turn",
        "a.toml:10: skirmish/wrong: dice.queue: expected a list of faces such as [3, 4], found ['three']",
        "skirmish/wrong: expect.evnts: expected one of unit, events",
        "skirmish/wrong: expect.rejected[0]: expected one of side, line, says, found the key 'say'",
    ):
        assert says in told


@pytest.mark.parametrize(
    ("words", "until"),
    [
        ("melee", Until("F", "us")),
        ("indian fire", Until("B", "indian")),
        ("IN F", Until("F", "indian")),
        ("T03.IN.B", Until(id="T03.IN.B")),
    ],
)
def test_play_may_go_on_into_other_player_turns(tmp_path: Path, words: str, until: Until) -> None:
    (case,) = read(tmp_path, GOOD.replace('until = "F"', f'until = "{words}"'))
    assert case.until == until


@pytest.mark.parametrize("words", ["T01.US.B", "T03.FR.B", "T03.US.Z", "3.US.B", "french fire"])
def test_a_last_phase_that_cannot_come_is_refused(tmp_path: Path, words: str) -> None:
    with pytest.raises(Faults, match="skirmish/fire/smith: until: expected a phase"):
        read(tmp_path, GOOD.replace('until = "F"', f'until = "{words}"'))


def test_a_letter_may_be_read_before_a_later_phase(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD.replace("orders.us =", 'orders."us T03.US.B" = "Smith fire"\norders.us ='))
    assert set(case.orders) == {"us", "us T03.US.B"}
    with pytest.raises(Faults, match=r"orders.us T3: expected a phase's id"):
        read(tmp_path, GOOD.replace("orders.us =", 'orders."us T3" ='))


def test_the_hour_says_which_game_turn(tmp_path: Path) -> None:
    (case,) = read(tmp_path, GOOD.replace("turn = 2", 'time = "08:20"'))
    assert case.turn == case.position["turn"] == 2
    with pytest.raises(Faults, match="time: expected when a game turn begins: 08:00, 08:20, found '08:10'"):
        read(tmp_path, GOOD.replace("turn = 2", 'time = "08:10"'))
    with pytest.raises(Faults, match="turn: expected the game turn once"):
        read(tmp_path, GOOD.replace("turn = 2", 'turn = 2\ntime = "08:20"'))
    with pytest.raises(Faults, match="time: expected none: the game keeps no time of day"):
        read(tmp_path, GOOD.replace("turn = 2", 'scenario = "dusk"\ntime = "08:20"'))


def test_a_case_without_expectation_needs_no_clause(tmp_path: Path) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(("expect", "clauses")))
    (case,) = read(tmp_path, text)
    assert not case.expect.is_given
    assert case.clauses == ()


def test_what_starts_afresh_with_the_phase_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace('unit = "Smith"', 'unit = "Smith", spent = 2').replace('until = "F"', "")
    assert read(tmp_path, text)
    with pytest.raises(Faults, match=r"unit\[0\].spent: expected no `spent`: it is reset with phase F"):
        read(tmp_path, text.replace('phase = "fire"', 'phase = "F"'))


def test_a_position_is_looked_at_while_reading(tmp_path: Path) -> None:
    with pytest.raises(
        Faults, match=r"skirmish/fire/smith: unit\[0\].unit: expected a counter such as Smith, found 'Jones'"
    ):
        read(tmp_path, GOOD.replace('unit = "Smith"', 'unit = "Jones"'))


def test_an_id_serves_once_over_all_files(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(GOOD)
    with pytest.raises(
        Faults, match=r"b.toml:2: skirmish/fire/smith: id: expected an id of its own, found the id of .*a.toml:2"
    ):
        read(tmp_path, GOOD)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[case]\n", "a.toml:1: the file: expected TOML"),
        ("", "a.toml: case: expected at least one [[case]] table, found none of them"),
        ("[cases]\n", "a.toml:1: cases: expected one of case"),
        (GOOD.replace("skirmish", "whist", 2), "whist/fire/smith: game: expected one of skirmish, found 'whist'"),
    ],
)
def test_what_is_no_case_file_is_told(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(Faults) as found:
        read(tmp_path, text)
    assert says in str(found.value)


def test_an_empty_folder_and_a_missing_file_are_told(tmp_path: Path) -> None:
    with pytest.raises(Faults, match=r"expected case files \(\*.toml\), found none"):
        read_cases([tmp_path], casework)
    with pytest.raises(Faults, match="No such file"):
        read_cases([tmp_path / "none.toml"], casework)
