"""The log of the strategic turn: a sentence for each event, with every figure that decided something."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pbem.core.event import ActBegan, ActEnded, Event, Handlers, OrderMoot
from pbem.core.umpire import Roll
from pbem.mechanisms.words import joined
from pbem.reports.report import Die, LogEntry, LogSection, Step
from pbem.systems.nezperce import data
from pbem.systems.nezperce.battles import battle_words
from pbem.systems.nezperce.card import CARD
from pbem.systems.nezperce.data import by_id
from pbem.systems.nezperce.orders.reading import write
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.state.contact import DECLARATION, Force
from pbem.systems.nezperce.state.events import (
    TOWN_DEFENCE,
    BattleDeclared,
    BattleEnded,
    CampaignEnded,
    CombatDeclared,
    ContactsSet,
    RendezvousTested,
    RiverTried,
    SearchMade,
    SupplyJudged,
    TownEntered,
    UnitPlaced,
    UnitRemoved,
    UnitsHalted,
    UnitsMoved,
)
from pbem.systems.nezperce.state.position import FAST

CODES = (
    ("K", "killed"),
    ("M", "its morale is tested"),
    ("P2", "pinned (P2)"),
    ("P1", "pinned (P1)"),
)
"""The meanings of the letters of results, for those who hear them."""


@dataclass
class EntryDraft:
    """An entry while it is written: its sentence and rule, what came of it, and the steps with the figures behind it.

    `came` are the things that came of it, in a few words each; they stand behind the sentence.
    """

    text: str
    rule: str = ""
    came: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    def written(self, number: str) -> LogEntry:
        """The entry as it is told."""
        tail = f"-> {', '.join(self.came)}" if self.came else ""
        return LogEntry(number, self.text, self.rule, tail, tuple(self.steps))


@dataclass
class CampaignLog:
    """The log while it is written: its entries, the sentences that matter for IN SHORT, and the dice."""

    entries: list[EntryDraft] = field(default_factory=list)
    brief: list[str] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)
    """The hexes to which units went, by the names of those who moved together."""
    rolls: list[Roll] = field(default_factory=list)
    summary: tuple[str, ...] = ()
    one: str = ""
    """The unit of a battle that was fired at last, of which the steps of the entry need not say the name."""
    is_set_up: bool = False
    """True if the order that is told sets up a unit of a battle."""
    groups: dict[str, tuple[EntryDraft, tuple[tuple[str, str], ...]]] = field(default_factory=dict)
    """The entries of a set-up so far, by what it is about: the entry that counts its units, and they."""

    def in_short(self) -> tuple[str, ...]:
        """The sentences that matter, and where everybody went: the log has each way."""
        to: dict[str, list[str]] = {}
        for units, at in self.moved.items():
            to.setdefault(at, []).append(units)
        ways = "; ".join(f"{', '.join(units)} to {at}" for at, units in to.items())
        return (*self.brief, f"Moved: {ways}.") if ways else tuple(self.brief)

    def say(self, text: str, rule: str = "", *, matters: bool = True) -> None:
        """A sentence for the log, with its rule, and for IN SHORT if it matters."""
        self.groups = {}
        self.entries.append(EntryDraft(text, rule))
        if matters:
            self.brief.append(f"{text}.")

    def count(self, about: str, item: tuple[str, str], say: Callable[[tuple[tuple[str, str], ...]], None]) -> None:
        """One unit more of a set-up: `say` tells of it together with those before it, in one entry."""
        groups = dict(self.groups)
        entry, items = groups.get(about, (None, ()))
        if entry is not None:
            self.entries = [one for one in self.entries if one is not entry]
        say((*items, item))
        self.groups = {**groups, about: (self.entries[-1], (*items, item))}

    def figures(self, text: str, rule: str = "") -> None:
        """The figures behind the last entry, which the short log leaves out."""
        if not self.entries:
            self.entries.append(EntryDraft(text, rule))
        else:
            self.entries[-1].steps.append(Step(None, text, rule=rule, brief=""))

    def came(self, text: str) -> None:
        """Something that came of the last entry; without one it is an entry of its own."""
        if self.entries:
            self.entries[-1].came.append(text)
        else:
            self.entries.append(EntryDraft(text[:1].upper() + text[1:]))


TELL: Handlers[CampaignLog] = Handlers("tells")
TELL.nothing_for(ContactsSet)
_STRATEGIC = (March, Declare, Supply, Search)


def tell(events: Sequence[Event]) -> CampaignLog:
    """The log of some events; those that have no sentence of their own are passed over."""
    log = CampaignLog()
    for one in _together(events):
        if isinstance(one, ActBegan):
            log.is_set_up = " set up" in one.text
        if type(one) in TELL:
            TELL(log, one)
        elif isinstance(one, OrderMoot):
            words = None if isinstance(one.order, _STRATEGIC) else battle_words()
            line = write(one.order) if words is None else words.write(one.order)
            problem = one.problem.text.removesuffix(".")
            log.say(f"{line}: no longer possible.  {problem}", one.problem.clause)
    return log


def _together(events: Sequence[Event]) -> list[Event]:
    """The events, with marches of several orders along one path told as one."""
    found: list[Event] = []
    for one in events:
        last = next((earlier for earlier in reversed(found) if not isinstance(earlier, ActBegan | ActEnded)), None)
        if isinstance(one, UnitsMoved) and isinstance(last, UnitsMoved) and one == replace(last, units=one.units):
            found[found.index(last)] = replace(one, units=(*last.units, *one.units))
        else:
            found.append(one)
    return found


NOTHING = {
    "R": "Nobody arrives",
    "A": "No Indian unit is on the map",
    "B": "Nobody moves",
    "C": "No combat is declared",
    "D": "No Army unit is on the map",
    "E": "Nobody moves",
    "F": "Nothing to search",
    "S": "No other contact",
    "H": "Nobody acts",
    "P": "Play goes on",
    "Q": "Play goes on",
}
"""The line of a phase in which nothing happened."""


def section(
    title: str, log: CampaignLog, first_roll: int, first_act: int, letter: str, player_turn: str, *, is_over: bool
) -> LogSection:
    """A log under a title; `is_over` tells that the phase has ended, so that one without entries says so."""
    dice = tuple(Die(n, one.dice, one.faces, one.label) for n, one in enumerate(log.rolls, first_roll))
    if is_over and not log.entries and letter in NOTHING and first_act == 1:
        log.entries.append(EntryDraft(NOTHING[letter]))
    entries = tuple(one.written(f"{letter}{n}") for n, one in enumerate(log.entries, first_act))
    return LogSection(title, "", entries, dice, log.summary, letter, player_turn, CODES)


@TELL.on(UnitPlaced)
def _placed(log: CampaignLog, event: UnitPlaced) -> None:
    where = f"{event.hex} {data.town(event.hex)}".strip()
    if event.early:
        log.say(f"An Indian unit enters {where}; waiting there and now active: {event.unit}", "B6.0")
    else:
        log.say(f"Now active in {where}: {event.unit}", "B6.0")


@TELL.on(UnitRemoved)
def _removed(log: CampaignLog, event: UnitRemoved) -> None:
    log.say(f"{event.unit} leaves the map for good: {event.why}", "B6.0")


@TELL.on(SupplyJudged)
def _judged(log: CampaignLog, event: SupplyJudged) -> None:
    name = CARD.side(event.side).name
    if event.supplied:
        log.say(f"{name} units in supply: {joined(event.supplied)}", "B3.0", matters=False)
    if event.without:
        log.say(f"{name} units out of supply: {joined(event.without)}", "B3.0", matters=False)


@TELL.on(UnitsMoved)
def _moved(log: CampaignLog, event: UnitsMoved) -> None:
    units, path = joined(event.units), "-".join(event.path)
    how = "fast " if event.mode == FAST else ""
    log.say(f"{units}: {how}{path}, {event.points} MP", "B4.1", matters=False)
    log.moved[units] = event.path[-1]


@TELL.on(RiverTried)
def _tried(log: CampaignLog, event: RiverTried) -> None:
    log.rolls.append(event.roll)
    unit, needed, die = event.unit, " or ".join(map(str, event.on)), event.roll.natural
    if event.crossed:
        # Whether it does hangs on those who go with it: if one of them fails, all stay.
        log.say(f"{unit} can cross to {event.to}: needs {needed}, rolls {die}", "B4.4.2")
    else:
        log.say(f"{unit} fails to cross to {event.to}: needs {needed}, rolls {die}", "B4.4.2")


@TELL.on(UnitsHalted)
def _halted(log: CampaignLog, event: UnitsHalted) -> None:
    failed = event.why.removesuffix(" did not get across the river")
    if failed == joined(event.units) and len(event.units) == 1:
        return  # its roll has just been told
    is_river = failed != event.why
    why = f"{failed} failed to cross" if is_river else event.why
    log.say(
        f"{joined(event.units)} {'stays' if len(event.units) == 1 else 'stay'} in {event.hex}: {why}",
        "B4.4",
        matters=is_river,
    )


@TELL.on(TownEntered)
def _entered(log: CampaignLog, event: TownEntered) -> None:
    log.say(f"{event.unit} enters {event.town} ({event.hex}) and will have to fight there", "B5.3.3")


@TELL.on(SearchMade)
def _searched(log: CampaignLog, event: SearchMade) -> None:
    values = ", ".join(f"{name} {value}" for name, value in event.searchers)
    at, evader, superiority = event.hex, event.evader, event.superiority
    if event.roll is None:
        log.say(f"No contact in {at}: a search superiority of {superiority} finds nobody", "B5.2")
    else:
        log.rolls.append(event.roll)
        die, terrain, added = event.roll.natural, event.roll.modifiers[0].name, event.modified - event.roll.natural
        if event.contact:
            log.say(f"Contact in {at}: superiority {superiority}, a roll of {die}, {added:+} for {terrain}", "B5.2")
        else:
            least = next((one for one in range(1, 7) if data.is_contact(one + added, superiority)), None)
            needed = f"{least} or more was needed" if least is not None else "no roll would have done"
            log.say(
                f"No contact in {at}: superiority {superiority}, a roll of {die}, {added:+} for {terrain}; {needed}",
                "B5.2",
            )
    log.figures(f"Search values: {values}; less the evasion of {evader}")


@TELL.on(CombatDeclared)
def _declared(log: CampaignLog, event: CombatDeclared) -> None:
    log.say(f"Combat is declared in {event.hex} by {joined(event.units)}", "B5.1", matters=False)


@TELL.on(BattleDeclared)
def _battle(log: CampaignLog, event: BattleDeclared) -> None:
    one = event.contact
    army, indian = joined([_named(force) for force in one.army]), joined([_named(force) for force in one.indian])
    at = f"{one.hex} {one.town}".strip()
    if one.cause == DECLARATION:
        log.say(f"Battle {one.number} of turn {one.turn} in {at}: {indian} against {army}", "C1.0")
    else:
        log.say(f"Battle {one.number} of turn {one.turn} in {at}: {army} against {indian}", "C1.0")


def _named(force: Force) -> str:
    return f"the defence of {force.name}" if force.id == TOWN_DEFENCE else force.name


@TELL.on(BattleEnded)
def _ended(log: CampaignLog, event: BattleEnded) -> None:
    one = event.outcome
    log.say(f"The battle in {one.hex} is over; battle turns: {one.turns}", "C3.1")
    if one.why:
        log.say(one.why, "C3.1")
    for force in one.forces:
        name = "The town" if force.id == TOWN_DEFENCE else by_id()[force.id].name
        if force.killed:
            log.say(f"{name}, killed: {joined(force.killed)}", "C6.4", matters=False)
        if force.surrendered:
            log.say(f"{name}, surrendered: {joined(force.surrendered)}", "C6.4", matters=False)


@TELL.on(RendezvousTested)
def _tested(log: CampaignLog, event: RendezvousTested) -> None:
    there = joined(event.there) if event.there else "nobody"
    if event.held:
        log.say(
            f"The rendezvous is held at the end of turn {event.turn}: {there}; Canada is open from now on", "B4.4.5"
        )
    else:
        log.say(f"The rendezvous is missed at the end of turn {event.turn}: {there}; Canada stays closed", "B4.4.5")


@TELL.on(CampaignEnded)
def _over(log: CampaignLog, event: CampaignEnded) -> None:
    log.say(f"The campaign is over: {event.why}", "B4.1")
