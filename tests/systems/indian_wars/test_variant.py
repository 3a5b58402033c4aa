"""Scenario files that are another scenario with some changes: whom they move where, and what is wrong with one."""

import pytest

from pbem.core.options import Options
from pbem.core.tomlfile import TomlFile
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.turn import setup

BENTEEN = ("Capt Benteen", "D/7 Cav", "H/7 Cav", "K/7 Cav")
SECOND = ("Maj Brisbin", "F/2 Cav", "G/2 Cav", "H/2 Cav", "L/2 Cav")


@pytest.mark.parametrize(
    ("scenario", "units", "leader"),
    [
        ("scenario-2-custer", BENTEEN, "LTC Custer"),
        ("scenario-2-reno", BENTEEN, "Maj Reno"),
        ("scenario-3-custer", SECOND, "LTC Custer"),
        ("scenario-3-reno", SECOND, "Maj Reno"),
        ("scenario-2-3-reno", (*BENTEEN, *SECOND), "Maj Reno"),
    ],
)
def test_units_set_up_with_the_command_that_they_join(scenario: str, units: tuple[str, ...], leader: str) -> None:
    field = LITTLEBIGHORN.system.open(scenario, Options())
    goal = setup.group_of(field.sheet, leader)
    assert goal is not None
    assert all(setup.group_of(field.sheet, name) == goal for name in units)
    assert not [name for entry in field.sheet.scenario.entries for name in entry.units if name in units]


@pytest.mark.parametrize("scenario", ["scenario-3-keogh", "scenario-2-3-keogh"])
def test_units_enter_with_Keogh(scenario: str) -> None:
    (entry,) = (one for one in data.load(LITTLEBIGHORN, scenario).scenario.entries if "Capt Keogh" in one.units)
    assert entry.turn == 1
    assert set(SECOND) <= set(entry.units)


def test_nobody_comes_at_16_20_once_Benteen_has_joined_a_command() -> None:
    assert [one.turn for one in data.load(LITTLEBIGHORN, "scenario-2-custer").scenario.entries] == [1, 9]
    assert [one.turn for one in data.load(LITTLEBIGHORN, "scenario-3-custer").scenario.entries] == [1, 6, 9]


def test_a_variant_stands_on_the_map_of_its_base_and_lasts_as_long() -> None:
    base, variant = (data.load(LITTLEBIGHORN, one) for one in ("scenario-1", "scenario-2-reno"))
    assert variant.map is base.map
    assert (variant.scenario.turns, variant.scenario.days) == (base.scenario.turns, base.scenario.days)
    assert variant.scenario.title == "Garry Owen, Benteen with Reno"


@pytest.mark.parametrize(
    ("base", "command", "units", "says"),
    [
        ("scenario-9", "LTC Custer", '"D/7 Cav"', "scenario.based_on: expected another scenario: "),
        ("scenario-1", "Grant", '"D/7 Cav"', "join[0].command: expected somebody else whom the scenario sets up"),
        ("scenario-1", "LTC Custer", '"E/7 Cav"', "join[0].units: expected units that are not with LTC Custer already"),
        ("scenario-1", "LTC Custer", '"X/7 Cav"', "expected the name of a counter"),
    ],
)
def test_what_is_wrong_is_said(base: str, command: str, units: str, says: str) -> None:
    text = (
        f'schema = 1\nsystem = "indian_wars"\n[scenario]\nid = "mine"\nbased_on = "{base}"\n'
        f'[[join]]\nunits = [{units}]\ncommand = "{command}"\n'
    )
    _, faults = data.assemble(LITTLEBIGHORN, TomlFile("mine.toml", text))
    assert any(says in str(one) for one in faults), faults
