"""Check sheets for a table, and name each fault with its line and key.

Exit statuses: 0 nothing is wrong; 1 a sheet has faults; 2 the command line is wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.core.tomlfile import Faults, unreadable
from pbem.systems.table.sheet import GameSheet, TurnStep
from pbem.systems.table.sheet_file import read_sheet

MOST_BYTES = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("files", nargs="+", metavar="FILE", type=Path, help="a sheet (docs/table.md, The sheet)")


def run(args: argparse.Namespace) -> int:
    """Check each sheet: 0 if all are good, 1 if one has faults."""
    status = 0
    for file in args.files:
        try:
            sheet = sheet_in(file)
        except Faults as faults:
            print(faults, file=sys.stderr)
            status = 1
            continue
        for line in _in_words(sheet):
            print(line)
    return status


def sheet_in(file: Path) -> GameSheet:
    """The sheet in a file, named by the file.  Raises Faults."""
    try:
        text = file.read_bytes()[:MOST_BYTES].decode()
    except (OSError, UnicodeDecodeError) as fault:
        raise Faults([unreadable(str(file), "a sheet, which is a TOML file", fault)]) from None
    return read_sheet(file.stem, text, str(file))


def _pen(step: TurnStep) -> str:
    if step.is_sealed:
        return "sealed"
    return "any side" if step.is_anybodys else f"{step.rounds} x {len(step.pen)}"


def _in_words(sheet: GameSheet) -> list[str]:
    """A good sheet in a few lines."""
    steps = "; ".join(f"{one.name} ({_pen(one)})" for one in sheet.steps)
    decks = ", ".join(f"{one.name} {len(one.cards)}" for one in sheet.decks) or "none"
    plain = (f"{name} {sheet.named_dice(name)}" for name in sheet.plain_dice)
    dice = ", ".join([*plain, *(one.name for one in sheet.charts)]) or "any"
    return [
        f"{sheet.title}: {sheet.turns} turns, {', '.join(one.name for one in sheet.sides)}",
        f"  steps   {steps}",
        f"  decks   {decks}",
        f"  dice    {dice}",
        f"  digest  {sheet.digest}",
    ]
