"""A letter that passed the gate, and the result of submitting it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.desk.incoming.unread_text import Elsewhere
from pbem.desk.orders.unread import LineNotRead
from pbem.store.tables import OrderKeyRow, SeatRow


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
