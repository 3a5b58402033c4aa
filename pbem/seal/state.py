"""The state hash: what all may know, and a salted Merkle tree of what not all may know (docs/trust.md, 3)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pbem.core.canonical import Json, canon
from pbem.seal.tags import MAIN, mac, tagged

SMALLEST_TREE: Final = 8

Hidden = Sequence[tuple[str, Json]]
"""Hidden facts as (path, value): ``("ford/5413", True)``."""


def leaf_salt(salt_key: bytes, path: str, seq: int, branch: str = MAIN) -> bytes:
    """The salt of a hidden fact in the state of record `seq`: new in each record, so nobody sees whether it moved.

    Numbers come again on a new branch, so there the branch is salt too.
    """
    return mac(salt_key, "salt", canon([path, seq] if branch == MAIN else [path, seq, branch]))


def leaf(salt: bytes, path: str, value: Json) -> bytes:
    """The leaf of one hidden fact."""
    return tagged("leaf", salt, canon({"path": path, "value": value}))


def merkle_root(leaves: Sequence[bytes]) -> bytes:
    """The root over leaves in this sequence, of the shape of RFC 6962; ``H("empty")`` over none."""
    if not leaves:
        return tagged("empty")
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return tagged("node", merkle_root(leaves[:half]), merkle_root(leaves[half:]))


def private_root(hidden: Hidden, salt_key: bytes, seq: int, branch: str = MAIN) -> bytes:
    """The root over all hidden facts, padded and sorted, so that neither their number nor their sequence tells anything."""
    return merkle_root(_leaves(hidden, salt_key, seq, branch))


def public_hash(public: Json) -> bytes:
    """The hash of what both players may know."""
    return tagged("public", canon(public))


def state_hash(public: Json, hidden: Hidden = (), salt_key: bytes = b"", seq: int = 0, branch: str = MAIN) -> str:
    """The state hash in hex, as record `seq` carries it.  The salt key is wanted only where there are hidden facts."""
    return tagged("state", public_hash(public), private_root(hidden, salt_key, seq, branch)).hex()


def open_leaf(record: Mapping[str, Any], public: Json, hidden: Hidden, salt_key: bytes, path: str) -> dict[str, Any]:
    """The opening of one hidden fact in the state of `record`, for a player who may know it.

    `state_of_opening` leads from it back to the state hash.  Raises KeyError if there is no such fact.
    """
    seq: int = record["seq"]
    value = dict(hidden)[path]
    salt = leaf_salt(salt_key, path, seq, record["branch"])
    level = _leaves(hidden, salt_key, seq, record["branch"])
    index = at = level.index(leaf(salt, path, value))
    proof = []
    while len(level) > 1:
        proof.append(level[at ^ 1].hex())
        level = [tagged("node", level[n], level[n + 1]) for n in range(0, len(level), 2)]
        at //= 2
    return {
        "open": "leaf",
        "game": record["game"],
        "branch": record["branch"],
        "seq": seq,
        "path": path,
        "value": value,
        "salt": salt.hex(),
        "index": index,
        "proof": proof,
        "public": public_hash(public).hex(),
    }


def state_of_opening(opening: Mapping[str, Any]) -> str:
    """The state hash, in hex, of which this opening is a part; the record `seq` must carry it."""
    at = opening["index"]
    node = leaf(bytes.fromhex(opening["salt"]), opening["path"], opening["value"])
    for beside in opening["proof"]:
        other = bytes.fromhex(beside)
        node = tagged("node", other, node) if at & 1 else tagged("node", node, other)
        at >>= 1
    return tagged("state", bytes.fromhex(opening["public"]), node).hex()


def _leaves(hidden: Hidden, salt_key: bytes, seq: int, branch: str) -> list[bytes]:
    if not hidden:
        return []
    if len(salt_key) != 32:
        raise ValueError(f"expected a salt key of 32 bytes for {len(hidden)} hidden facts, found {len(salt_key)}")
    size = max(SMALLEST_TREE, 1 << (len(hidden) - 1).bit_length())
    facts = [*hidden, *((f"pad/{k}", None) for k in range(size - len(hidden)))]
    return sorted(leaf(leaf_salt(salt_key, path, seq, branch), path, value) for path, value in facts)
