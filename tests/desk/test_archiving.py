"""A game that is over leaves the database whole, or not at all."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.desk.games.game_record import CannotArchive, archive, prune
from pbem.desk.outgoing.outbox import send_due
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.mail.ports import MemorySink
from pbem.seal.verify import verify
from pbem.store.tables import LetterOutRow
from tests.desk.table import Table

GAME = "meadow-1"


async def _send(table: Table) -> None:
    while (await send_due(table.desk, MemorySink())).sent:
        pass


@pytest.fixture
def over(table: Table) -> Table:
    table.open(GAME)
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    table.say(GAME, "blue", "1")
    for _ in range(20):  # nobody writes any more: deadlines end the game
        table.clock.forward(hours=100)
        for name in pass_overdue(table.desk, table.clock.now()):
            advance(table.desk, name)
    assert table.state(GAME) == "over"
    table.open("meadow-2")
    asyncio.run(_send(table))
    return table


def rows(table: Table) -> dict[str, int]:
    names = ("event", "segment", "question", "phase", "checkpoint", "submission", "line", "record", "player", "secret")
    with table.desk.store.read() as books:
        connection = books.archive._session.connection()
        return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in names}


def test_the_record_is_written_verifies_and_the_rows_are_freed(over: Table, tmp_path: Path) -> None:
    before = rows(over)
    done = archive(over.desk, GAME, tmp_path / "kept")
    verdict = verify(sorted((tmp_path / "kept").glob("*.pbem")))
    assert [one.text for one in verdict.all_findings() if one.kind != "note"] == []
    assert verdict.games[0].branches[0].tally.ended
    assert done.records == verdict.games[0].branches[0].records
    after = rows(over)
    assert all(after[name] < before[name] for name in before)
    assert over.state("meadow-2") == "open"
    over.say("meadow-2", "red", "pass")
    with over.desk.store.read() as books:
        assert [game.name for game in books.games.all()] == ["meadow-2"]
        assert books.games.exists(GAME)  # nobody else may have its name


def test_letters_for_an_archived_game_harm_nobody(over: Table, tmp_path: Path) -> None:
    late = over.reply(GAME, "red", "pass")
    archive(over.desk, GAME, tmp_path / "kept")
    assert over.deliver(late).state in ("held", "ignored", "done")
    assert over.phase("meadow-2") == "T01.RED.A"


def test_a_game_that_goes_on_is_not_archived(table: Table, tmp_path: Path) -> None:
    table.open(GAME)
    with pytest.raises(CannotArchive, match="expected a game that is over; it is open"):
        archive(table.desk, GAME, tmp_path / "kept")
    assert not (tmp_path / "kept").exists()


def test_nothing_is_freed_where_the_disk_takes_nothing(over: Table, tmp_path: Path) -> None:
    before = rows(over)
    (tmp_path / "kept").mkdir()
    with pytest.raises(FileExistsError):
        archive(over.desk, GAME, tmp_path / "kept")
    assert rows(over) == before


def test_what_was_sent_long_ago_is_forgotten_except_the_newest(over: Table) -> None:
    now = over.clock.now()
    with over.desk.store.begin() as books:
        for n in range(30):
            row = LetterOutRow(
                key=f"meadow-2/note/{n}/red", game="meadow-2", side="red", kind="note", to="rita@mail.example",
                message_id=f"<{n}@x>", subject="a note", text="words", raw=b"words", state="sent", made=now, sent=now,
            )  # fmt: skip
            books.letters_out.add(row)
    assert prune(over.desk, 30) == 0
    over.clock.forward(days=31)
    assert prune(over.desk, 30) >= 10
    assert prune(over.desk, 30) == 0
    notes = over.letters("meadow-2", "red", "note")
    assert (notes[0].raw, notes[0].text, notes[0].message_id) == (b"", "", "<0@x>")
    assert notes[-1].raw == b"words"
    assert over.letters("meadow-2", "red", "welcome")[0].raw
