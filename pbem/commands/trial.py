"""Try a desk out: its letters stay in folders, and its clock stands still until you move it on.

Called in an empty folder it makes such a desk. Open a game there with `pbem new`, and answer for its players. `pbem
trial +2d` moves the clock on by two days (`+90m`, `+36h`, `+1w`) and does what falls due on the way: deadlines,
reminders, the end of an absence. `pbem trial kate FILE` puts the words in FILE (`-`: what you type) into a letter with
which kate answers the last one she got. Each letter that the desk sends is shown with its time; all lie in `out/`.

A desk with real mail has no such clock: there this command changes nothing.

Exit statuses: 0 done; 1 something is wrong; 2 the command line is wrong.
"""

import argparse
import asyncio
import email
import email.policy
import mailbox
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid
from pathlib import Path

from pbem import logs
from pbem.command_line import WrongCommandLine, usage_error
from pbem.commands.desk_arguments import (
    CONFIG,
    AlreadyServed,
    add_config,
    desk_of,
    fault_text,
    only_one,
    read,
    sink_of,
    source_of,
)
from pbem.config import Config
from pbem.daemon import Daemon
from pbem.desk.desk import Desk, FileClock
from pbem.desk.games.open import ensure_house
from pbem.desk.gm.alarm import Pulse
from pbem.desk.incoming.reader import ReaderProcess
from pbem.desk.play.deadlines import next_look
from pbem.machine import IS_UNIX, NO_DESK
from pbem.mail.maildir import mailbox_name
from pbem.mail.ports import MailSink, Outcome
from pbem.reports import times
from pbem.store.secrets import write_private
from pbem.systems import registry

HOST = "trial.example"
SETTINGS = f"""# A desk on trial, made by pbem trial: nothing leaves this folder.
[desk]
host = "{HOST}"
name = "Trial desk"
gm = "gm@{HOST}"

[mail_in]
kind = "maildir"
path = "in"

[mail_out]
kind = "maildir"
path = "out"

[daemon]
clock = "trial.clock"
log_level = "WARNING"
"""
CLOCK = "trial.clock"
_BY = re.compile(r"\+(\d{1,5})([mhdw])")
UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
LONGEST_STEP, SHORTEST_STEP = timedelta(hours=6), timedelta(minutes=1)
"""The desk must see its clock move as one that is always at work would."""
MOST = timedelta(days=366)


class ShownSink:
    """A way out that shows each letter as it goes."""

    def __init__(self, sink: MailSink, now: Callable[[], datetime]) -> None:
        self._sink, self._now = sink, now

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        """Send a letter, and show it."""
        outcome = await self._sink.send(message, sender, recipient)
        subject = email.message_from_bytes(message, policy=email.policy.default).get("Subject", "")
        print(f"{times.stamp(self._now())}  to {recipient}: {subject}", flush=True)
        return outcome

    async def close(self) -> None:
        """Close it."""
        await self._sink.close()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``trial [+TIME | PLAYER FILE] --config FILE``."""
    text = "how far to move the clock: +90m, +36h, +2d, +1w; or the player who writes"
    parser.add_argument("what", nargs="?", default="", metavar="WHAT", help=text)
    parser.add_argument("file", nargs="?", default="", metavar="FILE", help="that player's words; - for what you type")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    by = _by(args)
    path: Path = args.config
    if not IS_UNIX:
        print(NO_DESK, file=sys.stderr)
        return 1
    if not path.exists():
        return _made(path) if not args.what else _no_desk(path)
    config = read(path)
    if config is None:
        return 1
    if config.daemon.clock is None:
        return _no_trial(path)
    desk = desk_of(config, makes_key=True)
    if desk is None:
        return 1
    logs.set_up(config.daemon.log_level, config.daemon.log_format)
    reads = ReaderProcess(registry.game)
    try:
        with only_one(config.database):
            ensure_house(desk)
            if by is None and args.what:
                _put_letter(config, args.what, args.file)
            asyncio.run(_moved(replace(desk, reads=reads), config, by or timedelta()))
        print(f"The desk's clock stands at {times.in_full(desk.clock.now())}.")
        return 0
    except (AlreadyServed, OSError) as fault:
        print(fault_text(fault), file=sys.stderr)
        return 1
    finally:
        reads.close()
        desk.store.close()


def _by(args: argparse.Namespace) -> timedelta | None:
    """The time by which to move the clock, or None.  Raises WrongCommandLine."""
    found = _BY.fullmatch(args.what)
    if found is None:
        if args.what[:1] in ("+", "-") or bool(args.what) is not bool(args.file):
            expected = "expected a time such as +90m, +36h, +2d or +1w, or a player and a file"
            raise WrongCommandLine(usage_error("pbem trial", [args.what], [f"{expected}; found {args.what!r}"]))
        return None
    by = timedelta(**{UNITS[found[2]]: int(found[1])})
    if args.file or by > MOST:
        expected = f"expected at most +{MOST.days}d, and nothing behind it"
        raise WrongCommandLine(usage_error("pbem trial", [args.what], [f"{expected}; found {args.what!r}"]))
    return by


def _no_desk(path: Path) -> int:
    print(f"{path}: expected a desk on trial; there is none.  Make one:   pbem trial", file=sys.stderr)
    return 1


def _no_trial(path: Path) -> int:
    print(
        f"{path}: expected a desk on trial, with a clock of its own; this one goes by the machine's clock, and was left "
        "alone.\nMake a desk on trial in a folder of its own:   pbem trial --config trial/config.toml",
        file=sys.stderr,
    )
    return 1


def _made(path: Path) -> int:
    folder = path.parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    FileClock(folder / CLOCK).set(datetime.now(UTC))
    write_private(path, SETTINGS.encode("ascii"))
    option = "" if path == CONFIG else f" --config {path}"
    print(
        f"made {path}, a desk on trial; its clock stands at {times.in_full(FileClock(folder / CLOCK).now())}.\n"
        "Next, a game, and what its players write:\n"
        f'  pbem new try-1 --game rosebud --player "us=Kate <kate@{HOST}>" --player "indian=Mo <mo@{HOST}>" --yes{option}\n'
        f"  pbem trial{option}             sends what is due; letters lie in {folder / 'out'}\n"
        f"  pbem trial kate -{option}      kate answers with what you type, up to Ctrl-D\n"
        f"  pbem trial +2d{option}         two days go by"
    )
    return 0


async def _moved(desk: Desk, config: Config, by: timedelta) -> None:
    """Make a round now and whenever something falls due until the clock has gone on by so much."""
    clock = desk.clock
    if not isinstance(clock, FileClock):
        raise TypeError("a desk on trial has a clock of its own")
    until = clock.now() + by
    sink = ShownSink(sink_of(config), clock.now)
    daemon = Daemon(desk, source_of(config), sink, once=True, pulse=Pulse(config.daemon.pulse_file))
    try:
        daemon.recover()
        await daemon.turn()
        while (now := clock.now()) < until:
            due = next_look(desk)
            step = LONGEST_STEP if due is None else max(due - now, SHORTEST_STEP)
            clock.set(min(now + min(step, LONGEST_STEP), until))
            await daemon.turn()
        daemon.pulse.beat(clock.now())
    finally:
        await daemon.source.close()
        await sink.close()


def _put_letter(config: Config, player: str, file: str) -> None:
    """Put a player's answer to the last letter that came for them into the desk's mailbox.  Raises OSError."""
    words = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    root = config.mail_out.path
    name = mailbox_name(player)
    letters = [one for sub in ("new", "cur") for one in (root / name / sub).glob("*")]
    if not letters:
        known = ", ".join(sorted(one.name for one in root.iterdir())) if root.is_dir() else ""
        raise OSError(f"{player}: expected somebody who got a letter ({known or 'nobody did yet'})")
    last = max(letters, key=lambda one: (one.stat().st_mtime_ns, one.name))
    asked = email.message_from_bytes(last.read_bytes(), policy=email.policy.default)
    answer = EmailMessage(policy=email.policy.SMTP)
    answer["From"] = str(asked["To"])
    answer["To"] = str(asked["Reply-To"] or asked["From"])
    answer["Subject"] = f"Re: {asked['Subject']}"
    answer["Date"] = format_datetime(FileClock(config.daemon.clock or Path(CLOCK)).now())
    answer["Message-ID"] = make_msgid(domain=HOST)
    answer["In-Reply-To"] = str(asked["Message-ID"])
    answer.set_content(words)
    box = mailbox.Maildir(config.mail_in.path, create=not os.path.isdir(config.mail_in.path / "new"))
    box.add(answer.as_bytes())
    box.close()
