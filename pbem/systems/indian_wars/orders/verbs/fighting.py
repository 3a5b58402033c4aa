"""Orders to fire, and orders of the Melee and the Rally Phase."""

from collections.abc import Callable, Iterator

from pbem.core.order import Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.mechanisms.paths import hex_of
from pbem.mechanisms.repairs import Parts
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import nearest_first, place, who
from pbem.systems.indian_wars.orders.records import together, write
from pbem.systems.indian_wars.orders.verbs.common import (
    ClauseOrders,
    Units,
    all_together,
    alone,
    hex_in,
    near_ends,
    target_in,
)
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import fire
from pbem.systems.indian_wars.rules.melee import melee, pursuit
from pbem.systems.indian_wars.rules.morale import rally
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import Verb

# The order to fire.

TEXT_WIDTH = 66


def _fire(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    if not clause.targets:
        text, suggest = _in_reach(units[0], _how(clause, units[0], reading), reading)
        return Placed(Malformed("E111", text, suggest=suggest), clause.end + 1, clause.end + 2)
    targets = [target_in(one, reading) for one in clause.targets]
    for found in targets:
        if isinstance(found, Placed):
            return found
    first, *others = [str(found) for found in targets]
    otherwise = others[0] if others else ""
    return tuple(o.Fire(unit, _how(clause, unit, reading), first, otherwise) for unit in units)


def _how(clause: Clause, unit: str, reading: Reading) -> str:
    """Full unless half or long is said; half in any case in the Advance Fire Phase (4.E), but for guns (LB-11.C.2)."""
    text = clause.word("how")
    word = text.text.lower() if text is not None else ""
    if "long" in word:
        return "long"
    if word and "full" not in word:
        return "half"
    view: Battlefield = reading.view
    is_gun = unit in view and view[unit].is_gun
    return "half" if reading.phase == "E" and not is_gun else "full"


def _in_reach(unit: str, how: str, reading: Reading) -> tuple[str, tuple[str, ...]]:
    view: Battlefield = reading.view
    at = hex_of(reading, unit)
    plan: Callable[[Order], Plan | Problem] | None = reading.plan
    foes = [one for one in nearest_first(view, at) if one.side != reading.side and not one.is_leader] if at else []
    shots = [(foe, o.Fire(unit, how, foe.name)) for foe in foes if view.sheet.map.distance(at, foe.at) <= 2]
    if plan is not None:
        shots = [(foe, shot) for foe, shot in shots if not isinstance(plan(shot), Problem)]
    next_to = [(foe, shot) for foe, shot in shots if view.sheet.map.distance(at, foe.at) == 1]
    if how != "long" and (next_to or plan is None):
        shots = next_to
    if not shots:
        return f"Fire at whom?  {unit} ({place(view, unit)}) can reach nobody.", ()
    lines = tuple(write(shot) for _, shot in shots[:3])
    found_lines = [f"Fire at whom?  {unit} ({place(view, unit)}) can reach:"]
    for n, (foe, _) in enumerate(shots[:6], 1):
        item = f"{foe.name} {foe.at}" + ("." if n == min(len(shots), 6) else ",")
        if len(found_lines[-1]) + 1 + len(item) > TEXT_WIDTH:
            found_lines.append(item)
        else:
            found_lines[-1] += f" {item}"
    found_lines[-1] += f"   Write   {lines[0]}"
    return "\n".join(found_lines), lines


def _fires(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    hows = (parts.how,) if parts.how else ("half",) if reading.phase == "E" else ("full", "half", "long")
    yield from (f"{unit} fire {how} at {foe}" for foe in parts.foes for how in hows)


FIRE = Verb(
    o.Fire,
    ("fire",),
    _fire,
    fire.plan_fire,
    fire.resolve_fire,
    phases="BDE",
    words=("fire", "shoot"),
    listed={"B": "fire full, fire half, fire long", "D": "fire", "E": "fire"},
    repairs={"fire": "fire", "fires": "fire", "shoot": "fire"},
    repaired=_fires,
    named_behind=True,
    act=kinds.FIRE,
)


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


# Orders of the Rally Phase.


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
