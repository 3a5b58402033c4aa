"""A player's letter: its words are rehearsed, what is good is filed by version, and it is answered."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pbem.campaign import filing, outgoing, receipts, requests
from pbem.campaign.answering import answer_questions, digits_in
from pbem.campaign.desk import Desk
from pbem.campaign.later import phase_for
from pbem.campaign.merge import Entry, Merged, merge
from pbem.campaign.outgoing import Draft
from pbem.campaign.play import Played, present
from pbem.campaign.words import Wishes, entries_of, rehearsed, wishes_of
from pbem.orders.lines import LinesRead, own_lines
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import GameRow, LetterOutRow, OrderKeyRow, PlayerRow, PressRow

MOST_ROUNDS = 3
"""How often a letter's lines are rehearsed with what stands: once to learn whom they name, then until nothing changes."""


@dataclass(frozen=True)
class Incoming:
    """A letter that passed the gate: the player's own words, the key that it answers, and where its answer belongs."""

    letter_id: int
    words: str
    key: OrderKeyRow
    arrived: datetime
    message_id: str = ""
    sheet: tuple[str, ...] = ()


@dataclass(frozen=True)
class Submitted:
    """What came of a letter: the key of the answer in the outbox, and whether the game should be advanced now."""

    answer_key: str
    advance: bool = False


@dataclass
class Filed:
    """What a letter changed, for its receipt."""

    present: Played
    phases: dict[str, Merged] = field(default_factory=dict)
    refused: list[receipts.Refused] = field(default_factory=list)
    not_orders: list[str] = field(default_factory=list)
    standing: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    lines: int = 0


def submit(desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming) -> Submitted:
    """Take a letter in and answer it, in the transaction of `books`."""
    now = present(desk, books, game) if game.state != "over" else None
    if now is None:
        return _say(desk, books, game, player, letter, requests.game_is_over(desk, books, game, player))
    sent = [line for text in books.letters_out.texts_to(game.name, player.side) for line in text.splitlines()]
    read = own_lines("\n".join([letter.words, *letter.sheet]), sent)
    _keep_press(desk, books, game, player, read)
    digits, words = digits_in(read) if _has_questions(books, game, player) else ((), _text(read))
    first = rehearsed(desk, game, player, now, words, letter.key)
    wishes = wishes_of(first)
    if wishes.preview:
        return _say(desk, books, game, player, letter, requests.preview(desk, books, game, player, now, first))
    has_orders = bool(
        digits or first.standing or wishes.files or any(one.verdict != "not an order" for one in first.lines)
    )
    if has_orders and _is_stale(letter.key, now):
        player.answered = letter.key.seq
        return _say(desk, books, game, player, letter, requests.stale(desk, books, game, player, now))
    player.answered = max(letter.key.seq, player.answered or 0)
    if not has_orders:
        draft = requests.answer(desk, books, game, player, now, wishes, read, letter.arrived)
        return _say(desk, books, game, player, letter, draft)
    filed = Filed(now)
    _answer_questions(desk, books, game, player, letter, filed, digits)
    _file_standing(desk, books, game, player, filed, first, wishes)
    _file_orders(desk, books, game, player, letter, filed, words, wishes)
    _set_ready(books, game, player, filed, wishes)
    draft = receipts.answer(desk, books, game, player, filed, wishes, letter.arrived)
    if wishes.asks:
        draft = requests.added(draft, requests.answer(desk, books, game, player, now, wishes, read, letter.arrived))
    return _say(desk, books, game, player, letter, draft, advance=True)


def _text(read: LinesRead) -> str:
    return "\n".join(one.text for one in read.lines)


def _has_questions(books: Books, game: GameRow, player: PlayerRow) -> bool:
    row = books.phases.open(game)
    return row is not None and bool(books.questions.open(row, player.side))


def _is_stale(key: OrderKeyRow, now: Played) -> bool:
    return key.phase != now.phase.id


def _keep_press(desk: Desk, books: Books, game: GameRow, player: PlayerRow, read: LinesRead) -> None:
    for one in read.press:
        if one.to == "gm":
            code = player.code
            draft = Draft(
                "press", f"{books.letters_in.count('done')}.{code}", f"[{game.name}] press from {code}", one.text
            )
            outgoing.to_gm(desk, books, game, draft)
        else:
            books.press.add(
                PressRow(game_id=key_of(game.id), side=player.side, to="all", words=one.text, at=desk.clock.now())
            )


def _answer_questions(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, letter: Incoming, filed: Filed, digits: Sequence[int]
) -> None:
    if not digits:
        return
    row = books.phases.open(game)
    if row is None:
        return
    found = answer_questions(books, row, player.side, digits, desk.clock.now())
    if isinstance(found, str):
        filed.refused.append(receipts.Refused(0, " ".join(map(str, digits)), (found,)))
        return
    filed.answered = found
    before = filing.answers_given(books, game, player.side, row.phase)
    entries = filing.stood(books, game, player.side, row.phase)
    filing.file(
        desk, books, game, player, row.phase, entries,
        answers=(*before, *found), ready=_ready_now(books, game, player, row.phase),
        letter_id=letter.letter_id, saw=letter.key.seq,
    )  # fmt: skip


def _ready_now(books: Books, game: GameRow, player: PlayerRow, phase: str) -> str:
    latest = books.submissions.latest(game, player.side, phase)
    return latest.ready if latest is not None else ""


def _file_standing(
    desk: Desk, books: Books, game: GameRow, player: PlayerRow, filed: Filed, first: "rehearsed_type", wishes: Wishes
) -> None:
    ended = []
    for row in books.standing.in_force(game, player.side):
        if wishes.cancels(row.number, row.text):
            books.standing.end(row, desk.clock.now())
            ended.append(f"{row.number}  {row.text}")
    rows = filing.file_standing(books, game, player.side, first.standing, desk.clock.now())
    filed.standing = tuple(f"{row.number}  {row.text}" for row in rows)
    filed.ended = tuple(ended)
