"""Play one game turn between two players by real mail on this machine, and show the letters.

Exit statuses: 0 the turn was played, and both mailboxes verify; 1 something went wrong; 2 the command line is wrong.
"""

import argparse
import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

SCENARIOS = {
    "rosebud": "in-contact",
    "miniatures": "creek-ford",
    "nezperce": "bear-paw",
    "littlebighorn": "in-the-village",
}
"""The default scenario of a demo for each game; other games play their main one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "--game",
        default="rosebud",
        metavar="GAME",
        help="the title of the game (default rosebud); table:SHEET for a table with a sheet",
    )
    parser.add_argument("--turns", type=_turns, default=1, metavar="N", help="game turns to play (default 1)")
    parser.add_argument(
        "--seed", default="rosebud", metavar="S", help="any word; the same seed and letters give the same dice"
    )
    parser.add_argument(
        "--scenario",
        metavar="S",
        help="the scenario; if left out the one our letters are written for (in-contact, creek-ford ...) or the main one",
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
    from pbem.core.options import Options
    from pbem.core.system import UnknownScenario
    from pbem.demo.table import Stalled
    from pbem.mail.ports import MailTrouble
    from pbem.systems import registry

    try:
        game = registry.game(args.game)
        if isinstance(game, registry.HasVariants) and args.game == game.title:
            game = registry.game(game.shown)
        args.game, system = game.title, game.system
        scenario = args.scenario or SCENARIOS.get(args.game) or system.card.main_scenario
        system.open(scenario, Options())
    except (KeyError, UnknownScenario) as unknown:
        print(f"pbem demo: {unknown.args[0]}", file=sys.stderr)
        return 2
    try:
        return asyncio.run(_run(args, scenario))
    except (MailTrouble, Stalled) as trouble:
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


async def _run(args: argparse.Namespace, scenario: str) -> int:
    from pbem.demo.correspondent import SCRIPTS
    from pbem.demo.table import DemoDesk, DemoSettings, keep, results, say
    from pbem.reports.times import counted

    folder = args.export if args.export is not None else Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    sitting = DemoSettings(args.game, args.turns, scenario, args.seed, folder / "desk")
    async with AsyncExitStack() as stack:
        say(
            f"Servers on loopback, the campaign {scenario!r} of {args.game}, {counted(args.turns, 'game turn')}.\n"
            "Letters as they go:\n"
        )
        table = await DemoDesk.laid(stack, sitting, SCRIPTS.get((args.game, scenario), {}), say)
        await table.play()
        status = results(table, folder)
        if args.keep:
            await keep(table)
    return status
