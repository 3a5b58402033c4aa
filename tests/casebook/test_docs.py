"""docs/cases.md tells every key and every word."""

import re
import tomllib
from pathlib import Path

import pytest

from pbem.casebook.case_files import EXPECTED, KEYS
from pbem.systems.indian_wars.casework import FLAGS, NUMBERS, TEXTS, UNIT_KEYS
from pbem.systems.miniatures import casework as table
from pbem.systems.nezperce import casework as battle
from pbem.systems.nezperce import casework as campaign

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "cases.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", [*KEYS, *UNIT_KEYS, *TEXTS, *FLAGS, *NUMBERS, *(f"expect.{key}" for key in EXPECTED)])
def test_every_key_is_told(key: str) -> None:
    assert re.search(rf"`{re.escape(key)}[`.]", PAGE)


@pytest.mark.parametrize(
    "key", [*campaign.UNIT_KEYS, *campaign.MARKS, *battle.UNIT_KEYS, *battle.KEYS, *table.UNIT_KEYS, *table.GROUND_KEYS]
)
def test_every_key_of_the_other_games_is_told(key: str) -> None:
    assert f"`{key}`" in PAGE


def test_the_example_is_toml() -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    assert tomllib.loads(example[1])["case"][0]["phase"] == "C"
