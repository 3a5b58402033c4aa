"""Orders of the Movement Phase and of the set-up: where counters go, and in what mode."""

from collections.abc import Iterator

from pbem.core.order import Illegal, Malformed, Problem, Warning_
from pbem.mechanisms.paths import hex_of, numbers
from pbem.mechanisms.repairs import Parts
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Words
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import who
from pbem.systems.indian_wars.orders.verbs.common import (
    ClauseOrders,
    Units,
    all_together,
    alone,
    each,
    edge_in,
    hex_in,
    near_ends,
)
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.movement import activities, modes, movement
from pbem.systems.indian_wars.rules.movement.mobility import one_hex, path_of
from pbem.systems.indian_wars.rules.retreat import rout
from pbem.systems.indian_wars.rules.turn import acts, entry, setup
from pbem.systems.indian_wars.title import Verb


def _pass(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    return (o.Pass(),)


def _may_each(path: Words, units: Units, reading: Reading) -> bool:
    """True if each of the units may go to the hex that the path names."""
    if path.kind != "hex" or reading.plan is None:
        return False
    plan = reading.plan
    found = [(one, path_of(path, (one,), reading)) for one in units]
    return all(not isinstance(way, Placed) and not isinstance(plan(o.Move((one,), way)), Problem) for one, way in found)


def _move(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    path = clause.word("path", "hex", "steps")
    assert path is not None, "the grammar gives every move a path"
    start = hex_of(reading, units[0])
    apart = next((unit for unit in units if hex_of(reading, unit) != start), None)
    if apart is not None:
        text = (
            f"{units[0]} stands in {start or 'no hex'} and {apart} in {hex_of(reading, apart) or 'no hex'}: "
            "they cannot move as one stack.  Write a line for each."
        )
        each = (f"each of {' + '.join(units)} move {path.text}",) if _may_each(path, units, reading) else ()
        return Placed(Illegal("E123", text, suggest=each, rests_on=(units[0], apart)), clause.start, clause.end)
    found = path_of(path, units, reading)
    if isinstance(found, Placed):
        return found
    if not start and len(found) < 2:
        return Placed(_not_here_yet(units, found[0], reading), path.start, path.end)
    if len(found) < 2:
        return Placed(
            Malformed("E111", f"{units[0]} stands in {found[0]}: name the hexes to move to."),
            path.start,
            path.end,
        )
    return (o.Move(units, found),)


def _not_here_yet(units: Units, at: str, reading: Reading) -> Problem:
    """Units that still have to come onto the map are to go to a hex: how they enter there."""
    line = o.Enter(units, at, "mounted")
    can = reading.plan is not None and not isinstance(reading.plan(line), Problem)
    lines = (o.write(line),) if can else ()
    return Illegal("E104", f"{units[0]} is not on the map yet.", suggest=lines, words=units[0], rests_on=units)


def _change(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    part = clause.parts[0]
    assert isinstance(part, Words)
    word = part.text.lower().split()[-1]
    mode = "prone" if word == "prone" else "dismounted" if word.startswith("dis") else "mounted"
    return tuple(o.ChangeMode(unit, mode) for unit in units)


def _crawl(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    to = hex_in(clause, reading, near=hex_of(reading, units[0]))
    return to if isinstance(to, Placed) else tuple(o.Crawl(unit, to) for unit in units)


def _rout(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    to = _rout_goal(clause, reading)
    if isinstance(to, Placed):
        return to
    if not to:
        text = f"Rout where?  Name a unit, a hex, HQ, woods, rocks or an edge, as in   {units[0]} rout to HQ"
        return Placed(Malformed("E111", text, suggest=(f"{units[0]} rout to HQ",)), clause.end, clause.end + 1)
    wording = clause.word("rout_mode")
    mode = "" if wording is None else "mounted" if wording.text.lower() == "mounted" else "dismounted"
    at = clause.word("at_hex")
    change_at = "" if at is None else one_hex(numbers(at)[0], reading.view)
    if isinstance(change_at, Placed):
        return change_at
    return tuple(o.Rout(unit, to, mode, change_at) for unit in units)


def _rout_goal(clause: Clause, reading: Reading) -> str | Placed:
    if clause.word("hex") is not None:
        return hex_in(clause, reading)
    edge, ground = clause.word("edge"), clause.word("ground")
    if edge is not None:
        return f"{edge_in(edge)} edge"
    if ground is not None:
        return ground.text.lower().split()[-1]
    if clause.members is None:
        return ""
    goal = who(clause.members, reading)
    return goal if isinstance(goal, Placed) else goal[0]


def _exit(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    edge = clause.word("edge")
    reading.warnings.append(
        Warning_(
            "W302",
            f"leaving the map gives the other side VPs ({reading.view.rule('leaving the map')})",
            reading.view.rule("leaving the map"),
        )
    )
    return (o.Exit(units, edge_in(edge) if edge is not None else ""),)


def _enter_and_go_on(path: Words, units: Units, reading: Reading) -> ClauseOrders:
    """``enter 8907-8806-8705``: the hex of entry, and the move from there."""
    hexes: list[str] = []
    for one in numbers(path):
        at = one_hex(one, reading.view)
        if isinstance(at, Placed):
            return at
        hexes.append(at)
    return o.Enter(units, hexes[0]), o.Move(units, tuple(hexes))


def _enter(clause: Clause, units: Units, reading: Reading) -> ClauseOrders:
    if (path := clause.word("path")) is not None:
        return _enter_and_go_on(path, units, reading)
    at = hex_in(clause, reading)
    if isinstance(at, Placed):
        return at
    text = clause.word("mode")
    word = text.text.lower() if text is not None else ""
    mode = {"m": "mounted", "mo": "mounted", "p": "prone", "pr": "prone"}.get(word[:2], "dismounted" if word else "")
    return (o.Enter(units, at, mode),) if clause.verb == "enter" else (o.SetUp(units, at, mode),)


def _moves(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    # ``from 2608 to 2707``: a hex alone is where it goes, two are its way.
    yield from [f"{unit} move {'-'.join(parts.paths)}"] if len(parts.paths) > 1 else []
    yield from (f"{unit} move {path}" for path in parts.paths)


def _crawls(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    return near_ends("crawl", unit, parts, reading)


def _routs(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    goals = [f"{parts.edge} edge"] if parts.edge else [parts.ground] if parts.ground else []
    yield from (f"{unit} rout to {goal}" for goal in (*goals, *others, *(path[-4:] for path in parts.paths)))


def _exits(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    yield f"{unit} exit {parts.edge}".strip()


def _enters(verb: str, unit: str, others: list[str], parts: Parts, reading: Reading) -> Iterator[str]:
    yield from (f"{unit} enter {path[:4]} mounted" for path in parts.paths)


SET_UP = Verb(
    o.SetUp,
    ("set_up",),
    _enter,
    setup.plan_set_up,
    setup.resolve_set_up,
    phases="S",
    listed="set up",
    as_written=True,
)
MOVE = Verb(
    o.Move,
    ("move",),
    _move,
    movement.plan_move,
    movement.resolve_move,
    phases="C",
    words=("move", "march"),
    listed="move",
    missing={"move": ("Move where?", "move HEX-HEX")},
    repairs={"move": "move", "moves": "move", "march": "move", "ride": "move"},
    repaired=_moves,
    named_behind=True,
    act=kinds.MOVE,
)
CHANGE = Verb(
    o.ChangeMode,
    ("change",),
    _change,
    modes.plan_change,
    modes.resolve_change,
    phases="C",
    called="a change of mode",
    words=("dismount", "mount", "prone"),
    listed="dismount, mount, prone",
    repairs={"mount": "mount", "dismount": "dismount", "prone": "prone"},
    repaired=alone,
    named_behind=True,
)
CRAWL = Verb(
    o.Crawl,
    ("crawl",),
    _crawl,
    activities.plan_crawl,
    activities.resolve_crawl,
    phases="C",
    words=("crawl",),
    listed="crawl",
    missing={"crawl": ("Crawl where?", "crawl HEX")},
    repairs={"crawl": "crawl"},
    repaired=_crawls,
)
RECOVER = Verb(
    o.Recover,
    ("recover",),
    each(o.Recover),
    activities.plan_recover,
    activities.resolve_recover,
    phases="C",
    words=("recover",),
    listed="recover",
    repairs={"recover": "recover"},
    repaired=alone,
    act=kinds.RECOVER,
)
STAY = Verb(
    o.Stay,
    ("stay",),
    all_together(o.Stay),
    activities.plan_stay,
    activities.resolve_stay,
    words=("stay",),
    repairs={"stay": "stay"},
    repaired=alone,
)
ROUT = Verb(
    o.Rout,
    ("rout",),
    _rout,
    rout.plan_rout,
    rout.resolve_rout,
    phases="CA",
    words=("rout",),
    listed="rout",
    repairs={"rout": "rout"},
    repaired=_routs,
    act=kinds.ROUT,
)
EXIT = Verb(
    o.Exit,
    ("exit",),
    _exit,
    activities.plan_exit,
    activities.resolve_exit,
    phases="C",
    words=("exit",),
    listed="exit",
    repairs={"exit": "exit"},
    repaired=_exits,
    act=kinds.LEAVE_MAP,
)
ENTER = Verb(
    o.Enter,
    ("enter",),
    _enter,
    entry.plan_enter,
    entry.resolve_enter,
    phases="CS",
    words=("enter",),
    listed={"S": "enter", "C": "enter"},
    missing={"enter": ("Enter where?", "enter HEX mounted")},
    repairs={"enter": "enter"},
    repaired=_enters,
    as_written=True,
)
PASS = Verb(o.Pass, ("pass_",), _pass, acts.plan_pass, acts.noted, words=("pass",), needs_unit=False)
