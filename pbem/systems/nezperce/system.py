"""The game's rules as the rest of the program sees them: strategic turns, and the battles inside them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.core.canonical import Json
from pbem.core.clause import rule
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.sequence import EVERYBODY, BattleTurn, InTurn, PhaseId
from pbem.core.system import NOBODY, Outcome, Phase, Plan, Silent
from pbem.core.umpire import Play, Umpire
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battle import events as _events_of_battles
from pbem.systems.nezperce.battle import state as _orders_of_battles
from pbem.systems.nezperce.battles import battles
from pbem.systems.nezperce.card import BETWEEN, CARD, LETTERS_IN_BATTLE, SECRET, STRATEGIC
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.rules import phases
from pbem.systems.nezperce.rules.marching import why_still
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.events import APPLY
from pbem.systems.nezperce.state.position import ACTIVE, GONE, WAITING, Campaign, begun, read
from pbem.systems.starter import StarterRules

READ = (_events_of_battles, _orders_of_battles)
"""Modules whose records are read back from earlier phases, though this process may have seen no battle yet."""
SIDE_OF = {"R": INDIAN, "A": INDIAN, "B": INDIAN, "C": INDIAN, "D": ARMY, "E": ARMY, "F": ARMY}
CARDS = {one.letter: one for one in CARD.phases}


LIKE = {(ARMY, "B"): "E", (ARMY, "C"): "F", (INDIAN, "E"): "B", (INDIAN, "F"): "C"}
"""The phase of a side that is like one of the other's: who writes while the other moves, writes for the own next move."""


class _InTurn(InTurn):
    """Each side has letters of its own."""

    def next_for(self, side: str, letter: str, now: PhaseId, played: Collection[str]) -> PhaseId | None:
        """See `SequenceOfPlay`."""
        return super().next_for(side, LIKE.get((side, letter), letter), now, played)

    def after(self, present: str) -> tuple[str, ...]:
        """See `SequenceOfPlay`: outside battles the other side's phases serve none of these orders."""
        return tuple(one for one in super().after(present) if SIDE_OF.get(one) == SIDE_OF.get(present))


class NezPerce(StarterRules[Campaign]):
    """The rules."""

    card = CARD
    sequence = _InTurn(CARD, battle=LETTERS_IN_BATTLE)
    secret_letters = SECRET
    """The phases in which a plan may be filed: their records say nothing of what was written."""

    def open(self, scenario: str, options: Options) -> Campaign:
        """See `core.system.RuleSystem`."""
        return begun(scenario, options)

    @rule("NP-B2.1b", "NP-B2.2a", "NP-B2.2c", "NP-B2.2d")
    def next_phase(self, state: Campaign) -> Phase[Campaign] | None:
        """See `core.system.RuleSystem`: a battle that is on, contacts that are still to come, or the turn's next phase."""
        if phases.is_over(state):
            return None
        if state.battle is not None:
            return self._in_battle(state)
        if state.pending:
            inside = BattleTurn(state.fought + 1, 0)
            return self._phase(state.turn, BETWEEN.letter, INDIAN if state.letter == "D" else ARMY, inside)
        turn = state.turn + 1 if state.letter == STRATEGIC[0].letter else state.turn
        return self._phase(turn, state.letter, SIDE_OF[state.letter], None)

    def _in_battle(self, state: Campaign) -> Phase[Campaign]:
        coming = battles().coming(state.battle)
        card = CARDS[coming.letter]
        code = CARD.side(coming.side).code if coming.side else EVERYBODY
        phase = str(PhaseId(state.turn, code, coming.letter, BattleTurn(state.fought, coming.turn)))
        play = battles().play(coming.letter)
        return Phase(phase, card.letter, card.name, coming.side, state.turn, card.clause, play)

    def _phase(self, turn: int, letter: str, side: str, inside: BattleTurn | None) -> Phase[Campaign]:
        card = CARDS[letter]
        phase = str(PhaseId(turn, CARD.side(side).code, letter, inside))
        return Phase(phase, letter, card.name, side, turn, card.clause, phases.played(letter))

    def apply(self, state: Campaign, event: Event) -> None:
        """See `core.system.RuleSystem`."""
        if type(event) in APPLY or state.battle is None:
            APPLY(state, event)
        else:
            state.battle = battles().apply(state.battle, event)

    def thaw(self, state: Campaign) -> Campaign:
        """See `core.system.RuleSystem`."""
        return state.thaw()

    def to_json(self, state: Campaign) -> Json:
        """See `core.system.RuleSystem`."""
        return state.to_json()

    def from_json(self, data_: Mapping[str, Any]) -> Campaign:
        """See `core.system.RuleSystem`."""
        if data_["battle"] is not None:
            battles()
        return read(data_)

    def misfits(self, state: Campaign) -> tuple[str, ...]:
        """See `core.system.KnowsMisfits`: units off the map, in a state that no unit is in, or with pieces that they do not
        have."""
        strategic, found = data.strategic_map(), []
        for unit in state.units.values():
            if unit.at and unit.at not in strategic:
                found.append(f"{unit.name}: expected a hex of the map; found {unit.at!r}")
            if unit.status not in (ACTIVE, WAITING, GONE):
                found.append(f"{unit.name}: expected {ACTIVE}, {WAITING} or {GONE}; found {unit.status!r}")
            pieces = {name for name, _ in unit.card.pieces}
            found += [
                f"{unit.name}: expected one of its pieces; found {one!r}"
                for one in (*unit.killed, *unit.surrendered)
                if one not in pieces
            ]
        return tuple(found)

    hides_only_what_is_filed = True
    """Its public events lead to the position, all but the plans of battles (`desk.record.from_records`)."""

    def public(self, state: Campaign) -> Json:
        """See `core.system.RuleSystem`: all but the plans of battles."""
        return state.seen_by("").to_json()

    def hidden(self, state: Campaign) -> tuple[tuple[str, Json], ...]:
        """See `core.system.RuleSystem`: what each side alone has in mind."""
        return state.hidden()

    def view(self, state: Campaign, side: str) -> Campaign:
        """See `core.system.RuleSystem`."""
        return state.seen_by(side)

    def outcome(self, state: Campaign) -> Outcome | None:
        """See `core.system.RuleSystem`."""
        return phases.outcome(state)

    def plan(self, view: Campaign, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `core.system.RuleSystem`."""
        if phase in LETTERS_IN_BATTLE and view.battle is not None:
            return battles().plan(view, side, phase, order)
        return phases.plan(view, side, phase, order)

    def resolve(self, umpire: Umpire[Campaign], plan: Plan) -> Play[None]:
        """See `core.system.RuleSystem`."""
        if type(plan.order) in phases.PHASE_OF:
            yield from phases.resolve(umpire, plan)
        else:
            yield from battles().resolve(umpire, plan)

    def silent(self, view: Campaign, side: str, phase: str, orders: Sequence[Order]) -> Silent:
        """See `core.system.RuleSystem`."""
        if phase in LETTERS_IN_BATTLE and view.battle is not None:
            return battles().silent(view, side, phase, orders)
        if phase not in phases.PHASE_OF[March]:
            return NOBODY
        named = {name for one in orders if isinstance(one, March) for name in one.units}
        idle = tuple(one.name for one in view.of(side) if one.name not in named and not why_still(view, one)[0])
        return Silent(idle, "they stay") if idle else NOBODY


RULES = NezPerce()
