"""Letters for those who hear them: signs that the ear does not understand are words, and nothing is drawn.

Orders stay as they are: they are copied.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from pbem.language.spelling import listed
from pbem.reports.letter_style import translate, translate_plural
from pbem.reports.report import REPLY_MARK
from pbem.reports.wrap import wrap

MARK = "## Reply above this line."
"""Stands in these letters in place of `REPLY_MARK`."""
WIDE = 76
RULED = re.compile(r" ?[-=]{4,}$")
CARET = re.compile(r"^ *\^+ *$")
TO_COPY = re.compile(r"(?:(?<=^)|(?<=\s))\| (?=\S)")
SEALED = re.compile(r"^ *pbem seal 1 begin", re.M)
"""From here on a letter is for the checker."""
ORDERED = re.compile(r"^ *(?:line )?\d+  \S|\| \S|^ *> |^ +help \w")
"""A line with an order in it: of a receipt, to be copied, or quoted."""

COLUMNS = re.compile(r"\S {3,}\S")
"""A line of a table: it stays on its line."""
_LESS = re.compile(r"\bMC-(\d)\b")
_WORSE = re.compile(r"\bMC-(\d) -\1\b")
_CHECK = re.compile(r"\bMC\b")
_ZONE = re.compile(r"\bZOC\b")
_AT_LEAST = re.compile(r"(?<=\d)\+(?=[\s,.;:)]|$)")
_RATIO = re.compile(r"(?<![\d:])(\d):(\d)(?![\d:])")
_HALVES = re.compile(r"\b(\d+)/2\b(?! Cav| Inf)")
_PLUS = re.compile(r"(?:(?<=[\d)])|(?<=\bdie)) \+ (?=[\d(])")
_MINUS = re.compile(r"(?<=[\d)]) - (?=[\d(])")
_IS = re.compile(r" = (?=\S)")
_SIGNED = re.compile(r"(?:(?<=^)|(?<=[\s(]))([+-])(?=\d)")
_ROLL = re.compile(r"(^|\. )?\b[rR]\d+ \d+d\d+ = ")
_PHASE = re.compile(r"\bT(\d+) ([A-Z]{2}) ")
_SEVERAL = re.compile(r"\b(\d{4}) x(\d+)\b")
_DICE = re.compile(r"\b(\d+)d(\d+)\b")
_PATH = re.compile(r"(?<![\w-])\d{4}(?:-\d{4})+\b")
_INCH = re.compile(r'\b(\d+(?:\.\d+)?)"(?=[\s,.;]|$)')
_FACING = re.compile(r"\b(facing \d+)\b(?: degrees)?(?: [NESW]{1,3}\b)?")
_ZEROS = re.compile(r"(?<=\d)\.00(?![\d:])")
_CORNER = re.compile(r"\((\d+(?:\.\d+)?),[ \0]?(\d+(?:\.\d+)?)\)")
_AGAINST = re.compile(r"(?<=[:;] )(\d+(?: \d+)*) against (\d+)\b")
_HITS = re.compile(r"\battackers (?P<own>-|(?:\dK)?(?:\dM)?), defenders (?P<theirs>-|(?:\dK)?(?:\dM)?)(?=[,.;]|$)")
"""The results of a melee for both sides: ``attackers -, defenders 2K1M``."""
SIX = 6
_RESULT = r"(?:c\d(?: (?:Rt|r\d))?|Rt|r\d|-)"
_MELEE = re.compile(
    r"(?:(?<![\w./-])(?P<from>\d)(?:-(?P<to>\d))? )?"
    rf"(?<![\w/-])(?P<attacker>{_RESULT})/(?P<defender>{_RESULT})(?![\w/-])"
)
"""The result of a melee, the attacker's before the defender's, with the rolls that give it: ``1-2 c1 r1/-``."""


def heard(text: str, signs: Mapping[str, str] | None = None, *, has_paths: bool = True) -> str:
    """A sentence of a letter in words: ``MC-1 on 9+`` is ``morale check less 1 on 9 or more``.

    `signs` are the meanings of the letters of modes: with them ``(3310 M)`` is ``(3310, mounted)``.  Without `has_paths` a
    path stays as it is written in orders.
    """
    for sign, words in (signs or {}).items():
        text = text if f" {sign})" not in text else re.sub(rf"\((\d{{4}}) {sign}\)", rf"(\1, {words})", text)
    text = _HITS.sub(_hits, _MELEE.sub(_melee, text))
    text = _WORSE.sub(lambda found: translate("minus {n} for the result", n=found[1]), text)
    text = _LESS.sub(lambda found: translate("morale check less {n}", n=found[1]), text)
    text = _CHECK.sub(translate("morale check"), _ZONE.sub(translate("zone of control"), text))
    text = _AT_LEAST.sub(f" {translate('or more')}", text)
    rolled = translate("rolled")
    text = _ROLL.sub(lambda found: f"{rolled} " if found[1] is None else f"{found[1]}{rolled.capitalize()} ", text)
    text = _DICE.sub(lambda found: _dice(found[1], found[2]), text)
    text = _RATIO.sub(lambda found: translate("{low} to {high}", low=found[1], high=found[2]), text)
    text = _HALVES.sub(_halves, text)
    text = _PLUS.sub(f" {translate('plus')} ", _MINUS.sub(f" {translate('minus')} ", text))
    text = _IS.sub(f" {translate('makes')} ", text)
    text = _SIGNED.sub(lambda found: f"{translate('plus') if found[1] == '+' else translate('minus')} ", text)
    if has_paths:
        text = _PATH.sub(lambda found: found[0].replace("-", f" {translate('to')} "), text)
    text = _SEVERAL.sub(lambda found: translate("{n} at {place}", n=found[2], place=found[1]), text)
    text = _ZEROS.sub("", text)
    text = _INCH.sub(lambda found: translate("{n} inch", n=found[1]), text)
    text = _FACING.sub(lambda found: translate("{facing} degrees", facing=found[1]), text)
    text = _AGAINST.sub(lambda found: _rolled(found[1].replace(" ", ", "), found[2]), text)
    text = _CORNER.sub(lambda found: translate("{x} east {y} north", x=found[1], y=found[2]), text)
    return text.replace(" -> ", ": ").replace("-> ", "")


def _rolled(dice: str, most: str) -> str:
    """``dice 1, 10 for 2 or less``: dice that hit up to a number."""
    return translate("dice {dice} for {most} or less", dice=dice, most=most)


def _dice(many: str, sides: str) -> str:
    if sides == str(SIX):
        return translate("one die") if many == "1" else translate("{many} dice", many=many)
    return translate("{many} of {sides} sides", many=translate("one die") if many == "1" else many, sides=sides)


def _melee(found: re.Match[str]) -> str:
    """``on 1 to 2 the attacker loses 1 and retreats 1``."""
    fates = [
        translate(words, fate=f" {translate('and')} ".join(map(_fate, found[side].split())))
        for side, words in (("attacker", "the attacker {fate}"), ("defender", "the defender {fate}"))
        if found[side] != "-"
    ]
    outcome = ", ".join(fates) or translate("nobody is hurt")
    if not found["from"]:
        return outcome
    rolls = translate("{low} to {high}", low=found["from"], high=found["to"]) if found["to"] else found["from"]
    return translate("on {rolls} {said}", rolls=rolls, said=outcome)


def _hits(found: re.Match[str]) -> str:
    """``attackers nothing, defenders 2 kills and 1 morale check``."""
    own, theirs = (_counted(found[side]) for side in ("own", "theirs"))
    return translate("attackers {own}, defenders {theirs}", own=own, theirs=theirs)


def _counted(code: str) -> str:
    """``2K1M``: so many kills and morale checks; ``-`` is nothing."""
    words = {"K": ("{count} kill", "{count} kills"), "M": ("{count} morale check", "{count} morale checks")}
    some = [translate_plural(*words[letter], int(count)) for count, letter in re.findall(r"(\d)([KM])", code)]
    return f" {translate('and')} ".join(some) or translate("nothing")


def _fate(code: str) -> str:
    """``c2``: casualties; ``r1``: a retreat; ``Rt``: a rout."""
    if code == "Rt":
        return translate("routs")
    return translate("loses {n}", n=code[1:]) if code[0] == "c" else translate("retreats {n}", n=code[1:])


def _halves(found: re.Match[str]) -> str:
    whole, rest = divmod(int(found[1]), 2)
    if not rest:
        return str(whole)
    return translate("{n} and a half", n=whole) if whole else translate("a half")


def without_drawing(text: str, sides: Mapping[str, str] = MappingProxyType({})) -> str:
    """A letter without rules, carets and bars, which are read out sign by sign.  Facts stay on their lines.

    `sides` are the names of the sides by their codes: ``T2 AM`` would be a time of day.
    """
    sealed = SEALED.search(text)
    text, rest = (text[: sealed.start()], text[sealed.start() :]) if sealed else (text, "")
    lines: list[str] = []
    left, against = "", ""
    for line in text.split("\n"):
        if line == REPLY_MARK:
            line = MARK
        elif CARET.match(line):
            continue
        elif RULED.search(line):
            line = RULED.sub("", line)
            if not line:
                continue
        indent = " " * (len(line) - len(line.lstrip()))
        if left and (indent != against or not line.strip() or ORDERED.search(line) or COLUMNS.search(line)):
            lines.append(against + left)
            left = ""
        if ORDERED.search(line):
            lines.append(TO_COPY.sub("", line))
            continue
        if COLUMNS.search(line):
            words = heard(line, has_paths=False)
            lines.append(words if len(words) <= WIDE else line)
            continue
        words = _PHASE.sub(lambda found: _phase(found, sides), heard(f"{left} {line.strip()}".strip(), has_paths=False))
        filled = wrap(words, WIDE, first=indent, rest=indent)
        # What a line has no room for any more goes on in the next one.
        is_flowing = bool(left) or len(filled) > 1
        left, against = (filled.pop().strip(), indent) if is_flowing else ("", "")
        lines += filled
    return "\n".join([*lines, against + left] if left else lines) + rest


def _phase(found: re.Match[str], sides: Mapping[str, str]) -> str:
    side = sides.get(found[2])
    return f"{translate('turn {n}', n=found[1])}, {translate(side)}, " if side else found[0]


# The possible acts of a side's units, told in sentences for those who hear a letter: places next to them with their
# cost, enemies in reach with the odds, and what else they may do.

MOVE, FIRE, FIGHT = "move", "fire", "fight"
MOST_PLACED = 12
"""Places beside each other that are named one by one."""
MOST_ACTS = 8
MOST_MET = 10
"""Acts, and enemies in reach, that are told of a unit."""
MOST_TOLD = 14_000
"""Characters for all units: the order sheet below has everybody."""


@dataclass(frozen=True, slots=True)
class Able:
    """Something that a unit may be ordered to do: at or to a place ("" for none), in words, and what it costs or its odds.

    `start` is where it stands, "" where that is nowhere; a move to a place `is_next` to that is told with its cost.  What it
    does together with a `partner` is told in few words: the order sheet and the page have each pair.
    """

    kind: str
    unit: str
    at: str
    words: str
    cost: str
    start: str = ""
    is_next: bool = False
    partner: str = ""


class PlaceWords(Protocol):
    """The places of a map in words, as they lie from another one."""

    def around(self, start: str) -> Sequence[str]:
        """All places next to one; none where the map can't say."""
        ...

    def way_to(self, start: str, at: str) -> str:
        """A place next to it, with its ground: ``north to 2911 (clear, level 4)``."""
        ...

    def lies(self, start: str, at: str) -> str:
        """A place further off: ``3005, 2 hexes north``."""
        ...


def able_lines(able: Sequence[Able], places: PlaceWords) -> Iterator[str]:
    """A paragraph for those who may do the same."""
    by_unit: dict[str, list[Able]] = {}
    for one in able:
        by_unit.setdefault(one.unit, []).append(one)
    alike: dict[tuple[str, ...], list[str]] = {}
    for unit, may in by_unit.items():
        alike.setdefault(tuple(_sentences(may, places)), []).append(unit)
    room = MOST_TOLD
    for n, (sentences, units) in enumerate(alike.items()):
        if sentences and room > 0:
            made = " ".join([f"{listed(units, translate('and'))}: {sentences[0]}", *sentences[1:]])
            room -= len(made)
            yield made
        elif sentences:
            left_out = [unit for rest in list(alike.values())[n:] for unit in rest]
            yield translate("More may act, too many to list: {units}.", units=listed(left_out, translate("and")))
            return


def _sentences(may: Sequence[Able], places: PlaceWords) -> Iterator[str]:
    start = next((one.start for one in may if one.start), "")
    moves = [one for one in may if one.kind == MOVE]
    around = places.around(start)
    near = {one.at: one.cost for one in moves if one.is_next or one.at in around}
    if near:
        ways = [", ".join(filter(None, (places.way_to(start, at), cost))) for at, cost in near.items()]
        yield translate("may move {ways}.", ways="; ".join(ways))
        barred = [at for at in around if at not in near]
        if barred:
            yield translate("It cannot enter {places} now.", places=listed(barred, translate("or")))
    if moves:
        count = len({one.at for one in moves})
        yield translate_plural("It reaches {count} place in all.", "It reaches {count} places in all.", count)
    placed = list(dict.fromkeys(one.at for one in may if one.kind not in (MOVE, FIRE, FIGHT) and one.at))
    if placed:
        words = next(one.words for one in may if one.kind not in (MOVE, FIRE, FIGHT) and one.at)
        shown = listed(placed[:MOST_PLACED], translate("or"))
        more = (
            translate(", and {more} more places", more=len(placed) - MOST_PLACED) if len(placed) > MOST_PLACED else ""
        )
        yield translate("May {words} in {places}{more}.", words=words, places=shown, more=more)
    acts = _acts([one for one in may if one.kind not in (MOVE, FIRE, FIGHT) and not one.at])
    if acts:
        rest = [translate("and {more} more", more=len(acts) - MOST_ACTS)] if len(acts) > MOST_ACTS else []
        yield translate("May also: {acts}.", acts="; ".join([*acts[:MOST_ACTS], *rest]))
    yield from _met(may, places, start)


PLACED = re.compile(r"(?P<act>.+ )(?P<at>\d{4})")
"""An act with a place at the end of its words: ``leave by way of 2820``."""


def _acts(may: Sequence[Able]) -> list[str]:
    """The acts at no place of the map, each with its cost: ``leave by way of 2820 (1 of 3 MP), 2720 (2 of 3 MP)``.

    A cost that only says the act again is left out.
    """
    found: dict[str, list[str]] = {}
    for one in may:
        cost = "" if one.cost.rstrip("s") in one.words else f" ({one.cost})"
        match = PLACED.fullmatch(one.words)
        act, rest = (match["act"], match["at"]) if match else (one.words, "")
        found.setdefault(act, []).append(f"{rest}{cost}")
    return [act + ", ".join(dict.fromkeys(rest)) for act, rest in found.items()]


def _met(may: Sequence[Able], places: PlaceWords, start: str) -> Iterator[str]:
    """Enemies in reach, with the odds; against those of one place the same is said once."""
    met: dict[tuple[str, str], list[str]] = {}
    together: dict[str, list[str]] = {}
    for one in may:
        if one.kind not in (FIRE, FIGHT):
            continue
        if one.partner:
            together.setdefault(one.words.removesuffix(one.partner).strip(), []).append(one.at)
        else:
            met.setdefault((one.at, one.cost), []).append(one.words)
    for act, there in together.items():
        yield translate(
            "May also {act} others: {places}.", act=act, places=listed(list(dict.fromkeys(there)), translate("or"))
        )
    for n, ((at, cost), words) in enumerate(met.items()):
        if n == MOST_MET:
            yield translate("{count} more are in reach.", count=len(met) - MOST_MET)
            return
        odds = f": {cost}" if cost else ""
        lies = f", {places.lies(start, at)}" if at else ""
        yield translate("In reach: {acts}{where}{odds}.", acts=_aimed(words), where=lies, odds=odds)


def _aimed(words: Sequence[str]) -> str:
    """``fire full at Little Wolf or Little Big Man``: what is the same for all is said once."""
    acts: dict[str, list[str]] = {}
    for one in words:
        act, _, whom = one.partition(" at ")
        acts.setdefault(act, []).append(whom)
    either = translate("or")
    found = [f"{act} {translate('at')} {listed(whom, either)}" if any(whom) else act for act, whom in acts.items()]
    return listed(found, either)
