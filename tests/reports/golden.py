"""Golden files: what a letter came out as when somebody last looked at it.

Those called ``model…`` are the examples that our letters follow; they are never renewed.  The others:
to renew them after looking: ``PBEM_RENEW=1 python -m pytest tests/reports``, then read the diff.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def check(name: str, text: str) -> None:
    """Compare `text` with ``golden/<name>.txt``, or write that file when PBEM_RENEW is set."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("PBEM_RENEW") and not name.startswith("model"):
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{path} is missing: PBEM_RENEW=1 writes it"
    assert text == path.read_text(encoding="utf-8")


def model(first: str, last: str) -> str:
    """The part of ``golden/model.txt``, the model report, from the line that begins with `first` to before `last`."""
    lines = (FOLDER / "model.txt").read_text(encoding="utf-8").split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith(first))
    end = next(n for n in range(start + 1, len(lines)) if lines[n].startswith(last))
    return "\n".join(lines[start:end]).rstrip("\n") + "\n"
