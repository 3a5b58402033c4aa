"""Orders about what is written down in secret (LB-21.1.I)."""

from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders.secret_records import RealFords
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units
from pbem.systems.indian_wars.rules.movement.paths import one_hex
from pbem.systems.indian_wars.rules.turn import fords
from pbem.systems.indian_wars.sides import INDIAN
from pbem.systems.indian_wars.title import Verb

FORDS = r"""
%extend clause: REAL_FORDS HEX (_AND_HEX? HEX)* -> real_fords

REAL_FORDS.26: /(?:the\s+)?(?:real|true)\s+fords?(?:\s+(?:is|are|at|in))*(?!\w)/
_AND_HEX.34: /(?:,|and|,\s*and)(?=\s+\d{4}(?!\d))/
"""


def _real_fords(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    places: list[str] = []
    for part in clause.parts:
        if isinstance(part, Words) and part.kind == "hex":
            at = one_hex(part, reading.view)
            if isinstance(at, Placed):
                return at
            places.append(at)
    return (RealFords(tuple(places)),)


REAL_FORDS = Verb(
    RealFords,
    ("real_fords",),
    _real_fords,
    fords.plan,
    fords.resolve,
    phases="S",
    called="real fords",
    listed="real fords HEX",
    needs_unit=False,
    grammar=FORDS,
    side=INDIAN,
)
ORDERS = (REAL_FORDS,)
