"""The letter of a report as a whole."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.reports.letters import whole_page
from pbem.reports.order_page import block
from pbem.reports.report import (
    Awaited,
    Die,
    Facts,
    ListedStanding,
    LogEntry,
    LogSection,
    PlayerLine,
    Press,
    Report,
    SheetLine,
    ToDo,
)
from pbem.reports.text import full_log, letter, parts, text_of
from pbem.reports.wrap import ascii_text, carried, glued, guarded, wrap
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.telling import map as telling_map
from tests.reports import golden
from tests.reports.position import after_the_fire

WRITTEN = datetime(2026, 3, 12, 18, 2, 11, tzinfo=UTC)
DEADLINE = datetime(2026, 3, 15, 18, 0, tzinfo=UTC)


def model_report() -> Report:
    """The model report, its log cut to one line: the log has tests of its own."""
    field = after_the_fire()
    return Report(
        game="rosebud-7",
        number=41,
        side="US",
        facts=Facts(
            "THE BATTLE OF ROSEBUD CREEK",
            "Turn 3 of 19 (08:40)",
            "US player turn",
            "phase B OFFENSIVE FIRE is finished",
            "US 3, Indian 3",
            "US 2, Indian 3",
        ),
        players=(PlayerLine("US", "K. Hale", "you"), PlayerLine("Indian", "M. Ortiz", "answered report 38")),
        gm="P. Brandt",
        written=WRITTEN,
        to_do=ToDo(
            "phase C",
            "MOVEMENT",
            "7",
            "E and F too if you like",
            "G/3 Cav recover; move 3512-3513",
            must_act=(
                "F/3 Cav (2810) is routed and runs first: to B/3 (2911), L/3 (2812) or HQ (3214); you choose (10.J.2)",
            ),
            silent="F/3 Cav runs to B/3 (2911); nobody else moves",
        ),
        deadline=DEADLINE,
        in_short=(
            "C/3 Cav hit Crow King: 1 strength point; its morale held.",
            "Good Heart disrupted Big Road, and is low on ammunition.",
        ),
        map=telling_map.map_model(field, "us"),
        logs=(
            LogSection(
                "phase B OFFENSIVE FIRE (rule 9)", "2 fires, 6 rolls", (LogEntry("B1", "C/3 Cav fires", "9.A"),)
            ),
        ),
        panels=TITLE.teller.panels(field, "us"),
        standing=(
            ListedStanding(1, "policy all opfire: any"),
            ListedStanding(
                2,
                "when G/3 Cav is meleed and odds 3:2 or worse then G/3 Cav retreat before melee to 3513, 3413 else stand",
            ),
            ListedStanding(3, "policy all losses: holders, strongest"),
        ),
        order_sheet=(
            SheetLine("F/3 Cav rout to ...", "B/3 Cav (2911), L/3 Cav (2812), HQ"),
            SheetLine("G/3 Cav recover", "2 of 6 MP; then 4 MP for anything else"),
            SheetLine("C/3 Cav", "fired in full: stays", is_note=True),
            SheetLine("L/3 Cav", "pinned: stays", is_note=True),
            SheetLine("A/2 Cav + B/2 Cav + D/2 Cav + E/2 Cav + I/2 Cav + Capt Noyes move 3310-"),
            SheetLine("A/3 Cav + E/3 Cav + Capt Mills move 3611-"),
            SheetLine("I/3 Cav + M/3 Cav move 3712-"),
            SheetLine("B/3 Cav + D/3 Cav move 2911-"),
            SheetLine("in F: ... melee 3412 | 3511 | 3609"),
        ),
        press=(Press("Indian", "Wed 11 Mar 20:41", "The ridge is ours, general."),),
        seal=tuple(golden.model("  pbem seal 1 begin", "  If your opponent").rstrip("\n").split("\n")),
    )


def test_letter_of_the_model_report() -> None:
    text = letter(model_report())
    model = golden.model("####", "SECTION 4").split("\n")
    log, units = (next(n for n, line in enumerate(model) if line.startswith(part)) for part in ("LOG ", "YOUR UNITS"))
    before, _, after = text.partition("LOG   phase B")
    assert before == "\n".join(model[:log]) + "\n"
    assert after.partition("YOUR UNITS")[2] == "\n".join(model[units:]).partition("YOUR UNITS")[2]


def test_first_screen_tells_all_that_is_needed_to_act() -> None:
    first = "\n".join(letter(model_report()).split("\n")[:24])
    for words in ("K. Hale (you)", "Send orders for", "Deadline", "Must act", "If you are silent", "IN SHORT"):
        assert words in first


def test_nothing_wanted_says_who_is_awaited_until_when() -> None:
    awaited = Awaited("Indian M. Ortiz", "phase D DEFENSIVE FIRE", DEADLINE)
    text = letter(replace(model_report(), to_do=None, order_sheet=(), awaited=awaited))
    assert "  Nothing to do      no orders are needed from you now" in text
    assert "  Waiting for        Indian M. Ortiz: phase D DEFENSIVE FIRE" in text
    assert "ORDER SHEET" not in text


def test_deadline_in_the_players_own_zone_too() -> None:
    text = letter(replace(model_report(), zone=timezone(timedelta(hours=2), "EET")))
    assert "Sunday 15 March 2026 18:00 UTC = Sun 15 Mar 20:00 EET" in text
    assert "left)" in text


def test_empty_sections_are_left_out() -> None:
    text = letter(replace(model_report(), press=(), standing=(), logs=(), map=None, in_short=(), seal=()))
    for title in ("PRESS", "YOUR STANDING", "LOG ", "MAP ", "IN SHORT", "SEAL"):
        assert title not in text


@pytest.mark.parametrize(
    "words",
    [
        "From the ridge\n-- \nFrom here",
        "Gr\u00fc\u00dfe \u2013 \u201equoted\u201c\tand\u200b \u4e2d\u6587",
        "x" * 500,
        "  - a\n- b",
    ],
)
def test_press_of_any_kind_makes_a_letter_that_mail_leaves_alone(words: str) -> None:
    _is_fit_for_mail(letter(replace(model_report(), press=(Press("Indian", "Wed 11 Mar 20:41", words),))))


def test_a_letter_is_under_thirty_thousand_characters() -> None:
    assert len(letter(model_report())) < 30_000


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.integers(20, 78))
def test_wrapping_never_loses_a_word_nor_runs_over(text: str, width: int) -> None:
    plain = ascii_text(text).replace("\n", " ")
    lines = wrap(plain, width, first="  ", rest="    ")
    assert all(len(line) <= width and line == line.rstrip() for line in lines)
    assert "".join("".join(lines).split()) == "".join(plain.split())


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two  three four", 14, ["- one two", "  three four"]),
        ("one two  three four", 15, ["- one two", "  three four"]),
        ("one two  three four", 16, ["- one two  three", "  four"]),
        ("one two", 9, ["- one two"]),
        ("one two ", 9, ["- one two"]),
        ("a longestofwords b", 10, ["- a", "  longesto", "  fwords b"]),
        ("longestofwords", 10, ["- longesto", "  fwords"]),
        ("   set in deeply", 10, ["-    set", "  in", "  deeply"]),
        (f"of {glued('He Dog')} and", 10, ["- of", "  He Dog", "  and"]),
        ("line\nend", 80, ["- line end"]),
        ("", 10, ["-"]),
    ],
)
def test_lines_end_where_their_last_whole_word_does(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width, first="- ", rest="  ") == lines


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_becomes_ascii(text: str) -> None:
    found = ascii_text(text)
    assert found.isascii()
    assert all(character.isprintable() or character == "\n" for character in found)


def test_a_line_that_no_letter_can_carry_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="79 characters"):
        guarded(["x" * 79])


def test_a_line_of_a_games_own_that_is_too_long_is_wrapped() -> None:
    long = "  " + "word " * 20
    for found in (carried([long]), whole_page(("HELP CROWNS", long)).splitlines()[1:]):
        assert " ".join(" ".join(found).split()) == long.strip()
        assert max(map(len, found)) <= 78
    assert carried(["x" * 79]) == ["x" * 76, "  xxx"]
    assert carried(["a \u2192 b"])[0].isascii()


def test_dice_have_one_list_over_all_phases() -> None:
    logs = tuple(
        LogSection(
            f"phase {n}", entries=(LogEntry(f"{n}1", "a roll"),), dice=(Die(n, "1d6", (n,), f"T03.US.B fire {n} #1"),)
        )
        for n in (1, 2)
    )
    text = letter(replace(model_report(), logs=logs, seeds="seeds 12, 13"))
    assert text.count("DICE   seeds 12, 13; pbem verify recomputes them") == 1
    assert "  r2  1d6 2   T03.US.B fire 2 #1" in text


def test_a_letter_that_would_be_too_long_gives_up_the_ways_of_herds_before_fights() -> None:
    herds = tuple(
        LogEntry(f"C{n}", f"Herd {n} moves 6620-6719-6819-6818-6817: 8 MP", "7.B", is_minor=True) for n in range(2, 500)
    )
    fights = LogSection("phase B", entries=(LogEntry("B1", "C/3 Cav fires", "9.A", "-> 1"),))
    moves = LogSection("phase C", entries=(LogEntry("C1", "Crow King moves 4007-4107: 3 MP", "7.B"), *herds))
    long = replace(model_report(), logs=(fights, moves))
    laid_out = parts(long)
    shown = text_of(laid_out)
    assert "B1  C/3 Cav fires   -> 1" in shown
    assert "C1  Crow King moves 4007-4107: 3 MP" in shown
    assert "C2  to C499: 498 moves behind the lines  " in shown
    assert "the attached log has all of it" in " ".join(shown.split())
    assert full_log(long, laid_out).count("Herd ") == 498
    short = replace(long, logs=(fights, replace(moves, entries=moves.entries[:9])))
    assert "C9  Herd 9 moves" in letter(short)


def _is_fit_for_mail(text: str) -> None:
    assert text.isascii()
    assert "\t" not in text
    for line in text.split("\n"):
        assert len(line) <= 78
        assert line == line.rstrip()
        assert not line.startswith(("-", "From "))


@pytest.mark.parametrize(
    ("phase", "name", "clock", "head", "shown"),
    [
        ("phase C", "MOVEMENT", "Turn 3 of 19 (08:40)", "rosebud-7, US: Turn 3 of 19 (08:40)", "phase C, MOVEMENT"),
        ("turn 4, phase A", "RALLY", "Turn 3 of 19 (08:40)", "rosebud-7, US: turn 4", "phase A, RALLY"),
        ("phase S", "SET-UP", "Set-up", "rosebud-7, US", "phase S, SET-UP"),
    ],
)
def test_the_heading_of_the_order_page_says_game_side_and_turn(
    phase: str, name: str, clock: str, head: str, shown: str
) -> None:
    report = model_report()
    report = replace(report, facts=replace(report.facts, clock=clock), to_do=ToDo(phase, name, "7"))
    made = block(report, {}, {}, "gm@club.example", side_name="US")
    assert (made["head"], made["phase"]) == (head, shown)
