"""How many letters a game turn costs: ``python -m bench.pace [TITLE] [--games N] [--jobs N]``, or ``make pace``.

Whole games of the practice opponent against himself through the real campaign: letters go in as bytes, are read, rehearsed,
filed and answered, and play runs on as far as the pace says.  Each player mails his standing orders with his first letter.
Counted are letters in, by game turn, of all games together and of the game in the middle; letters of each side before a
village is alerted; questions that went out, and those of them that had but one legal answer; and who answered the reactive
decisions: a question, or an order, a standing order, the game's default.
"""

import argparse
import hashlib
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median

from cryptography.fernet import Fernet

from bench import players
from bench.players import PLAYERS, START
from pbem.core.ask import ORDERS
from pbem.desk.desk import Desk, House, SetClock
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.incoming.intake import take
from pbem.desk.play.advance import advance
from pbem.desk.play.pace import MIXED, POLICY
from pbem.desk.play.play import PlayResult, asked_sides, present
from pbem.store.database import Store
from pbem.store.letters_in import StoredArrival
from pbem.store.secrets import Vault
from pbem.systems import registry

GAMES = 20
PACES = (POLICY, MIXED)
GOALS = {
    "rosebud": {POLICY: 2.2, MIXED: 4.4},
    "custer": {POLICY: 2.0, MIXED: 4.4},
    "littlebighorn": {POLICY: 2.0, MIXED: 4.2},
}
"""Letters in a game turn at most, by title and pace."""
BEFORE_ALERT = {"littlebighorn": 6}
"""Letters of a side at most before its village is alerted, by title."""
SETTLED = 0.95
"""The share of reactive decisions that must be settled without a question in the pace `policy`."""


@dataclass
class Count:
    """What was counted in one game or in several."""

    games: int = 0
    turns: int = 0
    letters: int = 0
    refused: int = 0
    questions: int = 0
    idle_questions: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    by_game: list[float] = field(default_factory=list)
    before_alert: list[int] = field(default_factory=list)

    def add(self, other: "Count") -> None:
        """Count another game with these."""
        for name in ("games", "turns", "letters", "refused", "questions", "idle_questions"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.decisions += other.decisions
        self.by_game += other.by_game
        self.before_alert += other.before_alert

    @property
    def median(self) -> float:
        """Letters in by game turn in the game in the middle."""
        return median(self.by_game) if self.by_game else 0.0

    @property
    def most_before_alert(self) -> int:
        """The most letters that a side mailed in a game before its village was alerted."""
        return max(self.before_alert, default=0)

    @property
    def letters_a_turn(self) -> float:
        """Letters in by game turn, set-up and all."""
        return self.letters / self.turns if self.turns else 0.0

    @property
    def settled(self) -> float:
        """The share of reactive decisions that cost no question."""
        whole = sum(self.decisions.values())
        return 1 - self.questions / whole if whole else 1.0


class Game:
    """One game on a desk of its own, and both its players."""

    def __init__(
        self, folder: Path, pace: str, seed: str, scenario: str, with_standing: bool, title: str = "rosebud"
    ) -> None:
        self.clock = SetClock(START)
        store = Store.at(folder / "desk.db", Vault(Fernet.generate_key()))
        self.desk = Desk(store, self.clock, House("pbem.example"), registry.game)
        self.name, self.seed, self.with_standing = "bench-1", seed, with_standing
        self.count = Count(games=1)
        self._told: set[str] = set()
        self._quiet: Counter[str] = Counter()
        self._is_quiet = False
        self._uid = 0
        players = [(side, address, side.title()) for side, address in PLAYERS.items()]
        self.title = registry.game(title)
        wanted = Wanted(
            self.name,
            title,
            scenario,
            players,
            "gm@club.example",
            pace=pace,
            takes_unfinished=True,
            seed=hashlib.sha256(seed.encode()).digest(),
        )
        open_campaign(self.desk, wanted)
        advance(self.desk, self.name)

    def pick(self, phase: str, purpose: str, n: int) -> int:
        """A number below n for a purpose."""
        return int.from_bytes(hashlib.sha256(f"{self.seed} {phase} {purpose}".encode()).digest()[:8], "big") % n

    def play(self, most_turns: int) -> Count:
        """Play until the game is over or `most_turns` game turns have been played; what was counted."""
        first = None
        while True:
            with self.desk.store.read() as books:
                game = books.games.get(self.name)
                now = present(self.desk, books, game) if game.state == "open" else None
                pace = game.pace
                if game.state == "held":
                    raise RuntimeError(f"the game is held: {game.hold}")
            if now is not None and first is None and now.phase.turn:
                first = now.phase.turn
            if now is None or (first is not None and now.phase.turn >= first + most_turns):
                break
            self._is_quiet = self.title.title in BEFORE_ALERT and now.state.notes.village.alert is None
            for side in asked_sides(now.open):
                self._answer(now, side, pace)
        self.count.turns = (now.phase.turn if now is not None else self._last_turn() + 1) - (first or 0)
        self._count_decisions()
        self.count.by_game = [self.count.letters_a_turn]
        self.count.before_alert = list(self._quiet.values())
        return self.count

    def _last_turn(self) -> int:
        with self.desk.store.read() as books:
            row = books.phases.last(books.games.get(self.name))
            return row.turn if row is not None else 0

    def _answer(self, now: PlayResult, side: str, pace: str) -> None:
        """The letter that a side is waited for: orders, or the answer to each of its questions."""
        asked = [one for one in now.open if one.side == side and one.kind != ORDERS]
        lines: list[str] = []
        if self.with_standing and side not in self._told:
            lines += players.standing(self.title, side, pace)
        self._told.add(side)
        self.count.questions += len(asked)
        self.count.idle_questions += sum(len(one.choices) < 2 for one in asked)
        lines += players.words(self.title, now, side, pace, partial(self.pick, now.phase.id))
        self._mail(side, lines)

    def _mail(self, side: str, lines: list[str]) -> None:
        with self.desk.store.read() as books:
            answered = [
                row for row in books.letters_out.to_side(self.name, side) if row.kind in ("report", "question")
            ][-1].raw
        self._uid += 1
        letter = players.reply(answered, PLAYERS[side], "\n".join(lines) + "\n", self._uid)
        self.clock.forward(minutes=10)
        with self.desk.store.begin() as books:
            books.letters_in.take_in([StoredArrival("INBOX", 1, self._uid, self.clock.now(), letter)])
            (number,) = books.letters_in.new()
        taken = take(self.desk, number)
        self.count.letters += 1
        self._quiet[side] += self._is_quiet
        self._look_at_answer(side, lines)
        advance(self.desk, taken.game)

    def _look_at_answer(self, side: str, lines: list[str]) -> None:
        """A letter with a refused line is not ready: the player says so once more, as he would by mail."""
        with self.desk.store.read() as books:
            answer = books.letters_out.to_side(self.name, side)[-1]
        if answer.kind == "error" and lines != ["ready"]:
            self.count.refused += 1
            self._mail(side, ["ready"])

    def _count_decisions(self) -> None:
        with self.desk.store.read() as books:
            for row in books.records.since(books.games.get(self.name), -1):
                for one in json.loads(row.body)["body"].get("events", ()):
                    if one["type"] == "Decided" and one["kind"] != ORDERS:
                        self.count.decisions[str(one["source"]).rstrip(" 0123456789")] += 1


def play(
    pace: str,
    seed: str,
    scenario: str = "",
    turns: int = 99,
    *,
    with_standing: bool = True,
    title: str = "rosebud",
) -> Count:
    """One game in a folder of its own; the title's main scenario unless another is named."""
    scenario = scenario or registry.game(title).system.card.main_scenario
    folder = Path(tempfile.mkdtemp(prefix="pbem-pace-"))
    try:
        return Game(folder, pace, seed, scenario, with_standing, title).play(turns)
    finally:
        shutil.rmtree(folder)


def _play(job: tuple[str, str, str, int, bool, str]) -> tuple[str, Count]:
    pace, seed, scenario, turns, with_standing, title = job
    return pace, play(pace, seed, scenario, turns, with_standing=with_standing, title=title)


def measured(
    title: str, games: int, scenario: str, turns: int, jobs: int, *, with_standing: bool = True
) -> dict[str, Count]:
    """So many games in each pace."""
    found = {pace: Count() for pace in PACES}
    todo = [(pace, f"{pace} {n}", scenario, turns, with_standing, title) for pace in PACES for n in range(games)]
    with ProcessPoolExecutor(jobs) as pool:
        for n, (pace, count) in enumerate(pool.map(_play, todo), 1):
            found[pace].add(count)
            print(f"\r{n} of {len(todo)} games", end="" if n < len(todo) else "\n", file=sys.stderr, flush=True)
    return found


def told(title: str, found: dict[str, Count]) -> Iterable[str]:
    """The figures, a line each."""
    heads = (
        ("games", 6),
        ("turns", 7),
        ("letters in", 12),
        ("a turn", 8),
        ("median", 8),
        ("at most", 9),
        ("questions", 11),
        ("idle", 6),
    )
    yield f"{'pace':<8}{''.join(f'{head:>{wide}}' for head, wide in heads)}{'settled':>9}"
    for pace, one in found.items():
        yield (
            f"{pace:<8}{one.games:>6}{one.turns:>7}{one.letters:>12}{one.letters_a_turn:>8.2f}{one.median:>8.2f}"
            f"{GOALS[title][pace]:>9}"
            f"{one.questions:>11}{one.idle_questions:>6}{one.settled:>9.1%}"
        )
    for pace, one in found.items():
        by = ", ".join(f"{source} {n}" for source, n in one.decisions.most_common())
        yield f"{pace}: reactive decisions by source: {by or 'none'}; letters with a refused line: {one.refused}"
        if title in BEFORE_ALERT:
            yield f"{pace}: letters of a side before the alert: {one.most_before_alert} at most ({BEFORE_ALERT[title]} allowed)"


def are_met(title: str, found: dict[str, Count]) -> bool:
    """Whether every figure is as good as it has to be."""
    few = all(
        one.letters_a_turn <= GOALS[title][pace]
        and one.median <= GOALS[title][pace]
        and one.most_before_alert <= BEFORE_ALERT.get(title, one.most_before_alert)
        and not one.idle_questions
        for pace, one in found.items()
    )
    return few and found[POLICY].settled >= SETTLED


def main() -> int:
    """Measure and print; exit status 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", nargs="?", default="rosebud", choices=tuple(GOALS), help="the game (rosebud)")
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games in each pace ({GAMES})")
    parser.add_argument("--scenario", default="", metavar="S", help="the scenario (the main one)")
    parser.add_argument("--turns", type=int, default=99, metavar="N", help="game turns at most, for a quick look")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="games played at once (2)")
    parser.add_argument("--no-standing", action="store_true", help="players without standing orders")
    args = parser.parse_args()
    standing = not args.no_standing
    found = measured(args.title, args.games, args.scenario, args.turns, args.jobs, with_standing=standing)
    print("\n".join(told(args.title, found)))
    return 0 if are_met(args.title, found) else 1


if __name__ == "__main__":
    sys.exit(main())
