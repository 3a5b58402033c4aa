"""Sealed Bids, a made-up game that hides orders: both sides bid for a town in secret, and the bids are opened together.

Phase A BID: both write at once; ``bid 3`` may not be more than the purse.  Phase B OPEN: nobody writes, the higher bid is paid
and gets the town.  Three turns.  A second bid of one letter is overtaken by the first, and nobody else may learn of either.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.ask import Ask, Choice
from pbem.core.canonical import Json
from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.sequence import EVERYBODY, PhaseId
from pbem.core.system import ALL, NOBODYS, Card, Outcome, Phase, PhaseCard, Plan, Side, UnknownScenario
from pbem.core.umpire import Play, Umpire, ask
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.report import Facts, LogEntry, LogSection
from pbem.systems.game import Game
from pbem.systems.starter import StarterDialect, StarterRules, StarterTeller

SIDES = (Side("north", "NO", "North"), Side("south", "SO", "South"))
PHASES = (PhaseCard("A", "Bid", "1", ALL), PhaseCard("B", "Open", "2", NOBODYS))
CARD = Card("bids", "Sealed Bids", "bids", "SB", SIDES, PHASES, (), "towns")
TOWNS = 3


@dataclass
class Auction:
    """The state: purses, towns won, bids on the table, how each side wants its bid kept, the turn and the phase."""

    purse: dict[str, int] = field(default_factory=lambda: {"north": 9, "south": 9})
    won: dict[str, int] = field(default_factory=lambda: {"north": 0, "south": 0})
    bids: dict[str, int] = field(default_factory=dict)
    turn: int = 1
    is_opening: bool = False


@dataclass(frozen=True, slots=True)
class Bid(Order):
    amount: int


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    side: str
    amount: int

    def known_to(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class TownSold(Event):
    bids: tuple[int, int]
    winner: str


@dataclass(frozen=True, slots=True)
class BidPlan(Plan):
    side: str = ""


class Bids(StarterRules[Auction]):
    card, secret_letters, hides = CARD, "A", True

    def open(self, scenario: str, options: Options) -> Auction:
        if scenario != "towns":
            raise UnknownScenario("Sealed Bids", scenario, ("towns",))
        return Auction()

    def next_phase(self, state: Auction) -> Phase[Auction] | None:
        if state.turn > TOWNS:
            return None
        card = PHASES[state.is_opening]
        play = self.opened if state.is_opening else self.bidding
        return Phase(
            str(PhaseId(state.turn, EVERYBODY, card.letter)), card.letter, card.name, "", state.turn, card.clause, play
        )

    def bidding(self, umpire: Umpire[Auction]) -> Play[None]:
        umpire.emit(PhaseBegan(umpire.phase))
        yield from self.orders_of(umpire, [one.id for one in SIDES], "A")
        for side, amount in sorted(umpire.state.bids.items()):
            if amount == 9:
                choices = (Choice("sure", "yes"), Choice("half", "only half"))
                one = Ask(side, "all in", f"{amount} coins", "All of it?", "1.2", choices, "sure", "sure", secret=True)
                answer = yield from ask(one)
                if answer.choice == "half":
                    umpire.emit(BidMade(side, 4))
        umpire.emit(PhaseEnded(umpire.phase))

    def opened(self, umpire: Umpire[Auction]) -> Play[None]:
        umpire.emit(PhaseBegan(umpire.phase))
        north, south = (umpire.state.bids.get(one.id, 0) for one in SIDES)
        umpire.emit(TownSold((north, south), "" if north == south else SIDES[south > north].id))
        umpire.emit(PhaseEnded(umpire.phase))
        yield from ()

    def plan(self, view: Auction, side: str, phase: str, order: Order) -> Plan | Problem:
        if not isinstance(order, Bid) or order.amount > view.purse[side]:
            return Illegal("E140", f"You have {view.purse[side]}.", "1.1")
        if side in view.bids:
            return Illegal("E141", f"You have bid {view.bids[side]}.", "1.1")
        return BidPlan(order, side=side)

    def resolve(self, umpire: Umpire[Auction], plan: Plan) -> Play[None]:
        assert isinstance(plan, BidPlan)
        assert isinstance(plan.order, Bid)
        umpire.emit(BidMade(plan.side, plan.order.amount))
        yield from ()

    def apply(self, state: Auction, event: Event) -> None:
        match event:
            case BidMade(side, amount):
                state.bids[side] = amount
            case TownSold(bids, winner) if winner:
                state.won[winner] += 1
                state.purse[winner] -= max(bids)
            case PhaseEnded() if state.is_opening:
                state.turn, state.is_opening, state.bids = state.turn + 1, False, {}
            case PhaseEnded():
                state.is_opening = True

    def thaw(self, state: Auction) -> Auction:
        return replace(state, purse=dict(state.purse), won=dict(state.won), bids=dict(state.bids))

    def to_json(self, state: Auction) -> Json:
        rest = {"turn": state.turn, "is_opening": state.is_opening, "bids": dict(state.bids)}
        return {**rest, "purse": dict(state.purse), "won": dict(state.won)}

    def from_json(self, data: Mapping[str, Any]) -> Auction:
        return Auction(**{**data, "purse": dict(data["purse"]), "won": dict(data["won"]), "bids": dict(data["bids"])})

    def public(self, state: Auction) -> Json:
        return self.to_json(replace(state, bids={}))

    def hidden(self, state: Auction) -> tuple[tuple[str, Json], ...]:
        return tuple((f"bids.{side}", amount) for side, amount in sorted(state.bids.items()))

    def view(self, state: Auction, side: str) -> Auction:
        return replace(state, bids={one: amount for one, amount in state.bids.items() if one == side})

    def outcome(self, state: Auction) -> Outcome | None:
        if state.turn <= TOWNS:
            return None
        points = tuple(state.won.items())
        best = max(count for _, count in points)
        winners = [side for side, count in points if count == best]
        return Outcome(winners[0] if len(winners) == 1 else "", "victory", points, "most towns")


class BidsWords(StarterDialect):
    card, verbs = CARD, ("bid",)

    def write(self, order: Order) -> str:
        assert isinstance(order, Bid)
        return f"bid {order.amount}"

    def read(self, text: str, view: Any, side: str) -> tuple[Order, ...] | Problem:
        match text.split():
            case ["bid", amount] if amount.isdecimal():
                return (Bid(int(amount)),)
        return Malformed("E110", "Orders: bid 3.", words=text)

    def turn(self, view: Auction) -> int:
        return view.turn


class Nowhere(MapPanel):
    def overview(self) -> list[str]:
        return ["  There is no map."]

    def has(self, at: str) -> bool:
        return False

    def a_place(self, side: str = "") -> str:
        return "0101"


class BidsTeller(StarterTeller):
    card = CARD

    def facts(self, state: Auction, ended: Sequence[str]) -> Facts:
        won = ", ".join(f"{one.name} {state.won[one.id]}" for one in SIDES)
        return Facts("SEALED BIDS", f"Turn {min(state.turn, TOWNS)} of {TOWNS}", "", ", ".join(ended), won, "")

    def map(self, state: Auction, side: str, events: Iterable[Event]) -> Nowhere:
        return Nowhere()

    def log(self, before: Auction, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        told: list[str] = []
        for one in events:
            match one:
                case BidMade(side, amount):
                    told.append(f"{side} has bid {amount}")
                case TownSold((north, south), winner):
                    told.append(f"Bids {north} and {south}: {winner or 'nobody'} gets the town")
        entries = tuple(LogEntry(f"N{n}", text) for n, text in enumerate(told, first_act))
        return LogSection("WHAT HAPPENED", "", entries, ())

    def examples(self, state: Auction, side: str, phase: Phase[Auction]) -> tuple[str, ...]:
        return ("bid 2",) if state.purse[side] > 1 else ()


class BidsLedger:
    def faults(self, state: Auction, event: Event) -> Iterator[str]:
        return iter(())

    def figures(self, state: Auction) -> Mapping[str, int]:
        return dict(state.won)


class BidsPractice:
    """Each bids by chance; whoever has no coin left passes."""

    def scenarios(self) -> tuple[str, ...]:
        return ("towns",)

    def orders(self, system: Any, view: Auction, side: str, letter: str, level: str, pick: Any) -> tuple[Order, ...]:
        purse = view.purse[side]
        return (Bid(1 + pick(f"bid of {side}", purse)),) if purse else ()

    def choice(self, view: Auction, ask: Ask, level: str, pick: Any) -> str:
        return ask.choices[pick(ask.key, len(ask.choices))].key

    def ledger(self, state: Auction) -> BidsLedger:
        return BidsLedger()


RULES, WORDS, TELLER, PRACTICE = Bids(), BidsWords(), BidsTeller(), BidsPractice()
short_name = TELLER.short_name
_HERE = "tests.systems.sealed_bids"
GAME = Game(
    "bids",
    "bids",
    rules=f"{_HERE}:RULES",
    orders=f"{_HERE}:WORDS",
    teller_place=f"{_HERE}:TELLER",
    cases_place="",
    files="",
    practice_place=f"{_HERE}:PRACTICE",
    phases=f"{_HERE}:short_name",
    package=_HERE,
)
