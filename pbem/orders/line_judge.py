"""The judge of a letter's lines: each is named, planned and carried out on the position that the good lines before it leave.

A line that is not in the notation is read as prose; what nobody can read is asked about, or is chat.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.core.order import Problem, Warning_
from pbem.language.kept import leaves_out
from pbem.language.read import STORY, Read
from pbem.language.telling import ORDERS, TELLS
from pbem.language.wording.remarks import says_nothing
from pbem.language.wording.sayings import sayings
from pbem.language.wording.spans import corrected_at
from pbem.orders import rest
from pbem.orders.clauses import Clauses, ReadClauses
from pbem.orders.commands import BINDING, QUERIES, Command, command, nearly, passes
from pbem.orders.dialect import Placed, Verbatim
from pbem.orders.gists import (
    bids_everybody,
    is_bidden,
    is_gist,
    is_offered,
    is_read,
    is_small_talk,
    is_understood,
    is_unread,
    mass,
    may_be_guessed,
    may_have_gist,
    tells_only,
)
from pbem.orders.line_answers import (
    asked,
    asked_back,
    each_alone,
    forbidden_by_rule,
    is_asked_line,
    is_bare_question,
    of_command,
    phase_ahead,
    unless_signed,
    which_of,
)
from pbem.orders.line_phases import LinePhases
from pbem.orders.lines import HEADED, MOST_EXPLAINED, MOST_PROSE, MOST_PROSE_LINES, READY_PERHAPS, RULED, OwnLine
from pbem.orders.offers import fullest, in_common, may_have_more, more_offers
from pbem.orders.parsed_lines import (
    CommandLine,
    OnFile,
    Parsed,
    ParsedLine,
    UnreadLine,
    is_for_the_rest,
    repaired_line,
    unaddressed,
)
from pbem.orders.problem_codes import MISNAMED, OF_ANOTHER_PHASE, RULES, SAID_ONCE, UNKNOWN, is_not_understood
from pbem.orders.prose import MOST_SHOWN, NOT_LOOKED_AT, STANDING_ALONE, UNCLEAR, Prose, Tried
from pbem.orders.refusal_text import without_lines
from pbem.orders.standing import StandingOrder
from pbem.orders.suggestions import SHORT, UNREAD, Suggestions
from pbem.orders.syntax import HAS_UNITS, MarchLine, OrderLine, Words
from pbem.orders.verdict import ACCEPTED as ACCEPTED
from pbem.orders.verdict import PROSE as PROSE
from pbem.orders.verdict import REFUSED as REFUSED
from pbem.orders.verdict import LineVerdict as LineVerdict
from pbem.orders.verdict import RehearsalResult as RehearsalResult

_AND_ANOTHER = re.compile(r"\s+(?:and|while|whilst|but|as)\s+(?=(?:the\s+)?[A-Z][\w/]*(?:\s[A-Z]\w+)*\s+[a-z])")
"""Words between what two do: ``Ottawa charge Price and Wyandot gribble``."""


_OF_SEVERAL = re.compile(
    r"\b(?:everybody|everyone|all|both|with\s+(?:him|them|her)|(?:his|their)\s+(?:men|company|lot|people))\b", re.I
)
"""Words by which a line is for more than one, whoever is named."""


_NO_NAME = re.compile(
    r"^No unit is called '?(?:the\s+)?(?:if|unless|except|but|only|when|until|till|while|as|so|that|which|who\w*|what\w*"
    r"|any\w*|every\w*|all|none|both"
    r"|nearest|closest|others?|rest)\b",
    re.I,
)
"""Begins a refusal for a word that is no name of a unit: the line was not understood."""


class LineJudge:
    """Judges the lines of one letter, in the sequence in which the game carries them out."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses, self.position, self.suggestions = clauses, clauses.position, Suggestions(clauses)
        self.prose_reader = Prose(clauses)
        self.phases = LinePhases(clauses, self.prose_reader)
        self._read = Read()
        self._is_covered = False
        self._only: Tried | None = None

    def letter(self, lines: Sequence[Parsed | OnFile]) -> RehearsalResult:
        """The whole letter: lines of the present phase as the game carries them out, then those of later ones."""
        position = self.position
        position.ordered = self._ordered(lines)
        verdicts: list[LineVerdict] = []
        self.refused = self.prose = 0
        later: list[tuple[str, ParsedLine | UnreadLine | OnFile, LineVerdict | None]] = []
        has_rest = any(map(is_for_the_rest, lines))
        # Whom sentences order is known when they have been read: all the rest come behind them.
        for one in sorted(lines, key=lambda one: (self._stage(one), has_rest and is_for_the_rest(one))):
            if isinstance(one, OnFile):
                if position.is_later(one.phase):
                    later.append((one.phase, one, None))
                else:
                    verdicts.append(self._on_file(one))
            elif isinstance(one, CommandLine):
                verdicts.append(of_command(one, position.present))
            elif letter := self.phases.later_letter(one):
                later.append((letter, one, None))
            elif isinstance(one, UnreadLine):
                verdicts.append(self._judged(one, position.present))
                self._note_ordered(verdicts[-1], is_wanted=has_rest)
            elif position.is_later((letters := self.clauses.letters_of(one.syntax))[0]):
                later.append((letters[0], one, None))
            else:
                verdict = self._judged(one, letters[0])
                if verdict.verdict == REFUSED and letters[1:]:
                    later.append((letters[1], one, verdict))
                else:
                    verdicts.append(verdict)
                    self._note_ordered(verdict, is_wanted=has_rest)
        for letter, parsed, refused in sorted(
            later, key=lambda one: (position.place(one[0]), has_rest and is_for_the_rest(one[1]))
        ):
            if not self.clauses.names_only:
                position.go_to(letter)
            if isinstance(parsed, OnFile):
                verdicts.append(self._on_file(parsed))
                continue
            if isinstance(parsed, UnreadLine):
                verdicts.append(self._judged(parsed, letter))
                self._note_ordered(verdicts[-1], is_wanted=has_rest)
                continue
            verdict = self._judged(parsed, letter)
            self._note_ordered(verdict, is_wanted=has_rest)
            verdicts.append(refused if refused is not None and verdict.verdict == REFUSED else verdict)
        verdicts.sort(key=lambda verdict: verdict.number)
        on_file = {one.number for one in lines if isinstance(one, OnFile)}
        own = [one for one in verdicts if one.number not in on_file]
        verdicts[-1:] = [unless_signed(one, own) for one in verdicts[-1:]]
        standing = tuple(order for verdict in verdicts for order in verdict.standing)
        commands = tuple(verdict.command for verdict in verdicts if verdict.command is not None)
        return RehearsalResult(tuple(verdicts), standing, commands)

    def _ordered(self, lines: Sequence[Parsed | OnFile]) -> Mapping[str, frozenset[str]]:
        """The units that others give orders to, by the letter of their phase, if a line is for all the rest."""
        read = [one.syntax for one in lines if isinstance(one, ParsedLine) and isinstance(one.syntax, HAS_UNITS)]
        if not any(map(is_for_the_rest, lines)):
            return {}
        is_whole = any(isinstance(one, CommandLine) and one.command.name == "replace" for one in lines)
        found: dict[str, set[str]] = {
            letter: set() if is_whole else set(names) for letter, names in self.clauses.on_file.items()
        }
        for syntax in read:
            moves = self.position.dialect.phase_letter("movement") if isinstance(syntax, MarchLine) else ""
            letter = moves or self.clauses.letters_of(syntax)[0]
            named = rest.whom(syntax, self.position.dialect, self.position.reading(letter))
            found.setdefault(letter, set()).update(named)
        return {letter: frozenset(names) for letter, names in found.items()}

    def _note_ordered(self, verdict: LineVerdict, *, is_wanted: bool) -> None:
        """Count the units of an accepted line among those that all the rest are without."""
        if is_wanted and verdict.orders:
            letter = verdict.phase
            named = (name for order in verdict.orders for name in rest.acting(order))
            ordered = self.position.ordered
            self.position.ordered = {**ordered, letter: ordered.get(letter, frozenset()) | frozenset(named)}

    def _stage(self, one: Parsed | OnFile) -> int:
        """The stage of the phase in which the game carries an order out, wherever it stands in the letter."""
        if isinstance(one, OnFile):
            return self.position.dialect.stage(one.order)
        if isinstance(one, ParsedLine) and isinstance(one.syntax, OrderLine):
            return self.position.dialect.stage(one.syntax)
        return 0

    def _judged(self, one: ParsedLine | UnreadLine, letter: str) -> LineVerdict:
        """The verdict on a line; one that is asked about has all that it may mean among its offers."""
        self.prose_reader.begin()
        found = self._unread(one) if isinstance(one, UnreadLine) else self._verdict(one, letter)
        if self.clauses.names_only or not may_have_more(found):
            return found
        offers = more_offers(found, self.prose_reader)
        return asked(one.line, [*found.choices, *offers], found.phase) if offers else found

    # Lines that are no orders.

    def _as_command(self, line: OwnLine) -> LineVerdict | None:
        """A line that is no order, and is a command but for a slip: a question to the desk is corrected, else asked back."""
        if READY_PERHAPS.match(line.words) and not is_asked_line(line):
            present = self.position.present
            return asked_back(line, Command("ready", (), "ready"), present, "We can't tell whether you are ready.")
        command = nearly(line.words, self.position.dialect.place) if line.words.strip() else None
        if command is None:
            return None
        if command.name in QUERIES:
            return of_command(CommandLine(line, command), self.position.present)
        why = f"'{line.words.split()[0]}' is not a word I know."
        return asked_back(line, command, self.position.present, why)

    def _unread(self, unread: UnreadLine) -> LineVerdict:
        line, dialect = unread.line, self.position.dialect
        as_command = self._as_command(line) if not unread.words else None
        if as_command is not None:
            return as_command
        words = unread.words or line.words
        is_chat = not unread.words and (is_asked_line(line) or not self._is_order_like(line))
        is_chat = is_chat or RULED.match(line.text) is not None or says_nothing(line.text)
        if not unread.is_heading and (found := self._as_prose(line, unread.phase, is_chat=is_chat)) is not None:
            return found
        if is_chat:
            return self._prose(line)
        lead = unread.phase or phase_ahead(words)
        letter = (self.position.letter_named(lead) if lead else "") or self.position.present
        reading = self.position.reading(letter)
        if lead is not None and not self.position.letter_named(lead):
            placed = dialect.no_phase(lead, reading)
        else:
            placed = dialect.explain(unread.misread, words, reading)
        caret = placed.start, placed.end
        problem = self._offered(placed.problem, words, letter)
        if is_unread(line, problem) and (guessed := self._with_guesses(line, unread.phase)) is not None:
            return guessed
        self._count_refused()
        return LineVerdict(line.number, line.text, REFUSED, self.position.present, problem=problem, caret=caret)

    def _as_prose(
        self,
        line: OwnLine,
        phase: Words | None,
        problem: Problem | None = None,
        *,
        ahead: str = "",
        is_chat: bool = False,
        ask: bool = False,
    ) -> LineVerdict | None:
        """A line that is not in the notation as prose: accepted, refused by a rule, unclear or chat; None if it says nothing
        to the reader of prose.  What bids somebody of one's own do something is never chat."""
        refused, prose_lines = self.refused, self.prose
        found = self._looked_at(line, phase, problem, ahead=ahead, is_chat=is_chat, ask=ask)
        is_unsure = found is not None and found.verdict == REFUSED and not self._is_covered
        is_talk = is_unsure and is_chat and not ahead and is_small_talk(line, self._read)
        if is_talk or (is_unsure and says_nothing(line.text)):
            self.refused, self.prose = refused, prose_lines
            return self._prose(line)
        if not is_read(found) and passes(line.text) and not ahead:
            self.refused, self.prose = refused, prose_lines
            return self._refused_as(asked(line, [("pass",)], self.position.present))
        is_wrong = problem is not None and is_understood(problem)
        is_open = not (is_read(found) or is_wrong) and RULED.match(line.text) is None
        phrase = self.phases.said_for(line, phase) if is_open else None
        plain = self.prose_reader.among_remarks(phrase.rest, phrase.letter, ahead) if phrase is not None else []
        if plain and phrase is not None:
            self.refused, self.prose = refused, prose_lines
            return self._refused_as(asked(line, [one.canonical for one in plain], phrase.letter))
        if found is not None and found.verdict == PROSE:
            parts = self.prose_reader.parts(line.text)
            bids = bids_everybody(line.text) or parts.bids or (not parts.is_tale and is_bidden(line.text, self._read))
            is_at = self._read.has_hex or (self._read.names_two and self._read.names_foe)
            is_at = is_at and (self._read.opens_with_own or self._read.opens_with_name)
            bids = bids or (parts.kinds[:1] == (ORDERS,) and is_at and not parts.tell and "?" not in line.text)
            is_order = bids and not RULED.match(line.text)
            found = self._unclear(line, (), self.position.present) if is_order else found
        if found is None or not may_be_guessed(found, self._read):
            return found
        return self._with_guesses(line, phase, found, ahead=ahead) or found

    def _with_guesses(
        self, line: OwnLine, phase: Words | None, found: LineVerdict | None = None, *, ahead: str = ""
    ) -> LineVerdict | None:
        """A line that would be refused, with offers in which the verb is guessed behind those that it has; None if no verb
        of it can be guessed."""
        phrase = self.phases.said_for(line, phase)
        if phrase is None or RULED.match(line.text) or self.prose_reader.is_spent or self.clauses.names_only:
            return None
        offers: list[tuple[str, ...]] = []
        for text in dict.fromkeys((phrase.rest, _AND_ANOTHER.sub("; ", phrase.rest))):
            _, tried = self.prose_reader.gist(text, phrase.letter, ahead, phrase.name, guesses=True)
            offers = offers or [
                one.canonical
                for one in tried
                if self.prose_reader.keeps_hexes(phrase.rest, one)
                and self.prose_reader.names_all(phrase.rest, one.canonical)
                and not leaves_out(phrase.rest, one.canonical)
            ]
        if not offers:
            return None
        known = found.choices if found is not None else ()
        return self._refused_as(asked(line, [*known, *offers], phrase.letter))

    def _looked_at(
        self, line: OwnLine, phase: Words | None, problem: Problem | None, *, ahead: str, is_chat: bool, ask: bool
    ) -> LineVerdict | None:
        """A line as prose, whatever it bids; as `_as_prose`."""
        self._read, refused, prose_lines = Read(), self.refused, self.prose
        is_corrected = corrected_at(line.text) >= 0
        found = self._as_read(line, phase, problem, ahead=ahead, is_chat=is_chat, ask=ask or is_corrected)
        if line.text.strip() in self.position.as_read:
            return found  # it is what it was
        # A name with a slip is never guessed: without a gist only a reading that nothing but idle words stand beside is taken.
        may_ask = may_have_gist(found, line, problem)
        is_sure = self._only is not None and not self._only.candidate.doubts
        phrase = self.phases.said_for(line, phase) if may_ask or is_sure else None
        is_heading = HEADED.match(line.text) is not None and not self._read.has_hex
        is_told = phrase is not None and phrase.is_guessed and found is not None and found.verdict == PROSE
        if phrase is None or RULED.match(line.text) or is_heading or is_told or self.prose_reader.is_spent:
            return found
        looked_at = self.prose_reader.gist_count
        gist, tried = self.prose_reader.gist(phrase.rest, phrase.letter, ahead, phrase.name)
        is_looked_at = self.prose_reader.gist_count > looked_at and not gist.is_held
        if (
            self._only is not None
            and not (ask or sayings().waver(self._read.plain or line.text))
            and not (phrase.is_guessed or (problem is not None and problem.code.startswith(RULES)))
            and is_looked_at
            and is_gist(self._only, tried, is_corrected=is_corrected)
            and not self._tells(phrase.rest)
        ):
            self.refused, self.prose = refused, prose_lines
            return self._taken(line, self._only, phrase.letter, ahead)
        if not may_ask:
            return found
        # What a writer put between two semicolons is an order of its own, and left out of no offer.
        parts = self.prose_reader.parts(phrase.rest)
        if TELLS not in parts.kinds:
            tried = [one for one in tried if self.prose_reader.keeps_hexes(phrase.rest, one)]
        between = line.text.rstrip("; ").count(";") - parts.kinds.count(TELLS)
        is_held = gist.is_held or (bool(gist.candidates) and parts.commands)
        tried = [one for one in tried if not leaves_out(phrase.rest, one.canonical)]
        named = [one for one in tried if self.prose_reader.names_all(phrase.rest, one.canonical)]
        is_partial, tried = bool(tried) and not named, named
        whole = [one for one in tried if len(one.canonical) > between]
        is_behind = (
            (parts.command_behind or (parts.commands and is_held)) and found is not None and found.verdict == PROSE
        )
        offers = whole if is_offered(line, gist, self._read, found) or (is_behind and gist.candidates) else []
        is_unsaid = phrase.letter == self.position.present or not phrase.name
        may_be_chat = not ahead and phase_ahead(line.words) is None and is_unsaid
        is_told = parts.tell and not bids_everybody(line.text)
        if is_told and phase_ahead(line.words) is None and not self._is_covered:
            self.refused, self.prose = refused, prose_lines
            return self._prose(line)
        if (is_behind or (is_partial and is_chat and (found is None or found.verdict == PROSE))) and not offers:
            self.refused, self.prose = refused, prose_lines
            return self._unclear(line, (), phrase.letter)
        if offers:
            known = () if is_corrected or found is None else found.choices
            is_more = max(map(mass, (one.canonical for one in offers))) > max(map(mass, known), default=0)
            if not is_more and (self._is_covered or any(one.canonical in known for one in offers[: gist.even])):
                return found
            self.refused, self.prose = refused, prose_lines
            return self._refused_as(
                asked(line, [*known[: MOST_SHOWN - 1], *(one.canonical for one in offers)], phrase.letter)
            )
        if may_be_chat and not gist.is_held and tells_only(line, self._read, found):
            self.refused, self.prose = refused, prose_lines
            return self._unclear(line, (), phrase.letter) if parts.bids else self._prose(line)
        return found

    def _tells(self, words: str) -> bool:
        """True if a line of several parts, without a place or an enemy, tells something, and orders nothing in plain words."""
        read = self._read
        if read.is_wish or read.has_condition or read.has_hex or read.has_place or read.names_foe:
            return False
        parts = self.prose_reader.parts(words)
        return parts.tell and len(parts.kinds) > 1

    def _as_read(
        self, line: OwnLine, phase: Words | None, problem: Problem | None, *, ahead: str, is_chat: bool, ask: bool
    ) -> LineVerdict | None:
        """A line as the grammar of sentences reads it; as `_as_prose`."""
        self._is_covered, self._only = False, None
        if re.match(r"\s*(?:in\s[^:]{1,30}:\s*)?policy", line.words, re.I):
            return None
        phrase = self.phases.said_for(line, phase)
        if phrase is None:
            return None
        if self.prose_reader.is_spent:
            return self._not_looked_at(line) if is_chat else None
        if is_chat and RULED.match(line.text):
            return self._prose(line)  # a heading drawn with rules
        letter = phrase.letter
        is_unsaid = letter == self.position.present or not phrase.name
        is_for_other = is_chat and not is_unsaid
        is_chat = is_chat and not is_for_other
        read, tried = self.prose_reader.read(phrase.rest, letter, ahead, phrase.name, line.text)
        self._read = read
        good = [one for one in tried if one.canonical]
        sure = fullest([one for one in good if one.candidate.is_covered and one.candidate.is_sure])
        if len(sure) == 1 and self.prose_reader.leaves_somebody(sure[0], tried):
            good, sure = [one for one in good if one not in sure], []
        words = read.plain or line.text
        ask = (phrase.is_guessed or (ask and not read.takes_back)) or (
            len(sure) == 1
            and (
                leaves_out(words, sure[0].canonical)
                or sayings().waver(words)
                or self.prose_reader.drops_hex(read.plain or phrase.rest, sure[0])
                or self.prose_reader.drops_bidden(line.text, sure[0])
                or ((read.is_past or bool(read.plain)) and self.prose_reader.parts(line.text).tell)
            )
        )
        if len(sure) == 1 and not read.is_asked and not ask:
            return self._taken(line, sure[0], letter, ahead)
        may_be_chat = not ahead and phase_ahead(line.words) is None and is_unsaid
        is_talk = (read.is_talk or read.is_asked) and not (read.is_wish and not (read.is_talk and read.is_asked))
        is_plain = any(one.candidate.is_covered for one in good)  # Mills to 3612?
        if is_talk and may_be_chat and not (read.is_told or (is_plain and not read.is_doubtful)):
            return self._prose(line)
        is_row = read.opens_with_own and read.has_hex and ":" in line.text  # Red Bear: west edge, 1105
        is_story = (
            read.is_over
            and not is_row
            and not (sure or read.has_condition)
            and (not read.has_act or (len(read.unknown) > 1 and not read.candidates))
        )
        is_heading = HEADED.match(line.text) is not None and not (sure or read.names_unit or read.has_hex)
        is_aside = read.is_remark or (
            not read.candidates
            and ((read.is_asked and not read.is_wish) or ((read.is_over or read.is_talk) and not read.names_own))
        )
        if ((is_story or is_heading) and may_be_chat) or (ahead and is_aside):
            return self._prose(line)
        if problem is not None and problem.code == OF_ANOTHER_PHASE:
            return None  # in no way an order of this phase
        if read.is_report and may_be_chat and not sure:
            return self._prose(line)
        choices = sure or [one for one in good if one.candidate.is_whole]
        had, choices = choices, [one for one in choices if not leaves_out(words, one.canonical)]
        kept = [one for one in choices if self.prose_reader.keeps_hexes(read.plain or phrase.rest, one)]
        kept = [one for one in kept if not self.prose_reader.drops_bidden(line.text, one)]
        if not ahead:  # nobody in a story is left out of the order at its end
            kept = [
                one
                for one in kept
                if STORY in one.candidate.doubts
                or self.prose_reader.names_all(read.plain or phrase.rest, one.canonical)
            ]
        if had and not kept and (is_chat or not choices):
            return self._unclear(line, (), letter)
        choices = kept
        is_verb_unknown = not (read.has_act or is_chat) and len(read.unknown) == 1
        if problem is not None and problem.code == "E104" and problem.clause and not sure:
            return None  # a rule says why nobody is there to be ordered, and what to write
        if choices and not (is_verb_unknown and problem is not None and problem.code == "E110"):
            self._is_covered = all(one.candidate.is_covered for one in choices)
            self._only = None if read.is_asked else self.prose_reader.only_reading(line.text, read, tried)
            return self._unclear(line, choices, letter)
        commands = (
            command(one.lines[0], self.position.dialect.place) for one in read.candidates if len(one.lines) == 1
        )
        if (suggested := next((one for one in commands if one is not None and one.name in BINDING), None)) is not None:
            return asked_back(line, suggested, letter, "I read this as a word to the desk.")
        fits = [one for one in tried if one.candidate.is_covered and one.problem]
        which = next((one for one in fits if one.problem and one.problem.code == "E122" and one.problem.suggest), None)
        if which is not None and which.problem is not None:
            if len(which.candidate.lines) > 1 and (ways := self.prose_reader.each_way(which, letter, ahead)):
                return self._unclear(line, ways, letter)
            if len(which.candidate.lines) > 1:  # the ways are those of one of several units
                return self._refused_as(forbidden_by_rule(line, which, letter))
            return self._refused_as(which_of(line, which.problem, self.position.ahead(letter), letter))
        alone = next((one for one in fits if one.problem == STANDING_ALONE), None)
        if alone is not None:
            return self._refused_as(each_alone(line, alone, letter))
        forbidden = [one for one in fits if one.candidate.is_sure and one.problem and one.problem.code != "E150"]
        if len({one.problem for one in forbidden}) == 1:  # one reason, whichever of them was meant
            nearest = max(forbidden, key=lambda one: in_common(line, one.candidate.lines))
            if nearest.problem is not None and nearest.problem.code.startswith(RULES):
                return self._refused_as(forbidden_by_rule(line, nearest, letter))
        if (read.is_chatter or read.is_doubtful) and may_be_chat:
            return self._prose(line)
        if is_for_other and read.may_order:
            return self._unclear(line, (), letter)  # what says for which phase it is was no chat
        if (problem is not None and not is_chat) or not may_be_chat:
            return None
        if read.may_order or (is_row and not read.is_asked):
            return self._unclear(line, (), letter) if is_chat else None
        return self._prose(line) if is_chat else None

    def _not_looked_at(self, line: OwnLine) -> LineVerdict:
        """A line below so many in people's own words that nobody knows whether it is an order."""
        note = Warning_(NOT_LOOKED_AT, f"not looked at: more than {MOST_PROSE_LINES} lines in your own words")
        return replace(self._prose(line), warnings=(note,))

    def _taken(self, line: OwnLine, one: Tried, letter: str, ahead: str) -> LineVerdict:
        """A line of prose that can mean one thing only."""
        made = self.prose_reader.take(one.candidate, letter, ahead, line.number)
        note = Warning_("W303", f"read from your words: {line.text.strip()}")
        if isinstance(made.outcome, tuple):
            kept = tuple(one.text for one in made.outcome)
            return LineVerdict(
                line.number, line.text, ACCEPTED, letter, (), kept, warnings=(note,), standing=made.outcome
            )
        if made.outcome is None:  # as it was tried, not behind the line's own beginning: that is for its writer to say
            return self._unclear(line, [one], letter)
        notes = tuple(made.outcome.notes) if any(made.outcome.notes) else ()
        orders, warnings = tuple(made.outcome.orders), (note, *dict.fromkeys(made.outcome.warnings))
        return LineVerdict(
            line.number, line.text, ACCEPTED, letter, orders, made.canonical, warnings=warnings, notes=notes
        )

    def _unclear(self, line: OwnLine, choices: Sequence[Tried], letter: str) -> LineVerdict:
        """A line that names something, and that no single order covers."""
        return self._refused_as(asked(line, [one.canonical for one in choices], letter))

    def _refused_as(self, verdict: LineVerdict) -> LineVerdict:
        """A refusal, counted."""
        self._count_refused()
        return verdict

    def _is_order_like(self, line: OwnLine) -> bool:
        """True if a line that could not be read was meant as an order: one that says for which phase it is always was."""
        is_order_like = self.position.dialect.is_order_like
        return bool(self.phases.lead(line.words)) or is_order_like(line.words, self.position.view, self.position.side)

    # Orders.

    def _on_file(self, one: OnFile) -> LineVerdict:
        """An order on file, looked at again in its place; it was named when it was read."""
        found = self.clauses.carry_on(one)
        letter = one.phase or self.position.present
        if isinstance(found, Problem) and one.phase:
            return LineVerdict(one.number, one.text, REFUSED, letter, problem=found)
        if isinstance(found, Problem):
            self._count_refused()
            return LineVerdict(one.number, one.text, REFUSED, letter, problem=self._offered(found, one.text, letter))
        texts = (one.text,) if found.orders else ()
        notes = tuple(found.notes) if any(found.notes) else ()
        warnings = tuple(found.warnings) if one.phase else ()
        return LineVerdict(
            one.number, one.text, ACCEPTED, letter, tuple(found.orders), texts, warnings=warnings, notes=notes
        )

    def _verdict(self, parsed: ParsedLine, letter: str) -> LineVerdict:
        dialect = self.position.dialect
        if self.prose_reader.goes_on_in_remark(parsed.line):
            read = self._as_prose(parsed.line, None, ahead=parsed.ahead, ask=True)
            return read if read is not None and read.verdict != PROSE else self._unclear(parsed.line, (), letter)
        if self.prose_reader.says_more(parsed):
            read = self._as_prose(parsed.line, None, ahead=parsed.ahead)
            return read if read is not None and read.verdict != PROSE else self._unclear(parsed.line, (), letter)
        if (asked_about := self._asked_about(parsed, letter)) is not None:
            return asked_about
        found = self._carried_out(parsed, letter)
        if isinstance(found, Placed) and not parsed.notes:
            # A misspelt verb may have been taken for a part of a name: once more with the verbs spelt out.
            repaired = repaired_line(parsed.line, dialect.repair(parsed.words, self.position.view), dialect)
            if repaired is not None:
                again = self._carried_out(repaired, letter)
                if found.problem.code in UNKNOWN or not isinstance(again, Placed):
                    parsed, found = repaired, again
        line = parsed.line
        if isinstance(found, Placed) and found.problem.code == UNCLEAR and found.problem.suggest:
            return self._refused_as(asked(line, [(one,) for one in found.problem.suggest], letter))
        if isinstance(found, Placed):
            is_said = self.phases.later_letter(parsed) or letter != self.position.present
            if found.problem.code in UNKNOWN and not is_said and (as_command := self._as_command(line)) is not None:
                return as_command
            is_unknown = found.problem.code in (*UNKNOWN, *MISNAMED) and not parsed.in_block
            is_chat = is_unknown and (is_asked_line(line) or not self._is_order_like(line))
            is_chat = is_chat or (is_not_understood(found.problem) and says_nothing(line.text))
            is_chat = is_chat and not isinstance(dialect, Verbatim)  # nothing of such a letter is passed over
            is_stranger = found.problem.code in UNKNOWN and not found.problem.suggest
            is_stranger = is_stranger and not self.prose_reader.begins_like_unit(line.words)
            if is_stranger and (rest := unaddressed(parsed, dialect)) is not None:
                return self._verdict(rest, letter)
            if found.problem.code in SAID_ONCE and (as_one := self._said_once(parsed)) is not None:
                return as_one
            phase = parsed.syntax.phase if isinstance(parsed.syntax, OrderLine) else None
            of_prose = is_not_understood(found.problem)
            if of_prose and (read := self._as_prose(line, phase, found.problem, ahead=parsed.ahead, is_chat=is_chat)):
                return read
            if is_chat:
                return self._prose(line)
            problem = self._offered(found.problem, parsed.words, letter)
            if is_unread(line, problem) and (guessed := self._with_guesses(line, phase, ahead=parsed.ahead)):
                return guessed
            if problem.code == "E101" and _NO_NAME.search(problem.text):
                return self._unclear(line, (), letter)
            self._count_refused()
            return LineVerdict(line.number, line.text, REFUSED, letter, problem=problem, caret=parsed.caret(found))
        if isinstance(found, StandingOrder):
            kept = (found.text,)
            return LineVerdict(
                line.number, line.text, ACCEPTED, letter, (), kept, warnings=parsed.notes, standing=(found,)
            )
        ahead = self.position.ahead(letter)
        texts = tuple(ahead + dialect.write(order) for order in found.orders)
        hidden = () if self.clauses.names_only else tuple(self.prose_reader.hidden_orders(line))
        warnings = (*parsed.notes, *dict.fromkeys(found.warnings), *hidden)
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

    def _asked_about(self, parsed: ParsedLine, letter: str) -> LineVerdict | None:
        """An order with a question mark behind it, which is asked about: ``Mills move 3612?``; None for any other line."""
        before = self.position.as_read.get(parsed.line.text.strip())
        is_done = self.clauses.names_only or parsed.in_block or bool(parsed.notes) or (before and before.is_clear)
        if is_done or not is_bare_question(parsed.line):
            return None
        texts = self.prose_reader.as_asked(parsed, letter)
        return self._refused_as(asked(parsed.line, [texts], letter)) if texts else None

    def _said_once(self, parsed: ParsedLine) -> LineVerdict | None:
        """A line that a rule refuses as it was written, as prose: two attacks on a hex as one, leaders left out of those who
        dismount; None if it is not clear as that either."""
        if parsed.in_block or not isinstance(parsed.syntax, OrderLine) or len(parsed.line.words.split()) < 2:
            return None
        refused = self.refused
        read = self._as_prose(parsed.line, parsed.syntax.phase, is_chat=False)
        if read is not None and read.verdict == ACCEPTED:
            return read
        self.refused = refused
        return None

    def _offered(self, problem: Problem, words: str, letter: str) -> Problem:
        """The problem with lines to copy; where names alone are looked at, nobody reads it."""
        if self.clauses.names_only:
            return problem
        found = self.suggestions.offered(self._for(problem, letter), words, letter)
        if found.code not in UNREAD or not found.suggest or isinstance(self.position.dialect, Verbatim):
            return found
        of_several = _OF_SEVERAL.search(words) is not None and len(words.split()) > SHORT
        whole = tuple(
            one
            for one in found.suggest
            if self.prose_reader.names_all(words, (one,)) and not (of_several and " + " not in one)
        )
        dropped = [one for one in found.suggest if one not in whole]
        return replace(found, text=without_lines(found.text, dropped), suggest=whole) if dropped else found

    def _for(self, problem: Problem, letter: str) -> Problem:
        """The problem with its lines to copy as they must be written now for a phase to come: ``in C: ...``."""
        ahead, dialect = self.position.ahead(letter), self.position.dialect
        read = ((line, dialect.parse(line)) for line in problem.suggest)
        whole = [line for line, syntax in read if isinstance(syntax, OrderLine) and syntax.phase is None]
        text = problem.text
        for line in whole:
            text = text.replace(line, f"{ahead}{line}")
        return replace(problem, text=text, suggest=tuple(ahead * (one in whole) + one for one in problem.suggest))

    def _count_refused(self) -> None:
        self.refused += 1
        self.position.is_brief = self.refused >= MOST_EXPLAINED

    def _prose(self, line: OwnLine) -> LineVerdict:
        self.prose += 1
        self.position.is_brief = self.position.is_brief or self.prose >= MOST_PROSE
        return LineVerdict(line.number, line.text, PROSE)

    def _carried_out(self, parsed: ParsedLine, letter: str) -> ReadClauses | StandingOrder | Placed:
        position, syntax = self.position, parsed.syntax
        if not isinstance(syntax, OrderLine):
            return position.dialect.standing(syntax, position.reading(letter))
        if syntax.phase is not None and not position.letter_named(syntax.phase):
            return position.dialect.no_phase(syntax.phase, position.reading(letter))
        return self.clauses.carry_out(parsed, syntax, letter)
