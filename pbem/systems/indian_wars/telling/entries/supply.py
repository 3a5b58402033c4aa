"""The log of trains, ammunition and breastworks (14, 15, 16.C)."""

from pbem.core.event import Handlers
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.supply.ammunition import CANISTER, SHELL
from pbem.systems.indian_wars.state.notes import points_name
from pbem.systems.indian_wars.state.supply_events import (
    AmmunitionPickedUp,
    BoxesHandedOver,
    BreastworksBegun,
    BreastworksGivenUp,
    BreastworksLoaded,
    BreastworksRaised,
    BuildersCounted,
    MulesUnloaded,
    PackSuppliesLost,
    PackTrainAbandoned,
    PackTrainRemanned,
    PointsTransferred,
    ResupplyBegun,
    ResupplyFailed,
    ShellsHandedOver,
    ShelterTaken,
    UnitResupplied,
)
from pbem.systems.indian_wars.telling.log import Log, counted

OWN_BAGS = "its own saddle bags"

TELL: Handlers[Log] = Handlers("tells")


@TELL.on(MulesUnloaded)
def _unloaded(log: Log, event: MulesUnloaded) -> None:
    clause = log.rule("ammunition on mules")
    log.step("mules", f"{event.unit} takes a point of {event.train} from its mules", "-> not low", clause)
    log.step(None, f"{counted(event.left, 'point')} of {event.train} left", "", clause)
    if log.shot:
        log.shot.is_low = False


@TELL.on(PackTrainAbandoned)
def _abandoned(log: Log, event: PackTrainAbandoned) -> None:
    log.step(
        "train",
        f"{event.personnel} leave {event.train} abandoned in {event.at}",
        "",
        log.rule("pack train personnel"),
    )
    log.brief.append(f"{event.train} was abandoned in {event.at}.")


@TELL.on(PackTrainRemanned)
def _manned_again(log: Log, event: PackTrainRemanned) -> None:
    log.step(
        None,
        f"{event.personnel} are back with {event.train} in {event.at}{_weaker(event.lost)}",
        "",
        log.rule("pack train personnel"),
    )
    log.brief.append(f"{event.train} is manned again.")


@TELL.on(PackSuppliesLost)
def _supplies_lost(log: Log, event: PackSuppliesLost) -> None:
    by_roster = event.stock != points_name(event.train)
    gone = _boxes(event.lost) if by_roster else counted(event.lost, "ammunition point")
    left = say.halves(event.left) if by_roster else event.left
    text = f"{event.train} loses {gone}; {left} left"
    if event.stock.endswith(f" {SHELL}"):
        text = f"{event.train} loses {gone} of shell; {left} left"
    elif event.stock.endswith(f" {CANISTER}"):
        text = f"{event.train} loses {gone} of canister; {left} left"
    log.step("train", text, "", log.rule("attacks on a pack train"))


@TELL.on(PointsTransferred)
def _transferred(log: Log, event: PointsTransferred) -> None:
    log.head(
        f"{event.unit} give {counted(event.number, 'strength point')} to {event.to}",
        log.rule("pack train personnel"),
    )
    log.step(None, f"{event.left} left" if event.left else f"{event.unit} are taken off; nobody scores")


@TELL.on(ResupplyBegun)
def _resupply_begun(log: Log, event: ResupplyBegun) -> None:
    log.head(f"{event.unit} means to resupply from {event.supplier or OWN_BAGS}", log.rule("resupply"))


@TELL.on(UnitResupplied)
def _resupplied(log: Log, event: UnitResupplied) -> None:
    source = event.supplier or OWN_BAGS
    log.head(f"{event.unit} is resupplied from {source}: no longer low on ammunition", log.rule("resupply"))
    left = counted(event.left, "point")
    log.step(None, f"{left} left there; unit and supplier have no MPs left", "", log.rule("resupply"))


@TELL.on(ResupplyFailed)
def _resupply_failed(log: Log, event: ResupplyFailed) -> None:
    log.head(f"{event.unit} is not resupplied: {event.why}", log.rule("resupply"))


@TELL.on(BoxesHandedOver)
def _handed_over(log: Log, event: BoxesHandedOver) -> None:
    log.head(
        f"{event.unit} gets {_boxes(event.halves)} from {event.supplier}",
        f"{log.rule('pack train ammunition')}, {log.rule('sharing ammunition')}",
    )
    has = f"{event.unit} has {say.halves(event.unit_left)} now, " if event.unit_left else ""
    left = say.halves(event.supplier_left)
    log.step(None, f"{has}{event.supplier} {left}; neither has MPs left", "", log.rule("resupply"))


@TELL.on(ShellsHandedOver)
def _shells_handed_over(log: Log, event: ShellsHandedOver) -> None:
    log.head(
        f"{event.unit} gets {_boxes(event.shell)} of shell and {say.halves(event.canister)} of canister from {event.supplier}",
        log.rule("pack train ammunition"),
    )
    log.step(
        None,
        f"{event.unit} has {say.halves(event.unit_shell)} and {say.halves(event.unit_canister)} now, {event.supplier} "
        f"{say.halves(event.supplier_shell)} and {say.halves(event.supplier_canister)}; neither has MPs left",
        "",
        log.rule("resupply"),
    )


@TELL.on(AmmunitionPickedUp)
def _picked_up(log: Log, event: AmmunitionPickedUp) -> None:
    log.step(
        "ammo",
        f"{event.unit} finds ammunition on the field of {event.at}: no longer low",
        "",
        log.rule("resupply"),
    )
    log.brief.append(f"{event.unit} found ammunition.")


def _weaker(lost: int) -> str:
    return f", which is down by {counted(lost, 'point')} with them" if lost else ""


def _boxes(halves: int) -> str:
    return f"{say.halves(halves)} {'box' if halves <= 2 else 'boxes'}"


@TELL.on(BreastworksBegun)
def _begun(log: Log, event: BreastworksBegun) -> None:
    at = log.field[event.unit].at
    log.head(f"{event.unit} ({at}) builds breastworks from the boxes of {event.train}", log.rule("breastworks"))
    log.step(None, "both do nothing else in this player turn")


@TELL.on(BuildersCounted)
def _counted(log: Log, event: BuildersCounted) -> None:
    most = counted(event.most, "unit")
    log.step("builders", f"{log.roll(event.roll)}: {most} may build in this player turn", "", log.rule("breastworks"))


@TELL.on(BreastworksRaised)
def _raised(log: Log, event: BreastworksRaised) -> None:
    log.head(f"{event.unit} lies under breastworks in {event.at}", log.rule("breastworks"))
    log.brief.append(f"{event.unit} has breastworks in {event.at}.")


@TELL.on(BreastworksGivenUp)
def _given_up(log: Log, event: BreastworksGivenUp) -> None:
    log.head(f"{event.unit} gives its breastworks up: {event.why}", log.rule("breastworks"))


@TELL.on(ShelterTaken)
def _sheltered(log: Log, event: ShelterTaken) -> None:
    log.head(f"{event.unit} goes under breastworks that lie in {event.at}", log.rule("breastworks"))


@TELL.on(BreastworksLoaded)
def _loaded(log: Log, event: BreastworksLoaded) -> None:
    log.head(f"{event.unit} loads breastworks of {event.at} back onto {event.train}", log.rule("breastworks"))
