"""The spoken report of each game: twenty questions about each of fifty positions of played games are answered by its text.

The answers come from the position itself, not from what the report was made of.
"""

import itertools
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pbem.desk.outgoing.choices import able_units, missing_units
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.reports.aloud import heard as in_words
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Ground, beside, distance
from pbem.reports.report import EnemyStack, OwnStack, Report
from pbem.reports.spoken import UPWARD, spoken
from pbem.systems.miniatures.geometry import inches
from pbem.systems.miniatures.rules.ground import in_sight
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.ground import values
from pbem.systems.nezperce.battle.state import FOOT
from pbem.systems.nezperce.rules import marching
from pbem.systems.nezperce.state.position import NORMAL
from tests.offered import Position, many
from tests.reports.test_spoken import heard, stack_said
from tests.reports.test_spoken import questions as about_hexes
from tests.reports.test_text import model_report

POSITIONS = int(os.environ.get("PBEM_POSITIONS", "10"))
TWENTY = 20
ASKED = 4
"""Stacks of each side about which the acts are asked."""
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
        yield f"where is {unit.name}, which way does it face", own.startswith(in_words(where))
        yield f"how many are left of {unit.name}", f"It has {unit.figures} of " in own
        yield f"is {unit.name} loaded", (" loaded" in own) == unit.loaded or "not loaded" in own
        for gap, enemy in in_sight(view, unit)[:1]:
            yield (
                f"whom does {unit.name} see, how far off",
                in_words(f"It sees {enemy.name} at {inches(gap.shown)} inches") in own,
            )


def in_the_campaign(view: Any, side: str, said: str) -> Iterator[Answered]:
    """Where each unit stands, how far it goes, whether it has supply; who is near whom."""
    land = data.strategic_map()
    for one in sorted((*view.of("army"), *view.of("indian")), key=lambda unit: unit.side != side):
        line = said.partition(f" {one.name}, in {one.at}")[2].partition(". ")[0]
        yield f"where is {one.name}", bool(line)
        yield f"how far goes {one.name}", f": {marching.allowance(view, one, NORMAL)} movement points" in line
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


def about_acts(one: Position, report: Report, view: Any, side: str, said: str) -> Iterator[Answered]:
    """The cost of each neighbouring hex, who is in reach and at what odds, and the way to the water.

    The desk's own reading of a line that nobody offered says what it costs and whether it is legal.
    """
    assert isinstance(report.map, MapModel)
    ground = report.map.ground
    own = [stack for panel in report.panels for stack in panel.stacks if isinstance(stack, OwnStack)]
    enemies = [stack for panel in report.panels for stack in panel.stacks if isinstance(stack, EnemyStack)]
    able = said.partition("What your units may do now:")[2]

    def judged(line: str) -> Any:
        found = rehearse(one.game.system, one.game.dialect, view, side, one.letter, line, is_begun=one.is_begun).lines
        is_for_now = (
            len(found) == 1 and found[0].verdict == ACCEPTED and "W308" not in {w.code for w in found[0].warnings}
        )
        return found[0] if is_for_now else None  # what waits for a marker of one's own costs nothing yet

    for stack in own[:ASKED]:
        unit = stack.units[0].name
        of_unit = next((part for part in able.split(". ") if re.search(rf"\b{re.escape(unit)}\b", part)), "")
        for at in (beside(stack.at, way, ground.stagger) for way in UPWARD):
            taken = judged(f"{unit} move {stack.at}-{at}") if at in ground.cells else None
            if taken is not None and taken.notes:
                yield (
                    f"what does it cost {unit} to enter {at}",
                    f"to {at} (" in able and in_words(taken.notes[0]) in able,
                )
            elif of_unit and f"{unit}: may move" in able and at in ground.cells:
                yield f"may {unit} enter {at}", f"to {at} (" not in of_unit
        if at_water := [each for ends in ground.sides for each in ends if _is_wet(ground, ends)]:
            words = stack_said(spoken(report), stack.at)
            yield f"which way is the river from {unit}", stack.at in at_water or "Nearest water: " in words
        for enemy in sorted(enemies, key=lambda two: distance(stack.at, two.at, ground.stagger))[:ASKED]:
            # The report says ``Pony holders`` of several: the position knows who stands there.
            shots = [f"{unit} fire full at {one.name}" for one in view.at(enemy.at)]
            for line in (*shots, f"{unit} melee {enemy.at}", f"{unit} attack {enemy.at}"):
                shot = judged(line)
                if shot is not None and shot.notes:
                    yield (
                        f"at what odds: {line}",
                        enemy.at in able and any(in_words(note) in able for note in shot.notes),
                    )


def _is_wet(ground: Ground, ends: tuple[str, str]) -> bool:
    look = ground.looks.get(ground.sides[ends])
    return look is not None and look.kind in ("water", "creek", "ford")


def questions(one: Position, side: str) -> list[Answered]:
    report, view = told(one, side), one.game.system.view(one.state, side)
    text = spoken(report, able_units(one.game, view, side, one.letter, is_begun=one.is_begun))
    said = heard(text)
    if any(isinstance(stack, OwnStack) for panel in report.panels for stack in panel.stacks):
        return [*about_hexes(report, text), *about_acts(one, report, view, side, said)]
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
    # Nobody orders anything while a marker is drawn, in every other phase of Custer.
    asked = (one for one in many(title, 3 * most * apart) if one.letter != "M")
    return list(itertools.islice(asked, 0, most * apart, apart))


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


@pytest.mark.slow
@pytest.mark.parametrize("title", ["rosebud", "littlebighorn"])
def test_who_is_missing_since_the_opening_is_told(title: str) -> None:
    one = positions(title, 12)[-1]
    side = one.game.system.card.sides[0].id
    view = one.game.system.view(one.state, side)
    assert missing_units(one.game, one.state, one.state, side) == ()
    stack = next(stack for panel in one.game.teller.panels(view, side) for stack in panel.stacks)
    gone = stack.units[0]
    later = one.game.system.from_json(one.game.system.to_json(one.state))
    later.take_off(gone.name, "eliminated")
    (said,) = missing_units(one.game, one.state, later, side)[:1]
    assert said == f"Missing from your side since the opening: {gone.name}."
    assert said in heard(spoken(told(one, side), (), (said,)))


@pytest.mark.slow
def test_the_odds_of_attacks_are_asked_about_in_custer() -> None:
    some = [one for one in positions("custer", 8) if one.side == "us" and one.letter == "A"]
    odds = [asked for one in some for asked in questions(one, one.side) if asked[0].startswith("at what odds")]
    assert odds
    assert all(is_answered for _, is_answered in odds)


@pytest.mark.slow
def test_a_battle_of_the_campaign_tells_ways_and_enemies_by_the_compass() -> None:
    one = next(one for one in positions("nezperce", 12) if one.state.battle is not None and one.state.battle.half)
    said = heard(spoken(told(one, one.side), able_units(one.game, one.state, one.side, one.letter)))
    land = ground.sheet(one.state.battle.contact.map)
    moving = re.findall(r"[:;] (?:may move )?([a-z-]+) to (\d{4}) \(([a-z ]+)\), \d+ of \d+ MP", said)
    assert moving
    assert {way for way, _, _ in moving} <= {"north", "north-east", "south-east", "south", "south-west", "north-west"}
    assert all(words == land.terrain(at).replace("_", " ") for _, at, words in moving)
    assert " | " not in said


@pytest.mark.slow
@pytest.mark.parametrize("title", ["rosebud", "custer", "miniatures", "nezperce"])
def test_some_reports_answer_twenty_questions(title: str) -> None:
    assert check(title, 3) >= 4


@pytest.mark.series
@pytest.mark.slow
@pytest.mark.parametrize("title", list(SPREAD))
def test_fifty_reports_answer_twenty_questions_each(title: str) -> None:
    assert check(title, POSITIONS) >= 1.8 * POSITIONS, "all but those of positions in which hardly anybody is left"


@pytest.mark.slow
def test_enemies_of_whom_the_same_is_said_are_counted() -> None:
    report = told(positions("rosebud", 17)[16], "us")
    assert "Pony holders, strength 0, dismounted; Pony holders" not in heard(spoken(report))
    assert "4 Pony holders, strength 0, dismounted" in heard(spoken(report))
