"""The first letter: the welcome, and in it whatever else its player is sent in the same moment, a report and a question.

The report and the question stay letters on record, under keys of their own; only they are not mailed twice.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.desk.desk import Desk
from pbem.desk.orders.sharing import readers
from pbem.mail.compose import Enclosure, compose, opened
from pbem.reports.aloud import MARK
from pbem.reports.answer_html import readdressed, words_of
from pbem.reports.report import REPLY_MARK
from pbem.store.database import Books
from pbem.store.letters_out import IN_WELCOME, welcome_of
from pbem.store.tables import GameRow, LetterOutRow

HEAD = re.compile(r"^[^ |\n].* -{3,}$", re.M)
"""A heading of the welcome."""
SEAL = "\n  pbem seal "
"""Begins the seal of the welcome; the report has the same one, or a later one."""
BEGIN, END = "<!-- letter -->\n", "\n<!-- end of letter -->"
"""The marks before and behind the words of a letter in its HTML."""
INSIDE = ("question", "report")
"""Kinds of letters that stand in the welcome, in this sequence."""
HAS_ALL = "with the first report in it"
"""The note of a welcome that has them."""


def fold(desk: Desk, books: Books, game: GameRow, wanted: Sequence[str]) -> None:
    """Put what the players are sent with their welcome into it, if that has not gone out.  Something is `wanted` of these
    sides now: the subject says what."""
    people = {
        player.side if seat is None else f"{player.side}/{seat.number}": (player.side, reader.address)
        for player in books.players.of(game)
        for reader, seat in readers(books, game, player)
    }
    welcomes = books.letters_out.new_under([welcome_of(game.name, whose) for whose in people])  # almost always none
    for whose, (side, address) in people.items():
        welcome = welcomes.get(welcome_of(game.name, whose))
        if welcome is not None:
            unsent = books.letters_out.unsent_to(game.name, side, address)
            others = [one for one in unsent if one.kind in INSIDE and one.key.endswith(f"/{whose}")]
            if others and all(one.state == "new" for one in others):
                others.sort(key=lambda one: INSIDE.index(one.kind))
                _fold(desk, books, welcome, others, is_wanted=side in wanted)


def _fold(desk: Desk, books: Books, welcome: LetterOutRow, others: Sequence[LetterOutRow], *, is_wanted: bool) -> None:
    """The welcome with the others in it; a reply to it answers the first of them, and where something is wanted the subject
    is that one's."""
    letters = [opened(one.raw) for one in (welcome, *others)]
    first, html = letters[1], _html([one.html for one in letters])
    enclosed: dict[str, Enclosure] = {}
    for file in (each for letter in letters for each in letter.enclosures):
        enclosed.setdefault(file.name, file)  # what has the name of another is a part of it: records since the welcome
    made = replace(
        letters[0],
        subject=others[0].subject if is_wanted else welcome.subject,
        text=_text(welcome.text, [one.text for one in others]),
        html=readdressed(html, letters[0].reply_to, first.reply_to),
        picture=next((one.picture for one in letters if one.picture is not None), None) if html else None,
        enclosures=tuple(enclosed.values()),
        reply_to=first.reply_to,
        pbem=first.pbem,
    )
    welcome.subject, welcome.text, welcome.raw = made.subject, made.text, compose(made)
    welcome.shown = words_of(made.html) if made.html else ""
    books.letters_out.mark(welcome, "new", HAS_ALL, desk.clock.now())
    for one in others:
        books.letters_out.mark(one, "sent", IN_WELCOME, desk.clock.now())


def _text(welcome: str, others: Sequence[str]) -> str:
    """The welcome up to the first thing to do, the others, and the rest of the welcome."""
    mark, above = next(
        ((one, welcome.removeprefix(one)) for one in (REPLY_MARK, MARK) if welcome.startswith(one)), ("", welcome)
    )
    above, below = parted(above.partition(SEAL)[0].strip("\n"))
    inner = [one.removeprefix(REPLY_MARK).removeprefix(MARK).strip("\n") for one in others]
    return "\n\n".join(filter(None, (mark, above, *inner, below))) + "\n"


def parted(welcome: str) -> tuple[str, str]:
    """A welcome in two: its players and the first thing to do, and what is for later."""
    heads = [found.start() for found in HEAD.finditer(welcome)]
    if len(heads) < 2:
        return welcome.strip("\n"), ""
    # The sentence before the second heading is about what follows it.
    cut = welcome.rfind("\n\n", 0, welcome.rfind("\n\n", 0, heads[1]))
    return welcome[:cut].strip("\n"), welcome[cut:].strip("\n")


def _html(pages: Sequence[str]) -> str:
    """One page with the words of all, in the frame of the second; "" where one of them has none."""
    if not all(BEGIN in one and END in one for one in pages):
        return ""
    before, _, after = pages[1].partition(BEGIN)
    words = [one.partition(BEGIN)[2].partition(END)[0] for one in pages]
    return "".join([before, BEGIN, "\n".join(words), END, after.partition(END)[2]])
