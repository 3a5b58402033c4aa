"""Practice: players of the program that write letters like anybody, the ledger that watches a game, the first game."""

from pbem.mechanisms.lessons import FIRST_GAME, PROOF, READY, Lesson, Lessons
from pbem.mechanisms.practice import (
    ALL_LEVELS,
    CAPTAIN,
    LEVELS,
    PLAIN,
    RANDOM,
    Effort,
    Judge,
    Ledger,
    Orders,
    Pick,
    Practice,
    Trial,
    only,
)

__all__ = [
    "ALL_LEVELS",
    "CAPTAIN",
    "FIRST_GAME",
    "LEVELS",
    "PLAIN",
    "PROOF",
    "RANDOM",
    "READY",
    "Effort",
    "Judge",
    "Ledger",
    "Lesson",
    "Lessons",
    "Orders",
    "Pick",
    "Practice",
    "Trial",
    "only",
]
