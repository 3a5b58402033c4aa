"""Silence: certify that a player has not written, from the letters and what the mail servers answered."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.games.certificates import CERTIFICATE, certificate
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, SIDE, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.store.tables import GameRow, PlayerRow


@dataclass(frozen=True)
class Silence(OfGame):
    """Certify that a player is silent: letters sent, the servers' answers, absences, time given. Everybody reads it."""

    NAME: ClassVar[str] = "silence"
    ABOUT: ClassVar[str] = "certify, for a club or an opponent, that a player has not written"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: Case) -> Effect:
        """The certificate, before it is sent."""
        game = case.playing(self.game)
        player = self._player(case, game)
        text = f"the silence of {player.code}, {player.name}, is certified in the game's record"
        return Effect(
            (text,),
            EVERYBODY,
            final="a certificate that was sent cannot be recalled",
            pages=certificate(case.desk, case.books, game, player),
        )

    def carry_out(self, case: Case) -> Done:
        """Put it on record and send it."""
        game = case.playing(self.game)
        player = self._player(case, game)
        lines = certificate(case.desk, case.books, game, player)
        change = f"nothing; the silence of {player.code} is certified as below"
        body = {"player": player.code, "name": player.name, "lines": list(lines)}
        ruled = Ruled(CERTIFICATE, case.reason, change, f"{player.code} has not written", body)
        record = rule(case.desk, case.books, game, ruled, more=lines)
        return Done((f"{self.game}: the silence of {player.code} is certified",), record)

    def _player(self, case: Case, game: GameRow) -> PlayerRow:
        player = case.player(game, self.side)
        if not player.address:
            raise CannotDo(f"{self.game}: expected a side that a person plays; the program plays {player.code}")
        return player
