"""Reply addresses with an order key, and the two ways round for programs that change them (docs/mail-setup.md).

`rosebud-7+us.m2xd9q4k@host`: the game, the side's code, a key of 40 bits that is new with every report.  The key is a
MAC that the caller makes; here it is only written, found and read.
"""

import re
from dataclasses import dataclass
from typing import Literal

from pbem.mail.letter import Letter

ALPHABET = "abcdefghijkmnopqrstuvwxyz2345679"
"""32 letters: no 0, 1, 8 or l, which people take for o, i, b and i.  What is read for these is taken so."""

_MISREAD = str.maketrans("01l8", "oiib")
_GAME = r"[a-z0-9][a-z0-9-]{0,39}"
_SIDE = r"[a-z][a-z0-9]{0,15}"
_KEY = r"[a-z0-9]{8}"
_ADDRESS = re.compile(rf"({_GAME})\+({_SIDE})\.({_KEY})@([a-z0-9.-]{{1,253}})\Z")
_SHARED_ADDRESS = re.compile(rf"[a-z0-9._-]{{1,64}}\+({_GAME})\.({_SIDE})\.({_KEY})@([a-z0-9.-]{{1,253}})\Z")
_KEY_LINE = re.compile(rf"^[\s>|*-]{{0,8}}key\s?[:=]\s?\W?({_KEY})\b", re.IGNORECASE | re.MULTILINE)
SUBJECT = re.compile(rf"\[({_GAME})(?:\s[^\]]{{0,40}})?\]", re.IGNORECASE)

How = Literal["address", "body", "subject", "nothing"]


def order_key(mac: bytes) -> str:
    """The first 40 bits of a MAC as eight characters.  Raises `ValueError` where there are fewer."""
    if len(mac) < 5:
        raise ValueError(f"an order key needs 40 bits of a MAC; here are {8 * len(mac)}")
    number = int.from_bytes(mac[:5], "big")
    return "".join(ALPHABET[number >> shift & 31] for shift in range(35, -1, -5))


def read_key(text: str) -> str:
    """A key as a person may write it back: case ignored, look-alikes fixed."""
    return text.strip().lower().translate(_MISREAD)


@dataclass(frozen=True, slots=True)
class ReplyAddress:
    """The address for a player's answer. `mailbox` is set where all games share one: `gm+rosebud-7.us.m2xd9q4k@host`."""

    game: str
    side: str
    key: str
    host: str
    mailbox: str = ""

    def __str__(self) -> str:
        if self.mailbox:
            return f"{self.mailbox}+{self.game}.{self.side}.{self.key}@{self.host}"
        return f"{self.game}+{self.side}.{self.key}@{self.host}"


def is_of_mailbox(address: str, mailbox: str, host: str) -> bool:
    """True if letters to this address arrive in the mailbox `mailbox@host`, with or without something behind a plus."""
    local, _, domain = address.strip().lower().rpartition("@")
    return domain == host.lower() and local.partition("+")[0] == mailbox.lower()


def parse_address(text: str) -> ReplyAddress | None:
    """Read either form back; None if it is another address."""
    text = text.strip().lower()
    if match := _SHARED_ADDRESS.match(text):
        game, side, key, host = match.groups()
        return ReplyAddress(game, side, read_key(key), host, mailbox=text.partition("+")[0])
    if match := _ADDRESS.match(text):
        game, side, key, host = match.groups()
        return ReplyAddress(game, side, read_key(key), host)
    return None


@dataclass(frozen=True, slots=True)
class Addressed:
    """The claims in a letter's address: "" for what it does not say.

    `how` tells where the game was found.  From a subject the game alone is known; the sender must tell the side.
    """

    game: str = ""
    side: str = ""
    key: str = ""
    how: How = "nothing"


def find_address(letter: Letter, host: str) -> Addressed:
    """Find game, side and key: in an address of ours; else the game in the subject's `[...]` and a body line `key: ...`.

    A key line counts in the player's own words first, then in what was cut: it is we who print it, and a quotation of
    our letter is how it comes back.
    """
    for text in letter.to:
        reply = parse_address(text)
        if reply is not None and reply.host == host.lower():
            return Addressed(reply.game, reply.side, reply.key, "address")
    key = _key_line(letter)
    subject = SUBJECT.search(letter.subject)
    game = subject[1].lower() if subject else ""
    if key:
        return Addressed(game, "", key, "body")
    return Addressed(game, "", "", "subject") if game else Addressed()


def _key_line(letter: Letter) -> str:
    for text in (letter.words, *(what for what, _ in letter.cut)):
        if match := _KEY_LINE.search(text):
            return read_key(match[1])
    return ""
