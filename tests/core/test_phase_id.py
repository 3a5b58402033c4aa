"""Phase ids: what they say, how they are written and read back."""

import pytest

from pbem.core.sequence import BattleTurn, PhaseId, parse, parse_or_none, player_turn


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("T03.US.B", PhaseId(3, "US", "B")),
        ("T00.US.S", PhaseId(0, "US", "S")),
        ("T02.CUP.C", PhaseId(2, "CUP", "C")),
        ("T103.IN.F", PhaseId(103, "IN", "F")),
        ("T03.B2.G07.US.B", PhaseId(3, "US", "B", BattleTurn(2, 7))),
    ],
)
def test_an_id_is_read_and_written(text: str, expected: PhaseId) -> None:
    assert parse(text) == expected
    assert str(expected) == text
    assert player_turn(text) == expected.player_turn


@pytest.mark.parametrize("text", ["", "what if", "T03.US", "T03.US.BB", "T03.B2.US.B", "T3.us.B"])
def test_other_text_is_no_id(text: str) -> None:
    assert parse_or_none(text) is None
    with pytest.raises(ValueError, match="expected the id of a phase such as"):
        parse(text)


def test_the_same_phase_in_another_turn() -> None:
    assert str(parse("T03.US.B").in_turn(-1)) == "T02.US.B"
    assert str(parse("T03.B2.G07.US.B").in_turn(1)) == "T03.B2.G08.US.B"
