"""The base of every order.  Each game adds its own records; see `pbem.systems.<game>.orders`."""

from dataclasses import dataclass

from pbem.core.record import Record


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
