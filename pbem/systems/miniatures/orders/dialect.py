"""The order language as the rest of the program sees it."""

import re
from typing import Any

from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.orders.syntax import OrderLine
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.orders import reading, writing
from pbem.systems.miniatures.orders.records import Join
from pbem.systems.starter import StarterDialect

_LEADER = re.compile(r"\b(?:join|leave)\b", re.I)


class TableDialect(StarterDialect):
    """``Sub-Legion 1: load; ahead 6; fire``; ``policy reaction fire: hold``, ``policy contact: halt``."""

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
        *("skirmish", "deploy", "join", "leave", "stay", "reserve"),
    )
    policies = ("reaction fire", "contact")
    place = r"\d{1,3}(?:\.\d{1,2})?[,/]\d{1,3}(?:\.\d{1,2})?"

    def write(self, order: Order) -> str:
        """See `orders.dialect.Dialect`."""
        return writing.write(order)

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
