"""The chain of records: every record carries the head of the one before it, the first says what is fixed (docs/trust.md, 2).

A record is a plain dict of canonical JSON, with the keys v, game, branch, seq, prev, at, type and body.
"""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pbem.core.canonical import canon
from pbem.seal.ladder import ZEROS, Ladder, silent, tagged
from pbem.seal.shapes import fault_of_body, is_count, is_hex, is_name, is_time
from pbem.seal.signing import Signer, key_statement

Link: TypeAlias = dict[str, Any]
"""A record of the chain; the name keeps it apart from `core.record.Record`."""

VERSION: Final = 1
KEYS: Final = frozenset({"v", "game", "branch", "seq", "prev", "at", "type", "body"})


@dataclass(frozen=True, slots=True)
class Breach:
    """A break in a chain: the record's number, what is wrong, and the two values where there are two."""

    seq: int
    text: str
    expected: str = ""
    found: str = ""


def link(game: str, branch: str, seq: int, prev: str, at: str, type: str, body: Mapping[str, Any]) -> Link:
    """A new record.  `prev` is the head of record ``seq - 1`` (`ZEROS` for genesis), `at` a time such as
    ``2026-03-12T18:02:11Z``.

    Raises ValueError, saying what is wrong, for a record that a reader would refuse; NotCanonical for a value outside
    the restricted JSON.
    """
    return written(game, branch, seq, prev, at, type, body)[0]


def written(
    game: str, branch: str, seq: int, prev: str, at: str, type: str, body: Mapping[str, Any]
) -> tuple[Link, bytes]:
    """A new record as `link` makes it, and its canonical bytes, which are hashed and stored."""
    made: Link = {
        "v": VERSION,
        "game": game,
        "branch": branch,
        "seq": seq,
        "prev": prev,
        "at": at,
        "type": type,
        "body": dict(body),
    }
    fault = fault_of(made)
    if fault:
        raise ValueError(f"record {seq} of {game} ({type}): {fault}")
    return made, canon(made)


def head(record: Mapping[str, Any]) -> str:
    """The head of a record: ``H("record", canon(record))`` in hex."""
    return head_of(canon(record))


def head_of(data: bytes) -> str:
    """The head of the record with these canonical bytes."""
    return tagged("record", data).hex()


def fault_of(record: Any) -> str | None:
    """The error in a record taken alone, as the end of a sentence; None if there is none."""
    if not isinstance(record, dict):
        return "it is not an object"
    version = record.get("v")
    if version != VERSION or isinstance(version, bool):
        return f"it is of version {version!r} and this program reads version {VERSION}; a newer pbem may read it"
    if record.keys() != KEYS:
        odd = sorted(record.keys() ^ KEYS)[0]
        return f"it has no {odd!r}" if odd in KEYS else f"it has a field {odd!r} that no record has"
    for name, test, wanted in (
        ("game", is_name, "a name without blanks"),
        ("branch", is_name, "a name without blanks"),
        ("seq", is_count, "a whole number"),
        ("prev", is_hex, "64 hex digits"),
        ("at", is_time, "a time such as 2026-03-12T18:02:11Z"),
        ("type", is_name, "a name"),
    ):
        if not test(record[name]):
            return f"its {name!r} should be {wanted}"
    return fault_of_body(record["type"], record["body"])


def check_chain(records: Sequence[Mapping[str, Any]]) -> tuple[Breach, ...]:
    """The breaches of a whole branch, or of a stretch of one, in sequence: forms, numbers, game, branch and heads.

    A whole branch begins with genesis (record 0 of ``main``); the caller knows whether it wants one.
    """
    found: list[Breach] = []
    before: Mapping[str, Any] | None = None
    for n, record in enumerate(records):
        number = record.get("seq") if is_count(record.get("seq")) else n
        seq = number if isinstance(number, int) else n
        fault = fault_of(record)
        if fault:
            found.append(Breach(seq, f"record {seq}: {fault}"))
            before = None
            continue
        if seq == 0 and record["prev"] != ZEROS:
            found.append(Breach(0, "genesis has a record before it", ZEROS, record["prev"]))
        if before is not None:
            for name, expected in (("game", before["game"]), ("branch", before["branch"]), ("seq", before["seq"] + 1)):
                if record[name] != expected:
                    found.append(
                        Breach(seq, f"record {seq}: another {name} than expected", str(expected), str(record[name]))
                    )
            if record["prev"] != head(before):
                found.append(
                    Breach(seq, f"record {seq} does not follow the record before it", head(before), record["prev"])
                )
        before = record
    return tuple(found)


def on_file(records: Sequence[Mapping[str, Any]], player: str, phase: str) -> Link | None:
    """The `orders.accepted` that counts for this player and phase at the end of `records`: the last, unless withdrawn."""
    for record in reversed(records):
        body = record["body"]
        if record["type"] in ("orders.accepted", "orders.withdrawn") and (body["player"], body["phase"]) == (
            player,
            phase,
        ):
            return dict(record) if record["type"] == "orders.accepted" else None
    return None


def contributions(
    records: Sequence[Mapping[str, Any]], game: str, players: Sequence[str], phase: str, adj: int
) -> dict[str, str]:
    """Each player's contribution to adjudication `adj` of `phase`, if it took its step after these records.

    The digest of their orders on file for the phase; else that of silence, over their last contribution.
    """
    last: Mapping[str, str] = {}
    for record in reversed(records):
        if record["type"] == "phase.resolved" and "contrib" in record["body"]:
            last = record["body"]["contrib"]
            break
    found = {}
    for player in sorted(players):
        filed = on_file(records, player, phase)
        found[player] = filed["body"]["digest"] if filed else silent(game, player, adj, last.get(player, ZEROS))
    return found


# The first record: everything that is fixed before the first order (docs/trust.md, 2).


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
