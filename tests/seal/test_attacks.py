"""What an enemy may do to records, mailboxes and histories, and what both checkers say of it."""

from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from pbem.core.dice import KeyedDice
from pbem.seal import bundle, pbem_verify
from pbem.seal.block import Seal, signed_bytes
from pbem.seal.ladder import roll_key
from pbem.seal.signing import Signer, public_text
from pbem.seal.verify import Unusable, verify
from tests.seal import campaign as campaigns
from tests.seal import flips
from tests.seal.campaign import GAME, ROOT, SALT_KEY, SERVER, Campaign, secret
from tests.seal.test_standalone import both
from tests.seal.test_verify import LIES, lying


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    return Campaign()


@pytest.fixture(scope="module")
def other() -> Campaign:
    return Campaign(game="rosebud-8")


@pytest.mark.parametrize("seed", range(0, 150, 10))
def test_a_changed_byte_is_told(tmp_path: Path, seed: int) -> None:
    """A small part of ``make soak``; every tenth is put to the checker of one file too."""
    wrong = [trial(n, tmp_path) for n in range(seed, seed + 10) for trial in (flips.of_bundle, flips.of_mailbox)]
    assert [one for one in wrong if one] == []


def test_a_letter_of_the_desk_without_a_readable_part_is_told(tmp_path: Path) -> None:
    """Sample 1,427: the ``Content-Type`` of the last letter is no type of mail any more, and its record would be missed."""
    assert flips.of_mailbox(1427, tmp_path) == ""


@pytest.mark.parametrize("sample", [2710, 3880, 3910, 4570, 6900, 7320, 21265])
def test_a_mailbox_is_judged_alike_by_both_checkers(tmp_path: Path, sample: int) -> None:
    """A byte of no text in an indent, in the game's name, before a seed; a seal of no day there is."""
    assert flips.of_mailbox(sample, tmp_path) == ""


Lines = list[bytes]
Attack = Callable[[Lines, Lines], Lines]


def reordered(lines: Lines, other: Lines) -> Lines:
    return [*lines[:6], lines[7], lines[6], *lines[8:]]


def dropped(lines: Lines, other: Lines) -> Lines:
    return [*lines[:6], *lines[7:]]


def replayed(lines: Lines, other: Lines) -> Lines:
    return [*lines[:8], lines[6], *lines[8:]]


def spliced(lines: Lines, other: Lines) -> Lines:
    return [*lines[:6], other[6], *lines[7:]]


def renamed(lines: Lines, other: Lines) -> Lines:
    return [*lines[:6], other[6].replace(b"rosebud-8", b"rosebud-7"), *lines[7:]]


def beheaded(lines: Lines, other: Lines) -> Lines:
    return [other[0].replace(b"rosebud-8", b"rosebud-7"), *lines[1:]]


def seal_of_another(lines: Lines, other: Lines) -> Lines:
    return [*lines[:20], other[20], *lines[21:]]


def opening_of_another(lines: Lines, other: Lines) -> Lines:
    return [*lines[:21], other[21], *lines[22:]]


@pytest.mark.parametrize(
    ("attack", "expected", "records"),
    [
        (reordered, 1, {6, 7}),
        (dropped, 2, {6}),
        (replayed, 1, {6, 8}),
        (spliced, 1, {6}),
        (renamed, 1, {6}),
        (beheaded, 1, {0}),
        (seal_of_another, 1, {19}),
        (opening_of_another, 1, {1}),
    ],
)
def test_lines_that_are_moved_dropped_doubled_or_of_another_game(
    campaign: Campaign, other: Campaign, tmp_path: Path, attack: Attack, expected: int, records: set[int]
) -> None:
    mine, his = (one.bundle("US").splitlines(keepends=True) for one in (campaign, other))
    (tmp_path / "a.pbem").write_bytes(b"".join(attack(mine, his)))
    assert both(tmp_path / "a.pbem")[0] == expected
    verdict = verify([tmp_path / "a.pbem"])
    assert {one.record for one in verdict.all_findings() if one.kind != "note"} & records


def test_a_letter_of_another_game_among_ones_own_changes_nothing(
    campaign: Campaign, other: Campaign, tmp_path: Path
) -> None:
    """It is a game of its own, with a verdict of its own."""
    mine, his = campaign.mbox("US", tmp_path / "us"), other.mbox("US", tmp_path / "other")
    verdict = verify([mine, his])
    assert [(game.game, game.status) for game in verdict.games] == [("rosebud-7", 0), ("rosebud-8", 0)]


@pytest.mark.parametrize(("seq", "change", "says"), LIES)
def test_the_desk_lies_and_signs_it(
    tmp_path: Path, seq: int, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    status, named = both(lying(seq, change).mbox("US", tmp_path / "us"))
    assert (status, seq in named) == (1, True), says


@pytest.mark.parametrize("name", ["beacon", "witness"])
def test_dice_that_a_value_of_nobodys_was_mixed_into_are_told(tmp_path: Path, name: str) -> None:
    """In mode `sealed` nothing comes in beside seed and orders: else the desk could try values until it likes the dice."""
    wanted = [6, 6]

    def choose(body: dict[str, Any]) -> None:
        label = body["rolls"][0][0]
        for tried in range(10_000):
            value = secret(f"value {tried}").hex()
            step = bytes.fromhex(body["seed"])
            key = roll_key(step, GAME, "main", body["adj"], body["contrib"], {name: value})
            if list(KeyedDice(key).faces(label, 2, 6)) == wanted:
                break
        given = {"beacon": {"round": 1, "signature": "ab" * 48}, "witness": {"step": 1, "sig": f"{'A' * 86}=="}}
        body[name] = {**given[name], "value": value}
        body["rolls"] = [[one, list(KeyedDice(key).faces(one, 2, 6))] for one, _ in body["rolls"]]
        for event, (_, faces) in zip(body["events"], body["rolls"], strict=True):
            event["roll"]["faces"] = faces

    status, named = both(lying(4, choose).mbox("US", tmp_path / "us"))
    assert (status, named) == (1, {4})


def test_a_witness_who_was_silent_gave_no_value() -> None:
    """`pbem verify` takes such a record for none; the file alone would have rolled with whatever the desk wrote there."""
    game = pbem_verify.Game()
    walk = pbem_verify.Walk(game, "main", "", [])
    walk.own, walk.step_asked = True, 1
    walk.source = {"name": "ada", "key": ROOT.public.hex(), "anchor": "11" * 32}
    walk.take_witness({"step": 1, "silent": True}, {"game": GAME, "lock": "22" * 32})
    assert [kind for kind, _, _ in game.findings] == ["--"]
    walk.take_witness({"step": 1, "silent": True, "value": "33" * 32}, {"game": GAME, "lock": "22" * 32})
    assert [kind for kind, _, _ in game.findings] == ["--", "!!"]


# ---------------------------------------------------------------------------------- each bad input has its own sentence


def told(*paths: Path, **more: Any) -> tuple[int, str]:
    verdict = verify(list(paths), **more)
    status, games, _ = pbem_verify.verify([str(path) for path in paths], **{key: str(one) for key, one in more.items()})
    assert status == verdict.status, [one for game in games.values() for one in game.findings]
    return verdict.status, "\n".join(one.text for one in verdict.all_findings())


@pytest.mark.parametrize("place", [4, 19])
def test_a_seal_of_another_time_than_its_record_is_told(tmp_path: Path, place: int) -> None:
    """What a letter says of its own time is signed, so it is compared with what the chain says."""

    class Earlier(Campaign):
        def seal(self, seq: int, signer: Signer = SERVER) -> Seal:
            made = super().seal(seq, signer)
            if seq != place:
                return made
            fields = replace(made.fields, at="2026-03-12T17:00:00Z")
            return Seal(fields, (signer.signature(signed_bytes(fields)),), made.seed)

    made = Earlier()
    assert both(made.mbox("US", tmp_path / "us")) == (1, {place})
    twice = Campaign().mbox("US", tmp_path / "both")
    assert both(twice, tmp_path / "us") == (1, {place})


def test_a_nonce_is_told_to_whoever_is_said_to_have_written_it(campaign: Campaign, tmp_path: Path) -> None:
    """The desk knows the seed: with a nonce of its own in somebody's orders it could choose the dice."""
    for side, nonces in (("US", 1), ("IN", 0)):
        mine = campaign.mbox(side, tmp_path / side)
        status, text = told(mine)
        assert (status, text.count("hold the nonce 'plum 40289': if you never wrote it")) == (0, nonces)
        _, games, _ = pbem_verify.verify([str(mine)])
        remarks = [one for game in games.values() for kind, _, one in game.findings if "nonce" in one]
        assert len(remarks) == nonces


def test_an_end_that_opens_nothing_is_told(tmp_path: Path) -> None:
    """Orders of the opponent that nobody ever opens may have been any."""

    class Ended(Campaign):
        def _play(self) -> None:
            super()._play()
            body = {"result": "draw", "salt_key": SALT_KEY.hex(), "hidden_top": self.hidden_ladder.step(512).hex()}
            self.add("game.end", body)

        def letters(self, player: str) -> list[EmailMessage]:
            return [*super().letters(player), self.report(player, 20, 20)]

    mine = Ended().mbox("US", tmp_path / "us")
    status, text = told(mine)
    assert (status, "it does not open what is sealed in record 1-3, 6, 9, 11, 15, 18" in text) == (2, True), text


def test_a_mailbox_that_was_cut_off_is_incomplete_and_not_false(campaign: Campaign, tmp_path: Path) -> None:
    whole = campaign.mbox("US", tmp_path / "us").read_bytes()
    path = tmp_path / "cut"
    for at in range(len(whole) // 9, len(whole), len(whole) // 9):
        path.write_bytes(whole[:at])
        status, said = told(path)
        assert status in (0, 2), said
    path.write_bytes(whole[: whole.rindex(b"application/vnd.pbem+jsonl") + 900])
    status, said = told(path)
    assert status == 2
    assert "it ends in the middle: the mailbox was cut off, or the letter was" in said


def test_a_bundle_that_was_edited_by_hand(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "a.pbem"
    path.write_bytes(campaign.bundle("US").replace(b'"scenario":"historical"', b'"scenario": "historical"'))
    status, said = told(path)
    assert status == 1
    assert "line 1 of the bundle" in said
    assert "it is not canonical JSON" in said
    path.write_bytes(campaign.bundle("US")[:-40])
    status, said = told(path)
    assert (status, "its last line is cut off" in said) == (1, True)


def test_a_mailbox_of_somebody_elses_game(other: Campaign, tmp_path: Path) -> None:
    """Whoever pins the key that he noted is told; the made-up games have one root key, so another is pinned here."""
    key = tmp_path / "root.key"
    box = other.mbox("US", tmp_path / "us")
    key.write_text(public_text("root", ROOT.public))
    assert told(box, root_key=key)[0] == 0
    key.write_text(public_text("root", Signer("root", secret("my own root")).public))
    status, said = told(box, root_key=key)
    assert status == 1
    assert "the key given with --root-key is not the key of game rosebud-8" in said


def test_a_key_of_one_game_is_not_held_against_another_in_the_same_mailbox(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does it prove anything about that one, which is told as unchecked."""
    mine = Signer("root", secret("my own root"))
    monkeypatch.setattr(campaigns, "ROOT", mine)
    box, his = Campaign(game="rosebud-9").mbox("US", tmp_path / "us"), campaign.mbox("US", tmp_path / "his")
    key = tmp_path / "root.key"
    key.write_text(public_text("root", mine.public))
    assert told(box, root_key=key)[0] == 0
    status, said = told(box, his, root_key=key)
    assert status == 2
    assert f"is not the key of game {campaign.game}, but of another one here" in said
    key.write_text(public_text("root", Signer("root", secret("nobody's root")).public))
    assert told(box, his, root_key=key)[0] == 1


def test_versions_that_nobody_knows(campaign: Campaign, tmp_path: Path) -> None:
    path = tmp_path / "a.pbem"
    path.write_bytes(campaign.bundle("US").replace(b',"v":1}', b',"v":2}'))
    status, said = told(path)
    assert status == 1
    assert "it is of version 2 and this program reads version 1; a newer pbem may read it" in said
    letter = campaign.report("US", 0, 19).as_bytes().replace(b"pbem seal 1 begin", b"pbem seal 7 begin")
    (tmp_path / "a.eml").write_bytes(letter)
    status, said = told(tmp_path / "a.eml")
    assert status == 2
    assert "it is of version 7 and this program reads version 1" in said


def test_the_checkers_never_show_a_traceback(campaign: Campaign, tmp_path: Path) -> None:
    for n, data in enumerate(
        (
            b"\xff\xfe\x00" * 50,
            b'{"v":1}\n',
            b'{"seal":{}}\n{"open":"leaf"}\n',
            b"From x\n\n",
            b"From x\nContent-Type: multipart/mixed; boundary=\n\n--\n",
            b"[1,2,3]\n",
            b'{"a":' * 5000 + b"1" + b"}" * 5000,
            b"From: a\nContent-Type: text/plain; charset=nonesuch\nContent-Transfer-Encoding: base64\n\n////=\n",
        )
    ):
        for name in (f"{n}.pbem", f"{n}.eml", f"{n}.mbox"):
            path = tmp_path / name
            path.write_bytes(data)
            try:
                found = verify([path]).status
            except Unusable:
                found = 3
            try:
                alone = pbem_verify.verify([str(path)])[0]
            except pbem_verify.Usage:
                alone = 3
            assert alone == found, (n, name)
    assert bundle.read(b"").records == []
    assert campaign.game == GAME


def test_a_record_dated_before_the_one_before_it_is_a_remark(tmp_path: Path) -> None:
    made = Campaign(minute=lambda seq: 3 if seq == 9 else seq)
    box = made.mbox("US", tmp_path / "us")
    verdict = verify([box])
    said = [(one.record, one.kind) for one in verdict.all_findings() if "it is dated before record 8" in one.text]
    assert (verdict.status, said) == (0, [(9, "note")])
    status, games, _ = pbem_verify.verify([str(box)])
    remarks = [(kind, seq) for kind, seq, text in games[GAME].findings if "before the record before it" in text]
    assert (status, remarks) == (0, [("--", 9)])
