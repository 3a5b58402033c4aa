"""The events of a table.  The side that draws learns the card; all others learn that there was a draw, and its masked roll."""

from dataclasses import dataclass

from pbem.core.event import Event
from pbem.core.umpire import Roll


@dataclass(frozen=True, slots=True)
class TableRolled(Event):
    """Dice for a purpose, with the table they were looked up in ("" for none)."""

    side: str
    purpose: str
    roll: Roll
    modifier: int = 0
    chart: str = ""
    column: str = ""
    result: str = ""


@dataclass(frozen=True, slots=True)
class TableOrdered(Event):
    """Names in a random sequence, or some picked out of them."""

    side: str
    purpose: str
    names: tuple[str, ...]
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class TableRolledSecretly(Event):
    """Dice whose result their side alone knows: `roll` is masked."""

    number: int
    side: str
    purpose: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class TableSecretFaces(Event):
    """The result of a secret roll."""

    number: int
    side: str
    faces: tuple[int, ...]

    def known_to(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class TableDrew(Event):
    """A side drew a card: `roll` is masked; None where a card that somebody knew lay on top."""

    side: str
    deck: str
    roll: Roll | None


@dataclass(frozen=True, slots=True)
class TableTook(Event):
    """The card that was drawn, and its place in the pool from 0; -1 from the top."""

    side: str
    deck: str
    card: str
    place: int

    def known_to(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class TablePool(Event):
    """The cards of a pool, sorted: when the game begins, and whenever cards come back into it."""

    deck: str
    cards: tuple[str, ...]

    def known_to(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class TableCardOut(Event):
    """A card left a hand before all: `what` is play, discard, remove or reveal (then it stays in the hand)."""

    side: str
    deck: str
    card: str
    what: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class TableShowed(Event):
    """Cards of a hand were shown to a side."""

    side: str
    to: str
    cards: tuple[str, ...]

    def known_to(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.side, self.to)))


@dataclass(frozen=True, slots=True)
class TableShowedSome(Event):
    """So many cards were shown to a side."""

    side: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class TablePutBack(Event):
    """Cards of a hand went back: `where` is top, bottom or pool."""

    side: str
    deck: str
    where: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class TablePutBackCard(Event):
    """The card that went back."""

    side: str
    deck: str
    where: str
    card: str

    def known_to(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class TableLooked(Event):
    """A side looked at the topmost cards of a deck, which lie there again."""

    side: str
    deck: str
    count: int


@dataclass(frozen=True, slots=True)
class TableReshuffled(Event):
    """Discards and known cards went into the pool; those of the deck `taken` ("" for none) too."""

    side: str
    deck: str
    taken: str = ""


@dataclass(frozen=True, slots=True)
class TablePlanned(Event):
    """A plan was sealed; `name` is that of a hidden marker, "" for a plan."""

    number: int
    side: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class TablePlanWords(Event):
    """The words of a plan."""

    number: int
    side: str
    words: str

    def known_to(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class TablePlanOpened(Event):
    """A plan, or a secret roll (`kind` is plan, mark or roll), was opened."""

    number: int
    side: str
    kind: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class TableValueSet(Event):
    """A value of the sheet is another now."""

    side: str
    name: str
    value: int
    before: int


@dataclass(frozen=True, slots=True)
class TableUnitSet(Event):
    """A counter of the sheet is in another condition now."""

    side: str
    name: str
    condition: str


@dataclass(frozen=True, slots=True)
class TableWords(Event):
    """Words that were passed on: `kind` is say, move or protest."""

    side: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class TableWordsTo(Event):
    """Words for one side alone."""

    side: str
    to: str
    words: str

    def known_to(self) -> tuple[str, ...]:
        return (self.side, self.to)


@dataclass(frozen=True, slots=True)
class TableSpokeTo(Event):
    """A side wrote words for one side alone: what all others learn of it."""

    side: str
    to: str


@dataclass(frozen=True, slots=True)
class TableWatched(Event):
    """Facts that an umpire, from whom nothing is hidden, learns of a side's cards, plans, secret rolls and words."""

    watchers: tuple[str, ...]
    side: str
    what: str
    words: str

    def known_to(self) -> tuple[str, ...]:
        return self.watchers


@dataclass(frozen=True, slots=True)
class TableByHand(Event):
    """A card was put somewhere by a ruling: `place` is hand, pool, discards or out; `owner` the side of a hand."""

    deck: str
    card: str
    place: str
    owner: str = ""


@dataclass(frozen=True, slots=True)
class TableFinished(Event):
    """A side has no more to write in a step in which anybody may."""

    side: str


@dataclass(frozen=True, slots=True)
class TableFilePassedOn(Event):
    """A file came with a letter and goes to the others: its number in the game, its hash, its bytes, the name they get."""

    side: str
    number: int
    name: str
    digest: str
    size: int
    sent_as: str


@dataclass(frozen=True, slots=True)
class TableSecretFilePassedOn(Event):
    """A file that goes to one side alone; all may know its hash."""

    side: str
    number: int
    name: str
    digest: str
    size: int
    sent_as: str
    to: str


@dataclass(frozen=True, slots=True)
class TableLeftOut(Event):
    """A line that could not be carried out when its turn came, and why."""

    side: str
    line: str
    why: str

    def known_to(self) -> tuple[str, ...]:
        return (self.side,)


@dataclass(frozen=True, slots=True)
class TableFollows(Event):
    """A side wants to be told of each exchange, or when the pen comes to it."""

    side: str
    how: str


@dataclass(frozen=True, slots=True)
class TableClosed(Event):
    """The writer's last line of an exchange: `how` is over, back or done."""

    side: str
    how: str
    to: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class TablePen(Event):
    """The pen is with a side now, in this part of this step of this turn; it goes back to `lent_by`, the last of them first.

    In a sealed step `pen` is ""; `asks` is what the one who lent it asked, where that may be declined.
    """

    turn: int
    step: int
    part: int
    pen: str
    lent_by: tuple[str, ...] = ()
    asks: str = ""
