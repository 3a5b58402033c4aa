"""Lay out a game of your own, as a Python package that plays at once: card, state, rules, words, telling, map, practice
players, cases, a test by mail, a page for players. docs/writing-a-game.md goes through it file by file.

Exit statuses: 0 it is laid out; 1 the folder exists, or cannot be written; 2 the command line is wrong.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbem import resources
from pbem.systems import registry

NAME = re.compile(r"[a-z][a-z0-9]{1,19}")
KINDS = ("plain", "hex")
FACTS = {
    "plain": {"@GOAL@": "Mill", "@NEAR@": "Ford", "@EXAMPLE@": "Ford"},
    "hex": {"@GOAL@": "0404", "@NEAR@": "0403", "@EXAMPLE@": "0303"},
}
"""The words in files that are no code, where `ground.py` says it in code."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """``game new NAME [--hex] [--into FOLDER] [--title TITLE]``."""
    parser.add_argument(
        "name", metavar="NAME", help="of the package and the game: small letters and digits, such as ridge"
    )
    parser.add_argument("--hex", action="store_true", help="on a map of hexes (default: on places that touch)")
    parser.add_argument("--title", default="", metavar="TITLE", help="what people call it (default: NAME)")
    parser.add_argument(
        "--into", type=Path, default=None, metavar="FOLDER", help="a new folder for it (default: ./NAME)"
    )


def run(args: argparse.Namespace) -> int:
    """Carry out the command; the exit status."""
    if not NAME.fullmatch(args.name) or args.name == "pbem":
        print(f"NAME: expected 2 to 20 small letters and digits, a letter first; found {args.name!r}", file=sys.stderr)
        return 2
    if args.name in registry.titles() or args.name in sys.stdlib_module_names:
        print(
            f"NAME: {args.name!r} is the name of another game, or of a module of Python; take another", file=sys.stderr
        )
        return 1
    folder = args.into or Path(args.name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        print(
            f"{folder}: expected a new folder, found one with something in it; name another by --into", file=sys.stderr
        )
        return 1
    title = args.title or args.name.title()
    for name, text in laid_out(args.name, title, "hex" if args.hex else "plain"):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        print(file)
    print(f"\nNext:   pip install -e {folder}   then   pbem game check {args.name}")
    print(
        f"Play it:   pbem selfplay {args.name}   or, in an empty folder,   pbem trial   and   pbem new first --game {args.name}"
    )
    return 0


def laid_out(name: str, title: str, kind: str) -> Iterator[tuple[str, str]]:
    """The files of a new game, by path within its folder: those of all games, then those of its kind of map."""
    for part in ("game", kind):
        root = resources.path(f"scaffold/{part}")
        for file in sorted(root.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                where = file.relative_to(root).as_posix().replace("newgame", name)
                yield where, _filled_in(file.read_text(encoding="utf-8"), name, title, FACTS[kind])


def _filled_in(text: str, name: str, title: str, facts: Mapping[str, str]) -> str:
    for old, new in (*facts.items(), ("newgame", name), ("NEW GAME", title.upper()), ("New Game", title)):
        text = text.replace(old, new)
    return re.sub(r"\bNG\b", name[:2].upper(), text)  # the prefix of its clauses
