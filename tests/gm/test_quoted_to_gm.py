"""Whatever letter to the GM a reply quotes, and however a program mangles the quotation: only what is typed is done."""

import re
from collections.abc import Sequence
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.gm.by_mail import answer_letters, commands
from pbem.mail.letter import read_letter
from pbem.mail.quotes import own_words
from pbem.store.tables import LetterOutRow
from tests.desk.table import GM, Table
from tests.desk.test_quoted_letters import TAILS, every_program
from tests.gm.test_by_mail import asked, code, gm_letters, rulings, write
from tests.mail.programs import PROGRAMS, Program, Words, raw

CHAT = ("Thanks, not now: I want to ask both of them first.", "", "Max")
LINES = (
    *(
        "queue",
        "show meadow-1",
        "players",
        "faults",
        "log meadow-1",
        "digest",
        "help",
        "trace 1",
        "extend 48: a wedding",
    ),
    *("pause: holidays", "undo: a wrong order", "address meadow-1 red rita2@mail.example: she asked", "nonsense"),
    "confirm abcd1234",
)


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """Every kind of letter that a GM gets by writing, and those that he gets unasked."""
    table = Table.lay(tmp_path_factory.mktemp("gm"), gm_address=GM)
    letter = asked(table)
    for line in LINES:
        write(table, line, letter)
    write(table, f"confirm {code(next(one for one in gm_letters(table, 'meadow-1') if 'confirm' in one.text))}", letter)
    table.say("meadow-1", "red", "press to gm: hello\nstatus")
    return [one.text for name in ("", "meadow-1") for one in gm_letters(table, name)]


@pytest.mark.parametrize(
    "parts", [pytest.param((0,), id="few"), pytest.param((1, 2, 3), id="others", marks=pytest.mark.slow)]
)
@every_program
def test_no_line_of_a_quoted_letter_is_done(program: Program, letters: Sequence[str], parts: tuple[int, ...]) -> None:
    """Each program quotes another quarter of the letters in ``make test``."""
    for older in (one for n, one in enumerate(letters) if (n + PROGRAMS.index(program)) % 4 in parts):
        letter = read_letter(raw(program, Words(CHAT, tuple(older.splitlines()))))
        words = own_words(letter.body, [older, letters[0]]).words
        assert [one for one, _ in commands(words)] == [CHAT[0]], (words, older)


@pytest.mark.parametrize("tail", TAILS)
def test_no_line_of_a_tail_that_no_known_program_makes_is_done(tail: str, letters: Sequence[str]) -> None:
    for older in letters:
        words = own_words("\n".join(CHAT) + f"\n\n{TAILS[tail](older)}\n", [older, letters[0]]).words
        assert [one for one, _ in commands(words)] == [CHAT[0]], (words, older)


STYLES = [one for one in PROGRAMS if one.name in ("Gmail browser, en", "Outlook Windows, text, en", "Orange, fr")]


def reply(table: Table, words: str, to: LetterOutRow, body: bytes) -> None:
    """A GM's letter with this body."""
    letter = message_from_bytes(body)
    answered = message_from_bytes(to.raw)
    for name, value in (
        ("From", GM),
        ("To", str(answered["Reply-To"])),
        ("Message-ID", f"<{len(words)}.{table.uid}@club.example>"),
        ("In-Reply-To", str(answered["Message-ID"])),
    ):
        del letter[name]
        letter[name] = value
    table.deliver(letter.as_bytes())
    answer_letters(table.desk)


@pytest.mark.parametrize("program", STYLES, ids=lambda one: one.name)
def test_an_action_is_done_by_the_code_that_is_typed_and_not_by_the_one_quoted(
    program: Program, tmp_path: Path
) -> None:
    table = Table.lay(tmp_path, gm_address=GM)
    write(table, "extend 48: a wedding", asked(table))
    shown = gm_letters(table, "meadow-1")[-1]
    older = tuple(shown.text.splitlines())
    reply(table, "no", shown, raw(program, Words(CHAT, older)))
    assert rulings(table) == 0
    # The quotation of a broken program: neither marked nor announced, every line at the margin, the bars lost.
    bare = re.sub(r"^[ |]+", "", shown.text, flags=re.M)
    write(table, "\n".join((*CHAT, "", bare)), shown)
    assert rulings(table) == 0
    typed = f"confirm {code(shown)}"
    reply(table, typed, shown, raw(program, Words((typed, "", "Max"), older)))
    assert rulings(table) == 1


def test_an_action_may_be_said_again_word_for_word(tmp_path: Path) -> None:
    table = Table.lay(tmp_path, gm_address=GM)
    letter = asked(table)
    for _ in range(2):
        write(table, "extend 48: a wedding", letter)
        letter = gm_letters(table, "meadow-1")[-1]
        assert "confirm" in letter.text
