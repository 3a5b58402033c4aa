"""The GM hears of a mailbox that cannot be read: at once if the desk gives it up, once if the trouble lasts for an hour."""

import asyncio
from email.message import Message
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.mail.ports import LoginRefused, MailTrouble, MemorySource
from pbem.workers import MailReader
from tests.desk.table import GM
from tests.plant.post import Office
from tests.plant.test_faults import Failing

EXPIRED = "imap.pbem.example:993 cannot be reached: certificate verify failed: certificate has expired"


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office.lay(tmp_path, gm_address=GM)


def to_gm(office: Office) -> list[Message]:
    """What the GM was called for."""
    return [letter for to, _, letter in office.news() if to == GM and "THE DESK NEEDS YOU" in str(letter["Subject"])]


def test_trouble_that_lasts_for_an_hour_is_told_once_and_anew_after_it_was_over(office: Office) -> None:
    source = Failing([MailTrouble(EXPIRED)] * 8)
    daemon = Daemon(office.table.desk, source, office.sink, poll=0.01, once=True)
    told = []
    for _ in range(8):
        asyncio.run(daemon.turn())
        told.append(len(to_gm(office)))
        office.table.clock.forward(minutes=20)
    assert told == [0, 0, 0, 1, 0, 0, 0, 0]
    asyncio.run(daemon.turn())  # the mailbox can be read
    source.troubles = [MailTrouble(EXPIRED)] * 4
    for _ in range(4):
        asyncio.run(daemon.turn())
        office.table.clock.forward(minutes=20)
    [letter] = to_gm(office)
    text = " ".join(str(letter.get_payload()).split())
    assert "has been trying without success" in text
    assert "certificate has expired" in text
    assert "the daemon goes on by itself once that is fixed" in text


def test_login_that_is_given_up_is_told_even_after_other_trouble(office: Office) -> None:
    troubles = [MailTrouble(EXPIRED)] * 5 + [LoginRefused("IMAP: the login is refused", is_final=True)] * 2
    daemon = Daemon(office.table.desk, Failing(troubles), office.sink, poll=0.01, once=True)
    for _ in range(7):
        asyncio.run(daemon.turn())
        office.table.clock.forward(minutes=20)
    lasting, given_up = (" ".join(str(one.get_payload()).split()) for one in to_gm(office))
    assert "has been trying without success" in lasting
    assert "then start the daemon again" in given_up


def test_reader_of_a_shared_desk_calls_too(office: Office) -> None:
    reader = MailReader(office.table.desk, Failing([LoginRefused("IMAP: refused", is_final=True)] * 3), 60)
    for _ in range(3):
        asyncio.run(reader.turn())
    office.turn()
    [letter] = to_gm(office)
    assert letter["Subject"] == "THE DESK NEEDS YOU: mailbox"


def test_mailbox_that_is_nearly_full_is_told_once_and_shown_until_there_is_room(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    """When it is full players get their orders back, and the desk would never hear of them."""
    daemon = Daemon(office.table.desk, office.source, office.sink, poll=0.01)
    shown = []
    for used in (0.89, 0.93, 0.95, 0.2):
        office.source.used = used
        daemon.way_in._looks_at_space = 0.0
        asyncio.run(daemon.turn())
        shown.append(daemon.pulse.mailbox.partition(";")[0])
    assert shown == ["", "93% of its room is used", "95% of its room is used", ""]
    assert [one.getMessage() for one in caplog.records] == [
        "mailbox: 93% of its room is used; when it is full, the server refuses letters"
    ]
    [letter] = to_gm(office)
    assert letter["Subject"] == "THE DESK NEEDS YOU: its mailbox is nearly full"
    text = " ".join(str(letter.get_payload()).split())
    assert "the desk's mailbox was 93% full" in text
    assert "make a backup (pbem backup FILE)" in text


def test_where_the_desk_names_no_gm_those_of_its_games_are_told(tmp_path: Path) -> None:
    """Nobody else would hear of a mailbox that is given up."""
    office = Office.lay(tmp_path)
    troubles = [LoginRefused("IMAP: the login is refused", is_final=True)] * 2
    daemon = Daemon(office.table.desk, Failing(troubles), office.sink, poll=0.01)
    for _ in range(2):
        asyncio.run(daemon.turn())
    [letter] = to_gm(office)
    assert letter["Subject"] == "THE DESK NEEDS YOU: mailbox"


def test_space_is_asked_for_once_an_hour_at_most(office: Office) -> None:
    asked = []

    class Asked(MemorySource):
        async def space(self) -> float:
            asked.append(1)
            raise MailTrouble("the server does not answer that")

    daemon = Daemon(office.table.desk, Asked("INBOX"), office.sink, poll=0.01)
    for _ in range(3):
        asyncio.run(daemon.turn())
    assert asked == [1]
    assert daemon.pulse.mailbox == "", "a server that hangs there is no trouble for an hour"
