"""How much of a letter in people's own words is read: counted, not timed; and what was left out is told."""

from collections import Counter

import pytest

from pbem.core.options import Options
from pbem.language.readings import LineReader
from pbem.orders.lines import LONGEST_LINE, MOST_CANDIDATES, MOST_PROSE_LINES
from pbem.orders.prose import MOST_TRIED, Prose
from pbem.orders.rehearsal import ACCEPTED, PROSE, REFUSED, RehearsalResult, rehearse
from pbem.systems import registry

UNITS = ("A/3", "E/3", "M/3", "B/2", "D/2", "C/9", "G/9", "H/9", "I/3", "C/3", "G/3", "L/3")
MOST_PASSES = 3
"""Passes over a letter of nothing but prose: its lines are judged again at most twice."""


def judged(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[RehearsalResult, Counter[str]]:
    counts: Counter[str] = Counter()

    def counted(of: type, name: str, what: str) -> None:
        original = getattr(of, name)

        def counting(*args: object, **more: object) -> object:
            counts[what] += 1
            return original(*args, **more)

        monkeypatch.setattr(of, name, counting)

    counted(LineReader, "read", "read")
    counted(Prose, "_carried_out", "tried")
    game = registry.game("rosebud")
    state = game.system.open("in-contact", Options())
    return rehearse(game.system, game.dialect, state, "us", "C", text), counts


def many(line: str, n: int = 400) -> str:
    return "\n".join(line.format(unit=UNITS[i % len(UNITS)], n=i) for i in range(n))


HOSTILE = {
    "near misses": many("{unit} shal moov to 36{n} pleas"),
    "and chains": "\n".join(
        " and ".join(UNITS[n % 6 :]) + f" dismount and lie prone and mount {n}" for n in range(300)
    ),
    "64 kB of prose": many("It was the best of times, number {n}, and Crook had coffee by the creek", 850),
    "a sentence of 5,000 words": " ".join(["the captain of A/3 told me to go home and then"] * 500),
    "2,000 lines that are unclear": many("{unit} perhaps dismunt or mount up the {n}th time", 2000),
    "ways to say one thing": many("the companies by Noyes and Mills or the rest go on or off their horses {n}", 400),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_read_and_tried_of_a_letter_is_bounded(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found, counts = judged(HOSTILE[what], monkeypatch)
    assert counts["read"] <= MOST_PROSE_LINES * MOST_PASSES
    assert counts["tried"] <= (MOST_CANDIDATES + MOST_TRIED) * MOST_PASSES
    beyond = [one for one in found.lines if any(w.code == "W313" for w in one.warnings)]
    chat = [one for one in found.lines if one.verdict == PROSE and one not in beyond]
    assert len(chat) <= MOST_PROSE_LINES
    # A verb with a slip is taken where only one reading is left.
    assert what == "near misses" or all(one.verdict in (PROSE, REFUSED) for one in found.lines)


@pytest.mark.slow
def test_no_line_beyond_the_bound_is_lost_as_chat(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = judged(many("{unit} mount wherever it is that horses go, number {n}", 300), monkeypatch)
    assert not [one for one in found.lines if one.verdict == PROSE and not one.warnings]
    told = [one for one in found.lines if one.warnings and one.warnings[0].code == "W313"]
    refused = [one for one in found.lines if one.verdict == REFUSED]
    assert len(told) + len(refused) == len(found.lines)


@pytest.mark.slow
def test_notation_is_read_however_much_prose_stands_above(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _ = judged(f"{many('It was the best of times {n}', 300)}\nC/3 stay", monkeypatch)
    assert found.lines[-1].verdict == ACCEPTED


def test_a_line_of_more_words_than_are_looked_at_is_not_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "A/3 will dismount" + " ." * 450 + " and E/3 too"
    assert len(line) < LONGEST_LINE
    (found,) = judged(line, monkeypatch)[0].lines
    assert found.verdict == REFUSED


def test_the_same_line_on_the_same_position_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    _, first = judged("A/3 will be so kind as to dismount, once only", monkeypatch)
    monkeypatch.undo()
    _, again = judged("A/3 will be so kind as to dismount, once only", monkeypatch)
    assert first["read"] > 0
    assert again["read"] == 0
