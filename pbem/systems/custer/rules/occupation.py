"""Occupation: the victorious attackers may move into the hex that the defenders left (CL-13.6)."""

from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire, ask
from pbem.mechanisms.orders import Advance, NoAdvance
from pbem.systems.custer.rules.call import not_called
from pbem.systems.custer.rules.zones import has_room, is_held
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.combat_events import AdvanceIntended, HexOccupied

NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Intent(Plan):
    """Who should occupy which hexes."""

    units: Names = ()
    hexes: Names = ()


@rule("CL-13.6")
def plan_advance(battle: Battle, side: str, letter: str, order: Advance) -> Intent | Problem:
    """Units that are to occupy the hex which they attack, if its defenders leave it; at most two and a leader."""
    problem = not_called(battle, side, letter, order.units)
    if problem is not None:
        return problem
    attackers = battle.assaults.get(order.to, ())
    for name in order.units:
        if name not in attackers:
            text = (
                f"{name} does not attack {order.to}: only units that attacked a hex can occupy it; put the attack above "
                "this line (13.6)."
            )
            return Illegal("E165", text, "13.6", words=order.to, rests_on=(name,))
    units = tuple(battle[name].but(at=order.to) for name in order.units)
    leaders = sum(unit.is_leader for unit in units)
    limits = battle.sheet.charts["terrain"]["stacking"]
    if leaders > int(limits["leaders"]) or len(units) - leaders > int(limits["units"]):
        text = f"At most two units and one leader fit in {order.to}: name no more than that (8.4)."
        return Illegal("E136", text, "8.4", words=order.to)
    return Intent(order, ("if it is left",), (), order.units, (order.to,))


def plan_no_advance(battle: Battle, side: str, letter: str, order: NoAdvance) -> Intent | Problem:
    """Units that are to stay where they are after their attack."""
    problem = not_called(battle, side, letter, order.units)
    hexes = tuple(at for at, names in battle.assaults.items() if set(names) & set(order.units))
    if problem is None and not hexes:
        text = f"{order.units[0]} has no attack above this line: put this line below the attack (13.6)."
        return Illegal("E165", text, "13.6", words=order.units[0], rests_on=order.units)
    return problem or Intent(order, (), (), (), hexes)


def resolve_intent(umpire: Umpire[Battle], plan: Intent) -> Play[None]:
    """Remember it for the combat."""
    for at in plan.hexes:
        umpire.emit(AdvanceIntended(plan.units, at))
    yield from ()


@rule("CL-13.6")
def occupy(umpire: Umpire[Battle], side: str, target: str, attackers: Names) -> Play[None]:
    """Attackers of the combat who survive may go in once no enemy but a lone leader is left there (ruling B-126).

    An advance costs no MPs and starts no combat.
    """
    battle = umpire.state
    if is_held(battle, target, side):
        return
    able = tuple(name for name in attackers if name in battle and battle[name].at != target)
    if target in battle.advances:
        wanted = [name for name in battle.advances[target] if name in able]
    else:
        wanted = yield from _asked(umpire, side, target, able)
    going: list[str] = []
    for name in wanted:
        units = [umpire.state[one] for one in (*going, name)]
        if has_room(umpire.state, target, side, units):
            going.append(name)
    if going:
        umpire.emit(HexOccupied(tuple(going), target))


def _asked(umpire: Umpire[Battle], side: str, target: str, able: Names) -> Play[list[str]]:
    """The owner names the first to go, the second, then a leader; nobody is the default."""
    going: list[str] = []
    for ordinal in ("first", "second", "third"):
        battle = umpire.state
        open_ = [
            name
            for name in able
            if name not in going
            and has_room(battle, target, side, [battle[one] for one in (*going, name)])
            and (going or not battle[name].is_leader)
        ]
        if not open_:
            return going
        choices = (
            *(Choice(name, f"{name} goes") for name in open_),
            Choice(NOBODY, "nobody else goes" if going else "nobody"),
        )
        with_them = f" with {' and '.join(going)}" if going else ""
        prompt = f"{target} has been left: who occupies it{with_them}?"
        facts = (("target", target),)
        one = Ask(side, "advance", f"{target} {ordinal}", prompt, "13.6", choices, NOBODY, NOBODY, facts)
        chosen = (yield from ask(one)).choice
        if chosen == NOBODY:
            return going
        going.append(chosen)
    return going
