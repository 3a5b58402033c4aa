"""Every incident by a GM's letter: shown first, done when its code comes back, logged and signed, told to whom it must be; and
its inverse, by a letter too."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.desk.gm import tray
from pbem.desk.gm.incidents.catalogue import CATALOGUE
from pbem.desk.gm.incidents.deadlines import Pause
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.players import NewKey
from pbem.desk.gm.incidents.undo_and_end import Close, Undo
from pbem.desk.record.signing import CHECKS, NO_KEY
from pbem.gm.digest import gm_actions
from pbem.store.database import Books
from pbem.store.tables import GameRow
from tests.desk.table import ADDRESSES, GM, Table
from tests.gm.test_by_mail import asked, code, gm_letters, write

GAME = "meadow-1"
BOTH = ("red", "blue")
Found = Callable[[Table], object]


def in_books(look: Callable[[Books, GameRow], object]) -> Found:
    """What a look at the game in the store finds."""

    def found(table: Table) -> object:
        with table.desk.store.read() as books:
            return look(books, books.games.get(GAME))

    return found


def due(table: Table) -> object:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(GAME))
        return row.due if row is not None else None


def newest_of(kind: str) -> Found:
    return lambda table: [len(table.letters(GAME, side, kind)) for side in ("red", "blue", "")]


def filed(books: Books, game: GameRow) -> object:
    """What Red has on file for the first phase."""
    latest = books.submissions.latest(game, "red", "T01.RED.A")
    return [row.canonical for row in books.submissions.lines(latest)] if latest is not None else []


def held_letter(table: Table) -> None:
    """A letter of Red from an address that nobody registered, which is letter number 2."""
    table.deliver(table.reply(GAME, "red", "Red One fire at Blue One", sender="rita@holiday.example"))


def letter_state(table: Table) -> object:
    with table.desk.store.read() as books:
        return books.letters_in.get(2).state


def played(table: Table) -> None:
    """A phase has been played."""
    table.say(GAME, "blue", "policy cover: duck")
    table.say(GAME, "red", "Red One fire at Blue One\nready")
    assert table.phase(GAME) == "T01.RED.B"


def undone(table: Table) -> None:
    played(table)
    table.clock.forward(minutes=1)
    perform(table.desk, Undo(GAME), GM, "a wrong map")
    table.clock.forward(minutes=1)


def stopped(table: Table) -> None:
    """A game that the GM holds."""
    with table.desk.store.begin() as books:
        books.games.hold(books.games.get(GAME), "T01.RED.A: ChartGap: a cell is missing", table.clock.now())


def full_tray(table: Table) -> None:
    """A game turn is over, and the umpire is to answer."""
    with table.desk.store.begin() as books:
        game = books.games.get(GAME)
        game.calendar = '{"couriers":{"turns":1},"umpire":48}'
        tray.lay(table.desk, books, game, 1)


def report_was_sent(table: Table) -> None:
    with table.desk.store.begin() as books:
        row = books.letters_out.last_report(GAME, "red")
        assert row is not None
        books.letters_out.mark(row, "sent", "250", table.clock.now())


def unsent(table: Table) -> object:
    return table.last(GAME, "red", "report").state


@dataclass(frozen=True)
class Letter:
    """One incident by letter: what the GM writes, what comes before, what is shown, whose letters of what kind tell of it
    (nobody else gets one of that kind), and what in the store it changes; its inverse puts that back."""

    words: str
    changes: Found
    shows: str
    told: tuple[str, ...] = BOTH
    kind: str = "ruling"
    before: Callable[[Table], object] = lambda _: None
    is_signed_record: bool = True
    goes_back: bool = True


LETTERS = {
    "extend": Letter("extend 48: a power cut", due, "it would be due"),
    "pause": Letter("pause 7: holidays", in_books(lambda _, game: game.state), "nothing of meadow-1 is due"),
    "resume": Letter(
        "resume", in_books(lambda _, game: game.state), "run on from where they stopped",
        before=lambda table: perform(table.desk, Pause(GAME), GM, "holidays"),
    ),
    "remind": Letter(
        "remind", newest_of("reminder"), "Red (RED) is reminded of T1 RED.A", ("red",), "reminder", is_signed_record=False
    ),
    "act": Letter("act: no word", lambda table: table.phase(GAME), "the deadline of T1 RED.A is treated as passed now"),
    "silence": Letter(
        "silence red: for the club", newest_of("ruling"), "the silence of Red (RED) is certified", goes_back=False
    ),
    "tray": Letter(
        "tray", in_books(lambda _, game: game.state), "meadow-1 goes on with turn 1", (), before=full_tray, goes_back=False
    ),
    "roll": Letter(
        "roll meadow-1 2d6 the bridge", in_books(lambda _, game: game.rulings), "2d6 are rolled for the bridge", (),
        before=lambda table: (played(table), full_tray(table)), goes_back=False,
    ),
    "announce": Letter(
        "announce The desk moves on Sunday.", newest_of("announcement"), "RED, Red; BLU, Blue: The desk moves on Sunday.",
        kind="announcement", is_signed_record=False, goes_back=False,
    ),
    "ask": Letter(
        "ask Shall the table have a column 9-1?", newest_of("proposal"), "is asked: Shall the table have a column 9-1?",
        kind="proposal", is_signed_record=False, goes_back=False,
    ),
    "preview": Letter(
        "preview", lambda table: len(gm_actions(table.desk)), "sealed ones too", (), is_signed_record=False, goes_back=False
    ),
    "look": Letter(
        "look red: a complaint", lambda table: len(gm_actions(table.desk)), "you see what RED has on file", (),
        is_signed_record=False, goes_back=False,
    ),
    "orders": Letter(
        "orders red: by telephone\n| Red One fire at Blue One\n| Red Two fire at Blue Two", in_books(filed),
        "RED would have 2 lines on file", goes_back=False,
    ),
    "replace": Letter(
        'replace red "Nadia <nadia@new.example>": Rita moves',
        in_books(lambda books, game: books.players.get(game, "red").name),
        "it would be Nadia",
    ),
    "seat": Letter(
        'seat red "R. Uth" ruth@mail.example commands Red Two: she asked',
        in_books(lambda books, game: [one.name for one in books.seats.sharing(game, "red")]),
        "R. Uth (ruth@mail.example) commands Red Two of RED, beside Red, the chief",
    ),
    "address": Letter(
        "address red rita@new.example", in_books(lambda books, game: books.players.get(game, "red").address),
        "go to rita@new.example instead of",
    ),
    "key": Letter(
        "key red: mail was read", in_books(lambda books, game: books.keys.count_void(game, "red")), "become void",
    ),
    "resend": Letter("resend red", unsent, "again to rita@mail.example", (), before=report_was_sent,
                     is_signed_record=False, goes_back=False),
    "hold": Letter("hold: a dispute", in_books(lambda _, game: game.state), "whatever mail comes", (), is_signed_record=False),
    "release": Letter("release 2: she rang me up", letter_state, "counts as written by Red (RED)", before=held_letter,
                      goes_back=False),
    "reread": Letter(
        "reread 2", newest_of("receipt"), "1 line accepted now, 0 refused", ("red",), "receipt",
        before=lambda table: table.say(GAME, "red", "Red One fire at Blue One"), is_signed_record=False, goes_back=False,
    ),
    "retry": Letter("retry", in_books(lambda _, game: game.state), "the same orders and the same dice", (), before=stopped,
                    is_signed_record=False),
    "drop": Letter("drop 2", letter_state, "is set aside", (), before=held_letter, is_signed_record=False),
    "close": Letter("close: enough", lambda table: table.state(GAME), "without a winner", kind="report", goes_back=False),
    "draw": Letter("draw: agreed", lambda table: table.state(GAME), "a draw", kind="report", goes_back=False),
    "resign": Letter("resign red: by telephone", lambda table: table.state(GAME), "loses meadow-1 by resignation",
                     kind="report", goes_back=False),
    "forget": Letter(
        f"forget {ADDRESSES['red']}: asked for", in_books(lambda books, game: books.players.get(game, "red").address),
        "is deleted from", (), before=lambda table: perform(table.desk, Close(GAME), GM, "enough"), is_signed_record=False,
        goes_back=False,
    ),
    "rule": Letter(
        'rule 1.1 "Red One strength = 2": a loss was forgotten',
        in_books(lambda books, game: json.loads(books.checkpoints.last(game).state)),
        "strength of Red One from 3 to 2",
    ),
    "undo": Letter("undo: a wrong order", lambda table: table.phase(GAME), "undone: T1 RED.A", before=played),
    "redo": Letter("redo: it was right", lambda table: table.phase(GAME), "RED T1 RED.A: 1 line, ready", before=undone),
    "void": Letter("void: a log showed them", in_books(lambda _, game: game.voided), "is published unused", goes_back=False),
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.lay(tmp_path, gm_address=GM)


def told(table: Table, kind: str) -> dict[str, int]:
    return {side: len(table.letters(GAME, side, kind)) for side in BOTH}


def one_line(text: str) -> str:
    return " ".join(text.split())


def test_no_incident_is_left_out() -> None:
    assert set(LETTERS) == set(CATALOGUE)


@pytest.mark.parametrize("name", LETTERS)
def test_incident_is_shown_done_when_its_code_comes_logged_signed_and_told(table: Table, name: str) -> None:
    case = LETTERS[name]
    letter = asked(table)
    case.before(table)
    before, heard, logged = case.changes(table), told(table, case.kind), len(gm_actions(table.desk))

    write(table, case.words, letter)
    shown = gm_letters(table, GAME)[-1]
    assert case.shows in one_line(shown.text)
    assert "undone by" in shown.text or "final" in shown.text
    assert ("signs" in shown.text) == case.is_signed_record
    assert (case.changes(table), told(table, case.kind), len(gm_actions(table.desk))) == (before, heard, logged)

    table.clock.forward(minutes=1)
    write(table, f"confirm {code(shown)}", shown)
    assert case.changes(table) != before, gm_letters(table, GAME)[-1].text
    now = told(table, case.kind)
    assert {side for side in BOTH if now[side] > heard[side]} == set(case.told)
    if len(case.told) == 2 and case.kind == "ruling":
        assert table.last(GAME, "red", "ruling").subject == table.last(GAME, "blue", "ruling").subject
    action = gm_actions(table.desk)[0]
    assert (action.line.split()[0], action.by) == (name, GM)
    assert action.signature == (NO_KEY if name == "forget" else CHECKS)
    assert (action.record is not None) == case.is_signed_record
    reason = case.words.partition("\n")[0].partition(": ")[2]
    assert action.reason == reason
    if len(case.told) == 2 and reason:
        assert reason in one_line(table.last(GAME, "blue", case.kind).text)


BACK = [name for name, case in LETTERS.items() if case.goes_back and name != "remind"]


@pytest.mark.parametrize("name", BACK)
def test_inverse_that_is_shown_puts_it_back_by_letter(table: Table, name: str) -> None:
    case = LETTERS[name]
    letter = asked(table)
    case.before(table)
    before = case.changes(table)
    write(table, case.words, letter)
    shown = gm_letters(table, GAME)[-1]
    found = re.search(r"^  undone by  (.+)$", shown.text, re.M)
    assert found is not None, shown.text
    table.clock.forward(minutes=1)
    write(table, f"confirm {code(shown)}", shown)
    assert case.changes(table) != before
    table.clock.forward(minutes=1)
    write(table, f"{found[1]}: a mistake", letter)
    again = gm_letters(table, GAME)[-1]
    write(table, f"confirm {code(again)}", again)
    assert case.changes(table) == before, gm_letters(table, GAME)[-1].text


def test_keys_that_were_made_void_count_again_by_letter(table: Table) -> None:
    letter = asked(table)
    perform(table.desk, NewKey(GAME, "red"), GM, "mail was read")
    write(table, "key red back: a mistake", letter)
    shown = gm_letters(table, GAME)[-1]
    write(table, f"confirm {code(shown)}", shown)
    assert in_books(lambda books, game: books.keys.count_void(game, "red"))(table) == 0
