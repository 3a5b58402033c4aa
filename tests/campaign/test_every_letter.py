"""A game from its first letter to its last, and each letter that the desk writes in it, word by word.

What the letters say is in `every_letter.txt`.  Where words were meant to change, write it anew, and read what is different:
``PBEM_WRITE_LETTERS=1 python -m pytest tests/campaign/test_every_letter.py``.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pbem.campaign.advance import advance
from pbem.campaign.deadlines import pass_overdue
from pbem.campaign.incidents.announce import Announce
from pbem.campaign.incidents.orders import Orders
from pbem.campaign.incidents.pause import Pause, Resume
from pbem.campaign.incidents.perform import perform
from pbem.campaign.incidents.undo import Undo
from pbem.campaign.reminders import remind
from pbem.store.tables import LetterOutRow
from tests.campaign.table import Table

FILE = Path(__file__).parent / "every_letter.txt"
GAME = "meadow-1"
DRAWN_BY_CHANCE = (
    (re.compile(r"\b[0-9a-f]{64,128}\b"), "(hash)"),
    (re.compile(r"\b[0-9a-f]{16}\b|\b[0-9a-f]{4}(?:[ -][0-9a-f]{4}){3,}\b"), "(hash)"),
    (re.compile(r"(?m)^ {9}[A-Za-z0-9+/]{20,}=*$"), "         (signature)"),
    (re.compile(r"\bkey: [a-z0-9]{8}\b"), "key: (key)"),
    (re.compile(r"\bconfirm [a-z0-9]{8}\b"), "confirm (word)"),
    (re.compile(r"\+(red|blu)\.[a-z0-9]{8}@"), r"+\1.(key)@"),
)


class Story:
    """The game as it is played: what is done, and the letters that the desk writes upon it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: list[str] = []
        self._seen = 0

    def step(self, what: str) -> None:
        """Note what was done, where the game stands, and all letters since the last step."""
        with self.table.desk.store.read() as books:
            game = books.games.get(GAME)
            row = books.phases.open(game)
            due = f", due {row.due:%d %b %H:%M}, waits for {row.waiting_for}" if row is not None and row.due else ""
            where = f"{game.state}, {row.phase if row is not None else 'no phase'}{due}"
        self.told += [
            f"######## {what}",
            f"#### at {self.table.clock.now():%d %b %H:%M}: {where}",
            *self._letters(),
            "",
        ]

    def _letters(self) -> Iterator[str]:
        rows: list[LetterOutRow] = []
        for side in ("red", "blue", "gm", ""):
            rows += self.table.letters(GAME, side)
        new = sorted((one for one in rows if (one.id or 0) > self._seen), key=lambda one: one.id or 0)
        for one in new:
            text = one.text
            for pattern, instead in DRAWN_BY_CHANCE:
                text = pattern.sub(instead, text)
            yield f"==== {one.kind} to {one.to}: {one.subject}"
            yield from (line.rstrip() for line in text.rstrip("\n").split("\n"))
        self._seen = max([self._seen, *(one.id or 0 for one in new)])

    def say(self, side: str, words: str) -> None:
        """A player writes."""
        self.table.clock.forward(minutes=7)
        self.table.say(GAME, side, words)
        self.step(f"{side} writes: {' / '.join(words.split(chr(10)))}")

    def wait(self, hours: int) -> None:
        """Time passes, in rounds of an hour."""
        for _ in range(hours):
            self.table.clock.forward(hours=1)
            for name in pass_overdue(self.table.desk, self.table.clock.now()):
                advance(self.table.desk, name)
            remind(self.table.desk)
        self.step(f"{hours} hours later")


def story(table: Table) -> str:
    """What happens in the game: orders good and bad, questions, proposals, an absence, deadlines, what a GM does, the end."""
    table.open(GAME)
    told = Story(table)
    told.step("the game is opened")
    told.say("red", "status")
    told.say("red", "Red One fire at Blue Oone\nRed Two fire at Blue Two\npress blue: Good luck, Bob!")
    told.say("blue", "policy cover: duck\npolicy losses: go")
    told.say("red", "Red One fire at Blue One\nnonce: a word of mine\nwait")
    told.say("red", "preview\norders\nmap\nhelp")
    told.say("blue", "vacation 20 Mar - 21 Mar\npace policy\noffer draw")
    told.say("red", "disagree 1\ndecline draw\nzone Europe/Berlin\ncalendar on")
    told.wait(50)
    told.say("red", "withdraw line 1")
    told.say("red", "Red Two fire at Blue One\nRed One fire at Blue One\nready")
    told.say("red", "Red One march 2\nRed Two fly\nready")
    told.say("red", "Red Two march 1")
    told.say("red", "extend 1 day: my sister marries")
    told.say("red", "ready")
    told.wait(30)
    told.say("blue", "cancel policy losses\nBlue One fire at Red One\nBlue Two fire at Red Two\nready")
    told.say("red", "2")
    told.say("blue", "1 2 9")
    perform(table.desk, Announce(GAME, "The club meets on Friday."), "petra", "")
    perform(table.desk, Pause(GAME), "petra", "snow")
    told.step("the GM tells everybody something, and pauses")
    told.wait(30)
    perform(table.desk, Resume(GAME), "petra", "it thaws")
    told.step("the GM goes on")
    told.say("blue", "resend 1\nreport whole\nresign now")
    told.wait(100)
    perform(table.desk, Orders(GAME, table.asked(GAME), ("withdraw",)), "petra", "by telephone")
    told.step("the GM files nothing for whom the game waits for")
    perform(table.desk, Undo(GAME), "petra", "a mistake of mine")
    told.step("the GM takes the last phase back")
    told.say("red", "offer draw")
    told.say("blue", "accept draw")
    told.say("blue", re.findall(r"confirm [a-z0-9]{8}", table.last(GAME, "blue").text)[-1])
    told.say("red", "status\nresend 8")
    return "\n".join(told.told) + "\n"


def test_each_letter_of_a_game_says_what_it_said(table: Table) -> None:
    told = story(table)
    if os.environ.get("PBEM_WRITE_LETTERS"):
        FILE.write_text(told, encoding="utf-8")
    assert told.split("\n") == FILE.read_text(encoding="utf-8").split("\n")
