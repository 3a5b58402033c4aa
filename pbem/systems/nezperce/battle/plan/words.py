"""The order language of battles with its plans."""

from typing import Any

from pbem.core.order import Ambiguous, Order, Problem
from pbem.systems.nezperce.battle.plan.reading import PlanReader, is_plan_like
from pbem.systems.nezperce.battle.plan.records import BattlePlan
from pbem.systems.nezperce.battle.plan.writing import write
from pbem.systems.nezperce.battle.words import Words
from pbem.systems.nezperce.card import LOOKS


class PlanWords(Words):
    """`battles.BattleWords`: single orders, and the lines of plans."""

    def write(self, order: Order) -> str:
        """See `battles.BattleWords`."""
        return write(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `battles.BattleWords`."""

        def single(line: str) -> Order | Problem:
            found = Words.read(self, line, view, side)
            return found if isinstance(found, Problem) else found[0]

        mind = view.battle.mind(side)
        draft = mind.draft or mind.plan or BattlePlan()
        line, reader = " ".join(text.split()), PlanReader(view.battle, side, draft, single)
        found = reader.read(line)
        if found is not None:
            return found
        read = super().read(text, view, side)
        is_at_stop = bool(view.battle.asked) and isinstance(read, Problem) and not isinstance(read, Ambiguous)
        return (reader.unnumbered(line) or read) if is_at_stop else read

    def letters_of(self, text: str, present: str) -> tuple[str, ...]:
        """See `battles.BattleWords`: what is said of a plan is for the stop at which it is written."""
        if present in LOOKS or is_plan_like(" ".join(text.split())):
            return (present,)
        return super().letters_of(text, present)
