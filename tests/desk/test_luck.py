"""The luck of a game: what its dice came to beside what they could have brought."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pbem.core.ask import ORDERS, Answer, Ask
from pbem.core.dice import KeyedDice
from pbem.core.event import Event
from pbem.core.options import Options
from pbem.core.play import Recorded
from pbem.desk.play.luck import decisive, of_game, page, percent_for, plot, replay, replayed
from pbem.desk.record import chain
from pbem.desk.record.from_records import PlayedPhase, follow, play_phase, silent
from pbem.mechanisms.chances import Chance, percentile, summed
from pbem.systems import registry
from tests.desk.skirmish import SkirmishShot
from tests.desk.table import SkirmishTitle, Table

COIN = {0: 1, 1: 1}


def test_spreads_add_up_exactly() -> None:
    assert summed([COIN, COIN]) == {0: 1, 1: 2, 2: 1}
    assert percentile(2, summed([COIN, COIN])) == 88  # 3 of 4 are worse, half of the other
    assert percentile(1, summed([COIN, COIN])) == 50
    assert Chance("fire", "us", "", 1, COIN).expected == Fraction(1, 2)


class Shots:
    unit = "hits"

    def of(self, state: Any, phase: str, event: Event) -> Chance | None:
        if not isinstance(event, SkirmishShot):
            return None
        side = "red" if event.unit.startswith("Red") else "blue"
        return Chance("fire", side, f"{event.unit} fires at {event.target}", int(event.hit), {0: 3, 1: 3})

    def lost(self, before: Any, events: Sequence[Event]) -> Mapping[str, int]:
        hits = (event for event in events if isinstance(event, SkirmishShot) and event.hit)
        return Counter("red" if event.target.startswith("Red") else "blue" for event in hits)


def lucky_titles(name: str) -> SkirmishTitle:
    return replace(SkirmishTitle(), chances=Shots())


def ended(folder: Path) -> tuple[Table, str]:
    table = Table.lay(folder, games=lucky_titles)
    name = table.open()
    table.say(name, "red", "Red One fire at Blue One\nRed Two fire at Blue One\nready")
    for _ in range(40):
        if table.state(name) == "over":
            break
        side = table.asked(name)
        last = next(one for one in reversed(table.letters(name, side)) if one.kind in ("report", "question"))
        if last.kind == "question":
            table.say(name, side, " ".join("1" for _ in re.findall(r"^\d+  \S", last.text, re.M)), to=last)
            continue
        if table.phase(name).endswith("A"):
            table.say(name, side, f"{side.title()} One fire at {'Blue' if side == 'red' else 'Red'} Two", to=last)
        table.say(name, side, "ready" if table.phase(name).endswith("A") else "pass", to=last)
    assert table.state(name) == "over"
    return table, name


@pytest.mark.slow
def test_last_letter_tells_the_luck_in_three_lines(tmp_path: Path) -> None:
    table, name = ended(tmp_path)
    told = " ".join(table.letters(name, "red", "report")[-1].text.split())
    assert "Your dice were better than in " in told
    assert "Results of fire and melee (and the average): Red fire " in told
    assert "The luckiest roll was " in told
    assert f"pbem luck {name} --from MAILBOX" in told


@pytest.mark.slow
def test_luck_of_both_sides_is_the_same_luck(tmp_path: Path) -> None:
    table, name = ended(tmp_path)
    with table.desk.store.read() as books:
        records = chain.records_since(books, books.games.get(name), -1)
    title = lucky_titles("")
    thrown = of_game(title, follow(title, records))
    assert thrown
    assert sum(one.swing("red") for one in thrown) == -sum(one.swing("blue") for one in thrown)
    assert percent_for("red", thrown) + percent_for("blue", thrown) in (99, 100, 101)
    drawn = list(plot(thrown, "red", "Red"))
    assert sum("*" in line for line in drawn) >= 1
    assert any(line.lstrip().startswith("0 |") for line in drawn)


def one_phase(folder: Path) -> Any:
    """The first phase of a marker of Custer's Last Stand in which there is a combat, all by practice players."""
    title, options = registry.game("custer"), Options()
    state = title.system.open("little-big-horn", options)
    practice = title.practice_players
    genesis = {"options": [], "scenario": "little-big-horn", "title": "custer"}
    found = follow(title, [{"type": "genesis", "seq": 0, "branch": "main", "body": genesis}])

    def pick(purpose: str, n: int) -> int:
        return len(purpose) % n

    while True:
        phase = title.system.next_phase(state)
        assert phase is not None
        letter = phase.letter

        def decide(now: Any, one: Ask, letter: str = letter) -> Answer:
            view = title.system.view(now, one.side)
            if one.kind != ORDERS:
                return silent(one)
            return Answer(orders=practice.orders(title.system, view, one.side, letter, "plain", pick))

        state = follow_phase(found, title, options, state, phase.id, decide)
        if of_game(title, found):
            return title, found


def follow_phase(found: Any, title: Any, options: Options, state: Any, phase: str, decide: Any) -> Any:
    part = PlayedPhase(len(found.phases) + 1, phase, state)

    def noted(now: Any, one: Ask) -> Answer:
        answer: Answer = decide(now, one)
        part.answers.append(Recorded(one.key, answer))
        return answer

    after, events = play_phase(title, options, state, KeyedDice(phase.encode().ljust(32)), noted)
    part.events += events
    found.phases.append(part)
    found.now = after
    return after


def test_decisive_phase_is_replayed_with_the_same_orders_and_other_dice(tmp_path: Path) -> None:
    title, found = one_phase(tmp_path)
    thrown = of_game(title, found)
    phase = decisive(thrown, "us")[0]
    part = next(one for one in found.phases if one.phase == phase)
    values = replay(title, found, part, "us", 12, "1")
    assert values[:3] == replay(title, found, part, "us", 3, "1")
    assert len(set(values)) > 1
    row = next(iter(replayed(title, found, "us", 12, "1")))
    assert (row.least, row.most) == (min(values), max(values))
    assert row.least <= row.middle <= row.most
    assert 0 <= row.percent <= 100
    said = list(page(title, found, "us"))
    assert any("combat" in line for line in said)
    assert max(map(len, said)) <= 78
