"""Standing orders are kept as their canonical lines, which read back as the same standing orders."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.rehearsal import rehearse
from pbem.orders.standing import StandingOrder
from pbem.systems.indian_wars.orders.standing_words import (
    ACTS,
    HEXES,
    INDIAN_POLICIES,
    MEANT_BY,
    ODDS,
    OF_ENEMIES,
    SPARE,
    UNITS,
)
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact

DIALECT = TITLE.dialect

FIELD = in_contact()
OWN = {side: [unit.name for unit in FIELD.of(side)] for side in ("us", "indian")}
PLACES = sorted(FIELD.sheet.map)
UNTIL = st.sampled_from(("", " until turn 6", " until cancelled"))
AT_ODDS = st.builds(
    "odds {}:{} or {}".format, st.integers(1, 9), st.integers(1, 9), st.sampled_from(("better", "worse"))
)


def read(side: str, line: str) -> StandingOrder:
    (found,) = rehearse(ANYTHING, DIALECT, FIELD, side, "C", line).lines
    assert found.standing, (line, found.refusal_text)
    return found.standing[0]


@st.composite
def policies(draw: st.DrawFn) -> tuple[str, str]:
    side = draw(st.sampled_from(("us", "indian")))
    policy = draw(st.sampled_from([one for one in MEANT_BY if side == "indian" or one not in INDIAN_POLICIES]))
    able = [one for one in OWN[side] if policy not in ACTS or FIELD[one].kind in ACTS[policy].kinds]
    scope = draw(st.one_of(st.just("all"), st.sampled_from(able), st.sampled_from(PLACES)))
    unit = st.sampled_from(OWN[FIELD.enemy_of(side) if policy in OF_ENEMIES else side])
    written = {UNITS: unit, HEXES: st.sampled_from(PLACES), SPARE: unit.map("spare {}".format), ODDS: AT_ODDS}
    wish = st.sampled_from(MEANT_BY[policy]).flatmap(lambda one: written.get(one, st.just(one)))
    wishes = draw(st.lists(wish, min_size=1, max_size=4))
    return side, f"policy {policy} {scope}: {', '.join(wishes)}"


@st.composite
def conditionals(draw: st.DrawFn) -> tuple[str, str]:
    side = draw(st.sampled_from(("us", "indian")))
    me = draw(st.sampled_from([one for one in OWN[side] if not FIELD[one].is_leader]))
    foe = draw(st.sampled_from(OWN[FIELD.enemy_of(side)]))
    at, there = draw(st.sampled_from(PLACES)), draw(st.sampled_from(PLACES))
    number = draw(st.integers(1, 4))
    condition = draw(
        st.sampled_from(
            (
                "",
                " and turn 4..7",
                f" and {foe} in {at}",
                f" and not {me} in {at}",
                " and not turn 5..6",
                f" and {draw(AT_ODDS)}",
            )
        )
    )
    about = draw(
        st.sampled_from(
            (
                f"{me} is meleed{condition} then {me} stand",
                f"{me} is meleed{condition} then {me} retreat before melee to {at}, {there} else stand",
                f"{me} is meleed{condition} then {me} retreat toward {at}",
                f"{foe} moves within {number} of {me}{condition} then {me} fire half",
                f"{foe} moves within {number} of {me}{condition} then {me} scatter toward {at}",
                f"{foe} ends move{condition} then {me} scatter",
                f"{foe} leaves zoc of {me}{condition} then {me} do not fire",
                f"{foe} enters zoc of {me}{condition} then {me} fire long",
                f"{me} is fired on{condition} then {me} rout to {at}",
                f"{me} loses {number} by fire{condition} then {me} rout to north edge",
                f"{me} is disrupted{condition} then {me} rout to woods",
            )
        )
    )
    return side, f"when {about}{draw(UNTIL)}"


@pytest.mark.slow
@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.one_of(policies(), conditionals()))
def test_canonical_line_of_a_standing_order_reads_as_itself(written: tuple[str, str]) -> None:
    side, line = written
    order = read(side, line)
    assert order.text.isascii()
    assert read(side, order.text) == order
