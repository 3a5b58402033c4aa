"""Files of a folder that a web server shows: each is replaced in one piece, and only where it has changed."""

import os
import tempfile
from pathlib import Path


def write(file: Path, content: bytes) -> bool:
    """Write a file so that nobody ever reads half of it; whether it has changed.  Raises OSError."""
    if file.is_file() and file.read_bytes() == content:
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".pbem-", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            os.fchmod(new.fileno(), 0o644)
        os.replace(name, file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def clear(folder: Path, keep: frozenset[str]) -> None:
    """Remove files that a killed process left half written, and the folders of games that are not shown any more.

    A game's folder is known by its `feed.xml` and `calendar.ics`; nothing else in the folder is touched.
    """
    if not folder.is_dir():
        return
    for file in folder.rglob(".pbem-*"):
        file.unlink(missing_ok=True)
    for one in sorted(folder.iterdir()):
        is_game = (one / "feed.xml").is_file() and (one / "calendar.ics").is_file()
        if is_game and one.name not in keep:
            for name in ("index.html", "record.html", "feed.xml", "calendar.ics"):
                (one / name).unlink(missing_ok=True)
            if not any(one.iterdir()):
                one.rmdir()
