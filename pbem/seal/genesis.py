"""The first record: everything that is fixed before the first order (docs/trust.md, 2)."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.seal.ladder import Ladder
from pbem.seal.signing import Signer, key_statement
from pbem.seal.tags import tagged


def salt_key_commitment(salt_key: bytes) -> str:
    """``H("salt", salt key)`` in hex: genesis publishes it, `game.end` opens it."""
    return tagged("salt", salt_key).hex()


SOURCES = {
    "witness": ("name", "key", "anchor", "length"),
    "beacon": ("chain", "scheme", "key", "genesis_time", "period"),
}


def genesis_source(mode: str, source: Mapping[str, Any]) -> dict[str, Any]:
    """The record's data about a witness or a beacon."""
    return {name: source[name] for name in SOURCES[mode]}


def certificate(root: Signer, game: str, seq: int, server: bytes) -> str:
    """The root key's statement, in base64, that `server` signs this game from record `seq` on (0: from genesis)."""
    return base64.b64encode(root.sign(key_statement(game, seq, server))).decode()


def genesis_body(
    *,
    title: str = "",
    scenario: str,
    options: Sequence[str],
    engine: str,
    rules: str,
    package: str = "",
    server: tuple[str, bytes],
    gm: tuple[str, bytes] | None,
    ladder: Ladder,
    hidden_ladder: Ladder,
    salt_key: bytes,
    players: Mapping[str, str],
    state: str,
    dice: str = "sealed",
    root: tuple[bytes, str] | None = None,
    hides: bool = False,
    source: Mapping[str, Any] | None = None,
    sides: Mapping[str, str] | None = None,
    masks: Mapping[str, str] | None = None,
    scenario_files: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The body of `genesis`.

    `title` is the game's name in the registry of games, "" if there is none; `hides` says that there are facts that not all
    may know; `source` is the witness or the beacon of the mode `dice`.  `rules` is the hash of the rules data in hex, `package`
    the distribution that brings a game from outside, with its version; `server`
    and `gm` are (signer's name, public key), gm None if the GM has no key of their own; `players` side code -> player's name;
    `sides` side code -> side's id, where orders of all at once would not show whose are whose; `state` the hash of the state as
    the scenario opens; `masks` the commitments to the keys of masks, by side code;
    `scenario_files` the SHA-256 of each file of a scenario that is the desk's own; `root` (public key, certificate for the
    server key).  Only the anchors of the ladders and the hash of `salt_key` go in.
    """
    return {
        **({"title": title} if title else {}),
        **({"hides": True} if hides else {}),
        "scenario": scenario,
        "options": list(options),
        "engine": engine,
        "rules": rules,
        **({"package": package} if package else {}),
        "server": {"name": server[0], "key": server[1].hex()},
        "gm": {"name": gm[0], "key": gm[1].hex()} if gm else None,
        "root": root[0].hex() if root else None,
        "certificate": root[1] if root else None,
        "ladder": {"anchor": ladder.anchor.hex(), "length": ladder.length},
        "hidden_ladder": {"anchor": hidden_ladder.anchor.hex(), "length": hidden_ladder.length},
        "salt_key": salt_key_commitment(salt_key),
        "dice": dice,
        **({dice: dict(source)} if source else {}),
        "players": dict(players),
        **({"sides": dict(sides)} if sides else {}),
        **({"masks": dict(masks)} if masks else {}),
        **({"scenario_files": dict(scenario_files)} if scenario_files else {}),
        "state": state,
    }
