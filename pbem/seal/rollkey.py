"""The key of one adjudication's dice (docs/trust.md, 5)."""

from collections.abc import Mapping
from typing import Any

from pbem.core.canonical import canon
from pbem.seal.tags import mac

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
