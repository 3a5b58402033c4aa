"""What the GM rules: a record that his own key signs, told to all players in the same words (trust.md, section 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem.campaign import chain, outgoing
from pbem.campaign.desk import Desk
from pbem.campaign.outgoing import Draft
from pbem.reports import letters, subjects
from pbem.store.database import Books
from pbem.store.tables import GameRow


@dataclass(frozen=True)
class Ruled:
    """A ruling: what it is about (``deadline``: a name without blanks), its reason, what changes, in a sentence's tail.

    `about` stands in the subject; `body` is what the record holds besides; `agreed` are the codes of the sides that
    agreed; `deadline` is the new one, where there is one; `rule` the clause that it rests on.
    """

    what: str
    reason: str
    change: str
    about: str
    body: Mapping[str, Any] = field(default_factory=dict)
    agreed: Sequence[str] = ()
    deadline: datetime | None = None
    rule: str = "-"


def rule(desk: Desk, books: Books, game: GameRow, ruled: Ruled) -> int:
    """Put a ruling in the chain under the GM's signature, count it, and tell all players; the record's number."""
    signer = desk.gm_signer(books, game)
    body = {"what": ruled.what, "reason": ruled.reason, "agreed": sorted(ruled.agreed), **ruled.body}
    record = chain.append(desk, books, game, "gm.ruling", body, signer=signer)
    game.rulings += 1
    tell(desk, books, game, ruled, record.seq)
    return record.seq


def tell(desk: Desk, books: Books, game: GameRow, ruled: Ruled, record: int) -> None:
    """The letter about a ruling that is in the chain, the same to every player; it stands under the ruling's number."""
    names = {side.code: side.name for side in desk.title(game.title).system.card.sides}
    text = letters.ruling(
        letters.Ruling(
            game=game.name,
            number=game.rulings,
            gm=game.gm_name or game.gm_address,
            at=desk.clock.now(),
            rule=ruled.rule,
            reason=ruled.reason,
            change=ruled.change,
            record=record,
            agreed=tuple((names[code], "yes") for code in ruled.agreed),
            deadline=ruled.deadline,
        )
    )
    row = books.phases.open(game)
    draft = Draft(
        kind="ruling",
        label=str(game.rulings) if game.branch == "main" else f"{game.branch}.{game.rulings}",
        subject=subjects.ruling(game.name, game.rulings, ruled.about),
        text=text,
        phase=row.phase if row is not None else "end",
        report=f"{record}.g",
        seq=record,
    )
    for player in books.players.of(game):
        outgoing.to_player(desk, books, game, player, draft)
