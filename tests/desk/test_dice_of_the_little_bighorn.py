"""`pbem what-if` and `pbem luck` for the Little Bighorn: guns and camps tried from a mailbox, the dice of a game compared,
and what both can say of a game that hides facts until its end."""

import mailbox
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.orders.what_if import NothingToTry, what_if
from pbem.desk.orders.what_if import page as forecast
from pbem.desk.play.advance import advance
from pbem.desk.play.luck import of_game, page, percent_for, plot
from pbem.desk.record import chain
from pbem.desk.record.from_records import NotFollowed, follow
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import GM, Table

GAME = "lb-1"
TITLE = registry.game("littlebighorn")


def opened(folder: Path, scenario: str, *options: str) -> Table:
    """A game of Kate's against the program."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "titles", registry.game)
        table = Table.lay(folder)
    table.addresses = {"us": "kate@mail.example"}
    wanted = Wanted(
        GAME,
        "littlebighorn",
        scenario,
        [("us", "kate@mail.example", "K. Hale")],
        GM,
        plays={"indian": "plain"},
        seed=b"a demo seed",
        ladder_length=64,
        options=options,
    )
    open_campaign(table.desk, wanted)
    advance(table.desk, GAME)
    return table


def play_to(table: Table, phase: str, words: Sequence[str] = ()) -> None:
    """Play to a phase, "" for the end, with these words in the first letters and bare `ready` in the others."""
    said = iter(words)
    for _ in range(80):
        if table.phase(GAME) == phase or table.state(GAME) == "over":
            break
        last = next(one for one in reversed(table.letters(GAME, "us")) if one.kind in ("report", "question"))
        digits = " ".join("1" for _ in re.findall(r"^\d+  \S", last.text, re.M))
        table.say(GAME, "us", digits if last.kind == "question" else f"{next(said, '')}\nready".strip(), to=last)
    assert table.phase(GAME) == phase


def resign(table: Table) -> None:
    asked = table.say(GAME, "us", "resign")
    table.say(GAME, "us", next(line for line in asked.text.splitlines() if "| confirm" in line).partition("| ")[2])
    assert table.state(GAME) == "over"


def records(table: Table) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return chain.records_since(books, books.games.get(GAME), -1)


def in_a_mailbox(table: Table, path: Path) -> str:
    box = mailbox.mbox(path)
    for letter in table.letters(GAME, "us"):
        box.add(letter.raw)
    box.close()
    return str(path)


GUN_FIRE = "Gatling 1 fire full at 7116\nA/7 Cav fire full at Iron Hawk"


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The position of the demo, which hides nothing, up to an Offensive Fire Phase with warriors before a Gatling."""
    table = opened(tmp_path_factory.mktemp("village"), "in-the-village")
    play_to(table, "T06.US.B")
    return table


@pytest.mark.slow
def test_a_gun_is_tried_like_any_unit_and_its_hits_come_as_often_as_its_chart_says(village: Table) -> None:
    found = what_if(TITLE, follow(TITLE, records(village)), "us", GUN_FIRE)
    gun = found.tried[0]
    assert gun.line == "Gatling 1 fire full at 7116"
    assert "1 on 6, R on 4-5" in gun.note
    assert sum(gun.outcomes.values()) == found.plays == 200
    hits = sum(times for said, times in gun.outcomes.items() if any("hit 7116" in one for one in said))
    assert abs(hits / 200 - 1 / 6) < 0.08
    again = what_if(TITLE, follow(TITLE, records(village)), "us", GUN_FIRE)
    assert again == found, "the same records, words and seed give the same forecast"
    other = what_if(TITLE, follow(TITLE, records(village)), "us", GUN_FIRE, seed="2")
    assert other.tried[0].outcomes != gun.outcomes
    told = "\n".join(forecast(found, 78))
    assert max(map(len, told.splitlines())) <= 78
    assert "indian strength lost" in told


def test_a_turn_is_tried_to_its_end_camps_and_melee_with_it(village: Table, tmp_path: Path) -> None:
    path = in_a_mailbox(village, tmp_path / "kate.mbox")
    lines = "in C: M/7 Cav move 7218-7118; burn camp\nin C: Army Scouts move to 7019; scatter herd"
    found = what_if(TITLE, follow(TITLE, records(village)), "us", lines, plays=10)
    assert found.last_phase == "T06.US.C"
    assert [one.line for one in found.tried] == ["in C: M/7 Cav move 7218-7118", "in C: M/7 Cav burn camp"]
    assert found.figures["us VPs"] == [1] * 10, "a burned camp scores 1"
    assert main(["what-if", path, "--try", "Gatling 1 fire full at 9999"]) == 1


@pytest.mark.slow
def test_the_luck_of_a_game_counts_its_guns_and_is_told_alike_twice(
    village: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play_to(village, "", [GUN_FIRE])
    told = " ".join(village.letters(GAME, "us", "report")[-1].text.split())
    assert "Your dice were better than in " in told
    assert f"pbem luck {GAME} --from MAILBOX" in told
    followed = follow(TITLE, records(village))
    thrown = of_game(TITLE, followed)
    shots = [one.chance for one in thrown if one.chance.what == "Gatling 1 fires at 7116"]
    assert [(one.kind, one.side, one.spread) for one in shots] == [("fire", "us", {0: 5, 1: 1})]
    assert percent_for("us", thrown) + percent_for("indian", thrown) in (99, 100, 101)
    assert sum("*" in line for line in plot(thrown, "us", "US")) >= 1
    assert max(map(len, page(TITLE, followed, "us"))) <= 78
    path = in_a_mailbox(village, tmp_path / "kate.mbox")
    pages = []
    for _ in range(2):
        assert main(["luck", GAME, "--from", path, "--side", "us", "--replays", "5"]) == 0
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]
    assert pages[0].startswith(f"LUCK: {GAME}, US")
    assert "each played 5 times" in pages[0]
    assert max(map(len, pages[0].splitlines())) <= 78


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """The battle itself, whose fords and written entries are sealed, up to the first US Movement Phase."""
    table = opened(tmp_path_factory.mktemp("hidden"), "scenario-1")
    play_to(table, "T01.US.C", ["D/7 Cav, H/7 Cav enter 8913"])
    return table


def test_what_all_know_of_a_game_that_hides_facts_is_enough_to_try_orders(
    hidden: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = records(hidden)
    with pytest.raises(NotFollowed, match="hides facts until its end"):
        follow(TITLE, told)
    blind = follow(TITLE, told, blind=True)
    with hidden.desk.store.read() as books:
        true = hidden.desk.position(books, books.games.get(GAME))
    assert blind.is_blind
    assert TITLE.system.public(blind.now) == TITLE.system.public(true)
    assert true.secrets.entries
    assert not blind.now.secrets.entries, "nobody but its owner knows it, and no record tells"
    path = in_a_mailbox(hidden, tmp_path / "kate.mbox")
    assert main(["what-if", path, "--try", "7 Cav HQ move 8905-8805", "--plays", "5"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"WHAT IF: {GAME}, T1 US Movement, US")
    assert "What is hidden until the game's end" in " ".join(said.split())
    assert max(map(len, said.splitlines())) <= 78


def test_amid_a_phase_whose_answers_are_sealed_nothing_is_tried(hidden: Table) -> None:
    told = records(hidden)
    amid = {**told[-1], "body": {**told[-1]["body"], "events": told[-1]["body"]["events"][:-1]}}
    with pytest.raises(NothingToTry, match="what was answered in it is sealed"):
        what_if(TITLE, follow(TITLE, [*told[:-1], amid], blind=True), "us", "7 Cav HQ move 8905-8805", plays=1)


def test_the_end_opens_what_luck_needs(hidden: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["luck", GAME, "--from", in_a_mailbox(hidden, tmp_path / "before.mbox")]) == 1
    assert "still being played" in capsys.readouterr().err
    resign(hidden)
    told = records(hidden)
    sealed = {(o["branch"], o["seq"]): o["value"] for o in told[-1]["body"]["openings"] if o["open"] == "segment"}
    whole = follow(TITLE, told, sealed)
    with hidden.desk.store.read() as books:
        true = hidden.desk.position(books, books.games.get(GAME))
    assert not whole.is_blind
    assert TITLE.system.to_json(whole.now) == TITLE.system.to_json(true)
    assert main(["luck", GAME, "--from", in_a_mailbox(hidden, tmp_path / "after.mbox"), "--replays", "0"]) == 0
