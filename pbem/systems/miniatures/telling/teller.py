"""The teller: what a report says of a table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pbem.core.event import Event
from pbem.core.sequence import parse
from pbem.core.system import Outcome, Phase
from pbem.mechanisms.words import joined
from pbem.reports.report import About, Facts, LogSection, Panel
from pbem.reports.teller import Piece
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.card import CARD
from pbem.systems.miniatures.geometry import point
from pbem.systems.miniatures.orders.records import Operation
from pbem.systems.miniatures.rules.operations import refusal
from pbem.systems.miniatures.rules.turn import points
from pbem.systems.miniatures.state.events import UnitMoved, lost
from pbem.systems.miniatures.state.tabletop import Tabletop
from pbem.systems.miniatures.telling import chances, charts, log, sketch
from pbem.systems.miniatures.telling.sketch import TableMap, setup_list, setup_rows, setup_said
from pbem.systems.starter import StarterTeller

# The game's additions to help pages: how a unit is ordered, and what its tables say in few words.

PAGES: Mapping[str, tuple[str, ...]] = {
    "orders": (
        "HELP ORDERS",
        "",
        "  | First Company: ahead 6; fire if within 8",
        "  | Riflemen: toward wood within 2; fire; load; load",
        "  | Gun: along track 7; unlimber",
        "  | Light Horse: charge Wolf via (30, 14)",
        "  | Colonel: join Second Company",
        "",
        "  A line is for one unit: its name, a colon, operations in your order.  Each",
        "  costs a point; the die that gives the points is rolled after your letter.",
        "  What the points do not cover is not carried out.",
        "",
        "  Units     as you would say them; if a name fits two, we ask which one.",
        "  Places    inches east and north of the south-west corner: (34.5, 20); a",
        "            unit, a piece of ground, or  4 inches north of  one.",
        "  Set up    help ground table: every piece of ground with its corners;",
        "            help formations table: bases, and each unit's front and depth.",
        "  Facing    degrees clockwise from north, or a compass word: WSW.",
        "  Dice      if 3: First Company: ahead 6  holds for that many points.",
        "  Notes     // or # to the end of the line is for yourself.",
    ),
    "move": (
        "HELP MOVE",
        "",
        "  | First Company: ahead 6",
        "  | First Company: wheel left 30, ahead 2",
        "  | Riflemen: to (26, 20)",
        "  | Second Company: beside First Company by 1",
        "  | Light Horse: ahead 14 x2 not into wood",
        "",
        "  Back and sideways cost double.  A wheel pays what its outer corner walks;",
        "  skirmishers and crowds in disorder turn for nothing.  A move halts an inch",
        "  from an enemy, and in front of a friend unless one of the two skirmishes.",
        "  Without an officer or a leader a unit does not move.",
    ),
    "fire": (
        "HELP FIRE",
        "",
        "  | Riflemen: fire if within 8; load; load",
        "",
        "  At the closest enemy seen in the arc.  Each figure rolls a ten-sided die",
        "  against the number for its weapon, range and the target's cover.  To load",
        "  costs a point, rifles and guns two.  A unit that is charged in front may",
        "  fire; the point is taken from its next phase.",
    ),
    "charge": (
        "HELP CHARGE",
        "",
        "  | Light Horse: charge Wolf",
        "  | Light Horse when contact: halt if outnumbered",
        "",
        "  The charger checks morale and goes half as far again.  Two inches from its",
        "  target it halts; the target checks and may fire; then the charger closes,",
        "  and figures fight in pairs.  Whoever charged is in disorder afterwards.",
    ),
    "rally": (
        "HELP RALLY",
        "",
        "  | First Company: rally facing east",
        "",
        "  A unit in disorder may rally, load or move away.  It rallies if it passes",
        "  its check, into skirmish order; not within six inches of an enemy that has",
        "  just charged.  One that stays in disorder drifts from the enemy.",
    ),
    "standing": (
        "  | First Company when charged: hold",
        "  | Light Horse when contact: halt if outnumbered",
        "  | policy reaction fire: fire",
    ),
    "defaults": (
        "operations         units without a line do nothing",
        "reaction fire      a loaded unit that passes its check fires",
        "contact            a charger presses home",
        "melee              the centre doubles up first",
    ),
    "help": (
        "move           inches, wheels, halts",
        "fire           arcs, dice, loading",
        "charge         from the check to the melee",
        "rally          units in disorder",
    ),
}

ALSO: Mapping[str, str] = {
    "moves": "move", "movement": "move", "wheel": "move", "ahead": "move", "inches": "move",
    "shoot": "fire", "load": "fire", "arc": "fire", "range": "fire",
    "charges": "charge", "contact": "charge", "melee": "charge", "morale": "rally", "disorder": "rally",
}  # fmt: skip
"""Other words for the pages."""


def page(word: str) -> tuple[str, ...]:
    """The lines that the game has for a word; none for one that it does not know."""
    asked = " ".join(word.lower().split())
    return PAGES.get(ALSO.get(asked, asked), ())


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
        """See `reports.teller.Pieces`: figures, at no place that others could be next to."""
        return {one.name: Piece(one.side, point(*one.at), one.figures) for one in state.units.values()}

    def next_to(self, state: Tabletop, at: str) -> Collection[str]:
        """See `reports.teller.Pieces`: the lists of units say how far enemies are."""
        return ()

    def about(self, state: Tabletop, side: str) -> About:
        """See `reports.teller.Teller`."""
        return About(state.scenario.title, HOUSE_WORK)

    def chart(self, state: Tabletop, side: str, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return charts.page(state, side, word)

    def winning(self, state: Tabletop, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return tuple(chances.lines(state))

    def help(self, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return page(word)

    def panels(self, state: Tabletop, side: str) -> tuple[Panel, ...]:
        """See `reports.teller.Teller`: the units of both sides, so that a real table can be set up."""
        sides = sorted(state.scenario.sides, key=lambda one: one != side)
        return tuple(self._units(state, one) for one in sides) + sketch.panels(state)

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
        return level, f"Victory points: {counted}.", *chances.counted(state)

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
