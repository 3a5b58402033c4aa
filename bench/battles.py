"""How many letters a battle inside a game turn costs: ``python -m bench.battles [--battles N] [--level plain]``.

Practice players fight whole campaigns of the Nez Perce alone, their letters through the real reader.  For every question
and every stop the campaign's own pace says whether it would cost a letter; what practice players write does not depend on
the pace, so that one course of play counts for all paces.
"""

import argparse
import statistics
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.sequence import parse, phasing, player_turn, sequence_of
from pbem.core.system import Phase
from pbem.desk.play.pace import ASK, MIXED, POLICY, Pace
from pbem.mechanisms.practice import PLAIN, RANDOM
from pbem.selfplay import Alone

TITLE, SCENARIO = "nezperce", "campaign-1877"
PACES = (ASK, MIXED, POLICY)
GOALS = {MIXED: 6, POLICY: 2}
"""Letters a battle and side, in the middle of all, its set-up among them."""
QUIET = 1
"""Letters a side in a strategic turn without a battle."""


@dataclass
class Letters:
    """Letters by pace: of each battle and side, of each turn and side without a battle."""

    battles: dict[str, Counter[tuple[str, str, str]]] = field(default_factory=lambda: {one: Counter() for one in PACES})
    set_ups: dict[str, Counter[tuple[str, str, str]]] = field(default_factory=lambda: {one: Counter() for one in PACES})
    turns: dict[str, Counter[tuple[str, int, str]]] = field(default_factory=lambda: {one: Counter() for one in PACES})
    fought: set[tuple[str, str]] = field(default_factory=set)
    with_battle: set[tuple[str, int]] = field(default_factory=set)
    played: set[tuple[str, int]] = field(default_factory=set)


class Counted(Alone):
    """A campaign whose letters are counted, up to so many battles."""

    def __init__(self, seed: str, level: str, letters: Letters, most: int) -> None:
        super().__init__(TITLE, SCENARIO, seed, level)
        self.letters, self.most = letters, most
        self.written: set[tuple[str, str]] = set()

    def course(self) -> None:
        """Play to the end, or to the last battle that is wanted."""
        while (phase := self.system.next_phase(self.state)) is not None and len(self.letters.fought) <= self.most:
            self.letters.played.add((self.result.seed, phase.turn))
            self.phase(phase)

    def _answers(self, phase: Phase[Any], state: Any, asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        for side in dict.fromkeys(one.side for one in asks):
            his = [one for one in asks if one.side == side]
            for name in PACES:
                self._count(name, phase, side, his)
        found = super()._answers(phase, state, asks)
        self.written |= {(player_turn(phase.id), one.side) for one in asks if one.kind == ORDERS and not one.quiet}
        return found

    def _count(self, name: str, phase: Phase[Any], side: str, asks: list[Ask]) -> None:
        sides = phasing(self.system.card, phase)
        written = tuple(one for one in sides if (player_turn(phase.id), one) in self.written)
        is_drawn = not sequence_of(self.system).is_sure(phase.letter)
        pace = Pace(name, sides, () if is_drawn else written, is_drawn)
        if not any(self._costs(pace, one) for one in asks):
            return
        found = parse(phase.id)
        seed = self.result.seed
        if found.battle is None:
            self.letters.turns[name][seed, found.turn, side] += 1
            return
        battle = f"{found.turn}.{found.battle.battle}"
        self.letters.fought.add((seed, battle))
        self.letters.with_battle.add((seed, found.turn))
        self.letters.battles[name][seed, battle, side] += 1
        if found.battle.turn == 0:
            self.letters.set_ups[name][seed, battle, side] += 1

    def _costs(self, pace: Pace, one: Ask) -> bool:
        if one.quiet:
            return False
        if one.kind == ORDERS:
            return pace.name == ASK or not pace.runs_on(one)
        return len(one.choices) > 1 and not (pace.takes_default(one) and one.default is not None)


def measured(level: str, battles: int, quiet: bool = False) -> Letters:
    """So many battles, in as many campaigns as it takes."""
    letters = Letters()
    n = 0
    while len(letters.fought) < battles:
        Counted(f"battles {level} {n}", level, letters, battles).course()
        n += 1
        if not quiet:
            print(f"{n} campaigns, {len(letters.fought)} battles", file=sys.stderr, flush=True)
    return letters


def most_without_battle(letters: Letters, name: str) -> int:
    """The most letters that a side wrote in a turn without a battle, in a pace."""
    turns = letters.played - letters.with_battle
    return max(
        (letters.turns[name][seed, turn, side] for seed, turn in turns for side in ("army", "indian")), default=0
    )


def figures(letters: Letters) -> list[str]:
    """The figures, a line for each pace."""
    head = f"{'pace':<8}{'battles':>8}{'median':>8}{'mean':>7}{'9 in 10':>9}{'most':>6}{'set-up':>8}{'goal':>6}"
    found = [f"{head}   a turn without battle"]
    for name in PACES:
        each = sorted(
            letters.battles[name][seed, battle, side] for seed, battle in letters.fought for side in ("army", "indian")
        )
        set_up, quiet = sum(letters.set_ups[name].values()) / len(each), most_without_battle(letters, name)
        found.append(
            f"{name:<8}{len(letters.fought):>8}{statistics.median(each):>8.1f}{statistics.mean(each):>7.1f}"
            f"{each[len(each) * 9 // 10]:>9}{each[-1]:>6}{set_up:>8.1f}{GOALS.get(name, ''):>6}   most {quiet}"
        )
    return found


def main() -> int:
    """Measure and print; exit status 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=100, metavar="N", help="battles at least (100)")
    parser.add_argument("--level", default=PLAIN, choices=(PLAIN, RANDOM), help="who plays (plain)")
    args = parser.parse_args()
    letters = measured(args.level, args.battles)
    print("\n".join(figures(letters)))
    each = {
        name: [
            letters.battles[name][seed, battle, side] for seed, battle in letters.fought for side in ("army", "indian")
        ]
        for name in GOALS
    }
    quiet = max((most_without_battle(letters, name) for name in GOALS), default=0)
    is_met = all(statistics.median(each[name]) <= most for name, most in GOALS.items()) and quiet <= QUIET
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
