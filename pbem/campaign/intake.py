"""One letter from the store: read, through the gate, submitted or answered; in one transaction."""

import hashlib
import logging
import traceback
from dataclasses import dataclass, replace
from datetime import timedelta

from pbem.campaign import faults, gm_keys, letters, outgoing
from pbem.campaign.deadlines import is_late
from pbem.campaign.desk import Desk
from pbem.campaign.elsewhere import places
from pbem.campaign.outgoing import Draft
from pbem.campaign.reader import CannotRead
from pbem.campaign.returned import note_bounce
from pbem.campaign.sharing import formations_of
from pbem.campaign.submit import Incoming, submit
from pbem.crash_points import crash_point
from pbem.mail.address import SUBJECT, Addressed, find_address
from pbem.mail.gate import KeyState, Policy, Verdict, pass_gate
from pbem.mail.letter import Letter
from pbem.reports import times
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, LetterInRow, OrderKeyRow, PlayerRow

log = logging.getLogger(__name__)

GM_SIDE = gm_keys.SIDE


class Registered:
    """What the gate asks about games and players, out of the store."""

    def __init__(self, desk: Desk, books: Books) -> None:
        self._desk, self._books = desk, books

    def knows(self, address: str) -> bool:
        """Whether any player or GM registered this address."""
        plays = self._books.players.at_address(address) or self._books.seats.at_address(address)
        return bool(plays) or gm_keys.is_gm(self._desk, self._books, address, gm_keys.DESK)

    def sides_of(self, address: str, game: str) -> tuple[str, ...]:
        """The codes of the sides that the address plays, in lower case as reply addresses have them."""
        found = self._books.games.find(game)
        players = self._books.players.of(found) if found is not None else ()
        sides = tuple(one.code.lower() for one in players if one.address.lower() == address.lower())
        if found is not None:
            shared = [one.side for one in self._books.seats.of(found) if one.address.lower() == address.lower()]
            sides += tuple(one.code.lower() for one in players if one.side in shared)
        return (*sides, *([GM_SIDE] if gm_keys.is_gm(self._desk, self._books, address, game) else []))

    def key_state(self, game: str, side: str, key: str) -> KeyState:
        """How a key stands to a player of a game, or to its GM."""
        if side == GM_SIDE:
            return "current" if gm_keys.is_good(self._desk, self._books, game, key) else "wrong"
        found = self._books.games.find(game)
        row = self._books.keys.find(key_of(found.id), key) if found is not None else None
        player = (
            next((one for one in self._books.players.of(found) if one.code.lower() == side), None) if found else None
        )
        if found is None or row is None or player is None or row.side != player.side or row.void:
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
            faults.note(desk, books, "letter", str(number), why, row.game, trace=trace)
            letters.tell_gm_of_letter(desk, books, found, number, why)
        return Taken("held")


def _take(desk: Desk, books: Books, row: LetterInRow, letter: Letter, addressed: Addressed) -> Taken:
    if row.state != "new":
        return Taken(row.state)
    verdict = pass_gate(letter, addressed, Registered(desk, books), policy_of(desk))
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
        case "pass" if verdict.side == GM_SIDE:
            row.side = GM_SIDE
            books.letters_in.close(row, "gm", "", desk.clock.now())
            return Taken("gm")
        case "pass":
            doubt = _doubt(books, letter, addressed)
            if doubt:
                return _refuse(desk, books, row, game, letter, replace(verdict, check="two games", why=doubt))
            if game is None:
                return _hold(desk, books, row, None, "no game: it passed the gate for a game that is not there")
            if is_late(game, books.phases.open(game), row.arrived):
                return Taken("new", game.name)
            return _submit(desk, books, row, game, letter, addressed, verdict)


def _doubt(books: Books, letter: Letter, addressed: Addressed) -> str:
    """A letter is for one game: one whose address names another than its subject is asked about, "" if it is clear."""
    named = SUBJECT.search(letter.subject)
    other = named[1].lower() if named else ""
    if addressed.how != "address" or other in ("", addressed.game) or books.games.find(other) is None:
        return ""
    return f"It answers a letter of {addressed.game}, and its subject says [{other}]: which of the two games is it for?"


def policy_of(desk: Desk) -> Policy:
    """How strict the gate of this house is."""
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
    goes_on = _take_in(desk, books, row, game, player, letter, key)
    return Taken("done", game.name if goes_on else "")


def _take_in(
    desk: Desk, books: Books, row: LetterInRow, game: GameRow, player: PlayerRow, letter: Letter, key: OrderKeyRow
) -> bool:
    """Submit a letter; whether its game is to be played on."""
    incoming = Incoming(
        letter_id=key_of(row.id),
        words=letter.words,
        key=key,
        arrived=row.arrived,
        message_id=letter.message_id if letter.message_id.isascii() else "",
        sheet=letter.sheet,
        again=row.attempts,
        formations=formations_of(books, game, player.side, letter.from_),
        cut=letter.cut,
        elsewhere=places(books, row, letter),
    )
    done = submit(desk, books, game, player, incoming)
    row.answer_key = done.answer_key
    game.unplayed = game.unplayed or done.advance
    books.letters_in.close(row, "done", "", desk.clock.now())
    return done.advance


def admit(desk: Desk, books: Books, row: LetterInRow, game: GameRow, player: PlayerRow) -> bool:
    """Take a held letter in as this player's, by the GM's word; whether its game is to be played on.

    It answers what its own key was mailed with; without a good key, what is open now.
    """
    letter = desk.reader.letter(row.raw)
    key = books.keys.find(key_of(game.id), find_address(letter, desk.house.host).key)
    if key is None or key.side != player.side or key.void:
        phase = books.phases.open(game)
        key = outgoing.key_for(desk, books, game, player, phase.phase if phase is not None else "end", f"0.r{row.id}")
    row.game, row.side, row.reason, row.trace = game.name, player.side, "", ""
    row.attempts += 1
    goes_on = _take_in(desk, books, row, game, player, letter, key)
    fault = books.faults.about("letter", str(row.id))
    if fault is not None:
        books.faults.close(fault, desk.clock.now())
    return goes_on


def _same_again(desk: Desk, books: Books, row: LetterInRow, before: LetterInRow) -> Taken:
    """The same words under the same Message-ID: the same answer goes out again, and nothing else happens (trust.md 7.6)."""
    sent = books.letters_out.find(before.answer_key)
    if sent is not None and sent.state == "sent":
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
    faults.note(desk, books, "letter", str(row.id), why, row.game)
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
        *_which_game(books, letter, home),
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


def _which_game(books: Books, letter: Letter, home: GameRow) -> list[str]:
    """How to go on: the games of somebody who plays several, since this answer serves one of them."""
    others = [books.games.by_id(one.game_id) for one in books.players.at_address(letter.from_)]
    names = sorted(one.name for one in others if one.state != "over")
    how = "Nothing has changed.  Answer this letter, with your orders on top, and they will count."
    if len(names) < 2:
        return wrap(how, 78)
    said = (
        f"Nothing has changed.  You play in {' and '.join(names)}.  If it was for {home.name}, answer this letter, with your "
        "orders on top; else answer a letter of the other game."
    )
    return wrap(said, 78)


def _registered(books: Books, game: GameRow | None, letter: Letter, verdict: Verdict) -> PlayerRow | None:
    """The player to be told, who must have written: his registered address is the letter's sender."""
    players = books.players.at_address(letter.from_)
    if game is not None:
        players = [one for one in players if one.game_id == game.id]
    return players[0] if players else None
