"""What the order page tells a player besides what can be clicked: who may still act, why not there, what is risky, and where
the keyboard is after an order."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.reports.test_order_page import Clicked, browser, clicking, pytestmark, spot

__all__ = ["browser", "clicking", "pytestmark"]

Clicking = Callable[..., Clicked]
RIM = (
    "([x, y]) => [...document.querySelectorAll('#over circle')]"
    ".filter(one => Math.hypot(one.cx.baseVal.value - x, one.cy.baseVal.value - y) < 1)"
    ".map(one => one.getAttribute('stroke'))"
)
"""The rims of a place."""
TOP = "name => document.getElementById(name).getBoundingClientRect().top"
RED = "#a03020"


def moves_of(page: Any) -> dict[str, list[dict[str, Any]]]:
    """The moves of each unit."""
    found: dict[str, list[dict[str, Any]]] = {}
    for unit in dict.fromkeys(one["unit"] for one in page.evaluate("pbem.can('move')")):
        offers = page.evaluate("name => pbem.offers([name])", unit)
        found[unit] = [one for one in offers if one["kind"] == "move" and one.get("way")]
    return found


@pytest.mark.slow
def test_a_place_that_cannot_be_reached_says_why(clicking: Clicking) -> None:
    page = clicking("move").page
    unit, moves = next((unit, some) for unit, some in moves_of(page).items() if len(some) > 10)
    page.select_option("#unit", unit)
    most = max(int(one["cost"].split()[0]) for one in moves)
    here = page.evaluate("name => pbem.at(name)", unit)
    far = next(
        at
        for at in (f"{int(here[:2]) + step:02}{here[2:]}" for step in (12, -12, 14, -14))
        if page.evaluate("at => pbem.place(at) && !Object.values(pbem.block().units).includes(at)", at)
    )
    page.mouse.click(*spot(page, far))
    assert page.inner_text("#hint").startswith(f"{far}: That costs ")
    assert int(page.inner_text("#hint").split()[3]) > most
    assert page.input_value("#unit") == unit
    assert page.input_value("#lines") == ""


@pytest.mark.slow
def test_a_place_of_which_more_is_said_than_its_cost_has_a_red_rim(clicking: Clicking) -> None:
    page = clicking("move").page
    every = moves_of(page)
    unit, risky = next(
        (unit, one)
        for unit, some in every.items()
        for one in some
        if ";" in one["cost"] and [two["at"] for two in some].count(one["at"]) == 1
    )
    safe = next(one for one in every[unit] if ";" not in one["cost"])
    page.select_option("#unit", unit)
    rims = [page.evaluate(RIM, page.evaluate("at => pbem.place(at)", one["at"])[:2]) for one in (risky, safe)]
    assert RED in rims[0]
    assert RED not in rims[1]


@pytest.mark.slow
def test_who_may_still_act_is_ringed_and_who_has_an_order_is_ticked(clicking: Clicking) -> None:
    clicked = clicking("move")
    page = clicked.page
    ringed = page.locator("#over .able").count()
    assert ringed > 2
    unit = next(iter(moves_of(page)))
    page.select_option("#unit", unit)
    assert page.locator("#over .able").count() == 0
    clicked.moves().first.click()
    goal = clicked.lines[0].rpartition("-")[2]
    label = page.locator("#unit option:checked").inner_text()
    assert label == f"\u2713 {unit} ({goal})"
    given = page.inner_text("#given")
    assert given.startswith("1 of ")
    assert page.inner_text("#choices").startswith("It has its order already.")
    page.click("#undo")
    assert page.inner_text("#given") == given.replace("1", "0", 1), "the bar always says how many have orders"


@pytest.mark.slow
@pytest.mark.parametrize("title", ["rosebud"])
def test_the_keyboard_goes_on_where_the_next_order_begins(clicking: Clicking, title: str) -> None:
    page = clicking("move", title).page
    page.select_option("#unit", next(iter(moves_of(page))))
    page.focus("#choices button[data-line]")
    page.keyboard.press("Enter")
    assert page.input_value("#lines") != ""
    assert page.evaluate("document.activeElement.id") == "unit"
    page.keyboard.press("Escape")
    assert page.input_value("#unit") == ""


@pytest.mark.slow
def test_on_a_phone_the_map_says_whose_turn_it_is_not(clicking: Clicking, tmp_path: Path) -> None:
    page = clicking("move", size="telephone").page
    enemy = page.evaluate(
        "pbem.block().counters.map(one => one[0]).find(at => !Object.values(pbem.block().units).includes(at))"
    )
    page.mouse.click(*spot(page, enemy))
    assert page.inner_text("#hint") == "None of your units there may act."
    assert page.is_visible("#takeback") is False
    # The block of the report is read: its field is out of the way.
    assert page.evaluate(TOP, "load") > page.evaluate(TOP, "send")


@pytest.mark.slow
def test_the_map_is_scrolled_with_the_arrow_keys(clicking: Clicking) -> None:
    page = clicking("move", size="telephone").page
    page.get_by_role("group", name="Map", exact=True).focus()  # Safari gives it the focus only because it is told to
    assert page.evaluate("document.activeElement.id") == "frame"
    before = page.evaluate("document.getElementById('frame').scrollTop")
    page.keyboard.press("ArrowDown" if before == 0 else "ArrowUp")
    page.wait_for_function("before => document.getElementById('frame').scrollTop !== before", arg=before)
