"""A game of three sides, of orders all at once, on points and with battles inside a turn is played by mail without a line of
the program knowing of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.board.roster import Wording
from pbem.cli import main
from pbem.core.event import Decided
from pbem.desk.gm.incidents.incident import CannotDo, show
from pbem.desk.gm.incidents.undo_and_end import Resign
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.desk.record.upgrade import adjudicate_again
from pbem.gm.game import game_screen
from pbem.gm.game import lines as game_lines
from pbem.gm.queue import queue, queue_screen
from pbem.mechanisms.log import by
from pbem.mechanisms.naming import Naming
from pbem.systems import registry
from tests.desk.table import Table
from tests.desk.test_undo import false, proof
from tests.systems.crowns import CARD
from tests.systems.guests import at_table

PLAYERS = {"american": "ann@mail.example", "british": "bob@post.example", "french": "fay@mail.example"}
CLOSE = {
    "american": "Rangers to 3.0,0.0\nRifles to 3.0,0.5",
    "british": "Guards to 3.5,0.0",
    "french": "Marines to 2.0,2.0",
}
FIRE = {"american": "Rangers fire at Guards\nRifles fire at Guards", "british": "Guards fire at Rangers"}
GAME = "river-1"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    value = "tests.systems.crowns:GAME"
    with at_table(tmp_path, monkeypatch, "crowns", value, "river", PLAYERS, name=GAME) as (table, _):
        yield table


def pbem(folder: Path, *words: str) -> int:
    return main([*words, "--config", str(folder / "config.toml")])


def write(table: Table, letters: dict[str, str]) -> None:
    for side, words in letters.items():
        table.clock.forward(minutes=1)
        table.say(GAME, side, f"{words}\nready")


def fought(table: Table) -> None:
    """The march and the first turn of the battle, in which each target is asked what it does."""
    write(table, CLOSE)
    table.clock.forward(minutes=1)
    table.say(GAME, "british", "policy cover: cover", to=table.last(GAME, "british", "report"))
    write(table, FIRE)
    table.clock.forward(minutes=1)
    table.say(GAME, "american", "2")


def played_out(table: Table) -> None:
    """To the end: everybody stands where he is fired at, and nobody does anything."""
    for _ in range(30):
        if table.state(GAME) == "open":
            table.clock.forward(minutes=1)
            last = table.last(GAME, side := table.asked(GAME))
            table.say(GAME, side, "1" if last.kind == "question" else "pass", to=last)
            for other in () if last.kind == "question" else PLAYERS:
                if table.state(GAME) == "open" and other != side:
                    table.clock.forward(minutes=1)
                    table.say(GAME, other, "pass", to=table.last(GAME, other, "report"))
    assert table.state(GAME) == "over", table.phase(GAME)


@pytest.mark.slow
def test_orders_of_all_are_asked_at_once_and_hidden_until_all_are_in(table: Table) -> None:
    assert table.phase(GAME) == "T01.ALL.A"
    for side in PLAYERS:
        assert "phase A, MARCH" in table.last(GAME, side, "report").text
    for side in ("american", "british"):
        table.clock.forward(minutes=1)
        assert "Your orders for T1 March are on file" in table.say(GAME, side, f"{CLOSE[side]}\nready").text
    assert table.phase(GAME) == "T01.ALL.A"
    letters = [table.say(GAME, "french", word).text for word in ("status", "orders", "map", "resend 1", "preview")]
    assert "FR" in letters[0].split("Waiting for")[1]
    letters += [one.text for one in table.letters(GAME, "french")]
    assert not any("3.0,0.0" in one or "3.5,0.0" in one for one in letters)
    write(table, {"french": CLOSE["french"]})
    report = table.last(GAME, "british", "report").text
    assert "Guards marches to 3.5,0.0" in report
    assert "In battle: Guards, Rangers, Rifles" in report


def test_a_battle_opens_inside_a_turn_and_only_those_in_it_are_asked(table: Table) -> None:
    write(table, CLOSE)
    assert table.phase(GAME) == "T01.B1.G01.ALL.F"
    assert "phase F, FIGHT" in table.last(GAME, "american", "report").text
    assert table.asked(GAME) == "american"
    answer = table.say(GAME, "american", "in A: Rangers to 9.0,0.0\nRangers fire at Foot\nMarines fall back").text
    assert "Foot is no enemy in this battle" in answer
    assert "filed for phase A of a later turn" in answer
    refused = table.say(GAME, "french", "Marines fall back").text
    assert "Marines is in no battle" in refused
    fought_on = {"american": "replace\nRangers fall back", "british": "Guards fire at Rifles"}
    write(table, fought_on)
    assert "The Fight Phase of turn 1" in table.last(GAME, "american", "question").text
    table.say(GAME, "american", "1")
    assert table.phase(GAME) == "T01.B1.G02.ALL.F"


def test_a_battle_cannot_be_written_for_before_it_is_there(table: Table) -> None:
    refused = table.say(GAME, "american", "in F: Rangers fire at Guards").text
    assert "E154" in refused
    assert "Phase F (Fight) can't take your orders now." in " ".join(refused.split())


@pytest.mark.slow
def test_the_whole_game_is_verified_and_replayed(table: Table, tmp_path: Path) -> None:
    fought(table)
    played_out(table)
    for side in PLAYERS:
        verdict = proof(table, GAME, side, tmp_path / side)
        assert verdict.status == 0, false(verdict)
        assert main(["verify", "--replay", str(tmp_path / side)]) == 0
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)
    assert pbem(tmp_path, "replay", GAME) == 0


@pytest.mark.slow
def test_it_is_undone_inside_the_battle(table: Table, tmp_path: Path) -> None:
    fought(table)
    assert table.phase(GAME) == "T01.B1.G02.ALL.F"
    fork = next(seq for seq, kind in table.records(GAME) if kind == "phase.resolved")
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, fork, "the wrong unit fired", ("AM", "BR", "FR"))
    assert table.phase(GAME) == "T01.B1.G01.ALL.F"
    for side in PLAYERS:
        assert "play goes back" in table.last(GAME, side, "ruling").text
    write(table, FIRE)
    assert table.asked(GAME) == "british"
    played_out(table)
    assert adjudicate_again(table.desk, GAME).is_same
    assert replay(table.desk, GAME).is_same
    for side in PLAYERS:
        verdict = proof(table, GAME, side, tmp_path / side)
        assert verdict.status == 0, false(verdict)


@pytest.mark.slow
def test_it_is_exported_and_drawn(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fought(table)
    page, stream = tmp_path / "game.html", tmp_path / "game.jsonl"
    assert pbem(tmp_path, "export", GAME, "--side", "french", "--html", str(page), "--json", str(stream)) == 0
    assert ">Marines<" in page.read_text(encoding="utf-8")
    first = json.loads(stream.read_text(encoding="utf-8").splitlines()[0])
    assert set(first["sides"]) == set(PLAYERS)
    capsys.readouterr()
    assert pbem(tmp_path, "map", GAME) == 0
    assert "3.5,0.0  Guards" in capsys.readouterr().out
    assert pbem(tmp_path, "map", "crowns", "--hex", "x") == 1
    assert (
        pbem(tmp_path, "map", "crowns/river", "--png", str(tmp_path / "m.png"), "--svg", str(tmp_path / "m.svg")) == 0
    )
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")
    assert "Marines" in table.say(GAME, "french", "map 2.0,2.0").text
    assert "There is no place" not in table.say(GAME, "french", "map 2.0,2.0 4").text
    table.say(GAME, "french", "report png")
    played_out(table)
    assert b"image/png" in table.last(GAME, "french", "report").raw


def test_the_gm_sees_it(table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = "\n".join(one.text for one in queue_screen(queue(table.desk), 100)[0])
    assert "3 sides" in shown
    write(table, CLOSE)
    screen = "\n".join(one.text for one in game_lines(game_screen(table.desk, GAME), 100))
    assert "T01.B1.G01.ALL.F" in screen or "battle 1.1" in screen
    with pytest.raises(CannotDo, match="goes on between 2 others"):
        show(table.desk, Resign(GAME, "french"), "petra", "they asked for it")


def test_three_agree_on_a_draw_or_a_pace_or_nothing_changes(table: Table) -> None:
    assert "your opponents" in table.say(GAME, "american", "pace mixed").text
    assert "Still to answer: French" in table.say(GAME, "british", "agree").text
    assert (
        "No proposal is waiting" in table.say(GAME, "british", "agree", to=table.last(GAME, "british", "report")).text
    )
    last = table.say(GAME, "french", "agree", to=table.last(GAME, "french", "report"))
    assert "All of you have been told" in " ".join(last.text.split())
    assert "your opponents" in table.say(GAME, "american", "offer draw").text
    for side, says in (("british", "Still to answer"), ("french", "all of you have been told")):
        code = table.say(GAME, side, "accept draw").text.split("| confirm ")[1].split()[0]
        said = table.say(GAME, side, f"confirm {code}").text
        assert ("when the others have too" if side == "british" else says) in " ".join(said.split())
    assert table.state(GAME) == "over"
    assert "a draw, agreed by all" in table.last(GAME, "american", "report").subject


def test_nobody_of_three_wins_by_another_giving_up(table: Table) -> None:
    said = " ".join(table.say(GAME, "american", "resign").text.split())
    assert "A game of more than two sides does not end when one gives up" in said


def test_letters_speak_of_all(table: Table) -> None:
    welcome = table.letters(GAME, "american", "welcome")[0].text
    assert "against British (British) and French (French)" in " ".join(welcome.split())
    helps = [
        " ".join(table.say(GAME, "french", f"help {word}").text.split())
        for word in ("proof", "pace", "press", "commands")
    ]
    assert "from all players' orders" in helps[0]
    assert "if all of you agree" in helps[1]
    assert "your opponents" in helps[2]
    assert "map 2.5,4.0" in helps[3]
    assert "as soon as all are ready" in table.say(GAME, "french", "Marines to 2.0,2.0").text


def test_names_of_sides_come_from_the_card() -> None:
    names = Naming(Wording(), CARD.sides)
    assert names.side_names == {"american": "American", "british": "British", "french": "French"}
    assert [names.letters[one.id][0] for one in CARD.sides] == ["A", "a", "A"]
    decided = Decided("american", "cover", "Rangers", "stand", "2.2", "default")
    assert by(decided, names.side_names) == "American by default"


def test_what_a_game_has_not_is_said(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "crowns"]) == 2
    assert "has no practice players" in capsys.readouterr().err
    with pytest.raises(KeyError, match="has no cases"):
        _ = registry.game("crowns").casework
