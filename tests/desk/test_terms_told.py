"""The terms of a campaign, without a game: hours of a stop, faults, what players are told, days and absences."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.desk.play.terms import (
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

HOURS_SET = {"orders": 10, "question": 11, "set-up": 12, "battle": 13, "C": 14, "movement": 15}


@pytest.mark.parametrize(
    ("letter", "name", "hours"),
    [
        ("C", "Movement", 14),
        ("D", "Movement", 15),
        ("D", "Fire", 10),
        ("S", "Set-Up", 12),
        ("S", "Set", 10),
        ("U", "Up", 10),
    ],
)
def test_a_phase_has_the_hours_of_its_letter_its_name_or_its_kind(letter: str, name: str, hours: int) -> None:
    assert Terms(HOURS_SET).hours_for(letter, name, is_question=False) == hours
    assert Terms(HOURS_SET).hours_for(letter, name, is_question=True) == 11


def test_a_phase_of_a_battle_has_hours_of_its_own_unless_its_letter_has() -> None:
    terms = Terms(HOURS_SET)
    assert [terms.hours_for(one, "Set-Up", is_question=False, in_battle=True) for one in "CD"] == [12, 13]
    assert terms.hours_for("C", "Movement", is_question=False, in_battle=True) == 14
    assert Terms({"orders": 9}).hours_for("D", "Set-Up", is_question=False, in_battle=True) == 9
    assert Terms().hours_for("D", "Set-Up", is_question=False, in_battle=True) == HOURS["orders"]


def test_without_terms_the_hours_are_as_usual() -> None:
    usual = Terms()
    assert usual.hours_for("C", "Movement", is_question=False) == HOURS["orders"] == 72
    assert usual.hours_for("C", "Movement", is_question=True) == HOURS["question"] == 24
    assert usual.hours_for("C", "Set-Up", is_question=False) == HOURS["set-up"] == 168


def test_silence_is_met_by_standing_orders_unless_the_terms_say_otherwise() -> None:
    terms = Terms(silence={"orders": "wait", "question": "gm"})
    assert (terms.on_silence(is_question=False), terms.on_silence(is_question=True)) == ("wait", "gm")
    assert {Terms().on_silence(is_question=one) for one in (True, False)} == {"standing"}


def test_a_row_holds_what_is_not_as_usual() -> None:
    assert Terms(HOURS_SET).calendar() == {}
    terms = Terms({}, "20:00", (0, 6), "Europe/Berlin", 3, {"orders": "wait"}, VACATION + 1, 5)
    held = terms.calendar()
    assert held == {
        "at": "20:00",
        "days": [0, 6],
        "zone": "Europe/Berlin",
        "grace": 3,
        "silence": {"orders": "wait"},
        "vacation": VACATION + 1,
        "bank": 5,
    }
    assert Terms.of({}, held).calendar() == held


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        (Terms(), []),
        (Terms(zone="Europe/Berlin", at="20:00", grace=168, vacation=366, bank=8784), []),
        (Terms(silence={"orders": "gm", "question": "wait"}), []),
        (Terms(at="25:00"), ["at '25:00'"]),
        (Terms(zone="Mars/Olympus"), ["zone 'Mars/Olympus'"]),
        (Terms(at="20:07"), ["at '20:07'"]),
        (Terms(silence={"press": "wait"}), ["silence press=wait"]),
        (Terms(silence={"orders": "shout"}), ["silence orders=shout"]),
        (Terms(grace=-1, vacation=-1, bank=-1), ["grace -1", "vacation -1", "bank -1"]),
        (Terms(grace=0, vacation=0, bank=0), []),
        (Terms(grace=168, vacation=366, bank=8784), []),
        (Terms(grace=169, vacation=367, bank=8785), ["grace 169", "vacation 367", "bank 8785"]),
    ],
)
def test_terms_that_cannot_be_kept_are_faults(terms: Terms, found: list[str]) -> None:
    assert [one for one, _ in terms.faults()] == found


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        (Terms({"orders": 1, "question": 2}), []),
        (Terms({"D": 2, "C": 1, "orders": 3}), ["C: 1 hour", "D: 2 hours"]),
        (Terms(at="20:00", zone="Europe/Berlin"), ["deadlines fall at 20:00 Europe/Berlin"]),
        (Terms(days=(0, 6)), ["deadlines fall on Mon, Sun"]),
        (Terms(at="20:00", days=(1,)), ["deadlines fall on Tue at 20:00 UTC"]),
        (Terms(grace=1), ["a letter still counts 1 hour after its deadline"]),
        (Terms(grace=12), ["a letter still counts 12 hours after its deadline"]),
        (Terms(bank=1), ["each player has 1 extra hour for the whole game"]),
        (Terms(bank=48), ["each player has 48 extra hours for the whole game"]),
        (Terms(vacation=0), ["a player may be away for 0 days of the game"]),
        (Terms(vacation=1), ["a player may be away for 1 day of the game"]),
        (Terms(silence={"question": "gm"}), ["if an answer does not come: the game waits, and the GM decides"]),
        (Terms(silence={"orders": "wait"}), ["if orders do not come: the game waits, with a reminder once a day"]),
        (
            Terms(silence={"question": "standing", "orders": "defaults"}),
            [
                "if orders do not come: the defaults act, standing orders do not",
                "if an answer does not come: standing orders act, then the defaults",
            ],
        ),
    ],
)
def test_players_are_told_what_is_not_as_usual(terms: Terms, told: list[str]) -> None:
    assert list(terms.summary()) == told


def test_a_template_is_told_in_a_line() -> None:
    assert tempo_summary("usual") == "orders 72 hours, a question 24"
    assert tempo_summary("slow") == "orders 168 hours, a question 48; a letter still counts 24 hours after its deadline"
    assert tempo_summary("clock").endswith("each player has 336 extra hours for the whole game")
    assert tempo_summary("weekend") == "orders 72 hours, a question 48; deadlines fall on Sun at 20:00 UTC"
    assert {
        name for name in TEMPOS if Terms(**{k: v for k, v in TEMPOS[name].items() if k != "hours"}).faults()
    } == set()


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    return datetime(2026, 3, 12, hour, minute, second, tzinfo=UTC)


@pytest.mark.parametrize(
    ("moment", "quarter"),
    [(at(18), at(18)), (at(18, 0, 1), at(18, 15)), (at(18, 15), at(18, 15)), (at(18, 46), at(19))],
)
def test_a_quarter_of_an_hour_is_whole(moment: datetime, quarter: datetime) -> None:
    assert whole_quarter(moment) == quarter


@pytest.mark.parametrize(
    ("away", "back", "due"),
    [
        (None, at(12), at(14)),
        (at(12), None, at(14)),
        (at(11), at(13), at(16)),
        (at(9), at(11), at(15)),
        (at(8), at(10), at(14)),
        (at(14), at(16), at(14)),
        (at(13), at(18), at(19)),
    ],
)
def test_a_clock_stands_still_while_its_player_is_away(
    away: datetime | None, back: datetime | None, due: datetime
) -> None:
    """From ten o'clock to two o'clock."""
    assert stretched(at(10), at(14), away, back) == due


@pytest.mark.parametrize(
    ("text", "days"),
    [
        *(("mon wed fri", (0, 2, 4)), ("Sunday", (6,)), ("sun-sun", (6,)), ("sun-mon", (0, 6)), ("sat-fri", ())),
        *(("all", ()), ("sat-mon", (0, 5, 6)), ("mon-sat", (0, 1, 2, 3, 4, 5)), ("Monday, wed fri", (0, 2, 4))),
        *(("mon-sun", ()), ("", ()), ("tue-mon", ()), ("mon,mon", (0,)), ("mon-", (0,))),
    ],
)
def test_days_of_the_week(text: str, days: tuple[int, ...]) -> None:
    assert read_days(text) == days


@pytest.mark.parametrize("text", ["-mon", "mon-xyz", "xyz-mon", "all mon"])
def test_days_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="expected days such as mon-fri"):
        read_days(text)


@pytest.mark.parametrize(("text", "time"), [("20:15", "20:15"), ("7", "07:00"), ("07:45", "07:45"), ("0", "00:00")])
def test_a_time_of_day_is_in_quarters(text: str, time: str) -> None:
    assert read_at(text) == time


@pytest.mark.parametrize("text", ["24", "x", "20:00:15", "20:01", "8:1"])
def test_a_time_of_day_that_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="expected a"):
        read_at(text)


def test_a_moment_that_is_no_quarter_falls_on_the_next() -> None:
    found = Terms(days=tuple(range(7))).falls(at(18, 1))
    assert found == at(18, 15)
    assert Terms(at="18:00").falls(at(18)) == at(18)
    assert Terms(at="18:00").falls(at(18, 0, 1)) == at(18) + timedelta(days=1)
