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
from pbem.desk.desk import Title, read_json
from pbem.store.database import Books
from pbem.store.overview import Overview
from pbem.store.tables import GameRow

Engine = tuple[str, str]
"""A version of pbem and the digest of a game's rules data."""

MOST_NAMED = 4
"""Games that are named where an upgrade is due; of others their number is told."""


def rules_hash(title: Title) -> str:
    """The hash of the rules data: every file of the game's folder under ``scenarios/``, and its card; charts of the desk's own.

    Of a game that another package brings also all files of that package: its rules are not pbem's, and have no version of it.
    """
    return _hash_of(title.card, _packages(title), resources.own_charts(title.card.system))


@cache
def _hash_of(card: Card, packages: tuple[str, ...], own_charts: tuple[tuple[str, bytes], ...]) -> str:
    """The hash of the rules data.  The files of a game do not change while a process runs."""
    digest = hashlib.sha256(canon(to_json(card)))
    folder = resources.root() / "scenarios" / card.system
    files = sorted(one for one in folder.rglob("*") if one.is_file()) if folder.is_dir() else []
    found = [(file.relative_to(folder).as_posix(), file.read_bytes()) for file in files]
    for package in packages:
        found += [(f"{package}:{name}", data) for name, data in resources.package_files(package)]
    for file, data in (*found, *own_charts):
        name = file.encode()
        digest.update(len(name).to_bytes(4, "big") + name + len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def own_scenario(title: Title, scenario: str) -> dict[str, str]:
    """The SHA-256 of each file of a scenario of the desk's own, by name; {} for the program's."""
    files = resources.own_files(title.card.system, scenario)
    return {name: hashlib.sha256(data).hexdigest() for name, data in files}


def _packages(title: Title) -> tuple[str, ...]:
    found: tuple[str, ...] = getattr(title, "packages", ())
    return found


@cache
def _brought_by(packages: tuple[str, ...]) -> str:
    return ", ".join(filter(None, (resources.package_version(one) or one for one in packages)))


def brought_by(title: Title) -> str:
    """``three-crowns 1.2.0``: what brings a game, as genesis and upgrades tell it; "" for one of pbem's own."""
    return _brought_by(_packages(title))


def installed_engine(title: Title) -> Engine:
    """The program and rules data that are installed."""
    return __version__, rules_hash(title)


def upgrade_due(title_of: Callable[[str], Title], overview: Overview) -> tuple[str, ...]:
    """A sentence on each game in progress that needs an upgrade before play can go on, said before a letter arrives."""

    @cache  # thousands of games are of few titles, and a card's digest takes time
    def installed(title: str) -> Engine | None:
        try:
            return installed_engine(title_of(title))
        except KeyError:
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


def programs_missing(title_of: Callable[[str], Title], overview: Overview) -> tuple[str, ...]:
    """A sentence on each game in progress that is stopped because its package is missing or broken."""
    wrong: dict[str, str] = {}
    for title in sorted({one for one, _ in overview.programs()}):
        try:
            found = title_of(title)
            # A package of somebody else's may be broken in any part; those of our own are not imported for a list of games.
            _ = (found.system, found.dialect, found.teller) if _packages(found) else found.card
        except KeyError as fault:
            wrong[title] = str(fault.args[0])
    if not wrong:
        return ()
    names: dict[str, list[str]] = {}
    for name, title, _ in overview.played_with():
        names.setdefault(title, []).append(name)
    stand = (
        f"{', '.join(names.get(title, ())[:MOST_NAMED])} cannot be played on: {why}" for title, why in wrong.items()
    )
    return tuple(stand)


def engine_in_force(books: Books, game: GameRow) -> Engine:
    """The program that a game is played with, by its chain."""
    row = books.records.last_of_types(game, ("genesis", "engine.change"))
    return engine_of(row.body) if row is not None else ("", "")


def package_in_force(books: Books, game: GameRow) -> str:
    """The package and version that a game is played with, by its chain; "" for one of pbem's own."""
    row = books.records.last_of_types(game, ("genesis", "engine.change"))
    return str(read_json(row.body)["body"].get("package", "")) if row is not None else ""


def engine_of(record: str) -> Engine:
    """The program that a record names: the genesis of a game, or a change."""
    body = read_json(record)["body"]
    return body["engine"], body["rules"]


def engine_in_words(one: Engine) -> str:
    """``0.1.0, rules 3f2a91c07d1e...``."""
    return f"{one[0]}, rules {one[1][:12]}..."
