"""The game is sound, and plays by mail."""

import pytest
from newgame import ground

from pbem.api.conformance import CHECKS, assert_sound, at_a_desk


@pytest.mark.parametrize("check", CHECKS)
def test_the_game_is_sound(check: str) -> None:
    assert_sound("newgame.game:GAME", check)


def test_a_letter_moves_a_unit() -> None:
    with at_a_desk("newgame.game:GAME") as desk:
        answer = desk.say("red", f"Guards to {ground.EXAMPLE}\nready")
        assert "Your orders for T1 " in answer
        assert f"{ground.EXAMPLE}" in desk.report("blue")


def test_a_line_that_cannot_be_done_is_refused_with_the_reason() -> None:
    with at_a_desk("newgame.game:GAME") as desk:
        assert "No unit is called Gards.  Did you mean   Guards ?" in " ".join(
            desk.say("red", "Gards to Nowhere").split("\n")
        )
