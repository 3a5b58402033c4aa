"""The page that tells a whole game at its end."""

import pytest

from pbem.core.event import Event
from pbem.mechanisms.practice import PLAIN, RANDOM
from pbem.reports.report import WIDTH
from pbem.selfplay import Alone
from pbem.systems import registry
from pbem.systems.custer.state.events import CombatResolved
from pbem.systems.indian_wars.state.combat_events import FireResolved


def played(title: str, scenario: str, level: str, phases: int) -> tuple[Alone, list[tuple[str, Event]]]:
    game = Alone(title, scenario, "story", level)
    told: list[tuple[str, Event]] = []
    for _ in range(phases):
        phase = game.system.next_phase(game.state)
        if phase is None:
            break
        told += [(phase.id, event) for event in game.phase(phase).events]
    return game, told


@pytest.mark.parametrize(
    ("title", "scenario", "level", "phases"),
    [
        pytest.param("rosebud", "in-contact", RANDOM, 48, marks=pytest.mark.slow),
        ("rosebud", "in-contact", PLAIN, 24),
        ("custer", "rosebud", PLAIN, 60),
    ],
)
def test_the_page_fits_a_letter(title: str, scenario: str, level: str, phases: int) -> None:
    game, told = played(title, scenario, level, phases)
    page = registry.game(title).teller.story(game.state, told, "us")
    assert all(line.isascii() and len(line) <= WIDTH for line in page), [line for line in page if len(line) > WIDTH]
    assert len(page) <= 45


@pytest.mark.slow
def test_losses_points_and_dice_are_those_of_the_events() -> None:
    game, told = played("rosebud", "in-contact", PLAIN, 24)
    page = registry.game("rosebud").teller.story(game.state, told, "us")
    figures = game.ledger.figures(game.state)
    table = {line.split()[0]: line.split()[1:] for line in page[1:3]}
    assert int(table["US"][0]) == figures["us strength lost"]
    assert int(table["Indian"][0]) == figures["indian strength lost"]
    shots = [event for _, event in told if isinstance(event, FireResolved) and event.shot.line == "US"]
    fire = next(line for line in page if line.startswith("US fire"))
    assert fire.split()[2] == str(len(shots))
    mean = sum(one.roll.natural for one in shots) / len(shots)
    assert abs(float(fire.split()[3]) - mean) <= 0.051
    assert any(line.startswith("In fire the dice") for line in page)


@pytest.mark.slow
def test_the_chit_pull_battle_counts_its_combats() -> None:
    game, told = played("custer", "rosebud", PLAIN, 60)
    page = registry.game("custer").teller.story(game.state, told, "us")
    combats = sum(isinstance(event, CombatResolved) for _, event in told)
    assert any(line.startswith(f"Combats       {combats}, ") for line in page)
