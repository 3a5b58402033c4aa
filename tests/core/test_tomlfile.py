"""TOML that people write, with the line of every key."""

from pbem.core.tomlfile import TomlFile, line_index

TEXT = '''# a ruler
title = "T"
[map]
id = "m"
grid = """
title = "not a key"
"""
[[unit]]
name = "A"
[[unit]]
name = "B"
'''


def test_every_key_has_its_line_and_text_in_quotes_has_none() -> None:
    assert line_index(TEXT) == {
        "title": 2,
        "map": 3,
        "map.id": 4,
        "map.grid": 5,
        "unit[0]": 8,
        "unit[0].name": 9,
        "unit[1]": 10,
        "unit[1].name": 11,
    }


def test_a_missing_key_is_placed_at_its_table() -> None:
    file = TomlFile("f.toml", TEXT)
    file.get("map.title", str)
    file.get("map.id", int)
    assert [str(fault) for fault in file.faults] == [
        "f.toml:3: map.title is missing: expected text",
        "f.toml:4: map.id: expected a whole number, found 'm'",
    ]


def test_true_is_no_number() -> None:
    file = TomlFile("f.toml", "turns = true\n")
    assert file.get("turns", int) == 0
    assert len(file.faults) == 1
