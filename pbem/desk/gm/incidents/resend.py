"""Resend a letter."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.incidents.incident import GAME, SIDE, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.outgoing.sent_again import can_go_again, send_again
from pbem.mail.address import parse_address
from pbem.mail.compose import reply_to
from pbem.store.games import key_of
from pbem.store.letters_out import report_number
from pbem.store.tables import LetterOutRow


@dataclass(frozen=True)
class Resend(OfGame):
    """Resend a side's newest report or the one with a number. It keeps its Message-ID, so mail programs see one letter."""

    NAME: ClassVar[str] = "resend"
    ABOUT: ClassVar[str] = "resend a side's newest report or the one with a number, even if it bounced"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, SIDE, Word("report", "REPORT", "its number", "number", optional=True))
    REASONED: ClassVar[bool] = False

    side: str
    report: int = 0

    def effect(self, case: Case) -> Effect:
        """The effect: which letters are sent."""
        player = case.player(case.game(self.game), self.side)
        rows = self._letters(case)
        void = [row for row in rows if self._is_void(case, row)]
        say = (f"the order key in it is void: {player.code} must answer a newer letter",) if void else ()
        return Effect(
            (*(f"again to {player.address}: {row.subject}" for row in rows), *say),
            player.code,
            final="a sent letter cannot be recalled",
            signed=False,
        )

    def carry_out(self, case: Case) -> Done:
        """Send."""
        player = case.player(case.game(self.game), self.side)
        rows = self._letters(case)
        send_again(case.books, player, rows)
        for seat in case.books.seats.sharing(case.game(self.game), player.side):
            send_again(case.books, player, rows, seat)
        for row in rows:
            fault = case.books.faults.about("mail", str(row.id))
            if fault is not None:
                case.books.faults.close(fault, case.desk.clock.now())
        return Done((f"{self.game}: {len(rows)} letter{'s' * (len(rows) != 1)} to {player.code} will be sent again",))

    def _is_void(self, case: Case, row: LetterOutRow) -> bool:
        """True if answers to a letter are refused, since the keys of its time were made void."""
        reply = parse_address(reply_to(row.raw))
        key = case.books.keys.find(key_of(case.game(self.game).id), reply.key) if reply is not None else None
        return key is not None and key.void is not None

    def _letters(self, case: Case) -> Sequence[LetterOutRow]:
        game = case.game(self.game)
        player = case.player(game, self.side)
        sent = case.books.letters_out.to_side(game.name, player.side)
        sent = [row for row in sent if row.key.endswith(f"/{player.side}") and can_go_again(row)]
        reports = [row for row in sent if row.kind in ("report", "welcome", "hand-over")]
        if self.report:
            found = [row for row in reports if report_number(row) == self.report and row.kind == "report"]
            if not found:
                numbers = ", ".join(str(report_number(row)) for row in reports[-8:] if row.kind == "report")
                raise CannotDo(
                    f"report: expected one of {player.code}'s, such as {numbers or 'none'}; found {self.report}"
                )
            return found
        newest = reports[-1:]
        found = [*(row for row in sent if row.state == "failed" and row not in newest), *newest]
        if not found:
            raise CannotDo(f"{self.game}: expected a letter to {player.code} that has gone out and is still whole")
        return found
