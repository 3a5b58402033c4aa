from pathlib import Path

import pytest

from tests.desk.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.lay(tmp_path)
