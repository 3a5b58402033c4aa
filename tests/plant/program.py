"""`python -m tests.plant.program COMMAND ...`: pbem as it is shipped, with the skirmish for its only game.

`run` is the same in a process that a fork server hands out: it need not import everything again, which takes two seconds.
Letters are then read in the daemon's own process, since another one would.
"""

import os
import sys

from pbem import cli, crash_points
from pbem.commands import serve
from pbem.commands.gm_desk import gm
from pbem.desk.incoming.reader import InProcess
from pbem.systems import registry
from tests.desk.table import titles

__all__ = ["gm", "run"]


class Here(InProcess):
    """Reads in this process; there is nothing to end."""

    def close(self) -> None:
        """Nothing is held open."""


def run(words: list[str], crash_at: str, log: str) -> None:
    """One command of the program, its words to the end of the file `log`."""
    to = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(to, 1)
    os.dup2(to, 2)
    crash_points.arm(crash_at)
    serve.ReaderProcess = Here  # type: ignore[assignment,misc]
    registry.game = titles
    sys.exit(cli.main(words))


if __name__ == "__main__":
    registry.game = titles
    sys.exit(cli.main())
