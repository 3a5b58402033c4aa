"""Prose: a line that is not in the notation of the order language, read by `pbem.language` and tried on the position.

The rules decide: of all that a line may mean only what can be carried out is taken or offered.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pbem.core.order import Malformed, Problem, Warning_
from pbem.language.gazetteer import LONGEST_NAME, PIECE, Gazetteer, Thing
from pbem.language.gist import Gist, GistReader
from pbem.language.kept import (
    done_once,
    keeps_hexes,
    keeps_letters,
    keeps_names,
    keeps_words,
    leaves_bidden,
    leaves_out,
    may_be_somebody,
    other_ways,
    tells_of_foe,
)
from pbem.language.lexicon import Lexicon
from pbem.language.read import ASKED, BARE, GUESSED, LEFT_OUT, LOOSE, OUTLINE, REST, SPLIT, STORY, WITH, Read, Rendering
from pbem.language.readings import LineReader
from pbem.language.telling import PartKinds, parts_of
from pbem.language.tokens import MOST_PIECES, Tokenizer
from pbem.language.wording.either import each_way
from pbem.language.wording.others import of_names
from pbem.language.wording.remarks import FinalPart, endings, may_bid, says_nothing, told_plainly
from pbem.language.wording.rows import in_rows
from pbem.language.wording.spans import (
    GOES_ON,
    adds_to_order,
    bears_on_order,
    corrected_at,
    hesitates,
    is_read_short,
    spans,
    taken_back_at,
    with_short_gaps,
)
from pbem.language.wording.summaries import explained, plainer, plainly_asked, without_summary
from pbem.orders.asides import is_no_order
from pbem.orders.clauses import AS_THINGS_STAND, Clauses, ReadClauses
from pbem.orders.dialect import Dialect, InBlocks, Placed, ReadsProse
from pbem.orders.lines import HIDDEN, MOST_CANDIDATES, MOST_PROSE_LINES, OwnLine, list_opening, without_polite
from pbem.orders.parsed_lines import ParsedLine
from pbem.orders.problem_codes import RULES
from pbem.orders.rest import speaks_of_the_rest
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Line, Misread, OrderLine

UNCLEAR = "E112"
"""The code of a line that names something and that no single order covers."""
STANDING_ALONE = Malformed("E181", "Write a standing order on a line of its own.")
"""The problem of prose in which a standing order is one of several orders."""
MOST_SHOWN = 4
MOST_TRIED = 12
MOST_STORIES = 200
"""Places of a letter's long sentences at which a story may end that are tried."""
MOST_GISTS = 24
"""Lines of a letter whose gist is looked for."""
MOST_GIST = 120
"""Words and signs of a line whose gist is looked for."""
NOT_LOOKED_AT = "W313"
"""The code of the remark on a line that was not looked at, since so many in people's own words stand above it."""


@dataclass(frozen=True)
class Tried:
    """The result of trying a candidate: its orders with costs, or why it cannot be carried out."""

    candidate: Rendering
    outcome: ReadClauses | tuple[StandingOrder, ...] | None = None
    problem: Problem | None = None
    canonical: tuple[str, ...] = ()


def unclear_text(choices: Sequence[str]) -> str:
    """Return the answer to an unclear line: the orders that it may mean, by number, and 0 for talk."""
    if not choices:
        return "I can't tell what this orders.  Write it as an order, or answer   0   if it is just talk."
    listed = "\n".join(f"{n}  {one}" for n, one in enumerate(choices, 1))
    lead = "Do you mean this?" if len(choices) == 1 else "Which of these do you mean?"
    return f"{lead}  Answer by number, 0 for just talk.\n{listed}"


_TOO_DOUBTFUL = frozenset((ASKED, BARE, GUESSED, REST, SPLIT, WITH))
"""Doubts by which the only reading of a line is asked about all the same."""
_AIMS = re.compile(
    r"(?<![\w/])\d{1,2}\s+(?:min\w*|sec\w*|hours?|hrs?|days?|hex\w*|inch\w*|[ap]m)\b|(?<!\d)\d{4}\s*[-:(]*\s*(?:none"
    r"|nobody|nil)\b|\b(?:towards?|twds?|near|behind|direction of|support|cover|help|reinforce|relieve|assist|screen"
    r"|protect|beside|a?wait(?:s|ing)?(?: for)?|except(?:ing|\s+for)?|excluding|bar|apart\s+from|other\s+than)\s+"
    r"(?:the\s+)?(?:(?:company|troop|co\.?)\s+)?(?!\d{4})[\w']+",
    re.I,
)
"""Numbers of something else than units, and whom somebody goes toward, or who is excepted: they need not be in an order."""
_ALL_OF_A_KIND = re.compile(r"\ball\s+(?:of\s+)?(?:the\s+|my\s+)?([a-z-]+)", re.I)
_THE_OTHERS = re.compile(r"\bother\s+(two|three|four|pair|couple|trio|[2-4])\b", re.I)
_COUNTS = {"two": 2, "pair": 2, "couple": 2, "2": 2, "three": 3, "trio": 3, "3": 3, "four": 4, "4": 4}
"""The number of ``the other two``."""
_NOBODY_AT = re.compile(
    r"\b\d{4}\b\W*(?:none|nobody|nil)\b|,?\s(?:out\s+of\s+(?:reach|range|sight|shot)|clear)\s+of\s+[^.;,\d]{0,30}\d{4}",
    re.I,
)
"""A hex where nothing is to be done: ``HEX 1418 - none``, ``out of reach of that rabble in 3511``."""
STAYS = re.compile(r"(?::| ) ?(?:stay|hold)$")


_HE_TOO = re.compile(r"^(he|she|it|they)(?=\s+(?:and|with|plus|n)\s|,)", re.I)
"""A pronoun that opens a line beside other names: ``he and E go to 1918``."""


def _stage(syntax: Line | Misread, dialect: Dialect) -> int:
    """The part of its phase in which a line is carried out: in a game that moves before it fights, whatever was said first."""
    return dialect.stage(syntax) if isinstance(syntax, OrderLine) else 0


@dataclass(frozen=True)
class _Asked:
    """A line and what it is read by: who can be named, and the words of the game."""

    words: str
    things: tuple[Thing, ...]
    places: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    lexicon: Lexicon
    about: str
    gazetteer: Gazetteer = field(compare=False)
    others: tuple[str, ...] = ()
    """Those to whom other lines give orders, where a line speaks of the rest."""


@lru_cache(maxsize=512)
def _read(asked: _Asked) -> Read:
    """Return the possible meaning of a line; those of a letter are gone through several times on one position."""
    read = LineReader(asked.gazetteer, asked.lexicon).read(asked.words, asked.about, asked.others)
    plain = (replace(one, lines=done_once(asked.words, one.lines)) for one in read.candidates)
    return replace(read, candidates=tuple(dict.fromkeys(plain)))


_WOULD = re.compile(r"\bwould\b", re.I)
_HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")
_OWNERS = re.compile(r"(?<=\w)'s?(?!\w)")


def _last_named(story: str, gazetteer: Gazetteer) -> str:
    """The last of one's own whom a story names, "" for nobody: a pronoun in the order behind it goes back to them."""
    pieces = PIECE.findall(_OWNERS.sub("", story))
    for n in range(len(pieces) - 1, -1, -1):
        for end in range(min(n + LONGEST_NAME, len(pieces)), n, -1):
            found = gazetteer.find(pieces[n:end])
            if found is not None and len(found.own) == 1 and not found.is_weak and not found.is_misspelt:
                return " ".join(pieces[n:end])
    return ""


def _is_illegal_yet(one: Tried) -> bool:
    """True for orders for a phase to come that could not be carried out as things stand."""
    warnings = one.outcome.warnings if isinstance(one.outcome, ReadClauses) else []
    return any(AS_THINGS_STAND in warning.text for warning in warnings)


MOST_SENTENCES = 6
LEAST_SENTENCE = 2
_REMARK_CUT = re.compile(r"\s*(?:[,:]|\s-+|\.{2,})\s+|,?\s+(?:but|so|and)\s+(?=let)")
_MAY_BE_VERB = re.compile(
    r"\W*[a-z]+(?:s\b|\s+(?:up|down|off|out|there|to|at|over|in|into|on|back|it|them|him|its|their)\b|\W*$)"
)
"""Begins what may be an act that nobody knows: ``squibbles down``."""
MOST_REMARK_CUTS = 4
"""Places of a sentence at which a remark may end or begin that are tried."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)")


def _is_order(read: Read, tried: Sequence[Tried]) -> bool:
    """True if a sentence is an order to its last word that can be carried out."""
    is_told = read.is_talk or read.is_asked or read.is_past or read.is_over or read.is_yours
    is_done = any(one.canonical and one.candidate.is_covered and one.candidate.is_sure for one in tried)
    return is_done and not is_told and (read.has_name or read.names_own)


class Prose:
    """Reads the lines of one letter."""

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self.read_count = self.tried_count = self.story_count = self.gist_count = 0
        self._stood_in_block = self._in_block = False
        self.legal: dict[tuple[str, ...], Tried] = {}
        """All readings of the present line that can be carried out, in the sequence in which they were tried."""
        self.has_stranger = False
        """True if an order for somebody whom nobody knows, or a condition or exception that isn't read, stands in the line."""

    def begin(self) -> None:
        """Begin another line."""
        self.legal, self.has_stranger, self._in_block = {}, False, False

    def _named(self, letter: str = "") -> tuple[Gazetteer, Lexicon]:
        """All that the side can name, with the desk's own words, and the stacks of the report that the letter answers."""
        position = self.clauses.position
        assert isinstance(position.dialect, ReadsProse)
        named, lexicon = position.dialect.prose(
            position.view, position.side, letter or position.present, in_block=self._in_block
        )
        if position.stacks:
            groups = {way: names for way, names in named.groups.items() if not way.startswith("stack ")}
            groups.update((f"stack {one}", names) for one, names in position.stacks.items())
            named = replace(named, groups=groups)
        return position.desk_words.added(named, lexicon)

    @property
    def is_spent(self) -> bool:
        """True if as much of the letter was read as prose as is read of one."""
        return self.read_count >= MOST_PROSE_LINES or self.tried_count >= MOST_CANDIDATES

    def read(
        self, words: str, letter: str, ahead: str = "", about: str = "", written: str = ""
    ) -> tuple[Read, list[Tried]]:
        """Return the possible readings of a line, each with its result; the position is not changed.

        `about` is the leader whom it spoke of ahead of its order; `written` is the whole line, where that is more.
        """
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse) or self.is_spent:
            return Read(), []
        self.read_count += 1
        if (before := position.as_read.get((written or words).strip())) is not None and not ahead:
            lines = [Rendering(one, before.is_clear, before.is_clear) for one in before.orders]
            return Read(tuple(lines), names_own=True, has_act=True), self._tried(lines, letter, ahead)
        words = with_short_gaps(list_opening(written) + words)
        self._stood_in_block = not ahead and self._stands_in_block(words)
        self._in_block = bool(ahead) or self._stood_in_block
        gazetteer, lexicon = self._named(letter)
        words, is_told = self._in_full(words, gazetteer, lexicon)
        if len(PIECE.findall(words)) > MOST_PIECES:
            return Read(names_own=True, has_act=True, opens_with_own=True), []
        groups = tuple((name, tuple(some)) for name, some in gazetteer.groups.items())
        others = self._others(words, letter)
        things, places = gazetteer.things, tuple(gazetteer.places.items())
        asked = _Asked(words, things, places, groups, lexicon, about, gazetteer, others)
        read = _read(asked)
        if is_told:
            doubted = (replace(one, is_sure=False, doubts=one.doubts | {STORY}) for one in read.candidates)
            read = replace(read, candidates=tuple(doubted))
        ways = each_way(words, gazetteer, names_own=read.names_own)
        reads = [_read(replace(asked, words=way)) for way in ways]
        if len({tuple(one.lines for one in two.candidates) for two in reads}) > 1:
            made = dict.fromkeys(
                replace(one, is_sure=False, doubts=one.doubts | {ASKED}) for two in reads for one in two.candidates
            )
            read = replace(reads[0], candidates=tuple(made))
            ways_of_list: tuple[str, ...] = ()
        else:
            ways_of_list = tuple(other_ways(words, gazetteer, [one.lines for one in read.candidates]))
        for way in ways_of_list:
            others_read = _read(replace(asked, words=way)).candidates
            if {one.lines for one in others_read} != {one.lines for one in read.candidates}:
                both = dict.fromkeys(replace(one, is_sure=False) for one in (*others_read, *read.candidates))
                read = replace(read, candidates=tuple(both))
        tried = self._tried(read.candidates, letter, ahead)
        covered = [one.candidate for one in tried if one.canonical and one.candidate.is_covered]
        if any(one.is_sure for one in covered):
            return read, tried
        plain = self._told_plainly(asked, letter, ahead)
        is_rough = all(one.doubts & {LEFT_OUT, OUTLINE} for one in covered)
        if plain is not None and (is_rough or any(one.canonical and one.candidate.is_sure for one in plain[1])):
            return plain
        if covered:
            return read, tried
        has_offer = any(one.canonical and one.candidate.is_whole for one in tried)
        if self.story_count >= MOST_STORIES:
            return read, tried
        for one in endings(words):
            self.story_count += 1
            if not one.is_drawn and (has_offer or not read.may_order):
                continue
            found = self._ending(asked, one, letter, ahead)
            if found is not None:
                return found
        return read, tried

    def _told_plainly(self, asked: _Asked, letter: str, ahead: str) -> tuple[Read, list[Tried]] | None:
        """The orders of a line less its remarks, if they are the only ones that can be carried out; None for others."""
        if self.story_count >= MOST_STORIES:
            return None
        plain = told_plainly(asked.words, asked.gazetteer, asked.lexicon)
        if not plain.words:
            return None
        self.story_count += 1
        about = asked.about or plain.about or _last_named(plain.ahead, asked.gazetteer)
        text = _HE_TOO.sub(lambda found: about + found[0][found.end(1) :], plain.words) if about else plain.words
        read = _read(replace(asked, words=text, about=about))
        tried = self._tried(read.candidates, letter, ahead)
        left_out = {LEFT_OUT, OUTLINE}
        is_read = any(
            one.canonical and one.candidate.is_covered and not one.candidate.doubts & left_out for one in tried
        )
        is_read = is_read and not (text == plain.words and _HE_TOO.match(text))
        return (replace(read, plain=plain.words), tried) if is_read and not read.is_asked else None

    @staticmethod
    def _in_full(words: str, gazetteer: Gazetteer, lexicon: Lexicon) -> tuple[str, bool]:
        """A line with its rows as sentences, less a summary ahead of its order; and whether it had one."""
        plain = plainly_asked(of_names(plainer(words), gazetteer, lexicon), lexicon.forms)
        rows = explained(in_rows(plain, gazetteer, lexicon), gazetteer)
        if ":" not in rows or len(PIECE.findall(rows)) > MOST_GIST:
            return rows, False
        groups = tuple((name, tuple(some)) for name, some in gazetteer.groups.items())
        asked = _Asked("", gazetteer.things, tuple(gazetteer.places.items()), groups, lexicon, "", gazetteer)
        order = without_summary(rows, Tokenizer(gazetteer, lexicon), lambda text: _read(replace(asked, words=text)))
        return order, order != rows

    def possible(self, words: str) -> tuple[Rendering, ...]:
        """Return the readings of a line as the grammar has them, those that have all of it; nothing is tried."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse) or self.is_spent or len(PIECE.findall(words)) > MOST_PIECES:
            return ()
        gazetteer, lexicon = self._named()
        groups = tuple((name, tuple(some)) for name, some in gazetteer.groups.items())
        asked = _Asked(words, gazetteer.things, tuple(gazetteer.places.items()), groups, lexicon, "", gazetteer)
        words = self._in_full(words, gazetteer, lexicon)[0]
        return tuple(one for one in _read(replace(asked, words=words)).candidates if one.is_covered)

    def _ending(self, asked: _Asked, ending: FinalPart, letter: str, ahead: str) -> tuple[Read, list[Tried]] | None:
        """The orders at the end of a long sentence, to be asked about; None where the story ahead of it orders something."""
        story = _read(replace(asked, words=ending.story)) if ending.story else Read()
        is_told = story.is_talk or story.is_over
        orders = any(one.is_whole for one in story.candidates) or (story.has_act and story.has_place)
        orders = orders or (ending.is_behind and story.has_hex and not story.names_foe)  # Scouts: N 1
        if (is_told and not (ending.is_drawn or ending.is_behind)) or (orders and not is_told):
            return None
        if (story.names_own or story.has_condition or (story.has_act and not is_told)) and not ending.is_drawn:
            return None
        about = ("" if ending.is_behind else _last_named(ending.story, asked.gazetteer)) or asked.about
        read = _read(replace(asked, words=ending.words, about=about))
        tried = self._tried(read.candidates, letter, ahead)
        more = (ASKED,) if ending.is_behind and may_bid(ending.story) else ()
        good = [
            replace(one, candidate=replace(one.candidate, is_sure=False, doubts=one.candidate.doubts | {STORY, *more}))
            for one in tried
            if one.canonical and (one.candidate.is_covered or (ending.is_drawn and one.candidate.is_whole))
        ]
        good = [one for one in good if one.candidate.is_covered] or good
        return (replace(read, is_asked=False, is_talk=False), good) if good else None

    def gist(
        self, words: str, letter: str, ahead: str = "", about: str = "", *, guesses: bool = False
    ) -> tuple[Gist, list[Tried]]:
        """Return what may be meant by a line that no grammar fits, for asking only: what can be carried out of it."""
        position = self.clauses.position
        too_long = len(PIECE.findall(words)) > MOST_GIST
        if not isinstance(position.dialect, ReadsProse) or self.is_spent or self.gist_count >= MOST_GISTS or too_long:
            return Gist(), []
        self.gist_count += 1
        self._stood_in_block = not ahead and self._stands_in_block(words)
        self._in_block = bool(ahead) or self._stood_in_block
        gazetteer, lexicon = self._named(letter)
        tries: dict[tuple[str, ...], Tried] = {}

        def may_be(lines: tuple[str, ...]) -> bool:
            if self.is_spent:
                return False
            (tries[lines],) = self._tried([Rendering(lines, is_sure=False, is_covered=False)], letter, ahead)
            return bool(tries[lines].canonical)

        whole = self._in_full(words, gazetteer, lexicon)[0]
        reader, others = GistReader(gazetteer, lexicon), self._others(words, letter)
        ways = each_way(whole, gazetteer, names_own=False) or (whole,)
        gists = [reader.gist(way, about, may_be, others, guesses=guesses) for way in ways]
        found = replace(gists[0], candidates=tuple(one for two in gists for one in two.candidates))
        self.has_stranger = self.has_stranger or any(one.has_stranger for one in gists)
        return found, [tries[one.lines] for one in found.candidates]

    def among_remarks(self, words: str, letter: str, ahead: str = "") -> list[Tried]:
        """The orders of those sentences of a line that are orders, if all others are none; for asking."""
        parts = [one for one in _SENTENCE_END.split(words) if one.strip()]
        if len(parts) == 1:
            return self._beside_remark(words, letter, ahead)
        is_cut_short = any(len(one.split()) < LEAST_SENTENCE for one in parts)  # Co. A attacks
        if (
            is_cut_short
            or not 1 < len(parts) <= MOST_SENTENCES
            or self.story_count >= MOST_STORIES
            or corrected_at(words) >= 0
        ):
            return []
        self.story_count += len(parts)
        ways: list[tuple[str, ...]] = [()]
        about = ""
        for part in parts:
            read, tried = self.read(part, letter, ahead, about)
            made = [one for one in tried if one.canonical and one.candidate.is_covered]
            if not made and read.names_own and read.has_act and not is_no_order(read, part):
                gist, offered = self.gist(part, letter, ahead, about)
                offered = [] if gist.is_held else offered[: gist.even]
                made = [one for one in offered if self.names_all(part, one.canonical) and self.keeps_hexes(part, one)]
                read = replace(read, is_past=False, is_over=False) if made else read
            plain = [one for one in made if one.candidate.is_sure] or made
            tells = read.is_talk or read.is_asked or read.is_past or read.is_yours or read.is_over
            plain = [one for one in plain if not leaves_out(part, one.canonical)]
            if 0 < len(plain) < MOST_SHOWN and not (tells and not read.is_wish):
                ways = [(*way, *one.candidate.lines) for way in ways for one in plain][:MOST_SHOWN]
            elif made or not is_no_order(read, part):
                return []
            about = self._spoken_of(part) or about
        whole = [Rendering(tuple(dict.fromkeys(one)), is_sure=False, is_covered=False) for one in ways if one]
        return [one for one in self._tried(whole, letter, ahead) if one.canonical]

    def _beside_remark(self, words: str, letter: str, ahead: str) -> list[Tried]:
        """The order of one sentence, if what stands ahead of it or behind it is a remark; for asking."""
        if corrected_at(words) >= 0:
            return []
        for cut in list(_REMARK_CUT.finditer(words))[:MOST_REMARK_CUTS]:
            ahead_of_it, behind = words[: cut.start()], words[cut.end() :]
            for order, remark in ((behind, ahead_of_it), (ahead_of_it, behind)):
                if self.story_count >= MOST_STORIES or len(order.split()) < LEAST_SENTENCE:
                    continue
                self.story_count += 1
                read, tried = self.read(order, letter, ahead)
                tells = read.is_talk or read.is_asked or read.is_past or read.is_yours or read.is_over
                begins = read.opens_with_own or read.opens_with_name or read.opens_with_act
                sure = [one for one in tried if one.canonical and one.candidate.is_covered and one.candidate.is_sure]
                sure = [one for one in sure if not leaves_out(order, one.canonical)]
                if tells or not begins or not 0 < len(sure) < MOST_SHOWN:
                    continue
                if remark is behind and _MAY_BE_VERB.match(remark) and not says_nothing(remark):
                    continue
                if is_no_order(self.read(remark, letter, ahead)[0], remark):
                    return sure
        return []

    def says_more(self, parsed: ParsedLine) -> bool:
        """True if a sentence of a line that was read as chat has a condition, or orders something: then it is no chat."""
        aside = [one.text.partition(": ")[2] for one in parsed.notes if one.code == "W311"]
        line = "" if parsed.line.is_sheet else parsed.line.text
        hidden = HIDDEN.findall(line)
        if is_read_short(line) or any(map(adds_to_order, hidden)):
            return not self.clauses.names_only  # B/3 to 3012 (no, 3011)
        aside += [one.strip("()") for one in hidden if one.startswith("(") and not _WOULD.search(one)]
        looked_at = [(text, *self.read(text, self.clauses.position.present)) for text in aside]
        if any(_is_order(read, tried) for _, read, tried in looked_at):
            return True  # A: no fire. Gatling: Iron Hawk, full.
        found = [(text, read) for text, read, _ in looked_at]
        return any(
            one.has_condition
            or one.takes_back
            or bears_on_order(text)
            or (GOES_ON.match(text) is not None and one.has_act)
            or (one.opens_with_act and one.has_hex)
            or (" " in text and one.is_plain_deed)
            or (hesitates(text) and len(text.split()) > 2 and (one.has_act or one.has_place))
            or (one.opens_with_own and any(two.is_whole for two in one.candidates))
            or (one.opens_with_name and any(two.is_covered and two.is_sure for two in one.candidates))
            for text, one in found
        )

    def _spoken_of(self, words: str) -> str:
        """The last of one's own whom some words name."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse):
            return ""
        return _last_named(words, position.dialect.prose(position.view, position.side, position.present)[0])

    def _others(self, words: str, letter: str) -> tuple[str, ...]:
        """Those to whom other lines give orders, for a line that speaks of the rest."""
        return tuple(sorted(self.clauses.position.ordered.get(letter, ()))) if speaks_of_the_rest(words) else ()

    def names_all(self, words: str, orders: Sequence[str]) -> bool:
        """True if everybody and every hex of a line is in some orders: an offer leaves out none of them."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse):
            return True
        gazetteer, lexicon = self._named()
        words = plainer(words)
        words = words[max([end for _, end in taken_back_at(words)], default=0) :]  # what they took back is in no order
        parts = (words[one.start : one.end] for one in spans(words) if not one.is_reason)
        plain = " , ".join(one for one in parts if not tells_of_foe(one, gazetteer))
        plain = _AIMS.sub(" ", _NOBODY_AT.sub(" ", plain))
        text = " ".join(orders)
        known = {tag for one in gazetteer.things if one.is_own for tag in one.tags}
        nouns = (one.lower() for one in _ALL_OF_A_KIND.findall(plain))
        kinds = [known & {one, one.removesuffix("s"), *lexicon.nouns.get(one, ())} for one in nouns]
        ordered = [one for one in gazetteer.things if one.is_own and re.search(rf"{re.escape(one.name)}(?!\w)", text)]
        has_kinds = all(not tags or any(tags & one.tags for one in ordered) for tags in kinds)
        others = _THE_OTHERS.search(plain)
        if others is not None:
            spoken = {name for some in self.own_named(plain) if len(some) == 1 for name in some}
            rest = [one for one in ordered if one.name not in spoken and not one.is_leader]
            if rest and len(rest) != _COUNTS[others[1].lower()]:
                return False
        return has_kinds and keeps_letters(plain, orders, gazetteer) and keeps_names(plain, orders, gazetteer)

    def leaves_somebody(self, taken: Tried, tried: Sequence[Tried]) -> bool:
        """True if a rule forbids what a line surely says, and what can be carried out is the same without somebody."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse):
            return False
        gazetteer, _ = position.dialect.prose(position.view, position.side, position.present)
        own = [one.name for one in gazetteer.things if one.is_own]
        named = {one for one in own if re.search(rf"{re.escape(one)}(?!\w)", " ".join(taken.candidate.lines))}
        for one in tried:
            is_ruled = one.problem is not None and one.problem.code.startswith(RULES)
            if is_ruled and one.candidate.is_covered and one.candidate.is_sure:
                text = " ".join(one.candidate.lines)
                if named < {name for name in own if re.search(rf"{re.escape(name)}(?!\w)", text)}:
                    return True
        return False

    def parts(self, words: str) -> PartKinds:
        """Return the kinds of the parts of a line: what tells and what orders."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse) or self.is_spent or len(PIECE.findall(words)) > MOST_GIST:
            return PartKinds()
        gazetteer, lexicon = self._named()
        return parts_of(plainly_asked(plainer(words), lexicon.forms), gazetteer, lexicon)

    def keeps_hexes(self, words: str, one: Tried) -> bool:
        """Return True if every hex of a line is in what it was read as, or somebody who stands there."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse) or corrected_at(words) >= 0:
            return True
        gazetteer, _ = position.dialect.prose(position.begun, position.side, position.present)
        words = _NOBODY_AT.sub("", words)
        return keeps_hexes(words, (*one.candidate.lines, *one.canonical), gazetteer)

    def drops_bidden(self, words: str, one: Tried) -> bool:
        """Return True if what a line was read as leaves out somebody whom it surely bids something."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse) or corrected_at(words) >= 0:
            return False
        named = position.dialect.prose(position.begun, position.side, position.present, in_block=self._in_block)
        return leaves_bidden(words, (*one.candidate.lines, *one.canonical), position.desk_words.added(*named)[0])

    def drops_hex(self, words: str, one: Tried) -> bool:
        """Return True if what a line was read as sends somebody somewhere, and leaves out another hex of the line."""
        return _HEX.search(" ".join(one.canonical)) is not None and not self.keeps_hexes(words, one)

    def only_reading(self, words: str, read: Read, tried: Sequence[Tried]) -> Tried | None:
        """Return the one reading of a line that can be carried out, if all of the line is in it but for idle words; None where
        there are several, or what is left out or doubtful may change what is meant."""
        position = self.clauses.position
        words = read.plain or words
        legal = [one for one in tried if one.canonical and one.candidate.is_whole]
        if len({one.canonical for one in legal}) != 1 or len(read.candidates) > MOST_TRIED:
            return None
        (one, *_) = legal
        doubts = one.candidate.doubts
        if doubts & _TOO_DOUBTFUL or not isinstance(position.dialect, ReadsProse):
            return None
        gazetteer, lexicon = self._named()
        if LOOSE in doubts and position.desk_words.has_loose(words):
            return None  # a desk asks about its own loose words
        strange = [word for word in read.unknown if word.lower() not in lexicon.settings.get("scenery", ())]
        if strange and all(map(STAYS.search, one.canonical)):
            return None  # my Dragoons of lead are still in the customs
        is_typed = {one.lower() for one in PIECE.findall(words)}.issuperset(word.lower() for word in strange)
        if not is_typed or any(
            not lexicon.describes(word) or may_be_somebody(word, words, gazetteer) for word in strange
        ):
            return None
        is_outline = bool(doubts & {LEFT_OUT, OUTLINE, STORY})
        is_kept = corrected_at(words) >= 0 or (
            keeps_words(words, one.candidate.lines, is_outline=is_outline)
            and keeps_names(words, (*one.candidate.lines, *one.canonical), gazetteer)
        )
        return one if is_kept else None

    def _tried(self, candidates: Sequence[Rendering], letter: str, ahead: str) -> list[Tried]:
        position = self.clauses.position
        tried: list[Tried] = []
        for one in candidates[:MOST_TRIED]:
            self.tried_count += 1
            with position.undone():
                refused, restarted = len(self.clauses.refused), len(self.clauses.restarted)
                made = self._carried_out(one, letter, ahead, 0)
                del self.clauses.refused[refused:], self.clauses.restarted[restarted:]
            if not any(made.canonical and made.canonical == other.canonical for other in tried):
                tried.append(made)
            if made.canonical:
                self.legal.setdefault(made.canonical, made)
        legal = [one for one in tried if one.canonical and not _is_illegal_yet(one)]
        return [one for one in tried if not one.canonical or one in legal] if legal else tried

    def each_way(self, one: Tried, letter: str, ahead: str) -> list[Tried]:
        """The orders of a reading of which one lacks its path, with each of the paths that the problem names."""
        found: list[Rendering] = []
        for way in one.problem.suggest[:MOST_SHOWN] if one.problem is not None else ():
            who = way.partition(" move ")[0]
            open_lines = [line for line in one.candidate.lines if who and line.startswith(f"{who} move ")]
            if len(open_lines) == 1:
                lines = tuple(way if line == open_lines[0] else line for line in one.candidate.lines)
                found.append(replace(one.candidate, lines=lines))
        return [made for made in self._tried(found, letter, ahead) if made.canonical]

    def as_asked(self, parsed: ParsedLine, letter: str) -> tuple[str, ...]:
        """The orders of a line of the notation that asks about them; the position is not changed."""
        position, syntax = self.clauses.position, parsed.syntax
        if not isinstance(syntax, OrderLine):
            return ()
        refused, restarted = len(self.clauses.refused), len(self.clauses.restarted)
        with position.undone():
            found = self.clauses.carry_out(parsed, syntax, letter)
        del self.clauses.refused[refused:], self.clauses.restarted[restarted:]
        orders = found.orders if isinstance(found, ReadClauses) else ()
        return tuple(position.ahead(letter) + position.dialect.write(order) for order in orders)

    def hidden_orders(self, line: OwnLine) -> Iterator[Warning_]:
        """Warn of orders in a remark in brackets or behind ``//``: it is not read, and that is said."""
        for remark in HIDDEN.findall(line.text) if not line.is_sheet and line.text != line.words else ():
            is_spent = self.is_spent
            read, _ = self.read(remark.strip("()/# "), self.clauses.position.present)
            if is_spent or (read.names_own and (read.has_act or read.has_place)):
                yield Warning_("W311", f"not read as an order: {remark.strip()}")

    def goes_on_in_remark(self, line: OwnLine) -> bool:
        """True if what stands behind ``//`` is an order to its last word: rows set side by side, and no remark."""
        if self.clauses.names_only or line.is_sheet or "//" not in line.text or line.text == line.words:
            return False
        remarks = [self.read(one, self.clauses.position.present)[0] for one in line.text.split("//")[1:]]
        return any(
            read.opens_with_own and any(one.is_covered and one.is_sure for one in read.candidates) for read in remarks
        )

    def _stands_in_block(self, words: str) -> bool:
        """True if a line has a form of its own within a block, and needs nothing ahead of it there."""
        dialect = self.clauses.position.dialect
        if not isinstance(dialect, InBlocks) or not words.strip():
            return False
        return not dialect.prefixes((dialect.block_opening, without_polite(words).strip()))[1]

    def begins_with_unit(self, words: str) -> bool:
        """True if a text begins with the name of a unit of the side."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse):
            return False
        gazetteer, _ = position.dialect.prose(position.view, position.side, position.present)
        pieces = PIECE.findall(words)[:LONGEST_NAME]
        found = (gazetteer.find(pieces[:end]) for end in range(len(pieces), 0, -1))
        return any(one is not None and bool(one.own) for one in found)

    def own_named(self, words: str) -> list[tuple[str, ...]]:
        """Those of the side whom a text names, each with all that the name fits; a letter must be a capital."""
        position = self.clauses.position
        if not isinstance(position.dialect, ReadsProse):
            return []
        gazetteer, _ = position.dialect.prose(position.view, position.side, position.present)
        pieces = PIECE.findall(_OWNERS.sub("", words))[:MOST_GIST]
        found: list[tuple[str, ...]] = []
        n = 0
        while n < len(pieces):
            ends = range(min(n + LONGEST_NAME, len(pieces)), n, -1)
            named = ((end, gazetteer.find(pieces[n:end])) for end in ends)
            end, one = next(((end, one) for end, one in named if one is not None and one.own), (n + 1, None))
            if one is not None and (not one.is_weak or pieces[n][0].isupper()):
                found.append(one.own)
            n = end
        return found

    def begins_like_unit(self, words: str) -> bool:
        """True if the first word of a text begins a word of the name of an own unit, as ``Sha`` does: no name of a person."""
        position = self.clauses.position
        first = next(iter(PIECE.findall(words)), "").lower()
        if not isinstance(position.dialect, ReadsProse) or not first.isalpha():
            return False
        gazetteer, _ = position.dialect.prose(position.view, position.side, position.present)
        named = gazetteer.find([first])
        if named is not None and named.own and not named.is_weak:
            return True  # Major, A and M attack 1417
        own = (one.name.lower() for one in gazetteer.things if one.is_own)
        return any(word.startswith(first) for name in own for word in PIECE.findall(name))

    def take(self, candidate: Rendering, letter: str, ahead: str, number: int) -> Tried:
        """A reading carried out for good, as line `number` of the letter."""
        with self.clauses.position.undone() as undoing:
            made = self._carried_out(candidate, letter, ahead, number)
            undoing.keep = made.problem is None
        if isinstance(made.outcome, ReadClauses):
            self.clauses.have_done(number, made.outcome.orders)
        return made

    def _carried_out(self, candidate: Rendering, letter: str, ahead: str, number: int) -> Tried:
        position, dialect = self.clauses.position, self.clauses.position.dialect
        whole, kept = ReadClauses(), list[StandingOrder]()
        if not ahead and self._stood_in_block and isinstance(dialect, InBlocks):
            inside = (dialect.prefixes((dialect.block_opening, one))[1] for one in candidate.lines)
            ahead = next((one for one in inside if one), "")  # stop when ...; until then the guns fire
        own = [one for one in candidate.lines if ahead and self._stands_in_block(one)]
        numbered = [one for one in candidate.lines if one not in own]
        lines = [*([ahead + "; ".join(numbered)] if numbered else ()), *own] if ahead else candidate.lines
        parsed_lines = sorted(((text, dialect.parse(text)) for text in lines), key=lambda one: _stage(one[1], dialect))
        for text, syntax in parsed_lines:
            if isinstance(syntax, Misread):
                return Tried(candidate, problem=dialect.explain(syntax, text, position.reading(letter)).problem)
            if not isinstance(syntax, OrderLine):
                standing = dialect.standing(syntax, position.reading(letter))
                if isinstance(standing, Placed):
                    return Tried(candidate, problem=standing.problem)
                kept.append(standing)
                continue
            parsed = ParsedLine(OwnLine(number, text, text), text, syntax)
            found = self.clauses.in_turn(parsed, syntax.orders, letter)
            if isinstance(found, Placed):
                return Tried(candidate, problem=found.problem)
            whole.orders += found.orders
            whole.notes += found.notes or [""] * len(found.orders)
            whole.warnings += found.warnings
        idle = [STAYS.sub("", text) for order in whole.orders if STAYS.search(text := dialect.write(order))]
        is_idle = len(idle) == len(whole.orders) and all(any(name in one.text for one in kept) for name in idle)
        if kept and not is_idle:
            return Tried(candidate, problem=STANDING_ALONE)
        if kept:  # M holds, and if it is attacked it falls back to 7318
            return Tried(candidate, tuple(kept), canonical=tuple(one.text for one in kept))
        texts = tuple(position.ahead(letter) + dialect.write(order) for order in whole.orders)
        return Tried(candidate, whole, canonical=texts)
