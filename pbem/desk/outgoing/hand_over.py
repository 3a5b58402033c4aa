"""The hand-over pack of a substitute: what their side may know, and no more (docs/trust.md: all records, their side's
openings)."""

from typing import Any

from pbem.desk.desk import Desk
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.numbering import numbered
from pbem.desk.outgoing import letters, post
from pbem.desk.outgoing.player_phrases import company
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.answers import on_file
from pbem.desk.play.play import own_key
from pbem.desk.record import game_seal
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.teller import Teller
from pbem.reports.wrap import heading, wrap
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PlayerRow


def hand_over(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, old_name: str, old_address: str, record: int
) -> None:
    """Mail the pack to the new player, and tell the old one that their keys are void."""
    seal = game_seal.seal_of(desk, books, game)
    row = books.phases.open(game)
    draft = Draft(
        kind="hand-over",
        label=str(record),
        subject=f"[{game.name}] You play {player.code}: the hand-over pack",
        text="\n".join([*_pack(desk, books, game, player, old_name), *seal.lines, ""]),
        phase=row.phase if row is not None else "end",
        report=f"{record}.h",
        seq=record,
        attachments=(game_seal.attachment(books, game, player, seal),),
        stacks=letters.stacks_now(desk, books, game, player),
    )
    post.to_player(desk, books, game, player, draft)
    player.told = seal.seq
    bye = (
        f"{player.name} plays {player.code} in {game.name} from now on.  Order keys from your letters are void.  Thank "
        "you."
    )
    note = Draft(
        "replaced",
        str(record),
        f"[{game.name}] {player.name} has taken over {player.code}",
        "\n".join(wrap(bye, WIDTH)) + "\n",
    )
    post.to_address(desk, books, game, old_address, note)


def _pack(desk: Desk, books: Books, game: GameRow, player: PlayerRow, old_name: str) -> list[str]:
    """Everything that the side may know, in the words of a letter."""
    reports = [one for one in books.letters_out.to_side(game.name, player.side) if one.kind == "report"]
    text = (
        f"You play {player.code} in {game.name} from now on, in place of {old_name}.  Everything that your side may know is in "
        f"this letter, or can be had again by   resend NUMBER .  Answer this letter: its key is yours alone."
    )
    lines = [*wrap(text, WIDTH), "", *_what_is_wanted(desk, books, game, player, old_name)]
    for what, key in own_key(books, game, player):
        lines += ["", heading("YOUR KEY"), *wrap(what, WIDTH), f"  {key}"]
    standing = books.standing.in_force(game, player.side)
    lines += ["", heading("STANDING ORDERS IN FORCE", "cancel order NUMBER takes one away")]
    lines += [
        line for one in standing for line in wrap(one.text, WIDTH, first=f"  {one.number:>2}  ", rest="      ")
    ] or ["  None."]
    lines += ["", heading("REPORTS OF YOUR SIDE", "resend NUMBER, or 30-37")]
    lines += [
        line
        for one in reports
        for line in wrap(one.subject, WIDTH, first=f"  {report_number(one):>4}  ", rest="        ")
    ]
    # The reports before it went to somebody else, and play may have gone on since.
    with writing_to(desk, player):
        text, is_newest = letters.where_play_stands(desk, books, game, player)
    lines += ["", heading("THE NEWEST REPORT" if is_newest else "WHERE PLAY STANDS NOW"), "", text]
    return lines


def _what_is_wanted(desk: Desk, books: Books, game: GameRow, player: PlayerRow, old_name: str) -> list[str]:
    """The phase that is open, its deadline, and what the first player had on file for it."""
    teller, row = desk.title(game.title).teller, books.phases.open(game)
    lines: list[str] = []
    if row is not None and row.due is not None:
        us = company(books, game)
        awaited = "you" if player.side in row.waiting_for.split(",") else us.of("your opponent", "others")
        lines += [
            f"  Now        {teller.phase_title(row.phase)}",
            f"  Awaited    {awaited}",
            f"  Deadline   {times.in_full(row.due)}",
        ]
        filed = on_file(books, books.submissions.latest(game, player.side, row.phase))
        lines += ["", heading("ON FILE FOR IT", f"by {old_name}")]
        lines += [f"  {one}" for one in filed.lines] or ["  Nothing."]
        lines += _for_later(books, game, teller, player, row.phase, old_name)
    return lines


def _for_later(
    books: Books, game: GameRow, teller: Teller[Any], player: PlayerRow, present: str, old_name: str
) -> list[str]:
    """The first player's orders for phases or markers still to come: it runs when they do."""
    found: dict[str, list[str]] = {}
    for one in numbered(books, game, player.side):
        if one.phase != present:
            wrapped = [wrap(text, WIDTH, first=f"  {one.number:>2}  ", rest="      ") for text in one.entry.canonical]
            found.setdefault(one.phase, []).extend(line for part in wrapped for line in part)
    if not any(found.values()):
        return []
    lines = ["", heading("ON FILE FOR LATER", f"by {old_name}; withdraw line NUMBER takes one away")]
    for phase, texts in found.items():
        lines += [f"  {teller.short_name(phase)}", *texts] if texts else []
    return lines
