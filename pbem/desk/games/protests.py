"""Protests: ``protest: 9.F, G/3 should have fired``.  The answer tells what happened, by which clause, and what decided it.

Both sides read it in the same words, each with the log as it may know it.  No phase is played again: its dice are known.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from pbem import resources
from pbem.core.ask import ORDERS
from pbem.core.order import Problem
from pbem.core.play import Segment
from pbem.desk.desk import Desk, hides_facts, known
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.incoming.reader import LetterText, ToRehearse
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.outgoing.unreported import from_store
from pbem.desk.play.cache import record_in
from pbem.desk.play.deadlines import give_back
from pbem.desk.play.play import PlayResult
from pbem.orders.prose import UNCLEAR
from pbem.reports import times
from pbem.reports.letter_style import translate
from pbem.reports.report import WIDTH, LogEntry
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, PhaseRow, PlayerRow, ProposalRow

PROTEST, INSISTED = "protest", "protest insisted on"
"""A protest among the proposals, and one that was passed to the GM."""
CLAUSE = re.compile(
    r"(?:(?:rule|clause)\s+)?(?:[A-Z]{1,4}-)?(\d{1,2}(?:\.[A-Za-z0-9]{1,3})*(?:-\d{1,2})?)(?![\d/])\s*[,:;.-]*\s*", re.I
)
LOOKED_AT = 8
"""So many phases back a protest looks for what it is about."""
MOST = 3
"""Protests that a side may make between two phases."""
CLOCK_STANDS = timedelta(hours=24)
"""The clock of the open phase stands for so long after a protest, once a side and phase."""
SHOWN = 6
"""Lines of the log, and facts, that an answer has at most."""
LABEL = 11
_NAME = re.compile(r"[A-Za-z0-9'/.-]+")


@dataclass(frozen=True)
class _Found:
    """The matter of a protest, as a side may know it: lines of the log, and decisions that orders had not taken."""

    log: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()


def protest(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> str:
    """Answer a protest, with the same words to all players; the text of the answer to the writer."""
    made = [one for one in books.proposals.of(game) if one.what in (PROTEST, INSISTED)]
    match = CLAUSE.match(words)
    if match is None:
        return _which_clause(desk, books, game, player, words)
    clause, what = match[1].upper(), ascii_text(words[match.end() :]).strip()
    ended = [row for row in books.phases.of(game) if row.state == "done"]
    if not ended:
        return translate("No phase has been played yet, so there is nothing to protest against.")
    if sum(one.side == player.side and _read(one)["after"] == ended[-1].phase for one in made) >= MOST:
        return translate(
            "You have made {n} protests since the last phase.  Write to the GM:   press gm: your words", n=MOST
        )
    names = _names(desk, books, game, player, what)
    row = _about(desk, books, game, player, ended, clause, names)
    number = len(made) + 1
    fact = _as_order(desk, books, game, player, ended, row, what)
    matter = {"n": str(number), "clause": clause, "words": what, "phase": row.phase, "after": ended[-1].phase}
    due = _stop_clock(desk, books, game, player, made, matter)
    proposal = ProposalRow(
        game_id=key_of(game.id),
        side=player.side,
        what=PROTEST,
        value=json.dumps(matter),
        made=desk.clock.now(),
        closed=True,
    )
    books.proposals.add(proposal)
    if not cases_of(game.title, _prefix(desk, game), clause, what):
        _tell_gm(desk, books, game, player, matter, translate("None of the program's cases cites this clause."))
    is_hidden = hides_facts(books, game)
    for other in books.players.of(game):
        if other.side == player.side:
            continue
        with writing_to(desk, other):
            mine = "" if is_hidden else fact
            text = _text(desk, books, game, other, player, row, matter, names, mine, due)
            phase = books.phases.open(game)
            label = f"{player.side}.{number}"
            subject = f"[{game.name}] {_head(player, number)}"
            post.to_side(
                desk,
                books,
                game,
                other,
                Draft("protest", label, subject, text, phase.phase if phase else "end", f"0.y{label}"),
            )
    return _text(desk, books, game, player, player, row, matter, names, fact, due)


def _stop_clock(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, made: Sequence[ProposalRow], matter: dict[str, str]
) -> datetime | None:
    """Let the clock of the open phase stand for a while, so that nobody plays on by silence before the matter is clear; its
    deadline then, None where it does not stand."""
    row = books.phases.open(game)
    if row is None or row.due is None or row.passed or row.lapsed is not None or game.state != "open":
        return None
    stood = any(one.side == player.side and _read(one).get("stands") == row.phase for one in made)
    if stood or books.locks.pending(game) is not None:
        return None
    matter["stands"] = row.phase
    now = desk.clock.now()
    give_back(desk, books, game, row, now, now + CLOCK_STANDS)
    books.phases.add(row)
    return row.due


def insist(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> str:
    """Pass a protest on to the GM; the text of the answer to the writer."""
    number, _, reason = words.partition(" ")
    mine = [one for one in books.proposals.of(game) if one.what in (PROTEST, INSISTED) and one.side == player.side]
    if not number.isdigit():
        number, reason = (str(_read(mine[-1])["n"]) if mine else ""), words
    row = next((one for one in mine if str(_read(one)["n"]) == number), None)
    if row is None:
        return translate("No protest of yours has this number.  Nothing was changed.")
    if row.what == INSISTED:
        return translate("The GM has it already.")
    row.what = INSISTED
    _tell_gm(desk, books, game, player, _read(row), ascii_text(reason) or translate("(no reason given)"))
    return translate("We passed all of protest {n} on to the GM.  Play goes on meanwhile.", n=number)


NO_ORDER = ("E110", "E111", UNCLEAR)
"""Problems of lines that are no orders: what a protest says besides."""
LONGEST_ID = WIDTH - len("    pbem case show ")


def _read(row: ProposalRow) -> dict[str, str]:
    found: dict[str, str] = json.loads(row.value)
    return found


def _prefix(desk: Desk, game: GameRow) -> str:
    return desk.title(game.title).system.card.clauses


def _head(player: PlayerRow, number: int) -> str:
    return translate("PROTEST {n} of {code}", n=number, code=player.code)


def _which_clause(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> str:
    """Ask for the clause, with those that the last log lines name."""
    ended = [row for row in books.phases.of(game) if row.state == "done"][-LOOKED_AT:]
    rules: dict[str, None] = {}
    for row in reversed(ended):
        entries, _ = _log_of(desk, books, game, player, from_store(desk, books, game, row))
        for one in entries:
            rules |= dict.fromkeys(rule for rule in (one.rule, *(step.rule for step in one.steps)) if rule)
    few = list(rules)[:3]
    text = translate(
        "Which clause was broken?  Write, say,   protest: {clause}, your words", clause=few[0] if few else "9.F"
    )
    more = translate("The log of the last phases names {clauses}.", clauses=", ".join(few)) if few else ""
    return f"{text}  {more}".strip()


def _names(desk: Desk, books: Books, game: GameRow, player: PlayerRow, words: str) -> frozenset[str]:
    """The counters that a protest names, of all sides."""
    title, state = desk.title(game.title), desk.position(books, game)
    parts = [one.rstrip(".") for one in _NAME.findall(words)]
    found: set[str] = set()
    for side in title.system.card.sides:
        view = title.system.view(state, side.id) if side.id == player.side or not hides_facts(books, game) else None
        for n in range(len(parts)):
            for length in (1, 2, 3):
                phrase = " ".join(parts[n : n + length])
                if view is None or not (any(one.isdigit() for one in phrase) or phrase[:1].isupper()):
                    continue
                names = title.dialect.formation(phrase, view, side.id)
                if not isinstance(names, Problem) and len(names) <= 2:
                    found.update(names)
    return frozenset(found)


def _log_of(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, played: PlayResult
) -> tuple[Sequence[LogEntry], Sequence[str]]:
    """The log of a phase as a side may know it, and what was decided by default or at a deadline."""
    title = desk.title(game.title)
    before, events = title.system.view(played.before, player.side), known(played.events, player.side)
    decided = [
        f"{side.code}: {text}"
        for side in title.system.card.sides
        if side.id == player.side or not hides_facts(books, game)
        for text in title.teller.defaults(events, side.id)
    ]
    return title.teller.log(before, events, 1).entries, decided


def _about(
    desk: Desk,
    books: Books,
    game: GameRow,
    player: PlayerRow,
    ended: Sequence[PhaseRow],
    clause: str,
    names: Iterable[str],
) -> PhaseRow:
    """The phase that a protest is about: the newest whose log names the clause and the counters, as many of these as may be."""
    best, most = ended[-1], 0
    for row in reversed(ended[-LOOKED_AT:]):
        entries, decided = _log_of(desk, books, game, player, from_store(desk, books, game, row))
        score = max((2 * _cites(one, clause) + _mentions(one, names) for one in entries), default=0)
        score = max(
            score, *(4 + any(name in one for name in names) for one in decided if f"({clause}" in one.upper()), 0
        )
        if score > most:
            best, most = row, score
    return best


def _cites(entry: LogEntry, clause: str) -> int:
    """The closeness of what a log entry cites to a clause: 2 for it or a part of it, 1 for what it is a part of, else 0."""
    rules = [one.upper() for one in (entry.rule, *(step.rule for step in entry.steps)) if one]
    return 2 if any(is_of(one, clause) for one in rules) else int(any(is_of(clause, one) for one in rules))


def _mentions(entry: LogEntry, names: Iterable[str]) -> bool:
    texts = (entry.text, *(step.text for step in entry.steps))
    return any(name in text for name in names for text in texts)


def _found(
    desk: Desk, books: Books, game: GameRow, reader: PlayerRow, row: PhaseRow, clause: str, names: Iterable[str]
) -> _Found:
    entries, decided = _log_of(desk, books, game, reader, from_store(desk, books, game, row))
    closest = max((_cites(one, clause) for one in entries), default=0)
    wanted = [one for one in entries if _mentions(one, names)]
    wanted = wanted or [one for one in entries if closest and _cites(one, clause) == closest]
    lines = []
    for one in wanted:
        lines.append(f"{one.number}  {one.text}{f'   ({one.rule})' if one.rule else ''}")
        lines += [
            f"    {step.text} {step.tail}".rstrip() + (f"   ({step.rule})" if step.rule else "") for step in one.steps
        ]
    about = [one for one in decided if any(name in one for name in names)] or list(decided)
    return _Found(tuple(lines[: 2 * SHOWN]), tuple(about[:SHOWN]))


def _as_order(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, ended: Sequence[PhaseRow], row: PhaseRow, words: str
) -> str:
    """The fact that forbade what a protest wanted done, where its words are an order for that phase, or for the newest in which
    the side gave orders; that it was possible; "" where they are none."""
    if not words:
        return ""
    phases = [row, *(one for one in reversed(ended[-LOOKED_AT:]) if one is not row)]
    for one in phases:
        if not _gave_orders(books, one, player.side):
            continue
        text = books.checkpoints.get(game, one.checkpoint_n).state
        asked = ToRehearse(game.title, text, player.side, one.letter, ())
        read = desk.reader.whole(asked, LetterText(words), judges=True)
        name = desk.title(game.title).teller.short_name(one.phase)
        for line in (read.judged or read.named).lines:
            if line.verdict == "refused" and line.problem is not None and line.problem.code not in NO_ORDER:
                why = line.problem.text.partition("\n")[0]
                return translate("As an order for {phase} this was not possible: {why}", phase=name, why=why)
            if line.verdict == "accepted" and line.orders:
                order = "; ".join(line.canonical)
                words = "As an order for {phase} it was possible:   {order}   .  None was on file."
                return translate(words, phase=name, order=order)
    return ""


def _gave_orders(books: Books, row: PhaseRow, side: str) -> bool:
    """True if a side was asked for orders in a phase."""
    segments = (record_in(one.body, Segment) for one in books.phases.segments(row))
    return any(kept.key.startswith(f"{side} {ORDERS}") for one in segments for kept in one.answers)


def _text(
    desk: Desk,
    books: Books,
    game: GameRow,
    reader: PlayerRow,
    player: PlayerRow,
    row: PhaseRow,
    matter: dict[str, str],
    names: frozenset[str],
    fact: str,
    due: datetime | None,
) -> str:
    """The answer as a side reads it; `due` is the deadline of the open phase where its clock stands for a while."""
    clause, number = matter["clause"], int(matter["n"])
    found = _found(desk, books, game, reader, row, clause, names)
    cases = cases_of(game.title, _prefix(desk, game), clause, matter["words"])
    name = desk.title(game.title).teller.short_name(row.phase)
    head = translate("{head}, about {phase}: {clause}", head=_head(player, number), phase=name, clause=clause)
    lines = [*wrap(f"{head}, {matter['words']}" if matter["words"] else head, WIDTH), ""]
    lines += _part(translate("Log"), found.log or (translate("Nothing in the log of that phase names it."),))
    proof = translate("None of our cases cites {clause}, so we told the GM.", clause=clause)
    if cases:
        proof = translate("The program has {n} proved cases of it; the nearest:", n=len(cases))
    lines += _part(translate("Clause"), [proof])
    lines += [f"    pbem case show {_in_one_line(one)}" for one in cases[:2]]
    decided = [*found.decided, *([fact] if fact else [])]
    lines += _part(
        translate("Decided"),
        decided or [translate("By orders on file and standing orders, as the log shows; nothing by default.")],
    )
    so = translate("We don't play a phase again with the same dice: everybody knows them by now.")
    if found.decided:
        so = translate("To decide it yourself next time, write an order or a standing order.") + "  " + so
    lines += _part(translate("So"), [so])
    if due is not None:
        stands = translate(
            "The clock stands for {hours} hours; the deadline is {due} now.", hours=24, due=times.in_full(due)
        )
        lines += _part(translate("Clock"), [stands])
    if reader.side == player.side:
        lines += ["", translate("Still wrong?  To pass it to the GM:")]
        lines += [f"  | insist {number}: {translate('REASON')}"]
        lines += wrap(translate("To let it rest, do nothing.  Play goes on meanwhile."), WIDTH)
    return "\n".join(lines) + "\n"


def _in_one_line(case: str) -> str:
    """The id of a case, or as much of its beginning as a line holds: the command finds it by that."""
    return case if len(case) <= LONGEST_ID else case[:LONGEST_ID].rpartition("-")[0]


def _part(label: str, texts: Iterable[str]) -> list[str]:
    """Texts beside a label, each on lines of its own."""
    lines: list[str] = []
    for text in texts:
        first = f"  {label:<{LABEL - 2}}" if not lines else " " * LABEL
        lines += wrap(ascii_text(text), WIDTH, first=first, rest=" " * (LABEL + 2))
    return lines


def _tell_gm(desk: Desk, books: Books, game: GameRow, player: PlayerRow, matter: dict[str, str], reason: str) -> None:
    head = f"[{game.name}] protest {matter['n']} of {player.code}: {matter['clause']}"
    name = desk.title(game.title).teller.short_name(matter["phase"])
    text = [
        *wrap(f"{player.name} ({player.code}) protests against {name}: {matter['clause']}, {matter['words']}", WIDTH),
        "",
        *wrap(f"Reason: {reason}", WIDTH),
        "",
        *wrap("To rule on it:   pbem gm rule, pbem gm undo, or a message to both:   pbem gm announce", WIDTH),
        "",
    ]
    post.to_gm(desk, books, game, Draft("protest", f"{player.side}.{matter['n']}.{reason[:20]}", head, "\n".join(text)))


# The cases of a game's own that prove a clause: their ids, found in the case files by the clause that they name.

_CASE = re.compile(r"^\[\[case\]\]", re.M)
_ID = re.compile(r'^id\s*=\s*"([^"]+)"', re.M)
_CLAUSES = re.compile(r"^clauses\s*=\s*\[([^\]]*)\]", re.M)
_WORD = re.compile(r"[a-z0-9]+")
PLACES = ("tests/cases", "cases")
"""The folder of the case files: in the checkout, and in the program as it is installed."""


@lru_cache(maxsize=4)
def _cases(game: str) -> Mapping[str, tuple[str, ...]]:
    """The clauses that each case of a game names, by the case's id; nothing where the game brings none."""
    folder = next((resources.root() / one / game for one in PLACES if (resources.root() / one / game).is_dir()), None)
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.toml")) if folder is not None else ():
        for text in _CASE.split(path.read_text(encoding="utf-8"))[1:]:
            name, clauses = _ID.search(text), _CLAUSES.search(text)
            if name is not None and clauses is not None:
                found[name[1]] = tuple(re.findall(r'"([^"]+)"', clauses[1]))
    return found


def is_of(clause: str, wanted: str) -> bool:
    """True if a clause of the index is the requested one, or a part of it: ``9.F.1-2`` of ``9.F``."""
    return clause == wanted or (clause.startswith(wanted) and clause[len(wanted)] in ".-")


def cases_of(game: str, prefix: str, clause: str, words: str) -> Sequence[str]:
    """The ids of the cases that name a clause of a game or a part of it, those first whose names have most of some words."""
    wanted = f"{prefix}-{clause}"
    found = [name for name, clauses in _cases(game).items() if any(is_of(one, wanted) for one in clauses)]
    spoken = set(_WORD.findall(words.lower()))
    return sorted(found, key=lambda name: (-len(spoken & set(_WORD.findall(name.rpartition("/")[2]))), name))
