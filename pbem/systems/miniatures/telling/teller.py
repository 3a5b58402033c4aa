"""The teller: what a report says of a table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pbem.core.event import Event
from pbem.core.phase_id import parse
from pbem.core.system import Outcome, Phase
from pbem.mechanisms.words import joined
from pbem.reports.for_the_reader import Piece
from pbem.reports.report import About, Facts, LogSection, Panel
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.files import tables
from pbem.systems.miniatures.orders.records import Operation
from pbem.systems.miniatures.rules.operations import refusal
from pbem.systems.miniatures.rules.victory import points
from pbem.systems.miniatures.state.events import UnitMoved, lost
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.table.lengths import point
from pbem.systems.miniatures.telling import charts, help, log, real_table, winning
from pbem.systems.miniatures.telling.sketch import TableMap, setup_list, setup_rows, setup_said
from pbem.systems.starter import StarterTeller

HOUSE_WORK = "movement, terrain, fire, modifiers of morale, victory"


class TableTeller(StarterTeller):
    """The telling of the game."""

    card = CARD

    def facts(self, state: Tabletop, ended: Sequence[str]) -> Facts:
        """See `reports.teller.Teller`."""
        score = ", ".join(f"{CARD.side(side).code} {points(state, side)}" for side in state.scenario.sides)
        fallen = ", ".join(f"{CARD.side(side).code} {lost(state, side)}" for side in state.scenario.sides)
        # The second side's phase ends the turn, and with it the game; a side without units ends it at once.
        turn = state.turn - (state.over and state.acting == state.scenario.sides[0])
        clock = f"Turn {min(turn, state.scenario.turns)} of {state.scenario.turns}"
        return Facts(state.scenario.title.upper(), clock, "", _finished(ended), score, fallen)

    def map(self, state: Tabletop, side: str, events: Iterable[Event]) -> TableMap:
        """See `reports.teller.Teller`."""
        sides = {unit.name: unit.side for unit in state.scenario.units}
        moves = (one for one in events if isinstance(one, UnitMoved) and len(one.path) > 1)
        return TableMap(state, tuple((sides[one.unit], one.path) for one in moves))

    def log(self, before: Tabletop, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """See `reports.teller.Teller`."""
        name = CARD.side(before.acting).name
        return log.section(f"turn {before.turn}, {name} operations", events, first_roll, first_act)

    def in_short(self, before: Tabletop, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`: fire and charges; how far units went; what the side's own could not do."""
        mine = [unit.name for unit in before.of(side)] if side in before.scenario.sides else []
        return log.table_log(events).in_short(mine)

    def pieces(self, state: Tabletop) -> Mapping[str, Piece]:
        """See `reports.for_the_reader.Pieces`: figures, at no place that others could be next to."""
        return {one.name: Piece(one.side, point(*one.at), one.figures) for one in state.units.values()}

    def next_to(self, state: Tabletop, at: str) -> Collection[str]:
        """See `reports.for_the_reader.Pieces`: the lists of units say how far enemies are."""
        return ()

    def about(self, state: Tabletop, side: str) -> About:
        """See `reports.teller.Teller`."""
        return About(state.scenario.title, HOUSE_WORK)

    def chart(self, state: Tabletop, side: str, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return charts.page(state, side, word)

    def winning(self, state: Tabletop, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return tuple(winning.lines(state))

    def help(self, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return help.page(word)

    def panels(self, state: Tabletop, side: str) -> tuple[Panel, ...]:
        """See `reports.teller.Teller`: the units of both sides, so that a real table can be set up."""
        sides = sorted(state.scenario.sides, key=lambda one: one != side)
        return tuple(self._units(state, one) for one in sides) + real_table.panels(state)

    @staticmethod
    def _units(state: Tabletop, side: str) -> Panel:
        return Panel(
            f"units {side}",
            f"{CARD.side(side).name.upper()} UNITS",
            "from the south-west corner",
            tuple(setup_list(state, side)),
            head=("unit", "front centre", "sees"),
            rows=setup_rows(state, side),
            spoken=setup_said(state, side),
        )

    def final(self, state: Tabletop, outcome: Outcome, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`: the result, and the points of both."""
        counted = ", ".join(f"{CARD.side(one).name} {count}" for one, count in outcome.points)
        yours = (
            "" if not (side and outcome.winner) else "  You have won." if outcome.winner == side else "  You have lost."
        )
        level = f"{outcome.level[:1].upper()}{outcome.level[1:]}.{yours}"
        return level, f"Victory points: {counted}.", *winning.counted(state)

    def examples(self, state: Tabletop, side: str, phase: Phase[Any]) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        found = []
        for unit in state.of(side):
            load = "load; " * (tables.loading(unit.face.weapon) - unit.loading) if not unit.loaded else ""
            if unit.is_disordered and refusal(state, unit, Operation("rally")):
                found += [f"{unit.name}: {load}".removesuffix("; ")] if load else []
            elif unit.is_disordered:
                found.append(f"{unit.name}: rally; {load}".removesuffix("; "))
            elif not refusal(state, unit.with_(loaded=True), Operation("fire")):
                found.append(f"{unit.name}: {load}fire" if load else f"{unit.name}: fire; load")
            elif load:
                found.append(f"{unit.name}: {load}".removesuffix("; "))
            else:
                found.append(f"{unit.name}: {'limber' if unit.formation == 'unlimbered' else 'ahead 4'}")
        return tuple(found)


TELLER = TableTeller()


def _finished(ended: Sequence[str]) -> str:
    """``American operations are finished``; of both sides ``American and Indian operations are finished``."""
    codes = {side.code: side.name for side in CARD.sides}
    names = list(dict.fromkeys(codes[parse(one).side] for one in ended))
    return f"{joined(names)} operations are finished" if names else ""
