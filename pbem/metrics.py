"""Figures for Prometheus on loopback: what waits, what was done, how the lines stand.  No name, no address, no order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.exc import SQLAlchemyError

from pbem.desk.desk import Desk
from pbem.desk.gm.alarm import ABOUT, Pulse
from pbem.desk.orders.unread import CHAT, NOT_UNDERSTOOD
from pbem.store.database_errors import explained

log = logging.getLogger(__name__)

MOST_OPEN = 20
"""Connections at once; one more is closed unread."""

IN_STATES = ("new", "done", "ignored", "held", "dropped")
OUT_STATES = ("new", "sending", "later", "maybe", "sent", "failed")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
GAME_STATES = ("open", "held", "over")


@dataclass(frozen=True)
class Figure:
    """One metric: its name, what it tells, and its values by one label ("" for none)."""

    name: str
    about: str
    label: str
    values: tuple[tuple[str, float], ...]

    def lines(self) -> Iterable[str]:
        """In Prometheus' text form."""
        yield f"# HELP {self.name} {self.about}"
        yield f"# TYPE {self.name} gauge"
        for value, number in self.values:
            label = f'{{{self.label}="{value}"}}' if self.label else ""
            yield f"{self.name}{label} {number:g}"


def figures(desk: Desk, pulse: Pulse) -> list[Figure]:
    """All figures, as the store and the daemon have them now."""
    now = desk.clock.now()
    with desk.store.read() as books:
        games = [game.state for game in books.games.all()]
        letters_in = [(state, float(books.letters_in.count(state))) for state in IN_STATES]
        letters_out = [(state, float(books.letters_out.count(state))) for state in OUT_STATES]
        unread = [sum(counts) for counts in zip((0, 0), *books.overview.unread_lines(EPOCH).values(), strict=True)]
        stopped = float(len(books.addresses.stopped()))
    ages = [("round", pulse.at), ("mailbox", pulse.looked)]
    faults = [(name, getattr(pulse, name)) for name in ABOUT]
    return [
        Figure("pbem_games", "games by state", "state", tuple((one, float(games.count(one))) for one in GAME_STATES)),
        Figure("pbem_letters_in", "letters that came, by state", "state", tuple(letters_in)),
        Figure("pbem_letters_out", "letters of ours, by state", "state", tuple(letters_out)),
        Figure("pbem_addresses_stopped", "addresses that nothing is sent to", "", (("", stopped),)),
        Figure(
            "pbem_lines_unread",
            "lines of letters that were not read as orders",
            "as",
            tuple(
                (kind.replace(" ", "_"), float(count))
                for kind, count in zip((NOT_UNDERSTOOD, CHAT), unread, strict=True)
            ),
        ),
        Figure("pbem_rounds", "rounds since the start", "", (("", float(pulse.rounds)),)),
        Figure(
            "pbem_trouble",
            "1 where something is wrong with it",
            "of",
            tuple((of, float(bool(why))) for of, why in faults),
        ),
        Figure(
            "pbem_seconds_since",
            "seconds since a round ended, since the mailbox was read to its end",
            "what",
            tuple((what, (now - at).total_seconds()) for what, at in ages if at is not None),
        ),
    ]


def page(desk: Desk, pulse: Pulse) -> str:
    """The page that `/metrics` shows."""
    return "".join(f"{line}\n" for figure in figures(desk, pulse) for line in figure.lines())


async def serve_metrics(port: int, text: Callable[[], str]) -> asyncio.Server:
    """Answer `GET /metrics` on 127.0.0.1; everything else is 404.  Raises OSError if the port is taken."""

    asking: set[asyncio.StreamWriter] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(asking) >= MOST_OPEN:
            writer.close()
            return
        asking.add(writer)
        try:
            async with asyncio.timeout(5):
                head = await reader.readuntil(b"\r\n\r\n")
                is_found = head.startswith((b"GET /metrics ", b"HEAD /metrics "))
                await _reply(writer.write, writer.drain, text() if is_found else "", is_found=is_found)
        except (OSError, TimeoutError, asyncio.LimitOverrunError, asyncio.IncompleteReadError):
            pass  # whoever asked is gone, or asks for something else
        except SQLAlchemyError as fault:
            log.warning("metrics: %s", explained(fault))
        finally:
            asking.discard(writer)
            writer.close()

    return await asyncio.start_server(answer, "127.0.0.1", port, limit=8192)


async def _reply(
    write: Callable[[bytes], None], drain: Callable[[], Awaitable[None]], body: str, *, is_found: bool
) -> None:
    status = "200 OK" if is_found else "404 Not Found"
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {len(body)}\r\n"
    write(f"{head}Connection: close\r\n\r\n{body}".encode("ascii"))
    await drain()
