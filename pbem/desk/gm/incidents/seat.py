"""The commanders on a shared side: the GM gives somebody a seat beside its player, corrects it, passes it on, or ends it."""

import re
from dataclasses import dataclass
from typing import ClassVar, Literal

from pbem.core.order import Problem
from pbem.desk.desk import read_json
from pbem.desk.games.succession import role_of
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
from pbem.desk.incoming.gm_keys import gms_of
from pbem.desk.orders.sharing import close_ranks
from pbem.desk.outgoing.welcome import tell_side, welcome_commander
from pbem.desk.people import person, wrong_address, wrong_name
from pbem.desk.play.practice import StandIn, give_back_one, is_whole_side, stand_in, take_over_one
from pbem.desk.play.terms import terms_of
from pbem.desk.record import chain
from pbem.desk.record.chain import newest_seq
from pbem.mechanisms.practice import ALL_LEVELS
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PlayerRow, SeatRow

END, RETURNS = "end", "returns"
COMMANDS = re.compile(r"(?:^|\s)commands\s+(.*)", re.I | re.S)
AS = re.compile(r"(?:^|\s)as\s+(.+?)(?=\s+commands\s|\s*$)", re.I | re.S)
STANDS_BY = re.compile(r"\s*(\S+)\s+stands\s+by\s*", re.I)
ALL_UNITS = ("all", "everything", "all units")


@dataclass(frozen=True)
class _Change:
    """The change of a seat: who sits there then, and the words for their command."""

    kind: Literal["added", "corrected", "replaced", "ended"]
    name: str
    address: str
    formations: tuple[str, ...]
    leader: str = ""


@dataclass(frozen=True)
class SeatChange(OfGame):
    """Add a commander to a side, or change or end a commander's seat.

    Commanders order their own units; the side's player is the chief.
    ``seat rosebud-7 us "A. Mills" mills@mail.example commands 3 Cav, Capt Henry`` adds one.  For a commander who is there
    already, an address, or ``commands`` with other units, corrects the seat; another person, ``N. Osman
    <nadia@mail.example>``, takes it over; ``end`` ends it, and the units go to the chief.  ``as Capt Mills`` before
    ``commands`` gives them a leader to play, in a game with the option ``several players``.
    ``nora@mail.example stands by`` names a substitute, who is asked to play the side if its player falls silent.
    ``plain`` lets the program give orders to a commander's units until they write ``return``; ``returns`` ends that.
    """

    NAME: ClassVar[str] = "seat"
    ABOUT: ClassVar[str] = "add a commander to a side, or correct, pass on or end the seat of one"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        SIDE,
        UsageWord("name", "NAME", "the commander's name, or their last name"),
        UsageWord(
            "change",
            "CHANGE",
            "ADDRESS [as LEADER] commands UNITS, ...; a new address or units; another person; ADDRESS stands by; plain; "
            "returns; or end",
            "rest",
        ),
    )
    REASONED: ClassVar[bool] = True

    side: str
    name: str
    change: str

    def effect(self, case: IncidentContext) -> Effect:
        """The effect on the seat, and the units that it commands."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        if (line := self._substitute(case, game, player, is_done=False)) is not None:
            return Effect(
                (line,), signed=False, inverse=SeatChange(self.game, player.side, self.name, self._back(case, game))
            )
        if (program := self._program(case, game, player)) is not None:
            seat, by = program
            inverse = SeatChange(self.game, player.side, seat.name, RETURNS if by is not None else seat.plays)
            return Effect((_of_program(seat, by),), EVERYBODY, inverse=inverse)
        there, wanted = self._read(case, game, player)
        units = ", ".join(wanted.formations) or "all units"
        match wanted.kind:
            case "added":
                lines = [
                    f"{wanted.name} ({wanted.address}) commands {units} of {player.code}, beside {player.name}, the chief"
                ]
                lines.append(
                    f"{wanted.name} gets the newest report, the records of the whole game, and keys of their own"
                )
                back = END
            case "ended":
                lines = [
                    f"{wanted.name} no longer commands {units} of {player.code}: they are the chief's, {player.name}'s"
                ]
                lines.append(f"lines on file of {wanted.name} stay, and are the chief's; their keys become void")
                back = _as_words(wanted)
            case "replaced":
                assert there is not None, "somebody is replaced"
                lines = [
                    f"{wanted.name} ({wanted.address}) commands {units} of {player.code}, in place of {there.name}"
                ]
                lines.append(f"keys of letters to {there.name} become void; their lateness stays theirs")
                back = f"{there.name} <{there.address}>"
            case _:
                assert there is not None, "somebody is there"
                before = ", ".join(read_json(there.formations)) or "all units"
                lines = [
                    f"{there.name}: {there.address}, commands {before}",
                    f"would be: {wanted.address}, commands {units}",
                ]
                back = f"{there.address} commands {before}"
        inverse = SeatChange(self.game, player.side, wanted.name, back)
        return Effect(
            tuple(lines), f"{player.code}, with who commands what; {EVERYBODY}: that it changed", inverse=inverse
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Change it."""
        game = case.playing(self.game)
        player = case.player(game, self.side)
        if (line := self._substitute(case, game, player, is_done=True)) is not None:
            return Done((f"{self.game}: {line}",))
        if (program := self._program(case, game, player)) is not None:
            seat, by = program
            whose = case.desk, case.books, game, player
            record = take_over_one(*whose, seat, by, case.reason) if by else give_back_one(*whose, seat, case.reason)
            tell_side(*whose, record)
            return Done((f"{self.game}: {_of_program(seat, by)}",), record, advance=game.name)
        there, wanted = self._read(case, game, player)
        books, now = case.books, case.desk.clock.now()
        about = f"a commander of {player.code} was {wanted.kind}"
        number = there.number if there is not None else books.seats.next_number(game)
        body = {"player": player.code, "seat": number, "change": wanted.kind}
        record = rule(case.desk, books, game, Ruled("seat", case.reason, about, about, body))
        formations = chain.canonical_text(list(wanted.formations))
        served = len(books.submissions.phases_filed(game, player.side))
        is_same_person = there is not None and wanted.kind == "corrected"
        if there is not None:
            there.ended = now
            there.phases += 0 if is_same_person else served
        if there is not None and not is_same_person:
            books.keys.void(game, player.side, now, seat=there.number)
        if wanted.kind != "ended":
            seat = SeatRow(
                game_id=key_of(game.id),
                side=player.side,
                name=wanted.name,
                address=wanted.address,
                formations=formations,
                report=player.report,
                number=number,
                place=there.place if there is not None else number,
                follows=key_of(there.id) if there is not None else 0,
                phases=-served,
                given=record,
                leader=wanted.leader,
                lost=there.lost if there is not None else "",
            )
            if there is not None and is_same_person:
                _carry_over(there, seat)
            books.seats.add(seat)
            if not is_same_person:
                welcome_commander(case.desk, books, game, player, seat, record)
        row = books.phases.open(game)
        if wanted.kind == "ended" and row is not None:
            close_ranks(books, game, player, row.phase)
        tell_side(case.desk, books, game, player, record)
        return Done((f"{self.game}: {wanted.name} of {player.code}: {wanted.kind}",), record, advance=game.name)

    def _program(
        self, case: IncidentContext, game: GameRow, player: PlayerRow
    ) -> tuple[SeatRow, StandIn | None] | None:
        """The commander for whom the program plays from now on, or no longer (None), where the words say so.  Raises
        CannotDo."""
        words, there = self.change.strip().lower(), self._there(case, game, player)
        by = stand_in(case.desk, game.title, words)
        if by is None and words != RETURNS:
            if words in ALL_LEVELS:
                raise CannotDo(
                    f"{words}: expected a game that the program can play; {game.title} has no practice opponent"
                )
            return None
        if there is None:
            raise CannotDo(f"{self.name}: expected one of {_names(case, game, player)}; found nobody of that name")
        if is_whole_side(player):
            raise CannotDo(f"{player.code}: expected a side that a person plays; the program plays all of it")
        if there.plays == (by.level if by is not None else ""):
            now = f"the program ({there.plays}) plays for them already" if by else "the program does not play for them"
            raise CannotDo(f"{there.name}: {now}")
        return there, by

    def _chair(self, case: IncidentContext, game: GameRow) -> SeatRow | None:
        """The substitute who is meant, None if nobody of the name is noted for the side."""
        side, wanted = case.player(game, self.side).side, self.name.lower().strip()
        there = (one for one in case.books.seats.chairs(game, side) if one.place > 0)
        return next((one for one in there if wanted in (one.name.lower(), one.address.lower())), None)

    def _back(self, case: IncidentContext, game: GameRow) -> str:
        """The change that takes this one back."""
        there = self._chair(case, game)
        return f"{there.address} stands by" if there is not None else END

    def _substitute(self, case: IncidentContext, game: GameRow, player: PlayerRow, *, is_done: bool) -> str | None:
        """Note a substitute, or take one off; what changes, None where the words are about a commander.  Raises CannotDo."""
        stands_by, there = STANDS_BY.fullmatch(self.change), self._chair(case, game)
        if self.change.strip().lower() == END and there is not None and self._there(case, game, player) is None:
            if is_done:
                there.ended = case.desk.clock.now()
            return f"{there.name} ({there.address}) is no longer a substitute for {player.code}"
        if stands_by is None:
            return None
        address = stands_by[1]
        if wrong_name(self.name) or wrong_address(address):
            raise CannotDo(f"{self.name}: expected a name and an address; found {address!r}")
        if terms_of(game).when_absent() is None:
            raise CannotDo(
                f"{self.game}: expected a game with the term absent, which says when substitutes are asked; it has none"
            )
        books = case.books
        beside: list[PlayerRow | SeatRow] = [*books.players.of(game), *books.seats.of(game), *books.seats.chairs(game)]
        if any(one.address.lower() == address.lower() for one in beside):
            raise CannotDo(f"{address}: expected somebody who has no place in {self.game}")
        if terms_of(game).umpire and address.lower() in [gm.lower() for _, gm in gms_of(books, game)]:
            raise CannotDo(f"{address}: expected somebody who is not the umpire too, who reads what both sides write")
        if is_done:
            ever = case.books.seats.ever(game)
            places = [one.place for one in ever if one.side == player.side and not one.number]
            case.books.seats.add(
                SeatRow(
                    game_id=key_of(game.id),
                    side=player.side,
                    name=self.name,
                    address=address,
                    place=1 + max([0, *places]),
                    given=max(newest_seq(case.books, game), 1),
                )
            )
        return f"{self.name} ({address}) is asked to play {player.code} if {player.name} falls silent"

    def _read(self, case: IncidentContext, game: GameRow, player: PlayerRow) -> tuple[SeatRow | None, _Change]:
        """The seat that is meant, None for a new one, and what is to become of it.  Raises CannotDo."""
        there, text = self._there(case, game, player), self.change.strip()
        if text.lower() == END:
            if there is None:
                raise CannotDo(f"{self.name}: expected one of {_names(case, game, player)}; found nobody of that name")
            return there, _Change("ended", there.name, there.address, tuple(read_json(there.formations)))
        units = COMMANDS.search(text)
        who = text[: units.start()].strip() if units else text
        role = AS.search(who)
        who = who[: role.start()].strip() if role else who
        name, address = person(who)
        if there is not None:
            name, address = name or there.name, address or there.address
        kind: Literal["added", "corrected", "replaced"] = (
            "added" if there is None else "corrected" if name == there.name else "replaced"
        )
        name = name or self.name
        if wrong_name(name) or wrong_address(address):
            raise CannotDo(
                f"{self.name}: expected an address and units, such as   mills@mail.example commands 3 Cav   ; found {text!r}"
            )
        others = [player.name, *(one.name for one in case.books.seats.sharing(game, player.side) if one is not there)]
        if kind != "corrected" and name.lower() in map(str.lower, others):
            raise CannotDo(
                f"{name}: expected a name that nobody else on this side has; they write to each other by name"
            )
        before = tuple(read_json(there.formations)) if there is not None else ()
        formations = _listed(units[1]) if units else before
        leader = there.leader if there is not None else ""
        if role is not None:
            leader = self._role(case, game, player, there, role[1].strip())
            formations = (*(one for one in formations if one != leader), leader)
        self._check(case, game, player, there, address, formations)
        return there, _Change(kind, name, address, formations, leader)

    def _role(self, case: IncidentContext, game: GameRow, player: PlayerRow, there: SeatRow | None, words: str) -> str:
        """The leader whom words name, whom nobody else plays.  Raises CannotDo."""
        title = case.desk.title(game.title)
        found = role_of(title, case.desk.position(case.books, game), player.side, words)
        if isinstance(found, Problem):
            raise CannotDo(f"as: expected {found.text}; found {words!r}")
        others: list[PlayerRow | SeatRow] = [player, *case.books.seats.sharing(game, player.side)]
        taken = [one.name for one in others if one.leader == found and one is not there]
        if taken:
            raise CannotDo(f"as: expected a leader whom nobody plays; {taken[0]} plays {found}")
        return found

    def _there(self, case: IncidentContext, game: GameRow, player: PlayerRow) -> SeatRow | None:
        wanted = self.name.lower().strip()
        for one in case.books.seats.sharing(game, player.side):
            if wanted in (one.name.lower(), one.name.lower().rpartition(" ")[2], one.address.lower()):
                return one
        return None

    def _check(
        self,
        case: IncidentContext,
        game: GameRow,
        player: PlayerRow,
        there: SeatRow | None,
        address: str,
        formations: tuple[str, ...],
    ) -> None:
        """Raise CannotDo for words that name no unit, units of another commander, and an address that plays already."""
        if is_whole_side(player) or not player.address:
            raise CannotDo(
                f"{player.code}: expected a side that a person plays, who is the chief; the program plays it"
            )
        title = case.desk.title(game.title)
        view = title.system.view(case.desk.position(case.books, game), player.side)
        commanded: set[str] = set()
        for one in formations:
            found = title.dialect.formation(one, view, player.side)
            if isinstance(found, Problem):
                raise CannotDo(
                    f"commands {one}: expected units of {player.code} as its orders name them.  {found.text}"
                )
            commanded.update(found)
        for seat in case.books.seats.sharing(game, player.side):
            if there is None or seat.number != there.number:
                if seat.address.lower() == address.lower():
                    raise CannotDo(
                        f"{address}: expected somebody who has no seat on this side; {seat.name} has this address"
                    )
                theirs = {
                    name
                    for words in read_json(seat.formations)
                    if not isinstance(found := title.dialect.formation(words, view, player.side), Problem)
                    for name in found
                }
                if both := sorted(commanded & theirs):
                    raise CannotDo(f"{both[0]}: expected units that nobody else commands; {seat.name} has this one")
        taken = [one for one in case.books.players.of(game) if one.address.lower() == address.lower()]
        if taken:
            raise CannotDo(f"{address}: expected somebody who does not play in {self.game}; it plays {taken[0].code}")


def _of_program(seat: SeatRow, by: StandIn | None) -> str:
    units = ", ".join(read_json(seat.formations)) or "all units"
    if by is None:
        return f"{seat.name} commands {units} again; the program no longer does"
    return f"the program ({by.level}) commands {units} for {seat.name}, until they write   return"


def _carry_over(old: SeatRow, new: SeatRow) -> None:
    """Give the corrected row of a seat what is its person's own; the old one tells how the campaign began."""
    kept = ("away_from", "away_to", "ready", "late", "phases", "missed", "plays")
    for name in ("report", "language", "zone", "whole", "dates", *kept):
        setattr(new, name, getattr(old, name))
    old.late = old.phases = 0


def _listed(words: str) -> tuple[str, ...]:
    if words.strip().lower() in ALL_UNITS:
        return ()
    return tuple(one.strip() for one in words.split(",") if one.strip())


def _as_words(wanted: _Change) -> str:
    return f"{wanted.address} commands {', '.join(wanted.formations) or 'all'}"


def _names(case: IncidentContext, game: GameRow, player: PlayerRow) -> str:
    names = [one.name for one in case.books.seats.sharing(game, player.side)]
    return ", ".join(names) or f"the commanders of {player.code}, of whom there are none"
