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


# Additions of the game to help pages: its markers, orders, paces and numbers, in few words.

HELP_PAGES: Mapping[str, tuple[str, ...]] = {
    "markers": (
        "HELP MARKERS",
        "",
        "  The desk draws markers from a cup.  A drawn one calls its units: an Army",
        "  leader and so many units within 5 hexes of them, or all of one tribe.",
        "",
        "  | in Custer: Co. C + Co. E move 2018-1918",
        "  | when the Reno marker is drawn: Co. A attack 1622",
        "",
        "  Such a line waits until that marker is drawn, in a later turn if it must;",
        "  say  ready  and it serves without another letter.  It is looked at again",
        "  when it comes; what is not legal then is left out, and the log says so.",
        "  A second marker of one leader is  in second Custer: ...",
        "  While the other side's marker is in play every line needs such a beginning.",
    ),
    "move": (
        "HELP MOVE",
        "",
        "  | Co. C + Co. E + Custer move 2018-1918-1818",
        "",
        "  clear 1, woods 2; besides, for the hexside: ford or ridge 1, river or",
        "  steep ridge 2, edge of a coulee 1; and 1 for each hex entered in an enemy",
        "  zone (7).  It all adds up.  Two units and a leader may end in a hex (8.4).",
        "  All moves come before all attacks (5.6).",
    ),
    "dismount": (
        "HELP DISMOUNT, HELP MOUNT",
        "",
        "  | Co. I dismount; move 1917-1816",
        "",
        "  Once a turn, before the unit moves; 2 MP, in an enemy zone 3 (6).  On foot",
        "  a US unit has 2 MP less, an Indian one 3, and either 1 combat factor more.",
        "  Ground helps only units on foot, and villages (11.3).",
    ),
    "attack": (
        "HELP ATTACK",
        "",
        "  | Co. F + Scouts + Custer attack 1313; advance Co. F",
        "",
        "  All who attack a hex do so in one combat; all in the hex defend (10).  Each",
        "  side adds one ten-sided die to its factors; the difference of the factors",
        "  counts 10 at most (11.11).  The higher number wins, a tie goes to the",
        "  defender; the loser retreats a hex, and loses 1 step from a margin of 4 on,",
        "  2 from 7 on (12).  Where ground helps the defender, every attacker must come",
        "  across it (11.4).  A leader counts in one attack of an activation.",
    ),
    "advance": (
        "HELP ADVANCE",
        "",
        "  | Co. F + Scouts attack 1313; advance Co. F",
        "  | Co. F no advance",
        "",
        "  advance  names who moves in if the hex is left: two and a leader at most",
        "  (13.6).  Without it you are asked, or nobody goes.",
    ),
    "enter": (
        "HELP ENTER, HELP EXIT",
        "",
        "  | Benteen + Co. D + Co. H enter 2824",
        "",
        "  On the entry hex or next to it, at no cost (9.1); units that their marker",
        "  brings enter by themselves if you do not say where.",
        "  | Cheyenne village 1 exit",
        "",
        "  From an exit hex (@ on the map), for 1 MP.",
    ),
    "policies": (
        "HELP POLICIES",
        "",
        "  | policy losses: weakest",
        "  | policy Custer losses: Co. C, Co. E, leader",
        "  | policy route: south",
        "  | policy advance: nobody",
        "  | policy marker: wait",
        "",
        "  A policy answers a question in advance: losses, route (a retreat),",
        "  advance, marker (use it, or wait for the leader's other one).  Wishes are",
        "  units, hexes, strongest, weakest, leader, full strength, nobody, use,",
        "  wait, north, south, east, west; the first that fits is taken.",
    ),
    "pace": (
        "  ask       a drawn marker stops and asks its owner, unless they have",
        "            released orders for it; every question comes to you",
        "  mixed     your first marker of a game turn stops for your letter; a later",
        "            one only if you have nothing on file for it",
        "  policy    your first marker of a game turn stops for your letter, and no",
        "            other does: one with nothing on file does nothing",
        "",
        "  So one letter may hold a whole game turn, marker by marker:",
        "  | Co. A + Co. M move 1623-1622",
        "  | in Custer: Co. C + Co. E + Custer move 2018-1918",
        "  | in Benteen: Benteen + Co. D + Co. H enter 2824",
        "  | ready",
    ),
    "orders": (
        "  | Co. C + Co. E + Custer move 2018-1918-1818",
        "  | Co. I dismount; move 1917-1816",
        "  | Co. F + Scouts attack 1313; advance Co. F",
        "  | in Reno: all in 1623 move 1622",
        "",
        "  Units     as you would say them: Co. C, c, Custer, Crow King.  If a name",
        "            fits two units, we ask which you mean.  stack K is the stack",
        "            with that letter in the report that you answer.",
        "  Markers   a line is for your marker in play;  in Reno: ...  keeps it for",
        "            one that is still to be drawn.",
        "  Order     moves from top to bottom, then the attacks from top to bottom.",
    ),
    "standing": (
        "  | policy losses: weakest",
        "  | policy Custer losses: Co. C, Co. E, leader",
        "  | policy advance: nobody",
    ),
    "help": (
        "markers        the cup, and orders for a marker still to be drawn",
        "move           costs, stacking, enemy zones",
        "dismount       and mount",
        "attack         what counts, the dice, losses and retreats",
        "advance        moving into the hex that was left",
        "enter          and exit",
        "policies       answers to questions before they are asked",
    ),
    "defaults": (
        "a drawn marker     it is used, also where another of its leader is in the cup",
        "movement           nobody moves; units due with the marker enter by themselves",
        "attacks            none",
        "losses             full-strength units first, the strongest of them; then",
        "                   reduced ones, villages, leaders",
        "retreats           of the hexes that the rules leave, the one farthest from",
        "                   the enemy",
        "occupation         nobody advances",
    ),
}

HELP_BESIDE: Mapping[str, str] = {
    "marker": "markers", "cup": "markers", "activation": "markers",
    "moves": "move", "movement": "move", "march": "move", "stack": "move", "stacking": "move", "terrain": "move",
    "mount": "dismount", "mode": "dismount",
    "attacks": "attack", "combat": "attack", "fight": "attack", "assault": "attack", "losses": "policies",
    "occupation": "advance", "occupy": "advance", "no advance": "advance",
    "exit": "enter", "entry": "enter", "flee": "enter", "village": "enter", "villages": "enter",
    "default": "defaults", "policy": "policies", "route": "policies", "retreat": "policies",
}  # fmt: skip
"""Other words for the pages."""


def help_page(word: str) -> tuple[str, ...]:
    """The lines that the game has for a word; none for one that it does not know."""
    asked = " ".join(word.lower().split())
    return HELP_PAGES.get(HELP_BESIDE.get(asked, asked), ())
