"""The order page in a real browser: by mouse, by keyboard alone, on a telephone; what it writes goes to the game by mail."""

import shutil
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

import pytest

from pbem.campaign.advance import advance
from pbem.campaign.open import Wanted, open_campaign
from pbem.cli import main
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.campaign import table as tables
from tests.campaign.table import Table

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
sync_api = pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install playwright")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
ADDRESSES = {"us": "kate@mail.example", "american": "kate@mail.example", "indian": "mo@post.example"}
SIZES = {"desktop": {"width": 1200, "height": 900}, "telephone": {"width": 390, "height": 800}}
SCENARIOS = {"rosebud": "in-contact", "custer": "little-big-horn", "miniatures": "creek-ford"}
HEX_GAMES = ["rosebud", "custer"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as tools:
        found = tools.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


def desk(folder: Path, patch: pytest.MonkeyPatch, title: str) -> Table:
    patch.setattr(tables, "titles", registry.game)
    patch.setattr(tables, "ADDRESSES", ADDRESSES)
    table = Table.lay(folder)
    sides = [one.id for one in registry.game(title).system.card.sides]
    players = [(side, ADDRESSES[side], side.title()) for side in sides]
    scenario = SCENARIOS[title]
    open_campaign(
        table.desk, Wanted("game-1", title, scenario, players, "gm@club.example", seed=b"clicked orders", report="page")
    )
    advance(table.desk, "game-1")
    return table


def enclosed(row: LetterOutRow, ending: str) -> str:
    for part in message_from_bytes(row.raw, policy=policy.default).walk():
        if (part.get_filename() or "").endswith(ending):
            return str(part.get_content())
    return ""


def opened(browser: Any, folder: Path, text: str, size: str) -> Any:
    """The page, open; whatever it does that it may not fails the test."""
    (folder / "orders.html").write_text(text, encoding="utf-8")
    page = browser.new_page(viewport=SIZES[size])
    page.set_default_timeout(20_000)
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("request", lambda one: faults.append(one.url) if not one.url.startswith("file:") else None)
    page.goto(f"file://{folder / 'orders.html'}")
    page.faults = faults
    return page


def sent(table: Table, page: Any, side: str) -> LetterOutRow:
    """The letter that *Send* opens, sent by the player's own program; the receipt."""
    to, _, query = str(page.evaluate("pbem.mailto()")).removeprefix("mailto:").partition("?")
    assert len(query) + len(to) < 1900
    fields = parse_qs(query)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = ADDRESSES[side], unquote(to), fields["subject"][0]
    letter["Message-ID"] = f"<clicked{table.uid}@mail.example>"
    letter.set_content(fields["body"][0])
    assert page.faults == []
    page.close()
    table.deliver(letter.as_bytes())
    with table.desk.store.begin() as books:
        last = books.letters_in.last_from("game-1", side)
        assert last is not None
        answer = books.letters_out.find(last.answer_key)
    advance(table.desk, "game-1")
    assert answer is not None
    return answer


def at_orders_with(table: Table, kind: str) -> tuple[str, LetterOutRow, str]:
    """On to a report whose page offers an order of this kind."""
    for _ in range(30):
        side = table.asked("game-1")
        last = table.last("game-1", side)
        page = enclosed(last, "orders.html")
        if f'"kind":"{kind}"' in page:
            return side, last, page
        table.say("game-1", side, "1" if last.kind == "question" else "pass", to=last)
    raise AssertionError(f"no {kind} in thirty letters")


@pytest.mark.parametrize(
    "size", [next(iter(SIZES)), *(pytest.param(one, marks=pytest.mark.slow) for one in [*SIZES][1:])]
)
@pytest.mark.parametrize("title", HEX_GAMES)
def test_a_march_is_clicked_on_the_map_and_sent(
    title: str, size: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, title)
    side, _, text = at_orders_with(table, "move")
    page = opened(browser, tmp_path, text, size)
    unit, goal = page.evaluate(
        "(() => { const one = pbem.block().offers.find(one => one.kind === 'move'"
        " && pbem.block().offers.filter(two => two.at === one.at && two.unit === one.unit).length === 1);"
        " return [one.unit, one.at]; })()"
    )
    page.select_option("#unit", unit)
    x, y = page.evaluate(
        "at => { const facts = JSON.parse(document.getElementById('page').textContent),"
        " map = document.getElementById('map'), box = map.getBoundingClientRect(), [x, y] = facts.places[at],"
        " frame = document.getElementById('frame');"
        " frame.scrollLeft = x * box.width / facts.width - frame.clientWidth / 2;"
        " frame.scrollTop = y * box.height / facts.height - frame.clientHeight / 2;"
        " const now = map.getBoundingClientRect();"
        " return [now.left + x * now.width / facts.width, now.top + y * now.height / facts.height]; }",
        goal,
    )
    page.mouse.click(x, y)
    line = page.input_value("#lines").strip()
    assert line.startswith(f"{unit} move ")
    assert line.endswith(goal)
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt", receipt.text
    assert goal in receipt.text


def test_fire_by_keyboard_alone_and_an_order_taken_back(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud")
    side, _, text = at_orders_with(table, "fire")
    page = opened(browser, tmp_path, text, "desktop")
    unit = page.evaluate("pbem.block().offers.find(one => one.kind === 'fire').unit")
    page.focus("#unit")
    page.keyboard.type(unit)
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.line || ''") == "":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.input_value("#lines").startswith(f"{unit} fire ")
    page.focus("#undo")
    page.keyboard.press("Enter")
    assert page.input_value("#lines") == ""
    page.focus("#choices button")
    page.keyboard.press("Enter")
    page.focus("#ready")
    page.keyboard.press("Space")
    phase = table.phase("game-1")
    assert sent(table, page, side).kind == "receipt"
    assert table.phase("game-1") != phase, "ready was ticked"


def test_units_of_a_stack_march_together_at_the_pace_of_the_slowest(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud")
    side, _, text = at_orders_with(table, "move")
    page = opened(browser, tmp_path, text, "desktop")
    page.evaluate("pbem.choose(['Crow King', 'Four Horns'])")
    assert page.locator("#who input:checked").count() == 2
    page.locator("#choices button[data-line*=' move ']").first.click()
    assert page.input_value("#lines").startswith("Crow King + Four Horns move 3412-")
    assert sent(table, page, side).kind == "receipt"


def test_the_page_kept_at_home_reads_the_block_of_a_report(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud")
    side, report, _ = at_orders_with(table, "move")
    assert main(["page", "rosebud/in-contact", "--out", str(tmp_path / "kept.html")]) == 0
    page = opened(browser, tmp_path, (tmp_path / "kept.html").read_text("ascii"), "desktop")
    page.fill("#block", "nothing that could be read")
    page.click("#take")
    page.locator("#note", has_text="No block could be read").wait_for()
    quoted = "\n".join(f"> {line}" for line in enclosed(report, "orders.txt").splitlines())
    page.fill("#block", quoted)
    page.click("#take")
    page.locator("#head", has_text="phase C, MOVEMENT").wait_for()
    assert page.inner_text("#head") == "phase C, MOVEMENT"
    page.evaluate("pbem.take(pbem.block().offers.find(one => one.kind === 'move'))")
    assert sent(table, page, side).kind == "receipt"
    other = opened(browser, tmp_path, _for_another_map(tmp_path), "desktop")
    other.fill("#block", enclosed(report, "orders.txt"))
    other.click("#take")
    other.locator("#note", has_text="another map").wait_for()
    other.close()


def _for_another_map(folder: Path) -> str:
    assert main(["page", "custer", "--out", str(folder / "custer.html")]) == 0
    return (folder / "custer.html").read_text("ascii")


def test_a_page_comes_only_to_who_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud")
    side = table.asked("game-1")
    assert "plain text" in table.say("game-1", side, "report text").text
    table.say("game-1", side, "pass", to=table.last("game-1", side, "report"))
    side = table.asked("game-1")
    assert enclosed(table.last("game-1", side, "report"), "orders.html") == ""
    assert "orders.html" in table.say("game-1", side, "report page").text


@pytest.mark.parametrize(
    ("size", "by"),
    [("desktop", "mouse"), *(pytest.param(*one, marks=pytest.mark.slow) for one in [("telephone", "keyboard")])],
)
@pytest.mark.parametrize("title", list(SCENARIOS))
def test_two_phases_are_played_with_the_page_by_mail(
    title: str, size: str, by: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, title)
    played: list[str] = []
    while len(played) < 2:
        side, _, text = at_orders_with(table, "move")
        phase = table.phase("game-1")
        page = opened(browser, tmp_path, text, size)
        unit = page.evaluate("pbem.block().offers.find(one => one.kind === 'move').unit")
        page.select_option("#unit", unit)
        button = page.locator("#choices button").first
        if by == "mouse":
            button.click()
            page.click("#ready")
        else:
            button.focus()
            page.keyboard.press("Enter")
            page.focus("#ready")
            page.keyboard.press("Space")
        line = page.input_value("#lines").strip()
        receipt = sent(table, page, side)
        assert (receipt.kind, line != "") == ("receipt", True)
        assert line.partition(" ")[0] in receipt.text
        assert table.phase("game-1") != phase or table.asked("game-1") != side, "ready was ticked"
        played.append(f"{phase} {side}")
    assert len(set(played)) == 2
