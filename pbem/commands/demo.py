"""``pbem demo``: play a game turn by real mail on this machine, and show the letters."""

import argparse
import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

SCENARIOS = ("in-contact", "historical")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--turns", type=_turns, default=1, metavar="N", help="game turns to play (default 1)")
    parser.add_argument(
        "--seed", default="rosebud", metavar="S", help="any word; the same seed and letters give the same dice"
    )
    parser.add_argument(
        "--scenario", default=SCENARIOS[0], choices=SCENARIOS, help="in-contact was made up for the demo"
    )
    parser.add_argument(
        "--export",
        type=_new_folder,
        metavar="DIR",
        help="write the mailboxes (mbox) and the server's key to this folder",
    )
    parser.add_argument(
        "--keep", action="store_true", help="keep the servers running afterwards, to play on with a mail program"
    )


def run(args: argparse.Namespace) -> int:
    """Play, show, verify.  The exit status is that of the verification."""
    from pbem.mail.ports import MailTrouble

    try:
        return asyncio.run(_run(args))
    except MailTrouble as trouble:
        print(f"pbem demo: {trouble}", file=sys.stderr)
        return 1


def _turns(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 on, found {text!r}")
    return int(text)


def _new_folder(text: str) -> Path:
    folder = Path(text)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise argparse.ArgumentTypeError(f"expected a folder that is new or empty, found {text!r}")
    return folder


async def _run(args: argparse.Namespace) -> int:
    from pbem.demo import show
    from pbem.demo.script import SCRIPT
    from pbem.demo.table import Sitting, Table

    folder = args.export if args.export is not None else Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    sitting = Sitting(args.turns, args.scenario, args.seed, folder / "desk")
    async with AsyncExitStack() as stack:
        show.say(
            f"Servers on loopback, the campaign {args.scenario!r}, {args.turns} game turn(s).  Letters as they go:\n"
        )
        table = await Table.laid(stack, sitting, SCRIPT if args.scenario == "in-contact" else {}, show.say)
        await table.play()
        status = show.results(table, folder)
        if args.keep:
            await show.keep(table)
    return status
