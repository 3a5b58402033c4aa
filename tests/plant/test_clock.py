"""A clock that is wrong looks like an absence: beyond a week the GM is asked, and until then nothing is done by it."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.daemon import Daemon
from pbem.desk.play.downtime import clock_in_doubt, watch
from pbem.mail.ports import MailTrouble
from pbem.workers import MailReader
from tests.desk.table import GM
from tests.plant.post import Office
from tests.plant.test_faults import Failing


@pytest.fixture
def office(tmp_path: Path) -> Office:
    office = Office.lay(tmp_path, gm_address=GM)
    office.turn()
    office.table.clock.forward(minutes=5)
    office.turn()
    office.news()
    return office


def due(office: Office) -> object:
    with office.table.desk.store.read() as books:
        row = books.phases.open(books.games.get(office.game))
        assert row is not None
        return row.due, row.phase


def jump(office: Office, **by: float) -> None:
    office.table.clock.forward(**by)


@pytest.mark.parametrize("days", [120, 8, -120, -8])
def test_clock_months_off_for_one_start_moves_nothing_and_the_gm_is_asked(office: Office, days: int) -> None:
    before = due(office)
    jump(office, days=days)
    office.source.put(office.orders("red"), office.table.clock.now())
    daemon = Daemon(office.table.desk, office.source, office.sink, poll=0.01)
    assert not daemon.recover()
    for _ in range(3):
        asyncio.run(daemon.turn())
    assert "pbem gm clock --right" in daemon.pulse.clock
    assert daemon.pulse.is_troubled
    assert office.source.letters, "nothing was read"
    assert due(office) == before
    [(to, _, letter)] = office.news()
    assert (to, letter["Subject"]) == (GM, "THE DESK NEEDS YOU: is its clock right?")
    assert "pbem gm clock --right" in str(letter.get_payload())
    jump(office, days=-days, minutes=1)  # it is set right
    asyncio.run(daemon.turn())
    assert not daemon.pulse.clock
    assert not office.source.letters
    assert not [one for _, _, one in office.news() if "away" in str(one["Subject"])]


def test_absence_of_months_is_made_up_for_when_the_gm_says_that_the_clock_is_right(office: Office) -> None:
    (moment, phase) = due(office)  # type: ignore[misc]
    jump(office, days=60)
    daemon = Daemon(office.table.desk, office.source, office.sink, poll=0.01)
    asyncio.run(daemon.turn())
    assert clock_in_doubt(office.table.desk) is not None
    assert watch(office.table.desk) == (office.game,)
    assert clock_in_doubt(office.table.desk) is None
    asyncio.run(daemon.turn())
    assert due(office) == (moment + timedelta(days=60), phase)
    assert len([one for _, _, one in office.news() if "away" in str(one["Subject"])]) == 3


def test_mailbox_that_was_away_for_weeks_is_no_doubt_of_the_clock(office: Office) -> None:
    """The desk ran all the time, and saw the clock go on."""
    source = Failing([MailTrouble("no line")] * 20)
    daemon = Daemon(office.table.desk, source, office.sink, poll=0.01)
    for _ in range(21):
        jump(office, days=1)
        asyncio.run(daemon.turn())
    assert not daemon.pulse.clock
    assert [one for _, _, one in office.news() if "away" in str(one["Subject"])]


def test_reader_of_a_shared_desk_stands_still_too(office: Office) -> None:
    jump(office, days=90)
    office.source.put(office.orders("red"), office.table.clock.now())
    reader = MailReader(office.table.desk, office.source, 60)
    assert not asyncio.run(reader.turn())
    assert reader.pulse.clock
    assert office.source.letters
    with office.table.desk.store.read() as books:
        assert books.letters_in.last_looked() is None
