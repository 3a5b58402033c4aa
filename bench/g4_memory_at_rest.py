"""G4: the memory of a daemon with 10,000 games at rest, beside one with 10 (``BENCH_GAMES=N`` takes another number)."""

import os
from collections.abc import Iterator

from cryptography.fernet import Fernet

from bench.desk import Club
from bench.frame import Figure, folder
from bench.serving import answer

FEW, MANY = 10, int(os.environ.get("BENCH_GAMES", "10000"))
PROGRAM = """
from pbem.desk.play.deadlines import next_look
from pbem.daemon import Daemon
from pbem.mail.memory import MemorySink, MemorySource
daemon = Daemon(desk, MemorySource(), MemorySink())
daemon.recover()
for _ in range(3):
    asyncio.run(daemon.turn())
    next_look(desk)
# Not ru_maxrss: that counts what the process held before it became this program, which is the benchmark's own memory.
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM:")))
"""


def figures() -> Iterator[Figure]:
    """The largest resident size after three idle rounds, in MiB."""
    sizes = []
    for games in (FEW, MANY):
        key = Fernet.generate_key()
        club = Club(folder(), key=key)
        club.fill(games)
        club.desk.store.close()
        sizes.append(answer(PROGRAM, club.folder / "desk.db", key) / 1024)
    yield Figure(f"memory, {MANY:,} games at rest", "MiB", sizes[1], sizes[0], f"{FEW} games", most=1.1, most_ours=90)
