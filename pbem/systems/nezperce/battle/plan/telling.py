"""The report on a side's own plan: why it is asked, which lines acted, who was in the way."""

from collections import Counter

from pbem.mechanisms.words import counted
from pbem.reports.report import Panel, ToDo
from pbem.reports.wrap import wrap
from pbem.systems.nezperce.battle.card import LOOKS
from pbem.systems.nezperce.battle.plan.practice import sample
from pbem.systems.nezperce.battle.plan.records import DEFAULT, Mind
from pbem.systems.nezperce.battle.plan.stops import is_by_plan
from pbem.systems.nezperce.battle.plan.writing import line_text, plan_lines
from pbem.systems.nezperce.battle.state import Battle

WIDTH = 76
MOST = 12
"""Orders of a plan that a report lists one by one."""


def panels(battle: Battle, side: str) -> tuple[Panel, ...]:
    """The panels about a side's plan; none for anybody else's."""
    if not battle.half or side not in ("army", "indian"):
        return ()
    mind = battle.mind(side)
    found = []
    if side in battle.asked:
        found.append(Panel("plan asked", "WHY WE ASK YOU", "", tuple(_why(battle, mind)), is_always_whole=True))
    if mind.chosen or mind.blocked:
        title = "WHAT YOUR PLAN DID   since your last letter"
        found.append(Panel("plan deeds", title, "", tuple(_deeds(mind)), is_always_whole=True))
    if is_by_plan(mind):
        found.append(Panel("plan", "YOUR PLAN", "for your eyes only", tuple(_plan(mind))))
    return tuple(found)


def _why(battle: Battle, mind: Mind) -> list[str]:
    if mind.why:
        return _wrapped(f"{mind.why}.", "  ")
    if mind.plan is None:
        return [
            "  The units are set up.  Send a battle plan: from now on both plans play the",
            "  battle, and it stops when you or we think that you should look.  A plan:",
            "",
            *(f"  | {one}" for one in ("plan", *sample(battle, mind.side), "end plan")),
            "",
            "  Its words:   | help plan      to give each order yourself:   | by hand",
        ]
    return ["  The units are set up, and you have a plan."]


def _deeds(mind: Mind) -> list[str]:
    counts = Counter(one.line for one in mind.chosen)
    found = []
    for one in mind.in_force.lines:
        text = line_text(one.line)
        acts = counts[one.number]
        given = counted(acts, "order") if acts else "no order"
        found += _wrapped(f"line {one.number}  {given}: {text}", "  ")
    if counts[0]:
        found.append(f"  script, single orders, or out of overstacked hexes: {counts[0]}")
    found += _orders(mind)
    last = {(stuck.line, stuck.unit): stuck for stuck in mind.blocked}  # a unit may have been in several friends' way
    for stuck in list(last.values())[-MOST:]:
        by = f"{stuck.by} is in the way" if stuck.by else "there is no way"
        found += _wrapped(f"line {stuck.line} could not move {stuck.unit}: {by}", "  ")
    return found


def _orders(mind: Mind) -> list[str]:
    """The last orders that it chose, each with its line."""
    last = mind.chosen[-MOST:]
    left_out = len(mind.chosen) - len(last)
    found = [f"  ({left_out} earlier orders are in the log)"] if left_out > 0 else []
    for one in last:
        whence = f"line {one.line}" if one.line else "no line"
        found += _wrapped(f"game turn {one.turn}, {whence}: {one.text}", "    ")
    return found


def _plan(mind: Mind) -> list[str]:
    if mind.plan is None:
        rules = "; then ".join(line_text(one.line) for one in DEFAULT.lines)
        return _wrapped(f"You have filed none.  Until you do: {rules}.", "  ")
    return [part for one in plan_lines(mind.plan) for part in _wrapped(one, "  ")]


def _wrapped(text: str, indent: str) -> list[str]:
    first, *rest = wrap(text, WIDTH - len(indent) - 2)
    return [f"{indent}{first}", *(f"{indent}  {one}" for one in rest)]


def to_do(battle: Battle, side: str, letter: str) -> ToDo | None:
    """The orders that a side owes at a stop, or in a half-turn by hand; None for any other phase."""
    if letter not in LOOKS:
        return None
    mind = battle.mind(side)
    silent = (
        "your plan goes on"
        if mind.plan is not None
        else "your units fire at what they see, and leave the map once half of them are lost"
    )
    nobody = ("The plan stands", "go on") if mind.plan is not None else ("Order by order", "by hand")
    example = "line 1: once lost half: all leave nearest"
    return ToDo(f"phase {letter}", "BATTLE PLANS", "C3.1", example=example, nobody=nobody, silent=silent)
