"""Visibility: events by side, and games that hide facts."""

from collections.abc import Iterable

from pbem.core.event import Event
from pbem.desk.desk import read_json
from pbem.store.database import Books
from pbem.store.tables import GameRow


def known(events: Iterable[Event], side: str) -> tuple[Event, ...]:
    """The events that a side may know of."""
    return tuple(one for one in events if (sides := one.known_to()) is None or side in sides)


def public(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that everybody may know of."""
    return tuple(one for one in events if one.known_to() is None)


def hides_facts(books: Books, game: GameRow) -> bool:
    """True if a game hides facts, as its first record says: then the answers of its phases stay sealed until its end."""
    return bool(read_json(books.records.at(game, 0).body)["body"].get("hides"))
