"""Files that come with a letter to a game in which players pass files on: a line of the letter names each, with its hash.

So the file is in the letter's digest, and in the record; its bytes stay in the letter, and go out with the next reports.
"""

import re
from collections.abc import Sequence
from typing import Any

from pbem.mail.files import SentFile, faults_of

_TYPED = re.compile(r"^(\s*)(?=file\s+\S+\s+(?:[0-9a-f]{64}\b|not taken:))", re.I | re.M)


def passes_files(dialect: Any) -> bool:
    """Whether players of a game pass files on: its dialect says so by `passes_files`."""
    return bool(getattr(dialect, "passes_files", False))


def with_file_lines(body: str, files: Sequence[SentFile]) -> str:
    """The letter's text below a line for each file; such a line that was typed is made words."""
    typed = _TYPED.sub(r"\1say: ", body)
    lines = [
        f"file {one.clean_name} not taken: {fault}"
        if fault
        else f"file {one.clean_name} {one.digest} {len(one.content)}"
        for one, fault in zip(files, faults_of(tuple(files)), strict=True)
    ]
    return "\n".join([*lines, typed])
