"""A player's letter: its lines are checked, the valid ones are filed as a version, and the letter is answered."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pbem.core.ask import Ask
from pbem.core.sequence import player_turn, sequence_of
from pbem.desk.desk import Desk
from pbem.desk.games import invitations
from pbem.desk.games.proposals import may_take_back
from pbem.desk.incoming import press, requests, unread_text
from pbem.desk.incoming.incoming import (
    Incoming,
    Submitted,
    letters_that_may_be_quoted,
    orders_written,
    signature_before,
)
from pbem.desk.incoming.letter_requests import (
    ALL_LINES,
    LOOKS,
    LetterRequests,
    accepted_lines,
    is_without_orders,
    order_lines,
    refused,
    wishes_of,
)
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.incoming.reader import LetterText, ReadWhole
from pbem.desk.orders import being_played, clashes, comrades, filing, receipts, remarks
from pbem.desk.orders import unread as unclear
from pbem.desk.orders.comrades import Withdrawals
from pbem.desk.orders.filing import first_numbers, phases_on_file, served_phases
from pbem.desk.orders.letter_join import JoinResult, LetterJoin, is_changed
from pbem.desk.orders.merge import LineOnFile, Merged
from pbem.desk.orders.orders_on_file import FiledChanges, Refused
from pbem.desk.orders.remarks import open_questions
from pbem.desk.orders.sharing import (
    CHIEF_READY,
    concerns,
    granted,
    in_seat,
    keep_sequence,
    note_ready,
    refused_commands,
    sequence_in,
    whose,
    writer_of,
)
from pbem.desk.orders.standing import StandingFiling
from pbem.desk.orders.unread import LineNotRead, not_read
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.answers import (
    Answered,
    answer_questions,
    answers_an_earlier_question,
    choices_offered,
    hexes_offered,
)
from pbem.desk.play.cache import record_in
from pbem.desk.play.play import PlayResult, owes_orders, present
from pbem.desk.play.practice import answered as stand_in_answered
from pbem.desk.play.practice import is_whole_side
from pbem.language.spelling import listed
from pbem.mail.comparison import SheetChange
from pbem.orders.lines import MOST_PROSE_LINES, LinesRead, PressMessage
from pbem.orders.parsed_lines import Parsed
from pbem.orders.prose import NOT_LOOKED_AT
from pbem.orders.rehearsal import LineVerdict, RehearsalResult
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, QuestionRow

PROPOSAL = re.compile(r"0\.p(\d+)")
"""The report name of a letter with a proposal."""
AGREEMENT = "agree"
"""The word that takes a proposal, which may undo what waits for its dice."""
MOST_ROUNDS = 3
"""The number of rehearsals with the lines on file: until nothing more changes, and no longer than this."""


def submit(desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming) -> Submitted:
    """Accept a letter and answer it, in the transaction of `books`."""
    with writing_to(desk, letter.seat or player):
        return _Submission(desk, books, game, player, letter).take()


@dataclass(frozen=True)
class _Letter:
    """A letter that was read: its lines, what they ask for, what was cut, and the orders as they join those on file."""

    now: PlayResult
    read: LinesRead
    wishes: LetterRequests
    left: unread_text.LeftOut
    joined: JoinResult
    lines: Sequence[Parsed] = ()
    changed: Sequence[SheetChange] = ()
    found_in: str = ""

    @property
    def own(self) -> RehearsalResult:
        """Its lines as they were judged."""
        return self.joined.own


class _Submission:
    """One letter being filed."""

    def __init__(self, desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming) -> None:
        self.desk, self.books, self.game, self.player, self.letter = desk, books, game, player, letter
        self._answered = letter.key.seq  # an undo that the letter agrees to forgets the key itself
        self._unread: list[str] = []
        self._unseen = 0
        self._not_read: tuple[LineNotRead, ...] = ()
        self._is_beyond = self._is_file_read = False
        self._not_yours: tuple[Refused, ...] = ()
        self._press_told: list[str] = []
        self._unfit_digits = ""
        self._withdraws: tuple[int, ...] = ()
        self._doubtful_press: list[Refused] = []

    def take(self) -> Submitted:
        """Read the letter, file what it orders, and answer it."""
        self._address = (self.letter.seat or self.player).address
        if self.letter.seat is not None and (self.game.state == "invited" or is_whole_side(self.player)):
            return self._answer(requests.for_the_chief(self.game, self.player, self.letter.key.phase))
        if self.game.state == "invited":
            return self._invited()
        writer = self.letter.seat or self.player
        if writer.plays and writer.address and self.game.state != "over":
            return self._stood_in()
        writer.missed = 0
        now = present(self.desk, self.books, self.game) if self.game.state != "over" else None
        if now is None:
            return self._answer(requests.game_is_over(self.books, self.game, self.player))
        self.writer = writer_of(self.desk, self.books, self.game, self.player, now.state, self.letter.seat)
        found = comrades.pass_on(self.desk, self.books, self.game, self.player, self.writer, self.letter, now)
        self.letter, self._withdraws = replace(self.letter, body=found.left), found.withdraws
        self._unread += found.notes
        if found.notes and not found.left.strip() and not found.withdraws:
            return self._answer(requests.words_alone(self.game, now))
        self.joining = LetterJoin(self.desk, self.books, self.game, self.player, now, self.letter.key, self.writer)
        self.withdrawals = Withdrawals(self.joining)
        letter = self._read(now)
        self._not_read = not_read(order_lines(letter.own))
        if letter.wishes.preview:
            return self._answer(self._preview(letter))
        if not self._is_to_file(letter):
            self._note_report_seen()
            draft = self._requests_answered(letter)
            self._unread += unclear.still_waiting(self._unclear()) if draft.kind == "nothing" else ()
            # Whoever has left may be the one for whom the others waited.
            return self._answer(draft, advance=any(one.word == "confirm" for one in letter.wishes.asks))
        too_late = self._too_late(letter)
        if too_late is not None:
            return self._answer(too_late)
        self._note_report_seen()
        return self._answer(self._filed(letter), advance=True)

    def _invited(self) -> Submitted:
        reply, begins = invitations.answered(self.desk, self.books, self.game, self.player, self.letter.words)
        text = "\n".join(wrap(reply, WIDTH)) + "\n"
        return self._answer(Draft("answer", "", f"[{self.game.name}] Your answer", text, "opening"), advance=begins)

    def _stood_in(self) -> Submitted:
        whose = self.desk, self.books, self.game, self.player, self.letter.seat
        subject, reply, is_back = stand_in_answered(*whose, self.letter.words)
        return self._answer(Draft("answer", "", subject, reply, self.letter.key.phase), is_back)

    def _read(self, now: PlayResult) -> _Letter:
        """The letter's lines, parsed; its orders judged among those on file, where it has any or changes what is there."""
        found, found_in = self._found()
        read, lines, named = found.read, found.lines, found.named
        self._unread += unread_text.beyond_bounds(found.own, read)
        self._is_beyond = unread_text.is_beyond_bounds(found.own, read)
        self._unread += unread_text.files_unread(
            (*self.letter.unread, *(() if self._is_file_read else self.letter.texts))
        )
        left = unread_text.left_out(found.own, read)
        doubtful = tuple(one for one in left.doubtful if self.joining.would_be_orders(one[0]))
        left = replace(left, doubtful=doubtful)
        takes_back = may_take_back(self.desk.title(self.game.title).dialect)
        self._not_yours = refused_commands(named, self.writer, may_take_back=takes_back)
        self._unseen = sum(any(w.code == NOT_LOOKED_AT for w in one.warnings) for one in named.lines)
        if self._unseen:
            text = (
                "We read {most} lines in your own words; we did not look at {n} more.  If there are orders among them, send "
                "them in another letter."
            )
            self._unread.append(translate(text, most=MOST_PROSE_LINES, n=f"{self._unseen:,}"))
        wishes = self._agreeing_to_proposal(wishes_of(granted(named, self.writer)))
        self._unread += wishes.unread
        self._take_press(read.press, wishes, is_alone=not read.lines)
        if not wishes.preview:
            self._unread += comrades.tell_decisions(
                self.desk, self.books, self.game, self.writer, wishes.asks, self.letter.label, now.phase.id
            )
        self._read_sequence(wishes)
        for number in wishes.withdraws if wishes.withdraws != ALL_LINES else ():
            self.joining.withdraw(number)
        if not wishes.preview:
            refused, notes = self.withdrawals.withdraw_of(self._withdraws)
            self._not_yours, self._unread = (*self._not_yours, *refused), [*self._unread, *notes]
        has_orders = any(one.verdict != "not an order" for one in order_lines(named))
        is_joined = not wishes.preview and wishes.withdraws != ALL_LINES
        if is_joined and (has_orders or named.standing or wishes.changes or self.withdrawals.of_people):
            joined = self.joining.joined(lines, named, wishes)
        else:
            joined = JoinResult(named)
        return _Letter(now, read, wishes, left, joined, lines, found.own.changed, found_in)

    def _take_press(self, messages: Sequence[PressMessage], wishes: LetterRequests, *, is_alone: bool) -> None:
        """Pass messages on, unless the letter is a preview, or one of them seems to hold orders."""
        if not messages:
            return
        if wishes.preview:
            self._unread.append(translate("Your message was not passed on, because a preview does nothing."))
            return
        whose = self.books, self.game, self.desk.title(self.game.title).system.card, self.player
        self._doubtful_press = press.misaddressed(*whose, messages, is_shared=self.writer.is_shared)
        self._doubtful_press = self._doubtful_press or press.doubtful(messages, self.joining.would_be_orders)
        if self._doubtful_press:
            return
        press.pass_on(
            self.desk, self.books, self.game, in_seat(self.player, self.letter.seat), self.letter.label, messages
        )
        self._press_told += press.beyond(messages) if is_alone else press.passed_on(self.books, self.game, messages)

    def _found(self) -> tuple[ReadWhole, str]:
        """The content of a letter's own lines; where they hold no order, those of another place, and which."""
        asks = self._questions()
        waiting = () if asks else tuple(one for _, one in self._unclear())
        found = None if waiting else self.joining.digits(self.letter.body)
        if found is not None:
            return found, ""
        sent = letters_that_may_be_quoted(self.books, self.game.name, self.player.side, self.letter.answers)
        signed = signature_before(self.desk.reader, self.books, self.game.name, self.player.side, self.letter.body)
        text = LetterText(
            self.letter.body,
            sent,
            hexes=hexes_offered(asks),
            choices=choices_offered(asks),
            subject=asks[0].subject if len(asks) == 1 else "",
            signature=signed,
            ahead=self.letter.files,
        )
        found = self.joining.whole(text)
        chosen = self._unclear_answered(waiting[: unclear.MOST_ASKED], found.own.words)
        if chosen is not None:
            return self.joining.whole(LetterText(chosen, ahead=self.letter.files)), ""
        if found.own.is_unmarked:  # a quotation, or the player's own orders as our letters list them
            before = orders_written(self.books, self.game, self.player.side)
            found = self.joining.whole(replace(text, before=before))
        if not is_without_orders(found.named) or found.read.press:
            words = press.talk_alone(self.desk, self.game, self.joining.now, self.player.side, found)
            return (self.joining.whole(LetterText(f"press all:\n{words}\nend press")) if words else found), ""
        for place in self.letter.elsewhere():
            other = self.joining.whole(LetterText(place.words, sent))
            if not is_without_orders(other.named):
                self._is_file_read = place.is_file
                return other, place.name
        return found, ""

    def _unclear_answered(self, lines: Sequence[LineOnFile], words: str) -> str | None:
        """The words of a letter whose digits answer unclear lines on file, with the orders chosen in their place; None for
        any other letter.  Lines that were just talk leave their places."""
        given = unclear.choices_in(words, lines) if lines else None
        if given is None:
            return None
        chosen = unclear.answered(lines, given[0])
        if isinstance(chosen, str):
            self._unfit_digits = chosen
            return "\n".join([" ".join(str(choice.digit) for choice in given[0]), given[1]])
        talk = [one for one, orders in zip(lines, chosen, strict=True) if not orders]
        for phase in dict.fromkeys(phase for phase, _ in self._unclear()):
            self.joining.left[phase] = tuple(one for one in self.joining.stood(phase) if one not in talk)
        self.joining.chosen = {text: one for one, orders in zip(lines, chosen, strict=True) for text in orders}
        return "\n".join([*(text for orders in chosen for text in orders), given[1]])

    def _unclear(self) -> list[tuple[str, LineOnFile]]:
        """The writer's unclear lines on file, each with its phase: those for the present one first."""
        now = self.joining.phase
        others = [one for one in phases_on_file(self.books, self.game, self.player.side) if one != now]
        return [
            (phase, one)
            for phase in (now, *others)
            for one in unclear.waiting(self.writer.own(self.joining.stood(phase)))
        ]

    def _unclear_left(self, filed: FiledChanges) -> tuple[tuple[int, LineOnFile], ...]:
        """The unclear lines that wait after the letter, each with the number of its place."""
        now = self.joining.phase
        others = [one for one in phases_on_file(self.books, self.game, self.player.side) if one != now]
        return tuple(
            (place, one)
            for phase in (now, *others)
            for place, one in enumerate(self._stands(filed, phase), filed.firsts.get(phase, 1))
            if one.is_unclear and one in self.writer.own((one,))
        )

    def _stands(self, filed: FiledChanges, phase: str) -> Sequence[LineOnFile]:
        return filed.phases[phase].entries if phase in filed.phases else self.joining.stood(phase)

    def _preview(self, letter: _Letter) -> Draft:
        """Preview the letter's lines alone; nothing is filed."""
        wishes = letter.wishes
        alone = being_played.refused_now(self.joining.alone(letter.lines), letter.now, self.player.side)
        draft = requests.preview(self.game, letter.now, alone, wishes)
        if wishes.dry_run:
            draft = requests.dry_run(self.desk, self.books, self.game, self.player, letter.now, draft, alone.standing)
        looks = tuple(one for one in wishes.asks if one.word in LOOKS)
        if looks:
            asked = replace(letter, wishes=replace(wishes, asks=looks))
            draft = requests.added(draft, self._requests_answered(asked))
        return draft

    def _is_to_file(self, letter: _Letter) -> bool:
        """True if the letter is more than a question to the desk."""
        wishes = letter.wishes
        counts = any(one.verdict != "not an order" for one in order_lines(letter.own)) or bool(self._not_yours)
        agrees = any(one.word == AGREEMENT for one in wishes.asks) and self.books.locks.pending(self.game) is not None
        is_more = bool(wishes.digits or counts or letter.own.standing or wishes.files or agrees or self.joining.left)
        return is_more or bool(self._doubtful_press)

    def _too_late(self, letter: _Letter) -> Draft | None:
        """Why nothing can be filed now (a lock, a deadline, a newer report), and the answer to what the letter asks besides."""
        arrived, now = self.letter.arrived, letter.now
        waiting = self.books.locks.pending(self.game)
        if waiting is not None:
            draft, answered = requests.locked(self.game, waiting, arrived), self._asked_besides(letter, but=AGREEMENT)
            return requests.added(draft, answered) if answered is not None else draft
        if self._holds_policies_alone(letter):
            return None
        late = being_played.deadline_missed(self.books, self.game, self.letter)
        is_other = self.letter.key.phase != now.phase.id
        if late is not None or (is_other and being_played.is_behind(self.books, self.game, self.player, self.letter)):
            answered = self._asked_besides(letter)
            waits = bool(letter.own.standing)
            whose = self.desk, self.books, self.game, self.player
            return requests.stale(*whose, now, arrived, late, answered, waits=waits, seat=self.letter.seat)
        return None

    def _holds_policies_alone(self, letter: _Letter) -> bool:
        """True if a letter has policies and no other orders: they hang on no position, so any report may be answered so."""
        wishes, standing = letter.wishes, letter.own.standing
        counts = any(one.verdict != "not an order" for one in order_lines(letter.own))
        others = counts or wishes.digits or wishes.ready or wishes.withdraws or wishes.nonce
        return bool(standing) and not others and all(one.text.startswith("policy ") for one in standing)

    def _asked_besides(self, letter: _Letter, but: str = "") -> Draft | None:
        """The answer to what a letter whose orders are not taken asks of the desk, without the word `but`; None if nothing."""
        asks = tuple(one for one in letter.wishes.asks if one.word != but)
        return self._requests_answered(replace(letter, wishes=replace(letter.wishes, asks=asks))) if asks else None

    def _filed(self, letter: _Letter) -> Draft:
        """File what the letter changes; its receipt."""
        wishes, left = letter.wishes, letter.left
        filed = FiledChanges(
            letter.now, self.letter.label, self.letter.key.seq, cut=left.in_words, doubtful=left.doubtful
        )
        filed.holds = self.letter.holds
        filed.seat = self.writer.number if self.writer.is_shared else None
        filed.refused += self._not_yours
        if letter.found_in:
            filed.notes.append(
                translate("Your own words held no orders; these were in {place}.", place=letter.found_in)
            )
        self._store_sequence(filed, wishes)
        if letter.changed:
            filed.notes.append(unread_text.changed_lines(letter.changed))
        filed.refused += self._doubtful_press
        self._answer_questions(filed, wishes.digits)
        whose = self.desk, self.books, self.game, self.player
        self._unread += StandingFiling(*whose, self.writer).file(filed, letter.own, wishes)
        self._file_orders(filed, letter)
        marches = {int(one.split(None, 1)[0]) for one in filed.standing}
        filed.notes += remarks.on_marches(*whose, filed.now.phase.id, marches)
        filed.notes += remarks.on_a_pass(*whose) if wishes.ready == "pass" else ()
        filed.unclear = self._unclear_left(filed)
        now = self.joining.phase
        entries = self._stands(filed, now)
        is_dropped = bool(wishes.ready) and not any(one.is_new for one in entries) and not filed.refused
        mine = self.writer.own(entries)
        refused_before = unclear.still_refused(entries, filed.firsts.get(now, 1), mine)
        filed.still_refused = () if is_dropped else refused_before
        self._set_ready(filed, wishes)
        filed.notes += unclear.left_out(refused_before) if is_dropped else []
        if wishes.nonce:
            filed.notes.append(
                translate(
                    "Your nonce is mixed into the dice with these orders: {nonce}", nonce=ascii_text(wishes.nonce)
                )
            )
        draft = receipts.answer(self.desk, self.books, self.game, self.player, filed, self.letter.arrived)
        return requests.added(draft, self._requests_answered(letter)) if wishes.asks else draft

    def _requests_answered(self, letter: _Letter) -> Draft:
        """The answer to what the letter asks of the desk."""
        request = requests.Request(
            letter.now,
            letter.wishes,
            letter.read,
            letter.left,
            self.letter.arrived,
            self.letter.letter_id,
            self.letter.key.report,
            self.letter.seat,
        )
        return requests.answer(self.desk, self.books, self.game, self.player, request)

    def _note_report_seen(self) -> None:
        if self.letter.seat is None:
            self.player.answered = max(self.letter.key.seq, self.player.answered or 0)

    def _answer(self, draft: Draft, advance: bool = False) -> Submitted:
        """Put the answer in the outbox: under a key of its own, and always to the registered address."""
        unread = [*self._press_told, *(line for one in self._unread for line in wrap(one, WIDTH))]
        named = replace(
            draft,
            text="\n".join([draft.text, *unread, ""]) if unread else draft.text,
            label=draft.label or self.letter.label,
            report=draft.report or f"{self._answered}.a{self.letter.label}",
            seq=draft.seq or self._answered,
            answers=self.letter.message_id,
        )
        key = receipts.mail(self.desk, self.books, self.game, self.player, self.letter, self._address, named, draft)
        return Submitted(key, advance, self._not_read)

    def _agreeing_to_proposal(self, wishes: LetterRequests) -> LetterRequests:
        """A bare ``agree`` in a reply to a proposal means that one: its key says which."""
        about = PROPOSAL.fullmatch(self.letter.key.report)
        if about is None:
            return wishes
        asks = tuple(
            replace(one, rest=about[1]) if one.word in ("agree", "disagree") and not one.rest else one
            for one in wishes.asks
        )
        return replace(wishes, asks=asks)

    def _questions(self) -> Sequence[Ask]:
        """The questions that wait for this player's answer."""
        row = self.books.phases.open(self.game)
        waiting = self._waiting(row) if row is not None else ()
        return [record_in(one.ask, Ask) for one in waiting]

    def _waiting(self, row: PhaseRow) -> Sequence[QuestionRow]:
        """The open questions that the writer may answer: of a commander those about their units."""
        rows = self.books.questions.open(row, self.player.side)
        if self.writer.seat is None:
            return rows
        return [one for one in rows if concerns(record_in(one.ask, Ask), self.writer.units)]

    def _answer_questions(self, filed: FiledChanges, digits: Sequence[int]) -> None:
        row = self.books.phases.open(self.game)
        if not digits or row is None:
            return
        waiting = self._waiting(row)
        found: tuple[Answered, ...] | str
        if self._unfit_digits and not waiting:
            found = self._unfit_digits
        elif not waiting and self.writer.seat is not None and self.books.questions.open(row, self.player.side):
            found = f"{translate('No open question is about your units.')}  {whose(self.player)}"
        else:
            found = answers_an_earlier_question(self.books, self.letter.key, row) or answer_questions(
                self.books, waiting, digits, self.desk.clock.now()
            )
        if isinstance(found, str):
            text = " ".join(str(one) for one in digits)
            filed.refused.append(Refused(0, text, (f"{translate('your answer')}  {text}", f"E181  {found}"), "answer"))
            return
        filed.answered = found
        before = filing.answers_given(self.books, self.game, self.player.side, row.phase)
        entries = filing.stood(self.books, self.game, self.player.side, row.phase)
        self._file(row.phase, entries, answers=(*before, *(one.line for one in found)))

    def _file(
        self,
        phase: str,
        entries: Sequence[LineOnFile],
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
            ready=self._ready_after(latest.ready if latest is not None else "", ready),
            nonce=nonce or (latest.nonce if latest is not None else ""),
            letter_id=self.letter.letter_id,
            last_seen=self.letter.key.seq,
        )

    def _ready_after(self, before: str, ready: str | None) -> str:
        """The word of readiness of a new version: a commander's lines leave that of their chief for what it was."""
        if ready is None:
            return before
        return CHIEF_READY if self.letter.seat is not None and not ready and before in ("ready", CHIEF_READY) else ready

    def _file_orders(self, filed: FiledChanges, letter: _Letter) -> None:
        """File a version of each phase whose lines the letter has changed."""
        now, wishes, joined = filed.now.phase.id, letter.wishes, letter.joined
        is_played = being_played.is_played(filed.now, self.player.side)
        if is_played:
            books, game, side = self.books, self.game, self.player.side
            joined = being_played.for_later_phases(books, game, side, filed, joined, wishes, self.joining)
            if wishes.withdraws == ALL_LINES:
                return
        if wishes.withdraws == ALL_LINES and self._others_stand(now):
            stood = self.joining.stood(now)
            left = tuple(one for one in stood if one not in self.writer.own(stood))
            self._file(now, left, answers=filing.answers_given(self.books, self.game, self.player.side, now))
            filed.notes.append(
                translate("Your own lines are withdrawn; those of the others on your side stay on file.")
            )
            filed.phases[now] = Merged(left, ())
            return
        if wishes.withdraws == ALL_LINES:
            filing.withdraw(self.desk, self.books, self.game, self.player, now, self.letter.letter_id)
            filed.phases[now] = Merged((), filing.stood(self.books, self.game, self.player.side, now))
            return
        if wishes.withdraws and not filed.refused_as_played:
            new = [one for merged in joined.merged.values() for one in merged.entries if one.is_new]
            is_listed = any(one.verdict == "accepted" for one in new)
            self.withdrawals.note_lines(filed, wishes.withdraws, is_listed=is_listed)
        if not filed.refused_as_played:
            filed.notes += self.withdrawals.mail_notes(self.letter.label, now)
        filed.is_whole, filed.firsts = joined.is_whole, dict(joined.firsts)
        filed.replaces = wishes.is_whole
        self._tell_lines(filed, joined)
        for line, why in joined.spoilt:
            filed.notes.append(translate("After these orders   {line}   is {why}", line=line, why=why))
        changed = [phase for phase, one in joined.merged.items() if is_changed(one)]
        is_owed = owes_orders(filed.now.open, self.player.side)
        is_lone_pass = wishes.ready == "pass" and is_owed and not accepted_lines(joined.own)
        has_more = bool(filed.standing or filed.ended or filed.moved or wishes.nonce or is_lone_pass or wishes.is_whole)
        changed += [phase for phase in self.joining.left if phase not in changed]
        if wishes.sequence and self._sequence is not None:
            others = [one for one in phases_on_file(self.books, self.game, self.player.side) if one not in changed]
            changed += [one for one in others if one != now or not is_played]
        if has_more and now not in changed and not is_played:
            changed.append(now)
        if self.letter.seat is not None and now in changed:
            self.letter.seat.ready = ""  # what was ready was their lines before they changed
        for phase in changed:
            filed.phases[phase] = joined.merged.get(
                phase, Merged(self.writer.in_sequence(self.joining.stood(phase)), ())
            )
            self._file(
                phase,
                filed.phases[phase].entries,
                answers=filing.answers_given(self.books, self.game, self.player.side, phase),
                # What was ready was the set before it changed.
                ready="",
                nonce=wishes.nonce,
            )
        found = self.joining.clashes(letter.lines, joined)
        clashes.mail_clashes(self.desk, self.books, self.game, self.player, self.writer, now, found)
        filed.phases = dict(sorted(filed.phases.items()))
        filed.firsts = first_numbers(self.books, self.game, self.player.side)

    def _others_stand(self, phase: str) -> bool:
        """True if others on the side have lines on file for a phase, or the writer may not withdraw all of it."""
        stood = self.joining.stood(phase)
        return self.writer.is_shared and (self.writer.seat is not None or len(self.writer.own(stood)) < len(stood))

    def _tell_lines(self, filed: FiledChanges, joined: JoinResult) -> None:
        """Tell the results of the letter's lines; a refused one goes by the number of the place that it keeps on file."""
        verdicts: Sequence[LineVerdict] = order_lines(joined.own)
        filed.lines += sum(one.verdict != "not an order" for one in verdicts)
        filed.refused += [
            refused(replace(one, number=joined.places.get(one.number, one.number)))
            for one in verdicts
            if one.verdict == "refused"
        ]
        filed.not_orders += [one.text for one in verdicts if one.verdict == "not an order"]

    def _also_ready(self, filed: FiledChanges) -> Sequence[str]:
        """Phases with orders on file that a word of readiness is for too, whichever letter brought the orders: those of this
        player turn, and those that may come at any time."""
        sequence, turn = sequence_of(self.desk.title(self.game.title).system), player_turn(filed.now.phase.id)
        others = [one for one in phases_on_file(self.books, self.game, self.player.side) if one not in filed.phases]
        return [one for one in others if player_turn(one) == turn or not sequence.is_sure(one.rpartition(".")[2])]

    def _served(self, filed: FiledChanges) -> Sequence[str]:
        """Later phases that this letter serves in the game's pace, with orders on file, whichever letter brought them."""
        system = self.desk.title(self.game.title).system
        found = served_phases(self.books, self.game, system, self.player.side, filed.now.phase)
        return [one for one in found if any(entry.verdict == "accepted" for entry in self._stands(filed, one))]

    def _tell_of_others(self, filed: FiledChanges, word: str, phases: Sequence[str]) -> None:
        """Name the other phases that a word of readiness is for: they run without another letter."""
        if not phases or word != "ready":
            return
        teller = self.desk.title(self.game.title).teller
        names = listed(map(teller.short_name, sorted(phases)))
        words = translate("Your  ready  is also for {phases}: the orders on file run then, without another letter.")
        filed.notes.append(words.format(phases=names))

    def _what_waits(self, filed: FiledChanges) -> str:
        """Why a word of readiness doesn't count yet: a line on file that is unclear, or one of an error letter that is still
        refused when another was corrected; "" if nothing waits."""
        now = filed.now.phase.id
        entries = self.writer.own(self._stands(filed, now))
        if filed.unclear:
            text = "You are not counted as ready: answer the unclear {lines} by digit and say  ready  again."
            return translate(text, lines=translate("line" if len(filed.unclear) == 1 else "lines"))
        if not filed.still_refused or now not in filed.phases or not any(one.is_new for one in entries):
            return ""
        return translate(
            "You are not counted as ready, since a line is still refused: correct it, or say  ready  alone to leave it out."
        )

    def _set_ready(self, filed: FiledChanges, wishes: LetterRequests) -> None:
        if not wishes.ready:
            return
        if any(not one.is_unclear for one in filed.refused):
            text = translate(
                "You are not counted as ready, since something was refused: correct it and say  ready  again."
            )
            filed.notes.append(text)
            return
        if waits := self._what_waits(filed):
            filed.notes.append(waits)
            return
        if wishes.ready == "ready" and (filed.doubtful or self._unseen):
            words = (
                "You are not counted as ready: lines of your letter that may be orders were not read.  If they are, send them "
                "above what you quote and say  ready  again; if not, say  ready  alone."
            )
            filed.notes.append(translate(words))
            return
        if wishes.ready == "ready" and self._is_beyond:
            words = "You are not counted as ready, as we did not read all of your letter: send the rest, and  ready  with it."
            filed.notes.append(translate(words))
            return
        if self.writer.is_shared and not (wishes.ready_all and self.writer.seat is None):
            self._set_ready_of_one(filed, wishes.ready)
            if wishes.ready_all:
                filed.notes += comrades.ready_for_all(
                    self.desk, self.books, self.game, self.player, self.letter, filed.now.phase.id
                )
            return
        now = filed.now.phase.id
        others: list[str] = []
        for phase in (*filed.phases, *self._also_ready(filed)):
            # What a letter files for later phases is as ready as the rest of it, and serves when they come.
            latest = self.books.submissions.latest(self.game, self.player.side, phase)
            if phase == now or latest is None or latest.state != "filed" or wishes.ready == "pass":
                continue
            # Where nothing is left of them the word says nothing: it would use up the phase without a letter.
            if any(one.verdict == "accepted" for one in filing.stood(self.books, self.game, self.player.side, phase)):
                self.books.submissions.set_ready(latest, wishes.ready)
                others.append(phase)
        others += [one for one in self._served(filed) if one not in others]
        self._tell_of_others(filed, wishes.ready, others)
        if not owes_orders(filed.now.open, self.player.side):
            is_asked = bool(open_questions(self.desk, self.books, self.game, self.player.side))
            if not filed.phases and not filed.answered and not is_asked:
                filed.notes.append(
                    translate("Nothing is needed from you in this phase, so there is nothing to be ready for.")
                )
            return
        latest = self.books.submissions.latest(self.game, self.player.side, now)
        if latest is None or latest.state != "filed":
            self._file(now, (), ready=wishes.ready)
        else:
            self.books.submissions.set_ready(latest, wishes.ready)
        stood = tuple(one for one in self.joining.stood(now) if one.verdict == "accepted")
        filed.phases.setdefault(now, Merged(stood, ()))
        if wishes.ready == "wait":
            filed.notes.append(translate("They wait for the deadline."))

    # Shared sides.

    def _read_sequence(self, wishes: LetterRequests) -> None:
        """Take the sequence of people that a chief's letter gives, before its lines are put among the others'."""
        self._sequence = sequence_in(self.books, self.game, self.player, wishes.sequence) if wishes.sequence else None
        if isinstance(self._sequence, tuple) and not wishes.preview:
            self.writer = self.joining.writer = replace(self.writer, sequence=self._sequence)

    def _store_sequence(self, filed: FiledChanges, wishes: LetterRequests) -> None:
        """Keep the sequence of the people on a side, or say what was expected."""
        if isinstance(self._sequence, str):
            text = f"sequence {wishes.sequence}"
            filed.refused.append(Refused(0, text, (text, f"E190  {self._sequence}"), "command"))
        elif self._sequence is not None:
            filed.notes.append(keep_sequence(self.books, self.game, self.player, self._sequence))

    def _set_ready_of_one(self, filed: FiledChanges, word: str) -> None:
        """Note that the writer is ready, or not, for the present phase; the side is once everybody on it has said so."""
        now = filed.now.phase.id
        if not owes_orders(filed.now.open, self.player.side):
            if not filed.phases and not filed.answered:
                filed.notes.append(
                    translate("Nothing is needed from you in this phase, so there is nothing to be ready for.")
                )
            return
        latest = self.books.submissions.latest(self.game, self.player.side, now)
        if latest is None or latest.state != "filed":
            self._file(now, self.joining.stood(now), ready="")
            latest = self.books.submissions.latest(self.game, self.player.side, now)
        assert latest is not None, "it was filed"
        filed.phases.setdefault(now, Merged(self.joining.stood(now), ()))
        note = note_ready(self.books, self.game, self.player, self.writer, word, latest)
        filed.notes += [note] if note else []
