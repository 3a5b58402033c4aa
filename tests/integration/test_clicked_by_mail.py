"""Two phases of each game played with the order page over real mail: the page is taken out of the letter that came over IMAP,
units and places are clicked in Chromium, and what *Send* hands to the mail program goes to the desk over SMTP.
"""

import asyncio
import shutil
from contextlib import AsyncExitStack
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

import pytest

from pbem.demo.correspondent import Correspondent, Reply
from pbem.demo.table import GM, DemoDesk, DemoSettings
from pbem.desk.incoming.preferences import PAGE
from pbem.mail.ports import HandedOver
from pbem.systems import registry

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
async_api = pytest.importorskip("playwright.async_api", reason="no Playwright here: pip install playwright")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
SCENARIOS = {
    "rosebud": "in-contact",
    "custer": "little-big-horn",
    "littlebighorn": "scenario-1",
    "miniatures": "creek-ford",
    "nezperce": "campaign-1877",
}
DESKTOP, TELEPHONE = {"width": 1200, "height": 900}, {"width": 390, "height": 800}
MOST_UNITS = 3
"""How many units are given an order by click in a phase; the rest have none."""
PHASES = 2
SPOT = (
    "at => { const found = pbem.place(at), map = document.getElementById('map'), frame = document.getElementById('frame');"
    " if (!found) return null; const [x, y, wide, high] = found; map.scrollIntoView({ block: 'center' });"
    " const box = map.getBoundingClientRect();"
    " frame.scrollLeft = x * box.width / wide - frame.clientWidth / 2;"
    " frame.scrollTop = y * box.height / high - frame.clientHeight / 2;"
    " frame.scrollIntoView({ block: 'nearest' }); const now = map.getBoundingClientRect();"
    " return [now.left + x * now.width / wide, now.top + y * now.height / high]; }"
)


class Clicking(DemoDesk):
    """A table at which orders are clicked; `clicked` are the phases in which that was done, with the lines that came of it."""

    async def begin(self, browser: Any, by: str) -> None:
        self.by, self.clicked = by, {}
        size = TELEPHONE if by == "touch" else DESKTOP
        self.context = await browser.new_context(viewport=size, has_touch=by == "touch")

    def is_done(self) -> bool:
        """Done when the desk has answered what was clicked."""
        answers = sum(is_receipt(raw) for one in self.players.values() for raw in one.letters)
        return (len(self.clicked) >= PHASES and answers >= len(self.clicked)) or super().is_done()

    async def _look(self, side: str) -> None:
        player = self.players[side]
        for letter in await player.collect():
            page = enclosed(letter)
            reply = self._reply(side, letter)
            if not page or side == GM or reply is None:
                if reply is not None:
                    await player.answer(letter, reply)
                continue
            if len(self.clicked) >= PHASES:
                continue
            lines = await self._click(player, letter, page)
            if lines:
                self.clicked[str(letter["Subject"])] = lines
            else:
                await player.answer(letter, Reply(("pass",)))

    async def _click(self, player: Correspondent, letter: Message, text: str) -> list[str]:
        file = self.sitting.folder / "orders.html"
        file.write_text(text, encoding="utf-8")
        page = await self.context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on("request", lambda one: None if one.url.startswith("file:") else faults.append(one.url))
        await page.goto(f"file://{file}")
        # The page inflates its map and its block before it has anything to click.
        await page.wait_for_function("() => pbem.block() !== null")
        found = await page.evaluate("['fight', 'fire', 'move', 'place', 'act'].flatMap(kind => pbem.can(kind))")
        for unit in list(dict.fromkeys(one["unit"] for one in found))[:MOST_UNITS]:
            await (self._by_keys if self.by == "keyboard" else self._on_the_map)(page, unit)
        lines = str(await page.input_value("#lines")).split("\n")[:-1]
        if lines:
            await page.focus("#ready")
            await page.keyboard.press("Space")
            to, _, query = str(await page.evaluate("pbem.mailto()")).removeprefix("mailto:").partition("?")
            await self._send(player, unquote(to), parse_qs(query))
        assert faults == []
        await page.close()
        return lines

    async def _on_the_map(self, page: Any, unit: str) -> None:
        """Choose a unit by its counter, and click where it goes or whom it fires at; what has no place, in the list."""
        if await page.evaluate("name => pbem.offers([name]).length", unit) == 0:
            return
        at = await page.evaluate("name => pbem.at(name)", unit)
        for _ in range(8 if at else 0):
            await self._press(page, at)
            if await page.input_value("#unit") in (unit, ""):
                break
        if await page.input_value("#unit") != unit:
            await page.select_option("#unit", unit)
        goals = await page.evaluate("name => pbem.offers([name]).map(one => one.at || '').filter(Boolean)", unit)
        alone = [one for one in goals if goals.count(one) == 1]
        before = await page.input_value("#lines")
        if alone and await page.evaluate(SPOT, alone[-1]):
            await self._press(page, alone[-1])
            assert await page.input_value("#lines") != before, f"{unit}: nothing came of a click on {alone[-1]}"
        else:
            await page.locator("#choices button[data-line]").first.click()

    async def _press(self, page: Any, at: str) -> None:
        x, y = await page.evaluate(SPOT, at)
        await (page.touchscreen.tap if self.by == "touch" else page.mouse.click)(x, y)

    async def _by_keys(self, page: Any, unit: str) -> None:
        await page.focus("#unit")
        for _ in range(400):
            if await page.input_value("#unit") == unit:
                break
            await page.keyboard.press("ArrowDown")
        for _ in range(60):
            if await page.evaluate("document.activeElement.dataset.line || ''"):
                await page.keyboard.press("Enter")
                break
            await page.keyboard.press("Tab")

    async def _send(self, player: Correspondent, to: str, fields: dict[str, list[str]]) -> None:
        """The letter that the mail program makes of the link: a new one, in no thread."""
        made = EmailMessage()
        made["From"], made["To"], made["Subject"] = player.address, to, fields["subject"][0]
        made["Message-ID"] = f"<clicked{len(player.letters)}.{player.address}>"
        made.set_content(fields["body"][0])
        outcome = await player.sink.send(made.as_bytes(policy=policy.SMTP), player.address, to)
        assert isinstance(outcome, HandedOver)
        player.letters.append(made.as_bytes())


def is_receipt(raw: bytes) -> bool:
    """Whether a letter says that orders have come."""
    return "Orders received" in str(message_from_bytes(raw, policy=policy.default)["Subject"])


def enclosed(letter: Message) -> str:
    """The page of a letter, "" if it has none."""
    for part in message_from_bytes(letter.as_bytes(), policy=policy.default).walk():
        if (part.get_filename() or "").endswith("-orders.html"):
            return str(part.get_content())
    return ""


async def played(title: str, by: str, folder: Path) -> Clicking:
    scenario = SCENARIOS[title]
    sitting = DemoSettings(title, 3, scenario, f"clicked {title}", folder, PAGE)
    async with AsyncExitStack() as stack:
        tools = await stack.enter_async_context(async_api.async_playwright())
        browser = await tools.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        stack.push_async_callback(browser.close)
        table = await Clicking.laid(stack, sitting, {}, lambda _: None)
        assert isinstance(table, Clicking)
        await table.begin(browser, by)
        await asyncio.wait_for(table.play(), 240)
        return table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "by"),
    [
        pytest.param(title, by, marks=() if by == "mouse" or title == "custer" else pytest.mark.series)
        for title in SCENARIOS
        for by in ("mouse", "touch", "keyboard")
    ],
)
def test_two_phases_are_played_with_the_page_by_real_mail(title: str, by: str, tmp_path: Path) -> None:
    table = asyncio.run(played(title, by, tmp_path / "demo"))
    assert len(table.clicked) >= PHASES
    letters = [message_from_bytes(raw, policy=policy.default) for one in table.players.values() for raw in one.letters]
    subjects = [str(one["Subject"]) for one in letters]
    receipts = [one for one in letters if is_receipt(one.as_bytes())]
    assert not [one for one in subjects if "refused" in one or "found no orders" in one], subjects
    assert len(receipts) >= PHASES, subjects
    told = " ".join(" ".join(str(one.get_body(("plain",)).get_content()) for one in receipts).split())  # type: ignore[union-attr]
    missing = [line for lines in table.clicked.values() for line in lines if line not in told]
    assert missing == [], told


def test_every_game_has_an_order_page() -> None:
    """The table's is clicked in tests/systems/table/test_page.py: no practice player knows what somebody wants to roll for."""
    assert {title for title in registry.titles() if registry.game(title).offering is not None} == {*SCENARIOS, "table"}
