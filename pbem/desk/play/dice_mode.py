"""The mode of a game's dice: what it needs, and changing it by a ruling that both players agreed to (docs/trust.md, 7)."""

from collections.abc import Mapping
from typing import Any

from pbem.desk.addresses import wrong_address
from pbem.desk.desk import Desk, read_json
from pbem.desk.gm import gm_actions
from pbem.desk.gm.gm_actions import GmAction
from pbem.desk.gm.rulings import CannotRule
from pbem.desk.play.locking import must_not_wait
from pbem.desk.record import chain
from pbem.desk.record.chain import Appended
from pbem.seal import beacon
from pbem.seal.genesis import genesis_source
from pbem.seal.lock import BEACON, MODES, SEALED, WITNESS
from pbem.seal.shapes import is_beacon, is_witness
from pbem.store.database import Books
from pbem.store.tables import GameRow


def fault_of_mode(mode: str, source: Mapping[str, Any], game: str) -> tuple[str, str] | None:
    """The fault in a mode and its source, as (found, expected); None if nothing is."""
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
        if not beacon.is_installed():
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
    deed = GmAction(f"dice mode {mode}", f"the dice mode is '{mode}' from now on; it was '{before}'", text, agreed=by)
    gm_actions.announce(desk, books, game, deed, record)
    return record


def check_change(books: Books, game: GameRow, mode: str, source: Mapping[str, Any], agreed: tuple[str, ...]) -> None:
    """Raises CannotRule if the mode of a game's dice cannot be changed so."""
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
