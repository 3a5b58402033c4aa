"""One daemon a database file.  Two would not see what the other has under way, and send each letter twice."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pbem.machine import lock_file


class AlreadyServed(Exception):
    """Another daemon serves this database."""


def lock_of(database: Path) -> Path:
    """The file that carries the lock."""
    return database.with_name(f"{database.name}.daemon")


@contextmanager
def only_one(database: Path | None) -> Iterator[None]:
    """Be the one daemon of this file; None for a PostgreSQL, whose workers share by claims.

    The system lets the lock go when the process ends, however it ends; the file ``pbem.db.daemon`` that carries it stays.
    Raises AlreadyServed, OSError.
    """
    if database is None:
        yield
        return
    path = lock_of(database)
    with _opened(path) as file:
        try:
            lock_file(file, waits=False)
        except BlockingIOError:
            raise AlreadyServed(
                f"{database}: expected no other daemon; process {file.read().strip() or '?'} serves this database.\n"
                "Stop that one first: two would send each letter twice."
            ) from None
        if file.writable():
            file.truncate()
            file.write(f"{os.getpid()}\n")
            file.flush()
        yield


def _opened(path: Path) -> IO[str]:
    """The file that carries the lock.  One that is there does so on a disk that is read-only for now, too."""
    try:
        return open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii")
    except OSError as fault:
        if fault.errno != errno.EROFS or not path.exists():
            raise
        return path.open("r", encoding="ascii")
