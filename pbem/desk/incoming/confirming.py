"""Commands with serious effects: nothing happens before ``confirm CODE``, with a code that went to the registered address."""

import re
from datetime import timedelta

from pbem.core.dice import mac
from pbem.desk.desk import Desk
from pbem.desk.games import succession
from pbem.desk.games.ending import agree_to_draw, resign
from pbem.desk.games.proposals import accepted
from pbem.desk.games.succession import LEAVE, asked_alone
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import phrases_for, wrong_address
from pbem.desk.play.deadlines import reached_again
from pbem.mail.address import order_key
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import ConfirmationRow, GameRow, PlayerRow, SeatRow

WITHIN = timedelta(days=7)
"""The time for which a code is valid."""
NO_WINNER = (
    "A game of more than two sides does not end when one gives up.  Ask the GM for somebody to take over your side:   "
    "press gm: ...   , or offer everybody a draw:   offer draw   .  Nothing was changed."
)


def ask_for(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    letter_id: int,
    what: str,
    value: str = "",
    seat: SeatRow | None = None,
) -> str:
    """Store a command until it is confirmed; the answer with its code, which goes only to the registered address."""
    problem = bad_address(books, game, player, value) if what == "address" else ""
    if what == "resign" and not phrases_for(books, game).is_pair:
        problem = NO_WINNER
    if what == LEAVE:
        if not books.seats.sharing(game, player.side):
            return asked_alone(desk, books, game, player, letter_id)
        value = _number(seat)
    if problem:
        return problem
    code = _code(books, game, player, what, str(letter_id))
    game_id = key_of(game.id)
    now = desk.clock.now()
    books.confirmations.add(
        ConfirmationRow(game_id=game_id, side=player.side, code=code, what=what, value=value, made=now)
    )
    meaning = {
        "resign": "You asked to resign.  That ends the game, and the other side wins.",
        "draw": phrases_for(books, game).of(
            "You asked to accept the draw.  That ends the game.",
            "You asked to accept the draw.  The game ends in a draw when everybody has accepted.",
        ),
        "address": f"You asked us to send your letters to {value}, and to take yours from there.",
        LEAVE: succession.meaning(desk, books, game, player, seat) if what == LEAVE else "",
    }[what]
    how = f"{meaning}  To confirm it, answer this letter within {WITHIN.days} days with the line"
    return f"{how}\n\n  | confirm {code}\n\nNothing has changed so far."


def _number(seat: SeatRow | None) -> str:
    return str(seat.number) if seat is not None else "0"


def _may_confirm(row: ConfirmationRow | None, seat: SeatRow | None) -> bool:
    """True if what waits is for this person of a side to confirm: all but somebody else's leaving is the chief's."""
    if row is None:
        return False
    return row.value == _number(seat) if row.what == LEAVE else seat is None


def _code(books: Books, game: GameRow, player: PlayerRow, what: str, letter: str) -> str:
    """The code of what a letter asked for."""
    secret = books.secrets.get(game.name, "order secret")
    return order_key(mac(secret, "order", f"{game.name}|{player.side}|confirm {what}|{letter}".encode()))


ANSWER = re.compile(r"\d+\.a(\d+)(?:\.\d+)?")
"""The report name of an answer to a letter."""


def confirm(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    code: str,
    report: str = "",
    seat: SeatRow | None = None,
) -> str:
    """Carry out the command that waits under a code; returns what was done, or why nothing was.

    Without a code (``Yes, I confirm.``) it is the command that the letter of ours put which this one answers: its key went to
    the registered address, as the code did.  `report` is what that letter was as a report, `seat` the commander's who writes.
    """
    if not code:
        fits = _asked_in(books, game, player, report, seat)
        if len(fits) != 1:
            return _which(books, game, player, seat)
        code = fits[0]
    row = books.confirmations.find(game, player.side, code)
    if row is None or not _may_confirm(row, seat):
        text = f"No command of yours is waiting for the code {code}: it was used already, or replaced by another."
        return f"{text}\n\n{_which(books, game, player, seat)}"
    made, what, value = row.made, row.what, row.value
    books.confirmations.done(row)
    if made + WITHIN < desk.clock.now():
        return f"The code {code} is older than {WITHIN.days} days.  Send the command again, and you get a new one."
    match what:
        case "resign":
            resign(desk, books, game, player)
            return "You have resigned; the game is over, and both of you have been told."
        case succession.LEAVE:
            return succession.leave(desk, books, game, player, seat)
        case "draw":
            agreed = accepted(desk, books, game, player)
            if agreed is None:
                return "The draw that you wanted to accept is no longer offered.  Nothing was changed."
            if not agreed:
                return "You have accepted the draw.  The game is drawn when the others have too; it goes on meanwhile."
            agree_to_draw(desk, books, game)
            both = phrases_for(books, game).both
            return f"The draw is agreed; the game is over, and {both} of you have been told."
        case _:
            problem = bad_address(books, game, player, value)
            if problem:
                return problem
            move_to(desk, books, game, player, value)
            return f"From now on we write to {value}, and accept your orders from that address only."


MEANS = {
    "resign": "to resign",
    "draw": "to accept the draw",
    "address": "the new address {value}",
    LEAVE: "to leave your side",
}


def _asked_in(books: Books, game: GameRow, player: PlayerRow, report: str, seat: SeatRow | None) -> list[str]:
    """The codes of the commands that wait since the letter of ours that was this report, and that this person may confirm."""
    answered = ANSWER.fullmatch(report)
    codes = [_code(books, game, player, what, answered[1]) for what in MEANS] if answered is not None else []
    return [one for one in codes if _may_confirm(books.confirmations.find(game, player.side, one), seat)]


def still_waits(books: Books, game: GameRow, player: PlayerRow, report: str, seat: SeatRow | None) -> str:
    """The reminder of what waits since the letter of ours that was answered in words we can't read; "" where nothing does."""
    return _which(books, game, player, seat) if _asked_in(books, game, player, report, seat) else ""


def _which(books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None) -> str:
    """The commands that wait to be confirmed, and the line that does it, as the letters that asked for it have it."""
    texts = [one.text for one in books.letters_out.last_to(game.name, player.side, LOOKED_AT)]
    codes = dict.fromkeys(code for text in texts for code in ASKED.findall(text))
    rows = [(code, books.confirmations.find(game, player.side, code)) for code in codes]
    lines = [
        f"  | confirm {code}\n      {MEANS[row.what].format(value=row.value)}"
        for code, row in rows
        if row is not None and _may_confirm(row, seat)
    ]
    if not lines:
        return "Nothing of yours is waiting for confirmation.  Nothing was changed."
    return "\n".join(["Nothing was changed.  This is waiting for your confirmation; answer with its line:", "", *lines])


LOOKED_AT = 200
"""So many of the last letters to a side are looked through for codes that wait."""
ASKED = re.compile(r"^  \| confirm (\S+)$", re.MULTILINE)


def move_to(desk: Desk, books: Books, game: GameRow, player: PlayerRow, address: str) -> None:
    """Register a player's new address, and tell the old address and the GM."""
    old, player.address = player.address, address
    unreachable = books.addresses.find(old)
    if unreachable is not None and unreachable.stopped is not None:
        reached_again(desk, books, address, unreachable.stopped)
    text = (
        f"From now on letters to {player.name} ({player.code}) go to {address}, and we accept orders from there only.  If "
        f"this is not right, the GM ({game.gm_address}) can change it back."
    )
    label = f"{player.side}.{address.lower()}.{time_text(desk.clock.now())}"
    draft = Draft("moved", label, f"[{game.name}] new address of {player.code}", "\n".join(wrap(text, WIDTH)) + "\n")
    post.to_gm(desk, books, game, draft)
    post.to_address(desk, books, game, old, draft)


def bad_address(books: Books, game: GameRow, player: PlayerRow, address: str) -> str:
    """Why an address cannot be a player's, "" if it can."""
    if not address.isascii() or wrong_address(address):
        return f"We can't write to {address}: expected one such as kate@mail.example."
    if address.lower() == player.address.lower():
        return f"{address} is your address already; nothing was changed."
    if any(one.address.lower() == address.lower() for one in books.players.of(game)):
        return f"{address} is registered for another side of this game; nothing was changed."
    if any(one.number and one.address.lower() == address.lower() for one in books.seats.of(game)):
        return f"{address} is registered for a commander of this game; nothing was changed."
    return ""
