"""Canonical bytes, dice, ladder, leaves, links, blocks and bundles, each by itself."""

import random
import unicodedata
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core.canonical import canon, parse
from pbem.core.dice import KeyedDice
from pbem.seal import bundle
from pbem.seal.block import Damaged, Seal, SealFields, find, render, signed_bytes
from pbem.seal.chain import check_chain, contributions, link
from pbem.seal.ladder import ZEROS, Ladder, LadderSpent, order_salt, silent, stands_on, tagged
from pbem.seal.shapes import is_time
from pbem.seal.state import leaf, leaf_salt, merkle_root, open_leaf, state_hash, state_of_opening
from tests.seal.campaign import SALT_KEY, SERVER, Campaign, secret

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner, max_size=5)
    ),
    max_leaves=20,
)


@pytest.mark.slow
@given(VALUES)
def test_canonical_bytes_are_those_of_rfc_8785(value: Any) -> None:
    """A text outside NFC is refused, so texts are normalised here; that they are refused is tested in core."""
    value = normal(value)
    data = canon(value)
    assert data == rfc8785.dumps(value)
    assert parse(data) == value


def normal(value: Any) -> Any:
    """The value with its texts in NFC."""
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case list():
            return [normal(one) for one in value]
        case dict():
            return {key: normal(one) for key, one in value.items()}
    return value


def test_120000_dice_of_one_key_are_fair() -> None:
    """Chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand keys; and pairs are independent."""
    dice = KeyedDice(secret("roll key"))
    faces = [face for n in range(60_000) for face in dice.faces(f"T01.US.B morale #{n}", 2, 6)]
    singles = Counter(faces)
    assert sum((singles[face] - 20_000) ** 2 / 20_000 for face in range(1, 7)) < 20.5
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    expected = 60_000 / 36
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)) < 66.6


def test_a_ladder_ends() -> None:
    ladder = Ladder(secret("top"), 3)
    assert ladder.step(3) == secret("top")
    assert secret("top").hex() not in repr(ladder)
    with pytest.raises(LadderSpent, match="has 3 steps and step 4"):
        ladder.step(4)
    assert not stands_on(ladder.step(3), ladder.step(1))
    with pytest.raises(ValueError, match="32 bytes"):
        Ladder(b"short")


def test_an_unknown_tag_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of the tags"):
        tagged("dice", b"")


def test_silence_differs_by_player_adjudication_and_history() -> None:
    said = {
        silent("g", "US", 1),
        silent("g", "IN", 1),
        silent("g", "US", 2),
        silent("h", "US", 1),
        silent("g", "US", 1, "11" * 32),
    }
    assert len(said) == 5


@pytest.mark.parametrize("number", [1, 2, 7, 8, 9, 20])
def test_the_tree_tells_neither_number_nor_movement(number: int) -> None:
    """Every hidden fact opens to the state hash; the tree has at least 8 leaves and a power of two."""
    hidden = tuple((f"party/{n}", n) for n in range(number))
    record = {"game": "lbh-1", "branch": "main", "seq": 5}
    state = state_hash({"turn": 1}, hidden, SALT_KEY, 5)
    for path, value in hidden:
        opening = open_leaf(record, {"turn": 1}, hidden, SALT_KEY, path)
        assert state_of_opening(opening) == state
        assert len(opening["proof"]) == (3 if number <= 8 else 4 if number <= 16 else 5)
        assert state_of_opening({**opening, "value": value + 1}) != state
    assert state_hash({"turn": 1}, hidden, SALT_KEY, 6) != state
    assert state_hash({"turn": 1}, tuple(reversed(hidden)), SALT_KEY, 5) == state


def test_a_tree_of_seven_has_the_shape_of_rfc_6962() -> None:
    leaves = [leaf(leaf_salt(SALT_KEY, f"x/{n}", 1), f"x/{n}", None) for n in range(7)]
    pair = [tagged("node", leaves[n], leaves[n + 1]) for n in (0, 2, 4)]
    assert merkle_root(leaves) == tagged("node", tagged("node", pair[0], pair[1]), tagged("node", pair[2], leaves[6]))


# ------------------------------------------------------------------------------------------------------------- chain


def test_a_record_that_a_reader_would_refuse_is_not_made() -> None:
    body = {"player": "US", "phase": "T01.US.A", "n": 1, "digest": "ab" * 32, "saw": 0}
    for change, says in (
        ({"at": "2026-03-12 18:02"}, "'at' should be a time"),
        ({"prev": "abc"}, "'prev' should be 64 hex digits"),
        ({"type": "orders.eaten"}, "type 'orders.eaten' is unknown"),
        ({"body": {**body, "n": -1}}, "'n' in its body should be a whole number"),
        ({"body": {"player": "US"}}, "its body has no 'phase'"),
        ({"game": "my game"}, "'game' should be a name without blanks"),
        ({"body": {**body, "more": 1.5}}, "float"),
    ):
        good: dict[str, Any] = {"game": "g", "branch": "main", "seq": 1, "prev": ZEROS, "at": "2026-03-12T18:02:11Z"}
        with pytest.raises(ValueError, match=says):
            link(**{**good, "type": "orders.accepted", "body": body, **change})


def test_rolls_need_a_seed_and_a_segment_without_rolls_takes_no_step() -> None:
    where = ("g", "main", 1, ZEROS, "2026-03-12T18:02:11Z", "phase.resolved")
    quiet = {"phase": "T01.US.A", "rolls": [], "state": "ab" * 32}
    link(*where, quiet)
    with pytest.raises(ValueError, match="rolls and no seed"):
        link(*where, {**quiet, "rolls": [["T01.US.A rally #1", [3]]]})
    with pytest.raises(ValueError, match="together, or none"):
        link(*where, {**quiet, "adj": 1})


def test_check_chain_names_the_broken_record() -> None:
    records = Campaign().records
    assert check_chain(records) == ()
    changed = [dict(record) for record in records]
    changed[7]["at"] = "2026-03-12T18:07:12Z"
    (breach,) = check_chain(changed)
    assert (breach.seq, breach.text) == (8, "record 8 does not follow the record before it")
    (gone, *_) = check_chain(records[:5] + records[6:])
    assert (gone.seq, gone.expected, gone.found) == (6, "5", "6")
    (odd,) = check_chain([{**records[0], "v": 2}])
    assert "version 2" in odd.text


def test_contributions_are_of_the_orders_on_file_or_of_silence() -> None:
    made = Campaign()
    found = contributions(made.records[:4], made.game, ["US", "IN"], "T01.US.A", 1)
    assert found == {"US": made.records[3]["body"]["digest"], "IN": made.records[2]["body"]["digest"]}
    found = contributions(made.records[:12], made.game, ["US", "IN"], "T01.IN.A", 4)
    last = made.records[8]["body"]["contrib"]["IN"]
    assert found == {"US": made.records[11]["body"]["digest"], "IN": silent(made.game, "IN", 4, last)}  # IN withdrew
    assert order_salt(SALT_KEY, "US", "T01.US.A", 1) != order_salt(SALT_KEY, "US", "T01.US.A", 2)


def test_a_retry_gives_the_same_bytes() -> None:
    assert [canon(one) for one in Campaign().records] == [canon(one) for one in Campaign().records]


# ------------------------------------------------------------------------------------------------------ block, bundle


FIELDS = SealFields("rosebud-7", "main", 41, "2026-03-12T18:02:11Z", "T03.US.B", "ab" * 32, "cd" * 32)
SEAL = Seal(FIELDS, (SERVER.signature(signed_bytes(FIELDS)),), (12, "ef" * 32))


def test_a_block_is_plain_and_narrow() -> None:
    long = SealFields(
        "a-game-with-a-long-name-indeed", "main.2.3", 123456, "2026-03-12T18:02:11Z", "T03.US.B", "ab" * 32, "cd" * 32
    )
    block = render(long, [SERVER.signature(signed_bytes(long))])
    assert all(line.isascii() and len(line) <= 76 and not line.startswith(("-", "From ")) for line in block)
    (again,) = find("\n".join(block))
    assert isinstance(again, Seal)
    assert again.fields == long


@pytest.mark.slow
@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_block_is_rebuilt_after_any_wrapping(chance: random.Random) -> None:
    """Blanks become other blanks, lines break anywhere between words and inside hashes, quoting marks come before them."""
    out = ""
    for line in render(SEAL.fields, SEAL.sigs, SEAL.seed):
        for n, letter in enumerate(line):
            if letter == " " and chance.random() < 0.3:
                out += chance.choice(["  ", "\t", "\u00a0", " \n", "\n> ", "\r\n> > "])
            elif n > 20 and len(line) > 60 and chance.random() < 0.02:
                out += letter + chance.choice(["\n", "\n> ", " \r\n>> "])
            else:
                out += letter
        out += chance.choice(["\n", " \n> ", "\r\n"])
    assert find(out) == (SEAL,)


def test_two_blocks_one_cut_off() -> None:
    block = "\n".join(render(SEAL.fields, SEAL.sigs, SEAL.seed))
    cut = "\n".join(block.splitlines()[:5])
    first, second = find(f"{cut}\n\n{block}\nbye")
    assert isinstance(first, Damaged)
    assert (first.why, first.game, first.seq) == ("its end is missing", "rosebud-7", 41)
    assert second == SEAL
    (newer,) = find(block.replace("pbem seal 1", "pbem seal 2"))
    assert isinstance(newer, Damaged)
    assert "version 2" in newer.why


def test_fields_that_no_seal_may_hold() -> None:
    with pytest.raises(ValueError, match="phase should be a name"):
        signed_bytes(SealFields("g", "main", 1, "2026-03-12T18:02:11Z", "", "ab" * 32, "cd" * 32))


def test_a_bundle_is_read_back() -> None:
    made = Campaign()
    read = bundle.read(made.bundle("US"))
    assert read.wrong == []
    assert read.records == made.records
    assert read.openings == made.opened_to("US", 0, 19)
    assert read.seals == [Seal(made.seal(19).fields, made.seal(19).sigs)]
    assert bundle.file_name("rosebud-7", 41) == "rosebud-7-0041.pbem"


def test_a_line_that_is_not_canonical_is_told_as_what_it_was_meant_to_be() -> None:
    made = Campaign()
    lines = made.bundle("US").split(b"\n")
    opening = next(n for n, line in enumerate(lines) if b'"open":"' in line and b'"prev":"' not in line)
    for n, begins in ((opening, "opening: it is not canonical"), (2, "it is not canonical")):
        read = bundle.read(b"\n".join([*lines[:n], lines[n] + b" ", *lines[n + 1 :]]))
        assert [one.text for one in read.wrong if one.text.startswith(begins)], (n, read.wrong)
        assert len(read.records) == len(made.records) - (n == 2)
        assert len(read.seals) == 1


@given(st.binary(max_size=300))
def test_any_bytes_are_a_bundle_with_something_wrong(data: bytes) -> None:
    read = bundle.read(data)
    assert read.wrong or not data


@given(st.text(max_size=300))
def test_any_text_may_be_searched_for_blocks(text: str) -> None:
    find(text)
    assert all(isinstance(one, Damaged) for one in find("pbem seal 1 begin " + text + " pbem seal 1 end"))


@pytest.mark.parametrize(
    ("text", "right"),
    [("2028-02-29T00:00:00Z", True), ("2026-02-29T00:00:00Z", False), ("2026-99-01T00:00:00Z", False), ("now", False)],
)
def test_a_time_is_a_moment_that_there_is(text: str, right: bool) -> None:
    assert is_time(text) is right


@pytest.mark.parametrize("length", range(1, 65))
def test_names_of_a_block_share_a_line_of_76_columns_where_they_fit(length: int) -> None:
    fields = replace(SEAL.fields, game="g" * length)
    rows = render(fields, SEAL.sigs)
    first = rows[1 : next(n for n, row in enumerate(rows) if row.startswith("  at "))]
    assert all(len(row) <= 76 for row in first)
    for row, below in pairwise(first):
        head = below.strip().split("   ")[0]
        assert len(f"{row}   {head}") > 76
    assert find("\n".join(rows)) == (Seal(fields, SEAL.sigs),)
