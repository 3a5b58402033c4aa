"""After a restore: the records that the copy lacks are taken from letters, and each is played again.

A copy is older than what was mailed: the seeds of the phases after it are in the players' mailboxes, and a desk that went on
from it would roll the same dice for other orders.  So a restored game is held until the records that anybody holds are back in
its chain.  They are not copied into it: each is made again from the position, the answers that it tells of and the clock it
was written by, and must come out with the head that was mailed, or nothing is taken.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from pbem.core.order import Problem
from pbem.core.play import Diverged
from pbem.desk.desk import Desk, read_json
from pbem.desk.faults import ADOPTED, RESTORED
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import GmAction, was_invited
from pbem.desk.orders import filing
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.advance import advance, file_run
from pbem.desk.play.answers import Script, nobody_answers
from pbem.desk.play.play import PlayResult, Run, last_contributions, play_phase
from pbem.desk.play.terms import remind_at, whole_quarter
from pbem.desk.play.undo import UndoEffect, open_branch
from pbem.desk.record import chain
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.seal.chain import Link, head
from pbem.seal.evidence import Evidence, Mailbox
from pbem.seal.ladder import contribution, order_salt
from pbem.store.columns import read_time, time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, SubmissionRow

ONE_GO = timedelta(minutes=1)
"""Records of phases that lie no further apart were played in one go; deadlines are hours apart."""

MOST_LETTERS = 1_000_000
"""Letters out that are looked through: all of them."""


class CannotAdopt(Exception):
    """The records that a game lacks cannot be taken from these letters; the text says why, and what can be done."""


@dataclass(frozen=True)
class Adopted:
    """The result of an adoption: the game, the records from `first` to `last` (none where `last` is less), and by side code the
    phases whose orders are in no letter that was read: their owner must send them again, unless they are among the `letters`
    that came since the copy and are read when the daemon runs."""

    game: str
    first: int
    last: int
    unread: tuple[tuple[str, str], ...] = ()
    letters: int = 0
    unseen: tuple[str, ...] = ()
    """The codes of sides of which no letter was read: they may have later records, and the game stays held."""


def hold_restored(desk: Desk, made: datetime) -> tuple[str, ...]:
    """Hold every game of a restored copy; the names of those in progress."""
    with desk.store.begin() as books:
        found = [game for game in books.games.all() if game.state != "over"]
        for game in found:
            why = f"{RESTORED} copy of {times.stamp(made)}, later mail is missing"
            books.games.hold(game, why, desk.clock.now())
        return tuple(game.name for game in found)


def invite_restored(desk: Desk) -> tuple[str, ...]:
    """Let every restored game be invited to as it was in the copy that cannot have begun since; their names.

    A game begins with the last player's answer: as long as fewer letters to it were brought back than answers are missing,
    no record was mailed that the copy lacks.
    """
    with desk.store.begin() as books:
        found = [game for game in books.games.all() if is_waiting(game) and was_invited(books, game)]
        found = [game for game in found if books.letters_in.waiting_for(game.name) < _missing(books, game)]
        for game in found:
            books.games.release(game, "invited")
        if found and not any(is_waiting(game) for game in books.games.all()):
            books.letters_in.wake()
        return tuple(game.name for game in found)


def _missing(books: Books, game: GameRow) -> int:
    return sum(one.accepted is None for one in books.players.of(game))


def is_waiting(game: GameRow) -> bool:
    """True if a game was restored and its later records are not back yet: it must not go on."""
    return game.state == "held" and game.hold.startswith(RESTORED)


def may_lack(game: GameRow) -> bool:
    """True if records of a game were brought back and it does not go on yet: other letters may hold later ones."""
    return game.state == "held" and game.hold.startswith(ADOPTED)


def adopt(desk: Desk, name: str, box: Mailbox, without: Collection[str] = ()) -> Adopted:
    """Take the records that a restored game lacks from what letters hold; all of them or none.  Raises CannotAdopt.

    If no letter to some player was read, that player may have records that are newer than all of these.  The game would sign
    a second history in their place: it stays as it is, until that mailbox is read or the side is among `without`.
    """
    with desk.store.begin() as books:
        game = books.games.get(name)
        if game.state != "held" or not game.hold.startswith((RESTORED, ADOPTED)):
            raise CannotAdopt(f"{name}: expected a game that was restored and is held; it is {game.state}")
        evidence = box.games.get(name)
        if evidence is None:
            raise CannotAdopt(f"{name}: none of the {box.letters} letters carries a record of this game")
        records = lacking(books, game, evidence)
        adoption = _Adoption(desk, books, game, evidence)
        adoption.take(records)
        _settle_letters(desk, books, game, box)
        seq = chain.next_seq(books, game) - 1
        first = seq - len(records) + 1
        if not records and game.hold.startswith(ADOPTED):
            return Adopted(name, first, seq)
        unseen = _unseen(books, game, evidence, without) if game.state != "over" else ()
        if unseen:
            hold = f"{RESTORED} back up to record {seq}; {NO_LETTER}{', '.join(unseen)}"
            books.games.hold(game, hold, desk.clock.now())
            return Adopted(name, first, seq, tuple(adoption.unread), unseen=unseen)
        if game.state != "over":
            _mail_players(desk, books, game, seq, adoption.unread)
            books.games.hold(game, f"{ADOPTED} the chain is whole up to record {seq}", desk.clock.now())
        waiting = books.letters_in.wake()
        return Adopted(name, first, seq, tuple(adoption.unread), waiting)


NO_LETTER: Final = "no letter was read to "
"""In the hold of a game of which some letters were read: the sides whose letters were not stand behind it."""


def _unseen(books: Books, game: GameRow, evidence: Evidence, without: Collection[str]) -> tuple[str, ...]:
    """The codes of the persons to whom no letter was read, now or by an earlier `pbem adopt`."""
    codes = [one.code for one in books.players.of(game) if one.address]
    given = {code.upper() for code in without}
    _, earlier, before = game.hold.partition(NO_LETTER)
    lacking = before.split(", ") if earlier else codes
    return tuple(code for code in codes if code in lacking and code not in evidence.sides and code not in given)


def branch_off(desk: Desk, name: str, reason: str) -> str:
    """Go on from the copy in a branch with a ladder of its own, and tell both players; its name.

    The branch that the copy was of stays as it was mailed: nothing is added to it, and none of its seeds serves again.  Raises
    CannotAdopt, CannotRule.
    """
    text = gm_actions.reason_of(reason)
    with desk.store.begin() as books:
        game, fork = books.games.get(name), books.records.last(books.games.get(name))
        if not is_waiting(game) or fork is None:
            raise CannotAdopt(f"{name}: expected a game that was restored and lacks records; it is {game.state}")
        branch = f"main.{len(books.records.branches(game)) + 1}"
        resolved = books.records.last_of_types(game, ("phase.resolved",))
        phase = read_json(resolved.body)["body"]["phase"] if resolved is not None else ""
        undoing = UndoEffect(name, fork.seq, game.branch, game.branch, branch, phase, (), 0)
        opened = open_branch(desk, books, game, undoing, fork, text, ())
        change = f"play goes on from record {fork.seq}, where the desk's last copy ends, as branch {branch}"
        more = [
            f"The desk lost what it wrote after record {fork.seq}.  What you were told of later phases no longer",
            "holds; those letters stay as proof of what was.  The new branch has dice of its own.",
        ]
        gm_actions.announce(
            desk, books, game, GmAction(f"play goes back to record {fork.seq}", change, text), opened, more=more
        )
        books.letters_in.wake()
    advance(desk, name)
    return branch


def _settle_letters(desk: Desk, books: Books, game: GameRow, box: Mailbox) -> None:
    """Mark letters that were read as sent; of the rest only each side's newest is still of use."""
    due = [books.letters_out.get(number) for number in books.letters_out.due(desk.clock.now(), limit=MOST_LETTERS)]
    mine = [row for row in due if row.game == game.name]
    newest = {row.side: row for row in mine}
    for row in mine:
        if row.message_id in box.ids:
            books.letters_out.mark(row, "sent", "it lies in the letters that were read", desk.clock.now())
        elif row is not newest[row.side] and row.side != "gm":
            books.letters_out.mark(row, "sent", "overtaken while the game was restored", desk.clock.now())


def _mail_players(desk: Desk, books: Books, game: GameRow, seq: int, unread: Sequence[tuple[str, str]]) -> None:
    """Both players are told, and have as much time left as they had when the last record was written."""
    row, last = books.phases.open(game), books.records.last(game)
    if row is None or last is None:
        return
    now, name = desk.clock.now(), desk.title(game.title).teller.short_name(row.phase)
    if row.due is not None:
        row.due = max(row.due, whole_quarter(now + max(row.due - last.at, timedelta())))
        row.reminded = row.reminded and remind_at(game, row.stopped, row.due) <= now
        books.phases.add(row)
    text = (
        f"The desk had to go back to an older copy of its database.  Nothing that you were told is undone: the chain is whole "
        f"again up to record {seq}, and the game goes on from there."
    )
    due = f"  The deadline of {name} is now {times.in_full(row.due)}." if row.due is not None else ""
    for player in books.players.of(game):
        again = [phase for code, phase in unread if code == player.code]
        orders = f"  Your orders for {' and '.join(again)} are lost: send them again." if again else ""
        ask = (
            "Standing orders and `ready` that you sent since the last report may be lost too: write `status` in your answer, "
            "look, and send again what is missing."
        )
        lines = [*wrap(f"{text}{due}{orders}", WIDTH), "", *wrap(ask, WIDTH)]
        subject = f"[{game.name}] The desk was restored; the game goes on from record {seq}"
        draft = Draft("restored", f"{seq}-{time_text(now)}", subject, "\n".join(lines) + "\n", row.phase, f"{seq}.b")
        post.to_side(desk, books, game, player, draft)


def lacking(books: Books, game: GameRow, evidence: Evidence) -> list[Link]:
    """The records after the game's last one, in their sequence.  Raises CannotAdopt if one is missing or does not fit."""
    known_branches = books.records.branches(game)
    own_heads = {row.seq: row.head for row in books.records.all(game)}
    known = {seq: copies for (branch, seq), copies in evidence.copies.items() if branch == game.branch}
    for seq in sorted(known.keys() & own_heads.keys()):
        if own_heads[seq] not in known[seq]:
            raise CannotAdopt(
                f"{game.name}: the letters hold another record {seq} than this copy: it is no copy of the game they are of"
            )
    sealed = [seal.fields.seq for seal in evidence.seals if seal.fields.branch == game.branch]
    newest = max([*known, *sealed, *own_heads])
    later = {copy.record["branch"] for copies in evidence.copies.values() for copy in copies.values()} - set(
        known_branches
    )
    if later:
        raise CannotAdopt(
            f"{game.name}: since this copy the game was taken back, and goes on as branch {sorted(later)[-1]}, which cannot be "
            "made again from letters"
        )
    found: list[Link] = []
    own_last = max(own_heads)
    before = own_heads[own_last]
    for seq in range(own_last + 1, newest + 1):
        fitting = [copy for copy in known.get(seq, {}).values() if copy.record["prev"] == before]
        if not fitting:
            raise CannotAdopt(
                f"{game.name}: record {seq} is in none of the letters, and record {newest} is known to be there.\n"
                "Ask both players for their mailboxes, or for the .pbem files of the reports that carry it"
            )
        found.append(fitting[0].record)
        before = fitting[0].head
    return found


class _SteppingClock:
    """Tells the moment at which the record that comes next was written, through one go."""

    def __init__(self, books: Books, game: GameRow, go: Sequence[Link]) -> None:
        self._books, self._game = books, game
        self._at = {record["seq"]: read_time(record["at"]) for record in go}
        self._last = read_time(go[-1]["at"])

    def now(self) -> datetime:
        """The current time, in UTC, to the second."""
        return self._at.get(chain.next_seq(self._books, self._game), self._last)


class _Adoption:
    def __init__(self, desk: Desk, books: Books, game: GameRow, evidence: Evidence) -> None:
        self.desk, self.books, self.game = desk, books, game
        self.title = desk.title(game.title)
        self.openings = {
            (one["player"], one["phase"], one["n"]): one
            for one, _ in evidence.openings.values()
            if one["open"] == "orders" and one["branch"] == game.branch
        }
        self.unread: list[tuple[str, str]] = []
        self.carried_out: dict[tuple[str, str], tuple[str, ...]] = {}

    def take(self, records: Sequence[Link]) -> None:
        for record in records:
            body = record["body"]
            for code, lines in body.get("orders", {}).items() if record["type"] == "phase.resolved" else ():
                self.carried_out.setdefault((code, body["phase"]), tuple(lines))
        for go in goes(records):
            at_the_time = replace(self.desk, clock=_SteppingClock(self.books, self.game, go))
            self._take(at_the_time, go)
            for record in go:
                self._compare(record)
        played = {record["body"]["phase"] for record in records if record["type"] == "phase.resolved"}
        self.unread = [one for one in dict.fromkeys(self.unread) if one[1] not in played]

    def _compare(self, record: Link) -> None:
        row = next((one for one in self.books.records.since(self.game, record["seq"] - 1)), None)
        found = row.head if row is not None and row.seq == record["seq"] else "no record"
        if found != head(record):
            raise CannotAdopt(
                f"{self.game.name}: record {record['seq']} ({record['type']}), made again from this copy, has the head "
                f"{found[:12]}; mailed was {head(record)[:12]}.\nNothing was taken"
            )

    def _take(self, desk: Desk, go: Sequence[Link]) -> None:
        record = go[0]
        body = record["body"]
        match record["type"]:
            case "phase.resolved":
                self._play(desk, go)
            case "orders.accepted":
                self._file(desk, body)
            case "orders.withdrawn":
                player = self._player(body["player"])
                filing.withdraw(desk, self.books, self.game, player, body["phase"], None)
            case "gm.ruling" if body["what"] in ("deadline", "pace"):
                self._rule(desk, body)
            case "game.end":
                self._end(desk, body)
            case other:
                what = f"a ruling of the GM's ({body['what']})" if other == "gm.ruling" else f"of the type {other}"
                raise CannotAdopt(
                    f"{self.game.name}: record {record['seq']} is {what}, which cannot be made again from a letter.\n"
                    "Nothing was taken.  The game can go on from the copy, in a branch of its own:\n"
                    f"  pbem adopt --branch {self.game.name} --reason REASON"
                )

    # What each kind of record is made of

    def _play(self, desk: Desk, go: Sequence[Link]) -> None:
        try:
            run = self._replay(desk, [record for record in go if record["type"] == "phase.resolved"])
        except Diverged as fault:
            raise CannotAdopt(
                f"{self.game.name}: records {go[0]['seq']} to {go[-1]['seq']} cannot be played again: {fault}.\n"
                "Nothing was taken"
            ) from None
        file_run(desk, self.books, self.game, run)

    def _replay(self, desk: Desk, go: Sequence[Link]) -> Run:
        system, books, game = self.title.system, self.books, self.game
        state = system.from_json(read_json(books.checkpoints.last(game).state))
        row = books.phases.open(game)
        steps, last = game.steps, last_contributions(books, game)
        done: list[PlayResult] = []
        left = [record["body"] for record in go]
        while True:
            phase = system.next_phase(state)
            if phase is None:
                return Run(tuple(done), over=True)
            if left and left[0]["phase"] != phase.id:
                raise Diverged(f"it is the time of {phase.id}, the record tells of {left[0]['phase']}")
            script = Script(left.pop(0)) if left else nobody_answers
            played = play_phase(desk, books, game, phase, state, row, steps, last, script=script)
            done.append(played)
            if played.new is not None and played.new.adj is not None:
                steps, last = played.new.adj, dict(played.new.contributions)
            if not played.stop.finished:
                if left:
                    raise Diverged(f"{phase.id} stops before what record tells of {left[0]['phase']}")
                return Run(tuple(done))
            state, row = played.state, None

    def _file(self, desk: Desk, body: Mapping[str, Any]) -> None:
        """A version of a side's orders.  Its lines are known where its owner's letter, or a later record, opens them."""
        books, game = self.books, self.game
        player = self._player(body["player"])
        opened = self.openings.get((player.code, body["phase"], body["n"]))
        salt = order_salt(books.secrets.get(game.name, "salt key"), player.code, body["phase"], body["n"])
        lines = tuple(opened["orders"]) if opened is not None else self._by_record(player.code, body, salt)
        if opened is None:
            self.unread.append((player.code, body["phase"]))
        record = chain.append(desk, books, game, "orders.accepted", body)
        player.answered = max(player.answered or 0, body["saw"])
        books.submissions.add(
            SubmissionRow(
                game_id=key_of(game.id),
                side=player.side,
                phase=body["phase"],
                n=body["n"],
                nonce=opened["nonce"] if opened is not None else "",
                salt=salt.hex(),
                said=chain.canonical_text(list(lines)),
                digest=body["digest"],
                record_seq=record.seq,
                at=desk.clock.now(),
            ),
            filing.rows_of([*self._entries(player.side, lines)], ()),
        )

    def _by_record(self, code: str, body: Mapping[str, Any], salt: bytes) -> tuple[str, ...]:
        """The lines of orders that no letter opens: those that were carried out, if the digest is of just them.

        A player's own letters open their orders at their next report, and the copy may be wanted before that one.
        """
        lines = self.carried_out.get((code, body["phase"]), ())
        fits = contribution(salt, self.game.name, code, body["phase"], lines, "") == body["digest"]
        return lines if fits else ()

    def _entries(self, side: str, lines: Sequence[str]) -> Iterator[LineOnFile]:
        state = self.title.system.from_json(read_json(self.books.checkpoints.last(self.game).state))
        view = self.title.system.view(state, side)
        for line in lines:
            orders = self.title.dialect.read(line, view, side)
            if not isinstance(orders, Problem):
                yield LineOnFile(line, tuple(orders), (line,), "accepted")

    def _rule(self, desk: Desk, body: Mapping[str, Any]) -> None:
        chain.append(desk, self.books, self.game, "gm.ruling", body)
        self.game.rulings += 1
        if body["what"] == "pace":
            self.game.pace = body["reason"].removeprefix("pace ")
            return
        row = self.books.phases.open(self.game)
        if row is not None:
            row.due = read_time(body["due"])
            row.reminded = row.reminded and remind_at(self.game, row.stopped, row.due) <= self.desk.clock.now()
            self.books.phases.add(row)

    def _end(self, desk: Desk, body: Mapping[str, Any]) -> None:
        """A game that ended otherwise than by play: somebody resigned."""
        row = self.books.phases.open(self.game)
        if row is not None:
            row.state, row.due, row.waiting_for = "done", None, ""
            self.books.phases.add(row)
        chain.append(desk, self.books, self.game, "game.end", body)
        self.game.state, self.game.hold, self.game.held_since = "over", "", None

    def _player(self, code: str) -> Any:
        return next(one for one in self.books.players.of(self.game) if one.code == code)


def goes(records: Sequence[Link]) -> Iterator[list[Link]]:
    """The records by what was done at once: phases that ran through together, with the end of the game after them."""
    go: list[Link] = []
    for record in records:
        follows = record["type"] in ("phase.resolved", "game.end") and go and go[-1]["type"] == "phase.resolved"
        if not follows or read_time(record["at"]) - read_time(go[-1]["at"]) > ONE_GO:
            if go:
                yield go
            go = []
        go.append(record)
    if go:
        yield go
