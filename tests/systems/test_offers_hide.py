"""What the order page offers a side does not depend on what the other side has written down in secret."""

import hashlib
from dataclasses import replace

import pytest

from pbem.core.options import Options
from pbem.core.order import Order
from pbem.desk.outgoing import attachments
from pbem.systems import registry
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.state.notes import Secrets
from tests.offered import Position, positions, seen


def on_the_page(one: Position) -> tuple[object, ...]:
    """All that goes into a block besides what the report shows."""
    assert one.game.offering is not None
    return tuple(attachments.on_the_page(one.game, one.game.offering, one.state, one.side, one.letter).items())


def by_the_captain(one: Position) -> tuple[Order, ...]:
    """What a practice player who looks ahead orders there, by what his side may know."""

    def pick(purpose: str, n: int) -> int:
        return int(hashlib.sha256(purpose.encode()).hexdigest(), 16) % n

    return one.game.practice_players.orders(one.game.system, seen(one), one.side, one.letter, "captain", pick)


@pytest.mark.slow
def test_the_page_of_the_us_side_and_its_captain_say_nothing_of_hidden_fords() -> None:
    field = registry.game("littlebighorn").system.open("scenario-5", Options())
    places = [place for group in setup.open_groups(field, "indian") for place in group.places]
    assert places, "the scenario has fords that are written down"
    looked = 0
    for one in positions("littlebighorn", "scenario-5", "hidden"):
        if one.side == "us" and one.letter in ("C", "S"):
            pages, ordered = [], []
            for real in (True, False):
                hidden = one.game.system.thaw(one.state)
                hidden.secrets = Secrets(dict.fromkeys(places, real), hidden.secrets.entries)
                there = replace(one, state=hidden)
                pages.append(on_the_page(there))
                ordered.append(by_the_captain(there))
            assert pages[0] == pages[1]
            assert ordered[0] == ordered[1]
            looked += 1
        if looked == 2:
            break
    assert looked == 2
