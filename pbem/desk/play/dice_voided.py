"""Steps of the ladder that no adjudication may use: one voided because somebody has seen it, or all, for a new ladder."""

import secrets

from pbem.desk.desk import Desk
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import GmAction
from pbem.desk.gm.rulings import CannotRule
from pbem.desk.play.locking import must_not_wait
from pbem.desk.play.seed_steps import ladder_name, step_of
from pbem.desk.record.chain import Appended, next_seq
from pbem.seal.ladder import LENGTH, Ladder, LadderSpent
from pbem.store.database import Books
from pbem.store.tables import GameRow


def void_dice(desk: Desk, name: str, reason: str, agreed: tuple[str, ...] = ()) -> Appended:
    """Void the step that the next adjudication would use, and publish it; the one after it is used instead.

    For dice that somebody may have seen before they fell: a fault that told them, an adjudication that failed in its
    middle.  Dice that have fallen are not voided: their phase is undone.  Raises CannotRule, UnknownGame.
    """
    with desk.store.begin() as books:
        return void_dice_in(desk, books, living(books, name), reason, agreed)


def void_dice_in(desk: Desk, books: Books, game: GameRow, reason: str, agreed: tuple[str, ...] = ()) -> Appended:
    """`void_dice` within a transaction that is open.  Raises CannotRule."""
    text = gm_actions.reason_of(reason)
    by = gm_actions.agreed_by(books, game, agreed)
    adj = game.steps + 1
    try:
        seed = step_of(desk, books, game, adj).hex()
    except LadderSpent as spent:
        raise CannotRule(f"{game.name}: {spent}: it needs a new ladder") from None
    books.locks.drop(game)
    record = gm_actions.append(
        desk, books, game, "adj.void", {"adj": adj, "reason": text, "seed": seed, "agreed": list(by)}
    )
    game.steps = adj
    game.voided += 1
    change = f"the dice of adjudication {adj}, which nobody has rolled, are void; the next one uses seed {adj + 1}"
    gm_actions.announce(
        desk, books, game, GmAction(f"dice of adjudication {adj} voided", change, text, agreed=by), record
    )
    return record


def new_ladder(desk: Desk, name: str, reason: str, agreed: tuple[str, ...] = (), length: int = LENGTH) -> Appended:
    """Begin a new ladder of seeds, where the old one is spent or somebody may know it.  Raises CannotRule, UnknownGame.

    The account of a verification says whose orders were on file by then: the new seeds were chosen after them.
    """
    text = gm_actions.reason_of(reason)
    with desk.store.begin() as books:
        game = living(books, name)
        by = gm_actions.agreed_by(books, game, agreed)
        must_not_wait(books, game, "a new ladder")
        game.ladder_length = length
        anchor = begin_ladder(books, game, next_seq(books, game))
        body = {
            "ladder": {"anchor": anchor, "length": length},
            "reason": text,
            "after_adj": game.steps,
            "agreed": list(by),
        }
        record = gm_actions.append(desk, books, game, "ladder.new", body)
        change = f"the dice after adjudication {game.steps} come from a new ladder, which is fixed from now on"
        gm_actions.announce(desk, books, game, GmAction("a new ladder of seeds", change, text, agreed=by), record)
        return record


def begin_ladder(books: Books, game: GameRow, seq: int) -> str:
    """Make the secret of the ladder that record `seq` of the game's present branch begins; its anchor in hex.

    A game that is rebuilt from its letters has the secret already.
    """
    name = ladder_name(game.branch, seq)
    if not books.secrets.has(game.name, name):
        books.secrets.keep(game.name, name, secrets.token_bytes(32))
    return Ladder(books.secrets.get(game.name, name), game.ladder_length).anchor.hex()


def living(books: Books, name: str) -> GameRow:
    """A game that is not over.  Raises CannotRule, UnknownGame."""
    game = books.games.get(name)
    if game.state == "over":
        raise CannotRule(
            f"{name}: expected a game that is still played; it is over, and its last record has opened all"
        )
    return game
