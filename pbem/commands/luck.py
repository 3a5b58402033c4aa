"""Compare the dice of a game that is over with what was to be expected: every fire and melee, a plot, and the phases that
the dice decided, played 1,000 times with the same orders and other dice.

With letters (`--from`) it reads a player's mailbox and needs no desk. The same game gives the same figures everywhere.

Exit statuses: 0 told; 1 the game is still being played, or its records can't be followed; 2 the command line is wrong.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.commands.desk_arguments import add_config, desk_at
from pbem.core.sanitize import is_number
from pbem.desk.play.luck import REPLAYS, page, replayed
from pbem.desk.record import chain
from pbem.desk.record.from_records import Followed, NotFollowed, follow
from pbem.reports.wrap import wrap
from pbem.seal.verify import Unusable, verify
from pbem.store.games import UnknownGame
from pbem.systems import registry

WIDTH = 78
MOST_REPLAYS = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``luck GAME [--from PATH] [--side SIDE] [--replays N] [--seed S]``."""
    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument(
        "--from", dest="paths", action="append", type=Path, metavar="PATH", help="a mailbox to read instead of the desk"
    )
    parser.add_argument("--side", default="", metavar="SIDE", help="whose luck (the first side)")
    parser.add_argument(
        "--replays", type=_number, default=REPLAYS, metavar="N", help=f"replays of a decisive phase (default {REPLAYS})"
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any word; another one rolls other dice (default 1)")
    add_config(parser)


def _number(text: str) -> int:
    if not is_number(text) or int(text) > MOST_REPLAYS:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to {MOST_REPLAYS}, found {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        records = _of_letters(args.paths, args.game) if args.paths else _of_desk(args)
        if records is None:
            return 1
        title = registry.game(records[0]["body"].get("title", ""))
        if title.chances is None:
            rolls = sum(len(one["body"].get("rolls", ())) for one in records if one["type"] == "phase.resolved")
            raise NotFollowed(
                f"{title.card.title} does not say what its dice could have come to (`Game.dice`), so there is nothing to "
                f"compare its {rolls} rolls with; each stands in the log with its purpose"
            )
        ended = records[-1]["body"] if records[-1]["type"] == "game.end" else None
        if ended is None:
            raise NotFollowed(f"{args.game} is still being played; its dice are compared when it is over")
        opened = {(o["branch"], o["seq"]): o["value"] for o in ended.get("openings", []) if o.get("open") == "segment"}
        followed = follow(title, records, opened)
    except (NotFollowed, Unusable, UnknownGame) as wrong:
        print(f"pbem luck: {wrong}", file=sys.stderr)
        return 1
    except KeyError as wrong:
        print(f"pbem luck: {wrong.args[0]}", file=sys.stderr)
        return 1
    card = title.system.card
    try:
        side = card.side(args.side).id if args.side else card.sides[0].id
    except KeyError:
        print(
            f"--side: expected one of {', '.join(one.id for one in card.sides)}, found {args.side!r}", file=sys.stderr
        )
        return 2
    for line in _luck_lines(title, followed, args.game, side, args.replays, args.seed):
        print(line, flush=True)
    return 0


def _of_letters(paths: list[Path], name: str) -> list[Any]:
    games = {one.game: one for one in verify(paths).games}
    if name not in games:
        raise NotFollowed(f"expected letters of one of {', '.join(games) or 'no game'}, found {name!r}")
    branch = max(games[name].branches, key=lambda one: one.head_seq)
    if not branch.lineage or branch.lineage[0]["type"] != "genesis":
        raise NotFollowed("expected the game's first record, which came with the welcome letter; it is not here")
    return list(branch.lineage)


def _of_desk(args: argparse.Namespace) -> list[Any] | None:
    desk = desk_at(args.config)
    if desk is None:
        return None
    try:
        with desk.store.read() as books:
            return chain.records_since(books, books.games.get(args.game), -1)
    finally:
        desk.store.close()


def _luck_lines(title: Any, followed: Followed, name: str, side: str, replays: int, seed: str) -> Iterator[str]:
    whose = title.system.card.side(side).name
    yield f"LUCK: {name}, {whose}"
    yield ""
    yield from page(title, followed, side)
    if not replays:
        return
    yield ""
    text = f"The phases that the dice moved most, each played {replays} times with the same orders and other dice"
    yield from wrap(f"{text} ({title.chances.unit} that the enemy lost, less one's own):", WIDTH)
    yield f"{'':<23}{'came to':>8}{'worst':>8}{'middle':>8}{'best':>7}   worse in"
    for one in replayed(title, followed, side, replays, seed):
        row = f"{title.short_name(one.phase):<23}{one.found:>8}{one.least:>8}{one.middle:>8}{one.most:>7}"
        yield f"{row}   {one.percent} of 100"
