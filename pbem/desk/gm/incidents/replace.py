"""Replace a player: a substitute takes over a side with everything its player may know, or the program plays for a while."""

import re
from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.addresses import person, wrong_address
from pbem.desk.games.invitations import invite_one
from pbem.desk.games.substitutes import put_in_place
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, SIDE, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.play.stand_in import StandIn, give_back, is_stood_in, stand_in, take_over
from pbem.mechanisms.practice import ALL_LEVELS
from pbem.store.tables import GameRow, PlayerRow


@dataclass(frozen=True)
class Replace(OfGame):
    """Give a side to a new player, who gets a hand-over pack. The old player's keys become void, and they are told so.

    ``plain`` or ``random`` instead of a person lets the program play; the player takes the side back with the line ``return``.
    """

    NAME: ClassVar[str] = "replace"
    ABOUT: ClassVar[str] = "give a side to another person, with a hand-over pack, or to the program for a while"
    WORDS: ClassVar[tuple[Word, ...]] = (
        GAME,
        SIDE,
        Word("who", "PERSON", "the new player: 'N. Osman <nadia@mail.example>'; or plain: the program", "rest"),
    )
    REASONED: ClassVar[bool] = True

    side: str
    who: str

    def effect(self, case: Case) -> Effect:
        """The effect: who leaves, who takes over, and what they get."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        by = self._program(case, game, player)
        if by is not None:
            return _of_program(player, by, Replace(self.game, player.side, _as_person(player)))
        if self._returns(player):
            back = f"{player.name} ({player.address}) plays {player.code} again, instead of the program"
            return Effect((back,), EVERYBODY, inverse=Replace(self.game, player.side, player.plays))
        name, address = self._person(case)
        reports = sum(row.kind == "report" for row in case.books.letters_out.to_side(game.name, player.side))
        standing = len(case.books.standing.in_force(game, player.side))
        return Effect(
            (
                f"{player.code} is {player.name} ({player.address}); it would be {name} ({address})",
                f"{name} gets the newest report, the records of the whole game, {standing} standing order"
                f"{'s' * (standing != 1)}, the orders on file, and the list of the reports ({reports})",
                f"keys of letters to {player.name} become void, and they are told so",
            ),
            f"{EVERYBODY} (without the addresses); the old player",
            inverse=Replace(self.game, player.side, _as_person(player)),
        )

    def carry_out(self, case: Case) -> Done:
        """Hand over."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        by = self._program(case, game, player)
        if by is not None:
            record = take_over(case.desk, case.books, game, player, by, case.reason)
            text = f"{self.game}: the program ({by.level}) plays {player.code} until {player.name} is back"
            return Done((text,), record, advance=game.name)
        if self._returns(player):
            record = give_back(case.desk, case.books, game, player, case.reason)
            return Done((f"{self.game}: {player.name} plays {player.code} again",), record, advance=game.name)
        name, address = self._person(case)
        if game.state == "invited":
            case.books.keys.void(game, player.side, case.desk.clock.now(), seat=0)
            player.name, player.address, player.accepted = name, address, None
            invite_one(case.desk, case.books, game, player)
            return Done((f"{self.game}: {name} ({address}) is invited to play {player.code}",))
        record = put_in_place(case.desk, case.books, game, player, name, address, case.reason)
        return Done((f"{self.game}: {player.code} is {name} ({address}) now; the pack is on its way",), record)

    def _program(self, case: Case, game: GameRow, player: PlayerRow) -> StandIn | None:
        """The practice opponent that takes over, or None for a person.  Raises CannotDo."""
        by = stand_in(case.desk, game.title, self.who)
        if by is None and self.who.strip().lower() in ALL_LEVELS:
            raise CannotDo(
                f"{self.who}: expected a game that the program can play; {game.title} has no practice opponent"
            )
        if by is not None and game.state == "invited":
            raise CannotDo(f"{self.game}: expected a game that has begun; its players are still being invited")
        if by is not None and player.plays == by.level:
            raise CannotDo(f"{player.code}: the program ({by.level}) plays this side already")
        return by

    def _returns(self, player: PlayerRow) -> bool:
        """True if the new player is the person for whom the program plays."""
        return is_stood_in(player) and person(self.who)[1].lower() == player.address.lower()

    def _person(self, case: Case) -> tuple[str, str]:
        name, address = person(self.who)
        if not name or wrong_address(address) or not re.fullmatch(r"[ -~]{1,60}", name):
            raise CannotDo(
                "the new player: expected a name and an address, such as 'N. Osman <nadia@mail.example>', or plain (the "
                f"program); found {self.who!r}"
            )
        game = case.game(self.game)
        taken = [one for one in case.books.players.of(game) if one.address.lower() == address.lower()]
        if taken:
            raise CannotDo(
                f"{address}: expected somebody who does not play in {self.game}; this address plays {taken[0].code}"
            )
        return name, address


def _as_person(player: PlayerRow) -> str:
    """The incident that gives the side back to its present player."""
    return f"{player.name} <{player.address}>" if player.address and not player.plays else player.plays


def _of_program(player: PlayerRow, by: StandIn, inverse: Replace) -> Effect:
    """The effect if the program takes over."""
    lines = [f"the program ({by.level}) plays {player.code} from now on, and answers at once"]
    if player.address:
        lines.append(
            f"{player.name} still gets every report, and takes the side back by answering one of them with the line   return"
        )
    return Effect(tuple(lines), EVERYBODY, inverse=inverse)
