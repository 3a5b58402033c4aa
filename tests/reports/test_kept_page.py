"""The order page that a player keeps, or opens where games are published, and the letter that it makes."""

import re
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from pbem.publish.publisher import Publisher, Site
from tests.reports.test_order_page import (
    SCENARIOS,
    SIZES,
    Clicking,
    browser,
    clicking,
    desk,
    enclosed,
    opened,
    pytestmark,
    sent,
    spot,
)

__all__ = ["browser", "clicking", "pytestmark"]


@pytest.mark.slow
@pytest.mark.parametrize("saved", ["orders.txt", "letter.eml"])
def test_a_report_is_dropped_on_the_page_kept_at_home(saved: str, clicking: Clicking, tmp_path: Path) -> None:
    clicked = clicking("move", "custer", "telephone", kept="custer")
    page = clicked.page
    (tmp_path / saved).write_bytes(
        clicked.report.raw if saved.endswith(".eml") else enclosed(clicked.report, "orders.txt").encode()
    )
    page.set_input_files("#file", tmp_path / saved)
    page.locator("#about", has_text="game-1").wait_for()
    assert len(page.evaluate("pbem.can('move')")) > 0
    page.close()


@pytest.mark.slow
def test_lines_too_long_for_a_link_are_copied_and_the_saved_letter_is_one(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    line = page.evaluate("pbem.can('act')[0].line")
    page.fill("#lines", f"{line}\n" + "// a remark that makes the letter long enough to be cut\n" * 40)
    page.click("#send")
    page.locator("#note", has_text="too long").wait_for()
    letter = message_from_bytes(str(page.evaluate("pbem.eml()")).encode(), policy=policy.default)
    assert line in str(letter.get_content())
    assert "+in." in str(letter["To"]), clicked.side
    page.close()


def test_a_report_links_to_the_published_page_and_the_block_goes_with_the_link(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "custer", pages="https://games.example/pbem/", report="play")
    for _ in range(6):
        side = table.asked("game-1")
        report = table.last("game-1", side)
        if enclosed(report, "orders.txt"):
            break
        table.say("game-1", side, "1" if report.kind == "question" else "pass", to=report)
    assert enclosed(report, "orders.html") == "", "who keeps the page gets the small file alone"
    (part,) = [
        one
        for one in message_from_bytes(report.raw, policy=policy.default).walk()
        if one.get_content_type() == "text/html" and not one.is_attachment()
    ]
    link = re.search(r'href="(https://games.example/pbem/play/custer.html#[^"]*)"', str(part.get_content()))
    assert link is not None
    Publisher(table.desk, Site(tmp_path / "www")).publish()
    page = browser.new_page(viewport=SIZES["telephone"])
    page.goto(link[1].replace("https://games.example/pbem/", f"file://{tmp_path}/www/"))
    page.locator("#about", has_text="game-1").wait_for()
    assert len(page.evaluate("pbem.can('move')")) > 0
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("title", list(SCENARIOS))
def test_the_kept_page_comes_on_request_and_knows_every_map_of_the_game(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, title)
    side = table.asked("game-1")
    answer = table.say("game-1", side, "send page")
    assert "play.html" in answer.text
    kept = enclosed(answer, "play.html")
    assert '"block":null' in kept
    found = re.search(r'"board":"(\w+)"', enclosed(table.last("game-1", side, "report"), "orders.html"))
    assert found is None or f'"{found[1]}":{{' in kept
    assert (
        kept.count('octet-stream" id="ground-')
        == {"rosebud": 1, "custer": 2, "littlebighorn": 3, "miniatures": 2, "nezperce": 5}[title]
    )


@pytest.mark.slow
def test_who_comes_in_goes_on_from_there(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCENARIOS, "rosebud", "historical")
    table = desk(tmp_path, monkeypatch, "rosebud")
    while "Movement" not in str(table.last("game-1", "indian").subject):
        table.say("game-1", table.asked("game-1"), "pass")
    page = opened(browser, tmp_path, enclosed(table.last("game-1", "indian"), "orders.html"), "desktop")
    first = page.evaluate("pbem.can('place')[0]")
    page.select_option("#unit", first["unit"])
    page.mouse.click(*spot(page, first["at"]))
    assert page.input_value("#lines").strip() == first["line"]
    page.locator("#choices button[data-line*=' move ']").last.click()
    _, moves = page.input_value("#lines").strip().split("\n")
    assert moves.startswith(f"{first['unit']} move {first['at']}-")
    receipt = sent(table, page, "indian")
    assert receipt.kind == "receipt", receipt.text
