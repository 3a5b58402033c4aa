"""Blocks of the order page in few words: small enough for a letter, and read in full by the page; those of old letters, too."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.outgoing.attachments import kept_page, on_the_page
from pbem.desk.outgoing.order_page_json import patterns_as_json
from pbem.mechanisms.offered_moves import MapRates, RatedMaps, differences, read_back
from pbem.mechanisms.offers import Part, Pattern, Pick
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.reports.order_page import VERSION, PageMap, packed, page, words_of
from tests.offered import Position, many, offered
from tests.reports.test_order_page import browser, opened, pytestmark

__all__ = ["browser", "pytestmark"]

OLD = Path(__file__).parent / "golden" / "order-block-1.txt"
LONGEST = 4_096
"""Characters of a block: 3 kB, and a third more as base64."""
FOLLOWING = """line => {
  const one = Object.keys(pbem.block().units).flatMap(name => pbem.offers([name])).find(one => one.line === line);
  pbem.take(one);
  return pbem.offers([one.unit]).map(two => ({ line: two.line, cost: two.cost || "", at: two.at || "" }));
}"""
PICKS = tuple(map(Pick, ("Howard", "Perry", "Rawn")))
MAP = {"A": {"B": 1, "C": 2}, "B": {"A": 1, "C": 1, "D": 3}, "C": {"A": 2, "B": 2}, "D": {"B": 3}}


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (MAP, {"like": 0}),
        ({**MAP, "B": {"A": 2, "C": 2, "D": 4}}, {"like": 0, "more": {"1": ["B"]}}),
        (
            {at: {to: cost + (to == "B") for to, cost in steps.items()} for at, steps in MAP.items()},
            {"into": {"1": ["B"]}},
        ),
        ({at: {to: cost for to, cost in steps.items() if to != "D"} for at, steps in MAP.items()}, {"shut": ["D"]}),
        ({**MAP, "B": {"A": 7, "C": 1, "D": 3}}, {"but": {"B": {"A": 7, "C": 1, "D": 3}}}),
    ],
)
def test_a_rate_is_told_by_what_is_other_than_on_the_map(rate: Any, words: dict[str, Any]) -> None:
    # A map as large as real ones: a rate as short as these four places would be told in full.
    far = {f"{n}": {f"{n + 1}": 1, f"{n - 1}": 1} for n in range(100)}
    known = MapRates(({**MAP, **far},))
    found = differences({**rate, **far}, known)
    assert found == {"like": 0} | words
    assert read_back(found, known, [*rate, *far]) == {**rate, **far}


def test_a_rate_of_another_map_is_told_in_full() -> None:
    rate = {"X": {"Y": 1}, "Y": {"X": 1}}
    assert differences(rate, MapRates((MAP,))) == rate


def with_moves(title: str, letter: str) -> Position:
    """A position in which something may be done before a move."""
    return next(
        one
        for one in many(title, 200, 1)
        if one.letter == letter and any(two.goes_on is not None and two.then for two in offered(one))
    )


def shown(browser: Any, folder: Path, one: Position) -> tuple[Any, str]:
    """The page with a block for a position, and the block."""
    offering = one.game.offering
    assert isinstance(offering, RatedMaps)
    rates = offering.rates(one.state)
    board = PageMap("", 100, 100, 1, {}, rates.text, rates.digest)
    texts = {"phase": "", "until": "", "to": "g@pbem.example", "subject": "", "page": "", "title": "", "game": "g"}
    made = on_the_page(one.game, one.game.offering, one.state, one.side, one.letter)  # type: ignore[arg-type]
    block = {"v": VERSION, "board": board.digest, "report": 1, "counters": [], **texts, **made}
    words = words_of(one.game.title)
    text = page("A game", [board], json.loads(json.dumps(block)), words)
    return opened(browser, folder, text, "desktop"), packed(block, words)


@pytest.mark.slow
@pytest.mark.parametrize(("title", "letter"), [("rosebud", "C"), ("custer", "D")])
def test_what_may_follow_an_order_is_found_again_by_the_page(
    browser: Any, tmp_path: Path, title: str, letter: str
) -> None:
    one = with_moves(title, letter)
    clicked, block = shown(browser, tmp_path, one)
    assert len(block) < LONGEST
    firsts = [two for two in offered(one) if two.then][::5]
    assert firsts
    for first in firsts:
        clicked.fill("#lines", "")
        clicked.dispatch_event("#lines", "input")
        found = clicked.evaluate(FOLLOWING, first.line)
        # Of ways that cost the same the page may take another.
        assert sorted((two["at"], two["cost"]) for two in found) == sorted((two.at, two.cost) for two in first.then)
        assert {two["line"] for two in found if not two["at"]} == {two.line for two in first.then if not two.at}
        for two in found[::7]:
            letter_of_two = f"{first.line}\n{two['line']}"
            judged = rehearse(one.game.system, one.game.dialect, one.state, one.side, one.letter, letter_of_two)
            assert [line.verdict for line in judged.lines] == [ACCEPTED, ACCEPTED], letter_of_two
    assert clicked.faults == []
    clicked.close()


def test_the_block_of_an_old_letter_still_opens(browser: Any, tmp_path: Path) -> None:
    clicked = opened(browser, tmp_path, kept_page("custer"), "desktop")
    clicked.fill("#block", OLD.read_text("ascii"))
    clicked.click("#take")
    clicked.wait_for_function("() => pbem.block() !== null")
    moves = clicked.evaluate("pbem.can('move')")
    assert len(moves) > 10
    clicked.evaluate("one => pbem.take(pbem.offers([one.unit]).find(two => two.line === one.line))", moves[0])
    assert clicked.evaluate("pbem.letter()").strip() == moves[0]["line"]
    clicked.close()


@pytest.mark.slow
def test_just_so_many_are_ticked_before_the_line_is_written(browser: Any, tmp_path: Path) -> None:
    pattern = Pattern(("Your side",), "say who leads", "{who_leads} lead", (Part("who_leads", "Who", PICKS, 2),))
    assert pattern.written(("Your side",), {}) == "Howard + Perry lead"
    assert pattern.written(("Your side",), {"who_leads": PICKS[2]}) == "Rawn + Howard lead"
    board = PageMap("", 100, 100, 1, {})
    texts = {"phase": "", "until": "", "to": "g@pbem.example", "subject": "", "page": "", "title": "", "game": "g"}
    more = {"units": {"Your side": ""}, "offers": {}, "walks": {}, "patterns": patterns_as_json([pattern], [])}
    block = {"v": VERSION, "board": board.digest, "report": 1, "counters": [], **texts, **more}
    clicked = opened(browser, tmp_path, page("A game", [board], json.loads(json.dumps(block))), "telephone")
    clicked.evaluate("pbem.choose(['Your side'])")
    clicked.click("button[data-pattern]")
    assert clicked.inner_text("#shown") == "Howard + Perry lead"
    clicked.uncheck("fieldset[data-part] >> text=Perry")
    assert clicked.is_disabled("#write")
    clicked.check("fieldset[data-part] >> text=Rawn")
    clicked.click("#write")
    assert clicked.evaluate("pbem.letter()").strip() == "Howard + Rawn lead"
    assert clicked.faults == []
    clicked.close()
