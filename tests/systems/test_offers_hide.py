"""What the order page offers a side does not depend on what the other side has written down in secret."""

from dataclasses import replace

from pbem.core.options import Options
from pbem.mechanisms import offered_moves
from pbem.mechanisms.offers import legs_of
from pbem.systems import registry
from pbem.systems.indian_wars.rules.turn import fords
from pbem.systems.indian_wars.state.secrets import Secrets
from tests.offered import Position, offered, positions, seen


def on_the_page(one: Position) -> tuple[object, ...]:
    """All that goes into a block besides what the report shows."""
    offering = one.game.offering
    assert offering is not None
    found = offered(one)
    legs = legs_of(offering, seen(one), one.side, one.letter, found)
    kept, walks = offered_moves.shortened(one.game.dialect, found, legs)
    return tuple(kept), repr(offered_moves.as_json(walks)), dict(offering.units(seen(one), one.side))


def test_the_page_of_the_us_side_says_nothing_of_hidden_fords() -> None:
    field = registry.game("littlebighorn").system.open("scenario-5", Options())
    places = [place for group in fords.open_groups(field, "indian") for place in group.places]
    assert places, "the scenario has fords that are written down"
    looked = 0
    for one in positions("littlebighorn", "scenario-5", "hidden"):
        if one.side == "us" and one.letter in ("C", "S"):
            pages = []
            for real in (True, False):
                hidden = one.game.system.thaw(one.state)
                hidden.secrets = Secrets(dict.fromkeys(places, real), hidden.secrets.entries)
                pages.append(on_the_page(replace(one, state=hidden)))
            assert pages[0] == pages[1]
            looked += 1
        if looked == 2:
            break
    assert looked == 2
