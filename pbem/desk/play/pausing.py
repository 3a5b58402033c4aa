"""A pause ends: the deadline is moved later by its length, and all players are told; or an umpire's time ends."""

from datetime import datetime, timedelta

from pbem.desk.desk import Desk
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.gm.incidents.perform import perform_in
from pbem.desk.gm.incidents.tray import Tray
from pbem.desk.play.advance import hold_for
from pbem.desk.play.deadlines import give_back
from pbem.desk.play.timing import terms_of
from pbem.desk.umpire import tray
from pbem.reports import times
from pbem.store.database import Books
from pbem.store.moments import time_text
from pbem.store.tables import GameRow


def go_on(desk: Desk, books: Books, game: GameRow, reason: str) -> int:
    """Let a paused game go on; the number of the ruling's record."""
    now = desk.clock.now()
    row = books.phases.open(game)
    since = game.paused_since or now
    game.unplayed = True
    game.state, game.paused_since, game.paused_until = "open", None, None
    due = None
    change = "the game goes on"
    if row is not None and row.due is not None:
        give_back(desk, books, game, row, since, now)
        books.phases.add(row)
        due = row.due
        change += f"; {desk.title(game.title).teller.short_name(row.phase)} is due {times.in_full(due)}"
    body = {"phase": row.phase, "due": time_text(due)} if row is not None and due is not None else {}
    return rule(desk, books, game, Ruled("resume", reason, change, "the game goes on", body, deadline=due))


def end_pauses(desk: Desk) -> tuple[str, ...]:
    """Let every game go on whose pause has come to its end; their names."""
    now = desk.clock.now()
    with desk.store.read() as books:
        names = [game.name for game in books.games.to_resume(now)]
    return tuple(name for name in names if _ends(desk, name, now))


def _umpire_is_late(desk: Desk, books: Books, game: GameRow, now: datetime) -> bool:
    """Remind a silent umpire once; after twice their hours let everything on the tray go as proposed.  True if it goes on."""
    hours = terms_of(game).umpire
    if game.paused_since is not None and now < game.paused_since + timedelta(hours=2 * hours):
        tray.remind(desk, books, game)
        return False
    perform_in(desk, books, Tray(game.name), "")
    return True


def _ends(desk: Desk, name: str, now: datetime) -> bool:
    """Let a game go on if its pause is still over; True if it does.  One that cannot tell where it stands is held."""
    try:
        with desk.store.begin() as books:
            game = books.games.get(name)
            is_over = game.state == "paused" and game.paused_until is not None and game.paused_until <= now
            if is_over and tray.is_full(game):
                return _umpire_is_late(desk, books, game, now)
            if is_over:
                go_on(desk, books, game, "the pause has come to its end")
            return is_over
    # As in `advance`: what a game's own code raises holds that game and no other.
    except Exception as fault:
        hold_for(desk, name, "going on", fault)
        return False
