"""The adjudicator: claims games that have something to do, reads their letters, keeps their deadlines, plays them on.

A game is worked at by one adjudicator at a time; what it comes to hangs on letters and records alone, so it is the same
whoever does the work.
"""

import logging
from datetime import datetime

from pbem.desk.desk import Desk
from pbem.desk.incoming.intake import suspect
from pbem.desk.incoming.isolated_reading import SeparateJob
from pbem.desk.incoming.reading import read_letters
from pbem.desk.outgoing.reminders import remind
from pbem.desk.outgoing.templates import let_go
from pbem.desk.play.advance import advance
from pbem.desk.play.beacon_rounds import fetch_due
from pbem.desk.play.deadlines import LAG, ends, pass_game
from pbem.desk.play.locking import pass_silent
from pbem.desk.play.pausing import end_pauses
from pbem.gm.by_mail import answer_letters
from pbem.gm.digest import send_digests
from pbem.store.leases import DESK, Claim, LeaseLost
from pbem.store.moments import time_text
from pbem.workers.worker import Worker

log = logging.getLogger(__name__)

LEASE_SECONDS = 120.0
"""Seconds for which a claim is good; it is renewed before each game of a batch.  Reading a letter may take a few seconds."""
BATCH = 10
"""Games that are claimed at once."""
SOON = 5.0
"""Seconds after which a game is looked at again that has unread letters, or a deadline that may not pass yet."""


TURN_SECONDS = 2.0
"""After so long with letters of one game the others have their turn."""


class Adjudicator(Worker):
    """See the module."""

    role = "adjudicator"

    def __init__(self, desk: Desk, poll: float, *, lease: float = LEASE_SECONDS, batch: int = BATCH) -> None:
        super().__init__(desk, poll)
        self._lease, self._batch = lease, batch
        self._has_looked = False

    async def turn(self) -> bool:
        """Claim a batch and work through it; whether it was a full one."""
        return self.batch() == self._batch

    def batch(self) -> int:
        """Claim what has something to do now, up to a batch, and work through it; how many games that were."""
        with self.desk.store.begin() as books:
            if not self._has_looked:
                books.leases.wake([DESK])  # its lease is there from the first round on
                self._has_looked = True
            claims = books.leases.claim(self.name, self._lease, self._batch)
        for claim in claims:
            try:
                self.work(claim)
            except LeaseLost as lost:
                log.warning("%s: %s; nothing of it was written", self.name, lost)
        return len(claims)

    def work(self, claim: Claim) -> None:
        """One game's round.  Raises LeaseLost."""
        with self.desk.store.begin() as books:
            if not books.leases.renew(claim, self._lease):
                raise LeaseLost(claim.name, claim.epoch, claim.epoch + 1)
        with self.desk.store.under(claim):
            with self.desk.store.read() as books:
                numbers = books.letters_in.new_for(claim.name)
                looked = books.letters_in.last_looked()
            if claim.is_taken_over and suspect(self.desk, numbers):
                with SeparateJob(self.desk) as apart:
                    read_letters(self.desk, looked, numbers, by=apart.take)
            else:
                numbers = read_letters(self.desk, looked, numbers, seconds=TURN_SECONDS)
            after = self._house_keeping(looked) if claim.name == DESK else self._play(claim, looked)
            with self.desk.store.begin() as books:
                books.leases.done(claim, numbers, after)

    def _play(self, claim: Claim, looked: datetime | None) -> float | None:
        """Deadlines, and what a worker that died has left; in how many seconds to look again."""
        with self.desk.store.read() as books:
            found = books.games.find(claim.name)
            if found is None or found.state != "open":
                return None
            is_unplayed = found.unplayed
        if pass_game(self.desk, claim.name, looked) or is_unplayed or claim.is_taken_over:
            advance(self.desk, claim.name)
        with self.desk.store.read() as books:
            game = books.games.get(claim.name)
            row = books.phases.open(game) if game.state == "open" else None
            is_unread = bool(books.letters_in.new_for(claim.name))
        if row is None or row.due is None or row.passed or row.lapsed is not None:
            return SOON if is_unread and game.state == "open" else None
        return max((ends(game, row.due) + LAG - self.desk.clock.now()).total_seconds(), SOON)

    def _house_keeping(self, looked: datetime | None) -> float:
        """Do the work that belongs to no game: letters of GMs, pauses that end, reminders, digests, deadlines that have come,
        dice that wait."""
        answer_letters(self.desk)
        resumed = [*end_pauses(self.desk), *pass_silent(self.desk, looked), *fetch_due(self.desk)]
        remind(self.desk)
        let_go(self.desk)
        send_digests(self.desk)
        with self.desk.store.begin() as books:
            books.leases.wake(resumed)
            books.leases.wake_overdue(time_text(self.desk.clock.now() - LAG))
        return self.poll
