"""The server's key is changed and revoked under the root key, and mailboxes prove who signed what."""

import argparse
from pathlib import Path

import pytest

from pbem.commands import keys
from pbem.desk.games.open import secret_of
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.play.undo import undo
from pbem.desk.record.signing import revoke, rotate
from pbem.seal.signing import Signer
from tests.desk.table import Table
from tests.desk.test_undo import BOTH_FIRE, false, play_out, proof


def root_of(game: str) -> Signer:
    return Signer("root", secret_of(b"a demo seed", game, "root key"))


@pytest.mark.slow
def test_a_key_is_changed_and_the_old_one_revoked(table: Table, tmp_path: Path) -> None:
    game = table.open()
    table.say(game, "blue", "policy cover: stand")
    table.say(game, "red", BOTH_FIRE)
    record = rotate(table.desk, game, root_of(game))
    with pytest.raises(CannotRule, match="expected a record from"):
        undo(table.desk, game, record.seq - 1, "behind the key")
    table.say(game, "red", "pass")
    revoke(table.desk, game, root_of(game), record.seq - 3)
    other = table.open("meadow-2")
    play_out(table, game)
    play_out(table, other)
    for side in ("red", "blue"):
        verdict = proof(table, game, side, tmp_path / side)
        assert false(verdict) == []
        assert verdict.games[0].branches[0].key_changes == 1
        assert false(proof(table, other, side, tmp_path / f"other-{side}")) == []


def test_only_the_root_key_of_the_game_changes_keys(table: Table) -> None:
    game = table.open()
    with pytest.raises(CannotRule, match="expected the root key with the id"):
        rotate(table.desk, game, root_of("meadow-2"))
    with pytest.raises(CannotRule, match="change it first"):
        revoke(table.desk, game, root_of(game), 0)
    rotate(table.desk, game, root_of(game))
    with pytest.raises(CannotRule, match="expected the number of a record"):
        revoke(table.desk, game, root_of(game), 99)
    with pytest.raises(CannotRule, match="no longer in force"):
        revoke(table.desk, game, root_of(game), 0, root_of(game).public)


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    keys.add_arguments(parser)
    return keys.run(parser.parse_args(words))


def test_the_command_changes_a_key_and_says_what_is_wrong(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = table.open()
    monkeypatch.setattr(keys, "desk_at", lambda _: table.desk)
    pem = tmp_path / "root.pem"
    pem.write_text(root_of(game).private_text())
    assert run("change", game, "--root", str(pem)) == 0
    assert "a new key seals from record" in capsys.readouterr().out
    assert run("revoke", game, "--root", str(pem), "--last", "1") == 0
    assert run("revoke", game, "--root", str(tmp_path / "none.pem"), "--last", "1") == 1
    assert "the root key cannot be read" in capsys.readouterr().err
    pem.write_text("a note")
    assert run("change", game, "--root", str(pem)) == 1
    assert "expected a private key" in capsys.readouterr().err
