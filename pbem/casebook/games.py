"""Which games the casebook knows, each with its casework."""

from pathlib import Path
from typing import Any

from pbem import resources
from pbem.casebook.casework import Casework
from pbem.systems import registry


def casework(title: str) -> Casework[Any]:
    """The casework of a game by its title.  Raises KeyError with the known titles for another."""
    found: Casework[Any] = registry.game(title).casework
    return found


def own_cases() -> Path:
    """The folder of the project's own cases: ``tests/cases`` of the checkout, else what the wheel brought."""
    checkout = resources.root() / "tests" / "cases"
    return checkout if checkout.is_dir() else resources.root() / "cases"
