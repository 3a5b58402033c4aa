"""The one text form of every order of the series; `reading` is its inverse."""

from pbem.core.order import Order
from pbem.systems.indian_wars import orders as o


def together(units: tuple[str, ...]) -> str:
    """``A/2 Cav + B/2 Cav``."""
    return " + ".join(units)


def along(path: tuple[str, ...]) -> str:
    """``3413-3414``."""
    return "-".join(path)


def write(order: Order) -> str:
    """The canonical line.  Raises TypeError for an order of another game."""
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
        case o.Move(units, path):
            return f"{together(units)} move {along(path)}"
        case o.ChangeMode(unit, mode):
            return f"{unit} {CHANGES[mode]}"
        case o.Crawl(unit, to):
            return f"{unit} crawl {to}"
        case o.Recover(unit):
            return f"{unit} recover"
        case o.Stay(units):
            return f"{together(units)} stay"
        case o.Charge(units, target, via):
            return f"{together(units)} charge {target}" + (f" via {along(via)}" if via else "")
        case o.BuildBreastworks(unit):
            return f"{unit} build breastworks"
        case o.LoadBreastworks(unit):
            return f"{unit} load breastworks"
        case o.AbandonHorses(unit):
            return f"{unit} abandon horses"
        case o.Rout(unit, to, mode):
            return f"{unit} rout to {to} {mode}".rstrip()
        case o.Exit(units, edge):
            return f"{together(units)} exit {edge}".rstrip()
        case _:
            return _write_rest(order)


CHANGES = {"mounted": "mount", "dismounted": "dismount", "prone": "prone"}
MODES = {word: mode for mode, word in CHANGES.items()}


def _write_rest(order: Order) -> str:
    match order:
        case o.HitAndRun(unit, target, place, path):
            return f"{unit} hit and run at {target} from {place}" + (f" then move {along(path)}" if path else "")
        case o.Enter(units, at, mode):
            return f"{together(units)} enter {at} {mode}".rstrip()
        case o.SetUp(units, at, mode):
            return f"{together(units)} set up {at} {mode}".rstrip()
        case o.Transfer(unit, number, to):
            return f"{unit} transfer {number} to {to}"
        case o.LookForVillage(leader):
            return f"{leader} look for village".lstrip()
        case o.Melee(units, target):
            return f"{together(units)} melee {target}"
        case o.Advance(units, to):
            return f"{together(units)} advance {to}"
        case o.NoAdvance(units):
            return f"{together(units)} no advance"
        case o.Pursue(units):
            return f"{together(units)} pursue"
        case o.NoPursuit(units):
            return f"{together(units)} no pursuit"
        case o.Pass():
            return "pass"
        case _:
            raise TypeError(f"{type(order).__name__} is no order of the Indian Wars series")
