"""Dispatches: written to a comrade, carried by a rider, read on top of a report, sealed meanwhile and opened at the end."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.games.campaign_file import Seat, plan_text, read_plan
from pbem.desk.games.open import CannotOpen, Wanted, open_campaign
from pbem.desk.gm import dispatches as riding
from pbem.desk.play.advance import advance
from pbem.desk.play.terms import Terms, read_couriers
from pbem.desk.play.undo import undo
from pbem.desk.record.replay import replay
from pbem.gm.by_mail import answer_letters
from pbem.store.tables import DispatchRow, LetterOutRow
from pbem.systems import registry
from tests.desk.table import ADDRESSES, Table
from tests.desk.test_opened_at_the_end import end_of
from tests.desk.test_undo import false, proof

CROOK, MILLS, NOYES = ADDRESSES["red"], "mills@mail.example", "noyes@mail.example"
GAME = "meadow-1"
SEATS = [Seat("red", MILLS, "A. Mills", ("Red One",)), Seat("red", NOYES, "H. Noyes", ("Red Two",))]


def with_riders(table: Table, **couriers: int) -> str:
    return table.open(seats=SEATS, terms=Terms(couriers=couriers or {"turns": 1}))


def newest(table: Table, address: str, kind: str = "", side: str = "red") -> LetterOutRow:
    return [one for one in table.letters(GAME, side, kind) if one.to == address][-1]


def says(table: Table, who: str, words: str) -> LetterOutRow:
    return table.say(GAME, "red", words, to=newest(table, who), sender=who)


def flat(letter: LetterOutRow) -> str:
    return " ".join(letter.text.split())


def dispatches(table: Table, game: str = GAME) -> list[DispatchRow]:
    with table.desk.store.read() as books:
        return list(books.dispatches.of(books.games.get(game)))


def to_the_next_turn(table: Table) -> None:
    now = table.phase(GAME)[:3]
    while table.phase(GAME)[:3] == now:
        table.clock.forward(minutes=1)
        side = table.asked(GAME)
        if side == "red":
            says(table, CROOK, "ready all")
        else:
            table.say(GAME, side, "1" if table.last(GAME, side).kind == "question" else "pass")


def play_out(table: Table) -> None:
    while table.phase(GAME):
        to_the_next_turn(table)


@pytest.mark.slow
def test_a_dispatch_comes_with_the_first_report_after_its_rider(table: Table) -> None:
    with_riders(table)
    answer = says(table, MILLS, "to Noyes: Come on. Big village.\nRed One fire at Blue One")
    assert "A rider has left for Noyes. It takes 1 game turn. You will not hear whether it arrives." in flat(answer)
    assert not table.letters(GAME, "red", "press")
    to_the_next_turn(table)
    report = newest(table, NOYES, "report").text
    assert "DISPATCH from Mills, written in T1 RED.A:" in " ".join(report.split())
    assert '"Come on. Big village."' in report
    assert "DISPATCH" not in newest(table, MILLS, "report").text
    assert "DISPATCH" not in newest(table, CROOK, "report").text
    says(table, CROOK, "ready all")
    assert len([one for one in table.letters(GAME, "red", "report") if "DISPATCH" in one.text]) == 1, "read once"


def test_a_letter_of_words_to_comrades_alone_is_not_called_empty(table: Table) -> None:
    with_riders(table)
    answer = says(table, MILLS, "to Noyes: Come on.")
    assert "empty" not in answer.text
    assert "A rider has left for Noyes." in answer.text


def test_to_several_and_to_all_each_has_a_rider_and_a_turn_has_so_many(table: Table) -> None:
    with_riders(table, turns=1, riders=3)
    says(table, MILLS, "to Noyes, Red:\nBring packs.\nBe quick.\n")
    assert [(one.receiver, one.words) for one in dispatches(table)] == [
        (2, "Bring packs.\nBe quick."),
        (0, "Bring packs.\nBe quick."),
    ]
    answer = says(table, MILLS, "to us: Stand.")
    assert len(dispatches(table)) == 3
    assert "Your riders of this game turn are all away: nothing was sent to Noyes" in flat(answer)
    to_the_next_turn(table)
    says(table, MILLS, "to Noyes: Stand.")
    assert len(dispatches(table)) == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("to Noyse: Come.", "Nobody on your side is called Noyse. Did you mean to H. Noyes:"),
        ("to Noyes, Custre: Come.", "nothing"),
        ("to Zebulon: Come.", "Nobody on your side is called Zebulon, so this went to nobody. With you: "),
        ("to Blue: Come.", "Blue is on the other side, so this went to nobody. To write to them press: your words"),
        ("to Noyes, BLU:\nCome.", "Blue is on the other side, so this went to nobody."),
        ("to Mills: Come.", "You are A. Mills yourself: it went to nobody."),
        ("to Noyes: " + "x" * 2001, "A rider carries 2,000 characters at most, and your message has 2,001."),
    ],
)
def test_what_goes_to_nobody_is_said(table: Table, words: str, told: str) -> None:
    with_riders(table)
    answer = says(table, MILLS, words)
    assert dispatches(table) == []
    assert told == "nothing" or told in flat(answer)


def test_lines_of_orders_in_a_dispatch_order_nothing(table: Table) -> None:
    with_riders(table)
    says(table, CROOK, "to Mills:\nRed One fire at Blue One\nready all\n\nstatus")
    with table.desk.store.read() as books:
        assert books.submissions.latest(books.games.get(GAME), "red", "T01.RED.A") is None
    assert [one.words for one in dispatches(table)] == ["Red One fire at Blue One\nready all"]


def test_a_seat_that_somebody_left_is_the_chiefs(table: Table) -> None:
    with_riders(table)
    says(table, MILLS, "to Noyes: Come on.")
    with table.desk.store.begin() as books:
        seat = next(one for one in books.seats.of(books.games.get(GAME)) if one.address == NOYES)
        seat.ended = table.clock.now()
    to_the_next_turn(table)
    assert "DISPATCH from Mills" in newest(table, CROOK, "report").text


@pytest.mark.slow
def test_records_say_nothing_until_the_end_opens_all_and_both_checkers_agree(table: Table, tmp_path: Path) -> None:
    with_riders(table)
    before = len(table.records(GAME))
    says(table, MILLS, "to Noyes: Come on. Big village.\nstatus")
    assert len(table.records(GAME)) == before
    to_the_next_turn(table)
    says(table, NOYES, "to us: I am here.\nstatus")
    with table.desk.store.read() as books:
        bodies = [json.loads(row.body)["body"] for row in books.records.all(books.games.get(GAME))]
    assert all("sealed" in body for body in bodies if "events" in body)
    assert not any("dispatch" in json.dumps(body) for body in bodies)
    play_out(table)
    end = end_of(table, GAME)
    assert [(one["words"], one["from"], one["to"], one["fate"]) for one in end["dispatches"]] == [
        ("Come on. Big village.", 1, 2, "arrived"),
        ("I am here.", 2, 0, "arrived"),
        ("I am here.", 2, 1, "arrived"),
    ]
    sealed = [part for one in end["openings"] if one["open"] == "segment" for part in one["value"]["dispatches"]]
    assert [one["dispatch"] for one in sealed if "words" in one] == [1, 2, 3]
    verdict = proof(table, GAME, "red", tmp_path / "red")
    assert false(verdict) == []


@pytest.mark.slow
def test_a_game_with_dispatches_is_made_again_from_its_letters(table: Table) -> None:
    with_riders(table)
    says(table, MILLS, "to Noyes: Come on.\nstatus")
    to_the_next_turn(table)
    says(table, NOYES, "to Red: I am here.")
    play_out(table)
    done = replay(table.desk, GAME)
    assert done.is_same, (done.expected, done.found)


@pytest.mark.slow
def test_an_undo_takes_back_what_was_written_since_and_tells_its_writer(table: Table, tmp_path: Path) -> None:
    with_riders(table)
    says(table, MILLS, "to Noyes: First.")
    says(table, CROOK, "ready all")
    to = table.records(GAME)[-1][0]
    says(table, MILLS, "to Noyes: Second.")
    to_the_next_turn(table)
    assert "First." in newest(table, NOYES, "report").text
    table.clock.forward(minutes=1)
    undo(table.desk, GAME, to, "wrong hex", ("RED", "BLU"))
    assert [(one.words, one.arrived, one.told) for one in dispatches(table)] == [("First.", None, None)]
    told = newest(table, MILLS, "press")
    assert "Play was taken back to a point before your dispatch to Noyes, so it is gone." in flat(told)
    assert "Second." in told.text
    play_out(table)
    words = [
        part["words"]
        for one in end_of(table, GAME)["openings"]
        if one["open"] == "segment"
        for part in one["value"]["dispatches"]
        if "words" in part
    ]
    assert sorted(words) == ["First.", "Second."], "the branch that was undone is opened too"
    assert false(proof(table, GAME, "red", tmp_path / "red")) == []


# How a game gets them.


def test_a_file_and_the_command_line_say_how_riders_ride(tmp_path: Path) -> None:
    file = tmp_path / "lb.toml"
    file.write_text('name = "lb-7"\n[couriers]\nspeed = 12\nriders = 5\n')
    assert read_plan(file).calendar == {"couriers": {"speed": 12, "riders": 5}}
    assert read_couriers("12 hexes") == {"speed": 12}
    assert read_couriers("2 turns, 1 rider") == {"turns": 2, "riders": 1}
    assert read_couriers("12 hexes, 5 riders, by paths, taken on the way") == {
        "speed": 12,
        "riders": 5,
        "ways": "paths",
        "taken": "on the way",
    }
    assert read_couriers("9 hexes, straight, never taken") == {"speed": 9}
    file.write_text('name = "lb-7"\n[couriers]\nspeed = 12\nways = "paths"\ntaken = "never"\n')
    plan = read_plan(file)
    assert plan.calendar == {"couriers": {"speed": 12, "ways": "paths"}}
    assert 'ways = "paths"' in plan_text(plan)
    assert Terms(couriers={"speed": 9, "ways": "round"}).faults() == (
        ("couriers ways = 'round'", "'straight' or 'paths'"),
    )
    assert "without it no way is measured" in Terms(couriers={"turns": 1, "taken": "on the way"}).faults()[0][1]
    assert Terms(couriers={"speed": 12, "ways": "paths", "taken": "on the way"}).summary() == (
        "words to commanders of your own side go by courier, by the easiest way, 12 movement points a game turn; each may "
        "send 3 riders a turn; the enemy takes a courier who comes near",
    )
    with pytest.raises(ValueError, match="how far riders get"):
        read_couriers("fast")
    assert Terms(couriers={"speed": 12, "turns": 1}).faults()[0][0] == "couriers"
    assert Terms(couriers={"speed": 0}).faults()[0][0] == "couriers speed = 0"
    words = "words to commanders of your own side go by courier, 12 hexes a game turn; each may send 3 riders a turn"
    assert Terms(couriers={"speed": 12}).summary() == (words,)


def test_hexes_want_a_map_and_observers_are_refused(table: Table) -> None:
    with pytest.raises(CannotOpen, match="expected the turns that they take"):
        table.open(seats=SEATS, terms=Terms(couriers={"speed": 12}))
    with pytest.raises(CannotOpen, match="doesn't say which way riders go"):
        table.open(seats=SEATS, terms=Terms(couriers={"speed": 12, "taken": "on the way"}))
    with pytest.raises(CannotOpen, match="couriers carry words that only one side knows"):
        table.open(seats=[Seat("", "olga@mail.example", "Olga")], terms=Terms(couriers={"turns": 1}))


# On the Little Bighorn.

CUSTER, RENO, BENTEEN = "custer@mail.example", "reno@mail.example", "benteen@mail.example"


@pytest.fixture
def valley(tmp_path: Path) -> Table:
    """Custer, Reno and Benteen, all on the map: 12 hexes a turn."""
    return battle(tmp_path, speed=12)


def battle(tmp_path: Path, *, umpire: int = 0, **couriers: Any) -> Table:
    tmp_path.mkdir(exist_ok=True)
    made = Table.lay(tmp_path, games=registry.game)
    made.title, made.addresses = "littlebighorn", {"us": CUSTER, "indian": "mo@post.example"}
    seats = [
        Seat("us", RENO, "M. Reno", ("Maj Reno", "A/7 Cav", "G/7 Cav", "M/7 Cav")),
        Seat("us", BENTEEN, "F. Benteen", ("Capt Benteen", "H/7 Cav", "D/7 Cav", "K/7 Cav")),
    ]
    wanted = Wanted(
        GAME,
        "littlebighorn",
        "scenario-1",
        [("us", CUSTER, "G. Custer"), ("indian", "mo@post.example", "M. Ortiz")],
        "gm@club.example",
        seed=b"a demo seed",
        ladder_length=128,
        seats=seats,
        terms=Terms(couriers=couriers, umpire=umpire),
        takes_unfinished=True,
        report="text",
    )
    open_campaign(made.desk, wanted)
    advance(made.desk, GAME)
    return made


def us_says(table: Table, who: str, words: str) -> LetterOutRow:
    return table.say(GAME, "us", words, to=newest(table, who, side="us"), sender=who)


def play_to(table: Table, turn: int) -> None:
    while int(table.phase(GAME)[1:3]) < turn:
        play_a_stop(table)


def play_a_stop(table: Table) -> None:
    side = table.asked(GAME)
    if table.last(GAME, side).kind == "question":
        table.say(GAME, side, "1")
    elif side == "us":
        us_says(table, CUSTER, "ready all")
    else:
        table.say(GAME, side, "ready")


@pytest.mark.slow
def test_on_the_little_bighorn_a_rider_goes_so_many_hexes_a_turn(valley: Table) -> None:
    play_to(valley, 1)
    answer = us_says(valley, CUSTER, "to Reno: Charge.\n\nto Benteen: Come on. Big village. Bring packs.")
    assert "A rider has left for Reno. By the map about 1 turn (7 hexes, 12 a turn)." in flat(answer)
    assert "A rider has left for Benteen. It arrives when both of you are on the map." in flat(answer)
    play_to(valley, 2)
    reno, benteen = dispatches(valley)
    assert reno.arrived is not None
    assert reno.place == "8905"
    assert benteen.arrived is None
    assert "DISPATCH from Custer" in newest(valley, RENO, "report", "us").text
    assert "at 8905" in newest(valley, RENO, "report", "us").text
    assert not [one for one in valley.letters(GAME, "us", "report") if one.to == BENTEEN and "DISPATCH" in one.text]


def test_who_is_with_the_writer_is_told_at_once(valley: Table, monkeypatch: Any) -> None:
    play_to(valley, 1)
    monkeypatch.setattr(registry.game("littlebighorn").system.__class__, "headquarters", lambda *_: "8905")
    answer = us_says(valley, CUSTER, "to Reno: Charge.")
    assert "Passed on to Reno, and to nobody else: Charge." in flat(answer)
    assert "Charge." in newest(valley, RENO, "press", "us").text
    assert dispatches(valley) == []


INDIAN = "mo@post.example"


def warned(table: Table, monkeypatch: Any, near: set[str]) -> None:
    """Let the enemy stand in these hexes, for riders."""
    system = registry.game("littlebighorn").system.__class__
    meets = lambda _, state, side, hexes: "indian" if side == "us" and near.issuperset(hexes) else ""  # noqa: E731
    monkeypatch.setattr(system, "rider_taken_by", meets)


@pytest.mark.slow
def test_a_rider_who_meets_the_enemy_is_taken_and_nobody_of_the_side_learns_of_it(
    tmp_path: Path, monkeypatch: Any
) -> None:
    table = battle(tmp_path, speed=12, taken="on the way")
    play_to(table, 1)
    us_says(table, CUSTER, "to Reno: Charge the village.\nstatus")
    [rode] = dispatches(table)
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        state = table.desk.position(books, game)
        there = riding.place_of(table.desk, books, game, "us", 1, state)
        way = riding._way(table.desk, game, state, "us", rode.place, there)
    assert len(way) == 7
    assert way[-1] == ((there,), 7)
    warned(table, monkeypatch, {one for hexes, _ in way for one in hexes})
    play_to(table, 2)
    assert [(one.kind, one.side, one.receiver, one.fate) for one in dispatches(table)] == [
        ("dispatch", "us", 1, "taken"),
        ("taken", "indian", 0, ""),
    ]
    play_to(table, 3)
    ours = [one.text for one in table.letters(GAME, "us") if one.kind == "report" and "Charge the village" in one.text]
    theirs = [one.text for one in table.letters(GAME, "indian") if "Charge the village" in one.text]
    assert ours == []
    assert len(theirs) == 1
    assert "A DISPATCH for somebody else fell into your hands:" in " ".join(theirs[0].split())
    assert replay(table.desk, GAME).is_same


@pytest.mark.slow
def test_a_rider_passes_where_one_of_two_hexes_is_free_and_at_both_ends(tmp_path: Path, monkeypatch: Any) -> None:
    table = battle(tmp_path, speed=12, taken="on the way")
    play_to(table, 1)
    us_says(table, CUSTER, "to Reno: Charge the village.\nstatus")
    with table.desk.store.read() as books:
        game = books.games.get(GAME)
        there = riding.place_of(table.desk, books, game, "us", 1, table.desk.position(books, game))
    warned(table, monkeypatch, {there, dispatches(table)[0].place})
    play_to(table, 2)
    assert [one.fate for one in dispatches(table)] == [""]
    assert dispatches(table)[0].arrived is not None


@pytest.mark.slow
def test_an_umpire_is_proposed_that_the_enemy_takes_it_and_may_let_it_pass(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(registry.game("littlebighorn").system.__class__, "rider_taken_by", lambda *_: "indian")
    for answer, fates in (("go on", ["taken", ""]), ("2: pass on now\ngo on", [""])):
        table = battle(tmp_path / str(len(fates)), speed=12, taken="on the way", umpire=48)
        to_the_umpire(table)  # the set-up is over
        umpire_says(table, "go on")
        us_says(table, CUSTER, "to Reno: Charge the village.\nstatus")
        assert "-> taken by M. Ortiz" in to_the_umpire(table).text
        umpire_says(table, answer)
        assert [one.fate for one in dispatches(table) if one.kind in ("dispatch", "taken")] == fates


def to_the_umpire(table: Table) -> LetterOutRow:
    while table.state(GAME) == "open":
        play_a_stop(table)
    return table.letters(GAME, "gm")[-1]


def umpire_says(table: Table, words: str) -> None:
    table.clock.forward(minutes=3)
    table.deliver(table.reply(GAME, "gm", words, to=table.letters(GAME, "gm")[-1], sender="gm@club.example"))
    answer_letters(table.desk)


@pytest.mark.slow
def test_by_paths_a_rider_goes_by_the_costs_of_the_ground(tmp_path: Path) -> None:
    table = battle(tmp_path, speed=12, ways="paths")
    play_to(table, 1)
    answer = us_says(table, CUSTER, "to Reno: Charge.")
    assert re.search(r"By the easiest way about \d+ turns? \(\d+ movement points, 12 a turn\)\.", flat(answer))
    points = int(re.search(r"\((\d+) movement points", flat(answer))[1])
    assert points > 7, "the ground costs more than a hex each"
    while not any(one.arrived for one in dispatches(table)):
        play_to(table, int(table.phase(GAME)[1:3]) + 1)
