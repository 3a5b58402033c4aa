"""Two worlds that differ in a dispatch alone: until it arrives no other mail differs by a byte, then its reader's alone.

A random game is played in both, of the valley or of the Little Bighorn, with three people on one side.  After every letter all
that the desk has written since to each of them, to the other side and to the GM is compared.  Only the answer to the writer's
own letter may differ, and, from the turn of arrival on, the reports of its reader.  In one kind of world other words ride, in
the other no rider at all.  On the Little Bighorn one world is played until the dispatch is written, and copied then: what is
before it is no position that could differ.  ``python -m tests.desk.leaks_of_dispatches [--positions N] [--jobs N]`` looks at
10,000 positions, a part of ``make soak``.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.play.terms import Terms
from pbem.gm.by_mail import answer_letters
from tests.desk import leaks
from tests.desk import leaks_of_the_little_bighorn as battle
from tests.desk.table import ADDRESSES, GM, Table
from tests.desk.valley import Valley

GAME = leaks.GAME
MILLS, NOYES = "mills@mail.example", "noyes@mail.example"
A_GAME = 20
A_BATTLE = 60
"""Letters of one game at most; of a battle, those from the dispatch on."""
LOOKED = 0.75
"""So many of the letters of a battle are looks of somebody on either side, as in `leaks_of_the_little_bighorn`."""
COME: list[bool] = []
"""Whether a dispatch arrived in each game that was played."""


class World(leaks.World):
    """A valley with a side of three, and riders."""

    @classmethod
    def shared(cls, folder: Path, side: str, turns: int, umpire: int = 0) -> "World":
        made = cls.of(folder, Valley())
        units = [name for name in leaks.UNITS if name.lower().startswith(side)]
        seats = [Seat(side, MILLS, "A. Mills", (units[0],)), Seat(side, NOYES, "H. Noyes", (units[1],))]
        players = [(one, address, one.title()) for one, address in ADDRESSES.items()]
        wanted = Wanted(
            "valley-2",
            "valley",
            "meadow",
            players,
            GM,
            seed=b"a demo seed",
            ladder_length=32,
            seats=seats,
            terms=Terms(couriers={"turns": turns}, umpire=umpire),
        )
        open_campaign(made.desk, wanted)
        advance(made.desk, "valley-2")
        return made


def ask(world: World, sender: str, side: str, text: str, name: str) -> None:
    """A letter of somebody in answer to their own newest one."""
    own = [one for one in world.letters("valley-2", side) if one.to == sender][-1]
    world.clock.forward(minutes=3)
    raw = world.reply("valley-2", side, text, to=own, sender=sender, message_id=f"<{name}@mail.example>")
    taken = world.deliver(raw)
    if taken.game:
        advance(world.desk, taken.game)


def umpires_answer(world: Table, name: str, words: str) -> None:
    """The umpire answers their newest letter, and the game goes on."""
    world.clock.forward(minutes=3)
    world.deliver(world.reply(name, "gm", words, to=world.letters(name, "gm")[-1], sender=GM))
    answer_letters(world.desk)


def game(seed: int, folder: Path) -> tuple[int, list[str]]:
    """Play one game in two worlds; how many positions were compared, and what leaked."""
    chance = random.Random(f"dispatches {seed}")
    side = chance.choice(["red", "blue"])
    other = "blue" if side == "red" else "red"
    chief = ADDRESSES[side]
    turns = chance.choice([1, 2])
    writer, reader, name = chance.choice(
        [(chief, MILLS, "Mills"), (MILLS, NOYES, "Noyes"), (NOYES, chief, side.title()), (MILLS, chief, side.title())]
    )
    umpire = 48 * (seed % 2)  # an umpire reads all dispatches, so their mail is not compared
    worlds = [World.shared(folder / f"d{seed}-{n}", side, turns, umpire) for n in range(2)]
    there = chance.choice(["", f"to {name}: Stay where you are."])
    compared, sent, told = 0, -1, [Counter[str](), Counter[str]()]
    try:
        for n in range(A_GAME):
            phase = worlds[0].phase("valley-2")
            if not phase or phase != worlds[1].phase("valley-2"):
                break
            waiting = side if worlds[0].asked("valley-2") == side else other
            hurried = (chief, side) if waiting == side else (ADDRESSES[other], other)
            who, whose = chance.choice(
                [hurried, hurried, hurried, (MILLS, side), (NOYES, side), (chief, side), (ADDRESSES[other], other)]
            )
            text = leaks.words(chance, whose, phase)
            if (who, whose) == hurried:
                text = "ready all" if who == chief else "ready"
            texts = [text, text]
            if sent < 0 and n > 1 + seed % 3:
                who, whose, sent = writer, side, n
                texts = [
                    "\n".join(filter(None, (one, "status"))) for one in (f"to {name}: Come on. Big village.", there)
                ]
            elif worlds[0].last("valley-2", whose).kind == "question":
                texts = ["1", "1"]
            for one, words in zip(worlds, texts, strict=True):
                ask(one, who, whose, words, f"{seed}.{n}")
                if one.state("valley-2") == "paused":
                    umpires_answer(one, "valley-2", f"{other}: You hear nothing.\ngo on")
            if worlds[0].state("valley-2") != "open":
                break  # the last record opens all
            compared += 1
            leak = _differs(worlds, "valley-2", (side, other), (writer, reader), told, gm=not umpire)
            if leak:
                return compared, [f"game {seed} of dispatches after letter {n} ({texts[0]!r} of {who}): {leak[:600]}"]
    finally:
        COME.append(has_come(worlds[0], "valley-2"))
        for one in worlds:
            one.desk.store.close()
    return compared, []


def _mail(world: Table, name: str, side: str, reader: str, told: Counter[str]) -> list[tuple[str, str, list[str]]]:
    """The letters to a side, or to the GM, that are not in `told` yet: to whom, of which kind, and as they are read; but for
    those of words that the reader has at once, since they are with the writer."""
    rows = world.letters(name, side)[told[side] :]
    told[side] += len(rows)
    return [(one.to, one.kind, leaks.masked(one.raw)) for one in rows if (one.to, one.kind) != (reader, "press")]


def has_come(world: Table, name: str) -> bool:
    """Whether a dispatch has arrived."""
    with world.desk.store.read() as books:
        return any(one.arrived is not None for one in books.dispatches.of(books.games.get(name)))


def is_taken(world: Table, name: str) -> bool:
    """Whether the enemy has taken a dispatch."""
    with world.desk.store.read() as books:
        return any(one.fate == "taken" for one in books.dispatches.of(books.games.get(name)))


def _differs(
    worlds: Sequence[Table],
    name: str,
    sides: tuple[str, str],
    people: tuple[str, str],
    told: Sequence[Counter[str]],
    *,
    gm: bool = True,
) -> str:
    """What differs that must not, "" if nothing does; `people` are writer and reader, `told` counts what has been compared."""
    writer, reader = people
    is_here = has_come(worlds[0], name)
    if is_taken(worlds[0], name):
        reader = next(one.to for one in worlds[0].letters(name, sides[1]) if one.kind == "report")
    for side in (*sides, *(["gm"] if gm else [])):
        here, there = (_mail(one, name, side, reader, of_it) for one, of_it in zip(worlds, told, strict=True))
        if [one[:2] for one in here] != [one[:2] for one in there]:
            return f"to {side}: letters of other kinds, or to others"
        for (to, kind, one), (_, _, other) in zip(here, there, strict=True):
            is_own = to == writer and kind in ("answer", "receipt", "error", "nothing")
            is_read = is_here and to == reader and kind == "report"
            if one != other and not is_own and not is_read:
                return f"{kind} to {to}: {leaks._first([one], [other])}"
            if is_read and one != other and not any("DISPATCH" in line for line in one):
                return f"{kind} to {to} differs without a dispatch: {leaks._first([one], [other])}"
    lengths = [_lengths(one, name) for one in worlds]
    return "" if lengths[0] == lengths[1] else f"records of other lengths: {lengths}"


def _lengths(world: Table, name: str) -> list[tuple[str, int]]:
    """The kinds and the lengths of all records."""
    with world.desk.store.read() as books:
        rows = books.records.since(books.games.get(name), -1)
        return [(row.type, len(row.body)) for row in rows]


# The Little Bighorn.

CUSTER, RENO, BENTEEN = battle.PLAYERS[0][1], "reno@mail.example", "benteen@mail.example"
SEATS = (
    Seat("us", RENO, "M. Reno", ("Maj Reno", "A/7 Cav", "G/7 Cav", "M/7 Cav")),
    Seat("us", BENTEEN, "F. Benteen", ("Capt Yates", "E/7 Cav", "F/7 Cav")),
)


def on_the_little_bighorn(seed: int, folder: Path) -> tuple[int, list[str]]:
    """Play one game in two worlds, with practice players; how many positions were compared, and what leaked."""
    chance = random.Random(f"dispatches of the battle {seed}")
    rules = chance.choice([{}, {"taken": "on the way"}, {"taken": "on the way", "ways": "paths"}])
    more: dict[str, Any] = {"seats": SEATS, "terms": Terms(couriers={"speed": chance.choice([1, 2, 12]), **rules})}
    worlds = [battle.World.of(folder / f"b{seed}-0", "scenario-1", seed, **more)]
    writer, reader, name = chance.choice(
        [(CUSTER, RENO, "Reno"), (RENO, BENTEEN, "Benteen"), (BENTEEN, CUSTER, "Hale")]
    )
    there = chance.choice(["", f"to {name}: Stay where you are."])
    compared, told = 0, [Counter[str](), Counter[str]()]
    sent_at = chance.randrange(3, 12)
    try:
        for n in range(sent_at + A_BATTLE):
            if n == sent_at:
                worlds.append(worlds[0].copied(folder / f"b{seed}-1"))
                for one, of_it in zip(worlds, told, strict=True):
                    of_it.update({to: len(one.letters(battle.GAME, to)) for to in ("us", "indian", "gm")})
            phase = worlds[0].phase(battle.GAME)
            if not phase or phase != worlds[-1].phase(battle.GAME):
                break
            side, who, text = _letter(worlds[0], chance, may_look=n > sent_at)
            texts = [text] * len(worlds)
            if n == sent_at:
                side, who = "us", writer
                texts = ["\n".join(filter(None, (one, "status"))) for one in (f"to {name}: Come on.", there)]
            for one, text in zip(worlds, texts, strict=True):
                # Words that somebody has at once, being with the writer, are in one world alone: nobody answers them.
                newest = [row for row in one.letters(battle.GAME, side) if row.to == who and row.kind != "press"][-1]
                one.clock.forward(minutes=3)
                raw = one.reply(battle.GAME, side, text, to=newest, sender=who, message_id=f"<{seed}.{n}@mail.example>")
                if (taken := one.deliver(raw)).game:
                    advance(one.desk, taken.game)
            if worlds[0].state(battle.GAME) != "open":
                break
            if n < sent_at:
                continue
            compared += 1
            leak = _differs(worlds, battle.GAME, ("us", "indian"), (writer, reader), told)
            if leak:
                return compared, [f"battle {seed} of dispatches after letter {n} ({texts[0]!r} of {who}): {leak[:600]}"]
    finally:
        COME.append(has_come(worlds[0], battle.GAME))
        for one in worlds:
            one.desk.store.close()
    return compared, []


def _letter(world: battle.World, chance: random.Random, *, may_look: bool) -> tuple[str, str, str]:
    """Who writes next in a battle, on which side, and what."""
    if may_look and chance.random() < LOOKED:
        who = chance.choice([CUSTER, RENO, BENTEEN, battle.PLAYERS[1][1]])
        return "indian" if who == battle.PLAYERS[1][1] else "us", who, chance.choice(battle.LOOKS)
    side = world.asked(battle.GAME)
    who = CUSTER if side == "us" else battle.PLAYERS[1][1]
    newest = [one for one in world.letters(battle.GAME, side) if one.to == who and one.kind in ("report", "question")][
        -1
    ]
    if newest.kind == "question":
        return side, who, chance.choice(["1", "2"])
    if world.phase(battle.GAME).endswith(".S") or chance.random() < 0.6:
        return side, who, "ready all" if side == "us" else "ready"
    return side, who, battle.words(world, side, chance) + " all" * (side == "us")


def main() -> int:
    """Look at them all, nine of ten on the Little Bighorn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=leaks.POSITIONS, metavar="N", help="positions compared")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (2)")
    args = parser.parse_args()
    compared, first, found = 0, 0, list[str]()
    with ProcessPoolExecutor(args.jobs) as pool:
        while compared < args.positions:
            firsts = range(first, first + 4 * args.jobs, 4)
            kinds = [game if n % 40 == 0 else on_the_little_bighorn for n in firsts]
            for number, told in pool.map(leaks.share, firsts, [one + 4 for one in firsts], kinds):
                compared, found = compared + number, found + told
            first = firsts.stop
            print(f"\r{compared} positions, {len(found)} leaks, {first} games", end="", flush=True)
    print("\n" + "\n".join(found[:30]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
