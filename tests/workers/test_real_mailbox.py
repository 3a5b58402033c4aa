"""Two readers of two processes' making on one mailbox of a real IMAP server, over one PostgreSQL."""

import asyncio
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.desk.play.cache import PlayCache
from pbem.mail.embedded import EmbeddedMail
from pbem.mail.imap import ImapAccount, ImapSource
from pbem.store.database import Store
from pbem.store.secrets import Vault
from pbem.workers import MailReader
from tests.cluster import Cluster
from tests.desk.table import Table

pytest.importorskip("pymap", reason="the embedded servers are the extra `demo`")

KEY = b"a2VwdCBpbiB0aGUgdGVzdHMgYW5kIG5vd2hlcmUgZWw="
GAME = "meadow-1"
LETTERS = 30


@pytest.mark.slow
def test_two_readers_on_one_mailbox_of_a_server_store_each_letter_once(cluster: Cluster, tmp_path: Path) -> None:
    """Each has a line to the server, connections to the database and an event loop of its own, and none knows of the other."""
    url = cluster.database()
    table = Table.lay(tmp_path, KEY, url=url)
    table.open(GAME)
    letters = [table.reply(GAME, "red", f"Red One march {n % 3 + 1}") for n in range(LETTERS)]
    begin = threading.Barrier(2, timeout=30)
    faults: list[BaseException] = []

    def read(port: int) -> None:
        desk = replace(table.desk, store=Store(url, Vault(KEY)), play_cache=PlayCache())

        async def turn() -> None:
            source = ImapSource(ImapAccount("127.0.0.1", port, "desk", "s3cret", None))
            reader = MailReader(desk, source, 60)
            begin.wait()
            while await reader.turn():
                pass
            await source.close()

        try:
            asyncio.run(turn())
        except BaseException as fault:  # handed on to the test, which raises it
            faults.append(fault)
        finally:
            desk.store.close()

    async def both() -> None:
        async with EmbeddedMail({"desk": "s3cret"}) as mail:
            for raw in letters:
                await mail.deliver("desk", raw, table.clock.now())
            await asyncio.gather(*(asyncio.to_thread(read, mail.imap_port) for _ in range(2)))

    asyncio.run(both())
    assert not faults, faults
    with table.desk.store.read() as books:
        assert len(books.letters_in.new_for(GAME)) + books.letters_in.count("ignored") == LETTERS
        assert sum(books.letters_in.count(state) for state in ("new", "done", "held", "ignored")) == LETTERS
    table.desk.store.close()
