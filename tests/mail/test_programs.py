"""Replies of 82 mail programs in eight languages: own orders are read, and nothing of what they quote."""

import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from pbem.core.options import Options
from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.reader import LetterText
from pbem.desk.play.advance import advance
from pbem.mail.letter import read_letter
from pbem.orders.rehearsal import rehearse
from pbem.store.secrets import Vault
from pbem.systems import registry
from tests.databases import store_in
from tests.desk.table import START, Table
from tests.mail.programs import OWN, PROGRAMS, STALE, Program, Words, raw

GAME = registry.game("rosebud")
MO = "mo@post.example"
UNFILLED = {
    "| Black Moon move 2608- ": "| Black Moon move 2608-2708 ",
    "| Red Bear move 3107- ": "| Red Bear dismount ",
}
FILLED = ["Black Moon move 2608-2708", "Red Bear dismount"]

every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.name)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A report before a movement phase, as the desk sends it."""
    folder: Path = tmp_path_factory.mktemp("programs")
    clock = SetClock(START)
    table = Table(
        Desk(store_in(folder, Vault(Fernet.generate_key())), clock, House("pbem.example"), registry.game),
        clock,
    )
    players = [("us", "kate@mail.example", "Kate"), ("indian", MO, "Mo")]
    open_campaign(
        table.desk,
        Wanted(
            "rosebud-7", "rosebud", "in-contact", players, "gm@club.example", seed=b"mail programs", ladder_length=64
        ),
    )
    advance(table.desk, "rosebud-7")
    for _ in ("A", "B"):
        table.say("rosebud-7", "indian", "pass", sender=MO)
    assert table.phase("rosebud-7") == "T03.IN.C"
    return table.last("rosebud-7", "indian").text.splitlines()


def understood(
    program: Program, own: Sequence[str], older: Sequence[str], sent: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The orders that a reply gives, and lines of it that are refused or no orders."""
    letter = read_letter(raw(program, Words(tuple(own), tuple(older))))
    assert letter.kind == "words"
    lines = LetterText(letter.body, ("\n".join(sent),)).read().lines.lines
    state = GAME.system.open("in-contact", Options())
    found = rehearse(GAME.system, GAME.dialect, state, "indian", "C", "\n".join(one.text for one in lines))
    rest = [one.text for one in found.lines if one.verdict != "accepted"]
    return [text for one in found.lines for text in one.canonical], rest


@every_program
def test_own_orders_are_read_and_none_of_the_older_letters(program: Program, report: list[str]) -> None:
    older = [*report, "", "On 11 Mar 2026, Mo wrote:", STALE, "Crow King dismount"]
    assert understood(program, OWN, older, report) == (list(OWN), [])


@every_program
def test_the_same_where_nothing_is_known_of_what_we_sent(program: Program, report: list[str]) -> None:
    assert understood(program, [*OWN, "", "Mo"], [*report, STALE], ()) == (list(OWN), ["Mo"])


@every_program
@pytest.mark.parametrize("width", [0, 60], ids=["as sent", "broken at 60 columns"])
def test_order_sheet_is_read_where_it_was_filled_in_and_nowhere_else(
    program: Program, report: list[str], width: int
) -> None:
    older = list(report)
    for unfilled, filled in UNFILLED.items():
        older = [line.replace(unfilled, filled) for line in older]
    if width:
        older = [piece for line in older for piece in textwrap.wrap(line, width, drop_whitespace=False) or [""]]
    assert understood(program, OWN, older, report) == ([*OWN, *FILLED], [])
