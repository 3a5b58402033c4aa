"""Growth with history: letters a second in a database that holds three million events, beside an empty one.

``BENCH_EVENTS=N`` takes another number.
"""

import os
from collections.abc import Iterator

from sqlalchemy import insert

from bench.desk import Club
from bench.frame import LETTERS_SECONDS, Anew, Figure, folder, rates
from pbem.store.tables import EventRow

EVENTS = int(os.environ.get("BENCH_EVENTS", "3000000"))
BODY = '{"at":"3412","target":"Crow King","type":"UnitFired","unit":"C/3 Cav"}'


def add_events(club: Club, first: int, last: int) -> None:
    """Put events into the phases of all games by turns, so that there are `last` of them."""
    with club.desk.store._db.begin() as connection:
        phases = connection.exec_driver_sql("SELECT id FROM phase").scalars().all()
    for start in range(first, last, 50_000):
        rows = [
            {"phase_id": phases[n % len(phases)], "n": 10_000 + n, "type": "UnitFired", "body": BODY}
            for n in range(start, min(start + 50_000, last))
        ]
        with club.desk.store._db.begin() as connection:
            connection.execute(insert(EventRow), rows)
    club.tidy()


def figures() -> Iterator[Figure]:
    """The desk's whole work for a letter, in both."""
    empty, full = Club(folder()), Club(folder())
    full.fill(2000)
    add_events(full, 0, EVENTS)
    ours, beside = rates(Anew(full.next_letter), Anew(empty.next_letter), seconds=LETTERS_SECONDS)
    yield Figure(f"letters with {EVENTS:,} events stored", "a second", ours, beside, "an empty database", least=0.6)
