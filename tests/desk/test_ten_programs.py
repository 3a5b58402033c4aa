"""Replies to one report as ten mail programs make them of what we sent: every order that was typed counts, and none of ours.

Each program quotes the text part or the HTML part of a report in each form; the player writes above it, below it, fills the
order sheet in where it stands, or copies lines of it with their notes.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from pbem.core.options import Options
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.reader import LetterText
from pbem.desk.play.advance import advance
from pbem.mail.html import text_of
from pbem.orders.rehearsal import Occasion, judge_lines, parse_lines
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import in_contact
from tests.desk.table import Table

GAME = registry.game("rosebud")
NO_BREAK = " \xa0"
FORMS = ("text", "html", "png", "page")
WROTE = "On Sun, 29 Nov 2026 at 06:39, Rosebud desk <desk@pbem.example> wrote:"
HEAD = (
    "From: Rosebud desk <desk@pbem.example>\nSent: Sunday, 29 November 2026 06:39\nTo: Kate\nSubject: the game begins\n"
)
FILLED = {
    "Four Horns fire full at ...": "Four Horns fire full at C/3 Cav",
    "Red on Top move 1603-": "Red on Top move 1603-1604-1704-1805-1905-2006-2106-2207",
    "Lame Deer move 4208-": "Lame Deer dismount",
}
ORDERS = {
    "in B: Four Horns fire full at C/3 Cav",
    "in C: Red on Top move 1603-1604-1704-1805-1905-2006-2106-2207",
    "in C: Lame Deer dismount",
}
COPIED = {"in C: Lone Bull recover", "in B: Little Wolf fire full at F/3 Cav", "in C: Big Road recover"}


def marked(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def wrapped(text: str, width: int) -> str:
    return "\n".join(part for line in text.split("\n") for part in textwrap.wrap(line, width) or [""])


def joined(text: str, width: int) -> str:
    """Paragraphs filled anew, whatever lines they had."""
    return "\n\n".join(textwrap.fill(" ".join(part.split("\n")), width) for part in text.split("\n\n"))


def evolution(text: str) -> str:
    """Bars at the margin become quotation marks, runs of blanks no-break ones."""
    lines = ("> " + line[2:] if line.startswith("| ") else line for line in text.split("\n"))
    return marked(
        wrapped("\n".join(re.sub("  +", lambda run: "\xa0" * (len(run[0]) - 1) + " ", one) for one in lines), 69)
    )


QUOTES: Mapping[str, Callable[[str], str]] = {
    "Evolution": lambda text: f"{WROTE}\n{evolution(text)}",
    "Thunderbird": lambda text: f"{WROTE}\n{marked(text)}",
    "Claws": lambda text: f"{WROTE}\n\n{marked(joined(text, 70))}",
    "Alpine": lambda text: f"On Sun, 29 Nov 2026, Rosebud desk wrote:\n\n{marked(wrapped(text, 76))}",
    "Gmail": lambda text: f"{WROTE}\n\n{marked(wrapped(text, 72))}",
    "KMail": lambda text: f"Rosebud desk <desk@pbem.example> - Sun, 29 Nov 2026 06:39:\n{marked(text)}",
    "Apple Mail": lambda text: f"> {WROTE}\n> \n{marked(text.replace('  ', NO_BREAK))}",
    "Outlook": lambda text: f"{HEAD}\n{text}",
    "K-9": lambda text: f"-------- Original message --------\n{HEAD}\n{' '.join(text.split(' '))}",
    "a webmailer that breaks marked lines": lambda text: f"{WROTE}\n{wrapped(marked(text), 72)}",
}


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, LetterOutRow]:
    """The first report of a game in each form, for the whole player turn."""
    return {form: first_report(laid(tmp_path_factory.mktemp(form), form)) for form in FORMS}


def laid(folder: Path, form: str) -> Table:
    table = in_contact._over(folder)
    players = [("us", "kate@mail.example", "Kate"), ("indian", "mo@post.example", "Mo")]
    how = {"seed": b"ten mail programs", "ladder_length": 64, "report": form, "pace": "mixed"}
    open_campaign(table.desk, Wanted(in_contact.GAME, "rosebud", "in-contact", players, "gm@club.example", **how))
    advance(table.desk, in_contact.GAME)
    return table


def first_report(table: Table) -> LetterOutRow:
    return table.last(in_contact.GAME, "indian", "report")


def parts(report: LetterOutRow) -> list[str]:
    """What a program may quote: the text part, and the HTML part as it is shown."""
    html = message_from_bytes(report.raw, policy=default).get_body(("html",))
    return [report.text, *([text_of(html.get_content())] if html is not None else [])]


def filled_in(quoted: str) -> str:
    """The quotation with three lines of its sheet filled in where they stand, however the program broke them."""
    for ours, theirs in FILLED.items():
        words = r"[\s>|\xa0]+".join(map(re.escape, ours.split()))
        quoted, count = re.subn(words + r"(?![\d])", lambda _, to=theirs: to, quoted, count=1)
        assert count == 1, ours
    return quoted


def understood(report: LetterOutRow, body: str) -> tuple[set[str], list[str], bool]:
    """The orders of a letter, its lines that are none, and whether it says ready."""
    sent = tuple(one for one in (report.text, report.shown) if one)
    read = LetterText(body, sent).read().lines
    state = GAME.system.open("in-contact", Options())
    occasion = Occasion(GAME.system, GAME.dialect, state, "indian", "A", {}, True, False)
    found = judge_lines(occasion, parse_lines(occasion, read.lines))
    orders = {text for one in found.lines for text in one.canonical}
    others = [one.text for one in found.lines if one.verdict != "accepted"]
    return orders - {"ready"}, others, "ready" in orders


def in_turn(name: str, values: Iterable[str], forms: Sequence[str]) -> pytest.MarkDecorator:
    """Each of them with each form of report; with one form in ``make test``, and with the next one the next of them."""
    pairs = [
        pytest.param(value, form, marks=() if forms[n % len(forms)] == form else pytest.mark.slow)
        for n, value in enumerate(values)
        for form in forms
    ]
    return pytest.mark.parametrize((name, "form"), pairs)


each_program = in_turn("program", QUOTES, FORMS)
each_form = pytest.mark.parametrize("form", FORMS)


@each_program
def test_orders_typed_above_count_and_none_of_the_quotation(
    program: str, form: str, reports: Mapping[str, LetterOutRow]
) -> None:
    report = reports[form]
    for part in parts(report):
        body = "\n".join([*FILLED.values(), "ready", "", QUOTES[program](part)])
        assert understood(report, body) == (ORDERS, [], True)
        assert understood(report, f"Thanks!\n\n{QUOTES[program](part)}")[::2] == (set(), False)


@each_program
def test_orders_typed_below_count(program: str, form: str, reports: Mapping[str, LetterOutRow]) -> None:
    report = reports[form]
    for part in parts(report):
        body = "\n".join([QUOTES[program](part), "", *FILLED.values(), "ready"])
        assert understood(report, body) == (ORDERS, [], True)


@each_program
def test_lines_filled_in_where_they_stand_count(program: str, form: str, reports: Mapping[str, LetterOutRow]) -> None:
    report = reports[form]
    for part in parts(report):
        if FILLED.keys() <= set(re.findall("|".join(map(re.escape, FILLED)), part)):
            assert understood(report, f"ready\n\n{filled_in(QUOTES[program](part))}") == (ORDERS, [], True)


@each_program
def test_lines_copied_upward_with_their_notes_count(
    program: str, form: str, reports: Mapping[str, LetterOutRow]
) -> None:
    report = reports[form]
    for part in parts(report):
        lines = part.split("\n")
        copied = []
        for order in (one.partition(": ")[2] for one in sorted(COPIED)):
            at = next(n for n, line in enumerate(lines) if order in line)
            copied += lines[at : at + 1 + (part is not report.text)]
        for below in ("", QUOTES[program](part)):
            assert understood(report, "\n".join([*copied, "ready", "", below])) == (COPIED, [], True)


@each_form
def test_a_plain_letter_of_sheet_lines_is_read(form: str, reports: Mapping[str, LetterOutRow]) -> None:
    """As the page of orders writes it: nothing but lines of the sheet, and nothing is quoted."""
    report = reports[form]
    sheet = [line.partition("   ")[0] for line in report.text.split("\n") if line.startswith("| ")]
    whole = [line[2:] for line in sheet if not line.endswith(("...", "-")) and "//" not in line and "[" not in line]
    assert len(whole) > 5
    read = LetterText("\n".join([*whole, "ready"]), tuple(filter(None, (report.text, report.shown)))).read().lines
    assert [one.text for one in read.lines] == [*whole, "ready"]


BEGUN_ALIKE = ("preview", "in C:", "T3", "B:", "[B]", "Phase B -", "Chief", "Please have", "order:")
CHIEFS = (
    "Four Horns",
    "Crow King",
    "Lone Bull",
    "Little Wolf",
    "Lame White Man",
    "He Dog",
    "Big Road",
    "Rain in the Face",
)


@in_turn("begun", BEGUN_ALIKE, FORMS)
def test_orders_that_begin_alike_are_no_quotation(begun: str, form: str, reports: Mapping[str, LetterOutRow]) -> None:
    """A program may put ``Desk:`` before each line of ours, and a player the phase before each order."""
    sent = tuple(one for one in (reports[form].text, reports[form].shown) if one)
    for order in ("move 3212", "fire at C/3", "dismount"):
        for names in (CHIEFS[:4], CHIEFS, CHIEFS * 3, tuple(sorted(CHIEFS)) * 2):
            lines = [f"{begun} {name} {order}" for name in names]
            assert LetterText("\n".join(lines), sent).read().own.words.split("\n") == lines


@pytest.mark.parametrize(
    ("ours", "theirs", "order"),
    [
        ("Two Moon attach to ... Little Wolf", "Two Moon attach to         Little Wolf", None),
        ("Two Moon attach to ...", "Two Moon attach to Little Wolf", "Two Moon attach to Little Wolf"),
        (
            "Black Shield move 4606-",
            "Black Shield move 4606-4605      dismount",
            "Black Shield move 4606-4605 dismount",
        ),
        ("Black Eagle no rally", "Black Eagle rally", "Black Eagle rally"),
        ("Lame White Man fire full at", "Lame White Man fire half at", "Lame White Man fire half at F/3 Cav"),
    ],
)
def test_whatever_was_changed_in_a_line_is_read_with_it(
    ours: str, theirs: str, order: str | None, reports: Mapping[str, LetterOutRow]
) -> None:
    text = reports["text"].text
    changed, count = re.subn(" +".join(map(re.escape, ours.split())), theirs, text, count=1)
    assert count == 1
    own = LetterText(f"ready\n\n{WROTE}\n{marked(changed)}", (text,)).read().own
    assert [one.theirs for one in own.changed] == [order or "Two Moon attach to Little Wolf"]


def by_mail(table: Table, body: str) -> LetterOutRow:
    letter = message_from_bytes(table.reply(in_contact.GAME, "indian", "", to=first_report(table)), policy=default)
    assert isinstance(letter, EmailMessage)
    letter.set_content(body)
    table.deliver(letter.as_bytes())
    return table.last(in_contact.GAME, "indian")


def test_the_receipt_tells_what_was_changed_on_the_sheet_and_ready_is_honoured(tmp_path: Path) -> None:
    table = laid(tmp_path, "png")
    quoted = QUOTES["Thunderbird"](parts(first_report(table))[1])
    receipt = by_mail(table, f"ready\n\n{filled_in(quoted)}")
    told = " ".join(receipt.text.split())
    assert "You changed these lines of the sheet: Four Horns fire full at C/3 Cav; Red on Top move 1603-1604-" in told
    assert "You are not counted as ready" not in told


def test_what_was_typed_among_quoted_lines_and_is_not_read_holds_ready(tmp_path: Path) -> None:
    table = laid(tmp_path, "text")
    quoted = marked(first_report(table).text).replace("> DO THIS NEXT", "> Crow King dismount\n> DO THIS NEXT", 1)
    told = " ".join(by_mail(table, f"ready\n\n{WROTE}\n{quoted}").text.split())
    assert '"Crow King dismount" is among quoted lines and was not read' in told
    assert "You are not counted as ready" in told
