"""Pause and resume: stop a game's clocks, and let them run on."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.play.deadlines import reached_again
from pbem.desk.play.pausing import go_on
from pbem.desk.umpire import tray
from pbem.reports import times
from pbem.store.database import Books
from pbem.store.moments import time_text

MOST_DAYS = 366


@dataclass(frozen=True)
class Pause(OfGame):
    """Stop a game's clocks: no deadline passes and nothing is adjudicated. Letters are answered and their orders filed."""

    NAME: ClassVar[str] = "pause"
    ABOUT: ClassVar[str] = "stop a game's clocks for a number of days (without a number: until resume)"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, Word("days", "DAYS", "number of days", "number", optional=True))
    REASONED: ClassVar[bool] = True

    days: int = 0

    def effect(self, case: Case) -> Effect:
        """The effect: until when, and what happens to the deadline."""
        until = self._until(case)
        ends = f"until {times.in_full(until)}, or until you resume it" if until else "until you resume it"
        row = case.books.phases.open(case.game(self.game))
        lines = [f"nothing of {self.game} is due or adjudicated {ends}; letters are answered and orders filed"]
        if row is not None and row.due is not None:
            left = row.due - case.desk.clock.now()
            name = case.phase_name(case.game(self.game), row.phase)
            lines.append(f"{name} keeps the time that it has left: {times.left(left)}")
        return Effect(tuple(lines), EVERYBODY, inverse=Resume(self.game))

    def carry_out(self, case: Case) -> Done:
        """Stop the clocks."""
        game, until = case.playing(self.game), self._until(case)
        game.state, game.paused_since, game.paused_until = "paused", case.desk.clock.now(), until
        ends = f"until {times.in_full(until)}" if until else "until the GM lets it go on"
        body = {"until": time_text(until)} if until else {}
        ruled = Ruled("pause", case.reason, f"the game pauses {ends}; deadlines stand still", "the game pauses", body)
        record = rule(case.desk, case.books, game, ruled)
        return Done((f"{self.game} pauses {ends}; all players are told",), record)

    def _until(self, case: Case) -> datetime | None:
        game = case.playing(self.game)
        if game.state != "open":
            raise CannotDo(f"{self.game}: expected a game that is being played; it is {game.state}")
        if not 0 <= self.days <= MOST_DAYS:
            raise CannotDo(f"days: expected a whole number from 1 to {MOST_DAYS}, or none; found {self.days}")
        return case.desk.clock.now() + timedelta(days=self.days) if self.days else None


@dataclass(frozen=True)
class Resume:
    """Let a paused game's clocks run on, or send mail again to an address that bounced too often."""

    NAME: ClassVar[str] = "resume"
    ABOUT: ClassVar[str] = "let a paused game go on, or send mail again to an address that bounced too often"
    WORDS: ClassVar[tuple[Word, ...]] = (Word("subject", "GAME|ADDRESS", "a game's name, or an address"),)
    REASONED: ClassVar[bool] = False

    subject: str

    def game_of(self, books: Books) -> str:
        """Its game; "" for an address."""
        return "" if "@" in self.subject else books.games.get(self.subject).name

    def effect(self, case: Case) -> Effect:
        """The game that goes on."""
        if "@" in self.subject:
            self._stopped(case)
            waiting = case.books.letters_out.waiting_for(self.subject)
            text = f"letters go to {self.subject} again: {waiting} wait"
            return Effect((text,), signed=False, final="its count of bounces starts at zero again")
        game = case.game(self.subject)
        if game.state != "paused":
            raise CannotDo(f"{self.subject}: expected a game that is paused; it is {game.state}")
        if tray.is_full(game):
            raise CannotDo(
                f"{self.subject}: expected a game that a GM has paused; it waits for its umpire:   tray {game.name}"
            )
        return Effect(
            (f"the clocks of {self.subject} run on from where they stopped",), EVERYBODY, inverse=Pause(self.subject)
        )

    def carry_out(self, case: Case) -> Done:
        """Let it go on."""
        if "@" in self.subject:
            since = self._stopped(case)
            case.books.addresses.clear(self.subject)
            reached_again(case.desk, case.books, self.subject, since)
            fault = case.books.faults.about("player", self.subject.lower())
            if fault is not None:
                case.books.faults.close(fault, case.desk.clock.now())
            return Done((f"letters go to {self.subject} again",))
        game = case.game(self.subject)
        if game.state != "paused":
            raise CannotDo(f"{self.subject}: expected a game that is paused; it is {game.state}")
        record = go_on(case.desk, case.books, game, case.reason or "the pause is over")
        return Done((f"{self.subject} goes on; all players are told",), record, advance=game.name)

    def _stopped(self, case: Case) -> datetime:
        row = case.books.addresses.find(self.subject)
        if row is None or row.stopped is None:
            raise CannotDo(f"{self.subject}: mail to it was never stopped")
        return row.stopped
