"""A game rebuilt from what came in: its letters, its secrets and the GM's actions give the same chain, byte for byte.

The records only say when something happened and what the GM did; everything that they say besides is made again.
"""

import shlex
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from cryptography.fernet import Fernet

from pbem.core.ask import ORDERS
from pbem.core.play import Segment
from pbem.core.record import with_bare_names
from pbem.desk.desk import Desk, SetClock, read_json
from pbem.desk.games.campaign_file import Seat
from pbem.desk.games.ending import LOOKS
from pbem.desk.games.open import Rebuilt, Wanted, open_campaign
from pbem.desk.games.substitutes import LEFT
from pbem.desk.games.succession import ROLE
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import CannotRule, GmAction
from pbem.desk.gm.incidents.catalogue import CATALOGUE, made
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.state_ruled import rule_state
from pbem.desk.incoming.files_sent import SCANNED
from pbem.desk.incoming.intake import take
from pbem.desk.orders.filing import entries
from pbem.desk.orders.orders_on_file import problems_on_record
from pbem.desk.outgoing import post
from pbem.desk.play.advance import advance
from pbem.desk.play.cache import record_in
from pbem.desk.play.deadlines import LAG
from pbem.desk.play.dice_mode import change as change_dice
from pbem.desk.play.dice_mode import new_ladder, void_dice
from pbem.desk.play.downtime import go_on
from pbem.desk.play.locking import go_on_without, round_came
from pbem.desk.play.practice import LEFT_BY_LETTER, RETURNED, is_stand_in, level_of, stand_in_as_ruled
from pbem.desk.play.terms import terms_of
from pbem.desk.play.undo import ENGINE_STAYS, undo
from pbem.desk.record import chain
from pbem.desk.record.rules_program import Engine, installed_engine
from pbem.desk.record.upgrade import let_go_on
from pbem.language.read import LineAsRead
from pbem.seal.lock import SEALED, WITNESS
from pbem.seal.shapes import BY_THE_GM
from pbem.store.columns import read_time
from pbem.store.database import Books, Store
from pbem.store.games import key_of
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from pbem.store.tables import GameRow, GmActionRow, OrderKeyRow, PlayerRow, RecordRow, SeatRow, SubmissionRow

A_DEED = timedelta(minutes=1)
"""So long at most an action takes: its line in the log is written after its records."""
A_SECOND = timedelta(seconds=1)
ENGINE_CHANGE = "engine.change"
ENGINE_RECORDS = ("genesis", ENGINE_CHANGE)
PLAYERS_AGREED = "pace"
STOPS_END = ("phase.resolved", "orders.locked")
"""The records by which play goes on from a stop: by a letter, a deadline, or what a lock waited for."""
BY_THE_CLOCK = ("reminder", "late", "away")
"""Kinds of letters that a replay does not write: it has no deadlines of its own."""
BY_LETTER = (PLAYERS_AGREED, RETURNED)
"""The rulings that a letter of a player brings about."""


@dataclass(frozen=True)
class Replayed:
    """The result: records that came out the same, the head of the last, letters read; or where it went another way.

    `seq` and `branch` name the first record that differs, `expected` and `found` are canonical JSON ("" for none).  `engine`
    is the program that wrote it, where that is not the one installed.
    """

    game: str
    records: int
    letters: int
    head: str
    branch: str = ""
    seq: int = -1
    expected: str = ""
    found: str = ""
    engine: Engine = ("", "")

    @property
    def is_same(self) -> bool:
        """True if the chain is the same."""
        return not (self.expected or self.found)


@dataclass(frozen=True)
class _Letter:
    """A letter, its number, when it was read, whose registered address it came from by then ("" for nobody's), and the key of
    the answer to it ("" for none)."""

    number: int
    seen: datetime
    arrival: StoredArrival
    side: str
    sender: str
    as_read: Mapping[str, LineAsRead]
    answer: str


@dataclass(frozen=True)
class _Original:
    """The data from the desk that played the game."""

    wanted: Wanted
    house: dict[str, bytes]
    secrets: dict[str, bytes]
    records: tuple[RecordRow, ...]
    letters: tuple["_Letter", ...]
    closed: Mapping[tuple[str, int], datetime]
    actions: tuple["_PlacedAction", ...]
    looks: tuple[GmActionRow, ...]
    keys: tuple[OrderKeyRow, ...]
    sent: Mapping[str, "_Sent"]
    unasked: frozenset[tuple[str, int]]


@dataclass(frozen=True)
class _Sent:
    """A letter of ours to a player, who may quote it; `number` and `made` tell its place among all of them."""

    message_id: str
    subject: str
    text: str
    number: int
    made: datetime


@dataclass(frozen=True)
class _PlacedAction:
    """An action of the GM, when its records were made, and the place of the last of them among all records (None: none found).

    The log may have it some seconds after its records: by itself its time would put it behind what it did.
    """

    row: GmActionRow
    at: datetime
    place: int | None


def replay(desk: Desk, name: str, to: int | None = None) -> Replayed:
    """Play a game again from its letters in a store of its own, up to record `to` of its last branch (None: to the end).

    Nothing of the desk is touched and nothing is sent.  Raises UnknownGame.
    """
    with desk.store.read() as books:
        original = _original(books, books.games.get(name), to)
    with tempfile.TemporaryDirectory(prefix="pbem-replay-") as folder:
        store = Store.at(Path(folder) / "replay.db", Vault(Fernet.generate_key()))
        try:
            stamps = {(row.branch, row.seq): row.at for row in original.records}
            bare = frozenset((row.branch, row.seq) for row in original.records if _has_bare_names(row))
            clock = SetClock(original.records[0].at)
            waits = frozenset(_waits(original.records))
            problems = {(row.branch, row.seq): problems_on_record(row) for row in original.records}
            house = replace(desk.house, words=None)  # what they led to is on record, whatever they are today
            new = Desk(store, clock, house, desk.title, reads=desk.reads, stamps=stamps, bare=bare)
            again = replace(new, waits=waits, unasked=original.unasked, problems_on_record=problems)
            return _Replay(again, clock, original).run()
        finally:
            store.close()


def _original(books: Books, game: GameRow, to: int | None) -> _Original:
    """All of a game that it is made again from, up to record `to` of its branch (None: the newest).  Raises CannotRule."""
    written = tuple(books.records.written(game))
    if to is not None:
        end = next((n for n, row in enumerate(written) if row.branch == game.branch and row.seq == to), None)
        if end is None:
            raise CannotRule(f"{game.name}: expected the number of a record of branch {game.branch}; found {to}")
        written = written[: end + 1]
    wanted = _as_opened(books, game, written)
    people = books.players.of(game)
    done = books.gm_actions.all(game.name)
    unasked = _unasked(books, game, written, wanted.plays) if wanted.plays else ()
    keys = (key for one in people for key in books.keys.of(game, one.side))
    return _Original(
        wanted=wanted,
        house={name: books.secrets.get("", name) for name in books.secrets.names("")},
        secrets={name: books.secrets.get(game.name, name) for name in books.secrets.names(game.name)},
        records=written,
        letters=_letters_read(books, game, None if to is None else written[-1].at),
        closed=dict(_closed(books, game, written)),
        actions=tuple(_placed((one for one in done if one.record_seq is not None), written)),
        looks=tuple(one for one in done if one.name in LOOKS),
        keys=tuple(sorted(keys, key=lambda key: key.id or 0)),
        sent=_sent_to_players(books, game, people),
        unasked=frozenset[tuple[str, int]](unasked),
    )


def _closed(books: Books, game: GameRow, written: Sequence[RecordRow]) -> Iterator[tuple[tuple[str, int], datetime]]:
    """The records that the enforcement of a deadline brought about, with that deadline; of several in one phase the last.

    Undone phases are among them: their letters are read again too.
    """
    stops = [(row, read_json(row.body)["body"]["phase"]) for row in written if row.type in STOPS_END]
    for part in books.undone.with_undone(game):
        for phase in books.phases.of(part):
            if phase.closed is not None:
                ended = (one for one, name in stops if name == phase.phase and one.at >= phase.closed)
                yield from (((one.branch, one.seq), phase.closed) for one in islice(ended, 1))


def _as_opened(books: Books, game: GameRow, written: Sequence[RecordRow]) -> Wanted:
    """The campaign as it was wanted when it was opened, with its secrets."""
    genesis = read_json(written[0].body)["body"]
    people = books.players.of(game)
    secrets = {name: books.secrets.get(game.name, name) for name in books.secrets.names(game.name)}
    # Of a side whose chief has changed with its leaders, the one who was it first.
    began = {one.side: one.address for one in reversed(books.seats.ever(game)) if one.answer in (ROLE, LEFT)}
    plays = {one.side: level for one in people if (level := level_of(genesis["players"][one.code]))}
    return Wanted(
        name=game.name,
        title=game.title,
        scenario=game.scenario,
        players=[
            (one.side, began.get(one.side, one.address), genesis["players"][one.code])
            for one in people
            if one.side not in plays
        ],
        gm_address=game.gm_address,
        gm_name=game.gm_name,
        hours=read_json(game.hours),
        options=genesis["options"],
        when_in=game.when_in,
        pace=_first_pace(game, written),
        ladder_length=genesis["ladder"]["length"],
        plays=plays,
        terms=terms_of(game),
        seats=[
            Seat(one.side, one.address, one.name, tuple(read_json(one.formations)), one.report, one.leader)
            for one in books.seats.ever(game)
            if not one.given and one.address and not _is_substitute(one)
        ],
        substitutes=[
            Seat(one.side, one.address, one.name)
            for one in books.seats.ever(game)
            if _is_substitute(one) and not one.given
        ],
        dice=genesis["dice"],
        source=_first_source(game, genesis),
        takes_unfinished=True,
        rebuilt=Rebuilt(
            secrets,
            (genesis["engine"], genesis["rules"]),
            bytes.fromhex(genesis["root"]),
            genesis["certificate"],
            genesis.get("package", ""),
        ),
    )


def _is_substitute(one: SeatRow) -> bool:
    return one.place > 0 and not one.number


def _letters_read(books: Books, game: GameRow, until: datetime | None) -> tuple[_Letter, ...]:
    """The letters of a game that were read, in that sequence, up to a moment (None: all)."""
    shared = {
        one.address.lower()
        for one in books.seats.ever(game)
        if one.number or one.place or one.ended is None or one.answer
    }
    return tuple(
        _Letter(
            row.id or 0,
            row.seen,
            StoredArrival(row.source, row.uidvalidity, row.uid, row.arrived, row.raw),
            row.side if row.state == "done" and row.sender.lower() not in shared else "",
            row.sender,
            {
                line: one
                for version in books.submissions.made_by(game, row.id or 0)
                for line, one in _as_read(books, version)
            },
            row.answer_key,
        )
        for row in books.letters_in.of_game(game.name)
        if row.seen is not None
        and row.state != "gm"
        and not row.reason.startswith(f"{SCANNED}: ")
        and (until is None or row.seen <= until)
    )


def _as_read(books: Books, version: SubmissionRow) -> Iterator[tuple[str, LineAsRead]]:
    """The readings of the lines of a version, however they would be read today."""
    for one in entries(books, version):
        if one.is_unclear:
            yield (
                one.written.strip(),
                LineAsRead(tuple(tuple(lines.splitlines()) for lines in one.costs[1:]), is_clear=False),
            )
        elif one.verdict == "accepted":
            yield one.written.strip(), LineAsRead((one.canonical,))


def _sent_to_players(books: Books, game: GameRow, people: Iterable[PlayerRow]) -> Mapping[str, _Sent]:
    """Our letters to the players by their keys, without those that were emptied since or that a replay does not write."""
    rows = (row for one in people for row in books.letters_out.to_side(game.name, one.side))
    return {
        row.key: _Sent(row.message_id, row.subject, row.text, row.id or 0, row.made)
        for row in rows
        if row.text and row.kind not in BY_THE_CLOCK
    }


def _has_bare_names(row: RecordRow) -> bool:
    """True if no type name in a record has a game in front, as records were written once; its hash is over those names."""
    body = read_json(row.body)["body"]
    return bool(with_bare_names(body) == body)


def _waits(written: Sequence[RecordRow]) -> Iterator[tuple[str, int]]:
    """The records up to an upgrade since something was played: the game may have been held, letters were read all the same."""
    since: list[tuple[str, int]] = []
    for row in written:
        since.append((row.branch, row.seq))
        if row.type == ENGINE_CHANGE and read_json(row.body)["body"]["reason"] != ENGINE_STAYS:
            yield from since
        if row.type in (ENGINE_CHANGE, "phase.resolved"):
            since.clear()


def _unasked(
    books: Books, game: GameRow, written: Sequence[RecordRow], plays: Collection[str]
) -> Iterator[tuple[str, int]]:
    """The records up to the last phase in which a side that the program plays was taken to have said its all before.

    So it was in the paces `mixed` and `policy` once, where its first letter of a player turn served all its phases.
    """
    filed = {read_json(row.body)["body"]["phase"] for row in written if row.type == "orders.accepted"}
    last = max(
        (
            one.record_seq
            for row in books.phases.of(game)
            if row.phase not in filed
            for one in books.phases.segments(row)
            for kept in record_in(one.body, Segment).answers
            if kept.answer.source == "order" and any(kept.key.startswith(f"{side} {ORDERS} ") for side in plays)
        ),
        default=-1,
    )
    if last >= 0:
        yield from ((row.branch, row.seq) for row in written if row.branch != game.branch or row.seq <= last)


def _placed(actions: Iterable[GmActionRow], written: Sequence[RecordRow]) -> Iterator[_PlacedAction]:
    """The GM actions with the records that they made, in sequence."""
    after = 0
    for one in actions:
        place = next(
            (
                n
                for n, row in enumerate(written[after:], after)
                if row.seq == one.record_seq and timedelta(0) <= one.at - row.at <= A_DEED
            ),
            None,
        )
        if place is None:
            yield _PlacedAction(one, one.at, None)
            continue
        after = place + 1
        body, words = read_json(written[place].body)["body"], shlex.split(one.line)
        is_pause = words[0] == "pause" and "until" in body
        at = read_time(body["until"]) - timedelta(days=int(words[2])) if is_pause else written[place].at
        yield _PlacedAction(one, at, place)


def _first_source(game: GameRow, genesis: Mapping[str, Any]) -> dict[str, Any]:
    """The witness or the beacon that a game began with; an address is not in the chain, and in a replay nothing is sent."""
    source = genesis.get(genesis["dice"], {})
    return {**source, "address": game.gm_address} if genesis["dice"] == WITNESS else dict(source)


def _first_pace(game: GameRow, written: Sequence[RecordRow]) -> str:
    """The pace in which a game began, where the players changed it since."""
    agreed = (read_json(row.body)["body"] for row in written if row.type == "gm.ruling")
    found = next((body for body in agreed if body["what"] == PLAYERS_AGREED and "from" in body), None)
    return str(found["from"]) if found is not None else game.pace


def _resumed(row: RecordRow) -> dict[str, Any] | None:
    """The content of the record of the end of a pause, None for any other."""
    body: dict[str, Any] = read_json(row.body)["body"] if row.type == "gm.ruling" else {}
    return body if body.get("what") == "resume" else None


def _is_by_letter(body: Mapping[str, Any]) -> bool:
    """True if a ruling came about by a letter of a player, which makes it again."""
    return body.get("what") in BY_LETTER or body.get("change") == LEFT_BY_LETTER


def _came_without_letter(body: Mapping[str, Any]) -> bool:
    """True if what a lock waited for came by no letter: a round of the beacon, or the end of the witness's time."""
    return "beacon" in body or "silent" in body.get("witness", {})


class _Replay:
    def __init__(self, desk: Desk, clock: SetClock, original: _Original) -> None:
        self.desk, self.clock, self.original = desk, clock, original
        self.letters = list(original.letters)
        self.actions = list(original.actions)
        self.looks = list(original.looks)
        self.keys = list(original.keys)
        self.sent = dict(original.sent)
        self.same = 0
        self.read = 0
        self.wrong: tuple[str, int, str, str] | None = None

    def run(self) -> Replayed:
        wanted, records = self.original.wanted, self.original.records
        with self.desk.store.begin() as books:
            for name, secret in self.original.house.items():
                books.secrets.keep("", name, secret)
        open_campaign(self.desk, wanted)
        with self.desk.store.begin() as books:
            for name, secret in self.original.secrets.items():
                if not books.secrets.has(wanted.name, name) and name.startswith("ladder top"):
                    books.secrets.keep(wanted.name, name, secret)
        self._advance()
        while self.wrong is None and self.same < len(records):
            before = self.same
            self._next(records[self.same])
            if self.wrong is None and self.same == before:
                row = records[self.same]
                self.wrong = (row.branch, row.seq, row.body, "")
        last = records[self.same - 1]
        done = Replayed(wanted.name, self.same, self.read, last.head, last.branch)
        if self.wrong is None:
            return done
        branch, seq, expected, found = self.wrong
        engine = self._engine()
        if engine == installed_engine(self.desk.title(wanted.title)):
            engine = ("", "")
        return replace(done, branch=branch, seq=seq, expected=expected, found=found, engine=engine)

    def _engine(self) -> Engine:
        """The program with which the next record was written."""
        written = self.original.records[: max(self.same, 1)]
        body = next(read_json(row.body)["body"] for row in reversed(written) if row.type in ENGINE_RECORDS)
        return body["engine"], body["rules"]

    def _next(self, row: RecordRow) -> None:
        """Do what led to a record: read letters, pass a deadline, or do what the GM did."""
        body, start = read_json(row.body)["body"], self.same
        by_hand = (row.type in BY_THE_GM and not _is_by_letter(body)) or row.type.startswith("key.")
        # Of a letter and an action of the same second the one came first whose record did.
        while self.actions and (self.actions[0].place or self.same) < self.same:
            self.actions.pop(0)  # it was done by its records
        is_due = bool(self.actions) and (self.actions[0].at < row.at or (by_hand and self.actions[0].at == row.at))
        if row.type not in STOPS_END and is_due:
            self._carry_out(self.actions.pop(0))
            if self.same > start or self.wrong is not None:
                return
        if by_hand or row.type in STOPS_END:
            may_tie = row.type in (*STOPS_END, "branch.closed") and not _came_without_letter(body)
            while self.wrong is None and self.letters and self.same == start:
                one = self.letters[0]
                if one.seen > row.at or (one.seen == row.at and not (may_tie and self._came_before(one, row))):
                    break
                self._read_letter()
            if self.same > start or self.wrong is not None:
                return
            self._set(row.at)
            if by_hand:
                self._by_hand(row, body)
            elif self._fill_lock(body):
                self._advance()
            else:
                self._pass_deadline(body["phase"], row)
        while self.wrong is None and self.letters and self.same == start:
            self._read_letter()

    def _came_before(self, one: _Letter, row: RecordRow) -> bool:
        """True if a letter was read before a record of the same second was made: ``ready`` makes no record of its own.

        What arrived after a deadline was read once that was enforced.  Where that is not known, what came first had its
        letters written first.
        """
        closed = self.original.closed.get((row.branch, row.seq))
        if closed is not None:
            return one.arrival.arrived <= closed
        answer = self.sent.get(one.answer)
        with self.desk.store.read() as books:
            unwritten = [
                other.number
                for key, other in self.sent.items()
                if other.made == row.at and books.letters_out.find(key) is None
            ]
        return answer is None or answer.number <= min(unwritten, default=answer.number)

    def _read_letter(self) -> None:
        one = self.letters.pop(0)
        self._set(one.seen)
        with self.desk.store.begin() as books:
            books.letters_in.put(one.number, one.arrival)
            self._as_sent(books)
            for player in books.players.of(books.games.get(self.original.wanted.name)):
                if player.side == one.side:
                    player.address = one.sender  # addresses change in a long game, and the chain does not say so
        taken = take(replace(self.desk, as_read=one.as_read), one.number)
        self.read += 1
        self._compare()
        if taken.game and self.wrong is None:
            self._advance()

    def _as_sent(self, books: Books) -> None:
        """Give our letters the words that the players got, which tell a quotation from orders.

        The replay's own lack the deadlines, which it does not know, and have the words of the program that is installed.
        """
        for one in books.letters_out.in_short(self.original.wanted.name):
            was = self.sent.pop(one.key, None)
            row = books.letters_out.find(one.key) if was is not None else None
            if was is not None and row is not None:
                row.message_id, row.subject, row.text = was.message_id, was.subject, was.text

    def _carry_out(self, action: _PlacedAction) -> None:
        """Do an action of the GM again, as the log of their actions has it; letters that came before it are read before it.

        A ruling on the board is taken from its record instead: that has what was changed, value by value, and a later
        program may read the words of the command otherwise.
        """
        while self.wrong is None and self.letters and self.letters[0].seen < action.at:
            self._read_letter()
        self._set(action.at)
        name, *words = shlex.split(action.row.line)
        if name == "rule":
            return
        if name == "resume":
            self._due_after_the_pause()
        # A replay has no deadlines of its own: what moves them is taken from the records.
        with suppress(CannotRule):
            perform(self.desk, made(CATALOGUE[name], words), action.row.by, action.row.reason)
        self._advance()

    def _due_after_the_pause(self) -> None:
        """Give the open phase the deadline that the record of a pause's end tells, however it was worked out then."""
        resumed = next((body for row in self.original.records[self.same :] if (body := _resumed(row)) is not None), {})
        with self.desk.store.begin() as books:
            game = books.games.get(self.original.wanted.name)
            row = books.phases.open(game)
            if row is not None and game.paused_since is not None and "due" in resumed:
                row.due, game.paused_since = read_time(resumed["due"]), self.clock.now()
                books.phases.add(row)

    def _set(self, moment: datetime) -> None:
        """Let time pass until a moment, with what happened meanwhile and is in no record."""
        is_looked_at = bool(self.looks) and self.looks[0].at <= moment
        if is_looked_at or (self.keys and self.keys[0].made < moment):
            with self.desk.store.begin() as books:
                self._until(books, books.games.get(self.original.wanted.name), moment)
        if moment > self.clock.now():
            self.clock.forward(seconds=(moment - self.clock.now()).total_seconds())

    def _until(self, books: Books, game: GameRow, moment: datetime) -> None:
        """Note where the GM looked, and remember the keys of letters that a replay does not write: it has no deadlines, so
        nobody is reminded, and somebody may have answered a reminder."""
        while self.looks and self.looks[0].at <= moment:
            one = self.looks.pop(0)
            books.gm_actions.add(
                GmActionRow(game=game.name, name=one.name, line=one.line, reason=one.reason, by=one.by, at=one.at)
            )
        while self.keys and self.keys[0].made < moment:
            key = self.keys.pop(0)
            again = OrderKeyRow(
                game_id=key_of(game.id),
                key=post.order_key(books, game, key.side, key.phase, key.report, key.seat),
                side=key.side,
                phase=key.phase,
                report=key.report,
                seq=key.seq,
                stacks=key.stacks,
                made=key.made,
                seat=key.seat,
                void=key.void if key.void is not None and key.void < moment else None,
            )
            books.keys.add(again)

    def _advance(self) -> None:
        if self.same < len(self.original.records) or self.original.letters == ():
            advance(self.desk, self.original.wanted.name)
        self._compare()
        with self.desk.store.begin() as books:
            row = books.phases.open(books.games.get(self.original.wanted.name))
            if row is not None:
                row.due = None  # the records say when a deadline had passed; the clock of a replay does not
                books.phases.add(row)

    def _pass_deadline(self, phase: str, ended: RecordRow) -> None:
        with self.desk.store.begin() as books:
            row = books.phases.open(books.games.get(self.original.wanted.name))
            if row is not None and row.phase == phase:
                row.passed, row.closed = True, self._deadline_of(ended)
                books.phases.add(row)
        self._advance()

    def _deadline_of(self, ended: RecordRow) -> datetime:
        """The deadline whose enforcement a record tells; where a later one of the phase is stored, the latest moment after
        which the letters that were read behind it had arrived."""
        stored = self.original.closed.get((ended.branch, ended.seq))
        if stored is not None:
            return stored
        last = self.original.records[self.same - 1].at
        late = [one.arrival.arrived - A_SECOND for one in self.letters if last < one.arrival.arrived <= ended.at]
        return min([ended.at - LAG, *late])

    def _fill_lock(self, body: Mapping[str, Any]) -> bool:
        """Fill in what a lock waited for and no letter brought: a round of the beacon, or the end of the witness's time."""
        with self.desk.store.begin() as books:
            game = books.games.get(self.original.wanted.name)
            row = books.locks.pending(game)
            if row is None or row.state != "waiting" or not _came_without_letter(body):
                return False
            if "beacon" in body:
                round_came(books, game, row, body["beacon"]["signature"])
            else:
                go_on_without(books, game, row)
            return True

    def _by_hand(self, row: RecordRow, body: dict[str, Any]) -> None:
        name = self.original.wanted.name
        agreed = tuple(body.get("agreed", ()))
        if row.type == "adj.void":
            void_dice(self.desk, name, body["reason"], agreed)
        elif row.type == "ladder.new":
            new_ladder(self.desk, name, body["reason"], agreed, body["ladder"]["length"])
        elif row.type == "branch.closed":
            undo(self.desk, name, body["from"], body["reason"], agreed)
        elif row.type == "gm.ruling" and "dice" in body:
            source = {**body.get(body["dice"], {}), "address": self.original.wanted.gm_address}
            change_dice(self.desk, name, body["dice"], source if body["dice"] != SEALED else {}, body["reason"], agreed)
        elif row.type == "gm.ruling" and "patch" in body:
            rule_state(self.desk, name, body["patch"], body["reason"], rule=body["rule"], agreed=agreed)
        elif _resumed(row) is not None:
            self._due_after_the_pause()
            with self.desk.store.begin() as books:
                go_on(self.desk, books, books.games.get(name), body["reason"])
        else:
            with self.desk.store.begin() as books:
                game = books.games.get(name)
                made = chain.append(self.desk, books, game, row.type, body)  # its signature is as it was
                if row.type in BY_THE_GM:
                    # The letter carries a key, and somebody may have answered it.
                    gm_actions.announce(
                        self.desk, books, game, GmAction(row.type, row.type, body["reason"], agreed=agreed), made
                    )
                due = body.get("due")
                phase = books.phases.open(game)
                if stand_in_as_ruled(books, game, body) and phase is not None:
                    # It was ruled as a deadline passed, and the program plays from the next stop on.
                    ended = (one for one in self.original.records[self.same :] if one.type in STOPS_END)
                    phase.passed, phase.closed = True, self._deadline_of(next(ended, row))
                    books.phases.add(phase)
                if due and phase is not None:
                    phase.due = read_time(due)
                    books.phases.add(phase)
                if row.type == ENGINE_CHANGE:
                    let_go_on(self.desk, books, game)
            after = self.original.records[self.same + 1 : self.same + 2]
            if is_stand_in(body) and any(is_stand_in(read_json(one.body)["body"]) for one in after):
                self._compare()  # what one deadline ruled is played on from together
                return
        self._advance()

    def _compare(self) -> None:
        """Lay what is written so far beside the original."""
        with self.desk.store.read() as books:
            made = books.records.written(books.games.get(self.original.wanted.name))
        for expected, found in zip(self.original.records[self.same :], made[self.same :], strict=False):
            if (expected.branch, expected.body) != (found.branch, found.body):
                self.wrong = (expected.branch, expected.seq, expected.body, found.body)
                return
            self.same += 1
