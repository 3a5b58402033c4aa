"""Show what the desk reads in a letter: the player's own words, and what it leaves out and why.

Exit statuses: 0 shown; 2 a file cannot be read, or the command line is wrong.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from pbem.core.sanitize import visible_line
from pbem.mail.letter import Letter, read_letter
from pbem.mail.mime import LIMITS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", type=Path, help="a letter as it came (.eml), or a folder of such files"
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object per letter: file, kind, words, cut and what else was read"
    )


def run(args: argparse.Namespace) -> int:
    """Read each letter and show it: 0; 2 if a path cannot be read, after the others were shown."""
    status = 0
    for path in args.paths:
        if not path.exists():
            print(f"pbem letter: {path}: there is no such file or folder", file=sys.stderr)
            status = 2
            continue
        for file in _files(path):
            try:
                with file.open("rb") as letter:
                    raw = letter.read(8 * LIMITS.letter)
            except OSError as fault:
                print(f"pbem letter: {file}: {fault.strerror}", file=sys.stderr)
                status = 2
                continue
            _show(file, read_letter(raw), as_json=args.json)
    return status


def _files(path: Path) -> Iterator[Path]:
    if path.is_dir():
        yield from sorted(file for file in path.rglob("*") if file.is_file() and not file.name.startswith("."))
    else:
        yield path


def _show(file: Path, letter: Letter, as_json: bool) -> None:
    if as_json:
        facts = {
            "file": str(file),
            "kind": letter.kind,
            "words": letter.words,
            "cut": [{"what": what, "why": why} for what, why in letter.cut],
            "from": letter.from_,
            "to": list(letter.to),
            "subject": letter.subject,
            "message_id": letter.message_id,
            "attachments": [attachment.name for attachment in letter.attachments],
            "findings": list(letter.findings),
        }
        print(json.dumps(facts, ensure_ascii=True))
        return
    print(f"{_visible(str(file))}: {letter.kind}")
    for finding in letter.findings:
        print(f"  ! {_visible(finding)}")
    for line in letter.words.split("\n") if letter.words else ():
        print(f"  | {_visible(line)}")
    for what, why in letter.cut:
        lines = what.split("\n")
        print(
            f"  - {why}: {len(lines)} line{'s' if len(lines) != 1 else ''}, the first: {_visible(lines[0].strip()[:60])}"
        )


def _visible(text: str) -> str:
    """A stranger's text on our terminal: nothing but ASCII, no control characters."""
    return visible_line(text.replace("\t", "    ")).encode("ascii", "backslashreplace").decode("ascii")
