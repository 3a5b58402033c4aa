"""Rights on a shared side: a row for every word that a letter may hold, for its chief and for a commander beside them.

A right is granted, never assumed: a word without a row is the chief's alone, and a test fails until it has one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Grant(Enum):
    """The reach of a commander's word: as far as the chief's, their own units, lines and letters alone, or none."""

    ALL = "as the chief"
    OWN = "their own"
    CHIEF = "the chief's"


@dataclass(frozen=True)
class Right:
    """The right to use a word of a letter, said for the handbook: a commander's reach, and the chief's."""

    grant: Grant
    commander: str
    chief: str = "the same"


def _all(what: str) -> Right:
    return Right(Grant.ALL, what)


def _own(commander: str, chief: str) -> Right:
    return Right(Grant.OWN, commander, chief)


def _chief(what: str) -> Right:
    return Right(Grant.CHIEF, "refused", what)


ORDER, STANDING, POLICY = "order", "standing order", "policy"
PRESS, PRESS_GM, TO_SIDE, UMPIRE = "press", "press gm", "to", "umpire"
ACCEPT, RETURN = "accept", "return"

RIGHTS: Mapping[str, Right] = {
    ORDER: _own("for their units, unless the chief gave them one", "for all; replaces a commander's"),
    STANDING: _own("for their units", "for all"),
    POLICY: _own("for their units by name", "for all"),
    "nonce": _chief("is mixed into the side's dice"),
    "withdraw": _own("their own lines", "their own lines; `withdraw line N` takes any, `withdraw NAME` a commander's"),
    "replace": _own("their own lines", "their own lines"),
    "amend": _all("does nothing alone"),
    "cancel": _own("standing orders that they gave", "any"),
    "move order": _chief("the sequence of standing orders is the side's"),
    "sequence": _chief("whose orders are carried out first"),
    "answer": _own("questions about their units", "any"),
    "ready": _own(
        "for themselves; `ready all` by the next in rank, for a chief who is silent 12 hours before the deadline",
        "for themselves; `ready all` for everybody",
    ),
    "pass": _own("for themselves", "for themselves"),
    "wait": _own("for themselves", "the side waits"),
    "status": _all("where the game stands"),
    "help": _all("a page of help"),
    "map": _all("a piece of the map"),
    "orders": _all("the side's orders on file, and who gave each"),
    "preview": _all("a test; nothing is stored"),
    "resend": _own("their own letters", "their own letters"),
    "send": _own("a file to themselves", "a file to themselves"),
    "report": _own("the form of their letters", "the form of their letters"),
    "calendar": _own("entries in their letters", "entries in their letters"),
    "copies": _chief("copies of the receipts to commanders"),
    "zone": _own("the clock of their letters", "the clock of their letters"),
    "language": _own("the language of their letters", "the language of their letters"),
    "vacation": _own("tells the chief; the side's deadlines keep running", "pauses the side's deadlines"),
    "certificate": _chief("certifies that the other side has not written"),
    "protest": _chief("asks by which clause and fact something happened"),
    "insist": _chief("passes a protest to the GM"),
    "play as": _own("another leader, once theirs is lost", "another leader, once theirs is lost"),
    "key": _all("names the letter that is answered"),
    "extend": _chief("asks the GM for more time"),
    "draw": _chief("offers, accepts or declines a draw"),
    "resign": _chief("gives up the game, with a `confirm`"),
    "leave": _own(
        "leaves the side; their units fall to the chief; with a `confirm`",
        "leaves the side; the next in rank is the chief then; with a `confirm`",
    ),
    "confirm": _own("carries out their own `leave`", "carries out a command that needs a confirmation"),
    "address": _chief("changes the side's address; a commander asks the GM"),
    "pace": _chief("proposes another pace"),
    "take back": _chief("proposes to take play back"),
    "agree": _chief("accepts a proposal"),
    "disagree": _chief("declines a proposal"),
    PRESS: _all("to the other side, in the side's name"),
    PRESS_GM: _all("to the GM, with the writer's name"),
    TO_SIDE: _all("to one person on your side by name, or to all; by a rider in a game with couriers"),
    UMPIRE: _all("a question to the umpire, in a game that has one"),
    ACCEPT: _chief("accepts or declines an invitation"),
    RETURN: _own(
        "takes their own units back from the program", "takes the side, or their own units, back from the program"
    ),
}
"""Every word that a letter may hold: the names of commands (`pbem.orders.commands.FORMS`), and what is no command."""


def grant_of(word: str) -> Grant:
    """The reach of a commander's word; a word without a row is the chief's."""
    right = RIGHTS.get(word)
    return right.grant if right is not None else Grant.CHIEF
