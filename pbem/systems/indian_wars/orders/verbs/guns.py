"""Orders to guns and their crews (LB-11), and those that guns have in common with other units."""

import re
from collections.abc import Callable
from dataclasses import replace

from pbem.core.order import Malformed, Order
from pbem.mechanisms.paths import hex_of
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Members, Words
from pbem.systems.indian_wars.orders import littlebighorn_records as g
from pbem.systems.indian_wars.orders.naming import who
from pbem.systems.indian_wars.orders.verbs import fighting, special
from pbem.systems.indian_wars.orders.verbs.common import ClauseOrders, Units, alone, each, hex_in
from pbem.systems.indian_wars.rules.guns import gun_fire, handling, modes
from pbem.systems.indian_wars.rules.movement.mobility import one_hex
from pbem.systems.indian_wars.say import US
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import Verb

WORDS = {"north": "N", "south": "S", "east": "E", "west": "W"}
NAME_OF_A_WAY = r"(?:north|south)[\s-]*(?:east|west)|north|south|east|west|[ns][ew]|[nesw]"

LIMBERS = r"""
%extend clause: LIMBER members? -> limber

LIMBER.24: /limbers?(?:\s+up)?(?!\w)/
"""
UNLIMBERS = rf"""
%extend clause: UNLIMBER members? _TO? (FACING | HEX | DIRECTION)? -> unlimber

UNLIMBER.24: /unlimbers?(?!\w)/
FACING.33: /(?:facing|to\s+face|towards?)\s+(?:the\s+)?(?:\d\d[.-]?\d\d|{NAME_OF_A_WAY})(?!\w)/
DIRECTION.23: /(?:{NAME_OF_A_WAY})(?![\w\/])/
"""
TURNS = r"""
%extend clause: TURN members? _TO? (HEX | FACING | DIRECTION) -> turn_gun
      | FACING -> turn_gun

TURN.24: /(?:turns?|pivots?)(?!\w)/
"""
PUSHES = r"""
%extend clause: MANHANDLE members? _TO? HEX (_BY members)? -> manhandle

MANHANDLE.24: /(?:manhandles?|push(?:es)?)(?!\w)/
_BY.34: /(?:by|with)(?!\w)/
"""
FREES = r"""
%extend clause: FREE members? -> free_gun

FREE.24: /(?:free|frees|pull\s+out)(?!\w)/
"""
LEAVES = r"""
%extend clause: LEAVE_GUN members? -> abandon_gun

LEAVE_GUN.26: /(?:abandons?|leaves?)\s+(?:the\s+|its\s+|their\s+)?gun(?!\s*\d|\w)/
"""
MANS = r"""
%extend clause: MAN members -> man_gun

MAN.24: /(?:mans?|serves?|takes?\s+over)(?=\s+(?:the\s+)?(?:gat|gun|12|can|how))/
"""


def _facing(clause: Clause, reading: Reading) -> str | Placed:
    """A hex or the name of a direction, however it is said; "" for nothing."""
    at = clause.word("hex")
    if at is not None:
        return one_hex(at, reading.view)
    text = clause.word("facing", "direction")
    if text is None:
        return ""
    last = re.sub(r"^(?:facing|to\s+face|towards?)\s+(?:the\s+)?", "", text.text.lower())
    if last[0].isdigit():
        number = last.replace(".", "").replace("-", "")
        return one_hex(Words("hex", number, text.start, text.end), reading.view)
    for word, letter in WORDS.items():
        last = last.replace(word, letter)
    return re.sub(r"[\s-]", "", last).upper()


def _unlimber(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    facing = _facing(clause, reading)
    return facing if isinstance(facing, Placed) else tuple(g.Unlimber(unit, facing) for unit in units)


def _turn(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    facing = _facing(clause, reading)
    return facing if isinstance(facing, Placed) else tuple(g.TurnGun(unit, facing) for unit in units)


def _manhandle(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    """The gun is the one among those named; whoever else is named pushes it."""
    view: Battlefield = reading.view
    named = list(units)
    for part in clause.parts:
        if isinstance(part, Members):
            found = who(part, reading)
            if isinstance(found, Placed):
                return found
            named += found
    named = list(dict.fromkeys(named))
    guns = [name for name in named if name in view and view[name].is_gun]
    others = [name for name in named if name not in guns]
    to = hex_in(clause, reading, near=hex_of(reading, guns[0]) if guns else "")
    if isinstance(to, Placed):
        return to
    if len(guns) != 1 or len(others) > 1:
        text = "Push which gun, and with whom?  Write   Gatling 1 manhandle to HEX   or   ... with C/7 Cav"
        return Placed(Malformed("E111", text), clause.start, clause.end)
    return (g.Manhandle(guns[0], to, others[0] if others else ""),)


def _man(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    members = clause.members
    assert members is not None, "the grammar names the gun"
    found = who(members, reading)
    return found if isinstance(found, Placed) else tuple(g.ManGun(unit, found[0]) for unit in units)


def _one(made: Callable[[str], Order]) -> Callable[[Clause, Units, Reading], ClauseOrders]:
    return each(made)


LIMBER = Verb(
    g.Limber,
    ("limber",),
    _one(g.Limber),
    modes.plan_limber,
    modes.resolve_limber,
    phases="C",
    words=("limber",),
    listed="limber",
    grammar=LIMBERS,
    repairs={"limber": "limber"},
    repaired=alone,
    named_behind=True,
    side=US,
)
UNLIMBER = Verb(
    g.Unlimber,
    ("unlimber",),
    _unlimber,
    modes.plan_unlimber,
    modes.resolve_unlimber,
    phases="C",
    words=("unlimber",),
    listed="unlimber facing",
    grammar=UNLIMBERS,
    repairs={"unlimber": "unlimber"},
    repaired=alone,
    named_behind=True,
    side=US,
)
TURN = Verb(
    g.TurnGun,
    ("turn_gun",),
    _turn,
    modes.plan_turn,
    modes.resolve_turn,
    phases="C",
    called="turning a gun",
    words=("turn", "pivot"),
    listed="turn to",
    grammar=TURNS,
    missing={"turn": ("Turn to where?", "turn to HEX")},
    named_behind=True,
    side=US,
)
MANHANDLE = Verb(
    g.Manhandle,
    ("manhandle",),
    _manhandle,
    handling.plan_push,
    handling.resolve_push,
    phases="C",
    words=("manhandle",),
    listed="manhandle to",
    grammar=PUSHES,
    missing={"manhandle": ("Push it where?", "manhandle to HEX")},
    named_behind=True,
    side=US,
)
FREE = Verb(
    g.FreeGun,
    ("free_gun",),
    _one(g.FreeGun),
    handling.plan_free,
    handling.resolve_free,
    phases="C",
    called="freeing a gun",
    words=("free",),
    listed="free",
    grammar=FREES,
    named_behind=True,
    side=US,
)
ABANDON_GUN = Verb(
    g.AbandonGun,
    ("abandon_gun",),
    _one(g.AbandonGun),
    handling.plan_abandon,
    handling.resolve_abandon,
    phases="C",
    called="abandoning a gun",
    listed="abandon gun",
    grammar=LEAVES,
    named_behind=True,
    side=US,
)
MAN = Verb(
    g.ManGun,
    ("man_gun",),
    _man,
    handling.plan_man,
    handling.resolve_man,
    phases="C",
    called="manning a gun",
    words=("man",),
    listed="man",
    grammar=MANS,
    side=US,
)
FIRE = replace(fighting.FIRE, plan=gun_fire.plan_fire, resolve=gun_fire.resolve_fire)
"""Fire, of guns as well."""
TRANSFER = replace(special.TRANSFER, plan=handling.plan_transfer, resolve=handling.resolve_transfer, phases="CA")
"""Points handed over, by crews as well, who do it in the Rally Phase too."""
ORDERS = (UNLIMBER, LIMBER, TURN, MANHANDLE, FREE, ABANDON_GUN, MAN)
"""Orders of guns and crews alone."""
