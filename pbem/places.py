"""Where a desk's files are: what a command takes from the configuration that must be there at once.

`config` reads the whole configuration and explains what is wrong with it, for which it imports pydantic.
"""

import os
import tomllib
from base64 import urlsafe_b64decode
from pathlib import Path
from typing import Any, NamedTuple

CONFIG = Path("config.toml")
DATABASE, KEY_FILE, PULSE_FILE = "pbem.db", "pbem.key", "pbem.pulse"
STORE_KEYS = {"database", "key_file"}
"""All keys of the table ``[store]``: whoever mistyped one must hear of it and not see another database."""
SERVERS = ("postgresql", "postgres")
KEY_BYTES = 32


class Places(NamedTuple):
    """The SQLite file or the URL of the PostgreSQL; the file with the daemon's pulse."""

    database: Path | str
    pulse_file: Path


def places(config: Path) -> Places | None:
    """What a configuration says, None where it isn't plain: then `config.read_config` says why, or puts it right."""
    try:
        data = tomllib.loads(config.read_text(encoding="utf-8"))
        store, daemon = (_table(data, name) for name in ("store", "daemon"))
        database, key_file = store.get("database", DATABASE), store.get("key_file", KEY_FILE)
        pulse_file = daemon.get("pulse_file", PULSE_FILE)
        if (
            os.stat(config).st_mode & 0o022
            or not store.keys() <= STORE_KEYS
            or not all((database, key_file, pulse_file))
            or "clock" in daemon
        ):
            return None
        home = config.parent
        if not _is_key(home / key_file):
            return None
        return Places(database if _is_server(database) else home / database, home / pulse_file)
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def _table(data: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = data.get(name, {})
    return found


def _is_server(database: str) -> bool:
    """Whether it is the URL of a server.  Raises ValueError for one of another kind, or one with a password in it."""
    kind, scheme, rest = database.partition("://")
    if scheme and (kind not in SERVERS or ":" in rest.rpartition("@")[0]):
        raise ValueError(database)
    return bool(scheme)


def _is_key(path: Path) -> bool:
    """Whether a key file holds a key that its owner alone can read.  Nothing is opened with it."""
    is_private = path.stat().st_mode & 0o077 == 0
    return is_private and len(urlsafe_b64decode(path.read_bytes().strip())) == KEY_BYTES
