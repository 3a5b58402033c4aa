"""The game's one die.  A3.5."""

from collections.abc import Sequence
from typing import Any

from pbem.core.clause import rule
from pbem.core.umpire import Modifier, Roll, Umpire


@rule("NP-A3.5")
def roll_die(umpire: Umpire[Any], label: str, clause: str, mods: Sequence[Modifier] = ()) -> Roll:
    """A number from 1 to 6, all equally likely, whatever was rolled before."""
    return umpire.roll("1d6", label, clause, mods)
