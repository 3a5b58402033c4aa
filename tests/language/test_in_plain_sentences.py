"""Plain English sentences about one unit or two, in every game: what is said is done or asked about, and nothing else is done.

A and B are two units, H is where both can go, X and Y are two enemies.  Each sentence is tried in one game after the other.
"""

import re
from collections.abc import Callable, Mapping, Sequence

import pytest

from pbem.orders.verdict import ACCEPTED, PROSE, REFUSED, LineVerdict
from tests.language.score import Row, judged
from tests.language.test_said_otherwise import (
    CREEK,
    CUSTER,
    LBH,
    NEZ_PERCE,
    PLAN,
    ROSEBUD,
    ROSEBUD_FIRE,
    Where,
)

Game = tuple[Where, Mapping[str, str], Mapping[str, str]]
"""Where, how two units, a hex and two enemies are written, and their names in order lines."""
MOVES: Sequence[Game] = (
    (ROSEBUD, {"A": "A/3", "B": "E/3", "H": "3612"}, {"A": "A/3 Cav", "B": "E/3 Cav"}),
    (CUSTER, {"A": "C", "B": "E", "H": "2017"}, {"A": "Co. C", "B": "Co. E"}),
    (LBH, {"A": "A/7", "B": "M/7", "H": "7317"}, {"A": "A/7 Cav", "B": "M/7 Cav"}),
    (NEZ_PERCE, {"A": "Perry", "B": "Whipple", "H": "0708"}, {"A": "Perry", "B": "Whipple"}),
)
"""In the last nobody can dismount."""
FIRES: Sequence[Game] = (
    (ROSEBUD_FIRE, {"A": "He Dog", "B": "Big Road", "X": "Old Crow", "Y": "Good Heart"}, {}),
    (
        PLAN,
        {"A": "Perry Cavalry 1", "B": "Perry Cavalry 2", "X": "Joseph 1", "Y": "Joseph 2"},
        {},
    ),
)
SHIFTED = pytest.mark.parametrize("shift", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3))])
"""With which game the sentences begin."""
DOES = r"\b(move|fast|ahead|dismount|charge|melee|attack|fire|retreat)\b"


def as_it_is(text: str) -> str:
    return text


def in_haste(text: str) -> str:
    """A text as it is typed on a telephone."""
    return text.lower().replace(",", "")


TYPED = pytest.mark.parametrize("typed", [as_it_is, pytest.param(in_haste, marks=pytest.mark.slow)])


def read(game: Game, sentence: str, typed: Callable[[str], str] = as_it_is) -> LineVerdict:
    where, names, _ = game
    text = typed(sentence.format(**names))
    (found,) = judged(Row("", *where, "", text, ""), text)
    return found


def done(game: Game, orders: Sequence[str]) -> set[str]:
    """What orders tell each of the two to do, but to stay: ``Am`` and ``Bd`` for a move of A and a dismount of B."""
    found = set()
    for part in "; ".join(orders).split("; "):
        for one, name in (game[2] or game[1]).items():
            acts = re.findall(DOES, part) if re.search(rf"(?<!\w){re.escape(name)}(?![\w/])", part) else []
            found |= {f"{one}{'m' if act == 'fast' else act[0]}" for act in acts if one in "AB"}
    return found


# Two units: what both are to do (Am: A moves, Bd: B dismounts); None where nobody can tell.

TWO: Sequence[tuple[str, str | None]] = (
    ("{A} moves to {H} but {B} does not", "Am"),
    ("{A} moves to {H} but not {B}", "Am"),
    ("{A} but not {B} moves to {H}", "Am"),
    ("{A}, not {B}, moves to {H}", "Am"),
    ("{A} moves to {H}, {B} does not", "Am"),
    ("{A} moves to {H}, {B} does too", "Am Bm"),
    ("{A} moves to {H}, so does {B}", "Am Bm"),
    ("{A} moves to {H} as does {B}", "Am Bm"),
    ("{A} moves to {H} and so does {B}", "Am Bm"),
    ("{A} moves to {H}, {B} follows", "Am Bm"),
    ("{A} moves to {H} and {B} follows it", "Am Bm"),
    ("{A} moves to {H} followed by {B}", "Am Bm"),
    ("{A} leads {B} to {H}", "Am Bm"),
    ("{A} takes {B} to {H}", "Am Bm"),
    ("{A} goes to {H} with {B} behind it", "Am Bm"),
    ("{A} goes to {H} with {B} in tow", "Am Bm"),
    ("{A} goes to {H} with {B} in support", "Am Bm"),
    ("{A} goes to {H} together with {B}", "Am Bm"),
    ("{A} goes to {H} along with {B}", "Am Bm"),
    ("{A} goes to {H} accompanied by {B}", "Am Bm"),
    ("{A} accompanies {B} to {H}", "Am Bm"),
    ("{A} follows {B} to {H}", "Am Bm"),
    ("{A} joins {B} in going to {H}", "Am Bm"),
    ("{A} and {B} both go to {H}", "Am Bm"),
    ("both {A} and {B} go to {H}", "Am Bm"),
    ("{A} goes to {H} without {B}", "Am"),
    ("{A} goes to {H} ahead of {B}", "Am"),
    ("{A} goes to {H} leaving {B} behind", "Am"),
    ("{A} goes to {H} and leaves {B} behind", "Am"),
    ("{A} goes to {H} while {B} stays", "Am"),
    ("{A} goes to {H} while {B} dismounts", "Am Bd"),
    ("{A} goes to {H} as {B} dismounts", "Am Bd"),
    ("{A} goes to {H} once {B} dismounts", "Am Bd"),
    ("{A} goes to {H} after {B} dismounts", "Am Bd"),
    ("{A} goes to {H} before {B} dismounts", "Am Bd"),
    ("{A} goes to {H} and {B} dismounts", "Am Bd"),
    ("{A} goes to {H} but {B} dismounts", "Am Bd"),
    ("{A} goes to {H}; meanwhile {B} dismounts", "Am Bd"),
    ("{A} goes to {H}, meanwhile {B} dismounts", "Am Bd"),
    ("{A} goes to {H} when {B} is dismounted", "Am Bd"),
    ("{A} goes to {H} so that {B} can dismount", "Am Bd"),
    ("{A} goes to {H} so {B} can dismount", "Am Bd"),
    ("{A} goes to {H}, letting {B} dismount", "Am Bd"),
    ("{A} goes to {H}, with {B} dismounting", "Am Bd"),
    ("{A} goes to {H} and then {B} dismounts", "Am Bd"),
    ("{A} goes to {H}. Then {B} dismounts.", "Am Bd"),
    ("Instead of {B}, {A} goes to {H}", "Am"),
    ("{A} instead of {B} goes to {H}", "Am"),
    ("{A} rather than {B} goes to {H}", "Am"),
    ("{A} goes to {H} instead of {B}", "Am"),
    ("{A} goes to {H} rather than {B}", "Am"),
    ("{A} goes to {H}, {B} is too tired", "Am"),
    ("{A} goes to {H} because {B} is too tired", "Am"),
    ("{A} goes to {H}, {B} being too tired", "Am"),
    ("{A} goes to {H}, unlike {B}", "Am"),
    ("unlike {B}, {A} goes to {H}", "Am"),
    ("like {B}, {A} goes to {H}", "Am Bm"),
    ("{A} goes to {H} like {B}", "Am Bm"),
    ("{A} swaps with {B}", None),
    ("{A} relieves {B}", None),
    ("{A} goes to {H} where {B} was", "Am"),
    ("{A} goes past {B} to {H}", "Am"),
    ("{A} passes {B} and goes to {H}", "Am"),
    ("{A} goes to {H} to give {B} room", "Am"),
    ("{A} goes to {H} to take over from {B}", "Am"),
    ("{A} goes to {H} to stand beside {B}", "Am"),
    ("{A} goes to {H} behind {B}", "Am"),
    ("{A} goes to {H} in front of {B}", "Am"),
    ("{A} goes to {H} as far from {B} as possible", "Am"),
    ("{A} goes to {H}, away from {B}", "Am"),
    ("neither {A} nor {B} goes to {H}", ""),
    ("{A} does not go to {H}, {B} does", "Bm"),
    ("not {A} but {B} goes to {H}", "Bm"),
    ("{A} stays and {B} goes to {H}", "Bm"),
    ("{A} lets {B} go to {H}", "Bm"),
    ("{A} sends {B} to {H}", "Bm"),
    ("{A} watches {B} go to {H}", "Bm"),
    ("{A} covers {B} who goes to {H}", "Bm"),
    ("{A} stays, covering {B} as it goes to {H}", "Bm"),
    ("With {A} staying, {B} goes to {H}", "Bm"),
    ("{A} can stay if {B} goes to {H}", None),
    ("either {A} or {B} goes to {H}", None),
    ("{A} or {B} goes to {H}", None),
    ("{A} goes to {H} unless {B} does", None),
    ("{A} goes to {H} if {B} does", None),
    ("only {A} goes to {H}, {B} stays", "Am"),
    ("{A} goes to {H}. {B}: same.", "Am Bm"),
    ("{A} goes to {H}. {B} ditto.", "Am Bm"),
    ("{A} goes to {H}. {B} likewise.", "Am Bm"),
    ("{A} goes to {H}. {B} no.", "Am"),
    ("{A} goes to {H}. {B}: nothing.", "Am"),
    ("{A} goes to {H}. Not {B}.", "Am"),
    ("{A} goes to {H}. {B} stays out of it.", "Am"),
    ("{A} goes to {H}. {B} wants to as well but no.", "Am"),
)


@TYPED
@SHIFTED
def test_of_two_units_only_those_who_are_told_to_do_something_do_it(shift: int, typed: Callable[[str], str]) -> None:
    asked, wrong = 0, []
    for n, (sentence, meant) in enumerate(TWO):
        game = MOVES[(n + shift) % (3 if "dismount" in sentence else 4)]
        found = read(game, sentence, typed)
        offered = [done(game, one) for one in found.choices]
        orders = None if meant is None else set(meant.split())
        asked += found.verdict == REFUSED
        if found.verdict == ACCEPTED and (orders is None or done(game, found.canonical) != orders):
            wrong.append((sentence, found.canonical))
        elif found.verdict == PROSE and orders:
            wrong.append((sentence, ("chat",)))
        elif orders is not None and offered and orders not in offered:
            wrong.append((sentence, found.choices))
    assert wrong == []
    assert asked <= len(TWO) // 4


# Fire: at whom A fires (X, Y), B as well (XB), each at their own (XBY); "-" for no fire, "?" where it must be asked.

FIRE: Sequence[tuple[str, str]] = (
    ("{A} fires at {X}", "+"),
    ("{A} shoots at {X}", "+"),
    ("{A} does not fire at {X}", "-"),
    ("{A} fires at {X}, not at {Y}", "X"),
    ("{A} fires at {X} not {Y}", "X"),
    ("{A} fires not at {X} but at {Y}", "Y"),
    ("{A} fires at {Y} instead of {X}", "Y"),
    ("instead of {X}, {A} fires at {Y}", "Y"),
    ("{A} fires at {X} rather than {Y}", "X"),
    ("{A} fires at {X} if {Y} is gone", "?"),
    ("{A} holds its fire", "-"),
    ("{A} fires at nobody", "-"),
    ("{A} spares {X}", "-"),
    ("{A} ignores {X} and fires at {Y}", "Y"),
    ("{A} ignores {X}, fires at {Y}", "Y"),
    ("{A} forgets {X}; it fires at {Y}", "Y"),
    ("{A} fires at {X} because {Y} is too far", "X"),
    ("{A} fires at {X} since {Y} is out of range", "X"),
    ("{A} fires at {X}, {Y} being out of range", "X"),
    ("{A} fires at {X} who stands next to {Y}", "X"),
    ("{A} fires at {X} beside {Y}", "X"),
    ("{A} fires at {X} before {Y} comes", "X"),
    ("{A} fires at {X} so that {Y} is alone", "X"),
    ("{A} fires at {X} to help {B}", "X"),
    ("{A} fires at {X} to cover {B}", "X"),
    ("{A} fires at {X} over the heads of {B}", "X"),
    ("{A} fires at {X}, {B} does not", "X"),
    ("{A} fires at {X}, {B} too", "XB"),
    ("{A} fires at {X} while {B} holds fire", "X"),
    ("{A} fires at {X} and {B} at {Y}", "XBY"),
    ("{A} fires at {X}, {B} at {Y}", "XBY"),
    ("{A} on {X}, {B} on {Y}", "XBY"),
    ("{A} and {B} fire at {X}", "XB"),
    ("both {A} and {B} shoot {X}", "XB"),
    ("neither {A} nor {B} fires at {X}", "-"),
    ("{A} fires at {X} next turn", "?"),
    ("{A} fired at {X} last turn", "?"),
    ("maybe {A} fires at {X}", "?"),
    ("can {A} fire at {X}?", "?"),
    ("{A} is forbidden to fire at {X}", "-"),
    ("{A} must not shoot {X}", "-"),
    ("{A} shall never fire at {X}", "-"),
    ("no fire at {X} by {A}", "-"),
    ("{A}: no fire at {X}", "-"),
    ("{X} is the target of {A}", "+"),
    ("{X} gets it from {A}", "+"),
    ("the target for {A} is {X}", "+"),
    ("{A}'s target is {X}", "+"),
    ("{A} targets {X}", "+"),
    ("{A} lets {X} have it", "+"),
    ("{A} gives {X} a volley", "+"),
    ("{A} opens up on {X}", "+"),
    ("{A} blazes away at {X}", "+"),
    ("I want {A} to shoot at {X}", "+"),
    ("tell {A} to fire at {X}", "+"),
    ("{A} fires at {X} with everything it has", "+"),
    ("{X} fires at {A}", "?"),
    ("{X} will fire at {A}", "?"),
    ("{A} is shot at by {X}", "?"),
    ("{A} returns fire on {X}", "+"),
    ("{A} fires back at {X}", "+"),
    ("{A} fires back if {X} fires", "?"),
    ("{A} fires at {X} if fired upon", "?"),
    ("{A} fires at {X} unless {Y} comes closer", "?"),
    ("{A} fires at {X}. No, at {Y}.", "Y"),
    ("{A} fires at {X}, sorry, {Y}", "Y"),
    ("{A} fires at {X}, I mean {Y}", "Y"),
    ("{A} fires at {X} - make that {Y}", "Y"),
    ("{A} fires at {X}. Scratch that.", "?"),
    ("{A} fires at {X}? No, at {Y}.", "Y"),
    ("only {A} fires at {X}", "X"),
    ("nobody but {A} fires at {X}", "X"),
    ("nobody fires at {X}", "-"),
    ("nobody fires except {A} at {X}", "X"),
    ("{A} alone fires at {X}", "X"),
    ("{A} fires at {X}, the others hold fire", "X"),
    ("{A} fires at {X}; the rest hold", "X"),
    ("{A} fires at {X}, nobody else fires", "X"),
)
TARGETS = {"+": {"AX"}, "X": {"AX"}, "Y": {"AY"}, "XB": {"AX", "BX"}, "XBY": {"AX", "BY"}, "-": set[str]()}


def fired(game: Game, orders: Sequence[str]) -> set[str]:
    """Who of A and B fires at whom of X and Y."""
    found = set()
    for part in "; ".join(orders).split("; "):
        who, fire, whom = part.partition(" fire ")
        found |= {f"{a}{x}" for a in "AB" for x in "XY" if fire and game[1][a] in who and game[1][x] in whom}
    return found


@SHIFTED
def test_fire_is_at_those_who_are_meant(shift: int) -> None:
    wrong = []
    for n, (sentence, meant) in enumerate(FIRE):
        game = FIRES[(n + shift) % len(FIRES)]
        found = read(game, sentence)
        expected = TARGETS.get(meant)
        if found.verdict == ACCEPTED and (expected is None or fired(game, found.canonical) != expected):
            wrong.append((sentence, found.canonical))
        if expected is not None and found.choices and expected not in [fired(game, one) for one in found.choices]:
            wrong.append((sentence, found.choices))
    assert wrong == []


# Two deeds of one unit: both are done, or asked about.

JOINED = (
    ", where it {V}",
    ", where it will {B}",
    ", after which it {V}",
    ", whereupon it {V}",
    ", then {V}",
    " and {V}",
    " and then {V}",
    ", there it {V}",
    " and {V} there",
    ", {V} on arrival",
    ", {G} on arrival",
    ", {G} there",
    " before {G}",
    ", before it {V}",
    " to {B} there",
    " in order to {B}",
    " and only then {V}",
    " and finally {V}",
    ", following which it {V}",
    ", once there it {V}",
    ", once there {B}",
    " and, once there, {V}",
    " and on arrival {V}",
    " and has to {B}",
    " and must {B} there",
    " and should {B} there",
    " and may {B} there",
    "; it {V} there",
    ". It {V} there.",
    ". There it {V}.",
    ". Then {B}.",
    ". After that {B}.",
    ". Next {B}.",
    ". Then they {B}.",
    ". They {B} when they get there.",
    ", and they {B} when they arrive",
    ", and {V} as soon as it arrives",
    " + {B}",
    " / {B}",
    " & {V}",
    " -> {B}",
    "; {B}",
    ": {B}",
    ", {B}",
    " - {B}",
    " ({B})",
    " plus {B}",
    " as well as {B}",
    " followed by {G}",
    " and ends by {G}",
    ", ending by {G}",
    ", ready to {B}",
    " so it can {B}",
    " so that it {V} there",
    " with a view to {G}",
    " then {B} pls",
    " n {B}",
    " n then {B}",
    ", lastly {B}",
    " and afterwards {V}",
    " and thereafter {V}",
    " and immediately {V}",
    ", immediately {G}",
    " and subsequently {V}",
    " thereupon {V}",
    ", having done so it {V}",
    " and at the end it {V}",
    " but {V} there",
    ", but then {V}",
    " yet {V}",
    " while {G}",
    ", all the while {G}",
    " and {V}, too",
    " and also {V}",
    " and at once {V}",
    " and the men {B}",
    " where the men {B}",
    ", the men {B} there",
    ", everyone {V}",
    " and all {B}",
)
DEEDS = (
    (MOVES[0], "A/3 moves to 3612", "dismount", "dismounts", "dismounting", {"Am", "Ad"}),
    (
        (CREEK, {"A": "First Company"}, {"A": "First Company"}),
        "First Company advances 4",
        "form line",
        "forms line",
        "forming line",
        {"Aa", "Af"},
    ),
)


def test_of_two_deeds_none_is_left_out() -> None:
    for n, joint in enumerate(JOINED):
        game, first, base, does, doing, both = DEEDS[n % len(DEEDS)]
        text = first + joint.format(B=base, V=does, G=doing)
        found = judged(Row("", *game[0], "", text, ""), text)
        orders = [order for one in found for order in one.canonical]
        is_done = {f"A{verb[0]}" for verb in re.findall(r"\b(move|ahead|dismount|form)\b", "; ".join(orders))}
        assert is_done == both or any(one.verdict == REFUSED for one in found), (text, orders)
