"""The phases of a battle: the set-up, half-turns, and its end.  C2, C3, C7."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.clause import rule
from pbem.core.event import Event, OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.order import Ambiguous, Order, Problem
from pbem.core.system import NOBODY, Plan, Silent
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.systems.nezperce.battle import actions, combat, players, setup, tally, telling
from pbem.systems.nezperce.battle.events import Acted, EndOffered, FighterMoved, ModeChanged, PinRolled, PlayStopped
from pbem.systems.nezperce.battle.ground import is_unpinned, values
from pbem.systems.nezperce.battle.plan import running, stops
from pbem.systems.nezperce.battle.plan.reading import PlanReader, is_plan_like
from pbem.systems.nezperce.battle.plan.records import BattlePlan, PlanOrder
from pbem.systems.nezperce.battle.plan.writing import write
from pbem.systems.nezperce.battle.state import (
    CAMPS,
    KILLED,
    LEFT,
    PLACE_PHASE,
    SIDE_PHASE,
    SURRENDERED,
    Battle,
    Change,
    Charge,
    Fighter,
    Fire,
    Go,
    OfferEnd,
    Shell,
    Surrender,
    other,
)
from pbem.systems.nezperce.battle.words import Words
from pbem.systems.nezperce.battles import Battles, Coming, roll_die
from pbem.systems.nezperce.card import LOOKS
from pbem.systems.nezperce.state.contact import ARMY, INDIAN, Contact, Force, ForceOutcome, Outcome
from pbem.systems.nezperce.state.events import BattleEnded

# The order language of battles with its plans.


class PlanWords(Words):
    """`battles.BattleWords`: single orders, and the lines of plans."""

    def write(self, order: Order) -> str:
        """See `battles.BattleWords`."""
        return write(order)

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        """See `battles.BattleWords`."""

        def single(line: str) -> Order | Problem:
            found = Words.read(self, line, view, side)
            return found if isinstance(found, Problem) else found[0]

        mind = view.battle.mind(side)
        draft = mind.draft or mind.plan or BattlePlan()
        line, reader = " ".join(text.split()), PlanReader(view.battle, side, draft, single)
        found = reader.read(line)
        if found is not None:
            return found
        read = super().read(text, view, side)
        is_at_stop = bool(view.battle.asked) and isinstance(read, Problem) and not isinstance(read, Ambiguous)
        return (reader.unnumbered(line) or read) if is_at_stop else read

    def letters_of(self, text: str, present: str) -> tuple[str, ...]:
        """See `battles.BattleWords`: what is said of a plan is for the stop at which it is written."""
        if present in LOOKS or is_plan_like(" ".join(text.split())):
            return (present,)
        return super().letters_of(text, present)


Desk = Umpire[Any]
QUIET, LAST = 10, 100
"""After so many quiet game-turns in a row, and after this game-turn, the battle is over."""


def sets_up(desk: Desk) -> Play[None]:
    """Phase J; a side that has nobody on the map when all are set up has lost the battle."""
    yield from setup.units_are_placed(desk)
    if len(combat.present(desk).steps) == 1:
        _end_if_over(desk)
        if desk.state.battle is not None:
            desk.emit(PlayStopped(stops.first_asked(combat.present(desk)), ("The units are set up",)))
    desk.emit(PhaseEnded(desk.phase))


@rule("NP-C3.1a", "NP-C3.1b", "NP-C3.2b")
def half_turn(desk: Desk) -> Play[None]:
    """Phase H: a side acts, by its plan or by orders of its own, then rolls for its pinned units.  B-042."""
    desk.emit(PhaseBegan(desk.phase))
    battle = combat.present(desk)
    side, may_act = battle.active, can_act(battle)
    acts = battle.acts
    if may_act and stops.is_by_plan(battle.mind(side)):
        yield from running.by_plan(desk, side, carried_out)
    elif may_act:
        yield from _by_hand(desk, side)
    if desk.state.battle is not None:
        _unpin(desk, side)
        _end_of_half(desk)
    if desk.state.battle is not None:
        running.look_at_stops(desk, acted=combat.present(desk).acts > acts, could_act=may_act)
    desk.emit(PhaseEnded(desk.phase))


def _by_hand(desk: Desk, side: str) -> Play[None]:
    """A half-turn whose orders come in a letter, if none came at the stop before it; a plan in it hands over to the plan."""
    orders: tuple[Order, ...] = running.written_ahead(desk, side)
    if not orders:
        (answer,) = yield from ask_all([Ask(side, ORDERS, "H", "Orders?")])
        orders = tuple(answer.orders)
    running.take(desk, side, [one for one in orders if isinstance(one, PlanOrder)])
    if stops.is_by_plan(combat.present(desk).mind(side)):
        yield from running.by_plan(desk, side, carried_out)
        return
    for order in orders:
        if isinstance(order, PlanOrder):
            continue
        if desk.state.battle is None:
            break
        planned = actions.plan(combat.present(desk), side, order)
        if isinstance(planned, Problem):
            desk.emit(OrderMoot(side, order, planned))
            continue
        yield from carried_out(desk, side, order)


def carried_out(desk: Desk, side: str, order: Order) -> Play[None]:
    """Carry out a legal order, whoever gave it; the battle may be over then."""
    with desk.act(side, order):
        yield from resolve(desk, side, order)
    _end_if_over(desk)


def looks(desk: Desk) -> Play[None]:
    """Phases P and Q: play has stopped; those who are asked write, the others may."""
    desk.emit(PhaseBegan(desk.phase))
    yield from running.looked(desk)
    desk.emit(PhaseEnded(desk.phase))


def can_act(battle: Battle) -> bool:
    """True if the active side has anything to do."""
    side = battle.active
    able = [
        one
        for one in battle.on_map(side)
        if one.pin < 2 and (values(one).move or values(one).fire or one.mode != "foot")
    ]
    return bool(able or actions.entries(battle, side) or (side == INDIAN and battle.on_map(side)))


@rule("NP-C3.1b", "NP-C4.3.1", "NP-C5.1a")
def resolve(desk: Desk, side: str, order: Order) -> Play[None]:
    """Carry out an order that is legal."""
    battle = combat.present(desk)
    match order:
        case OfferEnd():
            desk.emit(EndOffered(side))
        case Surrender(unit):
            combat.out(desk, unit, SURRENDERED)
        case Change(unit, mode):
            desk.emit(Acted(unit))
            desk.emit(ModeChanged(unit, mode))
        case Go(unit, path, leaves):
            desk.emit(Acted(unit))
            points = _go(desk, battle, unit, path, leaves)
            if leaves:
                combat.out(desk, unit, LEFT)
            else:
                yield from combat.melee(desk, side, path[-1], ((unit, points),))
        case Charge(units, paths):
            for unit in units:
                desk.emit(Acted(unit))
            spent = tuple((unit, _go(desk, battle, unit, path, False)) for unit, path in zip(units, paths, strict=True))
            yield from combat.melee(desk, side, paths[0][-1], spent)
        case Fire(unit, target, path):
            desk.emit(Acted(unit))
            yield from combat.fire(desk, unit, target, bool(path))
            if path and desk.state.battle is not None:
                path = as_far_as_enemies(combat.present(desk), side, path)
                points = _go(desk, battle, unit, path, False)
                yield from combat.melee(desk, side, path[-1], ((unit, points),))
        case Shell(unit, at):
            desk.emit(Acted(unit))
            yield from combat.shell(desk, unit, at)


@rule("NP-C4.2a", "NP-C6.3")
def as_far_as_enemies(battle: Battle, side: str, path: tuple[str, ...]) -> tuple[str, ...]:
    """A path up to the first hex with enemies: one that was fired at may have fallen back into it."""
    met = next((n for n, at in enumerate(path) if n and battle.at(at, other(side))), len(path))
    return path[: met + 1]


def _go(desk: Desk, battle: Battle, unit: str, path: tuple[str, ...], leaves: bool) -> int:
    one = combat.now(desk, unit)
    points = actions.spent(battle, one.with_(at=battle_at(battle, unit)), path, leaves)
    assert isinstance(points, int)
    if len(path) > 1 or not one.at:
        desk.emit(FighterMoved(unit, path, points, not one.at))
    return points


def battle_at(battle: Battle, unit: str) -> str:
    """The hex of a unit when its action began."""
    found = battle.unit(unit)
    return found.at if found is not None else ""


@rule("NP-C3.2c")
def _unpin(desk: Desk, side: str) -> None:
    """The active side rolls once for each of its pinned units.  B-062."""
    for one in combat.present(desk).on_map(side):
        if one.pin:
            roll = roll_die(desk, f"pin {one.name}", "NP-C3.2")
            desk.emit(PinRolled(one.name, one.pin, roll, is_unpinned(one.pin, roll.natural)))


@rule("NP-C3.1c")
def loser(battle: Battle, at_end: bool = False) -> str:
    """The side without a unit on the map, "" as long as both have some.  B-038."""
    second = other(battle.first)
    for side in (battle.first, second):
        if battle.on_map(side):
            continue
        may_still_come = side == second and battle.turn <= 1 and battle.waiting(side)
        if may_still_come and not (at_end and battle.half == 2):
            continue
        return side
    return ""


def _end_if_over(desk: Desk) -> None:
    battle = combat.present(desk)
    if side := loser(battle):
        _end(desk, battle, side, _nobody(side))


def _nobody(side: str) -> str:
    return "The Army has no unit left on the map" if side == ARMY else "The Indian side has no unit left on the map"


def _end_of_half(desk: Desk) -> None:
    """After a half-turn: nobody left, both agree, too long quiet, or the last game-turn.  B-043."""
    battle = combat.present(desk)
    if side := loser(battle, True):
        _end(desk, battle, side, _nobody(side))
    elif {ARMY, INDIAN} <= set(battle.offers):
        _end(desk, battle, "", "Both sides agree to end the battle")
    elif battle.half == 2 and not battle.stirred and battle.quiet + 1 >= QUIET:
        _end(desk, battle, "", "Ten game-turns passed without a fight: those who searched or declared withdraw")
    elif battle.half == 2 and battle.turn >= LAST:
        _end(desk, battle, "", "The battle has lasted a hundred game-turns: those who searched or declared withdraw")


@rule("NP-C7.2a", "NP-C7.2e", "NP-C2.5c", "NP-C6.4.3e")
def _end(desk: Desk, battle: Battle, side: str, why: str) -> None:
    """The battle is over; what is left of every strategic unit is handed back to the campaign.  B-054."""
    forces = tuple(_of(battle, one) for one in (*battle.contact.army, *battle.contact.indian))
    camps = sum(one.force == CAMPS and one.gone in (KILLED, SURRENDERED) for one in battle.units)
    turns = battle.turn
    desk.emit(BattleEnded(Outcome(battle.contact.number, battle.contact.hex, forces, side, camps, turns, why)))


def _of(battle: Battle, force: Force) -> ForceOutcome:
    own: list[Fighter] = [one for one in battle.units if one.force == force.id]

    def names(how: str) -> tuple[str, ...]:
        return tuple(one.name for one in own if one.gone == how)

    fought = any(one.has_fought for one in own)
    return ForceOutcome(force.id, names(KILLED), names(SURRENDERED), names("broken"), names(LEFT), fought)


# The rules of battles as the campaign sees them.

PLAYED: Mapping[str, Callable[[Umpire[Any]], Play[None]]] = {
    "G": setup.contact_is_judged,
    SIDE_PHASE: setup.side_is_named,
    PLACE_PHASE: sets_up,
    "H": half_turn,
    **dict.fromkeys(LOOKS, looks),
}
"""The play of each phase of a battle by its letter."""


class Rules:
    """`battles.BattleRules`."""

    def new(self, contact: Contact) -> Battle:
        """See `battles.BattleRules`."""
        return Battle(contact)

    def coming(self, battle: Battle) -> Coming:
        """See `battles.BattleRules`: the state of contact, the set-up, then half-turn after half-turn."""
        if battle.steps:
            letter, side = battle.steps[0]
            return Coming(letter, side, 0)
        if not battle.half:
            return Coming("G", battle.contact.attacker, 0)
        if battle.asked:
            return Coming(LOOKS[battle.half - 1], "", battle.turn)
        return Coming("H", battle.active, battle.turn)

    def play(self, letter: str) -> Callable[[Umpire[Any]], Play[None]]:
        """See `battles.BattleRules`."""
        return PLAYED[letter]

    def apply(self, battle: Battle, event: Event) -> Battle:
        """See `battles.BattleRules`."""
        return tally.applied(battle, event)

    def plan(self, view: Any, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `battles.BattleRules`."""
        if phase in (SIDE_PHASE, PLACE_PHASE):
            return setup.plan(view.battle, side, phase, order)
        if isinstance(order, PlanOrder) or phase in LOOKS:
            return running.plan(view.battle, side, order)
        return actions.plan(view.battle, side, order)

    def resolve(self, umpire: Umpire[Any], plan: Plan) -> Play[None]:
        """See `battles.BattleRules`."""
        if umpire.state.battle.steps:
            setup.resolve(umpire, umpire.state.battle.contact.attacker, plan.order)
            return
        if isinstance(plan, running.Filed):
            umpire.emit(plan.event)
        else:
            yield from resolve(umpire, umpire.state.battle.active, plan.order)

    def silent(self, view: Any, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """See `battles.BattleRules`: a side acts with one unit or two, so that the others are always silent."""
        return NOBODY


BATTLES = Battles(Rules(), PlanWords(), players.Players(), telling.Tales())
