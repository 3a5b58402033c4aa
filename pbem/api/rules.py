"""Rules: card, state, phases, orders, events, dice, questions; and what a phase of orders shares with others.

A phase is a generator that asks (`ask`, `ask_all`), rolls (`Umpire.roll`) and emits events; `apply` alone changes the state.
Begin with `StarterRules`.
"""

from pbem.core.ask import ORDERS, Answer, Ask, Choice
from pbem.core.canonical import Json, fraction_text
from pbem.core.clause import read_rules, rule
from pbem.core.dice import MOST_SIDES, Dice, parse_spec
from pbem.core.event import (
    CHANGE_NOTHING,
    ActBegan,
    ActEnded,
    Decided,
    Event,
    OrderMoot,
    PhaseBegan,
    PhaseEnded,
    SecretActBegan,
    SecretActEnded,
    SecretDecided,
    SecretOrderMoot,
)
from pbem.core.handlers import Handlers
from pbem.core.lazy_tuple import Later
from pbem.core.modifier import Factor, Modifier, Roll
from pbem.core.options import Option, Options, clashes
from pbem.core.order import Order
from pbem.core.phase_id import EVERYBODY, BattleTurn, PhaseId, parse, parse_or_none
from pbem.core.problem import Ambiguous, Illegal, Malformed, Moot, Problem, Warning_
from pbem.core.record import Record, from_json, to_json
from pbem.core.sequence import Drawn, InTurn, SequenceOfPlay
from pbem.core.system import (
    ALL,
    NOBODY,
    NOBODYS,
    OTHER,
    PHASING,
    Card,
    HasRoles,
    Outcome,
    Phase,
    PhaseCard,
    Plan,
    RoleLoss,
    RuleSystem,
    SetByHand,
    Side,
    Silent,
    UnknownScenario,
    UnknownTitle,
)
from pbem.core.table import ChartGap
from pbem.core.umpire import Play, Umpire, ask, ask_all
from pbem.mechanisms.by_hand import Board, Fields
from pbem.mechanisms.orders import (
    Advance,
    ChangeMode,
    Enter,
    Exit,
    Move,
    NoAdvance,
    Pass,
    Stay,
    along,
    ask_orders,
    carry_out,
    together,
)
from pbem.systems.starter import StarterRules

__all__ = [
    "ALL",
    "CHANGE_NOTHING",
    "EVERYBODY",
    "MOST_SIDES",
    "NOBODY",
    "NOBODYS",
    "ORDERS",
    "OTHER",
    "PHASING",
    "ActBegan",
    "ActEnded",
    "Advance",
    "Ambiguous",
    "Answer",
    "Ask",
    "BattleTurn",
    "Board",
    "Card",
    "ChangeMode",
    "ChartGap",
    "Choice",
    "Decided",
    "Dice",
    "Drawn",
    "Enter",
    "Event",
    "Exit",
    "Factor",
    "Fields",
    "Handlers",
    "HasRoles",
    "Illegal",
    "InTurn",
    "Json",
    "Later",
    "Malformed",
    "Modifier",
    "Moot",
    "Move",
    "NoAdvance",
    "Option",
    "Options",
    "Order",
    "OrderMoot",
    "Outcome",
    "Pass",
    "Phase",
    "PhaseBegan",
    "PhaseCard",
    "PhaseEnded",
    "PhaseId",
    "Plan",
    "Play",
    "Problem",
    "Record",
    "RoleLoss",
    "Roll",
    "RuleSystem",
    "SecretActBegan",
    "SecretActEnded",
    "SecretDecided",
    "SecretOrderMoot",
    "SequenceOfPlay",
    "SetByHand",
    "Side",
    "Silent",
    "StarterRules",
    "Stay",
    "Umpire",
    "UnknownScenario",
    "UnknownTitle",
    "Warning_",
    "along",
    "ask",
    "ask_all",
    "ask_orders",
    "carry_out",
    "clashes",
    "fraction_text",
    "from_json",
    "parse",
    "parse_or_none",
    "parse_spec",
    "read_rules",
    "rule",
    "to_json",
    "together",
]
