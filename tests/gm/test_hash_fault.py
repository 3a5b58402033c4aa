"""A hash that does not match: that game alone stops, nothing of it is mailed, the GM reads what stands and what to do."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.umpire import Play, Umpire
from pbem.desk.desk import Desk
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.letters import Retry
from pbem.desk.gm.incidents.undo_and_end import Undo
from pbem.desk.play.advance import advance
from pbem.desk.record import rules_program, upgrade
from pbem.gm import faults
from pbem.gm.queue import queue
from tests.desk.skirmish import Meadow, Skirmish, SkirmishMarched
from tests.desk.table import SkirmishTitle, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Two games, each one phase old."""
    table = Table.lay(tmp_path)
    for name in ("meadow-1", "other-2"):
        table.open(name)
        table.say(name, "blue", "policy cover: duck")
        table.say(name, "red", "Red One fire at Blue One\nready")
    return table


def the_fault(table: Table) -> faults.ListedFault:
    (fault,) = faults.fault_screen(table.desk).faults
    return fault


def screen(table: Table, width: int = 80) -> str:
    lines = [one.text for one in faults.lines(faults.fault_screen(table.desk), width)]
    assert max(map(len, lines)) <= width
    return " ".join(" ".join(lines).split())


def told(table: Table, name: str = "meadow-1") -> list[int]:
    return [len(table.letters(name, side)) for side in ("red", "blue")]


def rot(table: Table) -> None:
    """The database has lost a bit of the newest position of one game."""
    with table.desk.store.begin() as books:
        kept = books.checkpoints.last(books.games.get("meadow-1"))
        state = json.loads(kept.state)
        state["strength"]["Red One"] = 1
        kept.state = json.dumps(state, sort_keys=True, separators=(",", ":"))


def test_position_that_is_not_what_was_written_stops_its_game_and_no_other(table: Table) -> None:
    rot(table)
    before, records = told(table), table.records("meadow-1")
    table.deliver(table.reply("meadow-1", "red", "Red One march 2\nready"))
    assert advance(table.desk, "meadow-1").held
    assert [seq for seq, _ in table.records("meadow-1")] == [*(seq for seq, _ in records), records[-1][0] + 1]
    assert [after - one for after, one in zip(told(table), before, strict=True)] == [1, 0]  # the receipt
    table.say("other-2", "red", "Red One march 2\nready")
    assert table.phase("other-2") == "T01.BLU.A"
    assert [(row.mark, row.game) for row in queue(table.desk).rows] == [("!!", "meadow-1"), ("", "other-2")]

    fault = the_fault(table)
    assert (fault.kind, fault.state) == ("hash", "HELD")
    assert "checkpoint 1: the state hash is" in fault.text
    said = screen(table)
    assert f"Record {table.records('meadow-1')[-1][0]} is the last good one." in said
    assert "last letter to RED: [meadow-1] Orders" in said
    assert "last letter to BLU: [meadow-1]" in said
    assert [command for command, _ in fault.ways] == [
        "pbem gm undo meadow-1 --reason ...",
        "pbem gm retry meadow-1",
        f"pbem gm faults export F-{fault.number}",
    ]
    assert "hash" in table.last("meadow-1", "gm").text or "StateDiffers" in table.last("meadow-1", "gm").text


def test_retry_goes_on_only_after_the_position_was_put_back(table: Table) -> None:
    with table.desk.store.read() as books:
        good = books.checkpoints.last(books.games.get("meadow-1")).state
    rot(table)
    advance(table.desk, "meadow-1")
    perform(table.desk, Retry("meadow-1"), "petra")
    assert table.state("meadow-1") == "held"
    with table.desk.store.begin() as books:
        books.checkpoints.last(books.games.get("meadow-1")).state = good
    perform(table.desk, Retry("meadow-1"), "petra")
    assert table.state("meadow-1") == "open"
    assert not faults.fault_screen(table.desk).faults


def test_undo_replays_the_last_phase_from_the_position_before_it(table: Table) -> None:
    rot(table)
    advance(table.desk, "meadow-1")
    perform(table.desk, Undo("meadow-1"), "petra", "the disk was bad")
    assert (table.state("meadow-1"), table.phase("meadow-1")) == ("open", "T01.RED.A")
    assert not faults.fault_screen(table.desk).faults
    table.say("meadow-1", "red", "ready", to=table.last("meadow-1", "red", "ruling"))
    assert table.phase("meadow-1") == "T01.RED.B"


class Otherwise(Skirmish):
    """The skirmish as another program plays it: who fires steps back first."""

    def _phase(self, umpire: Umpire[Meadow]) -> Play[None]:
        umpire.emit(SkirmishMarched("Red Two", 4))
        yield from super()._phase(umpire)


def other_program(table: Table) -> Desk:
    other: Any = SkirmishTitle(system=Otherwise())
    return replace(table.desk, title=lambda _: other)


def test_program_that_tells_a_phase_otherwise_stops_it_where_it_waits(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nready")
    assert table.letters(game, "blue", "question")
    before = told(table)
    other = other_program(table)
    assert advance(other, game).held
    assert told(table) == before
    fault = the_fault(table)
    assert fault.kind == "hash"
    assert "Diverged" in fault.text
    assert fault.ways[0] == (
        f"pbem gm retry {game}",
        "put back the program or charts that the phase began with, then retry",
    )
    perform(table.desk, Retry(game), "petra")  # the old program is there again
    assert table.state(game) == "open"
    table.say(game, "blue", "2", to=table.last(game, "blue", "question"))
    assert table.phase(game) == "T01.RED.B"


def test_another_program_than_the_chain_names_is_said_with_the_way_to_take_it_over(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = table.records("meadow-1")
    with monkeypatch.context() as later:
        for module in (upgrade, rules_program):
            later.setattr(module, "installed_engine", lambda card: ("9.9.9", "0" * 64))
        assert advance(table.desk, "meadow-1").held
        assert table.records("meadow-1") == records
        fault = the_fault(table)
        assert (fault.kind, fault.ways[0][0]) == ("hash", "pbem replay --all")
        assert fault.ways[1][0] == "pbem upgrade meadow-1 --reason ... --agreed SIDE --agreed SIDE"
        assert "installed is 9.9.9" in screen(table)
    perform(table.desk, Retry("meadow-1"), "petra")
    assert table.state("meadow-1") == "open"
