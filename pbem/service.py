"""Notifications to systemd (sd_notify): that it serves, how it stands, and that it still lives."""

import asyncio
import os
import socket
from collections.abc import Callable

STUCK_AFTER = 1200.0
"""Seconds without the end of a round after which the watchdog is no longer told that all is well.

No wait of a round is longer than nine minutes; five thousand letters at once are read in less than ten."""


def notify(*words: str) -> bool:
    """Send `READY=1`, `STATUS=...` and the like to whoever started us; False if nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        try:
            line.connect("\0" + address[1:] if address.startswith("@") else address)
            line.sendall("\n".join(words).encode())
        except OSError:
            return False
    return True


def watchdog_seconds() -> float:
    """The interval in seconds at which systemd wants to hear of us (`WatchdogSec`); 0 where it does not ask."""
    asked = os.environ.get("WATCHDOG_USEC", "")
    of = os.environ.get("WATCHDOG_PID", "")
    if not asked.isdigit() or (of and of != str(os.getpid())):
        return 0.0
    return int(asked) / 1_000_000


async def keep_watchdog(seconds_since_round: Callable[[], float]) -> None:
    """Tell the watchdog that we live, for as long as rounds come to an end."""
    every = watchdog_seconds() / 3
    while every:
        if seconds_since_round() < STUCK_AFTER:
            notify("WATCHDOG=1")
        await asyncio.sleep(every)
