"""An opponent's head beside one's own: the same, another one, or none that is known here."""

from types import SimpleNamespace
from typing import Any

from pbem.seal.verify import _compare

OURS, THEIRS = "a" * 64, "b" * 64


def game(name: str, heads: dict[int, str], sealed: dict[int, str] | None = None) -> tuple[Any, Any]:
    branch = SimpleNamespace(name="main", heads=heads, sealed=sealed or {}, head_seq=max(heads))
    return SimpleNamespace(game=name, branches=[branch]), SimpleNamespace(branches={"main": branch})


def test_the_same_head_is_a_note_with_its_number_or_without() -> None:
    games = [game("rosebud-7", {40: "c" * 64, 41: OURS})]
    for number in (41, None):
        (found,) = _compare((number, OURS), games)
        assert found.kind == "note"
        assert "head 41 of rosebud-7" in found.text


def test_another_head_of_that_number_is_two_histories() -> None:
    (found,) = _compare((41, THEIRS), [game("rosebud-7", {41: "c" * 64}, {41: OURS})])
    assert found.kind == "false"
    assert "you were not sent the same history" in found.text


def test_without_a_number_or_with_several_games_another_head_accuses_nobody() -> None:
    one, other = game("rosebud-7", {41: OURS}), game("custer-2", {41: "c" * 64})
    for wanted, games in (((None, THEIRS), [one]), ((41, THEIRS), [one, other]), ((7, THEIRS), [one])):
        (found,) = _compare(wanted, games)
        assert found.kind == "missing"
        assert "rosebud-7 up to head 41" in found.text
