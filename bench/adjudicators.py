"""Letters read and played a second by 1, 2 and 4 adjudicators on one PostgreSQL, beside rows claimed by raw SKIP LOCKED.

Each of some games has one letter; adjudicators are processes of their own that claim games until nothing is left.  Times are
by the clock.  The raw queue claims, marks and commits one row at a time, and does nothing else.
"""

import multiprocessing
import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from time import perf_counter

import psycopg
from cryptography.fernet import Fernet

from bench import players
from bench.frame import Figure
from bench.players import PLAYERS, START
from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.desk.play.pace import ASK
from pbem.desk.play.play import present
from pbem.store.database import Store
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from pbem.systems import registry
from pbem.workers import Adjudicator
from tests.cluster import Cluster, why_not

GAMES = int(os.environ.get("BENCH_SHARED_GAMES", "12"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "2"))
WORKERS = (1, 2, 4)


@cache
def _desk(url: str, key: bytes) -> Desk:
    house = replace(House("pbem.example"), letters_a_day=1_000_000)
    return Desk(Store(url, Vault(key)), SetClock(START), house, registry.game)


def work(url: str, key: bytes) -> None:
    """Claim games and play them until nothing is left."""
    adjudicator = Adjudicator(_desk(url, key), 1.0, batch=1)
    while adjudicator.batch():
        pass


def raw(url: str, _key: bytes) -> None:
    """Claim rows until nothing is left."""
    take = (
        "UPDATE raw_queue SET wake = NULL WHERE id IN (SELECT id FROM raw_queue WHERE wake <= now() "
        "ORDER BY wake LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING name"
    )
    with psycopg.connect(url) as connection:
        while connection.execute(take).fetchall():
            connection.commit()


def figures() -> Iterator[Figure]:
    """Letters a second by adjudicators; nothing where PostgreSQL is not installed."""
    if reason := why_not():
        print(f"  not measured: {reason}")
        return
    key = Fernet.generate_key()
    with Cluster() as cluster:
        url = cluster.database()
        desk = _desk(url, key)
        names = [f"shared-{n}" for n in range(GAMES)]
        for name in names:
            sides = [(side, address, side.title()) for side, address in PLAYERS.items()]
            open_campaign(desk, Wanted(name, "rosebud", "in-contact", sides, "gm@club.example", seed=name.encode()))
            advance(desk, name)
        for workers in WORKERS:
            ours, beside = [], []
            with multiprocessing.get_context("spawn").Pool(workers) as pool:
                words = [(url, key)] * workers
                _bring_letters(desk, names)
                pool.starmap(work, words, chunksize=1)  # all they need is imported, and charts are read
                for _ in range(ROUNDS):
                    _bring_letters(desk, names)
                    ours.append(_seconds(pool, work, words))
                    _see_that_all_were_played(desk)
                    _fill_raw(url)
                    beside.append(_seconds(pool, raw, words))
            what = f"letters read and played, {workers} adjudicator{'s' * (workers > 1)}"
            yield Figure(what, "a second", GAMES / min(ours), 20 * GAMES / min(beside), "rows by raw SKIP LOCKED")
        desk.store.close()


def _seconds(pool: "multiprocessing.pool.Pool", job: object, words: list[tuple[str, bytes]]) -> float:
    began = perf_counter()
    pool.starmap(job, words, chunksize=1)  # type: ignore[arg-type]
    return perf_counter() - began


def _see_that_all_were_played(desk: Desk) -> None:
    """Raise RuntimeError if a letter was held or is left: how long that takes is of no use to anybody."""
    with desk.store.read() as books:
        left = {state: count for state in ("new", "held") if (count := books.letters_in.count(state))}
    if left:
        raise RuntimeError(f"expected every letter to be read and played, found {left}")


def _bring_letters(desk: Desk, names: list[str]) -> None:
    """The next letter of each game, as a reader stores it."""
    arrivals = []
    with desk.store.read() as books:
        first = books.letters_in.count("done") + 1
        for n, name in enumerate(names, first):
            now = present(desk, books, books.games.get(name))
            assert now is not None, f"{name} is over"
            side = now.open[0].side
            answered = books.letters_out.to_side(name, side)[-1].raw
            text = "\n".join(
                players.words(registry.game("rosebud"), now, side, ASK, lambda purpose, n: len(purpose) % n)
            )
            arrivals.append(StoredArrival("INBOX", 1, n, START, players.reply(answered, PLAYERS[side], text, n), name))
    with desk.store.begin() as books:
        books.letters_in.take_in(arrivals)
        books.leases.wake(names)


def _fill_raw(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS raw_queue (LIKE lease INCLUDING ALL)")
        connection.execute("TRUNCATE raw_queue")
        connection.execute(
            "INSERT INTO raw_queue (name, owner, epoch, wake) SELECT 'row-' || n, '', 0, now() FROM generate_series(1, %s) n",
            (20 * GAMES,),
        )
