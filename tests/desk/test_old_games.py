"""Games that pbem 0.1.0 began: they are upgraded, go on, are undone, rebuilt from their letters, and verify."""

import mailbox
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem import cli
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.undo_and_end import Undo
from pbem.desk.play.advance import advance
from pbem.desk.play.play import present
from pbem.desk.record.replay import replay
from pbem.desk.record.reverify import with_replay
from pbem.desk.record.rules_program import engine_in_force
from pbem.desk.record.upgrade import adjudicate_again, upgrade
from pbem.seal import pbem_verify
from pbem.seal.verify import verify
from pbem.selfplay import Player, Post
from pbem.systems import registry
from tests.commands.desk import CONFIG
from tests.desk import table as tables
from tests.desk.table import Table
from tests.store.kept_games import KEY, PLAYERS, lay_out

ROSEBUD, CUSTER = "rosebud-1", "custer-1"


@dataclass(frozen=True)
class _Phase:
    id: str
    letter: str


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A desk of today over the database of 0.1.0."""
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", PLAYERS)
    lay_out(tmp_path / "desk.db")
    table = Table.lay(tmp_path, KEY)
    table.clock.forward(hours=3)
    table.uid = 1000
    return table


def own_letters(table: Table, game: str, side: str) -> list[bytes]:
    with table.desk.store.read() as books:
        return [row.raw for row in books.letters_in.of_game(game) if row.side == side]


def play_on(table: Table, game: str, phases: int) -> list[str]:
    """Play on by letters of the practice players until so many more phases have begun; the phases."""
    seen = [table.phase(game)]
    while len(seen) <= phases:
        with table.desk.store.begin() as books:
            row = books.games.get(game)
            now, phase = present(table.desk, books, row), books.phases.open(row)
            assert now is not None
            assert phase is not None
            title, side = table.desk.title(row.title), phase.waiting_for.split(",")[0]
            here = _Phase(phase.phase, phase.letter)
        asks = [one for one in now.open if one.side == side]
        words = Player(title, side, "plain", Post()).letter(here, now.state, asks, lambda purpose, n: 0)
        table.clock.forward(minutes=5)
        answer = table.say(game, side, words)
        if "so we took them for a quotation" in " ".join(answer.text.split()):
            table.say(game, side, "ready")  # after an undo the same orders are on file
        assert table.state(game) == "open"
        if table.phase(game) != seen[-1]:
            seen.append(table.phase(game))
    return seen


def mail_of(table: Table, game: str, folder: Path) -> list[Path]:
    folder.mkdir()
    for side in PLAYERS:
        box = mailbox.mbox(folder / f"{side}.mbox")
        for raw in (*own_letters(table, game, side), *(one.raw for one in table.letters(game, side))):
            box.add(raw)
        box.close()
    return [folder / f"{side}.mbox" for side in PLAYERS]


@pytest.mark.slow
@pytest.mark.parametrize("game", [ROSEBUD, CUSTER])
def test_an_old_game_is_upgraded_goes_on_and_verifies(table: Table, game: str, tmp_path: Path) -> None:
    side = table.asked(game)
    table.say(game, side, " ".join("1" for _ in range(questions(table, game, side))))
    assert table.state(game) == "held"
    if game == ROSEBUD:
        with pytest.raises(CannotRule, match=r"record \d+, T03\.IN\.B, clause 3\.G"):
            upgrade(table.desk, game, "a new release", boundary="now")
    upgrade(table.desk, game, "a new release", boundary="now", stands=game == ROSEBUD)
    advance(table.desk, game)
    with table.desk.store.read() as books:
        assert engine_in_force(books, books.games.get(game))[0] != "0.1.0"
    play_on(table, game, 2)
    perform(table.desk, Undo(game), "petra", "a slip of the pen")  # after the upgrade
    table.clock.forward(minutes=1)
    play_on(table, game, 1)
    perform(table.desk, Undo(game, 4), "petra", "back before the upgrade")  # across it
    with table.desk.store.read() as books:
        assert engine_in_force(books, books.games.get(game))[0] != "0.1.0"
    play_on(table, game, 2)
    assert adjudicate_again(table.desk, game).is_same
    for box in mail_of(table, game, tmp_path / "mail"):
        verdict = verify([box])
        assert verdict.status == 0, verdict
        replayed = with_replay(verdict, registry.game)
        assert [one.text for found in replayed.games for one in found.findings if one.kind == "false"] == []
        alone = subprocess.run(
            [sys.executable, pbem_verify.__file__, str(box)], capture_output=True, text=True, check=False, timeout=60
        )
        assert alone.returncode == 0, alone.stdout


def questions(table: Table, game: str, side: str) -> int:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        assert row is not None
        return len(books.questions.open(row, side))


@pytest.mark.slow
def test_an_old_game_is_rebuilt_from_its_letters_byte_for_byte(table: Table) -> None:
    before = table.records(CUSTER)
    done = replay(table.desk, CUSTER)
    assert done.is_same, (done.expected, done.found)
    assert done.records == len(before)
    side = table.asked(CUSTER)
    table.say(CUSTER, side, " ".join("1" for _ in range(questions(table, CUSTER, side))))
    table.clock.forward(minutes=1)
    upgrade(table.desk, CUSTER, "a new release", boundary="now")
    advance(table.desk, CUSTER)
    table.clock.forward(minutes=1)
    play_on(table, CUSTER, 1)
    done = replay(table.desk, CUSTER)
    assert done.is_same, (done.expected, done.found)
    assert done.records > len(before)


@pytest.mark.slow
def test_where_rules_were_corrected_a_replay_says_which_program_wrote_it(
    table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = replay(table.desk, ROSEBUD)
    assert not done.is_same
    assert done.engine[0] == "0.1.0"
    assert done.records > 3  # and no further back than the corrected rule: type names without a game are no difference
    (tmp_path / "desk.key").write_bytes(KEY)
    (tmp_path / "desk.key").chmod(0o600)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="desk.db"), encoding="utf-8")
    assert cli.main(["replay", ROSEBUD, "--config", str(tmp_path / "config.toml")]) == 1
    told = capsys.readouterr().out
    assert f"?? record {done.seq} of branch main is different" in told
    assert "This record was written by pbem 0.1.0" in told


@pytest.mark.slow
def test_what_older_rules_decided_is_followed_and_the_rest_is_compared(table: Table) -> None:
    upgrade(table.desk, ROSEBUD, "a new release", boundary="now", stands=True)
    advance(table.desk, ROSEBUD)
    tried = adjudicate_again(table.desk, ROSEBUD)
    assert tried.is_same
    assert [one.phase for one in tried.done.stood] == ["T03.IN.B"]
    assert tried.done.last == table.records(ROSEBUD)[-1][0]
    assert "it was played before the last upgrade, and stands" in " ".join(" ".join(tried.lines).split())
    with pytest.raises(CannotRule, match="the one installed"):
        upgrade(table.desk, ROSEBUD, "again", boundary="now")
