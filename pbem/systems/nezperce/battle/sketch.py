"""The map of a battle as text: two lines a row of hexes, since the even columns lie half a hex lower."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.board import hexes
from pbem.reports.letter_style import translate
from pbem.reports.maps.hex_position import Ground, signs_alone
from pbem.reports.maps.map_panel import Clickable, MapPanel
from pbem.reports.picture.over import Named, over
from pbem.reports.picture.shapes import Caption, Scene
from pbem.systems.nezperce.battle import ground, picture
from pbem.systems.nezperce.battle.charts import values
from pbem.systems.nezperce.battle.picture import BattleMark
from pbem.systems.nezperce.battle.state import Battle, Fighter
from pbem.systems.nezperce.lying import Lying
from pbem.systems.nezperce.state.contact import ARMY, INDIAN

SIGNS = {"open": ".", "tree_stand": "t", "rocked_and_broken": "^"}
NEAR = 4
COLOURS = signs_alone(us="AC", them="IL", cliff="X", woods="t", rocks="^", creek="~/\\", ridge="=#")
"""The signs of the map by what they look like in colour."""


def sign(battle: Battle, at: str) -> str:
    """The sign of a hex: X both sides, L a lodge, C a camp, I braves, A the Army, else its terrain."""
    army, indian = battle.at(at, ARMY), battle.at(at, INDIAN)
    if army and indian:
        return "X"
    if indian:
        return "L" if any(one.kind == "lodge" for one in indian) else "I"
    if army:
        return "C" if army[0].kind == "camp" else "A"
    return SIGNS[ground.sheet(battle.contact.map).terrain(at)]


def sketch(battle: Battle, places: tuple[str, ...], margin: int) -> list[str]:
    """The map round some places: a character a hex, streams and ridges between them."""
    land = ground.sheet(battle.contact.map)
    found = [hexes.column_and_row(one) for one in places] or [hexes.column_and_row(one) for one in land]
    left, right = max(land.columns[0], min(found)[0] - margin), min(land.columns[1], max(found)[0] + margin)
    rows = [one[1] for one in found]
    top, bottom = max(land.rows[0], min(rows) - margin), min(land.rows[1], max(rows) + margin)
    cells = [[" "] * (2 * (right - left + 1) + 1) for _ in range(2 * (bottom - top + 1) + 1)]
    for at in land:
        column, row = hexes.column_and_row(at)
        if not (left <= column <= right and top <= row <= bottom):
            continue
        x, y = 2 * (column - left) + 1, _line(at) - 2 * top
        cells[y][x] = sign(battle, at)
        for near in land.neighbours(at):
            kinds = land.edges(at, near)
            if ground.STREAM in kinds or ground.RIDGE in kinds:
                _side(cells, x, y, _line(near) - _line(at), int(near[:2]) - column, ground.STREAM in kinds)
    marks = [f"{top + n // 2:02}" if n % 2 == 0 and top + n // 2 <= bottom else "  " for n in range(len(cells))]
    columns = [f"{one:02}" for one in range(left, right + 1)]
    ruler = [f"    {' '.join(one[n] for one in columns)}" for n in range(2)]
    return [*ruler, *(f"{mark} {''.join(cell)}".rstrip() for mark, cell in zip(marks, cells, strict=True))]


def _line(at: str) -> int:
    column, row = hexes.column_and_row(at)
    return 2 * row + (column % 2 == 0)


def _side(cells: list[list[str]], x: int, y: int, down: int, right: int, is_stream: bool) -> None:
    """A stream or a ridge on the side toward a neighbour."""
    if right == 0:
        y, mark = y + down // 2, "~" if is_stream else "="
    else:
        mark = ("/" if (down > 0) == (right > 0) else "\\") if is_stream else "#"
        x, y = x + right, y + (1 if down > 0 else 0)
    if 0 <= y < len(cells) and 0 <= x < len(cells[0]):
        cells[y][x] = mark


def described(one: Fighter) -> str:
    """A unit in words: where it is, its mode, its values, its marker."""
    now = values(one)
    pin = f" P{one.pin}" if one.pin else ""
    where = one.at or "wait"
    return f"  {one.name:<27} {where:<4}  {one.mode:<10} {now.fire:>2} {now.melee:>2} {now.move:>2}{pin}"


@dataclass(frozen=True)
class BattleMap(MapPanel):
    """The map panel of a battle."""

    battle: Battle
    marks: tuple[BattleMark, ...] = ()

    def overview(self) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`: where anybody stands, and two hexes round that."""
        return sketch(self.battle, tuple(sorted(picture.shown(self.battle))), 2)

    def whole(self) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        return sketch(self.battle, (), 0)

    def around(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        land, most = ground.sheet(self.battle.contact.map), radius or NEAR
        near = [one for one in self.battle.on_map() if land.distance(at, one.at) <= most]
        return [*sketch(self.battle, (at,), most), "", *(described(one) for one in near)]

    def in_sentences(self, at: str, radius: int) -> list[str]:
        """See `reports.maps.map_panel.MapPanel`."""
        who: dict[str, list[str]] = {}
        for one in self.battle.on_map():
            who.setdefault(one.at, []).append(one.name)
        return self.lying().in_sentences(at, radius or NEAR, who)

    @property
    def extent(self) -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        return translate("north is up")

    @property
    def coloured_as(self) -> Ground:
        """See `reports.maps.map_panel.MapPanel`."""
        return COLOURS

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `reports.maps.map_panel.MapPanel`."""
        return (
            "I braves  L lodge  A Army  C camp  X both sides  ~ / \\ stream  = # ridge",
            ". open  t trees  ^ rocked and broken; an even column lies half a hex lower",
        )

    def has(self, at: str) -> bool:
        """See `reports.maps.map_panel.MapPanel`."""
        return at in ground.sheet(self.battle.contact.map)

    def a_place(self, side: str = "") -> str:
        """See `reports.maps.map_panel.MapPanel`."""
        return next((one.at for one in self.battle.on_map(side)), "1410")

    def to_lay_over(self, title: str, names: Mapping[str, Sequence[str]]) -> Scene:
        """See `reports.maps.map_panel.MapPanel`."""
        units: dict[str, list[Named]] = {}
        for one in self.battle.on_map():
            units.setdefault(one.at, []).append(Named(one.name, picture.COLOURS[one.side]))
        return over(((at, int(at[:2]) % 2 == 0) for at in ground.sheet(self.battle.contact.map)), units, title)

    def lying(self) -> Lying:
        """See `reports.maps.map_panel.MapPanel`."""
        land = ground.sheet(self.battle.contact.map)
        return Lying(land, lambda at: land.terrain(at).replace("_", " "))

    def picture(self, caption: Caption, *, whole: bool = False) -> Scene:
        """See `reports.maps.map_panel.MapPanel`."""
        return picture.scene(self.battle, self.marks, caption, whole=whole)

    def clickable(self) -> Clickable:
        """See `reports.maps.map_panel.MapPanel`."""
        # Drawing is imported when something is drawn.
        from pbem.systems.nezperce.telling import clicking

        return clicking.tactical(self.battle)
