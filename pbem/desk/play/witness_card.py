"""A witness's card: what they give the GM, and what the first record of a game says of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.seal.beacon import QUICKNET
from pbem.seal.lock import BEACON, WITNESS


class NoWitness(Exception):
    """A card, or a folder, that is no witness's; the text says what was expected."""


def read_card(path: Path) -> dict[str, Any]:
    """The card in a file.  Raises NoWitness."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        content = None
    if not isinstance(content, dict):
        raise NoWitness("the card of a witness, which   pbem witness new   writes")
    return content


def source_of_mode(mode: str, card: Path | None) -> Mapping[str, Any]:
    """The source of the last part of the dice in a mode: the witness of a card, drand.  Raises NoWitness."""
    if mode == WITNESS:
        if card is None:
            raise NoWitness("the card of a witness, since the dice mode is witness")
        return read_card(card)
    return QUICKNET if mode == BEACON else {}
