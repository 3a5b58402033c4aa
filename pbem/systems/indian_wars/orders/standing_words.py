"""Standing orders of the series: their words, and what they mean when an ask is put."""

import re

from pbem.core.order import Malformed, Order, Problem
from pbem.language.spelling import listed
from pbem.orders.dialect import Placed, Reading
from pbem.orders.standing import Action, Guard, StandingOrder
from pbem.orders.syntax import Group, Happening, Members, Name, Ordered, PolicyLine, WhenLine, Words
from pbem.systems.indian_wars.orders.meaning import orders_of
from pbem.systems.indian_wars.orders.naming import SIDE_NAMES, WORDING, any_unit, not_found, spread, who
from pbem.systems.indian_wars.orders.records import Fire, Rout, together, write
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.movement.mobility import all_hexes, one_hex
from pbem.systems.indian_wars.say import INDIAN
from pbem.systems.indian_wars.state.counter import Counter, Printed
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import Reaction

# Companies' regiments and tribes: groups of counters that a standing order may be for (docs/orders.md, Standing
# orders).

_COMPANY = re.compile(r".+/(\d+) (\w+)")
_ORDINAL = {1: "1st", 2: "2nd", 3: "3rd"}


def group_of(field: Battlefield, unit: Counter) -> str:
    """The tribe of a warrior unit, the regiment of a company and of its holders (``3rd Cav``); "" for all others."""
    printed = unit.printed
    if unit.is_holder:
        owner = next((one for one in field.sheet.roster.values() if one.holders == unit.name), None)
        return _of(owner) if owner is not None else ""
    return _of(printed)


def _of(printed: Printed) -> str:
    match = _COMPANY.fullmatch(printed.name)
    if match is None:
        return printed.tribe
    number = int(match[1])
    return f"{_ORDINAL.get(number, f'{number}th')} {match[2]}"


def groups(field: Battlefield, side: str) -> tuple[str, ...]:
    """The groups of a side, in the sequence of the order of battle."""
    found = (_of(one) for one in field.sheet.roster.values() if one.side == side)
    return tuple(one for one in dict.fromkeys(found) if one)


def find(field: Battlefield, side: str, text: str) -> str:
    """The group that a name means, "" if it means none: ``Cheyenne``, ``the Cheyennes``, ``3rd Cavalry``."""
    pieces = WORDING.pieces(text)
    for one in groups(field, side):
        known = WORDING.pieces(one)
        if pieces in (known, (*known[:-1], f"{known[-1]}s")):
            return one
    return ""


# Reactions of units to the other side: said beforehand in a standing order, never ordered for a phase.

STAND = Reaction("stand", ("stand",), "stand")
RETREAT = Reaction("retreat", ("retreat",), "retreat before melee")
RETREAT_TOWARD = Reaction("retreat_toward", (), "retreat")
SCATTER = Reaction("scatter", ("scatter",), "scatter", "US moves within 2 of {unit}", is_indian=True)
HOLD_FIRE = Reaction("hold_fire", (), "hold fire", "enemy leaves zoc of {unit}")


EVENT_WORDS = {
    "meleed": "is meleed",
    "fired_on": "is fired on",
    "disrupted": "is disrupted",
    "pinned": "is pinned",
    "routed": "is routed",
    "ends_move": "ends move",
}
_FIRE = ("fire half", "fire long", "hold_fire")
SERVES: dict[str, tuple[tuple[str, ...], tuple[type[Order], ...]]] = {
    "meleed": (("stand", "retreat", "retreat_toward"), (Rout,)),
    "moves_within": (("scatter", *_FIRE), (Fire,)),
    "ends_move": (("scatter",), ()),
    "leaves_zoc": (_FIRE, (Fire,)),
    "enters_zoc": (_FIRE, (Fire,)),
    "fired_on": ((), (Rout,)),
    "loses": ((), (Rout,)),
    "disrupted": ((), (Rout,)),
    "routed": ((), (Rout,)),
}
"""The actions possible at each event, since something is asked then that it answers."""
KINDS = {
    "rout": kinds.ROUT,
    "scatter": kinds.SCATTER,
    "fire": kinds.FIRE,
    **dict.fromkeys(("stand", "retreat", "retreat_toward"), kinds.EARLY_RETREAT),
}
"""The kinds that can do it at all: whoever cannot is never asked, and the order would wait forever."""
SPOKEN = {
    "retreat": "retreat before melee",
    "retreat_toward": "retreat toward HEX",
    "hold_fire": "do not fire",
}
ABOUT_THE_UNIT = ("meleed", "fired_on", "loses", "disrupted", "pinned", "routed")
WISHES = (
    *("any", "none", "mounted targets", "strongest", "weakest", "holders", "leaders"),
    *("yes", "no", "stand", "retreat", "north edge", "south edge", "east edge", "west edge", "HQ"),
)
SAME_WISH = {
    "hold": "none",
    "hold fire": "none",
    "nobody": "none",
    "all": "any",
    "everybody": "any",
    "anybody": "any",
    "mounted": "mounted targets",
    "mounted target": "mounted targets",
    "always": "yes",
    "never": "no",
    "holder": "holders",
    "pony holders": "holders",
    "horse holders": "holders",
    "leader": "leaders",
    "hq": "HQ",
}
HEXES, UNITS, ODDS, SPARE = "hexes", "units", "odds 3:2 or worse", "spare UNIT"
"""Wishes that have many forms, as a refusal lists them."""
_AIMS = (
    "any",
    "none",
    "mounted targets",
    "strongest",
    "weakest",
    "holders",
    "leaders",
    UNITS,
    HEXES,
    SPARE,
    "yes",
    "no",
)
_EDGES = ("north edge", "south edge", "east edge", "west edge")
_IF = ("yes", "no", "any", "none")
MEANT_BY = {
    "opfire": _AIMS,
    "deffire": _AIMS,
    "advfire": _AIMS,
    "rally": (UNITS, *_IF),
    "retreat": ("stand", "retreat", HEXES, ODDS, *_IF, *_EDGES, "HQ", UNITS),
    "losses": (UNITS, "holders", "strongest", "weakest", SPARE, "leaders", "any", "none", "no"),
    "pursue": (*_IF, HEXES, ODDS),
    "advance": (*_IF, HEXES),
    "scatter": (*_IF, HEXES, *_EDGES, UNITS),
    "route": (HEXES, UNITS, "HQ", *_EDGES),
    "disruption": (UNITS, "strongest", "weakest", SPARE),
    "leaders": (UNITS, "no", "none"),
    "morale": (UNITS, "HQ", "any"),
    "onward": (*_IF, HEXES, *_EDGES, "HQ", UNITS),
    "shelter": _IF,
    "pickup": (UNITS, "strongest", "weakest"),
    "village": _IF,
}
"""The wishes that mean something to a policy: another would be filed and never be heard of again."""
OF_ENEMIES = ("opfire", "deffire", "advfire")
OF_OWN = ("rally", "losses", "disruption", "leaders", "morale", "pickup")
"""The policies whose units are targets, and those whose units are the owner's."""
INDIAN_POLICIES = ("scatter", "pickup")
ACTS = {
    "opfire": kinds.FIRE,
    "deffire": kinds.FIRE,
    "advfire": kinds.FIRE,
    "rally": kinds.RALLY,
    "retreat": kinds.EARLY_RETREAT,
    "pursue": kinds.PURSUE,
    "scatter": kinds.SCATTER,
}
"""Policies for what not every counter does."""


def when(line: WhenLine, reading: Reading) -> StandingOrder | Placed:
    """A ``when`` line as a standing order, numbered 0."""
    event = _event(line.event, reading)
    if isinstance(event, Placed):
        return event
    guards = [event]
    for one in line.conditions:
        guard = _condition(one, reading)
        if isinstance(guard, Placed):
            return guard
        guards.append(guard)
    guards = _losses_by_fire(guards)
    subject = _own(guards[0].units, reading) if guards[0].event in ABOUT_THE_UNIT else _own(guards[0].near, reading)
    action = _action(line.action, subject, guards[0], reading)
    if isinstance(action, Placed):
        return action
    if guards[0].event in ("leaves_zoc", "enters_zoc") and not guards[0].near:
        guards[0] = Guard(guards[0].event, guards[0].units, action.units)
    otherwise = _action(line.otherwise, action.units, guards[0], reading) if line.otherwise is not None else None
    if isinstance(otherwise, Placed):
        return otherwise
    for act in (action, otherwise):
        if act is not None and not _can_serve(guards[0], act):
            return Placed(_never(guards[0], act, reading.view), line.event.start, line.event.end)
    until = int(m[0]) if line.until is not None and (m := re.search(r"\d+", line.until.text)) else 0
    text = " and ".join(["when " + _guard_text(guards[0]), *(_guard_text(guard) for guard in guards[1:])])
    text += f" then {_done(action)}"
    if otherwise is not None:
        text += f" else {_done(otherwise, action.units)}"
    text += f" until turn {until}" if until else " until cancelled" if line.until is not None else ""
    return StandingOrder(0, text, guards=tuple(guards), action=action, otherwise=otherwise, until=until)


def _can_serve(guard: Guard, action: Action) -> bool:
    """True if anything is asked at an event that an action could answer."""
    verbs, orders = SERVES.get(guard.event, ((), ()))
    return action.verb in verbs or isinstance(action.order, orders)


def _never(guard: Guard, action: Action, field: Battlefield) -> Malformed:
    """An order that would wait forever: its event asks nothing that it could answer."""
    if guard.event == "pinned":
        instead = f"when {together(guard.units)} is fired on then {_done(action)}"
        also = (f"\nBefore it comes to that:   {instead}", (instead,)) if isinstance(action.order, Rout) else ("", ())
        rule = field.rule("fire results")
        text = f"A pinned unit stays where it is, so nothing is asked of it then ({rule}).{also[0]}"
        return Malformed("E181", text, rule, also[1])
    verbs, orders = SERVES[guard.event]
    words = listed((*(SPOKEN.get(verb, verb) for verb in verbs), *(kind.__name__.lower() for kind in orders)), "or")
    return Malformed(
        "E181",
        f"No question comes up then that '{_done(action, action.units)}' would answer.  With this event you can use: {words}.",
    )


def _event(happening: Happening, reading: Reading) -> Guard | Placed:
    units = _anybody(happening.who, reading)
    if isinstance(units, Placed):
        return units
    behind = next((part for part in happening.parts if isinstance(part, Members)), None)
    near = _anybody(behind, reading) if behind is not None else ()
    if isinstance(near, Placed):
        return near
    words = [part for part in happening.parts if isinstance(part, Words)]
    number = re.search(r"\d+", words[0].text) if happening.event in ("moves_within", "loses") else None
    odds = next((_odds(word) for word in words if word.kind == "odds"), "")
    by_fire = any(word.kind == "by_fire" for word in words)
    away = 1 if happening.event == "moves_within" else 0  # ``comes next to`` names no number
    return Guard(happening.event, units, near, int(number[0]) if number else away, odds, by_fire)


def _condition(one: Happening, reading: Reading) -> Guard | Placed:
    negated = one.event.startswith("not ")
    event = one.event.removeprefix("not ").removeprefix("not ")
    word = one.parts[0] if not negated else one.parts[-1]
    assert isinstance(word, Words)
    found = [int(number) for number in re.findall(r"\d+", word.text)]
    match event:
        case "odds":
            return Guard("odds", odds=_odds(word), negated=negated)
        case "turns":
            return Guard("turns", turns=(found[0], found[1]), negated=negated)
        case "loses":
            return Guard("loses", number=found[0], negated=negated)
        case _:
            text = re.sub(r"\s+(?:is\s+)?in\s+\d{4}$", "", word.text.strip(), flags=re.I)
            name = Name(text, word.start, word.start + len(text))
            units = any_unit(name, reading)
            if len(units) != 1:
                return not_found(name, reading) if not units else _several(name, units, reading)
            return Guard("unit_in", units, at=f"{found[-1]:04}", negated=negated)


def _odds(word: Words) -> str:
    a, b = re.findall(r"\d+", word.text)[:2]
    return f"{int(a)}:{int(b)} or {'better' if word.text.lower().endswith('better') else 'worse'}"


def _losses_by_fire(guards: list[Guard]) -> list[Guard]:
    """``is fired on and loses 2`` is one event, ``loses 2 by fire``; odds said with the event become a guard of their own."""
    first, *others = guards
    if first.event == "fired_on" and others and others[0].event == "loses" and not others[0].negated:
        return [Guard("loses", first.units, number=others[0].number, by_fire=True), *others[1:]]
    if first.odds:
        return [Guard(first.event, first.units, first.near, first.number), Guard("odds", odds=first.odds), *others]
    return guards


def _anybody(members: Members | None, reading: Reading) -> tuple[str, ...] | Placed:
    """Counters of either side, or a side's name; in the owner's sequence."""
    view: Battlefield = reading.view
    out: list[str] = []
    for one in spread(members.members) if members is not None else ():
        if isinstance(one, Group):
            found = who(Members((one,)), reading)
            if isinstance(found, Placed):
                return found
            out.extend(found)
            continue
        word = re.sub(r"^(?:any|an|a|the|some)\s+|\s+(?:units?|warriors?)$", "", one.text.lower())
        side = next((name for name in SIDE_NAMES.values() if word in (name.lower(), f"{name.lower()}s")), None)
        if side is not None or word in ("enemy", "enemies", "anybody", "anyone", "someone", "somebody"):
            out.append(side or SIDE_NAMES[view.enemy_of(reading.side)])
            continue
        names = any_unit(one, reading)
        if len(names) != 1:
            return not_found(one, reading) if not names else _several(one, names, reading)
        out.extend(names)
    return tuple(dict.fromkeys(out))


def _several(one: Name, names: tuple[str, ...], reading: Reading) -> Placed:
    problem = Malformed("E102", f"'{one.text}' fits several units: {listed(names[:6])}.", words=one.text)
    return Placed(problem, one.start, one.end)


def _own(units: tuple[str, ...], reading: Reading) -> tuple[str, ...]:
    view: Battlefield = reading.view
    return tuple(name for name in units if name in view and view[name].side == reading.side)


def _action(ordered: Ordered, subject: tuple[str, ...], guard: Guard, reading: Reading) -> Action | Placed:
    view: Battlefield = reading.view
    clause = ordered.clause
    units = subject
    if ordered.who is not None:
        named = who(ordered.who, reading)
        if isinstance(named, Placed):
            return named
        units = named
    if not units:
        return Placed(Malformed("E181", "Who should do it?  Name the unit behind 'then'."), clause.start, clause.end)
    is_known = clause.verb != "scatter" or clause.verb in view.title.reactions_by_clause
    act = KINDS.get(clause.verb) if is_known else None
    own = [view[name] for name in units if name in view] if act is not None else []
    if act is kinds.EARLY_RETREAT:  # a whole stack may be named, with its leaders
        own = [one for one in own if not one.is_leader]
    problem = next(filter(None, (kinds.forbids(view, one, act) for one in own)), None) if act is not None else None
    if problem is not None:
        return Placed(problem, clause.start, clause.end)
    if clause.verb in view.title.reactions_by_clause:
        found: tuple[str, ...] | Placed = ()
        for part in clause.parts:
            if isinstance(part, Words) and part.kind in ("hex", "path"):
                found = all_hexes(part, reading.view)
        if isinstance(found, Placed):
            return found
        return Action(clause.verb, units, found)
    if clause.verb == "fire" and not clause.targets:
        text = clause.word("how")
        how = "long" if text is not None and "long" in text.text.lower() else "half"
        return Action(f"fire {how}", units)
    reading.units = units
    orders = orders_of(Ordered(ordered.who, clause), reading)
    if isinstance(orders, Placed):
        return orders
    if len(orders) != 1:
        return Placed(
            Malformed("E181", "A standing order does one thing: write one line per unit."),
            clause.start,
            clause.end,
        )
    return Action("order", units, order=orders[0])


def _guard_text(guard: Guard) -> str:
    who_ = together(guard.units)
    no = "not " if guard.negated else ""
    match guard.event:
        case "moves_within":
            return f"{who_} moves within {guard.number} of {together(guard.near)}"
        case "leaves_zoc" | "enters_zoc":
            return f"{who_} {guard.event.split('_')[0]} zoc of {together(guard.near)}"
        case "loses":
            return f"{no}{who_} loses {guard.number}".replace("  ", " ").strip() + (" by fire" if guard.by_fire else "")
        case "odds":
            return f"{no}odds {guard.odds}"
        case "turns":
            return f"{no}turn {guard.turns[0]}..{guard.turns[1]}"
        case "unit_in":
            return f"{no}{who_} in {guard.at}"
        case _:
            return f"{who_} {EVENT_WORDS[guard.event]}"


def _done(action: Action, lines: tuple[str, ...] = ()) -> str:
    if action.order is not None:
        return write(action.order)
    ahead = "" if action.units == lines else together(action.units) + " "
    match action.verb:
        case "retreat":
            words = "retreat before melee" + (f" to {', '.join(action.hexes)}" if action.hexes else "")
        case "retreat_toward":
            words = f"retreat toward {action.hexes[0]}"
        case "scatter":
            words = "scatter" + (f" toward {action.hexes[0]}" if action.hexes else "")
        case "hold_fire":
            words = "do not fire"
        case verb:
            words = verb
    return ahead + words


def policy(line: PolicyLine, reading: Reading) -> StandingOrder | Placed:
    """A ``policy`` line as a standing order, numbered 0."""
    name = line.policy.text.lower().split()[-1]
    units: tuple[str, ...] = ()
    at = group = ""
    if line.at is not None:
        found = one_hex(line.at, reading.view)
        if isinstance(found, Placed):
            return found
        at = found
    elif line.who is not None and not all(
        isinstance(one, Group) and one.kind == "all" and one.at is None for one in line.who.members
    ):
        group = _group(line.who, reading)
        scope = who(line.who, reading) if not group else ()
        if isinstance(scope, Placed):
            return scope
        units = scope
    if (problem := _not_for(name, units, reading)) is not None:
        return Placed(problem, line.policy.start, line.policy.end)
    wishes: list[str] = []
    for match in re.finditer(r"[^,;+]+", line.wishes.text):
        start = line.wishes.start + match.start()
        wish = _wish(name, match[0], start, reading)
        if isinstance(wish, Placed):
            return wish
        if problem := _meaningless(name, wish, match[0].strip(), reading):
            return Placed(problem, start, start + len(match[0].rstrip()))
        wishes.append(wish)
    if not wishes:
        return Placed(_unknown_wish(name, line.wishes.text), line.wishes.start, line.wishes.end)
    text = f"policy {at or together(units) or group or 'all'} {name}: {', '.join(wishes)}"
    return StandingOrder(0, text, name, units, at, tuple(wishes), group=group)


def _not_for(name: str, units: tuple[str, ...], reading: Reading) -> Problem | None:
    """Why the policy of this name is none of the side's, or not for these units; None if it may be."""
    view: Battlefield = reading.view
    known = [one for one in view.title.policies if one not in INDIAN_POLICIES or reading.side == INDIAN]
    if name not in known:
        return Malformed(
            "E181", f"policy {name}   answers nothing that your side is asked here.  Policies: {', '.join(known)}."
        )
    act = ACTS.get(name)
    never = next(
        (view[one] for one in units if one in view and act is not None and view[one].kind not in act.kinds), None
    )
    return kinds.forbids(view, never, act) if never is not None and act is not None else None


def _meaningless(name: str, wish: str, written: str, reading: Reading) -> Problem | None:
    """The answer to a wish that means nothing to the policy of this name; None for one that means something."""
    view: Battlefield = reading.view
    printed = view.sheet.roster.get(wish.removeprefix("spare "))
    if wish in WISHES:
        kind = wish
    elif wish.startswith("spare "):
        kind = SPARE
    elif wish.startswith("odds "):
        kind = ODDS
    else:
        kind = HEXES if re.fullmatch(r"\d{4}", wish) else UNITS
    if kind not in MEANT_BY[name]:
        text = f"'{written}' means nothing in   policy {name}.  Its wishes: {', '.join(MEANT_BY[name])}."
        return Malformed("E181", text)
    if printed is not None and name in OF_ENEMIES and printed.side == reading.side and kind == UNITS:
        return Malformed("E181", f"{wish} is on your own side: the units in   policy {name}   are targets.")
    if printed is not None and name in OF_OWN and printed.side != reading.side:
        return Malformed("E181", f"{printed.name} is not on your side: the units in   policy {name}   are your own.")
    return None


def _group(members: Members, reading: Reading) -> str:
    """The tribe or regiment that a scope names, "" if it names units."""
    if len(members.members) != 1 or members.but:
        return ""
    one = members.members[0]
    return find(reading.view, reading.side, one.text) if isinstance(one, Name) else ""


def _wish(policy: str, text: str, start: int, reading: Reading) -> str | Placed:
    view: Battlefield = reading.view
    inner = text.strip()
    start += len(text) - len(text.lstrip())
    word = re.sub(r"\s+", " ", re.sub(r"\s+(?:only|first)$|^(?:only|then|and)\s+", "", inner.lower()))
    word = SAME_WISH.get(word, word)
    known = next((wish for wish in WISHES if wish.lower() == word.lower()), None)
    if known is not None:
        return known
    if re.fullmatch(r"\d{4}", word):
        return one_hex(Words("hex", word, start, start + 4), view)
    if re.fullmatch(r"odds \d+\s*:\s*\d+ or (?:worse|better)", word):
        return f"odds {_odds(Words('odds', word, start, start))}"
    spare = word.startswith("spare ")
    name = inner[6:].strip() if spare else re.sub(r"\s+(?:only|first)$", "", inner, flags=re.I)
    found = any_unit(Name(name, start, start + len(inner)), reading)
    if len(found) == 1:
        return f"spare {found[0]}" if spare else found[0]
    return Placed(_unknown_wish(policy, inner), start, start + len(inner))


def _unknown_wish(policy: str, text: str) -> Malformed:
    wishes = ", ".join(MEANT_BY[policy])
    return Malformed("E181", f"There is no wish called '{text.strip()}'.  Wishes of   policy {policy}:   {wishes}.")
