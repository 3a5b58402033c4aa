"""The GM's queue of all games: one query a table, however many games there are, and no letter unsealed.

The queries are plain SQL: ten thousand games are listed, and none of their rows is looked at as an object.
`tests/store/test_overview.py` compares the names of tables and columns with the models.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import text

from pbem.store.columns import HIDDEN, OPEN_LOCKS, read_time, time_text
from pbem.store.engines import is_sqlite
from pbem.store.session import Session

AT_ONCE = 500
"""Rows that are fetched at once."""


class ListedGame(NamedTuple):
    """A game as the queue lists it.

    `since` is when it was held or paused, or when its players were invited; None while it is played, and when it is over.
    `pair` is the game that the same two people play with their sides exchanged.
    """

    number: int
    name: str
    title: str
    state: str
    hold: str
    source: str
    since: datetime | None
    paused_until: datetime | None
    pair: str = ""


class ListedPhase(NamedTuple):
    """The phase that a game has come to (see `PhaseRow`); `code` is that of the side it waits for, None unless it is one."""

    phase: str
    name: str
    state: str
    waiting_for: str
    stopped: datetime
    due: datetime | None
    lapsed: datetime | None
    code: str | None


class Absence(NamedTuple):
    """A side whose player is away, and until when."""

    code: str
    until: datetime


class ListedLock(NamedTuple):
    """A lock whose dice have not fallen (see `LockRow`)."""

    mode: str
    state: str
    step: int
    tries: int
    at: datetime
    due: datetime | None


@dataclass(frozen=True, slots=True)
class OrdersState:
    """The state of a side's orders for the open phase: its code, the word of readiness, how many lines stand and were
    refused."""

    code: str
    ready: str
    lines: int
    refused: int
    is_filed: bool


@dataclass(frozen=True, slots=True)
class HeldLetter:
    """A letter that the GM must look at."""

    number: int
    game: str
    sender: str
    reason: str


class Overview:
    """All games at once."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _ask(self, query: str, **given: object) -> Iterator[Sequence[Any]]:
        """The rows that a query finds, a few at a time: of thousands only what is made of them is to stay in memory."""
        self._session.flush()
        for some in self._session.connection().execute(text(query), given).partitions(AT_ONCE):
            yield from some

    def games(self) -> Iterator[tuple[ListedGame, ListedPhase | None]]:
        """All games, each with the phase that was begun last; without the lines of play that were put aside."""
        query = f"""
            SELECT game.id, game.name, game.title, game.state, game.hold, game.source,
                CASE WHEN game.state = 'held' THEN game.held_since
                    WHEN game.state IN ('paused', 'invited') THEN coalesce(game.paused_since, game.opened) END,
                game.paused_until, game.pair,
                phase.phase, phase.name, phase.state, phase.waiting_for, phase.stopped, phase.due, phase.lapsed, player.code
            FROM game
            LEFT JOIN phase ON phase.game_id = game.id
                AND phase.n = (SELECT max(newer.n) FROM phase AS newer WHERE newer.game_id = game.id)
            LEFT JOIN player ON player.game_id = game.id AND player.side = phase.waiting_for
            WHERE game.state <> '{HIDDEN}'
        """
        at = _Moments()
        for row in self._ask(query):
            number, name, title, state, hold, source, since, until, pair, phase, *rest = row
            game = ListedGame(number, name, title, state, hold, source, at.of(since), at.of(until), pair)
            if phase is None:
                yield game, None
                continue
            called, stands, waiting_for, stopped, due, lapsed, code = rest
            yield game, ListedPhase(phase, called, stands, waiting_for, at[stopped], at.of(due), at.of(lapsed), code)

    def absences(self, now: datetime) -> Mapping[int, Sequence[Absence]]:
        """Current absences, by the number of the game's row, in the sequence of its card."""
        query = """
            SELECT player.game_id, player.code, player.away_to FROM player
            WHERE player.away_from <= :now AND player.away_to > :now ORDER BY player.id
        """
        found: dict[int, list[Absence]] = {}
        for game, code, until in self._ask(query, now=time_text(now)):
            found.setdefault(game, []).append(Absence(code, read_time(until)))
        return found

    def unanswered(self) -> Mapping[int, Sequence[str]]:
        """The codes of those who have not accepted their invitation, by the number of a game that waits for them."""
        query = """
            SELECT player.game_id, player.code FROM player JOIN game ON game.id = player.game_id
            WHERE game.state = 'invited' AND player.accepted IS NULL ORDER BY player.id
        """
        found: dict[int, list[str]] = {}
        for game, code in self._ask(query):
            found.setdefault(game, []).append(code)
        return found

    def declined(self) -> Mapping[int, Sequence[tuple[str, str]]]:
        """The sides whose player has declined their invitation, as code and id, by the number of a game that waits for them.

        A letter to the GM tells of it, and who has taken the place since has another address.
        """
        query = """
            SELECT game.id, player.code, player.side, player.address, letter_out."key" FROM game
            JOIN player ON player.game_id = game.id AND player.accepted IS NULL
            JOIN letter_out ON letter_out.game = game.name AND letter_out.kind = 'declined'
            WHERE game.state = 'invited' ORDER BY player.id
        """
        found: dict[int, list[tuple[str, str]]] = {}
        for game, code, side, address, key in self._ask(query):
            if f"/declined/{address}." in key and (code, side) not in found.setdefault(game, []):
                found[game].append((code, side))
        return {game: sides for game, sides in found.items() if sides}

    def time_asked(self, since: datetime) -> Mapping[int, str]:
        """The newest request for more time since a moment, as the subject of the letter that told the GM, by the game's number.

        It stands until the GM has lengthened the deadline or told the players something, and no longer than its phase.
        """
        query = """
            SELECT game.id, letter_out.subject FROM letter_out
            JOIN game ON game.name = letter_out.game AND game.state = 'open'
            JOIN phase ON phase.game_id = game.id AND phase.state = 'open' AND phase.stopped <= letter_out.made
            WHERE letter_out.folded IN (SELECT DISTINCT one.folded FROM game AS one) AND letter_out.made >= :since
                AND letter_out.kind = 'extend' AND NOT EXISTS (
                    SELECT 1 FROM deed WHERE deed.game = game.name AND deed.name IN ('extend', 'announce')
                        AND deed.state = 'done' AND deed.at >= letter_out.made)
            ORDER BY letter_out.id
        """
        return {int(game): str(subject) for game, subject in self._ask(query, since=time_text(since))}

    def locks(self) -> Mapping[int, ListedLock]:
        """The locks of games' present branches whose dice have not fallen, by the number of the game's row."""
        query = f"""
            SELECT locked.game_id, locked.mode, locked.state, locked.step, locked.tries, locked.at, locked.due
            FROM locked JOIN game ON game.id = locked.game_id
            WHERE locked.branch = game.branch AND locked.state IN ({_listed(OPEN_LOCKS)}) AND game.dice <> 'sealed'
            ORDER BY locked.seq
        """
        moment = _Moments()
        return {
            game: ListedLock(mode, state, step, tries, moment[at], moment.of(due))
            for game, mode, state, step, tries, at, due in self._ask(query)
        }

    def filed(self) -> Mapping[int, Mapping[str, OrdersState]]:
        """The orders on file for the open phases, by the number of the game's row and by side, in the sequence of its card."""
        query = f"""
            SELECT submission.game_id, player.side, player.code, submission.ready, submission.state,
                sum(CASE WHEN line.verdict = 'accepted' THEN 1 ELSE 0 END),
                sum(CASE WHEN line.verdict = 'refused' THEN 1 ELSE 0 END)
            FROM phase
            JOIN game ON game.id = phase.game_id
            JOIN submission ON submission.game_id = phase.game_id AND submission.phase = phase.phase
            JOIN player ON player.game_id = submission.game_id AND player.side = submission.side
            LEFT JOIN line ON line.submission_id = submission.id
            WHERE phase.state = 'open' AND game.state <> '{HIDDEN}' AND submission.n = (
                SELECT max(newer.n) FROM submission AS newer
                WHERE newer.game_id = submission.game_id AND newer.side = submission.side
                    AND newer.phase = submission.phase)
            GROUP BY submission.id, submission.game_id, player.id, player.side, player.code, submission.ready,
                submission.state
            ORDER BY submission.game_id, player.id
        """
        found: dict[int, dict[str, OrdersState]] = {}
        for game, side, code, ready, state, lines, refused in self._ask(query):
            found.setdefault(game, {})[side] = OrdersState(code, ready, int(lines), int(refused), state == "filed")
        return found

    def unread(self) -> int:
        """The number of letters that came in and were not read yet."""
        ((count,),) = self._ask("SELECT count(*) FROM letter_in WHERE letter_in.state = 'new'")
        return int(count)

    def unread_lines(self, since: datetime) -> Mapping[str, tuple[int, int]]:
        """The number of lines of letters since a moment that were not understood, and read as chat, by the game's name."""
        query = """
            SELECT letter_in.game, sum(letter_in.lines_unread), sum(letter_in.lines_chat) FROM letter_in
            WHERE letter_in.lines_unread + letter_in.lines_chat > 0 AND letter_in.seen >= :since GROUP BY letter_in.game
        """
        return {game: (int(lines), int(chat)) for game, lines, chat in self._ask(query, since=time_text(since))}

    def unsent(self) -> dict[str, int]:
        """The number of letters still to be sent, or held back (by a template that could not make them), by their state; under
        ``failed`` those that could not be sent and whose fault no GM has closed.  What was emptied for somebody who is
        forgotten was not to be sent."""
        states = _listed(("new", "sending", "later", "maybe", "held", "failed"))
        fault = """
            SELECT fault.state FROM fault WHERE fault.kind = 'mail' AND fault.subject = CAST(letter_out.id AS TEXT)
            ORDER BY fault.id DESC LIMIT 1
        """
        query = f"""
            SELECT letter_out.state, count(*) FROM letter_out WHERE letter_out.state IN ({states})
                AND (letter_out.state <> 'failed' OR (letter_out.folded <> '' AND coalesce(({fault}), 'open') <> 'closed'))
            GROUP BY letter_out.state
        """
        return {state: int(count) for state, count in self._ask(query)}

    def held_letters(self) -> Sequence[HeldLetter]:
        """The letters that are held, oldest first."""
        query = """
            SELECT letter_in.id, letter_in.game, letter_in.sender, letter_in.reason FROM letter_in
            WHERE letter_in.state = 'held' ORDER BY letter_in.arrived, letter_in.id
        """
        return [HeldLetter(*row) for row in self._ask(query)]

    def stopped(self) -> Sequence[str]:
        """The addresses that nothing is sent to."""
        query = "SELECT address.address FROM address WHERE address.stopped IS NOT NULL ORDER BY address.address"
        return [address for (address,) in self._ask(query)]

    def faults(self) -> Mapping[str, int]:
        """The numbers of the faults that hold games, by the game's name."""
        query = """
            SELECT fault.game, fault.id FROM fault
            WHERE fault.state <> 'closed' AND fault.kind IN ('rules', 'hash') ORDER BY fault.id
        """
        return {game: int(number) for game, number in self._ask(query)}

    def programs(self) -> Iterable[tuple[str, tuple[str, str]]]:
        """The rules programs that records name of games which go on, each once: its game's title; its version and digest."""
        found = self._ask(f"SELECT DISTINCT game.title, {self._program()}")
        return [(title, (version, rules)) for title, version, rules in found]

    def played_with(self) -> Sequence[tuple[str, str, tuple[str, str]]]:
        """Of each game that goes on: its name, its title, and the rules program that it is played with, as in `programs`."""
        query = f"SELECT game.id, game.name, game.title, {self._program()} ORDER BY record.id"
        # An upgrade is not undone with a branch, so the newest record says what a game is played with.
        newest = {game: (name, title, (version, rules)) for game, name, title, version, rules in self._ask(query)}
        return sorted(newest.values())

    def _program(self) -> str:
        """The version of the rules program in a record, and where such records are."""
        if is_sqlite(self._session.connection()):
            words = "json_extract(record.body, '$.body.engine'), json_extract(record.body, '$.body.rules')"
        else:
            body = "CAST(record.body AS json)"
            words = f"{body} #>> '{{body,engine}}', {body} #>> '{{body,rules}}'"
        return f"""
            {words} FROM game JOIN record ON record.game_id = game.id
            WHERE game.state NOT IN ('over', '{HIDDEN}') AND record.type IN ('genesis', 'engine.change')
        """

    def records_after(self, moment: datetime) -> Mapping[int, int]:
        """The number of records written after `moment`, by the number of the game's row; without games that have none."""
        query = "SELECT record.game_id, count(*) FROM record WHERE record.at > :moment GROUP BY record.game_id"
        return {game: int(count) for game, count in self._ask(query, moment=time_text(moment))}


class _Moments(dict[str, datetime]):
    """Moments by their texts: thousands of games stopped at few of them."""

    def __missing__(self, text: str) -> datetime:
        found = self[text] = read_time(text)
        return found

    def of(self, text: str | None) -> datetime | None:
        """The moment, None for none."""
        return None if text is None else self[text]


def _listed(words: Sequence[str]) -> str:
    """Words of ours as SQL lists them."""
    return ", ".join(f"'{word}'" for word in words)
