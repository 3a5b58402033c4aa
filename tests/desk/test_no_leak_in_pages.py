"""Reports in the form ``page`` say nothing of what the other side has sealed: two worlds of each title that can be clicked.

The worlds differ in the standing orders that one side has filed.  The pages and blocks that go with the other side's reports,
the letters around them and their sizes must be the same to a byte.
"""

from pathlib import Path

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play import play
from pbem.desk.play.advance import advance
from pbem.systems import registry
from tests.desk import leaks
from tests.desk.table import GM, Table

GAME = "pages-1"
ADDRESSES = ("kate@mail.example", "mo@post.example")
LOOKS = ("status", "map", "orders", "preview", "report whole", "send page")
SEALED = ("policy losses all: weakest\npolicy retreat all: odds 3:1 or worse", "policy losses all: strongest")
FILED = {
    ("rosebud", "in-contact"): SEALED,
    ("littlebighorn", "in-the-village"): SEALED,
    ("custer", "little-big-horn"): ("policy losses: weakest", "policy losses: strongest"),
    ("nezperce", "campaign-1877"): (
        "policy plan: all leave nearest",
        "policy plan: once lost half: all leave nearest; all skirmish at 4",
    ),
}
"""By title and scenario what the side that is not waited for files in one world and in the other."""


ROUNDS = 12
"""Letters at most until a report comes with a page: not in every phase is there something to click."""


def has_page(table: Table, side: str) -> bool:
    return any(b"-orders.html" in letter.raw for letter in table.letters(GAME, side))


def world(folder: Path, title: str, scenario: str) -> Table:
    folder.mkdir()
    table = Table.lay(folder, leaks.KEY, games=registry.game)
    sides = [one.id for one in registry.game(title).system.card.sides]
    table.title, table.addresses = title, dict(zip(sides, ADDRESSES, strict=True))
    players = [(side, address, side.title()) for side, address in table.addresses.items()]
    open_campaign(table.desk, Wanted(GAME, title, scenario, players, GM, seed=b"sealed beside pages", ladder_length=32))
    advance(table.desk, GAME)
    return table


@pytest.mark.parametrize(
    ("title", "scenario"),
    [pytest.param(*one, marks=() if one[0] == "rosebud" else pytest.mark.slow) for one in FILED],
)
def test_a_page_is_the_same_whatever_the_other_side_has_filed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, title: str, scenario: str
) -> None:
    monkeypatch.setattr(play, "roll_key", leaks.fixed_dice)
    worlds = [world(tmp_path / f"{title}-{n}", title, scenario) for n in range(2)]
    (watched, *_), sides = (worlds[0].asked(GAME),), list(worlds[0].addresses)
    other = next(one for one in sides if one != watched)

    def both(side: str, *texts: str) -> None:
        for one, text in zip(worlds, texts * (2 // len(texts)), strict=True):
            one.clock.forward(minutes=3)
            taken = one.deliver(one.reply(GAME, side, text, message_id=f"<{one.uid}.{side}@mail.example>"))
            if taken.game:
                advance(one.desk, taken.game)

    try:
        both(watched, "report page\nreport whole")
        both(other, *FILED[title, scenario])
        filed = [one.last(GAME, other) for one in worlds]
        assert [one.kind for one in filed] == ["receipt", "receipt"], filed[0].text
        assert filed[0].text != filed[1].text
        for _ in range(ROUNDS):
            if worlds[0].asked(GAME) == watched and has_page(worlds[0], watched):
                break
            asked = worlds[0].asked(GAME)
            both(asked, "1" if worlds[0].last(GAME, asked).kind == "question" else "pass")
        assert has_page(worlds[0], watched), "no page went with a report"
        for text in LOOKS:
            both(watched, text)
        told = [[leaks.masked(letter.raw) for letter in one.letters(GAME, watched)] for one in worlds]
        assert told[0] == told[1], leaks._first(told[0], told[1])
    finally:
        for one in worlds:
            one.desk.store.close()
