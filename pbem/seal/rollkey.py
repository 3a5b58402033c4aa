"""The key of one adjudication's dice (docs/trust.md, 5)."""

from collections.abc import Mapping

from pbem.core.canonical import canon
from pbem.seal.tags import mac


def roll_key(step: bytes, game: str, branch: str, adj: int, contrib: Mapping[str, str]) -> bytes:
    """K, 32 bytes, for `core.dice.KeyedDice`.

    `step` is S(adj); `contrib` the contribution of each player in hex, by side code.  Nothing that the daemon could vary
    enters: no time, no head, no record number.
    """
    return mac(step, "rollkey", canon({"game": game, "branch": branch, "adj": adj, "contrib": dict(contrib)}))
