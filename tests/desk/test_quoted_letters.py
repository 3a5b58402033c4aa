"""Whatever letter of ours a reply quotes, and however: nothing in the quotation is carried out, and what is typed is."""

import os
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.desk.incoming.reader import LetterText
from pbem.mail.letter import read_letter
from pbem.orders.commands import command
from pbem.orders.lines import may_be_filled
from pbem.store.tables import LetterOutRow
from tests.desk import in_contact
from tests.desk.table import Table
from tests.mail.programs import PROGRAMS, Program, Words, raw

GAME = "rosebud-7"
KATE, MO = "kate@mail.example", "mo@post.example"
PLAYERS = [("us", KATE, "K. Hale"), ("indian", MO, "M. Ortiz")]
GOLDEN = Path(__file__).parent.parent / "reports" / "golden"
CHAT = ("Hm, no thanks, I like it as it is.", "", "Mo")
"""Words without an order, a command or an answer."""
COMMANDS = (
    *("status", "orders", "map 3213 4", "preview\nCrow King stay", "preview standing", "resend 1"),
    *("help", "help orders", "help corrections", "help standing", "help pace", "help defaults", "help commands"),
    *("help press", "help proof", "help charts", "help leaders", "help A", "help C", "help zone of control"),
    *("zone Europe/Berlin", "report whole", "vacation 1 Apr - 7 Apr", "extend 2 days: a wedding", "nonce: any words"),
    *("resign", "confirm abcd1234", "address mo2@post.example", "pace mixed", "offer draw", "accept draw", "agree 9"),
    *("policy all losses: holders, strongest", "cancel order 9", "withdraw line 9", "thanks, very clear"),
    *(
        "Crow King stay\nBig Elk melee 3511",
        "Crowe Kong stay\nhelp corrections",
        "pass\nhelp corrections",
        "language de",
    ),
)
"""What a player writes to get each kind of letter."""

every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)
PARTS = 36
TRIED = int(os.environ.get("PBEM_QUOTED", "6"))
each_part = pytest.mark.parametrize(
    "part", [pytest.param(range(1), id="few"), pytest.param(range(1, TRIED), id="more", marks=pytest.mark.slow)]
)
"""Of a hundred letters each program, or way of quoting, quotes some three in ``make test``, a sixth of them in CI, and all in
``make soak``."""


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    return in_contact.lay(tmp_path, b"quoted letters")


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> Sequence[str]:
    """Every kind of letter that a player gets: those of a game, and the samples of all templates."""
    table = in_contact.lay(tmp_path_factory.mktemp("quoted"), b"quoted letters")
    for words in COMMANDS:
        table.say(GAME, "indian", words)
    for words in ("offer draw", "pace policy"):
        table.until(GAME, "us")
        table.say(GAME, "us", words)
    table.until(GAME, "indian")
    texts = [row.text for side in ("indian", "us") for row in table.letters(GAME, side)]
    texts += [path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.txt"))]
    alike = {tuple(line for line in text.splitlines() if "|" in line): text for text in texts}
    return [text for examples, text in alike.items() if examples]


TAILS: Mapping[str, Callable[[str], str]] = {
    "as it stands": lambda older: older,
    "broken at 60 columns": lambda older: broken(older, 60),
    "broken at 72 columns": lambda older: broken(older, 72),
    "without blanks ahead": lambda older: "\n".join(line.strip() for line in older.splitlines()),
    "single blanks": lambda older: "\n".join(" ".join(line.split()) for line in older.splitlines()),
    "without blank lines": lambda older: "\n".join(line for line in older.splitlines() if line),
    "marked with a colon": lambda older: "\n".join(f": {line}" for line in older.splitlines()),
    "marked with a bar": lambda older: "\n".join(f"| {line}" for line in older.splitlines()),
    "marked with a name": lambda older: "\n".join(f"Desk> {line}" for line in older.splitlines()),
    "marked and broken": lambda older: "\n".join(f"> {line}" for line in broken(older, 60).splitlines()),
    "marked on the first lines of paragraphs": lambda older: broken(
        "\n".join(f"> {line}" for line in older.splitlines()), 60
    ),
}


def broken(text: str, width: int) -> str:
    return "\n".join(part for line in text.splitlines() for part in textwrap.wrap(line, width) or [""])


def part_of(letters: Sequence[str], part: range, n: int) -> Sequence[str]:
    """So many parts of the letters, for the n-th way of quoting."""
    return [letter for one in part for letter in letters[(n + one) % PARTS :: PARTS]]


def quoted(program: Program, older: str, sent: Sequence[str], own: Sequence[str] = CHAT) -> list[str]:
    """The lines that count in a reply which quotes this letter of ours."""
    letter = read_letter(raw(program, Words(tuple(own), tuple(older.splitlines()))))
    return read(letter.body, sent)


def read(body: str, sent: Sequence[str]) -> list[str]:
    return [one.words.strip() for one in LetterText(body, tuple(sent)).read().lines.lines]


@each_part
@every_program
def test_nothing_is_read_from_a_quotation_of_any_letter(program: Program, letters: Sequence[str], part: range) -> None:
    said = {"Hm, no thanks, I like it as it is", "Mo", "Get Outlook for iOS"}
    found = {
        one
        for older in part_of(letters, part, PROGRAMS.index(program))
        for one in quoted(program, older, [older, letters[1]])
    }
    assert sorted(found - said) == []


@each_part
@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("own", ["\n".join(CHAT), "No!", ""])
def test_nothing_is_read_from_a_tail_that_no_known_program_makes(
    tail: str, own: str, letters: Sequence[str], part: range
) -> None:
    said = {"Hm, no thanks, I like it as it is", "Mo", "No"}
    found = {}
    for older in part_of(letters, part, [*TAILS].index(tail)):
        lines = read(f"{own}\n\n{TAILS[tail](older)}\n", [older, letters[1]])
        found.update(dict.fromkeys(lines, older[:300]))
    assert {one: older for one, older in found.items() if one not in said} == {}


def examples(older: str) -> list[str]:
    """The commands that a letter shows."""
    lines = (line.strip().removeprefix("| ") for line in older.splitlines() if line.strip().startswith("| "))
    words = (re.split(r"\s{2,}", line)[0] for line in lines)
    return [one for one in dict.fromkeys(words) if command(one)]


@each_part
@every_program
def test_whatever_is_typed_counts_though_the_letter_shows_it_too(
    program: Program, letters: Sequence[str], part: range
) -> None:
    for older in part_of(letters, part, PROGRAMS.index(program)):
        for one in examples(older)[:3]:
            for typed in (one, f"| {one}"):
                assert one in quoted(program, older, [older, letters[1]], (typed, "", "Mo")), (typed, older)
        own = ("Crow King stay", "Big Elk melee 3511", "ready")
        assert quoted(program, older, [older, letters[1]], own)[:3] == list(own), older


@each_part
@every_program
def test_an_order_filled_in_on_the_sheet_counts(program: Program, letters: Sequence[str], part: range) -> None:
    for older in part_of(letters, part, PROGRAMS.index(program)):
        lines = older.splitlines()
        sheet = [n for n, line in enumerate(lines) if line.startswith("| ") and may_be_filled(line)]
        for n in sheet[:1] + sheet[-1:]:
            filled = "\n".join([*lines[:n], "| Noisy Walking dismount", *lines[n + 1 :]])
            assert "Noisy Walking dismount" in quoted(program, filled, [older, letters[1]]), older
            forged = "\n".join([*lines[:n], "| confirm abcd1234", *lines[n + 1 :]])
            assert "confirm abcd1234" not in quoted(program, forged, [older, letters[1]]), older


def by_program(table: Table, side: str, program: Program, words: str, to: LetterOutRow) -> bytes:
    """A reply to a letter as a program writes it."""
    letter = message_from_bytes(raw(program, Words(tuple(words.splitlines()), tuple(to.text.splitlines()))))
    head = message_from_bytes(table.reply(GAME, side, "", to=to))
    for name in ("From", "To", "Subject", "Message-ID", "In-Reply-To"):
        del letter[name]
        letter[name] = head[name]
    return letter.as_bytes()


STYLES = [one for one in PROGRAMS if one.name in ("Gmail browser, en", "Outlook Windows, text, en", "Orange, fr")]
STYLES += [one for one in PROGRAMS if one.name in ("Apple Mail, es", "Yahoo, en", "Outlook iOS, HTML, en", "mutt, en")]
few_programs = pytest.mark.parametrize(
    "program",
    [*STYLES[:2], *(pytest.param(one, marks=pytest.mark.slow) for one in STYLES[2:])],
    ids=lambda one: one.name,
)


@few_programs
def test_a_joke_about_resigning_does_not_end_the_game(program: Program, desk: Table) -> None:
    asked = desk.say(GAME, "indian", "resign")
    words = "Oh no, that was a joke. I do not want that. Nothing to confirm.\nMo"
    desk.deliver(by_program(desk, "indian", program, words, asked))
    assert desk.state(GAME) == "open"
    code = re.search(r"\| confirm (\w+)", asked.text)
    assert code is not None
    desk.deliver(by_program(desk, "indian", program, f"confirm {code[1]}\nMo", asked))
    assert desk.state(GAME) != "open"


@few_programs
def test_no_thanks_agrees_to_no_pace(program: Program, desk: Table) -> None:
    desk.say(GAME, "indian", "pace mixed")
    proposal = next(row for row in reversed(desk.letters(GAME, "us")) if "| agree" in row.text)
    desk.deliver(by_program(desk, "us", program, "Bonjour Bob, no thanks, I like it slow. Not for me!\nYves", proposal))
    with desk.desk.store.read() as books:
        assert len(books.proposals.open(books.games.get(GAME))) == 1


@few_programs
def test_no_way_neither_accepts_a_draw_nor_declines_it(program: Program, desk: Table) -> None:
    desk.say(GAME, "indian", "offer draw")
    proposal = next(row for row in reversed(desk.letters(GAME, "us")) if "accept draw" in row.text)
    desk.deliver(by_program(desk, "us", program, "No way, I have only just begun!\nKate", proposal))
    assert "confirm" not in desk.last(GAME, "us").text
    assert "declines" not in desk.last(GAME, "indian").text


@few_programs
def test_who_did_not_ask_for_a_new_address_keeps_the_old_one(program: Program, desk: Table) -> None:
    asked = desk.say(GAME, "indian", "address mo2@post.example\nextend 2 days: a wedding")
    desk.deliver(by_program(desk, "indian", program, "Hm, I changed my mind. Keep the old one.\nMo", asked))
    with desk.desk.store.read() as books:
        assert books.players.get(books.games.get(GAME), "indian").address == MO


@few_programs
def test_thanks_for_a_help_page_changes_nothing(program: Program, desk: Table) -> None:
    desk.say(GAME, "indian", "Crow King stay\nBig Elk stay")
    pages = desk.say(GAME, "indian", "help commands\nhelp corrections")
    before, to_kate = desk.records(GAME), len(desk.letters(GAME, "us"))
    words = "Thanks, very clear. I will think about my moves tonight.\nMo"
    desk.deliver(by_program(desk, "indian", program, words, pages))
    answer = desk.last(GAME, "indian")
    assert "HELP" not in answer.text
    assert (desk.records(GAME), len(desk.letters(GAME, "us"))) == (before, to_kate)
    on_file = desk.say(GAME, "indian", "orders")
    assert "Crow King stay" in on_file.text
    assert "Big Elk stay" in on_file.text


def with_a_sheet(desk: Table, side: str) -> LetterOutRow:
    """Play on until a side gets a report with an order sheet."""
    for _ in range(6):
        desk.until(GAME, side)
        report = desk.last(GAME, side, "report")
        if report.text.count("\n| ") > 1:
            return report
        desk.say(GAME, side, "pass", to=report)
    raise AssertionError("no order sheet in six reports")


@pytest.mark.slow
def test_a_letter_that_is_far_back_is_known_by_what_the_reply_answers(desk: Table) -> None:
    older = with_a_sheet(desk, "us")
    for _ in range(14):
        desk.say(GAME, "us", "status", to=older)
    desk.say(GAME, "us", "pass", to=older)
    newer = with_a_sheet(desk, "us")
    program = next(one for one in PROGRAMS if one.name == "Gmail browser, en")
    letter = message_from_bytes(by_program(desk, "us", program, "Thanks, I'll think about it.\nKate", older))
    letter.replace_header("To", str(message_from_bytes(newer.raw)["Reply-To"]))
    desk.deliver(letter.as_bytes())
    assert "I found no orders in your mail" in desk.last(GAME, "us").subject
