"""Replace a side's order keys: the ones mailed before become void."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, SIDE, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap


@dataclass(frozen=True)
class NewKey(OfGame):
    """Void all order keys of a side and mail a new one to its registered address."""

    NAME: ClassVar[str] = "key"
    ABOUT: ClassVar[str] = "void all order keys of a side and mail a new one; 'back' makes the old ones valid again"
    WORDS: ClassVar[tuple[Word, ...]] = (
        GAME,
        SIDE,
        Word("back", "back", "make the keys valid again that were voided last", optional=True),
    )
    REASONED: ClassVar[bool] = True

    side: str
    back: str = ""

    def effect(self, case: Case) -> Effect:
        """The effect: how many keys become void."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        if self.back not in ("", "back"):
            raise CannotDo(f"key {self.game} {player.side}: expected nothing, or 'back'; found {self.back!r}")
        if self.back:
            count = case.books.keys.count_void(game, player.side)
            if not count:
                raise CannotDo(f"{self.game}: expected keys of {player.code} that were voided; there are none")
            return Effect(
                (f"{count} keys of {player.code} count again",), EVERYBODY, inverse=NewKey(self.game, player.side)
            )
        count = case.books.keys.count_good(game, player.side)
        return Effect(
            (
                f"{count} keys that were mailed to {player.code} become void: answers to those letters are refused",
                f"a letter with a new key goes to {player.address}",
            ),
            EVERYBODY,
            inverse=NewKey(self.game, player.side, "back"),
        )

    def carry_out(self, case: Case) -> Done:
        """Void them, or make them valid again."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        if self.back:
            count = case.books.keys.restore(game, player.side)
            change, about = f"earlier order keys of {player.code} count again", f"keys of {player.code} count again"
        else:
            count = case.books.keys.void(game, player.side, case.desk.clock.now())
            change, about = f"order keys of {player.code} from before are void", f"new order key of {player.code}"
        record = rule(case.desk, case.books, game, Ruled("key", case.reason, change, about, {"player": player.code}))
        if not self.back:
            row = case.books.phases.open(game)
            text = (
                "This letter carries a new order key.  The keys in all earlier letters are void: answer this letter or a later "
                "one."
            )
            draft = Draft(
                "key",
                str(record),
                f"[{game.name}] A new order key for {player.code}",
                "\n".join(wrap(text, WIDTH)) + "\n",
                row.phase if row is not None else "end",
                f"{record}.k",
                record,
            )
            post.to_side(case.desk, case.books, game, player, draft)
        return Done(
            (f"{self.game}: {count} keys of {player.code} {'count again' if self.back else 'are void'}",), record
        )
