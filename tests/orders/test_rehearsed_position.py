"""The position that a rehearsal goes through: which phase runs, what is passed through, who answers, what is taken back."""

from typing import Any

import pytest

from pbem.core.ask import ORDERS, Answer, Ask, Choice
from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.orders.rehearsal import Occasion
from pbem.orders.rehearsed_position import RehearsedPosition
from pbem.orders.syntax import Words
from pbem.systems import registry
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.orders.positions import Anything, in_contact

OPENED = {"rosebud": "in-contact", "custer": "little-big-horn"}


def position(title: str, side: str, phase: str, *, is_begun: bool = False) -> RehearsedPosition:
    game = registry.game(title)
    state = game.system.open(OPENED[title], Options())
    return Occasion(game.system, game.dialect, state, side, phase, is_begun=is_begun).position()


def passed(here: RehearsedPosition) -> str:
    """The phases that have begun, each followed by a stop where it has ended."""
    marks = {PhaseBegan: "", PhaseEnded: "."}
    return " ".join(f"{e.phase}{marks[type(e)]}" for e in here.umpire.events if isinstance(e, PhaseBegan | PhaseEnded))


@pytest.mark.parametrize(
    ("title", "side", "phase", "is_begun", "present", "running", "events"),
    [
        # The Indian phase A comes.
        ("rosebud", "indian", "A", False, "A", "A", "T03.IN.A"),
        ("rosebud", "indian", "A", True, "A", "A", ""),
        ("rosebud", "indian", "B", False, "B", "B", "T03.IN.A T03.IN.A. T03.IN.B"),
        ("rosebud", "indian", "B", True, "B", "B", "T03.IN.A T03.IN.A. T03.IN.B"),
        ("rosebud", "indian", "C", False, "C", "C", "T03.IN.A T03.IN.A. T03.IN.B T03.IN.B. T03.IN.C"),
        ("rosebud", "us", "C", False, "C", "C", "T03.US.C"),  # as if the turn of the US had come
        ("rosebud", "us", "D", False, "D", "D", "T03.IN.A T03.IN.A. T03.IN.B T03.IN.B. T03.IN.C T03.IN.C. T03.IN.D"),
        ("rosebud", "us", "", False, "", "", ""),
        # A marker of the US is drawn from the cup.
        ("custer", "us", "A", False, "A", "A", "T01.US.A"),
        ("custer", "us", "A", True, "A", "A", ""),
        ("custer", "us", "B", True, "B", "B", "T01.US.B"),
        ("custer", "indian", "A", False, "", "", ""),  # a line must say which phase it is for
    ],
)
def test_a_letter_is_looked_at_in_its_phase(
    title: str, side: str, phase: str, is_begun: bool, present: str, running: str, events: str
) -> None:
    here = position(title, side, phase, is_begun=is_begun)
    assert (here.present, here.running) == (present, running)
    assert passed(here) == events


@pytest.mark.parametrize(
    ("title", "side", "phase", "later", "following"),
    [
        ("rosebud", "us", "S", "", "A"),  # the turns come behind it
        ("rosebud", "us", "B", "CEF", "C"),
        ("rosebud", "us", "C", "EF", "D"),  # defensive fire is the other side's
        ("rosebud", "us", "D", "", "E"),
        ("rosebud", "us", "F", "", ""),
        ("custer", "us", "B", "ACDEF", ""),  # which comes next is drawn
        ("custer", "indian", "B", "ABCDEF", ""),
    ],
)
def test_the_phases_to_come_are_those_of_the_player_turn(
    title: str, side: str, phase: str, later: str, following: str
) -> None:
    here = position(title, side, phase)
    assert "".join(letter for letter in here.letters if here.is_later(letter)) == later
    assert "".join(letter for letter in here.letters if here.is_next(letter)) == following


def test_going_to_a_later_phase_ends_the_one_that_runs_and_passes_through_those_between() -> None:
    here = position("rosebud", "us", "B")
    here.go_to("B")
    assert passed(here) == "T03.US.B"
    here.go_to("C")
    assert (passed(here), here.running, here.umpire.phase) == ("T03.US.B T03.US.B. T03.US.C", "C", "T03.US.C")
    here.go_to("F")
    tail = "T03.US.C T03.US.C. T03.US.D T03.US.D. T03.US.E T03.US.E. T03.US.F"
    assert (passed(here), here.running) == (f"T03.US.B T03.US.B. {tail}", "F")
    assert [here.place(letter) for letter in "SAFZ"] == [0, 1, 6, -1]


@pytest.mark.parametrize(
    ("title", "side", "words", "letter"),
    [
        *(("rosebud", "us", "F", "F"), ("rosebud", "us", "melee", "F"), ("rosebud", "us", "nowhere", "")),
        *(("custer", "us", "Reno", "C"), ("custer", "us", "nowhere", "")),
    ],
)
def test_a_phase_is_named_by_its_letter_or_its_words(title: str, side: str, words: str, letter: str) -> None:
    assert position(title, side, "A").letter_named(Words("phase", words, 0, len(words))) == letter


def test_what_stands_before_a_line_for_another_phase_says_which() -> None:
    here = position("rosebud", "us", "C")
    assert [here.ahead(letter) for letter in "CF"] == ["", "in F: "]
    assert here.filed_for("F", False) == "phase F of this player turn; looked at again when it comes"
    assert here.filed_for("A", True) == "phase A of a later turn; looked at again when it comes"
    drawn = position("custer", "us", "A")
    assert drawn.filed_for("B", True).endswith("; looked at again when that is drawn")


# Questions


OWN = Ask(
    "us", "losses", "C/3 Cav", choices=(Choice("a", ""), Choice("b", ""), Choice("c", "")), default="b", declined="c"
)


class Asking(Anything):
    """Rules that put a question to a side and keep the answer."""

    def __init__(self, *asks: Ask) -> None:
        self.asks, self.answers = asks, list[Answer]()

    def resolve(self, umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
        self.answers.extend((yield self.asks))
        self.answers.extend((yield self.asks[:1]))


def asked(side: str, kind: str = "losses", default: str | None = "b", declined: str | None = "c") -> Ask:
    return Ask(side, kind, "C/3 Cav", choices=OWN.choices, default=default, declined=declined)


@pytest.mark.parametrize(
    ("ask", "choice"),
    [
        (asked("us"), "b"),
        (asked("indian"), "c"),
        (asked("us", default=None), "c"),
        (asked("indian", declined=None), "b"),
        (asked("us", default=None, declined=None), "a"),
        (asked("indian", default=None, declined=None), "a"),
        (asked("us", kind=ORDERS), ""),
        (asked("indian", kind=ORDERS), ""),
    ],
)
def test_own_questions_get_their_default_and_those_of_others_are_declined(ask: Ask, choice: str) -> None:
    system: Any = Asking(ask, OWN)
    here = Occasion(system, TITLE.dialect, in_contact(), "us", "C").position()
    order = o.Stay(("C/3 Cav",))
    here.act(order, Plan(order))
    assert [one.choice for one in system.answers] == [choice, "b", choice]
    assert {one.source for one in system.answers} == {"default"}


# What is tried and taken back


@pytest.mark.parametrize("is_kept", [True, False])
def test_what_is_tried_is_taken_back_unless_it_is_kept(is_kept: bool) -> None:
    system: Any = Anything()
    here = Occasion(system, TITLE.dialect, in_contact(), "us", "C").position()
    order = o.Move(("C/3 Cav",), ("3413", "3414"))
    with here.undone() as trial:
        here.act(order, Plan(order))
        assert here.view["C/3 Cav"].at == "3414"
        here.umpire.emit(PhaseEnded("T03.US.C"))
        trial.keep = is_kept
    assert here.view["C/3 Cav"].at == ("3414" if is_kept else "3413")
    assert passed(here).endswith("T03.US.C.") is is_kept
    assert here.begun["C/3 Cav"].at == "3413"
