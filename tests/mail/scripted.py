"""A small IMAP server that says exactly what a test tells it to, for the faults that real servers show once a year."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

LETTER = b"From: red@club\r\n\r\nC/3 Cav dismount\r\n"


@dataclass
class Line:
    """One connection, from the server's end.  `said` holds the client's lines without their tags."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    said: list[str] = field(default_factory=list)

    async def ask(self) -> tuple[str, str]:
        """The client's next command: its tag and its words."""
        line = (await self.reader.readline()).decode().strip()
        if not line:
            raise EOFError
        tag, _, words = line.partition(" ")
        self.said.append(words if words else tag)
        return tag, words

    async def say(self, *lines: str | bytes) -> None:
        """Send lines in one packet."""
        self.writer.write(b"".join((line if isinstance(line, bytes) else line.encode()) + b"\r\n" for line in lines))
        await self.writer.drain()

    def cut(self) -> None:
        self.writer.transport.abort()


Story = Callable[[Line, str, str], Awaitable[bool]]
"""Deals with a command (line, tag, words); False leaves it to the ordinary answers."""


@dataclass
class Script:
    """The server: its port, and the lines that were opened to it."""

    port: int = 0
    lines: list[Line] = field(default_factory=list)

    @property
    def said(self) -> list[str]:
        return [words for line in self.lines for words in line.said]


CAPABILITIES = "IMAP4rev1 IDLE MOVE UIDPLUS"


async def ordinary(line: Line, tag: str, words: str, capabilities: str) -> None:
    """What a server in good health with one letter (UID 7) answers."""
    command = words.upper()
    if command.startswith("CAPABILITY"):
        await line.say(f"* CAPABILITY {capabilities}", f"{tag} OK done")
    elif command.startswith("SELECT"):
        await line.say("* 1 EXISTS", "* OK [UIDVALIDITY 42] valid", f"{tag} OK [READ-WRITE] done")
    elif command.startswith("UID SEARCH"):
        await line.say("* SEARCH 7", f"{tag} OK done")
    elif "RFC822.SIZE" in command:
        await line.say(f"* 1 FETCH (UID 7 RFC822.SIZE {len(LETTER)})", f"{tag} OK done")
    elif command.startswith("UID FETCH"):
        await line.say(letter(1, 7, LETTER), f"{tag} OK done")
    elif command.startswith("IDLE"):
        await line.say("+ idling")
        assert (await line.reader.readline()).strip() == b"DONE"
        await line.say(f"{tag} OK done")
    else:
        await line.say(f"{tag} OK done")


def letter(number: int, uid: int, raw: bytes) -> bytes:
    head = f'* {number} FETCH (UID {uid} INTERNALDATE "01-Feb-2026 10:00:00 +0100" BODY[] {{{len(raw)}}}\r\n'
    return head.encode() + raw + b")"


@asynccontextmanager
async def scripted(
    story: Story | None = None, capabilities: str = CAPABILITIES, greeting: str = "* OK here"
) -> AsyncIterator[Script]:
    script = Script()
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        line = Line(reader, writer)
        script.lines.append(line)
        try:
            await line.say(greeting)
            while True:
                tag, words = await line.ask()
                if story is None or not await story(line, tag, words):
                    await ordinary(line, tag, words, capabilities)
        except (EOFError, ConnectionError, asyncio.CancelledError):
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    script.port = server.sockets[0].getsockname()[1]
    try:
        yield script
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=2)
        for line in script.lines:
            line.cut()
        await asyncio.sleep(0)  # a transport closes its socket a round later, and the loop may end before
