"""The teller: what a report says of the campaign; inside a battle the battle's own teller does."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.core.ask import Ask
from pbem.core.event import Event, PhaseEnded
from pbem.core.sequence import parse
from pbem.core.system import Outcome, Phase
from pbem.mechanisms.words import joined
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.report import About, Facts, LogSection, Panel, SheetLine, ToDo
from pbem.systems.nezperce.battles import battle_tales
from pbem.systems.nezperce.card import CARD, LETTERS_IN_BATTLE, short_name
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import VILLAGE
from pbem.systems.nezperce.orders.reading import write
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.rules import contacts, marching, phases, supply
from pbem.systems.nezperce.rules.marching import plan_march
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.events import UnitsMoved
from pbem.systems.nezperce.state.position import NORMAL, Campaign, Unit
from pbem.systems.nezperce.telling import charts, help, log
from pbem.systems.nezperce.telling import charts as winning
from pbem.systems.nezperce.telling.panels import panels
from pbem.systems.nezperce.telling.sketch import StrategicMap
from pbem.systems.starter import StarterTeller

SETTING_UP = ("I", "J")
_PLACE = re.compile(r"\b(?:\d{4}(?: \w+)?|(?:north|east|south|west)(?:ern)?)$")
"""The blank to fill in on a line of a set-up: the hex, with the mode behind it, or the side of the map."""
WIDE = 36
"""An order of more characters than this leaves no room for its remark."""


def sheet_of_marches(state: Campaign, side: str, *, is_supply_known: bool = True) -> Iterator[SheetLine]:
    """The lines: units of one hex in one line, then those that may not move.  Before supply is judged nobody is fast."""
    able = [one for one in state.of(side) if not marching.why_still(state, one)[0]]
    for at in sorted({one.at for one in able}):
        here = [one for one in able if one.at == at]
        everybody = len(here) == len(state.at(at, side))
        names = " + ".join(one.name for one in here)
        if len(here) > 1 and everybody and len(names) > WIDE:
            yield SheetLine(f"all in {at} move to ...", _remark(state, here, is_supply_known))
        if len(here) == 1 or len(names) <= WIDE:
            yield SheetLine(f"{names} move {at} to ...", _remark(state, here, is_supply_known))
        else:
            yield from (
                SheetLine(f"{one.name} move {at} to ...", _remark(state, [one], is_supply_known)) for one in here
            )
    for one in state.of(side):
        if one not in able:
            yield SheetLine(f"// {one.name} stays in {one.at}", marching.why_still(state, one)[0], is_note=True)


def _remark(state: Campaign, units: list[Unit], is_supply_known: bool) -> str:
    """``8 MP, fast 12``: what the slowest of some units may spend."""
    normal = min(marching.allowance(state, one, "normal") for one in units)
    fast = [one for one in units if is_supply_known and not marching.why_not_fast(state, one)[0]]
    if len(fast) < len(units):
        return f"{normal} MP" if not fast or len(units) > 1 else f"{normal} MP, fast {fast[0].card.fast}"
    return f"{normal} MP, fast {min(one.card.fast for one in fast)}"


HOUSE_WORK = "most of the map, rates, search and evasion values, terrain, tactical units"
"""The reconstructed parts of the game, for the welcome."""


class NezPerceTeller(StarterTeller):
    """The telling of the game."""

    card = CARD

    def facts(self, state: Campaign, ended: Sequence[str]) -> Facts:
        """See `reports.teller.Teller`."""
        turn = min(state.turn, state.last_turn)
        clock = f"Turn {turn} of {state.last_turn} ({data.dates(turn)})"
        if state.battle is not None:
            clock += f", battle {state.fought}"
        score = f"IN {phases.indian_points(state)}, AR {phases.army_points(state)}"
        lost = {one.id: self._lost(state, one.id) for one in CARD.sides}
        names = _finished(ended)
        done = f"{joined(names)} finished" if names else ""
        return Facts("I WILL FIGHT NO MORE FOREVER", clock, "", done, score, f"IN {lost['indian']}, AR {lost['army']}")

    def _lost(self, state: Campaign, side: str) -> int:
        return sum(len(one.killed) + len(one.surrendered) for one in state.units.values() if one.side == side)

    def map(self, state: Campaign, side: str, events: Iterable[Event]) -> MapPanel:
        """See `reports.teller.Teller`: the battle's map while one is on."""
        if state.battle is not None and (tales := battle_tales()) is not None:
            found: MapPanel = tales.map(state, side, events)
            return found
        moved = [one for one in events if isinstance(one, UnitsMoved)]
        return StrategicMap(state, tuple((state.units[one.units[0]].side, one.path) for one in moved))

    def log(self, before: Campaign, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """See `reports.teller.Teller`."""
        if before.battle is not None and (tales := battle_tales()) is not None:
            found: LogSection = tales.log(before, events, first_roll, first_act)
            return found
        phase = next((str(one.phase) for one in events if hasattr(one, "phase")), before.phase)
        letter = parse(phase).letter if phase else "N"
        title = self.phase_title(phase) if phase else "campaign"
        whose = f"{CARD.side(parse(phase).side).name} turn {parse(phase).turn}" if phase else ""
        is_over = any(isinstance(one, PhaseEnded) for one in events)
        return log.section(title, log.tell(events), first_roll, first_act, letter, whose, is_over=is_over)

    def in_short(self, before: Campaign, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        if before.battle is not None and (tales := battle_tales()) is not None:
            found: tuple[str, ...] = tales.in_short(before, events, side)
            return found
        return log.tell(events).in_short()

    def panels(self, state: Campaign, side: str) -> tuple[Panel, ...]:
        """See `reports.teller.Teller`."""
        if state.battle is not None and (tales := battle_tales()) is not None:
            found: tuple[Panel, ...] = tales.panels(state, side)
            return found
        return panels(state, side)

    def winning(self, state: Campaign, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return tuple(winning.lines(state))

    def help(self, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return help.page(word)

    def phase_title(self, phase: str) -> str:
        """See `reports.teller.Teller`; in a battle with its number and game-turn: ``battle 1.5, phase H BATTLE TURN``."""
        inside = parse(phase).battle
        title = super().phase_title(phase)
        if inside is None:
            return title
        return f"battle {inside.battle}.{inside.turn}, {title}" if inside.turn else f"battle {inside.battle}, {title}"

    def short_name(self, phase: str) -> str:
        """See `reports.teller.Teller`."""
        return short_name(phase)

    def about(self, state: Campaign, side: str) -> About:
        """See `reports.teller.Teller`."""
        return About(data.title(state.scenario), HOUSE_WORK)

    def chart(self, state: Campaign, side: str, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return charts.page(word, state.options.names)

    def order_sheet(
        self, state: Campaign, side: str, phase: Phase[Any], *, ahead: bool = False
    ) -> tuple[SheetLine, ...]:
        """See `reports.teller.Teller`: for a movement phase a line for each hex and unit, with what it may spend."""
        if phase.letter in ("B", "E") and state.battle is None:
            return tuple(sheet_of_marches(state, side))
        found = super().order_sheet(state, side, phase, ahead=ahead)
        if phase.letter in SETTING_UP:
            found = tuple(SheetLine(_PLACE.sub("...", one)) for one in self.examples(state, side, phase))
        if phase.letter == "D" and ahead:
            found += tuple(sheet_of_marches(state, side, is_supply_known=False))
        return found

    def final(self, state: Campaign, outcome: Outcome, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`: the result, and the points of both."""
        counted = ", ".join(f"{CARD.side(one).name} {count}" for one, count in outcome.points)
        yours = (
            "" if not (side and outcome.winner) else "  You have won." if outcome.winner == side else "  You have lost."
        )
        level = f"{outcome.level[:1].upper()}{outcome.level[1:]}"
        difference = dict(outcome.points)[ARMY] - dict(outcome.points)[INDIAN]
        return f"{level}: {outcome.why}.{yours}", f"Victory points: {counted}; Army less Indian {difference}."

    def question(self, ask: Ask) -> str:
        """See `reports.teller.Teller`."""
        if ask.kind == "losses":
            letter, _, where = ask.subject.partition(" in ")
            return f"{where.partition(' #')[0]}: which unit takes the {letter}?"
        unit, _, at = ask.subject.partition(" from ")
        return f"{unit} in {at.partition(' #')[0]}: falls back where?"

    def to_do(self, state: Campaign, side: str, phase: Phase[Any]) -> ToDo:
        """See `reports.teller.Teller`: at a stop of a battle a plan is wanted."""
        tales = battle_tales() if state.battle is not None else None
        found: ToDo | None = tales.to_do(state, side, phase.letter) if tales is not None else None
        if found is not None:
            return found
        usual = super().to_do(state, side, phase)
        match phase.letter:
            case "B":
                return replace(usual, also="C too if you like")
            case "C":
                silent = "nobody declares combat; towns that were entered are fought for"
                return replace(usual, nobody=("No combat", "pass"), silent=silent, is_move=False)
            case "D":
                silent = "a crowded town supplies the first five in the order of battle"
                also, nobody = "E and F too if you like", ("As it comes", "pass")
                return replace(usual, also=also, nobody=nobody, silent=silent, is_move=False)
            case "E":
                return replace(usual, also="F too if you like")
            case "F":
                silent = "hexes are searched in ascending order"
                return replace(usual, nobody=("As it comes", "pass"), silent=silent, is_move=False)
        return usual

    def examples(self, state: Campaign, side: str, phase: Phase[Any]) -> tuple[str, ...]:
        """See `reports.teller.Teller`: a line for each unit, or each hex, that the phase is about."""
        if phase.letter in LETTERS_IN_BATTLE:
            tales = battle_tales()
            found: tuple[str, ...] = tales.examples(state, side, phase) if tales is not None else ()
            return found
        match phase.letter:
            case "B" | "E":
                return tuple(_marches(state, side))
            case "C":
                hexes = contacts.may_declare(state)
                return tuple(
                    f"{' + '.join(one.name for one in contacts.fighters(state, at))} attack {at}" for at in hexes
                )
            case "D":
                towns = [
                    (at, supply.counted_at(state, at)[: supply.town_supply_limit()]) for at in supply.crowded(state)
                ]
                return tuple(f"{' + '.join(names)} draw supply {at}" for at, names in towns)
            case "F":
                return tuple(f"search {at}" for at in state.shared())
        return ()


def _finished(ended: Sequence[str]) -> list[str]:
    """The phases of a header: those in which nobody decides anything are left out where there are others, and the
    half-turns of a battle are told together."""
    acted = [one for one in ended if parse(one).letter not in "RADSG"] or list(ended)
    fought: dict[int, list[int]] = {}
    for one in acted:
        if (inside := parse(one).battle) is not None and inside.turn:
            fought.setdefault(inside.battle, []).append(inside.turn)
    names = list(dict.fromkeys(_phase_or_turns(one, fought) for one in acted))
    return names if len(names) < MOST_NAMED else [names[0], f"{len(names) - 1} more phases"]


def _phase_or_turns(phase: str, fought: Mapping[int, Sequence[int]]) -> str:
    """``Army Set-up``; ``battle 1, turns 1 to 16`` for a phase of any of these turns."""
    inside = parse(phase).battle
    if inside is None or not inside.turn:
        # The header names the battle already.
        return re.sub(r"^battle \d+ ", "", short_name(phase).partition(" ")[2])
    first, last = fought[inside.battle][0], fought[inside.battle][-1]
    return (
        f"battle {inside.battle}, turn {last}" if first == last else f"battle {inside.battle}, turns {first} to {last}"
    )


MOST_NAMED = 4
"""So many phases are named in a header; of more the first and how many others."""


def _marches(state: Campaign, side: str) -> list[str]:
    """A step that each unit could take."""
    found = []
    for unit in sorted(state.of(side), key=lambda one: one.name != VILLAGE):
        if marching.why_still(state, unit)[0]:
            continue
        for there in data.strategic_map().neighbours(unit.at):
            order = March((unit.name,), (unit.at, there), NORMAL)
            if not data.town(there) and hasattr(plan_march(state, side, order), "order"):
                found.append(write(order))
                break
    return found


TELLER = NezPerceTeller()
