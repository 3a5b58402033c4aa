"""The form of an answer, near misses, commands, and names as players say them."""

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.order import Illegal
from pbem.language.spelling import edit_distance, nearest
from pbem.orders.refusal_text import explained, in_one_line, refusal
from pbem.systems.indian_wars.orders.naming import roster
from tests.orders.positions import in_contact


@pytest.mark.parametrize(("said", "far"), [("Mils", 1), ("Mills", 0), ("Milt", 2), ("Miles", 1), ("Crook", 3)])
def test_edit_distance_is_counted_up_to_its_limit(said: str, far: int) -> None:
    assert edit_distance(said, "Mills", 2) == min(far, 3)


def test_short_words_must_be_nearer() -> None:
    assert nearest("Milt", [("mills", "Capt Mills")]) == ()
    assert nearest("Noyse", [("noyes", "Capt Noyes")]) == ("Capt Noyes",)


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("C/3 Cav", ("C/3 Cav",)),
        ("c3", ("C/3 Cav",)),
        ("C-3", ("C/3 Cav",)),
        ("C 3", ("C/3 Cav",)),
        ("C3Cav", ("C/3 Cav",)),
        ("C Co 3rd Cavalry", ("C/3 Cav",)),
        ("Luettwitz", ("C/3 Cav",)),
        ("1Lt Luettwitz", ("C/3 Cav",)),
        ("C3 HH", ("C/3 holders",)),
        ("horses of C/3", ("C/3 holders",)),
        ("mules of C/9", ("C/9 mules",)),
        ("miners mules", ("Miners' mules",)),
        ("CrowKing", ("Crow King",)),
        ("Crazy", ("Crazy Horse",)),
        ("Two Moon", ("Two Moon",)),
        ("general crook", ("BG Crook",)),
        ("Black", ("Black Moon", "Black Eagle", "Black Shield")),
        ("Bla", ()),
        ("", ()),
        ("...", ()),
    ],
)
def test_names_are_found_as_players_say_them(said: str, names: tuple[str, ...]) -> None:
    assert sorted(roster(in_contact()).find(said)) == sorted(names)


def test_a_long_line_is_cut_to_the_part_with_the_caret() -> None:
    text = "A/3 move " + "-".join(["3611"] * 60)
    told = refusal(112, text, Illegal("E135", "No."), (200, 204)).splitlines()
    assert max(map(len, told)) <= 78
    start = told[1].index("^")
    assert told[0][start : start + 4] == text[200:204]


def test_a_lead_in_is_followed_by_the_line_to_copy() -> None:
    problem = Illegal(
        "E134", "A cliff runs there: it can't be crossed (7.B). Way round:", suggest=("A/3 Cav move 1-2",)
    )
    assert explained(problem) == (
        "E134  A cliff runs there: it can't be crossed (7.B).",
        "      Way round:   A/3 Cav move 1-2",
    )
    assert in_one_line(problem) == "A cliff runs there: it can't be crossed (7.B).  Way round:   A/3 Cav move 1-2"


def check(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    status = main(["orders", "check", "--game", "rosebud", "--side", "us", "--scenario", "in-contact", *more])
    out = capsys.readouterr()
    return status, out.out + out.err


def test_orders_check_gives_one_object_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Miguel,\nI/3 zigzag 3713\nall in 2911 mve 2912\n")
    status, out = check(capsys, "--json", str(letter))
    prose, refused, accepted = map(json.loads, out.splitlines())
    assert status == 1
    assert (prose["line"], prose["verdict"], prose["code"]) == (1, "not an order", None)
    assert (refused["verdict"], refused["code"], refused["suggest"]) == ("refused", "E110", ["I/3 Cav move 3712-3713"])
    assert refused["says"].startswith("'zigzag' is not an order.")
    assert (accepted["line"], accepted["code"], accepted["canonical"]) == (
        3,
        None,
        ["B/3 Cav + D/3 Cav move 2911-2912"],
    )
    assert accepted["warnings"] == ["W303 'mve' read as move"]
    assert {"line", "text", "verdict", "canonical", "code", "says", "suggest", "warnings"} <= set(accepted)


def test_orders_check_reads_standard_input_whatever_its_bytes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"B/3 \xff\xfe move 2911\x962912\nB/3 stay\n")))
    status, out = check(capsys, "-")
    assert "B/3 Cav stay" in out
    assert out.isascii()
    assert status in (0, 1)


def test_orders_check_says_all_that_is_wrong_with_its_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["orders", "check", "--game", "rosebud", "--side", "blue", "--phase", "Q", "nowhere.txt"])
    said = capsys.readouterr().err
    assert status == 2
    assert "--side: expected one of us, indian, found 'blue'" in said
    assert "--phase: expected one of" in said
