"""What players write of their own accord, found by playing by mail: said otherwise than in the handbook, and as clear."""

import pytest

from pbem.core.event import PhaseBegan, PhaseEnded
from pbem.core.options import Options
from pbem.orders.commands import Command
from pbem.orders.lines import OwnLine
from pbem.orders.parsed_lines import CommandLine, UnreadLine, with_worded_answers
from pbem.orders.rehearsal import RehearsalResult, rehearse
from pbem.orders.syntax import Misread
from pbem.systems import registry
from tests.orders.broken import read


def read_in(title: str, scenario: str, side: str, phase: str, line: str) -> RehearsalResult:
    game = registry.game(title)
    return rehearse(game.system, game.dialect, game.system.open(scenario, Options()), side, phase, line)


@pytest.mark.parametrize(
    "words", ["dont fire", "don't fire", "hold fire", "- no fire", "does not fire", "holds their fire"]
)
@pytest.mark.parametrize("phase", ["B", "D", "E"])
def test_who_does_not_fire_in_a_phase_of_fire_stays(phase: str, words: str) -> None:
    assert read("us", phase, f"C/3 {words}").lines[0].canonical == ("C/3 Cav stay",)


def test_a_unit_that_passes_stays() -> None:
    assert read("us", "B", "C/3 pass").lines[0].canonical == ("C/3 Cav stay",)
    assert read("us", "B", "pass").lines[0].canonical != ("C/3 Cav stay",)


def test_elsewhere_holding_fire_is_a_standing_order() -> None:
    assert "File it as a standing order" in read("us", "C", "C/3 don't fire").lines[0].refusal_text


@pytest.mark.parametrize(
    "words", ["stays put", "stay here", "stay where they are", "stay as it is", "stays there for now", "dont move"]
)
def test_staying_is_said_in_many_ways(words: str) -> None:
    assert read("us", "C", f"C/3 {words}").lines[0].canonical == ("C/3 Cav stay",)


@pytest.mark.parametrize(
    "line",
    ["all the others stay", "The rest stay put for now.", "everyone else does nothing", "All others remain in place"],
)
def test_that_the_others_stay_needs_no_order(line: str) -> None:
    found = read("us", "C", f"C/3 stay\n{line}")
    assert [one.verdict for one in found.lines] == ["accepted"]


def test_that_some_others_stay_is_an_order() -> None:
    assert read("us", "C", "all except C/3 stay").lines[0].verdict == "accepted"


@pytest.mark.parametrize(
    "line", ["cancel the order for A/3", "undo the A/3 move", "scrap C/3 Cav's orders", "cancel Van Vliet's move"]
)
def test_who_takes_an_order_back_in_words_is_told_how(line: str) -> None:
    found = read("us", "C", line).lines[0]
    assert found.refusal_text.splitlines()[2].startswith("E190  To take back an order on file, write   withdraw line")
    assert "Write   " not in found.refusal_text


@pytest.mark.parametrize("line", ["forget it", "Cancel that, thanks", "scrap yard dogs, all of them"])
def test_the_same_words_about_nobody_are_chat(line: str) -> None:
    assert read("us", "C", line).lines[0].verdict == "not an order"


@pytest.mark.parametrize("words", ["scrap line 2", "delete line 2", "Remove line 2", "cancel line 2", "forget line 2"])
def test_a_line_is_withdrawn_by_other_words_too(words: str) -> None:
    assert read("us", "C", words).lines[0].command == Command("withdraw", ("2",), "withdraw line 2")


@pytest.mark.parametrize(
    ("title", "scenario", "line", "names"),
    [
        ("custer", "little-big-horn", "in Hunkpapa: hunkpapa villages stay", 3),
        ("custer", "little-big-horn", "in Hunkpapa: all hunkpapa villages stay", 3),
        ("custer", "little-big-horn", "in Sans Arc: both sans arc villages stay", 2),
        ("littlebighorn", "in-the-village", "Hunkpapa villagers stay", 3),
        ("littlebighorn", "in-the-village", "all of the hunkpapa villagers stay", 3),
    ],
)
def test_counters_that_differ_by_a_number_are_named_together_by_their_plural(
    title: str, scenario: str, line: str, names: int
) -> None:
    found = read_in(title, scenario, "indian", "C", line).lines[0]
    assert found.verdict == "accepted", found.refusal_text
    assert found.canonical[0].count(" + ") == names - 1


@pytest.mark.parametrize("line", ["hunkpapa village stay", "both hunkpapa villages stay"])
def test_where_one_is_meant_or_two_of_three_we_ask_which(line: str) -> None:
    found = read_in("custer", "little-big-horn", "indian", "C", f"in Hunkpapa: {line}").lines[0]
    assert found.verdict == "refused"


CHOICES = ("use it now", "set it aside and wait for the other")


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("use it now", ("1",)),
        ("Use it now!", ("1",)),
        ("use it", ("1",)),
        ("set it aside", ("2",)),
        ("set", ("2",)),
        ("wait for the other", ("2",)),
        ("it", ()),
        ("use it later", ()),
        ("", ()),
    ],
)
def test_a_question_is_answered_by_the_words_of_a_choice(words: str, answer: tuple[str, ...]) -> None:
    line = UnreadLine(OwnLine(1, words, words), Misread(0, 1))
    (found,) = with_worded_answers((line,), CHOICES)
    assert (found.command.words if isinstance(found, CommandLine) else ()) == answer


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("C/3 stands", ("1",)),
        ("They stand, of course!", ("1",)),
        ("C/3 falls back on the horses at 3313", ("2",)),
        ("E/3 stands", ()),
        ("C/3 does not stand", ()),
        ("C/3 goes to 3313 or 3414", ()),
        ("C/3", ()),
    ],
)
def test_a_sentence_about_whom_a_question_is_about_answers_it(words: str, answer: tuple[str, ...]) -> None:
    line = UnreadLine(OwnLine(1, words, words), Misread(0, 1))
    (found,) = with_worded_answers((line,), ("stand", "try to retreat to 3313", "try to retreat to 3414"), "C/3 Cav")
    assert (found.command.words if isinstance(found, CommandLine) else ()) == answer


def test_words_with_which_two_choices_begin_answer_nothing() -> None:
    line = UnreadLine(OwnLine(1, "retreat", "retreat"), Misread(0, 1))
    assert with_worded_answers((line,), ("retreat to 3513", "retreat to 3413")) == (line,)
    assert with_worded_answers((line,), ()) == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "C/3 + G/3 attack Crow King",
        "C/3 and G/3 attack crow king and four horns",
        "C/3, G/3 melee Crow King at 3412",
        "C/3 & G/3 attack Four Horns 3412",
    ],
)
def test_an_attack_on_somebody_is_one_on_his_hex(line: str) -> None:
    found = read("us", "F", line).lines[0]
    assert found.canonical == ("C/3 Cav + G/3 Cav melee 3412",), found.refusal_text


def test_a_charge_may_name_its_target_too() -> None:
    found = read("us", "C", "I/3 charge Rain in the Face via 3612").lines[0]
    assert found.canonical == ("I/3 Cav charge 3511 via 3612",)


def test_an_attack_on_nobody_is_refused() -> None:
    assert read("us", "F", "C/3 attack Nobody Here").lines[0].refusal_text.splitlines()[2] == (
        "E101  No unit is called Nobody."
    )


def test_in_the_other_game_an_attack_may_name_the_enemy_too() -> None:
    def attack(line: str) -> str:
        found = read_in("custer", "little-big-horn", "us", "C", line).lines[0]
        return found.canonical[0] if found.canonical else found.refusal_text

    assert "Co. A (1623) is not next to 1318 (10.3)" in attack("in Reno: Co. A + Co. M attack Deeds")
    assert "'Hunkpapa village' is in several hexes: 1016, 1118, 1217" in attack(
        "in Reno: Co. A attack Hunkpapa village"
    )
    assert "No unit is called Nobody" in attack("in Reno: Co. A attack Nobody")


def test_where_the_enemies_of_that_name_are_apart_the_hex_is_asked_for_and_none_is_proposed() -> None:
    found = read_in("littlebighorn", "in-the-village", "us", "F", "M/7 attack Hunkpapa villagers").lines[0]
    assert "E161  'Hunkpapa villagers' fits three enemy units" in found.refusal_text
    assert "Write" not in found.refusal_text


def set_up(line: str) -> list[str]:
    found = read_in("littlebighorn", "scenario-1", "indian", "S", line).lines
    assert all(one.verdict == "accepted" for one in found), [one.refusal_text for one in found]
    return [text for one in found for text in one.canonical]


@pytest.mark.parametrize(
    "line",
    [
        "Two Moons and Old Bear in 6314",
        "Two Moons, Old Bear 6314",
        "Two Moons, and Old Bear set up 6314",
        "Two Moons + Old Bear: 6314",
        "Two Moons and Old Bear to 6314",
        "move Two Moons and Old Bear to 6314",
    ],
)
def test_in_the_set_up_names_and_a_hex_are_enough(line: str) -> None:
    assert set_up(line) == ["Two Moons + Old Bear set up 6314"]


def test_several_counters_are_set_up_in_one_line() -> None:
    assert set_up("Sitting Bull in 7017, Gall and Lame White Man in 6415; Crow King 7016") == [
        "Sitting Bull set up 7017",
        "Gall + Lame White Man set up 6415",
        "Crow King set up 7016",
    ]


def test_in_the_set_up_a_move_is_for_the_first_turn_and_says_so() -> None:
    two = read_in(
        "littlebighorn", "scenario-1", "us", "S", "A/7, G/7 in 8912\nA/7 move 8912-8812\nin C: A/7 move 8912-8812"
    )
    assert [one.verdict for one in two.lines] == ["accepted", "refused", "accepted"]
    assert "Write   in C: A/7 Cav move 8912-8812" in two.lines[1].refusal_text


@pytest.mark.parametrize("names", ["A/3, E/3, and Mills", "A/3, and E/3, and Mills", "A/3, E/3 and Mills"])
def test_a_list_may_have_a_comma_before_its_and(names: str) -> None:
    found = read("us", "C", f"{names} move 3611-3610").lines[0]
    assert found.canonical == ("A/3 Cav + E/3 Cav + Capt Mills move 3611-3610",), found.refusal_text


def test_so_may_two_orders() -> None:
    found = read("us", "C", "A/3 dismount, and E/3 dismount").lines[0]
    assert found.canonical == ("A/3 Cav dismount", "E/3 Cav dismount"), found.refusal_text


@pytest.mark.parametrize(
    "line",
    [
        "A + M attack the nearest village",
        "E attacks the nearest village",
        "I and L charge up the coulee",
        "Reno charges the village",
        "Custer joins Co. F",
        "have F dismount please",
        "don't move C",
        "Cancel Co. C",
    ],
)
def test_an_order_to_companies_by_their_letters_is_never_taken_for_chat(line: str) -> None:
    found = read_in("custer", "little-big-horn", "us", "A", line).lines[0]
    assert found.verdict in ("refused", "accepted"), found


@pytest.mark.parametrize("line", ["A move like that is risky", "A. Hale", "K. Hale"])
def test_a_letter_that_is_a_word_or_an_initial_is_no_company(line: str) -> None:
    assert read_in("custer", "little-big-horn", "us", "A", line).lines[0].verdict == "not an order"


@pytest.mark.parametrize(
    "words", ["holds", "hold position", "holds his ground", "remains there", "stands firm", "sits tight"]
)
def test_in_the_last_stand_holding_is_staying(words: str) -> None:
    assert read_in("custer", "little-big-horn", "us", "A", f"Co. C {words}").lines[0].canonical == ("Co. C stay",)


@pytest.mark.parametrize("verb", ["charge", "charges", "engages", "strike", "assault"])
def test_in_the_last_stand_a_charge_is_an_attack(verb: str) -> None:
    found = read_in("custer", "little-big-horn", "us", "A", f"Co. F {verb} Deeds").lines[0]
    assert found.problem is not None
    assert found.problem.code == "E160"


@pytest.mark.parametrize("words", ["I'll use it now", "we will use it now", "use it", "I'd like to use it now"])
def test_an_answer_in_words_may_say_who_does_it(words: str) -> None:
    line = UnreadLine(OwnLine(1, words, words), Misread(0, 1))
    (found,) = with_worded_answers((line,), ("use it now", "set it aside and wait for the other"))
    assert isinstance(found, CommandLine)
    assert found.command.words == ("1",)


def test_an_article_is_no_misspelt_name() -> None:
    found = read_in("custer", "little-big-horn", "us", "A", "in Reno: A + M attack the nearest village").lines[0]
    assert found.problem is not None
    assert not any("attack" in one for one in found.problem.suggest), found.problem.suggest


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("policy advance: yes", "policy all advance: strongest"),
        ("policy advance: no", "policy all advance: nobody"),
        ("policy marker: yes", "policy all marker: use"),
        ("policy retreat all: east", "policy all route: east"),
        ("policy retreats: 1918, then east", "policy all route: 1918, east"),
        ("policy losses: F, then Scouts", "policy all losses: Co. F, Scouts"),
    ],
)
def test_policies_of_the_last_stand_as_players_write_them(line: str, filed: str) -> None:
    assert read_in("custer", "little-big-horn", "us", "A", line).lines[0].canonical == (filed,)


@pytest.mark.parametrize(
    "line",
    [
        "policy losses: nobody",
        "policy losses: yes",
        "policy route: strongest",
        "policy advance: use",
        "policy marker: Co. F",
    ],
)
def test_a_policy_that_could_answer_nothing_is_refused(line: str) -> None:
    found = read_in("custer", "little-big-horn", "us", "A", line).lines[0]
    assert found.problem is not None
    assert found.problem.code == "E181"


@pytest.mark.parametrize(
    "words",
    [
        "advance F if we win",
        "advance with F",
        "F advances if the attack succeeds",
        "F advance if successful",
        "advance F",
    ],
)
def test_in_the_last_stand_an_advance_is_what_follows_a_won_attack(words: str) -> None:
    found = registry.game("custer").dialect.parse(f"Co. F + Scouts attack 1318; {words}")
    assert not isinstance(found, Misread)


@pytest.mark.parametrize("words", ["C/3 and its horses", "C/3 and holders", "C/3 with its holders", "C/3, C/3 holders"])
def test_holders_behind_a_unit_are_its_own(words: str) -> None:
    assert read("us", "C", f"{words} stay").lines[0].canonical == ("C/3 Cav + C/3 holders stay",)


def test_their_holders_are_those_of_all() -> None:
    found = read("us", "C", "G/3, C/3 and their horses stay").lines[0]
    assert found.canonical == ("C/3 Cav + G/3 Cav + C/3 holders + G/3 holders stay",)
    assert read("us", "C", "holders stay").lines[0].problem.code == "E112"  # all of them, or some: it is asked


def test_a_line_offered_for_another_phase_keeps_the_verb() -> None:
    found = read("us", "C", "Van Vliet joins C/3").lines[0]
    assert found.problem is not None
    assert all("attach" in one for one in found.problem.suggest), found.problem.suggest


@pytest.mark.parametrize(
    ("line", "filed"),
    [
        ("If G/3 is attacked, stand and fight", "when G/3 Cav is meleed then G/3 Cav stand"),
        (
            "if G/3 gets meleed at 2:1 or worse, pull back to 3513 otherwise stand",
            "when G/3 Cav is meleed and odds 2:1 or worse then G/3 Cav retreat before melee to 3513 else stand",
        ),
        ("when G/3 is meleed then withdraw toward 3514", "when G/3 Cav is meleed then G/3 Cav retreat toward 3514"),
        (
            "if anyone comes adjacent to C/3 then C/3 fires",
            "when Indian moves within 1 of C/3 Cav then C/3 Cav fire half",
        ),
        (
            "if Crow King moves next to C/3 then C/3 fires",
            "when Crow King moves within 1 of C/3 Cav then C/3 Cav fire half",
        ),
        ("policy losses: pony holders first", "policy all losses: holders"),
    ],
)
def test_standing_orders_in_other_words(line: str, filed: str) -> None:
    found = read("us", "C", line).lines[0]
    assert found.canonical == (filed,), found.refusal_text


def test_a_sentence_that_only_forbids_goes_on_with_the_units_of_the_one_before() -> None:
    found = read("us", "F", "C/3, G/3 melee 3412. Don't pursue. Good luck!").lines[0]
    assert found.canonical == ("C/3 Cav + G/3 Cav melee 3412", "C/3 Cav + G/3 Cav no pursuit"), found.refusal_text


@pytest.mark.parametrize("words", ["all try to rally", "everyone tries to rally", "all should try to rally"])
def test_trying_is_doing(words: str) -> None:
    assert read("us", "A", words).lines[0].canonical == ("all rally",)


def test_both_of_two_units_act() -> None:
    found = read("us", "B", "G/9 and H/9 both shoot at Crow King").lines[0]
    assert found.canonical == ("G/9 Inf fire full at Crow King", "H/9 Inf fire full at Crow King"), found.refusal_text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("in A: Herd 1 rout to 7018", "Herd 1 cannot be ordered to rout"),
        ("in A: Herd 1 rally", "Herd 1 cannot be ordered to rally"),
        ("in B: Herd 1 fire at A/7", "do not fire"),
        ("in F: Herd 1 melee 7016", "may never attack"),
        ("in A: G/7 recover", "'recover' belongs to phase C"),
        ("in A: Herd 1 stay", ""),
    ],
)
def test_what_can_never_be_right_is_refused_at_once_whatever_turn_it_is_for(line: str, says: str) -> None:
    (found,) = read_in("littlebighorn", "in-the-village", "us" if "G/7" in line else "indian", "C", line).lines
    assert found.verdict == ("refused" if says else "accepted")
    assert says in (found.problem.text if found.problem is not None else "")


def entering(line: str) -> RehearsalResult:
    """The Indians' first movement phase, before anybody has come onto the map."""
    game = registry.game("rosebud")
    field = game.system.open("historical", Options()).thaw()
    for phase in ("T01.IN.A", "T01.IN.B"):
        game.system.apply(field, PhaseBegan(phase))
        game.system.apply(field, PhaseEnded(phase))
    return rehearse(game.system, game.dialect, field, "indian", "C", line)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Two Moon 2600", "E104  Two Moon is not on the map yet.\n      Write   Two Moon enter 2600 mounted"),
        ("Scabby Face rides in 3900", "No unit is called in."),  # it is no part of Rain in the Face
        ("all enter 3100", "3100 would hold 120 strength points"),
        ("Crow King enter 3100\neverybody else enter 3000", "3000 would hold 114 strength points"),
    ],
)
def test_whoever_is_still_to_come_enters_and_is_not_looked_for_on_the_map(line: str, says: str) -> None:
    assert says in entering(line).lines[-1].refusal_text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Low Dog move 4009", "The way round:\n         Low Dog move 3708-3808-3907-4008-4009     7 of 8 MP"),
        ("Lame Deer move 3810", "On the way round: Lame Deer has 8 MP."),
    ],
)
def test_where_cliffs_cut_all_shortest_ways_the_way_round_is_shown(line: str, says: str) -> None:
    told = read_in("rosebud", "in-contact", "indian", "C", line).lines[0].refusal_text
    assert says in told


def test_what_an_offered_line_costs_stands_below_it_and_further_in() -> None:
    told = read_in("rosebud", "in-contact", "indian", "A", "in C: Low Dog and Gall move 3610").lines[0].refusal_text
    assert "\n         in C: Low Dog + Gall move 3708-3609-3610\n            3 of 8 MP, in the enemy ZOC\n" in told


def test_of_the_lines_for_other_phases_only_those_are_offered_that_are_legal_there() -> None:
    told = read_in("rosebud", "in-contact", "us", "A", "C/3 shoots at Four Horns, G/3 holds its fire and recovers.")
    assert "Cav recover" not in told.lines[0].refusal_text
