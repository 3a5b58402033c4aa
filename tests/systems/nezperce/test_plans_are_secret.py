"""A plan is known to its side alone: no receipt, report or record of the other side's depends on it."""

from pathlib import Path

import pytest

from pbem.desk.play.play import present
from tests.systems.posted import Posted

GAME = "posted-1"
MINE = """plan Mine
once lost half: all leave nearest
lodges leave nearest, one, in turn
braves skirmish at 4
stop when enemy within 2 of lodges
end plan
ready"""
THEIRS = (
    "plan Secret cunning\nall leave west\nend plan\nready",
    "plan Secret cunning\nonce lost third: all leave nearest\nguns fire at braves\ncavalry charge any\n"
    "stop when lost 2\nend plan\nready",
)


def at_first_plan(folder: Path) -> Posted:
    """A campaign whose first battle waits for plans."""
    folder.mkdir()
    table = Posted.game(folder, "nezperce", "campaign-1877", pace="mixed")
    for _ in range(60):
        now = table._now()
        assert now is not None
        if now.phase.letter in "PQ":
            return table
        table.play(1)
    raise AssertionError("no battle")


def texts(table: Posted, side: str) -> list[str]:
    return [one.text for one in table.letters(GAME, side)]


@pytest.mark.slow
def test_receipts_and_reports_do_not_depend_on_the_plan_of_the_other_side(tmp_path: Path) -> None:
    answers, views = [], []
    for n, theirs in enumerate(THEIRS):
        table = at_first_plan(tmp_path / str(n))
        before = len(texts(table, "indian"))
        table.clock.forward(minutes=5)
        assert table.say(GAME, "army", theirs).kind == "receipt"
        table.clock.forward(minutes=5)
        preview = table.say(GAME, "indian", "preview\n" + MINE).text
        with table.desk.store.read() as books:
            now = present(table.desk, books, books.games.get(GAME))
        assert now is not None
        views.append(table.desk.title("nezperce").system.view(now.state, "indian"))
        receipt = table.say(GAME, "indian", MINE).text
        answers.append((preview, receipt.partition("Digest of")[0]))
        table.play(3)
        said = "\n".join(texts(table, "indian")[before:])
        for word in ("Secret cunning", "line 1: all leave west", "cavalry charge any", "stop when lost 2"):
            assert word not in said
    assert answers[0] == answers[1]
    assert views[0] == views[1]
