"""The orders reference: every example in docs/orders.md can be sent as it stands, and nothing is left out of it."""

import re
from functools import cache
from pathlib import Path

import pytest

from pbem.orders import commands
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.orders.syntax import MarchLine, Misread, OrderLine, PolicyLine, WhenLine
from pbem.systems.indian_wars.orders.standing_answers import ASKED, HAPPENS
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact

DIALECT = TITLE.dialect

REFERENCE = Path(__file__).parents[2] / "docs" / "orders.md"


def blocks() -> list[tuple[str, str, str]]:
    return re.findall(r"```orders (\w+) (\w)\n(.*?)```", REFERENCE.read_text(), re.S)


@cache
def read(side: str, phase: str, words: str) -> RehearsalResult:
    return rehearse(ANYTHING, DIALECT, in_contact(), side, phase, words)


@pytest.mark.parametrize(("side", "phase", "words"), blocks())
def test_every_example_can_be_sent_as_it_stands(side: str, phase: str, words: str) -> None:
    found = read(side, phase, words)
    assert [one.refusal_text or one.text for one in found.lines if one.verdict != "accepted"] == []
    assert len(found.lines) == len(words.strip().splitlines())


def test_the_prose_of_the_reference_is_read() -> None:
    ((side, phase, words),) = re.findall(r"```prose (\w+) (\w)\n(.*?)```", REFERENCE.read_text(), re.S)
    for line in words.strip().splitlines():
        (found,) = rehearse(ANYTHING, DIALECT, in_contact(), side, phase, line).lines
        assert found.verdict == "accepted", found.refusal_text


def test_every_verb_event_policy_and_command_has_an_example() -> None:
    said: set[str] = set()
    for _, _, words in blocks():
        for line in words.splitlines():
            told = commands.command(line)
            syntax = DIALECT.parse(re.sub(r"#.*", "", line))
            if told is not None:
                said.add(told.name)
            assert told is not None or not isinstance(syntax, Misread), line
            if isinstance(syntax, OrderLine | MarchLine):
                said |= {ordered.clause.verb for ordered in syntax.orders}
            if isinstance(syntax, WhenLine):
                said |= {syntax.event.event, syntax.action.clause.verb}
                said |= {syntax.otherwise.clause.verb} if syntax.otherwise is not None else set()
            if isinstance(syntax, PolicyLine):
                said.add(syntax.policy.text.split()[-1])
    verbs = {*TITLE.verbs_by_clause, *TITLE.reactions_by_clause}
    verbs |= {"march", "hold", "halt"}
    missing = {*verbs, *ASKED, *HAPPENS, *commands.FORMS} - said
    assert missing - {"loses"} == set()
