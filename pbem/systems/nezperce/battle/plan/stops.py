"""Stops of a battle for letters: looked at after every half-turn, from what each side sees."""

from dataclasses import dataclass

from pbem.systems.nezperce.battle.actions import lodges_lost
from pbem.systems.nezperce.battle.plan import conditions
from pbem.systems.nezperce.battle.plan.records import ENTRY, LODGES, QUARTER, THIRDS, Mind
from pbem.systems.nezperce.battle.plan.writing import conditions_text
from pbem.systems.nezperce.battle.state import ALERTED, Battle, OfferEnd, other
from pbem.systems.nezperce.card import CARD
from pbem.systems.nezperce.state.contact import ARMY, INDIAN

DRY = 3
"""A plan ran dry if it gave no action in so many half-turns of its side."""
WINDOW, LEAST = 3, 2
"""A quarter of the force, and two units at least, lost within so many game turns."""
LODGES_AT = (1, 4, 7)
OFFER = "offer"
"""Noted in a mind that was told of an offer to end the battle."""
WARNED = 9
"""After so many quiet game turns both sides are asked: the battle ends after the next."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a side is asked: what it is told, what all are told, and whether play must wait for it in every pace."""

    text: str
    public: str
    must: bool


@dataclass(frozen=True, slots=True)
class StopCheck:
    """The results of a side's stops: why it is asked, and what its plan keeps in mind."""

    reasons: tuple[Reason, ...]
    mind: Mind


def is_by_plan(mind: Mind) -> bool:
    """True if a side's half-turns are played by a plan: it has one, or was asked for one and did not choose single orders."""
    return not mind.by_hand and (mind.plan is not None or mind.asked)


def first_asked(battle: Battle) -> tuple[str, ...]:
    """The sides that are asked for a first plan when the units stand: in an ambush or a surprise only the First player."""
    return (ARMY, INDIAN) if battle.state == ALERTED else (battle.first,)


def check_stops(battle: Battle, side: str, acted: bool, could_act: bool) -> StopCheck:
    """Check the stops of a side at the end of a half-turn.  `acted`, `could_act` are of its own half-turn."""
    mind = battle.mind(side)
    if battle.turn == 1 and battle.half == 1 and battle.state != ALERTED and side != battle.first:
        if mind.by_hand:
            return StopCheck((), mind)
        if mind.plan is None:
            mind = _entry(battle, _lodges(battle, _losses(battle, mind, []), []), [])  # it is asked anyway
            text = "The opening half-turn is over: your plan is due now"
            return StopCheck((Reason(text, "The opening half-turn is over", True),), mind)
    if not is_by_plan(mind):
        return StopCheck((), mind)
    found: list[Reason] = []
    mind = _losses(battle, mind, found)
    mind = _lodges(battle, mind, found)
    mind = _entry(battle, mind, found)
    if battle.active == side:
        mind = _dry(mind, found, acted=acted, could_act=could_act)
    mind = _offered(battle, mind, found)
    mind = _quiet(battle, mind, found)
    mind = _own(battle, mind, found)
    if not found and battle.turn - mind.letter_on >= mind.in_force.every and battle.half == 2:
        n = battle.turn - mind.letter_on
        found.append(Reason(f"{n} game turns since your last letter", "", False))
    return StopCheck(tuple(found), mind)


def _losses(battle: Battle, mind: Mind, found: list[Reason]) -> Mind:
    """A further third (or half) of the force is lost; a quarter within three game turns."""
    side, plan = mind.side, mind.in_force
    lost, force = conditions.lost(battle, side), len(conditions.fighting(battle, side))
    parts = 2 if plan.at_half else 3
    name = CARD.side(side).name
    steps = lost * parts // force if force else 0
    if steps > mind.thirds:
        mind = mind.with_(thirds=steps)
        if THIRDS not in plan.off:
            part = "half" if parts == 2 else "third"
            text = f"{lost} of your {force} fighting units are lost: a further {part}"
            found.append(Reason(text, f"{name} has lost a further {part} of its fighting units", False))
            return mind.with_(losses=((battle.turn, lost),))
    losses = tuple(one for one in mind.losses if battle.turn - one[0] <= WINDOW) or ((battle.turn, lost),)
    if (battle.turn, lost) != losses[-1]:
        losses = (*losses, (battle.turn, lost))
    now = lost - losses[0][1]
    if QUARTER not in plan.off and now >= max(LEAST, -(-force // 4)):
        text = f"{now} of your {force} fighting units were lost within {WINDOW} game turns"
        found.append(Reason(text, f"{name} has lost {now} fighting units within {WINDOW} game turns", False))
        losses = ((battle.turn, lost),)
    return mind.with_(losses=losses)


def _lodges(battle: Battle, mind: Mind, found: list[Reason]) -> Mind:
    if mind.side != INDIAN:
        return mind
    lost = lodges_lost(battle)
    before = max(mind.lodges, battle.contact.lodges_lost)
    reached = [n for n in LODGES_AT if before < n <= lost]
    if reached and LODGES not in mind.in_force.off:
        text = f"{lost} lodges are lost" if lost > 1 else "A lodge is lost"
        found.append(Reason(text, text, False))
    return mind.with_(lodges=lost)


def _entry(battle: Battle, mind: Mind, found: list[Reason]) -> Mind:
    enemy = other(mind.side)
    if enemy not in battle.entered or ENTRY in mind.told:
        return mind
    if ENTRY not in mind.in_force.off:
        name = CARD.side(enemy).name
        found.append(Reason(f"The first {name} unit has entered the map", f"The first {name} unit has entered", False))
    return mind.with_(told=(*mind.told, ENTRY))


def _dry(mind: Mind, found: list[Reason], *, acted: bool, could_act: bool) -> Mind:
    if acted or not could_act:
        return mind.with_(dry=0 if acted else mind.dry, is_dry=mind.is_dry and not acted)
    mind = mind.with_(dry=mind.dry + 1)
    if mind.dry >= DRY and not mind.is_dry:
        text = f"Your plan gave no order in {mind.dry} half-turns, though units could act"
        found.append(Reason(text, "", True))
        mind = mind.with_(is_dry=True)
    return mind


def _offered(battle: Battle, mind: Mind, found: list[Reason]) -> Mind:
    """The enemy offers to end the battle (B-043): told once, until a half-turn of theirs has no such offer."""
    enemy = other(mind.side)
    if battle.active != enemy:
        return mind
    if enemy not in battle.offers:
        return mind.with_(told=tuple(one for one in mind.told if one != OFFER))
    has_answered = mind.side in battle.offers or any(isinstance(one, OfferEnd) for one in mind.next)
    if OFFER in mind.told or has_answered:
        return mind
    public = f"{CARD.side(enemy).name} offers to end the battle"
    found.append(Reason(f"{public}: it ends if you write   offer to end the battle", public, True))
    return mind.with_(told=(*mind.told, OFFER))


def _quiet(battle: Battle, mind: Mind, found: list[Reason]) -> Mind:
    quiet = 0 if battle.stirred else battle.quiet + 1
    if quiet < WARNED:
        return mind.with_(told=tuple(one for one in mind.told if one != "quiet")) if battle.stirred else mind
    if battle.half == 2 and "quiet" not in mind.told:
        text = f"{quiet} quiet game turns: after the next the battle ends"
        found.append(Reason(text, text, True))
        return mind.with_(told=(*mind.told, "quiet"))
    return mind


def _own(battle: Battle, mind: Mind, found: list[Reason]) -> Mind:
    plan = mind.in_force
    now = [
        n
        for n, one in enumerate(plan.stops)
        if n not in mind.stopped and conditions.all_hold(one.conditions, battle, mind.side, plan)
    ]
    for n in now:
        found.append(Reason(f"Your stop: {conditions_text(plan.stops[n].conditions)}", "", True))
    return mind.with_(stopped=(*mind.stopped, *now))
