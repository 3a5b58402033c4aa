"""Masks: a public roll that says nothing to anybody but one side and the desk (docs/trust.md, Masks).

A side has a key, made of the game's salt key, committed in genesis, told to the side in its welcome, and opened to all with
the salt key in the last record.  Its mask of a roll hangs on the roll's label and the branch, so a draw that was undone says
nothing of the one that takes its place.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pbem.core.canonical import canon
from pbem.core.system import Card
from pbem.seal.tags import mac, tagged

NOBODY: Mapping[str, int] = MappingProxyType({})


def mask_key(salt_key: bytes, code: str, player: int = 0) -> bytes:
    """The key of the side with this code: 32 bytes.  Each new player of it has one of their own; the first is `player` 0."""
    return mac(salt_key, "mask", canon(["key", code, player] if player else ["key", code]))


def mask_commitment(key: bytes) -> str:
    """The commitment to a side's key that genesis publishes, in hex."""
    return tagged("mask", key).hex()


def commitments(salt_key: bytes, card: Card) -> dict[str, str]:
    """The commitments of all sides, by code."""
    return {one.code: mask_commitment(mask_key(salt_key, one.code)) for one in card.sides}


def new_player(salt_key: bytes, code: str, number: int) -> dict[str, list[Any]]:
    """The `masks` of a ruling by which another player takes a side: their number, and the commitment to their key."""
    return {code: [number, mask_commitment(mask_key(salt_key, code, number))]}


def players_in(records: Iterable[Mapping[str, Any]], before: Mapping[str, int] = NOBODY) -> dict[str, int]:
    """The numbers of sides' players after records, by code: those that a ruling or the opening of a branch names."""
    found = dict(before)
    for one in records:
        if one["type"] in ("gm.ruling", "branch.open"):
            found |= {code: number for code, (number, _) in one["body"].get("masks", {}).items()}
    return found


def mask_of(key: bytes, label: str, branch: str, number: int) -> int:
    """The mask of a roll: 0 to `number` - 1.  256 bits modulo at most 256 favour nothing that anybody could see."""
    return int.from_bytes(mac(key, "mask", canon(["roll", label, branch]))) % number


@dataclass(frozen=True)
class KeyedMasks:
    """The masks of a game: `core.umpire.Masks`."""

    keys: Mapping[str, bytes]
    branch: str

    @classmethod
    def of(cls, salt_key: bytes, card: Card, branch: str, players: Mapping[str, int] = NOBODY) -> "KeyedMasks":
        """Those of a game on a branch, the keys by the ids of its sides; `players` as `players_in` gives them."""
        return cls({one.id: mask_key(salt_key, one.code, players.get(one.code, 0)) for one in card.sides}, branch)

    def mask(self, side: str, label: str, number: int) -> int:
        """See `core.umpire.Masks`."""
        return mask_of(self.keys[side], label, self.branch, number)
