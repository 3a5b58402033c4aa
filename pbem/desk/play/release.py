"""A game that was held goes on in the state in which it was before."""

from pbem.store.database import Books
from pbem.store.letters_out import welcome_of
from pbem.store.tables import GameRow


def release(books: Books, game: GameRow) -> None:
    """Let a held game go on as it was: paused, invited to, or at play."""
    state = "paused" if game.paused_since is not None else "invited" if was_invited(books, game) else "open"
    books.games.release(game, state)


def was_invited(books: Books, game: GameRow) -> bool:
    """True if a held game has not begun: its players were invited, and nobody was welcomed yet."""
    last = books.records.last(game)
    people = [one for one in books.players.of(game) if one.address]
    is_welcomed = any(books.letters_out.find(welcome_of(game.name, one.side)) is not None for one in people)
    return last is not None and last.seq == 0 and bool(people) and not is_welcomed
