"""A misspelt key in a map or a scenario is a fault with its line, in every table that has keys of its own."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.commands.offline.scenario import MAP, SCENARIO, check_file, kind_of
from pbem.core.tomlfile import TomlFile

ROOT = Path(__file__).resolve().parents[2] / "scenarios"


def files(kind: str) -> list[Path]:
    found = (path for path in sorted(ROOT.rglob("*.toml")) if "charts" not in path.parts)
    return [path for path in found if kind_of(TomlFile(path.name, path.read_text(encoding="utf-8"))) == kind]


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


@pytest.mark.parametrize("path", files(MAP) + files(SCENARIO), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_misspelt_key_is_a_fault_with_its_line(path: Path, tmp_path: Path) -> None:
    for other in path.parent.glob("*.toml"):
        (tmp_path / other.name).write_bytes(other.read_bytes())
    for head, text, line in misspelt(path.read_text(encoding="utf-8")):
        file = tmp_path / path.name
        file.write_text(text, encoding="utf-8")
        _, faults = check_file(file)
        assert any("misspelt" in str(one) and one.line == line for one in faults), (
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
