"""What a desk keeps between letters: a phase that waits stands for itself alone, and the newest values stay."""

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.event import PhaseBegan
from pbem.core.options import Options
from pbem.desk.play.cache import LruCache, PlayCache, Waiting

CHECKPOINT, OPTIONS = object(), Options(("fog",))


@pytest.mark.parametrize(
    ("phase", "checkpoint", "options", "is_it"),
    [
        ("T01.US.B", CHECKPOINT, OPTIONS, True),
        ("T01.US.C", CHECKPOINT, OPTIONS, False),
        ("T01.US.B", object(), OPTIONS, False),
        ("T01.US.B", CHECKPOINT, Options(), False),
        ("T01.US.C", object(), OPTIONS, False),
    ],
)
def test_a_phase_that_waits_is_the_same_from_the_same_checkpoint_under_the_same_options(
    phase: str, checkpoint: object, options: Options, is_it: bool
) -> None:
    running: Any = SimpleNamespace(umpire=SimpleNamespace(options=OPTIONS))
    assert Waiting("T01.US.B", CHECKPOINT, running).is_at(phase, checkpoint, options) is is_it


def test_the_newest_values_are_kept_and_one_that_is_taken_is_gone() -> None:
    kept: LruCache[int] = LruCache(2)
    assert [kept.keep(name, n) for n, name in enumerate("aba")] == [0, 1, 2]
    assert len(kept) == 2
    kept.keep("c", 3)
    assert (kept.take("b"), kept.take("a"), kept.take("a"), kept.take("c"), len(kept)) == (None, 2, None, 3, 0)


def test_events_are_those_of_a_phase_only_under_the_digest_that_its_last_segment_has() -> None:
    """Whatever the number of a row came to stand for since: then its events are read from the store."""
    kept, row, other = PlayCache(), SimpleNamespace(id=7), SimpleNamespace(id=8)
    events = (PhaseBegan("T01.US.B"),)
    kept.keep_events(row, "d" * 64, events)
    assert kept.events(row, "d" * 64) == events
    assert kept.events(row, "e" * 64) is None
    assert kept.events(other, "d" * 64) is None


def test_a_value_that_is_looked_at_is_the_newest() -> None:
    kept: LruCache[int] = LruCache(2)
    kept.keep("a", 1)
    kept.keep("b", 2)
    assert kept.get("a") == 1
    kept.keep("c", 3)
    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (1, None, 3)
    kept.clear()
    assert len(kept) == 0
