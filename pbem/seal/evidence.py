"""The evidence of each game in a mailbox: records, seals, openings, receipts, and what of them is damaged."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from pbem.core.canonical import canon
from pbem.seal import block, bundle
from pbem.seal.block import Damaged, Seal
from pbem.seal.bundle import Opening
from pbem.seal.chain import Link, head
from pbem.seal.mailbox import KeptLetter

Kind = Literal["false", "missing", "note"]


@dataclass(frozen=True, slots=True)
class ProofNote:
    """One thing that verification has to say: something false, something missing, or a remark.

    `record` is the number of the record concerned, None if there is none; `expected` and `found` the two values.
    """

    kind: Kind
    text: str
    record: int | None = None
    branch: str = "main"
    expected: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class ReceiptDigest:
    """A receipt's word on one submission: the digest that the chain should hold as record `seq`."""

    seq: int
    branch: str
    digest: str
    where: str
    answers: str  # Message-ID of the player's letter


@dataclass(frozen=True, slots=True)
class ReportedLog:
    """The lines of a report that tells a log: which record it stands at, for which side (its code).

    `wording` counts the changes of the log's words that the program which wrote it knew.
    """

    seq: int
    branch: str
    side: str
    where: str
    lines: tuple[str, ...]
    wording: int = 0


@dataclass(slots=True)
class Copy:
    """One form of a record, its head, and the places where it was found in this form."""

    record: Link
    head: str
    where: list[str]


@dataclass(slots=True)
class Evidence:
    """All evidence about one game."""

    game: str
    copies: dict[tuple[str, int], dict[str, Copy]] = field(default_factory=lambda: defaultdict(dict))
    seals: dict[Seal, str] = field(default_factory=dict)
    quoted: dict[Seal, str] = field(default_factory=dict)
    """Seals in words that anybody may have written: they count if the desk signed them, and are nothing else."""
    openings: dict[bytes, tuple[Opening, str]] = field(default_factory=dict)
    receipts: dict[tuple[int, str, str], ReceiptDigest] = field(default_factory=dict)
    damaged: list[ProofNote] = field(default_factory=list)
    sides: set[str] = field(default_factory=set)
    received: dict[str, datetime] = field(default_factory=dict)
    """The time at which the reader's own mail server first had a record, by its head."""
    letters: int = 0
    logs: list[ReportedLog] = field(default_factory=list)
    files: list[tuple[str, str, str]] = field(default_factory=list)
    """Files that came with letters of the desk: name, SHA-256 in hex, where."""

    def branches(self) -> list[str]:
        """The branches that occur, ``main`` first."""
        names = {branch for branch, _ in self.copies} | {seal.fields.branch for seal in self.seals}
        return sorted(names, key=lambda name: (name != "main", len(name), name))  # main.10 comes after main.9


@dataclass(slots=True)
class Mailbox:
    """The evidence by game, and what can be said of the mailbox as a whole."""

    games: dict[str, Evidence] = field(default_factory=dict)
    letters: int = 0
    doubles: int = 0
    ids: set[str] = field(default_factory=set)
    own: dict[str, str] = field(default_factory=dict)
    """The texts of letters that are not the desk's, by their Message-ID."""
    loose: list[ProofNote] = field(default_factory=list)

    def game(self, name: str) -> Evidence:
        """The evidence about this game, created if it is new."""
        return self.games.setdefault(name, Evidence(name))


_OWN_RECEIPT: Final = re.compile(r"(?m)^(?:\S.*\D)?(\d{1,15}):[ \t]*\n  ([0-9a-f]{64})[ \t]*$")
"""The digests of a receipt, in any language, where the desk sets them; what players say is set in further."""
MOST_QUOTED: Final = 4
"""So many seals, the last of a text, are looked at in words that anybody may have written."""
_LOG = re.compile(r"(?m)^\w+ {3}\S.* -{2,}\r?$|^ {2}r\d+ +\d+d\d+ ")
_SUBJECT: Final = re.compile(r"\[([!-Z\\^-~]{1,64})\]")


def gather(letters: Iterable[KeptLetter]) -> Mailbox:
    """Collect the evidence of all letters."""
    box = Mailbox()
    for letter in letters:
        box.letters += 1
        if letter.message_id:
            box.doubles += letter.message_id in box.ids
            box.ids.add(letter.message_id)
            if not letter.x_pbem and letter.texts:
                box.own.setdefault(letter.message_id, letter.texts[0])
        if letter.trouble:
            box.loose.append(ProofNote("missing", f"{letter.where}: {letter.trouble}"))
        named = _game_of(letter)
        carried = set()
        for data in letter.bundles:
            carried |= _take_bundle(data, letter, named, box)
        blocks = [_take_own_seal(text, letter.where, named, box) for text in letter.frames]
        carried = carried.union(*blocks)
        quoted = [_take_quoted_seals(text, letter.where, box) for text in letter.texts]
        if named and letter.x_pbem and letter.bundles and not any(blocks) and not any(quoted):
            box.game(named).damaged.append(ProofNote("note", f"no seal can be read in the text of {letter.where}"))
        for text in letter.frames if not letter.bundles else ():
            for match in _OWN_RECEIPT.finditer(text):
                branch = letter.x_pbem[1] if len(letter.x_pbem) > 1 else "main"
                made = ReceiptDigest(int(match[1]), branch, match[2], letter.where, letter.in_reply_to)
                box.game(named).receipts.setdefault((made.seq, branch, made.digest), made)
        for game in carried:
            box.game(game).letters += 1
        if named in box.games and len(letter.x_pbem) > 3:
            box.games[named].sides.add(letter.x_pbem[3])
            box.games[named].logs += _logs(letter)
            box.games[named].files += [(name, digest, letter.where) for name, digest in letter.files]
    for name in [name for name, one in box.games.items() if not (one.copies or one.seals or one.damaged)]:
        del box.games[name]
    return box


def _logs(letter: KeptLetter) -> list[ReportedLog]:
    """The texts of a letter of the desk that tell a log."""
    _, branch, number, side, *more = letter.x_pbem
    wording = int(more[0]) if more and more[0].isdecimal() else 0
    if not number.isdecimal():
        return []
    # Whatever the language: a section of a log has a heading with a title behind it, and rolls are listed as  r1  2d6 ...
    texts = [one.replace("\r", "") for one in letter.texts if _LOG.search(one)]
    return [ReportedLog(int(number), branch, side, letter.where, tuple(one.split("\n")), wording) for one in texts[:1]]


def _game_of(letter: KeptLetter) -> str:
    if letter.x_pbem:
        return letter.x_pbem[0]
    match = _SUBJECT.search(letter.subject)
    return match[1] if match else ""


def _take_bundle(data: bytes, letter: KeptLetter, named: str, box: Mailbox) -> set[str]:
    """Of a letter that ends halfway the last line does too, and that is told once."""
    where = letter.where
    read = bundle.read(data[: data.rfind(b"\n") + 1] if letter.is_cut else data)
    games = {record["game"] for record in read.records}
    usual = min(games) if len(games) == 1 else named
    for record in read.records:
        copies = box.game(record["game"]).copies[record["branch"], record["seq"]]
        number = head(record)
        copies.setdefault(number, Copy(record, number, [])).where.append(where)
        if letter.received is not None:
            known = box.game(record["game"]).received
            known[number] = min(known.get(number, letter.received), letter.received)
    for seal in read.seals:
        _take_seal(seal, f"the bundle in {where}", usual, box, "false")
    for opening in read.openings:
        if usual and opening["game"] != usual:
            text = f"the bundle in {where} holds records of {usual} and an opening of {opening['game']}"
            box.game(usual).damaged.append(ProofNote("false", text, opening["seq"], opening["branch"]))
            continue
        box.game(opening["game"]).openings.setdefault(canon(opening), (opening, where))
        if opening["open"] == "orders":
            box.game(opening["game"]).sides.add(opening["player"])
    for wrong in read.wrong:
        about = f" (record {wrong.seq})" if wrong.seq is not None else ""
        finding = ProofNote(
            "false",
            f"line {wrong.line} of the bundle in {where}{about}: {wrong.text}",
            wrong.seq,
            wrong.branch or "main",
        )
        game = wrong.game if wrong.game in box.games else usual
        (box.game(game).damaged if game else box.loose).append(finding)
    return games


def _take_own_seal(text: str, where: str, named: str, box: Mailbox) -> set[str]:
    games = set()
    for seal in block.own(text):
        games |= _take_seal(seal, where, named, box, "missing")
    return games


def _take_quoted_seals(text: str, where: str, box: Mailbox) -> bool:
    """True if there are any of a game that is known here."""
    found = [one for one in block.find(text)[-MOST_QUOTED:] if isinstance(one, Seal)]
    known = [one for one in found if one.fields.game in box.games]
    for seal in known:
        box.game(seal.fields.game).quoted.setdefault(seal, where)
    return bool(known)


def _take_seal(seal: Seal | Damaged, where: str, game: str, box: Mailbox, kind: Kind) -> set[str]:
    """`game` is the only one whose seals belong there, "" if any may; `kind` is what a damaged seal amounts to."""
    if isinstance(seal, Damaged):
        about = f" of record {seal.seq}" if seal.seq is not None else ""
        finding = ProofNote(kind, f"the seal{about} in {where} cannot be used: {seal.why}", seal.seq)
        name = game or seal.game
        (box.game(name).damaged if name else box.loose).append(finding)
        return set()
    fields = seal.fields
    if game and fields.game != game:
        text = f"the seal of record {fields.seq} in {where} is of game {fields.game}, the letter of {game}"
        box.game(game).damaged.append(ProofNote("false", text, fields.seq, fields.branch))
        return set()
    box.game(fields.game).seals.setdefault(seal, where)
    return {fields.game}
