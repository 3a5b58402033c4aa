"""What practice players write when a game waits for them: whole letters, in any title and pace; and their standing orders."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from typing import Any

from pbem.core.ask import ORDERS
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.desk.orders.merge import who
from pbem.desk.play.pace import ASK, POLICY
from pbem.desk.play.play import PlayResult
from pbem.mechanisms.practice import PLAIN, Pick, Trial
from pbem.systems.game import Game
from pbem.systems.indian_wars.practice.players import STANDING as SERIES
from pbem.systems.indian_wars.practice.players import player_turn

START = datetime(2026, 3, 12, 18, 0, tzinfo=UTC)
"""When simulated clocks begin."""
PLAYERS = {"us": "kate@mail.example", "indian": "mo@post.example"}
"""Their addresses, by side."""

_CHITS = ("policy marker: use", "policy losses: full strength, strongest", "policy advance: nobody")
_VILLAGE = {side: tuple(one for one in lines if "scatter" not in one) for side, lines in SERIES.items()}
STANDING: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "rosebud": SERIES,
    "littlebighorn": _VILLAGE,
    "custer": dict.fromkeys(PLAYERS, _CHITS),
}
"""Standing orders of a player who wants to be asked seldom, by title and side."""


def standing(title: Game, side: str, pace: str) -> Iterable[str]:
    """The standing orders of a sensible player; in `mixed` he mails his defensive fire himself."""
    return [one for one in STANDING[title.title][side] if pace == POLICY or " deffire" not in one]


def words(title: Game, now: PlayResult, side: str, pace: str, pick: Pick) -> Iterator[str]:
    """The lines of the letter that a side is waited for: answers to its questions, then its orders and `ready`."""
    view = title.system.view(now.state, side)
    asked = [one for one in now.open if one.side == side and one.kind != ORDERS]
    if asked:
        keys = [title.practice_players.choice(view, one, PLAIN, pick) for one in asked]
        numbers = [[choice.key for choice in one.choices].index(key) + 1 for one, key in zip(asked, keys, strict=True)]
        yield " ".join(map(str, numbers))
    if any(one.side == side and one.kind == ORDERS for one in now.open):
        yield from orders(title, now, side, pace, pick)
        yield "ready"


def orders(title: Game, now: PlayResult, side: str, pace: str, pick: Pick) -> Iterator[str]:
    """The order lines: for the phase alone, or, where one letter is to serve, for the whole player turn."""
    system, letter = title.system, now.phase.letter
    if pace == ASK or now.phase.side != side or letter == "S":
        yield from _of_phase(title, system.view(now.state, side), side, letter, pick)
    elif system.card.in_sequence:
        yield from player_turn(system, system.view(now.before, side), side, letter, pick)
    else:
        yield from _markers(title, now, side, pick)


def _of_phase(title: Game, view: Any, side: str, letter: str, pick: Pick) -> Iterator[str]:
    return map(title.dialect.write, title.practice_players.orders(title.system, view, side, letter, PLAIN, pick))


def _markers(title: Game, now: PlayResult, side: str, pick: Pick) -> Iterator[str]:
    """Lines for the marker in play, then for those that may still be drawn in this turn; no counter goes with two of them."""
    turn = now.phase.id.rpartition(".")[0]
    trial: Trial[Any] = Trial(title.system, title.system.view(now.state, side), side, now.phase.letter, now.phase.id)
    given: set[str] = set()
    for letter in (now.phase.letter, *_still_to_come(now.state, side, now.phase.letter)):
        is_ahead = letter != now.phase.letter
        if is_ahead:
            trial.umpire.emit(PhaseEnded(trial.umpire.phase))
            trial.letter, trial.umpire.phase = letter, f"{turn}.{letter}"
            trial.umpire.emit(PhaseBegan(trial.umpire.phase))
        theirs: set[str] = set()
        for order in title.practice_players.orders(title.system, trial.view, side, letter, PLAIN, pick):
            if given.isdisjoint(who(order)) and trial.take(order):
                theirs.update(who(order))
                yield f"in {letter}: {title.dialect.write(order)}" if is_ahead else title.dialect.write(order)
        given |= theirs


def _still_to_come(battle: Any, side: str, present: str) -> Iterator[str]:
    """The letters of the markers that a side may still draw; of several alike the first to be used has the first letter."""
    scenario = battle.sheet.scenario
    used = [scenario.by_id(one).name for one in battle.used if scenario.by_id(one).side == side]
    for marker in scenario.markers:
        if marker.side != side or marker.from_turn > battle.turn:
            continue
        if marker.name in used:
            used.remove(marker.name)
        elif marker.letter != present:
            yield marker.letter


def reply(answered: bytes, sender: str, text: str, number: int) -> bytes:
    """A player's reply to a letter of ours."""
    before = message_from_bytes(answered)
    letter = EmailMessage()
    letter["From"] = sender
    letter["To"] = str(before["Reply-To"])
    letter["Subject"] = f"Re: {before['Subject']}"
    letter["Message-ID"] = f"<{number}@mail.example>"
    letter["In-Reply-To"] = str(before["Message-ID"])
    letter.set_content(text)
    return letter.as_bytes()
