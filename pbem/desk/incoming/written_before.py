"""Texts to compare a player's letter with: our letters that it may quote, and the orders that the player wrote before."""

from collections.abc import Sequence

from pbem.desk.incoming.reader import Reader
from pbem.desk.orders.unread import kept
from pbem.mail.quotes import parted_by_dashes
from pbem.store.database import Books
from pbem.store.tables import GameRow

TALKED_BEFORE = 12
"""Letters whose lines that were not read may be written again: as many as are compared."""
SIGNED_BEFORE = 3
"""Letters that are looked at for the signature of their writer."""


def orders_written(books: Books, game: GameRow, side: str) -> tuple[str, ...]:
    """The orders of a side, those too that were undone or withdrawn since, and lines that were not read as such: our letters
    list them, and they may be written again."""
    games = books.undone.with_undone(game)
    standing = (row.text for one in games for row in books.standing.all(one, side))
    chat = (line.text for row in books.letters_in.last_taken(game.name, side, TALKED_BEFORE) for line in kept(row))
    return (*books.submissions.written(games, side), *standing, *chat)


def letters_that_may_be_quoted(books: Books, game: str, side: str, answers: Sequence[str]) -> tuple[str, ...]:
    """The texts of our letters that a letter of a side (or of a GM) says it answers, and of the last ones to it."""
    last = books.letters_out.last_to(game, side)
    known = {row.message_id: row for row in last}
    named = (known.get(one) or books.letters_out.by_message_id(one) for one in answers)
    answered = [row for row in named if row is not None and row.game == game and row.side == side]
    texts = (text for row in (*answered, *last) for text in (row.text, row.shown) if text)
    return tuple(dict.fromkeys(texts))


def signature_before(reader: Reader, books: Books, game: str, side: str, body: str) -> frozenset[str]:
    """The lines below the mark of a signature in the last letters of a side that say something else above it than one with
    this body does: none where that has no such mark itself."""
    above, below = parted_by_dashes(body)
    last = books.letters_in.last_taken(game, side, SIGNED_BEFORE) if below else ()
    parted = [parted_by_dashes(reader.letter(row.raw).body) for row in last if row.raw]
    return frozenset(line for others, lines in parted if others != above for line in lines)
