#!/usr/bin/env python3
"""Check that the second battle of June 1876 follows the first, without pbem.  Python 3.11, with pbem_verify.py beside it.

    python3 pbem_verify_campaign.py june-2.toml mailbox [more paths]

The mailboxes hold the letters of both battles; the file is the scenario that came with the welcome to the second.  Checked
are both games (as pbem_verify.py does), that the second was opened with this file, that the file names the last record of
the first, and that what it carries over is what the book says.  Exit status: 0 right, 1 something is false, 2 nothing is false
but something is missing, 3 wrong usage.
"""

import hashlib
import pathlib
import re
import runpy
import sys
import tomllib
from collections.abc import Iterator
from typing import Any

INFANTRY = frozenset(("C/9 Inf", "G/9 Inf", "H/9 Inf", "D/4 Inf", "F/4 Inf"))
CAVALRY = frozenset([f"{company}/2 Cav" for company in "ABDEI"] + [f"{company}/3 Cav" for company in "ABCDEFGILM"])
GONE = frozenset(("Maj Chambers", "Capt Randall", "Maj Randall"))
LEFT, POINTS = 3, 6
FALSE, MISSING = "!!", "??"


def table_of(value: Any) -> dict[str, Any]:
    """The value if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}


def by_the_book(data: dict[str, Any]) -> Iterator[str]:
    """The faults of what a scenario carries over, by the book (RC-18.3A, 18.3B): a sentence each."""
    losses = table_of(data.get("losses"))
    if any(type(one) is not int or one != 1 for one in losses.values()) or len(losses) != POINTS:
        yield f"{POINTS} companies have lost a point each by the book; the file has {losses}"
    for name in sorted(set(losses) - CAVALRY):
        yield f"{name} is no cavalry company of Crook's, and has lost a point"
    joins = data.get("join")
    units = (
        [one for join in joins if isinstance(join, dict) for one in join.get("units", ())]
        if isinstance(joins, list)
        else []
    )
    there = [one for one in units if one in INFANTRY]
    if len(there) != LEFT or len(set(there)) != LEFT:
        yield f"{LEFT} infantry companies march by the book; in the file {', '.join(there) or 'none'}"
    missing = sorted(CAVALRY - set(units))
    if missing:
        yield f"{', '.join(missing)} of Crook's cavalry are not in the file"
    for name in units:
        if name in GONE or "Scout" in str(name):
            yield f"{name} stays behind by the book, and is in the file"
    if len(units) != len(set(map(str, units))):
        yield "a unit is in the file twice"
    scenario = table_of(data.get("scenario"))
    if scenario.get("based_on") not in ("scenario-4", "scenario-2") or scenario.get("more_counters") != "crook":
        yield "the file is neither the Wyoming Column nor Crook's Pursuit"


def records_of(game: Any) -> dict[str, Any]:
    """The records that are held of a game, by their heads."""
    return {head: record for copies in game.copies.values() for head, record in copies.items()}


def genesis_of(game: Any) -> dict[str, Any]:
    """The content of a game's first record, {} where it is not held."""
    firsts = [one for one in records_of(game).values() if one.get("type") == "genesis"]
    return table_of(firsts[0].get("body")) if len(firsts) == 1 else {}


def joined(data: dict[str, Any], digest: str, games: Any) -> Iterator[tuple[str, str]]:
    """The findings about the join of both battles: false or missing, and what."""
    link = table_of(data.get("after"))
    if link.get("carry") != "book" or not isinstance(link.get("game"), str):
        yield FALSE, "the file does not say which battle it comes after, or how it carries over"
        return
    second = [
        name for name, game in games.items() if digest in table_of(genesis_of(game).get("scenario_files")).values()
    ]
    if not second:
        others = [name for name, game in games.items() if genesis_of(game).get("scenario_files")]
        yield (
            (FALSE, f"{', '.join(others)} was opened with another file")
            if others
            else (
                MISSING,
                "no game that was opened with this file is in the mailboxes",
            )
        )
    first = games.get(link["game"])
    if first is None or not genesis_of(first):
        yield MISSING, f"{link['game']}, the first battle, is not in the mailboxes"
        return
    last = records_of(first).get(str(link.get("head")))
    if last is None:
        ended = any(one.get("type") == "game.end" for one in records_of(first).values())
        yield (FALSE if ended else MISSING), f"the record of {link['game']} that the file names is not there"
    elif last.get("type") != "game.end" or last.get("seq") != link.get("record"):
        yield FALSE, f"the record of {link['game']} that the file names is not its end"
    if genesis_of(first).get("title") != "rosebud":
        yield FALSE, f"{link['game']} is no battle of the Rosebud"


def main(words: list[str]) -> int:
    """The command line."""
    if len(words) < 2 or words[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 3
    beside = sorted(pathlib.Path(__file__).parent.glob("pbem_verify.[pt][yx]*"))
    try:
        raw = pathlib.Path(words[0]).read_bytes()
        data = tomllib.loads(raw.decode())
        checker = runpy.run_path(str(beside[0]), run_name="pbem_verify")
    except (OSError, ValueError, IndexError) as fault:
        print(
            f"pbem_verify_campaign: expected the scenario file, and pbem_verify.py beside me: {fault}", file=sys.stderr
        )
        return 3
    try:
        status, games, count = checker["verify"](words[1:])
    except checker["Usage"] as fault:
        print(f"pbem_verify_campaign: {fault}", file=sys.stderr)
        return 3
    found = [*joined(data, hashlib.sha256(raw).hexdigest(), games), *((FALSE, one) for one in by_the_book(data))]
    kinds = {kind for kind, _ in found}
    result = 1 if FALSE in kinds or status == 1 else 2 if MISSING in kinds or status == 2 else 0
    lines = [one for one in checker["report"](status, games, count) if not one.startswith("RESULT")]
    lines += [f"campaign {words[0]}", *(f"  {kind} {text}" for kind, text in found)]
    lines.append("RESULT " + ("OK", "FALSE", "NOTHING FALSE, BUT INCOMPLETE")[result])
    print(re.sub(r"[^\n -~]", lambda one: ascii(one[0])[1:-1], "\n".join(lines)))
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
