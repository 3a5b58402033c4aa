"""The standing order that a question offers, "to be asked less often", is read as it stands and answers that very question."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from pbem.core.ask import ORDERS, Answer, Ask, Choice
from pbem.orders.rehearsal import rehearse
from pbem.orders.standing import StandingOrder, answer
from pbem.systems import registry
from pbem.systems.indian_wars.orders.standing_answers import ASKED
from pbem.systems.indian_wars.practice.players import STANDING, random_orders_for
from pbem.systems.indian_wars.rosebud import ROSEBUD as TITLE
from tests.selfplay import SelfPlay

DIALECT = TITLE.dialect

GAMES = (("in-contact", "less often"), ("historical", "less often"), ("in-contact", "again"))
OFFERED = {
    "scatter": "policy all scatter: no",
    "opportunity fire": "policy all opfire: any",
    "retreat fire": "policy all opfire: any",
    "losses": "policy all losses: holders, strongest",
    "advance": "policy all advance: no",
}


class Listening(SelfPlay):
    """A game of the practice opponent against himself that keeps each question with the view it was put on."""

    def heard(self, most: int) -> Iterator[tuple[str, Ask, Any]]:
        self.put: list[tuple[str, Ask, Any]] = []
        for _ in self.phases(most):
            yield from self.put
            self.put = []

    def _answers(self, phase: Any, umpire: Any, asks: tuple[Ask, ...]) -> tuple[Answer, ...]:
        thaw = registry.game(self.title).system.thaw
        self.put += [(phase.letter, one, thaw(umpire.view(one.side))) for one in asks if is_put(one)]
        return super()._answers(phase, umpire, asks)


def is_put(ask: Ask) -> bool:
    """Whether a player may be written to for it: not for orders, nor for what standing orders alone answer."""
    return ask.kind != ORDERS and not ask.quiet


@cache
def asked() -> tuple[tuple[str, Ask, Any], ...]:
    return tuple(
        one for scenario, seed in GAMES for one in Listening(seed, scenario, orders=random_orders_for).heard(90)
    )


def kinds() -> dict[str, list[tuple[str, Ask, Any]]]:
    found: dict[str, list[tuple[str, Ask, Any]]] = {}
    for letter, ask, view in asked():
        found.setdefault(ask.kind, []).append((letter, ask, view))
    return found


@pytest.mark.slow
def test_every_kind_of_question_came_up_or_is_named_here() -> None:
    expected = {*OFFERED, "leader attachment", "retreat before melee", "retreat hex", "rout hex", "pursuit"}
    assert expected - set(kinds()) == set()


def test_what_is_offered_reads_as_it_stands_and_answers_the_question() -> None:
    system = registry.game("rosebud").system
    for letter, ask, view in asked():
        line = DIALECT.less_often(ask)
        assert line, ask
        read = rehearse(system, DIALECT, view, ask.side, letter, line)
        assert [one.refusal_text for one in read.lines if one.refusal_text] == [], (ask, line)
        assert [one.text for one in read.standing] == [line]
        found = answer(ask, [replace(read.standing[0], number=7)], view, DIALECT)
        assert found is not None, (ask, line)
        assert found[1] == 7


@pytest.mark.parametrize("kind", sorted({kind for kinds in ASKED.values() for kind in kinds}))
def test_questions_that_come_up_seldom_are_covered_too(kind: str) -> None:
    choices = (Choice("G/3 holders", "they join it"), Choice("no", "no"))
    side = "indian" if kind in ("ammunition pickup", "scatter") else "us"  # what only they are asked
    ask = Ask(side, kind, "G/3 Cav", "What now?", "8", choices, "G/3 holders", "no")
    letter, _, view = asked()[0]
    read = rehearse(registry.game("rosebud").system, DIALECT, view, side, letter, DIALECT.less_often(ask))
    assert [one.text for one in read.standing] == [DIALECT.less_often(ask)]
    assert DIALECT.covers(read.standing[0], ask)
    said = registry.game("rosebud").teller.question(ask)
    assert said.endswith("?")
    assert not said.endswith(f": {kind}?") or kind in ("advance",)
    assert "G/3" in said or kind == "village"


@pytest.mark.parametrize("kind", OFFERED)
def test_one_line_for_all_units_where_the_answer_is_the_same(kind: str) -> None:
    assert {DIALECT.less_often(ask) for _, ask, _ in kinds()[kind]} == {OFFERED[kind]}


def test_what_is_offered_decides_as_silence_would_where_silence_declines() -> None:
    for letter, ask, view in asked():
        line = DIALECT.less_often(ask)
        if not line or ask.default is None or ask.default != ask.declined:
            continue
        read = rehearse(registry.game("rosebud").system, DIALECT, view, ask.side, letter, line)
        assert answer(ask, list(read.standing), view, DIALECT) == (ask.default, 0), (ask, line)


def test_questions_are_short_in_a_subject() -> None:
    teller = registry.game("rosebud").teller
    said = {teller.question(ask) for _, ask, _ in asked()}
    assert all(one.endswith("?") and one.isascii() and len(one) <= 56 for one in said), max(said, key=len)
    assert not any(f": {kind}?" in one for one in said for kind in kinds() if kind not in ("advance",))


def test_answers_rest_on_the_owners_view_alone_and_are_lawful() -> None:
    """What a side may not see, its standing orders cannot use: view and full state give the same answer."""
    system = registry.game("rosebud").system
    served = 0
    for _, ask, state in asked():
        orders = _sensible(ask.side)
        on_view = answer(ask, orders, system.view(state, ask.side), DIALECT)
        assert on_view == answer(ask, orders, state, DIALECT)
        assert on_view is None or ask.allows(on_view[0])
        served += on_view is not None
    assert served > len(asked()) // 2


@cache
def _sensible(side: str) -> list[StandingOrder]:
    system = registry.game("rosebud").system
    read = rehearse(system, DIALECT, asked()[0][2], side, "C", "\n".join(STANDING[side]))
    assert [one.refusal_text for one in read.lines if one.refusal_text] == []
    return [replace(one, number=n) for n, one in enumerate(read.standing, 1)]
