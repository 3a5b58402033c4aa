"""From letter to receipt in one line: what a player typed is parsed once, and a letter is rehearsed once."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.games.open import Wanted, open_campaign
from pbem.desk.play.advance import advance
from pbem.orders import rehearsal
from pbem.orders.language import OrderLanguage
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import Table

GAME = "rosebud-7"
PLAYERS = [("us", "kate@mail.example", "K. Hale"), ("indian", "mo@post.example", "M. Ortiz")]
THREE = "Lone Bull recover\nBlack Moon move 2608-2708\nBig Road recover"
TOO_FAR = "Black Moon move " + "-".join(["2608", "2708"] * 9)


@dataclass
class Work:
    """How often each text was parsed and how often a letter went through the rules."""

    parsed: Counter[str] = field(default_factory=Counter)
    rehearsed: int = 0

    def forget(self) -> None:
        self.parsed.clear()
        self.rehearsed = 0


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    work = Work()
    read, judge = OrderLanguage.read, rehearsal.judge_lines

    def counted_read(self: OrderLanguage, words: str) -> Any:
        work.parsed[words.strip()] += 1
        return read(self, words)

    def counted_judge(*given: Any) -> Any:
        work.rehearsed += 1
        return judge(*given)

    monkeypatch.setattr(OrderLanguage, "read", counted_read)
    monkeypatch.setattr(rehearsal, "judge_lines", counted_judge)
    return work


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setattr(tables, "titles", registry.game)
    monkeypatch.setattr(tables, "ADDRESSES", {side: address for side, address, _ in PLAYERS})
    table = Table.lay(tmp_path)
    open_campaign(
        table.desk,
        Wanted(GAME, "rosebud", "in-contact", PLAYERS, "gm@club.example", seed=b"letters of rosebud", ladder_length=64),
    )
    advance(table.desk, GAME)
    for _ in range(2):
        table.say(GAME, "indian", "pass")
    assert table.phase(GAME) == "T03.IN.C"
    return table


def test_first_letter_of_a_phase(desk: Table, work: Work) -> None:
    assert desk.say(GAME, "indian", THREE).kind == "receipt"
    assert work.parsed == Counter(THREE.split("\n"))
    assert work.rehearsed == 1


def test_letter_that_amends_what_is_on_file(desk: Table, work: Work) -> None:
    first = desk.say(GAME, "indian", THREE)
    work.forget()
    second = desk.say(GAME, "indian", "Black Moon move 2608-2708-2707", to=first)
    assert "Amended: line 2 is new, 1 and 3 are unchanged." in second.text
    assert work.parsed == Counter(["Black Moon move 2608-2708-2707"])
    assert work.rehearsed == 1


def test_letter_that_corrects_a_refused_line(desk: Table, work: Work) -> None:
    error = desk.say(GAME, "indian", THREE.replace("Black Moon", "Blakc Moom"))
    assert error.kind == "error"
    work.forget()
    assert desk.say(GAME, "indian", "Black Moon move 2608-2708", to=error).kind == "receipt"
    assert work.parsed == Counter(["Black Moon move 2608-2708"])
    assert work.rehearsed == 1


def test_letter_that_gives_the_whole_set_again(desk: Table, work: Work) -> None:
    first = desk.say(GAME, "indian", THREE)
    work.forget()
    again = THREE.replace("2608-2708", "2608-2708-2707")
    desk.say(GAME, "indian", f"replace\n{again}", to=first)
    assert work.parsed == Counter(again.split("\n"))
    assert work.rehearsed == 1


def test_letter_without_orders_is_not_rehearsed(desk: Table, work: Work) -> None:
    desk.say(GAME, "indian", THREE)
    work.forget()
    desk.say(GAME, "indian", "status\norders")
    assert not work.parsed
    assert work.rehearsed == 0


def test_refused_line_leaves_what_stood_and_that_is_judged_again(desk: Table, work: Work) -> None:
    first = desk.say(GAME, "indian", THREE)
    work.forget()
    error = desk.say(GAME, "indian", TOO_FAR, to=first)
    assert error.kind == "error"
    assert "Black Moon move 2608-2708  " in error.text
    assert work.parsed[TOO_FAR] == 1
    assert "Black Moon move 2608-2708" not in work.parsed
    assert work.rehearsed == 2


def test_order_and_command_in_one_line_join_what_stands(desk: Table) -> None:
    first = desk.say(GAME, "indian", "Lone Bull recover\nBlack Moon move 2608-2708")
    second = desk.say(GAME, "indian", "Big Road recover. wait", to=first)
    assert second.kind == "receipt"
    assert "\n+ 3  Big Road recover  " in second.text


def test_comment_ends_with_its_own_line_though_the_order_goes_on(desk: Table) -> None:
    answer = desk.say(GAME, "indian", "Black Moon move 2608- # the ford\n2708")
    assert answer.kind == "receipt"
    assert "Black Moon move 2608-2708  " in answer.text


def test_salutation_is_not_joined_to_the_order_below_it(desk: Table) -> None:
    answer = desk.say(GAME, "indian", "Kate,\n\nLone Bull recover\n")
    assert answer.kind == "receipt"
    assert "  1  Lone Bull recover  " in answer.text


def test_line_that_only_the_order_it_replaces_makes_lawful_is_refused_and_that_order_stays(desk: Table) -> None:
    desk.say(GAME, "indian", "Red on Top prone\nBig Road recover")
    error = desk.say(GAME, "indian", "Red on Top mount")
    assert error.kind == "error"
    assert "E138  Red on Top is already mounted." in error.text
    assert "  1  Red on Top prone  " in error.text


def test_unit_named_alone_below_a_wrong_line_is_no_signature_though_good_lines_are_on_file(desk: Table) -> None:
    first = desk.say(GAME, "indian", THREE)
    error = desk.say(GAME, "indian", f"{TOO_FAR}\nLone Bull", to=first)
    assert "None of your 2 orders" in error.text
