"""A line of a table, and its one text form (docs/table.md, The lines)."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pbem.core.dice import MOST_SIDES, parse_spec
from pbem.core.order import Malformed, Order, Problem
from pbem.language.spelling import slips
from pbem.systems.table.sheet import GameSheet
from pbem.systems.table.state import Position


@dataclass(frozen=True, slots=True)
class TableLine(Order):
    """A line: its verb, what stands with it, and words.  `units` is empty: no line takes another's place."""

    units: tuple[str, ...] = ()
    verb: str = ""
    given: tuple[str, ...] = ()
    words: str = ""


Read = TableLine | tuple[TableLine, ...] | Problem


NUMBER = r"(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
COUNTS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


AN_ATTACK = "attack on a hill"
"""A purpose to copy where a line names none."""


def counted(text: str) -> int:
    """``3``, ``three``, ``a`` as a number."""
    low = text.lower()
    return int(low) if low.isdigit() else COUNTS.index(low) + 1 if low in COUNTS else 1


def not_read(text: str, copy: str = "", words: str = "") -> Malformed:
    """E110, with the line to copy."""
    return Malformed("E110", text, suggest=(copy,) if copy else (), words=words)


def bare(word: str) -> str:
    return re.sub(r"^[\"'(]+|[\"').,!;]+$", "", word).lower()


def first_word(line: str) -> tuple[str, str]:
    """The first word of a line in small letters, and what stands behind it; a colon stays with the rest."""
    match = re.match(r"([A-Za-z]+)(?=[\s:.,!]|$)\s*", line)
    if match is None:
        return "", line
    rest = line[match.end() :]
    return match[1].lower(), rest if rest.strip(".!") else ""


def longest(text: str, names: Iterable[str]) -> tuple[str, str] | None:
    """The longest of these names that a text begins with, and what stands behind it."""
    low = text.lower()
    for name in sorted(names, key=lambda one: (-len(one), one)):
        if low.startswith(name.lower()) and not re.match(r"[A-Za-z0-9]", low[len(name) :]):
            return name, text[len(name) :].strip()
    return None


def signed(number: int) -> str:
    """A modifier as it is written, "" for none."""
    return f"{number:+d}" if number else ""


def write(line: TableLine) -> str:
    """The one text form of a line."""
    given, words = line.given, line.words
    match line.verb:
        case "roll" | "roll secretly":
            spec, chart, column, modifier = given
            parts = [line.verb, chart or spec, column, signed(int(modifier))]
            return f"{' '.join(one for one in parts if one)}: {words}"
        case "order":
            return f"order: {', '.join(given)}"
        case "pick":
            return f"pick {given[0]} of: {', '.join(given[1:])}"
        case "draw" | "look":
            return f"{line.verb} {given[0]} {given[1]}"
        case "play" | "discard" | "remove" | "reveal":
            return f"{line.verb} {', '.join(given)}" + (f": {words}" if words else "")
        case "show":
            return f"show {', '.join(given[1:])} to {given[0]}"
        case "put":
            return f"put {', '.join(given[1:])} {'on top' if given[0] == 'top' else 'at the bottom'}"
        case "return":
            return f"return {', '.join(given)}"
        case "reshuffle":
            return " with ".join((f"reshuffle {given[0]}", *given[1:]))
        case "mark":
            return f"mark {given[0]}: {words}"
        case "set":
            return f"set {given[0]} = {given[1]}"
        case "add":
            return f"{given[0]} {given[1]}"
        case "counter":
            return f"{given[0]} {words}"
        case "follow":
            return f"follow {given[0]}"
        case "files":
            return f"files to {given[0]}"
        case "to":
            return f"to {given[0]}: {words}"
        case "file":
            return f"file {' '.join(given)}"
        case "over":
            return f"over to {given[0]}" + (f": {words}" if words else "")
        case "back" | "done":
            return line.verb
        case "open":
            return f"open {given[1]} {given[2] or given[0]}"
        case _:
            return f"{line.verb}: {words}"


def dice_of(line: TableLine) -> tuple[int, int]:
    """The number and the sides of the dice of a roll."""
    return parse_spec(line.given[0])


# Lines that begin with no word of the list: words for the others, or something that was meant for the desk.
#
# Nothing that was meant for the desk is taken for words: such a line is refused with the line to copy, and with
# itself as words.

DICE = re.compile(r"\b\d{0,3}d\d{1,4}\b", re.I)
FORMS = {
    **{f"{stem}ing": verb for stem, verb in (("play", "play"), ("draw", "draw"), ("roll", "roll"), ("show", "show"))},
    "discarding": "discard",
    "putting": "put",
    "removing": "remove",
    "revealing": "reveal",
    "reshuffling": "reshuffle",
    "plays": "play",
    "draws": "draw",
    "drew": "draw",
    "rolls": "roll",
    "discards": "discard",
    "discarded": "discard",
}
"""Words that people write for a verb, where they tell what they do."""
ASIDE = re.compile(
    r"\s+(?:(?:for|with)\s+)?(?:now|please|thanks|then|here|today|(?:this|my|the)\s+(?:turn|round|step|part))[.!]?$",
    re.I,
)
"""Words behind a line that say nothing more."""
SPOKEN_DICE = re.compile(
    r"\b(?:(\w+)\s+)?(\d{1,4})[- ]sided\s+(?:dice|die)\b|\b(\d{1,2}|an?|one|two|three|four|five|six)\s+(?:dice|die)\s+"
    r"(?:for|please|pls|at|on)\b",
    re.I,
)
"""Dice in words: ``seven 999-sided dice``, ``two dice for the attack``."""
SPOKEN_END = re.compile(
    r"(?:(?:and\s+)?(?:now\s+)?(?:it'?s|it\s+is)\s+)?(?:your\s+(?:turn|move|go|round|impulse)|you(?:'re|\s+are)\s+up)(?:\s+now)?(?:,?\s+\w+)?"
    r"|(?:i\s+)?(?:end|finish)(?:ing)?\s+(?:my|the|this)\s+(?:turn|round|phase|step|move)|end\s+of\s+(?:my\s+)?(?:turn|round|phase|step)"
    r"|pass(?:ing)?\s+(?:on\s+)?the\s+pen\b.*|the\s+pen\s+is\s+yours|i(?:'m|\s+am)\s+(?:finished|through)|i\s+pass|that(?:'s|\s+is)\s+(?:it|all)(?:\s+from\s+me)?(?:\s+for\s+(?:now|this\s+turn))?",
    re.I,
)
"""A part of a step that is over, in words."""
SPOKEN_CARDS = re.compile(
    r"(?:.{0,20}\b)?(?:deal\s+me|(?:can|could|may)\s+i\s+(?:have|get|draw|take)|i(?:'ll|\s+will)?\s+(?:take|draw|need)|give\s+me)\s+"
    r"(?:the\s+|my\s+)?(?:(\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+)?(?:more\s+|new\s+)?cards?\b.*",
    re.I,
)
"""Cards that are asked for in words."""
WITH_CARDS = ("play", "discard", "remove", "reveal", "show", "put", "return")
OTHERS = ("you", "he", "she", "they", "we", "who")


class FreeLines:
    """Looks at the lines of a side that begin with no word of the list; `verbs` reads those that do."""

    def __init__(
        self, sheet: GameSheet, view: Position, side: str, verbs: Mapping[str, Callable[[str], Read | None]]
    ) -> None:
        self.sheet, self.view, self.side, self.verbs = sheet, view, side, verbs

    def doubt(self, line: str) -> Problem | None:
        """Why a line that begins with no word of the list is not simply passed on; None if it is."""
        spoken = f"say: {line}"
        first, rest = first_word(line)
        near = [verb for verb in self.verbs if len(verb) > 2 and first[:1] == verb[:1] and slips(first, verb, 1) == 1]
        for verb in near:
            found = self.verbs[verb](rest)
            if not isinstance(found, Problem):
                return not_read(
                    f"'{first}' is no word of a line.  Did you mean '{verb}'?", f"{verb} {rest}".strip(), first
                )
        if (rolled := self._named_dice(line)) is not None:
            text = "A roll is a line that begins with 'roll':"
            return Malformed("E110", text, suggest=(rolled, spoken), words=first)
        if DICE.search(line) or SPOKEN_DICE.search(line):
            return self._dice_in_words(line, spoken)
        if SPOKEN_END.fullmatch(line.strip(" .!")):
            other = next((one.id for one in self.sheet.sides if one.id != self.side), "")
            ends = ("back",) if self.view.lent_by and self.view.pen == self.side else ("done", f"over to {other}")
            return Malformed(
                "E110", "Have you finished?  As a line for the desk:", suggest=(*ends, spoken), words=first
            )
        copied = self._plan_in_words(line) or self._value_in_words(line)
        if copied:
            text = "Is this a line for the desk?  It would be:"
            return Malformed("E110", text, suggest=(copied, spoken), words=first)
        if self.sheet.decks and (asked := SPOKEN_CARDS.fullmatch(line)) is not None:
            mine = [one.name for one in self.sheet.decks if one.owner in ("", self.side)]
            drawn = [f"draw {counted(asked[1] or '1')} {name}" for name in mine[:1]]
            return Malformed("E110", "Cards are drawn by a line of its own:", suggest=(*drawn, spoken), words=first)
        flipped = re.match(r"(?:.{0,20}\s)?(?:flip|toss)(?:ping|es)?\s+a\s+coin\b[\s:]*(.*)", line, re.I)
        if flipped is not None:
            copy = f"coin: {flipped[1].strip() or 'who begins'}"
            return Malformed("E110", "A coin is a line of its own:", suggest=(copy, spoken), words=line.split(" ")[0])
        words = line.split(" ")
        for n in range(min(len(words), 6)):
            named = FORMS.get(bare(words[n]), bare(words[n]))
            if named not in self.verbs:
                continue
            tail = " ".join([named, *words[n + 1 :]]).rstrip(".!")
            while len(tail) > len(shorter := ASIDE.sub("", tail)):
                tail = shorter
            verb, behind = first_word(tail)
            if verb in ("move", "say", "set", "plan", "mark") and ":" not in tail:
                continue
            found = self.verbs[verb](behind)
            if found is None or (isinstance(found, Problem) and not self._is_meant(found, words[:n], verb, behind)):
                continue
            if isinstance(found, Problem):
                return Malformed(found.code, found.text, suggest=(*found.suggest[:1], spoken), words=verb)
            return Malformed("E110", "Is this a line for the desk, or words?", suggest=(tail, spoken), words=verb)
        return None

    def _named_dice(self, line: str) -> str | None:
        """``siege: Syracuse``, ``retreat 5-8 +1: Varro`` as a roll of the sheet's dice or tables."""
        charts = {one.name: one.columns for one in self.sheet.charts}
        ahead, _, behind = line.partition(":")
        cut = longest(ahead, [*charts, *self.sheet.plain_dice]) if behind.strip() else None
        if cut is None:
            return None
        column = longest(cut[1], charts.get(cut[0], ()))
        if re.sub(r"[-+\d\s]", "", column[1] if column is not None else cut[1]):
            return None
        found = self.verbs["roll"](line)
        return found.suggest[0] if isinstance(found, Malformed) and found.suggest else f"roll {line}"

    def _plan_in_words(self, line: str) -> str | None:
        """``I reveal my plan`` as a line."""
        mine = [
            n for n, one in self.view.sealed.items() if one.side == self.side and one.kind == "plan" and not one.is_open
        ]
        is_it = mine and re.search(r"\b(?:open|reveal)\w*\s+(?:my|the)\s+(?:\w+\s+)?plan\b", line, re.I)
        return f"open plan {mine[0]}" if is_it else None

    def _value_in_words(self, line: str) -> str | None:
        """``VPs +2``, ``VP goes to 12`` as a line."""
        found = re.fullmatch(r"(?:the\s+)?(.{1,40}?)s?\s*:?\s*([+-]\s*\d{1,7})(?:\s.*)?[.!]?", line, re.I)
        spelled = re.fullmatch(
            r"(?:the\s+)?(.{1,40}?)s?\s+(?:(?:now|go|goes|moves?|rises|falls|drops|becomes?|stands?|are|is|at|to|->)\s+)+(-?\d{1,7})\b.*",
            line,
            re.I,
        )
        for match, how in ((found, ""), (spelled, "= ")):
            named = match and next((one for one in self.view.values if one.lower() == match[1].lower()), None)
            if match is not None and named:
                return f"{named} {how}{''.join(match[2].split())}"
        return None

    def _is_meant(self, found: Problem, ahead: list[str], verb: str, behind: str) -> bool:
        """True for words that name a card or a number of cards, though the side cannot do so now: ``I'll play CP9``."""
        if ahead and bare(ahead[-1]) in OTHERS:
            return False
        if verb in WITH_CARDS:
            low = behind.lower()
            cards = (card.lower() for deck in self.sheet.decks for card in deck.cards)
            return any(card in low and re.search(rf"(?<!\w){re.escape(card)}(?!\w)", low) for card in cards)
        if verb == "roll":
            return not ahead and re.match(r"(?:for|to)\s", behind, re.I) is not None
        if verb in ("reshuffle", "shuffle"):
            return not behind.strip(" .!")
        counted_cards = re.match(rf"{NUMBER}\s", behind, re.I)
        is_counted = counted_cards is not None and (
            counted_cards[1].lower() not in ("a", "an") or "card" in behind.lower()
        )
        return verb in ("draw", "look") and found.code in ("E101", "E103") and is_counted

    def _dice_in_words(self, line: str, spoken: str) -> Malformed:
        """A refusal of a line that has dice in it, and does not begin as a roll does."""
        found = DICE.search(line) or SPOKEN_DICE.search(line)
        assert found is not None
        sides = re.search(r"(\d+)[- ]sided|d(\d+)", found[0], re.I)
        if sides is not None and int(sides[1] or sides[2]) > MOST_SIDES:
            text = f"Dice have 2 to {MOST_SIDES} sides.  For a random sequence name what is to be in sequence:"
            return Malformed("E145", text, suggest=("order: Rosie, Pope, Buell", spoken), words=found[0])
        text = "A roll is a line that begins with 'roll', and says what it is for:"
        return Malformed("E110", text, suggest=(self._as_roll(line), spoken), words=found[0])

    def _as_roll(self, line: str) -> str:
        found = DICE.search(line)
        spelled = found or SPOKEN_DICE.search(line)
        around = (line[: spelled.start()], line[spelled.end() :]) if spelled is not None else (line,)
        purpose = " ".join(re.sub(r"\s+-\s+|[\s:,;!?-]+$", " ", part) for part in around)
        purpose = re.sub(r"\b(?:please|pls|thanks|thank you)\b", " ", purpose, flags=re.I).strip(" :,.-!?")
        purpose = re.sub(
            r"^(?:(?:i|i'll|we|roll|rolls|rolling|a|my|for|will|would|like|to|the|think)\s+)+", "", purpose, flags=re.I
        )
        purpose = re.sub(r"\s+roll$|^(?:for|:)\s*", "", purpose.strip(), flags=re.I)
        dice = found[0].lower() if found else spoken(spelled)
        return f"roll {'1' if dice.startswith('d') else ''}{dice}: {' '.join(purpose.split()) or 'what for'}"


def spoken(found: re.Match[str] | None) -> str:
    """Dice in words as they are written: ``two dice`` as ``2d6``."""
    if found is None:
        return "1d6"
    return f"{counted(found[3] or found[1] or '1')}d{found[2] or 6}"
