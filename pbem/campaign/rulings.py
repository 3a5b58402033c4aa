"""What the GM rules: a record that his own key signs, told to both players in the same words (trust.md, section 9)."""

from datetime import datetime, timedelta

from pbem.campaign import chain, outgoing
from pbem.campaign.deadlines import put_due, whole_quarter
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.reports import subjects, times
from pbem.reports.letters import Ruling, ruling
from pbem.reports.wrap import ascii_text
from pbem.store.columns import time_text

MOST_HOURS = 30 * 24


class CannotRule(Exception):
    """A ruling that cannot be made; the text says what was expected and what was found."""


def extend(desk: Desk, name: str, hours: int, reason: str) -> datetime:
    """Put the open deadline of a game forward; the new one.  Raises CannotRule, UnknownGame."""
    said = " ".join(ascii_text(reason).split())
    if not 1 <= hours <= MOST_HOURS:
        raise CannotRule(f"hours: expected a whole number from 1 to {MOST_HOURS}; found {hours}")
    if not said or len(said) > 200:
        raise CannotRule(f"--reason: expected up to 200 characters, since both players read it; found {len(said)}")
    with desk.store.begin() as books:
        game = books.games.get(name)
        row = books.phases.open(game)
        if game.state == "over" or row is None or row.due is None:
            raise CannotRule(f"{name}: expected a game with a deadline; it is {game.state}, and nothing is due")
        if row.passed:
            raise CannotRule(f"{name}: its deadline has passed and is being carried out")
        due = whole_quarter(row.due + timedelta(hours=hours))
        body = {"what": "deadline", "reason": said, "agreed": [], "phase": row.phase, "due": time_text(due)}
        record = chain.append(desk, books, game, "gm.ruling", body, signer=desk.gm_signer(books, game))
        put_due(desk, game, row, due)
        books.phases.add(row)
        game.rulings += 1
        phase = desk.title(game.title).teller.short_name(row.phase)
        about = f"deadline of {phase} moved to {times.day(due)}"
        text = ruling(
            Ruling(
                game=game.name,
                number=game.rulings,
                gm=game.gm_name or game.gm_address,
                at=desk.clock.now(),
                rule="-",
                reason=said,
                change=f"the deadline of {phase} is moved by {hours} hours",
                record=record.seq,
                deadline=due,
            )
        )
        draft = Draft(
            kind="ruling",
            label=str(game.rulings),
            subject=subjects.ruling(game.name, game.rulings, about),
            text=text,
            phase=row.phase,
            report=f"{record.seq}.g",
            seq=record.seq,
        )
        for player in books.players.of(game):
            outgoing.to_player(desk, books, game, player, draft)
        return due
