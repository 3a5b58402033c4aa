"""The step of the ladder that an adjudication takes, and the dice of adjudications that are on record (docs/trust.md, 5)."""

from pbem.core.dice import Dice, KeyedDice
from pbem.desk.desk import LADDER, Desk, read_json
from pbem.seal.ladder import extra_in, roll_key
from pbem.store.database import Books
from pbem.store.records import ANCHORS
from pbem.store.tables import GameRow


def step_of(desk: Desk, books: Books, game: GameRow, adj: int) -> bytes:
    """The seed of adjudication `adj`, which has not been taken yet.  Raises LadderSpent.

    Adjudications are counted through the whole game; a ladder begins after the last that had its seed from another.
    """
    row = books.records.last_of_types(game, ANCHORS)
    if row is None:
        return desk.ladder(books, game).step(adj)
    before: int = read_json(row.body)["body"]["after_adj"]
    return desk.ladder(books, game, ladder_name(row.branch, row.seq)).step(adj - before)


def ladder_name(branch: str, seq: int) -> str:
    """The name of the secret of a ladder that record `seq` begins."""
    return f"{LADDER} {branch} {seq}"


def dice_on_record(books: Books, game: GameRow, seq: int) -> Dice:
    """The dice that record `seq` was adjudicated with, whichever ladder and branch they are of."""
    record = read_json(books.records.at(game, seq).body)
    body = record["body"]
    seed, extra = bytes.fromhex(body["seed"]), extra_in(body)
    key = roll_key(seed, record["game"], record["branch"], body["adj"], body["contrib"], extra)
    return KeyedDice(key)
