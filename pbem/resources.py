"""Finds ``grammar/``, ``scenarios/`` and ``templates/``: in the checkout first, else in the wheel."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def path(name: str) -> Path:
    """Where a resource such as ``grammar/orders.lark`` lies.  Raises FileNotFoundError."""
    for root in (PACKAGE.parent, PACKAGE / "_data"):
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"expected {name} beside the package or in {PACKAGE / '_data'}, found neither")


def text(name: str) -> str:
    """The text of a resource.  Raises FileNotFoundError."""
    return path(name).read_text(encoding="utf-8")
