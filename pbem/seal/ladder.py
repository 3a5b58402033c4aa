"""The ladder of seeds, fixed before the first order (docs/trust.md, 5).

``S(i-1) = H("seed", S(i))``: whoever knows a step can go down and never up.  Genesis publishes S(0); adjudication i uses
S(i) and publishes it when it ends.
"""

from hashlib import sha256
from typing import Final

from pbem.seal.tags import prefix

LENGTH: Final = 4096
"""Steps of a campaign's ladder: an extreme game of one adjudication a phase took about 1,070."""

STRIDE: Final = 64
"""Steps between two that a ladder keeps: 4 KB for a game instead of 300, and at most 63 hashes for a step."""


_SEED: Final = prefix("seed")


class LadderSpent(Exception):
    """There is no such step; the chain needs a `ladder.new` before the next adjudication."""


class Ladder:
    """A ladder with `length` steps under its `top` (32 random bytes), which is a secret."""

    def __init__(self, top: bytes, length: int = LENGTH) -> None:
        if len(top) != 32:
            raise ValueError(f"expected a ladder top of 32 bytes, found {len(top)}")
        if length < 1:
            raise ValueError(f"expected a ladder of at least one step, found {length}")
        self._length = length
        self._marks = []  # every STRIDE-th step from the top down
        step = top
        for depth in range(length):
            if depth % STRIDE == 0:
                self._marks.append(step)
            step = below(step)
        self._anchor = step

    def __repr__(self) -> str:
        return f"Ladder(anchor={self.anchor.hex()}, length={self.length})"  # never the top

    @property
    def length(self) -> int:
        """The number of its steps."""
        return self._length

    @property
    def anchor(self) -> bytes:
        """S(0), which genesis publishes."""
        return self._anchor

    def step(self, number: int) -> bytes:
        """S(number), 32 bytes, for adjudication `number` from 1 on.  Raises LadderSpent above the top."""
        if number < 1:
            raise ValueError(f"adjudications count from 1, found {number}")
        if number > self.length:
            raise LadderSpent(f"the ladder has {self.length} steps and step {number} was asked for")
        depth = self._length - number
        step = self._marks[depth // STRIDE]
        for _ in range(depth % STRIDE):
            step = below(step)
        return step


def below(step: bytes) -> bytes:
    """The step below: ``H("seed", step)``."""
    return sha256(_SEED + step).digest()


def stands_on(step: bytes, lower: bytes, distance: int = 1) -> bool:
    """True if `lower` lies `distance` steps below `step` on one ladder."""
    for _ in range(distance):
        step = below(step)
    return step == lower
