"""People who leave a shared side by their own letter, once it is confirmed: what they commanded, and who is chief then."""

from pbem.core.system import HasRoles
from pbem.desk.desk import Desk
from pbem.desk.games.substitutes import fresh_key
from pbem.desk.games.succession import make_chief
from pbem.desk.gm.gm_actions import Ruled, rule
from pbem.desk.orders.sharing import close_ranks, is_away
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.outgoing.welcome import tell_side
from pbem.desk.play.play import own_key
from pbem.desk.play.practice import LEFT_BY_LETTER, levels
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, SeatRow

LEAVE = "leave"
"""The command, and what waits for its confirmation."""
GONE = "gone"
"""The `answer` of the row that keeps the seat of somebody who has left."""


def next_in_rank(desk: Desk, books: Books, game: GameRow, side: str) -> SeatRow | None:
    """The commander who stands in for a side's chief: whoever plays the highest ranked leader, else the first who was given a
    seat, and somebody who is away only where everybody is; None if the side has no commanders."""
    system, now = desk.title(game.title).system, desk.clock.now()
    ranks = system.roles(desk.position(books, game), side) if isinstance(system, HasRoles) else ()

    def rank(one: SeatRow) -> tuple[bool, int, int]:
        return (
            is_away(one, now) or bool(one.plays),
            ranks.index(one.leader) if one.leader in ranks else len(ranks),
            one.number,
        )

    return min(books.seats.sharing(game, side), key=rank, default=None)


def asked_alone(desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter_id: int) -> str:
    """Tell the GM that somebody who is alone on their side would leave the game; the text of the answer."""
    wants = f"{player.name} ({player.code}) would like to leave the game, and is alone on the side."
    chairs = [one for one in books.seats.chairs(game, player.side) if one.place > 0]
    who = f"{chairs[0].name} <{chairs[0].address}>" if chairs else "NAME <ADDRESS>"
    plain = f"pbem gm replace {game.name} {player.side} plain --reason REASON"
    text = [
        *wrap(f"{wants}  Until you decide, the side is theirs, and its deadlines run.", WIDTH),
        "",
        "To give the side to somebody else:",
        f"  pbem gm replace {game.name} {player.side} '{who}' --reason REASON",
        *(("or to the program:", f"  {plain}") if levels(desk, game.title) else ()),
        "",
    ]
    subject = f"[{game.name}] {player.code} would like to leave"
    post.to_gm(desk, books, game, Draft(LEAVE, str(letter_id), subject, "\n".join(text)))
    return translate(
        "You are alone on your side, so we asked the GM to give it to somebody else.  Until then it is yours, and your "
        "deadlines run.  To give up the game:   resign"
    )


def meaning(desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None) -> str:
    """The effect of leaving, for the letter that asks for the confirmation."""
    if seat is not None:
        return f"You asked to leave your side.  {player.name}, your chief, commands your units then."
    heir = next_in_rank(desk, books, game, player.side)
    assert heir is not None, "somebody is left on the side"
    return f"You asked to leave your side.  {heir.name}, the next in rank, is its chief then."


def leave(desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow | None) -> str:
    """Let a commander leave, or a chief (None), by a ruling that names nobody; the text of the answer.

    A commander's units fall to the chief; a chief's place to the next in rank.  What they have on file stays.
    """
    heir = next_in_rank(desk, books, game, player.side) if seat is None else None
    if seat is None and heir is None:
        return translate("You are alone on your side now.  Nothing was changed.")
    gone = (seat or player).name, (seat or player).address
    who = f"the chief of {player.code}" if seat is None else f"a commander of {player.code}"
    then = "the next in rank is chief" if seat is None else "the chief commands their units"
    number = heir.number if heir is not None else seat.number if seat is not None else 0
    key = fresh_key(desk, books, game, player)
    body = {"player": player.code, "seat": number, "change": LEFT_BY_LETTER, **key}
    about, change = f"{who} has left", f"{who} has left, and {then}"
    record = rule(desk, books, game, Ruled("seat", f"{who} asked for it", change, about, body, asked_by=who))
    row, word = books.phases.open(game), None
    if heir is not None:
        word = heir.ready.partition(" ")[2] if row is not None and heir.ready.startswith(f"{row.phase} ") else ""
        seat = make_chief(desk, books, game, player, heir, record)
        seat.phases = 0
    else:
        assert seat is not None, "a commander leaves"
        seat.phases += len(books.submissions.phases_filed(game, player.side))
    seat.ended, seat.answer = desk.clock.now(), GONE
    books.keys.void(game, player.side, seat.ended, seat=seat.number)
    for one in books.standing.in_force(game, player.side):
        one.seat = 0 if one.seat == number else one.seat
    if row is not None:
        close_ranks(books, game, player, row.phase, word)
    news = [translate("{name} has left your side.", name=gone[0])]
    news += [translate("{who} is the chief of your side now.", who=player.name)] if heir is not None else []
    # Whoever leaves could work the side's draws out by the key that it had.
    news += [f"{what}: {one}" for what, one in own_key(books, game, player)] if key else []
    tell_side(desk, books, game, player, record, more=news)
    _tell_gm(desk, books, game, player, gone, record)
    return translate(
        "You have left your side: {name} commands your units.  Your keys are void.  Thank you.", name=player.name
    )


def _tell_gm(desk: Desk, books: Books, game: GameRow, player: PlayerRow, gone: tuple[str, str], record: int) -> None:
    name, address = gone
    wording = (
        f"{name} <{address}> has left {player.code} by letter; {player.name} is chief.  To give units to somebody:"
    )
    text = [
        *wrap(wording, WIDTH),
        f"  pbem gm seat {game.name} {player.side} NAME ADDRESS commands UNITS --reason REASON",
        "",
    ]
    post.to_gm(
        desk,
        books,
        game,
        Draft(LEAVE, f"record {record}", f"[{game.name}] {name} has left {player.code}", "\n".join(text)),
    )


def is_gone(books: Books, game: GameRow, player: PlayerRow, address: str) -> bool:
    """True if whoever wrote from this address has left the side, and has no place on it any more."""
    low = address.lower()
    if low == player.address.lower() or any(
        one.address.lower() == low for one in books.seats.sharing(game, player.side)
    ):
        return False
    return any(one.answer == GONE and one.address.lower() == low for one in books.seats.ever(game))
