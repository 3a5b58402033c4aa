"""A plan for battles to come: ``policy plan: once lost half: all leave nearest; all skirmish at 4``.

It is a standing order: filed at any time, sealed until it is used, and used in each battle in which its owner has filed no
other plan.  Lines about units that are not in the battle are left out.
"""

from pbem.core.order import Order
from pbem.core.problem import Malformed, Problem
from pbem.systems.nezperce.battle.plan.reading import PlanReader, grammar_fault, prefixes
from pbem.systems.nezperce.battle.plan.records import BattlePlan, PlanOrder, SetGroup
from pbem.systems.nezperce.battle.state import Battle

PLAN = "plan"
"""The name of the policy."""


def _lines(text: str) -> list[str]:
    parts = [part.strip() for part in text.split(";") if part.strip()]
    lines = ["plan", *parts, "end plan"]
    return [ahead + line for ahead, line in zip(prefixes(lines), lines, strict=True)]


def fault(text: str) -> Problem | None:
    """The fault in a plan for battles, as far as its words go; whom they name only a battle can say."""
    for line in _lines(text):
        if (why := grammar_fault(line)) is not None:
            return why
    return None


def orders(text: str, battle: Battle, side: str) -> tuple[Order, ...]:
    """The orders that make this plan in a battle."""
    draft = BattlePlan()
    found: list[Order] = []
    for line in _lines(text):
        read = PlanReader(battle, side, draft, _no_single).read(line)
        if read is None or isinstance(read, Problem):
            continue
        found += [one for one in read if isinstance(one, PlanOrder)]
        draft = draft.with_(groups=tuple(one.group for one in found if isinstance(one, SetGroup)))
    return tuple(found)


def _no_single(text: str) -> Problem:
    return Malformed("E110", "A plan for battles has no single orders.", words=text)
