"""Lines of a letter that name people of one's own side, deputies too, and lines that take orders back, ``withdraw Mills``.

Words are for some (``to Mills: ...``, ``to Mills, Noyes: ...``), or for the whole side (``to us: ...``).
They go to nobody else: at once, or, in a game with couriers, by a rider to each.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from pbem.desk.desk import Desk
from pbem.desk.games.succession import next_in_rank
from pbem.desk.gm import dispatches
from pbem.desk.incoming.incoming import Incoming
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.orders.filing import stood
from pbem.desk.orders.letter_join import LetterJoin
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.orders.orders_on_file import FiledChanges, Refused
from pbem.desk.orders.sharing import CHIEF_READY, NOT_YOURS, Writer, short, whose
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.language.spelling import listed, nearest
from pbem.orders.lines import message_end, straight
from pbem.reports import times
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.letters_out import report_number
from pbem.store.tables import GameRow, PlayerRow

if TYPE_CHECKING:
    from pbem.desk.incoming.letter_requests import Asked
    from pbem.desk.play.play import PlayResult


TO = re.compile(r"\s*to\s+([a-z][\w.', -]{0,59}?)\s*:(?:\s+(\S.*))?\s*", re.I)
SEVERAL = re.compile(r" ?, ?(?:and )?| and ")
WITHDRAW = re.compile(
    r"withdraw\s+(?:all\s+(?:of\s+)?|(?:the\s+)?(?:orders|lines)\s+(?:of|by|from)\s+)?"
    r"([a-z][\w.', -]{0,59}?)(?:'s?(?:\s+(?:orders?|lines?))?|\s+(?:orders|lines))?[.!]?",
    re.I,
)
TO_UMPIRE = re.compile(r"\A\s*(?:to\s+)?(?:the\s+)?umpire\s*:", re.I)
ALL = ("us", "all of us", "side", "our side", "my side")
"""Words for everybody on one's side."""
DECIDES = ("draw", "pace", "take back", "agree", "disagree", "resign")
"""A chief's words that decide for everybody on the side."""
OTHERS = re.compile(
    r"(?:the\s+|my\s+)?(?:gm|g\.m\.|game\s*master|referee|umpire|moderator|opponents?|other\s+\w+|enemy)", re.I
)
"""The people that the reader of letters knows."""


@dataclass(frozen=True)
class WordsToComrades:
    """A letter's words to comrades: the letter `left` without them, each message with the seats that it goes to, what the
    answer says of those that go to nobody, and the seats whose lines on file are to be withdrawn."""

    left: str
    letters: tuple[tuple[tuple[int, ...], str], ...] = ()
    notes: tuple[str, ...] = ()
    withdraws: tuple[int, ...] = ()


def words_to(books: Books, game: GameRow, writer: Writer, words: str) -> WordsToComrades:
    """The messages to comrades in a letter.  One behind its name ends with its line, one below it at an empty line."""
    side = writer.chief.side
    people = dispatches.people(books, game, writer.chief)
    ways = [(way, number) for number, name in people.items() for way in {name.lower(), short(name).lower()}]
    known = [way for way, _ in ways]
    names = {way: number for way, number in ways if known.count(way) == 1}  # of two Smiths neither is ``Smith``
    enemies = {way: one.name for one in books.players.of(game) if one.side != side for way in _ways_to_call(one)}
    is_enemy = {one.code.lower() for one in books.players.of(game) if one.side != side}
    lines, letters, notes, withdraws = words.splitlines(), [], [], list[int]()
    if dispatches.has_umpire(game):
        names["umpire"] = dispatches.UMPIRE
        lines = [TO_UMPIRE.sub("to umpire:", one, count=1) for one in lines]
    n = 0
    while n < len(lines):
        match, first = TO.fullmatch(straight(lines[n])), n
        n += 1
        found = WITHDRAW.fullmatch(_bare(lines[first]))
        named = SEVERAL.split(" ".join(found[1].lower().split())) if found is not None else []
        if named and all(one in names and names[one] != dispatches.UMPIRE for one in named):
            withdraws += [names[one] for one in named]
            lines[first] = ""
            continue
        if match is None or (match[1].lower() not in names and OTHERS.fullmatch(match[1])):
            continue
        to = " ".join(match[1].lower().split())
        each = [to] if to in ALL or to in names else SEVERAL.split(to)
        unknown = next((one for one in each if one not in ALL and one not in names), None)
        if unknown is not None and unknown in enemies:
            says = "{name} is on the other side, so this went to nobody.  To write to them   press: your words"
            notes.append(translate(says, name=enemies[unknown]))
            n = _taken(lines, first, _message(lines, match[2], n))
            continue
        if unknown is not None:
            near = nearest(unknown, [(way, people[number]) for way, number in names.items() if number in people])
            says = "Nobody on your side is called {name}, so this went to nobody.  With you: {others}."
            if near:
                says = "Nobody on your side is called {name}.  Did you mean   to {near}:"
            others = listed(name for number, name in people.items() if number != writer.number)
            # Where words ride they are for one person, and elsewhere in the letter others might read them.
            if near or dispatches.ride(game):
                notes.append(
                    translate(says, name=_as_written(unknown, match[1]), near=near[0] if near else "", others=others)
                )
                has_words = match[2] or dispatches.ride(game)
                n = _taken(lines, first, _message(lines, match[2], n) if has_words else ("", "", n))
            continue
        text, behind, n = _message(lines, match[2], n)
        if to in is_enemy:
            says = "{name} is the other side too.  To your own side write   to side:   , to the other   press:"
            notes.append(translate(says, name=to))
        elif text:
            seats = [number for one in each for number in (people if one in ALL else [names[one]])]
            numbers = tuple(one for one in dict.fromkeys(seats) if one != writer.number)
            letters += [(numbers, text)] if numbers else []
            notes += [] if numbers else [translate("You are {name} yourself: it went to nobody.", name=writer.name)]
        n = _taken(lines, first, (text, behind, n))
    return WordsToComrades("\n".join(lines), tuple(letters), tuple(notes), tuple(dict.fromkeys(withdraws)))


def _ways_to_call(player: PlayerRow) -> tuple[str, ...]:
    """The ways to call the player of another side, in small letters."""
    return player.name.lower(), short(player.name).lower(), player.code.lower(), player.side.lower()


def _as_written(name: str, words: str) -> str:
    """A name in small letters as the words have it."""
    at = words.lower().find(name)
    return words[at : at + len(name)] if at >= 0 else name


def _bare(line: str) -> str:
    """A line without the bar of a line to copy, and with plain quotation marks."""
    return straight(line).strip().removeprefix("|").strip()


def _message(lines: Sequence[str], words: str | None, n: int) -> tuple[str, str, int]:
    """The words of a message: those behind its name, or those on line `n` and below; what stands behind their ``end press``;
    and the line below them."""
    if words:
        text, behind = message_end(words) or (words, "")
        return text.strip(), behind, n
    found, behind = list[str](), ""
    while n < len(lines) and lines[n].strip() and not lines[n].startswith(">"):
        end = message_end(lines[n])
        n += 1
        if end is not None:
            behind = end[1]
            found += [end[0].strip()] if end[0].strip() else []
            break
        found.append(lines[n - 1].strip())
    return "\n".join(found), behind, n


def _taken(lines: list[str], first: int, message: tuple[str, str, int]) -> int:
    """Take the lines of a message out, but for what stands behind its end; the line to read next."""
    _, behind, n = message
    lines[first:n] = [*[""] * (n - first - 1), behind]
    return n - 1 if behind else n


def _brief(text: str) -> str:
    first = " ".join(text.split())
    return first if len(first) <= WIDTH // 2 else first[: WIDTH // 2].rsplit(" ", 1)[0] + " ..."


def letter(game: GameRow, writer: Writer, text: str, label: str, phase: str) -> Draft:
    """The letter that brings one such message."""
    head = translate("{name} writes to you:", name=writer.name)
    how = translate("To answer {short} alone:   to {short}: your words", short=short(writer.name))
    lines = [line for one in text.splitlines() for line in wrap(ascii_text(one), WIDTH, first="  ", rest="  ")]
    subject = f"[{game.name}] {translate('{name} writes to you', name=writer.name)}"
    return Draft("press", label, subject, "\n".join([head, "", *lines, "", how, ""]), phase, f"0.c{label}")


def tell_decisions(
    desk: Desk, books: Books, game: GameRow, writer: Writer, asked: Sequence["Asked"], label: str, phase: str
) -> tuple[str, ...]:
    """Tell a side's commanders what their chief has written that decides for all of them; what the answer says of it."""
    written = [one.text or one.word for one in asked if one.word in DECIDES]
    sharing = books.seats.sharing(game, writer.chief.side)
    if writer.seat is not None or not written or not sharing:
        return ()
    for one in sharing:
        with writing_to(desk, one):
            head = translate("{name}, your chief, has written:", name=writer.name)
            how = translate("To write to {short}:   to {short}: your words", short=short(writer.name))
            text = "\n".join([head, "", *(f"  {line}" for line in written), "", *wrap(how, WIDTH), ""])
            subject = f"[{game.name}] {translate('{name} has written', name=writer.name)}: {written[0]}"
            draft = Draft("command", f"{label}.d", subject, text, phase, f"0.d{label}")
        post.to_player(desk, books, game, writer.chief, draft, seat=one.number)
    return (
        translate(
            "{names} have been told." if len(sharing) > 1 else "{names} has been told.",
            names=listed(one.name for one in sharing),
        ),
    )


def pass_on(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    writer: Writer,
    letter_in: Incoming,
    now: "PlayResult",
) -> WordsToComrades:
    """Mail what a letter says to comrades of its writer's, or send riders with it; `now` is where play stands.

    The words that are left to be read, with what the letter's answer says.
    """
    if not writer.is_shared and not dispatches.has_umpire(game):
        return WordsToComrades(letter_in.body)
    found = words_to(books, game, writer, letter_in.body)
    people, notes, mailed = dispatches.people(books, game, player), list(found.notes), 0
    for seats, text in found.letters:
        at_once, ridden = list(seats), list[str]()
        if dispatches.ride(game):
            at_once, ridden = dispatches.send(desk, books, game, writer, (now.phase, now.state), seats, text)
        for seat in at_once:
            draft = letter(game, writer, text, f"{letter_in.label}.c{mailed}", now.phase.id)
            post.to_player(desk, books, game, player, draft, seat=seat)
            mailed += 1
        if at_once:
            whom = ", ".join(short(people[one]) for one in at_once)
            says = "Passed on to {names}, and to nobody else: {text}"
            notes.append(translate(says, names=whom, text=ascii_text(_brief(text))))
        notes += ridden
    return replace(found, notes=tuple(notes))


# The next in rank on a shared side, who may say ``ready all`` for a chief who is silent as the deadline comes near.

BEFORE = timedelta(hours=12)
"""The time before the deadline in which it counts."""


def ready_for_all(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming, phase: str
) -> tuple[str, ...]:
    """Make a side ready at a commander's ``ready all``, if they may say so; what the answer says of it.

    A replay has no deadlines, so there it does nothing: the phase is played as if its deadline had passed, which is the same.
    """
    row, latest = books.phases.open(game), books.submissions.latest(game, player.side, phase)
    deputy = next_in_rank(desk, books, game, player.side)
    if row is None or latest is None or deputy is None or latest.ready in ("ready", "pass"):
        return ()
    yours = translate("Your  ready  is for yourself.")
    if deputy.number != letter.seat_number:
        says = translate("Only {name} may say  ready all .", name=f"{player.name}, your chief,")
        return (f"{yours}  {says}",)
    if not player.plays_one and _has_written(books, game, player, phase, latest.ready):
        return (
            f"{yours}  {translate('{name}, your chief, has written in this phase and decides.', name=player.name)}",
        )
    if row.due is None or row.due - letter.arrived > BEFORE:
        says = "If {name}, your chief, is silent, you may say  ready all  in the last 12 hours before the deadline."
        when = f"  {translate('It counts from {moment}.', moment=times.in_full(row.due - BEFORE))}" if row.due else ""
        return (f"{yours}  {translate(says, name=player.name)}{when}",)
    books.submissions.set_ready(latest, "ready")
    with writing_to(desk, player):
        text = translate(
            "{name}, the next in rank, has said  ready all , since we had no letter from you in this phase.  The orders on "
            "file are carried out; standing orders and defaults act for the rest.",
            name=deputy.name,
        )
        subject = f"[{game.name}] {translate('{name} has said  ready all', name=deputy.name)}"
        draft = Draft(
            "command", f"{letter.label}.r", subject, "\n".join(wrap(text, WIDTH)) + "\n", phase, f"0.r{letter.label}"
        )
    post.to_player(desk, books, game, player, draft)
    return (
        translate("Your side is ready: {name}, your chief, is silent, and you are next in rank.", name=player.name),
    )


def _has_written(books: Books, game: GameRow, player: PlayerRow, phase: str, ready: str) -> bool:
    """True if a side's chief has answered its newest report, said a word of readiness, or has lines on file for the phase."""
    last = books.letters_out.last_report(game.name, player.side)
    has_answered = last is not None and player.answered is not None and player.answered >= report_number(last)
    has_lines = any(one.seat == 0 for one in stood(books, game, player.side, phase))
    return has_answered or has_lines or ready in (CHIEF_READY, "wait")


# Lines that a letter takes back from the orders on file: one by its number, or all of a person's by their name.


class Withdrawals:
    """The withdrawals of one letter; `of_people` are the lines of people whom it names, each with their seat."""

    def __init__(self, joining: LetterJoin) -> None:
        self._joining = joining
        self.of_people: list[tuple[int, LineOnFile]] = []

    def withdraw_of(self, seats: Sequence[int]) -> tuple[list[Refused], list[str]]:
        """Leave the lines of the people in these seats out of what stands; those that are the chief's to withdraw, and what is
        said of people who have none."""
        joining, refused, notes = self._joining, list[Refused](), list[str]()
        people = dispatches.people(joining.books, joining.game, joining.player)
        for seat in seats:
            if not joining.writer.is_mine(seat):
                text = f"withdraw {short(people[seat])}"
                refused.append(Refused(0, text, (text, f"{NOT_YOURS}  {whose(joining.player)}"), "command"))
                continue
            gone = joining.withdraw_all_of(seat)
            self.of_people += [(seat, one) for one in gone]
            if not gone:
                says = "{name} has no lines on file, so there was nothing to withdraw."
                notes.append(translate(says, name=people[seat]))
        return refused, notes

    def mail_notes(self, label: str, phase: str) -> list[str]:
        """The notes on people's lines in the answer to the letter; each of these people gets a letter too."""
        joining, notes = self._joining, list[str]()
        people = dispatches.people(joining.books, joining.game, joining.player)
        for seat in dict.fromkeys(seat for seat, _ in self.of_people):
            lines = [" and ".join(one.canonical) for other, one in self.of_people if other == seat]
            notes.append(translate("Withdrawn, of {name}: {lines}", name=people[seat], lines="; ".join(lines)))
            if seat != joining.writer.number:
                self._mail(seat, lines, f"{label}.w{seat}", phase)
        return notes

    def _mail(self, seat: int, lines: Sequence[str], label: str, phase: str) -> None:
        """Tell a commander that their chief has withdrawn these lines of theirs."""
        desk, books, game, writer = self._joining.desk, self._joining.books, self._joining.game, self._joining.writer
        reader = next(one for one in books.seats.sharing(game, writer.chief.side) if one.number == seat)
        with writing_to(desk, reader):
            head = translate("{name}, your chief, has withdrawn your lines on file:", name=writer.name)
            how = translate(
                "To order them again, send them once more.  To write to {short}:   to {short}: your words",
                short=short(writer.name),
            )
            shown = [line for one in lines for line in wrap(one, WIDTH, first="  ", rest="    ")]
            text = "\n".join([*wrap(head, WIDTH), "", *shown, "", *wrap(how, WIDTH), ""])
            subject = f"[{game.name}] {translate('Your orders were withdrawn by your chief')}"
            draft = Draft("clash", label, subject, text, phase, f"0.{label}")
            post.to_player(desk, books, game, writer.chief, draft, seat=seat)

    def note_lines(self, filed: FiledChanges, numbers: Sequence[str], *, is_listed: bool) -> None:
        """Say which lines were taken out of what stands, whatever their phase; where there is none, which there are.

        `is_listed`: the letter changes the orders on file, and the answer lists them under their new numbers.
        """
        gone = [text for one in self._joining.withdrawn.values() for text in one.canonical]
        if gone:
            filed.notes.append(translate("Withdrawn: {lines}", lines="; ".join(gone)))
        for number in numbers:
            if number not in self._joining.withdrawn:
                self._note_missing(filed, number, is_listed=is_listed)

    def _note_missing(self, filed: FiledChanges, number: str, *, is_listed: bool) -> None:
        """Say of a number that no line on file has it, and which have one."""
        joining = self._joining
        places = [str(one) for one in joining.numbers_on_file()]
        phase = joining.desk.title(joining.game.title).teller.short_name(filed.now.phase.id)
        has = (
            translate("You have the lines {numbers} on file", numbers=", ".join(places))
            if len(places) > 1
            else translate("You have line {number} on file", number=places[0])
            if places
            else translate("You have no lines on file for {phase}", phase=phase)
        )
        if not places or joining.was_refused(number):
            what = translate("Line {number} is not on file, so there was nothing to withdraw.", number=number)
            if places:
                what = translate("Line {number} was refused and is not on file: nothing to withdraw.", number=number)
            filed.notes.append(what if is_listed else f"{what}  {has}.")
            return
        lines = (f"withdraw line {number}", f"E190  {has}; {translate('see them with')}   orders")
        filed.refused.append(Refused(0, f"withdraw {number}", lines, "command"))
