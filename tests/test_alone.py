"""Whole games of every registered game, both levels, played alone: letters through the real reader, watched at every event.

`make selfplay` plays 200 of each.
"""

import json
from collections.abc import Iterator

import pytest

from pbem import cli
from pbem.core.event import Event, PhaseEnded
from pbem.mechanisms.practice import LEVELS, PLAIN
from pbem.selfplay import WIDTH, Alone, BrokenInvariant, Job, jobs, play, play_all, summary
from pbem.systems import registry

GAMES = {"custer": 2}
"""Two games side by side where they are short; of the others one."""
MOST_REFUSED = 0.02
"""Lines of practice players that the reader refuses: a line of theirs may be overtaken by one before it, no more."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "level", [pytest.param(one, marks=() if one == PLAIN else pytest.mark.series) for one in LEVELS]
)
@pytest.mark.parametrize("title", registry.titles())
def test_games_of_every_level_come_to_their_end(title: str, level: str) -> None:
    games = GAMES.get(title, 1)
    played = list(play_all(list(jobs(title, "", level, games, "tests", None)), processes=2))
    assert [one.fault for one in played if one.fault] == []
    assert all(one.outcome is not None and one.figures for one in played)
    lines, refused = sum(one.post.lines for one in played), sum(one.post.refused for one in played)
    assert refused <= MOST_REFUSED * lines, [one.post.refusals for one in played]
    told = list(summary(played))
    assert told[-1] == f"{games} of {games} games came to their end"
    assert all(line.isascii() for line in told)


@pytest.mark.slow
def test_the_same_seed_is_the_same_game() -> None:
    first, second = (play(Job("custer", "rosebud", (), PLAIN, "twice")) for _ in range(2))
    assert first == second
    assert first.state


def test_what_can_never_be_ends_the_game_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Alone("custer", "rosebud", "broken", PLAIN)

    def faults(state: object, event: Event) -> Iterator[str]:
        if isinstance(event, PhaseEnded):
            yield "a horse is missing"

    monkeypatch.setattr(type(game.ledger), "faults", lambda self, state, event: faults(state, event))
    with pytest.raises(BrokenInvariant, match="a horse is missing"):
        game.play()
    told = play(Job("custer", "rosebud", (), PLAIN, "broken 3"))
    assert told.fault is not None
    assert told.fault.kind == "BrokenInvariant"
    lines = list(summary([told]))
    assert "pbem selfplay custer --scenario rosebud --level plain --option 'none' --seed 'broken' --only 3" in lines[-2]
    assert lines[-1] == "0 of 1 games came to their end"


@pytest.mark.slow
def test_the_command_plays_and_tells(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["selfplay", "custer", "--scenario", "rosebud", "--games", "1", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "custer, rosebud, level plain: 1 games" in out
    assert all(len(line) <= WIDTH for line in out.splitlines())


@pytest.mark.slow
def test_the_command_tells_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["selfplay", "custer", "--games", "2", "--only", "1", "--level", "random", "--jobs", "1", "--json"]
    assert cli.main(line) == 0
    (row,) = (json.loads(one) for one in capsys.readouterr().out.splitlines())
    assert (row["seed"], row["scenario"], row["fault"]) == ("1 1", "rosebud", None)
    assert row["figures"]["combats"] >= 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], "no game is called 'chess'; there are: custer, littlebighorn, miniatures, nezperce, rosebud"),
        (["rosebud", "--scenario", "3A"], "--scenario: expected one of historical, in-contact, pack-train, found '3A'"),
        (["rosebud", "--option", "snow"], "--option: expected one of first shot"),
        (["rosebud", "--option", "first shot", "--option", "ammunition roster"], "only one may be in force"),
        (["rosebud", "--games", "0"], "expected a number from 1 on, found '0'"),
        (["rosebud", "--level", "clever"], "clever"),
    ],
)
def test_a_wrong_command_line_says_what_was_expected(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["selfplay", *words]) == 2
    assert said in capsys.readouterr().err
