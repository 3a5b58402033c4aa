"""Games played alone: practice players of several levels, the captain who tries several drafts, the ledger."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any, Generic, Protocol, TypeVar

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order, Problem
from pbem.core.system import Phase, RuleSystem
from pbem.core.umpire import Play, Umpire

# Orders tried one after the other on a copy of the position, as a player would on his board; no die falls, nobody
# reacts.

S = TypeVar("S")


class Trial(Generic[S]):
    """The orders so far, each legal on the position that those before leave; `view` is that position."""

    def __init__(self, system: RuleSystem[S], view: S, side: str, letter: str, phase: str = "") -> None:
        self.system, self.side, self.letter = system, side, letter
        self.orders: list[Order] = []
        self.umpire: Umpire[S] = Umpire(
            system.thaw(view),
            system.apply,
            phase=phase or _present(system.next_phase(view)),
            options=getattr(view, "options", Options()),
        )

    @property
    def view(self) -> S:
        """The position that the orders so far leave."""
        return self.umpire.state

    def take(self, order: Order) -> bool:
        """Add an order and carry it out as far as its first die; False if it is not legal here."""
        plan = self.system.plan(self.umpire.state, self.side, self.letter, order)
        if isinstance(plan, Problem):
            return False
        self.orders.append(order)
        with self.umpire.act(self.side, order):
            _drive(self.system.resolve(self.umpire, plan))
        return True


def _present(phase: Phase[S] | None) -> str:
    return phase.id if phase is not None else ""


def _drive(play: Play[None]) -> None:
    try:
        asks = next(play)
        while True:
            asks = play.send(tuple(_quiet(one) for one in asks))
    except StopIteration:
        return


def _quiet(one: Ask) -> Answer:
    if one.kind == ORDERS:
        return Answer()
    return Answer(next((key for key in (one.declined, one.default) if key is not None), one.choices[0].key))


Pick = Callable[[str, int], int]
"""Gives a number from 0 to n - 1 for a purpose, the same one for the same purpose every time."""

RANDOM, PLAIN, CAPTAIN = "random", "plain", "captain"
"""The levels at which practice players play."""
LEVELS = (RANDOM, PLAIN)
"""``random`` gives legal orders without sense, to find dead ends; ``plain`` plays like a sensible beginner."""
ALL_LEVELS = (*LEVELS, CAPTAIN)
"""``captain``, which not every game has, tries several plans with dice of its own and gives the best."""


class Ledger(Protocol):
    """Keeps the account of one game from its opening on."""

    def faults(self, state: Any, event: Event) -> Iterator[str]:
        """Impossible things in a game after this event: a sentence each.  Called once for every event."""
        ...

    def figures(self, state: Any) -> Mapping[str, int]:
        """The results of the game, by name: losses, VPs and the like."""
        ...


def levels_of(practice: "Practice | None") -> tuple[str, ...]:
    """The levels of a game's practice players; none where it has no such players."""
    if practice is None:
        return ()
    found: tuple[str, ...] = getattr(practice, "levels", LEVELS)
    return found


class Practice(Protocol):
    """The practice players of a game: of two levels, or of those in `levels` where they have it.

    They see their side's view and find what is legal by the same plans as everybody.
    """

    def scenarios(self) -> tuple[str, ...]:
        """The ids of the scenarios that they play, the main one first."""
        ...

    def orders(
        self, system: RuleSystem[Any], view: Any, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """Orders of a side for the phase with this letter."""
        ...

    def choice(self, view: Any, ask: Ask, level: str, pick: Pick) -> str:
        """The key of the answer to a question."""
        ...

    def ledger(self, state: Any) -> Ledger:
        """A ledger of the game that opens so."""
        ...


# Practice at the level ``captain``: several drafts of the orders are played through with sampled dice, the enemy's
# answer included, and the one that comes out best is given.
#
# All drafts are tried with the same dice and the same enemy, so that what differs between them is the orders.  The
# dice are made here from the captain's own choices; how often each draft is tried is a fixed number, never a matter
# of time.

Orders = tuple[Order, ...]
"""The orders of one plan."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a captain's thinking: each draft is tried `first` times, the best `kept` of them `more` times; a try looks
    `phases` phases ahead, the present one included.  Then the best is changed `changes` times, in the part of one unit each
    time, to what another draft has for that unit, and `ideas` times to something that the judge thinks of; what comes out
    better is kept.  The judge's first draft stays unless another is better by more than `trust` in each try."""

    first: int
    kept: int
    more: int
    phases: int
    changes: int = 0
    trust: int = 0
    ideas: int = 0


class Judge(Protocol[S]):
    """The interface between a game and its captain."""

    def drafts(self, system: RuleSystem[S], view: S, side: str, letter: str, pick: Pick) -> Iterator[Orders]:
        """Orders worth trying, the likeliest first."""
        ...

    def completed(
        self, system: RuleSystem[S], view: S, side: str, letter: str, orders: Sequence[Order], pick: Pick
    ) -> Orders:
        """Orders put together of two drafts, as far as they are legal; a game may add what follows from them."""
        return only(system, view, side, letter, orders)

    def idea(
        self, system: RuleSystem[S], view: S, side: str, letter: str, orders: Sequence[Order], pick: Pick
    ) -> Orders | None:
        """The orders with something else for one unit that no draft has, all legal; None if nothing comes to mind."""
        return None

    def worth(self, view: S, side: str) -> int:
        """The value of a position for a side: victory points, strength, formation."""
        ...

    def effort(self, view: S, letter: str) -> Effort:
        """The effort of thinking about the phase with this letter."""
        ...

    def is_settled(self, view: S) -> bool:
        """True if a try that has come so far need not go on."""
        ...

    def simplified(self, view: S) -> S:
        """The position from which tries are played: without what takes long and is never used in them."""
        return view


def orders_for(
    judge: Judge[S], practice: Practice, system: RuleSystem[S], view: S, side: str, letter: str, pick: Pick
) -> Orders:
    """The best of the judge's drafts for the phase with this letter, which is open and has carried out nothing yet."""
    effort = judge.effort(view, letter)
    found = judge.drafts(system, view, side, letter, pick)
    if not effort.first:
        return next(found, ())
    drafts = list(dict.fromkeys(found))
    if len(drafts) < 2:
        return drafts[0] if drafts else ()
    tries = Tries(judge, practice, system, view, side, effort.phases, pick("captain", 1 << 30))
    tries.favour = {drafts[0]: effort.trust}
    sums = {draft: tries.sum(draft, effort.first) for draft in drafts}
    best = sorted(drafts, key=lambda draft: -sums[draft])
    number = effort.first + effort.more
    chosen = max(best[: effort.kept], key=lambda draft: tries.sum(draft, number))
    for n in range(effort.changes + effort.ideas):

        def lot(purpose: str, of: int, n: int = n) -> int:
            return pick(f"change {n} {purpose}", of)

        is_new = n >= effort.changes
        changed = judge.idea(system, view, side, letter, chosen, lot) if is_new else _changed(chosen, best, lot)
        if changed is not None:
            other = changed if is_new else judge.completed(system, view, side, letter, changed, lot)
            if tries.sum(other, effort.first) >= tries.sum(chosen, effort.first) and (
                tries.sum(other, number) > tries.sum(chosen, number)
            ):
                chosen = other
    return chosen


def only(system: RuleSystem[S], view: S, side: str, letter: str, wished: Sequence[Order]) -> Orders:
    """Those of some orders that are legal one after the other."""
    trial: Trial[S] = Trial(system, view, side, letter)
    for order in wished:
        trial.take(order)
    return tuple(trial.orders)


def _changed(chosen: Orders, drafts: Sequence[Orders], lot: Pick) -> Orders | None:
    """The orders with those of one unit as another draft has them, the better drafts more often; None if all is the same."""
    own = parts(chosen)
    number = min(lot("first draft", len(drafts)), lot("second draft", len(drafts)))
    others = parts(drafts[number])
    differing = [who for who in dict.fromkeys((*own, *others)) if own.get(who) != others.get(who)]
    if not differing:
        return None
    who = differing[lot("who", len(differing))]
    mixed = {one: others.get(one, ()) if one == who else had for one, had in own.items()}
    return tuple(chain.from_iterable({**mixed, who: others.get(who, ())}.values()))


def parts(orders: Orders) -> dict[str, Orders]:
    """The orders by the unit that they name first."""
    found: dict[str, Orders] = {}
    for one in orders:
        who = getattr(one, fields(one)[0].name)
        name = who if isinstance(who, str) else "".join(who[:1])
        found[name] = (*found.get(name, ()), one)
    return found


class Tries:
    """Plays from one position, the same dice for the same try."""

    def __init__(
        self, judge: Judge[S], practice: Practice, system: RuleSystem[S], view: S, side: str, phases: int, seed: int
    ) -> None:
        self.judge, self.practice, self.system = judge, practice, system
        self.view, self.side, self.phases, self.seed = judge.simplified(view), side, phases, seed
        self._worth: dict[tuple[Orders, int], int] = {}
        self.favour: dict[Orders, int] = {}

    def sum(self, draft: Orders, number: int) -> int:
        """The value of the position to the side after so many tries, added up, with what speaks for the draft besides."""
        return sum(self.worth(draft, n) for n in range(number)) + number * self.favour.get(draft, 0)

    def worth(self, draft: Orders, number: int) -> int:
        """The value of the position to the side after this try."""
        found = self._worth.get((draft, number))
        if found is None:
            found = self._worth[draft, number] = self._played_on(draft, number)
        return found

    def passed(self) -> Any:
        """The position when the present phase is over in which the side gives no orders."""
        phase = self.system.next_phase(self.view)
        return (
            self.view if phase is None else self._played(self.view, phase, " ".join((str(self.seed), "passed")), [()])
        )

    def _played_on(self, draft: Orders, number: int) -> int:
        state: Any = self.view
        given: list[Orders] = [draft]
        for _ in range(self.phases):
            phase = self.system.next_phase(state)
            if phase is None or (state is not self.view and self.judge.is_settled(state)):
                break
            state = self._played(state, phase, f"{self.seed} {number} {phase.id}", given)
        return self.judge.worth(state, self.side)

    def _played(self, state: Any, phase: Any, words: str, given: list[Orders]) -> Any:
        umpire: Umpire[Any] = Umpire(
            self.system.thaw(state),
            self.system.apply,
            phase=phase.id,
            options=getattr(state, "options", Options()),
            dice=KeyedDice(hashlib.sha256(words.encode()).digest()),
            view=self.system.view,
        )

        def pick(purpose: str, n: int) -> int:
            digest = hashlib.sha256(f"{words} {purpose}".encode()).digest()
            return int.from_bytes(digest[:8], "big") % n

        def answer(one: Ask) -> Answer:
            if one.kind == ORDERS and one.side == self.side and given:
                return Answer(orders=given.pop())
            if one.quiet:
                return Answer(one.default if one.default is not None else one.declined or "", source="default")
            view = self.system.view(umpire.state, one.side)
            if one.kind == ORDERS:
                return Answer(orders=self.practice.orders(self.system, view, one.side, phase.letter, PLAIN, pick))
            return Answer(self.practice.choice(view, one, PLAIN, pick))

        play = phase.play(umpire)
        try:
            asks = next(play)
            while True:
                asks = play.send(tuple(map(answer, asks)))
        except StopIteration:
            return umpire.state


# A first game that teaches: what each letter of it says, and the lines that it asks for.


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: the phase whose orders it asks for ("" for the last letter), its title, and what stands above and below
    the lines to copy.

    `word` is the verb that the lesson wants (`` move ``); so many `examples` with it are taken from those that the game
    itself gives for the position, so that they are legal.  `lines` are copied as they stand, after those.
    """

    phase: str
    title: str
    above: tuple[str, ...]
    below: tuple[str, ...] = ()
    word: str = ""
    examples: int = 0
    lines: tuple[str, ...] = ()
    is_mistake: bool = False


@dataclass(frozen=True, slots=True)
class Lessons:
    """The first game of a title: its scenario, the side that learns, and the lessons in their sequence.

    `earlier` are scenarios that taught before: games of theirs go on with the same lessons, and old ones replay.
    """

    scenario: str
    side: str
    lessons: tuple[Lesson, ...]
    earlier: tuple[str, ...] = ()

    def at(self, phase: str) -> tuple[int, Lesson] | None:
        """The lesson of a phase and its number from 1; "" is the last letter."""
        return next(((n, one) for n, one in enumerate(self.lessons, 1) if one.phase == phase), None)


READY = "ready"
"""The word by which a letter says that its orders are all there."""
FIRST_GAME = "first-game"
"""The scenario in which a title teaches."""
FIRST_FIGHT = "first-fight"
"""The first fight of a title whose bands must stand so near that shots tell.  In `FIRST_GAME` they stood far off: nothing came
of any."""
PROOF = Lesson(
    "",
    "The proof",
    (
        "You don't have to trust the desk.  Its dice come from secret numbers that were fixed before the game began, and each "
        "report ends with a seal.  Anybody with your letters can roll every die again and check every order.",
        "To do it, save the letters of this game in a folder.  Answer this one with   help proof   and save pbem_verify.txt, "
        "which comes back, as pbem_verify.py.  You need Python, and nothing else:",
    ),
    (
        "It lists what it checked, and says so if anything is false.  Keep your letters in a real game too.",
        "That was your first game.  In a real one your letters have more in them, above all a list of what each unit can do; "
        "you know now how to read them.  Write   help   to any letter, whenever you're stuck.",
    ),
    lines=("python3 pbem_verify.py FOLDER",),
)
"""The lesson of the seal, which every game has."""
