"""One player's flood keeps nobody else waiting: bounds in work, answers of a bounded length, turns between games."""

import asyncio
import time
from pathlib import Path

import pytest

from pbem import daemon as daemons
from pbem.daemon import Daemon
from pbem.desk.incoming.reading import Turns, read_letters, take_and_play
from pbem.mail.ports import MemorySink, MemorySource
from pbem.orders.lines import MOST_ALIKE, MOST_LISTED, MOST_ORDERS, MOST_STANDING_READ
from pbem.reports.receipts import FiledLine, filed_lines
from pbem.store.letters_in import StoredArrival
from pbem.systems import registry
from tests.desk.table import Table
from tests.desk.words import SkirmishTeller


def put(table: Table, letters: list[bytes]) -> list[int]:
    with table.desk.store.begin() as books:
        arrivals = [StoredArrival("INBOX", 1, n, table.clock.now(), raw) for n, raw in enumerate(letters, 1)]
        books.letters_in.take_in(arrivals)
        return list(books.letters_in.new())


def test_letters_are_read_by_turns_one_of_each_game_and_those_of_a_game_as_they_came(table: Table) -> None:
    one, two, three = (table.open(name) for name in ("hill-1", "hill-2", "hill-3"))
    flood = [table.reply(one, "red", f"status\nnonce: {n}") for n in range(4)]
    others = [table.reply(two, "red", "status"), table.reply(three, "blue", "status"), table.reply(two, "blue", "map")]
    stranger = b"From: x@y.example\r\nTo: nobody@pbem.example\r\nSubject: hello\r\n\r\nhello\r\n"
    broken = b"\xff\xfe\x00"
    numbers = put(table, [*flood, *others, stranger, broken])
    f1, f2, f3, f4, a1, b1, a2, s, x = numbers
    assert list(Turns(table.desk).of(numbers)) == [f1, a1, b1, s, f2, a2, x, f3, f4]
    assert list(Turns(table.desk).of(numbers[:1])) == numbers[:1]


def test_the_status_of_another_game_does_not_wait_behind_a_flood(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The flood is there; then a letter of another game comes: it is fetched, read and answered before the flood is over."""

    async def play() -> None:
        one, two = table.open("hill-1"), table.open("hill-2")
        source, sink = MemorySource("INBOX"), MemorySink()
        serving = Daemon(table.desk, source, sink, poll=0.01)
        await serving.turn()
        before = len(sink.sent)
        for n in range(6):
            source.put(table.reply(one, "red", f"status\nnonce: {n}"), table.clock.now())
        order: list[str] = []
        reads = daemons.read_letters

        def watched(*given: object, **more: object) -> object:
            done = reads(*given, **more)  # type: ignore[arg-type]
            with table.desk.store.read() as books:
                order.extend(books.letters_in.get(number).game for number in done)
            if len(order) == 1:
                source.put(table.reply(two, "blue", "status"), table.clock.now())
            return done

        monkeypatch.setattr(daemons, "read_letters", watched)
        monkeypatch.setattr(daemons, "TURN_SECONDS", 0.0)
        await serving.turn()
        assert order.index(two) <= 2, order
        assert sorted(order) == [one] * 6 + [two]
        answered = [str(one.message) for one in sink.sent[before:]]
        assert len(answered) == 7

    asyncio.run(play())


def test_a_deadline_does_not_wait_behind_a_flood_of_another_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that arrived before it, and are of its own game or of nobody knows which, still come first."""

    async def play() -> None:
        one, two = table.open("hill-1"), table.open("hill-2")
        source, sink = MemorySource("INBOX"), MemorySink()
        serving = Daemon(table.desk, source, sink, poll=0.01, once=True)
        await serving.turn()
        for n in range(6):
            source.put(table.reply(one, "red", f"status\nnonce: {n}"), table.clock.now())
        source.put(table.reply(two, "blue", "status"), table.clock.now())
        source.put(table.reply(one, "red", "status\nnonce: last"), table.clock.now())
        with table.desk.store.read() as books:
            row = books.phases.open(books.games.get(two))
            assert row is not None
            assert row.due is not None
            table.clock.forward(seconds=(row.due - table.clock.now()).total_seconds() + 300)
        order: list[str] = []
        passed: list[int] = []
        reads = daemons.read_letters

        def watched(*given: object, **more: object) -> object:
            with table.desk.store.read() as books:
                phase = books.phases.named(books.games.get(two), "T01.RED.A")
                if phase is not None and phase.closed is not None:
                    passed.append(len(order))
            done = reads(*given, **more)  # type: ignore[arg-type]
            with table.desk.store.read() as books:
                order.extend(books.letters_in.get(number).game for number in done)
            return done

        monkeypatch.setattr(daemons, "read_letters", watched)
        monkeypatch.setattr(daemons, "TURN_SECONDS", 0.0)
        await serving.turn()
        assert len(order) == 8
        assert passed
        assert order.index(two) < passed[0] < 8

    asyncio.run(play())


def test_a_batch_of_letters_is_left_when_its_time_is_over(table: Table) -> None:
    game = table.open()
    numbers = put(table, [table.reply(game, "red", f"status\nnonce: {n}") for n in range(3)])
    assert list(read_letters(table.desk, None, numbers, seconds=0)) == numbers[:1]
    assert list(read_letters(table.desk, None, numbers[1:])) == numbers[1:]


def flood(tmp_path: Path, title: str, scenario: str, words: str) -> tuple[str, float]:
    found = registry.game(title)
    sides = [one.id for one in found.system.card.sides]
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = title, {sides[0]: "a@mail.example", sides[1]: "b@mail.example"}
    game = table.open("game-1", scenario=scenario)
    side = table.asked(game)
    raw = table.reply(game, side, words, to=table.last(game, side, "report"))
    began = time.process_time()
    assert table.deliver(raw, take_and_play).state == "done"
    return table.letters(game, side)[-1].text, time.process_time() - began


@pytest.mark.slow
def test_orders_repeated_to_two_thousand_lines_are_refused_early_and_told(tmp_path: Path) -> None:
    units = ["Wells' Spies", "Price's Battalion", *(f"Sub-Legion {n}" for n in range(1, 5)), "Rifles 1", "Rifles 2"]
    units += ["Dragoons", "Howitzers", "Kentucky 1"]
    lines = [f"{one} advance 3" for one in units]
    text, seconds = flood(tmp_path, "miniatures", "fallen-timbers", "\n".join((lines * 200)[:2000]))
    flat = " ".join(text.split())
    assert f"We read a line of the same words {MOST_ALIKE} times; 1,890 of your lines say it again" in flat
    assert len(text) < 30_000
    assert seconds < 8, "it took 11 s of the processor, and 250 kB of answer"


@pytest.mark.slow
def test_two_thousand_policies_are_read_as_far_as_there_is_room(tmp_path: Path) -> None:
    words = "\n".join(f"policy losses {n}" for n in range(2000))
    text, seconds = flood(tmp_path, "rosebud", "in-contact", words)
    flat = " ".join(text.split())
    assert f"We read {MOST_STANDING_READ} standing orders of one letter; 1,780 more of your lines are such" in flat
    assert len(text) < 40_000
    assert seconds < 6


@pytest.mark.slow
def test_two_thousand_different_orders_are_read_as_far_as_there_is_room(tmp_path: Path) -> None:
    words = "\n".join([*(f"Rifles 1 advance {n / 100:.2f}" for n in range(1, 2000)), "ready"])
    text, seconds = flood(tmp_path, "miniatures", "fallen-timbers", words)
    flat = " ".join(text.split())
    assert f"We read {MOST_ORDERS} orders of one letter; there are 1,699 more in yours, which we did not read" in flat
    assert "You are not counted as ready" in flat
    assert len(text) < 60_000
    assert seconds < 6


def test_a_line_may_be_given_more_than_once(table: Table) -> None:
    text = table.say(table.open(), "red", "\n".join(["Red One fire at Blue One"] * MOST_ALIKE)).text
    assert "say it again" not in text


def test_a_list_of_what_is_on_file_has_an_end() -> None:
    lines = filed_lines(FiledLine(n, f"Red {n} fire at Blue One", "") for n in range(1, 2001))
    assert len(lines) == MOST_LISTED + 1
    assert lines[-1].strip() == "and 1,700 lines more, which are on file too"


def test_a_help_line_of_a_game_that_is_too_long_holds_no_letter(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of somebody's own brings its help, and whatever else of a letter is its text."""
    long = "  " + "a word " * 20
    monkeypatch.setattr(
        SkirmishTeller, "help", lambda _teller, word: ("HELP SMOKE", "", long) if word == "smoke" else ()
    )
    answer = table.say(table.open(), "red", "help smoke")
    assert answer.kind == "answer"
    assert " ".join(long.split()) in " ".join(answer.text.split())
    assert max(map(len, answer.text.splitlines())) <= 78
