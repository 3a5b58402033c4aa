"""Invitations: a campaign begins when everybody has accepted; whoever declines is reported to the GM."""

import re

from pbem.desk.desk import Desk, read_json
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.outgoing.welcome import welcome_all
from pbem.desk.play.terms import terms_of
from pbem.reports.letters import Invitation, invitation
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow


def invite(desk: Desk, books: Books, game: GameRow) -> None:
    """Put the invitations in the outbox. Sides that the program plays have accepted already."""
    for player in books.players.of(game):
        if player.plays:
            player.accepted = desk.clock.now()
        else:
            invite_one(desk, books, game, player)


def invite_one(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> None:
    """The invitation of one player."""
    card = desk.title(game.title).system.card
    others = [f"{card.side(one.side).name}: {one.name}" for one in books.players.of(game) if one.side != player.side]
    text = invitation(
        Invitation(
            game=game.name,
            title=card.title,
            scenario=game.scenario,
            player=player.name,
            side=card.side(player.side).name,
            others=", ".join(others),
            gm=game.gm_name or game.gm_address,
            pace=game.pace,
            hours=terms_of(game).hours.get("orders", 72),
            options=tuple(read_json(game.options)),
            terms=terms_of(game).summary(),
        )
    )
    subject = f"[{game.name}] You are invited: {card.title}, {card.side(player.side).name}"
    # Whoever is invited again, after somebody else was, has a letter and a key of their own for it.
    label = f"{player.address.lower()}.{time_text(desk.clock.now())}"
    draft = Draft("invitation", label, subject, text, "opening", f"0.i{label}")
    post.to_player(desk, books, game, player, draft)


SAYS = re.compile(
    r"(?:(?:i|we)(?:'d|'ll)?\s+)?(?:(?:will|would|must|have\s+to|gladly|happily|rather|like\s+to|love\s+to)\s+)*"
    r"(?P<what>accept|decline)(?:ed|s)?(?:\s+(?:the|your|this)\s+invitation|\s+with\s+(?:pleasure|thanks))?",
    re.I,
)
"""An answer as people give it: ``I accept``, ``we'd love to accept your invitation``."""
PARTS = re.compile(r"[.!,;:()]+|\s-+\s|\s(?:and|but)\s", re.I)


def reply_in(words: str) -> str:
    """``accept``, ``decline``, or "" where a letter says neither, or both.  What it quotes of ours is left out."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    own = [line for n, line in enumerate(lines) if not line.startswith(">") and (n == 0 or not line.startswith("|"))]
    parts = [part.strip(" |*_") for line in own for part in PARTS.split(line)]
    first = parts[0].lower() if parts else ""
    replies = {found["what"].lower() for part in parts if (found := SAYS.fullmatch(part)) is not None}
    replies |= {{"yes": "accept", "no": "decline"}[one] for one in (first,) if one in ("yes", "no")}
    return replies.pop() if len(replies) == 1 else ""


def answered(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> tuple[str, bool]:
    """The answer to a letter of an invited player, and whether it begins the campaign."""
    answer = reply_in(words)
    if answer == "accept":
        player.accepted = player.accepted or desk.clock.now()
        missing = [one for one in books.players.of(game) if one.accepted is None]
        if missing:
            names = " and ".join(one.name for one in missing)
            return f"You have accepted.  The campaign begins when {names} has answered too.", False
        begin(desk, books, game)
        return "You have accepted, and so has everybody: the campaign begins.  The welcome letter follows.", True
    if answer == "decline":
        player.accepted = None
        wording = (
            f"{player.name} ({player.code}) has declined.  To invite somebody else:   pbem gm replace {game.name} "
            f"{player.side} 'NAME <address>' --reason REASON"
        )
        text = "\n".join(wrap(wording, WIDTH)) + "\n"
        label = f"{player.address}.{time_text(desk.clock.now())}"
        post.to_gm(desk, books, game, Draft("declined", label, f"[{game.name}] {player.code} declines", text))
        return "You have declined; the GM has been told.  Thank you for answering.", False
    return (
        "Please answer with the line   accept   or the line   decline   ; nothing else is read before the campaign begins.",
        False,
    )


def begin(desk: Desk, books: Books, game: GameRow) -> None:
    """Begin the campaign after everybody has accepted: put the welcome letters in the outbox and let play start."""
    game.state = "open"
    welcome_all(desk, books, game)
