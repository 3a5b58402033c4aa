"""The rules of a table: who has the pen, and what each line does.  Of the game that is played they know nothing."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.ask import ORDERS, Ask
from pbem.core.canonical import Json
from pbem.core.event import Event, PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.order import Illegal, Order, Problem
from pbem.core.sequence import EVERYBODY, BattleTurn, PhaseId
from pbem.core.system import Card, Outcome, Phase, Plan, UnknownScenario
from pbem.core.umpire import Modifier, Play, Roll, Umpire, ask_all
from pbem.systems.starter import StarterRules
from pbem.systems.table import events as ev
from pbem.systems.table import state as states
from pbem.systems.table.sheet import ANYBODY, MOST_VALUE, PEN, TOGETHER, GameSheet, card_of
from pbem.systems.table.state import MOST_FILE_BYTES, UNSEEN, Position
from pbem.systems.table.table_line import TableLine, dice_of, write

IN_A_SEALED_STEP = ("plan", "mark", "say", "move", "protest", "done", "follow", "file", "files", "to")
MOST_SEALED = 400


@dataclass(frozen=True, slots=True)
class LinePlan(Plan):
    """A line that can be carried out, and whose it is."""

    side: str = ""


class PenSequence:
    """The sequence of play: a phase takes the orders of the side that has the pen, or of all in a sealed step."""

    def __init__(self, card: Card) -> None:
        self.card = card

    def next_for(self, side: str, letter: str, now: PhaseId, played: object) -> PhaseId | None:
        """See `core.sequence.SequenceOfPlay`: nobody can write for an exchange that has not come."""
        if letter != now.letter:
            return None
        code = EVERYBODY if letter in (TOGETHER, ANYBODY) else self.card.side(side).code
        return PhaseId(now.turn, code, letter, now.battle)

    def is_sure(self, letter: str) -> bool:
        """See `core.sequence.SequenceOfPlay`."""
        return True

    def is_apart(self, letter: str) -> bool:
        """See `core.sequence.SequenceOfPlay`: an exchange is a letter of its own in every pace."""
        return True

    def after(self, present: str) -> tuple[str, ...]:
        """See `core.sequence.SequenceOfPlay`."""
        return ()

    def between(self, first: str, letter: str) -> tuple[str, ...]:
        """See `core.sequence.SequenceOfPlay`."""
        return ()

    def knows(self, phase: PhaseId) -> bool:
        """See `core.sequence.SequenceOfPlay`."""
        return phase.letter in (PEN, TOGETHER, ANYBODY) and phase.battle is not None


class TableRules(StarterRules[Position]):
    """The rules of a table with this sheet."""

    secret_letters = PEN + TOGETHER + ANYBODY
    """A letter may hold a plan or a hidden card: in the record its lines are sealed until the end."""

    deals = True
    """See `core.system.deals`."""
    when_in = "at once"
    """A letter runs when all of it is understood, unless `pbem new` says otherwise; ``wait`` files it."""

    def __init__(self, sheet: GameSheet) -> None:
        self.sheet, self.card = sheet, card_of(sheet)
        self.sequence = PenSequence(self.card)

    # The state.

    def open(self, scenario: str, options: Options) -> Position:
        """See `core.system.RuleSystem`: a sheet is the only scenario of its game."""
        if scenario != self.card.main_scenario:
            raise UnknownScenario(self.card.id, scenario, (self.card.main_scenario,))
        return states.opened(self.sheet)

    def apply(self, state: Position, event: Event) -> None:
        """See `core.system.RuleSystem`."""
        states.apply(state, event)

    def thaw(self, state: Position) -> Position:
        """See `core.system.RuleSystem`."""
        return states.thawed(state)

    def to_json(self, state: Position) -> Json:
        """See `core.system.RuleSystem`."""
        return states.to_json(state)

    def from_json(self, data: Mapping[str, Any]) -> Position:
        """See `core.system.RuleSystem`."""
        return states.from_json(data, self.sheet)

    def public(self, state: Position) -> Json:
        """See `core.system.RuleSystem`."""
        return states.public(state)

    def hidden(self, state: Position) -> tuple[tuple[str, Json], ...]:
        """See `core.system.RuleSystem`."""
        return states.hidden(state)

    def view(self, state: Position, side: str) -> Position:
        """See `core.system.RuleSystem`."""
        return states.view(state, side, sees_all=side in self.sheet.watchers)

    def outcome(self, state: Position) -> Outcome | None:
        """See `core.system.RuleSystem`: the most points of the sheet's values win when the last turn is over."""
        if state.turn <= self.sheet.turns:
            return None
        points = tuple((side, state.values[value]) for side, value in self.sheet.points)
        best = max((count for _, count in points), default=0)
        winners = [side for side, count in points if count == best]
        winner = winners[0] if len(winners) == 1 and len(points) > 1 else ""
        why = "the values at the end" if points else "the last turn is over; the players say who has won"
        return Outcome(winner, "victory" if winner else "end", points, why)

    # By the GM's hand.

    def set_by_hand(self, state: Position, target: str, value: str) -> Position:
        """See `core.system.SetByHand`: values and counters of the sheet, and cards: ``hand cp += CP9``, ``deck ap out += AP3``.

        The record of a ruling is open to all: so all learn of a card that is named in one, and of no other.  The next phase
        carries it out, as the place of a card in a hand or a pool would tell of the others.
        """
        made = states.thawed(state)
        if (cards := self._cards_by_hand(target)) is not None:
            made.by_hand = self._with_card(state, *cards, value)
            return made
        name = self._set_by_hand(state, target)
        if name in made.values:
            if not re.fullmatch(r"-?\d{1,7}", value) or abs(int(value)) > MOST_VALUE:
                raise ValueError(f"{name}: expected a whole number of at most {MOST_VALUE}, found {value!r}")
            made.values[name] = int(value)
        else:
            made.units[name] = value or dict(self.sheet.units)[name]
        return made

    def _set_by_hand(self, state: Position, target: str) -> str:
        """The name in the sheet of what is to be set.  Raises ValueError."""
        names = [*state.values, *state.units]
        found = next((name for name in names if name.lower() == target.lower()), "")
        if not found:
            known = f"one of {', '.join(names)}" if names else "a value or a counter, and the sheet has none"
            hint = "; cards go   hand cp += CP9   or   deck NAME discards += CP9" if self.sheet.decks else ""
            raise ValueError(f"expected {known}; found {target!r}{hint}")
        return found

    def _cards_by_hand(self, target: str) -> tuple[str, str] | None:
        """The place and the owner to which a ruling moves a card; None where it is about no card.  Raises ValueError."""
        found = re.fullmatch(r"(hand|deck)\s+(.+?)(?:\s+(pool|discards|out))?\s*([+-])", target.strip(), re.I)
        if found is None:
            return None
        kind, name, place = found[1].lower(), found[2], (found[3] or "pool").lower()
        if kind == "hand":
            side = self.sheet.side(name)
            if side is None:
                raise ValueError(
                    f"expected the hand of one of {', '.join(one.id for one in self.sheet.sides)}; found {name!r}"
                )
            return ("hand", side.id) if found[4] == "+" else ("pool", "")
        decks = [one.name for one in self.sheet.decks]
        if not any(one.lower().startswith(name.lower()) for one in decks):
            raise ValueError(f"expected one of the decks {', '.join(decks) or '(none)'}; found {name!r}")
        return (place, "") if found[4] == "+" else ("pool", "")

    def _with_card(self, state: Position, place: str, owner: str, card: str) -> tuple[tuple[str, str, str], ...]:
        """The cards that rulings move, with one more; without the last of this place where no card is named.

        Raises ValueError.
        """
        if not card:
            mine = [one for one in state.by_hand if one[:2] == (place, owner)]
            if not mine:
                raise ValueError("expected a card, such as   hand cp -= CP9 ; no ruling waits that could be taken back")
            return tuple(one for one in state.by_hand if one != mine[-1])
        named = next((one for deck in self.sheet.decks for one in deck.cards if one.lower() == card.lower()), "")
        if not named:
            raise ValueError(f"expected a card of the sheet; found {card!r}")
        return (*(one for one in state.by_hand if one[2] != named), (place, owner, named))

    def value_by_hand(self, state: Position, target: str) -> str:
        """See `core.system.SetByHand`."""
        if self._cards_by_hand(target) is not None:
            return ""
        name = self._set_by_hand(state, target)
        return str(state.values[name]) if name in state.values else state.units[name]

    def changes_by_hand(self, before: Position, after: Position) -> tuple[str, ...]:
        """See `core.system.SetByHand`."""
        values = (
            f"{name} from {before.values[name]} to {now}"
            for name, now in after.values.items()
            if now != before.values[name]
        )
        units = (f"{name} is {now}" for name, now in after.units.items() if now != before.units[name])
        cards = (
            f"{card} goes {self._place_in_words(place, owner)}"
            for place, owner, card in after.by_hand
            if (place, owner, card) not in before.by_hand
        )
        taken_back = (
            f"{card} stays where it is" for _, _, card in before.by_hand if all(card != one[2] for one in after.by_hand)
        )
        return (*values, *units, *cards, *taken_back)

    def _place_in_words(self, place: str, owner: str) -> str:
        if owner:
            return f"into the hand of {self.card.side(owner).name}"
        return {"pool": "back into its deck", "discards": "to the discards", "out": "out of the game"}[place]

    def misfits(self, state: Position) -> tuple[str, ...]:
        """See `core.system.KnowsMisfits`: a card in two places, or in none."""
        held = [card for cards in state.hands.values() for card in cards]
        for one in state.decks.values():
            held += [*one.pool, *one.discards, *one.out, *(card for card, _ in (*one.top, *one.bottom))]
        cards = [card for deck in self.sheet.decks for card in deck.cards]
        return tuple(f"{card} is in {held.count(card)} places" for card in cards if held.count(card) != 1)

    # Phases.

    def next_phase(self, state: Position) -> Phase[Position] | None:
        """See `core.system.RuleSystem`."""
        if state.turn > self.sheet.turns:
            return None
        step = self.sheet.steps[state.step - 1]
        inside = BattleTurn(state.step, state.exchange)
        if step.is_sealed:
            phase = PhaseId(state.turn, EVERYBODY, TOGETHER, inside)
            return Phase(str(phase), TOGETHER, step.name, "", state.turn, "", self.together)
        if step.is_anybodys:
            phase = PhaseId(state.turn, EVERYBODY, ANYBODY, inside)
            return Phase(str(phase), ANYBODY, step.name, "", state.turn, "", self.anybody)
        phase = PhaseId(state.turn, self.card.side(state.pen).code, PEN, inside)
        return Phase(str(phase), PEN, step.name, state.pen, state.turn, "", self.exchange)

    def _begin(self, umpire: Umpire[Position]) -> None:
        umpire.emit(PhaseBegan(umpire.phase))
        state = umpire.state
        if state.turn == 1 and state.exchange == 1 and state.step == states.opened(self.sheet).step:
            for name, deck in list(state.decks.items()):
                umpire.emit(ev.TablePool(name, deck.pool))
        for place, owner, card in state.by_hand:
            deck_name = state.deck_of(card)
            umpire.emit(ev.TableByHand(deck_name, card, place, owner))
            self._pools(umpire, deck_name)

    def exchange(self, umpire: Umpire[Position]) -> Play[None]:
        """A letter of the one who has the pen."""
        self._begin(umpire)
        state = umpire.state
        side = state.pen
        (answer,) = yield from ask_all([Ask(side, ORDERS, PEN, "Your letter?")])
        yield from self._lines(umpire, side, PEN, answer.orders)
        if not answer.orders:
            self._nothing_said(umpire, side, answer.source)
        if state.closed == "over":
            closed = [one for one in umpire.events if isinstance(one, ev.TableClosed)][-1]
            asks = closed.words if closed.words.endswith("?") else ""
            lent_by = (*state.lent_by, side)
            umpire.emit(ev.TablePen(state.turn, state.step, state.part, closed.to, lent_by, asks))
        elif state.closed == "back":
            *others, last = state.lent_by
            umpire.emit(ev.TablePen(state.turn, state.step, state.part, last, tuple(others)))
        elif state.closed == "done":
            self._go_on(umpire)
        umpire.emit(PhaseEnded(umpire.phase))

    def _nothing_said(self, umpire: Umpire[Position], side: str, source: str) -> None:
        """``pass``, or silence: that changes nothing, unless the sheet says that it means nothing is done."""
        silent = self.sheet.steps[umpire.state.step - 1].silent
        if source == "order" or silent:
            how = "back" if umpire.state.lent_by else "done"
            umpire.emit(ev.TableClosed(side, how))

    def together(self, umpire: Umpire[Position]) -> Play[None]:
        """Plans of all, opened when the last is in."""
        self._begin(umpire)
        sides = [one.id for one in self.sheet.sides]
        answers = yield from ask_all([Ask(side, ORDERS, TOGETHER, "Your plan?") for side in sides])
        before = set(umpire.state.sealed)
        for side, answer in zip(sides, answers, strict=True):
            yield from self._lines(umpire, side, TOGETHER, answer.orders)
        for number in [n for n in umpire.state.sealed if n not in before]:
            self._open(umpire, number)
        self._go_on(umpire)
        umpire.emit(PhaseEnded(umpire.phase))

    def anybody(self, umpire: Umpire[Position]) -> Play[None]:
        """A letter of whoever writes first; the step is over when all are done."""
        self._begin(umpire)
        writers = [one.id for one in self.sheet.sides if one.id not in umpire.state.finished]
        asks = [Ask(side, ORDERS, ANYBODY, "Your letter?", any_one=True) for side in writers]
        answers = yield from ask_all(asks)
        silent = self.sheet.steps[umpire.state.step - 1].silent
        for side, answer in zip(writers, answers, strict=True):
            yield from self._lines(umpire, side, ANYBODY, answer.orders)
            says_nothing = answer.source == "order" or (silent and answer.source == "deadline")
            if not answer.orders and says_nothing:
                umpire.emit(ev.TableFinished(side))
        if len(umpire.state.finished) == len(self.sheet.sides):
            self._go_on(umpire)
        umpire.emit(PhaseEnded(umpire.phase))

    def _lines(self, umpire: Umpire[Position], side: str, letter: str, orders: Sequence[Order]) -> Play[None]:
        """Carry out a letter's lines from top to bottom; its files go to the one side that ``files to`` names."""
        to = next((one.given for one in orders if isinstance(one, TableLine) and one.verb == "files"), ())
        for one in orders:
            if isinstance(one, TableLine) and one.verb == "file":
                yield from self._line(umpire, side, letter, replace(one, given=(*one.given, *to)))
            else:
                yield from self._line(umpire, side, letter, one)

    def _go_on(self, umpire: Umpire[Position]) -> None:
        """To the next part, step or turn; what is still sealed is opened when the last turn is over."""
        coming = states.next_part(self.sheet, umpire.state)
        if coming.turn > self.sheet.turns:
            for number in [n for n, one in umpire.state.sealed.items() if not one.is_open]:
                self._open(umpire, number)
        umpire.emit(coming)

    def _line(self, umpire: Umpire[Position], side: str, letter: str, order: Order) -> Play[None]:
        """Carry out a line; an order is nowhere told as it is written, since it may be secret."""
        plan = self.plan(umpire.view(side), side, letter, order)
        if isinstance(plan, Problem):
            umpire.emit(ev.TableLeftOut(side, write(order) if isinstance(order, TableLine) else "", plan.text))
        else:
            yield from self.resolve(umpire, plan)

    # Lines.

    def plan(self, view: Position, side: str, phase: str, order: Order) -> Plan | Problem:
        """See `core.system.RuleSystem`."""
        if not isinstance(order, TableLine):
            return Illegal("E110", "A table knows no such line.")
        if phase == PEN and view.pen != side:
            pen = self.card.side(view.pen).name if view.pen else "nobody"
            spoken = (f"press all: {order.words}",) if order.verb in ("say", "move") and order.words else ()
            more = "Words for the others:" if spoken else "Words for the others go as   press all: ..."
            return Illegal("E155", f"The pen is with {pen}: wait until it comes to you.  {more}", suggest=spoken)
        if phase == ANYBODY and (side in view.finished or order.verb in ("over", "back")):
            copy = f"say: {order.words}" if order.words else "done"
            text = (
                "You are done in this step."
                if side in view.finished
                else "In this step anybody may write: there is no pen."
            )
            return Illegal("E150", text, suggest=(copy,))
        if view.closed:
            copy = "over" if view.closed == "over" else view.closed
            return Illegal("E150", f"It is below   {copy}  , which ends your letter: put it above that line.")
        if phase == TOGETHER and order.verb not in IN_A_SEALED_STEP:
            return Illegal("E150", "In this step all write sealed plans, and nothing else.", suggest=("plan: ...",))
        return self._possible(view, side, order) or LinePlan(order, self._notes(view, order), (), side)

    def _possible(self, view: Position, side: str, order: TableLine) -> Problem | None:
        match order.verb:
            case "draw" | "look":
                return self._enough(view, side, order)
            case "play" | "discard" | "remove" | "reveal" | "put" | "return" | "show":
                cards = order.given[1:] if order.verb in ("put", "show") else order.given
                missing = next((card for card in cards if card not in view.hands[side]), None)
                hand = ", ".join(view.hands[side]) or "no cards"
                return Illegal("E102", f"'{missing}' is not in your hand: {hand}.", words=missing) if missing else None
            case "open":
                found = view.sealed.get(int(order.given[0]))
                is_mine = found is not None and found.side == side and not found.is_open
                return None if is_mine else Illegal("E142", f"You have no sealed plan {order.given[0]}.")
            case "plan" | "mark" | "roll secretly" if len(view.sealed) >= MOST_SEALED:
                return Illegal("E140", f"At most {MOST_SEALED} plans are kept in a game.")
            case "set" | "add":
                return self._value_possible(view, order)
            case "file" if view.file_bytes + int(order.given[2]) > MOST_FILE_BYTES:
                return Illegal("E146", f"The files of a game have at most {MOST_FILE_BYTES:,} bytes together.")
            case "back" if not view.lent_by:
                return Illegal("E150", "Nobody has lent you the pen: your part ends with 'done'.", suggest=("done",))
            case "to" if order.given[0] == side:
                return Illegal("E101", "That is your own side.")
            case "done" if view.lent_by:
                lender = self.card.side(view.lent_by[-1]).name
                return Illegal("E150", f"The pen is lent by {lender}: give it back.", suggest=("back",))
            case "over" if view.lent_by and view.lent_by[-1] == order.given[0]:
                return Illegal("E150", f"{self.card.side(order.given[0]).name} lent you the pen.", suggest=("back",))
            case _:
                return None

    def _enough(self, view: Position, side: str, order: TableLine) -> Problem | None:
        number, name = int(order.given[0]), order.given[1]
        deck, printed = view.decks[name], self.sheet.deck(name)
        if printed is None or printed.owner not in ("", side):
            return Illegal("E103", f"The deck {name} is not yours.", words=name)
        if number > deck.left:
            more = f"; {len(deck.discards)} lie in the discards" if deck.discards else ""
            copy = (f"reshuffle {name}",) if deck.discards else ()
            left = f"{deck.left} card{'s' * (deck.left != 1)}" if deck.left else "no card"
            return Illegal(
                "E140", f"{name} has {left} left{more}.  Nothing is drawn.", suggest=copy, words=order.given[0]
            )
        mine = len(view.hands[side])
        if order.verb == "draw" and printed.hand and mine + number > printed.hand:
            room = max(printed.hand - mine, 0)
            copy = (f"draw {room} {name}",) if room else ()
            return Illegal("E140", f"A hand has at most {printed.hand} cards; yours has {mine}.", suggest=copy)
        return None

    def _value_possible(self, view: Position, order: TableLine) -> Problem | None:
        name, number = order.given
        after = int(number) + (view.values.get(name, 0) if order.verb == "add" else 0)
        if name not in view.values:
            return Illegal("E144", f"The sheet has no value {name}: {', '.join(view.values) or 'none'}.", words=name)
        if abs(after) > MOST_VALUE:
            return Illegal("E144", f"A value is at most {MOST_VALUE}.", words=number)
        return None

    def _notes(self, view: Position, order: TableLine) -> tuple[str, ...]:
        if order.verb in ("plan", "mark"):
            return (f"plan {next_number(view)}",)
        if order.verb == "draw":
            return (f"{view.decks[order.given[1]].left - int(order.given[0])} left",)
        return ()

    def resolve(self, umpire: Umpire[Position], plan: Plan) -> Play[None]:
        """See `core.system.RuleSystem`."""
        order = plan.order
        assert isinstance(plan, LinePlan)
        assert isinstance(order, TableLine)
        side = plan.side
        match order.verb:
            case "roll":
                self._roll(umpire, side, order)
            case "roll secretly":
                self._roll_secretly(umpire, side, order)
            case "order" | "pick" | "coin":
                self._chosen(umpire, side, order)
            case "draw":
                for _ in range(int(order.given[0])):
                    self._draw(umpire, side, order.given[1])
            case "look":
                self._look(umpire, side, order)
            case "play" | "discard" | "remove" | "reveal":
                for card in order.given:
                    umpire.emit(ev.TableCardOut(side, umpire.state.deck_of(card), card, order.verb, order.words))
            case "show":
                umpire.emit(ev.TableShowed(side, order.given[0], order.given[1:]))
                self._watch(umpire, side, "shows", ", ".join(order.given[1:]))
                umpire.emit(ev.TableShowedSome(side, order.given[0], len(order.given) - 1))
            case "put" | "return":
                self._put_back(umpire, side, order)
            case "reshuffle":
                umpire.emit(ev.TableReshuffled(side, order.given[0], *order.given[1:]))
                self._pools(umpire, *order.given)
            case _:
                self._without_dice(umpire, side, order)
        yield from ()

    def _roll(self, umpire: Umpire[Position], side: str, order: TableLine) -> None:
        spec, chart_name, column, modifier = order.given
        number = int(modifier)
        mods = (Modifier(number, "modifier"),) if number else ()
        roll = umpire.roll(spec, order.words, "", mods)
        chart = self.sheet.chart(chart_name) if chart_name else None
        result = chart.result(roll.natural + number, column) if chart is not None else ""
        umpire.emit(ev.TableRolled(side, order.words, roll, number, chart_name, column, result))

    def _roll_secretly(self, umpire: Umpire[Position], side: str, order: TableLine) -> None:
        number, sides = dice_of(order)
        spec, purpose = order.given[0], f"secret {order.words}"
        roll = umpire.roll(spec, purpose, "")
        faces = tuple(
            (face - 1 + umpire.mask(side, f"{roll.label} die {n}", sides)) % sides + 1
            for n, face in enumerate(roll.faces, 1)
        )
        plan = next_number(umpire.state)
        umpire.emit(ev.TableRolledSecretly(plan, side, order.words, roll))
        umpire.emit(ev.TableSecretFaces(plan, side, faces))
        self._watch(umpire, side, f"rolls secretly for {order.words}", ", ".join(map(str, faces)))
        assert number == len(faces), spec

    def _chosen(self, umpire: Umpire[Position], side: str, order: TableLine) -> None:
        left = list(order.given[1:] if order.verb == "pick" else order.given) or ["heads", "tails"]
        many = int(order.given[0]) if order.verb == "pick" else 1 if order.verb == "coin" else len(left) - 1
        why = order.words or f"{order.verb} {', '.join(left)}"[:120]
        found: list[str] = []
        rolls: list[Roll] = []
        for _ in range(many):
            name, roll = umpire.draw(left, why, "")
            left.remove(name)
            found.append(name)
            rolls.append(roll)
        names = (*found, *left) if order.verb == "order" else tuple(found)
        umpire.emit(ev.TableOrdered(side, why if order.verb == "coin" else order.verb, names, tuple(rolls)))

    def _draw(self, umpire: Umpire[Position], side: str, name: str) -> str:
        """Draw a card: the topmost that somebody knows, else one of the pool, by a roll of the record and the side's mask."""
        deck = umpire.state.decks[name]
        if umpire.is_rehearsing:
            umpire.emit(ev.TableTook(side, name, UNSEEN, -1))
            return UNSEEN
        if deck.top or not deck.pool:
            card = (deck.top or deck.bottom)[0][0]
            umpire.emit(ev.TableDrew(side, name, None))
            umpire.emit(ev.TableTook(side, name, card, -1))
            self._watch(umpire, side, f"has from {name}", card)
            return card
        count = len(deck.pool)
        roll = umpire.roll(f"1d{count}", f"draw {name}", "")
        place = (roll.natural - 1 + umpire.mask(side, roll.label, count)) % count
        umpire.emit(ev.TableDrew(side, name, roll))
        umpire.emit(ev.TableTook(side, name, deck.pool[place], place))
        self._watch(umpire, side, f"has from {name}", deck.pool[place])
        return deck.pool[place]

    def _look(self, umpire: Umpire[Position], side: str, order: TableLine) -> None:
        number, name = int(order.given[0]), order.given[1]
        seen = [self._draw(umpire, side, name) for _ in range(number)]
        for card in reversed(seen):
            umpire.emit(ev.TablePutBackCard(side, name, "top", card))
        umpire.emit(ev.TableLooked(side, name, number))

    def _put_back(self, umpire: Umpire[Position], side: str, order: TableLine) -> None:
        where, cards = ("pool", order.given) if order.verb == "return" else (order.given[0], order.given[1:])
        for card in cards if where == "bottom" else tuple(reversed(cards)):
            deck = umpire.state.deck_of(card)
            umpire.emit(ev.TablePutBack(side, deck, where))
            umpire.emit(ev.TablePutBackCard(side, deck, where, card))
            self._watch(umpire, side, "puts back", card)
            if where == "pool":
                self._pools(umpire, deck)

    def _pools(self, umpire: Umpire[Position], *decks: str) -> None:
        for name in decks if not umpire.is_rehearsing else ():
            umpire.emit(ev.TablePool(name, umpire.state.decks[name].pool))

    def _without_dice(self, umpire: Umpire[Position], side: str, order: TableLine) -> None:
        """Lines that need neither dice nor cards."""
        match order.verb:
            case "plan" | "mark":
                number = next_number(umpire.state)
                umpire.emit(ev.TablePlanned(number, side, *order.given))
                umpire.emit(ev.TablePlanWords(number, side, order.words))
                self._watch(umpire, side, f"seals as number {number}", order.words)
            case "open":
                self._open(umpire, int(order.given[0]))
            case "set" | "add":
                name, before = order.given[0], umpire.state.values[order.given[0]]
                after = int(order.given[1]) + (before if order.verb == "add" else 0)
                umpire.emit(ev.TableValueSet(side, name, after, before))
            case "counter":
                umpire.emit(ev.TableUnitSet(side, order.given[0], order.words))
            case "say" | "move" | "protest":
                umpire.emit(ev.TableWords(side, order.verb, order.words))
            case "to":
                umpire.emit(ev.TableWordsTo(side, order.given[0], order.words))
                umpire.emit(ev.TableSpokeTo(side, order.given[0]))
                self._watch(umpire, side, f"writes to {self.card.side(order.given[0]).name} alone", order.words)
            case "follow":
                umpire.emit(ev.TableFollows(side, order.given[0]))
            case "file":
                self._file(umpire, side, order)
            case "over":
                umpire.emit(ev.TableClosed(side, "over", order.given[0], order.words))
            case "done" if self.sheet.steps[umpire.state.step - 1].is_anybodys:
                umpire.emit(ev.TableFinished(side))
            case "back" | "done" if umpire.state.pen:  # in a sealed step there is no pen to hand on
                umpire.emit(ev.TableClosed(side, order.verb))

    def _file(self, umpire: Umpire[Position], side: str, order: TableLine) -> None:
        name, digest, size, *to = order.given
        number, ending = umpire.state.files + 1, name.rpartition(".")[2].lower()
        sent_as = f"T{umpire.state.turn:02}-{self.card.side(side).code}-{number:03}.{ending}"
        if to:
            umpire.emit(ev.TableSecretFilePassedOn(side, number, name, digest, int(size), sent_as, to[0]))
        else:
            umpire.emit(ev.TableFilePassedOn(side, number, name, digest, int(size), sent_as))

    def _watch(self, umpire: Umpire[Position], side: str, what: str, words: str) -> None:
        """Tell an umpire what a side alone has learnt or written."""
        watchers = tuple(one for one in self.sheet.watchers if one != side)
        if watchers and not umpire.is_rehearsing:
            umpire.emit(ev.TableWatched(watchers, side, what, words))

    def _open(self, umpire: Umpire[Position], number: int) -> None:
        one = umpire.state.sealed[number]
        umpire.emit(ev.TablePlanOpened(number, one.side, one.kind, one.name, one.words))

    def readers_at_once(self, state: Position, phase: Phase[Position]) -> tuple[str, ...]:
        """See `core.system.TellsAtOnce`: writers see their dice, all see what was opened together, who follows sees each."""
        if not phase.side:
            return tuple(one.id for one in self.sheet.sides)
        each = [side for side, how in state.follows.items() if how == "each"]
        return tuple(dict.fromkeys((phase.side, *each)))


def next_number(state: Position) -> int:
    """The number of the next plan, marker or secret roll."""
    return max(state.sealed, default=0) + 1
