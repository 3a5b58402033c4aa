"""What a line is read as, before any name is looked up: each part with the columns at which it stands."""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.orders.language import happenings, language
from pbem.orders.syntax import Misread, OrderLine, PolicyLine, WhenLine, Words

LANGUAGE = language("grammar/indian_wars.lark")


def read(words: str) -> Any:
    return LANGUAGE.read(words)


def parts(words: str, record: Any) -> Iterator[str]:
    """Every record of a line that has columns, as the kind that it is of and the words at its columns."""
    if isinstance(record, tuple):
        for one in record:
            yield from parts(words, one)
    elif dataclasses.is_dataclass(record):
        if hasattr(record, "start"):
            kind = getattr(record, "kind", "") or getattr(record, "verb", "") or getattr(record, "event", "")
            yield f"{kind or type(record).__name__.lower()}: {words[record.start : record.end]}"
        for each in dataclasses.fields(record):
            yield from parts(words, getattr(record, each.name))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (
            "  A/3 Cav dismount",
            ["members: A/3 Cav", "name: A/3 Cav", "change: dismount", "change: dismount"],
        ),
        (
            "in F: A/3 melee 3412",
            ["members: A/3", "name: A/3", "melee: melee 3412", "melee: melee", "hex: 3412", "phase: in F:"],
        ),
        (
            "all  in 3413, stack T but E/3 stay",
            [
                "members: all  in 3413, stack T but E/3",
                "all: all  in 3413",
                "hex: 3413",
                "stack: stack T",
                "name: E/3",
                "stay: stay",
                "stay: stay",
            ],
        ),
        ("all  infantry prone", ["members: all  infantry", "name: all  infantry", "change: prone", "change: prone"]),
        ("all stay", ["members: all", "all: all", "stay: stay", "stay: stay"]),
        (
            "fire A/3 at Crow King 2611",
            [
                "fire: fire A/3 at Crow King 2611",
                "fire: fire",
                "members: A/3",
                "name: A/3",
                "target: Crow King 2611",
                "name: Crow King",
                "hex: 2611",
            ],
        ),
        (
            "A/3 fire at 2611 the strongest unit",
            [
                "members: A/3",
                "name: A/3",
                "fire: fire at 2611 the strongest unit",
                "fire: fire",
                "target: 2611 the strongest unit",
                "hex: 2611",
                "pick: the strongest unit",
            ],
        ),
        (
            "when A/3 is meleed and not 3:2 or worse and turn 3-5 then stand else A/3 retreat until turn 6",
            [
                "meleed: A/3 is meleed",
                "members: A/3",
                "name: A/3",
                "is_meleed: is meleed",
                "not odds: not 3:2 or worse",
                "odds: 3:2 or worse",
                "turns: turn 3-5",
                "turns: turn 3-5",
                "stand: stand",
                "stand: stand",
                "members: A/3",
                "name: A/3",
                "retreat: retreat",
                "retreat: retreat",
                "until:  until turn 6",
            ],
        ),
        (
            "policy losses 3512: holders, G/3",
            ["policy: policy losses", "hex: 3512", "wishes: holders, G/3"],
        ),
        (
            "policy A/3, B/3 losses: holders",
            ["policy_of: losses", "members: A/3, B/3", "name: A/3", "name: B/3", "wishes: holders"],
        ),
    ],
)
def test_each_part_of_a_line_has_the_columns_of_its_words(words: str, found: list[str]) -> None:
    assert list(parts(words, read(words))) == found


def test_names_are_joined_by_one_blank_and_stacks_have_their_letter() -> None:
    line = read("Crow   King, all  infantry, stack T, all stay")
    members = line.orders[0].who.members
    assert [getattr(one, "text", "") for one in members] == ["Crow King", "all infantry", "", ""]
    assert [getattr(one, "letter", "") for one in members] == ["", "", "T", ""]
    assert members[3].at is None


@pytest.mark.parametrize(
    ("words", "members", "but", "each"),
    [
        ("A/3, B/3 but E/3 and F/3 stay", ["A/3", "B/3"], ["E/3", "F/3"], False),
        ("A/3 and B/3 stay", ["A/3", "B/3"], [], False),
        ("each of A/3, B/3 stay", ["A/3", "B/3"], [], True),
        ("A/3, B/3 each stay", ["A/3", "B/3"], [], True),
        ("each of A/3, B/3 except B/3 stay", ["A/3", "B/3"], ["B/3"], True),
    ],
)
def test_some_may_be_left_out_and_each_may_be_given_his_own(
    words: str, members: list[str], but: list[str], each: bool
) -> None:
    line = read(words)
    assert isinstance(line, OrderLine)
    who = line.orders[0].who
    assert who is not None
    assert [getattr(one, "text", "") for one in who.members] == members
    assert [getattr(one, "text", "") for one in who.but] == but
    assert who.each is each


@pytest.mark.parametrize(
    ("words", "name", "at", "pick"),
    [
        ("A/3 fire at Crow King", "Crow King", None, None),
        ("A/3 fire at Crow King 2611", "Crow King", "2611", None),
        ("A/3 fire at 2611", None, "2611", None),
        ("A/3 fire at 2611 weakest", None, "2611", "weakest"),
        ("A/3 fire at 2611 the mounted one", None, "2611", "mounted"),
        ("A/3 fire at the leader in 2611", None, "2611", "leader"),
        ("A/3 fire at the strongest stack in 2611", None, "2611", "strongest"),
    ],
)
def test_a_target_is_a_name_a_hex_or_one_of_those_in_a_hex(
    words: str, name: str | None, at: str | None, pick: str | None
) -> None:
    (target,) = read(words).orders[0].clause.targets
    assert [getattr(one, "text", None) for one in (target.name, target.at, target.pick)] == [name, at, pick]


def test_a_clause_gives_its_words_by_kind() -> None:
    clause = read("A/3 rout to woods 3412 mounted").orders[0].clause
    assert [one.text for kind in ("rout", "ground", "hex", "edge") for one in clause.words(kind)] == [
        "rout",
        "woods",
        "3412",
    ]
    first = clause.word("edge", "hex", "ground")
    assert first is not None
    assert first.text == "woods"
    assert clause.word("edge") is None
    assert (clause.members, clause.targets) == (None, ())
    fire = read("fire A/3 at Crow King, else Gall").orders[0].clause
    assert [one.name.text for one in fire.targets] == ["Crow King", "Gall"]
    assert fire.members.start == 5


def test_a_line_has_its_clauses_in_turn_and_those_without_a_name_go_on() -> None:
    line = read("in C: A/3 dismount; stay; B/3 fire at 2611, then mount")
    assert [one.clause.verb for one in line.orders] == ["change", "stay", "fire", "change"]
    assert [one.who is None for one in line.orders] == [False, True, False, True]
    assert line.phase.text == "in C:"
    assert read("A/3 stay").phase is None


def test_a_standing_order_has_its_event_its_conditions_and_what_is_done_or_else() -> None:
    line = read("when A/3 is meleed and 3:2 or worse and G/3 in 3412 then A/3 retreat else stand until cancelled")
    assert isinstance(line, WhenLine)
    assert [line.event.event, *(one.event for one in line.conditions)] == ["meleed", "odds", "unit_in"]
    assert line.event.who is not None
    assert [one.kind for one in line.event.parts if isinstance(one, Words)] == ["is_meleed"]
    assert line.action.clause.verb == "retreat"
    assert line.otherwise is not None
    assert line.otherwise.clause.verb == "stand"
    assert line.until is not None
    short = read("when A/3 moves within 2 of Crow King then B/3 fire at Crow King")
    assert (short.conditions, short.otherwise, short.until) == ((), None, None)
    assert [one.text for one in short.event.who.members] == ["A/3"]
    assert [type(one).__name__ for one in short.event.parts] == ["Words", "Members"]
    assert line.conditions[0].who is None
    assert [one.text for one in line.conditions[0].parts] == ["3:2 or worse"]


def test_a_policy_is_for_some_for_a_hex_or_for_all() -> None:
    lines = [read(f"policy {one}: any") for one in ("losses", "losses all", "losses 3512", "A/3 losses")]
    assert all(isinstance(one, PolicyLine) for one in lines)
    assert [one.who is None for one in lines] == [True, False, True, False]
    assert [one.at is None for one in lines] == [True, True, False, True]
    assert [one.policy.text.split()[-1] for one in lines] == ["losses"] * 4


@pytest.mark.parametrize(
    ("words", "stopped", "at_end"),
    [
        ("A/3 move", "", True),
        ("A/3 move  ", "", True),
        ("A/3 fire at", "", True),
        ("A/3 stay stay", "stay", False),
        ("A/3 fire at 2611 2612 then stay", "2612", False),
        ("A/3 stay ? now", "? now", False),
        ("?A/3 stay", "?A/3 stay", False),
        ("A/3 stay \x00", "\x00", False),
        ("", "", True),
    ],
)
def test_where_a_line_cannot_be_read_is_told_by_columns(words: str, stopped: str, at_end: bool) -> None:
    found = read(words)
    assert isinstance(found, Misread)
    assert (words[found.start : found.end], found.at_end) == (stopped, at_end)
    assert found.start == (len(words.rstrip()) if at_end else words.rindex(stopped))
    assert found.end - found.start == len(stopped)


def test_what_may_be_waited_for_is_named_in_the_grammar() -> None:
    grammar = "event: A -> one\n  | B -> two\nother: C -> three\n%extend condition : D -> four\n\t| E -> five\nlast: F -> six\n"
    assert happenings(grammar) == {"one", "two", "four", "five"}
