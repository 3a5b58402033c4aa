"""A small made-up campaign with true proofs: 20 records, two players' mailboxes, and ways to lie in it."""

import copy
import hashlib
import mailbox
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem.core.dice import KeyedDice
from pbem.seal import bundle
from pbem.seal.block import Seal, SealFields, render, signed_bytes
from pbem.seal.chain import Link, certificate, contributions, genesis_body, head, link
from pbem.seal.ladder import ZEROS, Ladder, contribution, order_salt, roll_key
from pbem.seal.shapes import BY_THE_GM
from pbem.seal.signing import Signer, record_statement
from pbem.seal.state import open_leaf, state_hash

GAME = "rosebud-7"


def secret(name: str) -> bytes:
    """A fixed secret of 32 bytes."""
    return hashlib.sha256(f"test {name}".encode()).digest()


SERVER = Signer("pbem.example", secret("server key"))
GM = Signer("P.Brandt", secret("gm key"))
ROOT = Signer("root", secret("root key"))
SALT_KEY = secret("salt key")
HIDDEN = (("ford/5413", True), ("ford/5316", False))
PLAYERS = {"IN": "M. Ortiz", "US": "K. Hale"}
SIDES = {"IN": "indian", "US": "us"}
"""By code: how answers name a side."""

Lie = Callable[[str, dict[str, Any]], None]
"""Changes the type and body of a record before it is linked and sealed: what a dishonest desk might do."""


class Campaign:
    """Records with their openings and seals; `lie` is called with the number and body of each record as it is made."""

    def __init__(
        self,
        lie: Callable[[int, dict[str, Any]], None] | None = None,
        game: str = GAME,
        minute: Callable[[int], int] = int,
    ) -> None:
        self.game = game
        self.minute = minute
        self.ladder = Ladder(secret("ladder top"), 512)
        self.hidden_ladder = Ladder(secret("hidden top"), 512)
        self.records: list[Link] = []
        self.openings: list[tuple[str, int, dict[str, Any]]] = []
        self.states: dict[int, str] = {}
        self.phase = "T01.US.A"
        self.adj = 0
        self.counts: dict[tuple[str, str], int] = {}
        self.lie = lie or (lambda seq, body: None)
        self._play()

    def add(self, type_: str, body: dict[str, Any]) -> Link:
        seq = len(self.records)
        body = copy.deepcopy(body)
        self.lie(seq, body)
        made = link(
            self.game,
            "main",
            seq,
            head(self.records[-1]) if self.records else ZEROS,
            f"2026-03-12T18:{self.minute(seq):02d}:11Z",
            type_,
            body,
        )
        if type_ in BY_THE_GM:
            made["body"]["sig"] = GM.signature(record_statement(made)).text
        self.records.append(made)
        before = self.states.get(seq - 1, "")
        self.states[seq] = body.get("state", body.get("after", before))
        return made

    def state(self, public: Any) -> str:
        return state_hash(public, HIDDEN, SALT_KEY, len(self.records))

    def orders(self, player: str, *lines: str, nonce: str = "", saw: int = 0) -> None:
        n = self.counts[player, self.phase] = self.counts.get((player, self.phase), 0) + 1
        salt = order_salt(SALT_KEY, player, self.phase, n)
        digest = contribution(salt, self.game, player, self.phase, lines, nonce)
        body = {"player": player, "phase": self.phase, "n": n, "digest": digest, "saw": saw}
        made = self.add("orders.accepted", body)
        self.openings.append((player, made["seq"], bundle.orders_opening(made, lines, nonce, salt)))

    def resolve(self, *purposes: str, orders: dict[str, list[str]] | None = None) -> None:
        seq = len(self.records)
        body: dict[str, Any] = {"phase": self.phase, "rolls": [], "events": [], "orders": orders or {}}
        body["answers"] = [
            {
                "key": f"{SIDES[code]} orders {self.phase[-1]}",
                "answer": {"type": "Answer", "orders": [{"type": "Made up"}] * len(lines), "source": "order"},
            }
            for code, lines in body["orders"].items()
        ]
        if purposes:
            self.adj += 1
            body["adj"] = self.adj
            body["contrib"] = contributions(self.records, self.game, list(PLAYERS), self.phase, self.adj)
            body["seed"] = self.ladder.step(self.adj).hex()
            key = roll_key(self.ladder.step(self.adj), self.game, "main", self.adj, body["contrib"])
            for purpose in purposes:
                label = f"{self.phase} {purpose} #1"
                faces = list(KeyedDice(key).faces(label, 2, 6))
                body["rolls"].append([label, faces])
                body["events"].append({"type": "Shot", "roll": {"type": "Roll", "label": label, "faces": faces}})
        body["state"] = self.state({"seq": seq, "phase": self.phase})
        made = self.add("phase.resolved", body)
        self.openings.append(
            ("US", seq, open_leaf(made, {"seq": seq, "phase": self.phase}, HIDDEN, SALT_KEY, "ford/5413"))
        )

    def _play(self) -> None:
        root = (ROOT.public, certificate(ROOT, self.game, 0, SERVER.public))
        self.add(
            "genesis",
            genesis_body(
                scenario="historical",
                options=["house charts"],
                engine="0.1.0",
                rules=hashlib.sha256(b"rules").hexdigest(),
                server=(SERVER.name, SERVER.public),
                gm=(GM.name, GM.public),
                root=root,
                ladder=self.ladder,
                hidden_ladder=self.hidden_ladder,
                salt_key=SALT_KEY,
                players=PLAYERS,
                state=self.state({"seq": 0}),
            ),
        )
        self.orders("US", "C/3 Cav fire full at Crow King")
        self.orders("IN", "policy all opfire: any", "policy all retreat: stand")
        self.orders("US", "C/3 Cav fire half at Crow King", "L/3 Cav recover", nonce="plum 40289")
        fire = {"US": ["C/3 Cav fire half at Crow King", "L/3 Cav recover"]}
        self.resolve("fire C/3 Cav at Crow King", "morale Crow King", orders=fire)
        self.phase = "T01.US.B"
        self.resolve()
        self.orders("US", "G/3 Cav recover", saw=5)
        self.resolve("rally G/3 Cav", orders={"US": ["G/3 Cav recover"]})
        self.resolve("rally F/3 Cav")
        self.phase = "T01.IN.A"
        self.orders("IN", "Crow King fire full at C/3 Cav", saw=8)
        self.add("orders.withdrawn", {"player": "IN", "phase": self.phase})
        self.orders("US", "policy all retreat: stand", saw=8)
        self.resolve("fire Crow King at C/3 Cav")
        state = self.states[len(self.records) - 1]
        ruling = {"what": "deadline", "reason": "power cut", "agreed": ["US", "IN"], "before": state, "after": state}
        self.add("gm.ruling", ruling)
        self.phase = "T01.IN.B"
        self.adj += 1
        void = {"adj": self.adj, "reason": "the table lacked a column", "seed": self.ladder.step(self.adj).hex()}
        self.add("adj.void", void)
        self.orders("IN", "Low Dog move 3708-3709", saw=12)
        self.resolve("melee 3512", "melee 3513", orders={"IN": ["Low Dog move 3708-3709"]})
        self.add(
            "engine.change", {"engine": "0.1.1", "rules": hashlib.sha256(b"new").hexdigest(), "reason": "chart mended"}
        )
        self.phase = "T02.US.A"
        self.orders("US", "C/3 Cav dismount", saw=16)
        self.resolve("rally F/3 Cav", orders={"US": ["C/3 Cav dismount"]})
        assert len(self.records) == 20

    # -------------------------------------------------------------------------------------------------- the letters

    def seal(self, seq: int, signer: Signer = SERVER) -> Seal:
        record = self.records[seq]
        phase = record["body"].get("phase", "T01.US.A")
        fields = SealFields(self.game, "main", seq, record["at"], phase, head(record), self.states[seq])
        body = record["body"]
        seed = (body["adj"], body["seed"]) if record["type"] == "phase.resolved" and "adj" in body else None
        return Seal(fields, (signer.signature(signed_bytes(fields)),), seed)

    def opened_to(self, player: str, first: int, last: int) -> list[dict[str, Any]]:
        return [one for owner, seq, one in self.openings if owner == player and first <= seq <= last]

    def bundle(self, player: str, first: int = 0, last: int | None = None) -> bytes:
        end = len(self.records) - 1 if last is None else last
        return bundle.write(self.records[first : end + 1], self.seal(end), self.opened_to(player, first, end))

    def report(self, player: str, first: int, last: int) -> EmailMessage:
        seal = self.seal(last)
        text = "\n".join(
            [
                "Turn 1, as it went.",
                "",
                "SEAL   keep this letter",
                *render(seal.fields, seal.sigs, seal.seed),
                "Good luck!",
                "",
            ]
        )
        letter = self.letter(player, f"report.{last}", f"[{self.game}] report {last}", text, last)
        kind, sub = bundle.MEDIA_TYPE.split("/")
        name = bundle.file_name(self.game, last)
        letter.add_attachment(self.bundle(player, first, last), maintype=kind, subtype=sub, filename=name)
        return letter

    def receipt(self, player: str, seq: int) -> EmailMessage:
        record = self.records[seq]
        text = (
            "Your orders are on file.\n\n"
            f"Digest of this submission, in the chain as record {seq}:\n  {record['body']['digest']}\n"
        )
        letter = self.letter(player, f"receipt.{seq}", f"[{self.game}] Orders received", text, seq)
        letter["In-Reply-To"] = f"<{player}.{seq}@mail.example>"
        return letter

    def own(self, player: str, seq: int) -> EmailMessage:
        letter = EmailMessage()
        letter["From"] = f"{player.lower()}@mail.example"
        letter["Subject"] = f"Re: [{self.game}] report"
        letter["Message-ID"] = f"<{player}.{seq}@mail.example>"
        letter.set_content("c/3 fire half crow king\nFrom the ridge, greetings\n")
        return letter

    def letter(self, player: str, kind: str, subject: str, text: str, seq: int) -> EmailMessage:
        letter = EmailMessage()
        letter["From"] = "Rosebud desk <rosebud-7@pbem.example>"
        letter["To"] = f"{player.lower()}@mail.example"
        letter["Subject"] = subject
        letter["Message-ID"] = f"<{self.game}.{kind}.{player.lower()}@pbem.example>"
        letter["X-Pbem"] = f"{self.game} main {seq} {player}"
        letter.set_content(text)
        return letter

    def letters(self, player: str) -> list[EmailMessage]:
        """The mailbox of one player: receipts, his own letters, and reports at records 4, 8, 12, 16 and 19."""
        found = []
        first = 0
        for last in (4, 8, 12, 16, 19):
            for seq in range(first, last + 1):
                record = self.records[seq]
                if record["type"] == "orders.accepted" and record["body"]["player"] == player:
                    found += [self.own(player, seq), self.receipt(player, seq)]
            found.append(self.report(player, first, last))
            first = last + 1
        return found

    def mbox(self, player: str, path: Path) -> Path:
        """The mailbox as an mbox file."""
        box = mailbox.mbox(path)
        for letter in self.letters(player):
            box.add(mailbox.mboxMessage(letter))
        box.close()
        return path
