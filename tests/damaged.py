"""Damaged letters by seed: what mail programs, lines and people do to an order letter, and what must never come of it.

Each letter holds orders of the player's own (`OWN`) and, quoted or as a signature, one that must never count (`GIVEN_AWAY`).
Marks of quotation are left whole: where they are gone nobody could tell a quoted line from an own one.
"""

import base64
import json
import quopri
import random
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from email import message_from_bytes
from html import escape
from pathlib import Path

from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.intake import Registered, take
from pbem.desk.play.advance import advance
from pbem.mail.address import find_address
from pbem.mail.gate import Policy, pass_gate
from pbem.mail.letter import read_letter
from pbem.mail.quotes import own_words
from pbem.orders.lines import MOST_LINES, straight
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from pbem.store.tables import LetterInRow
from pbem.systems import registry
from tests.databases import store_in
from tests.desk.table import START

VAULT = b"MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
PLAYERS = {"us": "kate@mail.example", "indian": "mo@post.example"}
SIDE = "indian"
OWN = (
    "Big Road recover",
    "Lone Bull recover",
    "Black Moon move 2608-2708",
    "White Bull 4309-4310",
    "Low Dog, Gall move 3708-3709-3710",
    "Young Two Moon move 2710>2810",
    "Crow King stay",
    "in F: Crow King melee 3413",
    "policy opfire all: any",
    "when Crow King is meleed then stand",
    "status",
    "help orders",
    "map 3413 4",
    "1 2 1",
    "cancel order 3",
    "press: good luck",
    "withdraw line 1",
    "Thanks, Miguel!",
)
QUOTED = "He Dog dismount"
CHARSETS = ("utf-8", "us-ascii", "iso-8859-15", "windows-1252", "utf-16", "koi8-r", "shift_jis", "utf-7")
GIVEN_AWAY = "He Dog"
"""The unit that no own line names."""
PLAYED_ON = 10
"""After how many letters the game is played on, which waits for a word that none of them says."""
ANCHOR = "Big Road recover"
UNMARKED = ("outlook", "mark", "signature")
GAME_LIFE = 150
"""Letters to one game; then another is opened, since every letter is compared with all that was sent before."""
WEIRD = (
    "\u2013", "\u201c", "\u00a0", "\u200b", "\u2192", "\ufeff", "\x00", "\x07", "\x1b[31m", "\u202e", "\U0001f600", "\ud7ff",
    "\r", "\x0b", "\x85", "\u2028", "e\u0301\u0301\u0301", "(", "((((", ")", "#", "//", "|", "> ", "'", '"', ";;;", ":", "%s",
    "{}", "\\", "\t", "=3D", "=", "--", "....", "9" * 40, "a" * 300, "-" * 80, "and " * 50, "3413-" * 80,
)  # fmt: skip


@dataclass
class Written:
    """A letter on its way to bytes: headers, own lines, how it quotes, how it is encoded."""

    rng: random.Random
    headers: list[tuple[str, str]]
    own: list[str]
    style: str
    quoted: list[str]
    charset: str = "utf-8"
    encoding: str = "8bit"
    boundary: str = "=_part"
    extra: list[str] = field(default_factory=list)

    def plain(self) -> str:
        own = "\n".join(self.own)
        match self.style:
            case "top":
                return f"{own}\n\nOn Thu, 12 Mar 2026 at 18:02, the desk wrote:\n" + "\n".join(
                    f"> {q}" for q in self.quoted
                )
            case "bottom":
                quoted = "\n".join(f"> {q}" for q in self.quoted)
                return f"On Thu, 12 Mar 2026 at 18:02, the desk wrote:\n{quoted}\n\n{own}"
            case "outlook":
                head = "From: The desk\nSent: Thursday, 12 March 2026 18:02\nTo: Mo\nSubject: report\n"
                return f"{own}\n\n-----Original Message-----\n{head}\n" + "\n".join(self.quoted)
            case "mark":
                mark = "#### reply above this line; below it only the order sheet is read ####"
                return f"{own}\n\n{mark}\n" + "\n".join(self.quoted)
            case _:
                return f"{own}\n\n-- \n{QUOTED}\n"

    def html(self) -> str:
        own = "".join(f"<div>{escape(line)}</div>" for line in self.own)
        quote = "<br>".join(escape(line) for line in self.quoted)
        wraps = {
            "top": f'<div class="gmail_quote">On that day the desk wrote:<br><blockquote>{quote}</blockquote></div>',
            "outlook": f'<div id="divRplyFwdMsg"><b>From:</b> The desk<br><b>Sent:</b> Thursday<br><b>To:</b> Mo<br>'
            f"<b>Subject:</b> report</div><blockquote>{quote}</blockquote>",
        }
        return f"<html><body>{own}<br>{wraps.get(self.style, f'<blockquote>{quote}</blockquote>')}</body></html>"

    def part(self, kind: str, text: str) -> bytes:
        data = text.replace("\r\n", "\n").replace("\n", "\r\n").encode(self.charset, "replace")
        head = f'Content-Type: {kind}; charset="{self.charset}"\r\nContent-Transfer-Encoding: {self.encoding}\r\n\r\n'
        match self.encoding:
            case "base64":
                data = base64.encodebytes(data)
            case "quoted-printable":
                data = quopri.encodestring(data)
        return head.encode() + data

    def bytes(self, shape: str) -> bytes:
        head = "".join(f"{name}: {value}\r\n" for name, value in self.headers).encode("utf-8", "surrogateescape")
        match shape:
            case "plain":
                return head + self.part("text/plain", self.plain())
            case "html":
                return head + self.part("text/html", self.html())
            case _:
                line = f"--{self.boundary}\r\n".encode()
                parts = [self.part("text/plain", self.plain()), self.part("text/html", self.html())]
                parts += [f"Content-Type: {kind}\r\n\r\nattached\r\n".encode() for kind in self.extra]
                body = b"".join(line + one + b"\r\n" for one in parts) + f"--{self.boundary}--\r\n".encode()
                kind = f'Content-Type: multipart/{shape}; boundary="{self.boundary}"\r\n\r\n'
                return head + kind.encode() + body


def _typo(rng: random.Random, line: str) -> str:
    if not line:
        return line
    at = rng.randrange(len(line))
    match rng.randrange(5):
        case 0:
            return line[:at] + line[at + 1 :]
        case 1:
            return line[:at] + line[at] + line[at:]
        case 2:
            return line[:at] + rng.choice(WEIRD) + line[at:]
        case 3:
            return line[:at]
        case _:
            words = line.split()
            rng.shuffle(words)
            return " ".join(words)


def _lines(written: Written) -> None:
    rng = written.rng
    for n, line in enumerate(written.own):
        if rng.random() < 0.5:
            written.own[n] = _typo(rng, line)
    if rng.random() < 0.1:
        written.own = written.own * rng.choice((2, 2, 2, 40))
    if rng.random() < 0.1:
        written.own.insert(0, rng.choice(WEIRD) * rng.choice((1, 50)))


def _header(written: Written) -> None:
    rng, headers = written.rng, written.headers
    n = rng.randrange(len(headers))
    name, value = headers[n]
    match rng.randrange(8):
        case 0:
            del headers[n]
        case 1:
            headers.append((name, value))
        case 2:
            headers[n] = (name, _typo(rng, value))
        case 3:
            headers[n] = (name, value.replace(" ", "\r\n "))
        case 4:
            automatic = ("Auto-Submitted", "Precedence", "List-Id", "X-Loop")
            headers.append((rng.choice(automatic), rng.choice(("auto-replied", "bulk", "x"))))
        case 5:
            headers.append(("X-Long", "y" * rng.choice((10, 2000, 20000))))
        case 6:
            headers[n] = (name, "=?utf-8?q?" + "=C3=A9" * rng.randrange(1, 50))
        case _:
            headers.extend(("Received", f"from a by b; hop {hop}") for hop in range(rng.choice((3, 60))))


def _encoding(written: Written) -> None:
    written.charset = written.rng.choice(CHARSETS)
    written.encoding = written.rng.choice(("8bit", "base64", "quoted-printable", "7bit"))


def _parts(written: Written) -> None:
    written.boundary = written.rng.choice(("=_part", "a b", "x" * 70, "'", "=_part"))
    kinds = ("image/png", "message/rfc822", "application/pgp-signature", "text/calendar", "x/y")
    written.extra = [written.rng.choice(kinds)]


DAMAGE: tuple[Callable[[Written], None], ...] = (_lines, _lines, _header, _encoding, _parts)


def damaged(seed: int, reply_to: str, quoted: list[str]) -> bytes:
    """The letter of this number: a good letter that answers `reply_to`, with one to three kinds of damage."""
    rng = random.Random(f"letter {seed}")
    own = rng.sample(OWN, rng.randrange(0, 4))
    headers = [
        ("From", f"Mo <{PLAYERS[SIDE]}>"),
        ("To", reply_to),
        ("Subject", rng.choice(("Re: report", "orders", "", "Re: [bench-1] Black Moon stay"))),
        ("Message-ID", f"<{seed}@mail.example>"),
        ("Date", "Thu, 12 Mar 2026 18:02:11 +0000"),
        ("MIME-Version", "1.0"),
    ]
    # Whatever in a quotation is not ours was typed there: so it is a stretch of the report with the sheet's line in it.
    at = next(n for n, line in enumerate(quoted) if line.startswith(f"| {GIVEN_AWAY}"))
    shown = quoted[max(0, at - rng.randrange(15)) : at + 1 + rng.randrange(15)]
    written = Written(rng, headers, own, rng.choice(("top", "bottom", "outlook", "mark", "signature")), shown)
    for _ in range(rng.randrange(1, 4)):
        rng.choice(DAMAGE)(written)
    if written.style in UNMARKED:
        # What stands below and has no mark of its own is a quotation or a signature only where orders stand above it.
        written.own.insert(0, ANCHOR)
    raw = written.bytes(rng.choice(("plain", "plain", "html", "alternative", "mixed", "related")))
    if rng.random() < 0.1:
        raw = raw[: rng.randrange(len(raw))]
    return raw


class Post:
    """A desk to which damaged letters are delivered, and what must hold of each."""

    def __init__(self, folder: Path) -> None:
        house = House(
            "pbem.example",
            gm_address="gm@club.example",
            answers_a_day=10**6,
            wrong_keys_a_day=10**6,
            letters_a_day=10**6,
        )
        self.desk = Desk(store_in(folder, Vault(VAULT)), SetClock(START), house, registry.game)
        self.games = self.delivered = 0
        self.states: dict[str, int] = {}
        self._open()

    def _open(self) -> None:
        self.games += 1
        self.name = f"game-{self.games}"
        players = [(side, address, side.title()) for side, address in PLAYERS.items()]
        seed = b"a seed for damage"
        open_campaign(
            self.desk,
            Wanted(self.name, "rosebud", "in-contact", players, "gm@club.example", seed=seed, ladder_length=64),
        )
        advance(self.desk, self.name)
        for _ in range(2):
            self._deliver(self._good("pass"))
            advance(self.desk, self.name)
        with self.desk.store.read() as books:
            row = books.letters_out.to_side(self.name, SIDE)[-1]
            self.reply_to = str(message_from_bytes(row.raw)["Reply-To"])
            self.report = [line for line in row.text.splitlines() if line.strip()]
            phase = books.phases.open(books.games.get(self.name))
            assert phase is not None
            assert phase.phase == "T03.IN.C"
            checkpoint = books.checkpoints.last(books.games.get(self.name))
            self.state = self.desk.title("rosebud").system.from_json(json.loads(checkpoint.state))

    def _good(self, words: str) -> bytes:
        with self.desk.store.read() as books:
            row = books.letters_out.to_side(self.name, SIDE)[-1]
            to = str(message_from_bytes(row.raw)["Reply-To"])
        return f"From: {PLAYERS[SIDE]}\r\nTo: {to}\r\nMessage-ID: <{self.name}.{self.delivered}@x>\r\n\r\n{words}\r\n".encode()

    def _deliver(self, raw: bytes) -> LetterInRow:
        self.delivered += 1
        with self.desk.store.begin() as books:
            books.letters_in.take_in([StoredArrival("INBOX", 1, self.delivered, self.desk.clock.now(), raw)])
            numbers = books.letters_in.new()
        if not numbers:  # the same bytes again: known by their digest, and taken once
            with self.desk.store.read() as books:
                return books.letters_in.get(1)
        (number,) = numbers
        taken = take(self.desk, number)
        if taken.game and self.delivered % PLAYED_ON == 0:
            advance(self.desk, taken.game)
        with self.desk.store.read() as books:
            return books.letters_in.get(number)

    def deliver(self, seed: int) -> list[str]:
        """Deliver the letter of this number; what is wrong with what came of it, in a line each."""
        if seed % GAME_LIFE == 0 and self.delivered > 2:
            self._open()
        row = self._deliver(damaged(seed, self.reply_to, self.report))
        self.states[row.state] = self.states.get(row.state, 0) + 1
        wrong = []
        if row.trace:
            wrong.append(f"{seed}: a fault of ours: {row.trace.strip().splitlines()[-1]}")
        with self.desk.store.read() as books:
            game = books.games.get(self.name)
            if game.state != "open":
                wrong.append(f"{seed}: the game is {game.state}: {game.hold}")
            if row.state == "done" and books.letters_out.find(row.answer_key) is None:
                wrong.append(f"{seed}: no answer went out")
            if row.state in ("ignored", "held") and not row.reason:
                wrong.append(f"{seed}: {row.state} without a reason")
            if row.state == "new":
                wrong.append(f"{seed}: it lies unread")
            phase = books.phases.open(game)
            filed = books.submissions.latest(game, SIDE, phase.phase) if phase is not None else None
            lines = [line.canonical for line in books.submissions.lines(filed)] if filed is not None else []
            if any(GIVEN_AWAY in line for line in lines):
                wrong.append(f"{seed}: an order from quoted text is on file: {lines}")
        return wrong

    def look(self, seed: int) -> list[str]:
        """Read the letter of this number without filing it: reader, gate, own lines, rehearsal; what is wrong, a line each.

        Far quicker than `deliver`, since nothing is stored and no answer goes out.
        """
        letter = read_letter(damaged(seed, self.reply_to, self.report))
        with self.desk.store.read() as books:
            addressed = find_address(letter, self.desk.house.host)
            verdict = pass_gate(letter, addressed, Registered(self.desk, books), Policy(self.desk.house.host))
        if verdict.do != "pass":
            return [] if verdict.why else [f"{seed}: the gate says {verdict.do} without a reason"]
        title = self.desk.title("rosebud")
        own = own_words(letter.body, ["\n".join(self.report)])
        words = "\n".join([own.words, *(f"| {one.theirs}" for one in own.changed)])
        found = rehearse(title.system, title.dialect, self.state, SIDE, "C", words)
        wrong = []
        for line in found.lines:
            if line.verdict == "refused" and not line.refusal_text:
                wrong.append(f"{seed}: {line.text!r} is refused and nothing is said of it")
            if any(GIVEN_AWAY in said for said in line.canonical):
                wrong.append(f"{seed}: {line.text!r} was quoted, and is read as an order")
        return wrong + self._dropped(seed, words, found)

    def _dropped(self, seed: int, words: str, found: RehearsalResult) -> list[str]:
        """Lines of the player's words that are neither read, nor said to be no orders, nor named among what was cut."""
        known = {one.number for one in (*found.lines, *found.cut)}
        joined = " ".join(one.text for one in (*found.lines, *found.cut, *found.press))
        return [
            f"{seed}: line {n} is dropped in silence: {line[:60]!r}"
            for n, line in enumerate(words.splitlines(), 1)
            if n <= MOST_LINES and n not in known and straight(line).strip() and straight(line).strip() not in joined
        ]


def post() -> Post:
    """A desk in a folder of its own."""
    return Post(Path(tempfile.mkdtemp(prefix="pbem-damaged-")))
