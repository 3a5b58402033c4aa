"""Several people on one side: its player, the chief, and commanders, each with units, lines and letters of their own.

What each may do is said in one table (`rights`); here it is asked of a letter's lines, and of questions.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pbem.core.ask import Ask
from pbem.core.order import Illegal, Problem, Warning_
from pbem.desk.desk import Desk, Title, read_json
from pbem.desk.orders.filing import numbered, stood
from pbem.desk.orders.merge import LineOnFile, who, without
from pbem.desk.orders.order_index import Replacing
from pbem.desk.orders.orders_on_file import Refused
from pbem.desk.orders.rights import POLICY, STANDING, Grant, grant_of
from pbem.language.spelling import listed
from pbem.orders.rehearsal import LineVerdict, RehearsalResult
from pbem.orders.standing import Action, StandingOrder
from pbem.reports.letter_style import translate
from pbem.store.database import Books
from pbem.store.tables import GameRow, OrderKeyRow, PhaseRow, PlayerRow, SeatRow, SubmissionRow

CHIEF_READY = "ready but for others"
"""The word of a submission whose chief is ready while a commander is not."""
NOT_YOURS = "E195"
GIVEN = "E196"
JOINED = re.compile(r", | \+ | and ")
BY_THE_GM = ("address",)
"""Words of a commander's that the GM carries out, not the chief."""
SHOWN = 3
"""Units of others that a remark names."""
TAKE_BACK = "take back"
"""The word that is the GM's too, but in a game whose players take play back."""


@dataclass(frozen=True)
class Writer:
    """The writer of a side's letter: its chief (`seat` is None), or a commander.

    `units` are the counters that they may give orders to, None for all.  `others` are the lines on file of the others on their
    side, each with its writer's name, by the letter of the phase.  `sequence` are the numbers of the side's seats in the
    sequence in which their orders are carried out; `write` writes an order of the game.
    """

    chief: PlayerRow
    seat: SeatRow | None = None
    is_shared: bool = False
    units: frozenset[str] | None = None
    others: Mapping[str, Sequence[tuple[str, LineOnFile]]] = field(default_factory=dict)
    sequence: tuple[int, ...] = (0,)
    write: Callable[[Any], str] = str

    @property
    def number(self) -> int:
        """The number of their seat, 0 for the chief."""
        return self.seat.number if self.seat is not None else 0

    @property
    def name(self) -> str:
        """Their name."""
        return self.seat.name if self.seat is not None else self.chief.name

    def is_mine(self, seat: int) -> bool:
        """True if what the person in a seat has on file is the writer's to take back: the chief may take back anybody's."""
        return self.seat is None or seat == self.number

    def in_sequence(self, entries: Iterable[LineOnFile]) -> tuple[LineOnFile, ...]:
        """Lines on file with those of each person together, in the sequence of their seats."""
        places = {number: n for n, number in enumerate(self.sequence)}
        return tuple(sorted(entries, key=lambda one: places.get(one.seat, places[0])))

    def own(self, entries: Sequence[LineOnFile]) -> tuple[LineOnFile, ...]:
        """The lines on file that are the writer's; of a side of one person all, and the chief's those of whoever has left."""
        left = () if self.seat is not None else tuple(one for one in entries if one.seat not in self.sequence)
        return tuple(one for one in entries if not self.is_shared or one.seat == self.number or one in left)

    def commands(self, names: Iterable[str]) -> bool:
        """True if all of these counters are theirs."""
        return self.units is None or self.units.issuperset(names)


def seat_of(books: Books, game: GameRow, player: PlayerRow, address: str, key: OrderKeyRow) -> SeatRow | str | None:
    """The commander's seat that a letter is from, None for the side's player; a sentence where it answers another's letter.

    Whoever has the key of somebody else's letter is nobody else by that.  Keys of letters from before seats had keys of their
    own are the player's; from the address of a commander they are that commander's.
    """
    low = address.lower()
    sharing = books.seats.sharing(game, player.side)
    mine = [one for one in sharing if one.address.lower() == low]
    if key.seat == 0:
        return None if player.address.lower() == low or not mine else mine[0]
    found = next((one for one in mine if one.number == key.seat), None)
    if found is not None:
        return found
    theirs = next((one.name for one in sharing if one.number == key.seat), translate("somebody who has left"))
    return translate("It answers a letter to {name}: answer one of your own.", name=theirs)


def units_of(title: Title, view: Any, side: str, formations: Sequence[str]) -> frozenset[str] | None:
    """The counters that these words name for a side, None where there are none; words that name nothing any more add none."""
    if not formations:
        return None
    found = (title.dialect.formation(one, view, side) for one in formations)
    return frozenset(name for names in found if not isinstance(names, Problem) for name in names)


def writer_of(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, state: Any, seat: SeatRow | None = None
) -> Writer:
    """The writer in a seat of a side, or as its player, with what they and the others have on file."""
    sharing = books.seats.sharing(game, player.side)
    if not sharing and seat is None:
        return Writer(player)
    title = desk.title(game.title)
    units = None
    if seat is not None:
        units = units_of(title, title.system.view(state, player.side), player.side, read_json(seat.formations))
    names = {one.number: one.name for one in sharing} | {0: player.name}
    number = seat.number if seat is not None else 0
    others: dict[str, list[tuple[str, LineOnFile]]] = {}
    for one in numbered(books, game, player.side):
        if one.entry.seat != number and one.entry.verdict == "accepted":
            entry = names.get(one.entry.seat, player.name), one.entry
            others.setdefault(one.phase.rpartition(".")[2], []).append(entry)
    before = [one.number for one in sharing if one.place < 0]
    sequence = (*before, 0, *(one.number for one in sharing if one.place >= 0))
    return Writer(player, seat, True, units, others, sequence, title.dialect.write)


def limited(rehearsal: RehearsalResult, writer: Writer) -> RehearsalResult:
    """The rehearsal of a letter as far as its writer has a right to it; lines for units of others are refused (E103)."""
    if writer.seat is None:
        return rehearsal
    lines = tuple(_judged(one, writer) for one in rehearsal.lines)
    standing = tuple(order for one in lines for order in one.standing)
    return replace(rehearsal, lines=lines, standing=standing)


def granted(rehearsal: RehearsalResult, writer: Writer) -> RehearsalResult:
    """The letter without the commands that its writer has no right to (see `refused_commands`)."""
    if writer.seat is None:
        return rehearsal
    commands = tuple(one for one in rehearsal.commands if grant_of(one.name) is not Grant.CHIEF)
    return replace(rehearsal, commands=commands)


def refused_commands(rehearsal: RehearsalResult, writer: Writer, *, may_take_back: bool) -> tuple[Refused, ...]:
    """The commands of a letter that its writer has no right to, each with who decides and how to write to them.

    `may_take_back`: the players of this game take play back, so that their chief may propose it."""
    if writer.seat is None:
        return ()
    texts = {one.text or one.name: one.name for one in rehearsal.commands if grant_of(one.name) is Grant.CHIEF}
    by_the_gm = BY_THE_GM if may_take_back else (*BY_THE_GM, TAKE_BACK)
    return tuple(
        Refused(0, text, (text, f"{NOT_YOURS}  {whose(writer.chief, is_the_gms=name in by_the_gm)}"), "command")
        for text, name in texts.items()
    )


def whose(chief: PlayerRow, *, is_the_gms: bool = False) -> str:
    """The people who decide, and how to write to them."""
    if is_the_gms:
        return translate("The GM decides this.  Write to them:   press gm: your words")
    return translate(
        "Your chief, {name}, decides this.  Write to them:   to {short}: your words",
        name=chief.name,
        short=short(chief.name),
    )


def short(name: str) -> str:
    """The last word of a name, which players use for each other in letters."""
    return name.split()[-1] if name.split() else name


def _judged(one: LineVerdict, writer: Writer) -> LineVerdict:
    faults = [fault for order in one.standing if (fault := _fault_of_standing(order, writer)) is not None]
    if one.standing:
        return replace(one, verdict="refused", problem=faults[0], standing=()) if faults else one
    if one.verdict != "accepted" or not one.orders:
        return one
    one = _own_part(one, writer)
    problem = _foreign([name for order in one.orders for name in who(order)], writer) or _given(one, writer)
    return replace(one, verdict="refused", problem=problem) if problem is not None else one


def _own_part(one: LineVerdict, writer: Writer) -> LineVerdict:
    """A line for many (``everybody dig in``, a stack) as far as it is for the writer's units; one that names a unit of somebody
    else's, or has none of theirs, as it is."""
    names = dict.fromkeys(name for order in one.orders for name in who(order))
    foreign = [name for name in names if not writer.commands([name])]
    if not foreign or any(name.lower() in one.text.lower() for name in foreign):
        return one
    line = LineOnFile(one.text, one.orders, one.canonical, costs=one.notes)
    part = without(line, lambda _: foreign, writer.write)
    if part is None:
        return one
    units = listed(foreign[:SHOWN])
    if len(foreign) > SHOWN:
        units = translate("{units} and {n} others", units=", ".join(foreign[: SHOWN - 1]), n=len(foreign) - SHOWN + 1)
    text = translate("Only for your units; the line is also for {units}.", units=units)
    return replace(
        one,
        orders=part.orders,
        canonical=part.canonical,
        notes=part.costs if one.notes else (),
        warnings=(*one.warnings, Warning_("", text)),
    )


def _foreign(names: Sequence[str], writer: Writer) -> Problem | None:
    """Why units are not the writer's to order, None if they are."""
    foreign = next((name for name in names if not writer.commands([name])), "")
    if not foreign or writer.seat is None:
        return None
    formations = ", ".join(read_json(writer.seat.formations))
    text = translate("{unit} is not in your formations: {formations}.", unit=foreign, formations=formations)
    return Illegal("E103", f"{text}  {whose(writer.chief)}", words=foreign)


def _given(one: LineVerdict, writer: Writer) -> Problem | None:
    """Why a line cannot stand beside that of somebody else for one of its units, None if it can."""
    for name, entry in writer.others.get(one.phase, ()):
        given = Replacing(entry.orders)
        for order in one.orders:
            both = [unit for unit in who(order) if unit in given.from_(order)]
            if both:
                words = "{unit} already has an order from {name} ({line}).  Write to them:   to {short}: your words"
                text = translate(words, unit=both[0], name=name, line="; ".join(entry.canonical), short=short(name))
                return Illegal(GIVEN, text, words=both[0])
    return None


def _fault_of_standing(order: StandingOrder, writer: Writer) -> Problem | None:
    """Why a standing order is not the writer's to give, None if it is: all that it is for must be theirs."""
    if writer.units is None:
        return None
    names = [*order.units, *(name for one in (order.action, order.otherwise) for name in _acting(one))]
    word = POLICY if order.policy else STANDING
    if grant_of(word) is Grant.CHIEF or not names or order.at or order.group:
        text = translate("A commander's standing order names units of theirs.")
        return Illegal(NOT_YOURS, f"{text}  {whose(writer.chief)}")
    return _foreign(names, writer)


def _acting(action: Action | None) -> tuple[str, ...]:
    if action is None:
        return ()
    return (*action.units, *(who(action.order) if action.order is not None else ()))


# Questions.


def concerns(ask: Ask, commanded: frozenset[str] | None) -> bool:
    """True if a question is about a commander's units alone: its subject names nobody else, or each of its choices but that of
    doing nothing names one of them.  Any other is the chief's."""
    if commanded is None:
        return False
    if all(one in commanded for one in JOINED.split(ask.subject)):
        return True
    acts = [one.key for one in ask.choices if one.key != ask.declined]
    return bool(acts) and all(any(f" {name} " in f" {act} " for name in commanded) for act in acts)


def of_commander(
    desk: Desk, game: GameRow, player: PlayerRow, state: Any, seat: SeatRow, asks: Sequence[Ask]
) -> tuple[bool, ...]:
    """True for each question of a side that is about the units of a commander."""
    title = desk.title(game.title)
    commanded = units_of(title, title.system.view(state, player.side), player.side, read_json(seat.formations))
    return tuple(concerns(one, commanded) for one in asks)


# The others.


def told_of(books: Books, game: GameRow, player: PlayerRow, phase: str, number: int) -> str:
    """One line about the others on a side: ``The side: Mills ready, 6 lines; Crook nothing yet.``"""
    latest = books.submissions.latest(game, player.side, phase)
    lines: dict[int, int] = {}
    for one in numbered(books, game, player.side):
        if one.phase == phase and one.entry.verdict == "accepted":
            lines[one.entry.seat] = lines.get(one.entry.seat, 0) + 1
    found: list[str] = []
    people = [
        (0, player.name, latest.ready if latest is not None else ""),
        *_readiness(books, game, player.side, phase),
    ]
    for seat, name, ready in people:
        if seat == number:
            continue
        count = lines.get(seat, 0)
        has = translate("{n} lines" if count != 1 else "{n} line", n=count) if count else ""
        found.append(f"{short(name)} {', '.join(filter(None, (ready, has))) or translate('nothing yet')}")
    return translate("The side: {people}.", people="; ".join(found))


def _readiness(books: Books, game: GameRow, side: str, phase: str) -> Iterable[tuple[int, str, str]]:
    for one in books.seats.sharing(game, side):
        named, _, word = one.ready.partition(" ")
        yield one.number, one.name, word if named == phase else ""


def is_away(seat: SeatRow, moment: datetime) -> bool:
    """True while a commander has an absence on file."""
    return seat.away_from is not None and seat.away_to is not None and seat.away_from <= moment < seat.away_to


def has_lines(books: Books, game: GameRow, row: PhaseRow, side: str, number: int) -> bool:
    """True if the person in a seat of a side (0: its chief) has lines on file for a phase."""
    return any(one.seat == number for one in stood(books, game, side, row.phase))


def is_silent(books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> bool:
    """True if a side's player has filed nothing in a phase; of a shared side its chief, whatever the commanders wrote."""
    latest = books.submissions.latest(game, player.side, row.phase)
    if latest is None or row.is_question or not books.seats.sharing(game, player.side):
        return latest is None
    return not latest.ready and not has_lines(books, game, row, player.side, 0)


def close_ranks(books: Books, game: GameRow, player: PlayerRow, phase: str, word: str | None = None) -> None:
    """Let a side be ready for which nobody is waited for any more, now that somebody has left it; `word` is the readiness of a
    chief who has come in somebody's place."""
    latest = books.submissions.latest(game, player.side, phase)
    if latest is None or latest.state != "filed" or latest.ready in ("ready", "pass"):
        return
    if word is not None:
        books.submissions.set_ready(latest, CHIEF_READY if word else "")
    if latest.ready == CHIEF_READY and not unready(books, game, player.side, phase):
        books.submissions.set_ready(latest, "ready")


def unready(books: Books, game: GameRow, side: str, phase: str) -> tuple[str, ...]:
    """The names of the commanders of a side who have not said that they are ready for a phase, and are not away."""
    return tuple(name for _, name, word in _readiness(books, game, side, phase) if not word)


def commands(seat: SeatRow) -> str:
    """The units of a commander as the GM named them: ``3 Cav, Capt Mills``; "" for all, and for who commands none."""
    return ", ".join(read_json(seat.formations)) if seat.number else ""


def comrades(books: Books, game: GameRow, player: PlayerRow, number: int) -> str:
    """The other people on a side, with what they command: ``Crook (chief), Noyes (2 Cav)``."""
    by_program = f", {translate('played by the program')}"
    found = [f"{player.name} ({translate('chief')}{by_program if player.plays else ''})"] if number else []
    for one in books.seats.sharing(game, player.side):
        if one.number != number:
            units = ", ".join(read_json(one.formations)) or translate("all units")
            found.append(f"{one.name} ({units}{by_program if one.plays else ''})")
    return listed(found)


def in_seat(player: PlayerRow, seat: SeatRow | None, *, known_until: int | None = None) -> PlayerRow:
    """A side's player as a letter to the commander in a seat sees them: with that person's name, address, form, language and
    clock.  It is stored nowhere.  `known_until` is the last record that they know of, where it is not the side's."""
    if seat is None:
        return player
    own = {name: getattr(seat, name) for name in ("name", "address", "report", "language", "zone", "whole", "dates")}
    known = player.last_record_sent if known_until is None else known_until
    return PlayerRow(
        **{
            **{name: getattr(player, name) for name in PlayerRow.model_fields},
            **own,
            "last_record_sent": known,
            "plays": "",
        }
    )


def readers(books: Books, game: GameRow, player: PlayerRow) -> tuple[tuple[PlayerRow, SeatRow | None], ...]:
    """Everybody on a side as letters to them see them, its player last: their letter is the newest of the side's."""
    seats = books.seats.sharing(game, player.side)
    return (*((in_seat(player, one), one) for one in seats), (player, None))


def your_command(books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None) -> tuple[str, ...]:
    """The command of somebody on a shared side, for a letter; () where a side has one person."""
    if not books.seats.sharing(game, player.side):
        return ()
    others = comrades(books, game, player, seat.number if seat is not None else 0)
    write = translate("To write to one of them:   to NAME: your words   , to all:   to us: your words")
    if seat is None:
        text = translate("You are the chief of your side.")
        if player.leader:
            text = translate("You are the chief of your side, and play {leader}.", leader=player.leader)
        return (f"{text}  {translate('With you: {others}.', others=others)}  {write}",)
    formations = ", ".join(read_json(seat.formations)) or translate("all units")
    text = translate("You are {name} and command {formations}.", name=seat.name, formations=formations)
    if seat.leader:
        words = "You are {name}, play {leader} and command {formations}."
        text = translate(words, name=seat.name, leader=seat.leader, formations=formations)
    return (f"{text}  {translate('With you: {others}.', others=others)}  {write}",)


def who_ordered(books: Books, game: GameRow, player: PlayerRow, phases: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The orders of a shared side that counted in phases, each given with what it is called, and with who wrote each; () where
    a side has one person."""
    names = {one.number: one.name for one in books.seats.ever(game) if one.side == player.side and one.number}
    if not names:
        return ()
    names[0] = player.name
    found = []
    for phase, called in phases:
        latest = books.submissions.latest(game, player.side, phase)
        lines: dict[int, list[str]] = {}
        for row in books.submissions.without_answers(latest) if latest is not None and latest.state == "filed" else ():
            if row.verdict == "accepted":
                lines.setdefault(row.seat, []).append(row.canonical)
        if lines:
            parts = [f"{short(names.get(seat, names[0]))}: {', '.join(texts)}" for seat, texts in lines.items()]
            found.append(translate("Orders of your side in {phase}.  {people}", phase=called, people="; ".join(parts)))
    return tuple(found)


def sequence_in(books: Books, game: GameRow, player: PlayerRow, words: str) -> tuple[int, ...] | str:
    """The seats of a side, first those that the words name, then the others as before; an error sentence for an unknown one."""
    people = {0: player.name} | {one.number: one.name for one in books.seats.sharing(game, player.side)}
    named: list[int] = []
    for one in filter(None, (part.strip(" .").lower() for part in re.split(r",|;|\bthen\b|\band\b", words))):
        found = [number for number, name in people.items() if one in (name.lower(), short(name).lower())]
        if len(found) != 1:
            return translate(
                "Expected people on your side, {names}; found {found}.", names=listed(people.values()), found=one
            )
        named += [found[0]] if found[0] not in named else []
    before = [one.number for one in books.seats.sharing(game, player.side) if one.place < 0]
    after = [one.number for one in books.seats.sharing(game, player.side) if one.place >= 0]
    return (*named, *(number for number in (*before, 0, *after) if number not in named))


def keep_sequence(books: Books, game: GameRow, player: PlayerRow, sequence: Sequence[int]) -> str:
    """Store a new sequence of a side's seats, from the chief's; the sentence for the answer."""
    names = {0: player.name}
    for one in books.seats.sharing(game, player.side):
        one.place = sequence.index(one.number) - sequence.index(0)
        names[one.number] = one.name
    text = "The orders of your side are carried out in this sequence: {names}."
    return translate(text, names=", ".join(names[number] for number in sequence))


def note_ready(books: Books, game: GameRow, player: PlayerRow, writer: Writer, word: str, latest: SubmissionRow) -> str:
    """Note whether a member of a side is ready for a phase; the side is, once everybody is. The sentence for the answer."""
    is_done, seat = word in ("ready", "pass"), writer.seat
    if seat is not None:
        seat.ready = f"{latest.phase} {word}" if is_done else ""
    else:
        books.submissions.set_ready(latest, CHIEF_READY if is_done else word)
    waiting, is_chief_ready = unready(books, game, player.side, latest.phase), latest.ready in ("ready", CHIEF_READY)
    if is_done and is_chief_ready and not waiting:
        books.submissions.set_ready(latest, "ready")
    if not is_done or (is_chief_ready and not waiting):
        return ""
    awaited = listed([*([] if is_chief_ready else [player.name]), *waiting])
    note = translate("You are ready.  The side is when {names} have said so too, or at the deadline.", names=awaited)
    return f"{note}  {translate('Not to wait for them:   ready all')}" if seat is None else note
