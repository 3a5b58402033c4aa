"""Lines as they were said: each with its syntax, in its own columns, joined, previewed, in blocks or of several sentences."""

from collections.abc import Sequence
from copy import copy
from typing import Any

import pytest

from pbem.orders.lines import OwnLine, own_lines
from pbem.orders.parsed_lines import CommandLine, Parsed, ParsedLine, UnreadLine, numbered, parsed_lines
from pbem.orders.rehearsal import Occasion, judge_lines
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.orders.sentences import LONGEST, MOST_SENTENCES, Sentences, sentences
from pbem.orders.syntax import OrderLine, WhenLine
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact


def occasion(dialect: Any = TITLE.dialect) -> Occasion:
    return Occasion(ANYTHING, dialect, in_contact(), "us", "C")


def position() -> RehearsedPosition:
    return occasion().position()


def parsed(text: str, dialect: Any = TITLE.dialect) -> list[Parsed]:
    return list(parsed_lines(own_lines(text).lines, occasion(dialect).position()))


def kinds(found: Sequence[Parsed]) -> list[tuple[int, str]]:
    return [(one.line.number, type(one).__name__) for one in found]


ORDER, COMMAND, UNREAD = "ParsedLine", "CommandLine", "UnreadLine"


def test_each_line_is_an_order_a_command_or_none() -> None:
    found = parsed("status\nA/3 dismount\nhello there\nready\npolicy losses all: any\nE/3 dismout\nE/3 stay")
    assert kinds(found) == [(1, COMMAND), (2, ORDER), (3, UNREAD), (4, COMMAND), (5, ORDER), (6, ORDER), (7, ORDER)]
    assert [one.command.text for one in found if isinstance(one, CommandLine)] == ["status", "ready"]
    mended = found[5]
    assert isinstance(mended, ParsedLine)
    assert mended.words == "E/3 dismount"
    assert [one.code for one in mended.notes] == ["W303"]
    assert mended.columns[4] == 4
    assert numbered(mended, 9).line.number == 9


@pytest.mark.parametrize(
    ("letter", "found"),
    [
        ("C/3 dismount\nthen move 3414\nA/3 stay", [(1, ORDER), (3, ORDER)]),
        ("C/3 dismount\nA/3 stay", [(1, ORDER), (2, ORDER)]),
        (
            "A/3 Cav + E/3 Cav + G/3 Cav + I/3 Cav + L/3 Cav + C/3 Cav +\nB/3 Cav stay\nF/3 stay",
            [(1, ORDER), (3, ORDER)],
        ),
        (
            "all in 3611 except the captain and whoever is with him now\ndismount\nF/3 stay",
            [(1, ORDER), (3, ORDER)],
        ),
        ("A/3 and E/3 Cav\ndismount\nF/3 stay", [(1, UNREAD), (2, ORDER), (3, ORDER)]),
        ("then hello\nC/3 dismount", [(1, UNREAD), (2, ORDER)]),
    ],
)
def test_two_lines_are_one_where_only_both_together_can_be_read(letter: str, found: list[tuple[int, str]]) -> None:
    assert kinds(parsed(letter)) == found


def test_a_preview_of_an_order_is_the_command_and_the_order_in_its_columns() -> None:
    found = parsed("preview: C/3 stay\npreview hello there\npreview\nA/3 stay")
    assert kinds(found) == [(1, COMMAND), (1, ORDER), (2, UNREAD), (3, COMMAND), (4, ORDER)]
    assert isinstance(found[0], CommandLine)
    assert (found[0].command.name, found[0].command.words, found[0].command.text) == ("preview", (), "preview")
    order = found[1]
    assert isinstance(order, ParsedLine)
    assert order.words == "         C/3 stay"
    assert isinstance(order.syntax, OrderLine)
    assert order.syntax.orders[0].clause.start == len("preview: C/3 ")


# Blocks


class Blocks(type(TITLE.dialect)):  # type: ignore[misc]
    """A dialect in which the lines between ``status`` and ``wait`` are orders for C/3 that do not say so."""

    block_opening = "status"

    def prefixes(self, lines: Sequence[str]) -> Sequence[str]:
        found, inside = [], False
        for one in lines:
            inside = one == "status" or (inside and one != "wait")
            found.append("C/3 " if inside and one != "status" else "")
        return found


def test_a_line_of_a_block_is_read_with_what_stands_ahead_and_marked_in_its_own_columns() -> None:
    dialect: Any = copy(TITLE.dialect)
    dialect.__class__ = Blocks
    letter = "A/3 stay\nstatus\n  - dismount\nmove 3413-9999\nready\nwait\nE/3 stay"
    found = parsed(letter, dialect)
    assert kinds(found) == [
        *((1, ORDER), (2, COMMAND), (3, ORDER), (4, ORDER), (5, UNREAD), (6, COMMAND), (7, ORDER)),
    ]
    assert [one.in_block for one in found if isinstance(one, ParsedLine)] == [False, True, True, False]
    assert isinstance(found[2], ParsedLine)
    assert found[2].words == "C/3 dismount"
    verdicts = judge_lines(occasion(dialect), found).lines
    assert [one.verdict for one in verdicts][:4] == ["accepted", "accepted", "accepted", "refused"]
    assert verdicts[2].canonical == ("C/3 Cav dismount",)
    bad = verdicts[3]
    assert bad.caret is not None
    assert bad.text[slice(*bad.caret)] == "9999"
    unread = found[4]
    assert isinstance(unread, UnreadLine)
    assert (unread.misread.start, unread.misread.end) == (0, 5)


# Sentences


def split(text: str) -> Sentences | None:
    return sentences(OwnLine(3, text, text), position())


@pytest.mark.parametrize(
    ("text", "words", "chat", "commands"),
    [
        ("A/3 dismount. E/3 stay.", "A/3 dismount; E/3 stay.", [], []),
        ("A/3 dismount! Good luck. E/3 stay", "A/3 dismount;            E/3 stay", ["Good luck"], []),
        ("Sorry! A/3 dismount", "       A/3 dismount", [], []),
        ("Hello. A/3 dismount. Ready", "       A/3 dismount", ["Hello"], ["ready"]),
        ("A/3 dismount. Ready? E/3 stay", "A/3 dismount;        E/3 stay", ["Ready"], []),
        ("A/3 dismount. Status?", "A/3 dismount", ["Status?"], []),
        ("A/3 dismount. Shall Gall be hit? Thanks", "A/3 dismount", ["Shall Gall be hit"], []),
        ("A/3 dismount. policy losses all: any", "A/3 dismount; policy losses all: any", [], []),
        ("A/3 dismount. A/33 stay", "A/3 dismount; A/33 stay", [], []),
        ("Capt. Mills stay. A/3 dismount", "Capt. Mills stay; A/3 dismount", [], []),
        ("Good luck. mvoe A/3 3612", "           mvoe A/3 3612", ["Good luck"], []),
    ],
)
def test_the_sentences_of_a_line_are_clauses_commands_or_chat(
    text: str, words: str, chat: list[str], commands: list[str]
) -> None:
    found = split(text)
    assert found is not None
    assert found.line.words.rstrip(".") == words.rstrip(".")
    assert (found.line.number, found.line.text, found.line.is_sheet) == (3, text, False)
    assert [(one.code, one.text) for one in found.notes] == [("W311", f"not read as an order: {one}") for one in chat]
    assert [one.name for one in found.commands] == commands


@pytest.mark.parametrize(
    "text",
    ["A/3 dismount", "Hello there. Good luck.", "Ready. Status.", "Mt. Rosebud is high", "Hello. Can A/3 stay?", ""],
)
def test_a_line_of_one_sentence_or_without_an_order_is_not_split(text: str) -> None:
    assert split(text) is None


def test_forty_sentences_are_split_and_no_more() -> None:
    assert split("Hm. " * (MOST_SENTENCES - 1) + "A/3 stay") is not None
    assert split("Hm. " * MOST_SENTENCES + "A/3 stay") is None


@pytest.mark.parametrize(("length", "is_split"), [(LONGEST, True), (LONGEST + 1, False)])
def test_and_is_between_two_orders_of_two_hundred_characters(length: int, is_split: bool) -> None:
    path = "A/3 move 3611" + "-3612" * 30
    long = path.replace("A/3", "A/3" + " " * (length - len(path)))
    assert len(long) == length
    for text in (f"{long} and E/3 dismount", f"E/3 dismount and {long}"):
        found = split(text)
        assert (found is not None) is is_split


def test_and_within_an_order_splits_nothing() -> None:
    assert split("A/3 and E/3 dismount") is None
    both = split("A/3 dismount and E/3 stay & G/3 stay. Hm")
    assert both is not None
    assert both.line.words == "A/3 dismount;    E/3 stay;  G/3 stay"


def test_a_standing_order_is_a_line_of_its_own() -> None:
    (line,) = parsed("when G/3 is meleed then stand")
    assert isinstance(line, ParsedLine)
    assert isinstance(line.syntax, WhenLine)
