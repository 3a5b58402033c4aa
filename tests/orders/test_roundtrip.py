"""Reading and writing are inverse; no text and no bytes raise."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.order import Order
from pbem.mail.quotes import own_words
from pbem.mechanisms import orders as shared
from pbem.orders.refusal_text import LINE_WIDTH
from pbem.orders.rehearsal import rehearse
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import in_sequence
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import ANYTHING, in_contact

DIALECT = TITLE.dialect

FEW = settings(max_examples=2 * settings().max_examples, deadline=None, derandomize=True)


@cache
def field() -> Battlefield:
    return in_contact()


OWN = {side: [u.name for u in in_contact().of(side)] for side in ("us", "indian")}
HEXES = sorted(in_contact().sheet.map)
hexes = st.sampled_from(HEXES)
MODES = st.sampled_from(("mounted", "dismounted", "prone", ""))


def stacks(side: str) -> st.SearchStrategy[tuple[str, ...]]:
    places = sorted({unit.at for unit in field().of(side)})
    return st.sampled_from(places).flatmap(
        lambda at: st.sets(st.sampled_from([u.name for u in field().at(at)]), min_size=1).map(
            lambda s: in_sequence(field(), s)
        )
    )


def groups(side: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.sets(st.sampled_from(OWN[side]), min_size=1, max_size=4).map(lambda names: in_sequence(field(), names))


@st.composite
def walks(draw: st.DrawFn, start: str) -> tuple[str, ...]:
    path = [start]
    for _ in range(draw(st.integers(1, 5))):
        path.append(draw(st.sampled_from(field().sheet.map.neighbours(path[-1]))))
    return tuple(path)


KINDS = 29
OF_UNITS = (o.Rally, o.NoRally, o.Stay, o.Pursue, o.NoPursuit, o.NoAdvance)
OF_A_UNIT = (o.Recover, o.BuildBreastworks, o.LoadBreastworks, o.AbandonHorses, o.LookForVillage)


@st.composite
def orders(draw: st.DrawFn, kind: int) -> tuple[str, Order]:
    side = draw(st.sampled_from(("us", "indian")))
    units, unit = draw(groups(side)), draw(st.sampled_from(OWN[side]))
    enemy = st.sampled_from(OWN[field().enemy_of(side)])
    picked = st.builds(
        lambda at, pick: f"{at} {pick}", hexes, st.sampled_from(("weakest", "strongest", "mounted", "leader"))
    )
    stack, there = draw(stacks(side)), draw(hexes)
    path = draw(walks(field()[stack[0]].at))
    edge = st.sampled_from(("north", "south", "east", "west"))
    goal = st.one_of(st.sampled_from(OWN[side]), hexes, st.sampled_from(("woods", "rocks")), edge.map("{} edge".format))
    kinds: tuple[st.SearchStrategy[Order], ...] = (
        st.just(o.Rally(("all",))),
        *map(st.just, (kind(units) for kind in OF_UNITS)),
        *map(st.just, (kind(unit) for kind in OF_A_UNIT)),
        st.just(o.Pass()),
        st.just(o.Move(stack, path)),
        st.builds(o.Attach, st.just(unit), st.sampled_from(OWN[side])),
        st.builds(o.Resupply, st.just(unit), st.sampled_from(OWN[side]), st.integers(0, 12)),
        st.builds(
            o.Fire,
            st.just(unit),
            st.sampled_from(("full", "half", "long")),
            st.one_of(enemy, picked),
            st.one_of(st.just(""), enemy, picked),
        ),
        st.builds(o.ChangeMode, st.just(unit), st.sampled_from(("mounted", "dismounted", "prone"))),
        st.builds(o.Crawl, st.just(unit), hexes),
        st.builds(
            o.Charge,
            st.just(units),
            st.just(there),
            st.lists(hexes.filter(lambda h: h != there), max_size=3).map(tuple),
        ),
        st.builds(o.Rout, st.just(unit), goal, st.sampled_from(("", "mounted", "dismounted"))),
        st.builds(o.Rout, st.just(unit), goal, st.sampled_from(("mounted", "dismounted")), hexes),
        st.builds(o.Exit, st.just(units), st.one_of(st.just(""), edge)),
        walks(there).map(lambda way: o.HitAndRun(unit, draw(enemy), there, way[1:])),
        st.builds(o.Enter, st.just(units), hexes, MODES),
        st.builds(o.SetUp, st.just(units), hexes, MODES),
        st.builds(o.Transfer, st.just(unit), st.integers(1, 9), st.sampled_from(OWN[side])),
        st.builds(o.Melee, st.just(units), hexes),
        st.builds(o.Advance, st.just(units), hexes),
    )
    return side, draw(kinds[kind % len(kinds)])


@pytest.mark.slow
def test_what_is_written_reads_as_the_same_order_of_every_kind() -> None:
    drawn = set()

    def holds(found: tuple[str, Order]) -> None:
        side, order = found
        if isinstance(order, o.Charge) and order.via and order.via[0] == field()[order.units[0]].at:
            order = o.Charge(order.units, order.target)
        text = DIALECT.write(order)
        assert text.isascii()
        assert DIALECT.read(text, field(), side) == (order,)
        drawn.add(type(order))

    for kind in range(KINDS):
        settings(max_examples=6, deadline=None, derandomize=True)(given(orders(kind))(holds))()
    assert drawn == {
        one
        for module in (o, shared)
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Order) and one is not Order
    }


VOCABULARY = """
C/3 c3 Black Crow King G/3 holders all in each of stack T move mve 3413 3414-3415 292 3722 fire full half at Four Horns else
then ; , : - > and + when if is meleed odds 3:2 or worse retreat policy losses until turn 6 in F: D/4 go prone dismount rally
except rout to HQ exit east 2N NE press: end # ( ) | * 1. pass withdraw 3 1 2 melee advance pursue
"""
WORDS = st.sampled_from(VOCABULARY.split())


def looked_at(words: str, side: str = "us", phase: str = "C") -> None:
    found = rehearse(ANYTHING, DIALECT, field(), side, phase, words)
    for line in found.lines:
        assert line.verdict in ("accepted", "refused", "not an order")
        assert (line.problem is not None) == (line.verdict == "refused")
        told = line.refusal_text
        assert told.isascii()
        assert all(len(row) <= LINE_WIDTH for row in told.splitlines()), told


@pytest.mark.slow
@FEW
@given(st.lists(WORDS, max_size=14).map(" ".join), st.sampled_from("ABCDEFS"))
def test_no_mixture_of_words_raises(words: str, phase: str) -> None:
    looked_at(words, "us", phase)
    looked_at(words, "indian", phase)


@pytest.mark.slow
@FEW
@given(st.text(max_size=300))
def test_no_text_raises(words: str) -> None:
    looked_at(words)


@pytest.mark.slow
@FEW
@given(st.binary(max_size=300))
def test_no_bytes_raise(data: bytes) -> None:
    looked_at(data.decode("latin-1"))
    looked_at(data.decode("utf-8", "replace"))


@pytest.mark.slow
def test_long_and_hostile_lines_cost_little_more_than_their_length() -> None:
    for line in (
        "3413-" * 400,
        "( " * 900,
        "A/3, " * 380,
        "move " * 390,
        "9" * 1900,
        "N " * 900,
        "when " * 380,
        "a" * 1900,
        " " * 1900 + "and",
        f"({'y ' * 900}) 3414",
        '"' * 1900,
        "Aa, " * 450,
        "9999 " + "9" * 1900,
        "full: A > B; " * 140,
    ):
        looked_at(line)
        looked_at(f"C/3 move {line}")


@FEW
@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_quoted_text_is_never_an_order(words: str) -> None:
    assert own_words(f"> {words}\n>> {words}\n").words == ""
