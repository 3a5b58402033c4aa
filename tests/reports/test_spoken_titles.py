"""The spoken report of each game: twenty questions about each of fifty positions of played games are answered by its text.

The answers come from the position itself, not from what the report was made of.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbem.reports.report import OwnStack, Report
from pbem.reports.spoken import spoken
from pbem.systems.miniatures.rules.sighting import in_sight
from pbem.systems.miniatures.table.lengths import inches
from pbem.systems.nezperce.battle.charts import values
from pbem.systems.nezperce.battle.state import FOOT
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.rules import reach
from pbem.systems.nezperce.state.position import NORMAL
from tests.offered import Position, many
from tests.reports.test_spoken import heard
from tests.reports.test_spoken import questions as about_hexes
from tests.reports.test_text import model_report

POSITIONS = 25
TWENTY = 20
SPREAD = {"custer": 4, "rosebud": 3, "littlebighorn": 3, "miniatures": 4, "nezperce": 6}
"""Every so manieth position of the played games is told, so that fifty reports come from different turns."""
Answered = tuple[str, bool]


def told(one: Position, side: str) -> Report:
    """The report on a position to a side."""
    view = one.game.system.view(one.state, side)
    teller = one.game.teller
    return replace(model_report(), map=teller.map(view, side, ()), panels=teller.panels(view, side), order_sheet=())


def general(report: Report, said: str) -> Iterator[Answered]:
    assert report.to_do is not None
    yield "which game, which report", f"Game {report.game}, report {report.number}" in said
    yield "what is wanted", f"orders for {report.to_do.phase}, {report.to_do.name}" in said
    yield "until when", "The deadline is Sunday 15 March 2026 18:00 UTC" in said
    yield "what if I am silent", report.to_do.silent in said
    yield "the score", report.facts.points in said


def on_the_table(view: Any, side: str, said: str) -> Iterator[Answered]:
    """Where each unit stands, its strength and state, whom it sees and how far off."""
    for unit in sorted(view.units.values(), key=lambda one: one.side != side):
        own = said.partition(f" {unit.name}, letter {unit.face.letter}: ")[2].partition(", letter ")[0]
        where = f"front centre {inches(unit.x)} inches east and {inches(unit.y)} north, facing {unit.facing} degrees."
        yield f"where is {unit.name}, which way does it face", own.startswith(where)
        yield f"how many are left of {unit.name}", f"It has {unit.figures} of " in own
        yield f"is {unit.name} loaded", (" loaded" in own) == unit.loaded or "not loaded" in own
        for gap, enemy in in_sight(view, unit)[:1]:
            yield (
                f"whom does {unit.name} see, how far off",
                f"It sees {enemy.name} at {inches(gap.shown)} inches" in own,
            )


def in_the_campaign(view: Any, side: str, said: str) -> Iterator[Answered]:
    """Where each unit stands, how far it goes, whether it has supply; who is near whom."""
    land = data.strategic_map()
    for one in sorted((*view.of("army"), *view.of("indian")), key=lambda unit: unit.side != side):
        line = said.partition(f" {one.name}, in {one.at}")[2].partition(". ")[0]
        yield f"where is {one.name}", bool(line)
        yield f"how far goes {one.name}", f": {reach.allowance(view, one, NORMAL)} movement points" in line
        yield f"has {one.name} supply", "out of supply" not in line if one.supplied else "in supply" not in line
        near = min(view.of("indian" if one.side == "army" else "army"), key=lambda two: land.distance(one.at, two.at))
        if one.side == side:
            yield f"who is near {one.name}", f", in {near.at}" in said or near.at == one.at
    towns = {unit.at for unit in view.of(side) if data.town(unit.at)}
    for at in sorted(towns):
        yield f"what is in {at}", data.town(at) in said


def in_battle(view: Any, side: str, said: str) -> Iterator[Answered]:
    for one in (*view.battle.on_map(side), *view.battle.on_map()):
        # Units of a band in one hex are told together: ``Ollokot 4 and 5``.
        band, _, number = one.name.rpartition(" ")
        named = rf"{re.escape(band)} (\d+(?:, | and ))*{re.escape(number)}\b" if band else re.escape(one.name)
        yield f"where is {one.name}", re.search(named, said) is not None and one.at in said
        if one.mode != FOOT:
            yield f"is {one.name} {one.mode}", one.mode in said
        now = values(one)
        yield (
            f"how strong is {one.name}",
            f"{f'fire strength {now.fire}' if now.fire else 'cannot fire'}, defence and melee" in said,
        )
        yield f"how well does {one.name} fight", f"defence and melee {now.melee}, " in said
        yield f"is {one.name} pinned", not one.pin or f"pinned (P{one.pin})" in said
    yield "no figures in a row", re.search(r"\(\d+/\d+/\d+\)| [KM] \d", said) is None
    if view.battle.half and view.battle.on_map("army") and view.battle.on_map("indian"):
        yield "which enemy is near", "Nearest enemy: " in said or "Enemies in the same hex: " in said


def questions(one: Position, side: str) -> list[Answered]:
    report, view = told(one, side), one.game.system.view(one.state, side)
    text = spoken(report)
    said = heard(text)
    if any(isinstance(stack, OwnStack) for panel in report.panels for stack in panel.stacks):
        return list(about_hexes(report, text))
    asked = list(general(report, said))
    match one.game.title:
        case "miniatures":
            asked += on_the_table(view, side, said)
        case "nezperce" if view.battle is not None:
            asked += in_battle(view, side, said)
        case "nezperce":
            asked += in_the_campaign(view, side, said)
    return asked


def positions(title: str, most: int) -> list[Position]:
    apart = SPREAD[title]
    return list(itertools.islice(many(title, most * apart), 0, None, apart))


def check(title: str, most: int) -> int:
    """All questions of so many positions; how many were asked of the shortest report that has twenty to ask."""
    counts = []
    for one in positions(title, most):
        for side in (side.id for side in one.game.system.card.sides):
            asked = questions(one, side)
            missing = [question for question, is_answered in asked if not is_answered]
            assert missing == [], f"{title}, phase {one.letter}, {side}:\n{spoken(told(one, side))}"
            counts.append(len(asked))
    assert len(counts) == 2 * most
    return sum(n >= TWENTY for n in counts)


@pytest.mark.parametrize("title", ["custer", "miniatures", "nezperce"])
def test_some_reports_answer_twenty_questions(title: str) -> None:
    assert check(title, 3) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("title", list(SPREAD))
def test_fifty_reports_answer_twenty_questions_each(title: str) -> None:
    assert check(title, POSITIONS) >= 45, "all but those of positions in which hardly anybody is left"
