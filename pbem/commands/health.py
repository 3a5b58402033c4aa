"""Check whether the daemon is running and healthy: when it last looked for mail, what is waiting, what is wrong.

Exit statuses: 0 healthy; 1 not healthy, or the configuration is wrong; 2 the command line is wrong.
"""

import argparse
import json
from datetime import datetime, timedelta
from typing import Any

from pbem.campaign.desk import Desk
from pbem.campaign.pulse import ABOUT, last_pulse
from pbem.commands.config_argument import add_config
from pbem.commands.desk_arguments import desk_of, read
from pbem.config import Config
from pbem.core.frozen import dataclass
from pbem.reports import times

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
    pulse = last_pulse(config.daemon.pulse_file) or {}
    with desk.store.read() as books:
        looked = books.watch.last()
        figures: dict[str, Any] = {
            "mailbox_last_read": times.stamp(looked) if looked is not None else None,
            "daemon_last_round": pulse.get("at"),
            "letters_to_read": books.letters_in.count("new"),
            "letters_held": books.letters_in.count("held"),
            "letters_to_send": books.letters_out.count("new", "sending", "later", "maybe"),
            "letters_failed": books.letters_out.count("failed"),
            "addresses_stopped": len(books.addresses.stopped()),
            "games_held": sum(game.state == "held" for game in books.games.all()),
        }
    return Health(tuple(_wrong(pulse, looked, now, timedelta(seconds=config.daemon.poll_seconds) + LATE)), figures)


def _wrong(pulse: dict[str, Any], looked: datetime | None, now: datetime, late: timedelta) -> list[str]:
    wrong = []
    at = datetime.fromisoformat(pulse["at"]) if pulse.get("at") else None
    if at is None:
        wrong.append("no daemon has run with this configuration yet")
    elif now - at > late:
        wrong.append(f"the daemon has finished no round for {times.left(now - at)}: it is not running, or it hangs")
    if looked is None or now - looked > late:
        since = f"for {times.left(now - looked)}" if looked is not None else "so far"
        wrong.append(f"the mailbox was not read {since}")
    for name, about in ABOUT.items():
        if pulse.get(name):
            wrong.append(f"{about}: {pulse[name]}")
    return wrong
