"""Two worlds of the Little Bighorn that differ only in what one side has written down must write the other the same letters.

``python -m tests.campaign.leaks_of_the_little_bighorn [--positions N] [--jobs N]`` looks at 10,000 positions, a part of ``make
soak``.  In each game the practice players play on, letter by letter and in both worlds alike, with questions, previews, maps
and nonsense between; after every letter all that the desk wrote to the side is compared (`tests.campaign.leaks`), until the
book reveals the difference: somebody comes to a possible ford, or reinforcements enter.
"""

import argparse
import json
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from pbem.campaign import record
from pbem.campaign.advance import advance
from pbem.campaign.open import Wanted, open_campaign
from pbem.systems import registry
from pbem.systems.indian_wars.orders.writing import write
from tests.campaign import leaks
from tests.campaign.table import Table

GAME = "lb-1"
PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
A_GAME = 20
"""Letters of one game at most."""
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
PICTURES = 2
"""One game in so many is played with pictures of the map in all reports to the side that is watched."""
LOOKS = ("status", "map", "orders", "preview", "help", "chart terrain", "orders\npass 8906", "move to Montana")
LATE = (
    *("Capt Benteen", "D/7 Cav", "H/7 Cav", "K/7 Cav", "B/7 Cav", "Mule Pack Train", "Gatling Pack"),
    *("Maj Brisbin", "F/2 Cav", "G/2 Cav", "H/2 Cav", "L/2 Cav"),
)
"""Whose entry is written down."""


class World(Table):
    """A desk with the battle on it."""

    @classmethod
    def of(cls, folder: Path, scenario: str, seed: int, *options: str) -> "World":
        folder.mkdir()
        made = cls.lay(folder, leaks.KEY, games=registry.game)
        made.title, made.addresses = "littlebighorn", {side: address for side, address, _ in PLAYERS}
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
        )
        open_campaign(made.desk, wanted)
        advance(made.desk, GAME)
        return made  # type: ignore[return-value]

    def has_shown(self) -> bool:
        """Whether the book has revealed something."""
        with self.desk.store.read() as books:
            game = books.games.get(GAME)
            bodies = [json.loads(row.body)["body"] for row in books.records.since(game, 0)]
        return any(_reveals(event) for body in bodies for event in body.get("events", ()))


def _reveals(event: dict[str, Any]) -> bool:
    # The records of this series name their events with the system before them.
    kind = str(event["type"]).rpartition("/")[2]
    return kind in ("FordShown", "PartyShown") or (kind == "UnitEntered" and event["unit"] in LATE)


def _whose(world: World) -> str:
    """The side whose phase it is."""
    return "us" if ".US." in world.phase(GAME) else "indian"


def words(world: World, side: str, chance: random.Random) -> str:
    """What a practice player would write now; only the first world is asked."""
    with world.desk.store.read() as books:
        view = record._state(world.desk, books, books.games.get(GAME), -1, record.View(side))
    game = registry.game("littlebighorn")
    letter = world.phase(GAME)[-1]
    found = game.practice_players.orders(game.system, view, side, letter, "random", lambda _, n: chance.randrange(n))
    return "\n".join([*(write(one) for one in found), "ready"])


def game(seed: int, folder: Path) -> tuple[int, list[str]]:
    """Play one game in two worlds; how many positions were compared, and what leaked."""
    chance = random.Random(f"little bighorn {seed}")
    side = chance.choice(["us", "indian"])
    secret = chance.choice([FORDS, HUNTS]) if side == "us" else ENTRIES
    options = ("hunting parties",) if secret is HUNTS else ()
    scenario = chance.choice(sorted(secret))
    worlds = [World.of(folder / f"{seed}-{n}", scenario, seed, *options) for n in range(2)]
    compared, last = 0, ""

    def both(writer: str, texts: Sequence[str]) -> None:
        for one, text in zip(worlds, texts, strict=True):
            one.clock.forward(minutes=3)
            taken = one.deliver(one.reply(GAME, writer, text, message_id=f"<{seed}.{one.uid}@mail.example>"))
            if taken.game:
                advance(one.desk, taken.game)

    try:
        owner = "indian" if side == "us" else "us"
        plans: dict[str, Sequence[str]] = {
            side: ("ready", "ready"),
            owner: [f"{one}\nready" for one in secret[scenario]],
        }
        ready = ("ready", "ready")
        for writer in ("indian", "us"):
            if worlds[0].phase(GAME).endswith(".S") and _whose(worlds[0]) == writer:
                both(writer, ready if secret is HUNTS else plans[writer])
        if worlds[0].phase(GAME).endswith(".H"):
            both("indian", plans["indian"])
        if seed % PICTURES:
            both(side, ("report png",) * 2)
        for _ in range(A_GAME):
            phases = [one.phase(GAME) for one in worlds]
            if not phases[0] or phases[0] != phases[1] or any(one.has_shown() for one in worlds):
                break
            writer = _whose(worlds[0])
            is_look = chance.random() < 0.5
            if is_look:
                writer, text = side, chance.choice(LOOKS)
            elif worlds[0].last(GAME, writer).kind == "question":
                text = chance.choice(["1", "2"])
            elif writer == side:
                text = words(worlds[0], side, chance)
            else:
                text = "pass"
            both(writer, (text, text))
            if any(one.has_shown() for one in worlds):
                break
            last = text
            told = [[leaks.masked(letter.raw) for letter in one.letters(GAME, side)] for one in worlds]
            compared += 1
            if told[0] != told[1]:
                where = f"game {seed} of {scenario}, to {side} after {last!r}"
                return compared, [f"{where}: {leaks._first(told[0], told[1])}"]
    finally:
        for one in worlds:
            one.desk.store.close()
    return compared, []


def main() -> int:
    """Look at them all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=leaks.POSITIONS, metavar="N", help="positions compared")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (2)")
    args = parser.parse_args()
    compared, first, found = 0, 0, list[str]()
    with ProcessPoolExecutor(args.jobs) as pool:
        while compared < args.positions:
            firsts = range(first, first + 4 * args.jobs, 4)
            for number, told in pool.map(leaks.share, firsts, [one + 4 for one in firsts], [game for _ in firsts]):
                compared, found = compared + number, found + told
            first = firsts.stop
            print(f"\r{compared} positions, {len(found)} leaks", end="", flush=True)
    print("\n" + "\n".join(found[:30]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
