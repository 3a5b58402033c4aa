"""Modes of dice, what comes in after the orders are locked, and drand's beacon (docs/trust.md, 7)."""

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from types import ModuleType
from typing import Any, Final

from pbem.core.canonical import canon
from pbem.seal.block import unmarked
from pbem.seal.ladder import below
from pbem.seal.signing import Signer, signature_from, verify
from pbem.seal.tags import prefix

# A public beacon of randomness, drand: which round a lock waits for, and whether a round is genuine (docs/trust.md,
# 7).
#
# Pairings are checked by `drand-verify`, which the extra ``beacon`` brings; everything else needs the standard
# library alone.

LEAD: Final = 60
"""Seconds from the signed lock to the first round that may count."""

QUICKNET: Final[Mapping[str, Any]] = {
    "chain": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "scheme": "bls-unchained-g1-rfc9380",
    "key": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "genesis_time": 1692803367,
    "period": 3,
}
"""The beacon of the League of Entropy that gives a round every three seconds."""


class NoVerifier(Exception):
    """The extra that checks a beacon's signatures is not installed."""


def first_round(beacon: Mapping[str, Any], at: str) -> int:
    """The number of the first round at least `LEAD` seconds after a lock of the time `at` (``2026-03-12T18:02:11Z``)."""
    moment = int(datetime.strptime(at, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp()) + LEAD
    since = max(moment - int(beacon["genesis_time"]), 0)
    return -(-since // int(beacon["period"])) + 1


def round_time(beacon: Mapping[str, Any], number: int) -> datetime:
    """The time of a round."""
    return datetime.fromtimestamp(beacon["genesis_time"] + (number - 1) * beacon["period"], UTC)


def value_of(signature: str) -> str:
    """The value of a round, in hex: the SHA-256 of its signature."""
    return hashlib.sha256(bytes.fromhex(signature)).hexdigest()


def is_installed() -> bool:
    """True if signatures of a beacon can be checked here."""
    try:
        _verifier()
    except NoVerifier:
        return False
    return True


def is_genuine(beacon: Mapping[str, Any], number: int, signature: str) -> bool:
    """True if this is the beacon's signature of a round.  Raises NoVerifier."""
    verifier = _verifier()
    key = str(beacon["key"])
    sized = re.fullmatch(r"[0-9a-f]{192}", key) and re.fullmatch(r"[0-9a-f]{96}", signature)
    # The point at infinity as a key would fit any round; the library lets it pass.
    if not sized or beacon["scheme"] != QUICKNET["scheme"] or int(key[:2], 16) & 0x40:
        return False
    try:
        verifier.verify_quicknet(number, signature, key)
    except ValueError:
        return False
    return True


def _verifier() -> ModuleType:
    try:
        import drand_verify
    except ImportError:
        raise NoVerifier("install pbem[beacon] to check the signatures of a beacon") from None
    module: ModuleType = drand_verify
    return module


SEALED: Final = "sealed"
WITNESS: Final = "witness"
BEACON: Final = "beacon"
MODES: Final = (SEALED, WITNESS, BEACON)

SILENCE: Final = 12
"""Hours after which a game goes on without a witness who says nothing."""


@dataclass(frozen=True, slots=True)
class WitnessWord:
    """A witness's word: step `step` of their ladder, `value`, for the lock with the head `lock`; `sig` is their signature."""

    game: str
    step: int
    lock: str
    value: str
    sig: str

    def is_of(self, witness: Mapping[str, Any]) -> bool:
        """True if the witness (as genesis names them) has signed it."""
        return verify(bytes.fromhex(witness["key"]), word_statement(self), base64.b64decode(self.sig))


def word_statement(word: WitnessWord) -> bytes:
    """The statement that a witness signs: which step they gave for which lock.  So no step can be shown for another lock than
    theirs."""
    fields = {"game": word.game, "lock": word.lock, "step": word.step, "value": word.value}
    return prefix("witness") + canon(fields)


def give(signer: Signer, game: str, step: int, lock: str, value: bytes) -> WitnessWord:
    """A word, signed."""
    bare = WitnessWord(game, step, lock, value.hex(), "")
    return WitnessWord(game, step, lock, value.hex(), signer.signature(word_statement(bare)).text)


def stands(value: str, step: int, lower: str, number: int) -> bool:
    """True if `value` as step `step` lies above `lower` as step `number` of one ladder."""
    found = bytes.fromhex(value)
    for _ in range(step - number):
        found = below(found)
    return step > number and found.hex() == lower


_BLOCK: Final = re.compile(
    r"pbem\s+witness\s+1\s+begin\b((?:(?!pbem\s+witness\b).){0,1000})pbem\s+witness\s+1\s+end\b", re.DOTALL
)
"""Anybody may write beginnings without an end: none is looked for beyond the next one."""
_FIELDS: Final = re.compile(
    r"game ([!-~]{1,64}) step (\d{1,9}) lock ((?:[0-9a-f] ?){64}) value ((?:[0-9a-f] ?){64}) sig ((?:[!-~] ?){88})"
)


def render(word: WitnessWord) -> list[str]:
    """The word as a block of a letter; it survives quoting and wrapping as a seal does."""
    return [
        "  pbem witness 1 begin",
        f"  game {word.game}   step {word.step}",
        f"  lock   {word.lock}",
        f"  value  {word.value}",
        f"  sig    {word.sig[:64]}",
        f"         {word.sig[64:]}",
        "  pbem witness 1 end",
    ]


def find(text: str) -> WitnessWord | None:
    """The first word of a witness in a letter's text, None if there is none that can be read."""
    for inside in _BLOCK.findall(unmarked(text)):
        match = _FIELDS.fullmatch(" ".join(inside.split()))
        values = [one.replace(" ", "") for one in match.groups()] if match else []
        if values and signature_from(values[4]) is not None:
            return WitnessWord(values[0], int(values[1]), values[2], values[3], values[4])
    return None
