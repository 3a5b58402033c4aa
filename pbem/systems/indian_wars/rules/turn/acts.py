"""Orders by phase: which belong where, how they are planned and carried out, and a phase's own orders asked for."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.order import Order
from pbem.core.problem import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.mechanisms.phase_orders import ask_orders as ask_orders
from pbem.mechanisms.phase_orders import carry_out as carry_out
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.state.field import Field

PlanOrder = Callable[[Field, str, str, Any], Plan | Problem]
ResolvePlan = Callable[[Umpire[Field], Any], Play[None]]

PHASE_NAMES = {
    "S": "set-up",
    "A": "rally",
    "B": "offensive fire",
    "C": "movement",
    "D": "defensive fire",
    "E": "advance fire",
    "F": "melee",
}

BELONGS: Mapping[type[Order], str] = {
    o.Rally: "A",
    o.NoRally: "A",
    o.Attach: "A",
    o.Resupply: "A",
    o.Transfer: "C",
    o.Fire: "BDE",
    o.Move: "C",
    o.ChangeMode: "C",
    o.Crawl: "C",
    o.Recover: "C",
    o.Charge: "C",
    o.BuildBreastworks: "C",
    o.LoadBreastworks: "C",
    o.AbandonHorses: "C",
    o.Rout: "AC",
    o.Exit: "C",
    o.HitAndRun: "C",
    o.Enter: "C",
    o.LookForVillage: "C",
    o.SetUp: "S",
    o.Melee: "F",
    o.Advance: "F",
    o.NoAdvance: "F",
    o.Pursue: "F",
    o.NoPursuit: "F",
}
"""The letters of the phases in which an order may be given (docs/orders.md); `stay` and `pass` in any."""

VERBS: Mapping[type[Order], str] = {
    o.NoRally: "no rally",
    o.ChangeMode: "a change of mode",
    o.BuildBreastworks: "build breastworks",
    o.LoadBreastworks: "load breastworks",
    o.AbandonHorses: "abandon horses",
    o.HitAndRun: "hit and run",
    o.LookForVillage: "look for village",
    o.SetUp: "set up",
    o.NoAdvance: "no advance",
    o.NoPursuit: "no pursuit",
}


CLAUSES: Mapping[type[Order], str] = {
    o.Charge: "16.A",
    o.BuildBreastworks: "16.C",
    o.LoadBreastworks: "16.C",
    o.AbandonHorses: "16.B",
    o.HitAndRun: "16.G",
    o.Transfer: "15.B",
    o.LookForVillage: "16.E",
}
"""Where the book has the orders that stand outside chapters 7 to 14."""


def verb(order: Order) -> str:
    """What an order is called in a sentence."""
    return VERBS.get(type(order), type(order).__name__.lower())


def wrong_phase(letter: str, order: Order) -> Problem | None:
    """Why an order may not be given in this phase, or None (E150)."""
    letters = BELONGS.get(type(order), letter)
    if letter in letters:
        return None
    where = say.several([f"{one} ({PHASE_NAMES[one]})" for one in letters])
    phases = "phase" if len(letters) == 1 else "phases"
    text = f"'{verb(order)}' belongs to {phases} {where}; this is phase {letter} ({PHASE_NAMES[letter]}) (4)."
    return Illegal("E150", text, "4")
