"""The GM's hand: the queue of all games, and what is held.

Exit statuses: 0 done; 1 there is no such game or letter, or the configuration is wrong; 2 the command line is wrong.
"""

import argparse
import json
import sys

from rich.console import Console

from pbem.campaign.adoption import is_waiting
from pbem.campaign.advance import advance
from pbem.campaign.confirming import bad_address, move_to
from pbem.campaign.deadlines import reached_again
from pbem.campaign.desk import Desk
from pbem.campaign.rulings import CannotRule, extend
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.gm.queue import queue, show
from pbem.reports.times import in_full
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``gm queue``, ``gm retry GAME|LETTER``, ``gm drop|show LETTER``, ``gm extend``, ``gm address``, ``gm resume``."""
    below = parser.add_subparsers(dest="what", required=True, metavar="queue|retry|drop|show|extend|address|resume")
    one = below.add_parser("queue", help="every game: what it waits for, since when, until when, what is held")
    one.add_argument("--json", action="store_true", help="one JSON object a game, then one a held letter")
    one = below.add_parser("retry", help="let a held game, or a held letter, be tried again")
    one.add_argument("subject", metavar="GAME|LETTER", help="a game's name, or a letter's number")
    for name, about in (("drop", "put a held letter aside for good"), ("show", "a letter as it came")):
        below.add_parser(name, help=about).add_argument("letter", type=int, metavar="LETTER", help="its number")
    one = below.add_parser(
        "extend", help="put the open deadline of a game forward: a ruling, which both players are told"
    )
    one.add_argument("game", metavar="GAME", help="the game's name")
    one.add_argument("hours", type=int, metavar="HOURS", help="by how many hours")
    one.add_argument("--reason", required=True, help="what both players are told as the reason")
    one = below.add_parser("address", help="register a player's new address, where he cannot do it himself")
    one.add_argument("game", metavar="GAME", help="the game's name")
    one.add_argument("side", metavar="SIDE", help="the side, such as us")
    one.add_argument("address", metavar="ADDRESS", help="the new address")
    one = below.add_parser("resume", help="let letters go again to an address that sent too many back")
    one.add_argument("address", metavar="ADDRESS", help="the address")
    for choice in below.choices.values():
        add_config(choice)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if desk is None:
        return 1
    try:
        match args.what:
            case "queue":
                return _queue(desk, as_json=args.json)
            case "retry":
                return _retry(desk, args.subject)
            case "drop":
                return _drop(desk, args.letter)
            case "extend":
                return _extend(desk, args.game, args.hours, args.reason)
            case "address":
                return _address(desk, args.game, args.side, args.address)
            case "resume":
                return _resume(desk, args.address)
            case _:
                return _show(desk, args.letter)
    except (UnknownGame, KeyError) as unknown:
        print(unknown if isinstance(unknown, UnknownGame) else unknown.args[0], file=sys.stderr)
        return 1
    finally:
        desk.store.close()


def _queue(desk: Desk, *, as_json: bool) -> int:
    found = queue(desk)
    if not as_json:
        show(found, Console())
        return 0
    for row in found.rows:
        print(json.dumps(row.as_json()))
    for number, game, sender, why in found.held:
        print(json.dumps({"letter": number, "game": game, "sender": sender, "held": why}))
    return 0


def _retry(desk: Desk, subject: str) -> int:
    if subject.isdigit():
        with desk.store.begin() as books:
            row = books.letters_in.get(int(subject))
            if row.state != "held":
                print(f"letter {subject} is not held: it is {row.state}", file=sys.stderr)
                return 1
            row.state, row.reason = "new", ""
        print(f"letter {subject} will be read again by the daemon")
        return 0
    with desk.store.begin() as books:
        game = books.games.get(subject)
        if game.state != "held":
            print(f"{subject} is not held: it is {game.state}", file=sys.stderr)
            return 1
        if is_waiting(game):
            print(
                f"{subject} was restored from a copy, and letters that were mailed since then are ahead of it.\n"
                "Take its records from them first: pbem adopt MAILBOX ...",
                file=sys.stderr,
            )
            return 1
        books.games.release(game)
    done = advance(desk, subject)
    print(f"{subject} is held again" if done.held else f"{subject} goes on")
    return 1 if done.held else 0


def _drop(desk: Desk, number: int) -> int:
    with desk.store.begin() as books:
        row = books.letters_in.get(number)
        if row.state != "held":
            print(f"letter {number} is not held: it is {row.state}", file=sys.stderr)
            return 1
        books.letters_in.close(row, "dropped", f"dropped by the GM; it was held for: {row.reason}", desk.clock.now())
    print(f"letter {number} is put aside; it stays in the store")
    return 0


def _extend(desk: Desk, game: str, hours: int, reason: str) -> int:
    try:
        due = extend(desk, game, hours, reason)
    except CannotRule as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{game}: now due {in_full(due)}; both players are told")
    return 0


def _address(desk: Desk, name: str, side: str, address: str) -> int:
    with desk.store.begin() as books:
        game = books.games.get(name)
        try:
            player = books.players.get(game, desk.title(game.title).system.card.side(side).id)
        except KeyError:
            sides = ", ".join(one.side for one in books.players.of(game))
            raise KeyError(f"{name} has no side {side!r}; its sides are {sides}") from None
        problem = bad_address(books, game, player, address)
        if problem:
            print(problem, file=sys.stderr)
            return 1
        move_to(desk, books, game, player, address)
    print(f"{name}: letters of {player.code} go to {address} from now on")
    return 0


def _resume(desk: Desk, address: str) -> int:
    with desk.store.begin() as books:
        known = books.addresses.find(address)
        since = known.stopped if known is not None else None
        if since is None or not books.addresses.clear(address):
            print(f"{address}: nothing keeps letters from going there", file=sys.stderr)
            return 1
        reached_again(desk, books, address, since)
    print(f"letters go to {address} again")
    return 0


def _show(desk: Desk, number: int) -> int:
    with desk.store.read() as books:
        row = books.letters_in.get(number)
        why = f" ({row.reason})" if row.reason else ""
        print(f"letter {number}: {row.state}{why}, arrived {row.arrived:%Y-%m-%d %H:%M} UTC\n")
        if row.trace:
            print(f"{row.trace}\n")
        print(row.raw.decode("ascii", "backslashreplace"))
    return 0
