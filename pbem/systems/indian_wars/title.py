"""A title of the series as one value, and what its files hold: map sheet, charts, roster and scenario."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from pbem.board.hexmap import FORD, HexMap
from pbem.core.clause import rule
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.system import Card, Plan, RuleSystem
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.phases import SET_UP, TitlePhase
from pbem.systems.indian_wars.rules.movement.ground import Ground
from pbem.systems.indian_wars.state.counter import Act, Counter, Printed
from pbem.systems.indian_wars.state.village import Alarm, Circle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbem.core.event import Handlers
    from pbem.core.umpire import Factor, Modifier
    from pbem.mechanisms.practice import Practice
    from pbem.mechanisms.repairs import Parts
    from pbem.orders.dialect import Dialect, Placed, Reading
    from pbem.orders.syntax import Clause
    from pbem.reports.teller import Teller
    from pbem.systems.game import Linter
    from pbem.systems.indian_wars.rules.situations import Aim, Duty, Fight, Nerve
    from pbem.systems.indian_wars.state.field import Battlefield

    Meaning: TypeAlias = Callable[[Clause, tuple[str, ...], Reading], "tuple[Order, ...] | Placed"]
    PlanOrder: TypeAlias = Callable[[Battlefield, str, str, Any], Plan | Problem]
    ResolvePlan: TypeAlias = Callable[[Umpire[Battlefield], Any], Play[None]]
    RetreatFire: TypeAlias = Callable[[Umpire[Battlefield], tuple[str, ...], str], Play[None]]
    RepairedLines: TypeAlias = Callable[[str, str, list[str], Parts, Reading], Iterator[str]]

_SERIES = "pbem.systems.indian_wars"
MINUTES_A_TURN = 20
POLICIES = (
    *(
        "opfire",
        "deffire",
        "advfire",
        "retreat",
        "losses",
        "pursue",
        "advance",
        "rally",
        "scatter",
        "route",
        "disruption",
    ),
    *("leaders", "morale", "onward", "shelter", "pickup", "village"),
)


@dataclass(frozen=True, eq=False)
class Verb:
    """All that a title of the series knows of one kind of order.  `order` is its record, which also says how it is written.

    `clauses` are the names that the grammar gives to the clauses of this order; `meaning` makes orders of one of
    them. `phases` are the letters of the phases in which it may be given, the one where it is at home first, "" for
    any; `called` is its name in a sentence.  `listed` says in which phases the list of orders shows it, and how.
    `words` are the verbs that may be shortened or misspelt, `missing` what is asked where a line ends with one of
    its words (question, form).  `needs_unit`: somebody is named; `named_behind`: the unit may be named behind the verb;
    `as_written`: counters keep the sequence in which they are named.  `act` says which kinds of counters may do it, None if
    its plan does; `side` is the side to which alone lists show it.  `grammar` are the rules of its clauses where the
    file of the series has none of them.  `repaired` makes lines of the parts of a line
    that could not be read, if its verb is one of `repairs` (each with what it stands for).
    """

    order: "type[Order]"
    clauses: tuple[str, ...]
    meaning: "Meaning"
    plan: "PlanOrder"
    resolve: "ResolvePlan"
    phases: str = ""
    called: str = ""
    words: tuple[str, ...] = ()
    listed: str | Mapping[str, str] = ""
    missing: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    needs_unit: bool = True
    named_behind: bool = False
    as_written: bool = False
    grammar: str = ""
    repairs: Mapping[str, str] = field(default_factory=dict)
    repaired: "RepairedLines | None" = None
    act: Act | None = None
    side: str = ""

    @property
    def letters(self) -> str:
        """The letters of its phases in their sequence, "" for any."""
        return "".join(sorted(self.phases))

    def in_list(self, letter: str) -> str:
        """The form in the list of a phase's orders, "" if it is not there."""
        if isinstance(self.listed, str):
            return self.listed if letter in self.phases else ""
        return self.listed.get(letter, "")


@dataclass(frozen=True, slots=True)
class Reaction:
    """The reaction of a unit when the other side acts: `clause` in the grammar, its `words`, and how a standing order says it.

    `event` is what it waits for, with ``{unit}`` for the unit; `is_indian` marks what only Indian units do.
    """

    clause: str
    words: tuple[str, ...]
    doing: str
    event: str = "{unit} is meleed"
    is_indian: bool = False


class OpportunityFire(Protocol):
    """Fire at units that leave a hex; a unit `engaged` in a melee holds its fire."""

    def __call__(
        self, umpire: "Umpire[Battlefield]", leaving: tuple[str, ...], from_hex: str, engaged: tuple[str, ...] = ()
    ) -> Play[None]: ...


@dataclass(frozen=True, eq=False)
class Rules:
    """The rules of a title that others do without, or have otherwise.

    Modifiers stand in the sequence in which a log shows them.  The procedures are called in their sequence:
    `phase_begins` and `phase_ends` in every phase, `turn_begins` in the first phase of a player turn and
    `turn_ends` after its last, for the phasing side; `game_ends` once, `arrival_settles` and then `arrival_offers`,
    who ask, where counters have come to a hex, `advance_settles` where they came by pursuit or advance.  `other_fire` says
    whether a side has other fire on an occasion than that of its units, `step_begins` is called before each step,
    `crossings` who of those who take a step gets across a hexside, `melee_begins` who attacks after what happens at the
    declaration; orders of `freed_first` go before other movement.
    `supplies` say who supplies an Indian unit, `keeps` why a counter stays where it is, `move_limits` why a move may not be
    made; `fire_strikes` whether a shot struck somebody of another kind than units, `protections` why nobody fires at a
    counter; `melee_settles` what becomes of others in a hex that was attacked, `combat_settles` what a shot or melee brings
    about besides, `rout_settles` what a rout does before anybody runs, `attack_offers` what the other side may
    do about it, `low_ammo_offers` what may help a unit that just ran low; `way_clears` make room for who enters a hex;
    `pony_losses` say what else becomes of pony holders who lose their ponies.
    `pitches` put down what a scenario opens with besides its units, `set_up_hexes` say where a counter may be set up (None:
    as others), `set_up_modes` in which mode, `set_up_follows` what is set up with it, and `set_up_ends` what its side does
    besides; `order_limits` say why counters may not be given an order; `rally_choices` whether a side has more to choose
    in its Rally Phase than its units, `rally_begins` carries it out, and `rally_ends` follow the attempts.  `duties` say
    where a counter must go, `exit_score` which side scores how much for one that leaves by choice (None: the enemy, by the
    chart), `exit_limits` why it may not leave by an edge.
    `thrown_off` says which mounted units dismount instead of being pinned; the others fall back. `opportunity_fire` and
    `retreat_fire` are called by what draws such fire.
    `holders_replace_losses` says that holders without horses may make good a loss, `hq_leads` that an HQ is a leader too,
    `mounts_in_rout` that units may mount or
    dismount in a rout by choice, `scouts_run_like_indians` that routed scouts run from the enemy, rather than to a rally
    location, `tended_in_camp` that mortally wounded Indian leaders are brought to a camp, not off the map,
    `replacements_with` the kinds of units with which replacement leaders come in (() for any counter).  `fire_declared`
    follows the declaration of several shots, each its firer and the hex fired at.
    """

    fire_modifiers: "tuple[Callable[[Aim], Modifier | None], ...]"
    fire_factors: "tuple[Callable[[Aim], Factor | None], ...]"
    melee_modifiers: "tuple[Callable[[Fight], Modifier | None], ...]"
    morale_modifiers: "tuple[Callable[[Nerve], Modifier | None], ...]"
    rally_modifiers: "tuple[Callable[[Battlefield, Counter, str], Modifier | None], ...]"
    opportunity_fire: "OpportunityFire"
    retreat_fire: "RetreatFire"
    thrown_off: "Callable[[Counter], bool]"
    scouts_run_like_indians: bool = True
    holders_replace_losses: bool = True
    hq_leads: bool = True
    mounts_in_rout: bool = True
    tended_in_camp: bool = False
    replacements_with: tuple[str, ...] = ()
    duties: "tuple[Callable[[Battlefield, Counter], Duty | None], ...]" = ()
    phase_begins: "tuple[Callable[[Umpire[Battlefield]], None], ...]" = ()
    phase_ends: "tuple[Callable[[Umpire[Battlefield]], None], ...]" = ()
    turn_begins: "tuple[Callable[[Umpire[Battlefield], str], None], ...]" = ()
    turn_ends: "tuple[Callable[[Umpire[Battlefield], str], Play[None]], ...]" = ()
    game_ends: "tuple[Callable[[Umpire[Battlefield]], None], ...]" = ()
    fire_declared: "tuple[Callable[[Umpire[Battlefield], tuple[tuple[str, str], ...]], None], ...]" = ()
    fire_strikes: "tuple[Callable[[Umpire[Battlefield], str, str], bool], ...]" = ()
    melee_settles: "tuple[Callable[[Umpire[Battlefield], str, tuple[str, ...]], None], ...]" = ()
    rout_settles: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...]], None], ...]" = ()
    combat_settles: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...]], None], ...]" = ()
    attack_offers: "tuple[Callable[[Umpire[Battlefield], str, str], Play[None]], ...]" = ()
    low_ammo_offers: "tuple[Callable[[Umpire[Battlefield], str], Play[None]], ...]" = ()
    protections: "tuple[Callable[[Battlefield, Counter, Counter], Problem | None], ...]" = ()
    way_clears: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...], str], Play[None]], ...]" = ()
    pony_losses: "tuple[Callable[[Umpire[Battlefield], str, str], bool], ...]" = ()
    supplies: "tuple[Callable[[Battlefield, Counter], tuple[str, ...] | None], ...]" = ()
    keeps: "tuple[Callable[[Battlefield, Counter], Problem | None], ...]" = ()
    set_up_hexes: "tuple[Callable[[Battlefield, Counter], tuple[str, ...] | None], ...]" = ()
    pitches: "tuple[Callable[[Battlefield], None], ...]" = ()
    set_up_follows: "tuple[Callable[[Umpire[Battlefield], str, str], None], ...]" = ()
    set_up_modes: "tuple[Callable[[Battlefield, Counter, str], tuple[str, ...] | None], ...]" = ()
    set_up_ends: "tuple[Callable[[Umpire[Battlefield], str, tuple[Order, ...]], None], ...]" = ()
    order_limits: "tuple[Callable[[Battlefield, Collection[str], Order], Problem | None], ...]" = ()
    move_limits: "tuple[Callable[[Battlefield, Sequence[Counter], Sequence[str]], Problem | None], ...]" = ()
    rally_choices: "tuple[Callable[[Battlefield, str], bool], ...]" = ()
    rally_begins: "tuple[Callable[[Umpire[Battlefield], str, tuple[Order, ...]], Play[None]], ...]" = ()
    rally_ends: "tuple[Callable[[Umpire[Battlefield], str], Play[None]], ...]" = ()
    arrival_settles: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...], str], None], ...]" = ()
    advance_settles: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...], str], None], ...]" = ()
    other_fire: "tuple[Callable[[Battlefield, str, str], bool], ...]" = ()
    crossings: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...], str, str], tuple[str, ...]], ...]" = ()
    melee_begins: "tuple[Callable[[Umpire[Battlefield], str, tuple[str, ...]], Play[tuple[str, ...]]], ...]" = ()
    freed_first: "tuple[type[Order], ...]" = ()
    step_begins: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...], str, str], None], ...]" = ()
    exit_score: "Callable[[Battlefield, Counter], tuple[str, int]] | None" = None
    exit_limits: "tuple[Callable[[Battlefield, Counter, str], Problem | None], ...]" = ()
    arrival_offers: "tuple[Callable[[Umpire[Battlefield], tuple[str, ...], str], Play[None]], ...]" = ()


@dataclass(frozen=True, eq=False)
class Title:
    """A title of the series: everything by which it differs from the others.

    `clauses` say where its book has each rule that the code cites by its meaning. `moving` are the verbs that move a unit,
    those first that are meant most. `files` is the name by which its scenarios and the rows of the charts know it.
    `commanders` are the leaders whose death scores most; an `indispensable` one is replaced only once off
    the map for good. `commands` are the lists of ranks along each of which command passes, () where there is one for
    all leaders. `leaders_of_hq` are the leaders whom each HQ keeps near, the first who is neither dead nor dying.
    `own_charts` are the files of charts that the other titles do without, `events` what those of its
    events do that they do without. `sister` is the title, written ``module:name``,
    whose cases may hold for this one too; `follows` the title of which a battle may come before, and `scenarios_after`
    those that may be played then. `dialect`, `teller`, `practice` and `casework` are the classes that are made for
    it, written ``module:class``; each is imported when it is first asked for.
    """

    card: Card
    clauses: Mapping[str, str]
    phases: tuple[TitlePhase, ...]
    orders: tuple[Verb, ...]
    reactions: tuple[Reaction, ...]
    rules: Rules
    files: str
    moving: tuple[str, ...] = ("move", "charge", "crawl", "rout", "exit")
    policies: tuple[str, ...] = POLICIES
    clause_index: str = ""
    commanders: tuple[str, ...] = ()
    indispensable: tuple[str, ...] = ()
    commands: tuple[tuple[str, ...], ...] = ()
    leaders_of_hq: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own_charts: tuple[str, ...] = ()
    events: "tuple[Handlers[Battlefield], ...]" = ()
    sister: str = ""
    follows: str = ""
    scenarios_after: tuple[str, ...] = ()
    grammar: str = "grammar/indian_wars.lark"
    dialect_class: str = f"{_SERIES}.orders.dialect:IndianWarsDialect"
    teller_class: str = f"{_SERIES}.telling.teller:SeriesTeller"
    practice_class: str = f"{_SERIES}.practice.players:BattlefieldPractice"
    casework_class: str = f"{_SERIES}.casework:CaseWork"

    @property
    def id(self) -> str:
        """Its id, as ``pbem new --game`` has it."""
        return self.card.id

    def at(self, rule: str) -> str:
        """The clause of the book for a rule: ``16.A`` for ``charge``.  Raises KeyError for one that the title does not have."""
        found = self.clauses.get(rule)
        if found is None:
            raise KeyError(f"{self.card.title} has no rule called {rule!r}; name it in the title's clauses")
        return found

    @cached_property
    def clause_ids(self) -> Mapping[str, str]:
        """The ids in the clause index by meaning: ``RC-16.A`` for ``charge``."""
        return {rule: f"{self.card.clauses}-{number}" for rule, number in self.clauses.items()}

    @cached_property
    def _phases(self) -> Mapping[str, TitlePhase]:
        return {one.letter: one for one in self.phases}

    def phase(self, letter: str) -> TitlePhase:
        """The phase with a letter.  Raises KeyError."""
        return self._phases[letter]

    @cached_property
    def turn_letters(self) -> str:
        """The letters of the phases of a player turn, in their sequence."""
        return "".join(one.letter for one in self.phases if one.letter != SET_UP and one.in_turn)

    @cached_property
    def verbs(self) -> Mapping[type[Order], Verb]:
        """Verbs for each kind of order, by its record."""
        return {one.order: one for one in self.orders}

    @cached_property
    def verbs_by_clause(self) -> Mapping[str, Verb]:
        """Verbs by the names of its clauses in the grammar."""
        return {clause: one for one in self.orders for clause in one.clauses}

    @cached_property
    def reactions_by_clause(self) -> Mapping[str, Reaction]:
        """Reactions by the name of its clause in the grammar."""
        return {one.clause: one for one in self.reactions}

    @cached_property
    def play(self) -> Mapping[str, Callable[["Umpire[Battlefield]", str, str], Play[None]]]:
        """The procedures that play the phases, by letter."""
        return {one.letter: named(one.play) for one in self.phases}

    @cached_property
    def system(self) -> "RuleSystem[Battlefield]":
        """Its rules as a rule system."""
        found: RuleSystem[Battlefield] = named(f"{_SERIES}.system:IndianWars")(self)
        return found

    @cached_property
    def dialect(self) -> "Dialect":
        """Its order language."""
        found: Dialect = named(self.dialect_class)(self)
        return found

    @cached_property
    def teller(self) -> "Teller[Battlefield]":
        """The game's own account."""
        found: Teller[Battlefield] = named(self.teller_class)(self)
        return found

    @cached_property
    def linter(self) -> "Linter":
        """The check for faults in its files."""
        found: Linter = named(f"{_SERIES}.files.data:SeriesLinter")(self)
        return found

    @cached_property
    def practice(self) -> "Practice":
        """Its practice players."""
        found: Practice = named(self.practice_class)(self)
        return found

    @cached_property
    def casework(self) -> Any:
        """The game's part of the casebook."""
        return named(self.casework_class)(self)


def named(place: str) -> Any:
    """The object ``module:name``, imported now."""
    module, _, name = place.partition(":")
    return attrgetter(name)(import_module(module))


@dataclass(frozen=True, slots=True)
class SetUpGroup:
    """Units that set up together: in the one hex of `hexes`, or anywhere among them, in one of `modes`.

    `mp` are the MPs that they have in their first Movement Phase (0: all).
    """

    side: str
    hexes: tuple[str, ...]
    units: tuple[str, ...]
    modes: tuple[str, ...]
    mp: int = 0

    @property
    def is_fixed(self) -> bool:
        """True if nothing is left to choose."""
        return len(self.hexes) == 1 and len(self.modes) == 1


@dataclass(frozen=True, slots=True)
class EntryEdge:
    """A run of hexes by which units enter.

    `tribes` who may (empty: all), `most_units` and `most_tribes` how many in all (0: any number), `open_to_leaders`
    whether a leader may enter there without a unit.
    """

    zone: str
    hexes: tuple[str, ...]
    tribes: tuple[str, ...] = ()
    most_units: int = 0
    most_tribes: int = 0
    open_to_leaders: bool = False


@dataclass(frozen=True, slots=True)
class EntryForce:
    """The force of a side that enters on a game turn, and where.

    `earlier` is an option with the turn on which they enter by it; `dice` are the turns of which a die chooses one, in the
    sequence of its faces, and `ahead` how many turns before that turn they may come.  `is_secret` says that the
    hexes are written down before play, `any_mode` that riders may come on foot, the horses along.
    """

    side: str
    turn: int
    units: tuple[str, ...]
    edges: tuple[EntryEdge, ...]
    earlier: tuple[str, int] = ("", 0)
    dice: tuple[int, ...] = ()
    ahead: int = 0
    is_secret: bool = False
    any_mode: bool = False

    def turn_by(self, options: Options, rolled: int = 0) -> int:
        """The turn on which they enter by the options in force, and by the die where there is one."""
        turn = self.earlier[1] if self.earlier[0] in options else self.turn
        return rolled - self.ahead if rolled and self.dice else turn


@dataclass(frozen=True, slots=True)
class FordGroup:
    """Places where there may be a ford, of which `least` to `most` really have one."""

    places: tuple[str, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Opening:
    """A position to begin from, instead of a set-up: game turn, phasing side, VPs, strength lost, marks, counters.

    Each counter is its name and what differs from a fresh one, as (field, value).
    """

    turn: int
    phasing: str
    points: tuple[tuple[str, int], ...] = ()
    lost: tuple[tuple[str, int], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    units: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A scenario: its id (``historical``), title, length in game turns, the sides in the sequence in which they play.

    `first_turn_minute` is the hour of turn 1 in minutes after midnight; `days` are the turns with which later days begin,
    each with its hour; `provenance` says ``rulebook …`` or ``invented``.  `ends_without` are the kinds of counters without
    which their side ends the game; () for any unit.  `swaps` are options, each with a counter that takes the place of another;
    `fords` are the possible fords, in `no_fords` there is none although the map has one.
    """

    id: str
    title: str
    turns: int
    first_turn_minute: int
    player_sequence: tuple[str, ...]
    setup_sequence: tuple[str, ...]
    setup: tuple[SetUpGroup, ...] = ()
    entries: tuple[EntryForce, ...] = ()
    opening: Opening | None = None
    provenance: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    days: tuple[tuple[int, int], ...] = ()
    ends_without: tuple[str, ...] = ()
    swaps: tuple[tuple[str, str, str], ...] = ()
    fords: tuple[FordGroup, ...] = ()
    no_fords: tuple[str, ...] = ()

    @cached_property
    def hides(self) -> bool:
        """True if a side writes anything down that the other does not know."""
        return bool(self.fords) or any(entry.is_secret for entry in self.entries)

    @rule("howitzer")
    def left_out(self, options: Options) -> tuple[str, ...]:
        """The counters that are not in play: of each pair in `swaps` the one that the options do not choose."""
        return tuple(old if option in options else new for option, new, old in self.swaps)

    @cached_property
    def circles(self) -> tuple[Circle, ...]:
        """The circles of its village, () where it has none."""
        return tuple(
            Circle(
                one["name"],
                one["centre"],
                one["camps"],
                one["units_in_a_camp_hex"],
                tuple(one["leaders"]),
                tuple(one["warriors"]),
            )
            for one in self.data.get("village", {}).get("circle", ())
        )

    @cached_property
    def alarm(self) -> Alarm | None:
        """The alarm of its village."""
        table = self.data.get("village", {}).get("alert")
        if table is None:
            return None
        return Alarm(
            tuple(table["kinds"]),
            table["within"],
            table.get("messenger", ""),
            table.get("warns", False),
            table.get("stirs_from", 0),
            tuple(table.get("stirs", ())),
        )

    def has_night_after(self, turn: int) -> bool:
        """True if a night follows a game turn: the next one begins another day."""
        return any(first == turn + 1 for first, _ in self.days)

    def date(self, turn: int) -> str:
        """The day of a game turn, ``25 June``; "" where the scenario gives its days no dates."""
        dates: Sequence[str] = self.data.get("scenario", {}).get("dates", ())
        number = sum(first <= turn for first, _ in self.days)
        return dates[number] if number < len(dates) else ""

    def minute(self, turn: int) -> int:
        """The time at which a game turn begins, in minutes after midnight."""
        first, hour = max((one for one in self.days if one[0] <= turn), default=(1, self.first_turn_minute))
        return hour + MINUTES_A_TURN * (turn - first)


@dataclass(frozen=True)
class TitleData:
    """Data that never change in play: title, map, charts by file stem as read, roster by name, scenario."""

    title: Title
    map: HexMap
    charts: Mapping[str, Any]
    roster: Mapping[str, Printed]
    scenario: Scenario

    @cached_property
    def ground(self) -> Ground:
        """The cost of each step on this map, by the terrain effects chart."""
        return Ground(self.map, self.charts["terrain"], self.title.files, self.title.at)

    @cached_property
    def ford_places(self) -> Mapping[tuple[str, str], str]:
        """The hexsides of which it is not sure that they are fords, each from both sides, with the hex that names it."""
        scenario = self.scenario
        places = [place for group in scenario.fords for place in group.places] + list(scenario.no_fords)
        found: dict[tuple[str, str], str] = {}
        for place in (one for one in places if one in self.map):
            for near in self.map.neighbours(place):
                if FORD in self.map.edges(place, near) and (place, near) not in found:
                    found[place, near] = found[near, place] = place
        return found

    @cached_property
    def names(self) -> Mapping[str, int]:
        """The place of each counter in the order of battle."""
        return {name: n for n, name in enumerate(self.roster)}

    @cached_property
    def house_charts(self) -> tuple[str, ...]:
        """The charts that we designed ourselves because no rulebook prints them."""
        return tuple(stem for stem, chart in self.charts.items() if "reconstructed" in _provenances(chart))


def _provenances(part: object) -> str:
    match part:
        case dict():
            own = str(part.get("provenance", ""))
            return " ".join([own, *(_provenances(one) for one in part.values())])
        case list():
            return " ".join(_provenances(one) for one in part)
        case _:
            return ""
