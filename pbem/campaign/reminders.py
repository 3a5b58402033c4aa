"""Reminders: one letter some hours before a deadline, to those who owe something and have not said that they are ready."""

import logging

from sqlalchemy.exc import SQLAlchemyError

from pbem.campaign import outgoing
from pbem.campaign.advance import hold
from pbem.campaign.answers import on_file
from pbem.campaign.deadlines import remind_at
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.campaign.play import Played, present
from pbem.core.ask import ORDERS
from pbem.reports import subjects
from pbem.reports.letters import Reminder, reminder
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PhaseRow, PlayerRow

log = logging.getLogger(__name__)


def remind(desk: Desk) -> int:
    """Write the reminders that have come due; how many.  A game that cannot tell where it stands is held."""
    with desk.store.read() as books:
        names = [books.games.by_id(row.game_id).name for row in books.phases.to_remind(desk.clock.now())]
    return sum(_remind_game(desk, name) for name in names)


def _remind_game(desk: Desk, name: str) -> int:
    try:
        with desk.store.begin() as books:
            game = books.games.get(name)
            row = books.phases.open(game)
            if row is None or row.reminded or row.due is None:
                return 0
            row.reminded, row.remind = True, None
            books.phases.add(row)
            # A stop that never had more time than this was told its deadline a moment ago.
            now = present(desk, books, game) if remind_at(game, row.due) > row.stopped else None
            if now is None:
                return 0
            return sum(_remind(desk, books, game, row, now, player) for player in books.players.of(game))
    except SQLAlchemyError:
        raise
    # As in `advance`: what a game's own code raises holds that game and no other.
    except Exception as fault:
        log.exception("game %s", name)
        with desk.store.begin() as books:
            hold(desk, books, books.games.get(name), f"reminding: {type(fault).__name__}: {fault}")
        return 0


def _remind(desk: Desk, books: Books, game: GameRow, row: PhaseRow, now: Played, player: PlayerRow) -> bool:
    asks = [one for one in now.open if one.side == player.side]
    filed = on_file(books, books.submissions.latest(game, player.side, row.phase))
    if not asks or row.due is None or (filed.ready in ("ready", "pass") and all(one.kind == ORDERS for one in asks)):
        return False
    title = desk.title(game.title)
    view = title.system.view(now.state, player.side)
    to_do = title.teller.to_do(view, player.side, now.phase) if any(one.kind == ORDERS for one in asks) else None
    last = books.letters_out.last_report(game.name, player.side)
    name = title.teller.short_name(row.phase)
    text = reminder(
        Reminder(
            phase=name,
            deadline=row.due,
            written=desk.clock.now(),
            silent=to_do.silent
            if to_do is not None and to_do.silent
            else "your standing orders act, then the defaults",
            report=report_number(last),
            on_file=f"{len(filed.lines)} lines (submission {filed.n})" if filed.n else "",
        )
    )
    draft = Draft(
        kind="reminder",
        label=f"{row.phase}.{len(books.phases.segments(row))}",
        subject=subjects.reminder(game.name, row.due - desk.clock.now(), name),
        text=text,
        phase=row.phase,
        report=f"{report_number(last)}.m{row.n}.{len(books.phases.segments(row))}",
    )
    outgoing.to_player(desk, books, game, player, draft)
    return True
