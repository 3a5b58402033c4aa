"""What Indians find on the field (14.C, optional): ammunition, where US units fell."""

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.supply_events import AmmunitionPickedUp

OPTION = "pony pickup"


@rule("optional Indian pickup")
def offer(umpire: Umpire[Battlefield], fought: tuple[str, ...], at: str, us_lost: bool) -> Play[None]:
    """One Indian unit that fought and is low is no longer so, if a US unit lost a point in the melee (14.C)."""
    field = umpire.state
    low = [name for name in fought if name in field and field[name].low_ammo and field[name].side == "indian"]
    if OPTION not in field.options or not us_lost or not low:
        return
    question = Ask(
        "indian",
        "ammunition pickup",
        at,
        f"Ammunition lies on the field of {at}.  Who takes it?",
        umpire.state.rule("resupply"),
        tuple(Choice(name, f"{name} is low no longer") for name in low),
        max(low, key=lambda name: field[name].strength),
        None,
        (("at", at),),
    )
    chosen = yield from leaders.ask_one(question)
    umpire.emit(AmmunitionPickedUp(chosen, at))
