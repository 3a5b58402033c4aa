"""The next in rank on a shared side, who may say ``ready all`` for a chief who is silent as the deadline comes near."""

from datetime import timedelta

from pbem.desk.desk import Desk
from pbem.desk.games.leaving import next_in_rank
from pbem.desk.incoming.incoming import Incoming
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.filing import stood
from pbem.desk.orders.sharing import CHIEF_READY
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports import times
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PlayerRow

BEFORE = timedelta(hours=12)
"""The time before the deadline in which it counts."""


def ready_for_all(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming, phase: str
) -> tuple[str, ...]:
    """Make a side ready at a commander's ``ready all``, if they may say so; what the answer says of it.

    A replay has no deadlines, so there it does nothing: the phase is played as if its deadline had passed, which is the same.
    """
    row, latest = books.phases.open(game), books.submissions.latest(game, player.side, phase)
    deputy = next_in_rank(desk, books, game, player.side)
    if row is None or latest is None or deputy is None or latest.ready in ("ready", "pass"):
        return ()
    yours = translate("Your  ready  is for yourself.")
    if deputy.number != letter.seat_number:
        says = translate("Only {name} may say  ready all .", name=f"{player.name}, your chief,")
        return (f"{yours}  {says}",)
    if not player.plays_one and _has_written(books, game, player, phase, latest.ready):
        return (
            f"{yours}  {translate('{name}, your chief, has written in this phase and decides.', name=player.name)}",
        )
    if row.due is None or row.due - letter.arrived > BEFORE:
        says = "If {name}, your chief, is silent, you may say  ready all  in the last 12 hours before the deadline."
        when = f"  {translate('It counts from {moment}.', moment=times.in_full(row.due - BEFORE))}" if row.due else ""
        return (f"{yours}  {translate(says, name=player.name)}{when}",)
    books.submissions.set_ready(latest, "ready")
    with writing_to(desk, player):
        text = translate(
            "{name}, the next in rank, has said  ready all , since we had no letter from you in this phase.  The orders on "
            "file are carried out; standing orders and defaults act for the rest.",
            name=deputy.name,
        )
        subject = f"[{game.name}] {translate('{name} has said  ready all', name=deputy.name)}"
        draft = Draft(
            "command", f"{letter.label}.r", subject, "\n".join(wrap(text, WIDTH)) + "\n", phase, f"0.r{letter.label}"
        )
    post.to_player(desk, books, game, player, draft)
    return (
        translate("Your side is ready: {name}, your chief, is silent, and you are next in rank.", name=player.name),
    )


def _has_written(books: Books, game: GameRow, player: PlayerRow, phase: str, ready: str) -> bool:
    """True if a side's chief has answered its newest report, said a word of readiness, or has lines on file for the phase."""
    last = books.letters_out.last_report(game.name, player.side)
    has_answered = last is not None and player.answered is not None and player.answered >= report_number(last)
    has_lines = any(one.seat == 0 for one in stood(books, game, player.side, phase))
    return has_answered or has_lines or ready in (CHIEF_READY, "wait")
