"""Replace a player: a substitute takes over a side, with all that its player may know."""

import re
from typing import ClassVar

from pbem.campaign.addresses import person, wrong_address
from pbem.campaign.hand import Ruled, rule
from pbem.campaign.hand_over import hand_over
from pbem.campaign.incidents.incident import EVERYBODY, GAME, SIDE, CannotDo, Case, Done, Effect, Word
from pbem.campaign.invitations import invite_one
from pbem.core.frozen import dataclass
from pbem.store.database import Books


@dataclass(frozen=True)
class Replace:
    """The new player gets a hand-over pack; the old one's keys are void, and he is told so."""

    NAME: ClassVar[str] = "replace"
    ABOUT: ClassVar[str] = "give a side to another person, with a hand-over pack"
    WORDS: ClassVar[tuple[Word, ...]] = (
        GAME,
        SIDE,
        Word("who", "PERSON", "the new player: 'N. Osman <nadia@mail.example>'", "rest"),
    )
    REASONED: ClassVar[bool] = True

    game: str
    side: str
    who: str

    def game_of(self, books: Books) -> str:
        """Its game."""
        return books.games.get(self.game).name

    def effect(self, case: Case) -> Effect:
        """Who goes, who comes, what he gets."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        name, address = self._person(case)
        reports = sum(row.kind == "report" for row in case.books.letters_out.to_side(game.name, player.side))
        standing = len(case.books.standing.in_force(game, player.side))
        return Effect(
            (
                f"{player.code} is {player.name} ({player.address}); it would be {name} ({address})",
                f"{name} gets the newest report, the records of the whole game, {standing} standing order"
                f"{'s' * (standing != 1)}, what is on file, and the list of his reports ({reports})",
                f"keys of letters to {player.name} count no more, and he is told so",
            ),
            f"{EVERYBODY} (without the addresses); the old player",
            inverse=Replace(self.game, player.side, f"{player.name} <{player.address}>"),
        )

    def carry_out(self, case: Case) -> Done:
        """Hand over."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        name, address = self._person(case)
        old_name, old_address = player.name, player.address
        case.books.keys.void(game, player.side, case.desk.clock.now())
        if game.state == "invited":
            player.name, player.address, player.accepted = name, address, None
            invite_one(case.desk, case.books, game, player)
            return Done((f"{self.game}: {name} ({address}) is invited to play {player.code}",))
        player.name, player.address, player.told, player.plays = name, address, -1, ""
        player.away_from = player.away_to = player.nudged = None
        ruled = Ruled(
            "substitute",
            case.reason,
            f"{name} plays {player.code} from now on, in place of {old_name}",
            f"{name} plays {player.code}",
            {"player": player.code, "name": name},
        )
        record = rule(case.desk, case.books, game, ruled)
        hand_over(case.desk, case.books, game, player, old_name, old_address, record)
        return Done((f"{self.game}: {player.code} is {name} ({address}) now; the pack is on its way",), record)

    def _person(self, case: Case) -> tuple[str, str]:
        name, address = person(self.who)
        if not name or wrong_address(address) or not re.fullmatch(r"[ -~]{1,60}", name):
            raise CannotDo(
                f"the new player: expected a name and an address, such as 'N. Osman <nadia@mail.example>'; found {self.who!r}"
            )
        game = case.game(self.game)
        taken = [one for one in case.books.players.of(game) if one.address.lower() == address.lower()]
        if taken:
            raise CannotDo(
                f"{address}: expected somebody who plays no side of {self.game}; this address plays {taken[0].code}"
            )
        return name, address
