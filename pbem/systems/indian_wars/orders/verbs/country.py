"""Orders about the country and what is hidden in it: grass fires, nights, hunting, secret hexes."""

from collections.abc import Callable
from dataclasses import replace

from pbem.core.order import Order
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders import littlebighorn_records as c
from pbem.systems.indian_wars.orders import littlebighorn_records as h
from pbem.systems.indian_wars.orders.littlebighorn_records import RealFords
from pbem.systems.indian_wars.orders.verbs import moving, special
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, alone, each
from pbem.systems.indian_wars.rules.country import fires, night, water
from pbem.systems.indian_wars.rules.movement.paths import one_hex
from pbem.systems.indian_wars.rules.turn import fords
from pbem.systems.indian_wars.rules.village import hunting, outpost
from pbem.systems.indian_wars.sides import INDIAN, US
from pbem.systems.indian_wars.title import Verb

RESTORES = r"""
%extend clause: RESTORE -> restore_strength

RESTORE.26: /restores?(?:\s+(?:a\s+)?(?:strength(?:\s+point)?|point))?(?!\w)/
"""
SETS_FIRE = r"""
%extend clause: SET_FIRE (_LEAVE_TO HEX)? -> set_fire

SET_FIRE.36: /sets?\s+(?:(?:the\s+)?grass\s+on\s+)?fire(?:\s+to\s+the\s+grass)?(?!\w)/
_LEAVE_TO.34: /[,;]?\s*(?:and\s+)?(?:then\s+)?leaves?\s+(?:to|for)(?!\w)/
"""


def _set_fire(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    at = clause.word("hex")
    to = one_hex(at, reading.view) if isinstance(at, Words) else ""
    return to if isinstance(to, Placed) else tuple(c.SetFire(unit, to) for unit in units)


SET_FIRE = Verb(
    c.SetFire,
    ("set_fire",),
    _set_fire,
    fires.plan_set_fire,
    fires.resolve_set_fire,
    phases="C",
    called="set fire",
    listed="set fire",
    grammar=SETS_FIRE,
    repairs={"burn grass": "set fire"},
    repaired=alone,
    side=INDIAN,
)
RESTORE = Verb(
    c.RestoreStrength,
    ("restore_strength",),
    each(c.RestoreStrength),
    water.plan_restore,
    water.resolve_restore,
    phases="N",
    called="restore strength",
    listed="restore strength",
    grammar=RESTORES,
    side=US,
)
SET_UP = replace(
    moving.SET_UP,
    plan=night.plan_set_up,
    resolve=night.resolve_set_up,
    phases="SN",
    listed={"S": "set up", "N": "set up"},
)
MOVE = replace(moving.MOVE, plan=night.plan_move, phases="CN")
CHANGE = replace(
    moving.CHANGE, plan=night.plan_change, phases="CN", listed={"C": "dismount, mount, prone", "N": "dismount"}
)
BUILD = replace(special.BUILD, phases="CN")
ORDERS = (SET_FIRE, RESTORE)


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
HUNTING_ORDERS = (HUNT, DUMMIES, HERDS)


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
SECRET_ORDERS = (REAL_FORDS,)
