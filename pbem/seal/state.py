"""The state hash: what all may know, and a salted Merkle tree of what not all may know (docs/trust.md, 3)."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Final

from pbem.core.canonical import Json, canon, parse
from pbem.core.sanitize import is_number
from pbem.seal.ladder import MAIN, mac, tagged

# Patches of a state as rulings carry them: `add`, `remove` and `replace` of RFC 6902, under JSON pointers (RFC
# 6901).

Patch = Sequence[Mapping[str, Any]]
"""Operations such as ``{"op": "replace", "path": "/strength/Red One", "value": 2}``."""


class BadPatch(ValueError):
    """A patch does not fit its document: which operation, what was expected, what was found."""


def patched(value: Json, patch: Patch) -> Json:
    """The value after all operations, which change nothing of the one that is given.  Raises BadPatch."""
    made = parse(canon(value))
    for number, one in enumerate(patch, 1):
        _apply(made, one, f"operation {number}")
    return made


def difference(old: Json, new: Json) -> Patch:
    """The operations that make `new` of `old`, each as small as it can be; none where they are equal."""
    return tuple(_differences(old, new, ""))


def _differences(old: Any, new: Any, path: str) -> Iterator[dict[str, Any]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted({*old, *new}):
            there = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
            if name not in new:
                yield {"op": "remove", "path": there}
            elif name not in old:
                yield {"op": "add", "path": there, "value": new[name]}
            else:
                yield from _differences(old[name], new[name], there)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_differences(old, new, path)
    elif canon(old) != canon(new):
        yield {"op": "replace", "path": path, "value": new}


def _list_differences(old: list[Any], new: list[Any], path: str) -> Iterator[dict[str, Any]]:
    """From the end to the front, so that every number is still that of the old list when its operation comes."""
    matcher = SequenceMatcher(None, [canon(one) for one in old], [canon(one) for one in new], autojunk=False)
    for what, start, end, begin, stop in reversed(matcher.get_opcodes()):
        if what == "equal":
            continue
        both = min(end - start, stop - begin)
        for number in range(end - 1, start + both - 1, -1):
            yield {"op": "remove", "path": f"{path}/{number}"}
        for number in range(begin + both, stop):
            yield {"op": "add", "path": f"{path}/{start + number - begin}", "value": new[number]}
        for number in range(both):
            yield from _differences(old[start + number], new[begin + number], f"{path}/{start + number}")


def _apply(whole: Json, one: Mapping[str, Any], where: str) -> None:
    op, path = one.get("op"), one.get("path")
    if op not in ("add", "remove", "replace") or not isinstance(path, str) or not path.startswith("/"):
        raise BadPatch(f"{where}: expected add, remove or replace with a path such as /units/3/hex; found {op} {path}")
    if ("value" in one) == (op == "remove") or one.keys() - {"op", "path", "value"}:
        raise BadPatch(f"{where}: expected a value with add and replace alone; found {', '.join(sorted(one))}")
    *steps, last = (step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/"))
    place: Any = whole
    for step in steps:
        place = _child(place, step, path, where)
    if isinstance(place, dict):
        if op != "add" and last not in place:
            raise BadPatch(f"{where}: {path}: expected one of {_some(place)}; found {last!r}")
        if op == "remove":
            del place[last]
        else:
            place[last] = one["value"]
    elif isinstance(place, list) and op == "add" and last in ("-", str(len(place))):
        place.append(one["value"])
    else:
        _child(place, last, path, where)
        if op == "add":
            place.insert(int(last), one["value"])
        elif op == "remove":
            del place[int(last)]
        else:
            place[int(last)] = one["value"]


def _child(place: Any, step: str, path: str, where: str) -> Any:
    if isinstance(place, dict) and step in place:
        return place[step]
    if isinstance(place, list) and is_number(step) and int(step) < len(place):
        return place[int(step)]
    expected = f"one of {_some(place)}" if isinstance(place, dict) else "a place in a list"
    raise BadPatch(f"{where}: {path}: expected {expected}; found {step!r}")


def _some(place: Mapping[str, Any]) -> str:
    names = sorted(place)
    return ", ".join(names[:8]) + (" ..." if len(names) > 8 else "") if names else "no names at all"


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
