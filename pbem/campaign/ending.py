"""The end of a game: its last record opens everything that was hidden."""

from pbem.campaign import chain, letters, outgoing
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.reports import subjects
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


def close(desk: Desk, books: Books, game: GameRow, result: str) -> None:
    """Write the last record (trust.md, section 3) and take no more orders."""
    body = {
        "result": result,
        "salt_key": books.secrets.get(game.name, "salt key").hex(),
        "hidden_top": books.secrets.get(game.name, "hidden ladder top").hex(),
    }
    chain.append(desk, books, game, "game.end", body)
    game.state, game.hold, game.held_since = "over", "", None


def resign(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> None:
    """A player gives up: the game is over, and both are told under the seal of the last record."""
    card = desk.title(game.title).system.card
    winner = card.other(player.side).name
    row = books.phases.open(game)
    if row is not None:
        row.state, row.due, row.waiting_for = "done", None, ""
        books.phases.add(row)
    close(desk, books, game, f"{winner}: {player.code} resigns")
    seal = letters.seal_of(desk, books, game)
    said = (
        f"{player.code}, {player.name}, has resigned.  The game is over: {winner} wins.  The last record opens all that was "
        "sealed; keep this letter and its attachment, and pbem verify checks the whole game from your mailbox."
    )
    for one in books.players.of(game):
        draft = Draft(
            kind="report",
            label=f"{seal.seq}-end",
            subject=subjects.over(game.name, f"{player.code} resigns, {winner} wins"),
            text="\n".join([*wrap(said, WIDTH), "", *seal.lines, ""]),
            phase="end",
            report=str(seal.seq),
            seq=seal.seq,
            attachments=(letters.attachment(books, game, one, seal),),
        )
        outgoing.to_player(desk, books, game, one, draft)
        one.told = seal.seq
    note = "\n".join(wrap(f"{player.code}, {player.name}, has resigned.", WIDTH)) + "\n"
    outgoing.to_gm(desk, books, game, Draft("over", str(seal.seq), f"[{game.name}] {player.code} resigns", note))
