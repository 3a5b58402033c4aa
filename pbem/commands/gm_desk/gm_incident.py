"""An incident from the command line: shown, confirmed, done."""

import argparse
import getpass
import os
import shlex
import sys
from collections.abc import Sequence

from pbem.core.sanitize import is_number
from pbem.desk.desk import Desk
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.catalogue import EVERY, LETTERS, MANY, each, made
from pbem.desk.gm.incidents.incident import Done, Incident, IncidentPreview, perform, show
from pbem.gm.screen import ascii_lines, effect_lines, wrapped
from pbem.reports.wrap import ascii_text


def run(desk: Desk, kind: type[Incident], args: argparse.Namespace) -> int:
    """Show an incident, have it confirmed, and do it; the exit status."""
    by = who()
    # A terminal whose encoding cannot take what was typed hands it on in bits.
    args.reason = os.fsencode(args.reason).decode("utf-8", "replace")
    if kind.NAME in MANY or kind.NAME in LETTERS:
        with desk.store.read() as books:
            found = each(books, kind, args.words)
        if len(found) > 1 or EVERY in args.words:
            return _run_many(desk, found, args, by)
        incident = found[0]
    else:
        incident = made(kind, _words(kind, args))
    shown = show(desk, incident, by, args.reason)
    if not args.yes or not args.seen:
        _print(effect_lines(shown, typed=True))
    if not args.yes and not _confirmed(shown, args):
        return 1
    done = perform(desk, incident, by, args.reason, args.seen or shown.mark)
    _print(done.lines)
    return 1 if _is_held_again(desk, done) else 0


def _is_held_again(desk: Desk, done: Done) -> bool:
    """True if the game that was to go on is held; it is told why."""
    if not done.advance:
        return False
    with desk.store.read() as books:
        game = books.games.get(done.advance)
        if game.state != "held":
            return False
        print(f"{done.advance} is held: {game.hold}", file=sys.stderr)
    return True


def _run_many(desk: Desk, incidents: Sequence[Incident], args: argparse.Namespace, by: str) -> int:
    """The same incident for many games or letters: all are shown, one word confirms them, each is done by itself.

    The exit status is 1 where one of them could not be done; the others are done all the same.
    """
    if args.seen:
        print("--seen: expected one game, since each has a mark of its own; found several", file=sys.stderr)
        return 1
    can: list[tuple[Incident, IncidentPreview]] = []
    for one in incidents:
        try:
            can.append((one, show(desk, one, by, args.reason)))
        except (CannotRule, KeyError) as problem:
            why = problem.args[0] if isinstance(problem, KeyError) else problem
            print("\n".join(wrapped(f"left out: {why}")), file=sys.stderr)
    for number, (_, shown) in enumerate(can):
        _print([*([""] if number else []), shown.line, *effect_lines(shown, typed=True)])
    if not can:
        print("Nothing was done.", file=sys.stderr)
        return 1
    if not args.yes and not _confirmed_many(can, args):
        return 1
    status = 0 if len(can) == len(incidents) else 1
    for incident, shown in can:
        try:
            # A letter is guarded by its own state; the mark of its game moves with the letter before.
            mark = "" if incident.NAME in LETTERS else shown.mark
            done = perform(desk, incident, by, args.reason, mark)
            _print(done.lines)
            status = 1 if _is_held_again(desk, done) else status
        except CannotRule as problem:
            print("\n".join(wrapped(f"not done: {problem}")), file=sys.stderr)
            status = 1
    return status


def _confirmed_many(can: Sequence[tuple[Incident, IncidentPreview]], args: argparse.Namespace) -> bool:
    if not sys.stdin.isatty():
        subjects = ",".join(_subject(one) or shown.game for one, shown in can)
        print(f"Nothing is done yet.  To do it to {subjects}: the same line with --yes", file=sys.stderr)
        return False
    return _is_typed("do it to all of them", f"{len(can)} {'letters' if _subject(can[0][0]) else 'games'}")


def _subject(incident: Incident) -> str:
    """The number of the letter that an incident is about, or ""."""
    found = str(getattr(incident, "letter", "") or getattr(incident, "subject", ""))
    return found if is_number(found) else ""


def _is_typed(question: str, word: str) -> bool:
    """True if the one at the terminal types this word to confirm."""
    try:
        text = input(f"{question}?  type {word} to confirm: ")
    except EOFError:
        text = ""
    if text.strip() != word:
        print("Nothing was done.", file=sys.stderr)
        return False
    return True


def _words(kind: type[Incident], args: argparse.Namespace) -> list[str]:
    found: list[str] = []
    for word in kind.WORDS:
        value = getattr(args, word.name)
        if value is None:
            break
        found += value if isinstance(value, list) else [str(value)]
    return found


def who() -> str:
    """The person at the terminal, for the GMs' log."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "console"


def _confirmed(shown: IncidentPreview, args: argparse.Namespace) -> bool:
    """True if the one at the terminal says yes; without a terminal nothing is done, and they are told how it is."""
    if not sys.stdin.isatty():
        reason = f" --reason {shlex.quote(ascii_text(args.reason))}" if args.reason else ""
        print("Nothing is done yet.  To do it:", file=sys.stderr)
        print(f"  pbem gm {shown.line}{reason} --yes --seen {shown.mark}", file=sys.stderr)
        return False
    return _is_typed("sign and publish" if shown.effect.signed else "do it", shown.game or "yes")


def _print(lines: tuple[str, ...] | list[str]) -> None:
    for line in ascii_lines(lines):
        print(line)
