"""`pbem table draft MODULE.vmod`: write a first sheet from the owner's own VASSAL module.

Sides, decks, dice and counters are read from the module's build file; whatever cannot be had is listed in remarks.  Nothing of
the module but names and numbers goes into the sheet.
"""

import argparse
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

MOST_BYTES = 64_000_000
BUILD_FILES = ("buildFile.xml", "buildFile")
FEWEST, MOST = 2, 8


class NoModule(Exception):
    """The file is no module from which a sheet can be drafted: what was expected, what was found."""


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


def build_file(module: Path) -> ElementTree.Element:
    """The root of a module's build file.  Raises NoModule."""
    try:
        with zipfile.ZipFile(module) as entries:
            name = next((one for one in BUILD_FILES if one in entries.namelist()), "")
            if not name:
                raise NoModule("expected a VASSAL module, found a zip without a build file")
            if entries.getinfo(name).file_size > MOST_BYTES:
                raise NoModule(f"expected a build file of at most {MOST_BYTES:,} bytes, found a larger one")
            with entries.open(name) as file:
                text = file.read(MOST_BYTES + 1)
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as fault:
        raise NoModule(f"expected a VASSAL module, which is a zip; found: {fault}") from None
    # Entities are how XML grows in memory; no module has any.
    if len(text) > MOST_BYTES or re.search(rb"<!(?:DOCTYPE|ENTITY)", text):
        raise NoModule("expected a build file without entities, found some, or one that is too large")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as fault:
        raise NoModule(f"expected a build file in XML, found: {fault}") from None


def drafted(root: ElementTree.Element) -> Iterator[str]:
    """The lines of a sheet."""
    yield f"# Drafted from the module {_plain(root.get('name', ''))!r}, version {_plain(root.get('version', '?'))!r}."
    yield "# Correct it, then:   pbem table check FILE   and   pbem new NAME --game table:FILE"
    yield f"title = {_quoted(root.get('name', '') or 'A game', 40)}"
    yield "turns = 10  # not in the module: how many turns has the game?"
    sides = list(_sides(root))
    yield from sides or ("# No sides are in the module (PlayerRoster): name 2 to 8.", *_sides_of(["One", "Two"]))
    dice = list(_dice(root))
    yield from ("[dice]", *dice) if dice else ("# No dice buttons are in the module.",)
    decks = list(_decks(root))
    yield from decks or ("# No decks with cards are in the module (DrawPile).",)
    counters = sum(1 for one in root.iter() if _kind(one) == "PieceSlot")
    yield f"# {counters} counters are in the module; those whose condition matters may stand under [units]."
    yield "# Not in a module: the sequence of play. Write [[step]] for each step, with name, pen and rounds."


def _kind(one: ElementTree.Element) -> str:
    """The class of a component, without its package: ``DrawPile``."""
    return one.tag.rpartition(".")[2]


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
    for roster in (one for one in root.iter() if _kind(one) == "PlayerRoster"):
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
        if _kind(one) not in ("DiceButton", "InternetDiceButton"):
            continue
        name = _named(one.get("name", "") or one.get("text", "") or "dice").lower()
        number, sides = one.get("nDice", "2"), one.get("nSides", "6")
        if name in known or not (number.isdecimal() and sides.isdecimal()):
            continue
        known.add(name)
        is_fit = 1 <= int(number) <= 99 and 2 <= int(sides) <= 256
        line = f'{_quoted(name, 40)} = "{int(number)}d{int(sides)}"'
        yield line if is_fit else f"# {line}: dice have 2 to 256 sides; use   order: A, B, C"


def _decks(root: ElementTree.Element) -> Iterator[str]:
    taken: set[str] = set()
    known: set[str] = set()
    for pile in (one for one in root.iter() if _kind(one) == "DrawPile"):
        name = _named(pile.get("name", "")).lower()
        slots = [_named(one.get("entryName", ""), 28) for one in pile.iter() if _kind(one) == "CardSlot"]
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
