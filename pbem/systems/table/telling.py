"""The telling of a table: what was rolled, drawn, said and opened; hands, decks, plans."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.core.sequence import parse
from pbem.core.system import Outcome, Phase
from pbem.core.umpire import Roll
from pbem.reports.maps.map_panel import Clickable, MapPanel
from pbem.reports.report import About, Die, Facts, LogEntry, LogSection, Panel, SheetLine, Step, ToDo
from pbem.reports.wrap import WIDTH, wrap
from pbem.systems.starter import StarterTeller
from pbem.systems.table import events as ev
from pbem.systems.table.dialect import TableBoard
from pbem.systems.table.sheet import ANYBODY, TOGETHER, GameSheet, card_of
from pbem.systems.table.state import MOST_FILE_BYTES, Position
from pbem.systems.table.table_line import AN_ATTACK

OPENED = {"plan": "Plan", "mark": "Marker", "roll": "Secret roll"}
CARD_OUT = {"play": "plays", "discard": "discards", "remove": "takes out of the game", "reveal": "reveals"}
BY_HAND = {"pool": "back into its deck", "discards": "to the discards", "out": "out of the game"}
PLACES = {"top": "on top of", "bottom": "at the bottom of", "pool": "back into"}


@dataclass(frozen=True)
class NoMap(MapPanel):
    """The map is elsewhere; the order page shows the side's own hand, its decks and the values."""

    board: TableBoard
    state: Position
    side: str

    def overview(self) -> list[str]:
        return ["The map is with you: in VASSAL, in Cyberboard, or on your table."]

    def has(self, at: str) -> bool:
        return False

    def a_place(self, side: str = "") -> str:
        return ""

    def clickable(self) -> Clickable:
        return self.board.clickable(self.state, self.side)


@dataclass
class Log:
    """One exchange being told."""

    sheet: GameSheet
    next_roll: int
    next_act: int
    entries: list[LogEntry] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)

    def code(self, side: str) -> str:
        """A side's code."""
        return next((one.code for one in self.sheet.sides if one.id == side), side)

    def say(self, text: str, steps: Iterable[str] = ()) -> None:
        """An entry: its first line at most so wide, what is left of it below."""
        first, *more = wrap(text, WIDTH - 8) or [""]
        log = tuple(Step(None, line) for one in (*more, *steps) for line in wrap(one, WIDTH - 8))
        self.entries.append(LogEntry(f"N{self.next_act}", first, steps=log))
        self.next_act += 1

    def roll(self, roll: Roll) -> str:
        """``r1 = 3, 5``, with its die in the list."""
        number, self.next_roll = self.next_roll, self.next_roll + 1
        self.dice.append(Die(number, roll.dice, roll.faces, roll.label))
        return f"r{number} = {', '.join(map(str, roll.faces))}"


def again(label: str) -> str:
    """The remark on a purpose that comes again."""
    count = label.rpartition("#")[2]
    return f"  (roll {count} with this purpose)" if count != "1" else ""


class TableTeller(StarterTeller):
    """Tells a game with this sheet."""

    def __init__(self, sheet: GameSheet) -> None:
        self.sheet, self.card, self.board = sheet, card_of(sheet), TableBoard(sheet)

    # The header.

    def facts(self, state: Position, ended: Sequence[str]) -> Facts:
        """See `reports.teller.Teller`."""
        turn = min(state.turn, self.sheet.turns)
        step = self.sheet.steps[state.step - 1]
        nobodys = "anybody may write" if step.is_anybodys else "all write"
        pen = f"the pen is with {self.name(state.pen)}" if state.pen else nobodys
        now = f"{step.name}; {pen}"
        more = self._values(state)
        room = WIDTH - len(f"Turn {turn} of {self.sheet.turns} - ")
        log = "   ".join((now, *more))
        if len(log) > room:  # a panel has them
            log = now if len(now) <= room else pen
        return Facts(self.sheet.title, f"Turn {turn} of {self.sheet.turns}", "", log, "", "")

    def _values(self, state: Position) -> tuple[str, ...]:
        """The values, and the number of cards in each hand."""
        values = ", ".join(f"{name} {value}" for name, value in state.values.items())
        hands = ", ".join(f"{self.name(side)} {len(cards)}" for side, cards in state.hands.items())
        return tuple(one for one in (values, f"hands: {hands}" if self.sheet.decks else "") if one)

    def name(self, side: str) -> str:
        """A side's name."""
        return next((one.name for one in self.sheet.sides if one.id == side), side)

    def in_short(self, before: Position, events: Sequence[Event], side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`: the log is short enough."""
        return ()

    def map(self, state: Position, side: str, events: Iterable[Event]) -> NoMap:
        """See `reports.teller.Teller`."""
        return NoMap(self.board, state, side)

    def panels(self, state: Position, side: str) -> tuple[Panel, ...]:
        """See `reports.teller.Teller`: hand, decks, plans, counters."""
        found: list[Panel] = []
        if more := self._values(state):
            lines = [f"  {line}" for one in more for line in wrap(one, WIDTH - 2)]
            found.append(Panel("values", "VALUES", "", tuple(lines)))
        hand = state.hands.get(side, ())
        if self.sheet.decks:
            held = wrap(", ".join(hand), WIDTH - 2) if hand else ["no cards"]
            found.append(
                Panel(
                    "hand", "YOUR HAND", f"{len(hand)} card{'s' * (len(hand) != 1)}", tuple(f"  {one}" for one in held)
                )
            )
            found.append(Panel("decks", "DECKS", "", tuple(self._decks(state, side))))
            if side in self.sheet.watchers:
                held_by = (f"{self.name(one)}: {', '.join(cards) or 'no cards'}" for one, cards in state.hands.items())
                lines = [f"  {line}" for one in held_by for line in wrap(one, WIDTH - 4)]
                found.append(Panel("hands", "ALL HANDS", "for the umpire alone", tuple(lines)))
        if state.sealed:
            plans = [line for n, one in state.sealed.items() for line in self._plan(n, one.side, one, side)]
            found.append(Panel("plans", "PLANS", "sealed until they are opened", tuple(plans)))
        if state.units:
            words = ", ".join(f"{name} {how}" for name, how in state.units.items())
            found.append(Panel("counters", "COUNTERS", "", tuple(f"  {one}" for one in wrap(words, WIDTH - 2))))
        if state.files:
            room = f"{state.file_bytes:,} of {MOST_FILE_BYTES:,} bytes"
            line = f"  {state.files} so far, {room}; they come again with   resend"
            found.append(Panel("files", "FILES", "", (line,)))
        return tuple(found)

    def _decks(self, state: Position, side: str) -> Iterable[str]:
        for name, one in state.decks.items():
            if not one.cards:
                yield f"  {name}: gone into another deck"
                continue
            known = f", {len(one.top)} of them known on top" if one.top else ""
            yield f"  {name}: {one.left} left{known}"
            for what, cards in (("discards", one.discards), ("out of the game", one.out)):
                if cards:
                    yield from (f"    {line}" for line in wrap(f"{what}: {', '.join(cards)}", WIDTH - 4))
            mine = ", ".join(card for card, by in one.top if by == side)
            if mine:
                yield from (f"    {line}" for line in wrap(f"you know, the topmost first: {mine}", WIDTH - 4))

    def _plan(self, number: int, owner: str, one: object, side: str) -> Iterable[str]:
        kind, name, words = (getattr(one, word) for word in ("kind", "name", "words"))
        called = f"{kind} {name}" if kind == "mark" else f"secret roll, {name}" if kind == "roll" else "plan"
        state = "open" if getattr(one, "is_open", False) else "sealed"
        head = f"{number}  {self.name(owner)}: {called}, {state}"
        return (f"  {line}" for line in wrap(f"{head}: {words}" if words else head, WIDTH - 4))

    # The log.

    def log(self, before: Position, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        """See `reports.teller.Teller`."""
        log = Log(self.sheet, first_roll, first_act)
        own: dict[tuple[str, str], list[str]] = {}
        for one in events:
            if isinstance(one, ev.TableTook):
                own.setdefault((one.side, one.deck), []).append(one.card)
        for one in events:
            self._tell(log, one, own)
        title = self._title(before, events)
        if not log.entries:
            log.say("Nothing was written.")
        return LogSection(title, "", tuple(log.entries), tuple(log.dice))

    def _title(self, before: Position, events: Sequence[Event]) -> str:
        phase = next((getattr(one, "phase", "") for one in events if getattr(one, "phase", "")), before.phase)
        return self.phase_title(phase) if phase else "exchange"

    def _tell(self, log: Log, one: Event, own: dict[tuple[str, str], list[str]]) -> None:
        match one:
            case ev.TableRolled():
                self._tell_roll(log, one)
            case ev.TableOrdered(side, purpose, names, rolls):
                faces = "; ".join(log.roll(roll) for roll in rolls)
                what = {"order": "a random order", "pick": "picked at random"}.get(purpose, f"a coin for {purpose}")
                log.say(f"{log.code(side)}, {what}: {', '.join(names)}", [faces])
            case ev.TableRolledSecretly(number, side, purpose, roll):
                log.roll(roll)
                log.say(
                    f"{log.code(side)} rolls {roll.dice} secretly for {purpose}: number {number}{again(roll.label)}"
                )
            case ev.TableSecretFaces(number, _, faces):
                log.say(f"Your secret roll {number}: {', '.join(map(str, faces))}")
            case ev.TableDrew(side, deck, roll):
                masked = f"  ({log.roll(roll)}, masked)" if roll is not None else "  (from the top)"
                cards = own.get((side, deck), [])
                who = f"You drew {cards.pop(0)} from {deck}" if cards else f"{log.code(side)} takes 1 from {deck}"
                log.say(who + masked)
            case ev.TableCardOut(side, _, card, what, words):
                log.say(f"{log.code(side)} {CARD_OUT[what]} {card}" + (f": {words}" if words else ""))
            case ev.TableShowed(side, to, cards):
                log.say(f"{log.code(side)} shows {log.code(to)}: {', '.join(cards)}")
            case ev.TableShowedSome(side, to, count):
                log.say(f"{log.code(side)} shows {count} card{'s' * (count != 1)} to {log.code(to)}")
            case ev.TablePutBack(side, deck, where, count):
                log.say(f"{log.code(side)} puts {count} card{'s' * (count != 1)} {PLACES[where]} {deck}")
            case ev.TablePutBackCard(_, deck, where, card):
                log.say(f"It is {card}, {PLACES[where]} {deck}")
            case ev.TableLooked(side, deck, count):
                log.say(f"{log.code(side)} has looked at the top {count} of {deck}; they lie there again")
            case ev.TableReshuffled(side, deck, taken):
                log.say(f"{log.code(side)} reshuffles {deck}" + (f" with {taken}" if taken else ""))
            case _:
                self._tell_words(log, one)

    def _tell_roll(self, log: Log, one: ev.TableRolled) -> None:
        faces = log.roll(one.roll)
        spec = (
            f"{one.chart} {one.column}, {one.roll.dice}"
            if one.column
            else one.chart and f"{one.chart}, {one.roll.dice}"
        )
        total = one.roll.natural + one.modifier
        sums = f" {one.modifier:+d} = {total}" if one.modifier else f" = {total}" if len(one.roll.faces) > 1 else ""
        result = f" -> {one.result}" if one.result else ""
        text = f"{log.code(one.side)} rolls {spec or one.roll.dice} for {one.purpose}: {faces}{sums}{result}"
        log.say(text + again(one.roll.label))

    def _tell_words(self, log: Log, one: Event) -> None:
        match one:
            case ev.TablePlanned(number, side, name):
                log.say(f"{log.code(side)} seals " + (f"marker {name} (number {number})" if name else f"plan {number}"))
            case ev.TablePlanWords(number, _, words):
                log.say(f"Your words of number {number}: {words}")
            case ev.TablePlanOpened(number, side, kind, name, words):
                log.say(f"{OPENED[kind]} {number} of {log.code(side)}{f' ({name})' if name else ''} is opened: {words}")
            case ev.TableValueSet(side, name, value, before):
                log.say(f"{log.code(side)}: {name} from {before} to {value}")
            case ev.TableUnitSet(side, name, condition):
                log.say(f"{log.code(side)}: {name} is {condition}")
            case ev.TableWords(side, "say", words):
                log.say(f"{log.code(side)}: {words}")
            case ev.TableWords(side, kind, words):
                log.say(f"{log.code(side)} {'moves' if kind == 'move' else 'PROTESTS'}: {words}")
            case ev.TableLeftOut(_, line, why):
                log.say(f"Left out: {line}", [why])
            case ev.TableFilePassedOn(side, number, name, digest, size, sent_as):
                log.say(
                    f"{log.code(side)} sends file {number}: {name}, {size:,} bytes; the others get it as ...-{sent_as}",
                    [f"sha256 {digest}"],
                )
            case ev.TableSecretFilePassedOn(side, number, name, digest, size, sent_as, to):
                log.say(
                    f"{log.code(side)} sends file {number}, {size:,} bytes, to {log.code(to)} alone, as ...-{sent_as}",
                    [f"sha256 {digest}"],
                )
            case ev.TableWordsTo(side, to, words):
                log.say(f"{log.code(side)} to {log.code(to)} alone: {words}")
            case ev.TableSpokeTo(side, to):
                log.say(f"{log.code(side)} has written to {log.code(to)} alone")
            case ev.TableWatched(_, side, what, words):
                log.say(f"(umpire) {log.code(side)} {what}: {words}")
            case ev.TableByHand(_, card, place, owner):
                where = f"into the hand of {log.code(owner)}" if owner else BY_HAND[place]
                log.say(f"By the ruling, {card} goes {where}")
            case ev.TableFinished(side):
                log.say(f"{log.code(side)} is done")
            case ev.TableFollows(side, how):
                log.say(f"{log.code(side)} is told {'of each exchange' if how == 'each' else 'when the pen comes'}")
            case ev.TableClosed(side, "over", to, words):
                log.say(f"{log.code(side)} hands over to {log.code(to)}" + (f": {words}" if words else ""))
            case ev.TableClosed(side, how):
                log.say(f"{log.code(side)} gives the pen back" if how == "back" else f"{log.code(side)} is done")
            case _:
                return

    # What is wanted.

    def examples(self, state: Position, side: str, phase: Phase[Position]) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        if phase.letter == TOGETHER:
            return ("plan: my bid is 3",)
        deck = next(
            (one.name for one in self.sheet.decks if one.owner in ("", side) and state.decks[one.name].left), ""
        )
        dice = next(iter(self.sheet.plain_dice), "2d6")
        draw = (f"draw 1 {deck}",) if deck else ()
        return (f"roll {dice}: {AN_ATTACK}", *draw, "back" if state.lent_by else "done")

    def to_do(self, state: Position, side: str, phase: Phase[Position]) -> ToDo:
        """See `reports.teller.Teller`."""
        example = self.examples(state, side, phase)[0]
        if phase.letter == TOGETHER:
            silent = "no plan of yours is opened"
            return ToDo("sealed", phase.name.upper(), "", example=example, nobody=("No plan", "pass"), silent=silent)
        if phase.letter == ANYBODY:
            silent = "nothing changes"
            return ToDo(
                "exchange", phase.name.upper(), "", example=example, nobody=("I am done", "pass"), silent=silent
            )
        is_silent = self.sheet.steps[state.step - 1].silent
        silent = "you are done" if is_silent else "the pen stays with you"
        if state.asks:
            asked = f"{self.name(state.lent_by[-1])} asks: {state.asks}"[:50]
            silent = "no reaction" if is_silent else silent
            return ToDo("reaction", asked, "", example=example, nobody=("No reaction", "none"), silent=silent)
        return ToDo(
            "exchange", phase.name.upper(), "", example=example, nobody=("Nothing to do", "pass"), silent=silent
        )

    def order_sheet(
        self, state: Position, side: str, phase: Phase[Position], *, ahead: bool = False
    ) -> tuple[SheetLine, ...]:
        """See `reports.teller.Teller`: there is none, as nobody knows what the game allows."""
        return ()

    def defaults(self, events: Iterable[Event], side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        return ()

    def phase_title(self, phase: str) -> str:
        """See `reports.teller.Teller`."""
        return f"{self.short_name(phase)}"

    def short_name(self, phase: str) -> str:
        """See `reports.teller.Teller`: ``T3 CP Action 7``."""
        one = parse(phase)
        if one.battle is None:
            return f"T{one.turn}"
        steps = self.sheet.steps
        name = steps[one.battle.battle - 1].name if one.battle.battle <= len(steps) else "exchange"
        code = f"{one.side} " if one.side != "ALL" else ""
        return f"T{one.turn} {code}{name[:24]} {one.battle.turn}"

    def question(self, ask: Ask) -> str:
        """See `reports.teller.Teller`."""
        return f"{ask.subject}: {ask.kind}?"

    def about(self, state: Position, side: str) -> About:
        """See `reports.teller.Teller`."""
        return About(self.sheet.about or f"the sheet {self.sheet.name or 'plain'}")

    def final(self, state: Position, outcome: Outcome, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        points = ", ".join(f"{self.name(one)} {count}" for one, count in outcome.points)
        winner = f"{self.name(outcome.winner)} wins" if outcome.winner else "No winner is on record"
        return (f"{winner}: {outcome.why}{f' ({points})' if points else ''}.",)

    def winning(self, state: Position, side: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        if not self.sheet.points:
            return (f"The table ends after turn {self.sheet.turns}; you decide yourselves who has won.",)
        values = ", ".join(f"{self.name(one)}: {value}" for one, value in self.sheet.points)
        return (f"After turn {self.sheet.turns} the most points win ({values}).",)

    def help(self, word: str) -> tuple[str, ...]:
        """See `reports.teller.Teller`."""
        pages = {
            "orders": ("HELP ORDERS", "", *LINES_HELP),
            "help": ("lines          the lines of a table: dice, cards, plans, the pen",),
            "lines": ("HELP: LINES OF A TABLE", "", *LINES_HELP),
        }
        return pages.get(word.lower(), ())


LINES_HELP = (
    "A line that begins with a word below is carried out; all others are words",
    "and go to the other players.  Lines run from top to bottom, all or none.",
    "",
    "  roll 2d6: attack on a hill     roll fire 2 +1: fort  (dice, table, column)",
    "  roll secretly 1d6: spies       each of A, B: roll 1d6: repair",
    "  order: A, B, C                 pick 1 of: A, B, C      coin: who begins",
    "  draw 2 strategy                play C07: as operations",
    "  discard C07   remove C07       show C07 to NAME        reveal C07",
    "  look 3 strategy                put C07 on top          return C07",
    "  reshuffle strategy             (with OTHER DECK)",
    "  plan: words                    mark 7: words           open plan 3",
    "  set vp = 11   vp +1            move: words             say: words",
    "  to NAME: words                 files to NAME           (one side alone)",
    "  over to NAME: reaction?        back                    done",
    "  follow each                    follow pen              protest: words",
)
