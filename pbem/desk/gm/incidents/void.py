"""Void dice: publish the next seed unused."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, Case, Done, Effect, OfGame, Word
from pbem.desk.play.dice_voided import void_dice_in


@dataclass(frozen=True)
class Void(OfGame):
    """Discard the next dice because somebody may have seen them. To discard dice already rolled, undo their phase."""

    NAME: ClassVar[str] = "void"
    ABOUT: ClassVar[str] = "discard the dice of the next adjudication, if somebody may have seen them"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = True

    def effect(self, case: Case) -> Effect:
        """The step."""
        game = case.playing(self.game)
        text = f"the seed of adjudication {game.steps + 1} is published unused; the next dice come from seed {game.steps + 2}"
        return Effect((text,), EVERYBODY, final="a published seed is never used")

    def carry_out(self, case: Case) -> Done:
        """Void it."""
        game = case.playing(self.game)
        record = void_dice_in(case.desk, case.books, game, case.reason)
        return Done(
            (f"{self.game}: the next dice are discarded and the ones after them are used; all players are told",),
            record.seq,
            advance=game.name,
        )
