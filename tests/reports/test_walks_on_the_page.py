"""What the page makes of ways, ends and pairs, in a real browser: as many orders as the game offers, each taken by the desk."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.order_pages import on_the_page
from pbem.mechanisms.offered_rates import RatedMaps
from pbem.mechanisms.offers import ACT, FIGHT, MOVE
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.reports.order_page import VERSION, Board, packed, page
from tests.offered import Position, all_of, many, offered
from tests.reports.test_order_page import browser, opened, pytestmark

__all__ = ["browser", "pytestmark"]

KINDS = (MOVE, FIGHT, ACT)
LONGEST = 8_000
"""Characters of the block of a whole battle with fifty units."""
EVERY = 211
OFFERS = "() => Object.keys(pbem.block().units).flatMap(name => pbem.offers([name]))"


def in_the_battle(side: str, letter: str) -> Position:
    """A position of the first battle that practice players fight."""
    return next(
        one for one in many("nezperce", 40) if (one.side, one.letter) == (side, letter) and one.state.battle is not None
    )


@pytest.mark.parametrize(("side", "letter"), [pytest.param("indian", "P", marks=pytest.mark.slow), ("army", "H")])
def test_the_page_makes_of_ways_what_the_game_offers(browser: Any, tmp_path: Path, side: str, letter: str) -> None:
    one = in_the_battle(side, letter)
    offering = one.game.offering
    assert offering is not None
    assert isinstance(offering, RatedMaps)
    rates = offering.rates(one.state)
    board = Board("", 100, 100, 1, {}, rates.text, rates.digest)
    made = on_the_page(one.game, offering, one.state, side, letter)
    texts = {"phase": "", "until": "", "to": "g@pbem.example", "subject": "", "page": "", "title": "", "game": "g"}
    block = {"v": VERSION, "board": board.digest, "report": 1, "counters": [], **texts, **made}
    assert len(packed(block)) < LONGEST
    shown = opened(browser, tmp_path, page("Nez Perce", [board], json.loads(json.dumps(block))), "desktop")
    lines = [two for two in shown.evaluate(OFFERS) if two["kind"] in KINDS]
    assert shown.faults == []
    # Of ways that cost the same the page may take another.
    of_page = [(two["kind"], two["unit"], two.get("at", ""), two["words"], two.get("cost", "")) for two in lines]
    found = [two for two in all_of(offered(one)) if two.kind in KINDS]
    assert sorted(of_page) == sorted((two.kind, two.unit, two.at, two.words, two.cost) for two in found)
    for two in lines[::EVERY]:
        judged = rehearse(one.game.system, one.game.dialect, one.state, side, letter, two["line"])
        assert [line.verdict for line in judged.lines] == [ACCEPTED], two
