"""How a letter would be read now, line by line; nothing is filed."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.campaign.desk import Desk, read_json
from pbem.campaign.play import present
from pbem.campaign.words import to_rehearse
from pbem.campaign.written_before import own_lines
from pbem.orders.rehearsal import LineVerdict
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, LetterInRow, PlayerRow


def judged(desk: Desk, books: Books, game: GameRow, player: PlayerRow, row: LetterInRow) -> Sequence[LineVerdict]:
    """The lines of a stored letter as the rules judge them on the present position."""
    letter = desk.reader.letter(row.raw)
    read = own_lines(
        desk, books, game, player.side, letter.words, sheet=letter.sheet, typed=letter.typed, cut=letter.cut
    )
    return judged_lines(desk, books, game, player, "\n".join(one.text for one in read.lines))


def judged_lines(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> Sequence[LineVerdict]:
    """Lines of orders as the rules judge them on the present position; () where the game is over."""
    now = present(desk, books, game)
    if now is None:
        return ()
    newest = books.keys.newest(game, player.side)
    told = books.keys.stacks(newest) if newest is not None and key_of(newest.id) else ""
    stacks = {letter: tuple(names) for letter, names in read_json(told).items()} if told else {}
    asked = replace(to_rehearse(desk, books, game, player, now, stacks), words=words)
    return desk.reader.rehearsal(asked).lines
