"""Records changed at random, linked and signed again: neither checker ends in a traceback, and their verdicts agree."""

from pathlib import Path

import pytest

from tests.seal import mutations


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 120, 30))
def test_two_checkers_agree_over_changed_records(tmp_path: Path, first: int) -> None:
    records, openings = mutations.campaign()
    wrong = [mutations.tried(records, openings, seed, tmp_path) for seed in range(first, first + 30)]
    assert "\n".join(filter(None, wrong)) == ""
