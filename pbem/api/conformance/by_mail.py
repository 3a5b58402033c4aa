"""Check of a game by mail: a desk in a temporary folder, practice players who answer its letters, and the proof."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cryptography.fernet import Fernet

from pbem.api.conformance.course import AGAIN, Courses, going_on, trying
from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.incoming.reading import take_and_play
from pbem.desk.play.advance import advance
from pbem.desk.play.play import present
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.desk.record.reverify import with_replay
from pbem.mail.checkup import Finding, good
from pbem.mechanisms.practice import RANDOM
from pbem.seal.verify import MailboxVerdict, verify
from pbem.selfplay import Alone, BrokenInvariant
from pbem.store.database import Store
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from pbem.store.tables import LetterOutRow
from pbem.systems import registry

NAME = "checked-1"
BEGINS = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
MOST_LETTERS = 160
"""Letters after which a game is verified even if it is not over; a long one is not played to its end here."""
MOST_IN_VAIN = 3
WIDTH = 76


def mail(courses: Courses) -> Iterator[Finding]:
    """A game by mail: every letter is answered, nothing is held, both mailboxes verify, it is rebuilt; another is undone."""
    if not courses.has_practice:
        return
    found = list(_not_playable(courses))
    yield from found
    if found:
        return
    with _seated(courses) as whole:
        found += _played(whole, MOST_LETTERS)
        written, is_over = whole.letters, whole.state() == "over"
        yield from found
    if found:
        return
    with _seated(courses) as half:
        found += _undone(half, max(written // 2, 1))
        yield from found
    if not found:
        end = "to its end" if is_over else "so far"
        yield good(
            "mail", f"{written} letters {end}: verified, replayed and rebuilt; another game undone and played on"
        )


def _not_playable(courses: Courses) -> Iterator[Finding]:
    """Why no desk could play the game: a phase of its course failed, or it never ends."""
    if courses.course.fault is not None:
        phase, fault = courses.course.fault
        yield Finding("mail", "bad", f"it is not played by mail: {phase}: {type(fault).__name__}: {fault}")
    elif not courses.course.is_over:
        try:
            courses.length()
        except BrokenInvariant as fault:
            todo = "Let `outcome` and `next_phase` end it: by its last turn, if by nothing else."
            yield Finding("mail", "bad", f"it does not end: {fault}", todo)


def _played(at: "Sitting", most: int) -> Iterator[Finding]:
    for text in at.play(most):
        todo = "Try such a letter alone:   pbem orders check   (docs/writing-a-game.md)."
        yield Finding("mail", "bad", text, todo)
        return
    wide = next((row for row in at.sent() if any(len(line) > WIDTH for line in row.text.splitlines())), None)
    if wide is not None:
        yield Finding("mail", "bad", f"a {wide.kind} has a line of more than {WIDTH} columns")
    yield from at.proof()


def _undone(at: "Sitting", letters: int) -> Iterator[Finding]:
    for text in at.play(letters):
        yield Finding("mail", "bad", text)
        return
    fork = at.fork()
    if fork is None or at.state() != "open":
        return
    try:
        undo(at.desk, NAME, fork, "a check", tuple(one.code for one in at.courses.game.card.sides))
    except CannotRule as wrong:
        yield Finding("mail", "bad", f"it cannot be undone: {wrong}")
        return
    for text in at.play(letters):
        yield Finding("mail", "bad", f"after an undo: {text}")
        return
    yield from at.proof()


@contextmanager
def at_a_desk(what: str, seed: str = "1") -> Iterator["Sitting"]:
    """A desk in a temporary folder at which a game's main scenario is open, for a test that writes letters.

    `what` is the title of an installed game, or ``module:GAME``.  Raises UnknownTitle, BrokenGame.
    """
    with trying(what) as game, _seated(Courses(game, what, seed, 0)) as sitting:
        yield sitting


@contextmanager
def _seated(courses: Courses) -> Iterator["Sitting"]:
    with TemporaryDirectory() as folder:
        at = Sitting(courses, Path(folder))
        try:
            yield at
        finally:
            at.desk.store.close()


class Sitting:
    """A desk with one game, to whose sides practice players or a test write letters."""

    def __init__(self, courses: Courses, folder: Path) -> None:
        game = courses.game
        self.courses, self.folder, self.letters, self.uid = courses, folder, 0, 0
        self.clock = SetClock(BEGINS)
        store = Store.at(folder / "desk.db", Vault(Fernet.generate_key()))
        self.desk = Desk(store, self.clock, House("pbem.example"), registry.game)
        self.alone = Alone(game.title, courses.scenarios[0], courses.seed, RANDOM)
        self.people = {side.id: f"{side.id}@mail.example" for side in game.card.sides}
        players = [(side, address, side) for side, address in self.people.items()]
        wanted = Wanted(
            NAME,
            game.title,
            courses.scenarios[0],
            players,
            "gm@club.example",
            seed=hashlib.sha256(courses.seed.encode()).digest(),
            ladder_length=4096,
            takes_unfinished=True,
        )
        open_campaign(self.desk, wanted)
        advance(self.desk, NAME)

    def state(self) -> str:
        """``open``, ``over``, ``held``."""
        with self.desk.store.read() as books:
            return books.games.get(NAME).state

    def sent(self, side: str = "") -> list[LetterOutRow]:
        """The letters that went out, to one side or to all."""
        with self.desk.store.read() as books:
            return [row for one in self.people for row in books.letters_out.to_side(NAME, one) if side in ("", one)]

    def fork(self) -> int | None:
        """A record in the middle of what was played, to which the game can go back; None if too little was played."""
        with self.desk.store.read() as books:
            rows = books.records.since(books.games.get(NAME), -1)
        resolved = [row.seq for row in rows if row.type == "phase.resolved"]
        return resolved[len(resolved) // 2] if len(resolved) > 1 else None

    def play(self, most: int) -> Iterator[str]:
        """Let everybody answer who is asked, until `most` letters are written; what goes wrong, in a sentence each."""
        in_vain, before = 0, ""
        for _ in range(most):
            with self.desk.store.read() as books:
                game = books.games.get(NAME)
                state, hold = game.state, game.hold
                now = present(self.desk, books, game) if state == "open" else None
                row = books.phases.open(game) if state == "open" else None
                here = (
                    f"{row.phase} {row.waiting_for} {len(now.stop.segments) if now else 0}" if row is not None else ""
                )
            if state == "over" or now is None or row is None:
                if state not in ("over", "open"):
                    yield f"the game is {state}: {hold}"
                return
            in_vain = in_vain + 1 if here == before else 0
            before = here
            if in_vain == MOST_IN_VAIN * len(self.people):
                last = self.sent(row.waiting_for.partition(",")[0])[-1].text[:200]
                yield f"{here}: the desk still waits after {in_vain} letters; the last answer was {last!r}"
                return
            waiting = row.waiting_for.split(",")
            side = waiting[in_vain % len(waiting)]
            asks = [one for one in now.open if one.side == side]
            if not asks:
                yield f"{row.phase}: the desk waits for {side}, who is asked nothing"
                return
            words = self.alone.players[side].letter(now.phase, now.state, asks, self.alone.pick(now.phase.id))
            yield from self._say(side, words)

    def say(self, side: str, words: str) -> str:
        """Let a side answer its last letter; the desk's answer to that."""
        going_on()
        self.clock.forward(minutes=1)
        self.uid += 1
        self.letters += 1
        raw = self._reply(side, words)
        with self.desk.store.begin() as books:
            books.letters_in.take_in([StoredArrival("INBOX", 1, self.uid, self.clock.now(), raw)])
            number = books.letters_in.new()[-1]
        taken = take_and_play(self.desk, number)
        with self.desk.store.read() as books:
            row = books.letters_in.last_from(NAME, side)
            answer = books.letters_out.find(row.answer_key) if row is not None else None
        if taken.game:
            advance(self.desk, taken.game)
        return answer.text if answer is not None else ""

    def report(self, side: str) -> str:
        """The last report of a side."""
        return next(row.text for row in reversed(self.sent(side)) if row.kind == "report")

    def _say(self, side: str, words: str) -> Iterator[str]:
        self.say(side, words)
        with self.desk.store.read() as books:
            held = [row.reason for row in books.letters_in.held()]
        if held:
            yield f"the letter {words.splitlines()[:1]} of {side} was held: {held[-1]}"

    def _reply(self, side: str, words: str) -> bytes:
        kinds = ("report", "question", "receipt", "ruling", "welcome")
        last = next(row for row in reversed(self.sent(side)) if row.kind in kinds)
        answered: Any = message_from_bytes(last.raw)
        letter = EmailMessage()
        letter["From"] = self.people[side]
        letter["To"] = str(answered["Reply-To"])
        letter["Subject"] = f"Re: {make_header(decode_header(str(answered['Subject'])))}"
        letter["Message-ID"] = make_msgid(domain="mail.example")
        letter["In-Reply-To"] = str(answered["Message-ID"])
        letter.set_content(words)
        return letter.as_bytes()

    def proof(self) -> Iterator[Finding]:
        """Faults in the proof of both mailboxes, by the chain and by playing again, and in the game as the desk rebuilds it."""
        over, hides = self.state() == "over", self._hides()
        for side in self.people:
            going_on(AGAIN)
            box = self.folder / f"box-{side}-{self.letters}"
            box.mkdir()
            for n, row in enumerate(self.sent(side)):
                (box / f"{n:04d}.eml").write_bytes(row.raw)
            verdict = verify([box])
            if verdict.status:
                yield Finding("mail", "bad", f"the mailbox of {side} is not verified: {_first(verdict)}")
            again = with_replay(verdict, registry.game)
            if again.status == 1 or (again.status and (over or not hides)):
                yield Finding("mail", "bad", f"the mailbox of {side} is not replayed: {_first(again)}")
        going_on(AGAIN)
        done = replay(self.desk, NAME)
        if not done.is_same:
            text = f"record {done.seq} is another when the game is rebuilt from its letters"
            yield Finding("mail", "bad", text, f"expected {done.expected[:200]}; found {done.found[:200]}")

    def _hides(self) -> bool:
        system = self.courses.game.system
        return bool(getattr(system, "hides", False) or system.hidden(self.alone.state))


def _first(verdict: MailboxVerdict) -> str:
    return next((one.text for one in verdict.all_findings() if one.kind != "note"), "nothing was found in it")
