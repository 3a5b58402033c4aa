"""The words of battle plans: what each line is read as, what it is told, and what is refused with what to write instead."""

from functools import cache

import pytest

from pbem.core.record import from_json, to_json
from pbem.orders.rehearsal import REFUSED, LineVerdict, rehearse
from pbem.systems.nezperce.battle.plan.records import Mind
from pbem.systems.nezperce.battle.plan.running import after_all
from pbem.systems.nezperce.orders.dialect import DIALECT
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import Campaign
from pbem.systems.nezperce.system import RULES
from tests.systems.nezperce.fights import Fight


@cache
def at_stop(n: int) -> Campaign:
    """A battle whose units are set up and that waits for plans."""
    fight = Fight(n, lambda view, ask: ())
    while not fight.state.battle.half:  # type: ignore[union-attr]
        fight.phase()
    return fight.state


def said(text: str, side: str = ARMY, n: int = 2) -> list[LineVerdict]:
    """The verdicts on a letter at a stop."""
    found = list(rehearse(RULES, DIALECT, at_stop(n), side, "P", text).lines)
    for line in found:
        for order, canonical in zip(line.orders, line.canonical, strict=False):
            assert DIALECT.write(order) == canonical
            assert from_json(to_json(order), type(order)) == order
    return found


def line(text: str, side: str = ARMY, n: int = 2) -> LineVerdict:
    """The verdict on one line of a plan."""
    return said(f"plan Trial\n{text}\nend plan", side, n)[1]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("once lost half: all leave west", "line 1: once lost half: all leave west"),
        ("waiting enter, one", "line 1: waiting enter, one"),
        ("guns fire at braves", "line 1: guns fire at braves"),
        ("Perry, Browning skirmish braves at 3", "line 1: Perry, Browning skirmish braves at 3"),
        ("infantry fire at braves, any in 1412", "line 1: infantry fire at braves, any in 1412"),
        ("infantry fire at 6", "line 1: infantry fire at any within 6"),
        ("all fire", "line 1: all fire at any"),
        ("cavalry charge braves at advantage 30", "line 1: cavalry charge braves at advantage 30"),
        ("all close braves", "line 1: all close braves at 4"),
        ("the cavalry: fire at the nearest within 4, chance 2", "line 1: cavalry fire at nearest within 4 chance 2"),
        ("all leave east if lost 3 and not turn 12", "line 1: if lost 3 and not turn 12: all leave east"),
        ("if enemy within 4 of Perry: Perry go 1010", "line 1: if enemy within 4 of Perry: Perry go 1010"),
        ("infantry hold 1010", "line 1: infantry hold 1010"),
        ("infantry stay", "line 1: infantry hold"),
        ("3 rest fire at any, in turn", "line 3: rest fire at any, in turn"),
        ("cav skirm braves at 4", "line 1: cavalry skirmish braves at 4"),
        ("cavalry skirmsh braves at 4", "line 1: cavalry skirmish braves at 4"),
        ("howitzer fire at any, as listed", "line 1: howitzers fire at any, as listed"),
        ("withdraw by the east edge when killed and broken reach 4", "line 1: once lost 4: all leave east"),
        ("howitzer shell braves within 9 clear 1, one", "line 1: howitzers shell braves within 9 clear 1, one"),
        ("guns fire indirectly at braves, clear 2", "line 1: guns shell braves"),
        ("guns bombard 1212 chance 3", "line 1: guns shell any in 1212 chance 3"),
        ("cavalry fire at any then close", "line 1: cavalry fire at any, then close at 4"),
        (
            "cavalry fire at any within 6 and then close at 2, one",
            "line 1: cavalry fire at any within 6, then close at 2, one",
        ),
        ("all fire at nearest within 6 and fall back", "line 1: all fire at nearest within 6, then back"),
        ("cavalry fire at any, in turn, then go 1010", "line 1: cavalry fire at any, then go 1010, in turn"),
        ("cavalry fire at any, then go out of sight", "line 1: cavalry fire at any, then hide"),
        (
            "cavalry fire at any, then charge at advantage 15",
            "line 1: cavalry fire at any, then charge at advantage 15",
        ),
        ("infantry fire at any, then cover guns", "line 1: infantry fire at any, then guard guns at 4"),
        ("Perry fire at any, then withdraw by the west edge", "line 1: Perry fire at any, then leave west"),
        ("all withdraw west once 2 enemy left", "line 1: once 2 enemy left: all leave west"),
    ],
)
def test_a_line_comes_back_in_its_full_form(text: str, canonical: str) -> None:
    found = line(text)
    assert found.problem is None, found.problem
    assert found.canonical == (canonical,)


@pytest.mark.slow
def test_a_line_of_two_clauses_is_two_lines() -> None:
    found = said("plan\nPerry: hold 1010; fire at nearest within 4, infantry first\nall leave west\nend plan", ARMY)
    assert found[1].problem is not None  # there is no infantry among the Indian units
    found = said("plan\nPerry: hold 1010; fire at nearest within 4\nall leave west\nend plan", ARMY)
    assert found[1].canonical == ("line 1: Perry go 1010", "line 2: Perry fire at nearest within 4")
    assert found[2].canonical == ("line 3: all leave west",)


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("lodges skirmish at 6", "E145", "no fire strength"),
        ("lodges fire at any, then back", "E145", "no fire strength"),
        ("cavalry shell any", "E145", "none of these units has indirect fire"),
        ("guns shell any at advantage 20", "E182", "goes with charge"),
        ("guns fire at any clear 2", "E182", "'clear' goes with shell"),
        ("cavalry skirmish at 4, then back", "E182", "Only units that fire may move after it"),
        ("guns fire at any, then go 9999", "E104", "no hex 9999"),
        ("stop when their plan leaves", "E183", "can't test the enemy's plan"),
        ("all fire at any at advantage 20", "E182", "goes with charge"),
        ("all dance", "E110", "says who does what"),
        ("priority: fire before movement", "E182", "sequence of the lines"),
        ("cavalry stay mounted behind the ridge", "E182", "knows hexes and not places"),
        ("cavalry advance to 0905-0909", "E182", "Name one hex"),
        ("Custer fire at any", "E101", "You can name"),
        ("cavalry go 9999", "E104", "no hex 9999"),
        ("infantry mount", "E145", "horses"),
        ("all charge any, together, chance 2", "E182", "goes with fire"),
        ("stop every 90 turns", "E182", "10 to 30"),
        ("no stop at breakfast", "E182", "thirds, quarter, lodges, entry"),
        ("stop when it rains", "E182", "no condition"),
    ],
)
def test_what_cannot_be_says_what_to_write_instead(text: str, code: str, says: str) -> None:
    side = INDIAN if text.startswith("lodges") else ARMY
    n = 3 if side == INDIAN else 2
    found = line(text, side, n)
    assert found.problem is not None, found.canonical
    assert found.problem.code == code
    assert says in found.problem.text


def test_a_number_is_given_once() -> None:
    found = said("plan\nall fire at any\n1 all leave west\nend plan")
    assert found[2].problem is not None
    assert "another number, such as 2" in found[2].problem.text


def test_outside_its_block_a_line_needs_its_number() -> None:
    found = said("cavalry skirmish at 4")
    assert found[0].problem is not None
    assert found[0].problem.suggest == ("line 1: cavalry skirmish any at 4",)
    assert said("amend line 2: cavalry skirmish at 4")[0].canonical == ("line 2: cavalry skirmish any at 4",)


def test_the_receipt_says_whom_a_line_means_what_is_true_and_what_comes() -> None:
    found = said("plan\nonce lost half: all leave west\nguns fire at any\nstop when lost 1\nend plan")
    assert "from the moment 7 of your 13 fighting units are lost: not true now" in found[1].notes[0]
    assert "Howard Howitzer" in found[2].notes[0]
    assert found[3].notes == ("not true now",)
    assert found[4].notes[0].startswith("your next half-turn as things stand: ")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("all fire at any\nall leave west if lost 2", "comes too late"),
        ("if enemy within 4 of all: all leave west", "can turn off again"),
        ("all fire at any within 1", "gives no order in your next 8 half-turns"),
        ("volunteers fire at lodges within 1", "the plan gives no order in 8 of your next 8 half-turns"),
    ],
)
def test_the_rehearsal_warns(text: str, says: str) -> None:
    found = said(f"plan\n{text}\nend plan")
    remarks = " ".join(one.text for verdict in found for one in verdict.warnings)
    assert says in remarks, remarks


def test_chat_about_plans_is_no_plan() -> None:
    for text in ("My plan is to win.", "Hold on, I need a day.", "That is the plan to beat, my friend."):
        assert not rehearse(RULES, DIALECT, at_stop(2), ARMY, "P", text).orders


def test_a_mind_is_stored_and_read_back() -> None:
    text = "plan X\ngroup a: Perry\na fire at any\nstop when lost 1\nend plan"
    orders = [one for verdict in said(text) for one in verdict.orders]
    event = after_all(at_stop(2).battle, ARMY, orders)  # type: ignore[arg-type]
    assert event is not None
    mind = Mind(ARMY, event.plan)
    assert from_json(to_json(mind), Mind) == mind


PROSE_LINES = [
    ("After the loss of four, the cavalry leaves to west.", "line 1: once lost 4: cavalry leave west"),
    ("T10: all off N.", "line 1: once turn 10: all leave north"),
    ("Cav hold fire till 4.", "line 1: cavalry fire at any within 4"),
    ("The cavalry goes near to the braves until 4 hexes.", "line 1: cavalry close braves at 4"),
    ("stop me if we lose 1 third", "stop when lost third"),
]


@pytest.mark.parametrize(("text", "canonical"), PROSE_LINES)
def test_conditions_and_limits_are_read_in_words(text: str, canonical: str) -> None:
    found = line(text)
    assert found.canonical == (canonical,), found.refusal_text


@pytest.mark.parametrize("text", ["no cavalry charge before turn 10", "Custer fire at any"])
def test_a_negation_or_a_stranger_is_in_no_offer(text: str) -> None:
    found = line(text)
    assert found.verdict == REFUSED
    assert not found.choices


def test_a_line_of_which_sentences_make_two_leaves_the_next_its_number() -> None:
    text = "plan\nThe cavalry dismounts and fires at braves within 6\nwaiting enter when it can\nall fire at nearest\nend plan"
    _, both, wrong, good, _ = said(text)
    assert both.canonical == ("line 1: cavalry dismount", "line 2: cavalry fire at braves within 6")
    assert "Begin the corrected line with   line 3:" in wrong.refusal_text, "2 has a line already"
    assert good.canonical == ("line 3: all fire at nearest",)
