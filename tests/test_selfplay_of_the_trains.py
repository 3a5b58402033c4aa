"""Whole games of scenario 2, with all optional rules and with none: no dead end, and every event is told."""

import pytest

from pbem.reports.log import section
from pbem.reports.wrap import guarded
from pbem.systems import registry
from tests.selfplay import SelfPlay

ALL = ("ammunition roster", "casualty limit", "hit and run", "pony pickup")


@pytest.mark.slow
@pytest.mark.parametrize("options", [ALL, ()], ids=["all options", "none"])
def test_a_whole_game_with_the_pack_trains_is_played_and_told(options: tuple[str, ...]) -> None:
    game = SelfPlay("mules 1", "pack-train", options=options)
    teller = registry.game("rosebud").teller
    state = None
    for _, umpire, before in game.phases():
        guarded(section(teller.log(before, umpire.events, 1)))
        state = umpire.state
    assert state is not None
    assert registry.game("rosebud").system.outcome(state) is not None
    assert bool(game.asks.get("return fire")) is bool(options)


@pytest.mark.slow
def test_a_phase_of_theirs_that_stops_at_every_question_tells_the_same_events() -> None:
    game = SelfPlay("mules broken", "pack-train", options=ALL)
    for phase, umpire, before in game.phases(60):
        assert game.broken(phase, before).events == umpire.events, phase.id
