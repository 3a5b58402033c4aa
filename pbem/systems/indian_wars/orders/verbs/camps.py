"""Orders about the village: breaking camp, burning camps, taking people and ponies (LB-18, LB-19)."""

import re

from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders import village_records as v
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, alone, each
from pbem.systems.indian_wars.rules.movement.paths import one_hex
from pbem.systems.indian_wars.rules.village import camps, captives, circles, herds
from pbem.systems.indian_wars.sides import INDIAN, US
from pbem.systems.indian_wars.title import Verb

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
    captives.plan_capture,
    captives.resolve_capture,
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
    captives.plan_release,
    captives.resolve_release,
    phases="C",
    words=("release",),
    grammar=RELEASES,
    side=US,
)
HARM = Verb(
    v.HarmCaptives,
    ("harm_captives",),
    each(v.HarmCaptives),
    captives.plan_harm,
    captives.resolve_harm,
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
ORDERS = (BREAK_DOWN, BURN, CAPTURE, RELEASE, HARM, GATHER, SCATTER_HERDS)
