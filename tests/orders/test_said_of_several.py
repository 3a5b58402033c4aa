"""Several units at once as people name them: plurals with numbers, companies by their letters, all the rest; and directions."""

import pytest

from pbem.core.options import Options
from pbem.language.members import with_steps
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.orders.rest import acting
from pbem.systems import registry
from pbem.systems.indian_wars.orders.offers import BattlefieldOffering

GROUNDS = {
    "rosebud": ("in-contact", "us", "C"),
    "littlebighorn": ("scenario-1", "indian", "C"),
    "custer": ("little-big-horn", "us", ""),
    "miniatures": ("creek-ford", "american", "A"),
    "nezperce": ("first-game", "indian", "B"),
}


def read(title: str, words: str, side: str = "") -> RehearsalResult:
    scenario, usual, phase = GROUNDS[title]
    game = registry.game(title)
    return rehearse(game.system, game.dialect, game.system.open(scenario, Options()), side or usual, phase, words)


def read_in(title: str, phase: str, words: str) -> RehearsalResult:
    scenario, side, _ = GROUNDS[title]
    game = registry.game(title)
    return rehearse(game.system, game.dialect, game.system.open(scenario, Options()), side, phase, words)


def canonical(title: str, words: str, side: str = "") -> list[str]:
    found = read(title, words, side).lines
    assert all(one.verdict == "accepted" for one in found), [one.refusal_text for one in found]
    return [text for one in found for text in one.canonical]


def refusal(title: str, words: str) -> str:
    found = read(title, words).lines
    return " ".join(" ".join(one.refusal_text for one in found if one.verdict == "refused").split())


# Plurals with numbers, and letters.


@pytest.mark.parametrize(
    "names", ["Herds 4, 5, 6", "Herds 4-6", "Herds 4 to 6", "herds 4 through 6", "Herd 4, 5 & 6", "Herds 4 - 6"]
)
def test_numbers_behind_a_plural_are_counters(names: str) -> None:
    assert canonical("littlebighorn", f"{names} stay") == ["Herd 4 + Herd 5 + Herd 6 stay"]


def test_a_range_of_two_digits_is_no_hex() -> None:
    assert canonical("littlebighorn", "Herds 11-13 stay") == ["Herd 11 + Herd 12 + Herd 13 stay"]


def test_a_plural_alone_is_all_of_them_less_those_left_out() -> None:
    (line,) = canonical("littlebighorn", "all herds except 5 and 6 stay")
    assert line.startswith("Herd 1 + Herd 2 + Herd 3 + Herd 4 + Herd 7 +")
    assert canonical("littlebighorn", "Oglala camps 1, 2: stay") == ["Oglala camp 1 + Oglala camp 2 stay"]


def test_a_number_that_no_counter_has_is_refused() -> None:
    assert "No unit is called herd 28." in refusal("littlebighorn", "herds 26-28 stay")


@pytest.mark.parametrize(
    "names",
    [
        "Companies A, B and D/2",
        "Cos. A, B & D, 2nd Cav",
        "A, B and D Companies, 2nd Cavalry",
        "Companies A, B and D of the Second",
    ],
)
def test_companies_by_their_letters_and_one_regiment(names: str) -> None:
    assert canonical("rosebud", f"{names} stay") == ["A/2 Cav + B/2 Cav + D/2 Cav stay"]


@pytest.mark.parametrize("names", ["Companies C and E", "Cos. C, E", "Co's C & E", "Cos C/E"])
def test_companies_of_the_last_stand(names: str) -> None:
    assert canonical("custer", f"in Custer: {names} move 2018-1918") == ["in Custer: Co. C + Co. E move 2018-1918"]


def test_companies_of_the_table_by_number() -> None:
    assert canonical("miniatures", "Companies 2 and 3: load") == ["Second Company: load", "Third Company: load"]


# All the rest.


@pytest.mark.parametrize("rest", ["all the rest", "the others", "everyone else", "all other units"])
@pytest.mark.parametrize(
    ("title", "first", "deed"),
    [
        ("rosebud", "C/3 stay", "hold"),
        ("littlebighorn", "Herds 1-27 stay", "hold"),
        ("custer", "in Custer: Co. F stay", "dismount"),
        ("miniatures", "First Company: load", ": load"),
        ("nezperce", "White Bird stay", "to 2604"),
    ],
)
def test_the_rest_are_those_whom_no_other_line_orders(title: str, first: str, deed: str, rest: str) -> None:
    lead = "in Custer: " if title == "custer" else ""
    found = read(title, f"{first}\n{lead}{rest} {deed}").lines
    assert [one.verdict for one in found][:1] == ["accepted"], [one.refusal_text for one in found]
    assert all(one.verdict == "accepted" for one in found), [one.refusal_text for one in found]
    named = {name for one in found[1:] for order in one.orders for name in acting(order)}
    assert named
    assert not named.intersection(name for order in found[0].orders for name in acting(order))


@pytest.mark.parametrize(
    ("title", "words", "who"),
    [
        ("rosebud", "A/3 goes to 3612, everybody else stays.", "A/3 Cav"),
        ("rosebud", "A/3 to 3612. All others stay.", "A/3 Cav"),
        ("rosebud", "everybody else stays; A/3 goes to 3612", "A/3 Cav"),
        ("rosebud", "A/3 goes to 3610, dismounts, the rest stays", "A/3 Cav"),
        ("custer", "in Custer: Co. F dismount, all others stay", "Co. F"),
        ("miniatures", "First Company: ahead 4; all the rest: stay", "First Company"),
    ],
)
def test_whoever_the_same_line_orders_is_none_of_the_rest(title: str, words: str, who: str) -> None:
    stays = [one for one in canonical(title, words) if one.endswith("stay")]
    assert stays
    assert not any(who in one.replace(f"{who} holders", "").removesuffix(" stay").split(" + ") for one in stays)
    assert any(who in one for one in canonical(title, words))


def test_a_line_below_counts_too_and_one_that_is_refused() -> None:
    (line,) = [
        text
        for one in read("rosebud", "everyone else hold\nC/3 move 9999\nG/3 stay").lines
        if one.number == 1
        for text in one.canonical
    ]
    assert "C/3 Cav" not in line
    assert "G/3 Cav" not in line
    assert "A/2 Cav" in line


def test_nobody_may_be_left() -> None:
    assert "No unit is left: other lines give orders to all your units." in refusal(
        "nezperce", "all stay\neveryone else to 2604"
    )


# Directions.


@pytest.mark.parametrize(
    ("words", "steps"),
    [
        ("C/3 move north one hex", "C/3 move 1N"),
        ("C/3 move two hexes to the north west", "C/3 move 2NW"),
        ("C/3 north", "C/3 1N"),
        ("C/3 move NE 2", "C/3 move 2NE"),
        ("C/3 exit north edge", "C/3 exit north edge"),
        ("C/3 move 2N NE", "C/3 move 2N NE"),
    ],
)
def test_directions_in_words_are_steps(words: str, steps: str) -> None:
    found = with_steps(words)
    assert found.rstrip() == steps
    assert len(found) == len(words)


@pytest.mark.parametrize(
    "words", ["move north one hex", "move one hex to the north", "north", "1 hex N", "move north 1"]
)
def test_a_direction_of_the_map_is_a_path(words: str) -> None:
    assert canonical("rosebud", f"A/2 {words}") == ["A/2 Cav move 3310-3309"]


def test_a_direction_between_two_hexes_is_asked_back() -> None:
    told = refusal("rosebud", "A/2 move west")
    assert "To the west of 3310 lie two hexes, 3211 and 3210: which do you mean?" in told
    assert "Write A/2 Cav move 3310-3211" in told
    assert "To the north of 8906 lie two hexes" in " ".join(
        one.refusal_text for one in rehearse_lbh("F/7 move north").lines
    ).replace("\n", " ")


def rehearse_lbh(words: str) -> RehearsalResult:
    game = registry.game("littlebighorn")
    state = game.system.open("scenario-1", Options())
    for name in ("F/7 Cav",):
        state.put(state.units[name].but(at="8906"))
    return rehearse(game.system, game.dialect, state, "us", "C", words)


def test_who_faces_somewhere_is_told_that_nobody_does() -> None:
    told = refusal("rosebud", "A/2 face NE")
    assert "in this game units have no facing" in told
    assert "Write" not in told


def test_directions_in_the_campaign() -> None:
    assert canonical("nezperce", "White Bird + Ollokot move north-east") == ["White Bird + Ollokot move 2504 to 2603"]
    assert canonical("nezperce", "Joseph fast two hexes north") == ["Joseph fast 2503 to 2502-2501"]
    assert "That way lie two hexes, " in refusal("nezperce", "Joseph: one hex east")


def test_directions_on_the_table() -> None:
    assert canonical("miniatures", "Third Company: move north-east 4 inches") == canonical(
        "miniatures", "Third Company: 4 NE"
    )
    assert "How far? For 4 inches write First Company: 4 N" in refusal("miniatures", "First Company move north")


# Phases of others.


@pytest.mark.parametrize("letter", ["D", "E", "F", "S", "R"])
def test_the_phases_of_others_take_no_orders(letter: str) -> None:
    told = refusal("nezperce", f"in {letter}: Joseph stay")
    assert f"E154 Phase {letter} (" in told
    assert "You give orders in: B (Indian movement), C (Indian combat declaration)." in told


def test_the_campaign_has_no_orders_that_wait() -> None:
    assert "E180 This game has no orders that wait for something" in refusal(
        "nezperce", "when the Army enters 2604 then Joseph move 2504"
    )


# Words of other kinds.


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("FIRE C/3 CAV AT CROW KING FULL", "C/3 Cav fire full at Crow King"),
        ("C/3 opens fire on Crow King at half strength", "C/3 Cav fire half at Crow King"),
        ("hi - pls let C/3 fire at Crow King, if possible", "C/3 Cav fire full at Crow King"),
    ],
)
def test_fire_in_other_words(words: str, order: str) -> None:
    game = registry.game("rosebud")
    found = rehearse(game.system, game.dialect, game.system.open("in-contact", Options()), "us", "B", words)
    assert [text for one in found.lines for text in one.canonical] == [order], found.lines[0].refusal_text


# Standing orders of single units, as the order page writes them.


def test_the_order_page_has_defensive_fire_of_single_units() -> None:
    state = registry.game("rosebud").system.open("in-contact", Options())
    found = [one for one in BattlefieldOffering().patterns(state, "us", "C") if "{who} deffire" in one.line]
    (pattern,) = found
    assert {"A/3 Cav", "C/9 Inf", "Miners"} <= set(pattern.units)
    assert not {"C/3 holders", "BG Crook"} & set(pattern.units)
    for pick in pattern.parts[0].picks:
        line = pattern.written(("A/3 Cav", "E/3 Cav"), {"how": pick})
        (standing,) = read("rosebud", line).standing
        assert standing.units == ("A/3 Cav", "E/3 Cav")
        assert standing.wishes == (pick.written,)
