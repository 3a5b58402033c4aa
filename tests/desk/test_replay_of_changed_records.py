"""Records changed at random, linked and signed again: `pbem verify --replay` ends in a verdict, never in a traceback."""

from pathlib import Path

import pytest

from pbem.desk.record.reverify import with_replay
from tests.desk.table import SkirmishTitle, Table
from tests.desk.test_readjudication import played
from tests.seal import mutations
from tests.seal.campaign import GM, SERVER


@pytest.mark.slow
def test_a_replay_of_changed_records_ends_in_a_verdict(table: Table, tmp_path: Path) -> None:
    """A game with breaks, void dice, a ruling and an undo, its server's and its GM's keys exchanged for known ones."""
    records = [one for one in played(table) if one["branch"] == "main"]
    genesis = records[0]["body"]
    genesis |= {"server": {"name": SERVER.name, "key": SERVER.public.hex()}, "root": None, "certificate": None}
    genesis["gm"] = {"name": GM.name, "key": GM.public.hex()}
    path = tmp_path / "whole.pbem"
    path.write_bytes(mutations.bundle_of(mutations.linked(records)))
    title = SkirmishTitle()
    assert mutations.judged(path, lambda verdict: with_replay(verdict, lambda _: title)) == ""
    for seed in range(60):
        wrong = mutations.tried(records, [], seed, tmp_path, lambda verdict: with_replay(verdict, lambda _: title))
        assert wrong == ""
