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
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battles import battle_tales
from pbem.systems.nezperce.card import CARD, LETTERS_IN_BATTLE, short_name
from pbem.systems.nezperce.data import VILLAGE
from pbem.systems.nezperce.orders.reading import write
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.rules import contacts, marching, phases, supply
from pbem.systems.nezperce.rules.marching import plan_march
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.events import UnitsMoved
from pbem.systems.nezperce.state.position import NORMAL, Campaign, Unit
from pbem.systems.nezperce.telling import charts, log
from pbem.systems.nezperce.telling import charts as winning
from pbem.systems.nezperce.telling.panels import panels
from pbem.systems.nezperce.telling.sketch import StrategicMap
from pbem.systems.starter import StarterTeller

# The game's additions to help pages.

HELP_PAGES: Mapping[str, tuple[str, ...]] = {
    "orders": (
        "HELP ORDERS",
        "",
        "  | Howard + Perry move 0709 to 0708-0707",
        "  | Indian Village + Joseph fast 0811 to 0911",
        "  | Perry to Missoula            by the cheapest way, if the points suffice",
        "  | Perry toward Missoula        as far as the points go",
        "  | Ollokot + White Bird attack 0910",
        "  | search 0910",
        "  | Perry + Green + Mason draw supply Boise",
        "",
        "  Units in one hex that are joined by + go together.  The verb decides the",
        "  phase.  Names may be shortened while only one unit fits: village, hool.",
        "  all in 0811  names every unit of yours there.",
        "  Help pages: move, rivers, supply, search, battles, plan, canada.",
    ),
    "move": (
        "HELP MOVE",
        "",
        "  | Howard + Perry move 0709 to 0708-0707",
        "  | Joseph fast 0811 to 0911-1011",
        "",
        "  A unit moves at its normal rate or, in supply, at its fast one.  A hex",
        "  costs 1 MP in open plains, 2 in rolling hills, 3 in wooded mountains, 4 in",
        "  major mountains; 2 more if enemies are in it.  After a fast move an Indian",
        "  unit moves at its normal rate for three turns.  There are no zones of",
        "  control and no stacking limits.  An Indian unit that enters a town or fort",
        "  stops and has to fight.",
    ),
    "plan": (
        "HELP PLAN",
        "",
        "  Both sides' plans play the battle until somebody should look.",
        "",
        "  | plan Ridge line",
        "  | group line: Perry, Whipple",
        "  | once lost half: all leave west",
        "  | waiting enter, one",
        "  | guns fire at braves, any within 6",
        "  | guns shell braves",
        "  | line skirmish braves at 4",
        "  | stop when enemy within 2 of line",
        "  | end plan",
        "",
        "  For each action we go down the lines from the top; the first that can give",
        "  an order gives it.  So put what matters most on top.",
        "  Who: counters, strategic units, all, rest, waiting, braves, lodges, camps,",
        "  cavalry, infantry, guns, scouts, HQ, volunteers, a group, a hex.",
        "  fire at T within 6 chance 2     chance: faces of the die for M or K",
        "  fire at T, then go 1412         half the fire, half the movement; also then",
        "                                  close, guard, leave, back, hide, charge",
        "  shell T clear 2                 indirect fire; no friend within 2 of the hex",
        "  charge T at advantage 20, together",
        "  close T at 3    skirmish T at 4 (fires, else closes)    guard lodges at 3",
        "  go 1412    hold 1412    leave west (or nearest)    enter",
        "  mount, dismount, limber, unlimber; Lodge 1 surrender",
        "  one: one action a half-turn.  in turn, as listed: who acts first.",
        "  if C: as long as it is true.  once C: from then on.  not, and.",
        "  C: lost 3, lost third, lost half, enemy lost 3, 2 enemy left, turn 5,",
        "  enemy within 4 of lodges, lodges gone, Joseph in 1412, waiting none,",
        "  attacked.",
        "  | turn 1: Perry Cavalry 1 fire Ollokot 3",
        "  | amend line 3: guns fire at any",
        "  | drop line 3",
        "  | no stop at entry        (thirds, quarter, lodges, entry)",
        "  | stop at half            (not at each third lost)",
        "  | stop every 20 turns     (10 to 30; 15 if you say nothing)",
        "  | go on                   the plan stands",
        "  | by hand                 you order each half-turn yourself",
    ),
    "rivers": (
        "HELP RIVERS",
        "",
        "  | Joseph move 0911 to 1011-1111  a path over the river is an attempt",
        "",
        "  Crossing a major river costs 1 MP more and takes a roll a unit: Indian",
        "  units cross on a 1, from turn 12 on a 1 or 2; the Army from turn 12 on a 1.",
        "  A unit that fails goes no further this turn.  Of units ordered together",
        "  all stay if one fails.  0509-0608 is crossed without a roll.",
    ),
    "supply": (
        "HELP SUPPLY",
        "",
        "  | Perry + Green + Mason + Hart + Hale draw supply Boise",
        "",
        "  Supply is judged once a turn and decides only who may move fast.",
        "  Indian units are in supply in a hex with a minor river or by a major one,",
        "  Army units in a town or fort.  A town supplies five captains, majors and",
        "  colonels; others are not counted.",
    ),
    "search": (
        "HELP SEARCH",
        "",
        "  | search 0910",
        "",
        "  Every hex with both sides is searched, and you say in which sequence.  The",
        "  Army's search values less the lowest evasion there, and a die with the",
        "  terrain's modifier: a contact if the sum is 9 or more, never below 0.",
        "  A contact is fought at once.",
    ),
    "battles": (
        "HELP BATTLES",
        "",
        "  | Ollokot + White Bird attack 0910",
        "",
        "  A contact by a search, a declaration in phase C or a town that Indian",
        "  units enter opens a battle on the map of its terrain.  Army units that",
        "  fought stay where they are next turn and are slow on the next; Indian",
        "  units are slow next turn.",
    ),
    "canada": (
        "HELP CANADA",
        "",
        "  Indian units stay in Idaho and its border to turn 9, out of Canada to turn",
        "  25.  At the end of turn 25 the village and two bands must be south of the",
        "  Yellowstone in columns 29-34; if not, Canada stays closed until they are",
        "  at the end of a later turn.  The game ends once all Indian units are in",
        "  Canada.  The seven hexes are 1901, 2101, 2301, 2501, 2701, 2901 and 3101.",
    ),
    "defaults": (
        "movement           units without a line stay",
        "declarations       nobody declares combat",
        "supply             the first five in the order of battle",
        "search             hexes in ascending order",
    ),
    "help": (
        "move           rates, costs, towns",
        "rivers         crossings and their dice",
        "supply         what it allows, who has it",
        "search         superiority and the die",
        "battles        what opens one, what follows",
        "canada         Idaho, the rendezvous, the border",
    ),
}

HELP_BESIDE: Mapping[str, str] = {
    "moves": "move", "movement": "move", "fast": "move", "river": "rivers", "crossing": "rivers",
    "searches": "search", "contact": "search", "battle": "battles", "attack": "battles", "declare": "battles",
    "rendezvous": "canada", "idaho": "canada",
}  # fmt: skip
"""Other words for the pages."""


def help_page(word: str) -> tuple[str, ...]:
    """The lines that the game has for a word; none for one that it does not know."""
    asked = " ".join(word.lower().split())
    return HELP_PAGES.get(HELP_BESIDE.get(asked, asked), ())


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
        return help_page(word)

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
