"""Incidents that mail something: announcements, questions, letters sent again, certificates of silence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.games.certificates import CERTIFICATE, certificate
from pbem.desk.games.proposals import ask_players
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
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft, can_go_again, send_again
from pbem.mail.address import parse_address
from pbem.mail.compose import reply_to
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.columns import time_text
from pbem.store.games import key_of
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, LetterOutRow, PlayerRow, SeatRow

LONGEST_ANNOUNCEMENT = 2000


@dataclass(frozen=True)
class Announce(OfGame):
    """Players and observers get the message. It is not a ruling and changes nothing; replies are treated like any letter."""

    NAME: ClassVar[str] = "announce"
    ABOUT: ClassVar[str] = "send one message to everybody in a game (with --all: in every game)"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, UsageWord("words", "WORDS", "what everybody reads", "rest"))
    REASONED: ClassVar[bool] = False

    words: str

    def effect(self, case: IncidentContext) -> Effect:
        """The readers of each text."""
        players, seats = self._people(case)
        names = [f"{one.code}, {one.name}" for one in players] + [one.name or one.address for one in seats]
        lines = (f"{'; '.join(names)}: {self._message()}",)
        text = "players and observers, with the same words"
        return Effect(lines, text, final="a sent letter cannot be recalled", signed=False)

    def carry_out(self, case: IncidentContext) -> Done:
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
                    "This changes nothing in the game.  To answer, write   press gm:   and your words; only the GM "
                    "reads them.",
                    WIDTH,
                ),
                "",
            ]
        )
        label = f"{time_text(now)}.{case.books.gm_actions.last_number() + 1}"
        draft = Draft("announcement", label, f"[{game.name}] The GM to everybody", text, phase, f"0.n{label}")
        for one in players:
            with writing_to(case.desk, one):
                post.to_player(case.desk, case.books, game, one, draft)
        for seat in seats:
            post.to_observer(case.desk, case.books, game, seat, draft)
        count = len(players) + len(seats)
        return Done((f"{self.game}: {count} {'people get' if count != 1 else 'person gets'} the message",))

    def _message(self) -> str:
        text = " ".join(ascii_text(self.words).split())
        if len(text) > LONGEST_ANNOUNCEMENT:
            raise CannotDo(f"message: expected up to {LONGEST_ANNOUNCEMENT} characters; found {len(text)}")
        return text

    def _people(self, case: IncidentContext) -> tuple[list[PlayerRow], list[SeatRow]]:
        game = case.game(self.game)
        players = [one for one in case.books.players.of(game) if not one.plays and one.address]
        seats = list(case.books.seats.of(game))
        if not players and not seats:
            raise CannotDo(f"{self.game}: expected a game with somebody to write to; it has no players with an address")
        return players, seats


# Ask: mail a question from the GM to all players and collect their answers.

LONGEST_QUESTION = 400


@dataclass(frozen=True)
class AskPlayers(OfGame):
    """Each player answers `agree` or `disagree`. Anything else they write to the GM as press, only the GM reads."""

    NAME: ClassVar[str] = "ask"
    ABOUT: ClassVar[str] = "ask the players whether they agree, for example before a ruling; 'show' lists the answers"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, UsageWord("question", "QUESTION", "the question", "rest"))
    REASONED: ClassVar[bool] = False

    question: str

    def effect(self, case: IncidentContext) -> Effect:
        """The people who are asked, and the question."""
        people = self._people(case)
        lines = [f"{one.name} ({one.code}) is asked: {self._message()}" for one in people]
        lines.append("they answer   agree   or   disagree ; you get each answer by mail, with the others so far")
        lines.append(f"deadlines keep running; to stop them   pause {self.game}")
        return Effect(tuple(lines), EVERYBODY, final="a sent letter cannot be recalled", signed=False)

    def carry_out(self, case: IncidentContext) -> Done:
        """Write."""
        game = case.playing(self.game)
        self._people(case)
        rows = ask_players(case.desk, case.books, game, self._message())
        count = len(rows)
        return Done(
            (f"{self.game}: {count} player{'s are' if count != 1 else ' is'} asked; show {self.game} has the answers",)
        )

    def _message(self) -> str:
        text = " ".join(ascii_text(self.question).split())
        if len(text) > LONGEST_QUESTION:
            raise CannotDo(f"question: expected up to {LONGEST_QUESTION} characters; found {len(text)}")
        return text

    def _people(self, case: IncidentContext) -> list[PlayerRow]:
        people = [one for one in case.books.players.of(case.playing(self.game)) if not one.plays]
        if not people:
            raise CannotDo(f"{self.game}: expected a game that people play; the program plays all sides of it")
        return people


# Resend a letter.


@dataclass(frozen=True)
class Resend(OfGame):
    """Resend a side's newest report or the one with a number. It keeps its Message-ID, so mail programs see one letter."""

    NAME: ClassVar[str] = "resend"
    ABOUT: ClassVar[str] = "resend a side's newest report or the one with a number, even if it bounced"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (
        GAME,
        SIDE,
        UsageWord("report", "REPORT", "its number", "number", optional=True),
    )
    REASONED: ClassVar[bool] = False

    side: str
    report: int = 0

    def effect(self, case: IncidentContext) -> Effect:
        """The effect: which letters are sent."""
        player = case.player(case.game(self.game), self.side)
        rows = self._letters(case)
        void = [row for row in rows if self._is_void(case, row)]
        say = (f"the order key in it is void: {player.code} must answer a newer letter",) if void else ()
        return Effect(
            (*(f"again to {player.address}: {row.subject}" for row in rows), *say),
            player.code,
            final="a sent letter cannot be recalled",
            signed=False,
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Send."""
        player = case.player(case.game(self.game), self.side)
        rows = self._letters(case)
        send_again(case.books, player, rows)
        for seat in case.books.seats.sharing(case.game(self.game), player.side):
            send_again(case.books, player, rows, seat)
        for row in rows:
            fault = case.books.faults.about("mail", str(row.id))
            if fault is not None:
                case.books.faults.close(fault, case.desk.clock.now())
        return Done((f"{self.game}: {len(rows)} letter{'s' * (len(rows) != 1)} to {player.code} will be sent again",))

    def _is_void(self, case: IncidentContext, row: LetterOutRow) -> bool:
        """True if answers to a letter are refused, since the keys of its time were made void."""
        reply = parse_address(reply_to(row.raw))
        key = case.books.keys.find(key_of(case.game(self.game).id), reply.key) if reply is not None else None
        return key is not None and key.void is not None

    def _letters(self, case: IncidentContext) -> Sequence[LetterOutRow]:
        game = case.game(self.game)
        player = case.player(game, self.side)
        sent = case.books.letters_out.to_side(game.name, player.side)
        sent = [row for row in sent if row.key.endswith(f"/{player.side}") and can_go_again(row)]
        reports = [row for row in sent if row.kind in ("report", "welcome", "hand-over")]
        if self.report:
            found = [row for row in reports if report_number(row) == self.report and row.kind == "report"]
            if not found:
                numbers = ", ".join(str(report_number(row)) for row in reports[-8:] if row.kind == "report")
                raise CannotDo(
                    f"report: expected one of {player.code}'s, such as {numbers or 'none'}; found {self.report}"
                )
            return found
        newest = reports[-1:]
        found = [*(row for row in sent if row.state == "failed" and row not in newest), *newest]
        if not found:
            raise CannotDo(f"{self.game}: expected a letter to {player.code} that has gone out and is still whole")
        return found


# Silence: certify that a player has not written, from the letters and what the mail servers answered.


@dataclass(frozen=True)
class Silence(OfGame):
    """Certify that a player is silent: letters sent, the servers' answers, absences, time given. Everybody reads it."""

    NAME: ClassVar[str] = "silence"
    ABOUT: ClassVar[str] = "certify, for a club or an opponent, that a player has not written"
    WORDS: ClassVar[tuple[UsageWord, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: IncidentContext) -> Effect:
        """The certificate, before it is sent."""
        game = case.playing(self.game)
        player = self._player(case, game)
        text = f"the silence of {player.name} ({player.code}) is certified in the game's record"
        return Effect(
            (text,),
            EVERYBODY,
            final="a certificate that was sent cannot be recalled",
            pages=certificate(case.desk, case.books, game, player),
        )

    def carry_out(self, case: IncidentContext) -> Done:
        """Put it on record and send it."""
        game = case.playing(self.game)
        player = self._player(case, game)
        lines = certificate(case.desk, case.books, game, player)
        change = f"nothing; the silence of {player.code} is certified as below"
        body = {"player": player.code, "name": player.name, "lines": list(lines)}
        ruled = Ruled(CERTIFICATE, case.reason, change, f"{player.code} has not written", body)
        record = rule(case.desk, case.books, game, ruled, more=lines)
        return Done((f"{self.game}: the silence of {player.code} is certified",), record)

    def _player(self, case: IncidentContext, game: GameRow) -> PlayerRow:
        player = case.player(game, self.side)
        if not player.address:
            raise CannotDo(f"{self.game}: expected a side that a person plays; the program plays {player.code}")
        return player
