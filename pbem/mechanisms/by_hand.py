"""Setting the board by hand: reading a value for a field of a counter, finding what does not fit, and saying what changed.

Each game gives its counter class and its map; what is the same in all of them is here.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

NEVER = ("printed", "face")
"""Fields of a counter that hold what is printed on it."""
NEAREST = 5


class CannotSet(ValueError):
    """A counter, field or value that does not fit: what was expected and what was found."""


@dataclass(frozen=True)
class Fields:
    """The fields of a counter that may be set by hand.

    `kind` is the class of a counter in play; `hexes` those of the map; `words` the values that a text field may take;
    `places` the fields that hold a hex; `lists` read a member of a field that holds several, and raise ValueError.
    """

    kind: type[Any]
    hexes: Collection[str]
    words: Mapping[str, tuple[str, ...]]
    places: tuple[str, ...]
    lists: Mapping[str, Callable[[str], Any]] = field(default_factory=dict)

    def types(self) -> Mapping[str, Any]:
        """The type of each field that may be set, by its name."""
        hints = get_type_hints(self.kind)
        return {one.name: hints[one.name] for one in fields(self.kind) if one.name not in NEVER}

    def read(self, name: str, text: str, fresh: Any) -> Any:
        """The value that `text` gives the field `name`; an empty text gives what a fresh counter has.  Raises CannotSet."""
        types = self.types()
        if name not in types:
            raise CannotSet(f"expected one of the fields {', '.join(types)}; found {name!r}")
        if not text:
            return getattr(fresh, name)
        value = _value(text, types[name])
        fault = self.fault(name, value)
        if fault:
            raise CannotSet(f"{name}: {fault}")
        return tuple(map(self.lists[name], value)) if name in self.lists else value

    def fault(self, name: str, value: Any) -> str:
        """The fault in the value of a field, "" if nothing is."""
        expected = self.types()[name]
        if expected is bool:
            return "" if isinstance(value, bool) else f"expected yes or no; found {value!r}"
        if expected is int:
            fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            return "" if fits else f"expected a whole number, 0 or more; found {value!r}"
        if expected is not str:
            return self._list_fault(name, value)
        if not isinstance(value, str):
            return f"expected a word; found {value!r}"
        if name in self.places and value and value not in self.hexes:
            return f"expected a hex of the map such as {next(iter(self.hexes))}; found {value!r}"
        if name in self.words and value not in self.words[name]:
            return f"expected one of {', '.join(one for one in self.words[name] if one)}; found {value!r}"
        return ""

    def _list_fault(self, name: str, value: Any) -> str:
        if not isinstance(value, tuple) or (name not in self.lists and not all(isinstance(one, str) for one in value)):
            return f'expected a list such as ["Co"]; found {value!r}'
        try:
            for one in value if name in self.lists else ():
                self.lists[name](str(one))
        except ValueError as fault:
            return str(fault)
        return ""

    def faults(self, unit: Any) -> Iterator[str]:
        """The faults in a counter's fields, a sentence each."""
        for name in self.types():
            fault = self.fault(name, getattr(unit, name))
            if fault:
                yield f"{unit.name}, {name}: {fault}"


def find(name: str, units: Iterable[str], gone: Mapping[str, str]) -> str:
    """The counter with this name, case ignored.  Raises CannotSet with the nearest names, or with what became of it."""
    names = list(units)
    for one in names:
        if one.lower() == name.lower():
            return one
    for one, why in gone.items():
        if one.lower() == name.lower():
            raise CannotSet(f"expected a counter that is in play; {one} has left the game ({why})")
    from difflib import get_close_matches

    near = get_close_matches(name, names, NEAREST)
    text = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(sorted(names)[:NEAREST])} ..."
    raise CannotSet(f"expected a counter in play; found {name!r}; {text}")


def places(
    units: Mapping[str, Any], stacks: Mapping[str, tuple[str, ...]], gone: Mapping[str, str], hexes: Collection[str]
) -> Iterator[str]:
    """Counters that stand in two places or in none, hexes off the map, and hexes that both sides hold."""
    seen: dict[str, str] = {}
    for at, names in stacks.items():
        if at not in hexes:
            yield f"{at} is no hex of the map"
        for name in names:
            if name in seen:
                yield f"{name} stands in {seen[name]} and in {at}"
            seen[name] = at
            if name not in units:
                yield f"{name} stands in {at} and is not in the game"
            elif units[name].at != at:
                yield f"{name} stands in {at}, but its 'at' says {units[name].at or 'nowhere'}"
        sides = {units[name].side for name in names if name in units and not units[name].is_leader}
        if len(sides) > 1:
            yield f"both sides stand in {at}"
    for name, unit in units.items():
        if unit.at and name not in seen:
            yield f"{name} is at {unit.at}, but no stack there holds it"
        if name in gone:
            yield f"{name} is in the game and has left it ({gone[name]})"


def changes_of(before: Mapping[str, Any], after: Mapping[str, Any], names: Iterable[str]) -> Iterator[str]:
    """The changes of the counters, as players say it: ``C/3 Cav moved from 3314 to 3413``."""
    listed = list(names)
    for name, new in after.items():
        old = before.get(name)
        if old is None:
            yield f"{name} is back in the game at {new.at}" if new.at else f"{name} is back in the game, off the map"
        elif old != new:
            differing = (one for one in listed if getattr(old, one) != getattr(new, one))
            yield from (_change(name, one, getattr(old, one), getattr(new, one)) for one in differing)
    yield from (f"{name} is out of the game" for name in before if name not in after)


def _change(name: str, word: str, old: Any, new: Any) -> str:
    """One change of one counter."""
    if word == "at":
        if not old:
            return f"{name} placed on the map at {new}"
        return f"{name} moved from {old} to {new}" if new else f"{name} taken off the map; it was at {old}"
    text = word.replace("_", " ")
    if word == "mode":
        return f"{name} {new}; it was {old}"
    if isinstance(new, bool):
        return f"{name}: {text} from {'yes' if old else 'no'} to {'yes' if new else 'no'}"
    if word == "attached_to":
        return f"{name} is now with {new or 'no unit'}; before, with {old or 'no unit'}"
    return f"{name}: {text} from {_shown(old)} to {_shown(new)}"


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value) if value != "" else "none"


def rest_of(before: Mapping[str, Any], after: Mapping[str, Any], side: Callable[[str], str]) -> Iterator[str]:
    """The changes besides the counters: ``points of U.S. from 3 to 4``; each value is a plain value or a mapping."""
    for name in after:
        old, new = before[name], after[name]
        if old == new:
            continue
        text = name.replace("_", " ")
        if not isinstance(new, Mapping):
            yield f"{text} from {_shown(old)} to {_shown(new)}"
            continue
        for key in (*old, *(one for one in new if one not in old)):
            if old.get(key) != new.get(key):
                yield f"{text} of {side(key)} from {_shown(old.get(key, ''))} to {_shown(new.get(key, ''))}"


def _value(text: str, expected: Any) -> Any:
    """A text as a value of a type: hexes keep their zeros, yes and no are truth values."""
    if expected is bool:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), text)
    if expected is int:
        return int(text) if text.lstrip("-").isdecimal() and text.isascii() else text
    try:
        value = json.loads(text) if text[0] in '["' else text
    except ValueError:
        return text
    if expected is str:
        return value
    return tuple(value) if isinstance(value, list) else (value,)


@dataclass(frozen=True)
class Board:
    """A game's state as it is set by hand.

    `fresh` gives a counter of the same name as it comes from the box; `put` sets one down, with everything that hangs on
    it; `accounts` are the state's fields that hold a number by name, such as the points.
    """

    fields: Callable[[Any], Fields]
    thaw: Callable[[Any], Any]
    fresh: Callable[[Any], Any]
    put: Callable[[Any, Any], None]
    accounts: tuple[str, ...]

    def set(self, state: Any, target: str, value: str) -> Any:
        """The state after ``C/3 Cav at`` is set.  Raises CannotSet."""
        made = self.thaw(state)
        account = self._account(state, target)
        if account:
            mapping, key = account
            if not value.isdecimal():
                raise CannotSet(f"{target}: expected a whole number, 0 or more; found {value!r}")
            getattr(made, mapping)[key] = int(value)
            return made
        unit, word = self._counter(state, target)
        self.put(made, unit.but(**{word: self.fields(state).read(word, value, self.fresh(unit))}))
        return made

    def value(self, state: Any, target: str) -> str:
        """The present value, as `set` takes it.  Raises CannotSet."""
        account = self._account(state, target)
        if account:
            return str(getattr(state, account[0])[account[1]])
        unit, word = self._counter(state, target)
        found = getattr(unit, word)
        if isinstance(found, bool):
            return "yes" if found else "no"
        return json.dumps([str(one) for one in found]) if isinstance(found, tuple) else str(found)

    def _account(self, state: Any, target: str) -> tuple[str, str] | None:
        """``us points`` or ``points us`` as the account and the name in it."""
        for mapping in self.accounts:
            for key in getattr(state, mapping):
                if target.lower() in (f"{key} {mapping}".lower(), f"{mapping} {key}".lower()):
                    return mapping, key
        return None

    def _counter(self, state: Any, target: str) -> tuple[Any, str]:
        """The counter and the field that ``C/3 Cav at`` names.  Raises CannotSet."""
        name, _, word = target.rpartition(" ")
        if not name:
            known = ", ".join(self.fields(state).types())
            raise CannotSet(f"expected a counter and one of its fields ({known}); found {target!r}")
        unit = state.units[find(name, state.units, state.gone)]
        if word not in self.fields(state).types():
            raise CannotSet(
                f"{unit.name}: expected one of the fields {', '.join(self.fields(state).types())}; found {word!r}"
            )
        return unit, word

    def misfits(self, state: Any) -> tuple[str, ...]:
        """Impossible things in a state. `mechanisms.by_hand.places` says most of it."""
        taken = self.fields(state)
        found = [fault for unit in state.units.values() for fault in taken.faults(unit)]
        found += places(state.units, state.stacks, state.gone, taken.hexes)
        for mapping in self.accounts:
            found += [
                f"{mapping} of {key}: expected a whole number; found {value!r}"
                for key, value in getattr(state, mapping).items()
                if not isinstance(value, int) or isinstance(value, bool)
            ]
        return tuple(found)

    def changes(self, before: Any, after: Any, side: Callable[[str], str], others: Iterable[str]) -> tuple[str, ...]:
        """The differences, as players say it; `others` are fields of the state besides its counters and accounts."""
        words = self.fields(after).types()
        names = (*self.accounts, *others)
        rest = rest_of({one: getattr(before, one) for one in names}, {one: getattr(after, one) for one in names}, side)
        return (*changes_of(before.units, after.units, words), *rest)
