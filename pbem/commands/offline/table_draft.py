"""Write a first sheet for a table from your own VASSAL module.

It reads sides, decks, dice and counters from the module's build file, and lists in remarks what the module doesn't say.  It
copies only names and numbers.  Send the output to a file: pbem table draft MODULE.vmod > my-game.toml

Exit statuses: 0 written; 2 the file cannot be read, or the command line is wrong.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from anyascii import anyascii

from pbem.commands.foreign.vassal import NoModule, build_file, kind, maps
from pbem.systems.table.sheet_file import DICE_NAME

MOST_LISTED = 40
"""So many pieces, boards or set-ups are listed; of others their number is told."""
FEWEST, MOST, MOST_STEPS, MOST_CARDS = 2, 8, 9, 256


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
    names, left_out = _roster(root)
    if not names:
        yield "# No sides are in the module (PlayerRoster): name 2 to 8."
    sides = _sides_of(names or ["One", "Two"])
    yield from (f'sides.{key} = {{ code = "{code}", name = {_quoted(name, 40)} }}' for name, key, code in sides)
    yield from _listed('Left out of the module\'s sides (an umpire is a side with sees = "all")', left_out)
    ids = {name: key for name, key, _ in sides}
    yield from _steps(root, ids)
    known: set[str] = set()
    dice, charts = list(_dice(root, known)), list(_special_dice(root, known))
    yield from ("[dice]", *dice) if dice else () if charts else ("# No dice buttons are in the module.",)
    yield from charts
    decks = list(_decks(root, ids))
    yield from decks or ("# No decks with cards are in the module (DrawPile).",)
    yield from _numbers(root)
    yield from _pieces(root)
    yield from _boards(root)
    setups = [_named(one.get("name", "")) for one in root.iter() if kind(one) == "PredefinedSetup"]
    yield from _listed("Set-ups, which travel as files (.vsav)", setups)
    yield "# Not in a module: terrain, costs, ratings and rules, which are pictures; and who has the pen in which step."


def _turns(root: ElementTree.Element) -> Iterator[str]:
    """The number of turns and the names of steps, as the module's turn counter has them."""
    counters = [one for one in root.iter() if kind(one) == "CounterTurnLevel"]
    last = next((one.get("loopLimit", "") for one in counters if one.get("loop") == "true"), "")
    if last.isdecimal() and 1 <= int(last) <= 99:
        yield f"turns = {int(last)}"
    else:
        yield "turns = 10  # not in the module: how many turns has the game?"


def _steps(root: ElementTree.Element, ids: Mapping[str, str]) -> Iterator[str]:
    """The steps that the module's turn counter has, as remarks: who has the pen in which is not in a module."""
    lists = [[_named(part) for part in (one.get("list") or "").split(",")] for one in _all(root, "ListTurnLevel")]
    names = [name for some in lists for name in some if name][:MOST_STEPS]
    found = "as the module's turn counter has them" if names else "none are in the module"
    yield f"# The steps of a turn ({found}).  Without them each side has the pen once a turn."
    yield "# To have them, put them in their sequence and take away the signs # (docs/table.md, The sheet)."
    yield "# step = ["
    for name in names or ["Play"]:
        pen = [ids[name]] if name in ids else ids.values()
        yield f"#   {{ name = {_quoted(name, 40)}, pen = [{', '.join(map(_text, pen))}] }},"
    yield "# ]"


def _numbers(root: ElementTree.Element) -> Iterator[str]:
    """The numbers that the module keeps: victory points, and much that its own buttons need."""
    kept = {
        name: int(one.get("initialValue", "0"))
        for one in _all(root, "GlobalProperty", "ZoneProperty", "MapProperty")
        if (name := _named(one.get("name", ""))) and re.fullmatch(r"-?\d{1,6}", one.get("initialValue", "0"))
    }
    if kept:
        yield f"# {len(kept)} numbers are in the module; those that players keep count of may stand under [values]:"
        yield from (f"#   {_quoted(name, 40)} = {number}" for name, number in [*kept.items()][:MOST_LISTED])
        if len(kept) > MOST_LISTED:
            yield f"#   ... and {len(kept) - MOST_LISTED} more"


def _pieces(root: ElementTree.Element) -> Iterator[str]:
    """The counters: those whose condition matters may stand under [units]."""
    names = [_named(one.get("entryName", ""), is_digit_first=True) for one in _all(root, "PieceSlot")]
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


def _all(root: ElementTree.Element, *kinds: str) -> Iterator[ElementTree.Element]:
    return (one for one in root.iter() if kind(one) in kinds)


def _plain(text: str) -> str:
    """A text of the module in ASCII, in one line: Elan for its French spelling."""
    return re.sub(r"[^ -~]+", " ", anyascii(text.replace("\N{NO-BREAK SPACE}", " "))).strip()


def _text(text: str) -> str:
    return f'"{text}"'


def _quoted(text: str, most: int) -> str:
    """A text of the module as TOML has it: one line of ASCII without quotation marks."""
    return _text(_plain(text).replace("\\", "").replace('"', "'")[:most].strip())


def _named(text: str, most: int = 40, *, is_digit_first: bool = False, ahead: str = "No.") -> str:
    """A name as a sheet takes it: letters, digits and blanks; `ahead` stands ahead of a digit that may not be first."""
    found = re.sub(r"[^A-Za-z0-9 './-]+", " ", _plain(text).replace("&", " and "))
    found = " ".join(re.sub(r"^[^A-Za-z0-9]+", "", found).split())
    if found[:1].isdigit() and not is_digit_first:
        found = f"{ahead} {found}"
    return found[:most].strip()


def _roster(root: ElementTree.Element) -> tuple[list[str], list[str]]:
    """The names of the sides, none where there are too few, and those that are left out: observers, and what is too much."""
    entries = (entry.text or "" for roster in _all(root, "PlayerRoster") for entry in roster.iter("entry"))
    names = [name for name in dict.fromkeys(_named(one, ahead="Side") for one in entries) if name]
    kept = [
        name
        for name in names
        if not re.search(r"\b(?:observer|referee|umpire|solo|solitaire|spectator)s?\b", name, re.I)
    ]
    kept = kept[:MOST] if len(kept) >= FEWEST else []
    return kept, [name for name in names if name not in kept]


def _sides_of(names: list[str]) -> list[tuple[str, str, str]]:
    """Names, ids and codes of sides, each once."""
    found: list[tuple[str, str, str]] = []
    used = {"all", "gm", "desk", *(name.lower() for name in names)}
    for n, name in enumerate(names, 1):
        letters = re.sub(r"[^A-Za-z]", "", name)
        others = used - {name.lower()} | {word for _, *some in found for word in some}
        made = letters.lower()[:20]
        key = made if len(made) > 1 and made not in (*others, "all", "gm", "desk") else f"side{n}"
        codes = [*_codes(letters.upper()), f"S{'ABCDEFGH'[n - 1]}", f"X{'ABCDEFGH'[n - 1]}"]
        code = next(one for one in codes if one.lower() not in (*others, "all", "gm"))
        used |= {key, code.lower()}
        found.append((name, key, code))
    return found


def _codes(letters: str) -> Iterator[str]:
    """Codes for a name, the shortest first: ``CE``, ``CEN``, ``CENT``."""
    yield from (letters[:n] for n in range(2, min(len(letters), 5) + 1))


def _dice_name(one: ElementTree.Element, most: int = 40) -> str:
    """A button's name in small letters; one that a line would read as dice (``d6 attack``) has a word ahead of it."""
    name = _named(one.get("name") or one.get("text") or "", most - 5, ahead="dice").lower() or "dice"
    return f"dice {name}" if DICE_NAME.match(name) else name


def _dice(root: ElementTree.Element, known: set[str]) -> Iterator[str]:
    """The dice with names; `known` gathers these."""
    for one in _all(root, "DiceButton", "InternetDiceButton"):
        name = _dice_name(one)
        number, sides = one.get("nDice", "2"), one.get("nSides", "6")
        # A button called 2d6 needs no name: lines have such dice as they are.
        is_plain = re.fullmatch(r"\d{0,3}\s*[dw]\s*\d{1,4}", (one.get("name") or one.get("text") or "").strip(), re.I)
        if name in known or is_plain or not (number.isdecimal() and sides.isdecimal()):
            continue
        known.add(name)
        is_fit = 1 <= int(number) <= 99 and 2 <= int(sides) <= 256
        line = f'{_quoted(name, 40)} = "{int(number)}d{int(sides)}"'
        plus = one.get("plus", "0").strip()
        added = f"  # the module adds {_plain(plus)[:40]}: write it in the line" if plus not in ("", "0") else ""
        yield line + added if is_fit else f"# {line}: dice have 2 to 256 sides; use   order: A, B, C"


def _special_dice(root: ElementTree.Element, known: set[str]) -> Iterator[str]:
    """Dice with words on their faces, as tables; `known` are the names of dice."""
    for button in _all(root, "SpecialDiceButton"):
        dice = list(_all(button, "SpecialDie"))
        for n, one in enumerate(dice, 1):
            name = _dice_name(button, 36) + (f" {n}" if len(dice) > 1 else "")
            faces = [face.get("text") or face.get("value") or "-" for face in _all(one, "SpecialDieFace")]
            if name in known or not 2 <= len(faces) <= 256:
                yield f"# Dice with words, {_quoted(name, 40)}: {len(faces)} faces, or the name a second time; left out"
                continue
            known.add(name)
            yield f"[table.{_quoted(name, 40)}]"
            yield f'dice = "1d{len(faces)}"'
            yield from (f"{number} = {_quoted(face, 40)}" for number, face in enumerate(faces, 1))


def _card(text: str) -> str:
    """A card's name; one that a sheet would read as several cards (``Sun 1-3``) is written ``Sun 1 to 3``."""
    return re.sub(r"(\d)\s*-\s*(\d{1,3})$", r"\1 to \2", _named(text, 26, is_digit_first=True)) or "Card"


def _decks(root: ElementTree.Element, ids: Mapping[str, str]) -> Iterator[str]:
    """The decks with cards; those of a side's own window are that side's."""
    taken: set[str] = set()
    known: set[str] = set()
    left_out: list[str] = []
    owners = {
        id(pile): ids.get(_named(window.get("side", "").split(",")[0], ahead="Side"), "")
        for window in _all(root, "PrivateMap", "PlayerHand")
        for pile in _all(window, "DrawPile")
    }
    for pile in _all(root, "DrawPile"):
        name = _named(pile.get("name", ""), ahead="deck").lower()
        slots = [_card(one.get("entryName", "")) for one in _all(pile, "CardSlot", "PieceSlot")]
        if not name or not 1 <= len(slots) <= MOST_CARDS or name in known:
            left_out.append(f"{name or 'one without a name'} ({len(slots)})")
            continue
        known.add(name)
        cards = []
        for slot in slots:
            again = (f"{slot} {n}" for n in range(2, 1000))
            cards.append(next(one for one in (slot, *again) if one.lower() not in taken))
            taken.add(cards[-1].lower())
        yield f"[deck.{_quoted(name, 40)}]"
        owner = owners.get(id(pile), "")
        yield f'owner = "{owner}"' if owner else 'owner = "all"  # or the side that draws from it'
        yield "cards = ["
        yield from (f"  {_quoted(card, 31)}," for card in cards)
        yield "]"
    yield from _listed(
        "Left out: decks without cards (a desk keeps the discards of each deck), or beyond 256", left_out
    )
