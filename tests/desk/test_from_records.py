"""Where a game's records lead, and playing on from there: faces that are known, answers that were given, silence."""

from typing import Any

import pytest

from pbem.core.ask import ORDERS, Answer, Ask, Choice
from pbem.core.event import PhaseEnded
from pbem.desk.record import chain
from pbem.desk.record.from_records import Followed, KnownFaces, NotFollowed, follow, play_phase, silent
from tests.desk.skirmish import Shoot, SkirmishShot
from tests.desk.table import SkirmishTitle, Table

TITLE = SkirmishTitle()


class Loaded:
    """Dice that always show the same face, and remember what they were rolled for."""

    def __init__(self, face: int) -> None:
        self.face, self.rolled = face, list[str]()

    def faces(self, label: str, number: int, sides: int) -> tuple[int, ...]:
        self.rolled.append(label)
        return (self.face,) * number


def records(table: Table) -> list[dict[str, Any]]:
    with table.desk.store.read() as books:
        return chain.records_since(books, books.games.get("meadow-1"), -1)


@pytest.fixture
def amid(table: Table) -> Followed:
    """A game that waits in the midst of its first phase: Blue One has been fired at and is asked whether it ducks."""
    table.open()
    table.say("meadow-1", "red", "Red One fire at Blue One\nRed Two fire at Blue Two\nready")
    return follow(TITLE, records(table))


def test_a_phase_that_waits_is_open_and_begins_where_it_began(amid: Followed) -> None:
    assert amid.open is not None
    assert (amid.open.phase, amid.open.is_over, amid.open.is_told, amid.is_blind) == ("T01.RED.A", False, True, False)
    assert (amid.before.began, amid.now.began, amid.is_over) == (False, True, False)
    assert [one.key.partition(" ")[0] for one in amid.open.answers] == ["red"]


def test_a_phase_that_is_over_is_not_open_and_the_next_begins_from_there(table: Table) -> None:
    table.open()
    before = follow(TITLE, records(table))
    assert (before.open, before.phases, before.before) == (None, [], before.now)
    table.say("meadow-1", "red", "pass")
    found = follow(TITLE, records(table))
    assert (found.open, [one.phase for one in found.phases]) == (None, ["T01.RED.A"])
    assert found.before is found.now
    assert found.now.next == 1
    assert found.seq == len(records(table)) - 1


def test_a_game_that_has_ended_is_over(table: Table) -> None:
    table.open()
    assert not follow(TITLE, records(table)).is_over
    table.say("meadow-1", "red", "resign")
    table.say("meadow-1", "red", f"confirm {table.last('meadow-1', 'red').text.split('confirm ')[1].split()[0]}")
    assert table.state("meadow-1") == "over"
    assert follow(TITLE, records(table)).is_over


def test_records_are_wanted_from_the_first_on_and_without_a_gap(table: Table) -> None:
    table.open()
    table.say("meadow-1", "red", "pass")
    whole = records(table)
    for wrong in ([], whole[1:]):
        with pytest.raises(NotFollowed, match="first record, which came with the welcome letter"):
            follow(TITLE, wrong)
    with pytest.raises(NotFollowed, match=r"^record 1 is not here"):
        follow(TITLE, [whole[0], *whole[2:]])


def test_a_record_without_its_answers_is_followed_only_where_it_may_be_blind(table: Table) -> None:
    table.open()
    table.say("meadow-1", "red", "pass")
    told = records(table)
    body = next(one["body"] for one in told if one["type"] == "phase.resolved")
    body.pop("answers")
    with pytest.raises(NotFollowed, match="an old pbem did not record the answers"):
        follow(TITLE, told, blind=True)
    body["sealed"] = "0" * 64
    with pytest.raises(NotFollowed, match="this game hides facts until its end"):
        follow(TITLE, told)
    found = follow(TITLE, told, blind=True)
    assert found.is_blind
    assert not found.phases[0].is_told
    assert found.now.next == 1


def test_a_phase_is_played_on_with_the_answers_that_were_given_and_the_faces_that_fell(amid: Followed) -> None:
    assert amid.open is not None
    asked: list[str] = []

    def decide(state: Any, one: Ask) -> Answer:
        asked.append(one.key)
        return Answer("stand")

    dice = Loaded(6)
    after, events = play_phase(
        TITLE, amid.options, amid.before, KnownFaces(amid.open.faces, dice), decide, amid.open.answers
    )
    shots = [(one.target, one.hit) for one in events if isinstance(one, SkirmishShot)]
    assert shots == [("Blue One", True), ("Blue Two", True)]
    assert isinstance(events[-1], PhaseEnded)
    assert after.strength == {"Red One": 3, "Red Two": 3, "Blue One": 2, "Blue Two": 2}
    assert len(asked) == 2, "who fires was known; who is fired at was asked"
    again, _ = play_phase(TITLE, amid.options, amid.before, KnownFaces(dict.fromkeys(dice.rolled, (1,)), dice), decide)
    assert again.strength["Blue One"] == 3, "without given answers nobody gives an order"


def test_a_position_in_which_the_game_is_over_has_no_phase_to_play(amid: Followed) -> None:
    state = TITLE.system.thaw(amid.before)
    state.next = 8
    with pytest.raises(ValueError, match="expected a phase to play"):
        play_phase(TITLE, amid.options, state, Loaded(1), lambda *_: Answer())


def test_given_answers_serve_while_they_fit_and_whoever_decides_is_asked_from_then_on(amid: Followed) -> None:
    assert amid.open is not None
    others = [one for one in amid.open.answers if one.answer.orders]
    orders = (Shoot("Red Two", "Blue One"),)

    def decide(state: Any, one: Ask) -> Answer:
        return Answer(orders=orders) if one.kind == ORDERS else Answer("stand")

    kept = [type(others[0])(f"{others[0].key} of another phase", others[0].answer)]
    after, _ = play_phase(TITLE, amid.options, amid.before, Loaded(6), decide, kept)
    assert after.strength["Blue One"] == 2
    assert after.strength["Blue Two"] == 3


@pytest.mark.parametrize(
    ("default", "declined", "choices", "says"),
    [
        ("b", None, "ab", "b"),
        (None, "b", "ab", "b"),
        ("a", "b", "ab", "a"),
        ("", "b", "ab", ""),
        (None, None, "ab", "a"),
        (None, None, "", ""),
    ],
)
def test_silence_is_the_default_then_what_is_declined_then_the_first_choice(
    default: str | None, declined: str | None, choices: str, says: str
) -> None:
    offered = tuple(Choice(key, key) for key in choices)
    one = Ask("red", "cover", "Blue One", choices=offered, default=default, declined=declined)
    assert silent(one) == Answer(says, source="default")
