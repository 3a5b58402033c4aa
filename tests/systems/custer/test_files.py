"""The files of the game: what is wrong in them is told at once, and the boards have what the book's examples call for."""

import tomllib

import pytest

from pbem import resources
from pbem.core.tomlfile import TomlFile
from pbem.systems.custer import data
from pbem.systems.custer.data import read_kinds, read_roster

BATTLE = f"{data.HOME}/battles/little-big-horn.toml"


def faults(change: tuple[str, str]) -> list[str]:
    """The faults of the battle's file with a piece of it changed."""
    text = resources.text(BATTLE)
    assert change[0] in text
    file = TomlFile("my-battle.toml", text.replace(change[0], change[1], 1))
    data.assemble(file)
    return [str(fault) for fault in file.faults]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("turns = 12", 'turns = "many"'), "scenario.turns: expected a whole number"),
        (('leader = "Custer"', 'leader = "Gall"'), "marker[0].leader: expected one of Custer"),
        (('hex = "2018"', 'hex = "9918"'), "setup[0].hex: expected a hex of the board"),
        (('"Co. C", "Co. E"]', '"Co. C", "Co. I"]'), "each counter once"),
        (('winner = "us"', 'winner = "them"'), "level[0].winner: expected one of"),
        (('edge = "north"', 'edge = "south"'), "exit.hexes: expected hexes of the south edge"),
        (('[[setup]]\nhex = "1318"\nunits = ["Deeds"]', ""), "none for Deeds"),
        (("turn = 7\n", "turn = 8\n"), "activations: expected a table for turn 7"),
        (('map = "little-big-horn"', 'map = "lbh"'), "scenario.map: expected one of little-big-horn, rosebud"),
        (('map = "little-big-horn"', 'map = ""'), "scenario.map: expected one of little-big-horn, rosebud"),
        (("turns = 12", "turns = 0"), "scenario.turns: expected 1 or more, found 0"),
        (
            ("turns = 12", "turn = 12"),
            "scenario.turn: expected one of provenance, id, game, title, map, counters, turns",
        ),
        (("from_turn = 3", "from_turn = true"), "marker[3].from_turn: expected a whole number, found True"),
        (("units = 4", 'name = "Five"'), "marker[2].units is missing: expected a whole number"),
        (('hex = "2018"', "hex = 2018"), "setup[0].hex: expected text, found 2018"),
        (('"Co. C", "Co. E"]', '"Co. C", "Co. E", "Co. F"]'), "expected at most two units and a leader in a hex"),
        (('"Co. C", "Co. E"]', '"Co. C", "Co. Z"]'), "expected names of counters, found Co. Z"),
        (('"Co. C", "Co. E"]', '"Co. C", "Crow King"]'), "expected counters of one side, found"),
        (("turn = 7\n", "turn = 6\n"), "activations[6].turn: expected each turn once, found 6"),
        (('marker = "Benteen"', 'marker = "Gall"'), "entry[0].marker: expected one of"),
        (('when = "eliminated"', 'when = "lost"'), "points[0].when: expected one of eliminated, exited, hit"),
        (('kinds = ["', 'kinds = ["mule", "'), "expected some of us_leader, cavalry"),
        (("from = 8", "from = -8"), "level[1].from: expected less than the level before, found"),
    ],
)
def test_a_wrong_battle_says_what_was_expected(change: tuple[str, str], says: str) -> None:
    assert any(says in fault for fault in faults(change)), faults(change)


def test_faults_name_the_line() -> None:
    (fault,) = faults(("from_turn = 3", 'from_turn = "late"'))
    line = resources.text(BATTLE).splitlines().index("from_turn = 3") + 1
    assert fault.startswith(f"my-battle.toml:{line}: ")


def test_wrong_counters_and_kinds_are_told_together() -> None:
    file = TomlFile("mine.toml", '[[unit]]\nname = "Co. C"\nside = "red"\nkind = "tank"\ntag = "C/7CAV"\nmp = -1\n')
    read_roster(file, data.kinds())
    told = "\n".join(map(str, file.faults))
    assert "side: expected one of us, indian" in told
    assert "kind: expected one of" in told
    assert "tag: expected 1 to 4 characters" in told
    assert "mp: expected a number of 0 or more" in told
    kinds = TomlFile("kinds.toml", '[kind.tank]\nname = "tank"\nhits = 1\n')
    read_kinds(kinds)
    assert any("kind.tank" in str(fault) for fault in kinds.faults)


def test_an_unknown_battle_is_told_with_those_there_are() -> None:
    with pytest.raises(KeyError, match="little-big-horn, rosebud"):
        data.load("waterloo")


FACTS = tomllib.loads(resources.text(f"{data.HOME}/facts/little-big-horn.toml"))["fact"]


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["id"])
def test_the_board_has_what_the_examples_call_for(fact: dict[str, object]) -> None:
    board = data.load("little-big-horn").map
    banks = _bank(board, "1118")
    tests = fact["tests"]
    assert isinstance(tests, list)
    for test in tests:
        words = str(test).split()
        match words:
            case ["exists", "side", kind, number]:
                assert sum(kind in kinds for kinds in board.sides.values()) // 2 >= int(number)
            case ["exists", "terrain", kind, number]:
                assert sum(board.terrain(at) == kind for at in board) >= int(number)
            case ["exists", "coulee", number]:
                assert len(board.coulees) >= int(number)
            case ["same_bank", _, *others]:
                assert all(one in banks for one in others)
            case ["other_bank", _, *others]:
                assert not any(one in banks for one in others)
            case ["toward", "north", first, *others]:
                assert all(one[2:] < first[2:] for one in others)
            case ["toward", "west", first, *others]:
                assert all(one[:2] < first[:2] for one in others)
            case ["adjacent", a, b]:
                assert b in board.neighbours(a)
            case ["side", a, b, kind]:
                assert kind in board.edges(a, b)
            case ["terrain", at, kind]:
                assert board.terrain(at) == kind
            case _:
                raise AssertionError(f"no such test: {test}")


def _bank(board: object, start: str) -> set[str]:
    """The hexes that can be reached without crossing the river."""
    from pbem.board.hexmap import HexMap

    assert isinstance(board, HexMap)
    found, front = {start}, [start]
    while front:
        one = front.pop()
        for near in board.neighbours(one):
            if near not in found and "river" not in board.edges(one, near):
                found.add(near)
                front.append(near)
    return found


@pytest.mark.parametrize("battle", data.scenarios())
def test_printed_ranges_of_factors_hold(battle: str) -> None:
    """Cavalry 4 or 5, scouts 2 or 3, infantry 4, miners 3, trains 2, warriors 3 or 4, villages 1; MPs by kind."""
    factors = {"cavalry": (4, 5), "scouts": (2, 3), "infantry": (4, 4), "miners": (3, 3), "pack_train": (2, 2)}
    factors |= {"warrior": (3, 4), "village": (1, 1)}
    mps = {"us_leader": 5, "cavalry": 5, "scouts": 6, "infantry": 4, "miners": 4, "pack_train": 4, "village": 2}
    for face in data.load(battle).roster.values():
        low, high = factors.get(face.kind.id, (0, 0))
        assert low <= face.cf <= high
        assert face.mp == mps.get(face.kind.id, 6)
