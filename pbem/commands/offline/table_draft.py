"""Write a first sheet for a table from your own VASSAL module.

It reads sides, decks, dice and counters from the module's build file, and lists in remarks what the module doesn't say.  It
copies only names and numbers.

Exit statuses: 0 written; 2 the file cannot be read, or the command line is wrong.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

from pbem.commands.foreign.vassal import NoModule, build_file, kind, maps

MOST_LISTED = 40
"""So many pieces, boards or set-ups are listed; of others their number is told."""
FEWEST, MOST = 2, 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("module", metavar="MODULE.vmod", type=Path, help="a VASSAL module of your own")


def run(args: argparse.Namespace) -> int:
    """Print the sheet: 0; 2 if the file is no module."""
    try:
        root = build_file(args.module)
    except NoModule as fault:
        print(f"pbem table draft: {args.module}: {fault}", file=sys.stderr)
        return 2
    print("\n".join(drafted(root)))
    return 0


def drafted(root: ElementTree.Element) -> Iterator[str]:
    """The lines of a sheet."""
    yield f"# Drafted from the module {_plain(root.get('name', ''))!r}, version {_plain(root.get('version', '?'))!r}."
    yield "# Correct it, then:   pbem table check FILE   and   pbem new NAME --game table:FILE"
    yield f"title = {_quoted(root.get('name', '') or 'A game', 40)}"
    yield from _turns(root)
    sides = list(_sides(root))
    yield from sides or ("# No sides are in the module (PlayerRoster): name 2 to 8.", *_sides_of(["One", "Two"]))
    dice = list(_dice(root))
    yield from ("[dice]", *dice) if dice else ("# No dice buttons are in the module.",)
    decks = list(_decks(root))
    yield from decks or ("# No decks with cards are in the module (DrawPile).",)
    yield from _pieces(root)
    yield from _boards(root)
    setups = [_named(one.get("name", "")) for one in root.iter() if kind(one) == "PredefinedSetup"]
    yield from _listed("Set-ups, which travel as files (.vsav)", setups)
    yield "# Not in a module: terrain, costs, ratings and rules, which are pictures; and who has the pen in which step:"
    yield "# write [[step]] for each, with name, pen and rounds (docs/table.md, The sheet)."


def _turns(root: ElementTree.Element) -> Iterator[str]:
    """The number of turns and the names of steps, as the module's turn counter has them."""
    counters = [one for one in root.iter() if kind(one) == "CounterTurnLevel"]
    last = next((one.get("loopLimit", "") for one in counters if one.get("loop") == "true"), "")
    if last.isdecimal() and 1 <= int(last) <= 99:
        yield f"turns = {int(last)}"
    else:
        yield "turns = 10  # not in the module: how many turns has the game?"
    for one in root.iter():
        if kind(one) == "ListTurnLevel":
            steps = [name for part in (one.get("list") or "").split(",") if (name := _named(part))]
            yield from _listed("The module's turn counter has these steps", steps)


def _pieces(root: ElementTree.Element) -> Iterator[str]:
    """The counters: those whose condition matters may stand under [units]."""
    names = [_named(one.get("entryName", "")) for one in root.iter() if kind(one) == "PieceSlot"]
    yield f"# {len(names)} counters are in the module; those whose condition matters may stand under [units]:"
    kept = [name for name in dict.fromkeys(names) if name]
    yield from (f'#   {_quoted(name, 40)} = "full"' for name in kept[:MOST_LISTED])
    if len(kept) > MOST_LISTED:
        yield f"#   ... and {len(kept) - MOST_LISTED} more"


def _boards(root: ElementTree.Element) -> Iterator[str]:
    """Maps, boards, grids and named places: the table has no map, but lines may use their numbers and names."""
    for one in maps(root):
        what = [f"{len(one.boards)} board{'s' * (len(one.boards) != 1)}"]
        for grid in one.grids:
            way = "rows" if grid.sideways else "columns"
            numbered = f"hexes with staggered {way}, numbered" if grid.numbering else "hexes without numbers"
            first = grid.name(*((grid.y0, grid.x0) if grid.sideways else (grid.x0, grid.y0)))
            what.append(numbered + (f" from {first}" if first else ""))
        if one.regions:
            what.append(f"{len(one.regions)} named places")
        yield f"# Map {_quoted(one.name, 40)}: {', '.join(what)}"


def _listed(what: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
        yield f"# {what}: {', '.join(names[:MOST_LISTED])}{more}"


def _plain(text: str) -> str:
    return re.sub(r"[^ -~]+", " ", text).strip()


def _quoted(text: str, most: int) -> str:
    """A text of the module as TOML has it: one line of ASCII without quotation marks."""
    return '"' + _plain(text).replace("\\", "").replace('"', "'")[:most].strip() + '"'


def _named(text: str, most: int = 40) -> str:
    """A name as a sheet takes it: letters, digits and blanks."""
    found = re.sub(r"[^A-Za-z0-9 './-]+", " ", _plain(text))
    return " ".join(re.sub(r"^[^A-Za-z]+", "", found).split())[:most].strip()


def _sides(root: ElementTree.Element) -> list[str]:
    names: list[str] = []
    for roster in (one for one in root.iter() if kind(one) == "PlayerRoster"):
        names += [_named(entry.text or "") for entry in roster.iter("entry")]
    kept = [name for name in dict.fromkeys(names) if name and name.lower() not in ("observer", "referee", "solo")]
    return _sides_of(kept[:MOST]) if len(kept) >= FEWEST else []


def _sides_of(names: list[str]) -> list[str]:
    """The lines of sides: ids and codes of their names, each once."""
    lines, ids, codes = [], set[str](), set[str]()
    for n, name in enumerate(names, 1):
        letters = re.sub(r"[^A-Za-z]", "", name)
        made = letters.lower()[:20] if len(letters) > 1 else ""
        key = made if made and made not in (*ids, "all", "gm", "desk") else f"side{n}"
        code = next(
            (one for one in _codes(letters.upper()) if one not in (*codes, "ALL", "GM")), f"S{'ABCDEFGH'[n - 1]}"
        )
        ids.add(key)
        codes.add(code)
        lines.append(f'sides.{key} = {{ code = "{code}", name = {_quoted(name, 40)} }}')
    return lines


def _codes(letters: str) -> Iterator[str]:
    """Codes for a name, the shortest first: ``CE``, ``CEN``, ``CENT``."""
    yield from (letters[:n] for n in range(2, min(len(letters), 5) + 1))


def _dice(root: ElementTree.Element) -> Iterator[str]:
    known: set[str] = set()
    for one in root.iter():
        if kind(one) not in ("DiceButton", "InternetDiceButton"):
            continue
        name = _named(one.get("name", "") or one.get("text", "") or "dice").lower()
        number, sides = one.get("nDice", "2"), one.get("nSides", "6")
        # A button called 2d6 needs no name: lines have such dice as they are.
        is_plain = re.fullmatch(r"\d{0,3}\s*[dw]\s*\d{1,4}", (one.get("name") or one.get("text") or "").strip(), re.I)
        if name in known or is_plain or not (number.isdecimal() and sides.isdecimal()):
            continue
        known.add(name)
        is_fit = 1 <= int(number) <= 99 and 2 <= int(sides) <= 256
        line = f'{_quoted(name, 40)} = "{int(number)}d{int(sides)}"'
        yield line if is_fit else f"# {line}: dice have 2 to 256 sides; use   order: A, B, C"


def _decks(root: ElementTree.Element) -> Iterator[str]:
    taken: set[str] = set()
    known: set[str] = set()
    for pile in (one for one in root.iter() if kind(one) == "DrawPile"):
        name = _named(pile.get("name", "")).lower()
        slots = [_named(one.get("entryName", ""), 28) for one in pile.iter() if kind(one) == "CardSlot"]
        if not name or not slots or name in known:
            continue
        known.add(name)
        cards = []
        for slot in slots:
            card = slot or "Card"
            again = next((f"{card} {n}" for n in range(2, 1000) if f"{card} {n}".lower() not in taken), card)
            cards.append(card if card.lower() not in taken else again)
            taken.add(cards[-1].lower())
        yield f"[deck.{_quoted(name, 40)}]"
        yield 'owner = "all"  # or the side that draws from it'
        yield "cards = ["
        yield from (f"  {_quoted(card, 31)}," for card in cards)
        yield "]"
