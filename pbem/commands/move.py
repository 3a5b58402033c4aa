"""Move the whole desk into another database: from a SQLite file into PostgreSQL, or back.

WHERE is the new database as `database` has it in the configuration: a file that does not exist yet, or the URL of an
empty PostgreSQL database. Stop the daemon first. Every row is carried over and compared, and every game's chain of
records is checked in the new database. Games go on as if nothing had been: no dice, no deadline and no letter is
lost, and nobody needs to be told. Then put WHERE into the configuration and start the daemon. The old database stays
as it is, but no pbem opens it any more: two desks of one set of games would roll the same dice for different orders.

Exit statuses: 0 moved; 1 it could not be done, and the desk is where it was; 2 the command line is wrong.
"""

import argparse
import json
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError

from pbem.commands.desk_arguments import AlreadyServed, add_config, desk_of, fault_text, only_one, read
from pbem.config import Config, StoreTable
from pbem.seal.chain import check_chain, head_of
from pbem.store.copies import NotTheSame, moved
from pbem.store.database import NoDatabase, Store, WrongVersion
from pbem.store.database_errors import explained
from pbem.store.schema import NOT_SEEN_SECONDS
from pbem.store.secrets import BadVault, Vault


class CannotMove(Exception):
    """The desk stays where it is; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``move WHERE``."""
    parser.add_argument("where", metavar="WHERE", help="the new database: a file, or a postgresql:// URL")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if config is None or desk is None:
        return 1
    try:
        with only_one(config.database):
            _see_that_nobody_works(desk.store)
            counts, games = _move(config, _beside(config, args.where))
    except (AlreadyServed, BadVault, CannotMove, NoDatabase, NotTheSame, WrongVersion, OSError) as fault:
        print(f"{fault_text(fault)}\nnothing was moved", file=sys.stderr)
        return 1
    except SQLAlchemyError as fault:
        print(f"database: {explained(fault)}\nnothing was moved", file=sys.stderr)
        return 1
    finally:
        desk.store.close()
    print(
        f"moved {sum(counts.values()):,} rows; {games} game{'s' * (games != 1)} checked, every chain of records is whole"
    )
    print(f'next: put this into {args.config}, then start the daemon:   database = "{args.where}"')
    return 0


def _beside(config: Config, where: str) -> Config:
    """The same configuration with another database.  Raises CannotMove."""
    try:
        database = StoreTable.model_validate({"database": where}).database
    except ValidationError as wrong:
        raise CannotMove(f"{where}: expected {wrong.errors()[0]['msg']}") from None
    other = config.model_copy(update={"store": config.store.model_copy(update={"database": database})})
    if other.url == config.url:
        raise CannotMove(f"{where}: expected another database than the desk's own")
    if other.database is not None and other.database.exists():
        raise CannotMove(f"{other.database}: expected a name that is free, found a file; it was left as it is")
    return other


def _see_that_nobody_works(store: Store) -> None:
    if not store.listen_url:
        return
    with store.read() as books:
        found = books.workers.at_work(NOT_SEEN_SECONDS)
    if found:
        raise CannotMove(
            f"expected a desk that rests; {found[0].name} works at this database.\nStop all workers first; one that was "
            f"killed is forgotten after {NOT_SEEN_SECONDS} seconds."
        )


def _move(config: Config, other: Config) -> tuple[Mapping[str, int], int]:
    vault = Vault.from_file(config.store.key_file)
    if other.database is not None:
        other.database.touch(0o600, exist_ok=False)
    try:
        target = Store(other.url, vault, folder=config.home)
    except BaseException:
        _take_back(other, None)
        raise
    try:
        if not target.is_empty():
            raise CannotMove(
                "the database is not empty: expected a new one (createdb), found games, letters or secrets"
            )
        try:
            with moved(config.url, other.url) as counts:
                games = _checked(target)
        except BaseException:
            _take_back(other, target)  # whatever went wrong, up to the mark in the old one: it can be tried again
            raise
        return counts, games
    finally:
        target.close()


def _take_back(other: Config, filled: Store | None) -> None:
    """The new database is as it was."""
    if other.database is not None:
        other.database.unlink(missing_ok=True)
    elif filled is not None:
        filled.empty()


def _checked(store: Store) -> int:
    """See that the records of every game are those that their heads name, and every line of play whole, those that were
    undone too; how many games there are.  Raises CannotMove."""
    with store.read() as books:
        games = books.games.all()
        for game in games:
            heads = set()
            for row in books.records.written(game):
                if head_of(row.body.encode("utf-8")) != row.head:
                    raise CannotMove(f"{game.name}: record {row.seq}: expected the head {row.head}, found another")
                heads.add(row.head)
            for branch in books.records.branches(game):
                _check_branch(game.name, [json.loads(row.body) for row in books.records.of_branch(game, branch)], heads)
        return len(games)


def _check_branch(game: str, records: Sequence[Mapping[str, Any]], heads: Collection[str]) -> None:
    """See that the records of one branch follow each other, and the first one a record of the game.  Raises CannotMove."""
    breaches = check_chain(records)
    if breaches:
        raise CannotMove(f"{game}: record {breaches[0].seq}: {breaches[0].text}")
    first = records[0]
    if first["seq"] and first["prev"] not in heads:
        raise CannotMove(f"{game}: record {first['seq']}: it does not follow any record of the game")
