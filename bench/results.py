"""The one file of results: what was measured last of each goal, of growth, of a club's year, and when."""

import json
import os
import platform
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.frame import ROOT

OUT = ROOT / "bench" / "out.json"


def read(path: Path = OUT) -> dict[str, Any]:
    """All that is kept; empty where nothing was measured yet."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def keep(path: Path, part: str, found: Mapping[str, Any]) -> None:
    """Put results in the place of older ones of the same names in a part (``goals``, ``growth``, ``club``)."""
    kept = read(path)
    at, load = datetime.now(UTC).isoformat(timespec="minutes"), round(os.getloadavg()[2], 1)
    stamped = {name: {"at": at, "load": load, "cores": os.cpu_count(), "found": one} for name, one in found.items()}
    kept["where"] = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}"
    kept[part] = kept.get(part, {}) | stamped
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
