"""The lines of a table, read out of what people write (docs/table.md, The lines).

A line that begins with a word of the list is carried out; all others are words, and are passed on.  A line that looks like
one of the list and cannot be read is refused with the line to copy: nothing that was meant for the desk is taken for words.
"""

import re
from collections.abc import Callable, Mapping

from pbem.core.dice import MOST_SIDES
from pbem.core.order import Malformed, Problem
from pbem.systems.table.sheet import GameSheet
from pbem.systems.table.state import Position
from pbem.systems.table.table_line import (
    AN_ATTACK,
    NUMBER,
    FreeLines,
    Read,
    TableLine,
    counted,
    first_word,
    longest,
    not_read,
    signed,
)

LONGEST_PURPOSE = 120
MOST_DRAWN = 60
MOST_NAMES = 60
MOST_EACH = 20


AHEAD = re.compile(
    r"(?:\s*(?:[*+-]|\d{1,3}[.)]|\|)\s+){0,2}\s*(?:(?:please|pls|then|and|now|also|ok)[\s,:]+){0,2}", re.I
)
"""The mark of a list, or a polite word, ahead of a line."""
SPEC = re.compile(r"(\d{0,3})d(\d{1,4})(?![\w])", re.I)
MODIFIER = re.compile(r"([+-])\s*(\d{1,3})(?=\s|:|,|$)")
NO_REACTION = re.compile(r"(?:none|no|no reaction)[.!]?", re.I)
FEWER = ("minus", "down", "lose", "loses", "fall", "falls")
MOST_OF_A_LINE = 3
"""So many words behind a verb may be talk: then the line is also offered as words."""
COUNTED = re.compile(
    r"(minus|plus|(?:goes\s+|is\s+)?(?:up|down)|gains?|loses?|rises?|falls?)(?:\s+by)?(?:\s+(\w+))?\b.*", re.I
)


class TableReader:
    """Reads lines of a side, as it sees the table."""

    def __init__(self, sheet: GameSheet, view: Position, side: str) -> None:
        self.sheet, self.view, self.side = sheet, view, side
        self.verbs: Mapping[str, Callable[[str], Read | None]] = {
            "roll": self._roll,
            "each": self._each,
            "order": self._order,
            "pick": self._pick,
            "coin": self._coin,
            "draw": self._draw,
            "play": lambda rest: self._out("play", rest),
            "discard": lambda rest: self._out("discard", rest),
            "remove": lambda rest: self._out("remove", rest),
            "reveal": lambda rest: self._out("reveal", rest),
            "show": self._show,
            "look": self._look,
            "put": self._put,
            "return": self._return,
            "reshuffle": self._reshuffle,
            "shuffle": self._reshuffle,
            "plan": self._plan,
            "mark": self._mark,
            "open": self._open,
            "set": self._set,
            "move": lambda rest: self._words("move", rest),
            "say": lambda rest: self._words("say", rest),
            "protest": lambda rest: self._words("protest", rest),
            "file": self._file,
            "files": self._files,
            "follow": self._follow,
            "over": self._over,
            "back": lambda rest: self._alone("back", rest),
            "done": lambda rest: self._alone("done", rest),
        }

    def read(self, text: str) -> tuple[TableLine, ...] | Problem:
        """The orders of a line: several for ``each of``; words where it is no line of the table."""
        line = " ".join(text.split()) if text.strip() else ""
        found = self._line(line)
        if isinstance(found, TableLine):
            return (found,)
        if isinstance(found, Malformed):
            return self._or_words(found, line)
        if found is not None:
            return found
        doubt = FreeLines(self.sheet, self.view, self.side, self.verbs).doubt(line)
        return doubt if doubt is not None else (TableLine(verb="say", words=line),)

    def _line(self, line: str) -> Read | None:
        """The orders of a line of the table; None for one that begins with none of its words."""
        if longest(line, [*self.view.values, *self.view.units]) is None:  # 2. Panzer is no second line of a list
            ahead = AHEAD.match(line)
            line = line[ahead.end() :] if ahead is not None else line
        if self.view.asks and self.view.pen == self.side and NO_REACTION.fullmatch(line):
            return TableLine(verb="back")
        first, rest = first_word(line)
        if first in self.verbs:
            return self.verbs[first](rest)
        match = re.fullmatch(r"([^:]{1,40}):\s*(.*)", rest) if first == "to" else None
        if match is not None and (self.sheet.side(match[1].strip()) or self._is_for_somebody(match[1])):
            return self._to(match[1], match[2])
        return self._value(line)

    def _is_for_somebody(self, whom: str) -> bool:
        """True for a name that is no side's, or several: ``to Mo:``, ``to red and blue:``; not ``to be honest:``."""
        words = whom.replace(",", " ").replace("&", " ").split()
        return len(words) == 1 or any(one[0].isupper() or self.sheet.side(one) for one in words)

    def _or_words(self, found: Malformed, line: str) -> Malformed:
        """A refusal of a line that may have been talk (``Back in 1941 ...``): it can be copied as words too."""
        first, rest = first_word(line)
        is_talk = first not in ("roll", "file", "say", "move", "protest") and len(rest.split()) >= MOST_OF_A_LINE
        if not is_talk or any(one.startswith("say:") for one in found.suggest):
            return found
        return Malformed(found.code, found.text, suggest=(*found.suggest[:2], f"say: {line}"), words=found.words)

    # Dice.

    def _roll(self, rest: str) -> Read:
        secret = re.match(r"(?:secretly|secret)\b\s*", rest, re.I)
        if secret and isinstance(self._dice_in(rest[secret.end() :]), Problem) and longest(rest, self._dice_names()):
            secret = None  # dice called so
        rest = rest[secret.end() :] if secret else rest
        named = self._dice_in(rest)
        if isinstance(named, Problem):
            return named
        spec, chart, behind = named
        column = ""
        found_chart = self.sheet.chart(chart) if chart else None
        if found_chart is not None and found_chart.columns:
            cut = longest(behind, found_chart.columns)
            if cut is None:
                first = found_chart.columns[0]
                columns = ", ".join(found_chart.columns)
                modifier, purpose = _purpose(behind)
                head = _head_of_roll(chart, first, modifier, is_secret=bool(secret))
                return not_read(
                    f"The table {chart} has the columns {columns}: name one.",
                    f"{head}: {purpose[:LONGEST_PURPOSE] or AN_ATTACK}",
                )
            column, behind = cut
        modifier, purpose = _purpose(behind)
        head = _head_of_roll(chart or spec, column, modifier, is_secret=bool(secret))
        if not any(map(str.isalnum, purpose)):
            return not_read("A roll needs a purpose: what is it for?", f"{head}: {AN_ATTACK}")
        if len(purpose) > LONGEST_PURPOSE:
            return not_read(f"A purpose has at most {LONGEST_PURPOSE} characters.", f"{head}: {purpose[:40]}")
        number, sides = (int(one) for one in spec.split("d"))
        if sides > MOST_SIDES or not 1 <= number <= 99 or sides < 2:
            copy = "order: Rosie, Pope, Buell" if sides > MOST_SIDES else f"roll 2d6: {purpose}"
            why = f"Dice have 2 to {MOST_SIDES} sides, and at most 99 are rolled at once."
            more = "  For a random sequence name what is to be in sequence." if sides > MOST_SIDES else ""
            return Malformed("E145", why + more, suggest=(copy,), words=spec)
        verb = "roll secretly" if secret else "roll"
        return TableLine(verb=verb, given=(spec, chart, column, str(modifier)), words=purpose)

    def _dice_names(self) -> list[str]:
        return [*(one.name for one in self.sheet.charts), *(name for name, _ in self.sheet.dice)]

    def _dice_in(self, rest: str) -> tuple[str, str, str] | Problem:
        """The dice at the start of a roll, the table that it is looked up in, and what stands behind."""
        plain = SPEC.match(rest)
        if plain is not None:
            return f"{int(plain[1] or 1)}d{int(plain[2])}", "", rest[plain.end() :].strip()
        names = self._dice_names()
        cut = longest(rest, names)
        if cut is not None:
            name, behind = cut
            chart = self.sheet.chart(name)
            return (chart.dice if chart else self.sheet.named_dice(name)), name, behind
        known = f"  The sheet has: {', '.join(dict.fromkeys(names))}." if names else ""
        purpose = re.sub(r"^for\s+", "", rest.strip(" :"), flags=re.I)
        return not_read(f"Which dice?{known}", f"roll 2d6: {purpose or AN_ATTACK}", rest.split(" ")[0])

    def _each(self, rest: str) -> Read:
        match = re.fullmatch(r"of\s+(.+?)\s*:\s*(roll\b.*)", rest, re.I)
        if match is None:
            return not_read("One roll for each of several:", "each of Yamato, Kongo: roll 4d6: gunnery at Enterprise")
        names = _names(match[1])
        roll = self._roll(first_word(match[2])[1])
        if isinstance(roll, Problem):
            return roll
        if not 1 <= len(names) <= MOST_EACH or not isinstance(roll, TableLine):
            return not_read(
                f"Name 1 to {MOST_EACH}, with commas.", "each of Yamato, Kongo: roll 4d6: gunnery at Enterprise"
            )
        lines = tuple(TableLine((), roll.verb, roll.given, f"{name}: {roll.words}") for name in names)
        if any(len(one.words) > LONGEST_PURPOSE for one in lines):
            return not_read(f"A purpose has at most {LONGEST_PURPOSE} characters.")
        return lines

    def _order(self, rest: str) -> Read:
        names = _names(rest.lstrip(": "))
        if not 2 <= len(names) <= MOST_NAMES:
            return not_read(f"A random sequence of 2 to {MOST_NAMES} names, with commas:", "order: Rosie, Pope, Buell")
        return TableLine(verb="order", given=names)

    def _pick(self, rest: str) -> Read:
        match = re.fullmatch(rf"{NUMBER}\s+(?:out\s+)?of\s*:?\s*(.+)", rest, re.I)
        names = _names(match[2]) if match else ()
        number = counted(match[1]) if match else 0
        if not 2 <= len(names) <= MOST_NAMES or not 1 <= number < len(names):
            return not_read("Some out of several names, with commas:", "pick 1 of: Rosie, Pope, Buell")
        return TableLine(verb="pick", given=(str(number), *names))

    def _coin(self, rest: str) -> Read:
        purpose = rest.lstrip(": ").strip()
        purpose = re.sub(r"^for\s+", "", purpose, flags=re.I)
        if not 1 <= len(purpose) <= LONGEST_PURPOSE or purpose.lower().strip(".!") in ("flip", "toss"):
            return not_read("A coin needs a purpose: what is it for?", "coin: who begins")
        return TableLine(verb="coin", words=purpose)

    # Cards.

    def _deck_behind(self, text: str, ahead: str) -> tuple[str, re.Match[str]] | None:
        """The deck that a text ends with, named as in the sheet (``event deck``), and the words ahead of it (`ahead`)."""
        names = sorted((one.name for one in self.sheet.decks), key=lambda one: (-len(one), one))
        whole = text.strip().rstrip("! ")
        for end in (whole, whole.rstrip(". ")):
            for name in names:
                head = end[: -len(name)]
                if end.lower().endswith(name.lower()) and not re.search(r"\w$", head):
                    match = re.fullmatch(ahead, head, re.I)
                    if match is not None:
                        return name, match
        return None

    def _deck_in(self, text: str, *, may_lack: bool = True) -> str | Problem:
        """A deck as it is named; the only one that there is for the side where none is."""
        name = re.sub(r"^(?:from\s+)?(?:the\s+)?|\s+(?:deck|pile)$|[.!]$", "", text.strip(), flags=re.I).strip()
        mine = [one for one in self.sheet.decks if one.owner in ("", self.side)]
        exact = self._deck_behind(text, r"(?:from\s+)?(?:the\s+)?")
        if not name and exact is None and may_lack and len(mine) == 1:
            return mine[0].name
        found = (self.sheet.deck(exact[0]) if exact else self.sheet.deck(name)) or next(
            (one for one in mine if name and name.lower() in _own_names(one.name, self.side)), None
        )
        names = ", ".join(one.name for one in mine) or "none"
        if found is None:
            what = f"No deck is called '{name}'." if name else "Which deck?"
            return Malformed("E101", f"{what}  Yours: {names}.", words=name)
        if found.owner not in ("", self.side):
            return Malformed("E103", f"The deck {found.name} is not yours.  Yours: {names}.", words=name)
        return found.name

    def _with_copy(self, found: Problem, head: str) -> Problem:
        """A refusal of a deck, with the line for one that is the side's."""
        mine = next((one.name for one in self.sheet.decks if one.owner in ("", self.side)), "")
        if not mine or not isinstance(found, Malformed) or found.suggest:
            return found
        return Malformed(found.code, found.text, suggest=(f"{head} {mine}",), words=found.words)

    def _draw(self, rest: str) -> Read:
        ahead = rf"(?:{NUMBER}(?:\s+|$))?(?:more\s+)?(?:(?:cards?)(?:\s+|$))?(?:(?:from|of)\s+)?"
        exact = self._deck_behind(rest, rf"{ahead}(?:the\s+)?")
        match = exact[1] if exact else re.fullmatch(rf"{ahead}(.*?)(?:\s+cards?)?\s*[.!]?", rest, re.I)
        number = counted(match[1] or "1") if match else 0
        deck = self._deck_in(exact[0] if exact else match[2] if match else rest)
        if isinstance(deck, Problem):
            return self._with_copy(deck, f"draw {number or 1}")
        if not 1 <= number <= MOST_DRAWN:
            return not_read(f"1 to {MOST_DRAWN} cards are drawn at once.", f"draw 1 {deck}")
        return TableLine(verb="draw", given=(str(number), deck))

    def _cards_in(self, text: str, verb: str) -> tuple[tuple[str, ...], str] | Problem:
        """The cards of the hand at the start of a text, and the words behind them."""
        hand = [card for card in self.view.hands.get(self.side, ()) if card != "?"]
        head, colon, words = text.partition(":")
        found: list[str] = []
        left = head.strip()
        while left:
            cut = longest(left, hand)
            if cut is None:
                break
            found.append(cut[0])
            left = cut[1]
            more = re.match(r"(?:,|\+|&|\band\b)\s*", left, re.I)
            if more is None:
                break
            left = left[more.end() :]
        if found and (not left or not colon):
            if len(set(found)) < len(found):
                return Malformed("E102", f"{found[-1]} stands there twice.", words=found[-1])
            behind = (words if colon else left).strip()
            return tuple(found), behind if behind.strip(".!") else ""
        shown = ", ".join(hand) or "no cards"
        named = (left or head).split(",")[0].strip()
        copy = (f"{verb} {hand[0]}",) if hand else ()
        return Malformed("E102", f"'{named}' is not in your hand: {shown}.", suggest=copy, words=named)

    def _out(self, verb: str, rest: str) -> Read:
        found = self._cards_in(rest, verb)
        if isinstance(found, Problem):
            return found
        cards, words = found
        if len(words) > 400:
            return not_read("At most 400 characters of words stand behind a card.")
        return TableLine(verb=verb, given=cards, words=words)

    def _show(self, rest: str) -> Read:
        match = re.fullmatch(r"(.+)\s+to\s+(.+?)[.!]?", rest, re.I)
        if match is None or not self.sheet.side(match[2]):
            match = re.fullmatch(r"(.+?)\s+to\s+(.+?)[.!]?", rest, re.I)
        if match is None:
            return not_read("Cards are shown to a side; to all they are revealed.", "show C07 to " + self._other())
        side = self._side_in(match[2], f"show {_plain(match[1])} to {{}}")
        if isinstance(side, Problem):
            return side
        found = self._cards_in(match[1], "reveal")
        if isinstance(found, Problem):
            return found
        if found[1]:
            return not_read("Cards are shown by their names alone.", f"show {', '.join(found[0])} to {side}")
        return TableLine(verb="show", given=(side, *found[0]))

    def _look(self, rest: str) -> Read:
        ahead = rf"(?:at\s+)?(?:the\s+)?(?:top\s+)?(?:{NUMBER}(?:\s+|$))?(?:cards?\s+)?(?:(?:of|from|in)\s+)?"
        exact = self._deck_behind(rest, rf"{ahead}(?:the\s+)?")
        match = exact[1] if exact else re.fullmatch(rf"{ahead}(.*)", rest, re.I)
        deck = self._deck_in(exact[0] if exact else match[2] if match else rest)
        if isinstance(deck, Problem):
            return self._with_copy(deck, "look 3")
        number = counted(match[1] or "1") if match else 1
        if not 1 <= number <= MOST_DRAWN:
            return not_read(f"1 to {MOST_DRAWN} cards are looked at.", f"look 3 {deck}")
        return TableLine(verb="look", given=(str(number), deck))

    def _put(self, rest: str) -> Read:
        match = re.fullmatch(
            r"(.+?)\s+(?:back\s+)?(?:on|at|to|under)\s+(?:the\s+)?(top|bottom)(?:\s+of\s+.*)?[.!]?", rest, re.I
        )
        if match is None:
            return not_read("A card goes back on top or at the bottom:", f"put {rest.split(' ')[0] or 'C07'} on top")
        found = self._cards_in(match[1], "play")
        if isinstance(found, Problem):
            return found
        if found[1]:
            return not_read("Cards go back by their names alone.", f"put {', '.join(found[0])} on top")
        return TableLine(verb="put", given=(match[2].lower(), *found[0]))

    def _return(self, rest: str) -> Read:
        found = self._cards_in(rest, "return")
        if isinstance(found, Problem):
            return found
        return (
            TableLine(verb="return", given=found[0])
            if not found[1]
            else not_read("By its name alone.", f"return {found[0][0]}")
        )

    def _reshuffle(self, rest: str) -> Read:
        name, other = rest, ""
        if self._deck_behind(rest, r"(?:the\s+)?") is None:
            cuts = [one.span() for one in re.finditer(r"\swith(?=\s)", rest, re.I)]
            parts = [(rest[:start], rest[end:].strip()) for start, end in cuts]
            known = (one for one in parts if all(isinstance(self._deck_in(part, may_lack=False), str) for part in one))
            name, other = next(known, parts[0] if parts else (rest, ""))
        deck = self._deck_in(name)
        if isinstance(deck, Problem):
            return self._with_copy(deck, "reshuffle")
        if not other:
            return TableLine(verb="reshuffle", given=(deck,))
        taken = self._deck_in(other, may_lack=False)
        if isinstance(taken, Problem):
            return taken
        if taken == deck:
            return Malformed("E101", "A deck is not shuffled into itself.", suggest=(f"reshuffle {deck}",), words=other)
        return TableLine(verb="reshuffle", given=(deck, taken))

    # Plans.

    def _plan(self, rest: str) -> Read:
        words = rest.lstrip(": ").strip()
        if not words or len(words) > 1000:
            return not_read("What is the plan?  1 to 1,000 characters.", "plan: next round I attack Sedan")
        return TableLine(verb="plan", words=words)

    def _mark(self, rest: str) -> Read:
        name, colon, words = (one.strip() for one in rest.partition(":"))
        if name.lower().startswith("my ") or not name or not colon or not words or len(name) > 40 or len(words) > 1000:
            return not_read("A hidden marker has a name and words:", "mark 7: Longstreet")
        return TableLine(verb="mark", given=(name,), words=words)

    def _open(self, rest: str) -> Read:
        match = re.fullmatch(r"(?:(plan|roll)\s+(?:no\.?\s*)?(\d{1,6})|(?:mark(?:er)?\s+)(.+?))[.!]?", rest, re.I)
        mine = [(n, one) for n, one in self.view.sealed.items() if one.side == self.side and not one.is_open]
        listed = ", ".join(f"{one.kind} {one.name if one.kind == 'mark' else n}" for n, one in mine) or "none"
        copy = next((f"open {one.kind} {one.name if one.kind == 'mark' else n}" for n, one in mine), "open plan 1")
        if match is None:
            return not_read(f"Which plan?  Yours: {listed}.", copy)
        if match[3]:
            found = next((n for n, one in mine if one.kind == "mark" and one.name.lower() == match[3].lower()), 0)
        else:
            found = next((n for n, one in mine if n == int(match[2]) and one.kind != "mark"), 0)
        if not found:
            return Malformed(
                "E142", f"You have no such plan.  Yours: {listed}.", suggest=(copy,), words=match[3] or match[2]
            )
        plan = self.view.sealed[found]
        return TableLine(verb="open", given=(str(found), plan.kind, plan.name if plan.kind == "mark" else ""))

    # Values.

    def _value(self, line: str) -> Read | None:
        """``vp = 11``, ``vp +1``, ``GE1 reduced``; None where it begins with no value and no counter of the sheet."""
        cut = longest(line, [*self.view.values, *self.view.units])
        if cut is None:
            return None
        name, rest = cut
        if name in self.view.units:
            condition = re.sub(r"^(?:=|is|:)\s*", "", rest).rstrip(".!").strip()
            if re.fullmatch(r"[A-Za-z][A-Za-z0-9 '/-]{0,39}", condition) and len(condition.split()) <= 3:
                return TableLine(verb="counter", given=(name,), words=condition)
            return (
                not_read(f"In which condition is {name} now?  A word or two.", f"{name} reduced")
                if not condition
                else None
            )
        match = re.fullmatch(r"(=|to|is|:)?\s*([+-])?\s*(\d{1,7})[.!]?", rest)
        if match is None and (counting := COUNTED.fullmatch(rest)) is not None:
            sign = "-" if counting[1].split()[-1].lower() in FEWER else "+"
            return not_read(f"{name} is set or counted:", f"{name} {sign}{counted(counting[2] or '1')}", counting[1])
        if match is None:
            is_talk = re.match(r"[A-Za-z]", rest) and len(rest.split()) > 1
            return None if is_talk else not_read(f"{name} is set or counted:", f"{name} +1")
        if match[1] and match[2] and (match[2], match[1]) != ("-", "="):
            signed = f"{name} {match[2]}{match[3]}", f"{name} = {match[2]}{match[3]}".replace("+", "")
            return Malformed("E110", f"{name} is counted, or set:", suggest=signed, words=rest)
        if match[1] or not match[2]:
            return TableLine(verb="set", given=(name, f"{match[2] or ''}{match[3]}".lstrip("+")))
        return TableLine(verb="add", given=(name, f"{match[2]}{match[3]}"))

    def _set(self, rest: str) -> Read:
        found = self._value(rest)
        if isinstance(found, (TableLine, Problem)):
            return found
        names = ", ".join([*self.view.values, *self.view.units]) or "none"
        first = next(iter(self.view.values), "vp")
        return Malformed(
            "E144", f"No such value.  The sheet has: {names}.", suggest=(f"set {first} = 1",), words=rest.split(" ")[0]
        )

    # Words, and the pen.

    def _words(self, verb: str, rest: str) -> Read:
        words = rest.lstrip(": ").strip()
        if not words:
            return not_read("Nothing stands behind it.", f"{verb}: 2 corps Koblenz to Liege")
        return TableLine(verb=verb, words=words)

    def _file(self, rest: str) -> Read:
        """A line that the desk writes for a file that came with the letter."""
        taken = re.fullmatch(r"(\S{1,60}) ([0-9a-f]{64}) (\d{1,9})", rest)
        if taken is not None:
            return TableLine(verb="file", given=(taken[1], taken[2], taken[3]))
        refused = re.fullmatch(r"(\S{1,60}) not taken: (.+)", rest)
        if refused is None:
            return not_read("A file is attached to the letter, and needs no line.", f"say: file {rest}")
        why = (
            f"The file {refused[1]} is not passed on: {refused[2]}.  Send the letter again without it, or with another."
        )
        return Malformed("E146", why, words=refused[1])

    def _files(self, rest: str) -> Read | None:
        match = re.fullmatch(r"to\s+(.+?)[.!]?", rest, re.I)
        if match is None:
            return None  # words: "files attached"
        side = self._side_in(match[1], "files to {}")
        return side if isinstance(side, Problem) else TableLine(verb="files", given=(side,))

    def _to(self, name: str, words: str) -> Read:
        side = self._side_in(name, f"to {{}}: {_plain(words)}")
        if isinstance(side, Problem):
            return side
        if not words.strip():
            return not_read("Words for one side alone:", f"to {side}: your cavalry sees two corps at Sedan")
        return TableLine(verb="to", given=(side,), words=words.strip())

    def _follow(self, rest: str) -> Read:
        word = rest.strip(" .!").lower()
        if word not in ("each", "pen"):
            return not_read("Told of each exchange, or when the pen comes to you:", "follow each")
        return TableLine(verb="follow", given=(word,))

    def _alone(self, verb: str, rest: str) -> Read:
        if rest.strip(" .!"):
            return not_read("Nothing else stands on such a line:", verb, rest)
        return TableLine(verb=verb)

    def _other(self) -> str:
        return next((one.id for one in self.sheet.sides if one.id != self.side), "")

    def _side_in(self, text: str, copy: str) -> str | Problem:
        """The side of this name; `copy` is the line to copy, with ``{}`` for the side."""
        found = self.sheet.side(text.strip())
        if found is not None and found.id != self.side:
            return found.id
        others = [one for one in self.sheet.sides if one.id != self.side]
        words = set(re.findall(r"\w+", text.lower()))
        named = [one for one in others if words & {one.id, one.code.lower(), one.name.lower()}]
        names = ", ".join(one.name for one in others)
        return Malformed(
            "E101",
            f"'{text.strip()}' is no other side: {names}.",
            suggest=tuple(copy.format(one.id) for one in (named or others)[:3]),
            words=text.strip(),
        )

    def _over(self, rest: str) -> Read:
        to, _, words = rest.partition(":")
        named = re.sub(r"^to\s+(?:the\s+)?", "", to.strip(" .!"), flags=re.I).strip()
        question = words.strip()
        if named.lower() in ("you", "him", "her", "them", "opponent", "my opponent", "the opponent"):
            named = ""
        if not named and len(self.sheet.sides) > 2:
            return not_read("Over to whom?", f"over to {self._other()}")
        side = (
            self._side_in(named, f"over to {{}}{f': {_plain(question)}' if question else ''}")
            if named
            else self._other()
        )
        if isinstance(side, Problem):
            return side
        if len(question) > 200:
            return not_read("A question has at most 200 characters.", f"over to {side}: reaction?")
        return TableLine(verb="over", given=(side,), words=question)


def _own_names(deck: str, side: str) -> tuple[str, ...]:
    """A deck as a side says itself: ``mobilization`` for ``cp mobilization``, ``event`` for ``event deck``."""
    low = deck.lower()
    short = re.sub(r"\s+(?:deck|pile|cards)$", "", low)
    return tuple(one.removeprefix(f"{side} ") for one in (low, short))


def _purpose(behind: str) -> tuple[int, str]:
    """The modifiers and the purpose behind the dice of a roll."""
    modifier, behind = _modifier(behind)
    return modifier, re.sub(r"^(?::|for\b)?\s*", "", behind.strip(), flags=re.I).strip()


def _head_of_roll(dice: str, column: str, modifier: int, *, is_secret: bool) -> str:
    return " ".join(one for one in ("roll", "secretly" if is_secret else "", dice, column, signed(modifier)) if one)


def _modifier(text: str) -> tuple[int, str]:
    """The modifiers at the start of a text, added up, and what stands behind them."""
    total = 0
    while (match := MODIFIER.match(text)) is not None:
        total += int(match[1] + match[2])
        text = text[match.end() :].strip()
    return total, text


def _plain(words: str) -> str:
    """Words for a form that is filled in."""
    return words.strip().replace("{", "{{").replace("}", "}}")


def _names(text: str) -> tuple[str, ...]:
    """Names with commas between; the last may have ``and``."""
    parts = re.split(r"\s*(?:,|;)\s*(?:and\s+)?|\s+and\s+", text.strip().rstrip(".!"))
    return tuple(part[:60].strip() for part in parts if part.strip())
