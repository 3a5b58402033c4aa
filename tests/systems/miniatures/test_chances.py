"""What the dice of the table-top could have brought, and what `pbem what-if` says came of an order."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from pbem.core.event import Event
from pbem.core.umpire import Modifier, Roll
from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.orders.what_if import what_if
from pbem.desk.play.advance import advance
from pbem.desk.play.luck import of_game, page, replayed
from pbem.desk.record import chain
from pbem.desk.record.from_records import follow
from pbem.systems import registry
from pbem.systems.miniatures.state.events import (
    ChargeBegan,
    ChargeEnded,
    MeleeFought,
    MoraleChecked,
    PairFought,
    PointSpent,
    UnitDisordered,
    UnitFired,
    UnitLeft,
    UnitLoaded,
    UnitMoved,
)
from pbem.systems.miniatures.telling.chances import CHANCES, outcome
from tests.desk import table as tables
from tests.desk.table import GM, Table
from tests.systems.miniatures.tabletops import place, table, unit

GAME = "creek-1"


def roll(*faces: int, label: str = "T01.AM.A operations #1", mods: tuple[Modifier, ...] = ()) -> Roll:
    return Roll(label, f"{len(faces)}d10", faces, mods)


def shot(hits: int, *rolls: tuple[Roll, int]) -> UnitFired:
    return UnitFired("Foot", "Wolf", 64, "B", rolls, hits)


def test_fire_is_compared_with_every_fall_of_its_dice() -> None:
    state = table(unit(), unit("Wolf", "indians", **place(20, 26)))  # type: ignore[arg-type]
    fired = shot(2, (roll(1, 2, 9, 10), 3), (roll(4, 5), 1))
    found = CHANCES.of(state, "T01.AM.A", fired)
    assert found is not None
    assert (found.kind, found.side, found.what, found.worth) == ("fire", "american", "Foot fires at Wolf", 2)
    assert sum(found.spread.values()) == 10**6
    assert found.spread[6] == 3**4
    assert found.expected == Fraction(4 * 3 + 2 * 1, 10)


def test_a_pair_of_a_melee_costs_a_figure_of_one_side_or_the_other() -> None:
    state = table(unit(), unit("Wolf", "indians", **place(20, 26)))  # type: ignore[arg-type]
    attack = roll(4, label="T01.AM.A melee Foot #1", mods=(Modifier(9, "test"),))
    defence = roll(5, label="T01.AM.A melee Wolf #1")
    found = CHANCES.of(state, "T01.AM.A", PairFought(1, 1, attack, defence, "killed", "defender"))
    assert found is not None
    assert (found.side, found.what, found.worth) == ("american", "melee of Foot and Wolf", 1)
    # With 9 more the attacker has 10 to 19: he can't be killed, and kills where the defender has half of his at most.
    kills = sum(2 * theirs <= mine + 9 for mine in range(1, 11) for theirs in range(1, 11))
    assert dict(found.spread) == {0: 100 - kills, 1: kills}


def test_figures_that_leave_the_table_are_lost_too() -> None:
    state = table(unit(), unit("Wolf", "indians", **place(20, 26)))  # type: ignore[arg-type]
    before = state.units["Wolf"].figures
    lost = CHANCES.lost(state, [shot(2, (roll(1, 1), 3)), UnitLeft("Wolf")])
    assert lost == {"american": 0, "indian": before}
    assert "Wolf" in state.units


CHARGED = (PointSpent("Foot", "charge", 1), ChargeBegan("Foot", "Wolf", True))
FIRED = (PointSpent("Foot", "fire", 1), shot(2, (roll(1, 1), 3)))
FELL = MoraleChecked("Wolf", "to stand", 6, roll(9), 3)
STOOD = MoraleChecked("Wolf", "to stand", 6, roll(2), 0)
FLED = UnitMoved("Wolf", "flight", ((0, 0), (9, 9)), 0, 9)


@pytest.mark.parametrize(
    ("act", "later", "said"),
    [
        (FIRED, (STOOD,), "2 hits on Wolf, which stands"),
        (FIRED, (FELL, UnitDisordered("Wolf", 0, (0, 0))), "2 hits on Wolf, which falls into disorder"),
        (FIRED, (FELL, UnitDisordered("Wolf", 0, (0, 0)), FLED), "2 hits on Wolf, which flees"),
        (FIRED, (FELL, FLED, UnitLeft("Wolf")), "2 hits on Wolf, which leaves the table"),
        (FIRED, (), "2 hits on Wolf, which is gone"),
        ((PointSpent("Foot", "fire", 1), shot(0, (roll(9), 3))), (), "no hits on Wolf"),
        ((PointSpent("Foot", "load", 1), UnitLoaded("Foot", 1, 2)), (), "1 of 2 points of loading done"),
        ((PointSpent("Foot", "fire", 0, "it is not loaded"),), (), "no fire: it is not loaded"),
        ((PointSpent("Foot", "form", 1),), (), "done"),
        (CHARGED, (STOOD, MeleeFought("Foot", "Wolf", True, (0, 2), (0, 0), "Wolf", 2)), "wins the melee"),
        (CHARGED, (STOOD, MeleeFought("Foot", "Wolf", True, (1, 1), (0, 0), "", 0)), "draws the melee"),
        (CHARGED, (FELL, UnitDisordered("Wolf", 0, (0, 0)), FLED), "Wolf flees before Foot"),
        (CHARGED, (STOOD, ChargeEnded("Foot", "its check failed")), "comes to nothing: its check failed"),
        ((*CHARGED, ChargeEnded("Foot", "it refuses")), (), "Foot refuses to charge"),
    ],
)
def test_what_came_of_an_order(act: Sequence[Event], later: Sequence[Event], said: str) -> None:
    assert any(said in one for one in outcome(act, later))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game against the program, in its second turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "titles", registry.game)
        desk = Table.lay(tmp_path_factory.mktemp("creek"))
    desk.addresses = {"american": "kate@mail.example"}
    players = [("american", "kate@mail.example", "K. Hale")]
    plays = {"indian": "plain"}
    wanted = Wanted(GAME, "miniatures", "creek-ford", players, GM, plays=plays, seed=b"a demo seed", ladder_length=64)
    open_campaign(desk.desk, wanted)
    advance(desk.desk, GAME)
    letter = desk.letters(GAME, "american", "report")[-1]
    desk.say(GAME, "american", "Riflemen: to (24, 30); fire\nSecond Company: ahead 6\nready", to=letter)
    return desk


def followed(desk: Table):  # type: ignore[no-untyped-def]
    with desk.desk.store.read() as books:
        return follow(registry.game("miniatures"), chain.records_since(books, books.games.get(GAME), -1))


@pytest.mark.slow
def test_what_if_counts_hits_with_what_became_of_the_target(played: Table) -> None:
    words = "Riflemen: load; load; fire\nThird Company: ahead 4"
    found = what_if(registry.game("miniatures"), followed(played), "american", words, plays=40)
    first, second = found.tried
    assert sum(first.outcomes.values()) == 40
    assert any("hit" in said[0] and "which " in said[0] for said in first.outcomes)
    assert second.outcomes == {("Third Company moves 4.00 inches",): 40}
    again = what_if(registry.game("miniatures"), followed(played), "american", words, plays=40)
    assert again == found


def test_a_line_for_another_roll_is_said_not_to_come_up(played: Table) -> None:
    found = what_if(registry.game("miniatures"), followed(played), "american", "if 5: Third Company: ahead 4", plays=40)
    outcomes = found.tried[0].outcomes
    assert outcomes[("not carried out: it doesn't come up",)] > 20


def test_luck_of_a_game_is_told_and_its_phases_are_played_again(played: Table) -> None:
    title, found = registry.game("miniatures"), followed(played)
    assert {one.chance.kind for one in of_game(title, found)} == {"fire"}
    told = list(page(title, found, "american"))
    assert any(line.startswith("Indian fire") for line in told)
    assert max(map(len, told)) <= 78
    rows = list(replayed(title, found, "american", 20, "1"))
    assert rows
    assert rows == list(replayed(title, found, "american", 20, "1"))
    assert all(row.least <= row.middle <= row.most for row in rows)
