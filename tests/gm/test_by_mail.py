"""A GM's letters: he looks, asks, confirms; whoever is not the GM gets nowhere."""

import re
from email import message_from_bytes
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import pytest

from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import CannotDo, Done, IncidentContext, perform
from pbem.desk.gm.incidents.mailings import Announce
from pbem.desk.incoming.intake import IntakeResult
from pbem.gm import digest as digests
from pbem.gm.by_mail import _words_and_reason, answer_letters, commands
from pbem.gm.digest import send_digests
from pbem.store.tables import LetterOutRow
from tests.desk.table import GM, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table.lay(tmp_path, gm_address=GM)


def gm_letters(table: Table, name: str = "") -> list[LetterOutRow]:
    with table.desk.store.read() as books:
        return list(books.letters_out.to_side(name, "gm"))


def write(table: Table, words: str, to: LetterOutRow, sender: str = GM) -> IntakeResult:
    answered = message_from_bytes(to.raw)
    letter = EmailMessage()
    letter["From"], letter["To"] = sender, str(answered["Reply-To"])
    letter["Subject"], letter["Message-ID"] = f"Re: {answered['Subject']}", make_msgid(domain="club.example")
    letter.set_content(words)
    taken = table.deliver(letter.as_bytes())
    answer_letters(table.desk)
    return taken


def asked(table: Table) -> LetterOutRow:
    """A letter to the GM about a game: a player has asked for more time."""
    game = table.open()
    table.say(game, "red", "extend 2 days: a wedding")
    return gm_letters(table, game)[-1]


def code(letter: LetterOutRow) -> str:
    found = re.search(r"^  \| confirm (\S+)$", letter.text, re.M)
    assert found is not None, letter.text
    return found[1]


def rulings(table: Table) -> int:
    return len(table.letters("meadow-1", "blue", "ruling"))


def test_action_is_shown_with_its_effect_and_done_when_its_code_comes_back(table: Table) -> None:
    letter = asked(table)
    write(table, "extend 48: a wedding", letter)
    shown = gm_letters(table, "meadow-1")[-1]
    assert "it would be due" in " ".join(shown.text.split())
    assert "undone by  extend meadow-1 -48" in shown.text
    assert rulings(table) == 0
    write(table, f"confirm {code(shown)}", shown)
    assert rulings(table) == 1
    assert "a wedding" in table.last("meadow-1", "blue", "ruling").text
    write(table, f"confirm {code(shown)}", shown)
    assert rulings(table) == 1
    assert "it was used" in gm_letters(table, "meadow-1")[-1].text


def test_code_is_asked_for_again_where_the_game_has_moved_on(table: Table) -> None:
    letter = asked(table)
    write(table, "extend 48: a wedding", letter)
    shown = gm_letters(table, "meadow-1")[-1]
    perform(table.desk, Extend("meadow-1", 24), "the other GM", "a power cut")
    write(table, f"confirm {code(shown)}", shown)
    again = gm_letters(table, "meadow-1")[-1]
    assert "the other GM" in again.text
    assert "Nothing was done, because the game has changed" in " ".join(again.text.split())
    assert rulings(table) == 1
    write(table, f"confirm {code(again)}", again)
    assert rulings(table) == 2


def test_looks_are_answered_at_once(table: Table) -> None:
    letter = asked(table)
    write(table, "queue\nshow\nfaults\nplayers\nlog\ntrace 1\n", letter)
    text = gm_letters(table, "meadow-1")[-1].text
    for said in ("your game", "GAME meadow-1", "FAULTS", "PLAYERS", "LOG", "LETTER 1"):
        assert said in text
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 78


def test_letter_of_somebody_else_under_the_gms_key_is_held(table: Table) -> None:
    letter = asked(table)
    assert write(table, "close: I am bored", letter, sender="mallory@evil.example").state == "held"
    assert write(table, "close: I am bored", letter, sender="rita@mail.example").state == "held"
    assert table.state("meadow-1") == "open"


def test_key_of_long_ago_counts_no_more(table: Table) -> None:
    letter = asked(table)
    table.clock.forward(days=60)
    assert write(table, "queue", letter).state != "gm"


def test_nonsense_is_answered_with_what_can_be_written(table: Table) -> None:
    letter = asked(table)
    write(table, "Dear desk,\nextend many: x\nact\n", letter)
    text = gm_letters(table, "meadow-1")[-1].text
    assert "I do not know the word 'Dear'" in text
    assert "expected a whole number" in text
    assert "expected a reason" in text


@pytest.mark.parametrize("word", ["9" * 30, "\u00b2", "+-5"])
def test_numbers_that_no_letter_has_are_answered(table: Table, word: str) -> None:
    """Each of them held the GM's letter, with a fault of ours."""
    letter = asked(table)
    write(table, f"trace {word}\nshow {word}\nextend {word}: late\nhold {word}: odd", letter)
    answer = gm_letters(table, "meadow-1")[-1]
    assert answer.kind == "gm-answer"
    assert "expected the number of a letter" in " ".join(answer.text.split())
    assert "expected a whole number" in " ".join(answer.text.split())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("announce Don't wait: the desk won't move \"soon\"", "Don't wait: the desk won't move \"soon\""),
        ("announce meadow-1 New rule: be kind", "New rule: be kind"),
        ('announce "The desk moves on Sunday."', "The desk moves on Sunday."),
        ("announce meadow-1 'It moves: soon'", "It moves: soon"),
    ],
)
def test_what_everybody_is_to_read_is_taken_as_it_stands(table: Table, line: str, words: str) -> None:
    """An apostrophe was a quotation mark, and what stood behind a colon was taken for a reason and left out."""
    letter = asked(table)
    write(table, line, letter)
    shown = gm_letters(table, "meadow-1")[-1]
    write(table, f"confirm {code(shown)}", shown)
    assert f"  {words}\n" in table.last("meadow-1", "blue", "announcement").text


def test_a_quotation_mark_without_its_other_is_told(table: Table) -> None:
    letter = asked(table)
    write(table, 'orders red "move', letter)
    assert "expected quotation marks in pairs" in gm_letters(table, "meadow-1")[-1].text


@pytest.mark.parametrize(
    ("line", "words", "reason"),
    [
        ("extend 48: she's ill: flu", ["extend", "48"], "she's ill: flu"),
        (
            "replace red Mo's brother <mo@b.example>: moved",
            ["replace", "red", "Mo's", "brother", "<mo@b.example>"],
            "moved",
        ),
        ("rule meadow-1 1.2 'Red One at = 2':", ["rule", "meadow-1", "1.2", "Red One at = 2"], ""),
    ],
)
def test_words_of_a_line(line: str, words: list[str], reason: str) -> None:
    assert _words_and_reason(line) == (words, reason)


def test_lines_below_a_command_belong_to_it() -> None:
    words = "orders us: by telephone\n| C/3 move 3512\n| pass\nqueue\nregards"
    assert commands(words) == [("orders us: by telephone", ("C/3 move 3512", "pass")), ("queue", ())]


def test_digest_comes_once_a_day_at_the_hour_that_the_gm_wants(table: Table) -> None:
    letter = asked(table)
    write(table, "digest 07:00 Europe/Berlin", letter)
    assert "every day at 07:00 Europe/Berlin" in gm_letters(table, "meadow-1")[-1].text
    assert send_digests(table.desk) == 1  # it is past seven today
    assert send_digests(table.desk) == 0
    table.clock.forward(hours=12)  # 06:00 UTC, which is seven in Berlin
    assert send_digests(table.desk) == 1
    text = gm_letters(table)[-1].text
    assert "meadow-1" in text
    write(table, "digest off", gm_letters(table)[-1])
    table.clock.forward(days=1)
    assert send_digests(table.desk) == 0


def test_subject_of_an_exchange_does_not_grow(table: Table) -> None:
    """Mail programs put `Re:` before a subject that begins with the game, and the desk put another behind it."""
    letter = asked(table)
    subjects = []
    for _ in range(4):
        write(table, "queue", letter)
        letter = gm_letters(table, "meadow-1")[-1]
        subjects.append(str(message_from_bytes(letter.raw)["Subject"]))
    assert len(set(subjects)) == 1
    assert subjects[0].count("Re:") == 1
    assert subjects[0].startswith("[meadow-1] Re: ")


def test_queue_in_a_letter_breaks_no_date_over_lines(table: Table) -> None:
    letter = asked(table)
    write(table, "queue", letter)
    lines = gm_letters(table, "meadow-1")[-1].text.splitlines()
    (due,) = (line for line in lines if " due " in line)
    assert re.fullmatch(r" +due \w{3} \d+ \w{3} \d\d:\d\d UTC   left .*h\b.*", due), due
    assert "due" not in next(line for line in lines if "meadow-1   for" in line)


def test_a_digest_holds_what_no_letter_could(table: Table) -> None:
    """What the GM announced, and who wrote to his game from what address, may have any characters."""
    write(table, "digest 07:00", asked(table))
    perform(table.desk, Announce("meadow-1", "Happy New Year \u2014 \u65b0\u5e74 \U0001f389"), GM, "")
    stranger = EmailMessage()
    stranger["To"] = "meadow-1+red.aaaaaaaa@pbem.example"
    raw = "From: \u4e2d@mail.example\r\n".encode() + stranger.as_bytes()
    assert table.deliver(raw).state == "held"
    table.clock.forward(hours=1)
    assert send_digests(table.desk) == 1
    text = gm_letters(table)[-1].text
    assert "Happy New Year - XinNian ?" in " ".join(text.split())
    assert text.isascii()


def test_a_digest_that_cannot_be_put_together_keeps_nobody_else_waiting(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    write(table, "digest 07:00", asked(table))
    monkeypatch.setattr(digests, "queue", fails)
    assert [send_digests(table.desk), send_digests(table.desk)] == [1, 0]
    assert "could not be put together (ZeroDivisionError)" in gm_letters(table)[-1].text


@pytest.mark.parametrize(
    "fault", [CannotDo("it rains"), KeyError("no such creek"), ValueError("no letter can hold it")]
)
def test_a_request_that_fails_halfway_leaves_nothing_behind(
    table: Table, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """The answer said that nothing was done, and what had been done by then was committed with it."""

    def fails(self: Extend, case: IncidentContext) -> Done:
        game = case.playing(self.game)
        rule(case.desk, case.books, game, Ruled("deadline", case.reason, "it is moved", "a deadline"))
        raise fault

    write(table, "extend 48: a storm\nqueue", asked(table))
    letter = gm_letters(table, "meadow-1")[-1]
    monkeypatch.setattr(Extend, "carry_out", fails)
    before = table.records("meadow-1")
    write(table, f"confirm {code(letter)}\nshow", letter)
    answer = gm_letters(table, "meadow-1")[-1].text
    assert "Nothing was done." in answer
    assert str(fault.args[0]) in answer
    assert "> show" in answer, "the rest of the letter is answered"
    assert table.records("meadow-1") == before
    assert rulings(table) == 0
    write(table, f"confirm {code(letter)}", letter)
    assert "was used already" in gm_letters(table, "meadow-1")[-1].text
    with pytest.raises(type(fault)):
        perform(table.desk, Extend("meadow-1", 48), GM, "a storm")
