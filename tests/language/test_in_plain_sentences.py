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


# One unit: what it is not to do, or not now, or not for sure.

NOT = (
    "{A} must under no circumstances move to {H}",
    "{A} is not to move to {H}",
    "{A} never moves to {H}",
    "{A} does not move to {H}",
    "do not let {A} move to {H}",
    "don't let {A} go to {H}",
    "I don't want {A} to move to {H}",
    "I do not want {A} at {H}",
    "it would be wrong to move {A} to {H}",
    "no moving to {H} for {A}",
    "{A} is forbidden to move to {H}",
    "{A} refuses to move to {H}",
    "{A} is unable to move to {H}",
    "{A} can't move to {H}",
    "{A} will not be moving to {H}",
    "{A} stops moving to {H}",
    "{A} avoids {H}",
    "{A} keeps away from {H}",
    "{A} stays away from {H}",
    "{A} should resist going to {H}",
    "{A} refrains from moving to {H}",
    "by no means move {A} to {H}",
    "on no account move {A} to {H}",
    "{A} to {H}? No.",
    "{A} to {H}? Never.",
    "{A} to {H} - no way.",
    "moving {A} to {H} is out of the question",
    "I was going to move {A} to {H} but no",
    "I considered moving {A} to {H} but decided against it",
    "{A} moves anywhere but {H}",
    "{A} nearly moved to {H}",
    "forget about {A} going to {H}",
    "scrap the idea of {A} going to {H}",
    "cancel {A} to {H}",
    "{A} to {H} is cancelled",
    "withdraw the order {A} to {H}",
    "{A} does anything but move to {H}",
    "{A} had better not move to {H}",
    "I would rather {A} did not move to {H}",
    "{A} isn't going to {H}",
    "{A} ain't going to {H}",
    "{A} no longer moves to {H}",
    "{A} moves to {H} - not!",
    "{A} moves to {H}. Just kidding.",
    "{A} moves to {H}. No, forget it.",
    "{A} moves to {H}. On second thoughts, no.",
    "{A} moves to {H}. Scratch that.",
    "{A} moves to {H}, no, it stays.",
    "{A} moves to {H}... nah, stay put.",
    "{A} moves to {H}, or rather it stays",
)
WHEN = (
    "{A} moves to {H} if the enemy comes closer",
    "{A} moves to {H} only if it is attacked",
    "{A} moves to {H} unless it is attacked",
    "{A} moves to {H} provided nobody is there",
    "{A} moves to {H} as long as it is empty",
    "{A} moves to {H} so long as nobody shoots",
    "{A} moves to {H} in case of an attack",
    "{A} moves to {H} should the enemy attack",
    "should the enemy attack, {A} moves to {H}",
    "when attacked {A} moves to {H}",
    "if attacked, {A} to {H}",
    "{A} moves to {H} when it is attacked",
    "{A} moves to {H} once it is attacked",
    "{A} moves to {H} as soon as the enemy moves",
    "{A} moves to {H} after the enemy has moved",
    "{A} waits until attacked and then moves to {H}",
    "{A} moves to {H} on a roll of 6",
    "{A} moves to {H} if you roll well",
    "{A} moves to {H} assuming the enemy does not attack",
    "{A} moves to {H} except if attacked",
    "{A} moves to {H} but not if it is attacked",
    "{A} moves to {H} if it is raining",
    "{A} moves to {H} depending on the enemy",
    "{A} moves to {H}, but only if it costs less than 3",
    "{A} moves to {H} if there is no enemy next to it",
    "{A} moves to {H} until the enemy comes",
    "{A} moves to {H} if it has not been shot at",
    "whatever the enemy does not take: {A} moves to {H} if free",
    "{A} moves to {H} in the event of a charge",
    "{A} moves to {H} upon being charged",
    "{A} moves to {H} if necessary",
    "{A} moves to {H} if need be",
    "{A} may move to {H} if it wants",
    "{A} moves to {H} or stays",
    "{A} moves to {H} or dismounts",
    "{A} either moves to {H} or stays",
    "maybe {A} moves to {H}",
    "perhaps {A} should move to {H}",
    "{A} moves to {H}, I think, or maybe not",
    "{A} moves to {H} (or should it stay?)",
)
ANOTHER_TIME = (
    "{A} moves to {H} next turn",
    "{A} moves to {H} in the next turn",
    "next turn {A} moves to {H}",
    "{A} moves to {H} later",
    "{A} moves to {H} tomorrow",
    "{A} will move to {H} next turn",
    "{A} moves to {H} in two turns",
    "{A} moves to {H} the turn after",
    "{A} moves to {H} eventually",
    "{A} moves to {H} at the end of the game",
    "in a later turn {A} moves to {H}",
    "from next turn on {A} moves to {H}",
    "{A} moved to {H} last turn",
    "{A} moves to {H} in turn 9",
    "on turn 9 {A} moves to {H}",
    "next time {A} moves to {H}",
    "{A} was to move to {H}",
    "{A} had moved to {H}",
    "{A} should have moved to {H}",
    "{A} would have moved to {H}",
    "{A} has moved to {H}",
    "{A} used to move to {H}",
    "{A} moves to {H} in the rules example",
    "{A} moved to {H} in our last game",
)
HEARSAY = (
    "my brother says {A} moves to {H}",
    "my wife thinks {A} should move to {H}",
    "you probably think {A} moves to {H}",
    "you expect {A} to move to {H}",
    "if I were you I would move {A} to {H}",
    "in the book {A} moves to {H}",
    "historically {A} moved to {H}",
    "can {A} move to {H}?",
    "could {A} reach {H}?",
    "does {A} reach {H}?",
    "what if {A} moves to {H}?",
    "should {A} move to {H}?",
    "may {A} move to {H}?",
    "is {A} allowed to move to {H}?",
    "how far is it for {A} to {H}?",
    "what does it cost {A} to move to {H}?",
    "why would {A} move to {H}?",
    "who wants {A} to move to {H}?",
    "did {A} move to {H}?",
    "has {A} moved to {H}?",
    "the rules say {A} may move to {H}",
    "the umpire said {A} moves to {H}",
    "I wonder whether {A} moves to {H}",
    "I doubt that {A} moves to {H}",
    "I dream of {A} moving to {H}",
    "imagine {A} moving to {H}",
    "suppose {A} moves to {H}",
    "I hope you do not think {A} moves to {H}",
    "they say {A} moves to {H}",
    "it is rumoured that {A} moves to {H}",
    "I could move {A} to {H}",
    "I might move {A} to {H}",
    "I was thinking of moving {A} to {H}",
    "I am tempted to move {A} to {H}",
    "I am undecided whether {A} moves to {H}",
    "I don't know if {A} moves to {H}",
    "let me know if {A} can move to {H}",
    "tell me whether {A} gets to {H}",
)


@TYPED
@SHIFTED
@pytest.mark.parametrize("rows", [NOT, WHEN, ANOTHER_TIME, HEARSAY], ids=["not", "when", "another-time", "hearsay"])
def test_what_is_denied_conditional_past_or_hearsay_is_never_carried_out_as_it_is(
    rows: Sequence[str], shift: int, typed: Callable[[str], str]
) -> None:
    for n, sentence in enumerate(rows):
        game = MOVES[(n + shift) % len(MOVES)]
        found = read(game, sentence, typed)
        waits = any(one.startswith("when ") for one in found.canonical)
        assert found.verdict != ACCEPTED or waits or not done(game, found.canonical), (sentence, found.canonical)


PLAIN = (
    "{A} must move to {H}",
    "{A} is to move to {H}",
    "{A} shall move to {H}",
    "{A} will move to {H}",
    "{A} should move to {H}",
    "{A} is going to {H}",
    "I want {A} to move to {H}",
    "I'd like {A} to go to {H}",
    "let {A} go to {H}",
    "have {A} go to {H}",
    "get {A} to {H}",
    "make {A} go to {H}",
    "send {A} to {H}",
    "please move {A} to {H}",
    "could you move {A} to {H}, please",
    "would you please send {A} to {H}?",
    "can you move {A} to {H} please?",
    "{A} has to get to {H}",
    "{A} needs to go to {H}",
    "{A} ought to go to {H}",
    "{A} had better go to {H}",
    "time for {A} to go to {H}",
    "it is time {A} went to {H}",
    "how about {A} to {H}",
    "{A}: {H}",
    "{A} -> {H}",
    "{A} {H}",
    "{A} to {H}",
    "{A} into {H}",
    "{A} heads for {H}",
    "{A} makes for {H}",
    "{A} makes its way to {H}",
    "{A} proceeds to {H}",
    "{A} rides to {H}",
    "{A} shifts to {H}",
    "{A} relocates to {H}",
    "{A} takes position in {H}",
    "{A} takes up position at {H}",
    "{A} occupies {H}",
    "{A} ends in {H}",
    "{A} ends up at {H}",
    "{A} finishes in {H}",
    "{A}, go to {H}!",
    "go to {H}, {A}",
    "move to {H} with {A}",
    "{H} is where {A} goes",
    "{H} for {A}",
    "the destination of {A} is {H}",
    "{A}'s destination is {H}",
    "{A} has {H} as its goal",
    "I move {A} to {H}",
    "I am moving {A} to {H}",
    "we move {A} to {H}",
    "my order for {A} is {H}",
    "my orders: {A} moves to {H}",
    "orders for {A}: move to {H}",
    "{A} gets orders to move to {H}",
    "{A} is ordered to {H}",
    "{A} is ordered to move to {H}",
    "order {A} to {H}",
    "{A} should be moved to {H}",
    "{A} is moved to {H}",
    "{A} is sent to {H}",
    "I hereby order {A} to {H}",
    "{A} moves straight to {H}",
    "{A} moves one hex to {H}",
    "{A} moves only to {H}",
    "{A} simply moves to {H}",
    "{A} moves, to {H}",
    "{A} moves again, this time to {H}",
    "{A} moves to {H} now",
    "{A} moves to {H} this turn",
    "{A} moves to {H} at last",
    "{A} finally moves to {H}",
    "{A} moves to {H} and stops",
    "{A} moves to {H} and stays there",
    "{A} moves to {H} and waits",
    "{A} moves to {H} and halts there",
    "{A} moves to {H}, no further",
    "{A} moves to {H}, not further",
    "{A} moves to {H} and no farther",
    "{A} moves to {H}, that is all",
    "{A} moves to {H}. Nothing else.",
    "{A} moves to {H}; nothing more",
    "{A} moves as far as {H}",
    "{A} moves up to {H}",
    "{A} moves forward to {H}",
    "{A} moves back to {H}",
    "{A} withdraws to {H}",
    "{A} falls back to {H}",
    "{A} retires to {H}",
    "{A} pulls back to {H}",
    "{A} returns to {H}",
    "{A} leaves for {H}",
    "{A} leaves and goes to {H}",
    "{A} sets off for {H}",
    "{A} closes up to {H}",
    "{A} steps over to {H}",
    "{A} slides to {H}",
    "{A} edges over to {H}",
    "{A} crosses to {H}",
    "{A} comes to {H}",
    "bring {A} to {H}",
    "put {A} in {H}",
    "place {A} in {H}",
    "I want {A} in {H}",
    "{A} in {H} please",
    "{A} moves to {H} - sorry, that is all I have time for",
    "{A} moves to {H} (same as last time)",
    "same as before: {A} moves to {H}",
    "no change of plan: {A} moves to {H}",
    "nothing fancy: {A} moves to {H}",
    "not much this time: {A} moves to {H}",
    "I have only one order: {A} moves to {H}",
    "one order only, {A} moves to {H}",
    "{A} moves to {H}; that should do it",
    "{A} moves to {H}, what else",
    "{A} moves to {H}, obviously",
    "{A} moves to {H}, I guess",
    "{A} moves to {H}, I suppose",
    "{A} moves to {H}, I think",
    "{A} moves to {H} I reckon",
    "well {A} moves to {H} then",
    "{A} moves to {H}, then",
    "{A} moves to {H}, if that is ok",
    "no doubt about it, {A} moves to {H}",
    "without doubt {A} moves to {H}",
    "{A} moves to {H} no matter what",
    "{A} moves to {H} whatever happens",
    "{A} moves to {H} in any case",
    "{A} moves to {H} anyway",
    "{A} moves to {H} regardless",
    "{A} moves to {H} all the same",
)


@SHIFTED
def test_a_plain_order_to_go_somewhere_is_taken_at_once_however_it_is_put(shift: int) -> None:
    asked, wrong = 0, []
    for n, sentence in enumerate(PLAIN):
        game = MOVES[(n + shift) % len(MOVES)]
        found = read(game, sentence)
        asked += found.verdict == REFUSED
        if found.verdict == ACCEPTED and done(game, found.canonical) != {"Am"}:
            wrong.append((sentence, found.canonical))
    assert wrong == []
    assert asked <= len(PLAIN) // 10


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
