"""The order language of a table, and its lines that are clicked: the hand, decks and values; forms for dice and words.

What the plan refuses is not offered.  A purpose, a plan and words are typed into a form; nothing on the page knows a rule.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Order, Problem
from pbem.mechanisms.offers import ACT, Candidate, Legs, Part, Pattern, Pick
from pbem.orders.commands import command
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import NOTHING_DRAFTED, Drafted, StandingOrder
from pbem.orders.syntax import Clause, Line, Misread, Ordered, OrderLine, PolicyLine, Words
from pbem.reports.maps.map_panel import Clickable
from pbem.reports.picture.shapes import Polygon, Shape, Text
from pbem.systems.starter import StarterDialect
from pbem.systems.table.lines import TableReader
from pbem.systems.table.sheet import PEN, TOGETHER, GameSheet, card_of
from pbem.systems.table.sheet import DeckCard as PrintedDeck
from pbem.systems.table.state import Position
from pbem.systems.table.table_line import AN_ATTACK, TableLine, write

DICE, WORDS = "Dice", "Words and the pen"
ENDS = ("over", "back", "done")
MOST_DRAWN, MOST_LOOKED = 5, 3
MODIFIERS = ("", "+1", "+2", "+3", "-1", "-2", "-3")
PLAIN_DICE = ("1d6", "2d6", "3d6", "4d6", "1d10", "2d10", "1d20", "1d100")
COLUMNS, SLOTS = 8, 24
WIDE, HIGH, EDGE = 92, 64, 14
"""Pixels of a card's place, and round the table."""
FELT, PAPER, INK, CARD = "#e7efe2", "#faf6ea", "#33402f", "#8a6d3b"


def deck_unit(name: str) -> str:
    """A deck as the page calls it."""
    return f"deck {name}"


def value_unit(name: str) -> str:
    """A value as the page calls it."""
    return f"value {name}"


class TableBoard:
    """The table of a sheet as the page draws it: a row of boxes for dice, words, decks and values, and places for cards."""

    def __init__(self, sheet: GameSheet) -> None:
        self.sheet = sheet
        values = [value_unit(name) for name, _ in sheet.values]
        self.boxes = (DICE, WORDS, *(deck_unit(one.name) for one in sheet.decks), *values)
        self.slots = tuple(f"hand {n}" for n in range(1, SLOTS + 1)) if sheet.decks else ()

    def places(self) -> dict[str, tuple[float, float]]:
        """The middle of each box and of each place for a card."""
        found: dict[str, tuple[float, float]] = {}
        for n, name in enumerate(self.boxes):
            found[name] = self._middle(n)
        first = -(-len(self.boxes) // COLUMNS) * COLUMNS
        for n, name in enumerate(self.slots, first):
            found[name] = self._middle(n)
        return found

    def _middle(self, n: int) -> tuple[float, float]:
        row, column = divmod(n, COLUMNS)
        return EDGE + WIDE * column + WIDE / 2, EDGE + HIGH * row + HIGH / 2

    def slot(self, n: int) -> str:
        """The place of a card of the hand by its number from 0; cards without a place of their own share the last."""
        return self.slots[min(n, len(self.slots) - 1)]

    def clickable(self, state: Position, side: str) -> Clickable:
        """The board, and on it the side's own cards, and how many are left in each deck."""
        places = self.places()
        rows = -(-len(self.boxes) // COLUMNS) + -(-len(self.slots) // COLUMNS)
        width, height = 2 * EDGE + WIDE * COLUMNS, 2 * EDGE + HIGH * rows
        shapes: list[Shape] = [Polygon(((0, 0), (width, 0), (width, height), (0, height)), FELT)]
        for name, at in places.items():
            is_slot = name in self.slots
            shapes.append(_box(at, PAPER if not is_slot else FELT))
            words = "" if is_slot else name.removeprefix("deck ").removeprefix("value ")
            shapes += [Text((at[0], at[1] - HIGH / 2 + 11), words[:18], 9, INK)] if words else []
        counters: list[tuple[str, str, str, str, str]] = []
        hand = state.hands.get(side, ())
        counters += [(self.slot(n), side, card[:8], "", CARD) for n, card in enumerate(hand) if self.slots]
        for name, deck in state.decks.items():
            counters.append((deck_unit(name), side, str(deck.left), "left", CARD))
        counters += [(value_unit(name), side, str(value), "", CARD) for name, value in state.values.items()]
        return Clickable(tuple(shapes), width, height, HIGH * 2 / 5, places, tuple(counters))


def _box(at: tuple[float, float], fill: str) -> Polygon:
    x, y, wide, high = at[0], at[1], WIDE / 2 - 3, HIGH / 2 - 3
    corners = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    return Polygon(corners, fill, CARD, 1)


class TableOffers:
    """The lines of a game with this sheet, clicked."""

    def __init__(self, sheet: GameSheet) -> None:
        self.sheet, self.board = sheet, TableBoard(sheet)

    def units(self, view: Position, side: str) -> Mapping[str, str]:
        """See `mechanisms.offers.Offering`: dice, words, decks, values, and the cards of the hand."""
        decks = {deck_unit(one.name): deck_unit(one.name) for one in self._decks(side)}
        values = {value_unit(name): value_unit(name) for name in view.values}
        cards = {card: self.board.slot(n) for n, card in enumerate(view.hands.get(side, ()))}
        return {DICE: DICE, WORDS: WORDS, **decks, **values, **cards}

    def _decks(self, side: str) -> list[PrintedDeck]:
        return [one for one in self.sheet.decks if one.owner in ("", side)]

    def maps(self) -> tuple[()]:
        """See `mechanisms.offers.Offering`."""
        return ()

    def legs(self, view: Position, side: str, letter: str, unit: str) -> Legs | None:
        """See `mechanisms.offers.Offering`: nobody moves."""
        return None

    def ends(self) -> Sequence[str]:
        """See `mechanisms.offers.LineByLine`."""
        return ENDS

    def candidates(self, view: Position, side: str, letter: str, unit: str) -> Iterator[Candidate]:
        """See `mechanisms.offers.Offering`."""
        for words, line in self._lines(view, side, letter, unit):
            yield Candidate(line, ACT, unit, words=words)

    def _lines(self, view: Position, side: str, letter: str, unit: str) -> Iterator[tuple[str, TableLine]]:
        if unit == WORDS:
            yield from self._of_the_pen(view, side, letter)
        elif unit in view.hands.get(side, ()):
            yield from self._of_a_card(side, unit)
        elif unit.startswith("deck ") and unit not in view.values:
            yield from self._of_a_deck(view, side, unit.removeprefix("deck "))
        elif unit.startswith("value "):
            name = unit.removeprefix("value ")
            yield from ((f"{sign}1", TableLine(verb="add", given=(name, f"{sign}1"))) for sign in "+-")

    def _of_the_pen(self, view: Position, side: str, letter: str) -> Iterator[tuple[str, TableLine]]:
        for number, one in view.sealed.items():
            if one.side == side and not one.is_open:
                name = one.name if one.kind == "mark" else ""
                called = f"open {one.kind} {name or number}"
                yield called, TableLine(verb="open", given=(str(number), one.kind, name))
        if letter == PEN:
            yield "back", TableLine(verb="back")
            others = (one for one in self.sheet.sides if one.id != side)
            yield from ((f"over to {one.name}", TableLine(verb="over", given=(one.id,))) for one in others)
        yield "done", TableLine(verb="done")
        yield from ((f"follow {how}", TableLine(verb="follow", given=(how,))) for how in ("each", "pen"))

    def _of_a_card(self, side: str, card: str) -> Iterator[tuple[str, TableLine]]:
        yield from ((verb, TableLine(verb=verb, given=(card,))) for verb in ("play", "discard", "remove", "reveal"))
        others = (one for one in self.sheet.sides if one.id != side)
        yield from ((f"show to {one.name}", TableLine(verb="show", given=(one.id, card))) for one in others)
        yield "put on top", TableLine(verb="put", given=("top", card))
        yield "put at the bottom", TableLine(verb="put", given=("bottom", card))
        yield "return to the pool", TableLine(verb="return", given=(card,))

    def _of_a_deck(self, view: Position, side: str, name: str) -> Iterator[tuple[str, TableLine]]:
        yield from ((f"draw {n}", TableLine(verb="draw", given=(str(n), name))) for n in range(1, MOST_DRAWN + 1))
        yield from ((f"look at {n}", TableLine(verb="look", given=(str(n), name))) for n in range(1, MOST_LOOKED + 1))
        yield "reshuffle", TableLine(verb="reshuffle", given=(name,))
        others = (one.name for one in self._decks(side) if one.name != name and view.decks[one.name].cards)
        yield from ((f"reshuffle with {one}", TableLine(verb="reshuffle", given=(name, one))) for one in others)

    def patterns(self, view: Position, side: str, letter: str) -> Iterator[Pattern]:
        """See `mechanisms.offers.Patterns`: lines with something that is typed."""
        if letter != TOGETHER:
            yield from self._rolls()
            yield from self._with_words(view, side, letter)
        yield Pattern((WORDS,), "a sealed plan", "plan: {plan}", (_typed("plan", "The plan", "I attack Sedan"),))
        yield Pattern(
            (WORDS,),
            "a hidden marker",
            "mark {name}: {words}",
            (_typed("name", "Its name", "7"), _typed("words", "What it is", "Longstreet")),
        )
        yield Pattern((WORDS,), "my move, in words", "move: {move}", (_typed("move", "The move", "2 corps to Liege"),))
        yield Pattern((WORDS,), "words to all", "say: {say}", (_typed("say", "Words", "your turn"),))
        sides = tuple(Pick(one.id, one.name) for one in self.sheet.sides if one.id != side)
        to = Part("to", "To", sides)
        yield Pattern((WORDS,), "words to one side", "to {to}: {say}", (to, _typed("say", "Words", "I stand by you")))

    def _rolls(self) -> Iterator[Pattern]:
        purpose = _typed("purpose", "What for", AN_ATTACK)
        modifier = Part(
            "modifier", "Modifier", tuple(Pick(f" {one}" if one else "", one or "none") for one in MODIFIERS)
        )
        secret = Part("secret", "Who sees it", (Pick("", "all"), Pick(" secretly", "you alone, until the end")))
        named = self.sheet.plain_dice
        dice = Part("dice", "Dice", tuple(Pick(one) for one in (*named, *PLAIN_DICE)))
        yield Pattern(
            (DICE,), "roll dice", "roll{secret} {dice}{modifier}: {purpose}", (dice, modifier, secret, purpose)
        )
        for chart in self.sheet.charts:
            columns = tuple(Pick(f" {one}", one) for one in chart.columns) or (Pick("", "none"),)
            parts = (Part("column", "Column", columns), modifier, purpose)
            line = f"roll {chart.name}{{column}}{{modifier}}: {{purpose}}"
            yield Pattern((DICE,), f"roll on the table {chart.name}", line, parts)
        yield Pattern((DICE,), "toss a coin", "coin: {purpose}", (_typed("purpose", "What for", "who begins"),))
        names = _typed("names", "Names, with commas", "Rosie, Pope, Buell")
        yield Pattern((DICE,), "a random sequence", "order: {names}", (names,))
        yield Pattern((DICE,), "one of several", "pick 1 of: {names}", (names,))

    def _with_words(self, view: Position, side: str, letter: str) -> Iterator[Pattern]:
        hand = view.hands.get(side, ())
        if hand:
            for verb in ("play", "discard"):
                words = _typed("words", "Words", "as operations")
                yield Pattern(hand, f"{verb} with words", f"{verb} {{who}}: {{words}}", (words,))
        for name in view.values:
            line = f"set {name} = {{number}}"
            yield Pattern((value_unit(name),), "set it", line, (_typed("number", "A number", "10"),))
        if letter == PEN:
            lenders = view.lent_by[-1:]
            sides = [one for one in self.sheet.sides if one.id != side and one.id not in lenders]
            to = Part("to", "To", tuple(Pick(one.id, one.name) for one in sides))
            question = _typed("question", "Question", "reaction?")
            if sides:
                yield Pattern((WORDS,), "lend the pen with a question", "over to {to}: {question}", (to, question))


def _typed(name: str, words: str, example: str) -> Part:
    """A part that is typed."""
    return Part(name, words, (Pick(example),), is_typed=True)


# The order language of a table: see `lines`. Every line that is no command is one of the table, or words.

AHEAD = "table line: "
"""Stands ahead of every line that is no command: so it is read as it stands, alone, and is never chat."""
REACTION = "reaction"
POLICY = re.compile(r"\s*policy\s+reaction\s*:\s*(none|write)\s*[.!]?\s*", re.I)


class TableDialect(StarterDialect):
    """The lines of a game with this sheet."""

    policies = (REACTION,)
    place = r"(?!)"
    block_opening = ""  # every line of a letter is one of the table: a block that nothing opens
    verbs = ("table line",)
    passes_files = players_take_back = True
    is_verbatim = True
    """See `orders.dialect.Verbatim`."""

    def __init__(self, sheet: GameSheet) -> None:
        self.sheet, self.card = sheet, card_of(sheet)

    def prefixes(self, lines: Sequence[str]) -> Sequence[str]:
        """See `orders.dialect.InBlocks`."""
        found = (command(one) for one in lines)
        return [
            AHEAD if one is None or one.name == "protest" else "" for one in found
        ]  # a table's protest is on record

    def parse(self, words: str) -> Line | Misread:
        """See `orders.dialect.Dialect`."""
        text = words.removeprefix(AHEAD)
        at = len(words) - len(text)
        start, end = at + len(text) - len(text.lstrip()), len(words.rstrip())
        policy = POLICY.fullmatch(text)
        if policy is not None:
            return PolicyLine(
                Words("policy", REACTION, start, end), None, None, Words("wishes", policy[1].lower(), start, end)
            )
        order = Words("order", text.strip(), start, end)
        return OrderLine((Ordered(None, Clause("order", (order,), start, end)),), None)

    def orders(self, ordered: Ordered, reading: Reading) -> tuple[Order, ...] | Placed:
        """See `orders.dialect.Dialect`."""
        word = ordered.clause.words("order")[0]
        found = self.read(word.text, reading.view, reading.side)
        if not isinstance(found, Problem):
            return found
        at = max(word.text.lower().find(found.words.lower()), 0) if found.words else 0
        return Placed(found, word.start + at, word.start + at + (len(found.words) or len(word.text)))

    def read(self, text: str, view: Position, side: str) -> tuple[TableLine, ...] | Problem:
        """See `orders.dialect.Dialect`."""
        return TableReader(self.sheet, view, side).read(text)

    def write(self, order: Order) -> str:
        """See `orders.dialect.Dialect`."""
        if not isinstance(order, TableLine):
            raise TypeError(order)
        return write(order)

    def turn(self, view: Position) -> int:
        """See `orders.standing.Judge`."""
        return view.turn

    def talk(self, lines: Sequence[str], view: Position, side: str) -> str:
        """See `orders.dialect.Verbatim`."""
        found = [self.read(one, view, side) for one in lines]
        words = [one.words for some in found if not isinstance(some, Problem) for one in some if one.verb == "say"]
        return "\n".join(words) if len(words) == len(lines) else ""

    def ends_letter(self, order: Order) -> bool:
        """See `orders.dialect.Verbatim`."""
        return isinstance(order, TableLine) and order.verb in ENDS

    def is_order_like(self, words: str, view: Any, side: str = "") -> bool:
        """See `orders.dialect.Dialect`: all that is written at a table is for it."""
        return True

    def takes_orders(self, letter: str, view: Any, side: str) -> bool:
        """See `StarterDialect`."""
        return True

    def drafted(self, ask: Ask, standing: Sequence[StandingOrder], view: Position, given: Sequence[Order]) -> Drafted:
        """See `orders.standing.Judge`: ``policy reaction: none`` gives the pen back, unasked."""
        declines = [one.number for one in standing if one.policy == REACTION and one.wishes[:1] == ("none",)]
        if given or not declines or not view.asks or view.pen != ask.side:
            return NOTHING_DRAFTED
        return Drafted((TableLine(verb="back"),), tuple(declines[-1:]), is_complete=True)

    def wish(self, wish: str, ask: Ask, view: Any) -> str | None:
        """See `orders.standing.Judge`."""
        return wish if ask.allows(wish) else None
