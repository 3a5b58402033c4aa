"""Letters about a seat on a shared side: the first one to a new commander, and who commands what to everybody on it."""

from collections.abc import Sequence

from pbem.desk.desk import Desk
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.numbering import numbered
from pbem.desk.orders.sharing import in_seat, readers, your_command
from pbem.desk.outgoing import letters, post
from pbem.desk.outgoing.post import Draft
from pbem.desk.record import game_seal
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import heading, wrap
from pbem.store.database import Books
from pbem.store.tables import GameRow, PlayerRow, SeatRow


def welcome_commander(desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow, record: int) -> None:
    """Mail a new commander all that their side may know: what they command, the orders on file for it, the newest report."""
    reader = in_seat(player, seat, known_until=-1)
    with writing_to(desk, reader):
        seal, row = game_seal.seal_of(desk, books, game), books.phases.open(game)
        newest = books.letters_out.last_report(game.name, player.side, unread=False)
        lines = [line for one in your_command(books, game, player, seat) for line in wrap(one, WIDTH)]
        how = translate(
            "Give orders to your units by answering this letter: its key is yours alone.  Earlier reports come again by   "
            "resend NUMBER ."
        )
        own = [
            text
            for one in numbered(books, game, player.side)
            if one.entry.seat == seat.number
            for text in one.entry.canonical
        ]
        lines += ["", *wrap(how, WIDTH)]
        lines += ["", heading(translate("ON FILE FOR YOUR UNITS")), *(f"  {one}" for one in own)] if own else []
        if newest is not None:
            lines += ["", heading(translate("THE NEWEST REPORT")), "", newest.text]
        draft = Draft(
            kind="hand-over",
            label=str(record),
            subject=f"[{game.name}] {translate('You command on the side of {code}', code=player.code)}",
            text="\n".join([*lines, *seal.lines, ""]),
            phase=row.phase if row is not None else "end",
            report=f"{record}.h",
            seq=record,
            attachments=(game_seal.attachment(books, game, reader, seal),),
            stacks=letters.stacks_now(desk, books, game, player),
        )
        post.to_player(desk, books, game, player, draft, seat=seat.number)


def tell_side(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, record: int, more: Sequence[str] = ()
) -> None:
    """Tell everybody on a side who commands what on it from now on; `more` is said first."""
    row = books.phases.open(game)
    for reader, seat in readers(books, game, player):
        with writing_to(desk, reader):
            command = your_command(books, game, player, seat) or (translate("You command all units of your side."),)
            text = "\n".join(line for one in (*more, *command) for line in wrap(one, WIDTH)) + "\n"
            subject = f"[{game.name}] {translate('Who commands what on your side')}"
            draft = Draft("command", str(record), subject, text, row.phase if row else "end", f"{record}.w", record)
            post.to_player(desk, books, game, player, draft, seat=seat.number if seat is not None else 0)
