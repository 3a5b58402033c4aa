"""First letters: the welcome of a campaign, that of a commander on a shared side, a substitute's hand-over pack."""

from collections.abc import Sequence
from typing import Any

from pbem import resources
from pbem.core.system import Card
from pbem.desk.desk import Desk, read_json
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.filing import numbered
from pbem.desk.orders.sharing import commands, in_seat, readers, your_command
from pbem.desk.outgoing import letters, post
from pbem.desk.outgoing.post import Draft
from pbem.desk.outgoing.unreported import parted
from pbem.desk.people import phrases_for
from pbem.desk.play.answers import on_file
from pbem.desk.play.play import own_key
from pbem.desk.play.terms import is_set_up, terms_of
from pbem.desk.record import chain
from pbem.reports import subjects, times
from pbem.reports.letter_style import translate
from pbem.reports.letters import Welcome, welcome
from pbem.reports.report import REPLY_MARK, WIDTH
from pbem.reports.teller import Teller
from pbem.reports.wrap import ascii_text, heading, wrap
from pbem.seal.signing import Signer
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PlayerRow, SeatRow

# Letters about a seat on a shared side: the first one to a new commander, and who commands what to everybody on it.


def welcome_commander(desk: Desk, books: Books, game: GameRow, player: PlayerRow, seat: SeatRow, record: int) -> None:
    """Mail a new commander all that their side may know: what they command, the orders on file for it, the newest report."""
    reader = in_seat(player, seat, known_until=-1)
    with writing_to(desk, reader):
        seal, row = chain.seal_of(desk, books, game), books.phases.open(game)
        lines = [line for one in your_command(books, game, player, seat) for line in wrap(one, WIDTH)]
        how = translate(
            "Give orders to your units by answering this letter: its key is yours alone.  To get an earlier report "
            "again:   resend NUMBER ."
        )
        own = [
            text
            for one in numbered(books, game, player.side)
            if one.entry.seat == seat.number
            for text in one.entry.canonical
        ]
        lines += ["", *wrap(how, WIDTH)]
        lines += ["", heading(translate("ON FILE FOR YOUR UNITS")), *(f"  {one}" for one in own)] if own else []
        lines += ["", heading(translate("THE POSITION NOW")), ""]
        lines.append(letters.where_play_stands(desk, books, game, player, seat)[0])
        draft = Draft(
            kind="hand-over",
            label=str(record),
            subject=f"[{game.name}] {translate('You command on the side of {code}', code=player.code)}",
            text="\n".join([*lines, *seal.lines, ""]),
            phase=row.phase if row is not None else "end",
            report=f"{record}.h",
            seq=record,
            attachments=(chain.attachment(books, game, reader, seal),),
            stacks=letters.stacks_now(desk, books, game, player),
        )
        post.to_player(desk, books, game, player, draft, seat=seat.number)


def tell_side(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, record: int, more: Sequence[str] = ()
) -> None:
    """Mail everybody on a side the new list of commands; `more` comes first."""
    row = books.phases.open(game)
    for reader, seat in readers(books, game, player):
        with writing_to(desk, reader):
            command = your_command(books, game, player, seat) or (translate("You command all units of your side."),)
            text = "\n".join(line for one in (*more, *command) for line in wrap(one, WIDTH)) + "\n"
            subject = f"[{game.name}] {translate('Who commands what on your side')}"
            draft = Draft("command", str(record), subject, text, row.phase if row else "end", f"{record}.w", record)
            post.to_player(desk, books, game, player, draft, seat=seat.number if seat is not None else 0)


# The hand-over pack of a substitute: what their side may know, and no more (docs/trust.md: all records, their
# side's openings).


def hand_over(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, old_name: str, old_address: str, record: int
) -> None:
    """Mail the pack to the new player, and tell the old one that their keys are void."""
    seal = chain.seal_of(desk, books, game)
    row = books.phases.open(game)
    draft = Draft(
        kind="hand-over",
        label=str(record),
        subject=f"[{game.name}] You play {player.code}: the hand-over pack",
        text="\n".join([*_pack(desk, books, game, player, old_name), *seal.lines, ""]),
        phase=row.phase if row is not None else "end",
        report=f"{record}.h",
        seq=record,
        attachments=(chain.attachment(books, game, player, seal),),
        stacks=letters.stacks_now(desk, books, game, player),
    )
    post.to_player(desk, books, game, player, draft)
    player.last_record_sent = seal.seq
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
        f"You play {player.code} in {game.name} from now on, in place of {old_name}.  Everything that your side may "
        f"know is in this letter, or comes again with   resend NUMBER .  Answer this letter: its key is yours alone."
    )
    lines = [*wrap(text, WIDTH), "", *_what_is_wanted(desk, books, game, player, old_name)]
    for what, key in own_key(books, game, player):
        lines += ["", heading("YOUR KEY"), *wrap(what, WIDTH), f"  {key}"]
    standing = books.standing.in_force(game, player.side)
    lines += ["", heading("STANDING ORDERS IN FORCE", "to drop one: cancel order NUMBER")]
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
        for one in your_command(books, game, player, None):
            if one[:40] not in " ".join(text.split()):  # report 0 leaves it to the welcome letter
                lines += ["", *wrap(one, WIDTH)]
    lines += ["", heading("THE NEWEST REPORT" if is_newest else "THE POSITION NOW"), "", text]
    return lines


def _what_is_wanted(desk: Desk, books: Books, game: GameRow, player: PlayerRow, old_name: str) -> list[str]:
    """The phase that is open, its deadline, and what the first player had on file for it."""
    teller, row = desk.title(game.title).teller, books.phases.open(game)
    lines: list[str] = []
    if row is not None and row.due is not None:
        us = phrases_for(books, game)
        awaited = "you" if player.side in row.waiting_for.split(",") else us.of("your opponent", "others")
        lines += [
            f"  Now           {teller.phase_title(row.phase)}",
            f"  Waiting for   {awaited}",
            f"  Deadline      {times.in_full(row.due)}",
        ]
        filed = on_file(books, books.submissions.latest(game, player.side, row.phase))
        lines += ["", heading("ORDERS ON FILE FOR IT", f"by {old_name}")]
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
    lines = ["", heading("ORDERS ON FILE FOR LATER", f"by {old_name}; to drop one: withdraw line NUMBER")]
    for phase, texts in found.items():
        lines += [f"  {teller.short_name(phase)}", *texts] if texts else []
    return lines


REST = "The text of this letter has the rest: how to win, the terms, and the keys of the campaign."


def welcome_all(desk: Desk, books: Books, game: GameRow) -> None:
    """Put the welcome letters in the outbox, under the seal of genesis."""
    system, teller = desk.title(game.title).system, desk.title(game.title).teller
    card = system.card
    state = system.from_json(read_json(books.checkpoints.last(game).state))
    seal = chain.seal_of(desk, books, game)
    hours, first = read_json(game.hours), system.next_phase(state)
    has_set_up = first is not None and is_set_up(first.name)
    for player in books.players.of(game):
        for reader, seat in readers(books, game, player):
            with writing_to(desk, reader):
                others = [one for one in books.players.of(game) if one.side != player.side]
                view = system.view(state, player.side)
                about, model = teller.about(view, player.side), teller.map(view, player.side, ())
                text = welcome(
                    Welcome(
                        game=game.name,
                        title=card.title,
                        scenario=about.scenario,
                        player=reader.name,
                        side=card.side(player.side).name,
                        opponent=_names(card, others),
                        opponent_side=card.side(others[-1].side).name,
                        gm=_gm(card, game, books.players.of(game)),
                        hours_per_phase=(
                            ("Orders of a phase", hours["orders"]),
                            ("Answer to a question", hours["question"]),
                            *((("Set-up", hours["set-up"]),) if has_set_up else ()),
                        ),
                        keys=_keys(desk, books, game, player),
                        house_charts=about.house_charts,
                        a_hex=model.a_place(player.side),
                        winning=teller.winning(view, player.side),
                        dice_mode=game.dice,
                        at_deadline="orders" not in terms_of(game).silence,
                        options=(*(f"option {name}" for name in read_json(game.options)), *terms_of(game).summary()),
                    )
                )
                brief = "\n".join([parted(text)[0], "", *wrap(translate(REST), WIDTH), ""])
                command = [line for one in your_command(books, game, player, seat) for line in (*wrap(one, WIDTH), "")]
                draft = Draft(
                    kind="welcome",
                    label="0",
                    subject=subjects.welcome(game.name, card.title, card.side(player.side).name),
                    text="\n".join([REPLY_MARK, "", *command, text, *seal.lines, ""]),
                    phase="opening",
                    report="0",
                    brief="\n".join([*command, brief]),
                    attachments=(chain.attachment(books, game, reader, seal),),
                    files=(
                        *getattr(desk.title(game.title), "data_files", ()),
                        *resources.own_files(card.system, game.scenario),
                    ),
                )
                post.to_player(desk, books, game, reader, draft, seat=seat.number if seat is not None else 0)
                reader.last_record_sent = 0


def _keys(desk: Desk, books: Books, game: GameRow, player: PlayerRow) -> tuple[tuple[str, str], ...]:
    """The keys that a player should note, each with what it is for."""
    genesis = read_json(books.records.at(game, 0).body)["body"]
    signer: Signer = desk.signer(books, game)
    return (
        *own_key(books, game, player),
        ("root key of this campaign: it vouches for the others", genesis["root"]),
        (f"server key of {signer.name}: it signs the seals", signer.public.hex()),
        ("GM's key: it signs rulings", desk.gm_signer(books, game).public.hex()),
    )


def _gm(card: Card, game: GameRow, players: Sequence[PlayerRow]) -> str:
    """The GM by name; and what a player should know before trusting: a GM who plays, two sides of one address."""
    notes = [game.gm_name or game.gm_address]
    sides = f" {translate('and')} ".join(card.side(one.side).name for one in players if one.folded == game.folded)
    if game.folded and sides:
        notes.append(translate("who plays {sides}", sides=sides))
    for address in dict.fromkeys(one.folded for one in players if one.folded):
        several = [card.side(one.side).name for one in players if one.folded == address]
        if len(several) > 1:
            notes.append(translate("one address plays {sides}", sides=f" {translate('and')} ".join(several)))
    return ", ".join(notes)


def _names(card: Card, players: list[PlayerRow]) -> str:
    """Players by name, each but the last with its side, which the letter says of the last."""
    *rest, last = players
    first = ", ".join(f"{one.name} ({card.side(one.side).name})" for one in rest)
    return f" {translate('and')} ".join(filter(None, (first, last.name)))


def welcome_gms(desk: Desk, books: Books, game: GameRow) -> None:
    """Put the welcome of every GM of a game in the outbox."""
    card = desk.title(game.title).system.card
    draft = Draft("gm-welcome", "0", f"[{game.name}] You are the GM: {card.title}", _text(desk, books, game))
    post.to_gm(desk, books, game, draft)


def _text(desk: Desk, books: Books, game: GameRow) -> str:
    """The letter, the same for all GMs of a game."""
    card = desk.title(game.title).system.card
    scenario = game.scenario if game.scenario.startswith("scenario") else f"scenario {game.scenario}"
    opening = f"You are a GM of {game.name}: {card.title}, {scenario}."
    begun = "The players are invited.  The game begins when all of them have accepted."
    lines = wrap(f"{opening}  {begun if game.state == 'invited' else 'The players have their welcome letters.'}", WIDTH)
    lines += ["", heading("PEOPLE")]
    for player in books.players.of(game):
        person = f"{player.name} <{player.address}>" if player.address else player.name
        side, sharing = card.side(player.side).name, books.seats.sharing(game, player.side)
        lines += wrap(f"{side}: {person}{', chief' if sharing else ''}", WIDTH, first="  ", rest="      ")
        for seat in sharing:
            units = commands(seat) or "all units"
            text = f"{side}: {seat.name} <{seat.address}>, commands {units}"
            lines += wrap(text, WIDTH, first="  ", rest="      ")
        for one in books.seats.chairs(game, player.side):
            lines += wrap(f"{side} substitute: {one.name} <{one.address}>", WIDTH, first="  ", rest="      ")
    for one in books.seats.observers(game):
        lines += wrap(f"Observer: {one.name} <{one.address}>", WIDTH, first="  ", rest="      ")
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
        "  queue                         who each game is waiting for",
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
        "Letters and games that are held, missed deadlines, what players ask of the GM, and the end of the game."
        "  Whatever you decide is signed with the GM's key, and both players get the same text.",
        WIDTH,
    )
    return "\n".join(ascii_text(line) for line in lines) + "\n"
