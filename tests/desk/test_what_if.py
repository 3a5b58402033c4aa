"""Order lines tried against a player's own records: with dice of their own, and without ever reading a seed."""

import json
import mailbox
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.orders.what_if import NothingToTry, page, what_if
from pbem.desk.play import play
from pbem.desk.play.advance import advance
from pbem.desk.record import chain, readjudication
from pbem.desk.record.from_records import NotFollowed, follow
from pbem.seal import chain_check, ladder
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import GM, SkirmishTitle, Table

GAME = "rosebud-1"
LINES = "C/3 Cav fire full at Crow King\nG/3 Cav fire full at Four Horns"


@pytest.fixture(scope="module")
def rosebud(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game against the program, up to the first Offensive Fire Phase of the US."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "titles", registry.game)
        table = Table.lay(tmp_path_factory.mktemp("rosebud"))
    table.addresses = {"us": "kate@mail.example"}
    players = [("us", "kate@mail.example", "K. Hale")]
    program = {"indian": "plain"}
    open_campaign(
        table.desk,
        Wanted(GAME, "rosebud", "in-contact", players, GM, plays=program, seed=b"a demo seed", ladder_length=64),
    )
    advance(table.desk, GAME)
    return table


def at_fire(table: Table) -> list[dict[str, Any]]:
    for _ in range(20):
        if table.phase(GAME) == "T03.US.B":
            break
        last = next(one for one in reversed(table.letters(GAME, "us")) if one.kind in ("report", "question"))
        digits = " ".join("1" for _ in re.findall(r"^\d+  \S", last.text, re.M))
        table.say(GAME, "us", digits if last.kind == "question" else "ready", to=last)
    assert table.phase(GAME) == "T03.US.B"
    return records(table, GAME)


def records(table: Table, game: str) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return chain.records_since(books, books.games.get(game), -1)


@pytest.mark.slow
def test_records_lead_to_the_position_of_the_desk_also_amid_a_phase(rosebud: Table) -> None:
    title = registry.game("rosebud")
    amid = follow(title, records(rosebud, GAME))
    if rosebud.phase(GAME) == "T03.IN.C":
        assert amid.open is not None
    at_fire(rosebud)
    found = follow(title, records(rosebud, GAME))
    with rosebud.desk.store.read() as books:
        game = books.games.get(GAME)
        assert title.system.to_json(found.now) == title.system.to_json(rosebud.desk.position(books, game))
    assert found.open is None


def test_no_seed_is_read(rosebud: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    title, told = registry.game("rosebud"), at_fire(rosebud)
    first = what_if(title, follow(title, told), "us", LINES, plays=10)

    def never(*_: object) -> bytes:
        raise AssertionError("a roll key was made")

    for module in (ladder, play, readjudication, chain_check):  # wherever a key is made
        monkeypatch.setattr(module, "roll_key", never)
    blind = json.loads(json.dumps(told))
    for record in blind:
        record["body"].pop("seed", None)
        record["body"].pop("contrib", None)
    again = what_if(title, follow(title, blind), "us", LINES, plays=10)
    assert again == first


@pytest.mark.slow
def test_hits_come_as_often_as_the_odds_say(rosebud: Table) -> None:
    title = registry.game("rosebud")
    found = what_if(title, follow(title, at_fire(rosebud)), "us", LINES)
    first = found.tried[0]
    assert first.line == "C/3 Cav fire full at Crow King"
    assert "1 loss on 10+, 2 losses on 12" in first.note
    assert sum(first.outcomes.values()) == found.plays == 200
    hits = sum(times for said, times in first.outcomes.items() if any("strength point" in one for one in said))
    assert abs(hits / 200 - 6 / 36) < 0.08
    other = what_if(title, follow(title, at_fire(rosebud)), "us", LINES, seed="2")
    assert other.tried[0].outcomes != first.outcomes
    said = "\n".join(page(found, 78))
    assert "C/3 Cav hit Crow King: 1 strength point" in said
    assert "indian strength lost" in said
    assert max(map(len, said.splitlines())) <= 78


def test_an_order_for_a_later_phase_is_played_up_to_it(rosebud: Table) -> None:
    title = registry.game("rosebud")
    found = what_if(title, follow(title, at_fire(rosebud)), "us", "G/4 Inf recover\nD/4 Inf move 3112-3113", plays=5)
    assert found.last_phase == "T03.US.C"
    assert found.tried[-1].outcomes == {("done; no die is rolled",): 5}


@pytest.mark.parametrize("words", ["Old Crow fire at 9999", "how are you?", ""])
def test_letter_without_an_order_tries_nothing(rosebud: Table, words: str) -> None:
    title = registry.game("rosebud")
    with pytest.raises(NothingToTry):
        what_if(title, follow(title, at_fire(rosebud)), "us", words)


def test_the_enemy_has_no_phase_to_try(rosebud: Table) -> None:
    title = registry.game("rosebud")
    with pytest.raises(NothingToTry, match="takes no orders of yours"):
        what_if(title, follow(title, at_fire(rosebud)), "indian", "Crow King fire full at C/3 Cav")


def test_missing_record_is_told_with_a_way_on(rosebud: Table) -> None:
    told = at_fire(rosebud)
    with pytest.raises(NotFollowed, match="record 3 is not here: add the letter that brought it"):
        follow(registry.game("rosebud"), [*told[:3], *told[4:]])
    with pytest.raises(NotFollowed, match="the welcome letter"):
        follow(registry.game("rosebud"), told[1:])


def test_sealed_answers_are_not_guessed() -> None:
    body = {"options": [], "scenario": "meadow"}
    genesis = {"type": "genesis", "seq": 0, "branch": "main", "body": body}
    sealed = {"type": "phase.resolved", "seq": 1, "branch": "main", "body": {"phase": "T01.RED.A", "sealed": "00"}}
    with pytest.raises(NotFollowed, match="hides facts until its end"):
        follow(SkirmishTitle(), [genesis, sealed])


def test_command_reads_a_mailbox(rosebud: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at_fire(rosebud)
    box = mailbox.mbox(tmp_path / "kate.mbox")
    for letter in rosebud.letters(GAME, "us"):
        box.add(letter.raw)
    box.close()
    path = str(tmp_path / "kate.mbox")
    assert main(["what-if", path, "--try", "C/3 Cav fire full at Crow King", "--plays", "20"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"WHAT IF: {GAME}, T3 US Off. Fire, US, after record ")
    assert "the game's own" in said
    assert main(["what-if", path, "--try", "Old Crow fire at 9999"]) == 1
    told = capsys.readouterr()
    assert "9999 is not on the map" in told.out
    assert "no line can be tried" in told.err
    assert main(["what-if", path, "--game", "other", "--try", "ready"]) == 2
    assert f"expected one of {GAME}, found 'other'" in capsys.readouterr().err
    assert main(["what-if", str(tmp_path / "nothing"), "--try", "ready"]) == 2
