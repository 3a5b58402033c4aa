"""Files that players send each other: known by their first bytes and ending, never opened, converted or run.

Of a zip the names and sizes of its entries are read (APPNOTE 4.3.12, the central directory); nothing in it is unpacked.
"""

import hashlib
import io
import re
import zipfile
from dataclasses import dataclass

MOST_FILES, MOST_BYTES = 8, 10_000_000
"""Files of a letter, and their bytes together."""
MOST_UNPACKED = 64_000_000
MOST_ENTRIES = 20
LONGEST_NAME = 60
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
"""How files begin, by their endings."""
TAKEN = "VASSAL's .vsav and .vlog, Cyberboard's .gam and .gbx, .png, .jpg, .pdf and .txt"


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file that came with a letter: its name as it was given, and its bytes."""

    name: str
    content: bytes

    @property
    def digest(self) -> str:
        """SHA-256 of its bytes, in hex."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def clean_name(self) -> str:
        """Its name without folders, blanks and odd characters, at most 60 long, with its ending."""
        base = re.split(r"[\\/]", self.name)[-1]
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", base).strip(".-") or "file"
        stem, dot, ending = plain.rpartition(".")
        return f"{stem[: LONGEST_NAME - len(ending) - 1]}.{ending}" if dot and len(ending) < 9 else plain[:LONGEST_NAME]

    @property
    def ending(self) -> str:
        """The ending of its name in small letters, "" for none."""
        return self.clean_name.rpartition(".")[2].lower() if "." in self.clean_name else ""


def fault_of(file: SentFile) -> str:
    """Why a file is not taken: kind, size or content; "" if it is."""
    size = len(file.content)
    if not size:
        return "it is empty"
    if size > MOST_BYTES:
        return f"it has {size:,} bytes; at most {MOST_BYTES:,} are taken"
    if file.ending == "txt":
        return (
            "" if b"\0" not in file.content and not file.content.startswith((b"MZ", b"PK\x03\x04")) else "it is no text"
        )
    starts = STARTS.get(file.ending)
    if starts is None:
        ending = f".{file.ending}" if file.ending else "without an ending"
        return f"files {ending} are not taken; taken are {TAKEN}"
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
        return f"it would unpack to {unpacked:,} bytes; at most {MOST_UNPACKED:,} are taken"
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
