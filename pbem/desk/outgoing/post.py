"""Putting letters in the outbox: keys, Message-IDs, threads."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache

from pbem.core.dice import mac
from pbem.desk.desk import Desk
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.preferences import SPOKEN, dressed_answer
from pbem.desk.outgoing import attachments as calendars
from pbem.desk.outgoing import tutorial
from pbem.mail.address import ReplyAddress
from pbem.mail.address import order_key as key_text
from pbem.mail.compose import Enclosure, Outgoing, Picture, compose, is_sendable
from pbem.mail.compose import message_id as id_text
from pbem.reports.aloud import MARK, without_drawing
from pbem.reports.answer_html import addressed, words_of
from pbem.reports.letter_style import BrokenPage, take_broken
from pbem.reports.report import WIDTH, WORDING
from pbem.reports.wrap import ascii_text, fit_to_send, wrap
from pbem.seal.ladder import MAIN
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.letters_out import HELD, UNSENT
from pbem.store.tables import GameRow, LetterOutRow, OrderKeyRow, PlayerRow, SeatRow

# Letters to a side that are sent again: to whom, and which of them can be.


def can_go_again(row: LetterOutRow) -> bool:
    """True if a letter is whole: it does not wait for a template, and its bytes were not freed (`pbem archive --sent`)."""
    return row.state != HELD and bool(row.raw)


def send_again(
    books: Books, player: PlayerRow, rows: Iterable[LetterOutRow], seat: SeatRow | None = None
) -> Sequence[LetterOutRow]:
    """Send letters to a player, or to a commander in a seat, again, under their Message-IDs: a mail program that has one shows
    it once.

    They go to where that person is registered now, be it that another had them.  One that has not gone yet is left to go.
    """
    own, to = [], seat.address if seat is not None else player.address
    for row in filter(can_go_again, rows):
        # Copies from before commanders had letters of their own are told by whom they went to.
        is_own = row.key.endswith(f"/{player.side}") if seat is None else row.to.lower() == seat.address.lower()
        if is_own:
            own.append(row)
            if row.state not in UNSENT or row.to != to:
                books.letters_out.again(row, to)
    return own


NOT_TO_THE_ABSENT = ("question", "reminder", "late")
"""Kinds of letters that somebody is not sent whose side the program plays: the program answers them."""
WITH_BUTTONS = ("welcome", "reminder", "late", "proposal", "ruling", "extend", "command", "announcement")
"""Kinds of letters whose words are all that they have: who wants HTML has them with a button for each line to send."""


@dataclass(frozen=True)
class Draft:
    """A letter to be: its kind, what makes it unique in the game (`label`), subject and text.

    `brief` is what its HTML part says where that is less than the text.
    `phase` and `report` are what a reply to it answers, under a key of its own; `answers` is the Message-ID of the letter
    that it answers, or ""; `stacks` the letters that it gives to the
    player's own stacks: a reply may use them; `html` and `picture` (a PNG) the same letter for eyes, where they want them.
    """

    kind: str
    label: str
    subject: str
    text: str
    phase: str = ""
    report: str = ""
    seq: int = 0
    answers: str = ""
    attachments: tuple[tuple[str, bytes], ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    html: str = ""
    picture: bytes = b""
    brief: str = ""


def order_key(books: Books, game: GameRow, side: str, phase: str, report: str, seat: int = 0) -> str:
    """The order key of a letter to a side's player, or to the commander in a seat: 40 bits of a MAC (docs/mail-setup.md,
    Reply addresses)."""
    secret = books.secrets.get(game.name, "order secret")
    whose = f"{side}.{seat}" if seat else side
    return _key_made(secret, f"{game.name}|{whose}|{phase}|{_of_branch(game, report)}")


@lru_cache(maxsize=16)
def _key_made(secret: bytes, answered: str) -> str:
    """An order key, which is wanted three times for each letter."""
    return key_text(mac(secret, "order", answered.encode()))


def _of_branch(game: GameRow, text: str) -> str:
    """Records, and so reports, are numbered alike on each branch; what must be unique in a game names the branch too."""
    return text if game.branch == MAIN else f"{text}@{game.branch}"


def message_id(desk: Desk, books: Books, key: str) -> str:
    """The Message-ID of the letter under an outbox key: a second copy of it is the same letter to any mail program."""
    secret = books.secrets.get("", "message id key")
    return id_text(mac(secret, "key", key.encode()), desk.house.host)


def to_side(desk: Desk, books: Books, game: GameRow, player: PlayerRow, draft: Draft) -> LetterOutRow:
    """Put a letter in the outbox to everybody on a side, each under a key of their own; the player's."""
    for seat in books.seats.sharing(game, player.side):
        to_player(desk, books, game, player, draft, seat=seat.number)
    return to_player(desk, books, game, player, draft)


def to_player(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, draft: Draft, *, seat: int = 0
) -> LetterOutRow:
    """Put a letter in the outbox to a player's registered address, or to that of the commander in a `seat` of the side.

    Under a label that was used the first one stands.
    """
    there = next((one for one in books.seats.sharing(game, player.side) if one.number == seat), None) if seat else None
    key = f"{game.name}/{draft.kind}/{_of_branch(game, draft.label)}/{player.side}" + (f"/{seat}" if seat else "")
    known = books.letters_out.find(key)
    if known is not None:
        return known
    remarked = tutorial.remarked(desk.title(game.title), game, player.side, draft.kind, draft.phase, draft.text)
    if remarked != draft.text:
        draft = replace(draft, text=remarked, html="", picture=b"")
    if player.report == SPOKEN and not draft.text.startswith(MARK):
        # What only draws is left out of whatever was not written as prose.
        sides = {one.code: one.name for one in desk.title(game.title).system.card.sides}
        draft = replace(draft, text=without_drawing(draft.text, sides))
    elif draft.kind in WITH_BUTTONS and not draft.html:
        in_html = dressed_answer(
            game.name, draft.subject, draft.brief or draft.text, (), player.report, is_answer=False
        )
        draft = replace(draft, html=in_html)
    entries = calendars.calendar_entry(
        desk, books, game, player, draft.kind, there.dates if there is not None else player.dates
    )
    draft = replace(draft, attachments=(*draft.attachments, *entries))
    reply_to = address_for(desk, books, game, player, draft.phase, draft.report, draft.seq, draft.stacks, seat)
    thread = tuple(books.letters_out.thread(game.name, player.side))
    pbem = f"{game.name} {game.branch} {draft.seq} {player.code} {WORDING}"
    if there is not None and not (there.plays and draft.kind in NOT_TO_THE_ABSENT):
        return _post(desk, books, key, game.name, player.side, there.address, draft, reply_to, thread, pbem)
    if there is not None or (player.plays and (not player.address or draft.kind in NOT_TO_THE_ABSENT)):
        nobody = f"nobody@{desk.house.host}"
        row = _post(desk, books, key, game.name, player.side, nobody, draft, reply_to, thread, pbem)
        books.letters_out.mark(row, "sent", "not mailed: the program plays this side", desk.clock.now())
        return row
    row = _post(desk, books, key, game.name, player.side, player.address, draft, reply_to, thread, pbem)
    broken = take_broken()
    if broken:
        _hold(desk, books, game, row, broken)
    return row


def _hold(desk: Desk, books: Books, game: GameRow, row: LetterOutRow, broken: Sequence[BrokenPage]) -> None:
    """A letter that a template of the GM's could not make waits, and they are told; the game goes on."""
    books.letters_out.hold(row, json.dumps([asdict(one) for one in broken]), ascii_text(str(broken[0]))[:200])
    lines = wrap(f"A letter to {row.side} ({row.kind}) is held: a template of yours could not make it.", WIDTH)
    for one in broken:
        lines += ["", *wrap(ascii_text(str(one)), WIDTH, first="  ", rest="    ")]
    lines += [
        "",
        *wrap("The game goes on.  The letter goes out by itself as soon as the file is fixed, or taken away.", WIDTH),
        "To see all that is wrong with your templates:   pbem templates check",
        "",
    ]
    subject = f"[{game.name}] HELD: a letter to {row.side}: template {broken[0].template}"
    to_gm(desk, books, game, Draft("template", row.key, subject, "\n".join(lines)))


def to_chair(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, recipient: str, number: int, draft: Draft
) -> str:
    """Put a letter in the outbox to somebody beside the table, a substitute or one who has left, under a key of their own; it
    is no letter of the side's.  Its outbox key."""
    key = f"{game.name}/{draft.kind}/{_of_branch(game, draft.label)}/chair {player.side}"
    if books.letters_out.find(key) is None:
        reply_to = address_for(desk, books, game, player, draft.phase, draft.report, 0, {}, number)
        _post(desk, books, key, game.name, "chair", recipient, draft, reply_to, (), "")
    return key


def to_observer(desk: Desk, books: Books, game: GameRow, seat: SeatRow, draft: Draft) -> None:
    """Put a letter to an observer in the outbox; it carries no key."""
    key = f"{game.name}/{draft.kind}/{_of_branch(game, draft.label)}/seat {seat.id}"
    if books.letters_out.find(key) is None:
        _post(desk, books, key, game.name, "seat", seat.address, draft, "", (), "")


def to_witness(desk: Desk, books: Books, game: GameRow, recipient: str, draft: Draft) -> None:
    """Put a letter to a game's witness in the outbox; it carries no key, since their word is signed."""
    key = f"{game.name}/{draft.kind}/{_of_branch(game, draft.label)}/witness"
    if books.letters_out.find(key) is None:
        _post(
            desk, books, key, game.name, "witness", recipient, draft, "", (), f"{game.name} {game.branch} {draft.seq}"
        )


def to_gm(desk: Desk, books: Books, game: GameRow | None, draft: Draft) -> LetterOutRow | None:
    """Put a letter to every GM of a game in the outbox, each with their own key; the first of them.

    Without a game it goes to the house's GM, and nowhere if there is none.
    """
    draft = _citing_anything(draft)
    if game is not None:
        gms = [address for _, address in gm_keys.gms_of(books, game)]
    else:
        gms = [desk.house.gm_address] if desk.house.gm_address else []
    return _to_gms(desk, books, game.name if game is not None else "", gms, draft)


def to_whoever_runs_it(desk: Desk, books: Books, draft: Draft) -> None:
    """Put a letter about the desk itself in the outbox: to the house's GM, or where nobody is named to all GMs of games that
    are not over."""
    if desk.house.gm_address:
        to_gm(desk, books, None, draft)
        return
    games = [game for game in books.games.all() if game.state != "over"]
    found = {address.lower(): address for game in games for _, address in gm_keys.gms_of(books, game)}
    _to_gms(desk, books, "", list(found.values()), draft)


def _to_gms(desk: Desk, books: Books, name: str, gms: Sequence[str], draft: Draft) -> LetterOutRow | None:
    made = []
    for number, recipient in enumerate(gms):
        key = f"{name}/{draft.kind}/{draft.label}/gm{f'/{recipient.lower()}' if number else ''}"
        reply_to = gm_keys.reply_address(desk, books, recipient, name)
        known = books.letters_out.find(key)
        made.append(known or _post(desk, books, key, name, "gm", recipient, draft, reply_to, (), ""))
    return made[0] if made else None


def _citing_anything(draft: Draft) -> Draft:
    """A letter to a GM cites faults, servers and strangers, who may write anything: where that cannot stand in a letter it is
    put into ASCII, for a letter that could not be written would stop the desk."""
    text = "".join(one if is_sendable(one) else ascii_text(one) for one in draft.text)
    return replace(draft, subject=" ".join(ascii_text(draft.subject).split()), text=text)


def answer_gm(desk: Desk, books: Books, game: str, recipient: str, draft: Draft) -> str:
    """Put the answer to a GM's letter in the outbox, and give its key; `game` is "" for the desk's own address."""
    key = f"{game}/{draft.kind}/{draft.label}/gm"
    if books.letters_out.find(key) is None:
        draft = _citing_anything(draft)
        reply_to = gm_keys.reply_address(desk, books, recipient, game)
        _post(desk, books, key, game, "gm", recipient, draft, reply_to, (), "")
    return key


def to_address(desk: Desk, books: Books, game: GameRow, recipient: str, draft: Draft) -> str:
    """Put a note in the outbox for an address that is no longer registered; it carries no order key.  Its outbox key."""
    key = f"{game.name}/{draft.kind}/{draft.label}/-"
    if books.letters_out.find(key) is None:
        _post(desk, books, key, game.name, "", recipient, draft, "", (), "")
    return key


def address_for(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    phase: str,
    report: str,
    seq: int,
    stacks: Mapping[str, tuple[str, ...]],
    seat: int = 0,
) -> str:
    """The reply address of a letter to a player, or to the commander in a seat; for the arguments see `remember_key`."""
    # A key that was remembered before has its digest alone in the database.
    key = remember_key(desk, books, game, player, phase, report, seq, stacks, seat)
    return str(ReplyAddress(game.name, player.code.lower(), key, desk.house.host, desk.house.mailbox))


def remember_key(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    phase: str,
    report: str,
    seq: int = 0,
    stacks: Mapping[str, tuple[str, ...]] | None = None,
    seat: int = 0,
) -> str:
    """The order key of a letter to a player, or to the commander in a seat; it is stored as mailed."""
    made = order_key(books, game, player.side, phase, report, seat)
    row = OrderKeyRow(
        game_id=key_of(game.id),
        key=made,
        side=player.side,
        phase=phase,
        report=report,
        seq=seq,
        stacks=json.dumps(stacks, sort_keys=True) if stacks else "",
        made=desk.clock.now(),
        seat=seat,
    )
    books.keys.add(row)
    return made


def _post(
    desk: Desk,
    books: Books,
    key: str,
    game: str,
    side: str,
    recipient: str,
    draft: Draft,
    reply_to: str,
    thread: Sequence[str],
    pbem: str,
) -> LetterOutRow:
    """Put a letter in the outbox: as it goes out, and its words."""
    draft = replace(draft, text=fit_to_send(draft.text))
    letter = _outgoing(desk, game, recipient, draft, message_id(desk, books, key), reply_to, thread, pbem)
    return books.letters_out.add(
        LetterOutRow(
            key=key,
            game=game,
            side=side,
            kind=draft.kind,
            to=recipient,
            message_id=letter.message_id,
            subject=draft.subject,
            text=draft.text,
            shown=words_of(letter.html) if letter.html else "",
            raw=compose(letter),
            made=desk.clock.now(),
        )
    )


def _outgoing(
    desk: Desk,
    game: str,
    recipient: str,
    draft: Draft,
    made_id: str,
    reply_to: str,
    thread: Sequence[str],
    pbem: str,
) -> Outgoing:
    """The letter with all its headers."""
    answers = (draft.answers,) if draft.answers else ()
    mailbox = desk.house.mailbox or game or "desk"
    return Outgoing(
        from_=f"{desk.house.name} <{mailbox}@{desk.house.host}>",
        to=recipient,
        subject=draft.subject,
        text=draft.text,
        message_id=made_id,
        date=desk.clock.now(),
        instance=desk.house.host,
        auto="auto-replied" if answers else "auto-generated",
        reply_to=reply_to,
        # Each belongs to the first letter, not to the one before it: a thread a hundred deep hides its subjects.
        in_reply_to=draft.answers or (thread[0] if thread else ""),
        references=(*thread[:1], *answers),
        pbem=pbem,
        # A letter that is answered is no mailing list: some programs would ask at each reply.
        list_id=f"{game}.{desk.house.host}" if game and not reply_to else "",
        enclosures=(
            *(Enclosure(name, content) for name, content in draft.attachments),
            *(Enclosure(name, content, is_opaque=True) for name, content in draft.files),
        ),
        html=addressed(draft.html, reply_to) if draft.html else "",
        picture=Picture(f"{game}-{draft.seq:04}.png", draft.picture) if draft.picture else None,
    )
