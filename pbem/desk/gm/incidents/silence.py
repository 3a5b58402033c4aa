"""Silence: certify that a player has not written, from the letters and what the mail servers answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.incident import EVERYBODY, GAME, SIDE, CannotDo, Case, Done, Effect, OfGame, Word
from pbem.mechanisms.words import counted
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.letters_out import InShort
from pbem.store.tables import GameRow, PlayerRow

WROTE_OF = ("report", "question", "reminder", "late", "welcome", "invitation")
"""The letters that ask a player for something."""
MOST = 20
"""Letters that a certificate lists."""
STATES = {
    "sent": "taken by the mail server",
    "maybe": "perhaps taken by the mail server",
    "failed": "not delivered",
    "later": "not yet taken by the mail server",
}


@dataclass(frozen=True)
class Silence(OfGame):
    """Certify that a player is silent: letters sent, the servers' answers, absences, time given. Everybody reads it."""

    NAME: ClassVar[str] = "silence"
    ABOUT: ClassVar[str] = "certify, for a club or an opponent, that a player has not written"
    WORDS: ClassVar[tuple[Word, ...]] = (GAME, SIDE)
    REASONED: ClassVar[bool] = True

    side: str

    def effect(self, case: Case) -> Effect:
        """The certificate, before it is sent."""
        game = case.playing(self.game)
        player = self._player(case, game)
        text = f"the silence of {player.code}, {player.name}, is certified in the game's record"
        return Effect(
            (text,),
            EVERYBODY,
            final="a certificate that was sent cannot be recalled",
            pages=certificate(case, game, player),
        )

    def carry_out(self, case: Case) -> Done:
        """Put it on record and send it."""
        game = case.playing(self.game)
        player = self._player(case, game)
        lines = certificate(case, game, player)
        change = f"nothing; the silence of {player.code} is certified as below"
        body = {"player": player.code, "name": player.name, "lines": list(lines)}
        record = rule(
            case.desk,
            case.books,
            game,
            Ruled("certificate", case.reason, change, f"{player.code} has not written", body),
            more=lines,
        )
        return Done((f"{self.game}: the silence of {player.code} is certified",), record)

    def _player(self, case: Case, game: GameRow) -> PlayerRow:
        player = case.player(game, self.side)
        if not player.address:
            raise CannotDo(f"{self.game}: expected a side that a person plays; the program plays {player.code}")
        return player


def certificate(case: Case, game: GameRow, player: PlayerRow) -> tuple[str, ...]:
    """The facts about a player's silence, line by line: each from a stored letter, an answer of a mail server, or a record."""
    books, now = case.books, case.desk.clock.now()
    last = books.letters_in.last_from(game.name, player.side)
    since = last.arrived if last is not None else None
    lines = [f"{player.code}, {player.name}, as of {times.stamp(now)}:"]
    if since is None:
        lines.append("  last letter     none so far")
    else:
        lines.append(f"  last letter     {times.stamp(since)}, {counted((now - since).days, 'day')} ago")
    sent = [
        one
        for one in books.letters_out.in_short(game.name)
        if one.side == player.side and one.kind in WROTE_OF and (since is None or one.made > since)
    ]
    lines += _written(sent)
    if player.away_from is not None and player.away_to is not None:
        lines.append(
            f"  absence         announced from {times.stamp(player.away_from)} to {times.stamp(player.away_to)}"
        )
    else:
        lines.append("  absence         none announced")
    given = [one for one in books.deeds.all(game.name) if one.name in ("extend", "pause") and one.state == "done"]
    given = [one for one in given if since is None or one.at > since]
    lines += [f"  time given      {ascii_text(one.line)}, {times.stamp(one.at)}" for one in given] or [
        "  time given      none"
    ]
    if player.address.lower() in books.addresses.stopped():
        lines.append("  note            letters to this address come back: a dead address is not silence")
    lines.append(f"  deadlines       {counted(player.late, 'deadline')} missed in this game")
    return tuple(part for line in lines for part in wrap(line, WIDTH, rest=" " * 18))


def _written(sent: Sequence[InShort]) -> list[str]:
    """A line for each letter that asked for something, the newest ones."""
    if not sent:
        return ["  asked           nothing since"]
    lines = []
    if len(sent) > MOST:
        lines.append(f"  asked           {len(sent) - MOST} letters earlier than these")
    for one in sent[-MOST:]:
        reply = f" ({' '.join(ascii_text(one.last_reply).split())[:60]})" if one.last_reply else ""
        when = times.stamp(one.sent or one.made)
        lines.append(f"  asked           {one.kind}, {when}: {STATES.get(one.state, 'waits to be sent')}{reply}")
    return lines
