"""Whatever a GM can do in a game, as they read it before and after, word by word: lines of the command, effects, refusals.

What stands in the text file beside this one is written again by
``PBEM_WRITE_LETTERS=1 python -m pytest tests/desk/incidents/test_every_effect.py``.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.catalogue import CATALOGUE, each, made
from pbem.desk.gm.incidents.incident import CannotDo, follow, line_of, perform_in, show_in
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_overdue
from pbem.desk.play.terms import Terms
from pbem.store.games import UnknownGame
from tests.desk.table import ADDRESSES, Table
from tests.desk.test_every_letter import DRAWN_BY_CHANCE
from tests.desk.what_is_kept import kept

GAME = "meadow-1"
PLAYED = ("RecordRow", "EventRow", "SegmentRow", "CheckpointRow")
"""What is played after an undo: by other dice each time."""
TOLD = Path(__file__).parent / "every_effect.txt"


class Desk:
    """A GM at his desk: each line that he writes is shown, then done."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: list[str] = []

    def does(self, line: str, reason: str = "it must be", *, only_looks: bool = False) -> None:
        """One line, for one game or several: its effect, what was done, and how the game stands then."""
        self.table.clock.forward(minutes=1)
        name, *words = shlex.split(line)
        self.told.append(f"######## {line}   ({reason or 'no reason'})")
        try:
            with self.table.desk.store.read() as books:
                incidents = each(books, CATALOGUE[name], words, None)
            for one in incidents:
                self._one(line_of(one), reason, only_looks=only_looks)
        except (CannotDo, CannotRule, UnknownGame, KeyError) as fault:
            self.told += [f"refused: {text}" for text in str(fault).split("\n")]
        self.told.append("")

    def _one(self, line: str, reason: str, *, only_looks: bool) -> None:
        name, *words = shlex.split(line)
        incident = made(CATALOGUE[name], words)
        with self.table.desk.store.begin() as books:
            shown = show_in(self.table.desk, books, incident, "petra", reason)
            effect = shown.effect
            self.told += [f"{shown.line}   [{shown.mark}] {'signed' if effect.signed else 'not signed'}"]
            self.told += [f"  {one}" for one in effect.lines]
            self.told += [f"  told: {effect.notified}"]
            self.told += [f"  back: {line_of(effect.inverse)}" if effect.inverse else f"  for good: {effect.final}"]
            self.told += [f"    | {one}" for one in effect.pages]
            if only_looks:
                return
            done = perform_in(self.table.desk, books, incident, "petra", reason, shown.mark)
        follow(self.table.desk, done)
        self.told += [f"done, record {done.record}: {one}" for one in done.lines]
        game = shown.game or GAME
        with self.table.desk.store.read() as books:
            row, phase = books.games.get(game), books.phases.open(books.games.get(game))
            stands = f"{phase.phase}, due {phase.due:%d %b %H:%M}" if phase and phase.due else "nothing is due"
            late = ", ".join(f"{one.code} {one.late}" for one in books.players.of(row))
            faults = len(books.faults.unclosed())
            self.told.append(f"{game} is {row.state}, {stands}; late: {late}; {faults} faults; {row.rulings} rulings")

    def looks(self, line: str) -> None:
        """The effect alone."""
        self.does(line, only_looks=True)

    def held(self, words: str, sender: str) -> int:
        """The number of a letter of red's that is held, since it comes from elsewhere."""
        self.table.deliver(self.table.reply(GAME, "red", words, sender=sender))
        return self.table.uid


def gms_day(table: Table) -> str:
    """All that there is to do in two games: time, people, letters, rulings, ends."""
    hours = {"orders": 48, "question": 12, "reminder": 6}
    table.open(
        GAME, hours=hours, terms=Terms(hours, grace=12), seats=[Seat("", "otto@watch.example", "Otto")], when_in="ready"
    )
    table.open("meadow-2", hours=hours, when_in="ready")
    gm = Desk(table)
    for line in (
        "extend meadow-1 0",
        "extend meadow-1 24",
        "extend meadow-1 -1000",
        "extend meadow-1 -24",
        "extend meadow-9 1",
    ):
        gm.does(line)
    gm.does("extend meadow-1 24", "")
    gm.does("extend meadow-1 24", "x" * 201)
    gm.does("extend meadow-1,meadow-2 1")
    gm.does("remind --all")
    gm.does("hold meadow-1,meadow-9")
    gm.does("key meadow-1 meadow-2")
    gm.looks("act meadow-1")
    table.say(GAME, "red", "policy cover: duck\nRed One fire at Blue One")
    gm.looks("act meadow-1")
    table.say(GAME, "red", "policy losses: go\nRed Two fire at Blue One")
    gm.looks("act meadow-1")
    for line in ("pause meadow-1 -1", "pause meadow-1 1000", "pause meadow-1 3", "pause meadow-1", "resume meadow-1"):
        gm.does(line)
    for line in (
        "pause meadow-1",
        "extend meadow-1 24",
        "resume meadow-1",
        "resume meadow-1",
        "resume rita@mail.example",
    ):
        gm.does(line)
    with table.desk.store.begin() as books:
        books.addresses.score(ADDRESSES["red"], 6, table.clock.now())
    gm.does("resume rita@mail.example")
    gm.does("announce meadow-1 'The club meets on Friday.'")
    gm.does(f"announce meadow-1 {'x' * 3000}")
    gm.does("ask meadow-1 'Shall we play on in May?'")
    gm.does("look meadow-1 red")
    gm.does("look meadow-1 green")
    gm.does("preview meadow-1")
    gm.does("orders meadow-1 red 'Red One fire at Red Two'")
    gm.does("orders meadow-1 red 'Red One fire at Blue Two'")
    gm.does("orders meadow-1 red withdraw")
    gm.does("key meadow-1 red forth")
    gm.does("key meadow-1 red back")
    gm.does("key meadow-1 red")
    gm.does("key meadow-1 red back")
    gm.does("resend meadow-1 red")
    gm.does("resend meadow-1 red 9")
    gm.does("address meadow-1 blue bob@post.example")
    gm.does("address meadow-1 blue nonsense")
    gm.does("address meadow-1 blue bob@new.example")
    gm.does("replace meadow-1 blue 'N. Osman <nadia@new.example>'")
    gm.does("replace meadow-1 blue 'R. Ita <rita@mail.example>'")
    gm.does("seat meadow-1 red 'R. Uth' ruth@mail.example commands Red Two, Xyzzy")
    gm.does("seat meadow-1 red 'R. Uth' ruth@mail.example commands Red Two")
    gm.does("seat meadow-1 red Uth commands all")
    gm.does("seat meadow-1 red Uth 'N. Osman <nadia2@mail.example>'")
    gm.does("seat meadow-1 red Nobody end")
    gm.does("seat meadow-1 red Osman end")
    gm.does("hold meadow-1")
    gm.does("hold meadow-1")
    gm.does("release meadow-1")
    gm.does("release meadow-1")
    gm.does("retry meadow-1")
    number = gm.held("Red One fire at Blue One\nRed Two fire at Red One", "rita@holiday.example")
    gm.does(f"hold {number}")
    gm.does(f"drop {number}")
    gm.does(f"drop {number}")
    gm.does(f"reread {number}")
    gm.does(f"release {number} meadow-2 green")
    gm.does(f"release {number}")
    gm.does(f"release {number} meadow-1 red")
    gm.does(f"reread {number}")
    gm.does(f"retry {number}")
    gm.does("reread 99")
    gm.does("rule meadow-1 - 'Red One strength = 2' 'Red Two place = 4'")
    gm.does("rule meadow-1 - 'Red One strength = 2'")
    gm.does("rule meadow-1 - 'Red One strength'")
    gm.does("rule meadow-1 - 'Red Nine strength = 2'")
    gm.does("undo meadow-1")
    table.say(GAME, "red", "Red One fire at Blue One\nRed Two fire at Blue One\nready")
    gm.looks("act meadow-1")
    gm.does("remind meadow-1")
    gm.does("void meadow-1")
    gm.does("rule meadow-1 - 'Red One strength = 3'")
    table.clock.forward(hours=13)
    pass_overdue(table.desk, table.clock.now())
    gm.looks("act meadow-1")
    gm.does("act meadow-1")
    gm.does("undo meadow-1")
    gm.does("redo meadow-1")
    gm.does("redo meadow-1 main.7")
    gm.does("undo meadow-1 0")
    table.clock.forward(hours=100)
    for name in pass_overdue(table.desk, table.clock.now()):
        advance(table.desk, name)
    gm.does("act meadow-1")
    gm.does("draw meadow-1", "both are tired")
    gm.does("act meadow-1")
    gm.does("close meadow-1")
    gm.does("resign meadow-2 red", "he moves to the sea")
    gm.does("preview meadow-2")
    gm.does("remind --all")
    table.open("meadow-3")
    gm.does("close meadow-3", "nobody comes")
    return "\n".join(gm.told) + "\n"


@pytest.mark.slow
def test_each_action_of_a_gms_says_what_it_said(table: Table) -> None:
    told = re.sub(
        "x{9,}", "xxx...", "\n".join([gms_day(table), "######## what the desk keeps", *kept(table, PLAYED), ""])
    )
    for pattern, instead in DRAWN_BY_CHANCE:
        told = pattern.sub(instead, told)
    if os.environ.get("PBEM_WRITE_LETTERS"):
        TOLD.write_text(told, encoding="utf-8")
    assert told.split("\n") == TOLD.read_text(encoding="utf-8").split("\n")
