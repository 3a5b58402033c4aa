"""Opening a campaign: all faults at once, secrets that nobody sees, welcome letters."""

import shutil
import subprocess
import sys
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem import resources
from pbem.desk.desk import read_json
from pbem.desk.games.open import CannotOpen, Wanted, open_campaign
from pbem.desk.outgoing.post import order_key
from tests.desk.table import ADDRESSES, GM, Table


def test_all_faults_are_told_at_once(table: Table) -> None:
    wanted = Wanted(
        "Bad Name", "skirmish", "swamp", [("red", "nowhere", ""), ("green", "g@x.example", "")], "gm", options=["snow"]
    )
    with pytest.raises(CannotOpen) as told:
        open_campaign(table.desk, wanted)
    assert [one.where for one in told.value.faults] == [
        "name", "gm", "player red", "player", "player", "option", "scenario",
    ]  # fmt: skip


def test_name_that_is_taken_is_refused(table: Table) -> None:
    table.open()
    with pytest.raises(CannotOpen, match="a name that no game has yet"):
        table.open()


def test_both_players_are_welcomed_and_the_first_report_follows(table: Table) -> None:
    game = table.open()
    for side in ("red", "blue"):
        assert [row.kind for row in table.letters(game, side)] == ["welcome", "report"]
        assert table.letters(game, side)[0].to == ADDRESSES[side]


def test_secrets_are_nowhere_in_the_file_in_the_clear(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    with table.desk.store.read() as books:
        secrets = [
            books.secrets.get(game, name) for name in ("ladder top", "salt key", "order secret", "hidden ladder top")
        ]
        secrets += [books.secrets.get("", name) for name in ("server key", "message id key")]
    table.desk.store.close()
    files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for secret in secrets:
        assert secret not in files
        assert secret.hex().encode() not in files


def test_same_seed_gives_the_same_letters(tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        table = Table.lay(tmp_path / name)
        found.append([row.raw for row in table.letters(table.open(), "red")])
    assert found[0] == found[1]


def test_order_keys_differ_by_side_phase_and_report(table: Table) -> None:
    game = table.open()
    with table.desk.store.read() as books:
        row = books.games.get(game)
        keys = {
            order_key(books, row, side, phase, report)
            for side in ("red", "blue")
            for phase in ("T01.RED.A", "T01.RED.B")
            for report in ("1", "2")
        }
    assert len(keys) == 8
    assert all(len(key) == 8 for key in keys)


def test_gm_of_a_game_is_told_of_its_faults(table: Table) -> None:
    game = table.open()
    with table.desk.store.read() as books:
        assert books.games.get(game).gm_address == GM


def test_welcome_says_what_is_not_promised_and_prints_the_keys(table: Table) -> None:
    game = table.open()
    text = table.letters(game, "red")[0].text
    assert "the program\n  has to read them." in text
    assert "With sealed dice, whoever runs the desk could cheat together with a player." in " ".join(text.split())
    with table.desk.store.read() as books:
        genesis = read_json(books.records.since(books.games.get(game), -1)[0].body)["body"]
        gm = table.desk.gm_signer(books, books.games.get(game))
    for key in (genesis["root"], genesis["server"]["key"], genesis["gm"]["key"]):
        assert key in text
    assert genesis["gm"] == {"name": "GM", "key": gm.public.hex()}


@pytest.mark.slow
def test_help_proof_brings_the_checker_which_checks_the_welcome(table: Table, tmp_path: Path) -> None:
    game = table.open()
    welcome = table.letters(game, "red", "welcome")[0].raw
    assert b"pbem_verify.txt" not in welcome, "it has 65 kB, and most players never ask for it"
    letter = message_from_bytes(table.say(game, "red", "help proof").raw, policy=default)
    (checker,) = (one for one in letter.iter_attachments() if one.get_filename() == "pbem_verify.txt")
    assert checker.get_content_type() == "text/plain"
    saved, box = tmp_path / "pbem_verify.py", tmp_path / "welcome.eml"
    saved.write_bytes(checker.get_content().encode("ascii"))
    assert saved.read_bytes().replace(b"\r\n", b"\n") == resources.checker()
    box.write_bytes(welcome)
    for python in pythons():
        done = subprocess.run([python, "-I", saved, box], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), python
        assert done.stdout.endswith("RESULT OK\n")


def pythons() -> set[str]:
    """Every Python from 3.11 on that this machine has: what runs here, what is on the path, what pyenv holds."""
    found = {sys.executable} | {shutil.which(f"python3.{minor}") or sys.executable for minor in range(11, 16)}
    found |= {str(one) for one in Path.home().glob(".pyenv/versions/3.1[1-9]*/bin/python3")}
    return {one for one in found if subprocess.run([one, "-c", ""], capture_output=True, check=False).returncode == 0}
