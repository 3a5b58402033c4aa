"""The deadline calculus: hours, the hour of day, days of the week, zones with daylight saving, grace, silence, budgets."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from pbem.desk.gm.incidents.deadlines import Pause, PlayOn
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.outgoing.reminders import remind
from pbem.desk.play.advance import advance
from pbem.desk.play.deadlines import LAG, next_look, pass_overdue
from pbem.desk.play.terms import Terms, read_at, read_days
from tests.desk.table import START, Table


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def due(table: Table, game: str) -> datetime | None:
    with table.desk.store.read() as books:
        row = books.phases.open(books.games.get(game))
        return row.due if row is not None else None


def go(table: Table) -> list[str]:
    """What one round of the daemon does about time: deadlines, then reminders; the mailbox is known to be empty."""
    names = list(pass_overdue(table.desk, table.clock.now()))
    for name in names:
        advance(table.desk, name)
    remind(table.desk)
    return names


BERLIN = Terms(at="20:00", zone="Europe/Berlin")


@pytest.mark.parametrize(
    ("terms", "from_", "falls"),
    [
        (Terms(), "2026-03-12T18:07", "2026-03-12T18:15"),
        (BERLIN, "2026-03-12T18:07", "2026-03-12T19:00"),  # winter: an hour before UTC
        (BERLIN, "2026-03-12T19:01", "2026-03-13T19:00"),
        (BERLIN, "2026-03-28T19:01", "2026-03-29T18:00"),  # summer time begins in that night
        (BERLIN, "2026-10-24T18:01", "2026-10-25T19:00"),  # and ends in this one
        (Terms(at="02:30", zone="Europe/Berlin"), "2026-03-29T00:00", "2026-03-29T01:30"),  # skipped: an hour later
        (Terms(at="02:30", zone="Europe/Berlin"), "2026-10-24T22:00", "2026-10-25T00:30"),  # twice: the first of them
        (Terms(days=(5, 6)), "2026-03-12T18:07", "2026-03-14T18:15"),
        (Terms(at="20:00", days=(6,), zone="America/New_York"), "2026-03-12T18:07", "2026-03-16T00:00"),
        (Terms(days=(0, 1, 2, 3, 4), zone="Asia/Kolkata"), "2026-03-13T19:00", "2026-03-15T19:00"),  # Saturday there
    ],
)
def test_deadline_falls_where_the_terms_let_it(terms: Terms, from_: str, falls: str) -> None:
    assert terms.falls(at(from_)) == at(falls)


def test_a_year_of_evenings_is_on_the_hour_of_the_zones_own_clocks() -> None:
    """Every six hours of a year in three zones, those of the south among them."""
    for zone in ("Europe/Berlin", "America/New_York", "Australia/Sydney"):
        terms = Terms(at="20:00", days=(1, 3, 6), zone=zone)
        moment = at("2026-01-01T00:00")
        while moment < at("2027-01-01T00:00"):
            found = terms.falls(moment)
            local = found.astimezone(ZoneInfo(zone))
            assert (local.hour, local.minute) == (20, 0)
            assert local.weekday() in (1, 3, 6)
            assert moment <= found <= moment + timedelta(days=4)
            moment += timedelta(hours=6)


def test_days_and_hours_are_read_as_people_write_them() -> None:
    assert read_days("mon-fri") == (0, 1, 2, 3, 4)
    assert read_days("Sat, Sun") == (5, 6)
    assert read_days("fri-mon") == (0, 4, 5, 6)
    assert read_days("all") == ()
    assert read_at("20") == "20:00"
    with pytest.raises(ValueError, match="expected days such as"):
        read_days("someday")
    with pytest.raises(ValueError, match="quarter of an hour"):
        read_at("20:07")
    assert [read_at(one) for one in ("8", "8:15", "08:15")] == ["08:00", "08:15", "08:15"]
    for one in ("25:00", "20:00+02:00", "20:00:30", "T20:00", "2000", ""):
        with pytest.raises(ValueError, match="expected a time of day"):
            read_at(one)


def test_letter_in_the_grace_still_counts_and_the_late_player_is_told_of_it_once(table: Table) -> None:
    game = table.open(hours={"orders": 24, "reminder": 6}, terms=Terms(grace=12))
    end = START + timedelta(hours=24)
    table.clock.forward(hours=18)
    go(table)
    assert len(table.letters(game, "red", "reminder")) == 1
    table.clock.forward(hours=6.5)
    assert go(table) == []
    assert not table.letters(game, "red", "late")  # one letter a day, and the reminder was today's
    table.say(game, "red", "Red One fire at Blue One")
    table.clock.forward(hours=11)
    assert go(table) == []
    table.clock.forward(hours=1)
    assert go(table) == [game]
    with table.desk.store.read() as books:
        row = books.phases.named(books.games.get(game), "T01.RED.A")
        assert row is not None
        assert row.closed == end + timedelta(hours=12)


def test_game_that_waits_tells_the_late_player_once_a_day_and_the_gm_once(table: Table) -> None:
    game = table.open(hours={"orders": 24, "reminder": 6}, terms=Terms(silence={"orders": "wait"}))
    for _ in range(24 * 6):
        table.clock.forward(hours=1)
        go(table)
    assert table.phase(game) == "T01.RED.A"
    assert len(table.letters(game, "red", "reminder")) == 1
    late = table.letters(game, "red", "late")
    assert 4 <= len(late) <= 5
    assert all(two.made - one.made >= timedelta(hours=24) for one, two in pairwise(late))
    assert "the game waits for you" in " ".join(late[0].text.split())
    assert len(table.letters(game, "gm", "lapsed")) == 1
    refused = table.say(game, "red", "Red One fire at Red Two", to=late[-1])
    assert refused.subject.endswith("please correct now")
    assert "The deadline has passed; letters still count." in " ".join(refused.text.split())
    assert table.say(game, "red", "pass", to=late[-1]).kind == "receipt"
    assert table.phase(game) == "T01.RED.B"


def test_gm_decides_where_the_terms_say_so(table: Table) -> None:
    game = table.open(hours={"orders": 24}, terms=Terms(silence={"orders": "gm"}))
    waits = "the game waits, and the GM decides how it goes on"
    assert waits not in table.say(game, "red", "wait").text
    assert f"If you are silent {waits}" in " ".join(table.last(game, "red", "report").text.split())
    assert waits in " ".join(table.say(game, "red", "Red One fire at Red Two").text.split())
    assert "At the deadline " not in table.last(game, "red", "welcome").text
    table.clock.forward(hours=25)
    go(table)
    told = table.letters(game, "gm", "lapsed")[0].text
    assert "you decide how the game goes on" in " ".join(told.split())
    assert "pbem gm act meadow-1 --reason REASON" in told
    perform(table.desk, PlayOn(game), "petra", "he is ill")
    assert table.phase(game) == "T01.RED.B"


def test_defaults_alone_leave_standing_orders_out_at_a_deadline(table: Table) -> None:
    """Red has begun to write, so that its standing order waits for the deadline; under `defaults` it then does not act."""
    shots = {}
    for how in ("standing", "defaults"):
        game = table.open(f"{how}-1", hours={"orders": 24}, terms=Terms(silence={"orders": how}))
        table.say(game, "blue", "policy cover: duck")
        table.say(game, "red", "wait\npolicy volley: Blue One\nRed Two fire at Blue Two")
        shots[how] = game
    table.clock.forward(hours=25)
    go(table)
    logs = {how: table.last(game, "red", "report").text for how, game in shots.items()}
    assert "Red One fires at Blue One" in logs["standing"]
    assert "Red One fires at Blue One" not in logs["defaults"]
    assert "Red Two fires at Blue Two" in logs["defaults"]


@pytest.mark.parametrize(("kind", "acts"), [("orders", False), ("question", True)])
def test_terms_for_questions_say_nothing_of_orders(table: Table, kind: str, acts: bool) -> None:
    game = table.open(hours={"orders": 24}, terms=Terms(silence={kind: "defaults"}))
    table.say(game, "blue", "policy cover: duck")
    table.say(game, "red", "wait\npolicy volley: Blue One\nRed Two fire at Blue Two")
    table.clock.forward(hours=25)
    assert go(table) == [game]
    assert ("Red One fires at Blue One" in table.last(game, "red", "report").text) == acts


def test_clock_budget_is_drawn_on_beyond_the_hours_of_a_stop(table: Table) -> None:
    game = table.open(hours={"orders": 24}, terms=Terms(bank=48))
    assert due(table, game) == START + timedelta(hours=72)
    table.clock.forward(hours=34)
    table.say(game, "red", "pass")
    with table.desk.store.read() as books:
        players = {one.side: one.bank for one in books.players.of(books.games.get(game))}
    assert players == {"red": 38 * 3600, "blue": 48 * 3600}
    assert due(table, game) == table.clock.now() + timedelta(hours=24 + 38)


def test_desk_looks_again_at_the_end_of_a_pause(table: Table) -> None:
    game = table.open()
    perform(table.desk, Pause(game, 2), "petra", "x")
    assert next_look(table.desk) == START + timedelta(days=2)
    assert timedelta(days=2) > LAG


def test_clock_budget_of_one_who_was_not_asked_is_left_alone_though_he_comes_first(table: Table) -> None:
    game = table.open(hours={"orders": 24}, terms=Terms(bank=48))
    table.until(game, "blue")
    table.clock.forward(hours=34)
    table.say(game, "blue", "pass")
    with table.desk.store.read() as books:
        players = {one.side: one.bank for one in books.players.of(books.games.get(game))}
    assert players == {"red": 48 * 3600, "blue": 38 * 3600}
