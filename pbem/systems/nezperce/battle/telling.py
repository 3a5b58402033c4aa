"""The log of a battle, a sentence for each event, and its map, tables and examples."""

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.sequence import parse
from pbem.core.system import Phase
from pbem.core.umpire import Roll
from pbem.mechanisms.words import joined
from pbem.reports.report import LogSection, Panel, ToDo
from pbem.systems.nezperce.battle.actions import most_actions
from pbem.systems.nezperce.battle.events import (
    Acted,
    ContactJudged,
    EndOffered,
    EntrySideNamed,
    FellBack,
    FighterMoved,
    FighterPlaced,
    LeadNamed,
    LetterCame,
    LineChosen,
    MeleeFought,
    MindNoted,
    ModeChanged,
    MoraleTested,
    Pinned,
    PinRolled,
    PlanSet,
    PlayStopped,
    ShellScattered,
    ShotFired,
    SideSetUp,
    UnitOut,
)
from pbem.systems.nezperce.battle.panels import panels
from pbem.systems.nezperce.battle.picture import BattleMap, BattleMark
from pbem.systems.nezperce.battle.places import leading
from pbem.systems.nezperce.battle.plan import receipt as plans
from pbem.systems.nezperce.battle.setup import arranged, usual_side
from pbem.systems.nezperce.battle.state import (
    ALERTED,
    FOOT,
    KILLED,
    LEFT,
    PLACE_PHASE,
    SIDE_PHASE,
    SURRENDERED,
    Battle,
    EntrySide,
    Lead,
    SetUp,
)
from pbem.systems.nezperce.battle.tally import applied, in_all, summary
from pbem.systems.nezperce.battle.words import write
from pbem.systems.nezperce.card import CARD, short_name
from pbem.systems.nezperce.data import by_id
from pbem.systems.nezperce.state.events import BattleEnded
from pbem.systems.nezperce.telling import log
from pbem.systems.nezperce.telling.log import TELL, CampaignLog

for one in (Acted, PlanSet, LetterCame, LineChosen, MindNoted):
    TELL.nothing_for(one)


@TELL.on(ContactJudged)
def _judged(log: CampaignLog, event: ContactJudged) -> None:
    log.rolls.extend(event.rolls)
    state, column = event.state, event.column
    if not event.rolls:
        log.say(f"State of contact: {state}, as always in a town or fort", "C2.7")
    else:
        dice = " and ".join(str(one.natural) for one in event.rolls)
        log.say(f"State of contact: {state}; column {column}, rolled {dice}", "C2.2")
    first = CARD.side(event.first).name
    log.say(f"First player: {first}", "C2.2")


@TELL.on(EntrySideNamed)
def _side_named(log: CampaignLog, event: EntrySideNamed) -> None:
    side = CARD.side(event.side).name
    log.say(f"{side} comes by the {event.edge} side", "C2.4")


@TELL.on(LeadNamed)
def _lead_named(log: CampaignLog, event: LeadNamed) -> None:
    names = joined([by_id()[one].name for one in event.forces])
    log.say(f"On the map from the beginning: {names}", "C2.3")


@TELL.on(FighterPlaced)
def _placed(log: CampaignLog, event: FighterPlaced) -> None:
    def say(items: tuple[tuple[str, str], ...]) -> None:
        count = len(items)
        if count == 1:
            log.say(f"{event.unit} is set up in {event.at}", "C2.2", matters=False)
        else:
            log.say(f"{count} units are set up by their owner", "C2.2", matters=False)
            log.figures(_by_hex(items))

    log.count("places", (event.unit, event.at), say)


@TELL.on(SideSetUp)
def _set_up(log: CampaignLog, event: SideSetUp) -> None:
    side = CARD.side(event.side).name
    if len(event.placed) == 1:
        ((unit, at),) = event.placed
        log.say(f"{side}, placed by the program: {unit} in {at}", "C2.2")
    elif event.placed:
        log.say(f"{side}, placed by the program: {len(event.placed)} units", "C2.2")
        log.figures(_by_hex(event.placed))
    if event.waiting:
        log.say(f"{side}, beside the map on its {event.entry} side: {len(event.waiting)} units", "C2.3")
        log.figures(joined(event.waiting))


def _by_hex(placed: tuple[tuple[str, str], ...]) -> str:
    """``1909: Joseph 1, Joseph 2; 2310: Howard Scouts``."""
    hexes = dict.fromkeys(at for _, at in placed)
    return "; ".join(f"{at}: {', '.join(unit for unit, other in placed if other == at)}" for at in hexes)


@TELL.on(FighterMoved)
def _moved(log: CampaignLog, event: FighterMoved) -> None:
    path = "-".join(event.path)
    if log.entries and log.entries[-1].text.startswith(f"{event.unit} fires at "):
        log.came(f"then {path}, {event.points} MP")  # one line for fire and move
    elif event.entered:
        log.say(f"{event.unit} enters the map: {path}, {event.points} MP", "C4.1", matters=False)
    else:
        log.say(f"{event.unit}: {path}, {event.points} MP", "C4.1", matters=False)


@TELL.on(ModeChanged)
def _changed(log: CampaignLog, event: ModeChanged) -> None:
    def say(items: tuple[tuple[str, str], ...]) -> None:
        count = len(items)
        if count == 1:
            log.say(f"{event.unit} is {event.mode} now", "C4.3", matters=False)
        else:
            log.say(f"{count} units are set up {event.mode}", "C2.2", matters=False)
            log.figures(joined([unit for unit, _ in items]))

    if log.is_set_up:
        log.count(event.mode, (event.unit, event.mode), say)
    else:
        say(((event.unit, event.mode),))


def _die(roll: Roll, modified: int) -> str:
    mods = "".join(f", {one.value:+} {one.name}" for one in roll.modifiers)
    return f"{roll.natural}{mods}{f', makes {modified}' if mods else ''}"


@TELL.on(ShotFired)
def _fired(log: CampaignLog, event: ShotFired) -> None:
    log.rolls.append(event.roll)
    superiority, die = event.strength - event.defence, _die(event.roll, event.modified)
    log.say(f"{event.unit} fires at {event.target} in {event.at}, range {event.distance}", "C6.2", matters=False)
    result = "no effect" if event.result == "-" else event.result
    log.came(f"{event.strength} less {event.defence} is {superiority}, rolled {die}: {result}")
    log.one = event.target


@TELL.on(ShellScattered)
def _scattered(log: CampaignLog, event: ShellScattered) -> None:
    log.rolls.extend(event.rolls)
    dice = " and ".join(str(one.natural) for one in event.rolls)
    if event.at:
        log.say(f"{event.unit} shells {event.aim}, rolled {dice}: the shell falls in {event.at}", "C6.5.3")
    else:
        log.say(f"{event.unit} shells {event.aim}, rolled {dice}: the shell falls off the map", "C6.5.3")


@TELL.on(MeleeFought)
def _fought(log: CampaignLog, event: MeleeFought) -> None:
    log.rolls.append(event.roll)
    own, theirs = event.totals
    die = _die(event.roll, event.modified)
    attackers, defenders = joined(event.attackers), joined(event.defenders)
    log.say(f"Melee in {event.at}: {attackers} against {defenders}", "C5.2")
    attackers, defenders = _hits(event.attackers_hit), _hits(event.defenders_hit)
    is_missed = not any((*event.attackers_hit, *event.defenders_hit))
    result = "nobody hit" if is_missed else f"attackers {attackers}, defenders {defenders}"
    log.came(f"{own} against {theirs}, rolled {die}: {result}")
    log.one = ""


def _hits(hits: tuple[int, int]) -> str:
    return "".join(f"{count}{letter}" for count, letter in zip(hits, "KM", strict=True) if count) or "-"


@TELL.on(MoraleTested)
def _tested(log: CampaignLog, event: MoraleTested) -> None:
    log.rolls.append(event.roll)
    log.figures(f"Morale of {event.unit}: rolled {event.roll.natural}, {event.result}", "C6.4.3")


def _of(log: CampaignLog, unit: str, what: str) -> None:
    """Tell the result of the last fight for a unit, which is named unless it was the one fired at."""
    log.came(what if unit == log.one else f"{unit} {what}")


@TELL.on(FellBack)
def _fell_back(log: CampaignLog, event: FellBack) -> None:
    if event.guest:
        _of(log, event.unit, f"falls back to {event.to}, P2; friends there defend at half")
    else:
        _of(log, event.unit, f"falls back to {event.to}, P2")


@TELL.on(UnitOut)
def _out(log: CampaignLog, event: UnitOut) -> None:
    if event.how == LEFT:
        log.brief.append(f"{event.unit} leaves the map.")
        if log.entries and log.entries[-1].text.startswith(f"{event.unit}: "):
            log.came("leaves the map")
        else:
            log.say(f"{event.unit} leaves the map", "C7.1", matters=False)
        return
    if event.how == KILLED:
        log.brief.append(f"{event.unit} is killed.")
        _of(log, event.unit, "killed")
    elif event.how == SURRENDERED:
        log.brief.append(f"{event.unit} surrenders.")
        _of(log, event.unit, "surrenders")
    else:
        log.brief.append(f"Broken and out of this battle: {event.unit}.")
        _of(log, event.unit, "broken")


@TELL.on(Pinned)
def _pinned(log: CampaignLog, event: Pinned) -> None:
    if not (log.entries and log.entries[-1].came[-1:] == [f"P{event.pin}"]):
        _of(log, event.unit, f"now P{event.pin}")


PINS = "Rolls to remove pins"


@TELL.on(PinRolled)
def _rolled(log: CampaignLog, event: PinRolled) -> None:
    log.rolls.append(event.roll)
    if not (log.entries and log.entries[-1].text == PINS):
        log.say(PINS, "C3.2", matters=False)
    log.came(f"{event.unit} free" if event.removed else f"{event.unit} stays P{event.pin}")


@TELL.on(EndOffered)
def _offered(log: CampaignLog, event: EndOffered) -> None:
    side = CARD.side(event.side).name
    log.say(f"{side} offers to end the battle", "C3.1")


SET_UP = ("The units are set up",)
"""Words of the event by which a battle's set-up ends."""


@TELL.on(PlayStopped)
def _stopped(log: CampaignLog, event: PlayStopped) -> None:
    if event.why == SET_UP:
        log.say("Set-up is complete", "C3.1")
    else:
        sides = joined([CARD.side(one).name for one in event.sides])
        log.say(f"Play stops for {sides}: {'; '.join(event.why)}", "C3.1")


# The telling of battles: log, map, tables and examples.

MOST_FIGHTS = 12
"""So many of the last shots and melees are marked; more would hide the map."""


def marks_of(battle: Battle, events: Sequence[Event]) -> tuple[BattleMark, ...]:
    """The marks: for each unit its whole way, then the last fights.

    The events are gone through backward from where everybody stands now, so that the hex of whoever fired is known.  A unit
    whose hex at the time cannot be found so is not marked.
    """
    where = {one.name: one.at for one in battle.units}
    sides = {one.name: one.side for one in battle.units}
    ways: dict[str, tuple[str, ...]] = {}
    fights: list[BattleMark] = []
    for event in reversed(events):
        match event:
            case FighterMoved():
                rest = ways.get(event.unit, ())
                ways[event.unit] = (*event.path, *rest[1:]) if rest[:1] == event.path[-1:] else event.path + rest
                where[event.unit] = event.path[0]
            case FellBack() | UnitOut():
                where[event.unit] = ""
            case ShotFired():
                if start := where.get(event.unit, ""):
                    fights.append(BattleMark("fire", sides.get(event.unit, "army"), (start, event.at)))
                where[event.target] = event.at
            case MeleeFought():
                for name in event.defenders:
                    where[name] = event.at
                fights += [BattleMark("melee", event.side, (at, event.at)) for at in _came_from(events, event)]
            case _:
                pass
    moves = [BattleMark("move", sides.get(name, "army"), path) for name, path in ways.items()]
    return (*moves, *reversed(fights[:MOST_FIGHTS]))


def _came_from(events: Sequence[Event], melee: MeleeFought) -> list[str]:
    """The hexes from which the attackers of a melee entered its hex."""
    before = events[: next(n for n, one in enumerate(events) if one is melee)]
    found = []
    for name in melee.attackers:
        way = next((one for one in reversed(before) if isinstance(one, FighterMoved) and one.unit == name), None)
        if way is not None and len(way.path) > 1 and way.path[-1] == melee.at:
            found.append(way.path[-2])
    return found


SHOWN = 6
"""So many lines show what the order of a set-up looks like."""


class Tales:
    """The battle's part in `telling.teller`."""

    def map(self, state: Any, side: str, events: Iterable[Event]) -> BattleMap:
        """The map of the battle, with what the phases did."""
        return BattleMap(state.battle, marks_of(state.battle, list(events)))

    def log(self, before: Any, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """The log of a half-turn; that of the last has the summary of the battle under it."""
        phase = next((str(one.phase) for one in events if isinstance(one, PhaseBegan)), before.phase)
        found = parse(phase)
        written = log.tell(events)
        if any(isinstance(one, BattleEnded) for one in events):
            written.summary = ("WHO HIT WHOM", *summary(_at_its_end(before.battle, events)))
        is_over = any(isinstance(one, PhaseEnded) for one in events)
        whose = f"Turn {found.turn}"
        return log.section(
            short_name(phase).partition(" ")[2], written, first_roll, first_act, found.letter, whose, is_over=is_over
        )

    def in_short(self, before: Any, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """The events that matter; at the battle's end what each side did in all."""
        found = tuple(log.tell(events).brief)
        if any(isinstance(one, BattleEnded) for one in events):
            found += tuple(f"{one}." for one in in_all(_at_its_end(before.battle, events)))
        return found

    def panels(self, state: Any, side: str) -> tuple[Panel, ...]:
        """The side's own plan, the units of both sides, the reader's first, shots, and where the battle stands."""
        return (*plans.panels(state.battle, side), *panels(state.battle, side))

    def to_do(self, state: Any, side: str, letter: str) -> ToDo | None:
        """The orders that a side owes, where it is a plan or a set-up."""
        if state.battle is not None and letter in (SIDE_PHASE, PLACE_PHASE):
            return _to_set_up(state.battle, side, letter)
        return plans.to_do(state.battle, side, letter) if state.battle is not None else None

    def examples(self, state: Any, side: str, phase: Phase[Any]) -> tuple[str, ...]:
        """Lines that can be sent as they stand."""
        from pbem.systems.nezperce.battle.players import wishes

        battle: Battle = state.battle
        if battle is not None and phase.letter in (SIDE_PHASE, PLACE_PHASE):
            return _of_set_up(battle, side, phase.letter)
        if battle is None or phase.letter != "H":
            return ()
        found = [write(order) for one in battle.on_map(side) if not one.pin for order in wishes(battle, one)[:1]]
        return tuple(found[: most_actions(battle, ())])


def _at_its_end(battle: Battle, events: Sequence[Event]) -> Battle:
    for one in events:
        if isinstance(one, BattleEnded):
            break
        battle = applied(battle, one)
    return battle


def _to_set_up(battle: Battle, side: str, letter: str) -> ToDo:
    """The orders that a side owes in a set-up."""
    example = next(iter(_of_set_up(battle, side, letter)), "")
    leave = ("Leave it to us", "pass")
    if letter == SIDE_PHASE:
        silent = f"you come by the {usual_side(battle)} side"
        return ToDo("phase I", "ENTRY SIDE", "C2.4", example=example, nobody=leave, silent=silent)
    silent = "the program places all your units"
    return ToDo("phase J", "SET-UP", "C2.3", example=example, nobody=leave, silent=silent)


def _of_set_up(battle: Battle, side: str, letter: str) -> tuple[str, ...]:
    """Lines of a set-up as the program would have it."""
    if letter == SIDE_PHASE:
        return (write(EntrySide(usual_side(battle))),)
    done = arranged(battle, side)
    found = [write(SetUp(one.name, one.at, one.mode if one.mode != FOOT else "")) for one in done.on_map(side)]
    if side == battle.contact.attacker and battle.state != ALERTED:
        forces = [one.name for one in battle.contact.forces(side) if one.id in leading(battle)]
        found = [write(EntrySide(done.entry)), write(Lead(tuple(forces))), *found]
    return tuple(found[:SHOWN])
