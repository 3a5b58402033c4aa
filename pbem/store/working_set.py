"""What a transaction is going to ask, asked by few statements: the working set of a letter, of play, of its reports.

It only saves ways to the database.  Whatever is not asked for here is asked where it is needed, one by one.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from pbem.store import (
    games,
    keys,
    letters_in,
    letters_out,
    orders,
    phases,
    press,
    questions,
    records,
    seats,
    secrets,
    standing,
)
from pbem.store.folding import fold
from pbem.store.games import Games, key_of
from pbem.store.session import Session, Wanted
from pbem.store.tables import GameRow, OrderKeyRow, PhaseRow, PlayerRow

NAMES_PROGRAM = ("genesis", "engine.change")
"""The records that say with which rules program a game is played."""
AT_ONCE = 4
"""Phases of a report that are read together: each number of them is a statement of its own, which is compiled once."""


class About(NamedTuple):
    """A letter that is to be taken: its number, sender, Message-ID, the digest of its words, and what its address names.

    `since` is the moment from which the letters of a day are counted.
    """

    number: int
    sender: str
    message_id: str
    words: str
    game: str
    side: str
    key: str
    since: datetime


class WorkingSets:
    """The working sets of transactions."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of_letter(self, letter: About) -> None:
        """What it takes to let a letter of a player through the gate, and to play its game on.

        The game comes first and alone: on PostgreSQL it is locked by that, and what was read before could be old.
        """
        game = Games(self._session).find(letter.game) if letter.game else None
        if game is None:
            return
        number, sender = key_of(game.id), fold(letter.sender)
        self._session.ahead(
            letters_in.UNOPENED(number=letter.number),
            games.PLAYERS(game=number),
            games.AT_ADDRESS(folded=sender),
            seats.OF_GAME(game=number),
            phases.ALL(game=number),
        )
        players = self._session.all(games.PLAYERS, game=number)
        player = next((one for one in players if one.code.lower() == letter.side), None)
        if player is None or not self._session.all(games.AT_ADDRESS, folded=sender):
            return
        wanted = [*_of_gate(letter, game, player, sender), *_of_game(game)]
        begun = self._session.all(phases.ALL, game=number)
        self._session.ahead(*wanted, *(_of_phase(game, players, begun[-1]) if begun else ()))

    def of_play(
        self,
        game: GameRow,
        key: OrderKeyRow,
        sides: Sequence[str],
        phase: PhaseRow | None,
        heard: int,
        *,
        is_compared: bool = True,
    ) -> None:
        """What it takes to read a letter that came under a key, to play on from an open phase, and to find out who is to
        have a report; without `is_compared` the letter is read without a look at those that it may quote."""
        wanted = []
        if is_compared:
            wanted += [letters_out.LAST(game=game.name, side=key.side, limit=letters_out.QUOTED)]
        if is_compared and not key.stacks:
            wanted += [keys.STACKS(game=game.id, side=key.side, id=key.id)]
        wanted += [_thread(game, one) for one in sides]
        wanted += [press.SINCE(game=game.id, heard=heard)]
        if phase is not None:
            segments = self._session.all(phases.SEGMENTS, phase=phase.id)
            stop = len(segments) - 1
            wanted += [questions.AT_STOP(phase=phase.id, segment=stop)]
            if phase.is_question:
                report = letters_out.question_report(phase.n, stop)
                wanted += [keys.NEWER(game=game.id, side=key.side, report=report, id=key.id, seat=key.seat)]
            elif game.branch == records.MAIN:
                wanted += [records.newest_of_types(records.ANCHORS)(game=game.id, branch=game.branch)]
            filed = self._session.all(orders.NEWEST, game=game.id, phase=phase.phase)
            # What the other side has on file is mostly played where orders are waited for, and not after a question.
            needed = [one for one in filed if one.side == key.side or not phase.is_question]
            wanted += [query(submission=one.id) for one in needed for query in (orders.WITHOUT_ANSWERS, orders.ANSWERS)]
        self._session.ahead(*wanted)

    def of_letter_out(self, game: GameRow, side: str, name: str, key: str) -> None:
        """What it takes to put a letter to a side in the outbox under its name, with an order key."""
        self._session.ahead(letters_out.FOUND(key=name), keys.FOUND(game=game.id, key=key), _thread(game, side))

    def of_reports(self, game: GameRow, players: Sequence[PlayerRow], ended: Sequence[PhaseRow]) -> None:
        """What it takes to write reports to these players about phases that ended in earlier transactions."""
        wanted = []
        for one in players:
            wanted += [orders.RECORDED(game=game.id, side=one.side, seq=one.told)]
            wanted += [
                letters_out.REPORTS_TO(game=game.name, side=one.side, to=one.address, limit=letters_out.LOOKED_AT)
            ]
            if game.branch == records.MAIN:
                wanted += [records.SINCE(game=game.id, branch=records.MAIN, seq=one.told)]
        for start in range(0, len(ended), AT_ONCE):
            some = ended[start : start + AT_ONCE]
            numbers = [*(one.checkpoint_n for one in some), some[-1].checkpoint_n + 1]
            wanted += [phases.CHECKPOINT(game=game.id, n=n) for n in dict.fromkeys(numbers)]
            wanted += [query(phase=one.id) for one in some for query in (phases.SEGMENTS, phases.EVENTS)]
            self._session.ahead(*wanted)
            wanted = []
        self._session.ahead(*wanted)


def _of_gate(letter: About, game: GameRow, player: PlayerRow, sender: str) -> Iterator[Wanted]:
    yield keys.FOUND(game=game.id, key=letter.key.lower())
    yield keys.NEWEST(game=game.id, side=player.side)
    yield letters_in.STOPPED_SINCE(game=game.name, sender=sender, check="wrong key:", since=letter.since)
    yield letters_in.ANSWERS_TO(sender=sender, words=letter.words, since=letter.since)
    yield letters_in.ANSWERED_SINCE(sender=sender, since=letter.since)
    if letter.message_id:
        same = {"message_id": letter.message_id, "words": letter.words, "game": game.name, "side": player.side}
        yield letters_in.SAME_AGAIN(**same, but=letter.number)


def _of_game(game: GameRow) -> Iterator[Wanted]:
    yield phases.LAST_CHECKPOINT(game=game.id)
    yield standing.OF_GAME(game=game.id)
    yield secrets.WITH_THE_HOUSE(scope=game.name)
    yield records.LAST(game=game.id, branch=game.branch)
    if game.branch == records.MAIN:
        yield records.AT(game=game.id, branch=game.branch, seq=0)
        yield records.newest_of_types(NAMES_PROGRAM)(game=game.id, branch=game.branch)


def _of_phase(game: GameRow, players: Sequence[PlayerRow], phase: PhaseRow) -> Iterator[Wanted]:
    yield phases.SEGMENTS(phase=phase.id)
    yield questions.OPEN(phase=phase.id)
    yield orders.NEWEST(game=game.id, phase=phase.phase)
    for one in players:
        yield orders.PHASES(game=game.id, side=one.side)


def _thread(game: GameRow, side: str) -> Wanted:
    return letters_out.THREAD(game=game.name, side=side, welcome=letters_out.welcome_of(game.name, side))
