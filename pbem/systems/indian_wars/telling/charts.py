"""The charts as pages of a letter: ``help charts`` lists them, each has a page, ``help leaders`` gives the ratings.

Every number is read from the charts that the game is played by, so that a page never says anything else than play does.
Names of rows are the rulebook's and stay English in every language.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.mechanisms.words import Lines, list_of, prose, rows_in_columns
from pbem.reports.letter_style import translate
from pbem.reports.wrap import heading
from pbem.systems.indian_wars.orders.records import LookForVillage
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.fire.fire import POINTS
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling import story
from pbem.systems.indian_wars.telling.log import SIDE_NAMES

TITLES: Mapping[str, str] = {
    "fire table": "strength, mode and 2d6 give MC, MC-1 or losses ({fire}, {fire results})",
    "fire modifiers": "what changes a shot's strength and its roll ({fire modifiers})",
    "melee table": "odds and 1d6 give losses, retreats, routs ({melee results})",
    "melee modifiers": "what changes strength and roll in a melee ({limits on attacks}, {melee modifiers})",
    "retreat table": "retreat before melee, pursuit, rout ({retreat before melee}-{being routed})",
    "morale table": "what a Morale Check does ({morale check})",
    "rally table": "who rallies ({rally attempt}, {rally table})",
    "leader table": "leader losses and wounds ({leader losses}, {leader casualties})",
    "terrain table": "what a hex, a hexside and a change cost ({terrain costs})",
    "ammo table": "running low, the saddle bags, the pack train ({ammunition}, {pack trains})",
    "special table": "horses, breastworks, the village, options ({special rules})",
    "victory table": "points and levels of victory ({victory})",
}
"""The pages, each with what stands on it, and where the book has it."""

ALSO: Mapping[str, str] = {
    "fire": "fire table", "combat": "fire table", "fire results": "fire table", "density": "fire modifiers",
    "fire drm": "fire modifiers", "melee": "melee table", "melee results": "melee table", "odds": "melee table",
    "melee drm": "melee modifiers", "retreat": "retreat table", "pursuit": "retreat table", "rout": "retreat table",
    "retreat before melee": "retreat table", "morale": "morale table", "morale check": "morale table",
    "rally": "rally table", "leader": "leader table", "leader loss": "leader table", "wound": "leader table",
    "terrain": "terrain table", "movement": "terrain table", "cost": "terrain table", "ammo": "ammo table",
    "ammunition": "ammo table", "special": "special table", "horse": "special table", "lost horses": "special table",
    "breastworks": "special table", "village": "special table", "victory": "victory table", "points": "victory table",
    "fire modifier": "fire modifiers", "melee modifier": "melee modifiers",
}  # fmt: skip
"""Other names of the pages; ``table``, ``tables``, ``chart`` and ``charts`` behind them may be left out where that is clear."""

NAMED = ("table", "tables", "chart", "charts")
LIST = ("chart", "charts", "table", "tables")
LEADERS = ("leaders", "ratings", "rating")


def page(field: Battlefield, side: str, word: str) -> tuple[str, ...]:
    """The page for a word: a chart, the list of charts, or the leaders; empty for any other word."""
    asked = " ".join(word.lower().split())
    if asked in LIST:
        return tuple(list_of(TITLES, translate("ratings and command radius of every leader in play")))
    if asked in LEADERS:
        return tuple(_leaders(field, side))
    name = asked if asked in TITLES else ""
    if not name and asked.rpartition(" ")[2] in NAMED:
        stem = asked.rpartition(" ")[0]
        name = ALSO.get(stem, "") or (f"{stem} table" if f"{stem} table" in TITLES else "")
    name = name or (ALSO.get(asked, "") if " " in asked or asked in ("density", "odds", "morale", "terrain") else "")
    if not name:
        return ()
    rules = TITLES[name].rpartition("(")[2].rstrip(")").format_map(field.title.clauses)
    lines = [heading(f"HELP {name.upper()}", rules), ""]
    return tuple(line.rstrip() for line in (*lines, *PAGES[name](field), *_source(field, name)))


def _number(value: Any) -> str:
    """``x1/2``, ``+1``, ``-2``, ``0``."""
    return f"{value:+d}" if isinstance(value, int) and value else str(value)


def _of_title(field: Battlefield, rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [row for row in rows if row.get("game", field.title.files) == field.title.files]


SOURCES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "fire table": (("fire", "fire_matrix"), ("fire", "fire_results")),
    "melee table": (("melee", "melee_columns"), ("melee", "melee_results")),
    "retreat table": (("melee", "retreat_before_melee"),),
    "morale table": (("morale", "morale_check"),),
    "rally table": (("morale", "rally"),),
    "leader table": (("leaders", "leader_loss"), ("leaders", "wound_severity")),
}
"""The tables whose origin a page names, by chart and table."""


def _source(field: Battlefield, name: str) -> Lines:
    found = [field.sheet.charts[chart][table]["provenance"] for chart, table in SOURCES.get(name, ())]
    if not any(one.startswith("reconstructed") for one in found):
        return []
    return ["", *prose(translate("We made this table: the rulebook names it and does not print it."))]


# Fire


def _fire_table(field: Battlefield) -> Lines:
    fire = field.sheet.charts["fire"]
    matrix, results = fire["fire_matrix"], fire["fire_results"]
    labels = matrix["column_labels"]
    lines = prose(translate("1. The firer's strength gives the column, the firer's mode the letter."), "")
    lines += rows_in_columns([(translate("column"), *labels)], (28, *(5,) * len(labels)))
    for line, name in (("us", "US, Scouts"), ("indian", "Indian")):
        reach = [_least(label, least) for label, least in zip(labels, matrix[f"{line}_line_min"], strict=True)]
        lines += rows_in_columns([(translate("{side}: strength from", side=name), *reach)], (28, *(5,) * len(reach)))
    lines += rows_in_columns(((mode, *letters) for mode, letters in matrix["rows"].items()), (28, *(5,) * len(labels)))
    lines += [
        "",
        *prose(translate("2. Roll {dice}, add the modifiers, and read the letter's line:", dice=results["dice"])),
        "",
    ]
    codes = [code for code in results["result_codes"] if code != charts.NO_EFFECT]
    lines += rows_in_columns(
        [(translate("letter"), *(POINTS.get(code, code) for code in codes))], (28, *(10,) * len(codes))
    )
    for letter in sorted(set("".join("".join(row) for row in matrix["rows"].values()))):
        lines += rows_in_columns(
            [(letter, *(f"{results[letter][code]}+" for code in codes))], (28, *(10,) * len(codes))
        )
    natural = results["natural"]
    return [
        *lines,
        "",
        *prose(
            translate("MC is a Morale Check, MC-1 one at -1 (help morale table).  A loss brings a check too."),
            translate("At two hexes a loss is an MC-1 instead ({rule}).", rule=field.rule("long range fire")),
            translate(
                "A natural {leader} checks a leader in the hex ({rule}); a natural {ammo} checks ammunition ({other}).",
                rule=field.rule("leader losses"),
                other=field.rule("depletion"),
                leader=natural["leader_check_on"],
                ammo=natural["ammo_check_on"],
            ),
        ),
    ]


def _least(label: str, least: float) -> str:
    return "-" if least < 0 else label if label == charts.BELOW_ONE else f"{least:g}"


def _fire_modifiers(field: Battlefield) -> Lines:
    fire = field.sheet.charts["fire"]
    lines = prose(translate("To the roll:"))
    lines += rows_in_columns(
        (
            (
                _number(row["drm"]),
                translate("{least} to {most} stacking points in the target hex", least=row["min"], most=row["max"]),
            )
            for row in fire["hex_density"]["rows"]
        ),
        (8,),
    )
    lines += rows_in_columns(
        ((_number(row["drm"]), _plain(row["applies"])) for row in _of_title(field, fire["drm"])), (8,)
    )
    lines += ["", *prose(translate("To the strength, one after the other; fractions are kept:"))]
    for row in _of_title(field, fire["strength"]):
        factor = charts.exact(row["factor"])
        more = "; ".join(_plain(row[one]) for one in ("rounding", "except") if one in row)
        name = row["id"].replace("_", " ")
        lines += rows_in_columns([(f"x{factor}", f"{name}{f' ({more})' if more else ''}")], (8,))
    return lines


def _plain(words: str) -> str:
    """The words of a chart without the numbers of rulings, which mean nothing at the table."""
    return re.split(r" \((?:ruling|[A-Z]{2}-)", words)[0]


# Melee


def _melee_table(field: Battlefield) -> Lines:
    melee = field.sheet.charts["melee"]
    heads = [("US", *melee["melee_columns"]["us_line"]), ("Ind.", *melee["melee_columns"]["indian_line"])]
    rows = [(_roll(row), *cells) for row, cells in melee["melee_results"]["rows"].items()]
    widths = [max(map(len, column)) + 1 for column in zip(*heads, *rows, strict=True)]
    lines = prose(
        translate(
            "Attacker's strength to defender's, dropped to the next lower column; below the first there is no attack."
        ),
        "",
    )
    # Its nine columns fill a line from the first character to the last.
    lines += [line[2:].rstrip() for line in rows_in_columns([*heads, *rows], widths)]
    return [
        *lines,
        "",
        *prose(
            translate(
                "Rows are {dice} and modifiers.  Attacker / defender; c1 loses 1 strength point, r1 retreats 1 hex, Rt routs.",
                dice=melee["melee_results"]["dice"],
            )
        ),
    ]


def _roll(row: str) -> str:
    return {"0": "<=0", "7": "7+"}.get(row, row)


GROUND = {
    "hex": "the defender is in it",
    "hexside": "an attacker comes across it; of several the best for the defender",
}
"""The effect of ground in a melee, by what kind it is."""


def _melee_modifiers(field: Battlefield) -> Lines:
    melee = field.sheet.charts["melee"]
    lines = prose(translate("To the roll:"))
    for row in _of_title(field, melee["melee_drm"]):
        name = row["id"].replace("_", " ")
        where = GROUND.get(row["kind"], "")
        text = _plain(row.get("applies", "")) or (f"per {row['per']}" if "per" in row else where)
        lines += rows_in_columns([(_number(row["drm"]), f"{name}{f': {text}' if text else ''}")], (10,))
    lines += ["", *prose(translate("The strength of a unit, in this sequence; fractions are kept:"))]
    return lines + rows_in_columns(
        ((f"{n}", _plain(one)) for n, one in enumerate(melee["melee_strength"]["order"], 1)), (4,)
    )


def _retreat_table(field: Battlefield) -> Lines:
    melee = field.sheet.charts["melee"]
    chase, away = melee["pursuit"], melee["retreat_distance"]
    lines = prose(
        translate(
            "Retreat before melee: {dice} and modifiers ({rule})",
            rule=field.rule("early retreat"),
            dice=melee["retreat_before_melee"]["dice"],
        )
    )
    lines += _results(melee["retreat_before_melee"]["rows"])
    lines += rows_in_columns(
        ((_number(row["drm"]), _plain(row.get("applies", row["id"]))) for row in melee["rbm_drm"]), (10,)
    )
    on_foot, mounted = melee["rbm_distance"]["dismounted"], melee["rbm_distance"]["mounted"]
    lines += prose(
        translate("no*: all who tried and failed are disrupted."),
        translate("Hexes: {foot} on foot, {mounted} mounted.", foot=_either(on_foot), mounted=_either(mounted)),
        "",
        translate(
            "Pursuit: on {success} of {dice}; {foot} hex on foot, {mounted} mounted; after a charge always ({rule}, {other}).",
            rule=field.rule("pursuit"),
            other=field.rule("charge"),
            success=_either(chase["success"]),
            dice=chase["dice"],
            foot=chase["dismounted_hexes"],
            mounted=chase["mounted_hexes"],
        ),
        "",
        translate(
            "Rout: {foot} hexes on foot, {mounted} mounted at once; later {foot_later} and {mounted_later} a phase ({rule}).",
            rule=field.rule("being routed"),
            foot=away["mandatory_rout"]["dismounted"],
            mounted=away["mandatory_rout"]["mounted"],
            foot_later=away["subsequent_rout"]["dismounted"],
            mounted_later=away["subsequent_rout"]["mounted"],
        ),
    )
    return lines


def _either(values: Sequence[object]) -> str:
    return f" {translate('or')} ".join(map(str, values))


def _results(rows: Sequence[Mapping[str, Any]], what: str = "result") -> Lines:
    """``2 or less``, ``3-4``, ``5 or more`` with what comes of it."""
    found: list[tuple[str, str]] = []
    below: int | None = None
    for row in rows:
        most = int(row["max"])
        least = below + 1 if below is not None else None
        span = (
            translate("{n} or less", n=most)
            if least is None
            else translate("{n} or more", n=least)
            if row is rows[-1]
            else str(most)
            if least == most
            else f"{least}-{most}"
        )
        found.append((span, str(row[what])))
        below = most
    return rows_in_columns(found, (14,))


# Morale and leaders


def _morale_table(field: Battlefield) -> Lines:
    morale = field.sheet.charts["morale"]
    lines = prose(translate("{dice} and modifiers:", dice=morale["morale_check"]["dice"]))
    lines += _results(morale["morale_check"]["rows"])
    lines += [
        "",
        *rows_in_columns(((_number(row["drm"]), _plain(row["applies"])) for row in morale["morale_drm"]), (10,)),
    ]
    return [
        *lines,
        "",
        *prose(
            translate(
                "A mounted unit that would be pinned does this instead ({rule}):", rule=field.rule("pinned by fire")
            )
        ),
        *_pinned(field),
    ]


def _pinned(field: Battlefield) -> Lines:
    pins = field.sheet.charts["morale"]["pin_conversion"]
    found = []
    for key, what in pins.items():
        text = what.get(field.title.files, "") if isinstance(what, Mapping) else what
        if key != "provenance" and text and "grass" not in key:
            found.append((key.replace("_", " "), _plain(text)))
    return rows_in_columns(found, (32,))


def _rally_table(field: Battlefield) -> Lines:
    morale = field.sheet.charts["morale"]
    lines = prose(
        translate(
            "A pinned unit with no enemy combat unit next to it rallies at once ({rule}).  All others roll:",
            rule=field.rule("rally of pinned units"),
        ),
        translate("{dice} and modifiers:", dice=morale["rally"]["dice"]),
    )
    lines += _results(morale["rally"]["rows"])
    return [
        *lines,
        "",
        *rows_in_columns(((_number(row["drm"]), _plain(row["applies"])) for row in morale["rally_drm"]), (10,)),
    ]


def _leader_table(field: Battlefield) -> Lines:
    tables = field.sheet.charts["leaders"]
    lines = prose(translate("Leader loss: {dice}", dice=tables["leader_loss"]["dice"])) + _results(
        tables["leader_loss"]["rows"]
    )
    lines += ["", *prose(translate("Wounded: {dice} for how badly", dice=tables["wound_severity"]["dice"]))]
    lines += [*_results(tables["wound_severity"]["rows"]), ""]
    effects = tables["wound_effects"]
    names = ("light", "moderate", "severe", "mortal")
    return lines + rows_in_columns(((name, _plain(effects[name])) for name in names), (10,))


def _leaders(field: Battlefield, side: str) -> Lines:
    """Every leader in play, of both sides: rating and radius as they are now, and the hex."""
    lines = [heading("HELP LEADERS", f"{field.rule('leaders')}, {field.rule('leader ratings')}"), ""]
    lines += prose(
        translate("The rating helps a Morale Check within the radius, and a rally or melee in the leader's own hex."),
        "",
    )
    widths = (20, 8, 8, 8)
    lines += rows_in_columns(
        [(translate("leader"), translate("rating"), translate("radius"), translate("hex"), translate("with"))], widths
    )
    for one in (side, field.enemy_of(side)):
        lines.append(f"  {SIDE_NAMES[one]}")
        found = [unit for unit in field.of(one) if leaders.counts_as_leader(field, unit)]
        found += [field[name] for name in _waiting(field, one)]
        for unit in sorted(found, key=lambda unit: (unit.printed.rank or 99, unit.name)):
            lines += rows_in_columns([_ratings(unit)], widths)
    return [line.rstrip() for line in lines]


def _waiting(field: Battlefield, side: str) -> list[str]:
    """Leaders who have not entered yet."""
    names = [name for entry in field.sheet.scenario.entries if entry.side == side for name in entry.units]
    return [name for name in names if name in field and field[name].is_leader and not field[name].at]


def _ratings(unit: Counter) -> tuple[str, ...]:
    wound = f"{unit.wound} wound" if unit.wound else ""
    if not leaders.is_fit(unit):
        return unit.name, "-", "-", unit.at, wound
    more = ", ".join(part for part in (unit.attached_to, wound) if part)
    return unit.name, _number(leaders.rating(unit)), str(leaders.radius(unit)), unit.at or translate("to enter"), more


# Ground, ammunition, the rest


def _terrain_table(field: Battlefield) -> Lines:
    terrain = field.sheet.charts["terrain"]
    lines = rows_in_columns([(translate("hex"), translate("mounted"), translate("on foot"))], (24, 10, 10))
    for row in _of_title(field, terrain["hex"]):
        cost = ("-", "-") if row.get("prohibited") else (str(row["mounted"]), str(row["dismounted"]))
        lines += rows_in_columns([(row["type"].replace("_", " "), *cost)], (24, 10, 10))
    lines += ["", *prose(translate("Besides, for the hexside:"))]
    for row in _of_title(field, terrain["hexside"]):
        per = f" per {row['per']}" if "per" in row else ""
        price = translate("never") if row.get("prohibited") else f"{row['cost']}{per}"
        lines += rows_in_columns([(row["type"].replace("_", " "), price)], (24,))
    lines += ["", *prose(translate("And to do something:"))]
    for row in _of_title(field, terrain["activity"]):
        what = row["cost"]
        price = ", ".join(f"{name} {n}" for name, n in what.items()) if isinstance(what, Mapping) else f"{what}"
        lines += rows_in_columns([(row["id"].replace("_", " "), price)], (24,))
    return lines


def _ammo_table(field: Battlefield) -> Lines:
    ammo, natural = field.sheet.charts["ammo"], field.sheet.charts["fire"]["fire_results"]["natural"]
    rows = [
        (
            translate("a natural roll of"),
            str(natural["ammo_check_on"]),
            translate("to fire checks the firer's ammunition"),
        ),
        (
            translate("1d6 for the check"),
            _either(natural["ammo_depleted_on_1d6"]),
            translate("the unit is low: half its fire"),
        ),
        (
            translate("the same in a hit and run"),
            _either(natural["hit_and_run_ammo_depleted_on_1d6"]),
            translate("low"),
        ),
        (translate("a pack train"), str(ammo["basic"]["pack_train_points"]), translate("points of ammunition")),
        (
            translate("saddle bags"),
            str(field.sheet.scenario.data.get("ammo_points", ammo["basic"]["rosebud_historical_saddlebag_points"])),
            translate("points of ammunition"),
        ),
        (
            translate("at the end"),
            str(ammo["basic"]["vp_us_per_low_ammo_unit_at_end"]),
            translate("US point for each low unit"),
        ),
    ]
    lines = rows_in_columns(rows, (28, 12))
    roster = ammo["roster"].get(field.title.files, {})
    lines += [
        "",
        *prose(
            translate(
                "With the option of ammunition rosters, boxes for each unit ({rule}):",
                rule=field.rule("ammunition options"),
            )
        ),
    ]
    lines += rows_in_columns(((name, str(n)) for name, n in roster.items()), (28,))
    return lines + rows_in_columns(
        ((name.replace("_", " "), str(charts.exact(cost))) for name, cost in ammo["box_cost"].items() if name in BOXES),
        (28,),
    )


BOXES = ("full_strength_shot", "voluntary_half_strength", "advance_fire", "hit_and_run", "low_for_vp_at_or_below")
"""Actions that cost boxes, and the number of boxes from which on a unit counts as low at the end."""


def _special_table(field: Battlefield) -> Lines:
    special = field.sheet.charts["special"]
    lines = prose(
        translate(
            "Lost horses ({rule}): {dice}, captured on", rule=field.rule("horses"), dice=special["lost_horses"]["dice"]
        )
    )
    lines += _results(special["lost_horses"]["rows"])
    works = special["breastworks"]
    lines += prose(
        "",
        translate(
            "Breastworks ({rule}): {units} units a turn; {each} for each pack train; it is within {near} hexes.",
            rule=field.rule("breastworks"),
            units=works["units_this_turn"],
            each=works["per_pack_train"],
            near=works["pack_train_within"],
        ),
    )
    if LookForVillage in field.title.verbs:
        search, limit = special["village_search"], special["indian_casualty_limit"]
        first = "; ".join(_outcome(row) for row in search["on_declaration_1d6"])
        last = "; ".join(_outcome(row) for row in search["at_end_1d6"])
        lines += prose(
            "",
            translate(
                "Village ({rule}): when the search is declared, 1d6: {first}.  At the end, 1d6: {last}.",
                rule=field.rule("village"),
                first=first,
                last=last,
            ),
            "",
            translate(
                "Option, Indian casualty limit ({rule}): no melee from {ban} losses on; {late} VP a loss from the 14th on.",
                rule=field.rule("casualty limit"),
                ban=limit["melee_ban_at"],
                late=limit["vp_each"]["from_14th"],
            ),
        )
    if "variable entry" in field.title.clauses:
        entry = special["variable_entry"]
        lines += prose(
            "",
            translate(
                "Option, variable entry ({rule}): {dice}, turns of delay",
                rule=field.rule("variable entry"),
                dice=entry["dice"],
            ),
        )
        lines += _results(entry["rows"], "delay_turns")
    return lines


def _outcome(row: Mapping[str, Any]) -> str:
    parts = [f"US {row['us_vp']} VP"] if "us_vp" in row else []
    parts += [f"US loses {row['us_losses']}"] if "us_losses" in row else []
    if "exit_allowed" in row:
        parts.append("units may leave the map" if row["exit_allowed"] else "nobody leaves the map")
    return translate("up to {n}", n=row["max"]) + f" {', '.join(parts)}"


PAGES: Mapping[str, Callable[[Battlefield], Lines]] = {
    "fire table": _fire_table,
    "fire modifiers": _fire_modifiers,
    "melee table": _melee_table,
    "melee modifiers": _melee_modifiers,
    "retreat table": _retreat_table,
    "morale table": _morale_table,
    "rally table": _rally_table,
    "leader table": _leader_table,
    "terrain table": _terrain_table,
    "ammo table": _ammo_table,
    "special table": _special_table,
    "victory table": story.lines,
}
