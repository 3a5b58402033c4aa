"""A witness: somebody beside the desk who keeps the last part of its dice, and gives each step of it for one lock alone.

They need nothing of a desk's: a folder with their secret ladder, their key, the steps that they gave, and the letters of the
desk that they believed.  They believe one if the whole chain up to its lock proves right (docs/trust.md, 7).
"""

import base64
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.utils import parseaddr
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from pbem.core.canonical import canon
from pbem.machine import lock_file
from pbem.seal import bundle, lock
from pbem.seal.chain import Link, head
from pbem.seal.ladder import LENGTH, Ladder
from pbem.seal.lock import BEACON, QUICKNET, WITNESS, WitnessWord
from pbem.seal.mailbox import read
from pbem.seal.signing import Signer
from pbem.seal.verify import FALSE, GameVerdict, MailboxVerdict, verify

# A witness's card: what they give the GM, and what the first record of a game says of them.


class NoWitness(Exception):
    """A card, or a folder, that is no witness's; the text says what was expected."""


def read_card(path: Path) -> dict[str, Any]:
    """The card in a file.  Raises NoWitness."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        content = None
    if not isinstance(content, dict):
        raise NoWitness("the card of a witness, which   pbem witness new   writes")
    return content


def source_of_mode(mode: str, card: Path | None) -> Mapping[str, Any]:
    """The source of the last part of the dice in a mode: the witness of a card, drand.  Raises NoWitness."""
    if mode == WITNESS:
        if card is None:
            raise NoWitness("the card of a witness, since the dice mode is witness")
        return read_card(card)
    return QUICKNET if mode == BEACON else {}


STATE: Final = "witness.json"
LETTERS: Final = "letters"
LOCKED: Final = "witness.lock"
MOST_STEPS: Final = 100_000


@dataclass
class Witness:
    """A witness's record of one game: their name and address, their key, the top of their ladder, and each step that they
    gave with the head of the lock that they gave it for."""

    folder: Path
    game: str
    name: str
    address: str
    key: bytes
    top: bytes
    length: int = LENGTH
    given: dict[int, str] = field(default_factory=dict)

    @property
    def signer(self) -> Signer:
        """Their key under their name."""
        return Signer(self.name, self.key)

    def card(self) -> dict[str, Any]:
        """The public card for the GM, with no secret in it: it goes into the first record of the game, but the address."""
        ladder = Ladder(self.top, self.length)
        return {
            "game": self.game,
            "name": self.name,
            "address": self.address,
            "key": self.signer.public.hex(),
            "anchor": ladder.anchor.hex(),
            "length": self.length,
        }

    def word(self, step: int) -> WitnessWord:
        """The word that they have given for a step."""
        return lock.give(self.signer, self.game, step, self.given[step], Ladder(self.top, self.length).step(step))

    def keep(self) -> None:
        """Write the state down, whole or not at all; only they may read it."""
        state = {
            "game": self.game,
            "name": self.name,
            "address": self.address,
            "key": self.key.hex(),
            "top": self.top.hex(),
            "length": self.length,
            "given": {str(step): one for step, one in sorted(self.given.items())},
        }
        _write(self.folder / STATE, json.dumps(state, indent=1).encode() + b"\n")


def make(folder: Path, game: str, name: str, address: str, length: int = LENGTH) -> Witness:
    """A new witness for a game, in a folder of their own.  Raises NoWitness."""
    if (folder / STATE).exists():
        raise NoWitness(f"{folder}: expected a folder without a witness; found one: a ladder serves one game")
    if not 1 <= length <= MOST_STEPS:
        raise NoWitness(f"length: expected 1 to {MOST_STEPS} steps; found {length}")
    made = Witness(folder, game, name, address, secrets.token_bytes(32), secrets.token_bytes(32), length)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / LETTERS).mkdir(mode=0o700, exist_ok=True)
        made.keep()
        card = json.dumps(made.card(), indent=1).encode() + b"\n"
        _write(folder / f"{game}.witness", card)
    except ValueError as fault:  # a name that no signer may have
        raise NoWitness(str(fault)) from None
    return made


def load(folder: Path) -> Witness:
    """The witness of a folder.  Raises NoWitness."""
    try:
        content = json.loads((folder / STATE).read_text(encoding="utf-8"))
        return Witness(
            folder,
            content["game"],
            content["name"],
            content["address"],
            bytes.fromhex(content["key"]),
            bytes.fromhex(content["top"]),
            content["length"],
            {int(step): one for step, one in content["given"].items()},
        )
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise NoWitness(f"{folder}: expected the folder that   pbem witness new   made; {fault}") from None


@dataclass(frozen=True)
class WitnessAnswer:
    """A witness's answer to a letter: their word, or None and why; `alarm` is what the players should be told, or ""."""

    word: WitnessWord | None
    why: str = ""
    alarm: str = ""


def answer(witness: Witness, raw: bytes) -> WitnessAnswer:
    """A witness's answer to a letter of the desk.

    The same lock gets the same word again, however often it comes; another lock never gets a step that was given, be it by
    another process that serves the same folder.
    """
    with _alone(witness.folder):
        witness.given = load(witness.folder).given
        return _answer(witness, raw)


def _answer(witness: Witness, raw: bytes) -> WitnessAnswer:
    # Only what is believed joins the letters: anything else would stand in the way of what is right.
    path = witness.folder / "incoming.eml"
    _write(path, raw)
    locked = _last_record(path)
    if locked is None or locked["type"] != "orders.locked" or locked["game"] != witness.game:
        return WitnessAnswer(None, f"it carries no lock of {witness.game}")
    number = head(locked)
    before = next((step for step, one in witness.given.items() if one == number), None)
    if before is not None:
        return WitnessAnswer(witness.word(before))
    verdict = verify([witness.folder / LETTERS, path], of_a_player=False)
    game = next((one for one in verdict.games if one.game == witness.game), None)
    why = _fault(verdict) or (_refusal(witness, game, locked, number) if game is not None else "it holds no game")
    if why:
        return WitnessAnswer(None, why)
    os.replace(path, witness.folder / LETTERS / f"{locked['branch']}-{locked['seq']:06}.eml")
    witness.given[locked["body"]["step"]] = number
    witness.keep()
    return WitnessAnswer(witness.word(locked["body"]["step"]), alarm=_alarm(witness, game))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While nobody else answers from this folder; another process waits."""
    with open(os.open(folder / LOCKED, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
        lock_file(file, waits=True)
        yield


def _last_record(path: Path) -> Link | None:
    """The last record that a letter carries."""
    for letter in read([path]):
        for data in letter.bundles:
            records = bundle.read(data).records
            if records:
                return records[-1]
    return None


def _fault(verdict: MailboxVerdict) -> str:
    """The first thing that is false or missing in what the desk has sent so far."""
    found = [one for one in verdict.all_findings() if one.kind != "note"]
    if not found:
        return ""
    what = "false" if verdict.status == FALSE else "incomplete"
    return f"what the desk has sent is {what}: {found[0].text}"


def _refusal(witness: Witness, game: GameVerdict, locked: Link, number: str) -> str:
    """Why no step is given for a lock, "" if it is."""
    branch = next((one for one in game.branches if one.name == locked["branch"]), None)
    if branch is None or branch.head != number:
        return f"record {locked['seq']} is not the last record that the desk has signed"
    mine = witness.card()
    bodies = [one["body"] for one in branch.lineage if one["type"] == "genesis" or "dice" in one["body"]]
    named = bodies[-1].get(WITNESS) if bodies else None
    if named is None or any(named[part] != mine[part] for part in ("name", "key", "anchor", "length")):
        return "the game's chain does not name this witness with this ladder"
    step = locked["body"].get("step", 0)
    last = max(witness.given, default=0)
    if not last < step <= witness.length:
        return (
            f"it asks for step {step}; {f'step {last} was given for another lock' if step <= last else 'there is none'}"
        )
    return ""


def _alarm(witness: Witness, game: GameVerdict | None) -> str:
    """Dice that were made as if the witness had been silent, though they had answered."""
    for branch in game.branches if game is not None else ():
        for record in branch.lineage:
            given = record["body"].get(WITNESS)
            if record["type"] == "phase.resolved" and given and "silent" in given and given["step"] in witness.given:
                step, seq = given["step"], record["seq"]
                return (
                    f"record {seq} says that the witness was silent at step {step}, but it was given: tell both players"
                )
    return ""


def letter(witness: Witness, raw: bytes, to_send: WitnessAnswer) -> bytes:
    """The letter that brings a word to the desk; it is the same letter for the same word."""
    if to_send.word is None:
        raise ValueError("there is no word to bring")
    asked = message_from_bytes(raw)
    to = parseaddr(str(asked.get("Reply-To") or asked.get("From") or ""))[1]
    mark = sha256(canon({"lock": to_send.word.lock, "step": to_send.word.step})).hexdigest()[:24]
    lines = [
        f"From: {witness.address}",
        f"To: {to}",
        f"Subject: Re: [{witness.game}] Witness: step {to_send.word.step}",
        f"Message-ID: <witness-{mark}@{witness.address.rpartition('@')[2]}>",
        *([f"In-Reply-To: {asked['Message-ID']}"] if asked["Message-ID"] else []),
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=us-ascii",
        "Content-Transfer-Encoding: 7bit",
        "",
        f"The witness of {witness.game} gives step {to_send.word.step} for the lock named below, and for no other.",
        "",
        *lock.render(to_send.word),
        "",
    ]
    return "\r\n".join(lines).encode("ascii", "replace")


def _write(path: Path, data: bytes) -> None:
    """Write a file whole: what was there stays until all of the new one is on the disk."""
    beside = path.with_name(f".{path.name}.{base64.b32encode(secrets.token_bytes(5)).decode()}")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
