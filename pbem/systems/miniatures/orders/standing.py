"""Standing orders of units: what they do when they are charged, come to contact, or have more figures in a melee."""

import re
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Malformed, Problem
from pbem.orders.standing import Action, Guard, StandingOrder
from pbem.systems.miniatures.orders import names, whom
from pbem.systems.miniatures.state.tabletop import Tabletop

CHARGED, CONTACT, DOUBLE, AFTER = "when charged", "when contact", "double", "after melee"
ASKED = {CHARGED: "reaction fire", CONTACT: "contact", DOUBLE: "double", AFTER: ""}
"""The question that each event answers; nobody pursues in this game, so nobody is asked after a melee."""
EVENTS = {kind: event for event, kind in ASKED.items() if kind}
"""The event of each policy: ``policy contact: halt`` is for the whole side what ``when contact: halt`` is for a unit."""
ACTIONS = {CHARGED: ("fire", "hold"), CONTACT: ("press", "halt"), DOUBLE: ("centre", "flank"), AFTER: ("no more",)}
SAME = {"hold fire": "hold", "center": "centre", "press home": "press", "shoot": "fire"}
EXAMPLES = {
    CHARGED: "Shawnee when charged: hold unless by mounted",
    CONTACT: "Shawnee when contact: halt if outnumbered",
    DOUBLE: "Shawnee double: flank",
    AFTER: "Shawnee after melee: no more",
}

_EVENTS = rf"{CHARGED}|{CONTACT}|{AFTER}|double(?=\s*:)"
STANDING = re.compile(rf"\b(?:{_EVENTS})\b", re.I)
"""A line with this in it is a standing order."""
_FIRST = re.compile(rf"({_EVENTS})\s*:?\s*(.+?)\s*:?\s+((?:hold|fire|shoot|press|halt)\b.*)", re.I)
_MIDDLE = re.compile(rf"(.*?)\s*:?\s*\b({_EVENTS})\s*:?\s*(.*)", re.I)
_VERB = re.compile(r"(.*?)\s*:?\s*\b((?:hold|fire|shoot|press|halt)(?: fire| home)?)", re.I)
_ACTION = re.compile(r"(hold fire|hold|fire|shoot|press home|press|halt|flank|cent(?:re|er)|no more)\b\s*", re.I)
_GUARD = re.compile(r"(?:,\s*)?(?:(and if|and unless|and|only if|if|unless)\s+)?", re.I)


def read_standing(text: str, table: Tabletop, side: str) -> StandingOrder | Problem:
    """A standing order, numbered 0, or what is wrong with it."""
    event, who, action = _pieces(" ".join(text.split()))
    mine = names.of_side(table, side)
    units = _who(who, mine)
    if isinstance(units, Problem):
        return units
    done, _, other = action.partition(" else ")
    first = _ACTION.match(done)
    verb = _verb(first[1], event) if first else ""
    otherwise = _verb(other.strip(), event) if other else ""
    if first is None or not verb or (other and not otherwise):
        known = " or ".join(ACTIONS[event])
        return Malformed("E181", f"'{event}' takes {known}.  For example: {EXAMPLES[event]}", words=action or event)
    guards = _guards(done[first.end() :].strip(), table)
    if isinstance(guards, Problem):
        return guards
    found = StandingOrder(
        0,
        "",
        units=units,
        guards=(Guard(event), *guards),
        action=Action(verb),
        otherwise=Action(otherwise) if other else None,
    )
    return StandingOrder(
        0, write_standing(found), units=units, guards=found.guards, action=found.action, otherwise=found.otherwise
    )


def _pieces(text: str) -> tuple[str, str, str]:
    """The event, whom the line is for and what is to be done, in whichever sequence they are written."""
    if (first := _FIRST.fullmatch(text)) is not None:
        return first[1].lower(), first[2], first[3]
    found = _MIDDLE.fullmatch(text)
    assert found is not None, text
    who, event, rest = found[1], found[2].lower(), found[3]
    before = _VERB.fullmatch(who)
    if before is not None:  # Delaware hold fire when charged unless by horse
        return event, before[1], f"{before[2]} {rest}".strip()
    return event, who, rest


def _who(text: str, mine: dict[str, str]) -> tuple[str, ...] | Problem:
    words = text.strip(" :,").lower()
    if words in ("", "all", "all units", "every unit", "everybody"):
        return ()
    found = []
    for piece in re.split(r",|\band\b", words):
        name = names.named_by(piece, mine)
        if not name:
            return whom.unknown(piece, "", mine)
        found.append(name)
    return tuple(found)


def _verb(text: str, event: str) -> str:
    word = SAME.get(text.lower(), text.lower())
    return word if word in ACTIONS[event] else ""


def _guards(text: str, table: Tabletop) -> tuple[Guard, ...] | Problem:
    found: list[Guard] = []
    while text:
        joint = _GUARD.match(text)
        word = (joint[1] or "").lower() if joint else ""
        text = text[joint.end() :] if joint else text
        guard = _guard(text, table)
        if guard is None and STANDING.search(text) is not None:
            return Malformed("E181", "One standing order a line: write the second on a line of its own.", words=text)
        if guard is None:
            says = f"I cannot read {text!r}.  Conditions: by mounted, by foot, by UNIT, figures 6 or more, owing, outnumbered."
            return Malformed("E181", says, words=text)
        one, length = guard
        found.append(Guard(one.event, one.units, number=one.number, negated=word.endswith("unless")))
        text = text[length:].strip()
    return tuple(found)


def _guard(text: str, table: Tabletop) -> tuple[Guard, int] | None:
    for pattern, event in (
        (r"by (?:the )?(?:mounted|horse|horsemen|cavalry)(?: only)?\b", "mounted"),
        (r"by (?:the )?(?:foot|infantry)(?: only)?\b", "foot"),
        (r"(?:it )?owing\b|it owes(?: a point)?\b", "owing"),
        (r"(?:it is )?outnumbered\b", "outnumbered"),
    ):
        if (found := re.match(pattern, text, re.I)) is not None:
            return Guard(event), found.end()
    if (found := re.match(r"(?:figures )?(\d+)(?: figures)?(?: or more|\+)", text, re.I)) is not None:
        return Guard("figures", number=int(found[1])), found.end()
    if (found := re.match(r"by (?:the )?", text, re.I)) is not None:
        words = text[found.end() :].replace(",", " , ").split()
        name, count = names.longest(words, names.of_side(table))
        if name:
            end = found.end()
            for word in words[:count]:
                end = text.index(word, end) + len(word)
            return Guard("by", (name,)), end
    return None


def write_standing(order: StandingOrder) -> str:
    """The canonical line of a standing order."""
    event, guards = order.guards[0].event, order.guards[1:]
    action = order.action.verb if order.action is not None else ""
    joints = (f"{'and ' if n else ''}{'unless' if one.negated else 'if'}" for n, one in enumerate(guards))
    when = "".join(f" {joint} {_guard_text(one)}" for joint, one in zip(joints, guards, strict=True))
    otherwise = f" else {order.otherwise.verb}" if order.otherwise is not None else ""
    return f"{' and '.join(order.units) or 'all'} {event}: {action}{when}{otherwise}"


def _guard_text(guard: Guard) -> str:
    if guard.event == "figures":
        return f"figures {guard.number} or more"
    if guard.event == "by":
        return f"by {guard.units[0]}"
    return f"by {guard.event}" if guard.event in ("mounted", "foot") else guard.event


class TableStanding:
    """The meaning of standing orders at a question (`pbem.orders.standing.Judge`)."""

    def covers(self, order: StandingOrder, ask: Ask) -> bool:
        """See `orders.standing.Judge`."""
        return ask.kind == (order.policy or ASKED[order.guards[0].event])

    def subject_rank(self, order: StandingOrder, ask: Ask, view: Any) -> int | None:
        """See `orders.standing.Judge`: a unit's own line goes before one for all."""
        if order.units:
            return 0 if ask.subject in order.units else None
        return 3

    def holds(self, guard: Guard, ask: Ask, view: Any) -> bool:
        """See `orders.standing.Judge`."""
        facts = dict(ask.facts)
        match guard.event:
            case "mounted":
                found = facts.get("mounted") == "yes"
            case "foot":
                found = facts.get("mounted") == "no"
            case "by":
                found = facts.get("by") in guard.units
            case "figures":
                found = int(facts.get("figures", "0")) >= guard.number
            case "owing":
                found = facts.get("owing") == "yes"
            case "outnumbered":
                found = int(facts.get("figures", "0")) < int(facts.get("enemy", "0"))
            case _:
                return True
        return found != guard.negated

    def act(self, action: Action, ask: Ask, view: Any) -> tuple[str, ...]:
        """See `orders.standing.Judge`."""
        return (action.verb,)

    def gone(self, order: StandingOrder, side: str, view: Any) -> str:
        """See `orders.standing.Judge`."""
        if order.units and all(name not in view.units for name in order.units):
            return f"{' and '.join(order.units)} {'is' if len(order.units) == 1 else 'are'} gone"
        return ""
