"""A cache of answers to the same questions, while the same phase is played very many times with other dice.

Most that a phase asks does not hang on its dice: who sees whom, how far it is, where a walk ends.  `remembered` functions
say the same whenever they are asked the same; within `remembering` they are asked once.  Elsewhere they are plain functions.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

MOST = 50_000
"""Answers that a function keeps; with more it forgets them all."""
P = ParamSpec("P")
R = TypeVar("R")

_memories: list[dict[Any, Any]] = []
_begun: list[bool] = []


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """A function of hashable arguments, given by their place, whose answer hangs on nothing else."""
    memory: dict[Any, Any] = {}
    _memories.append(memory)

    @wraps(function)
    def asked(*given: P.args, **named: P.kwargs) -> R:
        if not _begun or named:
            return function(*given, **named)
        try:
            found: R = memory[given]
        except KeyError:
            if len(memory) >= MOST:
                memory.clear()
            found = memory[given] = function(*given, **named)
        return found

    return asked


@contextmanager
def remembering() -> Iterator[None]:
    """Remember what is found until the end; one may stand within another."""
    _begun.append(True)
    try:
        yield
    finally:
        _begun.pop()
        if not _begun:
            for memory in _memories:
                memory.clear()
