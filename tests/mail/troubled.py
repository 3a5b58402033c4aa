"""An IMAP server on loopback with one mailbox, and the trouble that servers really have: what each letter's FETCH comes to,
what LOGIN and SELECT say, a mailbox that was put back from a copy."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.mail.scripted import Line, Script, scripted

NOW = "28-Nov-2026 10:00:00 +0000"


@dataclass
class Mailbox:
    """The mailbox: its letters by UID, and what is wrong with the server ("" and {} for nothing)."""

    letters: dict[int, bytes] = field(default_factory=dict)
    moved: dict[int, bytes] = field(default_factory=dict)
    validity: int = 7
    names_next: bool = True
    next: int = 1
    came: int = 0
    login: str = ""
    select: str = ""
    refuses: str = ""
    """What every FETCH of letters is answered with, as ``NO [OVERQUOTA] ...``."""
    poison: dict[int, str] = field(default_factory=dict)
    """What happens at a letter: ``drop``, ``nil``, ``empty``, ``nothing``, ``nosize``, or an answer, as ``BAD ...``."""
    dates: dict[int, str] = field(default_factory=dict)
    """The INTERNALDATE of a letter; "-" for none."""
    on_fetch: Callable[[], None] = lambda: None
    says: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What is said to commands that begin so, instead of an answer: ``TAG`` is the command's; ``CLOSE`` ends the line."""

    def put(self, raw: bytes, date: str = NOW) -> int:
        """Deliver a letter; its UID."""
        uid, self.next, self.came = self.next, self.next + 1, self.came + 1
        self.letters[uid] = re.sub(rb"\r?\n", b"\r\n", raw)
        self.dates.setdefault(uid, date)
        return uid

    def put_back(self) -> None:
        """As after a restore that kept UIDVALIDITY: what lies there is numbered from 1 again."""
        left, self.letters, self.dates, self.next = list(self.letters.values()), {}, {}, 1
        self.came -= len(left)
        for raw in left:
            self.put(raw)

    async def answer(self, line: Line, tag: str, words: str) -> bool:
        """As `Story`."""
        command = words.upper()
        said = next((lines for begin, lines in self.says.items() if command.startswith(begin)), ())
        if said:
            await line.say(*(one.replace("TAG", tag) for one in said if one != "CLOSE"))
            if "CLOSE" in said:
                line.writer.close()
        elif command.startswith("LOGIN") and self.login:
            await line.say(f"{tag} {self.login}")
        elif command.startswith("SELECT") and self.select:
            await line.say(f"{tag} {self.select}")
        elif command.startswith("SELECT"):
            following = [f"* OK [UIDNEXT {self.next}] next"] if self.names_next else []
            validity = f"* OK [UIDVALIDITY {self.validity}] valid"
            await line.say(f"* {len(self.letters)} EXISTS", validity, *following, f"{tag} OK done")
        elif command.startswith("UID SEARCH"):
            await line.say("* SEARCH" + "".join(f" {uid}" for uid in self._found(command)), f"{tag} OK done")
        elif command.startswith("UID FETCH"):
            await self._fetch(line, tag, command)
        elif command.startswith(("UID MOVE", "UID COPY")):
            for uid in _uids(command.split()[2], self.letters):
                self.moved[uid] = self.letters.pop(uid)
            await line.say(f"{tag} OK done")
        else:
            return False
        return True

    def _found(self, command: str) -> list[int]:
        first, _, last = command.rpartition(" ")[2].partition(":")
        if last == "*":
            top = max(self.letters, default=0)
            return sorted({uid for uid in self.letters if uid >= int(first)} | ({top} if top else set()))
        return _uids(f"{first}:{last}", self.letters)

    async def _fetch(self, line: Line, tag: str, command: str) -> None:
        uids = _uids(command.split()[2], self.letters)
        if "BODY" not in command:
            sizes = [(n, uid) for n, uid in enumerate(uids, 1) if self.poison.get(uid) != "nosize"]
            lines = [f"* {n} FETCH (UID {uid} RFC822.SIZE {len(self.letters[uid])})" for n, uid in sizes]
            await line.say(*lines, f"{tag} OK done")
            return
        self.on_fetch()
        if self.refuses:
            await line.say(f"{tag} {self.refuses}")
            return
        for n, uid in enumerate(uids, 1):
            how = self.poison.get(uid, "")
            if how == "drop":
                line.cut()
                return
            if how.startswith(("BAD", "NO")):
                await line.say(f"{tag} {how}")
                return
            if how != "nothing":
                await line.say(self._given(n, uid, how, "<0>" if "<0." in command else ""))
        await line.say(f"{tag} OK done")

    def _given(self, n: int, uid: int, how: str, part: str) -> bytes:
        raw, date = self.letters[uid], self.dates.get(uid, NOW)
        head = f"* {n} FETCH (UID {uid}" + (f' INTERNALDATE "{date}"' if date != "-" else "") + f" BODY[]{part} "
        if how == "nil":
            return head.encode() + b"NIL)"
        body = b"" if how == "empty" else raw
        return head.encode() + f"{{{len(body)}}}\r\n".encode() + body + b")"


def _uids(words: str, among: dict[int, bytes]) -> list[int]:
    found: set[int] = set()
    for run in words.split(","):
        first, _, last = run.partition(":")
        found |= {uid for uid in among if int(first) <= uid <= int(last or first)}
    return sorted(found)


@asynccontextmanager
async def served(mailbox: Mailbox) -> AsyncIterator[Script]:
    """The server, as long as the mailbox is looked at."""
    async with scripted(mailbox.answer) as script:
        yield script
