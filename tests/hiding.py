"""How campaigns of the Nez Perce end: ``python -m tests.hiding --games 20 --indian hides``.

`hides` is an Indian side that never declares combat and leaves every battle as fast as it can; the Army plays at the level
`plain`.  Such a plan must not win more than 55 of 100.  Other ways of playing: `plain`, `random`.  The games are played
without the checks of `pbem selfplay`, which takes three times as long.
"""

import argparse
import hashlib
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.order import Order
from pbem.core.play import perform
from pbem.core.umpire import Umpire
from pbem.systems import registry
from pbem.systems.nezperce.battle.plan.practice import orders_of
from pbem.systems.nezperce.card import LOOKS
from pbem.systems.nezperce.state.events import BattleDeclared, BattleEnded, SearchMade

HIDES = "hides"
LEAVES = ("all leave nearest",)
"""The battle plan of those who only hide."""


class Campaigning:
    """One campaign: `levels` are how each side plays; `count` what happened."""

    def __init__(self, seed: str, levels: dict[str, str], scenario: str = "campaign-1877") -> None:
        self.game = registry.game("nezperce")
        self.seed, self.levels = seed, levels
        self.state: Any = self.game.system.open(scenario, Options(()))
        self.count: Counter[str] = Counter()

    def play(self) -> Any:
        """Play it to its end; its outcome."""
        while (phase := self.game.system.next_phase(self.state)) is not None:
            self._phase(phase)
        return self.game.system.outcome(self.state)

    def _phase(self, phase: Any) -> None:
        system, words = self.game.system, f"{self.seed} {phase.id}"
        umpire: Umpire[Any] = Umpire(
            system.thaw(self.state), system.apply, phase=phase.id, options=Options(()), view=system.view
        )

        def pick(purpose: str, n: int) -> int:
            digest = hashlib.sha256(f"{words} {purpose}".encode()).digest()
            return int.from_bytes(digest[:8], "big") % n

        def answer(one: Ask) -> Answer:
            if one.quiet:
                return Answer(one.default if one.default is not None else one.declined or "", source="default")
            view, level = system.view(umpire.state, one.side), self.levels[one.side]
            self.count[f"letters {one.side}"] += 1
            if one.kind == ORDERS:
                return Answer(orders=self._orders(view, one.side, phase.letter, level, pick))
            plain = "plain" if level == HIDES else level
            return Answer(self.game.practice_players.choice(view, one, plain, pick))

        dice = KeyedDice(hashlib.sha256(words.encode()).digest())
        perform(phase.play(umpire), umpire, (), lambda _: dice, lambda asks: tuple(map(answer, asks)))
        for event in umpire.events:
            self._counted(event)
        self.state = umpire.state

    def _orders(self, view: Any, side: str, letter: str, level: str, pick: Any) -> tuple[Order, ...]:
        if level == HIDES and letter == "C":
            return ()
        if level == HIDES and letter in LOOKS and view.battle.mind(side).plan is None:
            return orders_of(view.battle, side, LEAVES)
        known = "plain" if level == HIDES else level
        return self.game.practice_players.orders(self.game.system, view, side, letter, known, pick)

    def _counted(self, event: Event) -> None:
        match event:
            case SearchMade():
                self.count["searches"] += 1
            case BattleDeclared(contact):
                self.count["battles"] += 1
                self.count["battles with the village"] += any(one.arm == "village" for one in contact.indian)
            case BattleEnded(outcome):
                self.count["battle turns"] += outcome.turns


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the campaigns and print how they ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.hiding", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--indian", default=HIDES)
    parser.add_argument("--army", default="plain")
    parser.add_argument("--scenario", default="campaign-1877")
    args = parser.parse_args(arguments)
    ends: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    differences = []
    for n in range(args.first, args.first + args.games):
        one = Campaigning(f"hiding {n}", {"army": args.army, "indian": args.indian}, args.scenario)
        outcome = one.play()
        points = dict(outcome.points)
        differences.append(points["army"] - points["indian"])
        ends[outcome.level] += 1
        whole += one.count
        print(f"  game {n}: {outcome.level}, Army {points['army']}, Indian {points['indian']}", flush=True)
    print(f"Indian {args.indian} against Army {args.army}: {args.games} campaigns")
    for level, times in ends.most_common():
        print(f"  {times:>4}  {level}")
    print(f"  difference of points: {sorted(differences)}")
    for name, number in sorted(whole.items()):
        print(f"  {name}: {number / args.games:.1f} a campaign")
    return 0


if __name__ == "__main__":
    sys.exit(main())
