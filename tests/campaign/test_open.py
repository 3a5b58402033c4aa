"""Opening a campaign: all faults at once, secrets that nobody sees, welcome letters."""

from pathlib import Path

import pytest

from pbem.campaign.desk import read_json
from pbem.campaign.open import CannotOpen, Wanted, open_campaign
from pbem.campaign.outgoing import order_key
from tests.campaign.table import ADDRESSES, GM, Table


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
    assert "it must read sealed orders to\n  carry them out." in text
    assert "In dice mode sealed, protection against that person working together with" in text
    with table.desk.store.read() as books:
        genesis = read_json(books.records.since(books.games.get(game), -1)[0].body)["body"]
        gm = table.desk.gm_signer(books, books.games.get(game))
    for key in (genesis["root"], genesis["server"]["key"], genesis["gm"]["key"]):
        assert key in text
    assert genesis["gm"] == {"name": "GM", "key": gm.public.hex()}
