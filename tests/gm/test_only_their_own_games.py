"""A GM's letter shows the games of that GM and nothing of another's."""

from email import message_from_bytes
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.incoming.gm_keys import games_seen
from pbem.desk.play.advance import advance
from pbem.gm.by_mail import answer_letters
from pbem.gm.digest import digest
from tests.desk.table import GM, Table
from tests.gm.test_by_mail import gm_letters, write

OTHER = "olga@else.example"
THEIRS = "hill-9"
SECRET = ("sid@secret.example", "sue@secret.example", "Sid", "Sue", THEIRS, "a private matter")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Petra's game, and one of Olga's with an action of hers, a letter, a fault, and people of its own."""
    table = Table.lay(tmp_path)
    table.open(gm_name="Petra")
    players = [("red", "sid@secret.example", "Sid"), ("blue", "sue@secret.example", "Sue")]
    open_campaign(
        table.desk, Wanted(THEIRS, "skirmish", "meadow", players, OTHER, seed=b"another seed", ladder_length=64)
    )
    advance(table.desk, THEIRS)
    perform(table.desk, Extend(THEIRS, 24), "Olga", "a private matter")
    welcome = table.letters(THEIRS, "red")[0]
    table.deliver(table.reply(THEIRS, "red", "chat: about Sue", to=welcome, sender="stranger@secret.example"))
    return table


def numbers(table: Table) -> list[int]:
    with table.desk.store.read() as books:
        return [row.id or 0 for row in books.letters_in.of_game(THEIRS)]


def answer(table: Table, words: str) -> str:
    write(table, words, gm_letters(table, "meadow-1")[0])
    return gm_letters(table, "meadow-1")[-1].text


@pytest.mark.slow
def test_no_look_shows_a_game_of_another_gm(table: Table) -> None:
    (number,) = numbers(table)
    for words in ("queue", "faults", "players", "log", f"show {number}", f"trace {number}", f"show {THEIRS}", "digest"):
        text = answer(table, words).partition("\n\n")[2]
        found = [one for one in SECRET if one in text.replace(f"{THEIRS}: expected a game of which", "")]
        assert found == [], (words, text)
    assert "expected the number of a letter about a game of which you are the GM" in answer(table, f"trace {number}")
    assert answer(table, "trace 999").partition("\n\n")[2] == answer(table, f"trace {number}").partition("\n\n")[
        2
    ].replace(f"{number}:", "999:")
    assert f"{THEIRS}: expected a game of which you are the GM" in answer(table, f"log {THEIRS}")


def test_no_action_touches_a_game_of_another_gm(table: Table) -> None:
    (number,) = numbers(table)
    for words in (f"reread {number}: x", f"release {number}: x", f"drop {number}: x", f"extend {THEIRS} 5: x"):
        assert f"{THEIRS}: expected a game of which you are the GM" in answer(table, words), words
    text = answer(table, "forget sid@secret.example: x")
    assert "the GM of the desk" in text
    assert "Sid" not in text


def test_each_sees_what_is_theirs(table: Table) -> None:
    table.say("meadow-1", "red", "extend 2 days: a wedding")
    text = answer(table, "players\nlog\nfaults\nshow\nshow 2\ntrace 2")
    assert "rita@mail.example" in text
    assert "GAME meadow-1" in text
    assert "a wedding" in text


def test_a_letter_of_no_game_is_for_the_gm_of_the_desk(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, gm_address=GM)
    table.open()
    players = [("red", "sid@secret.example", "Sid"), ("blue", "sue@secret.example", "Sue")]
    open_campaign(table.desk, Wanted(THEIRS, "skirmish", "meadow", players, OTHER, seed=b"another seed"))
    stray = EmailMessage()
    stray["From"], stray["To"], stray["Subject"] = "who@x.example", "pbem@pbem.example", "hello"
    stray["Message-ID"] = make_msgid(domain="x.example")
    stray.set_content("may I join?")
    table.deliver(stray.as_bytes())
    assert "may I join?" in answer(table, "show 1")
    theirs = gm_letters(table, THEIRS)[0]
    assert message_from_bytes(theirs.raw)["To"] == OTHER
    write(table, "show 1", theirs, OTHER)
    answer_letters(table.desk)
    assert "may I join?" not in gm_letters(table, THEIRS)[-1].text


def test_the_digest_names_no_fault_of_another_gm(table: Table) -> None:
    text = "\n".join(digest(table.desk, GM))
    assert not any(one in text for one in SECRET)
    assert THEIRS in "\n".join(digest(table.desk, OTHER))


def test_whoever_is_gm_of_every_game_sees_the_whole_desk_and_a_stranger_none_of_it(
    tmp_path: Path, table: Table
) -> None:
    with table.desk.store.read() as books:
        assert games_seen(table.desk, books, GM) == {"meadow-1"}
        assert games_seen(table.desk, books, "stranger@secret.example") == frozenset()
    (tmp_path / "alone").mkdir()
    alone = Table.lay(tmp_path / "alone")
    alone.open(gm_name="Petra")
    with alone.desk.store.read() as books:
        assert games_seen(alone.desk, books, GM) is None
        assert games_seen(alone.desk, books, OTHER) == frozenset()
