"""The order page in a real browser: by mouse, by keyboard alone, on a telephone; what it writes goes to the game by mail."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

import pytest

from pbem.cli import main
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import Table

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
sync_api = pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install playwright")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
KATE, MO = "kate@mail.example", "mo@post.example"
ADDRESSES = {"us": KATE, "american": KATE, "army": KATE, "indian": MO}
SIZES = {"desktop": {"width": 1200, "height": 900}, "telephone": {"width": 390, "height": 800}}
SCENARIOS = {"rosebud": "in-contact", "custer": "little-big-horn", "miniatures": "creek-ford"}
SCENARIOS |= {"littlebighorn": "scenario-1", "nezperce": "campaign-1877"}
HEX_GAMES = ["rosebud", "custer"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as tools:
        found = tools.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


def desk(
    folder: Path,
    patch: pytest.MonkeyPatch,
    title: str,
    *,
    report: str = "page",
    scenario: str = "",
    pace: str = "ask",
    **house: Any,
) -> Table:
    patch.setattr(tables, "titles", registry.game)
    patch.setattr(tables, "ADDRESSES", ADDRESSES)
    table = Table.lay(folder, **house)
    sides = [one.id for one in registry.game(title).system.card.sides]
    players = [(side, ADDRESSES[side], side.title()) for side in sides]
    scenario = scenario or SCENARIOS[title]
    wanted = Wanted(
        "game-1", title, scenario, players, "gm@club.example", seed=b"clicked orders", report=report, pace=pace
    )
    open_campaign(table.desk, replace(wanted, takes_unfinished=True))
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
    if '"block":null' not in text:
        page.wait_for_function("() => pbem.block() !== null")
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
        if f'"kind":"{kind}"' in page or (kind == "move" and '"points":' in page):
            return side, last, page
        table.say("game-1", side, "1" if last.kind == "question" else "pass", to=last)
    raise AssertionError(f"no {kind} in thirty letters")


@dataclass
class Clicked:
    """A side's order page in the browser, and the table that its letter goes to."""

    table: Table
    side: str
    report: LetterOutRow
    page: Any

    @property
    def lines(self) -> list[str]:
        """The order lines as they are written so far."""
        return str(self.page.input_value("#lines")).rstrip("\n").split("\n")

    def click_map(self, at: str) -> None:
        """Click a place of the map."""
        self.page.mouse.click(*spot(self.page, at))

    def moves(self) -> Any:
        """The buttons of moves that the chosen units have."""
        return self.page.locator("#choices button[data-line*=' move ']")

    def send(self) -> LetterOutRow:
        """Send what is written; the receipt."""
        receipt = sent(self.table, self.page, self.side)
        assert receipt.kind == "receipt", receipt.text
        return receipt


Clicking = Callable[..., Clicked]


@pytest.fixture
def clicking(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clicking:
    """Opens the page of the first report that offers an order of some kind."""

    def opens(kind: str, title: str = "rosebud", size: str = "desktop", *, kept: str = "") -> Clicked:
        table = desk(tmp_path, monkeypatch, title)
        side, report, text = at_orders_with(table, kind)
        return Clicked(
            table, side, report, opened(browser, tmp_path, kept_page(kept, tmp_path) if kept else text, size)
        )

    return opens


def kept_page(game: str, folder: Path) -> str:
    """The page of a game that a player keeps at home."""
    assert main(["page", game, "--out", str(folder / "kept.html")]) == 0
    return (folder / "kept.html").read_text("ascii")


SPOT = (
    "at => { const found = pbem.place(at), map = document.getElementById('map'), frame = document.getElementById('frame');"
    " if (!found) return null; const [x, y, wide, high] = found; map.scrollIntoView({ block: 'center' });"
    " const box = map.getBoundingClientRect();"
    " frame.scrollLeft = x * box.width / wide - frame.clientWidth / 2;"
    " frame.scrollTop = y * box.height / high - frame.clientHeight / 2;"
    " frame.scrollIntoView({ block: 'nearest' }); const now = map.getBoundingClientRect();"
    " return [now.left + x * now.width / wide, now.top + y * now.height / high]; }"
)
"""Where a place is on the screen, after the map has been moved until it is seen."""


def spot(page: Any, at: str) -> tuple[float, float]:
    x, y = page.evaluate(SPOT, at)
    return x, y


def a_move(page: Any, far: int = 0) -> tuple[str, str]:
    """A unit and a place to which one move of its can be ordered, and nothing else: so many steps away."""
    moves = page.evaluate("pbem.can('move')")
    every = page.evaluate("['fire', 'fight', 'act', 'place'].flatMap(kind => pbem.can(kind))")
    taken = [(one["unit"], one["at"]) for one in (*moves, *every)]
    for one in moves:
        if taken.count((one["unit"], one["at"])) == 1 and one["line"].count("-") >= far:
            return one["unit"], one["at"]
    raise AssertionError("no move")


@pytest.mark.parametrize(
    "size", [next(iter(SIZES)), *(pytest.param(one, marks=pytest.mark.slow) for one in [*SIZES][1:])]
)
@pytest.mark.parametrize("title", HEX_GAMES)
def test_a_march_is_clicked_on_the_map_and_sent(title: str, size: str, clicking: Clicking) -> None:
    clicked = clicking("move", title, size)
    page = clicked.page
    unit, goal = a_move(page)
    page.select_option("#unit", unit)
    clicked.click_map(goal)
    line = page.input_value("#lines").strip()
    assert line.startswith(f"{unit} move ")
    assert line.endswith(goal)
    receipt = clicked.send()
    assert goal in receipt.text


@pytest.mark.slow
def test_points_spent_before_orders_were_asked_for_are_gone_on_the_page_too(clicking: Clicking) -> None:
    clicked = clicking("move", "littlebighorn")
    page = clicked.page
    assert "2Lt Varnum" in page.evaluate("pbem.can('move').map(one => one.unit)"), (
        "his column has come on in this phase"
    )
    line = "units => pbem.offers(units).filter(one => one.kind === 'move')[0]"
    far = {unit: page.evaluate(line, [unit]) for unit in ("Maj Reno", "M/7 Cav", "E/7 Cav")}
    for one in far.values():
        page.evaluate("one => pbem.take(pbem.offers([one.unit]).find(other => other.line === one.line))", one)
    receipt = clicked.send()
    for unit, one in far.items():
        shown = next(line for line in receipt.text.split("\n") if f" {unit} move " in line)
        assert shown.endswith(one["cost"]), (shown, one["cost"])


@pytest.mark.slow
def test_fire_by_keyboard_alone_and_an_order_taken_back(clicking: Clicking) -> None:
    clicked = clicking("fire")
    page = clicked.page
    unit = page.evaluate("pbem.can('fire')[0].unit")
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
    receipt = clicked.send()
    assert "Everyone is ready" in receipt.text


def whole_turn_at_movement(table: Table) -> tuple[str, LetterOutRow]:
    """The first report of a whole turn in which somebody may move up to an enemy."""
    for _ in range(6):
        side = table.asked("game-1")
        last = table.last("game-1", side)
        if last.kind == "report" and '"later":[' in enclosed(last, "orders.html"):
            return side, last
        table.say("game-1", side, "1" if last.kind == "question" else "pass", to=last)
    raise AssertionError("no whole turn in six letters")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_whole_turn_is_clicked_where_one_letter_serves_it(
    size: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud", pace="mixed")
    side, report = whole_turn_at_movement(table)
    assert "one letter serves it" in " ".join(report.text.split())
    page = opened(browser, tmp_path, enclosed(report, "orders.html"), size)
    stages = page.evaluate("pbem.stages()")
    assert stages == ["A Rally", "B Offensive Fire", "C Movement", "E Advance Fire", "F Melee"]
    page.get_by_role("button", name="F Melee").click()
    assert page.inner_text("#head") == "game-1, Indian: Turn 3 of 19 (08:40), F Melee"
    next_to_enemies = {one["unit"] for one in page.evaluate("pbem.can('fight')")}
    page.get_by_role("button", name="C Movement").click()
    # Whoever is next to nobody, and can get next to somebody.
    goals = page.evaluate(
        "pbem.can('move').filter(one => pbem.offers([one.unit]).some(two => two.at === one.at && /ZOC/.test(two.cost)))"
    )
    first = next(one for one in goals if one["unit"] not in next_to_enemies)
    page.select_option("#unit", first["unit"])
    page.mouse.click(*spot(page, first["at"]))
    assert page.input_value("#lines") == f"in C: {first['line']}\n"
    assert page.locator("#stages button[aria-pressed=true]").inner_text() == "C Movement (1)"
    page.get_by_role("button", name="F Melee").click()
    page.select_option("#unit", first["unit"])
    page.locator("#choices button[data-line*=' melee ']").first.click()
    page.get_by_role("button", name="B Offensive Fire").click()
    unit = page.evaluate("pbem.can('fire').map(one => one.unit)[0]")
    page.select_option("#unit", unit)
    page.locator("#choices button[data-line]").first.click()
    lines = page.input_value("#lines").splitlines()
    assert [line[:5] for line in lines] == ["in C:", "in F:", "in B:"]
    page.click("#undo")
    assert page.input_value("#lines").splitlines() == lines[:2]
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt", receipt.text
    assert all(line in receipt.text for line in lines[:2]), receipt.text


@pytest.mark.slow
@pytest.mark.parametrize("how", ["full", "half"])
def test_who_has_fired_in_an_earlier_phase_of_the_letter_moves_as_far_as_that_leaves(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    table = desk(tmp_path, monkeypatch, "littlebighorn", scenario="in-the-village", pace="mixed")
    report = table.last("game-1", table.asked("game-1"), "report")
    page = opened(browser, tmp_path, enclosed(report, "orders.html"), "desktop")
    page.get_by_role("button", name="C Movement").click()
    moves = page.evaluate("pbem.offers(['M/7 Cav'])")
    assert any(one["cost"].startswith("6 of 6 MP") for one in moves)
    page.get_by_role("button", name="E Adv").click()
    page.get_by_role("button", name="B Off").click()
    page.select_option("#unit", "M/7 Cav")
    fire = f"M/7 Cav fire {how} at Hunkpapa villagers 2"
    assert fire in page.evaluate("pbem.offers(['M/7 Cav']).map(one => one.line)")
    page.locator(f"#choices button[data-line='{fire}']").first.click()
    page.get_by_role("button", name="E Adv").click()
    assert not page.evaluate("pbem.offers(['M/7 Cav'])")
    page.get_by_role("button", name="C Movement").click()
    after = page.evaluate("pbem.offers(['M/7 Cav'])")
    if how == "full":
        assert not after
        page.click("#undo")
        assert len(page.evaluate("pbem.offers(['M/7 Cav'])")) == len(moves)
    else:
        assert {one["cost"].partition(" MP")[0].split(" of ")[1] for one in after if " of " in one["cost"]} == {"3"}
        assert len(after) < len(moves)
        page.select_option("#unit", "M/7 Cav")
        farthest = max(after, key=lambda one: one["cost"])
        page.locator(f"#choices button[data-line='{farthest['line']}']").first.click()
        receipt = sent(table, page, "us")
        assert receipt.kind == "receipt", receipt.text
        assert "as things stand" not in receipt.text


@pytest.mark.slow
def test_whoever_alone_may_act_is_chosen_and_standing_orders_come_last(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "nezperce", scenario="big-hole", pace="mixed")
    table.say("game-1", "army", "Gibbon move 1511 to 1512\nRawn move 1410 to 1411-1512\nready")
    report = table.last("game-1", "army", "report")
    assert "ENTRY SIDE" in report.text
    page = opened(browser, tmp_path, enclosed(report, "orders.html"), "desktop")
    assert page.input_value("#unit") == "Your side"
    words = page.locator("#choices button").all_inner_texts()
    assert [one.partition("\n")[0] for one in words[:4]] == [
        f"come by the {one}" for one in ("north", "east", "south", "west")
    ]
    assert [one for one in words if one.startswith("standing order: ")] == words[-3:]
    page.locator("#choices button[data-line='entry side north']").click()
    assert "entry side north" in sent(table, page, "army").text


@pytest.mark.slow
def test_the_bar_counts_as_many_units_as_a_half_turn_is_for(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "nezperce", scenario="big-hole", pace="mixed")
    table.say("game-1", "army", "Gibbon move 1511 to 1512\nRawn move 1410 to 1411-1512\nready")
    while "BATTLE PLANS" not in table.last("game-1", asked := table.asked("game-1"), "report").text:
        table.say("game-1", asked, "pass", to=table.last("game-1", asked, "report"))
    for side in ("army", "indian"):
        table.say("game-1", side, "by hand\nready", to=table.last("game-1", side, "report"))
    report = table.last("game-1", "army", "report")
    assert "BATTLE TURN" in report.text
    page = opened(browser, tmp_path, enclosed(report, "orders.html"), "desktop")
    assert page.inner_text("#given") == "0 of 2 ordered"  # one unit, and an offer to end the battle
    fire = page.evaluate("pbem.can('fire')[0]")
    page.select_option("#unit", fire["unit"])
    page.locator(f"#choices button[data-line='{fire['line']}']").first.click()
    assert page.inner_text("#given") == "1 of 2 ordered"


@pytest.mark.slow
def test_who_is_attached_goes_along_on_the_page_too(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    along = page.evaluate("pbem.block().along")
    moving = {one["unit"] for one in page.evaluate("pbem.can('move')")}
    leader, unit = next((one, other) for one, other in along.items() if {one, other} <= moving)
    before = page.evaluate("name => pbem.at(name)", leader)
    page.select_option("#unit", unit)
    clicked.moves().first.click()
    assert page.evaluate("name => pbem.at(name)", leader) == page.evaluate("name => pbem.at(name)", unit) != before
    assert page.evaluate("name => pbem.offers([name])", leader) == []
    clicked.send()


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_several_operations_of_a_unit_stand_on_one_line(
    size: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "miniatures")
    side = table.asked("game-1")
    page = opened(browser, tmp_path, enclosed(table.last("game-1", side, "report"), "orders.html"), size)
    for unit in ("First Company", "Riflemen"):
        page.select_option("#unit", unit)
        page.locator("#choices button[data-line$=': ahead 3.00']").or_(
            page.locator("#choices button[data-line*=': ahead ']").first
        ).first.click()
    first, other = page.input_value("#lines").splitlines()
    page.select_option("#unit", "First Company")
    for words in ("then fire", "then charge nearest"):
        page.get_by_role("button", name=words, exact=True).click()
    assert page.input_value("#lines").splitlines() == [f"{first}; fire; charge nearest", other]
    assert page.inner_text("#given").startswith("2 of")
    page.click("#undo")
    assert page.input_value("#lines").splitlines() == [f"{first}; fire", other]
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt", receipt.text
    assert f"{first}; fire" in receipt.text


@pytest.mark.slow
def test_a_standing_order_is_clicked(clicking: Clicking) -> None:
    clicked = clicking("fire")
    page = clicked.page
    page.select_option("#unit", "Your side")
    page.click("button[data-pattern='standing order: losses']")
    page.select_option("select[data-part=how]", label="weakest")
    page.click("#write")
    assert clicked.lines == ["policy all losses: weakest"]
    assert "policy all losses: weakest" in clicked.send().text


@pytest.mark.slow
def test_units_of_a_stack_march_together_at_the_pace_of_the_slowest(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    page.evaluate("pbem.choose(['Crow King', 'Four Horns'])")
    assert page.locator("#who input:checked").count() == 2
    clicked.moves().first.click()
    assert page.input_value("#lines").startswith("Crow King + Four Horns move 3412-")
    clicked.send()


@pytest.mark.slow
def test_the_page_kept_at_home_reads_the_block_of_a_report(browser: Any, clicking: Clicking, tmp_path: Path) -> None:
    clicked = clicking("move", kept="rosebud/in-contact")
    page = clicked.page
    page.fill("#block", "nothing that could be read")
    page.click("#take")
    page.locator("#note", has_text="No block could be read").wait_for()
    quoted = "\n".join(f"> {line}" for line in enclosed(clicked.report, "orders.txt").splitlines())
    page.fill("#block", quoted)
    page.click("#take")
    page.locator("#head", has_text="phase C, MOVEMENT").wait_for()
    assert page.inner_text("#head") == "game-1, Indian: Turn 3 of 19 (08:40), phase C, MOVEMENT"
    unit, _ = a_move(page)
    page.evaluate("unit => pbem.take(pbem.offers([unit]).find(one => one.kind === 'move'))", unit)
    clicked.send()
    other = opened(browser, tmp_path, kept_page("custer", tmp_path), "desktop")
    other.fill("#block", enclosed(clicked.report, "orders.txt"))
    other.click("#take")
    other.locator("#note", has_text="another game").wait_for()
    other.close()


def test_without_javascript_the_page_says_what_to_do(browser: Any, tmp_path: Path) -> None:
    kept_page("rosebud", tmp_path)
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"file://{tmp_path / 'kept.html'}")
    assert "answer the report by mail" in page.inner_text("header")
    assert [one for one in ("#map", "#unit", "#send") if page.locator(one).is_visible()] == [], (
        "what does nothing is not there"
    )
    page.close()


@pytest.mark.slow
def test_nothing_is_sent_before_something_is_written_and_paper_has_map_and_orders(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    page.click("#send")
    page.locator("#note", has_text="Nothing is written yet").wait_for()
    unit, _ = a_move(page)
    page.select_option("#unit", unit)
    clicked.moves().first.click()
    page.emulate_media(media="print")
    shown = [
        one for one in ("#map", "#written", "#unit", "#choices", "#send", "#lines") if page.locator(one).is_visible()
    ]
    assert shown == ["#map", "#written"]
    page.emulate_media(media="screen")
    clicked.send()


def test_a_page_comes_only_to_who_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk(tmp_path, monkeypatch, "rosebud")
    side = table.asked("game-1")
    assert "plain text" in table.say("game-1", side, "report text").text
    table.say("game-1", side, "pass", to=table.last("game-1", side, "report"))
    side = table.asked("game-1")
    assert enclosed(table.last("game-1", side, "report"), "orders.html") == ""
    assert "orders.html" in table.say("game-1", side, "report page").text


@pytest.mark.slow
def test_a_way_of_ones_own_over_a_waypoint(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    unit, goal = a_move(page, far=3)
    offer = page.evaluate("([unit, at]) => pbem.offers([unit]).find(one => one.at === at)", [unit, goal])
    other = page.evaluate("([unit, offer]) => pbem.others([unit], offer)", [unit, offer])[0]
    middle = next(at for at in other["way"][1:-1] if at not in offer["way"])
    page.select_option("#unit", unit)
    page.mouse.move(*spot(page, goal))
    assert f"{goal}: move, {offer['cost']}" in page.inner_text("#hint")
    assert "-".join(other["way"][1:]) in page.inner_text("#hint")
    assert page.locator("#ways .other").count() >= 1
    page.keyboard.down("Shift")
    clicked.click_map(middle)
    page.keyboard.up("Shift")
    assert page.input_value("#lines") == ""
    assert page.locator("#ways .via").count() == 1
    clicked.click_map(goal)
    line = page.input_value("#lines").strip()
    assert f"-{middle}-" in line
    assert line.endswith(goal)
    assert page.locator("#ghosts .ghost").count() == 1
    receipt = clicked.send()
    assert middle in receipt.text


@pytest.mark.slow
def test_holding_a_finger_on_a_hex_lists_the_ways_there(clicking: Clicking) -> None:
    clicked = clicking("move", size="telephone")
    page = clicked.page
    unit, goal = a_move(page, far=3)
    page.select_option("#unit", unit)
    x, y = spot(page, goal)
    page.mouse.move(x, y)
    page.mouse.down()
    page.locator("#doing", has_text=goal).wait_for()
    page.mouse.up()
    assert page.input_value("#lines") == "", "holding orders nothing"
    assert page.locator(f"#choices button[data-at='{goal}']").count() >= 2
    page.locator(f"#choices button[data-at='{goal}']").nth(1).click()
    assert page.input_value("#lines").strip().endswith(goal)
    page.close()


@pytest.mark.slow
def test_orders_are_taken_back_one_by_one_and_change_places(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    units = list(dict.fromkeys(one["unit"] for one in page.evaluate("pbem.can('move')")))[:3]
    for unit in units:
        page.select_option("#unit", unit)
        clicked.moves().first.click()
    lines = clicked.lines[:3]
    assert page.locator("#ghosts .ghost").count() >= 1
    page.locator("#written li").nth(0).get_by_role("button", name="Later").click()
    assert clicked.lines[:3] == [lines[1], lines[0], lines[2]]
    page.locator("#written li").nth(0).get_by_role("button", name="Remove").click()
    assert clicked.lines[:2] == [lines[0], lines[2]]
    page.select_option("#unit", units[1])
    assert clicked.moves().count() > 0, "it may be ordered again"
    page.click("#undo")
    page.click("#undo")
    assert clicked.lines[:3] == lines
    page.fill("#lines", f"{lines[2]}\n")
    page.select_option("#unit", units[0])
    assert clicked.moves().count() > 0, "what was typed away is free again"
    clicked.send()


def at_a_plan(table: Table, letter: str = "P") -> tuple[str, LetterOutRow, str]:
    """On to the stop at which the Army writes its first plan of a battle, or to an earlier one in its set-up."""
    for _ in range(10):
        side, phase = table.asked("game-1"), table.phase("game-1")
        last = table.last("game-1", side)
        if phase.endswith(f".{letter}"):
            return side, last, enclosed(last, "orders.html")
        words = "White Bird + Ollokot move 2504 to 2604\nready" if phase == "T26.IN.B" else "pass"
        table.say("game-1", side, "1" if last.kind == "question" else words, to=last)
    raise AssertionError("no battle")


@pytest.mark.slow
def test_a_battle_plan_is_put_together_and_its_hexes_are_clicked(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "nezperce", scenario="first-game")
    side, _, text = at_a_plan(table)
    page = opened(browser, tmp_path, text, "telephone")
    page.select_option("#unit", "all")
    page.focus("button[data-pattern='come near and fire']")
    page.keyboard.press("Enter")
    page.select_option("select[data-part=when]", label="once lost half")
    assert page.inner_text("#shown") == "once lost half: all skirmish any at 4"
    page.focus("#write")
    page.keyboard.press("Enter")
    assert page.input_value("#lines") == "plan\nonce lost half: all skirmish any at 4\nend plan\n"
    page.select_option("#unit", "all")
    page.click("button[data-pattern='go to a hex']")
    page.mouse.click(*spot(page, "0302"))
    assert page.inner_text("#hint") == "all go 0302"
    page.click("#write")
    page.select_option("#unit", "Your side")
    page.click("button[data-pattern='stop the battle and ask me']")
    page.keyboard.press("Escape")
    assert page.locator("#write").count() == 0
    page.click("button[data-pattern='stop the battle and ask me']")
    page.select_option("select[data-part=stop]", label="turn 5")
    page.click("#write")
    assert page.input_value("#lines").splitlines() == [
        "plan",
        "once lost half: all skirmish any at 4",
        "all go 0302",
        "stop when turn 5",
        "end plan",
    ]
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt"
    assert "line 2: all go 0302" in receipt.text


@pytest.mark.slow
def test_a_hex_that_is_full_is_offered_to_nobody_else(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "nezperce", scenario="first-game")
    side, _, text = at_a_plan(table, "J")
    page = opened(browser, tmp_path, text, "telephone")
    room = page.evaluate("pbem.block().counted[0]")
    places = page.evaluate("pbem.can('place')")
    at = places[0]["at"]
    units = [one["unit"] for one in places if one["at"] == at]
    assert len(units) > room >= 1
    for unit in units:
        offers = "([unit, at]) => pbem.offers([unit]).filter(one => one.at === at)"
        found = page.evaluate(offers, [unit, at])
        assert len(found) == (1 if units.index(unit) < room else 0)
        other = f"pbem.offers(['{unit}']).find(one => one.kind === 'place')"
        page.evaluate(f"one => pbem.take(one || {other})", found[0] if found else None)
    assert len(page.input_value("#lines").splitlines()) == len(units)
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt", receipt.text


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_a_side_is_set_up_with_one_tap_and_then_changed(
    size: str, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "nezperce", scenario="first-game")
    side, _, text = at_a_plan(table, "J")
    page = opened(browser, tmp_path, text, size)
    units = page.evaluate("pbem.waiting()")
    box = page.locator("#preset").bounding_box()
    assert box["y"] + box["height"] < SIZES[size]["height"], "in view"
    page.click("#preset")
    assert page.evaluate("pbem.waiting()") == [one for one in units if one == "Your side"]
    assert page.locator("#preset").is_hidden()
    lines = page.input_value("#lines").splitlines()
    assert len(lines) == len([one for one in units if one != "Your side"]) > 5
    moved = lines[-1].partition(" set up ")[0]
    page.select_option("#unit", moved)
    assert "Tap another one" in page.inner_text("#choices")
    page.locator("#choices button[data-line]").last.click()
    changed = page.input_value("#lines").splitlines()
    assert changed[:-1] == lines[:-1]
    assert changed[-1].startswith(f"{moved} set up ")
    assert changed[-1] != lines[-1]
    receipt = sent(table, page, side)
    assert receipt.kind == "receipt", receipt.text
    assert "not legal" not in receipt.text


@pytest.mark.slow
def test_no_more_units_are_offered_actions_by_hand_than_may_act(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk(tmp_path, monkeypatch, "nezperce", scenario="first-game")
    at_a_plan(table)
    page = opened(browser, tmp_path, enclosed(table.last("game-1", "indian", "report"), "orders.html"), "desktop")
    units = list(dict.fromkeys(one["unit"] for one in page.evaluate("pbem.can('move')")))
    most = {unit: many for many, some in page.evaluate("pbem.block().counted[1]") for unit in some}
    assert {most[unit] for unit in units} == {2}
    assert len(units) > 2
    for unit in units[:2]:
        page.evaluate("unit => pbem.take(pbem.offers([unit]).find(one => one.kind === 'move'))", unit)
    assert page.evaluate("pbem.can('move')") == []
    page.click("#undo")
    assert {one["unit"] for one in page.evaluate("pbem.can('move')")} == set(units[1:])
    page.evaluate("unit => pbem.take(pbem.offers([unit]).find(one => one.kind === 'move'))", units[2])
    receipt = sent(table, page, "indian")
    assert receipt.kind == "receipt", receipt.text


@pytest.mark.slow
def test_several_may_be_given_the_same_order_at_once(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    page.evaluate("pbem.choose(['Crow King', 'Four Horns'])")
    page.get_by_role("button", name="prone").click()
    assert page.input_value("#lines") == "Crow King prone\nFour Horns prone\n"
    clicked.send()
