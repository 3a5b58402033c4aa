"""The ladder of seeds, players' contributions and the key of one adjudication's dice (docs/trust.md, 5).

``S(i-1) = H("seed", S(i))``: whoever knows a step can go down and never up.  Genesis publishes S(0); adjudication i uses
S(i) and publishes it when it ends.
"""

import hashlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from pbem.core.canonical import canon
from pbem.core.dice import mac

# Tagged hashes: no value of one kind can pass as another (docs/trust.md, 1).

__all__ = ["MAIN", "TAGS", "ZEROS", "mac", "prefix", "tagged"]

TAGS: Final = frozenset(
    {
        *("record", "public", "leaf", "node", "empty", "state"),
        *("seed", "rollkey", "roll", "orders", "silent", "salt", "order", "key", "seal", "deed", "witness", "mask"),
    }
)

MAIN: Final = "main"
"""The branch that every game begins with."""

ZEROS: Final = "0" * 64
"""The hash used where there is no earlier hash: before the genesis record, before a player's first contribution."""


def prefix(tag: str) -> bytes:
    """``pbem/1/<tag>`` and a zero byte.  Raises ValueError for a tag that the scheme does not have."""
    if tag not in TAGS:
        raise ValueError(f"expected one of the tags {', '.join(sorted(TAGS))}; found {tag!r}")
    return b"pbem/1/" + tag.encode() + b"\0"


def tagged(tag: str, *parts: bytes) -> bytes:
    """``H(tag, parts...)``: SHA-256, 32 bytes."""
    found = hashlib.sha256(prefix(tag))
    for part in parts:
        found.update(part)
    return found.digest()


# Each player's contribution to the dice: a salted digest of their orders (docs/trust.md, 5).


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


# The key of one adjudication's dice (docs/trust.md, 5).

NOTHING: Mapping[str, str] = {}


def roll_key(
    step: bytes, game: str, branch: str, adj: int, contrib: Mapping[str, str], extra: Mapping[str, str] = NOTHING
) -> bytes:
    """K, 32 bytes, for `core.dice.KeyedDice`.

    `step` is S(adj); `contrib` the contribution of each player in hex, by side code; `extra` what came in after the orders
    were locked (see `extra_in`).  Nothing that the daemon could vary enters: no time, no head, no record number.
    """
    fields = {"game": game, "branch": branch, "adj": adj, "contrib": dict(contrib), **extra}
    return mac(step, "rollkey", canon(fields))


def extra_in(body: Mapping[str, Any]) -> dict[str, str]:
    """The further inputs of the dice in the body of a `phase.resolved`, beside seed and contributions: ``{"witness": value}``,
    the witness's step; ``{"beacon": value}``; nothing in mode `sealed`, and where the witness was silent."""
    fields = {name: body[name].get("value") for name in ("witness", "beacon") if name in body}
    return {name: value for name, value in fields.items() if value is not None}


LENGTH: Final = 4096
"""Steps of a campaign's ladder: an extreme game of one adjudication a phase took about 1,070."""

STRIDE: Final = 64
"""Steps between two that a ladder keeps: 4 KB for a game instead of 300, and at most 63 hashes for a step."""


_SEED: Final = prefix("seed")


class LadderSpent(Exception):
    """There is no such step; the chain needs a `ladder.new` before the next adjudication."""


class Ladder:
    """A ladder with `length` steps under its `top` (32 random bytes), which is a secret."""

    def __init__(self, top: bytes, length: int = LENGTH) -> None:
        if len(top) != 32:
            raise ValueError(f"expected a ladder top of 32 bytes, found {len(top)}")
        if length < 1:
            raise ValueError(f"expected a ladder of at least one step, found {length}")
        self._length = length
        self._marks = []  # every STRIDE-th step from the top down
        step = top
        for depth in range(length):
            if depth % STRIDE == 0:
                self._marks.append(step)
            step = below(step)
        self._anchor = step

    def __repr__(self) -> str:
        return f"Ladder(anchor={self.anchor.hex()}, length={self.length})"  # never the top

    @property
    def length(self) -> int:
        """The number of its steps."""
        return self._length

    @property
    def anchor(self) -> bytes:
        """S(0), which genesis publishes."""
        return self._anchor

    def step(self, number: int) -> bytes:
        """S(number), 32 bytes, for adjudication `number` from 1 on.  Raises LadderSpent above the top."""
        if number < 1:
            raise ValueError(f"adjudications count from 1, found {number}")
        if number > self.length:
            raise LadderSpent(f"the ladder has {self.length} steps and step {number} was asked for")
        depth = self._length - number
        step = self._marks[depth // STRIDE]
        for _ in range(depth % STRIDE):
            step = below(step)
        return step


def below(step: bytes) -> bytes:
    """The step below: ``H("seed", step)``."""
    return sha256(_SEED + step).digest()


def stands_on(step: bytes, lower: bytes, distance: int = 1) -> bool:
    """True if `lower` lies `distance` steps below `step` on one ladder."""
    for _ in range(distance):
        step = below(step)
    return step == lower
