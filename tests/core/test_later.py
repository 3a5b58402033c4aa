"""What is worked out when somebody looks at it: like a tuple in all else."""

import copy
import pickle

import pytest

from pbem.core.ask import Ask, Choice
from pbem.core.cache import Later
from pbem.core.canonical import canon
from pbem.core.record import from_json, to_json

STAY, RUN = Choice("stay", "stay"), Choice("run 0304", "run to 0304")


def ask_with(choices: tuple[Choice, ...] | Later[Choice]) -> Ask:
    return Ask("us", "flight", "C/3", "?", "7.K", choices, "stay", "stay", (("at", "0303"),))


def unread() -> list[Choice]:
    pytest.fail("nobody asked for the rest")


def test_the_rest_is_worked_out_once_and_only_for_who_looks_beyond_the_first() -> None:
    calls: list[int] = []

    def rest() -> list[Choice]:
        calls.append(1)
        return [RUN]

    one = ask_with(Later((STAY,), rest))
    assert one.allows("stay")
    assert one.forced is None
    assert not calls
    assert one.allows("run 0304")
    assert not one.allows("run 0305")
    assert one.choices[1] is RUN
    assert len(one.choices) == 2
    assert calls == [1]


def test_an_ask_with_one_choice_is_forced() -> None:
    assert ask_with((STAY,)).forced == "stay"
    assert ask_with((STAY, RUN)).forced is None
    assert ask_with(()).forced is None
    assert ask_with(Later((STAY,), unread)).forced is None


def test_it_is_what_the_tuple_is() -> None:
    later, whole = ask_with(Later((STAY,), lambda: [RUN])), ask_with((STAY, RUN))
    assert later == whole
    assert whole == later
    assert later == ask_with(Later((), lambda: [STAY, RUN]))
    assert later != ask_with((STAY,))
    assert hash(later) == hash(whole)
    assert repr(later) == repr(whole)
    assert canon(to_json(later)) == canon(to_json(whole))
    assert from_json(to_json(later), Ask) == whole
    assert later.choices[1:] == (RUN,)
    assert list(later.choices) == [STAY, RUN]


def test_a_copy_is_a_plain_tuple() -> None:
    later = ask_with(Later((STAY,), lambda: [RUN]))
    for copied in (pickle.loads(pickle.dumps(later)), copy.deepcopy(later)):
        assert copied == later
        assert type(copied.choices) is tuple
