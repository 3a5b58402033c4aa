"""The report for screen readers: whoever hears it can answer what somebody with a map and tables could."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.desk.incoming.preferences import SPOKEN
from pbem.reports.aloud import MARK
from pbem.reports.aloud import heard as in_words
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import distance
from pbem.reports.report import EnemyStack, LogEntry, LogSection, OwnStack, OwnUnit, Report, SheetLine
from pbem.reports.spoken import spoken
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.telling import map as telling_map
from tests.desk.table import Table
from tests.reports.test_many_positions import scattered
from tests.reports.test_text import model_report

Asked = tuple[str, str]
"""A question and its answer."""


def position(seed: int, side: str) -> Report:
    field = scattered(seed)
    return replace(
        model_report(), map=telling_map.map_model(field, side), panels=TITLE.teller.panels(field, side), order_sheet=()
    )


def heard(text: str) -> str:
    return " ".join(text.split())


def stack_said(text: str, at: str) -> str:
    """What is said of the stack at a place: its paragraph."""
    paragraphs = [" ".join(one.split()) for one in text.split("\n\n")]
    return next(one for one in paragraphs if re.match(rf"(?:Your|Enemy) stack \S+ at {at}\b", one))


def nearest(stagger: int, at: str, others: list[str]) -> int:
    return min(distance(at, one, stagger) for one in others)


def questions(report: Report, text: str) -> Iterator[tuple[str, bool]]:
    """Twenty questions about a position, each with whether the text answers it."""
    assert isinstance(report.map, MapModel)
    own, enemy = (
        next(one for one in report.panels if one.name == name).stacks for name in ("your units", "enemy units")
    )
    all_own, all_enemy = [one.at for one in own], [one.at for one in enemy]
    said, to_do = heard(text), report.to_do
    assert to_do is not None
    yield "which game, which report", f"Game {report.game}, report {report.number}" in said
    yield "what is wanted", f"orders for {to_do.phase}, {to_do.name}" in said
    yield "until when", "The deadline is Sunday 15 March 2026 18:00 UTC" in said
    yield "what if I am silent", to_do.silent in said
    yield "what happened", all(heard(in_words(one)).rstrip(".") in said for one in report.in_short)
    yield "the score", report.facts.points in said
    for stack in own[:5]:
        paragraph = stack_said(text, stack.at)
        unit = stack.units[0]
        yield f"where is {unit.name}", unit.name in paragraph
        yield f"is {unit.name} in an enemy zone", ("in an enemy zone of control" in paragraph) == stack.in_zoc
        yield f"its strength, {unit.name}", not unit.strength or f"{unit.name}, strength {unit.strength}" in paragraph
        far = nearest(report.map.ground.stagger, stack.at, all_enemy) if all_enemy else 0
        yield f"how near is the enemy to {unit.name}", not all_enemy or f"{far} hex" in paragraph or far == 0
    for stack in enemy[:4]:
        paragraph = stack_said(text, stack.at)
        yield f"who stands at {stack.at}", stack.units[0].rsplit(" ", 1)[0].split(" (")[0] in paragraph
        yield f"how strong is {stack.at}", f"strength {stack.strength}:" in paragraph
        far = nearest(report.map.ground.stagger, stack.at, all_own) if all_own else 0
        yield f"whom does {stack.at} threaten", not all_own or f"{far} hex" in paragraph or far == 0


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("side", ["us", "indian"])
def test_twenty_questions_about_a_position_are_answered(seed: int, side: str) -> None:
    report = position(seed, side)
    asked = list(questions(report, spoken(report)))
    assert [question for question, is_answered in asked if not is_answered] == []
    assert len(asked) >= 20


def test_nothing_in_it_is_drawn() -> None:
    text = spoken(model_report()).partition("  pbem seal")[0].removeprefix(MARK)
    assert not re.search(r"[|_\\<>~^=]|--|\.\.\.\.|[-=]{3}", text)
    assert not re.search(r"\S {2,}\S", text), "columns"
    assert all(len(line) <= 78 for line in text.splitlines())


def test_directions_are_those_of_the_map() -> None:
    text = stack_said(spoken(model_report()), "2810")
    assert "Young Two Moon (2710, 1 hex south-west)" in text
    assert "(2809, 1 hex north)" in text


def test_who_asks_for_it_gets_it_and_answers_it_like_any_other(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    assert "screen reader" in table.say(game, "red", f"report {SPOKEN}").text
    while not table.last(game, "red", "report").text.startswith(MARK):
        table.say(game, table.asked(game), "pass")
    assert "pbem seal 1 begin" in table.last(game, "red", "report").text
    while table.asked(game) != "red":
        table.say(game, table.asked(game), "pass")
    assert table.say(game, "red", "pass").kind == "receipt"


def a_log(*entries: LogEntry) -> LogSection:
    return LogSection(
        "phase H BATTLE", "", entries, codes=(("K", "killed"), ("M", "its morale is tested"), ("P2", "pinned (P2)"))
    )


def test_results_that_are_letters_are_said_in_words() -> None:
    shots = [("-> K, killed", "killed"), ("-> M, broken", "its morale is tested, broken"), ("-> P2", "pinned (P2)")]
    shots += [("-> M, falls back to 0405, P2", "its morale is tested, falls back to 0405, pinned (P2)")]
    log = a_log(*(LogEntry(f"H{n}", f"Gun {n} fires", tail=tail) for n, (tail, _) in enumerate(shots)))
    said = heard(spoken(replace(model_report(), logs=(log,))))
    for n, (_, words) in enumerate(shots):
        assert f"Gun {n} fires: {words}." in said


def test_what_the_log_says_in_the_same_words_is_not_said_twice() -> None:
    log = a_log(LogEntry("E1", "Howard: 1308-1309, 4 MP"), LogEntry("E2", "Melee in 0405", tail="-> nobody hit"))
    short = ("Howard: 1308-1309, 4 MP.", "Melee in 0405.", "Joseph 1 is killed.")
    said = heard(spoken(replace(model_report(), logs=(log,), in_short=short)))
    assert "What changed. Joseph 1 is killed." in said
    assert said.count("Howard: 1308 to 1309") == said.count("Melee in 0405") == 1
    assert "Nothing of note" not in heard(spoken(replace(model_report(), logs=(log,), in_short=short[:2])))


def test_units_beside_lines_of_the_sheet_are_told_as_in_stacks() -> None:
    sheet = (
        SheetLine("Crow King melee 3413", "C/3 Cav 4D, Capt Van Vliet"),
        SheetLine("E/3 Cav move 3611-", "6 MP or prone"),
    )
    said = heard(spoken(replace(model_report(), order_sheet=sheet)))
    assert "Crow King melee 3413 (C/3 Cav, strength 4, dismounted; Capt Van Vliet)" in said
    assert "E/3 Cav move 3611- (6 MP or prone)" in said


def test_one_point_is_no_points_and_of_those_who_are_far_off_one_is_named() -> None:
    report = model_report()
    own = OwnStack("A", "3010", False, (OwnUnit("A/3 Cav", "5", "M", "1"),))
    enemies = (EnemyStack("a", "3002", False, 4, ("Big Elk 4D",)), EnemyStack("b", "3018", False, 5, ("Low Dog 5D",)))
    said = heard(spoken(replace(report, panels=(replace(report.panels[0], stacks=(own, *enemies)),))))
    assert "A/3 Cav, strength 5, mounted, 1 movement point." in said
    assert "Nearest enemy: Big Elk (3002, 8 hexes north); 1 more is as near." in said


def test_remarks_of_the_sheet_are_told_and_lines_that_go_on_are_joined() -> None:
    sheet = (
        SheetLine("// enter the map in phase C:", "Capt Keogh, C/7 Cav"),
        SheetLine("// 8/11: on 2d6 a Morale Check from 8 on, a loss from 11 on (-: none)"),
        SheetLine("C/3 Cav fire full at ...", "Crow King 3412 5/10,"),
        SheetLine("//      Lone Bull 3613 10/-"),
        SheetLine("L/3 Cav", "pinned: stays", is_note=True),
    )
    said = heard(spoken(replace(model_report(), order_sheet=sheet)))
    assert "Enter the map in phase C: Capt Keogh, C/7 Cav." in said
    assert (
        "C/3 Cav fire full at ... (Crow King 3412, morale check on 5 or more, loss on 10 or more, "
        "Lone Bull 3613, morale check on 10 or more)"
    ) in said
    assert "8/11" not in said
    assert "//" not in said
