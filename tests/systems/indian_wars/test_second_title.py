"""A new title of the series touches no file outside its own: one is brought in by the entry point, and played."""

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from pbem import resources
from pbem.core.clause import code_for
from pbem.core.options import Options
from pbem.core.tomlfile import TomlFile
from pbem.core.umpire import Umpire
from pbem.orders.rehearsal import rehearse
from pbem.reports.log import section
from pbem.selfplay import Alone
from pbem.systems import registry
from pbem.systems.indian_wars.files.data import assemble
from pbem.systems.indian_wars.orders.records import HitAndRun
from pbem.systems.indian_wars.rosebud import ROSEBUD
from pbem.systems.indian_wars.rosebud_card import CLAUSES
from pbem.systems.indian_wars.rules.morale import morale
from pbem.systems.indian_wars.rules.turn import entry
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.title import EntryEdge, EntryForce, Title
from tests.systems.indian_wars.second_title import TINY, TINY_CLAUSES, SoundBugle
from tests.systems.indian_wars.test_morale import run

PHASES_PLAYED = 26
CITED = re.compile(
    r"(?<![\w.:/-])\d{1,2}\.[A-Z](?:\.\d+[a-z]?(?:\.[a-z])?)?(?![\w])|(?<=rule )\d{1,2}|(?<=\()\d{1,2}(?=\))"
)
"""Rules as sentences cite them."""


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    place = "tests.systems.indian_wars.second_title:GAME"
    for one in (registry._entries, registry.game):
        one.cache_clear()
    with monkeypatch.context() as patched:
        found = EntryPoints([EntryPoint("tiny", place, registry.GROUP)])
        patched.setattr(registry, "entry_points", lambda group: found)
        yield
    for one in (registry._entries, registry.game):
        one.cache_clear()


def in_contact(title: Title = TINY) -> Battlefield:
    return title.system.open("in-contact", Options()).thaw()


def refused(words: str, side: str = "us", letter: str = "C") -> str:
    found = rehearse(TINY.system, TINY.dialect, in_contact(), side, letter, words).lines[0]
    assert found.verdict != "accepted", found
    return " ".join(found.refusal_text.split())


@pytest.mark.parametrize(
    ("level", "scenario"), [pytest.param("random", "in-contact", marks=pytest.mark.slow), ("plain", "historical")]
)
def test_it_is_played_by_practice_players_and_cites_its_own_book(level: str, scenario: str) -> None:
    alone = Alone("tiny", scenario, "second", level)
    said: list[str] = []
    for _ in range(PHASES_PLAYED):
        phase = alone.system.next_phase(alone.state)
        assert phase is not None
        before = alone.state
        said.append(str(alone.game.teller.to_do(before, phase.side, phase).rule))
        umpire: Umpire[Battlefield] = alone.phase(phase)
        said.append(phase.clause)
        said += section(alone.game.teller.log(before, tuple(umpire.events), 1))
        said += [roll.clause for roll in umpire.rolls]
    cited = {one for line in said for one in CITED.findall(line)}
    assert len(cited) > 15
    assert cited <= set(TINY_CLAUSES.values())
    assert not cited & set(CLAUSES.values())
    assert not any(kind == "scatter" for kind in alone.result.asks)


def test_refusals_cite_its_own_book() -> None:
    assert "(24)" in refused("C/3 Cav fire full at Crow King")
    assert "this is phase B (opening fire)" in refused("C/3 Cav move N", letter="B")
    assert "(36.A" in refused("G/9 Inf charge 3512")


def test_what_it_leaves_out_is_no_order_of_it() -> None:
    assert "is not an order in The Skirmish at Tiny Creek" in refused("Crow King hit and run at C/3 Cav", "indian")
    assert "is not an order in The Skirmish at Tiny Creek" in refused("C/3 Cav scatter")
    assert "is not an order in" in refused("when US moves within 2 of Crow King then scatter", "indian")
    found = TINY.system.plan(in_contact(), "indian", "C", HitAndRun("Crow King", "C/3 Cav", "3412"))
    assert "'hit and run' is not an order in The Skirmish at Tiny Creek" in found.text  # type: ignore[union-attr]
    assert "hit and run" not in TINY.dialect.vocabulary.by_phase["C"]


def test_an_order_of_its_own_is_read_planned_written_and_listed() -> None:
    found = rehearse(TINY.system, TINY.dialect, in_contact(), "us", "C", "C/3 sound bugle").lines[0]
    assert found.verdict == "accepted"
    assert TINY.dialect.write(SoundBugle("C/3 Cav")) == "C/3 Cav sound bugle"
    assert "(39.A)" in refused("Crow King sound bugle", "indian")
    assert "belongs to phase C (movement)" in refused("C/3 sound bugle", letter="F")
    assert TINY.dialect.vocabulary.by_phase["C"].endswith("sound bugle")
    assert code_for("TC-39.A", TINY.clause_ids) == ["tests.systems.indian_wars.second_title.plan_bugle"]


def test_its_phase_has_its_own_name_everywhere() -> None:
    teller = TINY.teller
    assert teller.phase_title("T03.US.B") == "phase B OPENING FIRE"
    assert registry.game("tiny").short_name("T03.US.B") == "T3 US Open. Fire"
    assert teller.help("opening") == ()  # no page word of that name
    assert teller.help("b")[0].startswith("HELP PHASE B OPENING FIRE (rule 29)")
    assert TINY.dialect.phase_letter("in opening:") == "B"
    assert ROSEBUD.teller.phase_title("T03.US.B") == "phase B OFFENSIVE FIRE"


@pytest.mark.parametrize(("title", "event"), [(TINY, "HoldersPlaced"), (ROSEBUD, "UnitsRetreated")])
def test_whom_a_pin_throws_off_is_the_title_s(title: Title, event: str) -> None:
    """Mounted scouts dismount like other US units here, and fall back in Rosebud (9.D.2)."""
    field = in_contact(title)
    scout = next(unit for unit in field.of("us") if unit.kind == "scout")
    field.put(scout.but(mode="mounted", pinned=False, routed=False, disrupted=False))
    foe = next(unit.name for unit in field.of("indian"))
    _, events = run(field, lambda umpire: morale.pin(umpire, scout.name, (foe,)))
    kinds = [type(one).__name__ for one in events]
    assert ("UnitsRetreated" in kinds) is (event == "UnitsRetreated")


def test_several_forces_enter_each_by_its_own_edge() -> None:
    field = TINY.system.open("historical", Options()).thaw()
    (whole,) = field.sheet.scenario.entries
    first, *others = whole.units
    edge = EntryEdge("the far corner", ("2600",), open_to_leaders=True)
    forces = (EntryForce("indian", 1, (first,), (edge,)), replace(whole, turn=3, units=tuple(others)))
    field.sheet = replace(field.sheet, scenario=replace(field.sheet.scenario, entries=forces))
    field.turn = 1
    assert [unit.name for unit in entry.waiting(field, "indian")] == [first]
    assert entry.edges_for(field, (first,)) == (edge,)
    assert entry.edges_for(field, (others[0],)) == whole.edges
    assert entry.edges_for(field, (first, others[0])) == ()
    field.turn = 3
    assert [unit.name for unit in entry.waiting(field, "indian")] == [first, *others]


def test_a_scenario_file_may_have_several_forces_that_enter() -> None:
    text = resources.text("scenarios/indian_wars/rosebud/historical.toml")
    second = '\n[[entry]]\nside = "indian"\nturn = 4\nunits = ["He Dog"]\n[[entry.edge]]\nzone = "North edge"\n'
    text = text.replace("[entry]", "[[entry]]").replace('"He Dog", ', "")
    sheet, faults = assemble(TINY, TomlFile("two.toml", text + second))
    assert faults == ()
    assert [(force.turn, len(force.units) > 1) for force in sheet.scenario.entries] == [(1, True), (4, False)]
    _, faults = assemble(TINY, TomlFile("two.toml", text + second.replace("turn = 4", "turn = 0")))
    assert [str(fault) for fault in faults] == [str(fault) for fault in faults if "entry[1].turn" in str(fault)] != []
