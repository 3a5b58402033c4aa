"""Letters for those who hear them: the ground of a hex in words, and any letter without what was drawn."""

import re
from collections.abc import Iterator, Sequence

from pbem.language.hints import listed
from pbem.reports.letter_style import translate, translate_plural
from pbem.reports.maps.grid import beside, distance, pair
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Ground, Stack
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.picture.area import SIDES
from pbem.reports.report import REPLY_MARK
from pbem.reports.wrap import ascii_text, wrap

MARK = "## Reply above this line."
"""Stands in these letters in place of `REPLY_MARK`."""
WIDE = 76
FARTHEST = 2
"""Hexes to each side that are told: nineteen of them."""
POINTS = (
    "north", "north-east", "north-east", "east", "south-east", "south-east",
    "south", "south-west", "south-west", "west", "north-west", "north-west",
)  # fmt: skip
"""By twelfths of a circle from north; the six sides of a hex have the names that rules and orders give them."""
UPWARD = {"N": 0, "NE": 2, "SE": 4, "S": 6, "SW": 8, "NW": 10}
"""The sides of a hex on paper, in twelfths of a circle from the top."""
RULED = re.compile(r" ?[-=]{4,}$")
CARET = re.compile(r"^ *\^+ *$")
TO_COPY = re.compile(r"(?:(?<=^)|(?<=\s))\| (?=\S)")


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


def without_drawing(text: str) -> str:
    """A letter without rules, carets and bars, which are read out sign by sign.  Facts stay on their lines."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line == REPLY_MARK:
            line = MARK
        elif CARET.match(line):
            continue
        elif RULED.search(line):
            line = RULED.sub("", line)
            if not line:
                continue
        lines.append(TO_COPY.sub("", line))
    return "\n".join(lines)
