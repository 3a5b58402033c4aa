"""Panels of a report besides units and map, the village among them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.reports.report import Panel
from pbem.reports.stacks import enemy_panel, own_panel
from pbem.reports.wrap import wrap
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import BURNING_CAMP, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.telling import map as telling_map
from pbem.systems.indian_wars.telling.entries import guns, secrets
from pbem.systems.indian_wars.telling.entries import herds as hunting
from pbem.systems.indian_wars.telling.position import Position
from pbem.systems.indian_wars.telling.words import counted, joined

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
    crossings = secrets.fords(field)
    if crossings:
        yield from _wrapped(f"{'fords':<{NAME}}", crossings)
    parties = hunting.parties(field)
    if parties:
        yield from _wrapped(f"{'hunting':<{NAME}}", parties)
    village = field.notes.village
    captives = [f"{one.guards} with {one.name} {one.at}" for one in field.units.values() if one.guards]
    captives += [f"{what} off the map" for what in village.taken]
    if captives:
        yield from _wrapped(f"{'captured':<{NAME}}", captives)
    yield f"{'villagers':<{NAME}}{counted(village.casualties, 'casualty', 'casualties')} on their track"


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


def _is_camp(field: Battlefield, name: str, tribes: object) -> bool:
    return _is_a_camp(field, name) and field.sheet.roster[name].tribe in tribes  # type: ignore[operator]


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
    return own_panel(telling_map.own_units(here, side))


def _enemy_units(here: Position, side: str) -> Panel:
    return enemy_panel(telling_map.enemy_units(here, side))


def _guns(here: Position, side: str) -> Panel:
    """Nothing where there are none; both sides see all."""
    return Panel("guns", "GUNS", "facing, crew and strength, hexes in the field of fire", tuple(guns.lines(here)))


def _village(here: Position, side: str) -> Panel:
    """Alert, camps and their markers, people and herds; nothing where there is no village."""
    return Panel("village", "THE VILLAGE", "alert, camps, people, ponies", tuple(lines(here.field)))


PANELS: Sequence[Callable[[Position, str], Panel]] = (_own_units, _enemy_units, _guns, _village)
"""In the sequence in which a report has them."""
