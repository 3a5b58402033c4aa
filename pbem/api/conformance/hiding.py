"""Check that a game that hides gives nothing away: by its views, by its public state, by events, by what an order says."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from pbem.api.conformance.course import Courses, Seen, going_on
from pbem.core.ask import ORDERS
from pbem.core.canonical import Json, canon
from pbem.core.event import Event
from pbem.core.order import Order
from pbem.core.record import to_json
from pbem.mail.checkup import Finding, good


def secrecy(courses: Courses) -> Iterator[Finding]:
    """Nothing hidden stands in another side's view, in the public state, in a public event or letter."""
    if not courses.has_practice:
        return
    system, noted = courses.game.system, dict[str, Finding]()
    hidden, lines = 0, 0
    for one in courses.course.seen:
        going_on()
        for state in (one.before, one.after, *(moment.state for moment in one.moments)):
            hidden = max(hidden, len(system.hidden(state)))
            for text, todo in _of_state(courses, state):
                noted.setdefault(text, Finding("secrecy", "bad", f"{text} ({one.phase.id})", todo))
        secret = dict(_secret_orders(courses, one))
        lines += sum(map(len, secret.values()))
        for text, todo in (*_of_events(courses, one), *_of_orders(courses, one, secret)):
            noted.setdefault(text, Finding("secrecy", "bad", f"{text} ({one.phase.id})", todo))
    for one, text in _of_words(courses):
        todo = "Leave it out of what a side reads until the rules open it: prompts, choices, rolls, events."
        noted.setdefault(text, Finding("secrecy", "bad", f"{text} ({one.phase.id})", todo))
    hides = bool(hidden or lines)
    opens_hiding = courses.course.seen and system.hidden(courses.course.seen[0].before)
    if hides and not opens_hiding and not getattr(system, "hides", False):
        text = "it hides something, and nothing yet as the scenario opens: its answers would stand in the public record"
        noted["hides"] = Finding("secrecy", "bad", text, "Say   hides = True   in the rules.")
    yield from noted.values()
    if not noted:
        yield good(
            "secrecy", f"{hidden} hidden facts, {lines} secret orders: none was seen" if hides else "it hides nothing"
        )


def _of_state(courses: Courses, state: Any) -> Iterator[tuple[str, str]]:
    """Facts that the views of a state and its public part give away."""
    system, sides = courses.game.system, [one.id for one in courses.game.card.sides]
    opening = {canon(list(fact)) for fact in system.hidden(courses.course.seen[0].before)}
    every = system.hidden(state)
    facts = [
        (path, value)
        for path, value in every
        if canon([path, value]) not in opening and not _is_blank(path, every, sides)
    ]
    if not every:
        return
    views = {side: system.view(state, side) for side in sides}
    seen = {side: {canon(list(fact)) for fact in system.hidden(view)} for side, view in views.items()}
    for path, value in facts:
        if all(canon([path, value]) in found for found in seen.values()):
            yield (
                f"the view of every side holds the hidden fact {path}",
                "Leave out of `view` what the side may not know.",
            )
            return
    public = canon(system.public(state))
    for view in views.values():
        if canon(system.public(view)) != public:
            text = "the public state holds what one side's view has not"
            yield text, "Let `public` write what all may know alone, from the state without its hidden facts."
            return
    written = {side: canon(system.to_json(view)) for side, view in views.items()}
    if facts and len(set(written.values())) == 1 and written[sides[0]] == canon(system.to_json(state)):
        yield "every side's view is the whole state, hidden facts and all", "See `view` of pbem.api.rules.RuleSystem."


def _is_blank(path: str, facts: Sequence[tuple[str, Json]], sides: Sequence[str]) -> bool:
    """True if a fact says nothing: it is empty (a deck without a card), or as it is of every side (a plan nobody has filed)."""
    alike = [value for other, value in facts if _sideless(other, sides) == _sideless(path, sides)]
    value = next(value for other, value in facts if other == path)
    is_same = len(alike) > 1 and len({_sideless(canon(one).decode(), sides) for one in alike}) == 1
    return not value or not any(_leaves(value)) or is_same


def _sideless(path: str, sides: Sequence[str]) -> str:
    return reduce(lambda text, side: text.replace(side, "*"), sides, path)


NOTHING: tuple[Json, ...] = (None, True, False, 0, "", [], {})
"""Values that stand in too many events to say anything."""


def _of_events(courses: Courses, one: Seen) -> Iterator[tuple[str, str]]:
    """Public events that tell a fact which is hidden still when the phase has ended."""
    facts = courses.game.system.hidden(one.after)
    public = [(event, to_json(event)) for event in one.events if event.known_to() is None] if facts else []
    for event, data in public:
        leaves = set(_leaves(data))
        for path, value in facts:
            name = path.replace("/", ".").rpartition(".")[2]
            if value not in NOTHING and len(name) > 1 and repr(name) in leaves and _is_in(value, data):
                todo = "Give the event a `known_to`, or leave the value out; an order goes by `umpire.act(..., secret=True)`."
                yield f"the public event {event.type_name} tells the hidden fact {path}", todo
                return


MOST_TRIED = 6
"""Phases that are played once more with other secrets."""
FEWEST = 2


def _of_words(courses: Courses) -> Iterator[tuple[Seen, str]]:
    """Words for a side that change with a fact that it may not know: the phase is played with other answers of the others.

    A text counts as one that tells the fact if, whatever value that has, the text stands there with just this value in it.
    """
    system, tried = courses.game.system, 0
    for one in courses.course.seen:
        facts = _values(system.hidden(one.after))
        fresh = facts.items() - _values(system.hidden(one.before)).items()
        for side in (each.id for each in courses.game.card.sides) if fresh else ():
            unknown = dict(sorted(fresh - _values(system.hidden(system.view(one.after, side))).items(), key=str))
            texts = {value: _with(value, _texts(one, side)) for value in unknown.values()}
            if not any(texts.values()):
                continue
            others = [(_values(system.hidden(each.after)), _texts(each, side)) for each in courses.otherwise(one, side)]
            for path, value in unknown.items():
                runs = [(now[path], words) for now, words in others if now.get(path, value) != value]
                for text, pattern in texts[value]:
                    if len(runs) >= FEWEST and all(_put(pattern, now, text) in words for now, words in runs):
                        yield one, f"what {side} reads tells the hidden fact {path}: {text[:80]!r}"
                        return
        tried += bool(fresh)
        if tried == MOST_TRIED:
            return


def _values(facts: Sequence[tuple[str, Json]]) -> dict[str, str | int]:
    """The texts and numbers of facts by their paths."""
    found: dict[str, str | int] = {}
    for path, value in facts:
        if isinstance(value, Mapping):
            found |= _values([(f"{path}.{key}", inner) for key, inner in value.items()])
        elif isinstance(value, Sequence) and not isinstance(value, str):
            found |= _values([(f"{path}.{n}", inner) for n, inner in enumerate(value)])
        elif isinstance(value, str | int) and value not in NOTHING:
            found[path] = value
    return found


def _texts(one: Seen, side: str) -> frozenset[str]:
    """All that a phase gives a side to read: public events and its own, the purposes of rolls, what it is asked."""
    known = (event for event in one.events if (who := event.known_to()) is None or side in who)
    asks = (ask for moment in one.moments for ask in moment.asks if ask.side == side)
    asked = (text for ask in asks for text in (ask.key, ask.prompt, *(choice.text for choice in ask.choices)))
    return frozenset(
        (*(canon(to_json(event)).decode() for event in known), *(roll.label for roll in one.rolls), *asked)
    )


def _with(value: str | int, texts: Iterable[str]) -> list[tuple[str, re.Pattern[str]]]:
    """The texts with a value in them as a word, and the pattern of that word."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(str(value))}(?![\w.])")
    return [(text, pattern) for text in sorted(texts) if pattern.search(text)]


def _put(pattern: re.Pattern[str], value: str | int, text: str) -> str:
    return pattern.sub(lambda _: str(value), text)


def _leaves(data: Json) -> Iterator[str]:
    if isinstance(data, Mapping):
        for value in data.values():
            yield from _leaves(value)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for value in data:
            yield from _leaves(value)
    else:
        yield repr(data)


def _is_in(value: Json, data: Json) -> bool:
    """True if a value stands somewhere in an event's JSON as a whole, or is a word of a text in it."""
    if canon(value) == canon(data) or (isinstance(data, str) and str(value) in data.split()):
        return True
    inside: Sequence[Json] = ()
    if isinstance(data, Mapping):
        inside = tuple(one for key, one in data.items() if key != "type")
    elif isinstance(data, Sequence) and not isinstance(data, str):
        inside = data
    return any(_is_in(value, one) for one in inside)


def _secret_orders(courses: Courses, one: Seen) -> Iterator[tuple[str, tuple[Order, ...]]]:
    """The orders of a phase that nobody else may see, by side."""
    system = courses.game.system
    is_secret = one.phase.letter in getattr(system, "secret_letters", "") and bool(
        getattr(system, "hides", False) or system.hidden(courses.course.seen[0].before)
    )
    for moment in one.moments:
        for ask, answer in zip(moment.asks, moment.answers, strict=True):
            found = tuple(order for order in answer.orders if is_secret or order.is_secret)
            if ask.kind == ORDERS and found:
                yield ask.side, found


def _of_orders(courses: Courses, one: Seen, secret: Mapping[str, tuple[Order, ...]]) -> Iterator[tuple[str, str]]:
    """Public events that have a secret order, or its text, in them; and letters to others that have it."""
    game, written = courses.game, courses.game.dialect.write
    is_own = (
        not game.packages
    )  # our own games tell acts of phases whose letters are withheld, which are seen as they happen
    for side, orders in secret.items():
        lines = {written(order) for order in orders}
        for event in one.events:
            if event.known_to() is None and not is_own and _tells(event, orders, lines):
                todo = "Carry it out within   umpire.act(side, order, secret=True)   and tell what is moot by   umpire.moot."
                yield f"the public event {event.type_name} tells a secret order of {side}", todo
                return
        for other in (each.id for each in game.card.sides if each.id != side):
            mine = [event for event in one.events if (who := event.known_to()) is None or other in who]
            log = game.teller.log(game.system.view(one.before, other), mine, 1)
            text = "\n".join(f"{entry.text} {entry.tail}" for entry in log.entries)
            own = {written(order) for order in secret.get(other, ())}
            if not is_own and any(line in text for line in lines - own if len(line) > 4):
                yield f"the log that {other} gets has a secret order of {side}", "Tell it when the rules open it."
                return


def _tells(event: Event, orders: Sequence[Order], lines: set[str]) -> bool:
    values = [getattr(event, name) for name in event.__dataclass_fields__]
    return any(value in orders or (isinstance(value, str) and value in lines) for value in values)
