"""Orders about grass fires and the night, and those of other phases that the night has too (LB-17.D, LB-17.E)."""

from dataclasses import replace

from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders import country_records as c
from pbem.systems.indian_wars.orders.verbs import moving, special
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, alone, each
from pbem.systems.indian_wars.rules.country import fires, night, water
from pbem.systems.indian_wars.rules.movement.paths import one_hex
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
