"""The log of trains and ammunition (14, 15)."""

from pbem.core.event import Event
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.supply_events import (
    AmmunitionPickedUp,
    BoxesHandedOver,
    PackSuppliesLost,
    PackTrainAbandoned,
    PackTrainRemanned,
    PointsTransferred,
)
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.words import counted


def tell_supply(log: Log, event: Event) -> bool:
    """Tell an event of trains, transfers or supplies; False where it is none."""
    match event:
        case PackTrainAbandoned(train, personnel, at):
            log.step(
                "train", f"{personnel} leave {train} abandoned in {at}", "", log.field.rule("pack train personnel")
            )
            log.brief.append(f"{train} was abandoned in {at}.")
        case PackTrainRemanned(train, personnel, at, lost):
            log.step(
                None,
                f"{personnel} are back with {train} in {at}{_weaker(lost)}",
                "",
                log.field.rule("pack train personnel"),
            )
            log.brief.append(f"{train} is manned again.")
        case PackSuppliesLost(train, stock, lost, left):
            by_roster = stock != ammunition.points_stock(train)
            gone = _boxes(lost) if by_roster else counted(lost, "ammunition point")
            log.step(
                "train",
                f"{train} loses {gone}; {say.halves(left) if by_roster else left} left",
                "",
                log.field.rule("attacks on a pack train"),
            )
        case PointsTransferred(unit, to, number, left):
            log.head(f"{unit} give {counted(number, 'strength point')} to {to}", log.field.rule("pack train personnel"))
            log.step(None, f"{left} left" if left else f"{unit} are taken off; nobody scores")
        case BoxesHandedOver(unit, supplier, halves, unit_left, supplier_left):
            log.head(
                f"{unit} gets {_boxes(halves)} from {supplier}",
                f"{log.field.rule('pack train ammunition')}, {log.field.rule('sharing ammunition')}",
            )
            has = f"{unit} has {say.halves(unit_left)} now, " if unit_left else ""
            log.step(
                None,
                f"{has}{supplier} {say.halves(supplier_left)}; no MPs are left to either",
                "",
                log.field.rule("resupply"),
            )
        case AmmunitionPickedUp(unit, at):
            log.step(
                "ammo", f"{unit} finds ammunition on the field of {at}: no longer low", "", log.field.rule("resupply")
            )
            log.brief.append(f"{unit} found ammunition.")
        case _:
            return False
    return True


def _weaker(lost: int) -> str:
    return f", which is down by {counted(lost, 'point')} with them" if lost else ""


def _boxes(halves: int) -> str:
    return f"{say.halves(halves)} {'box' if halves <= 2 else 'boxes'}"
