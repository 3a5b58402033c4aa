"""Act for a late player: carry out the orders on file now, and standing orders and defaults for the rest."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.gm.incidents.undo import Undo
from pbem.desk.outgoing.reminders import time_left
from pbem.desk.play.answers import on_file
from pbem.desk.play.play import asked_sides, owes_orders, present
from pbem.desk.record.chain import newest_seq


@dataclass(frozen=True)
class Act(OfGame):
    """Treat the deadline as passed. The GM chooses nothing: the game's own rules for a missed deadline decide."""

    NAME: ClassVar[str] = "act"
    ABOUT: ClassVar[str] = "go on without a late player: orders on file, standing orders and defaults decide"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: Case) -> Effect:
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

    def carry_out(self, case: Case) -> Done:
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
