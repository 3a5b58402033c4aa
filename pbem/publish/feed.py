"""Atom feeds (RFC 4287): an entry for each phase that was played, the newest first."""

from collections.abc import Sequence
from datetime import UTC, datetime
from xml.etree import ElementTree as Xml

from pbem.publish.shown import Shown, Stop

ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 40


def game_feed(shown: Shown, host: str, base: str) -> bytes:
    """The feed of a game.  `host` makes its ids, which never change; `base` is the folder's public address, or ""."""
    stops = [(shown, stop) for stop in shown.stops]
    about = f"tag:{host},2026:{shown.name}"
    return _feed(f"{shown.title}: {shown.name}", about, shown.changed, stops, host, base, shown.path)


def house_feed(games: Sequence[Shown], host: str, name: str, base: str) -> bytes:
    """The feed of all games of the house."""
    stops = sorted(
        ((one, stop) for one in games for stop in one.stops), key=lambda one: (one[1].at, one[0].name, one[1].record)
    )
    changed = max((one.changed for one in games), default=datetime(1970, 1, 1, tzinfo=UTC))
    return _feed(name, f"tag:{host},2026:games", changed, stops, host, base, "")


def _feed(
    title: str, about: str, changed: datetime, stops: Sequence[tuple[Shown, Stop]], host: str, base: str, path: str
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
    for shown, stop in reversed(stops[-MOST_ENTRIES:]):
        feed.append(_entry(shown, stop, host, base))
    made: bytes = Xml.tostring(feed, encoding="utf-8", xml_declaration=True)
    return made + b"\n"


def _entry(shown: Shown, stop: Stop, host: str, base: str) -> Xml.Element:
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
