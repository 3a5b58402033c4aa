"""The reader of prose: what is read, what is asked about, and what is never accepted."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.language.lexicon import BadWords, bases, lexicon, made
from pbem.orders.verdict import ACCEPTED, PROSE, REFUSED
from tests.orders.broken import read

SAID = [
    ("us", "C", "The company M of third cavalry, she goes to the hex 3612 please.", ["M/3 Cav move 3712-3612"]),
    ("us", "C", "noyes n all his lot dismount now", [f"{one}/2 Cav dismount" for one in "ABDEI"]),
    ("us", "C", "c3 dont move", ["C/3 Cav stay"]),
    ("indian", "B", "crow king fire g3 or if u cant then c3", ["Crow King fire full at G/3 Cav else C/3 Cav"]),
    ("indian", "B", "Chief Gall is to see that Low Dog withholds his fire this phase.", ["Low Dog stay"]),
    (
        "indian",
        "B",
        "RitF + LB: E/3 both.",
        [f"{one} fire full at E/3 Cav" for one in ("Rain in the Face", "Lone Bull")],
    ),
]


@pytest.mark.parametrize(("side", "phase", "line", "canonical"), SAID)
def test_what_people_write_is_read(side: str, phase: str, line: str, canonical: list[str]) -> None:
    (found,) = read(side, phase, line).lines
    assert list(found.canonical) == canonical, found.refusal_text


LISTED = [
    ("1/ Mills A/3 E/3 to 3610 2/ A/2 stays", ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3610", "A/2 Cav stay"]),
    ("i) A/2 stays ii) E/3 to 3610", ["A/2 Cav stay", "E/3 Cav move 3611-3610"]),
    ("a. A/2 stays b. E/3 to 3610", ["A/2 Cav stay", "E/3 Cav move 3611-3610"]),
    ("1. A/2 stays 2. E/3 to 3610", ["A/2 Cav stay", "E/3 Cav move 3611-3610"]),
    ("mills a e 3 to 3610", ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3610"]),
]


@pytest.mark.parametrize(("line", "canonical"), LISTED)
def test_a_list_mark_is_no_number_and_a_list_leaves_out_nobody(line: str, canonical: list[str]) -> None:
    (found,) = read("us", "C", line).lines
    assert list(found.canonical) == canonical, found.refusal_text


def test_numbers_alone_are_asked_about() -> None:
    (found,) = read("us", "C", "1 A/2 stays, 2 E/3 to 3610, 3 A/3 dismounts").lines
    assert found.verdict == REFUSED
    assert len(found.choices) == 1, found.refusal_text


GROUPS = [
    ("I want every company of the 2nd to lie low", [f"{one}/2 Cav prone" for one in "ABDEI"]),
    ("the ninth on their bellies", [f"{one}/9 Inf prone" for one in "CGH"]),
    ("A/3 doesnt go anywhere this turn", ["A/3 Cav stay"]),
    ("Captain Burt's company is to remain prone.", ["H/9 Inf prone"]),
    ("don't move H/9 or G/9", ["G/9 Inf + H/9 Inf stay"]),
]


@pytest.mark.parametrize(("line", "canonical"), GROUPS)
def test_groups_and_negations_are_read(line: str, canonical: list[str]) -> None:
    (found,) = read("us", "C", line).lines
    assert list(found.canonical) == canonical, found.refusal_text


@pytest.mark.parametrize(
    "line",
    [
        "L/3 flombles its thumbs",
        "nobody moves, flomble or no flomble",
        "nobody dismounts but the flombles",
        "don't move a flomble",
        "H/9 flombles, then Burt flombles too",
        "if they charge, H/9 flombles back",
    ],
)
def test_a_line_that_orders_somebody_something_is_never_chat(line: str) -> None:
    assert [one.verdict for one in read("us", "C", line).lines] == [REFUSED]


@pytest.mark.parametrize(
    "line", ["L/3 had a bad day, that was a nasty volley", "Your Gall was lucky", "Did Henry get away again?"]
)
def test_what_tells_of_the_past_or_of_the_other_player_is_chat(line: str) -> None:
    assert [one.verdict for one in read("us", "C", line).lines] == [PROSE]


@pytest.mark.parametrize(
    "line",
    [
        "Company D, 4th Infantry, will march to 2508, unless it rains frogs",
        "M/3 to 3612 if the moon is full",
        "A/3 and E/3 flombled to 3610",
        "Crow King -> C/3, full.",
    ],
)
def test_what_is_not_understood_to_its_last_word_is_not_accepted(line: str) -> None:
    assert [one.verdict for one in read("us", "C", line).lines] != [ACCEPTED]


@pytest.mark.parametrize(
    "line",
    [
        "C/3 stay. Don't pursue the Sioux beyond 3610",
        "G/3 recover; zork",
        "A/3 stay, not E/3",
        "A/3 stay // E/3 dismount // Mills stay",
    ],
)
def test_nothing_of_a_line_is_dropped_in_silence(line: str) -> None:
    (found,) = read("us", "C", line).lines
    assert found.verdict != ACCEPTED or any(one.code == "W311" for one in found.warnings)


def test_a_count_that_does_not_fit_is_no_order_for_one_unit() -> None:
    assert [one.verdict for one in read("us", "C", "Burt's two companies stay put").lines] == [REFUSED]


STRANGERS = st.tuples(
    st.sampled_from(["Zebulon", "Quentin", "Xerxes"]), st.sampled_from(["Marlow", "Pickett", "Vaughn"])
)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SAID), STRANGERS)
def test_a_line_for_somebody_unknown_is_never_accepted(
    said: tuple[str, str, str, list[str]], stranger: tuple[str, str]
) -> None:
    side, phase, line, _ = said
    named = re.compile(r"company M of third cavalry|noyes|c3(?= dont)|crow king|Low Dog|RitF", re.I)
    (found,) = read(side, phase, named.sub(" ".join(stranger), line)).lines
    assert found.verdict != ACCEPTED, found.canonical


CANONICAL = ["A/3 Cav + E/3 Cav + Capt Mills move 3611-3610", "C/3 Cav stay", "B/2 Cav dismount", "G/3 Cav recover"]
WAYS = st.sampled_from(
    [
        str.upper,
        str.lower,
        lambda text: f"  * {text}",
        lambda text: f"1) {text}",
        lambda text: text.replace(" ", "  "),
        lambda text: f"{text}.",
    ]
)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(CANONICAL), WAYS, WAYS)
def test_a_canonical_line_is_read_whatever_its_case_blanks_and_marks(line: str, one: object, two: object) -> None:
    assert callable(one)
    assert callable(two)
    (plain,) = read("us", "C", line).lines
    (found,) = read("us", "C", two(one(line))).lines
    assert found.orders == plain.orders


def test_forms_of_a_word_are_found_by_rule() -> None:
    assert {"fire"} <= set(bases("firing", {})) & set(bases("fired", {})) & set(bases("fires", {}))
    assert "hit" in bases("hitting", {})
    assert "go" in bases("went", lexicon().forms)


def test_an_entry_without_a_word_is_a_fault() -> None:
    with pytest.raises(BadWords, match="expected a word or several; found 'maybe\\?'"):
        made([{"words": {"empty": ["maybe?"]}}])
