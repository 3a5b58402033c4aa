"""Facts of the machine that a desk runs on: whose its files are, which hosts are this machine, and what it lacks.

Windows has no `fcntl`, no users by number and no modes of files: the tools of players work there, a desk does not.
"""

import ipaddress
import os
import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

IS_UNIX = find_spec("fcntl") is not None
NO_DESK = (
    "A desk needs Linux, macOS or another Unix: expected the module fcntl, found none.\nOn Windows run pbem in WSL (wsl "
    "--install, then as on Linux) or in a container.\nWhat players use works here: verify, "
    "witness, orders check, what-if."
)
"""The message where a desk cannot run on this machine."""
_HOST = re.compile(r"[^\s/@:\x00-\x1f]{1,253}")


def is_host(name: str) -> bool:
    """True if it can be the name or the address of a host: no URL, no port behind it, no blank."""
    return _HOST.fullmatch(name) is not None or _address(name) is not None


def is_this_machine(host: str) -> bool:
    """True if what is sent to this host stays on this machine, whatever a name server says."""
    address = _address(host)
    return host.lower().rstrip(".") == "localhost" if address is None else address.is_loopback


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    with suppress(ValueError):
        return ipaddress.ip_address(host)
    return None


def others_may(mode: int, bits: int) -> bool:
    """True if a file's mode gives others any of these bits; where files have no modes nobody can tell."""
    return IS_UNIX and mode & bits != 0


def lock_file(file: IO[Any], *, waits: bool) -> None:
    """Lock a file that is open until it is closed, however the process ends.

    Raises BlockingIOError if another process has it and this one does not wait, OSError.
    """
    if IS_UNIX:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    else:
        import msvcrt

        # Its stubs are there for Windows alone.
        locking: Any = msvcrt
        locking.locking(file.fileno(), locking.LK_LOCK if waits else locking.LK_NBLCK, 1)


def user_name(number: int | None = None) -> str:
    """The name of a user, as far as the machine knows one; without a number that of whoever runs the program."""
    if not IS_UNIX:
        return "this user"
    import pwd  # rarely needed

    number = os.geteuid() if number is None else number
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"


def denied(path: Path) -> str:
    """Why this user may not read or write a file or make it in its folder, in words that follow the file's name."""
    with suppress(OSError, AttributeError):  # AttributeError: a machine without users by number
        there = path if path.exists() else path.parent
        owner = os.stat(there).st_uid
        if owner != os.geteuid():
            whose, who = user_name(owner), user_name()
            where = "it belongs" if there == path else f"its folder {there} belongs"
            instead = f"Run the command as {whose}, or as root:" if owner else "As root:"
            return f"{where} to {whose}, and this is {who}.  {instead}   chown {who} {there}"
        if there == path and not os.access(there, os.R_OK | os.W_OK):
            return f"its owner may not read and write it.  Run:   chmod u+rw {there}"
    return "this user may not open it"
