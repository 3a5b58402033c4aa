"""Whatever a letter files, its writer holds a receipt for: the digest stands in the desk's answer, errors or not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.seal.mailbox import read
from pbem.seal.verify import verify
from tests.desk.table import Table
from tests.desk.test_every_letter import policy_story, questions_and_mistakes, story, strange_arrivals

GAME = "meadow-1"


def kept(table: Table, side: str, folder: Path) -> Path:
    """A side's letters, each in a file."""
    folder.mkdir()
    for n, letter in enumerate(table.letters(GAME, side)):
        (folder / f"{n:03d}.eml").write_bytes(letter.raw)
    return folder


def without_receipt(mail: Path) -> list[str]:
    """What verify says of submissions for which this mailbox holds no receipt."""
    return [one.text for one in verify([mail]).all_findings() if one.text.startswith("no receipt")]


@pytest.mark.slow
@pytest.mark.parametrize("played", [story, policy_story, strange_arrivals, questions_and_mistakes])
def test_every_submission_has_its_receipt(table: Table, tmp_path: Path, played: Callable[[Table], str]) -> None:
    played(table)
    for side in table.addresses:
        mail = kept(table, side, tmp_path / side)
        assert any(one.x_pbem for one in read([mail]))
        assert without_receipt(mail) == []


def test_the_rest_of_a_letter_with_a_mistake_has_a_receipt(table: Table, tmp_path: Path) -> None:
    table.open(GAME)
    told = table.say(GAME, "red", "Red One fire at Blue One\nRed Two fire at Blue Oops\nin B: Red One march 3").text
    assert "could not be accepted" in told
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        filed = [books.submissions.latest(game, "red", f"T01.RED.{letter}") for letter in "AB"]
    for one in filed:
        assert one is not None
        assert f"in the chain as record {one.record_seq}:\n  {one.digest}\n" in told
        assert f"\n  {one.salt}\n" in told
