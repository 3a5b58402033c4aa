"""Players take play back themselves where they all agree, in games whose dialect says so (`players_take_back`): the table's."""

from collections.abc import Sequence
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.outgoing.player_phrases import named
from pbem.desk.play.undo import undo_in, undoing_of
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, ProposalRow

UNDO = "undo"


def may_take_back(dialect: Any) -> bool:
    """True if the players of a game may take play back by agreement; in other games only the GM may."""
    return bool(getattr(dialect, "players_take_back", False))


def before_the_last(books: Books, game: GameRow) -> int:
    """The record before the last letter that was played, and whatever was on file for it; 0 where nothing was played."""
    records = books.records.all(game)
    played = [row for row in records if row.type == "phase.resolved"]
    if not played:
        return 0
    phase = read_json(played[-1].body)["body"]["phase"]
    own = [
        row.seq
        for row in records
        if row.type in ("orders.accepted", "phase.resolved") and read_json(row.body)["body"]["phase"] == phase
    ]
    return min(own) - 1


def goes_back(desk: Desk, books: Books, game: GameRow, to: int) -> str:
    """The play that would be undone by going back to a record, as the end of a sentence. Raises CannotRule."""
    undoing = undoing_of(books, game, to)
    teller = desk.title(game.title).teller
    undone = ", ".join(teller.short_name(one) for one in undoing.undone) or "nothing that was played"
    return f"play goes back to record {to}, and {undone} no longer counts"


def carry_out(
    desk: Desk, books: Books, game: GameRow, row: ProposalRow, reason: str, players: Sequence[PlayerRow]
) -> str:
    """Take play back as these players, who are all, have agreed; the text of the answer to the last of them."""
    codes = tuple(sorted(one.code for one in players))
    try:
        undo_in(desk, books, game, int(row.value), reason, codes, asked_by=named(players))
    except CannotRule as fault:
        return f"Play cannot go back to record {row.value} any more ({fault}).  Nothing was changed."
    game.unplayed = True
    return f"You have agreed to proposal {row.number}: play goes back to record {row.value}.  Another letter has the details."
