"""What can be clicked on the order page of the table-top: lines that the desk takes, each with its inches."""

import json
import shutil
from pathlib import Path

import pytest

from pbem.mechanisms.offers import FIGHT, MORE, MOVE, offers_of
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.reports.order_page import board_of, outlines, page
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.orders import offers
from pbem.systems.miniatures.orders.dialect import DIALECT
from pbem.systems.miniatures.orders.offers import OFFERING
from pbem.systems.miniatures.rules.forecast import landing
from pbem.systems.miniatures.state.tabletop import opening
from pbem.systems.miniatures.system import RULES
from pbem.systems.miniatures.telling.teller import TELLER
from tests.systems.miniatures.tabletops import place, table, unit

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.mark.slow
def test_every_offer_is_a_line_that_the_desk_takes() -> None:
    state = opening(scenario_file.scenario("creek-ford"))
    found = offers_of(RULES, DIALECT, OFFERING, state, "american", "A")
    units = {one.name for one in state.of("american")}
    assert {one.unit for one in found} == units | {"Colonel"}
    for one in found:
        assert isinstance(DIALECT.read(one.line, state, "american"), tuple), one.line
    to = [one for one in found if one.unit == "First Company" and one.kind == MOVE and one.at]
    assert to
    assert all("inches" in one.cost or "of its move" in one.cost for one in to)
    assert {"Colonel: join Second Company"} <= {one.line for one in found}


@pytest.mark.slow
def test_what_is_offered_behind_an_order_is_taken_whatever_stands_before_it() -> None:
    state = opening(scenario_file.scenario("creek-ford"))
    found = offers_of(RULES, DIALECT, OFFERING, state, "american", "A")
    for name, has in (("First Company", "fire"), ("Gun", "unlimber"), ("Light Horse", "dismount")):
        texts = OFFERING.more(state, "american", "A", name)  # type: ignore[attr-defined]
        assert {has, "charge nearest"} <= set(texts)
        for first in [one.line for one in found if one.unit == name][::9]:
            for n, text in enumerate(texts):
                line = MORE.join((first, text, texts[n - 1]))
                judged = rehearse(RULES, DIALECT, state, "american", "A", line)
                assert [one.verdict for one in judged.lines] == [ACCEPTED], line
    assert OFFERING.more(state, "american", "A", "Colonel") == ()  # type: ignore[attr-defined]


def test_no_two_points_are_offered_to_which_a_unit_comes_no_nearer_and_none_to_which_it_does_not_move() -> None:
    friend = unit("Friend", **place(20, 21))
    state = table(unit(), friend, unit("Wolf", "indians", **place(20, 30)))
    found = offers_of(RULES, DIALECT, OFFERING, state, "american", "A")
    to = [one for one in found if one.unit == "Foot" and one.kind == MOVE]
    stopped = [one for one in to if one.cost.startswith("1 point; 0.00 inches")]
    assert [one.line for one in stopped] == [one.line for one in stopped if ": ahead " in one.line]
    assert all("stops: " in one.cost for one in stopped)
    every = {}
    for one in OFFERING.candidates(state, "american", "A", "Foot"):
        plan = RULES.plan(state, "american", "A", one.order)
        ends = landing("; ".join(getattr(plan, "notes", ())))
        if one.at and one.kind == MOVE and ends is not None:
            every[DIALECT.write(one.order)] = ends
    short = [every[one.line].at for one in to if one.at and every[one.line].lacking]
    assert len(set(short)) == len(short) < sum(one.lacking != "" for one in every.values())


@pytest.mark.parametrize(
    ("notes", "in_short"),
    [
        ("1 point; 5.63 inches to (18.00, 15.00), facing 104 ESE", "1 point; 5.63 inches"),
        ("2.00 inches to (1.00, 2.00), facing 0 N; stops: a ditch", "2.00 inches; stops: a ditch"),
        (
            "1 point; 2.00 inches to (1.00, 2.00), facing 0 N, 3.50 short; stops: x",
            "1 point; 2.00 inches, 3.50 short; stops: x",
        ),
    ],
)
def test_the_page_says_of_a_move_how_far_it_goes_and_what_stops_it(notes: str, in_short: str) -> None:
    found = landing(notes)
    assert found is not None
    assert found.in_short == in_short
    assert landing("1 point; 7.69 inches to Ottawa") is None


@pytest.mark.parametrize(
    ("changes", "line", "offered"),
    [
        ({}, "Foot: fire", True),
        ({"loaded": False}, "Foot: fire", False),
        ({"loaded": False}, "Foot: load", True),
        ({"loaded": False}, "Foot: load; fire", True),
        ({"formation": "disorder"}, "Foot: rally", True),
        ({"formation": "disorder"}, "Foot: charge Wolf", False),
        ({}, "Foot: rally", False),
        ({}, "Foot: charge Wolf", True),
        ({}, "Foot: form open order", False),
        ({}, "Foot: form skirmish double", True),
        ({}, "Foot: face 45", True),
        ({"kind": "mounted_volunteers"}, "Foot: dismount", True),
        ({"kind": "legion_artillery", "figures": 4}, "Foot: limber", True),
        ({"kind": "legion_artillery", "figures": 4, "formation": "limbered"}, "Foot: unlimber", True),
    ],
)
def test_what_a_unit_is_offered(changes: dict[str, object], line: str, offered: bool) -> None:
    state = table(unit(**changes), unit("Wolf", "indians", **place(20, 26)))  # type: ignore[arg-type]
    lines = [one.line for one in offers_of(RULES, DIALECT, OFFERING, state, "american", "A")]
    assert (line in lines) == offered


def test_a_charge_is_clicked_where_the_enemy_stands() -> None:
    state = table(unit(), unit("Wolf", "indians", **place(20, 26)))
    found = [one for one in offers_of(RULES, DIALECT, OFFERING, state, "american", "A") if one.kind == FIGHT]
    assert [(one.line, one.at, one.note) for one in found] == [("Foot: charge Wolf", "21,27", "6.00 inches away")]


def test_places_to_click_are_three_inches_apart() -> None:
    scenario = scenario_file.scenario("creek-ford")
    assert offers.named(next(offers.grid(scenario))) == "0,0"
    assert offers.nearest(scenario, (scenario.width, scenario.depth)) == "51,36"
    assert [offers.named(one) for one in offers.around(scenario, (0, 0), 48)] == ["3,0", "0,3"]


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
def test_the_page_is_clicked_in_a_browser(tmp_path: Path) -> None:
    tools = pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install playwright")
    state = opening(scenario_file.scenario("creek-ford"))
    panel = TELLER.map(state, "american", ())
    board = board_of(panel)
    assert board is not None
    found = offers_of(RULES, DIALECT, OFFERING, state, "american", "A")
    made = {
        "v": 1,
        "board": board.digest,
        "game": "g",
        "title": "T",
        "report": 0,
        "phase": "A",
        "until": "",
        "to": "a@b",
        "subject": "s",
        "counters": panel.clickable().counters,
        "outlines": outlines(panel.clickable().outlines),
        "units": OFFERING.units(state, "american"),
        "offers": [{name: value for name, value in vars_of(one).items() if value} for one in found],
    }
    (tmp_path / "page.html").write_text(page("T", [board], json.loads(json.dumps(made))), encoding="utf-8")
    with tools.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        shown = browser.new_page(viewport={"width": 1200, "height": 900})
        wrong: list[str] = []
        shown.on("pageerror", lambda fault: wrong.append(str(fault)))
        shown.goto((tmp_path / "page.html").as_uri())
        told = shown.text_content("#map") or ""
        assert all(f"{unit.face.letter} {name}, {unit.figures}" in told for name, unit in state.units.items())
        assert shown.locator("#pieces polygon").count() >= len(state.units)
        assert shown.locator("#ghosts polygon").count() == 0
        shown.select_option("#unit", "First Company")
        shown.screenshot(path=str(tmp_path / "page.png"))
        shown.click("button[data-line='First Company: ahead 6.00']")
        lines = shown.input_value("#lines")
        assert shown.locator("#ghosts polygon").count() >= 1, "where the company would be, six inches ahead"
        browser.close()
    assert wrong == []
    assert "First Company: ahead 6.00" in lines


def vars_of(offer: object) -> dict[str, object]:
    return {name: getattr(offer, name) for name in ("kind", "unit", "at", "words", "line", "cost", "note")}
