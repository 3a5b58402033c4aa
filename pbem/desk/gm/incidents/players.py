"""Incidents about people: another address, a substitute, new order keys, forgetting a person."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pbem.desk.games.game_record import holding, take_out
from pbem.desk.games.invitations import invite_one
from pbem.desk.games.substitutes import put_in_place
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
from pbem.desk.incoming.confirming import bad_address, move_to
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import person, wrong_address
from pbem.desk.play.practice import StandIn, give_back, is_stood_in, stand_in, take_over
from pbem.mechanisms.practice import ALL_LEVELS
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.addresses import REMOVED
from pbem.store.database import Books
from pbem.store.games import archive_of
from pbem.store.tables import GameRow, PlayerRow


@dataclass(frozen=True)
class Address(OfGame):
    """Mail goes to the new address, and orders are accepted only from there."""

    NAME: ClassVar[str] = "address"
    ABOUT: ClassVar[str] = "register a player's new address if they cannot do it by mail"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, SIDE, UsageWord("address", "ADDRESS", "the new address"))
    REASONED: ClassVar[bool] = False

    side: str
    address: str

    def effect(self, case: IncidentContext) -> Effect:
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
                f"letters to {player.name} ({player.code}) go to {self.address} instead of {player.address}",
                f"{unsent}{again}",
            ),
            f"the old address; {EVERYBODY} (that it changed, not what it is)",
            inverse=Address(self.game, player.side, player.address),
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Change it."""
        game = case.game(self.game)
        player = case.player(game, self.side)
        old = player.address
        ruled = Ruled(
            "address",
            case.reason or "the player cannot change it by mail",
            f"letters to {player.name} ({player.code}) go to another address",
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


# Replace a player: a substitute takes over a side with everything its player may know, or the program plays for a
# while.


@dataclass(frozen=True)
class Replace(OfGame):
    """Give a side to a new player, who gets a hand-over pack. The old player's keys become void, and they are told so.

    ``plain`` or ``random`` instead of a person lets the program play; the player takes the side back with the line ``return``.
    """

    NAME: ClassVar[str] = "replace"
    ABOUT: ClassVar[str] = "give a side to another person, with a hand-over pack, or to the program for a while"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        SIDE,
        UsageWord("who", "PERSON", "the new player: 'N. Osman <nadia@mail.example>'; or plain: the program", "rest"),
    )
    REASONED: ClassVar[bool] = True

    side: str
    who: str

    def effect(self, case: IncidentContext) -> Effect:
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

    def carry_out(self, case: IncidentContext) -> Done:
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
        return Done(
            (f"{self.game}: {player.code} is {name} ({address}) now; the hand-over pack is on its way",), record
        )

    def _program(self, case: IncidentContext, game: GameRow, player: PlayerRow) -> StandIn | None:
        """The practice opponent that takes over, or None for a person.  Raises CannotDo."""
        by = stand_in(case.desk, game.title, self.who)
        if by is None and self.who.strip().lower() in ALL_LEVELS:
            raise CannotDo(
                f"{self.who}: expected a game that the program can play; {game.title} has no practice opponent"
            )
        if by is not None and game.state == "invited":
            raise CannotDo(f"{self.game}: expected a game that has begun; its players are still being invited")
        if by is not None and player.plays == by.level and not player.plays_one:
            raise CannotDo(f"{player.code}: the program ({by.level}) plays this side already")
        return by

    def _returns(self, player: PlayerRow) -> bool:
        """True if the new player is the person for whom the program plays."""
        return is_stood_in(player) and person(self.who)[1].lower() == player.address.lower()

    def _person(self, case: IncidentContext) -> tuple[str, str]:
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
        seats = [one for one in case.books.seats.of(game) if one.number and one.address.lower() == address.lower()]
        if seats:
            how = f"pbem gm seat {self.game} {seats[0].side} '{seats[0].name}' end"
            raise CannotDo(
                f"{address}: expected somebody who does not play in {self.game}; {seats[0].name} commands there.  To end "
                f"that first:   {how}"
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


# Replace a side's order keys: the ones mailed before become void.


@dataclass(frozen=True)
class NewKey(OfGame):
    """Void all order keys of a side and mail a new one to its registered address."""

    NAME: ClassVar[str] = "key"
    ABOUT: ClassVar[str] = "void all order keys of a side and mail a new one; 'back' makes the old ones valid again"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        SIDE,
        UsageWord("back", "back", "make the keys valid again that were voided last", optional=True),
    )
    REASONED: ClassVar[bool] = True

    side: str
    back: str = ""

    def effect(self, case: IncidentContext) -> Effect:
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

    def carry_out(self, case: IncidentContext) -> Done:
        """Void them, or make them valid again."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        if self.back:
            count = case.books.keys.restore(game, player.side)
            change, about = f"earlier order keys of {player.code} count again", f"keys of {player.code} count again"
        else:
            count = case.books.keys.void(game, player.side, case.desk.clock.now())
            change, about = f"earlier order keys of {player.code} are void", f"new order key of {player.code}"
        record = rule(case.desk, case.books, game, Ruled("key", case.reason, change, about, {"player": player.code}))
        if not self.back:
            row = case.books.phases.open(game)
            text = (
                "This letter carries a new order key.  The keys in all earlier letters are void: answer this letter or "
                "a later "
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


# Forget a person: delete their address and raw letters from the database; signed records stay.


@dataclass(frozen=True)
class Forget:
    """Delete a person's address and mail after their games have ended. Orders and records contain no addresses anyway."""

    NAME: ClassVar[str] = "forget"
    ABOUT: ClassVar[str] = "delete a person's address and letters after their games have ended"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (UsageWord("address", "ADDRESS", "the address"),)
    REASONED: ClassVar[bool] = True

    address: str

    def game_of(self, books: Books) -> str:
        """The empty name: it concerns no single game."""
        return ""

    def effect(self, case: IncidentContext) -> Effect:
        """The data that is deleted."""
        names = self._games(case)
        came, went = case.books.letters_in.count_from(self.address), case.books.letters_out.count_to(self.address)
        files = holding(_archives(case.books), self.address)
        parts = [f"{path}: {count} lines" for path, count in files]
        lines = (
            *([f"archives lose it too, with the text of its letters: {'; '.join(parts)}"] if parts else []),
            f"the address is deleted from {', '.join(names) or 'no game'}, from the GMs' log and from other people's letters",
            f"the raw copies of {came} letters from it and {went} to it are emptied; that they existed is kept",
            "backups, moved archives, mailboxes and other people's copies are not touched: see to them yourself",
        )
        return Effect(lines, final="deleted data cannot be restored", signed=False)

    def carry_out(self, case: IncidentContext) -> Done:
        """Take it out."""
        self._games(case)
        books = case.books
        # First: where a file cannot be written nothing is forgotten, and it can be said again.
        try:
            for path, _ in holding(_archives(books), self.address):
                take_out(path, self.address)
        except OSError as fault:
            raise CannotDo(f"{fault.filename}: expected an archive that can be written; {fault.strerror}") from None
        for player in books.players.at_address(self.address):
            player.address = ""
        for seat in books.seats.ever_at_address(self.address):
            books.seats.remove(seat)
        books.letters_in.forget(self.address)
        books.letters_out.forget(self.address)
        books.addresses.forget(self.address)
        books.take_out(self.address)
        return Done(("the address is no longer in this database",), logged=f"{self.NAME} {REMOVED}")

    def _games(self, case: IncidentContext) -> list[str]:
        """The games they have played.  Raises CannotDo while one of them goes on, and where there is none."""
        players = case.books.players.at_address(self.address)
        games = [case.books.games.by_id(one.game_id) for one in players]
        open_ = sorted(game.name for game in games if game.state != "over")
        if open_:
            raise CannotDo(
                f"{self.address}: expected somebody whose games have all ended; they still play in {', '.join(open_)}"
            )
        known = (
            players or case.books.seats.ever_at_address(self.address) or case.books.letters_in.count_from(self.address)
        )
        known = known or case.books.letters_out.count_to(self.address)
        if not known and not holding(_archives(case.books), self.address):
            raise CannotDo(f"{self.address}: expected an address that is known here; this one is not")
        return [game.name for game in games]


def _archives(books: Books) -> list[Path]:
    """The folders of archived games that are still where they were written."""
    return [Path(archive_of(game)) for game in books.games.archived()]
