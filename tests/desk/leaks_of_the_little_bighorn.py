"""Two worlds of the Little Bighorn that differ only in what one side has written down must write the other the same letters.

``python -m tests.desk.leaks_of_the_little_bighorn [--positions N] [--first GAME] [--jobs N]`` looks at 10,000 positions, a
part of ``make soak``.  In each game the practice players play on, letter by letter and in both worlds alike, with questions,
previews, maps and nonsense between; after every letter all that the desk wrote to the side is compared
(`tests.desk.leaks`), until the book reveals the difference: somebody comes to a possible ford, reinforcements enter, a
party is seen.
"""

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.systems import registry
from pbem.systems.indian_wars.orders.records import write
from tests.databases import copy_desk
from tests.desk import leaks
from tests.desk.table import Table

GAME = "lb-1"
PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
A_GAME = 60
"""Letters of one game at most."""
LOOKED = 0.75
"""So many of them are looks of the side that is watched: three a letter that plays on, which costs four times as much."""
Secret = Mapping[str, tuple[str, str]]
"""By scenario what is written down in one world and in the other."""
FORDS = {
    "scenario-1": ("real fords 5413", "real fords 5316"),
    "scenario-3": ("real fords 5316", "real fords 5413"),
    "scenario-4": ("real fords 5415 4514", "real fords 5316 4411 3304"),
    "scenario-5": ("real fords 5316 3304", "real fords 5415 4514 4411"),
}
ENTRIES = {
    "scenario-1": ("D/7 Cav enter 8906\nB/7 Cav enter 8913", "D/7 Cav, H/7 Cav enter 8913\nK/7 Cav enter 8907"),
    "scenario-3": ("F/2 Cav enter 8906", "F/2 Cav, G/2 Cav enter 8913\nB/7 Cav enter 8908"),
    "scenario-4": ("B/7 Cav enter 8906", "B/7 Cav enter 8913\nGatling Pack enter 8910"),
}
HUNTS = {
    "scenario-4": (
        "Turning Bear hunt 7910\nIron Bear hunt 4510\ndummies 7303",
        "Iron Bear hunt 4510\ndummies 7910\nTurning Bear hunt 7303",
    ),
    "scenario-5": (
        "Turning Bear hunt 2101\nIron Bear hunt 7213\ndummies 2201 7014",
        "dummies 2101 7213\nTurning Bear hunt 2201\nIron Bear hunt 7014",
    ),
}
"""Which marker is a party and which a dummy; an option."""
FORMS = ("page", "png", "text", "page", "png", "html")
"""In which form the side that is watched has its reports, game by game: as text, with a picture, with a page to be clicked."""
LOOKS = ("status", "map", "orders", "preview", "help", "chart terrain", "orders\npass 8906", "move to Montana")
LATE = (
    *("Capt Benteen", "D/7 Cav", "H/7 Cav", "K/7 Cav", "B/7 Cav", "Mule Pack Train", "Gatling Pack"),
    *("Maj Brisbin", "F/2 Cav", "G/2 Cav", "H/2 Cav", "L/2 Cav"),
)
"""Whose entry is written down."""


class World(Table):
    """A desk with the battle on it."""

    folder: Path
    told = 0
    """So many letters to the side that is watched have been compared."""
    read = 0
    """So many records have been looked through for what the book reveals."""

    @classmethod
    def of(cls, folder: Path, scenario: str, seed: int, *options: str, **more: Any) -> "World":
        folder.mkdir()
        made = cls.at(folder)
        wanted = Wanted(
            GAME,
            "littlebighorn",
            scenario,
            PLAYERS,
            "gm@club.example",
            seed=f"leak {seed:06}".encode(),
            ladder_length=128,
            options=options,
            takes_unfinished=True,
            **more,
        )
        open_campaign(made.desk, wanted)
        advance(made.desk, GAME)
        return made

    @classmethod
    def at(cls, folder: Path) -> "World":
        """The desk whose database lies, or is to lie, in a folder."""
        made = cls.lay(folder, leaks.KEY, games=registry.game)
        assert isinstance(made, cls)
        made.folder = folder
        made.title, made.addresses = "littlebighorn", {side: address for side, address, _ in PLAYERS}
        return made

    def copied(self, folder: Path) -> "World":
        """The same game on another desk, at the same moment: opening a game takes as long as four letters."""
        copy_desk(self.desk.store, folder)
        made = World.at(folder)
        made.uid = self.uid
        made.clock.forward(seconds=(self.clock.now() - made.clock.now()).total_seconds())
        return made

    def has_shown(self, secret: Secret) -> bool:
        """Whether the book has revealed something since this was last asked."""
        with self.desk.store.read() as books:
            game = books.games.get(GAME)
            rows = books.records.since(game, self.read)
            bodies = [json.loads(row.body)["body"] for row in rows]
        self.read += len(rows)
        return any(_reveals(event, secret) for body in bodies for event in body.get("events", ()))

    def new_letters(self, side: str) -> list[list[str]]:
        """The letters to a side that have not been compared yet, as their reader has them."""
        rows = self.letters(GAME, side)[self.told :]
        self.told += len(rows)
        return [leaks.masked(row.raw) for row in rows]

    def position(self) -> Any:
        """The whole position of the newest checkpoint."""
        with self.desk.store.read() as books:
            return self.desk.position(books, books.games.get(GAME))


def _reveals(event: dict[str, Any], secret: Secret) -> bool:
    # The records of this series name their events with the system before them.
    kind = str(event["type"]).rpartition("/")[2]
    if secret is ENTRIES:
        return kind == "UnitEntered" and event["unit"] in LATE
    return kind in ("FordShown", "PartyShown")


def _whose(world: World) -> str:
    """The side whose phase it is."""
    return "us" if ".US." in world.phase(GAME) else "indian"


def words(world: World, side: str, chance: random.Random) -> str:
    """What a practice player would write now; only the first world is asked."""
    game = registry.game("littlebighorn")
    view = game.system.view(world.position(), side)
    letter = world.phase(GAME)[-1]
    found = game.practice_players.orders(game.system, view, side, letter, "random", lambda _, n: chance.randrange(n))
    return "\n".join([*(write(one) for one in found), "ready"])


def are_alike(worlds: Sequence[World]) -> bool:
    """Whether both worlds have the same position, but for what is secret."""
    system = registry.game("littlebighorn").system
    here, there = (system.public(one.position()) for one in worlds)
    return bool(here == there)


def game(seed: int, folder: Path) -> tuple[int, list[str]]:
    """Play one game in two worlds; how many positions were compared, and what leaked.

    The owner of the secret plays too.  If his orders come out differently in the two worlds (they do if he rides through a
    ford that is real in one alone, and nobody sees it), the game is over: from there on the sides see different things.
    """
    chance = random.Random(f"little bighorn {seed}")
    side = chance.choice(["us", "indian"])
    owner = "indian" if side == "us" else "us"
    secret = chance.choice([FORDS, HUNTS]) if side == "us" else ENTRIES
    options = ("hunting parties",) if secret is HUNTS else ()
    scenario = chance.choice(sorted(secret))
    first = World.of(folder / f"{seed}-0", scenario, seed, *options)
    worlds = [first.copied(folder / f"{seed}-1"), first]
    compared = 0

    def both(writer: str, *texts: str) -> None:
        for one, text in zip(worlds, texts * (2 // len(texts)), strict=True):
            one.clock.forward(minutes=3)
            taken = one.deliver(one.reply(GAME, writer, text, message_id=f"<{seed}.{one.uid}@mail.example>"))
            if taken.game:
                advance(one.desk, taken.game)

    try:
        written = [f"{one}\nready" for one in secret[scenario]]
        for writer in ("indian", "us"):
            if worlds[0].phase(GAME).endswith(".S") and _whose(worlds[0]) == writer:
                both(writer, *(written if writer == owner and secret is not HUNTS else ["ready"]))
        if worlds[0].phase(GAME).endswith(".H"):
            both("indian", *written)
        both(side, f"report {FORMS[seed % len(FORMS)]}")
        for _ in range(A_GAME):
            phases = [one.phase(GAME) for one in worlds]
            if not phases[0] or phases[0] != phases[1]:
                break
            writer, text = _letter(worlds[0], side, chance)
            both(writer, text, text)
            has_shown = [one.has_shown(secret) for one in worlds]
            if any(has_shown) or (writer == owner and not are_alike(worlds)):
                break
            told = [one.new_letters(side) for one in worlds]
            compared += 1
            if told[0] != told[1]:
                where = f"game {seed} of {scenario}, to {side} after {text!r} of {writer}"
                return compared, [f"{where}: {leaks._first(told[0], told[1])}"]
    finally:
        for one in worlds:
            one.desk.store.close()
    return compared, []


def _letter(world: World, side: str, chance: random.Random) -> tuple[str, str]:
    """Who writes next, and what."""
    writer = _whose(world)
    if chance.random() < LOOKED:
        return side, chance.choice(LOOKS)
    if world.last(GAME, writer).kind == "question":
        return writer, chance.choice(["1", "2"])
    return writer, words(world, writer, chance) if writer == side or chance.random() < 0.5 else "pass"


def main() -> int:
    """Look at them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=leaks.POSITIONS, metavar="N", help="positions compared")
    parser.add_argument("--first", type=int, default=0, metavar="GAME", help="the number of the first game (0)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (2)")
    args = parser.parse_args()
    compared, first, found = 0, args.first, list[str]()
    with ProcessPoolExecutor(args.jobs) as pool:
        while compared < args.positions:
            firsts = range(first, first + 4 * args.jobs, 4)
            for number, told in pool.map(leaks.share, firsts, [one + 4 for one in firsts], [game for _ in firsts]):
                compared, found = compared + number, found + told
            first = firsts.stop
            print(f"\r{compared} positions, {len(found)} leaks, games {args.first} to {first - 1}", end="", flush=True)
    print("\n" + "\n".join(found[:30]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
