"""An incident from the command line: shown, confirmed, done."""

import argparse
import getpass
import os
import shlex
import sys

from pbem.campaign.desk import Desk
from pbem.campaign.incidents.catalogue import made
from pbem.campaign.incidents.incident import Incident
from pbem.campaign.incidents.perform import Shown, perform, show
from pbem.gm.plain import ascii_lines
from pbem.gm.shown import effect_lines
from pbem.reports.wrap import ascii_text


def run(desk: Desk, kind: type[Incident], args: argparse.Namespace) -> int:
    """Show an incident, have it confirmed, and do it; the exit status."""
    incident = made(kind, _words(kind, args))
    by = who()
    # A terminal whose encoding cannot take what was typed hands it on in bits.
    args.reason = os.fsencode(args.reason).decode("utf-8", "replace")
    shown = show(desk, incident, by, args.reason)
    if not args.yes or not args.seen:
        _print(effect_lines(shown, typed=True))
    if not args.yes and not _confirmed(shown, args):
        return 1
    done = perform(desk, incident, by, args.reason, args.seen or shown.mark)
    _print(done.lines)
    if done.advance:
        with desk.store.read() as books:
            game = books.games.get(done.advance)
            if game.state == "held":
                print(f"{done.advance} is held: {game.hold}", file=sys.stderr)
                return 1
    return 0


def _words(kind: type[Incident], args: argparse.Namespace) -> list[str]:
    found: list[str] = []
    for word in kind.WORDS:
        value = getattr(args, word.name)
        if value is None:
            break
        found += value if isinstance(value, list) else [str(value)]
    return found


def who() -> str:
    """Who sits at the terminal, for the GMs' log."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "console"


def _confirmed(shown: Shown, args: argparse.Namespace) -> bool:
    """Whether the one at the terminal says yes; without a terminal nothing is done, and he is told how it is."""
    if not sys.stdin.isatty():
        reason = f" --reason {shlex.quote(ascii_text(args.reason))}" if args.reason else ""
        print("Nothing is done yet.  To do it:", file=sys.stderr)
        print(f"  pbem gm {shown.line}{reason} --yes --seen {shown.mark}", file=sys.stderr)
        return False
    word = shown.game or "yes"
    signs = "sign and publish" if shown.effect.signed else "do it"
    try:
        said = input(f"{signs}?  type {word} to confirm: ")
    except EOFError:
        said = ""
    if said.strip() != word:
        print("Nothing was done.", file=sys.stderr)
        return False
    return True


def _print(lines: tuple[str, ...] | list[str]) -> None:
    for line in ascii_lines(lines):
        print(line)
