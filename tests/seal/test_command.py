"""The command: its account, its JSON, its exit statuses."""

import argparse
import json
from pathlib import Path

import pytest

from pbem.commands.offline import verify
from tests.seal.campaign import Campaign


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    verify.add_arguments(parser)
    return verify.run(parser.parse_args(words))


def test_the_account_of_a_mailbox(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = Campaign()
    assert run(str(made.mbox("US", tmp_path / "us.mbox"))) == 0
    out = capsys.readouterr().out
    assert (
        out
        == f"""\
server key   pbem.example  1a22059d87fa4843...  not pinned
game         rosebud-7, branch main; you are US
mail         15 messages, 5 carry records or seals
chain        records 0-19 complete, every hash right
seals        10 right
dice         8 rolls in 6 adjudications recomputed, all equal
your orders  5 submissions: 5 opened and compared with what was carried out, 5
             receipts here, 5 of your letters here
your letters 5 of 5 submissions compared with the letter they came in
replay       not done (--replay plays every phase again and compares the
             states)
GM's hand    3 interventions, all signed by the GM's key:
             record 13: deadline, 'power cut', agreed by US, IN
             record 14: dice of adjudication 5 voided, 'the table lacked a
             column'
             record 17: rules program changed to 0.1.1, 'chart mended'
opponent     IN last answered report 12
  --         the server's key comes from the game itself: compare it with your
             welcome letter, or give --root-key
  --         your orders in record 3 hold the nonce 'plum 40289': if you never
             wrote it, the desk chose it, and so the dice
  --         the orders filed in records 3, 6, 11 are in other words than your
             letters: compare them with your receipts
  --         record 11: the standing order 'policy all retreat: stand' was
             filed, and no line of your letter reads like it
head 19      {made.seal(19).fields.head}
             your opponent's head 19 must read the same

RESULT       OK
"""
    )


def test_json_is_one_object_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pbem"
    path.write_bytes(Campaign().bundle("US") + Campaign(game="rosebud-8").bundle("US", 0, 0))
    assert run("--json", str(path)) == 1
    (told,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (told["game"], told["status"]) == ("rosebud-7", 1)
    assert {one["kind"] for one in told["findings"]} == {"false", "note"}


def test_usage_goes_to_the_error_stream(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tmp_path / "nothing")) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pbem verify: ")
    assert "Traceback" not in told.err
