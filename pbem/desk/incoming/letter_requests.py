"""Requests in a letter's words, as the rehearsal read them: orders, standing orders, commands."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pbem.core.canonical import canon
from pbem.core.sequence import phasing
from pbem.desk.desk import Desk, read_json
from pbem.desk.incoming.reader import ToRehearse
from pbem.desk.orders.merge import LineOnFile
from pbem.desk.orders.orders_on_file import Refused
from pbem.desk.orders.unread import desk_words, kept_choices
from pbem.desk.play.pace import ASK
from pbem.desk.play.play import PlayResult
from pbem.orders.lines import MOST_COMMANDS, MOST_NUMBERS, MOST_QUESTIONS
from pbem.orders.refusal_text import refusal
from pbem.orders.rehearsal import LineVerdict, RehearsalResult
from pbem.reports.letter_style import translate, translated
from pbem.reports.receipts import remark
from pbem.store.database import Books
from pbem.store.tables import GameRow, OrderKeyRow, PlayerRow

T = TypeVar("T")

READINESS = ("ready", "wait", "pass")
FILING = (*READINESS, "replace", "withdraw", "cancel", "move order", "nonce", "sequence")
JOINS = {"resend": "-", "vacation": " - "}
"""Separators between the words of a command, where it is not a blank."""
IDLE = ("amend", "key")
SILENT = (*FILING, *IDLE, "preview", "answer")
LOOKS = ("status", "help", "map", "orders", "resend")
"""Commands that change nothing: a preview answers them, and nothing else."""


@dataclass(frozen=True)
class Asked:
    """A command that expects an answer: ``map 3413 4`` is `map` and ``3413 4``; `text` is its canonical line."""

    word: str
    rest: str = ""
    text: str = ""


ALL_LINES = ("all",)
"""The value of `LetterRequests.withdraws` where a letter takes back everything."""


@dataclass(frozen=True)
class LetterRequests:
    """The commands of a letter.

    `dry_run` is ``preview standing``; `ready` is the last word of readiness, "" without one, and `ready_all` that it is for
    everybody on a shared side; `cancels_` what is to be cancelled; `withdraws` are the numbers of lines, or ``all``;
    `moves` are standing orders to be put before or after others; `sequence` are the people of a shared side as their orders
    are to be carried out; `digits` the answers to questions; `idle` are those that do nothing alone; `asks` what wants an
    answer; `unread` says what was too much for one letter.
    """

    ready: str = ""
    ready_all: bool = False
    is_whole: bool = False
    preview: bool = False
    dry_run: bool = False
    withdraws: tuple[str, ...] = ()
    cancels_: tuple[str, ...] = ()
    moves: tuple[tuple[int, str, int], ...] = ()
    nonce: str = ""
    sequence: str = ""
    digits: tuple[int, ...] = ()
    idle: tuple[str, ...] = ()
    asks: tuple[Asked, ...] = field(default=())
    unread: tuple[str, ...] = ()

    @property
    def files(self) -> bool:
        """True if the letter changes the orders on file."""
        return bool(
            self.ready or self.is_whole or self.withdraws or self.cancels_ or self.moves or self.nonce or self.sequence
        )

    @property
    def changes(self) -> bool:
        """True if the letter files a new version even if it holds no orders."""
        is_changed = self.is_whole or self.withdraws or self.cancels_ or self.moves or self.nonce
        return bool(is_changed or self.ready == "pass")

    def cancels(self, number: int, text: str) -> bool:
        """True if a standing order is cancelled."""
        return any(is_cancelled(one, number, text) for one in self.cancels_)


def is_cancelled(cancelled: str, number: int, text: str) -> bool:
    """True if what is to be cancelled (``3``, ``policy losses``, ``all``) means this standing order."""
    words = cancelled.lower().split()
    if words in (["all"], [str(number)]):
        return True
    return words[:1] == ["policy"] and text.startswith("policy") and all(word in text.lower() for word in words[1:])


def to_rehearse(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, now: PlayResult, key: OrderKeyRow | None
) -> ToRehearse:
    """The input for rehearsing a letter on the present position; its lines are still to be added."""
    wording = books.keys.stacks(key) if key is not None else ""
    stacks = {letter: tuple(names) for letter, names in read_json(wording).items()} if wording else {}
    is_begun = now.has_acted
    if not is_begun:
        text = books.checkpoints.last(game).state
    else:
        text = canon(desk.title(game.title).system.to_json(now.state)).decode()
    ahead = game.pace != ASK and player.side in phasing(desk.title(game.title).system.card, now.phase)
    words = desk_words(desk.house.words, desk.title, game.title)
    return ToRehearse(
        game.title,
        text,
        player.side,
        now.phase.letter,
        (),
        stacks,
        ahead,
        is_begun,
        desk_words=words,
        as_read=desk.as_read,
    )


def wishes_of(rehearsal: RehearsalResult) -> LetterRequests:
    """The commands of a letter, combined."""
    given = {one.name: one.words for one in rehearsal.commands}
    names = [one.name for one in rehearsal.commands]
    unread: list[str] = []
    cancels = [" ".join(one.words) for one in rehearsal.commands if one.name == "cancel"]
    moves = [
        (int(one.words[0]), one.words[1], int(one.words[2])) for one in rehearsal.commands if one.name == "move order"
    ]
    digits = [int(word) for one in rehearsal.commands if one.name == "answer" for word in one.words]
    asks = [
        Asked(one.name, JOINS.get(one.name, " ").join(one.words), one.text)
        for one in rehearsal.commands
        if one.name not in SILENT
    ]
    withdrawn = [one.words or ("all",) for one in rehearsal.commands if one.name == "withdraw"]
    return LetterRequests(
        ready=next((name for name in reversed(names) if name in READINESS), ""),
        ready_all=given.get("ready") == ("all",),
        is_whole="replace" in given,
        preview="preview" in given,
        dry_run=given.get("preview") == ("standing",),
        withdraws=ALL_LINES if ALL_LINES in withdrawn else tuple(dict.fromkeys(n for some in withdrawn for n in some)),
        cancels_=_at_most(cancels, MOST_COMMANDS, "cancels", unread),
        moves=_at_most(moves, MOST_COMMANDS, "moves of standing orders", unread),
        nonce=" ".join(given.get("nonce", ())),
        sequence=" ".join(given.get("sequence", ())),
        digits=_at_most(digits, MOST_NUMBERS, "answers", unread, each_once=False),
        idle=tuple(name for name in names if name in IDLE),
        asks=_at_most(asks, MOST_QUESTIONS, "questions to the desk", unread),
        unread=tuple(unread),
    )


def _at_most(found: Sequence[T], most: int, what: str, unread: list[str], *, each_once: bool = True) -> tuple[T, ...]:
    """So many of what a letter says, each once; `unread` is told where there are more."""
    texts = tuple(dict.fromkeys(found)) if each_once else tuple(found)
    if len(texts) > most:
        counts = {"count": most, "all": f"{len(texts):,}", "what": translate(what)}
        unread.append(translate("We read {count} of your {all} {what}.  Send the others in another letter.", **counts))
    return texts[:most]


def order_lines(rehearsal: RehearsalResult) -> Sequence[LineVerdict]:
    """The lines that are orders, good or bad, or might have been meant so; without commands and standing orders."""
    return [one for one in rehearsal.lines if one.command is None and not one.standing]


def accepted_lines(rehearsal: RehearsalResult) -> Sequence[LineVerdict]:
    """The lines that may be filed."""
    return [one for one in order_lines(rehearsal) if one.verdict == "accepted"]


def is_without_orders(rehearsal: RehearsalResult) -> bool:
    """True if nothing in a letter is an order, good or bad, a standing order or a command."""
    return all(one.verdict == "not an order" for one in rehearsal.lines)


def entry_of(one: LineVerdict, seat: int = 0) -> LineOnFile:
    """A letter's line in the form in which it is filed; `seat` is the number of its writer's seat on a shared side."""
    return LineOnFile(
        one.text,
        tuple(one.orders),
        tuple(one.canonical),
        one.verdict,
        one.number,
        kept_choices(one) or tuple(one.notes),
        tuple(remark(warning) for warning in one.warnings),
        seat,
    )


def refused_block(one: LineVerdict) -> tuple[str, ...]:
    """A refused line as its writer sees it: the line, a caret, code and reason, and what to write instead."""
    if one.problem is None:
        return (f"{translate('line')} {one.number}  {one.text}",)
    lead, _, listed = one.problem.text.partition("\n")
    is_unclear = bool(kept_choices(one))  # the orders to choose from stand there as they are written
    text = "\n".join([translated(lead), listed]).rstrip() if is_unclear else translated(one.problem.text)
    problem = replace(one.problem, text=text)
    words = translate("line"), translate("Write"), translate("or")
    return tuple(refusal(one.number, one.text, problem, one.caret, *words).splitlines())


def refused(one: LineVerdict) -> Refused:
    """A refused line for the error reply."""
    instead = one.problem.suggest[:3] if one.problem is not None else ()
    is_unclear = bool(kept_choices(one))
    return Refused(one.number, one.text, refused_block(one), instead=tuple(instead), is_unclear=is_unclear)
