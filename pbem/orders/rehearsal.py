"""The rehearsal: a letter's lines taken one by one, under an umpire that rolls nothing and lets nobody react.

Each line is named and planned on the position that the good lines before it leave, on the owner's own view; a bad line
spoils nothing but itself.  Lines for a later phase come after those of the present one (design: plan, then resolve).
"""

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.problem import Malformed, Moot, Problem, Warning_
from pbem.core.system import Plan, RuleSystem
from pbem.core.umpire import Umpire
from pbem.orders.commands import BINDING, QUERIES, Command, command, nearly
from pbem.orders.dialect import Dialect, Mended, Placed, Reading, Span
from pbem.orders.lines import Cut, LinesRead, OwnLine, Press, goes_on, own_lines, wrapped_together
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Line, Misread, Ordered, OrderLine, Words
from pbem.orders.told import refusal

UNKNOWN = ("E101", "E110", "E111")
"""Problems of a line that may be prose after all."""

WHOLE_LINE = ("E131", "E133")
"""Problems that lie in the unit, so that every further clause for it falls with the first."""

REPAIRED = ("E101", "E102", "E103", "E104", "E110", "E111", "E120", "E150", "E151", "E154", "E160")
"""Problems that a slip of the pen may be behind: the reply offers the line that was meant, where one is found."""
MOST_REPAIRED = 12
"""Lines of a letter that are looked at for a slip; the others are refused all the same."""
MOST_TRIED = 60
"""Lines that are tried to mend one."""
MOST_SHOWN = 3

ACCEPTED, REFUSED, PROSE = "accepted", "refused", "not an order"


@dataclass(frozen=True, slots=True)
class LineVerdict:
    """What became of one line.

    `text` is the line as written (ASCII); `verdict` is ``accepted``, ``refused`` or ``not an order``; `phase` the letter of
    the phase that it is for; `orders` and `canonical` go together; `problem` and `caret` (columns of `text`) are set where it
    was refused; `notes` are costs such as ``5 of 6 MP``, one for each order ("" for none), or empty.
    """

    number: int
    text: str
    verdict: str
    phase: str = ""
    orders: tuple[Order, ...] = ()
    canonical: tuple[str, ...] = ()
    problem: Problem | None = None
    caret: Span | None = None
    warnings: tuple[Warning_, ...] = ()
    notes: tuple[str, ...] = ()
    standing: StandingOrder | None = None
    command: Command | None = None

    @property
    def told(self) -> str:
        """The answer to a refused line, in the form of the order language; "" for any other."""
        return refusal(self.number, self.text, self.problem, self.caret) if self.problem is not None else ""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A letter as it was read: its lines in their sequence, standing orders, commands, press, and what was cut."""

    lines: tuple[LineVerdict, ...]
    standing: tuple[StandingOrder, ...]
    commands: tuple[Command, ...]
    cut: tuple[Cut, ...]
    press: tuple[Press, ...] = ()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The accepted orders that are not for a later phase nor standing, in the sequence of the letter."""
        return tuple(order for line in self.lines if line.verdict == ACCEPTED for order in line.orders)


def rehearse(
    system: RuleSystem[Any],
    dialect: Dialect,
    state: Any,
    side: str,
    phase_letter: str,
    words: str,
    *,
    sent: Collection[str] = (),
    stacks: Mapping[str, tuple[str, ...]] | None = None,
    ahead: bool = False,
) -> Rehearsal:
    """Read and rehearse the words of a letter by `side` for the phase with this letter.  Any text at all is taken.

    `state` is not changed.  `sent` are lines that we sent to this player; `stacks` the letters of the report he answers.
    With `ahead` one letter serves the whole player turn: a line that does not say its phase is for the one where its verb
    belongs.
    """
    read = own_lines(words, sent)

    def once(overtaken: Mapping[Ordering, int]) -> "tuple[Rehearsal, _Rehearsing]":
        run = _Rehearsing(system, dialect, state, side, phase_letter, stacks or {}, overtaken, ahead)
        return run.letter(read), run

    found, run = once({})
    overtaken: dict[Ordering, int] = {}
    for _ in range(MOST_SECOND_THOUGHTS):
        pair = run.second_thought(overtaken)
        if pair is None:
            break
        earlier, later = pair
        overtaken[earlier] = later
        again, better = once(overtaken)
        good = {line.number for line in again.lines if line.verdict == ACCEPTED}
        if later not in good or not good.issuperset(one.number for one in found.lines if one.verdict == ACCEPTED):
            break
        found, run = again, better
    return found


Ordering: TypeAlias = tuple[int, Order]
"""An order and the number of its line."""

MOST_SECOND_THOUGHTS = 6


@dataclass
class _Said:
    """A line as it was read: its syntax, and how its columns lie in the text as written."""

    line: OwnLine
    words: str
    syntax: Line
    columns: tuple[int, ...] = ()
    notes: tuple[Warning_, ...] = ()
    phase: str = ""
    refused: "LineVerdict | None" = None

    def caret(self, placed: Placed) -> Span:
        """The columns of a problem in the text as written."""
        if not self.columns:
            return placed.start, placed.end
        last = len(self.columns) - 1
        return self.columns[min(placed.start, last)], self.columns[min(max(placed.end - 1, 0), last)] + 1


@dataclass
class _Outcome:
    orders: list[Order] = field(default_factory=list)
    warnings: list[Warning_] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class _Rehearsing:
    def __init__(
        self,
        system: RuleSystem[Any],
        dialect: Dialect,
        state: Any,
        side: str,
        letter: str,
        stacks: Mapping[str, tuple[str, ...]],
        overtaken: Mapping[Ordering, int],
        ahead: bool,
    ) -> None:
        self.overtaken = overtaken
        self.ahead = ahead
        self.done: list[Ordering] = []
        self.refused: list[Ordering] = []
        self.system, self.dialect, self.side, self.present, self.stacks = system, dialect, side, letter, stacks
        self.letters = [phase.letter for phase in system.card.phases]
        self.whose = {phase.letter: phase.orders for phase in system.card.phases}
        coming = system.next_phase(state)
        phasing = system.card.other(side).id if self.whose.get(letter) == "other" else side
        self.in_sequence = system.card.in_sequence
        if not self.in_sequence and (coming is None or coming.side != side):
            # Another side's drawn phase runs: no phase of this side is the present one, so a line must say which it is for.
            letter = self.present = ""
        self.player_turn = f"T{coming.turn if coming is not None else 0:02}.{system.card.side(phasing).code}"
        # Another player's turn runs: the line is looked at as if the turn that it is for had come to this position.
        self.running, self.coming = "", coming.letter if coming is not None and coming.side == phasing else ""
        self.umpire: Umpire[Any] = Umpire(
            system.thaw(system.view(state, side)),
            system.apply,
            phase=self._id(letter),
            options=getattr(state, "options", Options()),
            write=dialect.write,
        )
        self.at_stake: set[str] = set()
        self.repaired = 0
        if letter:
            self._go_to(letter)

    def _id(self, letter: str) -> str:
        return f"{self.player_turn}.{letter}"

    def _place(self, letter: str) -> int:
        return self.letters.index(letter) if letter in self.letters else -1

    def _go_to(self, letter: str) -> None:
        """Begin a phase, ending the one that runs and passing through those between."""
        if self.running == letter:
            return
        first = self.running or self.coming
        between = self.letters[self._place(first) : self._place(letter)] if first in self.letters else []
        if not self.in_sequence:
            between = [self.running] if self.running else []
        for one in between:
            if one != self.running:
                self.umpire.emit(PhaseBegan(self._id(one)))
            self.umpire.emit(PhaseEnded(self._id(one)))
        self.umpire.phase = self._id(letter)
        self.umpire.emit(PhaseBegan(self._id(letter)))
        self.running = letter

    def letter(self, read: LinesRead) -> Rehearsal:
        """The whole letter: lines of the present phase from top to bottom, then those of later ones."""
        verdicts: list[LineVerdict] = []
        later: list[_Said] = []
        for one in self._lines(read.lines):
            if isinstance(one, LineVerdict):
                verdicts.append(one)
            elif self._is_later((letters := self._letters_of(one))[0]):
                one.phase = letters[0]
                later.append(one)
            else:
                verdict = self._verdict(one, letters[0])
                if verdict.verdict == REFUSED and letters[1:]:
                    one.phase, one.refused = letters[1], verdict
                    later.append(one)
                else:
                    verdicts.append(verdict)
        for one in sorted(later, key=lambda said: self._place(said.phase)):
            self._go_to(one.phase)
            verdict = self._verdict(one, one.phase)
            verdicts.append(one.refused if one.refused is not None and verdict.verdict == REFUSED else verdict)
        verdicts.sort(key=lambda verdict: verdict.number)
        verdicts[-1:] = [_unless_signed(one, verdicts) for one in verdicts[-1:]]
        standing = tuple(verdict.standing for verdict in verdicts if verdict.standing is not None)
        commands = tuple(verdict.command for verdict in verdicts if verdict.command is not None)
        return Rehearsal(tuple(verdicts), standing, commands, read.cut, read.press)

    def _lines(self, lines: tuple[OwnLine, ...]) -> Iterator["_Said | LineVerdict"]:
        """Each line as it was read, or what became of it at once."""
        n = 0
        while n < len(lines):
            line = lines[n]
            n += 1
            told = command(line.words)
            if told is not None and told.name in BINDING and line.text.rstrip().endswith("?"):
                yield self._asked_back(line, told, "A question is not carried out.")
                continue
            if told is not None:
                yield LineVerdict(line.number, line.text, ACCEPTED, self.present, canonical=(told.text,), command=told)
                continue
            said = self._parsed(line)
            both = self._joined(lines, n - 1, said)
            if both is not None:
                said, n = both, n + 1
            yield said if isinstance(said, _Said) else self._unread(line, said)

    def _joined(self, lines: tuple[OwnLine, ...], n: int, said: "_Said | Misread") -> "_Said | None":
        """Two lines that a mail program made of one: where one of them cannot be read alone, and both together can."""
        joined = wrapped_together(lines, n)
        if joined is None or not (isinstance(said, Misread) or goes_on(lines[n + 1])):
            return None
        both = self._parsed(joined)
        return both if isinstance(both, _Said) else None

    def _parsed(self, line: OwnLine) -> "_Said | Misread":
        syntax = self.dialect.parse(line.words)
        if not isinstance(syntax, Misread):
            return _Said(line, line.words, syntax)
        mended = self.dialect.mend(line.words, self.umpire.state)
        return self._as_mended(line, mended) or syntax

    def _as_mended(self, line: OwnLine, mended: Mended | None) -> "_Said | None":
        if mended is None:
            return None
        again = self.dialect.parse(mended.words)
        return None if isinstance(again, Misread) else _Said(line, mended.words, again, mended.columns, mended.notes)

    def _asked_back(self, line: OwnLine, told: Command, why: str) -> LineVerdict:
        """A line that may be meant as a command, but is not taken as one."""
        problem = Malformed("E110", f"{why}  If you mean it, write   {told.text}", suggest=(told.text,))
        caret = len(line.text) - len(line.text.lstrip()), len(line.text.rstrip())
        return LineVerdict(line.number, line.text, REFUSED, self.present, problem=problem, caret=caret)

    def _as_command(self, line: OwnLine) -> LineVerdict | None:
        """A line that is no order, and is a command but for a slip: a question to the desk is mended, else asked back."""
        told = nearly(line.words) if line.words.strip() else None
        if told is None:
            return None
        if told.name in QUERIES:
            return LineVerdict(line.number, line.text, ACCEPTED, self.present, canonical=(told.text,), command=told)
        return self._asked_back(line, told, f"'{line.words.split()[0]}' is not a word of mine.")

    def _unread(self, line: OwnLine, misread: Misread) -> LineVerdict:
        meant = self._as_command(line)
        if meant is not None:
            return meant
        if not self.dialect.is_order_like(line.words, self.umpire.state):
            return LineVerdict(line.number, line.text, PROSE)
        placed = self.dialect.explain(misread, line.words, self._reading(self.present))
        caret = placed.start, placed.end
        problem = self._with_repairs(placed.problem, line.words, self.present)
        return LineVerdict(line.number, line.text, REFUSED, self.present, problem=problem, caret=caret)

    def _letters_of(self, said: "_Said") -> tuple[str, ...]:
        """The phases that a line may be for, the likeliest first; the present one where it does not say."""
        if not isinstance(said.syntax, OrderLine):
            return (self.present,)
        if said.syntax.phase is not None:
            return (self._letter_said(said.syntax.phase) or self.present,)
        belongs = self.dialect.letters_of(said.syntax, self.present) if self.ahead else ()
        open_to_it = tuple(one for one in belongs if one == self.present or self._is_later(one))
        return open_to_it or (self.present,)

    def _letter_said(self, phase: Words) -> str:
        """The letter of the phase that a line names, "" where the side has none so called."""
        return self.dialect.phase_letter(phase.text, self.umpire.state, self.side)

    def _is_later(self, letter: str) -> bool:
        """Whether a phase comes later in this player turn and takes this side's orders."""
        if not self.in_sequence:
            return letter != self.present and self.whose.get(letter) == "phasing"
        return self._place(letter) > self._place(self.present) >= 0 and self.whose[letter] == self.whose[self.present]

    # One line.

    def _verdict(self, said: _Said, letter: str) -> LineVerdict:
        found = self._carried_out(said, letter)
        if isinstance(found, Placed) and not said.notes:
            # A misspelt verb may have been taken for a part of a name: once more with the verbs spelt out.
            mended = self._as_mended(said.line, self.dialect.mend(said.words, self.umpire.state))
            if mended is not None:
                again = self._carried_out(mended, letter)
                if found.problem.code in UNKNOWN or not isinstance(again, Placed):
                    said, found = mended, again
        line = said.line
        if isinstance(found, Placed):
            if found.problem.code in UNKNOWN and (meant := self._as_command(line)) is not None:
                return meant
            if found.problem.code in UNKNOWN and not self.dialect.is_order_like(line.words, self.umpire.state):
                return LineVerdict(line.number, line.text, PROSE)
            problem = self._with_repairs(found.problem, said.words, letter)
            return LineVerdict(line.number, line.text, REFUSED, letter, problem=problem, caret=said.caret(found))
        if isinstance(found, StandingOrder):
            kept = (found.text,)
            return LineVerdict(line.number, line.text, ACCEPTED, letter, (), kept, warnings=said.notes, standing=found)
        ahead = f"in {self._word(letter)}: " if letter != self.present else ""
        texts = tuple(ahead + self.dialect.write(order) for order in found.orders)
        warnings = (*said.notes, *dict.fromkeys(found.warnings))
        return LineVerdict(
            line.number,
            line.text,
            ACCEPTED,
            letter,
            tuple(found.orders),
            texts,
            warnings=warnings,
            notes=tuple(found.notes) if any(found.notes) else (),
        )

    def _with_repairs(self, problem: Problem, words: str, letter: str) -> Problem:
        """The problem with lines to copy, where its own are none: each has been tried here and is lawful."""
        if problem.code not in REPAIRED or self.repaired >= MOST_REPAIRED or letter != self.running:
            return problem
        if any(self._would_read(line, letter) for line in problem.suggest):
            return problem
        self.repaired += 1
        found: list[str] = []
        meant = (line for line in self.dialect.repairs(words, self._reading(letter)) if line not in problem.suggest)
        for line in islice(meant, MOST_TRIED):
            read = self._would_read(line, letter)
            if read and read not in found:
                found.append(read)
            if len(found) == MOST_SHOWN:
                break
        if not found:
            return problem
        # A hex that the text offers already stays what is offered; the whole line goes along unsaid.
        kept = problem.suggest if problem.code == "E120" and problem.suggest and words.count("-") < 2 else ()
        return replace(problem, suggest=(*kept, *found))

    def _would_read(self, words: str, letter: str) -> str:
        """The canonical line that words would be taken as here, "" where they would be refused; nothing is changed."""
        syntax = self.dialect.parse(words)
        if isinstance(syntax, Misread) or not isinstance(syntax, OrderLine):
            return ""
        said = _Said(OwnLine(0, words, words), words, syntax)
        wanted = self._letter_said(syntax.phase) if syntax.phase is not None else letter
        if not wanted and syntax.phase is not None:
            return ""
        before, told, refused = self.system.thaw(self.umpire.state), len(self.umpire.events), len(self.refused)
        found = self._clauses(said, syntax.orders, wanted)
        self.umpire.state = before
        del self.umpire.events[told:]
        del self.refused[refused:]
        if isinstance(found, Placed) or not found.orders:
            return ""
        ahead = f"in {self._word(wanted)}: " if wanted != self.present else ""
        return ahead + "; ".join(self.dialect.write(order) for order in found.orders)

    def _carried_out(self, said: _Said, letter: str) -> "_Outcome | StandingOrder | Placed":
        if not isinstance(said.syntax, OrderLine):
            return self.dialect.standing(said.syntax, self._reading(letter))
        phase = said.syntax.phase
        if phase is not None and not self._letter_said(phase):
            return self.dialect.no_phase(phase, self._reading(letter))
        before, told = self.system.thaw(self.umpire.state), len(self.umpire.events)
        found = self._clauses(said, said.syntax.orders, letter)
        if isinstance(found, Placed):
            self.umpire.state = before
            del self.umpire.events[told:]
        else:
            self.at_stake.update(name for order in found.orders for name in _names_in(order))
            self.done.extend((said.line.number, order) for order in found.orders)
        return found

    def _clauses(self, said: _Said, clauses: tuple[Ordered, ...], letter: str) -> "_Outcome | Placed":
        """The clauses of a line in turn, each on what the one before leaves; the first problem ends the line."""
        out = _Outcome()
        is_read_only = letter not in (self.present, self.running)
        if letter != self.present and (is_read_only or not self.ahead):
            out.warnings.append(Warning_("W308", f"filed for {self._phase(letter, is_read_only)}"))
        reading = self._reading(letter)
        moot: Placed | None = None
        for n, ordered in enumerate(clauses):
            reading.view = self.umpire.state
            reading.lawful = partial(self.system.plan, self.umpire.state, self.side, letter)
            meant = self.dialect.orders(ordered, reading)
            if isinstance(meant, Placed):
                return meant
            for order in meant:
                later = self.overtaken.get((said.line.number, order))
                if later is not None:
                    text = f"line {later} gives the same unit another order, and the later one stands"
                    out.warnings.append(Warning_("W306", f"{self.dialect.write(order)}: {text}"))
                    continue
                plan = None if is_read_only else self.system.plan(self.umpire.state, self.side, letter, order)
                if isinstance(plan, Moot) and len(clauses) > 1 and letter in (self.present, self.running):
                    # It is so already: what else the line says is not spoilt by that.
                    moot = moot or self._placed(plan, said.words, clauses, n, reading)
                    out.warnings.append(
                        Warning_("W310", f"{plan.text.rstrip('.')}; nothing was to be done", plan.clause)
                    )
                    continue
                if isinstance(plan, Problem):
                    if not self._may_wait(plan, letter):
                        self.refused.append((said.line.number, order))
                        return self._placed(plan, said.words, clauses, n, reading)
                    out.warnings.append(Warning_("W308", f"not lawful as things stand: {plan.text}", plan.clause))
                elif plan is not None:
                    self._act(order, plan)
                    out.warnings.extend(plan.warnings)
                    reading.placed_at.clear()
                out.orders.append(order)
                out.notes.append("; ".join(plan.notes) if isinstance(plan, Plan) else "")
        out.warnings.extend(reading.warnings)
        return moot if moot is not None and not out.orders else out

    def second_thought(self, tried: Mapping[Ordering, int]) -> tuple[Ordering, int] | None:
        """A refused order and an earlier one of the same kind for the same unit, which the later may replace (W306)."""
        for number, order in self.refused:
            if not order.once:
                continue
            for earlier, other in self.done:
                same = type(other) is type(order) and set(_acting(other)) & set(_acting(order))
                if earlier < number and other != order and same and (earlier, other) not in tried:
                    return (earlier, other), number
        return None

    def _may_wait(self, problem: Problem, letter: str) -> bool:
        """Whether an unlawful line of a later phase is filed: the next phase's only if it rests on what is at stake."""
        if letter == self.present or not problem.rests_on:
            return False
        if self.in_sequence and self._place(letter) == self._place(self.present) + 1:
            return bool(self.at_stake.intersection(problem.rests_on))
        return True

    def _act(self, order: Order, plan: Plan) -> None:
        with self.umpire.act(self.side, order):
            self._drive(self.system.resolve(self.umpire, plan))

    def _drive(self, play: Generator[tuple[Ask, ...], tuple[Answer, ...], None]) -> None:
        """Own asks get their default, the other side's are declined."""
        try:
            asks = next(play)
            while True:
                asks = play.send(tuple(self._answer(ask) for ask in asks))
        except StopIteration:
            return

    def _answer(self, ask: Ask) -> Answer:
        if ask.kind == ORDERS:
            return Answer(source="default")
        first = ask.choices[0].key
        own, other = (ask.default, ask.declined), (ask.declined, ask.default)
        return Answer(
            next((key for key in (own if ask.side == self.side else other) if key is not None), first), source="default"
        )

    def _placed(self, problem: Problem, words: str, clauses: tuple[Ordered, ...], n: int, reading: Reading) -> Placed:
        """Where in the line a problem of the rules lies: the words it names, else the clause."""
        clause = clauses[n].clause
        start = clause.start
        target = next(iter(clause.targets), None)
        if target is not None and target.at is not None and target.at.text == problem.words:
            return Placed(problem, target.at.start, target.at.end)
        if problem.words in reading.spans:
            return Placed(problem, *reading.spans[problem.words])
        if problem.words:
            at = words.lower().find(problem.words.lower(), start)
            if at < 0:
                at = words.lower().find(problem.words.lower())
            if at >= 0:
                return Placed(problem, at, at + len(problem.words))
        if problem.code.startswith("E14") and target is not None:
            return Placed(problem, target.start, target.end)
        following = [one.clause for one in clauses[n + 1 :]]
        if problem.code in WHOLE_LINE and all(one.who is None for one in clauses[n + 1 :]) and following:
            return Placed(problem, start, following[-1].end)
        return Placed(problem, start, clause.end)

    def _phase(self, letter: str, is_later_turn: bool) -> str:
        """The phase that a line is filed for, in words, and when it is looked at again."""
        if not self.in_sequence:
            return f"{self._word(letter)}; looked at again when that is drawn"
        when = "a later turn" if is_later_turn else "this player turn"
        return f"phase {letter} of {when}; looked at again when it comes"

    def _word(self, letter: str) -> str:
        return self.dialect.phase_word(letter, self.umpire.state, self.side)

    def _reading(self, phase: str) -> Reading:
        view = self.umpire.state
        return Reading(view, self.side, phase, partial(self.system.plan, view, self.side, phase), self.stacks)


def _unless_signed(last: LineVerdict, verdicts: Sequence[LineVerdict]) -> LineVerdict:
    """The last line: a name alone below good orders is a signature, though a unit may have it too."""
    is_name = last.text.replace(".", "").replace(" ", "").isalpha() and last.text[:1].isupper()
    is_lone = last.problem is not None and last.problem.code == "E111" and bool(last.problem.rests_on)
    if is_name and is_lone and any(one.verdict == ACCEPTED for one in verdicts):
        return LineVerdict(last.number, last.text, PROSE)
    return last


def _acting(order: Order) -> tuple[str, ...]:
    """Whose order it is: an order's first field names its unit or units."""
    first = next((getattr(order, one.name) for one in fields(order)), "")
    return first if isinstance(first, tuple) else (str(first),)


def _names_in(order: Order) -> Iterator[str]:
    for one in fields(order):
        value = getattr(order, one.name)
        if isinstance(value, tuple):
            yield from (item for item in value if isinstance(item, str))
        elif isinstance(value, str):
            yield value
