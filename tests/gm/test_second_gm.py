"""A second GM (`--beside`): he has everything that the first GM has."""

from pathlib import Path

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.gm.digest import digest
from pbem.gm.game import game_screen
from tests.desk.table import GM, Table
from tests.gm.test_by_mail import code, gm_letters, rulings, write

BESIDE = "gina@club.example"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table.lay(tmp_path, gm_address=GM)
    table.open(gm_name="Petra", seats=[Seat("gm", BESIDE, "Gina")])
    table.open("hill-9")
    return table


def to(table: Table, address: str, kind: str) -> list[str]:
    return [one.text for one in gm_letters(table, "meadow-1") if one.to == address and one.kind == kind]


def test_each_gm_is_welcomed_under_a_key_of_his_own(table: Table) -> None:
    welcomes = [one for one in gm_letters(table, "meadow-1") if one.kind == "gm-welcome"]
    assert [one.to for one in welcomes] == [GM, BESIDE]
    assert welcomes[0].text == welcomes[1].text
    assert "GM: Petra <gm@club.example>" in welcomes[0].text
    assert "GM: Gina <gina@club.example>" in welcomes[0].text
    assert "show meadow-1" in welcomes[0].text
    answers = {str(one.raw).split("Reply-To: ")[1].split("\\n")[0] for one in welcomes}
    assert len(answers) == 2
    assert max(map(len, welcomes[0].text.splitlines())) <= 78


def test_the_second_gm_reads_his_queue_and_acts_by_letter(table: Table) -> None:
    welcome = gm_letters(table, "meadow-1")[1]
    assert write(table, "queue", welcome, BESIDE).state == "gm"
    (answer,) = to(table, BESIDE, "gm-answer")
    assert "meadow-1" in answer
    assert "hill-9" not in answer
    before = rulings(table)
    write(table, "extend 48: a wedding", welcome, BESIDE)
    write(table, f"confirm {code(gm_letters(table, 'meadow-1')[-1])}", welcome, BESIDE)
    assert rulings(table) == before + 1
    assert "hill-9" in "\n".join(digest(table.desk, GM))


def test_what_the_first_gm_is_told_the_second_is_told_too(table: Table) -> None:
    table.say("meadow-1", "red", "extend 2 days: a wedding")
    assert to(table, GM, "extend") == to(table, BESIDE, "extend") != []
    write(table, "pass", gm_letters(table, "meadow-1")[0], "mallory@evil.example")
    assert to(table, GM, "held") == to(table, BESIDE, "held") != []


def test_the_screens_call_the_second_gm_a_gm(table: Table) -> None:
    assert ("GM", "Gina", BESIDE, "") in game_screen(table.desk, "meadow-1").seats


def test_of_other_games_the_second_gm_sees_and_changes_nothing(table: Table) -> None:
    welcome = gm_letters(table, "meadow-1")[1]
    write(table, "show hill-9\nextend hill-9 48: x", welcome, BESIDE)
    (answer,) = to(table, BESIDE, "gm-answer")
    assert answer.count("expected a game of which you are the GM") == 2
