"""Where the program's own files are found, and what was read from them is kept."""

import os
from pathlib import Path

import pytest

from pbem import resources

FILE = "scenarios/indian_wars/charts/fire.toml"
KEPT = "scenarios-indian_wars-charts-fire.toml.json"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "pbem"


@pytest.fixture
def no_toml(monkeypatch: pytest.MonkeyPatch) -> None:
    """TOML cannot be read."""

    def refuse(text: str) -> None:
        raise AssertionError("it was read from TOML")

    monkeypatch.setattr("tomllib.loads", refuse)


def test_what_was_read_once_is_not_read_from_toml_again(cache: Path, request: pytest.FixtureRequest) -> None:
    first = resources.toml(FILE)
    assert [one.name for one in cache.iterdir()] == [KEPT]
    request.getfixturevalue("no_toml")
    again = resources.toml(FILE)
    assert (again.data, list(again.data)) == (first.data, list(first.data))
    assert again.line_of("fire_results") == first.line_of("fire_results") > 0


def test_another_text_is_read_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resources.toml(FILE)
    monkeypatch.setattr(resources, "text", lambda name: "one = 1")
    assert resources.toml(FILE).data == {"one": 1}
    monkeypatch.setattr(resources, "text", lambda name: "one = 2")
    assert resources.toml(FILE).data == {"one": 2}


@pytest.mark.parametrize("words", ["", "[1, 2", "[]", "{}", '["x", {}]', "[1, 2, 3]", "null"])
def test_what_is_kept_and_damaged_is_read_anew(cache: Path, words: str) -> None:
    data = resources.toml(FILE).data
    (cache / KEPT).write_text(words, encoding="ascii")
    assert resources.toml(FILE).data == data
    assert len((cache / KEPT).read_bytes()) > 100


def test_what_json_cannot_say_and_faults_are_not_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in ("at = 2026-03-12", "at ="):
        monkeypatch.setattr(resources, "text", lambda name, words=words: words)
        assert len(resources.toml(FILE).faults) == (words == "at =")
        assert list(cache.iterdir()) == []


def test_without_a_folder_of_ours_nothing_is_kept(cache: Path) -> None:
    cache.mkdir()
    os.chmod(cache, 0o777)
    assert resources.toml(FILE).data["fire_results"]
    assert list(cache.iterdir()) == []
