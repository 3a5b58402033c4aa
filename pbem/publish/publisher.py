"""Writes the pages of all games into a folder, after every stop of play those of the games that went on."""

import logging
import os
import tempfile
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree as Xml

from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError

from pbem.desk.desk import Desk, hides_facts
from pbem.desk.games.game_record import RecordView, chronicle, scenario_title
from pbem.desk.outgoing.attachments import kept_page, page_name
from pbem.reports.chronicle import Chronicle
from pbem.reports.chronicle import page as chronicle_page
from pbem.reports.pages import html_page
from pbem.reports.picture.shapes import Caption, svg
from pbem.reports.times import Deadline, calendar, read
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow

# The public facts of a game: its people by name, its state, whom it waits for until when, and what was played.
#
# No address is in it. A game that hides facts shows no position, score or log before its end.

STANDING = {
    "invited": "Not all players have accepted yet.",
    "paused": "The GM has paused the game.",
    "held": "The game is held by the GM.",
    "over": "The game is over.",
}
"""Words for the state of a game that does not go on."""


@dataclass(frozen=True)
class PublicStop:
    """A phase that was played: its name, when its last record was made, what happened in sentences."""

    title: str
    clock: str
    points: str
    at: datetime
    record: int
    happened: tuple[str, ...]


@dataclass(frozen=True)
class WaitsFor:
    """The thing that a game waits for: phase, the sides by name, the deadline (None: none runs) and when play came there."""

    phase: str
    sides: tuple[str, ...]
    due: datetime | None
    since: datetime
    number: int


@dataclass(frozen=True)
class PublicGame:
    """A game as everybody may see it; `changed` is the moment of its newest record, `seq` that record's number.

    `chronicle` is None while the game hides its facts; then `stops` are empty.
    """

    name: str
    title: str
    scenario: str
    players: tuple[str, ...]
    state: str
    branch: str
    seq: int
    changed: datetime
    opened: datetime
    result: str = ""
    awaited: WaitsFor | None = None
    stops: tuple[PublicStop, ...] = ()
    chronicle: Chronicle | None = None

    @property
    def path(self) -> str:
        """The game's folder below the published one, as links write it."""
        return f"{quote(self.name)}/"

    @property
    def standing(self) -> str:
        """The state of a game, in words; for a game that goes on the turn that was played last, if that may be told."""
        if self.result:
            return self.result
        if self.state in STANDING:
            return STANDING[self.state]
        return self.newest.clock if self.newest else "In play"

    @property
    def newest(self) -> PublicStop | None:
        """The phase that was played last."""
        return self.stops[-1] if self.stops else None


def shown(desk: Desk, books: Books, game: GameRow) -> PublicGame:
    """A game as everybody may see it now."""
    title = desk.title(game.title)
    card = title.system.card
    last = books.records.newest_first(game)
    newest = next(last)
    about = PublicGame(
        name=game.name,
        title=card.title,
        scenario=scenario_title(desk, books, game),
        players=tuple(f"{card.side(one.side).name}: {one.name}" for one in books.players.of(game)),
        state=game.state,
        branch=game.branch,
        seq=newest.seq,
        changed=newest.at,
        opened=game.opened,
        awaited=_awaited(desk, books, game),
    )
    is_over = game.state == "over"
    if hides_facts(books, game) and not is_over:
        return about
    text = chronicle(desk, books, game, RecordView("" if is_over else card.sides[0].id))
    whose = text.whose if is_over else "everybody"
    at = {row.seq: row.at for row in books.records.all(game)}
    stops = tuple(
        PublicStop(one.title, one.clock, one.points, at[one.records[-1]], one.records[-1], one.in_short)
        for one in text.chapters
        if one.phase and one.records and one.records[-1] in at
    )
    text = replace(text, whose=whose)
    return replace(about, result=text.result, stops=stops, chronicle=text)


def _awaited(desk: Desk, books: Books, game: GameRow) -> WaitsFor | None:
    """The thing that an open game waits for; None for one that is over, held, or waits for nobody."""
    row = books.phases.open(game)
    if game.state != "open" or row is None or not row.waiting_for:
        return None
    title = desk.title(game.title)
    sides = tuple(title.system.card.side(one).name for one in row.waiting_for.split(",") if one)
    return WaitsFor(title.teller.phase_title(row.phase), sides, row.due, row.stopped, row.n)


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
            write(folder / "record.html", chronicle_page(seen.chronicle).encode("ascii"))
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
