"""Order lines put together at random: ``python -m tests.shuffled_orders GAME [--letters N] [--seed N]``.

Each letter is for the position of one of the game's cases.  Its lines are those of the game's cases and docs with words and
numbers changed, left out and put in.  Any text at all is accepted, refused or passed over, and what is accepted can be played
with any dice and any answers: nothing raises an error.  The exit status is 1 if something does.
"""

import argparse
import random
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

from pbem.casebook import case as course
from pbem.casebook.case import Case, casework
from pbem.casebook.case_files import read_cases
from pbem.core.ask import Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.orders.rehearsal import ACCEPTED, rehearse
from pbem.systems import registry
from pbem.systems.game import Game

ROOT = Path(__file__).parent.parent
MOST_PHASES = 6
ODD = (
    *("0", "-1", "9" * 20, "\u00b2", "1/2", "1e9", "T99", "0000", "9999", "\u200b", "\u2013", "\u2192", "(", "[", "{0}", "%s"),
    *("all", "each of", "not", "except", "then", "if", "when", "until", "policy", "in F:", "in Z:", "back", "any", "none"),
    *("north", "NE", '3"', "12 inches", "0 inches", "1000 inches", "360 degrees", "-5 degrees"),
)  # fmt: skip
_WORDS = re.compile(r"\s+|[\w/'-]+|[^\w\s]")
_NUMBER = re.compile(r"\d+")
_QUOTED = re.compile(r"`([^`\n]{3,80})`")


class _RandomDice(KeyedDice):
    def left(self) -> list[str]:
        return []


@dataclass
class Shuffled:
    """Letters to one game by seed, and what came of them."""

    title: str
    seed: int
    letters: int = 0
    accepted: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    shown: dict[str, str] = field(default_factory=dict)
    """The first letter of each fault with the end of its traceback."""

    @cached_property
    def rng(self) -> random.Random:
        return random.Random(self.seed)

    @cached_property
    def game(self) -> Game:
        return registry.game(self.title)

    @cached_property
    def cases(self) -> Sequence[Case]:
        files = sorted((ROOT / "tests" / "cases" / self.title).glob("*.toml"))
        return [case for case in read_cases(files, casework) if case.game == self.title]

    @cached_property
    def lines(self) -> Sequence[str]:
        own = [line for case in self.cases for words in case.orders.values() for line in _lines_of(words)]
        docs = [(ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("orders", self.title)]
        return own + [line for text in docs for line in _QUOTED.findall(text)]

    @cached_property
    def words(self) -> Sequence[str]:
        return sorted({word for line in self.lines for word in _WORDS.findall(line) if word.strip()})

    def line(self, line: str) -> str:
        """A line with up to four changes."""
        words, rng = _WORDS.findall(line), self.rng
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            if not words:
                break
            at = rng.randrange(len(words))
            match rng.randrange(6):
                case 0:
                    words[at] = rng.choice(self.words)
                case 1:
                    words.insert(at, f" {rng.choice((*ODD, rng.choice(self.words)))} ")
                case 2:
                    del words[at]
                case 3:
                    other = rng.randrange(len(words))
                    words[at], words[other] = words[other], words[at]
                case 4:
                    words[at:at] = words[rng.randrange(len(words)) :][:6]
                case _:
                    words[at] = _NUMBER.sub(self._near, words[at])
        return "".join(words)

    def _perhaps(self, line: str) -> str:
        return self.line(line) if self.rng.random() < 0.5 else line

    def _near(self, number: re.Match[str]) -> str:
        return str(max(0, int(number[0]) + self.rng.choice((-100, -2, -1, 1, 2, 100)))).zfill(len(number[0]))

    def read_one(self) -> None:
        """One letter of either side, read in any phase."""
        case, rng = self.rng.choice(self.cases), self.rng
        state = casework(self.title).position(case.position, lambda *_: None)
        card = self.game.system.card
        own = [line for words in case.orders.values() for line in _lines_of(words)] or self.lines
        words = "\n".join(
            self.line(rng.choice(own if rng.random() < 0.6 else self.lines)) for _ in range(rng.choice((1, 2, 6)))
        )
        side = rng.choice(card.sides).id
        letter = case.phase if rng.random() < 0.6 else rng.choice(card.phases).letter
        ahead, is_begun = rng.random() < 0.3, rng.random() < 0.3

        def read() -> None:
            found = rehearse(
                self.game.system, self.game.dialect, state, side, letter, words, ahead=ahead, is_begun=is_begun
            )
            self.accepted += sum(line.verdict == ACCEPTED for line in found.lines)

        self._try(read, f"{case.id}, {side}, phase {letter}\n{words}")

    def play_one(self) -> None:
        """A case with its letters changed, played with other dice and with any of the answers that each question offers."""
        case, rng = self.rng.choice(self.cases), self.rng
        orders = {
            key: "\n".join(
                [self.line(one) if rng.random() < 0.5 else one for one in (*_lines_of(words), rng.choice(self.lines))]
            )
            for key, words in case.orders.items()
        }
        dice = _RandomDice(sha256(str(rng.random()).encode()).digest())
        usual = course._Source._answer

        def answered(source: course._Source, ask: Ask) -> Answer:
            if ask.kind != course.ORDERS and ask.choices and (ask.default is None or rng.random() < 0.7):
                return Answer(choice=rng.choice(ask.choices).key, source="answer")
            return usual(source, ask)

        def play() -> None:
            with (
                patch.object(course, "DiceGiven", lambda *_: dice),
                patch.object(course, "MOST_PHASES", MOST_PHASES),
                patch.object(course._Source, "_answer", answered),
            ):
                played = course.run(replace(case, orders=orders), casework(self.title))
            self.accepted += sum(line.verdict == ACCEPTED for read in played.letters.values() for line in read.lines)

        self._try(play, f"{case.id}\n{orders}")

    def _try(self, done: Callable[[], None], letter: str) -> None:
        self.letters += 1
        try:
            done()
        except Exception as fault:  # whatever it is, it would have held a player's letter or stopped a game
            told = traceback.format_exc().strip().splitlines()
            what = f"{fault!r:.100} {[line for line in told if 'File ' in line][-1].strip()}"
            self.faults[what] += 1
            self.shown.setdefault(what, "\n".join((letter, *told[-12:])))


def _lines_of(words: str) -> Iterator[str]:
    return (line for line in words.split("\n") if line.strip())


def main() -> int:
    """Read and play them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument(
        "--letters", type=int, default=2000, metavar="N", help="how many letters (2000), one in three played"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    args = parser.parse_args()
    shuffled = Shuffled(args.game, args.seed)
    while shuffled.letters < args.letters:
        shuffled.play_one() if shuffled.letters % 3 == 0 else shuffled.read_one()
        print(f"\r{shuffled.letters} letters, {len(shuffled.faults)} faults", end="", flush=True)
    print(f"\n{shuffled.accepted} lines accepted")
    for what, letter in shuffled.shown.items():
        print(f"{shuffled.faults[what]} times: {what}\n{letter}\n")
    return 1 if shuffled.faults else 0


if __name__ == "__main__":
    sys.exit(main())
