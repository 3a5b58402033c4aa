"""The beginning of programs that run in a process of their own: a desk over a database, with nothing else imported."""

from pathlib import Path

from bench.desk import START
from bench.frame import in_python
from pbem.store.moments import time_text

DESK = """
import asyncio, resource, sys, time
from pathlib import Path
from pbem.desk.clock import SetClock
from pbem.desk.desk import Desk, House
from pbem.store.moments import read_time
from pbem.store.database import Store
from pbem.store.secrets import Vault
from pbem.systems import registry
store = Store.at(Path(sys.argv[1]), Vault(sys.argv[2].encode()))
desk = Desk(store, SetClock(read_time(sys.argv[3])), House("pbem.example"), registry.game)
"""


def words(database: Path, key: bytes) -> tuple[str, ...]:
    """The words that such a program is called with."""
    return str(database), key.decode(), time_text(START)


def answer(program: str, database: Path, key: bytes) -> float:
    """The number that a program prints which begins like this."""
    return float(in_python(DESK + program, *words(database, key)))
