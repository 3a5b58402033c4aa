"""An order sheet that was filled in in the quoted letter and broken by the mail program is read whole."""

import re
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pbem.reports.report import WIDTH
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk.table import Table

GAMES: Mapping[str, tuple[str, str]] = {
    "rosebud": ("us", "indian"),
    "littlebighorn": ("us", "indian"),
    "custer": ("us", "indian"),
    "miniatures": ("american", "indian"),
    "nezperce": ("indian", "army"),
}
"""The sides of each game."""
FILLED = {"rosebud": ("set up ...", "set up 2507 mounted"), "miniatures": ("ahead ...", "ahead 1")}
"""What a sheet leaves open, and what is written there."""


def marked(lines: list[str], width: int) -> str:
    """Each line behind a mark, and so is what it is broken into."""
    return "\n".join(f"> {part}" for line in lines for part in textwrap.wrap(line, width - 2) or [""])


def broken(lines: list[str], width: int) -> str:
    """Lines behind marks, broken without another mark."""
    return "\n".join(part for line in lines for part in textwrap.wrap(f"> {line}", width) or [">"])


WAYS: Mapping[str, Callable[[list[str], int], str]] = {"marked again": marked, "without a mark": broken}


def opened(folder: Path, title: str) -> tuple[Table, str]:
    table = Table.lay(folder, games=registry.game)
    table.title = title
    table.addresses = dict(zip(GAMES[title], ("rita@mail.example", "bob@post.example"), strict=True))
    return table, table.open(f"{title}-1", scenario=registry.game(title).system.card.main_scenario)


def with_a_sheet(table: Table, game: str) -> tuple[str, LetterOutRow]:
    """The side that is asked first for orders by a sheet, and its letter."""
    for _ in range(8):
        side = table.asked(game)
        last = table.last(game, side)
        if last.kind == "report" and "\nORDER SHEET" in last.text:
            return side, last
        table.say(game, side, "1" if last.kind == "question" else "pass", to=last)
    raise AssertionError("no order sheet in eight letters")


@pytest.mark.parametrize("width", [*(pytest.param(one, marks=pytest.mark.slow) for one in (76, 72)), 60])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("title", list(FILLED))
def test_a_sheet_that_is_filled_in_and_broken_is_read_whole(title: str, way: str, width: int, tmp_path: Path) -> None:
    table, game = opened(tmp_path, title)
    side, letter = with_a_sheet(table, game)
    lines = letter.text.splitlines()
    wanted = []
    for n, line in enumerate(lines):
        if re.match(r"\| (?!//).*\.\.\.", line):
            lines[n] = line.replace(*FILLED[title])
            wanted.append(re.split(r" {3,}", lines[n].removeprefix("| "))[0])
    assert len(wanted) > 5
    answer = table.say(game, side, f"On Thu, the desk wrote:\n{WAYS[way](lines, width)}\n", to=letter)
    said = " ".join(answer.text.split())
    assert answer.kind == "receipt", answer.text
    for one in wanted:
        assert one in said, (one, answer.text)
    assert "REFUSED" not in answer.text
    assert re.search(r'Not read as orders: "On Thu, the desk wrote:" \d+ quoted lines', said), (
        "no tail is taken for the player's"
    )


@pytest.mark.parametrize("title", list(GAMES))
def test_a_mark_of_quotation_breaks_no_line_of_a_letter(title: str, tmp_path: Path) -> None:
    table, game = opened(tmp_path, title)
    for side in GAMES[title]:
        for row in table.letters(game, side):
            assert max(map(len, row.text.splitlines())) <= 76, row.kind
    assert WIDTH == 76, "and no program breaks 78 columns"
