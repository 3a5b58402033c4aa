"""Two worlds that differ in a dispatch alone: until it arrives nobody else's mail differs by a byte, and then its reader's alone.

A random game of the valley is played in both, with three people on one side; after every letter all that the desk wrote to
each of them, to the other side and to the GM is compared.  Only the answer to the writer's own letter may differ, and, from the
turn of arrival on, the reports of its reader.  In one kind of world other words ride, in the other no rider at all.
"""

import random
from pathlib import Path

from pbem.desk.desk import read_json
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.games.seating import Seat
from pbem.desk.play.advance import advance
from pbem.desk.play.terms import Terms
from tests.desk import leaks
from tests.desk.table import ADDRESSES, GM
from tests.desk.valley import Valley

GAME = leaks.GAME
MILLS, NOYES = "mills@mail.example", "noyes@mail.example"
A_GAME = 20
COME: list[bool] = []
"""Whether a dispatch arrived in each game that was played.""" 


class World(leaks.World):
    """A valley with a side of three, and riders."""

    @classmethod
    def shared(cls, folder: Path, side: str, turns: int) -> "World":
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
            terms=Terms(couriers={"turns": turns}),
        )
        open_campaign(made.desk, wanted)
        advance(made.desk, "valley-2")
        return made

    def mail(self, side: str) -> list[tuple[str, str, list[str]]]:
        """All letters of a side, or to the GM: to whom, of which kind, and as their reader has them."""
        return [(one.to, one.kind, leaks.masked(one.raw)) for one in self.letters("valley-2", side)]

    def has_come(self) -> bool:
        """Whether a dispatch has arrived."""
        with self.desk.store.read() as books:
            return any(one.arrived is not None for one in books.dispatches.of(books.games.get("valley-2")))


def ask(world: World, sender: str, side: str, text: str, name: str) -> None:
    """A letter of somebody in answer to their own newest one."""
    own = [one for one in world.letters("valley-2", side) if one.to == sender][-1]
    world.clock.forward(minutes=3)
    raw = world.reply("valley-2", side, text, to=own, sender=sender, message_id=f"<{name}@mail.example>")
    taken = world.deliver(raw)
    if taken.game:
        advance(world.desk, taken.game)


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
    worlds = [World.shared(folder / f"d{seed}-{n}", side, turns) for n in range(2)]
    there = chance.choice(["", f"to {name}: Stay where you are."])
    compared, sent = 0, -1
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
                texts = ["\n".join(filter(None, (one, "status"))) for one in (f"to {name}: Come on. Big village.", there)]
            elif worlds[0].last("valley-2", whose).kind == "question":
                texts = ["1", "1"]
            for one, words in zip(worlds, texts, strict=True):
                ask(one, who, whose, words, f"{seed}.{n}")
            if worlds[0].state("valley-2") != "open":
                break  # the last record opens all
            compared += 1
            leak = _differs(worlds, (side, other), writer, reader, worlds[0].has_come())
            if leak:
                return compared, [f"game {seed} of dispatches after letter {n} ({texts[0]!r} of {who}): {leak[:600]}"]
    finally:
        COME.append(worlds[0].has_come())
        for one in worlds:
            one.desk.store.close()
    return compared, []


def _differs(worlds: list[World], sides: tuple[str, str], writer: str, reader: str, has_come: bool) -> str:
    """What differs that must not, "" if nothing does."""
    for side in (*sides, "gm"):
        here, there = (one.mail(side) for one in worlds)
        if [one[:2] for one in here] != [one[:2] for one in there]:
            return f"to {side}: letters of other kinds, or to others"
        for (to, kind, one), (_, _, other) in zip(here, there, strict=True):
            is_own = to == writer and kind in ("answer", "receipt", "error", "nothing")
            is_read = has_come and to == reader and kind == "report"
            if one != other and not is_own and not is_read:
                return f"{kind} to {to}: {leaks._first([one], [other])}"
            if is_read and one != other and not any("DISPATCH" in line for line in one):
                return f"{kind} to {to} differs without a dispatch: {leaks._first([one], [other])}"
    lengths = [_sealed(one) for one in worlds]
    return "" if lengths[0] == lengths[1] else f"records of other lengths: {lengths}"


def _sealed(world: World) -> list[tuple[str, int]]:
    """The kinds and the lengths of all records."""
    with world.desk.store.read() as books:
        rows = books.records.since(books.games.get("valley-2"), -1)
        return [(str(read_json(row.body)["type"]), len(row.body)) for row in rows]
