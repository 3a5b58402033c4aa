"""Takes the pictures of the order page, of a letter and of the maps of hexes in ``docs/img``: ``python docs/pictures.py``.

Each is taken of what the desk sends in a short game, or what ``pbem map`` draws, so that none shows what is no longer there.
It needs Playwright and Chromium.
"""

import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable, Mapping
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import sync_playwright

DOCS = Path(__file__).resolve().parent
if str(DOCS.parent) not in sys.path:  # called as a script
    sys.path.insert(0, str(DOCS.parent))

from pbem.cli import main as map_command  # noqa: E402  # the path above comes first
from tests.reports import test_order_page as clicked  # noqa: E402  # the path above comes first

IMAGES = DOCS / "img"
COLOURS = 200
"""So many colours are enough, and make a file less than half as large."""
SCREEN = 740
"""The height of a telephone: what is below it stands in a higher picture."""
FIRST = "pbem.take(pbem.offers(['Big Elk']).find(one => one.at === '4208'))"


def letter(title: str, kind: str, scenario: str = "") -> Any:
    """The report of the first position that offers such an order."""
    with pytest.MonkeyPatch.context() as patch:
        folder = Path(tempfile.mkdtemp(prefix="pictures"))
        table = clicked.desk(folder, patch, title, scenario=scenario)
        return clicked.at_a_plan(table)[1] if kind == "plan" else clicked.at_orders_with(table, kind)[1]


def show(page: Any, text: str) -> None:
    """Open a page; one that inflates its map gets the time for it."""
    file = Path(tempfile.mkdtemp(prefix="pictures")) / "page.html"
    file.write_text(text, encoding="utf-8")
    page.goto(file.as_uri())
    if "pbem.block" in text or '"block":' in text:
        page.wait_for_function("() => pbem.block() !== null && document.getElementById('ground').childElementCount > 0")


def a_move(page: Any) -> None:
    """A move that is ordered, and a unit of a stack with all places it can reach."""
    show(page, clicked.enclosed(letter("rosebud", "move"), "orders.html"))
    page.evaluate(FIRST)
    page.mouse.click(*clicked.spot(page, "3511"))
    page.evaluate("scrollTo(0, 0)")


def a_table(page: Any) -> None:
    """A table with two units that are ordered, and one that is chosen."""
    show(page, clicked.enclosed(letter("miniatures", "act"), "orders.html"))
    for unit, line in (("First Company", "wheel left 30, ahead 6.00"), ("Second Company", "ahead 6.00")):
        page.evaluate(
            "([unit, line]) => pbem.take(pbem.offers([unit]).find(one => one.line === line))", [unit, f"{unit}: {line}"]
        )
    page.select_option("#unit", "Light Horse")
    page.evaluate("scrollTo(0, 0)")


def a_plan(page: Any) -> None:
    """A line of a battle plan, half put together."""
    show(page, clicked.enclosed(letter("nezperce", "plan", "first-game"), "orders.html"))
    page.select_option("#unit", "all")
    page.click("button[data-pattern='come near and fire']")
    page.select_option("select[data-part=when]", label="once lost half")
    # On a page that is taken whole the bar at the bottom of the screen would lie across it.
    page.add_style_tag(content="#bar{position:static!important}")
    page.evaluate("scrollTo(0, 0)")


def a_report(page: Any) -> None:
    """A report in HTML, with its picture."""
    message = message_from_bytes(letter("rosebud", "move").raw, policy=policy.default)
    body = message.get_body(("html",))
    assert body is not None
    text = str(body.get_content())
    for part in message.walk():
        name = str(part.get("Content-ID", "")).strip("<>")
        content = part.get_payload(decode=True)
        if name and isinstance(content, bytes):
            data = b64encode(content).decode("ascii")
            text = text.replace(f"cid:{name}", f"data:{part.get_content_type()};base64,{data}")
    show(page, text)


PICTURES: Mapping[str, tuple[int, int, Callable[[Any], None]]] = {
    "order-page.png": (1100, 780, a_move),
    "order-page-phone.png": (390, 720, a_move),
    "order-page-table.png": (1100, 720, a_table),
    "order-page-plan.png": (360, 1340, a_plan),
    "html-letter.png": (360, 800, a_report),
}
"""Each picture with its width, its height and what is seen on it."""

MAPS = {"rosebud": "in-contact", "custer": "little-big-horn", "littlebighorn": "scenario-1"}
"""Games with the scenario of which the README shows the map."""


def main() -> int:
    """Take them all."""
    for title, scenario in MAPS.items():
        drawn = IMAGES / f"{title}.png"
        if map_command(["map", f"{title}/{scenario}", "--png", str(drawn)]):
            return 1
        Image.open(drawn).convert("RGB").quantize(COLOURS).save(drawn, optimize=True)
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=clicked.BROWSER, args=["--no-sandbox"])
        for name, (width, height, scene) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": min(height, SCREEN) if width < 500 else height})
            scene(page)
            cut = {"x": 0, "y": 0, "width": width, "height": height}
            page.screenshot(path=str(IMAGES / name), full_page=True, clip=cut)
            page.close()
            Image.open(IMAGES / name).convert("RGB").quantize(COLOURS).save(IMAGES / name, optimize=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
