"""Order lines and battle plans tried from a player's own letters, and the account of a game's dice at its end."""

from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.desk.orders.what_if import NothingToTry, page, what_if
from pbem.desk.play.luck import of_game, percent_for
from pbem.desk.record import chain
from pbem.desk.record.from_records import follow
from pbem.systems import registry
from tests.desk import table as tables
from tests.systems.posted import Posted

GAME = "posted-1"
TITLE = registry.game("nezperce")
PLAN = "plan\nonce lost half: all leave nearest\nbraves fire at any within 6, then back\nbraves skirmish any at 4\nend plan"


@pytest.fixture(scope="module")
def at_plans(tmp_path_factory: pytest.TempPathFactory) -> Posted:
    """A game by letters from Bear Paw on, up to the first stop for battle plans."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "titles", registry.game)
        table = Posted.game(tmp_path_factory.mktemp("posted"), "nezperce", "bear-paw", pace="mixed")
        for _ in range(12):
            if table.phase(GAME).endswith(".P"):
                return table
            table.play(1)
    raise AssertionError("no battle")


def records(table: Posted) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return chain.records_since(books, books.games.get(GAME), -1)


@pytest.mark.slow
def test_public_events_lead_to_what_everybody_sees(at_plans: Posted) -> None:
    found = follow(TITLE, records(at_plans)).now
    with at_plans.desk.store.read() as books:
        true = at_plans.desk.position(books, books.games.get(GAME))
    assert TITLE.system.public(found) == TITLE.system.public(true)
    assert TITLE.system.to_json(found) == TITLE.system.public(true), "nobody's plan is known"


@pytest.mark.slow
def test_a_plan_is_played_to_the_end_of_the_battle(at_plans: Posted) -> None:
    followed = follow(TITLE, records(at_plans))
    found = what_if(TITLE, followed, "indian", PLAN, plays=3)
    assert [one.line for one in found.tried][1:3] == [
        "line 1: once lost half: all leave nearest",
        "line 2: braves fire at any within 6, then back",
    ]
    assert all(one.is_plan and not one.outcomes for one in found.tried)
    assert all(turns > 1 for turns in found.figures["battle turns"])
    assert len(set(found.figures["battle turns"])) > 1
    assert max(found.figures["indian units lost"] + found.figures["army units lost"]) > 0
    first = {name: changes[:1] for name, changes in found.figures.items()}
    assert what_if(TITLE, followed, "indian", PLAN, plays=1).figures == first
    assert what_if(TITLE, followed, "indian", PLAN, plays=1, seed="2").figures != first
    text = "\n".join(page(found, 78))
    assert "battle turns" in text
    assert "not carried out" not in text
    assert max(map(len, text.splitlines())) <= 78


def test_a_single_order_at_a_stop_is_played_to_its_half_turn(at_plans: Posted) -> None:
    followed = follow(TITLE, records(at_plans))
    battle = followed.now.battle
    unit = next(one for one in battle.on_map("army") if one.mode == "dismounted")
    found = what_if(TITLE, followed, "army", f"{unit.name} mount", plays=4)
    assert found.tried[0].outcomes == {("done; no die is rolled",): 4}
    assert found.last_phase.endswith(".H")


def test_a_line_that_needs_a_plan_on_file_says_what_is_missing(at_plans: Posted) -> None:
    followed = follow(TITLE, records(at_plans))
    with pytest.raises(NothingToTry) as found:
        what_if(TITLE, followed, "indian", "drop line 3")
    assert found.value.read is not None
    assert "Your plan has no line 3" in found.value.read.lines[0].refusal_text


@pytest.mark.slow
def test_the_command_tries_a_plan_from_a_mailbox(
    at_plans: Posted, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box, plan = at_plans.mailbox("indian", tmp_path / "box"), tmp_path / "plan.txt"
    plan.write_text(PLAN)
    assert main(["what-if", str(box), "--orders", str(plan), "--plays", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("WHAT IF: posted-1, T27 battle 1.1 Battle plans, Indian, after record ")
    assert "line 2: braves fire at any within 6, then back" in said
    assert "2 plays from the position that your letters tell" in said


def test_a_march_is_tried_in_the_campaign(at_plans: Posted) -> None:
    told = records(at_plans)
    start = follow(TITLE, told[:1])
    found = what_if(TITLE, start, "army", "Howard move 2506 to 2405", plays=2)
    assert found.tried[0].outcomes == {("done; no die is rolled",): 2}


@pytest.mark.slow
def test_the_dice_of_a_battle_are_counted_for_each_side(at_plans: Posted) -> None:
    for _ in range(8):
        at_plans.play(1)
    thrown = of_game(TITLE, follow(TITLE, records(at_plans)))
    assert {one.chance.kind for one in thrown} >= {"fire", "morale"}
    assert percent_for("army", thrown) + percent_for("indian", thrown) == 100
