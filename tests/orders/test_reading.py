"""The forty orders read to exactly their canonical text, in every disguise a mail program or a player gives them."""

import textwrap
from collections.abc import Callable

import pytest

from pbem.mail.quotes import own_words
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, Row, forty, in_contact

DIALECT = TITLE.dialect

REPORT = """\
#### reply above this line; below it only the order sheet is read ####

THE BATTLE OF ROSEBUD CREEK                    game rosebud-7, report 41, US
ORDER SHEET   copy upward or fill in here; unchanged lines are ignored -------
| F/3 Cav rout to ...                  B/3 Cav (2911), L/3 Cav (2812), HQ
| G/3 Cav recover                      2 of 6 MP; then 4 MP for anything else
| A/3 Cav + E/3 Cav + Capt Mills move 3611-
C4  G/3 Cav move 3512-3513
    C/3 Cav move 3413-3414
"""
SENT = REPORT.splitlines()
OUTLOOK = (
    "\n\nFrom: Rosebud desk\nSent: Thursday, 12 March 2026 18:02\nTo: Kate\nSubject: [rosebud-7] T3 US\n\n" + REPORT
)


def quoted(text: str) -> str:
    return "On Thu, 12 Mar 2026, Rosebud desk wrote:\n" + textwrap.indent(REPORT, "> ", lambda _: True) + "\n" + text


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": str,
    "upper case": str.upper,
    "en-dashes": lambda text: text.replace("-", "\u2013"),
    "curly quotes": lambda text: f"\u201c{text}\u201d".replace("'", "\u2019"),
    "doubled blanks": lambda text: text.replace(" ", "  "),
    "no-break blanks": lambda text: text.replace(" ", "\u00a0"),
    "list item": lambda text: f"* {text}",
    "numbered": lambda text: f"1. {text}",
    "bullet": lambda text: f"\u2022 {text}",
    "polite": lambda text: f"please {text.lstrip('* ')} thanks.",
    "comment": lambda text: f"{text}   # as we said",
    "below quoted text": quoted,
    "above an Outlook reply": lambda text: text + OUTLOOK,
    "above a quoted report": lambda text: quoted("").join([text + "\n\n", ""]),
    "wrapped at 60": lambda text: "\n".join(textwrap.wrap(text, 60, break_on_hyphens=False)),
    "signed": lambda text: f"{text}\n-- \nKate, 3413 Move Street",
}


def read(row: Row, text: str) -> RehearsalResult:
    return rehearse(ANYTHING, DIALECT, row.field(), row.side, row.phase, own_words(text, [REPORT]).words)


def understood(found: RehearsalResult) -> tuple[str, ...]:
    assert [one.refusal_text for one in found.lines if one.refusal_text] == []
    return tuple(text for line in found.lines for text in line.canonical)


@pytest.mark.parametrize("row", forty(), ids=lambda row: str(row.number))
def test_each_of_the_forty_reads_as_its_canonical_text(row: Row) -> None:
    found = {disguise: understood(read(row, disguised(row.written))) for disguise, disguised in DISGUISES.items()}
    assert found == dict.fromkeys(DISGUISES, row.understood)


@pytest.mark.parametrize("row", forty(), ids=lambda row: str(row.number))
def test_canonical_text_reads_as_itself(row: Row) -> None:
    for disguise, disguised in DISGUISES.items():
        is_whole = disguise in ("plain", "below quoted text", "above an Outlook reply")
        lines = row.understood if is_whole else row.understood[:1]
        text = disguised("\n".join(lines)) if is_whole else "\n".join(map(disguised, lines))
        assert understood(read(row, text)) == lines, disguise


@pytest.mark.parametrize("row", [row for row in forty() if row.warned], ids=lambda row: str(row.number))
def test_what_was_repaired_is_said(row: Row) -> None:
    codes = [warning.code for line in read(row, row.written).lines for warning in line.warnings]
    assert set(row.warned) <= set(codes)


def test_verb_repaired_and_path_filled_in_are_warned_of() -> None:
    rows = {row.number: row for row in forty()}
    assert [w.code for w in read(rows[6], rows[6].written).lines[0].warnings] == ["W303"]
    assert [w.code for w in read(rows[3], rows[3].written).lines[0].warnings] == ["W304"]


@pytest.mark.parametrize(
    ("phase", "written", "canonical"),
    [
        ("C", "I/3 Cav: dismount & move 3712\u21923713", ("I/3 Cav dismount", "I/3 Cav move 3712-3713")),
        ("C", "I/3 go to 3713", ("I/3 Cav move 3712-3713",)),
        ("C", "I/3 do not move", ("I/3 Cav stay",)),
        ("C", "I/3 stays put", ("I/3 Cav stay",)),
        ("C", "I/3 dismount!!!", ("I/3 Cav dismount",)),
        ("B", "C/3 fire on Crow King", ("C/3 Cav fire full at Crow King",)),
        ("B", "C/3 fire \u00bd at crowking", ("C/3 Cav fire half at Crow King",)),
    ],
)
def test_as_people_type_on_telephones(phase: str, written: str, canonical: tuple[str, ...]) -> None:
    (line,) = rehearse(ANYTHING, DIALECT, in_contact(), "us", phase, written).lines
    assert line.canonical == canonical
