"""The lines of one letter on their way to the files: parsed, named, joined to the orders on file, judged among it.

A line is parsed once.  The orders on file are joined as values.  Whom the new lines name says which places they take, and then
all of it is rehearsed together.  A second rehearsal is needed only where the first refuses a line that would have taken the
place of another: that one stands after all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from pbem.core.order import Order
from pbem.core.sequence import sequence_of
from pbem.desk.desk import Desk
from pbem.desk.incoming.letter_requests import LetterRequests, accepted_lines, entry_of, order_lines, to_rehearse
from pbem.desk.incoming.reader import LetterText, ReadWhole, ToRehearse, is_lone_digits
from pbem.desk.orders import filing
from pbem.desk.orders.clashes import RIGHTS_ALONE, Clash
from pbem.desk.orders.filing import first_numbers, numbered, phase_for, waiting_from
from pbem.desk.orders.judging import judged_alone
from pbem.desk.orders.merge import (
    LineOnFile,
    Merged,
    given_elsewhere,
    merge,
    merge_shared,
    who,
    with_end_last,
    with_old_places,
)
from pbem.desk.orders.sharing import GIVEN, Writer, limited
from pbem.desk.orders.standing import order_of
from pbem.desk.play.play import PlayResult
from pbem.orders import parsed_lines
from pbem.orders.clauses import AS_THINGS_STAND
from pbem.orders.dialect import Verbatim
from pbem.orders.lines import in_sequence
from pbem.orders.parsed_lines import OnFile, Parsed, digits_alone
from pbem.orders.refusal_text import in_one_line
from pbem.orders.rehearsal import LineVerdict, RehearsalResult, name_commands
from pbem.orders.rest import REST, with_marchers
from pbem.store.database import Books
from pbem.store.tables import GameRow, OrderKeyRow, PlayerRow

NOT_LEGAL = "not legal after the lines above it"
MOST_TRIALS = 24
"""Lines that are left out one by one to find which of them another does not fit with."""
MOST_ROUNDS = 4
"""The number of rehearsals of a letter with what stands, where a refused line gives a place back."""


@dataclass(frozen=True)
class JoinResult:
    """The letter's lines as they were judged, and the orders on file with them, phase by phase.

    `firsts` are the numbers of the first lines of each phase, `places` the numbers on file of the letter's own lines.
    `spoilt` are orders on file for later phases that the letter's own orders leave no room for, each with the reason.
    """

    own: RehearsalResult
    merged: Mapping[str, Merged] = field(default_factory=dict)
    is_whole: bool = False
    firsts: Mapping[str, int] = field(default_factory=dict)
    places: Mapping[int, int] = field(default_factory=dict)
    spoilt: Sequence[tuple[str, str]] = ()


class _OnFile(NamedTuple):
    """An order that stands, its canonical line, and the letter of its phase ("" for the present one)."""

    order: Order
    text: str
    phase: str = ""


@dataclass
class _Placed:
    """Lines in their places: the letter's own as judged, those on file as judged, and whether they are the whole set."""

    own: RehearsalResult
    judged: dict[str, LineVerdict] = field(default_factory=dict)
    merged: dict[str, Merged] = field(default_factory=dict)
    later: Sequence[tuple[str, Sequence[LineOnFile]]] = ()
    is_whole: bool = False


class LetterJoin:
    """A letter joined with the orders on file: judged with what they have on file.

    `writer` says to whom they may give orders, and what others on their side have on file.
    """

    def __init__(
        self,
        desk: Desk,
        books: Books,
        game: GameRow,
        player: PlayerRow,
        now: PlayResult,
        key: OrderKeyRow,
        writer: Writer,
    ) -> None:
        self.desk, self.books, self.game, self.player, self.now = desk, books, game, player, now
        self.phase = now.phase.id
        self.withdrawn: dict[str, LineOnFile] = {}
        self.left: dict[str, tuple[LineOnFile, ...]] = {}
        self.chosen: Mapping[str, LineOnFile] = {}
        """The orders that the letter's digits choose, each with the unclear line in whose place it comes."""
        self._key, self.writer = key, writer
        self._foreseen: ReadWhole | None = None

    @cached_property
    def _asked(self) -> ToRehearse:
        """The rehearsal of the letter.  A letter of digits needs none, and most answers to questions are such."""
        return to_rehearse(self.desk, self.books, self.game, self.player, self.now, self._key)

    # A letter's own lines.

    def whole(self, text: LetterText) -> ReadWhole:
        """The content of a letter, by one job; where nothing is on file its orders are judged with it, which mostly is all."""
        if REST.search(text.body):
            self._asked = replace(self._asked, on_file=self._units_on_file())
        found = self.desk.reader.whole(self._asked, text, judges=self._has_nothing_on_file())
        self._foreseen = found
        if found.named.standing:
            dialect = self.desk.title(self.game.title).dialect
            on_file = with_marchers(self._asked.on_file, found.named.standing, dialect, dialect)
            self._asked = replace(self._asked, on_file=on_file)
        return replace(found, named=limited(found.named, self.writer))

    def _units_on_file(self) -> Mapping[str, tuple[str, ...]]:
        """The units with orders on file, or on the march, by the letter of the phase."""
        title = self.desk.title(self.game.title)
        found: dict[str, list[str]] = {}
        for one in numbered(self.books, self.game, self.player.side):
            letter = one.phase.rpartition(".")[2]
            found.setdefault(letter, []).extend(name for order in one.entry.orders for name in who(order))
        in_force = [order_of(row) for row in self.books.standing.in_force(self.game, self.player.side)]
        names = {letter: tuple(some) for letter, some in found.items()}
        return with_marchers(names, in_force, title.dialect, title.dialect)

    def _has_nothing_on_file(self) -> bool:
        stood = {self.phase: self.stood(self.phase)}
        return not stood[self.phase] and not any(entries for _, entries in self._later({}, stood))

    def digits(self, body: str) -> ReadWhole | None:
        """As `whole` for the plainest answer to questions, which needs no other process and no position; None for any other
        letter."""
        if not is_lone_digits(body):
            return None
        own, read = LetterText(body).read()
        lines = digits_alone(in_sequence(read.lines), self.desk.title(self.game.title).dialect)
        named = limited(name_commands(lines, self.now.phase.letter), self.writer)
        return ReadWhole(read, own, lines, named) if lines else None

    def alone(self, lines: Sequence[Parsed]) -> RehearsalResult:
        """The lines judged as if nothing were on file."""
        return limited(self.desk.reader.rehearsal(replace(self._asked, lines=tuple(lines))), self.writer)

    def would_be_orders(self, words: str) -> bool:
        """True if words would be taken as orders."""
        lines = self.desk.reader.lines(LetterText(words)).lines.lines
        judged = limited(judged_alone(self.desk, self._asked, lines), self.writer)
        return any(one.verdict == "accepted" and one.orders for one in judged.lines)

    def clashes(self, lines: Sequence[Parsed], joined: JoinResult) -> list[Clash]:
        """The letter's lines, and those of others on the side, that would stand but for one another; for the present phase."""
        if not self.writer.is_shared or self.phase not in joined.merged:
            return []
        merged, number = joined.merged[self.phase], self.writer.number
        others = [one for one in merged.entries if one.seat != number and one.verdict == "accepted"]
        found = [
            Clash("; ".join(new.canonical), number, "; ".join(one.canonical), one.seat, is_replaced=True)
            for one in merged.replaced
            if one.seat != number
            for new in [self._in_place_of(one, merged)]
            if new is not None
        ]
        for line in joined.own.lines:
            if line.verdict == "refused" and line.problem is not None and line.problem.code not in RIGHTS_ALONE:
                cause = self._cause(lines, joined, line.number, others)
                if cause is not None:
                    found.append(
                        Clash("; ".join(cause.canonical), cause.seat, line.text, number, line.problem, is_refused=True)
                    )
        return found + self._spoilt_of_others(lines, joined, others)

    def _in_place_of(self, gone: LineOnFile, merged: Merged) -> LineOnFile | None:
        """The new line that took the place of one of another's."""
        named = {name for order in gone.orders for name in who(order)}
        new = (one for one in merged.entries if one.is_new and one.verdict == "accepted")
        return next((one for one in new if any(named.intersection(who(order)) for order in one.orders)), None)

    def _cause(
        self, lines: Sequence[Parsed], joined: JoinResult, number: int, others: Sequence[LineOnFile]
    ) -> LineOnFile | None:
        """The line on file that a refused line needs gone, if it is one alone."""
        given = next((one for one in others if self._is_given(joined, number, one)), None)
        if given is not None or not others:
            return given
        sequence = _sequence(joined.own, joined.merged[self.phase], ())
        for one in others[:MOST_TRIALS]:
            left = [some for some in sequence if isinstance(some, int) or some.text not in one.canonical]
            own, _ = self._judge(lines, joined.own, left)
            judged = next((line for line in own.lines if line.number == number), None)
            # Without it the line would be good, or refused only since it is there.
            is_given = judged is not None and judged.problem is not None and judged.problem.code == GIVEN
            if judged is not None and (judged.verdict == "accepted" or is_given):
                return one
        return None

    def _is_given(self, joined: JoinResult, number: int, other: LineOnFile) -> bool:
        line = next(one for one in joined.own.lines if one.number == number)
        named = {name for order in line.orders for name in who(order)}
        is_given = line.problem is not None and line.problem.code == GIVEN
        return is_given and any(named.intersection(who(order)) for order in other.orders)

    def _spoilt_of_others(
        self, lines: Sequence[Parsed], joined: JoinResult, others: Sequence[LineOnFile]
    ) -> list[Clash]:
        """Lines of others that are not legal any more behind a line of the letter, or of somebody else since the sequence of
        people has changed."""
        doubtful = [one for one in others if any(remark.startswith(NOT_LEGAL) for remark in one.remarks)]
        if not doubtful:
            return []
        merged = joined.merged[self.phase]
        sequence = _sequence(joined.own, merged, ())
        _, judged = self._judge(lines, joined.own, sequence)
        runs = [one for one in merged.entries if one.verdict == "accepted" and one not in doubtful]
        runs.sort(key=lambda one: not one.is_new)
        found = []
        for one in doubtful[:MOST_TRIALS]:
            problem = next((judged[text].problem for text in one.canonical if text in judged), None)
            for other in runs[:MOST_TRIALS]:
                if other.seat == one.seat:
                    continue
                left = [some for some in sequence if not _is_of(some, other)]
                _, without = self._judge(lines, joined.own, left)
                if all(text in without and without[text].problem is None for text in one.canonical):
                    found.append(
                        Clash("; ".join(other.canonical), other.seat, "; ".join(one.canonical), one.seat, problem)
                    )
                    break
        return found

    # With the orders on file.

    def withdraw(self, number: str) -> None:
        """Leave the line with this number out of what stands, whatever its phase."""
        on_file = numbered(self.books, self.game, self.player.side)
        gone = next((one for one in on_file if str(one.number) == number and one.entry.verdict == "accepted"), None)
        if gone is not None and gone.entry.seat != self.writer.number and self.writer.seat is not None:
            return  # another's
        if gone is not None:
            self.withdrawn[number] = gone.entry
            here = [one for one in on_file if one.phase == gone.phase and str(one.number) not in self.withdrawn]
            self.left[gone.phase] = tuple(one.entry for one in here)

    def withdraw_all_of(self, seat: int) -> list[LineOnFile]:
        """Leave the lines of the person in a seat out of what stands, in every phase; those that were accepted."""
        gone: list[LineOnFile] = []
        for phase in dict.fromkeys(one.phase for one in numbered(self.books, self.game, self.player.side)):
            stood = self.stood(phase)
            theirs = [one for one in stood if one.seat == seat and one.verdict == "accepted"]
            if theirs:
                self.left[phase] = tuple(one for one in stood if one.seat != seat)
                gone += theirs
        return gone

    def numbers_on_file(self) -> Sequence[int]:
        """The numbers of the accepted lines on file."""
        on_file = numbered(self.books, self.game, self.player.side)
        is_mine = self.writer.is_mine
        return [one.number for one in on_file if one.entry.verdict == "accepted" and is_mine(one.entry.seat)]

    def was_refused(self, number: str) -> bool:
        """True if the line with this number was refused, and only its place is kept."""
        on_file = numbered(self.books, self.game, self.player.side)
        refused = [one.number for one in on_file if one.entry.verdict == "refused"]
        if not any(one.entry.verdict == "refused" for one in on_file):
            # Where nothing is on file the places are those of the error letter that is answered.
            before = self._with_old_places(self.phase, self.stood(self.phase))
            refused = [n for n, one in enumerate(before, 1) if one.verdict == "refused"]
        return number in map(str, refused)

    def stood(self, phase: str) -> tuple[LineOnFile, ...]:
        """The lines on file for a phase, without what the letter has withdrawn."""
        if phase in self.left:
            return self.left[phase]
        if self.books.submissions.latest(self.game, self.player.side, phase) is None:
            return self._waiting(phase)
        return filing.stood(self.books, self.game, self.player.side, phase)

    def _waiting(self, phase: str) -> tuple[LineOnFile, ...]:
        """The lines on file from an earlier game turn for a phase that may not come in one: new lines join it."""
        sequence = sequence_of(self.desk.title(self.game.title).system)
        earlier = waiting_from(self.books, self.game, self.player.side, sequence, phase)
        if earlier is None:
            return ()
        # All of it may have been withdrawn by this letter.
        is_left = earlier in self.left
        stood = self.left[earlier] if is_left else filing.stood(self.books, self.game, self.player.side, earlier)
        return tuple(one for one in stood if one.orders)

    def joined(self, lines: Sequence[Parsed], named: RehearsalResult, wishes: LetterRequests) -> JoinResult:
        """The letter's lines in their places among what stands, and all of it judged.

        Whom they name gives the places.  Only where a verdict changes the places is it judged again.
        """
        stood = {self.phase: self.stood(self.phase)}
        placed = self._placed(lines, named, stood, wishes)
        own, judged, merged = placed.own, placed.judged, placed.merged
        corrects = ".e" in self._key.report
        good = {phase: _good(one, judged, self._asked.phase, corrects=corrects) for phase, one in merged.items()}
        # What a digit chose may be for another phase than the one in which its line was asked about.
        settled = set(self.chosen.values())
        good = {
            phase: replace(one, entries=tuple(entry for entry in one.entries if entry not in settled))
            for phase, one in good.items()
        }
        self.left = {phase: tuple(one for one in some if one not in settled) for phase, some in self.left.items()}
        counts = {phase: len(one) for phase, one in self.left.items()}
        counts.update((phase, len(one.entries)) for phase, one in good.items() if is_changed(one))
        firsts = first_numbers(self.books, self.game, self.player.side, counts)
        places = {
            entry.number: place
            for phase, one in good.items()
            for place, entry in enumerate(one.entries, firsts.get(phase, 1))
            if entry.is_new
        }
        changed = {
            one for merge in good.values() if is_changed(merge) for entry in merge.entries for one in entry.canonical
        }
        spoilt = tuple(one for one in _spoilt(placed) if one[0] not in changed)
        return JoinResult(own, good, placed.is_whole, firsts, places, spoilt)

    def _placed(
        self,
        lines: Sequence[Parsed],
        own: RehearsalResult,
        stood: dict[str, tuple[LineOnFile, ...]],
        wishes: LetterRequests,
    ) -> _Placed:
        """All lines in their places, and judged there; again while verdicts change the places."""
        found = _Placed(own)
        before: Sequence[int | _OnFile] | None = None
        held = {name for one in stood[self.phase] for order in one.orders for name in who(order)}
        takes = {one.number for one in own.lines for order in one.orders if held.intersection(who(order))}
        bad: set[int] = set()
        for n in range(MOST_ROUNDS + 1):
            found.is_whole = wishes.is_whole or (wishes.ready == "pass" and not accepted_lines(found.own))
            found.merged = self._merged(found.own, stood, is_whole=found.is_whole)
            found.later = self._later(found.merged, stood)
            sequence = [one for one in _sequence(found.own, found.merged[self.phase], found.later) if one not in bad]
            if sequence == before or not sequence or n == MOST_ROUNDS:
                break
            found.own, found.judged = self._judge(lines, found.own, sequence)
            if n:
                # Refused in the place that it takes from another, and accepted where it then goes: it stays refused.
                bad |= {one.number for one in found.own.lines if one.verdict == "refused" and one.number in takes}
            before = [one for one in sequence if one not in bad]
        return found

    def _later(
        self, merged: Mapping[str, Merged], stood: dict[str, tuple[LineOnFile, ...]]
    ) -> list[tuple[str, Sequence[LineOnFile]]]:
        """The lines on file for later phases of the same player turn, in their sequence: each rests on those before it."""
        sequence = sequence_of(self.desk.title(self.game.title).system)
        played = self.books.phases.names(self.game)
        found: list[tuple[str, Sequence[LineOnFile]]] = []
        seen: set[str] = set()
        for letter in sequence.after(self._asked.phase):
            phase = phase_for(sequence, self.now.phase, self.player.side, letter, played)
            # Two letters may stand for one phase of a side: its lines are judged once.
            if phase == self.phase or phase in seen or not sequence.is_sure(letter):
                continue
            seen.add(phase)
            if phase not in merged and phase not in stood:
                stood[phase] = self.stood(phase)
            found.append((letter, merged[phase].entries if phase in merged else stood[phase]))
        return found

    def _merged(
        self, own: RehearsalResult, stood: dict[str, tuple[LineOnFile, ...]], *, is_whole: bool
    ) -> dict[str, Merged]:
        """The lines of every phase that the letter speaks of, and of the present one, in their places."""
        corrects = ".e" in self._key.report
        merged = {}
        for phase, entries in self._by_phase(own).items():
            if phase not in stood:
                stood[phase] = self.stood(phase)
            before = self._with_old_places(phase, stood[phase]) if corrects else stood[phase]
            merged[phase] = self._joined_to(before, entries, corrects=corrects, replaces=is_whole)
        if self.phase not in merged:
            here = stood[self.phase]
            merged[self.phase] = (
                self._joined_to(here, (), corrects=False, replaces=True) if is_whole else Merged(here, ())
            )
        return given_elsewhere(merged) if corrects else merged

    def _joined_to(
        self, stood: Sequence[LineOnFile], new: Sequence[LineOnFile], *, corrects: bool, replaces: bool
    ) -> Merged:
        dialect = self.desk.title(self.game.title).dialect
        if self.writer.is_shared:
            found = merge_shared(
                stood,
                new,
                dialect.write,
                seat=self.writer.number,
                sequence=self.writer.sequence,
                corrects=corrects,
                replaces=replaces,
                chosen=self.chosen,
            )
        else:
            found = merge(stood, new, dialect.write, corrects=corrects, replaces=replaces, chosen=self.chosen)
        return with_end_last(found, dialect.ends_letter) if isinstance(dialect, Verbatim) else found

    def _with_old_places(self, phase: str, stood: tuple[LineOnFile, ...]) -> tuple[LineOnFile, ...]:
        """The lines on file, with places for the lines that the error letter which is answered had refused."""
        if any(one.verdict == "refused" and not one.is_unclear for one in stood):
            return stood
        letter = self._key.report.rpartition(".e")[2]
        version = (
            self.books.submissions.of_letter(self.game, self.player.side, phase, int(letter))
            if letter.isdigit()
            else None
        )
        if version is None:
            return stood
        # An unclear line keeps its place until it is answered, and then for good.
        then = [one for one in filing.entries(self.books, version) if not one.is_unclear]
        return with_old_places(stood, then)

    def _by_phase(self, own: RehearsalResult) -> dict[str, list[LineOnFile]]:
        found: dict[str, list[LineOnFile]] = {}
        sequence = sequence_of(self.desk.title(self.game.title).system)
        played = self.books.phases.names(self.game)
        for one in order_lines(own):
            if one.verdict != "not an order":
                phase = phase_for(sequence, self.now.phase, self.player.side, one.phase, played)
                found.setdefault(phase, []).append(entry_of(one, self.writer.number))
        return found

    def _judge(
        self, lines: Sequence[Parsed], own: RehearsalResult, sequence: "Sequence[int | _OnFile]"
    ) -> tuple[RehearsalResult, dict[str, LineVerdict]]:
        """The letter's lines and those on file as they are judged in this sequence."""
        numbers = {place: one for place, one in enumerate(sequence, 1) if isinstance(one, int)}
        found = self._as_foreseen(lines, sequence) or self._judged(lines, sequence)
        judged_lines = limited(
            replace(found, lines=tuple(one for one in found.lines if one.number in numbers)), self.writer
        )
        again = [replace(one, number=numbers[one.number]) for one in judged_lines.lines]
        kept = [one for one in own.lines if one.number not in set(numbers.values())]
        on_file = {one.text: one for one in found.lines if one.number not in numbers}
        verdicts = tuple(sorted((*kept, *again), key=lambda one: one.number))
        return replace(own, lines=verdicts), on_file

    def _as_foreseen(self, lines: Sequence[Parsed], sequence: "Sequence[int | _OnFile]") -> RehearsalResult | None:
        """The verdicts that came with the reading, if they are those of these lines in this sequence."""
        foreseen = self._foreseen
        is_it = foreseen is not None and foreseen.lines is lines and foreseen.sequence == tuple(sequence)
        return foreseen.judged if foreseen is not None and is_it else None

    def _judged(self, lines: Sequence[Parsed], sequence: "Sequence[int | _OnFile]") -> RehearsalResult:
        by_number: dict[int, list[Parsed]] = {}
        for line in lines:
            by_number.setdefault(line.line.number, []).append(line)
        placed: list[Parsed | OnFile] = []
        for place, one in enumerate(sequence, 1):
            if isinstance(one, int):
                placed += (parsed_lines.numbered(line, place) for line in by_number[one])
            else:
                placed.append(OnFile(place, one.order, one.text, one.phase))
        return self.desk.reader.rehearsal(replace(self._asked, lines=tuple(placed)))


def _sequence(
    own: RehearsalResult, here: Merged, later: Sequence[tuple[str, Sequence[LineOnFile]]]
) -> list[int | _OnFile]:
    """All that is to be judged, in turn: new lines (by number) and orders on file in their places, then all other lines."""
    found: list[int | _OnFile] = []
    for phase, entries in (("", here.entries), *later):
        for entry in entries:
            if entry.is_new:
                found.append(entry.number)
            elif entry.verdict == "accepted":
                found += (_OnFile(*one, phase) for one in zip(entry.orders, entry.canonical, strict=True))
    placed = set(found)
    for one in order_lines(own):
        if one.number not in placed:
            found.append(one.number)
            placed.add(one.number)
    return found


def _is_of(one: int | _OnFile, entry: LineOnFile) -> bool:
    """True if something to be judged is a line, or an order of one that stands."""
    return one == entry.number if isinstance(one, int) else one.text in entry.canonical


def _spoilt(placed: _Placed) -> list[tuple[str, str]]:
    """Orders on file for later phases that cannot be carried out after the letter's own orders to the same units."""
    moved = {name for one in accepted_lines(placed.own) for order in one.orders for name in who(order)}
    return [
        (text, doubt)
        for _, entries in placed.later
        for entry in entries
        if not entry.is_new
        for order, text in zip(entry.orders, entry.canonical, strict=True)
        if moved.intersection(who(order))
        if (doubt := _doubt(placed.judged.get(text)))
    ]


def _doubt(verdict: LineVerdict | None) -> str:
    """Why an order on file for a later phase cannot be carried out as things stand; "" if it can."""
    if verdict is None:
        return ""
    if verdict.problem is not None:
        return f"{AS_THINGS_STAND}: {in_one_line(verdict.problem)}"
    return next((one.text for one in verdict.warnings if one.text.startswith(AS_THINGS_STAND)), "")


def _good(merged: Merged, judged: Mapping[str, LineVerdict], present: str, *, corrects: bool) -> Merged:
    """The lines to file: accepted lines in their places, and the places of those refused now; older gaps close, but for lines
    that are still unclear, and for the others of an error letter of which one line was corrected."""
    kept = tuple(
        _judged_again(one, judged, present)
        for one in merged.entries
        if one.verdict == "accepted" or one.is_new or one.is_unclear or corrects
    )
    return Merged(kept, merged.replaced)


def _judged_again(entry: LineOnFile, judged: Mapping[str, LineVerdict], present: str) -> LineOnFile:
    """A line that stood, with what it costs among the new ones; where it is legal no more, that is said."""
    now = [judged.get(text) for text in entry.canonical]
    if entry.verdict == "refused" or entry.is_new or not any(now):
        return entry
    olds = entry.costs if len(entry.costs) == len(now) else ("",) * len(now)
    costs = tuple(
        old if one is None or one.verdict != "accepted" else "; ".join(one.notes)
        for one, old in zip(now, olds, strict=True)
    )
    remarks = [
        f"{NOT_LEGAL}, and left out unless you change one: {one.problem.code}  {in_one_line(one.problem)}"
        for one in now
        if one is not None and one.problem is not None and one.phase == present
    ]
    remarks += [f"{doubt} (W308)" for one in now if one is not None and one.phase != present and (doubt := _doubt(one))]
    return replace(entry, costs=costs, remarks=(*entry.remarks, *remarks))


def is_changed(merged: Merged) -> bool:
    """True if a letter has added, replaced or removed any line."""
    return bool(merged.replaced) or any(entry.is_new for entry in merged.entries)
