"""Orders as letters print them: the one canonical form of each."""

from dataclasses import replace

from pbem.core.order import Order
from pbem.systems.miniatures.orders.records import (
    EDGE_OF,
    POINT,
    TABLE_EDGE,
    Act,
    Condition,
    Join,
    Operation,
    Part,
    Place,
)
from pbem.systems.miniatures.table.angles import compass
from pbem.systems.miniatures.table.lengths import inches, point


def write(order: Order) -> str:
    """An order's line."""
    if isinstance(order, Join):
        return f"{order.leader}: join {order.unit}" if order.unit else f"{order.leader}: leave"
    assert isinstance(order, Act)
    roll = f"if {order.roll}{' or more' if order.or_more else ''}: " if order.roll else ""
    lines: list[str] = []
    for operation in order.operations:
        text = operation_text(operation)
        if lines and lines[-1].partition(" x")[0] == text:
            lines[-1] = f"{text} x{int(lines[-1].partition(' x')[2] or 1) + 1}"
        else:
            lines.append(text)
    return f"{roll}{order.unit}: {'; '.join(lines)}"


def operation_text(one: Operation) -> str:
    """An operation, its condition included."""
    text = _plain(one)
    if one.when is not None and one.otherwise:
        return f"{_condition(one.when)}: {text} else {operation_text(one.otherwise[0])}"
    if one.when is not None:
        return f"{text} {_condition(one.when)}"
    return text


def _condition(one: Condition) -> str:
    if one.kind == "within":
        return f"if within {inches(one.length)}" + (f" of {one.unit}" if one.unit else "")
    return f"if {'not ' if one.negated else ''}{one.kind}"


def _plain(one: Operation) -> str:
    facing = f" face {one.degrees}" if one.degrees >= 0 else f" facing {one.toward}" if one.toward else ""
    match one.verb:
        case "move":
            return ", ".join(map(_part, one.parts))
        case "prolonge":
            return f"prolonge {', '.join(map(_part, one.parts))}"
        case "face":
            return f"face {one.toward or one.degrees}"
        case "form":
            return (
                f"form {one.formation.replace('_', ' ')}{' double' if one.ranks == 2 else ''}{_bend(one.bend)}{facing}"
            )
        case "fire":
            return f"fire only if {one.only}" if one.only else "fire"
        case "rally":
            return f"rally{facing}"
        case "charge" | "contact":
            via = f" via {' '.join(map(place_text, one.via))}" if one.via else ""
            return f"{one.verb} {one.target or 'nearest'}{via}"
    return one.verb


def _bend(bend: tuple[tuple[int, int], ...]) -> str:
    """Length and angle of each segment but the last, which is as long as figures are left for it."""
    turns = (f" {inches(length)} {abs(angle)}{'L' if angle > 0 else 'R'}" for length, angle in bend[:-1])
    return f" bend{''.join(turns)}" if bend else ""


def _part(one: Part) -> str:
    length = f" {inches(one.length)}" if one.length >= 0 else ""
    place = f" {place_text(one.place)}" if one.place is not None else ""
    match one.verb:
        case "wheel":
            text = f"wheel {one.side} {one.degrees}"
        case "sidestep":
            text = f"sidestep {one.side}{length}"
        case "beside":
            text = f"beside{place} by{length}"
        case "exit":
            text = f"exit {one.place.name if one.place is not None else ''}"
        case _:
            text = f"{one.verb}{place}{length}"
    if one.within >= 0:
        text += f" within {inches(one.within)}" + (f" of {place_text(one.of)}" if one.of is not None else "")
    return text + (f" until in {one.until}" if one.until else "") + (f" not into {one.shuns}" if one.shuns else "")


def place_text(place: Place) -> str:
    """A place."""
    if place.off:
        return f"{inches(place.off)} inches {compass(place.bearing)} of {place_text(replace(place, off=0))}"
    if place.kind == POINT:
        return point(place.x, place.y)
    if place.kind == EDGE_OF:
        return f"edge of {place.name}"
    return f"{place.name} edge" if place.kind == TABLE_EDGE else place.name
