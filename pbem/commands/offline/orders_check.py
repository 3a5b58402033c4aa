"""Read orders line by line as the desk does, and say what each line means or why it is refused.

FILE is the text of a letter (``-``: standard input). Without ``--position``, the scenario is taken with its default
set-up.

Exit statuses: 0 no line is refused; 1 a line is refused; 2 the command line is wrong.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pbem.core.ask import Answer, Ask
from pbem.core.dice import Dice, KeyedDice
from pbem.core.options import Options
from pbem.core.play import perform
from pbem.core.system import Card, RuleSystem
from pbem.core.umpire import Umpire
from pbem.language.lexicon import NO_WORDS_ADDED, DeskWords
from pbem.mail.quotes import own_words
from pbem.orders.dialect import Dialect
from pbem.orders.refusal_text import in_one_line, remark, wrapped
from pbem.orders.rehearsal import ACCEPTED, REFUSED, LineVerdict, RehearsalResult, rehearse
from pbem.systems import registry

EXIT_RIGHT, EXIT_REFUSED, EXIT_USAGE = 0, 1, 2
DEFAULT_PHASE = "C"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``orders check --game rosebud --side us [--scenario S] [--position CASE.toml] [--phase C] ...``."""
    parser.add_argument("file", metavar="FILE", help="the text of a letter; - for standard input")
    parser.add_argument("--game", required=True, help="the title, such as rosebud")
    parser.add_argument("--side", required=True, help="whose orders they are, such as us")
    parser.add_argument("--scenario", help="the scenario; the game's main one if left out")
    parser.add_argument("--position", metavar="CASE.toml", help="the position of the first case in this file")
    parser.add_argument("--phase", help="the phase's letter or name (the case's phase, else C)")
    parser.add_argument("--words", type=Path, metavar="FILE", help="words of your own for the reader (docs/lexicon.md)")
    parser.add_argument("--json", action="store_true", help="one JSON object per line of the letter")


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    try:
        system, dialect, state, side, letter = _position(args)
        words = own_words(_words(args.file)).words
        of_desk = _desk_words(args)
    except _Wrong as fault:
        print(f"pbem orders check: {fault}", file=sys.stderr)
        return EXIT_USAGE
    found = rehearse(system, dialect, state, side, letter, words, desk_words=of_desk)
    for line in map(json.dumps, map(row, found.lines)) if args.json else report_lines(found):
        print(line)
    return EXIT_REFUSED if any(one.verdict == REFUSED for one in found.lines) else EXIT_RIGHT


def _desk_words(args: argparse.Namespace) -> DeskWords:
    if args.words is None:
        return NO_WORDS_ADDED
    from pbem.desk.orders.unread import words_and_faults

    found, faults = words_and_faults(args.words, registry.game, only=args.game)
    for one in faults:
        print(one, file=sys.stderr)
    return found


class _Wrong(Exception):
    """A fault in the command line, with what was expected."""


def _position(args: argparse.Namespace) -> tuple[RuleSystem[Any], Dialect, Any, str, str]:
    faults: list[str] = []
    try:
        game = registry.game(args.game)
    except KeyError as fault:
        raise _Wrong(f"--game: {fault.args[0]}") from None
    system, dialect = game.system, game.dialect
    card = system.card
    side, letter = _side(card, args.side, faults), _phase(card, dialect, args.phase, faults)
    state: Any = None
    if args.position is not None:
        state, phase = case_position(args.position, args.game, faults)
        letter = letter or phase
    elif side:
        state = scenario_position(system, args.scenario or card.main_scenario, letter, faults)
    if faults:
        raise _Wrong("; ".join(faults))
    return system, dialect, state, side, letter or DEFAULT_PHASE


def _side(card: Card, text: str, faults: list[str]) -> str:
    try:
        return card.side(text).id
    except KeyError:
        faults.append(f"--side: expected one of {', '.join(side.id for side in card.sides)}, found {text!r}")
        return ""


def _phase(card: Card, dialect: Dialect, text: str | None, faults: list[str]) -> str:
    if text is None:
        return ""
    letters = [phase.letter for phase in card.phases]
    letter = dialect.phase_letter(text)
    if letter in letters:
        return letter
    faults.append(f"--phase: expected one of {', '.join(letters)}, found {text!r}")
    return ""


def case_position(path: str, game: str, faults: list[str]) -> tuple[Any, str]:
    from pbem.casebook import case as casework
    from pbem.casebook.case_files import read_cases
    from pbem.core.tomlfile import Faults

    notes: list[str] = []
    try:
        case = read_cases([Path(path)], casework.casework)[0]
    except Faults as wrong:
        faults.append(f"--position: {wrong}")
        return None, ""
    if case.game != game:
        faults.append(f"--position: expected a case of {game}, found one of {case.game}")
        return None, ""
    state = casework.casework(game).position(
        case.position, lambda key, expected, found: notes.append(f"{key}: expected {expected}, found {found!r}")
    )
    faults.extend(f"--position: {note}" for note in notes)
    return state, case.phase


def scenario_position(system: RuleSystem[Any], name: str, letter: str, faults: list[str]) -> Any:
    """A scenario set up by its defaults; as it opens where orders for the set-up itself are to be read."""
    try:
        state = system.open(name, Options())
    except KeyError as fault:
        faults.append(f"--scenario: {fault.args[0]}")
        return None
    while letter != "S" and (phase := system.next_phase(state)) is not None and phase.turn == 0:
        umpire = Umpire(system.thaw(state), system.apply, phase=phase.id, options=Options(), view=system.view)
        perform(phase.play(umpire), umpire, (), _no_chance, _defaults)
        state = umpire.state
    return state


def _no_chance(segment: int) -> Dice:
    """The dice of a set-up, which rolls none."""
    return KeyedDice(bytes(32))


def _defaults(asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
    first = (ask.choices[0].key if ask.choices else "" for ask in asks)
    return tuple(
        Answer(choice=ask.default if ask.default is not None else other, source="deadline")
        for ask, other in zip(asks, first, strict=True)
    )


def _words(name: str) -> str:
    if name == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        return Path(name).read_bytes().decode("utf-8", "replace")
    except OSError as fault:
        raise _Wrong(f"FILE: expected a file that can be read, found {name}: {fault.strerror}") from None


def row(line: LineVerdict) -> dict[str, Any]:
    """A line's verdict as it is given to programs."""
    problem = line.problem
    return {
        "line": line.number,
        "text": line.text,
        "verdict": line.verdict,
        "canonical": list(line.canonical),
        "code": problem.code if problem is not None else None,
        "says": in_one_line(problem) if problem is not None else "",
        "suggest": list(problem.suggest) if problem is not None else [],
        "warnings": [f"{warning.code} {in_one_line(warning)}" for warning in line.warnings],
        "notes": list(line.notes),
        "phase": line.phase,
    }


def report_lines(found: RehearsalResult) -> Iterator[str]:
    """The same for people."""
    for line in found.lines:
        if line.problem is not None:
            yield line.refusal_text
        elif line.verdict == ACCEPTED:
            for n, text in enumerate(line.canonical):
                cost = line.notes[n] if line.notes else ""
                yield from wrapped(f"line {line.number}  {text}     {cost}".rstrip(), indent=9)
            for warning in line.warnings:
                yield from remark(warning)
        else:
            yield from wrapped(f'line {line.number}  not read as an order: "{line.text}"', indent=9)
            for warning in line.warnings:
                yield from remark(warning)
    for cut in found.cut:
        yield f"line {cut.number}  left out: {cut.why}"
    if not found.lines:
        yield "No orders were found."
