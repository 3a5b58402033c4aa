"""Two worlds that differ in what a side may not know must write that side the same letters.

A random game is played in both, letter by letter, with the same dice; after every letter all that the desk wrote to the side is
compared, with digests, hashes and signatures masked.  The worlds differ in hidden facts of the valley, or in the orders and
standing orders that the other side has sealed.  ``python -m tests.desk.leaks [--positions N] [--jobs N]`` looks at
10,000 positions: a part of ``make soak``.
"""

import argparse
import hashlib
import json
import random
import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from email import message_from_bytes
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet

from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play import play
from pbem.desk.play.advance import advance
from pbem.reports.order_page import FOLDER, inflated, name_of, words_of
from pbem.store.secrets import Vault
from tests.databases import store_in
from tests.desk.skirmish import UNITS
from tests.desk.table import ADDRESSES, GM, START, Table
from tests.desk.valley import MEETINGS, Valley, ValleyTitle

POSITIONS = 10_000
A_GAME = 14
"""Letters of one game at most."""
GAME = "valley-1"
MASKED = re.compile(r"\b[0-9a-f]{64}\b|[A-Za-z0-9+/]{64}\s+[A-Za-z0-9+/]{22}==|[A-Za-z0-9+/]{86}==")


class World(Table):
    """A desk with a valley on it."""

    @classmethod
    def of(cls, folder: Path, valley: Valley) -> "World":
        folder.mkdir()
        clock = SetClock(START)
        store = store_in(folder, Vault(KEY))
        made = cls(Desk(store, clock, House("pbem.example"), lambda _: ValleyTitle(valley)), clock)
        players = [(side, address, side.title()) for side, address in ADDRESSES.items()]
        wanted = Wanted(GAME, "valley", "meadow", players, GM, seed=b"a demo seed", ladder_length=32)
        open_campaign(made.desk, wanted)
        advance(made.desk, GAME)
        return made

    def has_met(self) -> bool:
        """Whether a hidden fact has been met by now."""
        with self.desk.store.read() as books:
            game = books.games.get(GAME)
            bodies = [json.loads(row.body)["body"] for row in books.records.since(game, 0)]
        names = {one.type_name for one in MEETINGS}
        return any(event["type"] in names for body in bodies for event in body.get("events", ()))


KEY = Fernet.generate_key()


def fixed_dice(step: bytes, game: str, branch: str, adj: int, contrib: Any, extra: Any = None) -> bytes:
    """The same dice in every world, whatever the orders contribute."""
    return hashlib.sha256(f"dice {adj}".encode()).digest()


def masked(raw: bytes) -> list[str]:
    """A letter as its reader has it, with everything masked that is a digest, a hash or a signature."""
    letter = message_from_bytes(raw)
    found = [f"{name}: {value}" for name, value in letter.items() if name != "Content-Type"]
    for part in letter.walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            name = str(part.get_filename())
            found += [name, *(_on_the_page(payload.decode()) if name.endswith("-orders.txt") else ())]
            # A picture is compared byte by byte, by its digest; it has nothing that may differ.
            is_text = payload.isascii()
            found += (
                MASKED.sub("-", payload.decode()).splitlines() if is_text else [hashlib.sha256(payload).hexdigest()]
            )
    return [*found, f"{len(raw)} bytes"]


def _on_the_page(packed: str) -> list[str]:
    """What a report brings for the order page, unpacked, so that what differs can be read."""
    code = b64decode("".join(packed.split("\n")[1:-2]))
    known = {name_of(words): words for words in (words_of(one.stem) for one in FOLDER.glob("*.txt"))}
    # RFC 1950: behind two bytes stands which dictionary the stream was made with, if its flag is set.
    words = known[code[2:6].hex()] if code[1] & 0x20 else ""
    return inflated(code, words).replace("},{", "},\n{").splitlines()


def words(chance: random.Random, side: str, phase: str) -> str:
    """A letter: orders, standing orders, previews, questions, nonsense."""
    own = [name for name, owner in UNITS.items() if owner == side]
    enemies = [name for name in UNITS if name not in own]
    lines = []
    for name in own:
        if chance.random() < 0.7:
            if phase.endswith("A"):
                lines.append(f"{name} fire at {chance.choice(enemies)}")
            else:
                lines.append(f"{name} march {chance.randrange(1, 5)}")
    if chance.random() < 0.3:
        lines.append(f"policy cover: {chance.choice(['duck', 'stand'])}")
    if chance.random() < 0.2:
        lines.append(
            chance.choice(["Red Nine march 2", f"{own[0]} march 9", "in A: " + f"{own[0]} fire at {enemies[0]}"])
        )
    asked = chance.choice(["", "", "preview", "preview standing", "status", "map", "orders", "help"])
    return (
        "\n".join([*([asked] if asked else []), *lines, chance.choice(["ready", "ready", "pass", ""])]).strip()
        or "status"
    )


def game(seed: int, folder: Path) -> tuple[int, list[str]]:
    """Play one game in two worlds; how many positions were compared, and what leaked."""
    chance = random.Random(f"leak {seed}")
    side = chance.choice(["red", "blue"])
    here = Valley(real=True, dummy="Red One")
    there = Valley(real=False) if side == "red" else Valley(dummy="Red Two")
    worlds = [World.of(folder / f"{seed}-{n}", valley) for n, valley in enumerate((here, there))]
    compared = 0
    try:
        for _ in range(A_GAME):
            phases = [one.phase(GAME) for one in worlds]
            if phases[0] != phases[1] or any(one.has_met() or not one.phase(GAME) for one in worlds):
                break
            writer = chance.choice(["red", "blue"])
            text = words(chance, writer, phases[0])
            if any(one.last(GAME, writer).kind == "question" for one in worlds):
                text = chance.choice(["1", "2"])
            for one in worlds:
                one.clock.forward(minutes=3)
                taken = one.deliver(one.reply(GAME, writer, text, message_id=f"<{seed}.{compared}@mail.example>"))
                if taken.game:
                    advance(one.desk, taken.game)
            if any(one.has_met() for one in worlds):
                break
            told = [[masked(letter.raw) for letter in one.letters(GAME, side)] for one in worlds]
            compared += 1
            if told[0] != told[1]:
                return compared, [f"game {seed}, to {side} after {text!r}: {_first(told[0], told[1])}"]
    finally:
        for one in worlds:
            one.desk.store.close()
    return compared, []


FIRST_ENEMY = {"red": "Blue One", "blue": "Red One"}


def secret_words(chance: random.Random, side: str, phase: str) -> str:
    """A letter that seals something and lets nothing run: any number of orders, a nonce, standing orders; never `ready`.

    In the other side's phases the orders are for later ones, always for the same: an acceptance is a record, and says for which
    phase it is.  In its fire phase no standing order changes, since it may serve.
    """
    is_own = f".{side[:3].upper()}." in phase
    lines = []
    for letter in phase[-1] if is_own else "AB":
        drawn = [line for line in words(chance, side, letter).splitlines() if line.startswith(side.title())]
        drawn = drawn or [f"{side.title()} One {'march 1' if letter == 'B' else 'fire at ' + FIRST_ENEMY[side]}"]
        lines += drawn if is_own else [f"in {letter}: {line}" for line in drawn]
    more = ["nonce: one", "nonce: two words"]
    if is_own or phase.endswith("B"):
        more += ["policy cover: duck", "policy cover: stand"]
    return "\n".join([*lines, *chance.sample(more, chance.randrange(1, 3))])


def one_asks(worlds: Sequence[World]) -> bool:
    """Whether a question waits for somebody's answer."""
    return any(one.last(GAME, side).kind == "question" for one in worlds for side in ADDRESSES)


def sealed_game(seed: int, folder: Path) -> tuple[int, list[str]]:
    """Play a game in two worlds up to a moment, let one side seal something else in each, and let the other one look."""
    chance = random.Random(f"sealed {seed}")
    side = chance.choice(["red", "blue"])
    other = "blue" if side == "red" else "red"
    worlds = [World.of(folder / f"s{seed}-{n}", Valley()) for n in range(2)]
    compared = 0

    def both(writer: str, texts: tuple[str, str]) -> None:
        for one, text in zip(worlds, texts, strict=True):
            one.clock.forward(minutes=3)
            # The letter itself lies at its writer's; only its answer is ours.
            taken = one.deliver(one.reply(GAME, writer, text, message_id=f"<{seed}.{one.uid}@mail.example>"))
            if taken.game:
                advance(one.desk, taken.game)

    try:
        for _ in range(chance.randrange(8)):
            writer, phase = chance.choice(["red", "blue"]), worlds[0].phase(GAME)
            if not phase:
                return 0, []
            is_question = worlds[0].last(GAME, writer).kind == "question"
            text = chance.choice(["1", "2"]) if is_question else words(chance, writer, phase)
            both(writer, (text, text))
        phase = worlds[0].phase(GAME)
        if not phase or one_asks(worlds):
            return 0, []
        sealed = (secret_words(chance, other, phase), secret_words(chance, other, phase))
        both(other, sealed)
        is_theirs = f".{other[:3].upper()}." in phase
        for _ in range(A_GAME - 6):
            asked = chance.choice(["status", "map", "orders", "help", "preview", "preview standing", "resend 0", ""])
            own = secret_words(chance, side, phase) if is_theirs else words(chance, side, phase)
            text = "\n".join([asked, own if chance.random() < 0.6 else ""]).strip() or "status"
            both(side, (text, text))
            now = [one.phase(GAME) for one in worlds]
            if is_theirs and now != [phase, phase]:
                break  # what was sealed is carried out, and may be seen
            told = [[masked(letter.raw) for letter in one.letters(GAME, side)] for one in worlds]
            compared += 1
            if told[0] != told[1]:
                where = f"sealed game {seed}, to {side} after {text!r} while {sealed[0]!r} or {sealed[1]!r} was sealed"
                return compared, [f"{where}: {_first(told[0], told[1])}"]
            if not now[0] or (f".{other[:3].upper()}." in now[0]) != is_theirs or one_asks(worlds):
                break
            phase = now[0]
    finally:
        for one in worlds:
            one.desk.store.close()
    return compared, []


def _first(one: list[list[str]], other: list[list[str]]) -> str:
    if len(one) != len(other):
        return f"{len(one)} letters and {len(other)}"
    for a, b in zip(one, other, strict=True):
        for line, line_there in zip(a, b, strict=False):
            if line != line_there:
                return f"{line!r} and {line_there!r}"
    return "letters of other lengths"


Played = Callable[[int, Path], tuple[int, list[str]]]
"""A game by its number, in a folder; how many positions were compared, and what leaked."""


def share(first: int, last: int, play_one: Played = game) -> tuple[int, list[str]]:
    """The games of these numbers."""
    honest: Callable[..., bytes] = play.roll_key
    play.roll_key = fixed_dice
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = [play_one(seed, Path(folder)) for seed in range(first, last)]
    finally:
        play.roll_key = honest
    return sum(one for one, _ in found), [text for _, leaks in found for text in leaks]


def main() -> int:
    """Look at them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, metavar="N", help=f"positions compared ({POSITIONS})"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (2)")
    args = parser.parse_args()
    compared, first, leaks = 0, 0, list[str]()
    with ProcessPoolExecutor(args.jobs) as pool:
        while compared < args.positions:
            firsts = range(first, first + 20 * args.jobs, 20)
            kinds = [game if n % 2 else sealed_game for n, _ in enumerate(firsts)]
            for number, found in pool.map(share, firsts, [one + 20 for one in firsts], kinds):
                compared, leaks = compared + number, leaks + found
            first = firsts.stop
            print(f"\r{compared} positions, {len(leaks)} leaks", end="", flush=True)
    print("\n" + "\n".join(leaks[:30]))
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
