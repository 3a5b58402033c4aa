"""Letters of ours that could not be delivered, and the mail to the GM about them and about what is held."""

import re
from contextlib import suppress
from datetime import timedelta
from textwrap import shorten

from pbem.core.dice import mac
from pbem.desk import faults
from pbem.desk.desk import Desk
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.mail.address import order_key
from pbem.mail.refusals import is_limit
from pbem.reports.letters import Held, held
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.addresses import STOPS_AT
from pbem.store.columns import time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, LetterInRow, LetterOutRow, RecordRow

OUR_ID = re.compile(r"(?im)^[> \t]{0,20}(?:[a-z-]{1,30}-)?message-id:\s{0,20}(<[^<>\s]{1,200}@[^<>\s]{1,200}>)")
"""Headers that name the letter itself; the letters that it answered (`References`) have not come back."""
STATUS = re.compile(r"(?im)^status:\s*([245])\.")
DELAYED = re.compile(r"(?im)^action:\s*delayed\b")
OUR_BOUNCE = re.compile(r"(?i)\bbounce[.+]([a-z2-7]{24})@")
NUMBERED_BOUNCE = re.compile(r"(?i)\bbounce[.+](\d{1,12})\.([a-z0-9]{8})@")
"""As letters went out before: their numbers told whoever had two of them how many letters the others had in between."""
DIAGNOSTIC = re.compile(r"(?im)^(?:diagnostic-code|status):[ \t]*([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)")
"""The server's answer about the letter (RFC 3464, 2.3.6), its lines folded."""
LIMITED_HOURS = 6
"""After so many hours a letter goes again that came back since a provider had enough of our letters."""
GIVE_UP = timedelta(days=5)
"""The time for which a letter is tried."""
READ = 200_000
"""So many bytes of a delivery report are looked at."""

NEW_ADDRESS = "THE-NEW-ADDRESS"
LONGEST_REPLY = 500
"""Characters that are kept of what a server said."""
FOR_GOOD, FOR_NOW = 2, 1
"""The score of a letter that came back for good (5.x.x), or that was given up after a while (4.x.x)."""


def note_bounce(desk: Desk, books: Books, row: LetterInRow) -> None:
    """A delivery report: the letters that it names count as not sent, and against their address.

    That a letter is delayed is no failure, and a letter counts once, however often it comes back.  The Message-ID names
    it: nobody who has not had the letter can know it.
    """
    text = books.letters_in.get(key_of(row.id)).raw[:READ].decode("latin-1")
    status = STATUS.search(text)
    named = _by_envelope(desk, books, text)
    if (status is None and not named) or (status is not None and status[1] == "2") or DELAYED.search(text):
        return
    points = FOR_GOOD if status is not None and status[1] == "5" else FOR_NOW
    ids = dict.fromkeys(OUR_ID.findall(text))
    quoted = [sent for one in ids if (sent := books.letters_out.by_message_id(one)) is not None]
    why = _why_limited(desk, row, text)
    for sent in {one.id: one for one in (*quoted, *named)}.values():
        if why and sent.made + GIVE_UP > desk.clock.now():
            _send_again(desk, books, sent, why)
            continue
        if sent.bounced >= points:
            continue
        more, sent.bounced = points - sent.bounced, points
        books.letters_out.mark(sent, "failed", "it was returned to us", desk.clock.now())
        tell_undelivered(desk, books, sent.game, key_of(sent.id), f"{sent.to}: {sent.subject}: returned")
        if not why:
            count_against(desk, books, sent.game, sent.to, more)


def _why_limited(desk: Desk, row: LetterInRow, text: str) -> str:
    """The words of a delivery report by which a provider has had enough of our letters for now, which says nothing of an
    address; "" for any other."""
    answers = " ".join(" ".join(one.split()) for one in DIAGNOSTIC.findall(text))
    if " " not in answers:  # a bare status: a program's own words say more
        own = desk.reader.letter(row.raw).body
        named = OUR_ID.search(own)
        answers = " ".join(own[: named.start() if named is not None else len(own)].split())
    return answers if is_limit(answers) else ""


def _send_again(desk: Desk, books: Books, sent: LetterOutRow, why: str) -> None:
    """Let a letter wait that a provider would not pass on for now; the GM finds it among the faults."""
    if sent.state not in ("sent", "maybe"):
        return
    reply = f"it was returned to us, to be sent again: {why}".encode("ascii", "backslashreplace").decode("ascii")
    now = desk.clock.now()
    books.letters_out.mark(sent, "later", reply[:LONGEST_REPLY], now, now + timedelta(hours=LIMITED_HOURS))
    faults.note(
        desk, books, "mail", str(key_of(sent.id)), f"{sent.to}: {sent.subject}: {reply[:LONGEST_REPLY]}", sent.game
    )


def bounce_address(desk: Desk, message_id: str) -> str:
    """The envelope sender, to which an undeliverable letter comes back: it names the letter as its Message-ID does, which is a
    MAC, and tells nothing else."""
    mark = message_id.lstrip("<").partition("@")[0]
    mailbox = desk.house.mailbox
    return f"{mailbox}+bounce.{mark}@{desk.house.host}" if mailbox else f"bounce+{mark}@{desk.house.host}"


def _mark(books: Books, number: int) -> str:
    return order_key(mac(books.secrets.get("", "message id key"), "bounce", str(number).encode()))


def _by_envelope(desk: Desk, books: Books, text: str) -> list[LetterOutRow]:
    """The letters whose own bounce address a delivery report came to."""
    marks = dict.fromkeys(one.lower() for one in OUR_BOUNCE.findall(text))
    named = (books.letters_out.by_message_id(f"<{mark}@{desk.house.host}>") for mark in marks)
    found = [row for row in named if row is not None]
    for number, mark in dict.fromkeys(NUMBERED_BOUNCE.findall(text)):
        if mark.lower() == _mark(books, int(number)):
            with suppress(KeyError):
                found.append(books.letters_out.get(int(number)))
    return found


def count_against(desk: Desk, books: Books, game: str, address: str, points: int) -> None:
    """Add to an address's score; from 5 on nothing more is sent there, and the GM is told."""
    now = desk.clock.now()
    if not books.addresses.score(address, points, now):
        return
    why = "letters to it keep coming back; nothing more is sent there"
    faults.note(desk, books, "player", address.lower(), why, game)
    text = (
        f"Letters to {address} keep coming back (score {STOPS_AT} and more), so nothing more is sent there: what is written "
        "to it waits, and so do deadlines that depend on its owner.  The player must be reached in another way."
    )
    ways = [
        "",
        "When it works again:",
        f"  pbem gm resume {address}",
        "If the player has another one:",
        "  pbem gm address GAME SIDE ADDRESS",
        "",
    ]
    head = f"{f'[{game}] ' if game else ''}nothing more is sent to {address}"
    draft = Draft("stopped", f"{address.lower()}.{time_text(now)}", head, "\n".join([*wrap(text, WIDTH), *ways]))
    post.to_gm(desk, books, books.games.find(game), draft)


def tell_undelivered(desk: Desk, books: Books, game: str, number: int, why: str) -> None:
    """Tell the GM that a letter of ours was not delivered. If it was to the GM, only the list of faults says so."""
    faults.note(desk, books, "mail", str(number), why, game)
    if books.letters_out.get(number).side == "gm":
        return
    lines = wrap(f"A letter could not be delivered.  {why}", WIDTH)
    bracket = f"[{game}] " if game else ""
    found, side = books.games.find(game), books.letters_out.get(number).side
    if found is not None and side in {one.side for one in books.players.of(found)}:
        lines += [
            "",
            *wrap("It is stored; the game and its deadlines go on.  Answer with one of these lines:", WIDTH),
            f"  | resend {game} {side}",
            f"  | address {game} {side} {NEW_ADDRESS}",
        ]
    to = f" to {side}" if side else ""
    label = f"{number}.{time_text(desk.clock.now())}"
    draft = Draft("undelivered", label, f"{bracket}undelivered letter{to}", "\n".join(lines) + "\n")
    post.to_gm(desk, books, books.games.find(game), draft)


# Mail to the GM about a game or a letter that is held.


def tell_gm_of_fault(desk: Desk, books: Books, game: GameRow, why: str) -> None:
    """Tell the GM that a game is held. The players are told only after the GM has looked."""
    last: RecordRow | None = books.records.last(game)
    wording = held(
        Held(
            what="A game",
            game=game.name,
            at=desk.clock.now(),
            where=why.split(":")[0],
            why=why,
            stands=f"record {last.seq}" if last is not None else "",
            answers=("faults", f"show {game.name}"),
        )
    )
    label = f"{time_text(desk.clock.now())}"
    post.to_gm(desk, books, game, Draft("fault", label, f"[{game.name}] HELD: {_short(why, 50)}", wording))


def _short(text: str, most: int) -> str:
    """As much of a text as a subject has room for, in whole words."""
    return shorten(text, most, placeholder="...")


HELD_A_DAY = 20
"""So many letters a day tell a GM of held letters: junk by the thousand must not become letters by the thousand."""


def tell_gm_of_letter(desk: Desk, books: Books, game: GameRow | None, number: int, why: str) -> None:
    """Tell the GM that a letter is held. After twenty such mails in a day the GM gets no more, and has to look."""
    name = game.name if game is not None else ""
    now = desk.clock.now()
    gm = game.gm_address if game is not None else desk.house.gm_address
    told_today = books.letters_out.made_since(gm, "held", now - timedelta(days=1)) if gm else 0
    if told_today >= HELD_A_DAY:
        return
    row = books.letters_in.get(number)
    answers = (f"trace {number}", f"release {number}: the reason", f"drop {number}")
    wording = held(
        Held(
            what="A letter",
            game=name,
            at=now,
            where=f"letter {number}",
            why=why,
            sender=ascii_text(row.sender)[:60],
            subject=ascii_text(" ".join(row.subject.split()))[:60],
            answers=answers,
        )
    )
    if told_today == HELD_A_DAY - 1:
        more = (
            f"This is letter {HELD_A_DAY} of its kind to you in a day, and the last for now: `pbem gm queue` shows all."
        )
        wording = "\n".join([*wrap(more, WIDTH), "", wording])
    bracket = f"[{name}] " if name else ""
    post.to_gm(
        desk,
        books,
        game,
        Draft("held", str(number), f"{bracket}HELD: {_short(f'letter {number}: {why}', 60)}", wording),
    )
