"""The keys of a GM's letters: what is mailed to them carries one, and their answer under it reads the queue and acts.

A key is a MAC over their address and the day; it is good for five weeks.  What changes something wants a `confirm` besides,
under a code that goes to their registered address.
"""

from datetime import date, timedelta

from pbem.core.dice import mac
from pbem.desk.desk import Desk
from pbem.mail.address import ReplyAddress, order_key
from pbem.store.database import Books
from pbem.store.tables import GameRow

SIDE = "gm"
"""The side in a GM's reply address."""
DESK = "desk"
"""The game name in letters about none; no game may be called so."""
GOOD_DAYS = 35


def gm_addresses(desk: Desk, books: Books, game: str) -> tuple[str, ...]:
    """The addresses of GMs, in lower case: of a game (it may be archived) its GM and those who sit beside
    them, of the desk all of them."""
    named = books.games.find(game) if game not in (DESK, "") else None
    games = books.games.all() if game in (DESK, "") else [named] if named is not None else []
    found = [address.lower() for one in games for _, address in gms_of(books, one)]
    if desk.house.gm_address:
        found.append(desk.house.gm_address.lower())
    return tuple(dict.fromkeys(address for address in found if address))


def gms_of(books: Books, game: GameRow) -> tuple[tuple[str, str], ...]:
    """The GMs of a game, each with name and address: the one who opened it first, then those beside them."""
    beside = [(seat.name, seat.address) for seat in books.seats.of(game) if seat.side == SIDE]
    found = {
        address.lower(): (name, address) for name, address in ((game.gm_name, game.gm_address), *beside) if address
    }
    return tuple(found.values())


def name_of_gm(books: Books, game: GameRow, by: str) -> str:
    """The GM's name for players: their own name, for what is no GM's address that of the game's first GM."""
    names = {address.lower(): name or address for name, address in gms_of(books, game)}
    return names.get(by.lower()) or game.gm_name or game.gm_address


def is_gm(desk: Desk, books: Books, address: str, game: str) -> bool:
    """True if this is the address of a GM of a game; of any, for the desk itself."""
    low = address.lower()
    if game in (DESK, ""):
        return (
            books.games.has_gm(low)
            or low == desk.house.gm_address.lower()
            or any(seat.side == SIDE for seat in books.seats.at_address(low))
        )
    found = books.games.find(game)
    if found is None:
        return False
    return low in [one.lower() for _, one in gms_of(books, found)]


def games_seen(desk: Desk, books: Books, address: str) -> frozenset[str] | None:
    """The games, archived ones too, whose data a GM may see by letter: their own.

    None if they may see all that is at the desk, letters of no game too: the GM of the desk, or who is GM of every game.
    """
    if desk.house.gm_address and address.lower() == desk.house.gm_address.lower():
        return None
    names = [game.name for game in (*books.games.all(), *books.games.archived())]
    mine = frozenset(name for name in names if is_gm(desk, books, address, name))
    return None if mine and len(mine) == len(set(names)) else mine


def key_of_day(books: Books, address: str, day: date) -> str:
    """The key of a GM's letters of a day."""
    secret = books.secrets.get("", "message id key")
    return order_key(mac(secret, "order", f"gm|{address.lower()}|{day.isoformat()}".encode()))


def is_good(desk: Desk, books: Books, game: str, key: str) -> bool:
    """True if a key was mailed to a GM of this game within the last weeks."""
    today = desk.clock.now().date()
    return any(
        key == key_of_day(books, address, today - timedelta(days=ago))
        for address in gm_addresses(desk, books, game)
        for ago in range(-1, GOOD_DAYS)
    )


def reply_address(desk: Desk, books: Books, address: str, game: str) -> str:
    """The GM's reply address for a letter about a game ("" for none)."""
    key = key_of_day(books, address, desk.clock.now().date())
    return str(ReplyAddress(game or DESK, SIDE, key, desk.house.host, desk.house.mailbox))
