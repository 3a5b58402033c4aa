"""The chain of records: every record carries the head of the one before it (docs/trust.md, 2).

A record is a plain dict of canonical JSON, with the keys v, game, branch, seq, prev, at, type and body.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from pbem.core.canonical import canon
from pbem.seal.ladder import silent
from pbem.seal.shapes import fault_of_body, is_count, is_hex, is_name, is_time
from pbem.seal.tags import ZEROS, tagged

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
