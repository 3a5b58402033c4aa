"""Letters of ours that nobody gets: what came back, what it says of the address, and what the GM is told."""

import re

from pbem.campaign import faults, outgoing
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.addresses import STOPS_AT
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import LetterInRow

OUR_ID = re.compile(r"<[^<>\s]{1,200}@[^<>\s]{1,200}>")
STATUS = re.compile(r"(?im)^status:\s*([245])\.")
DELAYED = re.compile(r"(?im)^action:\s*delayed\b")
READ = 200_000
"""So many bytes of a delivery report are looked at."""

FOR_GOOD, FOR_NOW = 2, 1
"""What a letter adds to its address's score that came back for good (5.x.x), or that was given up after a while (4.x.x)."""


def note_bounce(desk: Desk, books: Books, row: LetterInRow) -> None:
    """A delivery report: the letters that it names count as not sent, and against their address.

    That a letter is delayed is no failure, and a letter counts once, however often it comes back.  The Message-ID names
    it: nobody who has not had the letter can know it.
    """
    text = row.raw[:READ].decode("latin-1")
    status = STATUS.search(text)
    if status is None or status[1] == "2" or DELAYED.search(text):
        return
    points = FOR_GOOD if status[1] == "5" else FOR_NOW
    for found in dict.fromkeys(OUR_ID.findall(text)):
        sent = books.letters_out.by_message_id(found)
        if sent is None or sent.bounced >= points:
            continue
        more, sent.bounced = points - sent.bounced, points
        books.letters_out.mark(sent, "failed", "it was returned to us", desk.clock.now())
        if sent.side != "gm":
            tell_undelivered(desk, books, sent.game, key_of(sent.id), f"{sent.to}: {sent.subject}: returned")
        count_against(desk, books, sent.game, sent.to, more)


def count_against(desk: Desk, books: Books, game: str, address: str, points: int) -> None:
    """Add to an address's score; from 5 on nothing more is sent there, and the GM is told."""
    now = desk.clock.now()
    if not books.addresses.score(address, points, now):
        return
    why = "letters to it keep coming back; nothing more is sent there"
    faults.note(desk, books, "player", address.lower(), why, game)
    text = (
        f"Letters to {address} keep coming back (score {STOPS_AT} and more), so nothing more is sent there: what is written "
        "to it waits.  The player must be reached in another way."
    )
    ways = [
        "",
        "When it works again:",
        f"  pbem gm resume {address}",
        "If he has another one:",
        "  pbem gm address GAME SIDE ADDRESS",
        "",
    ]
    head = f"{f'[{game}] ' if game else ''}nothing more is sent to {address}"
    draft = Draft("stopped", f"{address.lower()}.{time_text(now)}", head, "\n".join([*wrap(text, WIDTH), *ways]))
    outgoing.to_gm(desk, books, books.games.find(game), draft)


def tell_undelivered(desk: Desk, books: Books, game: str, number: int, why: str) -> None:
    """The GM is told of a letter of ours that nobody gets."""
    faults.note(desk, books, "mail", str(number), why, game)
    text = "\n".join(wrap(f"A letter could not be delivered.  {why}", WIDTH)) + "\n"
    bracket = f"[{game}] " if game else ""
    draft = Draft("undelivered", str(number), f"{bracket}undelivered letter", text)
    outgoing.to_gm(desk, books, books.games.find(game), draft)
