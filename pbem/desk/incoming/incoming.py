"""A letter that passed the gate, the texts it is compared with, and the result of submitting it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.desk.incoming.reader import Reader
from pbem.desk.incoming.unread_text import Elsewhere
from pbem.desk.orders.unread import LineNotRead, kept
from pbem.mail.quotes import parted_by_dashes
from pbem.store.database import Books
from pbem.store.tables import GameRow, OrderKeyRow, SeatRow


@dataclass(frozen=True)
class Incoming:
    """A letter that passed the gate: the player's own words, the key that it answers, and where its answer belongs.

    `again` counts how often it was read before; `seat` is the commander's seat that it is from, None for the side's player.
    `body` is all of its text; `answers` are the Message-IDs of letters that it may quote; `elsewhere` is where orders may
    stand if its own words have none; `unread` names files that came with it and are not read, `texts` its text files, one of
    which may be; `files` are the lines of files that it passes on.  `holds`: what it lets run is known to hold its game.
    """

    letter_id: int
    words: str
    key: OrderKeyRow
    arrived: datetime
    message_id: str = ""
    body: str = ""
    files: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    elsewhere: Callable[[], Sequence[Elsewhere]] = tuple
    unread: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    again: int = 0
    holds: bool = False
    seat: SeatRow | None = None

    @property
    def seat_number(self) -> int:
        """The number of its writer's seat, 0 for the side's player."""
        return self.seat.number if self.seat is not None else 0

    @property
    def label(self) -> str:
        """The label of its answer, unique among letters; a letter that is read again gets another one."""
        return f"{self.letter_id}.{self.again}" if self.again else str(self.letter_id)


@dataclass(frozen=True)
class Submitted:
    """The result of a letter: the key of the answer in the outbox, whether the game should be advanced now, and the
    lines that were not read as orders."""

    answer_key: str
    advance: bool = False
    unread: tuple[LineNotRead, ...] = ()


# Texts to compare a player's letter with: our letters that it may quote, and the orders that the player wrote before.

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
