"""Orders about hunting parties, dummies, and herds that are set aside (LB-21.1.H, LB-21.5.B.1)."""

from collections.abc import Callable

from pbem.core.order import Order
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause
from pbem.systems.indian_wars.orders import hunting_records as h
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units
from pbem.systems.indian_wars.rules.movement.paths import one_hex
from pbem.systems.indian_wars.rules.village import hunting, outpost
from pbem.systems.indian_wars.sides import INDIAN
from pbem.systems.indian_wars.title import Verb

HUNTS = r"""
%extend clause: HUNT HEX -> hunt

HUNT.26: /hunts?(?:\s+(?:at|in|near))?(?!\w)/
"""
DUMMY = r"""
%extend clause: DUMMY HEX+ -> dummies

DUMMY.26: /(?:(?:a|the)\s+)?dumm(?:y|ies)(?:\s+(?:hunting\s+)?part(?:y|ies))?(?:\s+(?:at|in))?(?!\w)/
"""
ASIDE = r"""
%extend clause: HERDS_ASIDE HEX+ -> herds_aside

HERDS_ASIDE.26: /(?:herds?\s+aside|set\s+aside\s+(?:the\s+)?herds?)(?:\s+(?:at|in|from))?(?!\w)/
"""


def _hunt(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    at = one_hex(clause.words("hex")[0], reading.view)
    return at if isinstance(at, Placed) else tuple(h.Hunt(unit, at) for unit in units)


def _of_hexes(make: Callable[[tuple[str, ...]], Order]) -> Callable[[Clause, Units, Reading], ClauseOrders]:
    def meaning(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
        hexes: list[str] = []
        for part in clause.words("hex"):
            at = one_hex(part, reading.view)
            if isinstance(at, Placed):
                return at
            hexes.append(at)
        return (make(tuple(hexes)),)

    return meaning


HUNT = Verb(
    h.Hunt,
    ("hunt",),
    _hunt,
    hunting.plan_hunt,
    hunting.resolve_hunt,
    phases="H",
    called="hunt",
    words=("hunt",),
    listed="hunt HEX",
    missing={"hunt": ("Where?", "hunt HEX")},
    grammar=HUNTS,
    side=INDIAN,
)
DUMMIES = Verb(
    h.Dummies,
    ("dummies",),
    _of_hexes(h.Dummies),
    hunting.plan_dummies,
    hunting.resolve_dummies,
    phases="H",
    called="dummies",
    listed="dummies HEX HEX",
    needs_unit=False,
    grammar=DUMMY,
    side=INDIAN,
)
HERDS = Verb(
    h.HerdsAside,
    ("herds_aside",),
    _of_hexes(h.HerdsAside),
    outpost.plan_aside,
    outpost.resolve_aside,
    phases="HS",
    called="herds aside",
    listed={"H": "herds aside HEX", "S": ""},
    needs_unit=False,
    grammar=ASIDE,
    side=INDIAN,
)
ORDERS = (HUNT, DUMMIES, HERDS)
