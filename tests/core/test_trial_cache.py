"""Answers are kept only while they are asked for again and again."""

from contextlib import suppress

from pbem.core.cache import trial_cache, trial_cached


def test_the_same_is_asked_once_while_it_is_remembered() -> None:
    asked: list[int] = []

    @trial_cached
    def doubled(n: int) -> int:
        asked.append(n)
        return 2 * n

    assert [doubled(2), doubled(2)] == [4, 4]
    assert asked == [2, 2]
    with trial_cache():
        with trial_cache():
            assert [doubled(2), doubled(2), doubled(3)] == [4, 4, 6]
        assert doubled(3) == 6
        assert asked == [2, 2, 2, 3]
    assert doubled(2) == 4
    assert asked == [2, 2, 2, 3, 2]


def test_what_breaks_is_not_remembered() -> None:
    asked: list[int] = []

    @trial_cached
    def failing(n: int) -> int:
        asked.append(n)
        if len(asked) < 2:
            raise ValueError
        return n

    with trial_cache():
        with suppress(ValueError):
            failing(1)
        assert failing(1) == 1
