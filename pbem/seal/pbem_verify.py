#!/usr/bin/env python3
"""Check a campaign of pbem from a mailbox, without pbem: one file, Python 3.11 or newer, nothing else.

    python3 pbem_verify.py campaign.mbox [more paths] [--root-key FILE] [--compare "41 <64 digits>"]

Reads mbox files, Maildirs, folders of .eml, single .eml and .pbem files; touches no network; changes nothing.  Exit
status: 0 all right, 1 something is false, 2 nothing false but something missing, 3 wrong usage.  What is checked, by
which formulas, is docs/trust.md of pbem.  Nothing here is shared with the program that runs the games.
"""

# To be read at one sitting is the point of this file; the formatter would add a third to its length.
# fmt: off
# ruff: noqa: E401, I001
import argparse, base64, calendar, collections, contextlib, datetime, email.errors, functools, hashlib, hmac, html
import json, pathlib, re, sys, unicodedata
from collections.abc import Iterator
from typing import Any

# ---------------------------------------------------------------------------------- 1. canonical bytes, tagged hashes
def is_plain(v: Any) -> bool:  # whether canonical JSON may hold it: no floats, no large numbers, NFC, keys in ASCII
    if isinstance(v, dict):
        return all(isinstance(key, str) and key.isascii() and is_plain(one) for key, one in v.items())
    if isinstance(v, list):
        return all(is_plain(one) for one in v)
    if isinstance(v, str):
        return unicodedata.is_normalized("NFC", v)
    return v is None or (isinstance(v, int) and abs(v) < 2**53)
def canon(v: Any) -> bytes:  # the canonical bytes of a value; raises ValueError
    if not is_plain(v):
        raise ValueError("not canonical")
    return json.dumps(v, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
def parsed(data: bytes) -> Any:  # the value of canonical bytes, None for any others
    with contextlib.suppress(RecursionError, ValueError):
        value = json.loads(data)
        return value if canon(value) == data else None
    return None
def unbase64(text: Any) -> bytes:  # the bytes of base64 in its one form, else b""
    with contextlib.suppress(ValueError, TypeError):
        data = base64.b64decode(text, validate=True)
        return data if base64.b64encode(data).decode() == text else b""
    return b""
def H(tag: str, *parts: bytes) -> bytes:  # a tagged hash
    return hashlib.sha256(b"pbem/1/" + tag.encode() + b"\0" + b"".join(parts)).digest()
def mac(key: bytes, tag: str, message: bytes) -> bytes:  # a tagged MAC
    return hmac.digest(key, b"pbem/1/" + tag.encode() + b"\0" + message, "sha256")
def below(step: bytes, steps: int) -> bytes:  # so many steps down a ladder, where each is the hash of the one above
    return functools.reduce(lambda one, _: H("seed", one), range(min(steps, 100_000)), step)

# ------------------------------------------------------------------------------------------- 2. Ed25519, RFC 8032 5.1
P, Q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P  # the curve is  y*y - x*x = 1 + D*x*x*y*y  modulo P, its points are (x, y)
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202, 4 * pow(5, -1, P) % P)
def plus(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:  # the sum of two points
    across = D * a[0] * b[0] * a[1] * b[1] % P
    both = pow(1 - across * across, -1, P)
    return (a[0] * b[1] + a[1] * b[0]) * (1 - across) * both % P, (a[1] * b[1] + a[0] * b[0]) * (1 + across) * both % P
def times(n: int, a: tuple[int, int]) -> tuple[int, int]:  # n times a point
    twice = times(n >> 1, plus(a, a)) if n else (0, 1)
    return plus(twice, a) if n & 1 else twice
def point(data: bytes) -> tuple[int, int] | None:  # the point of 32 bytes; None if none, not reduced, or of small order
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    x2 = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(x2, (P + 3) // 8, P)
    x = x if (x * x - x2) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    x = x if x % 2 == sign else P - x
    is_one = len(data) == 32 and y < P and (x * x - x2) % P == 0
    return (x, y) if is_one and times(8, (x, y)) != (0, 1) else None
@functools.cache
def good_signature(key: str, message: bytes, text: Any) -> bool:  # whether a text is a key's signature of a message
    public, signature = bytes.fromhex(key), unbase64(text)
    a, r, s = point(public), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or len(signature) != 64 or s >= Q:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % Q
    return times(s, BASE) == plus(r, times(k, a))
def mark(key: str) -> str:  # the first digits of a key's id
    return H("key", bytes.fromhex(key)).hex()[:8]

# ---------------------------------------------------------------------------------------------- 3. the forms of things
BODIES = {  # what is read of each type of record: field:kind, a name if none is told; ? may be null, * may be absent
    "genesis": "scenario:text options:text[] engine:text rules:hex server:holder gm:holder? root:hex? state:hex dice "
               "certificate:text? ladder:ladder hidden_ladder:ladder salt_key:hex players:map witness:map* beacon:map*",
    "orders.accepted": "player phase n:number digest:hex saw:number", "orders.withdrawn": "player phase",
    "orders.locked": "phase digests:map adj:number* step:number*", "leaf.opened": "openings:map[]",
    "phase.resolved": "phase rolls:any[] state:hex adj:number* seed:hex* contrib:map* sealed:hex* events:map[]* "
                      "lock:number* witness:map* beacon:map*",
    "gm.ruling": "what reason:text agreed:name[] sig:text* before:hex* after:hex* dice:name* witness:map* beacon:map*",
    "adj.void": "adj:number reason:text seed:hex sig:text*", "ladder.new": "ladder:ladder reason:text sig:text*",
    "branch.open": "from:number parent branch reason:text agreed:name[] ladder:ladder state:hex sig:text*",
    "branch.closed": "branch reason:text sig:text*", "engine.change": "engine:text rules:hex reason:text sig:text*",
    "key.rotate": "server:holder old:text root:text?", "key.revoke": "revoked:hex last:number root:text",
    "game.end": "result:text salt_key:hex hidden_top:hex",
}
FORMS = BODIES | {  # after = nothing else may be there
    "record": "= v:version game branch seq:number prev:hex at:time type body:map", "ladder": "anchor:hex length:number",
    "seal": "= v:version game branch seq:number at:time phase head:hex state:hex sigs:sig[]",
    "orders": "= open game branch seq:number salt:hex player phase n:number orders:text[] nonce:text",
    "leaf": "= open game branch seq:number salt:hex path:text value:any index:number proof:hex[] public:hex",
    "segment": "= open game branch seq:number salt:hex value:any", "holder": "name key:hex",
}
FIELDS = {kind: {field.split(":")[0]: (field + ":name").split(":")[1] for field in form.removeprefix("= ").split()}
          for kind, form in FORMS.items()}
TEXTS = {"hex": r"[0-9a-f]{64}", "name": r"[!-~]{1,64}", "text": r"(?s:.*)",
         "time": r"(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"}
def is_a(kind: str, v: Any) -> bool:  # whether a value is of a kind; kind[] is a list of such
    if kind.endswith("[]"):
        return isinstance(v, list) and all(is_a(kind[:-2], one) for one in v)
    if kind in TEXTS:
        is_right = isinstance(v, str) and re.fullmatch(TEXTS[kind], v) is not None
        return is_right and (kind != "time" or int(v[8:10]) <= calendar.monthrange(int(v[:4]), int(v[5:7]))[1])
    if kind == "sig":  # whose it is, the mark of his key, base64
        return is_a("text[]", v) and len(v) == 3 and is_a("name", v[0]) and len(unbase64(v[2])) == 64
    if kind in FIELDS:
        return isinstance(v, dict) and (FORMS[kind][0] != "=" or v.keys() <= FIELDS[kind].keys()) and all(
            one[-1] == "*" if name not in v else (one[-1] == "?" and v[name] is None) or is_a(one.rstrip("?*"), v[name])
            for name, one in FIELDS[kind].items())
    if kind in ("number", "version"):
        return type(v) is int and v >= 0 and (kind == "number" or v == 1)
    return isinstance(v, dict) or kind == "any"
def is_record(v: Any) -> bool:  # whether this is a record of a version and type known here
    if not is_a("record", v) or v["type"] not in BODIES or not is_a(v["type"], v["body"]):
        return False
    dice = sum(name in v["body"] for name in ("adj", "seed", "contrib"))
    return v["type"] != "phase.resolved" or dice == 3 or (dice == 0 and not v["body"]["rolls"])
def is_opening(v: Any) -> bool:  # of orders, of a hidden fact, of the answers and events of a phase
    return isinstance(v, dict) and v.get("open") in ("orders", "leaf", "segment") and is_a(v["open"], v)

# ----------------------------------------------------------------------------------------------------- 4. the mailbox
class Usage(Exception):
    """A path, key or head that cannot be used."""

class Game:
    """All that was found of one game; `said` are (kind, record, text): kind !! false, ?? missing, -- remark."""
    def __init__(self) -> None:
        self.copies = collections.defaultdict[tuple[str, int], dict[str, Any]](dict)  # by place, by head
        self.seals, self.openings = list[tuple[dict[str, Any], Any]](), list[dict[str, Any]]()  # seal and seed
        self.receipts, self.heads = list[tuple[str, int, str]](), dict[tuple[str, int], str]()
        self.said, self.revoked = list[tuple[str, int | None, str]](), list[dict[str, Any]]()
        self.rolls = self.sealed = self.by_hand = 0
    def want(self, holds: object, seq: int | None, text: str, kind: str = "!!") -> bool:
        """What does not hold is said; ?! is what earlier records that are missing may explain."""
        told = f"record {seq}: " * (seq is not None) + text
        told += "; not decided, since earlier records are missing" * (kind == "?!")
        self.said += [] if holds else [("??" if kind == "?!" else kind, seq, told)]
        return bool(holds)
Games = collections.defaultdict[str, Game]
def contents(path: pathlib.Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise Usage(f"{path}: expected a mailbox or a key: {fault.strerror}") from None
def letters(path: pathlib.Path, must: bool = True) -> Iterator[tuple[str, bytes, bool]]:
    """All letters under a path: where each lies, its bytes, whether it is a bare bundle.  Raises Usage."""
    if path.is_dir():
        for one in sorted(path.rglob("*")):
            yield from letters(one, False) if one.is_file() else ()
        return
    data = contents(path)
    start = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    is_bundle = path.suffix.lower() == ".pbem" or start.startswith(b'{"')
    if start.startswith(b"From "):
        parts = re.split(rb"(?:\A\s*|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n(?=[!-9;-~]{1,100}:|>From )", data)
        for n, raw in enumerate(parts[1:], 1):
            yield f"{path} letter {n}", re.sub(rb"(?m)^>(>*From )", rb"\1", raw), False
    elif is_bundle or re.match(rb"[!-9;-~]{1,100}:", start):
        yield str(path), data, is_bundle
    elif must:
        raise Usage(f"{path}: expected a mailbox (mbox, Maildir, folder of .eml, .eml, .pbem), found something else")
def read_letter(raw: bytes, where: str, games: Games) -> None:  # its bundles and texts; what cannot be read is said
    subject, desk, bundles, texts, trouble, is_cut = "", list[str](), list[bytes](), list[str](), "", False
    try:
        if len(raw) > 2**25 or raw.lower().count(b"content-type:") > 1000:
            raw, trouble = b"", "it is too large, or has too many parts, and was not read"
        message = email.message_from_bytes(raw)
        subject, desk = str(message.get("Subject") or ""), str(message.get("X-Pbem") or "").split()
        for part in message.walk():
            if any(isinstance(one, email.errors.CloseBoundaryNotFoundDefect) for one in part.defects):
                is_cut, trouble = True, "it ends in its middle: the mailbox was cut off, or the letter was"
            data, kind = part.get_payload(decode=True), part.get_content_type()
            if part.is_multipart() or not isinstance(data, bytes):
                continue
            text = data.decode("utf-8", "replace").replace("\ufffd", " ")  # what matters here is ASCII in any charset
            if kind == "application/vnd.pbem+jsonl" or str(part.get_filename() or "").lower().endswith(".pbem"):
                bundles.append(data)
            elif kind == "text/plain":
                texts.append(text)
            elif kind == "text/html":
                text = re.sub(r"(?i)<(?:br|/?p|/?div|/?tr|/?pre|/?blockquote)\b[^>]*>", "\n", text)
                texts.append(html.unescape(re.sub(r"<[^<>]*>", "", text)))
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, AssertionError, email.errors.MessageError):
        trouble = "it cannot be read as mail"
    trouble = trouble or "it is the desk's, and has no part that can be read" * bool(desk and not bundles and not texts)
    games["?"].want(not trouble, None, f"{where}: {trouble}", "??")
    match = re.search(r"\[([!-Z\\^-~]{1,64})\]", subject)
    named = desk[0] if desk else match[1] if match else ""
    for data in bundles:
        read_bundle(data[: data.rfind(b"\n") + 1] if is_cut else data, where, games, named)
    for text in texts:
        read_text(text, desk, named, where, games)
def read_bundle(data: bytes, where: str, games: Games, named: str = "") -> None:
    """Take the lines of an attachment: records one after the other, the seal of the last, openings."""
    *lines, rest = data.split(b"\n")
    values = [parsed(line.rstrip(b"\r")) for line in lines]
    records = {n: value for n, value in enumerate(values) if is_record(value)}
    names = collections.Counter(record["game"] for record in records.values())
    name = max(names, key=lambda one: names[one]) if names else named
    game, last, are_over = games[name or "?"], None, False
    game.want(not rest, None, f"the last line of the bundle in {where} is cut off")
    for n, (line, value) in enumerate(zip(lines, values, strict=True)):
        spoken = re.search(rb'(?:"se|eq"|seq|q":)\D{0,3}(\d{1,15})', line)
        number, of = int(spoken[1]) if spoken else None, value if isinstance(value, dict) else {}
        has_body, has_sigs = re.search(rb'"body":{|"prev":"', line), re.search(rb'"sigs":\[|^{"seal"', line)
        if has_sigs and not has_body:
            seal: Any = of.get("seal")
            right = is_a("seal", seal) and seal["sigs"] and len(of) == 1 and seal["game"] == (name or seal["game"])
            right, number, are_over = right and last in (None, seal["seq"]), number if last is None else last, True
            if game.want(right, number, f"the seal in {where} cannot be used, or is of another record"):
                games[seal["game"]].seals.append((seal, None))
        elif not has_body and (are_over or re.search(rb'"open":"|"salt":"', line)):
            right = is_opening(of) and of["game"] == (name or of["game"])
            if game.want(right, number, f"line {n + 1} of {where} is no opening, or one of another game"):
                games[of["game"]].openings.append(of)
        else:  # which record should stand here, those of the lines round it say
            own = (of["game"], of["branch"], of["seq"]) if n in records else ("", "", number)
            near = [(records[m], n - m) for m in (n - 1, n + 1, n - 2, n + 2) if m in records]
            places = [(r["game"], r["branch"], r["seq"] + more) for r, more in near]
            places = [place for place in places if place[:2] == own[:2] or n not in records]
            right = n in records and (own in places or (not places and own[0] == name))
            last = own[2] if right or not places else places[0][2]
            if game.want(right, last, f"line {n + 1} of {where} is not the record that should stand there"):
                game.copies[own[1], of["seq"]][H("record", canon(of)).hex()] = of
SEALED = ("game", "branch", "seq", "at", "phase", "head", "state")
HEX, SIG = "((?:[0-9a-f] ?){64})", r" sig ([!-~]+) ([0-9a-f]{8}) ((?:[!-~] ?){88})"
BLOCKS = re.compile(r"pbem\s+seal\s+(\d{1,9})\s+begin\b(.*?)(pbem\s+seal\s+\d{1,9}\s+end\b|\Z|(?=pbem\s+seal\s+\d))", re.S)
BLOCK = re.compile("game (?P<game>.+?) branch (?P<branch>.+?) seq (?P<seq>.+?) phase (?P<phase>.+?) at (?P<at>.+?) "
                   f"head (?P<head>{HEX}) state (?P<state>{HEX})(?: seed (?P<adj>[1-9]\\d*) (?P<seed>{HEX}))?"
                   f"(?P<sigs>({SIG})+)")
RECEIPT = re.compile(r"in\s+the\s+chain\s+as\s+record\s+(\d{1,15}):\s+((?:[0-9a-f]\s*){64})(?![0-9a-f])")
def read_text(text: str, desk: list[str], named: str, where: str, games: Games) -> None:
    """Take seal blocks and receipts, whatever quoting and wrapping did to them; `desk` are the words of X-Pbem."""
    plain = re.sub(r"(?m)^[ \t>|\u00a0\u200b\ufeff]+", "", text.replace("\r", ""))
    plain = plain.replace("\u00a0", " ").replace("\u200b", "")
    for version, inside, end in BLOCKS.findall(plain):
        words = " ".join(inside.split())
        match = BLOCK.fullmatch(words) if end and version == "1" else None
        read = {name: (match[name] or "").replace(" ", "") for name in (*SEALED, "adj", "seed")} if match else {}
        number = int(read["seq"]) if re.fullmatch(r"0|[1-9]\d{0,14}", read.get("seq", "")) else None
        sigs = [[one[0], one[1], one[2].replace(" ", "")] for one in re.findall(SIG, match["sigs"] if match else "")]
        seal = {**{name: read.get(name) for name in SEALED}, "v": 1, "seq": number, "sigs": sigs}
        if not is_a("seal", seal) or not match:
            at, of = re.search(r"\bseq (\d{1,15})\b", words), re.search(r"\bgame (\S+)", words)
            name = named if desk else of[1] if of else "?"
            games[name].want(False, int(at[1]) if at else None, f"a seal in {where} cannot be used", "??")
            continue
        game, seed = games[named if desk else read["game"]], (int(read["adj"]), read["seed"]) if read["adj"] else None
        if game.want(not desk or read["game"] == named, number, f"the seal in {where} is of game {read['game']}"):
            game.seals += [(seal, seed)] * ((seal, seed) not in game.seals)
    for digits, digest in RECEIPT.findall(plain) if named else []:
        games[named].receipts.append((desk[1] if len(desk) > 1 else "main", int(digits), "".join(digest.split())))

# --------------------------------------------------------------------------------------------- 5. keys, seals and links
def vouched(r: Any, key: str, text: Any, **said: Any) -> bool:  # whether a key has signed what record r says of keys
    return good_signature(key, b"pbem/1/key\0" + canon({"game": r["game"], **said}), text)
def keys_of(game: Game, records: list[Any], branch: str) -> tuple[list[dict[str, Any]], str, str]:
    """The server's keys, each with the records that it may seal; the root key and the GM's, "" where there is none."""
    keys, root, gm = list[dict[str, Any]](), "", ""
    for r in records:
        b, seq, right, text = r["body"], r["seq"], True, ""
        server = b["server"] if r["type"] in ("genesis", "key.rotate") else {}
        new, said = {**server, "first": seq, "last": 2**60, "served": 0}, {"seq": seq, "server": server.get("key")}
        if r["type"] == "genesis":
            keys, root, gm = [new], b["root"] or "", b["gm"]["key"] if b["gm"] else ""
            right = not root or vouched(r, root, b["certificate"], **said)
            text = "the root key's certificate for the server key is not right"
        elif r["type"] == "key.rotate" and keys:
            right = vouched(r, keys[-1]["key"], b["old"], **said) and (not root or vouched(r, root, b["root"], **said))
            text = "a new server key that the old one and the root key have not both signed"
            if right:
                keys[-1]["last"] = min(keys[-1]["last"], seq - 1)
                keys.append(new)
        elif r["type"] == "key.revoke" and keys:
            right = vouched(r, root, b["root"], last=b["last"], revoked=b["revoked"])
            text = "a key is revoked without the root key's signature"
            for old in [key for key in keys if right and key["key"] == b["revoked"]]:
                old |= {"served": max(old["served"], old["last"]), "last": min(old["last"], b["last"])}
        game.want(right or r["branch"] != branch, seq, text)
    return keys, root, gm
def signed_heads(game: Game, branch: str, keys: list[dict[str, Any]], gm: str) -> dict[int, dict[str, Any]]:
    """The seals of a branch whose signature is the server's and right, by record."""
    good: dict[int, dict[str, Any]] = {}
    for f in [seal for seal, _ in game.seals if seal["branch"] == branch]:
        seq, said = f["seq"], b"pbem/1/seal\0pbem-seal 1\n" + "".join(f"{name} {f[name]}\n" for name in SEALED).encode()
        for name, short, text in f["sigs"]:
            mine = [key for key in keys if mark(key["key"]) == short]
            right = [key for key in mine if good_signature(key["key"], said, text)]
            if gm and short == mark(gm):
                game.want(good_signature(gm, said, text), seq, "the GM's signature on its seal is wrong")
            elif any(key["name"] == name and key["first"] <= seq <= key["last"] for key in right):
                known = good.setdefault(seq, f)
                is_one = (known["head"], known["state"]) == (f["head"], f["state"])
                game.want(is_one, seq, "two different seals of it are signed: two histories were sent")
                game.sealed += 1
            elif any(key["last"] < seq <= key["served"] for key in right):
                game.revoked.append(f)  # the key was revoked later: its seal counts no more
            elif mine or any(key["name"] == name for key in keys):
                game.want(False, seq, f"the signature of {name} {short} on its seal is wrong, or its key not in force")
    return good
def links(game: Game, branch: str, first: int, top: int, good: dict[int, dict[str, Any]]) -> dict[int, Any]:
    """The records of a branch that hold: whose head is the signed one, or the one that the next record carries."""
    held, absent, loose, above, anchored = dict[int, Any](), list[int](), list[int](), None, False
    for seq in range(top, max(first, top - 100_000) - 1, -1):
        copies = game.copies.get((branch, seq), {})
        wanted = good[seq]["head"] if seq in good else above["prev"] if above else next(iter(copies), "")
        anchored = seq in good or (anchored and above is not None)
        is_one = copies.keys() <= {wanted}
        game.want(is_one, seq, "a copy of it is not the one signed, or not the one that the next record follows")
        follows = not above or wanted not in copies or above["prev"] == wanted
        if not game.want(follows, seq + 1, "it does not follow the record before it as that was signed"):
            held.pop(seq + 1, None)
        above = copies.get(wanted)
        if above:
            held[seq], game.heads[branch, seq] = above, wanted
        absent += [] if copies else [seq]
        loose += [seq] if above and not anchored else []
    for why, seqs in (("not here; ask the desk with resend", absent), ("under no seal that could be checked", loose)):
        text = f"{len(seqs)} records of {branch}, the first is {min(seqs, default=0)}: {why}"
        game.want(not seqs, None, text, "??")
    for f in game.revoked:
        is_one = game.heads.get((f["branch"], f["seq"]), f["head"]) == f["head"]
        game.want(is_one, f["seq"], "another head of it was signed under a key that is revoked since")
    return held

# ----------------------------------------------------------------------------- 6. seeds, contributions, dice, openings
def throw(key: bytes, label: str, number: int, sides: int = 6) -> list[int]:  # a keyed stream, no face favoured
    if not 1 <= sides <= 256 or not 1 <= number <= 1000:
        raise ValueError("no such dice")
    faces, block = list[int](), 0
    while len(faces) < number:
        stream = mac(key, "roll", label.encode("ascii") + b"\0" + block.to_bytes(4, "big"))
        faces += [byte % sides + 1 for byte in stream if byte < 256 - 256 % sides]
        block += 1
    return faces[:number]

class Walk:
    """The records of a branch in sequence, from genesis on; what is found in its parents was said there."""
    def __init__(self, game: Game, branch: str, gm: str) -> None:
        self.game, self.branch, self.gm, self.seq, self.own = game, branch, gm, -1, True
        self.gap = self.gap_since = False  # whether a record is missing; and since the last seed
        self.genesis, self.state, self.step, self.adj = dict[str, Any](), "", b"", 0
        self.filed, self.letters = dict[Any, Any](), collections.Counter[Any]()  # by player and phase: digests, letters
        self.last, self.labels = dict[str, str](), set[str]()  # the last contributions; the labels of all rolls
        self.source, self.known, self.asked, self.may_skip = dict[str, Any](), (0, ""), 0, False  # a witness or beacon
        self.locked: Any = None
        self.opened, self.shut = list[dict[str, Any]](), set[tuple[str, int, str]]()  # what is opened, and sealed
    def want(self, holds: object, text: str, kind: str = "!!") -> bool:
        return self.game.want(holds, self.seq, text, kind) if self.own else bool(holds)
    def doubt(self, holds: object, text: str) -> bool:  # missing records may explain what does not hold
        return self.want(holds, text, "?!" if self.gap else "!!")
    def read(self, records: list[Any], good: dict[int, dict[str, Any]]) -> None:  # `good` are the sealed fields
        for r in records:
            is_next = r["seq"] == self.seq + 1
            self.gap, self.gap_since = self.gap or not is_next, self.gap_since or not is_next
            self.seq, self.own, b = r["seq"], r["branch"] == self.branch, r["body"]
            try:
                self.take(r, {name: b[name] for name in b if name in FIELDS[r["type"]]}, b.get("openings", []))
            except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError):
                self.want(False, "its body is not as it should be")
            if self.own and self.seq in good and self.state and ("state" in b or not self.gap):
                self.want(good[self.seq]["state"] == self.state, "its seal says another state than the chain")
    def take(self, r: Any, b: Any, openings: list[Any]) -> None:  # the next record, what is read of its body
        kind, who = r["type"], (b.get("player"), b.get("phase"))
        if "sig" in FIELDS[kind]:
            said = canon({**r, "body": {name: r["body"][name] for name in r["body"] if name != "sig"}})
            signed = not self.gm or good_signature(self.gm, b"pbem/1/record\0" + said, b.get("sig"))
            self.want(signed, "done by hand, and the GM's key has not signed it")
            self.game.by_hand += self.own
        if kind in ("orders.accepted", "orders.withdrawn"):
            due, found = self.letters[who] + 1, b.get("n", self.letters[who] + 1)
            self.letters[who], self.filed[who] = found, b.get("digest")
            self.doubt(found == due, f"letter {found} of {who[0]} where {due} was expected")
        if kind in ("adj.void", "ladder.new", "branch.open"):
            self.locked, self.may_skip = None, self.may_skip or kind == "branch.open"
        if kind == "gm.ruling":
            agreed = not self.locked and set(b["agreed"]) >= self.genesis.get("players", {}).keys()
            agreed = agreed or b["what"] != "dice" or "dice" not in b
            self.want(agreed, "the dice mode was changed while dice waited, or not all players agreed")
            self.doubt(self.state in ("", b.get("before", self.state)), "the ruling is on another state")
        if "ladder" in b:
            self.step, self.gap_since = bytes.fromhex(b["ladder"]["anchor"]), False
        if "seed" in b:
            self.climb(b["adj"], bytes.fromhex(b["seed"]))
        if "dice" in b and b.get("what", "dice") == "dice":
            self.genesis = b if kind == "genesis" else self.genesis
            self.mode(b)
        if kind == "orders.locked":
            self.lock(r, b)
        if kind == "phase.resolved":
            self.resolved(r, b)
        self.state = b.get("after", b.get("state", self.state))
        sealed = {"digest": "orders", "sealed": "segment"}
        self.shut |= {(r["branch"], r["seq"], sealed[name]) for name in b if name in sealed}
        self.want(all(map(is_opening, openings)), "an opening in it cannot be read")
        self.opened += filter(is_opening, openings)
        if kind == "game.end":
            self.end(r["body"])
    def climb(self, adj: int, step: bytes) -> None:  # the next seed must stand on the one before
        distance = adj - self.adj
        in_turn = distance == 1 or (distance > 1 and self.gap_since)
        if self.doubt(in_turn, f"adjudication {adj} where {self.adj + 1} was expected"):
            kind = "?!" if self.gap_since or not self.step else "!!"
            self.want(below(step, distance) == self.step, f"seed {adj} does not stand on the one before", kind)
        self.step, self.adj, self.gap_since = step, adj, False
    def resolved(self, r: Any, b: Any) -> None:  # contributions, every die, the rolls told by events
        if "adj" in b:
            expected = (self.source and self.unlock(r, b)) or self.contributions(r, b, b["contrib"])
            self.doubt(b["contrib"] == expected, "the contributions are not those of the orders on file")
            said = {"game": r["game"], "branch": r["branch"], "adj": b["adj"], "contrib": b["contrib"]}
            said |= {name: b[name]["value"] for name in ("witness", "beacon") if "value" in b.get(name, {})}
            key, self.last = mac(bytes.fromhex(b["seed"]), "rollkey", canon(said)), b["contrib"]
            for label, faces, *sides in b["rolls"]:
                right = throw(key, label, len(faces), *sides)
                self.want(right == faces, f"the roll {label!r} is not what the seed gives: {right}, found {faces}")
                is_new = label not in self.labels and label.startswith(b["phase"] + " ")
                self.want(is_new, f"the label {label!r} rolls twice, or is not of its phase")
                self.labels.add(label)
            self.game.rolls += len(b["rolls"]) * self.own
        rolled = {label: faces for label, faces, *_ in b["rolls"]}
        for label, faces in rolls_in(b.get("events", [])):
            self.want(rolled.get(label) == faces, f"its events tell of the roll {label!r} otherwise than its rolls")
    def contributions(self, r: Any, b: Any, players: Any) -> dict[str, str]:  # orders on file, or silence
        said = {"game": r["game"], "adj": b["adj"]}
        return {one: self.filed.get((one, b["phase"]))
                or H("silent", canon({**said, "player": one, "last": self.last.get(one, "0" * 64)})).hex()
                for one in self.genesis.get("players", players)}
    def mode(self, b: Any) -> None:  # the mode of the dice from here on: what comes in after the orders are locked
        waits = b["dice"] in ("witness", "beacon")
        self.source = b.get(b["dice"], {}) if waits else {}
        self.locked, self.asked, self.may_skip, self.known = None, 0, False, (0, self.source.get("anchor", ""))
        self.want(self.source or not waits, f"it names no {b['dice']}, and the dice are to hang on one")
        self.want(waits or b["dice"] == "sealed", f"dice mode {b['dice']} is not known here", "??")
    def lock(self, r: Any, b: Any) -> None:  # orders are locked before the last part of their dice is known
        in_turn = not self.locked and (b.get("adj") == self.adj + 1 or self.gap_since)
        on_file = "adj" not in b or b["digests"] == self.contributions(r, b, b["digests"])
        self.doubt(in_turn and on_file, "it does not lock what was on file for the next adjudication")
        if "anchor" in self.source:
            in_turn = b.get("step") == self.asked + 1 or (b.get("step", 0) > self.asked and self.may_skip)
            self.doubt(in_turn, "it asks for another step of the witness than the next")
            self.asked, self.may_skip = b.get("step", 0), False
        self.locked = r
    def unlock(self, r: Any, b: Any) -> Any:  # what was locked for these dice; what came in after the lock is genuine
        lock, self.locked, source = self.locked, None, self.source
        said = lock and [lock["body"]["phase"], lock["body"].get("adj"), lock["seq"]]
        right = said == [b["phase"], b["adj"], b.get("lock")]
        self.doubt(right, "its dice are not those of orders that were locked before")
        if lock and "anchor" in source:
            self.witnessed(b.get("witness", {}), {"game": r["game"], "lock": H("record", canon(lock)).hex()})
        elif lock:
            drawn = b.get("beacon", {"round": 0, "signature": "", "value": ""})
            since = max(int(datetime.datetime.fromisoformat(lock["at"]).timestamp()) + 60 - source["genesis_time"], 0)
            right = (-(-since // source["period"]) + 1, hashlib.sha256(bytes.fromhex(drawn["signature"])).hexdigest())
            text = "it has another round of the beacon than the first a minute after its lock, or another value"
            self.want((drawn["round"], drawn["value"]) == right, text)
            text = "the beacon's own signatures, which want pairings, are checked by `pbem verify` alone"
            self.game.want(False, None, text, "??")
        return lock and lock["body"]["digests"]
    def witnessed(self, w: Any, of: dict[str, Any]) -> None:  # his step, signed for this lock; or that he was silent
        step, (number, value) = w.get("step", -1), self.known
        said = b"pbem/1/witness\0" + canon({**of, "step": step, "value": w.get("value")})
        signed = "silent" in w or good_signature(self.source["key"], said, w.get("sig"))
        right = self.want(step == self.asked and signed, "the witness has not signed this step for these orders")
        if right and self.want("silent" not in w, "the witness was silent: these dice were made without him", "--"):
            stands = step > number and below(bytes.fromhex(w["value"]), step - number).hex() == value
            if self.doubt(stands, f"the witness {self.source['name']} gave a false step"):
                self.known = (step, w["value"])
    def end(self, b: Any) -> None:  # the salt key and the second ladder, opened; and all that was sealed
        g, key, top = self.genesis, bytes.fromhex(b["salt_key"]), bytes.fromhex(b["hidden_top"])
        if g:
            length, anchor = g["hidden_ladder"]["length"], g["hidden_ladder"]["anchor"]
            stands = length > 100_000 or below(top, length).hex() == anchor
            self.want(H("salt", key).hex() == g["salt_key"], "the salt key is not the one that genesis is bound to")
            self.want(stands, "the second ladder's top does not stand on its anchor in genesis")
        for o in self.game.openings + self.opened:
            path = [f"orders/{o['player']}/{o['phase']}", o["n"]] if "n" in o else [o.get("path", "segment"), o["seq"]]
            salt = mac(key, "salt", canon(path + [o["branch"]] * (o["branch"] != "main"))).hex()
            self.want(salt == o["salt"], f"the salt of an opening of record {o['seq']} is not that of the salt key")
        left = self.shut - {(one["branch"], one["seq"], one["open"]) for one in self.opened}
        self.want("openings" not in b or not left, "it does not open all that was sealed", "??")
def rolls_in(value: Any) -> Iterator[tuple[str, Any]]:  # the rolls that events tell of: label and faces
    if isinstance(value, dict) and value.get("type") == "Roll" and is_a("text", value.get("label")):
        yield value["label"], value.get("faces")
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from rolls_in(one)
def fits(o: Any, b: Any) -> bool:  # whether an opening leads to the commitment in the body of its record
    salt, value = bytes.fromhex(o["salt"]), o.get("value")
    if o["open"] == "orders":
        said = canon({name: o[name] for name in ("game", "player", "phase", "orders", "nonce")})
        his = [o[name] == b.get(name) for name in ("player", "phase", "n")]
        return all(his) and H("orders", salt, said).hex() == b.get("digest")
    if o["open"] == "segment":
        rest = iter(value["events"] if isinstance(value, dict) and isinstance(value.get("events"), list) else [])
        in_it = all(one in rest for one in b.get("events", []))  # each behind the one before
        return in_it and H("leaf", salt, canon({"path": "segment", "value": value})).hex() == b.get("sealed")
    node, at = H("leaf", salt, canon({"path": o["path"], "value": value})), o["index"]
    for beside in map(bytes.fromhex, o["proof"]):
        node, at = H("node", beside, node) if at & 1 else H("node", node, beside), at >> 1
    return bool(H("state", bytes.fromhex(o["public"]), node).hex() == b.get("state", b.get("after")))

# -------------------------------------------------------------------------------------------------- 7. one game, all
def judge(game: Game, pinned: str) -> None:  # check everything of one game
    names = {branch for branch, _ in game.copies} | {f["branch"] for f, _ in game.seals} | {"main"}
    held, lineage, openings = dict[str, dict[int, Any]](), dict[str, list[Any]](), list(game.openings)
    for name in sorted(names, key=lambda n: (n != "main", len(n), n)):
        own = [r for (branch, _), copies in sorted(game.copies.items()) if branch == name for r in copies.values()]
        opener = next((r for r in own if r["type"] == "branch.open" and r["body"]["branch"] == name), None)
        first, before = opener["seq"] if opener else 0, []
        if opener:
            parent, fork = opener["body"]["parent"], opener["body"]["from"]
            before = [r for r in lineage.get(parent, []) if r["seq"] <= fork]
            right = first == fork + 1 and game.heads.get((parent, fork), opener["prev"]) == opener["prev"]
            game.want(right, first, f"branch {name} does not begin where it says")
        game.want(opener or name == "main", min((r["seq"] for r in own), default=None), f"nothing opens branch {name}")
        keys, root, gm = keys_of(game, before + own, name)
        good = signed_heads(game, name, keys, gm)
        claimed = [f["seq"] for f, _ in game.seals if f["branch"] == name and not keys]
        held[name] = links(game, name, first, max([r["seq"] for r in own] + list(good) + claimed + [first]), good)
        lineage[name] = before + [r for _, r in sorted(held[name].items())]
        if name == "main":
            start = held[name].get(0)
            is_start = not start or (start["type"], start["prev"]) == ("genesis", "0" * 64)
            game.want(is_start, 0, "it should be genesis, with nothing before it")
            game.want(keys, None, "no server key is known without genesis: no seal can be checked", "??")
            is_pinned = not pinned or not keys or pinned in (root, keys[0]["key"])
            game.want(is_pinned, 0, "the key given with --root-key is not that of this game")
        walk = Walk(game, name, gm)
        walk.read(lineage[name], good)
        openings += [one for one in walk.opened if one["branch"] in names and one not in openings]
    for o in openings:
        r, seq = held.get(o["branch"], {}).get(o["seq"]), o["seq"]
        if game.want(r or o["branch"] not in held, seq, "an opening cannot be checked without it", "??"):
            game.want(r and fits(o, r["body"]), seq, "an opening does not fit it")
    for f, seed in game.seals:
        r = held[f["branch"]].get(f["seq"])
        right = not r or seed in (None, (r["body"].get("adj"), r["body"].get("seed")))
        game.want(right, f["seq"], "a seal block shows another seed than the record")
    for branch, seq, digest in game.receipts:
        r = held.get(branch, {}).get(seq)
        right = not r or r["body"].get("digest", "0" * 64) == digest
        game.want(right, seq, "a receipt gives another digest of the orders")
def read_key(path: str) -> str:  # of a key file: 64 hex digits, alone or after a name, or PEM; raises Usage
    text = contents(pathlib.Path(path)).decode("utf-8", "replace")
    pem = re.search(r"-----BEGIN PUBLIC KEY-----([^-]+)-----END", text)
    word = unbase64("".join(pem[1].split()))[-32:].hex() if pem else "".join(re.sub(r"#.*", "", text).split()[-1:])
    if not re.fullmatch(r"[0-9a-fA-F]{64}", word) or point(bytes.fromhex(word)) is None:
        raise Usage(f"{path}: expected a public key, 64 hex digits or PEM")
    return word.lower()
def verify(paths: list[str], root_key: str | None = None, compare: str | None = None) -> tuple[int, Games, int]:
    """The exit status, the games, the number of letters.  Raises Usage."""
    pinned, games, count = read_key(root_key) if root_key else "", Games(Game), 0
    head = re.fullmatch(r"(?:head\s*)?(?:(\d{1,15})[\s:]+)?((?:[0-9a-f]\s*){64})", (compare or "").strip().lower())
    if compare is not None and not head:
        raise Usage("--compare: expected a whole head of 64 hex digits, best with its number before it")
    for where, data, is_bundle in (one for path in paths for one in letters(pathlib.Path(path))):
        (read_bundle if is_bundle else read_letter)(data, where, games)
        count += 1
    found = [game for game in games.values() if game.copies or game.seals]
    for game in found:
        judge(game, pinned)
    number, own = (int(head[1]) if head[1] else None, "".join(head[2].split())) if head else (None, "")
    heads = [(seq, known, game) for game in found for (_, seq), known in game.heads.items()]
    differs = [game for seq, _, game in heads if seq == number]
    if head and not any(known == own and number in (None, seq) for seq, known, _ in heads):
        text = "your opponent's head is not yours" if differs else "no record here has the head compared"
        (differs or [games["?"]])[0].want(False, number if differs else None, text, "!!" if differs else "??")
    kinds = {kind for game in games.values() for kind, _, _ in game.said}
    return 1 if "!!" in kinds else 2 if "??" in kinds or not found else 0, games, count
def main(words: list[str]) -> int:  # the command line
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
    for name, game in sorted((name, game) for name, game in games.items() if game.heads or game.said):
        told.append(f"game {name}: {len(game.heads)} records hold, {game.sealed} seals right, {game.rolls} rolls "
                    f"recomputed, {game.by_hand} deeds of the GM")
        told += [f"  {kind} {text}" for kind, _, text in dict.fromkeys(game.said)]
        for branch, last in dict(sorted(game.heads)).items():
            told.append(f"  head {last} of {branch}: {game.heads[branch, last]}\n  your opponent's must read the same")
    told.append("RESULT " + ("OK", "FALSE", "NOTHING FALSE, BUT INCOMPLETE")[status])
    print(re.sub(r"[^\n -~]", lambda one: ascii(one[0])[1:-1], "\n".join(told)))  # a mailbox moves no cursor
    return status
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
