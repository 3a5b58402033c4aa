"""Reminders and late notices: at most one letter a day to those who owe something and have not said that they are ready."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.core.ask import ORDERS, Ask
from pbem.desk.desk import Desk
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.filing import numbered
from pbem.desk.orders.sharing import is_away, of_commander, told_of
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.people import game_waits
from pbem.desk.play.advance import hold_for
from pbem.desk.play.answers import SideOnFile, on_file
from pbem.desk.play.deadlines import ends, waits
from pbem.desk.play.play import PlayResult, present
from pbem.desk.play.terms import terms_of
from pbem.reports import questions, subjects, times
from pbem.reports.letter_style import translate
from pbem.reports.letters import Late, Reminder, late, reminder
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, SeatRow

EVERYBODY = -1
"""The number of no seat: nobody on a side is left out of a line about it."""
A_DAY = timedelta(hours=24)


def remind(desk: Desk) -> int:
    """Write the reminders and late notices that are due; how many. A game whose position cannot be determined is held."""
    with desk.store.read() as books:
        names = [books.games.by_id(row.game_id).name for row in books.phases.to_remind(desk.clock.now())]
        if names and books.watch.unsent() is not None:
            return 0  # they would go out together later, and name a deadline that has moved by then
    return sum(_remind_game(desk, name) for name in names)


def _is_late(desk: Desk, game: GameRow, row: PhaseRow, player: PlayerRow) -> bool:
    """True if a player is to be told that their deadline has come, and that they may still write."""
    if player.side not in row.waiting_for.split(",") or row.due is None or row.due > desk.clock.now():
        return False
    return _may_write(desk, game, row) and not _written_today(desk, player)


def _may_write(desk: Desk, game: GameRow, row: PhaseRow) -> bool:
    """True if a letter still counts that comes after a deadline."""
    return row.lapsed is not None or (row.due is not None and ends(game, row.due) > desk.clock.now())


def _written_today(desk: Desk, player: PlayerRow) -> bool:
    return player.nudged is not None and desk.clock.now() - player.nudged < A_DAY


def _next(desk: Desk, game: GameRow, row: PhaseRow) -> datetime | None:
    """The time of the next letter about this deadline, or None."""
    now = desk.clock.now()
    if row.due is None:
        return None
    if row.due > now:
        return row.due if terms_of(game).grace or waits(game, row) else None
    return now + A_DAY if _may_write(desk, game, row) else None


def _remind_game(desk: Desk, name: str) -> int:
    try:
        with desk.store.begin() as books:
            game = books.games.get(name)
            row = books.phases.open(game)
            if game.state != "open" or row is None or row.due is None or row.passed:
                return 0
            now = desk.clock.now()
            if row.lapsed is not None:
                _tell_gm(desk, books, game, row)
            is_first = not row.reminded and row.due > now
            row.reminded, row.remind = True, _next(desk, game, row)
            books.phases.add(row)
            if not is_first and row.due > now:
                return 0
            there = present(desk, books, game)
            if there is None:
                return 0
            count = 0
            for player in _owing(books, game, row, there):
                with writing_to(desk, player):
                    if is_first and not _written_today(desk, player):
                        _remind(desk, books, game, row, there, player)
                        count += 1
                    elif _is_late(desk, game, row, player):
                        _tell_late(desk, books, game, row, player)
                        count += 1
            return count
    # As in `advance`: what a game's own code raises holds that game and no other.
    except Exception as fault:
        hold_for(desk, name, "reminding", fault)
        return 0


def owing(desk: Desk, books: Books, game: GameRow, row: PhaseRow) -> Sequence[PlayerRow]:
    """The players who owe orders or answers and have not said that they are ready."""
    now = present(desk, books, game)
    return _owing(books, game, row, now) if now is not None else ()


def _owing(books: Books, game: GameRow, row: PhaseRow, now: PlayResult) -> list[PlayerRow]:
    found = []
    for player in books.players.of(game):
        asks = _asks(now, player)
        is_ready = _filed(books, game, row, player).ready in ("ready", "pass")
        if asks and not (is_ready and all(one.kind == ORDERS for one in asks)):
            found.append(player)
    return found


def _asks(now: PlayResult, player: PlayerRow) -> list[Ask]:
    return [one for one in now.open if one.side == player.side]


def _filed(books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> SideOnFile:
    return on_file(books, books.submissions.latest(game, player.side, row.phase))


def time_left(desk: Desk, game: GameRow, row: PhaseRow) -> str:
    """The time that the terms still give the players at a stop: ``letters count until ... (the grace after the deadline)``.

    "" if their time is over, or where nothing is due.
    """
    now = desk.clock.now()
    if row.due is None or row.lapsed is not None or ends(game, row.due) <= now:
        return ""
    if row.due > now:
        return f"the deadline is {times.in_full(row.due)}, in {times.left(row.due - now)}"
    until = ends(game, row.due)
    return (
        f"the deadline was {times.in_full(row.due)}, and by the terms letters count until {times.in_full(until)} "
        f"({times.left(until - now)} of grace left)"
    )


def write_reminder(desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> None:
    """Write a reminder on the GM's request, in addition to the automatic ones."""
    now = present(desk, books, game)
    if now is not None:
        with writing_to(desk, player):
            if row.due is not None and row.due <= desk.clock.now():
                _tell_late(desk, books, game, row, player)  # it says until when a letter still counts
            else:
                _remind(desk, books, game, row, now, player, f".{time_text(desk.clock.now())}")


def _remind(
    desk: Desk, books: Books, game: GameRow, row: PhaseRow, now: PlayResult, player: PlayerRow, again: str = ""
) -> None:
    if row.due is None:
        return
    filed = _filed(books, game, row, player)
    title = desk.title(game.title)
    view = title.system.view(now.state, player.side)
    asks = _asks(now, player)
    to_do = title.teller.to_do(view, player.side, now.phase) if any(one.kind == ORDERS for one in asks) else None
    last = books.letters_out.last_report(game.name, player.side)
    name = title.teller.short_name(row.phase)
    asked = [one for one in asks if one.kind != ORDERS]
    stop = len(books.phases.segments(row))
    for seat, others in _late_ones(desk, books, game, row, now, player):
        with writing_to(desk, seat or player):
            mine = _concerning(desk, game, player, now, seat, asked)
            text = reminder(
                Reminder(
                    phase=name,
                    deadline=row.due,
                    written=desk.clock.now(),
                    silent=_silent(game, row, to_do.silent) if to_do is not None else _unanswered(game, row, mine),
                    report=report_number(last),
                    on_file=_on_file(filed) if seat is None else _own_lines(books, game, row, seat),
                    questions=tuple(tuple(questions.block(n, one)) for n, one in enumerate(mine, 1)),
                    example=" ".join(str(questions.example(one)) for one in mine),
                    owes_orders=to_do is not None,
                )
            )
            draft = Draft(
                kind="reminder",
                label=f"{row.phase}.{stop}.{time_text(row.due)}{again}",
                subject=subjects.reminder(game.name, row.due - desk.clock.now(), name),
                text=text + others,
                phase=row.phase,
                report=f"{report_number(last)}.m{row.n}.{stop}{again}",
            )
            post.to_player(desk, books, game, player, draft, seat=seat.number if seat is not None else 0)
    player.nudged = desk.clock.now()


def _late_ones(
    desk: Desk, books: Books, game: GameRow, row: PhaseRow, now: PlayResult, player: PlayerRow
) -> list[tuple[SeatRow | None, str]]:
    """The people on a side who get a letter about a deadline: its commanders who are not ready, nor away, and for whose units
    play waits, then its player (None); each with a line on the others, "" on a side of one person."""
    found: list[tuple[SeatRow | None, str]] = []
    sharing = books.seats.sharing(game, player.side)
    asked = [one for one in _asks(now, player) if one.kind != ORDERS]
    owes_orders = len(asked) < len(_asks(now, player))
    moment = desk.clock.now()
    for seat in sharing:
        waits_for_orders = owes_orders and not seat.ready.startswith(f"{row.phase} ")
        if not is_away(seat, moment) and (waits_for_orders or _concerning(desk, game, player, now, seat, asked)):
            found.append((seat, _on_the_others(desk, books, game, row, player, seat)))
    return [*found, (None, _on_the_others(desk, books, game, row, player, None) if sharing else "")]


def _on_the_others(
    desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow, seat: SeatRow | None
) -> str:
    with writing_to(desk, seat or player):
        line = told_of(books, game, player, row.phase, seat.number if seat is not None else 0)
    return "\n".join(["", *wrap(line, WIDTH, first="  ", rest="  "), ""])


def _concerning(
    desk: Desk, game: GameRow, player: PlayerRow, now: PlayResult, seat: SeatRow | None, asked: Sequence[Ask]
) -> list[Ask]:
    """The questions that somebody may answer: a commander those about their units."""
    if seat is None:
        return list(asked)
    theirs = of_commander(desk, game, player, now.state, seat, asked)
    return [one for one, is_theirs in zip(asked, theirs, strict=True) if is_theirs]


def _own_lines(books: Books, game: GameRow, row: PhaseRow, seat: SeatRow) -> str:
    """The number of a commander's own lines on file, "" for none."""
    lines = [
        one for one in numbered(books, game, seat.side) if one.phase == row.phase and one.entry.seat == seat.number
    ]
    return times.counted(len(lines), "line") if lines else ""


def _on_file(filed: SideOnFile) -> str:
    """The number of lines on file: ``3 lines (submission 2)``, ``no orders (submission 1)``, "" for no submission."""
    if not filed.n:
        return ""
    count = times.counted(len(filed.lines), "line") if filed.lines else translate("no orders")
    return f"{count} ({translate('submission')} {filed.n})"


def _silent(game: GameRow, row: PhaseRow, silent: str) -> str:
    """The result of silence under the campaign's terms."""
    waits = game_waits(game, is_question=row.is_question)
    if waits or silent:
        return waits or silent
    is_default = terms_of(game).on_silence(is_question=row.is_question) == "defaults"
    return "the defaults act" if is_default else "your standing orders act, then the defaults"


def _unanswered(game: GameRow, row: PhaseRow, asked: Sequence[Ask]) -> str:
    """The outcome of silence at questions: who decides, and the answer by default."""
    rule = _silent(game, row, "")
    return rule if game_waits(game, is_question=row.is_question) else f"{rule}: {questions.silence(asked)}"


def _tell_late(desk: Desk, books: Books, game: GameRow, row: PhaseRow, player: PlayerRow) -> None:
    """A deadline has come, and the game still waits, or letters still count: the late player is told so, once a day."""
    if row.due is None:
        return
    now = desk.clock.now()
    name = desk.title(game.title).teller.short_name(row.phase)
    last = books.letters_out.last_report(game.name, player.side)
    until = ends(game, row.due)
    there, stamp = present(desk, books, game), time_text(now)
    people = _late_ones(desk, books, game, row, there, player) if there is not None else [(None, "")]
    for seat, others in people:
        with writing_to(desk, seat or player):
            text = late(
                Late(
                    phase=name,
                    deadline=row.due,
                    written=now,
                    counts_until=until if until > now else None,
                    silent=_silent(game, row, ""),
                    report=report_number(last),
                )
            )
            subject = subjects.late(game.name, name)
            draft = Draft("late", f"{row.phase}.{stamp}", subject, text + others, row.phase, f"0.l{row.n}.{stamp}")
            post.to_player(desk, books, game, player, draft, seat=seat.number if seat is not None else 0)
    player.nudged = now


def _tell_gm(desk: Desk, books: Books, game: GameRow, row: PhaseRow) -> None:
    """The GM is told once that a deadline has come which the terms do not enforce, and what they can do."""
    name = desk.title(game.title).teller.short_name(row.phase)
    waited = [one for one in books.players.of(game) if one.side in row.waiting_for.split(",")]
    shared = [one for one in waited if books.seats.sharing(game, one.side)]
    codes = " and ".join(one.code for one in waited)
    heard = f"{codes} is not ready" if shared else f"we have heard nothing from {codes}"
    decides = terms_of(game).on_silence(is_question=row.is_question) == "gm"
    wording = (
        f"The deadline of {name} has passed, and {heard}.  By the campaign's terms "
        f"{'you decide how the game goes on' if decides else 'the game waits'}."
    )
    ways = [
        f"  pbem gm act {game.name} --reason REASON",
        "      the orders on file are carried out; standing orders and defaults decide the rest",
        f"  pbem gm extend {game.name} 48 --reason REASON",
        f"  pbem gm pause {game.name} 7 --reason REASON",
        "",
    ]
    sides = [line for one in shared for line in (*wrap(told_of(books, game, one, row.phase, EVERYBODY), WIDTH), "")]
    text = "\n".join([*wrap(wording, WIDTH), "", *sides, "What you can do:", *ways])
    label = f"{row.n}.{len(books.phases.segments(row))}.{times.stamp(row.due) if row.due else ''}".replace(" ", "")
    post.to_gm(desk, books, game, Draft("lapsed", label, f"[{game.name}] {codes} late: {name}", text))
