"""The files of the game: what is wrong in them is told with its line, all of it at once."""

import pytest

from pbem import resources
from pbem.core.tomlfile import TomlFile
from pbem.systems.nezperce.data import FOLDER, LINTER


def faults(name: str, *changes: tuple[str, str]) -> list[str]:
    """The faults of a file with pieces of it changed."""
    text = resources.text(f"{FOLDER}/{name}.toml")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = TomlFile("mine.toml", text)
    (LINTER.counters(file) if name.startswith("units") else LINTER.scenario(file, lambda name: None))
    return [str(fault).removeprefix("mine.toml:") for fault in file.faults]


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("units-strategic", "search = 3", 'search = "3"', "army[0].search: expected a whole number, found '3'"),
        ("units-strategic", "evasion = 2\n", "", "indian[0].evasion is missing: expected a whole number"),
        ("units-strategic", 'rank = "general"', 'rang = "general"', "army[0].rang: expected one of id, name, aliases"),
        ("units-strategic", '"Indian Village"', '"Howard"', "indian[0].name: expected each unit once, found 'Howard'"),
        ("units-strategic", "hq = 1", "tank = 1", "army[0].tactical.tank: expected counts of"),
        ("units-strategic", "hq = 1", "hq = 0", "army[0].tactical.hq: expected 1 or more, found 0"),
        (
            "start-big-hole",
            'letter = "E"',
            'letter = "G"',
            "letter: expected the letter of a phase, one of A, B, C, D, E, F",
        ),
        ("start-big-hole", "turn = 14", "turn = true", "turn: expected a whole number, found True"),
        (
            "start-big-hole",
            'hex = "1512"',
            'hex = "9999"',
            "place[0].hex: expected a hex of the strategic map, found '9999'",
        ),
        (
            "start-big-hole",
            '["gibbon"]',
            '["gibon"]',
            "place[1].units[0]: expected ids of strategic units, found 'gibon'",
        ),
        ("start-big-hole", '["gibbon"]', '["joseph"]', "place[1].units: expected each unit once, found 'Joseph'"),
        ("start-big-hole", "[killed]", "[killed]\njoseph = 6", "killed.joseph: expected a number from 0 to 5, found 6"),
        ("start-big-hole", "[killed]", "[killed]\njo = 1", "killed.jo: expected ids of strategic units, found 'jo'"),
        (
            "start-big-hole",
            "met_on = 0",
            "meet_on = 0",
            "meet_on: expected one of provenance, schema, system, id, title",
        ),
        ("scenario", "turns = 29", "turns = 0", "length.turns: expected a number of turns, 1 or more, found 0"),
        (
            "scenario",
            'turn = 12, hex = "2006"',
            'hex = "2006"',
            "track[7].turn is missing: expected a whole number",
        ),
        ("scenario", '["gibbon"]', '["gibon"]', "track[7].units[0]: expected ids of strategic units, found 'gibon'"),
    ],
)
def test_a_wrong_file_says_what_was_expected(name: str, old: str, new: str, says: str) -> None:
    assert any(says in fault for fault in faults(name, (old, new))), faults(name, (old, new))


def test_all_faults_come_at_once_each_with_its_line() -> None:
    found = faults("start-big-hole", ("turn = 14", 'turn = "14"'), ('letter = "E"', 'letter = "Z"'))
    assert [one.partition(": ")[2][:4] for one in found] == ["turn", "lett"]
    lines = resources.text(f"{FOLDER}/start-big-hole.toml").splitlines()
    assert [int(one.partition(":")[0]) for one in found] == [
        lines.index(one) + 1 for one in ("turn = 14", 'letter = "E"')
    ]
