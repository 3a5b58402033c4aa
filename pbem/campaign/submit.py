"""A player's letter: its words are rehearsed, what is good is filed by version, and it is answered."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pbem.campaign import filing, invitations, outgoing, receipts, requests
from pbem.campaign.answering import answer_questions
from pbem.campaign.desk import Desk, read_json
from pbem.campaign.elsewhere import Elsewhere
from pbem.campaign.filed import Filed, Refused
from pbem.campaign.later import phase_for
from pbem.campaign.left_out import WHERE, LeftOut, beyond_bounds, left_out
from pbem.campaign.merge import Entry, Merged, merge, with_old_places
from pbem.campaign.numbering import first_numbers, numbered
from pbem.campaign.outgoing import Draft
from pbem.campaign.play import Played, owes_orders, present
from pbem.campaign.reader import ToRehearse
from pbem.campaign.sharing import limited
from pbem.campaign.stand_in import answered as stand_in_answered
from pbem.campaign.stand_in import is_stood_in
from pbem.campaign.standing import rearrange
from pbem.campaign.tastes import writing_to
from pbem.campaign.words import (
    Wishes,
    accepted_lines,
    entry_of,
    is_without_orders,
    order_lines,
    refused,
    to_rehearse,
    wishes_of,
)
from pbem.core.frozen import dataclass
from pbem.core.sequence import sequence_of
from pbem.mail.quotes import Cut
from pbem.orders.bounds import MOST_QUESTIONS, MOST_STANDING
from pbem.orders.hints import listed
from pbem.orders.lines import REPEATED, LinesRead
from pbem.orders.rehearsal import LineVerdict, Rehearsal
from pbem.orders.told import says
from pbem.reports.manner import say, tell
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, OrderKeyRow, PhaseRow, PlayerRow, PressRow, StandingRow

QUESTION = re.compile(r"\d+(\.q\d+\.-?\d+)")
"""What a letter that puts questions is as a report: its record, its phase's number, its stop."""
PROPOSAL = re.compile(r"0\.p(\d+)")
"""What a letter that puts a proposal is as a report."""
MOST_ROUNDS = 3
"""How often lines are rehearsed with what stands: until nothing more changes, and no longer than this."""


@dataclass(frozen=True)
class Incoming:
    """A letter that passed the gate: the player's own words, the key that it answers, and where its answer belongs.

    `again` counts how often it was read before; `formations` are those that its writer may give orders to, () for all.
    `sheet` are order-sheet lines among what was `cut`; `typed` counts the lines of `words` above what he quoted;
    `elsewhere` is where orders may stand if his own words have none.
    """

    letter_id: int
    words: str
    key: OrderKeyRow
    arrived: datetime
    message_id: str = ""
    sheet: tuple[str, ...] = ()
    typed: int = 0
    cut: tuple[Cut, ...] = ()
    elsewhere: tuple[Elsewhere, ...] = ()
    again: int = 0
    formations: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What tells its answer from those to other letters, and from those to it when it was read before."""
        return f"{self.letter_id}.{self.again}" if self.again else str(self.letter_id)


@dataclass(frozen=True)
class Submitted:
    """What came of a letter: the key of the answer in the outbox, and whether the game should be advanced now."""

    answer_key: str
    advance: bool = False


def submit(desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming) -> Submitted:
    """Take a letter in and answer it, in the transaction of `books`."""
    with writing_to(desk, player):
        return _Submission(desk, books, game, player, letter).take()


class _Submission:
    """One letter on its way to the files."""

    def __init__(self, desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming) -> None:
        self.desk, self.books, self.game, self.player, self.letter = desk, books, game, player, letter
        self._asks: ToRehearse | None = None
        self._as_they_are: dict[str, LineVerdict] = {}
        self._left: dict[str, tuple[Entry, ...]] = {}
        self._unread: list[str] = []

    def take(self) -> Submitted:
        if self.game.state == "invited":
            words = "\n".join([self.letter.words, *self.letter.sheet])
            said, begins = invitations.answered(self.desk, self.books, self.game, self.player, words)
            text = "\n".join(wrap(said, 78)) + "\n"
            return self._say(Draft("answer", "", f"[{self.game.name}] Your answer", text, "opening"), advance=begins)
        if is_stood_in(self.player) and self.game.state != "over":
            words = "\n".join([self.letter.words, *self.letter.sheet])
            said, is_back = stand_in_answered(self.desk, self.books, self.game, self.player, words)
            subject = f"[{self.game.name}] {'You are back' if is_back else 'The program plays your side'}"
            return self._say(Draft("answer", "", subject, said, self.letter.key.phase), is_back)
        now = present(self.desk, self.books, self.game) if self.game.state != "over" else None
        if now is None:
            return self._say(requests.game_is_over(self.books, self.game, self.player))
        read, first, found_in = self._found(now)
        arrived = self.letter.arrived
        self._unread += beyond_bounds(self.letter.words, self.letter.cut, read)
        self._keep_press(read)
        left = left_out(self.letter.cut, read, self._sent())
        left = replace(left, doubtful=self._would_be_orders(now, left.doubtful))
        wishes = self._proposal_meant(wishes_of(first))
        self._unread += wishes.unread
        if self.letter.formations:
            wishes = replace(wishes, ready="")  # the side's player says when it is ready
        if wishes.preview:
            draft = requests.preview(self.game, now, first)
            if wishes.dry_run:
                draft = requests.dry_run(self.desk, self.books, self.game, self.player, now, draft, first.standing)
            if wishes.asks or wishes.idle or wishes.files or wishes.digits:
                draft = requests.beside_preview(draft, wishes, self._asked_for(now, wishes, read, left))
            return self._say(draft)
        counts = any(one.verdict != "not an order" for one in order_lines(first))
        agrees = any(one.word == "agree" for one in wishes.asks) and self.books.locks.pending(self.game) is not None
        if not (wishes.digits or counts or first.standing or wishes.files or agrees):
            self._saw()
            return self._say(self._asked_for(now, wishes, read, left))
        waiting = self.books.locks.pending(self.game)
        if waiting is not None:
            return self._say(requests.locked(self.game, waiting, arrived))
        late = self._deadline_missed()
        if late is not None or (self.letter.key.phase != now.phase.id and self._is_behind()):
            return self._say(requests.stale(self.desk, self.books, self.game, self.player, now, arrived, late))
        self._saw()
        filed = Filed(now, self.letter.label, self.letter.key.seq, cut=left.told, doubtful=left.doubtful)
        if found_in:
            filed.notes.append(tell("Your own words held no orders; these stood in {place}.", place=found_in))
        self._answer_questions(filed, wishes.digits)
        self._file_standing(filed, first, wishes)
        self._file_orders(filed, first, wishes)
        self._set_ready(filed, wishes)
        if wishes.nonce:
            filed.notes.append(
                tell("Your nonce is mixed into the dice with these orders: {nonce}", nonce=ascii_text(wishes.nonce))
            )
        draft = receipts.answer(self.desk, self.books, self.game, self.player, filed, self.letter.arrived)
        if wishes.asks:
            draft = requests.added(draft, self._asked_for(now, wishes, read, left))
        return self._say(draft, advance=True)

    def _asked_for(self, now: Played, wishes: Wishes, read: LinesRead, left: LeftOut) -> Draft:
        """The answer to what the letter asks of the desk."""
        arrived, number = self.letter.arrived, self.letter.letter_id
        return requests.answer(self.desk, self.books, self.game, self.player, now, wishes, read, left, arrived, number)

    def _deadline_missed(self) -> datetime | None:
        """The deadline that was enforced between the letter that this one answers and this one's arrival, or None."""
        row = self.books.phases.named(self.game, self.letter.key.phase)
        closed = row.closed if row is not None else None
        return closed if closed is not None and self.letter.key.made <= closed < self.letter.arrived else None

    def _is_behind(self) -> bool:
        """Whether the player has had a report since the letter that he answers: who has had none knows of nothing newer."""
        last = self.books.letters_out.last_report(self.game.name, self.player.side)
        if last is None:
            return True
        key = self.letter.key
        return (last.made, report_number(last)) > (key.made, key.seq)

    def _sent(self) -> Sequence[str]:
        return self.books.letters_out.texts_to(self.game.name, self.player.side)

    def _found(self, now: Played) -> tuple[LinesRead, Rehearsal, str]:
        """The letter's own lines as they were read; where they hold no order, those of another place, and which."""
        sent = self._sent()
        read = self.desk.reader.lines(self.letter.words, sent, self.letter.sheet, self.letter.typed)
        first = self._rehearse(now, "\n".join(one.text for one in read.lines))
        if not self.letter.elsewhere or not is_without_orders(first) or read.press:
            return read, first, ""
        for place in self.letter.elsewhere:
            other = self.desk.reader.lines(place.words, sent)
            found = self._rehearse(now, "\n".join(one.text for one in other.lines))
            if not is_without_orders(found):
                return other, found, place.name
        return read, first, ""

    def _would_be_orders(self, now: Played, cut: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        """Those of the lines that were cut which would be taken as orders."""
        found = []
        for line, where in cut:
            rehearsed = self._rehearse(now, line)
            if any(one.verdict == "accepted" and one.orders for one in rehearsed.lines):
                found.append((line, where))
        return tuple(found)

    def _rehearse(self, now: Played, words: str) -> Rehearsal:
        if self._asks is None:
            told = self.books.keys.stacks(self.letter.key)
            stacks = {letter: tuple(names) for letter, names in read_json(told).items()} if told else {}
            self._asks = to_rehearse(self.desk, self.books, self.game, self.player, now, stacks)
        return limited(self.desk.reader.rehearsal(replace(self._asks, words=words)), self.letter.formations)

    def _saw(self) -> None:
        self.player.answered = max(self.letter.key.seq, self.player.answered or 0)

    def _say(self, draft: Draft, advance: bool = False) -> Submitted:
        """Put the answer in the outbox: under a key of its own, and always to the registered address."""
        unread = [line for one in self._unread for line in wrap(one, 78)]
        named = replace(
            draft,
            text="\n".join([draft.text, *unread, ""]) if unread else draft.text,
            label=draft.label or self.letter.label,
            report=draft.report or f"{self.letter.key.seq}.a{self.letter.label}",
            seq=draft.seq or self.letter.key.seq,
            answers=self.letter.message_id,
        )
        row = outgoing.to_player(self.desk, self.books, self.game, self.player, named)
        return Submitted(row.key, advance)

    def _proposal_meant(self, wishes: Wishes) -> Wishes:
        """A bare ``agree`` in a reply to a proposal means that one: its key says which."""
        about = PROPOSAL.fullmatch(self.letter.key.report)
        if about is None:
            return wishes
        asks = tuple(
            replace(one, rest=about[1]) if one.word in ("agree", "disagree") and not one.rest else one
            for one in wishes.asks
        )
        return replace(wishes, asks=asks)

    def _keep_press(self, read: LinesRead) -> None:
        if len(read.press) > MOST_QUESTIONS:
            words = "We passed on {count} of your {all} messages.  Send the others in another letter."
            self._unread.append(tell(words, count=MOST_QUESTIONS, all=f"{len(read.press):,}"))
        for n, one in enumerate(read.press[:MOST_QUESTIONS]):
            if one.to == "gm":
                label = f"{self.letter.label}.{n}"
                subject = f"[{self.game.name}] press from {self.player.code}"
                text = f"{self.player.code} {self.player.name} writes to you:\n\n{one.text}\n"
                outgoing.to_gm(self.desk, self.books, self.game, Draft("press", label, subject, text))
            else:
                game_id, now = key_of(self.game.id), self.desk.clock.now()
                self.books.press.add(PressRow(game_id=game_id, side=self.player.side, to="all", words=one.text, at=now))

    def _answers_an_earlier_question(self, row: PhaseRow) -> str:
        """Why digits do not count that answer a question letter in whose place another was put since; "" where they do."""
        about = QUESTION.fullmatch(self.letter.key.report)
        waiting = self.books.questions.open(row, self.player.side)
        if about is None or not waiting:
            return ""
        now = f".q{row.n}.{waiting[0].segment}"
        if about[1] == now and not self.books.keys.has_newer(self.letter.key, now):
            return ""
        return say(
            "Your digits answer an earlier question letter.  Another question is open now: answer its own letter, the newest "
            "with QUESTION in its subject."
        )

    def _answer_questions(self, filed: Filed, digits: Sequence[int]) -> None:
        row = self.books.phases.open(self.game)
        if not digits or row is None:
            return
        found = self._answers_an_earlier_question(row) or answer_questions(
            self.books, row, self.player.side, digits, self.desk.clock.now()
        )
        if isinstance(found, str):
            said = " ".join(str(one) for one in digits)
            filed.refused.append(Refused(0, said, (f"{say('your answer')}  {said}", f"E181  {found}"), "answer"))
            return
        filed.answered = found
        before = filing.answers_given(self.books, self.game, self.player.side, row.phase)
        entries = filing.stood(self.books, self.game, self.player.side, row.phase)
        self._file(row.phase, entries, answers=(*before, *(one.line for one in found)))

    def _file(
        self,
        phase: str,
        entries: Sequence[Entry],
        *,
        answers: Sequence[str] = (),
        ready: str | None = None,
        nonce: str = "",
    ) -> None:
        latest = self.books.submissions.latest(self.game, self.player.side, phase)
        filing.file(
            self.desk,
            self.books,
            self.game,
            self.player,
            phase,
            entries,
            answers=answers,
            ready=ready if ready is not None else (latest.ready if latest is not None else ""),
            nonce=nonce or (latest.nonce if latest is not None else ""),
            letter_id=self.letter.letter_id,
            saw=self.letter.key.seq,
        )

    def _file_standing(self, filed: Filed, first: Rehearsal, wishes: Wishes) -> None:
        at = self.desk.clock.now()
        ended = []
        for row in self.books.standing.in_force(self.game, self.player.side):
            if wishes.cancels(row.number, row.text):
                self.books.standing.end(row, at)
                ended.append(f"{row.number}  {row.text}")
        in_force = self.books.standing.in_force(self.game, self.player.side)
        if wishes.cancels_ and not ended:
            for said in wishes.cancels_:
                whole = f"order {said}" if said.isdigit() else "all standing orders" if said == "all" else said
                self._refuse_command(filed, f"cancel {whole}", in_force)
        known = {row.text for row in in_force}
        more = {one.text: one for one in first.standing if one.text not in known}
        room = max(MOST_STANDING - len(in_force), 0)
        if len(more) > room:
            words = (
                "You may have {most} standing orders in force.  We took {count} of the {all} new ones in this letter."
            )
            self._unread.append(tell(words, most=MOST_STANDING, count=room, all=f"{len(more):,}"))
        taken = {*known, *list(more)[:room]}
        orders = [one for one in first.standing if one.text in taken]
        rows = filing.file_standing(self.books, self.game, self.player.side, orders, at)
        filed.standing = tuple(f"{row.number}  {row.text}" for row in rows)
        filed.ended = tuple(ended)
        if policies := [row.number for row in rows if row.text.startswith("policy ")]:
            filed.notes.append(
                tell(
                    "The game no longer stops to ask you what standing order {numbers} answers.  To be asked again, write"
                    "   {cancel}"
                    if len(policies) == 1
                    else "The game no longer stops to ask you what standing orders {numbers} answer.  To be asked again, "
                    "write for example   {cancel}",
                    numbers=listed(map(str, policies)),
                    cancel=f"cancel order {policies[0]}",
                )
            )
        numbers = {row.number for row in in_force}
        for number, where, other in wishes.moves:
            if not numbers.issuperset((number, other)):
                self._refuse_command(filed, f"move order {number} {where} {other}", in_force)
                continue
            filed.moved = True
            filed.notes.append(rearrange(self.books, self.game, self.player.side, number, where, other))
        filed.lines += len(rows)

    def _refuse_command(self, filed: Filed, said: str, in_force: Sequence[StandingRow]) -> None:
        """A command about a standing order that is not in force: which are."""
        has = listed(str(row.number) for row in in_force)
        what = (
            tell("Your standing orders in force are {numbers}", numbers=has)
            if has
            else say("You have no standing order in force")
        )
        filed.refused.append(Refused(0, said, (said, f"E190  {what}; {say('see them with')}   orders"), "command"))

    def _file_orders(self, filed: Filed, first: Rehearsal, wishes: Wishes) -> None:
        """Join the letter's lines to what stands, phase by phase, and file a version of each that has changed."""
        now = filed.now.phase.id
        if wishes.withdraws == "all":
            filing.withdraw(self.desk, self.books, self.game, self.player, now, self.letter.letter_id)
            filed.phases[now] = Merged((), filing.stood(self.books, self.game, self.player.side, now))
            return
        if wishes.withdraws is not None:
            self._withdraw_line(filed, wishes.withdraws)
        standing_before = self._stood(now)
        is_lone_pass = wishes.ready == "pass" and not accepted_lines(first)
        filed.is_whole = wishes.is_whole or is_lone_pass
        merged = self._merge(filed, first, standing_before)
        changed = [phase for phase, one in merged.items() if _is_changed(one)]
        has_more = bool(filed.standing or filed.ended or filed.moved or wishes.nonce or is_lone_pass or wishes.is_whole)
        changed += [phase for phase in self._left if phase not in changed]
        if has_more and now not in changed:
            changed.append(now)
        for phase in changed:
            filed.phases[phase] = merged.get(phase, Merged(self._stood(phase), ()))
            self._file(
                phase,
                filed.phases[phase].entries,
                answers=filing.answers_given(self.books, self.game, self.player.side, phase),
                # What was ready was the set before it changed.
                ready="",
                nonce=wishes.nonce,
            )
        filed.phases = dict(sorted(filed.phases.items()))
        filed.firsts = first_numbers(self.books, self.game, self.player.side)

    def _stood(self, phase: str) -> tuple[Entry, ...]:
        """What stands for a phase, without what the letter has withdrawn."""
        if phase in self._left:
            return self._left[phase]
        return filing.stood(self.books, self.game, self.player.side, phase)

    def _withdraw_line(self, filed: Filed, number: str) -> None:
        """Take the line with this number out of what stands, whatever its phase."""
        on_file = numbered(self.books, self.game, self.player.side)
        gone = next((one for one in on_file if str(one.number) == number and one.entry.verdict == "accepted"), None)
        if gone is not None:
            filed.notes.append(tell("Withdrawn: {lines}", lines="; ".join(gone.entry.canonical)))
            self._left[gone.phase] = tuple(one.entry for one in on_file if one.phase == gone.phase and one is not gone)
            return
        places = [str(one.number) for one in on_file if one.entry.verdict == "accepted"]
        has = (
            tell("You have the lines {numbers} on file", numbers=", ".join(places))
            if len(places) > 1
            else tell("You have line {number} on file", number=places[0])
            if places
            else tell("You have no lines on file for {phase}", phase=self._short_name(filed))
        )
        said = (f"withdraw line {number}", f"E190  {has}; {say('see them with')}   orders")
        filed.refused.append(Refused(0, f"withdraw {number}", said, "command"))

    def _short_name(self, filed: Filed) -> str:
        return self.desk.title(self.game.title).teller.short_name(filed.now.phase.id)

    def _merge(self, filed: Filed, first: Rehearsal, stood: tuple[Entry, ...]) -> dict[str, Merged]:
        """The lines of every phase that the letter speaks of, as they stand after it.

        The letter's lines are rehearsed alone, to learn whom they name; then in their places among what stands, until the
        places no longer change.  The last rehearsal judges.
        """
        write = self.desk.title(self.game.title).dialect.write
        mends = ".e" in self.letter.key.report
        own = first
        merged: dict[str, Merged] = {}
        placed: tuple[tuple[str, ...], ...] = ()
        for _ in range(MOST_ROUNDS):
            merged = {}
            for phase, entries in self._by_phase(filed, own).items():
                before = stood if phase == filed.now.phase.id else self._stood(phase)
                before = self._with_old_places(phase, before) if mends else before
                merged[phase] = merge(before, entries, write, mends=mends, replaces=filed.is_whole)
            if filed.now.phase.id not in merged:
                merged[filed.now.phase.id] = Merged((), stood) if filed.is_whole else Merged(stood, ())
            now_placed = tuple(tuple(one.written for one in merged[phase].entries) for phase in sorted(merged))
            if now_placed == placed or not any(one.verdict != "refused" for one in merged[filed.now.phase.id].entries):
                break
            placed = now_placed
            own = self._judged_among(filed, own, merged)
        good = {phase: self._good(one) for phase, one in merged.items()}
        counts = {phase: len(one) for phase, one in self._left.items()}
        counts.update((phase, len(one.entries)) for phase, one in good.items() if _is_changed(one))
        filed.firsts = first_numbers(self.books, self.game, self.player.side, counts)
        places = {
            entry.number: place
            for phase, one in good.items()
            for place, entry in enumerate(one.entries, filed.firsts.get(phase, 1))
            if entry.is_new
        }
        self._tell_lines(filed, own, places)
        return good

    def _with_old_places(self, phase: str, stood: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """What stands, with places for the lines that the error letter which is answered had refused."""
        if any(one.verdict == "refused" for one in stood):
            return stood
        letter = self.letter.key.report.rpartition(".e")[2]
        version = (
            self.books.submissions.of_letter(self.game, self.player.side, phase, int(letter))
            if letter.isdigit()
            else None
        )
        return with_old_places(stood, filing.entries(self.books, version)) if version is not None else stood

    def _by_phase(self, filed: Filed, own: Rehearsal) -> dict[str, list[Entry]]:
        found: dict[str, list[Entry]] = {}
        sequence = sequence_of(self.desk.title(self.game.title).system)
        played = self.books.phases.names(self.game)
        for one in order_lines(own):
            if one.verdict == "not an order":
                continue
            phase = phase_for(sequence, filed.now.phase, self.player.side, one.phase, played)
            found.setdefault(phase, []).append(entry_of(one))
        return found

    def _judged_among(self, filed: Filed, own: Rehearsal, merged: dict[str, Merged]) -> Rehearsal:
        """The letter's lines as they are judged in their places among those that stand for the present phase."""
        written: list[str] = []
        numbers: dict[int, int] = {}
        standing: dict[int, str] = {}
        for entry in merged[filed.now.phase.id].entries:
            if entry.is_new:
                written.append(" ".join(entry.written.split("\n")))
                numbers[len(written)] = entry.number
            elif entry.verdict == "accepted":
                for text in entry.canonical:
                    written.append(text)
                    standing[len(written)] = text
        said = [one.number for one in order_lines(own)]
        placed = set(numbers.values())
        others = [one for one in order_lines(own) if one.number not in placed]
        if [*numbers.values(), *(one.number for one in others)] == said and len(written) == len(numbers):
            return own  # nothing stood, and nothing has changed its place: they were judged as they stand
        for one in others:
            written.append(" ".join(one.text.split("\n")))
            numbers[len(written)] = one.number
        again = self._rehearse(filed.now, "\n".join(written))
        self._as_they_are = {standing[one.number]: one for one in again.lines if one.number in standing}
        texts = {one.number: one.text for one in own.lines}
        judged = [
            replace(one, number=numbers[one.number], text=texts[numbers[one.number]])
            for one in again.lines
            if one.number in numbers
        ]
        by_number = {one.number: one for one in judged}
        return replace(own, lines=tuple(by_number.get(one.number, one) for one in own.lines))

    def _tell_lines(self, filed: Filed, own: Rehearsal, places: Mapping[int, int]) -> None:
        """What became of the letter's lines; a refused one goes by the number of the place that it keeps on file."""
        said: Sequence[LineVerdict] = order_lines(own)
        filed.lines += sum(one.verdict != "not an order" for one in said)
        filed.refused += [
            refused(replace(one, number=places.get(one.number, one.number))) for one in said if one.verdict == "refused"
        ]
        filed.not_orders += [one.text for one in said if one.verdict == "not an order"]

    def _good(self, merged: Merged) -> Merged:
        """What is filed: accepted lines in their places, and the places of those refused now; older gaps close."""
        kept = tuple(self._afresh(one) for one in merged.entries if one.verdict == "accepted" or one.is_new)
        return Merged(kept, merged.replaced)

    def _afresh(self, entry: Entry) -> Entry:
        """A line that stood, with what it costs among the new ones; where it is lawful no more, that is said."""
        now = [self._as_they_are.get(text) for text in entry.canonical]
        if entry.is_new or not any(now):
            return entry
        olds = entry.costs if len(entry.costs) == len(now) else ("",) * len(now)
        costs = tuple(
            old if one is None or one.verdict != "accepted" else "; ".join(one.notes)
            for one, old in zip(now, olds, strict=True)
        )
        remarks = [
            f"not lawful after the lines above it, and left out unless you change one: {one.problem.code}  {says(one.problem)}"
            for one in now
            if one is not None and one.problem is not None
        ]
        return replace(entry, costs=costs, remarks=(*entry.remarks, *remarks))

    def _set_ready(self, filed: Filed, wishes: Wishes) -> None:
        if not wishes.ready:
            return
        if filed.refused:
            filed.notes.append(
                say("You are not counted as ready, since something was refused: mend it and say  ready  again.")
            )
            return
        if (
            wishes.ready == "ready"
            and not filed.phases
            and any(where == WHERE[REPEATED] for _, where in filed.doubtful)
        ):
            filed.notes.append(
                say(
                    "You are not counted as ready: your orders repeat lines of our letter, so we took them for a quotation."
                    "  Send them above the quoted letter, or each in a letter of its own, and say  ready  again."
                )
            )
            return
        now = filed.now.phase.id
        for phase in filed.phases:
            # What a letter files for later phases is as ready as the rest of it, and serves when they come.
            latest = self.books.submissions.latest(self.game, self.player.side, phase)
            if phase != now and latest is not None and latest.state == "filed" and wishes.ready != "pass":
                self.books.submissions.set_ready(latest, wishes.ready)
        if not owes_orders(filed.now.open, self.player.side):
            if not filed.phases and not filed.answered:
                filed.notes.append(
                    say("Nothing is wanted from you in this phase, so there is nothing to be ready for.")
                )
            return
        latest = self.books.submissions.latest(self.game, self.player.side, now)
        if latest is None or latest.state != "filed":
            self._file(now, (), ready=wishes.ready)
        else:
            self.books.submissions.set_ready(latest, wishes.ready)
        filed.phases.setdefault(now, Merged(tuple(one for one in self._stood(now) if one.verdict == "accepted"), ()))
        if wishes.ready == "wait":
            filed.notes.append(say("They wait for the deadline."))


def _is_changed(merged: Merged) -> bool:
    """Whether a letter has put anything in place, or taken anything away."""
    return bool(merged.replaced) or any(entry.is_new for entry in merged.entries)
