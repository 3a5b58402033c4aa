"""The position of a game of the series as maps and tables show it."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace

from pbem.board.hexmap import CLIFF, DRY_CREEK, FORD, LIGHT_WOODS, MARSH, ROCKS, ROSEBUD_CREEK, HexMap
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Cell, Ground, GroundStyle, StackDrawings
from pbem.reports.maps.panels import enemy_panel, own_panel
from pbem.reports.report import EnemyStack, OwnStack, OwnUnit, Panel
from pbem.reports.wrap import wrap
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.supply import ammunition, pack_train
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import BURNING_CAMP, LEADER, PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling.entries import country, guns
from pbem.systems.indian_wars.telling.log import MODE_LETTERS, counted, enemy_name, joined
from pbem.systems.indian_wars.telling.position import Position, StandingCounters, position
from pbem.systems.indian_wars.title import Title

GROUND_LETTERS = {LIGHT_WOODS: "w", ROCKS: "k", MARSH: "m"}
SIDE_CHARACTERS = {DRY_CREEK: ":", ROSEBUD_CREEK: "~", CLIFF: "#"}
"""The drawing of hexsides; where it is of several kinds the last of these wins."""
RIVER, CREEK = "river", "creek"
RIVER_CHARACTERS = {DRY_CREEK: ":", CREEK: "+", RIVER: "~", FORD: "=", CLIFF: "#"}
"""The same where the sheet has a river, as those of the Little Bighorn do."""

KEY = (
    "MAP KEY   [....] US   <....> Indian",
    "          upper line  the unit's tag, or x5 = five units;  * with a leader",
    "          lower line  stack letter, strength points, mode, worst condition",
    "mode      M mounted   D dismounted   P prone        x mixed",
    "condition r routed    p pinned       d disrupted    l low ammo   f has fired",
    "ground    . clear, level 1  2-7 clear, that level  w woods  k rocks  m marsh",
    "          @ named place   3413 hex number   3413! ! ! !  in an enemy ZOC ({zones of control})",
    "hexsides  ~~~ Rosebud Creek   ### cliff   ::: dry creek (in the panels only)",
)

RIVER_SIDES = "hexsides  ~~~ river   === ford, or possible   +++ creek, ::: dry (in panels)"
VILLAGE_KEY = (
    "village   tipi ^ camp   folk villagers   herd % ponies   fire * burning",
    "guns      3413)  ) ) ) in a gun's field of fire   ! ) ! in an enemy ZOC too",
)
VILLAGE_SIGNS = (
    ("tipi", "camp"),
    ("folk", "villagers"),
    ("herd", "ponies"),
    ("fire", "burning camp or grass"),
    ("arc", "in the field of fire of a gun"),
)


LOOKS = {
    "w": GroundStyle("woods", "light woods"),
    "k": GroundStyle("rocks", "rocks"),
    "m": GroundStyle("marsh", "marsh"),
    "~": GroundStyle("water", "Rosebud Creek"),
    ":": GroundStyle("dry", "dry creek"),
    "#": GroundStyle("cliff", "cliff"),
}
RIVER_LOOKS = {
    **{sign: LOOKS[sign] for sign in "wk:"},
    "~": GroundStyle("water", "river"),
    "+": GroundStyle("creek", "creek"),
    "=": GroundStyle("ford", "ford or possible ford"),
}
LEGEND = (
    "M mounted, D dismounted, P prone, x mixed",
    "r routed, p pinned, d disrupted, l low ammo, f has fired",
)
OWNERS = {"[]": "US", "<>": "Indian"}
TRAINS = frozenset((PACK_TRAIN,))
COUNTED = TRAINS.union(ammunition.ROSTER_ROWS)
"""Counters whose ammunition the field keeps account of, with the roster and without."""

FIRED = {"full": "fired full: stays", "half": "fired half"}


_drawn: dict[tuple[int, str], tuple[HexMap, Ground]] = {}


def ground(sheet: HexMap, title: Title) -> Ground:
    """The sheet as it is drawn for a title; worked out once for each sheet, which serves all games on it."""
    known = _drawn.get((id(sheet), title.id))
    if known is None:
        # The sheet is kept beside its drawing, so that its id stays its own.
        known = _drawn[id(sheet), title.id] = (sheet, _draw(sheet, title))
    return known[1]


def _draw(sheet: HexMap, title: Title) -> Ground:
    cells = {at: Cell(GROUND_LETTERS.get(sheet.terrain(at), ""), sheet.level(at)) for at in sheet}
    sides: dict[tuple[str, str], str] = {}
    has_river = any(RIVER in kinds for kinds in sheet.sides.values())
    characters = RIVER_CHARACTERS if has_river else SIDE_CHARACTERS
    for (a, b), kinds in sheet.sides.items():
        for kind, character in characters.items():
            if a < b and kind in kinds:
                sides[a, b] = character
    places = {at: place.name for place in sheet.places.values() for at in place.hexes}
    village_key = VILLAGE_KEY if "village circles" in title.clauses else ()
    return Ground(
        sheet.columns,
        sheet.rows,
        cells,
        sides,
        places,
        key=tuple(
            line.format_map(title.clauses) for line in (*KEY[:-1], RIVER_SIDES if has_river else KEY[-1], *village_key)
        ),
        stagger=sheet.stagger,
        north=sheet.compass.north,
        overview_sides="~=" if has_river else "~#",
        looks=RIVER_LOOKS if has_river else LOOKS,
        legend=LEGEND,
        owners=OWNERS,
        signs=VILLAGE_SIGNS if village_key else (),
    )


def stacks_of(field: Battlefield, side: str) -> dict[str, list[Counter]]:
    """A side's counters on the map by hex, in hex order, leaders last."""
    return position(field).stacks[side]


def stack_letters(field: Battlefield, side: str) -> dict[str, str]:
    """The letter of each hex that a side stands in: capitals for the US."""
    return position(field).letters[side]


def names_by_letter(field: Battlefield, side: str) -> dict[str, tuple[str, ...]]:
    """The letters of a side's stacks, with the names of those who stand there and are in the tables of units."""
    here = position(field)
    named = here.letters[side]
    return {named[at]: one.names for at, one in here.in_tables[side].items()}


def map_model(field: Battlefield, side: str, involved: frozenset[str] = frozenset()) -> MapModel:
    """The position with the ZOC of the enemies of `side`."""
    here, sheet = position(field), ground(field.sheet.map, field.title)
    drawn = StackDrawings(sheet, here.drawn, here.panels)
    return MapModel(sheet, here.drawn, here.covered[field.enemy_of(side)], involved, drawn=drawn, arcs=here.arcs)


def own_units(here: Position, side: str) -> tuple[OwnStack, ...]:
    """YOUR UNITS."""
    field = here.field
    named, covered = here.letters[side], here.covered[field.enemy_of(side)]
    counted = COUNTED if ammunition.ROSTER in field.options else TRAINS
    return tuple(
        [
            one.own(named[at], _said_of_own, in_zoc=at in covered)
            if counted.isdisjoint(one.kinds)
            else OwnStack(named[at], at, at in covered, _with_supplies(one, field))
            for at, one in here.in_tables[side].items()
        ]
    )


def _said_of_own(units: Sequence[Counter]) -> tuple[OwnUnit, ...]:
    return tuple([_own(unit) for unit in units])


def _with_supplies(here: StandingCounters, field: Battlefield) -> tuple[OwnUnit, ...]:
    return tuple([_supplied(_own(unit), _supplies(unit, field)) for unit in here.units])


def _supplied(unit: OwnUnit, supplies: str) -> OwnUnit:
    return replace(unit, condition=", ".join([one for one in (unit.condition, supplies) if one])) if supplies else unit


def _own(unit: Counter) -> OwnUnit:
    """A unit but for its supplies, of which the field keeps the account."""
    printed = unit.printed
    if printed.kind == LEADER:
        wound = f", {unit.wound} wound" if unit.wound else ""
        return OwnUnit(printed.name, "", "", "", f"leader, {ratings(unit)}{wound}")
    remarks = [FIRED[unit.fired]] if unit.fired else []
    remarks += unit.conditions
    if not unit.has_mounts and unit.is_holder:
        remarks.append("without mounts")
    return OwnUnit(printed.name, str(unit.strength), MODE_LETTERS[unit.mode], points_left(unit), ", ".join(remarks))


def ratings(leader: Counter) -> str:
    """``rating 2, radius 4``: what a leader is worth now."""
    if not leaders.is_fit(leader):
        return "no rating"
    return f"rating {leaders.rating(leader)}, radius {leaders.radius(leader)}"


def _enemy(unit: Counter) -> str:
    """``Crow King 5D``, ``Crazy Horse (rating 2, radius 4)``."""
    return f"{enemy_name(unit)} ({ratings(unit)})" if unit.printed.kind == LEADER else enemy_name(unit)


def _supplies(unit: Counter, field: Battlefield) -> str:
    """The ammunition of a unit where that is counted: boxes by the roster, a train's own stock (14.D, 15)."""
    if unit.kind == PACK_TRAIN:
        return f"{'abandoned, ' * unit.abandoned}{pack_train.supplies_text(field, unit)}"
    if ammunition.is_on_roster(field, unit):
        return f"{say.halves(ammunition.half_boxes_left(field, unit)) or '0'} boxes"
    return ""


def points_left(unit: Counter) -> str:
    """The MPs that a unit has, in its own next or present Movement Phase; ``-`` where only rout movement is left it."""
    if unit.routed:
        return "-"
    if unit.pinned or unit.abandoned or unit.fired == "full":
        return "0"
    allowance = unit.allowance // 2 if unit.fired == "half" or unit.mode == PRONE else unit.allowance
    return str(max(allowance - unit.spent, 0))


def enemy_units(here: Position, side: str) -> tuple[EnemyStack, ...]:
    """ENEMY UNITS YOU CAN SEE: all of them, in this series."""
    other = here.field.enemy_of(side)
    named, faces, covered = here.letters[other], here.faces[other], here.covered[side]
    return tuple(
        [
            one.seen(named[at], faces[at].strength, _said_of_enemies, in_zoc=at in covered)
            for at, one in here.in_tables[other].items()
        ]
    )


def _said_of_enemies(units: Sequence[Counter]) -> tuple[str, ...]:
    return tuple([_enemy(unit) for unit in units])


# Panels of a report besides units and map, the village among them.

NAME = 11


def lines(field: Battlefield) -> Iterator[str]:
    """The lines of the panel, none where the scenario has no village; both sides see all of it."""
    if not field.sheet.scenario.circles or not _is_there(field):
        return
    yield from wrap(_alert(field), 76, first=f"{'alert':<{NAME}}", rest=" " * NAME)
    for circle in field.sheet.scenario.circles:
        parts = list(_camps(field, circles.camps_of(field, circle)))
        parts += [
            f"{one.name} {one.at} burning"
            for one in field.units.values()
            if one.kind == BURNING_CAMP and one.printed.tribe in circle.camps
        ]
        carried = field.notes.village.carried
        roster = field.sheet.roster
        packed = [f"{what} packed, with {by}" for what, by in carried.items() if _is_camp(field, what, circle.camps)]
        lost = [name for name, why in field.gone.items() if name in roster and _is_camp(field, name, circle.camps)]
        parts += packed + [f"{name} gone" for name in lost]
        yield from _wrapped(f"{circle.name:<{NAME}}", parts)
    herds = circles.herds(field)
    if herds:
        loose = field.notes.village.loose
        yield from _wrapped(f"{'herds':<{NAME}}", _by_hex(tuple(one for one in herds if one.name not in loose)))
        yield from _wrapped(f"{'loose':<{NAME}}", _by_hex(tuple(one for one in herds if one.name in loose)))
    crossings = country.fords(field)
    if crossings:
        yield from _wrapped(f"{'fords':<{NAME}}", crossings)
    parties = country.parties(field)
    if parties:
        yield from _wrapped(f"{'hunting':<{NAME}}", parties)
    village = field.notes.village
    captives = [f"{one.guards} with {one.name} {one.at}" for one in field.units.values() if one.guards]
    captives += [f"{what} off the map" for what in village.taken]
    if captives:
        yield from _wrapped(f"{'captured':<{NAME}}", captives)
    yield f"{'villagers':<{NAME}}{counted(village.casualties, 'casualty', 'casualties')} on their track"


def in_sentences(rows: Iterable[str]) -> list[str]:
    """The lines of the panel as sentences, ``herds: 6619 x2, 6620 x2.``, whatever was parted to fit on a line."""
    found: list[str] = []
    for line in rows:
        name, rest = line[:NAME].strip(), line[NAME:].strip()
        if name or not found:
            found.append(f"{name}: {rest}")
        else:
            found[-1] += f" {rest}"
    return [f"{one}." for one in found]


def _is_there(field: Battlefield) -> bool:
    return bool(circles.camps(field) or circles.villagers(field) or circles.herds(field) or field.notes.village.carried)


def _alert(field: Battlefield) -> str:
    alert = field.notes.village.alert
    if alert is None:
        return f"not alerted: the village stays where it is ({field.rule('frozen before the alert')})"
    if field.turn > alert.turn:
        return "alerted: all circles move"
    how = "moves" if alert.by == "us" else "moves freely, the others at half"
    who = "only the" if alert.by == "us" else "the"
    return f"alerted: in Indian turn {alert.turn} {who} {joined(alert.circles)} circle {how}"


def _is_camp(field: Battlefield, name: str, tribes: Container[str]) -> bool:
    return _is_a_camp(field, name) and field.sheet.roster[name].tribe in tribes


def _is_a_camp(field: Battlefield, name: str) -> bool:
    printed = field.sheet.roster.get(name)
    return printed is not None and printed.kind == "camp"


def _camps(field: Battlefield, standing: Iterable[Counter]) -> Iterator[str]:
    """Each camp with its hex; those that have as long to pack behind one word of that."""
    by_time: dict[str, list[str]] = {}
    for camp in standing:
        timer = field.notes.village.timers.get(camp.name)
        rests = "" if timer is None or timer.is_on else ", nobody left to do it"
        time = f"{counted(timer.turns, 'turn', 'turns')} to pack{rests}:" if timer is not None else ""
        by_time.setdefault(time, []).append(f"{camp.name.replace(' camp', '')} {camp.at}")
    for time, camps in by_time.items():
        yield f"{time} {camps[0]}".strip()
        yield from camps[1:]


def _by_hex(herds: tuple[Counter, ...]) -> list[str]:
    count: dict[str, int] = {}
    for one in herds:
        count[one.at] = count.get(one.at, 0) + 1
    return [at if number == 1 else f"{at} x{number}" for at, number in sorted(count.items())]


def _wrapped(head: str, parts: list[str]) -> Iterator[str]:
    """The parts with commas between them, in lines of 76 characters."""
    line, empty = head, True
    for n, part in enumerate(parts):
        piece = part + ("," if n < len(parts) - 1 else "")
        if not empty and len(line) + 1 + len(piece) > 76:
            yield line.rstrip()
            line, empty = " " * NAME, True
        line += piece if empty else f" {piece}"
        empty = False
    if not empty:
        yield line.rstrip()


def _own_units(here: Position, side: str) -> Panel:
    return own_panel(own_units(here, side))


def _enemy_units(here: Position, side: str) -> Panel:
    return enemy_panel(enemy_units(here, side))


def _guns(here: Position, side: str) -> Panel:
    """Nothing where there are none; both sides see all."""
    return Panel("guns", "GUNS", "facing, crew and strength, hexes in the field of fire", tuple(guns.lines(here)))


def _village(here: Position, side: str) -> Panel:
    """Alert, camps and their markers, people and herds; nothing where there is no village."""
    rows = tuple(lines(here.field))
    return Panel("village", "THE VILLAGE", "alert, camps, people, ponies", rows, spoken=tuple(in_sentences(rows)))


PANELS: Sequence[Callable[[Position, str], Panel]] = (_own_units, _enemy_units, _guns, _village)
"""In the sequence in which a report has them."""
