"""The regular expressions that a command compiles, kept for its next start (`core.expression`)."""

import _sre  # type: ignore[import-not-found]
import marshal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem import resources
from pbem.core import expression


@contextmanager
def kept_as(name: str) -> Iterator[None]:
    """Take what earlier starts have kept under a name, and keep what is compiled meanwhile."""
    file = resources.kept(f"{name}.expressions")
    before = _kept(file)
    expression.KEPT.update(before)
    begun = len(expression.COMPILED)
    try:
        yield
    finally:
        new = expression.COMPILED[begun:]
        if new and file is not None:
            found = {key: parts for key in new if (parts := expression.parts_of(*key)) is not None}
            resources.keep(file, marshal.dumps((_python(), before | found)))


def _python() -> tuple[str, int]:
    """What is compiled counts for the same Python alone."""
    return sys.version, _sre.MAGIC


def _kept(file: Path | None) -> dict[tuple[str, int], expression.Parts]:
    if file is None:
        return {}
    try:
        python, found = marshal.loads(file.read_bytes())
        return dict(found) if python == _python() else {}
    except (OSError, EOFError, ValueError, TypeError):
        return {}
