"""Run the daemon: it reads the mailbox, adjudicates, keeps deadlines and sends mail until you stop it (Ctrl-C,
SIGTERM).

With PostgreSQL you can divide the work: --workers N adjudicates in N more processes while this one reads and sends,
and --role does one part of the work only, on as many machines as you like (docs/database.md).

A SQLite file is served by one daemon at a time: two would send each letter twice.

Exit statuses: 0 it was stopped, or the round of --once went well; 1 the configuration, a key file or a password file
is wrong, another daemon serves this database, or the round of --once met trouble with the mailbox, the mail server or
the database; 2 the command line is wrong.
"""

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import monotonic

from sqlalchemy.exc import SQLAlchemyError

from pbem import __version__, logs
from pbem.command_line import whole
from pbem.commands.desk_arguments import (
    AlreadyServed,
    add_config,
    desk_of,
    fault_text,
    only_one,
    read,
    sink_of,
    source_of,
)
from pbem.commands.publish import place_of
from pbem.config import Config
from pbem.daemon import Daemon
from pbem.desk.desk import Desk
from pbem.desk.games.open import ensure_house
from pbem.desk.gm.alarm import Pulse, last_pulse
from pbem.desk.incoming.reader import ReaderProcess
from pbem.desk.outgoing.mail_monitor import LONGEST_BACKOFF
from pbem.machine import denied
from pbem.mail.refusals import Backoff
from pbem.metrics import page, serve_metrics
from pbem.publish.publisher import Publisher
from pbem.reports import times
from pbem.service import keep_watchdog, notify
from pbem.store.columns import read_time
from pbem.store.database_errors import explained, hint_for, is_the_databases, named
from pbem.store.schema import WrongVersion
from pbem.store.secrets import BadVault
from pbem.systems import registry

log = logging.getLogger(__name__)

LOST = timedelta(minutes=5)
"""So much of its last marks a database may lose with the machine's power."""
ROLES = ("reader", "adjudicator", "sender")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``serve --config FILE``."""
    parser.add_argument("--once", action="store_true", help="do one round and exit, for use with a timer")
    parser.add_argument("--workers", type=whole, default=0, metavar="N", help="adjudicate in N separate processes")
    parser.add_argument(
        "--web",
        type=whole,
        default=0,
        metavar="PORT",
        help="show the published pages and the GM's queue on 127.0.0.1:PORT",
    )
    parser.add_argument("--role", choices=ROLES, help="do only this part of the work")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config, makes_key=True) if config is not None else None
    if config is None or desk is None:
        return 1
    shared = desk.store.listen_url != ""
    wrong = _wrong(args, is_shared=shared) or _pulse_wrong(config) or ("" if shared else _older(desk, config))
    if wrong:
        print(wrong, file=sys.stderr)
        desk.store.close()
        return 1
    logs.set_up(config.daemon.log_level, config.daemon.log_format)
    reads = ReaderProcess(registry.game)
    try:
        with only_one(config.database):
            if args.once:
                ensure_house(desk)
            if shared:
                pulse = asyncio.run(_share(replace(desk, reads=reads), config, args))
                return 1 if args.once and pulse.is_troubled else 0
            daemon = _daemon(replace(desk, reads=reads), config, once=args.once)
            asyncio.run(_serve(daemon, config, args))
            return 1 if args.once and daemon.pulse.is_troubled else 0
    except (AlreadyServed, BadVault, WrongVersion, OSError) as fault:
        print(fault_text(fault), file=sys.stderr)
        return 1
    except SQLAlchemyError as fault:
        print("\n".join(filter(None, (f"database: {named(fault)}", hint_for(fault)))), file=sys.stderr)
        return 1
    finally:
        reads.close()
        desk.store.close()


def _daemon(desk: Desk, config: Config, *, once: bool) -> Daemon:
    place = place_of(config)
    return Daemon(
        desk,
        source_of(config),
        sink_of(config),
        config.daemon.poll_seconds,
        once=once,
        pulse=Pulse(config.daemon.pulse_file),
        publish=Publisher(desk, place).publish if place is not None else None,
    )


def _wrong(args: argparse.Namespace, *, is_shared: bool) -> str:
    if not 0 <= args.web <= 65535:
        return f"--web: expected a port from 1 to 65535, found {args.web}"
    if args.workers < 0 or (args.workers and args.role) or (args.once and (args.workers or args.role)):
        return "expected one of --once, --workers N (1 or more) and --role"
    if (args.workers or args.role) and not is_shared:
        return (
            "--workers and --role share the work out over a PostgreSQL; store.database is a SQLite file, which one process "
            "serves.\nPut a postgresql:// URL there (docs/database.md), or leave the option out"
        )
    return ""


def _pulse_wrong(config: Config) -> str:
    """Why the pulse cannot be written: a daemon that nobody can watch would go on in silence."""
    file = config.daemon.pulse_file
    if not file.parent.is_dir():
        return f"{file}: expected a file in a folder that is there; found no folder {file.parent} (daemon.pulse_file)"
    place = file if file.exists() else file.parent
    if os.statvfs(place).f_flag & os.ST_RDONLY:
        return ""  # a disk that was mounted so after an error: what stands on it cannot be written either, and is told
    return "" if os.access(place, os.W_OK) else f"{file}: {denied(file)}"


def _older(desk: Desk, config: Config) -> str:
    """Why this database must not be served: it is older than what a daemon last served here, by the daemon's pulse."""
    try:
        looked = read_time((last_pulse(config.daemon.pulse_file) or {})["looked"])
    except (KeyError, TypeError, ValueError):
        return ""  # nothing was read so far, or somebody has written into the file
    with desk.store.read() as books:
        last = books.watch.last()
    if last is None or looked - last <= LOST:
        return ""
    return (
        f"{config.database}: expected the database that was served until {times.stamp(looked)}; found an older "
        f"one, of {times.stamp(last)}.\nLetters mailed since then are ahead of it, and the same dice would be rolled for other "
        f"orders.\nMove it away and bring it back as a copy (docs/database.md):   mv {config.database} copy.db; pbem "
        f"restore copy.db\nIf nothing was mailed in between, delete {config.daemon.pulse_file} and start again"
    )


async def _share(desk: Desk, config: Config, args: argparse.Namespace) -> Pulse:
    """Serve as a worker, or as several; how it stands at the end."""
    # Here, since a desk on a file needs none of it.
    from pbem import workers
    from pbem.workers import Adjudicator, MailReader, Sender
    from pbem.workers import Worker as SharedWorker

    poll = config.daemon.poll_seconds
    if args.once:
        reader = MailReader(desk, source_of(config), poll, once=True)
        sender = Sender(desk, sink_of(config), poll, once=True)
        pulse = reader.pulse = sender.pulse = Pulse(config.daemon.pulse_file)
        await workers.one_round(reader, Adjudicator(desk, poll), sender)
        pulse.beat(desk.clock.now())
        return pulse
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
    place = place_of(config) if args.role in (None, "sender") else None
    with _pages(desk, config, args.web):
        async with _alive(desk, pulse, config.daemon.metrics_port if args.role is None else 0) as stop:
            await _writable(desk, pulse, stop)
            publishing = asyncio.create_task(_keep_publishing(Publisher(desk, place), poll)) if place else None
            adjudicators = 0 if args.role else args.workers or 1
            await workers.serve(own, adjudicators, partial(_adjudicate, args.config), stop)
            if publishing is not None:
                publishing.cancel()
    return pulse


def _adjudicate(config: Path) -> int:
    """In a process of a crew: adjudicate until SIGTERM; the exit status."""
    return run(argparse.Namespace(config=config, once=False, workers=0, web=0, role="adjudicator"))


async def _serve(daemon: Daemon, config: Config, args: argparse.Namespace) -> None:
    if args.once:
        await _one_round(daemon)
        return
    log.info(
        "pbem %s serves %s; it looks for mail every %d s", __version__, config.database, config.daemon.poll_seconds
    )
    with _pages(daemon.desk, config, args.web):
        async with _alive(daemon.desk, daemon.pulse, config.daemon.metrics_port) as stop:
            await _writable(daemon.desk, daemon.pulse, stop)
            await daemon.serve(stop)
    log.info("stopped")


async def _writable(desk: Desk, pulse: Pulse, stop: asyncio.Event) -> None:
    """Wait until the database can be written: a daemon that was started while it cannot goes on when it can, as one that meets
    that later does."""
    backoff = Backoff(LONGEST_BACKOFF, desk.chance)
    while not stop.is_set():
        try:
            await asyncio.to_thread(ensure_house, desk)
        except SQLAlchemyError as fault:
            if not is_the_databases(fault):
                raise
            wait = backoff.longer()
            pulse.database = explained(fault)
            log.error("database: %s; tried again in %.0f s", pulse.database, wait)
            pulse.beat(desk.clock.now())
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), wait)
        else:
            pulse.database = ""
            return


@contextmanager
def _pages(desk: Desk, config: Config, port: int) -> Iterator[None]:
    """The published folder on loopback, while the daemon serves.  Raises OSError if the port is taken."""
    if not port:
        yield
        return
    from pbem.commands.pages_process import PagesProcess
    from pbem.publish.web import LOOPBACK, QUEUE, token_of

    folder = config.publish.folder or config.home / "www"
    token = token_of(config.publish.token_file)
    process = PagesProcess(port, folder, token, desk, config.desk.gm)
    shown = f"http://{LOOPBACK}:{port}"
    pages = f"{shown}/" if config.publish.folder else "none, as no folder is named under [publish] (docs/publishing.md)"
    print(
        f"pages: {pages}    queue: {shown}{QUEUE}?token=... (the token is in {config.publish.token_file})", flush=True
    )
    try:
        yield
    finally:
        process.close()


async def _keep_publishing(publisher: Publisher, seconds: float) -> None:
    """Publish what other processes have played, until it is cancelled."""
    while True:
        try:
            await asyncio.to_thread(publisher.publish)
        except (OSError, SQLAlchemyError) as fault:
            logging.getLogger("pbem.publish").warning("%s; tried again in %.0f s", explained(fault), seconds)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def _alive(desk: Desk, pulse: Pulse, metrics_port: int) -> AsyncIterator[asyncio.Event]:
    """Run the surroundings of all work: the event that a signal to stop sets, systemd's watchdog, the metrics."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    watchdog = asyncio.create_task(keep_watchdog(_since_round(pulse)))
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


def _since_round(pulse: Pulse) -> Callable[[], float]:
    """Return a function that gives the seconds since the last round was seen to have ended, or the first one began.

    The system's clock does not count: it jumps when a machine was asleep, and the daemon was not stuck.
    """
    rounds, since = pulse.rounds, monotonic()

    def seconds() -> float:
        nonlocal rounds, since
        if pulse.rounds != rounds:
            rounds, since = pulse.rounds, monotonic()
        return monotonic() - since

    return seconds
