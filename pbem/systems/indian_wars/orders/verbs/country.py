"""Orders about village and country: camps, people, grass fires, nights, hunting, secret hexes."""

import re
from collections.abc import Callable
from dataclasses import replace

from pbem.core.order import Order
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders import littlebighorn_records as c
from pbem.systems.indian_wars.orders import littlebighorn_records as h
from pbem.systems.indian_wars.orders import littlebighorn_records as v
from pbem.systems.indian_wars.orders.littlebighorn_records import RealFords
from pbem.systems.indian_wars.orders.verbs import moving, special
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, alone, each
from pbem.systems.indian_wars.rules.country import night
from pbem.systems.indian_wars.rules.movement.mobility import one_hex
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.rules.village import alert, camps, circles, herds, hunting, people
from pbem.systems.indian_wars.say import INDIAN, US
from pbem.systems.indian_wars.title import Verb

# Orders about the village: breaking camp, burning camps, taking people and ponies (LB-18, LB-19).

BREAKS = r"""
%extend clause: BREAK_DOWN -> break_down

BREAK_DOWN.26: /break\s+(?:down|camp)\s+(?:the\s+)?(?:sans\s+arc|[a-z]+)(?:\s+(?:circle|camps?))?(?!\w)/
"""
BURNS = r"""
%extend clause: BURN (_PEOPLE_TO HEX)? -> burn

BURN.24: /burns?(?:\s+(?:down\s+)?(?:the\s+)?camp)?(?!\w)/
_PEOPLE_TO.34: /[,;]?\s*(?:the\s+)?(?:people|villagers)\s+to(?!\w)/
"""
CAPTURES = r"""
%extend clause: CAPTURE -> capture

CAPTURE.24: /captures?(?:\s+(?:the\s+)?(?:villagers?|people))?(?!\w)/
"""
RELEASES = r"""
%extend clause: RELEASE -> release

RELEASE.24: /releases?(?:\s+(?:the\s+|its\s+)?(?:villagers?|captives?|people))?(?!\w)/
"""
HARMS = r"""
%extend clause: HARM -> harm_captives

HARM.26: /(?:fires?|shoots?)\s+(?:on|at)\s+(?:the\s+|its\s+)?captives?(?!\w)/
"""
GATHERS = r"""
%extend clause: GATHER HEX+ -> gather_herds

GATHER.26: /gathers?\s+(?:the\s+)?herds?(?:\s+(?:at|in|from))?(?!\w)/
"""
SCATTERS = r"""
%extend clause: SCATTER_HERD -> scatter_herds

SCATTER_HERD.26: /scatters?\s+(?:the\s+)?(?:(?:pony\s+)?herds?|ponies)(?!\w)/
"""


def _break_down(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    wording = clause.word("break_down")
    assert wording is not None, "the grammar gives the clause its words"
    text = re.sub(r"^break\s+(?:down|camp)\s+(?:the\s+)?", "", wording.text.lower())
    name = re.sub(r"\s+", " ", re.sub(r"\s+(?:circle|camps?)$", "", text))
    circle = circles.called(reading.view, name)
    return (v.BreakDown(circle.name if circle else name.title()),)


def _burn(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    at = clause.word("hex")
    to = one_hex(at, reading.view) if isinstance(at, Words) else ""
    return to if isinstance(to, Placed) else tuple(v.Burn(unit, to) for unit in units)


def _gather(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    hexes: list[str] = []
    for part in clause.parts:
        if isinstance(part, Words) and part.kind == "hex":
            at = one_hex(part, reading.view)
            if isinstance(at, Placed):
                return at
            hexes.append(at)
    return (v.GatherHerds(tuple(hexes)),)


BREAK_DOWN = Verb(
    v.BreakDown,
    ("break_down",),
    _break_down,
    camps.plan_break_down,
    camps.resolve_break_down,
    phases="A",
    called="break down",
    listed="break down CIRCLE",
    needs_unit=False,
    grammar=BREAKS,
    side=INDIAN,
)
BURN = Verb(
    v.Burn,
    ("burn",),
    _burn,
    camps.plan_burn,
    camps.resolve_burn,
    phases="C",
    words=("burn",),
    listed="burn camp",
    grammar=BURNS,
    repairs={"burn": "burn camp"},
    repaired=alone,
    side=US,
)
CAPTURE = Verb(
    v.Capture,
    ("capture",),
    each(v.Capture),
    people.plan_capture,
    people.resolve_capture,
    phases="C",
    words=("capture",),
    listed="capture villagers",
    grammar=CAPTURES,
    repairs={"capture": "capture villagers"},
    repaired=alone,
    side=US,
)
RELEASE = Verb(
    v.Release,
    ("release",),
    each(v.Release),
    people.plan_release,
    people.resolve_release,
    phases="C",
    words=("release",),
    grammar=RELEASES,
    side=US,
)
HARM = Verb(
    v.HarmCaptives,
    ("harm_captives",),
    each(v.HarmCaptives),
    people.plan_harm,
    people.resolve_harm,
    phases="B",
    called="fire on captives",
    grammar=HARMS,
    side=US,
)
GATHER = Verb(
    v.GatherHerds,
    ("gather_herds",),
    _gather,
    herds.plan_gather,
    herds.resolve_gather,
    phases="A",
    called="gather herds",
    listed="gather herds HEX",
    needs_unit=False,
    grammar=GATHERS,
    side=INDIAN,
)
SCATTER_HERDS = Verb(
    v.ScatterHerds,
    ("scatter_herds",),
    each(v.ScatterHerds),
    herds.plan_scatter,
    herds.resolve_scatter,
    phases="C",
    called="scatter herd",
    listed="scatter herd",
    grammar=SCATTERS,
    side=US,
)
CAMP_ORDERS = (BREAK_DOWN, BURN, CAPTURE, RELEASE, HARM, GATHER, SCATTER_HERDS)


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
    night.plan_set_fire,
    night.resolve_set_fire,
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
    night.plan_restore,
    night.resolve_restore,
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
    alert.plan_aside,
    alert.resolve_aside,
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
    setup.plan,
    setup.resolve,
    phases="S",
    called="real fords",
    listed="real fords HEX",
    needs_unit=False,
    grammar=FORDS,
    side=INDIAN,
)
SECRET_ORDERS = (REAL_FORDS,)
