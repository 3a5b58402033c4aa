"""Where an answer comes from: what goes before what, when each source is asked, and for how long it counts.

One ask of a skirmish at a time, with whatever its side has said: nothing is stored and nobody plays.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.core.ask import ORDERS, Answer, Ask, Choice
from pbem.core.options import Options
from pbem.core.record import to_json
from pbem.core.umpire import Umpire
from pbem.desk.play.answers import EarlierAnswer, Lock, SideOnFile, Sources
from pbem.desk.play.pace import ASK, MIXED, POLICY, Pace
from pbem.desk.record.chain import canonical_text
from pbem.orders.standing import StandingOrder
from tests.desk.skirmish import Shoot, Skirmish
from tests.desk.table import SkirmishTitle

STAND, DUCK, RUN = Choice("stand", "stand"), Choice("duck", "duck"), Choice("run", "run")
COVER = Ask("red", "cover", "Red One", choices=(STAND, DUCK), default="stand", declined="duck")
FIRE = Ask("red", ORDERS, "A")
QUIET_FIRE = Ask("red", ORDERS, "A", quiet=True)
ONE = (Shoot("Red One", "Blue One"),)
"""Red One's fire, as it was written."""
BOTH = (*ONE, Shoot("Red Two", "Blue One"))
VOLLEY = StandingOrder(7, "policy volley: Blue One", policy="volley", wishes=("Blue One",))
DUCKS = StandingOrder(3, "policy cover: duck", policy="cover", wishes=("duck",))
AT_ONCE, READY = "at once", "ready"


def sources(
    filed: SideOnFile | None = None, *standing: StandingOrder, when_in: str = AT_ONCE, passed: bool = False, **more: Any
) -> Sources:
    system = Skirmish()
    state = system.open("meadow", Options())
    umpire: Umpire[Any] = Umpire(
        state, system.apply, phase="T01.RED.A", options=Options(), view=system.view, write=SkirmishTitle().dialect.write
    )
    lock = Lock({"red": filed or SideOnFile(), "blue": SideOnFile()}, {"red": standing, "blue": ()}, "")
    more = {"answers": {}, "pace": Pace(ASK, ("red",)), **more}
    return Sources(SkirmishTitle(), umpire, lock, when_in, passed=passed, **more)


def ask(*, default: str | None = None, declined: str | None = None, quiet: bool = False) -> Ask:
    return Ask("red", "cover", "Red One", choices=(DUCK, STAND), default=default, declined=declined, quiet=quiet)


# --------------------------------------------------------------------------------------------------------- reactions


def test_of_several_sources_the_first_counts() -> None:
    again = {COVER.key: EarlierAnswer(canonical_text(to_json(COVER)), "duck")}
    by_letter = {COVER.key: "stand"}
    runs = {"pace": Pace(POLICY, ("red",))}
    given: list[tuple[Mapping[str, Any], tuple[StandingOrder, ...], str]] = [
        ({"answers": by_letter, "before_undo": again, **runs}, (DUCKS,), "stand by order"),
        ({"before_undo": again, **runs}, (DUCKS,), "duck by order"),
        (runs, (DUCKS,), "duck by standing order 3"),
        (runs, (), "stand by default"),
    ]
    for more, standing, says in given:
        found = sources(None, *standing, **more).answer(COVER)
        assert found is not None
        assert f"{found.choice} by {found.source}" == says


def test_where_there_is_one_choice_it_is_taken_whatever_anybody_said() -> None:
    one = Ask("red", "cover", "Red One", choices=(DUCK,))
    assert sources(answers={one.key: "stand"}).answer(one) == Answer("duck", source="forced")


def test_an_answer_that_is_no_choice_of_this_ask_is_none() -> None:
    assert sources(answers={COVER.key: "run"}).answer(COVER) is None
    assert sources(answers={"red cover Red Two": "duck"}).answer(COVER) is None


def test_answers_by_letter_and_the_deadline_count_where_play_stopped_and_nowhere_later() -> None:
    found = sources(answers={COVER.key: "duck"}, passed=True)
    assert found((COVER,)) == (Answer("duck", source="order"),)
    assert found((COVER,)) == (None,)


def test_a_stop_that_is_not_answered_in_full_is_the_same_stop_still() -> None:
    other = Ask("red", "cover", "Red Two", choices=(STAND, DUCK))
    found = sources(answers={COVER.key: "duck"})
    assert found((COVER, other)) == (Answer("duck", source="order"), None)
    assert found((COVER,)) == (Answer("duck", source="order"),)
    nothing = sources(answers={COVER.key: "duck"})
    assert nothing(()) == ()
    assert nothing((COVER,)) == (Answer("duck", source="order"),)


@pytest.mark.parametrize(
    ("default", "declined", "lapsed"),
    [("stand", "duck", "stand"), (None, "stand", "stand"), (None, None, "duck")],
)
@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize("pace", [ASK, MIXED, POLICY])
@pytest.mark.parametrize("is_put", [False, True])
@pytest.mark.parametrize("passed", [False, True])
def test_a_default_serves_at_the_deadline_for_what_is_never_asked_and_in_a_pace_that_takes_it_if_it_was_not_put(
    default: str | None, declined: str | None, lapsed: str, quiet: bool, pace: str, is_put: bool, passed: bool
) -> None:
    one = ask(default=default, declined=declined, quiet=quiet)
    put = (one.key,) if is_put else ("red cover Red Two",)
    found = sources(passed=passed, pace=Pace(pace, ("red",)), put=put).answer(one)
    has_one = default is not None or declined is not None
    serves = passed or (has_one and (quiet or (pace != ASK and not is_put)))
    assert found == (Answer(lapsed, source="default") if serves else None)


# ------------------------------------------------------------------------------------------------------------ orders


@pytest.mark.parametrize(
    ("when_in", "ready", "orders", "released"),
    [
        (AT_ONCE, "", ONE, True),
        (AT_ONCE, "ready", (), True),
        (AT_ONCE, "pass", (), True),
        (AT_ONCE, "wait", ONE, False),
        (READY, "", ONE, False),
        (READY, "wait", ONE, False),
        (READY, "ready", ONE, True),
        (READY, "ready", (), True),
        (READY, "pass", (), True),
    ],
)
def test_orders_are_carried_out_when_they_are_released(
    when_in: str, ready: str, orders: tuple[Shoot, ...], released: bool
) -> None:
    found = sources(SideOnFile(1, orders, (), ready), when_in=when_in).answer(FIRE)
    assert found == (Answer(orders=orders, source="order") if released else None)


@pytest.mark.parametrize("ready", ["", "wait", "ready"])
def test_the_deadline_releases_what_is_on_file(ready: str) -> None:
    found = sources(SideOnFile(1, ONE, (), ready), when_in=READY, passed=True)
    assert found.answer(FIRE) == Answer(orders=ONE, source="order")


def test_standing_orders_serve_whom_the_letter_does_not_name() -> None:
    found = sources(SideOnFile(1, ONE, (), "ready"), VOLLEY).answer(FIRE)
    assert found == Answer(orders=BOTH, source="order; standing order 7")


def test_who_passes_wants_no_standing_order_carried_out_either() -> None:
    assert sources(SideOnFile(1, (), (), "pass"), VOLLEY).answer(FIRE) == Answer(source="order")


def test_a_standing_order_serves_alone_where_its_owner_has_written_nothing() -> None:
    alone = tuple(Shoot(name, "Blue One") for name in ("Red One", "Red Two"))
    assert sources(None, VOLLEY).answer(FIRE) == Answer(orders=alone, source="standing order 7")
    assert sources(SideOnFile(1, ONE), VOLLEY, when_in=READY).answer(FIRE) is None, "he has begun to write"


@pytest.mark.parametrize(("drafts", "serves"), [(True, True), (False, False)])
def test_at_a_deadline_standing_orders_serve_unless_the_terms_say_otherwise(drafts: bool, serves: bool) -> None:
    found = sources(None, VOLLEY, passed=True, drafts=drafts).answer(FIRE)
    assert found is not None
    assert (found.source, len(found.orders)) == (("standing order 7", 2) if serves else ("deadline", 0))


def test_the_terms_keep_standing_orders_back_at_the_deadline_alone() -> None:
    found = sources(None, VOLLEY, passed=True, drafts=False)
    assert found((FIRE,)) == (Answer(source="deadline"),)
    (later,) = found((FIRE,))
    assert later is not None
    assert later.source == "standing order 7"


def test_at_the_deadline_who_withdrew_everything_is_told_apart_from_who_never_wrote() -> None:
    assert sources(passed=True).answer(FIRE) == Answer(source="deadline")
    assert sources(SideOnFile(2), passed=True).answer(FIRE) == Answer(source="order")


def test_nobody_is_asked_for_orders_that_are_for_what_is_on_file_alone() -> None:
    assert sources().answer(QUIET_FIRE) == Answer(source="default")
    assert sources(SideOnFile(2)).answer(QUIET_FIRE) is None
    assert sources().answer(FIRE) is None


@pytest.mark.parametrize(
    ("pace", "source"),
    [
        (Pace(MIXED, ("red",), ("red",)), "order"),
        (Pace(POLICY, ("red",), ("red",)), "order"),
        (Pace(POLICY, ("blue",), ("blue",)), "default"),
        (Pace(MIXED, ("blue",), ("blue",)), None),
        (Pace(POLICY, ("red",)), None),
    ],
)
def test_what_a_letter_for_the_whole_turn_does_not_say_is_not_done(pace: Pace, source: str | None) -> None:
    assert sources(pace=pace).answer(FIRE) == (Answer(source=source) if source else None)
    waits = sources(SideOnFile(1, ONE, (), "wait"), pace=pace).answer(FIRE)
    assert waits == (Answer(orders=ONE, source="order") if source else None)
