"""Possible fords and written entries: what each side knows, what a crossing shows, where reinforcements come (LB-21.1)."""

import pytest

from pbem.core.options import Options
from pbem.orders.rehearsal import rehearse
from pbem.selfplay import Alone
from pbem.systems.indian_wars.littlebighorn import LITTLEBIGHORN
from pbem.systems.indian_wars.rules.movement.steps import step_cost
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import EntryWritten, FordsChosen, FordShown

SYSTEM = LITTLEBIGHORN.system
ACROSS = ("5413", "5414")


def chosen(real: str = "5316") -> Battlefield:
    field = SYSTEM.open("scenario-1", Options()).thaw()
    places = ("5413", "5316")
    SYSTEM.apply(field, FordsChosen(places, tuple(place == real for place in places)))
    return field


def cost(field: Battlefield, a: str, b: str) -> int:
    step = step_cost(field, (field["E/7 Cav"].but(mode="mounted"),), a, b)
    assert step is not None
    return step.cost


def test_where_there_is_no_ford_the_river_is_crossed_and_the_US_plan_does_not_know() -> None:
    field = chosen()
    assert cost(SYSTEM.view(field, "us"), *ACROSS) + 2 == cost(SYSTEM.view(field, "indian"), *ACROSS)
    assert cost(field, "5315", "5316") == cost(SYSTEM.view(field, "us"), "5315", "5316")


def test_the_ford_that_only_another_scenario_has_is_none() -> None:
    field = chosen()
    assert cost(SYSTEM.view(field, "us"), "5314", "5415") == cost(field, *ACROSS)


def test_once_shown_both_sides_know() -> None:
    field = chosen()
    SYSTEM.apply(field, FordShown("5413", "E/7 Cav", False))
    assert cost(SYSTEM.view(field, "us"), *ACROSS) == cost(field, *ACROSS)
    assert field.notes.fords == {"5413": False}
    assert dict(SYSTEM.hidden(field))["fords"] == {"5316": True}


@pytest.mark.parametrize("side", ["us", ""])
def test_no_one_else_sees_the_fords(side: str) -> None:
    one, other = chosen("5316"), chosen("5413")
    seen = [field.seen_by(side).to_json() for field in (one, other)]
    assert seen[0] == seen[1]
    assert SYSTEM.hidden(one) != SYSTEM.hidden(other)
    assert SYSTEM.public(one) == SYSTEM.public(other)


def test_a_checkpoint_keeps_what_is_hidden() -> None:
    field = chosen()
    SYSTEM.apply(field, EntryWritten(("D/7 Cav",), "8913"))
    again = SYSTEM.from_json(SYSTEM.to_json(field))  # type: ignore[arg-type]
    assert SYSTEM.hidden(again) == SYSTEM.hidden(field)


def coming(words: str) -> tuple[str, str]:
    field = chosen()
    SYSTEM.apply(field, EntryWritten(("D/7 Cav", "H/7 Cav"), "8913"))
    field.turn, field.phasing, field.phase, field.phase_over = 6, "us", "C", False
    found = rehearse(SYSTEM, LITTLEBIGHORN.dialect, field, "us", "C", words).lines[0]
    return found.verdict, " ".join(found.refusal_text.split())


def test_reinforcements_come_where_it_was_written_down() -> None:
    assert coming("D/7 Cav enter 8913")[0] == "accepted"
    verdict, text = coming("D/7 Cav enter 8906")
    assert verdict != "accepted"
    assert "D/7 Cav enters at 8913, as you wrote down before play (21.1.K)" in text


@pytest.mark.slow
def test_who_was_not_ordered_to_enter_comes_where_it_was_written_down() -> None:
    alone = Alone("littlebighorn", "scenario-1", "secrets", "random")
    while (phase := alone.system.next_phase(alone.state)) is not None and phase.id != "T06.US.C":
        alone.phase(phase)
    written = dict(alone.state.secrets.entries)
    assert {"D/7 Cav", "H/7 Cav", "K/7 Cav", "Capt Benteen", "B/7 Cav"} <= set(written)
    assert phase is not None
    entered = {e.unit: e.at for e in alone.phase(phase).events if type(e).__name__ == "UnitEntered"}
    assert entered
    assert all(entered[name] == written[name] for name in entered if not alone.state[name].is_leader)
    assert not set(alone.state.secrets.entries) & set(entered)
