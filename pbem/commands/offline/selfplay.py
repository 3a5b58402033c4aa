"""Let the program play whole games against itself: practice players on both sides write letters, which are read like
anybody's.

Every event is checked: strength adds up, no unit is in two places, no hex is overstacked at the end of a phase, the
events give the same state again, and replaying a phase gives the same result.

Exit statuses: 0 every game reached its end; 1 one did not, and is listed with its seed; 2 the command line is wrong.
"""

import argparse
import dataclasses
import json
import os
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pbem.core.options import clashes
from pbem.core.record import to_json
from pbem.core.sanitize import is_number, terminal
from pbem.mechanisms.practice import ALL_LEVELS, PLAIN, levels_of
from pbem.selfplay import Job, PlayedGame, jobs, play_all, summary
from pbem.systems import registry

GAMES = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``selfplay GAME [--scenario S] [--games N] [--seed S] [--level random|plain] [--option NAME] [--jobs N] [--json]``."""
    parser.add_argument("game", metavar="GAME", help="the title, such as rosebud")
    parser.add_argument("--scenario", default="", metavar="S", help="the scenario (default: all of them in turn)")
    parser.add_argument("--games", type=_number, default=GAMES, metavar="N", help=f"how many games (default {GAMES})")
    parser.add_argument("--seed", default="1", metavar="S", help="any word; game n has the seed 'S n' (default 1)")
    parser.add_argument(
        "--only", type=_number_or_0, metavar="N", help="only game N of the series, to reproduce a fault"
    )
    parser.add_argument(
        "--level",
        choices=ALL_LEVELS,
        default=PLAIN,
        help="random: legal but senseless orders; plain: plays like a beginner; captain: tries several plans",
    )
    parser.add_argument(
        "--side",
        action="append",
        default=[],
        metavar="SIDE=LEVEL",
        help="one side at another level, such as us=captain",
    )
    parser.add_argument(
        "--option",
        action="append",
        metavar="NAME",
        help="an optional rule to use, or 'none' (default: random draws some)",
    )
    parser.add_argument(
        "--jobs", type=_number, default=os.cpu_count() or 1, metavar="N", help="games to play at the same time"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object per game, in order")


def _number(text: str) -> int:
    if not is_number(text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, found {text!r}")
    return int(text)


def _number_or_0(text: str) -> int:
    if not is_number(text):
        raise argparse.ArgumentTypeError(f"expected the number of a game, found {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    faults = _faults(args)
    if faults:
        for fault in faults:
            print(f"pbem selfplay: {fault}", file=sys.stderr)
        return 2
    options = None if args.option is None else [one for one in args.option if one != "none"]
    number = args.games if args.only is None else args.only + 1
    todo = list(jobs(args.game, args.scenario, args.level, number, args.seed, options, _sides(args.side)))
    played = _played(todo if args.only is None else todo[-1:], args.jobs, as_json=args.json)
    if not args.json:
        print("\n".join(summary(played)))
    return 1 if any(one.fault for one in played) else 0


def _faults(args: argparse.Namespace) -> list[str]:
    try:
        game = registry.game(args.game)
        scenarios = game.practice_players.scenarios()
    except KeyError as fault:
        return [str(fault.args[0])]
    faults = []
    sides, levels = [one.id for one in game.system.card.sides], levels_of(game.practice)
    if args.level not in levels:
        faults.append(f"--level: expected one of {', '.join(levels)}, found {args.level!r}")
    for text in args.side:
        side, _, level = text.partition("=")
        if side not in sides or level not in levels:
            expected = f"SIDE=LEVEL, one of {', '.join(sides)} and one of {', '.join(levels)}"
            faults.append(f"--side: expected {expected}, found {text!r}")
    if args.scenario and args.scenario not in scenarios:
        faults.append(f"--scenario: expected one of {', '.join(scenarios)}, found {args.scenario!r}")
    known = game.system.card.options
    names = [one.name for one in known]
    for option in args.option or ():
        if option not in names and option != "none":
            faults.append(f"--option: expected one of {', '.join(names) or 'none'}, found {option!r}")
    for pair in clashes(known, args.option or ()):
        faults.append(f"--option: of {pair[0]!r} and {pair[1]!r} only one may be in force")
    return faults


def _sides(lines: list[str]) -> dict[str, str]:
    return dict(text.split("=", 1) for text in lines)


def _played(todo: list[Job], processes: int, *, as_json: bool) -> list[PlayedGame]:
    played = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    console = Console(file=terminal(sys.stderr))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"{todo[0].title}, {todo[0].level}", total=len(todo))
        for one in play_all(todo, processes):
            progress.advance(task)
            played.append(one)
            if as_json:
                print(json.dumps(row(one)), flush=True)
    return played


def row(played: PlayedGame) -> dict[str, object]:
    """A game as one JSON object."""
    outcome = played.outcome
    return {
        "game": played.title,
        "scenario": played.scenario,
        "options": list(played.options),
        "level": played.level,
        "seed": played.seed,
        "turns": played.turns,
        "phases": played.phases,
        "events": played.events,
        "rolls": played.rolls,
        "letters": played.post.letters,
        "lines": played.post.lines,
        "refused": played.post.refused,
        "refusals": played.post.refusals,
        "questions": played.post.questions,
        "asks": played.asks,
        "figures": dict(played.figures),
        "outcome": None if outcome is None else to_json(outcome),
        "state": played.state,
        "fault": None if played.fault is None else dataclasses.asdict(played.fault),
    }
