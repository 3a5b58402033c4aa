"""Rounds of a beacon: fetched when they are due, checked, and filed with the lock that waits for them."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from pbem.desk.desk import Desk, read_json
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.beacon_source import Rounds, Unreachable
from pbem.desk.play.locking import round_came
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.seal import lock as beacon
from pbem.seal.lock import BEACON

log = logging.getLogger(__name__)

LONGEST_WAIT: Final = 600.0
"""Seconds between two tries at most."""
TOLD_AFTER: Final = 3
"""Tries in vain after which the GM is told."""


@dataclass(frozen=True)
class Due:
    """A lock that waits for a round which is now due: the row's number, beacon, round, and the result of asking for it."""

    lock: int
    source: Mapping[str, Any]
    number: int
    signature: str = ""
    fault: str = ""


def due(desk: Desk) -> list[Due]:
    """The rounds to ask for now."""
    with desk.store.read() as books:
        rows = [row for row in books.locks.due(desk.clock.now()) if row.mode == BEACON]
        sources = [read_json(books.games.by_id(row.game_id).source) for row in rows]
        return [Due(row.id or 0, source, row.step) for row, source in zip(rows, sources, strict=True)]


def ask(rounds: Rounds, one: Due) -> Due:
    """Ask for a round and check it; it touches the network and nothing else."""
    try:
        signature = rounds.signature(one.source["chain"], one.number)
        if not beacon.is_genuine(one.source, one.number, signature):
            return Due(one.lock, one.source, one.number, fault="what was handed out is not signed by the beacon")
    except (Unreachable, beacon.NoVerifier) as fault:
        return Due(one.lock, one.source, one.number, fault=str(fault))
    return Due(one.lock, one.source, one.number, signature)


def file(desk: Desk, asked: Sequence[Due]) -> list[str]:
    """Store the rounds that arrived; the games to advance. Rounds that did not arrive are asked for again, at growing
    intervals.
    """
    if not asked:
        return []
    names = []
    with desk.store.begin() as books:
        for one in asked:
            row = books.locks.get(one.lock)
            if row.state != "waiting":
                continue
            game = books.games.by_id(row.game_id)
            if one.signature:
                round_came(books, game, row, one.signature)
                names.append(game.name)
                continue
            row.tries += 1
            wait = min(2.0 * 2 ** min(row.tries, 20), LONGEST_WAIT)
            row.due = desk.clock.now() + timedelta(seconds=wait * (1 + desk.chance() / 4))
            books.locks.add(row)
            log.warning("game %s: beacon, round %s: %s; tried again in %.0f s", game.name, row.step, one.fault, wait)
            if row.tries == TOLD_AFTER:
                wording = (
                    f"The dice of {row.phase} wait for round {row.step} of the beacon, and it cannot be had: {one.fault}.  It "
                    f"is tried again and again, at least every {LONGEST_WAIT / 60:.0f} minutes; the game waits."
                )
                text = "\n".join(wrap(ascii_text(wording), WIDTH)) + "\n"
                draft = Draft("beacon", f"{game.branch}-{row.seq}", f"[{game.name}] The beacon cannot be reached", text)
                post.to_gm(desk, books, game, draft)
    return names


def fetch_due(desk: Desk) -> list[str]:
    """Ask for all that is due, one after another, and file it; the games that are to be played on."""
    return file(desk, [ask(desk.rounds, one) for one in due(desk)])
