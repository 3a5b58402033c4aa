"""What each clause of an order line means: syntax on a player's view, turned into order records."""

from collections.abc import Callable
from typing import TypeAlias

from pbem.core.order import Order
from pbem.core.problem import Illegal, Malformed, Problem, Warning_
from pbem.core.system import Plan
from pbem.mechanisms.paths import hex_of, numbers
from pbem.orders.dialect import Placed, Reading
from pbem.orders.syntax import Clause, Group, Members, Name, Ordered, Target, Words
from pbem.orders.told import with_lead
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import enemy, in_sequence, nearest_first, place, who
from pbem.systems.indian_wars.orders.writing import together, write
from pbem.systems.indian_wars.rules.movement.paths import all_hexes, one_hex, path_of
from pbem.systems.indian_wars.state.field import Field

Units: TypeAlias = tuple[str, ...]
Meant: TypeAlias = "tuple[Order, ...] | Placed"
REACTIONS = {
    "stand": "stand",
    "retreat": "retreat before melee",
    "retreat_toward": "retreat",
    "scatter": "scatter",
    "hold_fire": "hold fire",
}
EACH_ITS_OWN: dict[str, Callable[[str], Order]] = {
    "recover": o.Recover,
    "build": o.BuildBreastworks,
    "load": o.LoadBreastworks,
    "abandon": o.AbandonHorses,
}
ALL_TOGETHER: dict[str, Callable[[Units], Order]] = {
    "stay": o.Stay,
    "rally": o.Rally,
    "no_rally": o.NoRally,
    "no_advance": o.NoAdvance,
    "pursue": o.Pursue,
    "no_pursuit": o.NoPursuit,
}
ALL = ("all",)
TEXT_WIDTH = 66


def orders_of(ordered: Ordered, reading: Reading) -> Meant:
    """The orders of one clause; what it says is remembered in `reading` for the clauses behind it."""
    clause = ordered.clause
    units = _units(ordered, reading)
    if isinstance(units, Placed):
        return _with_the_rest(ordered, units, reading)
    if not units and clause.verb not in ("pass_", "look"):
        text = f"Who is to {_spoken(clause)}?  Name the unit first, say   {_example(reading)} {_spoken(clause)}"
        return Placed(Malformed("E111", text), clause.start, clause.end)
    if clause.verb in REACTIONS:
        return Placed(_reaction(clause, units, reading), clause.start, _verb_end(clause))
    if clause.verb == "rally" and units == ALL:
        return _rally_all(ordered, reading)
    each = ordered.who is not None and ordered.who.each
    found: list[Order] = []
    for some in [(unit,) for unit in units] if each else [units]:
        meant = _meant(clause, some, reading)
        if isinstance(meant, Placed):
            return meant
        found.extend(meant)
    reading.units = units
    _remember(found, reading)
    return tuple(found)


def _units(ordered: Ordered, reading: Reading) -> Units | Placed:
    """Whom a clause is for: named before it, named behind its verb, or those of the clause before."""
    clause, members = ordered.clause, ordered.who
    written = clause.verb in ("enter", "set_up")
    behind = clause.members if clause.verb in BEHIND else None
    start = _start_hex(clause)
    named: list[str] = []
    for some in (members, behind):
        if some is None or (clause.verb in ("rally", "no_rally") and _is_all(some)):
            continue
        found = who(some, reading, start, written=written)
        if isinstance(found, Placed):
            return found
        named.extend(found)
    if named:
        return tuple(dict.fromkeys(named)) if written else in_sequence(reading.view, named)
    if clause.verb in ("rally", "no_rally") and any(some is not None and _is_all(some) for some in (members, behind)):
        return ALL
    return reading.units


BEHIND = ("move", "change", "fire", "rally", "no_rally", "melee", "advance", "no_advance", "pursue", "no_pursuit")


def _is_all(members: Members) -> bool:
    return all(isinstance(one, Group) and one.kind == "all" and one.at is None for one in members.members)


def _start_hex(clause: Clause) -> str:
    path = clause.word("path")
    return numbers(path)[0].text if path is not None and clause.verb == "move" else ""


def _verb_end(clause: Clause) -> int:
    first = clause.parts[0]
    return first.end


def _spoken(clause: Clause) -> str:
    first = clause.parts[0]
    word = first.text.lower() if isinstance(first, Words) else clause.verb
    return "move" if word[:1].isdigit() and clause.verb == "move" else word


def _example(reading: Reading) -> str:
    view: Field = reading.view
    return next((unit.name for unit in view.of(reading.side)), "A/2 Cav")


def _with_the_rest(ordered: Ordered, fault: Placed, reading: Reading) -> Placed:
    """A problem with a name, its suggestions carried on to whole lines: ``Black Moon dismount``."""
    problem = fault.problem
    if (
        problem.code not in ("E102", "E104")
        or not problem.suggest
        or ordered.who is None
        or len(ordered.who.members) > 1
        or not ordered.who.start
        <= fault.start
        < ordered.who.end  # it lies behind the verb: naming the unit mends nothing
    ):
        return fault
    name = problem.suggest[0]
    unit = Members((Name(name, fault.start, fault.end),))
    again = Reading(reading.view, reading.side, reading.phase)
    found = orders_of(Ordered(unit, ordered.clause), again)
    line = f"{name} {_spoken(ordered.clause)}" if isinstance(found, Placed) else write(found[0])
    doubtful = problem.code == "E102"
    text = with_lead(problem.text, f"Write, say,   {line}") if doubtful else f"{problem.text}   {line}"
    better = type(problem)(problem.code, text, problem.clause, (line,), problem.words, problem.rests_on)
    return Placed(better, fault.start, fault.end)


def _reaction(clause: Clause, units: Units, reading: Reading) -> Problem:
    """A reaction is answered when it is asked for, not ordered: E150; scattering is for Indian units alone: E191."""
    view: Field = reading.view
    unit = next((name for name in units if name in view), units[0])
    if clause.verb == "scatter" and reading.side == "us":
        return _us_scatter(clause, unit, reading)
    doing = REACTIONS[clause.verb]
    event = {"scatter": "US moves within 2 of " + unit, "hold_fire": f"enemy leaves zoc of {unit}"}.get(
        clause.verb, f"{unit} is meleed"
    )
    line = f"when {event} then {doing}"
    text = f"A unit does that when the other side acts, so it cannot be ordered now.\nSay it beforehand:   {line}"
    return Illegal("E150", text, suggest=(line,))


def _us_scatter(clause: Clause, unit: str, reading: Reading) -> Problem:
    text = "Only Indian units scatter (7.K)."
    toward = clause.word("hex")
    view: Field = reading.view
    at = hex_of(reading, unit)
    if toward is None or not at or toward.text not in view.sheet.map or toward.text == at:
        return Illegal("E191", text, "7.K")
    line = _pull_back(unit, at, toward.text, reading)
    return Illegal("E191", f"{text}\nTo pull back:   {line}", "7.K", suggest=(line,))


def _pull_back(unit: str, at: str, toward: str, reading: Reading) -> str:
    """A lawful move of up to two hexes toward a hex."""
    view: Field = reading.view
    path = [at]
    while len(path) < 3 and path[-1] != toward:
        near = view.sheet.map.open_neighbours(path[-1])
        left = view.sheet.map.distance(path[-1], toward)
        ahead = [one for one in near if view.sheet.map.distance(one, toward) < left]
        for step in ahead:
            if reading.lawful is None or not isinstance(reading.lawful(o.Move((unit,), (*path, step))), Problem):
                path.append(step)
                break
        else:
            break
    return write(o.Move((unit,), tuple(path)))


def _remember(found: list[Order], reading: Reading) -> None:
    """Where the clauses so far leave the units, for the clauses behind them."""
    for order in found:
        match order:
            case o.Move(units, path):
                reading.placed_at.update(dict.fromkeys(units, path[-1]))
            case o.Enter(units, at, _) | o.SetUp(units, at, _):
                reading.placed_at.update(dict.fromkeys(units, at))
            case o.Crawl(unit, to):
                reading.placed_at[unit] = to
            case o.Melee(_, target):
                reading.target = target
            case _:
                pass


def _meant(clause: Clause, units: Units, reading: Reading) -> Meant:
    verb = clause.verb
    if verb in EACH_ITS_OWN:
        return tuple(EACH_ITS_OWN[verb](unit) for unit in units)
    if verb in ALL_TOGETHER:
        return (ALL_TOGETHER[verb](units),)
    return MEANINGS[verb](clause, units, reading)


def _rally_all(ordered: Ordered, reading: Reading) -> Meant:
    """``rally all except F/3``: all rally, and F/3 does not."""
    but = tuple(one for members in (ordered.who, ordered.clause.members) if members is not None for one in members.but)
    if not but:
        return (o.Rally(ALL),)
    spared = who(Members(but), reading)
    return spared if isinstance(spared, Placed) else (o.Rally(ALL), o.NoRally(spared))


def _pass(clause: Clause, units: Units, reading: Reading) -> Meant:
    return (o.Pass(),)


def _move(clause: Clause, units: Units, reading: Reading) -> Meant:
    path = clause.word("path", "hex", "steps")
    assert path is not None, "the grammar gives every move a path"
    start = hex_of(reading, units[0])
    apart = next((unit for unit in units if hex_of(reading, unit) != start), None)
    if apart is not None:
        text = (
            f"{units[0]} stands in {start or 'no hex'} and {apart} in {hex_of(reading, apart) or 'no hex'}: "
            "they cannot move as one stack.  Give each a line of its own."
        )
        return Placed(Illegal("E123", text, rests_on=(units[0], apart)), clause.start, clause.end)
    found = path_of(path, units, reading)
    if isinstance(found, Placed):
        return found
    if len(found) < 2:
        return Placed(
            Malformed("E111", f"{units[0]} stands in {found[0]} already: name the hexes it moves to."),
            path.start,
            path.end,
        )
    return (o.Move(units, found),)


def _change(clause: Clause, units: Units, reading: Reading) -> Meant:
    said = clause.parts[0]
    assert isinstance(said, Words)
    word = said.text.lower().split()[-1]
    mode = "prone" if word == "prone" else "dismounted" if word.startswith("dis") else "mounted"
    return tuple(o.ChangeMode(unit, mode) for unit in units)


def _crawl(clause: Clause, units: Units, reading: Reading) -> Meant:
    to = _hex(clause, reading, near=hex_of(reading, units[0]))
    return to if isinstance(to, Placed) else tuple(o.Crawl(unit, to) for unit in units)


def _hex(clause: Clause, reading: Reading, near: str = "") -> str | Placed:
    found = clause.word("hex")
    assert found is not None, "the grammar gives this clause a hex"
    return one_hex(found, reading.view, near)


def _charge(clause: Clause, units: Units, reading: Reading) -> Meant:
    first, *others = [part for part in clause.parts if isinstance(part, Words) and part.kind in ("hex", "path")]
    target = one_hex(first, reading.view)
    if isinstance(target, Placed):
        return target
    if not others:
        return (o.Charge(units, target),)
    via = all_hexes(others[0], reading.view)
    if isinstance(via, Placed):
        return via
    start = hex_of(reading, units[0])
    if via[0] == start:
        via = via[1:]
    if via and via[-1] == target:
        via = via[:-1]
    return (o.Charge(units, target, via),)


def _rout(clause: Clause, units: Units, reading: Reading) -> Meant:
    to = _rout_goal(clause, reading)
    if isinstance(to, Placed):
        return to
    if not to:
        text = f"Rout where to?  Say a unit, a hex, HQ, woods, rocks or an edge, as in   {units[0]} rout to HQ"
        return Placed(Malformed("E111", text, suggest=(f"{units[0]} rout to HQ",)), clause.end, clause.end + 1)
    said = clause.word("rout_mode")
    mode = "" if said is None else "mounted" if said.text.lower() == "mounted" else "dismounted"
    at = clause.word("at_hex")
    change_at = "" if at is None else one_hex(numbers(at)[0], reading.view)
    if isinstance(change_at, Placed):
        return change_at
    return tuple(o.Rout(unit, to, mode, change_at) for unit in units)


def _rout_goal(clause: Clause, reading: Reading) -> str | Placed:
    if clause.word("hex") is not None:
        return _hex(clause, reading)
    edge, ground = clause.word("edge"), clause.word("ground")
    if edge is not None:
        return f"{_edge(edge)} edge"
    if ground is not None:
        return ground.text.lower().split()[-1]
    if clause.members is None:
        return ""
    goal = who(clause.members, reading)
    return goal if isinstance(goal, Placed) else goal[0]


def _edge(words: Words) -> str:
    return words.text.lower().removeprefix("the ").split()[0]


def _exit(clause: Clause, units: Units, reading: Reading) -> Meant:
    edge = clause.word("edge")
    reading.warnings.append(Warning_("W302", "leaving the map gives the other side VPs (7.J)", "7.J"))
    return (o.Exit(units, _edge(edge) if edge is not None else ""),)


def _target(target: Target, reading: Reading) -> str | Placed:
    """A target as an order names it: an enemy counter, or a hex with what is picked in it."""
    at = ""
    if target.at is not None:
        found = one_hex(target.at, reading.view)
        if isinstance(found, Placed):
            return found
        at = found
    if target.name is not None:
        return enemy(target.name, reading, at)
    return f"{at} {target.pick.text.lower()}" if target.pick is not None else at


def _hit_and_run(clause: Clause, units: Units, reading: Reading) -> Meant:
    if not clause.targets:
        text = f"Hit whom?  Write   {units[0]} hit and run at UNIT"
        return Placed(Malformed("E111", text), clause.end, clause.end + 1)
    target = _target(clause.targets[0], reading)
    if isinstance(target, Placed):
        return target
    place_at = hex_of(reading, units[0])
    from_hex, after = clause.word("from_hex"), clause.word("path", "hex", "steps")
    if from_hex is not None:
        found = one_hex(numbers(from_hex)[0], reading.view)
        if isinstance(found, Placed):
            return found
        place_at = found
    path: tuple[str, ...] = ()
    if after is not None:
        there = Reading(reading.view, reading.side, placed_at=dict.fromkeys(units, place_at))
        way = path_of(after, units, there)
        if isinstance(way, Placed):
            return way
        path = way[1:]
    return tuple(o.HitAndRun(unit, target, place_at, path) for unit in units)


def _enter(clause: Clause, units: Units, reading: Reading) -> Meant:
    at = _hex(clause, reading)
    if isinstance(at, Placed):
        return at
    said = clause.word("mode")
    word = said.text.lower() if said is not None else ""
    mode = {"m": "mounted", "mo": "mounted", "p": "prone", "pr": "prone"}.get(word[:2], "dismounted" if word else "")
    return (o.Enter(units, at, mode),) if clause.verb == "enter" else (o.SetUp(units, at, mode),)


def _transfer(clause: Clause, units: Units, reading: Reading) -> Meant:
    number, members = clause.word("number"), clause.members
    assert number is not None, "the grammar gives a transfer its number"
    assert members is not None, "the grammar gives a transfer its goal"
    to = who(members, reading)
    return to if isinstance(to, Placed) else tuple(o.Transfer(unit, int(number.text), to[0]) for unit in units)


def _look(clause: Clause, units: Units, reading: Reading) -> Meant:
    return (o.LookForVillage(units[0] if units else ""),)


def _attach(clause: Clause, units: Units, reading: Reading) -> Meant:
    assert clause.members is not None
    to = who(clause.members, reading)
    return to if isinstance(to, Placed) else tuple(o.Attach(leader, to[0]) for leader in units)


def _resupply(clause: Clause, units: Units, reading: Reading) -> Meant:
    if clause.members is None:
        return tuple(o.Resupply(unit) for unit in units)
    supplier = who(clause.members, reading)
    number = clause.word("number")
    boxes = int(number.text) if number is not None else 0
    return supplier if isinstance(supplier, Placed) else tuple(o.Resupply(unit, supplier[0], boxes) for unit in units)


def _fire(clause: Clause, units: Units, reading: Reading) -> Meant:
    how = _how(clause, reading)
    if not clause.targets:
        text, suggest = _in_reach(units[0], how, reading)
        return Placed(Malformed("E111", text, suggest=suggest), clause.end + 1, clause.end + 2)
    targets = [_target(one, reading) for one in clause.targets]
    for found in targets:
        if isinstance(found, Placed):
            return found
    first, *others = [str(found) for found in targets]
    return tuple(o.Fire(unit, how, first, others[0] if others else "") for unit in units)


def _how(clause: Clause, reading: Reading) -> str:
    """Full unless half or long is said; half in any case in the Advance Fire Phase (4.E)."""
    said = clause.word("how")
    word = said.text.lower() if said is not None else ""
    if "long" in word:
        return "long"
    return "half" if reading.phase == "E" or (word and "full" not in word) else "full"


def _in_reach(unit: str, how: str, reading: Reading) -> tuple[str, tuple[str, ...]]:
    view: Field = reading.view
    at = hex_of(reading, unit)
    plan: Callable[[Order], Plan | Problem] | None = reading.lawful
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
    told = [f"Fire at whom?  {unit} ({place(view, unit)}) can reach:"]
    for n, (foe, _) in enumerate(shots[:6], 1):
        item = f"{foe.name} {foe.at}" + ("." if n == min(len(shots), 6) else ",")
        if len(told[-1]) + 1 + len(item) > TEXT_WIDTH:
            told.append(item)
        else:
            told[-1] += f" {item}"
    told[-1] += f"   Write   {lines[0]}"
    return "\n".join(told), lines


def _melee(clause: Clause, units: Units, reading: Reading) -> Meant:
    target = _hex(clause, reading)
    return target if isinstance(target, Placed) else (o.Melee(units, target),)


def _advance(clause: Clause, units: Units, reading: Reading) -> Meant:
    to = _hex(clause, reading) if clause.word("hex") is not None else reading.target
    if isinstance(to, Placed):
        return to
    if not to:
        text = f"Advance where to?  Write   {together(units)} advance HEX"
        return Placed(Malformed("E111", text), clause.end, clause.end + 1)
    return (o.Advance(units, to),)


MEANINGS: dict[str, Callable[[Clause, Units, Reading], Meant]] = {
    "pass_": _pass,
    "move": _move,
    "change": _change,
    "crawl": _crawl,
    "charge": _charge,
    "rout": _rout,
    "exit": _exit,
    "hit_and_run": _hit_and_run,
    "enter": _enter,
    "set_up": _enter,
    "transfer": _transfer,
    "look": _look,
    "attach": _attach,
    "resupply": _resupply,
    "fire": _fire,
    "melee": _melee,
    "advance": _advance,
}
