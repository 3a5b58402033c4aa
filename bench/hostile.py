"""Letters that are made to keep a reader busy, beside an honest one; and the event loop while they are read."""

import asyncio
import base64
from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from bench.desk import Club
from bench.frame import Figure, folder, rates, seconds
from pbem.daemon import Daemon
from pbem.desk.incoming.reader import CannotRead, ReaderProcess
from pbem.mail.letter import read_letter
from pbem.mail.ports import MemorySource
from pbem.systems import registry

MOST = 100_000
HEAD = b"From: Anna <anna@player.example>\r\nTo: rosebud-7+us.m2xd9q4k@pbem.example\r\nSubject: Re: orders\r\n"
WORDS = b"C/3 Cav dismount; move 3413-3414\r\nall rally\r\nready\r\n"
HONEST = (
    HEAD
    + b"Message-ID: <1@player.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    + WORDS
    + b"".join(b"> line %d of the report that is answered\r\n" % n for n in range(300))
)


def hostile() -> dict[str, bytes]:
    """Letters of at most 100 KB each, by what is wrong with them."""
    parts = b"".join(b"--b\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % n for n in range(1500))
    nested = b"".join(b"Content-Type: multipart/mixed; boundary=x%d\r\n\r\n--x%d\r\n" % (n, n) for n in range(1200))
    found = {
        "semicolons in Content-Type": HEAD + b"Content-Type: text/plain" + b";" * 60_000 + b"\r\n\r\n" + WORDS,
        "brackets in From": b"From: " + b"(" * 60_000 + b"\r\nTo: a@b\r\n\r\n" + WORDS,
        "thousands of headers": b"".join(b"X-%d: y\r\n" % n for n in range(9000)) + b"\r\n" + WORDS,
        "one header folded without end": HEAD + b"X: " + b"y\r\n " * 20_000 + b"\r\n\r\n" + WORDS,
        "encoded words": HEAD + b"Subject: " + b"=?utf-8?q?=C3=A4?= " * 4000 + b"\r\n\r\n" + WORDS,
        "parts beside parts": HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + parts,
        "parts within parts": HEAD + nested + WORDS,
        "HTML, tags without end": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<div>" * 19_000 + WORDS,
        "HTML, tables within tables": HEAD + b"Content-Type: text/html\r\n\r\n" + b"<table><tr><td>" * 6000 + WORDS,
        "quoting a hundred deep": HEAD + b"\r\n" + b"".join(b">" * (n % 100) + b" x\r\n" for n in range(1800)),
        "base64 of nothing": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.b64encode(b"\0" * 70_000),
        "one line": HEAD + b"\r\n" + b"a" * 99_000,
        "attributions": HEAD + b"\r\n" + b"On Mon, somebody somewhere\r\n" * 3400,
        "blank lines": HEAD + b"\r\n" + b"\r\n" * 49_000,
        "brackets in the words": HEAD + b"\r\n" + b"(" * 1900 + b"\r\n" + b"(" * 1900,
    }
    return {what: letter[:MOST] for what, letter in found.items()}


def figures() -> Iterator[Figure]:
    """The worst letter, and the longest that anything else had to wait."""

    def honest() -> int:
        read_letter(HONEST)
        return 1

    ordinary = 1000 / rates(honest)[0]
    worst, which = max((_milliseconds(letter), what) for what, letter in hostile().items())
    note = f"the worst of {len(hostile())}: {which}"
    yield Figure("the worst letter", "ms", worst, ordinary, "an honest one", most=100, most_ours=50, note=note)
    yield Figure("event loop, longest lag", "ms", asyncio.run(_lag()), 1.0, "a tick of 1 ms", most_ours=50)
    longest, which, honest_one = asyncio.run(_rounds())
    note = f"by the clock, one letter a round, the longest: {which}; 2 s of the processor end any reading"
    yield Figure("a round of the daemon, hostile", "ms", longest, honest_one, "with an honest letter", note=note)


def _milliseconds(letter: bytes) -> float:
    return min(seconds(lambda: read_letter(letter)) for _ in range(3)) * 1000


async def _rounds() -> tuple[float, str, float]:
    """The longest round of a daemon that takes in one hostile letter, and which; and a round with the honest one."""
    club = Club(folder())
    reader = ReaderProcess(registry.game)
    source = MemorySource()
    daemon = Daemon(replace(club.desk, reads=reader), source, club.sink)

    async def took(letter: bytes) -> float:
        source.put(letter, club.clock.now())
        began = monotonic()
        await daemon.turn()
        return (monotonic() - began) * 1000

    await took(HONEST)  # the process is there before anything counts
    longest, which = max([(await took(letter), what) for what, letter in hostile().items()])
    honest = await took(HONEST.replace(b"<1@", b"<2@"))
    reader.close()
    return longest, which, honest


async def _lag() -> float:
    """The longest delay of a tick, in ms of the clock, while a worker reads every hostile letter."""
    reader = ReaderProcess(registry.game)
    done = asyncio.Event()
    worst = 0.0

    def read_all() -> None:
        for letter in hostile().values():
            try:
                reader.letter(letter)
            except CannotRead:
                continue

    async def ticks() -> None:
        nonlocal worst
        while not done.is_set():
            began = monotonic()
            await asyncio.sleep(0.001)
            worst = max(worst, (monotonic() - began - 0.001) * 1000)

    await asyncio.to_thread(reader.letter, HONEST)  # the process is there before anything counts
    ticking = asyncio.create_task(ticks())
    await asyncio.to_thread(read_all)
    done.set()
    await ticking
    reader.close()
    return worst
