"""The benchmarks: figures with the bounds of their goals, the scripts that `make bench` runs, and a club's addresses."""

import sys
from importlib import import_module

import pytest

from bench import run
from bench.club import address, addressed
from bench.frame import Figure, short

HELD = Figure("letters", "a second", 1234.0, 1000.0, "raw", least=0.8)
NEAR = Figure("a letter", "ms", 21.0, 10.0, "raw", most=2, note="a letter of 4 KB")
MISSED = Figure("statements", "statements", 80.0, most_ours=60)
TOLD = Figure("a game", "s", 1.82)


def test_a_figure_says_its_comparison_its_goal_and_its_note() -> None:
    assert HELD.told() == "  letters: 1,234 a second\n    raw: 1,000; ratio 1.23\n    goal ratio >= 0.8: holds"
    assert NEAR.told().endswith("ratio 2.1\n    goal ratio <= 2: MISSED\n    a letter of 4 KB")
    assert MISSED.told() == "  statements: 80 statements\n    goal <= 60 statements: MISSED"
    assert TOLD.told() == "  a game: 1.82 s"


def test_a_goal_missed_by_less_than_a_tenth_is_near() -> None:
    assert [one.holds for one in (HELD, NEAR, MISSED, TOLD)] == [True, False, False, True]
    assert [one.is_near for one in (HELD, NEAR, MISSED, TOLD)] == [False, True, False, False]


def test_what_stands_beside_nothing_at_all_misses_its_goal() -> None:
    assert not Figure("statements", "statements", 1.0, 0.0, "none", most=2).holds


def test_a_near_miss_is_measured_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([[NEAR], [HELD], [MISSED], [HELD]])
    monkeypatch.setattr(import_module("bench.selfplay"), "figures", lambda: next(found))
    assert [run.measured("selfplay") for _ in range(2)] == [[HELD], [MISSED]]


def test_a_missed_goal_is_the_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(import_module("bench.selfplay"), "figures", lambda: [MISSED, TOLD])
    monkeypatch.setattr(sys, "argv", ["bench.run", "selfplay"])
    assert run.main() == 1
    assert "goals missed: selfplay" in capsys.readouterr().out


def test_an_unknown_script_is_refused_with_those_that_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench.run", "P1"])
    with pytest.raises(SystemExit):
        run.main()
    assert "expected some of letters, selfplay, " in capsys.readouterr().err


@pytest.mark.parametrize("script", run.SCRIPTS)
def test_every_script_has_figures_and_says_what_it_measures(script: str) -> None:
    module = import_module(f"bench.{script}")
    assert callable(module.figures)
    assert module.__doc__


@pytest.mark.parametrize("value", [0.0123, 1.5, 99.94, 12345.6])
def test_figures_are_short(value: float) -> None:
    assert float(short(value).replace(",", "")) == pytest.approx(value, rel=0.01)


def test_a_players_letter_says_their_game_and_side() -> None:
    letter = f"From: a@b\r\nTo: Us <{address('club-12', 'us')}>\r\n\r\n".encode()
    assert addressed(letter) == ("club-12", "us")
    assert addressed(b"From: a@b\r\nTo: gm@club.example\r\n\r\n")[1] == ""
