"""Practice at the level ``captain``: several drafts of the orders are played through with sampled dice, the enemy's answer
included, and the one that comes out best is given.

All drafts are tried with the same dice and the same enemy, so that what differs between them is the orders.  The dice are
made here from the captain's own choices; how often each draft is tried is a fixed number, never a matter of time.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.frozen import dataclass
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import perform
from pbem.core.system import RuleSystem
from pbem.core.umpire import Umpire
from pbem.mechanisms.practice import PLAIN, Pick, Practice
from pbem.mechanisms.trial import Trial

S = TypeVar("S")
Orders = tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a captain thinks: each draft is tried `first` times, the best `kept` of them `more` times; a try looks
    `phases` phases ahead, the present one included."""

    first: int
    kept: int
    more: int
    phases: int


class Judge(Protocol[S]):
    """What a game tells its captain."""

    def drafts(self, system: RuleSystem[S], view: S, side: str, letter: str, pick: Pick) -> Iterator[Orders]:
        """Orders worth trying, the likeliest first."""
        ...

    def worth(self, view: S, side: str) -> int:
        """How good a position is for a side: victory points, strength, formation."""
        ...

    def effort(self, view: S, letter: str) -> Effort:
        """How hard to think about the phase with this letter."""
        ...


def orders_for(
    judge: Judge[S], practice: Practice, system: RuleSystem[S], view: S, side: str, letter: str, pick: Pick
) -> Orders:
    """The best of the judge's drafts for the phase with this letter, which is open and has carried out nothing yet."""
    drafts = list(dict.fromkeys(judge.drafts(system, view, side, letter, pick)))
    effort = judge.effort(view, letter)
    if len(drafts) < 2 or not effort.first:
        return drafts[0] if drafts else ()
    tries = _Tries(judge, practice, system, view, side, effort.phases, pick("captain", 1 << 30))
    sums = [sum(tries.worth(draft, n) for n in range(effort.first)) for draft in drafts]
    best = sorted(range(len(drafts)), key=lambda n: (-sums[n], n))[: effort.kept]
    finals = {
        n: sums[n] + sum(tries.worth(drafts[n], more) for more in range(effort.first, effort.first + effort.more))
        for n in best
    }
    return drafts[max(finals, key=lambda n: (finals[n], -n))]


def only(system: RuleSystem[S], view: S, side: str, letter: str, wished: Sequence[Order]) -> Orders:
    """Those of some orders that are legal one after the other."""
    trial: Trial[S] = Trial(system, view, side, letter)
    for order in wished:
        trial.take(order)
    return tuple(trial.orders)


class _Tries:
    """Plays from one position, the same dice for the same try."""

    def __init__(
        self, judge: Judge[S], practice: Practice, system: RuleSystem[S], view: S, side: str, phases: int, seed: int
    ) -> None:
        self.judge, self.practice, self.system = judge, practice, system
        self.view, self.side, self.phases, self.seed = view, side, phases, seed

    def worth(self, draft: Orders, number: int) -> int:
        """What the position is worth to the side after this try."""
        state: Any = self.view
        given: list[Orders] = [draft]
        for _ in range(self.phases):
            phase = self.system.next_phase(state)
            if phase is None:
                break
            state = self._played(state, phase, f"{self.seed} {number} {phase.id}", given)
        return self.judge.worth(state, self.side)

    def _played(self, state: Any, phase: Any, words: str, given: list[Orders]) -> Any:
        umpire: Umpire[Any] = Umpire(
            self.system.thaw(state),
            self.system.apply,
            phase=phase.id,
            options=getattr(state, "options", Options()),
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

        dice = KeyedDice(hashlib.sha256(words.encode()).digest())
        perform(phase.play(umpire), umpire, (), lambda _: dice, lambda asks: tuple(map(answer, asks)))
        return umpire.state
