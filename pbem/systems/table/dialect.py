"""The order language of a table: see `lines`.  Every line that is no command is one of the table, or words."""

import re
from collections.abc import Sequence
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Order, Problem
from pbem.orders.commands import command
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import NOTHING_DRAFTED, Drafted, StandingOrder
from pbem.orders.syntax import Clause, Line, Misread, Ordered, OrderLine, PolicyLine, Words
from pbem.systems.starter import StarterDialect
from pbem.systems.table.lines import TableReader
from pbem.systems.table.sheet import GameSheet, card_of
from pbem.systems.table.state import Position
from pbem.systems.table.table_line import TableLine, write

AHEAD = "table line: "
"""Stands ahead of every line that is no command: so it is read as it stands, alone, and is never chat."""
REACTION = "reaction"
ENDS = ("over", "back", "done")
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
