"""The data for a real table set up from a letter: ground with its corners, bases, fronts and depths (MR-3)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from pbem.reports.letter_style import translate
from pbem.reports.report import Panel
from pbem.reports.wrap import WIDTH, glued, wrap
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.rules.layout import column_files, layout, segments
from pbem.systems.miniatures.state.tabletop import ARTILLERY, COLUMN, SKIRMISH, Tabletop, Terrain, Unit
from pbem.systems.miniatures.table.measures import inches, point, root

CORNERS = "inches east, north of the south-west corner"
Fact = tuple[str, str]
"""A label, and what is said of it."""
LABEL = 14
"""Characters for the name of what a line is about."""


def panels(table: Tabletop) -> tuple[Panel, ...]:
    """The ground of the table, and how units stand on it."""
    about = (
        ("ground", translate("GROUND"), CORNERS, tuple(_ground(table))),
        ("bases", translate("BASES"), translate("width by depth, inches"), tuple(_bases())),
    )
    return tuple(
        Panel(
            name,
            title,
            note,
            tuple(_lines(facts)),
            spoken=(_sentence(note), *(f"{label}: {text}." for label, text in facts)),
        )
        for name, title, note, facts in about
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def ground_lines(table: Tabletop) -> list[str]:
    """The ground as lines of a letter."""
    return _lines(_ground(table))


def base_lines() -> list[str]:
    """The bases and formations as lines of a letter."""
    return _lines(_bases())


def _ground(table: Tabletop) -> Iterator[Fact]:
    """The table's size, and each piece of ground with its type and its corners; a road or stream with its line and width."""
    scenario = table.scenario
    size = (
        f"{inches(scenario.width)} {translate('east to west')}, {inches(scenario.depth)} {translate('south to north')}"
    )
    yield (translate("table"), size)
    for one in scenario.terrain:
        yield (one.id.replace("-", " "), _extent(one))


def _extent(one: Terrain) -> str:
    kind = one.type.replace("_", " ") + (f", {translate('level')} {one.level}" if one.level else "")
    if not one.line:
        return f"{kind}: {translate('corners')} {', '.join(glued(point(*at)) for strip in one.strips for at in strip)}"
    wide = inches(width_of(one))
    return f"{kind}: {translate('along')} {', '.join(glued(point(*at)) for at in one.line)}, {wide} {translate('wide')}"


def width_of(one: Terrain) -> int:
    """The width of a road, a stream or works, in sixteenths."""
    first, *_, last = one.strips[0]
    return root((first[0] - last[0]) ** 2 + (first[1] - last[1]) ** 2)


def _bases() -> Iterator[Fact]:
    """The sizes of bases, and how files and ranks make a front."""
    bases = tables.tables()["bases"]
    sizes = ((translate("on foot"), "foot"), (translate("mounted"), "mounted"), (translate("gun"), "gun"))
    for words, name in sizes:
        wide, deep = bases[name]
        yield (words, f"{inches(wide)} {translate('by')} {inches(deep)}")
    rules = (
        (translate("line"), translate("two ranks, base to base; depth two bases")),
        (translate("open order"), translate("one rank, base to base")),
        (translate("column"), translate("as many abreast as the unit's line says; the others in ranks behind")),
        (
            translate("skirmish"),
            translate("one rank, a base apart; double: two ranks, a base apart, depth three bases"),
        ),
        (translate("mass, disorder"), translate("as nearly square as can be, base to base")),
        (translate("guns"), translate("side by side, an inch apart")),
    )
    for words, rule in rules:
        yield (words, rule)
    yield (
        translate("where"),
        translate("the middle of its front edge; the page  help formations table  has every front"),
    )


def stands(unit: Unit) -> str:
    """``4 by 3, front 3.00, depth 2.25``: files by ranks, and what they cover."""
    found = layout(unit)
    covers = f"{translate('front')} {inches(found.width)}, {translate('depth')} {inches(found.depth)}"
    bend = segments(unit, found.width)
    # Each segment has by how much the next one turns.
    turns = [f"{inches(long)} {translate('turned {n} left', n=angle)}" for (_, angle), (long, _) in pairwise(bend)]
    bent = f", {translate('bent from its right end')}: {inches(bend[0][0])}, {', '.join(turns)}" if turns else ""
    return f"{found.files} {translate('by')} {found.ranks}, {covers}{bent}"


def formations(unit: Unit) -> Iterator[tuple[str, Unit]]:
    """The formations that a unit may stand in with the figures that it has, each with the unit in it."""
    for name in tables.formations_of(unit.face):
        if name == COLUMN and not column_files(unit.figures):
            continue
        if unit.face.row == ARTILLERY and name == SKIRMISH and unit.has_guns:
            continue
        formed = unit.with_(formation=name, ranks=1, bend=(), abreast=0)
        yield name.replace("_", " "), formed
        if name == SKIRMISH and unit.figures > 1:
            yield f"{SKIRMISH} double", formed.with_(ranks=2)


def _lines(facts: Iterable[Fact]) -> list[str]:
    wrapped = (wrap(text, WIDTH, first=f"{label:<{LABEL - 1}} ", rest=" " * LABEL) for label, text in facts)
    return [line for lines in wrapped for line in lines]
