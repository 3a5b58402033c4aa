"""Reading incoming letters in order of arrival, so that each finds its game as it stood then."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pbem.desk.desk import Desk
from pbem.desk.incoming.intake import Taken, take
from pbem.desk.play.advance import advance, advance_in
from pbem.desk.play.deadlines import pass_game
from pbem.store.database import Books

Takes = Callable[[Desk, int], Taken]


def take_and_play(desk: Desk, number: int) -> Taken:
    """Deal with one letter and play its game on in one transaction; the game where it must still be advanced."""
    return take(desk, number, _play)


def _play(desk: Desk, books: Books, name: str) -> bool:
    return advance_in(desk, books, name).owed


def read_letters(
    desk: Desk, looked: datetime | None, numbers: Sequence[int] | None = None, *, by: Takes = take_and_play
) -> None:
    """Read every letter that is stored and unread (of `numbers`, where they are given), and play its game on.

    `by` is who deals with a letter; where that is done apart, the game is played on afterwards.

    A letter that arrived after its game's deadline is read once that deadline has been enforced; where that cannot be yet
    (`looked` says when the mailbox was last known to be empty) it stays unread for now.
    """
    if numbers is None:
        with desk.store.read() as books:
            numbers = books.letters_in.new()
    for number in numbers:
        read_letter(desk, number, looked, by=by)


def read_letter(desk: Desk, number: int, looked: datetime | None = None, *, by: Takes = take_and_play) -> None:
    """Read one letter that is stored, and play its game on."""
    taken = by(desk, number)
    if taken.state == "new":
        if not pass_game(desk, taken.game, looked):
            return
        advance(desk, taken.game)
        taken = by(desk, number)
    if taken.game and taken.state != "new":
        advance(desk, taken.game)
