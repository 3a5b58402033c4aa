"""Events of the strategic map, and what each event changes."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.event import CHANGE_NOTHING, Event, Handlers, PhaseBegan, PhaseEnded
from pbem.core.sequence import parse
from pbem.core.umpire import Roll
from pbem.systems.nezperce.battles import battles
from pbem.systems.nezperce.card import STRATEGIC
from pbem.systems.nezperce.data import by_id, idaho
from pbem.systems.nezperce.state.contact import ARMY, Contact, Outcome
from pbem.systems.nezperce.state.position import ACTIVE, FAST, GONE, Campaign, Pending

APPLY: Handlers[Campaign] = Handlers("applies")
APPLY.nothing_for(*CHANGE_NOTHING)
LETTERS = "".join(one.letter for one in STRATEGIC)
TOWN_DEFENCE = "city-defence"
"""The id of city defence among the forces of a battle."""


@dataclass(frozen=True, slots=True)
class UnitPlaced(Event):
    """A unit became active in a hex: on the turn of the track, or since an Indian unit entered its hex."""

    unit: str
    hex: str
    early: bool = False


@dataclass(frozen=True, slots=True)
class UnitRemoved(Event):
    """A unit left the map for good."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class SupplyJudged(Event):
    """The supply of a side for the turn: the units in supply, and those out of it."""

    side: str
    supplied: tuple[str, ...]
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitsMoved(Event):
    """Units moved together: `path` begins with the hex in which they stood, `points` are those they spent on it."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    mode: str
    points: int


@dataclass(frozen=True, slots=True)
class RiverTried(Event):
    """A unit tried to cross a major river; it succeeds on one of the dice `on`."""

    unit: str
    hex: str
    to: str
    roll: Roll
    on: tuple[int, ...]
    crossed: bool


@dataclass(frozen=True, slots=True)
class UnitsHalted(Event):
    """Units move no further this turn: a river stopped them, or a town that they entered."""

    units: tuple[str, ...]
    hex: str
    why: str


@dataclass(frozen=True, slots=True)
class TownEntered(Event):
    """An Indian unit entered a town or fort."""

    unit: str
    hex: str
    town: str


@dataclass(frozen=True, slots=True)
class ContactsSet(Event):
    """The contacts that are still to come in this phase."""

    pending: tuple[Pending, ...]


@dataclass(frozen=True, slots=True)
class SearchMade(Event):
    """The Army searched a hex: search values, the lowest evasion, and the die where one was rolled."""

    hex: str
    searchers: tuple[tuple[str, int], ...]
    evader: str
    superiority: int
    roll: Roll | None
    modified: int
    contact: bool


@dataclass(frozen=True, slots=True)
class CombatDeclared(Event):
    """Indian units declared combat in a hex."""

    hex: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BattleDeclared(Event):
    """A contact opened a battle."""

    contact: Contact


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """A battle ended, and what it leaves behind."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class RendezvousTested(Event):
    """The rendezvous was tested at the end of a turn: the Indian units in its area, and whether it was held."""

    turn: int
    there: tuple[str, ...]
    held: bool


@dataclass(frozen=True, slots=True)
class CampaignEnded(Event):
    """The game is over."""

    why: str


@APPLY.on(PhaseBegan)
@rule("NP-B2.2b", "NP-B4.1c")
def _began(state: Campaign, event: PhaseBegan) -> None:
    """A phase begins with all movement points unspent, and the first of a turn begins the turn."""
    state.phase = event.phase
    found = parse(event.phase)
    if found.letter == LETTERS[0] and found.turn != state.turn:
        state.turn, state.fought = found.turn, 0
    if _in_battle(state, event.phase):
        state.battle = battles().apply(state.battle, event)
    for name, unit in state.units.items():
        if unit.mode or unit.spent or unit.halted:
            state.put(name, mode="", spent=0, halted="")


@APPLY.on(PhaseEnded)
@rule("NP-B2.1b", "NP-B2.2a")
def _ended(state: Campaign, event: PhaseEnded) -> None:
    """The next letter is due; after phase F the first of the next turn."""
    letter = parse(event.phase).letter
    if _in_battle(state, event.phase):
        state.battle = battles().apply(state.battle, event)
    if letter in LETTERS:
        state.letter = LETTERS[(LETTERS.index(letter) + 1) % len(LETTERS)]


@APPLY.on(UnitPlaced)
def _placed(state: Campaign, event: UnitPlaced) -> None:
    state.put(event.unit, at=event.hex, status=ACTIVE)


@APPLY.on(UnitRemoved)
def _removed(state: Campaign, event: UnitRemoved) -> None:
    state.put(event.unit, at="", status=GONE)


@APPLY.on(SupplyJudged)
@rule("NP-B3.0a")
def _judged(state: Campaign, event: SupplyJudged) -> None:
    for name in event.supplied:
        state.put(name, supplied=True)
    for name in event.without:
        state.put(name, supplied=False)


@APPLY.on(UnitsMoved)
@rule("NP-B4.3d")
def _moved(state: Campaign, event: UnitsMoved) -> None:
    for name in event.units:
        unit = state.units[name]
        fast = state.turn if event.mode == FAST else unit.fast_on
        state.put(name, at=event.path[-1], mode=event.mode, spent=unit.spent + event.points, fast_on=fast)


APPLY.nothing_for(RiverTried, CombatDeclared)


@APPLY.on(UnitsHalted)
def _halted(state: Campaign, event: UnitsHalted) -> None:
    for name in event.units:
        state.put(name, halted=event.why)


@APPLY.on(TownEntered)
def _entered(state: Campaign, event: TownEntered) -> None:
    state.entered = (*state.entered, (event.hex, event.unit))


@APPLY.on(ContactsSet)
def _set(state: Campaign, event: ContactsSet) -> None:
    state.pending = event.pending
    state.entered = ()


@APPLY.on(SearchMade)
@rule("NP-B5.3.1a", "NP-B5.3.1b", "NP-B5.3.2a", "NP-B5.3.2b")
def _searched(state: Campaign, event: SearchMade) -> None:
    """The first contact by search releases declarations in Idaho, the first outside releases them everywhere."""
    if event.contact and not state.searched_on:
        state.searched_on = state.turn
    if event.contact and event.hex not in idaho() and not state.outside_on:
        state.outside_on = state.turn


@APPLY.on(BattleDeclared)
@rule("NP-B5.3.2a")
def _declared(state: Campaign, event: BattleDeclared) -> None:
    """A battle is on.  A town fight with active Army units outside Idaho releases declarations as a search does."""
    one = event.contact
    state.fought = one.number
    regulars = any(force.id != TOWN_DEFENCE for force in one.army)
    if one.town and one.attacker == ARMY and regulars and one.hex not in idaho() and not state.outside_on:
        state.outside_on = state.turn
    state.battle = battles().new(one)


@APPLY.on(BattleEnded)
@rule("NP-C7.2b", "NP-C7.2c", "NP-C7.2d", "NP-C7.2e", "NP-C6.4.3c", "NP-C6.4.4a", "NP-C2.5c", "NP-C2.7c", "NP-C7.2a")
def _after(state: Campaign, event: BattleEnded) -> None:
    """Losses are kept; whoever was on the map is tired: the Army still next turn and slow on the one after, the Indian
    side slow next turn.  B-059."""
    state.battle = None
    state.camps_lost += event.outcome.camps_lost
    for one in event.outcome.forces:
        if one.id == TOWN_DEFENCE:
            state.cities_lost += len(one.killed) + len(one.surrendered)
            continue
        unit = state.units[by_id()[one.id].name]
        state.put(unit.name, killed=(*unit.killed, *one.killed), surrendered=(*unit.surrendered, *one.surrendered))
        if not state.units[unit.name].left:
            state.put(unit.name, at="", status=GONE)
        if one.fought:
            tired = unit.tired(state.turn)
            state.put(unit.name, still_on=tired.still_on, slow_on=tired.slow_on)


@APPLY.on(RendezvousTested)
def _tested(state: Campaign, event: RendezvousTested) -> None:
    if event.held:
        state.met_on = event.turn


@APPLY.on(CampaignEnded)
def _over(state: Campaign, event: CampaignEnded) -> None:
    state.over = event.why


def _in_battle(state: Campaign, phase: str) -> bool:
    return state.battle is not None and parse(phase).letter not in LETTERS + "S"
