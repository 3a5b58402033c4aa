"""The model report from the position and the events: everything that the game has to tell, in one letter."""

from dataclasses import replace

from pbem.core.system import Phase
from pbem.reports.report import DeskFacts, PlayerLine
from pbem.reports.teller import PhaseSlice, compose
from pbem.reports.text import letter
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from pbem.systems.indian_wars.state.field import Battlefield
from tests.reports import golden
from tests.reports.position import before_the_fire
from tests.reports.test_telling_fights import OFFENSIVE
from tests.reports.test_text import model_report

ROSEBUD = TITLE.system
TELLER = TITLE.teller

SECTIONS = (
    ("MAP ", "LOG "),
    ("LOG ", "DICE "),
    ("DICE ", "YOUR UNITS"),
    ("YOUR UNITS", "ENEMY"),
    ("ENEMY", "YOUR STANDING"),
)


def whole_letter(side: str, *, is_full: bool = False) -> str:
    """The letter to a side after the offensive fire of the model report; `is_full`, as ``report whole`` wants it."""
    before = before_the_fire()
    # The points of the example are those after the fire.
    before.points["us"] -= 1
    before.lost["indian"] -= 1
    after = before.thaw()
    for event in OFFENSIVE:
        ROSEBUD.apply(after, event)
    model = model_report()
    desk = DeskFacts(
        "rosebud-7",
        41,
        (PlayerLine("US", "K. Hale", "you"), PlayerLine("Indian", "M. Ortiz", "answered report 38")),
        "P. Brandt",
        model.written,
        model.deadline,
        seeds="seed 12",
        standing=model.standing,
        press=model.press,
        seal=model.seal,
    )
    coming = _next(after)
    wanted = coming if side == "us" else None
    told = [PhaseSlice("T03.US.B", before, OFFENSIVE)]
    report = compose(TELLER, desk, side, ROSEBUD.card.side(side).code, told, after, wanted=wanted)
    return letter(replace(report, is_full=is_full))


def _next(state: Battlefield) -> Phase[Battlefield]:
    phase = ROSEBUD.next_phase(state)
    assert phase is not None
    return phase


def test_sections_of_the_model_report_come_out_of_the_events() -> None:
    text = whole_letter("us", is_full=True) + "END"
    for first, last in SECTIONS:
        start = text.index(f"\n{first}") + 1
        part = text[start : text.index(f"\n{last}", start)].rstrip("\n").split("\n")
        house = [n for n, line in enumerate(part) if line.startswith("  House charts")]
        # Our log says which charts are house work; the model has no such line.
        part = part[: house[0]] if house else part
        assert "\n".join(part) + "\n" == golden.model(first, last)


def test_header_and_in_short_of_the_model_report() -> None:
    text = whole_letter("us")
    assert golden.model("THE BATTLE", "DO THIS NEXT") in text
    assert golden.model("IN SHORT", "MAP ") in text


def test_what_to_do_next_of_the_model_report() -> None:
    text = whole_letter("us")
    model = golden.model("DO THIS NEXT", "IN SHORT").split("\n")
    for line in model:
        # The example order is another of the same kind.
        assert "G/3 Cav recover" in line or line in text


def test_the_whole_letter_to_each_side() -> None:
    for side in ("us", "indian"):
        golden.check(f"report-{side}", whole_letter(side))
