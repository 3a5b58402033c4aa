"""Announce: mail the GM's words to everybody in a game."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.incidents.incident import GAME, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.moments import time_text
from pbem.store.tables import PlayerRow, SeatRow

LONGEST = 2000


@dataclass(frozen=True)
class Announce(OfGame):
    """Players and observers get the message. It is not a ruling and changes nothing; replies are treated like any letter."""

    NAME: ClassVar[str] = "announce"
    ABOUT: ClassVar[str] = "send one message to everybody in a game (with --all: in every game)"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, Word("words", "WORDS", "what everybody reads", "rest"))
    REASONED: ClassVar[bool] = False

    words: str

    def effect(self, case: Case) -> Effect:
        """The readers of each text."""
        players, seats = self._people(case)
        names = [f"{one.code}, {one.name}" for one in players] + [one.name or one.address for one in seats]
        lines = (f"{'; '.join(names)}: {self._message()}",)
        text = "players and observers, with the same words"
        return Effect(lines, text, final="a sent letter cannot be recalled", signed=False)

    def carry_out(self, case: Case) -> Done:
        """Write."""
        game, now = case.game(self.game), case.desk.clock.now()
        players, seats = self._people(case)
        row = case.books.phases.open(game)
        phase = row.phase if row is not None else "end"
        gm = ascii_text(gm_keys.name_of_gm(case.books, game, case.by))
        text = "\n".join(
            [
                *wrap(f"The GM of {game.name}, {gm}, writes to everybody:", WIDTH),
                "",
                *wrap(self._message(), WIDTH, first="  ", rest="  "),
                "",
                *wrap(
                    "This changes nothing in the game.  To answer, write   press gm:   and your words; only the GM reads them.",
                    WIDTH,
                ),
                "",
            ]
        )
        label = f"{time_text(now)}.{case.books.deeds.last_number() + 1}"
        draft = Draft("announcement", label, f"[{game.name}] The GM to everybody", text, phase, f"0.n{label}")
        for one in players:
            with writing_to(case.desk, one):
                post.to_player(case.desk, case.books, game, one, draft)
        for seat in seats:
            post.to_observer(case.desk, case.books, game, seat, draft)
        count = len(players) + len(seats)
        return Done((f"{self.game}: {count} {'people are' if count != 1 else 'person is'} written to",))

    def _message(self) -> str:
        text = " ".join(ascii_text(self.words).split())
        if len(text) > LONGEST:
            raise CannotDo(f"message: expected up to {LONGEST} characters; found {len(text)}")
        return text

    def _people(self, case: Case) -> tuple[list[PlayerRow], list[SeatRow]]:
        game = case.game(self.game)
        players = [one for one in case.books.players.of(game) if not one.plays and one.address]
        seats = list(case.books.seats.of(game))
        if not players and not seats:
            raise CannotDo(f"{self.game}: expected a game with somebody to write to; it has no players with an address")
        return players, seats
