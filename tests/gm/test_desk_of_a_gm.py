"""A GM's day: what stands on the queue and what doesn't, grace, his first letter, reasons for held letters, secrets on disk."""

import errno
import os
import re
import stat
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError
from sqlmodel import SQLModel

from pbem.demo.correspondent import Correspondent
from pbem.desk import people
from pbem.desk.faults import HELD_BY_GM
from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.game_record import archive
from pbem.desk.games.open import CannotOpen, Wanted, faults_of, open_campaign
from pbem.desk.gm.alarm import Pulse, last_pulse
from pbem.desk.gm.incidents.deadlines import PlayOn, Remind
from pbem.desk.gm.incidents.incident import CannotDo, perform, show
from pbem.desk.gm.incidents.players import Address, Forget
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.desk.incoming.returned import count_against
from pbem.desk.outgoing.outbox import file_outcome
from pbem.desk.play.terms import Terms
from pbem.gm import faults, players
from pbem.gm.by_mail import answer_letters
from pbem.gm.live import HELP, ConsoleState
from pbem.gm.queue import queue, queue_screen
from pbem.mail.gate import GATE
from pbem.mail.ports import Never
from pbem.seal.verify import verify
from pbem.store.database_errors import named
from pbem.store.secrets import BadVault, Vault
from pbem.store.tables import FaultRow
from tests.commands.desk import laid, opened
from tests.desk.table import GM, START, Table

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
    assert queue(table.desk).head() == "your game does not need you, and 1 held letter"


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
        assert people.wrong_address(address)
    assert not people.wrong_address("kate+pbem@mail.example")


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
    effect = " ".join(show(table.desk, PlayOn("meadow-1"), "petra", "agreed").effect.lines)
    assert "EARLY" in effect
    perform(table.desk, PlayOn("meadow-1"), "petra", "agreed by telephone")
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
    files = ("pbem/desk/incoming/intake.py", "pbem/desk/gm/incidents/letters.py")
    source = "".join((ROOT / path).read_text("utf-8") for path in files)
    calls = "".join(re.findall(r"(?:_hold|close)\((?:[^()]|\([^()]*\))*\)", source))
    said = set(re.findall(r'"([a-z][a-zA-Z ]+): ', calls))
    reasons = said | {name for name, look in GATE if "hold" in look.__code__.co_consts or '"answer"' in _consts(look)}
    reasons |= {"fault", "unreadable", "two games", HELD_BY_GM.removesuffix(": ")}
    handbook = (ROOT / "docs/gm-handbook.md").read_text("utf-8")
    table_ = handbook.partition("## A letter is held")[2].partition("\n## ")[0]
    assert {"no game", "no key", "wrong key", "by the GM"} <= reasons
    assert {one for one in reasons if f"| `{one}` |" not in table_} == set()


def _consts(look: object) -> str:
    flat = [one for const in look.__code__.co_consts for one in (const if isinstance(const, tuple) else (const,))]  # type: ignore[attr-defined]
    return " ".join(f'"{one}"' for one in flat if isinstance(one, str))


def test_help_of_the_console_is_whole_on_80_columns(table: Table) -> None:
    state = ConsoleState(table.desk, "petra")
    state.press("?")
    told = [one.text for one in state.lines(80, 0)]
    assert max(map(len, told)) <= 80
    words = " ".join(" ".join(told).split())
    assert all(" ".join(one.split()) in words for one in HELP)


def test_mailed_screens_keep_their_tables_in_80_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_, _ = laid(tmp_path, monkeypatch)
    opened(laid_, "a-campaign-with-a-long-name-12", "rosebud", "in-contact")
    first = f"From: {GM}\nTo: pbem@pbem.example\nSubject: x\nMessage-ID: <1@club.example>\n\nhelp\n"
    laid_.deliver(first.encode())
    with laid_.desk.store.read() as books:
        key = books.letters_out.find("/gm-answer/1/gm")
    asks = "queue\nshow a-campaign-with-a-long-name-12\nplayers\nfaults\nlog\ntrace 1"
    laid_.deliver(laid_.reply("a-campaign-with-a-long-name-12", "us", asks, to=key, sender=GM))
    answer_letters(laid_.desk)
    with laid_.desk.store.read() as books:
        answer = books.letters_out.find("/gm-answer/2/gm")
    assert answer is not None
    lines = answer.text.splitlines()
    assert max(map(len, lines)) <= 78
    rules = [line for line in lines if set(line.strip()) == {"-"}]
    assert rules
    assert all(len(line.strip()) > 70 for line in rules), "a ruled line was broken in two"


def over_and_archived(laid_: Table, folder: Path) -> Path:
    laid_.open("meadow-1")
    laid_.say("meadow-1", "red", "Red One fire at Blue One\nready")
    perform(laid_.desk, Close("meadow-1"), "petra", "enough")
    with laid_.desk.store.begin() as books:
        for row in books.archive.letters_out("meadow-1"):
            books.letters_out.mark(row, "sent", "250 ok", laid_.clock.now())
    archive(laid_.desk, "meadow-1", folder)
    return folder


def test_forgetting_takes_the_address_out_of_archives_which_still_verify(table: Table, tmp_path: Path) -> None:
    folder = over_and_archived(table, tmp_path / "archive" / "meadow-1")
    assert any(b"rita@mail.example" in path.read_bytes() for path in folder.iterdir())
    shown = show(table.desk, Forget("rita@mail.example"), "petra", "asked for")
    assert "meadow-1-out.mbox" in " ".join(shown.effect.lines)
    perform(table.desk, Forget("rita@mail.example"), "petra", "asked for")
    for path in folder.iterdir():
        assert b"rita@" not in path.read_bytes(), path
        assert path.stat().st_mode & 0o077 == 0 or path.suffix == ".pbem"
    assert b"bob@post.example" in (folder / "meadow-1-out.mbox").read_bytes()
    assert not [one for one in verify(sorted(folder.glob("*.pbem"))).all_findings() if one.kind == "false"]
    with pytest.raises(CannotDo, match="expected an address that is known"):
        show(table.desk, Forget("rita@mail.example"), "petra", "asked for")


def test_a_forgotten_address_is_in_no_table(table: Table) -> None:
    """Letters of others name it too: where it was registered, what came back from it, what the GM wrote of it."""
    game, gone = table.open(), "rita@mail.example"
    table.say(game, "red", "press blue: write to Rita@Mail.example\naddress rita@other.example")
    for address in ("rita@other.example", gone):
        perform(table.desk, Address(game, "red", address), gone, "she rang me up")
    with table.desk.store.begin() as books:
        row = books.letters_out.get(books.letters_out.to_side(game, "red")[0].id or 0)
        file_outcome(table.desk, books, row, Never(550, f"<{gone}>: no such user"))
        count_against(table.desk, books, game, gone, 5)
    perform(table.desk, Close(game), "petra", "enough")
    perform(table.desk, Forget(gone), "petra", "asked for")
    with table.desk.store.read() as books:
        found = [
            (one.name, name)
            for one in SQLModel.metadata.sorted_tables
            for row in books._session.connection().execute(select(one)).mappings()
            for name, value in row.items()
            if gone in (value.decode("latin-1") if isinstance(value, bytes) else str(value)).lower()
        ]
        assert found == []
        assert books.players.get(books.games.get(game), "blue").address == "bob@post.example"
    other = "arita@mail.example.org"
    with table.desk.store.begin() as books:
        books.faults.add(FaultRow(kind="player", subject=other, text=f"{gone}. {other}", opened=table.clock.now()))
        books.take_out(gone)
        fault = books.faults.about("player", other)
        assert fault is not None
        assert fault.text == f"(removed). {other}", "an address that holds this one is another's"


def test_reliability_counts_games_that_are_archived(table: Table, tmp_path: Path) -> None:
    over_and_archived(table, tmp_path / "archive" / "meadow-1")
    table.open("meadow-2")
    with table.desk.store.begin() as books:
        player = books.players.get(books.games.get("meadow-2"), "red")
        player.late = 1
    red = next(one for one in players.reliability(table.desk) if one.address == "rita@mail.example")
    assert (red.games, red.archived, red.phases, red.late, red.on_time) == (2, 1, 1, 1, "50 %")
    text_ = "\n".join(one.text for one in players.reliability_lines(players.reliability(table.desk), 80))
    assert re.search(r"Red +rita@mail.example +2 +1 +1 +1 +50 %", text_)


def test_demos_mailboxes_are_the_owners_alone(tmp_path: Path) -> None:
    person = Correspondent.__new__(Correspondent)
    person.letters = [b"Subject: x\n\nkey\n"]
    person.write_mbox(tmp_path / "us.mbox")
    assert stat.S_IMODE((tmp_path / "us.mbox").stat().st_mode) == 0o600
