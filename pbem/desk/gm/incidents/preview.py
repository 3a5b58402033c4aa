"""Preview: what would happen if the open deadline passed now, with dummy dice; nothing is stored."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.incidents.incident import GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.play.play import pending
from pbem.reports.log import section


@dataclass(frozen=True)
class Preview(OfGame):
    """Run the open phase as if the deadline had passed. It shows orders on file and standing orders, so the look is logged."""

    NAME: ClassVar[str] = "preview"
    ABOUT: ClassVar[str] = "show what would happen if the deadline passed now, with dummy dice (logged)"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME,)
    REASONED: ClassVar[bool] = False

    def effect(self, case: Case) -> Effect:
        """The effect: a look. Nothing is shown before the look is logged."""
        case.open_phase(case.playing(self.game))
        return Effect(
            ("it shows orders on file, sealed ones too: the look is logged, and everybody is told when the game ends",),
            final="it changes nothing",
            signed=False,
        )

    def carry_out(self, case: Case) -> Done:
        """Look."""
        game = case.playing(self.game)
        row = case.open_phase(game)
        played = pending(case.desk, case.books, game)
        if played is None:
            raise CannotDo(f"{self.game}: expected a game that is waiting for somebody; it is not")
        teller = case.desk.title(game.title).teller
        log = teller.log(played.before, played.events, 1)
        name = teller.short_name(row.phase)
        end = "the phase would end" if played.stop.finished else "it would stop for"
        asked = ", ".join(f"{one.side}: {teller.question(one)}" for one in played.open)
        return Done(
            (
                f"{self.game}: {name} with DUMMY dice; nothing is stored",
                *section(log),
                f"Then {end} {asked}".rstrip(),
            )
        )
