"""The charts as pages of a letter: strategic and tactical terrain, search, rivers, contact, fire, ranges, melee, morale,
units, victory."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pbem import resources
from pbem.mechanisms.words import Lines, list_of, prose, rows_in_columns
from pbem.reports.letter_style import translate
from pbem.reports.wrap import heading
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle.ground import is_doubtful, melee_result, otherwise
from pbem.systems.nezperce.data import FOLDER, cards
from pbem.systems.nezperce.state.position import Campaign

COLUMNS = (10, 5)


def lines(state: Campaign) -> Lines:
    """The rules for winning: when the campaign ends, the awards by side, and the levels of victory."""
    shown = prose(
        translate(
            "The campaign ends after turn {turn} ({dates}); after turn {early} it ends as soon as every Indian unit stands "
            "in Canada.  These score:",
            turn=state.last_turn,
            dates=data.dates(state.last_turn),
            early=data.scenario()["restrictions"]["early_end_after_turn"],
        )
    )
    return [*shown, *points_and_levels()]


def points_and_levels(options: Collection[str] = ()) -> Lines:
    """The awards by side and the levels of victory; no option changes them."""
    table = data.tables()["victory"]
    points = table["points"]
    awards = {
        translate("Army"): (
            (points["army_brave_killed"], translate("each unit of braves killed")),
            (points["army_brave_surrendered"], translate("each unit of braves surrendered")),
            (points["army_lodge_surrendered"], translate("each lodge surrendered")),
            (points["army_lodge_killed"], translate("each lodge killed")),
        ),
        translate("Indian"): (
            (points["indian_brave_surviving_in_canada"], translate("each unit of braves left, in Canada")),
            (points["indian_brave_surviving_in_us"], translate("each unit of braves left, in the States")),
            (points["indian_lodge_surviving_in_canada"], translate("each lodge left, in Canada")),
            (points["indian_lodge_surviving_in_us"], translate("each lodge left, in the States")),
        ),
    }
    shown: Lines = []
    for side, rows in awards.items():
        for n, (worth, what) in enumerate(rows):
            shown += rows_in_columns([("" if n else side, f"{worth:+d}", what)], COLUMNS)
    shown += ["", *prose(translate("Army points less Indian points:"))]
    return shown + [
        line for one in table["levels"] for line in rows_in_columns([("", _span(one), one["result"])], (0, 15))
    ]


def _span(level: dict[str, int]) -> str:
    """``61 and more``, ``41 to 60``, ``below 0``."""
    if "max" not in level:
        return translate("{n} and more", n=level["min"])
    if "min" not in level:
        return translate("below {n}", n=level["max"] + 1)
    return translate("{first} to {last}", first=level["min"], last=level["max"])


TITLES: Mapping[str, str] = {
    "terrain table": "movement points, search; the ground of battles (D4.0)",
    "search table": "what a search needs (B5.2, D4.0)",
    "river table": "crossing major rivers (B4.4.2)",
    "contact table": "the state of contact (C2.2, D4.0)",
    "fire table": "what a shot does (C6.2, D4.0)",
    "range table": "fire strength by range, and scatter (C6.5)",
    "melee table": "what a melee does (C5.2, D4.0)",
    "morale table": "broken or not, and how pins are removed (C6.4)",
    "unit table": "what tactical units are worth (C4.1)",
    "strategic table": "rates, search and evasion of strategic units (B4.1, B5.2)",
    "victory table": "points and levels of victory (D2.0)",
}
"""The pages, each with what stands on it."""

ALSO: Mapping[str, str] = {
    "terrain": "terrain table", "movement": "terrain table", "search": "search table", "searches": "search table",
    "river": "river table", "rivers": "river table", "contact": "contact table", "state of contact": "contact table",
    "fire": "fire table", "shots": "fire table", "range": "range table", "ranges": "range table", "scatter": "range table",
    "melee": "melee table", "morale": "morale table", "pin": "morale table", "pins": "morale table",
    "unit": "unit table", "units": "unit table", "tactical": "unit table", "strategic": "strategic table",
    "rates": "strategic table", "evasion": "strategic table", "victory": "victory table", "points": "victory table",
}  # fmt: skip
"""Other names of the pages, before ``table`` or ``chart``."""

NAMED = ("table", "tables", "chart", "charts")
RECONSTRUCTED = "The book doesn't print these values; they are reconstructed."
REPAIRED = "Our copy of the book lost the layout of this table; docs/nezperce.md says how it was repaired."


Options = Collection[str]
"""The options of a game: some cells read otherwise by them."""


def page(word: str, options: Options = ()) -> tuple[str, ...]:
    """The page for a word: a chart as a game with these options reads it, or the list of charts; empty for any other word."""
    asked = " ".join(word.lower().split())
    if asked in NAMED:
        return tuple(list_of(TITLES))
    stem, _, last = asked.rpartition(" ")
    name = ALSO.get(stem, "") if last in NAMED else ""
    if not name:
        return ()
    lines = [heading(f"HELP {name.upper()}", TITLES[name].partition("(")[2].rstrip(")")), "", *PAGES[name](options)]
    return tuple(line.rstrip() for line in lines)


def _words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def _ground() -> dict[str, Any]:
    return resources.toml(f"{FOLDER}/terrain.toml").data


def _terrain(options: Options) -> Lines:
    strategic, tactical = _ground()["strategic"], _ground()["tactical"]
    rows: list[tuple[str, ...]] = [
        (translate("hex"), translate("MP"), translate("search"), translate("battles are fought on"))
    ]
    rows += [
        (_words(name), str(one["cost"]), f"{one['search_modifier']:+d}", _words(one["tactical_map"]))
        for name, one in strategic["terrain"].items()
    ]
    lines = rows_in_columns(rows, (20, 5, 9))
    lines += prose(
        translate(
            "{enemy} MP more if enemies are in the hex, {river} more across a major river.",
            enemy=strategic["other"]["enemy_hex"]["cost"],
            river=strategic["other"]["major_river_hexside"]["cost"],
        )
    )
    rows = [(translate("in a battle"), translate("MP"), translate("fire"), translate("melee"), translate("sight"))]
    for name, one in tactical["hex"].items():
        sight = translate("blocks") if one["blocks_line_of_sight"] else translate("open")
        barred = f"; {translate('no riders, no guns')}" if one.get("mounted_prohibited") else ""
        rows.append((_words(name), str(one["cost"]), *_modifiers(one), f"{sight}{barred}"))
    for name, one in tactical["hexside"].items():
        sight = translate("blocks") if one["blocks_line_of_sight"] else translate("open")
        cost = f"+{one['cost']}" + (f"/+{one['mounted_cost']}" if one["mounted_cost"] != one["cost"] else "")
        rows.append((f"{_words(name)} {translate('hexside')}", cost, *_modifiers(one), sight))
    return [
        *lines,
        "",
        *rows_in_columns(rows, (20, 7, 7, 7)),
        *prose(
            translate("Behind a slash the cost for riders.  Hexes and hexsides add up.  Leaving the map costs 1 MP.")
        ),
        *prose(translate(RECONSTRUCTED)),
    ]


def _modifiers(one: Mapping[str, Any]) -> tuple[str, str]:
    return f"{one['fire_modifier'] or '-'}", f"{one['melee_modifier'] or '-'}"


def _search(options: Options) -> Lines:
    lines = prose(
        translate("Search values of all Army units in the hex, less the lowest evasion there: the superiority."),
        translate("Below 0 nobody is found.  The faces of the die that make a contact, by terrain:"),
        "",
    )
    terrains = list(_ground()["strategic"]["terrain"].items())
    rows: list[tuple[str, ...]] = [(translate("superiority"), *(_words(name) for name, _ in terrains))]
    for superiority in range(11):
        cells = []
        for _, one in terrains:
            found = [die for die in range(1, 7) if data.is_contact(die + one["search_modifier"], superiority)]
            cells.append("-" if not found else f"{found[0]}-6" if found[0] < 6 else "6")
        rows.append((str(superiority), *cells))
    return [*lines, *rows_in_columns(rows, (14, 14, 16, 18)), "", *prose(translate(REPAIRED))]


def _rivers(options: Options) -> Lines:
    rows: list[tuple[str, ...]] = [(translate("side"), translate("turns"), translate("crosses on"))]
    for side in ("indian", "army"):
        for one in data.tables()["river_crossing"][side]:
            first, last = one["turns"]
            rows.append(
                (side.capitalize(), f"{first}-{last}", ", ".join(map(str, one["success"])) or translate("never"))
            )
    free = data.tables()["river_crossing"]["free_hexside"]
    return [
        *rows_in_columns(rows, (10, 8)),
        "",
        *prose(
            translate("Each unit rolls.  At {free} nobody rolls; the point for the river is paid there too.", free=free)
        ),
    ]


def _contact(options: Options) -> Lines:
    table = data.tables()["state_of_contact"]["columns"]
    rows: list[tuple[str, ...]] = [(translate("die"), *table)]
    for die in range(1, 7):
        cells = [_read("state_of_contact", options, one[die - 1], column=name, row=die) for name, one in table.items()]
        rows.append((str(die), *cells))
    return [
        *rows_in_columns(rows, (5, 12, 12, 12, 12)),
        "",
        *prose(
            translate("A: a search for bands.  B: a search that meets the village."),
            translate(
                "C: a declaration against Washington Volunteers alone.  D: against soldiers.  E: against other volunteers."
            ),
            translate("Surprised: 1 to 3 encamped, 4 to 6 on the trail.  In a town the state is Alerted."),
            _doubts("state_of_contact", options),
            translate(REPAIRED),
        ),
    ]


def _read(table: str, options: Options, printed: str, **cell: object) -> str:
    """A cell as this game reads it, with a star if its place is doubtful."""
    found = otherwise(table, options, **cell) or printed
    return f"{found}*" if is_doubtful(table, **cell) else found


def _doubts(table: str, options: Options) -> str:
    """The meaning of the star, and which options for its cells are in force."""
    known = dict.fromkeys(name for one in data.tables()[table]["doubtful"] for name in one["options"])
    taken = [name for name in known if name in options]
    if taken:
        return translate("* Doubtful cells.  Options in force here: {names}.", names=", ".join(taken))
    return translate(
        "* Doubtful cells.  Options that read them otherwise, none in force here: {names}.", names=", ".join(known)
    )


def _fire(options: Options) -> Lines:
    table = data.tables()["fire"]
    lines = prose(
        translate("The column: fire strength at that range less the target's Defence and Melee."),
        translate("The row: a die with the terrain's modifiers.  P1 and P2 pinned, M morale, K killed."),
        "",
    )
    for name, side in (("army_heads", translate("Army")), ("indian_heads", translate("Indian"))):
        lines.append(f"{side:<7}{''.join(f'{one:>4}' for one in table[name])}")
    for die, row in table["rows"].items():
        heads = zip(row, table["army_heads"], strict=True)
        cells = [_read("fire", options, one, row=int(die), army_head=head) for one, head in heads]
        lines.append(f" {die:>4}  {_in_fours(cells)}")
    return [
        *lines,
        "",
        *prose(translate("Washington Volunteers use the Indian heads."), _doubts("fire", options), translate(REPAIRED)),
    ]


def _in_fours(cells: Sequence[str]) -> str:
    """Cells four characters wide; a star stands in the space behind its cell, so that the cells stay below each other."""
    stars = ["", *("*" if one[-1] == "*" else "" for one in cells)]
    found = [f"{star}{one.rstrip('*'):>{4 - len(star)}}" for star, one in zip(stars, cells, strict=False)]
    return f"{''.join(found)}{stars[-1]}"


def _ranges(options: Options) -> Lines:
    rows: list[tuple[str, ...]] = [(translate("unit"), translate("range"), translate("strength"))]
    for name, bands in (("army", "Army"), ("indian", "Indian, Washington Volunteers"), ("indirect", "indirect fire")):
        for one in data.tables()["range"][name]:
            span = f"{one.get('from', 1)}-{one['to']}" if "to" in one else f"{one['from']}+"
            rows.append((bands, span, translate("full") if one["den"] == 1 else f"{one['num']}/{one['den']}"))
    return [
        *rows_in_columns(rows, (32, 8)),
        "",
        *prose(
            translate(
                "Fractions are dropped.  A shell stays in its hex on 1 and 2, goes a hex astray on 3 and 4, two on 5 and 6."
            ),
            translate("A second die gives the direction: 1 up, then clockwise."),
        ),
    ]


def _melee(options: Options) -> Lines:
    rows: list[tuple[str, ...]] = [(translate("die"), *(f"+{n}" for n in range(6)))]
    for die in range(-1, 7):
        rows.append((str(die), *(_cell(*melee_result(superiority, die)) for superiority in range(6))))
    return [
        *prose(
            translate(
                "The column: the higher total of Defence and Melee less the lower.  The row: a die with the terrain's modifier."
            ),
            translate(
                "Left of the slash the side with the lower total, right of it the other.  1K2M: one killed, two morale rolls."
            ),
            "",
        ),
        *rows_in_columns(rows, (6, 10, 10, 10, 10, 10)),
        "",
        *prose(translate(REPAIRED)),
    ]


def _cell(low: tuple[int, int], high: tuple[int, int]) -> str:
    return "/".join(
        "".join(f"{count}{letter}" for count, letter in zip(one, "KM", strict=True) if count) or "-"
        for one in (low, high)
    )


def _morale(options: Options) -> Lines:
    columns, pins = data.tables()["morale"]["columns"], data.tables()["pins"]
    rows: list[tuple[str, ...]] = [(translate("unit"), translate("falls back, P2"), translate("broken"))]
    for name, printed in columns.items():
        row = [otherwise("morale", options, column=name, row=die) or one for die, one in enumerate(printed, 1)]
        last, star = row.count("P2R"), "*" if is_doubtful("morale", column=name) else ""
        rows.append((_words(name), (f"1-{last}" if last > 1 else "1") + star, f"{last + 1}-6" if last < 5 else "6"))
    return [
        *rows_in_columns(rows, (24, 16)),
        "",
        *prose(
            translate(
                "After its half-turn a side rolls for each pinned unit: P1 goes on 1 to {one}, P2 on 1 to {two}.",
                one=pins["P1_removed_on"][-1],
                two=pins["P2_removed_on"][-1],
            ),
            translate("A broken unit leaves the battle; if it is surrounded it surrenders."),
            _doubts("morale", options),
            translate(REPAIRED),
        ),
    ]


def _units(options: Options) -> Lines:
    file = resources.toml(f"{FOLDER}/units-tactical.toml").data
    rows: list[tuple[str, ...]] = [
        (translate("unit"), translate("mode"), translate("fire"), translate("D&M"), translate("MP"))
    ]
    for one in file["type"].values():
        rows += _faces(one["name"], one)
    for name, one in file["band"].items():
        rows += _faces(_words(name).title(), one)
    return [
        *rows_in_columns(rows, (24, 14, 7, 6)),
        "",
        *prose(
            translate("D&M: Defence and Melee.  Bands that are not listed have the values of Braves."),
            translate(RECONSTRUCTED),
        ),
    ]


def _faces(name: str, one: Mapping[str, Any]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for mode in ("foot", "dismounted", "mounted", "unlimbered", "limbered"):
        if isinstance(one.get(mode), Mapping):
            face = one[mode]
            values = (str(face["fire"]), str(face["defence_melee"]), str(face["move"]))
            found.append((name if not found else "", mode, *values))
    return found


def _strategic(options: Options) -> Lines:
    lines: Lines = []
    for side, value in (("army", "search"), ("indian", "evasion")):
        rows: list[tuple[str, ...]] = [
            (side.capitalize(), translate(value), translate("MP"), translate("tactical units"))
        ]
        for one in cards().values():
            if one.side == side:
                number = one.search if side == "army" else one.evasion
                rows.append((one.name, str(number), f"{one.normal}/{one.fast}", _owned(one.pieces)))
        lines += [*rows_in_columns(rows, (26, 9, 8)), ""]
    return [*lines, *prose(translate(RECONSTRUCTED))]


def _owned(pieces: tuple[tuple[str, str], ...]) -> str:
    kinds = dict.fromkeys(kind for _, kind in pieces)
    return ", ".join(f"{sum(kind == one for _, one in pieces)} {_words(kind)}" for kind in kinds) or "-"


PAGES: Mapping[str, Callable[[Options], Lines]] = {
    "terrain table": _terrain,
    "search table": _search,
    "river table": _rivers,
    "contact table": _contact,
    "fire table": _fire,
    "range table": _ranges,
    "melee table": _melee,
    "morale table": _morale,
    "unit table": _units,
    "strategic table": _strategic,
    "victory table": points_and_levels,
}
