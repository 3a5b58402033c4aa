"""The check that a position read from the store is the one that was stored, by the state hash that was written with it."""

from collections.abc import Callable
from functools import lru_cache

from pbem.desk.desk import Desk, read_json
from pbem.desk.title import MOST_POSITIONS, Title, position
from pbem.seal.state import state_hash
from pbem.store.database import Books
from pbem.store.tables import GameRow


class StateDiffers(Exception):
    """A state that was read back from its checkpoint is not the state that was written.  Holds the game; nothing is mailed."""


def check_state(desk: Desk, books: Books, game: GameRow) -> None:
    """Look at the newest checkpoint of a game.  Raises StateDiffers, and whatever reading a position raises.

    The hash of a state that hides facts is salted by the number of its record; a state of such a game that no record tells
    of (a phase that asked and rolled nothing led to it) is not looked at.
    """
    kept = books.checkpoints.last(game)
    where: tuple[int, str] | None = (0, game.branch)
    if desk.title(game.title).system.hidden(desk.position(books, game)):
        where = _recorded_at(books, game, kept.state_hash)
    if where is None:
        return
    salt_key = books.secrets.get(game.name, "salt key")
    found = _hash(desk.title, game.title, kept.state, salt_key, *where)
    if found != kept.state_hash:
        raise StateDiffers(
            f"checkpoint {kept.n}: the state hash is {kept.state_hash[:12]}, that of the stored state is {found[:12]}"
        )


def stored_hash(desk: Desk, books: Books, game: GameRow, text: str, seq: int) -> str:
    """The state hash, as record `seq` carries it, of the position that a checkpoint's text tells."""
    is_salted = bool(desk.title(game.title).system.hidden(position(desk.title, game.title, text)))
    salt_key = books.secrets.get(game.name, "salt key")
    return _hash(desk.title, game.title, text, salt_key, seq if is_salted else 0, game.branch)


@lru_cache(maxsize=MOST_POSITIONS)
def _hash(titles: Callable[[str], Title], title: str, text: str, salt_key: bytes, seq: int, branch: str) -> str:
    system, state = titles(title).system, position(titles, title, text)
    return state_hash(system.public(state), system.hidden(state), salt_key, seq, branch)


def _recorded_at(books: Books, game: GameRow, wanted: str) -> tuple[int, str] | None:
    for row in books.records.newest_first(game):
        body = read_json(row.body)["body"]
        if wanted in (body.get("state"), body.get("after")):
            return row.seq, row.branch
    return None
