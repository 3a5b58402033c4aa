"""Attacks on the dice of a campaign: shopping, rolling again, silence, a crash; and what the mailboxes say of each."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pbem.core.dice import KeyedDice
from pbem.desk.outgoing import letters
from pbem.desk.play import play
from pbem.desk.play.advance import advance
from pbem.desk.play.play import step_of
from pbem.desk.play.terms import HOURS
from pbem.desk.record import chain
from pbem.seal.ladder import below
from tests.desk.table import Table
from tests.desk.test_replay import lapse
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof

RESUBMISSIONS = int(os.environ.get("PBEM_RESUBMISSIONS", "15"))
"""``make soak`` sets 1,000."""


def shop(table: Table, game: str, times: int) -> list[str]:
    """Submit orders again and again under other nonces, and look at previews; all texts that came back.

    It takes him days: the desk reads only so many letters of an address on one.
    """
    told = []
    for n in range(times):
        if n % (table.desk.house.letters_a_day - 1) == 0:
            table.clock.forward(hours=25)
        words = f"Red One fire at Blue {'One' if n % 2 else 'Two'}\nnonce: try {n}"
        told.append(table.say(game, "red", words if n % 3 else f"preview\n{words}").text)
    return told


@pytest.mark.slow
def test_who_resubmits_a_thousand_times_learns_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No die falls for a preview, a receipt or an error reply, and no step of the ladder is looked at; each is counted."""
    game = table.open(hours=dict.fromkeys(HOURS, 24 * 30))
    table.say(game, "blue", "policy cover: stand")

    def no_die(*_: object) -> tuple[int, ...]:
        raise AssertionError("a die fell before the orders were locked")

    with monkeypatch.context() as watched:
        watched.setattr(KeyedDice, "faces", no_die)
        watched.setattr(play, "step_of", no_die)
        told = shop(table, game, RESUBMISSIONS)
    with table.desk.store.read() as books:
        row = books.games.get(game)
        assert row.steps == 0
        seeds = {step_of(table.desk, books, row, adj).hex() for adj in (1, 2)}
        filed = books.submissions.latest(row, "red", "T01.RED.A")
        assert filed is not None
        assert filed.n == sum(n % 3 != 0 for n in range(RESUBMISSIONS))
    assert not any(seed in text for text in told for seed in seeds)
    table.say(game, "red", "ready")
    play_out(table, game)
    verdict = proof(table, game, "blue", tmp_path)
    assert false(verdict) == []
    assert len(verdict.games[0].branches[0].tally.accepted["RED"]) >= filed.n, "both see how often he tried"


@pytest.mark.slow
def test_a_silent_player_stalls_nothing_and_steers_nothing(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    while table.state(game) != "over":
        lapse(table, game)
    for side in ("red", "blue"):
        verdict = proof(table, game, side, tmp_path / side)
        assert false(verdict) == []
        assert verdict.games[0].branches[0].tally.rolls == 2


def rolled_with(step: Callable[[bytes], bytes]) -> Callable[..., bytes]:
    honest = step_of
    return lambda desk, books, game, adj: step(honest(desk, books, game, adj))


@pytest.mark.parametrize(
    ("step", "says"),
    [
        (below, "seed 1 does not stand on the anchor in genesis"),
        (lambda seed: bytes(31) + b"\7", "seed 1 does not stand on the anchor in genesis"),
    ],
)
def test_a_daemon_that_takes_another_seed_is_told(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: Callable[[bytes], bytes], says: str
) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    monkeypatch.setattr(play, "step_of", rolled_with(step))
    table.say(game, "red", BOTH_FIRE)
    table.until(game, "blue")
    assert any(says in text for text in false(proof(table, game, "blue", tmp_path)))


def test_a_daemon_that_skips_a_step_to_roll_again_is_told(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    with table.desk.store.begin() as books:
        books.games.get(game).steps = 1  # it did not like seed 1
    table.say(game, "red", BOTH_FIRE)
    assert "record 3: another adjudication than expected" in false(proof(table, game, "red", tmp_path))


def test_a_daemon_that_makes_up_a_contribution_is_told(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    monkeypatch.setattr(play, "contributions", lambda *_: {"RED": "ab" * 32, "BLU": "cd" * 32})
    table.say(game, "red", BOTH_FIRE)
    assert any(
        "the contribution of BLU is not that of the orders" in one for one in false(proof(table, game, "red", tmp_path))
    )


class Crash(BaseException):
    """The power goes."""


def chain_of(table: Table, game: str) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return [json.loads(row.body) for row in books.records.since(books.games.get(game), -1)]


@pytest.mark.parametrize(("module", "where"), [(chain, "seal_of"), (letters, "reports"), (chain, "attachment")])
def test_a_crash_in_mid_adjudication_gives_the_same_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: ModuleType, where: str
) -> None:
    chains = []
    for crashes in (False, True):
        folder = tmp_path / str(crashes)
        folder.mkdir()
        table = Table.lay(folder)
        game = table.open()
        table.say(game, "blue", "policy cover: stand")
        taken = table.deliver(table.reply(game, "red", BOTH_FIRE))
        assert taken.game == game
        if crashes:
            with monkeypatch.context() as broken:

                def crash(*_: object, **__: object) -> None:
                    raise Crash

                broken.setattr(module, where, crash)
                for _ in range(3):
                    with pytest.raises(Crash):
                        advance(table.desk, game)
            assert [one["type"] for one in chain_of(table, game)][-1] == "orders.accepted"
        advance(table.desk, game)
        chains.append(chain_of(table, game))
    assert chains[0] == chains[1]
    assert any(one["body"].get("rolls") for one in chains[0])
