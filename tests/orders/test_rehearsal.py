"""The rehearsal: good lines stand, bad lines are asked again, and each is planned on what those before it leave."""

from typing import Any

import pytest

from pbem.core.options import Options
from pbem.core.order import Illegal, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.systems import registry
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import ANYTHING, Anything, in_contact

DIALECT = TITLE.dialect


def read(words: str, side: str = "us", phase: str = "C", system: Any = ANYTHING) -> RehearsalResult:
    return rehearse(system, DIALECT, in_contact(), side, phase, words)


def verdicts(found: RehearsalResult) -> list[str]:
    return [line.verdict for line in found.lines]


def test_one_bad_line_spoils_one_line() -> None:
    found = read("A/3 dismount\nC/33 dismount\nE/3 dismount")
    assert verdicts(found) == ["accepted", "refused", "accepted"]
    assert found.orders == (o.ChangeMode("A/3 Cav", "dismounted"), o.ChangeMode("E/3 Cav", "dismounted"))


def test_the_state_that_is_given_is_left_alone() -> None:
    field = in_contact()
    before = field.to_json()
    rehearse(ANYTHING, DIALECT, field, "us", "C", "C/3 move 3413-3414\nD/3 move 2911-2912")
    assert field.to_json() == before


def test_a_line_is_read_where_the_lines_before_leave_the_unit() -> None:
    found = read("C/3 move 3414\nC/3 move 3514")
    assert [line.canonical for line in found.lines] == [("C/3 Cav move 3413-3414",), ("C/3 Cav move 3414-3514",)]


def test_prose_is_no_error() -> None:
    found = read("Good luck, Miguel, and mind the cliffs this time!\ntomorrow\nK.\nok will do")
    assert verdicts(found) == ["not an order"] * 4


def test_a_name_is_never_guessed() -> None:
    for words in ("Mils stay", "C/33 dismount", "Crok attach to Column HQ", "Blac dismount"):
        (line,) = read(words).lines
        assert line.verdict == "refused"
        assert line.orders == ()


def test_a_name_that_fits_several_is_settled_by_the_start_hex() -> None:
    (line,) = read("Black 2608-2708", "indian").lines
    assert line.canonical == ("Black Moon move 2608-2708",)
    assert [warning.code for warning in line.warnings] == ["W307"]


def test_stack_letters_are_those_of_the_report_that_is_answered() -> None:
    found = rehearse(
        ANYTHING, DIALECT, in_contact(), "us", "C", "stack B stay", stacks={"B": ("G/3 Cav", "Gone/3 Cav")}
    )
    assert found.orders == (o.Stay(("G/3 Cav",)),)


def test_commands_press_and_standing_orders_are_handed_over_apart() -> None:
    found = read("replace\nA/3 stay\npolicy opfire all: any\npress: well played\nready")
    assert [one.name for one in found.commands] == ["replace", "ready"]
    assert [(one.number, one.text) for one in found.standing] == [(0, "policy all opfire: any")]
    assert [one.text for one in found.press] == ["well played"]
    assert found.orders == (o.Stay(("A/3 Cav",)),)


class Strict(Anything):
    """Rules that forbid all moves of C/3, and any melee where the lines before have not dismounted A/3."""

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        if isinstance(order, o.Melee):
            return Illegal("E160", "They are not next to it.", "10.A", rests_on=order.units)
        if isinstance(order, o.Advance):
            return Illegal("E161", "Nothing on this map can go there.", "10.H")
        if isinstance(order, o.Move) and "C/3 Cav" in order.units:
            return Illegal("E131", "C/3 Cav fired at full strength.", "4.B", words="3414")
        return Plan(order, notes=("1 of 6 MP",))


def test_a_clause_that_is_refused_takes_its_whole_line_along() -> None:
    found = read("G/3 move 3513; C/3 move 3414\nG/3 move 3513", system=Strict())
    assert verdicts(found) == ["refused", "accepted"]
    assert found.lines[1].canonical == ("G/3 Cav move 3512-3513",)
    caret = found.lines[0].caret
    assert caret is not None
    assert found.lines[0].text[slice(*caret)] == "3414"


def test_a_line_for_a_later_phase_is_refused_only_where_it_rests_on_nothing() -> None:
    found = read("in F: A/3 melee 3511\nin F: A/3 advance 3511\nA/3 stay", system=Strict())
    assert verdicts(found) == ["accepted", "refused", "accepted"]
    assert found.lines[0].phase == "F"
    assert found.lines[0].canonical == ("in F: A/3 Cav melee 3511",)
    assert {warning.code for warning in found.lines[0].warnings} == {"W308"}


def test_costs_stand_beside_their_orders() -> None:
    (line,) = read("G/3 recover; stay", system=Strict()).lines
    assert line.notes == ("1 of 6 MP", "1 of 6 MP")


def test_a_line_for_an_earlier_phase_is_filed_for_a_later_turn() -> None:
    (line,) = read("in A: Mills attach to A/3 Cav").lines
    assert line.canonical == ("in A: Capt Mills attach to A/3 Cav",)
    assert "later turn" in line.warnings[0].text


def test_carets_stand_under_the_words_as_written_when_a_verb_was_repaired() -> None:
    (line,) = read("A/3 mve 3611-3722").lines
    assert line.problem is not None
    assert line.problem.code == "E121"
    assert line.caret is not None
    assert line.text[slice(*line.caret)] == "3722"


class OneShot(Anything):
    """Rules that let a unit fire once, and at Crow King only."""

    def plan(self, view: Battlefield, side: str, phase: str, order: Order) -> Plan | Problem:  # type: ignore[override]
        if isinstance(order, o.Fire) and view[order.unit].fired:
            return Illegal("E143", f"{order.unit} has fired.", "9.A", rests_on=(order.unit,))
        if isinstance(order, o.Fire) and order.target != "Crow King":
            return Illegal("E140", f"{order.target} is out of reach.", "9.A")
        return Plan(order)

    def resolve(self, umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
        if isinstance(plan.order, o.Fire):
            umpire.state.put(umpire.state[plan.order.unit].but(fired=plan.order.how))
        yield from ()


def test_of_two_orders_for_one_unit_the_later_stands() -> None:
    found = read("C/3 fire full at Crow King\nG/3 stay\nC/3 fire half at Crow King", phase="B", system=OneShot())
    assert found.orders == (o.Stay(("G/3 Cav",)), o.Fire("C/3 Cav", "half", "Crow King"))
    assert [warning.code for warning in found.lines[0].warnings] == ["W306"]
    assert verdicts(found) == ["accepted"] * 3


def test_the_earlier_stands_where_the_later_is_unlawful_in_any_case() -> None:
    found = read("C/3 fire full at Crow King\nC/3 fire half at Low Dog", phase="B", system=OneShot())
    assert verdicts(found) == ["accepted", "refused"]
    assert found.orders == (o.Fire("C/3 Cav", "full", "Crow King"),)


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("move A/2 to 3410", ("A/2 Cav move 3310-3410",)),
        ("mount D/3", ("D/3 Cav mount",)),
        ("fire C/3 at Crow King", ("C/3 Cav fire full at Crow King",)),
        ("C/3 dismounts and moves to 3414", ("C/3 Cav dismount", "C/3 Cav move 3413-3414")),
        ("A/3, dismount", ("A/3 Cav dismount",)),
        ("A/2 B/2 Cav move together 3310-3311", ("A/2 Cav + B/2 Cav move 3310-3311",)),
        ("A B D/2 stay", ("A/2 Cav + B/2 Cav + D/2 Cav stay",)),
        ("dismount all in 2911", ("B/3 Cav dismount", "D/3 Cav dismount")),
        ("C/3 dismount\nthen move 3414", ("C/3 Cav dismount", "C/3 Cav move 3413-3414")),
    ],
)
def test_word_order_and_form_are_forgiven(written: str, understood: tuple[str, ...]) -> None:
    found = read(written)
    assert [line.refusal_text for line in found.lines if line.refusal_text] == []
    assert tuple(text for line in found.lines for text in line.canonical) == understood


def test_what_is_so_already_does_not_spoil_the_rest_of_its_line() -> None:
    (line,) = read_in_contact("C/3 dismount; stay").lines
    assert line.canonical == ("C/3 Cav stay",)
    assert [one.code for one in line.warnings] == ["W310"]
    assert [one.problem.code for one in read_in_contact("C/3 dismount").lines if one.problem] == ["E138"]


@pytest.mark.parametrize(("above", "gap"), [("Miguel,", "\n"), ("Miguel,", " ")])
def test_who_is_addressed_ahead_of_an_order_is_no_unit(above: str, gap: str) -> None:
    assert [one.verdict for one in read_in_contact(f"{above}{gap}A/3 dismount").lines] == ["accepted"]


def test_a_misspelt_unit_ahead_of_an_order_is_not_taken_for_the_one_addressed() -> None:
    for above in ("Crok", "Crokk"):
        assert [one.verdict for one in read_in_contact(f"{above},\nA/3 dismount").lines] == ["refused"]
    assert [one.verdict for one in read_in_contact("Miguel,\nA/3 move 9999").lines] == ["refused"]


@pytest.mark.parametrize("signed", ["Crook", "Crow King"])
def test_unit_s_name_alone_below_good_orders_is_a_signature(signed: str) -> None:
    assert [one.verdict for one in read_in_contact(f"A/3 dismount\n{signed}").lines] == ["accepted", "not an order"]
    assert [one.verdict for one in read_in_contact(signed).lines] == ["refused"]
    assert [one.verdict for one in read_in_contact(f"{signed}\nA/3 dismount").lines] == ["refused", "accepted"]


def read_in_contact(words: str) -> RehearsalResult:
    game = registry.game("rosebud")
    return rehearse(game.system, game.dialect, game.system.open("in-contact", Options()), "us", "C", words)
