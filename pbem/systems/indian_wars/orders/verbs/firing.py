"""The order to fire."""

from collections.abc import Callable, Iterator

from pbem.core.order import Order
from pbem.core.problem import Malformed, Problem
from pbem.core.system import Plan
from pbem.mechanisms.paths import hex_of
from pbem.mechanisms.repairs import Parts
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import nearest_first, place
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, target_in
from pbem.systems.indian_wars.orders.writing import write
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import fire
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import Verb

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
