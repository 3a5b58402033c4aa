"""Files that come with a letter to a game in which players pass files on: a line of the letter names each, with its hash.

So the file is in the letter's digest, and in the record; its bytes stay in the letter, and go out with the next reports.  Files
are known by their first bytes and ending, and never opened, converted or run: of a zip the names and sizes of its entries are
read (APPNOTE 4.3.12, the central directory), and nothing in it is unpacked.
"""

import io
import re
import subprocess
import zipfile
from collections.abc import Sequence
from typing import Any

from pbem.mail.letter import SentFile

MOST_FILES, MOST_BYTES = 8, 10_000_000
"""Files of a letter, and their bytes together."""
MOST_UNPACKED = 64_000_000
MOST_ENTRIES = 20
VASSAL_ENTRIES = frozenset(("savedgame", "savedata", "moduledata"))
STARTS: dict[str, tuple[bytes, ...]] = {
    "png": (b"\x89PNG\r\n\x1a\n",),
    "jpg": (b"\xff\xd8\xff",),
    "jpeg": (b"\xff\xd8\xff",),
    "pdf": (b"%PDF-",),
    "gam": (b"GAME",),
    "gbx": (b"GBOX",),
    "vsav": (b"PK\x03\x04",),
    "vlog": (b"PK\x03\x04",),
}
"""The first bytes of files, by their endings."""
TAKEN = "VASSAL's .vsav and .vlog, Cyberboard's .gam and .gbx, .png, .jpg, .pdf and .txt"
_TYPED = re.compile(r"^([^\S\n]*)(?=file\s+\S+\s+(?:[0-9a-f]{64}\b|not taken:))", re.I | re.M)


def passes_files(dialect: Any) -> bool:
    """True if players of a game pass files on: its dialect says so by `passes_files`."""
    return bool(getattr(dialect, "passes_files", False))


def without_file_lines(body: str) -> str:
    """The letter's text, in which a line of a file that was typed is made words."""
    return _TYPED.sub(r"\1say: ", body)


def file_lines(files: Sequence[SentFile]) -> tuple[str, ...]:
    """The lines of files, which are put above what their letter says: never compared with ours, since the same file may come
    again."""
    return tuple(
        f"file {one.clean_name} not taken: {fault}"
        if fault
        else f"file {one.clean_name} {one.digest} {len(one.content)}"
        for one, fault in zip(files, faults_of(tuple(files)), strict=True)
    )


SCANNED = "scan"
"""The check of a letter whose files the house's own scanner did not let through.  A replay leaves such letters out, since a
scanner may judge otherwise on another day."""


class NotScanned(Exception):
    """The scanner ended otherwise than with 0 or 1, or not at all: how."""


def scanned(command: Sequence[str], files: Sequence[SentFile], seconds: float) -> str:
    """Why files are not passed on, by the house's own scanner; "" if they are all clean.  Raises NotScanned."""
    for one in files if command else ():
        try:
            done = subprocess.run(command, input=one.content, capture_output=True, timeout=seconds, check=False)
        except (OSError, subprocess.SubprocessError) as fault:
            raise NotScanned(f"{command[0]}: {type(fault).__name__}") from None
        if done.returncode == 1:
            return f"The scanner of this desk does not let your file {one.clean_name} through, so nothing of the letter counts."
        if done.returncode:
            raise NotScanned(f"{command[0]} ended with {done.returncode}")
    return ""


def fault_of(file: SentFile) -> str:
    """Why a file is not taken: kind, size or content; "" if it is."""
    size = len(file.content)
    if not size:
        return "it is empty"
    if size > MOST_BYTES:
        return f"it has {size:,} bytes; at most {MOST_BYTES:,} are accepted"
    if file.ending == "txt":
        return (
            ""
            if b"\0" not in file.content and not file.content.startswith((b"MZ", b"PK\x03\x04"))
            else "it is not text"
        )
    starts = STARTS.get(file.ending)
    if starts is None:
        ending = f".{file.ending}" if file.ending else "without an ending"
        return f"files {ending} are not accepted; we accept {TAKEN}"
    if not file.content.startswith(starts):
        return f"it does not begin as a .{file.ending} does"
    return _fault_of_zip(file.content) if starts[0].startswith(b"PK") else ""


def _fault_of_zip(content: bytes) -> str:
    """Why a zip is no saved game or logfile of VASSAL, by the names and sizes of its entries."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as one:
            entries = one.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, RecursionError):
        return "it is a damaged zip"
    if not entries or len(entries) > MOST_ENTRIES:
        return f"it is a zip of {len(entries)} entries, and no saved game of VASSAL"
    odd = [entry.filename for entry in entries if entry.filename.lower() not in VASSAL_ENTRIES]
    if odd:
        name = re.sub(r"[^ -~]", "?", odd[0])[:40]
        return f"it is a zip with the entry {name!r}, and no saved game of VASSAL"
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MOST_UNPACKED:
        return f"it would unpack to {unpacked:,} bytes; at most {MOST_UNPACKED:,} are accepted"
    return ""


def faults_of(files: tuple[SentFile, ...]) -> tuple[str, ...]:
    """Why each of a letter's files is not taken, "" for one that is."""
    room, found = MOST_BYTES, []
    for n, one in enumerate(files, 1):
        fault = fault_of(one) or (f"a letter brings at most {MOST_FILES} files" if n > MOST_FILES else "")
        if not fault and len(one.content) > room:
            fault = f"the files of a letter have at most {MOST_BYTES:,} bytes together"
        room -= 0 if fault else len(one.content)
        found.append(fault)
    return tuple(found)
