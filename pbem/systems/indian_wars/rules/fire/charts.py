"""Look-ups on the charts of combat.  Every number comes from the data files; a chart without a cell raises ChartGap."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pbem.core.clause import rule
from pbem.core.tomlfile import ChartGap
from pbem.systems.indian_wars.state.field import Battlefield

NO_EFFECT = "-"
BELOW_ONE = "<1"
MOST_NUMBERS = 1 << 8
"""Numbers of data files that are kept as fractions."""


@lru_cache(maxsize=MOST_NUMBERS)
def exact(value: Hashable) -> Fraction:
    """A number of a data file as an exact fraction: ``0.5`` is 1/2."""
    return Fraction(str(value))


def _row(rows: Iterable[Mapping[str, Any]], name: str, chart: str, clause: str) -> Mapping[str, Any]:
    for row in rows:
        if row["id"] == name:
            return row
    raise ChartGap(chart, name, clause)


def _by_total(rows: Iterable[Mapping[str, Any]], total: int, chart: str, clause: str) -> str:
    for row in rows:
        if total <= row["max"]:
            return str(row["result"])
    raise ChartGap(chart, str(total), clause)


# Fire


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the Fire Combat Matrix: its label and the least strength that reaches it."""

    label: str
    least: Fraction


def fire_columns(field: Battlefield, line: str) -> tuple[Column, ...]:
    """The columns that a line (``us``, ``indian``) has, from the left (9.A)."""
    chart = field.sheet.charts["fire"]["fire_matrix"]
    pairs = zip(chart["column_labels"], chart[f"{line}_line_min"], strict=True)
    return tuple(Column(label, exact(least)) for label, least in pairs if least >= 0)


def fire_column(field: Battlefield, line: str, label: str) -> Column:
    """The column of a line with this label."""
    chart = field.sheet.charts["fire"]["fire_matrix"]
    return Column(label, exact(chart[f"{line}_line_min"][chart["column_labels"].index(label)]))


def fire_letter(field: Battlefield, mode: str, label: str) -> str:
    """The letter of the results column for a firer's mode and a column of the matrix (9.A)."""
    chart = field.sheet.charts["fire"]["fire_matrix"]
    row = chart["rows"].get(mode)
    if row is None or label not in chart["column_labels"]:
        raise ChartGap("fire_matrix", f"{mode}, column {label}", field.rule("fire"))
    return str(row[chart["column_labels"].index(label)])


def fire_dice(field: Battlefield) -> str:
    """The dice of a shot."""
    return str(field.sheet.charts["fire"]["fire_results"]["dice"])


def fire_result(field: Battlefield, letter: str, total: int) -> tuple[str, int]:
    """The result in a letter's column, and the least total that gives it; ``-`` and 0 below all (9.D)."""
    column = field.sheet.charts["fire"]["fire_results"].get(letter)
    if column is None:
        raise ChartGap("fire_results", f"column {letter}", field.rule("fire results"))
    return reached(column.items(), total)


def reached(column: Iterable[tuple[str, int]], total: int) -> tuple[str, int]:
    """The result that a total reaches among those with their least totals, and that least one."""
    least, code = max(((least, code) for code, least in column if total >= least), default=(0, NO_EFFECT))
    return str(code), int(least)


def results_of(field: Battlefield, letter: str) -> tuple[tuple[str, int], ...]:
    """The results in a letter's column with their least totals.  Raises KeyError."""
    return tuple(field.sheet.charts["fire"]["fire_results"][letter].items())


def natural(field: Battlefield, what: str) -> int:
    """The natural roll that calls for a check: `what` is ``leader`` or ``ammo`` (9.E, 14.A)."""
    return int(field.sheet.charts["fire"]["fire_results"]["natural"][f"{what}_check_on"])


def is_depleted(field: Battlefield, die: int, *, in_passing: bool) -> bool:
    """True if a depletion die leaves the unit low on ammunition (14.A); `in_passing` in a hit and run (16.G)."""
    name = "hit_and_run_ammo_depleted_on_1d6" if in_passing else "ammo_depleted_on_1d6"
    return die in field.sheet.charts["fire"]["fire_results"]["natural"][name]


@dataclass(frozen=True, slots=True)
class Density:
    """A row of the hex density table: stacking points from `least` to `most`, and its DRM."""

    least: int
    most: int
    drm: int


def density(field: Battlefield, points: int) -> Density:
    """The density row for a hex; no points at all count as the lowest row (9.B.2; ruling A-036)."""
    chart = field.sheet.charts["fire"]["hex_density"]
    rows = [Density(int(row["min"]), int(row["max"]), int(row["drm"])) for row in chart["rows"]]
    if points < rows[0].least:
        return Density(0, rows[0].most, int(chart["zero_points"]["drm"]))
    for row in rows:
        if points <= row.most:
            return row
    # A hex is overstacked only while a phase lasts (6.1): the most crowded row then.
    return rows[-1]


def fire_drm(field: Battlefield, name: str) -> int:
    """A die-roll modifier of fire by its id (9.B)."""
    return int(_row(field.sheet.charts["fire"]["drm"], name, "fire drm", field.rule("fire modifiers"))["drm"])


def fire_factor(field: Battlefield, name: str) -> Fraction:
    """A factor on fire strength by its id (9.B)."""
    return exact(
        _row(field.sheet.charts["fire"]["strength"], name, "fire strength", field.rule("fire modifiers"))["factor"]
    )


# Morale, leaders, horses


def morale_result(field: Battlefield, total: int) -> str:
    """The Morale Check Table (13.A)."""
    return _by_total(
        field.sheet.charts["morale"]["morale_check"]["rows"], total, "morale_check", field.rule("morale check")
    )


def morale_drm(field: Battlefield, name: str) -> int:
    """A modifier of the Morale Check by its id (13.A)."""
    return int(_row(field.sheet.charts["morale"]["morale_drm"], name, "morale drm", field.rule("morale check"))["drm"])


def rally_result(field: Battlefield, total: int) -> str:
    """The Rally Table: ``yes`` or ``no`` (13.C)."""
    return _by_total(field.sheet.charts["morale"]["rally"]["rows"], total, "rally", field.rule("rally table"))


def leader_loss(field: Battlefield, total: int) -> str:
    """The Leader Loss Check Table: ``killed``, ``wounded`` or ``none`` (12.E)."""
    return _by_total(
        field.sheet.charts["leaders"]["leader_loss"]["rows"], total, "leader_loss", field.rule("leader casualties")
    )


def wound_severity(field: Battlefield, die: int) -> str:
    """The Wound Severity Table (12.E)."""
    return _by_total(
        field.sheet.charts["leaders"]["wound_severity"]["rows"], die, "wound_severity", field.rule("leader casualties")
    )


def are_captured(field: Battlefield, die: int) -> bool:
    """The Lost/Abandoned Horses Table (16.B)."""
    return (
        _by_total(field.sheet.charts["special"]["lost_horses"]["rows"], die, "lost_horses", field.rule("horses"))
        == "yes"
    )


def dice_of(field: Battlefield, chart: str, table: str) -> str:
    """The dice of a table, such as ``2d6``."""
    return str(field.sheet.charts[chart][table]["dice"])


# Melee


@dataclass(frozen=True, slots=True)
class Odds:
    """A column of the Melee Combat Results Table: its number from the left, its label ``2:1`` and ratio."""

    number: int
    label: str
    ratio: Fraction


def odds_columns(field: Battlefield, attacker: str) -> tuple[Odds, ...]:
    """The odds columns of the line of the attacking side, from the lowest (10.A)."""
    return _odds_columns(tuple(field.sheet.charts["melee"]["melee_columns"][f"{attacker}_line"]))


@lru_cache(maxsize=8)
def _odds_columns(labels: tuple[str, ...]) -> tuple[Odds, ...]:
    ratios = [Fraction(*map(int, label.split(":"))) for label in labels]
    return tuple(Odds(n, label, ratio) for n, (label, ratio) in enumerate(zip(labels, ratios, strict=True)))


@rule("melee table headers")
def odds_column(field: Battlefield, attacker: str, attack: Fraction, defence: Fraction) -> Odds | None:
    """The column for exact odds, dropped in the defender's favour; None below the lowest (ruling A-056)."""
    columns = odds_columns(field, attacker)
    if defence == 0:
        return columns[-1]
    reached = [column for column in columns if column.ratio <= attack / defence]
    return reached[-1] if reached else None


def melee_result(field: Battlefield, total: int, column: Odds) -> tuple[int, str, str]:
    """The row that a total falls in, and the attacker's and defender's results, such as ``c1 r1`` and ``-`` (10.C)."""
    rows = field.sheet.charts["melee"]["melee_results"]["rows"]
    numbers = sorted(int(name) for name in rows)
    row = min(max(total, numbers[0]), numbers[-1])
    cells = rows.get(str(row))
    if cells is None or column.number >= len(cells):
        raise ChartGap("melee_results", f"{total} in column {column.label}", field.rule("melee results"))
    attacker, _, defender = str(cells[column.number]).partition("/")
    return row, attacker, defender


def melee_drm(field: Battlefield, name: str) -> int | None:
    """A numeric modifier of melee by its id, None if this title has none of the name (10.D, 10.G)."""
    for row in field.sheet.charts["melee"]["melee_drm"]:
        if row["id"] == name and row.get("game", field.title.files) == field.title.files:
            return int(row["drm"])
    return None


def melee_drm_of(field: Battlefield, name: str) -> int:
    """A numeric modifier of melee by its id (10.D, 10.G).  Raises ChartGap if this title has none of the name."""
    found = melee_drm(field, name)
    if found is None:
        raise ChartGap("melee_drm", name, field.rule("melee modifiers"))
    return found


def retreat_before_melee(field: Battlefield, total: int) -> str:
    """The Retreat Before Melee Table: ``yes``, ``no`` or ``no*`` (10.H.1)."""
    return _by_total(
        field.sheet.charts["melee"]["retreat_before_melee"]["rows"],
        total,
        "retreat_before_melee",
        field.rule("retreat before melee"),
    )


def needed_to_retreat(field: Battlefield) -> int:
    """The least total on which a retreat before melee comes off (10.H.1)."""
    rows = field.sheet.charts["melee"]["retreat_before_melee"]["rows"]
    return max((int(row["max"]) for row in rows if row["result"] != "yes"), default=0) + 1


def retreat_before_melee_drm(field: Battlefield, name: str) -> int:
    """A modifier of the Retreat Before Melee by its id."""
    return int(_row(field.sheet.charts["melee"]["rbm_drm"], name, "rbm drm", field.rule("retreat before melee"))["drm"])


def hexes_before_melee(field: Battlefield, mounted: bool) -> int:
    """The hexes that a unit may retreat before melee (10.H.1)."""
    return int(max(field.sheet.charts["melee"]["rbm_distance"]["mounted" if mounted else "dismounted"]))


def pursues(field: Battlefield, die: int) -> bool:
    """True if a pursuit comes off (10.H.2)."""
    return die in field.sheet.charts["melee"]["pursuit"]["success"]


def pursuit_hexes(field: Battlefield, mounted: bool) -> int:
    """The hexes that a pursuer may move (10.H.2)."""
    return int(field.sheet.charts["melee"]["pursuit"]["mounted_hexes" if mounted else "dismounted_hexes"])


def rout_hexes(field: Battlefield, kind: str, mounted: bool) -> int:
    """The hexes of a rout move: `kind` is ``mandatory`` or ``subsequent`` (10.J.2)."""
    chart = field.sheet.charts["melee"]["retreat_distance"]
    return int(chart[f"{kind}_rout"]["mounted" if mounted else "dismounted"])


def mode_change_hexes(field: Battlefield, mounts: bool) -> int:
    """The hexes of a rout by choice that a change of mode counts for at its beginning (10.J.1)."""
    chart = field.sheet.charts["melee"]["retreat_distance"]["voluntary_rout_mode_change_hexes"]
    return int(chart["mount" if mounts else "dismount"])


def retreat_hexes(field: Battlefield, result: str) -> int:
    """The hexes of a result ``r1`` or ``r2`` (10.I).  Raises ChartGap."""
    chart = field.sheet.charts["melee"]["retreat_distance"]
    if result not in chart:
        raise ChartGap("retreat_distance", result, field.rule("retreat"))
    return int(chart[result])


# Victory


def victory_points(field: Battlefield, name: str) -> int:
    """The VPs of an award by its id (17); a title's own row goes before the others."""
    rows = sorted(field.sheet.charts["victory"]["vp"], key=lambda one: one.get("game") != field.title.files)
    return int(_row(rows, name, "victory", field.rule("victory"))["vp"])


def commander_points(field: Battlefield) -> int:
    """The VPs for the death of a commander, by the row of this title (17).  Raises ChartGap."""
    rows = [one for one in field.sheet.charts["victory"]["vp"] if one["id"].startswith("commander_killed")]
    for row in rows:
        if row.get("game") == field.title.files:
            return int(row["vp"])
    raise ChartGap("victory", f"commander_killed, {field.title.files}", field.rule("victory"))


def victory_level(field: Battlefield, ratio: Fraction) -> str:
    """The level of victory for a ratio of winner's to loser's VPs (17)."""
    for row in field.sheet.charts["victory"]["levels"]["rows"]:
        if ratio >= exact(row["at_least"]):
            return str(row["level"])
    raise ChartGap("levels", str(ratio), field.rule("victory"))
