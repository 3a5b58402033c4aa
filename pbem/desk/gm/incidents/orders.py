"""File orders on a player's behalf, and look at the orders on file."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.gm_actions import Ruled, rule
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
from pbem.desk.incoming.letter_requests import entry_of, refused_block
from pbem.desk.orders import filing
from pbem.desk.orders.judging import judged_lines
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.play.answers import on_file
from pbem.desk.play.locking import must_not_wait
from pbem.orders.lines import own_lines
from pbem.reports import times
from pbem.store.tables import GameRow, PlayerRow

NOTHING = ("withdraw",)


@dataclass(frozen=True)
class Orders(OfGame):
    """Replace a side's orders for the open phase, as its player asked for elsewhere, and mark the side as ready."""

    NAME: ClassVar[str] = "orders"
    ABOUT: ClassVar[str] = "file orders on a player's behalf: all orders for the open phase"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        SIDE,
        UsageWord("lines", "LINE", "the order lines, each in quotes; 'withdraw' alone for none", "lines"),
    )
    REASONED: ClassVar[bool] = True

    side: str
    lines: tuple[str, ...]

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: the orders on file, and the new ones."""
        game, player, phase, entries = self._entries(case)
        before = on_file(case.books, case.books.submissions.latest(game, player.side, phase)).lines
        after = [line for one in entries for line in one.canonical]
        pages = [*(f"- {line}" for line in before), *(f"+ {line}" for line in after)]
        name = case.phase_name(game, phase)
        count = len(after)
        return Effect(
            (f"{player.code} would have {times.counted(count, 'line')} on file for {name}, in place of {len(before)}",),
            f"{EVERYBODY} (that they changed, not how); {player.code}: the lines",
            inverse=Orders(self.game, player.side, before or NOTHING),
            pages=tuple(pages),
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """File them."""
        game, player, phase, entries = self._entries(case)
        name = case.phase_name(game, phase)
        ruled = Ruled(
            "orders",
            case.reason,
            f"{player.code}'s orders for {name} are changed on the player's behalf",
            f"{player.code}'s orders for {name} changed",
            {"player": player.code, "phase": phase},
        )
        lines = [line for one in entries for line in one.canonical]
        record = rule(case.desk, case.books, game, ruled, own={player.side: lines})
        if entries:
            filing.file(case.desk, case.books, game, player, phase, entries, ready="ready")
        else:
            filing.withdraw(case.desk, case.books, game, player, phase, None)
        return Done((f"{self.game}: {name} of {player.code} is on file as you wrote it",), record, advance=game.name)

    def _entries(self, case: IncidentContext) -> tuple[GameRow, PlayerRow, str, Sequence[LineOnFile]]:
        game = case.playing(self.game)
        player = case.player(game, self.side)
        row = case.open_phase(game)
        must_not_wait(case.books, game, "your orders for them")
        if case.books.phases.segments(row):
            raise CannotDo(
                f"{self.game}: expected a phase that has not begun; {case.phase_name(game, row.phase)} has already been "
                f"played with its orders, up to a question.  To take it back:   undo {self.game}"
            )
        if self.lines == NOTHING:
            return game, player, row.phase, ()
        verdicts = judged_lines(case.desk, case.books, game, player, own_lines("\n".join(self.lines)).lines)
        bad = [one for one in verdicts if one.verdict != "accepted" and one.command is None]
        entries = [entry_of(one) for one in verdicts if one.verdict == "accepted" and one.command is None]
        if bad or not entries:
            lines = [line for one in bad for line in refused_block(one)] or self.lines
            raise CannotDo("\n".join(["expected lines that are legal orders of the open phase; found", *lines]))
        return game, player, row.phase, [one for one in entries if one.orders]


@dataclass(frozen=True)
class LookAtOrders(OfGame):
    """Show a side's orders and standing orders, sealed ones too. Every look is logged, and published when the game ends."""

    NAME: ClassVar[str] = "look"
    ABOUT: ClassVar[str] = "show a side's orders and standing orders on file, sealed ones too (logged)"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: the look is logged."""
        player = case.player(case.game(self.game), self.side)
        text = f"you see what {player.code} has on file; the look is logged, and everybody is told when the game ends"
        return Effect((text,), final="a look cannot be taken back", signed=False)

    def carry_out(self, case: IncidentContext) -> Done:
        """Look."""
        game = case.game(self.game)
        player = case.player(game, self.side)
        row = case.books.phases.open(game)
        phases = case.books.submissions.phases_filed(game, player.side)
        done = {one.phase for one in case.books.phases.of(game) if one.state == "done"}
        lines = [f"{self.game}: on file of {player.code}, {player.name}"]
        for phase in phases:
            filed = on_file(case.books, case.books.submissions.latest(game, player.side, phase))
            if phase in done or not filed.n:
                continue
            mark = " (open)" if row is not None and row.phase == phase else ""
            lines.append(
                f"{case.phase_name(game, phase)}{mark}, submission {filed.n}{f', {filed.ready}' if filed.ready else ''}"
            )
            lines += [f"  {one}" for one in filed.lines] or ["  (nobody has an order)"]
        for standing in case.books.standing.in_force(game, player.side):
            lines.append(f"standing {standing.number}  {standing.text}")
        return Done(tuple(lines if len(lines) > 1 else [*lines, "  nothing"]))
