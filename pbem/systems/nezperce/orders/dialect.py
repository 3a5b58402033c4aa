"""The order language of the campaign as the rest of the program sees it."""

import re
from typing import Any

from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.orders.syntax import OrderLine
from pbem.systems.nezperce.battles import battle_words
from pbem.systems.nezperce.card import CARD, LETTERS_IN_BATTLE
from pbem.systems.nezperce.orders import reading
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.starter import StarterDialect

STRATEGIC = (March, Declare, Supply, Search)
_KINDS = (("F", r"^search\b"), ("D", r"\bdraws? supply\b|^supply\b"), ("C", r"\b(?:attack|fight|declare|join)s?\b"))


class NezPerceDialect(StarterDialect):
    """``Howard + Perry move 0709-0708``, ``Joseph fast to 1007``, ``Ollokot attack 0910``, ``search 0910``."""

    card = CARD
    verbs = (
        "move",
        "march",
        "go",
        "fast",
        "to",
        "toward",
        "towards",
        "ride",
        "attack",
        "declare",
        "fight",
        "join",
        "draw",
        "draws",
        "supply",
        "search",
        *("fire", "fires", "shoot", "shell", "then", "charge", "mount", "dismount", "limber", "unlimber"),
        *("leave", "leaves", "enter", "surrender", "offer", "end", "melee"),
    )

    def write(self, order: Order) -> str:
        """See `orders.dialect.Dialect`."""
        words = None if isinstance(order, STRATEGIC) else battle_words()
        return reading.write(order) if words is None else words.write(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `StarterDialect`."""
        if view.battle is not None and (words := battle_words()) is not None:
            return words.read(text, view, side)
        return reading.read(text, view, side)

    def letters_of(self, line: OrderLine, present: str) -> tuple[str, ...]:
        """See `orders.dialect.Dialect`: an order's verb says for which phase it is."""
        if present and present in LETTERS_IN_BATTLE:
            return (present,)
        text = line.orders[0].clause.words("order")[0].text
        for letter, pattern in _KINDS:
            if re.search(pattern, text, re.I):
                return (letter,)
        return ("B", "E")

    def turn(self, view: Any) -> int:
        """See `orders.standing.Judge`."""
        found: int = view.turn
        return found


DIALECT = NezPerceDialect()
