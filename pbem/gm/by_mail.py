"""Answer a GM's letter: show the screens and run the incidents of the console.

A line is a look (``queue``, ``show rosebud-7``, ``trace 12``), an incident (``extend rosebud-7 48: a power cut``; the game may
be left out in an answer to a letter about it), or ``confirm CODE``.  What changes something is shown with its effect and a
code; nothing is done before that code comes back, nor if the game has moved on since.
"""

import logging
import re
import shlex
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import SQLAlchemyError

from pbem.core.dice import mac
from pbem.core.sanitize import is_number
from pbem.desk import faults
from pbem.desk.desk import Desk
from pbem.desk.gm import tray
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.catalogue import ALL, CATALOGUE, MANY, each, made, usage
from pbem.desk.gm.incidents.incident import (
    CannotDo,
    Done,
    HalfDone,
    Incident,
    IncidentPreview,
    Moved,
    follow,
    perform_in,
    show_in,
)
from pbem.desk.gm.incidents.rule import Tray, UmpireRoll
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.incoming import letters_that_may_be_quoted
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.gm import game, letters, players
from pbem.gm.digest import digest, gm_actions, log_lines, set_digest
from pbem.gm.faults import fault_screen
from pbem.gm.faults import lines as fault_lines
from pbem.gm.screen import ScreenLine, effect_lines, plain, wrapped
from pbem.mail.address import find_address, order_key
from pbem.mail.quotes import own_words
from pbem.reports.report import WIDTH
from pbem.reports.wrap import guarded, heading, wrap
from pbem.store.database import Books
from pbem.store.database_errors import is_the_machines
from pbem.store.games import UnknownGame
from pbem.store.tables import GameRow, GmActionRow, LetterInRow

log = logging.getLogger(__name__)

LOOKS = ("queue", "show", "trace", "faults", "players", "log", "digest", "help")
GOOD_FOR = timedelta(days=14)
MOST_LINES = 40
_ANSWERS = re.compile(r"\A\s*(?:(?:re|aw|sv|antw|fwd?|wg)\s{0,2}:\s*)+", re.I)
_APOSTROPHE = re.compile(r"(?<=[^\W_])'(?=[^\W_])")
_QUOTED_WHOLE = re.compile(r"""(?:([a-z0-9,-]+)\s+)?(["'])(.*)\2""")
"""Free words in quotation marks, perhaps behind the name of a game."""
BROAD = WIDTH - 1
"""The width of screens in a letter. Lines that begin with a hyphen are indented by one."""


@dataclass
class _Letter:
    """A GM's letter being answered: its sender, its game, and what to do after the commit."""

    desk: Desk
    books: Books
    row: LetterInRow
    gm: str
    about: str
    follows: list[Done]
    refused: dict[str, str]
    """By code, why a request failed when it was carried out."""


class _Failed(Exception):
    """The request with this code failed when it was carried out, and some of it may be written; the text says why."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, why)
        self.code, self.why = code, why


def answer_letters(desk: Desk) -> int:
    """Answer every waiting letter from a GM and return how many."""
    with desk.store.read() as books:
        numbers = books.letters_in.of_gms()
    for number in numbers:
        follows: list[Done] = []
        try:
            follows = _answered(desk, number)
        except SQLAlchemyError:
            raise
        # As with players' letters: a fault of ours met with one letter holds that letter; nothing of it was done.
        except Exception as fault:
            if is_the_machines(fault):
                raise
            log.exception("letter %s of a GM", number)
            why = f"fault: {type(fault).__name__}: {fault}"
            with desk.store.begin() as books:
                row = books.letters_in.get(number)
                row.trace = "".join(traceback.format_exception(fault))
                books.letters_in.close(row, "held", why, desk.clock.now())
                faults.note(desk, books, "letter", str(number), why, row.game, trace=row.trace)
            continue
        for done in follows:
            follow(desk, done)
    return len(numbers)


def _answered(desk: Desk, number: int) -> list[Done]:
    """Answer a letter in one transaction; what is to follow.  Where a request fails halfway, nothing of that transaction
    stands, and in the next one that request is refused."""
    refused: dict[str, str] = {}
    while True:
        follows: list[Done] = []
        try:
            with desk.store.begin() as books:
                _answer(desk, books, books.letters_in.get(number), follows, refused)
            return follows
        except _Failed as failed:
            refused[failed.code] = failed.why


def _answer(desk: Desk, books: Books, row: LetterInRow, follows: list[Done], refused: dict[str, str]) -> None:
    letter = desk.reader.letter(row.raw)
    addressed = find_address(letter, desk.house.host)
    about = "" if addressed.game == gm_keys.DESK else addressed.game
    here = _Letter(desk, books, row, letter.from_.lower(), about, follows, refused)
    lines: list[str] = []
    sent = letters_that_may_be_quoted(books, about, gm_keys.SIDE, letter.answers)
    words = own_words(letter.body, sent).words
    game = books.games.find(about) if about else None
    if game is not None and tray.is_full(game):
        known = (*LOOKS, *CATALOGUE, "confirm")
        # Lines that our letter has too are theirs here: they may say what a proposal or an example says.
        answer = tray.split(own_words(letter.body).words, known)[0]
        lines += _tray_answered(here, game, tray.plainly(books, game, answer))
        words = "\n".join(tray.split(words, known)[1])
    for asked, more in commands(words)[:MOST_LINES]:
        lines += [*(["", ""] if lines else []), *wrap(asked, WIDTH, first="> ", rest="> "), ""]
        lines += _do(here, asked, more)
    if not lines:
        lines = _help()
    text = "\n".join(guarded([cut for one in lines for cut in _fitted(plain(one))])) + "\n"
    bracket = f"[{about}] " if about else ""
    head = plain(f"{bracket}Re: {_topic(letter.subject, bracket)}")
    draft = Draft(
        "gm-answer", f"{row.id}", head, text, answers=letter.message_id if letter.message_id.isascii() else ""
    )
    post.answer_gm(desk, books, about, letter.from_, draft)
    books.letters_in.close(row, "done", "", desk.clock.now())


def _tray_answered(here: _Letter, game: GameRow, answer: Sequence[str]) -> list[str]:
    """Carry out the umpire's answer to a tray where it ends with ``go on``; else show what it would come to."""
    text = tray.BETWEEN.join(one.replace("|", "/") for one in answer)
    decided = tray.read(here.books, game, text)
    if not decided.says_anything:
        return [*(f"Not understood: {one}" for one in decided.unread), *([""] if decided.unread else [])]
    incident = Tray(game.name, text)
    if not decided.goes_on and decided.rolls:
        fell = []
        for number, faces, purpose in decided.rolls:  # an umpire decides by them, so they fall at once
            done = perform_in(here.desk, here.books, UmpireRoll(game.name, f"{number}d{faces}: {purpose}"), here.gm)
            here.follows.append(done)
            fell += [*(one for line in done.lines for one in wrapped(line))]
        kept = tray.BETWEEN.join(one for one in text.split(tray.BETWEEN) if not tray.ROLL.fullmatch(one.strip()))
        return [*fell, "", *(_tray_answered(here, game, kept.split(tray.BETWEEN)) if kept.strip() else [])]
    if not decided.goes_on:
        shown = wrapped("Nothing was done yet.  Send it again with   go on   as its last line, and this will be:")
        return [
            *shown,
            "",
            *(one for line in tray.effects(here.desk, here.books, game, decided) for one in wrapped(line)),
            "",
        ]
    try:
        done = perform_in(here.desk, here.books, incident, here.gm)
    except CannotRule as problem:
        return [*wrapped(str(problem)), "Nothing was done."]
    here.follows.append(done)
    return [*(one for line in done.lines for one in wrapped(line)), ""]


def _topic(subject: str, bracket: str) -> str:
    """The topic of a letter, without the game and without the `Re:` that each answer puts before it once more."""
    topic = " ".join(subject.split()).replace(bracket.strip(), "") if bracket else " ".join(subject.split())
    return _ANSWERS.sub("", topic)[:60].rstrip() or "your letter"


def _fitted(line: str) -> list[str]:
    if len(line) <= WIDTH and not line.startswith(("-", "From ")):
        return [line]
    return (
        [line]
        if len(line) <= WIDTH - 1
        else wrap(line, WIDTH - 1, rest=" " * min(len(line) - len(line.lstrip()) + 2, 20))
    )


def commands(words: str) -> list[tuple[str, tuple[str, ...]]]:
    """The lines that ask for something, each with the lines below it that begin with ``|``."""
    found: list[tuple[str, list[str]]] = []
    for raw in words.splitlines():
        line = raw.strip()
        if line.startswith("|") and found:
            found[-1][1].append(line[1:].strip())
        elif line:
            first = re.split(r"[\s:]", line.lower(), maxsplit=1)[0]
            if first in LOOKS or first in CATALOGUE or first == "confirm" or not found:
                found.append((line, []))
    return [(line, tuple(more)) for line, more in found]


def _do(here: _Letter, asked: str, more: tuple[str, ...]) -> list[str]:
    try:
        return _done(here, asked, more)
    except CannotRule as problem:
        return [*wrapped(str(problem)), "Nothing was done."]
    except UnknownGame as unknown:
        return wrapped(f"{unknown}.  Nothing was done.")
    except (KeyError, ValueError) as wrong:
        return wrapped(f"{wrong.args[0] if wrong.args else wrong}.  Nothing was done.")


def _done(here: _Letter, asked: str, more: tuple[str, ...]) -> list[str]:
    words, reason = _words_and_reason(asked)
    name = words[0].lower()
    if name == "confirm":
        return _confirm(here, words[1] if len(words) > 1 else "")
    if name in LOOKS:
        return _look(here, name, words[1:])
    kind = CATALOGUE.get(name)
    if kind is None:
        return [f"I do not know the word {plain(words[0])[:30]!r}.", *_help()]
    lines: list[str] = []
    codes: list[str] = []
    several = _incidents(here, kind, [*words[1:], *more])
    for incident in several:
        try:
            _may(here, incident)
            shown = show_in(here.desk, here.books, incident, here.gm, reason)
        except CannotRule as problem:
            if len(several) == 1:
                raise
            lines += [*wrapped(str(problem)), ""]
            continue
        codes.append(_wait(here, shown, reason))
        lines += [*effect_lines(shown), ""]
    if not codes:
        return [*lines, "Nothing was done."]
    say = "To do it, answer with the line" if len(codes) == 1 else "To do it, answer with these lines"
    return [*lines, say, "", *(f"  | confirm {code}" for code in codes)]


def _words_and_reason(asked: str) -> tuple[list[str], str]:
    """The words of a line, and the reason behind its colon.  What everybody is to read is taken as it stands, whatever colons,
    apostrophes and quotation marks are in it.  Raises ValueError."""
    name, _, rest = asked.partition(" ")
    kind = CATALOGUE.get(name.lower())
    if kind is not None and kind.WORDS and kind.WORDS[-1].kind == "rest" and not kind.REASONED:
        whole = _QUOTED_WHOLE.fullmatch(rest.strip())
        return [name, *(one for one in (whole[1], whole[3]) if one)] if whole else [name, *rest.split()], ""
    command, _, reason = asked.partition(": ")
    # An apostrophe within a word (``Mo's``) quotes nothing.
    command = _APOSTROPHE.sub("\0", command.rstrip(":").replace("\0", ""))
    try:
        return [one.replace("\0", "'") for one in shlex.split(command)], reason
    except ValueError:
        raise ValueError("expected quotation marks in pairs; found one without its other") from None


def _incidents(here: _Letter, kind: type[Incident], words: Sequence[str]) -> tuple[Incident, ...]:
    """The incidents of a line: one, or one for each game that it names; ``--all`` means the games of this GM."""
    if kind.NAME in MANY and words and (ALL in words or "," in words[0] or len(words) > 1):
        mine = [one.name for one in here.books.games.all() if gm_keys.is_gm(here.desk, here.books, here.gm, one.name)]
        found = (
            each(here.books, kind, words, mine) if ALL in words or here.books.games.find(words[0].split(",")[0]) else ()
        )
        if len(found) > 1 or (found and ALL in words):
            return found
    return (_incident(here, kind, words),)


def _incident(here: _Letter, kind: type[Incident], words: Sequence[str]) -> Incident:
    """The incident; its game is that of the letter where the line does not name it."""
    if kind.WORDS and kind.WORDS[0].name == "game" and here.about:
        if not words or not here.books.games.exists(words[0]):
            words = [here.about, *words]
    elif kind.WORDS and kind.WORDS[0].name == "subject" and here.about and not words:
        words = [here.about]
    return made(kind, words)


def _may(here: _Letter, incident: Incident) -> None:
    name = incident.game_of(here.books)
    _must_be_mine(here, name, name)


def _must_be_mine(here: _Letter, name: str, text: str) -> None:
    """Raise CannotDo if a game, or something that belongs to no game (""), is not this GM's."""
    seen = gm_keys.games_seen(here.desk, here.books, here.gm)
    if seen is not None and name not in seen:
        whose = (
            "a game of which you are the GM"
            if name
            else "something in your games; only the GM of the desk sees the rest"
        )
        raise CannotDo(f"{text or 'that'}: expected {whose}")


def _letter_of_mine(here: _Letter, word: str) -> int:
    """The number of a letter this GM may see. Letters of other GMs count as unknown."""
    number = int(word) if is_number(word) else 0
    seen = gm_keys.games_seen(here.desk, here.books, here.gm)
    try:
        game = here.books.letters_in.get(number).game
    except KeyError:
        game = None
    if game is None or (seen is not None and game not in seen):
        raise CannotDo(f"{word or 'trace'}: expected the number of a letter about a game of which you are the GM")
    return number


def _wait(here: _Letter, shown: IncidentPreview, reason: str) -> str:
    """Keep an incident until it is confirmed, and return its code."""
    secret = here.books.secrets.get("", "message id key")
    number = here.books.gm_actions.last_number() + 1
    code = order_key(mac(secret, "order", f"gm confirm|{here.row.id}|{number}".encode()))
    here.books.gm_actions.add(
        GmActionRow(
            game=shown.game,
            name=shown.line.split()[0],
            line=shown.line,
            reason=reason,
            by=here.gm,
            at=here.desk.clock.now(),
            state="waits",
            seen=shown.mark,
            code=code,
        )
    )
    return code


def _confirm(here: _Letter, code: str) -> list[str]:
    row = here.books.gm_actions.waiting(code)
    if row is None or row.by != here.gm:
        return [f"No request of yours has the code {plain(code)[:20]!r}: it was used already, or never existed."]
    row.state = "lapsed"
    words = shlex.split(row.line)
    incident = made(CATALOGUE[words[0]], words[1:])
    if row.at + GOOD_FOR < here.desk.clock.now():
        return [f"The code is older than {GOOD_FOR.days} days: please send the request again."]
    if code in here.refused:
        return [*wrapped(here.refused[code]), "Nothing was done."]
    try:
        done = perform_in(here.desk, here.books, incident, here.gm, row.reason, row.seen)
    except Moved as moved:
        shown = show_in(here.desk, here.books, incident, here.gm, row.reason)
        again = _wait(here, shown, row.reason)
        lines = [
            "Nothing was done, because the game has changed.  The effect would now be:",
            "",
            *effect_lines(shown),
            "",
            "To do it anyway:",
            "",
        ]
        return [*str(moved).split("\n"), "", *lines, f"  | confirm {again}"]
    except HalfDone as half:
        cause = half.__cause__
        is_told = isinstance(cause, CannotRule | UnknownGame)
        raise _Failed(code, str(cause) if is_told else f"{type(cause).__name__}: {cause}") from half
    here.follows.append(done)
    return list(done.lines)


def _look(here: _Letter, name: str, words: Sequence[str]) -> list[str]:
    desk, subject = here.desk, words[0] if words else here.about
    seen = gm_keys.games_seen(desk, here.books, here.gm)
    match name:
        case "queue":
            return digest(desk, here.gm)
        case "show" if is_number(subject):
            number = _letter_of_mine(here, subject)
            return here.books.letters_in.get(number).raw.decode("ascii", "backslashreplace").splitlines()[:200]
        case "show":
            _must_be_mine(here, subject, subject or "show")
            return _texts(game.lines(game.game_screen(desk, subject), BROAD))
        case "trace":
            return _texts(letters.lines(letters.trace(desk, _letter_of_mine(here, words[0] if words else "")), BROAD))
        case "faults":
            return _texts(fault_lines(fault_screen(desk, seen), BROAD))
        case "players":
            seated, known = players.players(desk, seen), players.reliability(desk, seen)
            return _texts([*players.lines(seated, BROAD), ScreenLine(""), *players.reliability_lines(known, BROAD)])
        case "log":
            if subject:
                _must_be_mine(here, subject, subject)
            return _texts(log_lines(gm_actions(desk, subject, seen), BROAD))
        case "digest" if words:
            return [set_digest(here.books, here.gm, words)]
        case "digest":
            return digest(desk, here.gm)
        case _:
            return _help()


def _texts(lines: Sequence[ScreenLine]) -> list[str]:
    return [one.text for one in lines]


def _help() -> list[str]:
    lines = [heading("WHAT A GM MAY WRITE"), "  queue   show GAME   trace LETTER   faults   players   log"]
    lines += ["  digest 07:00 Europe/Berlin   (one letter a day)     digest off", ""]
    lines += ["  You see the effect of every change first.  To do it, answer", "  | confirm CODE", ""]
    for name, kind in CATALOGUE.items():
        tail = ": reason" if kind.REASONED else ""
        lines += wrap(f"{usage(kind)}{tail}", WIDTH, first="  ", rest="      ")
        lines += wrap(CATALOGUE[name].ABOUT, WIDTH, first="      ", rest="      ")
    return lines
