"""What the order page keeps on the device: orders by game and report, through a reload and another report dropped on it."""

from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest

from tests.reports.test_order_page import (
    SCENARIOS,
    at_orders_with,
    browser,
    desk,
    enclosed,
    kept_page,
    opened,
    pytestmark,
    sent,
    spot,
)

__all__ = ["browser", "pytestmark"]


def two_reports(folder: Path, patch: pytest.MonkeyPatch) -> tuple[str, str]:
    """The orders files of two reports to the same side, one after the other."""
    table = desk(folder, patch, "rosebud")
    side, first, _ = at_orders_with(table, "fire")
    table.say("game-1", side, "pass\nready", to=first)
    for _ in range(9):
        other = table.asked("game-1")
        last = table.last("game-1", other)
        if other == side and last.kind == "report" and enclosed(last, "orders.txt"):
            return enclosed(first, "orders.txt"), enclosed(last, "orders.txt")
        table.say("game-1", other, "1" if last.kind == "question" else "pass\nready", to=last)
    raise AssertionError("no second report")


def read(page: Any, block: str) -> None:
    page.evaluate("text => { document.getElementById('block').value = text; }", block)
    page.evaluate("document.getElementById('take').click()")


def order_one(page: Any, kind: str) -> str:
    """Give the first unit that can an order of this kind; the line."""
    line = page.evaluate(
        "kind => { const one = pbem.can(kind)[0];"
        " pbem.take(pbem.offers([one.unit]).find(two => two.line === one.line)); return one.line; }",
        kind,
    )
    return str(line)


@pytest.mark.slow
def test_a_reload_loses_nothing(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, text = at_orders_with(desk(tmp_path, monkeypatch, "rosebud"), "fire")
    page = opened(browser, tmp_path, text, "telephone")
    line = order_one(page, "fire")
    page.check("#ready")
    page.reload()
    page.wait_for_function("() => pbem.block() !== null")
    assert page.input_value("#lines") == f"{line}\n"
    assert page.is_checked("#ready")
    assert "1 lines" in page.inner_text("#hint")
    assert page.faults == []
    page.close()


@pytest.mark.slow
def test_a_report_that_is_dropped_asks_first_and_is_taken_back(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two_reports(tmp_path, monkeypatch)
    page = opened(browser, tmp_path, kept_page("rosebud/in-contact", tmp_path), "telephone")
    read(page, first)
    page.wait_for_function("() => pbem.block() !== null")
    number = page.evaluate("pbem.block().report")
    line = order_one(page, "fire")
    read(page, second)
    page.wait_for_selector("#asking:not([hidden])")
    assert "not sent" in page.inner_text("#asked")
    page.click("#stay")
    assert page.evaluate("pbem.block().report") == number
    assert page.input_value("#lines") == f"{line}\n"
    read(page, second)
    page.wait_for_selector("#asking:not([hidden])")
    page.click("#go-on")
    page.wait_for_function("number => pbem.block().report !== number", arg=number)
    assert page.input_value("#lines") == ""
    page.click("#undo")
    page.wait_for_function("number => pbem.block().report === number", arg=number)
    assert page.input_value("#lines") == f"{line}\n"
    # The kept page opens again on what it showed last, and says that a later report has come.
    page.reload()
    page.wait_for_function("() => pbem.block() !== null")
    assert page.evaluate("pbem.block().report") == number
    assert page.input_value("#lines") == f"{line}\n"
    assert "is older" in page.inner_text("#warning")
    assert page.faults == []
    page.close()


@pytest.mark.slow
def test_an_older_report_is_opened_after_a_question(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = two_reports(tmp_path, monkeypatch)
    page = opened(browser, tmp_path, kept_page("rosebud/in-contact", tmp_path), "desktop")
    read(page, second)
    page.wait_for_function("() => pbem.block() !== null")
    read(page, first)
    page.wait_for_selector("#asking:not([hidden])")
    assert "older" in page.inner_text("#asked")
    page.close()


@pytest.mark.slow
def test_a_ring_is_for_who_has_no_order_yet_and_a_tap_says_why_one_cannot_act(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud")
    side, report, text = at_orders_with(table, "fire")
    page = opened(browser, tmp_path, text, "desktop")
    for _ in range(30):
        waiting = page.evaluate("pbem.waiting()")
        if not waiting:
            break
        page.evaluate("unit => pbem.take(pbem.offers([unit])[0])", waiting[0])
    page.evaluate("pbem.choose([], '')")
    assert page.locator("#over .able").count() == 0
    page.close()
    fires = "He Dog fire full at Old Crow"
    table.say("game-1", side, f"{fires}\nready", to=report)
    side, report, text = at_orders_with(table, "move")
    page = opened(browser, tmp_path, text, "desktop")
    assert "He Dog" not in page.evaluate("pbem.waiting()")
    assert "fired" in page.evaluate("pbem.why('He Dog')")
    page.close()


@pytest.mark.parametrize("title", ["rosebud", "custer", pytest.param("littlebighorn", marks=pytest.mark.slow)])
def test_what_is_crowded_into_one_place_is_taken_as_a_whole(
    title: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, title)
    side, _, text = at_orders_with(table, "move")
    page = opened(browser, tmp_path, text, "desktop")
    refused = page.evaluate(
        "() => { const moves = pbem.can('move'), wanted = {}; let full = 0;"
        " for (const one of moves) wanted[one.at] = (wanted[one.at] || 0) + 1;"
        " const goal = Object.keys(wanted).sort((a, b) => wanted[b] - wanted[a])[0];"
        " for (const unit of new Set(moves.map(one => one.unit))) {"
        "  const could = pbem.offers([unit]).filter(one => one.kind === 'move');"
        "  const there = could.find(one => one.at === goal);"
        "  if (!there && moves.some(one => one.unit === unit && one.at === goal)) full += 1;"
        "  if (there) pbem.take(there); }"
        " return full; }"
    )
    assert refused > 0, "somebody found no room"
    lines = page.input_value("#lines").split("\n")[:-1]
    assert len(lines) > 1
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt", receipt.text
    assert "REFUSED" not in receipt.text, receipt.text


@pytest.mark.parametrize(("report", "ending"), [("page", "-orders.html"), ("play", "-orders.txt")])
def test_text_and_html_name_the_file_to_click(
    report: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud", report=report)
    letter = table.last("game-1", table.asked("game-1"), "report")
    name = next(
        str(part.get_filename())
        for part in message_from_bytes(letter.raw, policy=policy.default).walk()
        if (part.get_filename() or "").endswith(ending)
    )
    told = " ".join(letter.text.split())
    assert f"Or click {'open' if report == 'page' else 'drop'} the enclosed {name}" in told
    body = message_from_bytes(letter.raw, policy=policy.default).get_body(("html",))
    assert body is not None
    assert f"the enclosed {name}" in body.get_content()
    welcome = next(one for one in table.letters("game-1", table.asked("game-1")) if one.kind == "welcome")
    assert all(words in welcome.text for words in ("report page", "report html", "report spoken"))


@pytest.mark.slow
@pytest.mark.parametrize("size", ["desktop", "telephone"])
def test_the_page_opens_at_the_fight_in_legible_counters_and_a_drag_writes_nothing(
    size: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, text = at_orders_with(desk(tmp_path, monkeypatch, "rosebud"), "move")
    page = opened(browser, tmp_path, text, size)
    sizes = page.evaluate(
        "[...document.querySelectorAll('#pieces text')].map(one => parseFloat(one.getAttribute('font-size'))"
        " * document.getElementById('map').getBoundingClientRect().width"
        " / document.getElementById('map').viewBox.baseVal.width)"
    )
    assert min(sizes) >= 11
    sides = {one[1] for one in page.evaluate("pbem.block().counters")}
    frame = "(() => { const one = document.getElementById('frame').getBoundingClientRect(); return one; })()"
    seen = page.evaluate(
        f"[...document.querySelectorAll('#pieces polygon')].filter(one => {{ const at = one.getBoundingClientRect(),"
        f" box = {frame}; return at.left > box.left && at.right < box.right && at.top > box.top && at.bottom < box.bottom;"
        " }).map(one => one.getAttribute('fill'))"
    )
    assert len(set(seen) - {"#fff"}) >= len(sides), "both sides are in sight"
    unit = page.evaluate("pbem.waiting()[0]")
    page.select_option("#unit", unit)
    box = page.locator("#frame").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.evaluate("document.getElementById('frame').scrollLeft")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 20, steps=4)
    page.mouse.up()
    assert page.input_value("#lines") == ""
    assert page.evaluate("document.getElementById('frame').scrollLeft") > before
    assert page.inner_text("#given").startswith("0 of ")
    send, screen = page.locator("#send").bounding_box(), page.viewport_size
    assert send["y"] + send["height"] <= screen["height"], "Send is in view, however much is below"
    page.close()


INSIDE = """() => [...document.querySelectorAll('#pieces text')].filter(one => {
  const before = one.previousElementSibling, plate = before.tagName === 'polygon' ? before : before.previousElementSibling;
  if (plate.tagName !== 'polygon' || one.classList.contains('condition')) return false;
  const text = one.getBoundingClientRect(), rim = plate.getBoundingClientRect();
  return text.left < rim.left - 0.5 || text.right > rim.right + 0.5;
}).map(one => one.textContent)"""
"""Texts that reach over the rim of their counters."""


@pytest.mark.slow
@pytest.mark.parametrize("title", ["rosebud", "nezperce"])
def test_no_text_reaches_over_the_rim_of_its_counter(
    title: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, text = at_orders_with(desk(tmp_path, monkeypatch, title), "move")
    page = opened(browser, tmp_path, text, "telephone")
    assert page.evaluate("document.querySelectorAll('#pieces text').length") > 4
    assert page.evaluate(INSIDE) == []
    assert min(page.evaluate(LEGIBLE)) >= 11
    page.close()


RINGED = (
    "[...document.querySelectorAll('#over .able')].map(one => one.getAttribute('cx') + ' ' + one.getAttribute('cy'))"
)
LEGIBLE = (
    "[...document.querySelectorAll('#pieces text')].map(one => parseFloat(one.getAttribute('font-size'))"
    " * document.getElementById('map').getBoundingClientRect().width"
    " / document.getElementById('map').viewBox.baseVal.width)"
)


def rings(page: Any) -> tuple[set[str], int]:
    """Units that wait for an order, and the rings on the map; nobody is chosen."""
    page.evaluate("pbem.choose([], '')")
    return set(page.evaluate("pbem.waiting()")), len(page.evaluate(RINGED))


@pytest.mark.parametrize("size", ["telephone", pytest.param("desktop", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "title", [pytest.param(one, marks=() if one in ("rosebud", "table") else pytest.mark.slow) for one in SCENARIOS]
)
def test_every_game_is_clicked_to_the_receipt_with_a_reload_in_the_middle(
    title: str, size: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, title)
    kind = "act" if title == "miniatures" else "move"
    side, _, text = at_orders_with(table, kind)
    page = opened(browser, tmp_path, text, size)
    assert min(page.evaluate(LEGIBLE)) >= 11
    waiting, many = rings(page)
    on_the_map = {page.evaluate("name => pbem.at(name)", unit) for unit in waiting} - {""}
    assert many == len(on_the_map) if title != "miniatures" else many >= len(on_the_map) > 0
    given = []
    for n in range(3):
        unit = next(one for one in page.evaluate("pbem.waiting()") if page.evaluate("name => pbem.at(name)", one))
        page.select_option("#unit", unit)
        page.locator("#choices button[data-line]:visible").first.click()
        given.append(unit)
        if n == 1:
            lines = page.input_value("#lines")
            page.reload()
            page.wait_for_function("() => pbem.block() !== null")
            assert page.input_value("#lines") == lines
            assert "this device kept them" in page.inner_text("#hint")
    assert len(page.input_value("#lines").split("\n")) >= 4
    now, fewer = rings(page)
    assert not now & set(given), "the ring is for who has no order in this phase"
    assert fewer <= many
    number, _, whole = page.inner_text("#given").split()[:3]
    assert 3 <= int(number) <= int(whole)
    written = [one for one in page.input_value("#lines").split("\n") if one]
    # Who has its order has no ring, and a tap on it says so.
    at = page.evaluate("name => pbem.at(name)", given[-1])
    if title != "miniatures" and at and not {page.evaluate("name => pbem.at(name)", one) for one in now} & {at}:
        page.mouse.click(*spot(page, at))
        assert page.inner_text("#hint") != "None of your units there may act."
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt", receipt.text
    told = " ".join(receipt.text.split())
    assert [one for one in written if one not in told] == []
    assert "REFUSED" not in receipt.text


@pytest.mark.slow
def test_two_fingers_zoom_and_many_choices_are_sifted(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, text = at_orders_with(desk(tmp_path, monkeypatch, "rosebud"), "move")
    page = opened(browser, tmp_path, text, "telephone")
    wide = "document.getElementById('map').getBoundingClientRect().width"
    before = page.evaluate(wide)
    page.evaluate(
        "() => { const frame = document.getElementById('frame'), box = frame.getBoundingClientRect();"
        " const fingers = far => [-1, 1].map((side, n) => new Touch({ identifier: n, target: frame,"
        "  clientX: box.left + 150 + side * far, clientY: box.top + 150 }));"
        " const says = (name, some) => frame.dispatchEvent(new TouchEvent(name,"
        "  { touches: some, cancelable: true, bubbles: true }));"
        " says('touchstart', fingers(40)); says('touchmove', fingers(60)); says('touchend', []); }"
    )
    assert page.evaluate(wide) == pytest.approx(before * 1.5, rel=0.01)
    assert page.input_value("#lines") == ""
    page.select_option("#unit", "Big Elk")
    every = page.locator("#choices button[data-line]:visible").count()
    assert every > 12
    page.fill("#filter", "3808")
    assert page.locator("#choices button[data-line]:visible").count() == 1 < every
    page.press("#filter", "Enter")
    assert page.input_value("#lines").strip().endswith("3808")
    page.close()


@pytest.mark.slow
def test_condition_leaders_and_zones_of_control_are_on_the_map(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, text = at_orders_with(desk(tmp_path, monkeypatch, "rosebud"), "move")
    page = opened(browser, tmp_path, text, "desktop")
    marks = [one[6] for one in page.evaluate("pbem.block().counters") if len(one) > 6 and one[6]]
    leaders = [one for one in marks if one.startswith("*")]
    worst = [one for one in marks if one.strip("*")]
    assert page.locator("#pieces .leader").count() == len(leaders) > 0
    assert page.locator("#pieces .condition").count() == len(worst) > 0
    assert page.locator("#zoc circle").count() == len(page.evaluate("pbem.block().zoc")) > 0
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "east", "north", "facing"),
    [
        ("ahead 6.00", 20.0, 12.0, 90),
        ("back 3.00", 11.0, 12.0, 90),
        ("wheel left 30, ahead 6.00", 17.25, 13.25, 60),
        ("face 180", 14.0, 12.0, 180),
        ("to (18.00, 15.00)", 18.0, 15.0, 53),
        ("ahead 3.00; face 0; ahead 3.00", 17.0, 15.0, 0),
    ],
)
def test_a_ghost_shows_where_an_order_brings_a_unit_of_the_table(
    line: str, east: float, north: float, facing: int, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "miniatures")
    text = enclosed(table.last("game-1", table.asked("game-1"), "report"), "orders.html")
    page = opened(browser, tmp_path, text, "telephone")
    page.evaluate(
        "text => { const lines = document.getElementById('lines'); lines.value = text;"
        " lines.dispatchEvent(new Event('input')); }",
        f"First Company: {line}\n",
    )
    found = page.evaluate("line => pbem.ending('First Company', 'First Company: ' + line)", line)
    assert (found["east"], found["north"]) == (pytest.approx(east, abs=0.3), pytest.approx(north, abs=0.3))
    assert abs(found["facing"] - facing) <= 1
    assert page.locator("#ghosts .ghost").count() >= 1
    page.evaluate("pbem.choose(['First Company'])")
    assert page.locator("#costs .compass").count() == 8
    page.check("#ruler")
    page.mouse.click(*spot(page, "15,12"))
    page.mouse.click(*spot(page, "15,18"))
    assert page.inner_text("#hint") == "6.00 inches, 0 degrees"
    labels = page.locator("#pieces text").all_text_contents()
    units = page.evaluate("Object.keys(pbem.block().units)")
    shown = [one for one in units if any(f" {one}," in label for label in labels)]
    assert "Second Company" in shown, "counters have the names of the list"
    assert page.faults == []
    page.close()
