"""Actions of the GM on a game: each act is a record signed by the GM's own key, announced to both players in the same words,
and counted in the game's record from then on (docs/trust.md).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.incoming import gm_keys
from pbem.desk.incoming.preferences import writing_to
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended
from pbem.reports import subjects
from pbem.reports.letter_style import translate
from pbem.reports.letters import Ruling, ruling
from pbem.reports.wrap import ascii_text
from pbem.store.database import Books
from pbem.store.letters_out import welcome_of
from pbem.store.tables import GameRow

# A ruling that can't be made.


class CannotRule(Exception):
    """A ruling that cannot be made; the text says what was expected, what was found, and how to go on."""


LONGEST = 200
"""Characters of a reason: it is one line of a letter or two."""


@dataclass(frozen=True)
class GmAction:
    """An action of the GM: its subject (``dice of adjudication 5 voided``), the change in a sentence, reason, rule, who agreed.

    `agreed` are sides' codes (``US``); `deadline` is the new one, where the action moves it; `asked_by` is the player whose
    letter brought it about, "" if the GM decided.
    """

    about: str
    change: str
    reason: str
    rule: str = "-"
    agreed: tuple[str, ...] = ()
    deadline: datetime | None = None
    asked_by: str = ""


@dataclass(frozen=True)
class Ruled:
    """A ruling that is a record of its own: what it is about (``deadline``: a name without blanks), its reason, what changes
    (in a sentence's tail), what stands in the subject, what the record holds besides, and who asked for it by letter."""

    what: str
    reason: str
    change: str
    about: str
    body: Mapping[str, Any] = field(default_factory=dict)
    agreed: tuple[str, ...] = ()
    deadline: datetime | None = None
    asked_by: str = ""


def rule(
    desk: Desk,
    books: Books,
    game: GameRow,
    ruled: Ruled,
    *,
    more: Sequence[str] = (),
    own: Mapping[str, Sequence[str]] | None = None,
) -> int:
    """Append a ruling to the chain, count it, and tell all players, with `more` lines; returns the record's number."""
    body = {"what": ruled.what, "reason": ruled.reason, "agreed": sorted(ruled.agreed), **ruled.body}
    record = append(desk, books, game, "gm.ruling", body)
    announce(
        desk,
        books,
        game,
        GmAction(
            ruled.about,
            ruled.change,
            ruled.reason,
            agreed=ruled.agreed,
            deadline=ruled.deadline,
            asked_by=ruled.asked_by,
        ),
        record,
        more=more,
        own=own,
    )
    return record.seq


def reason_of(text: str) -> str:
    """The reason as both players read it.  Raises CannotRule."""
    wording = " ".join(ascii_text(text).split())
    if not wording or len(wording) > LONGEST:
        raise CannotRule(
            f"reason: expected up to {LONGEST} characters, since both players read it; found {len(wording)}"
        )
    return wording


def agreed_by(books: Books, game: GameRow, codes: Sequence[str]) -> tuple[str, ...]:
    """The sides that agreed, by codes in their sequence.  Raises CannotRule for a code that no side has."""
    known = [player.code for player in books.players.of(game)]
    wrong = [code for code in codes if code.upper() not in known]
    if wrong:
        raise CannotRule(f"agreed: expected sides of {game.name}, {' and '.join(known)}; found {wrong[0]!r}")
    return tuple(sorted({code.upper() for code in codes}))


def append(desk: Desk, books: Books, game: GameRow, type_: str, body: Mapping[str, Any]) -> Appended:
    """Append a record that the GM signs."""
    return chain.append(desk, books, game, type_, body, signer=desk.gm_signer(books, game))


def announce(
    desk: Desk,
    books: Books,
    game: GameRow,
    action: GmAction,
    record: Appended,
    *,
    more: Sequence[str] = (),
    attachments: Mapping[str, Sequence[tuple[str, bytes]]] | None = None,
    own: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Count an action and mail it to all players: its letter, `more` lines after it, and for each side its `attachments`.

    `own` has by side the order lines that the action put on file: only their owner reads them.
    """
    game.rulings += 1
    sides = {side.code: side.name for side in desk.title(game.title).system.card.sides}
    message = Ruling(
        game=game.name,
        number=game.rulings,
        gm=gm_keys.name_of_gm(books, game, desk.acting),
        at=desk.clock.now(),
        rule=action.rule,
        reason=action.reason,
        change=action.change,
        record=record.seq,
        agreed=tuple((sides[code], "yes") for code in action.agreed),
        deadline=action.deadline,
        asked_by=action.asked_by,
    )
    row = books.phases.open(game)
    for player in books.players.of(game):
        with writing_to(desk, player):
            text = ruling(message)
            if own is not None and player.side in own:
                text = "\n".join([text.rstrip("\n"), "", *_on_file(own[player.side]), ""])
            draft = Draft(
                kind="ruling",
                label=str(game.rulings),
                subject=subjects.agreed_change(game.name, action.about)
                if action.asked_by
                else subjects.ruling(game.name, game.rulings, action.about),
                text="\n".join([text, *more, ""]) if more else text,
                phase=row.phase if row is not None else _next_phase(desk, books, game),
                report=f"{record.seq}.g",
                seq=record.seq,
                attachments=tuple((attachments or {}).get(player.side, ())),
            )
            post.to_side(desk, books, game, player, draft)


def _on_file(lines: Sequence[str]) -> list[str]:
    """The orders of a player as the GM has put them on file, for the player's letter."""
    if not lines:
        return [translate("You have no orders on file now.")]
    return [
        translate("Your orders on file now, for your eyes only:"),
        "",
        *(f"  {n}  {line}" for n, line in enumerate(lines, 1)),
    ]


def _next_phase(desk: Desk, books: Books, game: GameRow) -> str:
    """The phase that comes next where none is open: an answer to the letter is an answer for it."""
    if game.state == "over":
        return "end"
    system = desk.title(game.title).system
    phase = system.next_phase(system.from_json(read_json(books.checkpoints.last(game).state)))
    return phase.id if phase is not None else "end"


# A game that was held goes on in the state in which it was before.


def release(books: Books, game: GameRow) -> None:
    """Let a held game go on as it was: paused, invited to, or at play."""
    state = "paused" if game.paused_since is not None else "invited" if was_invited(books, game) else "open"
    books.games.release(game, state)


def was_invited(books: Books, game: GameRow) -> bool:
    """True if a held game has not begun: its players were invited, and nobody was welcomed yet."""
    last = books.records.last(game)
    people = [one for one in books.players.of(game) if one.address]
    is_welcomed = any(books.letters_out.find(welcome_of(game.name, one.side)) is not None for one in people)
    return last is not None and last.seq == 0 and bool(people) and not is_welcomed
