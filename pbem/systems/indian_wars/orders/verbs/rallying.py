"""Orders of the Rally Phase."""

from collections.abc import Iterator

from pbem.mechanisms.repairs import Parts
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import who
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, all_together, alone
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.morale import rally
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.title import Verb


def _attach(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    assert clause.members is not None
    to = who(clause.members, reading)
    return to if isinstance(to, Placed) else tuple(o.Attach(leader, to[0]) for leader in units)


def _resupply(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    if clause.members is None:
        return tuple(o.Resupply(unit) for unit in units)
    supplier = who(clause.members, reading)
    number = clause.word("number")
    boxes = int(number.text) if number is not None else 0
    return supplier if isinstance(supplier, Placed) else tuple(o.Resupply(unit, supplier[0], boxes) for unit in units)


def _attaches(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    yield from (f"{unit} attach to {one}" for one in others)


RALLY = Verb(
    o.Rally,
    ("rally",),
    all_together(o.Rally),
    rally.plan_rally,
    rally.resolve_rally,
    phases="A",
    words=("rally",),
    listed="rally",
    repairs={"rally": "rally"},
    repaired=alone,
    named_behind=True,
    act=kinds.RALLY,
)
NO_RALLY = Verb(
    o.NoRally,
    ("no_rally",),
    all_together(o.NoRally),
    rally.plan_rally,
    rally.resolve_rally,
    phases="A",
    listed="no rally",
    named_behind=True,
    act=kinds.RALLY,
)
ATTACH = Verb(
    o.Attach,
    ("attach",),
    _attach,
    rally.plan_attach,
    rally.resolve_attach,
    phases="A",
    words=("attach",),
    listed="attach",
    missing={"attach": ("Attach to whom?", "attach to UNIT"), "join": ("Join whom?", "attach to UNIT")},
    repairs={"attach": "attach", "join": "attach"},
    repaired=_attaches,
)
RESUPPLY = Verb(
    o.Resupply,
    ("resupply",),
    _resupply,
    resupply.plan,
    resupply.resolve,
    phases="A",
    words=("resupply",),
    listed="resupply",
    repairs={"resupply": "resupply"},
    repaired=alone,
)
