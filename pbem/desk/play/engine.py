"""The rules program that a game is played with, as its chain says it."""

from pbem.desk.desk import read_json
from pbem.desk.record.rules_program import Engine
from pbem.store.database import Books
from pbem.store.tables import GameRow


def engine_in_force(books: Books, game: GameRow) -> Engine:
    """The program that the chain of a game says it is played with."""
    row = books.records.last_of_types(game, ("genesis", "engine.change"))
    return engine_of(row.body) if row is not None else ("", "")


def engine_of(record: str) -> Engine:
    """The program that a record names: the genesis of a game, or a change."""
    body = read_json(record)["body"]
    return body["engine"], body["rules"]


def engine_in_words(one: Engine) -> str:
    """``0.1.0, rules 3f2a91c07d1e...``."""
    return f"{one[0]}, rules {one[1][:12]}..."
