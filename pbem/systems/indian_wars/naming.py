"""Whom an order means: names on a player's own view, and what he is told where a name fits none or several."""

import re
from collections.abc import Iterable

from pbem.board import hexes
from pbem.core.problem import Ambiguous, Illegal, Malformed, Problem, Warning_
from pbem.counters.roster import Known, Roster, Wording
from pbem.mechanisms.paths import hex_of
from pbem.orders.dialect import Placed, Reading
from pbem.orders.hints import in_words, listed
from pbem.orders.syntax import Group, Members, Name
from pbem.orders.told import with_lead
from pbem.systems.indian_wars.counter import PONY_HOLDER, Counter, Printed
from pbem.systems.indian_wars.field import Field

SIDE_NAMES = {"us": "US", "indian": "Indian"}
LETTERS = {"us": "ABCDEFGHJKLMNPQRSTUVWXYZ23456789&", "indian": "abcdefghjkmnpqrstuvwxyz23456789&"}
ANIMALS = frozenset(("holders", "horses", "mules", "ponies"))
WORDING = Wording(
    {
        "cavalry": "cav",
        "infantry": "inf",
        "holder": "holders",
        "hh": "holders",
        "mule": "mules",
        "horse": "horses",
        "pony": "ponies",
        "general": "bg",
        "gen": "bg",
        "colonel": "ltc",
        "col": "ltc",
        "major": "maj",
        "captain": "capt",
        "cpt": "capt",
        "lieutenant": "lt",
        "headquarters": "hq",
    },
    frozenset(("co", "company", "troop", "of", "the")),
)


def known(printed: Printed) -> Known:
    """A counter with all its spellings: a company without its branch (``C/3``), holders by their animals."""
    aliases = list(printed.aliases)
    name = printed.name
    head, _, tail = name.rpartition(" ")
    if "/" in head and tail in ("Cav", "Inf"):
        aliases.append(head)
    if printed.kind.endswith("_holder"):
        owner = name.rsplit(" ", 1)[0]
        animal = {"horse": "horses", "mule": "mules", "hq": "horses", "pony": "ponies"}[printed.kind.rsplit("_", 1)[0]]
        aliases += [f"{owner} holders", f"{owner} {animal}", f"{animal} of {owner}", f"holders of {owner}"]
        if printed.kind == PONY_HOLDER:
            aliases.append("pony holders")
    return Known(name, printed.side, tuple(aliases))


_rosters: dict[tuple[str, ...], tuple[tuple[Printed, ...], Roster]] = {}
MOST_ROSTERS = 64


def roster(view: Field) -> Roster:
    """The roster of the counters that a view shows; made once for the same counters."""
    names = tuple(view.units)
    printed = tuple(unit.printed for unit in view.units.values())
    kept = _rosters.get(names)
    # Looked at one by one: hashing what is printed on sixty counters takes longer than reading an order.
    if kept is not None and all(a is b for a, b in zip(kept[0], printed, strict=True)):
        return kept[1]
    made = Roster([known(one) for one in printed], WORDING)
    if len(_rosters) >= MOST_ROSTERS:
        _rosters.clear()
    _rosters[names] = printed, made
    return made


def _find(view: Field, said: str, side: str) -> tuple[str, ...]:
    """The counters that a name fits; holders only where it speaks of animals or nothing else fits."""
    found = roster(view).find(said, side)
    if len(found) > 1 and not ANIMALS & set(WORDING.pieces(said)):
        return tuple(name for name in found if not view[name].is_holder) or found
    return found


def place(view: Field, name: str) -> str:
    """``3413``, ``leader, 3611``, ``not on the map``."""
    unit = view[name]
    where = unit.at or "not on the map"
    return f"leader, {where}" if unit.is_leader else where


def in_sequence(view: Field, names: Iterable[str]) -> tuple[str, ...]:
    """Units in the sequence of the order of battle, then leaders; each once."""
    places = view.sheet.names
    last = len(places)
    return tuple(sorted(dict.fromkeys(names), key=lambda name: (view[name].is_leader, places.get(name, last))))


def report_stacks(view: Field, side: str) -> dict[str, tuple[str, ...]]:
    """A side's stacks by the letters of a report: by hex, columns first."""
    letters = LETTERS[side]
    at: dict[str, list[str]] = {}
    for unit in view.of(side):
        at.setdefault(unit.at, []).append(unit.name)
    return {letters[min(n, len(letters) - 1)]: in_sequence(view, at[where]) for n, where in enumerate(sorted(at))}


def who(members: Members, reading: Reading, start: str = "", *, written: bool = False) -> tuple[str, ...] | Placed:
    """The player's own counters that `members` mean, in the sequence of the order of battle (`written`: as written).

    `start` is the hex in which a path begins: it settles a name that fits several (W307).  Problems: E101 to E104.
    """
    view: Field = reading.view
    named: list[str] = []
    for one in spread(members.members):
        found = _one(one, reading, start)
        if isinstance(found, Placed):
            return found
        named.extend(found)
    for one in spread(members.but):
        left_out = _one(one, reading, start)
        if isinstance(left_out, Placed):
            return left_out
        named = [name for name in named if name not in left_out]
    return tuple(dict.fromkeys(named)) if written else in_sequence(view, named)


def spread(members: tuple[Name | Group, ...]) -> tuple[Name | Group, ...]:
    """``A B D/2`` and ``A, B, D/2`` as ``A/2``, ``B/2``, ``D/2``: the regiment stands behind the last."""
    out: list[Name | Group] = []
    regiment = ""
    for one in reversed([part for member in members for part in _companies(member)]):
        if not isinstance(one, Name):
            regiment = ""
            out.append(one)
            continue
        words = one.text.split()
        letters = [word for word in words if len(word) == 1 and word.isalpha()]
        last = words[len(letters) :]
        if len(letters) == len(words) and regiment:
            out.extend(Name(f"{letter}/{regiment}", one.start, one.end) for letter in reversed(letters))
            continue
        pieces = WORDING.pieces(" ".join(last))
        is_company = len(pieces) >= 2 and len(pieces[0]) == 1 and pieces[1].isdigit()
        regiment = " ".join(pieces[1:]) if is_company else ""
        if letters and is_company:
            out.append(Name(" ".join(last), one.end - len(" ".join(last)), one.end))
            out.extend(Name(f"{letter}/{regiment}", one.start, one.end) for letter in reversed(letters))
        else:
            out.append(one)
    return tuple(reversed(out))


def _companies(one: Name | Group) -> list[Name | Group]:
    """``A/2 B/2 Cav``, written without commas, as ``A/2`` and ``B/2 Cav``."""
    if not isinstance(one, Name) or one.text.count("/") < 2:
        return [one]
    starts = [match.start() for match in re.finditer(r"(?<!\S)[A-Za-z]/\d", one.text)]
    if not starts or starts[0] or len(one.text) != one.end - one.start:
        return [one]
    ends = [*starts[1:], len(one.text)]
    return [
        Name(one.text[a:b].strip(), one.start + a, one.start + a + len(one.text[a:b].strip()))
        for a, b in zip(starts, ends, strict=True)
    ]


def _one(one: Name | Group, reading: Reading, start: str) -> tuple[str, ...] | Placed:
    view: Field = reading.view
    if isinstance(one, Group):
        return _group(one, reading)
    found = _find(view, one.text, reading.side)
    if len(found) > 1 and start:
        there = tuple(name for name in found if hex_of(reading, name) == start)
        if len(there) == 1:
            reading.warnings.append(Warning_("W307", f"'{one.text}' is told by its start hex: {there[0]} in {start}"))
            found = there
    if len(found) == 1:
        reading.spans.setdefault(found[0], (one.start, one.end))
        return found
    if found:
        return Placed(_doubtful(one, found, reading), one.start, one.end)
    return not_found(one, reading)


def _group(one: Group, reading: Reading) -> tuple[str, ...] | Placed:
    view: Field = reading.view
    if one.kind == "stack":
        letter = one.letter.upper() if reading.side == "us" else one.letter.lower()
        stacks = reading.stacks or report_stacks(view, reading.side)
        names = tuple(name for name in stacks.get(letter, ()) if name in view and view[name].side == reading.side)
        if names:
            return names
        own = " ".join(sorted(stacks))
        text = f"You have no stack {letter} in this report.  Your stacks: {own or 'none'}."
        return Placed(Malformed("E101", text), one.start, one.end)
    if one.at is None:
        return tuple(unit.name for unit in view.of(reading.side))
    at = "".join(filter(str.isdigit, one.at.text))
    names = tuple(unit.name for unit in view.of(reading.side) if hex_of(reading, unit.name) == at)
    if names:
        return names
    return Placed(Illegal("E104", f"None of your units stands in {at}.", rests_on=(at,)), one.at.start, one.at.end)


def _doubtful(one: Name, found: tuple[str, ...], reading: Reading) -> Problem:
    view: Field = reading.view
    units = ", ".join(f"{name} ({place(view, name)})" for name in found[:6]) + ("" if len(found) < 7 else " and others")
    text = f"'{one.text}' fits {in_words(len(found))} of your units: {units}."
    return Ambiguous("E102", text, suggest=found[:1], words=one.text)


def not_found(one: Name, reading: Reading, *, enemy: bool = False) -> Placed:
    """Why a name means none of the player's own units (of the enemy's): E101, E103, E104."""
    view: Field = reading.view
    names = roster(view)
    side = view.enemy_of(reading.side) if enemy else reading.side
    other = view.enemy_of(side)
    theirs = names.find(one.text, other)
    if theirs and not enemy:
        text = f"{theirs[0]} is {_a_side(other)} unit; you command the {SIDE_NAMES[side]} side."
        return Placed(_did_you_mean(Illegal("E103", text), names.near(theirs[0], side), reading), one.start, one.end)
    if theirs:
        return Placed(Illegal("E103", f"{theirs[0]} is a unit of your own."), one.start, one.end)
    absent = _absent_holders(one, reading) if not enemy else None
    if absent:
        return Placed(absent, one.start, one.end)
    gone = next((name for name in view.gone if WORDING.pieces(name) == WORDING.pieces(one.text)), None)
    if gone:
        return Placed(Illegal("E104", f"{gone} is out of the game: {view.gone[gone]}."), one.start, one.end)
    said, start, end = _unknown_part(one, names)
    near = names.near(said, side) or names.near(one.text, side)
    return Placed(_did_you_mean(Malformed("E101", f"No unit is called {said}."), near, reading), start, end)


def _a_side(side: str) -> str:
    return "an Indian" if side == "indian" else f"a {SIDE_NAMES[side]}"


def _unknown_part(one: Name, names: Roster) -> tuple[str, int, int]:
    """Those words of a name that stand in no counter's name, or all of it."""
    words = one.text.split()
    if len(" ".join(words)) == one.end - one.start:
        column = one.start
        for word in words:
            if not names.has_word(word):
                return word, column, column + len(word)
            column += len(word) + 1
    return one.text, one.start, one.end


def _absent_holders(one: Name, reading: Reading) -> Problem | None:
    """``I/2 holders`` while the company sits on its horses (E104)."""
    view: Field = reading.view
    pieces = WORDING.pieces(one.text)
    if not ANIMALS & set(pieces):
        return None
    owner = roster(view).find(" ".join(piece for piece in pieces if piece not in ANIMALS), reading.side)
    if len(owner) != 1 or not view[owner[0]].is_mounted:
        return None
    text = f"{owner[0]} is mounted, so it has no holders on the map (8.D.2).\nTo move the company:"
    return Illegal("E104", text, "8.D.2", suggest=owner, rests_on=owner)


def _did_you_mean(problem: Problem, near: tuple[str, ...], reading: Reading) -> Problem:
    view: Field = reading.view
    on_map = sorted((name for name in near if view[name].at), key=lambda name: view[name].side != reading.side)
    best = (on_map or list(near))[:3]
    if not best:
        return problem
    lead = "Did you mean   " + listed((f"{name} ({place(view, name)})" for name in best), "or") + " ?"
    return type(problem)(problem.code, with_lead(problem.text, lead), problem.clause, tuple(best))


def enemy(name: Name, reading: Reading, at: str = "") -> str | Placed:
    """The one enemy counter that a name means; `at` settles what fits several.  Leaders count.  Problems: E101 to E103."""
    view: Field = reading.view
    found = _find(view, name.text, view.enemy_of(reading.side))
    if at:
        found = tuple(one for one in found if view[one].at == at)
    elif len(found) > 1:
        found = tuple(one for one in found if view[one].at) or found
    if len(found) == 1:
        reading.spans.setdefault(found[0], (name.start, name.end))
        return found[0]
    if found:
        units = ", ".join(f"{one} ({place(view, one)})" for one in found[:6])
        text = f"'{name.text}' fits {in_words(len(found))} enemy units: {units}."
        return Placed(Ambiguous("E102", text, words=name.text), name.start, name.end)
    if at:
        return Placed(Malformed("E101", f"No enemy called {name.text} stands in {at}."), name.start, name.end)
    return not_found(name, reading, enemy=True)


def any_unit(name: Name, reading: Reading) -> tuple[str, ...]:
    """The counters of either side that a name means; the player's own go first."""
    view: Field = reading.view
    return _find(view, name.text, reading.side) or _find(view, name.text, view.enemy_of(reading.side))


def nearest_first(units: Iterable[Counter], at: str) -> list[Counter]:
    """Units on the map by their distance from a hex."""
    return sorted((unit for unit in units if unit.at), key=lambda unit: (hexes.distance(at, unit.at), unit.at))
