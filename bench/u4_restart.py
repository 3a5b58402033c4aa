"""U4: ready after a restart with 10,000 games and 1,000 unsent letters, beside 10 games with as many letters.

Ready: the database is open, what a crash left is looked for, and the first letters to be sent are known.
"""

import os
from collections.abc import Iterator

from cryptography.fernet import Fernet

from bench.desk import START, Club
from bench.frame import Figure, folder
from bench.serving import answer
from pbem.store.tables import LetterOutRow

FEW, MANY = 10, int(os.environ.get("BENCH_GAMES", "10000"))
UNSENT = 1000
PROGRAM = """
from pbem.daemon import Daemon
from pbem.mail.memory import MemorySink, MemorySource
Daemon(desk, MemorySource(), MemorySink()).recover()
with desk.store.read() as books:
    assert books.letters_out.due(desk.clock.now())
print(time.process_time())
"""


def figures() -> Iterator[Figure]:
    """Seconds of the processor from the start of Python on."""
    times = []
    for games in (FEW, MANY):
        key = Fernet.generate_key()
        club = Club(folder(), key=key)
        club.fill(games)
        with club.desk.store.begin() as books:
            for n in range(UNSENT):
                books.letters_out.add(
                    LetterOutRow(
                        key=f"u4/{n}",
                        game="u4",
                        to="kate@mail.example",
                        message_id=f"<{n}@pbem.example>",
                        text="x" * 4000,
                        raw=b"x" * 8000,
                        made=START,
                    )
                )
            for game in books.games.all():
                game.unplayed = False  # as every game stands that has been played on
        club.desk.store.close()
        times.append(min(answer(PROGRAM, club.folder / "desk.db", key) for _ in range(3)))
    yield Figure(f"ready, {MANY:,} games", "s", times[1], times[0], f"{FEW} games", most=1.2, most_ours=1.5)
