"""The seal: what the server signs after each record, and its block in a letter (docs/trust.md, 4).

The block is rebuilt from its fields before it is checked: quoting marks, wrapped lines, tabs, doubled or trailing blanks
do no harm.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.seal.chain import VERSION
from pbem.seal.ladder import prefix
from pbem.seal.shapes import is_hex, is_name, is_time
from pbem.seal.signing import Signature, signature_from

LARGEST_NUMBER: Final = 9 * 10**15


@dataclass(frozen=True, slots=True)
class SealFields:
    """The content of a seal: the head of record `seq`, the state after it, when and in which phase (full id)."""

    game: str
    branch: str
    seq: int
    at: str
    phase: str
    head: str
    state: str

    def fault(self) -> str | None:
        """The error in a field, as the end of a sentence; None if there is none."""
        for name in ("game", "branch", "phase"):
            if not is_name(getattr(self, name)):
                return f"its {name} should be a name without blanks"
        if not 0 <= self.seq <= LARGEST_NUMBER:
            return "its seq should be a whole number"
        if not is_time(self.at):
            return "its time should read like 2026-03-12T18:02:11Z"
        for name in ("head", "state"):
            if not is_hex(getattr(self, name)):
                return f"its {name} should be 64 hex digits"
        return None


@dataclass(frozen=True, slots=True)
class Seal:
    """Fields, the signatures over them, and the seed that the block shows beside them (adjudication, hex)."""

    fields: SealFields
    sigs: tuple[Signature, ...]
    seed: tuple[int, str] | None = None


@dataclass(frozen=True, slots=True)
class Damaged:
    """A block that cannot be rebuilt: why, and the record it was for, where that can still be read."""

    why: str
    game: str = ""
    seq: int | None = None


def signed_bytes(fields: SealFields) -> bytes:
    """The signed bytes. Raises ValueError for a field that no seal may hold."""
    fault = fields.fault()
    if fault:
        raise ValueError(f"seal of record {fields.seq}: {fault}")
    lines = [f"pbem-seal {VERSION}"]
    for name in ("game", "branch", "seq", "at", "phase", "head", "state"):
        lines.append(f"{name} {getattr(fields, name)}")
    return prefix("seal") + "".join(line + "\n" for line in lines).encode("ascii")


def render(fields: SealFields, sigs: Sequence[Signature], seed: tuple[int, str] | None = None) -> list[str]:
    """The block's lines for a letter: pure ASCII, at most 76 columns unless a name is very long, none beginning with ``-``.

    `seed` is the adjudication and its published step, where the record has one.
    """
    lines = [f"  pbem seal {VERSION} begin"]
    row = f"  game {fields.game}"
    for name in ("branch", "seq", "phase"):
        part = f"{name} {getattr(fields, name)}"
        if len(row) + 3 + len(part) > 76:
            lines.append(row)
            row = f"  {part}"
        else:
            row += f"   {part}"
    lines += [row, f"  at {fields.at}", f"  head   {fields.head}", f"  state  {fields.state}"]
    if seed:
        lines.append(f"  seed   {seed[0]} {seed[1]}")
    for sig in sigs:
        lines += [f"  sig    {sig.name} {sig.mark}", f"         {sig.text[:64]}", f"         {sig.text[64:]}"]
    return [*lines, f"  pbem seal {VERSION} end"]


_MARKS: Final = re.compile(r"^[ \t>|\u00a0\u200b\ufeff]+", re.MULTILINE)
_BLOCK: Final = re.compile(
    r"pbem\s+seal\s+(\d{1,9})\s+begin\b(.*?)(pbem\s+seal\s+\d{1,9}\s+end\b|\Z|(?=pbem\s+seal\s+\d))", re.DOTALL
)


def unmarked(text: str) -> str:
    """The text without quoting marks, indents, carriage returns and blanks that are none."""
    return _MARKS.sub("", text.replace("\r", "")).replace("\u00a0", " ").replace("\u200b", "")


_OWN: Final = re.compile(r"(?m)^  pbem seal \d{1,9} begin[ \t]*$")


def own(text: str) -> tuple[Seal | Damaged, ...]:
    """The seal that the desk set into this letter, told by where it stands: what players say is set in further."""
    starts = [match.start() for match in _OWN.finditer(text)][-1:]
    return tuple(found for start in starts for found in find(text[start:])[:1])


def find(text: str) -> tuple[Seal | Damaged, ...]:
    """All seal blocks in the text of a letter, whatever quoting and wrapping did to them."""
    found: list[Seal | Damaged] = []
    for match in _BLOCK.finditer(unmarked(text)):
        words = match[2].split()
        if int(match[1]) != VERSION:
            found.append(Damaged(f"it is of version {match[1]} and this program reads version {VERSION}"))
        elif not match[3]:
            found.append(_Words(words).damaged("its end is missing"))
        else:
            found.append(_Words(words).seal())
    return tuple(found)


_KEYS: Final = ("game", "branch", "seq", "phase", "at", "head", "state")


class _Words:
    """The words of one block, taken from the front."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.at = 0
        self.read: dict[str, str] = {}

    def damaged(self, why: str) -> Damaged:
        if not self.read:
            for key, following in zip(_KEYS, (*_KEYS[1:], ""), strict=True):
                if not self.take(key, following):
                    break
        seq = self.read.get("seq", "")
        return Damaged(why, self.read.get("game", ""), int(seq) if re.fullmatch(r"\d{1,15}", seq) else None)

    def seal(self) -> Seal | Damaged:
        for key, following in zip(_KEYS, (*_KEYS[1:], "sig"), strict=True):
            if not self.take(key, following):
                return self.damaged(f"its {key!r} cannot be read")
        if not re.fullmatch(r"0|[1-9]\d{0,14}", self.read["seq"]):
            return self.damaged("its seq should be a whole number")
        fields = SealFields(**{key: self.read[key] for key in _KEYS if key != "seq"}, seq=int(self.read["seq"]))
        fault = fields.fault()
        if fault:
            return self.damaged(fault)
        seed = None
        if self.peek() == "seed":
            number = self.words[self.at + 1 : self.at + 2]
            self.at += 2
            step = self.gather(64)
            if not number or not re.fullmatch(r"[1-9]\d{0,14}", number[0]) or not is_hex(step):
                return self.damaged("its seed cannot be read")
            seed = (int(number[0]), step)
        sigs = []
        while self.peek() == "sig":
            name, mark = [*self.words[self.at + 1 : self.at + 3], "", ""][:2]
            self.at += 3
            value = signature_from(self.gather(88))
            if value is None or not is_name(name) or not re.fullmatch(r"[0-9a-f]{8}", mark):
                return self.damaged("a signature in it cannot be read")
            sigs.append(Signature(name, mark, value))
        if self.at != len(self.words):
            return self.damaged(f"{self.peek()[:20]!r} in it is not understood")
        return Seal(fields, tuple(sigs), seed) if sigs else self.damaged("it has no signature")

    def peek(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, key: str, following: str) -> bool:
        """The value after `key`: one word, and whatever wrapping cut off it, up to the next key."""
        if self.peek() != key:
            return False
        self.at += 1
        if key in ("head", "state"):
            self.read[key] = self.gather(64)
            return len(self.read[key]) == 64
        parts = self.words[self.at : self.at + 1]
        self.at += 1
        while self.at < len(self.words) and following and self.peek() != following:
            parts.append(self.words[self.at])
            self.at += 1
        self.read[key] = "".join(parts)
        return bool(self.read[key])

    def gather(self, size: int) -> str:
        """Words joined until they are `size` characters together (more is left as it is, and found wrong)."""
        joined = ""
        while len(joined) < size and self.at < len(self.words):
            joined += self.words[self.at]
            self.at += 1
        return joined
