"""What a benchmark is: a job, and the least work that any program would do for the same result."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Work:
    """`job` and `floor` do the thing some times over and say how many times.

    Where a job cannot be done twice (a letter is sent once), `prepare` makes a new one each time, and is not timed.
    """

    name: str
    job: Callable[[], int] | None
    floor_name: str
    floor: Callable[[], int]
    prepare: Callable[[], Callable[[], int]] | None = None

    def next_job(self) -> Callable[[], int]:
        """A job to be done now."""
        if self.prepare is not None:
            return self.prepare()
        if self.job is None:
            raise ValueError(f"{self.name} has neither a job nor a way to prepare one")
        return self.job
