"""The mode of a game's dice: what it needs, and changing it by a ruling that both players agreed to (docs/trust.md, 7)."""

import secrets
from collections.abc import Mapping
from typing import Any

from pbem.desk.desk import Desk, read_json
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import CannotRule, GmAction
from pbem.desk.people import wrong_address
from pbem.desk.play.locking import must_not_wait
from pbem.desk.play.play import ladder_name, step_of
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended, next_seq
from pbem.seal import lock
from pbem.seal.chain import genesis_source
from pbem.seal.ladder import LENGTH, Ladder, LadderSpent
from pbem.seal.lock import BEACON, MODES, SEALED, WITNESS
from pbem.seal.shapes import is_beacon, is_witness
from pbem.store.database import Books
from pbem.store.tables import GameRow


def fault_of_mode(mode: str, source: Mapping[str, Any], game: str) -> tuple[str, str] | None:
    """The error in a dice mode and its source, as (found, expected); None if there is none."""
    if mode not in MODES:
        return repr(mode), f"one of {', '.join(MODES)}"
    if mode == WITNESS:
        if not is_witness(source) or wrong_address(str(source.get("address", ""))):
            return "no witness", "the card of a witness, which   pbem witness new   writes"
        if source.get("game", game) != game:
            return f"the card of a witness of {source['game']}", f"one that was made for {game}"
    if mode == BEACON:
        if not is_beacon(source):
            return "no beacon", "its chain, scheme, key, genesis_time and period"
        if not lock.is_installed():
            return "no program that checks a beacon's signatures", "the extra: pip install 'pbem[beacon]'"
    return None


def in_chain(mode: str, source: Mapping[str, Any]) -> dict[str, Any] | None:
    """The dice source as recorded in the chain, without its address; None in mode ``sealed``."""
    return genesis_source(mode, source) if mode != SEALED else None


def change(
    desk: Desk, name: str, mode: str, source: Mapping[str, Any], reason: str, agreed: tuple[str, ...]
) -> Appended:
    """Change the mode of a game's dice.  Both players must have agreed.  Raises CannotRule, UnknownGame."""
    with desk.store.begin() as books:
        return change_in(desk, books, books.games.get(name), mode, source, reason, agreed)


def change_in(
    desk: Desk, books: Books, game: GameRow, mode: str, source: Mapping[str, Any], reason: str, agreed: tuple[str, ...]
) -> Appended:
    """`change` within a transaction that is open.  Raises CannotRule."""
    check_change(books, game, mode, source, agreed)
    text, by = gm_actions.reason_of(reason), gm_actions.agreed_by(books, game, agreed)
    in_body = in_chain(mode, source)
    body = {"what": "dice", "reason": text, "agreed": list(by), "dice": mode, **({mode: in_body} if in_body else {})}
    record = gm_actions.append(desk, books, game, "gm.ruling", body)
    before, game.dice, game.source = game.dice, mode, chain.canonical_text(dict(source) if in_body else {})
    action = GmAction(f"dice mode {mode}", f"the dice mode is '{mode}' from now on; it was '{before}'", text, agreed=by)
    gm_actions.announce(desk, books, game, action, record)
    return record


def check_change(books: Books, game: GameRow, mode: str, source: Mapping[str, Any], agreed: tuple[str, ...]) -> None:
    """Check a change of a game's dice mode.  Raises CannotRule."""
    if game.state == "over":
        raise CannotRule(f"{game.name}: expected a game that is still played; it is over")
    must_not_wait(books, game, "a change of the dice mode")
    players = [player.code for player in books.players.of(game)]
    missing = [code for code in players if code not in gm_actions.agreed_by(books, game, agreed)]
    if missing:
        raise CannotRule(
            f"agreed: expected {' and '.join(players)}, since the dice mode changes only where all players agree; "
            f"{' and '.join(missing)} missing"
        )
    wrong = fault_of_mode(mode, source, game.name)
    if wrong:
        raise CannotRule(f"dice: expected {wrong[1]}; found {wrong[0]}")
    if mode == game.dice and in_chain(mode, source) == in_chain(game.dice, read_json(game.source)):
        raise CannotRule(f"{game.name}: expected another dice mode than it has; found {mode!r}")
    if mode == WITNESS and books.locks.steps(game, source["key"]):
        raise CannotRule(f"{game.name}: expected a witness with a ladder that is new; this one's has been used")


# Steps of the ladder that no adjudication may use: one voided because somebody has seen it, or all, for a new
# ladder.


def void_dice(desk: Desk, name: str, reason: str, agreed: tuple[str, ...] = ()) -> Appended:
    """Void the step that the next adjudication would use, and publish it; the one after it is used instead.

    For dice that somebody may have seen before they fell: a fault that told them, an adjudication that failed in its
    middle.  Dice that have been rolled are not voided: their phase is undone.  Raises CannotRule, UnknownGame.
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
