"""The log of movement, modes, rally and set-up."""

from pbem.core.event import ActBegan, ActEnded, Decided, Event, OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.order import Moot
from pbem.core.umpire import Modifier, Roll
from pbem.reports.log import section
from pbem.systems.indian_wars.orders.records import Move
from pbem.systems.indian_wars.state.events import APPLY
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import UnitRallied
from pbem.systems.indian_wars.state.moving_events import UnitRecovered, UnitScattered, UnitSetUp, UnitsMoved
from pbem.systems.indian_wars.telling.log import Log
from pbem.systems.indian_wars.telling.teller import TELL
from tests.reports.position import opened


def told(*events: Event, letter: str = "C") -> list[str]:
    """The lines under the heading."""
    log = _log(letter)
    log.fold(events, TELL)
    return section(log.section())[1:]


def _log(letter: str) -> Log:
    field = opened()
    field.phase = letter
    return Log(field, _apply, 1, 1)


def _apply(field: Battlefield, event: Event) -> None:
    if type(event) in APPLY:  # not a phase's beginning, which the system applies
        APPLY(field, event)


def test_steps_of_one_move_are_one_line() -> None:
    lines = told(
        PhaseBegan("T03.US.C"),
        ActBegan("us", "C/9 Inf move 3213-3212-3211"),
        UnitsMoved(("C/9 Inf",), "3213", "3212", 3),
        UnitsMoved(("C/9 Inf",), "3212", "3211", 3),
        ActEnded(),
        PhaseEnded("T03.US.C"),
    )
    assert lines == ["C1  C/9 Inf moves 3213-3212-3211: 6 MP                                   7.B"]


def test_two_moves_are_two_lines_and_are_counted() -> None:
    log = _log("C")
    log.fold((UnitsMoved(("C/9 Inf",), "3213", "3212", 3), UnitsMoved(("G/9 Inf",), "3213", "3212", 3)), TELL)
    assert section(log.section())[0].startswith("LOG   phase C MOVEMENT (rule 7)   2 moves ---")


def test_strengths_and_hexes_are_those_of_the_moment() -> None:
    lines = told(UnitsMoved(("G/3 Cav",), "3512", "3513", 4), UnitRecovered("G/3 Cav", 2))
    assert lines[1].startswith("C2  G/3 Cav (3513) recovers from disruption: 2 MP")


def test_counters_set_up_in_one_hex_share_a_line() -> None:
    lines = told(
        UnitSetUp("A/2 Cav", "3413", "dismounted"),
        UnitSetUp("B/2 Cav", "3413", "dismounted"),
        UnitSetUp("C/9 Inf", "3213", "dismounted"),
        letter="S",
    )
    assert [line.rstrip("18 ") for line in lines] == [
        "S1  A/2 Cav and B/2 Cav set up in 3413, dismounted",
        "S2  C/9 Inf sets up in 3213, dismounted",
    ]


def test_a_rally_gives_its_roll_and_what_came_of_it() -> None:
    roll = Roll("T03.US.A rally L/3 Cav #1", "1d6", (3,), (Modifier(2, "leader", "Capt Henry", "13.B"),), "13.B")
    lines = told(UnitRallied("L/3 Cav", "pinned", roll), letter="A")
    assert [" ".join(line.split()) for line in lines] == [
        "A1 L/3 Cav rallies from pinned on 4+: r1 1d6 = 3, Capt Henry +2 = 5",
        "-> yes 13.B",
    ]


def test_a_scatter_names_the_source_that_decided_it() -> None:
    lines = told(
        Decided("indian", "scatter", "Black Moon", "scatter 2605", "7.K", "standing order 4"),
        UnitScattered("Black Moon", "2608", "2605"),
    )
    assert lines == [
        "C1  Black Moon scatters (2608 -> 2605)                                   7.K",
        "    Indian standing order 4; ends routed",
    ]


def test_a_decision_is_told_even_if_nothing_came_of_it() -> None:
    lines = told(Decided("indian", "scatter", "Black Moon", "stay", "7.K", "order"))
    assert lines == ["C1  Black Moon does not scatter (Indian by order)                        7.K"]


def test_who_does_nothing_without_a_letter_is_told_in_one_line_under_the_phase() -> None:
    stays = [
        Decided("indian", "scatter", name, "stay", "7.K", "standing order 4") for name in ("Black Moon", "Low Dog")
    ]
    steps = [UnitsMoved((name,), "3213", "3212", 3) for name in ("C/9 Inf", "G/9 Inf", "H/9 Inf")]
    lines = told(steps[0], *stays, steps[1], stays[1], steps[2], stays[0], stays[1])
    assert [line[:3] for line in lines[:3]] == ["C1 ", "C2 ", "C3 "]
    assert " ".join(" ".join(lines[3:]).split()) == (
        "Does not scatter (Indian standing order 4, 7.K): Black Moon at C1, C3; Low Dog at C1-C3"
    )


def test_an_order_that_was_overtaken_says_why() -> None:
    order = Move(("A/3 Cav",), ("3611", "3511"))
    lines = told(
        ActBegan("us", "A/3 Cav move 3611-3511"),
        OrderMoot("us", order, Moot("E135", "3511 is held.", "7.C")),
        ActEnded(),
    )
    assert lines[0].startswith("C1  US order no longer possible: A/3 Cav move 3611-3511")
    assert lines[1] == "    3511 is held."


def test_a_phase_without_events_says_so() -> None:
    assert told(PhaseBegan("T03.US.D"), PhaseEnded("T03.US.D"), letter="D")[0].startswith("D1  nobody fires")


def test_moves_of_holders_are_minor() -> None:
    log = _log("C")
    log.fold((UnitsMoved(("C/9 Inf",), "3213", "3212", 3), UnitsMoved(("L/3 holders",), "2911", "2912", 3)), TELL)
    assert [one.is_minor for one in log.section().entries] == [False, True]
