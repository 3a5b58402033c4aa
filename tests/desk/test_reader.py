"""Reading in a process of its own: the same as in this one, and it may be stopped."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.core.canonical import canon
from pbem.core.options import Options
from pbem.desk.incoming.intake import take
from pbem.desk.incoming.reader import (
    CannotRead,
    InProcess,
    LetterText,
    ReaderProcess,
    ReadWhole,
    TooSlow,
    ToRehearse,
    is_lone_digits,
)
from pbem.orders.lines import own_lines
from pbem.orders.parsed_lines import placed
from tests.desk.skirmish import Skirmish
from tests.desk.table import Table, titles

PATIENT = 120.0
LETTER = b"From: rita@mail.example\nTo: meadow-1+red.abcdefgh@pbem.example\nSubject: x\n\nRed One march 3\n> quoted\n"


@pytest.fixture(scope="module")
def worker() -> Iterator[ReaderProcess]:
    made = ReaderProcess(titles, PATIENT)
    yield made
    made.close()


def asked(words: str) -> ToRehearse:
    state = Skirmish().open("meadow", Options())
    title, text = "skirmish", canon(Skirmish().to_json(state)).decode()
    empty = ToRehearse(title, text, "red", "B", (), {"A": ("Red Two",)})
    return replace(empty, lines=InProcess(titles).parsed(empty, own_lines(words).lines))


def test_worker_reads_what_its_twin_reads(worker: ReaderProcess) -> None:
    twin = InProcess(titles)
    assert worker.letter(LETTER) == twin.letter(LETTER)
    quoting = LetterText("march\nyour words", ("your words",))
    assert worker.lines(quoting) == twin.lines(quoting)
    words = "Red One march 3\nstack A march 9\npolicy cover: duck\nready"
    lines = own_lines(words).lines
    assert worker.parsed(asked(""), lines) == twin.parsed(asked(""), lines) == asked(words).lines
    whole = worker.whole(asked(""), LetterText(words), judges=True)
    assert whole == twin.whole(asked(""), LetterText(words), judges=True)
    assert (whole.lines, whole.sequence) == (asked(words).lines, (1, 2))
    assert worker.rehearsal(asked(words)) == twin.rehearsal(asked(words))


@pytest.mark.parametrize(
    "words",
    [
        "Red One march 3\nready",
        "Red One march 3\nRed Two fire at Blue Two\npass",
        "Red One march 3\nRed One march 4",
        "Red One march 9\nRed Two march 1",
        "hello there\nRed One march 3",
        "Red One march 3\npolicy cover: duck\nready",
        "preview\nRed One march 3",
        "withdraw 2\nRed One march 3",
        "Red Nine march 3",
        "ready",
        "",
    ],
)
def test_letter_read_whole_is_named_and_judged_as_in_two_steps(words: str) -> None:
    twin, empty = InProcess(titles), asked("")
    whole, named = (twin.whole(empty, LetterText(words), judges=judges) for judges in (True, False))
    assert (whole.read, whole.lines, named.judged) == (named.read, named.lines, None)
    assert whole.named.commands == named.named.commands
    assert whole.named.standing == named.named.standing
    assert [(one.number, one.orders) for one in whole.named.lines] == [
        (one.number, one.orders) for one in named.named.lines
    ]
    if whole.sequence:
        judged = twin.rehearsal(replace(empty, lines=placed(named.lines, whole.sequence)))
        assert whole.judged == judged


@pytest.mark.parametrize(
    ("text", "is_alone"),
    [
        ("1", True),
        ("\n 2 1, 3 \n", True),
        ("1\n2", False),  # two lines may be a passage of a letter of ours
        ("2605", False),
        ("1\n> Red One march 3", False),
        ("1\nRed One march 3", False),
        ("", False),
    ],
)
def test_one_line_of_digits_needs_no_letter_of_ours_beside_it(text: str, is_alone: bool) -> None:
    assert is_lone_digits(text) is is_alone
    if is_alone:
        ours = "1\n2 1, 3\n| 1\nAnswer with digits, one per question   | 2\n"
        assert LetterText(text).read().lines == LetterText(text, (ours,)).read().lines


@pytest.mark.slow
def test_letter_that_takes_too_long_is_given_up_and_the_next_one_is_read(worker: ReaderProcess) -> None:
    worker.letter(LETTER)
    worker.seconds = 0.01
    with pytest.raises(CannotRead, match=r"not done in 0\.15 seconds"):
        worker.run(time.sleep, 3600)
    worker.seconds = PATIENT
    assert worker.letter(LETTER).words == "Red One march 3"


def busy(seconds: float) -> float:
    """Work so long by the processor's own count."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return seconds


@pytest.mark.slow
def test_a_letter_that_takes_too_much_work_is_given_up_and_the_process_lives_on(worker: ReaderProcess) -> None:
    worker.letter(LETTER)
    before = worker.run(os.getpid)
    worker.seconds = 1
    with pytest.raises(TooSlow, match=r"more than 1 seconds of the processor"):
        worker.run(busy, 3600.0)
    worker.seconds = PATIENT
    assert worker.run(os.getpid) == before


def test_all_that_is_read_of_one_letter_has_one_limit(worker: ReaderProcess) -> None:
    worker.seconds = 0.6
    with worker.one_letter():
        worker.run(busy, 0.4)
        with pytest.raises(TooSlow):
            worker.run(busy, 0.4)
    with worker.one_letter():
        assert worker.run(busy, 0.4) == 0.4
    worker.seconds = PATIENT


@pytest.mark.slow
def test_process_that_dies_is_replaced(worker: ReaderProcess) -> None:
    with pytest.raises(CannotRead, match="has died"):
        worker.run(os._exit, 1)
    assert worker.letter(LETTER).words == "Red One march 3"


def test_fault_of_ours_comes_back_with_where_it_happened(worker: ReaderProcess) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        worker.run(divmod, 1, 0)
    assert "Traceback" in str(caught.value.__cause__)


class Stuck(InProcess):
    """Cannot read letters that hold a certain word."""

    def whole(self, asked: ToRehearse, text: LetterText, *, judges: bool) -> ReadWhole:
        if "march 4" in text.body:
            raise CannotRead("reading it took longer than 5 seconds")
        return super().whole(asked, text, judges=judges)


def test_letter_that_cannot_be_read_is_held_and_the_gm_is_told_once(table: Table) -> None:
    object.__setattr__(table.desk, "reads", Stuck(titles))
    game = table.open()
    table.say(game, "red", "pass")
    report = table.last(game, "red", "report")
    taken = table.deliver(table.reply(game, "red", "Red One march 4", to=report))
    assert taken.state == "held"
    with table.desk.store.begin() as books:
        (row,) = books.letters_in.held()
        assert row.reason == "unreadable: reading it took longer than 5 seconds"
        assert "CannotRead" in row.trace
        row.state = "new"
        number = row.id or 0
    take(table.desk, number)
    assert len(table.letters(game, "gm", "held")) == 1
    assert table.say(game, "red", "Red One march 3", to=report).kind == "receipt"


@pytest.mark.slow
def test_letters_are_answered_the_same_by_way_of_the_worker(worker: ReaderProcess, tmp_path: Path) -> None:
    words = "Red One fire at Blue One\nRedd Two fire at Blue Two\npolicy cover: duck"
    told = []
    for reads in (None, worker):
        folder = tmp_path / type(reads).__name__
        folder.mkdir()
        table = Table.lay(folder)
        object.__setattr__(table.desk, "reads", reads)
        game = table.open()
        told.append(table.say(game, "red", words).text)
    assert told[0] == told[1]
