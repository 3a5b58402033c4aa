"""The screen of one game: its players, terms, newest records and keys."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.games.proposals import answers_to, questions_of
from pbem.desk.gm.incidents.incident import mark_of
from pbem.desk.incoming.gm_keys import SIDE as GM_SIDE
from pbem.desk.orders.filing import phases_on_file
from pbem.desk.orders.sharing import commands
from pbem.desk.play.answers import on_file
from pbem.desk.play.practice import is_stood_in
from pbem.desk.play.terms import terms_of
from pbem.desk.record.rules_program import engine_in_force, engine_in_words
from pbem.desk.record.signing import wrong_records
from pbem.desk.record.upgrade import installed_instead
from pbem.gm.screen import ALARM, BOLD, DIM, WARN, ScreenLine, heads, rule, table
from pbem.reports import times
from pbem.reports.wrap import wrap
from pbem.store.database import Books
from pbem.store.letters_out import InShort
from pbem.store.tables import GameRow, PlayerRow, RecordRow, SeatRow

STATES = {
    "sent": "sent",
    "maybe": "maybe",
    "failed": "failed",
    "held": "held",
    "later": "retry",
    "new": "waits",
    "sending": "waits",
}
"""The state of a letter in one word; ``maybe`` means it may have been sent."""
TELLS: Mapping[str, tuple[str, ...]] = {
    "orders.accepted": ("receipt", "refused"),
    "orders.withdrawn": ("receipt",),
    "gm.ruling": ("ruling",),
    "adj.void": ("ruling",),
    "ladder.new": ("ruling",),
    "branch.open": ("ruling",),
    "engine.change": ("ruling",),
    "genesis": ("welcome",),
}
"""Letters that report their record at once. All other records appear in the next report."""


def deliveries(
    letters: Sequence[InShort], codes: Mapping[str, str], records: Sequence[RecordRow]
) -> dict[int, tuple[str, ...]]:
    """For each record ``US sent``, ``IN waits``, ...: its own letter, else the next report; ``IN -`` where none is written."""
    return {
        row.seq: tuple(
            f"{code} {STATES.get(found.state, found.state) if (found := _letter(letters, side, row)) is not None else '-'}"
            for side, code in codes.items()
        )
        for row in records
    }


def _letter(letters: Sequence[InShort], side: str, row: RecordRow) -> InShort | None:
    own = [one for one in letters if one.side == side]
    kinds = TELLS.get(row.type, ())
    at_once = next((one for one in own if one.kind in kinds and one.made == row.at), None)
    return at_once or next((one for one in own if one.kind == "report" and _reports(one, row)), None)


def _reports(letter: InShort, row: RecordRow) -> bool:
    """True if a report was written at this record or after it, on its branch."""
    number, _, branch = letter.key.split("/")[2].partition("@")
    return (branch or "main") == row.branch and int(number.split("-")[0]) >= row.seq


RECORDS = 8
LETTERS = 6
QUESTIONS = 2
WIDE = 100


@dataclass(frozen=True)
class ConsolePlayer:
    """A player's line: `answered` is the newest report they answered, `mail` when their last letter came."""

    code: str
    side: str
    name: str
    address: str
    mail: str
    absent: str
    late: int
    answered: int | None
    on_file: str
    standing: int
    bank: str = ""


@dataclass(frozen=True)
class GameScreen:
    """Everything that the screen shows about a game.

    A record ends with what became of the letters that tell of it, a player each (``US sent``); `asked` are questions of the
    GM's: when, the words, and each player's answer; `unsigned` are records by hand that the GM's key has not signed.
    """

    name: str
    title: str
    scenario: str
    state: str
    why: str
    waiting: str
    phase: str
    due: str
    left: str
    people: tuple[ConsolePlayer, ...]
    seats: tuple[tuple[str, str, str, str], ...]
    terms: tuple[str, ...]
    pace: str
    engine: str
    rules: str
    installed: str
    branch: str
    dice: str
    ladder: str
    rulings: int
    unsigned: tuple[int, ...]
    undone: int
    voided: int
    records: tuple[tuple[int, str, str, str, str, tuple[str, ...]], ...]
    asked: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...]
    letters: tuple[tuple[int, str, str, str], ...]
    held: tuple[tuple[int, str, str], ...]
    mark: str

    def as_json(self) -> dict[str, Any]:
        """The screen for other programs."""
        return asdict(self)


def game_screen(desk: Desk, name: str) -> GameScreen:
    """Collect the data of one game.  Raises UnknownGame."""
    with desk.store.read() as books:
        return _look(desk, books, books.games.get(name))


def _look(desk: Desk, books: Books, game: GameRow) -> GameScreen:
    title, now = desk.title(game.title), desk.clock.now()
    row = books.phases.open(game)
    codes = {one.side: one.code for one in books.players.of(game)}
    seated = codes | {GM_SIDE: "GM"}
    waiting = " and ".join(codes.get(side, side) for side in row.waiting_for.split(",") if side) if row else ""
    all_records = books.records.all(game)
    engine, rules = engine_in_force(books, game)
    other = installed_instead(desk, books, game)
    records = all_records[-RECORDS:]
    sent = books.letters_out.in_short(game.name)
    letters = [(one.id, one.side, one.state, one.subject) for one in reversed(sent) if one.side in codes][:LETTERS]
    sent_to = deliveries(sent, codes, records)
    return GameScreen(
        name=game.name,
        title=title.system.card.title,
        scenario=game.scenario,
        state=game.state,
        why=game.hold or _pause(game),
        waiting=waiting,
        phase=title.teller.short_name(row.phase) if row is not None else "-",
        due=times.in_short(row.due) if row is not None and row.due is not None else "-",
        left=_left(row.due, now) if row is not None else "-",
        people=tuple(
            _person(books, game, one, row.phase if row is not None else "", now) for one in books.players.of(game)
        ),
        seats=(
            *((_of_seat(one, seated), one.name, one.address, commands(one)) for one in books.seats.of(game)),
            *((f"{codes[one.side]} {_of_chair(one)}", one.name, one.address, "") for one in books.seats.chairs(game)),
        ),
        terms=terms_of(game).summary(),
        pace=f"{game.pace}, {terms_of(game).hours.get('orders', 72)} h",
        engine=engine,
        installed=engine_in_words(other) if other is not None else "",
        rules=rules[:6],
        branch=game.branch,
        dice=game.dice,
        ladder=f"{game.steps}/{game.ladder_length}",
        rulings=game.rulings,
        unsigned=wrong_records(books, game, all_records),
        undone=game.undone,
        voided=game.voided,
        records=tuple((*_record(one), sent_to[one.seq]) for one in reversed(records)),
        asked=tuple(
            (times.stamp(made)[:-4], question, answers_to(books, game, question, made))
            for question, made in questions_of(books, game)[-QUESTIONS:]
        ),
        letters=tuple((number, codes.get(side, side), state, subject) for number, side, state, subject in letters),
        held=tuple((one.id or 0, one.sender, one.reason) for one in books.letters_in.held() if one.game == game.name),
        mark=mark_of(books, game.name),
    )


def _of_seat(one: SeatRow, seated: Mapping[str, str]) -> str:
    """The side of a seat, and whether the program plays for whoever has it."""
    side = seated.get(one.side, "looks on")
    return f"{side}, program plays ({one.plays})" if one.plays else side


def _of_chair(one: SeatRow) -> str:
    """The state of a substitute, or of somebody who has left and may come back."""
    return f"substitute{f', {one.answer}' if one.answer else ''}" if one.place > 0 else "has left, may return"


def _pause(game: GameRow) -> str:
    if game.state != "paused":
        return ""
    return f"paused until {times.in_short(game.paused_until)}" if game.paused_until else "paused until you resume it"


def _person(books: Books, game: GameRow, one: PlayerRow, phase: str, now: datetime) -> ConsolePlayer:
    last = books.letters_in.last_from(game.name, one.side)
    absent = "none"
    if one.away_from is not None and one.away_to is not None and one.away_to > now:
        absent = f"{times.day(one.away_from)[4:]} - {times.day(one.away_to)[4:]}"
    if is_stood_in(one):
        absent = f"program plays ({one.plays})"
    return ConsolePlayer(
        one.code,
        one.side,
        one.name,
        one.address or "(removed)",
        times.stamp(last.arrived)[:-4] if last is not None else "never",
        absent,
        one.late,
        one.answered,
        _filed(books, game, one.side, phase) or "-",
        len(books.standing.in_force(game, one.side)),
        f"{one.bank // 3600} h" if one.bank is not None else "",
    )


def _filed(books: Books, game: GameRow, side: str, current: str) -> str:
    """The orders of a side on file: ``2 lines, ready; 3 lines for T03.US.C``; a phase is named unless it is the current one."""
    found_lines = []
    for phase in phases_on_file(books, game, side):
        filed = on_file(books, books.submissions.latest(game, side, phase))
        lines = f"{len(filed.lines)} line{'s' * (len(filed.lines) != 1)}"
        for_phase = f" for {phase}" if phase != current else ""
        found_lines.append(f"{lines}{for_phase}{f', {filed.ready}' if filed.ready else ''}")
    return "; ".join(found_lines)


SAYS = {
    "genesis": "the campaign opens",
    "orders.accepted": "orders accepted",
    "orders.withdrawn": "orders withdrawn",
    "phase.resolved": "resolved",
    "gm.ruling": "ruling",
    "adj.void": "dice voided",
    "branch.open": "a new branch",
    "branch.closed": "branch closed",
    "game.end": "the game is over",
    "engine.change": "continued with another version",
}


def _record(row: RecordRow) -> tuple[int, str, str, str, str]:
    """Number, time, text, type and the first digits of the head (for orientation, never for comparison)."""
    body = read_json(row.body)["body"]
    text = SAYS.get(row.type, row.type)
    match row.type:
        case "orders.accepted":
            text = f"{body['player']} {text}, {body['phase']}, submission {body['n']}"
        case "orders.withdrawn":
            text = f"{body['player']} {text}, {body['phase']}"
        case "phase.resolved":
            rolls = len(body["rolls"])
            text = f"{body['phase']} {text}, {rolls or 'no'} roll{'s' * (rolls != 1)}"
        case "gm.ruling":
            text = f"{text}: {body['what']}, {body['reason']}"
        case "adj.void" | "branch.open" | "branch.closed":
            text = f"{text}: {body['reason']}"
        case "game.end":
            text = f"{text}: {body['result']}"
    return row.seq, times.stamp(row.at)[:-4], text, row.head[:8], row.type


def _left(due: datetime | None, now: datetime) -> str:
    if due is None:
        return "-"
    return times.left(due - now) if due > now else f"{times.left(now - due)} late"


def _facts(facts: Sequence[str], width: int) -> list[ScreenLine]:
    """Facts side by side, on as many lines as they need, with no fact split."""
    rows = [""]
    for one in facts:
        if rows[-1] and len(rows[-1]) + 3 + len(one) > width:
            rows.append("")
        rows[-1] += f"   {one}" if rows[-1] else f" {one}"
    return [ScreenLine(row) for row in rows]


def _records(screen: GameScreen, width: int) -> list[ScreenLine]:
    """The records with the delivery of their letters; a narrow screen omits the heads."""
    rows, bad = [], []
    for seq, at, type_of, head, _, reported in screen.records:
        rows.append((f" {seq:>3}", at, "  ".join(reported), *([head] if width >= WIDE else []), type_of))
        bad.append(any(word in one for one in reported for word in ("failed", "maybe", "held")))
    return [ScreenLine(text, WARN if is_bad else "") for text, is_bad in zip(table(rows, width), bad, strict=True)]


KEYS = (
    "x extend   p pause   P resume   r remind   a act for late player   A ask the players   v preview   o look at orders   "
    "s substitute   t new order key   n send again   u undo   U redo   w void dice   g ruling   h hold   y retry   c close   "
    "b back"
)
"""The keys of the live screen. Each asks for what it needs, shows its effect and asks for confirmation."""


def lines(screen: GameScreen, width: int) -> list[ScreenLine]:
    """The screen, drawn."""
    right = f"waiting for {screen.waiting} {screen.left}" if screen.state == "open" and screen.waiting else screen.state
    left = f"GAME {screen.name}   {screen.title}, {screen.scenario}"
    is_long = len(left) + len(right) + 3 > width
    found = [heads(f"GAME {screen.name}" if is_long else left, right, width), rule(width)]
    if is_long:
        found.append(ScreenLine(f" {screen.title}, {screen.scenario}"))
    if screen.why:
        found += [
            ScreenLine(one, ALARM if screen.state == "held" else WARN)
            for one in wrap(f" {screen.why}", width, rest=" ")
        ]
    found += _people(screen, width)
    for code, name, address, units in screen.seats:
        text = f"{code:<8}  {name}  {address}{f'  commands {units}' if units else ''}"
        found += [ScreenLine(one) for one in wrap(text, width, first=" ", rest=" " * 12)]
    found += _terms(screen, width)
    found.append(rule(width))
    found += _records(screen, width)
    for when, question, answers in screen.asked:
        found += [ScreenLine(one) for one in wrap(f"asked {when}: {question}", width, first=" ", rest="   ")]
        found.append(ScreenLine("   " + "   ".join(f"{code} {text}" for code, text in answers), BOLD))
    found.append(rule(width))
    for number, sender, why in screen.held:
        held = f" held letter {number}   {why.partition(':')[0]}   {sender or '(no sender)'}"
        found.append(ScreenLine(held, WARN))
    rows = [(f" out {number:>4}", code, state, subject) for number, code, state, subject in screen.letters]
    found += [ScreenLine(one, DIM) for one in table(rows, width)]
    return found


def _people(screen: GameScreen, width: int) -> list[ScreenLine]:
    """The players, with addresses, absences and what they have on file."""
    found, rows = list[ScreenLine](), []
    for one in screen.people:
        bank = f"clock {one.bank}" if one.bank else ""
        rows.append(
            (
                f" {one.code}",
                one.name,
                one.address,
                f"mail {one.mail}",
                f"absent {one.absent}",
                f"late {one.late}  {bank}".rstrip(),
            )
        )
    is_wide = max(sum(len(cell) + 2 for cell in row) for row in rows) <= width
    if is_wide:
        found += [ScreenLine(one) for one in table(rows, width)]
    else:
        for row in rows:
            found.append(ScreenLine("  ".join(row[:3])))
            found.append(ScreenLine("     " + "   ".join(cell for cell in row[3:] if cell)))
    for one in screen.people:
        answered = f"report {one.answered}" if one.answered is not None else "none"
        found.append(
            ScreenLine(
                f"     {one.code}: on file {one.on_file}   standing orders {one.standing}   answered {answered}", DIM
            )
        )
    return found


def _terms(screen: GameScreen, width: int) -> list[ScreenLine]:
    """Pace, deadlines and dice, what was done by hand, and which program is in force."""
    found = _facts(
        (f"pace {screen.pace}", f"{screen.phase} due {screen.due}", f"dice {screen.dice}", f"ladder {screen.ladder}"),
        width,
    )
    for term in screen.terms:
        found += [ScreenLine(one) for one in wrap(term, width, first=" - ", rest="   ")]
    signed = " (signed, all check)" if screen.rulings and not screen.unsigned else ""
    done = (f"rulings {screen.rulings}{signed}", f"undone {screen.undone}", f"voided dice {screen.voided}")
    found += _facts((f"branch {screen.branch}", *done), width)
    found += _facts((f"engine {screen.engine}", f"rules data {screen.rules}"), width)
    if screen.installed:
        text = f"installed is pbem {screen.installed}: pbem replay --all, then pbem upgrade {screen.name}"
        found += [ScreenLine(one, WARN) for one in wrap(text, width, first=" ", rest="   ")]
    if screen.unsigned:
        numbers = ", ".join(map(str, screen.unsigned))
        found.append(ScreenLine(f" NOT SIGNED BY THE GM'S KEY: record {numbers}", ALARM))
    return found
