"""The order page of a table: hand, decks and values are clicked, purposes and words typed, and the desk takes it all."""

from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.outgoing.attachments import kept_page, page_name
from pbem.mechanisms.offers import offers_of, patterns_of
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.systems import registry
from tests import clicked_sets
from tests.desk.table import Table
from tests.offered import put_together
from tests.systems.table.laid import GAME, laid, position, practised, say

SHEETS = ("table", "table:cards", "table:dice", "table:bids", "table:three", "table:paths-of-glory")


def shown(table: Table, side: str) -> str:
    """The page that a side gets in answer to ``report page``."""
    table.clock.forward(minutes=1)
    answer = table.say(GAME, side, "report page", to=table.last(GAME, side, "report"))
    parts = message_from_bytes(answer.raw).walk()
    text = next(one.get_payload(decode=True) for one in parts if str(one.get_filename()).endswith("-orders.html"))
    assert isinstance(text, bytes)
    return text.decode("ascii")


@pytest.mark.slow
@pytest.mark.parametrize("title", SHEETS)
def test_every_line_of_the_page_is_taken(tmp_path: Path, title: str) -> None:
    """At several places of a game: each offer, and each form with each of its choices."""
    table, tried, places = laid(tmp_path, title), 0, set()
    game = registry.game(title)
    assert game.offering is not None
    for letters in (0, 3, 4):
        practised(table, "page", letters=letters)
        state = position(table)
        phase = game.system.next_phase(state)
        assert phase is not None
        side = phase.side or game.card.sides[0].id
        view = (game.system, game.dialect, game.offering, state, side, phase.letter)
        lines = [one.line for one in offers_of(*view)]
        lines += put_together(patterns_of(*view))
        for line in dict.fromkeys(lines):
            judged = rehearse(game.system, game.dialect, state, side, phase.letter, line)
            wrong = [(one.text, one.problem) for one in judged.lines if one.verdict != ACCEPTED]
            assert wrong == [], (phase.id, line)
            tried += 1
        places |= set(game.offering.units(state, side).values())
    board = game.teller.map(position(table), game.card.sides[0].id, ()).clickable()
    assert board is not None
    assert places <= set(board.places)
    assert tried > 20


def test_nothing_of_another_hand_is_on_the_page(tmp_path: Path) -> None:
    table = laid(tmp_path, "table:paths-of-glory")
    say(table, "cp", "draw 5 cp mobilization\nplan: over the Vistula\nover to ap: reaction?")
    state, game = position(table), registry.game("table:paths-of-glory")
    assert game.offering is not None
    units = game.offering.units(game.system.view(state, "ap"), "ap")
    assert not set(units) & set(state.hands["cp"])
    assert "deck cp mobilization" not in units
    lines = [one.line for one in offers_of(game.system, game.dialect, game.offering, state, "ap", "W")]
    assert "back" in lines
    assert "done" not in lines
    assert not any("plan 1" in one for one in lines)


def test_the_page_is_kept_by_its_sheet() -> None:
    assert "Two Rivers" in kept_page("table:cards")
    assert page_name("table:cards") == "table-cards.html"


@pytest.mark.slow
@pytest.mark.skipif(clicked_sets.BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
def test_a_letter_is_clicked_and_typed_in_a_browser(tmp_path: Path) -> None:
    pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install playwright")
    table = laid(tmp_path, "table:paths-of-glory")
    say(table, "cp", "draw 3 cp mobilization")
    card = position(table).hands["cp"][0]
    file = tmp_path / "page.html"
    file.write_text(shown(table, "cp"), encoding="ascii")
    with clicked_sets.browsing() as page:
        failed: list[str] = []
        page.on("pageerror", lambda fault: failed.append(str(fault)))
        page.goto(file.as_uri())
        page.wait_for_function("() => pbem.block() !== null")
        page.select_option("#unit", "Words and the pen")
        page.click('#choices button[data-line="over to ap"]')
        page.select_option("#unit", "Dice")
        page.click('#choices button[data-pattern="roll dice"]')
        assert page.is_disabled("#write")
        page.select_option('select[data-part="dice"]', label="fire")
        page.select_option('select[data-part="modifier"]', label="+1")
        page.fill('input[data-part="purpose"]', "the $& fort of Liege {who}")
        page.click("#write")
        click_on(page, "deck cp mobilization")
        for _ in range(2):
            page.click('#choices button[data-line="draw 1 cp mobilization"]')
        click_on(page, "hand 1")
        page.click(f'#choices button[data-line="play {card}"]')
        page.select_option("#unit", "value vp")
        page.click('#choices button[data-line="vp +1"]')
        page.select_option("#unit", "Words and the pen")
        page.click('#choices button[data-pattern="lend the pen with a question"]')
        page.fill('input[data-part="question"]', "reaction?")
        page.click("#write")
        letter = page.input_value("#lines")
        assert failed == []
    assert letter.strip().split("\n") == [
        "roll fire +1: the $& fort of Liege {who}",
        "draw 1 cp mobilization",
        "draw 1 cp mobilization",
        f"play {card}",
        "vp +1",
        "over to ap: reaction?",
    ]
    answer = say(table, "cp", letter)
    assert answer.kind == "receipt", answer.text
    assert table.asked(GAME) == "ap"
    assert position(table).values["vp"] == 11
    assert len(position(table).hands["cp"]) == 4


def click_on(page: Any, place: str) -> None:
    """Click a place of the drawn table."""
    x, y, width, height = page.evaluate("at => pbem.place(at)", place)
    box = page.locator("#map").bounding_box()
    page.mouse.click(box["x"] + x * box["width"] / width, box["y"] + y * box["height"] / height)
