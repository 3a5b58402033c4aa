#!/usr/bin/env python3
"""Check a campaign of pbem from a mailbox, without pbem: one file, Python 3.11 or newer, nothing else.

    python3 pbem_verify.py campaign.mbox [more paths] [--root-key FILE] [--compare "41 <64 digits>"]

Reads mbox files, Maildirs, folders of .eml, single .eml and .pbem files; touches no network; changes nothing.  Exit
status: 0 all right, 1 something is false, 2 nothing false but something missing, 3 wrong usage.  What is checked, by
which formulas, is docs/trust.md of pbem.  Nothing here is shared with the program that runs the games.
"""
# To be read at one sitting is the point of this file; the formatter would add a third to its length.
# fmt: off

import argparse
import base64
import contextlib
import email
import email.errors
import hashlib
import hmac
import html
import json
import os
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any


# ---------------------------------------------------------------------------------- 1. canonical bytes, tagged hashes
def check(v: Any) -> None:
    """Refuse what canonical JSON does not hold: floats, large numbers, texts not in NFC, keys not in ASCII."""
    if isinstance(v, str):
        v.encode()  # a lone surrogate raises UnicodeError, which is a ValueError
    plain = v is None or isinstance(v, bool) or (isinstance(v, int) and abs(v) < 2**53)
    keyed = isinstance(v, dict) and all(isinstance(k, str) and k.isascii() for k in v)
    if not (plain or keyed or isinstance(v, list) or (isinstance(v, str) and unicodedata.is_normalized("NFC", v))):
        raise ValueError("not canonical")
    for one in v.values() if isinstance(v, dict) else v if isinstance(v, list) else ():
        check(one)

def canon(v: Any) -> bytes:
    """The canonical bytes of a value.  Raises ValueError."""
    check(v)
    return json.dumps(v, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()

def parsed(data: bytes) -> Any:
    """The value of canonical bytes, None for any others."""
    with contextlib.suppress(RecursionError, ValueError):
        value = json.loads(data)
        return value if canon(value) == data else None
    return None

def H(tag: str, *parts: bytes) -> bytes:
    """A tagged hash."""
    return hashlib.sha256(b"pbem/1/" + tag.encode() + b"\0" + b"".join(parts)).digest()

def mac(key: bytes, tag: str, message: bytes) -> bytes:
    """A tagged MAC."""
    return hmac.digest(key, b"pbem/1/" + tag.encode() + b"\0" + message, "sha256")

# ------------------------------------------------------------------------------------------- 2. Ed25519, RFC 8032 5.1
P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]

def point_add(a: Point, b: Point) -> Point:
    """The sum of two points in extended coordinates."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return (e * f % P, g * h % P, f * g % P, e * h % P)

def point_mul(n: int, a: Point) -> Point:
    """n times a."""
    twice = point_mul(n >> 1, point_add(a, a)) if n else (0, 1, 1, 0)
    return point_add(twice, a) if n & 1 else twice

def same_point(a: Point, b: Point) -> bool:
    """Whether two points are one."""
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0

def point(data: bytes) -> Point | None:
    """The point of 32 bytes; None if it is none, is not reduced, or is of small order."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P if y < P else 0
    x = pow(x2, (P + 3) // 8, P)
    if (x * x - x2) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - x2) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    made = (x, y, 1, x * y % P)
    return None if same_point(point_mul(8, made), (0, 1, 1, 0)) else made

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

def good_signature(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this is the signature of the message under this key."""
    sized = len(public) == 32 and len(signature) == 64
    a, r, s = point(public), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if not sized or a is None or r is None or s >= Q or BASE is None:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    return same_point(point_mul(s, BASE), point_add(r, point_mul(k, a)))

def below(step: bytes, steps: int) -> bytes:
    """So many steps down a ladder."""
    for _ in range(min(steps, 100_000)):
        step = H("seed", step)
    return step

def unbase64(text: Any) -> bytes:
    """The bytes of base64 in its one form, else b""."""
    with contextlib.suppress(ValueError, TypeError):
        data = base64.b64decode(text, validate=True)
        return data if base64.b64encode(data).decode() == text else b""
    return b""

# ----------------------------------------------------------------------------------------------------- 3. mailboxes
class Usage(Exception):
    """A path, key or head that cannot be used."""

class Letter:
    """What is wanted of a letter: its texts, its bundles, and how it names its game."""

    def __init__(self, where: str) -> None:
        self.where, self.subject, self.trouble, self.is_cut = where, "", "", False
        self.x_pbem, self.texts, self.bundles = list[str](), list[str](), list[bytes]()

def letters(path: str, must: bool = True) -> Iterator[Letter]:
    """All letters under a path.  Raises Usage."""
    if os.path.isdir(path):
        for name in sorted(os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names):
            yield from letters(name, False)
        return
    try:
        data = Path(path).read_bytes()
    except OSError as fault:
        raise Usage(f"{path}: expected a mailbox: {fault.strerror}") from None
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if start.startswith(b"From "):
        header = rb"(?=[!-9;-~]{1,100}:|>From )"
        parts = re.split(rb"(?:\A\s*|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n" + header, data)
        for n, raw in enumerate(parts[1:], 1):
            yield letter(re.sub(rb"(?m)^>(>*From )", rb"\1", raw), f"{path} letter {n}")
    elif path.lower().endswith(".pbem") or start.startswith(b'{"'):
        found = Letter(path)
        found.bundles.append(data)
        yield found
    elif re.match(rb"[!-9;-~]{1,100}:", start):
        yield letter(data, path)
    elif must:
        raise Usage(f"{path}: expected a mailbox (mbox, Maildir, folder of .eml, .eml, .pbem), found something else")

def letter(raw: bytes, where: str) -> Letter:
    """Read one letter; what cannot be read is its trouble."""
    found = Letter(where)
    if len(raw) > 2**25 or raw.lower().count(b"content-type:") > 1000:
        found.trouble = "it is too large, or has too many parts, and was not read"
        return found
    try:
        message = email.message_from_bytes(raw)
        found.subject, found.x_pbem = str(message.get("Subject") or ""), str(message.get("X-Pbem") or "").split()
        for part in message.walk():
            if any(isinstance(one, email.errors.CloseBoundaryNotFoundDefect) for one in part.defects):
                found.trouble, found.is_cut = "it ends in its middle: the mailbox was cut off, or the letter was", True
            data, kind = part.get_payload(decode=True), part.get_content_type()
            if part.is_multipart() or not isinstance(data, bytes):
                continue
            if kind == "application/vnd.pbem+jsonl" or str(part.get_filename() or "").lower().endswith(".pbem"):
                found.bundles.append(data)
            elif kind in ("text/plain", "text/html"):
                text = data.decode("utf-8", "replace").replace("\ufffd", " ")  # what matters here is ASCII in any charset
                if kind == "text/html":
                    text = re.sub(r"(?i)<(?:br|/?p|/?div|/?tr|/?pre|/?blockquote)\b[^>]*>", "\n", text)
                    text = html.unescape(re.sub(r"<[^<>]*>", "", text))
                found.texts.append(text)
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError, email.errors.MessageError):
        found.trouble = "it cannot be read as mail"
    return found

# ------------------------------------------------------------------------------------------ 4. records, seals, openings
FORMS = {  # s text, n name, h 64 hex, i number, t time, o object, l list, ? may be null
    "genesis": "scenario:s options:l engine:s rules:h server:o gm:?o root:?h certificate:?s ladder:o hidden_ladder:o "
               "salt_key:h dice:n players:o state:h",
    "orders.accepted": "player:n phase:n n:i digest:h saw:i", "orders.withdrawn": "player:n phase:n",
    "orders.locked": "phase:n digests:o", "phase.resolved": "phase:n rolls:l state:h", "leaf.opened": "openings:l",
    "gm.ruling": "what:n reason:s agreed:l", "adj.void": "adj:i reason:s seed:h", "ladder.new": "ladder:o reason:s",
    "branch.open": "from:i parent:n branch:n reason:s agreed:l ladder:o state:h", "branch.closed": "branch:n reason:s",
    "key.rotate": "server:o old:s root:?s", "key.revoke": "revoked:h last:i root:s",
    "engine.change": "engine:s rules:h reason:s", "game.end": "result:s salt_key:h hidden_top:h",
    "record": "game:n branch:n seq:i prev:h at:t type:n body:o",
    "seal": "game:n branch:n seq:i at:t phase:n head:h state:h sigs:l",
    "orders": "game:n branch:n seq:i player:n phase:n n:i orders:l nonce:s salt:h",
    "leaf": "game:n branch:n seq:i path:s salt:h index:i proof:l public:h", "segment": "game:n branch:n seq:i salt:h value:o",
}
BY_HAND = ("gm.ruling", "adj.void", "branch.open", "branch.closed", "ladder.new", "engine.change")  # the GM signs these
PATTERNS = {"h": r"[0-9a-f]{64}", "n": r"[!-~]{1,64}", "t": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "s": r"(?s:.*)"}

def fits(form: str, value: Any) -> bool:
    """Whether an object has the fields of a form."""
    if not isinstance(value, dict) or form not in FORMS:
        return False
    for name, kind in (field.split(":") for field in FORMS[form].split()):
        one = value.get(name)
        null = kind[0] == "?" and one is None and name in value
        right = {"o": isinstance(one, dict), "l": isinstance(one, list), "i": type(one) is int and one >= 0}.get(kind[-1])
        if not (null or (isinstance(one, str) and re.fullmatch(PATTERNS[kind[-1]], one) if right is None else right)):
            return False
    return True

def is_record(value: Any) -> bool:
    """Whether this is a record of version 1 of a type known here."""
    if not fits("record", value) or len(value) != 8 or value.get("v") != 1 or not fits(value["type"], value["body"]):
        return False
    dice = sum(name in value["body"] for name in ("adj", "seed", "contrib"))
    return value["type"] != "phase.resolved" or dice == 3 or (dice == 0 and not value["body"]["rolls"])

def is_opening(value: Any) -> bool:
    """Whether this opens a commitment: to orders, to a hidden fact, or to the answers and events of a phase."""
    if not isinstance(value, dict) or value.get("open") not in ("orders", "leaf", "segment") or not fits(value["open"], value):
        return False
    texts = value.get("orders", []) + value.get("proof", [])
    size = len(FORMS[value["open"]].split()) + 1 + (value["open"] == "leaf" and "value" in value)
    return len(value) == size and all(isinstance(one, str) for one in texts)

def seal_bytes(f: dict[str, Any]) -> bytes:
    """What a seal signs."""
    names = ("game", "branch", "seq", "at", "phase", "head", "state")
    return b"pbem/1/seal\0pbem-seal 1\n" + "".join(f"{n} {f[n]}\n" for n in names).encode()

class Game:
    """All that was found of one game; `said` are (kind, record, text): kind !! false, ?? missing, -- remark."""

    def __init__(self, name: str) -> None:
        self.name, self.copies = name, dict[tuple[str, int], dict[str, Any]]()
        self.seals: list[tuple[dict[str, Any], list[list[Any]], Any]] = []
        self.openings, self.receipts = list[dict[str, Any]](), list[tuple[str, int, str]]()
        self.said, self.heads = list[tuple[str, int | None, str]](), dict[tuple[str, int], str]()
        self.rolls, self.sealed, self.by_hand, self.revoked = 0, 0, 0, list[dict[str, Any]]()

    def false(self, seq: int | None, text: str) -> None:
        """Something is false at record seq."""
        self.said.append(("!!", seq, f"record {seq}: {text}"))

    def missing(self, seq: int | None, text: str) -> None:
        """Something is missing."""
        self.said.append(("??", seq, text))

def sigs_of(inner: Any) -> list[list[Any]]:
    """The signatures of a bundle's seal as [name, mark, bytes]; none if one of them cannot be read."""
    if not fits("seal", inner) or len(inner) != 9 or inner.get("v") != 1:
        return []
    found: list[list[Any]] = [[*one[:2], unbase64(one[2])] for one in inner["sigs"] if isinstance(one, list) and len(one) == 3]
    return found if all(len(one[2]) == 64 for one in found) else []

def read_bundle(data: bytes, named: str, where: str, games: dict[str, Game]) -> None:
    """Take the lines of an attachment: records one after the other, the seal of the last, openings."""
    lines = data.split(b"\n")
    values = [parsed(line.rstrip(b"\r")) for line in lines[:-1]]
    names = Counter(value["game"] for value in values if is_record(value))
    name = max(names, key=lambda n: names[n]) if names else named or "?"
    game = games.setdefault(name, Game(name))
    if lines[-1]:
        game.false(None, f"the last line of the bundle in {where} is cut off")
    starts = [value["seq"] - n for n, value in enumerate(values) if is_record(value)][:2]
    last, seals, expected = dict[str, Any](), 0, starts[-1] if starts else 0
    for n, (line, value) in enumerate(zip(lines, values, strict=False)):
        if isinstance(value, dict) and "seal" in value:
            seals += 1
            inner, sigs = value["seal"], sigs_of(value["seal"])
            if not sigs or inner["game"] != name or (last and inner["seq"] != expected - 1):
                game.false(expected - 1, f"the seal in {where} cannot be used, or is of another record")
            else:
                game.seals.append((inner, sigs, None))
        elif is_opening(value):
            if value["game"] != name:
                game.false(value["seq"], f"an opening in {where} is of another game or form")
            else:
                game.openings.append(value)
        elif seals or (b'"body":{' not in line and (b'"open":"' in line or b'"salt":"' in line)):
            match = re.search(rb'(?:"se|eq"|seq|q":)\D{0,3}(\d{1,15})', line)
            game.false(int(match[1]) if match else None, f"line {n + 1} of {where} is no opening")
        else:
            after: Any = values[n + 1] if n + 1 < len(values) and is_record(values[n + 1]) else None
            good = is_record(value) and value["game"] == name
            first = good and value["type"] == "branch.open"
            beside = last or (after if after and after["type"] != "branch.open" else None)
            good = good and (first or not beside or value["branch"] == beside["branch"])
            if good and (value["seq"] == expected or first or (after and after["seq"] == value["seq"] + 1)):
                last, expected = value, value["seq"]
                game.copies.setdefault((value["branch"], value["seq"]), {})[H("record", canon(value)).hex()] = value
            else:
                is_seal = b'"sigs":[' in line or line.startswith(b'{"seal"')
                seals += is_seal
                game.false(expected - is_seal, f"line {n + 1} of {where} is not the record that should stand there")
            expected += 1

HEX, SIG = "((?:[0-9a-f] ?){64})", r" sig ([!-~]+) ([0-9a-f]{8}) ((?:[!-~] ?){88})"
BLOCKS = re.compile(r"pbem\s+seal\s+(\d{1,9})\s+begin\b(.*?)(pbem\s+seal\s+\d{1,9}\s+end\b|\Z|(?=pbem\s+seal\s+\d))", re.S)
BLOCK = re.compile("game (.+?) branch (.+?) seq (.+?) phase (.+?) at (.+?) head " + HEX + " state " + HEX
                   + r"(?: seed ([1-9]\d*) " + HEX + ")?((?:" + re.sub(r"\((?!\?)", "(?:", SIG) + ")+)")
RECEIPT = re.compile(r"in\s+the\s+chain\s+as\s+record\s+(\d{1,15}):\s+((?:[0-9a-f]\s*){64})(?![0-9a-f])")

def read_text(text: str, mail: Letter, named: str, games: dict[str, Game]) -> None:
    """Take seal blocks and receipts of a text, whatever quoting and wrapping did to them."""
    plain = re.sub(r"(?m)^[ \t>|\u00a0\u200b\ufeff]+", "", text.replace("\r", ""))
    plain = plain.replace("\u00a0", " ").replace("\u200b", "")
    for version, inside, end in BLOCKS.findall(plain):
        words = " ".join(inside.split())
        match = BLOCK.fullmatch(words) if end and version == "1" else None
        f, sigs = dict[str, Any](sigs=[]), list[list[Any]]()
        if match and re.fullmatch(r"0|[1-9]\d{0,14}", match[3]):
            values = [one.replace(" ", "") for one in match.groups()[:7]]
            f |= zip(("game", "branch", "seq", "phase", "at", "head", "state"), values, strict=True)
            f["seq"] = int(match[3])
            sigs = [[name, mark, unbase64(value.replace(" ", ""))] for name, mark, value in re.findall(SIG, match[10])]
        if match is None or not fits("seal", f) or any(len(one[2]) != 64 for one in sigs):
            at, of = re.search(r"\bseq (\d{1,15})\b", words), re.search(r"\bgame (\S+)", words)
            name = named if mail.x_pbem else of[1] if of else "?"
            games.setdefault(name, Game(name)).missing(int(at[1]) if at else None, f"a seal in {mail.where} cannot be used")
        elif mail.x_pbem and f["game"] != named:
            games.setdefault(named, Game(named)).false(f["seq"], f"the seal in {mail.where} is of game {f['game']}")
        else:
            seed = (int(match[8]), match[9].replace(" ", "")) if match[8] else None
            game = games.setdefault(f["game"], Game(f["game"]))
            game.seals += [] if (f, sigs, seed) in game.seals else [(f, sigs, seed)]
    for number, digest in RECEIPT.findall(plain) if named else []:
        branch = mail.x_pbem[1] if len(mail.x_pbem) > 1 else "main"
        games.setdefault(named, Game(named)).receipts.append((branch, int(number), "".join(digest.split())))

# --------------------------------------------------------------------------------------------- 5. keys, seals and links
def keys_of(game: Game, records: list[Any], branch: str) -> tuple[list[list[Any]], Any, Any]:
    """The server's keys as [name, key, first, last, last before it was revoked], the root key and the GM's."""
    terms, root, gm = list[list[Any]](), b"", b""

    def signed(key: Any, text: Any, **said: Any) -> bool:
        return good_signature(key, b"pbem/1/key\0" + canon({"game": game.name, **said}), unbase64(text))

    for r in records:
        b, seq, wrong = r["body"], r["seq"], ""
        try:
            if r["type"] == "genesis":
                terms = [[b["server"]["name"], bytes.fromhex(b["server"]["key"]), 0, 2**60, 0]]
                root, gm = bytes.fromhex(b["root"] or ""), bytes.fromhex(b["gm"]["key"] if b["gm"] else "")
                if root and not signed(root, b["certificate"], seq=0, server=b["server"]["key"]):
                    wrong = "the root key's certificate for the server key is not right"
            elif r["type"] == "key.rotate" and terms:
                said = {"seq": seq, "server": b["server"]["key"]}
                if not signed(terms[-1][1], b["old"], **said) or (root and not signed(root, b["root"], **said)):
                    wrong = "a new server key that the old one and the root key have not both signed"
                else:
                    terms[-1][3] = min(terms[-1][3], seq - 1)
                    terms.append([b["server"]["name"], bytes.fromhex(b["server"]["key"]), seq, 2**60, 0])
            elif r["type"] == "key.revoke" and terms:
                if not root or not signed(root, b["root"], last=b["last"], revoked=b["revoked"]):
                    wrong = "a key is revoked without the root key's signature"
                for term in (t for t in terms if t[1].hex() == b["revoked"] and not wrong):
                    term[3:] = [min(term[3], b["last"]), max(term[3:])]
        except (KeyError, TypeError, ValueError):
            wrong = "what it says of keys cannot be read"
        if wrong and r["branch"] == branch:
            game.false(seq, wrong)
    return terms, root, gm

def signed_heads(game: Game, branch: str, terms: list[list[Any]], gm: Any) -> dict[int, dict[str, Any]]:
    """The seals of a branch whose signature is the server's and right, by record."""
    good: dict[int, dict[str, Any]] = {}
    bad: list[tuple[int, str]] = []
    for f, sigs, _ in game.seals:
        server = False
        for name, mark, value in sigs if f["branch"] == branch else []:
            mine = [t for t in terms if H("key", t[1]).hex()[:8] == mark]
            if gm and mark == H("key", gm).hex()[:8]:
                bad += [] if good_signature(gm, seal_bytes(f), value) else [(f["seq"], "the GM's signature is wrong")]
            elif any(t[0] == name and t[2] <= f["seq"] <= t[3] and good_signature(t[1], seal_bytes(f), value) for t in mine):
                server = True
            elif any(t[3] < f["seq"] <= t[4] and good_signature(t[1], seal_bytes(f), value) for t in mine):
                game.revoked.append(f)  # the key was revoked later: its seal counts no more
            elif mine or name in [t[0] for t in terms]:
                bad.append((f["seq"], f"the signature of {name} {mark} on its seal is wrong, or its key not in force"))
        if server:
            game.sealed += 1
            if any(good.setdefault(f["seq"], f)[n] != f[n] for n in ("head", "state")):
                game.false(f["seq"], "two different seals of it are signed: two histories were sent")
    claimed = {r["prev"] for r in game.copies.get(("main", 1), {}).values()}
    claimed |= {f["head"] for f, _, _ in game.seals if (f["branch"], f["seq"]) == ("main", 0)}
    if bad and not good and claimed and not claimed & game.copies.get(("main", 0), {}).keys():
        bad = [(0, "genesis is not the one that the chain goes back to; so no seal can be checked")]
    for seq, text in bad:
        game.false(seq, text)
    return good

def links(game: Game, branch: str, first: int, top: int, good: dict[int, dict[str, Any]]) -> dict[int, Any]:
    """The records of a branch that hold: whose head is the signed one, or the one that the next record carries."""
    held: dict[int, Any] = {}
    lists: tuple[list[int], list[int]] = ([], [])
    above, anchored = None, False
    for seq in range(top, max(first, top - 100_000) - 1, -1):
        copies = game.copies.get((branch, seq), {})
        wanted = good[seq]["head"] if seq in good else above["prev"] if above else next(iter(copies), None)
        chosen = wanted if wanted in copies else None
        anchored = seq in good or (anchored and above is not None)
        if any(one != chosen for one in copies):
            game.false(seq, "a copy of it is not the one signed, or not the one that the next record follows")
        if above and chosen and above["prev"] != chosen:
            game.false(above["seq"], "it does not follow the record before it as that was signed")
            held.pop(above["seq"], None)
        above = copies[chosen] if chosen else None
        if above and chosen:
            held[seq], game.heads[branch, seq] = above, chosen
        if not copies or (above and not anchored):
            lists[0 if not copies else 1].append(seq)
    for numbers, text in zip(lists, ("not here; ask the desk with resend", "under no seal that could be checked"), strict=True):
        if numbers:
            game.missing(numbers[-1], f"{len(numbers)} records of {branch}, the first is {numbers[-1]}: {text}")
    for f in game.revoked:
        if game.heads.get((f["branch"], f["seq"]), f["head"]) != f["head"]:
            game.false(f["seq"], "another head of it was signed under a key that is revoked since")
    return held

# ------------------------------------------------------------------------------------- 6. seeds, contributions, dice
def throw(key: bytes, label: str, number: int, sides: int) -> list[int]:
    """The dice of one roll.  Raises ValueError."""
    if not 1 <= sides <= 256 or not 1 <= number <= 1000:
        raise ValueError("no such dice")
    faces, block = list[int](), 0
    while len(faces) < number:
        stream = mac(key, "roll", label.encode("ascii") + b"\0" + block.to_bytes(4, "big"))
        faces += [byte % sides + 1 for byte in stream if byte < 256 - 256 % sides]
        block += 1
    return faces[:number]

class Walk:
    """The records of a branch in sequence."""

    def __init__(self, game: Game, branch: str, gm: Any) -> None:
        self.game, self.branch, self.gm = game, branch, gm
        self.said = list[dict[str, Any]]()  # what the records themselves open
        self.past, self.labels, self.letters = list[Any](), set[str](), Counter[tuple[str, str]]()
        self.gap, self.gap_since, self.adj, self.state = False, False, 0, ""
        self.step, self.genesis = b"", dict[str, Any]()
        self.locked: Any = None
        self.source, self.known, self.asked, self.may_skip = dict[str, Any](), (0, ""), 0, False

    def doubt(self, seq: int, text: str) -> None:
        """False; but missing where earlier records that are missing may explain it."""
        if self.gap:
            self.game.missing(seq, f"record {seq}: {text}; not decided, since earlier records are missing")
        else:
            self.game.false(seq, text)

    def climb(self, seq: int, adj: int, seed: str) -> None:
        """The next seed must stand on the one before."""
        distance = adj - self.adj
        low = below(bytes.fromhex(seed), distance)
        if distance < 1 or (distance > 1 and not self.gap_since):
            self.doubt(seq, f"adjudication {adj} where {self.adj + 1} was expected")
        elif not self.step or (low != self.step and self.gap_since):
            self.game.missing(seq, f"record {seq}: seed {adj} is not decided, since records before it are missing")
        elif low != self.step:
            self.game.false(seq, f"seed {adj} does not stand on the one before")
        self.step, self.adj, self.gap_since = bytes.fromhex(seed), adj, False

    def on_file(self, player: str, phase: str) -> Any:
        """The orders that count, or None."""
        mine = (r for r in reversed(self.past) if r["type"] in ("orders.accepted", "orders.withdrawn"))
        last = next((r for r in mine if (r["body"]["player"], r["body"]["phase"]) == (player, phase)), None)
        return last if last and last["type"] == "orders.accepted" else None

    def take(self, r: Any) -> None:
        """The next record."""
        b, seq, kind = r["body"], r["seq"], r["type"]
        if kind in BY_HAND:
            word = b"pbem/1/record\0" + canon({**r, "body": {k: v for k, v in b.items() if k != "sig"}})
            if self.gm and not good_signature(self.gm, word, unbase64(b.get("sig"))):
                self.game.false(seq, "done by hand, and the GM's key has not signed it")
            self.game.by_hand += r["branch"] == self.branch
        if kind == "genesis":
            self.genesis, self.step, self.state = b, bytes.fromhex(b["ladder"]["anchor"]), b["state"]
            self.mode(r)
        elif kind == "orders.locked":
            self.lock(r)
        elif kind == "orders.accepted":
            who = (b["player"], b["phase"])
            if b["n"] != self.letters[who] + 1:
                self.doubt(seq, f"letter {b['n']} of {who[0]} where {self.letters[who] + 1} was expected")
            self.letters[who] = b["n"]
        elif kind == "orders.withdrawn":
            self.letters[b["player"], b["phase"]] += 1
        elif kind == "phase.resolved":
            self.resolved(r)
        elif kind == "adj.void":
            self.locked = None
            self.climb(seq, b["adj"], b["seed"])
        elif kind in ("ladder.new", "branch.open"):
            self.locked, self.may_skip = None, self.may_skip or kind == "branch.open"
            self.step, self.gap_since = bytes.fromhex(b["ladder"]["anchor"]), False
            self.state = b.get("state", self.state)
        elif kind == "gm.ruling":
            if b["what"] == "dice" and "dice" in b:
                if not set(self.genesis.get("players", ())) <= set(b["agreed"]) or self.locked:
                    self.game.false(seq, "the dice mode was changed while dice waited, or not all players agreed")
                self.mode(r)
            if self.state and b.get("before", self.state) != self.state:
                self.doubt(seq, "the ruling is on another state")
            self.state = b.get("after", self.state)
        self.past.append(r)
        self.said += [one for one in b.get("openings", []) if is_opening(one)]
        if not all(is_opening(one) for one in b.get("openings", [])):
            self.game.false(seq, "an opening in it cannot be read")
        if kind == "game.end":
            self.end(r)

    def resolved(self, r: Any) -> None:
        """Seed, contributions, every die, the rolls told by events."""
        b, seq, false = r["body"], r["seq"], self.game.false
        self.state, rolled = b["state"], {roll[0]: roll[1] for roll in b["rolls"]}
        if "adj" in b:
            self.climb(seq, b["adj"], b["seed"])
            expected = self.unlock(r) if self.source else None
            if b["contrib"] != (expected or self.on_files(r, b["contrib"])):
                self.doubt(seq, "the contributions are not those of the orders on file")
            said = {"game": r["game"], "branch": r["branch"], "adj": b["adj"], "contrib": b["contrib"]}
            said |= {name: b[name]["value"] for name in ("witness", "beacon") if "value" in b.get(name, {})}
            key = mac(bytes.fromhex(b["seed"]), "rollkey", canon(said))
            for label, faces, *more in b["rolls"]:
                right = throw(key, label, len(faces), more[0] if more else 6)
                if right != faces:
                    false(seq, f"the roll {label!r} is not what the seed gives: {right}, found {faces}")
                if label in self.labels or not label.startswith(b["phase"] + " "):
                    false(seq, f"the label {label!r} rolls twice, or is not of its phase")
                self.game.rolls += 1
                self.labels.add(label)
        for told in rolls_in(b.get("events", [])):
            if rolled.get(told["label"]) != told["faces"]:
                false(seq, f"its events tell of the roll {told['label']!r} otherwise than its rolls")

    def on_files(self, r: Any, players: Any) -> dict[str, str]:
        """What each player contributes to the adjudication that record r is about."""
        b, found = r["body"], {}
        last: Any = next((p["body"]["contrib"] for p in reversed(self.past) if "contrib" in p["body"]), {})
        for player in self.genesis.get("players", players):
            filed = self.on_file(player, b["phase"])
            quiet = {"game": r["game"], "player": player, "adj": b["adj"], "last": last.get(player, "0" * 64)}
            found[player] = filed["body"]["digest"] if filed else H("silent", canon(quiet)).hex()
        return found

    def mode(self, r: Any) -> None:
        """The mode of the dice from here on; in `witness` and `beacon` something comes in after the orders are locked."""
        b, self.locked, self.asked, self.may_skip = r["body"], None, 0, False
        self.source = b.get(b["dice"], {}) if b["dice"] in ("witness", "beacon") else {}
        self.known = (0, self.source.get("anchor", ""))
        if b["dice"] in ("witness", "beacon") and not self.source:
            self.game.false(r["seq"], f"it names no {b['dice']}, and the dice are to hang on one")
        elif b["dice"] != "sealed" and not self.source:
            self.game.missing(r["seq"], f"record {r['seq']}: dice mode {b['dice']} is not known here")

    def lock(self, r: Any) -> None:
        """Orders are locked before the last part of their dice is known."""
        b, seq, earlier, self.locked = r["body"], r["seq"], self.locked, r
        if earlier or (b["adj"] != self.adj + 1 and not self.gap_since) or b["digests"] != self.on_files(r, b["digests"]):
            self.doubt(seq, "it does not lock what was on file for the next adjudication")
        if "anchor" in self.source:
            if b["step"] <= self.asked or (b["step"] > self.asked + 1 and not self.may_skip):
                self.doubt(seq, "it asks for another step of the witness than the next")
            self.asked, self.may_skip = b["step"], False

    def unlock(self, r: Any) -> Any:
        """What was locked for these dice; what came in after the lock is genuine."""
        b, seq, lock, source, false = r["body"], r["seq"], self.locked, self.source, self.game.false
        self.locked = None
        if not lock or (lock["body"]["phase"], lock["body"]["adj"], lock["seq"]) != (b["phase"], b["adj"], b.get("lock")):
            self.doubt(seq, "its dice are not those of orders that were locked before")
            return lock and lock["body"]["digests"]
        if "anchor" in source and b.get("witness", {}).get("silent") is True:
            self.game.said.append(("--", seq, f"record {seq}: the witness was silent: these dice were made without him"))
        elif "anchor" in source:
            w = b.get("witness", {"step": 0, "value": "", "sig": ""})
            word = canon({"game": r["game"], "lock": H("record", canon(lock)).hex(), "step": w["step"], "value": w["value"]})
            distance = w["step"] - self.known[0]
            if w["step"] != self.asked or not good_signature(
                    bytes.fromhex(source["key"]), b"pbem/1/witness\0" + word, unbase64(w["sig"])):
                false(seq, "the witness has not signed this step for these orders")
            elif distance < 1 or below(bytes.fromhex(w["value"]), distance).hex() != self.known[1]:
                self.doubt(seq, f"the witness {source['name']} gave a false step")
            else:
                self.known = (w["step"], w["value"])
        else:
            d, at = b.get("beacon", {"round": 0, "signature": "", "value": ""}), datetime.fromisoformat(lock["at"])
            since = max(int(at.timestamp()) + 60 - source["genesis_time"], 0)
            value = hashlib.sha256(bytes.fromhex(d["signature"])).hexdigest()
            if d["round"] != -(-since // source["period"]) + 1 or d["value"] != value:
                false(seq, "it has another round of the beacon than the first a minute after its lock, or another value")
            self.game.missing(None, "the beacon's own signatures, which want pairings, are checked by `pbem verify` alone")
        return lock["body"]["digests"]

    def end(self, r: Any) -> None:
        """The salt key and the second ladder, opened."""
        b, g, seq = r["body"], self.genesis, r["seq"]
        if g and H("salt", bytes.fromhex(b["salt_key"])).hex() != g["salt_key"]:
            self.game.false(seq, "the salt key is not the one that genesis is bound to")
        if g and below(bytes.fromhex(b["hidden_top"]), g["hidden_ladder"]["length"]).hex() != g["hidden_ladder"]["anchor"]:
            self.game.false(seq, "the second ladder's top does not stand on its anchor in genesis")
        for one in self.game.openings + self.said:
            path = [f"orders/{one['player']}/{one['phase']}", one["n"]] if one["open"] == "orders" else [
                one.get("path", "segment"), one["seq"]]
            path += [one["branch"]] * (one["branch"] != "main")
            if mac(bytes.fromhex(b["salt_key"]), "salt", canon(path)).hex() != one["salt"]:
                self.game.false(seq, f"the salt of an opening of record {one['seq']} is not that of the salt key")
        opened = {(one["branch"], one["seq"], one["open"]) for one in self.said}
        sealed = [(p["branch"], p["seq"], "orders") for p in self.past if p["type"] == "orders.accepted"]
        sealed += [(p["branch"], p["seq"], "segment") for p in self.past if "sealed" in p["body"]]
        if "openings" in b and not opened.issuperset(sealed):
            self.game.missing(seq, f"record {seq}: it does not open all that was sealed")

def rolls_in(value: Any) -> Iterator[Any]:
    """The rolls that events tell of."""
    if isinstance(value, dict) and value.get("type") == "Roll" and {"label", "faces"} <= value.keys():
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from rolls_in(one)

def opening(game: Game, o: Any, records: dict[int, Any]) -> None:
    """An opening against the commitment in its record."""
    r = records.get(o["seq"])
    if r is None:
        game.missing(o["seq"], f"record {o['seq']}: an opening cannot be checked without it")
        return
    if not all(re.fullmatch("[0-9a-f]{64}", one) for one in o.get("proof", [])):
        right = False
    elif o["open"] == "orders":
        said = canon({n: o[n] for n in ("game", "player", "phase", "orders", "nonce")})
        right = H("orders", bytes.fromhex(o["salt"]), said).hex() == r["body"].get("digest")
        right = right and all(o[n] == r["body"].get(n) for n in ("player", "phase", "n"))
    elif o["open"] == "segment":
        said = canon({"path": "segment", "value": o["value"]})
        right = H("leaf", bytes.fromhex(o["salt"]), said).hex() == r["body"].get("sealed")
        rest = iter(o["value"].get("events", []))
        right = right and all(one in rest for one in r["body"].get("events", []))
    else:
        node, at = H("leaf", bytes.fromhex(o["salt"]), canon({"path": o["path"], "value": o["value"]})), o["index"]
        for beside in o["proof"]:
            other = bytes.fromhex(beside)
            node, at = (H("node", other, node) if at & 1 else H("node", node, other)), at >> 1
        right = H("state", bytes.fromhex(o["public"]), node).hex() == r["body"].get("state", r["body"].get("after"))
    if not right:
        game.false(o["seq"], "an opening does not fit it")

# --------------------------------------------------------------------------------------------------- 7. one game, all
def judge(game: Game, pinned: bytes | None) -> None:
    """Check everything of one game."""
    names = {b for b, _ in game.copies} | {f["branch"] for f, _, _ in game.seals} | {"main"}
    held: dict[str, dict[int, Any]] = {}
    lineage: dict[str, list[Any]] = {}
    said = list[dict[str, Any]]()
    for name in sorted(names, key=lambda n: (n != "main", len(n), n)):
        own = [r for (b, _), copies in sorted(game.copies.items()) if b == name for r in copies.values()]
        opener = next((r for r in own if r["type"] == "branch.open" and r["body"]["branch"] == name), None)
        first, before = opener["seq"] if opener else 0, []
        if opener:
            parent, fork = opener["body"]["parent"], opener["body"]["from"]
            before = [r for r in lineage.get(parent, []) if r["seq"] <= fork]
            if first != fork + 1 or game.heads.get((parent, fork), opener["prev"]) != opener["prev"]:
                game.false(first, f"branch {name} does not begin where it says")
        elif name != "main":
            game.false(min((r["seq"] for r in own), default=None), f"nothing opens branch {name}")
        terms, root, gm = keys_of(game, before + own, name)
        good = signed_heads(game, name, terms, gm)
        claimed = [f["seq"] for f, _, _ in game.seals if f["branch"] == name and not terms]
        held[name] = links(game, name, first, max([r["seq"] for r in own] + list(good) + claimed + [first]), good)
        lineage[name] = before + [r for _, r in sorted(held[name].items())]
        if name == "main" and not terms:
            game.missing(0, "no server key is known without genesis: no seal can be checked")
        elif name == "main" and pinned and pinned not in (root, terms[0][1]):
            game.false(0, "the key given with --root-key is not that of this game")
        if name == "main" and 0 in held[name] and (held[name][0]["type"], held[name][0]["prev"]) != ("genesis", "0" * 64):
            game.false(0, "it should be genesis, with nothing before it")
        walk = Walk(game, name, gm)
        walk_branch(walk, name, lineage[name], good)
        said += [one for one in walk.said if one not in said]
    for f, _, seed in game.seals:
        r = held[f["branch"]].get(f["seq"])
        if seed and r and seed != (r["body"].get("adj"), r["body"].get("seed")):
            game.false(f["seq"], "a seal block shows another seed than the record")
    for o in game.openings + [one for one in said if one["branch"] in held and one not in game.openings]:
        if o["branch"] in held:
            opening(game, o, held[o["branch"]])
        else:
            game.false(o["seq"], f"an opening is of branch {o['branch']}, of which there is no record")
    for branch, seq, digest in game.receipts:
        r = held.get(branch, {}).get(seq)
        if r and r["body"].get("digest", "0" * 64) != digest:
            game.false(seq, "a receipt gives another digest of the orders")

def walk_branch(walk: Walk, name: str, records: list[Any], good: dict[int, dict[str, Any]]) -> None:
    """Read a branch from genesis on; what is found in its parents was said there.  `good` are its sealed fields."""
    game, expected = walk.game, 0
    for r in records:
        told, b, seal = len(game.said), r["body"], good.get(r["seq"])
        if r["seq"] != expected:
            walk.gap = walk.gap_since = True
        expected = r["seq"] + 1
        try:
            walk.take(r)
        except (KeyError, TypeError, ValueError, AttributeError):
            game.false(r["seq"], "its body is not as it should be")
        if r["branch"] != name:
            del game.said[told:]
        elif seal and walk.state and seal["state"] != walk.state and not (walk.gap and "state" not in b):
            game.false(r["seq"], "its seal says another state than the chain")

def read_key(path: str) -> bytes:
    """The public key of a key file: 64 hex digits, alone or after a name, or PEM.  Raises Usage."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError):
        raise Usage(f"{path}: cannot be read") from None
    pem = re.search(r"-----BEGIN PUBLIC KEY-----([^-]+)-----END", text)
    word = unbase64("".join(pem[1].split()))[-32:].hex() if pem else "".join(re.sub(r"#.*", "", text).split()[-1:])
    if not re.fullmatch(r"[0-9a-fA-F]{64}", word) or point(bytes.fromhex(word)) is None:
        raise Usage(f"{path}: expected a public key, 64 hex digits or PEM")
    return bytes.fromhex(word)

def verify(paths: list[str], root_key: str | None = None, compare: str | None = None) -> tuple[int, dict[str, Game], int]:
    """The exit status, the games, the number of letters.  Raises Usage."""
    pinned, games, count = read_key(root_key) if root_key else None, dict[str, Game](), 0
    head = r"(?:head\s*)?(?:(\d{1,15})[\s:]+)?((?:[0-9a-f]\s*){64})"
    wanted = re.fullmatch(head, compare.strip().lower()) if compare is not None else None
    if compare is not None and not wanted:
        raise Usage("--compare: expected a whole head of 64 hex digits, best with its number before it")
    for mail in (mail for path in paths for mail in letters(path)):
        count += 1
        subject = re.search(r"\[([!-Z\\^-~]{1,64})\]", mail.subject)
        named = mail.x_pbem[0] if mail.x_pbem else subject[1] if subject else ""
        if mail.trouble:
            games.setdefault("?", Game("?")).missing(None, f"{mail.where}: {mail.trouble}")
        for data in mail.bundles:
            read_bundle(data[: data.rfind(b"\n") + 1] if mail.is_cut else data, named, mail.where, games)
        for text in mail.texts:
            read_text(text, mail, named, games)
    for game in games.values():
        if game.copies or game.seals:
            judge(game, pinned)
    if wanted:
        number, own = int(wanted[1]) if wanted[1] else None, "".join(wanted[2].split())
        heads = [(seq, known, game) for game in games.values() for (_, seq), known in game.heads.items()]
        if not any(known == own and number in (None, seq) for seq, known, _ in heads):
            differs = [game for seq, _, game in heads if seq == number]
            game = differs[0] if differs else games.setdefault("?", Game("?"))
            text = "your opponent's head is not yours" if differs else "no record here has the head compared"
            (game.false if differs else game.missing)(number, text)
    kinds = {kind for game in games.values() for kind, _, _ in game.said}
    nothing = not any(game.copies or game.seals for game in games.values())
    return 1 if "!!" in kinds else 2 if "??" in kinds or nothing else 0, games, count

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
    except SystemExit as ended:  # argparse says 2 of a wrong command line, which here says that something is missing
        return 3 if ended.code else 0
    told = [f"{count} messages"]
    for name, game in sorted(games.items()):
        told.append(f"game {name}: {len(game.heads)} records hold, {game.sealed} seals right, {game.rolls} rolls recomputed, "
                    f"{game.by_hand} deeds of the GM")
        told += [f"  {kind} {text}" for kind, _, text in dict.fromkeys(game.said)]
        for branch in sorted({branch for branch, _ in game.heads}):
            last = max(seq for name, seq in game.heads if name == branch)
            told.append(f"  head {last} of {branch}: {game.heads[branch, last]}\n  your opponent's must read the same")
    told.append("RESULT " + ("OK", "FALSE", "NOTHING FALSE, BUT INCOMPLETE")[status])
    print("\n".join(told).encode("ascii", "backslashreplace").decode())
    return status

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
