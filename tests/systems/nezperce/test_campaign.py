"""The strategic level with battles that stand in: whole campaigns, what a battle leaves behind, what a checkpoint holds."""

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from pbem.core.ask import Answer
from pbem.core.options import Options
from pbem.core.order import Problem
from pbem.core.umpire import Umpire
from pbem.mechanisms.practice import PLAIN, RANDOM
from pbem.selfplay import Job, play
from pbem.systems.nezperce import battles
from pbem.systems.nezperce.data import VILLAGE
from pbem.systems.nezperce.orders.dialect import DIALECT
from pbem.systems.nezperce.orders.records import Declare, March
from pbem.systems.nezperce.rules import contacts, marching, supply
from pbem.systems.nezperce.state.contact import DECLARATION, ForceOutcome, Outcome
from pbem.systems.nezperce.state.events import BattleDeclared, BattleEnded, SearchMade
from pbem.systems.nezperce.state.position import ACTIVE, FAST, NORMAL, Campaign, Unit
from pbem.systems.nezperce.system import RULES
from pbem.systems.nezperce.telling.teller import TELLER
from tests.systems.nezperce import stand_in


@pytest.fixture(autouse=True)
def _battles_that_stand_in() -> Iterator[None]:
    before = list(battles._used)
    stand_in.install()
    yield
    battles._used[:] = before


def opened(turn: int = 12, **at: str) -> Campaign:
    """The campaign on a turn, with some units elsewhere: ``Perry="0811"``."""
    state = RULES.open("campaign-1877", Options())
    state.turn = turn
    for name, hex_id in at.items():
        state.put(name.replace("_", " "), at=hex_id, status="active")
    return state


def fought(state: Campaign, *forces: ForceOutcome, camps_lost: int = 0) -> None:
    RULES.apply(state, BattleDeclared(contacts.contact(state, DECLARATION, "0811", ("Ollokot",))))
    RULES.apply(state, BattleEnded(Outcome(1, "0811", forces, camps_lost=camps_lost)))


@pytest.mark.slow
@pytest.mark.parametrize("level", [PLAIN, RANDOM])
def test_a_campaign_by_letters_comes_to_its_end(level: str) -> None:
    played = play(Job("nezperce", "campaign-1877", (), level, "campaign 1"))
    assert played.fault is None
    assert played.outcome is not None
    assert played.asks["orders"] <= 3 * 29


def test_losses_and_fatigue_stay_behind_a_battle() -> None:
    state = opened(Perry="0811")
    fought(
        state,
        ForceOutcome("perry", killed=("Perry Cavalry 1",), surrendered=("Perry Cavalry 2",)),
        ForceOutcome("ollokot", killed=("Ollokot 1",)),
        camps_lost=2,
    )
    perry, ollokot = state.units["Perry"], state.units["Ollokot"]
    assert [name for name, _ in perry.left] == ["Perry Cavalry 3"]
    assert (perry.still_on, perry.slow_on, ollokot.still_on, ollokot.slow_on) == (13, 14, 0, 13)
    assert (state.battle, state.camps_lost) == (None, 2)


def test_who_stayed_beside_the_map_is_not_tired() -> None:
    state = opened(Perry="0811")
    fought(state, ForceOutcome("perry", fought=False), ForceOutcome("ollokot"))
    assert (state.units["Perry"].still_on, state.units["Perry"].slow_on) == (0, 0)


def test_a_unit_without_tactical_units_leaves_the_map() -> None:
    state = opened(Perry="0811")
    fought(state, ForceOutcome("perry", killed=tuple(f"Perry Cavalry {n}" for n in (1, 2, 3))))
    assert (state.units["Perry"].at, state.units["Perry"].active) == ("", False)


def test_the_ninth_lodge_takes_the_village_and_half_the_rate_of_the_bands() -> None:
    state = opened()
    fought(state, ForceOutcome("village", surrendered=tuple(f"Lodge {n}" for n in range(1, 10))))
    joseph = state.units["Joseph"]
    assert not state.units[VILLAGE].active
    assert marching.allowance(state, joseph, NORMAL) == 4
    assert marching.why_not_fast(state, joseph.with_(supplied=True))[0] == "9 lodges are lost"


def test_city_defence_is_written_down_and_renews() -> None:
    state = opened()
    fought(state, ForceOutcome("city-defence", killed=("Butte Defence 1",)))
    assert state.cities_lost == 1
    assert len(contacts.defence("1710").pieces) == 3


def test_a_search_outside_idaho_frees_declarations_on_the_next_turn() -> None:
    state = opened(turn=12)
    RULES.apply(state, SearchMade("1512", (("Perry", 4),), "Ollokot", 0, None, 0, True))
    assert contacts.why_no_declaration(state, "1512")[0]
    state.turn = 13
    assert contacts.why_no_declaration(state, "1512") == ("", "")


def test_a_search_in_idaho_frees_idaho_alone() -> None:
    state = opened(turn=4)
    RULES.apply(state, SearchMade("0811", (("Perry", 4),), "Ollokot", 0, None, 0, True))
    state.turn = 5
    assert contacts.why_no_declaration(state, "0811") == ("", "")
    assert contacts.why_no_declaration(state, "1512")[0]


def test_a_town_fight_with_soldiers_outside_idaho_frees_and_one_with_citizens_does_not() -> None:
    for name, free in (("Perry", True), ("", False)):
        state = opened(turn=12, Joseph="1710", **({name: "1710"} if name else {}))
        RULES.apply(state, BattleDeclared(contacts.contact(state, "town", "1710", ("Joseph",))))
        assert (state.outside_on == 12) is free


def test_a_checkpoint_holds_a_battle() -> None:
    state = opened(Perry="0811")
    RULES.apply(state, BattleDeclared(contacts.contact(state, DECLARATION, "0811", ("Ollokot",))))
    again = RULES.from_json(json.loads(json.dumps(RULES.to_json(state))))
    assert again == state
    phase = RULES.next_phase(again)
    assert phase is not None
    assert phase.id == "T12.B1.G01.IN.H"


def test_two_declared_combats_are_fought_one_after_the_other_and_then_comes_phase_d() -> None:
    state = opened(Perry="0811", Whipple="0910")
    state.letter = "C"
    orders = (Declare(("Ollokot",), "0811"), Declare(("Looking Glass",), "0910"))
    ids = []
    while True:
        phase = RULES.next_phase(state)
        assert phase is not None
        ids.append(phase.id)
        if phase.letter == "D":
            break
        umpire = Umpire(RULES.thaw(state), RULES.apply, phase=phase.id, options=Options())
        course = phase.play(umpire)
        try:
            asks = next(course)
            while True:
                asks = course.send(tuple(_with_orders(orders) for _ in asks))
        except StopIteration:
            state = umpire.state
    assert ids == ["T12.IN.C", "T12.B1.G01.IN.H", "T12.B2.G00.IN.S", "T12.B2.G01.IN.H", "T12.AR.D"]


def _with_orders(orders: tuple[Declare, ...]) -> Answer:
    return Answer(orders=orders)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Howard, Perry march to 0708", March(("Howard", "Perry"), ("0709", "0708"))),
        ("perry fast 0709-0708-0707", March(("Perry",), ("0709", "0708", "0707"), FAST)),
        ("whipple to Lapwai", March(("Whipple",), ("0309", "0409", "0509", "0608", "0709"))),
        ("Wash Vol toward Missoula", March(("Washington Volunteers",), ("0709", "0808", "0908", "1007"))),
        ("all at 0309 go 0310", March(("Whipple", "Walla Walla Volunteers"), ("0309", "0310"))),
    ],
)
def test_lines_as_players_write_them(line: str, order: March) -> None:
    state = opened(Washington_Volunteers="0709")
    assert DIALECT.read(line, state, "army") == (order,)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Custer move 0709", "No unit of yours is called 'Custer'"),
        ("M move 0708", "may be"),
        ("Perry to Chicago", "No hex or place"),
        ("Perry + Whipple to Missoula", "not in one hex"),
        ("Perry dances", "Orders look like"),
    ],
)
def test_what_cannot_be_read_is_explained(line: str, says: str) -> None:
    found = DIALECT.read(line, opened(), "army")
    assert isinstance(found, Problem)
    assert says in found.text


def barred(unit: Unit, turns: range) -> tuple[str, ...]:
    """What each turn bars for a unit."""
    return tuple("still" if unit.is_still(one) else "slow" if unit.is_slow(one) else "free" for one in turns)


def test_a_battle_bars_the_army_for_two_turns_and_the_bands_for_one() -> None:
    assert barred(Unit("Perry", status=ACTIVE).tired(11), range(11, 15)) == ("free", "still", "slow", "free")
    assert barred(Unit("Joseph", status=ACTIVE).tired(11), range(11, 14)) == ("free", "slow", "free")
    assert barred(Unit("Perry", status=ACTIVE), range(1, 3)) == ("free", "free")


def test_a_battle_before_the_army_moves_adds_to_what_the_one_before_bars() -> None:
    perry = Unit("Perry", status=ACTIVE).tired(11)
    assert barred(perry.tired(12), range(12, 16)) == ("still", "still", "slow", "free")
    assert barred(perry.tired(12).tired(12), range(12, 16)) == ("still", "still", "slow", "free")
    assert barred(perry.tired(13), range(13, 17)) == ("slow", "still", "slow", "free")
    assert barred(perry.tired(14), range(14, 18)) == ("free", "still", "slow", "free")
    assert barred(perry.tired(12).tired(13), range(13, 17)) == ("still", "still", "slow", "free")


AT_FIRST = """
from pbem.core.record import Record
from pbem.systems import registry
registry.game("nezperce").system
classes = Record.record_classes
known = set(classes)
from pbem.systems.nezperce import battles
battles.battles(), battles.battle_words(), battles.battle_practice(), battles.battle_tales()
of_the_game = "pbem.systems.nezperce."
print(sorted(name for name in set(classes) - known if classes[name].__module__.startswith(of_the_game)))
"""


@pytest.mark.slow
def test_a_process_that_has_seen_no_battle_knows_the_records_of_battles() -> None:
    """A daemon may be started after a battle, and reads its events for a report or for the end of the game."""
    found = subprocess.run([sys.executable, "-c", AT_FIRST], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_letter_says_which_later_phases_it_serves_too() -> None:
    """In the paces `mixed` and `policy` the letter for a crowded town is that for the marches."""
    state = opened()
    wanted = {}
    for letter, side in (("B", "indian"), ("D", "army"), ("E", "army")):
        state.letter = letter
        phase = RULES.next_phase(state)
        assert phase is not None
        wanted[letter] = TELLER.to_do(state, side, phase).also
        if letter == "D":
            ahead = [one.order for one in TELLER.order_sheet(state, side, phase, ahead=True)]
            assert "Howard + Perry move 0709 to ..." in ahead
            assert "Howard + Perry move 0709 to ..." not in [
                one.order for one in TELLER.order_sheet(state, side, phase)
            ]
    assert wanted == {"B": "C too if you like", "D": "E and F too if you like", "E": "F too if you like"}


def test_a_game_that_begins_in_phase_b_has_the_supply_of_phase_a_of_where_its_bands_stand() -> None:
    state = RULES.open("first-game", Options())
    assert state.letter == "B"
    assert sorted(one.name for one in state.of("indian") if one.supplied) == sorted(supply.indian_supply(state)[0])
