"""The first letter to each GM of a game: his key, who plays, what he may write, and what he will be told."""

from pbem.desk.desk import Desk
from pbem.desk.incoming import gm_keys
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, heading, wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow


def welcome_gms(desk: Desk, books: Books, game: GameRow) -> None:
    """Put the welcome of every GM of a game in the outbox."""
    card = desk.title(game.title).system.card
    draft = Draft("gm-welcome", "0", f"[{game.name}] You are the GM: {card.title}", _text(desk, books, game))
    post.to_gm(desk, books, game, draft)


def _text(desk: Desk, books: Books, game: GameRow) -> str:
    """The letter, the same for all GMs of a game."""
    card = desk.title(game.title).system.card
    opening = f"You are a GM of {game.name}: {card.title}, scenario {game.scenario}."
    begun = "The players are invited.  The game begins when all of them have accepted."
    lines = wrap(f"{opening}  {begun if game.state == 'invited' else 'The players have their welcome letters.'}", WIDTH)
    lines += ["", heading("PEOPLE")]
    for player in books.players.of(game):
        person = f"{player.name} <{player.address}>" if player.address else player.name
        lines += wrap(f"{card.side(player.side).name}: {person}", WIDTH, first="  ", rest="      ")
    for name, address in gm_keys.gms_of(books, game):
        lines += wrap(f"GM: {name} <{address}>" if name else f"GM: {address}", WIDTH, first="  ", rest="      ")
    lines += ["", heading("WHAT YOU CAN WRITE")]
    lines += wrap(
        "Reply to this letter, or to any other that you get as the GM: its reply address carries your key.  One line for"
        " each thing you want:",
        WIDTH,
    )
    lines += [
        "",
        "  queue                         what waits for whom in your games",
        f"  show {game.name:<25}the game's screen",
        "  extend 48: holidays           48 hours more; both players read the reason",
        "  digest 07:00 Europe/Berlin    a summary every day",
        "  help                          everything else",
        "",
    ]
    lines += wrap(
        "A line that changes something is shown to you first.  Nothing is done until you answer with the code that comes"
        " with it.",
        WIDTH,
    )
    lines += ["", heading("WHAT YOU WILL BE TOLD")]
    lines += wrap(
        "Letters and games that are held, deadlines that nobody kept, what players ask of the GM, and the end of the game."
        "  Whatever you decide is signed with the GM's key, and both players read it in the same words.",
        WIDTH,
    )
    return "\n".join(ascii_text(line) for line in lines) + "\n"
