"""Whatever a game waits for was asked by letter: self-play by mail, which answers nothing but letters, never stands still."""

from email import message_from_bytes
from pathlib import Path

import pytest

from bench import players
from pbem.core.ask import ORDERS, Ask
from pbem.desk.gm.state_ruled import rule_state
from pbem.desk.play.advance import advance
from pbem.desk.play.pace import ASK
from pbem.desk.play.play import PlayResult, present
from pbem.store.tables import LetterOutRow
from pbem.systems import registry
from tests.desk import in_contact
from tests.desk.table import Table

LETTERS = 40
FEWER = {"miniatures": 16, "nezperce": 26}
"""A battle by plans takes many steps of the ladder with each letter, and a table top many measurements."""
SCENARIOS = {
    "rosebud": "in-contact",
    "littlebighorn": "in-the-village",
    "custer": "",
    "nezperce": "bear-paw",
    "miniatures": "",
}


def letters_of(table: Table, name: str, side: str) -> list[LetterOutRow]:
    return [one for one in table.letters(name, side) if one.kind in ("report", "question")]


def owed(table: Table, name: str, now: PlayResult) -> list[Ask]:
    """The open asks of sides that have something to decide there, and have not sent it: both may be asked at once."""
    with table.desk.store.read() as books:
        game = books.games.get(name)
        filed = [books.submissions.latest(game, one.side, now.phase.id) for one in now.open]
    is_filed = [row is not None and row.state == "filed" for row in filed]
    return [
        one for one, done in zip(now.open, is_filed, strict=True) if not one.quiet and not (one.kind == ORDERS and done)
    ]


def unasked(table: Table, name: str, now: PlayResult, answered: set[str]) -> list[str]:
    """The open asks whose side has no letter left that asks for them."""
    found = []
    for one in owed(table, name, now):
        letters = [row for row in letters_of(table, name, one.side) if row.key not in answered]
        kinds = {row.kind for row in letters}
        wants_orders = any(row.kind == "report" and "YOU: " in _subject(row) for row in letters)
        if (one.kind == ORDERS and not wants_orders) or (one.kind != ORDERS and not kinds):
            found.append(f"{now.phase.id} {one.key}")
    return found


def _subject(row: LetterOutRow) -> str:
    return " ".join(str(message_from_bytes(row.raw)["Subject"]).split())


@pytest.mark.slow
@pytest.mark.parametrize("seed", [b"one", pytest.param(b"two", marks=pytest.mark.series)])
@pytest.mark.parametrize("title", SCENARIOS)
def test_every_open_ask_has_an_unanswered_letter(tmp_path: Path, title: str, seed: bytes) -> None:
    game = registry.game(title)
    table = Table.lay(tmp_path, games=registry.game)
    table.title = title
    sides = [one.id for one in game.system.card.sides]
    table.addresses = {side: f"{side}@mail.example" for side in sides}
    table.blank_as = ()
    name = table.open("asked-1", scenario=SCENARIOS[title] or game.system.card.main_scenario)
    answered: set[str] = set()
    for _ in range(FEWER.get(title, LETTERS)):
        with table.desk.store.read() as books:
            now = present(table.desk, books, books.games.get(name))
        if now is None:
            return
        assert unasked(table, name, now, answered) == []
        side = owed(table, name, now)[0].side
        open_letters = [one for one in letters_of(table, name, side) if one.key not in answered]
        words = "\n".join(players.words(game, now, side, ASK, lambda purpose, n: len(purpose) % n))
        table.say(name, side, words, to=open_letters[-1])
        answered |= {one.key for one in open_letters}


@pytest.mark.slow
def test_orders_wanted_behind_an_answer_are_asked_for(tmp_path: Path) -> None:
    """Holders without horses may make up for a loss before the US rally; the rally itself is still to come."""
    desk = in_contact.lay(tmp_path, b"orders behind an answer")
    with desk.desk.store.read() as books:
        now = present(desk.desk, books, books.games.get(in_contact.GAME))
    assert now is not None
    position = now.state.to_json()
    holders = next(n for n, one in enumerate(position["units"]) if one["unit"] == "G/3 holders")
    left, joined = (next(n for n, one in enumerate(position["stacks"]) if one[0] == at) for at in ("3513", "3512"))
    patch = (
        {"op": "replace", "path": f"/units/{holders}/at", "value": "3512"},
        {"op": "add", "path": f"/units/{holders}/has_mounts", "value": False},
        {"op": "add", "path": f"/stacks/{joined}/1/-", "value": "G/3 holders"},
        {"op": "remove", "path": f"/stacks/{left}"},
    )
    rule_state(desk.desk, in_contact.GAME, patch, "their horses ran away")
    advance(desk.desk, in_contact.GAME)
    for _ in range(12):
        with desk.desk.store.read() as books:
            now = present(desk.desk, books, books.games.get(in_contact.GAME))
        assert now is not None
        if now.phase.id == "T03.US.A":
            break
        in_contact.say(desk, "pass", next(one.side for one in now.open if not one.quiet))
    assert [one.kind for one in now.open if not one.quiet] == ["replacement"]
    asked = letters_of(desk, in_contact.GAME, "us")
    in_contact.say(desk, "no", "us")
    with desk.desk.store.read() as books:
        now = present(desk.desk, books, books.games.get(in_contact.GAME))
    assert now is not None
    assert [(now.phase.id, one.kind) for one in now.open if not one.quiet] == [("T03.US.A", ORDERS)]
    assert unasked(desk, in_contact.GAME, now, {one.key for one in asked}) == []
