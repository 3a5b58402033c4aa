"""Standing orders are kept as their canonical lines, which read back as the same standing orders."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.rehearsal import rehearse
from pbem.orders.standing import StandingOrder
from pbem.systems.indian_wars.orders.standing_words import WISHES
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.orders.positions import ANYTHING, in_contact

DIALECT = TITLE.dialect

FIELD = in_contact()
OWN = {side: [unit.name for unit in FIELD.of(side)] for side in ("us", "indian")}
HEXES = sorted(FIELD.sheet.map)
POLICIES = (
    *(
        "opfire",
        "deffire",
        "advfire",
        "retreat",
        "losses",
        "pursue",
        "advance",
        "rally",
        "scatter",
        "route",
        "disruption",
    ),
    *("leaders", "onward", "shelter", "pickup", "village"),
)
UNTIL = st.sampled_from(("", " until turn 6", " until cancelled"))
ODDS = st.builds("odds {}:{} or {}".format, st.integers(1, 9), st.integers(1, 9), st.sampled_from(("better", "worse")))


def read(side: str, line: str) -> StandingOrder:
    (found,) = rehearse(ANYTHING, DIALECT, FIELD, side, "C", line).lines
    assert found.standing is not None, (line, found.refusal_text)
    return found.standing


@st.composite
def policies(draw: st.DrawFn) -> tuple[str, str]:
    side = draw(st.sampled_from(("us", "indian")))
    unit = st.sampled_from(OWN[side])
    scope = draw(st.one_of(st.just("all"), unit, st.sampled_from(HEXES)))
    wish = st.one_of(st.sampled_from(WISHES), unit, st.sampled_from(HEXES), unit.map("spare {}".format), ODDS)
    wishes = draw(st.lists(wish, min_size=1, max_size=4))
    return side, f"policy {draw(st.sampled_from(POLICIES))} {scope}: {', '.join(wishes)}"


@st.composite
def conditionals(draw: st.DrawFn) -> tuple[str, str]:
    side = draw(st.sampled_from(("us", "indian")))
    me, foe = draw(st.sampled_from(OWN[side])), draw(st.sampled_from(OWN[FIELD.enemy_of(side)]))
    at, there = draw(st.sampled_from(HEXES)), draw(st.sampled_from(HEXES))
    number = draw(st.integers(1, 4))
    condition = draw(
        st.sampled_from(
            (
                "",
                " and turn 4..7",
                f" and {foe} in {at}",
                f" and not {me} in {at}",
                " and not turn 5..6",
                f" and {draw(ODDS)}",
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


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.one_of(policies(), conditionals()))
def test_canonical_line_of_a_standing_order_reads_as_itself(written: tuple[str, str]) -> None:
    side, line = written
    order = read(side, line)
    assert order.text.isascii()
    assert read(side, order.text) == order
