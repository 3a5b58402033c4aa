"""Custer's Last Stand: every order is written as a line that reads back as the same order; so is every policy."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.options import Options
from pbem.core.order import Order
from pbem.mechanisms.orders import Advance, ChangeMode, Enter, Exit, Move, NoAdvance, Pass, Stay
from pbem.orders.rehearsal import rehearse
from pbem.systems import registry
from pbem.systems.custer.orders import standing
from pbem.systems.custer.orders.naming import NAMING
from pbem.systems.custer.orders.records import Attack
from pbem.systems.custer.state.battle import Battle

GAME = registry.game("custer")
BATTLES: dict[str, Battle] = {name: GAME.system.open(name, Options()) for name in ("little-big-horn", "rosebud")}
FEW = settings(max_examples=200, deadline=None, derandomize=True)


@st.composite
def orders(draw: st.DrawFn, name: str) -> tuple[str, Order]:
    battle = BATTLES[name]
    sides = [side for side in ("us", "indian") if any(battle.of(side))]
    side = draw(st.sampled_from(sides))
    own = [unit.name for unit in battle.of(side)]
    names = NAMING.in_sequence(battle, draw(st.sets(st.sampled_from(own), min_size=1, max_size=4)))
    there = draw(st.sampled_from(sorted(battle.sheet.map)))
    stands = [unit for unit in battle.of(side) if unit.at]
    marches: tuple[Order, ...] = ()
    if stands:
        start = draw(st.sampled_from(stands)).at
        there_too = [unit.name for unit in stands if unit.at == start]
        stack = NAMING.in_sequence(battle, draw(st.sets(st.sampled_from(there_too), min_size=1)))
        path = [start]
        for _ in range(draw(st.integers(1, 5))):
            path.append(draw(st.sampled_from(battle.sheet.map.neighbours(path[-1]))))
        marches = (Move(stack, tuple(path)),)
    kinds: tuple[Order, ...] = (
        *marches,
        ChangeMode(names[0], draw(st.sampled_from(("mounted", "dismounted")))),
        Stay(names),
        Exit(names, battle.sheet.scenario.exit.edge),
        Enter(names, there),
        Attack(names, there),
        Advance(names, there),
        NoAdvance(names),
        Pass(),
    )
    return side, draw(st.sampled_from(kinds))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BATTLES))
def test_what_is_written_reads_as_the_same_order(name: str) -> None:
    battle = BATTLES[name]

    @FEW
    @given(orders(name))
    def holds(found: tuple[str, Order]) -> None:
        side, order = found
        text = GAME.dialect.write(order)
        assert text.isascii()
        assert GAME.dialect.read(text, battle, side) == (order,)

    holds()


@pytest.mark.slow
@FEW
@given(st.data())
def test_policies_read_as_themselves(data: st.DataObject) -> None:
    battle = BATTLES["little-big-horn"]
    side = data.draw(st.sampled_from(("us", "indian")))
    units, hexes = [unit.name for unit in battle.of(side)], sorted(battle.sheet.map)
    scope = data.draw(st.sampled_from(("all", *units, *hexes)))
    policy = data.draw(st.sampled_from(tuple(standing.ASKED)))
    named = {"marker": (), "route": tuple(hexes)}.get(policy, tuple(units))
    wishes = data.draw(st.lists(st.sampled_from((*standing.MEANT_BY[policy], *named)), min_size=1, max_size=4))
    line = f"policy {policy} {scope}: {', '.join(wishes)}"
    (first,) = rehearse(GAME.system, GAME.dialect, battle, side, "A", line).standing
    assert rehearse(GAME.system, GAME.dialect, battle, side, "A", first.text).standing == (first,)
