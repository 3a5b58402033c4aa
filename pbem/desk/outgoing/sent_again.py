"""Letters to a side that are sent again: to whom, and which of them can be."""

from collections.abc import Iterable, Sequence

from pbem.store.database import Books
from pbem.store.letters_out import HELD, UNSENT
from pbem.store.tables import LetterOutRow, PlayerRow, SeatRow


def can_go_again(row: LetterOutRow) -> bool:
    """True if a letter is whole: it does not wait for a template, and its bytes were not freed (`pbem archive --sent`)."""
    return row.state != HELD and bool(row.raw)


def send_again(
    books: Books, player: PlayerRow, rows: Iterable[LetterOutRow], seat: SeatRow | None = None
) -> Sequence[LetterOutRow]:
    """Send letters to a player, or to a commander in a seat, again, under their Message-IDs: a mail program that has one shows
    it once.

    They go to where that person is registered now, be it that another had them.  One that has not gone yet is left to go.
    """
    own, to = [], seat.address if seat is not None else player.address
    for row in filter(can_go_again, rows):
        # Copies from before commanders had letters of their own are told by whom they went to.
        is_own = row.key.endswith(f"/{player.side}") if seat is None else row.to.lower() == seat.address.lower()
        if is_own:
            own.append(row)
            if row.state not in UNSENT or row.to != to:
                books.letters_out.again(row, to)
    return own
