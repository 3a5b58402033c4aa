"""The second title of the series: its files, its own values, and that it is not offered to players before it is finished."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.commands.new import wanted_of
from pbem.core.options import Options
from pbem.desk.games.campaign_file import CampaignDraft
from pbem.desk.games.open import CannotOpen, open_campaign
from pbem.orders.rehearsal import rehearse
from pbem.selfplay import Alone
from pbem.systems import registry
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.log import clock
from tests.desk.table import Table

SCENARIOS = tuple(f"scenario-{n}" for n in range(1, 6))


def opened(scenario: str = "scenario-1") -> Battlefield:
    return LITTLEBIGHORN.system.open(scenario, Options()).thaw()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_is_set_up_and_its_first_turn_played(scenario: str) -> None:
    alone = Alone("littlebighorn", scenario, "first turn", "plain")
    for _ in range(16):
        phase = alone.system.next_phase(alone.state)
        assert phase is not None
        alone.phase(phase)
    assert alone.state.turn == 1 + (alone.state.turn > 1)
    assert not [unit.name for unit in alone.state.of("indian") if not unit.at]


def test_the_US_player_moves_first_and_the_second_day_begins_at_seven() -> None:
    field = opened()
    assert field.sheet.scenario.player_sequence == ("us", "indian")
    assert clock(field, 19) == "Turn 19 of 61 (20:40)"
    assert clock(field, 20) == "Turn 20 of 61 (07:00)"
    assert clock(field, 61) == "Turn 61 of 61 (20:40)"


def test_scenarios_4_and_5_are_played_on_both_maps() -> None:
    assert "1205" in opened("scenario-5").sheet.map
    assert "8913" in opened("scenario-5").sheet.map
    assert "1205" not in opened().sheet.map


def test_a_dead_commander_scores_this_title_s_points() -> None:
    assert charts.commander_points(opened()) == 10
    assert LITTLEBIGHORN.commanders == ("LTC Custer", "Sitting Bull")


def test_the_cavalry_headquarters_keeps_near_Custer() -> None:
    field = opened()
    field.put(field["LTC Custer"].but(at="8505"))
    field.put(field["7 Cav HQ"].but(at="8905"))
    duty = duties.duty_of(field, "7 Cav HQ")
    assert duty is not None
    assert (duty.goal, duty.radius) == ("8505", 5)
    assert "LTC Custer's command radius (13.E)" in duty.about


def entering(words: str) -> tuple[str, str]:
    field = opened()
    field.turn, field.phasing, field.phase, field.phase_over = 9, "us", "C", False
    found = rehearse(LITTLEBIGHORN.system, LITTLEBIGHORN.dialect, field, "us", "C", words).lines[0]
    return found.verdict, " ".join(found.refusal_text.split())


def test_cavalry_enters_in_the_saddle_and_the_pack_train_on_foot() -> None:
    assert entering("B/7 Cav enter 8907")[0] == "accepted"
    assert entering("Mule Pack Train enter 8907")[0] == "accepted"
    assert "B/7 Cav enters mounted (21.1)" in entering("B/7 Cav enter 8907 dismounted")[1]
    assert "Mule Pack Train enters dismounted (21.1)" in entering("Mule Pack Train enter 8907 mounted")[1]


def test_it_is_offered_and_a_game_in_development_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "littlebighorn" in registry.offered()
    unfinished = replace(registry.game("nezperce"), is_unfinished=True)
    real = registry.game
    monkeypatch.setattr(registry, "game", lambda title: unfinished if title == "nezperce" else real(title))
    assert "nezperce" not in registry.offered()
    assert "nezperce" in registry.offered(unfinished=True)
    desk = Table.lay(tmp_path, games=registry.game).desk
    plan = CampaignDraft(
        name="np-1", title="nezperce", gm=("", "gm@club.example"), plays={"army": "plain", "indian": "plain"}
    )
    with pytest.raises(CannotOpen, match="in development"):
        open_campaign(desk, wanted_of(desk, plan))
    plan.takes_unfinished = True
    open_campaign(desk, wanted_of(desk, plan))


@pytest.mark.parametrize("letter", ["A", "C"])
def test_the_cost_in_a_receipt_counts_the_points_that_a_unit_begins_with(letter: str) -> None:
    """21.1.J.3: Reno begins with four points; `in C:` is filed before his phase has begun."""
    alone = Alone("littlebighorn", "scenario-1", "first turn", "plain")
    while (phase := alone.system.next_phase(alone.state)) is not None and phase.id != f"T01.US.{letter}":
        alone.phase(phase)
    field = alone.state
    unit = field["A/7 Cav"]
    game = registry.game("littlebighorn")
    costs = []
    for at in field.sheet.map.open_neighbours(unit.at):
        line = f"in C: A/7 Cav move {unit.at}-{at}" if letter == "A" else f"A/7 Cav move {unit.at}-{at}"
        (found,) = rehearse(game.system, game.dialect, game.system.view(field, "us"), "us", letter, line).lines
        costs += [note for note in found.notes if note.endswith("MP")]
    assert costs
    assert all(re.fullmatch(r"[1-4] of 4 MP", one) for one in costs), costs
