"""The changes by a letter, for its receipt."""

from dataclasses import dataclass, field

from pbem.desk.orders.merge import LineOnFile, Merged
from pbem.desk.play.answers import Answered
from pbem.desk.play.play import PlayResult


@dataclass(frozen=True)
class Refused:
    """A line that was refused: its number, its text, the lines that say why, and what it was meant for.

    The number is that of the place that it keeps on file.
    `what` is ``order``, ``answer`` (to a question) or ``command``; only an order has a number.  `instead` are lines that may
    be written in its place.  One that `is_unclear` is answered by a digit.
    """

    number: int
    text: str
    block: tuple[str, ...]
    what: str = "order"
    instead: tuple[str, ...] = ()
    is_unclear: bool = False


@dataclass
class FiledChanges:
    """The changes by a letter.

    `label` tells the letter from others, and from itself when it is read again.  `phases` are the phases that it says
    something for, by full id, `firsts` the numbers of their first lines; `lines` counts the order lines of the letter; `cut`
    tells what was left out, `doubtful` are lines among that which would be orders, each with the place where it stood;
    `is_whole`: it is the whole list of its phases, by the word ``replace`` where it `replaces`.
    `last_seen` is the record of the report that it answers.  `seat` is its writer's on a shared side (0 for the chief), None
    where a side has one person.  `refused_as_played`: it would have changed a phase that is being played; `holds`: what
    runs now is known to hold the game.  `unclear` are the unclear lines that wait after the letter, whichever letter they came
    in, each with the number of its place, and `still_refused` the refused lines of earlier ones that nobody has corrected.
    """

    now: PlayResult
    label: str
    last_seen: int
    phases: dict[str, Merged] = field(default_factory=dict)
    firsts: dict[str, int] = field(default_factory=dict)
    refused: list[Refused] = field(default_factory=list)
    not_orders: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    standing: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    answered: tuple[Answered, ...] = ()
    cut: str = ""
    doubtful: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    is_whole: bool = False
    replaces: bool = False
    moved: bool = False
    holds: bool = False
    seat: int | None = None
    refused_as_played: bool = False
    unclear: tuple[tuple[int, LineOnFile], ...] = ()
    still_refused: tuple[tuple[int, LineOnFile], ...] = ()
