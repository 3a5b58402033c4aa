"""The series' files: what is wrong in them is told with its line, all of it at once."""

import pytest

from pbem import resources
from pbem.core.tomlfile import TomlFile
from pbem.systems.indian_wars.files.roster_file import read_roster


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
        ('tag = "A/2"', "tag = 2", "37: unit[0].tag: expected a text, found 2"),
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
            "unit[0].holders: expected the name of the counter that stays with its mounts",
        ),
        ('mounts = "horse"\nholders', 'mounts = "pony"\nholders', "expected a [[holders]] table for mounts 'pony'"),
        ('kind = "horse_holder"', 'kind = "groom"', "9: holders[0].kind: expected one of horse_holder, mule_holder"),
        ("cf = 1\n", "", "7: holders[0].cf: expected a whole number, found nothing there"),
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
