"""The desk's own words: what they add, and what is told of a file with faults."""

from pbem.core.options import Options
from pbem.language.lexicon import DeskWords, read_desk_words
from pbem.orders.dialect import ReadsProse
from pbem.orders.rehearsal import rehearse
from pbem.systems import registry

TITLES = registry.titles()


def lexicons(title: str):  # type: ignore[no-untyped-def]
    dialect = registry.game(title).dialect
    return dialect.lexicons() if isinstance(dialect, ReadsProse) else ()


def words(text: str, only: str = "") -> tuple[DeskWords, list[str]]:
    found, faults = read_desk_words("words.toml", text, TITLES, lexicons, only=only)
    return found, [str(one) for one in faults]


def canonical(own: DeskWords, line: str, side: str = "us", phase: str = "C") -> tuple[str, ...]:
    game = registry.game("rosebud")
    state = game.system.open("in-contact", Options())
    (found,) = rehearse(game.system, game.dialect, state, side, phase, line, desk_words=own).lines
    return found.canonical


GOOD = """
[rosebud.act.dismount]
sure = ["zwock off"]
loose = ["flomble"]

[all.act.fire]
sure = [
    "give them beans",
    "let them have beans",
]

[rosebud.names]
"A/3 Cav" = ["the old sweats"]
"crow king" = ["kingy"]
"""


def test_words_of_a_desk_are_read_as_those_of_the_game() -> None:
    own, faults = words(GOOD)
    assert faults == []
    assert canonical(DeskWords(), "B/3 zwocks off") == ()
    mine = own.of("rosebud")
    assert canonical(mine, "B/3 zwocks off please") == ("B/3 Cav dismount",)
    assert canonical(mine, "the old sweats will dismount") == ("A/3 Cav dismount",)
    assert canonical(mine, "B/3 flomble") == (), "a loose word leads to a question"
    assert canonical(mine, "Kingy gives C/3 beans", "indian", "B") in ((), ("Crow King fire full at C/3 Cav",))
    assert canonical(mine, "kingy will give them beans: C/3", "indian", "B") == ("Crow King fire full at C/3 Cav",)


def test_words_are_for_the_games_that_they_are_written_for() -> None:
    own, _ = words(GOOD)
    assert not own.of("custer").names
    assert {entry.value for _, entry in own.of("custer").entries} == {"fire"}


BAD = """
[rosebud.act.dismount]
sure = [
    "zwock off",
    "zwock off",
    "dismount",
]
[rosebud.act.levitate]
sure = ["float"]
[rosebud.names]
"A/3 Cav" = ["sweats"
"B/3 Cav" = ["lads of B"]
[chess.names]
"King" = ["k"]
[custer.act.fire]
sure = ["maybe?"]
certain = ["pop pop"]
[custer.names]
"Co. A" = "aces"
"Co. G" = ["gees"]
"""


def test_each_fault_is_told_with_its_line_and_the_rest_counts() -> None:
    own, faults = words(BAD)
    told = "\n".join(faults)
    assert "words.toml:5: rosebud.act.dismount.sure[1]: expected each turn of phrase and nickname once" in told
    assert "as on line 4" in told
    assert "words.toml:6: rosebud.act.dismount.sure[2]: expected words that are not in the game's lexicon yet" in told
    assert "words.toml:8: rosebud.act.levitate: expected an act of the game (" in told
    assert "words.toml:11" in told or "words.toml:12" in told
    assert "words.toml:13: chess: expected a game (" in told
    assert "custer.act.fire.sure[0]: expected a turn of phrase" in told
    assert "custer.act.fire.certain: expected sure or loose" in told
    assert "custer.names.Co. A: expected a list such as" in told
    assert len(faults) == 8
    assert [entry.value for _, entry in own.entries] == ["dismount"]
    assert ("custer", "co. g", "gees") in own.names


def test_a_desk_with_one_game_passes_over_the_words_for_others() -> None:
    own, faults = words("[chess.names]\nKing = ['k']\n[all.act.rout]\nsure = ['leg it home']\n", "custer")
    assert (own, faults) == (DeskWords(), [])


def test_a_file_that_is_no_toml_at_all_is_given_up_with_its_faults() -> None:
    own, faults = words("dismount means get off\n" * 500)
    assert own == DeskWords()
    assert 1 < len(faults) < 60
    assert faults[0].startswith("words.toml:1: the file: expected")
