"""The base of every order.  Each game adds its own records; see `pbem.systems.<game>.orders`."""

from dataclasses import dataclass

from pbem.core.record import Record


@dataclass(frozen=True, slots=True)
class Order(Record):
    """One order of one clause, with the names of counters as the roster has them.

    Its one text form is `dialect.write(order)`; two orders that read the same are equal.
    """
