"""The one text form of every order of the series; `reading` is its inverse."""

from pbem.core.order import Order
from pbem.mechanisms import orders as mechanisms
from pbem.mechanisms.orders import CHANGES as CHANGES
from pbem.mechanisms.orders import along as along
from pbem.mechanisms.orders import together as together
from pbem.systems.indian_wars.orders import records as o


def write(order: Order) -> str:
    """The canonical line.  Raises TypeError for an order of another game."""
    shared = mechanisms.write(order)
    if shared is not None:
        return shared
    match order:
        case o.Rally(units):
            return f"{together(units)} rally"
        case o.NoRally(units):
            return f"{together(units)} no rally"
        case o.Attach(leader, to):
            return f"{leader} attach to {to}"
        case o.Resupply(unit, supplier, boxes):
            return f"{unit} resupply" + (f" {boxes}" if boxes else "") + (f" from {supplier}" if supplier else "")
        case o.Fire(unit, how, target, otherwise):
            return f"{unit} fire {how} at {target}" + (f" else {otherwise}" if otherwise else "")
        case o.Crawl(unit, to):
            return f"{unit} crawl {to}"
        case o.Recover(unit):
            return f"{unit} recover"
        case o.Charge(units, target, via):
            return f"{together(units)} charge {target}" + (f" via {along(via)}" if via else "")
        case o.BuildBreastworks(unit):
            return f"{unit} build breastworks"
        case o.LoadBreastworks(unit):
            return f"{unit} load breastworks"
        case o.AbandonHorses(unit):
            return f"{unit} abandon horses"
        case o.Rout(unit, to, mode, change_at):
            return f"{unit} rout to {to} {mode}".rstrip() + (f" at {change_at}" if change_at else "")
        case _:
            return _write_rest(order)


MODES = {word: mode for mode, word in CHANGES.items()}


def _write_rest(order: Order) -> str:
    match order:
        case o.HitAndRun(unit, target, place, path):
            return f"{unit} hit and run at {target} from {place}" + (f" then move {along(path)}" if path else "")
        case o.SetUp(units, at, mode):
            return f"{together(units)} set up {at} {mode}".rstrip()
        case o.Transfer(unit, number, to):
            return f"{unit} transfer {number} to {to}"
        case o.LookForVillage(leader):
            return f"{leader} look for village".lstrip()
        case o.Melee(units, target):
            return f"{together(units)} melee {target}"
        case o.Pursue(units):
            return f"{together(units)} pursue"
        case o.NoPursuit(units):
            return f"{together(units)} no pursuit"
        case _:
            raise TypeError(f"{type(order).__name__} is no order of the Indian Wars series")
