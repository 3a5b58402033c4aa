"""A misspelt key in a map or a scenario is a fault with its line, in every table that has keys of its own."""

import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.commands.offline.scenario import MAP, SCENARIO, check_file, kind_of
from pbem.core.tomlfile import TomlFile

ROOT = Path(__file__).resolve().parents[2] / "scenarios"


def files(game: str) -> list[Path]:
    """The maps and scenarios of a game."""
    found = (path for path in sorted((ROOT / game).rglob("*.toml")) if "charts" not in path.parts)
    kinds = {path: kind_of(TomlFile(path.name, path.read_text(encoding="utf-8"))) for path in found}
    return [path for path, kind in kinds.items() if kind in (MAP, SCENARIO)]


def misspelt(text: str) -> Iterator[tuple[str, str, int]]:
    """The heads of a file's tables, each with the text in which a key was added to it, and that key's line."""
    lines, seen = text.splitlines(), set[str]()
    for number, line in enumerate(lines, start=1):
        head = line.split("#")[0].strip()
        if head.startswith("[") and head.endswith("]") and head not in seen and "=" not in head:
            seen.add(head)
            changed = "\n".join([*lines[:number], 'misspelt = "x"', *lines[number:]])
            try:
                tomllib.loads(changed)
            except tomllib.TOMLDecodeError:
                continue
            yield head, changed, number + 1


@pytest.mark.parametrize("game", sorted(one.name for one in ROOT.iterdir() if one.name != "table"))
def test_a_misspelt_key_is_a_fault_with_its_line(game: str, tmp_path: Path) -> None:
    assert files(game)
    for path in files(game):
        folder = tmp_path / path.relative_to(ROOT).with_suffix("")
        shutil.copytree(path.parent, folder)
        for head, text, line in misspelt(path.read_text(encoding="utf-8")):
            file = folder / path.name
            file.write_text(text, encoding="utf-8")
            _, faults = check_file(file)
            assert any("misspelt" in str(one) and one.line == line for one in faults), (
                path.name,
                head,
                [str(one) for one in faults][:3],
            )


def test_the_keys_that_were_read_past(tmp_path: Path) -> None:
    text = (ROOT / "indian_wars" / "maps" / "rosebud.toml").read_text(encoding="utf-8")
    for right, wrong in (("tags = ", "tag = "), ("hex_miles", "hexmiles")):
        file = tmp_path / "map.toml"
        file.write_text(text.replace(right, wrong, 1), encoding="utf-8")
        _, faults = check_file(file)
        assert [one.key.rpartition(".")[2] for one in faults] == [wrong.split(" ")[0]]
        assert faults[0].line == text.splitlines().index(next(one for one in text.splitlines() if right in one)) + 1
