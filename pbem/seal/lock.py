"""Modes of dice, and what comes in after the orders are locked (docs/trust.md, 7)."""

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pbem.core.canonical import canon
from pbem.seal.block import unmarked
from pbem.seal.ladder import below
from pbem.seal.signing import Signer, signature_from, verify
from pbem.seal.tags import prefix

SEALED: Final = "sealed"
WITNESS: Final = "witness"
BEACON: Final = "beacon"
MODES: Final = (SEALED, WITNESS, BEACON)

SILENCE: Final = 12
"""Hours after which a game goes on without a witness who says nothing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A witness's word: step `step` of their ladder, `value`, for the lock with the head `lock`; `sig` is their signature."""

    game: str
    step: int
    lock: str
    value: str
    sig: str

    def is_of(self, witness: Mapping[str, Any]) -> bool:
        """True if the witness (as genesis names them) has signed it."""
        return verify(bytes.fromhex(witness["key"]), word_statement(self), base64.b64decode(self.sig))


def word_statement(word: Word) -> bytes:
    """The statement that a witness signs: which step they gave for which lock.  So no step can be shown for another lock than
    theirs."""
    fields = {"game": word.game, "lock": word.lock, "step": word.step, "value": word.value}
    return prefix("witness") + canon(fields)


def give(signer: Signer, game: str, step: int, lock: str, value: bytes) -> Word:
    """A word, signed."""
    bare = Word(game, step, lock, value.hex(), "")
    return Word(game, step, lock, value.hex(), signer.signature(word_statement(bare)).text)


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


def render(word: Word) -> list[str]:
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


def find(text: str) -> Word | None:
    """The first word of a witness in a letter's text, None if there is none that can be read."""
    for inside in _BLOCK.findall(unmarked(text)):
        match = _FIELDS.fullmatch(" ".join(inside.split()))
        values = [one.replace(" ", "") for one in match.groups()] if match else []
        if values and signature_from(values[4]) is not None:
            return Word(values[0], int(values[1]), values[2], values[3], values[4])
    return None
