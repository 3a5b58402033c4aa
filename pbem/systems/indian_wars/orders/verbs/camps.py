"""Orders about the village: breaking camp, burning camps, taking people and ponies (LB-18, LB-19)."""

import re

from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders import village_records as v
from pbem.systems.indian_wars.orders.verbs.common import Suggestions, Units, alone
from pbem.systems.indian_wars.rules.movement.paths import one_hex
from pbem.systems.indian_wars.rules.village import camps, circles
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


def _break_down(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    said = clause.word("break_down")
    assert said is not None, "the grammar gives the clause its words"
    text = re.sub(r"^break\s+(?:down|camp)\s+(?:the\s+)?", "", said.text.lower())
    name = re.sub(r"\s+", " ", re.sub(r"\s+(?:circle|camps?)$", "", text))
    circle = circles.called(reading.view, name)
    return (v.BreakDown(circle.name if circle else name.title()),)


def _burn(clause: Clause, units: Units, reading: Reading) -> Suggestions:
    at = clause.word("hex")
    to = one_hex(at, reading.view) if isinstance(at, Words) else ""
    return to if isinstance(to, Placed) else tuple(v.Burn(unit, to) for unit in units)


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
    mends={"burn": "burn camp"},
    mended=alone,
)
ORDERS = (BREAK_DOWN, BURN)
