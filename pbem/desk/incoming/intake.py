"""One letter from the store: read, through the gate, submitted or answered; in one transaction."""

import hashlib
import logging
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from pbem.crash_points import crash_point
from pbem.desk import faults
from pbem.desk.desk import Desk
from pbem.desk.games import substitutes
from pbem.desk.incoming import gm_keys, returned
from pbem.desk.incoming.files_sent import SCANNED, NotScanned, file_lines, passes_files, scanned, without_file_lines
from pbem.desk.incoming.incoming import Incoming
from pbem.desk.incoming.reader import CannotRead, NoReader, TooLarge, TooSlow
from pbem.desk.incoming.returned import note_bounce
from pbem.desk.incoming.unread_text import places
from pbem.desk.orders.sharing import seat_of
from pbem.desk.orders.submit import submit
from pbem.desk.orders.unread import keep
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.play.deadlines import is_late, waits_for_unreachable
from pbem.desk.play.locking import word_came
from pbem.desk.record.adoption import is_waiting
from pbem.mail.address import SUBJECT, Addressed, find_address
from pbem.mail.gate import GateVerdict, KeyState, Policy, pass_gate
from pbem.mail.letter import FORWARDED, Letter
from pbem.mail.quotes import QUOTATIONS
from pbem.reports import times
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.seal.lock import WITNESS, WitnessWord, find
from pbem.store.columns import fold
from pbem.store.database import Books
from pbem.store.database_errors import is_everybodys, is_the_databases
from pbem.store.games import archive_of, key_of
from pbem.store.leases import LeaseLost
from pbem.store.letters_in import BACK, BROUGHT_BACK
from pbem.store.tables import GameRow, LetterInRow, OrderKeyRow, PlayerRow, SeatRow

CHAIR = "chair"
"""In place of a side: a letter from somebody beside the table."""
OTHER_PLAYER = "other player"
log = logging.getLogger(__name__)

GM_SIDE = gm_keys.SIDE
TRIES = 3
"""The number of tries before a letter is put aside."""
SAME_WORDS = 2
"""So often the same words without an effect are answered in a day: an absence note that hides what it is answers back."""


class Registered:
    """The gate's view of games and players, read from the store; `words` is the digest of the letter's words, `players` are
    those of the game that its address names."""

    def __init__(self, desk: Desk, books: Books, words: str = "", players: Sequence[PlayerRow] = ()) -> None:
        self._desk, self._books, self._words, self._players = desk, books, words, players

    def knows(self, address: str) -> bool:
        """True if any player or GM registered this address."""
        if any(fold(one.address) == fold(address) for one in self._players):
            return True
        plays = self._books.players.at_address(address) or self._books.seats.at_address(address)
        return bool(plays) or gm_keys.is_gm(self._desk, self._books, address, gm_keys.DESK)

    def absent(self, game: str) -> str:
        """Why a game is not here, in a sentence; "" if it is here."""
        if game == gm_keys.DESK:
            return ""
        found = self._books.games.find(game)
        if found is None:
            return f"It answers a letter about {game}, a game that is not at this desk: another desk may read this mailbox."
        folder = archive_of(found)
        return f"It is about {game}, which is over and archived, in the folder {folder}." if folder else ""

    def sides_of(self, address: str, game: str) -> tuple[str, ...]:
        """The codes of the sides that the address plays, in lower case as reply addresses have them."""
        found = self._books.games.find(game)
        players = self._books.players.of(found) if found is not None else ()
        sides = tuple(one.code.lower() for one in players if one.address.lower() == address.lower())
        if found is not None:
            beside = (*self._books.seats.of(found), *self._books.seats.chairs(found))
            shared = [one.side for one in beside if one.address.lower() == address.lower()]
            sides += tuple(one.code.lower() for one in players if one.side in shared)
        return (*sides, *([GM_SIDE] if gm_keys.is_gm(self._desk, self._books, address, game) else []))

    def key_state(self, game: str, side: str, key: str) -> KeyState:
        """The state of a key for a player of a game, or for its GM."""
        if side == GM_SIDE:
            return "current" if gm_keys.is_good(self._desk, self._books, game, key) else "wrong"
        found = self._books.games.find(game)
        row = self._books.keys.find(key_of(found.id), key) if found is not None else None
        player = (
            next((one for one in self._books.players.of(found) if one.code.lower() == side), None) if found else None
        )
        if found is None or row is None or player is None or row.side != player.side or row.void:
            return "wrong"
        return "current" if self._books.keys.is_newest(row, key) else "old"

    def wrong_keys_today(self, game: str, address: str) -> int:
        """The number of wrong keys that came from an address within a day."""
        day_ago = self._desk.clock.now() - timedelta(days=1)
        return self._books.letters_in.senders_day(address, game, self._words, day_ago).wrong_keys


@dataclass(frozen=True)
class IntakeResult:
    """The outcome for a letter: its new state, and the game to be advanced now, or "".

    ``new`` with a game: it arrived after that game's deadline, and is to be read when that has been enforced.
    """

    state: str
    game: str = ""


Plays = Callable[[Desk, Books, str], bool]
"""Plays a game on in a transaction; whether there is more to do for it after that."""


class _Held(Exception):
    """The game is held by what the letter let run: its receipt must not say that its orders run now."""


class _NotPlayed(Exception):
    """Playing on failed, which is no fault of the letter that brought it about."""


def take(desk: Desk, number: int, plays: Plays | None = None) -> IntakeResult:
    """Read one stored letter and deal with it.

    Where it lets its game go on, `plays` does that in the same transaction, which saves reading all of the game again.  If
    that fails, the letter is taken alone, and the game is left to be advanced.  A letter that fails three times is held,
    whole and with the trace, and no other; the GM is told.
    """
    game = ""
    tries_left = TRIES
    holds = False
    while tries_left:
        tries_left -= 1
        try:
            with desk.store.read() as books:
                raw = books.letters_in.get(number).raw
            with desk.reader.one_letter():
                letter = desk.reader.letter(raw)
                crash_point("C5")
                addressed = find_address(letter, desk.house.host)
                game = addressed.game
                with desk.store.begin() as books:
                    taken = _take(desk, books, number, letter, addressed, holds=holds)
                    name = taken.game
                    crash_point("C6")
                    taken, is_played = _played_on(desk, books, taken, plays)
                    if is_played and not holds and books.games.get(name).state == "held":
                        raise _Held
            crash_point("C10" if is_played else "C7")
            return taken
        except (LeaseLost, NoReader):
            raise  # a game that is another worker's now, no room for a process: no letter's fault
        except _Held:
            holds, tries_left = True, tries_left + 1
        except _NotPlayed as fault:
            log.warning("letter %s: its game could not be played on with it: %s", number, fault)
            plays, tries_left = None, tries_left + 1
        # Any bytes may lie in a mailbox, and a fault of ours met with one letter must not keep the next one waiting.
        except Exception as fault:
            if is_the_databases(fault):
                raise  # a full disk, no file left to open, a locked file, a server that is gone: no letter's fault
            if tries_left and not isinstance(fault, TooSlow | TooLarge):
                log.warning("letter %s: %s; tried again", number, type(fault).__name__)
                continue
            log.exception("letter %s", number)
            kind = "unreadable" if isinstance(fault, CannotRead | MemoryError) else f"fault: {type(fault).__name__}"
            why = str(fault) or "no memory was left"
            quarantine(desk, number, game, f"{kind}: {why}", "".join(traceback.format_exception(fault)))
            break
    return IntakeResult("held")


def _words_digest(letter: Letter) -> str:
    """The digest of what a letter says; of all its text where it quotes, since orders may be filled in there."""
    quotes = any(one.why in QUOTATIONS for one in letter.cut)
    return hashlib.sha256((letter.body if quotes else letter.words).encode("utf-8", "replace")).hexdigest()


def _played_on(desk: Desk, books: Books, taken: IntakeResult, plays: Plays | None) -> tuple[IntakeResult, bool]:
    """Play the game of a letter on, if it is to go on; what is left to do, and whether it was played."""
    if plays is None or not taken.game or taken.state == "new":
        return taken, False
    crash_point("C7")
    try:
        is_more = plays(desk, books, taken.game)
    # Whatever it is, it is met again where the game is advanced alone, and holds that game.
    except Exception as fault:
        if is_everybodys(fault):
            raise
        raise _NotPlayed(type(fault).__name__) from fault  # what it says may quote orders, and is logged by nobody
    return (taken if is_more else replace(taken, game="")), True


def suspect(desk: Desk, numbers: Sequence[int] | None = None) -> bool:
    """At a start: count it for the letter that comes next (of `numbers`, where they are given), since that may be what ended
    the last one; whether it was next at more than three starts, so that letters are to be dealt with apart."""
    with desk.store.begin() as books:
        waiting = books.letters_in.new() if numbers is None else numbers
        if not waiting:
            return False
        row = books.letters_in.get(waiting[0], unread=True)
        row.attempts += 1
        return row.attempts > TRIES


def quarantine(desk: Desk, number: int, game: str, why: str, trace: str) -> None:
    """Hold a letter, whole and with the trace, and tell the GM."""
    with desk.store.begin() as books:
        row = books.letters_in.get(number)
        # Tried again at the GM's word, and it counts as read again.
        row.attempts = 1
        row.trace = trace
        found = books.games.find(game)
        row.game = found.name if found is not None else ""
        books.letters_in.close(row, "held", why, desk.clock.now())
        faults.note(desk, books, "letter", str(number), why, row.game, trace=trace)
        returned.tell_gm_of_letter(desk, books, found, number, why)


def _take(
    desk: Desk, books: Books, number: int, letter: Letter, addressed: Addressed, *, holds: bool = False
) -> IntakeResult:
    """Deal with a letter; `holds`: what it lets run is known to hold its game."""
    words_digest = _words_digest(letter)
    row = books.letters_in.to_take(number, letter.message_id, words_digest)
    if row.state != "new":
        return IntakeResult(row.state)
    named = books.games.find(addressed.game) if addressed.game and addressed.side != GM_SIDE else None
    if named is not None and is_waiting(named):
        books.letters_in.wait(row)  # what it would change stands in records that are not back yet
        return IntakeResult(BACK)
    players = books.players.of(named) if named is not None else ()
    verdict = pass_gate(letter, addressed, Registered(desk, books, words_digest, players), policy_of(desk))
    row.sender, row.subject, row.message_id = letter.from_[:320], letter.subject[:500], letter.message_id
    row.words_digest = words_digest
    word = find(letter.words)
    if word is not None:
        return _take_word(desk, books, row, word)
    game = books.games.find(verdict.game) if verdict.game else None
    row.game = game.name if game is not None else ""
    match verdict.do:
        case "ignore":
            return _ignore(desk, books, row, verdict)
        case "hold":
            if verdict.check == OTHER_PLAYER and game is not None:
                _tell_other_player(desk, books, row, game, letter, verdict)
            return _hold(desk, books, row, game, f"{verdict.check}: {verdict.why}")
        case "answer" if _is_first_of_gm(desk, books, game, letter, verdict):
            return _greet_gm(desk, books, row, game, letter)
        case "answer":
            return _refuse(desk, books, row, game, letter, verdict)
        case "pass" if verdict.side == GM_SIDE:
            row.side = GM_SIDE
            books.letters_in.close(row, "gm", "", desk.clock.now())
            return IntakeResult("gm")
        case "pass":
            doubt = _doubt(books, letter, addressed)
            if doubt:
                return _refuse(desk, books, row, game, letter, replace(verdict, check="two games", why=doubt))
            if game is None:
                return _hold(desk, books, row, None, "no game: it passed the gate for a game that is not there")
            if _is_late(books, game, row):
                return IntakeResult("new", game.name)
            return _submit(desk, books, row, game, letter, addressed, verdict, holds=holds)


def _take_word(desk: Desk, books: Books, row: LetterInRow, word: WitnessWord) -> IntakeResult:
    """The word of a game's witness, from whatever address: it counts by its signature alone."""
    game = books.games.find(word.game)
    why = word_came(books, game, word) if game is not None else "there is no such game"
    row.game, row.side = word.game if game is not None else "", WITNESS
    if why:
        books.letters_in.close(row, "ignored", f"a witness's word: {why}", desk.clock.now())
        return IntakeResult("ignored")
    books.letters_in.close(row, "done", "", desk.clock.now())
    return IntakeResult("done", word.game)


def _is_late(books: Books, game: GameRow, row: LetterInRow) -> bool:
    books.phases.of(game)  # others of them are asked for soon, one by one
    phase = books.phases.open(game)
    return is_late(game, phase, row.arrived) and phase is not None and not waits_for_unreachable(books, game, phase)


def _doubt(books: Books, letter: Letter, addressed: Addressed) -> str:
    """A letter is for one game: one whose address names another than its subject is asked about, "" if it is clear."""
    named = SUBJECT.search(letter.subject)
    other = named[1].lower() if named else ""
    if addressed.how != "address" or other in ("", addressed.game) or books.games.find(other) is None:
        return ""
    return translate(
        "It answers a letter of {game}, and its subject says [{other}]: which of the two games is it for?",
        game=addressed.game,
        other=other,
    )


def policy_of(desk: Desk) -> Policy:
    """The gate's policy in this house."""
    house = desk.house
    return Policy(
        instance=house.host,
        own=frozenset({f"{house.mailbox or 'desk'}@{house.host}"}),
        authserv=house.authserv,
        strict=house.strict,
        wrong_keys_a_day=house.wrong_keys_a_day,
    )


def _submit(
    desk: Desk,
    books: Books,
    row: LetterInRow,
    game: GameRow,
    letter: Letter,
    addressed: Addressed,
    verdict: GateVerdict,
    *,
    holds: bool,
) -> IntakeResult:
    player = next(one for one in books.players.of(game) if one.code.lower() == verdict.side)
    key = books.keys.find(key_of(game.id), addressed.key)
    if key is None:
        return _hold(desk, books, row, game, "wrong key: it passed the gate under a key that is not there")
    chair = substitutes.of_letter(books, game, player, letter.from_, key)
    if chair is not None:
        return _from_chair(desk, books, row, game, player, letter, chair)
    seat = seat_of(books, game, player, letter.from_, key)
    if isinstance(seat, str):
        return _refuse(desk, books, row, game, letter, replace(verdict, check="not your letter", why=seat))
    if passes_files(desk.title(game.title).dialect):
        try:
            found = scanned(desk.house.scan, letter.files, desk.house.scan_seconds)
        except NotScanned as fault:
            return _hold(desk, books, row, game, f"{SCANNED}: {fault}")
        if found:
            return _refuse(desk, books, row, game, letter, replace(verdict, check=SCANNED, why=found))
    row.side = player.side
    if row.reason == BROUGHT_BACK and _is_played(books, game, row, key):
        books.letters_in.close(row, "done", f"{BROUGHT_BACK}: {key.phase} was played by then", desk.clock.now())
        return IntakeResult("done")
    before = books.letters_in.same_again(row)
    if before is not None:
        return _same_again(desk, books, row, before)
    if _is_echo(desk, books, row):
        return _echo(desk, books, row)
    day_ago = desk.clock.now() - timedelta(days=1)
    if books.letters_in.answered_since(row.sender, day_ago) >= desk.house.letters_a_day:
        return _hold(
            desk, books, row, game, f"too many letters: {desk.house.letters_a_day} of this address were answered today"
        )
    goes_on = _take_in(desk, books, row, game, player, letter, key, seat, holds=holds)
    return IntakeResult("done", game.name if goes_on else "")


def _from_chair(
    desk: Desk, books: Books, row: LetterInRow, game: GameRow, player: PlayerRow, letter: Letter, chair: SeatRow
) -> IntakeResult:
    """A letter of a substitute's, or of somebody who has left: they take a side or not, and nothing else of it counts."""
    if books.letters_in.same_again(row) is not None or _is_echo(desk, books, row):
        return _echo(desk, books, row)
    number, chair_at = substitutes.code_of(chair), chair.address
    reply, goes_on = substitutes.answered(desk, books, game, player, chair, letter.words)
    text = "\n".join(wrap(reply, WIDTH)) + "\n"
    draft = Draft("answer", str(row.id), f"[{game.name}] Your answer", text, "end", f"0.s{row.id}")
    row.side, row.answer_key = CHAIR, post.to_chair(desk, books, game, player, chair_at, number, draft)
    books.letters_in.close(row, "done", "", desk.clock.now())
    return IntakeResult("done", game.name if goes_on else "")


def _is_played(books: Books, game: GameRow, row: LetterInRow, key: OrderKeyRow) -> bool:
    """True if the records that are back tell what became of a letter: it came before the last, for a phase that is over."""
    last, phase = books.records.last(game), books.phases.open(game)
    # An invitation is open until all have accepted.
    is_open = game.state == "invited" or (phase is not None and phase.phase == key.phase)
    return not is_open and last is not None and row.arrived <= last.at


def _take_in(
    desk: Desk,
    books: Books,
    row: LetterInRow,
    game: GameRow,
    player: PlayerRow,
    letter: Letter,
    key: OrderKeyRow,
    seat: SeatRow | None = None,
    *,
    holds: bool = False,
) -> bool:
    """Submit a letter; whether its game is to be played on."""
    body, unread = letter.body, letter.unread
    takes_files = passes_files(desk.title(game.title).dialect)
    if takes_files:
        body, unread = without_file_lines(body), tuple(one for one in unread if one == FORWARDED)
    incoming = Incoming(
        letter_id=key_of(row.id),
        words=letter.words,
        key=key,
        arrived=row.arrived,
        message_id=letter.message_id if letter.message_id.isascii() else "",
        body=body,
        files=file_lines(letter.files) if takes_files else (),
        unread=unread,
        texts=() if takes_files else tuple(one.name or "a text file" for one in letter.attachments if one.text.strip()),
        again=row.attempts,
        holds=holds,
        seat=seat,
        answers=letter.answers,
        elsewhere=tuple if takes_files else lambda: places(books, row, letter),
    )
    done = submit(desk, books, game, player, incoming)
    row.answer_key = done.answer_key
    keep(row, done.unread)
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
        made = post.remember_key(desk, books, game, player, phase.phase if phase is not None else "end", f"0.r{row.id}")
        key = books.keys.get(key_of(game.id), made)
    row.game, row.side, row.reason, row.trace = game.name, player.side, "", ""
    row.attempts += 1
    sharing = books.seats.sharing(game, player.side)
    seat = next((one for one in sharing if one.address.lower() == letter.from_.lower()), None)
    goes_on = _take_in(desk, books, row, game, player, letter, key, seat)
    fault = books.faults.about("letter", str(row.id))
    if fault is not None:
        books.faults.close(fault, desk.clock.now())
    return goes_on


def _same_again(desk: Desk, books: Books, row: LetterInRow, before: LetterInRow) -> IntakeResult:
    """The same words under the same Message-ID: the same answer goes out again, and nothing else happens."""
    sent = books.letters_out.find(before.answer_key)
    if sent is not None and sent.state == "sent" and sent.raw:
        sent.state, sent.not_before = "new", None
        books.letters_out.add(sent)
    books.letters_in.close(row, "ignored", f"the same letter as number {before.id}", desk.clock.now())
    return IntakeResult("ignored")


def _is_echo(desk: Desk, books: Books, row: LetterInRow) -> bool:
    day_ago = desk.clock.now() - timedelta(days=1)
    today = books.letters_in.senders_day(row.sender, row.game, row.words_digest, day_ago)
    return today.same_without_effect >= SAME_WORDS


def _echo(desk: Desk, books: Books, row: LetterInRow) -> IntakeResult:
    """The same words once more that said nothing before: nobody reads the answers."""
    books.letters_in.close(
        row, "ignored", f"the same words, without an order, more than {SAME_WORDS} times", desk.clock.now()
    )
    return IntakeResult("ignored")


def _ignore(desk: Desk, books: Books, row: LetterInRow, verdict: GateVerdict) -> IntakeResult:
    if verdict.check == "bounce":
        note_bounce(desk, books, row)
    books.letters_in.close(row, "ignored", f"{verdict.check}: {verdict.why}", desk.clock.now())
    return IntakeResult("ignored")


def _hold(desk: Desk, books: Books, row: LetterInRow, game: GameRow | None, why: str) -> IntakeResult:
    books.letters_in.close(row, "held", why, desk.clock.now())
    faults.note(desk, books, "letter", str(row.id), why, row.game)
    returned.tell_gm_of_letter(desk, books, game, key_of(row.id), why)
    return IntakeResult("held")


def _refuse(
    desk: Desk, books: Books, row: LetterInRow, game: GameRow | None, letter: Letter, verdict: GateVerdict
) -> IntakeResult:
    """Tell the registered address why a letter was not taken; a reply to that answer carries a good key."""
    player, seat = _registered(books, game, letter, verdict), _seated(books, game, letter)
    if player is None and seat is not None and game is not None:
        player = books.players.get(game, seat.side)
    if _is_echo(desk, books, row):
        return _echo(desk, books, row)
    day_ago = desk.clock.now() - timedelta(days=1)
    if player is None or books.letters_in.answered_since(letter.from_, day_ago) >= desk.house.answers_a_day:
        return _hold(desk, books, row, game, f"{verdict.check}: {verdict.why}")
    home = game or books.games.by_id(player.game_id)
    number = seat.number if seat is not None and _registered(books, game, letter, verdict) is None else 0
    _say_not_taken(desk, books, row, home, player, letter, verdict.check, verdict.why, number)
    books.letters_in.close(row, "done", f"{verdict.check}: {verdict.why}", desk.clock.now())
    return IntakeResult("done")


def _is_first_of_gm(desk: Desk, books: Books, game: GameRow | None, letter: Letter, verdict: GateVerdict) -> bool:
    """True if a GM writes from their registered address without the key of a letter of ours, and not as a player."""
    if verdict.check not in ("no game", "no key", "wrong key") or _registered(books, game, letter, verdict) is not None:
        return False
    return gm_keys.is_gm(desk, books, letter.from_, game.name if game is not None else gm_keys.DESK)


def _greet_gm(desk: Desk, books: Books, row: LetterInRow, game: GameRow | None, letter: Letter) -> IntakeResult:
    """Send a GM a letter to answer, at their registered address; nothing that they wrote was done."""
    day_ago = desk.clock.now() - timedelta(days=1)
    if books.letters_in.answered_since(letter.from_, day_ago) >= desk.house.answers_a_day:
        return _hold(desk, books, row, game, f"no key: a GM's; {desk.house.answers_a_day} were answered today")
    about = game.name if game is not None else ""
    wording = (
        f"Your letter of {times.stamp(row.arrived)} came from your registered address, but anybody can write that into a "
        "letter.  So nothing in it was done yet.  Answer this letter: its reply address carries a key of yours, which is "
        "good for five weeks."
    )
    ways = [
        "  queue                            what every game waits for",
        f"  show {about or 'GAME':<28}one game: players, terms, records",
        "  digest 07:00 Europe/Berlin       the queue by mail, every day",
        "  help                             everything that a GM may write",
    ]
    text = "\n".join([*wrap(wording, WIDTH), "", "Put one of these on top, or what you wrote:", "", *ways]) + "\n"
    bracket = f"[{about}] " if about else ""
    draft = Draft("gm-answer", f"{row.id}", f"{bracket}Please answer this letter: yours carried no key", text)
    row.answer_key = post.answer_gm(desk, books, about, letter.from_, draft)
    books.letters_in.close(row, "done", "no key: a GM's first letter; a key was sent", desk.clock.now())
    return IntakeResult("done")


def _tell_other_player(
    desk: Desk, books: Books, row: LetterInRow, game: GameRow, letter: Letter, verdict: GateVerdict
) -> None:
    """A player wrote to the other side's address: the letter is held, and they are told where their own orders go."""
    player = _registered(books, game, letter, verdict)
    day_ago = desk.clock.now() - timedelta(days=1)
    if player is not None and books.letters_in.answered_since(letter.from_, day_ago) < desk.house.answers_a_day:
        why = f"You replied to a letter for the other side.  You play {player.code}.  We have told the GM."
        _say_not_taken(desk, books, row, game, player, letter, "wrong side", why)


def _say_not_taken(
    desk: Desk,
    books: Books,
    row: LetterInRow,
    home: GameRow,
    player: PlayerRow,
    letter: Letter,
    check: str,
    why: str,
    seat: int = 0,
) -> None:
    phase = books.phases.open(home)
    why = why.replace("this player", "you")  # the gate says it to the GM
    lines = [
        *wrap(ascii_text(f"We did not accept your mail of {times.stamp(row.arrived)}.  {why}"), WIDTH),
        "",
        *_which_game(books, letter, home),
    ]
    draft = Draft(
        kind="refused",
        label=str(row.id),
        subject=f"[{home.name}] We did not accept your mail: {check}",
        text="\n".join(lines) + "\n",
        phase=phase.phase if phase is not None else "end",
        report=f"0.g{row.id}",
    )
    row.answer_key = post.to_player(desk, books, home, player, draft, seat=seat).key
    row.side = player.side


def _which_game(books: Books, letter: Letter, home: GameRow) -> list[str]:
    """The way to go on: the games of somebody who plays several, since this answer serves one of them."""
    others = [books.games.by_id(one.game_id) for one in books.players.at_address(letter.from_)]
    names = sorted(one.name for one in others if one.state != "over")
    how = "Nothing has changed.  Answer this letter, with your orders on top, and they will count."
    if len(names) < 2:
        return wrap(how, WIDTH)
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    text = (
        f"Nothing has changed.  You play in {listed}.  If it was for {home.name}, answer this letter, with your "
        "orders on top; otherwise reply to a letter from the game you mean."
    )
    return wrap(text, WIDTH)


def _seated(books: Books, game: GameRow | None, letter: Letter) -> SeatRow | None:
    """The commander's seat in a game of whoever wrote from this address."""
    seats = books.seats.at_address(letter.from_) if game is not None else ()
    return next((one for one in seats if game is not None and one.game_id == game.id and one.number), None)


def _registered(books: Books, game: GameRow | None, letter: Letter, verdict: GateVerdict) -> PlayerRow | None:
    """The player to be told, who must have written: their registered address is the letter's sender."""
    players = books.players.at_address(letter.from_)
    if game is not None:
        players = [one for one in players if one.game_id == game.id]
    return players[0] if players else None
