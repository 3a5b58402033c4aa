"""The report for screen readers: prose from the first line to the last, no table, no map, nothing that is drawn.

It says who stands where, near what, what is next to whom, what changed and what is wanted.  Where the map is one of hexes,
directions are those of the map as the picture shows it, north at its top.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from pbem.language.spelling import listed
from pbem.reports import times
from pbem.reports.aloud import MARK, WIDE, Able, able_lines, heard
from pbem.reports.letter_style import translate, translate_plural, translated
from pbem.reports.log import folded, shortened
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Ground, Stack, beside, distance, pair
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.picture.area import SIDES, whole_sheet
from pbem.reports.report import EnemyStack, LogSection, OwnStack, OwnUnit, Report
from pbem.reports.wrap import ascii_text, carried, wrap

# Letters for those who hear them: the ground of a hex in words, and any letter without what was drawn.

FARTHEST = 2
"""Hexes to each side that are told: nineteen of them."""
POINTS = (
    "north", "north-east", "north-east", "east", "south-east", "south-east",
    "south", "south-west", "south-west", "west", "north-west", "north-west",
)  # fmt: skip
"""By twelfths of a circle from north; the six sides of a hex have the names that rules and orders give them."""
UPWARD = {"N": 0, "NE": 2, "SE": 4, "S": 6, "SW": 8, "NW": 10}
"""The sides of a hex on paper, in twelfths of a circle from the top."""


def way(side: str, ground: Ground) -> str:
    """The point of the compass of a hex's side: ``north-east``."""
    turned = {"up": 0, "left": 3, "down": 6, "right": 9}[ground.north]
    return translate(POINTS[(UPWARD[side] + turned) % 12])


def terrain_of(at: str, ground: Ground) -> str:
    """``clear, level 3``: a hex in words, without its sides."""
    cell = ground.cells[at]
    look = ground.looks.get(cell.letter)
    words = [translate(look.name) if look is not None else translate("clear")]
    if ground.has_levels:
        words.append(translate("level {level}", level=cell.level))
    return ", ".join(words)


def ground_of(at: str, ground: Ground) -> str:
    """``clear, level 3; creek on the north side``: a hex in words."""
    sides: dict[str, list[str]] = {}
    for side in UPWARD:
        sign = ground.sides.get(pair(at, beside(at, side, ground.stagger)), "")
        if sign in ground.looks:
            sides.setdefault(translate(ground.looks[sign].name), []).append(way(side, ground))
    edges = []
    for what, ways in sides.items():
        together = listed(list(dict.fromkeys(ways)), translate("and"))
        side_or_sides = "{what} on the {sides} side" if len(ways) == 1 else "{what} on the {sides} sides"
        edges.append(translate(side_or_sides, what=what, sides=together))
    return "; ".join([terrain_of(at, ground), *edges])


def place_in_words(panel: MapPanel, at: str, radius: int) -> list[str]:
    """The answer to ``map PLACE RADIUS``: the hex and those round it, each with its ground and who stands there."""
    if not isinstance(panel, MapModel):
        return []
    ground = panel.ground
    far = min(max(radius, 1), FARTHEST)
    near = sorted(
        (distance(at, one, ground.stagger), one) for one in ground.cells if distance(at, one, ground.stagger) <= far
    )
    lines: list[str] = []
    for away, one in near:
        where = translate("here") if not away else translate_plural("{count} hex off", "{count} hexes off", away)
        side = next((side for side in SIDES if beside(at, side, ground.stagger) == one), "")
        where = f"{where}, {way(side, ground)}" if side else where
        name = f", {ground.places[one]}" if one in ground.places else ""
        sentence = f"{one}, {where}{name}: {ground_of(one, ground)}."
        lines += wrap(ascii_text(" ".join([sentence, *_stacks(panel.stacks, one, ground)])), WIDE)
    return lines


def _stacks(stacks: Sequence[Stack], at: str, ground: Ground) -> Iterator[str]:
    for one in stacks:
        if one.at == at:
            owner = ground.owners.get(one.brackets, one.side)
            who = (
                f"{one.lead} {translate('and {count} more', count=one.count - 1)}"
                if one.count > 1 and one.lead
                else one.tag
            )
            yield f"{owner}: {who}, {translate('strength {strength}', strength=one.strength)}."


def log_in_sentences(log: LogSection, panel: MapPanel | None) -> list[str]:
    """The log of a phase for those who hear it: what came of each entry, without the figures."""
    signs = _signs(panel.ground) if isinstance(panel, MapModel) else {}
    return [line for sentence in _phase(log) for line in wrap(ascii_text(heard(sentence, signs)), WIDE)]


WATER = ("water", "creek", "ford")
"""Kinds of hexsides along which water runs."""
MOST_NEAR = 3
"""Stacks that are named as the nearest; of more it is said how many."""
FAR_OFF = 6
"""The distance in hexes beyond which one of the nearest is named: twenty such stacks would say the same three names."""
NEAR = 4
"""The largest distance of a named place that is still worth telling, in hexes."""
SHORT = re.compile(r"(?P<name>.+) (?P<strength>\d+)(?P<mode>[A-Zx])(?P<state>[a-z]*)(?P<rest>.*)")
"""A unit in its short form: ``Four Horns 6Dl``."""
PIN = re.compile(r"\bP\d\b")
NOTE = "//"
"""Begins a remark on the order sheet; one that goes on from the line above has blanks behind it."""
OF_ODDS = re.compile(r"\d+/\d+: ")
"""The key to the odds of the sheet, which are told in words."""
FOLDED = re.compile(r"^\w+ [A-Z]+\d+: ")
"""The numbers of the moves that share an entry; here entries have no numbers."""
ODDS = re.compile(r" (?P<check>\d+|-)/(?P<loss>\d+|-)(?=,|$)")
"""The rolls that bring a check and a loss, on the sheet: ``Crow King 3412 5/10``."""
SIGN = re.compile(r"\b([A-Za-z]) ([a-z][a-z -]*[a-z])")


def spoken(
    report: Report,
    able: Sequence[Able] = (),
    missing: Sequence[str] = (),
    sides: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """The text of the letter, with what the units are `able` to do now and sentences about who is `missing`, each line ended by
    LF: ASCII and Latin letters, at most 76 characters a line.  `sides` are the names of the sides by their codes.
    """
    speaker = _Speaker(report, able, missing, sides)
    lines = [MARK]
    for paragraph in speaker.paragraphs():
        lines += ["", *(one for line in paragraph for one in wrap(ascii_text(line), WIDE, first="", rest=""))]
    return "\n".join(carried([*lines, "", *report.seal])) + "\n"


class _Speaker:
    def __init__(self, report: Report, able: Sequence[Able], missing: Sequence[str], sides: Mapping[str, str]) -> None:
        self.report = report
        self.sides = sides
        self.able, self.missing = able, missing
        self.map = report.map if isinstance(report.map, MapModel) else None
        stacks = [one for panel in report.panels for one in panel.stacks]
        self.own = [one for one in stacks if isinstance(one, OwnStack)]
        self.enemies = [one for one in stacks if isinstance(one, EnemyStack)]
        self.signs = _signs(self.map.ground) if self.map is not None else {}

    def paragraphs(self) -> Iterator[list[str]]:
        """The letter, a paragraph after the other."""
        yield self._heard(self._head())
        yield self._wanted()
        paragraphs = (
            *self._happened(),
            *([self._own_stack(one)] for one in self.own),
            *([self._enemy_stack(one)] for one in self.enemies),
            *([one] for one in self.missing),
            *self._tables(),
            *self._able(),
        )
        yield from map(self._heard, paragraphs)
        yield from self._lines()
        yield from self._rest()

    def _heard(self, lines: Sequence[str]) -> list[str]:
        return [heard(line, self.signs) for line in lines]

    def _side(self, code: str) -> str:
        """The name of a side: ``AM 3`` would be a time of day."""
        return translate(self.sides.get(code, code))

    def _scores(self, text: str) -> str:
        return ", ".join(
            f"{self._side(code)} {rest}" for code, _, rest in (one.partition(" ") for one in text.split(", "))
        )

    def _head(self) -> list[str]:
        facts = self.report.facts
        where = translate("Game {game}, report {number}, for {side}.", **self._numbers())
        now = ". ".join(_capital(part) for part in (facts.clock, facts.player_turn, facts.phase) if part)
        points, lost = self._scores(facts.points), self._scores(facts.lost)
        score = f" {translate('Victory points')}: {points}. {_capital(translate('strength lost'))}: {lost}."
        return [f"{facts.title}. {where} {now}.{score if facts.points or facts.lost else ''}"]

    def _numbers(self) -> Mapping[str, object]:
        return {"game": self.report.game, "number": self.report.number, "side": self._side(self.report.side)}

    def _wanted(self) -> list[str]:
        report, to_do = self.report, self.report.to_do
        if to_do is None:
            if report.is_asked:
                return [translate("You are asked a question, which comes with this report.")]
            waits = [translate("The game waits for {who}.", who=report.awaited.who)] if report.awaited else []
            return [" ".join([translate("Nothing is needed from you now."), *waits])]
        sentences = [
            translate(
                "Give orders for {phase}, {name}, rule {rule}.",
                phase=to_do.phase,
                name=to_do.name,
                rule=to_do.rule,
            )
            if to_do.rule
            else translate("Give orders for {phase}, {name}.", phase=to_do.phase, name=to_do.name)
        ]
        if report.deadline is not None:
            left = times.left(report.deadline - report.written)
            sentences.append(
                translate("The deadline is {when}; that leaves {left}.", when=times.in_full(report.deadline), left=left)
            )
        sentences += [_sentence(translate("You must act: {what}", what=one)) for one in to_do.must_act]
        if to_do.silent:
            sentences.append(_sentence(translate("If you are silent: {what}", what=to_do.silent)))
        found = [" ".join(sentences)]
        if to_do.example:
            found += [translate("Write your orders above, one a line. For example:"), to_do.example]
        return [*found, translate("To order nothing, write:"), to_do.nobody[1]]

    def _happened(self) -> Iterator[list[str]]:
        report = self.report
        logs = report.logs if report.is_full else [folded(log, report.side) for log in report.logs]
        phases = [_phase(log) for log in logs if not log.is_quiet]
        log_lines = tuple(line for phase in phases for line in phase)
        sentences = [_sentence(one) for one in (*report.notices, *report.final)]
        # What the log says in the same words a little later is not said twice.
        sentences += [_sentence(one) for one in report.in_short if not _is_among(one, log_lines)]
        if sentences or not report.in_short:
            first = translate("What changed.") if sentences else translate("Nothing of note has changed.")
            yield [" ".join([first, *sentences])]
        yield from phases

    # Stacks

    def _own_stack(self, stack: OwnStack) -> str:
        zone = f", {translate('in an enemy zone of control')}" if stack.in_zoc else ""
        who = "; ".join(self._own_unit(unit) for unit in stack.units)
        sentences = [
            translate("Your stack {letter} at {at}{zone}: {who}.", letter=stack.letter, at=stack.at, zone=zone, who=who)
        ]
        if self.map is not None and stack.at in self.map.ground.cells:
            sentences.append(translate("Ground: {ground}.", ground=ground_of(stack.at, self.map.ground)))
        sentences += [*self._near_places(stack.at), *self._near_water(stack.at)]
        sentences += self._next_to(
            stack.at, [(one.at, self._names(one)) for one in self.enemies], translate("Nearest enemy")
        )
        return " ".join(sentences)

    def _own_unit(self, unit: OwnUnit) -> str:
        parts = [unit.name]
        if unit.strength:
            parts += [translate("strength {strength}", strength=unit.strength), self.signs.get(unit.mode, unit.mode)]
        if unit.mp not in ("", "-"):
            one = translate("1 movement point")
            parts.append(one if unit.mp == "1" else translate("{mp} movement points", mp=unit.mp))
        return ", ".join([*parts, *([translated(unit.condition)] if unit.condition else [])])

    def _enemy_stack(self, stack: EnemyStack) -> str:
        zone = f", {translate('in your zone of control')}" if stack.in_zoc else ""
        who = "; ".join(_counted([self._enemy_unit(unit) for unit in stack.units]))
        head = "Enemy stack {letter} at {at}{zone}, strength {strength}: {who}."
        sentences = [translate(head, letter=stack.letter, at=stack.at, zone=zone, strength=stack.strength, who=who)]
        sentences += self._near_places(stack.at)
        own = [(one.at, ", ".join(unit.name for unit in one.units)) for one in self.own]
        return " ".join([*sentences, *self._next_to(stack.at, own, translate("Nearest of yours"))])

    def _enemy_unit(self, unit: str) -> str:
        match = SHORT.fullmatch(translated(unit))
        if match is None:
            return translated(unit)
        states = [self.signs.get(one, one) for one in match["state"]]
        mode = self.signs.get(match["mode"], match["mode"])
        parts = [match["name"], translate("strength {strength}", strength=match["strength"]), mode, *states]
        return ", ".join(parts) + match["rest"]

    def _names(self, stack: EnemyStack) -> str:
        matches = [(SHORT.fullmatch(one), one) for one in map(translated, stack.units)]
        return ", ".join(_counted([match["name"] if match else one.partition(" (")[0] for match, one in matches]))

    # Where things lie

    def _near_places(self, at: str) -> list[str]:
        ground = self.map.ground if self.map is not None else None
        if ground is None or not ground.places:
            return []
        far, place = min((distance(at, one, ground.stagger), one) for one in ground.places)
        name = ground.places[place]
        if far == 0:
            return [translate("That is {place}.", place=name)]
        return (
            [translate("It is {where} of {place}.", where=self._where(place, at, far), place=name)]
            if far <= NEAR
            else []
        )

    def _near_water(self, at: str) -> list[str]:
        """The nearest hex with a river or a creek on its side, where this one has none."""
        if self.map is None:
            return []
        ground = self.map.ground
        wet = ground.once("hexes by water", lambda: _wet(ground))
        if not wet or at in wet:
            return []
        far, there = min((distance(at, one, ground.stagger), one) for one in wet)
        water = translate(wet[there])
        return [
            translate(
                "Nearest water: {water} at {at}, {where}.", water=water, at=there, where=self._where(at, there, far)
            )
        ]

    def _next_to(self, at: str, others: Sequence[tuple[str, str]], words: str) -> list[str]:
        """The nearest of the others, with all who are as near."""
        if self.map is None or not others:
            return []
        stagger = self.map.ground.stagger
        nearest = min(distance(at, there, stagger) for there, _ in others)
        if not nearest:
            return [f"{words}: {translate('in the same hex')}."]
        found = [
            f"{names} ({there}, {self._where(at, there, nearest)})"
            for there, names in others
            if distance(at, there, stagger) == nearest
        ]
        most = MOST_NEAR if nearest <= FAR_OFF else 1
        if len(found) > most:
            more = translate_plural("{count} more is as near", "{count} more are as near", len(found) - most)
            found[most:] = [more]
        return [f"{words}: {'; '.join(found)}."]

    def _where(self, start: str, there: str, far: int) -> str:
        """``2 hexes north-east``: how far and which way from `start`."""
        hexes = translate_plural("{count} hex", "{count} hexes", far)
        if self.map is None:
            return hexes
        area = whole_sheet(self.map.ground)
        (x, y), (to_x, to_y) = area.middle(start), area.middle(there)
        east, south = _turned(to_x - x, to_y - y, self.map.ground.north)
        return f"{hexes} {translate(_point(east, south))}"

    # What may be done

    def _able(self) -> Iterator[list[str]]:
        stands = {unit.name: stack.at for stack in self.own for unit in stack.units}
        able = [replace(one, start=one.start or stands.get(one.unit, "")) for one in self.able]
        lying = self.report.map.lying() if self.report.map is not None else None
        paragraphs = list(able_lines(able, lying or self))
        if paragraphs:
            yield [translate("What your units may do now:")]
            yield from ([one] for one in paragraphs)

    def around(self, start: str) -> Sequence[str]:
        """See `possible_orders.PlaceWords`."""
        if self.map is None or start not in self.map.ground.cells:
            return ()
        ground = self.map.ground
        return [at for side in UPWARD if (at := beside(start, side, ground.stagger)) in ground.cells]

    def way_to(self, start: str, at: str) -> str:
        """See `possible_orders.PlaceWords`."""
        if self.map is None or at not in self.around(start):
            return at
        ground = self.map.ground
        side = next(side for side in UPWARD if beside(start, side, ground.stagger) == at)
        return translate("{way} to {at} ({ground})", way=way(side, ground), at=at, ground=terrain_of(at, ground))

    def lies(self, start: str, at: str) -> str:
        """See `possible_orders.PlaceWords`."""
        if self.map is None or not {start, at} <= self.map.ground.cells.keys():
            return at
        return f"{at}, {self._where(start, at, distance(start, at, self.map.ground.stagger))}"

    # The rest

    def _tables(self) -> Iterator[list[str]]:
        for panel in self.report.panels:
            if panel.lines and not panel.stacks:
                title = _capital(translate(panel.title).lower())
                yield [f"{title}:", *(panel.spoken or [_flat(line) for line in panel.lines if _flat(line)])]

    def _lines(self) -> Iterator[list[str]]:
        orders: list[list[str]] = []
        notes: list[list[str]] = []
        last: list[str] | None = None
        for one in self.report.order_sheet:
            if one.is_note:
                last = None
            elif one.order.startswith(f"{NOTE}  "):
                # It goes on from the line above.
                if last is not None:
                    last[1] = f"{last[1]} {one.order.removeprefix(NOTE).strip()} {one.remark}".strip()
            elif one.order.startswith(NOTE):
                last = [one.order.removeprefix(NOTE).strip(), one.remark]
                notes.append(last)
            else:
                last = [one.order.replace(" | ", " or "), one.remark]
                orders.append(last)
        remarks = [
            (" " if note.endswith(":") else ", ").join(filter(None, (note, remark)))
            for note, remark in notes
            if not OF_ODDS.match(note)
        ]
        if remarks:
            yield [translate("To be known for your orders:"), *(_sentence(_capital(heard(one))) for one in remarks)]
        if orders:
            yield [
                translate("Lines to copy above, and to complete where they end in dots or a dash:"),
                *(
                    line
                    for order, remark in orders
                    for line in (order, *([f"({self._remark(remark)})"] if remark else []))
                ),
            ]

    def _remark(self, text: str) -> str:
        """The words beside a line of the sheet: units in their short form, ``C/3 Cav 4D, Capt Mills``, as stacks tell them."""
        found = [self._enemy_unit(one) if SHORT.fullmatch(one) else one for one in text.rstrip(" ,").split(", ")]
        return heard(ODDS.sub(_odds, ("; " if found != text.split(", ") else ", ").join(found)))

    def _rest(self) -> Iterator[list[str]]:
        for filed in self.report.on_file:
            yield [
                translate("On file for {phase}, submission {n}:", phase=filed.phase, n=filed.submission),
                *filed.lines,
            ]
        if self.report.standing:
            standing = [
                f"{one.number}: {one.text}{f' ({one.state})' if one.state else ''}" for one in self.report.standing
            ]
            yield [translate("Your standing orders:"), *standing]
        if self.report.by_default:
            yield [translate("Decided by default:"), *self.report.by_default]
        for one in self.report.press:
            yield [
                translate(
                    '{author} wrote on {when}: "{words}"', author=one.author, when=one.when, words=one.words.strip()
                )
            ]
        yield [translate("The seal of this letter follows; keep the letter, pbem verify checks it.")]


def _wet(ground: Ground) -> dict[str, str]:
    """The hexes with running water on a side, each with what it is called."""
    found: dict[str, str] = {}
    for pair_of, sign in ground.sides.items():
        look = ground.looks.get(sign)
        if look is not None and look.kind in WATER:
            found |= {at: look.name for at in pair_of if at in ground.cells}
    return found


def _signs(ground: Ground) -> dict[str, str]:
    """The meaning of the letters on a counter, as the picture's legend says it: ``M`` is mounted."""
    return {sign: translate(words) for line in ground.legend for sign, words in SIGN.findall(line)}


def _counted(texts: Sequence[str]) -> list[str]:
    """Texts, those that are the same told once: ``4 Pony holders, strength 0, dismounted``."""
    return [f"{many} {one}" if many > 1 else one for one, many in Counter(texts).items()]


def _phase(log: LogSection) -> list[str]:
    title = f"{log.player_turn}, {log.title}" if log.player_turn else log.title
    counted = f": {log.counted}" if log.counted else ""
    found = [f"{_capital(title)}{counted}."]
    for entry in shortened(log).entries:
        steps = [_capital(_joined(step.text, step.tail)) for step in entry.steps]
        text = FOLDED.sub("", entry.text) if not entry.rule else entry.text
        found.append(_sentence(". ".join([_joined(text, _in_words(entry.tail, log.codes)), *steps])))
    return found


def _is_among(sentence: str, log_lines: Sequence[str]) -> bool:
    """True if a sentence stands in the log, with or without what came of it."""
    return any(line.startswith(sentence.removesuffix(".")) for line in log_lines)


def _in_words(tail: str, codes: Sequence[tuple[str, str]]) -> str:
    """A result, with the words for its letters: ``K, killed`` is ``killed``."""
    known = {code: translate(text) for code, text in codes}
    parts = tail.removeprefix("->").strip().split(", ") if tail else []
    words = [_by_code(one, known) for one in parts]
    return ", ".join(one for n, one in enumerate(words) if parts[n] not in known or words[n + 1 : n + 2] != [one])


def _by_code(one: str, known: Mapping[str, str]) -> str:
    """A part of a result in words: ``M``, ``makes 2: M``, ``stays P2``."""
    head, colon, last = one.rpartition(": ")
    if last in known:
        return f"{head}{colon}{known[last]}"
    return PIN.sub(lambda found: known.get(found[0], found[0]), one)


def _odds(found: re.Match[str]) -> str:
    needs = [
        translate(words, n=found[name])
        for name, words in (("check", "morale check on {n} or more"), ("loss", "loss on {n} or more"))
        if found[name] != "-"
    ]
    return "".join(f", {one}" for one in needs)


def _joined(text: str, tail: str) -> str:
    return f"{text}: {tail.removeprefix('->').strip()}" if tail else text


def _turned(right: float, down: float, north: str) -> tuple[float, float]:
    """The way east and south to a place that lies so far to the right and down on a map with north there."""
    ways = {"up": (right, down), "left": (-down, right), "down": (-right, -down), "right": (down, -right)}
    return ways[north]


def _point(x: float, y: float) -> str:
    """The point of the compass towards a place so far to the east and south."""
    flat, steep = abs(x) < 0.4143 * abs(y), abs(y) < 0.4143 * abs(x)
    vertical = "" if steep else "south" if y > 0 else "north"
    horizontal = "" if flat else "east" if x > 0 else "west"
    return "-".join(part for part in (vertical, horizontal) if part)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _flat(line: str) -> str:
    """A line of a table as words: what stood in columns is parted by commas."""
    words = re.sub(r"\s{2,}\| (?=\S)", ": ", line).strip(" |-=+")
    return re.sub(r"(?<=[.:;,]), ", " ", re.sub(r"\s{2,}", ", ", words))
