"""Linked campaigns of June 1876, end to end: ``python -m tests.june_1876 [CAMPAIGNS] [--letters N]``.

In each the first battle is played by letters of practice players until it is over, or given up after so many letters; the
second follows it by ``pbem new --after``, with choices of the book drawn by lot, and is played on in the same way.  Then both
checkers look at the mailbox of each side, and `pbem_verify_campaign` at the join.
"""

import argparse
import mailbox
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem.cli import main as pbem
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.undo_and_end import Resign
from pbem.desk.play.advance import advance
from pbem.seal import pbem_verify_campaign, verify
from pbem.systems import registry
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.orders.records import write
from tests.commands.desk import laid, opened
from tests.desk.table import GM, Table

FIRST, SECOND = "june-1", "june-2"
CHECKERS = Path(verify.__file__).parent


def letter(table: Table, name: str, title: str, chance: random.Random) -> None:
    """The next letter of whoever the game waits for: an answer, or what a practice player would order."""
    side = table.asked(name)
    if table.last(name, side).kind == "question":
        words = chance.choice(["1", "2"])
    else:
        game = registry.game(title)
        with table.desk.store.read() as books:
            view = game.system.view(table.desk.position(books, books.games.get(name)), side)
        phase = table.phase(name)[-1]
        found = game.practice_players.orders(game.system, view, side, phase, "random", lambda _, n: chance.randrange(n))
        words = "\n".join([*map(write, found), "ready"])
    table.clock.forward(minutes=3)
    taken = table.deliver(table.reply(name, side, words))
    if taken.game:
        advance(table.desk, taken.game)


def fought(table: Table, name: str, title: str, chance: random.Random, letters: int) -> int:
    """Play a battle to its end, or give it up after so many letters; how many there were."""
    count = 0
    while table.state(name) == "open" and count < letters:
        letter(table, name, title, chance)
        count += 1
    if table.state(name) == "open":
        perform(table.desk, Resign(name, chance.choice(["us", "indian"])), GM, "they have had enough")
    return count


def campaign(seed: int, folder: Path, letters: int) -> tuple[list[str], int]:
    """Play one campaign; what is wrong, and how many letters there were."""
    chance = random.Random(f"june 1876, {seed}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_SCENARIOS", os.devnull)
        patch.setenv("PBEM_SHEETS", os.devnull)
        data.load.cache_clear()
        table, config = laid(folder, patch)
        opened(table, FIRST, "rosebud", chance.choice(["first-fight", "in-contact"]))
        count = fought(table, FIRST, "rosebud", chance, letters)
        stay = chance.sample(sorted(pbem_verify_campaign.INFANTRY), 2)
        lost = chance.sample(sorted(pbem_verify_campaign.CAVALRY), 6)
        words = ["--after", FIRST, "--scenario", chance.choice(["rosebud-3a", "rosebud-3b"])]
        words += ["--stay", ", ".join(stay), "--lost", ", ".join(lost), "--yes", "--config", str(config)]
        if pbem(["new", SECOND, *words]):
            return [f"{seed}: not opened"], count
        count += fought(table, SECOND, "littlebighorn", chance, letters)
        wrong = [one for side in ("us", "indian") for one in checked(table, config.parent, side)]
        table.desk.store.close()
    return [f"{seed}: {one}" for one in wrong], count


def checked(table: Table, folder: Path, side: str) -> list[str]:
    """The faults that the checkers find in the mailbox of a side."""
    path = folder / f"{side}.mbox"
    box = mailbox.mbox(path)
    for game in (FIRST, SECOND):
        for one in table.letters(game, side):
            box.add(one.raw)
    box.close()
    for name in ("pbem_verify.py", "pbem_verify_more.py", "pbem_verify_campaign.py"):
        shutil.copy(CHECKERS / name, folder / name)
    file = next(folder.rglob(f"{SECOND}.toml"))
    found = []
    for words in (
        [sys.executable, "-I", "-S", "pbem_verify_campaign.py", str(file)],
        [sys.executable, "-m", "pbem", "verify"],
    ):
        there = folder if "-I" in words else Path.cwd()
        done = subprocess.run([*words, str(path)], capture_output=True, text=True, check=False, cwd=there)
        if done.returncode not in (0, 2) or "!!" in done.stdout:
            found.append(f"{side}, {words[-1]}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Play them all, and tell what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("campaigns", type=int, nargs="?", default=50, help="campaigns (50)")
    parser.add_argument("--letters", type=int, default=60, metavar="N", help="letters of a battle at most (60)")
    args = parser.parse_args(words)
    wrong: list[str] = []
    for seed in range(args.campaigns):
        with tempfile.TemporaryDirectory() as folder:
            found, letters = campaign(seed, Path(folder), args.letters)
        wrong += found
        print(f"campaign {seed}: {letters} letters, {len(found)} faults", flush=True)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
