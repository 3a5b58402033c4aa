"""Entry points found without the library are those that the library finds."""

import sys
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

import pytest

from pbem import entries


def installed(folder: Path, package: str, text: str) -> None:
    """A package as pip unpacks it, with this file of entry points."""
    (folder / f"{package}.dist-info").mkdir(parents=True)
    (folder / f"{package}.dist-info" / "entry_points.txt").write_text(text, encoding="utf-8")
    name, _, version = package.rpartition("-")
    (folder / f"{package}.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n", encoding="utf-8")


def found(group: str) -> list[tuple[str, str, str]]:
    """What we find, by name."""
    return sorted((one.name, one.value, one.dist.name if one.dist else "") for one in entries.entry_points(group))


def by_library(group: str) -> list[tuple[str, str, str]]:
    """What the library finds, by name."""
    points = metadata.entry_points(group=group)
    return sorted((one.name, one.value, one.dist.name if one.dist else "") for one in points)


@pytest.mark.parametrize("group", ["pbem.games", "console_scripts", "pytest11", "no.such.group"])
def test_entries_are_those_of_the_library(group: str) -> None:
    assert [one[:2] for one in found(group)] == [one[:2] for one in by_library(group)]
    assert bool(found(group)) == (group != "no.such.group")


def test_of_two_versions_the_first_on_the_path_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# games\n[pbem.games]\nchess = old.chess:GAME [boards]\n\n[other]\nchess = no:GAME\n"
    installed(tmp_path / "first", "chess-1", text)
    installed(tmp_path / "second", "chess-2", "[pbem.games]\nchess=new.chess:GAME\ngo = new.go:GAME\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "first"), str(tmp_path / "none"), str(tmp_path / "second")])
    assert found("pbem.games") == by_library("pbem.games") == [("chess", "old.chess:GAME [boards]", "chess")]


def test_a_folder_that_setuptools_made_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    egg = tmp_path / "chess.egg-info"
    egg.mkdir()
    (egg / "PKG-INFO").write_text("Name: chess\nVersion: 1\n", encoding="utf-8")
    (egg / "entry_points.txt").write_text("[pbem.games]\nchess = old.chess:GAME\n", encoding="utf-8")
    (tmp_path / "bare-1.egg-info").write_text("Name: bare\nVersion: 1\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    assert found("pbem.games") == by_library("pbem.games") == [("chess", "old.chess:GAME", "chess")]


def test_what_only_the_library_can_read_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = tmp_path / "games.zip"
    with ZipFile(packed, "w") as file:
        file.writestr("chess-1.dist-info/METADATA", "Name: chess\nVersion: 1\n")
        file.writestr("chess-1.dist-info/entry_points.txt", "[pbem.games]\nchess = old.chess:GAME\n")
    monkeypatch.setattr(sys, "path", [str(packed)])
    assert found("pbem.games") == [("chess", "old.chess:GAME", "chess")]


def test_an_entry_is_loaded_as_the_library_would() -> None:
    (one,) = (one for one in entries.entry_points("pbem.games") if one.name == "custer")
    assert one.load() is next(iter(metadata.entry_points(group="pbem.games", name="custer"))).load()
    assert one._replace(value=f"{one.value} [extras]").load() is one.load()
