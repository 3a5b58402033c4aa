"""`pbem health` and `pbem gm queue` over what waits for the GM: while anything does, all is not well."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.commands.desk_arguments import desk_at
from pbem.desk import faults
from pbem.desk.desk import Desk
from pbem.desk.incoming.returned import count_against
from pbem.desk.outgoing.outbox import file_outcome
from pbem.mail.ports import Never
from pbem.store.database import Books
from pbem.store.letters_in import StoredArrival
from pbem.store.tables import LetterOutRow
from tests.commands.test_backup import CONFIG

GONE = "gone@mail.example"


def letter(books: Books, desk: Desk, side: str) -> LetterOutRow:
    row = LetterOutRow(
        key=f"g/x/{side}/1",
        game="g",
        side=side,
        kind="report",
        to=GONE,
        message_id=f"<{side}@x>",
        subject="s",
        raw=b"r",
        made=desk.clock.now(),
    )
    added = books.letters_out.add(row)
    books.letters_out._session.flush()
    return added


def fails(books: Books, desk: Desk) -> None:
    file_outcome(desk, books, letter(books, desk, "red"), Never(550, "5.1.1 nobody"))


def fails_to_gm(books: Books, desk: Desk) -> None:
    file_outcome(desk, books, letter(books, desk, "gm"), Never(550, "5.1.1 nobody"))


def waits_for_template(books: Books, desk: Desk) -> None:
    books.letters_out.hold(letter(books, desk, "red"), "[]", "a template is wrong")


def is_held(books: Books, desk: Desk) -> None:
    books.letters_in.take_in([StoredArrival("INBOX", 1, 1, desk.clock.now(), b"From: x@y\n\nwin")])
    books.letters_in.close(books.letters_in.get(1), "held", "no such game", desk.clock.now())


def is_stopped(books: Books, desk: Desk) -> None:
    count_against(desk, books, "", GONE, 5)


WAITS: dict[Callable[[Books, Desk], None], tuple[str, dict[str, object]]] = {
    fails: ("1 letter could not be sent: pbem gm faults", {"letters_failed": 1}),
    fails_to_gm: ("1 letter could not be sent: pbem gm faults", {"letters_failed": 1}),
    waits_for_template: ("1 letter waits for a template of yours: pbem templates check", {"letters_held_back": 1}),
    is_held: ("1 letter is held: pbem gm queue", {"letter": 1}),
    is_stopped: ("1 address gets no mail any more: pbem gm queue", {"stopped": GONE}),
}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(CONFIG.format(database="pbem.db"), encoding="utf-8")
    (tmp_path / "config.toml").chmod(0o600)
    assert main(["serve", "--once"]) == 0
    found = desk_at(Path("config.toml"))
    assert found is not None
    return found


@pytest.mark.parametrize("waits", WAITS, ids=lambda one: one.__name__)
def test_what_waits_for_the_gm_is_not_well(
    desk: Desk, waits: Callable[[Books, Desk], None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["health"]) == 0
    assert "all is well" in capsys.readouterr().out
    with desk.store.begin() as books:
        waits(books, desk)
    told, shown = WAITS[waits]
    assert main(["health"]) == 1
    said = capsys.readouterr().out
    assert f"WRONG: {told}" in said
    assert "all is well" not in said
    assert main(["gm", "queue", "--json"]) == 0
    lines = [json.loads(one) for one in capsys.readouterr().out.splitlines()]
    assert any(shown.items() <= one.items() for one in lines), lines
    assert main(["gm", "queue"]) == 0
    assert "problems 1" in capsys.readouterr().out


def test_fault_of_a_letter_that_is_closed_is_settled_until_it_fails_again(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    for side in ("red", "gm"):
        with desk.store.begin() as books:
            file_outcome(desk, books, letter(books, desk, side), Never(550, "5.1.1 nobody"))
        assert main(["health"]) == 1
        with desk.store.begin() as books:
            row = books.letters_out.find(f"g/x/{side}/1")
            assert row is not None
            faults.close(desk, books, "mail", str(row.id))
        assert main(["health"]) == 0, capsys.readouterr().out
    with desk.store.begin() as books:
        file_outcome(desk, books, letter(books, desk, "red"), Never(550, "5.1.1 nobody"))
    assert main(["health"]) == 1


def test_letters_that_were_emptied_for_somebody_forgotten_are_no_failures(desk: Desk) -> None:
    with desk.store.begin() as books:
        letter(books, desk, "red")
        books.letters_out.forget(GONE)
    assert main(["health"]) == 0


def test_clock_in_doubt_is_not_well_and_is_shown(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    with desk.store.begin() as books:
        books.watch.mark(desk.clock.now() - timedelta(days=90))
    Path("pbem.pulse").unlink()  # it says that the database was served since
    assert main(["gm", "clock"]) == 1
    assert "pbem gm clock --right" in capsys.readouterr().out
    assert main(["serve", "--once"]) == 1
    assert main(["health"]) == 1
    assert "WRONG: clock: it shows" in capsys.readouterr().out
    assert main(["gm", "clock", "--right"]) == 0
    assert main(["gm", "clock"]) == 0
    assert "The clock is believed" in capsys.readouterr().out
    assert main(["serve", "--once"]) == 0
    assert main(["health"]) == 0
