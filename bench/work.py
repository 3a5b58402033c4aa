"""What a benchmark is: a job, and the least work that any program would do for the same result."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """`job` and `floor` do the thing some times over and say how many times."""

    name: str
    job: Callable[[], int]
    floor_name: str
    floor: Callable[[], int]
