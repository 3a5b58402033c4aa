"""Orders of the Melee Phase."""

from collections.abc import Iterator

from pbem.core.problem import Malformed
from pbem.mechanisms.repairs import Parts
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.verbs.common import (
    ClauseOrders,
    Units,
    all_together,
    hex_in,
    near_ends,
)
from pbem.systems.indian_wars.orders.writing import together
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.melee import melee, pursuit
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.title import Verb


def _melee(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    target = hex_in(clause, reading)
    return target if isinstance(target, Placed) else (o.Melee(units, target),)


def _advance(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    to = hex_in(clause, reading) if clause.word("hex") is not None else reading.target
    if isinstance(to, Placed):
        return to
    if not to:
        text = f"Advance where to?  Write   {together(units)} advance HEX"
        return Placed(Malformed("E111", text), clause.end, clause.end + 1)
    return (o.Advance(units, to),)


def _attacks(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    return near_ends("melee", unit, parts, reading)


MELEE = Verb(
    o.Melee,
    ("melee",),
    _melee,
    melee.plan_melee,
    melee.resolve_melee,
    phases="F",
    words=("melee", "attack"),
    listed="melee",
    missing={
        "melee": ("Melee with whom?", "melee HEX"),
        "attack": ("Attack whom?", "melee HEX"),
        "assault": ("Attack whom?", "melee HEX"),
    },
    repairs={"melee": "melee", "attack": "melee", "assault": "melee"},
    repaired=_attacks,
    named_behind=True,
)
ADVANCE = Verb(
    o.Advance,
    ("advance",),
    _advance,
    pursuit.plan_advance,
    pursuit.resolve_advance,
    phases="F",
    words=("advance",),
    listed="advance",
    named_behind=True,
    act=kinds.PURSUE,
)
NO_ADVANCE = Verb(
    o.NoAdvance,
    ("no_advance",),
    all_together(o.NoAdvance),
    pursuit.plan_no_advance,
    acts.noted,
    phases="F",
    listed="no advance",
    named_behind=True,
    act=kinds.PURSUE,
)
PURSUE = Verb(
    o.Pursue,
    ("pursue",),
    all_together(o.Pursue),
    pursuit.plan_pursuit,
    acts.noted,
    phases="F",
    words=("pursue",),
    listed="pursue",
    named_behind=True,
    act=kinds.PURSUE,
)
NO_PURSUIT = Verb(
    o.NoPursuit,
    ("no_pursuit",),
    all_together(o.NoPursuit),
    pursuit.plan_pursuit,
    acts.noted,
    phases="F",
    listed="no pursuit",
    named_behind=True,
    act=kinds.PURSUE,
)
