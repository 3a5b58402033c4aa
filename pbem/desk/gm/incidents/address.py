"""Change the address of a player who cannot do it by mail."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, SIDE, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.incoming.confirming import bad_address, move_to


@dataclass(frozen=True)
class Address(OfGame):
    """Mail goes to the new address, and orders are accepted only from there."""

    NAME: ClassVar[str] = "address"
    ABOUT: ClassVar[str] = "register a player's new address if they cannot do it by mail"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, SIDE, Word("address", "ADDRESS", "the new address"))
    REASONED: ClassVar[bool] = False

    side: str
    address: str

    def effect(self, case: Case) -> Effect:
        """The old address and the new one."""
        game = case.game(self.game)
        player = case.player(game, self.side)
        problem = bad_address(case.books, game, player, self.address)
        if problem:
            raise CannotDo(problem)
        waiting = len(case.books.letters_out.unsent_to(game.name, player.side, player.address))
        unsent = f"{waiting} unsent letter{' goes' if waiting == 1 else 's go'} to the new address"
        newest = case.books.letters_out.last_report(game.name, player.side)
        again = ", and the newest report is sent there again" if newest is not None and newest.state == "sent" else ""
        return Effect(
            (
                f"letters of {player.code}, {player.name}, go to {self.address} instead of {player.address}",
                f"{unsent}{again}",
            ),
            f"the old address; {EVERYBODY} (that it changed, not what it is)",
            inverse=Address(self.game, player.side, player.address),
        )

    def carry_out(self, case: Case) -> Done:
        """Change it."""
        game = case.game(self.game)
        player = case.player(game, self.side)
        old = player.address
        ruled = Ruled(
            "address",
            case.reason or "the player cannot change it by mail",
            f"letters of {player.code}, {player.name}, go to another address",
            f"{player.code} has another address",
            {"player": player.code},
        )
        move_to(case.desk, case.books, game, player, self.address)
        for letter in case.books.letters_out.unsent_to(game.name, player.side, old):
            case.books.letters_out.again(letter, self.address)
        newest = case.books.letters_out.last_report(game.name, player.side, unread=False)
        if newest is not None and newest.state == "sent":
            case.books.letters_out.again(newest, self.address)
        record = rule(case.desk, case.books, game, ruled)
        return Done((f"{self.game}: letters of {player.code} go to {self.address} from now on",), record)
