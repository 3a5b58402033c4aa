"""Changed bytes: one of a bundle must be told with its record, one anywhere else in a mailbox told or without any effect.

``python -m tests.seal.flips [--samples N] [--jobs N]`` tries 10,000 of each and tells what went wrong: a part of ``make soak``.
"""

import argparse
import json
import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.seal import pbem_verify
from pbem.seal.verify import MailboxVerdict, Unusable, verify
from tests.seal.campaign import Campaign

SAMPLES = 10_000
BY_BOTH = 10
"""Every so many samples the checker of one file is asked too: its signatures are plain Python."""


@cache
def campaign() -> Campaign:
    """The campaign whose bytes are changed."""
    return Campaign()


@cache
def mailbox() -> bytes:
    """The mailbox of one player."""
    with tempfile.TemporaryDirectory() as folder:
        return campaign().mbox("US", Path(folder) / "us.mbox").read_bytes()


@cache
def honest_facts() -> tuple[Any, ...]:
    """What the verdict on that mailbox claims as long as nothing is changed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "us.mbox"
        path.write_bytes(mailbox())
        return facts(verify([path]))


def flip(data: bytes, chance: random.Random) -> tuple[bytes, int]:
    """The bytes with one of them changed, and its place."""
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ chance.randrange(1, 256)]) + data[place + 1 :], place


def of_bundle(seed: int, folder: Path) -> str:
    """Change one byte of a record, seed, contribution, leaf, opening or seal; what is wrong with the verdict, or ""."""
    chance = random.Random(f"bundle {seed}")
    lines = campaign().bundle("US").splitlines(keepends=True)
    number = chance.randrange(len(lines))
    line, place = flip(lines[number][:-1], chance)
    told = json.loads(lines[number])
    record = told["seal"]["seq"] if "seal" in told else told["seq"]
    path = folder / "a.pbem"
    path.write_bytes(b"".join([*lines[:number], line + b"\n", *lines[number + 1 :]]))
    verdict = verify([path])
    named = {one.record for one in verdict.all_findings() if one.kind == "false"}
    is_number = "open" in told and b'"seq":' in lines[number][max(place - 8, 0) : place + 7]
    if verdict.status != 1 or not named or (record not in named and not is_number):
        return f"bundle {seed}: line {number}, byte {place}: status {verdict.status}, named {named}, record {record}"
    return _by_both(seed, path, verdict)


def of_mailbox(seed: int, folder: Path) -> str:
    """Change one byte anywhere in a mailbox; what is wrong with the verdict, or ""."""
    chance = random.Random(f"mailbox {seed}")
    changed, place = flip(mailbox(), chance)
    path = folder / "us.mbox"
    path.write_bytes(changed)
    try:
        verdict = verify([path])
    except Unusable:
        return ""  # its very first bytes: no mailbox any more, and said so
    honest, found = honest_facts(), facts(verdict)
    if found != honest and not _says_more(verdict, honest):
        return f"mailbox {seed}: byte {place}: {found} and nothing is said; {mailbox()[place - 30 : place + 30]!r}"
    return _by_both(seed, path, verdict)


def facts(verdict: MailboxVerdict) -> tuple[Any, ...]:
    """What a verdict claims, and what it remarks on."""
    games = tuple(
        (
            game.game,
            game.side,
            game.server_key_id,
            game.receipts,
            game.own_letters,
            game.opened,
            tuple(replace(branch, lineage=()) for branch in game.branches),
        )
        for game in verdict.games
    )
    return (verdict.status, tuple(one.text for one in verdict.all_findings()), games)


def _says_more(verdict: MailboxVerdict, honest: tuple[Any, ...]) -> bool:
    return bool({one.text for one in verdict.all_findings()} - set(honest[1]))


def _by_both(seed: int, path: Path, verdict: MailboxVerdict) -> str:
    if seed % BY_BOTH:
        return ""
    status, games, _ = pbem_verify.verify([str(path)])
    if status == verdict.status:
        return ""
    said = [one for game in games.values() for one in game.findings]
    return f"{path.name} {seed}: the checker of one file says {status}, {said}; pbem verify {facts(verdict)[:2]}"


def share(first: int, last: int) -> list[str]:
    """The samples of these numbers: what went wrong."""
    with tempfile.TemporaryDirectory() as folder:
        found = [trial(seed, Path(folder)) for seed in range(first, last) for trial in (of_bundle, of_mailbox)]
    return [one for one in found if one]


def main() -> int:
    """Try them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--samples", type=int, default=SAMPLES, metavar="N", help=f"changed bytes of each kind ({SAMPLES})"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (2)")
    args = parser.parse_args()
    firsts = range(0, args.samples, 250)
    wrong: list[str] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        lasts = [min(first + 250, args.samples) for first in firsts]
        for bad in pool.map(share, firsts, lasts):
            wrong += bad
            print(".", end="", flush=True)
    print(f"\n{args.samples} changed bytes of bundles and as many of mailboxes: {len(wrong)} that were not told")
    print("\n".join(wrong[:30]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
