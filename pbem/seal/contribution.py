"""Each player's contribution to the dice: a salted digest of their orders (docs/trust.md, 5)."""

from collections.abc import Sequence

from pbem.core.canonical import canon
from pbem.seal.tags import MAIN, ZEROS, mac, tagged


def order_salt(salt_key: bytes, player: str, phase: str, number: int, branch: str = MAIN) -> bytes:
    """The salt of `player`'s accepted letter `number` (1 is the first) for `phase`: 32 bytes, for the owner's receipt.

    `player` is a side's code (``US``).  It hangs on the number of the letter, not of the record, so nobody can slip in
    records until the dice suit them.  On another branch than `main` numbers come again, and the branch is salt too: else
    equal digests would tell that the orders are the old ones.
    """
    if number < 1:
        raise ValueError(f"accepted letters count from 1, found {number}")
    path = f"orders/{player}/{phase}"
    return mac(salt_key, "salt", canon([path, number] if branch == MAIN else [path, number, branch]))


def contribution(salt: bytes, game: str, player: str, phase: str, orders: Sequence[str], nonce: str = "") -> str:
    """The digest of the orders on file after a letter, in hex: canonical lines in the sequence that the receipt prints.

    `nonce` is the text of the player's ``nonce:`` line, "" without one.  Raises NotCanonical if a text is not NFC.
    """
    fields = {"game": game, "player": player, "phase": phase, "orders": list(orders), "nonce": nonce}
    return tagged("orders", salt, canon(fields)).hex()


def silent(game: str, player: str, adj: int, last: str = ZEROS) -> str:
    """The contribution of a player without orders on file, in hex; `last` is their contribution before (64 zeros if none)."""
    return tagged("silent", canon({"game": game, "player": player, "adj": adj, "last": last})).hex()
