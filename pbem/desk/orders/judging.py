"""A letter read again now, line by line, without filing anything."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.desk.desk import Desk
from pbem.desk.incoming.incoming import letters_that_may_be_quoted
from pbem.desk.incoming.letter_requests import to_rehearse
from pbem.desk.incoming.reader import LetterText, ToRehearse
from pbem.desk.play.play import present
from pbem.orders.lines import OwnLine, in_sequence
from pbem.orders.rehearsal import LineVerdict, RehearsalResult
from pbem.store.database import Books
from pbem.store.tables import GameRow, LetterInRow, PlayerRow


def judged(desk: Desk, books: Books, game: GameRow, player: PlayerRow, row: LetterInRow) -> Sequence[LineVerdict]:
    """The lines of a stored letter as the rules judge them on the present position."""
    letter = desk.reader.letter(row.raw)
    sent = letters_that_may_be_quoted(books, game.name, player.side, letter.answers)
    now = present(desk, books, game)
    if now is None:
        return ()
    asked = to_rehearse(desk, books, game, player, now, books.keys.newest(game, player.side))
    read = desk.reader.whole(asked, LetterText(letter.body, sent), judges=False).read
    return judged_alone(desk, asked, read.lines).lines


def judged_lines(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, lines: Sequence[OwnLine]
) -> Sequence[LineVerdict]:
    """Lines of orders as the rules judge them on the present position; () if the game is over."""
    now = present(desk, books, game)
    if now is None:
        return ()
    asked = to_rehearse(desk, books, game, player, now, books.keys.newest(game, player.side))
    return judged_alone(desk, asked, lines).lines


def judged_alone(desk: Desk, asked: ToRehearse, lines: Sequence[OwnLine]) -> RehearsalResult:
    """Lines as the rules judge them where nothing else is on file."""
    return desk.reader.rehearsal(replace(asked, lines=desk.reader.parsed(asked, in_sequence(lines))))
