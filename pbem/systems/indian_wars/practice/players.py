"""Practice players of the series: at the level ``plain`` a sensible beginner, at ``random`` no sense at all.

They look at their own side's view only and find what is legal by the same plans as everybody else, so they can do nothing
that a player could not.  They serve self-play, the demo, the benchmarks and anyone who wants to try the game alone.
"""

from collections.abc import Iterator

from pbem.core.ask import Ask
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.order import Order
from pbem.core.sequence import PhaseId
from pbem.core.system import RuleSystem
from pbem.mechanisms import practice
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, FIRST_FIGHT, FIRST_GAME, PLAIN, RANDOM, Practice, Trial
from pbem.mechanisms.practice import Pick as Pick
from pbem.systems.indian_wars.files import data
from pbem.systems.indian_wars.orders import march_orders
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.records import together, write
from pbem.systems.indian_wars.practice import danger, village
from pbem.systems.indian_wars.practice import plain as practice_plain
from pbem.systems.indian_wars.practice import village as practice_night
from pbem.systems.indian_wars.practice import village as practice_secret
from pbem.systems.indian_wars.practice.plain import orders_for as orders_for
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.modes import could_act
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.special import hit_and_run
from pbem.systems.indian_wars.rules.supply import pack_train, resupply
from pbem.systems.indian_wars.rules.turn import setup, silence
from pbem.systems.indian_wars.rules.turn.entry import edges_for
from pbem.systems.indian_wars.rules.village import alert
from pbem.systems.indian_wars.state.counter import HQ, MODES, MOUNTED, PACK_TRAIN, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.ledger import BattlefieldLedger
from pbem.systems.indian_wars.title import Title

# Practice at the level ``random``: legal orders without any sense, of every verb, to find dead ends.

HOWS = ("full", "half", "long")
EDGES = ("", "north", "east", "south", "west")


def random_orders_for(
    system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, pick: Pick
) -> tuple[Order, ...]:
    """Orders of a side for the phase with this letter, each legal on the position that those before leave."""
    trial: Trial[Battlefield] = Trial(system, view, side, letter)
    for order in _wishes(view, side, letter, pick):
        trial.take(order)
    return tuple(trial.orders)


def _wishes(view: Battlefield, side: str, letter: str, pick: Pick) -> Iterator[Order]:
    match letter:
        case "S":
            return _set_ups(view, side, pick)
        case "A":
            return _care(view, side, pick)
        case "B" | "D" | "E":
            return _shots(view, side, pick)
        case "C":
            return _moves(view, side, pick)
        case "F":
            return _melees(view, side, pick)
        case "H":
            return practice_secret.hunters(view, pick)
        case "N":
            return (one for one in practice_night.wishes(view, side) if _one_in(2, pick, f"night {write(one)}"))
        case _:
            return iter(())


def _one_in(n: int, pick: Pick, purpose: str) -> bool:
    return pick(purpose, n) == 0


def _set_ups(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    for unit in setup.waiting(view, side):
        places = setup.legal_hexes(view, unit)
        if places:
            mode = MODES[pick(f"mode {unit.name}", len(MODES))]
            at = places[pick(f"place {unit.name}", len(places))]
            yield o.SetUp((unit.name,), at, mode)
            yield o.SetUp((unit.name,), at)
    yield from practice_secret.writings(view, side, pick)


def _care(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    own = [unit.name for unit in view.of(side)]
    for name in (*leaders.waiting(view, side), *(unit.name for unit in view.of(side) if unit.is_leader)):
        if own and not _one_in(3, pick, f"attach {name}"):
            yield o.Attach(name, own[pick(f"attach {name} to", len(own))])
    for unit in view.of(side):
        sources = resupply.suppliers(view, unit)
        if sources and _one_in(2, pick, f"resupply {unit.name}"):
            boxes = pick(f"boxes {unit.name}", 4)
            yield o.Resupply(unit.name, sources[pick(f"supplier {unit.name}", len(sources))], boxes)
        if unit.routed and _one_in(6, pick, f"rally {unit.name}"):
            yield o.NoRally((unit.name,))
        if _one_in(20, pick, f"flee {unit.name}"):
            yield from _routs(view, unit, pick)


def _routs(view: Battlefield, unit: Counter, pick: Pick) -> Iterator[Order]:
    goals = ["woods", "rocks", *(f"{edge} edge" for edge in EDGES[1:])]
    goals += [one.name for one in view.of(unit.side) if one.kind in (HQ, PACK_TRAIN) or one.is_leader]
    goals += hexes_near(view, unit, 4)
    mode = ("", *MODES)[pick(f"rout mode {unit.name}", 4)]
    goal = goals[pick(f"rout {unit.name}", len(goals))]
    holders = view.units.get(unit.printed.holders)
    if mode == MOUNTED and holders is not None and holders.at not in ("", unit.at):
        yield o.Rout(unit.name, goal, mode, holders.at)
    else:
        yield o.Rout(unit.name, goal, mode)


def hexes_near(view: Battlefield, unit: Counter, most: int) -> list[str]:
    """The hexes of the map up to so many hexes away, in hex order."""
    return [at for at in view.sheet.map if 0 < view.sheet.map.distance(at, unit.at) <= most]


def _shots(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    for unit in view.of(side):
        targets = _enemies(view, unit, 2)
        if targets and not _one_in(5, pick, f"fire {unit.name}"):
            target = targets[pick(f"target {unit.name}", len(targets))]
            first = HOWS[pick(f"how {unit.name}", len(HOWS))]
            for how in (first, *HOWS):
                yield o.Fire(unit.name, how, target.name)


def _moves(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    if _one_in(6, pick, "village"):
        yield o.LookForVillage()
    for unit in tuple(view.units.values()):
        if unit.side != side:
            continue
        if not unit.at:
            if edges_for(view, (unit.name,)) and not _one_in(8, pick, f"enter {unit.name}"):
                edge = [at for at in view.sheet.map if view.sheet.map.map_edges(at)]
                for n in range(6):
                    yield o.Enter((unit.name,), edge[pick(f"enter {unit.name} {n}", len(edge))], MODES[n % 2])
            continue
        if unit.routed:
            yield from _routs(view, unit, pick)
        yield from _acts(view, unit, pick)


def _acts(view: Battlefield, unit: Counter, pick: Pick) -> Iterator[Order]:
    """A few things that a counter might do in a Movement Phase, in any sequence; what is not legal falls away."""
    name = unit.name
    for n in range(2):
        match pick(f"act {n} {name}", 14):
            case 0 | 1 | 2 | 3 | 4:
                yield from _march(view, unit, pick, n)
            case 5 | 6 | 7:
                yield o.ChangeMode(name, MODES[pick(f"mode {n} {name}", len(MODES))])
            case 8:
                yield o.Recover(name)
            case 9:
                near = hexes_near(view, unit, 1)
                if unit.mode == PRONE and near:
                    yield o.Crawl(name, near[pick(f"crawl {n} {name}", len(near))])
            case 10:
                enemies = _enemies(view, unit, 6)
                if enemies:
                    target = enemies[pick(f"charge {n} {name}", len(enemies))]
                    yield o.Charge((name,), target.at)
            case 11:
                yield o.BuildBreastworks(name)
                yield o.LoadBreastworks(name)
            case 12:
                enemies = _enemies(view, unit, 2)
                if enemies and hit_and_run.OPTION in view.options:
                    yield o.HitAndRun(name, enemies[pick(f"strike {n} {name}", len(enemies))].name, unit.at)
                others = [one for one in view.of(unit.side) if one.casualties]
                if others and pack_train.train_of(view, name) is None:
                    yield o.Transfer(
                        name, 1 + pick(f"number {n} {name}", 2), others[pick(f"to {name}", len(others))].name
                    )
            case _:
                if _one_in(4, pick, f"abandon {n} {name}"):
                    yield o.AbandonHorses(name)
                if _one_in(3, pick, f"leave {n} {name}"):
                    yield o.Exit((name,), EDGES[pick(f"edge {n} {name}", len(EDGES))])


def _march(view: Battlefield, unit: Counter, pick: Pick, n: int) -> Iterator[Order]:
    together = (unit.name, *(one.name for one in view.at(unit.at) if one.name != unit.name and one.side == unit.side))
    units = together if _one_in(4, pick, f"together {n} {unit.name}") else together[:1]
    found = reach(view, tuple(view[one] for one in units))
    ends = sorted(at for at in found.cost if at != unit.at)
    if ends:
        yield o.Move(units, found.path(ends[pick(f"march {n} {unit.name}", len(ends))]))


def _melees(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    for unit in view.of(side):
        near = _enemies(view, unit, 1)
        if not near or _one_in(3, pick, f"melee {unit.name}"):
            continue
        target = near[pick(f"melee at {unit.name}", len(near))].at
        friends = [
            one.name for one in view.of(side) if view.sheet.map.distance(one.at, target) == 1 and one.name != unit.name
        ]
        with_him = tuple(one for one in friends if _one_in(2, pick, f"{one} with {unit.name}"))
        for units in ((unit.name, *with_him), (unit.name,)):
            yield o.Melee(units, target)
        match pick(f"after {unit.name}", 5):
            case 0:
                yield o.Pursue((unit.name,))
            case 1:
                yield o.NoPursuit((unit.name,))
            case 2:
                yield o.Advance((unit.name,), target)
            case 3:
                yield o.NoAdvance((unit.name,))
            case _:
                pass


def _enemies(view: Battlefield, unit: Counter, most: int) -> list[Counter]:
    return [one for one in view.of(view.enemy_of(unit.side)) if view.sheet.map.distance(one.at, unit.at) <= most]


OFFENSIVE = "B"


class BattlefieldPractice:
    """The practice players of a title of the series (`mechanisms.practice.Practice`)."""

    levels = ALL_LEVELS

    def __init__(self, title: Title) -> None:
        self._title = title

    def scenarios(self) -> tuple[str, ...]:
        """The scenarios of the title, the main one first; the first games are too short to tell anything."""
        known = (one for one in data.scenarios(self._title) if one not in (FIRST_GAME, FIRST_FIGHT))
        return tuple(sorted(known, key=lambda one: (one != self._title.card.main_scenario, one)))

    def orders(
        self, system: RuleSystem[Battlefield], view: Battlefield, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """Orders of a side for the phase with this letter."""
        if level == CAPTAIN:
            from pbem.systems.indian_wars.practice.captain import JUDGE

            if letter == OFFENSIVE and danger.is_open(view):
                from pbem.systems.indian_wars.practice import holding

                return holding.orders_for(self, system, view, side, pick)
            return practice.orders_for(JUDGE, self, system, view, side, letter, pick)
        if level == PLAIN:
            return practice_plain.orders_for(system, view, side, letter, pick)
        return random_orders_for(system, view, side, letter, pick)

    def choice(self, view: Battlefield, ask: Ask, level: str, pick: Pick) -> str:
        """The key of the answer to a question."""
        if level == CAPTAIN and danger.is_open(view):
            from pbem.systems.indian_wars.practice import assault

            return assault.choice(view, ask)
        if level != RANDOM:
            return practice_plain.choice(view, ask)
        return ask.choices[pick(ask.key, len(ask.choices))].key

    def ledger(self, state: Battlefield) -> BattlefieldLedger:
        """A ledger of the game that opens so."""
        return BattlefieldLedger(state)


_PRACTICE: type[Practice] = BattlefieldPractice


# Whole letters of the practice opponent: one for a player turn, marches, and the standing orders of a sensible
# player.

STANDING = {
    "us": (
        "policy all opfire: any",
        "policy all deffire: strongest",
        "policy all retreat: odds 3:1 or worse",
        "policy all losses: holders, strongest",
        "policy all route: HQ",
        "policy all pursue: no",
        "policy all advance: no",
    ),
    "indian": (
        "policy all opfire: any",
        "policy all deffire: mounted targets, weakest",
        "policy all retreat: odds 2:1 or worse",
        "policy all scatter: no",
        "policy all losses: strongest",
        "policy all route: north edge",
        "policy all pursue: no",
        "policy all advance: no",
    ),
}
"""The standing orders of a player who wants to be asked seldom, by side."""


FAR = 9
"""From how far off, in hexes, an enemy does not matter to a column on its way to a village."""
NEAR = 6
"""The distance to the enemy at which its marches halt."""


def marches(view: Battlefield, side: str) -> dict[tuple[str, ...], str]:
    """Units that march to a village over several turns, those of a hex together, each with its line.

    Companies, and whoever follows them, as long as the enemy is far; an Indian who knows of the enemy rides to a camp.
    """
    found: dict[tuple[str, ...], str] = {}
    if not view.sheet.scenario.circles:
        return found
    for at in dict.fromkeys(unit.at for unit in view.of(side)):
        units = [one for one in view.at(at) if _marches(view, side, one)]
        goals = [goal for one in units if (goal := _goal(view, one))]
        near = march_orders.nearest_enemy(view, side, at)
        if not units or not goals or goals[0] == at:
            continue
        if side == alert.US and near is not None and view.sheet.map.distance(near.at, at) < FAR:
            continue
        names = tuple(one.name for one in units)
        halt = f"halt if an enemy is within {NEAR} hexes" if side == alert.US else "halt never"
        found[names] = f"march {together(names)} to {goals[0]}; {halt}"
    return found


def _marches(view: Battlefield, side: str, unit: Counter) -> bool:
    is_unit = unit.side == side and not unit.is_leader and not unit.is_bystander
    return (
        is_unit and could_act(unit) and not march_orders.unfit(unit) and (side == alert.US or bool(_goal(view, unit)))
    )


def _goal(view: Battlefield, unit: Counter) -> str:
    """The goal of a unit; headquarters and trains go where the nearest company goes."""
    if unit.kind in village.FOLLOWERS:
        return village.nearest_camp(view, unit)
    return village.goal(view, unit)


def player_turn(system: RuleSystem[Battlefield], view: Battlefield, side: str, first: str, pick: Pick) -> Iterator[str]:
    """The lines of a letter that serves a player turn from the phase `first` on, each with its phase (``in C: ...``).

    Each phase's orders are found on the position that those before it would leave if no die fell and nobody reacted.
    """
    coming = system.next_phase(view)
    turn = PhaseId(coming.turn if coming is not None else 0, system.card.side(side).code, first).player_turn
    known = view.title.turn_letters
    letters = [one for one in known if one >= first] if first in known else [first]
    own = {one.letter for one in system.card.phases if one.orders == "phasing"}
    trial: Trial[Battlefield] = Trial(system, view, side, first, f"{turn}.{first}")
    on_the_march = marches(view, side)
    marching = {name for names in on_the_march for name in names}
    yield from on_the_march.values()
    for letter in letters:
        trial.letter = letter
        trial.umpire.emit(PhaseBegan(f"{turn}.{letter}"))
        if letter in own:
            for order in orders_for(system, trial.view, side, letter, pick):
                if silence.named_in((order,)) & marching and letter == "C":
                    continue
                if trial.take(order):
                    yield f"in {letter}: {write(order)}" if letter != first else write(order)
        trial.umpire.emit(PhaseEnded(f"{turn}.{letter}"))
