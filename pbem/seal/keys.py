"""Keys and the records that they may seal: the server's keys through a campaign, and the GM's (docs/trust.md, 6)."""

import base64
import binascii
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from pbem.seal.chain import Link
from pbem.seal.evidence import ProofNote
from pbem.seal.signing import key_id, key_statement, revocation_statement, verify

FOREVER: Final = 2**60
"""The last record of a key that nothing has ended: no campaign has so many."""


@dataclass(slots=True)
class KeyTerm:
    """A server key, the records that it may seal (from `first` up to `last`, None without end), and its holder's name.

    `served` is the last record that it sealed in its time, where a revocation cut that short; None without one.
    """

    name: str
    key: bytes
    first: int
    last: int | None = None
    served: int | None = None

    @property
    def mark(self) -> str:
        """The first 8 digits of the key's id."""
        return key_id(self.key)[:8]

    def covers(self, seq: int) -> bool:
        """True if the key may seal record `seq`."""
        return self.first <= seq and (self.last is None or seq <= self.last)

    def was_in_force(self, seq: int) -> bool:
        """True if the key sealed record `seq` in its time, which counts for nothing since it was revoked."""
        return self.served is not None and self.first <= seq <= self.served and not self.covers(seq)


@dataclass(slots=True)
class Keys:
    """The keys of one branch, and what was wrong with the records that tell of them."""

    terms: list[KeyTerm] = field(default_factory=list)
    gm: tuple[str, bytes] | None = None
    root: bytes | None = None
    findings: list[ProofNote] = field(default_factory=list)
    changes: int = 0


def unbase64(text: str) -> bytes:
    """The bytes of a base64 text; b"" if it is not valid."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def keys_of(records: Iterable[Link]) -> Keys:
    """The keys as genesis and the key records among `records`, in sequence, tell them.

    A record that its signatures do not bear out changes nothing and is a finding.
    """
    found = Keys()
    for record in records:
        body, seq = record["body"], record["seq"]

        def false(text: str, record: Link = record) -> None:
            found.findings.append(
                ProofNote("false", f"record {record['seq']}: {text}", record["seq"], record["branch"])
            )

        if record["type"] == "genesis":
            _genesis(record, found, false)
        elif record["type"] == "key.rotate" and found.terms:
            new = bytes.fromhex(body["server"]["key"])
            statement = key_statement(record["game"], seq, new)
            if not verify(found.terms[-1].key, statement, unbase64(body["old"])):
                false("a new server key that the old one has not signed")
            elif found.root and not verify(found.root, statement, unbase64(body["root"] or "")):
                false("a new server key that the root key has not signed")
            else:
                last = found.terms[-1].last
                found.terms[-1].last = seq - 1 if last is None else min(last, seq - 1)
                found.terms.append(KeyTerm(body["server"]["name"], new, seq))
                found.changes += 1
        elif record["type"] == "key.revoke" and found.terms:
            revoked = bytes.fromhex(body["revoked"])
            statement = revocation_statement(record["game"], revoked, body["last"])
            if not found.root or not verify(found.root, statement, unbase64(body["root"])):
                false("a key is revoked without the root key's signature")
                continue
            for term in found.terms:
                if term.key == revoked:
                    last = FOREVER if term.last is None else term.last
                    term.served = last if term.served is None else max(last, term.served)
                    term.last = body["last"] if term.last is None else min(term.last, body["last"])
    return found


def _genesis(record: Link, found: Keys, false: Callable[[str], None]) -> None:
    body = record["body"]
    server = bytes.fromhex(body["server"]["key"])
    found.terms = [KeyTerm(body["server"]["name"], server, 0)]
    found.gm = (body["gm"]["name"], bytes.fromhex(body["gm"]["key"])) if body["gm"] else None
    found.root = bytes.fromhex(body["root"]) if body["root"] else None
    if found.root and not verify(
        found.root, key_statement(record["game"], 0, server), unbase64(body["certificate"] or "")
    ):
        false("the root key's certificate for the server key is not right")
