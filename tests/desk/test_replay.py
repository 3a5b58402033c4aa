"""A game rebuilt from its letters comes to the same chain."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from pbem.core.event import OrderMoot
from pbem.core.order import Illegal, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.desk.gm.gm_actions import CannotRule
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.undo_and_end import Void
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import pass_game
from pbem.desk.record.replay import replay
from pbem.desk.record.signing import rotate
from pbem.desk.record.upgrade import adjudicate_again
from pbem.seal.chain import head as chain_head
from pbem.store.tables import LetterInRow
from tests.desk.skirmish import March, Meadow, Skirmish
from tests.desk.table import Table
from tests.desk.test_readjudication import played
from tests.desk.test_server_keys import root_of
from tests.desk.test_undo import BOTH_FIRE, play_out


def lapse(table: Table, game: str) -> None:
    """The deadline passes with nobody's letter."""
    table.clock.forward(days=9)
    assert pass_game(table.desk, game, table.clock.forward(minutes=5))
    advance(table.desk, game)


@pytest.mark.slow
def test_letters_deadlines_and_actions_of_the_gm_give_the_same_chain(table: Table) -> None:
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nnonce: plum")
    table.clock.forward(seconds=1)
    table.say(game, "red", "withdraw")
    table.say(game, "red", "help")
    lapse(table, game)
    perform(table.desk, Extend(game, 24), "petra", "a power cut")
    perform(table.desk, Void(game), "petra", "the log told a seed")
    table.say(game, "red", "Red One march 2\nready")
    rotate(table.desk, game, root_of(game))
    lapse(table, game)
    table.clock.forward(minutes=1)
    play_out(table, game)
    done = replay(table.desk, game)
    assert done.is_same, (done.expected, done.found)
    assert done.records == len(table.records(game))
    with table.desk.store.read() as books:
        last = books.records.last(books.games.get(game))
        assert last is not None
        assert done.head == last.head
    assert replay(table.desk, game, 3).records == 4
    with pytest.raises(CannotRule, match="expected the number of a record"):
        replay(table.desk, game, 999)


@pytest.mark.slow
def test_undone_and_ruled_games_come_out_the_same(table: Table) -> None:
    played(table)
    done = replay(table.desk, "meadow-1")
    assert done.is_same, (done.expected, done.found)
    assert done.branch == "main.2"
    assert adjudicate_again(table.desk, "meadow-1").is_same


SHOOTING = Skirmish.resolve


def in_the_mud(monkeypatch: pytest.MonkeyPatch, problem: Problem) -> None:
    """Whoever marches today finds that nobody can, and is told so in these words."""

    def resolve(system: Skirmish, umpire: Umpire[Meadow], plan: Plan) -> Play[None]:
        if isinstance(plan.order, March):
            umpire.emit(OrderMoot(umpire.state.side, plan.order, problem))
        else:
            yield from SHOOTING(system, umpire, plan)

    monkeypatch.setattr(Skirmish, "resolve", resolve)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("today", "same"),
    [
        (Illegal("E130", "Nobody can march: the meadow is mud.", words="2", suggest=("pass",)), True),
        (Illegal("E131", "Mud everywhere.", words="2"), False),
    ],
)
def test_an_order_that_came_to_nothing_may_be_told_in_other_words_but_not_for_another_reason(
    table: Table, monkeypatch: pytest.MonkeyPatch, today: Problem, same: bool
) -> None:
    in_the_mud(monkeypatch, Illegal("E130", "Mud everywhere.", words="2"))
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    for _ in range(2):
        table.clock.forward(minutes=1)
        table.say(game, "blue", "2")
    table.clock.forward(minutes=1)
    table.say(game, "red", "Red One march 2\nready")
    assert table.phase(game) == "T01.BLU.A"
    in_the_mud(monkeypatch, today)
    done = replay(table.desk, game)
    assert done.is_same is same, (done.expected, done.found)
    assert adjudicate_again(table.desk, game).is_same is same


def test_another_letter_gives_another_chain(table: Table) -> None:
    game = table.open()
    table.say(game, "red", BOTH_FIRE)
    table.say(game, "blue", "2")
    with table.desk.store.begin() as books:
        row: LetterInRow = books.letters_in.of_game(game)[0]
        row.raw = row.raw.replace(b"fire at Blue Two", b"fire at Blue One")
    done = replay(table.desk, game)
    assert not done.is_same
    assert done.seq == 1
    assert json.loads(done.expected)["body"]["digest"] != json.loads(done.found)["body"]["digest"]


SCRIPT = """
import sys
from pathlib import Path
from pbem.desk.record.replay import replay
from tests.desk.table import Table
table = Table.lay(Path(sys.argv[1]), sys.argv[2].encode())
done = replay(table.desk, "meadow-1")
print(done.is_same, done.head)
"""


def pythons() -> list[str]:
    """Every Python at hand that has the libraries of pbem: this one, those of pyenv, those that PBEM_PYTHONS names."""
    found = {sys.executable, *filter(None, os.environ.get("PBEM_PYTHONS", "").split(":"))}
    found |= {str(one) for one in Path.home().glob(".pyenv/versions/3.1[1-9]*/bin/python3")}
    wanted = [sys.executable, "-c", "import cryptography, lark, lxml, sqlmodel"]
    return sorted(
        one for one in found if subprocess.run([one, *wanted[1:]], capture_output=True, check=False).returncode == 0
    )


@pytest.mark.slow
def test_every_python_under_two_hash_seeds_comes_to_the_same_head(tmp_path: Path) -> None:
    key = Fernet.generate_key()
    table = Table.lay(tmp_path, key)
    head = chain_head(played(table)[-1])
    table.desk.store.close()
    root = Path(__file__).parents[2]
    for python in pythons():
        for seed in ("1", "2"):
            done = subprocess.run(
                [python, "-c", SCRIPT, str(tmp_path), key.decode()],
                env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
                capture_output=True,
                text=True,
                check=False,
                cwd=root,
            )
            assert done.stdout.split() == ["True", head], (python, seed, done.stderr)
