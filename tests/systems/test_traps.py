"""What a game of one's own may do wrong and no letter is held for: lines that are too wide, a state that is no container, parts
that it has not; and a package that is broken takes no other game with it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from pbem.cli import main
from pbem.core.ask import Ask
from pbem.core.event import Event
from pbem.core.order import Problem
from pbem.core.system import Phase
from pbem.reports.report import Facts, LogSection, Panel, SheetLine
from pbem.systems import registry
from tests.desk import table as tables
from tests.desk.table import Table
from tests.systems import crowns
from tests.systems.guests import at_table, forget
from tests.systems.test_crowns import PLAYERS, fought, played_out

WIDE = "a line that nobody has counted " * 4 + "\u2014 caf\u00e9"


class LoudWords(crowns.CrownsWords):
    """Its problems are too wide, and offer lines."""

    def read(self, text: str, view: Any, side: str) -> Any:
        found = super().read(text, view, side)
        if isinstance(found, Problem):
            return replace(found, text=f"{found.text}  {WIDE}", suggest=("Rangers to 2.5,4.0",))
        return found

    def repairs(self, words: str, reading: Any) -> Iterator[str]:
        return iter(("Rangers to 2.5,4.0", "Rifles to 2.5,4.0"))


class LoudMap(crowns.Chart):
    def overview(self) -> list[str]:
        return [*super().overview(), WIDE]


class LoudTeller(crowns.CrownsTeller):
    """Every text that a teller gives is too wide, and not in ASCII."""

    def facts(self, state: Any, ended: Sequence[str]) -> Facts:
        return replace(super().facts(state, ended), points=WIDE, lost=WIDE)

    def map(self, state: Any, side: str, events: Iterable[Event]) -> crowns.Chart:
        return LoudMap(state)

    def log(self, before: Any, events: Sequence[Event], first_roll: int, first_act: int = 1) -> LogSection:
        found = super().log(before, events, first_roll, first_act)
        entries = tuple(replace(one, text=f"{one.text} {WIDE}") for one in found.entries)
        return replace(found, entries=entries, notes=(WIDE,), counted=WIDE)

    def panels(self, state: Any, side: str) -> tuple[Panel, ...]:
        return (Panel("LOUD", "LOUD", WIDE, (WIDE,)),)

    def order_sheet(self, state: Any, side: str, phase: Phase[Any], *, ahead: bool = False) -> tuple[SheetLine, ...]:
        return (*super().order_sheet(state, side, phase, ahead=ahead), SheetLine(f"Rangers to ... {WIDE}"))

    def examples(self, state: Any, side: str, phase: Phase[Any]) -> tuple[str, ...]:
        return (*super().examples(state, side, phase), WIDE)

    def to_do(self, state: Any, side: str, phase: Phase[Any]) -> Any:
        return replace(super().to_do(state, side, phase), silent=WIDE)

    def question(self, ask: Ask) -> str:
        return WIDE

    def final(self, state: Any, outcome: Any, side: str) -> tuple[str, ...]:
        return (WIDE,)

    def story(self, state: Any, events: Any, side: str) -> tuple[str, ...]:
        return (WIDE,)

    def winning(self, state: Any, side: str) -> tuple[str, ...]:
        return (WIDE,)

    def chart(self, state: Any, side: str, word: str) -> tuple[str, ...]:
        return (WIDE,) if word == "charts" else ()

    def help(self, word: str) -> tuple[str, ...]:
        return (WIDE,)


class LoudRules(crowns.Crowns):
    """The same of what the rules say."""

    def plan(self, view: Any, side: str, phase: str, order: Any) -> Any:
        found = super().plan(view, side, phase, order)
        if isinstance(found, Problem):
            return replace(found, text=f"{found.text} {WIDE}", suggest=("Rangers to 2.5,4.0",))
        return replace(found, notes=(WIDE,))

    def owed(self, view: Any, side: str, phase: str, orders: Any) -> tuple[str, ...]:
        return (WIDE,)


RULES, WORDS, TELLER = LoudRules(), LoudWords(), LoudTeller()
LOUD = replace(crowns.GAME, **{part: f"{__name__}:{part.upper()}" for part in ("rules",)})
LOUD = replace(LOUD, orders=f"{__name__}:WORDS", teller_place=f"{__name__}:TELLER")
NO_GAME = "a string"


@pytest.fixture
def loud(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, str]]:
    with at_table(tmp_path, monkeypatch, "crowns", f"{__name__}:LOUD", "river", PLAYERS, name="river-1") as found:
        yield found


HELP = ("orders", "A", "F", "march", "commands", "victory", "charts", "proof", "pace", "maps", "rangers", "")


@pytest.mark.slow
def test_no_letter_is_held_for_a_line_that_is_too_wide(loud: tuple[Table, str]) -> None:
    table, game = loud
    for word in HELP:
        assert table.say(game, "french", f"help {word}").kind != "gm-held", word
    assert "nobody has counted" in table.say(game, "french", "help orders").text
    for words in (
        "Guards to 1.0,1.0",
        "Rangers to 9.9,9.9",
        "Rangrs too 2.5,4.0",
        "preview",
        "status",
        "orders",
        "map",
        "map 2.5,4.0",
    ):
        table.say(game, "american", words)
    fought(table)
    played_out(table)
    with table.desk.store.read() as books:
        assert books.letters_in.held() == []
    for side in PLAYERS:
        for letter in table.letters(game, side):
            wide = [line for line in letter.text.splitlines() if len(line) > 78 or not line.isascii()]
            assert not wide, (letter.kind, wide)


class Slips(crowns.CrownsWords):
    """Offers a line that may have been meant."""

    def repairs(self, words: str, reading: Any) -> Iterator[str]:
        return iter(("Rangers to 2.5,4.0", "Rangers to 1.0,1.0"))


SLIPS = Slips()
SLIPPED = replace(crowns.GAME, orders=f"{__name__}:SLIPS")


def test_a_state_that_is_no_container_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip of the pen was looked up in the state as if that were a mapping, and the letter was held."""
    with at_table(tmp_path, monkeypatch, "crowns", f"{__name__}:SLIPPED", "river", PLAYERS, name="river-1") as (
        table,
        game,
    ):
        refused = table.say(game, "american", "Rangrs to 1.0,1.0\nRangers to 9.9,9.9\nstay there")
        assert "Write   Rangers to 1.0,1.0" in refused.text
        assert not hasattr(crowns.River, "__contains__")


@pytest.mark.slow
def test_luck_says_that_a_game_has_no_account_of_its_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_table(tmp_path, monkeypatch, "crowns", "tests.systems.crowns:GAME", "river", PLAYERS, name="river-1") as (
        table,
        game,
    ):
        fought(table)
        played_out(table)
        assert main(["luck", game, "--config", str(tmp_path / "config.toml")]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "Three Crowns does not say what its dice could have come to" in said


class TestBrokenPackages:
    """Every list and every other game goes on; the one that is broken is named with its package."""

    BROKEN = (
        ("gone", "no.such.module:GAME"),
        ("string", f"{__name__}:NO_GAME"),
        ("raises", "tests.systems.raises_at_import:GAME"),
    )

    @pytest.fixture
    def river(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Table, str]]:
        more = self.BROKEN
        game = "tests.systems.crowns:GAME"
        with at_table(tmp_path, monkeypatch, "crowns", game, "river", PLAYERS, more, "river-1") as (table, name):
            yield table, name

    def test_the_lists_of_games_leave_it_out(self, river: tuple[Table, str]) -> None:
        assert registry.offered() == ("crowns",)
        assert registry.titles() == ("crowns", "gone", "raises", "string")
        assert registry.systems_with_files() == ()
        assert set(registry.broken()) == {"gone", "raises", "string"}
        assert "tests.systems.raises_at_import" in registry.broken()["raises"]
        assert "ZeroDivisionError" in registry.broken()["raises"]

    @pytest.mark.parametrize("words", [("gm", "queue"), ("map",), ("replay", "--all"), ("doctor",)])
    def test_every_command_about_all_games_goes_on(
        self, river: tuple[Table, str], tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
    ) -> None:
        _, game = river
        if words == ("map",):
            words = ("map", game)
        main([*words, "--config", str(tmp_path / "config.toml")])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        assert game in told.out or words[0] in ("map", "doctor")
        assert "no.such.module" in told.out or words[0] != "doctor"

    @pytest.mark.slow
    def test_a_game_whose_package_has_gone_stops_alone(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        more = (("bids", "tests.systems.sealed_bids:GAME"),)
        game = "tests.systems.crowns:GAME"
        with at_table(tmp_path, monkeypatch, "crowns", game, "river", PLAYERS, more, "river-1") as (table, name):
            table.title, table.addresses = "bids", {"north": "nell@mail.example", "south": "sid@post.example"}
            monkeypatch.setattr(tables, "ADDRESSES", table.addresses)
            other = table.open("bids-1", scenario="towns")
            for value in ("no.such.module:GAME", "tests.systems.raises_at_import:GAME", ""):
                left = [EntryPoint("crowns", value, registry.GROUP)] if value else []
                found = EntryPoints([*left, EntryPoint("bids", "tests.systems.sealed_bids:GAME", registry.GROUP)])
                monkeypatch.setattr(registry, "entry_points", lambda group, found=found: found)
                forget()
                for words in (("gm", "queue"), ("gm", "queue", "--json"), ("gm", "show", name), ("replay", "--all")):
                    assert main([*words, "--config", str(tmp_path / "config.toml")]) in (0, 1), words
                    told = capsys.readouterr()
                    assert ("crowns" if "show" in words else name) in told.out + told.err
                    assert "Traceback" not in told.err
                raw = table.reply(name, "american", "Rangers to 1.0,1.0", sender="ann@mail.example")
                (tmp_path / "in" / "new").mkdir(parents=True, exist_ok=True)
                (tmp_path / "in" / "new" / str(len(value))).write_bytes(raw)
                assert main(["serve", "--once", "--config", str(tmp_path / "config.toml")]) in (0, 1)
                assert "Traceback" not in capsys.readouterr().err
                assert table.phase(other) != "T01.ALL.A", "the other game went on at its deadline"
                assert table.state(name) == "held"
