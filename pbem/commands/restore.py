"""Start from a backup that `pbem backup` made. The database must not exist yet, and every game starts held.

A backup is older than the last letters: those have already shown seeds, and reported phases that the backup does not
have. So no game goes on until `pbem adopt` has recovered its missing records from the letters, or has found that none
are missing. The letters that the desk read after the backup are still in its processed folder. They are moved back,
and read again once the records of their games are recovered.

Exit statuses: 0 restored; 1 it could not be done, and nothing was changed; 2 the command line is wrong.
"""

import argparse
import asyncio
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from pbem.commands.desk_arguments import add_config, desk_of, processed_of, read
from pbem.config import Config
from pbem.desk.desk import Desk
from pbem.desk.games.game_record import bring_back
from pbem.desk.record.adoption import hold_restored, invite_restored
from pbem.mail.ports import MailTrouble, NoFolder
from pbem.store.database import NoDatabase, Store, WrongVersion
from pbem.store.schema import MOVED
from pbem.store.secrets import BadVault, Vault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``restore FILE``."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup file")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    if config is None:
        return 1
    try:
        made = _fill(config, args.file)
    except (BadVault, NoDatabase, WrongVersion, OSError, SQLAlchemyError) as fault:
        print(f"{args.file}: {fault}", file=sys.stderr)
        return 1
    config.daemon.pulse_file.unlink(missing_ok=True)  # that of the database which is gone
    desk = desk_of(config)
    if desk is None:
        return 1
    try:
        names = hold_restored(desk, made)
        letters, is_sure = _bring_back(config, desk, made)
        invited = invite_restored(desk) if is_sure else ()
    finally:
        desk.store.close()
    print(f"restored from a copy of {made:%Y-%m-%d %H:%M} UTC; held until their later records are back:")
    held = [name for name in names if name not in invited]
    print("\n".join(f"  {name}" for name in held) or "  no game was going on")
    for name in invited:
        print(f"{name} is invited to as before: not all its players have answered")
    print(letters)
    if not held and invited:
        print("next: pbem serve")
        return 0
    print("next: pbem adopt MAILBOX ..., with the players' mailboxes or the .pbem files of their reports")
    return 0


def _bring_back(config: Config, desk: Desk, made: datetime) -> tuple[str, bool]:
    """Bring back the letters that the desk read since the copy; what to say of it, and whether the mail was seen.  Trouble
    with it stops nothing."""
    trouble: Exception | None = None
    try:
        for processed in processed_of(config):
            try:
                count = asyncio.run(bring_back(desk, processed, made))
            except NoFolder as missing:
                trouble = trouble or missing
                continue
            if not count:
                return "no letter came since the copy", True
            letters = f"{count} letter{'s' * (count != 1)} since the copy"
            return f"{letters}: read again as soon as the records of their games are back", True
    except (MailTrouble, OSError) as fault:
        trouble = fault
    if trouble is None or isinstance(trouble, NoFolder):
        return "no folder of processed letters was found: none was brought back", True
    return (
        f"letters since the copy could not be brought back: {trouble}\n"
        "move them from the processed folder to the inbox by hand before `pbem serve` runs",
        False,
    )


def _fill(config: Config, file: Path) -> datetime:
    """Put the copy in the database's place; when the desk it is of was last at work."""
    vault = Vault.from_file(config.store.key_file)
    if not file.is_file() or not file.read_bytes()[:16].startswith(b"SQLite format 3"):
        raise NoDatabase("expected a copy that `pbem backup` made; found no SQLite file")
    with tempfile.TemporaryDirectory(dir=config.home) as folder:
        # Brought up to date and looked through where nothing is lost: the copy itself stays as it is.
        scratch = Path(folder) / "copy.db"
        shutil.copyfile(file, scratch)
        _as_never_moved(scratch)
        with closing(Store.at(scratch, vault)) as store:
            with store.read() as books:
                last = books.watch.last()
                if books.secrets.has("", "server key"):
                    books.secrets.get("", "server key")  # raises BadVault under another key
            if config.database is None:
                _fill_server(config, vault, scratch)
            elif config.database.exists():
                raise NoDatabase(f"{config.database} is there: move it away first (mv {config.database} ...)")
            else:
                store.copy_to(config.database)
    return last or datetime.fromtimestamp(int(file.stat().st_mtime), UTC)


def _as_never_moved(copy: Path) -> None:
    """A file whose desk was moved to a database that is lost is as good as a backup."""
    with closing(sqlite3.connect(copy)) as connection, suppress(sqlite3.DatabaseError):  # what is wrong is told later
        connection.execute("DELETE FROM alembic_version WHERE version_num = ?", (MOVED,))
        connection.commit()


def _fill_server(config: Config, vault: Vault, copy: Path) -> None:
    server = Store(config.url, vault, folder=config.home)
    try:
        if not server.is_empty():
            raise NoDatabase(
                "the database is not empty: expected a new one (createdb), found games, letters or secrets"
            )
        server.fill_from(copy)
    finally:
        server.close()
