"""Order or chat: what people write around their orders, and how they say orders, measured both ways."""

import csv
from pathlib import Path

import pytest

from pbem.mail.letter import read_letter
from tests.orders.broken import read

HERE = Path(__file__).parent
CHAT = (HERE / "chat.txt").read_text().splitlines()
SPOKEN = [line for line in (HERE / "spoken.txt").read_text().splitlines() if not line.startswith("#")]
RARE = 0.024
"""Eight of 336; a wish about a unit of one's own (``I wish Crow King would stay at home``) is asked about."""
HELD = 0.045
"""What names something and is no chat for certain is asked about: better than an order lost.  One of the quarters below is
mostly letters of mail servers and patches, whose ids, paths and addresses hold marks of units (``F:``, ``-2s``)."""
PHASES = (("us", "B"), ("indian", "C"), ("us", "C"), ("indian", "B"))


@pytest.mark.slow
@pytest.mark.parametrize("readings", [1, pytest.param(4, marks=pytest.mark.series)])
def test_chat_is_hardly_ever_taken_for_an_order(readings: int) -> None:
    """Each line in one of the phases of both sides, one after the other; in `make soak` in all of them."""
    assert len(CHAT) >= 300
    taken = {
        line
        for n, line in enumerate(CHAT)
        for side, phase in (PHASES * 2)[n % 4 : n % 4 + readings]
        if any(one.verdict != "not an order" for one in read(side, phase, line).lines)
    }
    assert len(taken) <= RARE * len(CHAT), sorted(taken)


@pytest.mark.parametrize("spoken", SPOKEN)
def test_an_order_is_never_taken_for_chat(spoken: str) -> None:
    head, words = spoken.split(": ", 1)
    side, phase = head.split()
    lines = read(side, phase, words).lines
    assert any(one.verdict != "not an order" for one in lines)


@pytest.mark.parametrize(
    ("side", "phase", "line", "canonical"),
    [
        (
            "us",
            "B",
            "C/3 fire at Crow King. G/3 fire at Rain in the Face",
            ("C/3 Cav fire full at Crow King", "G/3 Cav fire full at Rain in the Face"),
        ),
        ("us", "B", "sorry - correction. Good Heart shoots at He Dog instead!", ("Good Heart fire full at He Dog",)),
        ("us", "B", "Sorry - Good Heart fires at He Dog", ("Good Heart fire full at He Dog",)),
        ("us", "B", "C/3 will fire at Crow King.", ("C/3 Cav fire full at Crow King",)),
        (
            "us",
            "B",
            "Old Crow fires at Big Road and Good Heart shoots at He Dog",
            ("Old Crow fire full at Big Road", "Good Heart fire full at He Dog"),
        ),
        ("us", "C", "What a turn! C/3 Cav move 3413-3414. Good luck.", ("C/3 Cav move 3413-3414",)),
        ("us", "B", "C/3 fire at the strongest in 3412", ("C/3 Cav fire full at 3412 strongest",)),
        ("us", "B", "C/3 fire at the weakest unit in 3412", ("C/3 Cav fire full at 3412 weakest",)),
        ("us", "C", "D/4, F/4 Inf head toward 3111", ("D/4 Inf + F/4 Inf move 3112-3111",)),
        ("us", "C", "all leaders stay", ("BG Crook + Capt Van Vliet + Capt Mills + Capt Noyes + Capt Henry stay",)),
        (
            "us",
            "C",
            "2nd Cav dismount!",
            tuple(f"{one}/2 Cav dismount" for one in "ABDEI"),
        ),
        ("us", "C", "all infantry prone", tuple(f"{one} Inf prone" for one in ("C/9", "G/9", "H/9", "D/4", "F/4"))),
        ("us", "C", "scouts dismount", ("Old Crow dismount",)),
        ("us", "C", "c9 g9 h9 move to 3212", ("C/9 Inf + G/9 Inf + H/9 Inf move 3213-3212",)),
        ("us", "C", "D/4, F/4 Inf together move 3112-3111", ("D/4 Inf + F/4 Inf move 3112-3111",)),
        ("us", "C", "Burt to 3212", ("H/9 Inf move 3213-3212",)),
        ("us", "C", "go prone, Miners", ("Miners prone",)),
    ],
)
def test_an_order_as_it_is_said_is_simply_read(side: str, phase: str, line: str, canonical: tuple[str, ...]) -> None:
    (found,) = read(side, phase, line).lines
    assert (found.refusal_text, found.canonical) == ("", canonical)


def test_what_of_a_line_is_chat_is_told() -> None:
    (found,) = read("us", "C", "What a turn! C/3 Cav move 3413-3414. Good luck.").lines
    told = [one.text for one in found.warnings if one.code == "W311"]
    assert told == ["not read as an order: What a turn", "not read as an order: Good luck"]


def test_a_command_behind_an_order_is_carried_out() -> None:
    found = read("us", "C", "C/3 Cav move 3413-3414. Thanks! Ready.")
    assert [one.name for one in found.commands] == ["ready"]
    assert len(found.orders) == 1


def test_a_bad_sentence_is_refused_with_its_line_and_marked() -> None:
    (found,) = read("us", "B", "sorry. Louisant shoots at Crow King. C/3 fire at Crow King").lines
    assert found.verdict == "refused"
    assert found.caret == (7, 15)


@pytest.mark.parametrize("word", ["Really", "Fine", "More", "Most"])
def test_an_english_word_is_no_verb_misspelt(word: str) -> None:
    assert [one.verdict for one in read("indian", "A", f"Two Moon, {word.lower()}").lines] != ["accepted"]


def lines(side: str, phase: str, words: str) -> list[tuple[str, ...]]:
    found = read(side, phase, words).lines
    assert [one.refusal_text for one in found if one.refusal_text] == []
    return [one.canonical for one in found]


def test_a_group_that_is_given_another_order_in_the_same_letter_carries_out_the_later() -> None:
    assert lines("us", "B", "C/3, G/3 fire at Crow King\nC/3, G/3 fire at Four Horns") == [
        (),
        ("C/3 Cav fire full at Four Horns", "G/3 Cav fire full at Four Horns"),
    ]
    again = "He Dog + Big Road move 3609-3709\nHe Dog + Big Road move 3609-3610"
    assert lines("indian", "C", again) == [(), ("He Dog + Big Road move 3609-3610",)]


def test_who_is_not_named_again_keeps_his_order() -> None:
    found = lines("indian", "C", "He Dog + Big Road move 3609-3709\nBig Road move 3609-3610")
    assert found == [("He Dog move 3609-3709",), ("Big Road move 3609-3610",)]


def test_a_path_that_goes_on_where_the_line_before_ends_replaces_nothing() -> None:
    found = lines("indian", "C", "He Dog move 3609-3709\nHe Dog move 3709-3710")
    assert found == [("He Dog move 3609-3709",), ("He Dog move 3709-3710",)]


def test_of_ways_that_cost_and_risk_the_same_the_lowest_hexes_are_taken_and_shown() -> None:
    (found,) = read("indian", "C", "Black Shield move 4408").lines
    assert found.canonical == ("Black Shield move 4606-4506-4407-4408",)
    assert ["lowest hex numbers" in one.text for one in found.warnings if one.code == "W304"] == [True]


def test_where_the_ways_differ_the_player_is_asked() -> None:
    (found,) = read("us", "C", "G/3 move 3512-3414").lines
    assert found.problem is not None
    assert found.problem.code == "E122"


def test_leaders_of_a_stack_are_left_out_of_what_leaders_cannot_do() -> None:
    assert lines("us", "C", "stack T dismount") == [("A/3 Cav dismount", "E/3 Cav dismount")]


MOST_OF_A_LETTER = 25
"""Lines of a real letter that are read: most of what stands below is older letters and tables."""


PARTS = 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "parts"), [(0, 3 * PARTS), *(pytest.param(n, PARTS, marks=pytest.mark.series) for n in range(PARTS))]
)
def test_real_letters_are_hardly_ever_taken_for_orders(letters: Path, part: int, parts: int) -> None:
    with (letters / "index.tsv").open(encoding="utf-8", newline="") as index:
        rows = [row for row in csv.DictReader(index, delimiter="\t", quoting=csv.QUOTE_NONE) if row["kind"] == "full"]
    read_, taken, ordered = 0, [], []
    for row in rows[part::parts]:
        words = read_letter((letters / row["file"]).read_bytes()).words.splitlines()[:MOST_OF_A_LETTER]
        for one in read("us", "B", "\n".join(words)).lines:
            read_ += 1
            taken += [one.text] if one.verdict == "refused" else []
            ordered += list(one.canonical) if one.orders else []
    assert ordered == []
    assert len(taken) <= HELD * read_, taken


@pytest.mark.parametrize(("chat", "verdict"), [(38, "accepted"), (39, "accepted"), (40, "refused")])
def test_a_line_of_more_than_forty_sentences_is_read_as_one(chat: int, verdict: str) -> None:
    (found,) = read("us", "C", "C/3 Cav move 3413-3414. " + "Hm. " * chat).lines
    assert (found.verdict, len(found.warnings)) == (verdict, chat + 1 if verdict == "accepted" else 0)
