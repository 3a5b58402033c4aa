"""The live console: queue, games, letters, faults, players. It follows the daemon through the shared database.

Everything that changes something is done as the plain commands do it: its effect is shown, and confirmed.
"""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from pbem.desk.desk import Desk
from pbem.gm.plain import plain
from pbem.gm.screen import cut
from pbem.gm.state import State

EVERY = 1.0
"""Seconds between two queries of the database."""


def run_live(desk: Desk, console: Console, by: str) -> int:
    """Show the console until the GM quits; without a terminal, print the queue once."""
    state = State(desk, by)
    if not (sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal):
        for line in state.lines(console.width, 0):
            print(plain(cut(line.text, console.width)))
        print("The live console needs a terminal; plain commands:   pbem gm --help", file=sys.stderr)
        return 0
    with _keyboard(), Live(console=console, screen=True, auto_refresh=False) as live:
        while not state.is_left:
            live.update(drawn(state, console), refresh=True)
            for key in _keys():
                state.press(key)
    return 0


def drawn(state: State, console: Console) -> Group:
    """The screen as a rich renderable: plain ASCII, with styles if the terminal has them."""
    lines = state.lines(console.width, console.height)
    return Group(*(Text(cut(plain(one.text), console.width), style=one.style, no_wrap=True) for one in lines))


@contextmanager
def _keyboard() -> Iterator[None]:
    """Switch the terminal to single keys, and back at the end."""
    import termios
    import tty

    kept = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, kept)


ARROWS = {"[A": "up", "[B": "down", "[5": "pageup", "[6": "pagedown"}


def _keys() -> Iterator[str]:
    """The keys pressed within a second, perhaps none; then the screen is redrawn."""
    ready, _, _ = select.select([sys.stdin], [], [], EVERY)
    if not ready:
        return
    text = os.read(sys.stdin.fileno(), 256).decode("ascii", "ignore")
    if text.startswith("\x1b"):
        yield ARROWS.get(text[1:3], "escape")
        return
    for one in text:
        yield {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace"}.get(one, one)
