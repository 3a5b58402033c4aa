"""What a battle remembers of its fights: who hit whom with what."""

from dataclasses import dataclass

from pbem.core.record import Record

FIRE, SHELL, MELEE = "fire", "shell", "melee"
FELL_BACK = "driven back"


@dataclass(frozen=True, slots=True)
class Hit(Record):
    """A unit was killed, broken, driven back, or made to surrender: by whom, and how (``fire``, ``shell``, ``melee``)."""

    by: tuple[str, ...]
    how: str
    on: str
    came: str


@dataclass(frozen=True, slots=True)
class Blow(Record):
    """The fight that is being resolved: who strikes, how, and who is struck."""

    by: tuple[str, ...]
    how: str
    on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tally(Record):
    """The fights of a battle so far: shots and melees by side, as (Army, Indian); those hit; the fight that is on."""

    shots: tuple[int, int] = (0, 0)
    melees: tuple[int, int] = (0, 0)
    hits: tuple[Hit, ...] = ()
    blow: Blow | None = None
