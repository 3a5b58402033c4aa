"""Texts to compare a player's letter with: our letters that it may quote, and the orders that the player wrote before."""

from collections.abc import Sequence

from pbem.store.database import Books
from pbem.store.tables import GameRow


def orders_written(books: Books, game: GameRow, side: str) -> tuple[str, ...]:
    """The orders of a side, those too that were undone or withdrawn since: our letters list them, and they may be written
    again."""
    games = books.undone.with_undone(game)
    standing = (row.text for one in games for row in books.standing.all(one, side))
    return (*books.submissions.written(games, side), *standing)


def letters_that_may_be_quoted(books: Books, game: str, side: str, answers: Sequence[str]) -> tuple[str, ...]:
    """The texts of our letters that a letter of a side (or of a GM) says it answers, and of the last ones to it."""
    last = books.letters_out.last_to(game, side)
    known = {row.message_id: row for row in last}
    named = (known.get(one) or books.letters_out.by_message_id(one) for one in answers)
    answered = [row for row in named if row is not None and row.game == game and row.side == side]
    texts = (text for row in (*answered, *last) for text in (row.text, row.shown) if text)
    return tuple(dict.fromkeys(texts))
