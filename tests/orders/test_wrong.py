"""The wrong orders of the order language come out letter for letter."""

import pytest

from pbem.core.options import Options
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.systems import registry
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import wrong

GAME = registry.game("rosebud")


def position(phase: str) -> Battlefield:
    """The scenario in contact; from phase C on what was fired in phase B of the report has been fired."""
    field: Battlefield = GAME.system.thaw(GAME.system.open("in-contact", Options()))
    if phase in "CEF":
        field.put(field["C/3 Cav"].but(fired="full"))
        field.put(field["Good Heart"].but(fired="half", low_ammo=True))
    return field


def read(side: str, phase: str, words: str) -> RehearsalResult:
    return rehearse(GAME.system, GAME.dialect, position(phase), side, phase, words)


@pytest.mark.parametrize(("number", "side", "phase", "line", "answer"), wrong(), ids=[row[0] for row in wrong()])
def test_a_wrong_order_is_answered_letter_for_letter(
    number: str, side: str, phase: str, line: str, answer: str
) -> None:
    (verdict,) = read(side, phase, line).lines
    assert verdict.verdict == "refused"
    assert verdict.refusal_text == answer


def test_what_is_suggested_can_be_copied_as_it_stands() -> None:
    for number, side, phase, line, _ in wrong():
        (verdict,) = read(side, phase, line).lines
        assert verdict.problem is not None
        for suggestion in verdict.problem.suggest:
            again = read(side, phase, suggestion).lines
            if number != "01" and " " in suggestion and "/" in suggestion.split(" ")[0]:
                assert all(one.problem.code != "E101" for one in again if one.problem is not None), suggestion


@pytest.mark.parametrize("lead", ["in S:", "in set-up:", "in phase X:"])
def test_a_phase_that_cannot_come_is_what_is_wrong_with_its_line(lead: str) -> None:
    """The set-up is over, and there is no phase X: nothing is filed for it, and carets show its name."""
    line = f"{lead} A/3 stay"
    (verdict,) = read("us", "C", line).lines
    assert verdict.problem is not None
    assert verdict.problem.code == "E154"
    assert verdict.caret is not None
    assert line[slice(*verdict.caret)] == lead


def test_the_set_up_may_be_named_by_its_letter() -> None:
    field = GAME.system.thaw(GAME.system.open("historical", Options()))
    unit = next(one.name for one in field.units.values() if one.side == "us" and not one.at)
    found = [
        rehearse(GAME.system, GAME.dialect, field, "us", "S", f"{lead}{unit} set up 9999").lines[0]
        for lead in ("", "in set-up: ", "in S: ")
    ]
    assert len({one.problem for one in found}) == 1
    assert len({one.text[slice(*one.caret)] for one in found if one.caret is not None}) == 1
