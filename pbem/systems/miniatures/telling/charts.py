"""The tables as pages of a letter: points, moves, ground, fire, morale, melee, victory; and the leaders.

Every number is read from the tables that the game is played by.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.mechanisms.words import Lines, joined, list_of, prose, rows_in_columns
from pbem.reports.letter_style import translate
from pbem.reports.wrap import heading
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.geometry import inches, point
from pbem.systems.miniatures.rules.layout import layout
from pbem.systems.miniatures.rules.morale import FALLS_BACK, LOSES_A_LEVEL
from pbem.systems.miniatures.state.tabletop import Leader, Tabletop
from pbem.systems.miniatures.tables import rating, tables
from pbem.systems.miniatures.telling import chances, sketch

TITLES: Mapping[str, str] = {
    "points table": "operation points by the die; what loading costs (MR-1.2, 5.9)",
    "move table": "inches for an operation, by formation (MR-4.1)",
    "formations table": "front and depth of every unit, and bases (MR-3)",
    "ground table": "where each piece of ground lies, with its corners (MR-4.6)",
    "terrain table": "what ground does to moves, sight and cover (MR-4.6)",
    "units table": "class, weapon and morale of every unit (MR-6.3)",
    "fire table": "numbers to hit by range and cover, and arcs (MR-5)",
    "morale table": "ratings, what changes them, what a failure does (MR-6)",
    "melee table": "what a figure adds to its die (MR-7)",
    "victory table": "points and levels of victory (MR-7.13)",
}
"""The pages, each with what stands on it and where the book has it."""

ALSO: Mapping[str, str] = {
    "operation": "points table", "operations": "points table", "point": "points table", "points": "points table",
    "loading": "points table", "movement": "move table", "move": "move table", "moves": "move table",
    "rates": "move table", "formation": "formations table", "formations": "formations table",
    "base": "formations table", "bases": "formations table", "front": "formations table", "fronts": "formations table",
    "terrain": "terrain table", "ground": "ground table", "corners": "ground table", "cover": "terrain table",
    "sight": "terrain table", "fire": "fire table", "weapon": "fire table", "weapons": "fire table", "hits": "fire table",
    "range": "fire table", "ranges": "fire table", "arc": "fire table", "morale": "morale table",
    "rating": "morale table", "unit": "units table", "units": "units table", "melee": "melee table", "victory": "victory table",
}  # fmt: skip
"""Other names of the pages, before ``table`` or ``chart``."""

NAMED = ("table", "tables", "chart", "charts")
LEADERS = ("leaders", "leader", "ratings")
RECONSTRUCTED = "Our copy of the book lacks these values; they are reconstructed."
SIXTIETHS = 60
"""The cost of a sixteenth of an inch of open ground; the file counts other ground in the same unit."""


def page(table: Tabletop, side: str, word: str) -> tuple[str, ...]:
    """The page for a word: a table, the list of tables, or the leaders; empty for any other word."""
    asked = " ".join(word.lower().split())
    if asked in NAMED:
        return tuple(list_of(TITLES, translate("where they are, and what they are good for")))
    if asked in LEADERS:
        return tuple(_leaders(table, side))
    stem, _, last = asked.rpartition(" ")
    name = ALSO.get(stem, "") if last in NAMED else ALSO[asked] if asked in ("terrain", "weapons", "units") else ""
    if not name:
        return ()
    clauses = TITLES[name].partition("(")[2].rstrip(")")
    lines = [heading(f"HELP {name.upper()}", clauses), "", *PAGES[name](table)]
    return tuple(line.rstrip() for line in lines)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _grid(title: str, rows: Mapping[str, Mapping[str, Any]], columns: Iterable[str]) -> Lines:
    """Rows by columns; ``-`` where a row has nothing."""
    heads = {one: _words(one) for one in columns}
    cells = [(title, *heads.values())]
    cells += [(_words(name), *(str(row.get(one, "-")) for one in heads)) for name, row in rows.items()]
    return rows_in_columns(cells, (12, *(len(one) + 3 for one in heads.values())))


def _points(table: Tabletop) -> Lines:
    points = tables()["operations"]["points"]
    rows = [(translate("die"), *map(str, range(1, len(points) + 1))), (translate("points"), *map(str, points))]
    load = {_words(name): count for name, count in tables()["load"].items()}
    shown = joined([f"{name} {count}" for name, count in load.items()], translate("and"))
    return [
        *prose(translate("A die of ten sides, once a phase, gives every unit of the acting side:"), ""),
        *rows_in_columns(rows, (9, *(4,) * len(points))),
        "",
        *prose(translate("Points to load: {weapons}.", weapons=shown), translate("Only the 5 for a 10 is the book's.")),
    ]


def _moves(table: Tabletop) -> Lines:
    found = tables()["movement"]
    rows = {name: row for name, row in found.items() if isinstance(row, dict)}
    foot = {name: row for name, row in rows.items() if name != "artillery"}
    columns = ("line", "open_order", "column", "skirmish", "mass", "disorder")
    guns = rows["artillery"]
    return [
        *_grid(translate("inches"), foot, columns),
        "",
        *prose(
            translate(
                "Artillery: {limbered} limbered; its crew without guns {crew}; guns moved by hand {hand}.",
                limbered=guns["limbered"],
                crew=guns["skirmish"],
                hand=inches(found["prolonge_sixteenths"]),
            ),
            translate("Back and sideways cost double.  A wheel costs what its outer corner walks."),
            translate(RECONSTRUCTED),
        ),
    ]


def _formations(table: Tabletop) -> Lines:
    """The front and the depth that each unit would have in every formation, with the figures that it has now."""
    rows: list[tuple[str, ...]] = []
    for side in table.scenario.sides:
        title = translate("{side} units", side=CARD.side(side).name)
        rows.append((title, translate("formation"), translate("files"), translate("front"), translate("depth")))
        for unit in table.of(side):
            for n, (name, formed) in enumerate(sketch.formations(unit)):
                found = layout(formed)
                cells = (f"{found.files} x {found.ranks}", inches(found.width), inches(found.depth))
                rows.append(("" if n else f"{unit.name} {unit.figures}", name, *cells))
        rows.append(("",))
    return [*rows_in_columns(rows, (24, 18, 10, 9)), *sketch.base_lines()]


def _ground(table: Tabletop) -> Lines:
    return [*sketch.ground_lines(table)]


def _terrain(table: Tabletop) -> Lines:
    here = {one.type for one in table.scenario.terrain}
    rows = [(translate("ground"), translate("an inch costs"), translate("one sees"), "")]
    for name, one in tables()["terrain"].items():
        if name == "open" or name in here:
            sees = str(one["sees"]) if "sees" in one else "-"
            cost = translate("closed") if one.get("closed") else _times(one["pays"])
            rows.append((_words(name), cost, sees, ", ".join(_exceptions(one))))
    return [
        *rows_in_columns(rows, (16, 15, 10)),
        "",
        *prose(
            *_classes(),
            translate(RECONSTRUCTED),
        ),
    ]


def _units(table: Tabletop) -> Lines:
    """The printed values of each unit, in the sequence of the scenario; of two ratings the first is for cover."""
    rows: list[tuple[str, ...]] = []
    for side in table.scenario.sides:
        title = translate("{side} units", side=CARD.side(side).name)
        rows.append((title, translate("class"), translate("moves as"), translate("weapon"), translate("morale")))
        for unit in (one for one in table.scenario.units if one.side == side):
            face = unit.face
            ratings = dict.fromkeys(str(rating(face.kind, cover)) for cover in (True, False))
            rows.append((unit.name, _words(face.kind), _words(face.row), _words(face.weapon), "/".join(ratings)))
        rows.append(("",))
    return [
        *rows_in_columns(rows, (20, 21, 12, 16)),
        *prose(translate("Of two ratings the first is for cover, the second for the open.")),
    ]


def _classes() -> tuple[str, str]:
    """The class of a target, in sentences."""
    return (
        translate(
            "A target is of class A if it is formed (line, column, mass, limbered) and in the open.  It is one class better "
            "covered in open woods or tall grass, and one if it is not formed."
        ),
        translate("In thicket or fallen timber, and behind works that the fire crosses, it is of class C."),
    )


def _times(pays: int) -> str:
    """The cost of an inch, in inches: 80 is ``1.33``."""
    hundredths = 100 * pays // SIXTIETHS
    return f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")


def _exceptions(one: Mapping[str, Any]) -> Iterable[str]:
    """The exceptions for some units on a kind of ground."""
    for key, who in (("skirmish_pays", "skirmishers"), ("indian_pays", "Indians"), ("mounted_pays", "riders")):
        if key in one:
            yield f"{translate(who)} {_times(one[key])}"
    if "crossing" in one:
        guns = f", {translate('guns')} {one['artillery_crossing']}" if "artillery_crossing" in one else ""
        yield translate("to cross {n} more{guns}", n=one["crossing"], guns=guns)
    if "formations" in one:
        yield translate("for {formations} only", formations=joined(list(map(_words, one["formations"]))))
    barred = [who for key, who in (("mounted", "riders"), ("artillery", "guns")) if one.get(key) is False]
    if barred:
        yield translate("no {who}", who=joined([translate(who) for who in barred], translate("or")))
    if one.get("works"):
        yield translate("works")


def _fire(table: Tabletop) -> Lines:
    here = dict.fromkeys(unit.face.weapon for unit in table.scenario.units)
    rows: list[tuple[str, ...]] = [(translate("weapon"), translate("inches"), "A", "B", "C", "")]
    for name in here:
        least = 0
        for n, band in enumerate(tables()["weapon"][name]):
            dice = translate("{n} dice a figure", n=band["dice"]) if band.get("dice", 1) > 1 else ""
            hits = (str(one) if one else "-" for one in band["hits"])
            rows.append(("" if n else _words(name), f"{f'over {least} ' if least else ''}to {band['to']}", *hits, dice))
            least = band["to"]
    arcs = joined([f"{_words(name)} {half}" for name, half in tables()["arc"].items()])
    return [
        *prose(translate("Each figure rolls a die of ten sides and hits with this or less, by the target's class:")),
        "",
        *rows_in_columns(rows, (18, 16, 4, 4, 4)),
        "",
        *prose(
            *_classes(),
            translate("Degrees of the arc to either side of the facing: {arcs}.", arcs=arcs),
            translate(RECONSTRUCTED),
        ),
    ]


CHANGES: Mapping[str, str] = {
    "army_leader": "a leader is with the unit",
    "no_officer": "neither officer nor leader",
    "depth": "column or mass, three full ranks deep",
    "disordered": "in disorder, unless it rallies",
    "quarter_lost": "each quarter of its figures lost",
    "further_hit": "each hit of the phase after the first, two at most",
    "artillery": "fired at by artillery",
    "charged_by_mounted": "charged by riders",
    "charged_by_formed_foot": "charged by foot in line, open order or column",
    "flank_or_rear": "charged in flank or rear",
    "friends_fleeing": "friends in flight within 6 inches",
}
"""The changes of a morale rating, by the key of the table."""


def _morale(table: Tabletop) -> Lines:
    found = tables()
    here = dict.fromkeys(unit.face.kind for unit in table.scenario.units)
    rows = [(translate("rating"), translate("in cover"), translate("in the open"))]
    rows += [(_words(name), str(found["rating"][name][0]), str(found["rating"][name][1])) for name in here]
    return [
        *rows_in_columns(rows, (22, 12, 12)),
        "",
        *rows_in_columns(((f"{found['morale'][key]:+d}", translate(text)) for key, text in CHANGES.items()), (6,)),
        "",
        *prose(
            translate(
                "A die of ten sides, the rating or less, passes; a 1 always does, a 10 never.  A unit that fails is in "
                "disorder; by {back} or more it falls back, by {level} or more it loses a level of its rating for good as "
                "well.",
                back=FALLS_BACK,
                level=LOSES_A_LEVEL,
            )
        ),
    ]


ADDS: Mapping[str, str] = {
    "mounted": "mounted",
    "charging": "has charged",
    "indian_skirmish": "Indians in skirmish order who have charged",
    "indian_mass": "Indians in mass who have charged",
    "works": "defends works, attacked in front",
    "flank_or_rear": "attacked in flank or rear",
    "disorder": "in disorder",
    "water": "attacked in water",
    "support": "a second figure in the pair",
}
"""The bonuses of a figure's die in a melee, by the key of the table."""


def _melee(table: Tabletop) -> Lines:
    found = tables()["melee"]
    return [
        *prose(
            translate("Figures fight in pairs, each with a die of ten sides; the higher total wins.  A figure adds:"),
            "",
        ),
        *rows_in_columns(((f"{found[key]:+d}", translate(text)) for key, text in ADDS.items()), (6,)),
        "",
        *prose(
            translate("Twice the other's total or more kills, a higher one pushes back, the same does nothing."),
            translate("Whoever has more figures doubles up, at most two against one, the centre first."),
        ),
    ]


def _leaders(table: Tabletop, side: str) -> Lines:
    lines = [heading("HELP LEADERS", "MR-6.7"), ""]
    lines += prose(translate("A leader adds 1 to the morale of a unit, and leads it if it has no officer."))
    for one in (side, table.scenario.enemy(side)):
        lines += ["", f"  {CARD.side(one).name}"]
        lines += rows_in_columns(
            ((name, _where(table, leader)) for name, leader in table.leaders.items() if leader.side == one), (20,)
        )
    return lines


def _where(table: Tabletop, leader: Leader) -> str:
    if not leader.alive:
        return translate("dead")
    if leader.of:
        return translate("with {unit}", unit=leader.of)
    return translate("alone at {place}", place=point(leader.x, leader.y))


PAGES: Mapping[str, Callable[[Tabletop], Lines]] = {
    "points table": _points,
    "move table": _moves,
    "formations table": _formations,
    "ground table": _ground,
    "terrain table": _terrain,
    "units table": _units,
    "fire table": _fire,
    "morale table": _morale,
    "melee table": _melee,
    "victory table": chances.lines,
}
