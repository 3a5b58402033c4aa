"""The cup: markers drawn, and the groups that they activate."""

from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Order
from pbem.core.sequence import PhaseId
from pbem.core.umpire import Play, Umpire, ask
from pbem.mechanisms.orders import Advance, NoAdvance, PlanOrder, ResolvePlan, ask_orders, carry_out
from pbem.systems.custer.card import CARD, CUP, CUP_CODE, parts
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.rules.call import letter_of_use, usable, why_unusable
from pbem.systems.custer.rules.movement import enter_the_rest
from pbem.systems.custer.state.battle import Battle, Names
from pbem.systems.custer.state.events import AdvanceIntended, MarkerDrawn, MarkerSetAside, MarkerUsed, TurnBegan
from pbem.systems.custer.title import Marker

USE, DECLINE = "use", "wait"


@dataclass(frozen=True, slots=True)
class SequencePlace:
    """A place in the sequence of play: a draw (`side` "" and the draw's letter), or the phase of a side's marker."""

    turn: int
    side: str
    letter: str

    @property
    def id(self) -> str:
        """``T02.CUP.C`` or ``T02.US.A``."""
        return str(PhaseId(self.turn, CARD.side(self.side).code if self.side else CUP_CODE, self.letter))

    @property
    def phase_letter(self) -> str:
        """The letter on the card."""
        return self.letter if self.side else CUP


@rule("CL-3.1", "CL-3.5", "CL-3.9", "CL-14.2")
def next_place(battle: Battle) -> SequencePlace | None:
    """The phase to be played now, None when the game is over: a draw and its marker's phase by turns.

    A turn is over when no marker is left in the cup that could be used: both sides have used theirs, or cannot (B-103).
    """
    if not battle.phase_over:
        return SequencePlace(*parts(battle.phase))
    if battle.drawn:
        marker = battle.sheet.scenario.by_id(battle.drawn)
        others = Battle(battle.sheet, used=battle.used[:-1])
        return SequencePlace(battle.turn, marker.side, letter_of_use(others, marker))
    if battle.turn == 0:
        return SequencePlace(1, "", "A")
    if usable(battle):
        return SequencePlace(battle.turn, "", chr(ord("A") + len(battle.used)))
    return SequencePlace(battle.turn + 1, "", "A") if battle.turn < battle.sheet.scenario.turns else None


@rule("CL-3.1", "CL-3.2", "CL-3.3", "CL-3.4", "CL-3.5", "CL-3.6", "CL-2.4")
def draw_phase(umpire: Umpire[Battle], place: SequencePlace) -> Play[None]:
    """Draw markers until one is used; those that cannot be, or are declined, are set aside until the next turn."""
    battle = umpire.state
    if place.turn != battle.turn:
        markers = battle.sheet.scenario.markers
        umpire.emit(TurnBegan(place.turn, tuple(one.id for one in markers if one.from_turn <= place.turn)))
    while usable(umpire.state):
        chosen, roll = umpire.draw(umpire.state.cup, "draw", "CL-3.1")
        marker = umpire.state.sheet.scenario.by_id(chosen)
        umpire.emit(MarkerDrawn(marker.id, marker.side, roll))
        why = why_unusable(umpire.state, marker)
        if not why and (yield from _declined(umpire, marker)):
            why = "declined"
        if not why:
            letter = letter_of_use(umpire.state, marker)
            number, limit = umpire.state.uses(marker.side) + 1, umpire.state.limit(marker.side)
            umpire.emit(MarkerUsed(marker.id, marker.side, letter, number, limit))
            return
        umpire.emit(MarkerSetAside(marker.id, why))


@rule("CL-3.8")
def _declined(umpire: Umpire[Battle], marker: Marker) -> Play[bool]:
    """Ask, and return True if its side waits for another marker of the same leader that is still in the cup (ruling B-102)."""
    scenario = umpire.state.sheet.scenario
    others = [one for one in umpire.state.cup if scenario.by_id(one).name == marker.name]
    if not others or not marker.leader:
        return False
    prompt = f"Your {marker.name} marker is drawn; another is in the cup.  Use this one, or wait for the other?"
    choices = (Choice(USE, "use it now"), Choice(DECLINE, "set it aside and wait for the other"))
    facts = (("marker", marker.name), ("turn", str(umpire.state.turn)))
    one = Ask(marker.side, "marker", marker.name, prompt, "3.8", choices, USE, DECLINE, facts)
    return (yield from ask(one)).choice == DECLINE


AFTER = Advance | NoAdvance


@rule("CL-3.1", "CL-3.7", "CL-5.6", "CL-10.7", "CL-5.4", "CL-1.5")
def activation_phase(
    umpire: Umpire[Battle], side: str, letter: str, plan: PlanOrder, resolve: ResolvePlan
) -> Play[None]:
    """The owner's orders: what comes before the fighting from top to bottom, then the attacks in the owner's sequence."""
    marker = umpire.state.marker
    orders: tuple[Order, ...] = ()
    if marker is not None and umpire.state.may:
        orders = yield from ask_orders(side, letter, f"{marker.name} marker: movement, then attacks", "3.7")
    moves = tuple(order for order in orders if not isinstance(order, Attack | AFTER))
    yield from carry_out(umpire, side, letter, moves, plan, resolve)
    enter_the_rest(umpire, side)
    for to, units in _intents(orders).items():
        umpire.emit(AdvanceIntended(units, to))
    attacks = tuple(order for order in orders if isinstance(order, Attack))
    yield from carry_out(umpire, side, letter, attacks, plan, resolve)


@rule("CL-13.6")
def _intents(orders: tuple[Order, ...]) -> dict[str, Names]:
    """The units that should occupy each hex that is attacked; nobody where its attackers are told not to."""
    found: dict[str, Names] = {}
    for order in orders:
        if isinstance(order, Advance):
            found[order.to] = (*found.get(order.to, ()), *order.units)
    for attack in (order for order in orders if isinstance(order, Attack)):
        stays = any(isinstance(order, NoAdvance) and set(order.units) & set(attack.units) for order in orders)
        if stays and attack.target not in found:
            found[attack.target] = ()
    return found
