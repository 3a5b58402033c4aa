"""Letters with open questions: a side's player gets all of them, a commander those about their own units."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem.core.ask import Ask
from pbem.core.system import Card, Phase
from pbem.desk.desk import Desk
from pbem.desk.incoming.preferences import SPOKEN, dressed_question, writing_to
from pbem.desk.orders.sharing import of_commander, readers
from pbem.desk.outgoing import post
from pbem.desk.outgoing.player_phrases import game_waits
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.cache import record_in
from pbem.desk.play.play import PlayResult
from pbem.desk.record.chain import newest_seq
from pbem.desk.visibility import known
from pbem.reports import questions, subjects
from pbem.reports.letter_style import translate, translated
from pbem.reports.log import after, folded, section
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.questions import question_map
from pbem.reports.report import WIDTH, LogSection
from pbem.reports.spoken import log_in_sentences
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.letters_out import question_report, report_number
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, QuestionRow, SeatRow


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
