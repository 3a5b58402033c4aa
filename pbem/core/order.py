"""Orders and their problems: the base of every order, and what is wrong with one that can't be carried out."""

from dataclasses import dataclass

from pbem.core.record import Record

# Problems of orders. Faults of people are values with a place, a clause and a way out.


@dataclass(frozen=True, slots=True)
class Problem(Record):
    """Something wrong with an order.

    `text` is what the player is told, in whole sentences; `clause` the number of the rule as the book prints it, or "";
    `suggest` lines that they may copy; `words` the words in question, for the caret, where they are known; `rests_on` the
    counters and hexes whose place or condition forbid the act (empty where map, kind of counter or printed number do).
    """

    code: str
    text: str
    clause: str = ""
    suggest: tuple[str, ...] = ()
    words: str = ""
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Malformed(Problem):
    """It cannot be read."""


@dataclass(frozen=True, slots=True)
class Ambiguous(Problem):
    """It might mean two things."""


@dataclass(frozen=True, slots=True)
class Illegal(Problem):
    """It is against a clause."""


@dataclass(frozen=True, slots=True)
class Moot(Problem):
    """Legal when written, overtaken since: a line in the log, not an error."""


@dataclass(frozen=True, slots=True)
class Warning_(Problem):
    """A W3xx remark; the order stands."""


@dataclass(frozen=True, slots=True)
class Order(Record):
    """One order of one clause, with the names of counters as the roster has them.

    Its one text form is `dialect.write(order)`; two orders that read the same are equal.  The first field names the
    counter, or the counters, that it is given to.  An order that `goes_with` others (an advance with its melee) takes the
    place of orders of its own kind only when a letter amends; any other takes the place of all that its counters had.
    `once` tells of a kind that a counter carries out once a phase: of two in one letter the later stands (W306).
    Orders of several lines that belong together have the same `block`; one that `opens_block` takes the place of the whole
    block of an earlier letter.  One that `moves` its counters and one by which they go nowhere (`stays`) cannot both be
    meant: of the two in one letter the later stands (W306).
    One that `is_secret` (a plan, a bid, a hidden move) is known to its own side alone until the game's end: neither its act nor
    its coming to nothing is public, and the record withholds it.
    """

    goes_with = False
    once = False
    block = ""
    opens_block = False
    moves = False
    stays = False
    is_secret = False
