"""The series' files: what is wrong in them is told with its line, all of it at once."""

import pytest

from pbem import resources
from pbem.core.tomlfile import TomlFile
from pbem.systems.indian_wars.files.data import assemble
from pbem.systems.indian_wars.files.roster_file import read_roster
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN


def changed(name: str, *changes: tuple[str, str]) -> TomlFile:
    """A file of the series with pieces of it changed."""
    text = resources.text(f"scenarios/indian_wars/{name}.toml")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return TomlFile("mine.toml", text)


def faults_of_counters(*changes: tuple[str, str]) -> list[str]:
    file = changed("counters/crook", *changes)
    read_roster(file)
    return [str(fault).removeprefix("mine.toml:") for fault in file.faults]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('name = "A/2 Cav"', 'name = "A/2 Çav"', "36: unit[0].name: expected ASCII letters, found A/2 Çav"),
        ('name = "B/2 Cav"', 'name = "A/2 Cav"', "unit[1].name: expected a name of its own (it stands at unit[0] too)"),
        ('tag = "A/2"', 'tag = "A/2nd"', "37: unit[0].tag: expected 1 to 4 characters, found 'A/2nd'"),
        ('tag = "A/2"', "tag = 2", "37: unit[0].tag: expected text, found 2"),
        ('kind = "cavalry"', 'kind = "dragoons"', "unit[0].kind: expected one of cavalry, infantry"),
        ('side = "us"\nkind', 'side = "red"\nkind', "unit[0].side: expected one of us, indian, found 'red'"),
        (
            'mounts = "horse"\nholders',
            'mounts = "ox"\nholders',
            "expected one of horse, mule, hq, pony, own, or nothing",
        ),
        (
            'holders = "A/2 holders"\n',
            "",
            "unit[0].holders is missing: expected the name of the counter that stays with its mounts",
        ),
        ('mounts = "horse"\nholders', 'mounts = "pony"\nholders', "expected a [[holders]] table for mounts 'pony'"),
        ('kind = "horse_holder"', 'kind = "groom"', "9: holders[0].kind: expected one of horse_holder, mule_holder"),
        ("cf = 1\n", "", "7: holders[0].cf is missing: expected a whole number"),
        ("ma = 6\n", "ma = -6\n", "holders[0].ma: expected a number of 0 or more, found -6"),
        ("wounded = {", "wounded = 1 # {", "leader[0].wounded: expected a table, found 1"),
        ("may_charge = true", 'may_charge = "yes"', "unit[0].may_charge: expected true or false, found 'yes'"),
        ("may_charge = true", "may_change = true", "the key 'may_change' (did you mean may_charge?)"),
        (
            'aliases = ["',
            'aliases = ["B/2 Cav", "',
            "unit[0].aliases: expected an alias of its own (B/2 Cav is called so",
        ),
    ],
)
def test_wrong_counters_say_what_was_expected(old: str, new: str, says: str) -> None:
    found = faults_of_counters((old, new))
    assert any(says in fault for fault in found), found


def test_a_wrong_table_of_holders_is_one_fault() -> None:
    assert faults_of_counters(('kind = "horse_holder"', 'kind = "groom"'))[1:] == []


def test_all_faults_of_counters_come_at_once() -> None:
    found = faults_of_counters(("cf = 1\n", "cf = true\n"), ('tag = "A/2"', 'tag = ""'), ("rank = 1", "rank = -1"))
    assert [one.partition(": ")[2].partition(":")[0] for one in found] == [
        "holders[0].cf",
        "unit[0].tag",
        "unit[21].rank",
    ]


def faults_of_scenario(name: str, *changes: tuple[str, str]) -> list[str]:
    _, faults = assemble(LITTLEBIGHORN, changed(name, *changes))
    return [str(fault).removeprefix("mine.toml:") for fault in faults]


BATTLE, VALLEY = "littlebighorn/scenario-1", "littlebighorn/scenario-5"
HISTORICAL, CONTACT = "rosebud/historical", "rosebud/in-contact"


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        (BATTLE, "turns = 61", 'turns = "61"', "13: scenario.turns: expected a whole number, found '61'"),
        (
            BATTLE,
            "turns = 61",
            "turn = 61",
            "scenario.turn: expected one of provenance, id, game, title, map, counters",
        ),
        (BATTLE, 'first_turn = "14:40"', "first_turn = 880", "scenario.first_turn: expected text, found 880"),
        (
            BATTLE,
            'hour = "07:00"',
            'hour = "7"',
            "16: scenario.days[0].hour: expected an hour such as '08:00', found '7'",
        ),
        (BATTLE, "{ turn = 20", "{ turn = 1", "scenario.days[0].turn: expected 2 or more, found 1"),
        (BATTLE, '["us", "indian"]', '["us"]', "player_sequence: expected each of the two sides once, found ['us']"),
        (BATTLE, '["warrior", "villagers"]', '["ox"]', "scenario.ends_without[0]: expected kinds of counters: camp"),
        (BATTLE, 'dates = ["25 June", "26 June"]', "dates = 25", "17: scenario.dates: expected a list, found 25"),
        (BATTLE, 'side = "indian"', 'side = "sioux"', "23: setup[0].side: expected one of us, indian, found 'sioux'"),
        (
            BATTLE,
            'around = "7017"',
            'around = "9999"',
            "setup[0].around: expected a hex of the map littlebighorn-south",
        ),
        (BATTLE, 'around = "7017"\n', "", "setup[0].hex is missing: expected text"),
        (BATTLE, '"8314", "8315"]', '"8314", "0"]', "setup[6].hexes[1]: expected a hex of the map littlebighorn-south"),
        (BATTLE, 'modes = ["mounted"]', 'modes = ["flying"]', "setup[6].modes[0]: expected one of mounted, dismounted"),
        (
            BATTLE,
            '"Iron Hawk"',
            '"IronHawk"',
            "setup[0].units[0]: expected the name of a counter (did you mean 'Iron Hawk'?)",
        ),
        (
            BATTLE,
            '"Iron Hawk"',
            '"LTC Custer"',
            "expected counters of side indian, found LTC Custer, which is of side us",
        ),
        (BATTLE, '"Lame Deer"', '"Iron Hawk"', "expected each counter once (Iron Hawk stands at setup[0].units too)"),
        (BATTLE, "turn = 1\n", "turn = 0\n", "entry[0].turn: expected 1 or more, found 0"),
        (BATTLE, 'zone = "', 'zone = "X', "entry[0].edge[0].zone: expected a zone of the map: South entry"),
        (BATTLE, 'none = ["5415"]', "none = 5415", "fords[0].none: expected a list, found 5415"),
        (VALLEY, 'hexes = ["5415"', 'hexes = ["5200"', "fords[0].hexes[0]: expected a hex with a ford on the map"),
        (VALLEY, 'of = "Gatling 3"', 'of = "Gatling 9"', "swap[0].of: expected a counter that sets up or enters"),
        (HISTORICAL, "rows = [", "rows = [1, ", "expected the first and the last row, such as [3, 7], found [1, "),
        (
            HISTORICAL,
            "ammo_points = 4",
            'ammo_points = "4"',
            "scenario.ammo_points: expected a whole number, found '4'",
        ),
        (CONTACT, "turn = 3", "turn = 300", "position.turn: expected a game turn, 1 to"),
        (
            CONTACT,
            "points = { us",
            "points = { red",
            "position.points.red: expected one of us, indian, found the key 'red'",
        ),
        (CONTACT, "lost = { us = 2", 'lost = { us = "2"', "position.lost.us: expected a whole number, found '2'"),
    ],
)
def test_a_wrong_scenario_says_what_was_expected(name: str, old: str, new: str, says: str) -> None:
    found = faults_of_scenario(name, (old, new))
    assert any(says in fault for fault in found), found


def test_all_faults_of_a_scenario_come_at_once() -> None:
    found = faults_of_scenario(
        BATTLE, ("turns = 61", "turns = 0"), ('"Iron Star"', '"Lame Deer"'), ('"5415"', '"0000"')
    )
    keys = [one.partition(": ")[2].partition(":")[0] for one in found]
    assert keys == ["scenario.turns", "setup[1].units[1]", "fords[0].none[0]"]


def test_a_game_that_is_no_text_is_told_where_a_scenario_has_a_base() -> None:
    found = faults_of_scenario("littlebighorn/scenario-3-reno", ('game = "littlebighorn"', "game = { a = 1 }"))
    assert any("scenario.game: expected text, found {'a': 1}" in one for one in found)
