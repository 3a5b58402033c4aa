"""Writes the pages of all games into a folder, after every stop of play those of the games that went on."""

import logging
import os
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as Xml

from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError

from pbem.desk.desk import Desk
from pbem.desk.outgoing.attachments import kept_page, page_name
from pbem.publish.shown import PublicGame, PublicStop, shown
from pbem.reports import chronicle
from pbem.reports.pages import html_page
from pbem.reports.picture.shapes import Caption, svg
from pbem.reports.times import Deadline, calendar, read
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow

ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 40


def game_feed(shown: PublicGame, host: str, base: str) -> bytes:
    """The feed of a game.  `host` makes its ids, which never change; `base` is the folder's public address, or ""."""
    stops = [(shown, stop) for stop in shown.stops]
    about = f"tag:{host},2026:{shown.name}"
    return _feed(f"{shown.title}: {shown.name}", about, shown.changed, stops, host, base, shown.path)


def house_feed(games: Sequence[PublicGame], host: str, name: str, base: str) -> bytes:
    """The feed of all games of the house."""
    stops = sorted(
        ((one, stop) for one in games for stop in one.stops), key=lambda one: (one[1].at, one[0].name, one[1].record)
    )
    changed = max((one.changed for one in games), default=datetime(1970, 1, 1, tzinfo=UTC))
    return _feed(name, f"tag:{host},2026:games", changed, stops, host, base, "")


def _feed(
    title: str,
    about: str,
    changed: datetime,
    stops: Sequence[tuple[PublicGame, PublicStop]],
    host: str,
    base: str,
    path: str,
) -> bytes:
    Xml.register_namespace("", ATOM)
    feed = Xml.Element(f"{{{ATOM}}}feed")
    _add(feed, "title", title)
    _add(feed, "id", about)
    _add(feed, "updated", _moment(changed))
    _add(feed, "author").append(_named("name", host))
    if base:
        _add(feed, "link", rel="self", href=f"{base}{path}feed.xml")
        _add(feed, "link", href=f"{base}{path}")
    for one, stop in reversed(stops[-MOST_ENTRIES:]):
        feed.append(_entry(one, stop, host, base))
    made: bytes = Xml.tostring(feed, encoding="utf-8", xml_declaration=True)
    return made + b"\n"


def _entry(shown: PublicGame, stop: PublicStop, host: str, base: str) -> Xml.Element:
    entry = Xml.Element(f"{{{ATOM}}}entry")
    _add(entry, "title", f"{shown.name}: {stop.clock}, {stop.title}")
    _add(entry, "id", f"tag:{host},2026:{shown.name}/{shown.branch}/{stop.record}")
    _add(entry, "updated", _moment(stop.at))
    if base:
        _add(entry, "link", href=f"{base}{shown.path}")
    words = "\n".join((*stop.happened, stop.points)) if stop.happened else stop.points or "Nothing to tell."
    _add(entry, "content", words, type="text")
    return entry


def _named(name: str, text: str) -> Xml.Element:
    element = Xml.Element(f"{{{ATOM}}}{name}")
    element.text = text
    return element


def _add(parent: Xml.Element, name: str, text: str = "", **attributes: str) -> Xml.Element:
    element = Xml.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    element.text = text or None
    return element


def _moment(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def write(file: Path, content: bytes) -> bool:
    """Write a file so that nobody ever reads half of it; whether it has changed.  Raises OSError.

    A web server of another user reads it, and the folders that are made for it, whatever the daemon's umask.
    """
    if file.is_file() and file.read_bytes() == content:
        return False
    missing = [one for one in file.parents if not one.exists()]
    file.parent.mkdir(parents=True, exist_ok=True)
    for one in missing:
        one.chmod(0o755)
    handle, name = tempfile.mkstemp(prefix=".pbem-", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(content)
            os.fchmod(new.fileno(), 0o644)
        os.replace(name, file)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def clear(folder: Path, keep: frozenset[str]) -> None:
    """Remove files that a killed process left half written, and the folders of games that are not shown any more.

    A game's folder is known by its `feed.xml` and `calendar.ics`; nothing else in the folder is touched.
    """
    if not folder.is_dir():
        return
    for file in folder.rglob(".pbem-*"):
        file.unlink(missing_ok=True)
    for one in sorted(folder.iterdir()):
        is_game = (one / "feed.xml").is_file() and (one / "calendar.ics").is_file()
        if is_game and one.name not in keep:
            for name in ("index.html", "record.html", "feed.xml", "calendar.ics"):
                (one / name).unlink(missing_ok=True)
            if not any(one.iterdir()):
                one.rmdir()


log = logging.getLogger("pbem.publish")
MOST_CANCELLED = 10
"""Deadlines that have passed and stay in a calendar, so that programs that look seldom take them out."""
MOST_TOLD = 12
"""Stops that a game's page tells; the record has all of them."""


@dataclass(frozen=True)
class Site:
    """The place of the pages: the folder, and its public address (with a slash at the end), "" if that is unknown."""

    folder: Path
    base: str = ""


class Publisher:
    """Writes what has changed since it last looked; at first, whatever differs from the files that are there."""

    def __init__(self, desk: Desk, place: Site) -> None:
        self.desk, self.place = desk, place
        self._games: dict[str, PublicGame] = {}
        self._looked = -1

    def publish(self) -> int:
        """Write the pages of the games that went on since the last time; how many games.  Raises OSError."""
        with self.desk.store.read() as books:
            newest = books.records.newest_id()
            if newest == self._looked:
                return 0
            changed = books.records.games_after(self._looked)
            rows = books.games.all()
            names = frozenset(row.name for row in rows)
            for row in rows:
                if row.name not in self._games or key_of(row.id) in changed:
                    self._publish_game(books, row)
        gone = set(self._games) - names
        for name in gone:
            del self._games[name]
        if self._looked < 0 or gone:
            clear(self.place.folder, names)
        self._house()
        self._looked = newest
        return len(changed) if self._games else 0

    def _publish_game(self, books: Books, row: GameRow) -> None:
        """Write one game's pages; one that cannot be told keeps those that it has until its next record."""
        try:
            self._games[row.name] = self._game(books, row)
        except (OSError, SQLAlchemyError):
            raise
        # Telling is a game's own code: no other game's pages, and no letter, wait for it.
        except Exception:
            log.exception("game %s", row.name)

    def _game(self, books: Books, row: GameRow) -> PublicGame:
        """Write one game's pages; what everybody may know of it, without its record, which is large."""
        seen = shown(self.desk, books, row)
        folder, host = self.place.folder / seen.name, self.desk.house.host
        if seen.chronicle is not None:
            write(folder / "record.html", chronicle.page(seen.chronicle).encode("ascii"))
        dates = folder / "calendar.ics"
        known = dates.read_bytes() if dates.is_file() else b""
        facts = html_page("public-game", game=seen, stops=_latest(seen), map=_map(seen))
        write(folder / "index.html", facts.encode("ascii"))
        write(folder / "feed.xml", game_feed(seen, host, self.place.base))
        write(dates, calendar(seen.name, deadlines(seen, host, known)))
        log.info("published %s, record %d", seen.name, seen.seq)
        return _without_record(seen)

    def _house(self) -> None:
        games = [self._games[name] for name in sorted(self._games)]
        folder, house = self.place.folder, self.desk.house
        page = html_page("public-index", house=house.name, games=games, awaited=_by_deadline(games))
        write(folder / "index.html", page.encode("ascii"))
        write(folder / "feed.xml", house_feed(games, house.host, house.name, self.place.base))
        self._order_pages()

    def _order_pages(self) -> None:
        """The pages on which orders are clicked: maps alone, the same for everybody."""
        with self.desk.store.read() as books:
            titles = sorted({row.title for row in books.games.all() if row.state != "over"})
        for title in titles:
            made = kept_page(title)
            if made:
                write(self.place.folder / "play" / page_name(title), made.encode("ascii"))


def deadlines(seen: PublicGame, host: str, known: bytes) -> list[Deadline]:
    """The deadlines of a game: the one that runs, and those of the calendar `known` so far, which are cancelled."""
    found = []
    awaited = seen.awaited
    if awaited is not None and awaited.due is not None:
        uid = f"{seen.name}-{seen.branch}-{awaited.number}@{host}"  # that of letters too: `desk.outgoing.attachments`
        title, what = f"{seen.name}: {awaited.phase}", f"Orders of {', '.join(awaited.sides)}"
        found.append(Deadline(uid, seen.seq, title, what, awaited.due, seen.changed))
    now = {one.uid for one in found}
    earlier = [
        one if one.is_off else replace(one, sequence=seen.seq, changed=seen.changed, is_off=True) for one in read(known)
    ]
    return [*[one for one in earlier if one.uid not in now][-MOST_CANCELLED:], *found]


def _map(seen: PublicGame) -> Markup:
    """The present map as SVG; "" while the game hides it, or where it has no picture."""
    if seen.chronicle is None:
        return Markup("")
    last = seen.chronicle.chapters[-1]
    scene = last.map.picture(Caption(seen.title, f"{last.clock}, {last.title}"))
    return Markup(svg(scene)) if scene is not None else Markup("")


def _latest(seen: PublicGame) -> tuple[PublicStop, ...]:
    """The last phases in which something happened, the newest first."""
    return tuple(reversed([one for one in seen.stops if one.happened][-MOST_TOLD:]))


def _by_deadline(games: Collection[PublicGame]) -> list[PublicGame]:
    waiting = [one for one in games if one.awaited is not None and one.awaited.due is not None]
    return sorted(waiting, key=lambda one: (str(one.awaited.due if one.awaited else ""), one.name))


def _without_record(seen: PublicGame) -> PublicGame:
    return replace(seen, chronicle=None, stops=seen.stops[-MOST_ENTRIES:])
