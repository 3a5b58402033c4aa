"""Mode `beacon`: the dice hang on a round of drand that nobody knows when the orders are locked.

The round is a real one of drand's quicknet (657413, of June 2023), under its real key; the times of the beacon are made up, so
that it is the round that these games wait for.
"""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from pbem.desk.games.open import CannotOpen
from pbem.desk.play import locking
from pbem.desk.play.advance import advance
from pbem.desk.play.beacon_source import Http, Unreachable
from pbem.desk.record.replay import replay
from pbem.desk.record.reverify import with_replay
from pbem.gm.queue import queue
from pbem.seal import lock, pbem_verify
from pbem.seal.verify import MailboxVerdict, verify
from tests.desk.table import START, Table, titles
from tests.desk.test_undo import BOTH_FIRE
from tests.desk.test_witness import GAME, bodies, waits

pytestmark = pytest.mark.skipif(
    not lock.is_installed(), reason="the extra `beacon` is not installed (it has no wheel for Pythons after 3.12)"
)

ROUND = 657413
SIGNATURE = "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
VALUE = "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
PERIOD = 2400
SLOW = {**lock.QUICKNET, "period": PERIOD, "genesis_time": int(START.timestamp()) + 1200 - (ROUND - 1) * PERIOD}
"""A beacon whose round 657413 comes twenty minutes after the games of these tests begin."""


class Served(BaseHTTPRequestHandler):
    """drand's interface, as far as it is asked."""

    answer: ClassVar[bytes] = b""
    status: ClassVar[int] = 200
    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def server() -> Iterator[str]:
    Served.asked.clear()
    Served.status, Served.answer = (
        200,
        json.dumps({"round": ROUND, "signature": SIGNATURE, "randomness": VALUE}).encode(),
    )
    serving = HTTPServer(("127.0.0.1", 0), Served)
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{serving.server_port}"
    serving.shutdown()
    thread.join()
    serving.server_close()


def opened(table: Table, url: str) -> None:
    table.desk = replace(table.desk, rounds=Http((url,), 2.0))
    table.open(dice="beacon", source=SLOW)


def fetched(table: Table) -> list[str]:
    names = locking.fetch_due(table.desk)
    for name in names:
        advance(table.desk, name)
    return names


def mailbox(table: Table, side: str, folder: Path, minutes: int = 0) -> Path:
    """A side's letters with the line that his provider puts on top of each."""
    folder.mkdir()
    for n, letter in enumerate(table.letters(GAME, side)):
        at = format_datetime(letter.made + timedelta(minutes=minutes))
        line = f"Received: from pbem.example by mail.example\r\n with ESMTPS; {at}\r\n"
        (folder / f"{n:03d}.eml").write_bytes(line.encode() + letter.raw)
    return folder


def notes(verdict: MailboxVerdict, kind: str) -> list[str]:
    return [one.text for one in verdict.all_findings() if one.kind == kind]


def test_the_real_round_is_genuine_and_no_other() -> None:
    assert lock.is_genuine(lock.QUICKNET, ROUND, SIGNATURE)
    assert lock.value_of(SIGNATURE) == VALUE
    assert not lock.is_genuine(lock.QUICKNET, ROUND + 1, SIGNATURE)
    for wrong in ("00" * 48, "c0" + "00" * 47, SIGNATURE[:-2], "zz" * 48):
        assert not lock.is_genuine(lock.QUICKNET, ROUND, wrong)
    nobody = {**lock.QUICKNET, "key": "c0" + "00" * 95}
    assert not lock.is_genuine(nobody, ROUND, "c0" + "00" * 47), "the point at infinity signs everything"


def test_the_first_round_a_minute_after_the_lock() -> None:
    """drand's own times: round n is given at the genesis time and n - 1 periods."""
    assert lock.first_round(lock.QUICKNET, "2023-08-23T15:08:27Z") == 1
    assert lock.first_round(lock.QUICKNET, "2023-08-23T15:08:28Z") == 2
    number = lock.first_round(lock.QUICKNET, "2026-03-12T18:00:00Z")
    assert lock.round_time(lock.QUICKNET, number) - START >= timedelta(seconds=60)
    assert lock.round_time(lock.QUICKNET, number - 1) - START < timedelta(seconds=60)


@pytest.mark.slow
def test_a_game_with_a_beacon_proves_right(table: Table, server: str, tmp_path: Path) -> None:
    opened(table, server)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    assert waits(table)
    assert table.last(GAME, "blue").kind == "lock"
    assert fetched(table) == [], "its round is still to come"
    assert Served.asked == []
    table.clock.forward(hours=1)
    assert fetched(table) == [GAME]
    assert Served.asked == [f"/{SLOW['chain']}/public/{ROUND}"]
    assert bodies(table, "phase.resolved")[0]["beacon"] == {"round": ROUND, "signature": SIGNATURE, "value": VALUE}
    mine = mailbox(table, "red", tmp_path / "red")
    verdict = with_replay(verify([mine]), titles)
    assert verdict.status == 0
    assert any("its beacon is none that this program knows" in one for one in notes(verdict, "note"))
    assert verdict.games[0].branches[0].tally.rounds == (1, 1)
    late = verify([mailbox(table, "red", tmp_path / "late", minutes=61)])
    assert late.status == 0
    assert any("after its round" in one for one in notes(late, "note"))
    assert late.games[0].branches[0].tally.rounds == (1, 0)
    status, games, _ = pbem_verify.verify([str(mine)])
    assert status == 2, "pairings are left to `pbem verify`, and it says so"
    assert [text for kind, _, text in games[GAME].findings if kind == "??"] == [
        "this file cannot check the beacon's own signatures (they need pairings); `pbem verify` can"
    ]
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)


def test_a_beacon_out_of_reach_lets_the_game_wait(table: Table, server: str) -> None:
    opened(table, server)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    table.clock.forward(hours=1)
    Served.status = 503
    for tries in range(1, 5):
        assert fetched(table) == []
        assert len(Served.asked) == tries
        assert fetched(table) == [], "not at once again"
        assert len(Served.asked) == tries
        table.clock.forward(minutes=10)
    assert waits(table)
    told = [one for one in table.letters(GAME, "gm") if "beacon" in one.subject]
    assert len(told) == 1
    assert "503" in told[0].text
    row = queue(table.desk).rows[0]
    assert (row.mark, row.for_) == ("!", "dice")
    assert "unreachable 4 times" in row.note
    Served.status = 200
    assert fetched(table) == [GAME]


@pytest.mark.parametrize(
    "said",
    [
        {"round": ROUND, "signature": SIGNATURE[:-2] + "00"},
        {"round": ROUND + 1, "signature": SIGNATURE},
        {"round": ROUND},
        [],
        {"round": ROUND, "signature": SIGNATURE, "more": "x" * 20_000},
        b"[" * 9_000,
    ],
)
def test_what_is_not_the_round_is_not_taken(table: Table, server: str, said: Any) -> None:
    opened(table, server)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    table.clock.forward(hours=1)
    Served.answer = said if isinstance(said, bytes) else json.dumps(said).encode()
    assert fetched(table) == []
    assert waits(table)


@pytest.mark.parametrize("said", [b"no line of HTTP\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n{"])
def test_a_server_that_speaks_no_http_is_out_of_reach(said: bytes) -> None:
    """A proxy that answers with a page of its own, or a line that is cut off, is no reason for the daemon to end."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:

        def answer() -> None:
            line, _ = listening.accept()
            with line:
                line.recv(4096)
                line.sendall(said)

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Unreachable, match=r"127\.0\.0\.1"):
            Http((f"http://127.0.0.1:{listening.getsockname()[1]}",), 2.0).signature("ab" * 32, 1)
        thread.join()


def test_a_server_that_says_nothing_is_given_up_in_time() -> None:
    """Nobody listens at this port; the address after it is asked, and the fault names both."""
    with pytest.raises(Unreachable, match=r"127\.0\.0\.1:9.*expected an address"):
        Http(("http://127.0.0.1:9", "file:///etc"), 0.5).signature("ab" * 32, 1)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"round": ROUND + 1}, "another round of the beacon"),
        ({"value": "ab" * 32}, "the beacon's value is not that of its signature"),
        ({"signature": "8" + SIGNATURE[1:]}, "is not signed by the beacon"),
    ],
)
def test_a_desk_that_bends_the_round_is_named(
    table: Table, server: str, tmp_path: Path, change: dict[str, Any], says: str
) -> None:
    opened(table, server)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        row = books.locks.pending(game)
        assert row is not None
        word = {"round": ROUND, "signature": SIGNATURE, "value": VALUE, **change}
        if "signature" in change:
            word["value"] = lock.value_of(word["signature"])
        row.state, row.due, row.word = "known", None, json.dumps(word)
        books.locks.add(row)
    advance(table.desk, GAME)
    mine = mailbox(table, "red", tmp_path / "red")
    found = notes(verify([mine]), "false")
    assert says in found[0]
    if "signature" not in change:
        assert pbem_verify.verify([str(mine)])[0] == 1


def test_without_the_extra_no_game_is_opened_and_no_signature_called_right(
    table: Table, server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(table, server)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    table.clock.forward(hours=1)
    fetched(table)

    def missing() -> None:
        raise lock.NoVerifier("install pbem[beacon]")

    monkeypatch.setattr(lock, "_verifier", missing)
    with pytest.raises(CannotOpen, match=r"pip install 'pbem\[beacon\]'"):
        table.open("meadow-2", dice="beacon", source=SLOW)
    verdict = verify([mailbox(table, "red", tmp_path / "red")])
    assert verdict.status == 2
    assert "install pbem[beacon]" in notes(verdict, "missing")[0]


def test_the_letter_of_the_lock_reaches_both_before_the_round(table: Table, server: str) -> None:
    opened(table, server)
    table.say(GAME, "blue", "policy cover: stand")
    table.say(GAME, "red", BOTH_FIRE)
    for side in ("red", "blue"):
        letter = table.last(GAME, side)
        assert letter.kind == "lock"
        assert "are locked" in letter.subject
        assert message_from_bytes(letter.raw).is_multipart(), "the signed record comes with it"
