"""After `pbem restore`: recover from mail the records that the backup is missing, for every game held for it.

The letters may be the players' mailboxes (mbox, Maildir, a folder of .eml), the desk's own sent mail, or the .pbem
files attached to reports. Each record is computed again from the position and must match the mailed one byte for
byte. A game gets all its missing records or none. Recovered records were mailed before and are not sent again.

Any player may have the newest record, so a game stays held until letters to each of them were read, by one command or
several. Then `pbem gm retry GAME` lets the game go on. If the letters are lost, --branch continues a game from the
backup itself, as a branch with a new ladder of dice; both players are told.

Exit statuses: 0 every restored game is complete; 1 at least one game is not, and stays held; 2 the command line is
wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.commands.desk_arguments import add_config, desk_at
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.record.adoption import Adopted, CannotAdopt, adopt, branch_off, is_waiting, may_lack
from pbem.seal import mailbox
from pbem.seal.evidence import gather
from pbem.store.games import UnknownGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``adopt PATH ...``."""
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="mbox, Maildir, folder of .eml, .eml or .pbem"
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="SIDE",
        help="no letters of this side are needed: its player has got none since the backup; repeat it for each",
    )
    parser.add_argument("--branch", metavar="GAME", help="continue from the backup as a branch, without the letters")
    parser.add_argument("--reason", default="", help="the reason for --branch that both players read")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    desk = desk_at(args.config)
    if desk is None:
        return 1
    try:
        if args.branch:
            print(
                f"{args.branch} goes on as branch {branch_off(desk, args.branch, args.reason)}; both players are told"
            )
            return 0
        box = gather(mailbox.read(args.paths))
        with desk.store.read() as books:
            found = [one for one in books.games.all() if is_waiting(one) or (may_lack(one) and one.name in box.games)]
            names = [game.name for game in found]
            codes = {one.code for game in found for one in books.players.of(game)}
        if strange := sorted({one.upper() for one in args.without} - codes) if names else []:
            print(f"--without: expected one of {', '.join(sorted(codes))}; found {strange[0]}", file=sys.stderr)
            return 1
        if not names:
            print("no game waits for its records: nothing was restored, or all is back already")
        whole = True
        for name in names:
            try:
                done = adopt(desk, name, box, args.without)
                print("\n".join(summary(done)))
                whole = whole and not done.unseen
            except CannotAdopt as problem:
                print(problem, file=sys.stderr)
                whole = False
        return 0 if whole else 1
    except (mailbox.NoMailbox, CannotAdopt, CannotRule, UnknownGame) as fault:
        print(fault, file=sys.stderr)
        return 1
    finally:
        desk.store.close()


def summary(done: Adopted) -> list[str]:
    """A summary of what was recovered, as lines."""
    taken = f"records {done.first} to {done.last} are back" if done.last >= done.first else "nothing is lacking"
    if done.unseen:
        sides, options = " and ".join(done.unseen), " ".join(f"--without {one}" for one in done.unseen)
        return [
            f"{done.game}: {taken}, but none of these letters went to {sides}, who may have later ones.",
            "  It stays held: without those, they would get a second history under the desk's signature.",
            f"  Next: pbem adopt with the mailbox of {sides}, or with the desk's sent mail.  If nothing was mailed there",
            f"  since the backup, the same command again with {options}",
        ]
    lines = [f"{done.game}: {taken}; let it go on with: pbem gm retry {done.game}"]
    if done.letters:
        lines.append(f"  {done.letters} letters that came since the copy are read when `pbem serve` runs")
    lines += [
        f"  the orders of {code} for {phase} are in none of these letters: they must be sent again"
        for code, phase in done.unread
    ]
    return lines
