"""The state of a table: pen, values, decks, hands, plans."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.core.canonical import Json
from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.systems.table import events as ev
from pbem.systems.table.sheet import GameSheet, in_sequence

MOST_FILE_BYTES = 200_000_000
UNSEEN = "?"
"""Stands for a card that a side may not know."""


@dataclass(frozen=True)
class Deck:
    """A deck: `cards` are all that belong to it; the `pool` lies in no order, `top` in its order, the topmost first, each with
    the side that knows it; `discards` and `out` lie open."""

    cards: tuple[str, ...]
    pool: tuple[str, ...]
    top: tuple[tuple[str, str], ...] = ()
    discards: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    bottom: tuple[tuple[str, str], ...] = ()

    @property
    def left(self) -> int:
        """The number of cards that can be drawn."""
        return len(self.top) + len(self.pool) + len(self.bottom)


@dataclass(frozen=True)
class Sealed:
    """A plan, a hidden marker or a secret roll: what it says is "" where a side may not know it."""

    side: str
    kind: str
    name: str
    words: str
    is_open: bool = False
    exchange: str = ""


@dataclass
class Position:
    """The state.

    `part` is the part of the step from 0; `exchange` the number of the exchange in this step; `closed` how it was closed, ""
    while it goes on; `asks` what the pen was lent for, where that may be declined; `sealed` plans and secret rolls by number;
    `finished` the sides that are done in a step in which anybody may write; `by_hand` what rulings say of cards, each as place,
    owner and card, until the next phase carries it out.
    """

    turn: int
    step: int
    part: int
    exchange: int
    pen: str
    lent_by: tuple[str, ...] = ()
    closed: str = ""
    phase: str = ""
    asks: str = ""
    files: int = 0
    file_bytes: int = 0
    decks: dict[str, Deck] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    sealed: dict[int, Sealed] = field(default_factory=dict)
    follows: dict[str, str] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    finished: tuple[str, ...] = ()
    by_hand: tuple[tuple[str, str, str], ...] = ()

    def deck_of(self, card: str) -> str:
        """The deck that a card belongs to."""
        return next(name for name in sorted(self.decks) if card in self.decks[name].cards)


def opened(sheet: GameSheet) -> Position:
    """The state in which a game with this sheet opens."""
    step = next(n for n, one in enumerate(sheet.steps, 1) if one.only in (0, 1))
    first = sheet.steps[step - 1]
    return Position(
        turn=1,
        step=step,
        part=0,
        exchange=1,
        pen=first.first,
        decks={one.name: Deck(one.cards, one.cards) for one in sheet.decks},
        hands={one.id: () for one in sheet.sides},
        values=dict(sheet.values),
        units=dict(sheet.units),
        follows={one.id: "pen" for one in sheet.sides},
    )


def next_part(sheet: GameSheet, state: Position) -> ev.TablePen:
    """The place to which play goes when a part of a step is done: the next part, else the next step, else the next turn."""
    step = sheet.steps[state.step - 1]
    part = state.part + 1
    if not step.is_sealed and part < step.parts:
        return ev.TablePen(state.turn, state.step, part, step.pen[part % len(step.pen)])
    turn, number = state.turn, state.step
    while turn <= sheet.turns:
        number += 1
        if number > len(sheet.steps):
            turn, number = turn + 1, 0
            continue
        coming = sheet.steps[number - 1]
        if coming.only in (0, turn):
            return ev.TablePen(turn, number, 0, coming.first)
    return ev.TablePen(sheet.turns + 1, 1, 0, "")


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one; of unseen cards one fewer."""
    gone = card if card in cards else UNSEEN if UNSEEN in cards else cards[-1] if cards else ""
    at = cards.index(gone) if gone else len(cards)
    return (*cards[:at], *cards[at + 1 :])


def apply(state: Position, event: Event) -> None:
    """Let an event change the state."""
    match event:
        case PhaseBegan(phase):
            state.phase, state.closed = phase, ""
        case PhaseEnded():
            state.exchange, state.closed = state.exchange + 1, ""
        case ev.TablePen(turn, step, part, pen, lent_by, asks):
            if (turn, step) != (state.turn, state.step):
                state.exchange = 0  # the end of the phase makes it 1
                state.finished = ()
            state.turn, state.step, state.part = turn, step, part
            state.pen, state.lent_by, state.asks = pen, lent_by, asks
        case ev.TableClosed(_, how):
            state.closed = how
        case ev.TableFinished(side):
            state.finished = (*state.finished, side)
        case ev.TableValueSet(_, name, value):
            state.values[name] = value
        case ev.TableUnitSet(_, name, condition):
            state.units[name] = condition
        case ev.TableFollows(side, how):
            state.follows[side] = how
        case ev.TableFilePassedOn(_, number, _, _, size):
            state.files, state.file_bytes = number, state.file_bytes + size
        case ev.TableSecretFilePassedOn(_, number, _, _, size):
            state.files, state.file_bytes = number, state.file_bytes + size
        case ev.TablePlanned(number, side, name):
            kind = "mark" if name else "plan"
            state.sealed[number] = Sealed(side, kind, name, "", exchange=state.phase)
        case ev.TableRolledSecretly(number, side, purpose):
            state.sealed[number] = Sealed(side, "roll", purpose, "", exchange=state.phase)
        case ev.TablePlanWords(number, _, words):
            state.sealed[number] = replace(state.sealed[number], words=words)
        case ev.TableSecretFaces(number, _, faces):
            state.sealed[number] = replace(state.sealed[number], words=", ".join(map(str, faces)))
        case ev.TablePlanOpened(number, side, kind, name, words):
            before = state.sealed.get(number)
            state.sealed[number] = Sealed(side, kind, name, words, True, before.exchange if before else "")
        case _:
            _apply_to_cards(state, event)


def _apply_to_cards(state: Position, event: Event) -> None:
    match event:
        case ev.TableTook(side, name, card, place):
            state.decks[name] = _drawn(state.decks[name], card, place)
            state.hands[side] = tuple(sorted((*state.hands[side], card), key=in_sequence))
        case ev.TableByHand():
            _put_by_hand(state, event)
        case ev.TablePool(name, cards):
            deck = state.decks[name]
            state.decks[name] = replace(deck, pool=cards)
        case ev.TableCardOut(side, name, card, what):
            deck = state.decks[name]
            if what == "reveal":
                return
            state.hands[side] = without(state.hands[side], card)
            if what == "remove":
                state.decks[name] = replace(deck, out=(*deck.out, card), discards=without_if(deck.discards, card))
            else:
                state.decks[name] = replace(deck, discards=(*deck.discards, card))
        case ev.TablePutBackCard(side, name, where, card):
            deck = state.decks[name]
            state.hands[side] = without(state.hands[side], card)
            if where == "top":
                state.decks[name] = replace(deck, top=((card, side), *deck.top))
            elif where == "bottom":
                state.decks[name] = replace(deck, bottom=(*deck.bottom, (card, side)))
            else:
                state.decks[name] = replace(deck, pool=tuple(sorted((*deck.pool, card), key=in_sequence)))
        case ev.TableReshuffled(_, name, taken):
            state.decks[name] = gathered(state.decks[name])
            if taken:
                other = gathered(state.decks[taken])
                deck = state.decks[name]
                pool = tuple(sorted((*deck.pool, *other.pool), key=in_sequence))
                state.decks[name] = replace(
                    deck, cards=(*deck.cards, *other.cards), pool=pool, out=(*deck.out, *other.out)
                )
                state.decks[taken] = Deck((), ())
        case _:
            return


def _put_by_hand(state: Position, event: ev.TableByHand) -> None:
    """Take a card from wherever it is, and put it where a ruling says; what the ruling said is carried out."""
    state.by_hand = tuple(one for one in state.by_hand if one != (event.place, event.owner, event.card))
    card, deck = event.card, state.decks[event.deck]
    for side, cards in state.hands.items():
        state.hands[side] = without_if(cards, card)
    top, bottom = (tuple(one for one in known if one[0] != card) for known in (deck.top, deck.bottom))
    pool, discards, out = (without_if(cards, card) for cards in (deck.pool, deck.discards, deck.out))
    match event.place:
        case "hand":
            state.hands[event.owner] = tuple(sorted((*state.hands[event.owner], card), key=in_sequence))
        case "pool":
            pool = tuple(sorted((*pool, card), key=in_sequence))
        case "discards":
            discards = (*discards, card)
        case _:
            out = (*out, card)
    state.decks[event.deck] = replace(deck, pool=pool, top=top, bottom=bottom, discards=discards, out=out)


def without_if(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one, if it is there."""
    return tuple(one for one in cards if one != card)


def _drawn(deck: Deck, card: str, place: int) -> Deck:
    if place >= 0:
        at = place if place < len(deck.pool) else len(deck.pool) - 1
        return replace(deck, pool=(*deck.pool[:at], *deck.pool[at + 1 :]))
    if deck.top:
        return replace(deck, top=deck.top[1:])
    if deck.pool:  # a rehearsal: nobody knows which
        return replace(deck, pool=deck.pool[:-1])
    return replace(deck, bottom=deck.bottom[1:])


def gathered(deck: Deck) -> Deck:
    """The deck with discards and known cards in its pool."""
    known = tuple(card for card, _ in (*deck.top, *deck.bottom))
    pool = tuple(sorted((*deck.pool, *known, *deck.discards), key=in_sequence))
    return replace(deck, pool=pool, top=(), bottom=(), discards=())


# As JSON, and as a side may know it.


def to_json(state: Position) -> Json:
    """The state as canonical JSON."""
    return {
        **_open(state),
        "decks": {name: _deck_json(one) for name, one in state.decks.items()},
        "hands": {side: list(cards) for side, cards in state.hands.items()},
        "sealed": {
            str(n): [one.side, one.kind, one.name, one.words, one.is_open, one.exchange]
            for n, one in state.sealed.items()
        },
    }


def _deck_json(deck: Deck) -> Json:
    return {
        "cards": list(deck.cards),
        "pool": list(deck.pool),
        "top": [list(one) for one in deck.top],
        "bottom": [list(one) for one in deck.bottom],
        "discards": list(deck.discards),
        "out": list(deck.out),
    }


def _open(state: Position) -> dict[str, Json]:
    return {
        "turn": state.turn,
        "step": state.step,
        "part": state.part,
        "exchange": state.exchange,
        "pen": state.pen,
        "lent_by": list(state.lent_by),
        "closed": state.closed,
        "phase": state.phase,
        "asks": state.asks,
        "files": state.files,
        "file_bytes": state.file_bytes,
        "values": dict(state.values),
        "units": dict(state.units),
        "follows": dict(state.follows),
        "options": list(state.options.names),
        # As they are seldom there, and games that had begun before have none: only where they are.
        **({"finished": list(state.finished)} if state.finished else {}),
        **({"by_hand": [list(one) for one in state.by_hand]} if state.by_hand else {}),
    }


def from_json(data: Mapping[str, Any], sheet: GameSheet) -> Position:
    """Read a state back; decks, hands, values and counters stand in the sequence of the sheet."""
    simple = {
        name: data[name]
        for name in ("turn", "step", "part", "exchange", "pen", "closed", "phase", "asks", "files", "file_bytes")
    }
    return Position(
        **simple,
        lent_by=tuple(data["lent_by"]),
        decks={one.name: _deck_from(data["decks"][one.name]) for one in sheet.decks},
        hands={one.id: tuple(data["hands"][one.id]) for one in sheet.sides},
        values={name: data["values"][name] for name, _ in sheet.values},
        units={name: data["units"][name] for name, _ in sheet.units},
        sealed={int(n): Sealed(*data["sealed"][n]) for n in sorted(data["sealed"], key=int)},
        follows={one.id: data["follows"][one.id] for one in sheet.sides},
        options=Options(tuple(data["options"])),
        finished=tuple(data.get("finished", ())),
        by_hand=tuple((place, owner, card) for place, owner, card in data.get("by_hand", ())),
    )


def _deck_from(data: Mapping[str, Any]) -> Deck:
    top, bottom = (tuple((card, side) for card, side in data[name]) for name in ("top", "bottom"))
    return Deck(tuple(data["cards"]), tuple(data["pool"]), top, tuple(data["discards"]), tuple(data["out"]), bottom)


def public(state: Position) -> Json:
    """The part of the state that all may know: of hands and pools the number of cards."""
    return {
        **_open(state),
        "decks": {
            name: {
                "cards": list(one.cards),
                "left": one.left,
                "known": len(one.top),
                "discards": list(one.discards),
                "out": list(one.out),
            }
            for name, one in state.decks.items()
        },
        "hands": {side: len(cards) for side, cards in state.hands.items()},
        "sealed": {
            str(n): [one.side, one.kind, one.name, one.words if one.is_open else "", one.is_open]
            for n, one in state.sealed.items()
        },
    }


def hidden(state: Position) -> tuple[tuple[str, Json], ...]:
    """Hands, decks, and what is sealed and not yet opened."""
    hands: list[tuple[str, Json]] = [(f"hand/{side}", list(cards)) for side, cards in state.hands.items()]
    decks: list[tuple[str, Json]] = [
        (f"deck/{name}", [list(one.pool), [list(known) for known in (*one.top, *one.bottom)]])
        for name, one in state.decks.items()
    ]
    plans: list[tuple[str, Json]] = [(f"sealed/{n}", one.words) for n, one in state.sealed.items() if not one.is_open]
    return (*hands, *decks, *plans)


def thawed(state: Position) -> Position:
    """A copy whose mappings may change."""
    mappings = ("decks", "hands", "values", "units", "sealed", "follows")
    changed: dict[str, Any] = {name: dict(getattr(state, name)) for name in mappings}
    return replace(state, **changed)


def view(state: Position, side: str, *, sees_all: bool = False) -> Position:
    """The state as a side may know it; "" for somebody who plays neither; all of it for an umpire (`sees_all`)."""
    seen = thawed(state)
    if sees_all:
        return seen
    for name, one in state.decks.items():
        top, bottom = (
            tuple((card if by == side else UNSEEN, by) for card, by in known) for known in (one.top, one.bottom)
        )
        seen.decks[name] = replace(one, pool=(UNSEEN,) * len(one.pool), top=top, bottom=bottom)
    for other, cards in state.hands.items():
        if other != side:
            seen.hands[other] = (UNSEEN,) * len(cards)
    for number, plan in state.sealed.items():
        if plan.side != side and not plan.is_open:
            seen.sealed[number] = replace(plan, words="")
    return seen
