"""The GM's desk: the queue of all games, and everything a GM can do to them. Without a word it opens the console.

Before a change, you see its effect and how to take it back, and you confirm it. At a terminal you are asked.
Otherwise add --yes, and --seen MARK so that nothing is done to a game that has moved on since you looked.

Exit statuses: 0 done; 1 no such game or letter, it cannot be done or was not confirmed, or the configuration is
wrong; 2 the command line is wrong.
"""

import argparse
import getpass
import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.command_line import Parser, about, whole
from pbem.commands.desk_arguments import add_config, desk_of, read
from pbem.commands.gm_desk import gm_queue
from pbem.core.sanitize import is_number, terminal, visible, visible_line
from pbem.desk import faults as desk_faults
from pbem.desk.desk import Desk
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.catalogue import ALL, CATALOGUE, EVERY, LETTERS, MANY, each, made
from pbem.desk.gm.incidents.incident import Done, Incident, IncidentPreview, perform, show
from pbem.desk.play.downtime import CLOCK_WAYS, clock_in_doubt, watch
from pbem.gm import faults, game, letters, players
from pbem.gm.digest import digest, gm_actions, log_lines
from pbem.gm.faults import export_fault
from pbem.gm.queue import queue
from pbem.gm.screen import ScreenLine, ascii_lines, draw, effect_lines, wrapped
from pbem.reports import times
from pbem.reports.wrap import ascii_text
from pbem.store.columns import time_text
from pbem.store.games import UnknownGame

if TYPE_CHECKING:
    from rich.console import Console


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``gm``, ``gm queue``, ``gm show GAME``, ..., and one word an incident."""
    below = parser.add_subparsers(dest="what", metavar="WORD")
    add_screens(below)
    for name, kind in CATALOGUE.items():
        _add_incident(below.add_parser(name, **about(kind.ABOUT, kind.__doc__ or "")), kind)
    for choice in below.choices.values():
        add_config(choice)
    add_config(parser)


def _add_incident(parser: argparse.ArgumentParser, kind: type[Incident]) -> None:
    if kind.NAME in MANY or kind.NAME in LETTERS:
        _add_several(parser, kind)
    for word in kind.WORDS if kind.NAME not in (*MANY, *LETTERS) else ():
        several = word.kind in ("rest", "lines")
        parser.add_argument(
            word.name,
            metavar=word.shown,
            help=word.about,
            type=whole if word.kind == "number" else str,
            nargs="+" if several else "?" if word.optional else None,
        )
    text = "the reason; it is signed, and the players read it"
    parser.add_argument(
        "--reason", default="", metavar="REASON", help=text if kind.REASONED else "the reason for the log"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    parser.add_argument(
        "--seen", default="", metavar="MARK", help="only if the game has not changed since this mark was shown"
    )


def _add_several(parser: argparse.ArgumentParser, kind: type[Incident]) -> None:
    """The words of an incident that may be done to several games or letters."""
    first, *others = kind.WORDS
    about = "; ".join(f"{one.shown}: {one.about}" for one in kind.WORDS)
    shown = first.shown
    if kind.NAME in MANY:
        if isinstance(parser, Parser):
            parser.spelt = {ALL: EVERY}
        shown += f"|{ALL}"
        about += f".  For several games: their names, or {ALL}"
    if kind.NAME in LETTERS:
        about += ".  For several letters: 11 12 14-22 (of a range, those that are held)"
    shown = " ".join([shown, *(f"[{one.shown}]" if one.optional else one.shown for one in others)])
    parser.add_argument(
        "words", metavar=shown, nargs="+", help=about, type=str if kind.NAME in MANY else _letter_numbers
    )


def _letter_numbers(text: str) -> str:
    """Numbers of letters, ``11``, ``14-22`` or ``11,12``.  Raises ArgumentTypeError."""
    for part in text.split(","):
        for number in part.split("-", 1):
            whole(number)
    return text


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    config = read(args.config)
    desk = desk_of(config) if config is not None else None
    if desk is None or config is None:
        return 1
    try:
        if args.what in CATALOGUE:
            return run_incident(desk, CATALOGUE[args.what], args)
        return run_screen(desk, args)
    except CannotRule as problem:
        _print(str(problem))
        return 1
    except (UnknownGame, KeyError) as unknown:
        _print(str(unknown if isinstance(unknown, UnknownGame) else unknown.args[0]))
        return 1
    finally:
        desk.store.close()


def _print(problem: str) -> None:
    for line in wrapped(problem):
        print(line, file=sys.stderr)


# `pbem gm queue|show|trace|faults|players|log|clock|digest`: every screen as a plain command, and as JSON.

FAULT_DEEDS = ("show", "export", "snooze", "close")


def add_screens(below: Any) -> None:
    """The words for looking."""
    one = below.add_parser(
        "queue", **about("every game: who it is waiting for, since when, until when, and held letters")
    )
    gm_queue.add_words(one)
    one = below.add_parser("show", **about("one game with its players, terms and records; or a letter as it arrived"))
    one.add_argument("subject", metavar="GAME|LETTER", help="a game's name, or a letter's number")
    one.add_argument("--json", action="store_true", help="one JSON object")
    one = below.add_parser("trace", **about("what happened to a letter: sender check, lines, answer"))
    one.add_argument("letter", type=whole, metavar="LETTER", help="its number")
    one.add_argument("--json", action="store_true", help="one JSON object")
    one = below.add_parser(
        "faults", **about("games and letters stopped by an error: the last good record, and what to do")
    )
    shown = "|".join(FAULT_DEEDS)
    one.add_argument("do", nargs="?", choices=FAULT_DEEDS, default="show", metavar=shown, help="what to do (show)")
    one.add_argument("fault", nargs="?", type=_fault, default=0, metavar="FAULT", help="its number, such as F-12")
    one.add_argument("--hours", type=whole, default=24, metavar="N", help="how many hours to snooze it (24)")
    one.add_argument(
        "--to", type=Path, default=None, metavar="FOLDER", help="the folder for the bundle (the current one)"
    )
    one.add_argument("--json", action="store_true", help="one JSON object per fault")
    one = below.add_parser(
        "players", **about("all players: what they owe, when they last wrote, how often they were late")
    )
    text = "one line per player: games, phases with orders, missed deadlines; including archived games"
    one.add_argument("--reliability", action="store_true", help=text)
    one.add_argument("--json", action="store_true", help="one JSON object per player")
    one = below.add_parser("log", **about("what GMs did, and how to take each action back"))
    one.add_argument("subject", nargs="?", default="", metavar="GAME", help="only this game")
    one.add_argument("--json", action="store_true", help="one JSON object per action")
    one = below.add_parser("clock", **about("whether the desk trusts the machine's clock, and what to do if not"))
    text = "the clock is right: the desk was away for so long, and deadlines are moved later by that time"
    one.add_argument("--right", action="store_true", help=text)
    below.add_parser("digest", **about("the daily digest as it would be mailed now"))


def _fault(text: str) -> int:
    found = text.upper().removeprefix("F-")
    if not is_number(found):
        raise argparse.ArgumentTypeError(f"expected a fault's number such as F-12, found {text!r}")
    return int(found)


def run_screen(desk: Desk, args: argparse.Namespace) -> int:
    """Carry out a look; the exit status."""
    from rich.console import Console  # by mail the same screens are written without it

    console = Console(file=terminal(sys.stdout))
    match args.what:
        case None:
            from pbem.gm.live import run_live

            return run_live(desk, console, who())
        case "clock":
            return _clock(desk, is_right=args.right)
        case "queue":
            listed = queue(desk, finished=args.all, most=gm_queue.most_of(args))
            gm_queue.print_queue(listed, as_json=args.json, is_brief=not args.all)
            return 0
        case "show" if is_number(args.subject):
            return _letter(desk, int(args.subject), as_json=args.json)
        case "show":
            found = game.game_screen(desk, args.subject)
            return _print_screen([found.as_json()], game.lines(found, console.width), console, as_json=args.json)
        case "trace":
            followed = letters.trace(desk, args.letter)
            return _print_screen(
                [followed.as_json()], letters.lines(followed, console.width), console, as_json=args.json
            )
        case "faults":
            return _faults(desk, args, console)
        case "players" if args.reliability:
            known = players.reliability(desk)
            drawn = players.reliability_lines(known, console.width)
            return _print_screen([one.as_json() for one in known], drawn, console, as_json=args.json)
        case "players":
            people = players.players(desk)
            return _print_screen(
                [one.as_json() for one in people], players.lines(people, console.width), console, as_json=args.json
            )
        case "log":
            actions = gm_actions(desk, args.subject)
            return _print_screen(
                [one.as_json() for one in actions], log_lines(actions, console.width), console, as_json=args.json
            )
        case _:
            for line in ascii_lines(digest(desk, None)):
                print(line)
            return 0


def _print_screen(found: list[dict[str, Any]], lines: list[ScreenLine], console: "Console", *, as_json: bool) -> int:
    if as_json:
        for one in found:
            print(json.dumps(one))
        return 0
    draw(lines, console)
    return 0


def _faults(desk: Desk, args: argparse.Namespace, console: "Console") -> int:
    if args.do == "show":
        found = faults.fault_screen(desk)
        chosen = [one for one in found.faults if args.fault in (0, one.number)]
        if args.fault and not chosen:
            raise KeyError(f"no fault F-{args.fault} is open; see   pbem gm faults")
        lines = faults.lines(found, console.width, args.fault)
        return _print_screen([one.as_json() for one in chosen], lines, console, as_json=args.json)
    if not args.fault:
        print(f"faults {args.do}: expected the fault's number, such as F-12; found nothing", file=sys.stderr)
        return 1
    if args.do == "export":
        try:
            path = export_fault(desk, args.fault, args.to or Path())
        except OSError as wrong:
            print(f"--to: expected a folder that can be written; {wrong.filename}: {wrong.strerror}", file=sys.stderr)
            return 1
        print(f"written: {path}   (no secrets; names and addresses are taken out)")
        return 0
    with desk.store.begin() as books:
        row = books.faults.get(args.fault)
        if args.do == "close":
            books.faults.close(row, desk.clock.now())
            print(f"F-{args.fault} is closed")
            return 0
        try:
            desk_faults.snooze(desk, books, row, args.hours)
        except ValueError as wrong:
            print(wrong, file=sys.stderr)
            return 1
        print(f"F-{args.fault} is put off for {args.hours} hours")
    return 0


def _clock(desk: Desk, *, is_right: bool) -> int:
    """Say how the clock stands, or take it for right; 1 while it is in doubt."""
    found = clock_in_doubt(desk)
    if found is None:
        print(f"The clock is believed: {times.in_full(desk.clock.now())}.")
        return 0
    last, now = found
    if not is_right:
        for line in wrapped(f"The clock shows {times.in_full(now)}; the desk was last at work {times.in_full(last)}."):
            print(line)
        print(f"Nothing is done until you say: {CLOCK_WAYS}")
        return 1
    moved = watch(desk)
    print(f"The clock is taken for right: {times.in_full(now)}.  Deadlines moved later: {', '.join(moved) or 'none'}.")
    return 0


def _letter(desk: Desk, number: int, *, as_json: bool) -> int:
    with desk.store.read() as books:
        row = books.letters_in.get(number)
        raw = row.raw.replace(b"\r\n", b"\n").decode("ascii", "backslashreplace")
        if as_json:
            found = {
                "letter": number,
                "state": row.state,
                "reason": row.reason,
                "arrived": time_text(row.arrived),
                "game": row.game,
                "side": row.side,
                "sender": row.sender,
                "subject": row.subject,
                "trace": row.trace,
                "raw": raw,
            }
            print(json.dumps(found))
            return 0
        why = f" ({visible_line(row.reason)})" if row.reason else ""
        print(f"letter {number}: {row.state}{why}, arrived {row.arrived:%Y-%m-%d %H:%M} UTC\n")
        if row.trace:
            print(f"{visible(row.trace)}\n")
        print(visible(raw))
    return 0


# An incident from the command line: shown, confirmed, done.


def run_incident(desk: Desk, kind: type[Incident], args: argparse.Namespace) -> int:
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
        _print_lines(effect_lines(shown, typed=True))
    if not args.yes and not _confirmed(shown, args):
        return 1
    done = perform(desk, incident, by, args.reason, args.seen or shown.mark)
    _print_lines(done.lines)
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
        _print_lines([*([""] if number else []), shown.line, *effect_lines(shown, typed=True)])
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
            _print_lines(done.lines)
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


def _print_lines(lines: tuple[str, ...] | list[str]) -> None:
    for line in ascii_lines(lines):
        print(line)
