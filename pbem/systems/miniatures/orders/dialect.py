"""The order language as the rest of the program sees it."""

import re
from typing import Any

from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import StandingOrder
from pbem.orders.syntax import Line, Misread, OrderLine, PolicyLine, Words
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.orders import reading, writing
from pbem.systems.miniatures.orders.records import Join
from pbem.systems.miniatures.orders.standing import STANDING, TableStanding, read_standing
from pbem.systems.starter import StarterDialect

STANDING_LINE = "when"
"""What stands where a policy's name does in a line that is a unit's standing order."""
_LEADER = re.compile(r"\b(?:join|leave)\b", re.I)


class TableDialect(TableStanding, StarterDialect):
    """``Sub-Legion 1: load; ahead 6; fire``; ``Shawnee when charged: hold``, ``policy contact: halt``."""

    card = CARD
    verbs = (
        *(
            "ahead",
            "forward",
            "advance",
            "back",
            "wheel",
            "sidestep",
            "to",
            "toward",
            "towards",
            "along",
            "face",
            "form",
            "fire",
        ),
        *(
            "shoot",
            "load",
            "reload",
            "charge",
            "contact",
            "rally",
            "mount",
            "dismount",
            "limber",
            "unlimber",
            "prolonge",
        ),
        *("skirmish", "deploy", "join", "leave", "stay", "reserve", "exit", "beside"),
    )
    policies = ("reaction fire", "contact", "double")
    place = r"\d{1,3}(?:\.\d{1,2})?[,/]\d{1,3}(?:\.\d{1,2})?"

    def write(self, order: Order) -> str:
        """See `orders.dialect.Dialect`."""
        return writing.write(order)

    def parse(self, words: str) -> Line | Misread:
        """See `orders.dialect.Dialect`: ``when charged`` and its like make a standing order of any line."""
        found = super().parse(words)
        if STANDING.search(words) is None or isinstance(found, PolicyLine):
            return found
        start, end = len(words) - len(words.lstrip()), len(words.rstrip())
        text = words.strip()
        return PolicyLine(Words("policy", STANDING_LINE, start, end), None, None, Words("wishes", text, start, end))

    def standing(self, line: Any, reading: Reading) -> StandingOrder | Placed:
        """See `orders.dialect.Dialect`."""
        if line.policy.text != STANDING_LINE:
            return super().standing(line, reading)
        found = read_standing(line.wishes.text, reading.view, reading.side)
        if isinstance(found, StandingOrder):
            return found
        at = max(line.wishes.text.lower().find(found.words.lower()), 0)
        start = line.wishes.start + at
        return Placed(found, start, start + max(len(found.words), 1))

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `StarterDialect`."""
        return reading.read(text, view, side)

    def stage(self, what: OrderLine | Order) -> int:
        """Leaders go before any unit acts (B-215), wherever their lines stand in the letter."""
        if isinstance(what, OrderLine):
            return int(not any(_LEADER.search(one.clause.words("order")[0].text) for one in what.orders))
        return int(not isinstance(what, Join))

    def turn(self, view: Any) -> int:
        """See `orders.standing.Judge`."""
        found: int = view.turn
        return found


DIALECT = TableDialect()
