"""A player's choices: the possible orders of a side, which units are missing, and the letters with open questions."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.core.ask import Ask
from pbem.core.system import Card, Phase
from pbem.desk.desk import Desk, Title, known
from pbem.desk.incoming.preferences import SPOKEN, dressed_question, writing_to
from pbem.desk.orders.sharing import of_commander, readers
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import game_waits
from pbem.desk.play.cache import record_in
from pbem.desk.play.play import PlayResult
from pbem.desk.record.chain import newest_seq
from pbem.language.spelling import listed
from pbem.mechanisms.offers import FIRE, offers_of
from pbem.reports import questions, subjects
from pbem.reports.aloud import Able
from pbem.reports.letter_style import translate, translated
from pbem.reports.log import after, folded, section
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.questions import question_map
from pbem.reports.report import WIDTH, LogSection, OwnStack, SheetLine
from pbem.reports.spoken import log_in_sentences
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.letters_out import question_report, report_number
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, QuestionRow, SeatRow


def able_units(title: Title, view: Any, side: str, letter: str, *, is_begun: bool = False) -> tuple[Able, ...]:
    """All that the units of a side may be ordered to do in a phase, of several ways to fire at somebody the first alone; ()
    for a game that offers nothing to click."""
    offering = getattr(title, "offering", None)
    if offering is None:
        return ()
    found: list[Able] = []
    aimed: set[tuple[str, str]] = set()
    stands = offering.units(view, side)
    for one in offers_of(title.system, title.dialect, offering, view, side, letter, is_begun=is_begun):
        if one.kind == FIRE:
            at_whom = (one.unit, one.words.rpartition(" at ")[2])
            if at_whom in aimed:
                continue
            aimed.add(at_whom)
        start = one.way[0] if one.way else stands.get(one.unit, "")
        is_next = len(one.way) == 2
        found.append(Able(one.kind, one.unit, one.at, one.words, one.cost, start, is_next=is_next, partner=one.partner))
    return tuple(found)


def missing_units(title: Title, opening: Any, view: Any, side: str) -> tuple[str, ...]:
    """Sentences about the units of a side, and about enemies that it saw, who stood on the map as the game opened and do not
    now; () where nobody is missing, or the game has no lists of stacks."""
    then, now = _on_map(title, opening, side), _on_map(title, view, side)
    own = [name for name, is_own in then.items() if is_own and name not in now]
    enemies = [name for name, is_own in then.items() if not is_own and name not in now]
    both = translate("and")
    found = [translate("Missing from your side since the opening: {units}.", units=listed(own, both))] if own else []
    if enemies:
        found.append(translate("No longer seen of the enemy since the opening: {units}.", units=listed(enemies, both)))
    return tuple(found)


def _on_map(title: Title, state: Any, side: str) -> dict[str, bool]:
    """The units that a side knows of on the map, each with whether it is its own."""
    return dict(_units(title, title.system.view(state, side), side))


def _units(title: Title, view: Any, side: str) -> Iterator[tuple[str, bool]]:
    for stack in (one for panel in title.teller.panels(view, side) for one in panel.stacks):
        for unit in stack.units:
            if isinstance(unit, str):
                yield unit.partition(" (")[0].rpartition(" ")[0] if " (" not in unit else unit.partition(" (")[0], False
            else:
                yield unit.name, isinstance(stack, OwnStack)


def is_for(line: str, units: Collection[str]) -> bool:
    """True if an order line names one of these units."""
    return any(re.search(rf"(?<![\w/]){re.escape(one)}(?![\w/])", line) for one in units)


def own_lines(
    sheet: Sequence[SheetLine], units: Collection[str], stacks: Mapping[str, Collection[str]]
) -> tuple[SheetLine, ...]:
    """The lines of an order sheet for these units, and those for no unit by name (``all rally``), below their headings.

    `stacks` are the units that a letter stands for (``stack A move ...``).
    """
    found: list[SheetLine] = []
    headings: list[SheetLine] = []
    before = ""
    for one in sheet:
        if one.order.startswith("//"):
            headings = [*(headings if before.startswith("//") else ()), one]
        elif is_for(one.order, units) or _is_for_anybody(one.order, units, stacks):
            found += [*headings, one]
            headings = []
        before = one.order
    return tuple(found)


def _is_for_anybody(line: str, units: Collection[str], stacks: Mapping[str, Collection[str]]) -> bool:
    """True for a line that names no unit, or a stack with one of these."""
    stack = re.match(r"stack (\w+) ", line)
    if stack is not None and stack[1] in stacks:
        return not set(units).isdisjoint(stacks[stack[1]])
    return line[:1].islower()


# Letters with open questions: a side's player gets all of them, a commander those about their own units.


def mail_question(
    desk: Desk, books: Books, game: GameRow, side: str, stopped: PlayResult, *, replaces_earlier: bool = False
) -> None:
    """Mail every open question to a side; with `replaces_earlier` it replaces the letter that they have."""
    player = books.players.get(game, side)
    row = books.phases.open(game)
    if row is None or row.due is None:
        raise ValueError(f"game {game.name} asks {side} in no open phase")
    rows = books.questions.open(row, side)
    for reader, seat in readers(books, game, player):
        asked = rows
        if seat is not None:
            theirs = of_commander(desk, game, player, stopped.state, seat, asks_of(rows))
            asked = [one for one, is_theirs in zip(rows, theirs, strict=True) if is_theirs]
        if asked:
            with writing_to(desk, reader):
                letter = _QuestionLetter(desk, books, game, reader, stopped, row, row.due, asked, seat)
                letter.mail(replaces_earlier=replaces_earlier)


@dataclass(frozen=True)
class _QuestionLetter:
    """The letter that puts open questions to one person: those in `rows`, until `due`."""

    desk: Desk
    books: Books
    game: GameRow
    player: PlayerRow
    stopped: PlayResult
    row: PhaseRow
    due: datetime
    rows: Sequence[QuestionRow]
    seat: SeatRow | None

    def mail(self, *, replaces_earlier: bool) -> None:
        """Put it in the outbox."""
        number = self.seat.number if self.seat is not None else 0
        draft = _question(self, replaces_earlier)
        post.to_player(self.desk, self.books, self.game, self.player, draft, seat=number)


def _question(one: _QuestionLetter, replaces_earlier: bool) -> Draft:
    desk, books, game, player, stopped, row, rows = (
        one.desk, one.books, one.game, one.player, one.stopped, one.row, one.rows
    )  # fmt: skip
    side = player.side
    asks = asks_of(rows)
    title = desk.title(game.title)
    seq = newest_seq(books, game)
    whole = title.teller.log(title.system.view(stopped.before, side), known(stopped.events, side), 1)
    log = whole if replaces_earlier else after(whole, _read_before(books, row, player, rows[0].segment, stopped))
    questions_asked = questions.Questions(
        phase=_phase_in_words(title.system.card, stopped.phase),
        asks=asks,
        until=one.due,
        written=desk.clock.now(),
        report=report_number(books.letters_out.last_report(game.name, side)),
        less_often=tuple(filter(None, dict.fromkeys(map(title.dialect.less_often, asks)))),
        has_log=bool(log.entries),
        goes_on=log is not whole,
        waits=game_waits(game, is_question=True),
    )
    wording = questions.question(questions_asked)
    model = title.teller.map(title.system.view(stopped.state, side), side, known(stopped.events, side))
    drawn = question_map(model, asks) if player.report != SPOKEN else []
    happened = _what_happened(log, model, player) if log.entries else []
    below = [some for some in (happened, drawn) if some]
    parts = [wording, *(line for some in below for line in (*some, ""))]
    label = f"{row.phase}.{rows[0].segment}"
    if replaces_earlier:
        label += f".{seq}"
        why = translate(
            "The program was updated, and this question replaces your open one.  Digits in answer to the earlier "
            "letter no longer count."
        )
        parts[:0] = [*wrap(why, WIDTH), ""]
    return Draft(
        kind="question",
        label=label,
        subject=subjects.question(game.name, title.teller.question(asks[0]), one.due, len(asks) - 1),
        text="\n".join(parts),
        phase=row.phase,
        report=f"{seq}{question_report(row.n, rows[0].segment)}",
        seq=seq,
        html=dressed_question(game.name, questions_asked, log, drawn, player.report),
    )


def _what_happened(log: LogSection, model: MapPanel | None, player: PlayerRow) -> list[str]:
    """The log below a question: with its figures, or in sentences for those who hear it."""
    if player.report != SPOKEN:
        return section(log)
    return log_in_sentences(folded(log, player.code), model)


def _read_before(books: Books, row: PhaseRow, player: PlayerRow, stop: int, stopped: PlayResult) -> int:
    """The number of the phase's events, of those that a player may know, in the letter that asked them at the stop before this
    one; 0 if they were not asked there."""
    if stopped.new is None or not any(one.side == player.side for one in books.questions.of(row, stop - 1)):
        return 0
    return len(known(stopped.events[: -len(stopped.new.events) or None], player.side))


def asks_of(rows: Sequence[QuestionRow]) -> tuple[Ask, ...]:
    """The asks of these questions."""
    return tuple(record_in(one.ask, Ask) for one in rows)


def _phase_in_words(card: Card, phase: Phase[Any]) -> str:
    """``The Indian Melee Phase of turn 3``, ``The Indian Minneconjou Marker Phase of turn 2``."""
    side = f"{card.side(phase.side).name} " if phase.side else ""
    title = " ".join(
        word.capitalize() if word.isupper() else word[:1].upper() + word[1:] for word in phase.name.split()
    )
    return translated(f"The {side}{title} Phase of turn {phase.turn}")
