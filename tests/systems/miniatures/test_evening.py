"""An evening at two real tables: each player moves the figures by what the letters say, and finds them where ours stand.

A table is laid from the first letter.  From then on it is kept by the logs alone: where a unit ends and which way it faces.
Each later letter lists all units, and what it lists must be what stands there already.
"""

import math
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.play.play import present
from pbem.systems import registry
from tests.desk.table import Table
from tests.systems.miniatures.test_real_table import NEAR, units_in

GAME = "evening-1"
SIDES = {"american": "rita@mail.example", "indian": "bob@post.example"}
TITLE = registry.game("miniatures")
LISTS = ("AMERICAN UNITS", "INDIAN UNITS")
ENTRY = re.compile(r"^[A-Z]\d+ {1,2}(?=\S)")
DONE = re.compile(r"^(?P<who>[^:]+): ")
SPOT = re.compile(r"\((-?[\d.]+), (-?[\d.]+)\)")
FACING = re.compile(r"facing (\d+)")


class RealTable:
    """A table with figures on it, which knows only what letters say."""

    def __init__(self, letter: str) -> None:
        self.stands = listed(letter)

    def read(self, letter: str) -> None:
        """Do what the logs of a letter tell; then look what it lists."""
        for who, told in entries(letter):
            if who in self.stands:
                x, y, facing = self.stands[who]
                spots, turned = SPOT.findall(told), FACING.findall(told)
                x, y = map(float, spots[-1]) if spots else (x, y)
                self.stands[who] = (x, y, int(turned[-1]) if turned else facing)


def listed(letter: str) -> dict[str, tuple[float, float, int]]:
    """Where the lists of a letter say that each unit stands, in inches, and which way it faces."""
    found = {}
    for name in LISTS:
        part = letter.partition(f"\n{name} ")[2].partition("\n")[2]
        text = re.split(r"\n\n|\n[A-Z][A-Z ]+(?:   .*)? -+\n", part)[0]
        for one in units_in(text).values() if text.strip() else ():
            found[one["name"]] = (float(one["x"]), float(one["y"]), int(one["facing"]))
    return found


def entries(letter: str) -> list[tuple[str, str]]:
    """What the logs say, entry by entry: of whom, and what."""
    found: list[list[str]] = []
    is_log = False
    for line in letter.splitlines():
        if re.match(r"[A-Z].* -{3,}$", line):
            is_log = line.startswith("LOG ")
        elif is_log and ENTRY.match(line):
            found.append([ENTRY.sub("", line)])
        elif is_log and found and line.startswith("    "):
            found[-1].append(line.strip())
    told = [" ".join(lines) for lines in found]
    return [(said["who"], one[said.end() :]) for one in told if (said := DONE.match(one))]


def play_on(table: Table, turn: int) -> None:
    """One side's letter, as a sensible beginner would write it, or the answer to a question."""
    side = table.asked(GAME)
    last = table.last(GAME, side)
    if last.kind == "question":
        table.say(GAME, side, "1", to=last)
        return
    with table.desk.store.read() as books:
        now = present(table.desk, books, books.games.get(GAME))
    assert now is not None

    def pick(purpose: str, n: int) -> int:
        return zlib.crc32(f"{turn}{purpose}".encode()) % n

    view: Any = TITLE.system.view(now.state, side)
    orders = TITLE.practice.orders(TITLE.system, view, side, now.phase.letter, "plain", pick)
    table.say(GAME, side, "\n".join([*map(TITLE.dialect.write, orders), "ready"]))


@pytest.mark.slow
def test_two_real_tables_are_kept_by_letters_alone(tmp_path: Path) -> None:
    turns = 24
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = "miniatures", SIDES
    table.open(GAME, scenario="fallen-timbers")
    at_home = {side: RealTable(table.letters(GAME, side, "welcome")[0].text) for side in SIDES}
    read = dict.fromkeys(SIDES, 1)
    moved = compared = 0
    for turn in range(turns):
        if table.state(GAME) != "open":
            break
        play_on(table, turn)
        for side, home in at_home.items():
            letters = table.letters(GAME, side, "report")
            for letter in letters[read[side] :]:
                before = dict(home.stands)
                home.read(letter.text)
                moved += sum(before[name] != home.stands[name] for name in before)
                for name, (x, y, facing) in listed(letter.text).items():
                    at = home.stands[name]
                    assert math.dist((x, y), at[:2]) <= NEAR, (
                        name,
                        at,
                        (x, y),
                        [e for e in entries(letter.text) if name in str(e)],
                    )
                    assert (facing - at[2]) % 360 == 0, (
                        name,
                        at,
                        facing,
                        "\n".join(str(e) for e in entries(letter.text) if e[0] == name),
                    )
                    compared += 1
            read[side] = len(letters)
    assert moved > 2 * turns
    assert compared > 8 * turns
