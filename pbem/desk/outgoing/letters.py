"""The letters after play: a report to each side, and the open questions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.core.ask import ORDERS
from pbem.core.event import Event
from pbem.core.record import from_json
from pbem.core.sequence import parse, phasing
from pbem.core.system import Outcome, Phase, TellsAtOnce
from pbem.desk.desk import Desk, Title, hides_facts, known, read_json
from pbem.desk.gm import dispatches
from pbem.desk.incoming.preferences import PAGE, PLAY, SPOKEN, dressed, writing_to
from pbem.desk.orders import orders_on_file, standing
from pbem.desk.orders.sharing import in_seat, readers, units_of, who_ordered, your_command
from pbem.desk.outgoing import attachments, post, tutorial, unreported
from pbem.desk.outgoing.attachments import batches
from pbem.desk.outgoing.choices import able_units, is_for, mail_question, missing_units, own_lines
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import game_waits
from pbem.desk.play import luck
from pbem.desk.play.answers import on_file
from pbem.desk.play.pace import ASK, whole_turn
from pbem.desk.play.play import PlayResult, Run, asked_sides, owes_orders, present
from pbem.desk.play.practice import is_stood_in, is_whole_side, notice, notice_of_one, rulings_of_the_gm
from pbem.desk.record import chain
from pbem.desk.record.chain import lines_since
from pbem.reports import subjects, teller, text, times
from pbem.reports.letter_style import current_style, translate, translate_plural, translated
from pbem.reports.report import WIDTH, Awaited, DeskFacts, PlayerLine, Press, Report, ToDo
from pbem.reports.spoken import spoken
from pbem.reports.wrap import wrap
from pbem.seal import bundle
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.letters_out import report_phase
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, PressRow, SeatRow

PAIR = 2
"""Sides of a game in which each has one opponent."""


def mail_reports(desk: Desk, books: Books, game: GameRow, run: Run) -> None:
    """Mail the reports of what was played to each player for whom play stops, with the questions.

    A player who is not waited for gets theirs at their own next stop.  Both are told how a game begins and ends, and
    where it is held.
    """
    ended = [played for played in run.phases if played.stop.finished]
    stopped = run.phases[-1] if run.phases and not run.phases[-1].stop.finished else None
    is_first_stop = stopped is not None and stopped.is_begun
    reports(desk, books, game, ended, stopped, run, is_news=bool(ended) or is_first_stop or run.over)
    if stopped is not None:
        for side in asked_sides(tuple(one for one in stopped.open if one.kind != ORDERS)):
            mail_question(desk, books, game, side, stopped)
    unreported.fold(desk, books, game, asked_sides(stopped.open) if stopped is not None else ())


def ask_again(desk: Desk, books: Books, game: GameRow, stopped: PlayResult, *, replaces_earlier: bool = False) -> None:
    """Mail both players the position in the middle of a phase, and ask its open questions again.

    With `replaces_earlier` the questions take the place of those that were put before.
    """
    reports(desk, books, game, (), stopped, Run((stopped,)), is_news=True, to_all=True)
    for side in asked_sides(tuple(one for one in stopped.open if one.kind != ORDERS)):
        mail_question(desk, books, game, side, stopped, replaces_earlier=replaces_earlier)


def reports(
    desk: Desk,
    books: Books,
    game: GameRow,
    ended: Sequence[PlayResult],
    stopped: PlayResult | None,
    run: Run,
    *,
    is_news: bool,
    to_all: bool = False,
) -> None:
    """A report to each side that is to have one: every phase that has ended since its last one, the position, what is wanted.

    `ended` are the phases of this go; `is_news` says that some have, or that play stops where nobody was told of before.
    """
    players = books.players.of(game)
    at_once = _told_at_once(desk.title(game.title), ended)
    due = [
        one
        for one in players
        if ((to_all or one.side in at_once) and is_news) or _is_due(books, game, one, stopped, run, is_news=is_news)
    ]
    if due or is_news:
        state = _state(desk, books, game, stopped)
        phase = stopped.phase.id if stopped is not None else ended[-1].phase.id if ended else "end"
        seal = chain.seal_of(desk, books, game)
        outcome = desk.title(game.title).system.outcome(state) if run.over else None
        there = _Standing(stopped, run, state, phase, seal, outcome)
        values = books.press.since(game, min(one.last_press_sent for one in players)) if due else ()
        for player in due:
            press = [one for one in values if key_of(one.id) > player.last_press_sent]
            since = unreported.phases(desk, books, game, player, ended)
            for reader, seat in readers(books, game, player):
                with writing_to(desk, reader):
                    _Report(desk, books, game, reader, since, there, press, seat).mail()
            unreported.mark(books, game, player, press)
        if is_news:
            _tell_observers(desk, books, game, ended, stopped, state, seal)
        if outcome is not None:
            _tell_gm(desk, books, game, outcome, seal.seq)
        heard = min((one.last_press_sent for one in players), default=0)
        books.press.mark_reported([one for one in values if not one.told and key_of(one.id) <= heard])


def _tell_gm(desk: Desk, books: Books, game: GameRow, outcome: Outcome, seq: int) -> None:
    """A game that came to its end by itself: the GM hears how."""
    card = desk.title(game.title).system.card
    about = _won(card.side(outcome.winner).name if outcome.winner else "", outcome.level)
    text = f"{game.name} is over: {about}.  The players have their last report, which opens all that was sealed."
    note = "\n".join(wrap(text, WIDTH)) + "\n"
    post.to_gm(desk, books, game, Draft("over", str(seq), f"[{game.name}] The game is over: {about}", note))


def _told_at_once(title: Title, ended: Sequence[PlayResult]) -> set[str]:
    """The sides that a game wants to be told at once of phases that have ended."""
    system = title.system
    if not isinstance(system, TellsAtOnce):
        return set()
    return {side for played in ended for side in system.readers_at_once(played.state, played.phase)}


def _is_due(
    books: Books, game: GameRow, player: PlayerRow, stopped: PlayResult | None, run: Run, *, is_news: bool
) -> bool:
    """True if a player is to have a report now: play stops for them, or for everybody, or has not begun yet."""
    if stopped is None or run.over or run.fault is not None or is_whole_side(player):
        return is_news  # play never stops for one whose side the program plays: they read along at every stop
    row = books.phases.open(game)
    last = books.letters_out.last_report(game.name, player.side)
    if (row is not None and row.n == 1) or (last is not None and last.kind != "report"):
        return is_news  # the game begins: whoever has had only the welcome is told where play stops first
    if owes_orders(stopped.open, player.side):
        # Orders may be wanted in the middle of a phase, after the answer to a question: that is a stop of its own.
        return is_news or stopped.new is not None or last is None or row is None or report_phase(last) != row.n
    # A question tells its own phase; what came before that is told with it.
    return player.side in asked_sides(stopped.open) and unreported.are_there(books, game, player)


@dataclass(frozen=True)
class _Standing:
    """The state of a game when reports are written: the phase that waits, how play came there, the position, the seal.

    `phase` is the id under which reports go out; `outcome` is known once the game is over.
    """

    stopped: PlayResult | None
    run: Run
    state: Any
    phase: str
    seal: chain.GameSeal
    outcome: Outcome | None = None

    def wanted(self, side: str) -> Phase[Any] | None:
        """The phase that waits for the orders of a side."""
        return self.stopped.phase if self.stopped is not None and owes_orders(self.stopped.open, side) else None


def where_play_stands(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None = None
) -> tuple[str, bool]:
    """The text of a side's newest report with what it left out, and True; where play has gone on since, what a report would say
    now, and False.  For the commander in a `seat` it is always the latter, with the last phase: the side's is its chief's."""
    newest = books.letters_out.last_report(game.name, player.side, unread=False)
    stopped = present(desk, books, game)
    if stopped is None:
        return newest.text if newest is not None else "", True
    seal = chain.seal_of(desk, books, game)
    there = _Standing(stopped, Run(()), stopped.state, stopped.phase.id, seal)
    since = unreported.phases(desk, books, game, player, ())
    if seat is not None:
        player, last = in_seat(player, seat), books.phases.ended_after(game, 0)[-1:]
        since = since or tuple(unreported.from_store(desk, books, game, one) for one in last)
    slices = slices_of(desk.title(game.title), player.side, since)
    report = replace(_Report(desk, books, game, player, since, there, (), seat).composed(slices), unchanged={})
    row = books.phases.open(game)
    is_current = row is None or not (since or books.phases.segments(row))
    if newest is not None and is_current and newest.kind == "report" and seat is None:
        return unreported.filled_in(newest.text, report), True
    return text.text_of(text.parts(report)), False


def slices_of(title: Title, side: str, ended: Sequence[PlayResult]) -> list[teller.PhaseSlice[Any]]:
    """The phases as a side may see them."""
    return [
        teller.PhaseSlice(one.phase.id, title.system.view(one.before, side), known(one.events, side)) for one in ended
    ]


@dataclass(frozen=True)
class _Report:
    """A player's report that is due: the phases that have `ended` since their last one, where play stands, and press.

    Of one to a commander on a shared side `player` is as `in_seat` makes them, and `seat` is theirs.
    """

    desk: Desk
    books: Books
    game: GameRow
    player: PlayerRow
    ended: Sequence[PlayResult]
    there: _Standing
    press: Sequence[PressRow]
    seat: SeatRow | None = None

    @property
    def number(self) -> int:
        """The number of the seat that it goes to, 0 for the side's player."""
        return self.seat.number if self.seat is not None else 0

    @property
    def title(self) -> Title:
        """The game's title."""
        return self.desk.title(self.game.title)

    @property
    def wanted(self) -> Phase[Any] | None:
        """The phase that waits for the player's orders."""
        return self.there.wanted(self.player.side)

    def mail(self) -> None:
        """Put the report in the outbox."""
        desk, books, game, player, there = self.desk, self.books, self.game, self.player, self.there
        title, seal, wanted = self.title, there.seal, self.wanted
        row = books.phases.open(game)
        slices = slices_of(title, player.side, self.ended)
        report = self.composed(slices)
        pages = attachments.Enclosed()
        if player.report in (PAGE, PLAY) and wanted is not None:
            address = post.address_for(
                desk, books, game, player, there.phase, str(seal.seq), seal.seq, report.stacks, self.number
            )
            pages = attachments.order_page(
                title,
                report,
                there.state,
                player.side,
                wanted,
                address,
                player.report,
                desk.house.pages,
                is_begun=there.stopped is not None and there.stopped.has_acted,
                later=attachments.upcoming_pages(books, game, title, player.side, wanted),
            )
        files, *more_files = batches(desk, books, game, player.side, self.ended)
        report = replace(report, to_click=pages.files[0][0] if pages.files else "")
        laid_out = text.parts(report)
        in_html, picture = "", b""
        if not report.lesson:
            in_html, picture = dressed(title.teller, report, laid_out, slices, player.report, pages.link)
        whole_log = _log_in_full(game, seal, text.full_log(report, laid_out))
        draft = Draft(
            kind="report",
            label=f"{seal.seq}-{row.n if row is not None else 0}",
            subject=self._subject(row, is_asked=report.is_asked),
            text=self._aloud(report) if player.report == SPOKEN and not report.lesson else text.text_of(laid_out),
            phase=there.phase,
            report=str(seal.seq),
            seq=seal.seq,
            attachments=(chain.attachment(books, game, player, seal), *whole_log, *pages.files),
            files=files,
            stacks=report.stacks,
            html=in_html,
            picture=picture,
        )
        post.to_player(desk, books, game, player, draft, seat=self.number)
        dispatches.mark_read(books, game, player.side, self.number, seal.seq)
        for n, batch in enumerate(more_files, 2):
            subject = f"[{game.name}] {translate('Files of report {number}, letter {n}', number=seal.seq, n=n)}"
            text_ = translate("These files belong to the report before this letter.") + "\n"
            more = Draft("files", f"{draft.label}.{n}", subject, text_, there.phase, seq=seal.seq, files=batch)
            post.to_player(desk, books, game, player, more, seat=self.number)
        player.last_record_sent = seal.seq

    def _aloud(self, report: Report) -> str:
        """The report as prose, with what the units may do now."""
        title, side, state = self.title, self.player.side, self.there.state
        opening = title.system.from_json(read_json(self.books.checkpoints.get(self.game, 0).state))
        missing = missing_units(title, opening, state, side)
        sides = {one.code: one.name for one in title.system.card.sides}
        if self.wanted is None:
            return spoken(report, (), missing, sides)
        has_acted = self.there.stopped is not None and self.there.stopped.has_acted
        view = title.system.view(state, side)
        able = able_units(title, view, side, self.wanted.letter, is_begun=has_acted)
        return spoken(report, able, missing, sides)

    def composed(self, slices: Sequence[teller.PhaseSlice[Any]]) -> Report:
        """The game's report with what the desk adds: luck, orders on file, lessons, and what has not changed."""
        game, side, title = self.game, self.player.side, self.title
        wanted, outcome = self.wanted, self.there.outcome
        whole = _whole(self.books, game) if outcome is not None else ()
        view = title.system.view(self.there.state, side)
        report = teller.compose(
            title.teller,
            self._facts(),
            side,
            self.player.code,
            slices,
            view,
            wanted=wanted,
            outcome=outcome,
            whole=whole,
            write=title.dialect.write,
        )
        if outcome is not None:
            report = replace(
                report, story=(*report.story, *luck.lines(title, game.name, self.there.state, whole, side))
            )
        if wanted is not None and side in phasing(title.system.card, wanted) and game.pace != ASK:
            sheet = title.teller.order_sheet(view, side, wanted, ahead=True)
            report = replace(report, to_do=whole_turn(game, title.system, wanted, report.to_do), order_sheet=sheet)
        if report.to_do is not None and wanted is not None:
            to_do = replace(report.to_do, silent=game_waits(game) or report.to_do.silent)
            report = self._for_seat(replace(report, to_do=self._with_file(wanted, to_do)), view, wanted)
        report = tutorial.taught(title, game, side, report, view, wanted)
        return replace(
            report, unchanged=unreported.parts(self.books, game, self.player, report), is_full=self.player.whole
        )

    def _for_seat(self, report: Report, view: Any, wanted: Phase[Any]) -> Report:
        """The order sheet and the example of a commander: lines for their units, and those that name nobody's."""
        if self.seat is None or report.to_do is None:
            return report
        units = units_of(self.title, view, self.player.side, read_json(self.seat.formations))
        if units is None:
            return report
        sheet = own_lines(report.order_sheet, units, self.title.teller.stacks(view, self.player.side))
        given = (*self.title.teller.examples(view, self.player.side, wanted), *(one.order for one in sheet))
        fitting = (one for one in given if is_for(one, units) and "..." not in one and not one.startswith("//"))
        is_own = not report.to_do.example or is_for(report.to_do.example, units) or report.to_do.example[:1].islower()
        example = report.to_do.example if is_own else next(fitting, "")
        return replace(report, to_do=replace(report.to_do, example=example), order_sheet=sheet)

    def _facts(self) -> DeskFacts:
        """The desk's facts for a report: the game, its players, the clock, the orders on file, press, the seal."""
        desk, books, game, side, there = self.desk, self.books, self.game, self.player.side, self.there
        row, stopped = books.phases.open(game), there.stopped
        return DeskFacts(
            game=game.name,
            number=there.seal.seq,
            players=_players(desk, books, game, self.player, self.seat),
            gm=game.gm_name or game.gm_address,
            written=desk.clock.now(),
            zone=current_style().zone,
            deadline=row.due if row is not None and stopped is not None else None,
            awaited=self._awaited(row),
            is_asked=stopped is not None and side in asked_sides(stopped.open) and self.wanted is None,
            seeds=_seeds(books, self.ended),
            on_file=orders_on_file.in_report(desk, books, game, side, there.state) if there.outcome is None else (),
            standing=standing.numbered_list(
                desk, books, game, self.player, self.ended, there.state, is_copy=self.seat is not None
            ),
            standing_used=len(standing.used(self.ended, side)),
            press=tuple(_press(books, game, one) for one in self.press if one.to == "all" or one.side != side),
            seal=there.seal.lines,
            notices=self._notices(),
            rulings=rulings_of_the_gm(books, game),
            undone=game.undone,
            voided=game.voided,
            dice_mode=game.dice,
            silent=game.silent,
        )

    def _notices(self) -> tuple[str, ...]:
        """The notices on top of a report: dispatches that came, who plays the side, and of a shared one what its reader
        commands."""
        come = dispatches.news(self.desk, self.books, self.game, self.player.side, self.number)
        chief = self.books.players.get(self.game, self.player.side)
        name = self.title.teller.short_name
        ordered = who_ordered(self.books, self.game, chief, [(one.phase.id, name(one.phase.id)) for one in self.ended])
        if self.there.outcome is not None:
            return (*come, *ordered)
        played = (notice(self.player),) if is_whole_side(self.player) else ()
        if self._is_one_stood_in():
            played = (notice_of_one((self.seat or chief).plays),)
        # The welcome letter, which report 0 comes with, says it on top.
        command = your_command(self.books, self.game, chief, self.seat) if self.there.seal.seq else ()
        return (*come, *played, *command, *ordered)

    def _is_one_stood_in(self) -> bool:
        """True if the program commands the reader's units on a shared side."""
        return bool(self.seat.plays) if self.seat is not None else self.player.plays_one

    def _awaited(self, row: PhaseRow | None) -> Awaited | None:
        """The others who are waited for, and for what."""
        game, stopped = self.game, self.there.stopped
        if self.there.run.fault is not None:
            return Awaited(
                f"GM {game.gm_name or game.gm_address}", translate("the game is held until a fault is fixed")
            )
        if stopped is None or row is None:
            return None
        sides = asked_sides(stopped.open)
        others = [one for one in self.books.players.of(game) if one.side in sides and one.side != self.player.side]
        if not others:
            return None
        what = self.title.teller.phase_title(stopped.phase.id)
        return Awaited(f" {translate('and')} ".join(f"{one.code} {one.name}" for one in others), what, row.due)

    def _with_file(self, wanted: Phase[Any], to_do: ToDo) -> ToDo:
        """The default and the remaining decisions, where orders are on file already: they are carried out."""
        side, system = self.player.side, self.title.system
        filed = on_file(self.books, self.books.submissions.latest(self.game, side, wanted.id))
        if not filed.lines:
            return to_do
        owed = system.owed(system.view(self.there.state, side), side, wanted.letter, filed.orders)
        must = tuple(f"{one[:1].upper()}{one[1:].rstrip('.')}." for one in owed)
        count = len(filed.lines)
        words = (
            "your {count} orders on file are carried out" if count > 1 else "your {count} order on file is carried out"
        )
        return replace(to_do, must_act=must, silent=translate(words).format(count=count))

    def _subject(self, row: PhaseRow | None, *, is_asked: bool) -> str:
        """The subject line: what is done, and what the player has to do by when."""
        game, title, wanted, outcome = self.game, self.title, self.wanted, self.there.outcome
        if outcome is not None:
            winner = title.system.card.side(outcome.winner).name if outcome.winner else ""
            return subjects.over(game.name, translated(_won(winner, outcome.level)))
        if not self.ended:
            begins = row is not None and row.n == 1 and not game.rulings
            what = translate("The game begins" if begins else "The position now")
            if wanted is None:
                return f"[{game.name}] {what}. {translate('Nothing to do yet')}"
            due = row.due if row is not None else None
            return f"[{game.name}] {subjects.you(translated(wanted.name), due, what)}"
        done = title.teller.short_name(self.ended[-1].phase.id)
        if wanted is not None and (is_whole_side(self.player) or self._is_one_stood_in()):
            return subjects.report(game.name, done, awaited="the program plays for you")
        if wanted is not None and row is not None:
            return subjects.report(game.name, done, translated(wanted.name), row.due)
        if is_asked and row is not None:
            return subjects.report(game.name, done, translate("answer the question"), row.due)
        moves = "opponent moves" if len(title.system.card.sides) == PAIR else "others move"
        return subjects.report(game.name, done, awaited=moves, deadline=row.due if row is not None else None)


def _log_in_full(game: GameRow, seal: chain.GameSeal, log: str) -> Iterator[tuple[str, bytes]]:
    """The whole log as a file, ``rosebud-7-0041-log.txt``, where a letter had to be shortened."""
    if log:
        yield bundle.file_name(game.name, seal.seq, game.branch).replace(".pbem", "-log.txt"), log.encode()


def _tell_observers(
    desk: Desk,
    books: Books,
    game: GameRow,
    ended: Sequence[PlayResult],
    stopped: PlayResult | None,
    state: Any,
    seal: chain.GameSeal,
) -> None:
    """Mail the events to observers: at every stop, of a game between programs once a game turn."""
    shown = [(one.phase.id, one.before, one.events) for one in ended]
    if all(one.plays for one in books.players.of(game)):
        # Nobody waits for a letter of a game between programs.
        if stopped is not None and _is_within_turn(books, game, stopped.phase.id):
            return
        shown = _since_last_letter(desk, books, game)
    _to_observers(desk, books, game, shown, state, seal)


def _is_within_turn(books: Books, game: GameRow, phase: str) -> bool:
    """True if observers have had a letter, and the game turn of the first phase that it did not tell goes on."""
    seats = books.seats.observers(game)
    untold = _unreported_rows(books, game)
    if not seats or any(seat.last_record_sent < 0 for seat in seats):
        return False
    return not untold or parse(untold[0].phase).game_turn == parse(phase).game_turn


def _unreported_rows(books: Books, game: GameRow) -> list[PhaseRow]:
    """The phases that were played to their end since observers were last written to."""
    last_reported = min((seat.last_record_sent for seat in books.seats.observers(game)), default=-1)
    last = books.checkpoints.last(game).n
    done = [row for row in books.phases.of(game) if row.state == "done" and row.checkpoint_n < last]
    return [row for row in done if any(one.record_seq > last_reported for one in books.phases.segments(row))]


def _since_last_letter(desk: Desk, books: Books, game: GameRow) -> list[tuple[str, Any, Any]]:
    """Those phases, each with the position before it and its events."""
    system, found = desk.title(game.title).system, []
    for row in _unreported_rows(books, game):
        before = system.from_json(read_json(books.checkpoints.get(game, row.checkpoint_n).state))
        events = tuple(from_json(read_json(body), Event) for body in books.events.of(row))
        found.append((row.phase, before, events))
    return found


def _to_observers(
    desk: Desk, books: Books, game: GameRow, ended: Sequence[tuple[str, Any, Any]], state: Any, seal: chain.GameSeal
) -> None:
    """The report of observers: the first side's view, without anything that is its own.

    Where a game hides facts there is no view that is nobody's, so they get none.
    """
    title, seats = desk.title(game.title), books.seats.observers(game)
    if not seats or hides_facts(books, game):
        return
    side = title.system.card.sides[0].id
    view = title.system.view
    slices = [teller.PhaseSlice(phase, view(before, side), events) for phase, before, events in ended]
    facts = DeskFacts(
        game=game.name,
        number=seal.seq,
        players=_sides(desk, books, game),
        gm=game.gm_name or game.gm_address,
        written=desk.clock.now(),
        seal=seal.lines,
        notices=(f"You are an observer.  Whatever says 'you' is for {title.system.card.sides[0].name}.",),
        rulings=rulings_of_the_gm(books, game),
        undone=game.undone,
        voided=game.voided,
        dice_mode=game.dice,
        silent=game.silent,
    )
    report = teller.compose(title.teller, facts, side, "seen", slices, view(state, side))
    done = title.teller.short_name(ended[-1][0]) if ended else "The game begins"
    laid_out = text.parts(report)
    forms = {one: dressed(title.teller, report, laid_out, slices, one) for one in {seat.report for seat in seats}}
    for seat in seats:
        enclosed = bundle.write(lines_since(books, game, seat.last_record_sent), seal.seal, [])
        draft = Draft(
            kind="seen",
            label=f"{seal.seq}-{len(ended)}",
            subject=f"[{game.name}] {done}{' done' if ended else ''}.  You are watching",
            text=text.text_of(laid_out),
            seq=seal.seq,
            attachments=(
                (bundle.file_name(game.name, seal.seq, game.branch), enclosed),
                *_log_in_full(game, seal, text.full_log(report, laid_out)),
            ),
            html=forms[seat.report][0],
            picture=forms[seat.report][1],
        )
        post.to_observer(desk, books, game, seat, draft)
        seat.last_record_sent = seal.seq


def _whole(books: Books, game: GameRow) -> tuple[tuple[str, Event], ...]:
    """All events of a game on its present branch, each with the full id of its phase."""
    found = []
    for row in books.records.all(game):
        body = read_json(row.body)["body"]
        found += [(body["phase"], from_json(one, Event)) for one in body.get("events", ())]
    return tuple(found)


def stacks_now(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> Mapping[str, tuple[str, ...]]:
    """The letters that a map of the present position gives to a side's own stacks."""
    now = present(desk, books, game)
    if now is None:
        return {}
    title = desk.title(game.title)
    return title.teller.stacks(title.system.view(now.state, player.side), player.side)


def _state(desk: Desk, books: Books, game: GameRow, stopped: PlayResult | None) -> Any:
    if stopped is not None:
        return stopped.state
    return desk.position(books, game)


def _sides(desk: Desk, books: Books, game: GameRow) -> tuple[PlayerLine, ...]:
    """The sides with their players, for who looks on."""
    card = desk.title(game.title).system.card
    return tuple(PlayerLine(card.side(one.side).name, one.name, "") for one in books.players.of(game))


def _players(desk: Desk, books: Books, game: GameRow, you: PlayerRow, seat: SeatRow | None) -> tuple[PlayerLine, ...]:
    card = desk.title(game.title).system.card
    found = []
    for player in books.players.of(game):
        is_own = player.side == you.side
        remark = "" if not is_own else translate("you") if seat is None else translate("your chief")
        if is_stood_in(player):
            by_program = translate("played by the program")
            remark = f"{remark}, {by_program}" if remark else by_program
        elif not remark and player.answered is not None:
            remark = f"answered report {player.answered}"
        found.append(PlayerLine(card.side(player.side).name, player.name, remark))
        for one in books.seats.sharing(game, player.side) if is_own else ():
            remark = translate("you") if seat is not None and one.number == seat.number else ""
            if one.plays:
                remark = ", ".join(filter(None, (remark, translate("played by the program"))))
            found.append(PlayerLine(card.side(player.side).name, one.name, remark))
    return tuple(found)


def _seeds(books: Books, ended: Sequence[PlayResult]) -> str:
    """The ladder steps of all dice that are told: a phase that stopped for questions has rolled with several."""
    taken: list[int | None] = []
    for one in ended:
        taken += [segment.adj for segment in books.phases.segments(one.row)] if one.row is not None else []
        taken += [one.new.adj] if one.new is not None else []
    steps = [str(step) for step in dict.fromkeys(taken) if step is not None]
    return translate_plural("seed {steps}", "seeds {steps}", len(steps), steps=", ".join(steps)) if steps else ""


def _press(books: Books, game: GameRow, row: PressRow) -> Press:
    names = {one.side: one.code for one in books.players.of(game)}
    return Press(names.get(row.side, "GM"), f"{times.day(row.at)} {row.at:%H:%M}", row.words)


def _won(winner: str, level: str) -> str:
    """``Indian marginal victory``; a level that says it all (``major Indian victory``, ``draw``) stands alone, and one that
    names the winner (``Indian decisive``) names them once.
    """
    if not winner or level.endswith("victory"):
        return level
    return f"{winner} {level.removeprefix(f'{winner} ')} victory"
