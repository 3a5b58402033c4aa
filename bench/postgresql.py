"""Letters taken in and games claimed on PostgreSQL, beside raw psycopg; and claims with 1, 2 and 4 workers.

Goals: letters at least 0.5 of raw, claims at least 0.8 of raw ``FOR UPDATE SKIP LOCKED``.  The cluster is a throw-away one of
the tests, on loopback.  Times are by the clock: the work is done in the server's processes.
"""

import multiprocessing
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cache, partial
from statistics import median
from time import perf_counter

import psycopg
from cryptography.fernet import Fernet

from bench.frame import Figure
from pbem.store.database import Store
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from tests.cluster import Cluster, why_not

ROUNDS = 5
LETTERS, BATCH = 500, 10
GAMES, CLAIMED = 2000, 50
NOW = datetime(2026, 3, 12, 18, 0, tzinfo=UTC)
LETTER = b"From: kate@mail.example\nTo: rosebud-7+us.m2xd9q4k@pbem.example\n\n" + b"C/3 Cav move 3413 3414\n" * 150


def _rate(work: Callable[[], int]) -> float:
    began = perf_counter()
    done = work()
    return done / (perf_counter() - began)


def ingest(store: Store, round_: int) -> int:
    """Letters in batches of ten, as a reader stores them."""
    for first in range(0, LETTERS, BATCH):
        numbers = range(round_ * LETTERS + first + 1, round_ * LETTERS + first + BATCH + 1)
        with store.begin() as books:
            books.letters_in.take_in(
                [StoredArrival("INBOX", 1, n, NOW, LETTER + b"%d" % n, "rosebud-7") for n in numbers]
            )
            books.leases.wake(["rosebud-7"])
    return LETTERS


def raw_ingest(url: str) -> float:
    """Rows of the same columns, sizes and indexes by raw psycopg: those that the desk has stored, once more."""
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS raw_in (LIKE letter_in INCLUDING ALL)")
        connection.execute("TRUNCATE raw_in")
        kept = connection.execute("SELECT * FROM letter_in ORDER BY id DESC LIMIT %s", (LETTERS,))
        names = [one.name for one in kept.description or ()]
        rows = kept.fetchall()
        connection.commit()
        into = f"INSERT INTO raw_in ({', '.join(names)}) VALUES ({', '.join(['%s'] * len(names))})"
        began = perf_counter()
        for first in range(0, LETTERS, BATCH):
            with connection.cursor() as cursor:
                cursor.executemany(into, rows[first : first + BATCH])
            connection.commit()
        return LETTERS / (perf_counter() - began)


def make_due(url: str) -> None:
    """All games have something to do, and nobody has them."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS raw_queue (LIKE lease INCLUDING ALL)")
        connection.execute("TRUNCATE raw_queue")
        connection.execute("TRUNCATE lease")
        connection.execute(
            "INSERT INTO lease (name, owner, epoch, wake) SELECT 'game-' || n, '', 0, now() FROM generate_series(1, %s) n",
            (GAMES,),
        )
        connection.execute("INSERT INTO raw_queue SELECT * FROM lease")


@cache
def _store(url: str, key: bytes) -> Store:
    return Store(url, Vault(key))


@cache
def _connection(url: str) -> "psycopg.Connection[tuple[int]]":
    return psycopg.connect(url)


def claims(url: str, key: bytes) -> int:
    """Claim until nothing is left."""
    done = 0
    while True:
        with _store(url, key).begin() as books:
            found = len(books.leases.claim("bench", 600, CLAIMED))
        done += found
        if not found:
            return done


def raw_claims(url: str, _key: bytes) -> int:
    """The same by raw SKIP LOCKED, on a table with the same columns and indexes, in which the same columns change."""
    take = (
        "UPDATE raw_queue SET owner = 'bench', epoch = epoch + 1, until = now() + interval '600 s', "
        "wake = now() + interval '600 s' WHERE id IN (SELECT id FROM raw_queue WHERE wake <= now() "
        "ORDER BY wake LIMIT %s FOR UPDATE SKIP LOCKED) RETURNING name, epoch"
    )
    done, connection = 0, _connection(url)
    while True:
        found = len(connection.execute(take, (CLAIMED,)).fetchall())
        connection.commit()
        done += found
        if not found:
            return done


def _many(work: Callable[[str, bytes], int], url: str, key: bytes, workers: int) -> list[float]:
    """Rounds of so many processes that claim side by side; all they need is there before anything counts."""
    words, found = [(url, key)] * workers, []
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        pool.starmap(work, words, chunksize=1)
        for _ in range(ROUNDS):
            make_due(url)
            found.append(_rate(lambda: sum(pool.starmap(work, words, chunksize=1))))
    return found


def figures() -> Iterator[Figure]:
    """Letters, then claims; nothing where PostgreSQL is not installed."""
    if reason := why_not():
        print(f"  not measured: {reason}")
        return
    key = Fernet.generate_key()
    with Cluster() as cluster:
        url = cluster.database()
        store = Store(url, Vault(key))
        ingest(store, 0)
        raw_ingest(url)
        make_due(url)
        pairs = [(_rate(partial(ingest, store, n)), raw_ingest(url)) for n in range(1, ROUNDS + 1)]
        store.close()
        yield _figure("letters taken in, ten at a time", "raw psycopg, the same rows", pairs, 0.5)
        for workers in (1, 2, 4):
            pairs = list(zip(_many(claims, url, key, workers), _many(raw_claims, url, key, workers), strict=True))
            what = f"games claimed, fifty at a time, {workers} worker{'s' * (workers > 1)}"
            yield _figure(what, "raw SKIP LOCKED", pairs, 0.8 if workers == 1 else None)


def _figure(what: str, beside: str, pairs: list[tuple[float, float]], least: float | None) -> Figure:
    ours, raw = median(one for one, _ in pairs), median(other for _, other in pairs)
    return Figure(what, "a second", ours, raw, beside, least=least)
