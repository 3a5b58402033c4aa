"""Deadlines as calendar entries in a player's letters, for who asks for them (``calendar``).

Each stop has one entry.  It moves with the deadline, and is cancelled when the player's orders are in, the game is paused,
or the game waits for nothing any more.  The sequence number is that of the game's newest record, as in the published calendar.
"""

from pbem.desk.desk import Desk
from pbem.desk.record.chain import newest_seq
from pbem.reports.calendar import Deadline, calendar
from pbem.reports.letter_style import translate
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow

Files = tuple[tuple[str, bytes], ...]
WITHOUT = ("answer", "error", "invitation", "welcome", "proposal")
"""Kinds of letters that move no deadline and answer none."""


def uid_of(game: GameRow, row: PhaseRow, host: str) -> str:
    """The name of a stop's entry: the same in letters and in the published calendar."""
    return f"{game.name}-{game.branch}-{row.n}@{host}"


def enclosed(desk: Desk, books: Books, game: GameRow, player: PlayerRow, kind: str, wants: bool) -> Files:
    """The entry that goes with a letter of this kind to a player; nothing for who does not want any."""
    if not wants or kind in WITHOUT:
        return ()
    return _file(desk, books, game, player, answered=kind == "receipt")


def now(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> Files:
    """The entry of the deadline that the player has now, as they ask for it."""
    return _file(desk, books, game, player, answered=False)


def answer_request(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> str:
    """The remark with an entry that was asked for once."""
    if now(desk, books, game, player):
        return translate("Open the attached file {file} to put your deadline into your calendar.", file=_name(game))
    return translate("Nothing is due from you now, so there is no deadline for your calendar.")


def _name(game: GameRow) -> str:
    return f"{game.name}-deadline.ics"


def _file(desk: Desk, books: Books, game: GameRow, player: PlayerRow, *, answered: bool) -> Files:
    row = books.phases.open(game)
    if row is None or row.due is None or player.side not in row.waiting_for.split(","):
        return ()
    is_in = _is_ready(books, game, row, player.side) or (answered and row.is_question)
    if answered and not is_in:
        return ()  # orders that may still be changed move nothing
    card = desk.title(game.title).teller
    one = Deadline(
        uid=uid_of(game, row, desk.house.host),
        sequence=newest_seq(books, game),
        title=f"{game.name}: {card.phase_title(row.phase)}",
        what=translate("We are waiting for your answer.")
        if row.is_question
        else translate("We are waiting for your orders."),
        due=row.due,
        changed=desk.clock.now(),
        is_off=is_in or game.state != "open",
    )
    return ((_name(game), calendar(game.name, [one])),)


def _is_ready(books: Books, game: GameRow, row: PhaseRow, side: str) -> bool:
    filed = books.submissions.latest(game, side, row.phase)
    return filed is not None and filed.state == "filed" and filed.ready in ("ready", "pass")
