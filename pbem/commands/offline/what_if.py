"""Try order lines before you send them: play them many times from where your own letters say the game stands.

It reads your mailbox, offline, and needs no desk. The dice are its own: those of your game can't be known, and trying a
line doesn't change them. It shows each order's odds, what came of it and how often, and what the plays cost. Your
opponent's part, and your own answers to questions, are taken by the practice player.

Exit statuses: 0 tried; 1 there is nothing that can be tried now, or a line is refused (the others are tried); 2 the
command line is wrong, or no game can be read from the mailbox.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.core.sanitize import is_number
from pbem.desk.orders.what_if import PLAYS, Forecast, NothingToTry, page, what_if
from pbem.desk.record.from_records import Followed, NotFollowed, follow
from pbem.orders.rehearsal import PROSE, REFUSED, RehearsalResult
from pbem.reports.wrap import wrap
from pbem.seal.verify import GameVerdict, Unusable, verify
from pbem.systems import registry

WIDTH = 78
MOST_PLAYS = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``what-if PATH... (--try LINE | --orders FILE) [--game NAME] [--side SIDE] [--plays N] [--seed S]``."""
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="mbox, Maildir, folder of .eml, .eml or .pbem"
    )
    lines = parser.add_mutually_exclusive_group(required=True)
    lines.add_argument("--try", action="append", dest="lines", metavar="LINE", help="an order line; may be repeated")
    lines.add_argument("--orders", metavar="FILE", help="a file with order lines; - for standard input")
    parser.add_argument("--game", default="", metavar="NAME", help="which game, if the mailbox has several")
    parser.add_argument("--side", default="", metavar="SIDE", help="your side, if the mailbox doesn't tell")
    parser.add_argument("--plays", type=_plays, default=PLAYS, metavar="N", help=f"how many plays (default {PLAYS})")
    parser.add_argument("--seed", default="1", metavar="S", help="any word; another one rolls other dice (default 1)")


def _plays(text: str) -> int:
    if not is_number(text) or not 0 < int(text) <= MOST_PLAYS:
        raise argparse.ArgumentTypeError(f"expected a number from 1 to {MOST_PLAYS}, found {text!r}")
    return int(text)


class _Wrong(Exception):
    """A fault in the command's arguments."""


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        game = _game(verify(args.paths), args.game)
        title, followed = _followed(game)
        side = _side(title, args.side or game.side)
        words = "\n".join(args.lines) if args.lines else _words(args.orders)
    except (Unusable, _Wrong, NotFollowed) as wrong:
        print(f"pbem what-if: {wrong}", file=sys.stderr)
        return 2
    try:
        found = what_if(title, followed, side, words, plays=args.plays, seed=args.seed)
    except NothingToTry as why:
        if why.read is not None:
            print("\n".join(_lines(why.read)))
        print(f"pbem what-if: {game.game}: {why}", file=sys.stderr)
        return 1
    print("\n".join(_what_if_lines(title, game, followed, found)))
    return 1 if any(line.verdict == REFUSED for line in found.read.lines) else 0


def _game(verdict: Any, name: str) -> GameVerdict:
    games = {one.game: one for one in verdict.games}
    if name and name not in games:
        raise _Wrong(f"--game: expected one of {', '.join(games) or 'none'}, found {name!r}")
    if not games:
        raise _Wrong("expected letters of a game, found none in this mailbox")
    if not name and len(games) > 1:
        raise _Wrong(f"the mailbox has several games: say --game with one of {', '.join(games)}")
    found: GameVerdict = games[name] if name else next(iter(games.values()))
    return found


def _followed(game: GameVerdict) -> tuple[Any, Followed]:
    """The title of a game, and where its newest branch has come to."""
    branch = max(game.branches, key=lambda one: one.head_seq)
    records = branch.lineage
    name = records[0]["body"].get("title", "") if records and records[0]["type"] == "genesis" else ""
    try:
        title = registry.game(name)
    except KeyError:
        if name:
            raise _Wrong(f"expected a game that this pbem knows, found {name!r}") from None
        raise NotFollowed(
            "expected the game's first record, which came with the welcome letter; it is not here"
        ) from None
    return title, follow(title, records, blind=True)


def _side(title: Any, text: str) -> str:
    card = title.system.card
    try:
        found: str = card.side(text).id
    except KeyError:
        sides = ", ".join(one.id for one in card.sides)
        raise _Wrong(f"--side: expected one of {sides}, found {text or 'nothing that tells it'!r}") from None
    return found


def _words(name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as fault:
        raise _Wrong(f"--orders: expected a file that can be read, found {name}: {fault.strerror}") from None
    return data.decode("utf-8", "replace")


def _lines(read: RehearsalResult) -> Iterator[str]:
    """The lines that are not tried, with the reason."""
    for line in read.lines:
        if line.verdict == REFUSED:
            yield from (line.refusal_text, "")
        elif line.verdict == PROSE:
            yield from (f"line {line.number}  not read as an order: {line.text!r}", "")


def _what_if_lines(title: Any, game: GameVerdict, followed: Followed, found: Forecast) -> Iterator[str]:
    side = title.system.card.side(found.side).name
    yield f"WHAT IF: {game.game}, {title.short_name(found.phase)}, {side}, after record {followed.seq}"
    yield ""
    yield from _lines(found.read)
    yield from page(found, WIDTH)
    yield ""
    till = f", to the end of {title.short_name(found.last_phase)}" if found.last_phase != found.phase else ""
    text = (
        f"{found.plays} plays from the position that your letters tell{till}.  The dice are made up here; the game's own "
        "can't be known.  The practice player took your opponent's part and answered your questions, so a real opponent "
        "may do better."
    )
    if followed.is_blind:
        text += "  What is hidden until the game's end, what you wrote down in secret too, is in no record: nobody has it here."
    yield from wrap(text, WIDTH)
