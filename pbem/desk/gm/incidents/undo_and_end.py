"""Incidents about the course of a game: undo and redo, void dice, its end by ruling."""

import json
from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.games import ending
from pbem.desk.gm.incidents.incident import (
    EVERYBODY,
    GAME,
    SIDE,
    CannotDo,
    Done,
    Effect,
    IncidentContext,
    OfGame,
    UsageWord,
)
from pbem.desk.play.dice_mode import void_dice_in
from pbem.desk.play.undo import UndoEffect, Version, redo_in, redoing_of, undo_in, undoing_of
from pbem.desk.record.chain import newest_seq
from pbem.store.tables import GameRow, PhaseRow, PlayerRow

FRAME = ("PhaseBegan", "PhaseEnded", "OrderMoot")
"""The events of a phase in which nothing happened: an order that was no longer possible changed nothing either."""


@dataclass(frozen=True)
class Undo(OfGame):
    """Go back to a record. Without a number, go back to before the last phase in which anything happened."""

    NAME: ClassVar[str] = "undo"
    ABOUT: ClassVar[str] = "go back to a record, and continue from there on a new branch with new dice"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        UsageWord(
            "to",
            "RECORD",
            "the last record to keep (default: the one before the last phase in which anything happened)",
            "number",
            optional=True,
        ),
    )
    REASONED: ClassVar[bool] = True

    to: int = -1

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: what is undone."""
        game = case.playing(self.game)
        undoing = self._undoing(case)
        name = case.phase_name(game, undoing.phase) if undoing.phase else "the opening"
        undone = ", ".join(case.phase_name(game, one) for one in undoing.undone) or "no phase"
        lines = [
            *self._which(case, game),
            f"play returns to record {undoing.to} ({name}) of branch {undoing.parent}, and goes on as branch "
            f"{undoing.branch}",
            f"undone: {undone}; {_letters(undoing.letters)}",
            f"branch {undoing.closed} is kept, signed and mailed; the new one has its own dice",
        ]
        lines += [f"taken back: the ruling of {one}; if it is still wanted, make it again" for one in undoing.rulings]
        lines += [f"still in force: the ruling of {one}" for one in undoing.kept]
        if undoing.engine:
            lines.append(f"the game is still played with pbem {undoing.engine}: an upgrade is not undone")
        if undoing.letters or undoing.undone:
            return Effect(tuple(lines), EVERYBODY, inverse=Redo(self.game, undoing.closed))
        return Effect(tuple(lines), EVERYBODY, final="no orders were undone; make rulings again yourself")

    def carry_out(self, case: IncidentContext) -> Done:
        """Go back."""
        game = case.playing(self.game)
        wanted = self._undoing(case)
        undone = "".join(f"{one}.  " for one in self._which(case, game))
        undoing = undo_in(case.desk, case.books, game, wanted.to, case.reason)
        for kind in ("rules", "hash"):
            fault = case.books.faults.about(kind, game.name)
            if fault is not None:
                case.books.faults.close(fault, case.desk.clock.now())
        last = case.books.records.last(game)
        text = f"{undone}{self.game} is back at record {undoing.to} again, on branch {undoing.branch}; all players are told"
        return Done((text,), last.seq if last is not None else None, advance=game.name)

    def _undoing(self, case: IncidentContext) -> UndoEffect:
        game = case.playing(self.game)
        to = self.to
        if to < 0:
            wanted = self._last(case, game)[0]
            to = case.books.phases.segments(wanted)[0].record_seq - 1
        return undoing_of(case.books, game, to)

    def _last(self, case: IncidentContext, game: GameRow) -> tuple[PhaseRow, tuple[PhaseRow, ...]]:
        """The last phase in which anything happened, and the empty ones after it.  Raises CannotDo."""
        phases = case.books.phases
        rows = [one for one in phases.of(game) if phases.segments(one)]
        if not rows:
            raise CannotDo(f"{self.game}: expected a phase that was adjudicated; none was")
        for number in range(len(rows) - 1, -1, -1):
            if any(json.loads(one)["type"] not in FRAME for one in case.books.events.of(rows[number])):
                return rows[number], tuple(rows[number + 1 :])
        return rows[-1], ()

    def _which(self, case: IncidentContext, game: GameRow) -> list[str]:
        """The phase that was found, where the GM named no record."""
        if self.to >= 0:
            return []
        wanted, empty = self._last(case, game)
        found = f"the last phase in which anything happened is {case.phase_name(game, wanted.phase)}"
        if not empty:
            return [found]
        return [f"{found}; nothing happened in {', '.join(case.phase_name(game, one.phase) for one in empty)}"]


def _letters(count: int) -> str:
    if not count:
        return "all letters with orders still count"
    return f"{count} letter{'s' * (count != 1)} with orders no longer count{'s' * (count == 1)}"


@dataclass(frozen=True)
class Redo(OfGame):
    """File the undone orders and answers again, as the players wrote them. They are carried out with the new branch's dice."""

    NAME: ClassVar[str] = "redo"
    ABOUT: ClassVar[str] = "after an undo: file the undone orders and answers again, with new dice"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        UsageWord("branch", "BRANCH", "the undone branch (default: the last one)", optional=True),
    )
    REASONED: ClassVar[bool] = True

    branch: str = ""

    def effect(self, case: IncidentContext) -> Effect:
        """The orders that come back, with their sides and phases."""
        game = case.playing(self.game)
        redoing = redoing_of(case.books, game, self.branch)
        lines = [f"orders and answers of branch {redoing.branch} are on file again, as their owners wrote them:"]
        lines += [_in_short(one, case.phase_name(game, one.phase)) for one in redoing.versions]
        lines += [
            f"{case.player(game, one.side).code}: standing order {one.number} is "
            f"{'in force again' if one.ended is None else 'out of force'}"
            for one in redoing.standing
        ]
        lines += [
            f"{code} has sent new orders for {case.phase_name(game, phase)} since the undo: those count"
            for code, phase in redoing.newer
        ]
        lines.append(
            f"orders that are ready are carried out at once, with the dice of branch {game.branch}, not the ones already seen"
        )
        return Effect(tuple(lines), EVERYBODY, inverse=Undo(self.game, newest_seq(case.books, game)))

    def carry_out(self, case: IncidentContext) -> Done:
        """File them."""
        game = case.playing(self.game)
        redoing, record = redo_in(case.desk, case.books, game, self.branch, case.reason)
        text = f"{self.game}: orders of branch {redoing.branch} are on file again; all players are told"
        return Done((text,), record, advance=game.name)


def _in_short(one: Version, name: str) -> str:
    """``RED T1 March: 2 lines, ready``."""
    parts = [f"{len(one.lines)} line{'s' * (len(one.lines) != 1)}"] if one.lines or not one.answers else []
    if one.answers:
        parts.append(f"{len(one.answers)} answer{'s' * (len(one.answers) != 1)}")
    return f"{one.player.code} {name}: {', '.join([*parts, *([one.row.ready] if one.row.ready else [])])}"


# Void dice: publish the next seed unused.


@dataclass(frozen=True)
class Void(OfGame):
    """Discard the next dice because somebody may have seen them. To discard dice already rolled, undo their phase."""

    NAME: ClassVar[str] = "void"
    ABOUT: ClassVar[str] = "discard the dice of the next adjudication, if somebody may have seen them"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: IncidentContext) -> Effect:
        """The step."""
        game = case.playing(self.game)
        text = f"the seed of adjudication {game.steps + 1} is published unused; the next dice come from seed {game.steps + 2}"
        return Effect((text,), EVERYBODY, final="a published seed is never used")

    def carry_out(self, case: IncidentContext) -> Done:
        """Void it."""
        game = case.playing(self.game)
        record = void_dice_in(case.desk, case.books, game, case.reason)
        return Done(
            (f"{self.game}: the next dice are discarded and the ones after them are used; all players are told",),
            record.seq,
            advance=game.name,
        )


# End a game by ruling of the GM: no winner, a draw, or a resignation on a player's behalf.

FINAL = "this cannot be undone: the last record opens all sealed orders.  To stop for a while:   pause"


@dataclass(frozen=True)
class Close(OfGame):
    """End the game without a winner."""

    NAME: ClassVar[str] = "close"
    ABOUT: ClassVar[str] = "end a game without a winner"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: the game ends."""
        case.playing(self.game)
        return Effect((f"{self.game} is over, without a winner; no more orders are accepted",), EVERYBODY, final=FINAL)

    def carry_out(self, case: IncidentContext) -> Done:
        """End it."""
        game = case.playing(self.game)
        text = f"The GM has closed the game: {case.reason}."
        record = ending.end_by_hand(
            case.desk, case.books, game, "closed by the GM", "closed", case.reason, text, "without a winner."
        )
        return Done((f"{self.game} is closed; all players are told",), record)


@dataclass(frozen=True)
class Draw(OfGame):
    """End the game as a draw."""

    NAME: ClassVar[str] = "draw"
    ABOUT: ClassVar[str] = "end a game as a draw that its players have agreed to"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: the game ends."""
        case.playing(self.game)
        return Effect((f"{self.game} is over: a draw; no more orders are accepted",), EVERYBODY, final=FINAL)

    def carry_out(self, case: IncidentContext) -> Done:
        """End it."""
        game = case.playing(self.game)
        text = f"The GM has declared the game a draw: {case.reason}."
        record = ending.end_by_hand(case.desk, case.books, game, "draw", "a draw", case.reason, text, "it is a draw.")
        return Done((f"{self.game} is a draw; all players are told",), record)


@dataclass(frozen=True)
class Resign(OfGame):
    """End the game by resignation, on behalf of a player who gave up elsewhere or has left for good."""

    NAME: ClassVar[str] = "resign"
    ABOUT: ClassVar[str] = "end a game as lost by a side whose player gave up and cannot send mail"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: IncidentContext) -> Effect:
        """The winner."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        winner = _winner(case, game, player)
        return Effect(
            (f"{player.name} ({player.code}) loses {self.game} by resignation; {winner} wins",), EVERYBODY, final=FINAL
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """End it."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        winner = _winner(case, game, player)
        text = f"The GM has entered that {player.name} ({player.code}) resigns: {case.reason}."
        result = f"{winner}: {player.code} resigns"
        record = ending.end_by_hand(
            case.desk,
            case.books,
            game,
            result,
            f"{player.code} resigns, {winner} wins",
            case.reason,
            text,
            f"{winner} wins.",
        )
        return Done((f"{self.game} is over: {winner} wins; all players are told",), record)


def _winner(case: IncidentContext, game: GameRow, player: PlayerRow) -> str:
    """The winner when a side gives up. Raises CannotDo if there is more than one other."""
    others = case.desk.title(game.title).system.card.others(player.side)
    if len(others) > 1:
        raise CannotDo(
            f"{player.side}: expected a side of a game of two; {game.name} goes on between {len(others)} others.  Seat "
            "somebody else on it:   replace   or end the game:   draw   close"
        )
    return others[0].name
