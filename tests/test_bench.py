"""What the benchmarks write: one file of results, and the tables of docs/performance.md from it."""

import json
from pathlib import Path

import pytest

from bench import table
from bench.club import address, addressed
from bench.frame import Figure
from bench.results import keep, read

MISSED = Figure("a letter", "ms", 12.0, 4.0, "raw", most=2, note="a letter of 4 KB")
HELD = Figure("lines", "a second", 1234.0, 1000.0, "bare", least=0.8)
TOLD = Figure("games claimed", "a second", 5.0, 10.0, "raw")
PAGE = "before\n<!-- goals -->\nwhat was there\n<!-- end goals -->\nbetween\n<!-- club -->\nkept\n<!-- end club -->\nafter\n"


def test_a_result_takes_the_place_of_its_older_one_and_of_no_other(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    keep(out, "goals", {"P1": [HELD.as_json()], "S1": [HELD.as_json()]})
    keep(out, "goals", {"S1": [MISSED.as_json()]})
    kept = read(out)["goals"]
    assert [kept[goal]["found"][0]["holds"] for goal in ("P1", "S1")] == [True, False]


def test_the_page_has_the_figures_and_keeps_what_was_not_measured(tmp_path: Path) -> None:
    out, page = tmp_path / "out.json", tmp_path / "performance.md"
    page.write_text(PAGE, encoding="utf-8")
    keep(out, "goals", {"P1": [HELD.as_json()], "S1": [MISSED.as_json(), TOLD.as_json()]})
    table.write(out, page)
    text = page.read_text(encoding="utf-8")
    assert "| P1 | lines | 1,234 a second | 1,000 bare | 1.23 | >= 0.8 | yes |" in text
    assert "| S1 | a letter | 12 ms | 4 raw | 3 | <= 2 | **no** |" in text
    assert "| S1 | games claimed | 5 a second | 10 raw | 0.5 |  |  |" in text
    assert "- S1, a letter: a letter of 4 KB." in text
    assert "1 of 2 goals hold." in text
    assert "what was there" not in text
    assert text.endswith("between\n<!-- club -->\nkept\n<!-- end club -->\nafter\n")
    table.write(out, page)
    assert page.read_text(encoding="utf-8") == text


def test_figures_of_an_earlier_run_say_when_they_were_taken(tmp_path: Path) -> None:
    out, page = tmp_path / "out.json", tmp_path / "performance.md"
    page.write_text(PAGE, encoding="utf-8")
    keep(out, "goals", {"P1": [HELD.as_json()], "S1": [MISSED.as_json()]})
    kept = read(out)
    kept["goals"]["P1"]["at"] = "2026-03-12T18:02+00:00"
    out.write_text(json.dumps(kept), encoding="utf-8")
    table.write(out, page)
    text = page.read_text(encoding="utf-8")
    assert "| >= 0.8 | yes (old: 2026-03-12 18:02) |" in text
    assert "| <= 2 | **no** |" in text


def test_the_page_of_the_project_has_a_place_for_every_part() -> None:
    text = table.PAGE.read_text(encoding="utf-8")
    for part in table.PARTS:
        assert text.count(f"<!-- {part} -->") == text.count(f"<!-- end {part} -->") == 1


@pytest.mark.parametrize("value", [0.0123, 1.5, 99.94, 12345.6])
def test_figures_are_short(value: float) -> None:
    assert float(table.short(value).replace(",", "")) == pytest.approx(value, rel=0.01)


def test_a_players_letter_says_of_which_game_and_side_he_is() -> None:
    letter = f"From: a@b\r\nTo: Us <{address('club-12', 'us')}>\r\n\r\n".encode()
    assert addressed(letter) == ("club-12", "us")
    assert addressed(b"From: a@b\r\nTo: gm@club.example\r\n\r\n")[1] == ""


def test_results_are_json(tmp_path: Path) -> None:
    keep(tmp_path / "out.json", "goals", {"P1": [HELD.as_json()]})
    assert json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["where"].startswith("Python 3")
