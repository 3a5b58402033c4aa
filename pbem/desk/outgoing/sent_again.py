"""Letters to a side that are sent again: to whom, and which of them can be."""

from collections.abc import Iterable, Sequence

from pbem.store.database import Books
from pbem.store.letters_out import HELD, UNSENT
from pbem.store.tables import GameRow, LetterOutRow, PlayerRow


def can_go_again(row: LetterOutRow) -> bool:
    """Whether a letter is whole: it does not wait for a template, and its bytes were not freed (`pbem archive --sent`)."""
    return row.state != HELD and bool(row.raw)


def send_again(books: Books, game: GameRow, player: PlayerRow, rows: Iterable[LetterOutRow]) -> Sequence[LetterOutRow]:
    """Send letters to a side again, under their Message-IDs: a mail program that has one shows it once.

    The player's own go to where he is registered now, be it that another player had them; copies go to those who still share
    the side.  One that has not gone yet is left to go.  Gives the player's own.
    """
    sharing = {seat.address.lower() for seat in books.seats.sharing(game, player.side)}
    own = []
    for row in filter(can_go_again, rows):
        is_own = row.key.endswith(f"/{player.side}")
        to = player.address if is_own else row.to
        if is_own:
            own.append(row)
        if (is_own or to.lower() in sharing) and (row.state not in UNSENT or row.to != to):
            books.letters_out.again(row, to)
    return own
