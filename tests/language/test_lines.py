"""Lines that people wrote without knowing how the desk reads: none is misread, and no order is lost as chat."""

from pathlib import Path

import pytest

from tests.language.score import LINES, rows_of, score

FILES = sorted(LINES.glob("*.tsv"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_line_is_misread_or_lost_as_chat(path: Path) -> None:
    rows = rows_of(path)
    assert rows
    found = score(rows)
    assert found.of("misread", "chat accepted", "lost as chat") == []
