"""Whom the captain sends first into a battle in which half of its strategic units wait beside the map."""

from pbem.core.system import RuleSystem
from pbem.mechanisms.captain import Orders
from pbem.mechanisms.trial import Trial
from pbem.systems.nezperce.battle.orders import Lead
from pbem.systems.nezperce.battle.places import HOMES, half
from pbem.systems.nezperce.battle.state import Battle
from pbem.systems.nezperce.state.position import Campaign


def strongest_lead(system: RuleSystem[Campaign], view: Campaign, side: str, letter: str) -> Orders:
    """The order that the units with most fighters lead, where its owner may say so; the program places them.

    In the first half-turn of a surprise or an ambush everybody on the map may act, or be shot at by all.
    """
    battle = view.battle
    assert isinstance(battle, Battle)
    forces = battle.contact.forces(side)
    fighters = {one.name: sum(piece.kind not in HOMES for piece in one.pieces) for one in forces}
    lead = {*sorted(fighters, key=lambda name: -fighters[name])[: half(forces)]}
    trial = Trial(system, view, side, letter)
    trial.take(Lead(tuple(one.name for one in forces if one.name in lead)))
    return tuple(trial.orders)
