"""docs/miniatures.md and docs/table-format.md tell what the program has."""

import re
from pathlib import Path

import pytest

from pbem.core.order import Problem
from pbem.systems.miniatures import scenario_file, tables
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.state.tabletop import opening
from pbem.tomlmodel import TomlTable

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "miniatures.md").read_text(encoding="utf-8")
FORMAT = (DOCS / "table-format.md").read_text(encoding="utf-8")
ROWS = PAGE.partition("| --- | --- |")[2].partition("\n\n")[0]
EXAMPLES = re.findall(r"`([^`]+)`", ROWS)


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_order_of_the_page_can_be_read(line: str) -> None:
    table = opening(scenario_file.scenario("fallen-timbers"))
    found = [DIALECT.read(line, table, side) for side in table.scenario.sides]
    assert any(not isinstance(one, Problem) for one in found), found


def test_the_format_names_every_key_and_every_word() -> None:
    models: tuple[type[TomlTable], ...] = (
        *(scenario_file.ScenarioTable, scenario_file.SideTable, scenario_file.TerrainTable, scenario_file.UnitTable),
        *(scenario_file.LeaderTable, scenario_file.VictoryTable, scenario_file.LevelTable),
    )
    keys = (
        *(info.alias or name for model in models for name, info in model.model_fields.items()),
        *(*scenario_file.KINDS, *tables.tables()["terrain"], *tables.tables()["rating"], *tables.tables()["weapon"]),
    )
    missing = [key for key in keys if f"`{key}`" not in FORMAT and f".{key}`" not in FORMAT]
    assert not missing
