"""Run the daemon: it reads the mailbox, adjudicates, keeps deadlines and sends mail until you stop it (Ctrl-C,
SIGTERM).

With PostgreSQL you can divide the work: --workers N adjudicates in N more processes while this one reads and sends,
and --role does one part of the work only, on as many machines as you like (docs/database.md).

Exit statuses: 0 it was told to stop; 1 the configuration, a key file or a password file is wrong; 2 the command line
is wrong.
"""

import argparse
import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from pbem import logs
from pbem.campaign.desk import Desk
from pbem.campaign.open import ensure_house
from pbem.campaign.pulse import Pulse
from pbem.campaign.reader import Worker
from pbem.commands.desk_arguments import add_config, desk_of, read, sink_of, source_of
from pbem.config import Config
from pbem.daemon import Daemon
from pbem.metrics import page, serve_metrics
from pbem.service import keep_watchdog, notify
from pbem.store.schema import WrongVersion
from pbem.store.secrets import BadVault
from pbem.systems import registry

ROLES = ("reader", "adjudicator", "sender")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``serve --config FILE``."""
    parser.add_argument("--once", action="store_true", help="do one round and exit, for use with a timer")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="adjudicate in N separate processes")
    parser.add_argument("--role", choices=ROLES, help="do only this part of the work")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config, makes_key=True) if config is not None else None
    if config is None or desk is None:
        return 1
    shared = desk.store.listen_url != ""
    wrong = _wrong(args, is_shared=shared)
    if wrong:
        print(wrong, file=sys.stderr)
        desk.store.close()
        return 1
    logs.set_up(config.daemon.log_level, config.daemon.log_format)
    reads = Worker(registry.game)
    try:
        ensure_house(desk)
        if shared:
            asyncio.run(_share(replace(desk, reads=reads), config, args))
            return 0
        pulse = Pulse(config.daemon.pulse_file)
        daemon = Daemon(
            replace(desk, reads=reads),
            source_of(config),
            sink_of(config),
            config.daemon.poll_seconds,
            shifts=not args.once,
            pulse=pulse,
        )
        asyncio.run(_serve(daemon, once=args.once, metrics_port=config.daemon.metrics_port))
    except (OSError, BadVault, WrongVersion) as fault:
        print(fault, file=sys.stderr)
        return 1
    finally:
        reads.close()
        desk.store.close()
    return 0


def _wrong(args: argparse.Namespace, *, is_shared: bool) -> str:
    if args.workers < 0 or (args.workers and args.role) or (args.once and (args.workers or args.role)):
        return "expected one of --once, --workers N (1 or more) and --role"
    if (args.workers or args.role) and not is_shared:
        return (
            "--workers and --role share the work out over a PostgreSQL; store.database is a SQLite file, which one process "
            "serves.\nPut a postgresql:// URL there (docs/database.md), or leave the option out"
        )
    return ""


async def _share(desk: Desk, config: Config, args: argparse.Namespace) -> None:
    # Here, since a desk on a file needs none of it.
    from pbem.workers import crew
    from pbem.workers.adjudicator import Adjudicator
    from pbem.workers.reader import MailReader
    from pbem.workers.sender import Sender
    from pbem.workers.worker import Worker as SharedWorker

    poll = config.daemon.poll_seconds
    if args.once:
        reader, sender = MailReader(desk, source_of(config), poll, shifts=False), Sender(desk, sink_of(config), poll)
        reader.pulse = sender.pulse = Pulse(config.daemon.pulse_file)
        await crew.one_round(reader, Adjudicator(desk, poll), sender)
        reader.pulse.beat(desk.clock.now())
        return
    match args.role:
        case "adjudicator":
            own: tuple[SharedWorker, ...] = (Adjudicator(desk, poll),)
        case "reader":
            own = (MailReader(desk, source_of(config), poll),)
        case "sender":
            own = (Sender(desk, sink_of(config), poll),)
        case _:
            own = (MailReader(desk, source_of(config), poll), Sender(desk, sink_of(config), poll))
    # A crew's adjudicators have its configuration, and must not write over its pulse.
    pulse = Pulse(config.daemon.pulse_file if args.role != "adjudicator" else None)
    for one in own:
        one.pulse = pulse
    async with _alive(desk, pulse, config.daemon.metrics_port if args.role is None else 0) as stop:
        await crew.serve(own, 0 if args.role else args.workers or 1, args.config, stop)


async def _serve(daemon: Daemon, *, once: bool, metrics_port: int) -> None:
    if once:
        await _one_round(daemon)
        return
    async with _alive(daemon.desk, daemon.pulse, metrics_port) as stop:
        await daemon.serve(stop)


@asynccontextmanager
async def _alive(desk: Desk, pulse: Pulse, metrics_port: int) -> AsyncIterator[asyncio.Event]:
    """What surrounds all work: the event that a signal to stop sets, systemd's watchdog, the metrics."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    watchdog = asyncio.create_task(keep_watchdog(_since_round(desk, pulse)))
    shown = await serve_metrics(metrics_port, lambda: page(desk, pulse)) if metrics_port else None
    notify("READY=1", "STATUS=serving")
    try:
        yield stop
    finally:
        notify("STOPPING=1")
        watchdog.cancel()
        if shown is not None:
            shown.close()


async def _one_round(daemon: Daemon) -> None:
    try:
        daemon.recover()
        await daemon.turn()
        daemon.pulse.beat(daemon.desk.clock.now())
    finally:
        await daemon.source.close()
        await daemon.sink.close()


def _since_round(desk: Desk, pulse: Pulse) -> Callable[[], float]:
    """How many seconds ago the last round ended, or the first one began."""
    began = desk.clock.now()

    def seconds() -> float:
        return (desk.clock.now() - (pulse.at or began)).total_seconds()

    return seconds
