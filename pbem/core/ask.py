"""One decision of one side, and its answer.  Orders are answers to asks."""

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.cache import Later
from pbem.core.order import Order
from pbem.core.record import Record

ORDERS = "orders"
"""The kind of an ask for orders."""


@dataclass(frozen=True, slots=True)
class Choice(Record):
    """One legal answer: its `key`, which is also what an order would say, and a sentence for the player."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Ask(Record):
    """A decision that a side has to take.

    `kind` is a noun (``orders``, ``retreat before melee``, ``opportunity fire``); `subject` what it is about (a counter's
    name); `choices` the legal answers, never empty unless `kind` is ``orders``, a tuple or `Later`; `default` the key that
    serves when nobody answers, None if there is none; `declined` the key that means doing nothing, None if it cannot be
    declined.
    `facts` are the numbers and names that a standing order's guard may look at, as ``name=value`` words in a fixed sequence.
    Orders that have a `default` may also be left out: their owner has said beforehand how play goes on, and the pace
    ``policy`` does not stop for them.
    A `quiet` ask is for orders on file and standing orders alone: nobody is asked about it, and where neither answers the
    default serves at once and is not told.
    Of asks of one moment that are all `any_one` the answer to one is enough: nobody is waited for once somebody has written.
    The decision on a `secret` ask is known to its side alone; that of any other is public.
    """

    unstored = ("secret", "any_one")

    side: str
    kind: str
    subject: str
    prompt: str = ""
    clause: str = ""
    choices: Sequence[Choice] = ()
    default: str | None = None
    declined: str | None = None
    facts: tuple[tuple[str, str], ...] = ()
    quiet: bool = False
    secret: bool = False
    any_one: bool = False

    @property
    def key(self) -> str:
        """The ask in one line; a re-executed phase must put the same asks in the same sequence."""
        return f"{self.side} {self.kind} {self.subject}"

    @property
    def forced(self) -> str | None:
        """The key of the only choice, None if there are more."""
        return None if isinstance(self.choices, Later) or len(self.choices) != 1 else self.choices[0].key

    def allows(self, choice: str) -> bool:
        """True if `choice` is the key of a legal answer."""
        return any(one.key == choice for one in self.choices)


@dataclass(frozen=True, slots=True)
class Answer(Record):
    """The answer to one ask.

    `choice` is a key of its choices; for an ask of kind ``orders`` it is "" and `orders` are the orders, in the owner's
    sequence.  `source` says where it came from: ``forced``, ``order``, ``standing order 3``, ``default``, ``deadline``; orders
    may have several: ``order; standing order 3, 5``.
    """

    choice: str = ""
    orders: tuple[Order, ...] = ()
    source: str = "order"
