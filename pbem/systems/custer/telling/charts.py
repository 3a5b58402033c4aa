"""The charts as pages of a letter: terrain, combat, units, markers, victory; and the leaders with their bonuses."""

from collections.abc import Callable, Mapping

from pbem.mechanisms.words import Lines, list_of, prose, rows_in_columns
from pbem.reports.letter_style import translate
from pbem.reports.wrap import heading
from pbem.systems.custer.card import SIDE_NAMES
from pbem.systems.custer.rules.combat import shares
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit
from pbem.systems.custer.telling import story

TITLES: Mapping[str, str] = {
    "terrain table": "movement points, and what ground gives a defender (7, 11)",
    "combat table": "who wins, and how many steps are lost (11.11, 12.4)",
    "unit table": "what each kind of counter does (1, 6)",
    "marker table": "markers, their turns, entries (4, 9)",
    "victory table": "points and levels of victory",
}
"""The pages, each with what stands on it."""

ALSO: Mapping[str, str] = {
    "terrain": "terrain table", "movement": "terrain table", "combat": "combat table", "attack": "combat table",
    "losses": "combat table", "odds": "combat table", "fire": "combat table", "melee": "combat table",
    "unit": "unit table", "kind": "unit table", "marker": "marker table", "turn": "marker table",
    "entry": "marker table", "victory": "victory table", "points": "victory table",
}  # fmt: skip
"""Other names of the pages, before ``table`` or ``chart``."""

NAMED = ("table", "tables", "chart", "charts")
LEADERS = ("leaders", "ratings", "rating", "bonus")
HOUSE = "reconstructed"


def page(battle: Battle, side: str, word: str) -> tuple[str, ...]:
    """The page for a word: a chart, the list of charts, or the leaders; empty for any other word."""
    asked = " ".join(word.lower().split())
    if asked in NAMED:
        return tuple(list_of(TITLES, translate("the bonus of every leader in play")))
    if asked in LEADERS:
        return tuple(_leaders(battle, side))
    stem, _, last = asked.rpartition(" ")
    name = ALSO.get(stem, "") if last in NAMED else ALSO[asked] if asked in ("odds", "terrain") else ""
    if not name:
        return ()
    lines = [heading(f"HELP {name.upper()}", TITLES[name].partition("(")[2].rstrip(")")), "", *PAGES[name](battle)]
    return tuple(line.rstrip() for line in lines)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _terrain(battle: Battle) -> Lines:
    chart = battle.sheet.charts["terrain"]
    move, defend = chart["movement"], chart["combat"]
    rows = [(translate("ground"), translate("MP"), translate("defence"))]
    rows += [(_words(name), str(cost), str(defend.get(name, "-"))) for name, cost in move.items()]
    return [
        *rows_in_columns(rows, (24, 8, 8)),
        "",
        *prose(
            translate(
                "Hexes and hexsides add up.  The defence is for each defender on foot, villages too, leaders not (11.3);"
            ),
            translate("a hexside counts only if every attacker comes across it (11.4)."),
        ),
    ]


def _combat(battle: Battle) -> Lines:
    chart = battle.sheet.charts["terrain"]["resolution"]
    lines = prose(
        translate(
            "Attack less defence, {most} at most either way, plus the attacker's {die}, less the defender's.  Above 0 the "
            "attacker wins.  From a margin of {one} the loser loses 1 step, from {two} 2.",
            most=chart["most_difference"],
            die=chart["die"],
            one=chart["one_loss_from"],
            two=chart["two_losses_from"],
        ),
        "",
        translate("In 100 combats:"),
    )
    heads = (
        translate("difference"),
        translate("attacker wins"),
        translate("defender -1"),
        "-2",
        translate("attacker -1"),
        "-2",
    )
    widths = (14, 16, 14, 8, 14, 8)
    lines += rows_in_columns([heads], widths)
    for difference in range(-chart["most_difference"], chart["most_difference"] + 1):
        found = shares(battle, difference)
        cells = (found.wins, found.defender_one, found.defender_two, found.attacker_one, found.attacker_two)
        lines += rows_in_columns([(f"{difference:+d}", *map(str, cells))], widths)
    return lines


def _units(battle: Battle) -> Lines:
    rows: list[tuple[str, ...]] = [(translate("kind"), translate("steps"), translate("mounts"), translate("attacks"))]
    kinds = {face.kind.name: face.kind for face in battle.sheet.roster.values()}
    for kind in kinds.values():
        rows.append(
            (
                kind.name,
                str(kind.hits),
                translate("yes" if kind.mounts else "no"),
                translate("yes" if kind.attacks else "no"),
            )
        )
    status = battle.sheet.charts["kinds"]["status"]
    lines = rows_in_columns(rows, (16, 8, 10, 10))
    less = ", ".join(f"{SIDE_NAMES[side]} {n:+d} MP" for side, n in status["dismounted_mp"].items())
    lines += [
        "",
        *prose(
            translate(
                "Mounting or dismounting costs {cost} MP, in an enemy zone {zone}; on foot {less}, and {more:+d} factor.",
                cost=status["change_cost"],
                zone=status["change_cost_in_zone"],
                less=less,
                more=status["dismounted_cf"],
            ),
            translate("An Army leader calls units within {hexes} hexes.", hexes=status["activation_range"]),
        ),
        "",
    ]
    lines += [*prose(translate("The rulebook prints few factors; the others are ours.")), ""]
    heads = (translate("counter"), translate("factor"), translate("reduced"), translate("MP"))
    for side, name in SIDE_NAMES.items():
        lines += rows_in_columns([(name, *heads[1:])], (24, 8, 10, 6))
        for face in battle.sheet.roster.values():
            if face.side == side and not face.kind.leader:
                numbers = (face.cf, face.cf_reduced if face.kind.hits > 1 else "-", face.mp)
                lines += rows_in_columns([(f"  {face.name}", *map(str, numbers))], (24, 8, 10, 6))
    return lines


def _markers(battle: Battle) -> Lines:
    card = battle.sheet.scenario
    lines = rows_in_columns(
        [(translate("marker"), translate("side"), translate("from turn"), translate("calls"))], (20, 10, 12)
    )
    for one in card.markers:
        calls = (
            translate("{leader} and {units} units", leader=one.leader, units=one.units)
            if one.leader
            else _words(one.group)
        )
        lines += rows_in_columns([(one.id, SIDE_NAMES[one.side], str(one.from_turn), calls)], (20, 10, 12))
    if card.entries:
        lines += ["", *prose(translate("Entering:"))]
        lines += rows_in_columns(
            ((translate("turn {n}", n=one.turn), one.hex, ", ".join(one.units)) for one in card.entries), (12, 8)
        )
    way = card.exit
    if way.hexes:
        lines += [
            "",
            *prose(
                translate("Leaving the board: at {hexes}, for {cost} MP.", hexes=", ".join(way.hexes), cost=way.cost)
            ),
        ]
    return lines


def _leaders(battle: Battle, side: str) -> Lines:
    lines = [heading("HELP LEADERS", "1.8, 10.8"), ""]
    lines += prose(
        translate(
            "The bonus counts in one attack or defence of the leader's hex, together with a unit that stands there."
        ),
        "",
    )
    widths = (20, 8, 10)
    lines += rows_in_columns([(translate("leader"), translate("bonus"), translate("hex"), "")], widths)
    for one in (side, battle.enemy_of(side)):
        lines.append(f"  {SIDE_NAMES[one]}")
        names = [name for name, face in battle.sheet.roster.items() if face.side == one and face.kind.leader]
        lines += rows_in_columns((_bonus(battle, battle[name]) for name in names if name not in battle.gone), widths)
    return [line.rstrip() for line in lines]


def _bonus(battle: Battle, unit: Unit) -> tuple[str, ...]:
    text = translate("hit") if unit.reduced else ""
    return unit.name, f"{unit.factor:+d}", unit.at or translate("to enter"), text


PAGES: Mapping[str, Callable[[Battle], Lines]] = {
    "terrain table": _terrain,
    "combat table": _combat,
    "unit table": _units,
    "marker table": _markers,
    "victory table": story.lines,
}
