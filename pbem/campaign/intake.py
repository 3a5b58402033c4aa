"""One letter from the store: read, through the gate, submitted or answered; in one transaction."""

import hashlib
import logging
import traceback
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import InterfaceError, OperationalError

from pbem.campaign import letters, outgoing
from pbem.campaign.desk import Desk
from pbem.campaign.elsewhere import places
from pbem.campaign.outgoing import Draft
from pbem.campaign.reader import CannotRead
from pbem.campaign.returned import note_bounce
from pbem.campaign.submit import Incoming, submit
from pbem.crash_points import crash_point
from pbem.mail.address import Addressed, find_address
from pbem.mail.gate import KeyState, Policy, Verdict, pass_gate
from pbem.mail.letter import Letter
from pbem.reports import times
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.leases import LeaseLost
from pbem.store.tables import GameRow, LetterInRow, PlayerRow

log = logging.getLogger(__name__)


class Registered:
    """What the gate asks about games and players, out of the store."""

    def __init__(self, desk: Desk, books: Books) -> None:
        self._desk, self._books = desk, books

    def knows(self, address: str) -> bool:
        """Whether any player or GM registered this address."""
        return bool(self._books.players.at_address(address)) or self._books.games.has_gm(address)

    def sides_of(self, address: str, game: str) -> tuple[str, ...]:
        """The codes of the sides that the address plays, in lower case as reply addresses have them."""
        found = self._books.games.find(game)
        players = self._books.players.of(found) if found is not None else ()
        return tuple(one.code.lower() for one in players if one.address.lower() == address.lower())

    def key_state(self, game: str, side: str, key: str) -> KeyState:
        """How a key stands to a player of a game."""
        found = self._books.games.find(game)
        row = self._books.keys.find(key_of(found.id), key) if found is not None else None
        player = (
            next((one for one in self._books.players.of(found) if one.code.lower() == side), None) if found else None
        )
        if found is None or row is None or player is None or row.side != player.side:
            return "wrong"
        newest = self._books.keys.newest(found, player.side)
        return "current" if newest is not None and newest.key == row.key else "old"

    def wrong_keys_today(self, game: str) -> int:
        """How many wrong keys came within a day."""
        return self._books.letters_in.stopped_since(game, "wrong key", self._desk.clock.now() - timedelta(days=1))


@dataclass(frozen=True)
class Taken:
    """What became of a letter: its new state, and the game to be advanced now, or "".

    ``new`` with a game: it arrived after that game's deadline, and is to be read when that has been enforced.
    """

    state: str
    game: str = ""


def take(desk: Desk, number: int) -> Taken:
    """Read one stored letter and deal with it.  Whatever goes wrong holds this letter and no other; the GM is told."""
    game = ""
    try:
        with desk.store.read() as books:
            raw = books.letters_in.get(number).raw
        letter = desk.reader.letter(raw)
        crash_point("C5")
        addressed = find_address(letter, desk.house.host)
        game = addressed.game
        with desk.store.begin() as books:
            taken = _take(desk, books, books.letters_in.get(number, unread=True), letter, addressed)
            crash_point("C6")
        crash_point("C7")
        return taken
    except (OperationalError, InterfaceError, LeaseLost):
        raise  # the database cannot be written to now, or the game is another worker's: the letter is not to be held for it
    # Any bytes may lie in a mailbox, and a fault of ours met with one letter must not keep the next one waiting.
    except Exception as fault:
        log.exception("letter %s", number)
        why = f"{'unreadable' if isinstance(fault, CannotRead) else f'fault: {type(fault).__name__}'}: {fault}"
        trace = "".join(traceback.format_exception(fault))
        with desk.store.begin() as books:
            row = books.letters_in.get(number)
            row.attempts += 1
            row.trace = trace
            found = books.games.find(game)
            row.game = found.name if found is not None else ""
            books.letters_in.close(row, "held", why, desk.clock.now())
            letters.tell_gm_of_letter(desk, books, found, number, why)
        return Taken("held")


def _take(desk: Desk, books: Books, row: LetterInRow, letter: Letter, addressed: Addressed) -> Taken:
    if row.state != "new":
        return Taken(row.state)
    verdict = pass_gate(letter, addressed, Registered(desk, books), _policy(desk))
    row.sender, row.subject, row.message_id = letter.from_[:320], letter.subject[:500], letter.message_id
    row.words_digest = hashlib.sha256("\n".join([letter.words, *letter.sheet]).encode("utf-8", "replace")).hexdigest()
    game = books.games.find(verdict.game) if verdict.game else None
    row.game = game.name if game is not None else ""
    match verdict.do:
        case "ignore":
            return _ignore(desk, books, row, verdict)
        case "hold":
            return _hold(desk, books, row, game, f"{verdict.check}: {verdict.why}")
        case "answer":
            return _refuse(desk, books, row, game, letter, verdict)
        case "pass":
            if game is None:
                return _hold(desk, books, row, None, "no game: it passed the gate for a game that is not there")
            if _is_late(books, row, game):
                return Taken("new", game.name)
            return _submit(desk, books, row, game, letter, addressed, verdict)


def _is_late(books: Books, row: LetterInRow, game: GameRow) -> bool:
    phase = books.phases.open(game)
    if phase is None or phase.due is None or phase.passed or game.state != "open":
        return False
    return row.arrived > phase.due


def _policy(desk: Desk) -> Policy:
    house = desk.house
    return Policy(
        instance=house.host,
        own=frozenset({f"{house.mailbox or 'desk'}@{house.host}"}),
        authserv=house.authserv,
        strict=house.strict,
        wrong_keys_a_day=house.wrong_keys_a_day,
    )


def _submit(
    desk: Desk, books: Books, row: LetterInRow, game: GameRow, letter: Letter, addressed: Addressed, verdict: Verdict
) -> Taken:
    player = next(one for one in books.players.of(game) if one.code.lower() == verdict.side)
    key = books.keys.find(key_of(game.id), addressed.key)
    if key is None:
        return _hold(desk, books, row, game, "wrong key: it passed the gate under a key that is not there")
    row.side = player.side
    before = books.letters_in.same_again(row)
    if before is not None:
        return _same_again(desk, books, row, before)
    incoming = Incoming(
        letter_id=key_of(row.id),
        words=letter.words,
        key=key,
        arrived=row.arrived,
        message_id=letter.message_id if letter.message_id.isascii() else "",
        sheet=letter.sheet,
        cut=letter.cut,
        elsewhere=places(books, row, letter),
    )
    done = submit(desk, books, game, player, incoming)
    row.answer_key = done.answer_key
    game.unplayed = game.unplayed or done.advance
    books.letters_in.close(row, "done", "", desk.clock.now())
    return Taken("done", game.name if done.advance else "")


def _same_again(desk: Desk, books: Books, row: LetterInRow, before: LetterInRow) -> Taken:
    """The same words under the same Message-ID: the same answer goes out again, and nothing else happens (trust.md 7.6)."""
    sent = books.letters_out.find(before.answer_key)
    if sent is not None and sent.state == "sent" and sent.raw:
        sent.state, sent.not_before = "new", None
        books.letters_out.add(sent)
    books.letters_in.close(row, "ignored", f"the same letter as number {before.id}", desk.clock.now())
    return Taken("ignored")


def _ignore(desk: Desk, books: Books, row: LetterInRow, verdict: Verdict) -> Taken:
    if verdict.check == "bounce":
        note_bounce(desk, books, row)
    books.letters_in.close(row, "ignored", f"{verdict.check}: {verdict.why}", desk.clock.now())
    return Taken("ignored")


def _hold(desk: Desk, books: Books, row: LetterInRow, game: GameRow | None, why: str) -> Taken:
    books.letters_in.close(row, "held", why, desk.clock.now())
    letters.tell_gm_of_letter(desk, books, game, key_of(row.id), why)
    return Taken("held")


def _refuse(
    desk: Desk, books: Books, row: LetterInRow, game: GameRow | None, letter: Letter, verdict: Verdict
) -> Taken:
    """Tell the registered address why a letter was not taken; a reply to that answer carries a good key."""
    player = _registered(books, game, letter, verdict)
    day_ago = desk.clock.now() - timedelta(days=1)
    if player is None or books.letters_in.answered_since(letter.from_, day_ago) >= desk.house.answers_a_day:
        return _hold(desk, books, row, game, f"{verdict.check}: {verdict.why}")
    home = game or books.games.by_id(player.game_id)
    phase = books.phases.open(home)
    lines = [
        *wrap(ascii_text(f"Your mail of {times.stamp(row.arrived)} was not taken.  {verdict.why}"), 78),
        "",
        *wrap("Nothing has changed.  Answer this letter, with your orders on top, and they will count.", 78),
    ]
    draft = Draft(
        kind="refused",
        label=str(row.id),
        subject=f"[{home.name}] Your mail was not taken: {verdict.check}",
        text="\n".join(lines) + "\n",
        phase=phase.phase if phase is not None else "end",
        report=f"0.g{row.id}",
    )
    row.answer_key = outgoing.to_player(desk, books, home, player, draft).key
    row.side = player.side
    books.letters_in.close(row, "done", f"{verdict.check}: {verdict.why}", desk.clock.now())
    return Taken("done")


def _registered(books: Books, game: GameRow | None, letter: Letter, verdict: Verdict) -> PlayerRow | None:
    """The player to be told, who must have written: his registered address is the letter's sender."""
    players = books.players.at_address(letter.from_)
    if game is not None:
        players = [one for one in players if one.game_id == game.id]
    return players[0] if players else None
