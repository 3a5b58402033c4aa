"""Terms of a campaign: what is wrong with them, how they are told and kept, and which hours a stop has."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pbem.campaign.terms import (
    HOURS,
    TEMPOS,
    VACATION,
    Terms,
    read_at,
    read_days,
    stretched,
    tempo_summary,
    whole_quarter,
)

NOON = datetime(2026, 3, 12, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        (Terms(), []),
        (Terms(zone="Europe/Berlin", at="20:00", grace=168, vacation=366, bank=8784), []),
        (Terms(grace=0, vacation=0, bank=0), []),
        (Terms(zone="Mars"), ["zone 'Mars'"]),
        (Terms(at="20:07"), ["at '20:07'"]),
        (Terms(at="25:00"), ["at '25:00'"]),
        (Terms(silence={"orders": "gm", "question": "wait"}), []),
        (Terms(silence={"press": "gm"}), ["silence press=gm"]),
        (Terms(silence={"orders": "never"}), ["silence orders=never"]),
        (Terms(grace=169), ["grace 169"]),
        (Terms(grace=-1), ["grace -1"]),
        (Terms(vacation=367, bank=8785), ["vacation 367", "bank 8785"]),
    ],
)
def test_what_is_wrong_with_terms(terms: Terms, found: list[str]) -> None:
    assert [one for one, _ in terms.faults()] == found


@pytest.mark.parametrize(
    ("terms", "lines"),
    [
        (Terms(), []),
        (Terms(hours={"orders": 24, "C": 96}), ["C: 96 hours"]),
        (Terms(at="20:00", zone="Europe/Berlin"), ["deadlines fall at 20:00 Europe/Berlin"]),
        (Terms(days=(0, 6)), ["deadlines fall on Mon, Sun"]),
        (Terms(at="20:00", days=(5,)), ["deadlines fall on Sat at 20:00 UTC"]),
        (Terms(grace=12), ["a letter counts up to 12 hours after its deadline"]),
        (Terms(bank=48), ["each player has 48 hours of his own besides, for the whole game"]),
        (
            Terms(silence={"question": "wait", "orders": "gm"}),
            [
                "who is silent about his orders: the game waits, and the GM decides",
                "who is silent about a question: the game waits, and he gets mail once a day",
            ],
        ),
        (Terms(vacation=VACATION + 1), [f"a player may be away for {VACATION + 1} days of the game"]),
    ],
)
def test_terms_are_told_as_far_as_they_are_unusual_and_kept_so(terms: Terms, lines: list[str]) -> None:
    assert list(terms.summary()) == lines
    assert Terms.of(terms.hours, terms.calendar()).summary() == terms.summary()
    assert (terms.calendar() == {}) == (terms in (Terms(), Terms(hours={"orders": 24, "C": 96})))


def test_tempos_are_told_in_a_line() -> None:
    assert tempo_summary("usual") == f"orders {HOURS['orders']} hours, a question {HOURS['question']}"
    assert tempo_summary("quick") == "orders 24 hours, a question 12"
    assert tempo_summary("weekend") == "orders 72 hours, a question 48; deadlines fall on Sun at 20:00 UTC"
    assert tempo_summary("clock").endswith("each player has 336 hours of his own besides, for the whole game")
    assert all(
        Terms(**{key: value for key, value in one.items() if key != "hours"}).faults() == () for one in TEMPOS.values()
    )


OWN = {"orders": 72, "question": 24, "set-up": 168, "C": 96, "march": 30}


@pytest.mark.parametrize(
    ("letter", "name", "is_question", "hours"),
    [
        ("A", "Fire", False, 72),
        ("C", "Fire", False, 96),
        ("B", "March", False, 30),
        ("A", "Set-up", False, 168),
        ("A", "US set up", False, 168),
        ("A", "Upset", False, 168),
        ("A", "Set", False, 72),
        ("A", "Up", False, 72),
        ("C", "March", True, 24),
    ],
)
def test_a_stop_has_the_hours_of_its_letter_its_name_or_its_kind(
    letter: str, name: str, is_question: bool, hours: int
) -> None:
    assert Terms(OWN).hours_for(letter, name, is_question=is_question) == hours


@pytest.mark.parametrize(("kind", "more"), [("orders", {}), ("question", {"is_question": True})])
def test_where_a_campaign_sets_no_hours_they_are_the_usual_ones(kind: str, more: dict[str, Any]) -> None:
    assert Terms().hours_for("A", "Fire", **{"is_question": False, **more}) == HOURS[kind]
    assert Terms().hours_for("A", "Set-up", is_question=False) == HOURS["set-up"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("", ()),
        ("all", ()),
        ("mon", (0,)),
        ("mon-sun", ()),
        ("sat-mon", (0, 5, 6)),
        ("sun-sun", (6,)),
        ("Monday, wed fri", (0, 2, 4)),
        ("mon-sat", (0, 1, 2, 3, 4, 5)),
    ],
)
def test_days(text: str, days: Sequence[int]) -> None:
    assert read_days(text) == tuple(days)


@pytest.mark.parametrize(
    ("text", "at"), [("20", "20:00"), ("8:15", None), ("08:45", "08:45"), ("20:50", None), ("x", None)]
)
def test_the_hour_of_day(text: str, at: str | None) -> None:
    if at is None:
        with pytest.raises(ValueError, match="expected a"):
            read_at(text)
    else:
        assert read_at(text) == at


@pytest.mark.parametrize(("seconds", "later"), [(0, 0), (1, 15), (15 * 60, 15), (15 * 60 + 1, 30), (-1, 0)])
def test_a_deadline_falls_on_the_next_whole_quarter(seconds: int, later: int) -> None:
    assert whole_quarter(NOON + timedelta(seconds=seconds)) == NOON + timedelta(minutes=later)


@pytest.mark.parametrize(
    ("away", "back", "later"),
    [
        (None, None, 0),
        (NOON + 2 * HOUR, None, 0),
        (None, NOON + 2 * HOUR, 0),
        (NOON + 2 * HOUR, NOON + 5 * HOUR, 3),
        (NOON - 2 * HOUR, NOON + 5 * HOUR, 5),
        (NOON - 5 * HOUR, NOON, 0),
        (NOON - 5 * HOUR, NOON + timedelta(seconds=3600), 1),
        (NOON + 10 * HOUR, NOON + 20 * HOUR, 0),
        (NOON + 9 * HOUR, NOON + 20 * HOUR, 11),
    ],
)
def test_a_deadline_ten_hours_away_is_later_by_the_absence_in_it(
    away: datetime | None, back: datetime | None, later: int
) -> None:
    assert stretched(NOON, NOON + 10 * HOUR, away, back) == NOON + (10 + later) * HOUR
