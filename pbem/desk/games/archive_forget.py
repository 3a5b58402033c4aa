"""Taking a person's address out of archived games: their letters go, the signed record holds no address and stays."""

import os
import re
from pathlib import Path

LETTERS = ("*.mbox", "*.json")
_FROM = re.compile(rb"(?m)^(?=From [^\n]*\n(?=[!-9;-~]{1,100}:))")
_ADDRESS_HEADERS = re.compile(rb"(?im)^(?:from|to|cc|reply-to|delivered-to|return-path):[^\n]*(?:\n[ \t][^\n]*)*")
REMOVED = b"(removed)"


def holding(folders: list[Path], address: str) -> list[tuple[Path, int]]:
    """The files of these archives that hold an address, each with the number of its lines that do."""
    pattern = re.compile(re.escape(address.encode("utf-8", "replace")), re.IGNORECASE)
    found = []
    for folder in folders:
        for path in sorted(one for kind in LETTERS for one in folder.glob(kind)):
            count = sum(bool(pattern.search(line)) for line in path.read_bytes().splitlines())
            if count:
                found.append((path, count))
    return found


def take_out(path: Path, address: str) -> int:
    """Take an address out of a file: letters from it and to it lose their words, in others it is replaced.  How many letters.

    The file is written again beside the old one, and takes its place when it is on the disk.
    """
    pattern = re.compile(re.escape(address.encode("utf-8", "replace")), re.IGNORECASE)
    data, emptied = path.read_bytes(), 0
    pieces = []
    for letter in _FROM.split(data) if path.suffix == ".mbox" else [data]:
        head, blank, _ = letter.partition(b"\n\n")
        if blank and path.suffix == ".mbox" and any(pattern.search(one) for one in _ADDRESS_HEADERS.findall(head)):
            kept = [line for line in head.split(b"\n") if line.startswith((b"From ", b"Date:", b"Message-ID:"))]
            letter, emptied = b"\n".join([*kept, b"Subject: " + REMOVED, b"", b"", b""]), emptied + 1
        pieces.append(pattern.sub(REMOVED, letter))
    beside = path.with_name(f".{path.name}.new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(b"".join(pieces))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    return emptied
