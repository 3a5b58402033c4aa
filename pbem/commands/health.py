"""Check whether the daemon is running and healthy: when it last looked for mail, what is waiting, what is wrong.

On PostgreSQL also who shares the work, on whatever host.

It is not healthy either while letters are held or could not be sent, or addresses are stopped: those wait for the GM.

Exit statuses: 0 healthy; 1 not healthy, or the configuration is wrong; 2 the command line is wrong.
"""

import argparse
import json
import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.config import Config
from pbem.desk.desk import Desk
from pbem.desk.gm.alarm import ABOUT, last_pulse
from pbem.machine import denied
from pbem.reports import times
from pbem.store.leases import AtWork
from pbem.store.letters_out import UNSENT
from pbem.store.schema import NOT_SEEN_SECONDS

ROLES = ("reader", "adjudicator", "sender")
WAITING = {
    "letters_held": ("letter is held: pbem gm queue", "letters are held: pbem gm queue"),
    "letters_failed": ("letter could not be sent: pbem gm faults", "letters could not be sent: pbem gm faults"),
    "letters_held_back": (
        "letter waits for a template of yours: pbem templates check",
        "letters wait for a template of yours: pbem templates check",
    ),
    "addresses_stopped": (
        "address gets no mail any more: pbem gm queue",
        "addresses get no mail any more: pbem gm queue",
    ),
}
"""Things that wait for the GM, by the figure that counts them."""
LATE = timedelta(minutes=5)
"""The longest time without a round, a look at the mailbox or news before something is wrong."""


@dataclass(frozen=True)
class Health:
    """The result: figures, and everything that is wrong ("" for nothing)."""

    wrong: tuple[str, ...]
    figures: dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``health --config FILE [--json]``."""
    parser.add_argument("--json", action="store_true", help="one JSON object")
    add_config(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if config is None or desk is None:
        return 1
    try:
        found = health(desk, config)
    finally:
        desk.store.close()
    if args.json:
        print(json.dumps({"well": not found.wrong, "wrong": found.wrong, **found.figures}))
    else:
        for name, value in found.figures.items():
            print(f"{name.replace('_', ' '):<22} {value if value is not None else '-'}")
        print("\n".join(["", *(f"WRONG: {one}" for one in found.wrong)]) if found.wrong else "\nall is well")
    return 1 if found.wrong else 0


def health(desk: Desk, config: Config) -> Health:
    """Check the daemon's pulse and the database."""
    now = desk.clock.now()
    pulse_file = config.daemon.pulse_file
    closed = f"{pulse_file}: {denied(pulse_file)}" if pulse_file.exists() and not os.access(pulse_file, os.R_OK) else ""
    pulse = {} if closed else last_pulse(pulse_file) or {}
    with desk.store.read() as books:
        looked, unsent = books.watch.last(), books.overview.unsent()
        figures: dict[str, Any] = {
            "mailbox_last_read": times.stamp(looked) if looked is not None else None,
            "daemon_last_round": pulse.get("at"),
            "letters_to_read": books.letters_in.count("new"),
            "letters_held": books.letters_in.count("held"),
            "letters_to_send": sum(unsent.get(state, 0) for state in UNSENT),
            "letters_failed": unsent.get("failed", 0),
            "letters_held_back": unsent.get("held", 0),
            "addresses_stopped": len(books.addresses.stopped()),
            "games_held": sum(game.state == "held" for game in books.games.all()),
        }
        shared = books.workers.at_work(NOT_SEEN_SECONDS) if desk.store.listen_url else None
    late = timedelta(seconds=config.daemon.poll_seconds) + LATE
    waiting = [f"{count} {_of(count, *words)}" for name, words in WAITING.items() if (count := figures[name])]
    if shared is None:
        return Health((*_wrong(pulse, looked, now, late, closed=closed), *waiting), figures)
    counts = {role: sum(one.role == role for one in shared) for role in ROLES}
    figures |= {f"{role}s_at_work": count for role, count in counts.items()}
    wrong = _wrong(pulse, looked, now, late, shared, closed)
    wrong += [f"no {role} is at work, on any host" for role, count in counts.items() if not count]
    return Health((*wrong, *waiting), figures)


def _of(count: int, one: str, several: str) -> str:
    return one if count == 1 else several


def _wrong(
    pulse: dict[str, Any],
    looked: datetime | None,
    now: datetime,
    late: timedelta,
    shared: Sequence[AtWork] = (),
    closed: str = "",
) -> list[str]:
    wrong = []
    at = datetime.fromisoformat(pulse["at"]) if pulse.get("at") else None
    is_here = any(one.name.endswith(f" on {socket.gethostname()}") for one in shared)  # an adjudicator has no pulse
    if at is None and not is_here:
        wrong.append(closed or "no daemon has run with this configuration yet")
    elif at is not None and now - at > late:
        wrong.append(f"the daemon has finished no round for {times.left(now - at)}: it is not running, or it hangs")
    if looked is None or now - looked > late:
        since = f"for {times.left(now - looked)}" if looked is not None else "so far"
        wrong.append(f"the mailbox was not read {since}")
    for name, about in ABOUT.items():
        if pulse.get(name):
            wrong.append(f"{about}: {pulse[name]}")
    return wrong
