"""How long to wait after trouble."""

from pbem.mail.refusals import Backoff


def test_each_wait_is_twice_the_last_up_to_the_longest_and_begins_anew_when_all_is_well() -> None:
    waits = Backoff(longest=20)
    assert [waits.longer() for _ in range(7)] == [1, 2, 4, 8, 16, 20, 20]
    waits.over()
    assert [waits.longer(), waits.seconds] == [1, 1]


def test_a_wait_is_drawn_out_by_a_fifth_at_most_and_the_next_is_not() -> None:
    waits = Backoff(longest=100, chance=lambda: 0.5)
    assert [waits.longer() for _ in range(3)] == [1.1, 2.2, 4.4]
