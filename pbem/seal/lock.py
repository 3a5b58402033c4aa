"""Modes of dice, what comes in after the orders are locked, and drand's beacon (docs/trust.md, 7)."""

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import ModuleType
from typing import Any, Final, Protocol

from pbem.core.canonical import canon
from pbem.seal.block import unmarked
from pbem.seal.chain import Link, contributions, head
from pbem.seal.evidence import Kind
from pbem.seal.ladder import below, prefix
from pbem.seal.signing import Signer, signature_from, verify

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


# Locks, the witness's steps and the beacon's rounds of a branch, as it is read (docs/trust.md, 7).

FARTHEST: Final = 100_000
"""Steps that are climbed at most where records between are missing."""


class Say(Protocol):
    """A function that notes a finding on a record."""

    def __call__(self, kind: Kind, record: Link, text: str, expected: str = "", found: str = "") -> None: ...


class Unsure(Protocol):
    """A function that notes something false, unless records that are missing explain it."""

    def __call__(self, record: Link, text: str, expected: str = "", found: str = "") -> None: ...


class Locks:
    """The locked values that wait for their dice; there are none in mode `sealed`."""

    def __init__(self, say: Say, unsure: Unsure) -> None:
        self._say, self._unsure = say, unsure
        self.mode: str = SEALED
        self.silent: list[int] = []
        """Records whose dice were made without the witness's word."""
        self.rounds: list[tuple[Link, Mapping[str, Any], int]] = []
        """The locks that waited for a beacon: the record, the beacon, the round."""
        self._source: Mapping[str, Any] = {}
        self._pending: Link | None = None
        self._asked = 0
        self._known = (0, "")
        self._may_skip = False
        self._unchecked = False

    def begin(self, record: Link) -> None:
        """Read the dice mode from genesis, or from a ruling."""
        body = record["body"]
        self.mode, self._pending, self._may_skip = body["dice"], None, False
        self._source = body.get(self.mode, {}) if self.mode in (WITNESS, BEACON) else {}
        self._asked, self._known = 0, (0, self._source.get("anchor", ""))
        if self.mode not in MODES:
            self._say("missing", record, f"dice mode {self.mode} is not known to this program")
        elif self.mode != SEALED and not self._source:
            self._say("false", record, f"it names no {self.mode}, though the dice depend on one")
        known = all(self._source.get(name) == value for name, value in QUICKNET.items())
        if self.mode == BEACON and self._source and not known:
            text = "its beacon is none that this program knows (drand's quicknet): ask whose it is, and who has its key"
            self._say("note", record, text)

    def change(self, record: Link, players: Sequence[str]) -> None:
        """Check a ruling that changes the dice mode: all players must have agreed."""
        missing = [player for player in players if player not in record["body"]["agreed"]]
        if missing:
            self._say("false", record, f"the dice mode was changed, and {' and '.join(missing)} did not agree")
        if self._pending is not None:
            self._say("false", record, f"the dice mode was changed while record {self._pending['seq']} waited")
        self.begin(record)

    def drop(self, record: Link) -> None:
        """Void the lock: after voided dice, a new ladder or a new branch."""
        self._pending = None
        # What was asked on the branch that was left is told there.
        self._may_skip = self._may_skip or record["type"] == "branch.open"

    def lock(self, record: Link, past: Sequence[Link], players: Sequence[str], adj: int, *, gap: bool) -> None:
        """Orders are locked: those on file, for the next adjudication, under the witness's next step."""
        body = record["body"]
        if self._pending is not None:
            text = f"orders are locked again, and record {self._pending['seq']} still waits for its dice"
            self._unsure(record, text)
        self._pending = record
        if body.get("adj") != adj + 1 and not gap:
            self._unsure(record, "it locks another adjudication than the next", str(adj + 1), str(body.get("adj")))
        if "adj" in body:
            expected = contributions(past, record["game"], players or list(body["digests"]), body["phase"], body["adj"])
            for player in sorted(expected.keys() | body["digests"].keys()):
                one, other = expected.get(player, "nothing"), body["digests"].get(player, "nothing")
                if one != other:
                    self._unsure(record, f"what it locks of {player} is not what was on file", one, other)
        if self.mode == WITNESS:
            step = body.get("step", 0)
            if step != self._asked + 1 and not (self._may_skip and step > self._asked):
                text = "it asks for another step of the witness than the next"
                self._unsure(record, text, str(self._asked + 1), str(step))
            self._asked, self._may_skip = step, False

    def resolved(self, record: Link) -> Mapping[str, str] | None:
        """The lock for dice that have now been rolled; None if none was needed."""
        body, locked = record["body"], self._pending
        for name in (WITNESS, BEACON):
            if name in body and name != self.mode:
                text = f"its dice hold a value of a {name}, and the dice mode is {self.mode}: anybody could choose it"
                self._unsure(record, text)
        if self.mode not in (WITNESS, BEACON) or not self._source:
            return None
        self._pending = None
        if locked is None:
            self._unsure(record, f"its orders were not locked before its dice, as mode {self.mode} wants it")
            return None
        values = (locked["body"]["phase"], locked["body"].get("adj"), locked["seq"])
        if values != (body["phase"], body["adj"], body.get("lock")):
            text = f"it is not what record {locked['seq']} locked"
            self._unsure(record, text, " ".join(map(str, values)), f"{body['phase']} {body['adj']} {body.get('lock')}")
        if self.mode == WITNESS:
            self._witnessed(record, locked)
        else:
            self._drawn(record, locked)
        digests: Mapping[str, str] = locked["body"]["digests"]
        return digests

    def _witnessed(self, record: Link, locked: Link) -> None:
        by_witness = record["body"].get("witness")
        name = self._source["name"]
        if by_witness is None:
            self._say("false", record, f"it has no word of the witness {name}, nor says that the witness was silent")
            return
        if by_witness["step"] != self._asked:
            text = f"the step of the witness {name} is not the one asked for"
            self._say("false", record, text, str(self._asked), str(by_witness["step"]))
            return
        if "silent" in by_witness:
            self.silent.append(record["seq"])
            self._say("note", record, f"the witness {name} was silent: these dice were made without the witness")
            return
        word = WitnessWord(record["game"], by_witness["step"], head(locked), by_witness["value"], by_witness["sig"])
        if not word.is_of(self._source):
            text = f"the witness {name} has not signed this step for the orders locked in record {locked['seq']}"
            self._say("false", record, text)
        elif word.step - self._known[0] > FARTHEST or not stands(word.value, word.step, self._known[1], self._known[0]):
            below = f"step {self._known[0]}" if self._known[0] else "the anchor of the witness"
            text = f"the witness {name} gave a false step: step {word.step} does not stand on {below}"
            self._unsure(record, text)
        else:
            self._known = (word.step, word.value)

    def _drawn(self, record: Link, locked: Link) -> None:
        by_beacon = record["body"].get("beacon")
        if by_beacon is None:
            self._say("false", record, "it has no round of the beacon")
            return
        wanted = first_round(self._source, locked["at"])
        if by_beacon["round"] != wanted:
            text = f"another round of the beacon than the first {LEAD} s after its lock"
            self._say("false", record, text, str(wanted), str(by_beacon["round"]))
        value = value_of(by_beacon["signature"])
        if value != by_beacon["value"]:
            self._say("false", record, "the beacon's value is not that of its signature", value, by_beacon["value"])
        try:
            if not is_genuine(self._source, by_beacon["round"], by_beacon["signature"]):
                self._say("false", record, f"round {by_beacon['round']} is not signed by the beacon")
        except NoVerifier as missing:
            if not self._unchecked:
                self._say("missing", record, f"the beacon's signatures from here on are not checked: {missing}")
            self._unchecked = True
        self.rounds.append((locked, self._source, by_beacon["round"]))
