"""Orders as letters print them: the one canonical form of each."""

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
    facing = f" face {one.degrees}" if one.degrees >= 0 else ""
    match one.verb:
        case "move":
            return ", ".join(map(_part, one.parts))
        case "prolonge":
            return f"prolonge {', '.join(map(_part, one.parts))}"
        case "face":
            return f"face {one.toward or one.degrees}"
        case "form":
            return f"form {one.formation.replace('_', ' ')}{' double' if one.ranks == 2 else ''}{facing}"
        case "fire":
            return f"fire only if {one.only}" if one.only else "fire"
        case "rally":
            return f"rally{facing}"
        case "charge" | "contact":
            via = f" via {' '.join(map(place_text, one.via))}" if one.via else ""
            return f"{one.verb} {one.target or 'nearest'}{via}"
    return one.verb


def _part(one: Part) -> str:
    length = f" {inches(one.length)}" if one.length >= 0 else ""
    place = f" {place_text(one.place)}" if one.place is not None else ""
    match one.verb:
        case "wheel":
            text = f"wheel {one.side} {one.degrees}"
        case "sidestep":
            text = f"sidestep {one.side}{length}"
        case _:
            text = f"{one.verb}{place}{length}"
    if one.within >= 0:
        text += f" within {inches(one.within)}" + (f" of {place_text(one.of)}" if one.of is not None else "")
    return text + (f" until in {one.until}" if one.until else "")


def place_text(place: Place) -> str:
    """A place."""
    if place.kind == POINT:
        return point(place.x, place.y)
    if place.kind == EDGE_OF:
        return f"edge of {place.name}"
    return f"{place.name} edge" if place.kind == TABLE_EDGE else place.name
