"""What the page makes of ways, ends and pairs, in a real browser: as many orders as the game offers, each taken by the desk."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.outgoing.attachments import kept_page, on_the_page
from pbem.mechanisms.offers import OFF
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.reports.order_page import VERSION, PageMap, packed, page, words_of
from pbem.systems.indian_wars.rules.turn import entry
from pbem.systems.nezperce.battle import ground, places
from tests.block_sizes import block_of
from tests.clicked_sets import page_of
from tests.offered import Position, many, offered
from tests.reports.test_order_page import browser, opened, pytestmark

__all__ = ["browser", "pytestmark"]

LONGEST = 6_200
"""Characters of the block of a whole battle with fifty units, or of an army on a table with all that it may do next and the
outline of each unit as it stands and the end of each move that is not straight, which take two thousand of them."""
EVERY = 211
OFFERS = "() => Object.keys(pbem.block().units).flatMap(name => pbem.offers([name]))"


def in_the_battle(side: str, letter: str) -> Position:
    """A position of the first battle that practice players fight."""
    return next(
        one for one in many("nezperce", 40) if (one.side, one.letter) == (side, letter) and one.state.battle is not None
    )


def coming_in() -> Position:
    """A position in which units wait beside the map of a battle and may enter."""
    return next(
        one
        for one in many("nezperce", 400)
        if one.letter in "HJ" and one.state.battle is not None and any(two.way[:1] == (OFF,) for two in offered(one))
    )


def on_a_table() -> Position:
    """A position of the table-top, with moves to points that lie beside each other."""
    return next(iter(many("miniatures", 1)))


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(partial(in_the_battle, "indian", "P"), marks=pytest.mark.slow, id="plans"),
        pytest.param(partial(in_the_battle, "army", "H"), id="battle"),
        pytest.param(coming_in, id="coming in"),
        pytest.param(on_a_table, marks=pytest.mark.slow, id="table"),
    ],
)
def test_the_page_makes_of_a_block_what_the_game_offers(
    browser: Any, tmp_path: Path, position: Callable[[], Position]
) -> None:
    one = position()
    block = packed(block_of(one), words_of(one.game.title))
    assert len(block) < LONGEST
    shown = opened(browser, tmp_path, kept_page(one.game.title), "desktop")
    shown.fill("#block", block)
    shown.click("#take")
    shown.wait_for_function("() => pbem.block() !== null")
    lines = shown.evaluate(OFFERS)
    assert shown.faults == []
    # Of ways that cost the same the page may take another.
    of_page = [(two["kind"], two["unit"], two.get("at", ""), two["words"], two.get("cost", "")) for two in lines]
    found = list(offered(one))
    assert sorted(two.get("ends", "") for two in lines) == sorted(two.ends for two in found)
    assert sorted(of_page) == sorted((two.kind, two.unit, two.at, two.words, two.cost) for two in found)
    for two in lines[::EVERY]:
        judged = rehearse(one.game.system, one.game.dialect, one.state, one.side, one.letter, two["line"])
        assert [line.verdict for line in judged.lines] == [ACCEPTED], two


@pytest.mark.slow
def test_a_stack_pays_what_costs_most_of_the_points_of_whoever_has_fewest(browser: Any, tmp_path: Path) -> None:
    """Both have as many left: the one who pays more is not the one who has fewer."""
    one = next(one for one in many("rosebud", 400) if (one.side, one.letter) == ("us", "C"))
    field = one.state.thaw()
    riders = next(who for who in field.of("us") if who.kind == "miners" and who.at)
    field.put(riders.but(mode="mounted"))
    foot = next(who for who in field.of("us") if who.kind == "infantry" and who.at)
    field.put(foot.but(at=riders.at, mode="dismounted"))
    page = opened(browser, tmp_path, page_of(replace(one, state=field), 1), "desktop")
    names = [foot.name, riders.name]
    costs = page.evaluate("names => pbem.offers(names).filter(one => one.way).map(one => [one.line, one.cost])", names)
    assert costs
    for line, cost in costs[:: max(len(costs) // 5, 1)]:
        judged = rehearse(one.game.system, one.game.dialect, field, "us", "C", line).lines[0]
        assert judged.verdict == ACCEPTED
        assert cost.split(";")[0] in judged.notes[0], line


@pytest.mark.slow
def test_a_block_made_with_other_words_asks_for_a_new_page(browser: Any, tmp_path: Path) -> None:
    one, board = on_a_table(), PageMap("", 100, 100, 1, {})
    made = on_the_page(one.game, one.game.offering, one.state, one.side, one.letter)  # type: ignore[arg-type]
    shown = opened(browser, tmp_path, page("A game", [board], words="what other pages say"), "desktop")
    for words, answer in [("what this page does not say", "a newer page"), ("what other pages say", "another map")]:
        shown.fill("#block", packed({"v": VERSION, "board": "", "title": "A game", **made}, words))
        shown.click("#take")
        shown.wait_for_function("text => document.getElementById('note').textContent.includes(text)", arg=answer)
    broken = packed({"v": VERSION, "board": "", "title": "A game", **made}, "what other pages say").split("\n")
    shown.fill("#block", "\n".join(broken[:3] + broken[4:]))
    shown.click("#take")
    shown.wait_for_function("() => document.getElementById('note').textContent.includes('No block')")
    assert shown.faults == []


FIRST_ENTRY = (
    "([where, names]) => pbem.can('place').find(one => where.includes(one.at) && names.includes(one.unit)) || null"
)
CLICKED = "one => pbem.take(pbem.offers([one.unit]).find(two => two.line === one.line))"


@pytest.mark.slow
def test_so_many_units_and_tribes_come_in_as_an_edge_lets_in(browser: Any, tmp_path: Path) -> None:
    one = next(
        one
        for one in many("rosebud", 100)
        if (one.side, one.letter) == ("indian", "C") and len(entry.waiting(one.state, "indian")) > 20
    )
    page = opened(browser, tmp_path, page_of(one, 1), "desktop")
    east, west, north = one.state.sheet.scenario.entries[0].edges
    assert (east.most_units, west.most_tribes) == (1, 2)
    warriors = {unit.name: unit.printed.tribe for unit in entry.waiting(one.state, "indian") if not unit.is_leader}
    for edge in (east, west):
        own = [at for at in edge.hexes if at not in north.hexes]
        came = []
        while found := page.evaluate(FIRST_ENTRY, [own, list(warriors)]):
            came.append(warriors[found["unit"]])
            page.evaluate(CLICKED, found)
            page.evaluate("unit => pbem.offers([unit]).filter(one => one.at).slice(0, 1).map(pbem.take)", found["unit"])
        assert len(came if edge is east else set(came)) == (edge.most_units or edge.most_tribes), (edge, came)
    judged = rehearse(
        one.game.system, one.game.dialect, one.state, "indian", "C", page.input_value("#lines"), is_begun=one.is_begun
    )
    assert len(judged.lines) > 8
    assert [said.problem for said in judged.lines if said.verdict != ACCEPTED] == []


def close_in_turn_two(side: str) -> Position:
    """A half-turn of a side with three of its units two hexes from an enemy, who stands alone."""
    one = in_the_battle("army", "H")
    state = one.state.thaw()
    battle = state.battle
    enemy = battle.on_map("army" if side == "indian" else "indian")[0]
    name = battle.contact.map
    own = [two for two in battle.on_map(side) if two.kind not in places.HOMES][:3]
    for two in battle.on_map():
        if two not in (enemy, *own):
            battle = battle.put(two.name, gone="left")
    near = [at for at in ground.sheet(name) if ground.sheet(name).distance(at, enemy.at) == 2]
    for two, at in zip(own, near[::3], strict=False):
        battle = battle.put(two.name, at=at, pin=0, acted=False)
    state.battle = battle.with_(turn=2, half=1, first=side, asked=(), crowded=False)
    return replace(one, state=state, side=side)


@pytest.mark.slow
def test_a_charge_is_two_of_those_who_may_act(browser: Any, tmp_path: Path) -> None:
    one = close_in_turn_two("indian")
    page = opened(browser, tmp_path, page_of(one, 1), "desktop")
    charges = "pbem.waiting().flatMap(name => pbem.offers([name])).filter(one => one.words.startsWith('charge'))"
    found = page.evaluate(charges)
    assert found
    page.evaluate(f"pbem.take({charges}[0])")
    assert [name for name in page.evaluate("pbem.waiting()") if name != "Your side"] == []
    page.click("#undo")
    others = [name for name in page.evaluate("pbem.waiting()") if name not in (found[0]["unit"], found[0]["other"])]
    page.evaluate("unit => pbem.take(pbem.offers([unit]).find(one => one.kind === 'move'))", others[0])
    assert page.evaluate("pbem.waiting()") != []
    assert page.evaluate(charges) == []


@pytest.mark.slow
def test_units_of_the_army_do_not_pass_each_other_on_the_page(browser: Any, tmp_path: Path) -> None:
    one = close_in_turn_two("army")
    state = one.state.thaw()
    state.battle = state.battle.with_(turn=1, state="Surprised Encamped")
    one = replace(one, state=state)
    page = opened(browser, tmp_path, page_of(one, 1), "desktop")
    first, second = sorted({two["unit"] for two in page.evaluate("pbem.can('move')")})
    through = "([unit, at]) => pbem.offers([unit]).filter(one => one.line.includes(at)).map(one => one.line)"
    meets = page.evaluate("unit => pbem.offers([unit]).map(one => one.at)", second)
    step = next(
        two
        for two in page.evaluate("unit => pbem.offers([unit]).filter(one => one.kind === 'move')", first)
        if two["at"] in meets
    )
    before = page.evaluate(through, [second, step["at"]])
    assert len(before) > 1
    page.evaluate("one => pbem.take(one)", step)
    assert page.evaluate(through, [second, step["at"]]) == []
    for line in before:
        text = f"{step['line']}\n{line}"
        judged = rehearse(one.game.system, one.game.dialect, state, "army", one.letter, text, is_begun=one.is_begun)
        assert judged.lines[-1].verdict != ACCEPTED, line


@pytest.mark.slow
def test_who_leads_is_said_before_anybody_is_placed(browser: Any, tmp_path: Path) -> None:
    one = next(
        one
        for one in many("nezperce", 400)
        if one.letter == "J" and any(two.line.endswith(" lead") for two in offered(one)) and "place" in kinds_of(one)
    )
    page = opened(browser, tmp_path, page_of(one, 1), "desktop")
    kinds = {"lead": "one.line.endsWith(' lead')", "set up": "one.kind === 'place'"}
    sure = "kind => pbem.waiting().flatMap(name => pbem.offers([name])).filter(one => {} && !one.unsure)"
    some = {name: sure.format(test) for name, test in kinds.items()}
    for first, second in (("lead", "set up"), ("set up", "lead")):
        assert len(page.evaluate(some[first])) > 0 < len(page.evaluate(some[second]))
        page.evaluate(f"() => pbem.take(({some[first]})()[0])")
        assert page.evaluate(some[second]) == []
        page.click("#undo")


def kinds_of(one: Position) -> set[str]:
    return {two.kind for two in offered(one)}
