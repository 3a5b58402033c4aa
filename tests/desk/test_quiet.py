"""Quiet asks: nobody is written to for them; orders on file and standing orders answer them."""

from dataclasses import replace
from typing import Any, cast

from pbem.core.ask import ORDERS, Answer, Ask, Choice
from pbem.desk.play.answers import Lock, SideOnFile, Sources
from pbem.systems.indian_wars.orders.records import Rout

ROUT = Ask(
    "us", "voluntary rout", "A/3 Cav", choices=(Choice("stay", ""), Choice("rout 0208", "")), default="stay", quiet=True
)


def sources(filed: SideOnFile) -> Sources:
    """What is on file for the US; no standing orders, no answers, no deadline passed."""

    class Nobody:
        def view(self, side: str) -> None:
            return None

    class Mute:
        dialect = None

    lock = Lock({"us": filed}, {"us": ()}, "")
    return Sources(cast(Any, Mute()), cast(Any, Nobody()), lock, "at once", {}, False)


def test_a_quiet_question_that_no_standing_order_answers_goes_to_its_default_at_once() -> None:
    assert sources(SideOnFile()).answer(ROUT) == Answer("stay", source="default")
    assert sources(SideOnFile()).answer(replace(ROUT, quiet=False)) is None


def test_quiet_orders_are_those_on_file_or_none() -> None:
    quiet = Ask("us", ORDERS, "A", quiet=True)
    order = Rout("A/3 Cav", "Column HQ")
    assert sources(SideOnFile()).answer(quiet) == Answer(source="default")
    assert sources(SideOnFile()).answer(replace(quiet, quiet=False)) is None
    assert sources(SideOnFile(1, (order,), ("A/3 Cav rout to Column HQ",))).answer(quiet) == Answer(orders=(order,))
