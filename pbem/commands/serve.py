"""The daemon: it reads the mailbox, adjudicates, keeps deadlines and sends, until it is told to stop (Ctrl-C, SIGTERM).

Exit statuses: 0 it was told to stop; 1 the configuration, a key file or a password file is wrong; 2 the command line is.
"""

import argparse
import asyncio
import logging
import signal
import sys
from dataclasses import replace

from pbem.campaign.open import ensure_house
from pbem.campaign.reader import Worker
from pbem.commands.desk_arguments import add_config, desk_of, read, sink_of, source_of
from pbem.daemon import Daemon
from pbem.store.secrets import BadVault
from pbem.systems import registry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``serve --config FILE``."""
    parser.add_argument("--once", action="store_true", help="one round, then end: for a timer of your own")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config, makes_key=True) if config is not None else None
    if config is None or desk is None:
        return 1
    logging.basicConfig(level=config.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    reads = Worker(registry.game)
    try:
        ensure_house(desk)
        daemon = Daemon(replace(desk, reads=reads), source_of(config), sink_of(config), config.poll_seconds)
        asyncio.run(_serve(daemon, once=args.once))
    except (OSError, BadVault) as fault:
        print(fault, file=sys.stderr)
        return 1
    finally:
        reads.close()
        desk.store.close()
    return 0


async def _serve(daemon: Daemon, *, once: bool) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    if not once:
        await daemon.serve(stop)
        return
    daemon.recover(shifts=False)
    try:
        await daemon.turn()
    finally:
        await daemon.source.close()
        await daemon.sink.close()
