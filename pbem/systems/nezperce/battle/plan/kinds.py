"""Lines that the rules never allow."""

from collections.abc import Sequence

from pbem.core.problem import Illegal, Problem
from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.charts import OTHER_MODE, is_artillery, is_horse, kind
from pbem.systems.nezperce.battle.places import HOMES
from pbem.systems.nezperce.battle.plan import people
from pbem.systems.nezperce.battle.plan.records import (
    CHARGE,
    ENTER,
    FIRE,
    GO,
    HOLD,
    SHELL,
    SKIRMISH,
    SURRENDERS,
    BattlePlan,
    PlanLine,
)
from pbem.systems.nezperce.battle.state import DISMOUNTED, MOUNTED, Battle, Fighter
from pbem.systems.nezperce.state.contact import ARMY


def why_never(line: PlanLine, battle: Battle, side: str, plan: BattlePlan) -> Problem | None:
    """Why no unit of a line can ever do what it says, None if one may."""
    units = people.named(line.who, battle, side, plan)
    who = ", ".join(line.who)
    if line.action in SHOOT_OR_CHARGE and all(one in ("lodges", "camps") for one in line.who):
        return _peaceful(line, who)
    if not units:
        return None
    if line.verb == SURRENDERS:
        return _surrender(line, battle, side)
    if line.action in SHOOT_OR_CHARGE and all(one.kind in HOMES for one in units):
        return _peaceful(line, who)
    if line.verb == SHELL and (why := _no_shells(units, battle, side, who)) is not None:
        return why
    if line.verb in ("mount", "dismount") and not any(is_horse(one.kind) for one in units):
        return Illegal("E145", f"{who}: none of these units has horses.", "C4.3", words=line.verb)
    if line.verb in ("limber", "unlimber") and not any(is_artillery(one.kind) for one in units):
        return Illegal("E145", f"{who}: none of these units is a gun.", "C4.3", words=line.verb)
    if (
        line.hex
        and (line.verb in (GO, HOLD) or line.then == GO)
        and not any(may_be_in(one, battle, line.hex) for one in units)
    ):
        return Illegal("E145", f"{who} may never enter {line.hex}: rocked and broken ground.", "C4.3", words=line.hex)
    if line.verb == ENTER and not any(not one.at for one in units):
        return Illegal("E145", f"{who}: none of these units waits beside the map.", "C2.3", words=who)
    if line.together and side == ARMY and not any(one.kind == "washington_volunteers" for one in units):
        return Illegal("E145", "Only two Washington Volunteers may charge together.", "C5.3.2", words="together")
    return None


SHOOT_OR_CHARGE = (FIRE, SHELL, SKIRMISH, CHARGE)


def _no_shells(units: Sequence[Fighter], battle: Battle, side: str, who: str) -> Problem | None:
    """Why nobody of a line will ever fire indirectly."""
    if not any(kind(one.kind).get("indirect") for one in units):
        text = f"{who}: none of these units has indirect fire.  Howitzers and Hotchkiss guns have."
        return Illegal("E145", text, "C6.5.3", suggest=(f"{who} fire at any",), words=who)
    if not any(kind(one.kind).get("may_spot_indirect") for one in battle.units if one.side == side and not one.gone):
        return Illegal("E145", "You have no cavalry in this battle that could spot for a gun.", "C6.5.3", words="shell")
    return None


def _surrender(line: PlanLine, battle: Battle, side: str) -> Problem | None:
    if side == ARMY:
        return Illegal("E145", "Only Indian units may surrender of their own will.", "C6.4.3", words="surrender")
    names = {one.name for one in battle.units if one.side == side}
    if any(one not in names for one in line.who):
        text = "To surrender, name each counter."
        return Illegal("E145", text, "C6.4.3", suggest=("Lodge 1 surrender",), words="surrender")
    return None


def _peaceful(line: PlanLine, who: str) -> Problem:
    """Lodges and camps neither fire nor charge."""
    what = "may not start a melee" if line.verb == CHARGE else "have no fire strength"
    text = f"Lodges and camps {what}.  Lodges can go, guard, hold and leave, camps can only hold."
    better = (f"{who} leave nearest",) if "camps" not in line.who else ()
    return Illegal("E145", text, "C5.1" if line.verb == CHARGE else "C6.1", better, who)


def may_be_in(one: Fighter, battle: Battle, at: str) -> bool:
    """True if a unit may ever be in a hex, in whichever mode."""
    name = battle.contact.map
    modes = [mode for mode in (one.mode, OTHER_MODE.get(one.mode, one.mode)) if mode in kind(one.kind)]
    return any(ground.entering(name, at, one.kind, mode) is not None for mode in (*modes,)) and (
        DISMOUNTED in modes or MOUNTED in modes or ground.entering(name, at, one.kind, one.mode) is not None
    )
