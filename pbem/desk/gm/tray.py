"""The umpire's tray: what waits for the umpire at the end of a game turn, in one letter with numbered cases and proposals.

They answer in one letter.  What they leave out goes as proposed.  Nothing here changes the position: that is a ruling's part.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from pbem.core.dice import KeyedDice
from pbem.desk.desk import Desk
from pbem.desk.gm import dispatches, gm_actions
from pbem.desk.gm.dispatches import DISPATCH, QUESTION, SEEN, UMPIRE, add, people, terms_of
from pbem.desk.orders.sharing import short
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, heading, wrap
from pbem.seal.state import leaf, leaf_salt
from pbem.store.database import Books
from pbem.store.tables import DispatchRow, GameRow

FULL = "the umpire's tray"
"""The `hold` of a game that is paused for its umpire."""
BETWEEN = " | "
"""Stands between the lines of an answer in its one canonical form."""
MOST_TURNS = 20
LONG, ENDS = 55, ".!?:;)\"'"
DOUBTFUL = "? "
QUOTED = '      " '
CASE = re.compile(r"(\d{1,4})\s*:(?!\d)\s*(\S.*)")
PERSON = re.compile(r"([A-Za-z][\w.' -]{0,59}?)\s*:\s*(\S.*)")
SEES = re.compile(r"([A-Za-z][\w.' -]{0,59}?)\s+sees?\s+(\S.*)", re.I)
GO_ON = re.compile(r"(?:please,?\s+)?go\s+on(?:,?\s+please)?[.!]*", re.I)
DELAY = re.compile(r"delay(?:\s+(\d{1,2}))?(?:\s+turns?)?\.?", re.I)
WITHHOLD = re.compile(r"(?:withhold|lost)\.?", re.I)
NOW = re.compile(r"(?:pass\s+on(?:\s+now)?|now|arrives)\.?", re.I)
TAKEN_BY = re.compile(r"taken\s+by\s+(.+?)\.?", re.I)
ROLL = re.compile(r"roll\s+(\d{0,2})d(\d{1,3})(?![\w/])\s*(?::|for\b)?\s*(.*)", re.I)
MOST_DICE, MOST_FACES, MOST_ROLLS = 20, 100, 20
ROLLED = "roll"
"""The `kind` of a row with dice that the umpire has rolled."""
OTHER_WORDS = re.compile(r"words\s*:\s*(\S.*)", re.I)
STAYS = "stays on the tray"
"""The fate of a dispatch about which a letter has a line that nobody can read: it is not passed on meanwhile."""
# Other ways to write the lines of a letter; an answer has them in the forms above.
NUMBERED = re.compile(r"(?:case\s*#?|no\.?\s*|number\s+|#\s*)(\d{1,4})\s*[:;.)-]?\s+(\S.*)", re.I)
POINTED = re.compile(r"(\d{1,3})\s*(?:[.);,-]\s+|\s)(\S.*)")
SEVERAL_CASES = re.compile(r"(\d{1,4}(?:\s*(?:,|-|&|and)\s*\d{1,4})+)\s*:(?!\d)\s*(\S.*)", re.I)
SEVERAL_PEOPLE = re.compile(r"([A-Za-z][\w.' -]*(?:,\s*[A-Za-z][\w.' -]*)+)\s*:\s*(\S.*)")
DOTTED = re.compile(r"\d{1,3}\s*[.);]\s+\S.*")
CAN = re.compile(r"(?<=\S)\s+can$", re.I)
ALL_PEOPLE = ("all", "everybody", "everyone")
NUMBERS = ("one", "two", "three", "four", "five", "six")
OTHER_DELAY = re.compile(
    rf"delay(?:ed)?(?:\s+it)?(?:\s+(?:by|for))?(?:\s+(\d{{1,2}}|an?|{'|'.join(NUMBERS)}))?(?:\s+more)?(?:\s+turns?)?[.!]*",
    re.I,
)
OTHER_WORDING = (
    (
        re.compile(r"with?hold(?:\s+it)?[.!]*|(?:do\s+not|don't|never)\s+(?:deliver|pass\s+on)(?:\s+it)?[.!]*", re.I),
        "withhold",
    ),
    (
        re.compile(r"deliver(?:\s+it)?(?:\s+now)?[.!]*|pass\s+it\s+on(?:\s+now)?[.!]*|it\s+arrives[.!]*", re.I),
        "pass on now",
    ),
    (re.compile(r"(?:is\s+)?(?:captured|intercepted|taken)\s+by\s+(.+?)[.!]*", re.I), r"taken by \1"),
    (re.compile(r"(?:hold|keep|wait|stays?)(?:\s+it)?(?:\s+on\s+the\s+tray)?[.!]*", re.I), STAYS),
)
AS_PROPOSED = re.compile(r"as\s+proposed[.!]*|ok(?:ay)?[.!]*", re.I)


@dataclass(frozen=True)
class TrayPerson:
    """Somebody who plays: their side, their seat, the names by which an umpire calls them."""

    side: str
    seat: int
    name: str


@dataclass(frozen=True)
class TrayAnswer:
    """An answer as it was read: for each case what is done with it, words and sightings for people, what was not read, and
    dice to be rolled: how many, of how many faces, for what."""

    cases: Mapping[int, str] = field(default_factory=dict)
    reports: Sequence[tuple[TrayPerson, str]] = ()
    seen: Sequence[tuple[TrayPerson, str]] = ()
    rolls: Sequence[tuple[int, int, str]] = ()
    unread: Sequence[str] = ()
    goes_on: bool = False

    @property
    def says_anything(self) -> bool:
        """True if it is more than words that nobody could read."""
        return bool(self.cases or self.reports or self.seen or self.rolls or self.goes_on)


def is_full(game: GameRow) -> bool:
    """True if a game is paused for its umpire."""
    return game.state == "paused" and game.hold == FULL


def everybody(books: Books, game: GameRow) -> list[TrayPerson]:
    """All who play, side by side, each side's player first."""
    return [
        TrayPerson(player.side, seat, name)
        for player in books.players.of(game)
        for seat, name in people(books, game, player).items()
    ]


def waiting(books: Books, game: GameRow) -> list[DispatchRow]:
    """The cases: dispatches on the way, and questions without an answer."""
    return [one for one in books.dispatches.of(game) if one.arrived is None and one.kind in (DISPATCH, QUESTION)]


# The letter.


def lay(desk: Desk, books: Books, game: GameRow, turn: int) -> None:
    """Pause a game at the end of a game turn and mail its tray to every GM of it."""
    now = desk.clock.now()
    game.state, game.hold, game.paused_since = "paused", FULL, now
    game.paused_until = now + timedelta(hours=terms_of(game).umpire)
    _mail(desk, books, game, turn, "tray")


def remind(desk: Desk, books: Books, game: GameRow) -> None:
    """The umpire's time is over: their tray is mailed again, and all players are told whom they wait for since when."""
    assert game.paused_since is not None, "it is paused"
    game.paused_until = game.paused_since + timedelta(hours=2 * terms_of(game).umpire)
    _mail(desk, books, game, turn_of(desk, books, game) - 1, "tray-again")
    since, until = times.in_full(game.paused_since), times.in_full(game.paused_until)
    text = f"We wait for the umpire, {game.gm_name or game.gm_address}, since {since}."
    text += f"  At {until} the game goes on without them."
    for player in books.players.of(game):
        label = f"umpire.{since}"
        subject = f"[{game.name}] We wait for the umpire"
        draft = Draft("announcement", label, subject, "\n".join(wrap(text, WIDTH)) + "\n", "opening", f"0.n{label}")
        post.to_side(desk, books, game, player, draft)


def turn_of(desk: Desk, books: Books, game: GameRow) -> int:
    """The game turn that comes next."""
    phase = desk.title(game.title).system.next_phase(desk.position(books, game))
    return phase.turn if phase is not None else 0


def _mail(desk: Desk, books: Books, game: GameRow, turn: int, kind: str) -> None:
    lines = letter(desk, books, game, turn)
    count = len(waiting(books, game))
    due = times.stamp(game.paused_until) if game.paused_until is not None else ""
    subject = f"[{game.name}] TRAY, turn {turn}: {count} {'case' if count == 1 else 'cases'}, due {due}"
    label = f"{game.branch}.{turn}.{kind}"
    post.to_gm(desk, books, game, Draft(kind, label, subject, "\n".join(lines) + "\n"))


def letter(desk: Desk, books: Books, game: GameRow, turn: int) -> list[str]:
    """The tray: cases with proposals, and how to answer."""
    names = {(one.side, one.seat): short(one.name) for one in everybody(books, game)}
    proposals = proposed(desk, books, game)
    lines = [heading(f"THE TRAY, TURN {turn}")]
    lines += wrap("Cases that you leave out go as proposed after the arrow.", WIDTH)
    for row in waiting(books, game):
        by, to = names.get((row.side, row.sender), "somebody"), names.get((row.side, row.receiver), "")
        what = f"{by} asks" if row.kind == QUESTION else f"{by} to {to}, turn {row.turn}"
        where = f" at {row.place}" if row.place else ""
        lines += wrap(f"{row.number:3} {row.kind:9} {what}{where}", WIDTH, rest="      ")
        for one in row.words.splitlines():
            # Each line begins like none of an answer, lest a letter that quotes without marks does what a player wrote.
            lines += wrap(ascii_text(one), WIDTH, first=QUOTED, rest=QUOTED)
        lines += [f"      -> {proposals[row.number]}"]
    lines += ["    (no case)"] if not proposals else []
    lines += ["", heading("YOUR ANSWER")]
    lines += wrap(
        'One letter.  Its last line says "go on"; nothing is done without it.  For a case, its number and a colon:',
        WIDTH,
    )
    lines += ["", '  "8: delay 1"       a turn later       "8: withhold"      it never arrives']
    lines += ['  "8: pass on now"   it arrives         "8: taken by NAME" they read it instead']
    lines += ['  "8: words: ..."    other words arrive', '  "15: ..."          the answer to a question', ""]
    lines += wrap('For a person: "NAME: what they read", "NAME sees Yorck at 3110, Kleist".  The people:', WIDTH)
    lines += wrap(", ".join(one.name for one in everybody(books, game)), WIDTH, first="  ", rest="  ")
    lines += ["", *wrap('Dice, for a purpose that you name before they fall: "roll 2d6: the bridge".', WIDTH)]
    lines += ["", *wrap("A change of the position is a ruling, as ever: you see its effect, and confirm it.", WIDTH)]
    return lines


def proposed(desk: Desk, books: Books, game: GameRow) -> dict[int, str]:
    """For each case what happens if the umpire says nothing of it."""
    turn, state = turn_of(desk, books, game), desk.position(books, game)
    found = {}
    for row in waiting(books, game):
        if row.kind == QUESTION:
            found[row.number] = "no answer yet; it stays on the tray"
        else:
            captor = dispatches.taken_by(desk, books, game, row, state, turn)
            is_there = dispatches.is_there(desk, books, game, row, state, turn)
            arrives = "arrives now" if is_there else "rides on"
            found[row.number] = f"taken by {books.players.get(game, captor).name}" if captor else arrives
    return found


# The answer.


def split(words: str, known: Sequence[str]) -> tuple[list[str], list[str]]:
    """The lines of a GM's letter that answer the tray, in whole, and the others, which begin with one of the words `known`.

    A line that begins nothing goes on with the one above: phones wrap.  Of the answer nothing counts behind ``go on``.  Where a
    long line without an end is followed by one that begins with a name, both are marked as doubtful: words for one person must
    not go to another.
    """
    own: list[str] = []
    others: list[str] = []
    has_ended, before = False, ""
    for raw in words.splitlines():
        line, above = _usual(raw.strip().removeprefix("|").strip()), before
        before = line
        begins = any(one.fullmatch(line) for one in BEGINS)
        if ROLL.fullmatch(line) and not has_ended:
            own.append(line)
        elif line and re.split(r"[\s:]", line.lower(), maxsplit=1)[0] in known and not CASE.fullmatch(line):
            others.append(raw)
        elif not line or has_ended:
            continue
        elif own and not begins and DOTTED.fullmatch(line) and above[-1:] in ENDS:
            own[-1] = f"{DOUBTFUL}{own[-1].removeprefix(DOUBTFUL)} // {line}"
        elif not begins and own:
            own[-1] = f"{own[-1]} {line}"
        elif own and len(above) >= LONG and above[-1] not in ENDS and (PERSON.fullmatch(line) or SEES.fullmatch(line)):
            own[-1] = f"{DOUBTFUL}{own[-1].removeprefix(DOUBTFUL)} // {line}"
        else:
            own.append(line)
            has_ended = GO_ON.fullmatch(line) is not None
    return own, others


BEGINS = (CASE, PERSON, SEES, GO_ON, ROLL, SEVERAL_CASES, SEVERAL_PEOPLE)
"""A line that begins something in an umpire's letter is like one of these."""


def _usual(line: str) -> str:
    """``Case 8: withhold``, ``8. withhold`` and the like as ``8: withhold``; any other line as it is."""
    if (match := NUMBERED.fullmatch(line)) is not None:
        return f"{match[1]}: {match[2]}"
    match = POINTED.fullmatch(line)
    return f"{match[1]}: {match[2]}" if match is not None and _in_usual_words(match[2]) != match[2] else line


def _in_usual_words(what: str) -> str:
    """A wish for a dispatch in the words that an answer has; as it is if it says something else.

    What is in these words already is followed by a full stop, which says nothing.
    """
    if (match := OTHER_DELAY.fullmatch(what)) is not None:
        number = (match[1] or "1").lower()
        return (
            f"delay {NUMBERS.index(number) + 1 if number in NUMBERS else 1 if number in ('a', 'an') else int(number)}."
        )
    for wording, usual in OTHER_WORDING:
        if (match := wording.fullmatch(what)) is not None:
            return f"{match.expand(usual)}."
    return "pass on now." if NOW.fullmatch(what) else what


def plainly(books: Books, game: GameRow, lines: Sequence[str]) -> list[str]:
    """The lines of an umpire's letter in the forms that an answer has: one for each case, and for each person.

    A dispatch about which there is a line that nobody can read stays on the tray: what was passed on cannot be taken back.
    """
    known = {one.number: one for one in waiting(books, game)}
    found: list[str] = []
    for line in lines:
        if (match := SEVERAL_CASES.fullmatch(line)) is not None:
            numbers = [int(one) for one in re.findall(r"\d+", match[1])]
            if "-" in match[1]:
                numbers = list(range(numbers[0], min(numbers[-1], numbers[0] + MOST_TURNS) + 1))
            found += [part for one in numbers for part in _of_case(books, game, known.get(one), one, match[2])]
        elif (match := CASE.fullmatch(line)) is not None:
            found += _of_case(books, game, known.get(int(match[1])), int(match[1]), match[2])
        elif (match := PERSON.fullmatch(line) or SEVERAL_PEOPLE.fullmatch(line)) is not None:
            found += [f"{name}: {match[2]}" for name in _people_called(books, game, match[1])]
        elif (match := SEES.fullmatch(line)) is not None:
            found.append(f"{CAN.sub('', match[1])} sees {match[2]}")
        else:
            about = POINTED.fullmatch(line)
            row = known.get(int(about[1])) if about is not None else None
            found += [*([f"{row.number}: {STAYS}"] if row is not None and row.kind == DISPATCH else []), line]
    return found


def _of_case(books: Books, game: GameRow, row: DispatchRow | None, number: int, what: str) -> list[str]:
    if row is None or row.kind == QUESTION:
        return [f"{number}: {what}"]
    if AS_PROPOSED.fullmatch(what):
        return []
    usual = _in_usual_words(what).removesuffix(".") if not OTHER_WORDS.fullmatch(what) else what
    return [*([f"{number}: {STAYS}"] if _wrong(books, game, row, usual) else []), f"{number}: {usual}"]


def _people_called(books: Books, game: GameRow, words: str) -> list[str]:
    """The people whom words before a colon name, each as they are called; the words themselves if they name others too."""
    words = re.sub(r"(?i)^to\s+", "", words)
    if words.strip().lower() in ALL_PEOPLE:
        return [one.name for one in everybody(books, game)]
    each = [one for one in re.split(r",\s*(?:and\s+)?|\s+and\s+", words) if one]
    is_one = not isinstance(called(books, game, words), str)
    return [words] if is_one or any(isinstance(called(books, game, one), str) for one in each) else each


def read(books: Books, game: GameRow, text: str) -> TrayAnswer:
    """An answer in its canonical form (see `BETWEEN`); of two lines about one case the later counts."""
    cases: dict[int, str] = {}
    reports: list[tuple[TrayPerson, str]] = []
    seen: list[tuple[TrayPerson, str]] = []
    unread: list[str] = []
    rolls: list[tuple[int, int, str]] = []
    known = {one.number: one for one in waiting(books, game)}
    goes_on = False
    for line in filter(None, (part.strip() for part in text.split(BETWEEN.strip()))):
        if GO_ON.fullmatch(line):
            goes_on = True
        elif match := ROLL.fullmatch(line):
            number, faces, purpose = int(match[1] or 1), int(match[2]), (match[3] or "").strip()
            if not purpose:
                unread.append(f"{line}   (expected a purpose behind it: roll 2d6: the bridge)")
            elif not (1 <= number <= MOST_DICE and 2 <= faces <= MOST_FACES):
                unread.append(f"{line}   (expected 1 to {MOST_DICE} dice of 2 to {MOST_FACES} faces)")
            else:
                rolls.append((number, faces, purpose))
        elif line.startswith(DOUBTFUL):
            unread.append(f"{line}   (does a new line begin at //?  Then put an empty line before it)")
        elif match := CASE.fullmatch(line):
            row = known.get(int(match[1]))
            wrong = "no such case waits" if row is None else _wrong(books, game, row, match[2])
            if wrong:
                unread.append(f"{line}   ({wrong})")
            else:
                cases[int(match[1])] = match[2]
        elif (match := SEES.fullmatch(line)) and not PERSON.fullmatch(line):
            _for_person(books, game, line, match, seen, unread)
        elif match := PERSON.fullmatch(line):
            _for_person(books, game, line, match, reports, unread)
        else:
            unread.append(line)
    return TrayAnswer(cases, reports, seen, rolls, unread, goes_on)


def _for_person(
    books: Books, game: GameRow, line: str, match: re.Match[str], to: list[tuple[TrayPerson, str]], unread: list[str]
) -> None:
    found = called(books, game, match[1])
    if isinstance(found, str):
        unread.append(f"{line}   ({found})")
    else:
        to.append((found, match[2]))


def called(books: Books, game: GameRow, name: str) -> TrayPerson | str:
    """The person whom an umpire calls so, by their whole name, its last word, or a side's code; a sentence if that is nobody or
    two people: what is meant for one must go to nobody else."""
    word, everyone = name.strip().lower(), everybody(books, game)
    codes = {one.side: one.code.lower() for one in books.players.of(game)}
    for names in (
        lambda one: one.name.lower(),
        lambda one: short(one.name).lower(),
        lambda one: codes[one.side] if not one.seat else "",
    ):
        found = [one for one in everyone if names(one) == word]
        if len(found) == 1:
            return found[0]
        if found:
            return f"{len(found)} people are called {name.strip()}: " + ", ".join(one.name for one in found)
    return "expected one of " + ", ".join(one.name for one in everyone)


def _wrong(books: Books, game: GameRow, row: DispatchRow, what: str) -> str:
    """Why this cannot be done with a case, "" if it can."""
    if row.kind == QUESTION:
        return ""
    if match := DELAY.fullmatch(what):
        return "" if 1 <= int(match[1] or 1) <= MOST_TURNS else f"expected 1 to {MOST_TURNS} turns"
    if match := TAKEN_BY.fullmatch(what):
        found = called(books, game, match[1])
        return found if isinstance(found, str) else ""
    if what == STAYS or any(one.fullmatch(what) for one in (WITHHOLD, NOW, OTHER_WORDS)):
        return ""
    return "expected delay N, withhold, pass on now, taken by NAME, or words: ..."


def effects(desk: Desk, books: Books, game: GameRow, decided: TrayAnswer) -> list[str]:
    """The effect of an answer, case by case, for the umpire."""
    names = {(one.side, one.seat): one.name for one in everybody(books, game)}
    found = []
    for number, proposal in proposed(desk, books, game).items():
        row = next(one for one in waiting(books, game) if one.number == number)
        what = decided.cases.get(number)
        who = names.get((row.side, row.sender), "somebody")
        found.append(f"{number} {row.kind} of {who}: {what or f'{proposal} (as proposed)'}")
    found += [f"{one.name} reads: {words}" for one, words in decided.reports]
    found += [f"{one.name} sees: {words}" for one, words in decided.seen]
    found += [f"rolled: {number}d{faces} for {purpose}" for number, faces, purpose in decided.rolls]
    return [*found, *(f"not understood, and not done: {one}" for one in decided.unread)]


def decide(desk: Desk, books: Books, game: GameRow, decided: TrayAnswer, text: str, seq: int) -> None:
    """Deal with every case, and write what the umpire says to people; all of it is sealed with record `seq`."""
    turn, state, position = turn_of(desk, books, game), desk.position(books, game), _Writing(desk, books, game, seq)
    cases = waiting(books, game)
    for row in cases:
        row.sealed = row.sealed or seq
        what = decided.cases.get(row.number, "")
        if row.kind == QUESTION:
            if what:
                row.arrived = seq
                position.to(TrayPerson(row.side, row.sender, ""), "answer", what)
        elif what:
            _done_with(books, game, row, what, position)
        else:
            dispatches.ride_on(desk, books, game, row, state, turn, seq)
    for person, words in decided.reports:
        position.to(person, "report", words)
    for person, words in decided.seen:
        position.to(person, SEEN, words)
    position.to(TrayPerson("", UMPIRE, ""), "tray", text)


def _done_with(books: Books, game: GameRow, row: DispatchRow, what: str, position: "_Writing") -> None:
    if what == STAYS:
        return
    if match := DELAY.fullmatch(what):
        row.turn += int(match[1] or 1)
        return
    row.arrived = position.seq
    if WITHHOLD.fullmatch(what):
        row.fate = "withheld"
    elif match := TAKEN_BY.fullmatch(what):
        found = called(books, game, match[1])
        assert isinstance(found, TrayPerson), "it was read"
        turn = turn_of(position.desk, books, game) - 1
        dispatches.take(position.desk, books, game, row, found.side, found.seat, turn, position.seq)
    elif match := OTHER_WORDS.fullmatch(what):
        row.fate = "changed"
        position.to(TrayPerson(row.side, row.receiver, ""), DISPATCH, match[1], of=row)


@dataclass(frozen=True)
class _Writing:
    """Rows that an answer writes."""

    desk: Desk
    books: Books
    game: GameRow
    seq: int

    def to(self, person: TrayPerson, kind: str, words: str, of: DispatchRow | None = None) -> None:
        """Write to somebody: they read it on top of their next report."""
        turn = turn_of(self.desk, self.books, self.game) - 1
        fields: dict[str, Any] = {"sender": UMPIRE, "phase": "", "place": "", "turn": turn}
        if of is not None:
            fields = {"sender": of.sender, "phase": of.phase, "place": of.place, "turn": of.turn}
        row = DispatchRow(**fields, side=person.side, receiver=person.seat, kind=kind, words=words)
        add(self.desk, self.books, self.game, row)
        row.sealed = row.arrived = self.seq


def rolled(desk: Desk, books: Books, game: GameRow) -> list[DispatchRow]:
    """The rolls for the tray that waits."""
    turn = turn_of(desk, books, game) - 1
    return [one for one in books.dispatches.of(game) if one.kind == ROLLED and one.turn == turn]


def roll(desk: Desk, books: Books, game: GameRow, dice: tuple[int, int, str]) -> str:
    """Roll dice for a purpose of the umpire's, in a ruling of its own; what they are told.

    The key to them is the salt of the newest record of play: it is committed to since before the purpose was named, is opened
    at the end, and then anybody can roll them again (docs/trust.md).  Dice are rolled once for each purpose.
    """
    number, faces, purpose = dice
    before = rolled(desk, books, game)
    about = f"{number}d{faces}: {purpose}"
    same = next((one for one in before if one.words.partition(" = ")[0].lower() == about.lower()), None)
    if same is not None:
        return f"rolled before: {same.words}"
    if len(before) >= MOST_ROLLS:
        return f"not rolled: {about}; you have rolled {MOST_ROLLS} times for this tray"
    salt_key = books.secrets.get(game.name, "salt key")
    play = books.records.last_of_types(game, ("phase.resolved",))
    assert play is not None, "a turn was played"
    key = leaf_salt(salt_key, "segment", play.seq, play.branch)
    seq = chain.next_seq(books, game)
    fell = KeyedDice(key).faces(f"umpire {game.branch} {seq}", number, faces)
    shown = " + ".join(map(str, fell)) + (f" = {sum(fell)}" if number > 1 else "")
    fields: dict[str, Any] = {"side": "", "sender": UMPIRE, "receiver": UMPIRE, "phase": "", "place": ""}
    turn = turn_of(desk, books, game) - 1
    row = DispatchRow(**fields, kind=ROLLED, turn=turn, words=f"{about} = {shown}")
    add(desk, books, game, row)
    row.sealed = row.arrived = seq
    books.write()
    rule_sealed(desk, books, game, ROLLED, seq)
    return f"rolled: {row.words}"


def rule_sealed(desk: Desk, books: Books, game: GameRow, what: str, seq: int) -> Appended:
    """The umpire's ruling, record `seq`: it commits to all dispatches of that record, and the game's end opens it."""
    value = {"dispatches": dispatches.sealed_in(books.dispatches.of(game), seq)}
    salt = leaf_salt(books.secrets.get(game.name, "salt key"), "segment", seq, game.branch)
    turn = turn_of(desk, books, game) - 1
    body = {"what": what, "reason": f"turn {turn}", "agreed": [], "sealed": leaf(salt, "segment", value).hex()}
    made = gm_actions.append(desk, books, game, "gm.ruling", body)
    game.rulings += 1
    return made


def undo_delays(books: Books, game: GameRow, undone: Sequence[DispatchRow]) -> None:
    """Take back the delays of trays that an undo has taken back: the dispatches that are still on the way ride on as before."""
    still = {one.number: one for one in books.dispatches.of(game)}
    for row in undone:
        parts = row.words.split(BETWEEN.strip()) if row.kind == "tray" else ()
        cases = {match[1]: match[2] for one in parts if (match := CASE.fullmatch(one.strip()))}
        for number, what in cases.items():
            delay, late = DELAY.fullmatch(what), still.get(int(number))
            if delay is not None and late is not None and 1 <= int(delay[1] or 1) <= MOST_TURNS:
                late.turn -= int(delay[1] or 1)


def closed(game: GameRow) -> None:
    """The umpire has answered: the game goes on."""
    game.state, game.hold, game.paused_since, game.paused_until, game.unplayed = "open", "", None, None, True
