"""The rules program that is installed, and the games that are played with another (docs/trust.md, 2).

The GM's queue looks at this whenever it is shown, so it imports nothing that plays.
"""

import hashlib
from collections.abc import Callable
from functools import cache

from pbem import __version__, resources
from pbem.core.canonical import canon
from pbem.core.record import to_json
from pbem.core.system import Card
from pbem.desk.title import Title
from pbem.store.overview import Overview
from pbem.systems.registry import BrokenGame

Engine = tuple[str, str]
"""A version of pbem and the digest of a game's rules data."""

MOST_NAMED = 4
"""Games that are named where an upgrade is due; of others their number is told."""


def rules_hash(card: Card) -> str:
    """The hash of the rules data: every file of the game's folder under ``scenarios/``, and its card."""
    digest = hashlib.sha256(canon(to_json(card)))
    folder = resources.root() / "scenarios" / card.system
    files = sorted(one for one in folder.rglob("*") if one.is_file()) if folder.is_dir() else []
    for file in files:
        name, data = file.relative_to(folder).as_posix().encode(), file.read_bytes()
        digest.update(len(name).to_bytes(4, "big") + name + len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


@cache
def installed_engine(card: Card) -> Engine:
    """The program that is installed.  The files of a game do not change while a process runs."""
    return __version__, rules_hash(card)


def upgrade_due(title_of: Callable[[str], Title], overview: Overview) -> tuple[str, ...]:
    """Says which games in progress need an upgrade before they are played on, before a letter arrives and finds it out."""

    @cache  # thousands of games are of few titles, and a card's digest takes time
    def installed(title: str) -> Engine | None:
        try:
            return installed_engine(title_of(title).card)
        except (KeyError, BrokenGame):
            return None  # the title cannot be loaded, which is another fault

    # Mostly all games are played with what is installed, and few lines tell so; an older program that was left is in them too.
    if all(installed(title) in (None, engine) for title, engine in overview.programs()):
        return ()
    names = [name for name, title, engine in overview.played_with() if installed(title) not in (None, engine)]
    if not names:
        return ()
    shown = names if len(names) <= MOST_NAMED else [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} others"]
    are = "is" if len(names) == 1 else "are"
    one = names[0] if len(names) == 1 else "--all"
    return (
        f"{', '.join(shown)} {are} played with another version of the rules than the one installed: look at   pbem replay "
        f"--all   and take it over by   pbem upgrade {one} --reason ... --agreed SIDE --agreed SIDE",
    )
