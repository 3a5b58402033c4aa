"""Mail through folders on disk (Maildir): for players with nothing, for tests, for a mail system that delivers to a folder.

The UIDs that a Maildir lacks are kept in one small file beside the letters, written whole and renamed into place.
"""

import asyncio
import json
import mailbox
import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pbem.mail.ports import (
    ONCE_MORE,
    Cursor,
    Fetched,
    HandedOver,
    MailTrouble,
    Outcome,
    TryLater,
    first_batch,
    validity_of,
)

_UIDS = "pbem-uids.json"
_PROCESSED = "Processed"


class MaildirSource:
    """A Maildir that letters are taken from; what is done moves to its subfolder `.Processed`.

    A letter arrived when its file was written; on a desk that is tried by another clock, at that clock's `now`.
    """

    def __init__(self, folder: Path, poll_seconds: float = 1.0, now: Callable[[], datetime] | None = None) -> None:
        self._now = now
        self.folder = Path(folder)
        self.name = f"maildir:{self.folder.name}"
        self._poll_seconds = poll_seconds

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        try:
            # The library makes the three of them only with the folder itself, and somebody may have made that by hand.
            for sub in ("tmp", "new", "cur"):
                (self.folder / sub).mkdir(mode=0o700, parents=True, exist_ok=True)
            files = self._files()
            uidvalidity, uidnext, uids = self._number(files)
            validity = validity_of(cursor, uidvalidity, uidnext)
            last = cursor.last_uid if cursor.uidvalidity == validity else 0
            return self._batch(validity, files, {uid: key for key, uid in uids.items() if uid > last})
        except (OSError, ValueError, KeyError) as fault:
            raise MailTrouble(f"The Maildir {self.folder} cannot be read: {fault}") from fault

    async def behind(self, cursor: Cursor, after: int = 0) -> Sequence[Fetched]:
        try:
            files = self._files() if self.folder.is_dir() else {}
            uidvalidity, _, uids = self._number(files) if files else (0, 0, {})
            if cursor.uidvalidity % ONCE_MORE != uidvalidity:
                return ()
            wanted = {uid: key for key, uid in uids.items() if after < uid <= cursor.last_uid}
            return self._batch(cursor.uidvalidity, files, wanted)
        except (OSError, ValueError, KeyError) as fault:
            raise MailTrouble(f"The Maildir {self.folder} cannot be read: {fault}") from fault

    def _batch(self, validity: int, files: dict[str, Path], wanted: dict[int, str]) -> Sequence[Fetched]:
        """As many of the letters `wanted`, by UID, as one fetch takes."""
        fetched: list[Fetched] = []
        for uid in first_batch([(uid, files[key].stat().st_size) for uid, key in wanted.items()]):
            path = files[wanted[uid]]
            arrived = self._now() if self._now else datetime.fromtimestamp(int(path.stat().st_mtime), UTC)
            fetched.append(Fetched(self.name, validity, uid, arrived, path.read_bytes()))
        return tuple(fetched)

    def _files(self) -> dict[str, Path]:
        """The files of letters, by unique name (what stands before `:2,` and the flags)."""
        found: dict[str, Path] = {}
        for sub in ("new", "cur"):
            for path in (self.folder / sub).iterdir():
                if not path.name.startswith("."):
                    found.setdefault(path.name.partition(":")[0], path)
        return found

    def _number(self, files: dict[str, Path]) -> tuple[int, int, dict[str, int]]:
        """UIDVALIDITY, the next UID, and a UID for each letter: those known keep theirs, new ones get the next by their time of
        arrival."""
        file = self.folder / _UIDS
        if file.exists():
            book = json.loads(file.read_text("utf-8"))
        else:
            book = {"uidvalidity": max(1, int(self.folder.stat().st_mtime)), "next": 1, "uids": {}}
        known: dict[str, int] = book["uids"]
        fresh = sorted((path.stat().st_mtime_ns, key) for key, path in files.items() if key not in known)
        if fresh or not file.exists() or any(key not in files for key in known):
            uids = {key: uid for key, uid in known.items() if key in files}
            for number, (_, key) in enumerate(fresh, book["next"]):
                uids[key] = number
            book = {"uidvalidity": book["uidvalidity"], "next": book["next"] + len(fresh), "uids": uids}
            _write_whole(file, json.dumps(book))
        return int(book["uidvalidity"]), int(book["next"]), {str(key): int(uid) for key, uid in book["uids"].items()}

    async def done(self, uids: Sequence[int]) -> None:
        try:
            box = mailbox.Maildir(self.folder, create=True)
            box.add_folder(_PROCESSED).close()
            box.close()
            files = self._files()
            _, _, numbers = self._number(files)
            wanted = set(uids)
            for key, uid in numbers.items():
                if uid in wanted:
                    files[key].rename(self.folder / f".{_PROCESSED}" / "cur" / files[key].name)
        except (OSError, ValueError, KeyError) as fault:
            raise MailTrouble(f"The Maildir {self.folder} cannot be changed: {fault}") from fault

    async def wait(self, seconds: float) -> bool:
        before = self._newest()
        left = seconds
        while left > 0:
            await asyncio.sleep(min(self._poll_seconds, left))
            left -= self._poll_seconds
            if self._newest() != before:
                return True
        return False

    async def space(self) -> float:
        """A folder is as large as its disk, which `pbem doctor` looks at."""
        return 0.0

    def _newest(self) -> tuple[str, ...]:
        new = self.folder / "new"
        return tuple(sorted(entry.name for entry in new.iterdir())) if new.is_dir() else ()

    async def close(self) -> None:
        """Nothing is held open."""


class MaildirSink:
    """Puts each letter into a Maildir under `root`: one for each recipient, named by the address without its `+` part."""

    def __init__(self, root: Path) -> None:
        self.root = Path(root)

    async def send(self, message: bytes, sender: str, recipient: str) -> Outcome:
        folder = self.root / mailbox_name(recipient)
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            box = mailbox.Maildir(folder, create=True)
            key = box.add(message)
            box.close()
        except OSError as fault:
            return TryLater(0, f"The Maildir {folder} cannot be written: {fault}")
        return HandedOver(f"250 kept as {key}")

    async def close(self) -> None:
        """Nothing is held open."""


def mailbox_name(address: str) -> str:
    """The mailbox of an address: its local part without what follows a `+`, safe as a file's name."""
    local = address.partition("@")[0].partition("+")[0].lower()
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in local) or "_"


def _write_whole(file: Path, text: str) -> None:
    beside = file.with_suffix(".tmp")
    with beside.open("w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    beside.rename(file)
