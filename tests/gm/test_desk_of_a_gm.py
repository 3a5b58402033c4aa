"""A GM's day: what stands on the queue and what doesn't, grace, his first letter, reasons for held letters, secrets on disk."""

import errno
import os
import re
import stat
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from pbem.campaign import addresses
from pbem.campaign.incidents.act import Act
from pbem.campaign.incidents.ending import Close
from pbem.campaign.incidents.perform import perform, show
from pbem.campaign.incidents.remind import Remind
from pbem.campaign.open import CannotOpen, Wanted, faults_of, open_campaign
from pbem.campaign.pulse import Pulse, last_pulse
from pbem.campaign.seating import Seat
from pbem.campaign.terms import Terms
from pbem.gm import faults
from pbem.gm.by_mail import answer_letters
from pbem.gm.queue import queue, queue_screen
from pbem.mail.gate import GATE
from pbem.store.secrets import BadVault, Vault
from pbem.store.trouble import named
from tests.campaign.table import GM, START, Table

ROOT = Path(__file__).parent.parent.parent


def text(table: Table) -> str:
    return "\n".join(one.text for one in queue_screen(queue(table.desk), 80)[0])


@pytest.fixture
def table(tmp_path: Path) -> Table:
    laid = Table.lay(tmp_path)
    object.__setattr__(laid.desk, "pulse_file", tmp_path / "desk.pulse")
    return laid


def beaten(table: Table, **lines: str) -> None:
    pulse = Pulse(table.desk.pulse_file, **lines)
    pulse.beat(table.clock.now())


def test_dead_mail_server_stands_on_queue_and_faults(table: Table) -> None:
    table.open("meadow-1")
    beaten(table, way_out="0 Connection refused by <kate@mail.example>", mailbox="imap.club.example: no route")
    found = queue(table.desk)
    assert found.troubles == (
        "mailbox: imap.club.example: no route",
        "mail out: 0 Connection refused by <<address>>",
    )
    assert found.faults == 2
    assert "!! mailbox: imap.club.example: no route" in text(table)
    screen = "\n".join(one.text for one in faults.lines(faults.fault_screen(table.desk), 80))
    assert "mail out: 0 Connection refused" in screen
    assert "Nothing is wrong" not in screen
    beaten(table)
    assert queue(table.desk).troubles == ()


def test_held_letter_without_a_game_needs_the_gm(table: Table) -> None:
    table.open("meadow-1")
    table.deliver(b"From: eve@evil.example\nTo: pbem@pbem.example\nSubject: hello\nMessage-ID: <1@x>\n\nhello\n")
    assert queue(table.desk).head() == "0 of 1 games need you, and 1 held letter"


def test_finished_game_leaves_the_list_until_it_is_asked_for(table: Table) -> None:
    table.open("meadow-1")
    table.open("meadow-2")
    perform(table.desk, Close("meadow-2"), "petra", "enough")
    assert [row.game for row in queue(table.desk).rows] == ["meadow-1"]
    assert "1 game is over:   pbem gm queue --all" in text(table)
    assert [row.game for row in queue(table.desk, finished=True).rows] == ["meadow-1", "meadow-2"]


@pytest.mark.parametrize(("minutes", "left"), [(-30, "30 min"), (0, "now"), (1, "-1 min"), (61, "-1 h 01")])
def test_overdue_is_told_in_minutes_first(table: Table, minutes: int, left: str) -> None:
    table.open("meadow-1", hours={"orders": 1})
    table.clock.forward(minutes=60 + minutes)
    assert queue(table.desk).rows[0].left == left


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disk full: "),
        (OSError(errno.EROFS, "Read-only file system"), "read-only: "),
        (OperationalError("", {}, Exception("database or disk is full")), "disk full: database or disk is full"),
        (
            OperationalError("", {}, Exception("attempt to write a readonly database")),
            "read-only: attempt to write a readonly database",
        ),
        (OperationalError("", {}, Exception("disk I/O error")), "OperationalError: disk I/O error"),
    ],
)
def test_full_disk_and_read_only_are_called_so(fault: Exception, said: str) -> None:
    assert named(fault).startswith(said)


def test_pulse_is_one_file_and_what_killed_daemons_left_is_swept(tmp_path: Path) -> None:
    path = tmp_path / "desk.pulse"
    left = tmp_path / "desk.pulse.4711"
    left.write_text("{")
    pulse = Pulse(path, database="disk full: x" * 900)
    pulse.beat(START)
    pulse.database = ""
    pulse.beat(START)
    assert [one.name for one in tmp_path.iterdir()] == ["desk.pulse"]
    found = last_pulse(path)
    assert found is not None
    assert (found["rounds"], found["database"]) == (2, "")


def test_key_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "desk.key"
    Vault.make_file(path)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    Vault.from_file(path)
    for mode in (0o640, 0o604, 0o660):
        path.chmod(mode)
        with pytest.raises(BadVault, match="chmod 600"):
            Vault.from_file(path)


BAD_NAMES = ("Rita\nBcc: eve@evil.example", "R\x1b[2Jita", "\u202eatiR", "R" * 5000, "R\x85", "a\u2028b")


@pytest.mark.parametrize("name", BAD_NAMES, ids=repr)
def test_campaign_with_a_hostile_name_is_refused_and_none_is_made(table: Table, name: str) -> None:
    players = [("red", "rita@mail.example", name), ("blue", "bob@post.example", "Bob")]
    seats = [Seat("", "olga@mail.example", name, (name,))]
    wanted = Wanted("meadow-1", "skirmish", "meadow", players, GM, gm_name=name, seats=seats, seed=b"a demo seed")
    with pytest.raises(CannotOpen) as refused:
        open_campaign(table.desk, wanted)
    told = str(refused.value)
    assert {one.where for one in refused.value.faults} == {"gm", "player red", "seat"}
    assert len(told) < 1500
    assert told.isascii() or told.isprintable()
    with table.desk.store.read() as books:
        assert not books.games.all()
        name_fault = faults_of(table.desk, books, Wanted("m" * 5000, "skirmish", "meadow", [], GM))[0]
    assert len(str(name_fault)) < 300


def test_address_with_control_characters_or_without_end_is_none() -> None:
    for address in ("a\x1b@mail.example", "a\u202e@mail.example", "a" * 300 + "@mail.example", "a@b@c"):
        assert addresses.wrong_address(address)
    assert not addresses.wrong_address("kate+pbem@mail.example")


def test_reminder_in_the_grace_says_until_when_letters_count(table: Table) -> None:
    table.open("meadow-1", hours={"orders": 24}, terms=Terms(hours={"orders": 24}, grace=12))
    table.clock.forward(hours=30)
    effect = " ".join(show(table.desk, Remind("meadow-1"), "petra").effect.lines)
    assert "which was due Fri 13 Mar" in effect
    assert "letters count until Saturday 14 March 2026" in effect
    assert "6 hours of grace left" in effect
    perform(table.desk, Remind("meadow-1"), "petra")
    letter = table.last("meadow-1", "red")
    assert letter.kind == "late"
    assert "Still counts" in letter.text


def test_acting_in_the_grace_is_told_to_all_and_counts_nobody_late(table: Table) -> None:
    table.open("meadow-1", hours={"orders": 24}, terms=Terms(hours={"orders": 24}, grace=12))
    table.clock.forward(hours=30)
    effect = " ".join(show(table.desk, Act("meadow-1"), "petra", "agreed").effect.lines)
    assert "BEFORE ITS TIME" in effect
    perform(table.desk, Act("meadow-1"), "petra", "agreed by telephone")
    ruling = " ".join(table.last("meadow-1", "blue", "ruling").text.split())
    assert "letters count until Saturday 14 March 2026" in ruling
    with table.desk.store.read() as books:
        assert all(one.late == 0 for one in books.players.of(books.games.get("meadow-1")))


def test_first_letter_of_a_gm_is_answered_with_a_key_and_not_held(table: Table) -> None:
    table.open("meadow-1")
    raw = f"From: {GM}\nTo: pbem@pbem.example\nSubject: hello\nMessage-ID: <1@club.example>\n\nqueue\n"
    assert table.deliver(raw.encode()).state == "done"
    with table.desk.store.read() as books:
        assert not books.letters_in.held()
        answer = books.letters_out.find("/gm-answer/1/gm")
    assert answer is not None
    said = " ".join(answer.text.split())
    assert "orders" not in said
    assert "Answer this letter: its reply address carries a key of yours" in said
    assert table.deliver(table.reply("meadow-1", "red", "queue", to=answer, sender=GM)).state == "gm"
    answer_letters(table.desk)
    with table.desk.store.read() as books:
        told = books.letters_out.find("/gm-answer/2/gm")
    assert told is not None
    assert "THE QUEUE" in told.text


def test_stranger_gets_no_gms_answer(table: Table) -> None:
    table.open("meadow-1")
    raw = b"From: eve@evil.example\nTo: pbem@pbem.example\nSubject: hello\nMessage-ID: <1@x>\n\nqueue\n"
    assert table.deliver(raw).state == "held"


def test_handbook_explains_every_reason_for_which_a_letter_is_held() -> None:
    files = ("pbem/campaign/intake.py", "pbem/campaign/incidents/letters.py")
    source = "".join((ROOT / path).read_text("utf-8") for path in files)
    calls = "".join(re.findall(r"(?:_hold|close)\((?:[^()]|\([^()]*\))*\)", source))
    said = set(re.findall(r'"([a-z][a-zA-Z ]+): ', calls))
    reasons = said | {name for name, look in GATE if "hold" in look.__code__.co_consts or '"answer"' in _consts(look)}
    reasons |= {"fault", "unreadable", "two games"}
    handbook = (ROOT / "docs/gm-handbook.md").read_text("utf-8")
    table_ = handbook.partition("## A letter is held")[2].partition("\n## ")[0]
    assert {"no game", "no key", "wrong key", "by the GM"} <= reasons
    assert {one for one in reasons if f"| `{one}` |" not in table_} == set()


def _consts(look: object) -> str:
    flat = [one for const in look.__code__.co_consts for one in (const if isinstance(const, tuple) else (const,))]  # type: ignore[attr-defined]
    return " ".join(f'"{one}"' for one in flat if isinstance(one, str))
