"""Incidents about time: extend, pause and resume, remind, act for a late player, and a preview of the deadline."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from pbem.desk.gm import tray
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, CannotDo, Done, Effect, IncidentContext, OfGame, UsageWord
from pbem.desk.gm.incidents.undo_and_end import Undo
from pbem.desk.outgoing.reminders import owing, time_left, write_reminder
from pbem.desk.play.answers import on_file
from pbem.desk.play.deadlines import reached_again
from pbem.desk.play.downtime import go_on
from pbem.desk.play.play import asked_sides, owes_orders, pending, present
from pbem.desk.play.terms import put_due, whole_quarter
from pbem.desk.record.chain import newest_seq
from pbem.reports import times
from pbem.reports.log import section
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import PhaseRow, PlayerRow

MOST_HOURS = 30 * 24


@dataclass(frozen=True)
class Extend(OfGame):
    """Move the open deadline later; a negative number moves it earlier, but never into the past."""

    NAME: ClassVar[str] = "extend"
    ABOUT: ClassVar[str] = "move a game's open deadline later, or earlier (-24)"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, UsageWord("hours", "HOURS", "number of hours", "number"))
    REASONED: ClassVar[bool] = True

    hours: int

    def effect(self, case: IncidentContext) -> Effect:
        """The deadline as it is, and as it would be."""
        row, old, new = self._moved(case)
        name = case.phase_name(case.game(self.game), row.phase)
        return Effect(
            (f"{name} is due {times.in_full(old)}; it would be due {times.in_full(new)}",),
            EVERYBODY,
            inverse=Extend(self.game, -self.hours),
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Move it."""
        game = case.playing(self.game)
        row, _, due = self._moved(case)
        put_due(case.desk, game, row, due)
        row.lapsed = None
        case.books.phases.add(row)
        name = case.phase_name(game, row.phase)
        ruled = Ruled(
            "deadline",
            case.reason,
            f"the deadline of {name} is moved {'by' if self.hours > 0 else 'back by'} {abs(self.hours)} hours",
            f"deadline of {name} moved to {times.day(due)}",
            {"phase": row.phase, "due": time_text(due)},
            deadline=due,
        )
        record = rule(case.desk, case.books, game, ruled)
        return Done((f"{self.game}: now due {times.in_full(due)}; all players are told",), record)

    def _moved(self, case: IncidentContext) -> tuple[PhaseRow, datetime, datetime]:
        if self.hours == 0 or abs(self.hours) > MOST_HOURS:
            raise CannotDo(
                f"hours: expected a whole number from 1 to {MOST_HOURS}, or -1 to -{MOST_HOURS}; found {self.hours}"
            )
        game = case.playing(self.game)
        row = case.books.phases.open(game)
        if row is None or row.due is None:
            raise CannotDo(f"{self.game}: expected a game with a deadline; it is {game.state}, and nothing is due")
        if row.passed:
            raise CannotDo(f"{self.game}: its deadline has passed and is being carried out")
        # One that came and was not enforced (the terms wait) is counted from now.
        base = max(row.due, case.desk.clock.now()) if self.hours > 0 and row.lapsed else row.due
        due = whole_quarter(base + timedelta(hours=self.hours))
        if due <= case.desk.clock.now():
            raise CannotDo(
                f"hours: expected a deadline that is still to come; {self.hours} hours would make it "
                f"{times.in_full(due)}.  To carry out the orders on file now:   act {self.game}"
            )
        return row, row.due, due


# Pause and resume: stop a game's clocks, and let them run on.

MOST_DAYS = 366


@dataclass(frozen=True)
class Pause(OfGame):
    """Stop a game's clocks: no deadline passes and nothing is adjudicated. Letters are answered and their orders filed."""

    NAME: ClassVar[str] = "pause"
    ABOUT: ClassVar[str] = "stop a game's clocks for a number of days (without a number: until resume)"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        UsageWord("days", "DAYS", "number of days", "number", optional=True),
    )
    REASONED: ClassVar[bool] = True

    days: int = 0

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: until when, and what happens to the deadline."""
        until = self._until(case)
        ends = f"until {times.in_full(until)}, or until you resume it" if until else "until you resume it"
        row = case.books.phases.open(case.game(self.game))
        lines = [f"nothing of {self.game} is due or adjudicated {ends}; letters are answered and orders filed"]
        if row is not None and row.due is not None:
            left = row.due - case.desk.clock.now()
            name = case.phase_name(case.game(self.game), row.phase)
            lines.append(f"{name} keeps its remaining time: {times.left(left)}")
        return Effect(tuple(lines), EVERYBODY, inverse=Resume(self.game))

    def carry_out(self, case: IncidentContext) -> Done:
        """Stop the clocks."""
        game, until = case.playing(self.game), self._until(case)
        game.state, game.paused_since, game.paused_until = "paused", case.desk.clock.now(), until
        ends = f"until {times.in_full(until)}" if until else "until the GM resumes it"
        body = {"until": time_text(until)} if until else {}
        ruled = Ruled(
            "pause", case.reason, f"the game is paused {ends}, and so are its deadlines", "the game pauses", body
        )
        record = rule(case.desk, case.books, game, ruled)
        return Done((f"{self.game} pauses {ends}; all players are told",), record)

    def _until(self, case: IncidentContext) -> datetime | None:
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
    WORDS: ClassVar[tuple[UsageWord, ...]] = (UsageWord("subject", "GAME|ADDRESS", "a game's name, or an address"),)
    REASONED: ClassVar[bool] = False

    subject: str

    def game_of(self, books: Books) -> str:
        """Its game; "" for an address."""
        return "" if "@" in self.subject else books.games.get(self.subject).name

    def effect(self, case: IncidentContext) -> Effect:
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

    def carry_out(self, case: IncidentContext) -> Done:
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

    def _stopped(self, case: IncidentContext) -> datetime:
        row = case.books.addresses.find(self.subject)
        if row is None or row.stopped is None:
            raise CannotDo(f"{self.subject}: mail to it was never stopped")
        return row.stopped


# Remind: mail everybody who owes orders or an answer, now.


@dataclass(frozen=True)
class Remind(OfGame):
    """Send a reminder now, whatever the time. It counts as today's one reminder about this deadline."""

    NAME: ClassVar[str] = "remind"
    ABOUT: ClassVar[str] = "remind everybody who owes orders or an answer, now"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME,)
    REASONED: ClassVar[bool] = False

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: who is reminded of what."""
        row = case.open_phase(case.playing(self.game))
        players = self._owing(case)
        name = case.phase_name(case.game(self.game), row.phase)
        now = case.desk.clock.now()
        is_past = row.due is not None and row.due <= now
        due = f", {'which was due' if is_past else 'due'} {times.in_short(row.due)}" if row.due is not None else ""
        lines = [f"{one.name} ({one.code}) is reminded of {name}{due}" for one in players]
        if is_past:
            lines.append(
                time_left(case.desk, case.game(self.game), row) or "the deadline has passed: the game is waiting"
            )
        last = [
            f"{one.code} got the last reminder about it on {times.stamp(one.nudged)}" for one in players if one.nudged
        ]
        codes = " and ".join(one.code for one in players)
        return Effect((*lines, *last), codes, final="a sent letter cannot be recalled", signed=False)

    def carry_out(self, case: IncidentContext) -> Done:
        """Write."""
        game = case.playing(self.game)
        row = case.open_phase(game)
        players = self._owing(case)
        for one in players:
            write_reminder(case.desk, case.books, game, row, one)
        return Done((f"{' and '.join(one.code for one in players)} will get a reminder",))

    def _owing(self, case: IncidentContext) -> Sequence[PlayerRow]:
        game = case.playing(self.game)
        row = case.open_phase(game)
        players = owing(case.desk, case.books, game, row)
        if not players:
            raise CannotDo(f"{self.game}: expected somebody who owes orders or an answer; nobody does")
        return players


# Act for a late player: carry out the orders on file now, and standing orders and defaults for the rest.


@dataclass(frozen=True)
class PlayOn(OfGame):
    """Treat the deadline as passed. The GM chooses nothing: the game's own rules for a missed deadline decide."""

    NAME: ClassVar[str] = "act"
    ABOUT: ClassVar[str] = "go on without a late player: orders on file, standing orders and defaults decide"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: IncidentContext) -> Effect:
        """The late players, the orders on file, and the result without an answer."""
        game = case.playing(self.game)
        if game.state != "open":
            raise CannotDo(f"{self.game}: expected a game that is being played; it is {game.state}")
        row = case.open_phase(game)
        now = present(case.desk, case.books, game)
        sides = asked_sides(now.open) if now is not None else ()
        if now is None or not sides:
            raise CannotDo(f"{self.game}: expected a game that is waiting for somebody; it is not")
        title = case.desk.title(game.title)
        name = title.teller.short_name(row.phase)
        lines = []
        for player in case.books.players.of(game):
            if player.side not in sides:
                continue
            filed = on_file(case.books, case.books.submissions.latest(game, player.side, row.phase))
            standing = len(case.books.standing.in_force(game, player.side))
            if not owes_orders(now.open, player.side):
                count = sum(one.side == player.side for one in now.open)
                lines.append(
                    f"{player.code} owes {count} answer{'s' * (count > 1)}: standing orders decide ({standing} in "
                    "force), else the defaults"
                )
                continue
            to_do = title.teller.to_do(title.system.view(now.state, player.side), player.side, now.phase)
            silent = to_do.silent or "nobody does anything"
            lines.append(
                f"{player.code} has {len(filed.lines) or 'no'} line{'s' * (len(filed.lines) != 1)} on file for {name} and "
                f"{standing} standing order{'s' * (standing != 1)}; without a line: {silent}"
            )
        early = time_left(case.desk, game, row)
        if early:
            lines.insert(0, f"EARLY: {early}; the players are told so")
        return Effect(
            (f"the deadline of {name} is treated as passed now, and play goes on", *lines),
            EVERYBODY,
            inverse=Undo(self.game, newest_seq(case.books, game)),
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Let the deadline pass."""
        game = case.playing(self.game)
        row = case.open_phase(game)
        name = case.phase_name(game, row.phase)
        waiting = [one for one in case.books.players.of(game) if one.side in row.waiting_for.split(",")]
        codes = " and ".join(one.code for one in waiting)
        early = time_left(case.desk, game, row)
        in_grace = bool(early) and row.due is not None and row.due <= case.desk.clock.now()
        row.passed, row.closed = True, case.desk.clock.now()
        case.books.phases.add(row)
        for one in waiting:
            one.late += not in_grace
        ruled = Ruled(
            "act",
            case.reason,
            f"play goes on in {name} without waiting for {codes}: orders on file are carried out, standing orders and "
            f"defaults decide the rest{f'; {early}' if early else ''}",
            f"{name} goes on without {codes}",
            {"phase": row.phase, "for": sorted(one.code for one in waiting)},
        )
        record = rule(case.desk, case.books, game, ruled)
        return Done((f"{self.game}: {name} goes on without {codes}",), record, advance=game.name)


# Preview: what would happen if the open deadline passed now, with dummy dice; nothing is stored.


@dataclass(frozen=True)
class Preview(OfGame):
    """Run the open phase as if the deadline had passed. It shows orders on file and standing orders, so the look is logged."""

    NAME: ClassVar[str] = "preview"
    ABOUT: ClassVar[str] = "show what would happen if the deadline passed now, with dummy dice (logged)"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME,)
    REASONED: ClassVar[bool] = False

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: a look. Nothing is shown before the look is logged."""
        case.open_phase(case.playing(self.game))
        return Effect(
            ("it shows orders on file, sealed ones too: the look is logged, and everybody is told when the game ends",),
            final="it changes nothing",
            signed=False,
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Look."""
        game = case.playing(self.game)
        row = case.open_phase(game)
        played = pending(case.desk, case.books, game)
        if played is None:
            raise CannotDo(f"{self.game}: expected a game that is waiting for somebody; it is not")
        teller = case.desk.title(game.title).teller
        log = teller.log(played.before, played.events, 1)
        name = teller.short_name(row.phase)
        asked = ", ".join(f"{one.side}: {teller.question(one)}" for one in played.open)
        end = "the phase would end." if played.stop.finished else f"it would stop for {asked}"
        return Done(
            (
                f"{self.game}: {name} with DUMMY dice; nothing is stored",
                *section(log),
                f"Then {end}",
            )
        )
