#!/usr/bin/env python3
"""Check a pbem campaign from your mailbox, without pbem.  One file, Python 3.11 or newer, nothing else to install.

    python3 pbem_verify.py campaign.mbox [more paths] [--root-key FILE] [--compare "41 <64 digits>"]

It reads mbox files, Maildirs, folders of .eml files, single .eml files and .pbem attachments.  It uses no network and
changes nothing.  Exit status: 0 everything is right, 1 something is false, 2 nothing is false but something is missing,
3 wrong usage.  docs/trust.md of pbem explains what is checked and gives the formulas.  Nothing here is shared with the
program that runs the games.

How to read it: sections 1 to 3 are tools (hashes, signatures, forms), section 4 reads the mailbox, section 5 checks
signatures and the chain, section 6 checks dice, orders and secrets record by record, section 7 puts it together.
"""

import argparse
import base64
import calendar
import collections
import contextlib
import email
import email.errors
import email.message
import functools
import hashlib
import hmac
import html
import itertools
import json
import pathlib
import re
import runpy
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

# --------------------------------------------------------------------------------- 1. canonical bytes, tagged hashes

BESIDE = sorted(pathlib.Path(__file__).parent.glob("pbem_verify_more.[pt][yx]*"))
MORE = runpy.run_path(str(BESIDE[0]), {"first": sys.modules[__name__]}) if BESIDE else {}

MOST_STEPS = 100_000
"""Most steps of a ladder, or numbers of records, that are checked; more would waste time."""


def is_plain(value: Any) -> bool:
    """Tell whether canonical JSON may hold this: no floats, no large numbers, texts in NFC, keys in ASCII."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and key.isascii() and is_plain(one) for key, one in value.items())
    if isinstance(value, list):
        return all(is_plain(one) for one in value)
    if isinstance(value, str):
        return unicodedata.is_normalized("NFC", value)
    return value is None or (isinstance(value, int) and abs(value) < 2**53)


def canon(value: Any) -> bytes:
    """Write a value as canonical JSON, the one form that is hashed and signed.  Raises ValueError."""
    if not is_plain(value):
        raise ValueError("not canonical")
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def parsed(data: bytes) -> Any:
    """Read canonical JSON; None for bytes that are anything else."""
    with contextlib.suppress(RecursionError, ValueError):
        value = json.loads(data)
        return value if canon(value) == data else None
    return None


def unbase64(text: Any) -> bytes:
    """Decode base64 in its one form; nothing for anything else."""
    with contextlib.suppress(ValueError, TypeError):
        data = base64.b64decode(text, validate=True)
        return data if base64.b64encode(data).decode() == text else b""
    return b""


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """SHA-256 over a tag and some bytes; the tag keeps a hash for one purpose from serving another."""
    return hashlib.sha256(b"pbem/1/" + tag.encode() + b"\0" + b"".join(parts)).digest()


def tagged_mac(key: bytes, tag: str, message: bytes) -> bytes:
    """HMAC-SHA-256 over a tag and a message."""
    return hmac.digest(key, b"pbem/1/" + tag.encode() + b"\0" + message, "sha256")


def ladder_below(step: bytes, steps: int) -> bytes:
    """Go down a ladder of seeds: each step is the hash of the one above it."""
    for _ in range(min(steps, MOST_STEPS)):
        step = tagged_hash("seed", step)
    return step


def head_of(record: Any) -> str:
    """The head of a record: its hash, which the next record repeats as `prev`."""
    return tagged_hash("record", canon(record)).hex()


# ---------------------------------------------------------------------------------- 2. Ed25519 signatures, RFC 8032 5.1

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P  # the curve is  y*y - x*x = 1 + D*x*x*y*y  modulo P; points are pairs (x, y)
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202, 4 * pow(5, -1, P) % P)
Point = tuple[int, int]


def add_points(a: Point, b: Point) -> Point:
    """Add two points of the curve."""
    across = D * a[0] * b[0] * a[1] * b[1] % P
    both = pow(1 - across * across, -1, P)
    x = (a[0] * b[1] + a[1] * b[0]) * (1 - across) * both % P
    y = (a[1] * b[1] + a[0] * b[0]) * (1 + across) * both % P
    return x, y


def multiply(n: int, a: Point) -> Point:
    """Add a point to itself n times, by doubling."""
    result = (0, 1)
    while n:
        if n & 1:
            result = add_points(result, a)
        a, n = add_points(a, a), n >> 1
    return result


def point(data: bytes) -> Point | None:
    """The point that 32 bytes stand for; None if there is none, or one of small order, or the bytes are not reduced."""
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    x_squared = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x_squared, (P + 3) // 8, P)
    if (x * x - x_squared) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x % 2 != sign:
        x = P - x
    is_point = len(data) == 32 and y < P and (x * x - x_squared) % P == 0
    return (x, y) if is_point and multiply(8, (x, y)) != (0, 1) else None


@functools.cache
def good_signature(key: str, message: bytes, text: Any) -> bool:
    """Tell whether `text` (base64) is the signature of `message` by the key (hex)."""
    public, signature = bytes.fromhex(key), unbase64(text)
    a, r, s = point(public), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or len(signature) != 64 or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % ORDER
    return multiply(s, BASE) == add_points(r, multiply(k, a))


def short_id(key: str) -> str:
    """The first eight digits of a key's id, as seals show them."""
    return tagged_hash("key", bytes.fromhex(key)).hex()[:8]


# --------------------------------------------------------------------------- 3. what records, seals and openings hold

# A form is a type, a pattern that a text must match, a function that tells, a list [form] of such, a dict of fields
# with their forms (others may be there too), a dict {NAME: form} of values under names, or a tuple (form, None).
HEX = re.compile(r"[0-9a-f]{64}")
NAME = re.compile(r"[!-~]{1,64}")
DAY = r"(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
TIME = re.compile(DAY + r"T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z")


def matches(value: Any, form: Any) -> bool:
    """Tell whether a value has a form."""
    if isinstance(form, type):
        return isinstance(value, form)
    if isinstance(form, re.Pattern):
        return isinstance(value, str) and form.fullmatch(value) is not None
    if isinstance(form, tuple):
        return value is None or matches(value, form[0])
    if isinstance(form, list):
        return isinstance(value, list) and all(matches(one, form[0]) for one in value)
    if isinstance(form, dict) and NAME in form:
        return isinstance(value, dict) and all(
            matches(k, NAME) and matches(one, form[NAME]) for k, one in value.items()
        )
    if isinstance(form, dict):
        return isinstance(value, dict) and all(k in value and matches(value[k], one) for k, one in form.items())
    return bool(form(value))


def number(value: Any) -> bool:
    """Tell whether this is a whole number, not negative."""
    return type(value) is int and value >= 0


def version(value: Any) -> bool:
    """Tell whether this is the one version that this file knows."""
    return type(value) is int and value == 1


def moment(value: Any) -> bool:
    """Tell whether this is a time such as 2026-03-12T18:02:11Z, of a day that exists."""
    return matches(value, TIME) and int(value[8:10]) <= calendar.monthrange(int(value[:4]), int(value[5:7]))[1]


def signature(value: Any) -> bool:
    """Tell whether this is a seal's signature: whose it is, the short id of the key, 64 bytes in base64."""
    return matches(value, [str]) and len(value) == 3 and matches(value[0], NAME) and len(unbase64(value[2])) == 64


def roll(value: Any) -> bool:
    """Tell whether this is a roll: label, faces, and the number of sides where it is not six."""
    if not isinstance(value, list) or len(value) not in (2, 3) or not matches(value[1], [number]):
        return False
    is_named = isinstance(value[0], str) and value[0].isascii() and 1 <= len(value[1]) <= 1000
    return is_named and (len(value) == 2 or (number(value[2]) and 1 <= value[2] <= 256 and value[2] != 6))


def answer(value: Any) -> bool:
    """Tell whether this is an answer to a question, with its orders, its choice and its source."""
    if not matches(value, {"key": str, "answer": dict}):
        return False
    whole = {"orders": [], "choice": "", "source": "", **value["answer"]}
    return matches(whole, {"orders": list, "choice": str, "source": str})


HOLDER = {"name": NAME, "key": HEX}
LADDER = {"anchor": HEX, "length": number}
BODIES: dict[str, dict[str, Any]] = {
    "genesis": {
        "scenario": str,
        "options": [str],
        "engine": str,
        "rules": HEX,
        "server": HOLDER,
        "gm": (HOLDER, None),
        "root": (HEX, None),
        "certificate": (str, None),
        "ladder": LADDER,
        "hidden_ladder": LADDER,
        "salt_key": HEX,
        "dice": NAME,
        "players": {NAME: str},
        "state": HEX,
    },
    "orders.accepted": {"player": NAME, "phase": NAME, "n": number, "digest": HEX, "saw": number},
    "orders.withdrawn": {"player": NAME, "phase": NAME},
    "orders.locked": {"phase": NAME, "digests": {NAME: HEX}},
    "phase.resolved": {"phase": NAME, "rolls": [roll], "state": HEX},
    "leaf.opened": {"openings": [dict]},
    "gm.ruling": {"what": NAME, "agreed": [NAME]},
    "adj.void": {"adj": number, "seed": HEX},
    "ladder.new": {"ladder": LADDER},
    "branch.open": {"from": number, "parent": NAME, "branch": NAME, "agreed": [NAME], "ladder": LADDER, "state": HEX},
    "branch.closed": {"branch": NAME},
    "engine.change": {"engine": str, "rules": HEX},
    "key.rotate": {"server": HOLDER, "old": str, "root": (str, None)},
    "key.revoke": {"revoked": HEX, "last": number, "root": str},
    "game.end": {"result": str, "salt_key": HEX, "hidden_top": HEX},
}
"""The required fields of each type of record."""

DICE = {"adj": number, "seed": HEX, "contrib": {NAME: HEX}}
PLAYED = {"orders": {NAME: [str]}, "answers": [dict], "events": [dict], "sealed": HEX}
SOURCE = {"witness": dict, "beacon": dict}
OPTIONAL: dict[str, dict[str, Any]] = {
    "genesis": {"title": str, "hides": lambda one: one is True, "sides": {NAME: str}, **SOURCE},
    "orders.locked": {"adj": number, "step": number},
    "phase.resolved": {**DICE, **PLAYED, "lock": number, **SOURCE},
    "gm.ruling": {"before": HEX, "after": HEX, "dice": NAME, "patch": [dict], **SOURCE},
}
"""The optional fields of each type of record, with their forms."""

BY_HAND = ("gm.ruling", "adj.void", "ladder.new", "branch.open", "branch.closed", "engine.change")
"""Records of actions by people: these records have a `reason`, and the GM's key signs them, in `sig` of the body."""

PLACE = {"game": NAME, "branch": NAME, "seq": number}
RECORD = {"v": version, **PLACE, "at": moment, "prev": HEX, "type": NAME, "body": dict}
SEAL = {"v": version, **PLACE, "at": moment, "phase": NAME, "head": HEX, "state": HEX, "sigs": [signature]}
OPENING = {"open": NAME, **PLACE, "salt": HEX}
OPENINGS: dict[str, dict[str, Any]] = {
    "orders": OPENING | {"player": NAME, "phase": NAME, "n": number, "orders": [str], "nonce": str},
    "leaf": OPENING | {"path": str, "value": object, "index": number, "proof": [HEX], "public": HEX},
    "segment": OPENING | {"value": object},
}
"""Openings of commitments: a player's orders, a hidden fact, or the sealed answers and events of a phase."""


def is_exactly(value: Any, form: dict[str, Any]) -> bool:
    """Tell whether an object has these fields and no others."""
    return matches(value, form) and value.keys() == form.keys()


def is_record(value: Any) -> bool:
    """Tell whether this is a record of a version and type known here."""
    if not is_exactly(value, RECORD) or value["type"] not in BODIES:
        return False
    kind, body = value["type"], value["body"]
    required, optional = BODIES[kind], OPTIONAL.get(kind, {})
    if kind in BY_HAND:
        required, optional = required | {"reason": str}, optional | {"sig": str, "agreed": [NAME]}
    present = {"openings": list, "masks": dict} | optional
    if not matches(body, required | {name: form for name, form in present.items() if name in body}):
        return False
    if MORE and not MORE["is_sound"](kind, body):
        return False
    dice = body.keys() & DICE.keys()
    return kind != "phase.resolved" or dice == DICE.keys() or not (dice or body["rolls"])


def is_opening(value: Any) -> bool:
    """Tell whether this opens orders, a hidden fact, or what was sealed of a phase."""
    kind = value.get("open") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in OPENINGS and is_exactly(value, OPENINGS[kind])


# -------------------------------------------------------------------------------------------------- 4. the mailbox


class Usage(Exception):
    """A path, a key or a head that cannot be used."""


class Game:
    """The findings about one game. `findings` holds (kind, record, text); kind is !! false, ?? missing or -- a remark."""

    def __init__(self) -> None:
        self.copies = collections.defaultdict[tuple[str, int], dict[str, Any]](dict)  # by branch and number, by head
        self.seals: list[tuple[dict[str, Any], Any]] = []  # each with the seed that is shown beside it
        self.quoted: list[dict[str, Any]] = []  # seals in words that anybody may have written
        self.openings: list[dict[str, Any]] = []
        self.receipts: list[tuple[str, int, str, str]] = []  # branch, number of the record, digest, letter answered
        self.letters: dict[str, str] = {}  # the player's own, by Message-ID
        self.owners: set[str] = set()  # whose mailbox this is
        self.heads: dict[tuple[str, int], str] = {}
        self.revoked: list[dict[str, Any]] = []
        self.findings: list[tuple[str, int | None, str]] = []
        self.roots: set[str] = set()  # the keys of which one must be the player's
        self.rolls = self.sealed = self.by_hand = self.compared = self.own = self.with_letter = 0

    def want(self, holds: object, seq: int | None, text: str, kind: str = "!!") -> bool:
        """Say `text` unless something holds; kind "?!" is what earlier records that are missing may explain."""
        if not holds:
            about = f"record {seq}: " if seq is not None else ""
            excuse = "; not decided, since earlier records are missing" if kind == "?!" else ""
            self.findings.append(("??" if kind == "?!" else kind, seq, about + text + excuse))
        return bool(holds)


Games = collections.defaultdict[str, Game]


def contents(path: pathlib.Path) -> bytes:
    """The bytes of a file.  Raises Usage."""
    try:
        return path.read_bytes()
    except OSError as fault:
        raise Usage(f"{path}: expected a mailbox or a key: {fault.strerror}") from None


HEADER_LINE = re.compile(rb"[!-9;-~]{1,100}:|>From ")
DATED = re.compile(rb"From [^ ].{0,300}\d\d:\d\d.{0,20}\d{4}")


def mbox_letters(data: bytes) -> Iterator[bytes]:
    """The letters of an mbox: each begins at `From ` behind an empty line or with a time, and a header follows."""
    lines = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n").splitlines(keepends=True)
    places = [n for n, line in enumerate(lines[:-1]) if line.startswith(b"From ") and HEADER_LINE.match(lines[n + 1])]
    starts = [n for n in places if n == 0 or not lines[n - 1].strip() or DATED.match(lines[n])]
    for start, end in itertools.pairwise([*starts, len(lines)]):
        yield re.sub(rb"(?m)^>(>*From )", rb"\1", b"".join(lines[start + 1 : end]))


def letters(path: pathlib.Path, must: bool = True) -> Iterator[tuple[str, bytes, bool]]:
    """All letters under a path: where each lies, its bytes, and whether it is a bare attachment.  Raises Usage."""
    if path.is_dir():
        for one in sorted(path.rglob("*")):
            if one.is_file():
                yield from letters(one, False)
        return
    data = contents(path)
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    is_bundle = path.suffix.lower() == ".pbem" or start.startswith(b'{"')
    if start.startswith(b"From "):
        for number, raw in enumerate(mbox_letters(data), 1):
            yield f"{path} letter {number}", raw, False
    elif is_bundle or re.match(rb"[!-9;-~]{1,100}:", start):
        yield str(path), data, is_bundle
    elif must:
        raise Usage(f"{path}: expected a mailbox (mbox, Maildir, folder of .eml, .eml, .pbem), found something else")


class Letter:
    """The parts of a letter that matter here."""

    def __init__(self) -> None:
        self.game, self.trouble, self.is_cut, self.from_desk = "", "", False, 0  # how many letters of the desk it holds
        self.desk: list[str] = []  # the header X-Pbem of the desk's letters: game, branch, number, player
        self.bundles: list[bytes] = []
        self.id = self.answers = ""  # Message-ID, and that of the letter answered
        self.texts, self.own = list[str](), list[str]()  # own: plain texts of the desk's letter itself, not forwarded

    def take_parts(self, message: email.message.Message) -> None:
        """Sort the parts.  Raises whatever the standard library raises at what is not a letter."""
        self.desk = str(message.get("X-Pbem") or "").split()
        self.id, self.answers = (str(message.get(name) or "").strip() for name in ("Message-ID", "In-Reply-To"))
        match = re.search(r"\[([!-Z\\^-~]{1,64})\]", str(message.get("Subject") or ""))
        self.game = self.desk[0] if self.desk else match[1] if match else ""
        for part in message.walk():
            self.from_desk += "X-Pbem" in part
            if any(isinstance(one, email.errors.CloseBoundaryNotFoundDefect) for one in part.defects):
                self.is_cut, self.trouble = True, "it ends in the middle: the mailbox was cut off, or the letter was"
            data, kind = part.get_payload(decode=True), part.get_content_type()
            defects = {type(one).__name__ for one in part.defects} if self.is_cut else set()
            if part.is_multipart() or not isinstance(data, bytes) or "MissingHeaderBodySeparatorDefect" in defects:
                continue
            if "InvalidBase64LengthDefect" in defects:
                data = base64.b64decode("".join(str(part.get_payload()).split())[:-1])  # cut within a group of four
            text = data.decode("utf-8", "replace").replace("\ufffd", " ")  # what matters is ASCII in any charset
            if kind == "application/vnd.pbem+jsonl" or str(part.get_filename() or "").lower().endswith(".pbem"):
                self.bundles.append(data)
            elif kind == "text/plain":
                self.texts.append(text)
                self.own += [text.replace("\r", "")] if self.desk else []
            elif kind == "text/html":
                text = re.sub(r"(?i)<(?:br|/?p|/?div|/?tr|/?pre|/?blockquote)\b[^<>]*>", "\n", text)
                self.texts.append(html.unescape(re.sub(r"<[^<>]*>", "", text)))


UNREADABLE = (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError)


def read_letter(raw: bytes, where: str, games: Games) -> None:
    """Take the attachments, seals and receipts of a letter; what cannot be read is said."""
    letter = Letter()
    try:
        if len(raw) > 2**25 or raw.lower().count(b"content-type:") > 1000:
            raw, letter.trouble = b"", "it is too large or has too many parts, and was not read"
        message = email.message_from_bytes(raw)
        letter.take_parts(message)
        if len(DESK_LINE.findall(raw)) > letter.from_desk or SEAL_BEGINS.search(str(message.epilogue or "")):
            letter.trouble = letter.trouble or "letters of the desk stand in it that could not be taken apart"
    except (*UNREADABLE, email.errors.MessageError):
        letter.trouble = "it cannot be read as mail"
    if letter.desk and not letter.bundles and not letter.texts:
        letter.trouble = letter.trouble or "it is from the desk and has no part that can be read"
    games["?"].want(not letter.trouble, None, f"{where}: {letter.trouble}", "??")
    for data in letter.bundles:
        read_bundle(data[: data.rfind(b"\n") + 1] if letter.is_cut else data, where, games, letter.game)
    if letter.id and letter.texts and not letter.desk:
        games["?"].letters.setdefault(letter.id, letter.texts[0])
    for text in letter.own:
        read_frame(text, letter, where, games)
    # In any text anybody may have written a seal; so there they count only where they are signed.
    blocks = [block for text in letter.texts for block in blocks_in(text)[-MOST_QUOTED:]]
    for seal in [seal_of(words)[0] for version, words in blocks if version == "1"]:
        if seal and seal["game"] in games:
            games[seal["game"]].quoted.append(seal)
    if len(letter.desk) > 3 and letter.game in games:
        games[letter.game].owners.add(letter.desk[3])
        if MORE:
            MORE["take_files"](message, letter, games[letter.game])


def read_bundle(data: bytes, where: str, games: Games, named: str = "") -> None:
    """Take the lines of an attachment: records one after the other, then the seal of the last, then openings."""
    *lines, rest = data.split(b"\n")
    values = [parsed(line.rstrip(b"\r")) for line in lines]
    records = {n: value for n, value in enumerate(values) if is_record(value)}
    counted = collections.Counter(record["game"] for record in records.values())
    name = max(counted, key=lambda one: counted[one]) if counted else named
    game, last, after_seal = games[name or "?"], None, False
    game.want(not rest, None, f"the last line of the attachment in {where} is cut off")
    for n, (line, value) in enumerate(zip(lines, values, strict=True)):
        shown = re.search(rb'(?:"se|eq"|seq|q":)\D{0,3}(\d{1,15})', line)
        number = int(shown[1]) if shown else None
        fields = value if isinstance(value, dict) else {}
        # What a line was meant to be is told by what it still has, so that a damaged one is named for what it is.
        looks_like_record = re.search(rb'"body":{|"prev":"', line)
        if re.search(rb'"sigs":\[|^{"seal"', line) and not looks_like_record:
            seal: Any = fields.get("seal")
            right = is_exactly(seal, SEAL) and seal["sigs"] and len(fields) == 1
            right = right and seal["game"] == (name or seal["game"]) and last in (None, seal["seq"])
            number, after_seal = number if last is None else last, True
            if game.want(right, number, f"the seal in {where} cannot be used, or is of another record"):
                games[seal["game"]].seals.append((seal, None))
        elif not looks_like_record and (after_seal or re.search(rb'"open":"|"salt":"', line)):
            right = is_opening(fields) and fields["game"] == (name or fields["game"])
            if game.want(right, number, f"line {n + 1} of {where} is not an opening, or is one of another game"):
                games[fields["game"]].openings.append(fields)
                if fields["open"] == "orders":
                    games[fields["game"]].owners.add(fields["player"])
        else:
            (branch, last), right = place_of_line(n, records, number, name)
            if game.want(right, last, f"line {n + 1} of {where} is not the record that belongs there"):
                game.copies[branch, last][head_of(fields)] = fields


def place_of_line(n: int, records: dict[int, Any], number: int | None, name: str) -> tuple[Any, bool]:
    """The branch and number that belong on line n of an attachment, by the lines round it; whether they are there."""
    near = [(records[m], n - m) for m in (n - 1, n + 1, n - 2, n + 2) if m in records]
    places = [(one["game"], one["branch"], one["seq"] + distance) for one, distance in near]
    if n not in records:
        return (places[0][1:] if places else ("", number)), False
    own = (records[n]["game"], records[n]["branch"], records[n]["seq"])
    places = [place for place in places if place[:2] == own[:2]]
    right = own in places or (not places and own[0] == name)
    return (own if right or not places else places[0])[1:], right


SIGNED = ("game", "branch", "seq", "at", "phase", "head", "state")
"""The fields of a seal, as they are signed."""
SEAL_BLOCK = re.compile(
    r"pbem\s+seal\s+(\d{1,9})\s+begin\b(.*?)(pbem\s+seal\s+\d{1,9}\s+end\b|\Z|(?=pbem\s+seal\s+\d))", re.S
)
SEAL_BEGINS = re.compile(r"pbem\s+seal\s+\d{1,9}\s+begin")
DESK_LINE = re.compile(rb"(?i)(?:\A|[\r\n])X-Pbem:")
# What the desk itself put into its letter is told by where it stands: the words of players are set in further.
OWN_SEAL = re.compile(r"(?m)^  pbem seal \d{1,9} begin[ \t]*$")
OWN_RECEIPT = re.compile(r"(?m)^(?:\S.*\D)?(\d{1,15}):[ \t]*\n  ([0-9a-f]{64})[ \t]*$")  # in any language
MOST_QUOTED = 4


def blocks_in(text: str) -> list[tuple[str, list[str]]]:
    """The seal blocks of a text, whatever quoting and wrapping did to them: version (none if cut off) and words."""
    plain = re.sub(r"(?m)^[ \t>|\u00a0\u200b\ufeff]+", "", text.replace("\r", ""))
    plain = plain.replace("\u00a0", " ").replace("\u200b", "")
    return [(version if end else "", inside.split()) for version, inside, end in SEAL_BLOCK.findall(plain)]


def read_frame(text: str, letter: Letter, where: str, games: Games) -> None:
    """Take what the desk has put into its own letter: the seal at its end, the digests of a receipt."""
    game = games[letter.game]
    for start in [one.start() for one in OWN_SEAL.finditer(text)][-1:]:
        version, words = blocks_in(text[start:])[0]
        seal, seed = seal_of(words if version == "1" else [])
        shown = re.search(r"\bseq (\d{1,15})\b", " ".join(words))
        number = int(shown[1]) if shown else None
        if game.want(seal, number, f"the seal in {where} cannot be used", "??"):
            is_own = game.want(seal["game"] == letter.game, number, f"the seal in {where} is of game {seal['game']}")
            game.seals += [(seal, seed)] if is_own else []
    branch = letter.desk[1] if len(letter.desk) > 1 else "main"
    for digits, digest in OWN_RECEIPT.findall(text) if not letter.bundles else []:
        game.receipts.append((branch, int(digits), digest, letter.answers))


def seal_of(words: list[str]) -> tuple[Any, Any]:
    """The seal that the words of a block tell, and the seed beside it, which is not signed; None for what is no seal."""
    rest, *signed = f" {' '.join(words)}".split(" sig ")
    rest, _, seed = rest.partition(" seed ")
    read = dict[str, Any]()
    for name in ("state", "head", "at", "phase", "seq", "branch", "game"):
        rest, found, value = rest.rpartition(f" {name} ")
        read[name] = value.replace(" ", "") if found else ""
    number = int(read["seq"]) if re.fullmatch(r"0|[1-9][0-9]{0,14}", read["seq"]) else None
    sigs = [[*one.split(" ")[:2], "".join(one.split(" ")[2:])] for one in signed]
    seal = {**read, "v": 1, "seq": number, "sigs": sigs}
    adj, _, step = seed.partition(" ")
    shown = (int(adj), step.replace(" ", "")) if re.fullmatch(r"[1-9][0-9]{0,14}", adj) else (0, "")
    right = not rest and sigs and is_exactly(seal, SEAL) and (not seed or matches(shown[1], HEX))
    return (seal, shown if seed else None) if right else (None, None)


# --------------------------------------------------------------------------------------- 5. keys, seals and the chain


def vouches(record: Any, key: str, signature: Any, **fields: Any) -> bool:
    """Tell whether a key has signed what a record says of keys."""
    return good_signature(key, b"pbem/1/key\0" + canon({"game": record["game"], **fields}), signature)


def keys_of(game: Game, records: list[Any], branch: str) -> tuple[list[dict[str, Any]], str, str]:
    """The server's keys, each with the records it may seal; the root key and the GM's, "" if there is none."""
    keys, root, gm = list[dict[str, Any]](), "", ""
    for record in records:
        body, seq, right, text = record["body"], record["seq"], True, ""
        server = body["server"] if record["type"] in ("genesis", "key.rotate") else {}
        new, fields = {**server, "first": seq, "last": 2**60, "served": 0}, {"seq": seq, "server": server.get("key")}
        if record["type"] == "genesis":
            keys, root, gm = [new], body["root"] or "", body["gm"]["key"] if body["gm"] else ""
            right = not root or vouches(record, root, body["certificate"], **fields)
            text = "the root key's certificate for the server key is wrong"
        elif record["type"] == "key.rotate" and keys:
            right = vouches(record, keys[-1]["key"], body["old"], **fields)
            right = right and (not root or vouches(record, root, body["root"], **fields))
            text = "there is a new server key that the old key and the root key have not both signed"
            if right:
                keys[-1]["last"] = min(keys[-1]["last"], seq - 1)
                keys.append(new)
        elif record["type"] == "key.revoke" and keys:
            right = vouches(record, root, body["root"], last=body["last"], revoked=body["revoked"])
            text = "a key is revoked without the root key's signature"
            for old in [key for key in keys if right and key["key"] == body["revoked"]]:
                old |= {"served": max(old["served"], old["last"]), "last": min(old["last"], body["last"])}
        game.want(right or record["branch"] != branch, seq, text)
    return keys, root, gm


def signed_seals(game: Game, branch: str, keys: list[dict[str, Any]], gm: str) -> dict[int, dict[str, Any]]:
    """The seals of a branch that the server's key has signed, by record."""
    good: dict[int, dict[str, Any]] = {}
    top = max((seq for name, seq in game.copies if name == branch), default=-1)
    sealed = [one for one, _ in game.seals if one["branch"] == branch]
    quoted = [one for one in game.quoted if one["branch"] == branch and one["seq"] <= top and one not in sealed]
    for seal in sealed + quoted:
        seq = seal["seq"]
        signed = b"pbem/1/seal\0pbem-seal 1\n" + "".join(f"{name} {seal[name]}\n" for name in SIGNED).encode()
        for name, key_id, signature in seal["sigs"]:
            known = [key for key in keys if short_id(key["key"]) == key_id]
            right = [key for key in known if good_signature(key["key"], signed, signature)]
            if seal in quoted and not right:
                continue
            if gm and key_id == short_id(gm):
                game.want(good_signature(gm, signed, signature), seq, "the GM's signature on its seal is wrong")
            elif any(key["name"] == name and key["first"] <= seq <= key["last"] for key in right):
                first = good.setdefault(seq, seal)
                is_same = all(first[field] == seal[field] for field in ("head", "state", "at"))
                game.want(is_same, seq, "two different seals of it are signed: two histories were sent")
                game.sealed += 1
            elif any(key["last"] < seq <= key["served"] for key in right):
                game.revoked.append(seal)  # the key was revoked later: its seal counts for nothing
            elif known or any(key["name"] == name for key in keys):
                text = f"the signature of {name} {key_id} on its seal is wrong, or its key was not in force"
                game.want(False, seq, text)
    return good


def linked_records(game: Game, branch: str, first: int, top: int, good: dict[int, dict[str, Any]]) -> dict[int, Any]:
    """The records of a branch that hold: those whose head is signed, or is the one the next record carries."""
    held: dict[int, Any] = {}
    absent: list[int] = []
    loose: list[int] = []
    above: Any = None
    is_anchored = False
    for seq in range(top, max(first, top - MOST_STEPS) - 1, -1):
        copies = game.copies.get((branch, seq), {})
        wanted = good[seq]["head"] if seq in good else above["prev"] if above else next(iter(copies), "")
        is_anchored = seq in good or (is_anchored and above is not None)
        text = "a copy of it is not the one that was signed, or not the one that the next record follows"
        game.want(copies.keys() <= {wanted}, seq, text)
        follows = not above or wanted not in copies or above["prev"] == wanted
        if not game.want(follows, seq + 1, "it does not follow the record before it, as that was signed"):
            held.pop(seq + 1, None)
        above = copies.get(wanted)
        if above:
            held[seq], game.heads[branch, seq] = above, wanted
        absent += [] if copies else [seq]
        loose += [seq] if above and not is_anchored else []
    missing = "not in this mailbox; ask the desk with  resend"
    for why, seqs in ((missing, absent), ("under no seal that could be checked", loose)):
        text = f"{len(seqs)} records of {branch}, the first is {min(seqs, default=0)}: {why}"
        game.want(not seqs, None, text, "??")
    for seal in game.revoked:
        is_same = game.heads.get((seal["branch"], seal["seq"]), seal["head"]) == seal["head"]
        game.want(is_same, seal["seq"], "another head of it was signed under a key that has been revoked since")
    return held


# ------------------------------------------------------------------------- 6. seeds, dice, orders and hidden facts


def throw(key: bytes, label: str, number: int, sides: int = 6) -> list[int]:
    """The dice of one roll: bytes of a keyed stream; those that would favour a face are passed over."""
    if not 1 <= sides <= 256 or not 1 <= number <= 1000:
        raise ValueError("no such dice")
    faces: list[int] = []
    block = 0
    while len(faces) < number:
        stream = tagged_mac(key, "roll", label.encode("ascii") + b"\0" + block.to_bytes(4, "big"))
        faces += [byte % sides + 1 for byte in stream if byte < 256 - 256 % sides]
        block += 1
    return faces[:number]


def fits(opening: Any, body: Any) -> bool:
    """Tell whether an opening leads to the commitment in the body of its record."""
    salt, value, path = bytes.fromhex(opening["salt"]), opening.get("value"), opening.get("path", "segment")
    if opening["open"] == "orders":
        content = canon({name: opening[name] for name in ("game", "player", "phase", "orders", "nonce")})
        is_same = all(opening[name] == body.get(name) for name in ("player", "phase", "n"))
        return is_same and tagged_hash("orders", salt, content).hex() == body.get("digest")
    node = tagged_hash("leaf", salt, canon({"path": path, "value": value}))
    if opening["open"] == "segment":
        rest = iter(value["events"] if matches(value, {"events": list}) else [])
        are_in_it = all(one in rest for one in body.get("events", []))  # each behind the one before
        return are_in_it and node.hex() == body.get("sealed")
    index = opening["index"]
    for beside in map(bytes.fromhex, opening["proof"]):
        node = tagged_hash("node", beside, node) if index & 1 else tagged_hash("node", node, beside)
        index >>= 1
    state = tagged_hash("state", bytes.fromhex(opening["public"]), node).hex()
    return bool(state == body.get("state", body.get("after")))


class Submission:
    """The lines of a submission by what they are: orders, answers to questions, standing orders."""

    def __init__(self, lines: list[str]) -> None:
        self.all = lines
        of_a_unit = "[^:]+ (?:when charged|when contact|double|after melee): "  # Shawnee when charged: hold
        self.standing = [line for line in lines if re.match(f"(?:when|policy|march|hold) |{of_a_unit}", line)]
        # What was filed ahead begins with its phase: "in F: ...".
        rest = [re.sub(r"\Ain [^:]+: ", "", line) for line in lines if line not in self.standing]
        self.rest, self.orders = rest, [line for line in rest if ": " not in line]
        self.answers = [line for line in rest if ": " in line]

    def know_orders(self, carried_out: list[str]) -> None:
        """In some games an order has a colon as an answer has: those that were carried out as orders are orders."""
        known = {*self.orders, *carried_out}
        self.orders = [line for line in self.rest if line in known]
        self.answers = [line for line in self.rest if line not in known]


class Walk(MORE.get("Locks", object)):  # type: ignore[misc]  # Locks checks the dice modes witness and beacon
    """Reads the records of a branch in sequence, from genesis on; what is wrong in a parent branch is said there.

    `openings` are all that fit their records, wherever they were found.
    """

    def __init__(self, game: Game, branch: str, gm: str, openings: list[Any]) -> None:
        self.game, self.branch, self.gm, self.openings = game, branch, gm, openings
        self.seq, self.at, self.own = -1, "", True
        self.gap = self.gap_since_seed = False  # whether a record is missing
        self.genesis: dict[str, Any] = {}
        self.state, self.seed, self.adj = "", b"", 0
        self.last_contributions: dict[str, str] = {}
        self.labels: set[str] = set()  # of all rolls so far
        self.purposes = collections.Counter[str]()  # how many rolls for each so far
        self.mode, self.source = "", dict[str, Any]()  # the dice mode, its witness or beacon
        self.witness_known: tuple[int, str] = (0, "")
        self.step_asked, self.may_skip = 0, False
        self.locked: Any = None
        self.shut: set[tuple[str, int, str]] = set()  # what was sealed, and in take_openings what was opened
        self.opened: set[tuple[str, int, str]] = set()
        self.numbers = collections.Counter[Any]()  # by player and phase: how many letters with orders
        self.filed: dict[Any, Any] = {}  # by player and phase: the record of the orders on file
        self.counts: dict[Any, Any] = {}  # the same as it was when play of the phase began, and counts to its end
        self.all = collections.defaultdict[str, list[Any]](list)  # all submissions of a player
        self.answered = collections.defaultdict[Any, list[str]](list)  # by player and phase: answers carried out
        self.skips_answers, self.secret = False, ""  # the phase whose orders can't be told from answers
        self.lines = {(o["branch"], o["seq"]): Submission(o["orders"]) for o in openings if o["open"] == "orders"}
        self.segments = {(o["branch"], o["seq"]): o["value"] for o in openings if o["open"] == "segment"}
        self.by_standing = collections.defaultdict[str, list[int]](list)  # by player: records of lines
        self.records: list[Any] = []
        self.players: dict[str, str] = {}  # by side ("us"), as answers name it: the player's code ("US")

    def want(self, holds: object, text: str, kind: str = "!!") -> bool:
        """Say `text` of the present record unless something holds."""
        return self.game.want(holds, self.seq, text, kind) if self.own else bool(holds)

    def want_unless_gap(self, holds: object, text: str) -> bool:
        """The same, where missing records may explain it."""
        return self.want(holds, text, "?!" if self.gap else "!!")

    def read(self, records: list[Any], good: dict[int, dict[str, Any]]) -> None:
        """Read all records; `good` are the seals by record."""
        self.players, self.records = self.players_by_side(records), records
        for record in records:
            if record["seq"] != self.seq + 1:
                self.gap = self.gap_since_seed = True
            self.seq, self.own, body = record["seq"], record["branch"] == self.branch, record["body"]
            self.want(record["at"] >= self.at, f"it is dated {record['at']}, before the record before it", "--")
            self.at = record["at"]
            try:
                self.take(record, record["type"], body)
            except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError):
                self.want(False, "its body is not as it should be")
            if not self.own or self.seq not in good:
                continue
            self.want(good[self.seq]["at"] == record["at"], "its seal gives another time than the record")
            if self.state and ("state" in body or not self.gap):
                self.want(good[self.seq]["state"] == self.state, "its seal gives another state than the chain")

    def take(self, record: Any, kind: str, body: Any) -> None:
        """The next record."""
        if kind in BY_HAND:
            self.take_signature(record)
        if kind in ("adj.void", "ladder.new", "branch.open"):
            self.locked, self.may_skip = None, self.may_skip or kind == "branch.open"
            # Questions that were undone are put again, and a redo brings their answers back.
            self.skips_answers = self.skips_answers or kind == "branch.open"
        if kind in ("genesis", "ladder.new", "branch.open"):
            self.seed, self.gap_since_seed = bytes.fromhex(body["ladder"]["anchor"]), False
        if kind == "genesis":
            self.genesis = body
            self.take_mode(body)
        elif kind in ("orders.accepted", "orders.withdrawn"):
            self.take_submission(record, body)
        elif kind == "orders.locked":
            if MORE:
                self.take_lock(record, body)
            self.begin(body["phase"])
        elif kind == "phase.resolved":
            self.take_phase(record, body)
        elif kind == "adj.void":
            self.climb(body["adj"], bytes.fromhex(body["seed"]))
        elif kind == "gm.ruling":
            self.take_ruling(body)
        if kind in ("genesis", "phase.resolved", "branch.open", "gm.ruling"):
            self.state = body.get("after" if kind == "gm.ruling" else "state", self.state)
        self.take_openings(record, body)
        if kind == "game.end":
            self.take_end(body)

    def take_signature(self, record: Any) -> None:
        """Count an action of a person; where the GM has a key, it has signed it."""
        body = {name: value for name, value in record["body"].items() if name != "sig"}
        message = b"pbem/1/record\0" + canon({**record, "body": body})
        signed = not self.gm or good_signature(self.gm, message, record["body"].get("sig"))
        self.want(signed, "it was done by hand, and the GM's key has not signed it")
        self.game.by_hand += self.own

    def take_submission(self, record: Any, body: Any) -> None:
        """A player's letters for a phase are counted from 1, without a gap; the last is on file."""
        who = (body["player"], body["phase"])
        due = self.numbers[who] + 1
        found = body.get("n", due)
        self.want_unless_gap(found == due, f"it is letter {found} of {who[0]} where {due} was expected")
        self.numbers[who], self.filed[who] = found, record if "digest" in body else None
        self.all[who[0]] += [record] if "digest" in body else []

    def take_ruling(self, body: Any) -> None:
        """A ruling names the state it changes; a new mode of dice needs everybody's consent."""
        if body["what"] == "dice" and "dice" in body:
            all_agreed = set(body["agreed"]) >= self.genesis.get("players", {}).keys()
            text = "the dice mode was changed while dice were waiting, or not all players agreed"
            self.want(all_agreed and not self.locked, text)
            self.take_mode(body)
        self.want_unless_gap(self.state in ("", body.get("before", self.state)), "the ruling is on another state")

    def take_openings(self, record: Any, body: Any) -> None:
        """Note what the record commits to, and what it opens."""
        sealed = {"digest": "orders", "sealed": "segment"}
        self.shut |= {(record["branch"], record["seq"], sealed[name]) for name in body if name in sealed}
        openings = body.get("openings", [])
        self.want(all(map(is_opening, openings)), "an opening in it cannot be read")
        self.opened |= {(one["branch"], one["seq"], one["open"]) for one in filter(is_opening, openings)}

    def climb(self, adj: int, seed: bytes) -> None:
        """The next seed: hashed, it must give the seed before it."""
        distance = adj - self.adj
        in_turn = distance == 1 or (distance > 1 and self.gap_since_seed)
        if self.want_unless_gap(in_turn, f"it is adjudication {adj} where {self.adj + 1} was expected"):
            kind = "?!" if self.gap_since_seed or not self.seed else "!!"
            stands = ladder_below(seed, distance) == self.seed
            self.want(stands, f"seed {adj} does not lead to the seed before it", kind)
        self.seed, self.adj, self.gap_since_seed = seed, adj, False

    def take_phase(self, record: Any, body: Any) -> None:
        """A phase, or a part of one up to a question: its dice, its rolls, its orders."""
        if "seed" in body:
            self.climb(body["adj"], bytes.fromhex(body["seed"]))
            expected = (self.source and self.unlock(record, body)) or self.contributions(record, body, body["contrib"])
            text = "the contributions to its dice are not those of the orders on file"
            self.want_unless_gap(body["contrib"] == expected, text)
            self.last_contributions = body["contrib"]
            self.take_dice(record, body)
        if MORE:
            MORE["compare_rolls"](self, body, self.segments.get((record["branch"], record["seq"])))
        self.begin(body["phase"])
        self.compare_orders(body, self.answers_of(record))

    def take_dice(self, record: Any, body: Any) -> None:
        """Roll every die again."""
        inputs = {"game": record["game"], "branch": record["branch"], "adj": body["adj"], "contrib": body["contrib"]}
        mixed = {name: body[name] for name in ("witness", "beacon") if name in body}
        text = "its dice hold a value of a witness or a beacon, and the game has none: anybody could choose it"
        self.want_unless_gap(mixed.keys() <= {self.mode}, text)
        inputs |= {name: one["value"] for name, one in mixed.items() if "value" in one}
        key = tagged_mac(bytes.fromhex(body["seed"]), "rollkey", canon(inputs))
        for label, faces, *sides in body["rolls"]:
            right = throw(key, label, len(faces), *sides)
            self.want(right == faces, f"the roll {label!r} is not what the seed gives: {right}, found {faces}")
            is_new = label not in self.labels and label.startswith(body["phase"] + " ")
            self.want(is_new, f"the roll {label!r} was made before, or is not of this phase")
            self.labels.add(label)
        self.game.rolls += len(body["rolls"]) * self.own

    def contributions(self, record: Any, body: Any, players: Any) -> dict[str, str]:
        """Each player's contribution to the dice: the digest of the orders on file, or that of silence."""
        found = {}
        for player in self.genesis.get("players", players):
            last = self.last_contributions.get(player, "0" * 64)
            silence = {"game": record["game"], "adj": body["adj"], "player": player, "last": last}
            filed = self.filed.get((player, body["phase"]))
            found[player] = filed["body"]["digest"] if filed else tagged_hash("silent", canon(silence)).hex()
        return found

    def take_mode(self, body: Any) -> None:
        """The mode of the dice from here on."""
        self.mode = body["dice"]
        self.want(self.mode in ("sealed", "witness", "beacon"), f"dice mode {self.mode} is not known here", "??")
        text = f"dice mode {self.mode} is checked by pbem_verify_more.py, which does not lie beside this file"
        if self.want(MORE or self.mode == "sealed", text, "??") and MORE:
            self.take_source(body)

    def take_end(self, body: Any) -> None:
        """The end opens the salt key, the second ladder, and everything that was sealed."""
        key, top = bytes.fromhex(body["salt_key"]), bytes.fromhex(body["hidden_top"])
        if self.genesis:
            ladder = self.genesis["hidden_ladder"]
            stands = ladder["length"] > MOST_STEPS or ladder_below(top, ladder["length"]).hex() == ladder["anchor"]
            is_bound = tagged_hash("salt", key).hex() == self.genesis["salt_key"]
            self.want(is_bound, "the salt key is not the one that genesis commits to")
            self.want(stands, "the top of the second ladder does not lead to its anchor in genesis")
        for one in self.openings:
            path = [f"orders/{one['player']}/{one['phase']}", one["n"]] if "n" in one else []
            path = path or [one.get("path", "segment"), one["seq"]]
            branch = [one["branch"]] if one["branch"] != "main" else []
            right = tagged_mac(key, "salt", canon(path + branch)).hex() == one["salt"]
            self.want(right, f"the salt of an opening of record {one['seq']} does not come from the salt key")
        text = "it does not open everything that was sealed"
        self.want(not self.shut - self.opened, text, "??")

    # Orders: what was carried out is compared with what was filed, both ways.

    def begin(self, phase: str) -> None:
        """Fix what counts for a phase when play of it begins."""
        for who, filed in self.filed.items():
            if who[1] == phase and filed:
                self.counts.setdefault(who, filed)

    def answers_of(self, record: Any) -> list[tuple[str, str, int, str, str]] | None:
        """A phase's answers: side, question, number of orders, choice, source.  None if they are sealed."""
        value = self.segments.get((record["branch"], record["seq"]))
        answers = record["body"].get("answers", value.get("answers") if isinstance(value, dict) else None)
        if answers is None or not self.want(matches(answers, [answer]), "its answers cannot be read"):
            return None
        return [
            (key.split(" ")[0], key, len(one.get("orders", ())), one.get("choice", ""), one.get("source", "order"))
            for key, one in ((each["key"], each["answer"]) for each in answers)
        ]

    def players_by_side(self, records: list[Any]) -> dict[str, str]:
        """The player of each side, as genesis says or learned from records in which one side alone had orders."""
        if records and (sides := records[0]["body"].get("sides")) and records[0]["type"] == "genesis":
            return {side: player for player, side in sides.items()}
        votes = collections.Counter[tuple[str, str]]()
        for record in records:
            players = list(record["body"].get("orders", {})) if record["type"] == "phase.resolved" else []
            answers = (self.answers_of(record) or []) if players else []
            sides = {side for side, key, number, *_ in answers if key.startswith(f"{side} orders ") and number}
            if len(players) == len(sides) == 1:
                votes[sides.pop(), players[0]] += 1
        return dict(pair for pair, _ in reversed(votes.most_common()))

    def lines_of(self, filed: Any) -> Any:
        """The lines of a submission; none where nothing is on file, None if it is not opened here."""
        return self.lines.get((filed["branch"], filed["seq"])) if filed else Submission([])

    def compare_orders(self, body: Any, answers: list[tuple[str, str, int, str, str]] | None) -> None:
        """Compare each player's orders and answers in one record; each call for orders by itself."""
        carried_out, phase = body.get("orders", {}), body["phase"]
        for player in sorted({*carried_out, *self.players.values()}):
            lines = list(carried_out.get(player, []))
            if lines == ["withheld until the end of the game"] and "sealed" in body:
                self.secret = phase
                continue
            for one in self.all[player]:
                if one["body"]["phase"] == phase and (opened := self.lines_of(one)):
                    opened.know_orders(lines)
            if answers is None or player not in self.players.values():
                if lines:
                    self.compare_set(player, phase, lines, "standing order")
                continue
            own = [one for one in answers if self.players.get(one[0]) == player]
            calls = [one for one in own if one[1].startswith(f"{one[0]} orders ")]
            text = f"its answers hold another number of orders of {player} than it says were carried out"
            if self.want_unless_gap(sum(one[2] for one in calls) == len(lines), text):
                for _, _, number, _, source in calls:
                    self.compare_set(player, phase, lines[:number], source)
                    del lines[:number]
            self.compare_answers(player, phase, [f"{one[1]}: {one[3]}" for one in own if one[4] == "order" and one[3]])

    def compare_set(self, player: str, phase: str, lines: list[str], source: str) -> None:
        """One set of orders that was carried out: what was on file, then what standing orders added."""
        filed: Any = self.counts.get((player, phase)) or self.filed.get((player, phase))
        opened = self.lines_of(filed)
        if opened is None:
            text = f"your orders in record {filed['seq']} are not opened in this mailbox, so they cannot be compared"
            self.want(player not in self.game.owners, text, "??")
            return
        self.game.compared += len(lines) * self.own
        submissions = [self.lines_of(one) for one in self.all[player]]
        may_add = "standing order" in source and any(one is None or one.standing for one in submissions)
        missing = collections.Counter(opened.orders) - collections.Counter(lines)
        added = collections.Counter(lines) - collections.Counter(opened.orders)
        for line in missing:
            self.want_unless_gap(False, f"{player} ordered {line!r} (record {filed['seq']}); it was not carried out")
        self.by_standing[player] += [self.seq] * (added.total() if may_add and self.own else 0)
        for line in added:
            self.want_unless_gap(may_add, f"{line!r} was carried out for {player}, who did not order it")
        text = f"the orders of {player} were carried out in another sequence than on file"
        in_sequence = lines[: len(opened.orders)] == opened.orders
        self.want_unless_gap(missing or (added and not may_add) or in_sequence, text)

    def compare_answers(self, player: str, phase: str, given: list[str]) -> None:
        """Answers that are said to have come by letter are on file, and all that are on file were carried out."""
        self.answered[player, phase] += given
        last = next((one for one in reversed(self.all[player]) if one["body"]["phase"] == phase), None)
        opened = self.lines_of(last)
        if opened is None or self.skips_answers or phase == self.secret:
            return
        for line in given:
            text = f"{line!r} was carried out as the answer of {player}, who did not give it"
            self.want_unless_gap(line in opened.answers, text)
        for line in opened.answers:
            text = f"{player} answered {line!r}; it was not carried out"
            self.want_unless_gap(line in self.answered[player, phase], text)


# ------------------------------------------------------------------------------------------- 7. a whole game, a mailbox


def judge(game: Game) -> None:
    """Check everything of one game."""
    names = {branch for branch, _ in game.copies} | {seal["branch"] for seal, _ in game.seals} | {"main"}
    held: dict[str, dict[int, Any]] = {}
    walks: list[tuple[str, str, list[Any], dict[int, Any]]] = []
    lineage: dict[str, list[Any]] = {}
    for name in sorted(names, key=lambda one: (one != "main", len(one), one)):
        own = [r for (branch, _), copies in sorted(game.copies.items()) if branch == name for r in copies.values()]
        first, before = start_of_branch(game, name, own, lineage)
        keys, root, gm = keys_of(game, before + own, name)
        good = signed_seals(game, name, keys, gm)
        claimed = [seal["seq"] for seal, _ in game.seals if seal["branch"] == name and not keys]
        held[name] = linked_records(game, name, first, max([r["seq"] for r in own] + [*good, *claimed, first]), good)
        lineage[name] = before + [record for _, record in sorted(held[name].items())]
        walks.append((name, gm, lineage[name], good))
        if name == "main":
            start = held[name].get(0)
            is_start = not start or (start["type"], start["prev"]) == ("genesis", "0" * 64)
            game.want(is_start, 0, "it should be genesis, with nothing before it")
            game.want(keys, None, "no server key is known without genesis: no seal can be checked", "??")
            game.roots = {root, keys[0]["key"]} if keys else set()
    openings = checked_openings(game, held)
    read = [Walk(game, name, gm, openings) for name, gm, *_ in walks]
    for walk, (_, _, records, good) in zip(read, walks, strict=True):
        walk.read(records, good)
    check_seeds_and_receipts(game, held)
    text = "own letters are not compared: pbem_verify_more.py does not lie beside this file"
    if game.want(MORE, None, text, "--"):
        MORE["remark"](game, read, openings)


def start_of_branch(game: Game, name: str, own: list[Any], lineage: dict[str, list[Any]]) -> tuple[int, list[Any]]:
    """The first number of a branch, and the records before it; a branch begins with the record that opens it."""
    opener = next((r for r in own if r["type"] == "branch.open" and r["body"]["branch"] == name), None)
    lowest = min((record["seq"] for record in own), default=None)
    game.want(opener or name == "main", lowest, f"nothing opens branch {name}")
    if not opener:
        return 0, []
    first, parent, fork = opener["seq"], opener["body"]["parent"], opener["body"]["from"]
    right = first == fork + 1 and game.heads.get((parent, fork), opener["prev"]) == opener["prev"]
    game.want(right, first, f"branch {name} does not begin where it says")
    return first, [record for record in lineage.get(parent, []) if record["seq"] <= fork]


def checked_openings(game: Game, held: dict[str, dict[int, Any]]) -> list[Any]:
    """All openings that lead to the commitment in their record, those in letters and those in records."""
    openings, fitting = list(game.openings), []
    for record in [record for records in held.values() for record in records.values()]:
        inside = record["body"].get("openings", [])
        for one in filter(is_opening, inside if isinstance(inside, list) else []):
            openings += [one] if one["branch"] in held and one not in openings else []
    for one in openings:
        opened, seq = held.get(one["branch"], {}).get(one["seq"]), one["seq"]
        if game.want(opened or one["branch"] not in held, seq, "an opening cannot be checked without it", "??"):
            is_right = opened and fits(one, opened["body"])
            fitting += [one] if game.want(is_right, seq, "an opening does not fit it") else []
    return fitting


def check_seeds_and_receipts(game: Game, held: dict[str, dict[int, Any]]) -> None:
    """Seeds shown beside seals, and digests in receipts, are those of the records."""
    for seal, seed in game.seals:
        record = held[seal["branch"]].get(seal["seq"])
        right = not record or seed in (None, (record["body"].get("adj"), record["body"].get("seed")))
        game.want(right, seal["seq"], "a seal block shows another seed than the record")
    for branch, seq, digest, _ in game.receipts:
        record = held.get(branch, {}).get(seq)
        right = not record or record["body"].get("digest", "0" * 64) == digest
        game.want(right, seq, "a receipt gives another digest of the orders")


def read_key(path: str) -> str:
    """Read a key file: 64 hex digits, alone or after a name, or PEM.  Raises Usage."""
    text = contents(pathlib.Path(path)).decode("utf-8", "replace")
    pem = re.search(r"-----BEGIN PUBLIC KEY-----([^-]+)-----END", text)
    word = unbase64("".join(pem[1].split()))[-32:].hex() if pem else "".join(re.sub(r"#.*", "", text).split()[-1:])
    if not re.fullmatch(r"[0-9a-fA-F]{64}", word) or point(bytes.fromhex(word)) is None:
        raise Usage(f"{path}: expected a public key, 64 hex digits or PEM")
    return word.lower()


def check_root_keys(found: list[Game], pinned: str) -> None:
    """The key that the player noted is that of the game; one of another game here proves nothing about this one."""
    is_of_another = any(pinned in game.roots for game in found)
    kind, more = ("??", ", but of another one here: give its own") if is_of_another else ("!!", "")
    for game in found:
        is_right = pinned in game.roots or not game.roots
        game.want(is_right, 0, "the key given with --root-key is not the key of this game" + more, kind)


def compare_heads(games: Games, found: list[Game], number: int | None, pasted: str) -> None:
    """The opponent's head must be one's own."""
    heads = [(seq, known, game) for game in found for (_, seq), known in game.heads.items()]
    if any(known == pasted and number in (None, seq) for seq, known, _ in heads):
        return
    differs = [game for seq, _, game in heads if seq == number]
    if differs:
        differs[0].want(False, number, "your opponent's head is not yours: you were sent two histories")
    else:
        games["?"].want(False, None, "no record here has the head that you compare", "??")


def verify(paths: list[str], root_key: str | None = None, compare: str | None = None) -> tuple[int, Games, int]:
    """The exit status, the games, and the number of letters.  Raises Usage."""
    pinned, games, count = read_key(root_key) if root_key else "", Games(Game), 0
    head = re.fullmatch(r"(?:head\s*)?(?:(\d{1,15})[\s:]+)?((?:[0-9a-f]\s*){64})", (compare or "").strip().lower())
    if compare is not None and not head:
        raise Usage("--compare: expected a whole head of 64 hex digits, best with its number before it")
    for path in paths:
        for where, data, is_bundle in letters(pathlib.Path(path)):
            (read_bundle if is_bundle else read_letter)(data, where, games)
            count += 1
    found = [game for game in games.values() if game.copies or game.seals]
    for game in found:
        game.letters = games["?"].letters
        judge(game)
    if pinned:
        check_root_keys(found, pinned)
    if head:
        compare_heads(games, found, int(head[1]) if head[1] else None, "".join(head[2].split()))
    kinds = {kind for game in games.values() for kind, _, _ in game.findings}
    return 1 if "!!" in kinds else 2 if "??" in kinds or not found else 0, games, count


def report(status: int, games: Games, count: int) -> Iterator[str]:
    """The account, line by line."""
    yield f"{count} messages read"
    for name, game in sorted((name, game) for name, game in games.items() if game.heads or game.findings):
        if game.heads:
            yield f"game {name}"
            yield f"  {len(game.heads)} records in an unbroken chain, {game.sealed} seals rightly signed"
            yield f"  {game.rolls} rolls rolled again, {game.compared} order lines compared with what was carried out"
            yield f"  {game.by_hand} interventions by the GM"
            yield f"  you are {' and '.join(sorted(game.owners)) or 'not known here'}"
            yield f"  {game.with_letter} of {game.own} submissions compared with the letter they came in"
        for kind, _, text in dict.fromkeys(game.findings):
            yield f"  {kind} {text}"
        for branch, last in dict(sorted(game.heads)).items():
            yield f"  head {last} of {branch}: {game.heads[branch, last]}"
            yield "  your opponent's must read the same"
    yield "RESULT " + ("OK", "FALSE", "NOTHING FALSE, BUT INCOMPLETE")[status]


def main(words: list[str]) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", help="mailboxes")
    parser.add_argument("--root-key", help="a file with the key that you noted when the game began")
    parser.add_argument("--compare", help="your opponent's head: its number and its 64 digits")
    try:
        status, games, count = verify(**vars(parser.parse_args(words)))
    except Usage as fault:
        print(f"pbem_verify: {fault}", file=sys.stderr)
        return 3
    except SystemExit as ended:  # argparse exits with 2 at a wrong command line, which here means something missing
        return 3 if ended.code else 0
    text = "\n".join(report(status, games, count))
    # Nothing that stands in a mailbox writes to the terminal.
    print(re.sub(r"[^\n -~]", lambda found: ascii(found[0])[1:-1], text))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
