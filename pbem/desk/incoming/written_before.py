"""A letter's own lines, told from what it repeats of ours; orders that the player wrote before may be written again."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.desk.desk import Desk
from pbem.desk.incoming.reader import LetterText
from pbem.mail.quotes import QUOTATIONS, Cut, ends
from pbem.orders.lines import REPEATED, LinesRead
from pbem.store.database import Books
from pbem.store.tables import GameRow


def own_lines(
    desk: Desk,
    books: Books,
    game: GameRow,
    side: str,
    words: str,
    *,
    sheet: Sequence[str] = (),
    typed: int = 0,
    cut: Sequence[Cut] = (),
    answers: Sequence[str] = (),
) -> LinesRead:
    """The player's own lines in the words of a letter; `answers` are the Message-IDs that it names."""
    sent = letters_that_may_be_quoted(books, game.name, side, answers)
    text = LetterText(words, tuple(sent), tuple(sheet), typed, (), ends(cut))
    read = desk.reader.lines(text)
    again = with_earlier_orders(books, game, side, text, read, cut)
    return read if again is None else desk.reader.lines(again)


def with_earlier_orders(
    books: Books, game: GameRow, side: str, text: LetterText, read: LinesRead, cut: Sequence[Cut]
) -> LetterText | None:
    """The letter as it is to be read again, because it repeats lines of ours without a quotation; None if it is not.

    Our letters list the orders of a player, those too that were undone or withdrawn since.  Where he writes them again, they
    are orders and no quotation of ours.
    """
    if all(one.why != REPEATED for one in read.cut) or any(one.why in QUOTATIONS for one in cut):
        return None
    games = books.undone.with_undone(game)
    before = [
        *books.submissions.written(games, side),
        *(row.text for one in games for row in books.standing.all(one, side)),
    ]
    return replace(text, before=tuple(before), broken=())


def letters_that_may_be_quoted(books: Books, game: str, side: str, answers: Sequence[str]) -> Sequence[str]:
    """The texts of our last letters to a side (or to a GM), and of those older ones that its letter says it answers."""
    rows = books.letters_out.last_to(game, side)
    last = [*(row.text for row in rows), *(row.shown for row in rows if row.shown)]
    known = {row.message_id for row in rows}
    named = (books.letters_out.by_message_id(one) for one in answers if one not in known)
    others = [row for row in named if row is not None and row.game == game and row.side == side]
    older = (text for row in others for text in (row.text, row.shown) if text)
    return [*last, *(text for text in dict.fromkeys(older) if text not in last)]
