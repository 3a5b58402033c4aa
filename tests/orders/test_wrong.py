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
